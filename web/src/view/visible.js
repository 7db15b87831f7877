// Which triangles of a mesh an eye sees: where drawing is done by software, those behind it, beside the picture or turned away cost as much as the others.

const clip = { x: new Float32Array(0), y: new Float32Array(0), w: new Float32Array(0), out: new Uint8Array(0) };

function room(count) {
  if (clip.x.length >= count) return;
  for (const name of ["x", "y", "w"]) clip[name] = new Float32Array(2 * count);
  clip.out = new Uint8Array(2 * count);
}

/**
 * Corners of triangles that may be seen go to `out`, in their order; gives how many corners.
 * positions: three a vertex, of which `count` are there, in the world; matrix: 16 numbers by columns, from the world to clip space; a triangle is seen
 * from where its corners go round to the left.
 */
export function visible(positions, count, indices, matrix, out) {
  room(count);
  const m = matrix;
  const { x, y, w, out: outside } = clip;
  for (let v = 0, i = 0; v < count; v++, i += 3) {
    const px = positions[i];
    const py = positions[i + 1];
    const pz = positions[i + 2];
    const a = m[0] * px + m[4] * py + m[8] * pz + m[12];
    const b = m[1] * px + m[5] * py + m[9] * pz + m[13];
    const d = m[3] * px + m[7] * py + m[11] * pz + m[15];
    x[v] = a;
    y[v] = b;
    w[v] = d;
    outside[v] = (a < -d ? 1 : 0) | (a > d ? 2 : 0) | (b < -d ? 4 : 0) | (b > d ? 8 : 0) | (d <= 0 ? 16 : 0);
  }

  let n = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i];
    const b = indices[i + 1];
    const c = indices[i + 2];
    if (outside[a] & outside[b] & outside[c]) continue;
    // the sign of its area in the picture: homogeneous, so that a corner behind the eye does no harm (Olano and Greer 1997)
    const area = x[a] * (y[b] * w[c] - w[b] * y[c]) - y[a] * (x[b] * w[c] - w[b] * x[c]) + w[a] * (x[b] * y[c] - y[b] * x[c]);
    if (area <= 0) continue;
    out[n] = a;
    out[n + 1] = b;
    out[n + 2] = c;
    n += 3;
  }
  return n;
}
