"""A lesson as one page: the data, the player and nothing that is fetched."""

import base64
import html
import json
import re
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from playground.i18n import message, speaking, spoken, translated
from playground.render.fonts import page_faces
from playground.render.gl.shaders import shader
from playground.render.lighting import PLAYED
from playground.render.text_layout import has_japanese
from playground.session.lesson.document import Lesson
from playground.web.player_bundle import player_script, texts_data
from playground.web.precompute import Shared, sharing
from playground.web.process_pool import each
from playground.web.serialize import colors
from playground.web.serialize.drawing import SHAPES
from playground.web.serialize.params import fields

LARGEST = 1_500_000
"""No page is larger than so many bytes; of what would be fewer samples are taken."""
SWITCHED_OFF = message("This page needs JavaScript, which is switched off here.")
_VERSION = 1
# So many samples there are in a whole lesson, and at most about one state.
SAMPLES = 2000
_MOST = 400
# A group of stops that share their samples: these, and each stop by its number.
_ToldGroup = tuple[dict[str, Any], dict[int, dict[str, Any]]]
# What of the room is aimed at once it was too little: samples differ in size.
_AIM = 0.9
_HERE = Path(__file__).parent
# What draws in space, in the window and in the page.
_SHADERS = (
    "full_vertex",
    "floor_fragment",
    "solid_vertex",
    "solid_fragment",
    "shadow_fragment",
    "shape_vertex",
    "space_shape_fragment",
    "face_vertex",
    "face_fragment",
)


def page(
    plan: Lesson,
    told: Callable[[int, int], object] = lambda *_: None,
    samples: int = SAMPLES,
    processes: int = 1,
) -> str:
    """Return a lesson as HTML.

    Parameters
    ----------
    plan
        The lesson.
    told
        Hears how many of how many parts are done.
    samples
        About how many there are of all stops.
    processes
        How many of them work on it at the same time.
    """
    while True:
        held = packed(data(plan, samples, told, processes))
        text = _page(plan, held)
        # Beside the samples there is the player, which is always as large.
        room = LARGEST - (len(text.encode()) - len(held))
        if len(held) <= room or samples <= len(plan.stops):
            return text
        samples = int(samples * _AIM * room / len(held))


def data(
    plan: Lesson,
    samples: int,
    told: Callable[[int, int], object] = lambda *_: None,
    processes: int = 1,
    *,
    linked: bool = False,
) -> dict[str, Any]:
    """Return what a page holds of a lesson; the parameters are those of a page.

    With `linked` each sample has its link, for a page that Python comes behind.
    """
    here = spoken()
    found = data_in((here,), plan, samples, told, processes, linked=linked)
    return found[here]


def data_in(
    languages: Sequence[str],
    plan: Lesson,
    samples: int,
    told: Callable[[int, int], object] = lambda *_: None,
    processes: int = 1,
    *,
    linked: bool = False,
) -> dict[str, dict[str, Any]]:
    """Return the same in each of those languages: it is worked out once for all."""
    groups = sharing(plan.stops)

    def work(number: int) -> list[_ToldGroup]:
        group = groups[number]
        shared = Shared([plan.stops[i] for i in group], room(groups, samples))
        return [_told_in(language, number, shared, group) for language in languages]

    def _told_in(
        language: str, number: int, shared: Shared, group: Sequence[int]
    ) -> _ToldGroup:
        with speaking(language):
            stops = {i: {"set": number, **shared.stop(plan.stops[i])} for i in group}
            if linked:
                for i in group:
                    stops[i]["links"] = shared.links(plan.stops[i])
                    stops[i]["fields"] = [fields(p) for p in shared.samples.states]
            return shared.told(), stops

    every: list[list[_ToldGroup]] = []
    for found in each(work, len(groups), processes):
        every.append(found)
        told(len(every), len(groups))
    return {
        language: _lesson(language, plan, one)
        for language, one in zip(languages, zip(*every, strict=True), strict=True)
    }


def _lesson(
    language: str, plan: Lesson, groups: Sequence[_ToldGroup]
) -> dict[str, Any]:
    """Return what a page holds of a lesson, whose groups of stops are told."""
    stops = {i: stop for _, own in groups for i, stop in own.items()}
    with speaking(language):
        title, source = translated(plan.title), translated(plan.source)
    return {
        "version": _VERSION,
        "title": title,
        "shapes": SHAPES,
        "source": source,
        "language": language,
        "key": _key(plan),
        "tones": colors.listed(),
        "named": colors.named(),
        "sets": [told for told, _ in groups],
        "stops": [stops[i] for i in range(len(stops))],
    }


def _key(plan: Lesson) -> str:
    """Return under which name a browser keeps how far one is in a lesson."""
    asked = (stop.question.text if stop.question else "" for stop in plan.stops)
    words = "".join((*(stop.say for stop in plan.stops), *asked))
    return f"{plan.title} {zlib.crc32(words.encode()):08x}"


def room(groups: Sequence[object], samples: int = SAMPLES) -> int:
    """Return how many of so many samples each group of stops has."""
    return min(samples // len(groups), _MOST)


def _page(plan: Lesson, lesson: str) -> str:
    script, read = f"\n{player_script()}", plain(plan)
    held = {
        "language": spoken(),
        "title": html.escape(translated(plan.title)),
        "hash": base64.b64encode(sha256(script.encode()).digest()).decode(),
        "fonts": page_faces(japanese=has_japanese(read)),
        "style": file("player.css"),
        "script": script,
        "switched_off": translated(SWITCHED_OFF),
        "noscript": read,
        "texts": texts_data(script),
        "space": space_data(),
        "lesson": lesson,
    }
    return filled("template.html", held)


def filled(name: str, held: dict[str, str]) -> str:
    """Return a page of that file, with each `{{name}}` as it is held."""
    return re.sub(r"\{\{(\w+)\}\}", lambda m: held[m[1]], file(name))


def space_data() -> str:
    """Return what the player draws space with: shaders, and numbers they share."""
    held = {"shaders": {name: shader(name) for name in _SHADERS}, **PLAYED}
    return json.dumps(held).replace("<", "\\u003c")


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


def plain(plan: Lesson) -> str:
    """Return what is read where no program runs: the sentences of the stops."""
    says = (html.escape(translated(stop.say)) for stop in plan.stops)
    said = "".join(f"<li>{say}</li>" for say in says)
    return f"<h1>{html.escape(translated(plan.title))}</h1><ol>{said}</ol>"


@cache
def file(name: str) -> str:
    """Return the text of a file that lies here."""
    return (_HERE / name).read_text(encoding="utf-8")
