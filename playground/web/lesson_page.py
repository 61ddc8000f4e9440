"""Lesson pages: one HTML file with data and player that fetches nothing."""

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
from playground.session.lesson.document import Lesson, Stop
from playground.session.lesson.player import find_move_begin
from playground.session.playback import MOVE_DURATION_S, SPEEDS
from playground.web.player_bundle import bundle_player, render_messages
from playground.web.precompute import SharedSamples, group_stops
from playground.web.process_pool import map_parallel
from playground.web.serialize import colors, sample_texts
from playground.web.serialize.drawing import ASPECT_RATIOS
from playground.web.serialize.lesson_progress import serialize_progress
from playground.web.serialize.param_fields import serialize_fields

MAX_PAGE_BYTES = 1_500_000
"""The largest size of a page; the number of samples is reduced to fit."""
NO_JAVASCRIPT = message("This page needs JavaScript, which is switched off here.")
_VERSION = 1
# The number of samples in a lesson, and the limit per group of stops.
DEFAULT_SAMPLE_COUNT = 2000
_MAX_GROUP_SAMPLES = 400
# A group of stops that share samples: the samples, and each stop by its number.
_SerializedGroup = tuple[dict[str, Any], dict[int, dict[str, Any]]]
# The fraction of the size limit to aim for after exceeding it, as samples vary in size.
_SIZE_TARGET_RATIO = 0.9
_FOLDER = Path(__file__).parent
# Shaders of views in space, used by window and page.
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
    """Return a lesson as HTML, if possible of at most `MAX_PAGE_BYTES`.

    Parameters
    ----------
    plan : Lesson
        The lesson.
    on_progress : callable
        Called with the number of finished parts and of all parts.
    samples : int
        The approximate number of samples of all stops, reduced if the page is too
        large.
    processes : int
        The number of processes that compute samples.
    """
    while True:
        held = encode_lesson(build_lesson_data(plan, samples, on_progress, processes))
        text = _render_page(plan, held)
        # Apart from the samples the page has a constant size.
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
    """Return the data of a lesson page; parameters as in `render_lesson_page`.

    With `linked` each sample has its link, for a page with Python.
    """
    language = current_language()
    data_by_language = build_data_by_language(
        (language,), plan, samples, on_progress, processes, linked=linked
    )
    return data_by_language[language]


def build_data_by_language(
    languages: Sequence[str],
    plan: Lesson,
    samples: int,
    on_progress: Callable[[int, int], object] = lambda *_: None,
    processes: int = 1,
    *,
    linked: bool = False,
) -> dict[str, dict[str, Any]]:
    """Return `build_lesson_data` by language, with samples computed once."""
    groups = group_stops(plan.stops)

    def work(number: int) -> list[_SerializedGroup]:
        stops = {i: plan.stops[i] for i in groups[number]}
        limit = limit_group_samples(groups, samples)
        shared = SharedSamples([*stops.values()], limit)
        serialized_stops = []
        for language in languages:
            with use_language(language):
                data_by_stop = {
                    i: serialize_stop(shared, stop) for i, stop in stops.items()
                }
                for stop in data_by_stop.values():
                    stop["set"] = number
                serialized_stops.append((shared.serialize(), data_by_stop))
        return serialized_stops

    def serialize_stop(shared: SharedSamples, stop: Stop) -> dict[str, Any]:
        serialized = shared.serialize_stop(stop)
        if linked:
            serialized["links"] = shared.serialize_links(stop)
            serialized["fields"] = [*map(serialize_fields, shared.samples.states)]
        return serialized

    results: list[list[_SerializedGroup]] = []
    for group_results in map_parallel(work, len(groups), processes):
        results.append(group_results)
        on_progress(len(results), len(groups))
    return {
        language: _assemble_lesson(language, plan, one)
        for language, one in zip(languages, zip(*results, strict=True), strict=True)
    }


