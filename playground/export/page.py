"""A lesson as one page: the data, the player and nothing that is fetched."""

import base64
import html
import json
import re
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playground.app.plan import Plan
from playground.export import tones
from playground.export.stop import told

LARGEST = 1_500_000
"""No page is larger than so many bytes; of what would be fewer samples are taken."""
LANGUAGE = "en"
_VERSION = 1
# So many samples a stop has at most, and all stops together.
_SAMPLES, _ALL = 360, 2400
# What of the room is aimed at once it was too little: samples differ in size.
_AIM = 0.9
_HERE = Path(__file__).parent


def page(plan: Plan, told_of: Callable[[int], object] = lambda number: None) -> str:
    """Return a lesson as HTML; `told_of` is called with the number of each stop."""
    samples = min(_SAMPLES, _ALL // len(plan.stops))
    text = _page(plan, data(plan, samples, told_of))
    while len(text.encode()) > LARGEST and samples > 1:
        samples = max(int(samples * _AIM * LARGEST / len(text.encode())), 1)
        text = _page(plan, data(plan, samples, told_of))
    return text


def data(
    plan: Plan, samples: int, told_of: Callable[[int], object] = lambda number: None
) -> dict[str, Any]:
    """Return what a page holds of a lesson, with about so many samples a stop."""
    stops = []
    for number, stop in enumerate(plan.stops, start=1):
        told_of(number)
        stops.append(told(stop, samples))
    return {
        "version": _VERSION,
        "title": plan.title,
        "source": plan.source,
        "language": LANGUAGE,
        "tones": tones.listed(),
        "named": tones.named(),
        "stops": stops,
    }


def _page(plan: Plan, lesson: dict[str, Any]) -> str:
    held = {
        "language": LANGUAGE,
        "title": html.escape(plan.title),
        "style": _file("player.css"),
        "script": _file("player.js"),
        "noscript": _plain(plan),
        "lesson": packed(lesson),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda m: held[m[1]], _file("template.html"))


def packed(lesson: dict[str, Any]) -> str:
    """Return a lesson's data as the page holds it."""
    text = json.dumps(lesson, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def unpacked(text: str) -> dict[str, Any]:
    """Return a lesson's data from the text of a page."""
    found = re.search(r'id="lesson">([^<]*)<', text)
    assert found is not None
    lesson: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return lesson


def _plain(plan: Plan) -> str:
    """Return what is read where no program runs: the sentences of the stops."""
    said = "".join(f"<li>{html.escape(stop.say)}</li>" for stop in plan.stops)
    told = "This lesson needs JavaScript, which is switched off here."
    return f"<h1>{html.escape(plan.title)}</h1><p>{told}</p><ol>{said}</ol>"


@cache
def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
