"""What is said of many samples: verdict, numbers, the article, the derivation.

All of it comes from the moments that the window shows too, so that it reads alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from playground.page import colours, mathml
from playground.page.marked import marked
from playground.page.packing import column, texts
from playground.scene import params as parameters
from playground.scene import terms
from playground.scene.answer import Row, Verdict
from playground.scene.derivation import Step
from playground.scene.listing import Comparison, Precision
from playground.scene.mathtext import DIGITS, show
from playground.scene.named import keys_of_symbols
from playground.scene.params import Params
from playground.scene.roles import Role
from playground.scene.specs import Choice, Number, Spec, Toggle, Vector
from playground.study.study import Study
from playground.study.told import code_name
from playground.study.view import picture

NO_ANSWER = "No answer"
NO_TIME = -(10**9)
"""Stands for no time in a column of times."""
_MOST_DIGITS = 17
_MISSING = Step("", "", "")


def verdicts(moments: Sequence[Study]) -> dict[str, Any]:
    """Return the verdict of each, or why there is none."""
    told = [moment.verdict for moment in moments]
    return {
        "word": texts(
            v.text if v else NO_ANSWER if m.error else ""
            for v, m in zip(told, moments, strict=True)
        ),
        "sentence": texts(
            marked(" ".join(part for part in (v.detail if v else "", m.error) if part))
            for v, m in zip(told, moments, strict=True)
        ),
        "tone": column(map(_tone, told)),
        "hit": column(-1 if v is None or v.wrong else int(v.hit) for v in told),
    }


def _tone(verdict: Verdict | None) -> int:
    if verdict is None:
        return colours.named()["warning"]
    if verdict.wrong:
        return colours.text_tone(verdict.role)
    return colours.text_tone(Role.HIT if verdict.hit else Role.MISS)


def rows(moments: Sequence[Study]) -> list[dict[str, Any]]:
    """Return the numbers of the result, in the order of their declaration."""
    every = [{row.name: row for row in moment.rows} for moment in moments]
    names = _in_order([list(found) for found in every])
    return [_row([found.get(name) for found in every]) for name in names]


def _row(found: Sequence[Row | None]) -> dict[str, Any]:
    first = next(row for row in found if row)
    return {
        "name": marked(first.name),
        "unit": first.unit,
        "help": first.help,
        "main": int(first.main),
        "key": texts((row.key if row else "") for row in found),
        "value": texts(show(row.value, row.digits) if row else "" for row in found),
    }


def _in_order(lists: Iterable[Sequence[str]]) -> list[str]:
    """Return every name once, each behind what it follows where it is first."""
    order: list[str] = []
    for names in lists:
        at = 0
        for name in names:
            if name not in order:
                order.insert(at, name)
            at = order.index(name) + 1
    return order


def article(moments: Sequence[Study], dtype: Precision) -> dict[str, Any] | None:
    """Return what the listing answers to each, beside the truth; None without one."""
    listing = moments[0].scene.listing
    if listing is None:
        return None
    nothing = Comparison("", agrees=True)
    told = [moment.comparison_in(dtype) or nothing for moment in moments]
    return {
        "name": code_name(moments[0]),
        "agrees": column(int(c.agrees) for c in told),
        "answer": texts(marked(c.answer) for c in told),
        "how": texts(marked(c.how) for c in told),
        "why": texts(marked(c.why) for c in told),
        "step": column(c.step for c in told),
    }


def steps(moments: Sequence[Study], shown: int | None = None) -> list[dict[str, Any]]:
    """Return the derivation of each; a step that one has not has no title.

    With `shown`, the number of a step, the others have nothing but their titles.
    """
    most = max(len(moment.steps) for moment in moments)
    if shown is not None and 0 < shown <= most:
        return [
            _step_at(moments, i) if i + 1 == shown else _titled(moments, i)
            for i in range(most)
        ]
    return [_step_at(moments, i) for i in range(most)]


def _titled(moments: Sequence[Study], place: int) -> dict[str, Any]:
    titles = (marked(_step_of(moment, place).title) for moment in moments)
    return {**_UNTOLD, "title": texts(titles)}


def _step_of(moment: Study, place: int) -> Step:
    return moment.steps[place] if place < len(moment.steps) else _MISSING


def _step_at(moments: Sequence[Study], place: int) -> dict[str, Any]:
    # What is not drawn by a step has no colour in it yet.
    named = [keys_of_symbols(m.picture, m.steps, place + 1) for m in moments]
    found = [_step_of(moment, place) for moment in moments]
    names = texts(_names(moment, place) for moment in moments)
    return _step(found, named) | {"names": names}


def _names(moment: Study, place: int) -> str:
    """Return the keys of what the figure names at a step, by its place from 0."""
    if place >= len(moment.steps):
        return ""
    keys = moment.steps[place].keys
    return " ".join(sorted(picture.named(moment.picture, place + 1, keys)))


def _step(found: Sequence[Step], named: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    times = (NO_TIME if s.time is None else round(s.time * 1e4) for s in found)
    return {
        "title": texts(marked(step.title) for step in found),
        "text": texts(
            marked(step.text, keys) for step, keys in zip(found, named, strict=True)
        ),
        "formula": texts((step.formula for step in found), mathml.split),
        "numbers": texts((step.numbers for step in found), mathml.split),
        "result": texts((step.result for step in found), mathml.split),
        "keys": texts(" ".join(step.keys) for step in found),
        "hides": texts(" ".join(step.hides) for step in found),
        "time": column(times),
    }


# What a page has of a step that is not on show, beside its title.
_UNTOLD = {k: v for k, v in _step([_MISSING], [{}]).items() if k != "title"} | {
    "names": texts([""])
}


def tones(moments: Sequence[Study]) -> dict[str, int]:
    """Return the colour of words about each key's records, where they are first."""
    found: dict[str, int] = {}
    for moment in moments:
        for view in moment.picture.all_views:
            for record in view.records:
                if record.key:
                    found.setdefault(record.key, colours.text_tone(record.role))
    return found


