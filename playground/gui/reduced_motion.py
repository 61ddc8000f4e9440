"""The system's setting for reduced motion."""

import subprocess
import sys
from functools import cache

# Command that reads the setting, and its output for reduced motion.
_QUESTIONS = {
    "linux": (
        ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"),
        "false",
    ),
    "darwin": (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
}
_TIMEOUT_S = 1.0
# SPI_GETCLIENTAREAANIMATION.
_GET_CLIENT_AREA_ANIMATION = 0x1042


@cache
def is_preferred() -> bool:
    """Return whether reduced motion is set; False if it cannot be read within 1 s.

    It is read once.
    """
    if sys.platform == "win32":
        import ctypes

        animates = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(
            _GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0
        )
        return not animates.value
    if sys.platform not in _QUESTIONS:
        return False
    command, answer = _QUESTIONS[sys.platform]
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.stdout.strip() == answer
