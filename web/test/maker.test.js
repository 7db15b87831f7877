import assert from "node:assert/strict";
import { test } from "node:test";
import { alone, featureMost, fieldsOf, History, made, read, write } from "../src/maker/choices.js";
import { Glide } from "../src/maker/glide.js";

const full = {
  sex: "male",
  random: 7,
  age: 40,
  percentile: { height: 80, hip_girth: 20 },
  wear: { outfit: "suit", shoes: "boots", hair: "", hat: "fedora", glasses: "", beard: "" },
  version: 2,
  people: 2,
  skin: 0,
  hair_color: "red",
  hair_loss: 0.5,
  iris: "green",
  face: { smile: 0.5 },
  features: { jaw_width: -1.2 },
  ancestry: "asian",
};

test("a link gives back the choices that it was made of", () => {
  for (const choices of [made(3), made(0, "neutral"), full]) assert.deepEqual(read(write(choices)), choices);
});

test("a link with names and numbers that are not allowed gives the seed's own", () => {
  for (const text of [
    "sex=cat",
    "sex=toString",
    "age=17",
    "age=x",
    "skin=2",
    "skin=",
    "hair_color=purple",
    "hair_loss=1.1",
    "percentile=height:0,nose:5,height",
    "face=toString:1,smile:2",
    "features=jaw_width:9,nose:1",
    "ancestry=elf",
    "random=-4",
    "random=1e3",
  ])
    assert.deepEqual(read(text), { ...made(39), ...(text.startsWith("wear") ? { wear: {} } : {}) }, text);
  assert.deepEqual(read("wear=outfit:<b>,cape:red,shoes:boots").wear, { shoes: "boots" });
});

test("a link without a version of the wardrobe keeps the clothes that it had", () => {
  assert.equal(read("sex=male&random=7").version, 1);
  assert.equal(fieldsOf(read("sex=male&random=7")).wardrobe_version, 1);
  assert.equal(write(read("sex=male&random=7")), "sex=male&random=7");
  assert.equal(fieldsOf(read(write(read("sex=male&random=7&wardrobe=2")))).wardrobe_version, 2);
  assert.equal(fieldsOf(read(write(made(7)))).wardrobe_version, undefined);
  assert.equal(fieldsOf({ ...read("random=7"), wear: { outfit: "suit" } }).wardrobe_version, undefined);
});

test("a link without a version of the people keeps the body that it had", () => {
  assert.equal(read("sex=male&random=7").people, 1);
  assert.equal(fieldsOf(read("sex=male&random=7&wardrobe=2")).people_version, 1);
  assert.equal(fieldsOf(read(write(made(7)))).people_version, undefined);
});

test("sliders move features that fold the skin less than others, and links keep what the server takes", () => {
  const kept = (name, value) => read(`features=${name}:${value}`).features[name];
  for (const [name, most] of [
    ["nose_width", 3],
    ["jaw_width", 1.5],
    ["jaw_length", 3],
  ]) {
    assert.equal(featureMost(name), most);
    assert.equal(kept(name, -5), -5);
    assert.equal(kept(name, 5.1), undefined, name);
  }
  assert.equal(kept("asymmetry_jaw", 1), 1); // has no slider; found in a picture
});

test("features of a picture are those of the request, whatever sliders move beside their own", () => {
  const found = { jaw_length: 2, chin_height: 0.5, nose_width: 1 };
  assert.equal(fieldsOf({ ...made(1), features: alone(found) }).face_shape, "jaw_length:2,chin_height:0.5,nose_width:1");
});

test("a longer jaw has a higher chin, which the chin's own slider adds to", () => {
  assert.equal(fieldsOf({ ...made(1), features: { jaw_length: 3 } }).face_shape, "jaw_length:3,chin_height:1.2");
  assert.equal(fieldsOf({ ...made(1), features: { jaw_length: -1, chin_height: 2 } }).face_shape, "jaw_length:-1,chin_height:1.6");
  assert.equal(fieldsOf({ ...made(1), features: { chin_height: 1 } }).face_shape, "chin_height:1");
});

