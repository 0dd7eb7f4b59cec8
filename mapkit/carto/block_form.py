"""A cell's squares as the bits of one integer -> its form: corners, blocks, thin squares, holes (stdlib only)."""

from __future__ import annotations

from typing import TypeAlias

Form: TypeAlias = tuple[int, int, int, int, int]


def form_of(squares: int, stride: int) -> Form:
    """corners, 2 x 2 blocks, squares outside all blocks, holes, and 1 when in one piece. stride: bits from row to row.

    The corners are the lattice points with an odd number of the cell's squares around; the holes follow from Euler's
    number.
    """
    m = squares << stride + 1  # room above
    blocks = m & (m >> 1) & (m >> stride) & (m >> (stride + 1))
    thick = blocks | (blocks << 1) | (blocks << stride) | (blocks << (stride + 1))
    corners = (m ^ (m << 1) ^ (m << stride) ^ (m << (stride + 1))).bit_count()
    count = blocks.bit_count()
    euler = m.bit_count() - (m & (m >> 1)).bit_count() - (m & (m >> stride)).bit_count() + count
    seen = m & -m
    while True:
        grown = (seen | (seen << 1) | (seen >> 1) | (seen << stride) | (seen >> stride)) & m
        if grown == seen:
            break
        seen = grown
    return corners, count, (m & ~thick).bit_count(), 1 - euler, int(seen == m and m != 0)
