"""Units and orientations in which numbers are shown, typed and copied.

The core, states and files use metres (or pixels, a mere change of name), y up, and
radians counter-clockwise.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playground.i18n import message, translate
from playground.quick_dataclass import dataclass
from playground.scene.answer import ResultRow
from playground.scene.parameter_types import Angle, Parameter, Points, Vector
from playground.scene.query import ArgumentKind, ResultField

_METRE = "m"
_PIXEL = message("px", about="unit")
_DEGREE = "°"
# Behind a number, or in the brackets of an axis's name.
_LENGTH_UNIT = re.compile(r"(?:(?<=\d[ \u00a0])|(?<=[(（]))m(?![A-Za-z])")
_ANGLE = re.compile(r"(−?)([\d.]+)°")
_POINT = re.compile(r"(\([^(),]+, )(−?)(\d[^(),]*\))")
_VECTORS = (
    ArgumentKind.PLACE,
    ArgumentKind.STEP,
    ArgumentKind.WAY,
    ResultField.POINT,
    ResultField.NORMAL,
)


@dataclass(frozen=True)
class Units:
    """The chosen units and orientations.

    Attributes
    ----------
    pixels : bool
        Whether lengths are called pixels.
    y_down : bool
        Whether y points down, in the plane only.
    clockwise : bool
        Whether angles are clockwise.
    """

    pixels: bool = False
    y_down: bool = False
    clockwise: bool = False

    def unit(self, unit: str) -> str:
        """Return the displayed name of a declared unit: a length or made of lengths."""
        if unit == _METRE:
            return _PIXEL if self.pixels else unit
        is_power = self.pixels and unit.startswith(_METRE)
        return translate(_PIXEL) + unit.removeprefix(_METRE) if is_power else unit

    def factor(self, spec: Parameter, component: int = 0) -> float:
        """Return the factor from stored to displayed numbers of a component.

        Angles are displayed in degrees; it is negative where the orientation is
        reversed.
        """
        if isinstance(spec, Angle):
            return -spec.display_scale if self.clockwise else spec.display_scale
        is_height = (
            isinstance(spec, Vector | Points)
            and spec.size == 2
            and component % 2 == 1
            and spec.low < 0.0
        )
        return -1.0 if self.y_down and is_height else 1.0

    def show_value(self, spec: Parameter, value: Any) -> Any:
        """Convert a parameter's value for display; angles stay in radians."""
        if isinstance(value, tuple) and isinstance(value[0], tuple):
            return tuple(self.show_value(spec, point) for point in value)
        if isinstance(value, tuple):
            components = (x * self.factor(spec, i) + 0.0 for i, x in enumerate(value))
            return tuple(components)
        if isinstance(spec, Angle) and self.clockwise:
            return 0.0 - value
        return value

    def show(self, value: Any, unit: str = "") -> Any:
        """Convert a result's value for display: a number, text or vector.

        `unit` is its declared unit; a number in "°" is an angle.
        """
        if isinstance(value, tuple | list):
            return self._flip(tuple(value))
        if unit == _DEGREE and self.clockwise and not isinstance(value, str):
            return 0.0 - value
        return value

    def show_row(self, row: ResultRow) -> ResultRow:
        """Convert a result row for display."""
        if self == METRES:
            return row
        return replace(
            row, value=self.show(row.value, row.unit), unit=self.unit(row.unit)
        )

    def arguments(
        self, arguments: Mapping[str, Any], kinds: Mapping[str, ArgumentKind]
    ) -> dict[str, Any]:
        """Convert arguments of the core to these units; angles stay in radians."""
        converted = {
            name: self.component(value, kinds[name])
            for name, value in arguments.items()
        }
        # After a flip of y, other corners are the lowest and highest.
        for name in [name for name in converted if name.endswith("_min")]:
            max_name = name.removesuffix("_min") + "_max"
            if max_name in converted:
                ends = [*zip(converted[name], converted[max_name], strict=True)]
                converted[name], converted[max_name] = (
                    tuple(end(pair) for pair in ends) for end in (min, max)
                )
        return converted

    def component(self, value: Any, kind: ArgumentKind | ResultField) -> Any:
        """Convert an argument or a field of the result to these units."""
        if kind is ArgumentKind.ANGLE and self.clockwise:
            return 0.0 - value
        return self._flip(tuple(value)) if kind in _VECTORS else value

    def _flip(self, vector: tuple[float, ...]) -> tuple[float, ...]:
        if not (self.y_down and len(vector) == 2):
            return vector
        # The subtraction avoids -0.0.
        return (vector[0], 0.0 - vector[1])

    def rewrite(self, text: str) -> str:
        """Return a sentence or a label of the figure, translated, in these units."""
        return self.rewrite_translated(translate(text))

    def rewrite_translated(self, text: str) -> str:
        """Return a text in the language that is active in these units."""
        found = text
        if self.pixels:
            found = _LENGTH_UNIT.sub(_PIXEL, found)
        if self.y_down:
            found = _POINT.sub(_flip_height, found)
        return _ANGLE.sub(_turn_angle, found) if self.clockwise else found

    @property
    def text(self) -> str:
        """The units and orientations in words."""
        length = message("pixels") if self.pixels else message("metres")
        y = message("y down") if self.y_down else message("y up")
        turn = message("clockwise") if self.clockwise else message("counter-clockwise")
        return message("{length}, {y}, radians {turn}", length=length, y=y, turn=turn)


METRES = Units()


def _flip_height(match: re.Match[str]) -> str:
    is_zero = not re.search("[1-9]", match[3])
    return f"{match[1]}{'' if match[2] or is_zero else '−'}{match[3]}"


def _turn_angle(match: re.Match[str]) -> str:
    sign = "" if match[1] or not float(match[2]) else "−"
    return f"{sign}{match[2]}°"
