"""Texts for people about the open state: maps, precision, quizzes and cases."""

import math
from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

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
from playground.scene.units import Units
from playground.session import files
from playground.session import quiz as session_quiz
from playground.session.history import History
from playground.session.lesson import editor, player
from playground.session.lesson.open_lesson import OpenLesson
from playground.session.open_scene import OpenScene, Setting
from playground.session.playback import Playback
from playground.session.session import Session
from playground.session.start_offer import StartOffer
from playground.session.view_model import SceneView

if TYPE_CHECKING:
    from playground.session.user_code_run import UserCode


# ----------------------------------------------------------------------------
# What a map's colours mean, in words.
# ----------------------------------------------------------------------------


# A line of code is cut after so many letters; later where there are a few alone.
_MAX_CODE_LETTERS = 32
MAX_LEGEND_LETTERS = 60
_MAX_LONG_LINES = 3
# What is said of a mistake that does not say why.
_NATURE_TEXTS = {
    Nature.ERROR: "",
    Nature.CHOICE: message("The author means it to be so."),
    Nature.ROUNDING: message(
        "Numbers are rounded; exact ones would be answered rightly."
    ),
}
# What the textures mean, from the worst.
_TEXTURES = {
    Effect.MISSED_HIT: message("Solid: a hit is missed."),
    Effect.PHANTOM_HIT: message("Striped: a hit is made up."),
    Effect.WRONG: message("Dotted: answered wrongly."),
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
        "Where the code and the truth differ, by kind of mistake. Choose a place "
        "on it to see that case."
    ),
    MapKind.BLAME: message(
        "Which line of the code is to blame where it is wrong. Choose a place on "
        "it to see it run on the page Code."
    ),
}


