"""The worker of a page: requests and states as JSON, in Pyodide."""

from playground.web.worker.evaluation_worker import EvaluationWorker
from playground.web.worker.session_worker import SessionWorker

__all__ = ["EvaluationWorker", "SessionWorker"]
