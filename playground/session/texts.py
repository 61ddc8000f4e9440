"""Texts about the session's state: maps, precision, quizzes and cases."""

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

import numpy as np

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapField, MapKind, MapQuery, sort_for_legend
from playground.analysis.precision import PrecisionReading
from playground.i18n import (
    capitalize,
    enum_of_texts,
    join_sentences,
    lower,
    message,
    plural,
)
from playground.quick_dataclass import dataclass
from playground.quiz.questions import target_of_question
from playground.quiz.round import (
    QUESTION_COUNT,
    QuizRound,
    answer_word,
    format_points,
    question_sentence,
)
from playground.scene import Nature
from playground.scene.answer import NOT_EVALUATED, Effect, RegionKind
from playground.scene.math_text import format_number, with_power
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.scene.scene import Case, SceneEntry
from playground.session import quiz as session_quiz
from playground.session.view_model import SceneView

# ----------------------------------------------------------------------------
# Legends and captions of maps.
# ----------------------------------------------------------------------------


# Lines of code are cut after this many letters, or later if there are only a few.
_MAX_CODE_LETTERS = 32
MAX_LEGEND_LETTERS = 60
_MAX_LONG_LINES = 3
# Explanations of mistakes without one of their own.
_NATURE_TEXTS = {
    Nature.ERROR: "",
    Nature.CHOICE: message("Intended by the author."),
    Nature.ROUNDING: message(
        "Caused by rounding: with exact numbers the answer would be right."
    ),
}
# Meaning of the textures, the worst first.
_TEXTURES = {
    Effect.MISSED_HIT: message("Solid: a missed hit."),
    Effect.PHANTOM_HIT: message("Striped: a phantom hit."),
    Effect.WRONG: message("Dotted: a wrong value."),
}
_DASHED = message("Dashed edge: by the author's choice.")
_PLAIN = message("No colour: both agree.")

_MAP_EXPLANATIONS = {
    None: message("A map shows the scene's answer at all its places at once."),
    MapKind.REGIONS: message(
        "The verdict at every place of the map, each in its colour."
    ),
    MapKind.VALUES: message(
        "One number of the answer at every place of the map, with contour lines."
    ),
    MapKind.MISTAKES: message(
        "The places where the code is wrong, by kind of mistake. Choose a place on "
        "it to see that case."
    ),
    MapKind.BLAME: message(
        "The faulty line of the code, where its answer is wrong. Choose a place on "
        "it to see the code run on the Code page."
    ),
}


@dataclass(frozen=True)
class LegendLine:
    """A line of a map's legend.

    Attributes
    ----------
    place : int
        Index of the kind in the map's `kinds`.
    kind : RegionKind
        The kind, which determines the texture.
    role : Role
        Its color.
    text : str
        Its title.
    share : str
        Share of the map that it covers: "16 %"; "" on maps that are not of code.
    why : str
        Explanation of a mistake; "" for other kinds.
    more : str
        The full text of a line of code, which `text` may shorten; "" for other kinds.
    is_stale : bool
        Whether the map still belongs to earlier params.
    """

    place: int
    kind: RegionKind
    role: Role
    text: str
    share: str = ""
    why: str = ""
    more: str = ""
    is_stale: bool = False

    @property
    def name(self) -> str:
        """Name of the kind, which a click shows alone."""
        return self.kind.name

    @property
    def code(self) -> bool:
        """Whether it stands for a line of code, whose text begins with its number."""
        return self.name[:1].isdigit()


def legend_lines(field: MapField, roles: Sequence[Role]) -> list[LegendLine]:
    """Return the lines of a map's legend.

    Kinds without a sample are left out. On maps of code they are sorted by severity,
    with their shares of the map.

    Parameters
    ----------
    field : MapField
        The map.
    roles : sequence of Role
        The color of each of its kinds.
    """
    of = field.query.kind
    kinds = enumerate(zip(field.kinds, field.counts, strict=True))
    shown_kinds = [(index, kind, count) for index, (kind, count) in kinds if count]
    if not of.is_code_map:
        return [
            LegendLine(index, k, roles[index], k.name) for index, k, _ in shown_kinds
        ]
    counts = {index: count for index, _, count in shown_kinds}
    sorted_kinds = sort_for_legend(
        [(index, kind) for index, kind, _ in shown_kinds], roles
    )
    if of is MapKind.BLAME:
        sorted_kinds = _merge_code_lines(sorted_kinds, counts)
    cell_count = field.index.size
    return [
        LegendLine(
            index,
            kind,
            roles[index],
            _legend_title(kind, [k for _, k in sorted_kinds], of),
            _format_share(counts[index], cell_count),
            kind.why or _NATURE_TEXTS[kind.nature] if of is MapKind.MISTAKES else "",
            kind.name if of is MapKind.BLAME else "",
        )
        for index, kind in sorted_kinds
    ]


