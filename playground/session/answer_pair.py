"""The exact answer and the code's answer, as texts for all outputs."""

from dataclasses import replace
from enum import StrEnum

from playground.i18n import in_english, join_sentences, message
from playground.quick_dataclass import dataclass
from playground.scene.listing import ListingVerdict
from playground.session.view_model import SceneView

GEOMETRY, YOUR_CODE = message("Geometry"), message("Your code")
ANSWER = message("Answer")
"""Title of the exact answer if the scene has no code to compare it with."""
ASKED = message("Answer the question first.")
"""Text in place of the answer to an open question."""
_UNKNOWN = "?"
_PENDING = "…"
_NO_ANSWER = message("No answer")
# Short forms that English cuts from longer texts; listed here for the catalogues.
_SHORT = message("Not yet"), message("Hit"), message("No hit")
_RIGHT_SO_FAR = message("right so far")


class AnswerSign(StrEnum):
    """Sign between two answers; it compares their words only."""

    SAME = "="
    OTHER = "≠"
    UNKNOWN = " "


@dataclass(frozen=True)
class AnswerText:
    """Text of one answer.

    Attributes
    ----------
    whose : str
        Its title: the geometry, or the name of the code.
    word : str
        The answer in a word or two.
    detail : str
        A sentence about it; "" if the word says all.
    scope : str
        The time it is for, such as "at t = 0", if the two answers are for different
        times; else "".
    difference : str
        The difference, such as "other point", if the answers differ but have the same
        word; else "".
    """

    whose: str
    word: str
    detail: str = ""
    scope: str = ""
    difference: str = ""


@dataclass(frozen=True)
class AnswerPair:
    """Texts of the exact answer and the code's, if there is code.

    Attributes
    ----------
    geometry : AnswerText
        The exact answer.
    sign : AnswerSign
        The sign between the answers.
    code : AnswerText or None
        The code's answer; None without code, for params without an exact answer, and
        during a question about something else.
    differs : bool
        Whether the code's answer is known and wrong.
    agreement : str
        One line on whether the code is right, with its full answer; "" while that is
        unknown.
    is_stale : bool
        Whether the code's answer is pending, so that `code` is for the previous state.
    """

    geometry: AnswerText
    sign: AnswerSign = AnswerSign.UNKNOWN
    code: AnswerText | None = None
    differs: bool = False
    agreement: str = ""
    is_stale: bool = False


def code_name(study: SceneView) -> str:
    """Return the name of the scene's source or listing: "Article 1"; "" without any."""
    source, listing = study.entry.source, study.scene.listing
    return source.name if source else listing.name if listing else ""


def pending_answer_text(study: SceneView) -> str:
    """Return a text that names the step with the answer, or asks to answer first."""
    if study.asking:
        return ASKED
    return message("Step {number} answers it.", number=study.conclusion_step)


def answer_pair(study: SceneView, *, is_user_code: bool) -> AnswerPair:
    """Return the texts of both answers, without anything not derived yet.

    Parameters
    ----------
    study : SceneView
        The view model.
    is_user_code : bool
        Whether the code is the user's.
    """
    hides_comparison = study.is_comparison_hidden and not study.is_answer_hidden
    if study.scene.listing is None or hides_comparison:
        return AnswerPair(geometry_answer(study))
    whose = YOUR_CODE if is_user_code else code_name(study)
    pair = compare_answers(study, study.latest_comparison, whose)
    if not study.is_comparison_stale:
        return pair
    return replace(pair, sign=AnswerSign.UNKNOWN, differs=False, is_stale=True)


def compare_answers(
    study: SceneView, compared: ListingVerdict | None, whose: str
) -> AnswerPair:
    """Return the texts of the exact answer and of the code's.

    Parameters
    ----------
    study : SceneView
        The view model.
    compared : ListingVerdict or None
        The code's answer compared with the exact one; None while it is pending.
    whose : str
        Title of the code's answer.
    """
    geometry = geometry_answer(study)
    if study.is_answer_hidden:
        return AnswerPair(geometry, code=AnswerText(whose, _UNKNOWN))
    if study.solution is None:
        return AnswerPair(geometry)
    if compared is None:
        return AnswerPair(geometry, code=AnswerText(whose, _PENDING))
    is_same, differs = compared.headline == geometry.word, not compared.agrees
    code = AnswerText(
        whose,
        compared.headline,
        _comparison_detail(compared),
        compared.scope,
        compared.difference if is_same and differs else "",
    )
    # Right code may use another word, such as "Not yet" for the displayed time.
    otherwise = AnswerSign.OTHER if differs else AnswerSign.UNKNOWN
    sign = AnswerSign.SAME if is_same else otherwise
    how = compared.agreement_text if is_same or differs else _RIGHT_SO_FAR
    agreement = message("{how}: {answer}", how=how, answer=compared.answer)
    return AnswerPair(geometry, sign, code, differs, agreement)


def geometry_answer(study: SceneView) -> AnswerText:
    """Return the text of the exact answer, or the step or the error in its place."""
    verdict, error = study.verdict, study.error
    whose = GEOMETRY if study.scene.listing else ANSWER
    if study.is_answer_hidden:
        return AnswerText(whose, _UNKNOWN, pending_answer_text(study))
    if verdict is None:  # a scene without outcomes has neither
        return AnswerText(whose, _NO_ANSWER if error else "", error)
    kind = message("{text}.", text=verdict.text)
    detail = verdict.detail or ("" if verdict.text == verdict.headline else kind)
    if error and error != detail:
        detail = join_sentences(detail, error)
    return AnswerText(whose, verdict.headline, detail, verdict.scope)


def answer_sentences(answer: AnswerText) -> str:
    """Return an answer's word, time and sentence on one line."""
    sentence = message("{text}.", text=answer.word) if answer.word else ""
    if answer.scope:
        sentence = message("{word}, {scope}.", word=answer.word, scope=answer.scope)
    return join_sentences(sentence, answer.detail)


def _comparison_detail(comparison: ListingVerdict) -> str:
    """Return the reason that the code is wrong, or else the rest of its answer."""
    if comparison.why:
        return comparison.why
    detail = comparison.answer[len(comparison.headline) :].strip(" ,")
    if comparison.scope:
        detail = detail.removeprefix(comparison.scope).strip()
    return in_english(detail, comparison.answer)
