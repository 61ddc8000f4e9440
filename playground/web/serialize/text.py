"""What is said of many samples: verdict, numbers, the article, the derivation.

All of it comes from the moments that the window shows too, so that it reads alike.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from playground.i18n import Message, listed, message, sentences, translated
from playground.scene import formula_symbols
from playground.scene import params as parameters
from playground.scene.answer import Row, Verdict
from playground.scene.derivation import Step, keys_at_each_step
from playground.scene.listing import Comparison, Precision
from playground.scene.math_text import DIGITS, RunKind, runs, show
from playground.scene.parameter_types import Choice, Number, Spec, Toggle, Vector
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session.texts import Sign, apart, code_name, sign_between
from playground.session.view import animation
from playground.session.view_model import Study
from playground.tracing.digits import beside
from playground.web.columns import SLOT, column, filled, texts
from playground.web.serialize import colors

if TYPE_CHECKING:
    from playground.tracing.trace import CodeLine


# What begins a run of each kind, what stands behind the key of what it is drawn for,
# and what ends a run: signs for private use, none of which is `columns.SLOT`.
_BEGINS = {
    RunKind.SYMBOL: "\ue010",
    RunKind.UPRIGHT: "\ue010",
    RunKind.SUBSCRIPT: "\ue011",
    RunKind.POWER: "\ue012",
    RunKind.ROOT: "\ue013",
}
_KEY, _END = "\ue01e", "\ue01f"
_NO_KEYS: Mapping[str, str] = {}


def marked(text: str, keys: Mapping[str, str] = _NO_KEYS) -> str:
    """Return a sentence in the language spoken, with its symbols marked.

    Parameters
    ----------
    text
        Plain words.
    keys
        The keys of the drawn records by the names of symbols, which then have their
        colour.
    """
    return _marked(translated(text), name=False, keys=tuple(keys.items()))


def marked_name(text: str) -> str:
    """Return a name in a figure in the language spoken, with its symbols marked."""
    return _marked(translated(text), name=True, keys=())


@lru_cache(maxsize=8192)
def _marked(text: str, *, name: bool, keys: tuple[tuple[str, str], ...]) -> str:
    known, parts = dict(keys), []
    for run in runs(text, name=name):
        begin = _BEGINS.get(run.kind)
        key = f"{known[run.name]}{_KEY}" if run.name in known else ""
        parts.append(f"{begin}{key}{run.text}{_END}" if begin else run.text)
    return "".join(parts)


# ----------------------------------------------------------------------------
# Formulas as MathML: what stands for drawn records says so by its key.
#
# latex2mathml is of the extra `export`.
# ----------------------------------------------------------------------------


# Colours that no formula has stand for a term while it is converted.
_TERM = re.compile("#fe([0-9a-f]{4})")
_SPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
# Signs that are raised by themselves, and what is written for them.
_RAISED = {"′": "′", "∘": "°"}
# What a minus has no number to take from behind.
_OPEN = frozenset("([=,;<>≤≥≠≈⇒·×|")
# A number of the formula, but no index or power without a brace, and no length.
_NUMBER = re.compile(r"(?<![\w^_#.\\])\d+(?:\.\d+)?(?![\w.]|\s*(?:pt|em|ex|mu)\b)")
# A minus after one of these, or at the start, belongs to the number behind it.
_SIGNED = re.compile(
    r"(?:^|[(\[{,;=<>|&]|\\(?:le|ge|ne|cdot|times|approx|to|Rightarrow|quad))\s*-$"
)
# A number that no formula has stands for a slot while it is converted.
_STAND_IN = 71_000_000
_STOOD_IN = re.compile(r"71\d{6}")


def available() -> bool:
    """Return whether formulas can be converted."""
    try:
        import latex2mathml  # noqa: F401
    except ImportError:
        return False
    return True


# The same formula stands in many samples.
@lru_cache(maxsize=8192)
def split(latex: str) -> tuple[str, tuple[str, ...]]:
    """Return a formula as MathML with slots for its numbers, and these."""
    if not latex:
        return "", ()
    keys: list[str] = []

    def mark(key: str, content: str) -> str:
        keys.append(key)
        tone = f"#fe{len(keys) - 1:04x}"
        return rf"\textcolor{{{tone}}}{{{formula_symbols.expanded(content, mark)}}}"

    marked = formula_symbols.expanded(latex, mark)
    numbers: list[str] = []
    parts, end = [], 0
    for found in _NUMBER.finditer(marked):
        before = marked[end : found.start()]
        sign = "−" if _SIGNED.search(marked[max(end - 1, 0) : found.start()]) else ""
        parts += [before[:-1] if sign else before, str(_STAND_IN + len(numbers))]
        numbers.append(sign + found[0])
        end = found.end()
    skeleton = "".join([*parts, marked[end:]]).replace("$", "")
    template, order = _converted(skeleton, tuple(keys))
    return template, tuple(numbers[i] for i in order)


def mathml(latex: str) -> str:
    """Return a formula as MathML."""
    return filled(*split(latex))


# Most formulas of a page differ in their numbers alone.
@lru_cache(maxsize=4096)
def _converted(skeleton: str, keys: tuple[str, ...]) -> tuple[str, tuple[int, ...]]:
    """Return MathML with slots, and which stand-in each of these was."""
    from latex2mathml.converter import convert

    root = ElementTree.fromstring(convert(skeleton).replace(_SPACE, ""))
    for element in [*root.iter()]:
        _named(element, keys)
        _raised(element)
        if element.tag in ("mrow", "mtd"):
            _signed(element)
        # A browser takes ordinary spaces away at the ends of words.
        if element.tag == "mtext" and element.text:
            element.text = element.text.replace(" ", "\u00a0")
    whole = ElementTree.tostring(root, encoding="unicode")
    order = tuple(int(n) - _STAND_IN for n in _STOOD_IN.findall(whole))
    return _STOOD_IN.sub(SLOT, whole), order


def _named(element: Element, keys: tuple[str, ...]) -> None:
    """Let what was coloured as a term be one by name."""
    colour = element.attrib.pop("mathcolor", None)
    if colour is None:
        return
    element.tag = "mrow"
    term = _TERM.fullmatch(colour)
    if term is None:  # what is not the case is coloured in the formula itself
        element.set("class", "faint")
        return
    element.set("class", "symbol")
    element.set("data-highlight-key", keys[int(term[1], 16)])


def _raised(element: Element) -> None:
    """Raise a prime or a degree once only: its sign stands high by itself."""
    if element.tag not in ("msup", "msubsup"):
        return
    *base, power = element
    sign = "".join(power.itertext())
    if sign not in _RAISED:
        return
    raised = Element("mi")
    raised.text = _RAISED[sign]
    if len(base) == 2:  # above its index
        lowered = Element("mpadded", {"class": "prime", "voffset": "-.35em"})
        lowered.append(raised)
        element[:] = [*base, lowered]
        return
    element.tag = "mrow"
    element[:] = [*base, raised]


def _signed(element: Element) -> None:
    """Let signs stand close to what they belong to: a bare minus, bars, max and min."""
    before, forms = "(", cycle(("prefix", "postfix"))
    for part in element:
        sign = part[0] if part.tag == "msup" else part  # what closes may bear a power
        if sign.text == "−" and before in _OPEN:
            sign.set("form", "prefix")
        elif sign.text == "|" and sign.get("fence") is None:
            sign.set("form", next(forms))
        elif sign.text in ("max", "min"):
            sign.attrib |= {"lspace": "0", "rspace": "0"}
        if part.tag not in ("mspace", "mtext"):
            opens = part.tag == "mo" and part.get("form") != "postfix"
            before = (part.text or "") if opens else ""


# ----------------------------------------------------------------------------


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
        return colors.named()["warning"]
    if verdict.wrong:
        return colors.text_tone(verdict.role)
    return colors.text_tone(Role.HIT if verdict.hit else Role.MISS)


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
            step, keys, " ".join(sorted(animation.named(labels, number, step.keys)))
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
        "formula": texts([step.formula for step in steps], split),
        "numbers": texts([step.numbers for step in steps], split),
        "result": texts([step.result for step in steps], split),
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
                    found[record.key] = colors.text_tone(record.role)
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
        lines += [formula_symbols.to_unicode(latex) for latex in formulas if latex]
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


# ----------------------------------------------------------------------------
# The listing's code of many samples: its lines, their values, and the one to blame.
# ----------------------------------------------------------------------------


def code(moments: Sequence[Study], dtype: Precision) -> dict[str, Any] | None:
    """Return the code's run in each, line by line; None where there is none."""
    runs = [moment.laid_open_in(dtype) for moment in moments]
    found = [{line.number: line for line in run.lines} if run else {} for run in runs]
    told = {number: line.text for lines in found for number, line in lines.items()}
    listing = moments[0].scene.listing
    if listing is None or not told:
        return None
    numbers = sorted(told)
    return {
        "name": translated(listing.name),
        "dtype": dtype.__name__,
        "lines": [
            _line(told[number], [lines.get(number) for lines in found], dtype)
            for number in numbers
        ],
        "blamed": column(
            numbers.index(run.blamed) + 1 if run and run.blamed else 0 for run in runs
        ),
        "why": texts(marked(run.why) if run and run.blamed else "" for run in runs),
        "raised": texts(translated(run.raised) if run else "" for run in runs),
    }


def _line(
    text: str, found: Sequence["CodeLine | None"], dtype: Precision
) -> dict[str, Any]:
    return {
        "text": text,
        "reached": column(int(bool(line and line.reached)) for line in found),
        "value": texts(
            translated(_values(line, dtype)) if line else "" for line in found
        ),
    }


def _values(line: "CodeLine", dtype: Precision) -> str:
    """Return what a line gives, and in brackets what is exact where that is another."""
    if line.text.strip().startswith("def "):  # its arguments are the parameters
        return ""
    many, said = len(line.values) > 1, []
    for value in line.values:
        text, true = beside(value.rounded, value.true, dtype)
        if value.true is not None and true != text:
            text = message("{value} (exact: {exact})", value=text, exact=true)
        if many:
            text = Message("{name} = {value}", {"name": value.name, "value": text})
        said.append(text)
    return listed(said, ",")
