// What stands in the room, metres: seats to sit on, balls to reach for, the walls that keep others out of them, and the way round those.

/** at: [x, z] of the seat; facing: of who sits, as the stream has it; height over the ground. */
export const SEATS = {
  chair: { at: [1.5, -1.9], facing: -0.45, height: 0.45 },
  stool: { at: [-1.9, 1.9], facing: 2.36, height: 0.6 },
  bench: { at: [2.9, 0.5], facing: -1.7, height: 0.42 },
};

/** at: [x, y, z]; facing: of who reaches for it, null: from any side. */
export const BALLS = {
  post: { at: [-2.3, 1.12, -0.5], facing: null },
  shelf: { at: [-0.5, 1.505, -4.1], facing: Math.PI },
};

export const SHELF = { from: [-2.2, -4.4], to: [0.8, -4.4], width: 0.06, height: 2.1 };
const BACK = 0.24, HALF = { chair: 0.19, stool: 0.16, bench: 0.55 }; // metres: behind the seat; half of what stands there
const KEEP = 0.6; // metres that the way round leaves

/** [x, z] of a place by a seat: so far ahead of who sits, and to the left. */
export const beside = ({ at: [x, z], facing }, ahead, left) => [x + ahead * Math.sin(facing) + left * Math.cos(facing), z + ahead * Math.cos(facing) - left * Math.sin(facing)];

/** Of the scene: behind the seats, so that who sits down is not held off; the shelf's; the post. */
export const WALLS = [
  SHELF, ...Object.entries(SEATS).map(([name, seat]) => ({ from: beside(seat, -BACK, -HALF[name]), to: beside(seat, -BACK, HALF[name]), width: 0.03 })),
  { from: [BALLS.post.at[0] - 0.02, BALLS.post.at[2]], to: [BALLS.post.at[0] + 0.02, BALLS.post.at[2]], width: 0.02 },
].map(({ from, to, width }) => ({ from, to, width }));

/** What nobody walks through: the walls, and each seat from back to front. */
const BARS = [...WALLS, ...Object.values(SEATS).map((seat) => ({ from: beside(seat, -BACK, 0), to: beside(seat, BACK, 0) }))];

const cross = ([ax, az], [bx, bz], [cx, cz]) => (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
const meets = (a, b, c, d) => cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;

/** A bar longer by that much at both ends. */
function longer({ from, to }, by) {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]], s = by / Math.hypot(dx, dz);
  return [[from[0] - s * dx, from[1] - s * dz], [to[0] + s * dx, to[1] + s * dz]];
}

/** Points of a way from one place to another that goes round what stands between: by the end of each bar that is the shorter way. */
export function wayTo(from, to, bars = BARS, most = 4) {
  const far = (p) => Math.hypot(p[0] - from[0], p[1] - from[1]), length = (p) => far(p) + Math.hypot(to[0] - p[0], to[1] - p[1]);
  const met = bars.filter((bar) => meets(from, to, ...longer(bar, KEEP / 2))).map((bar) => longer(bar, KEEP)), ends = met.map(([a, b]) => (length(a) < length(b) ? a : b));
  const [next] = ends.sort((a, b) => far(a) - far(b));
  return next && most ? [from, ...wayTo(next, to, bars, most - 1)] : [from, to];
}
