"""Keys and buttons of pyglet as those of Dear ImGui."""

from imgui_bundle import imgui
from pyglet.window import key, mouse

BUTTONS = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2}
KEYS = {
    key.TAB: imgui.Key.tab,
    key.LEFT: imgui.Key.left_arrow,
    key.RIGHT: imgui.Key.right_arrow,
    key.UP: imgui.Key.up_arrow,
    key.DOWN: imgui.Key.down_arrow,
    key.HOME: imgui.Key.home,
    key.END: imgui.Key.end,
    key.DELETE: imgui.Key.delete,
    key.BACKSPACE: imgui.Key.backspace,
    key.ENTER: imgui.Key.enter,
    key.NUM_ENTER: imgui.Key.keypad_enter,
    key.ESCAPE: imgui.Key.escape,
    key.SPACE: imgui.Key.space,
    key.PAGEUP: imgui.Key.page_up,
    key.PAGEDOWN: imgui.Key.page_down,
    key.A: imgui.Key.a,
    key.C: imgui.Key.c,
    key.V: imgui.Key.v,
    key.X: imgui.Key.x,
    key.Y: imgui.Key.y,
    key.Z: imgui.Key.z,
}
MODIFIERS = {
    key.MOD_CTRL: imgui.Key.mod_ctrl,
    key.MOD_SHIFT: imgui.Key.mod_shift,
    key.MOD_ALT: imgui.Key.mod_alt,
    key.MOD_COMMAND: imgui.Key.mod_super,
}
# Which modifier a key is while it is held.
HELD = {
    key.LCTRL: key.MOD_CTRL,
    key.RCTRL: key.MOD_CTRL,
    key.LSHIFT: key.MOD_SHIFT,
    key.RSHIFT: key.MOD_SHIFT,
    key.LALT: key.MOD_ALT,
    key.RALT: key.MOD_ALT,
    key.LCOMMAND: key.MOD_COMMAND,
    key.RCOMMAND: key.MOD_COMMAND,
}
