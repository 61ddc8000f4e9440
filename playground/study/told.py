"""The two answers side by side: the geometry's, and that of the code beside it."""

from dataclasses import dataclass
from enum import StrEnum

from playground.language import in_english, message, sentences, translated
from playground.scene.answer import Verdict
from playground.scene.listing import Comparison
from playground.study.study import Study

GEOMETRY, YOUR_CODE = message("Geometry"), message("Your code")
ANSWER = message("Answer")
"""Whose an answer without code beside it is: on the wall it may be the article's."""
_UNKNOWN = "?"
_NO_ANSWER = message("No answer")
# What code's answers are called in short is cut from them in English: each is in the
# catalogues as a word of its own, by the words of outcomes or by these.
_SHORT = message("Not yet"), message("Hit"), message("No hit")


class Sign(StrEnum):
    """What stands between two answers."""

    SAME = "="
    OTHER = "≠"
    UNKNOWN = " "


@dataclass(frozen=True)
class ToldAnswer:
    """One of two answers: whose it is, the answer in a word or two, and a sentence."""

    whose: str
    word: str
    detail: str = ""


@dataclass(frozen=True)
class Pair:
    """The geometry's answer, what stands between, and the code's, if there is code.

    `apart` says what differs where both answer in the same word.
    """

    geometry: ToldAnswer
    sign: Sign = Sign.UNKNOWN
    code: ToldAnswer | None = None
    apart: str = ""


def code_name(study: Study) -> str:
    """Return what the code beside the truth is called: "Article 1"; "" without one."""
    source, listing = study.entry.source, study.scene.listing
    return source.name if source else listing.name if listing else ""


def answered_later(study: Study) -> str:
    """Return which step answers what is not derived yet; "" of an open question."""
    if study.asking:
        return ""
    return message("Step {number} answers it.", number=study.concluding)


def pair(study: Study, *, own: bool) -> Pair:
    """Return what the two answer; nothing of what is not derived yet.

    `own` says whether the code is the user's.
    """
    listing = study.scene.listing
    whose = YOUR_CODE if own else code_name(study)
    geometry = answer(study, beside=listing is not None)
    if study.untold:
        return Pair(geometry, code=ToldAnswer(whose, _UNKNOWN) if listing else None)
    if listing is None or study.solution is None or study.wanted.questioned:
        return Pair(geometry)
    compared = study.comparison
    if compared is None:
        return Pair(geometry, Sign.UNKNOWN, ToldAnswer(whose, "…"))
    sign = sign_between(geometry.word, compared)
    code = ToldAnswer(whose, compared.headline, _why(compared))
    return Pair(geometry, sign, code, apart(geometry.word, compared))


def sign_between(headline: str, compared: Comparison) -> Sign:
    """Return what stands between the geometry's answer, in a word, and the code's.

    In other words code that is right answers for the moment on show, as "Not yet".
    """
    if not compared.agrees:
        return Sign.OTHER
    return Sign.SAME if compared.headline == headline else Sign.UNKNOWN


def apart(headline: str, compared: Comparison) -> str:
    """Return what differs where code answers in the geometry's word; "" if nothing."""
    same = compared.headline == headline
    return compared.kind if same and not compared.agrees else ""


def answer(study: Study, *, beside: bool) -> ToldAnswer:
    """Return what the geometry answers; `beside` a code's answer, in a word."""
    verdict, error = study.verdict, study.error
    whose = GEOMETRY if beside else ANSWER
    if study.untold:
        return ToldAnswer(whose, _UNKNOWN, answered_later(study))
    if verdict is None:
        return ToldAnswer(whose, _NO_ANSWER, error)
    word = verdict.headline if beside else verdict.told
    detail = _whole(verdict, word)
    if error and error != verdict.detail:
        detail = sentences(detail, error)
    return ToldAnswer(whose, word, detail)


def _whole(verdict: Verdict, word: str) -> str:
    """Return the sentence, and before it the outcome if nothing else says it."""
    told = verdict.told
    # What has two words in English may have one in another language.
    same = translated(told) == translated(word)
    if same or told.lower() in verdict.detail.lower():
        return verdict.detail
    return message("{verdict}. {sentence}", verdict=told, sentence=verdict.detail)


def _why(compared: Comparison) -> str:
    """Return why it differs; of an answer that agrees, what else it says."""
    if compared.why:
        return compared.why
    more = compared.answer[len(compared.headline) :].strip(" ,")
    return in_english(more, compared.answer)
