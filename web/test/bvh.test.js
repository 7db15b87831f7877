// checkBvh() on valid, damaged and cut BVH files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BvhError, checkBvh } from "../src/files/bvh.js";

const TEXT = `HIERARCHY
ROOT Hips
{
  OFFSET 0.0 90.5 0.0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Left Leg
  {
    OFFSET 10 -5e-1 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -40 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.05
0 90 0 0 0 0 1 2 3
0 90 1 0 0 0 1 2 3
0 90 2 0 0 0 1 2 3
`;
const wrong = (text) => {
  try {
    checkBvh(text);
  } catch (error) {
    assert.ok(error instanceof BvhError, error.stack);
    return error;
  }
  return null;
};

test("checkBvh returns joints, frames and seconds, with any line ends", () => {
  assert.deepEqual(checkBvh(TEXT), { joints: 2, frames: 3, seconds: 0.1 });
  assert.equal(checkBvh(TEXT.replaceAll("\n", "\r\n")).joints, 2);
  assert.equal(checkBvh(TEXT.replaceAll("\n", "\r")).joints, 2);
  assert.equal(checkBvh(`\n\n${TEXT}\n\n`).frames, 3);
});

test("checkBvh names the line of an error and what was expected there", () => {
  for (const [text, line, expected] of [
    ["", 1, /HIERARCHY/],
    ["\n \n", 3, /HIERARCHY/],
    ["<html>", 1, /HIERARCHY/],
    ["HIERARCHY\nJOINT a", 2, /ROOT/],
    [TEXT.replace("Frames: 3", "Frames: 0"), 16, /Frames/],
    [TEXT.replace("0.05", "0"), 17, /Frame Time/],
    [TEXT.replace("CHANNELS 3", "CHANNELS 4"), 9, /CHANNELS/],
    [TEXT.replace("0 90 1 0", "0 ninety 1 0"), 19, /a number/],
    [TEXT.replace("0 90 2 0 0", "0 90 2 0"), 20, /9 numbers of frame 3 of 3/],
    [TEXT.replace("Frames: 3", "Frames: 4"), 21, /frame 4 of 4/],
    [TEXT.replace("    OFFSET 10 -5e-1 0\n", ""), 8, /OFFSET/],
    [TEXT.replace("MOTION", "NOTION"), 15, /MOTION/],
  ]) {
    const error = wrong(text);
    assert.match(error?.expected ?? "", expected, text.slice(0, 80));
    assert.ok(Math.abs(error.line - line) <= 1, `${error.message}: line ${line}`);
  }
});

test("a file that is cut anywhere, or has a line twice or not at all, is read or throws a BvhError", () => {
  for (let n = 0; n < TEXT.length - 20; n++) assert.ok(wrong(TEXT.slice(0, n)), n);
  const lines = TEXT.split("\n");
  for (let i = 0; i < lines.length; i++)
    for (const before of [lines.slice(0, i), lines.slice(0, i + 1)])
      for (const rest of [lines.slice(i + 1), lines.slice(i)]) wrong([...before, ...rest].join("\n"));
});

test("a hierarchy of 100,000 levels is refused with a BvhError and does not overflow the stack", () => {
  assert.match(wrong(`HIERARCHY\nROOT a\n${"{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT b\n".repeat(100000)}`).message, /at most 500 joints/);
});
