// Game + seed -> calls: the same generator as mapkit/games/caller.py, held to it by tests/data/vectors.json.
// SHA-256 is carried along because pages over plain http have no crypto.subtle.

const K = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  return Uint32Array.from(primes, (p) => ((Math.cbrt(p) % 1) * 2 ** 32) >>> 0);
})();

export function sha256(bytes) {
  const h = Uint32Array.from([2, 3, 5, 7, 11, 13, 17, 19], (p) => ((Math.sqrt(p) % 1) * 2 ** 32) >>> 0);
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15];
      const b = w[i - 2];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, z] = h;
    for (let i = 0; i < 64; i++) {
      const t1 = (z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [z, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, z].forEach((v, i) => (h[i] += v));
  }
  const out = new Uint8Array(32);
  h.forEach((v, i) => new DataView(out.buffer).setUint32(4 * i, v));
  return out;
}

export const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

export function stream(seed) {
  const key = sha256(new TextEncoder().encode("mapkit caller 1\n" + seed.normalize("NFC")));
  return { key, position: 0 };
}

// [a whole number 0 <= k < n, the stream after it]
export function below(source, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (let at = source.position; ; at++) {
    const block = new Uint8Array(36);
    block.set(source.key);
    new DataView(block.buffer).setUint32(32, Math.floor(at / 8));
    const word = new DataView(sha256(block).buffer).getUint32((at % 8) * 4);
    if (word < limit) return [word % n, { key: source.key, position: at + 1 }];
  }
}

export const turnsOf = (game) => game.rounds * game.turns_per_round;

export function begin(game, seed) {
  return { game, stream: stream(seed), bag: game.dice.map((_, i) => i), turns: 0 };
}

// [the next call, the caller after it]; a call is {round, turn, rolls: [[region, number, color, mark], ...]}
export function following(caller) {
  const { game, turns } = caller;
  if (turnsOf(game) && turns >= turnsOf(game)) throw new Error(`the game is over after ${turns} turns`);
  const turn = turns % game.turns_per_round;
  let source = caller.stream;
  const bag = turn ? [...caller.bag] : game.dice.map((_, i) => i);
  const rolls = [];
  for (let i = 0; i < game.draw; i++) {
    let place, side;
    [place, source] = below(source, bag.length);
    const die = game.dice[bag.splice(place, 1)[0]];
    [side, source] = below(source, die.faces.length);
    rolls.push([die.region, die.faces[side][0], die.color, die.faces[side][1]]);
  }
  const call = { round: Math.floor(turns / game.turns_per_round) + 1, turn: turn + 1, rolls };
  return [call, { game, stream: source, bag, turns: turns + 1 }];
}
