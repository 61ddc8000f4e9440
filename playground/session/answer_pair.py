"""The two answers side by side: the geometry's, and that of the code beside it.

Window, presentation, lessons, SVG, films and pages all show what is said here.
"""

from dataclasses import replace
from enum import StrEnum

from playground.i18n import in_english, join_sentences, message
from playground.quick_dataclass import dataclass
from playground.scene.listing import ListingVerdict
from playground.session.view_model import SceneView

GEOMETRY, YOUR_CODE = message("Geometry"), message("Your code")
ANSWER = message("Answer")
"""Whose an answer without code beside it is: on the wall it may be the article's."""
ASKED = message("Answer the question first.")
"""Stands where the answer to an open question would."""
_UNKNOWN = "?"
_PENDING = "…"
_NO_ANSWER = message("No answer")
# What code's answers are called in short is cut from them in English: each is in the
# catalogues as a word of its own, by the words of outcomes or by these.
_SHORT = message("Not yet"), message("Hit"), message("No hit")
_RIGHT_SO_FAR = message("right so far")


class AnswerSign(StrEnum):
    """What stands between two answers in a word: it compares the words alone."""

    SAME = "="
    OTHER = "≠"
    UNKNOWN = " "


@dataclass(frozen=True)
class AnswerText:
    """One of two answers: whose it is, the answer in a word or two, and a sentence.

    `scope` says of which time it is, where the two are of different times: "at t = 0";
    `difference` what is other where both say the same word: "other point".
    """

    whose: str
    word: str
    detail: str = ""
    scope: str = ""
    difference: str = ""


@dataclass(frozen=True)
class AnswerPair:
    """The geometry's answer, what stands between, and the code's, if there is code.

    `differs` says whether the code is wrong, and `agreement` so in a line, with all
    that the code answers. While its answer is on its way the pair `is_stale`: the
    code's is still that to the state before, and is greyed.
    """

    geometry: AnswerText
    sign: AnswerSign = AnswerSign.UNKNOWN
    code: AnswerText | None = None
    differs: bool = False
    agreement: str = ""
    is_stale: bool = False


def code_name(study: SceneView) -> str:
    """Return what the code beside the truth is called: "Article 1"; "" without one."""
    source, listing = study.entry.source, study.scene.listing
    return source.name if source else listing.name if listing else ""


def pending_answer_text(study: SceneView) -> str:
    """Return which step answers what is not derived yet, or that a question does."""
    if study.asking:
        return ASKED
    return message("Step {number} answers it.", number=study.conclusion_step)


def answer_pair(study: SceneView, *, is_user_code: bool) -> AnswerPair:
    """Return what the two answer; nothing of what is not derived yet.

    `is_user_code` says whether the code is the user's.
    """
    hidden = study.is_comparison_hidden and not study.is_answer_hidden
    if study.scene.listing is None or hidden:
        return AnswerPair(geometry_answer(study))
    whose = YOUR_CODE if is_user_code else code_name(study)
    pair = compare_answers(study, study.latest_comparison, whose)
    if not study.is_comparison_stale:
        return pair
    return replace(pair, sign=AnswerSign.UNKNOWN, differs=False, is_stale=True)


def compare_answers(
    study: SceneView, compared: ListingVerdict | None, whose: str
) -> AnswerPair:
    """Return the geometry's answer beside a code's; None is still on its way."""
    geometry = geometry_answer(study)
    if study.is_answer_hidden:
        return AnswerPair(geometry, code=AnswerText(whose, _UNKNOWN))
    if study.solution is None:
        return AnswerPair(geometry)
    if compared is None:
        return AnswerPair(geometry, code=AnswerText(whose, _PENDING))
    same, differs = compared.headline == geometry.word, not compared.agrees
    code = AnswerText(
        whose,
        compared.headline,
        _comparison_detail(compared),
        compared.scope,
        compared.difference if same and differs else "",
    )
    # In other words code that is right answers for the moment on show, as "Not yet".
    otherwise = AnswerSign.OTHER if differs else AnswerSign.UNKNOWN
    sign = AnswerSign.SAME if same else otherwise
    how = compared.agreement_text if same or differs else _RIGHT_SO_FAR
    agreement = message("{how}: {answer}", how=how, answer=compared.answer)
    return AnswerPair(geometry, sign, code, differs, agreement)


def geometry_answer(study: SceneView) -> AnswerText:
    """Return what the geometry answers; until it is derived which step does."""
    verdict, error = study.verdict, study.error
    whose = GEOMETRY if study.scene.listing else ANSWER
    if study.is_answer_hidden:
        return AnswerText(whose, _UNKNOWN, pending_answer_text(study))
    if verdict is None:
        return AnswerText(whose, _NO_ANSWER, error)
    kind = message("{text}.", text=verdict.text)
    detail = verdict.detail or ("" if verdict.text == verdict.headline else kind)
    if error and error != detail:
        detail = join_sentences(detail, error)
    return AnswerText(whose, verdict.headline, detail, verdict.scope)


def answer_sentences(answer: AnswerText) -> str:
    """Return an answer's word, the time it is of, and its sentence, in a line."""
    said = message("{text}.", text=answer.word)
    if answer.scope:
        said = message("{word}, {scope}.", word=answer.word, scope=answer.scope)
    return join_sentences(said, answer.detail)


def _comparison_detail(compared: ListingVerdict) -> str:
    """Return why it differs; of an answer that agrees, what else it says."""
    if compared.why:
        return compared.why
    more = compared.answer[len(compared.headline) :].strip(" ,")
    if compared.scope:
        more = more.removeprefix(compared.scope).strip()
    return in_english(more, compared.answer)