def _merge_code_lines(
    ordered: Sequence[tuple[int, RegionKind]], counts: dict[int, int]
) -> list[tuple[int, RegionKind]]:
    """Return each line of code once, by its worst effect, with the counts added up."""
    lines: dict[str, tuple[int, RegionKind]] = {}
    for index, kind in ordered:
        first = lines.setdefault(kind.name, (index, kind))[0]
        if first != index:
            counts[first] += counts[index]
    return list(lines.values())


def _legend_title(kind: RegionKind, shown: Sequence[RegionKind], of: MapKind) -> str:
    """Return the title of a kind, with its effect if several kinds have its name."""
    if of is MapKind.BLAME:
        code = kind.name[:1].isdigit()
        return truncate_text(
            kind.name,
            _MAX_CODE_LETTERS
            if code and len(shown) > _MAX_LONG_LINES
            else MAX_LEGEND_LETTERS,
        )
    alike = sum(kind_.name == kind.name for kind_ in shown)
    if alike > 1:
        return message("{mistake}: {effect}", mistake=kind.name, effect=kind.effect)
    return kind.name


def map_explanation(study: SceneView, kind: MapKind | None) -> str:
    """Return an explanation of a kind of map, None for maps.

    Or why the scene has none.
    """
    if study.maps:
        return (
            study.scene.answer.zones_caption
            if kind is MapKind.ZONES
            else _MAP_EXPLANATIONS[kind]
        )
    if study.scene.single:
        return message("There is no map of this: it has many answers, not one.")
    return message(
        "There is no map of this: a map needs two numbers and an outcome or a value."
    )


def texture_text(lines: Sequence[LegendLine]) -> str:
    """Return the meaning of the textures in a legend; "" without mistakes."""
    kinds = [line.kind for line in lines if line.kind.effect]
    if not kinds:
        return ""
    asked = [kind for kind in kinds if kind.name != NOT_EVALUATED]
    effects = {kind.effect for kind in asked if kind.nature is not Nature.ROUNDING}
    texts = [text for effect, text in _TEXTURES.items() if effect in effects]
    if any(kind.nature is Nature.CHOICE for kind in kinds):
        texts.append(_DASHED)
    return join_sentences(*texts, _PLAIN)


def map_caption(question: MapQuery) -> str:
    """Return the caption of a map."""
    of = question.quantity if question.kind is MapKind.VALUES else question.kind.value
    return message("Map: {of}", of=of)


def map_title(question: MapQuery, *, is_user_code: bool) -> str:
    """Return the title in a map's picture; for mistakes it says whose code it is."""
    if not question.kind.is_code_map:
        return map_caption(question)
    if is_user_code:
        return message("Map: where your code is wrong")
    return message("Map: where the article's code is wrong")


def map_label_text(
    lines: Sequence[LegendLine], whole: str
) -> list[tuple[int, str, str]]:
    """Return the labels on the map itself: index of a kind, name, share.

    Parameters
    ----------
    lines : sequence of LegendLine
        The legend. Rounding and lines of code have no label.
    whole : str
        Name of the area that shares are of, such as "this view"; "" for labels without
        shares.
    """
    return [
        (line.place, line.text, whole and _share_and_effect(line, whole))
        for line in lines
        if line.share and not line.code and line.kind.nature is not Nature.ROUNDING
    ]


def _share_and_effect(line: LegendLine, whole: str) -> str:
    """Return the text below a name on the map: "16 % of this view, missed"."""
    share = line.share
    if share.endswith("%"):
        share = message("{share} of {whole}", share=share, whole=whole)
    effect = line.kind.effect
    if effect is None or line.text.endswith(effect) or line.text == NOT_EVALUATED:
        return share
    return message("{share}, {effect}", share=share, effect=effect)


def empty_map_text(study: SceneView, field: MapField) -> str:
    """Return the message for a map without content, or "…" while it is coarse."""
    if field.is_coarse:
        return "…"
    if field.query.kind is MapKind.VALUES:
        verdict = study.verdict
        reason = study.error if verdict is None else verdict.detail
        return join_sentences(
            message("This value is not defined anywhere on this map."), reason
        )
    listing = study.scene.listing
    who = capitalize(listing.name_in_sentence if listing else message("the code"))
    text = message("{who} is right at every point sampled.", who=who)
    comparison = study.comparison
    if comparison and not comparison.agrees:
        return join_sentences(
            text,
            message("It is wrong at some points in between, your own case among them."),
        )
    return text


