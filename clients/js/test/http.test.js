// Posed: addresses, and what a reply warns of.
import assert from "node:assert/strict";
import test from "node:test";
import { Posed, PosedError } from "../src/http.js";

test("an address has http:// or https:// and neither query nor fragment; the stream's has ws:// or wss://", () => {
  for (const base of [
    "localhost:8080",
    "127.0.0.1:8080",
    "ws://127.0.0.1:8080",
    "http://",
    "http:///x",
    "http://a?b=1",
    "http://a/#b",
    "http://a b",
  ])
    assert.throws(() => new Posed(base), /^TypeError: base: ".*"; an address with http:/);
  const streams = {
    "http://127.0.0.1:8080": "ws://127.0.0.1:8080/v1/stream",
    "HTTPS://example.org/posed/": "wss://example.org/posed/v1/stream",
    "http://[::1]:8080//": "ws://[::1]:8080/v1/stream",
  };
  for (const [base, stream] of Object.entries(streams))
    assert.equal(new Posed(base).stream({ WebSocket: class {} }).url.toLowerCase(), stream);
});

test("a key may be set later, without the line end of its file, and one that cannot be a key is refused at once", async () => {
  const sent = [];
  const client = new Posed("http://h", { fetch: async (_, { headers }) => (sent.push(headers.get("Authorization")), new Response("{}")) });
  await client.request("GET", "/");
  client.key = "abc\n";
  await client.request("GET", "/");
  for (const wrong of ["a b", "a\tb", "schl\u00fcssel"])
    assert.throws(() => (client.key = wrong), /^TypeError: key: character \d+ of \d+ is a blank/);
  assert.throws(() => new Posed("http://h", { key: "a b" }), TypeError);
  assert.equal(client.key, "abc");
  client.key = null;
  await client.request("GET", "/");
  assert.deepEqual(sent, [null, "Bearer abc", null]);
});

test("what a reply warns of is told once, also when the reply is bytes", async () => {
  const headers = { "Posed-Warning": "/pose/3: a rotation by 90; ..." };
  const replies = [new Response(new Uint8Array(12), { headers }), new Response("{}", { headers }), new Response("{}")];
  const told = [];
  const posed = new Posed("http://x", { fetch: async () => replies.shift(), warn: (text) => told.push(text) });
  assert.equal((await posed.joints()).length, 3);
  await posed.version();
  await posed.version();
  assert.deepEqual(told, ["/pose/3: a rotation by 90; ..."]);
});

test("an error has the server's text and the seconds of Retry-After", async () => {
  const problem = JSON.stringify({ status: 503, title: "Service Unavailable", detail: "the queue is full", errors: [] });
  const posed = new Posed("http://x", { fetch: async () => new Response(problem, { status: 503, headers: { "Retry-After": "2" } }) });
  await assert.rejects(
    posed.models(),
    (error) => error instanceof PosedError && error.detail === "the queue is full" && error.retryAfter === 2,
  );
});

test("the query of a body has lists with commas, and objects and lists of them as JSON", () => {
  const query = (fields) => new URLSearchParams(new Posed("http://h").glbUrl("person", fields).split("?")[1]);
  assert.equal(query({ betas: new Float32Array([1, 0.5]) }).get("betas"), "1,0.5");
  assert.equal(query({ blend_shapes: { jawOpen: 0.5 } }).get("blend_shapes"), '{"jawOpen":0.5}');
  assert.equal(query({ sam3d: [{ shape_params: new Float32Array([1]) }] }).get("sam3d"), '[{"shape_params":[1]}]');
  assert.equal(query({ wear: null }).has("wear"), false);
});
