// Prediction of clients/js by clients/core, against a daemon behind the lossy line: node predict.mjs POSED MODELS [SECONDS].
// Claims hold on a machine under load: they wait for events, and count ticks. With SECONDS a random player plays for so long, and figures
// are printed (docs/lab/prediction.md).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";
import { Posed, encodeInput } from "../../clients/js/src/index.js";
import { Core } from "../../clients/core/src/index.js";

const [program, models, seconds] = process.argv.slice(2);
const model = readFileSync(`${models}/motion.safetensors`);
const hypot = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

async function daemon() {
  const folder = mkdtempSync(`${tmpdir()}/posed-predict-`);
  writeFileSync(`${folder}/posed.yaml`, `listen: "127.0.0.1:0"\nmodels_dir: ${models}\n`);
  const child = spawn(program, ["--config", `${folder}/posed.yaml`], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(child.stdout, "data");
  const base = /http:\S+/.exec(String(line))[0];
  return {
    base,
    port: Number(new URL(base).port),
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The lossy line to a port. */
async function lossy(port, { delay = 0.075, jitter = 0.015, loss = 0.02, seed = 1 } = {}) {
  const options = ["--delay", delay, "--jitter", jitter, "--loss", loss, "--seed", seed].map(String);
  const child = spawn("python3", [new URL("lossy.py", import.meta.url).pathname, String(port), ...options], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { base: `http://127.0.0.1:${Number(String(line))}`, stop: () => child.stdin.end() };
}

/** Resolves when a condition holds, which is looked at after each message. */
async function until(what, holds) {
  for (let i = 0; i < 12000; i++) {
    if (holds()) return;
    await pause(10);
  }
  throw new Error(`did not happen: ${what}`);
}

/** A stream over the line whose messages `predicted` are noted. */
async function player(base, options = {}) {
  const posed = new Posed(base);
  const stream = posed.stream({ WebSocket, predict: { core: Core.load({ model }), ...options.predict }, ...options.stream });
  const notes = { hashes: 0, agreed: 0, snapshots: 0, bytes: 0, reasons: [], corrections: [] };
  const { receive } = stream;
  stream.receive = function (data) {
    const message = typeof data === "string" ? JSON.parse(data) : {};
    if (message.type === "predicted") {
      notes.bytes += data.length;
      if (message.hash) notes.hashes++;
      if (message.snapshot) (notes.snapshots++, (notes.snapshotBytes = message.snapshot.length));
      const mine = [...stream.characters].find((c) => c.id === message.id)?.prediction;
      if (message.hash && mine?.isOn) notes.agreed = mine.predictor.check(message.tick, message.hash) === "agrees" ? notes.agreed + 1 : 0;
    }
    return receive.call(this, data);
  };
  stream.on("prediction", ({ state, reason }) => notes.reasons.push(reason ?? state));
  stream.on("corrected", (done) => notes.corrections.push(done));
  await stream.open();
  return { posed, stream, notes };
}

/** A test with a daemon and a line of its own. */
function live(name, run, line) {
  test(name, { timeout: 600000 }, async () => {
    const d = await daemon();
    const l = await lossy(d.port, line);
    try {
      await run({ d, l });
    } finally {
      l.stop();
      await d.stop();
    }
  });
}
setTimeout(() => process.exit(1), 800000).unref();

const own = (stream, id) => stream.sample().find((c) => c.id === id);

live("the stick answers in the tick after it was moved, and the server computes the same", async ({ l }) => {
  const { stream, notes } = await player(l.base);
  await stream.profile({ channels: ["root", "rotations", "smpl"] });
  const walker = await stream.spawn({ body: {} });
  await until("prediction", () => walker.prediction.isOn);
  await until("five equal hashes", () => notes.agreed >= 5);

  const tick = walker.prediction.predictor.tick;
  const before = own(stream, walker.id);
  assert.ok(before.predicted);
  walker.input({ move: [0, 1], gait: "walk" });
  await until("ticks", () => walker.prediction.predictor.tick > tick + 20);
  const sent = walker.prediction.sent.tick;
  assert.ok(stream.timeline.newest.tick < sent, "moved before a frame of that tick came");
  assert.ok(hypot([...own(stream, walker.id).root], [...before.root]) > 0.01);
  await until("five equal hashes", () => notes.agreed >= 5);

  // The body's pose follows the predicted one: what frames show later of the same tick is near.
  const { smpl } = own(stream, walker.id);
  assert.equal(smpl.rotations.length, stream.timeline.newest.characters.get(walker.id).smpl.rotations.length);
  stream.close();
});

live("an order, a path and a wall that the client does not know are corrected, and then both agree", async ({ d, l }) => {
  const near = new Posed(d.base);
  const wall = { walls: [{ from: [-9, 1.5], to: [9, 1.5], width: 0.1 }] };
  await near.json("PUT", "/v1/scenes/yard", wall);
  const { stream, notes } = await player(l.base, { stream: { scene: "yard" }, predict: { scene: {} } }); // a wrong scene
  const walker = await stream.spawn();
  await until("prediction", () => walker.prediction.isOn);
  walker.input({ move: [0, 1], gait: "walk" });
  await until("a correction", () => notes.corrections.length > 2);
  walker.input({ move: [0, -1], gait: "walk" });
  await until("hashes that agree", () => notes.agreed >= 8);

  const snapshots = notes.snapshots;
  await walker.reach("left_hand", [0.3, 1.3, -1]);
  await until("a state with the order", () => notes.snapshots > snapshots);
  await until("hashes that agree", () => notes.agreed >= 4);
  await walker.follow([[3, -3], [0, 0]]);
  await until("the server's frames", () => walker.prediction.state === "server");
  assert.equal(walker.prediction.reason, "path");
  walker.input({});
  await until("prediction again", () => walker.prediction.isOn);
  await until("hashes that agree", () => notes.agreed >= 4);
  stream.close();

  // The same scene, which the client fetches, needs no correction at the wall.
  const second = await player(l.base, { stream: { scene: "yard" } });
  const other = await second.stream.spawn();
  await until("prediction", () => other.prediction.isOn);
  other.input({ move: [0, 1], gait: "walk" });
  const { tick } = other.prediction.predictor;
  await until("the wall", () => other.prediction.predictor.tick > tick + 240);
  await until("hashes that agree", () => second.notes.agreed >= 4);
  assert.ok(own(second.stream, other.id).root[2] < 1.5);
  second.stream.close();
});

live("what cannot be predicted is drawn from frames, and says why", async ({ l }) => {
  const { stream, notes } = await player(l.base);
  const slow = await stream.spawn({ control: { walk_speed: 1.1 } });
  await until("a reason", () => slow.prediction.state === "server");
  assert.equal(slow.prediction.reason, "control");
  assert.equal(notes.reasons.at(-1), "control");
  await until("a frame", () => stream.sample().length === 1);
  assert.ok(!own(stream, slow.id).predicted);
  const dancer = await stream.spawn();
  await until("prediction", () => dancer.prediction.isOn);
  await dancer.play("wave");
  await until("the server's frames", () => dancer.prediction.reason === "clip");
  await until("prediction again", () => dancer.prediction.isOn);
  stream.close();
});

live("foolish ticks and damaged states are errors, and the stream goes on", async ({ l }) => {
  const { stream, notes } = await player(l.base);
  const errors = [];
  stream.on("error", (error) => errors.push(error));
  const walker = await stream.spawn();
  await until("prediction", () => walker.prediction.isOn);
  const now = walker.prediction.predictor.tick;
  for (const tick of [now + 4000, now - 4000]) stream.socket.send(encodeInput({ id: walker.id, tick: tick >>> 0 }));
  await until("two errors", () => errors.length === 2);
  assert.deepEqual(errors.map(({ code, pointer }) => [code, pointer]), [["range", "/tick"], ["range", "/tick"]]);
  const network = walker.prediction.core.modelHash;
  stream.takePredicted({ id: walker.id, tick: now, seq: 0, network, snapshot: "AAAA" });
  await until("an error", () => errors.length === 3);
  assert.equal(errors[2].pointer, "/snapshot");
  assert.deepEqual([walker.prediction.state, walker.prediction.reason], ["server", "snapshot"]);
  await until("prediction again", () => walker.prediction.isOn);
  await assert.rejects(stream.ask("input", { id: (await stream.spawn({ control: { walk_speed: 1.2 } })).id, tick: -1 }), { pointer: "/tick" });
  await assert.rejects(stream.ask("predict", { id: walker.id, every: 5 }), { pointer: "/every" });
  assert.ok(notes.hashes >= 0);
  stream.close();
});

live("a lost connection and a stalled line are survived", async ({ l }) => {
  const { stream, notes } = await player(l.base, { stream: { silence: 0 } });
  const walker = await stream.spawn();
  await until("prediction", () => walker.prediction.isOn);
  walker.input({ move: [1, 0], gait: "walk" });
  await until("hashes that agree", () => notes.agreed >= 4);
  stream.socket.close();
  await until("the loss", () => walker.prediction.state === "off");
  await until("prediction again", () => walker.prediction.isOn);
  await until("hashes that agree", () => notes.agreed >= 4);
  stream.close();
});

if (seconds)
  for (const each of [0.075, 0.15])
    live(`figures: ${seconds} s of play, ${2000 * each} ms to and fro`, async ({ l }) => {
      const { stream, notes } = await player(l.base);
      const walker = await stream.spawn();
      await until("prediction", () => walker.prediction.isOn);
      await pause(30000); // learns the line
      const begun = { ...notes, corrections: notes.corrections.length, at: stream.now(), sent: walker.prediction.bytes };
      let seed = 7;
      const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      let [largest, last] = [0, null];
      const drawing = setInterval(() => {
        const pose = own(stream, walker.id);
        const now = stream.now();
        if (last && now > last.now) largest = Math.max(largest, hypot([...pose.root], last.root) - 5 * (now - last.now));
        last = { root: [...pose.root], now };
      }, 16);
      while (stream.now() - begun.at < Number(seconds)) {
        const angle = 2 * Math.PI * random();
        const gait = ["walk", "jog", "auto"][Math.floor(3 * random())];
        walker.input(random() < 0.2 ? {} : { move: [Math.sin(angle), Math.cos(angle)], gait });
        await pause(300 + 1200 * random());
      }
      clearInterval(drawing);
      const passed = stream.now() - begun.at;
      const all = notes.corrections.slice(begun.corrections).map(({ distance }) => distance);
      console.log(`# ${passed.toFixed(0)} s: ${all.length} corrections above 1 cm (${((60 * all.length) / passed).toFixed(2)} a minute), worst ${Math.max(0, ...all).toFixed(3)} m`);
      console.log(`# ${((notes.bytes - begun.bytes) / passed).toFixed(0)} bytes/s of hashes and states, ${notes.snapshots - begun.snapshots} states of ${notes.snapshotBytes} characters, ${((walker.prediction.bytes - begun.sent) / passed).toFixed(0)} bytes/s of inputs`);
      console.log(`# largest way in a frame beyond 5 m/s: ${largest.toFixed(3)} m; early ${walker.prediction.early}, lead ${walker.prediction.predictor.tick - stream.timeline.newest.tick} ticks before the newest frame`);
      stream.close();
    }, { delay: each, jitter: each / 5, loss: 0.02 });