def truncate_text(text: str, long: int = MAX_LEGEND_LETTERS) -> str:
    """Return a text; if longer than `long` characters cut to that, with an ellipsis."""
    return text if len(text) <= long else f"{text[: long - 1].rstrip()}…"


def share_text(field: MapField, place: int) -> str:
    """Return the share of a map that the kind with this index covers: "16 %"."""
    return _format_share(field.counts[place], field.index.size)


def _format_share(count: int, total: int) -> str:
    """Return a share in percent; below 0.1 % and 100 samples, the number of these."""
    percent = 100.0 * count / total
    if percent >= 1.5:
        return f"{percent:.0f} %"
    if percent >= 0.1:
        return f"{percent:.1f} %"
    return (
        "< 0.1 %" if count >= 100 else plural("{count} place", "{count} places", count)
    )


# ----------------------------------------------------------------------------
# The page "Predict": question, task, feedback and score.
# ----------------------------------------------------------------------------


INVITATION = message(
    "{count} questions. Look at the picture and say hit or miss; for some hits "
    "you also mark the place or set the time. A right answer earns a point, "
    "and a wrong one costs a point. After each right answer the next question "
    "is a little harder. Each round has new questions; everyone who enters the "
    "same seed gets the same ones.",
    count=QUESTION_COUNT,
)
ANSWER_FIRST = message(
    "Answer the question first: the state would give the answer away"
)
"""Notice on copying or saving a state while a question is open."""


def question_number_text(quiz: QuizRound) -> str:
    """Return the number of the question and the number of all."""
    return message("Question {number} of {all}", number=quiz.number, all=QUESTION_COUNT)


def next_question_label(quiz: QuizRound) -> str:
    """Return the label of the button after a revealed answer."""
    return message("Result" if quiz.number == QUESTION_COUNT else "Next")


def verdict_word(quiz: QuizRound, *, hit: bool) -> str:
    """Return the scene's word for a hit or a miss in the question's state."""
    return answer_word(quiz.scene, quiz.question.params, hit=hit)


def quiz_question_text(quiz: QuizRound) -> str:
    """Return the question as a sentence; exceptions of the scene pass through."""
    return question_sentence(quiz.scene, quiz.question)


def quiz_task_text(quiz: QuizRound, now: float, *, keys: bool = False) -> str:
    """Return the instruction for the current part of a question.

    Parameters
    ----------
    quiz : QuizRound
        The round, its question not revealed yet.
    now : float
        The scene's current time.
    keys : bool
        Whether the time can be set by keys only.

    Returns
    -------
    str
        "" if nothing more is to be guessed.
    """
    target = target_of_question(quiz.scene)
    if quiz.verdict is None:
        hit, miss = verdict_word(quiz, hit=True), verdict_word(quiz, hit=False)
        timed = session_quiz.is_time_question(quiz.scene)
        if target and quiz.asks_place and not timed:
            return message(
                "Click where you expect {target}, or choose {miss}.",
                target=target.label,
                miss=miss,
            )
        return message("{hit} or {miss}?", hit=hit, miss=lower(miss))
    if target is None:
        return ""
    if session_quiz.is_time_question(quiz.scene):
        return message(
            "Bring the time to {target} with the arrow keys, then press Enter. It is "
            "at {now}."
            if keys
            else "Drag the time below the picture to {target}, then reveal. "
            "It is at {now}.",
            target=target.label,
            now=format_number(now),
        )
    if quiz.place is None:
        return message(
            "Now click where you expect {target}, or move a mark there with the arrow "
            "keys and press Enter.",
            target=target.label,
        )
    return message("Move the mark, then reveal.")


def quiz_feedback_text(quiz: QuizRound) -> str:
    """Return whether the answer was right, and its points; "" before it is revealed."""
    if quiz.answer is None:
        return ""
    unit = "" if session_quiz.is_time_question(quiz.scene) else "m"
    points = format_points(quiz.answer.points, signed=True)
    return message(
        "{sentence} {points}",
        sentence=session_quiz.reveal_text(quiz, unit),
        points=points,
    )


def quiz_score_text(quiz: QuizRound) -> str:
    """Return the points so far; "" before the first answer."""
    if not quiz.answers:
        return ""
    points = format_points(quiz.points)
    given = len(quiz.answers)
    return plural(
        "{points} of {count} point", "{points} of {count} points", given, points=points
    )