test("fields are those of a mesh's request; what the seed decides is left out", () => {
  assert.deepEqual(fieldsOf(made(9)), { random: 9 });
  assert.deepEqual(fieldsOf(full), {
    random: 7,
    age: 40,
    percentile: "height:80,hip_girth:20",
    wear: "suit,boots,fedora",
    skin: 0,
    hair_color: "red",
    iris: "green",
    face_shape: "jaw_width:-1.2",
    ancestry: "asian",
    blend_shapes: { mouthSmileLeft: 0.5, mouthSmileRight: 0.5 },
  });
  assert.equal(fieldsOf({ ...full, wear: { outfit: "" } }).wear, "none");
  const loss = (wear) => fieldsOf({ ...full, wear }).hair_loss;
  assert.equal(loss(null), 0.5);
  assert.equal(loss({ hair: "hair-buzz" }), 0.5);
  assert.equal(loss({ hair: "hair-buzz", hat: "cap" }), undefined, "a hat covers it");
  assert.equal(loss({ hair: "" }), undefined, "no hair is left to be lost");
  assert.equal(fieldsOf({ ...full, percentile: { height: 50 } }).percentile, "height:50", "the middle of people is not the seed's own");
});

test("a drag is one step of the history, and a new change forgets what was undone", () => {
  const shown = [],
    history = new History(made(1), (state) => shown.push(state.age));
  for (const age of [20, 21, 22]) history.set({ age }, { name: "age" });
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
  history.undo();
  history.undo();
  history.undo();
  history.undo();
  assert.deepEqual(history.state, made(1), "undo ends at the first state");
  assert.deepEqual(shown, [20, 21, 22, 22, 22, 0, 22, 22, 22, 0]);
});

test("a second drag of the same slider is a step of its own", () => {
  const history = new History(made(1), () => {});
  for (const age of [20, 21]) history.set({ age }, { name: "age" });
  history.rest();
  for (const age of [30, 31]) history.set({ age }, { name: "age" });
  history.undo();
  assert.equal(history.state.age, 21);
});

const person = (...positions) => [{ positions: Float32Array.from(positions), normals: Float32Array.from(positions, () => 1) }];
const tall = { name: "height", read: (choices) => choices.height },
  wide = { name: "width", read: (choices) => choices.width };

test("between two people that are known the vertices are on straight lines", () => {
  const glide = new Glide(),
    out = person(0, 0, 0),
    way = glide.follow(tall, { choices: { height: 10 }, parts: person(1, 2, 3) });
  assert.equal(glide.show(out, 15), false, "one is not enough");
  glide.learn(way, { choices: { height: 20 }, parts: person(3, 2, 13) });
  assert.equal(glide.show(out, 15), true);
  assert.deepEqual([...out[0].positions], [2, 2, 8]);
  glide.learn(way, { choices: { height: 40 }, parts: person(3, 2, 33) });
  for (const [at, z] of [
    [10, 3],
    [20, 13],
    [30, 23],
    [45, 38],
    [1000, 43],
  ]) {
    assert.equal(glide.show(out, at), at < 100, "far from those that are known the server is asked at once");
    assert.equal(out[0].positions[2], z, `at ${at}; not far past those that are known`);
  }
});

test("another slider, and other meshes, begin anew", () => {
  const glide = new Glide(),
    out = person(0, 0, 0),
    way = glide.follow(tall, { choices: { height: 10 }, parts: person(1, 1, 1) });
  glide.learn(way, { choices: { height: 20 }, parts: person(2, 2, 2) });
  glide.follow(wide, { choices: { height: 20, width: null }, parts: person(2, 2, 2) });
  glide.learn(way, { choices: { height: 30 }, parts: person(3, 3, 3) });
  assert.equal(glide.show(out, 1), false, "a late answer of the other slider is not of this one");
  const again = glide.follow(tall, { choices: { height: 20 }, parts: person(2, 2, 2) });
  glide.learn(again, { choices: { height: 30 }, parts: person(1, 1, 1, 1, 1, 1) });
  assert.equal(glide.show(out, 25), false);
});
