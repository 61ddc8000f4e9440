"""One state told: in the form of a lesson's samples, of which there is one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from playground.analysis.curve import Axis, deciding
from playground.analysis.heat_map import MapKind
from playground.analysis.precision import FLOATS, LensReading, choices
from playground.i18n import message, translated
from playground.quiz import round as quiz_round
from playground.quiz.round import ROUND, QuizRound
from playground.scene import params as parameters
from playground.scene.params import Grip
from playground.scene.primitives import Role
from playground.scene.scene import Entry
from playground.session import plots, precision
from playground.session import quiz as session_quiz
from playground.session import texts as session_texts
from playground.session.errors import tried
from playground.session.lesson import player, texts
from playground.session.lesson.open_lesson import OpenLesson, OpenStop
from playground.session.open_scene import OpenScene
from playground.session.saved_state import link, of_case
from playground.session.session import Session
from playground.session.texts import called
from playground.session.view_model import Study
from playground.session.view_options import Page
from playground.web.precompute import PAGES, about_stop, added
from playground.web.serialize import colors, text
from playground.web.serialize.drawing import UNIT as SPACE_UNIT
from playground.web.serialize.drawing import columns, told_view
from playground.web.serialize.params import fields, told_cases
from playground.web.serialize.text import code, marked
from playground.web.worker import plots as worker_plots
from playground.web.worker import validation
from playground.web.worker.headless_session import LiveSession


def serialize_precision(live: LiveSession) -> dict[str, Any]:
    """Return what the page says of the map on show, and of the lens."""
    session = live.session
    study, listing = session.study, session.study.scene.listing
    question = study.question
    return {
        "map": marked(
            session_texts.explained(study, question.kind if question else None)
        ),
        "preset": bool(listing and listing.preset),
        "lens": _lens(session) if study.scene.lens else None,
    }


def _lens(session: Session) -> dict[str, Any]:
    study = session.study
    said, known = study.precision, choices(study.params)
    axis = _axis(session)
    return {
        "compared": marked(session_texts.compared(study)),
        "help": translated(session_texts.GAP),
        "readings": [_reading(study, one, said[-1].hit) for one in said],
        "axes": [translated(each.label(study.params)) for each in known],
        "axis": axis and translated(axis.label(study.params)),
        "value": axis and session_texts.value(study.params, axis),
        "steps": [number.__name__ for number in FLOATS],
    }


def _reading(study: Study, one: LensReading, truth: bool) -> dict[str, Any]:
    right, role = one.hit is truth, Role.HIT if one.hit else Role.MISS
    return {
        "name": translated(one.name),
        "word": translated(session_texts.reading_word(study, one)),
        "right": right,
        "tone": colors.text_tone(role) if right else colors.named()["warning"],
        "gap": marked(session_texts.gap(one)),
    }


def _axis(session: Session) -> Axis | None:
    known, chosen = choices(session.params), session.opened.bit
    return chosen if chosen in known else next(iter(known), None)


def act(live: LiveSession, deed: object, *values: object) -> None:
    """Move a number under the lens: `choose LABEL`, `step KIND ±1`, `edge`."""
    validation.done(live, DEEDS, deed, values)


def preset(live: LiveSession) -> None:
    """Show the scene's own map of the code's mistakes."""
    plots.show_preset(live.session)


def _choose(live: LiveSession, label: object) -> None:
    session = live.session
    p = session.params
    known = validation.by_words(choices(p), lambda axis: axis.label(p))
    precision.choose(session, validation.among(known, label))


def _step(live: LiveSession, kind: object, way: object) -> None:
    number = validation.among({number.__name__: number for number in FLOATS}, kind)
    direction = 1 if validation.number(way) > 0.0 else -1
    if axis := _axis(live.session):
        precision.step(live.session, axis, number, direction)


def _edge(live: LiveSession) -> None:
    if axis := _axis(live.session):
        precision.go_to_edge(live.session, axis)


# What can be done, by name.
DEEDS: Mapping[str, Callable[..., None]] = {
    "choose": _choose,
    "step": _step,
    "edge": _edge,
}


# ----------------------------------------------------------------------------
# The lesson that is open: what is said of it and what is done with it.
# ----------------------------------------------------------------------------


def serialize_lesson(live: LiveSession) -> dict[str, Any] | None:
    """Return how the lesson stands; None where none is open."""
    session = live.session
    walk = session.walk
    if walk is None:
        return None
    question, answer = walk.stop.question, walk.visit.given
    answered = question is not None and answer is not None
    return {
        "title": translated(walk.title),
        "name": walk.name,
        "where": translated(texts.where(walk)),
        "at": walk.at,
        "marks": [_mark(visit) for visit in walk.visits],
        "asking": session.asking,
        "elsewhere": translated(texts.elsewhere(walk, session.scene)),
        "given": answer,
        "right": question.right if question and answered else None,
        "why": marked(texts.why(walk, question)) if question else "",
        "done": player.done(session),
        "way_on": translated(texts.way_on(walk, session.scene)),
        "listing": walk.listing,
        "ending": _end(live, walk) if walk.ending else None,
    }


def _mark(visit: OpenStop[OpenScene]) -> list[str]:
    stop = visit.stop
    kind = "question" if stop.question else "task" if stop.task else "say"
    return [kind, visit.mark.name.lower(), marked(stop.called)]


def _end(live: LiveSession, walk: OpenLesson[OpenScene]) -> dict[str, Any]:
    there = player.there(live.session.study)
    return {
        "title": translated(texts.ended(walk)),
        "learned": [*map(marked, walk.learned)],
        "again": [[n, marked(texts.again(walk, n))] for n in walk.again],
        "ways": [[translated(words), _way(live, words)] for words in there],
    }


def _way(live: LiveSession, words: str) -> str:
    """Return the link of the scene's page to which a way from the end leads."""
    page = Page.CODE if words == player.OWN_CODE else Page.PREDICT
    return link(replace(of_case(live.session.scene), page=page))


