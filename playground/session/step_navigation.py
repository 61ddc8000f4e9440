"""Navigation in time and in the steps of the derivation."""

import math

from playground.session.session import Session
from playground.session.view_options import Page


def toggle_playing(session: Session) -> None:
    """Play or pause the time; playing from the end starts over.

    Without a time axis nothing happens.
    """
    timeline = session.scene_view.timeline
    if timeline is None:
        return
    session.set_playback(playing=not session.playback.playing, move=None)
    if session.playback.playing and session.scene_view.current_time >= timeline.end:
        session.go_to(timeline.start)


def step_time(session: Session, direction: int) -> None:
    """Pause.

    Go to the timeline's next stop (`direction` 1) or the previous one (-1).
    """
    timeline = session.scene_view.timeline
    if timeline:
        session.stop_playback()
        session.go_to(timeline.step(session.scene_view.current_time, direction))


def step_derivation(session: Session, direction: int) -> None:
    """Show one more step of the derivation (`direction` 1), or one less (-1).

    From the complete derivation, forward leads to the first step. Nothing happens
    during a quiz. While the time is animated, forward only finishes the animation.
    """
    last = len(session.scene_view.steps)
    if last and not session.quiz:
        step = session.open_scene.step
        if step is None:
            step = 0 if direction > 0 else last
        number = min(max(step + direction, 1), last)
        if direction < 0:
            arrive_at_step(session, number)
        elif not session.finish_move():
            go_to_step(session, number)


def go_to_step(session: Session, number: int) -> None:
    """Show the derivation up to a step, from 1, and animate the time to the step's.

    Another number only shows the page.
    """
    session.look(page=Page.DERIVATION)
    session.reveal()
    if not 0 < number <= len(session.scene_view.steps):
        return
    step = session.scene_view.steps[number - 1]
    fresh = number != session.open_scene.step
    if fresh:
        session.show_step(number)
    session.play_move(step.begins if fresh else None, step.time)


def arrive_at_step(session: Session, number: int) -> None:
    """Show the derivation up to a step, from 1, at its time, without animation."""
    go_to_step(session, number)
    session.finish_move()
    session.step_age = math.inf
