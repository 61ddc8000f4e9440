"""A trial of somebody's code, in a worker that the page may end at any time."""

import ast
import json
import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from playground.explore.judge import trial
from playground.explore.judge.as_code import as_python, as_test
from playground.explore.judge.code_process import CodeError
from playground.explore.judge.in_common import explained
from playground.explore.judge.in_place import CodeInPlace
from playground.explore.judge.report import call, summary
from playground.explore.judge.sentences import told
from playground.explore.judge.shrink import INSTALL, Smallest, all_smallest
from playground.explore.judge.telling_map import shown
from playground.explore.judge.trial import Judgement, Terms, TrialError
from playground.explore.map import MapKind
from playground.page.maps import mapped
from playground.scene.camera import Viewport
from playground.scene.scene import Entry
from playground.study import charts
from playground.study.link import link
from playground.study.session import Session
from playground.study.state import State
from playground.study.view.cameras import camera

# How many answers there are between two signs of life.
_SIGNS = 100
# How large the map of mistakes is drawn, in pixels.
_MAP = (520.0, 416.0)


class Judge:
    """Tries the code of one question after the other.

    Parameters
    ----------
    scenes
        Whose questions there are.
    said
        Is told, as JSON, how many answers there are of how many.
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
            need be `function`, its name there; `cases` and `seed`; `excuses`. Or
            `map`: it is then of the trial before.

        Returns
        -------
        str
            A JSON object. `error` is a sentence, with the `line` that it is about,
            where there could be no trial. Else `head` and `notes` are sentences, and
            `kinds` has each kind of mistake with its smallest case. `map` shows where
            the mistakes are, if that can be shown.
        """
        try:
            asked = json.loads(text)
            if "map" in asked:
                found = {"error": "", "line": 0, "map": self._mapped()}
            else:
                found = self._judged(asked)
        except CodeError as error:
            found = {"error": str(error), "line": error.line}
        except (TrialError, ValueError, TypeError, KeyError) as error:
            found = {"error": str(error), "line": 0}
        return json.dumps(found, separators=(",", ":"), ensure_ascii=False)

    def _judged(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        entry = next((one for one in self.scenes if one.id == asked["scene"]), None)
        if entry is None:
            raise TrialError("there is no such scene")
        code = str(asked["code"])
        wanted = trial.query_of(entry).name
        name = str(asked.get("function") or _function(code, wanted))
        file = self._folder / "code.py"
        file.write_text(code, encoding="utf-8")
        terms = Terms(
            count=int(asked.get("cases", trial.CASES)),
            seed=int(asked.get("seed", 0)),
            excuses=tuple(map(str, asked.get("excuses", ()))),
        )
        process = CodeInPlace(f"{file}:{name}", self._counting(terms.count))
        judgement = trial.judge(entry, process, terms)
        small = all_smallest(judgement)
        self._last = judgement, small
        return _told(judgement, small, name)

    def _mapped(self) -> dict[str, Any] | None:
        """Return the map; None where there is none, or it takes too long."""
        if self._last is None:
            return None
        try:
            return _map(*self._last)
        except Exception:  # whatever somebody's code raises
            return None

    def _counting(self, of: int) -> Callable[[], None]:
        count = 0

        def counted() -> None:
            nonlocal count
            count += 1
            # The map and smaller cases are asked as well.
            if count % _SIGNS == 0 and count <= of:
                self.said(json.dumps({"answered": count, "of": of}))

        return counted


def _function(code: str, wanted: str) -> str:
    """Return the function that is meant: of that name, or else the last one."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return wanted  # what is wrong with it is for the loading to say
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return wanted if wanted in names or not names else names[-1]


def _told(judgement: Judgement, found: Sequence[Smallest], name: str) -> dict[str, Any]:
    findings = judgement.findings
    lines = summary(judgement, ())
    return {
        "error": "",
        "line": 0,
        "function": name,
        "asked": int(findings.asked.sum()),
        "wrong": int(findings.any_wrong.sum()),
        "head": lines[0],
        # Nothing can be installed here.
        "notes": [line for line in lines[1:] if INSTALL not in line],
        "kinds": [_kind(judgement, small) for small in found],
    }


def _kind(judgement: Judgement, small: Smallest) -> dict[str, Any]:
    query, arguments = judgement.query, small.arguments
    held = query.held(arguments)
    entry = judgement.entry
    return {
        "kind": str(small.kind),
        "count": int(judgement.findings.wrong[small.kind].sum()),
        "why": explained(judgement, small.kind),
        "call": call(query, arguments),
        "told": told(small.findings, 0, small.kind),
        "python": as_python(query.function, arguments),
        "test": as_test(query.function, arguments, {}),
        "link": held and link(State(entry, entry.holding(judgement.scene, held))),
    }


def _map(judgement: Judgement, found: Sequence[Smallest]) -> dict[str, Any] | None:
    """Return where the code is wrong, as a page draws a map; None without one."""
    if not found:
        return None
    scene = judgement.mapped()
    place = shown(judgement, scene, found)
    if place is None:
        return None
    params, over = place
    session = Session((scene,))
    session.show(State(scene, params))
    charts.map_over(session, over=over)
    session.look(map=MapKind.MISTAKES, compare=False)
    return mapped(session, camera(session, [Viewport(0.0, 0.0, *_MAP)], 0), _MAP)
