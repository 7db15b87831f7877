// Frames and inputs against the golden files of tests/golden/stream, which other clients read too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decodeFrame, encodeInput, FrameError, toWorld } from "../src/index.js";

const folder = process.env.GOLDEN ?? new URL("../../../tests/golden/stream/", import.meta.url).pathname;
const bytes = (name) => readFileSync(`${folder}/${name}`);
const golden = JSON.parse(readFileSync(`${folder}/golden.json`, "utf8"));

function near(got, wanted, tolerance, what) {
  assert.equal(got.length, wanted.flat().length, `${what}: count`);
  wanted.flat().forEach((w, i) => assert.ok(Math.abs(got[i] - w) <= tolerance, `${what}[${i}]: ${got[i]}, not ${w}`));
}

function check(who, wanted) {
  for (const name of ["id", "seq", "channels", "contacts", "gait"]) assert.equal(who[name], wanted[name], name);
  near([who.phase, who.yaw, ...who.root], [wanted.phase, wanted.yaw, ...wanted.root], 1e-6, "fixed part");
  for (const name of ["joints", "vertices"]) {
    assert.equal(name in who, name in wanted, name);
    if (wanted[name]) near(toWorld(who, who[name]), wanted[name], 5e-6, name);
  }
  assert.equal("rotations" in who, "rotations" in wanted);
  if (wanted.rotations) near(who.rotations, wanted.rotations, 1e-6, "rotations");
  if (wanted.trajectory) {
    near(
      toWorld(who, who.trajectory.points),
      wanted.trajectory.map((s) => s.slice(0, 3)),
      5e-6,
      "trajectory",
    );
    near(
      who.trajectory.facings.map((f) => f + who.yaw),
      wanted.trajectory.map((s) => s[3]),
      2e-6,
      "facings",
    );
  }
  assert.equal("smpl" in who, "smpl_rotations" in wanted);
  if (who.smpl) near(toWorld(who, who.smpl.pelvis), wanted.smpl_pelvis, 5e-6, "pelvis");
  if (who.smpl) near(who.smpl.rotations, wanted.smpl_rotations, 1e-6, "smpl");
  assert.equal("character" in who, "character_root" in wanted);
  if (who.character) near(who.character.root, wanted.character_root, 1e-4, "root's node");
  if (who.character) near(who.character.rotations, wanted.character_rotations, 1e-6, "nodes");
  if (who.character) near(who.character.translations, wanted.character_translations ?? [], 1e-4, "moved nodes");
  assert.equal("soft" in who, "soft" in wanted);
  if (who.soft) near(who.soft, wanted.soft, 1e-6, "soft");
  assert.equal("face" in who, "face_weights" in wanted);
  if (who.face) near(who.face.weights, wanted.face_weights, 1e-6, "weights");
  if (who.face) near(who.face.fingers, wanted.finger_rotations, 1e-6, "fingers");
}

for (const wanted of golden.frames) {
  test(`golden frame ${wanted.file} is decoded to the values in golden.json`, () => {
    const frame = decodeFrame(bytes(wanted.file), wanted);
    assert.deepEqual([frame.tick, frame.time, frame.rotationBits], [wanted.tick, wanted.time, wanted.rotation_bits]);
    assert.equal(frame.characters.length, wanted.characters.length);
    frame.characters.forEach((who, i) => check(who, wanted.characters[i]));
  });
}

for (const { file, why, joints, samples } of golden.refused)
  test(`${file} is refused: ${why}`, () => assert.throws(() => decodeFrame(bytes(file), { joints, samples }), FrameError));

for (const { file, ...input } of golden.inputs)
  test(`golden input ${file} is encoded byte for byte`, () => assert.deepEqual(Buffer.from(encodeInput(input)), bytes(file)));

test("decodeFrame refuses a frame cut at any byte", () => {
  const whole = bytes("all_48.bin");
  for (let size = 0; size < whole.length; size++)
    assert.throws(() => decodeFrame(whole.subarray(0, size), { joints: 5, samples: 4 }), FrameError, `${size} bytes`);
});

test("encodeInput refuses an unknown gait and names it", () => {
  assert.throws(() => encodeInput({ id: 1, gait: "fly" }), /gait: fly; one of auto, walk/);
});
