"""The page "Predict": a question, the guess, the reveal, and the score."""

from imgui_bundle import imgui

from playground.app import asking, icons
from playground.app.arithmetic import calculate
from playground.app.commands import NEXT_QUESTION, REVEAL, SAY_HIT, SAY_MISS
from playground.app.gui import colour
from playground.app.panels.common import Ui, bold, heading, hint, muted, number_box
from playground.explore.quiz import Quiz, answer_word, asked_for, outcomes
from playground.render.theme import RGBA
from playground.scene.drawlist import Role
from playground.scene.mathtext import show

_SEED_BOX = 90.0
_SEEDS = 9999
_GAP = 6.0


def predict(ui: Ui) -> None:
    """Draw the page."""
    quiz = ui.session.quiz
    if quiz is None:
        _invitation(ui)
        return
    _question(ui, quiz)
    _verdict_buttons(ui, quiz)
    if quiz.answer:
        _answer(ui, quiz)
    else:
        _asking(ui, quiz)
    _score(ui, quiz)
    _checklist(ui, quiz)
    _ending(ui, quiz)


def _invitation(ui: Ui) -> None:
    session = ui.session
    heading(ui, "Predict, then reveal")
    muted(
        ui,
        "The answer is hidden. Say hit or miss, place what is asked for, and see how "
        "near you were. The same seed asks the same questions.",
    )
    if not session.moment.questions:
        muted(ui, "This scene has no question to ask.")
        return
    imgui.align_text_to_frame_padding()
    imgui.text("Seed")
    imgui.same_line()
    _seed(ui)
    if _wide(ui, "Start", lit=True):
        asking.begin(session, session.seed)


def _seed(ui: Ui) -> None:
    session = ui.session
    given = number_box(ui, "seed", session.seed, 1.0, _SEED_BOX, _read_seed)
    hint("Which questions are asked, and in what order. Drag, or double click to type.")
    if given is not None:
        session.seed = min(max(round(given), 0), _SEEDS)


def _read_seed(text: str) -> float:
    seed = calculate(text)
    if not 0.0 <= seed <= _SEEDS or seed != round(seed):
        raise ValueError(f"The seed must be a whole number from 0 to {_SEEDS}")
    return seed


def _question(ui: Ui, quiz: Quiz) -> None:
    heading(ui, f"Question {quiz.number}")
    imgui.text_wrapped(ui.session.moment.asked)


def _verdict_buttons(ui: Ui, quiz: Quiz) -> None:
    width = (imgui.get_content_region_avail().x - _GAP) / 2
    imgui.begin_disabled(quiz.answer is not None)
    names = [_word(quiz, hit=hit) for hit in (True, False)]
    for hit, sign, name in zip(
        (True, False), (icons.HIT, icons.MISS), names, strict=True
    ):
        tone = ui.theme.texts[Role.HIT if hit else Role.MISS]
        if _button(ui, f"{sign}  {name}", width, quiz.verdict is hit, tone):
            asking.say(ui.session, hit)
        hint((SAY_HIT if hit else SAY_MISS).help)
        if hit:
            imgui.same_line(0.0, _GAP)
    imgui.end_disabled()


def _word(quiz: Quiz, *, hit: bool) -> str:
    return answer_word(quiz.scene, quiz.question.params, hit=hit)


def _button(
    ui: Ui, name: str, width: float, chosen: bool, tone: RGBA | None = None
) -> bool:
    theme = ui.theme
    back = colour(theme.active if chosen else theme.panel_alt)
    imgui.push_style_color(imgui.Col_.button, back)
    imgui.push_style_color(imgui.Col_.text, colour(tone or theme.text))
    imgui.push_style_color(imgui.Col_.border, colour(theme.accent))
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 1.5 if chosen else 0.0)
    pressed = imgui.button(name, imgui.ImVec2(width, 34.0))
    imgui.pop_style_var()
    imgui.pop_style_color(3)
    return bool(pressed)


