"""Integer arrays by sorting (numpy only): numpy.unique and isin hash from 2.3 on, which takes ten times as long."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Whole = TypeVar("Whole", np.int64, np.uint64)


def heads(ordered: NDArray[Whole]) -> NDArray[np.bool_]:
    """Where a new value begins in a sorted array."""
    new = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return new


def distinct(values: NDArray[Whole]) -> NDArray[Whole]:
    """The values, sorted, each once."""
    ordered = np.sort(values)
    return ordered[heads(ordered)]


def among(values: NDArray[Whole], table: NDArray[Whole]) -> NDArray[np.bool_]:
    """For each value, whether the sorted table has it."""
    if not len(table):
        return np.zeros(len(values), bool)
    at = np.searchsorted(table, values).clip(max=len(table) - 1)
    return np.asarray(table[at] == values)


def ranked(values: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The values (none negative), sorted, and the order that sorts them, equal ones as they stand.

    Where value and place fit into 64 bits together they are sorted as one number, which is the quicker way.
    """
    bits = len(values).bit_length()
    if int(values.max(initial=0)).bit_length() + bits > 63:
        order = np.argsort(values, kind="stable")
        return values[order], order
    both = (values << bits) + np.arange(len(values))
    both.sort()
    return both >> bits, both & ((1 << bits) - 1)


def summed(key: NDArray[np.int64], values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Sums of the rows of values (j, m) by key (none negative): the keys, ascending, and (j, k)."""
    if not len(key):
        return key, np.zeros((len(values), 0))
    new = heads(key)
    if not new.all():  # rows of one key mostly stand in runs
        head = np.flatnonzero(new)
        key, values = key[head], np.add.reduceat(values, head, axis=1)
    key, order = ranked(key)
    values = np.take(values, order, axis=1)
    new = heads(key)
    if not new.all():
        head = np.flatnonzero(new)
        key, values = key[head], np.add.reduceat(values, head, axis=1)
    return key, values
