"""What a listing answers, in words: whether it is a hit, and what it tells more."""

import re

from playground.language import Message, message, with_texts

# From here on a plain answer tells more than whether it is a hit.
_NUMBERS = re.compile(r", | at | \(")


@with_texts("head", "rest")
def answered(head: str, rest: str = "", *, comma: bool = False) -> str:
    """Return what a listing answers: whether it is a hit, and what it tells more.

    Parameters
    ----------
    head : str
        What stands alone as a headline: "hit", "no hit".
    rest : str
        The rest of it: "at t = 0.5".
    comma : bool
        Whether there is a comma between them.

    Examples
    --------
    >>> answered("hit", message("at t = {t}", t=0.5))
    'hit at t = 0.5'
    """
    if not rest:
        return head
    if comma:
        return message("{answer}, {rest}", answer=head, rest=rest)
    return message("{answer} {rest}", answer=head, rest=rest)


def parted(said: str) -> tuple[str, str]:
    """Return head and rest of what a listing answers.

    Examples
    --------
    >>> parted("hit at t = 0.5")
    ('hit', 'at t = 0.5')
    """
    if isinstance(said, Message) and "answer" in said.places:
        return said.places["answer"], said.places["rest"]
    head = _NUMBERS.split(said, maxsplit=1)[0]
    return (said, "") if head == said else (head, said[len(head) :].strip(" ,"))
