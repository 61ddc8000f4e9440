"""Texts for people: English stands in the program, other languages in catalogues."""

from playground.i18n.catalog import (
    NAMES,
    languages,
    speak,
    speaking,
    spoken,
    system_language,
    translated,
)
from playground.i18n.declarations import enum_of_texts, with_texts
from playground.i18n.message import (
    Message,
    capital,
    in_english,
    listed,
    lower,
    message,
    packed,
    plural,
    sentences,
    unpacked,
)

__all__ = [
    "NAMES",
    "Message",
    "capital",
    "enum_of_texts",
    "in_english",
    "languages",
    "listed",
    "lower",
    "message",
    "packed",
    "plural",
    "sentences",
    "speak",
    "speaking",
    "spoken",
    "system_language",
    "translated",
    "unpacked",
    "with_texts",
]
