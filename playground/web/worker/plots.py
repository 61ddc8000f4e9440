"""The map and the curve of a page: told when they are asked for, after the state."""

import base64
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.curve import Axis, Curve, Lane, axes
from playground.analysis.heat_map import AxisSamples, MapField, MapKind, MapQuestion
from playground.i18n import message, sentences, translated
from playground.render.grid import TURNS
from playground.render.instance_format import Point
from playground.render.map_colors import Painted, paint
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.math_text import show
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session import plots
from playground.session import texts as session_texts
from playground.session.plots import root_numbers, ticks, value_range
from playground.session.session import Session
from playground.web.serialize import colors
from playground.web.serialize.maps import field_of, places, told_map
from playground.web.serialize.text import marked

# While something moves a cell is so many times as wide, and while it rests a view of a
# page may be so many times as large as it is told; cells of code's mistakes are small
# enough as they are.
_COARSE = 4.0
_LARGE = 2.0
# Names on a map keep their size on a phone, in a view of at least such a share.
_SMALL = 0.4
# Numbers at an axis are at least so many px apart, and at most so many.
_APART = 70.0
_UP_APART = 34.0
_MOST = 8
# A place on a curve's axis is told in such parts of it.
_PARTS = 10_000
# What is so many axes away is not drawn, but where a line goes is seen.
_FAR = 20 * _PARTS


class Plots:
    """What a page was told last of the map, by which a click on it is understood."""

    def __init__(self) -> None:
        self._question: MapQuestion | None = None
        self._number = 0
        self._field: MapField | None = None

    # ---- what each state says of them ----

    def map_now(self, session: Session) -> dict[str, Any] | None:
        """Return what the map on show is of; its `number` changes with its cells."""
        study, question = session.study, session.study.question
        if question != self._question:
            self._question, self._number = question, self._number + 1
        if question is None:
            return None
        now, over = study.params, (question.x, question.y)
        return {
            "kind": question.kind.name,
            "over": [translated(axis.label(now)) for axis in over],
            "plane": translated(plots.planes(now).get(over, "")),
            "planes": [
                [*map(translated, (name, *(axis.label(now) for axis in pair)))]
                for pair, name in plots.planes(now).items()
            ],
            "quantity": translated(question.quantity),
            "alone": session.opened.mapped.alone,
            "number": self._number,
            "here": [axis.value(now) for axis in over],
            "code": question.kind.of_code,
        }

    def curve_now(self, session: Session) -> dict[str, Any] | None:
        """Return what the curve runs over, and where on it the state is."""
        axis, params = session.study.curve_axis, session.params
        if axis is None:
            return None
        return {
            "axis": translated(axis.label(params)),
            "axes": [translated(other.label(params)) for other in axes(params)],
            "now": axis.value(params),
        }

    # ---- the map ----

    def map(
        self,
        session: Session,
        camera: Camera2D | OrbitCamera,
        size: Point,
        wide: float,
        *,
        coarse: bool,
    ) -> dict[str, Any] | None:
        """Return the map for a view that is `wide` px in the page; None without one."""
        asked = session.study.question
        large = 1.0 if asked and asked.kind.of_code else _LARGE
        share = min(max(wide / size[0], _SMALL), large)
        fine = max(share, 1.0) / (_COARSE if coarse else 1.0)
        self._field = field = field_of(session, camera, size, fine)
        if field is None:
            return None
        painted = paint(field, fine=not coarse)
        told = told_map(session, painted, camera, size, () if coarse else (share,))
        told["cells"] = _coded(painted, session)
        return told | {
            "of": field.question.kind.name,
            "coarse": coarse,
            "lines": painted.scale.span if painted.scale and not coarse else 0.0,
            "kinds": _kinds(session, painted),
            "notes": _notes(session, painted),
            "chart": None if told["box"] else _chart(field, session.params, wide),
        }

    def cell(self, session: Session, x: float, y: float) -> Params | None:
        """Return the params of the cell at two numbers of the map told last."""
        field, now = self._field, session.params
        found = None
        if field and field.question == session.study.question:
            found = field.cell(x, y)
        if field is None or found is None:
            return None
        for axis, value in zip(
            (field.question.x, field.question.y), found, strict=True
        ):
            changed = axis.replaced(now, value)
            now = parameters.with_values(now, **{axis.name: changed})
        return now


