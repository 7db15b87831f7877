// Colours of a person in a picture: a flat face of known colours.
import assert from "node:assert/strict";
import { test } from "node:test";
import { colorAt, hair, iris, skin } from "../src/maker/picture_colors.js";

const WIDTH = 200,
  HEIGHT = 300;

/** A picture whose part above y = 100 has the first colour, the rest the second, with landmarks in it. */
function picture(above, below, eye = below) {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
  const points = Array.from({ length: 478 }, () => [100, 180]);
  points[10] = [100, 110];
  points[152] = [100, 280];
  points[468] = [70, 150];
  points[473] = [130, 150];
  for (const first of [469, 474]) {
    const [x, y] = points[first - 1];
    [points[first], points[first + 1], points[first + 2], points[first + 3]] = [
      [x + 6, y],
      [x, y - 6],
      [x - 6, y],
      [x, y + 6],
    ];
  }
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const isEye = [468, 473].some((l) => Math.hypot(x - points[l][0], y - points[l][1]) < 8);
      data.set([...(isEye ? eye : y < 100 ? above : below), 255], 4 * (y * WIDTH + x));
    }
  return { data, width: WIDTH, height: HEIGHT, points };
}

test("skin, hair and eyes have the colours that are drawn", () => {
  const seen = picture([74, 47, 29], [224, 179, 150], [90, 134, 168]);
  assert.equal(skin(seen), 1);
  assert.equal(hair(seen), "brown");
  assert.equal(iris(seen), "blue");
  assert.equal(skin(picture([0, 0, 0], [92, 59, 41])), 0);
});

test("what looks like skin or like no hair is no hair, and irises may be missing", () => {
  assert.equal(hair(picture([224, 179, 150], [224, 179, 150])), null);
  assert.equal(hair(picture([0, 255, 0], [224, 179, 150])), null);
  const seen = picture([0, 0, 0], [224, 179, 150]);
  assert.equal(iris({ ...seen, points: seen.points.slice(0, 468) }), null);
  assert.equal(colorAt(seen, [[-1, 2]]), null);
});
