"""Names in a lesson's texts, which are visible in the figure, even on a phone."""

from functools import cache

import pytest
from effort import each_value_once
from lesson_page import Open, read

from playground.i18n import translate
from playground.scene.math_text import split_runs, symbol_name
from playground.scene.primitives import Label
from playground.scene.scene import SceneEntry
from playground.session.lesson.document import Stop, read_shipped_lesson
from playground.session.session import Session
from playground.session.view_options import Page
from playground.web.lesson_page import render_lesson_page
from playground.web.precompute import group_stops
from scenes import SCENES

pytestmark = pytest.mark.slow

# What a page writes on its figures at a stop.
_WRITTEN = """async (number) => {
  if (player.stops[number].question) player.givenAnswers.set(number, [0, 0]);
  player.open(number);
  await player.whenIdle();
  const written = [];
  for (const figure of player.figures) {
    const write = figure.drawText;
    figure.drawText = (line, ...more) => {
      written.push(line.pieces.map(({ text }) => text).join(""));
      write.call(figure, line, ...more);
    };
    figure.draw(player.sample, player.drawState());
    delete figure.drawText;
  }
  return written;
}"""


@cache
def lesson_html(entry: SceneEntry) -> str:
    lesson = read_shipped_lesson(entry, SCENES)
    return render_lesson_page(lesson, samples=2 * len(group_stops(lesson.stops)))


def list_mentioned_names(stop: Stop) -> set[str]:
    """Return the names in the texts of a stop, among those that it may draw."""
    session = Session((stop.state.scene,))
    session.show(stop.state)
    study, texts, step = session.scene_view, [stop.say], session.open_scene.step
    drawn = study.comparison_primitives
    if study.page is Page.DERIVATION and step:
        own = study.steps[step - 1]
        texts.append(own.text)
        drawn = drawn.limit_to_step(step).remove_keys(own.hides)
    else:
        drawn = drawn.hide_derivation({})
    names = {
        symbol_name(record.text)
        for view in drawn.self_and_views
        for record in view.primitives
        if isinstance(record, Label)
    }
    said = {run.name for text in texts for run in split_runs(translate(text))}
    return said & names - {""}


@each_value_once("entry, size", SCENES, [(390, 844), (1280, 800)])
def test_what_a_text_mentions_is_named_in_the_figure(
    visit: Open, entry: SceneEntry, size: tuple[int, int]
) -> None:
    seen = visit(*size, source=lesson_html(entry))
    mentioned = 0
    for number, stop in enumerate(read_shipped_lesson(entry, SCENES).stops):
        written = seen.page.evaluate(_WRITTEN, number)
        names = list_mentioned_names(stop)
        mentioned += len(names)
        assert names <= {symbol_name(read(text)) for text in written}, number
    assert mentioned
