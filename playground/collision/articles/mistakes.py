"""Kinds of mistakes in the listings, each with its smallest cases.

They were found by comparison with the core over random and adversarial inputs, and by
reading the listings. Tests compare both results of each case with results by hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from playground.i18n import message, with_texts

Value = float | tuple[float, ...]

# Names of kinds shared by several articles. The core refuses the first three.
NEGATIVE_RADIUS = message("negative radius: answered")
NO_DIRECTION = message("no direction: answered")
EXCHANGED = message("corners exchanged: answered")
UNDERFLOW = message("direction lost: too short")
OVERFLOW = message("direction lost: too long")
TOO_SMALL = message("too small to square")
TOO_LARGE = message("too large to square")


class Nature(Enum):
    """Cause of a mistake.

    ERROR: the listing does not do what it is for. CHOICE: intended, as the article's
    text or a comment in the listing says. ROUNDING: an effect of the number type,
    underflow and overflow included; the same operations on exact numbers would be
    right.
    """

    ERROR = "error"
    CHOICE = "choice"
    ROUNDING = "rounding"


@dataclass(frozen=True, init=False, eq=False)
class MistakeCase:
    """Query that shows a mistake, made as small as possible.

    Attributes
    ----------
    function : str
        Name in `collision.articles` of the function with the wrong result.
    name : str
        Unique within the article.
    arguments : mapping
        Arguments of `function` by name. For `corner_bounce` those of
        `circle_rectangle`, whose velocity it takes.
    meant : mapping
        Arguments replaced for the core's query: those that the listing should have
        used instead. Usually empty.
    core_refuses : bool
        The core raises ValueError for the query.
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
@dataclass(frozen=True, init=False)
class MistakeKind:
    """Kind of wrong result of a listing.

    The scene that shows the listing explains when it occurs, in which step and line,
    and why.

    Attributes
    ----------
    name : str
        Name in a map's legend.
    nature : Nature
        Cause of the mistake.
    cases : tuple of MistakeCase
        Smallest cases, one per variant: the arguments after `nature`.
    why : str
        Explanation in a short sentence, true of all cases; "" for none.
    """

    name: str
    nature: Nature
    cases: tuple[MistakeCase, ...]
    why: str

    def __init__(
        self,
        name: str,
        nature: Nature = Nature.ERROR,
        *cases: MistakeCase,
        why: str = "",
    ) -> None:
        vars(self).update(name=name, nature=nature, cases=cases, why=why)


def list_kinds(names: Mapping[str, object]) -> tuple[MistakeKind, ...]:
    """Return the kinds among a module's names, in the order of their definition."""
    return tuple(kind for kind in names.values() if isinstance(kind, MistakeKind))
