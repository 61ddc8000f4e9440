"""Pages of a graded class: one of all submissions, and one per student."""

import base64
import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from playground.analysis.heat_map import MapError
from playground.i18n import (
    Message,
    capitalize,
    current_language,
    in_english,
    join_sentences,
    join_texts,
    message,
    plural,
)
from playground.judge.evaluation import EvaluationRun
from playground.judge.grading.class_report import CommonMistake
from playground.judge.grading.grade import (
    CategoryMark,
    GradedMistake,
    GradedOutcome,
    GradedSubmission,
    Pictures,
    round_points,
)
from playground.judge.shrink import ShrunkCase
from playground.quick_dataclass import dataclass
from playground.render.fonts import japanese_font_css
from playground.render.theme import ThemeName
from playground.session.failure_map import map_view_of_failures, open_failure_map
from playground.session.saved_state import State
from playground.session.session import Session
from playground.web.lesson_page import fill_page, read_asset
from playground.web.site import build_color_style, translate_to_html
from playground.web.svg_figure import render_themes

THEMES = ThemeName.LIGHT, ThemeName.DARK
FIGURE_SIZE_PX = (480.0, 300.0)
# The limit for maps of submitted code, which may be slow.
_MAX_MAP_CELL_COUNT = 20000


def render_case_figures(judgement: EvaluationRun, small: ShrunkCase) -> dict[str, str]:
    """Render a shrunk case as SVG by theme, {} if it is no state of the scene.

    The code's answer is drawn unfilled over the true one. It is also {} if the figure's
    map fails.
    """
    params = judgement.query.find_params(small.arguments)
    if params is None:
        return {}
    scene = judgement.build_map_scene()
    session = Session((scene,))
    session.show(State(scene, params, compare=True))
    return _render_session(session)


def render_map_figures(
    judgement: EvaluationRun, found: Sequence[ShrunkCase]
) -> dict[str, str]:
    """Render the map of the code's mistakes as SVG by theme.

    It is {} without mistakes to show, or if the map fails, as for slow code.
    """
    view = map_view_of_failures(judgement, found, plain=False)
    return _render_session(open_failure_map(judgement, *view)) if view else {}


def _render_session(session: Session) -> dict[str, str]:
    try:
        drawn = render_themes(session, THEMES, FIGURE_SIZE_PX, 1.0, _MAX_MAP_CELL_COUNT)
    except MapError:  # for example, the code takes too long
        return {}
    return {str(theme): text for theme, text in drawn.items()}


# ----------------------------------------------------------------------------


_SHRUNK_CASE_LABEL, _MAP_LABEL = message("The smallest case"), message("A map")
_NATURE_LABELS = {
    "rule": message("a wrong algorithm"),
    "unknown": message("algorithm or rounding: unknown"),
}


@dataclass(frozen=True)
class ClassAssignment:
    """A class assignment: the scene's title, the function and the most points.

    `notes` are sentences about the evaluation, the same for all students.
    """

    scene: str
    function: str
    points: float
    notes: Sequence[str]


def render_class_page(
    results: Sequence[GradedSubmission],
    common: Sequence[CommonMistake],
    pages: Mapping[str, str],
    about: ClassAssignment,
) -> str:
    """Return the HTML of the class: mistakes with students, and all points.

    Parameters
    ----------
    results : sequence of GradedSubmission
        The graded submissions.
    common : sequence of CommonMistake
        The mistakes of all submissions.
    pages : mapping
        The path of each student's page, relative to this page, by the student's name.
    about : ClassAssignment
        The assignment.
    """
    counts = Counter(result.outcome for result in results)
    outcomes = [
        message("{count} {outcome}", count=counts[outcome], outcome=outcome.value)
        for outcome in GradedOutcome
        if counts[outcome]
    ]
    many = plural(
        "{count} submission: {outcomes}.",
        "{count} submissions: {outcomes}.",
        len(results),
        outcomes=join_texts(outcomes, ","),
    )
    head = _render_paragraph(many, "big") + _render_notes(about.notes)
    labels = _group_labels_by_student(common)
    parts = (
        _render_section(
            message("Who makes which mistake"),
            (_render_common_mistake(result, pages) for result in common),
        ),
        _render_section(
            message("Points"), [_render_points_table(results, labels, pages, about)]
        ),
    )
    return _render_page(message("{scene}: the class", scene=about.scene), head, parts)