def described(moment: Study) -> str:
    """Return what the picture shows, in a sentence for who cannot see it."""
    given = ", ".join(
        named(spec, getattr(moment.params, name))
        for name, spec in parameters.relevant(moment.params).items()
    )
    verdict = moment.verdict
    answer = f" {verdict.text}. {verdict.detail}" if verdict else f" {moment.error}"
    return f"{moment.scene.title}: {given}.{answer}".strip()


def read_out(moment: Study, step: int | None = None) -> list[str]:
    """Return all that is told of a state in lines, for who listens to it.

    With `step`, the number of one of the derivation, that one last.
    """
    lines = [described(moment)]
    for row in moment.rows:
        value = show(row.value, row.digits)
        lines.append(f"{row.name}: {value} {row.unit}".rstrip())
    if compared := moment.comparison:
        told = (compared.answer, compared.how, compared.why)
        lines.append(f"{code_name(moment)}: {' '.join(part for part in told if part)}")
    if step and step <= len(moment.steps):
        shown = moment.steps[step - 1]
        formulas = (shown.formula, shown.numbers, shown.result)
        lines.append(f"Step {step} of {len(moment.steps)}: {shown.title}. {shown.text}")
        lines += [terms.to_unicode(latex) for latex in formulas if latex]
    return lines


def named(spec: Spec, value: Any, digits: int = DIGITS) -> str:
    """Return a parameter's name with a value, as people read it."""
    return f"{spec.label} = {_shown(spec, value, digits)}"


def _shown(spec: Spec, value: Any, digits: int) -> str:
    if isinstance(spec, Choice):
        return str(value)
    if isinstance(spec, Toggle):
        return "yes" if value else "no"
    if isinstance(spec, Number):
        number = show(value * spec.shown, digits)
        return f"{number}{spec.unit}" if spec.unit == "°" else number
    if isinstance(spec, Vector):
        return show(value, digits)
    several = value if isinstance(value, tuple) else (value,)
    return ", ".join(show(one, digits) for one in several)


def where(states: Sequence[Params], name: str) -> list[str]:
    """Return where a handle is in each: its parameter with its value.

    They have as many digits as it takes to tell them apart.
    """
    spec, found = parameters.specs(type(states[0]))[name], list[str]()
    for digits in range(DIGITS, _MOST_DIGITS):
        found = [named(spec, getattr(p, name), digits) for p in states]
        if len(set(found)) == len(found):
            break
    return found
