// Timeline against a motion that is known at any time, ServerClock with jitter and drift, and Backoff.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff, ServerClock, Timeline, slerp } from "../src/index.js";

const near = (got, wanted, tolerance) => assert.ok(Math.abs(got - wanted) <= tolerance, `${got}, not ${wanted}`);
const turned = (angle) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];

/**
 * Returns a frame of a character on a circle of 2 m at 1.5 m/s. Its one joint rotates at 3 rad/s; every second frame has the other sign.
 */
function circle(time, index) {
  const angle = 0.75 * time;
  const sign = index % 2 ? -1 : 1;
  return {
    tick: index,
    time,
    characters: [
      {
        id: 1,
        seq: 0,
        gait: 1,
        contacts: 0,
        phase: (6 * time) % (2 * Math.PI),
        yaw: Math.atan2(Math.cos(angle), -Math.sin(angle)),
        root: Float32Array.of(2 * Math.cos(angle), 0, 2 * Math.sin(angle)),
        joints: Float32Array.of(0, 1, 0),
        rotations: Float32Array.from(turned(3 * time), (x) => sign * x),
      },
    ],
  };
}

function filled(ticks, options) {
  const line = new Timeline(options);
  for (const k of ticks) line.push(circle(k / 60, k));
  return line;
}

test("with one frame in three missing, sample() is within a millimetre of the known motion, and signs of quaternions do not flip", () => {
  const line = filled(Array.from({ length: 60 }, (_, k) => k).filter((k) => k % 3 !== 1));
  let before = null;
  for (let time = 0.1; time < 0.9; time += 0.0037) {
    const [who] = line.sample(time);
    const [wanted] = circle(time, 0).characters;
    near(Math.hypot(who.root[0] - wanted.root[0], who.root[2] - wanted.root[2]), 0, 1e-3);
    near(Math.hypot(who.root[0], who.root[2]), 2, 4e-4);
    near(Math.sin(who.yaw - wanted.yaw), 0, 1e-4);
    near(Math.cos(who.phase - wanted.phase), 1, 1e-4);
    near(Math.abs(who.rotations.reduce((sum, x, i) => sum + x * wanted.rotations[i], 0)), 1, 1e-6);
    if (before) assert.ok(who.rotations.reduce((sum, x, i) => sum + x * before[i], 0) > 0.9, "the sign flipped");
    before = who.rotations;
  }
});

test("after the newest frame sample() extrapolates up to the limit, then holds", () => {
  const line = filled([0, 1, 2, 3], { limit: 0.05 });
  const last = 3 / 60;
  const at = (time) => line.sample(time)[0].root[2];
  near(at(last + 0.04), 2 * Math.sin(0.75 * (last + 0.04)), 2e-3);
  assert.equal(at(last + 0.05), at(last + 3));
});

test("sample() does not interpolate across a gap of a second", () => {
  const line = filled([0, 1, 61, 62], { limit: 0 });
  assert.deepEqual(line.sample(0.5)[0].root, circle(1 / 60, 1).characters[0].root);
});

test("sample() leaves out a character that left, and push() refuses old frames", () => {
  const line = filled([5, 6]);
  assert.equal(line.push(circle(4 / 60, 4)), false);
  line.push({ tick: 7, time: 7 / 60, characters: [] });
  assert.equal(line.sample(6.5 / 60).length, 0);
  line.remove(1);
  line.push(circle(8 / 60, 8));
  assert.deepEqual(line.sample(8 / 60), []);
});

test("slerp takes the shorter arc between quaternions of opposite signs", () => {
  const got = slerp(
    new Float32Array(4),
    turned(0.2),
    turned(0.6).map((x) => -x),
    0.5,
  );
  turned(0.4).forEach((w, i) => near(got[i], w, 1e-6));
});

test("ServerClock finds the smallest delay under jitter and follows a drift without a jump", () => {
  const clock = new ServerClock();
  let seed = 1;
  let before = null;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let k = 0; k < 1200; k++) {
    const time = k / 60;
    const drift = 1e-4 * time; // the local clock is 100 ppm fast
    const now = 1000 + time + drift + 0.02 + 0.03 * random() ** 2;
    clock.frame(time, now);
    const at = clock.at(1000 + time + drift);
    if (before !== null) near(at - before, 1 / 60, 2e-3);
    if (k > 600) near(at, time - 0.02, 1.5e-3);
    before = at;
  }
});

test("after a reset ServerClock takes the time of another server at once", () => {
  const clock = new ServerClock();
  clock.frame(5000, 10);
  clock.frame(3, 10.1);
  near(clock.at(10.1), 5000.1, 1e-9);
  clock.reset();
  clock.frame(3.1, 10.2);
  near(clock.at(10.2), 3.1, 1e-9);
});

