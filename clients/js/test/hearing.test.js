// Character.hear() and listen(): chunks of a sound as bytes, its end, a lost connection, and a stand-in AudioContext.
import assert from "node:assert/strict";
import test from "node:test";
import { Character, Stream } from "../src/stream.js";

/** A stream with a socket that keeps what is sent. */
function connected() {
  const world = { bytes: [], asked: [], errors: [] };
  const stream = new Stream("ws://nowhere/v1/stream", { WebSocket: class {} });
  stream.state = "open";
  stream.socket = {
    readyState: 1,
    bufferedAmount: 0,
    send: (data) => world.bytes.push(data),
  };
  stream.ask = async (type, fields) => {
    world.asked.push({ type, ...fields });
    if (world.refusal) throw world.refusal;
    return {};
  };
  stream.on("error", (error) => world.errors.push(error));
  const character = new Character(stream, {});
  character.id = 70007;
  return Object.assign(world, { stream, character });
}

/** Reads a chunk. */
function read(bytes) {
  const view = new DataView(bytes.buffer);
  const samples = Array.from({ length: (bytes.length - 16) / 2 }, (_, i) => view.getInt16(16 + 2 * i, true));
  return {
    kind: bytes[0],
    zero: bytes[1] + bytes[2] + bytes[3],
    id: view.getUint32(4, true),
    at: Number(view.getBigUint64(8, true)),
    samples,
  };
}

test("samples leave in chunks of the asked length, with their numbers, and are clipped to 16 bits", async () => {
  const world = connected();
  const hearing = await world.character.hear({
    rate: 16000,
    utterance: "u",
    seconds: 0.01,
  });
  assert.deepEqual(world.asked, [{ type: "hear", id: 70007, rate: 16000, format: "s16", utterance: "u" }]);
  hearing.send(Float32Array.from({ length: 250 }, (_, i) => (i === 0 ? -3 : i === 1 ? NaN : 0.5)));
  hearing.send(new Int16Array(80).fill(7));
  const chunks = world.bytes.map(read);
  assert.deepEqual(
    chunks.map(({ kind, zero, id, at, samples }) => [kind, zero, id, at, samples.length]),
    [
      [2, 0, 70007, 0, 160],
      [2, 0, 70007, 160, 160],
    ],
  );
  assert.deepEqual(chunks[0].samples.slice(0, 3), [-32767, 0, 16384]);
  assert.equal(chunks[1].samples[90], 7);
  await hearing.end();
  assert.deepEqual(world.asked.at(-1), { type: "hear", id: 70007, end: true });
  hearing.send(new Int16Array(1600));
  assert.equal(world.bytes.length, 2); // less than a millisecond was left
});

test("a lost connection begins the sound again, and a slow line leaves sound out", async () => {
  const world = connected();
  const hearing = await world.character.hear({ rate: 8000, text: "Hi" });
  assert.equal(world.asked[0].text, "Hi");
  hearing.send(new Int16Array(160));
  world.stream.state = "closed";
  world.stream.emit("state", "closed");
  hearing.send(new Int16Array(1600));
  assert.equal(world.bytes.length, 1);
  world.stream.state = "open";
  world.stream.emit("state", "open");
  hearing.send(new Int16Array(160));
  assert.deepEqual(
    world.asked.map(({ type }) => type),
    ["hear", "hear"],
  );
  assert.equal(read(world.bytes[1]).at, 0);
  world.stream.socket.bufferedAmount = 1e6;
  hearing.send(new Int16Array(1600));
  assert.equal(world.bytes.length, 2);
});

test("wrong rates are refused before they are sent, and a refusal of the server rejects", async () => {
  const world = connected();
  await assert.rejects(world.character.hear({ rate: 44000 }), /44100/);
  await assert.rejects(world.character.hear({ rate: 8000, seconds: 2 }), /0\.005/);
  world.refusal = new Error("no mouth");
  await assert.rejects(world.character.hear({ rate: 8000 }), /no mouth/);
  await assert.rejects(world.character.listen({}), /MediaStream or an AudioNode/);
});

test("feel names its partner by the id", async () => {
  const world = connected();
  const other = new Character(world.stream, {});
  other.id = 9;
  await world.character.feel({ emotions: { happy: 0.7 }, partner: other });
  await world.character.feel({ part: "thinking", partner: 9, liveliness: 0 });
  await world.character.feel();
  assert.deepEqual(world.asked, [
    { type: "feel", id: 70007, emotions: { happy: 0.7 }, partner: 9 },
    { type: "feel", id: 70007, part: "thinking", liveliness: 0, partner: 9 },
    { type: "feel", id: 70007 },
  ]);
});

test("listen sends what an AudioNode plays until its end", async () => {
  const world = connected();
  const links = [];
  const processor = {
    connect: () => links.push("out"),
    disconnect: () => links.push("off"),
  };
  const context = {
    state: "running",
    sampleRate: 48000,
    destination: {},
    createScriptProcessor: () => processor,
  };
  const node = {
    context,
    connect: (to) => links.push(to === processor ? "in" : "?"),
    disconnect: () => links.push("left"),
  };
  const hearing = await world.character.listen(node, { seconds: 0.02 });
  assert.deepEqual(links, ["in", "out"]);
  processor.onaudioprocess({
    inputBuffer: { getChannelData: () => new Float32Array(1024).fill(0.25) },
  });
  assert.equal(world.bytes.length, 1);
  assert.equal(read(world.bytes[0]).samples[5], 8192);
  assert.ok(hearing.lag > 0.06 && hearing.lag < 0.2);
  await hearing.end();
  assert.deepEqual(links.slice(2), ["left", "off"]);
});
