"""Messages: texts for people with placeholders, translated when displayed.

A `Message` is a string with the English text as its value, so it can be compared and
saved like any other. `translate` returns it in the active language. Formatting or
joining it as a string gives plain English that cannot be translated any more, so texts
are combined by the placeholders of another message.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Self


class Message(str):
    """A text for people.

    Attributes
    ----------
    template : str
        The English text with placeholders, the key in catalogues.
    arguments : mapping
        Values of the placeholders; messages among them are translated too.
    about : str
        Context, if the same English text has several meanings; else "".
    many : str
        The English plural; "" if nothing is counted.
    number : int
        The count, which chooses between `template` and `many`.
    capital : bool
        Whether the text starts with a capital letter.
    english : str
        The English text, if it is not the formatted template; else "".
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
        """Create a message; a placeholder without an argument raises KeyError."""
        text = template if number == 1 or not many else many
        text = text.format(**arguments) if arguments else text
        text = english or text
        made = super().__new__(cls, _capitalize(text) if capital else text)
        made.template, made.arguments, made.about = template, arguments, about
        made.many, made.number, made.capital = many, number, capital
        made.english = english
        return made

    def __str__(self) -> str:
        # str() of an exception with a message is still a message.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        state = (self.template, dict(self.arguments), self.about)
        return Message, (*state, self.many, self.number, self.capital, self.english)


def message(template: str, /, *, about: str = "", **arguments: object) -> Message:
    """Return a text for people.

    Parameters
    ----------
    template : str
        A sentence or name in English. With arguments it is a `str.format` template:
        ``"Wrong in {count:,} of {whole:,} cases."``
    about : str
        Context, if the same English text has several meanings: "time".
    **arguments
        Numbers and texts for the placeholders; messages among them are translated too.

    Raises
    ------
    KeyError
        There are arguments, but not for each placeholder.

    Examples
    --------
    >>> message("It enters at {time}.", time="t = 2")
    'It enters at t = 2.'
    """
    return Message(template, arguments, about)


def plural(one: str, many: str, count: int, /, **arguments: object) -> Message:
    """Return a text about a number of things, with the placeholder `count`.

    Parameters
    ----------
    one, many : str
        English templates for one, and for other counts.
    count : int
        The count.
    **arguments
        Further placeholders.

    Examples
    --------
    >>> plural("{count} case", "{count:,} cases", 4000)
    '4,000 cases'
    """
    return Message(one, {"count": count, **arguments}, many=many, number=count)


class TextError(Exception):
    """Base class of exceptions whose text is for people.

    A subclass is decorated by `with_texts("text", as_messages=False)`.

    Parameters
    ----------
    text : str
        A message, or a template for one.
    **values
        Placeholders of the template.
    """

    def __init__(self, text: str, /, **values: Any) -> None:
        is_message = isinstance(text, Message)
        super().__init__(text if is_message else message(text, **values))


def join_sentences(*texts: str) -> str:
    """Join sentences with the language's separator; empty ones are left out.

    It is "" if all are empty.
    """
    return _join_pairwise([text for text in texts if text], _JOINT)


def join_texts(texts: Iterable[str], last: str = "and") -> str:
    """Join texts as a list: "a, b and c"; "" for none.

    Parameters
    ----------
    texts : iterable of str
        The items.
    last : str
        The last separator: "and", "or", or "," and ";" for all of them.

    Raises
    ------
    KeyError
        There are several texts, and `last` is another separator.

    Examples
    --------
    >>> join_texts(["a", "b", "c"], "or")
    'a, b or c'
    """
    *first_texts, end = [*texts] or [""]
    if not first_texts:
        return end
    joint = _SEMICOLON if last == ";" else _COMMA
    return message(_LAST[last], first=_join_pairwise(first_texts, joint), second=end)


def capitalize(text: str) -> Message:
    """Return a text with its first letter capitalized in the active language."""
    return Message("{text}", {"text": text}, capital=True)


def in_english(english: str, text: str) -> str:
    """Return a text that reads `english` in English, and is `text` in other languages.

    It is for part of a sentence or another form of a word, which other languages form
    in their own way.

    Examples
    --------
    >>> in_english("at t = 2", message("hit at {time}", time="t = 2"))
    'at t = 2'
    """
    if english == text or not english:
        return english and text
    if not isinstance(text, Message):
        return Message(text, {}, english=english)
    identity = (text.template, text.arguments, text.about, text.many, text.number)
    return Message(*identity, text.capital, english)


def lower(text: str) -> str:
    """Return a word in lower case, as inside an English sentence: "no hit"."""
    return in_english(text.lower(), text)


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _join_pairwise(texts: list[str], joint: str) -> str:
    if not texts:
        return ""
    text = texts[0]
    for following in texts[1:]:
        text = message(joint, first=text, second=following)
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
# Messages as JSON, from processes that do not know the active language.
# ----------------------------------------------------------------------------


_MESSAGE_KEY = "message"


def serialize_messages(value: Any) -> Any:
    """Return a nested value of mappings and lists with its messages as JSON values.

    Tuples become lists.
    """
    if isinstance(value, Message):
        places = {name: serialize_messages(x) for name, x in value.arguments.items()}
        fields = [value.template, places, value.about, value.many, value.number]
        return {_MESSAGE_KEY: [*fields, value.capital, value.english]}
    if isinstance(value, Mapping):
        return {name: serialize_messages(x) for name, x in value.items()}
    return (
        [*map(serialize_messages, value)] if isinstance(value, list | tuple) else value
    )


def deserialize_messages(value: Any) -> Any:
    """Return a nested value of `serialize_messages` with its messages restored.

    Invalid ones stay as they are.
    """
    if isinstance(value, list):
        return [*map(deserialize_messages, value)]
    if not isinstance(value, Mapping):
        return value
    values = {name: deserialize_messages(x) for name, x in value.items()}
    if values.keys() != {_MESSAGE_KEY}:
        return values
    try:
        return Message(*values[_MESSAGE_KEY])
    except (TypeError, ValueError, LookupError, AttributeError):
        return values
