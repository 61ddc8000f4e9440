"""Answers of a state: the same texts in window, page and SVG."""

import pytest
from every import few_scenes, own_scenes_at_length
from page_data import decode_texts

from playground.i18n import set_language, translate
from playground.session import quiz, step_navigation
from playground.session.answer_pair import ASKED, AnswerPair, AnswerText, answer_pair
from playground.session.lesson import player
from playground.session.lesson.document import read_shipped_lesson
from playground.web.serialize.sample_texts import mark_symbols
from playground.web.svg_figure import describe_figure
from playground.web.worker.headless_session import HeadlessSession
from playground.web.worker.state import serialize_state
from scenes import SCENES


@pytest.fixture(params=["en", "ja"])
def language(request):
    set_language(request.param)
    return request.param


def words(side: AnswerText) -> list[str]:
    shown = side.word, side.scope, side.difference
    return [plain(text) for text in shown if text]


def plain(text: str) -> str:
    """Return a drawn text without its line breaks."""
    return "".join(translate(text).split())


def page_words(live: HeadlessSession) -> dict[str, str]:
    """Return the texts of a page's cards."""
    live.place_views()
    told = serialize_state(live, {"tab": "explore"})["set"]
    found = {
        f"verdict {name}": decode_texts(told["verdict"][name], 1)[0]
        for name in ("word", "scope", "sentence")
    }
    for name in ("word", "scope", "sign", "difference", "agreement"):
        article = told["article"]
        found[f"article {name}"] = decode_texts(article[name], 1)[0] if article else ""
    return found


def pair_words(pair: AnswerPair) -> dict[str, str]:
    code = pair.code or AnswerText("", "")
    return {
        "verdict word": mark_symbols(pair.geometry.word),
        "verdict scope": mark_symbols(pair.geometry.scope),
        "verdict sentence": mark_symbols(pair.geometry.detail),
        "article word": mark_symbols(code.word),
        "article scope": mark_symbols(code.scope),
        "article sign": pair.sign.value if pair.code else "",
        "article difference": mark_symbols(code.difference),
        "article agreement": mark_symbols(pair.agreement),
    }


@pytest.mark.slow
@pytest.mark.parametrize("entry", few_scenes(SCENES), ids=lambda entry: entry.id)
def test_window_page_and_svg_show_the_same_words(driver, texts, entry, language):
    driver.open(entry.id)
    for name in entry.cases:
        driver.session.choose_case(name)
        drawn = {plain(text) for text in driver.anew(texts)}
        pair = answer_pair(driver.session.scene_view, is_user_code=False)
        for side in filter(None, (pair.geometry, pair.code)):
            for word in words(side):
                assert any(text.endswith(word) for text in drawn), (name, word)
        assert plain(pair.geometry.detail) in drawn, name
        live = HeadlessSession(SCENES)
        live.session.open(live.session.find(entry.id))
        live.session.choose_case(name)
        assert page_words(live) == pair_words(pair), name
        _, svg = describe_figure(live.session)
        assert translate(pair.geometry.word) in translate(svg)
        assert translate(pair.geometry.detail) in translate(svg)


@pytest.mark.parametrize("entry", SCENES, ids=lambda entry: entry.id)
def test_an_open_question_is_what_the_answer_waits_for(entry, language):
    lesson = read_shipped_lesson(entry, SCENES)
    asking = [n for n, stop in enumerate(lesson.stops) if stop.question]
    assert asking
    live = HeadlessSession(SCENES)
    player.start_lesson(live.session, lesson)
    for place in asking:
        player.go_to_stop(live.session, place)
        said = answer_pair(live.session.scene_view, is_user_code=False).geometry.detail
        assert said == ASKED
        live.place_views()
        told = serialize_state(live, {"tab": "explore"})
        # The page takes it from the stop, where its answers are there beforehand.
        assert told["set"]["pending"] == told["stop"]["question"]["pending"]
        assert told["set"]["pending"] == translate(said)


@pytest.mark.parametrize("entry", SCENES, ids=lambda entry: entry.id)
def test_a_step_that_answers_is_named_in_the_same_words(entry, language):
    live = HeadlessSession(SCENES)
    live.session.open(live.session.find(entry.id))
    step_navigation.arrive_at_step(live.session, 1)
    said = answer_pair(live.session.scene_view, is_user_code=False).geometry.detail
    live.place_views()
    told = serialize_state(live, {"tab": "derivation"})["set"]
    assert decode_texts(told["pending"], 1) == [translate(said)]


@own_scenes_at_length
def test_a_revealed_question_about_the_article_shows_both_answers(scene):
    live = HeadlessSession(SCENES)
    live.session.open(live.session.find(scene.id))
    seen = set()
    for seed in range(12):
        quiz.begin_round(live.session, seed)
        of_article = live.session.quiz.question.of_article
        quiz.guess_hit(live.session, False)
        quiz.reveal(live.session)
        pair = answer_pair(live.session.scene_view, is_user_code=False)
        assert (pair.code is not None) is of_article
        if of_article not in seen:
            assert page_words(live) == pair_words(pair)
        seen.add(of_article)
    assert seen == (
        {True, False} if live.session.scene_view.scene.quiz.article else {False}
    )