def about_maps(session: Session) -> dict[str, Any]:
    """Return what a page of maps says: what is shown, and if there is one to begin."""
    study, listing = session.study, session.study.scene.listing
    kind = study.question.kind if study.question else None
    return {
        "explained": marked(session_texts.explained(study, kind)),
        "preset": bool(listing and listing.preset),
    }


def _coded(painted: Painted, session: Session) -> str:
    """Return the cells as base64: runs of a map of values would be as long as it."""
    shown = painted.alone(session.opened.mapped.alone)
    return base64.b64encode(places(shown).tobytes()).decode("ascii")


def _kinds(session: Session, painted: Painted) -> list[dict[str, Any]]:
    """Return the lines of the legend of kinds, each with its share of the map."""
    if painted.scale is not None or painted.field.question.kind is MapKind.VALUES:
        return []
    field, listing = painted.field, session.study.scene.listing
    found = []
    for line in session_texts.entries(field, painted.roles):
        told = {
            "name": line.name,
            "place": line.place,
            "text": line.text if line.code else marked(line.text),
            "share": translated(line.share or session_texts.share(field, line.place)),
            "why": marked(line.why),
            "more": line.more if line.code else translated(line.more),
            "line": "",
        }
        if field.question.kind is MapKind.MISTAKES and listing and listing.blames:
            from playground.tracing.listing_lines import line_of  # slow

            told["line"] = line_of(listing, line.name)
        found.append(told)
    return found


def _notes(session: Session, painted: Painted) -> list[str]:
    """Return what is said below the legend."""
    if painted.blank:
        return [marked(session_texts.nothing(session.study, painted.field))]
    said = session_texts.textures(session_texts.entries(painted.field, painted.roles))
    return [translated(said)] if said else []


def _chart(field: MapField, params: Params, wide: float) -> dict[str, Any]:
    """Return the ends of a chart's axes, and the numbers at them."""
    asked = field.question
    return {
        "ends": [list(field.columns.edges), list(field.rows.edges)],
        "ticks": [
            _axis_numbers(asked.x, field.columns, params, wide / _APART),
            _axis_numbers(asked.y, field.rows, params, wide / _UP_APART),
        ],
    }


def _axis_numbers(
    axis: Axis, samples: AxisSamples, params: Params, room: float
) -> list[list[Any]]:
    factor, (low, high) = axis.shown(params), samples.edges
    if factor != 1.0:
        found = [t for t in TURNS if low * factor <= t <= high * factor]
        named = list(zip(found, map(show, found), strict=True))
    else:
        named = list(zip(*ticks(low, high, min(max(room, 2.0), _MOST)), strict=True))
    return [[at / factor, text] for at, text in named]


# ---- the curve ----


def curve(session: Session, wide: float, tall: float) -> dict[str, Any] | None:
    """Return the curve for a plot of that many px; None where there is none to show."""
    study, params = session.study, session.params
    found = study.curve
    if found is None:
        return None
    axis = found.axis
    ends = float(found.x[0]), float(found.x[-1])
    factor = axis.shown(params)
    count = min(max(wide / _APART, 2.0), _MOST)
    named = zip(*ticks(ends[0] * factor, ends[1] * factor, count), strict=True)
    return {
        "axis": translated(axis.label(params)),
        "ends": ends,
        "x": _parts(found.x, *ends),
        "ticks": [[_part(at / factor, *ends), text] for at, text in named],
        "lanes": [_lane(session, found, lane, tall) for lane in found.lanes],
        "said": translated(_said(session, found)),
    }


