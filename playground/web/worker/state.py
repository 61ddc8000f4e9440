"""The current state as JSON values, and actions of the lesson, the quiz and panels.

The state has the form of a lesson page with a single sample; other commands are in
`commands`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from playground.analysis.curve import Axis, answer_axes
from playground.analysis.precision import FLOAT_TYPES, PrecisionReading, steppable_axes
from playground.i18n import message, translate
from playground.quiz import round as quiz_round
from playground.quiz.round import MAX_SEED, QUESTION_COUNT, QuizRound
from playground.scene import params as parameters
from playground.scene.parameter_types import Parameter
from playground.scene.params import HandleMark, Params
from playground.scene.primitives import Role
from playground.scene.scene import SceneEntry
from playground.scene.timeline import Timeline
from playground.scene.units import METRES, Units
from playground.session import precision_controls
from playground.session import quiz as session_quiz
from playground.session import texts as session_texts
from playground.session.errors import run_guarded
from playground.session.lesson import lesson_texts, player
from playground.session.lesson.open_lesson import OpenLesson, StopState
from playground.session.saved_round import serialize_round
from playground.session.saved_state import case_state, make_link
from playground.session.session import Session
from playground.session.texts import case_label
from playground.session.view_model import SceneView
from playground.session.view_options import Page
from playground.web.serialize import colors, sample_texts
from playground.web.serialize.drawing import SPACE_UNIT_LENGTH as SPACE_UNIT
from playground.web.serialize.drawing import (
    choose_column_counts,
    find_added_ids,
    serialize_handle_marker,
    serialize_view,
)
from playground.web.serialize.param_fields import (
    axis_label,
    serialize_cases,
    serialize_fields,
)
from playground.web.serialize.sample_texts import (
    PAGE_IDS,
    describe_stop,
    mark_symbols,
    serialize_code_runs,
)
from playground.web.worker import plot_data as worker_plots
from playground.web.worker import validation
from playground.web.worker.headless_session import HeadlessSession
from playground.web.worker.validation import NO_OPTIONS, Options


def serialize_precision_panel(session: Session) -> dict[str, Any]:
    """Return the readings of the precision panel."""
    study, axis = session.scene_view, _find_axis(session)
    readings = study.precision
    return {
        "compared": mark_symbols(session_texts.precision_test_text(study)),
        "help": translate(session_texts.GAP_HELP),
        "readings": [
            _serialize_reading(study, one, readings[-1].hit) for one in readings
        ],
        "axes": [axis_label(session, each) for each in steppable_axes(study.params)],
        "axis": axis and axis_label(session, axis),
        "value": axis and session_texts.axis_value_text(study.params, axis),
        "steps": [number.__name__ for number in FLOAT_TYPES],
    }


def _serialize_reading(
    study: SceneView, one: PrecisionReading, truth: bool
) -> dict[str, Any]:
    right, role = one.hit is truth, Role.HIT if one.hit else Role.MISS
    return {
        "name": translate(one.name),
        "word": translate(session_texts.reading_word(study, one)),
        "right": right,
        "tone": colors.text_color_index(role)
        if right
        else colors.index_ui_colors()["warning"],
        "gap": mark_symbols(session_texts.precision_gap_text(one)),
    }


def _find_axis(session: Session) -> Axis | None:
    known, chosen = steppable_axes(session.params), session.open_scene.precision_axis
    return chosen if chosen in known else next(iter(known), None)


def _choose_axis(live: HeadlessSession, label: object) -> None:
    axis = validation.find_axis(live, steppable_axes(live.session.params), label)
    live.session.set_scene_options(precision_axis=axis)


def _step_number(live: HeadlessSession, kind: object, way: float) -> None:
    """Go to the next number of a floating-point type, as "float32"."""
    types = {number.__name__: number for number in FLOAT_TYPES}
    number, direction = validation.find_by_name(types, kind), 1 if way > 0.0 else -1
    if axis := _find_axis(live.session):
        precision_controls.step_number(live.session, axis, number, direction)


def _go_to_edge(live: HeadlessSession) -> None:
    if axis := _find_axis(live.session):
        precision_controls.go_to_edge(live.session, axis)


# Actions of the precision panel.
PRECISION_ACTIONS: Mapping[str, Callable[..., None]] = {
    "choose": _choose_axis,
    "step": _step_number,
    "edge": _go_to_edge,
}


# ----------------------------------------------------------------------------
# The open lesson: its state and its actions.
# ----------------------------------------------------------------------------


def serialize_lesson(live: HeadlessSession) -> dict[str, Any] | None:
    """Return the state of the lesson; None if none is open."""
    session = live.session
    walk = session.lesson
    if walk is None:
        return None
    return {
        "where": translate(lesson_texts.position_text(walk)),
        "at": walk.at,
        "marks": [_serialize_stop_mark(visit) for visit in walk.stop_states],
        "way_on": translate(lesson_texts.next_button_text(walk, session.scene)),
        "ending": _serialize_ending(live, walk) if walk.ending else None,
    }


def _serialize_stop_mark(visit: StopState) -> list[str]:
    stop = visit.stop
    kind = "question" if stop.question else "task" if stop.task else "say"
    return [kind, visit.mark.name.lower(), mark_symbols(stop.display_title)]


def _serialize_ending(live: HeadlessSession, walk: OpenLesson) -> dict[str, Any]:
    activities = player.next_activities(live.session.scene_view)
    return {
        "title": translate(lesson_texts.end_title(walk)),
        "learned": [*map(mark_symbols, lesson_texts.takeaway_texts(walk))],
        "again": [
            [n, mark_symbols(lesson_texts.review_text(walk, n))]
            for n in walk.stops_to_review
        ],
        "copy": lesson_texts.format_result(walk),
        "ways": [
            [translate(words), _build_ending_link(live, words)] for words in activities
        ],
    }


def _build_ending_link(live: HeadlessSession, words: str) -> str:
    """Return the link to the scene's page for a suggested activity, given in words."""
    page = Page.CODE if words == player.TRY_USER_CODE else Page.PREDICT
    return make_link(replace(case_state(live.session.scene), page=page))


