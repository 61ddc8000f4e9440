"""Items of the command palette, and search for them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Concatenate, ParamSpec
from unicodedata import normalize

from playground.analysis.curve import Axis, axes
from playground.analysis.heat_map import MapKind
from playground.gui.commands.command_types import Action, CommandContext
from playground.gui.commands.registry import COMMANDS
from playground.gui.widgets.localized import format_quantity
from playground.i18n import message, translate, with_texts
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.math_text import format_number
from playground.scene.parameter_types import Number, Vector
from playground.session import first_run
from playground.session.lesson import player
from playground.session.precision_controls import parse_number
from playground.session.session import Session
from playground.session.texts import CaseGroup, case_groups
from playground.session.view_options import Page

P = ParamSpec("P")
_MAX_MATCH_COUNT = 60
_DIFFERS_NOTE = message("≠ the article gives a different answer")
# Katakana to hiragana, so that both match.
_HIRAGANA = {kana: kana - 0x60 for kana in range(0x30A1, 0x30F7)}


@with_texts("title", "beside")
@dataclass(frozen=True)
class PaletteItem:
    """Item of the palette: title, note beside it ("" for none), and action."""

    title: str
    beside: str
    act: Action


def generate_palette_items(seen: CommandContext) -> Iterator[PaletteItem]:
    """Yield all items that are available now."""
    study, session, current = seen.study, seen.session, seen.session.index
    for name, group in case_groups(study.entry).items():
        note = _DIFFERS_NOTE if group is CaseGroup.DIFFERS else ""
        yield PaletteItem(name, note, _session_action(Session.choose_case, name))
    for command in COMMANDS:
        if command.is_available(seen) and command.is_enabled(seen):
            key_name = command.keys[0].name if command.keys else ""
            yield PaletteItem(command.title, key_name, command.act)
    for kind in MapKind:
        if kind in study.maps:
            act = _session_action(Session.look, map=kind, page=Page.LAB)
            yield PaletteItem(message("Map: {kind}", kind=kind), "", act)
    scenes, simple = [*enumerate(session.scenes)], seen.window_view.simple
    for index, scene in scenes:
        act = _session_action(first_run.go_to_scene, index, offers_start=simple)
        note = message("scene {number}", number=index + 1)
        yield PaletteItem(scene.title, note, act)
    # The lesson of the current scene is first.
    for _, scene in sorted(scenes, key=lambda item: item[0] != current):
        if scene.lesson_path:
            title = message("Lesson: {scene}", scene=scene.title)
            act = _session_action(player.start_shipped_lesson, scene)
            yield PaletteItem(title, "", act)
    for index, scene in scenes:
        for name in scene.cases if index != current else ():
            act = _session_action(_open_case, index, name)
            yield PaletteItem(name, scene.title, act)


def _open_case(session: Session, index: int, name: str) -> None:
    session.open(index)
    session.choose_case(name)


def _session_action(
    deed: Callable[Concatenate[Session, P], object],
    *arguments: P.args,
    **named: P.kwargs,
) -> Action:
    """Return the action that calls a function with the session."""
    return lambda session, controls, window_view: deed(session, *arguments, **named)


def match_items(text: str, among: Iterable[PaletteItem]) -> list[PaletteItem]:
    """Return the items that match a text, at most 60, best first.

    For an empty text these are the first ones. Titles match in the current language and
    in English.
    """
    query = _normalize_text(text).strip()
    scores = [(_best_score(query, choice.title), choice) for choice in among]
    fitting = [(score, choice) for score, choice in scores if score is not None]
    fitting.sort(key=lambda item: item[0])
    return [choice for _, choice in fitting[:_MAX_MATCH_COUNT]]


def _normalize_text(text: str) -> str:
    """Return a text without differences in case, width and kind of kana."""
    return normalize("NFKC", text).lower().translate(_HIRAGANA)


def _best_score(query: str, title: str) -> tuple[int, int] | None:
    """Return the better score of a title's translation and its English.

    It is None for no match.
    """
    titles = dict.fromkeys([_normalize_text(translate(title)), _normalize_text(title)])
    scores = (_score_title(query, words) for words in titles)
    return min((score for score in scores if score is not None), default=None)


def _score_title(query: str, title: str) -> tuple[int, int] | None:
    """Return the distance of a title from a search text; None without a match.

    Lower is better: the start of a word, then other substrings, then letters in that
    order with others between them. The second number is the position or the count of
    the others.
    """
    if (position := title.find(query)) >= 0:
        starts = position == 0 or not title[position - 1].isalnum()
        return (0 if starts else 1, position)
    position, gaps = -1, 0
    for letter in query.replace(" ", ""):
        following = title.find(letter, position + 1)
        if following < 0:
            return None
        gaps += following - position - 1
        position = following
    return (2, gaps)


def match_numbers(text: str, seen: CommandContext) -> list[PaletteItem]:
    """Return items that set a number: "radius 2.5", "centre x = 1/3", "angle 30°".

    The best match of the name is first; there are none if the text is not a name and a
    valid number.
    """
    text = normalize("NFKC", text).strip()
    head, _, tail = text.rpartition("=" if "=" in text else " ")
    head = _normalize_text(head.strip())
    if not (head and tail.strip()):
        return []
    matches, params = [], seen.study.params
    for axis in axes(params):
        label = axis.label(params, seen.session.units)
        score = _best_score(head, label)
        spec = parameters.parameters_of(type(params))[axis.name]
        if score is None or not isinstance(spec, Number | Vector):
            continue
        try:
            shown = parse_number(spec, tail, seen.session.units, axis.component)
        except ValueError:
            continue
        value = shown / seen.session.units.factor(spec, axis.component)
        act = _session_action(_set_axis_value, axis, value)
        matches.append(
            (score, PaletteItem(format_quantity(label, format_number(shown)), "", act))
        )
    return [choice for _, choice in sorted(matches, key=lambda item: item[0])]


def _set_axis_value(session: Session, axis: Axis, value: float) -> None:
    session.set_value(
        axis.name, axis.replace_component(session.params, value), session.gesture_id
    )
