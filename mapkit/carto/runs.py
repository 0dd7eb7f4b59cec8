"""Stretches -> Runs: rings cut where the neighbour changes, and the nodes between (numpy only).

Both sides of a border are a run each; the ends of the runs that meet at one corner of the map are one node.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mapkit.carto.rings import Bools, Floats, Ints
from mapkit.carto.sorting import among, distinct, heads, ranked
from mapkit.carto.stretches import Loops, Stretches, longest

JOIN = 4.0  # times the tolerance: two runs are one, or meet in a node, when that little lies between them
SHORT = 2.0  # times the tolerance: a run as short beside a longer one with the same neighbour is noise


@dataclass(frozen=True)
class Runs:
    """Rows in the order of the rings. u, v: where a run begins and ends; v lies past the ring's last vertex where the
    run goes on at the first. mate: the run of the neighbour on the same border. after: the next run of the ring.
    meets: nothing lies between it and the next. start, end: numbers of nodes. stretch: (s,) the stretches, sorted by u.
    """

    ring: Ints
    u: Floats
    v: Floats
    mate: Ints
    after: Ints
    meets: Bools
    start: Ints
    end: Ints
    sharp: tuple[Bools, Bools]
    stretch: Stretches


def runs(s: Stretches, xy: Floats, rings: Loops, tolerance: float, short: Ints) -> Runs:
    """The runs both sides of which are there, matched, with the nodes they end in. short: (p, 2) cells that share a
    border which no stretch shows, between two corners."""
    join = JOIN * tolerance
    begin, stop = rings.at(s.u), rings.at(s.v)
    head = _heads(s, begin, stop, rings, join)
    row = np.flatnonzero(head)
    number = np.cumsum(head) - 1
    size = np.bincount(number, weights=stop - begin).astype(np.float64)
    hard = np.bincount(number, weights=s.exact) > 0
    best = longest(s.cell[row], s.other[row], size)
    counts = np.flatnonzero((best | hard | (size > SHORT * tolerance))[number])
    s, begin, stop = s.take(counts), begin[counts], stop[counts]
    head = _heads(s, begin, stop, rings, join)
    size = stop - begin
    number = np.cumsum(head) - 1
    row = np.flatnonzero(head)
    stop = np.r_[row[1:], len(s.u)] - 1
    ring = rings.of[s.u[row].astype(np.int64)]
    u, v, cell, other = s.u[row], s.v[stop].copy(), s.cell[row], s.other[row]
    sharp = [s.exact[row], s.exact[stop]]
    span = (rings.last - rings.first)[ring]
    lead = np.flatnonzero(heads(ring))  # a ring's first run and its last may be one
    tail = np.r_[lead[1:], len(ring)] - 1
    gap = between(v[tail], u[lead] + span[lead], span[lead], rings, ring[lead])
    limit = np.where(sharp[1][tail] & sharp[0][lead], 1e-12, join)
    over = (lead != tail) & (other[lead] == other[tail]) & (gap <= limit)
    v[tail[over]] = v[lead[over]] + span[lead[over]]
    sharp[1][tail[over]] = sharp[1][lead[over]]
    number[np.isin(number, lead[over])] = np.repeat(tail[over], np.bincount(number, minlength=len(u))[lead[over]])
    gone = np.zeros(len(u), bool)
    gone[lead[over]] = True
    mate = _mates(s, size, number, u, ring, cell, other, gone, rings)
    keep = np.flatnonzero(mate >= 0)
    new = np.full(len(u), -1)
    new[keep] = np.arange(len(keep))
    ring, u, v, mate = ring[keep], u[keep], v[keep], new[mate[keep]]
    low, high = sharp[0][keep], sharp[1][keep]
    k = len(keep)
    lead = np.flatnonzero(heads(ring))
    after = np.arange(1, k + 1)
    after[np.r_[lead[1:], k] - 1] = lead
    span = (rings.last - rings.first)[ring]
    gap = between(v, u[after] + np.where(after <= np.arange(k), span, 0), span, rings, ring)
    meets = gap <= np.where(high & low[after], 1e-12, join)
    one, two = np.r_[np.arange(k), k + np.flatnonzero(meets)], np.r_[k + mate, after[meets]]
    node = _together(2 * k, one, two)
    if len(short):
        apart = _crossing(node[one[k:]], rings.cell[ring[meets]], short)
        one, two = np.delete(one, k + apart), np.delete(two, k + apart)
        node = _together(2 * k, one, two)
    node = _parted(node, mate, after == np.arange(k), ends_of(xy, rings, ring, u, v))
    return Runs(ring, u, v, mate, after, meets, node[:k], node[k:], (low, high), s)


def _together(count: int, one: Ints, two: Ints) -> Ints:
    """Numbers 0 to count - 1 in groups, by pairs that belong together: each number's group."""
    group = np.arange(count)
    while True:
        least = np.minimum(group[one], group[two])
        last = group.copy()
        np.minimum.at(group, one, least)
        np.minimum.at(group, two, least)
        group = group[group]
        if (group == last).all():
            return np.unique(group, return_inverse=True)[1].reshape(-1)


def _crossing(node: Ints, cell: Ints, short: Ints) -> Ints:
    """Which turns of cells at nodes go across an end of a short border of theirs: where both of its cells turn at one
    node, that is two nodes, the corners of the cells between them."""
    order = np.argsort(cell, kind="stable")
    low, high = (np.searchsorted(cell[order], short.reshape(-1), side=x).reshape(-1, 2) for x in ("left", "right"))
    out = []
    for (a, c), (b, d) in zip(low.tolist(), high.tolist(), strict=True):
        one, two = order[a:b], order[c:d]
        both = np.intersect1d(node[one], node[two])
        out += [one[np.isin(node[one], both)], two[np.isin(node[two], both)]]
    return np.unique(np.concatenate(out))


