// What stands in the room, metres: seats to sit on, balls to reach for, the walls that keep others out of them, and what ways go round.

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
const BACK = 0.24;
const DEPTH = 0.4;
const HALF = { chair: 0.19, stool: 0.16, bench: 0.55 }; // metres: behind the seat; from front to back; half of what stands there

/** [x, z] of a place by a seat: so far ahead of who sits, and to the left. */
export const beside = ({ at: [x, z], facing }, ahead, left) => [
  x + ahead * Math.sin(facing) + left * Math.cos(facing),
  z + ahead * Math.cos(facing) - left * Math.sin(facing),
];

/** Of the scene: behind the seats, so that who sits down is not held off; the shelf's; the post. */
export const WALLS = [
  SHELF,
  ...Object.entries(SEATS).map(([name, seat]) => ({
    from: beside(seat, -BACK, -HALF[name]),
    to: beside(seat, -BACK, HALF[name]),
    width: 0.03,
  })),
  { from: [BALLS.post.at[0] - 0.02, BALLS.post.at[2]], to: [BALLS.post.at[0] + 0.02, BALLS.post.at[2]], width: 0.02 },
].map(({ from, to, width }) => ({ from, to, width }));

/** Of the scene as well: what the server's ways go round. */
export const CHAIRS = Object.entries(SEATS).map(([name, { at, facing }]) => ({ at, facing, width: 2 * HALF[name], depth: DEPTH }));
