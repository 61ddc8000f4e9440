"""What stands below a presented picture: sentences, and where one is in the steps."""

from imgui_bundle import imgui

from playground.app.panels import stage, worded
from playground.app.panels.common import Ui, panel, rule_below
from playground.app.panels.imgui_window import packed
from playground.app.panels.layout import CAPTION_ROOM, KEY_ROOM, caption_most
from playground.app.panels.lesson import told, told_height
from playground.app.panels.quiz import asked_now
from playground.app.panels.run_in import RunIn, RunInLines, beside, line_height
from playground.app.panels.verdict_pair import answer_looks
from playground.explore.quiz.rounds import QuizRound
from playground.language import message, sentences
from playground.scene.camera import Viewport
from playground.study import lesson_words, quiz_play, quiz_words
from playground.study.open_lesson import OpenLesson
from playground.study.open_scene import OpenScene
from playground.study.told import answer

# Where more is said than there is room for, the words are smaller.
_SIZES = (stage.WORDS, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0)
_THE_END = message("The end of this lesson.")
# From the words to the sides, and above and below them.
_SIDE, _ABOVE = 27.0, 12.0
# A caption is never less than so many lines high: the picture would jump.
_LEAST = 2
# The dots: how far apart their middles are, how large, and how long the present one is.
_APART, _DOT, _LONG = 10.0, 2.6, 14.0


def caption(ui: Ui, place: Viewport) -> None:
    """Draw the caption: prose, and as its last line dots for steps or stops."""
    padding = imgui.ImVec2(_SIDE, _ABOVE)
    imgui.push_style_var(imgui.StyleVar_.window_padding, padding)
    with panel("caption", place, scrolls=True):
        rule_below(ui, place, top=True)
        now, count = _counted(ui)
        walk = ui.facts.walk
        if walk and not (lesson_words.elsewhere(walk, ui.study.entry) or walk.ending):
            _lesson(ui, walk, _dots_room(count))
        else:
            _prose(ui, _dots_room(count))
    imgui.pop_style_var()
    view, below = ui.window_view, ui.layout.legend or place
    # It lies over everything, and a page or a field would be below it.
    if count and not (view.keys or view.field_open or view.recording):
        _dots(ui, below, now, count)


def _room(ui: Ui) -> float:
    """Return how high the words may be."""
    most = caption_most(imgui.get_io().display_size.y) - 2.0 * _ABOVE
    return most - (ui.widgets.heights.get(KEY_ROOM, 0.0) if ui.layout.legend else 0.0)


def _prose(ui: Ui, dots: float) -> None:
    wide, most = imgui.get_content_region_avail().x, _room(ui)
    said = _said(ui)
    # The legend, if there is one, is the last line.
    free = 0.0 if ui.layout.legend else dots

    def fitted() -> RunInLines:
        tried = (beside(ui, said, size, wide, free) for size in _SIZES)
        fits = (words for words in tried if words.height <= most)
        return next(fits, beside(ui, said, _SIZES[-1], wide, free))

    words = ui.widgets.kept("caption", (said, wide, most, free, ui.ratio), fitted)
    words.draw(ui)
    least = line_height(stage.WORDS) * (1 if ui.layout.legend else _LEAST)
    ui.widgets.heights[CAPTION_ROOM] = max(words.height, least) + 2.0 * _ABOVE


def _said(ui: Ui) -> RunIn:
    """Return what is said: a lesson's end, a step's words, a question, the verdict."""
    walk = ui.facts.walk
    if walk and walk.ending:
        learned = sentences(*walk.learned)
        said = message("You can now say why."), learned
        return RunIn(*(said if learned else (_THE_END,)))
    step = stage.step(ui)
    if step:
        return RunIn(_sentence(step.title), step.text)
    quiz = ui.facts.quiz
    if quiz and not quiz.ended:
        words = _seen(ui, quiz) if quiz.answer else asked_now(ui, quiz)
        return RunIn(_sentence(quiz_words.numbered(quiz)), words)
    study = ui.study
    if not (study.untold or study.verdict or study.error):
        return RunIn()
    found, (tone, sign) = answer(study, beside=False), answer_looks(ui)
    compared = study.comparison if study.showing.compare else None
    why = compared.why if compared and not compared.agrees else ""
    text = sentences(found.detail, why)
    return RunIn(_sentence(worded.signed(sign, found.word)), text, tone)


def _seen(ui: Ui, quiz: QuizRound) -> str:
    """Return what was right of a revealed answer, and what shows it."""
    detail = _look_at(ui, quiz)
    ended = detail if not detail or detail.endswith(".") else _sentence(detail)
    return sentences(_sentence(quiz_words.answered(quiz)), ended)


def _look_at(ui: Ui, quiz: QuizRound) -> str:
    """Return what in the figure shows a revealed answer."""
    compared = quiz_play.article(ui.study, quiz)
    if compared and not compared.agrees:
        return compared.why
    return answer(ui.study, beside=False).detail


def _sentence(title: str) -> str:
    """Return a title that a sentence follows."""
    if title.endswith((".", "?", "!", ":")):
        return title
    return message("{title}.", title=title)


def _counted(ui: Ui) -> tuple[int, int]:
    """Return which stop or step it is, from 0, and of how many; (0, 0) of none."""
    walk, step = ui.facts.walk, ui.study.wanted.step
    if walk:
        return walk.at, len(walk.visits)
    return (step - 1, len(ui.study.steps)) if step and stage.step(ui) else (0, 0)


def _dots_room(count: int) -> float:
    return count * _APART + _LONG + _SIDE if count else 0.0


def _dots(ui: Ui, place: Viewport, now: int, count: int) -> None:
    """Draw a dot for each, the present one longer, in the lower right corner."""
    draw = imgui.get_foreground_draw_list()
    past, coming = packed(ui.theme.accent), packed(ui.theme.edge)
    extra = _LONG - 2.0 * _DOT
    x = place.x + place.width - _SIDE - (count - 1) * _APART - extra - _DOT
    y = place.y + place.height - _ABOVE - _DOT - 4.0
    for number in range(count):
        end = x + (extra if number == now else 0.0)
        tone = past if number <= now else coming
        low, high = imgui.ImVec2(x - _DOT, y - _DOT), imgui.ImVec2(end + _DOT, y + _DOT)
        draw.add_rect_filled(low, high, tone, _DOT)
        x = end + _APART


def _lesson(ui: Ui, walk: OpenLesson[OpenScene], dots: float) -> None:
    """Draw what a lesson says here, with its question or its task."""
    wide, most = imgui.get_content_region_avail().x, _room(ui)
    below = 0.0 if ui.layout.legend else 2.0 * _DOT + 8.0
    fits = (s for s in _SIZES if told_height(ui, walk, s, wide) + below <= most)
    begin = imgui.get_cursor_pos_y()
    told(ui, walk, next(fits, _SIZES[-1]))
    high = imgui.get_cursor_pos_y() - begin - imgui.get_style().item_spacing.y
    ui.widgets.heights[CAPTION_ROOM] = high + below + 2.0 * _ABOVE
