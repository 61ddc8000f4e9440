"""Where the end of a lesson leads: the next one, one's own code, the quiz."""

from playground.language import message
from playground.scene.scene import Entry
from playground.study import lesson_walking, quiz_play
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.study import Study

OWN_CODE: str = message("Try your own routine")
QUIZ: str = message("Ten quick questions")


def there(study: Study) -> list[str]:
    """Return which ways there are beside the next lesson."""
    ways = ((OWN_CODE, study.listed), (QUIZ, study.quizzed))
    return [way for way, open_ in ways if open_]


def next_lesson(session: Session, scene: Entry) -> None:
    """Open the next scene with its lesson."""
    lesson_walking.close(session)
    session.open(session.find(scene.id))
    lesson_walking.start_shipped(session, session.scene)


def own_code(session: Session) -> None:
    """Go to where one's own code has its place."""
    lesson_walking.close(session)
    session.look(page=Page.CODE)


def quiz(session: Session) -> None:
    """Ask the first question of a round."""
    lesson_walking.close(session)
    quiz_play.begin(session, session.seed)
