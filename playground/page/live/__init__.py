"""The playground in a browser's worker: asked in JSON, it tells one state in JSON."""

from playground.page.live.judge import Judge
from playground.page.live.live import Live

__all__ = ["Judge", "Live"]