def begin(live: LiveSession, which: object, at: object = None) -> None:
    """Open a lesson, where it was left or at a stop.

    It is known by the scene that it comes with, or the text of its file is given.
    """
    session, name = live.session, validation.text(which)
    before = session.walk
    if not player.opened(session, name):
        session.open(session.find(name))
        player.start_shipped(session, session.scene)
    if session.walk is None or session.walk is before:
        none = message("There is no lesson of {name}", name=name)
        raise ValueError(session.notice or none)
    session.notice = ""
    if at is not None:
        player.go(session, validation.whole(at))


def stop(live: LiveSession, at: object) -> None:
    """Go to a stop of the lesson, from 0."""
    player.go(live.session, validation.whole(at))


def answer(live: LiveSession, place: object) -> None:
    """Answer the stop's question by the place of an answer, from 0."""
    if (number := validation.whole(place)) >= 0:
        player.answer(live.session, number)
        # More is drawn now, and all of it is to be in sight.
        live.session.opened.refit()


def again(live: LiveSession) -> None:
    """Show the stop as it was prepared."""
    player.again(live.session)


def walk(live: LiveSession, deed: object, *values: object) -> None:
    """Walk the lesson.

    `on` leads where the large button does, `forth` and `back` to the stop beside;
    `begin` from the first one, `list YES`, `close`, `reopen`; `next`, `code` and `quiz`
    from its end; `answers` gives what was answered before: places of stops with
    those of answers; `visited` which stops were seen, and whether their task was done.
    """
    validation.done(live, LESSON_DEEDS, deed, values)


def _answers(live: LiveSession, pairs: object) -> None:
    there = live.session.walk
    if there is None:
        return
    known = dict(enumerate(there.visits))
    for pair in validation.listed(pairs):
        at, place = map(validation.whole, validation.listed(pair, 2))
        visit = known.get(at)
        question = visit and visit.stop.question
        if visit and question and 0 <= place < len(question.answers):
            visit.seen, visit.given = True, place


def _visited(live: LiveSession, pairs: object) -> None:
    there = live.session.walk
    known = dict(enumerate(there.visits if there else ()))
    for pair in validation.listed(pairs):
        at, done = validation.listed(pair, 2)
        if visit := known.get(validation.whole(at)):
            visit.seen, visit.done = True, visit.done or validation.flag(done)


def _next(live: LiveSession) -> None:
    after = player.next_lesson(live.session)
    if after is None:
        raise ValueError(message("This is the last lesson"))
    player.open_next_lesson(live.session, after)


