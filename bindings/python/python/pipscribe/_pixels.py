"""The pixels of a PNG of this package, as an array of NumPy: eight bits for each sample or palette index, not interlaced."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Iterator

__all__ = ["rgb"]

#: Samples of a pixel by colour type: grey, RGB, palette, grey with alpha, RGBA.
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PALETTE = 3


def rgb(png: bytes) -> Any:
    """Returns an array of rows of pixels of three bytes: red, green and blue."""
    import numpy

    chunks = dict(_chunks(png))
    data = b"".join(content for kind, content in _chunks(png) if kind == b"IDAT")
    width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    samples = SAMPLES[colour]
    row_bytes = (width * samples * depth + 7) // 8
    packed = numpy.frombuffer(zlib.decompress(data), numpy.uint8).reshape(height, row_bytes + 1)
    rows = numpy.zeros((height, row_bytes), numpy.uint8)
    before = numpy.zeros(row_bytes, numpy.uint8)
    for index, line in enumerate(packed):
        before = rows[index] = _unfiltered(int(line[0]), line[1:], before, samples)
    if depth < 8:
        # A palette of a few colours: several pixels share a byte, the first in its high bits.
        shifts = numpy.arange(8 - depth, -1, -depth, dtype=numpy.uint8)
        rows = ((rows[:, :, None] >> shifts) & (2**depth - 1)).reshape(height, -1)[:, :width]
        if colour != PALETTE:
            rows = rows * (255 // (2**depth - 1))
    if colour == PALETTE:
        return numpy.frombuffer(chunks[b"PLTE"], numpy.uint8).reshape(-1, 3)[rows]
    pixels = rows.reshape(height, width, samples)
    if samples in (2, 4):
        # Transparent parts show a white page.
        alpha = pixels[:, :, -1:] / 255
        pixels = (pixels[:, :, :-1] * alpha + 255 * (1 - alpha)).round().astype(numpy.uint8)
    return pixels if pixels.shape[2] == 3 else numpy.repeat(pixels, 3, axis=2)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Returns the chunks of a PNG, with their kinds."""
    start = 8
    while start < len(png):
        (length,) = struct.unpack(">I", png[start : start + 4])
        yield png[start + 4 : start + 8], png[start + 8 : start + 8 + length]
        start += 12 + length


def _unfiltered(kind: int, line: Any, above: Any, step: int) -> Any:
    """Undoes the filter of a row; ``step`` is the number of bytes of a pixel."""
    import numpy

    if kind == 0:
        return line
    if kind == 1:
        return line.reshape(-1, step).cumsum(axis=0, dtype=numpy.uint8).reshape(-1)
    if kind == 2:
        return line + above
    # These filters need the pixel on the left, so they cannot be undone for all pixels at once.
    row, high = list(map(int, line)), list(map(int, above))
    for index, value in enumerate(row):
        left = row[index - step] if index >= step else 0
        corner = high[index - step] if index >= step else 0
        guess = (left + high[index]) // 2 if kind == 3 else _paeth(left, high[index], corner)
        row[index] = (value + guess) & 255
    return numpy.array(row, numpy.uint8)


def _paeth(left: int, above: int, corner: int) -> int:
    """The neighbour that is nearest to ``left + above - corner``."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda neighbour: abs(guess - neighbour))