def open_lesson(live: HeadlessSession, which: str, at: int | None = None) -> None:
    """Open a lesson, where it was left or at a stop, given by its index `at`.

    `which` is the id of its scene, or the text of its file.

    Raises
    ------
    ValueError
        The scene has no lesson, or the file is invalid.
    """
    session = live.session
    lesson_before = session.lesson
    if not player.try_open_lesson(session, which):
        session.open(session.find(which))
        player.start_shipped_lesson(session, session.scene)
    if session.lesson is None or session.lesson is lesson_before:
        none = message("There is no lesson of {name}", name=which)
        raise ValueError(session.notice or none)
    session.notice = ""
    if at is not None:
        player.go_to_stop(session, at)


def go_to_stop(live: HeadlessSession, at: int, plays: bool = False) -> None:
    """Go to a stop of the lesson, from 0; with `plays` animated."""
    player.go_to_stop(live.session, at, plays=plays)


def answer_stop_question(live: HeadlessSession, number: int) -> None:
    """Answer the stop's question with the answer of that index, from 0."""
    if number >= 0:
        player.answer_question(live.session, number)
        _show_whole_answer(live)


def _show_whole_answer(live: HeadlessSession) -> None:
    """Fit the view to all primitives once a question is answered."""
    if not live.session.asking:
        live.session.open_scene.refit()


def _show_stop_answer(live: HeadlessSession) -> None:
    player.show_answer(live.session)
    _show_whole_answer(live)


def _list_visits(
    live: HeadlessSession, pairs: object
) -> Iterator[tuple[StopState, object]]:
    """Yield the stops of pairs of an index and a value, with the value."""
    lesson = live.session.lesson
    stops_by_index = dict(enumerate(lesson.stop_states if lesson else ()))
    for pair in validation.list_value(pairs):
        index, value = validation.list_value(pair, 2)
        if visit := stops_by_index.get(validation.integer(index)):
            visit.seen = True
            yield visit, value


def _restore_answers(live: HeadlessSession, pairs: object) -> None:
    """Restore earlier answers: pairs of a stop and its list of answers."""
    for visit, tries in _list_visits(live, pairs):
        numbers = map(validation.integer, validation.list_value(tries))
        player.restore_tries(visit, [*numbers])
    if live.session.lesson:
        player.show_answered_stop(live.session)
        _show_whole_answer(live)


def _restore_visits(live: HeadlessSession, pairs: object) -> None:
    """Restore the stops that were seen: pairs of one and whether its task was done."""
    for visit, is_done in _list_visits(live, pairs):
        visit.done = visit.done or validation.flag(is_done)


# Actions of the lesson: `forth` goes to the next stop, `begin` to the first one.
LESSON_ACTIONS: Mapping[str, Callable[..., object]] = {
    "forth": lambda live: player.step_stop(live.session, 1),
    "begin": lambda live: player.restart_lesson(live.session),
    "answers": _restore_answers,
    "show": _show_stop_answer,
    "visited": _restore_visits,
}


