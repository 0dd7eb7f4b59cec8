// Session + words -> the call on the page: dice, head, history. Texts of maps only ever become text nodes.

export const COLORS = {
  red: ["#c62828", "#fff"], blue: ["#1457b0", "#fff"], green: ["#2e7d32", "#fff"], yellow: ["#ffd21f", "#1a1a1a"],
  black: ["#1c1c1c", "#fff"], white: ["#ffffff", "#1a1a1a"], purple: ["#6a1b9a", "#fff"], orange: ["#ef7d00", "#1a1a1a"],
  clear: ["#e4f3f5", "#1a1a1a"], pink: ["#f48fb1", "#1a1a1a"], brown: ["#6d4c41", "#fff"], gray: ["#757575", "#fff"],
};
const SHAPES = [
  "M50 5a45 45 0 1 1-.1 0z", "M10 10h80v80h-80z", "M50 6 96 90H4z", "M50 2 98 50 50 98 2 50z",
  "M26 8h48l24 42-24 42H26L2 50z", "M36 4h28v32h32v28H64v32H36V64H4V36h32z", "M5 30h90L50 96z", "M8 50a42 42 0 0 1 84 0v42H8z",
];
const STAR = "M50 3l12 29 32 2-25 20 8 31-27-17-27 17 8-31L6 34l32-2z";

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "style") node.style.cssText = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

// The colors of the bag in order: each with its letter, shape, and whether it is wild.
export function kinds(data) {
  const found = new Map();
  for (const die of data.game.dice) {
    if (found.has(die.color)) continue;
    const shape = die.wild ? STAR : SHAPES[found.size % SHAPES.length];
    found.set(die.color, { color: die.color, letter: die.wild ? "★" : die.letter, wild: die.wild, shape });
  }
  return found;
}

function shape(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
  mark.setAttribute("d", path);
  svg.append(mark);
  return svg;
}

export function makeStage(data, root) {
  const dice = kinds(data);
  const wordsOf = (locale) => data.words[locale] ?? data.words.en;
  const colorName = (color, locale) => wordsOf(locale).colors[color] ?? color;
  const ink = (color) => COLORS[color] ?? COLORS.gray;

  function chip([, number, color, mark]) {
    const [back, front] = ink(color);
    const letter = dice.get(color)?.letter ?? "";
    return el("span", { class: "chip", style: `background:${back};color:${front}` }, el("i", {}, letter), `${number}${mark}`);
  }

  function die([, number, color, mark], locales) {
    const [back, front] = ink(color);
    const kind = dice.get(color) ?? { letter: "", shape: SHAPES[0] };
    const names = locales.map((l) => {
      const wild = kind.wild ? [el("small", {}, wordsOf(l).wild)] : [];
      return el("span", { lang: l }, colorName(color, l), ...wild);
    });
    return el(
      "div", { class: "die" },
      el("div", { class: "face", style: `background:${back};color:${front}` }, `${number}`, ...(mark ? [el("sup", {}, "☁")] : [])),
      el("div", { class: "what" }, shape(kind.shape), el("b", {}, kind.wild ? "" : kind.letter), el("span", { class: "names" }, ...names)),
    );
  }

  function head(call, locale) {
    const w = wordsOf(locale);
    return call ? fill(data.game.turns_per_round > 1 ? w.head : w.head_round, call) : w.waiting;
  }

  function spoken(call, locale) {
    const w = wordsOf(locale);
    const parts = call.rolls.map(([, number, color, mark]) => {
      const wild = dice.get(color)?.wild ? ` (${w.wild})` : "";
      return `${colorName(color, locale)}${wild}, ${number}${mark ? " " + w.cloud : ""}`;
    });
    return parts.join(". ") + ".";
  }

  // state: {session, over}; locales: one or two languages
  function show(session, locales, isOver) {
    const call = session.shown ? session.calls[session.shown - 1] : null;
    root.querySelector(".head").textContent = head(call, locales[0]);
    root.querySelector(".over").textContent = isOver ? wordsOf(locales[0]).over : "";
    const stage = root.querySelector(".dice");
    stage.replaceChildren(...(call ? call.rolls.map((r) => die(r, locales)) : []));
    stage.dataset.count = call ? call.rolls.length : 0;
    stage.dataset.n = session.shown;
    const rounds = [];
    for (const one of session.calls.slice(0, session.shown)) {
      if (one.turn === 1) rounds.push(el("li", { value: one.round }));
      rounds.at(-1)?.append(el("span", { class: "turn" }, ...one.rolls.map(chip)));
    }
    root.querySelector(".history ol").replaceChildren(...rounds);
    root.querySelector(".history ol").lastChild?.scrollIntoView?.({ block: "nearest" });
    const pips = [];
    for (let i = 0; i < data.game.rounds * data.game.turns_per_round; i++) {
      const first = i && i % data.game.turns_per_round === 0 ? " gap" : "";
      pips.push(el("i", { class: (i < session.shown ? "on" : "") + first }));
    }
    root.querySelector(".pips").replaceChildren(...pips);
    const said = call ? locales.map((l) => [l, spoken(call, l)]) : [];
    root.querySelector(".live").textContent = call ? `${head(call, locales[0])}: ${said.map((s) => s[1]).join(" ")}` : "";
    return said;
  }

  return { show, wordsOf, chip };
}
