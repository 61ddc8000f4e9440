"""The listing's code of many samples: its lines, their values, and the one to blame."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playground.explore.laid_open.digits import beside
from playground.language import Message, listed, message, translated
from playground.page.marked import marked
from playground.page.packing import column, texts
from playground.scene.listing import Precision
from playground.study.study import Study

if TYPE_CHECKING:  # what lays code open is slow to import
    from playground.explore.laid_open.lay_open import CodeLine


def code(moments: Sequence[Study], dtype: Precision) -> dict[str, Any] | None:
    """Return the code's run in each, line by line; None where there is none."""
    runs = [moment.laid_open_in(dtype) for moment in moments]
    found = [{line.number: line for line in run.lines} if run else {} for run in runs]
    told = {number: line.text for lines in found for number, line in lines.items()}
    listing = moments[0].scene.listing
    if listing is None or not told:
        return None
    numbers = sorted(told)
    return {
        "name": translated(listing.name),
        "dtype": dtype.__name__,
        "lines": [
            _line(told[number], [lines.get(number) for lines in found], dtype)
            for number in numbers
        ],
        "blamed": column(
            numbers.index(run.blamed) + 1 if run and run.blamed else 0 for run in runs
        ),
        "why": texts(marked(run.why) if run and run.blamed else "" for run in runs),
        "raised": texts(translated(run.raised) if run else "" for run in runs),
    }


def _line(
    text: str, found: Sequence["CodeLine | None"], dtype: Precision
) -> dict[str, Any]:
    return {
        "text": text,
        "reached": column(int(bool(line and line.reached)) for line in found),
        "value": texts(
            translated(_values(line, dtype)) if line else "" for line in found
        ),
    }


def _values(line: "CodeLine", dtype: Precision) -> str:
    """Return what a line gives, and in brackets what is exact where that is another."""
    if line.text.strip().startswith("def "):  # its arguments are the parameters
        return ""
    many, said = len(line.values) > 1, []
    for value in line.values:
        text, true = beside(value.rounded, value.true, dtype)
        if value.true is not None and true != text:
            text = message("{value} (exact: {exact})", value=text, exact=true)
        if many:
            text = Message("{name} = {value}", {"name": value.name, "value": text})
        said.append(text)
    return listed(said, ",")
