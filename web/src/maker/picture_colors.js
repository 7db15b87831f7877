// Colours of a person in a picture, sampled around landmarks of the face. The light is not known, so all of them are suggestions.

/** Colours by name, sRGB. */
const HAIR = {
  black: [23, 19, 15],
  brown: [74, 47, 29],
  chestnut: [107, 61, 34],
  red: [154, 74, 34],
  blond: [201, 165, 106],
  grey: [139, 136, 132],
  white: [232, 228, 221],
};
const IRIS = {
  brown: [74, 47, 29],
  dark: [42, 26, 18],
  hazel: [138, 106, 58],
  green: [95, 122, 74],
  blue: [90, 134, 168],
  grey: [139, 136, 132],
};
/** Darkest and lightest skin, sRGB (core/wardrobe/palette.c). */
const DARK = [92, 59, 41],
  LIGHT = [224, 179, 150];
/** Landmarks of cheeks and forehead. */
const CHEEKS = [50, 280, 101, 330, 151, 108, 337];
const TOP = 10,
  CHIN = 152;
/** Points around each iris. */
const RINGS = [
  [469, 470, 471, 472],
  [474, 475, 476, 477],
];
/** Distance of colours below which hair is taken for skin, and above which no name fits. */
const LIKE_SKIN = 40,
  NO_NAME = 90;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Returns the median colour of places {x, y} of a picture {data: RGBA, width, height}; null if all are outside. */
export function colorAt({ data, width, height }, places) {
  const inside = places.map(([x, y]) => [Math.round(x), Math.round(y)]).filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height);
  if (!inside.length) return null;
  return [0, 1, 2].map((c) => median(inside.map(([x, y]) => data[4 * (y * width + x) + c])));
}

/** Returns the places of a square of this half size around a place. */
const around = ([x, y], half) =>
  Array.from({ length: 25 }, (_, i) => [x + (half * ((i % 5) - 2)) / 2, y + (half * (Math.floor(i / 5) - 2)) / 2]);

const apart = (a, b) => Math.hypot(...a.map((v, c) => v - b[c]));
const nearest = (color, names) => Object.keys(names).reduce((a, b) => (apart(names[b], color) < apart(names[a], color) ? b : a));
const tall = ({ points }) => Math.hypot(points[TOP][0] - points[CHIN][0], points[TOP][1] - points[CHIN][1]);
const skinColor = (picture) =>
  colorAt(
    picture,
    CHEEKS.flatMap((l) => around(picture.points[l], 0.02 * tall(picture))),
  );

/** Returns the skin tone, 0 to 1; null if it is not seen. */
export function skin(picture) {
  const color = skinColor(picture);
  if (!color) return null;
  const way = LIGHT.map((v, c) => v - DARK[c]);
  const along = way.reduce((sum, v, c) => sum + v * (color[c] - DARK[c]), 0) / way.reduce((sum, v) => sum + v * v, 0);
  return Number(Math.min(1, Math.max(0, along)).toFixed(2));
}

/** Returns the name of the eyes' colour; null if irises are not known. */
export function iris(picture) {
  if (picture.points.length < 478) return null;
  const places = RINGS.flatMap((ring, eye) => {
    const centre = picture.points[eye ? 473 : 468];
    return ring.map((l) => [0, 1].map((x) => centre[x] + 0.65 * (picture.points[l][x] - centre[x])));
  });
  const color = colorAt(picture, places);
  return color && nearest(color, IRIS);
}

/** Returns the name of the hair's colour above the forehead; null if it looks like skin or like no hair. */
export function hair(picture) {
  const { points } = picture,
    size = tall(picture);
  const up = [0, 1].map((x) => (points[TOP][x] - points[CHIN][x]) / size);
  const places = [0.1, 0.14, 0.18].flatMap((share) =>
    around(
      [0, 1].map((x) => points[TOP][x] + share * size * up[x]),
      0.03 * size,
    ),
  );
  const color = colorAt(picture, places),
    own = skinColor(picture);
  if (!color || !own || apart(color, own) < LIKE_SKIN) return null;
  const name = nearest(color, HAIR);
  return apart(color, HAIR[name]) < NO_NAME ? name : null;
}
