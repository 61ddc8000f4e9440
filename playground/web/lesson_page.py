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

from playground.i18n import current_language, message, translate, use_language
from playground.render.fonts import page_font_css
from playground.render.gl.shaders import shader_source
from playground.render.lighting import PLAYER_CONSTANTS
from playground.render.text_layout import has_japanese
from playground.session.lesson.document import Lesson
from playground.session.lesson.player import find_move_begin
from playground.session.playback import MOVE_DURATION_S, SPEEDS
from playground.web.player_bundle import bundle_player, render_messages
from playground.web.precompute import SharedSamples, group_stops
from playground.web.process_pool import map_parallel
from playground.web.serialize import colors, sample_texts
from playground.web.serialize.drawing import ASPECT_RATIOS
from playground.web.serialize.param_fields import serialize_fields

MAX_PAGE_BYTES = 1_500_000
"""No page is larger than so many bytes; of what would be fewer samples are taken."""
NO_JAVASCRIPT = message("This page needs JavaScript, which is switched off here.")
_VERSION = 1
# So many samples there are in a whole lesson, and at most about one state.
DEFAULT_SAMPLE_COUNT = 2000
_MAX_GROUP_SAMPLES = 400
# A group of stops that share their samples: these, and each stop by its number.
_SerializedGroup = tuple[dict[str, Any], dict[int, dict[str, Any]]]
# What of the room is aimed at once it was too little: samples differ in size.
_SIZE_TARGET_RATIO = 0.9
_FOLDER = Path(__file__).parent
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


def render_lesson_page(
    plan: Lesson,
    on_progress: Callable[[int, int], object] = lambda *_: None,
    samples: int = DEFAULT_SAMPLE_COUNT,
    processes: int = 1,
) -> str:
    """Return a lesson as HTML.

    Parameters
    ----------
    plan
        The lesson.
    on_progress
        Hears how many of how many parts are done.
    samples
        About how many there are of all stops.
    processes
        How many of them work on it at the same time.
    """
    while True:
        held = encode_lesson(build_lesson_data(plan, samples, on_progress, processes))
        text = _render_page(plan, held)
        # Beside the samples there is the player, which is always as large.
        room = MAX_PAGE_BYTES - (len(text.encode()) - len(held))
        if len(held) <= room or samples <= len(plan.stops):
            return text
        samples = int(samples * _SIZE_TARGET_RATIO * room / len(held))


def build_lesson_data(
    plan: Lesson,
    samples: int,
    on_progress: Callable[[int, int], object] = lambda *_: None,
    processes: int = 1,
    *,
    linked: bool = False,
) -> dict[str, Any]:
    """Return what a page holds of a lesson; the parameters are those of a page.

    With `linked` each sample has its link, for a page that Python comes behind.
    """
    here = current_language()
    found = build_data_by_language(
        (here,), plan, samples, on_progress, processes, linked=linked
    )
    return found[here]


def build_data_by_language(
    languages: Sequence[str],
    plan: Lesson,
    samples: int,
    on_progress: Callable[[int, int], object] = lambda *_: None,
    processes: int = 1,
    *,
    linked: bool = False,
) -> dict[str, dict[str, Any]]:
    """Return the same in each of those languages: it is worked out once for all."""
    groups = group_stops(plan.stops)

    def work(number: int) -> list[_SerializedGroup]:
        group = groups[number]
        shared = SharedSamples(
            [plan.stops[i] for i in group], limit_group_samples(groups, samples)
        )
        return [
            serialize_group(language, number, shared, group) for language in languages
        ]

    def serialize_group(
        language: str, number: int, shared: SharedSamples, group: Sequence[int]
    ) -> _SerializedGroup:
        with use_language(language):
            stops = {
                i: {"set": number, **shared.serialize_stop(plan.stops[i])}
                for i in group
            }
            if linked:
                for i in group:
                    stops[i]["links"] = shared.serialize_links(plan.stops[i])
                    stops[i]["fields"] = [
                        serialize_fields(p) for p in shared.samples.states
                    ]
            return shared.serialize(), stops

    every: list[list[_SerializedGroup]] = []
    for found in map_parallel(work, len(groups), processes):
        every.append(found)
        on_progress(len(every), len(groups))
    return {
        language: _assemble_lesson(language, plan, one)
        for language, one in zip(languages, zip(*every, strict=True), strict=True)
    }


