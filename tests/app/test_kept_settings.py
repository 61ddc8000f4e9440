"""What two windows keep is put together: each writes what it has changed alone."""

from playground.app.shell.kept_settings import Kept, merged

THERE = Kept(lessons=("one", "two", "three"))


def lessons(*changes: tuple[object, object]) -> tuple[object, ...]:
    return merged(Kept(), Kept(), THERE, changes).lessons


def test_a_lesson_that_was_written_takes_its_own_place() -> None:
    assert lessons(("two", "other")) == ("one", "other", "three")
    assert lessons(("two", None)) == ("one", "three")
    assert lessons((None, "new")) == ("one", "two", "three", "new")
    assert lessons(("two", "two")) == THERE.lessons


def test_a_lesson_that_another_window_has_changed_stays_beside_it() -> None:
    assert lessons(("gone", "mine")) == ("one", "two", "three", "mine")
    assert lessons(("gone", "two")) == THERE.lessons
