"""`override`, which Python's own typing module has from 3.12 on."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override
else:
    F = TypeVar("F", bound=Callable[..., object])

    def override(method: F) -> F:
        """Mark a method that stands in for its base's, whose docstring is its own."""
        return method


__all__ = ["override"]
