"""User code in place of the listing: runs in the background and follows its file.

Separate processes compute single answers, traces and maps, so that none waits for
another. A frame never waits longer than `FRAME_WAIT_LIMIT_S`. After a save the new
version is loaded while the previous one continues to answer.
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
from playground.judge.runner.code_runner import CodeRunner, resolve_function
from playground.judge.runner.protocol import CodeError
from playground.quick_dataclass import dataclass
from playground.scene.author_files import read_bytes
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
"""Longest time that a frame waits for an answer."""
_MAX_RESULTS = 64
# Time limits of an answer, and of a traced one.
_ANSWER_TIME_LIMIT_S = 0.5
_TRACE_TIME_LIMIT_S = 4.0
# Lines shown before and after a line that prevents loading.
_CONTEXT_LINES = 4


class BackgroundWorker:
    """Thread that runs jobs one after the other, of each kind only the newest.

    Attributes
    ----------
    news : int
        Counter of finished jobs.
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
        """Whether jobs are waiting or running."""
        return bool(self._wanted)

    def answer(self, kind: str, about: Hashable, work: Callable[[], Any]) -> Any:
        """Return the result of a job, or raise its exception.

        It is waited for up to `FRAME_WAIT_LIMIT_S`.

        Parameters
        ----------
        kind : str
            The kind; a newer job of the same kind replaces a waiting one.
        about : hashable
            The job's identity; the results of the last `_MAX_RESULTS` jobs are cached.
        work : callable
            The job, without arguments, run in the background thread.

        Raises
        ------
        AnswerPendingError
            There is no result within `FRAME_WAIT_LIMIT_S`.
        """
        place = kind, about
        with self._changed:
            if place not in self._done:
                self._wanted[kind] = about, work
                self._changed.notify_all()
                self._changed.wait_for(lambda: place in self._done, FRAME_WAIT_LIMIT_S)
            if place not in self._done:
                raise AnswerPendingError
            self._done.move_to_end(place)
            answer = self._done[place]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """Start no further jobs; the running one ends by itself."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._wanted)
                if self._closed:
                    return
                kind, (key, work) = next(iter(self._wanted.items()))
            try:
                answer = work()
            except Exception as error:
                answer = error
            with self._changed:
                self._done[kind, key] = answer
                while len(self._done) > _MAX_RESULTS:
                    self._done.popitem(last=False)
                if self._wanted[kind][0] == key:
                    del self._wanted[kind]
                self.news += 1
                self._changed.notify_all()


@dataclass(frozen=True)
class CodeFailure:
    """Failure to load the current version of a file.

    Attributes
    ----------
    words : str
        The error.
    line : int
        The line of the error; 0 for none.
    around : mapping
        That line and its neighbors, by number.
    """

    words: str
    line: int = 0
    around: Mapping[int, str] = field(default_factory=dict)


class UserCode:
    """User code opened for a scene, reloaded after every save.

    Parameters
    ----------
    entry : SceneEntry
        The scene, with its own listing.
    text : str
        `FILE.py:FUNCTION`, `engine:NAME`, or `FILE.py`, whose function is found anew
        after each save.

    Attributes
    ----------
    opened : SceneEntry or None
        The scene with the last version that could be loaded as its listing; None
        before.
    failure : CodeFailure or None
        Why the current version cannot be loaded; None if it can.
    terms : EvaluationOptions
        Options of comparison and evaluation, such as allowed deviations and tolerance.
    trial : EvaluationJob or None
        The running or finished evaluation; None for none.

    Raises
    ------
    CodeError
        The text names no function or engine.
    EvaluationError
        The scene has no query.
    """

    def __init__(self, entry: SceneEntry, text: str) -> None:
        self.entry, self._chosen_text = entry, text
        self.opened: SceneEntry | None = None
        self.failure: CodeFailure | None = None
        self.terms = EvaluationOptions()
        self.trial: EvaluationJob | None = None
        self._earlier = 0
        """News of earlier evaluations."""
        self._part = scene_with_query(entry)
        self.text = self._find_function()
        path = Path(self.text.rpartition(":")[0])
        self._file = WatchedFile(path) if path.suffix == ".py" else None
        self._current: _CodeVersion | None = None
        self._next: _CodeVersion | None = _CodeVersion(self._part, self.text)

    @property
    def file(self) -> Path | None:
        """The watched file; None for an engine."""
        return self._file.path if self._file else None

    @property
    def news(self) -> int:
        """Counter of results and progress reports."""
        news_count = self._earlier + (self.trial.news if self.trial else 0)
        return news_count + sum(version.news for version in self._versions)

    @property
    def answering(self) -> bool:
        """Whether an answer of the code is pending."""
        return any(version.pending for version in self._versions)

    @property
    def pending(self) -> bool:
        """Whether an answer of the code is pending or an evaluation is running."""
        return self.answering or (self.trial is not None and self.trial.state.runs)

    @property
    def is_outdated(self) -> bool:
        """Whether the file has been saved since it was read; False for an engine."""
        return self._file is not None and self._file.is_outdated

    def follow(self) -> bool:
        """Begin to load a saved version; return whether loading has just ended.

        It ends with a new `opened`, or with a `failure`.
        """
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
        """Compare and evaluate with other options from now on."""
        self.terms = terms
        if self._current:
            part = self._current.build_scene_part(terms)
            self.opened = self.entry.with_sub_scene(self._part, part)

    def start_evaluation(self, scene_file: Path | None) -> None:
        """Start an evaluation of the current file with the current options.

        `scene_file` is the file of the scene, if it is a user's; None for an installed
        one.
        """
        self.cancel_evaluation()
        request = EvaluationRequest(self.entry.id, self.text, self.terms, scene_file)
        self.trial = EvaluationJob(request)

    def cancel_evaluation(self) -> None:
        """End the evaluation and drop its result."""
        if self.trial:
            self.trial.close()
            self._earlier += self.trial.news + 1
            self.trial = None

    def stale_result_text(self) -> str:
        """Return the reason that the verdict no longer applies.

        It is "" if it does, or for none.
        """
        if self.trial is None or self.trial.state.report is None:
            return ""
        if self.trial.is_outdated:
            return message(
                "The file has been saved since: this result is for the old code."
            )
        if self.trial.request.terms != self.terms:
            return message(
                "The options have changed since: this result is for the old ones."
            )
        return ""

    def evaluation_failure_text(self) -> str:
        """Return the reason that the evaluation failed, in a sentence; else ""."""
        if self.trial is None or not self.trial.state.failure:
            return ""
        if self.trial.is_outdated:
            return message("The file was saved before the old code was tested.")
        line, failure = self.trial.state.line, self.trial.state.failure
        brief = failure.removeprefix(f"{self.text} ")
        words = in_english(brief[:1].upper() + brief[1:], failure)
        if line and f"line {line}" not in words:
            return message("{words} (line {line})", words=words, line=line)
        return words

    def find_params(self, arguments: Mapping[str, Any]) -> Params | None:
        """Return the params for a query's arguments.

        It is None outside the sliders' ranges.
        """
        query = self._part.query
        assert query is not None
        params: Params | None = query.find_params(dict(arguments))
        return params and self.entry.join_params(self._part, params)

    def close(self) -> None:
        """End all processes."""
        self.cancel_evaluation()
        for version in self._versions:
            version.close()

    @property
    def _versions(self) -> list["_CodeVersion"]:
        return [version for version in (self._current, self._next) if version]

    def _find_function(self) -> str:
        """Return the chosen file's function; CodeError where there is no such file."""
        assert self._part.query is not None
        text = self._chosen_text.strip().strip("'\"")
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
        return resolve_function(text, self._part.query)

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
            # Ending the processes takes longer than a frame.
            threading.Thread(target=version.close).start()

    def _describe_failure(self, error: CodeError) -> CodeFailure:
        notes: dict[int, str] = {}
        if error.line and self._file:
            with suppress(OSError, ValueError):
                text = read_bytes(self._file.path).decode("utf-8", "replace")
                near = range(
                    error.line - _CONTEXT_LINES, error.line + _CONTEXT_LINES + 1
                )
                lines = enumerate(text.splitlines(), 1)
                notes = {n: line for n, line in lines if n in near}
        return CodeFailure(str(error), error.line, notes)


