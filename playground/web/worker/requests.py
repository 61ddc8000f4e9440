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
from playground.web.serialize.drawing import SINGLE_VIEW_SIZE_PX
from playground.web.worker import validation
from playground.web.worker.headless_session import HeadlessSession


def answer_request(live: HeadlessSession, asked: object) -> dict[str, Any]:
    """Answer a request: a list `[name, *arguments]`, or only a name.

    Returns
    -------
    dict
        The answer as JSON values.

    Raises
    ------
    ValueError
        The name is unknown, or an argument is invalid, missing or too many.
    """
    name, *values = asked if isinstance(asked, list) and asked else [asked]
    answer: dict[str, Any] = validation.run_command(live, _REQUESTS, name, values)
    return answer


def _answer_map(
    live: HeadlessSession,
    wide: object = SINGLE_VIEW_SIZE_PX[0],
    coarse: object = False,
    seen: object = None,
) -> dict[str, Any]:
    camera, large = live.controls.camera(0), validation.number(wide)
    # A page's view may be larger than the size to which it was fitted.
    size = live.size if seen is None else validation.size(seen)
    serialized_map = live.plots.serialize_map(
        live.session, camera, size, large, coarse=validation.flag(coarse)
    )
    return {"map": serialized_map}


def _answer_curve(
    live: HeadlessSession, wide: object = 520.0, theme: str = "light"
) -> dict[str, Any]:
    from playground.web.worker.curve_svg import serialize_curve  # slow

    room = validation.number(wide)
    return {"curve": serialize_curve(live.session, room, ThemeName(theme))}


def _answer_copy(
    live: HeadlessSession, what: object, code: object = ""
) -> dict[str, Any]:
    _require_answer(live)
    if what == "link":
        return {"text": make_link(live.session.state, code=validation.text(code))}
    from playground.session.state_as_code import (
        CodeFormat,  # slow
        as_code,  # slow
    )

    code_format = CodeFormat(validation.text(what))
    text = as_code(live.session.scene_view, code_format, live.session.units)
    if not text:
        raise ValueError(message("There is no answer"))
    return {"text": text}


def _answer_linked_code(live: HeadlessSession, address: object) -> dict[str, Any]:
    """Return the code in a link, as text; "" for none."""
    link = parse_link(validation.text(address), live.session.scenes)
    return {"code": link.code}


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


def _answer_code_template(live: HeadlessSession) -> dict[str, Any]:
    return serialize_code_template(live.session.scene)


def _answer_description(live: HeadlessSession) -> dict[str, Any]:
    session = live.session
    shown = session.scene_view.page is Page.DERIVATION and not session.has_question
    step = session.open_scene.step if shown else None
    return {
        "text": "\n".join(serialize_text.describe_in_lines(session.scene_view, step))
    }


_REQUESTS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "map": _answer_map,
    "curve": _answer_curve,
    "own": _answer_code_template,
    "brought": _answer_linked_code,
    "copy": _answer_copy,
    "save": _answer_save,
    "svg": _answer_svg,
    "words": _answer_description,
}


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
