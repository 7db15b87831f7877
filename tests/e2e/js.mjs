// clients/js against a live daemon: node js.mjs POSED MODELS. Sockets are npm's ws; models holds network.py's glider.
import assert from "node:assert/strict";
import { File } from "node:buffer"; // Debian 12's node, 18, has no global File
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createHash } from "node:crypto";
import * as THREE from "three";
import WebSocket from "ws";
import { Backoff, Posed, PosedError, Stream, StreamError, fillGeometry, fillSkeleton, toWorld, waitingFetch } from "../../clients/js/src/index.js";

const [program, models] = process.argv.slice(2);
const hypot = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

async function daemon(config = "", port = 0) {
  const folder = mkdtempSync(`${tmpdir()}/posed-js-`);
  writeFileSync(`${folder}/posed.yaml`, `listen: "127.0.0.1:${port}"\nmodels_dir: ${models}\n${config}`);
  const child = spawn(program, ["--config", `${folder}/posed.yaml`], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(child.stdout, "data");
  const base = /http:\S+/.exec(String(line))[0];
  const stop = async (signal = "SIGTERM") => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { base, port: Number(new URL(base).port), posed: new Posed(base), stop, child };
}

/** A test with a daemon of its own and a stream that is left at its end. */
function live(name, run, config) {
  test(name, { timeout: 600000 }, async () => {
    const d = await daemon(config);
    const streams = [];
    d.stream = (options) => (streams.push(d.posed.stream({ WebSocket, ...options })), streams.at(-1));
    try {
      await run(d);
    } finally {
      streams.forEach((s) => s.close());
      await d.stop();
    }
  });
}
setTimeout(() => process.exit(1), 800000).unref(); // a test that hangs keeps its daemon's pipe

const next = (stream, name, wanted = () => true) =>
  new Promise((resolve) => {
    const listener = (value) => wanted(value) && (stream.off(name, listener), resolve(value));
    stream.on(name, listener);
  });

live("meshes, measurements, joints, faces and IK come as typed arrays and objects", async ({ posed }) => {
  const about = await posed.model(), faces = await posed.faces();
  const mesh = await posed.mesh("default", { betas: [1, -0.5], include: ["vertices", "normals", "faces"], ground: true });
  assert.equal(mesh.vertices.length, 3 * about.vertex_count);
  assert.deepEqual(mesh.faces, faces);
  const geometry = fillGeometry(THREE, new THREE.BufferGeometry(), mesh), { array } = geometry.attributes.position;
  assert.ok(geometry.boundingSphere.radius > 0.7 && geometry.boundingSphere.radius < 1.5);
  fillGeometry(THREE, geometry, await posed.mesh("default", { include: ["vertices", "normals", "faces"] }));
  assert.equal(geometry.attributes.position.array, array, "written over");
  const two = await posed.meshes("default", { bodies: [{}, { betas: [2] }], include: ["joints", "faces"] });
  assert.deepEqual([two.length, two[0].joints.length, two[0].faces], [2, 3 * about.joint_count, two[1].faces]);
  assert.deepEqual(await posed.joints("default"), two[0].joints);
  const { betas, status } = await posed.fit("default", { measurements: { height: 1.8 } });
  assert.equal(status, "matched");
  assert.ok(Math.abs((await posed.measure("default", { betas })).height - 1.8) < 2e-3);
  const solution = await posed.ik({ targets: [{ joint: "left_wrist", position: [0.3, 1.4, 0.4] }] });
  assert.equal(solution.pose.quaternions.length, about.joint_count);
});

live("a GLB comes by its address, a roll-out as JSON and GLB", async ({ posed }) => {
  const glb = await posed.glb("default", { betas: [1.5, -0.5], rig: true });
  assert.equal(Buffer.from(glb, 0, 4).toString(), "glTF");
  assert.match(posed.glbUrl("default", { pose: [[1, 2, 3], [4, 5, 6]] }), /pose=1%2C2%2C3%2C4%2C5%2C6/);
  const script = { seconds: 1, script: [{ t: 0, move: [0, 1] }] };
  const run = await posed.rollout(script);
  assert.equal(run.frames.length, run.frame_count);
  assert.equal(Buffer.from(await posed.rollout(script, { format: "glb" }), 0, 4).toString(), "glTF");
});

live("what is wrong comes as an error with status and pointer", async ({ posed, stream }) => {
  await assert.rejects(posed.mesh("default", { betas: Array(99).fill(0) }), (e) => e instanceof PosedError && e.status === 400 && e.errors[0].pointer === "/betas");
  const s = stream();
  await s.open();
  await assert.rejects(s.spawn({ model: "nobody" }), (e) => e instanceof StreamError && e.pointer === "/model");
});

live("a character walks by binary inputs, is drawn smoothly and tells of its steps", async ({ stream }) => {
  const s = stream({ profile: { channels: ["root", "joints", "rotations", "contacts"] } });
  const welcome = await s.open(), walker = await s.spawn({ position: [1, 2], facing: 0.5 });
  const seq = walker.input({ move: [0, 1], gait: "walk" });
  const step = await next(s, "event", (e) => e.event === "footstep");
  assert.equal(step.id, walker.id);
  await next(s, "frame", (f) => f.characters[0]?.seq === seq);
  await pause(500);
  const [first] = s.sample(), places = [first.root];
  const group = new THREE.Group(), bones = welcome.skeletons[0].joints.map(() => new THREE.Bone());
  group.add(bones[0]);
  fillSkeleton(group, bones, first);
  group.updateMatrixWorld(true);
  assert.ok(hypot(new THREE.Vector3().setFromMatrixPosition(bones[0].matrixWorld).toArray(), toWorld(first, first.joints.slice(0, 3))) < 1e-5);
  let worst = 0, late = 0;
  for (let end = s.now() + 1, before = s.now(); s.now() < end; ) {
    await pause(5);
    const now = s.now(), [who] = s.sample(now);
    const jump = hypot(who.root, places.at(-1)) - 1.6 * (now - before);
    worst = Math.max(worst, jump);
    late += jump >= 0.02;
    places.push(who.root);
    before = now;
  }
  assert.ok(worst < 0.05 && late <= 1, `${late} jumps of 0.02 m or more, the largest ${worst} m`); // one frame that a busy machine sends late is caught up with
  assert.ok(hypot(places.at(-1), places[0]) > 0.5);
  assert.ok((await s.ping()) > 0 && s.clock.roundTrip > 0);
}, `models: [{id: walker, file: ${resolve("models/motion.safetensors")}, default: true}]\n`); // whose feet stand: a step is waited for

live("an error that nobody listens to is one warning on the console, whoever listens gets it", async ({ stream }) => {
  const lines = [], { warn } = console;
  console.warn = (line) => lines.push(line);
  try {
    const s = stream();
    await s.open();
    const walker = await s.spawn({ position: [0, 0] });
    for (let i = 0; i < 3; i++) walker.input({ move: [5000, 0] });
    await s.ping(); // answered behind what was refused
    assert.deepEqual(lines, ["posed: range: byte 12: move: 5000; -1000 to 1000 allowed"]);
    await assert.rejects(s.spawn({ model: "nobody" }));
    const heard = next(s, "error");
    walker.input({ speed: 99 });
    assert.match((await heard).pointer + (await heard).detail, /speed/);
    assert.equal(lines.length, 1);
    const ended = next(s, "state", (state) => state === "closed"), second = stream({ resume: s.token });
    await second.open();
    await ended;
    assert.equal(lines.length, 2);
    assert.match(lines[1], /^posed: taken_over/);
  } finally {
    console.warn = warn;
  }
});

live("two keys together walk", async ({ stream }) => {
  const s = stream();
  await s.open();
  const walker = await s.spawn({ position: [0, 0] });
  walker.input({ move: [1, 1], gait: "walk" });
  await next(s, "frame", (f) => f.characters[0]?.root[2] > 0.3); // the glider goes straight ahead, wherever the stick points
});

live("who asks for VMC where the server does not allow it is told so", async ({ stream }) => {
  const s = stream({ vmc: "127.0.0.1:39539", attempts: 1 });
  await assert.rejects(s.open(), (e) => e.pointer === "/vmc");
});

live("texts are answered: input, follow, look, profile, despawn", async ({ stream }) => {
  const s = stream();
  await s.open();
  const walker = await s.spawn();
  await walker.inputText({ move: [1, 0] });
  await assert.rejects(walker.inputText({ speed: 99 }), (e) => e.pointer === "/speed");
  await walker.follow([[0, 0], [0, 2]], { gait: "walk" });
  await walker.wander({ middle: [1, 1], radius: 3 });
  await assert.rejects(walker.wander({ space: 9 }), (e) => e.pointer === "/space");
  await walker.look([3, 3]);
  await walker.look(null, { point: [1, 1.5, 1], weight: 0.5 });
  await walker.reach("left_hand", [0.3, 1.2, 0.5], { anchor: "root", seconds: 0.2 });
  await walker.reach("left_hand", null, { weight: 0 });
  await assert.rejects(walker.reach("nose", [0, 1, 0]), (e) => e.pointer === "/joint");
  await s.profile({ channels: ["rotations"], quantize: 32, divisor: 2 });
  const frame = await next(s, "frame", (f) => f.rotationBits === 32);
  assert.equal(frame.characters[0].rotations.length, 4 * s.welcome.skeletons[0].joints.length);
  await walker.despawn();
  assert.deepEqual(s.sample(), []);
  await s.leave();
  assert.equal(s.state, "closed");
});

live("a watcher sees the session", async ({ stream }) => {
  const owner = stream();
  await owner.open();
  const walker = await owner.spawn(), watcher = stream({ watch: owner.session });
  await watcher.open();
  const frame = await next(watcher, "frame");
  assert.equal(frame.characters[0].id, walker.id);
  await assert.rejects(watcher.spawn(), StreamError);
});

live("a body's smpl channel and vertices come with it", async ({ posed, stream }) => {
  const s = stream({ profile: { channels: ["smpl", "vertices"], divisor: 6 } });
  await s.open();
  await s.spawn({ body: { betas: [1] } });
  const { characters: [who] } = await next(s, "frame", (f) => f.characters[0]?.vertices);
  assert.equal(who.vertices.length, 3 * (await posed.model()).vertex_count);
  assert.equal(who.smpl.rotations.length, 96);
  const heights = toWorld(who, who.vertices).filter((_, i) => i % 3 === 1);
  assert.ok(Math.min(...heights) > -0.1 && Math.max(...heights) > 1.4);
});

live("a lost line is resumed in less than a second: same session, same character, no jump", async ({ stream }) => {
  const s = stream();
  await s.open();
  const walker = await s.spawn(), { id } = walker, { session } = s;
  walker.input({ move: [0, 1] });
  await pause(700);
  const before = s.timeline.newest, at = s.now();
  s.socket.terminate();
  const welcome = await next(s, "welcome");
  assert.deepEqual([welcome.resumed, s.session, walker.id], [true, session, id]);
  const frame = await next(s, "frame");
  assert.ok(s.now() - at < 1, `${s.now() - at} s`);
  const ticks = frame.tick - before.tick;
  assert.ok(hypot(frame.characters[0].root, before.characters.get(id).root) < 0.04 * ticks);
});

test("a killed daemon that comes back gets a new session with the same characters where they were", { timeout: 600000 }, async () => {
  let d = await daemon();
  const s = new Stream(`ws://127.0.0.1:${d.port}/v1/stream`, { WebSocket, backoff: new Backoff({ first: 0.05, most: 0.2 }) });
  try {
    await s.open();
    const walker = await s.spawn({ position: [3, 4] }), { session } = s;
    await next(s, "frame", (f) => f.characters.length === 1);
    await d.stop("SIGKILL");
    await assert.rejects(walker.look([0, 0]), (e) => e.code === "disconnected");
    const lost = next(s, "lost");
    d = await daemon("", d.port);
    assert.equal((await lost).before, session);
    assert.notEqual(s.session, session);
    const frame = await next(s, "frame", (f) => f.characters.length === 1);
    assert.equal(frame.characters[0].id, walker.id);
    assert.ok(hypot(frame.characters[0].root, [3, 0, 4]) < 0.05);
  } finally {
    s.close();
    await d.stop();
  }
});

test("a drain says bye and when to come back; who was sent away for good stays away", { timeout: 600000 }, async () => {
  const d = await daemon();
  const one = d.posed.stream({ WebSocket }), two = d.posed.stream({ WebSocket });
  await one.open();
  two.token = one.token;
  await two.open();
  if (one.state !== "closed") await next(one, "state", (state) => state === "closed");
  const bye = next(two, "bye");
  const ended = d.stop();
  assert.deepEqual([(await bye).reason, two.bye.come_back], ["shutting_down", true]);
  await next(two, "state", (state) => state === "waiting");
  two.close();
  await ended;
  assert.equal(two.state, "closed");
});

/** A relay to a port, whose connections can fall silent: no byte passes and nothing is closed. */
async function relay(port) {
  let epoch = 0, count = 0;
  const all = new Set();
  const server = createServer((here) => {
    const mine = epoch, there = connect(port, "127.0.0.1");
    count++;
    for (const [from, to] of [[here, there], [there, here]]) {
      all.add(from);
      from.on("data", (data) => mine === epoch && to.write(data)).on("error", () => {}).on("close", () => mine === epoch && to.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: server.address().port, silence: () => { epoch++; }, count: () => count, stop: () => { server.close(); all.forEach((s) => s.destroy()); } };
}

test("a connection that falls silent is given up, and the session is resumed over another one", { timeout: 600000 }, async () => {
  const d = await daemon(), line = await relay(d.port);
  const stream = new Posed(`http://127.0.0.1:${line.port}`).stream({ WebSocket, silence: 1.5, backoff: new Backoff({ first: 0.05, most: 0.2 }) });
  try {
    const { session } = await stream.open(), walker = await stream.spawn(), states = [];
    stream.on("state", (state) => states.push(state));
    walker.input({ move: [0, 1] });
    await next(stream, "frame");
    const lost = next(stream, "disconnected"), back = next(stream, "welcome");
    line.silence();
    await assert.rejects(stream.spawn(), { code: "disconnected" });
    assert.equal((await lost).code, "silent");
    const welcome = await back;
    assert.ok(welcome.resumed && welcome.session === session);
    assert.equal((await next(stream, "frame", (f) => f.characters.length > 0)).characters[0].id, walker.id);
    assert.deepEqual(states.filter((s) => s !== "connecting"), ["waiting", "open"]);
    assert.ok(line.count() >= 2);
  } finally {
    stream.close();
    line.stop();
    await d.stop();
  }
});

test("a daemon that comes later is waited for, by requests and by the stream", { timeout: 600000 }, async () => {
  const first = await daemon(), { port } = first, waits = [];
  await first.stop();
  const posed = new Posed(`http://127.0.0.1:${port}`, { timeout: 0, fetch: waitingFetch({ backoff: () => new Backoff({ first: 0.05, most: 0.2 }), waiting: (error) => waits.push(error) }) });
  const stream = posed.stream({ WebSocket, attempts: Infinity, backoff: new Backoff({ first: 0.05, most: 0.2 }) });
  const models = posed.models(), opened = stream.open();
  await pause(300);
  const d = await daemon("", port);
  try {
    assert.ok((await models).length && (await opened).session);
    assert.ok(waits[0] instanceof TypeError && waits.at(-1) === null);
  } finally {
    stream.close();
    await d.stop();
  }
});

live("a stream that only listens outlives a short idle timeout", async ({ stream }) => {
  const s = stream(), byes = [];
  s.on("bye", (bye) => byes.push(bye));
  await s.open();
  await pause(4000);
  assert.deepEqual([byes, s.state], [[], "open"]);
}, "stream: {idle_timeout: 1}\n");

test("an address without http:// is told", () => {
  for (const base of ["localhost:8080", "127.0.0.1:8080", "ws://127.0.0.1:8080"]) assert.throws(() => new Posed(base), /http:/);
  for (const base of ["http://127.0.0.1:8080/", "HTTPS://example.org/posed"]) assert.ok(new Posed(base).base.length > 10);
});

live("files are sent as they are, typed arrays as lists, and ids may have any character", async ({ posed }) => {
  const glb = new Uint8Array(await posed.glb("default", { rig: true, morphs: false }));
  assert.equal((await posed.putCharacter("hero", glb)).id, "hero");
  assert.deepEqual((await posed.characters()).map(({ id }) => id), ["hero"]);
  await posed.request("PUT", "/v1/characters/other", new Blob([glb], { type: "model/gltf-binary" }));
  assert.equal((await posed.character("other")).id, "other");
  const bvh = await posed.rollout({ seconds: 1, script: [{ t: 0, move: [0, 1] }] }, { format: "bvh" });
  // motions and meshes of every kind: media types of the operating system are ignored, and the server recognises files that the client does not know
  const motion = new TextEncoder().encode(bvh), none = new TextEncoder().encode("; FBX 7.4.0 project file\n"), obj = new TextEncoder().encode("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  assert.ok((await posed.clip("hero", new File([motion], "walk.bvh", { type: "text/plain" }))).byteLength > glb.length / 2);
  await assert.rejects(posed.clip("hero", none), ({ status, detail }) => status === 400 && /fbx/.test(detail));
  await assert.rejects(posed.clip("hero", new Uint8Array([1, 2, 3])), { status: 415 });
  await assert.rejects(posed.rig(obj), ({ status }) => status === 400);
  assert.ok((await posed.putSkeleton("of-bvh", new TextEncoder().encode(bvh))).joints.length > 20);
  await posed.deleteCharacter("other");
  await assert.rejects(posed.character("other"), { status: 404 });
  for (const id of ["a/b", "../models", "a?b=c", "ä ö"]) await assert.rejects(posed.character(id), ({ status, detail }) => (status === 404 || status === 400) && !/route/.test(detail));
  const { joints } = await posed.mesh("default", { betas: new Float32Array([1.5, -0.5]), include: ["joints"] });
  const listed = (await posed.mesh("default", { betas: [1.5, -0.5], include: ["joints"] })).joints;
  assert.deepEqual(joints, listed);
  await assert.rejects(posed.glb("default", { percentile: { height: 90 } }), ({ status, detail }) => status === 400 && /percentile/.test(detail));
});

test("keys become tickets, one for each connection", { timeout: 600000 }, async () => {
  const folder = mkdtempSync(`${tmpdir()}/posed-keys-`);
  writeFileSync(`${folder}/keys`, `walker stream ${createHash("sha256").update("walker").digest("hex")}\n`);
  const d = await daemon(`access: {keys_file: ${folder}/keys}\n`);
  const s = new Posed(d.base, { key: "walker" }).stream({ WebSocket });
  try {
    await assert.rejects(d.posed.stream({ WebSocket, attempts: 1 }).open(), (e) => e.code === "gave_up");
    await s.open();
    s.socket.terminate();
    assert.equal((await next(s, "welcome")).resumed, true);
  } finally {
    s.close();
    await d.stop();
    rmSync(folder, { recursive: true });
  }
});

test("with a route, ticket and stream name the session that a router sends to one daemon", async () => {
  const asked = [], opened = [];
  class Socket { constructor(url) { opened.push(url); throw new Error("no line"); } }
  const fetch = async (url, { method } = {}) => (asked.push(`${method} ${url}`), new Response('{"ticket":"t+1"}', { headers: { "content-type": "application/json" } }));
  const options = { WebSocket: Socket, attempts: 1, backoff: new Backoff({ first: 0.01 }) };
  await assert.rejects(new Posed("http://a.example/posed", { key: "k", fetch }).stream({ route: "match 1", ...options }).open());
  await assert.rejects(new Posed("http://a.example/posed", { fetch }).stream(options).open());
  assert.deepEqual([...new Set(asked)], ["POST http://a.example/posed/v1/tickets?session=match+1"]);
  assert.deepEqual([...new Set(opened)], ["ws://a.example/posed/v1/stream?session=match+1&ticket=t%2B1", "ws://a.example/posed/v1/stream"]);
});

test("the client gives up after its attempts when nobody answers", async () => {
  const s = new Stream("ws://127.0.0.1:1/v1/stream", { WebSocket, attempts: 2, backoff: new Backoff({ first: 0.01 }) });
  await assert.rejects(s.open(), (e) => e.code === "gave_up");
});