class _CodeVersion:
    """One saved version of the code, with its processes.

    Parameters
    ----------
    part : Scene
        The scene, or its mode that has the query.
    text : str
        `FILE.py:FUNCTION` or `engine:NAME`; CodeError if it is invalid.
    """

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
        """The line that was executing at a timeout; 0 for none."""

    @property
    def news(self) -> int:
        return self._background.news + self._aside.news

    @property
    def pending(self) -> bool:
        return self._background.busy or self._aside.busy

    def close(self) -> None:
        """End the processes."""
        for background in (self._background, self._aside):
            background.close()
        for code in (self._one, self._many, self._tracer):
            # For good, even if a thread is still loading or computing a map.
            code.end()

    def ensure_loaded(self) -> None:
        """Raise AnswerPendingError while it is loading, CodeError if that failed."""
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
        """Deviations that an engine documents."""
        return find_documented_deviations(self._query, self._one.header)

    def build_scene_part(self, terms: EvaluationOptions) -> Scene[Any, Any]:
        """Return the scene, or its mode with the query, with this code as listing."""
        single, many = (
            replace_listing(self._part, code, terms.tolerance, terms.allow)
            for code in (self._one, self._many)
        )
        for_one, for_many = single.listing, many.listing
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
        """Evaluate a map in the caller's thread, a single case in the background.

        A map is params with arrays. A single case raises AnswerPendingError while
        pending.
        """
        try:
            key = hash(p)
        except TypeError:  # arrays, for a map
            return many.evaluate(p, dtype)
        return self._background.answer(
            "ask", (p, key, terms), lambda: one.evaluate(p, dtype)
        )

    def _trace_lines(
        self, listing: Listing[Any, Any, Any, Any], p: Any, terms: EvaluationOptions
    ) -> Any:
        """Return the traced run of a case whose answer is known.

        Raises
        ------
        AnswerPendingError
            It is not available yet.
        ValueError
            The traced run fails.
        """
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
