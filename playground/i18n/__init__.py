"""Localization: messages in English in the code, other languages in catalogues."""

from playground.i18n.catalog import (
    LANGUAGE_NAMES,
    current_language,
    languages,
    set_language,
    system_language,
    translate,
    use_language,
)
from playground.i18n.declarations import enum_of_texts, with_texts
from playground.i18n.message import (
    Message,
    TextError,
    capitalize,
    deserialize_messages,
    in_english,
    join_sentences,
    join_texts,
    lower,
    message,
    plural,
    serialize_messages,
)

__all__ = [
    "LANGUAGE_NAMES",
    "Message",
    "TextError",
    "capitalize",
    "current_language",
    "deserialize_messages",
    "enum_of_texts",
    "in_english",
    "join_sentences",
    "join_texts",
    "languages",
    "lower",
    "message",
    "plural",
    "serialize_messages",
    "set_language",
    "system_language",
    "translate",
    "use_language",
    "with_texts",
]
