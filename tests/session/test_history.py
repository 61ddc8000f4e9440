"""Undo and redo against a simple model: a list and an index."""

from hypothesis import given
from hypothesis import strategies as st

from playground.session.history import MAX_UNDO_STEPS, History

actions = st.lists(
    st.one_of(
        st.tuples(
            st.just("edit"), st.integers(0, 3), st.sampled_from((None, "a", "b"))
        ),
        st.sampled_from((("undo",), ("redo",))),
    ),
    max_size=40,
)


@given(actions)
def test_it_is_a_list_of_values_and_a_place(steps: list[tuple[object, ...]]) -> None:
    history, values, place, gesture = History(0), [0], 0, None
    for action, *more in steps:
        if action == "edit":
            value, name = more
            history = history.edit(value, name)
            if value != values[place]:
                place += 0 if name is not None and name == gesture else 1
                values[place:] = [value]
                gesture = name
        else:
            moved = place + (1 if action == "redo" else -1)
            history = history.redo() if action == "redo" else history.undo()
            if 0 <= moved < len(values):
                place, gesture = moved, None
        assert (*history.past, history.present, *history.future) == tuple(values)
        assert len(history.past) == place


def test_time_passes_without_a_step() -> None:
    history = History(0).edit(1).replace_present(7)
    assert history.present == 7
    assert history.undo().present == 0
    assert len(history.past) == 1
    assert history.undo().replace_present(5).redo().present == 7


def test_only_the_last_steps_are_kept() -> None:
    history = History(0)
    for value in range(1, MAX_UNDO_STEPS + 20):
        history = history.edit(value)
    while history.past:
        history = history.undo()
    assert history.present == 19
