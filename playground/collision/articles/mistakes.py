"""How a listing's answers differ from the truth: kinds of mistake and smallest cases.

Found by comparing with the core over random and adversarial inputs, and by reading the
listings. Every case is tested with both answers worked out by hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from playground.i18n import message, with_texts

Value = float | tuple[float, ...]

# Names of kinds that more than one article has. The first three the core refuses.
NEGATIVE_RADIUS = message("negative radius: answered")
NO_DIRECTION = message("no direction: answered")
EXCHANGED = message("corners exchanged: answered")
UNDERFLOW = message("direction lost: too short")
OVERFLOW = message("direction lost: too long")
TOO_SMALL = message("too small to square")
TOO_LARGE = message("too large to square")


class Nature(Enum):
    """What a mistake is at bottom.

    ERROR is a mistake proper: what the listing answers is not what it is for. CHOICE
    was meant: the article's text, or a comment in the listing, says that it shall be
    so. ROUNDING is the number type's doing, underflow and overflow included: the same
    operations on exact numbers would answer rightly.
    """

    ERROR = "error"
    CHOICE = "choice"
    ROUNDING = "rounding"


@dataclass(frozen=True, init=False, eq=False)
class MistakeCase:
    """A smallest case: a query that shows a mistake.

    Attributes
    ----------
    function : str
        The name in `collision.articles` whose answer is not the true one.
    name : str
        Unique within the article.
    arguments : mapping
        The arguments of `function` by name. For `corner_bounce` those of
        `circle_rectangle`, whose velocity it takes.
    meant : mapping
        Arguments to replace when the core is asked: what the listing should have
        used, where it used something else. Usually empty.
    core_refuses : bool
        The core has no answer and raises ValueError.
    """

    function: str
    name: str
    arguments: Mapping[str, Value]
    meant: Mapping[str, Value]
    core_refuses: bool

    def __init__(
        self,
        function: str,
        name: str,
        *,
        meant: Mapping[str, Value] | None = None,
        core_refuses: bool = False,
        **arguments: Value,
    ) -> None:
        vars(self).update(
            function=function,
            name=name,
            arguments=MappingProxyType(arguments),
            meant=MappingProxyType(dict(meant or {})),
            core_refuses=core_refuses,
        )


@with_texts("name", "why")
@dataclass(frozen=True)
class MistakeKind:
    """One way in which a listing's answers are not the true ones.

    When it is made, in which step and line, and why, is said by the scene that shows
    the listing.

    Attributes
    ----------
    name : str
        Its name in a map's legend.
    nature : Nature
        Whether it is an error, was meant, or is the rounding.
    cases : tuple of MistakeCase
        Smallest cases, one for each way in which it comes about.
    why : str
        What is wrong, in a short sentence that holds of all of them.
    """

    name: str
    nature: Nature = Nature.ERROR
    cases: tuple[MistakeCase, ...] = ()
    why: str = ""