# What can be done, by name.
LESSON_DEEDS: Mapping[str, Callable[..., object]] = {
    "on": lambda live: player.go_on(live.session),
    "forth": lambda live: player.step(live.session, 1),
    "back": lambda live: player.step(live.session, -1),
    "begin": lambda live: player.begin_again(live.session),
    "list": lambda live, yes: player.list_stops(live.session, validation.flag(yes)),
    "close": lambda live: player.close(live.session),
    "reopen": lambda live: player.reopen(live.session),
    "next": _next,
    "code": lambda live: player.own_code(live.session),
    "quiz": lambda live: player.quiz(live.session),
    "answers": _answers,
    "visited": _visited,
}


# ----------------------------------------------------------------------------
# The page "Predict": what it says and what is done there.
# ----------------------------------------------------------------------------


# The largest seed.
SEEDS = 9999


def serialize_quiz(live: LiveSession) -> dict[str, Any] | None:
    """Return what the page says; None while another one is on show."""
    session = live.session
    if session.study.page is not Page.PREDICT:
        return None
    quiz = session.quiz
    if quiz is None:
        said = marked(session_texts.INVITATION)
        return {"invitation": said, "seed": session.seed, "seeds": SEEDS}
    if quiz.ended:
        return {"seed": quiz.seed, "seeds": SEEDS, "result": _result(quiz)}
    return {
        "seed": quiz.seed,
        "seeds": SEEDS,
        "number": translated(session_texts.numbered(quiz)),
        "asked": marked(tried(lambda: session_texts.asked(quiz), "", session.say)),
        "answers": [translated(session_texts.word(quiz, hit=h)) for h in (True, False)],
        "given": None if quiz.verdict is None else int(not quiz.verdict),
        "score": translated(session_texts.so_far(quiz)),
        "streak": quiz.streak,
        "marks": [*(int(a.right) for a in quiz.answers), *[None] * ROUND][:ROUND],
        **(_revealed(session.study, quiz) if quiz.answer else _open(session, quiz)),
    }


def _open(session: Session, quiz: QuizRound) -> dict[str, Any]:
    timed = session_quiz.asks_time(quiz.scene)
    return {
        "task": marked(session_texts.task(quiz, session.study.now)),
        "ready": session_quiz.ready(quiz, timed=timed),
        # What a press on the figure, or the time, is for now.
        "places": session_quiz.places_point(session),
        "times": timed and quiz.placing,
    }


def _revealed(study: Study, quiz: QuizRound) -> dict[str, Any]:
    assert quiz.answer is not None
    compared = session_quiz.article(study, quiz)
    found = session_quiz.deciding(study, quiz)
    return {
        "answered": marked(session_texts.answered(quiz)),
        "right": quiz.answer.right,
        "way_on": translated(
            message("Result") if quiz.number == ROUND else message("Next")
        ),
        "why": marked(compared.why) if compared and not compared.agrees else "",
        "step": found
        and {
            "number": found[0],
            "title": marked(found[1].title),
            "numbers": text.mathml(found[1].numbers),
            "result": text.mathml(found[1].result),
        },
    }


def _result(quiz: QuizRound) -> dict[str, Any]:
    return {
        "review": [*map(marked, quiz_round.review(quiz))],
        "score": translated(quiz_round.score(quiz)),
        "lines": [*map(translated, quiz_round.lines(quiz))],
        "copy": translated(quiz_round.result(quiz)),
    }


def act_in_quiz(live: LiveSession, deed: object, *values: object) -> None:
    """Play the quiz.

    `enter`, `seed N`, `begin N?`, `say HIT`, `answer PLACE`, `place X Y` in pixels of
    the first view, `nudge DX DY`, `reveal`, `next`, `another`, `explore`, `see STEP`,
    `end`.
    """
    validation.done(live, QUIZ_DEEDS, deed, values)


def _seed(live: LiveSession, seed: object) -> None:
    session_quiz.choose_seed(live.session, min(max(validation.whole(seed), 0), SEEDS))


def _begin(live: LiveSession, seed: object = None) -> None:
    if seed is not None:
        _seed(live, seed)
    if Page.PREDICT not in live.session.study.pages:
        raise ValueError(message("There are no questions about this scene"))
    session_quiz.begin(live.session, live.session.seed)


