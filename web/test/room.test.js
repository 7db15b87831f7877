// The plan of the room: no wall is in the way of a sitter, and the server's paths go around the seats.
import assert from "node:assert/strict";
import test from "node:test";
import { BALLS, beside, CHAIRS, SEATS, WALLS } from "../src/motion/room_plan.js";

// Distance that characters keep from walls, in metres: wall_keep in docs/reference/motion.md.
const KEEP = 0.3;
// Distance in front of a seat at which the root stands, in metres: core/character/action/sit.c.
const STAND = 0.3;

/** Returns the distance of a point from a segment, in metres. */
function far([x, z], { from, to }) {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
  const s = Math.min(1, Math.max(0, ((x - from[0]) * dx + (z - from[1]) * dz) / (dx * dx + dz * dz)));
  return Math.hypot(x - from[0] - s * dx, z - from[1] - s * dz);
}

test("seats have a height that the server accepts, and no wall is closer to a sitter than walls are kept", () => {
  for (const [name, seat] of Object.entries(SEATS)) {
    assert.ok(seat.height >= 0.3 && seat.height <= 0.65, name);
    for (const wall of WALLS) assert.ok(far(beside(seat, STAND, 0), wall) > KEEP + wall.width, name);
  }
});

test("beside() counts `ahead` in the direction that a sitter looks, and `left` to the sitter's left", () => {
  assert.deepEqual(beside({ at: [1, 2], facing: 0 }, 0.5, 0.25), [1.25, 2.5]);
  const [x, z] = beside({ at: [0, 0], facing: Math.PI / 2 }, 0.5, 0.25);
  assert.ok(Math.abs(x - 0.5) < 1e-12 && Math.abs(z + 0.25) < 1e-12);
});

test("the seats of the scene are those of the plan, and no ball is reached for from inside a seat", () => {
  for (const { at, facing, width, depth } of CHAIRS) {
    const [name] = Object.entries(SEATS).find(([, seat]) => seat.at === at);
    assert.ok(facing === SEATS[name].facing && width > 0.3 && depth > 0.3);
    for (const {
      at: [x, , z],
    } of Object.values(BALLS))
      assert.ok(Math.hypot(x - at[0], z - at[1]) > 0.5 + Math.hypot(width, depth) / 2, name);
  }
});