def render_student_page(graded: GradedSubmission, about: ClassAssignment) -> str:
    """Return the HTML of one submission, without the names of other students."""
    head = (
        _render_paragraph(_format_outcome(graded, about), "big")
        + _render_paragraph(graded.verdict)
        + _render_refusal(graded)
        + _render_notes(about.notes)
    )
    figures = _render_figures([(message("All your mistakes"), _MAP_LABEL, graded.map)])
    parts = (
        _render_section(message("Mistakes"), map(_render_mistake, graded.mistakes)),
        _render_section(
            message("Where the mistakes are"), [figures] if graded.map else []
        ),
        _render_section(
            message("Points"),
            [_render_category_table(graded.marks)] if graded.marks else [],
        ),
    )
    title = Message("{scene}: {name}", {"scene": about.scene, "name": graded.name})
    return _render_page(title, head, parts)


def _render_page(title: str, head: str, parts: Iterable[str]) -> str:
    # Embedded in each student's page, so only for Japanese pages, not for names.
    faces = japanese_font_css() if current_language() == "ja" else ""
    fields = {
        "language": current_language(),
        "title": translate_to_html(title),
        "style": f"{faces}\n{build_color_style()}\n{read_asset('class_page.css')}",
        "about": head,
        "parts": "".join(parts),
    }
    return fill_page("class_page.html", fields)


def _render_section(title: str, contents: Iterable[str]) -> str:
    """Return a section of a page, or "" without contents."""
    body = "".join(contents)
    return f"<h2>{translate_to_html(title)}</h2>\n{body}\n" if body else ""


def _render_paragraph(text: str, looks: str = "") -> str:
    style = f' class="{looks}"' if looks else ""
    return f"<p{style}>{translate_to_html(text)}</p>\n"


def _render_notes(notes: Sequence[str]) -> str:
    return _render_paragraph(join_sentences(*notes))


def _format_outcome(result: GradedSubmission, about: ClassAssignment) -> str:
    return message(
        "{had:g} of {points:g} points: {outcome}",
        had=round_points(result.mark),
        points=about.points,
        outcome=result.outcome.value,
    )


def _group_labels_by_student(common: Iterable[CommonMistake]) -> dict[str, list[str]]:
    """Return the labels of mistakes by the students' names."""
    labels_by_student: dict[str, list[str]] = {}
    for mistake in common:
        for name in mistake.names:
            labels_by_student.setdefault(name, []).append(mistake.label)
    return labels_by_student


def _render_common_mistake(one: CommonMistake, pages: Mapping[str, str]) -> str:
    """Return a mistake of the class with an example and the students who made it."""
    first_graded, mistake = one.made[0]
    kinds = dict.fromkeys(first_mistake.kind for _, first_mistake in one.made)
    words = capitalize(one.text)
    name_items = "".join(f"<li>{_render_link(name, pages)}</li>" for name in one.names)
    natures = dict.fromkeys(first_mistake.nature for _, first_mistake in one.made)
    return (
        f'<section class="mistake" id="{one.label}">\n'
        f'<h3><span class="label">{one.label}</span>{translate_to_html(words)}</h3>\n'
        f'<ul class="students">{name_items}</ul>\n'
        + _render_paragraph(_format_kinds(kinds, natures), "muted")
        + _render_case(mistake)
        + _render_figures(
            [
                (_SHRUNK_CASE_LABEL, mistake.answer_text, mistake.picture),
                (
                    message("All mistakes of {name}", name=first_graded.name),
                    _MAP_LABEL,
                    first_graded.map,
                ),
            ]
        )
        + "</section>\n"
    )


def _format_kinds(kinds: Iterable[str], natures: Iterable[str]) -> str:
    labels = [_NATURE_LABELS.get(nature, nature) for nature in natures]
    return message(
        "{kinds} ({natures})",
        kinds=join_texts(kinds, ","),
        natures=join_texts(labels, ","),
    )


def _render_mistake(mistake: GradedMistake) -> str:
    kind = in_english(mistake.kind.capitalize(), mistake.kind)
    words = Message("{kind}: {count:,}", {"kind": kind, "count": mistake.count})
    return (
        f'<section class="mistake">\n<h3>{translate_to_html(words)}</h3>\n'
        + _render_paragraph(mistake.explained)
        + _render_case(mistake)
        + _render_figures([(_SHRUNK_CASE_LABEL, mistake.answer_text, mistake.picture)])
        + "</section>\n"
    )


