"""A trial of somebody's code, in a worker that the page may end at any time."""

import ast
import json
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from playground.analysis.curve import named
from playground.analysis.heat_map import MapKind
from playground.i18n import Message, in_english, message, translated
from playground.judge import evaluation
from playground.judge.cases.case_set import Cases, in_columns, with_fixed
from playground.judge.diagnosis.rounding import labelled
from playground.judge.evaluation import Judgement, Terms, TrialError
from playground.judge.findings import ROUNDING, found
from playground.judge.report.data import ToldCase, ToldKind, told_trial
from playground.judge.report.map import shown
from playground.judge.report.repro import as_python, as_test
from playground.judge.report.wording import told
from playground.judge.runner.in_process import CodeInPlace
from playground.judge.runner.protocol import CodeError
from playground.judge.shrink import Smallest, all_smallest
from playground.scene.camera import Camera2D, Viewport
from playground.scene.scene import Entry
from playground.session import plots
from playground.session.saved_state import State, link, linked
from playground.session.session import Session
from playground.session.texts import Pair, Sign, ToldAnswer, pair
from playground.session.view.cameras import camera
from playground.web.serialize.maps import mapped

# So many seconds are between two signs of life.
_SIGNS = 0.1
# Of what code prints so many lines are told, the last ones.
_PRINTED = 10
_FILE = "code.py"