// Passed time of the local clock, and of the server's: both ran on, or one of them stood still.
for (const [local, server] of [
  [3600, 3600],
  [0, 3600],
  [3600, 0],
  [60, 59],
  [0, -0.5],
]) {
  test(`one pong sets the clock after ${local} s of the local clock and ${server} s of the server's`, () => {
    const clock = new ServerClock();
    for (let k = 0; k < 300; k++) clock.frame(500 + k / 60, 20 + k / 60 + 0.01);
    const now = 25 + local;
    const serverTime = 505 + server;
    clock.pong(now, serverTime + 0.01, now + 0.02);
    near(clock.at(now + 0.02), serverTime + 0.01, 0.25);
    clock.frame(serverTime + 0.03, now + 0.04);
    near(clock.at(now + 0.04), serverTime + 0.03, 0.25);
  });
}

test("a slow pong does not move the clock", () => {
  const clock = new ServerClock();
  for (let k = 0; k < 300; k++) clock.frame(k / 60, 10 + k / 60);
  const before = clock.offset;
  clock.pong(15, 6.4, 17); // two seconds there and back
  near(clock.offset, before, 0.01);
});

test("Backoff draws delays from 0 to a limit that doubles up to `most`, and adds what the server asked for", () => {
  const waits = (random) => ((b) => Array.from({ length: 8 }, () => b.next()))(new Backoff({ random: () => random }));
  assert.deepEqual(waits(1).slice(0, 4), [1, 2, 4, 8]);
  assert.equal(Math.max(...waits(1)), 8);
  assert.equal(waits(0)[3], 0);
  assert.equal(new Backoff({ random: () => 1 }).next(2), 3);
});

test("of a thousand clients that lose their server together at most 100 come back within 50 ms", () => {
  const waits = Array.from({ length: 1000 }, () => new Backoff().next()).sort((a, b) => a - b);
  for (let i = 0; i + 100 < waits.length; i++) assert.ok(waits[i + 100] - waits[i] > 0.05, `${waits[i]} s`);
  assert.ok(waits.at(-1) <= 1);
});

test("after a sleep Backoff waits again, and after a delay that ended in time it does not", () => {
  const backoff = new Backoff({ random: () => 0.5 });
  assert.equal(backoff.again(0.3), 0);
  assert.equal(backoff.again(3600), 0.5);
});

test("Timeline.moment tells between which ticks sample() draws, across lost frames too", () => {
  const timeline = new Timeline();
  assert.equal(timeline.moment(1), null);
  for (const tick of [10, 12, 13]) timeline.push({ tick, time: tick / 60, characters: [] });
  const near = (moment, tick, span, fraction) => {
    assert.equal(moment.tick, tick);
    assert.equal(moment.span, span);
    assert.ok(Math.abs(moment.fraction - fraction) < 1e-9, moment.fraction);
  };
  near(timeline.moment(9 / 60), 10, 1, 0);
  near(timeline.moment(10.5 / 60), 10, 2, 0.25);
  near(timeline.moment(12.75 / 60), 12, 1, 0.75);
  near(timeline.moment(20 / 60), 13, 1, 0);
});

test("characters of partial frames are drawn smoothly, the seldom ones later, and vanish when they are out of sight", () => {
  const timeline = new Timeline();
  const at = (id, x) => ({ id, root: Float32Array.of(x, 0, 0), yaw: 0, phase: 0 });
  for (let tick = 0; tick <= 60; tick++) {
    const characters = [at(1, tick / 60)];
    if (tick % 10 === 0) characters.push(at(2, tick / 60)); // far
    if (tick <= 10) characters.push(at(3, 0)); // goes out of sight
    timeline.push({ tick, time: tick / 60, partial: true, characters });
  }
  const seen = (time) => new Map(timeline.sample(time).map((c) => [c.id, c.root[0]]));
  let before = seen(40 / 60);
  assert.ok(Math.abs(before.get(1) - 40 / 60) < 1e-6 && Math.abs(before.get(2) - 31 / 60) < 1e-6, JSON.stringify([...before]));
  for (let n = 1; n <= 60; n++) {
    const now = seen((40 + n / 4) / 60);
    for (const id of [1, 2]) assert.ok(Math.abs(now.get(id) - before.get(id) - 1 / 240) < 1e-6, `${id} at ${n}`);
    before = now;
  }
  assert.equal(seen(10 / 60).has(3), true);
  assert.equal(seen(50 / 60).has(3), false);
});
