"""The contracts as a text to read, in Markdown."""

from collections.abc import Iterator

from playground.judge.engines.contracts import CONTRACTS, Contract, QueryContract, Quote

_HEAD = (
    "asked for",
    "by",
    "where the start is inside",
    "off by",
    "only above 0",
)


def manual() -> str:
    """Return the contracts of all engines."""
    parts = (line for contract in CONTRACTS.values() for line in _contract(contract))
    return "\n".join(parts)


def _contract(contract: Contract) -> Iterator[str]:
    yield f"### {contract.name}"
    yield ""
    within = "" if contract.within == float("inf") else f", up to {contract.within:g}"
    yield f"`{contract.install}`; {contract.numbers}{within}."
    yield ""
    yield _row(_HEAD)
    yield _row(["---"] * len(_HEAD))
    for function, meaning in contract.queries.items():
        yield _row(_query_cells(function, meaning))
    yield ""
    sources = [
        *contract.sources,
        *(
            source
            for meaning in contract.queries.values()
            for source in meaning.sources
        ),
    ]
    for source in sources:
        yield _source(source)
    yield ""


def _query_cells(function: str, meaning: QueryContract) -> list[str]:
    off = f"{meaning.off:g}" if meaning.off else ""
    inside = str(meaning.inside or "")
    return [f"`{function}`", meaning.asks, inside, off, ", ".join(meaning.above_0)]


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _source(source: Quote) -> str:
    return f"- “{source.says}” ({source.where})"
