import assert from "node:assert/strict";
import { test } from "node:test";
import { Calm, Governor } from "../src/view/governor.js";

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

/** Draws a scene whose calm changes; cost(detail) is the time of a frame in milliseconds, of null that of fluent pictures. Returns [time, detail] of changes. */
function calm(seconds, cost, isCalm) {
  const calm = new Calm(3);
  const changes = [[0, null]];
  for (let now = 0; now < seconds;) {
    const detail = calm.level(now, isCalm(now));
    if (detail !== changes.at(-1)[1]) changes.push([now, detail]);
    now += cost(detail) / 1000;
  }
  return changes;
}

test("who stands for half a second is drawn well, and who moves is drawn fluently at once", () => {
  const changes = calm(
    10,
    (detail) => (detail === null ? 30 : 100),
    (now) => now > 2 && now < 6,
  );
  assert.deepEqual(
    changes.map(([, detail]) => detail),
    [null, 0, null],
  );
  assert.ok(Math.abs(changes[1][0] - 2.5) < 0.1 && Math.abs(changes[2][0] - 6) < 0.15, JSON.stringify(changes));
});

test("a slow machine gets a coarser detail, a very slow one none, and neither is tried again", () => {
  const always = () => true;
  const details = (cost) => calm(20, (detail) => (detail === null ? 40 : cost[detail]), always).map(([, detail]) => detail);
  assert.deepEqual(details([300, 120, 60]), [null, 0, 1]);
  assert.deepEqual(details([900, 500, 300]), [null, 0, 1, 2]);
  assert.deepEqual(details([900, 700, 500]), [null, 0, 1, 2, null]);
});
