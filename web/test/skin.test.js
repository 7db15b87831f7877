// Skinning on the processor: linear and dual quaternion blending.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blendDual, blendLinear, dualsOf, placed, toWorld } from "../src/view/skin.js";

/** Two joints on a rod of length 2. The vertex at half of the length belongs to both equally. */
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const shape = {
  joints: [
    { parent: -1, offset: [0, 0, 0] },
    { parent: 0, offset: [0, 1, 0] },
  ],
  rig: { inverseBinds: Float32Array.from([...identity, ...identity.map((v, i) => (i === 13 ? -1 : v))]) },
};
const part = {
  positions: new Float32Array([0.1, 2, 0, 0.1, 1, 0]),
  normals: new Float32Array([1, 0, 0, 1, 0, 0]),
  joints: new Uint8Array([1, 0, 0, 0, 0, 1, 0, 0]),
  weights: new Float32Array([1, 0, 0, 0, 0.5, 0.5, 0, 0]),
};

/** Returns vertex v by both ways of skinning, with the second joint rotated about y by an angle in radians. */
function posed(v, angle, c = { yaw: 0, root: [0, 0, 0] }) {
  const root = new Float32Array(12);
  const world = new Float32Array(24);
  const skin = new Float32Array(24);
  const out = [0, 1].map(() => [new Float32Array(3), new Float32Array(3)]);
  placed(c, root);
  toWorld(shape, [0, 0, 0, 1, 0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], [0, 0, 0], root, world, skin);
  blendLinear(part, skin, v, ...out[0], 0);
  blendDual(part, dualsOf(skin), v, ...out[1], 0);
  return { linear: out[0], dual: out[1] };
}
const close = (a, b) => b.forEach((v, k) => assert.ok(Math.abs(a[k] - v) < 1e-6, `${[...a]}, not ${b}`));

test("a vertex of one joint moves with it in both ways", () => {
  const { linear, dual } = posed(0, Math.PI / 2);
  for (const [position, normal] of [linear, dual]) (close(position, [0, 2, -0.1]), close(normal, [0, 0, -1]));
});

test("the root's yaw and position move every vertex", () => {
  const { linear, dual } = posed(0, 0, { yaw: Math.PI / 2, root: [5, 0.5, 7] });
  for (const [position] of [linear, dual]) close(position, [5, 2.5, 6.9]);
});

test("in the middle of a twist by 120 degrees, linear skinning halves the width and dual quaternions keep it", () => {
  const { linear, dual } = posed(1, (2 * Math.PI) / 3);
  const width = ([p]) => Math.hypot(p[0], p[2]);
  assert.ok(Math.abs(width(linear) - 0.05) < 1e-6, width(linear));
  assert.ok(Math.abs(width(dual) - 0.1) < 1e-6, width(dual));
});

test("dualsOf returns the quaternions of rotations of nearly half a turn about every axis", () => {
  for (const axis of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]) {
    const q = [...axis.map((v) => v * Math.sin(1.5)), Math.cos(1.5)];
    const skin = new Float32Array(24);
    const world = new Float32Array(24);
    toWorld(shape, [...q, 0, 0, 0, 1], [1, 2, 3], Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]), world, skin);
    const d = dualsOf(skin).subarray(0, 4);
    const sign = Math.sign(d[0] * q[0] + d[1] * q[1] + d[2] * q[2] + d[3] * q[3]);
    close(
      d.map((v) => v * sign),
      q,
    );
  }
});
