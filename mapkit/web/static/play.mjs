// A player's own sheet on the page: dice to choose, legal cells lit, numbers tapped in, score and print at the end.

import { again, apply, board, left, legal, score, start } from "./referee.mjs";
import { el, fill } from "./stage.mjs";

const SVG = "http://www.w3.org/2000/svg";

// keep: {get, set} of this game's moves; words(): those of the language in use; chip(roll): its small picture
export function makePlay(data, root, keep, words, chip) {
  const on = board(data.play.map, data.play.rules);
  const pane = root.querySelector(".sheet");
  const drawing = new DOMParser().parseFromString(data.play.svg, "image/svg+xml").documentElement;
  const sheet = document.importNode(drawing, true);
  sheet.removeAttribute("width");
  sheet.removeAttribute("height");
  pane.querySelector(".paper").append(sheet);
  const layer = sheet.appendChild(document.createElementNS(SVG, "g"));
  const shapes = new Map(on.cells.map((c) => [c, sheet.getElementById(`cell-${c}`)]));
  const boxes = new Map(on.cells.map((c) => [c, sheet.getElementById(`box-${c}`) ?? shapes.get(c)]));
  let moves = JSON.parse(keep.get() ?? "[]"); // [[turn, die or -1 for a dupe, cell, number, spend], ...]
  let calls = [];
  let total = 0;
  let chosen = 0;
  let using = new Set(); // abilities switched on for the next tap

  // the sheet as it stands, and the first call with dice not used yet
  function now() {
    let state = start();
    const used = calls.map(() => new Set());
    for (const [turn, die, cell, number, spend] of moves) {
      if (turn >= calls.length) break;
      const roll = die < 0 ? state.last?.roll : calls[turn].rolls[die];
      if (die >= 0) used[turn].add(die);
      state = apply(state, { roll, cell, number, spend });
    }
    const turn = used.findIndex((u, i) => u.size < calls[i].rolls.length);
    const open = turn < 0 ? [] : calls[turn].rolls.map((_, i) => i).filter((i) => !used[turn].has(i));
    return { state, turn, open };
  }

  function options(state, turn, open) {
    if (using.has("dupe")) return again(on, state);
    if (turn < 0) return [];
    const die = open.includes(chosen) ? chosen : open[0];
    return legal(on, state, calls[turn].rolls[die]);
  }

  function matches(move) {
    return move.spend.length === using.size && move.spend.every((s) => using.has(s));
  }

  function tap(cell) {
    const { state, turn, open } = now();
    const move = options(state, turn, open).find((m) => m.cell === cell && matches(m));
    if (!move) return;
    const dupe = move.spend.includes("dupe");
    const at = dupe ? moves.at(-1)[0] : turn;
    const die = dupe ? -1 : open.includes(chosen) ? chosen : open[0];
    moves.push([at, die, move.cell, move.number, move.spend]);
    save();
  }

  function save() {
    using = new Set();
    chosen = 0;
    keep.set(JSON.stringify(moves));
    draw();
  }

  function write(box, what, guarded, how) {
    const { x, y, width, height } = box.getBBox();
    const size = Math.min(width, height);
    const text = document.createElementNS(SVG, "text");
    text.textContent = what;
    for (const [k, v] of Object.entries({
      x: x + width / 2, y: y + height / 2, "text-anchor": "middle", "dominant-baseline": "central",
      "font-size": size * 0.8, "font-weight": 700, class: `written ${how}`,
    })) text.setAttribute(k, v);
    layer.append(text);
    if (!guarded) return;
    const ring = document.createElementNS(SVG, "circle");
    for (const [k, v] of Object.entries({ cx: x + width / 2, cy: y + height / 2, r: size * 0.46, class: "ring" })) ring.setAttribute(k, v);
    layer.append(ring);
  }

  function draw() {
    const w = words();
    const { state, turn, open } = now();
    const all = options(state, turn, open);
    const lit = new Map(all.filter((m) => m.cell !== null && matches(m)).map((m) => [m.cell, m]));
    const done = total > 0 && calls.length >= total && turn < 0;
    layer.replaceChildren();
    for (const cell of on.cells) {
      const shape = shapes.get(cell);
      shape.classList.toggle("lit", lit.has(cell));
      const box = boxes.get(cell);
      box.classList.toggle("lit", lit.has(cell));
      for (const node of new Set([shape, box])) node.onclick = () => tap(cell);
      const move = lit.get(cell);
      box.setAttribute("tabindex", move ? 0 : -1);
      box.setAttribute("role", "button");
      box.setAttribute("aria-label", `${data.play.names[cell]?.[document.documentElement.lang] ?? data.play.names[cell]?.en ?? cell}: ${cell in state.numbers ? state.numbers[cell] ?? "X" : "–"}`);
      box.onkeydown = (event) => { if (event.key === "Enter") tap(cell); };
      if (cell in state.numbers) write(box, state.numbers[cell] ?? "✕", state.guarded.includes(cell), "");
      else if (done) write(box, "✕", false, "late");
    }
    const tick = (id) => sheet.getElementById(id) && write(sheet.getElementById(id), "✓", false, "tick");
    for (const call of calls) if (call.turn === data.game.turns_per_round) tick(`rounds-${call.round}`);
    for (const [name, times] of Object.entries(state.spent)) for (let i = 1; i <= times; i++) tick(`${name}-${i}`);
    if (done && sheet.getElementById("x")) write(sheet.getElementById("x"), score(on, state), false, "tick");
    const bar = pane.querySelector(".bar");
    const dice = open.map((i) => {
      const node = el("button", { "aria-pressed": i === (open.includes(chosen) ? chosen : open[0]) }, chip(calls[turn].rolls[i]));
      node.onclick = () => { chosen = i; using.delete("dupe"); draw(); };
      return node;
    });
    const abilities = Object.keys(on.rules.abilities).map((name) => {
      const node = el("button", { "aria-pressed": using.has(name) }, `${w[name]} ${left(on, state, name)}`);
      const dupes = name === "dupe";
      node.disabled = left(on, state, name) <= 0 || (dupes ? again(on, state).length === 0 : turn < 0 && !using.has("dupe"));
      node.onclick = () => { if (!using.delete(name)) using.add(name); draw(); };
      return node;
    });
    const nothing = el("button", {}, w.nothing);
    nothing.hidden = turn < 0 || using.size > 0 || !all.some((m) => m.cell === null);
    nothing.onclick = () => tap(null);
    const undo = el("button", {}, w.takeback);
    undo.disabled = !moves.length || moves.at(-1)[0] < calls.length - 1;
    undo.onclick = () => { moves.pop(); save(); };
    const print = el("button", {}, w.print);
    print.onclick = () => globalThis.print();
    const told = done ? fill(w.result, { x: score(on, state) }) : turn < 0 ? w.wait : fill(w.yours, calls[turn]);
    bar.replaceChildren(el("b", {}, told), ...dice, ...abilities, nothing, undo, ...(done ? [print] : []));
  }

  return {
    // the calls in view; those already answered stay answered
    show(shown, turns) {
      calls = shown;
      total = turns;
      draw();
    },
    moves: () => moves,
  };
}
