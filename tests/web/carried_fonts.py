"""Where the letters of a page come from: from what it carries, or from the system."""

from typing import Any


def fonts_used(browser: Any, page: str, node: str) -> set[str]:
    """Where the letters of a node come from."""
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
