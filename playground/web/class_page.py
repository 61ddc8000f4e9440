"""The pages of a graded class: one of all, and one for each without the others."""

import base64
import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from playground.analysis.heat_map import MapError, MapKind
from playground.i18n import (
    Message,
    capital,
    in_english,
    listed,
    message,
    plural,
    sentences,
    spoken,
    translated,
)
from playground.judge.evaluation import Judgement
from playground.judge.grading.class_report import CommonMistake
from playground.judge.grading.grade import (
    FamilyMark,
    Graded,
    GradedMistake,
    GradedOutcome,
    Pictures,
    rounded,
)
from playground.judge.report.map import shown
from playground.judge.shrink import Smallest
from playground.render.fonts import japanese_faces
from playground.render.theme import ThemeName
from playground.session import plots
from playground.session.saved_state import State
from playground.session.session import Session
from playground.web.figure import in_themes
from playground.web.lesson_page import file, filled
from playground.web.site import colour_style

THEMES = ThemeName.LIGHT, ThemeName.DARK
SIZE = (480.0, 300.0)
# Somebody's code is asked about so many cells of a map: each may take a while.
_CELLS = 20000


def of_case(judgement: Judgement, small: Smallest) -> dict[str, str]:
    """Return a smallest case as SVG by theme; empty if it is no state of the scene.

    What the code answers stands beside the truth, hollow.
    """
    held = judgement.query.held(small.arguments)
    if held is None:
        return {}
    scene = judgement.mapped()
    session = Session((scene,))
    session.show(State(scene, held, compare=True))
    return _drawn(session)


def of_map(judgement: Judgement, found: Sequence[Smallest]) -> dict[str, str]:
    """Return the map of mistakes as SVG by theme; empty if it would show none."""
    scene = judgement.mapped()
    place = shown(judgement, scene, found, plain=False)
    if place is None:
        return {}
    params, over = place
    session = Session((scene,))
    session.show(State(scene, params))
    plots.map_over(session, over=over)
    session.look(map=MapKind.MISTAKES, compare=False)
    return _drawn(session)


def _drawn(session: Session) -> dict[str, str]:
    try:
        drawn = in_themes(session, THEMES, SIZE, 1.0, _CELLS)
    except MapError:  # the code takes too long, say
        return {}
    return {str(theme): text for theme, text in drawn.items()}


# ----------------------------------------------------------------------------


_SMALLEST, _MAP = message("The smallest case"), message("A map")
_NATURES = {
    "rule": message("a wrong rule"),
    "unknown": message("rule or rounding: not known"),
}


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
    outcomes = [
        message("{count} {outcome}", count=counts[outcome], outcome=outcome.value)
        for outcome in GradedOutcome
        if counts[outcome]
    ]
    many = plural(
        "{count} submission: {outcomes}.",
        "{count} submissions: {outcomes}.",
        len(results),
        outcomes=listed(outcomes, ","),
    )
    head = _paragraph(many, "big") + _notes(about.notes)
    labels = _labels(common)
    parts = (
        _part(
            message("Who makes which mistake"), (_group(one, pages) for one in common)
        ),
        _part(message("Points"), [_points(results, labels, pages, about)]),
    )
    return _page(message("{scene}: the class", scene=about.scene), head, parts)


def student_page(graded: Graded, about: ClassAbout) -> str:
    """Return the page of one, in which nobody else is named."""
    head = (
        _paragraph(_outcome(graded, about), "big")
        + _paragraph(graded.verdict)
        + _refused(graded)
        + _notes(about.notes)
    )
    shown = _pictures([(message("All your mistakes"), _MAP, graded.map)])
    parts = (
        _part(message("Mistakes"), map(_mistake, graded.mistakes)),
        _part(message("Where they are"), [shown] if graded.map else []),
        _part(message("Points"), [_families(graded.marks)] if graded.marks else []),
    )
    title = Message("{scene}: {name}", {"scene": about.scene, "name": graded.name})
    return _page(title, head, parts)


def _page(title: str, head: str, parts: Iterable[str]) -> str:
    # Each pupil's page brings them, so names alone are left to the system's letters.
    faces = japanese_faces() if spoken() == "ja" else ""
    held = {
        "language": spoken(),
        "title": _text(title),
        "style": f"{faces}\n{colour_style()}\n{file('class_page.css')}",
        "about": head,
        "parts": "".join(parts),
    }
    return filled("class_page.html", held)


