// Kinds of dropped files, and keypoints in the formats of detectors.
import assert from "node:assert/strict";
import { File } from "node:buffer"; // Debian 12's node, 18, has no global File
import { test } from "node:test";
import { readKeypoints } from "../src/files/keypoints.js";
import { kindOf } from "../src/ui/kinds.js";

const file = (name, data) => new File([data], name);

test("kindOf chooses the method by the name of a file or by its first bytes", async () => {
  const kinds = {
    choose: [
      ["a.glb", "glTF"],
      ["a.dat", "glTF"],
      ["a.vrm", ""],
      ["a.fbx", "Kaydara"],
    ],
    playBvh: [
      ["a.bvh", ""],
      ["a.txt", "\r\nHIERARCHY\nROOT"],
    ],
    solveTake: [
      ["a.c3d", ""],
      ["a.trc", "PathFileType\t4"],
      ["a.csv", "Format Version,1.23,Take Name,walk"],
      ["a.csv", "\ufeffFormat Version,1.23"],
      ["a.csv", "Trajectories\n100"],
      ["a.tsv", "NO_OF_FRAMES\t120"],
      ["a.x", Uint8Array.of(2, 0x50, 1)],
    ],
    seeKeypoints: [
      ["a.json", " {"],
      ["a.txt", "[{"],
    ],
  };
  for (const [method, files] of Object.entries(kinds))
    for (const [name, data] of files) assert.equal((await kindOf(file(name, data))).method, method, name);
});

test("readKeypoints reads the formats of OpenPose, COCO and MediaPipe", () => {
  const flat = (n) => Array.from({ length: n }, (_, i) => [10 * i, 20 * i, i ? 0.9 : 0]).flat();
  const open = readKeypoints({ version: 1.3, people: [{ pose_keypoints_2d: flat(25) }] });
  assert.equal(open.keypoints.set, "openpose25");
  assert.deepEqual(open.keypoints.points.slice(0, 2), [null, [10, 20]]);
  assert.ok(open.camera.width > 240 && open.camera.height > 480);
  const coco = readKeypoints({ images: [{ width: 640, height: 480 }], annotations: [{ keypoints: flat(17) }] });
  assert.deepEqual([coco.keypoints.set, coco.camera], ["coco17", { width: 640, height: 480 }]);
  assert.ok(readKeypoints([{ image_id: 1, keypoints: flat(17), score: 0.9 }]).keypoints.confidence.every((c) => c <= 1));
  const marks = Array.from({ length: 33 }, (_, i) => ({ x: 0.01 * i, y: -0.02 * i, z: 0.5, visibility: 0.8 }));
  assert.deepEqual(readKeypoints({ poseWorldLandmarks: marks }).keypoints.points[10], [0.1, 0.2, -0.5]); // y up, z towards the camera
  assert.equal(readKeypoints({ landmarks: [marks], width: 200, height: 100 }).keypoints.points[10][0], 20);
});

test("readKeypoints returns observations unchanged, and null for anything else", () => {
  const own = { keypoints: { set: "coco17", points: { nose: [1, 2] } } };
  assert.equal(readKeypoints({ observations: own }), own);
  assert.equal(readKeypoints(own), own);
  assert.deepEqual(readKeypoints(own.keypoints), own);
  for (const other of [null, 7, "x", {}, [], [1], { people: [] }, { people: [{}] }, { keypoints: [1, 2] }, { landmarks: [] }])
    assert.equal(readKeypoints(other), null, JSON.stringify(other));
});