class Judge:
    """Tries the code of one question after the other.

    Parameters
    ----------
    scenes
        Whose questions there are.
    said
        Is told, as JSON, how many answers there are of how many, `answered` and `of`;
        and that no more is `asked`, once it is so.
    """

    def __init__(self, scenes: Sequence[Entry], said: Callable[[str], object]) -> None:
        self.scenes = scenes
        self.said = said
        self._folder = Path(tempfile.mkdtemp())
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._last: tuple[Judgement, list[Smallest]] | None = None

    def ask(self, text: str) -> str:
        """Judge code, and tell what came of it; it never raises.

        Parameters
        ----------
        text
            A JSON object: `scene`, the scene's id; `code`, the text of a module; if
            need be `function`, its name there; `cases` and `seed`; `excuses`. Or, of
            the trial before, `here`: the link of a state, and `map`: another one, ""
            for one where it is wrong, with the `camera` and `size` of the view that it
            lies under.

        Returns
        -------
        str
            A JSON object. `error` is a sentence, with the `line` that it is about,
            where there could be no trial. Else `head` and `notes` are sentences, and
            `kinds` has each kind of mistake with its smallest case, and with a
            `typical` one if that is another; `printed` are the last lines that it
            printed. `here` is what the code answers in a state, a sentence; where the
            article's listing differs from the geometry, `beside` has the answers of
            all three. `map` shows where the mistakes are, around the state of `link`,
            if that can be shown; it is the same for others of which the parameter
            `over` alone is another.
        """
        try:
            asked = json.loads(text)
            if "map" in asked or "here" in asked:
                answer = {"error": "", "line": 0, **self._looked(asked)}
            else:
                answer = self._judged(asked)
        except CodeError as error:
            answer = {"error": translated(_of_code(error)), "line": error.line}
        except (TrialError, ValueError, TypeError, KeyError) as error:
            answer = {"error": translated(str(error)), "line": 0}
        return json.dumps(answer, separators=(",", ":"), ensure_ascii=False)

    def _judged(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        entry = next((one for one in self.scenes if one.id == asked["scene"]), None)
        if entry is None:
            raise TrialError(message("there is no such scene"))
        code = str(asked["code"])
        wanted = evaluation.query_of(entry).name
        name = str(asked.get("function") or _function(code, wanted))
        file = self._folder / _FILE
        file.write_text(code, encoding="utf-8")
        terms = Terms(
            count=int(asked.get("cases", evaluation.CASES)),
            seed=int(asked.get("seed", 0)),
            excuses=tuple(map(str, asked.get("excuses", ()))),
        )
        if self._last:
            self._last[0].code.close()
            self._last = None
        process = CodeInPlace(f"{file}:{name}", self._counting(terms.count))
        with process:
            judgement = evaluation.judge(entry, process, terms)
            small = all_smallest(judgement)
        # The code is asked no more: what takes long now is no sign that it hangs.
        self._sign(terms.count, terms.count, asked=True)
        self._last = judgement, small
        return _told(judgement, small, name)

    def _looked(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was found of states; what there is not is left out."""
        seen: dict[str, Any] = {"here": "", "beside": []}
        seen |= {"map": None, "link": "", "over": ""}
        if self._last is None:
            return seen
        judgement, small = self._last
        with judgement.code:
            if "here" in asked:
                at = self._params(asked["here"])
                here = translated(_here(judgement, at))
                seen |= {"here": here, "beside": _beside(judgement, at)}
            if "map" in asked:
                at = self._params(asked["map"])
                seen |= _map(judgement, small, at, asked) or {}
        return seen

    def _params(self, address: object) -> Any:
        """Return what a link shows, of the part that was judged; or else None."""
        assert self._last is not None
        judgement = self._last[0]
        if not address:
            return None
        state, problem, _ = linked(str(address), self.scenes)
        if problem or state.scene is not judgement.entry:
            return None
        part, params = state.scene.at(state.params)
        return params if part is judgement.scene else None

    def _counting(self, of: int) -> Callable[[int], None]:
        count, last = 0, time.monotonic()
        self._sign(0, of)

        def counted(more: int) -> None:
            nonlocal count, last
            count += more
            # Of a map and of smaller cases more is asked.
            if time.monotonic() - last > _SIGNS:
                last = time.monotonic()
                self._sign(min(count, of), of)

        return counted

    def _sign(self, answered: int, of: int, **more: bool) -> None:
        self.said(json.dumps({"answered": answered, "of": of, **more}))


def _of_code(error: CodeError) -> str:
    """Return what is wrong with code, which has no file in a page."""
    said = str(error)
    words = said.removeprefix(f"{_FILE}:")
    for place in (f" ({_FILE}, line {error.line})", f" (line {error.line})"):
        words = words.removesuffix(place)
    return in_english(words, said) if isinstance(said, Message) else words


def _function(code: str, wanted: str) -> str:
    """Return the function that is meant: of that name, or else the last one."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return wanted  # what is wrong with it is for the loading to say
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return wanted if wanted in names or not names else names[-1]


def _told(judgement: Judgement, small: Sequence[Smallest], name: str) -> dict[str, Any]:
    told = told_trial(judgement, small)
    return {
        "error": "",
        "line": 0,
        "function": name,
        "asked": told.asked,
        "wrong": told.wrong,
        "head": translated(told.head),
        "notes": [*map(translated, told.notes)],
        "kinds": [_kind(judgement, one) for one in told.kinds],
        "printed": list(judgement.code.errors)[-_PRINTED:],
    }


def _kind(judgement: Judgement, told: ToldKind) -> dict[str, Any]:
    return {
        "kind": translated(told.kind),
        "count": told.count,
        "share": translated(told.share),
        "why": translated(told.why),
        **_case(judgement, told.smallest),
        "typical": told.typical and _case(judgement, told.typical),
    }


def _case(judgement: Judgement, told: ToldCase) -> dict[str, Any]:
    query, entry = judgement.query, judgement.entry
    held = query.held(told.arguments)
    return {
        "of": translated(told.of),
        "call": told.call,
        "told": translated(told.told),
        "python": as_python(query.function, told.arguments),
        "test": as_test(query.function, told.arguments, {}),
        "link": held and link(State(entry, entry.holding(judgement.scene, held))),
    }


def _here(judgement: Judgement, p: Any) -> str:
    """Return what the code answers to a state, and the truth if that is another."""
    if p is None:
        return ""
    query, terms = judgement.query, judgement.terms
    columns = with_fixed(in_columns([query.arguments(p)]), judgement.fixed, 1)
    cases = Cases(query, columns, np.array([""]))
    answers = list(judgement.code.answers(cases.rows))
    one = found(cases, answers, terms.tolerance, terms.excuses, judgement.slop)
    if ROUNDING in terms.excuses:
        one = labelled(judgement.code, one, terms.tolerance, terms.excuses)
    if kinds := one.kinds():
        return told(one, 0, kinds[0])
    if one.excused.any():
        return message("it {answer}, which is excused", answer=one.words[0])
    if not one.asked.any():
        return ""
    return message("it {answer}, which is right", answer=one.words[0])


def _beside(judgement: Judgement, p: Any) -> list[dict[str, str]]:
    """Return what geometry, article and code answer, as a window says it.

    Nothing where the article answers as the geometry does.
    """
    if p is None:
        return []
    entry, scene = judgement.entry, judgement.scene
    article = _pair(State(entry, entry.holding(scene, p)), own=False)
    if article.code is None or article.sign is not Sign.OTHER:
        return []
    code = _pair(State(judgement.mapped(), p), own=True)
    told = [_side(article.geometry), _side(article.code, article)]
    return [*told, _side(code.code, code)] if code.code else told


def _pair(state: State, *, own: bool) -> Pair:
    session = Session((state.scene,))
    session.show(state)
    return pair(session.study, own=own)


def _side(side: ToldAnswer, of: Pair | None = None) -> dict[str, str]:
    word, sign = side.word, of.sign.value if of else ""
    if of and of.apart:
        word = Message("{word}: {apart}", {"word": word, "apart": of.apart})
    return {"whose": translated(side.whose), "sign": sign, "word": translated(word)}


def _map(
    judgement: Judgement, small: Sequence[Smallest], p: Any, asked: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return where the code is wrong, as a page draws a map; None without one."""
    scene = judgement.mapped()
    listing = scene.listing
    if listing is None or listing.preset is None:
        return None
    if p is not None:
        over = named(p, listing.preset.x), named(p, listing.preset.y)
    elif asked["map"]:
        return None
    else:
        place = shown(judgement, scene, small)
        if place is None:
            return None
        p, over = place
    wide, tall = map(float, asked["size"])
    session = Session((scene,))
    session.show(State(scene, p))
    plots.map_over(session, over=over)
    session.look(map=MapKind.MISTAKES, compare=False)
    view = camera(session, [Viewport(0.0, 0.0, wide, tall)], 0)
    if isinstance(view, Camera2D) and asked.get("camera"):
        x, y, scale = map(float, asked["camera"])
        view = Camera2D((x, y), scale)
    whole = over[0].name == over[1].name
    return {
        "over": over[0].name if whole else "",
        "map": mapped(session, view, (wide, tall)),
        "link": link(
            State(judgement.entry, judgement.entry.holding(judgement.scene, p))
        ),
    }
