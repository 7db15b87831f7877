// The page without a server: a person on a course, and inverse kinematics, by posed-core. Until the model is
// there, a recorded walk is shown.
import { Painter, axesOf, project, windowScale } from './draw.js'
import { scene as course, triangles } from './course.js'

const canvas = document.querySelector('canvas')
const status = document.querySelector('#status')
const solver = document.querySelector('#solver')
const painter = new Painter(canvas)
painter.setTriangles(triangles())

const TICK = 1 / 60
const CLOTHES = [0.22, 0.39, 0.62]
const SKIN = [0.85, 0.66, 0.54]
const HANDLE = [0.93, 0.33, 0.2]
const WIDE = { Hips: 0.1, LowerBack: 0.12, Spine: 0.125, Spine1: 0.12, Neck: 0.05, Neck1: 0.055, Head: 0.1 }
const THIN = /Finger|Index|Thumb/
const HANDLES = ['LeftHand', 'RightHand', 'LeftFoot', 'RightFoot', 'Head']

const state = { tab: 'walk', core: null, walker: null, keys: new Set(), stick: null, yaw: 0.6, reaching: false }
globalThis.posedSite = state // for tests

/** Radius and colour of the bone that ends at a joint. */
function bone(name) {
  if (WIDE[name]) return [WIDE[name], /Head|Neck/.test(name) ? SKIN : CLOTHES]
  if (THIN.test(name)) return [0.02, SKIN]
  if (/ForeArm|Hand/.test(name)) return [0.04, SKIN]
  return [/Leg|Foot/.test(name) ? 0.07 : 0.055, CLOTHES]
}

/** Capsules of a figure: places are (joints, 3). */
function figure(joints, places) {
  const at = (j) => [places[3 * j], places[3 * j + 1], places[3 * j + 2]]
  const list = []
  joints.forEach(({ name, parent }, j) => {
    if (parent < 0) return
    const [radius, color] = bone(name)
    list.push([at(parent), at(j), radius, color])
  })
  return list
}

// ---- input

const MOVES = { KeyW: [0, 1], ArrowUp: [0, 1], KeyS: [0, -1], ArrowDown: [0, -1], KeyA: [1, 0], ArrowLeft: [1, 0], KeyD: [-1, 0], ArrowRight: [-1, 0] }

addEventListener('keydown', (event) => {
  if (event.target instanceof HTMLSelectElement) return
  state.keys.add(event.code)
  if (event.code === 'Space') event.preventDefault()
  if (event.code === 'KeyE') setReach(!state.reaching)
  if (event.code === 'KeyF') toggleSeat()
})
addEventListener('keyup', (event) => state.keys.delete(event.code))
addEventListener('blur', () => state.keys.clear())

function stick() {
  const sum = [0, 0]
  for (const code of state.keys) (MOVES[code] ?? [0, 0]).forEach((v, k) => (sum[k] += v))
  return state.stick ?? sum
}

function setReach(on) {
  if (!state.walker) return
  state.reaching = on
  state.walker.reach('right', { target: [-0.2, 1.35, 0.5], weight: on ? 1 : 0, frame: 'root' })
}

function toggleSeat() {
  if (!state.walker) return
  const { seats } = course
  if (state.walker.pose().seated > 0.1) state.walker.stand()
  else state.walker.sit({ seat: seats[0].at, facing: seats[0].facing })
}

// A finger or the mouse: on the walk a stick, on a handle of IK a drag, elsewhere the camera turns.
let drag = null
canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId)
  drag = { x: event.clientX, y: event.clientY, handle: state.tab === 'ik' ? nearestHandle(event) : null, touch: event.pointerType === 'touch' }
})
canvas.addEventListener('pointermove', (event) => {
  if (!drag) return
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
  if (drag.handle) moveHandle(drag.handle, event)
  else if (drag.touch && state.tab === 'walk') {
    const size = Math.max(60, Math.hypot(dx, dy))
    state.stick = [-dx / size, -dy / size]
  } else {
    state.yaw -= 0.006 * dx
    Object.assign(drag, { x: event.clientX, y: event.clientY })
  }
})
for (const end of ['pointerup', 'pointercancel'])
  canvas.addEventListener(end, () => {
    drag = null
    state.stick = null
  })

// ---- the walk

const camera = { eye: [3, 2.5, -4], at: [0, 0.9, 0] }

function follow(x, y, z) {
  const away = 4.2
  camera.at = [x, y + 0.9, z]
  camera.eye = [x - away * Math.sin(state.yaw), y + 2.1, z - away * Math.cos(state.yaw)]
}

function walk() {
  const [x, z] = stick()
  const { keys, walker } = state
  const gait = keys.has('KeyC') ? 'crouch' : keys.has('ShiftLeft') || keys.has('ShiftRight') ? 'jog' : 'auto'
  walker.input({ move: [x, z], axes: 'camera', camera_yaw: state.yaw, gait, jump: keys.has('Space') })
  state.core.tick()
}