def ends_of(xy: Floats, rings: Loops, ring: Ints, u: Floats, v: Floats) -> Floats:
    """(2k, 2): where runs start, then where they end."""
    span = (rings.last - rings.first)[ring]
    places = np.r_[u, np.where(v >= rings.last[ring], v - span, v)]
    i = np.minimum(places.astype(np.int64), len(xy) - 2)
    share = (places - i)[:, None]
    return np.asarray(np.where(share == 0, xy[i], xy[i] + (xy[i + 1] - xy[i]) * share))


def _parted(node: Ints, mate: Ints, whole: Bools, at: Floats) -> Ints:
    """Nodes that swallowed a short border become two: every end goes to the nearer end of that border."""
    k = len(mate)
    node = node.copy()
    middle = (at + at[np.r_[k + mate, mate]]) / 2
    lost = np.flatnonzero((node[:k] == node[k:]) & ~whole & ~whole[mate] & (mate > np.arange(k)))
    order = np.argsort(node, kind="stable")
    ordered = node[order]
    fresh = int(node.max(initial=-1)) + 1
    done: set[int] = set()
    for run in lost.tolist():
        one = int(node[run])
        if one in done:
            continue
        done.add(one)
        members = order[np.searchsorted(ordered, one) : np.searchsorted(ordered, one, side="right")]
        far = np.hypot(*(middle[members] - middle[run]).T), np.hypot(*(middle[members] - middle[k + run]).T)
        node[members[far[1] < far[0]]] = fresh
        fresh += 1
    return node


def between(v: Floats, u: Floats, span: Ints, rings: Loops, ring: Ints) -> Floats:
    """The way along a ring from v on to u, either of which may lie past the ring's end."""

    def at(w: Floats) -> Floats:
        turns = w >= rings.last[ring]
        round_ = rings.along[rings.last[ring]] - rings.along[rings.first[ring]]
        return np.asarray(rings.at(np.where(turns, w - span, w)) + np.where(turns, round_, 0.0))

    return np.asarray(at(u) - at(v))


def _heads(s: Stretches, begin: Floats, stop: Floats, rings: Loops, join: float) -> Bools:
    """Where a run begins among the stretches. begin, stop: how far along the ring they do."""
    if not len(s.u):
        return np.zeros(0, bool)
    ring = rings.of[s.u.astype(np.int64)]
    far = begin[1:] - stop[:-1] > np.where(s.exact[1:] & s.exact[:-1], 1e-12, join)
    return np.asarray(np.r_[True, (ring[1:] != ring[:-1]) | (s.other[1:] != s.other[:-1]) | far])


def _mates(
    s: Stretches, size: Floats, number: Ints, u: Floats, ring: Ints, cell: Ints, other: Ints, gone: Bools, rings: Loops
) -> Ints:
    """For every run the run on the other side, -1 for none: the one that most of its length lies opposite to."""
    live = np.flatnonzero(~gone)
    rest = np.arange(len(number))  # stretches whose run over there is not yet known
    votes: list[tuple[Ints, Ints]] = []
    at, across = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for guess in range(3):
        if guess == 0:
            across = rings.of[np.minimum(s.far.astype(np.int64), len(rings.of) - 1)]
            at = np.searchsorted(u[live], s.far, side="right") - 1
            k = at
        elif guess == 1:  # a ring's last run goes on at its beginning
            k = np.searchsorted(ring[live], across[rest], side="right") - 1
        else:
            k = at[rest] + 1
        k = live[k.clip(0, len(live) - 1)]
        fits = (ring[k] == across[rest]) & (other[k] == s.cell[rest]) & (cell[k] == s.other[rest])
        votes.append((rest[fits], k[fits]))
        rest = rest[~fits]
    row, k = (np.concatenate([vote[i] for vote in votes]) for i in range(2))
    a, b, weight = np.r_[number[row], k], np.r_[k, number[row]], np.r_[size[row], size[row]]
    key, order = ranked(a * len(u) + b)
    head = np.flatnonzero(heads(key))
    total = np.add.reduceat(weight[order], head) if len(head) else np.zeros(0)
    a, b = key[head] // max(len(u), 1), key[head] % max(len(u), 1)
    order = np.lexsort((b, -total, a))
    first = order[heads(a[order])] if len(order) else order
    best = np.full(len(u), -1)
    best[a[first]] = b[first]
    there = best >= 0
    mutual = there & (best[best.clip(0)] == np.arange(len(u)))
    best = np.where(mutual, best, -1)
    # a border that noise has torn so that no run finds its like: the longest of either side
    total = np.bincount(number, weights=size, minlength=len(u)).astype(np.float64)
    n = int(cell.max(initial=0)) + 1
    key = cell * n + other
    left = np.flatnonzero(~gone & ~among(key, distinct(key[best >= 0])))
    left = left[longest(cell[left], other[left], total[left])]
    left = left[np.argsort(key[left])]
    at = np.searchsorted(key[left], other[left] * n + cell[left]).clip(0, max(len(left) - 1, 0))
    fits = key[left][at] == other[left] * n + cell[left]
    best[left[fits]] = left[at[fits]]
    return best
