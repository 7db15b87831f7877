// Places MediaPipe's landmarks of one image in space. Directions across the image come from the landmarks in the image, which are several
// times more accurate than MediaPipe's landmarks in space; depth comes from the latter.

// Focal length as a fraction of the image's width: a webcam of 53 degrees. With half or twice of it, directions change by one degree.
const FOCAL = 1;
// Smallest number of visible landmarks from which the distance is computed.
const LEAST = 4;
// Smallest plausible distance of the hips, in metres.
const NEAREST = 0.3;

/**
 * world: landmarks in metres around the hips, x right, y down, z away from the camera. flat: landmarks in the image, as fractions of its
 * width and height. Both have {x, y, z, visibility}. isSeen: for each landmark. Returns [x, y, z] of each, in the space of `world`.
 * With d the distance of the hips and (u, v) a landmark's offset from the image's centre in focal lengths,
 *
 *     x = u (d + z) + a     y = v (d + z) + b     z as in world
 *
 * where d, a and b minimize the squared distances of the visible landmarks from `world`.
 */
export function inSpace(world, flat, { width, height }, isSeen) {
  const rays = flat.map(({ x, y }) => [(x - 0.5) / FOCAL, ((y - 0.5) * height) / (width * FOCAL)]);
  const seen = world.map((_, i) => i).filter((i) => isSeen[i]);
  const own = world.map(({ x, y, z }) => [x, y, z]);
  if (seen.length < LEAST) return own;

  // Fit x - u z = u d + a, a line over u, and the same for y.
  const mean = (of) => seen.reduce((sum, i) => sum + of(i), 0) / seen.length;
  const rest = own.map(([x, y, z], i) => [x - rays[i][0] * z, y - rays[i][1] * z]);
  const middle = [0, 1].map((k) => mean((i) => rays[i][k]));
  const over = [0, 1].map((k) => mean((i) => rest[i][k]));
  let both = 0;
  let square = 0;
  for (const i of seen) {
    for (const k of [0, 1]) {
      both += (rays[i][k] - middle[k]) * (rest[i][k] - over[k]);
      square += (rays[i][k] - middle[k]) ** 2;
    }
  }
  const d = both / square;
  if (!(d > NEAREST)) return own; // not plausible: return the landmarks in space as they are
  return own.map(([, , z], i) => [...[0, 1].map((k) => rays[i][k] * (d + z) + over[k] - d * middle[k]), z]);
}

// Landmarks of a hand, and the wrists among those of a pose: left, right.
const HAND = 21;
const WRISTS = [15, 16];
// Largest distance from a pose's wrist to that of a hand that is taken for its own, as a fraction of the image's width.
const OWN = 0.12;

/**
 * Returns the 75 landmarks of the set mediapipe75: those of a pose, then those of its left and of its right hand, null where it is not seen.
 * points: the pose in space; flat: in the image. hands: of MediaPipe's detector, [{flat, world}], whose landmarks in space are around the
 * hand. Which hand it is tells the nearer wrist of the pose: the detector's own word depends on whether the image is mirrored.
 */
export function withHands(points, flat, hands) {
  const found = [null, null];
  const pairs = hands.flatMap((hand) =>
    WRISTS.map((wrist, side) => ({ hand, side, off: Math.hypot(hand.flat[0].x - flat[wrist].x, hand.flat[0].y - flat[wrist].y) })),
  );
  for (const { hand, side, off } of pairs.sort((a, b) => a.off - b.off))
    if (off < OWN && !found[side] && !found.includes(hand)) found[side] = hand;

  const all = points.slice();
  for (const [side, hand] of found.entries()) {
    const wrist = points[WRISTS[side]];
    for (let i = 0; i < HAND; i++) {
      const [at, from] = hand ? [hand.world[i], hand.world[0]] : [];
      all.push(hand ? [wrist[0] + at.x - from.x, wrist[1] + at.y - from.y, wrist[2] + at.z - from.z] : null);
    }
  }
  return all;
}
