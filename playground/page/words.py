"""What is said of many samples: verdict, numbers, the article, the derivation.

All of it comes from the moments that the window shows too, so that it reads alike.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from playground.language import Message, listed, message, sentences, translated
from playground.page import colours, mathml
from playground.page.marked import marked
from playground.page.packing import column, texts
from playground.scene import params as parameters
from playground.scene import terms
from playground.scene.answer import Row, Verdict
from playground.scene.derivation import Step
from playground.scene.listing import Comparison, Precision
from playground.scene.mathtext import DIGITS, show
from playground.scene.named import keys_at_each_step
from playground.scene.params import Params
from playground.scene.roles import Role
from playground.scene.specs import Choice, Number, Spec, Toggle, Vector
from playground.study.study import Study
from playground.study.told import Sign, apart, code_name, sign_between
from playground.study.view import picture

NO_ANSWER = message("No answer")
NO_TIME = -(10**9)
"""Stands for no time in a column of times."""
_MOST_DIGITS = 17


def verdicts(moments: Sequence[Study]) -> dict[str, Any]:
    """Return the verdict of each, or why there is none."""
    told = [moment.verdict for moment in moments]
    return {
        "word": texts(
            translated(v.text if v else NO_ANSWER if m.error else "")
            for v, m in zip(told, moments, strict=True)
        ),
        "sentence": texts(
            marked(sentences(v.detail if v else "", m.error))
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
        "unit": translated(first.unit),
        "help": translated(first.help),
        "main": int(first.main),
        "key": texts([row.key if row else "" for row in found]),
        "value": texts([_value(row) if row else "" for row in found]),
    }


def _value(row: Row) -> str:
    return translated(show(row.value, row.digits))


def _in_order(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return every name once, each behind what it follows where it is first."""
    first, *others = lists
    order = [*first]
    for names in others:
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
        "name": translated(code_name(moments[0])),
        "agrees": column(int(c.agrees) for c in told),
        "sign": texts(
            sign_between(m.verdict.headline, c) if m.verdict else Sign.UNKNOWN
            for m, c in zip(moments, told, strict=True)
        ),
        "answer": texts(marked(c.answer) for c in told),
        "apart": texts(
            marked(apart(m.verdict.headline, c)) if m.verdict else ""
            for m, c in zip(moments, told, strict=True)
        ),
        "how": texts(marked(c.how) for c in told),
        "why": texts(marked(c.why) for c in told),
        "step": column(c.step for c in told),
    }


def steps(moments: Sequence[Study], shown: int | None = None) -> list[dict[str, Any]]:
    """Return the derivation of each; a step that one has not has no title.

    With `shown`, the number of a step, the others have nothing but their titles.
    """
    every = [_told_steps(moment) for moment in moments]
    most = max(map(len, every))
    some = shown is not None and 0 < shown <= most
    found = []
    for i in range(most):
        told = [steps[i] if i < len(steps) else _MISSING for steps in every]
        titled = some and i + 1 != shown
        found.append({**_UNTOLD, **_titled(told)} if titled else _step(told))
    return found


class _ToldStep(NamedTuple):
    """A step with the keys of the symbols that it may name, and what is named in it."""

    step: Step
    keys: Mapping[str, str]
    names: str


_MISSING = _ToldStep(Step("", "", ""), {}, "")


def _told_steps(moment: Study) -> list[_ToldStep]:
    steps, labels = moment.steps, moment.picture.labels
    # What is not drawn by a step has no colour in it yet.
    every = keys_at_each_step(moment.picture, steps)
    return [
        _ToldStep(
            step, keys, " ".join(sorted(picture.named(labels, number, step.keys)))
        )
        for number, (step, keys) in enumerate(zip(steps, every, strict=True), 1)
    ]


def _titled(found: Sequence[_ToldStep]) -> dict[str, Any]:
    return {"title": texts([marked(step.title) for step, _, _ in found])}


def _step(found: Sequence[_ToldStep]) -> dict[str, Any]:
    steps = [step for step, _, _ in found]
    times = [NO_TIME if s.time is None else round(s.time * 1e4) for s in steps]
    return {
        **_titled(found),
        "text": texts([marked(step.text, keys) for step, keys, _ in found]),
        "formula": texts([step.formula for step in steps], mathml.split),
        "numbers": texts([step.numbers for step in steps], mathml.split),
        "result": texts([step.result for step in steps], mathml.split),
        "keys": texts([" ".join(step.keys) for step in steps]),
        "hides": texts([" ".join(step.hides) for step in steps]),
        "time": column(times),
        "names": texts([names for _, _, names in found]),
    }


# What a page has of a step that is not on show, beside its title.
_UNTOLD = _step([_MISSING])


def tones(moments: Sequence[Study]) -> dict[str, int]:
    """Return the colour of words about each key's records, where they are first."""
    found: dict[str, int] = {}
    for moment in moments:
        for view in moment.picture.all_views:
            for record in view.records:
                if record.key and record.key not in found:
                    found[record.key] = colours.text_tone(record.role)
    return found


def described(moment: Study) -> str:
    """Return what the picture shows, in a sentence for who cannot see it."""
    given = [
        named(spec, getattr(moment.params, name))
        for name, spec in parameters.relevant(moment.params).items()
    ]
    title, verdict = moment.scene.title, moment.verdict
    shown = message("{title}: {given}.", title=title, given=listed(given, ","))
    return sentences(shown, told(verdict) if verdict else moment.error)


def told(verdict: Verdict) -> str:
    """Return a verdict's word and sentence as two sentences."""
    return sentences(message("{text}.", text=verdict.text), verdict.detail)


def read_out(moment: Study, step: int | None = None) -> list[str]:
    """Return all that is told of a state in lines, for who listens to it.

    They are in the language that is spoken.

    With `step`, the number of one of the derivation, that one last.
    """
    lines = [described(moment)]
    for row in moment.rows:
        value = show(row.value, row.digits)
        of = "{name}: {value} {unit}" if row.unit else "{name}: {value}"
        lines.append(Message(of, {"name": row.name, "value": value, "unit": row.unit}))
    if compared := moment.comparison:
        said = sentences(compared.answer, compared.how, compared.why)
        name = code_name(moment)
        lines.append(Message("{name}: {said}", {"name": name, "said": said}))
    if step and step <= len(moment.steps):
        shown = moment.steps[step - 1]
        formulas = (shown.formula, shown.numbers, shown.result)
        number = message(
            "Step {number} of {count}", number=step, count=len(moment.steps)
        )
        title = message("{step}: {title}.", step=number, title=shown.title)
        lines.append(sentences(title, shown.text))
        lines += [terms.to_unicode(latex) for latex in formulas if latex]
    return [*map(translated, lines)]


def named(spec: Spec, value: Any, digits: int = DIGITS) -> str:
    """Return a parameter's name with a value, as people read it."""
    shown = _shown(spec, value, digits)
    return Message("{name} = {value}", {"name": spec.label, "value": shown})


def _shown(spec: Spec, value: Any, digits: int) -> str:
    if isinstance(spec, Choice):
        return str(value)
    if isinstance(spec, Toggle):
        return message("yes") if value else message("no")
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
