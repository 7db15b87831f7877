// xrTrackers() and xrBody() with frames as a browser's WebXR gives them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { xrBody, xrTrackers } from "../src/index.js";

/** Builds XRFrames. A space is a name, and poses are looked up by it. */
const pose = (x, y, z, q = [0, 0, 0, 1]) => ({
  transform: { position: { x, y, z, w: 1 }, orientation: { x: q[0], y: q[1], z: q[2], w: q[3] } },
});
const frame = ({ poses = {}, viewer, body, sources = [] }) => ({
  body,
  session: { inputSources: sources },
  getViewerPose(space) {
    assert.equal(space, "floor");
    return viewer;
  },
  getPose(of, space) {
    assert.equal(space, "floor");
    return poses[of];
  },
});

test("xrTrackers returns three trackers for a viewer and two controllers", () => {
  const sources = [
    { handedness: "left", gripSpace: "l" },
    { handedness: "right", gripSpace: "r" },
    { handedness: "none", gripSpace: "n" },
  ];
  const got = xrTrackers(
    frame({ viewer: pose(0, 1.6, 0, [0, 1, 0, 0]), poses: { l: pose(0.3, 1, 0), r: pose(-0.3, 1, 0), n: pose(9, 9, 9) }, sources }),
    "floor",
    { height: 1.8 },
  );
  assert.deepEqual(got, {
    set: "webxr83",
    height: 1.8,
    points: { viewer: [0, 1.6, 0], "left-grip": [0.3, 1, 0], "right-grip": [-0.3, 1, 0] },
    orientations: { viewer: [0, 1, 0, 0], "left-grip": [0, 0, 0, 1], "right-grip": [0, 0, 0, 1] },
  });
});

test("xrTrackers gives joints of Hand Input their Body Tracking names, and leaves out palm bones", () => {
  const hand = new Map([
    ["wrist", "w"],
    ["thumb-metacarpal", "m"],
    ["index-finger-metacarpal", "no"],
    ["index-finger-phalanx-proximal", "i"],
    ["pinky-finger-tip", "t"],
  ]);
  const poses = { w: pose(1, 0, 0), m: pose(2, 0, 0), no: pose(3, 0, 0), i: pose(4, 0, 0), t: pose(5, 0, 0) };
  const got = xrTrackers(frame({ poses, sources: [{ handedness: "right", hand, gripSpace: "w" }] }), "floor");
  assert.deepEqual(Object.keys(got.points), [
    "right-hand-wrist",
    "right-hand-thumb-metacarpal",
    "right-hand-index-phalanx-proximal",
    "right-hand-little-tip",
  ]);
});

test("xrTrackers includes the tracked joints of a body, leaves out those without a pose, and returns null without any", () => {
  const body = new Map([
    ["hips", "h"],
    ["left-upper-leg", "u"],
    ["left-hand-middle-phalanx-metacarpal", "no"],
    ["right-foot-ball", "b"],
  ]);
  const got = xrTrackers(frame({ viewer: null, poses: { h: pose(0, 0.9, 0), u: pose(0.1, 0.9, 0), no: pose(0, 0, 0) }, body }), "floor");
  assert.deepEqual(Object.keys(got.points), ["hips", "left-upper-leg"]);
  assert.equal(xrTrackers(frame({ viewer: null }), "floor"), null);
});

test("xrBody returns world positions and orientations by WebXR's names", () => {
  const axes = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // a quarter about z
  const skeleton = {
    joints: [
      { name: "Hips", parent: null, webxr: "hips", webxr_axes: [0, 0, 0, 1] },
      { name: "Half", parent: "Hips" },
      { name: "LeftArm", parent: "Half", webxr: "left-arm-upper", webxr_axes: axes },
    ],
  };
  const half = [0, Math.SQRT1_2, 0, Math.SQRT1_2]; // a quarter about y, twice, and the facing's
  const sampled = {
    root: [1, 0, 2],
    yaw: Math.PI / 2,
    joints: new Float32Array([0, 1, 0, 0, 1.2, 0, 0, 1.4, 0.5]),
    rotations: new Float32Array([0, 0, 0, 1, ...half, 0, 0, 0, 1]),
  };
  const got = xrBody(sampled, skeleton);
  assert.deepEqual([...got.keys()], ["hips", "left-arm-upper"]);
  const near = (a, b) => a.forEach((v, i) => assert.ok(Math.abs(v - b[i]) < 1e-6, `${a}, not ${b}`));
  near(got.get("hips").orientation, [0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  near(got.get("left-arm-upper").position, [1.5, 1.4, 2]);
  near(got.get("left-arm-upper").orientation, [Math.SQRT1_2, Math.SQRT1_2, 0, 0]); // half a turn about y, then the axes
  assert.equal(xrBody({ root: [0, 0, 0], yaw: 0 }, skeleton).size, 0);
});
