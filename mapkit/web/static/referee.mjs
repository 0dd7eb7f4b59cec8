// Map + state + roll -> legal moves; a move -> the next state; the score: the same as mapkit/games/rolling.py.
//
// map: {cells: [[id, region], ...], links: [[a, b], ...], regions: [id, ...]}; rules: the game's switches.
// A roll is [region or null, number, color, mark]; a move {roll, cell, number, spend}: number null is an X, cell null nothing.

const ABILITIES = ["color_change", "guard", "dupe"];

export function board(map, rules) {
  const region = new Map(map.cells);
  const near = new Map(map.cells.map(([id]) => [id, []]));
  for (const [a, b] of map.links) {
    near.get(a).push(b);
    near.get(b).push(a);
  }
  return { cells: map.cells.map(([id]) => id), region, near, regions: map.regions, rules };
}

export const start = () => ({ numbers: {}, guarded: [], spent: {}, last: null });

export const left = (on, state, ability) => (on.rules.abilities[ability] ?? 0) - (state.spent[ability] ?? 0);

const empty = (on, state, region) =>
  on.cells.filter((c) => (region === null || on.region.get(c) === region) && !(c in state.numbers));

export function clash(on, state, cell, number) {
  return on.near.get(cell).filter((other) => {
    const there = state.numbers[other];
    return there != null && !state.guarded.includes(other) && Math.abs(there - number) > on.rules.difference;
  });
}

const fitting = (on, state, region, number) =>
  empty(on, state, region).filter((c) => clash(on, state, c, number).length === 0);

const guardedMoves = (on, state, roll, region, spend) =>
  empty(on, state, region).map((cell) => ({ roll, cell, number: roll[1], spend }));

function plainMoves(on, state, roll, region, spend) {
  const fits = fitting(on, state, region, roll[1]).map((cell) => ({ roll, cell, number: roll[1], spend }));
  if (fits.length) return fits;
  const { wild_stuck, x_scope, x } = on.rules;
  let crossed;
  if (region === null) crossed = wild_stuck === "any" ? empty(on, state, null) : [];
  else crossed = empty(on, state, x_scope === "region" ? region : null);
  const moves = crossed.map((cell) => ({ roll, cell, number: null, spend }));
  const nothing = { roll, cell: null, number: null, spend: [] };
  return x === "optional" || !moves.length ? [...moves, nothing] : moves;
}

export function legal(on, state, roll) {
  const region = roll[0];
  const moves = plainMoves(on, state, roll, region, []);
  if (left(on, state, "guard") > 0) moves.push(...guardedMoves(on, state, roll, region, ["guard"]));
  if (region !== null && left(on, state, "color_change") > 0) {
    for (const other of on.regions) {
      if (other === region || !empty(on, state, other).length) continue;
      moves.push(...plainMoves(on, state, roll, other, ["color_change"]).filter((m) => m.cell !== null));
      if (left(on, state, "guard") > 0 && on.rules.combine)
        moves.push(...guardedMoves(on, state, roll, other, ["color_change", "guard"]));
    }
  }
  const seen = new Set();
  return moves.filter((m) => {
    const key = JSON.stringify([m.cell, m.number, m.spend]);
    return !seen.has(key) && seen.add(key);
  });
}

export function again(on, state) {
  const first = state.last;
  if (!first || first.cell === null || first.number === null || left(on, state, "dupe") <= 0) return [];
  if (first.spend.includes("dupe") || (first.spend.length && !on.rules.combine)) return [];
  const region = first.roll[0] === null ? null : on.region.get(first.cell);
  const cells = fitting(on, state, region, first.number);
  const moves = cells.map((cell) => ({ roll: first.roll, cell, number: first.number, spend: ["dupe"] }));
  if (left(on, state, "guard") > 0 && on.rules.combine)
    moves.push(...guardedMoves(on, state, first.roll, region, ["guard", "dupe"]));
  return moves;
}

export function apply(state, move) {
  if (move.cell === null) return { ...state, last: null };
  const spent = { ...state.spent };
  for (const a of ABILITIES) spent[a] = (spent[a] ?? 0) + (move.spend.includes(a) ? 1 : 0);
  const guarded = move.spend.includes("guard") ? [...state.guarded, move.cell] : state.guarded;
  return { numbers: { ...state.numbers, [move.cell]: move.number }, guarded, spent, last: move };
}

export const score = (on, state) => on.cells.filter((c) => state.numbers[c] == null).length;
