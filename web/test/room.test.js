// The room's plan: nobody who sits down is held off by a wall, and the way to a thing goes round what stands between.
import assert from "node:assert/strict";
import test from "node:test";
import { BALLS, beside, SEATS, wayTo, WALLS } from "../src/room_plan.js";

const KEEP = 0.3, STAND = 0.3; // of docs/reference/motion.md: wall_keep; core/pfnn/rollout/sit.c: metres ahead of the seat that the root stands

/** From a point to a segment. */
function far([x, z], { from, to }) {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]], s = Math.min(1, Math.max(0, ((x - from[0]) * dx + (z - from[1]) * dz) / (dx * dx + dz * dz)));
  return Math.hypot(x - from[0] - s * dx, z - from[1] - s * dz);
}

/** The nearest that a way comes to a wall. */
const nearest = (points, wall) => Math.min(...points.slice(1).flatMap((to, i) => Array.from({ length: 101 }, (_, k) => far(points[i].map((v, c) => v + (k / 100) * (to[c] - v)), wall))));

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

test("the way is straight where nothing is, and round a wall by its nearer end", () => {
  assert.deepEqual(wayTo([0, 0], [1, 1]), [[0, 0], [1, 1]]);
  const wall = { from: [-1, 2], to: [3, 2] }, way = wayTo([0, 0], [0, 4], [wall]);
  assert.equal(way.length, 3);
  assert.ok(way[1][0] < -1.5 && Math.abs(way[1][1] - 2) < 1e-9, `${way}`);
  assert.ok(nearest(way, wall) > 0.4);
});

test("from anywhere in the room to its balls it keeps off what stands there", () => {
  for (let a = 0; a < 24; a++) {
    const from = [4.2 * Math.sin(a), 4.2 * Math.cos(a)];
    for (const { at: [x, , z], facing } of Object.values(BALLS)) {
      const yaw = facing ?? Math.atan2(x - from[0], z - from[1]), to = [x - 0.5 * Math.sin(yaw), z - 0.5 * Math.cos(yaw)], way = wayTo(from, to), ends = Math.min(...WALLS.flatMap((wall) => [far(from, wall), far(to, wall)]));
      assert.ok(way.length <= 6 && WALLS.every((wall) => nearest(way, wall) > Math.min(0.2, ends - 0.01)), `${from} to ${to}: ${JSON.stringify(way)}`);
    }
  }
});