// ---- inverse kinematics

const ik = { skeleton: null, rotations: null, positions: null, status: '', up: 0 }

const FIRST = { joint: 'LeftHand', position: [0.45, 0.3, 0.2] }

function beginIk() {
  ik.skeleton ??= state.core.skeleton()
  ik.up = 0.95
  solve([FIRST])
}

function solve(targets) {
  try {
    const answer = ik.skeleton.solve({ targets, rotations: ik.rotations ?? undefined, solver: solver.value })
    Object.assign(ik, answer)
    status.textContent = `${solver.value}: ${answer.status}. Drag a red handle; drag elsewhere to turn.`
  } catch (error) {
    status.textContent = error.message
  }
}

const handlePlace = (name) => {
  const j = state.core.joints.findIndex((joint) => joint.name === name)
  return [0, 1, 2].map((k) => ik.positions[3 * j + k] + (k === 1 ? ik.up : 0))
}
const aspect = () => canvas.clientWidth / Math.max(canvas.clientHeight, 1)
const windowPoint = (event) => [(2 * event.clientX) / canvas.clientWidth - 1, 1 - (2 * event.clientY) / canvas.clientHeight]

function nearestHandle(event) {
  const [x, y] = windowPoint(event)
  const near = HANDLES.map((name) => {
    const [px, py] = project(handlePlace(name), camera.eye, camera.at, aspect())
    return { name, far: Math.hypot((px - x) * aspect(), py - y) }
  }).sort((a, b) => a.far - b.far)[0]
  return near.far < 0.12 ? near.name : null
}

function moveHandle(name, event) {
  const place = handlePlace(name)
  const [px, py, distance] = project(place, camera.eye, camera.at, aspect())
  const [x, y] = windowPoint(event)
  const [right, up] = axesOf(camera.eye, camera.at)
  const scale = windowScale(distance)
  const move = [(x - px) * aspect() * scale, (y - py) * scale]
  const position = place.map((v, k) => v + right[k] * move[0] + up[k] * move[1] - (k === 1 ? ik.up : 0))
  solve([{ joint: name, position }])
}

// ---- tabs

function show(tab) {
  if (tab === 'ik' && !state.walker) return
  state.tab = tab
  for (const id of ['walk', 'ik']) document.querySelector(`#${id}`).setAttribute('aria-pressed', id === tab)
  solver.hidden = tab !== 'ik'
  if (tab === 'ik') beginIk()
  else status.textContent = HELP
}
const HELP = 'W A S D or a finger: walk. Shift: jog. C: crouch. Space: jump. E: reach. F: sit. Drag: turn the camera.'
document.querySelector('#walk').addEventListener('click', () => show('walk'))
document.querySelector('#ik').addEventListener('click', () => show('ik'))
solver.addEventListener('change', () => solve([FIRST]))

// ---- loading and drawing

let recorded = null
let since = performance.now()
let left = 0
let first = 0

function picture(now) {
  const seconds = Math.min(0.1, (now - since) / 1000)
  since = now
  let capsules = []
  if (state.walker && state.tab === 'walk') {
    for (left += seconds; left >= TICK; left -= TICK) walk()
    const { root, joints } = state.walker.pose()
    follow(...root)
    capsules = figure(state.core.joints, joints)
  } else if (state.walker) {
    follow(0, 0, 0)
    const places = ik.positions.map((v, i) => v + (i % 3 === 1 ? ik.up : 0))
    capsules = figure(state.core.joints, places)
    for (const name of HANDLES) capsules.push([handlePlace(name), handlePlace(name), 0.06, HANDLE])
  } else if (recorded) {
    const frame = Math.floor(Math.max(0, now - first) * 0.001 * recorded.rate) % recorded.frames.length
    const places = recorded.frames[frame].map((v) => v / 1000)
    follow(places[0], 0, places[2])
    capsules = figure(recorded.joints, places)
    document.body.dataset.walks ??= Math.round(now) // for tests
  }
  painter.draw(camera.eye, camera.at, capsules)
  requestAnimationFrame(picture)
}
requestAnimationFrame(picture)

fetch('walk.json')
  .then((reply) => reply.json())
  .then((walkFile) => {
    recorded = walkFile
    first = performance.now()
  })
  .catch(() => {})

try {
  const [{ Core }, model] = await Promise.all([
    import('./core.js'),
    fetch('motion.safetensors').then((reply) => {
      if (!reply.ok) throw new Error(`motion.safetensors: status ${reply.status}`)
      return reply.arrayBuffer()
    }),
  ])
  const core = await Core.load({ model, wasm: new URL('posed_core.wasm', import.meta.url) })
  state.core = core
  state.scene = core.scene(course)
  state.walker = core.spawn({ scene: state.scene })
  core.tick()
  show('walk')
  document.body.dataset.ready = Math.round(performance.now())
} catch (error) {
  status.textContent = `The model could not be loaded: ${error.message}`
  throw error
}
