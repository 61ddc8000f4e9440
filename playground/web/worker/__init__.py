"""The playground in a browser's worker: asked in JSON, it tells one state in JSON."""

from playground.web.worker.evaluation_worker import EvaluationWorker
from playground.web.worker.session_worker import SessionWorker

__all__ = ["EvaluationWorker", "SessionWorker"]
