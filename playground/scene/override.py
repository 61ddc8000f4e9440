"""A backport of `typing.override`, which Python has since 3.12."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override
else:
    F = TypeVar("F", bound=Callable[..., object])

    def override(method: F) -> F:
        """Mark a method that overrides its base's and inherits the docstring."""
        return method


__all__ = ["override"]
