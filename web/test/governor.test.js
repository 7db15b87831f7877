import assert from "node:assert/strict";
import { test } from "node:test";
import { Governor } from "../src/view/governor.js";

/** Draws for some seconds; cost(level) is the time of a frame in milliseconds on a screen of 60 Hz. Returns the levels in order. */
function run(seconds, cost, { start = 3, last = 5, finest = 0 } = {}) {
  const governor = Object.assign(new Governor(), { finest });
  const levels = [start];
  for (let now = 0; now < seconds;) {
    const level = governor.level(now, { level: levels.at(-1), last });
    if (level !== levels.at(-1)) levels.push(level);
    now += (Math.ceil(cost(level) / (1000 / 60)) * (1000 / 60)) / 1000;
  }
  return levels;
}

test("a screen of 60 Hz that keeps up becomes finer", () => {
  assert.deepEqual(
    run(60, () => 5),
    [3, 2, 1, 0],
  );
});

test("a view that was slow for a second becomes fine again", () => {
  let now = 0;
  const levels = run(60, () => ((now += 1), now < 60 ? 50 : 5), { start: 1, finest: 1 });
  assert.deepEqual(levels, [1, 2, 1]);
});

test("a finer level that is too slow is given up once and not tried again", () => {
  assert.deepEqual(
    run(60, (level) => (level < 2 ? 25 : 10)),
    [3, 2, 1, 2],
  );
});

test("slow frames make it coarser until they are quick, and the level before is tried once more", () => {
  assert.deepEqual(
    run(30, (level) => 110 - 20 * level, { start: 0 }),
    [0, 1, 2, 3, 4, 5, 4, 5],
  );
});

test("the level stays while nobody sees the frames", () => {
  const governor = new Governor();
  for (let frame = 0; frame < 1000; frame++) assert.equal(governor.level(frame / 10, { level: 2, last: 5, isWatched: false }), 2);
  assert.ok(Math.abs(governor.fps - 10) < 0.1);
});
