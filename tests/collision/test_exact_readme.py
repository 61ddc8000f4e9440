"""README of `collision.exact`: its examples and their results."""

import doctest
import re
from pathlib import Path

import playground.collision.exact


def test_the_examples_give_the_results_shown() -> None:
    path = Path(playground.collision.exact.__file__).with_name("README.md")
    blocks = re.findall(r"^```pycon\n(.*?)^```", path.read_text("utf-8"), re.M | re.S)
    example = doctest.DocTestParser().get_doctest(
        "".join(blocks), {}, path.name, str(path), 0
    )
    assert len(example.examples) > 10
    assert doctest.DocTestRunner().run(example).failed == 0
