"""Evaluation of user code in a worker that the page may terminate at any time."""

import json
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from playground.analysis.curve import find_axis
from playground.i18n import Message, in_english, message, translate
from playground.judge import evaluation
from playground.judge.evaluation import (
    EvaluationError,
    EvaluationOptions,
    EvaluationRun,
)
from playground.judge.report.repro import as_python, as_test
from playground.judge.report.sentences import checkbox_hint
from playground.judge.report.verdict import (
    EvaluationVerdict,
    FailureExample,
    KindVerdict,
    collect_verdict,
)
from playground.judge.report.wording import answer_sentence
from playground.judge.runner.code_runner import find_function_name
from playground.judge.runner.in_process import InProcessRunner
from playground.judge.runner.protocol import CodeError
from playground.judge.shrink import ShrunkCase, shrink_failures
from playground.scene.camera import Camera2D, Viewport
from playground.scene.json_text import parse_json
from playground.scene.scene import SceneEntry
from playground.session.answer_pair import AnswerPair, AnswerText, answer_pair
from playground.session.failure_map import map_view_of_failures, open_failure_map
from playground.session.saved_state import State, make_link, parse_link
from playground.session.session import Session
from playground.session.view.cameras import view_camera
from playground.web.serialize.maps import serialize_current_map

# The interval of progress reports.
_PROGRESS_INTERVAL_S = 0.1
_FILE_NAME = "code.py"