def _assemble_lesson(
    language: str, plan: Lesson, groups: Sequence[_SerializedGroup]
) -> dict[str, Any]:
    """Return what a page holds of a lesson, whose groups of stops are told."""
    stops = {i: stop for _, own in groups for i, stop in own.items()}
    with use_language(language):
        title, source = translate(plan.title), translate(plan.source)
    return {
        "version": _VERSION,
        "title": title,
        "shapes": ASPECT_RATIOS,
        "source": source,
        "language": language,
        "key": _build_storage_key(plan),
        "tones": colors.serialize_palettes(),
        "named": colors.index_ui_colors(),
        "sets": [told for told, _ in groups],
        "stops": [
            {**stops[i], "begins": _find_begin(plan, i)} for i in range(len(stops))
        ],
        "speeds": SPEEDS,
        "moveSeconds": MOVE_DURATION_S,
    }


def _find_begin(plan: Lesson, at: int) -> int:
    """Return from when the time comes to a stop, as columns have it."""
    if at == 0:
        return sample_texts.NO_TIME_NUMBER
    before, state = (stop.state for stop in plan.stops[at - 1 : at + 1])
    return sample_texts.time_number(find_move_begin(before, state))


def _build_storage_key(plan: Lesson) -> str:
    """Return under which name a browser keeps how far one is in a lesson."""
    asked = (stop.question.text if stop.question else "" for stop in plan.stops)
    words = "".join((*(stop.say for stop in plan.stops), *asked))
    return f"{plan.title} {zlib.crc32(words.encode()):08x}"


def limit_group_samples(
    groups: Sequence[object], samples: int = DEFAULT_SAMPLE_COUNT
) -> int:
    """Return how many of so many samples each group of stops has."""
    return min(samples // len(groups), _MAX_GROUP_SAMPLES)


def _render_page(plan: Lesson, lesson: str) -> str:
    script, read = f"\n{bundle_player()}", render_noscript(plan)
    held = {
        "language": current_language(),
        "title": html.escape(translate(plan.title)),
        "hash": base64.b64encode(sha256(script.encode()).digest()).decode(),
        "fonts": page_font_css(japanese=has_japanese(read)),
        "style": read_asset("player.css"),
        "script": script,
        "switched_off": translate(NO_JAVASCRIPT),
        "noscript": read,
        "texts": render_messages(script),
        "space": serialize_space_settings(),
        "lesson": lesson,
    }
    return fill_page("template.html", held)


def fill_page(name: str, held: dict[str, str]) -> str:
    """Return a page of that file, with each `{{name}}` as it is held."""
    return re.sub(r"\{\{(\w+)\}\}", lambda m: held[m[1]], read_asset(name))


def serialize_space_settings() -> str:
    """Return what the player draws space with: shaders, and numbers they share."""
    held = {
        "shaders": {name: shader_source(name) for name in _SHADERS},
        **PLAYER_CONSTANTS,
    }
    return json.dumps(held).replace("<", "\\u003c")


def encode_lesson(lesson: dict[str, Any]) -> str:
    """Return a lesson's data as the page holds it."""
    text = json.dumps(lesson, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def render_noscript(plan: Lesson) -> str:
    """Return what is read where no program runs: the sentences of the stops."""
    says = (html.escape(translate(stop.say)) for stop in plan.stops)
    said = "".join(f"<li>{say}</li>" for say in says)
    return f"<h1>{html.escape(translate(plan.title))}</h1><ol>{said}</ol>"


@cache
def read_asset(name: str) -> str:
    """Return the text of a file that lies here."""
    return (_FOLDER / name).read_text(encoding="utf-8")
