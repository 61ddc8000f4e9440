"""How far what is pointed at stands out."""

# What is pointed at stands out within this many seconds; after a pause in which no
# frame was drawn it begins with a short one.
_EASE, _FIRST = 0.12, 0.03


class Glow:
    """The share of each key that is pointed at, or was just now."""

    def __init__(self) -> None:
        self.shares: dict[str, float] = {}

    def ease(self, lit: str, elapsed: float) -> None:
        """Let what is pointed at stand out more, or what was no longer less."""
        step, shares = min(elapsed, _FIRST) / _EASE, {}
        for key in {*self.shares, lit} - {""}:
            share = self.shares.get(key, 0.0) + (step if key == lit else -step)
            if share > 0.0:
                shares[key] = min(share, 1.0)
        self.shares = shares

    def moves(self, lit: str) -> bool:
        """Whether it is not yet as it will be."""
        return self.shares != ({lit: 1.0} if lit else {})
