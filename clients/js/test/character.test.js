// The channel `character`: frames of an uploaded character, interpolation between them, and fillCharacter().
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeFrame, fillCharacter, FrameError, Timeline } from "../src/index.js";

/**
 * Returns a frame with one character that has only the channel `character`: two nodes, the first at rest, the second rotated by 90 degrees
 * about x.
 */
function frame(time, x) {
  const bytes = new DataView(new ArrayBuffer(24 + 32 + 16 + 12));
  [..."PSD1"].forEach((c, i) => bytes.setUint8(i, c.charCodeAt(0)));
  bytes.setUint8(4, 1);
  bytes.setFloat64(12, time, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint32(24, 7, true);
  bytes.setUint16(32, 128, true);
  bytes.setUint16(56, 2, true);
  [x, 2, 3].forEach((v, i) => bytes.setFloat32(60 + 4 * i, v, true));
  const half = (16384n << 30n) | (16384n << 15n) | 16384n;
  const turned = (32767n << 30n) | (16384n << 15n) | 16384n;
  [(3n << 46n) | half, (3n << 46n) | turned].forEach((word, k) => {
    bytes.setUint32(72 + 6 * k, Number(word & 0xffffffffn), true);
    bytes.setUint16(76 + 6 * k, Number(word >> 32n), true);
  });
  return new Uint8Array(bytes.buffer);
}

test("decodeFrame reads root and rotations of the channel character, and refuses a frame cut anywhere", () => {
  const { character } = decodeFrame(frame(1, 5), { joints: 0, samples: 0 }).characters[0];
  assert.deepEqual([...character.root], [5, 2, 3]);
  assert.ok(Math.abs(character.rotations[3] - 1) < 1e-4 && Math.abs(character.rotations[4] - Math.SQRT1_2) < 1e-4);
  for (let size = 0; size < 84; size++)
    assert.throws(() => decodeFrame(frame(1, 5).subarray(0, size), { joints: 0, samples: 0 }), FrameError);
});

test("halfway in time between two frames, the root of the channel character is halfway between its positions", () => {
  const timeline = new Timeline();
  for (const [time, x] of [
    [1, 4],
    [1.02, 6],
  ])
    timeline.push(decodeFrame(frame(time, x), { joints: 0, samples: 0 }));
  assert.ok(Math.abs(timeline.sample(1.01)[0].character.root[0] - 5) < 1e-3);
});

test("fillCharacter finds nodes by the names that GLTFLoader gives them and sets their rotations, the root's position and the scale", () => {
  const node = () => ({
    quaternion: {
      fromArray(a, at) {
        this.got = [...a.slice(at, at + 4)];
      },
    },
    position: {
      fromArray(a) {
        this.got = [...a];
      },
    },
  });
  const nodes = { mixamorigHips: node(), Left_Arm: node() };
  const object = {
    scale: {
      setScalar(s) {
        this.got = s;
      },
    },
    getObjectByName: (name) => nodes[name],
  };
  const character = { joints: ["mixamorig:Hips", "Left Arm"], root: "mixamorig:Hips", scale: 2 };
  const [sampled] = decodeFrame(frame(1, 5), { joints: 0, samples: 0 }).characters;
  fillCharacter(object, character, sampled);
  assert.equal(object.scale.got, 2);
  assert.deepEqual(nodes.mixamorigHips.position.got, [5, 2, 3]);
  assert.equal(nodes.Left_Arm.position.got, undefined);
  assert.ok(Math.abs(nodes.Left_Arm.quaternion.got[0] - Math.SQRT1_2) < 1e-4);
  fillCharacter(object, character, undefined);
});
