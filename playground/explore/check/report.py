"""What a scene lacks, in plain sentences: faults, and advice marked as advice."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import partial

from playground.explore.check import rules
from playground.explore.check.asked import can_be_asked
from playground.explore.check.finding import Finding, Rule
from playground.explore.check.places import Places
from playground.explore.check.texts import texts
from playground.language import listed, message, plural
from playground.scene.author_line import author_line
from playground.scene.json_text import brief
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
            text = finding.text
            if finding.at:
                text = message("{said} ({place})", said=text, place=finding.at)
            if finding.advice:
                yield message("advice: {text}", text=text)
            else:
                yield message("fault: {text}", text=text)
        yield message("{scene}: {said}.", scene=self.scene, said=self._counted())

    def _counted(self) -> str:
        faults, advice = len(self.faults), len(self.findings) - len(self.faults)
        said: str = message("no fault")
        if faults:
            said = plural("{count} fault", "{count} faults", faults)
        if not advice:
            return said
        more = plural("{count} piece of advice", "{count} pieces of advice", advice)
        return listed((said, more), ",")


def check(
    entry: Entry, taken: Container[str] = (), letters: Container[str] | None = None
) -> Report:
    """Hold a scene against every rule; a fault is told once.

    `taken` are the ids of other scenes, `letters` those that can be shown, if there
    are any that cannot.
    """
    found: dict[Finding, None] = {}
    if entry.id in taken:
        found[
            Finding(message("a scene with the id {id!r} already exists", id=entry.id))
        ] = None
    unaskable = dict.fromkeys(can_be_asked(entry))
    found |= unaskable
    every = list(rules.RULES)
    if letters is not None:
        every.append(partial(_can_be_read, letters))
    # Of what cannot even be asked every rule would say the same in words of its own.
    for rule in every if not unaskable else ():
        try:
            found |= dict.fromkeys(_held(rule, entry))
        except TooLongError as error:  # the others would wait as long
            found[
                Finding(
                    message("it fails: {error}", error=str(error)),
                    at=author_line(error),
                )
            ] = None
            break
    if not found:
        return Report(entry.id, ())
    places = Places(entry)
    placed = (f if f.at else replace(f, at=places.of(f.text)) for f in found)
    return Report(entry.id, tuple(sorted(placed, key=lambda f: f.advice)))


def _can_be_read(letters: Container[str], entry: Entry) -> Iterator[Finding]:
    """See that there is a letter for every sign in what the scene says."""
    told: set[str] = set()
    for text in texts(entry):
        lacking = sorted({c for c in text if c not in letters} - {"\n"} - told)
        told.update(lacking)
        if lacking:
            signs = ", ".join(f"{c} (U+{ord(c):04X})" for c in lacking)
            yield Finding(
                message(
                    "the window's font lacks {signs}, as in {text!r}",
                    signs=signs,
                    text=brief(text),
                )
            )


def _held(rule: Rule, entry: Entry) -> Iterator[Finding]:
    """Yield what a rule finds; what the scene raises meanwhile is a fault."""
    try:
        yield from rule(entry)
    except TooLongError:
        raise
    except Exception as error:  # anything may be wrong in a scene of one's own
        said = str(error).split("\n")[0]
        text = message(
            "it fails with {kind}: {said}", kind=type(error).__name__, said=said
        )
        yield Finding(text, at=author_line(error))