def _wide(ui: Ui, name: str, *, lit: bool) -> bool:
    return _button(ui, name, imgui.get_content_region_avail().x, lit)


def _asking(ui: Ui, quiz: Quiz) -> None:
    """Draw what is to be done now, and the button that reveals."""
    session = ui.session
    timed = asking.asks_time(session)
    muted(ui, _task(ui, quiz, timed=timed))
    ready = asking.ready(quiz, timed=timed)
    imgui.begin_disabled(not ready)
    if _wide(ui, "Reveal", lit=ready):
        asking.reveal(session)
    hint(REVEAL.help)
    imgui.end_disabled()


def _task(ui: Ui, quiz: Quiz, *, timed: bool) -> str:
    wanted = asked_for(quiz.scene)
    if quiz.verdict is None:
        hit, miss = _word(quiz, hit=True), _word(quiz, hit=False)
        return f"{hit} or {miss.lower()}? Look closely: what looks like a touch is one."
    if not quiz.placing or wanted is None:
        return "Then reveal the answer."
    if timed:
        now = show(ui.session.now)
        return f"Move the time below the picture: {wanted.label}. It is at {now}."
    if quiz.place is None:
        return f"Now click in the picture: {wanted.label}."
    return "Click again or drag to correct it, then reveal."


def _answer(ui: Ui, quiz: Quiz) -> None:
    answer, theme = quiz.answer, ui.theme
    if answer is None:
        return
    right = quiz.verdict == quiz.question.hit
    sign = icons.AGREES if right else icons.DIFFERS
    imgui.push_style_color(
        imgui.Col_.text, colour(theme.text if right else theme.warning)
    )
    unit = "" if asking.asks_time(ui.session) else "m"
    told = f"{asking.words(quiz, unit)} {_points(answer.points)} of"
    imgui.text_wrapped(f"{sign}  {told} {answer.possible:g} points.")
    imgui.pop_style_color()
    width = (imgui.get_content_region_avail().x - _GAP) / 2
    if _button(ui, "Next", width, True):
        asking.proceed(ui.session)
    hint(NEXT_QUESTION.help)
    imgui.same_line(0.0, _GAP)
    if _button(ui, "Explore this one", width, False):
        asking.explore(ui.session)
    hint("Open it on the other pages, with its derivation")


def _points(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _score(ui: Ui, quiz: Quiz) -> None:
    heading(ui, "Score")
    bold(ui, f"{_points(quiz.points)} of {quiz.possible:g} points", 17.0)
    hint(
        "One point for hit or miss; for a hit, up to one more for the place: all of it "
        "at the very place, none from a tenth of the picture's size away."
    )
    imgui.same_line(0.0, 12.0)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    imgui.text(f"{quiz.streak} in a row, best {quiz.best}")
    imgui.pop_style_color()
    hint("Questions in a row in which every part earned something.")


def _checklist(ui: Ui, quiz: Quiz) -> None:
    names = outcomes(quiz.scene)
    heading(ui, f"Outcomes seen: {len(quiz.seen)} of {len(names)}")
    theme = ui.theme
    if imgui.begin_table("##outcomes", 2):
        for name in names:
            seen = name in quiz.seen
            imgui.table_next_column()
            imgui.push_style_color(
                imgui.Col_.text, colour(theme.text if seen else theme.text_muted)
            )
            imgui.text(icons.AGREES if seen else "·")
            imgui.same_line(0.0, 8.0)
            imgui.text(name)
            imgui.pop_style_color()
        imgui.end_table()


def _ending(ui: Ui, quiz: Quiz) -> None:
    imgui.dummy(imgui.ImVec2(0, 3))
    imgui.align_text_to_frame_padding()
    imgui.text(f"Seed {quiz.seed}")
    imgui.same_line(0.0, 12.0)
    if _wide(ui, "Stop", lit=False):
        asking.end(ui.session)
    hint("End these questions; the scene is as you left it")
