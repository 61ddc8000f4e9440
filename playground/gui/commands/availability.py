"""Availability of commands: conditions on the context `u`, and reasons."""

from playground.gui.commands.command_types import CommandContext
from playground.i18n import message
from playground.session.view_options import Page


def has_timeline(u: CommandContext) -> bool:
    """Return whether the picture has time."""
    return u.study.has_timeline


def has_map(u: CommandContext) -> bool:
    """Return whether a map is shown."""
    return u.study.question is not None


def is_presenting(u: CommandContext) -> bool:
    """Return whether a presentation is running."""
    return u.window_view.presenting


def has_pen_lines(u: CommandContext) -> bool:
    """Return whether the pen has drawn lines."""
    return bool(u.window_view.lines)


def has_open_lesson(u: CommandContext) -> bool:
    """Return whether a lesson is open."""
    return u.session.lesson is not None


def can_open_lesson(u: CommandContext) -> bool:
    """Return whether the scene's lesson can be opened."""
    return u.study.entry.lesson_path is not None and u.session.lesson is None


def is_question_open(u: CommandContext) -> bool:
    """Return whether a question of the quiz waits for an answer."""
    return u.session.quiz is not None and u.session.quiz.answer is None


def is_question_answered(u: CommandContext) -> bool:
    """Return whether the current question of the quiz is answered."""
    return u.session.quiz is not None and u.session.quiz.answer is not None


QUESTION_OPEN = message("A question is open: its answer is not shown yet.")


def map_reason(u: CommandContext) -> str:
    """Return why no map can be shown."""
    return QUESTION_OPEN if u.study.asking else message("This scene has no map.")


def lesson_reason(u: CommandContext) -> str:
    """Return why the scene's lesson cannot be opened."""
    own = u.session.open_scene.user_code
    if own is None or own.entry.lesson_path is None:
        return message("This scene has no lesson.")
    return message("The lesson is about the article's code: close yours first.")


def is_user_code_page(u: CommandContext) -> bool:
    """Return whether the page of user code is shown."""
    is_shown = u.study.showing.user_code or u.session.open_scene.user_code is not None
    return is_shown and u.study.page is Page.CODE


def can_step_derivation(u: CommandContext) -> bool:
    """Return whether keys step through the derivation.

    They do on its page and in a presentation.
    """
    return u.study.page is Page.DERIVATION or u.window_view.presenting
