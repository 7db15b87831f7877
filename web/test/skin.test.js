import assert from "node:assert/strict";
import { test } from "node:test";
import { blendDual, blendLinear, dualsOf, placed, toWorld } from "../src/view/skin.js";

/** Two joints up a rod of length 2; what is halfway belongs to both. */
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

/** Where both ways of skinning put vertex v when the second joint turns about y by angle. */
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

test("a vertex of one joint goes with it in both ways", () => {
  const { linear, dual } = posed(0, Math.PI / 2);
  for (const [position, normal] of [linear, dual]) (close(position, [0, 2, -0.1]), close(normal, [0, 0, -1]));
});

test("the root's yaw and place move everything", () => {
  const { linear, dual } = posed(0, 0, { yaw: Math.PI / 2, root: [5, 0.5, 7] });
  for (const [position] of [linear, dual]) close(position, [5, 2.5, 6.9]);
});

test("half way of a twist by 120 degrees linear skinning is half as wide, dual quaternions keep the width", () => {
  const { linear, dual } = posed(1, (2 * Math.PI) / 3);
  const width = ([p]) => Math.hypot(p[0], p[2]);
  assert.ok(Math.abs(width(linear) - 0.05) < 1e-6, width(linear));
  assert.ok(Math.abs(width(dual) - 0.1) < 1e-6, width(dual));
});

test("turns about every axis by nearly half a turn become the quaternions they are", () => {
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
