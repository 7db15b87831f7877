// simplify() on a sphere, and triangulate() on height fields.
import assert from "node:assert/strict";
import { test } from "node:test";
import { simplify } from "../src/view/simplify.js";
import { triangulate } from "../src/view/terrain.js";

/** Returns a sphere of radius 1 as a grid of rings. */
function sphere(rings, sectors) {
  const positions = [];
  const indices = [];
  for (let r = 0; r <= rings; r++) {
    for (let s = 0; s < sectors; s++) {
      const a = (Math.PI * r) / rings;
      const b = (2 * Math.PI * s) / sectors;
      positions.push(Math.sin(a) * Math.cos(b), Math.cos(a), Math.sin(a) * Math.sin(b));
    }
  }
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < sectors; s++) {
      const [a, b, c, d] = [
        [r, s],
        [r, s + 1],
        [r + 1, s],
        [r + 1, s + 1],
      ].map(([i, j]) => i * sectors + (j % sectors));
      indices.push(a, b, c, b, d, c);
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

function volume({ positions: p }, indices) {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => p.subarray(3 * indices[i + k], 3 * indices[i + k] + 3));
    sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
  }
  return Math.abs(sum);
}

test("a sphere simplified to 1000 and 300 triangles keeps 97 % and 90 % of its volume", () => {
  const s = sphere(40, 60);
  const whole = volume(s, s.indices);
  const [some, few] = simplify(s.positions, s.indices, [1000, 300]);
  assert.ok(some.length / 3 <= 1000 && few.length / 3 <= 300, `${some.length / 3} and ${few.length / 3}`);
  assert.ok(volume(s, some) > 0.97 * whole && volume(s, few) > 0.9 * whole, `${volume(s, some)}, ${volume(s, few)} of ${whole}`);
});

test("a mesh with few enough triangles is returned unchanged", () => {
  const s = sphere(6, 8);
  assert.deepEqual(simplify(s.positions, s.indices, [s.indices.length])[0], s.indices);
});

const waves = (x, z) => 0.4 * Math.sin(0.9 * x) * Math.cos(0.7 * z);
const field = (more) => triangulate({ at: waves, x: -8, z: -8, side: 16, error: 0.01, most: 1e6, power: 7, ...more });

test("flat ground becomes two triangles", () => assert.equal(field({ at: () => 0.3 }).indices.length, 6));

test("the centre of each triangle is within twice the allowed error of the ground", () => {
  const { positions: p, indices } = field();
  for (let i = 0; i < indices.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => (p[3 * indices[i] + k] + p[3 * indices[i + 1] + k] + p[3 * indices[i + 2] + k]) / 3);
    assert.ok(Math.abs(y - waves(x, z)) < 0.02, `${y} over ${waves(x, z)}`);
  }
});

test("the mesh has no cracks, and every triangle faces up", () => {
  const { positions: p, indices } = field();
  const edges = new Map();
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = indices.subarray(i, i + 3);
    assert.ok((p[3 * b + 2] - p[3 * a + 2]) * (p[3 * c] - p[3 * a]) - (p[3 * b] - p[3 * a]) * (p[3 * c + 2] - p[3 * a + 2]) > 0);
    for (const edge of [
      [a, b],
      [b, c],
      [c, a],
    ])
      edges.set(String(edge.sort()), (edges.get(String(edge.sort())) ?? 0) + 1);
  }
  const rim = (v) => Math.abs(p[3 * v]) === 8 || Math.abs(p[3 * v + 2]) === 8;
  for (const [edge, count] of edges) assert.ok(count === 2 || edge.split(",").every(rim), edge);
});

test("the mesh has at most the allowed number of triangles", () => assert.ok(field({ most: 200 }).indices.length <= 600));
