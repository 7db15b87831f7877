// The course of the page, as a scene of posed-core and as triangles.

const SIDE = 81
const CELL = 0.5
const ORIGIN = -20

/** Height of the ground: flat around the start, hills beyond. */
function height(x, z) {
  const far = Math.min(1, Math.max(0, (Math.hypot(x, z) - 7) / 6))
  return far * (0.45 * Math.sin(0.45 * x) * Math.cos(0.35 * z) + 0.25)
}

const heights = Array.from({ length: SIDE }, (_, i) =>
  Array.from({ length: SIDE }, (_, j) => height(ORIGIN + CELL * j, ORIGIN + CELL * i)),
)

export const scene = {
  ground: { x: ORIGIN, z: ORIGIN, cell: CELL, heights },
  walls: [
    { from: [-4, 6], to: [-1, 6], width: 0.1 },
    { from: [5, -2], to: [5, 3], width: 0.1 },
  ],
  jumps: [{ at: [0, -5], radius: 0.4, falloff: 1 }],
  crouches: [{ at: [-5, 0], size: [1.5, 2], amount: 0.8 }],
  beams: [{ from: [2, 5], to: [2, 9], width: 0.15 }],
  seats: [{ at: [3, 1], facing: -1.57 }],
}

const GROUND = [0.74, 0.78, 0.72]
const WALL = [0.55, 0.6, 0.66]
const JUMP = [0.9, 0.7, 0.35]
const WOOD = [0.62, 0.47, 0.33]

function corner(out, at, normal, color) {
  out.push(...at, ...normal, ...color)
}

function quad(out, [a, b, c, d], normal, color) {
  for (const at of [a, b, c, a, c, d]) corner(out, at, normal, color)
}

/** A box: its centre on the ground, half sizes along its own axes, height, and rotation about +Y. */
function box(out, [x, y, z], [across, along], tall, yaw, color, lift = 0) {
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)]
  const turn = (u, v) => [x + u * c + v * s, z - u * s + v * c]
  const [low, high] = [y + lift, y + lift + tall]
  const corners = [[-across, -along], [across, -along], [across, along], [-across, along]].map(([u, v]) => turn(u, v))
  quad(out, corners.map(([cx, cz]) => [cx, high, cz]), [0, 1, 0], color)
  corners.forEach(([ax, az], i) => {
    const [bx, bz] = corners[(i + 1) % 4]
    const size = Math.hypot(bx - ax, bz - az) || 1
    const normal = [(bz - az) / size, 0, (ax - bx) / size]
    quad(out, [[ax, low, az], [bx, low, bz], [bx, high, bz], [ax, high, az]], normal, color)
  })
}

function bar(out, { from, to, width }, tall, color) {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  const yaw = Math.atan2(to[0] - from[0], to[1] - from[1])
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) / 2
  box(out, [middle[0], height(...middle), middle[1]], [width, length], tall, yaw, color)
}

/** Triangles of the course for Painter.setTriangles. */
export function triangles() {
  const out = []
  const point = (i, j) => [ORIGIN + CELL * j, heights[i][j], ORIGIN + CELL * i]
  const normal = ([x, , z]) => {
    const n = [height(x - 0.1, z) - height(x + 0.1, z), 0.2, height(x, z - 0.1) - height(x, z + 0.1)]
    const size = Math.hypot(...n)
    return n.map((v) => v / size)
  }
  for (let i = 0; i + 1 < SIDE; i++)
    for (let j = 0; j + 1 < SIDE; j++) {
      const [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)]
      for (const at of [a, b, c, a, c, d]) corner(out, at, normal(at), GROUND)
    }
  scene.walls.forEach((wall) => bar(out, wall, 1.2, WALL))
  scene.beams.forEach((beam) => bar(out, beam, 0.03, WOOD))
  scene.jumps.forEach(({ at, radius }) => box(out, [at[0], height(...at), at[1]], [radius, radius], 0.04, 0, JUMP))
  scene.crouches.forEach(({ at, size }) => {
    const y = height(...at)
    box(out, [at[0], y, at[1]], [size[0] / 2, size[1] / 2], 0.06, 0, WALL, 1.5)
    for (const side of [-1, 1]) box(out, [at[0] + (side * size[0]) / 2, y, at[1]], [0.05, size[1] / 2], 1.5, 0, WALL)
  })
  scene.seats.forEach(({ at, facing }) => box(out, [at[0], height(...at), at[1]], [0.22, 0.22], 0.42, facing, WOOD))
  return out
}
