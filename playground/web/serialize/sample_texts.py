"""Texts of many samples: verdict, rows, listing's answer, derivation.

All come from the same view models as in the window, so that the texts agree.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

from playground.i18n import Message, join_sentences, join_texts, message, translate
from playground.scene import formula_symbols
from playground.scene import params as parameters
from playground.scene.answer import ResultRow, Verdict
from playground.scene.derivation import Step, map_symbols_at_each_step
from playground.scene.listing import ListingVerdict, Precision
from playground.scene.math_text import DIGITS, RunKind, format_number, split_runs
from playground.scene.parameter_types import Choice, Number, Parameter, Toggle, Vector
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.scene.units import METRES, Units
from playground.session.answer_pair import (
    ASKED,
    AnswerText,
    answer_sentences,
    code_name,
    compare_answers,
    geometry_answer,
    pending_answer_text,
)
from playground.session.lesson.document import LessonQuestion, Stop
from playground.session.view import animation
from playground.session.view_model import SceneView
from playground.session.view_options import Page
from playground.tracing.value_format import format_pair
from playground.web.columns import (
    SLOT_MARKER,
    Texts,
    encode_column,
    encode_texts,
    fill_slots,
)
from playground.web.serialize import colors

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from playground.tracing.trace import CodeLine


# Private-use characters that begin a run of each kind, follow its key, and end it; none
# of them is `columns.SLOT_MARKER`.
_RUN_STARTS = {
    RunKind.SYMBOL: "\ue010",
    RunKind.UPRIGHT: "\ue010",
    RunKind.SUBSCRIPT: "\ue011",
    RunKind.POWER: "\ue012",
    RunKind.ROOT: "\ue013",
}
_KEY_END, _RUN_END = "\ue01e", "\ue01f"
_NO_KEYS: Mapping[str, str] = {}


def mark_symbols(text: str, keys: Mapping[str, str] = _NO_KEYS) -> str:
    """Return a text in the active language, with its symbols marked.

    Parameters
    ----------
    text : str
        The text.
    keys : mapping
        The highlight keys of symbols by name, for their colours.
    """
    return _mark_runs(translate(text), name=False, keys=tuple(keys.items()))


def mark_name_symbols(text: str) -> str:
    """Return a label in the active language, with its symbols marked."""
    return _mark_runs(translate(text), name=True, keys=())


@lru_cache(maxsize=8192)
def _mark_runs(text: str, *, name: bool, keys: tuple[tuple[str, str], ...]) -> str:
    key_names, parts = dict(keys), []
    for run in split_runs(text, name=name):
        begin = _RUN_STARTS.get(run.kind)
        key = f"{key_names[run.name]}{_KEY_END}" if run.name in key_names else ""
        parts.append(f"{begin}{key}{run.text}{_RUN_END}" if begin else run.text)
    return "".join(parts)


# ----------------------------------------------------------------------------
# Formulas as MathML, with symbols marked by their highlight keys.
#
# latex2mathml belongs to the extra `export`.
# ----------------------------------------------------------------------------


# Unused colours that mark symbols during the conversion.
_TERM_COLOR = re.compile("#fe([0-9a-f]{4})")
_MATHML_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
# Signs that are raised by themselves, and their replacements.
_RAISED_SIGNS = {"′": "′", "∘": "°"}
# After these a minus is a sign, not a subtraction.
_OPENING_SIGNS = frozenset("([=,;<>≤≥≠≈⇒·×|")
# A number, except for indices and powers without braces, and lengths.
_NUMBER = re.compile(r"(?<![\w^_#.\\])\d+(?:\.\d+)?(?![\w.]|\s*(?:pt|em|ex|mu)\b)")
# A minus after one of these, or at the start, is the sign of the next number.
_NEGATIVE_SIGN = re.compile(
    r"(?:^|[(\[{,;=<>|&]|\\(?:le|ge|ne|cdot|times|approx|to|Rightarrow|quad))\s*-$"
)
# Unused numbers that mark slots during the conversion.
_FIRST_PLACEHOLDER_NUMBER = 71_000_000
_PLACEHOLDER = re.compile(r"71\d{6}")


def can_convert_formulas() -> bool:
    """Return whether latex2mathml is installed."""
    try:
        import latex2mathml  # noqa: F401
    except ImportError:
        return False
    return True


# Many samples have the same formula.
@lru_cache(maxsize=8192)
def split_formula(latex: str) -> tuple[str, tuple[str, ...]]:
    """Convert a formula to MathML with slots for its numbers, and the numbers' texts.

    Both are empty for "". It needs latex2mathml.
    """
    if not latex:
        return "", ()
    keys: list[str] = []

    def mark(key: str, content: str) -> str:
        keys.append(key)
        tone = f"#fe{len(keys) - 1:04x}"
        return (
            rf"\textcolor{{{tone}}}{{{formula_symbols.replace_symbols(content, mark)}}}"
        )

    marked_formula = formula_symbols.replace_symbols(latex, mark)
    numbers: list[str] = []
    parts, end = [], 0
    for number in _NUMBER.finditer(marked_formula):
        text_before = marked_formula[max(end - 1, 0) : number.start()]
        sign = "−" if _NEGATIVE_SIGN.search(text_before) else ""
        parts.append(marked_formula[end : number.start() - len(sign)])
        parts.append(str(_FIRST_PLACEHOLDER_NUMBER + len(numbers)))
        numbers.append(sign + number[0])
        end = number.end()
    skeleton = "".join([*parts, marked_formula[end:]]).replace("$", "")
    template, order = _convert_skeleton(skeleton, tuple(keys))
    return template, tuple(numbers[i] for i in order)


def to_mathml(latex: str) -> str:
    """Convert a formula in LaTeX to MathML; it needs latex2mathml."""
    return fill_slots(*split_formula(latex))


# Most formulas of a page differ only in their numbers.
@lru_cache(maxsize=4096)
def _convert_skeleton(
    skeleton: str, keys: tuple[str, ...]
) -> tuple[str, tuple[int, ...]]:
    """Return MathML with slots, and the index of the number in each slot."""
    from xml.etree import ElementTree  # slow, as the other

    from latex2mathml.converter import convert

    root = ElementTree.fromstring(convert(skeleton).replace(_MATHML_NAMESPACE, ""))
    for element in [*root.iter()]:
        _tag_term(element, keys)
        _unnest_raised_sign(element)
        if element.tag in ("mrow", "mtd"):
            _set_sign_spacing(element)
        # Browsers trim ordinary spaces.
        if element.tag == "mtext" and element.text:
            element.text = element.text.replace(" ", "\u00a0")
    mathml = ElementTree.tostring(root, encoding="unicode")
    order = tuple(
        int(n) - _FIRST_PLACEHOLDER_NUMBER for n in _PLACEHOLDER.findall(mathml)
    )
    return _PLACEHOLDER.sub(SLOT_MARKER, mathml), order


def _tag_term(element: "Element", keys: tuple[str, ...]) -> None:
    """Mark an element with a symbol's colour by class and highlight key."""
    colour = element.attrib.pop("mathcolor", None)
    if colour is None:
        return
    element.tag = "mrow"
    term = _TERM_COLOR.fullmatch(colour)
    if term is None:  # a part that does not apply, gray in the formula itself
        element.set("class", "faint")
        return
    element.set("class", "symbol")
    element.set("data-highlight-key", keys[int(term[1], 16)])


