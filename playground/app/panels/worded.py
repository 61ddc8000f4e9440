"""What of Dear ImGui shows words, told in the language that is spoken.

An item keeps its English label as its name within ImGui, so that it is the same one in
every language.
"""

from typing import Any

from imgui_bundle import imgui

from playground.language import translated


def labelled(label: str) -> str:
    """Return a label as ImGui takes it: the words that are shown, and its name."""
    # What stands behind ## is a name alone.
    words, parted, _ = label.partition("##")
    shown = translated(words if parted else label)
    return label if shown == words else f"{shown}###{label}"


def button(label: str, size: imgui.ImVec2Like | None = None) -> bool:
    """Draw a button; return whether it was pressed."""
    return bool(imgui.button(labelled(label), *_given(size)))


def selectable(label: str, *given: Any, **named: Any) -> tuple[bool, bool]:
    """Draw one line of a list; return whether it was chosen, and whether it is."""
    return imgui.selectable(labelled(label), *given, **named)


def checkbox(label: str, now: bool) -> tuple[bool, bool]:
    """Draw a box to tick; return whether that was changed, and to what."""
    return imgui.checkbox(labelled(label), now)


def menu_item(label: str, *given: Any, **named: Any) -> tuple[bool, bool]:
    """Draw a line of a menu; return whether it was chosen."""
    return imgui.menu_item(labelled(label), *given, **named)


def begin_menu(label: str, *given: Any, **named: Any) -> bool:
    """Open a menu; return whether there is any of it to be drawn."""
    return bool(imgui.begin_menu(labelled(label), *given, **named))


def begin_combo(label: str, shown: str, *given: Any, **named: Any) -> bool:
    """Open a list; return whether there is any of it to be drawn."""
    return bool(imgui.begin_combo(labelled(label), translated(shown), *given, **named))


def input_text_with_hint(
    label: str, words: str, now: str, *given: Any, **named: Any
) -> tuple[bool, str]:
    """Draw a field with words in it while it is empty; return what was typed."""
    return imgui.input_text_with_hint(
        labelled(label), translated(words), now, *given, **named
    )


def progress_bar(share: float, size: imgui.ImVec2Like, words: str) -> None:
    """Draw how much is done, with words on it."""
    imgui.progress_bar(share, size, translated(words))


def text(words: str) -> None:
    """Write a line."""
    imgui.text(translated(words))


def text_unformatted(words: str) -> None:
    """Write a text in the lines that it has."""
    imgui.text_unformatted(translated(words))


def text_wrapped(words: str) -> None:
    """Write a text in lines as wide as there is room."""
    imgui.text_wrapped(translated(words))


def calc_text_size(words: str, *given: Any, **named: Any) -> imgui.ImVec2:
    """Return how wide and high a text is."""
    return imgui.calc_text_size(translated(words), *given, **named)


def _given(size: imgui.ImVec2Like | None) -> tuple[imgui.ImVec2Like, ...]:
    return () if size is None else (size,)
