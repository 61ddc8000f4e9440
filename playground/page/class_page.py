"""The pages of a graded class: one of all, and one for each without the others."""

import base64
import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from playground.explore.judge.grade.class_results import CommonMistake
from playground.explore.judge.grade.graded import (
    Graded,
    GradedMistake,
    GradedOutcome,
    Pictures,
)
from playground.explore.judge.grade.rubric import FamilyMark, rounded
from playground.page.judged_pictures import SIZE
from playground.page.one_file import LANGUAGE, file, filled
from playground.page.start_page import colour_style
from playground.render.theme import ThemeName


@dataclass(frozen=True)
class ClassAbout:
    """What a class was asked: the scene's title, the function, and how it was graded.

    `notes` are sentences about the trial, the same for everybody.
    """

    scene: str
    function: str
    points: float
    notes: Sequence[str]


def class_page(
    results: Sequence[Graded],
    common: Sequence[CommonMistake],
    pages: Mapping[str, str],
    about: ClassAbout,
) -> str:
    """Return the page of all: the mistakes with who makes them, and everybody's points.

    Parameters
    ----------
    results, common : sequences
        What came of each, and the mistakes of all.
    pages : mapping
        For each name the file of their page.
    about : ClassAbout
        What was asked.
    """
    counts = Counter(one.outcome for one in results)
    listed = ", ".join(
        f"{counts[outcome]} {outcome}" for outcome in GradedOutcome if counts[outcome]
    )
    many = f"{len(results)} submission{'' if len(results) == 1 else 's'}: {listed}."
    head = _paragraph(many, "big") + _notes(about.notes)
    labels = _labels(common)
    parts = (
        _part("Who makes which mistake", (_group(one, pages) for one in common)),
        _part("Points", [_points(results, labels, pages, about)]),
    )
    return _page(f"{about.scene}: the class", head, parts)


def student_page(graded: Graded, about: ClassAbout) -> str:
    """Return the page of one, in which nobody else is named."""
    head = (
        _paragraph(f"{_of(graded, about)}: {graded.outcome}", "big")
        + _paragraph(graded.verdict)
        + _refused(graded)
        + _notes(about.notes)
    )
    shown = _pictures([("All your mistakes", "A map", graded.map)])
    parts = (
        _part("Mistakes", map(_mistake, graded.mistakes)),
        _part("Where they are", [shown] if graded.map else []),
        _part("Points", [_families(graded.marks)] if graded.marks else []),
    )
    return _page(f"{about.scene}: {graded.name}", head, parts)


def _page(title: str, head: str, parts: Iterable[str]) -> str:
    held = {
        "language": LANGUAGE,
        "title": html.escape(title),
        "style": f"{colour_style()}\n{file('class_page.css')}",
        "about": head,
        "parts": "".join(parts),
    }
    return filled("class_page.html", held)


def _part(title: str, contents: Iterable[str]) -> str:
    """Return a part of a page; nothing where there is nothing in it."""
    held = "".join(contents)
    return f"<h2>{title}</h2>\n{held}\n" if held else ""


def _paragraph(text: str, looks: str = "") -> str:
    style = f' class="{looks}"' if looks else ""
    return f"<p{style}>{html.escape(text)}</p>\n"


def _notes(notes: Sequence[str]) -> str:
    return _paragraph(" ".join(notes))


def _of(graded: Graded, about: ClassAbout) -> str:
    return f"{rounded(graded.mark):g} of {about.points:g} points"


def _labels(common: Iterable[CommonMistake]) -> dict[str, list[str]]:
    """Return for each name the labels of the mistakes."""
    found: dict[str, list[str]] = {}
    for mistake in common:
        for name in mistake.names:
            found.setdefault(name, []).append(mistake.label)
    return found


def _group(one: CommonMistake, pages: Mapping[str, str]) -> str:
    """Return a mistake of a class: what it is, its plainest case, and who makes it."""
    graded, mistake = one.made[0]
    kinds = dict.fromkeys(made.kind for _, made in one.made)
    words = f"{one.words[:1].upper()}{one.words[1:]}"
    who = "".join(f"<li>{_link(name, pages)}</li>" for name in one.names)
    natures = dict.fromkeys(made.nature for _, made in one.made)
    return (
        f'<section class="mistake" id="{one.label}">\n'
        f'<h3><span class="label">{one.label}</span>{html.escape(words)}</h3>\n'
        f'<ul class="who">{who}</ul>\n'
        + _paragraph(f"{', '.join(kinds)} ({_natures(natures)})", "muted")
        + _case(mistake)
        + _pictures(
            [
                ("The smallest case", mistake.told, mistake.picture),
                (f"All mistakes of {graded.name}", "A map", graded.map),
            ]
        )
        + "</section>\n"
    )