class EvaluationWorker:
    """A worker that evaluates user code.

    Parameters
    ----------
    scenes : sequence of SceneEntry
        The scenes.
    on_progress : callable
        Called with the progress as JSON: `answered` of `of` cases, and `asked` once no
        further case follows.
    """

    def __init__(
        self, scenes: Sequence[SceneEntry], on_progress: Callable[[str], object]
    ) -> None:
        self.scenes = scenes
        self.on_progress = on_progress
        self._folder = Path(tempfile.mkdtemp())
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._last: tuple[EvaluationRun, list[ShrunkCase]] | None = None

    def ask(self, text: str) -> str:
        """Evaluate code, or inspect the last evaluation.

        Parameters
        ----------
        text : str
            A JSON object. To evaluate code: `scene` is the scene's id, `code` the text
            of a module; optional are `function`, a name in the module, `cases`, the
            approximate number of cases, `seed`, and `allow`, a list of permitted
            deviations. To inspect the last evaluation: `here` is the link of a state,
            and `map` the link of the map's state, or "" for one with mistakes; `camera`
            and `size`, in px, are those of the view below which the map is drawn.

        Returns
        -------
        str
            A JSON object, whose `error` is "" or, with its `line`, the reason of a
            failure.

            After an evaluation, `lines` are the most important sentences, `lead` is the
            text at `line`, and `notes` are further sentences. Each of `kinds` is a kind
            of mistake with its shrunk case and, if different, a `typical` one; `main`
            is the index of the most informative kind, or null. `printed` are the first
            lines that the code printed.

            After an inspection, `here` is a sentence about the code's answer in that
            state, and `beside` has the answers of geometry, article and code if the
            article differs from the geometry. `map` shows the mistakes around the state
            of `link`, or is null; it is valid for all states that differ only in the
            parameter `over`.
        """
        try:
            request = parse_json(text)
            if "map" in request or "here" in request:
                answer = {"error": "", "line": 0, **self._inspect_state(request)}
            else:
                answer = self._run_evaluation(request)
        except CodeError as error:
            answer = {"error": translate(_format_code_error(error)), "line": error.line}
        except (EvaluationError, ValueError, TypeError, KeyError) as error:
            answer = {"error": translate(str(error)), "line": 0}
        return json.dumps(answer, separators=(",", ":"), ensure_ascii=False)

    def _run_evaluation(self, request: Mapping[str, Any]) -> dict[str, Any]:
        entry = next((one for one in self.scenes if one.id == request["scene"]), None)
        if entry is None:
            raise EvaluationError(message("this scene does not exist"))
        code = str(request["code"])
        query = evaluation.find_query(entry)
        name = str(
            request.get("function") or find_function_name(code, query) or query.name
        )
        file = self._folder / _FILE_NAME
        file.write_text(code, encoding="utf-8")
        terms = EvaluationOptions(
            count=int(request.get("cases", evaluation.DEFAULT_CASE_COUNT)),
            seed=int(request.get("seed", 0)),
            allow=tuple(map(str, request.get("allow", ()))),
        )
        if self._last:
            self._last[0].code.close()
            self._last = None
        with InProcessRunner(f"{file}:{name}") as process:
            process.on_answers = self._create_counter(terms.count)
            judgement = evaluation.evaluate_code(entry, process, terms)
            small = shrink_failures(judgement)
            verdict = collect_verdict(judgement, small, hint=checkbox_hint)
        # No further case follows, so a delay is no sign that the code hangs.
        self._report_progress(terms.count, terms.count, asked=True)
        self._last = judgement, small
        return _serialize_report(judgement, verdict, name)

    def _inspect_state(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the findings for the requested states, empty for others."""
        seen: dict[str, Any] = {"here": "", "beside": []}
        seen |= {"map": None, "link": "", "over": ""}
        if self._last is None:
            return seen
        judgement, small = self._last
        with judgement.code:
            at = self._read_link_params(judgement, request.get("here"))
            if at is not None:
                here = translate(_describe_answer(judgement, at))
                seen |= {"here": here, "beside": _serialize_comparison(judgement, at)}
            if "map" in request:
                at = self._read_link_params(judgement, request["map"])
                seen |= _serialize_map(judgement, small, at, request) or {}
        return seen

    def _read_link_params(self, judgement: EvaluationRun, address: object) -> Any:
        """Return a link's params for the evaluated scene, else None."""
        if not address:
            return None
        state, problem, _ = parse_link(str(address), self.scenes)
        if problem or state.scene is not judgement.entry:
            return None
        part, params = state.scene.resolve(state.params)
        return params if part is judgement.scene else None

    def _create_counter(self, of: int) -> Callable[[int], None]:
        count, last = 0, time.monotonic()
        self._report_progress(0, of)

        def count_answers(more: int) -> None:
            nonlocal count, last
            count += more
            # Maps and shrinking need further cases, so the count may exceed `of`.
            if time.monotonic() - last > _PROGRESS_INTERVAL_S:
                last = time.monotonic()
                self._report_progress(min(count, of), of)

        return count_answers

    def _report_progress(self, answered: int, of: int, **more: bool) -> None:
        self.on_progress(json.dumps({"answered": answered, "of": of, **more}))


def _format_code_error(error: CodeError) -> str:
    """Return an error in code without the file name, which a page does not have."""
    error_text = str(error)
    words = error_text.removeprefix(f"{_FILE_NAME}:")
    for place in (f" ({_FILE_NAME}, line {error.line})", f" (line {error.line})"):
        words = words.removesuffix(place)
    return in_english(words, error_text) if isinstance(error_text, Message) else words


def _serialize_report(
    judgement: EvaluationRun, verdict: EvaluationVerdict, name: str
) -> dict[str, Any]:
    kinds, main = verdict.kinds_by_nature, verdict.main_kind
    return {
        "error": "",
        "line": verdict.line,
        "function": name,
        "asked": verdict.asked,
        "wrong": verdict.wrong,
        "lead": translate(verdict.lead),
        "lines": [*map(translate, verdict.lines)],
        "main": kinds.index(main) if main else None,
        "notes": [*map(translate, verdict.notes)],
        "kinds": [_serialize_kind(judgement, kind) for kind in kinds],
        "printed": list(verdict.printed),
    }


def _serialize_kind(
    judgement: EvaluationRun, kind_verdict: KindVerdict
) -> dict[str, Any]:
    return {
        "kind": translate(kind_verdict.kind),
        "count": kind_verdict.count,
        "why": translate(kind_verdict.explained),
        **_serialize_case(judgement, kind_verdict.smallest),
        "typical": kind_verdict.typical
        and _serialize_case(judgement, kind_verdict.typical),
    }


def _serialize_case(
    judgement: EvaluationRun, example: FailureExample
) -> dict[str, Any]:
    query, entry = judgement.query, judgement.entry
    params = query.find_params(example.arguments)
    return {
        "of": translate(example.label),
        "call": example.call,
        "told": translate(example.told),
        "python": as_python(query.function, example.arguments),
        "test": as_test(query.function, example.arguments, verdict_only=True),
        "link": params
        and make_link(State(entry, entry.join_params(judgement.scene, params))),
    }


def _describe_answer(judgement: EvaluationRun, p: Any) -> str:
    """Return the code's answer in a state, and the truth if it differs.

    It is "" if the code cannot be asked about it.
    """
    listing = judgement.build_map_scene().listing
    assert listing is not None
    one = listing.evaluate(p, np.float64).findings
    if kinds := one.kinds():
        return answer_sentence(one, 0, kinds[0])
    if one.is_allowed_deviation.any():
        return message("it {answer}, which is allowed", answer=one.answers[0].text)
    if one.is_evaluated.any():
        return message("it {answer}, which is right", answer=one.answers[0].text)
    return ""


def _serialize_comparison(judgement: EvaluationRun, p: Any) -> list[dict[str, str]]:
    """Return the answers of geometry, article and code, as in the window.

    Empty if the article agrees with the geometry.
    """
    entry, scene = judgement.entry, judgement.scene
    article = _pair_answers(State(entry, entry.join_params(scene, p)), own=False)
    if article.code is None or not article.differs:
        return []
    code = _pair_answers(State(judgement.build_map_scene(), p), own=True)
    return [
        _serialize_answer(article.geometry),
        _serialize_answer(article.code, article),
        *([_serialize_answer(code.code, code)] if code.code else ()),
    ]


def _pair_answers(state: State, *, own: bool) -> AnswerPair:
    session = Session((state.scene,))
    session.show(state)
    return answer_pair(session.scene_view, is_user_code=own)


def _serialize_answer(side: AnswerText, of: AnswerPair | None = None) -> dict[str, str]:
    word, sign = side.word, of.sign.value if of else ""
    if side.difference:
        word = Message("{word}, {other}", {"word": word, "other": side.difference})
    return {"whose": translate(side.whose), "sign": sign, "word": translate(word)}


def _serialize_map(
    judgement: EvaluationRun,
    small: Sequence[ShrunkCase],
    p: Any,
    request: Mapping[str, Any],
) -> dict[str, Any] | None:
    """Return the map of the code's mistakes for the page, or None without one."""
    listing = judgement.build_map_scene().listing
    if listing is None or listing.preset is None:
        return None
    if p is not None:
        map_axes = find_axis(p, listing.preset.x), find_axis(p, listing.preset.y)
    elif request["map"]:
        return None
    elif place := map_view_of_failures(judgement, small):
        p, map_axes = place
    else:
        return None
    session = open_failure_map(judgement, p, map_axes)
    wide, tall = map(float, request["size"])
    view = view_camera(session, [Viewport(0.0, 0.0, wide, tall)], 0)
    if isinstance(view, Camera2D) and request.get("camera"):
        x, y, scale = map(float, request["camera"])
        view = Camera2D((x, y), scale)
    is_single = map_axes[0].name == map_axes[1].name
    return {
        "over": map_axes[0].name if is_single else "",
        "map": serialize_current_map(session, view, (wide, tall)),
        "link": make_link(
            State(judgement.entry, judgement.entry.join_params(judgement.scene, p))
        ),
    }
