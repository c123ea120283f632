import { drawSessions, inShard } from "@taskflow/classify";
import { deepEqual, equal, ok } from "node:assert/strict";

const SESSIONS = Array.from({ length: 500 }, (_, i) => ({
  source: i % 2 === 0 ? "aider" : "codex",
  id: `s-${Math.floor(i / 2)}`,
}));
const names = (sessions: readonly { source: string; id: string }[]) =>
  sessions.map(({ source, id }) => `${source} ${id}`);

Deno.test("drawSessions() draws whole sessions, in order, the same for the same seed", async () => {
  const drawn = await drawSessions(SESSIONS, 50, 7);
  equal(new Set(names(drawn)).size, 50);
  deepEqual(drawn, SESSIONS.filter((session) => drawn.includes(session)));
  deepEqual(drawn, await drawSessions(SESSIONS, 50, 7));
  const backwards = await drawSessions(SESSIONS.toReversed(), 50, 7);
  deepEqual(backwards.toReversed(), drawn);
  ok((await drawSessions(SESSIONS, 50, 8)).some((one) => !drawn.includes(one)));
});

Deno.test("drawSessions() contains every smaller draw, and all sessions where there are fewer", async () => {
  const large = await drawSessions(SESSIONS, 120);
  for (const session of await drawSessions(SESSIONS, 40)) {
    ok(large.includes(session));
  }
  deepEqual(await drawSessions(SESSIONS, 9999), SESSIONS);
  deepEqual(await drawSessions([], 3), []);
});

Deno.test("drawSessions() takes every session equally often", async () => {
  const times = new Map<string, number>();
  for (let seed = 0; seed < 400; seed++) {
    const drawn = await drawSessions(SESSIONS.slice(0, 20), 5, seed);
    for (const name of names(drawn)) {
      times.set(name, (times.get(name) ?? 0) + 1);
    }
  }
  equal(times.size, 20);
  // Binomial with mean 100 and deviation 8.7: five deviations.
  for (const n of times.values()) ok(n > 56 && n < 144, `${n}`);
});

Deno.test("inShard() puts every session into exactly one shard of about the same size", () => {
  const sizes = Array.from(
    { length: 5 },
    (_, i) =>
      SESSIONS.filter((session) => inShard(session, { index: i + 1, of: 5 }))
        .length,
  );
  equal(sizes.reduce((sum, n) => sum + n), SESSIONS.length);
  for (const n of sizes) ok(n > 60 && n < 140, `${sizes}`);
  ok(SESSIONS.every((session) => inShard(session, { index: 1, of: 1 })));
});
