// Stream with a socket that the test controls, and messages of Character.
import assert from "node:assert/strict";
import test from "node:test";
import { Character, Stream } from "../src/stream.js";

const turns = async () => {
  for (let i = 0; i < 10; i++) await null;
};

test("a connection lost during the join is tried again, and no promise rejects unhandled", async () => {
  const sockets = [];
  const thrown = [];
  const note = (error) => thrown.push(error);
  class Socket {
    constructor() {
      Object.assign(this, { readyState: 1, sent: [] });
      sockets.push(this);
    }
    send(text) {
      this.sent.push(text);
    }
    close() {
      this.onclose?.({});
    }
  }
  process.on("unhandledRejection", note);
  const stream = new Stream("ws://nowhere/v1/stream", { WebSocket: Socket });
  const opened = stream.open().catch((error) => error.code);
  await turns();
  sockets[0].onopen();
  await turns();
  assert.match(sockets[0].sent[0], /"join"/);
  sockets[0].onclose({});
  await turns();
  await new Promise((done) => setTimeout(done, 5));
  assert.equal(stream.state, "waiting");
  stream.close();
  assert.equal(await opened, "closed");
  process.off("unhandledRejection", note);
  assert.deepEqual(thrown, []);
});

test("observeSensors sends an observation without points, with the fields of fit's `orientations`", () => {
  const sent = [];
  const stream = {
    state: "open",
    socket: { readyState: 1 },
    now: () => 7.5,
    send: (message) => sent.push(JSON.parse(JSON.stringify(message))),
  };
  const me = Object.assign(Object.create(Character.prototype), { stream, id: 3, seq: 0 });
  const sensors = { pelvis: [0, 0, 0, 1], LeftForeArm: null };
  assert.equal(me.observeSensors(sensors, { calibrate: true, up: "z", facing: 90 }), 1);
  assert.deepEqual(sent[0], {
    type: "observe",
    id: 3,
    seq: 1,
    time: 7.5,
    set: "sensors",
    orientations: { sensors, up: "z", facing: 90 },
    calibrate: true,
  });
  assert.equal(me.observeSensors(sensors), 2);
  assert.deepEqual(sent[1], { type: "observe", id: 3, seq: 2, time: 7.5, set: "sensors", orientations: { sensors } });
});

test("observePose sends rotations of bones, and the position of the hips as the only point", () => {
  const sent = [];
  const stream = {
    state: "open",
    socket: { readyState: 1 },
    now: () => 7.5,
    send: (message) => sent.push(JSON.parse(JSON.stringify(message))),
  };
  const me = Object.assign(Object.create(Character.prototype), { stream, id: 3, seq: 0 });
  const rotations = { hips: [0, 0, 0, 1], leftUpperArm: [0, 0, -0.6, 0.8] };
  assert.equal(me.observePose(rotations, { hips: [0, 0.9, 1], height: 1.6 }), 1);
  const common = { type: "observe", id: 3, time: 7.5, set: "humanoid", orientations: rotations };
  assert.deepEqual(sent[0], { ...common, seq: 1, points: { hips: [0, 0.9, 1] }, height: 1.6 });
  assert.equal(me.observePose(rotations), 2);
  assert.deepEqual(sent[1], { ...common, seq: 2 });
});

test("a value that looks like a mistake is written to the console, once and for one's own spawn alone", () => {
  const told = [];
  const write = console.warn;
  console.warn = (text) => told.push(text);
  const stream = new Stream("ws://nowhere/v1/stream", { WebSocket: class {} });
  const message = { type: "spawned", id: 1, model: "m", warnings: [{ pointer: "/facing", detail: "90; ..." }] };
  const answers = [];
  stream.watch = { heard: () => {} };
  stream.receive(JSON.stringify(message));
  for (const ref of ["r1", "r2"]) {
    stream.asked.set(ref, { resolve: (answer) => answers.push(answer.id), reject: () => {} });
    stream.receive(JSON.stringify({ ...message, ref }));
  }
  stream.receive(JSON.stringify({ type: "warned", of: "sit", id: 1, warnings: message.warnings }));
  const me = new Character(stream, {});
  for (const camera_yaw of [6.28, 90, 91]) me.input({ id: 1, camera_yaw });
  console.warn = write;
  assert.deepEqual(answers, [1, 1]);
  assert.deepEqual(told.slice(0, 2), ["posed: spawn: /facing: 90; ...", "posed: sit: /facing: 90; ..."]);
  assert.match(told[2], /^posed: input: .camera_yaw: 90; .*degrees$/);
  assert.equal(told.length, 3);
});

test("after a pause frames are left out until a ping is answered, whose answer sets the clock", async () => {
  const clock = { now: 100 };
  const sent = [];
  const frames = [];
  const stream = new Stream("ws://nowhere/v1/stream", { WebSocket: class {}, now: () => clock.now });
  Object.assign(stream, {
    state: "open",
    welcome: { skeletons: [{ default: true, joints: [], samples: 0 }] },
    socket: { send: (text) => sent.push(JSON.parse(text)) },
    watch: { heard() {} },
  });
  stream.on("frame", ({ time }) => frames.push(time));
  const frameAt = (time) => {
    const bytes = new DataView(new ArrayBuffer(24));
    bytes.setUint32(0, 0x50534431); // "PSD1"
    bytes.setUint8(4, 1);
    bytes.setFloat64(12, time, true);
    stream.receive(bytes.buffer);
  };
  for (let k = 0; k < 10; k++) {
    clock.now += 1 / 60;
    frameAt(5 + k / 60);
  }
  assert.equal(frames.length, 10);
  clock.now += 3600;
  for (let k = 10; k < 500; k++) frameAt(5 + k / 60);
  assert.equal(frames.length, 10, "frames of before the pause");
  assert.deepEqual(
    sent.map(({ type }) => type),
    ["ping"],
  );
  clock.now += 0.02;
  stream.receive(JSON.stringify({ type: "pong", ref: sent[0].ref, time: sent[0].time, server_time: 3605 }));
  frameAt(3605.01);
  assert.deepEqual(frames.slice(10), [3605.01]);
  assert.ok(Math.abs(stream.clock.at(clock.now) - 3605) < 0.25);
});

test("a page that comes back into view asks at once", async () => {
  const listeners = {};
  globalThis.document = {
    visibilityState: "visible",
    addEventListener: (name, listener) => (listeners[name] = listener),
    removeEventListener: (name) => delete listeners[name],
  };
  const sent = [];
  const stream = new Stream("ws://nowhere/v1/stream", { WebSocket: class {} });
  Object.assign(stream, { state: "open", socket: { send: (text) => sent.push(JSON.parse(text)), close() {} } });
  stream.watchPage();
  listeners.visibilitychange();
  assert.deepEqual(
    sent.map(({ type }) => type),
    ["ping"],
  );
  stream.close();
  assert.deepEqual(Object.keys(listeners), []);
  delete globalThis.document;
});