def _unnest_raised_sign(element: "Element") -> None:
    """Replace the superscript of a prime or degree sign by the already raised sign."""
    if element.tag not in ("msup", "msubsup"):
        return
    *base, power = element
    sign = "".join(power.itertext())
    if sign not in _RAISED_SIGNS:
        return
    raised_sign = element.makeelement("mi", {})
    raised_sign.text = _RAISED_SIGNS[sign]
    if len(base) == 2:  # above its index
        lowered_base = element.makeelement(
            "mpadded", {"class": "prime", "voffset": "-.35em"}
        )
        lowered_base.append(raised_sign)
        element[:] = [*base, lowered_base]
        return
    element.tag = "mrow"
    element[:] = [*base, raised_sign]


def _set_sign_spacing(element: "Element") -> None:
    """Set the spacing of signs next to their operands: signs, bars, max and min."""
    previous, forms = "(", cycle(("prefix", "postfix"))
    for part in element:
        sign = part[0] if part.tag == "msup" else part  # the sign may have a power
        if sign.text == "−" and previous in _OPENING_SIGNS:
            sign.set("form", "prefix")
        elif sign.text == "|" and sign.get("fence") is None:
            sign.set("form", next(forms))
        elif sign.text in ("max", "min"):
            sign.attrib |= {"lspace": "0", "rspace": "0"}
        if part.tag not in ("mspace", "mtext"):
            opens = part.tag == "mo" and part.get("form") != "postfix"
            previous = (part.text or "") if opens else ""


