// Finds the triangles of a mesh that the camera can see. Software renderers spend as much time on a triangle that faces away or is
// outside the picture as on a visible one, so crowd.js, ground.js and dressed.js leave those out.

// Scratch: clip coordinates and outcodes of the vertices. It grows as needed.
const clip = { x: new Float32Array(0), y: new Float32Array(0), w: new Float32Array(0), out: new Uint8Array(0) };

/** Makes room for `count` vertices in `clip`. */
function room(count) {
  if (clip.x.length >= count) return;
  for (const name of ["x", "y", "w"]) clip[name] = new Float32Array(2 * count);
  clip.out = new Uint8Array(2 * count);
}

/**
 * Writes the corners of the visible triangles to `out`, in their order. Returns the number of corners.
 * positions: world space, three numbers a vertex, `count` vertices. matrix: from world to clip space, 16 numbers by columns.
 * A triangle is visible from the side on which its corners run anticlockwise, or from both if isTwoSided.
 */
export function visible(positions, count, indices, matrix, out, isTwoSided = false) {
  room(count);
  // Clip coordinates, and a bit for each side of the picture that a vertex is outside of.
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

  // Keep triangles that are not wholly outside one side and that face the camera.
  let n = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i];
    const b = indices[i + 1];
    const c = indices[i + 2];
    if (outside[a] & outside[b] & outside[c]) continue;
    // Sign of the area in the picture, computed in homogeneous coordinates: right also with corners behind the eye (Olano and Greer 1997).
    const area = x[a] * (y[b] * w[c] - w[b] * y[c]) - y[a] * (x[b] * w[c] - w[b] * x[c]) + w[a] * (x[b] * y[c] - y[b] * x[c]);
    if (area <= 0 && !isTwoSided) continue;
    out[n] = a;
    out[n + 1] = b;
    out[n + 2] = c;
    n += 3;
  }
  return n;
}