# ----------------------------------------------------------------------------
# The page "Predict": its state and its actions.
# ----------------------------------------------------------------------------


def serialize_quiz(live: HeadlessSession) -> dict[str, Any] | None:
    """Return the state of the quiz; None unless its page is open."""
    session = live.session
    if session.scene_view.page is not Page.PREDICT:
        return None
    quiz = session.quiz
    if quiz is None:
        invitation = mark_symbols(session_texts.INVITATION)
        seed, max_seed = session.seed, MAX_SEED
        return {"invitation": invitation, "seed": seed, "seeds": max_seed}
    seeds = {"seed": quiz.seed, "seeds": MAX_SEED, "saved": serialize_round(quiz)}
    if quiz.ended:
        return {**seeds, "result": _serialize_result(quiz)}
    return {
        **seeds,
        "number": translate(session_texts.question_number_text(quiz)),
        "asked": mark_symbols(
            run_guarded(
                lambda: session_texts.quiz_question_text(quiz), "", session.set_notice
            )
        ),
        "answers": [
            translate(session_texts.verdict_word(quiz, hit=h)) for h in (True, False)
        ],
        "given": None if quiz.verdict is None else int(not quiz.verdict),
        "score": translate(session_texts.quiz_score_text(quiz)),
        "streak": quiz.streak,
        "way_on": translate(session_texts.next_question_label(quiz)),
        "marks": [*(int(a.right) for a in quiz.answers), *[None] * QUESTION_COUNT][
            :QUESTION_COUNT
        ],
        **(
            _serialize_revealed_answer(session.scene_view, quiz)
            if quiz.answer
            else _serialize_open_question(session, quiz)
        ),
    }


def _serialize_open_question(session: Session, quiz: QuizRound) -> dict[str, Any]:
    is_timed = session_quiz.is_time_question(quiz.scene)
    return {
        "task": mark_symbols(
            session_texts.quiz_task_text(quiz, session.scene_view.current_time)
        ),
        "ready": session_quiz.is_ready(quiz),
        # Whether a press on the figure, or the time, places the guess.
        "places": session_quiz.places_guess(session),
        "hits": session_quiz.takes_hit_by_click(session),
        "times": is_timed and quiz.placing,
    }


def _serialize_revealed_answer(study: SceneView, quiz: QuizRound) -> dict[str, Any]:
    assert quiz.answer is not None
    compared = session_quiz.article_comparison(study, quiz)
    deciding_step = session_quiz.find_deciding_step(study, quiz)
    return {
        "answered": mark_symbols(session_texts.quiz_feedback_text(quiz)),
        "right": quiz.answer.right,
        "why": mark_symbols(compared.why) if compared and not compared.agrees else "",
        "step": deciding_step
        and {
            "number": deciding_step[0],
            "title": mark_symbols(deciding_step[1].title),
            "numbers": sample_texts.to_mathml(deciding_step[1].numbers),
            "result": sample_texts.to_mathml(deciding_step[1].result),
        },
    }


def _serialize_result(quiz: QuizRound) -> dict[str, Any]:
    return {
        "review": [*map(mark_symbols, quiz_round.review(quiz))],
        "score": translate(quiz_round.score_text(quiz)),
        "lines": [*map(translate, quiz_round.answer_lines(quiz))],
        "copy": translate(quiz_round.format_round(quiz)),
    }


def _begin_quiz(live: HeadlessSession, seed: int | None = None) -> None:
    if seed is not None:
        session_quiz.choose_seed(live.session, seed)
    if Page.PREDICT not in live.session.scene_view.pages:
        raise ValueError(message("There are no questions about this scene"))
    session_quiz.begin_round(live.session, live.session.seed)


def _restore_quiz(live: HeadlessSession, values: Options, shown: bool) -> None:
    """Continue a saved round, immediately if `shown`, else when its page opens."""
    live.session.current_scene.saved_round = values
    if shown:
        live.session.look(page=Page.PREDICT)


def _nudge_guess(
    live: HeadlessSession, dx: int, dy: int, how: Options = NO_OPTIONS
) -> None:
    live.session.open_scene.selected_handle = None
    live.controls.nudge(dx, dy, coarse=bool(how.get("coarse")))


# Actions of the quiz; the first answer is a hit.
QUIZ_ACTIONS: Mapping[str, Callable[..., object]] = {
    "begin": _begin_quiz,
    "restore": _restore_quiz,
    "answer": lambda live, place: session_quiz.guess_hit(
        live.session, validation.integer(place) == 0
    ),
    "nudge": _nudge_guess,
    "reveal": lambda live: session_quiz.reveal(live.session),
    "next": lambda live: session_quiz.go_to_next_question(live.session),
    "explore": lambda live: session_quiz.explore_question(live.session),
    "see": lambda live, step: session_quiz.show_question_step(
        live.session, validation.integer(step)
    ),
    "end": lambda live: session_quiz.end_round(live.session),
}


