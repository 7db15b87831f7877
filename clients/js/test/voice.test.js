// Character.say(): times of sound and picture against a simulated daemon and a stand-in AudioContext.
import assert from "node:assert/strict";
import test from "node:test";
import { Character, Stream } from "../src/stream.js";
import { sentences } from "../src/voice.js";

/** Lets everything go on that waits for nothing but promises. */
const settled = () => new Promise((done) => setTimeout(done, 5));

const RATE = 60;

/**
 * A stream whose daemon is simulated. up, down: seconds from client to server and back. latency: of the AudioContext. late: seconds that the
 * server takes a message late. state: of the AudioContext. `seen` is the local time of the picture of time 0, `starts` the calls of start().
 */
function simulated({ up = 0.02, down = 0.03, latency = 0.02, divisor = 1, late = 0, state = "running", refusal = null } = {}) {
  const world = { time: 50, asked: [], sent: [], starts: [], stops: 0, errors: [], seen: null, resumes: 0 };
  const shift = -40; // the server's clock minus the local one
  const speech = {
    seconds: 1,
    visemes: [{ viseme: "PP", start: 0, end: 1, weight: 1 }],
    words: [{ word: "Bob", start: 0, end: 1 }],
    sound: { type: "audio/wav", base64: btoa("RIFF") },
  };
  const client = {
    speech: async (fields) => {
      world.asked.push(fields);
      await world.gate;
      return speech;
    },
  };
  const stream = new Stream("ws://nowhere/v1/stream", { WebSocket: class {}, now: () => world.time, client });
  stream.state = "open";
  stream.welcome = { tick_rate: RATE };
  stream.profileFields = { divisor };
  for (let i = -100; i < 0; i++) {
    const local = world.time + i / RATE; // arrival of a frame
    stream.clock.frame(local - down + shift, local);
  }
  stream.clock.pong(world.time - up - down, world.time - down + shift, world.time);
  stream.ask = async (type, fields) => {
    world.sent.push({ type, ...fields });
    if (refusal) throw refusal;
    if (fields.stop) return {};
    const tick = Math.ceil((world.time + up + late + shift) * RATE) / RATE;
    const zero = tick + fields.delay; // server's time of time 0
    world.started = { event: "speech_started", id: 3, utterance: fields.utterance, time: zero, at: 0 };
    world.arrives = zero - shift + down;
    world.seen = zero - shift + down + (2.5 * divisor) / RATE;
    return {};
  };
  const begun = world.time;
  const audio = {
    state,
    baseLatency: latency / 4,
    outputLatency: (3 * latency) / 4,
    destination: {},
    get currentTime() {
      return world.time - begun;
    },
    resume: () => {
      world.resumes++;
      return new Promise(() => {});
    },
    decodeAudioData: async () => ({ duration: 1 }),
    createBufferSource: () => ({
      connect() {},
      disconnect() {},
      stop: () => world.stops++,
      start: (when, offset) => world.starts.push(begun + when + latency - offset),
    }),
  };
  stream.on("error", (error) => world.errors.push(error));
  const character = new Character(stream, {});
  character.id = 3;
  return Object.assign(world, { stream, character, audio });
}

test("sound and picture meet within 45 ms early and 125 ms late, for any way to the server and any latency of the loudspeaker", async () => {
  for (const up of [0.001, 0.03, 0.15])
    for (const down of [0.001, 0.03, 0.15])
      for (const latency of [0, 0.02, 0.08, 0.25])
        for (const divisor of [1, 4]) {
          const world = simulated({ up, down, latency, divisor });
          const said = await world.character.say("Bob", { audio: world.audio });
          const late = world.starts[0] - world.seen;
          assert.ok(late > -0.02 && late < 0.02, `${late} s at up ${up}, down ${down}, latency ${latency}, divisor ${divisor}`);
          assert.equal(said.sound, true);
          assert.ok(Math.abs(said.heard - world.starts[0]) < 1e-6);
        }
});

test("say asks for the voice and sends its visemes as Oculus' with the delay", async () => {
  const world = simulated();
  await world.character.say("Bob", { audio: world.audio, voice: "kal", speed: 2, utterance: "u" });
  assert.deepEqual(world.asked, [{ text: "Bob", voice: "kal", speed: 2 }]);
  const [{ delay, ...rest }] = world.sent;
  assert.deepEqual(rest, {
    type: "speak",
    id: 3,
    visemes: [{ viseme: "PP", start: 0, end: 1, weight: 1 }],
    source: "oculus",
    utterance: "u",
  });
  assert.ok(delay >= 0 && delay < 0.2);
});

test("a server that begins late moves the sound to the picture, and one on time does not", async () => {
  for (const late of [0, 0.4, 2]) {
    const world = simulated({ late });
    await world.character.say("Bob", { audio: world.audio });
    world.time = world.arrives;
    world.stream.emit("speech", world.started);
    assert.equal(world.starts.length, late ? 2 : 1);
    assert.equal(world.stops, late ? 1 : 0);
    const off = world.starts.at(-1) - world.seen;
    assert.ok(Math.abs(off) < 0.02, `${off} s`);
  }
});

