// The page's data -> a presenter, a follower, or a whole caller by itself (data.mode: "present", "follow", "offline").

import { act, opened, over, step } from "./session.mjs";
import { turnsOf } from "./caller.mjs";
import { makePlay } from "./play.mjs";
import { el, fill, makeStage } from "./stage.mjs";
import { makeVoice } from "./voice.mjs";

const data = JSON.parse(document.getElementById("data").textContent);
const root = document.body;
const stage = makeStage(data, root);
const voice = makeVoice();
const button = (name) => root.querySelector(`[data-do="${name}"]`);
const store = {
  get: (key) => { try { return localStorage.getItem(`mapkit ${data.mode} ${data.key} ${key}`); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(`mapkit ${data.mode} ${data.key} ${key}`, value); } catch { /* private */ } },
};

let locales = JSON.parse(store.get("locales") ?? "null") ?? data.locales;
let entries = [];
let session = null;
let seconds = Number(store.get("seconds") ?? data.seconds ?? 20);
let auto = false;
let since = performance.now();
let before = -1;
let play = null;

function draw(quiet = false) {
  if (!session) return;
  const w = stage.wordsOf(locales[0]);
  document.documentElement.lang = locales[0];
  document.title = root.querySelector("h1").textContent = data.titles[locales[0]];
  const said = stage.show(session, locales, over(session));
  for (const node of root.querySelectorAll("[data-word]")) node.textContent = w[node.dataset.word];
  for (const node of root.querySelectorAll("[data-title]")) {
    node.title = w[node.dataset.title];
    node.setAttribute("aria-label", w[node.dataset.title]);
  }
  if (button("next")) {
    const waits = session.fair && !session.word;
    button("next").disabled = over(session) || waits;
    button("back").disabled = !session.shown;
    button("auto").textContent = auto ? w.pause : w.auto;
    button("auto").setAttribute("aria-pressed", auto);
    root.querySelector(".seconds").value = seconds;
  }
  button("voice").setAttribute("aria-pressed", voice.on);
  root.classList.toggle("waiting", !session.shown);
  if (data.play) {
    const game = entries[0].seed ?? entries[0].commit;
    if (play?.game !== game) {
      root.querySelector(".paper").replaceChildren();
      const keep = { get: () => store.get(`moves ${game}`), set: (text) => store.set(`moves ${game}`, text) };
      play = { game, ...makePlay(data, root, keep, () => stage.wordsOf(locales[0]), stage.chip) };
    }
    play.show(session.calls.slice(0, session.shown), turnsOf(data.game));
  }
  const fair = root.querySelector(".fair");
  fair.hidden = !session.fair;
  if (session.fair) {
    const told = [fill(w.fair_hash, { hash: session.fair })];
    if (session.word) told.push(fill(w.fair_word, { word: session.word }));
    if (session.secret) told.push(fill(w.fair_secret, { secret: session.secret }));
    fair.querySelector("p").textContent = told.join(" · ");
    fair.querySelector("form").hidden = data.mode !== "present" || session.word !== null;
    button("reveal").hidden = data.mode !== "present" || !over(session) || session.secret !== null;
  }
  if (session.shown !== before) {
    since = performance.now();
    if (!quiet && said.length) voice.say(said);
    before = session.shown;
  }
}

function take(entry, quiet = false) {
  entries.push(entry);
  session = entry.kind === "game" ? opened(data.game, entry) : step(session, entry);
  draw(quiet);
}

// --- where calls come from: the server, or this page alone

let send = async () => {};

function listen() {
  let source = null;
  let heard = performance.now();
  const status = root.querySelector(".status");
  const open = () => {
    source?.close();
    heard = performance.now();
    source = new EventSource(`/events?after=${entries.length - 1}`);
    source.onmessage = (event) => {
      heard = performance.now();
      status.hidden = true;
      const id = Number(event.lastEventId);
      if (id === entries.length) take(JSON.parse(event.data));
      else if (id > entries.length) open();
    };
    source.addEventListener("beat", () => { heard = performance.now(); status.hidden = true; });
    source.onerror = () => {
      status.hidden = false;
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 1000);
    };
  };
  open();
  setInterval(() => { if (performance.now() - heard > 40000) open(); }, 5000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && (source.readyState !== EventSource.OPEN || performance.now() - heard > 20000)) open();
  });
}

