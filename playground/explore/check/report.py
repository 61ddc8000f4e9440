"""What a scene lacks, in plain sentences: faults, and advice marked as advice."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import partial

from playground.explore.check import rules
from playground.explore.check.finding import Finding, Rule
from playground.explore.check.texts import texts
from playground.scene.author_line import said_with_line
from playground.scene.params import brief
from playground.scene.scene import Entry
from playground.scene.time_limit import TooLongError

__all__ = ["Finding", "Report", "check"]


@dataclass(frozen=True)
class Report:
    """What was found out about a scene."""

    scene: str
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What must be mended."""
        return tuple(f for f in self.findings if not f.advice)

    def lines(self) -> Iterator[str]:
        """Yield the report as text."""
        for finding in self.findings:
            yield f"{'advice' if finding.advice else 'fault'}: {finding.text}"
        faults, advice = len(self.faults), len(self.findings) - len(self.faults)
        said = f"{faults} fault{'s' * (faults != 1)}" if faults else "no fault"
        more = f", {advice} piece{'s' * (advice != 1)} of advice" if advice else ""
        yield f"{self.scene}: {said}{more}."


def check(
    entry: Entry, taken: Container[str] = (), letters: Container[str] | None = None
) -> Report:
    """Hold a scene against every rule; a fault is told once.

    `taken` are the ids of other scenes, `letters` those that can be shown, if there
    are any that cannot.
    """
    found: dict[Finding, None] = {}
    if entry.id in taken:
        found[Finding(f"a scene with the id {entry.id!r} is there already")] = None
    every = list(rules.RULES)
    if letters is not None:
        every.append(partial(_can_be_read, letters))
    for rule in every:
        found |= dict.fromkeys(_held(rule, entry))
    return Report(entry.id, tuple(sorted(found, key=lambda f: f.advice)))


def _can_be_read(letters: Container[str], entry: Entry) -> Iterator[Finding]:
    """See that there is a letter for every sign in what the scene says."""
    told: set[str] = set()
    for text in texts(entry):
        lacking = sorted({c for c in text if c not in letters} - {"\n"} - told)
        told.update(lacking)
        if lacking:
            signs = ", ".join(f"{c} (U+{ord(c):04X})" for c in lacking)
            yield Finding(f"the window's font lacks {signs}, as in {brief(text)!r}")


def _held(rule: Rule, entry: Entry) -> Iterator[Finding]:
    """Yield what a rule finds; what the scene raises meanwhile is a fault."""
    try:
        yield from rule(entry)
    except Exception as error:  # anything may be wrong in a scene of one's own
        said = str(error).split("\n")[0]
        kind = "" if isinstance(error, TooLongError) else f"{type(error).__name__}: "
        yield Finding(said_with_line(error, f"it fails with {kind}{said}"))
