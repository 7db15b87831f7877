// Characters that the user does not steer: sendOff() makes them wander, and Budget limits their messages.
import assert from "node:assert/strict";
import test from "node:test";
import { Budget, randomOf, sendOff } from "../src/motion/others.js";

/** Returns walkers that record the wanderings that they are asked for. */
const people = (count, answer = () => Promise.resolve()) =>
  Array.from({ length: count }, () => ({ middle: null, asked: [], character: { path: null } })).map((w) => {
    w.character.wander = (options) => {
      w.asked.push(options);
      w.character.path = {};
      return answer();
    };
    return w;
  });

test("sendOff makes each walker wander once, at most as many at a time as allowed", () => {
  const all = people(5);
  assert.deepEqual([sendOff(all, [1, 2], 3), sendOff(all, [1, 2], 3), sendOff(all, [1, 2], 3)], [3, 2, 0]);
  assert.deepEqual(
    all.map((w) => w.asked.length),
    [1, 1, 1, 1, 1],
  );
  assert.deepEqual(all[0].asked[0].middle, [1, 2]);
  assert.equal(all[0].asked[0].space, 1);
});

test("the centre of the area is behind the steered character, seen from the camera", () => {
  const [one] = people(1);
  sendOff([one], [1, 2], 9, [0, -1]);
  const {
    middle: [x, z],
    radius,
  } = one.asked[0];
  assert.equal(x, 1);
  assert.ok(z < 2 && 2 - z < radius, `${z} within ${radius}`);
});

test("walkers get a new area when the steered character has moved far enough, and not before", () => {
  const all = people(2);
  sendOff(all, [0, 0], 9);
  assert.equal(sendOff(all, [3, 0], 9), 0);
  assert.equal(sendOff(all, [3, 3], 9), 2);
});

test("a walker that was steered in the meantime, or whose request was refused, is sent off again", async () => {
  const all = people(1);
  sendOff(all, [0, 0], 9);
  all[0].character.path = null; // a stick ends it
  assert.equal(sendOff(all, [0, 0], 9), 1);
  const refused = people(1, () => Promise.reject(new Error("busy")));
  sendOff(refused, [0, 0], 9);
  await Promise.resolve();
  assert.equal(sendOff(refused, [0, 0], 9), 1);
});

test("Budget allows at most what a quarter of a second has saved", () => {
  const budget = new Budget(40);
  assert.equal(budget.at(5), 0);
  assert.equal(budget.at(5.125), 5);
  budget.spend(3);
  assert.equal(budget.at(5.125), 2);
  assert.equal(budget.at(60), 10);
  assert.equal(budget.at(50), 10);
});

test("randomOf returns the same numbers from 0 to 1 for the same seed", () => {
  const a = randomOf(7);
  const b = randomOf(7);
  const numbers = Array.from({ length: 1000 }, a);
  assert.deepEqual(numbers, Array.from({ length: 1000 }, b));
  assert.ok(numbers.every((v) => v >= 0 && v < 1));
  assert.ok(Math.abs(numbers.reduce((sum, v) => sum + v, 0) / 1000 - 0.5) < 0.05);
});
