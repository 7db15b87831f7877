// inSpace(): landmarks in the image and in space, combined; withHands(): hands at their wrists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inSpace, withHands } from "../src/files/landmarks.js";

const SIZE = { width: 640, height: 480 };
/** Landmarks around hips that are 3 m away and slightly aside, in metres: x right, y down, z away. */
const PLACES = [
  [0, 0, 0],
  [-0.2, -0.5, 0],
  [0.2, -0.5, 0],
  [-0.45, -0.7, -0.2],
  [-0.3, -0.8, -0.4],
  [0.4, -0.2, 0.1],
  [0.1, 0.4, -0.1],
  [-0.1, 0.9, 0.05],
];
const seenBy = (focal) =>
  PLACES.map(([x, y, z]) => ({
    x: 0.5 + (focal * (x + 0.1)) / (3 + z) / SIZE.width,
    y: 0.5 + (focal * (y + 0.05)) / (3 + z) / SIZE.height,
  }));
const all = PLACES.map(() => true);
const directions = (at) =>
  [
    [1, 3],
    [3, 4],
    [2, 5],
    [6, 7],
  ].map(([a, b]) => {
    const v = at[b].map((x, k) => x - at[a][k]);
    const n = Math.hypot(...v);
    return v.map((x) => x / n);
  });
const apart = (a, b) =>
  Math.max(
    ...directions(a).map(
      (v, i) =>
        (180 / Math.PI) *
        Math.acos(
          Math.min(
            1,
            v.reduce((sum, x, k) => sum + x * directions(b)[i][k], 0),
          ),
        ),
    ),
  );

test("inSpace returns landmarks exactly where the image shows exactly those", () => {
  const found = inSpace(
    PLACES.map(([x, y, z]) => ({ x, y, z })),
    seenBy(640),
    SIZE,
    all,
  );
  found.forEach((at, i) => at.forEach((x, k) => assert.ok(Math.abs(x - PLACES[i][k]) < 1e-9, `${i}: ${at}`)));
});

test("landmarks in space that are wrong sideways are corrected by the image, and keep their depth", () => {
  const off = PLACES.map(([x, y, z], i) => ({ x: x + 0.06 * Math.sin(5 * i), y: y + 0.06 * Math.cos(7 * i), z }));
  const found = inSpace(off, seenBy(640), SIZE, all);
  const world = off.map(({ x, y, z }) => [x, y, z]);
  assert.ok(apart(world, PLACES) > 12 && apart(found, PLACES) < 3, `${apart(world, PLACES)}, ${apart(found, PLACES)}`);
  found.forEach((at, i) => assert.equal(at[2], PLACES[i][2]));
});

test("a wrong focal length changes the direction of a limb only slightly", () => {
  for (const focal of [400, 1000])
    assert.ok(
      apart(
        inSpace(
          PLACES.map(([x, y, z]) => ({ x, y, z })),
          seenBy(focal),
          SIZE,
          all,
        ),
        PLACES,
      ) < 9,
      `${focal}`,
    );
});

test("invisible landmarks do not affect the distance, and with too few visible ones the input is returned", () => {
  const flat = seenBy(640);
  const world = PLACES.map(([x, y, z]) => ({ x, y, z }));
  flat[7] = { x: 3, y: -2 };
  const found = inSpace(
    world,
    flat,
    SIZE,
    all.map((_, i) => i !== 7),
  );
  assert.ok(
    found.slice(0, 7).every((at, i) => Math.hypot(...at.map((x, k) => x - PLACES[i][k])) < 1e-9),
    `${found}`,
  );
  assert.deepEqual(
    inSpace(
      world,
      flat,
      SIZE,
      all.map((_, i) => i < 3),
    ),
    PLACES,
  );
  assert.deepEqual(
    inSpace(
      world,
      world.map(() => ({ x: 0.5, y: 0.5 })),
      SIZE,
      all,
    ),
    PLACES,
  );
});

test("hands join the pose at the nearer wrist, whichever side the detector calls them", () => {
  const points = Array.from({ length: 33 }, (_, i) => [i / 100, -0.1, 0.2]);
  const flat = Array.from({ length: 33 }, () => ({ x: 0.5, y: 0.5 }));
  flat[15] = { x: 0.7, y: 0.4 };
  flat[16] = { x: 0.3, y: 0.4 };
  const hand = (x, y) => ({
    flat: Array.from({ length: 21 }, (_, i) => ({ x: x + i / 1000, y })),
    world: Array.from({ length: 21 }, (_, i) => ({ x: 0.01 + i / 1000, y: 0.02, z: -0.03 })),
  });
  const right = withHands(points, flat, [hand(0.31, 0.41)]);
  assert.equal(right.length, 75);
  assert.deepEqual(right.slice(0, 33), points);
  assert.ok(right.slice(33, 54).every((at) => at === null));
  assert.deepEqual(right[54], points[16]); // the hand's wrist is the pose's
  assert.ok(Math.abs(right[74][0] - points[16][0] - 0.02) < 1e-9);

  // Both, in either order; of two at one wrist the nearer; a hand of somebody else is left out.
  for (const hands of [
    [hand(0.71, 0.4), hand(0.29, 0.4)],
    [hand(0.29, 0.4), hand(0.71, 0.4)],
  ])
    assert.ok(withHands(points, flat, hands).every((at) => at));
  assert.ok(withHands(points, flat, [hand(0.71, 0.4), hand(0.69, 0.45)])[54] === null);
  assert.ok(
    withHands(points, flat, [hand(0.5, 0.9)])
      .slice(33)
      .every((at) => at === null),
  );
});
