"""Python files that change while the program runs: read as they were saved last."""

import importlib.util
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType


class _AsSaved(SourceFileLoader):
    """Compiles the text anew: a cache tells saves apart by whole seconds and sizes."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the text that is in the file now."""
        text = self.get_data(self.path)
        code: CodeType = self.source_to_code(text, self.path)
        return code


def spec_as_saved(name: str, path: Path) -> ModuleSpec | None:
    """Return how to load a file under a name; None if it is no Python file."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec and isinstance(spec.loader, SourceFileLoader):
        spec.loader = _AsSaved(name, str(path))
    return spec
