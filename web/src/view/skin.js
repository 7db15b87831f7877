// Skinning on the processor, without pose blend shapes. Crowd draws small figures with it where there is no graphics processor.
// A matrix is 12 numbers: 3 rows of 4. `part` has flat arrays: positions and normals (3 a vertex), joints and weights (4 a vertex).

/** Writes the matrix of a character's root to `out` (12 numbers), from its yaw in radians and its position in metres, world space. */
export function placed({ yaw, root }, out) {
  const c = Math.cos(yaw);
  const s = Math.sin(yaw);
  out.set([c, 0, s, root[0], 0, 1, 0, root[1], -s, 0, c, root[2]]);
}

/**
 * Writes the matrices of all joints of a shape: `world` from joint to world, `skin` from the rest pose to the world (12 numbers a joint).
 * rotations: quaternions (x, y, z, w) local to the parent joint; pelvis: its position in the root's space, metres; root: from placed().
 */
export function toWorld({ joints, rig }, rotations, pelvis, root, world, skin) {
  for (let j = 0; j < joints.length; j++) {
    const { parent, offset } = joints[j];
    if (parent < 0) compose(world, 12 * j, root, 0, rotations, 4 * j, pelvis);
    else compose(world, 12 * j, world, 12 * parent, rotations, 4 * j, offset);
    unbind(skin, world, 12 * j, rig.inverseBinds, 16 * j);
  }
}

/** out = parent * [rotation of q, translation `place`]. o, p and k are the offsets of the first number in out, parent and q. */
function compose(out, o, parent, p, q, k, place) {
  const x = q[k];
  const y = q[k + 1];
  const z = q[k + 2];
  const w = q[k + 3];
  const a = 1 - 2 * (y * y + z * z);
  const b = 2 * (x * y - w * z);
  const c = 2 * (x * z + w * y);
  const d = 2 * (x * y + w * z);
  const e = 1 - 2 * (x * x + z * z);
  const f = 2 * (y * z - w * x);
  const g = 2 * (x * z - w * y);
  const h = 2 * (y * z + w * x);
  const i = 1 - 2 * (x * x + y * y);
  for (let r = 0; r < 12; r += 4) {
    const u = parent[p + r];
    const v = parent[p + r + 1];
    const t = parent[p + r + 2];
    out[o + r] = u * a + v * d + t * g;
    out[o + r + 1] = u * b + v * e + t * h;
    out[o + r + 2] = u * c + v * f + t * i;
    out[o + r + 3] = u * place[0] + v * place[1] + t * place[2] + parent[p + r + 3];
  }
}

/** out = world * inverse bind matrix. World and out are at offset o; the inverse bind matrix is 16 numbers by columns, at offset b. */
function unbind(out, world, o, binds, b) {
  for (let r = 0; r < 12; r += 4) {
    const u = world[o + r];
    const v = world[o + r + 1];
    const t = world[o + r + 2];
    for (let k = 0; k < 4; k++)
      out[o + r + k] = u * binds[b + 4 * k] + v * binds[b + 4 * k + 1] + t * binds[b + 4 * k + 2] + (k === 3 ? world[o + r + 3] : 0);
  }
}

/** Linear blend skinning of vertex v and its normal. Writes them to `position` and `normal` at the offset `at`. */
export function blendLinear({ positions, normals, joints, weights }, skin, v, position, normal, at) {
  const x = positions[3 * v];
  const y = positions[3 * v + 1];
  const z = positions[3 * v + 2];
  const nx = normals[3 * v];
  const ny = normals[3 * v + 1];
  const nz = normals[3 * v + 2];
  for (let r = 0; r < 3; r++) {
    let p = 0;
    let n = 0;
    for (let i = 4 * v; i < 4 * v + 4; i++) {
      const m = 12 * joints[i] + 4 * r;
      const w = weights[i];
      if (w === 0) continue;
      p += w * (skin[m] * x + skin[m + 1] * y + skin[m + 2] * z + skin[m + 3]);
      n += w * (skin[m] * nx + skin[m + 1] * ny + skin[m + 2] * nz);
    }
    position[at + r] = p;
    normal[at + r] = n;
  }
}

