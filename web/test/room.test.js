// The room's plan: nobody who sits down is held off by a wall, and the server knows what ways go round.
import assert from "node:assert/strict";
import test from "node:test";
import { BALLS, beside, CHAIRS, SEATS, WALLS } from "../src/motion/room_plan.js";

const KEEP = 0.3;
const STAND = 0.3; // of docs/reference/motion.md: wall_keep; core/pfnn/rollout/sit.c: metres ahead of the seat that the root stands

/** From a point to a segment. */
function far([x, z], { from, to }) {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
  const s = Math.min(1, Math.max(0, ((x - from[0]) * dx + (z - from[1]) * dz) / (dx * dx + dz * dz)));
  return Math.hypot(x - from[0] - s * dx, z - from[1] - s * dz);
}

test("seats are as high as the server takes them, and who sits down is held off by no wall", () => {
  for (const [name, seat] of Object.entries(SEATS)) {
    assert.ok(seat.height >= 0.3 && seat.height <= 0.65, name);
    for (const wall of WALLS) assert.ok(far(beside(seat, STAND, 0), wall) > KEEP + wall.width, name);
  }
});

test("beside a seat: ahead is where who sits on it looks, left is its left", () => {
  assert.deepEqual(beside({ at: [1, 2], facing: 0 }, 0.5, 0.25), [1.25, 2.5]);
  const [x, z] = beside({ at: [0, 0], facing: Math.PI / 2 }, 0.5, 0.25);
  assert.ok(Math.abs(x - 0.5) < 1e-12 && Math.abs(z + 0.25) < 1e-12);
});

test("a seat that ways go round is where it is sat on, and no ball is reached for from within one", () => {
  for (const { at, facing, width, depth } of CHAIRS) {
    const [name] = Object.entries(SEATS).find(([, seat]) => seat.at === at);
    assert.ok(facing === SEATS[name].facing && width > 0.3 && depth > 0.3);
    for (const {
      at: [x, , z],
    } of Object.values(BALLS))
      assert.ok(Math.hypot(x - at[0], z - at[1]) > 0.5 + Math.hypot(width, depth) / 2, name);
  }
});
