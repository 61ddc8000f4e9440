"""The marks of a class as a table for other programs, and the names of their pages."""

import csv
import io
import re
import secrets
import unicodedata
from collections.abc import Mapping, Sequence

from playground.explore.judge.grade.class_results import CommonMistake
from playground.explore.judge.grade.graded import Graded
from playground.explore.judge.grade.rubric import rounded

_NAME, _PAGE = "name", "page"
# A cell that begins so is a formula to programs that calculate.
_FORMULA = re.compile(r"^[=+\-@\t\r]")
_SECRET = 9


def as_csv(
    results: Sequence[Graded],
    common: Sequence[CommonMistake],
    pages: Mapping[str, str],
    points: float,
) -> str:
    """Return the table: a row for everybody, a column for each family and mistake.

    Parameters
    ----------
    results, common : sequences
        What came of each, and the mistakes of all.
    pages : mapping
        For each name the file of their page.
    points : float
        How many there are to be had.
    """
    families = list(dict.fromkeys(m.family for one in results for m in one.marks))
    labels = [f"mistake {one.label}: {one.words}" for one in common]
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\r\n")
    head = [_NAME, "file", "outcome", "points", "of"]
    table.writerow([*head, *families, *labels, "verdict", "refused", _PAGE])
    for one in results:
        marks = {mark.family: f"{rounded(mark.had):g}" for mark in one.marks}
        row = [
            one.name,
            one.submission.file,
            str(one.outcome),
            f"{rounded(one.mark):g}",
            f"{points:g}",
            *(marks.get(family, "") for family in families),
            *("x" if one.name in mistake.names else "" for mistake in common),
            one.verdict,
            "; ".join(one.refused),
            pages[one.name],
        ]
        table.writerow([_FORMULA.sub(lambda m: f"'{m[0]}", cell) for cell in row])
    return file.getvalue()


def page_names(names: Sequence[str], before: str = "") -> dict[str, str]:
    """Return for each name a page's file that nobody else can guess.

    Parameters
    ----------
    names : sequence of str
        Everybody's.
    before : str
        The table of an earlier time, in which pages keep their files.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(before.removeprefix("\ufeff"))))
    except csv.Error:
        rows = []
    kept = {row.get(_NAME): row.get(_PAGE) for row in rows}
    found: dict[str, str] = {}
    for name in names:
        slug = _slug(name)
        usual = re.compile(rf"students/{re.escape(slug)}-[\w-]{{12}}\.html")
        page = kept.get(_FORMULA.sub(lambda m: f"'{m[0]}", name)) or ""
        if not usual.fullmatch(page) or page in found.values():
            page = f"students/{slug}-{secrets.token_urlsafe(_SECRET)}.html"
        found[name] = page
    return found


def _slug(name: str) -> str:
    """Return a name as it may stand in an address, on every system."""
    plain = unicodedata.normalize("NFKC", name)
    return re.sub(r"[^\w.-]+", "_", plain).strip("._-")[:60] or "student"