def _part(title: str, contents: Iterable[str]) -> str:
    """Return a part of a page; nothing where there is nothing in it."""
    held = "".join(contents)
    return f"<h2>{_text(title)}</h2>\n{held}\n" if held else ""


def _paragraph(text: str, looks: str = "") -> str:
    style = f' class="{looks}"' if looks else ""
    return f"<p{style}>{_text(text)}</p>\n"


def _text(text: str) -> str:
    """Return a text as HTML, in the language that is spoken."""
    return html.escape(translated(text))


def _notes(notes: Sequence[str]) -> str:
    return _paragraph(sentences(*notes))


def _outcome(graded: Graded, about: ClassAbout) -> str:
    return message(
        "{had:g} of {points:g} points: {outcome}",
        had=rounded(graded.mark),
        points=about.points,
        outcome=graded.outcome.value,
    )


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
    words = capital(one.words)
    who = "".join(f"<li>{_link(name, pages)}</li>" for name in one.names)
    natures = dict.fromkeys(made.nature for _, made in one.made)
    return (
        f'<section class="mistake" id="{one.label}">\n'
        f'<h3><span class="label">{one.label}</span>{_text(words)}</h3>\n'
        f'<ul class="students">{who}</ul>\n'
        + _paragraph(_kinds(kinds, natures), "muted")
        + _case(mistake)
        + _pictures(
            [
                (_SMALLEST, mistake.told, mistake.picture),
                (
                    message("All mistakes of {name}", name=graded.name),
                    _MAP,
                    graded.map,
                ),
            ]
        )
        + "</section>\n"
    )


def _kinds(kinds: Iterable[str], natures: Iterable[str]) -> str:
    told = [_NATURES.get(nature, nature) for nature in natures]
    return message(
        "{kinds} ({natures})", kinds=listed(kinds, ","), natures=listed(told, ",")
    )


def _mistake(mistake: GradedMistake) -> str:
    kind = in_english(mistake.kind.capitalize(), mistake.kind)
    words = Message("{kind}: {count:,}", {"kind": kind, "count": mistake.count})
    return (
        f'<section class="mistake">\n<h3>{_text(words)}</h3>\n'
        + _paragraph(mistake.explained)
        + _case(mistake)
        + _pictures([(_SMALLEST, mistake.told, mistake.picture)])
        + "</section>\n"
    )


def _case(mistake: GradedMistake) -> str:
    told = message("{text}.", text=capital(mistake.told))
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
        f' alt="{_text(instead)}"></picture>'
        f"<figcaption>{_text(words)}</figcaption></figure>"
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
        refused = ""
        if one.refused:
            refused = message("Refused: {what}.", what=listed(one.refused, ";"))
        told = _text(sentences(one.verdict, refused))
        rows.append(
            f'<tr><th scope="row">{_link(one.name, pages)}</th>'
            f'<td class="number">{rounded(one.mark):g}</td>'
            f"<td>{_text(one.outcome.value)}</td>"
            f'<td>{made}</td><td class="verdict-text">{told}</td></tr>'
        )
    heads = (
        message("Name"),
        message("Of {points:g}", points=about.points),
        message("Outcome"),
        message("Mistakes"),
        message("In words"),
    )
    return _table(message("Everybody's points"), heads, rows)


def _families(marks: Iterable[FamilyMark]) -> str:
    """Return the table of one's points."""
    rows = [
        f'<tr><th scope="row">{_text(mark.family)}</th>'
        f'<td class="number">{_share(mark.right, mark.cases)}</td>'
        f'<td class="number">{_share(rounded(mark.had), rounded(mark.points))}</td>'
        "</tr>"
        for mark in marks
    ]
    heads = message("Family of cases"), message("Right"), message("Points")
    return _table(message("Your points"), heads, rows)


def _share(part: float, whole: float) -> str:
    return _text(message("{part} of {whole}", part=_number(part), whole=_number(whole)))


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _table(name: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    """Return a table that scrolls by itself where it is too wide."""
    columns = "".join(f'<th scope="col">{_text(head)}</th>' for head in heads)
    return (
        f'<div class="scrolls" role="region" aria-label="{_text(name)}"'
        f' tabindex="0"><table><thead><tr>{columns}</tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div>\n"
    )


def _link(name: str, pages: Mapping[str, str]) -> str:
    return f'<a href="{html.escape(quote(pages[name]))}">{html.escape(name)}</a>'


def _refused(graded: Graded) -> str:
    if not graded.refused:
        return ""
    said = message("It was refused: {what}.", what=listed(graded.refused, ";"))
    return _paragraph(said)