# ----------------------------------------------------------------------------


NO_TIME_NUMBER = -(10**9)
"""The number for no time in a column of times."""


def time_number(time: float | None) -> int:
    """Return a time of the scene as in columns, in units of 1e-4.

    It is `NO_TIME_NUMBER` for None.
    """
    return NO_TIME_NUMBER if time is None else round(time * 1e4)


_MAX_DIGITS = 17


def serialize_verdicts(moments: Sequence[SceneView]) -> dict[str, Any]:
    """Return the verdict of each sample, or the reason for its absence.

    `hit` is 1 for a hit, 0 for none, and -1 without a verdict or for a mistake.
    """
    verdicts = [moment.verdict for moment in moments]
    answers = [geometry_answer(moment) for moment in moments]
    return {
        "word": encode_texts(translate(answer.word) for answer in answers),
        "scope": encode_texts(mark_symbols(answer.scope) for answer in answers),
        "sentence": encode_texts(mark_symbols(answer.detail) for answer in answers),
        "tone": encode_column(map(_choose_verdict_color, verdicts)),
        "hit": encode_column(
            -1 if v is None or v.is_mistake else int(v.hit) for v in verdicts
        ),
    }


def serialize_pending_texts(moments: Sequence[SceneView]) -> Texts:
    """Return the text in place of each sample's answer until that is revealed."""
    return encode_texts(translate(pending_answer_text(moment)) for moment in moments)


def _choose_verdict_color(verdict: Verdict | None) -> int:
    if verdict is None:
        return colors.index_ui_colors()["warning"]
    if verdict.is_mistake:
        return colors.text_color_index(verdict.role)
    return colors.text_color_index(Role.HIT if verdict.hit else Role.MISS)


def serialize_rows(
    moments: Sequence[SceneView], units: Units = METRES
) -> list[dict[str, Any]]:
    """Return the rows of the result with their values in all samples.

    They are in the order of declaration.
    """
    every = [
        {row.name: row for row in map(units.show_row, moment.rows)}
        for moment in moments
    ]
    names = _merge_orders([list(found) for found in every])
    return [_serialize_row([found.get(name) for found in every]) for name in names]


def _serialize_row(rows: Sequence[ResultRow | None]) -> dict[str, Any]:
    first = next(row for row in rows if row)
    return {
        "name": mark_symbols(first.name),
        "unit": translate(first.unit),
        "help": translate(first.help),
        "main": int(first.main),
        "key": encode_texts([row.key if row else "" for row in rows]),
        "value": encode_texts(
            translate(format_number(row.value, row.digits)) if row else ""
            for row in rows
        ),
    }


