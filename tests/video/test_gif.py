"""GIF files: what is read back is what was added, at the times when it was."""

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageSequence

from playground.video.gif import GifWriter

FPS = 30
RED, BLUE, GREEN = (200, 16, 40), (8, 60, 252), (12, 240, 80)


def picture(*patches: tuple[slice, slice, tuple[int, int, int]]) -> np.ndarray:
    """Return a dark picture of 12 rows and 20 columns with coloured patches."""
    pixels = np.full((12, 20, 3), 20, np.uint8)
    for rows, columns, colour in patches:
        pixels[rows, columns] = colour
    return pixels


def write_and_read(path: Path, frames: list[np.ndarray]) -> list[tuple[Any, int]]:
    """Return the frames of a new file with their durations in milliseconds."""
    writer = GifWriter(path, FPS)
    for frame in frames:
        writer.add(frame)
    writer.close()
    with Image.open(path) as image:
        return [
            (np.asarray(frame.convert("RGB")), frame.info["duration"])
            for frame in ImageSequence.Iterator(image)
        ]


def test_each_frame_is_read_back_as_it_was_added(tmp_path):
    whole, square = slice(None), (slice(3, 7), slice(5, 9), RED)
    frames = [
        picture(square),
        picture((slice(0, 1), slice(0, 1), BLUE), square),
        picture((slice(11, 12), slice(19, 20), BLUE), square),
        picture((slice(3, 7), slice(6, 10), RED)),
        picture((slice(3, 7), slice(6, 10), RED), (slice(0, 12), slice(4, 5), GREEN)),
        picture((whole, whole, GREEN)),
    ]
    found = write_and_read(tmp_path / "a.gif", frames)
    assert len(found) == len(frames)
    for (pixels, _), frame in zip(found, frames, strict=True):
        np.testing.assert_array_equal(pixels, frame)


def test_equal_frames_are_one_and_none_comes_too_early_or_late(tmp_path):
    first, second = picture(), picture((slice(2, 5), slice(2, 5), RED))
    frames = [first] * 4 + [second] * 7 + [first] * 2
    found = write_and_read(tmp_path / "a.gif", frames)
    assert len(found) == 3
    ends = np.cumsum([duration for _, duration in found])
    np.testing.assert_allclose(ends, 1000 * np.array([4, 11, 13]) / FPS, atol=5.0)
