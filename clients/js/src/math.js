// Operations on quaternions (x, y, z, w) in flat arrays, and the conversion from a root's space to world space.

/** Changes the signs of the quaternions in q so that each is on the same hemisphere as the one in `before`. Returns q. */
export function nearer(q, before) {
  const count = Math.min(q.length, before.length);
  for (let i = 0; i < count; i += 4) {
    const dot = q[i] * before[i] + q[i + 1] * before[i + 1] + q[i + 2] * before[i + 2] + q[i + 3] * before[i + 3];
    if (dot < 0) for (let k = i; k < i + 4; k++) q[k] = -q[k];
  }
  return q;
}

/** Interpolates all quaternions of a (t = 0) and b (t = 1) on the shorter arc. Writes them to out, and returns it. */
export function slerp(out, a, b, t) {
  for (let i = 0; i < out.length; i += 4) slerpOne(out, a, b, t, i);
  return out;
}

/** Interpolates the quaternion at i. */
function slerpOne(out, a, b, t, i) {
  let dot = a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, dot * sign));
  const s = Math.sin(angle);
  const fromA = s < 1e-4 ? 1 - t : Math.sin((1 - t) * angle) / s;
  const fromB = sign * (s < 1e-4 ? t : Math.sin(t * angle) / s);
  let length = 0;
  for (let k = i; k < i + 4; k++) {
    out[k] = fromA * a[k] + fromB * b[k];
    length += out[k] * out[k];
  }
  length = Math.sqrt(length);
  for (let k = i; k < i + 4; k++) out[k] /= length;
}

/** Interpolates all numbers of a (t = 0) and b (t = 1) linearly. Writes them to out, and returns it. */
export function mix(out, a, b, t) {
  for (let i = 0; i < out.length; i++) out[i] = a[i] + (b[i] - a[i]) * t;
  return out;
}

/** Returns an angle in radians within -pi to pi. */
export function wrap(angle) {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** Interpolates between two angles in radians, the shorter way around. */
export function mixAngle(a, b, t) {
  return a + wrap(b - a) * t;
}

/**
 * Converts points of a character's frame (joints, vertices, pelvis) to world space: rotates them by its yaw about +Y and adds its root.
 * Metres.
 */
export function toWorld(character, points, out = new Float32Array(points.length)) {
  const c = Math.cos(character.yaw);
  const s = Math.sin(character.yaw);
  const [rx, ry, rz] = character.root;
  for (let i = 0; i + 2 < points.length; i += 3) {
    const x = points[i];
    const z = points[i + 2];
    out[i + 1] = ry + points[i + 1];
    out[i] = rx + c * x + s * z;
    out[i + 2] = rz - s * x + c * z;
  }
  return out;
}
