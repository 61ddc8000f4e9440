"""A text for people: one message with named places, told in any language when shown.

A `Message` is a string, and its value is the English text: it may be compared, kept and
written to files like any other. What shows it asks `translate` for it in the present
language. Formatting or joining it as a string gives plain English, which cannot be
translated any more: texts are put together by the places of another message.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Self


class Message(str):
    """A text for people.

    Attributes
    ----------
    template : str
        The English sentence with its places, as catalogues know it.
    arguments : mapping
        What stands in the places; texts among them are translated too.
    about : str
        What it is about, where the same English has several meanings; mostly "".
    many : str
        The English sentence for a count other than one; "" where nothing is counted.
    number : int
        How many of it there are.
    capital : bool
        Whether it begins with a capital letter wherever there are such.
    english : str
        What it reads in English, where that is another form or a part of the sentence.
    """

    template: str
    arguments: Mapping[str, Any]
    about: str
    many: str
    number: int
    capital: bool
    english: str

    def __new__(
        cls,
        template: str,
        arguments: Mapping[str, Any],
        about: str = "",
        many: str = "",
        number: int = 1,
        capital: bool = False,
        english: str = "",
    ) -> Self:
        """Make it; a place that the template lacks raises KeyError."""
        text = template if number == 1 or not many else many
        text = text.format(**arguments) if arguments else text
        text = english or text
        made = super().__new__(cls, _capitalize(text) if capital else text)
        made.template, made.arguments, made.about = template, arguments, about
        made.many, made.number, made.capital = many, number, capital
        made.english = english
        return made

    def __str__(self) -> str:
        # The message of an error is still one when it is asked for by `str`.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        given = (self.template, dict(self.arguments), self.about)
        return Message, (*given, self.many, self.number, self.capital, self.english)


def message(template: str, /, *, about: str = "", **arguments: object) -> Message:
    """Return a text for people.

    Parameters
    ----------
    template : str
        A whole sentence, or a name, in English. With places its braces are those of
        `str.format`: ``"Wrong in {count:,} of {whole:,} cases."``
    about : str
        What it is about, where the same English has several meanings: "time".
    **places
        Numbers and texts; what is a message itself is translated too.

    Examples
    --------
    >>> message("It enters at {time}.", time="t = 2")
    'It enters at t = 2.'
    """
    return Message(template, arguments, about)


def plural(one: str, many: str, count: int, /, **arguments: object) -> Message:
    """Return a text for people about a number of things, which has the place `count`.

    Examples
    --------
    >>> plural("{count} case", "{count:,} cases", 4000)
    '4,000 cases'
    """
    return Message(one, {"count": count, **arguments}, many=many, number=count)


def join_sentences(*texts: str) -> str:
    """Return whole sentences one after another; empty ones are left out."""
    return _join_pairwise([text for text in texts if text], _JOINT)


def join_texts(texts: Iterable[str], last: str = "and") -> str:
    """Return texts as a list: "a, b and c"; `last` may be "or", or "," or ";" for none.

    Examples
    --------
    >>> join_texts(["a", "b", "c"], "or")
    'a, b or c'
    """
    *before, end = [*texts] or [""]
    if not before:
        return end
    joint = _SEMICOLON if last == ";" else _COMMA
    return message(_LAST[last], first=_join_pairwise(before, joint), second=end)


def capitalize(text: str) -> Message:
    """Return a text that begins with a capital letter, in languages that have them."""
    return Message("{text}", {"text": text}, capital=True)


def in_english(english: str, text: str) -> str:
    """Return a text that reads so in English alone, and elsewhere as it is told whole.

    For a part of a sentence, or another form of a word: other languages have their own.

    Examples
    --------
    >>> in_english("at t = 2", message("hit at {time}", time="t = 2"))
    'at t = 2'
    """
    if english == text or not english:
        return english and text
    if not isinstance(text, Message):
        return Message(text, {}, english=english)
    given = (text.template, text.arguments, text.about, text.many, text.number)
    return Message(*given, text.capital, english)


def lower(text: str) -> str:
    """Return a word as it stands within an English sentence: "no hit" for "No hit"."""
    return in_english(text.lower(), text)


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _join_pairwise(texts: list[str], joint: str) -> str:
    if not texts:
        return ""
    text = texts[0]
    for more in texts[1:]:
        text = message(joint, first=text, second=more)
    return text


_JOINT = message("{first} {second}")
_COMMA = message("{first}, {second}")
_SEMICOLON = message("{first}; {second}")
_LAST = {
    "and": message("{first} and {second}"),
    "or": message("{first} or {second}"),
    ",": _COMMA,
    ";": _SEMICOLON,
}


# ----------------------------------------------------------------------------
# Messages as JSON knows them: another process has made them, and knows no language.
# ----------------------------------------------------------------------------


_MESSAGE_KEY = "message"


def serialize_messages(value: Any) -> Any:
    """Return a value of mappings, lists and plain values with no message in it."""
    if isinstance(value, Message):
        places = {name: serialize_messages(x) for name, x in value.arguments.items()}
        given = [value.template, places, value.about, value.many, value.number]
        return {_MESSAGE_KEY: [*given, value.capital, value.english]}
    if isinstance(value, Mapping):
        return {name: serialize_messages(x) for name, x in value.items()}
    return (
        [*map(serialize_messages, value)] if isinstance(value, list | tuple) else value
    )


def deserialize_messages(value: Any) -> Any:
    """Return it with its messages again; what is meant as one and is none stays."""
    if isinstance(value, list):
        return [*map(deserialize_messages, value)]
    if not isinstance(value, Mapping):
        return value
    found = {name: deserialize_messages(x) for name, x in value.items()}
    if found.keys() != {_MESSAGE_KEY}:
        return found
    try:
        return Message(*found[_MESSAGE_KEY])
    except (TypeError, ValueError, LookupError, AttributeError):
        return found