def _render_case(mistake: GradedMistake) -> str:
    answer = message("{text}.", text=capitalize(mistake.answer_text))
    return (
        f"<p><code>{html.escape(mistake.call)}</code></p>\n{_render_paragraph(answer)}"
    )


def _render_figures(pictures: Iterable[tuple[str, str, Pictures]]) -> str:
    """Return figures with captions and alternative texts; "" for none."""
    figures_html = "".join(
        _render_figure(*picture) for picture in pictures if picture[-1]
    )
    return f'<div class="pictures">{figures_html}</div>\n' if figures_html else ""


def _render_figure(words: str, instead: str, held: Pictures) -> str:
    light, dark = (
        _to_data_url(held[theme]) for theme in (ThemeName.LIGHT, ThemeName.DARK)
    )
    wide, tall = (round(side) for side in FIGURE_SIZE_PX)
    return (
        f'<figure><picture><source srcset="{dark}"'
        ' media="(prefers-color-scheme: dark)">'
        f'<img src="{light}" width="{wide}" height="{tall}"'
        f' alt="{translate_to_html(instead)}"></picture>'
        f"<figcaption>{translate_to_html(words)}</figcaption></figure>"
    )


def _to_data_url(svg: str) -> str:
    encoded = base64.b64encode(svg.encode()).decode()
    return f"data:image/svg+xml;base64,{encoded}"


def _render_points_table(
    results: Sequence[GradedSubmission],
    labels: Mapping[str, Sequence[str]],
    pages: Mapping[str, str],
    about: ClassAssignment,
) -> str:
    """Return the table of all students' points."""
    rows = []
    for result in results:
        marks_html = " ".join(
            f'<a href="#{label}">{label}</a>' for label in labels.get(result.name, ())
        )
        refusal = ""
        if result.refused:
            refusal = message("Refused: {what}.", what=join_texts(result.refused, ";"))
        verdict = translate_to_html(join_sentences(result.verdict, refusal))
        rows.append(
            f'<tr><th scope="row">{_render_link(result.name, pages)}</th>'
            f'<td class="number">{round_points(result.mark):g}</td>'
            f"<td>{translate_to_html(result.outcome.value)}</td>"
            f'<td>{marks_html}</td><td class="verdict-text">{verdict}</td></tr>'
        )
    heads = (
        message("Name"),
        message("Of {points:g}", points=about.points),
        message("Outcome"),
        message("Mistakes"),
        message("Explanation"),
    )
    return _render_table(message("Points of everyone"), heads, rows)


def _render_category_table(marks: Iterable[CategoryMark]) -> str:
    """Return the table of one student's points by category."""
    rows = [
        f'<tr><th scope="row">{translate_to_html(mark.category)}</th>'
        f'<td class="number">{_format_share(mark.right, mark.cases)}</td>'
        '<td class="number">'
        f"{_format_share(round_points(mark.score), round_points(mark.points))}</td>"
        "</tr>"
        for mark in marks
    ]
    heads = message("Category of cases"), message("Right"), message("Points")
    return _render_table(message("Your points"), heads, rows)


def _format_share(part: float, whole: float) -> str:
    return translate_to_html(
        message(
            "{part} of {whole}", part=_format_number(part), whole=_format_number(whole)
        )
    )


def _format_number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _render_table(name: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    """Return a table that scrolls by itself if it is too wide."""
    columns = "".join(
        f'<th scope="col">{translate_to_html(head)}</th>' for head in heads
    )
    return (
        f'<div class="scrolls" role="region" aria-label="{translate_to_html(name)}"'
        f' tabindex="0"><table><thead><tr>{columns}</tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div>\n"
    )


def _render_link(name: str, pages: Mapping[str, str]) -> str:
    return f'<a href="{html.escape(quote(pages[name]))}">{html.escape(name)}</a>'


def _render_refusal(result: GradedSubmission) -> str:
    if not result.refused:
        return ""
    sentence = message("It was refused: {what}.", what=join_texts(result.refused, ";"))
    return _render_paragraph(sentence)
