"""Texts for people: English stands in the program, other languages in catalogues."""

from playground.language.catalogue import (
    NAMES,
    languages,
    speak,
    spoken,
    system_language,
    translated,
)
from playground.language.declared import enum_of_texts, with_texts
from playground.language.message import (
    Message,
    capital,
    listed,
    lowered,
    message,
    plural,
    sentences,
)

__all__ = [
    "NAMES",
    "Message",
    "capital",
    "enum_of_texts",
    "languages",
    "listed",
    "lowered",
    "message",
    "plural",
    "sentences",
    "speak",
    "spoken",
    "system_language",
    "translated",
    "with_texts",
]