def _another(live: LiveSession) -> None:
    quiz = live.session.quiz
    _begin(live, (quiz.seed + 1) % (SEEDS + 1) if quiz else None)


def _answer(live: LiveSession, place: object) -> None:
    session_quiz.say(live.session, validation.whole(place) == 0)


def _place(live: LiveSession, x: object, y: object) -> None:
    at = live.controls.world(validation.number(x), validation.number(y))
    if at is not None:
        session_quiz.place(live.session, at)


def _nudge(live: LiveSession, dx: object, dy: object, how: object = None) -> None:
    live.session.opened.grip = None
    coarse = bool(validation.options(how).get("coarse"))
    live.controls.nudge(validation.whole(dx), validation.whole(dy), coarse=coarse)


# What can be done, by name.
QUIZ_DEEDS: Mapping[str, Callable[..., object]] = {
    "enter": lambda live: session_quiz.enter(live.session),
    "seed": _seed,
    "begin": _begin,
    "another": _another,
    "say": lambda live, hit: session_quiz.say(live.session, validation.flag(hit)),
    "answer": _answer,
    "place": _place,
    "nudge": _nudge,
    "reveal": lambda live: session_quiz.reveal(live.session),
    "next": lambda live: session_quiz.proceed(live.session),
    "explore": lambda live: session_quiz.explore(live.session),
    "see": lambda live, step: session_quiz.see_step(
        live.session, validation.whole(step)
    ),
    "end": lambda live: session_quiz.end(live.session),
}


# ----------------------------------------------------------------------------


_QUESTION = message("A question")
# Live there are more pages than in one file.
_PAGES = {**PAGES, Page.PREDICT: "predict", Page.LAB: "lab"}


