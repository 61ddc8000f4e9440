"""The playground in a browser's worker: asked in JSON, it tells one state in JSON."""

from playground.web.worker.judge import Judge
from playground.web.worker.session import Live

__all__ = ["Judge", "Live"]
