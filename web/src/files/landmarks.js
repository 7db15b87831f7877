// MediaPipe's landmarks of one picture as places in space: across the picture from where they are in it, which it tells several times better than
// its own places in space, and along the camera's axis from those.

const FOCAL = 1; // of the picture's width: a webcam's 53 degrees; from half of it to twice directions change by a degree
const LEAST = 4;
const NEAREST = 0.3; // landmarks that tell how far away somebody is; metres

/**
 * world: metres about the hips, x right, y down, z away; flat: parts of the picture's width and height; both {x, y, z, visibility}. isSeen: of each.
 * [x, y, z] of each, as world has them. With d how far the hips are and (u, v) where a landmark is from the picture's middle in focal lengths,
 *
 *     x = u (d + z) + a     y = v (d + z) + b     z as in world
 *
 * d, a and b are those with which the places that are seen come nearest to world's, by least squares.
 */
export function inSpace(world, flat, { width, height }, isSeen) {
  const rays = flat.map(({ x, y }) => [(x - 0.5) / FOCAL, ((y - 0.5) * height) / (width * FOCAL)]);
  const seen = world.map((_, i) => i).filter((i) => isSeen[i]);
  const own = world.map(({ x, y, z }) => [x, y, z]);
  if (seen.length < LEAST) return own;

  // x - u z = u d + a: a line through them, and the same of y
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
  if (!(d > NEAREST)) return own; // nobody stands so: world's own are better than nothing
  return own.map(([, , z], i) => [...[0, 1].map((k) => rays[i][k] * (d + z) + over[k] - d * middle[k]), z]);
}
