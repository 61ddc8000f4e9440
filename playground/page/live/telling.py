"""One state told: in the form of a lesson's samples, of which there is one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playground.explore.curve import deciding
from playground.explore.map import MapKind
from playground.language import message, translated
from playground.page import words
from playground.page.cases import told_cases
from playground.page.code import code
from playground.page.fields import fields
from playground.page.live import lens, lesson, plots, quiz
from playground.page.live.live_session import LiveSession
from playground.page.pictures import told_view
from playground.page.space_records import UNIT as SPACE_UNIT
from playground.page.stops import PAGES, about_stop, added
from playground.page.view_shapes import columns
from playground.scene import params as parameters
from playground.scene.params import Grip
from playground.scene.scene import Entry
from playground.study import lesson_walking, quiz_play
from playground.study.case_groups import called
from playground.study.session import Session
from playground.study.shown import Page

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
        told["live"]["lab"] = lens.told(live)
    if tab == "map":
        told["live"]["mapping"] = plots.about_maps(live.session)
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
    held = {g.name: words.named(known[g.name], getattr(p, g.name)) for g in grips}
    compared = not session.asking and (
        asked_now is None or asked_now.question.of_article
    )
    found: dict[str, Any] = {
        "samples": 1,
        "alt": translated(words.described(study)),
        "dims": [_handle(grip, translated(held[grip.name]), length) for grip in grips],
        "views": views,
        "verdict": words.verdicts(moments),
        "rows": words.rows(moments),
        "article": words.article(moments, study.dtype) if compared else None,
        "tells": 0,
        "tones": words.tones(moments),
    }
    # A link or a stop may have opened another page than is on show until this is told.
    pages = set() if session.questioned else {tab, PAGES.get(study.page)}
    if "derivation" in pages:
        found["tells"] = study.concluding
        found["steps"] = words.steps(moments, session.opened.step)
    if "code" in pages:
        found["code"] = code(moments, study.dtype)
    return found


def _views(live: LiveSession) -> list[dict[str, Any]]:
    study = live.session.study
    plain, every = study.picture.all_views, study.compared_picture.all_views
    found = []
    for i, view in enumerate(every):
        own = added(view, plain[i])
        if i == 0 and (guess := quiz_play.marks(live.session)):
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
        "done": int(lesson_walking.done(session)),
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
        "quiz": quiz.told(live),
        "lesson": lesson.told(live),
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
        "text": translated(words.named(spec, line.told(study.now))),
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