test("hush, speak and a stop of the server end the sound, and an end in time does not", async () => {
  const ends = {
    hush: ({ character }) => character.hush(),
    speak: ({ character }) => character.speak("other"),
    server: ({ stream, started }) => stream.emit("speech", { ...started, event: "speech_ended", stopped: true }),
    closed: ({ stream }) => stream.emit("state", "closed"),
  };
  for (const [name, end] of Object.entries(ends)) {
    const world = simulated();
    await world.character.say("Bob", { audio: world.audio });
    world.stream.emit("speech", world.started);
    await end(world);
    assert.equal(world.stops, 1, name);
    assert.equal(world.stream.listeners.get("speech").size, 0, name);
  }
  const world = simulated();
  await world.character.say("Bob", { audio: world.audio });
  world.stream.emit("speech", { ...world.started, event: "speech_ended", stopped: true }); // of an older one with the same name
  world.stream.emit("speech", world.started);
  world.stream.emit("speech", { ...world.started, event: "speech_ended", stopped: false });
  assert.equal(world.stops, 0);
});

test("hush before the sound has come leaves nothing to play, and say resolves with null", async () => {
  const world = simulated();
  let come;
  world.gate = new Promise((resolve) => (come = resolve));
  const said = world.character.say("Bob", { audio: world.audio });
  await world.character.hush();
  come();
  assert.equal(await said, null);
  assert.equal(world.starts.length, 0);
  assert.deepEqual(
    world.sent.map(({ stop }) => stop),
    [true],
  );
});

test("without a gesture the mouth moves alone, and an error event says why", async () => {
  const world = simulated({ state: "suspended" });
  const said = await world.character.say("Bob", { audio: world.audio });
  assert.equal(said.sound, false);
  assert.equal(world.resumes, 1);
  assert.equal(world.starts.length, 0);
  assert.equal(world.sent.length, 1);
  assert.equal(world.errors[0].code, "no_sound");
  assert.match(world.errors[0].detail, /click/);
});

test("a platform without an AudioContext has the same event, and a refused speak ends the sound", async () => {
  const silent = simulated();
  await silent.character.say("Bob");
  assert.equal(silent.errors[0].code, "no_sound");
  const refused = simulated({ refusal: new Error("it has no mouth") });
  await assert.rejects(refused.character.say("Bob", { audio: refused.audio }), /no mouth/);
  assert.equal(refused.stops, 1);
});

test("sentences are complete as soon as their end has come, whatever the pieces", async () => {
  const texts = [
    [
      "Hello. My name is Dr. Smith! And yours? It is 3.14 today.\nOk",
      ["Hello.", "My name is Dr. Smith!", "And yours?", "It is 3.14 today.", "Ok"],
    ],
    ["你好。我是鲍勃！好", ["你好。", "我是鲍勃！", "好"]],
    ['He said "stop." Then J. Smith left... Bye', ['He said "stop."', "Then J. Smith left...", "Bye"]],
    ["  ", []],
  ];
  for (const [text, expected] of texts)
    for (const size of [1, 3, 7, 100]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, i * size + size));
      const found = [];
      for await (const sentence of sentences(pieces)) found.push(sentence);
      assert.deepEqual(found, expected, `pieces of ${size}`);
    }
});

test("sayAll says a model's text sentence by sentence, and asks for the next one while the one before is heard", async () => {
  const world = simulated();
  let more;
  const pieces = (async function* () {
    yield "One. ";
    yield "Two";
    await new Promise((done) => (more = done));
    yield ". Three.";
  })();
  const all = world.character.sayAll(pieces, { audio: world.audio, voice: "kal", utterance: "u" });
  await settled();
  assert.deepEqual(world.asked, [{ text: "One.", voice: "kal" }]);
  assert.deepEqual(
    world.sent.map((m) => m.utterance),
    ["u-0"],
  );
  more();
  await settled();
  assert.deepEqual(
    world.asked.map((m) => m.text),
    ["One.", "Two."],
  );
  assert.equal(world.sent.length, 1, "the second waits until the first has ended");
  for (const utterance of ["u-0", "u-1", "u-2"]) {
    world.stream.emit("speech", world.started);
    world.stream.emit("speech", { event: "speech_ended", id: 3, utterance, stopped: false });
    await settled();
  }
  assert.deepEqual(
    world.sent.map((m) => m.utterance),
    ["u-0", "u-1", "u-2"],
  );
  assert.deepEqual(await all, { count: 3, isWhole: true });
});

test("hush ends sayAll, and the rest of its text is not asked for", async () => {
  const world = simulated();
  let isReturned = false;
  const pieces = (async function* () {
    try {
      for (;;) yield "Again. ";
    } finally {
      isReturned = true;
    }
  })();
  const all = world.character.sayAll(pieces, { audio: world.audio });
  await settled();
  world.character.hush();
  assert.deepEqual(await all, { count: 1, isWhole: false });
  await settled();
  assert.ok(world.asked.length <= 2 && isReturned, `${world.asked.length} asked`);
});

test("hush between two sentences ends sayAll too", async () => {
  const world = simulated();
  let more;
  const pieces = (async function* () {
    yield "One. ";
    await new Promise((done) => (more = done));
    yield "Two. ";
  })();
  const all = world.character.sayAll(pieces, { audio: world.audio, utterance: "u" });
  await settled();
  world.stream.emit("speech", world.started);
  world.stream.emit("speech", { event: "speech_ended", id: 3, utterance: "u-0", stopped: false });
  await settled();
  world.character.hush();
  more();
  assert.deepEqual(await all, { count: 1, isWhole: false });
  assert.deepEqual(
    world.sent.map((m) => m.utterance ?? m.stop),
    ["u-0", true],
  );
});
