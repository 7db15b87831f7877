// The ground's heights in as few triangles as they need: right-triangulated irregular networks (Evans, Kirkpatrick and Townsend 2001).

/**
 * {positions, normals, indices} of a height field. at(x, z): its height, metres; [x, z]: its corner, side: its length;
 * error: how far a triangle may be off, metres; most: triangles that are allowed, for which the error grows.
 * The field is looked at in 2^power steps a side.
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
 * For every point of the grid how far off the ground would be without it, or without one of those that are only there when it is: where
 * that is more than allowed the point is there, and so are all above it, and no crack opens.
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
    for (let r = 0; r < n; r += half) {
      // middles of the squares' sides
      const upright = (r / half) % 2;
      for (let c = upright ? 0 : half; c < n; c += span) put(r, c, upright ? half : 0, upright ? 0 : half, middles);
    }
    const sides = [
      [-half, 0],
      [half, 0],
      [0, -half],
      [0, half],
    ];
    for (let r = half; r < n; r += span) {
      // middles of the squares, whose diagonal turns from one to the next
      for (let c = half; c < n; c += span) put(r, c, half, ((r - half) / span + (c - half) / span) % 2 ? -half : half, sides);
    }
  }
  return errors;
}

/** Corners of the triangles that are left, as points of the grid. */
function leaves(errors, n, allowed) {
  const out = [];
  const last = n - 1;
  const split = (ar, ac, br, bc, cr, cc) => {
    // from a to b: the long side; c: the right angle
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
