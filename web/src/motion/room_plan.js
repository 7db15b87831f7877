// The plan of the room, in metres: seats, balls to reach for, and the walls that keep characters out of them. room.js draws it.

/** Seats. at: centre of the seat, [x, z]; facing: direction in which a sitter looks, radians; height: of the seat above the ground. */
export const SEATS = {
  chair: { at: [1.5, -1.9], facing: -0.45, height: 0.45 },
  stool: { at: [-1.9, 1.9], facing: 2.36, height: 0.6 },
  bench: { at: [2.9, 0.5], facing: -1.7, height: 0.42 },
};

/** Balls. at: centre, [x, y, z]; facing: direction in which the character looks when it reaches for it, radians; null for any. */
export const BALLS = {
  post: { at: [-2.3, 1.12, -0.5], facing: null },
  shelf: { at: [-0.5, 1.505, -4.1], facing: Math.PI },
};

/** Wall with shelves. width: half of its thickness. */
export const SHELF = { from: [-2.2, -4.4], to: [0.8, -4.4], width: 0.06, height: 2.1 };
// Distance of the wall behind a seat from the seat's centre, in metres.
const BACK = 0.24;
// Depth of a seat from front to back, in metres.
const DEPTH = 0.4;
// Half of the width of each seat, in metres.
const HALF = { chair: 0.19, stool: 0.16, bench: 0.55 };

/** Returns the point [x, z] so far ahead and to the left of a sitter, in metres. */
export const beside = ({ at: [x, z], facing }, ahead, left) => [
  x + ahead * Math.sin(facing) + left * Math.cos(facing),
  z + ahead * Math.cos(facing) - left * Math.sin(facing),
];

/** Walls of the scene: the shelf, a line behind each seat (so that a sitter is not pushed away), and the post. */
export const WALLS = [
  SHELF,
  ...Object.entries(SEATS).map(([name, seat]) => ({
    from: beside(seat, -BACK, -HALF[name]),
    to: beside(seat, -BACK, HALF[name]),
    width: 0.03,
  })),
  { from: [BALLS.post.at[0] - 0.02, BALLS.post.at[2]], to: [BALLS.post.at[0] + 0.02, BALLS.post.at[2]], width: 0.02 },
].map(({ from, to, width }) => ({ from, to, width }));

/** Seats of the scene. The server's paths go around them. */
export const CHAIRS = Object.entries(SEATS).map(([name, { at, facing }]) => ({ at, facing, width: 2 * HALF[name], depth: DEPTH }));
