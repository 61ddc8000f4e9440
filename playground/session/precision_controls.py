"""Controls of the precision panel: stepping a number by floats, and number input."""

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Mapping

from playground.analysis.curve import Axis
from playground.analysis.precision import find_edge, step_to_next_float
from playground.i18n import message
from playground.scene.json_text import shorten
from playground.scene.listing import Precision
from playground.scene.math_text import format_number
from playground.scene.parameter_types import Angle, Integer, Ranged
from playground.scene.units import METRES, Units
from playground.session.session import Session


def step_number(session: Session, axis: Axis, kind: Precision, direction: int) -> None:
    """Step a number to the next float.

    Parameters
    ----------
    session : Session
        The session.
    axis : Axis
        The number.
    kind : type
        The float type.
    direction : int
        1 for up, -1 for down.
    """
    session.edit(step_to_next_float(session.params, axis, kind, direction))


def go_to_edge(session: Session, axis: Axis) -> None:
    """Go to the hit nearby whose next float on the axis is a miss, by `find_edge`.

    A notice says if none is found.
    """
    session.notice = message("The verdict does not change along this number")
    edge = session.run_guarded(lambda: find_edge(session.scene, session.params, axis))
    if edge:
        session.notice = ""
        session.edit(edge)


# ----------------------------------------------------------------------------
# Number input: `1/3`, `2 * sqrt(2)`, `1e3`, `45/2°`.
# ----------------------------------------------------------------------------


_MAX_EXPRESSION_LETTERS = 200
_OPERATORS: Mapping[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,  # not **, which would turn to complex numbers
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_TRIGONOMETRY = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
_FUNCTIONS = {"sqrt": math.sqrt, **_TRIGONOMETRY}
_CIRCLES = {"pi": math.pi, "tau": math.tau}
_CONSTANTS = {"e": math.e, **_CIRCLES}
_DEGREE = "degree"
_SIGNS = str.maketrans(
    {"−": "-", "×": "*", "·": "*", "÷": "/", "^": "**", "π": "pi", "°": f"*{_DEGREE}"}
)
_SUPERSCRIPT = re.compile("⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_TIMES_TEN = re.compile(r"([+−-]?)(?:([\d.]+)×)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


def calculate(text: str, *, degrees: bool = False) -> float:
    """Return the value of an arithmetic expression.

    Parameters
    ----------
    text : str
        At most 200 letters: numbers with `+ - * / **` (or `^`, `10⁻⁷`), brackets,
        `sqrt`, `sin`, `cos`, `tan` of radians or of `30°`, and `pi`, `tau`, `e`.
    degrees : bool
        Whether the result is an angle in degrees. Then `30°` is 30, and a multiple of
        `pi` or `tau` without a degree sign is converted from radians.

    Returns
    -------
    float
        A finite number.

    Raises
    ------
    ValueError
        The text is invalid or the value not finite.
    """
    try:
        tree = _parse_expression(text)
        names = _names_outside_trigonometry(tree)
        if _DEGREE in names and not degrees:
            raise ValueError(message("a degree sign is only for angles"))
        value = _evaluate_expression(tree, degree=1.0)
        if degrees and names & set(_CIRCLES) and _DEGREE not in names:
            value = math.degrees(value)
        if math.isinf(value):
            raise OverflowError
        if math.isnan(value):
            raise ValueError
    except (ValueError, ArithmeticError) as error:
        raise ValueError(_no_number(shorten(text), _error_reason(error))) from error
    return value


def _no_number(text: str, reason: str) -> str:
    if reason:
        return message('"{text}" is not a number: {why}', text=text, why=reason)
    return message('"{text}" is not a number', text=text)


def _parse_expression(text: str) -> ast.expr:
    if len(text) > _MAX_EXPRESSION_LETTERS:
        raise ValueError(message("too long"))
    # The format of displayed numbers; parsing it at once rounds only once.
    product = _TIMES_TEN.fullmatch(text.strip())
    if product:
        sign, mantissa, power = product.groups(default="1")
        text = f"{sign}{mantissa}e{power}".translate(_SUPERSCRIPT_DIGITS)
    try:
        return ast.Constant(float(text))
    except ValueError:
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expression = _SUPERSCRIPT.sub(lambda found: _power(found[0]), text.strip())
            return ast.parse(expression.translate(_SIGNS), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError from None


def _power(raised: str) -> str:
    return f"**{raised.translate(_SUPERSCRIPT_DIGITS)}"


def _names_outside_trigonometry(node: ast.expr) -> set[str]:
    """Return the names in an expression, without the arguments of sin, cos and tan."""
    if isinstance(node, ast.Name):
        return {node.id}
    parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    if isinstance(node, ast.Call):
        turn = isinstance(node.func, ast.Name) and node.func.id in _TRIGONOMETRY
        parts = [] if turn else node.args
    return {name for part in parts for name in _names_outside_trigonometry(part)}


def _evaluate_expression(node: ast.expr, degree: float) -> float:
    """Return the value of an expression in which a degree sign stands for `degree`.

    Raises
    ------
    ValueError, ArithmeticError
        It is not of the permitted form, or has no finite value.
    """
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name):
            names = {**_CONSTANTS, _DEGREE: degree}
            if name not in names:
                raise ValueError(message("{name} is not known", name=shorten(name)))
            return names[name]
        case ast.UnaryOp(op=op, operand=one) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_evaluate_expression(one, degree))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            a = _evaluate_expression(left, degree)
            b = _evaluate_expression(right, degree)
            return _OPERATORS[type(op)](a, b)
        case ast.Call(func=ast.Name(id=name), args=[one], keywords=[]):
            if name not in _FUNCTIONS:
                raise ValueError(message("{name} is not known", name=shorten(name)))
            unit = math.radians(1.0) if name in _TRIGONOMETRY else degree
            return _FUNCTIONS[name](_evaluate_expression(one, unit))
        case ast.Tuple():
            raise ValueError(message("write decimals with a point"))
    raise ValueError


def _error_reason(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError):
        return message("that divides by zero")
    if isinstance(error, OverflowError):
        return message("too large", about="number")
    if "math domain" in str(error):
        return message("not defined")
    return str(error)


def parse_number(
    spec: Ranged, text: str, units: Units = METRES, component: int = 0
) -> float:
    """Return the number typed for a component of a parameter, in display units.

    Parameters
    ----------
    spec : Ranged
        The parameter.
    text : str
        The text, an expression as for `calculate`.
    units : Units
        The display units.
    component : int
        Index of the component in a vector.

    Raises
    ------
    ValueError
        The text is invalid, the number out of range, or a fraction where the parameter
        is an integer.
    """
    value = calculate(text, degrees=isinstance(spec, Angle))
    factor = units.factor(spec, component)
    low, high = sorted(limit * factor for limit in spec.limits)
    if not low <= value <= high:
        unit, end = units.unit(spec.unit), low if value < low else high
        limit = f"{format_number(end)} {unit}".strip()
        raise ValueError(
            message(
                "{name} must be at least {limit}"
                if value < low
                else "{name} must be at most {limit}",
                name=spec.label,
                limit=limit,
            )
        )
    if isinstance(spec, Integer) and not value.is_integer():
        raise ValueError(message("{name} must be a whole number", name=spec.label))
    return value