@dataclass(frozen=True)
class LegendLine:
    """A kind that the map shows.

    `kind` is how it looks, `place` where it is among the field's, and `name` what a
    click on it chooses. `text` is its title, `share` how much of the map it fills, and
    `why` what is wrong; `more` is what there is no room for. What is no mistake has
    neither share nor reason. It `is_stale` while the map is still that of other params.
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
        """What a click on it shows alone."""
        return self.kind.name

    @property
    def code(self) -> bool:
        """Whether it is a line of code, with its number."""
        return self.name[:1].isdigit()


def legend_lines(field: MapField, roles: Sequence[Role]) -> list[LegendLine]:
    """Return the lines of a map's legend, by the colours of its kinds.

    Mistakes come by severity, with their shares of the field.
    """
    of = field.query.kind
    known = enumerate(zip(field.kinds, field.counts, strict=True))
    shown = [(at, kind, count) for at, (kind, count) in known if count]
    if not of.is_code_map:
        return [LegendLine(at, k, roles[at], k.name) for at, k, _ in shown]
    counts = {at: count for at, _, count in shown}
    ordered = sort_for_legend([(at, kind) for at, kind, _ in shown], roles)
    if of is MapKind.BLAME:
        ordered = _merge_code_lines(ordered, counts)
    whole = field.index.size
    return [
        LegendLine(
            at,
            kind,
            roles[at],
            _legend_title(kind, [k for _, k in ordered], of),
            _format_share(counts[at], whole),
            kind.why or _NATURE_TEXTS[kind.nature] if of is MapKind.MISTAKES else "",
            kind.name if of is MapKind.BLAME else "",
        )
        for at, kind in ordered
    ]


def _merge_code_lines(
    ordered: Sequence[tuple[int, RegionKind]], counts: dict[int, int]
) -> list[tuple[int, RegionKind]]:
    """Return each line of code once, as what it does at worst, and count all of it."""
    found: dict[str, tuple[int, RegionKind]] = {}
    for at, kind in ordered:
        first = found.setdefault(kind.name, (at, kind))[0]
        if first != at:
            counts[first] += counts[at]
    return list(found.values())


def _legend_title(kind: RegionKind, shown: Sequence[RegionKind], of: MapKind) -> str:
    """Return what stands at a kind; one of several effects says which."""
    if of is MapKind.BLAME:
        code = kind.name[:1].isdigit()
        return truncate_text(
            kind.name,
            _MAX_CODE_LETTERS
            if code and len(shown) > _MAX_LONG_LINES
            else MAX_LEGEND_LETTERS,
        )
    alike = sum(other.name == kind.name for other in shown)
    if alike > 1:
        return message("{mistake}: {effect}", mistake=kind.name, effect=kind.effect)
    return kind.name


def map_explanation(study: SceneView, kind: MapKind | None) -> str:
    """Return what a map shows, or what any would; why there is none of a scene."""
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
    """Return what the textures of these kinds mean; "" where none is a mistake."""
    kinds = [line.kind for line in lines if line.kind.effect]
    if not kinds:
        return ""
    asked = [kind for kind in kinds if kind.name != NOT_EVALUATED]
    filled = {kind.effect for kind in asked if kind.nature is not Nature.ROUNDING}
    said = [text for effect, text in _TEXTURES.items() if effect in filled]
    if any(kind.nature is Nature.CHOICE for kind in kinds):
        said.append(_DASHED)
    return join_sentences(*said, _PLAIN)


def map_caption(question: MapQuery) -> str:
    """Return what a map is of."""
    of = question.quantity if question.kind is MapKind.VALUES else question.kind.value
    return message("Map: {of}", of=of)


def map_title(question: MapQuery, *, is_user_code: bool) -> str:
    """Return what stands on the picture of a map; of mistakes, whose they are."""
    if not question.kind.is_code_map:
        return map_caption(question)
    if is_user_code:
        return message("Map: where your code is wrong")
    return message("Map: where the article's code is wrong")


def map_label_text(
    lines: Sequence[LegendLine], whole: str
) -> list[tuple[int, str, str]]:
    """Return what stands on the map itself: the place of a kind, its name, its share.

    `whole` is what it is a share of; with "" the legend alone tells the share. Rounding
    is told by the legend alone, and so are lines of code.
    """
    return [
        (line.place, line.text, whole and _share_and_effect(line, whole))
        for line in lines
        if line.share and not line.code and line.kind.nature is not Nature.ROUNDING
    ]


def _share_and_effect(line: LegendLine, whole: str) -> str:
    """Return what stands below a name on the map: "16 % of this view, missed"."""
    share = line.share
    if share.endswith("%"):
        share = message("{share} of {whole}", share=share, whole=whole)
    effect = line.kind.effect
    said = effect is None or line.text.endswith(effect) or line.text == NOT_EVALUATED
    if said:
        return share
    return message("{share}, {effect}", share=share, effect=effect)


def empty_map_text(study: SceneView, field: MapField) -> str:
    """Return what is said where there is nothing on the map, or nothing yet."""
    if field.is_coarse:
        return "…"
    if field.query.kind is MapKind.VALUES:
        verdict = study.verdict
        why = study.error if verdict is None else verdict.detail
        return join_sentences(
            message("This value is not defined anywhere on this map."), why
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
    """Return the beginning of a text that has no room."""
    return text if len(text) <= long else f"{text[: long - 1].rstrip()}…"


def share_text(field: MapField, place: int) -> str:
    """Return how much of a map a kind fills, by its place among the field's."""
    return _format_share(field.counts[place], field.index.size)


def _format_share(count: int, whole: int) -> str:
    percent = 100.0 * count / whole
    if percent >= 1.5:
        return f"{percent:.0f} %"
    if percent >= 0.1:
        return f"{percent:.1f} %"
    return (
        "< 0.1 %" if count >= 100 else plural("{count} place", "{count} places", count)
    )


# ----------------------------------------------------------------------------
# What the page "Predict" says: what is asked, what is to be done, what was right.
# ----------------------------------------------------------------------------


INVITATION = message(
    "{count} questions. Look at the picture and say hit or miss; of some hits you "
    "also mark the place or set the time. A right answer earns a point, and a wrong "
    "one costs a point. After each right answer the next question is a little "
    "harder. Each round has new questions; everyone who enters the same seed has the "
    "same ones.",
    count=QUESTION_COUNT,
)
ANSWER_FIRST = message(
    "Answer the question first: the state would give the answer away"
)
"""What is said where a state would be copied or saved while a question is open."""


def question_number_text(quiz: QuizRound) -> str:
    """Return which of the questions it is."""
    return message("Question {number} of {all}", number=quiz.number, all=QUESTION_COUNT)


