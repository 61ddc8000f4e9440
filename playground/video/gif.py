"""GIF writer with one palette for all frames, storing changed areas; needs Pillow."""

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.GifImagePlugin import getdata

from playground.quick_dataclass import dataclass
from playground.render.png import Pixels

# Colors are quantized to the upper six bits of their channels.
_BITS = 6
_BINS = 1 << 3 * _BITS
# One of the 256 entries is transparent, for unchanged pixels.
_PALETTE_COLOUR_COUNT = 255
# Number of the most frequent colors that are kept exactly.
_EXACT_COLOUR_COUNT = 64
# Identical frames are merged up to this duration.
_MAX_DURATION_HUNDREDTHS = 65535


@dataclass
class _GifFrame:
    """A frame: box of changes (rows, columns), packed color bins, and duration."""

    box: tuple[slice, slice]
    packed: bytes
    hundredths: int


class GifWriter:
    """GIF writer that collects frames and writes the file on closing.

    `fps` are frames per second; the frames' times are rounded to hundredths of one.
    """

    def __init__(self, path: Path, fps: int) -> None:
        self._path, self._fps = path, fps
        self._count = 0
        self._frames: list[_GifFrame] = []
        self._last: NDArray[np.int32] | None = None
        self._size = (0, 0)
        self._weights = np.zeros(_BINS)
        self._sums = np.zeros((3, _BINS))

    def add(self, pixels: Pixels) -> None:
        """Add the next frame: RGB or RGBA, uint8, shape (height, width, 3 or 4)."""
        bins = _colour_bins(pixels)
        lasts = self._hundredths(self._count + 1) - self._hundredths(self._count)
        self._count += 1
        box = self._find_changed_box(bins)
        if (
            box is None
            and self._frames[-1].hundredths + lasts <= _MAX_DURATION_HUNDREDTHS
        ):
            self._frames[-1].hundredths += lasts
            return
        box = box or (slice(0, 1), slice(0, 1))
        part = np.ascontiguousarray(bins[box])
        self._frames.append(_GifFrame(box, zlib.compress(part.tobytes(), 1), lasts))
        self._count_colours(part.ravel(), pixels[box].reshape(-1, pixels.shape[2]))
        self._last, self._size = bins, bins.shape

    def _hundredths(self, frames: int) -> int:
        """Return the end of a frame in hundredths of a second, rounded only once."""
        return round(100 * frames / self._fps)

    def _find_changed_box(self, bins: NDArray[np.int32]) -> tuple[slice, slice] | None:
        """Return the smallest box with all changes, as slices of rows and columns.

        It is None without changes, and the whole picture for the first frame.
        """
        if self._last is None:
            return slice(0, bins.shape[0]), slice(0, bins.shape[1])
        differs = bins != self._last
        rows, columns = (np.flatnonzero(differs.any(axis)) for axis in (1, 0))
        if not rows.size:
            return None
        high, wide = (slice(int(n[0]), int(n[-1]) + 1) for n in (rows, columns))
        return high, wide

    def _count_colours(self, bins: NDArray[np.int32], colours: Pixels) -> None:
        self._weights += np.bincount(bins, minlength=_BINS)
        for channel, total in enumerate(self._sums):
            total += np.bincount(bins, colours[:, channel], _BINS)

    def close(self) -> None:
        """Write the file, if there are any frames.

        Raises
        ------
        OSError
            It cannot be written.
        """
        if self._frames:
            self._path.write_bytes(self._encode())

    def _encode(self) -> bytes:
        palette, entry_of = self._choose_palette()
        height, width = self._size
        head = struct.pack("<6sHHBBB", b"GIF89a", width, height, 0xF7, 0, 0)
        forever = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
        parts = [head, palette.tobytes(), forever]
        canvas = np.full(self._size, -1, np.int16)
        for frame in self._frames:
            area_before = canvas[frame.box]
            bins = np.frombuffer(zlib.decompress(frame.packed), np.int32)
            entries = entry_of[bins].reshape(area_before.shape)
            indices = np.where(
                entries == area_before, _PALETTE_COLOUR_COUNT, entries
            ).astype(np.uint8)
            canvas[frame.box] = entries
            rows, columns = frame.box
            parts += getdata(
                Image.fromarray(indices, "P"),
                (columns.start, rows.start),
                duration=10 * frame.hundredths,
                disposal=1,
                transparency=_PALETTE_COLOUR_COUNT,
            )
        return b"".join([*parts, b";"])

    def _choose_palette(self) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
        """Return the palette, shape (256, 3), and the entry of each color bin."""
        used = np.flatnonzero(self._weights)
        weights = self._weights[used]
        colours = (self._sums[:, used] / weights).T.round()
        palette = np.zeros((256, 3), np.uint8)
        chosen = colours[np.argsort(-weights, kind="stable")]
        if len(chosen) > _PALETTE_COLOUR_COUNT:
            remaining = _quantize_colours(
                chosen[_EXACT_COLOUR_COUNT:],
                np.sort(weights)[::-1][_EXACT_COLOUR_COUNT:],
            )
            chosen = np.concatenate([chosen[:_EXACT_COLOUR_COUNT], remaining])
        palette[: len(chosen)] = chosen
        entry_of = np.zeros(_BINS, np.int16)
        for begin in range(0, len(used), 4096):
            block = slice(begin, begin + 4096)
            distances = ((colours[block, None] - chosen) ** 2).sum(axis=-1)
            entry_of[used[block]] = distances.argmin(axis=-1)
        return palette, entry_of


def _colour_bins(pixels: Pixels) -> NDArray[np.int32]:
    high = (pixels[..., :3] >> 8 - _BITS).astype(np.int32)
    return (high[..., 0] << 2 * _BITS) | (high[..., 1] << _BITS) | high[..., 2]


def _quantize_colours(
    colours: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """Return at most 191 representative colours, closer to frequent ones, shape (n, 3).

    Colours have the shape (m, 3); weights are their counts.
    """
    # Logarithmic weights, so that thin lines with rare colors are represented too.
    repeated_colours = np.repeat(colours, np.log2(weights).astype(int) + 1, axis=0)
    image = Image.fromarray(repeated_colours[None].astype(np.uint8), "RGB")
    count = _PALETTE_COLOUR_COUNT - _EXACT_COLOUR_COUNT
    quantized = image.quantize(
        count, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
    )
    return np.array(quantized.getpalette(), np.uint8).reshape(-1, 3)[:count]
