"""The present state as code to take away."""

from playground.app.session import Session


def as_code(session: Session, *, test: bool) -> str:
    """Return a script that asks the core what is on show, or a pytest case of it.

    "" where the scene does not say what it asks.
    """
    from playground.explore.judge.snippets import as_python, as_test

    query, solution = session.moment.scene.query, session.moment.solution
    if query is None or solution is None:
        return ""
    arguments = query.arguments(solution.params)
    return (as_test if test else as_python)(query.function, arguments)
