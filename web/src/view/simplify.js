// Reduces the triangles of a body for drawing it in a crowd. Vertices stay where they are, so that all levels of detail share one
// buffer of vertices, normals and skin weights.

// Smallest cosine between a triangle's normals before and after a collapse. A collapse below it would fold the surface.
const FLIP = 0.2;
// A pass may make collapses that cost up to this many times as much as the most expensive one that it needs.
const SLACK = 1.5;

/**
 * Collapses edges by quadric error (Garland and Heckbert 1997). Each edge collapses onto one of its own ends.
 * positions: metres, three numbers a vertex. indices: three a triangle; the surface may have holes. counts: numbers of triangles, falling.
 * Returns, for each of counts, the corners of at most that many triangles, or of as few as can be reached.
 */
export function simplify(positions, indices, counts) {
  const quadrics = quadricsOf(positions, indices);
  const out = [];
  let now = Uint32Array.from(indices);
  for (const count of counts) {
    while (now.length > 3 * count) {
      const fewer = pass(positions, quadrics, now, count);
      if (fewer.length === now.length) break;
      now = fewer;
    }
    out.push(now);
  }
  return out;
}

/** Returns ten numbers a vertex, summed over its triangles: area n n^T, area n d and area d^2, for the triangle's plane n x + d = 0. */
function quadricsOf(positions, indices) {
  const all = new Float64Array((positions.length / 3) * 10);
  const n = [0, 0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    const area = Math.sqrt(normal(positions, indices[i], indices[i + 1], indices[i + 2], n));
    if (!area) continue;
    const [x, y, z] = n.map((v) => v / area);
    const a = 3 * indices[i];
    const d = -(x * positions[a] + y * positions[a + 1] + z * positions[a + 2]);
    const q = [x * x, x * y, x * z, x * d, y * y, y * z, y * d, z * z, z * d, d * d];
    for (let k = 0; k < 3; k++) for (let j = 0; j < 10; j++) all[10 * indices[i + k] + j] += 0.5 * area * q[j];
  }
  return all;
}

/** Writes the cross product (b - a) x (c - a) of vertices a, b, c to n. Returns its squared length. */
function normal(p, a, b, c, n) {
  const [ax, ay, az] = [p[3 * a], p[3 * a + 1], p[3 * a + 2]];
  const ux = p[3 * b] - ax;
  const uy = p[3 * b + 1] - ay;
  const uz = p[3 * b + 2] - az;
  const vx = p[3 * c] - ax;
  const vy = p[3 * c + 1] - ay;
  const vz = p[3 * c + 2] - az;
  n[0] = uy * vz - uz * vy;
  n[1] = uz * vx - ux * vz;
  n[2] = ux * vy - uy * vx;
  return n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
}

/** Returns the quadric error of moving vertex a to the position of vertex b. */
function cost(p, q, a, b) {
  const x = p[3 * b];
  const y = p[3 * b + 1];
  const z = p[3 * b + 2];
  const s = (j) => q[10 * a + j] + q[10 * b + j];
  return (
    s(0) * x * x + s(4) * y * y + s(7) * z * z + 2 * (s(1) * x * y + s(2) * x * z + s(5) * y * z + s(3) * x + s(6) * y + s(8) * z) + s(9)
  );
}

/** Makes one pass of collapses, cheapest first, none next to another of the same pass. Returns the remaining triangles. */
function pass(positions, quadrics, indices, count) {
  const edges = edgesOf(positions, quadrics, indices);
  const around = trianglesOf(indices, positions.length / 3);
  const onto = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const fixed = new Uint8Array(onto.length);
  const wanted = Math.ceil((indices.length / 3 - count) / 2);
  const limit = SLACK * edges.costs[edges.order[Math.min(edges.order.length - 1, wanted)]];
  let done = 0;
  for (const e of edges.order) {
    const a = edges.from[e];
    const b = edges.to[e];
    if (done >= wanted || edges.costs[e] > limit) break;
    if (fixed[a] || fixed[b] || folds(positions, indices, around, a, b)) continue;
    for (let j = 0; j < 10; j++) quadrics[10 * b + j] += quadrics[10 * a + j];
    for (let i = around.starts[a]; i < around.starts[a + 1]; i++) for (let k = 0; k < 3; k++) fixed[indices[3 * around.list[i] + k]] = 1;
    onto[a] = b;
    done++;
  }
  return collapsed(indices, onto);
}

/** Returns all edges, each in the cheaper direction of collapse, and `order`: their indices sorted by cost. */
function edgesOf(positions, quadrics, indices) {
  const from = [];
  const to = [];
  const costs = [];
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = indices[i + k];
      const b = indices[i + ((k + 1) % 3)];
      if (a > b) continue; // the edge's other triangle lists it
      const there = cost(positions, quadrics, a, b);
      const back = cost(positions, quadrics, b, a);
      from.push(there <= back ? a : b);
      to.push(there <= back ? b : a);
      costs.push(Math.min(there, back));
    }
  }
  const order = Uint32Array.from(costs.keys()).sort((a, b) => costs[a] - costs[b]);
  return { from, to, costs, order };
}

/** Lists the triangles of each vertex v: list[starts[v]] up to list[starts[v + 1]]. */
function trianglesOf(indices, vertices) {
  const starts = new Uint32Array(vertices + 1);
  const list = new Uint32Array(indices.length);
  for (const v of indices) starts[v + 1]++;
  for (let v = 0; v < vertices; v++) starts[v + 1] += starts[v];
  const next = starts.slice();
  indices.forEach((v, i) => {
    list[next[v]++] = Math.floor(i / 3);
  });
  return { starts, list };
}

/** Returns whether collapsing a onto b would turn over a triangle of a that remains. */
function folds(positions, indices, around, a, b) {
  const before = [0, 0, 0];
  const after = [0, 0, 0];
  for (let i = around.starts[a]; i < around.starts[a + 1]; i++) {
    const at = 3 * around.list[i];
    const corners = [indices[at], indices[at + 1], indices[at + 2]];
    if (corners.includes(b)) continue;
    const was = normal(positions, ...corners, before);
    const is = normal(positions, ...corners.map((v) => (v === a ? b : v)), after);
    if (before[0] * after[0] + before[1] * after[1] + before[2] * after[2] < FLIP * Math.sqrt(was * is)) return true;
  }
  return false;
}

/** Returns the triangles after the collapses `onto` (vertex -> vertex), without those that have become empty. */
function collapsed(indices, onto) {
  const out = new Uint32Array(indices.length);
  let n = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = onto[indices[i]];
    const b = onto[indices[i + 1]];
    const c = onto[indices[i + 2]];
    if (a === b || b === c || c === a) continue;
    out.set([a, b, c], n);
    n += 3;
  }
  return out.slice(0, n);
}
