"""MP4 writer with H.264, which all browsers play; needs PyAV.

PyAV (36 MB) is smaller than imageio-ffmpeg (68 MB), sets exact frame times, and encodes
in this process, so that no other has to be ended with it.
"""

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.reformatter import Colorspace

from playground.render.png import Pixels

# Settings for sharp lines and small letters.
_QUALITY: dict[str, object] = {"crf": "18", "preset": "medium", "tune": "animation"}


class Mp4Writer:
    """MP4 writer that encodes frames as they are added."""

    def __init__(self, path: Path, fps: int) -> None:
        self._fps = fps
        # Put the index at the start of the file, for streaming.
        options = {"movflags": "faststart"}
        self._container = av.open(str(path), "w", container_options=options)
        self._stream: av.VideoStream | None = None

    def add(self, pixels: Pixels) -> None:
        """Encode the next frame: RGB or RGBA, uint8, shape (height, width, 3 or 4).

        All frames have the same size; odd sides are extended by a pixel.
        """
        height, width = pixels.shape[:2]
        # YUV 4:2:0 needs even sides.
        even = np.pad(
            pixels[..., :3], ((0, height % 2), (0, width % 2), (0, 0)), mode="edge"
        )
        stream = self._stream or self._open_stream(even.shape[1], even.shape[0])
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(even), format="rgb24")
        converted = frame.reformat(format="yuv420p", dst_colorspace=Colorspace.ITU709)
        self._container.mux(stream.encode(converted))

    def _open_stream(self, width: int, height: int) -> av.VideoStream:
        stream = self._container.add_stream("libx264", Fraction(self._fps))
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = _QUALITY
        context = stream.codec_context
        context.colorspace = context.color_primaries = context.color_trc = 1  # BT.709
        self._stream = stream
        return stream

    def close(self) -> None:
        """Flush the encoder and close the file."""
        if self._stream:
            self._container.mux(self._stream.encode())
        self._container.close()