def _natures(natures: Iterable[str]) -> str:
    told = {"rule": "a wrong rule", "unknown": "rule or rounding: not known"}
    return ", ".join(told.get(nature, nature) for nature in natures)


def _mistake(mistake: GradedMistake) -> str:
    words = f"{mistake.kind.capitalize()}: {mistake.count:,}"
    return (
        f'<section class="mistake">\n<h3>{html.escape(words)}</h3>\n'
        + _paragraph(mistake.explained)
        + _case(mistake)
        + _pictures([("The smallest case", mistake.told, mistake.picture)])
        + "</section>\n"
    )


def _case(mistake: GradedMistake) -> str:
    told = f"{mistake.told[:1].upper()}{mistake.told[1:]}."
    return f"<p><code>{html.escape(mistake.call)}</code></p>\n{_paragraph(told)}"


def _pictures(pictures: Iterable[tuple[str, str, Pictures]]) -> str:
    """Return pictures, each with its caption and its words instead."""
    drawn = "".join(_figure(*one) for one in pictures if one[-1])
    return f'<div class="pictures">{drawn}</div>\n' if drawn else ""


def _figure(words: str, instead: str, held: Pictures) -> str:
    light, dark = (_address(held[theme]) for theme in (ThemeName.LIGHT, ThemeName.DARK))
    wide, tall = (round(side) for side in SIZE)
    return (
        f'<figure><picture><source srcset="{dark}"'
        ' media="(prefers-color-scheme: dark)">'
        f'<img src="{light}" width="{wide}" height="{tall}"'
        f' alt="{html.escape(instead)}"></picture>'
        f"<figcaption>{html.escape(words)}</figcaption></figure>"
    )


def _address(svg: str) -> str:
    held = base64.b64encode(svg.encode()).decode()
    return f"data:image/svg+xml;base64,{held}"


def _points(
    results: Sequence[Graded],
    labels: Mapping[str, Sequence[str]],
    pages: Mapping[str, str],
    about: ClassAbout,
) -> str:
    """Return the table of everybody's points."""
    rows = []
    for one in results:
        made = " ".join(
            f'<a href="#{label}">{label}</a>' for label in labels.get(one.name, ())
        )
        refused = f" Refused: {'; '.join(one.refused)}." if one.refused else ""
        told = html.escape(one.verdict + refused)
        rows.append(
            f'<tr><th scope="row">{_link(one.name, pages)}</th>'
            f'<td class="number">{rounded(one.mark):g}</td><td>{one.outcome}</td>'
            f'<td>{made}</td><td class="told">{told}</td></tr>'
        )
    heads = ("Name", f"Of {about.points:g}", "Outcome", "Mistakes", "In words")
    return _table("Everybody's points", heads, rows)


def _families(marks: Iterable[FamilyMark]) -> str:
    """Return the table of one's points."""
    rows = [
        f'<tr><th scope="row">{html.escape(mark.family)}</th>'
        f'<td class="number">{mark.right:,} of {mark.cases:,}</td>'
        f'<td class="number">{rounded(mark.had):g} of {rounded(mark.points):g}</td>'
        "</tr>"
        for mark in marks
    ]
    return _table("Your points", ("Family of cases", "Right", "Points"), rows)


def _table(name: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    """Return a table that scrolls by itself where it is too wide."""
    columns = "".join(f'<th scope="col">{html.escape(head)}</th>' for head in heads)
    return (
        f'<div class="scrolls" role="region" aria-label="{html.escape(name)}"'
        f' tabindex="0"><table><thead><tr>{columns}</tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div>\n"
    )


def _link(name: str, pages: Mapping[str, str]) -> str:
    return f'<a href="{html.escape(quote(pages[name]))}">{html.escape(name)}</a>'


def _refused(graded: Graded) -> str:
    if not graded.refused:
        return ""
    return _paragraph(f"It was refused: {'; '.join(graded.refused)}.")