def _assemble_lesson(
    language: str, plan: Lesson, groups: Sequence[_SerializedGroup]
) -> dict[str, Any]:
    """Return the data of a lesson from its serialized groups of stops."""
    stops = {i: stop for _, own in groups for i, stop in own.items()}
    with use_language(language):
        title, source = translate(plan.title), translate(plan.source)
        progress = serialize_progress(plan) if len(stops) > 1 else None
    return {
        "version": _VERSION,
        "title": title,
        "shapes": ASPECT_RATIOS,
        "source": source,
        "language": language,
        "key": _build_storage_key(plan),
        "tones": colors.serialize_palettes(),
        "named": colors.index_ui_colors(),
        "sets": [group for group, _ in groups],
        "stops": [
            {**stops[i], "begins": _find_begin(plan, i)} for i in range(len(stops))
        ],
        "progress": progress,
        "speeds": SPEEDS,
        "moveSeconds": MOVE_DURATION_S,
    }


def _find_begin(plan: Lesson, at: int) -> int:
    """Return the time at which the animation to a stop begins, as in columns.

    It is `NO_TIME_NUMBER` for the first stop, and if nothing is animated.
    """
    previous, state = plan.stops[max(at - 1, 0)].state, plan.stops[at].state
    begin = find_move_begin(previous, state) if at else None
    return sample_texts.time_number(begin)


def _build_storage_key(plan: Lesson) -> str:
    """Return the key under which a browser stores the progress in a lesson.

    It depends on the lesson's title and texts.
    """
    questions = (stop.question.text if stop.question else "" for stop in plan.stops)
    words = "".join((*(stop.say for stop in plan.stops), *questions))
    return f"{plan.title} {zlib.crc32(words.encode()):08x}"


def limit_group_samples(
    groups: Sequence[object], samples: int = DEFAULT_SAMPLE_COUNT
) -> int:
    """Return the largest number of samples of each group of stops.

    `samples` is that of all groups together; a group has at most 400.
    """
    return min(samples // len(groups), _MAX_GROUP_SAMPLES)


def _render_page(plan: Lesson, lesson: str) -> str:
    script, read = f"\n{bundle_player()}", render_noscript(plan)
    fields = {
        "language": current_language(),
        "title": html.escape(translate(plan.title)),
        "hash": base64.b64encode(sha256(script.encode()).digest()).decode(),
        "fonts": page_font_css(japanese=has_japanese(read)),
        "style": f"{read_asset('player.css')}\n{read_asset('phone.css')}",
        "script": script,
        "switched_off": translate(NO_JAVASCRIPT),
        "noscript": read,
        "texts": render_messages(script),
        "space": serialize_space_settings(),
        "lesson": lesson,
    }
    return fill_page("template.html", fields)


def fill_page(name: str, held: dict[str, str]) -> str:
    """Return the template of that file with each `{{name}}` replaced."""
    return re.sub(r"\{\{(\w+)\}\}", lambda m: held[m[1]], read_asset(name))


def serialize_space_settings() -> str:
    """Return shaders and constants for views in space, as JSON."""
    settings = {
        "shaders": {name: shader_source(name) for name in _SHADERS},
        **PLAYER_CONSTANTS,
    }
    return json.dumps(settings).replace("<", "\\u003c")


def encode_lesson(lesson: dict[str, Any]) -> str:
    """Return a lesson's data compressed and in base64."""
    text = json.dumps(lesson, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def render_noscript(plan: Lesson) -> str:
    """Return the HTML shown without JavaScript: the sentences of the stops."""
    says = (html.escape(translate(stop.say)) for stop in plan.stops)
    items_html = "".join(f"<li>{say}</li>" for say in says)
    return f"<h1>{html.escape(translate(plan.title))}</h1><ol>{items_html}</ol>"


@cache
def read_asset(name: str) -> str:
    """Return the text of a file in this package."""
    return (_FOLDER / name).read_text(encoding="utf-8")
