// Who is steered keeps away from the others, as often as messages may be sent.
import assert from "node:assert/strict";
import test from "node:test";
import { Budget, meeting, randomOf, Wander } from "../src/wander.js";

const LAG = 0.35, SPEED = 1.2, RATE = 60; // seconds until a stick is followed to 1 - 1/e, metres a second, frames a second

/** Who stands apart at first, in a sunflower; the first goes straight on and heeds nobody. */
function crowd(count) {
  return Array.from({ length: count }, (_, i) => ({ id: i + 1, isFree: i > 0, velocity: [0, 0], stick: i ? [0, 0] : [0, 0.5], root: [1.35 * Math.sqrt(i) * Math.cos(2.4 * i), 0, 1.35 * Math.sqrt(i) * Math.sin(2.4 * i)] }));
}

function walk(c) {
  for (let i = 0; i < 2; i++) {
    c.velocity[i] += (SPEED * c.stick[i] - c.velocity[i]) / (RATE * LAG);
    c.root[2 * i] += c.velocity[i] / RATE;
  }
}

/** {nearest two ever were, metres each went, messages a second}. */
function simulate(wander, count, seconds) {
  const all = crowd(count), budget = new Budget();
  let nearest = Infinity, gone = 0, messages = 0;
  for (let frame = 0; frame < RATE * seconds; frame++) {
    const sticks = wander.step(all, frame / RATE, budget.at(frame / RATE));
    for (const [id, move] of sticks) all[id - 1].stick = move;
    budget.spend(sticks.length);
    messages += sticks.length;
    for (const c of all) walk(c);
    for (const c of all) gone += Math.hypot(...c.velocity) / RATE / count;
    for (const a of all) for (const b of all) if (a.id < b.id) nearest = Math.min(nearest, Math.hypot(a.root[0] - b.root[0], a.root[2] - b.root[2]));
  }
  return { nearest, gone, messages: messages / seconds };
}

test("twenty walk for a minute and nobody comes near anybody", () => {
  const { nearest, gone } = simulate(new Wander(3), 20, 60);
  assert.ok(nearest > 0.6, `${nearest} m`);
  assert.ok(gone > 30, `${gone} m`);
});

test("without a thought for the others they walk through one another", () => {
  const careless = new Wander(3);
  careless.danger = () => 0;
  assert.ok(simulate(careless, 20, 60).nearest < 0.3);
});

test("a hundred need fewer messages than a server takes, with one a second of each repeated", () => {
  const { messages } = simulate(new Wander(3), 100, 10);
  assert.ok(messages + 100 < 240, `${messages} a second`);
});

test("who is steered by somebody gets no stick from here", () => {
  const wander = new Wander(1), all = crowd(4);
  const ids = new Set();
  for (let frame = 0; frame < 300; frame++) for (const [id] of wander.step(all, frame / RATE)) ids.add(id);
  assert.deepEqual([...ids].sort(), [2, 3, 4]);
});

test("a budget saves nothing for later but a quarter of a second", () => {
  const budget = new Budget(40);
  assert.equal(budget.at(5), 0);
  assert.equal(budget.at(5.125), 5);
  budget.spend(3);
  assert.equal(budget.at(5.125), 2);
  assert.equal(budget.at(60), 10);
  assert.equal(budget.at(50), 10);
});

test("a meeting is when two are a metre apart", () => {
  assert.ok(Math.abs(meeting([0, 5], [0, 2]) - 2) < 1e-12);
  assert.equal(meeting([0, 5], [0, -2]), Infinity);
  assert.equal(meeting([3, 5], [0, 2]), Infinity);
  assert.equal(meeting([0.3, 0.3], [0, 0]), 0);
});

test("the same seed gives the same numbers, from 0 to 1", () => {
  const a = randomOf(7), b = randomOf(7), numbers = Array.from({ length: 1000 }, a);
  assert.deepEqual(numbers, Array.from({ length: 1000 }, b));
  assert.ok(numbers.every((v) => v >= 0 && v < 1));
  assert.ok(Math.abs(numbers.reduce((sum, v) => sum + v, 0) / 1000 - 0.5) < 0.05);
});