# ----------------------------------------------------------------------------


# Pages that exist only with Python.
_PAGE_IDS = {**PAGE_IDS, Page.PREDICT: "predict", Page.LAB: "lab"}


def serialize_state(live: HeadlessSession, shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the current state for the page, without what has not changed.

    `shown` says what is visible: `tab` is the name of the open tab.
    """
    tab = shown.get("tab")
    serialized: dict[str, Any] = {
        "set": _serialize_sample_set(live, tab),
        "stop": _serialize_stop(live),
        "live": _serialize_session(live),
    }
    formula = live.session.scene_view.scene.precision_formula
    if formula and "lab" in (tab, serialized["stop"]["page"]):
        serialized["live"]["lens"] = serialize_precision_panel(live.session)
    if tab == "map":
        serialized["live"]["mapping"] = worker_plots.serialize_maps_page(live.session)
    scene, moments = live.session.open_scene.scene, _list_moments(live)
    if live.serialized_scene is not scene:
        serialized["fresh"] = _serialize_scene(scene)
    elif moments == live.serialized_moments and (time := serialized["live"]["time"]):
        del time["moments"]
    live.serialized_scene, live.serialized_moments = scene, moments
    return serialized


def serialize_live_features(scene: SceneEntry) -> dict[str, Any]:
    """Return the features that a scene's page will have once Python is loaded."""
    features = _serialize_session(HeadlessSession((scene,)))
    further = {
        "judge": _serialize_scene(scene)["judged"],
        "map": features["maps"],
        "curve": features["curve"],
    }
    pages = ["explore", *features["pages"], *filter(further.get, further)]
    shown = {name: features[name] for name in ("precision", "shows", "units")}
    return {"pages": pages, **shown}


def _serialize_sample_set(live: HeadlessSession, tab: object) -> dict[str, Any]:
    session = live.session
    study = session.scene_view
    moments, views, asked_now = [study], _serialize_views(live), session.quiz
    length = views[0].get("unit", SPACE_UNIT)
    p, specs = study.params, parameters.parameters_of(type(study.params))
    has_comparison = not session.asking and (
        asked_now is None or asked_now.question.of_article
    )
    found: dict[str, Any] = {
        "samples": 1,
        "alt": translate(sample_texts.describe_state(study)),
        "dims": [
            serialize_handle_marker(grip, p)
            | _serialize_handle(grip, specs[grip.name], p, length)
            for grip in study.list_handle_marks(live.controls.pixel_size())
        ],
        "views": views,
        "verdict": sample_texts.serialize_verdicts(moments),
        "article": sample_texts.serialize_listing_answers(moments, study.dtype)
        if has_comparison
        else None,
        "tells": 0,
        "pending": sample_texts.serialize_pending_texts(moments)
        if study.asking
        else "",
        "tones": sample_texts.index_key_colors(moments),
    }
    units = session.units
    if units != METRES:
        found = _rewrite_texts(found, units)
    found["rows"] = sample_texts.serialize_rows(moments, units)
    # A link or a stop may just have opened a page that is not visible yet.
    pages = set() if session.has_question else {tab, PAGE_IDS.get(study.page)}
    if "derivation" in pages:
        found["tells"] = study.conclusion_step
        found["pending"] = sample_texts.serialize_pending_texts(moments)
        found["steps"] = sample_texts.serialize_steps(moments, session.open_scene.step)
    if "code" in pages:
        found["code"] = serialize_code_runs(moments, study.dtype)
    return found


def _rewrite_texts(data: Any, units: Units) -> Any:
    """Return a serialized state with all its texts in these units."""
    if isinstance(data, str):
        # Names in code are among them, which are no texts to translate.
        return units.rewrite_translated(data)
    if isinstance(data, dict):
        return {name: _rewrite_texts(part, units) for name, part in data.items()}
    if isinstance(data, list | tuple):
        return [_rewrite_texts(part, units) for part in data]
    return data


def _serialize_views(live: HeadlessSession) -> list[dict[str, Any]]:
    study = live.session.scene_view
    plain, views = study.picture.self_and_views, []
    for i, view in enumerate(study.comparison_primitives.self_and_views):
        own = find_added_ids(view, plain[i])
        if i == 0 and (guess := session_quiz.guess_primitives(live.session)):
            view = replace(view, primitives=[*view.primitives, *guess])
        views.append(serialize_view(view, own, live.controls.camera(i), live.size))
    return views


def _serialize_handle(
    grip: HandleMark, spec: Parameter, p: Params, unit: float
) -> dict[str, Any]:
    value_text = sample_texts.format_parameter(spec, getattr(p, grip.name))
    return {
        "kind": "handle",
        "name": grip.name,
        "index": grip.index,
        "handle": str(grip.label),
        "label": translate(grip.label),
        "plane": 1,
        "count": 1,
        "names": translate(value_text),
        **{axis: round(x / unit) for axis, x in zip("xyz", grip.at, strict=False)},
    }


def _serialize_stop(live: HeadlessSession) -> dict[str, Any]:
    session = live.session
    return {
        **describe_stop(session.scene_view, session.current_stop),
        # A quiz's case would reveal the answer.
        "case": "" if session.quiz else session.open_scene.case,
        "done": int(player.is_task_done(session)),
        "at": 0,
        "page": _PAGE_IDS.get(session.scene_view.page, "explore"),
        "step": session.open_scene.step,
        "compared": int(session.view.compare),
    }


def _serialize_session(live: HeadlessSession) -> dict[str, Any]:
    session = live.session
    study, history = session.scene_view, session.open_scene.history
    listing, is_hidden = study.scene.listing, session.quiz is not None
    case = "" if is_hidden or study.is_edited else session.open_scene.case
    return {
        "scene": session.scene.id,
        "undo": bool(history.past),
        "redo": bool(history.future),
        "changed": not is_hidden and _has_changed(session),
        "case": case,
        "shows": translate(session.scene.cases[case].shows) if case else "",
        "called": translate(case_label(study)),
        "fields": []
        if session.has_question
        else serialize_fields(study.params, session.units),
        "units": [
            [name, getattr(session.units, name)]
            for name in study.unit_choices
        ],
        "pages": [page.value.lower() for page in study.pages],
        "time": _serialize_time(live),
        "maps": [[kind.name, translate(kind.value)] for kind in study.maps],
        "map": live.plots.serialize_map_state(session),
        "axes": [axis_label(session, axis) for axis in answer_axes(study.params)],
        "quantities": [*map(translate, study.quantities)],
        "curve": live.plots.serialize_curve_state(session),
        "precision": {
            "now": study.dtype.__name__,
            "of": [[t.__name__] * 2 for t in (listing.dtypes if listing else ())],
        },
        "asking": session.asking,
        "quiz": serialize_quiz(live),
        "lesson": serialize_lesson(live),
    }  # fmt: skip


def _has_changed(session: Session) -> bool:
    """Return whether the state differs, except in its time, from the one of `reset`."""
    if session.lesson and session.is_at_stop:
        states = session.params, session.lesson.stop.state.params
        own_params, prepared_params = map(parameters.reset_times, states)
        return own_params != prepared_params
    return session.scene_view.is_edited or not session.open_scene.case


def _serialize_time(live: HeadlessSession) -> dict[str, Any] | None:
    study = live.session.scene_view
    line = _find_timeline(study)
    if line is None:
        return None
    spec = parameters.parameters_of(type(study.params))[line.parameter]
    now = float(getattr(study.params, line.parameter))
    return {
        "name": line.parameter,
        "label": translate(spec.label),
        "low": line.start,
        "high": line.end,
        "now": now,
        "text": translate(
            sample_texts.format_parameter(spec, line.round_for_display(now))
        ),
        "seconds": line.seconds,
        "moving": live.session.playback.moving,
        "moments": _list_moments(live),
    }


def _find_timeline(study: SceneView) -> Timeline | None:
    """Return the time axis; while a question is open, its bar keeps its room."""
    if not study.asking or study.scene.timeline is None:
        return study.timeline
    return run_guarded(
        lambda: quiz_round.timeline_without_stops(study.entry, study.params),
        None,
        lambda _: None,
    )


def _list_moments(live: HeadlessSession) -> list[tuple[float, str]]:
    """Return the named times of the timeline, possibly hundreds."""
    line = live.session.scene_view.timeline
    names = map(translate, line.names) if line else ()
    return [*zip(line.stops, names, strict=False)] if line else []


def _serialize_scene(scene: SceneEntry) -> dict[str, Any]:
    return {
        "id": scene.id,
        "title": translate(scene.title),
        **serialize_cases(scene),
        "columns": choose_column_counts(scene),
        "judged": any(part.query for part in scene.sub_scenes()),
    }
