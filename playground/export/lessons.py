"""What is exported as a lesson: one that there is, or one of a single stop."""

from playground.app.plan import Plan, Stop
from playground.app.state import State
from playground.scene.scene import Entry


def opened(entry: Entry, case: str = "") -> State:
    """Return the state of a case of a scene, by default of its first."""
    name = case or entry.first_case()
    compare = bool(entry.cases[name].mistake)
    return State(entry, entry.cases[name].params, name, compare=compare)


def alone(state: State) -> Plan:
    """Return a lesson of one stop, which says what the state's case shows."""
    scene, case = state.scene, state.scene.cases.get(state.case)
    source = scene.source
    return Plan(
        scene.title,
        (Stop(state, case.shows if case else ""),),
        f"{source.name} · {source.author}" if source else "",
    )
