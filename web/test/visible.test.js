// visible(): which triangles a camera sees.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visible } from "../src/view/visible.js";

// A camera at the origin that looks along -z, 90 degrees wide: clip x = x, y = y, w = -z.
const MATRIX = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0];
const seen = (...points) => {
  const out = new Uint32Array(3);
  return visible(new Float32Array(points.flat()), 3, [0, 1, 2], MATRIX, out) ? [...out] : null;
};

test("a triangle in front of the camera is visible from one side only", () => {
  assert.deepEqual(seen([0, 0, -2], [1, 0, -2], [0, 1, -2]), [0, 1, 2]);
  assert.equal(seen([0, 0, -2], [0, 1, -2], [1, 0, -2]), null);
});

test("a triangle of two sides is visible from both, but not beside the picture", () => {
  const both = (...points) => visible(new Float32Array(points.flat()), 3, [0, 1, 2], MATRIX, new Uint32Array(3), true);
  assert.equal(both([0, 0, -2], [0, 1, -2], [1, 0, -2]), 3);
  assert.equal(both([5, 0, -2], [5, 1, -2], [6, 0, -2]), 0);
});

test("triangles beside the picture or behind the camera are left out", () => {
  for (const [x, y, z] of [
    [5, 0, -2],
    [-5, 0, -2],
    [0, 5, -2],
    [0, -5, -2],
    [0, 0, 3],
  ])
    assert.equal(seen([x, y, z], [x + 1, y, z], [x, y + 1, z]), null);
});

test("a triangle that reaches from behind the camera to the front is kept", () => {
  assert.ok(seen([-1, -1, 1], [1, -1, 1], [0, -1, -4]), "a floor");
  assert.equal(seen([1, -1, 1], [-1, -1, 1], [0, -1, -4]), null, "the same from below");
  assert.ok(seen([-9, -9, -2], [9, -9, -2], [0, 9, -2]), "a triangle larger than the picture");
});

test("visible triangles are written in their order", () => {
  const points = new Float32Array([0, 0, -2, 1, 0, -2, 0, 1, -2, 0.5, 0.5, -2]);
  const out = new Uint32Array(9);
  assert.equal(visible(points, 4, [0, 2, 1, 0, 1, 3, 0, 3, 2], MATRIX, out), 6);
  assert.deepEqual([...out.slice(0, 6)], [0, 1, 3, 0, 3, 2]);
});