def next_question_label(quiz: QuizRound) -> str:
    """Return what stands on the button that leads on from a revealed answer."""
    return message("Result" if quiz.number == QUESTION_COUNT else "Next")


def verdict_word(quiz: QuizRound, *, hit: bool) -> str:
    """Return what a hit or a miss is called."""
    return answer_word(quiz.scene, quiz.question.params, hit=hit)


def quiz_question_text(quiz: QuizRound) -> str:
    """Return what is asked, as a sentence; it may raise what a scene raises."""
    return question_sentence(quiz.scene, quiz.question)


def quiz_task_text(quiz: QuizRound, now: float, *, keys: bool = False) -> str:
    """Return what is to be done now.

    Parameters
    ----------
    quiz
        The round, its question not revealed yet.
    now
        The present time.
    keys
        Whether there are keys alone to set the time with.
    """
    wanted = target_of_question(quiz.scene)
    if quiz.verdict is None:
        hit, miss = verdict_word(quiz, hit=True), verdict_word(quiz, hit=False)
        return message("{hit} or {miss}?", hit=hit, miss=lower(miss))
    if wanted is None:
        return ""
    if session_quiz.is_time_question(quiz.scene):
        return message(
            "With the arrow keys bring the time to {target}, then press Enter. "
            "It is at {now}."
            if keys
            else "Drag the time below the picture to {target}, then reveal. "
            "It is at {now}.",
            target=wanted.label,
            now=format_number(now),
        )
    if quiz.place is None:
        return message(
            "Now click where you expect {target}, or move a mark there with the arrow "
            "keys and press Enter.",
            target=wanted.label,
        )
    return message("Move the mark, then reveal.")


def quiz_feedback_text(quiz: QuizRound) -> str:
    """Return what was right, and what the answer earns; "" before it is revealed."""
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
    """Return the points of the answers given so far; "" before the first."""
    if not quiz.answers:
        return ""
    points = format_points(quiz.points)
    given = len(quiz.answers)
    return plural(
        "{points} of {count} point", "{points} of {count} points", given, points=points
    )


# ----------------------------------------------------------------------------
# What the lens says: three kinds of numbers about one verdict, and the last bits.
# ----------------------------------------------------------------------------


NO_COMPARISON = message("There is nothing to compare for these parameters.")
GAP_HELP = message(
    "How far the test is from its limit, passed (+) or failed (−), in units "
    "of the last place of the larger side (the exact result in float64 "
    "units). Where another condition fails, that is named instead."
)


def precision_test_text(study: SceneView) -> str:
    """Return what is compared; why nothing is, where the lens has no reading."""
    lens = study.scene.precision_formula
    if lens is None or not study.precision:
        return NO_COMPARISON
    return message(
        "{test}: this test alone, not the code, in three types of number",
        test=lens.compared,
    )


def reading_word(study: SceneView, reading: PrecisionReading) -> str:
    """Return the verdict of a kind of number."""
    return answer_word(study.entry, study.params, hit=reading.hit)


def precision_gap_text(reading: PrecisionReading) -> str:
    """Return how far from its limit the test is, or what else is failed."""
    return reading.failing or _in_steps(reading.gap)


def axis_value_text(params: Params, axis: Axis) -> str:
    """Return the number that is moved with all of its digits."""
    text = repr(axis.value(params)).replace("-", "−")
    return text if axis.display_factor(params) == 1.0 else f"{text} rad"


def _in_steps(gap: float) -> str:
    """Return a gap that is counted in the steps between neighbouring numbers."""
    if not math.isfinite(gap):
        return message("none", about="steps")
    if abs(gap) >= 1e6:
        # How many exactly, nobody reads.
        digits, power = f"{gap:+.0e}".replace("-", "−").split("e")
        return message("about {count} steps", count=with_power(digits, int(power)))
    text = (f"{gap:+.0f}" if gap else "0") if gap == round(gap) else f"{gap:+.2g}"
    text = text.replace("-", "−")
    return plural("{gap} step", "{gap} steps", 1 if abs(gap) == 1.0 else 2, gap=text)


