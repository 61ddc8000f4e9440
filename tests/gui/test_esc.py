"""Esc: one step back, with everything else unchanged."""

import pytest
from pyglet.window import key

from playground.gui.commands.registry import (
    CURVE,
    LESSON,
    MAP,
    PRESENT,
    TOOLS,
    YOUR_CODE,
)
from playground.gui.panels.context import command_button_states
from playground.session import quiz
from playground.session.lesson import player
from playground.session.view_options import Page
from scenes import SCENES


@pytest.fixture
def hand(window_of):
    return window_of(*SCENES)


def test_each_press_goes_one_step_back(hand) -> None:
    session, view = hand.session, hand.window_view
    session.look(page=Page.DERIVATION)
    player.start_shipped_lesson(session, session.scene)
    hand.key(key.F5)
    hand.key(key.W)
    hand.key(key.F1)
    steps = [
        lambda: view.keys,
        lambda: view.pen,
        lambda: view.presenting,
        lambda: session.lesson is not None,
        lambda: session.view.page is Page.DERIVATION,
    ]
    for count in range(len(steps)):
        assert [bool(step()) for step in steps[count:4]] == [True] * max(4 - count, 0)
        hand.key(key.ESCAPE)
        assert not steps[count]()
        if count == 3:
            assert session.view.page is Page.DERIVATION
    assert session.view.page is Page.EXPLORE


@pytest.mark.parametrize("way", ["Esc", "cross"])
@pytest.mark.parametrize("word", ["Your code", "Lesson"])
def test_what_is_opened_in_simple_is_closed_and_all_is_as_before(hand, word, way):
    hand.window_view.simple = True
    hand.open("point_ellipse")
    hand.drag_grip("point", 0, 30.0, 10.0)
    before, layout = hand.session.state, hand.layout
    assert layout.inspector is layout.lesson is None
    hand.click_item(word)
    assert hand.layout.inspector or hand.layout.lesson
    hand.session.open_scene.selected_handle = None
    if way == "Esc":
        hand.key(key.ESCAPE)
    else:
        hand.click_item("Close the lesson" if word == "Lesson" else "Close this page")
    hand.settle()
    assert hand.layout == layout
    assert hand.session.state == before


def test_no_page_without_a_cross_is_in_simple(hand) -> None:
    hand.window_view.simple = True
    for page in hand.session.scene_view.pages:
        hand.session.look(page=page)
        hand.settle()
        hand.items.places.clear()
        hand.window.main_view.gui.invalidate_panels()
        hand.settle(1)
        there = [label for label in hand.items.places if label in {*map(str, Page)}]
        assert not there
        assert (page is Page.EXPLORE) == (hand.layout.inspector is None)


def test_esc_leaves_a_quiz_that_waits(hand) -> None:
    hand.session.look(page=Page.CODE)
    quiz.begin_round(hand.session, 2)
    hand.settle()
    asked = hand.session.quiz
    hand.key(key.ESCAPE)
    assert hand.session.view.page is Page.CODE
    hand.session.look(page=Page.PREDICT)
    assert hand.session.quiz is asked


def test_a_button_of_the_bar_that_can_do_nothing_says_why(hand) -> None:
    every = LESSON, MAP, YOUR_CODE, PRESENT, CURVE, *TOOLS
    dimmed = set()
    for look in (
        lambda: None,
        lambda: hand.session.look(map=hand.session.scene_view.maps[0]),
        lambda: quiz.begin_round(hand.session, 1),
    ):
        look()
        hand.settle()
        for state in command_button_states(hand.seen, *every):
            assert state.enabled or state.reason, state.command.title
            dimmed |= {state.command.title} if not state.enabled else set()
    assert len(dimmed) > 3


def test_another_scene_leaves_the_lesson(hand) -> None:
    session = hand.session
    session.choose_case("Tangent")
    before = session.state
    player.start_shipped_lesson(session, session.scene)
    hand.settle()
    hand.click_item("##point_ellipse")
    assert session.lesson is None
    assert session.scene.id == "point_ellipse"
    session.open(0)
    assert session.state == before