def _merge_orders(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return all names without duplicates, in each list's order where possible."""
    first, *other_lists = lists
    order = [*first]
    for names in other_lists:
        position = 0
        for name in names:
            if name not in order:
                order.insert(position, name)
            position = order.index(name) + 1
    return order


def serialize_listing_answers(
    moments: Sequence[SceneView], dtype: Precision
) -> dict[str, Any] | None:
    """Return the listing's answers, compared with the truth; None without a listing."""
    listing = moments[0].scene.listing
    if listing is None:
        return None
    nothing, name = ListingVerdict("", agrees=True), code_name(moments[0])
    comparisons = [moment.comparison_in(dtype) for moment in moments]
    pairs = [
        compare_answers(m, c, name) for m, c in zip(moments, comparisons, strict=True)
    ]
    codes = [pair.code or AnswerText(name, "") for pair in pairs]
    answers = [comparison or nothing for comparison in comparisons]
    return {
        "name": translate(name),
        "agrees": encode_column(int(not pair.differs) for pair in pairs),
        "sign": encode_texts(pair.sign.value for pair in pairs),
        "word": encode_texts(mark_symbols(code.word) for code in codes),
        "scope": encode_texts(mark_symbols(code.scope) for code in codes),
        "difference": encode_texts(mark_symbols(code.difference) for code in codes),
        "agreement": encode_texts(mark_symbols(pair.agreement) for pair in pairs),
        "why": encode_texts(mark_symbols(c.why) for c in answers),
        "step": encode_column(c.step for c in answers),
    }


def serialize_steps(
    moments: Sequence[SceneView], shown: int | None = None
) -> list[dict[str, Any]]:
    """Return the derivation of each sample; missing steps have no title.

    With `shown`, the number of a step from 1, the others have only titles.
    """
    every = [_find_step_keys(moment) for moment in moments]
    max_count = max(map(len, every))
    is_within = shown is not None and 0 < shown <= max_count
    serialized = []
    for i in range(max_count):
        step_row = [steps[i] if i < len(steps) else _MISSING_STEP for steps in every]
        has_title = is_within and i + 1 != shown
        serialized.append(
            {**_EMPTY_STEP, **_serialize_titles(step_row)}
            if has_title
            else _serialize_step(step_row)
        )
    return serialized


class _StepWithKeys(NamedTuple):
    """A step with the highlight keys of symbols, and the labels it mentions.

    `now` is the step about the current time while this one is shown.
    """

    step: Step
    keys: Mapping[str, str]
    names: str
    now: int = 0


_MISSING_STEP = _StepWithKeys(Step("", "", ""), {}, "")


def _find_step_keys(moment: SceneView) -> list[_StepWithKeys]:
    steps, labels = moment.steps, moment.picture.labels
    # Symbols that are drawn only in later steps have no colour yet.
    all_keys = map_symbols_at_each_step(moment.picture, steps)
    return [
        _StepWithKeys(
            step,
            keys,
            " ".join(sorted(animation.visible_label_keys(labels, number, step))),
            moment.find_step_of_time(number) or 0,
        )
        for number, (step, keys) in enumerate(zip(steps, all_keys, strict=True), 1)
    ]


def _serialize_titles(steps: Sequence[_StepWithKeys]) -> dict[str, Any]:
    return {"title": encode_texts([mark_symbols(entry.step.title) for entry in steps])}


def _serialize_step(found: Sequence[_StepWithKeys]) -> dict[str, Any]:
    steps = [one.step for one in found]
    return {
        **_serialize_titles(found),
        "text": encode_texts([mark_symbols(one.step.text, one.keys) for one in found]),
        "formula": encode_texts([step.formula for step in steps], split_formula),
        "numbers": encode_texts([step.numbers for step in steps], split_formula),
        "result": encode_texts([step.result for step in steps], split_formula),
        "keys": encode_texts([" ".join(step.keys) for step in steps]),
        "hides": encode_texts([" ".join(step.hides) for step in steps]),
        "time": encode_column(time_number(step.time) for step in steps),
        "begins": encode_column(time_number(step.begins) for step in steps),
        "names": encode_texts([one.names for one in found]),
        "now": encode_column(one.now for one in found),
    }


# A step that is not shown: everything except its title.
_EMPTY_STEP = _serialize_step([_MISSING_STEP])


def index_key_colors(moments: Sequence[SceneView]) -> dict[str, int]:
    """Return the palette index of each highlight key's text colour.

    It is that of the first primitive with the key.
    """
    color_indices: dict[str, int] = {}
    for moment in moments:
        for view in moment.picture.self_and_views:
            for record in view.primitives:
                if record.key and record.key not in color_indices:
                    color_indices[record.key] = colors.text_color_index(record.role)
    return color_indices


def describe_state(moment: SceneView) -> str:
    """Return the state with its answer, or why it has none, as an alternative text."""
    facts = [
        format_parameter(spec, getattr(moment.params, name))
        for name, spec in parameters.relevant_parameters(moment.params).items()
        if spec.listed
    ]
    title = moment.scene.title
    shown = message("{title}: {given}.", title=title, given=join_texts(facts, ","))
    if moment.verdict is None:
        return join_sentences(shown, moment.error)
    return join_sentences(shown, answer_sentences(geometry_answer(moment)))


def describe_in_lines(moment: SceneView, step: int | None = None) -> list[str]:
    """Return all texts of a state in lines in the active language, for screen readers.

    With `step`, the number of one of the derivation from 1, that step comes last.
    """
    lines = [describe_state(moment)]
    for row in moment.rows:
        value = format_number(row.value, row.digits)
        of = "{name}: {value} {unit}" if row.unit else "{name}: {value}"
        lines.append(Message(of, {"name": row.name, "value": value, "unit": row.unit}))
    if compared := moment.comparison:
        name = code_name(moment)
        pair = compare_answers(moment, compared, name)
        sentence = join_sentences(pair.agreement, compared.why)
        lines.append(Message("{name}: {said}", {"name": name, "said": sentence}))
    if step and step <= len(moment.steps):
        step_shown = moment.steps[step - 1]
        formulas = (step_shown.formula, step_shown.numbers, step_shown.result)
        number = message(
            "Step {number} of {count}", number=step, count=len(moment.steps)
        )
        title = message("{step}: {title}.", step=number, title=step_shown.title)
        lines.append(join_sentences(title, step_shown.text))
        lines += [formula_symbols.to_unicode(latex) for latex in formulas if latex]
    return [*map(translate, lines)]


def format_parameter(spec: Parameter, value: Any, digits: int = DIGITS) -> str:
    """Return a parameter's name with a value in displayed units.

    The value is given in stored ones.
    """
    value_text = _format_parameter_value(spec, value, digits)
    return Message("{name} = {value}", {"name": spec.label, "value": value_text})


def _format_parameter_value(spec: Parameter, value: Any, digits: int) -> str:
    if isinstance(spec, Choice):
        return str(value)
    if isinstance(spec, Toggle):
        return message("yes") if value else message("no")
    if isinstance(spec, Number):
        number = format_number(value * spec.display_scale, digits)
        return f"{number}{spec.unit}" if spec.unit == "°" else number
    if isinstance(spec, Vector):
        return format_number(value, digits)
    several = value if isinstance(value, tuple) else (value,)
    return ", ".join(format_number(component, digits) for component in several)


# Trailing zeros of decimals: 1.000 reads like 1.
_IDLE_ZEROS = re.compile(r"(\.\d*[1-9])0+(?!\d)|\.0+(?!\d)")


def format_handle_values(states: Sequence[Params], name: str) -> list[str]:
    """Return a handle's value in each state, with its name.

    There are as many digits as it takes to distinguish them.
    """
    spec, texts = parameters.parameters_of(type(states[0]))[name], list[str]()
    for digits in range(DIGITS, _MAX_DIGITS):
        texts = [format_parameter(spec, getattr(p, name), digits) for p in states]
        if len({_IDLE_ZEROS.sub(r"\1", text) for text in texts}) == len(texts):
            break
    return texts


# The inspector's pages that a lesson page has too.
PAGE_IDS = {Page.DERIVATION: "derivation", Page.CODE: "code"}


def describe_stop(moment: SceneView, stop: Stop | None) -> dict[str, Any]:
    """Return the texts of a lesson's stop, or of the scene if it is None."""
    step_text, labels = "", moment.picture.labels
    if source := moment.scene.source:
        step_text = Message(
            "{name} · {author}", {"name": source.name, "author": source.author}
        )
    question, task = (stop.question, stop.task) if stop else (None, None)
    return {
        "scene": translate(moment.scene.title),
        "source": translate(step_text),
        "say": mark_symbols(stop.say) if stop else "",
        "title": mark_symbols(stop.display_title) if stop else "",
        "learned": mark_symbols(stop.learned) if stop else "",
        "names": animation.find_mentioned_keys(labels, stop.say) if stop else [],
        "question": question and _serialize_question(question),
        "task": task and {"text": mark_symbols(task.text)},
    }


def _serialize_question(question: LessonQuestion) -> dict[str, Any]:
    return {
        "text": mark_symbols(question.text),
        "answers": [mark_symbols(answer) for answer in question.answers],
        "right": question.right,
        "why": mark_symbols(question.why),
        "pending": translate(ASKED),
    }


# ----------------------------------------------------------------------------
# The listing's code in many samples: lines, their values, and the faulty one.
# ----------------------------------------------------------------------------


def serialize_code_runs(
    moments: Sequence[SceneView], dtype: Precision
) -> dict[str, Any] | None:
    """Return the traced code of each sample, line by line.

    It is None without code to trace.
    """
    runs = [moment.trace_in(dtype) for moment in moments]
    found = [{line.number: line for line in run.lines} if run else {} for run in runs]
    texts_by_number = {
        number: line.text for lines in found for number, line in lines.items()
    }
    listing = moments[0].scene.listing
    if listing is None or not texts_by_number:
        return None
    numbers = sorted(texts_by_number)
    return {
        "name": translate(listing.name),
        "dtype": dtype.__name__,
        "lines": [
            _serialize_line(
                texts_by_number[number], [lines.get(number) for lines in found], dtype
            )
            for number in numbers
        ],
        "blamed": encode_column(
            numbers.index(run.blamed) + 1 if run and run.blamed else 0 for run in runs
        ),
        "why": encode_texts(
            mark_symbols(run.why) if run and run.blamed else "" for run in runs
        ),
        "raised": encode_texts(translate(run.raised) if run else "" for run in runs),
    }


def _serialize_line(
    text: str, lines: Sequence["CodeLine | None"], dtype: Precision
) -> dict[str, Any]:
    return {
        "text": text,
        "reached": encode_column(int(bool(line and line.reached)) for line in lines),
        "value": encode_texts(
            translate(_format_line_values(line, dtype)) if line else ""
            for line in lines
        ),
    }


def _format_line_values(line: "CodeLine", dtype: Precision) -> str:
    """Return a line's values, each with the exact one in parentheses if different.

    It is "" for the line of a `def`.
    """
    if line.text.strip().startswith("def "):  # its arguments are the parameters
        return ""
    many, value_texts = len(line.values) > 1, []
    for value in line.values:
        text, true = format_pair(value.rounded, value.true, dtype)
        if value.true is not None and true != text:
            text = message("{value} (exact: {exact})", value=text, exact=true)
        if many:
            text = Message("{name} = {value}", {"name": value.name, "value": text})
        value_texts.append(text)
    return join_texts(value_texts, ",")