function presenting() {
  let secret = location.hash.slice(1);
  if (secret) {
    try { sessionStorage.setItem("mapkit secret", secret); } catch { /* private */ }
    history.replaceState(null, "", location.pathname); // keep it off the projector
  } else {
    try { secret = sessionStorage.getItem("mapkit secret") ?? ""; } catch { /* private */ }
  }
  let busy = false;
  send = async (action, text = "") => {
    if (busy || !session) return;
    busy = true;
    try {
      const body = JSON.stringify({ do: action, seen: entries.length, text });
      const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
      const reply = await fetch("/act", { method: "POST", headers, body });
      if (reply.status === 403) message("forbidden");
      else if (!reply.ok && reply.status !== 409) message("trouble");
      else message("");
    } catch {
      message("trouble");
    } finally {
      busy = false;
    }
  };
}

function alone() {
  const fresh = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(6));
    return data.seed ?? [...bytes].map((b) => "abcdefghjkmnpqrstuvwxyz23456789"[b % 31]).join("");
  };
  const start = (seed) => {
    entries = [];
    before = -1;
    take({ kind: "game", seed }, true);
    keep();
  };
  const keep = () => {
    store.set("log", JSON.stringify(entries));
    root.querySelector(".seed").value = entries[0].seed;
  };
  send = async (action) => {
    const entry = act(session, action);
    if (!entry) return;
    take(entry);
    keep();
  };
  button("new").onclick = () => {
    const typed = root.querySelector(".seed").value.trim();
    if (session.shown && !confirm(stage.wordsOf(locales[0]).sure)) return;
    auto = false;
    start(typed && typed !== entries[0].seed ? typed : (data.seed = undefined, fresh()));
  };
  const kept = JSON.parse(store.get("log") ?? "null");
  if (Array.isArray(kept) && kept.length && !(data.seed && kept[0].seed !== data.seed)) {
    for (const entry of kept) take(entry, true);
    keep();
  } else start(fresh());
}

function message(key) {
  const node = root.querySelector(".message");
  node.textContent = key ? stage.wordsOf(locales[0])[key] : "";
}

// --- controls

const next = () => { message(""); since = performance.now(); send("next"); };
const actions = {
  next,
  back: () => { auto = false; draw(); send("back"); },
  auto: () => { auto = !auto && !over(session); since = performance.now(); draw(); },
  voice: () => { voice.toggle(); draw(); if (voice.on) { before = -1; draw(); } },
  history: () => root.classList.toggle("with-history"),
  sheet: () => { root.classList.toggle("with-sheet"); draw(true); },
  more: () => root.classList.toggle("with-more"),
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
  reveal: () => send("reveal"),
};
for (const [name, does] of Object.entries(actions)) if (button(name)) button(name).addEventListener("click", does);

for (const [i, select] of [...root.querySelectorAll("select.lang")].entries()) {
  if (i) select.append(el("option", { value: "" }, "–"));
  for (const locale of Object.keys(data.words)) select.append(el("option", { value: locale }, data.words[locale].language));
  select.value = locales[i] ?? "";
  select.onchange = () => {
    const chosen = [...root.querySelectorAll("select.lang")].map((s) => s.value).filter(Boolean);
    locales = [...new Set(chosen)];
    store.set("locales", JSON.stringify(locales));
    draw(true);
  };
}
root.querySelector(".seconds")?.addEventListener("change", (event) => {
  seconds = Math.min(600, Math.max(2, Number(event.target.value) || 20));
  store.set("seconds", seconds);
  draw(true);
});
root.querySelector(".fair form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  send("word", root.querySelector(".fair input").value);
});

const KEYS = {
  " ": "next", ArrowRight: "next", PageDown: "next", n: "next", ArrowLeft: "back", PageUp: "back", u: "back",
  p: "auto", h: "history", s: "voice", m: "sheet", f: "full",
};
document.addEventListener("keydown", (event) => {
  const own = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  const pressed = event.target.tagName === "BUTTON" && event.key === " ";
  if (own || pressed || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const target = name && button(name);
  if (!target) return;
  event.preventDefault();
  if (!target.disabled) target.click();
});

setInterval(() => {
  const passed = (performance.now() - since) / 1000;
  const left = auto ? Math.max(0, seconds - passed) : passed;
  const whole = auto ? Math.ceil(left) : Math.floor(left);
  root.querySelector(".timer").textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  if (auto && session && over(session)) actions.auto();
  else if (auto && passed >= seconds) next();
}, 200);

if (data.play) root.classList.add("with-sheet");
else if (innerWidth <= 700) root.classList.add("with-history");
if (data.mode === "present") presenting();
const awake = () => !document.hidden && navigator.wakeLock?.request("screen").catch(() => {}); // where the page is trusted
document.addEventListener("click", awake, { once: true });
document.addEventListener("visibilitychange", awake);

if (data.mode === "offline") alone();
else listen();
