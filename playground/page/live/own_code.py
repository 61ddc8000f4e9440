"""What a page's editor begins with: a function to fill in, and what can be excused."""

from typing import Any

from playground.explore.judge.first_text import first_text
from playground.explore.judge.trial import excusable, excuse_words, query_of
from playground.language import translated
from playground.scene.scene import Entry


def begun(scene: Entry) -> dict[str, Any]:
    """Return the function's name, its first text, and each excuse with its meaning."""
    query = query_of(scene)
    return {
        "name": query.name,
        "text": first_text(query),
        "excuses": [
            [word, translated(word.replace("_", " ")), translated(excuse_words(word))]
            for word in excusable(query)
        ],
    }
