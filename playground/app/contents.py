"""What of a session is on the canvas."""

from playground.app import charts
from playground.app.layout import Contents
from playground.app.session import Session
from playground.app.view import Page


def contents(session: Session, *, charted: bool) -> Contents:
    """Return what the canvas has room for, and no panel but a map's legend."""
    views, mapped = session.moment.picture.views, charts.question(session) is not None
    # Beside a map there is room for the first view only, but for a derivation, which
    # speaks of all of them.
    alone = mapped and session.page is not Page.DERIVATION
    return Contents(
        legend=mapped,
        chart=charted,
        views=1 if alone else 1 + len(views),
        alike=any(view.to_scale for view in views),
    )
