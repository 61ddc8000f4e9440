"""A PNG encoder without an image library.

The format: https://www.w3.org/TR/png-3/
"""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


def encode_png(pixels: Pixels) -> bytes:
    """Encode uint8 pixels `(height, width, 4)`, top row first, as a PNG file."""
    height, width = pixels.shape[:2]
    # Each row begins with its filter type: 2, the difference from the row above.
    rows = np.zeros((height, 1 + 4 * width), np.uint8)
    rows[:, 0] = 2
    flat = pixels.reshape(height, -1)
    rows[0, 1:] = flat[0]
    rows[1:, 1:] = flat[1:] - flat[:-1]
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _encode_chunk(name, data) for name, data in parts
    )


def _encode_chunk(name: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check
