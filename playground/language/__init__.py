"""Texts for people: English stands in the program, other languages in catalogues."""

from playground.language.as_json import packed, unpacked
from playground.language.catalogue import (
    NAMES,
    languages,
    speak,
    speaking,
    spoken,
    system_language,
    translated,
)
from playground.language.declared import enum_of_texts, with_texts
from playground.language.message import (
    Message,
    capital,
    in_english,
    listed,
    lower,
    message,
    plural,
    sentences,
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
