"""Requests of a page for maps, curves, code and files, rather than the state."""

from collections.abc import Callable, Mapping
from typing import Any

from playground.i18n import message, translate
from playground.render.theme import ThemeName
from playground.scene.scene import SceneEntry
from playground.session import texts
from playground.session.saved_state import dump, make_link, parse_link
from playground.session.view_options import Page
from playground.web.serialize import sample_texts as serialize_text
from playground.web.worker import validation
from playground.web.worker.headless_session import HeadlessSession


def _answer_map(
    live: HeadlessSession, wide: float, coarse: bool, seen: object = None
) -> dict[str, Any]:
    # A page's view may be larger than the size to which it was fitted.
    size = live.size if seen is None else validation.size(seen)
    camera = live.controls.camera(0)
    return {
        "map": live.plots.serialize_map(live.session, camera, size, wide, coarse=coarse)
    }


def _answer_curve(
    live: HeadlessSession, wide: float = 520.0, theme: str = "light"
) -> dict[str, Any]:
    from playground.web.worker.curve_svg import serialize_curve  # slow

    return {"curve": serialize_curve(live.session, wide, ThemeName(theme))}


def _answer_copy(live: HeadlessSession, what: str, code: str = "") -> dict[str, Any]:
    _require_answer(live)
    session = live.session
    if what == "link":
        return {"text": make_link(session.state, code=code)}
    from playground.session.state_as_code import CodeFormat, as_code  # slow

    text = as_code(session.scene_view, CodeFormat(what), session.units)
    if not text:
        raise ValueError(message("There is no answer"))
    return {"text": text}


def _answer_linked_code(live: HeadlessSession, address: str) -> dict[str, Any]:
    """Return the code in a link, as text; "" for none."""
    return {"code": parse_link(address, live.session.scenes).code}


def _answer_save(live: HeadlessSession) -> dict[str, Any]:
    _require_answer(live)
    return {"text": dump(live.session.state)}


def _require_answer(live: HeadlessSession) -> None:
    if live.session.asking:
        raise ValueError(texts.ANSWER_FIRST)


def _answer_svg(live: HeadlessSession, theme: str = "light") -> dict[str, Any]:
    from playground.web.svg_figure import render_svg  # slow

    size = 2.0 * live.size[0], 2.0 * live.size[1]
    return {"text": render_svg(live.session, ThemeName(theme), size, 1.0)}


def _answer_description(live: HeadlessSession) -> dict[str, Any]:
    session = live.session
    shown = session.scene_view.page is Page.DERIVATION and not session.has_question
    step = session.open_scene.step if shown else None
    return {
        "text": "\n".join(serialize_text.describe_in_lines(session.scene_view, step))
    }


REQUESTS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "map": _answer_map,
    "curve": _answer_curve,
    "own": lambda live: serialize_code_template(live.session.scene),
    "brought": _answer_linked_code,
    "copy": _answer_copy,
    "save": _answer_save,
    "svg": _answer_svg,
    "words": _answer_description,
}
"""Requests by name; each returns its answer as JSON values."""


# ----------------------------------------------------------------------------
# What a page's editor begins with: a function to change, and what can be allowed.
# ----------------------------------------------------------------------------


def serialize_code_template(scene: SceneEntry) -> dict[str, Any]:
    """Return the template of user code for a scene, with allowable deviations.

    Raises
    ------
    EvaluationError
        The scene has no query.
    """
    from playground.judge import (
        code_template,
        evaluation,  # slow
    )

    query = evaluation.find_query(scene)
    return {
        "name": query.name,
        "signature": code_template.signature_text(query),
        "about": [
            translate(code_template.arguments_text(query)),
            translate(code_template.returns_text(query)),
        ],
        "text": code_template.template_text(query),
        "example": code_template.example_text(query),
        "allow": [
            [
                word,
                translate(word.replace("_", " ")),
                translate(evaluation.deviation_text(word)),
            ]
            for word in evaluation.allowable_deviations(query)
        ],
    }