def _lane(session: Session, curve: Curve, lane: Lane, tall: float) -> dict[str, Any]:
    if lane.words:
        low, high = 0.4, len(lane.words) + 0.6
        named: Any = enumerate(lane.words, 1)
    else:
        levels = [curve.levels[name] for name in lane.lines if name in curve.levels]
        every = [*(curve.lines[name] for name in lane.lines), *levels]
        low, high = value_range(np.concatenate(every))
        room = tall / len(curve.lanes) / _UP_APART
        named = zip(*ticks(low, high, min(max(room, 2.0), _MOST)), strict=True)
    return {
        "words": bool(lane.words),
        "ticks": [[_part(at, low, high), translated(text)] for at, text in named],
        "zero": None if lane.words else _part(0.0, low, high),
        "lines": [
            {
                "name": translated(name),
                "tone": colors.text_tone(session.study.scene.answer.tones[name]),
                "y": _parts(curve.lines[name], low, high),
                "level": _level(curve, name, low, high),
                "value": translated(_value(session, curve, lane, name)),
            }
            for name in lane.lines
        ],
        "sides": _sides(curve, low, high) if curve.decides in lane.lines else None,
        "roots": _roots(session, curve, lane, low, high),
    }


def _level(curve: Curve, name: str, low: float, high: float) -> list[int | None] | None:
    level = curve.levels.get(name)
    return None if level is None or not level.any() else _parts(level, low, high)


def _sides(curve: Curve, low: float, high: float) -> dict[str, Any]:
    """Return what is tinted: between the line that decides and its level."""
    x, hit, miss, level = curve.sides
    ends = float(curve.x[0]), float(curve.x[-1])
    return {
        "x": _parts(x, *ends),
        "level": _parts(level, low, high),
        "hit": [_parts(hit, low, high), colors.tone(Role.HIT)],
        "miss": [_parts(miss, low, high), colors.tone(Role.MISS)],
    }


def _roots(
    session: Session, curve: Curve, lane: Lane, low: float, high: float
) -> list[list[Any]]:
    """Return where the lane's lines cross their levels, and the numbers there."""
    met = [(x, y) for x, name, y in curve.crossings if name in lane.lines]
    factor = curve.axis.shown(session.params)
    texts = root_numbers(np.array([x * factor for x, _ in met]))
    ends = float(curve.x[0]), float(curve.x[-1])
    return [
        [_part(x, *ends), _part(y, low, high), text]
        for (x, y), text in zip(met, texts, strict=True)
    ]


def _value(session: Session, curve: Curve, lane: Lane, name: str) -> str:
    """Return what a line is at the present value."""
    now, y = curve.axis.value(session.params), curve.lines[name]
    if lane.words:
        here = float(y[np.abs(curve.x - now).argmin()])
        return lane.words[int(here) - 1] if np.isfinite(here) else "–"
    value = float(np.interp(now, curve.x, y))
    return show(value) if np.isfinite(value) else "–"


def _said(session: Session, curve: Curve) -> str:
    """Return the present value, the lines there, and the roots, in words."""
    axis, params = curve.axis, session.params
    factor = axis.shown(params)
    now = show(axis.value(params) * factor)
    values = [(axis.label(params), now)] + [
        (name, _value(session, curve, lane, name))
        for lane in curve.lanes
        for name in lane.lines
    ]
    parts = [message("{name}: {value}.", name=name, value=v) for name, v in values]
    roots = [t for t in root_numbers(np.array(curve.roots) * factor) if t]
    if roots:
        places = reduce(_and, roots)
        parts.append(message("The verdict turns at {places}.", places=places))
    return sentences(*parts)


def _and(first: str, second: str) -> str:
    return message("{first} and {second}", first=first, second=second)


def _parts(values: NDArray[np.float64], low: float, high: float) -> list[int | None]:
    """Return where values are between two ends, in parts; None where there is none."""
    shares = _PARTS * (np.asarray(values) - low) / (high - low)
    known = np.isfinite(shares)
    whole = np.rint(np.clip(np.where(known, shares, 0.0), -_FAR, _FAR)).astype(int)
    return [
        x if k else None for x, k in zip(whole.tolist(), known.tolist(), strict=True)
    ]


def _part(value: float, low: float, high: float) -> int | None:
    return _parts(np.array([value]), low, high)[0]


def along(session: Session, value: float) -> None:
    """Set the number that the curve runs over; its axis stays where it is meanwhile."""
    shown = session.study.curve
    if shown is None:
        return
    axis, low, high = shown.axis, float(shown.x[0]), float(shown.x[-1])
    goal = axis.replaced(session.params, min(max(value, low), high))
    plots.hold_span(session, axis, (low, high))
    session.stand_still()
    session.set_value(axis.name, goal, session.press)
