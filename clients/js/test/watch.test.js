// SilenceWatch, and requests that wait for a server (waitingFetch, fetchWithin).
import assert from "node:assert/strict";
import test from "node:test";
import { Backoff } from "../src/backoff.js";
import { Character } from "../src/stream.js";
import { fetchWithin, SilenceWatch, waitingFetch } from "../src/watch.js";

/** Returns the seconds from the last message until the watch says that the connection is silent. */
function silentAfter(watch, start, step) {
  for (let now = start; now < start + 1000; now += step) if (watch.isSilent(now)) return now - start;
  return Infinity;
}

test("with a limit of ten seconds a connection counts as silent eight to ten seconds after the last message", () => {
  const watch = new SilenceWatch(10, 1);
  for (let now = 0; now < 100; now++) {
    assert.equal(watch.isSilent(now), false);
    watch.heard();
  }
  const after = silentAfter(watch, 100, 1);
  assert.ok(after >= 8 && after <= 10, String(after));
});

test("an hour without beats, as in a sleeping computer or a page in the background, does not count as silence", () => {
  const watch = new SilenceWatch(10, 1);
  watch.isSilent(0);
  assert.equal(watch.isSilent(3600), false);
  watch.heard();
  for (let now = 3660; now < 7200; now += 60) {
    assert.equal(watch.isSilent(now), false);
    watch.heard();
  }
});

test("a GET is repeated after a lost connection and after 503 until it is answered; a POST is sent once", async () => {
  const replies = [new TypeError("no connection"), new Response("", { status: 503 }), new Response("good")];
  const told = [];
  const fetch = async () => {
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const waiting = waitingFetch({
    fetch,
    backoff: () => new Backoff({ first: 0.001 }),
    waiting: (error) => told.push(error?.message ?? null),
  });
  assert.equal(await (await waiting("http://x/a")).text(), "good");
  assert.deepEqual(told, ["no connection", "fetch: http://x/a answered 503", null]);
  replies.push(new TypeError("no connection"));
  await assert.rejects(waiting("http://x/a", { method: "POST" }), /no connection/);
});

test("a status 404 is returned without repeating, and an aborted wait rejects", async () => {
  const waiting = waitingFetch({ fetch: async () => new Response("no", { status: 404 }) });
  assert.equal((await waiting("http://x/a")).status, 404);
  const gone = new AbortController();
  const never = waitingFetch({
    fetch: async () => {
      throw new TypeError("no");
    },
    waiting: () => gone.abort(new Error("ended")),
  });
  await assert.rejects(never("http://x/a", { signal: gone.signal }), /ended|no/);
});

test("fetchWithin rejects when the body of a reply stops", async () => {
  const fetch = async (_, { signal }) => {
    return new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([1]));
          signal.addEventListener("abort", () => controller.error(signal.reason));
        },
      }),
    );
  };
  await assert.rejects(fetchWithin(fetch, 0.05, "http://x/a"), /nothing came from http:\/\/x\/a for 0.05 s/);
});

test("input() refuses an unknown field, and the input before it stays held", () => {
  const me = Object.assign(Object.create(Character.prototype), { stream: { sendHeld() {} }, id: 3, seq: 0, held: null });
  me.input({ move: [0, 1] });
  assert.throws(() => me.input({ mvoe: [0, 1] }), /mvoe is no field; .*move/);
  assert.throws(() => me.input({ gait: "fly" }), /gait/);
  assert.deepEqual([me.seq, me.held.move], [1, [0, 1]]);
});