/** Returns skinning matrices as unit dual quaternions, 8 numbers a joint: real x, y, z, w, then dual x, y, z, w. */
export function dualsOf(skin, out = new Float32Array((skin.length / 12) * 8)) {
  for (let m = 0, o = 0; m < skin.length; m += 12, o += 8) {
    const [x, y, z, w] = quaternionOf(skin, m);
    const tx = skin[m + 3];
    const ty = skin[m + 7];
    const tz = skin[m + 11];
    out.set(
      [
        x,
        y,
        z,
        w,
        0.5 * (tx * w + ty * z - tz * y),
        0.5 * (ty * w + tz * x - tx * z),
        0.5 * (tz * w + tx * y - ty * x),
        -0.5 * (tx * x + ty * y + tz * z),
      ],
      o,
    );
  }
  return out;
}

/** Returns the quaternion [x, y, z, w] of the rotation in the matrix at offset o. Divides by the largest component, for accuracy. */
function quaternionOf(m, o) {
  const [a, b, c, , d, e, f, , g, h, i] = m.subarray(o, o + 12);
  const root = (v) => Math.sqrt(Math.max(0, v)) / 2;
  const x = root(1 + a - e - i);
  const y = root(1 - a + e - i);
  const z = root(1 - a - e + i);
  const w = root(1 + a + e + i);
  const most = Math.max(x, y, z, w);
  if (most === w) return [(h - f) / (4 * w), (c - g) / (4 * w), (d - b) / (4 * w), w];
  if (most === x) return [x, (b + d) / (4 * x), (c + g) / (4 * x), (h - f) / (4 * x)];
  if (most === y) return [(b + d) / (4 * y), y, (f + h) / (4 * y), (c - g) / (4 * y)];
  return [(c + g) / (4 * z), (f + h) / (4 * z), z, (d - b) / (4 * z)];
}

// Scratch of blendDual: the weighted sum of a vertex's dual quaternions.
const sum = new Float32Array(8);

/** Dual quaternion skinning (Kavan et al. 2008) of vertex v and its normal. Writes them to `position` and `normal` at the offset `at`. */
export function blendDual({ positions, normals, joints, weights }, duals, v, position, normal, at) {
  const first = 8 * joints[4 * v];
  sum.fill(0);
  for (let i = 4 * v; i < 4 * v + 4; i++) {
    const d = 8 * joints[i];
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += duals[first + k] * duals[d + k];
    const w = dot < 0 ? -weights[i] : weights[i];
    for (let k = 0; k < 8; k++) sum[k] += w * duals[d + k];
  }
  const l = 1 / Math.hypot(sum[0], sum[1], sum[2], sum[3]);
  const [x, y, z, w, dx, dy, dz, dw] = sum.map((s) => s * l);
  turn(x, y, z, w, positions, 3 * v, position, at);
  turn(x, y, z, w, normals, 3 * v, normal, at);
  position[at] += 2 * (w * dx - dw * x + y * dz - z * dy);
  position[at + 1] += 2 * (w * dy - dw * y + z * dx - x * dz);
  position[at + 2] += 2 * (w * dz - dw * z + x * dy - y * dx);
}

/** Writes the vector at p[i], rotated by a unit quaternion, to out[o]. */
function turn(x, y, z, w, p, i, out, o) {
  const u = 2 * (y * p[i + 2] - z * p[i + 1]);
  const v = 2 * (z * p[i] - x * p[i + 2]);
  const t = 2 * (x * p[i + 1] - y * p[i]);
  out[o] = p[i] + w * u + y * t - z * v;
  out[o + 1] = p[i + 1] + w * v + z * u - x * t;
  out[o + 2] = p[i + 2] + w * t + x * v - y * u;
}
