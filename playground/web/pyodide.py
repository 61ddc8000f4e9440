"""Locations of Pyodide's files: a web address or a folder."""

import json
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from playground.i18n import message
from playground.quick_dataclass import dataclass

VERSION = "0.27.7"
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
"""The address of the supported version at its makers."""
FOLDER = "pyodide"
"""The folder of a site's own copy."""
_LOCK = "pyodide-lock.json"
_NUMPY = "numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl"
# Sizes in bytes, for a page's progress bar.
_SIZES = {
    "pyodide.js": 14_913,
    "pyodide.asm.js": 1_255_688,
    "pyodide.asm.wasm": 10_105_545,
    "python_stdlib.zip": 2_360_737,
    _LOCK: 112_205,
    _NUMPY: 3_061_133,
}


@dataclass(frozen=True)
class Pyodide:
    """The location of Pyodide for a page.

    Attributes
    ----------
    address : str
        With a slash at the end; relative if the site has a copy.
    sizes : mapping
        The size in bytes of each file that a page fetches, by name.
    hashes : mapping
        The SHA-256 of each file; empty for remote files.
    folder : Path or None
        The folder to copy to the site; None if pages fetch from `address`.
    cache_key : str
        The unique key of these files in the browser's cache.
    """

    address: str
    sizes: Mapping[str, int]
    folder: Path | None
    cache_key: str
    hashes: Mapping[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        """The origin that a page's security policy must allow; "" for its own."""
        return "" if self.folder else "/".join(self.address.split("/", 3)[:3])


def locate_pyodide(place: str | None) -> Pyodide:
    """Return Pyodide at an address or in a folder; None for its official server.

    Raises
    ------
    ValueError
        The address is not a web address, or the folder lacks a file; the message is a
        sentence.
    """
    if place is None or "://" in place:
        return _locate_remote(place or ADDRESS)
    from hashlib import sha256  # slow to import

    folder = Path(place)
    try:
        lock = json.loads((folder / _LOCK).read_bytes())
        wheel = str(lock["packages"]["numpy"]["file_name"])
        version = str(lock["info"]["version"])
        names = [wheel if name == _NUMPY else name for name in _SIZES]
        files = {name: (folder / name).read_bytes() for name in names}
    except (OSError, ValueError, KeyError, TypeError) as error:
        missing = getattr(error, "filename", None)
        reason = (
            message("it has no {name}", name=Path(missing).name)
            if missing
            else message("{name} is damaged", name=_LOCK)
        )
        raise ValueError(
            message(
                "{folder} contains no Pyodide with NumPy: {why}",
                folder=folder,
                why=reason,
            )
        ) from error
    sizes = {name: len(data) for name, data in files.items()}
    digest = sha256(b"".join(files[name] for name in sorted(files))).hexdigest()
    hashes = {name: sha256(data).hexdigest() for name, data in files.items()}
    key = f"Pyodide {version} {digest[:16]}"
    return Pyodide(f"{FOLDER}/", sizes, folder, key, hashes)


def _locate_remote(address: str) -> Pyodide:
    if not address.startswith(("https://", "http://")) or set(address) & set(
        " \"'<>;,"
    ):
        raise ValueError(message("{address} is not a web address", address=address))
    address = address if address.endswith("/") else f"{address}/"
    return Pyodide(address, _SIZES, None, f"Pyodide {address}")
