"""Where a scene comes from."""

from dataclasses import dataclass

from playground.language import with_texts


@with_texts("name", "title", "author")
@dataclass(frozen=True)
class Source:
    """Where a scene comes from: a short name, the subject, and whose it is.

    `url` is where it can be read; "" where that is not known.
    """

    name: str
    title: str
    author: str
    url: str = ""
