// Compact frames against the golden sequences of tests/golden/wire.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FrameError, toWorld, WireReader } from "../src/index.js";

const folder = `${process.env.GOLDEN ?? new URL("../../../tests/golden/stream/", import.meta.url).pathname}/../wire`;
const golden = JSON.parse(readFileSync(`${folder}/golden.json`, "utf8"));

/** Returns the frames of a file, each of which follows its size. */
function framesOf(name) {
  const bytes = readFileSync(`${folder}/${name}`);
  const out = [];
  for (let at = 0; at < bytes.length; at += 4 + out.at(-1).length) out.push(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)));
  return out;
}

function near(got, wanted, tolerance, what) {
  assert.equal(got.length, wanted.flat().length, `${what}: count`);
  wanted.flat().forEach((w, i) => assert.ok(Math.abs(got[i] - w) <= tolerance, `${what}[${i}]: ${got[i]}, not ${w}`));
}

function check(who, wanted) {
  for (const name of ["id", "seq", "channels", "contacts", "gait"]) assert.equal(who[name], wanted[name], name);
  near([who.phase, who.yaw, ...who.root], [wanted.phase, wanted.yaw, ...wanted.root], 1e-5, "fixed part");
  for (const [got, name] of [
    [who.hips, "hips"],
    [who.smpl?.pelvis, "smpl_pelvis"],
  ]) {
    assert.equal(got !== undefined, name in wanted, name);
    if (got) near(toWorld(who, got), wanted[name], 1e-4, name);
  }
  for (const [got, name] of [
    [who.rotations, "rotations"],
    [who.smpl?.rotations, "smpl_rotations"],
    [who.face?.weights, "face_weights"],
    [who.face?.fingers, "finger_rotations"],
  ]) {
    assert.equal(got !== undefined, name in wanted, name);
    if (got) near(got, wanted[name], 2e-6, name);
  }
}

for (const { file, frames } of golden.sequences) {
  test(`golden sequence ${file} is decoded to the values in golden.json`, () => {
    const reader = new WireReader();
    framesOf(file).forEach((bytes, i) => {
      assert.ok(WireReader.isCompact(bytes));
      const frame = reader.decode(bytes);
      const wanted = frames[i];
      assert.equal(frame.tick, wanted.tick);
      assert.ok(Math.abs(frame.time - wanted.time) < 1e-9);
      assert.equal(frame.characters.length, wanted.characters.length);
      frame.characters.forEach((who, k) => check(who, wanted.characters[k]));
    });
  });
}

test("after a lost frame decode() returns null until the next key frame", () => {
  const reader = new WireReader();
  const frames = framesOf("all.bin");
  assert.equal(reader.decode(frames[1]), null);
  assert.ok(reader.decode(frames[0]) && reader.decode(frames[1]));
  for (let i = 3; i < 12; i++) assert.equal(reader.decode(frames[i]), null);
  assert.equal(reader.decode(frames[12]).tick, golden.sequences.find((s) => s.file === "all.bin").frames[12].tick);
});

test("a key frame cut at any byte is refused, and a cut or damaged delta frame throws nothing but a FrameError", () => {
  const [key, ...deltas] = framesOf("skeleton.bin");
  for (let size = 0; size < key.length; size++)
    assert.throws(() => new WireReader().decode(key.subarray(0, size)), FrameError, `${size} bytes`);
  for (let i = 2; i < deltas[0].length; i++) {
    for (const bytes of [deltas[0].subarray(0, i), Uint8Array.from(deltas[0], (v, k) => (k === i ? v ^ 0x5a : v))]) {
      const reader = new WireReader();
      reader.decode(key);
      try {
        reader.decode(bytes);
      } catch (error) {
        assert.ok(error instanceof FrameError, error.stack);
      }
    }
  }
});