def told(live: LiveSession, shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page needs of the present state; of pages what is on show."""
    tab = shown.get("tab")
    told: dict[str, Any] = {
        "set": _set(live, tab),
        "stop": _stop(live),
        "live": _live(live),
    }
    if "lab" in (tab, told["stop"]["page"]):
        told["live"]["lab"] = serialize_precision(live)
    if tab == "map":
        told["live"]["mapping"] = worker_plots.about_maps(live.session)
    scene, moments = live.session.opened.scene, _moments(live)
    if live.told_of is not scene:
        told["fresh"] = _fresh(scene)
    elif moments == live.told_moments and (time := told["live"]["time"]):
        del time["moments"]
    live.told_of, live.told_moments = scene, moments
    return told


def coming(scene: Entry) -> dict[str, Any]:
    """Return what a scene will have once Python is behind its page."""
    found = _live(LiveSession((scene,)))
    further = {"judge": _fresh(scene)["judged"], "map": found["maps"]}
    further["curve"] = found["curve"]
    names = [
        "explore",
        *found["pages"],
        *(name for name, has in further.items() if has),
    ]
    return {"pages": names, "precision": found["precision"]}


def _set(live: LiveSession, tab: object) -> dict[str, Any]:
    session = live.session
    study = session.study
    moments, views, asked_now = [study], _views(live), session.quiz
    length = views[0].get("unit", SPACE_UNIT)
    grips, p = study.grips(live.controls.pixel()), study.params
    known = parameters.specs(type(p))
    held = {g.name: text.named(known[g.name], getattr(p, g.name)) for g in grips}
    compared = not session.asking and (
        asked_now is None or asked_now.question.of_article
    )
    found: dict[str, Any] = {
        "samples": 1,
        "alt": translated(text.described(study)),
        "dims": [_handle(grip, translated(held[grip.name]), length) for grip in grips],
        "views": views,
        "verdict": text.verdicts(moments),
        "rows": text.rows(moments),
        "article": text.article(moments, study.dtype) if compared else None,
        "tells": 0,
        "tones": text.tones(moments),
    }
    # A link or a stop may have opened another page than is on show until this is told.
    pages = set() if session.questioned else {tab, PAGES.get(study.page)}
    if "derivation" in pages:
        found["tells"] = study.concluding
        found["steps"] = text.steps(moments, session.opened.step)
    if "code" in pages:
        found["code"] = code(moments, study.dtype)
    return found


def _views(live: LiveSession) -> list[dict[str, Any]]:
    study = live.session.study
    plain, every = study.picture.all_views, study.compared_picture.all_views
    found = []
    for i, view in enumerate(every):
        own = added(view, plain[i])
        if i == 0 and (guess := session_quiz.marks(live.session)):
            view = replace(view, records=[*view.records, *guess])
        found.append(told_view(view, own, live.controls.camera(i), live.size))
    return found


def _handle(grip: Grip, held: str, unit: float) -> dict[str, Any]:
    places = [round(x / unit) for x in grip.at]
    return {
        "kind": "handle",
        "name": grip.name,
        "index": grip.index,
        "handle": str(grip.label),
        "label": translated(grip.label),
        "grip": grip.kind.value,
        "plane": 1,
        "count": 1,
        "names": held,
        **dict(zip("xyz", places, strict=False)),
    }


def _stop(live: LiveSession) -> dict[str, Any]:
    session = live.session
    stop = session.walk.stop if session.walk and session.at_stop else None
    return {
        **about_stop(session.scene, stop),
        "case": "" if _hidden(session) else session.opened.case,
        "done": int(player.done(session)),
        "at": 0,
        "page": _PAGES.get(session.study.page, "explore"),
        "step": session.opened.step,
        "compared": int(session.view.compare),
    }


def _hidden(session: Session) -> bool:
    """Return whether a quiz asks: the case that it draws on would tell the answer."""
    return session.quiz is not None and session.asking


def _live(live: LiveSession) -> dict[str, Any]:
    session = live.session
    study, history = session.study, session.opened.history
    listing, hidden = study.scene.listing, _hidden(session)
    return {
        "scene": session.scene.id,
        "undo": bool(history.past),
        "redo": bool(history.future),
        "changed": not hidden and _changed(session),
        "case": "" if hidden or study.edited else session.opened.case,
        "called": translated(_QUESTION if hidden else called(study)),
        "fields": [] if session.questioned else fields(study.params),
        "pages": _named_pages(study.pages),
        "time": _time(live),
        "maps": _named_maps(study.maps),
        "map": live.plots.map_now(session),
        "axes": [translated(a.label(study.params)) for a in deciding(study.params)],
        "quantities": [*map(translated, study.quantities)],
        "curve": live.plots.curve_now(session),
        "precision": {
            "now": study.dtype.__name__,
            "of": [[t.__name__] * 2 for t in (listing.dtypes if listing else ())],
        },
        "asking": session.asking,
        "quiz": serialize_quiz(live),
        "lesson": serialize_lesson(live),
    }  # fmt: skip


def _named_pages(pages: tuple[Page, ...]) -> list[str]:
    return [page.value.lower() for page in pages]


def _named_maps(kinds: tuple[MapKind, ...]) -> list[list[str]]:
    return [[kind.name, translated(kind.value)] for kind in kinds]


def _changed(session: Session) -> bool:
    """Return whether there is a state to go back to, but for its time."""
    if session.walk and session.at_stop:
        own, prepared = session.params, session.walk.stop.state.params
        return parameters.at_no_time(own) != parameters.at_no_time(prepared)
    return session.study.edited or not session.opened.case


def _time(live: LiveSession) -> dict[str, Any] | None:
    study = live.session.study
    line = study.timeline
    if line is None:
        return None
    spec = parameters.specs(type(study.params))[line.parameter]
    return {
        "name": line.parameter,
        "label": translated(spec.label),
        "low": line.start,
        "high": line.end,
        "now": study.now,
        "text": translated(text.named(spec, line.told(study.now))),
        "seconds": line.seconds,
        "moments": _moments(live),
    }


def _moments(live: LiveSession) -> list[tuple[float, str]]:
    """Return the moments of the time that have names; a flight has hundreds."""
    line = live.session.study.timeline
    names = map(translated, line.names) if line else ()
    return [*zip(line.stops, names, strict=False)] if line else []


def _fresh(scene: Entry) -> dict[str, Any]:
    return {
        "id": scene.id,
        "title": translated(scene.title),
        **told_cases(scene),
        "columns": columns(scene),
        "judged": any(part.query for part in scene.parts()),
    }
