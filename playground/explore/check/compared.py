"""A listing, and what it says of its mistakes."""

from collections.abc import Iterator

from playground.explore.check.finding import Finding
from playground.explore.check.tried_states import State, states
from playground.scene.scene import Entry


def compares_in_words(entry: Entry) -> Iterator[Finding]:
    """See that a listing says what it answers, and of each mistake why and where."""
    for found in states(entry):
        yield from compares(entry, found)


def compares(entry: Entry, found: State) -> Iterator[Finding]:
    """See that of one state the listing's answer and its mistake are said."""
    solution = found.solution
    listing = solution.scene.listing if solution else None
    for dtype in listing.dtypes if listing else ():
        assert solution is not None
        said = solution.compare(dtype)
        if said is None or not said.answer:
            yield Finding("the listing's `says` is empty")
        elif not said.agrees:
            if not said.why.endswith((".", "?")):
                yield Finding(f"of {said.kind!r} there is no sentence that says why")
            if not 0 <= said.step <= len(solution.steps):
                yield Finding(f"{said.kind!r} names step {said.step}, which is none")
