// Makes a mesh of few triangles from a height field: right-triangulated irregular networks (Evans, Kirkpatrick and Townsend 2001).
// ground.js draws hills and steps with it.

/**
 * Triangulates a height field on a square. Returns {positions, normals, indices} of the mesh, in metres, world space.
 * at(x, z): height at a point. x, z: corner of the square with the lowest coordinates. side: length of the square.
 * error: largest vertical error of a triangle, in metres. most: largest number of triangles; `error` grows until there are so few.
 * power: the field is sampled in 2^power steps along each side.
 */
export function triangulate({ at, x, z, side, error, most, power = 8 }) {
  const n = (1 << power) + 1;
  const step = side / (n - 1);
  const heights = new Float32Array(n * n);
  for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) heights[r * n + c] = at(x + c * step, z + r * step);
  const errors = errorsOf(heights, n);
  let corners = leaves(errors, n, error);
  for (let e = 1.35 * error; corners.length > 3 * most; e *= 1.35) corners = leaves(errors, n, e);
  return vertices(heights, n, step, x, z, corners);
}

/**
 * Returns an error for each point of the grid, in metres: the larger of the height error without this point and of the errors of all
 * points that can only exist when this one does. So a point that is kept keeps all its ancestors, and the mesh has no cracks.
 */
function errorsOf(heights, n) {
  const errors = new Float32Array(n * n);
  const put = (r, c, dr, dc, below) => {
    const i = r * n + c;
    errors[i] = Math.abs(heights[i] - 0.5 * (heights[i - dr * n - dc] + heights[i + dr * n + dc]));
    for (const [y, x] of below)
      if (r + y >= 0 && r + y < n && c + x >= 0 && c + x < n) errors[i] = Math.max(errors[i], errors[i + y * n + x]);
  };
  for (let span = 2; span < n; span *= 2) {
    const half = span / 2;
    const q = Math.floor(half / 2);
    const middles = q
      ? [
          [-q, -q],
          [-q, q],
          [q, -q],
          [q, q],
        ]
      : [];
    // Points on the middles of the squares' sides, at this level.
    for (let r = 0; r < n; r += half) {
      const upright = (r / half) % 2;
      for (let c = upright ? 0 : half; c < n; c += span) put(r, c, upright ? half : 0, upright ? 0 : half, middles);
    }
    const sides = [
      [-half, 0],
      [half, 0],
      [0, -half],
      [0, half],
    ];
    // Points in the middles of the squares. The direction of the diagonal alternates from square to square.
    for (let r = half; r < n; r += span) {
      for (let c = half; c < n; c += span) put(r, c, half, ((r - half) / span + (c - half) / span) % 2 ? -half : half, sides);
    }
  }
  return errors;
}

/** Splits triangles while their error is above `allowed`. Returns their corners as indices of grid points, three a triangle. */
function leaves(errors, n, allowed) {
  const out = [];
  const last = n - 1;
  const split = (ar, ac, br, bc, cr, cc) => {
    // The long side is from a to b; the right angle is at c.
    const mr = (ar + br) / 2;
    const mc = (ac + bc) / 2;
    if (Math.abs(ar - cr) + Math.abs(ac - cc) > 1 && errors[mr * n + mc] > allowed) {
      split(cr, cc, ar, ac, mr, mc);
      split(br, bc, cr, cc, mr, mc);
    } else out.push(ar * n + ac, br * n + bc, cr * n + cc);
  };
  split(0, 0, last, last, 0, last);
  split(last, last, 0, 0, last, 0);
  return out;
}

/** Returns the mesh of the triangles with those corners. Normals are from central differences of the heights. */
function vertices(heights, n, step, x, z, corners) {
  const of = new Map();
  const positions = [];
  const normals = [];
  const get = (r, c) => heights[Math.min(n - 1, Math.max(0, r)) * n + Math.min(n - 1, Math.max(0, c))];
  const indices = Uint32Array.from(corners, (i) => {
    if (of.has(i)) return of.get(i);
    const r = Math.floor(i / n);
    const c = i % n;
    const dx = (get(r, c + 1) - get(r, c - 1)) / (2 * step);
    const dz = (get(r + 1, c) - get(r - 1, c)) / (2 * step);
    const l = Math.hypot(dx, 1, dz);
    positions.push(x + c * step, heights[i], z + r * step);
    normals.push(-dx / l, 1 / l, -dz / l);
    of.set(i, of.size);
    return of.size - 1;
  });
  return { positions: new Float32Array(positions), normals: new Float32Array(normals), indices };
}
