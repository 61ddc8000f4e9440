"""Settings files of earlier versions: their values with the names of today.

Version 1 had `walked` for `lesson_progress`, with a lesson's `plan` for its
`fingerprint` and `at` for its `stop`; `plan` for the `lesson` that was not saved; and,
at first, one `lesson` in place of `lessons`.
"""

from typing import Any


def upgrade_settings(values: Any) -> Any:
    """Return JSON values of a settings file as version 2 has them."""
    if not isinstance(values, dict) or values.get("version") != 1:
        return values
    values = _rename({**values, "version": 2}, walked="lesson_progress")
    if "lesson" in values and "lessons" not in values:
        older = values.pop("lesson")
        values["lessons"] = [] if older is None else [older]
    if isinstance(lessons := values.get("lessons"), list):
        values["lessons"] = [_rename(lesson, plan="lesson") for lesson in lessons]
    if isinstance(progress := values.get("lesson_progress"), dict):
        values["lesson_progress"] = {
            name: _rename(each, plan="fingerprint", at="stop")
            for name, each in progress.items()
        }
    return values


def _rename(values: Any, **names: str) -> Any:
    """Return an object with other names in it; any other value as it is."""
    if not isinstance(values, dict):
        return values
    return {names.get(name, name): value for name, value in values.items()}
