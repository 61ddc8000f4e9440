"""Language of the window: switched at once, searchable, and saved."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from every import ENTRIES
from pyglet.window import key

from playground.gui import settings as keeping
from playground.gui.commands import registry
from playground.gui.panels import palette_items
from playground.gui.settings import Settings
from playground.i18n import current_language, languages, set_language, translate

pytestmark = pytest.mark.skipif("ja" not in languages(), reason="there is no Japanese")

CTRL = key.MOD_CTRL
ENGLISH, JAPANESE = registry.LANGUAGES[:2]


def choose(driver: Any, command: object) -> None:
    """Choose a language in the palette by its own name."""
    driver.key(key.P, CTRL)
    driver.type(str(command.title).removeprefix("Language: "))
    driver.key(key.ENTER)
    driver.settle()


def in_japanese(texts: list[str]) -> list[str]:
    return [text for text in texts if any(letter > "\u3040" for letter in text)]


def test_the_language_changes_at_once_and_back(driver, texts):
    driver.settle()
    # Signs on buttons have numbers beyond all letters.
    assert not in_japanese([text for text in texts if text[:1] < "\ue000"])
    choose(driver, JAPANESE)
    assert current_language() == "ja"
    assert translate("Parameters") in driver.anew(texts)
    choose(driver, ENGLISH)
    assert "PARAMETERS" in driver.anew(texts)


def test_what_is_chosen_is_kept_until_another_is_asked_for(
    window_of: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def start() -> Any:
        set_language("en")
        return window_of(*ENTRIES, settings=Settings(tmp_path))

    monkeypatch.setattr(keeping, "languages", lambda: ("en", "ja"))
    driver = start()
    assert current_language() == "en"
    choose(driver, JAPANESE)
    driver.window.close()
    kept = json.loads((tmp_path / keeping.SETTINGS_FILE_NAME).read_text())
    assert kept["language"] == "ja"
    driver = start()
    driver.settle()
    assert current_language() == "ja"
    driver.window.close()
    set_language("en")
    settings = Settings(tmp_path)
    settings.restore_session(driver.session, is_language_set=True)
    assert settings.language == ""


def test_things_are_found_as_they_are_shown_and_in_english(driver):
    choose(driver, JAPANESE)
    among = [*palette_items.generate_palette_items(driver.seen)]
    for asked in ("full", "全画面", "ＦＵＬＬ"):
        titles = [item.title for item in palette_items.match_items(asked, among)]
        assert "Full screen" in titles, asked
    # Kana of either kind, and letters of either width.
    (first, *_) = palette_items.match_items("ぱねる", among)
    assert "パネル" in translate(first.title)
    (number, *_) = palette_items.match_numbers("radius＝２．５", driver.seen)
    assert number.title.endswith("= 2.5")
