import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, History, made, read, write } from "../src/maker/choices.js";

const full = { sex: "male", random: 7, age: 40, percentile: { height: 80, hip_girth: 20 }, wear: { outfit: "suit", shoes: "boots", hair: "", hat: "fedora", glasses: "", beard: "" }, skin: 0, hair_color: "red", iris: "green", face: { smile: 0.5 }, features: { jaw_width: -1.2 }, ancestry: "asian" };

test("a link gives back the choices that it was made of", () => {
  for (const choices of [made(3), made(0, "neutral"), full]) assert.deepEqual(read(write(choices)), choices);
});

test("a link with names and numbers that are not allowed gives the seed's own", () => {
  for (const text of ["sex=cat", "sex=toString", "age=17", "age=x", "skin=2", "skin=", "hair_color=purple", "percentile=height:0,nose:5,height", "face=toString:1,smile:2", "features=jaw_width:9,nose:1", "ancestry=elf", "random=-4", "random=1e3"]) assert.deepEqual(read(text), { ...made(57), ...(text.startsWith("wear") ? { wear: {} } : {}) }, text);
  assert.deepEqual(read("wear=outfit:<b>,cape:red,shoes:boots").wear, { shoes: "boots" });
});

test("fields are those of a mesh's request; what the seed decides is left out", () => {
  assert.deepEqual(fieldsOf(made(9)), { random: 9 });
  assert.deepEqual(fieldsOf(full), { random: 7, age: 40, percentile: "height:80,hip_girth:20", wear: "suit,boots,fedora", skin: 0, hair_color: "red", iris: "green", face_shape: "jaw_width:-1.2", ancestry: "asian", blend_shapes: { mouthSmileLeft: 0.5, mouthSmileRight: 0.5 } });
  assert.equal(fieldsOf({ ...full, wear: { outfit: "" } }).wear, "none");
  assert.equal(fieldsOf({ ...full, percentile: { height: 50 } }).percentile, undefined, "the middle of people is no choice");
});

test("a drag is one step of the history, and a new change forgets what was undone", () => {
  const shown = [], history = new History(made(1), (state) => shown.push(state.age));
  for (const age of [20, 21, 22]) history.set({ age }, "age");
  history.set({ random: 2 });
  history.undo();
  assert.equal(history.state.random, 1);
  assert.equal(history.state.age, 22);
  history.undo();
  assert.equal(history.state.age, 0, "all of the drag");
  history.redo();
  assert.equal(history.state.age, 22);
  history.set({ skin: 1 });
  history.redo();
  assert.equal(history.state.skin, 1, "nothing is left to redo");
  history.undo(); history.undo(); history.undo(); history.undo();
  assert.deepEqual(history.state, made(1), "undo ends at the first state");
  assert.deepEqual(shown, [20, 21, 22, 22, 22, 0, 22, 22, 22, 0]);
});
