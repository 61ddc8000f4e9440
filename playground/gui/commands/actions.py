"""Actions of commands, on session `s`, controls `c` and window view `w`."""

from playground.analysis.heat_map import MapKind
from playground.gui.commands import focus
from playground.gui.commands.command_types import command_context
from playground.gui.view_state import MAX_SCALE, WindowRequest, WindowView
from playground.i18n import message
from playground.render.theme import ThemeName
from playground.session import quiz, step_navigation, user_code
from playground.session.lesson import player
from playground.session.session import Session
from playground.session.view_options import Page

_SCALES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, MAX_SCALE)


def toggle_map(s: Session) -> None:
    """Show the map of mistakes, else of regions; or hide the map."""
    maps = s.scene_view.maps
    first = MapKind.MISTAKES if MapKind.MISTAKES in maps else MapKind.REGIONS
    s.look(map=None if s.scene_view.question else first)


def toggle_user_code(s: Session) -> None:
    """Toggle between the page of user code and the first page."""
    if s.scene_view.page is Page.CODE and s.view.user_code:
        s.look(page=Page.EXPLORE)
    else:
        user_code.show_page(s)


def toggle_loop(s: Session) -> None:
    """Loop the time, or stop looping it."""
    s.set_playback(loop=not s.playback.loop)


def show_all_steps(s: Session) -> None:
    """Show the whole derivation."""
    s.open_scene.step = None


def _go_to_scene(s: Session, way: int) -> None:
    if not player.step_stop(s, way):
        s.open((s.index + way) % len(s.opened_scenes))


def step_presentation(s: Session, w: WindowView, way: int) -> None:
    """Move one step on (`way` 1) or back (-1) in a presentation.

    It goes to a lesson's stop, or else to a step or a scene. Before its first step a
    scene is shown without its derivation. During a quiz it only ends a black screen.
    """
    w.look(is_black=False)
    if s.quiz or player.step_stop(s, way):
        return
    current, last = s.open_scene.step or 0, len(s.scene_view.steps)
    scene = s.index + way
    if current + way == 0:
        _show_result(s)
    elif 0 < current + way <= last:
        step_navigation.step_derivation(s, way)
    elif 0 <= scene < len(s.opened_scenes):
        s.open(scene)
        _show_result(s)


def _show_result(s: Session) -> None:
    s.open_scene.step = None
    s.look(page=Page.EXPLORE)


def page_back_or_on(s: Session, w: WindowView, way: int) -> None:
    """Move to the next (`way` 1) or previous (-1) scene or stop.

    In a presentation it moves by a step.
    """
    if w.presenting:
        step_presentation(s, w, way)
    else:
        _go_to_scene(s, way)


def next_theme(w: WindowView) -> None:
    """Choose the next theme."""
    themes = tuple(ThemeName)
    w.look(theme=themes[(themes.index(w.theme) + 1) % len(themes)])


def set_scale(w: WindowView, scale: float) -> None:
    """Set the scale of the window, or of the presentation if one is running."""
    w.look(**{"stage_scale" if w.presenting else "scale": scale})


def change_scale(s: Session, w: WindowView, way: int) -> None:
    """Set the next larger (`way` 1) or smaller (-1) scale; a notice reports it."""
    scale_now = w.effective_scale(w.room)
    other_scales = [x for x in _SCALES if (x - scale_now) * way > 1e-9]
    wanted_scale = (min if way > 0 else max)(other_scales, default=scale_now)
    set_scale(w, wanted_scale)
    effective_scale = w.effective_scale(w.room)
    if wanted_scale <= effective_scale:
        s.notice = message("Everything at {share:.0%}", share=effective_scale)
    else:
        s.notice = message(
            "Everything at {share:.0%}, as large as the window has room for",
            share=effective_scale,
        )


def focus_next_panel(s: Session, w: WindowView, way: int) -> None:
    """Move the keyboard focus to the next or previous panel."""
    w.look(panel=focus.next_panel(command_context(s, w), way))


def close_topmost(s: Session, w: WindowView) -> None:
    """Close the topmost overlay or mode; without any, show the first page."""
    if w.is_black:
        w.look(is_black=False)
    elif w.has_overlay:
        w.look(
            finding=False,
            choosing=None,
            keys=False,
            about=False,
            recording=False,
            asks_reset=False,
        )
    elif w.film and not w.film.is_logging:
        w.look(request=WindowRequest.FILM)
    elif w.pen:
        w.look(pen=False)
    elif w.panel:
        w.look(panel="")
    elif w.presenting:
        toggle_talk(s, w)
    elif s.open_scene.selected_handle:
        s.open_scene.selected_handle = None
    elif s.lesson and s.lesson.listing:
        player.set_lesson(s, listing=False)
    elif s.lesson:
        player.leave_lesson(s)
    elif s.quiz:
        quiz.leave_round(s)
    else:
        s.look(page=Page.EXPLORE)


def toggle_talk(s: Session, w: WindowView) -> None:
    """Begin or end a presentation; the end restores the previous state."""
    (player.end_talk if w.presenting else player.begin_talk)(s)
    w.look(
        presenting=not w.presenting,
        pen=False,
        panel="",
        is_black=False,
        has_bar=False,
    )


def press_enter(s: Session) -> None:
    """Go on with the lesson, or else with the quiz."""
    walk, next_lesson = s.lesson, player.next_lesson(s)
    if walk is None or s.view.page is Page.PREDICT:
        quiz.advance_quiz(s)
    elif walk.ending and next_lesson and not walk.listing:
        player.open_next_lesson(s, next_lesson)
    else:
        player.continue_lesson(s)


def open_lesson(s: Session, w: WindowView) -> None:
    """Open the scene's lesson."""
    player.start_shipped_lesson(s, s.scene)
    # With the focus on the bar's button, Enter would close it again.
    w.look(panel="")