# ----------------------------------------------------------------------------
# The precision panel: a verdict in three float types.
# ----------------------------------------------------------------------------


NO_COMPARISON = message("There is nothing to compare for these parameters.")
GAP_HELP = message(
    "How far the test is from its limit, passed (+) or failed (−), in units "
    "of the last place of the larger side (the exact result in float64 "
    "units). Where another condition fails, that is named instead."
)


def precision_test_text(study: SceneView) -> str:
    """Return a description of the compared test, or that there is none."""
    lens = study.scene.precision_formula
    if lens is None or not study.precision:
        return NO_COMPARISON
    return message(
        "{test}: only this test, not the whole code, in three types of number.",
        test=lens.compared,
    )


def reading_word(study: SceneView, reading: PrecisionReading) -> str:
    """Return the verdict of a reading."""
    return answer_word(study.entry, study.params, hit=reading.hit)


def precision_gap_text(reading: PrecisionReading) -> str:
    """Return the test's distance from its limit, or another failed condition's name."""
    return reading.failing or _in_steps(reading.gap)


def axis_value_text(params: Params, axis: Axis) -> str:
    """Return the value of an axis with all its digits; of an angle in radians."""
    text = repr(axis.value(params)).replace("-", "−")
    return text if axis.display_factor(params) == 1.0 else f"{text} rad"


def _in_steps(gap: float) -> str:
    """Return a gap in units of the last place, as text; "none" if it is not finite."""
    if not math.isfinite(gap):
        return message("none", about="steps")
    if abs(gap) >= 1e6:
        # An exact count would not be read.
        digits, power = f"{gap:+.0e}".replace("-", "−").split("e")
        return message("about {count} steps", count=with_power(digits, int(power)))
    text = (f"{gap:+.0f}" if gap else "0") if gap == round(gap) else f"{gap:+.2g}"
    text = text.replace("-", "−")
    return plural("{gap} step", "{gap} steps", 1 if abs(gap) == 1.0 else 2, gap=text)


# ----------------------------------------------------------------------------
# Cases in groups: typical, at the edge, with a mistake.
# ----------------------------------------------------------------------------


# A case is at the edge if a quantity is this near to its threshold, relatively.
_EDGE_TOLERANCE = 1e-9


@enum_of_texts
class CaseGroup(StrEnum):
    """Reason to look at a case, in words, by which lists of cases are grouped."""

    TYPICAL = "Typical"
    EDGE = "On the edge of the verdict"
    DIFFERS = "The article answers differently"


# Cached, since every case has to be solved.
@lru_cache(maxsize=16)
def case_groups(entry: SceneEntry) -> Mapping[str, CaseGroup]:
    """Return the group of each case by name, sorted by group.

    Every case is solved; the result is cached.
    """
    groups = {name: _classify_case(entry, case) for name, case in entry.cases.items()}
    all_groups = [*CaseGroup]
    return dict(sorted(groups.items(), key=lambda item: all_groups.index(item[1])))


def case_label(study: SceneView) -> str:
    """Return the name of the current case, or that it is edited, for the selector."""
    origin = study.options.case
    if study.options.has_question:
        # Its name tells the answer.
        return message("A question")
    if study.is_edited:
        return message("Edited, from {case}", case=origin)
    return origin or message("Your own")


def _classify_case(entry: SceneEntry, case: Case) -> CaseGroup:
    study = SceneView(entry, case.params)
    if _has_wrong_listing(study, case):
        return CaseGroup.DIFFERS
    return CaseGroup.EDGE if _is_on_edge(study) else CaseGroup.TYPICAL


def _has_wrong_listing(study: SceneView, case: Case) -> bool:
    listing = study.scene.listing
    if listing is None or listing.code is None:
        # User code, which answers later.
        return bool(case.mistake)
    comparison = study.comparison
    if comparison is None or comparison.agrees:
        return False
    return comparison.nature is not Nature.CHOICE


def _is_on_edge(study: SceneView) -> bool:
    """Return whether a quantity is at its threshold, within `_EDGE_TOLERANCE`.

    Params without an answer count as well.
    """
    solution = study.solution
    if solution is None:
        return True
    p, answer = solution.params, study.scene.answer
    for quantity in answer.quantities:
        turns = quantity.threshold
        if turns is None:
            continue
        edge = float(np.asarray(turns(p) if callable(turns) else turns))
        value = float(np.asarray(solution.value(quantity)))
        if abs(value - edge) <= _EDGE_TOLERANCE * max(abs(edge), 1.0):
            return True
    return False