# ----------------------------------------------------------------------------
# What a frame reads of a session besides its study.
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ViewFacts:
    """What is open, and how it stands.

    Attributes
    ----------
    context_id
        What a drag or hover belongs to.
    gesture_id : int
        How many buttons and keys went down: edits of one press are one step.
    index : int
        The place of the present scene among `entries`.
    entries : tuple of Entry
        The scenes.
    opened : tuple of OpenScene
        The same as they are open, each in its place.
    history : History
        What undo and redo go through.
    user_code : JudgedCode or None
        Somebody's code in the listing's place.
    is_user_code_awaited : bool
        Whether there is a start for it instead.
    code_failure : str
        Why the code that was chosen last is not open; "" where it is.
    recent_files : tuple of str
        The paths of files that were opened or saved, the last first.
    precision_axis : Axis or None
        The number under the lens, once it is chosen.
    lesson : OpenLesson or None
        The lesson that is open.
    done, moved_on : bool
        Whether its stop's task is done, and whether another state is on show than the
        stop's, which is asked where it is written.
    left_lesson : bool
        Whether there is a lesson to go on with.
    next_lesson : Entry or None
        The scene whose lesson comes after the one that has ended.
    quiz : QuizRound or None
        The quiz that is on show.
    seed : int
        The seed of the next one.
    playback : Playback
        How the time moves.
    start_offer : OpenStart or None
        The start that is on offer.
    notice : str
        A short message.
    file : str
        The name of the file that is open, and that it has changed; "" for none.
    units : Units
        How the scene's numbers are shown.
    """

    context_id: Hashable
    gesture_id: int
    index: int
    entries: tuple[SceneEntry, ...]
    opened: tuple[OpenScene, ...]
    history: History[Setting]
    user_code: "UserCode | None"
    is_user_code_awaited: bool
    code_failure: str
    recent_files: tuple[str, ...]
    precision_axis: Axis | None
    lesson: OpenLesson[OpenScene] | None
    done: bool
    moved_on: bool
    left_lesson: bool
    next_lesson: SceneEntry | None
    quiz: QuizRound | None
    seed: int
    playback: Playback
    start_offer: StartOffer | None
    notice: str
    file: str
    units: Units


def view_facts(session: Session) -> ViewFacts:
    """Return them as they are now."""
    own, walk = session.open_scene, session.lesson
    return ViewFacts(
        context_id=session.context_id,
        gesture_id=session.gesture_id,
        index=session.index,
        entries=tuple([opened.scene for opened in session.opened_scenes]),
        opened=tuple(session.opened_scenes),
        history=own.history,
        user_code=own.user_code,
        is_user_code_awaited=session.is_user_code_awaited,
        code_failure=own.code_failure,
        recent_files=session.recent_files,
        precision_axis=own.precision_axis,
        lesson=walk,
        done=walk is not None and player.is_task_done(session),
        moved_on=walk is not None and walk.writing and editor.is_state_changed(session),
        left_lesson=bool(session.closed_lessons),
        next_lesson=player.next_lesson(session) if walk and walk.ending else None,
        quiz=session.quiz,
        seed=session.seed,
        playback=session.playback,
        start_offer=session.active_offer,
        notice=session.notice,
        file=files.file_label(session),
        units=own.units,
    )


# ----------------------------------------------------------------------------
# The cases of a scene in groups: plain ones, those at an edge, and mistakes.
# ----------------------------------------------------------------------------


# A verdict is at its edge where what decides it is that near to where it turns.
_EDGE_TOLERANCE = 1e-9


@enum_of_texts
class CaseGroup(StrEnum):
    """What a case is worth seeing for."""

    TYPICAL = "Typical"
    EDGE = "On the edge of the verdict"
    DIFFERS = "The article answers differently"


# Every case is solved for it, so once is enough.
@lru_cache(maxsize=16)
def case_groups(entry: SceneEntry) -> Mapping[str, CaseGroup]:
    """Return the group of each case by its name, the groups in order."""
    found = {name: _classify_case(entry, case) for name, case in entry.cases.items()}
    every = [*CaseGroup]
    return dict(sorted(found.items(), key=lambda item: every.index(item[1])))


def case_label(study: SceneView) -> str:
    """Return the case of a state in words, as it stands where one is chosen."""
    origin = study.options.case
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
        # Another process has the code, and answers later.
        return bool(case.mistake)
    compared = study.comparison
    if compared is None or compared.agrees:
        return False
    return compared.nature is not Nature.CHOICE


def _is_on_edge(study: SceneView) -> bool:
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
