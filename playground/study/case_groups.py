"""The cases of a scene in groups: plain ones, those at an edge, and mistakes."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

import numpy as np

from playground.language import enum_of_texts, message
from playground.scene import Nature
from playground.scene.case import Case
from playground.scene.scene import Entry
from playground.study.study import Study

# A verdict is at its edge where what decides it is that near to where it turns.
_NEAR = 1e-9


@enum_of_texts
class CaseGroup(StrEnum):
    """What a case is worth seeing for."""

    TYPICAL = "Typical"
    EDGE = "On the edge of the verdict"
    DIFFERS = "The article answers differently"


# Every case is solved for it, so once is enough.
@lru_cache(maxsize=16)
def case_groups(entry: Entry) -> Mapping[str, CaseGroup]:
    """Return the group of each case by its name, the groups in order."""
    found = {name: _group(entry, case) for name, case in entry.cases.items()}
    every = [*CaseGroup]
    return dict(sorted(found.items(), key=lambda item: every.index(item[1])))


def called(study: Study) -> str:
    """Return the case of a state in words, as it stands where one is chosen."""
    origin = study.wanted.case
    if study.edited:
        return message("Edited, from {case}", case=origin)
    return origin or message("No case")


def _group(entry: Entry, case: Case) -> CaseGroup:
    study = Study(entry, case.params)
    if _differs(study, case):
        return CaseGroup.DIFFERS
    return CaseGroup.EDGE if _on_edge(study) else CaseGroup.TYPICAL


def _differs(study: Study, case: Case) -> bool:
    listing = study.scene.listing
    if listing is None or listing.code is None:
        # Another process has the code, and answers later.
        return bool(case.mistake)
    compared = study.comparison
    if compared is None or compared.agrees:
        return False
    return compared.nature is not Nature.CHOICE


def _on_edge(study: Study) -> bool:
    solution = study.solution
    if solution is None:
        return True
    p, answer = solution.params, study.scene.answer
    for quantity in answer.quantities:
        turns = quantity.turns_at
        if turns is None:
            continue
        edge = float(np.asarray(turns(p) if callable(turns) else turns))
        value = float(np.asarray(solution.value(quantity)))
        if abs(value - edge) <= _NEAR * max(abs(edge), 1.0):
            return True
    return False
