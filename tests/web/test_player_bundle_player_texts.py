"""Texts of the player: extracted from its modules, translated in the page."""

import json
import sys
from pathlib import Path

import made_up_language
from made_up_language import accented

from playground.i18n import use_language
from playground.web.player_bundle import (
    PLAYER_FOLDER,
    bundle_player,
    find_messages,
    render_messages,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import messages

MODULES = [
    *sorted(PLAYER_FOLDER.glob("*.js")),
    PLAYER_FOLDER.parent / "served" / "worker.js",
]


def test_they_are_those_that_catalogues_are_made_of():
    for path in MODULES:
        known = messages.of_javascript(path, "")
        found = {(about, one) for about, one, _, _ in known}
        assert set(find_messages(path.read_text("utf-8"))) == found, path.stem


def test_a_page_has_them_in_its_language_and_in_english_none():
    script = bundle_player(first="site_start")
    assert render_messages(script) == ""
    with made_up_language.spoken():
        data = render_messages(script)
    held = json.loads(data.partition(">")[2].rpartition("</script>")[0])
    assert held["Map"].startswith("Màp")
    assert held["key\4Space"].startswith("Špàçé")
    # What is signs alone is the same in it.
    other = {text for _, text in find_messages(script) if accented(text) != text}
    assert other == {key.split("\4")[-1] for key in held}


def test_none_of_them_ends_the_element_that_holds_them():
    with use_language("ja"):
        data = render_messages('message("</script>") message("Map")')
    assert data.count("</script>") == 1
    assert "分布図" in data
