"""The player of tests/bench/seasons.py in numba: fair arrangements of grid games by play (not run by pytest).

    python tests/bench/seasons_fast.py GAMES KEY:FIRST-LAST ...     python tests/bench/seasons_fast.py 2000 autumn:0-20

For every seed: mean points from every start square with the same dice, and how far apart they are. GAMES negative: with
other dice. The arrangements of maps/*/arrangements.toml were found with it (seasons_fair.py) and measured again by it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numba import njit

from mapkit.games.seasons import Board
from mapkit.games.seasons_data import read_seasons
from mapkit.games.seasons_score import RULES
from mapkit.games.seasons_spread import spread

MAPS = Path(__file__).parent.parent.parent / "maps"
WEIGHT = {"pairs": 2.0, "product": 2.2, "with": 1.0, "steps": 2.5, "per": 2.5}
RULE = {name: k for k, name in enumerate(RULES)}
EACH, SUMS, EVEN, ODD, STEPS, EXACTLY, ALL, PER, PAIRS, PRODUCT, WITH, AT_LEAST, WRITTEN, OUT, ALL_OUT, ALL_IN = range(
    16
)
assert list(RULE.values()) == list(range(16)) and list(RULE)[4] == "steps" and list(RULE)[12] == "written"


@njit(cache=False)
def score(marked, written, covered, clouds, lines, squares):
    rule, of, points, at, steps, other = lines
    total = 0.0
    for k in range(rule.shape[0]):
        a, r = of[k, 0], rule[k]
        n = marked[a]
        seen = clouds if other[k] == -2 else (marked[other[k]] if other[k] >= 0 else 0)
        reached = seen if r == WITH else n
        step = 0
        for i in range(steps[k]):
            if reached >= at[k, i] and points[k, i] > step:
                step = points[k, i]
        if r == EACH:
            total += n * points[k, 0] + (points[k, 1] if steps[k] and n >= at[k, 0] else 0)
        elif r == SUMS:
            for i in range(of.shape[1]):
                if of[k, i] >= 0:
                    total += marked[of[k, i]] * points[k, i]
        elif r == EVEN:
            total += n * points[k, 0] if n % 2 == 0 else 0
        elif r == ODD:
            total += n * points[k, 0] if n % 2 == 1 else 0
        elif r == STEPS:
            total += step
        elif r == EXACTLY:
            total += points[k, 0] if n == at[k, 0] else 0
        elif r == ALL:
            total += points[k, 0] if n == squares[a] else 0
        elif r == PER:
            total += n // at[k, 0] * points[k, 0]
        elif r in (PAIRS, PRODUCT):
            least, times = n, 1
            for i in range(of.shape[1]):
                if of[k, i] >= 0:
                    least = min(least, marked[of[k, i]])
                    times *= marked[of[k, i]]
            total += least * points[k, 0] if r == PAIRS else times
        elif r == WITH:
            total += n * step
        elif r == AT_LEAST:
            total += n * points[k, 0] if n >= seen else 0
        elif r == WRITTEN:
            total += written[a]
        elif r == OUT:
            total += (squares[a] - covered[a]) * points[k, 0]
        elif r == ALL_OUT:
            total += points[k, 0] if covered[a] == 0 else 0
        elif r == ALL_IN:
            total += points[k, 0] if covered[a] == squares[a] else 0
    return total


@njit(cache=False)
def best(state, taken, start, low, high, clouds, game, lines):
    """(value, placement, choice) of the best move; placement -1: a miss."""
    marked, written, covered, whole = state
    first, last, masks, around, crossing, counts, choices, needs, circles, squares, pay, rules = game
    river_points, river_circles, cloud_circles, on_cloud, miss, _ = rules
    hope = 0.0
    for s in range(marked.shape[0]):
        hope += pay[s] * marked[s]
    now = score(marked, written, covered, whole[0], lines, squares) + river_points * whole[1] + hope
    value, where, which, equal = now + miss, -1, -1, 0
    empty = taken[0] == 0 and taken[1] == 0
    was, wrote = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for p in range(first[low, high], last[low, high]):
        if masks[p, 0] & taken[0] or masks[p, 1] & taken[1]:
            continue
        touch = masks[p] if empty else around[p]
        goal = start if empty else taken
        if not (touch[0] & goal[0] or touch[1] & goal[1]):
            continue
        if clouds and on_cloud >= 0 and counts[p, on_cloud] == 0:
            continue
        for c in range(choices.shape[0]):
            held = 0
            for i in range(choices.shape[1]):
                if choices[c, i] >= 0:
                    held += counts[p, choices[c, i]]
            need = needs[c]
            if held == 0 or (need == -1 and not clouds) or (need == -2 and clouds) or (need == -3 and held != 1):
                continue
            if need >= 0 and counts[p, need] == 0:
                continue
            more = 0.0
            for i in range(choices.shape[1]):
                s = choices[c, i]
                if s >= 0:
                    was[i], wrote[i] = marked[s], written[s]
                    got = min(circles[s], marked[s] + counts[p, s]) - marked[s]
                    marked[s] += got
                    written[s] += got * low
                    more += pay[s] * got
            covered += counts[p]
            cloudy = min(cloud_circles, whole[0] + clouds)
            river = min(river_circles, whole[1] + crossing[p])
            v = score(marked, written, covered, cloudy, lines, squares) + river_points * river + hope + more
            covered -= counts[p]
            for i in range(choices.shape[1]):
                s = choices[c, i]
                if s >= 0:
                    marked[s], written[s] = was[i], wrote[i]
            if v > value + 1e-9:
                value, where, which, equal = v, p, c, 1
            elif where >= 0 and v > value - 1e-9:  # of equally good areas any one, or boards turned play otherwise
                equal += 1
                if np.random.random() * equal < 1.0:
                    where, which = p, c
    return value, now, where, which


@njit(cache=False)
def rolls(faces):
    """(lower, higher number, clouds, how often of all rolls) of every roll that differs, small areas first."""
    times = np.zeros((10, 10, 3), np.int64)
    for i in range(faces.shape[0]):
        for j in range(faces.shape[0]):
            one, two = faces[i], faces[j]
            times[min(one[0], two[0]), max(one[0], two[0]), one[1] + two[1]] += 1
    found = [(a * b, a, b, c) for a in range(10) for b in range(10) for c in range(3) if times[a, b, c]]
    found.sort()
    table = np.zeros((len(found), 4), np.int64)
    for k in range(len(found)):
        _, a, b, c = found[k]
        table[k] = a, b, c, times[a, b, c]
    return table


@njit(cache=False)
def play(dice, starts, faces, game, lines):
    _, _, masks, _, crossing, counts, choices, _, circles, squares, _, rules = game
    river_points, river_circles, cloud_circles, _, miss, misses_allowed = rules
    np.random.seed(dice[0, 0, 0] + 7 * dice.shape[0])
    points = np.zeros((starts.shape[0], dice.shape[0]))
    pairs = rolls(faces)
    for b in range(starts.shape[0]):
        for g in range(dice.shape[0]):
            marked = np.zeros(squares.shape[0], np.int64)
            written, covered = np.zeros_like(marked), np.zeros_like(marked)
            whole = np.zeros(2, np.int64)
            state = (marked, written, covered, whole)
            taken = np.zeros(2, np.uint64)
            missed = 0
            for t in range(dice.shape[1]):
                one, two = faces[dice[g, t, 0]], faces[dice[g, t, 1]]
                low, high, clouds = min(one[0], two[0]), max(one[0], two[0]), one[1] + two[1]
                _, _, p, c = best(state, taken, starts[b], low, high, clouds, game, lines)
                if p >= 0:
                    for i in range(choices.shape[1]):
                        s = choices[c, i]
                        if s >= 0:
                            got = min(circles[s], marked[s] + counts[p, s]) - marked[s]
                            marked[s] += got
                            written[s] += got * low
                    covered += counts[p]
                    taken |= masks[p]
                    whole[0] = min(cloud_circles, whole[0] + clouds)
                    whole[1] = min(river_circles, whole[1] + crossing[p])
                    continue
                missed += 1
                if missed >= misses_allowed:
                    break
                hope, left = 0.0, faces.shape[0] ** 2
                for k in range(pairs.shape[0]):
                    low, high, cloudy, times = pairs[k]
                    v, now, _, _ = best(state, taken, starts[b], low, high, cloudy, game, lines)
                    hope += times * (v - now)
                    left -= times
                    if hope + left * miss >= 0:
                        break
                if hope + left * miss < 0:
                    break
            points[b, g] = score(marked, written, covered, whole[0], lines, squares)
            points[b, g] += river_points * whole[1] + miss * missed
    return points


def split(bits: int) -> list[int]:
    return [bits & (2**60 - 1), bits >> 60]


def packed(board: Board):
    """(starts, faces, game, lines) of an arrangement, as arrays."""
    game = board.game
    ids = [s.id for s in game.symbols]
    place = {s: k for k, s in enumerate(ids)}
    first, last = np.zeros((10, 10), np.int64), np.zeros((10, 10), np.int64)
    masks, around, crossing, counts = [], [], [], []
    for (a, b), areas in board.places.items():
        first[a, b] = len(masks)
        for _, mask, near, river in areas:
            masks.append(split(mask))
            around.append(split(near))
            crossing.append(int(river and game.river_rule == "cross"))
            counts.append([(mask & board.of[s]).bit_count() for s in ids])
        last[a, b] = len(masks)
    choices = np.full((len(game.choices), 3), -1)
    code = {"": -9, "cloud": -1, "no cloud": -2, "alone": -3}
    for k, group in enumerate(game.choices):
        choices[k, : len(group)] = [place[s] for s in group]
    needs = [code.get(n, place.get(n, -9)) for n in (game.symbol[c[0]].needs for c in game.choices)]
    pay = [0.3] * len(ids)
    of, points, at = (np.full((len(game.lines), 6), fill) for fill in (-1, 0, 0))
    for k, line in enumerate(game.lines):
        of[k, : len(line.of)] = [place[s] for s in line.of]
        points[k, : len(line.points)] = line.points
        at[k, : len(line.at)] = line.at
        for s in line.of:
            pay[place[s]] = WEIGHT.get(line.rule, 0.3)
    other = [-2 if x.other == "clouds" else place.get(x.other, -1) for x in game.lines]
    lines = (
        np.array([RULE[x.rule] for x in game.lines]), of, points, at, np.array([len(x.at) for x in game.lines]),
        np.array(other),
    )  # fmt: skip
    crossed = game.river_points if game.river_rule == "cross" else 0
    rules = (
        crossed,
        game.river_circles,
        game.cloud_circles,
        place.get(game.on_cloud, -1),
        game.miss_points,
        game.misses,
    )
    arrays = (
        first, last, np.array(masks, np.uint64), np.array(around, np.uint64), np.array(crossing), np.array(counts),
        choices, np.array(needs), np.array([s.circles for s in game.symbols]),
        np.array([s.squares for s in game.symbols]), np.array(pay), rules,
    )  # fmt: skip
    starts = np.array([split(board.bit(s)) for s in game.starts], np.uint64)
    return starts, np.array([(f.number, int(f.mark == "*")) for f in game.faces]), arrays, lines


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    count, *wanted = sys.argv[1:]
    games = {**read_seasons(MAPS / "seasons"), **read_seasons(MAPS / "tidepools")}
    rng = np.random.default_rng(1 if int(count) > 0 else 2)
    for name in wanted:
        key, _, seeds = name.partition(":")
        low, _, high = (seeds or "0").partition("-")
        dice = rng.integers(0, len(games[key].faces), (abs(int(count)), 60, 2))
        for seed in range(int(low), int(high or low) + 1):
            points = play(dice, *packed(spread(games[key], str(seed))))
            means = points.mean(axis=1)
            error = points.std() / dice.shape[0] ** 0.5
            apart = (means.max() - means.min()) / means.mean()
            print(
                f"{key}:{seed}", " ".join(f"{m:.1f}" for m in means), f"(se {error:.2f}) apart {apart:.1%}", flush=True
            )


if __name__ == "__main__":
    main()
