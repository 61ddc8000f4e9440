"""Fonts of a page: bundled in it, or the system's."""

from typing import Any


def fonts_used(browser: Any, page: str, node: str) -> set[str]:
    """Return the families of the fonts that render a node."""
    tab = browser.new_page()
    try:
        tab.set_content(page)
        tab.evaluate("document.fonts.ready")
        ask = tab.context.new_cdp_session(tab)
        ask.send("DOM.enable")
        ask.send("CSS.enable")
        root = ask.send("DOM.getDocument")["root"]["nodeId"]
        found = ask.send("DOM.querySelector", {"nodeId": root, "selector": node})
        told = ask.send("CSS.getPlatformFontsForNode", {"nodeId": found["nodeId"]})
        return {
            font["familyName"] if font["isCustomFont"] else "the system's"
            for font in told["fonts"]
        }
    finally:
        tab.close()


# A letter that no font has is an empty box, or nothing at all.
_FIND_EMPTY = """async ([letters, font]) => {
  await document.fonts.load(font, letters);
  const context = document.createElement("canvas").getContext("2d",
    { willReadFrequently: true });
  context.font = font;
  return [...letters].filter(letter => {
    context.clearRect(0, 0, 40, 40);
    context.fillText(letter, 4, 30);
    return !context.getImageData(0, 0, 40, 40).data.some(Boolean);
  }).join("");
}"""


def empty_letters(browser: Any, page: str, font: str, letters: str) -> str:
    """Return the letters that a font of the page, as CSS writes it, leaves empty."""
    tab = browser.new_page()
    try:
        tab.set_content(page)
        return str(tab.evaluate(_FIND_EMPTY, [letters, font]))
    finally:
        tab.close()
