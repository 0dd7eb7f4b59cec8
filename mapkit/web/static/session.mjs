// Log entries -> what was called and what is shown: the same steps as mapkit/games/session.py.

import { begin, following, turnsOf } from "./caller.mjs";

export function opened(game, entry) {
  const caller = entry.seed === undefined ? null : begin(game, entry.seed);
  return { game, caller, calls: [], shown: 0, fair: entry.commit ?? null, word: null, secret: null };
}

export const over = (session) => turnsOf(session.game) > 0 && session.shown >= turnsOf(session.game);

// The session after one entry; entries come from a log that was checked when it was written.
export function step(session, entry) {
  switch (entry.kind) {
    case "call": {
      const { round, turn, rolls } = entry;
      const caller = session.caller && following(session.caller)[1];
      const calls = [...session.calls, { round, turn, rolls }];
      return { ...session, caller, calls, shown: calls.length };
    }
    case "back":
      return { ...session, shown: Math.max(0, session.shown - 1) };
    case "again":
      return { ...session, shown: Math.min(session.calls.length, session.shown + 1) };
    case "word":
      return { ...session, word: entry.word };
    case "reveal":
      return { ...session, secret: entry.secret };
    default:
      return session;
  }
}

// The entry of an action where this page draws by itself (no server); null when it changes nothing.
export function act(session, action) {
  if (action === "back") return session.shown ? { kind: "back" } : null;
  if (session.shown < session.calls.length) return { kind: "again" };
  if (over(session)) return null;
  return { kind: "call", n: session.calls.length + 1, ...following(session.caller)[0] };
}
