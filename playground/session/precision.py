"""One number moved under the lens: by its last bit, or to the edge of the verdict."""

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Mapping

from playground.analysis.curve import Axis
from playground.analysis.precision import edge, stepped
from playground.i18n import message
from playground.scene.json_text import brief
from playground.scene.listing import Precision
from playground.scene.math_text import show
from playground.scene.parameter_types import Angle, Number, Points, Vector, Whole
from playground.session.session import Session


def choose(session: Session, axis: Axis) -> None:
    """Choose the number that is moved."""
    session.opened.bit = axis


def step(session: Session, axis: Axis, kind: Precision, direction: int) -> None:
    """Go to the next number of that kind: up for 1, down for -1."""
    session.edit(stepped(session.params, axis, kind, direction))


def go_to_edge(session: Session, axis: Axis) -> None:
    """Go to the last number that is a hit; a notice says that there is none."""
    session.notice = message("The verdict does not change along this number")
    found = session.tried(lambda: edge(session.scene, session.params, axis))
    if found:
        session.notice = ""
        session.edit(found)


# ----------------------------------------------------------------------------
# What a person types for a number: `1/3`, `2 * sqrt(2)`, `1e3`, `45/2°`.
# ----------------------------------------------------------------------------


_LONGEST = 200
_OPERATORS: Mapping[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,  # not **, which would turn to complex numbers
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_TURNS = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
_FUNCTIONS = {"sqrt": math.sqrt, **_TURNS}
_CIRCLES = {"pi": math.pi, "tau": math.tau}
_CONSTANTS = {"e": math.e, **_CIRCLES}
_DEGREE = "degree"
_SIGNS = str.maketrans(
    {"−": "-", "×": "*", "·": "*", "÷": "/", "^": "**", "π": "pi", "°": f"*{_DEGREE}"}
)
_RAISED = re.compile("⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_TIMES_TEN = re.compile(r"([+−-]?)(?:([\d.]+)×)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


def calculate(text: str, *, degrees: bool = False) -> float:
    """Return the value of an arithmetic expression; ValueError says what is wrong.

    Parameters
    ----------
    text : str
        Numbers with `+ - * / **` (or `^`, `10⁻⁷`), brackets, `sqrt`, `sin`, `cos`,
        `tan` of radians or of `30°`, and `pi`, `tau`, `e`.
    degrees : bool
        Whether an angle is wanted, in degrees. Then `30°` is 30; a multiple of `pi` or
        `tau` without a degree sign is in radians.

    Returns
    -------
    float
        A finite number.
    """
    try:
        tree = _parsed(text)
        names = _names_outside_turns(tree)
        if _DEGREE in names and not degrees:
            raise ValueError(message("a degree sign is only for angles"))
        value = _value(tree, degree=1.0)
        if degrees and names & set(_CIRCLES) and _DEGREE not in names:
            value = math.degrees(value)
        if math.isinf(value):
            raise OverflowError
        if math.isnan(value):
            raise ValueError
    except (ValueError, ArithmeticError) as error:
        raise ValueError(_no_number(brief(text), _why(error))) from error
    return value


def _no_number(text: str, why: str) -> str:
    if why:
        return message('"{text}" is not a number: {why}', text=text, why=why)
    return message('"{text}" is not a number', text=text)


def _parsed(text: str) -> ast.expr:
    if len(text) > _LONGEST:
        raise ValueError(message("too long"))
    # As numbers are shown: read as a whole it is not rounded twice.
    shown = _TIMES_TEN.fullmatch(text.strip())
    if shown:
        sign, mantissa, power = shown.groups(default="1")
        text = f"{sign}{mantissa}e{power}".translate(_LOWERED)
    try:
        return ast.Constant(float(text))
    except ValueError:
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            written = _RAISED.sub(lambda found: _power(found[0]), text.strip())
            return ast.parse(written.translate(_SIGNS), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError from None


def _power(raised: str) -> str:
    return f"**{raised.translate(_LOWERED)}"


def _names_outside_turns(node: ast.expr) -> set[str]:
    """Return the names in an expression but for what a sine or its like is taken of."""
    if isinstance(node, ast.Name):
        return {node.id}
    parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    if isinstance(node, ast.Call):
        turn = isinstance(node.func, ast.Name) and node.func.id in _TURNS
        parts = [] if turn else node.args
    return {name for part in parts for name in _names_outside_turns(part)}


def _value(node: ast.expr, degree: float) -> float:
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name):
            known = {**_CONSTANTS, _DEGREE: degree}
            if name not in known:
                raise ValueError(message("{name} is not known", name=brief(name)))
            return known[name]
        case ast.UnaryOp(op=op, operand=one) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(one, degree))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            a, b = _value(left, degree), _value(right, degree)
            return _OPERATORS[type(op)](a, b)
        case ast.Call(func=ast.Name(id=name), args=[one], keywords=[]):
            if name not in _FUNCTIONS:
                raise ValueError(message("{name} is not known", name=brief(name)))
            unit = math.radians(1.0) if name in _TURNS else degree
            return _FUNCTIONS[name](_value(one, unit))
        case ast.Tuple():
            raise ValueError(message("write decimals with a point"))
    raise ValueError


def _why(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError):
        return message("that divides by zero")
    if isinstance(error, OverflowError):
        return message("too large", about="number")
    if "math domain" in str(error):
        return message("not defined")
    return str(error)


def typed(spec: Number | Whole | Vector | Points, text: str) -> float:
    """Return what was typed for a number of a parameter, as people see it.

    ValueError says what is wrong: with the text, or with a number out of range.
    """
    value = calculate(text, degrees=isinstance(spec, Angle))
    low, high = spec.low * spec.shown, spec.high * spec.shown
    if not low <= value <= high:
        span = message(
            "{low} to {high}", low=show(low), high=f"{show(high)} {spec.unit}".strip()
        )
        raise ValueError(
            message("{name} must lie in {span}", name=spec.label, span=span)
        )
    if isinstance(spec, Whole) and not value.is_integer():
        raise ValueError(message("{name} must be a whole number", name=spec.label))
    return value
