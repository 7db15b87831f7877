// Strip: slow replay of the last two seconds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mixRotations, Strip } from "../src/motion/strip.js";

const quarter = Math.SQRT1_2;
const frame = (time, x, yaw = 0) => ({
  time,
  characters: [{ id: 7, root: [x, 0, 0], yaw, smpl: { pelvis: [0, x, 0], rotations: Float32Array.of(0, 0, 0, 1) } }],
});
const filled = () => {
  const strip = new Strip();
  for (let i = 0; i <= 300; i++) strip.take(frame(10 + i / 60, i / 60));
  return strip;
};

test("Strip keeps the frames of the last two seconds", () => {
  const strip = filled();
  assert.ok(Math.abs(strip.seconds - 2) < 0.02, strip.seconds);
  assert.ok(Math.abs(strip.frames.at(-1).time - 15) < 1e-9);
});

test("the replay runs at a quarter of the speed, interpolates between frames and loops", () => {
  const strip = filled();
  assert.ok(strip.toggle());
  const x = (passed) => strip.sample(passed)[0].root[0];
  const from = x(0);
  assert.ok(Math.abs(x(1) - from - 0.25) < 1e-6);
  assert.ok(Math.abs(x(0.01) - from - 0.2525) < 1e-6, "between two frames, which are 0.0167 s apart");
  assert.ok(x(7) < from + 0.1);
});

test("frames that arrive during a replay do not change it, and hold() stops it", () => {
  const strip = filled();
  strip.toggle();
  strip.take(frame(15.1, 99));
  strip.hold(1.5);
  const at = strip.sample(0.5)[0].root[0];
  assert.equal(strip.sample(2)[0].root[0], at);
  assert.ok(Math.abs(at - strip.frames[0].characters[0].root[0] - 1.5) < 1e-6);
});

test("there is no replay without frames, and a new session starts with none", () => {
  const strip = new Strip();
  assert.equal(strip.toggle(), false);
  strip.take(frame(50, 0));
  strip.take(frame(3, 0));
  assert.equal(strip.frames.length, 1);
});

test("rotations and yaws are interpolated the shorter way, and quaternions keep unit length", () => {
  const half = mixRotations(Float32Array.of(0, 0, 0, 1), Float32Array.of(0, -quarter, 0, -quarter), 0.5);
  assert.ok(Math.abs(half[1] - Math.sin(Math.PI / 8)) < 1e-6 && Math.abs(Math.hypot(...half) - 1) < 1e-6, [...half]);
  const strip = new Strip();
  strip.take(frame(0, 0, 3));
  strip.take(frame(1, 0, -3));
  strip.toggle();
  strip.hold(0.5);
  assert.ok(Math.abs(Math.abs(strip.sample(0)[0].yaw) - Math.PI) < 1e-6);
});
