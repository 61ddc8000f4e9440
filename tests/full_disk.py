"""Full disks: files of this process that cannot grow."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def limiting_files(size: int) -> Iterator[None]:
    """Limit all files of this process to `size` bytes; pytest's own may be larger."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
