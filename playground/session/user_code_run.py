"""Somebody's code in the listing's place: asked in the background, and watched.

It runs in processes of its own, one for its answers, one for its lines and one for
the map, so that none waits for another. Nothing here makes a frame wait longer than
`FRAME_WAIT_LIMIT_S`. Every save of its file is loaded beside the one before, which
goes on to answer until the new one can.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from playground.i18n import in_english, message
from playground.judge.diagnosis.faulty_line import (
    find_timeout_line,
    mark_faulty_line,
    trace_endless_code,
)
from playground.judge.evaluation import (
    EvaluationError,
    EvaluationOptions,
    allowable_deviations,
    deviation_text,
    find_documented_deviations,
    find_query,
    scene_with_query,
)
from playground.judge.listing_adapter import UserCodeListing, replace_listing
from playground.judge.runner.code_runner import CodeRunner, find_function_name
from playground.judge.runner.protocol import CodeError
from playground.quick_dataclass import dataclass
from playground.scene.author_files import read_bytes, read_text_file
from playground.scene.listing import AnswerPendingError, Listing
from playground.scene.params import Params
from playground.scene.scene import Scene, SceneEntry
from playground.session.evaluation_job import EvaluationJob, EvaluationRequest
from playground.session.watched_file import WatchedFile
from playground.tracing.trace import from_json

__all__ = [
    "FRAME_WAIT_LIMIT_S",
    "BackgroundWorker",
    "CodeError",
    "CodeFailure",
    "EvaluationError",
    "UserCode",
    "allowable_deviations",
    "deviation_text",
    "find_query",
]

FRAME_WAIT_LIMIT_S = 0.015
"""Seconds for which a frame waits for an answer."""
_MAX_RESULTS = 64
# Seconds that an answer may take in the window, and one that is laid open.
_ANSWER_TIME_LIMIT_S = 0.5
_TRACE_TIME_LIMIT_S = 4.0
# So many lines are shown on either side of the one that keeps a file from being loaded.
_CONTEXT_LINES = 4


def resolve_function(text: str, wanted: str) -> str:
    """Return what code is meant by a file's path alone: its function of that name.

    Without one of that name its last one. A text that is no Python is for the loading
    to explain.
    """
    text = text.strip().strip("'\"")
    path = Path(text)
    file = path if path.suffix == ".py" else Path(text.rpartition(":")[0])
    if file.suffix == ".py" and not file.is_file():
        raise CodeError(
            message(
                "there is no file {name} in {folder}; choose the file, or type its "
                "whole path",
                name=file.name,
                folder=file.absolute().parent,
            )
        )
    if path.suffix != ".py":
        return text
    try:
        name = find_function_name(read_text_file(path), wanted)
    except (OSError, ValueError):
        name = wanted
    if not name:
        raise CodeError(message("{path} has no function", path=path))
    return f"{path}:{name}"


class BackgroundWorker:
    """Work done one after the other in a thread; of each kind only the newest.

    `news` counts what has been done.
    """

    def __init__(self) -> None:
        self.news = 0
        self._done: OrderedDict[tuple[str, Hashable], Any] = OrderedDict()
        self._wanted: dict[str, tuple[Hashable, Callable[[], Any]]] = {}
        self._changed = threading.Condition()
        self._closed = False
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether there is more to come."""
        return bool(self._wanted)

    def answer(self, kind: str, about: Hashable, work: Callable[[], Any]) -> Any:
        """Return what the work comes to, or raise it or AnswerPendingError."""
        place = kind, about
        with self._changed:
            if place not in self._done:
                self._wanted[kind] = about, work
                self._changed.notify_all()
                self._changed.wait_for(lambda: place in self._done, FRAME_WAIT_LIMIT_S)
            if place not in self._done:
                raise AnswerPendingError
            self._done.move_to_end(place)
            found = self._done[place]
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """Begin nothing any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._wanted)
                if self._closed:
                    return
                kind, (about, work) = next(iter(self._wanted.items()))
            try:
                found = work()
            except Exception as error:
                found = error
            with self._changed:
                self._done[kind, about] = found
                while len(self._done) > _MAX_RESULTS:
                    self._done.popitem(last=False)
                if self._wanted[kind][0] == about:
                    del self._wanted[kind]
                self.news += 1
                self._changed.notify_all()


@dataclass(frozen=True)
class CodeFailure:
    """Why a file cannot be loaded as it is now.

    Attributes
    ----------
    words : str
        What is wrong with it.
    line : int
        Where; 0 for no line of its own.
    around : mapping
        That line and those beside it, by their numbers.
    """

    words: str
    line: int = 0
    around: Mapping[int, str] = field(default_factory=dict)


class UserCode:
    """Code that was opened for a scene, and is followed from save to save.

    Parameters
    ----------
    entry : SceneEntry
        The scene, with its own listing.
    text : str
        `FILE.py:FUNCTION`, `engine:NAME`, or `FILE.py`, of which each save may have
        another function.

    Attributes
    ----------
    opened : SceneEntry or None
        The scene with the code in its listing's place, as it was when it could be
        loaded last; None until then.
    failure : CodeFailure or None
        Why the file as it is now cannot be loaded.
    terms : EvaluationOptions
        Which choices are allowed, and the tolerance: as for the command, until
        somebody says otherwise.
    trial : EvaluationJob or None
        A whole trial of it, which has begun or is over.

    Raises
    ------
    CodeError
        The text names nothing.
    EvaluationError
        The scene does not say what it asks the core.
    """

    def __init__(self, entry: SceneEntry, text: str) -> None:
        self.entry, self._chosen_text = entry, text
        self.opened: SceneEntry | None = None
        self.failure: CodeFailure | None = None
        self.terms = EvaluationOptions()
        self.trial: EvaluationJob | None = None
        self._earlier = 0
        """News of the trials before."""
        self._part = scene_with_query(entry)
        self.text = self._find_function()
        path = Path(self.text.rpartition(":")[0])
        self._file = WatchedFile(path) if path.suffix == ".py" else None
        self._current: _CodeVersion | None = None
        self._next: _CodeVersion | None = _CodeVersion(self._part, self.text)

    @property
    def file(self) -> Path | None:
        """The file that is followed; None for an engine."""
        return self._file.path if self._file else None

    @property
    def news(self) -> int:
        """Counts what has come in."""
        tried = self._earlier + (self.trial.news if self.trial else 0)
        return tried + sum(version.news for version in self._versions)

    @property
    def answering(self) -> bool:
        """Whether an answer is on its way."""
        return any(version.pending for version in self._versions)

    @property
    def pending(self) -> bool:
        """Whether anything is to come: an answer, or more of a trial."""
        return self.answering or (self.trial is not None and self.trial.state.runs)

    @property
    def is_outdated(self) -> bool:
        """Whether its file has been saved since it was looked at last."""
        return self._file is not None and self._file.is_outdated

    def follow(self) -> bool:
        """Load what has been saved; return whether that has come to an end just now."""
        try:
            if self.is_outdated:
                self._begin_version()
            if self._next is None:
                return False
            self._next.ensure_loaded()
        except AnswerPendingError:
            return False
        except CodeError as error:
            self.failure = self._describe_failure(error)
            self._drop_version(self._next)
        else:
            if self._current is None:
                self.terms = replace(self.terms, allow=self._next.engine_deviations)
            self._drop_version(self._current)
            self._current, self.failure = self._next, None
            self.set_terms(self.terms)
        self._next = None
        return True

    def set_terms(self, terms: EvaluationOptions) -> None:
        """Judge by other terms from now on."""
        self.terms = terms
        if self._current:
            part = self._current.build_scene_part(terms)
            self.opened = self.entry.with_sub_scene(self._part, part)

    def start_evaluation(self, scene_file: Path | None) -> None:
        """Begin a whole trial, by the present terms, of the file as it is now.

        `scene_file` is where the scene comes from, if it is somebody's own.
        """
        self.cancel_evaluation()
        of = EvaluationRequest(self.entry.id, self.text, self.terms, scene_file)
        self.trial = EvaluationJob(of)

    def cancel_evaluation(self) -> None:
        """End the trial that runs, and forget what came of one."""
        if self.trial:
            self.trial.close()
            self._earlier += self.trial.news + 1
            self.trial = None

    def stale_result_text(self) -> str:
        """Return in what the trial is not of the code as it is now; "" if it is."""
        if self.trial is None or self.trial.state.report is None:
            return ""
        if self.trial.is_outdated:
            return message("The file has been saved since: this is of the older text.")
        if self.trial.request.terms != self.terms:
            return message(
                "Other terms have been chosen since: this is by the older ones."
            )
        return ""

    def evaluation_failure_text(self) -> str:
        """Return why there was no trial, in a sentence; "" if there was one."""
        if self.trial is None or not self.trial.state.failure:
            return ""
        if self.trial.is_outdated:
            return message("The file was saved before it was judged.")
        line, failure = self.trial.state.line, self.trial.state.failure
        brief = failure.removeprefix(f"{self.text} ")
        words = in_english(brief[:1].upper() + brief[1:], failure)
        if line and f"line {line}" not in words:
            return message("{words} (line {line})", words=words, line=line)
        return words

    def find_params(self, arguments: Mapping[str, Any]) -> Params | None:
        """Return the params of a question; None where no sliders hold it."""
        query = self._part.query
        assert query is not None
        held: Params | None = query.find_params(dict(arguments))
        return held and self.entry.join_params(self._part, held)

    def close(self) -> None:
        """End its processes."""
        self.cancel_evaluation()
        for version in self._versions:
            version.close()

    @property
    def _versions(self) -> list["_CodeVersion"]:
        return [version for version in (self._current, self._next) if version]

    def _find_function(self) -> str:
        assert self._part.query is not None
        return resolve_function(self._chosen_text, self._part.query.name)

    def _begin_version(self) -> None:
        self._drop_version(self._next)
        self._next = None
        if self._file:
            self._file.mark_as_read()
        self.text = self._find_function()
        self._next = _CodeVersion(self._part, self.text)

    @staticmethod
    def _drop_version(version: "_CodeVersion | None") -> None:
        if version:
            # What ends them takes longer than a frame has.
            threading.Thread(target=version.close).start()

    def _describe_failure(self, error: CodeError) -> CodeFailure:
        around: dict[int, str] = {}
        if error.line and self._file:
            with suppress(OSError, ValueError):
                text = read_bytes(self._file.path).decode("utf-8", "replace")
                near = range(
                    error.line - _CONTEXT_LINES, error.line + _CONTEXT_LINES + 1
                )
                lines = enumerate(text.splitlines(), 1)
                around = {n: line for n, line in lines if n in near}
        return CodeFailure(str(error), error.line, around)


class _CodeVersion:
    """The code as it was saved at one time; CodeError if its text names nothing."""

    def __init__(self, part: Scene[Any, Any], text: str) -> None:
        self.text = text
        self._part = part
        query = part.query
        assert query is not None
        self._query = query
        self._one, self._many, self._tracer = (
            CodeRunner.from_target(text, query.name, limit)
            for limit in (
                _ANSWER_TIME_LIMIT_S,
                _ANSWER_TIME_LIMIT_S,
                _TRACE_TIME_LIMIT_S,
            )
        )
        self._background, self._aside = BackgroundWorker(), BackgroundWorker()
        self._source = ""
        self._endless = 0
        """In which line it was when it did not end in time; 0 for none."""

    @property
    def news(self) -> int:
        return self._background.news + self._aside.news

    @property
    def pending(self) -> bool:
        return self._background.busy or self._aside.busy

    def close(self) -> None:
        """End its processes."""
        for background in (self._background, self._aside):
            background.close()
        for code in (self._one, self._many, self._tracer):
            # What is still loading it, or asks for a map, starts it no more.
            code.end()

    def ensure_loaded(self) -> None:
        """Raise AnswerPendingError while it is loaded, CodeError if it cannot be."""
        self._background.answer("load", self.text, self._load)

    def _load(self) -> None:
        names = tuple(self._query.argument_kinds)
        for code in (self._one, self._many, self._tracer):
            code.begin(names)
        with suppress(OSError, ValueError):
            path = Path(self.text.rpartition(":")[0])
            self._source = read_bytes(path).decode("utf-8", "replace")

    @property
    def engine_deviations(self) -> tuple[str, ...]:
        """What an engine documents."""
        return find_documented_deviations(self._query, self._one.header)

    def build_scene_part(self, terms: EvaluationOptions) -> Scene[Any, Any]:
        """Return the part of the scene with the code in its listing's place."""
        one, many = (
            replace_listing(self._part, code, terms.tolerance, terms.allow)
            for code in (self._one, self._many)
        )
        for_one, for_many = one.listing, many.listing
        assert isinstance(for_one, UserCodeListing)
        assert isinstance(for_many, UserCodeListing)
        name = self.text.rpartition(":")[2]
        quiz = self._part.quiz
        listing = replace(
            for_one,
            name=name,
            asks=lambda p, dtype: self._answer_query(
                for_one, for_many, terms, p, dtype
            ),
            trace=None
            if self.text.rpartition(":")[0] == "engine"
            else lambda p, dtype: self._trace_lines(listing, p, terms),
        )
        return replace(
            self._part, listings=(listing,), quiz=quiz and replace(quiz, article="")
        )

    def _answer_query(
        self,
        one: Listing[Any, Any, Any, Any],
        many: Listing[Any, Any, Any, Any],
        terms: EvaluationOptions,
        p: Any,
        dtype: Any,
    ) -> Any:
        """Answer a map at once, which asks in a thread of its own; one in time."""
        try:
            about = hash(p)
        except TypeError:  # of arrays
            return many.evaluate(p, dtype)
        return self._background.answer(
            "ask", (p, about, terms), lambda: one.evaluate(p, dtype)
        )

    def _trace_lines(
        self, listing: Listing[Any, Any, Any, Any], p: Any, terms: EvaluationOptions
    ) -> Any:
        """Return the lines with what came of them; its answer is known by now."""
        judged = listing.evaluate(p, listing.dtypes[0])
        self._endless = find_timeout_line(judged) or self._endless
        name = self.text.rpartition(":")[2]

        def trace_lines() -> Any:
            if self._endless and judged.answer_fields is None:
                return trace_endless_code(self._source, name, self._endless)
            answer = self._tracer.trace_answer(self._query.arguments(p))
            if answer.failed:
                raise ValueError(answer.text)
            return mark_faulty_line(from_json(answer.value), judged, self._part, p)

        return self._aside.answer("lines", (p, terms), trace_lines)
