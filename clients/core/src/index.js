// posed's controller as WebAssembly: characters that walk, run, jump, climb, sit and reach, without a server.
//
//   const core = await Core.load({ model: await fetch('motion.safetensors').then((r) => r.arrayBuffer()) })
//   const walker = core.spawn({ position: [0, 0] })
//   walker.input({ move: [0, 1], gait: 'jog' })
//   core.tick() // 1/60 s
//   const pose = walker.pose() // { root, yaw, rotations, joints, ... }
//
// The same inputs give the same bits as the daemon's own characters (same model, scene and variation). Metres,
// radians, +Y up; quaternions are x, y, z, w.

const AXES = ['world', 'character', 'camera']
const GAITS = ['auto', 'walk', 'jog', 'run', 'crouch']
const HANDS = ['left', 'right']
const EVENTS = ['step_left', 'step_right', 'jumped', 'landed', 'blocked', 'arrived', 'unreachable']
const POSE_HEAD = 14
const SNAPSHOT_MOST = 65536

/** An error of an argument, a model or a snapshot. */
export class CoreError extends Error {
  constructor(message) {
    super(message)
    this.name = 'CoreError'
  }
}

function choice(list, name, where, preset) {
  if (name === undefined || name === null) return preset
  const index = list.indexOf(name)
  if (index < 0) throw new CoreError(`/${where}: ${JSON.stringify(name)}; ${list.join(', ')} allowed`)
  return index
}

function refuseOthers(options, known, where) {
  for (const key of Object.keys(options))
    if (!known.includes(key)) throw new CoreError(`${where}/${key}: unknown; ${known.join(', ')} allowed`)
}

async function moduleOf(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm)
  const url = wasm ? new URL(wasm, import.meta.url) : new URL('../posed_core.wasm', import.meta.url)
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises')
    return WebAssembly.compile(await readFile(url))
  }
  const response = await fetch(url)
  if (!response.ok) throw new CoreError(`${url}: status ${response.status}`)
  return WebAssembly.compile(await response.arrayBuffer())
}

/** The module's memory, and calls with texts and numbers. */
class Machine {
  constructor(module) {
    const none = () => 0
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none, proc_exit: none },
    })
    this.calls = instance.exports
    this.calls._initialize()
    this.numbers = this.calls.alloc(16 * 8)
  }

  alloc(bytes) {
    const at = this.calls.alloc(Math.max(bytes, 1))
    if (!at) throw new CoreError(`out of memory for ${bytes} bytes`)
    return at
  }

  text(at) {
    const bytes = new Uint8Array(this.calls.memory.buffer)
    let end = at
    while (bytes[end]) end++
    return new TextDecoder().decode(bytes.subarray(at, end))
  }

  put(bytes) {
    const at = this.alloc(bytes.length)
    new Uint8Array(this.calls.memory.buffer).set(bytes, at)
    return at
  }

  putText(text) {
    return this.put(new TextEncoder().encode(text + '\0'))
  }

  putNumbers(values) {
    new Float64Array(this.calls.memory.buffer, this.numbers, values.length).set(values)
    return this.numbers
  }

  fail() {
    throw new CoreError(this.text(this.calls.error_text()))
  }

  need(value) {
    return value || this.fail()
  }
}

function readModel(machine, buffer) {
  const bytes = new Uint8Array(buffer.buffer ?? buffer, buffer.byteOffset ?? 0, buffer.byteLength)
  const wrong = (why) => new CoreError(`model: ${why}; a .safetensors network expected`)
  if (bytes.length < 8) throw wrong(`${bytes.length} bytes`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(0, true)
  if (view.getUint32(4, true) || size > bytes.length - 8) throw wrong(`a header of ${size} bytes`)
  let header
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size)))
  } catch {
    throw wrong('the header is not JSON')
  }

  // texts, names and data stay in the module's memory until the model is made
  const { calls } = machine
  const { __metadata__: texts = {}, ...tensors } = header
  const blocks = []
  const keep = (at) => (blocks.push(at), at)
  try {
    machine.need(calls.model_begin(Object.keys(tensors).length, Object.keys(texts).length))
    for (const [key, value] of Object.entries(texts))
      calls.model_text(keep(machine.putText(key)), keep(machine.putText(String(value))))
    const data = bytes.subarray(8 + size)
    for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(tensors)) {
      if (!Array.isArray(shape) || !Array.isArray(offsets) || shape.length > 3) throw wrong(`tensor ${name}`)
      const [first, end] = offsets
      if (!(first >= 0 && first <= end && end <= data.length)) throw wrong(`tensor ${name} ends outside the file`)
      const [a = 0, b = 0, c = 0] = shape
      const at = keep(machine.put(data.subarray(first, end)))
      const nameAt = keep(machine.putText(name))
      const typeAt = keep(machine.putText(String(dtype)))
      machine.need(calls.model_tensor(nameAt, typeAt, at, end - first, shape.length, a, b, c))
    }
    return machine.need(calls.model_end())
  } finally {
    blocks.forEach((at) => calls.release(at))
  }
}

/** Walls, areas, beams, seats and ground; see Core.scene. */
export class Scene {
  /** @internal */
  constructor(core, description) {
    const { machine } = core
    const { calls } = machine
    const known = ['walls', 'jumps', 'crouches', 'beams', 'seats', 'ground']
    refuseOthers(description, known, '/scene')
    const lists = known.slice(0, 5).map((name) => description[name] ?? [])
    this.core = core
    this.at = machine.need(calls.scene_new(...lists.map((list) => list.length)))
    const numbers = [
      (w) => [...w.from, ...w.to, w.width ?? 0.1],
      (j) => [...j.at, j.radius ?? 0.75, j.falloff ?? 1],
      (c) => [...c.at, ...c.size, c.amount ?? 1, c.wave ?? 0],
      (b) => [...b.from, ...b.to, b.width ?? 0.1],
      (s) => [...s.at, s.facing ?? 0, s.width ?? 0.45, s.depth ?? 0.45],
    ]
    lists.forEach((list, kind) =>
      list.forEach((item, i) => calls.scene_set(this.at, kind, i, machine.putNumbers(numbers[kind](item)))),
    )
    const { ground } = description
    if (ground) {
      refuseOthers(ground, ['cell', 'heights', 'x', 'z'], '/scene/ground')
      if (!Array.isArray(ground.heights)) throw new CoreError('/scene/ground/heights: missing; rows of heights expected')
      const rows = ground.heights.length
      const columns = ground.heights[0]?.length ?? 0
      const x = ground.x ?? (-ground.cell * (columns - 1)) / 2
      const z = ground.z ?? (-ground.cell * (rows - 1)) / 2
      const heights = new Float32Array(ground.heights.flat())
      if (heights.length !== rows * columns) throw new CoreError('/scene/ground/heights: rows of unequal lengths')
      const at = machine.put(new Uint8Array(heights.buffer))
      const good = calls.scene_ground(this.at, rows, columns, x, z, ground.cell, at)
      calls.release(at)
      machine.need(good)
    }
    machine.need(calls.scene_check(this.at))
  }

  /** Height of the ground at a place, metres. */
  height(x, z) {
    return this.core.machine.calls.scene_height(this.at, x, z)
  }
}

/** The numbers of an input for the module. */
function inputNumbers(input) {
  refuseOthers(input, ['move', 'look', 'camera_yaw', 'speed', 'strafe', 'axes', 'gait', 'jump', 'responsive'], '')
  const [x = 0, z = 0] = input.move ?? []
  const [lookX = 0, lookZ = 0] = input.look ?? []
  return [
    x,
    z,
    lookX,
    lookZ,
    input.look ? 1 : 0,
    input.camera_yaw ?? 0,
    input.speed ?? 0,
    input.strafe ?? 0,
    choice(AXES, input.axes, 'axes', 0),
    choice(GAITS, input.gait, 'gait', 0),
    input.jump ? 1 : 0,
    input.responsive ? 1 : 0,
  ]
}

/** The pose that the module has written. The arrays are views of its memory. */
function poseOf(core) {
  const all = new Float32Array(core.machine.calls.memory.buffer, core.poseAt, POSE_HEAD + 7 * core.joints.length)
  const bits = all[8]
  return {
    root: all.subarray(0, 3),
    yaw: all[3],
    translation: all.subarray(4, 7),
    seated: all[7],
    events: EVENTS.filter((_, i) => bits & (1 << i)),
    contacts: all.subarray(9, 13),
    phase: all[13],
    rotations: all.subarray(POSE_HEAD, POSE_HEAD + 4 * core.joints.length),
    joints: all.subarray(POSE_HEAD + 4 * core.joints.length),
  }
}

/** A character; see Core.spawn. */
export class Character {
  /** @internal */
  constructor(core, options) {
    refuseOthers(options, ['position', 'facing', 'style', 'variation', 'scene'], '')
    const { machine } = core
    const { position = [0, 0], facing = 0, style = '', variation = 0, scene } = options
    const text = machine.putText(style)
    const at = machine.calls.character_new(core.model, scene?.at ?? 0, ...position, facing, text, variation)
    machine.calls.release(text)
    this.core = core
    this.at = machine.need(at)
  }

  /** The stick and all that stays until the next input. What is left out is 0, as on the stream. */
  input(input) {
    const { machine } = this.core
    machine.need(machine.calls.character_input(this.at, machine.putNumbers(inputNumbers(input))))
  }

  /** Reaches for a target with a hand; weight 0 ends it. frame "root": the target moves with the character. */
  reach(hand, { target, weight = 1, seconds = 0.4, frame = 'world', normal, slide = false }) {
    const { machine } = this.core
    const inRoot = choice(['world', 'root'], frame, 'frame', 0)
    const n = normal ?? [0, 0, 0]
    const numbers = [...target, inRoot, weight, seconds, normal ? 1 : 0, slide ? 1 : 0, ...n]
    const side = choice(HANDS, hand, 'hand', -1)
    machine.need(machine.calls.character_reach(this.at, side, machine.putNumbers(numbers)))
  }

  /** Looks at a point; weight 0 ends it. */
  look({ point, weight = 1, seconds = 0.4, frame = 'world' }) {
    const { machine } = this.core
    const inRoot = choice(['world', 'root'], frame, 'frame', 0)
    const numbers = machine.putNumbers([...point, inRoot, weight, seconds])
    machine.need(machine.calls.character_look(this.at, numbers))
  }

  /** Walks to a seat and sits down. */
  sit({ seat, facing = 0, height = 0.45, seconds = 1.4 }) {
    const { machine } = this.core
    machine.need(machine.calls.character_sit(this.at, machine.putNumbers([1, ...seat, facing, height, seconds])))
  }

  /** Stands up. */
  stand({ seconds = 1.4 } = {}) {
    const { machine } = this.core
    machine.need(machine.calls.character_sit(this.at, machine.putNumbers([0, 0, 0, 0, 0.45, seconds])))
  }

  /** The pose after the last tick. Arrays are views that the next call of any pose() overwrites. */
  pose() {
    this.core.machine.calls.character_pose(this.at, this.core.poseAt)
    return poseOf(this.core)
  }

  /** All that the next tick reads, about 4 KB. */
  snapshot() {
    const { core } = this
    const { calls } = core.machine
    const size = core.machine.need(calls.character_save(this.at, core.snapshotAt, SNAPSHOT_MOST))
    return new Uint8Array(calls.memory.buffer, core.snapshotAt, size).slice()
  }

  /** Continues from a snapshot, bit for bit. */
  restore(snapshot) {
    const { core } = this
    if (snapshot.length > SNAPSHOT_MOST) throw new CoreError(`/snapshot: ${snapshot.length} bytes`)
    new Uint8Array(core.machine.calls.memory.buffer).set(snapshot, core.snapshotAt)
    core.machine.need(core.machine.calls.character_load(this.at, core.snapshotAt, snapshot.length))
  }

  /** A hash of the snapshot, 16 hexadecimal digits: equal characters have equal hashes, here and on a server. */
  hash() {
    return BigInt.asUintN(64, this.core.machine.calls.character_hash(this.at)).toString(16).padStart(16, '0')
  }

  /** Leaves the world. The character must not be used afterwards. */
  remove() {
    const { core } = this
    core.characters = core.characters.filter((other) => other !== this)
    core.machine.calls.character_free(this.at)
    this.at = 0
  }
}

const AGREEMENTS = ['agrees', 'differs', 'unknown']

/**
 * A character of a server, computed ahead of it from the inputs of this client; see Core.predictor. Ticks have the
 * numbers of the server's session. The predictor has to be given a state of the server first.
 */
export class Predictor {
  /** @internal */
  constructor(core, { scene } = {}) {
    this.core = core
    this.scene = scene
    this.at = core.machine.need(core.machine.calls.predictor_new(core.model, scene?.at ?? 0))
  }

  /** Sets the input of the next tick, as Character.input() does. seq: its number. Returns the number of that tick. */
  input(input, seq) {
    const { machine } = this.core
    const tick = machine.calls.predictor_input(this.at, machine.putNumbers(inputNumbers(input)), seq)
    if (tick < 0) machine.fail()
    return Number(tick)
  }

  /** Computes the next tick. */
  step() {
    this.core.machine.need(this.core.machine.calls.predictor_step(this.at))
  }

  /** Number of the last tick. */
  get tick() {
    return this.core.machine.calls.predictor_tick(this.at) >>> 0
  }

  /** Compares a tick with the server's hash of it: "agrees", "differs" or "unknown" (too old, or still to come). */
  check(tick, hash) {
    if (!/^[0-9a-f]{16}$/.test(hash)) throw new CoreError(`/hash: ${JSON.stringify(hash)}; 16 hexadecimal digits expected`)
    const half = (from) => parseInt(hash.slice(from, from + 8), 16) | 0
    return AGREEMENTS[this.core.machine.calls.predictor_check(this.at, tick, half(0), half(8))]
  }

  /**
   * Continues from a state of the server: { tick, seq (of the last input in it), snapshot (bytes), ahead (ticks by which
   * the first one is left behind) }. Returns { distance (metres by which the prediction changed), replayed (ticks) }.
   */
  restore({ tick, seq, snapshot, ahead = 0 }) {
    const { core } = this
    const { calls } = core.machine
    if (snapshot.length > SNAPSHOT_MOST) throw new CoreError(`/snapshot: ${snapshot.length} bytes; at most ${SNAPSHOT_MOST} allowed`)
    new Uint8Array(calls.memory.buffer).set(snapshot, core.snapshotAt)
    core.machine.need(calls.predictor_restore(this.at, tick, seq, ahead, core.snapshotAt, snapshot.length))
    return { distance: calls.predictor_distance(this.at), replayed: calls.predictor_replayed(this.at) }
  }

  /** Forgets the state; what is shown goes on from where it was. */
  forget() {
    this.core.machine.calls.predictor_forget(this.at)
  }

  /** The pose to be drawn, or null before the first step. Views, as of Character.pose(). */
  pose() {
    return this.core.machine.calls.predictor_pose(this.at, this.core.poseAt) ? poseOf(this.core) : null
  }

  /** A tick that was predicted, at most 2 s ago: { root, yaw, hips, rotations } as views, or null. */
  past(tick) {
    const { core } = this
    if (!core.machine.calls.predictor_past(this.at, tick, core.poseAt)) return null
    const all = new Float32Array(core.machine.calls.memory.buffer, core.poseAt, 7 + 4 * core.joints.length)
    return { root: all.subarray(0, 3), yaw: all[3], hips: all.subarray(4, 7), rotations: all.subarray(7) }
  }

  /** Begins to count ticks: `rate` a second, from a time of a monotonic clock in seconds. */
  begin(rate, now) {
    this.core.machine.calls.lead_begin(this.at, rate, now)
  }

  /** Returns the number of ticks that are due; -1: the program was stopped, so a new state is needed. */
  due(now) {
    return this.core.machine.calls.lead_due(this.at, now)
  }

  /** Takes the server's report `early`. Returns the ticks to go ahead at once, usually 0. */
  report(early, roundTrip) {
    return this.core.machine.calls.lead_report(this.at, early, roundTrip)
  }

  /** Frees it. */
  remove() {
    this.core.machine.calls.predictor_free(this.at)
    this.at = 0
  }
}

const STATUSES = ['reached', 'unreachable', 'stalled', 'budget']

/** A skeleton for inverse kinematics; see Core.skeleton. */
export class Skeleton {
  /** @internal */
  constructor(core, joints) {
    const { machine } = core
    const parents = new Int32Array(joints.map((joint) => joint.parent))
    const offsets = new Float32Array(joints.flatMap((joint) => joint.offset))
    const parentsAt = machine.put(new Uint8Array(parents.buffer))
    const offsetsAt = machine.put(new Uint8Array(offsets.buffer))
    this.core = core
    this.joints = joints
    try {
      this.at = machine.need(machine.calls.skeleton_new(joints.length, parentsAt, offsetsAt))
    } finally {
      machine.calls.release(parentsAt)
      machine.calls.release(offsetsAt)
    }
  }

  /**
   * Finds rotations that bring joints to their targets: { targets: [{ joint, position, orientation, chain_root,
   * weight, priority }], rotations (start pose, 4 numbers a joint), solver, iterations, tolerance }. Joints are
   * names or numbers. Returns { status, rotations, positions }.
   */
  solve({ targets, rotations, solver = 'auto', iterations = 0, tolerance = 0 }) {
    const { core, joints } = this
    const { machine } = core
    const { calls } = machine
    const count = joints.length
    const number = (joint, where) => {
      const index = typeof joint === 'number' ? joint : joints.findIndex(({ name }) => name === joint)
      if (!(index >= 0 && index < count)) throw new CoreError(`${where}: no joint ${JSON.stringify(joint)}`)
      return index
    }
    const wanted = targets.map((target, i) => [
      number(target.joint, `/targets/${i}/joint`),
      target.chain_root === undefined ? -1 : number(target.chain_root, `/targets/${i}/chain_root`),
      target.position ? 1 : 0,
      ...(target.position ?? [0, 0, 0]),
      target.orientation ? 1 : 0,
      ...(target.orientation ?? [0, 0, 0, 1]),
      target.weight ?? 0,
      target.priority ?? 0,
    ])
    const start = rotations ?? joints.flatMap(() => [0, 0, 0, 1])
    if (start.length !== 4 * count) throw new CoreError(`/rotations: ${start.length} numbers; ${4 * count} expected`)
    const at = machine.put(new Uint8Array(new Float64Array([...start, ...new Array(3 * count).fill(0), ...wanted.flat()]).buffer))
    const name = machine.putText(solver)
    try {
      const places = at + 8 * 4 * count
      const goals = places + 8 * 3 * count
      const status = machine.need(
        calls.solve(this.at, at, places, goals, targets.length, name, iterations, tolerance),
      )
      return {
        status: STATUSES[status - 1],
        rotations: new Float64Array(calls.memory.buffer, at, 4 * count).slice(),
        positions: new Float64Array(calls.memory.buffer, places, 3 * count).slice(),
      }
    } finally {
      calls.release(at)
      calls.release(name)
    }
  }
}

/** A model, and the characters that it moves. */
export class Core {
  /**
   * Loads the module and a model.
   * model: bytes of a .safetensors network, such as models/motion.safetensors of posed; without it IK alone
   * wasm: the module, its bytes or its address; without it the file of this package
   */
  static async load({ model, wasm } = {}) {
    return new Core(new Machine(await moduleOf(wasm)), model)
  }

  /** @internal */
  constructor(machine, model) {
    const { calls } = machine
    const most = 64
    this.machine = machine
    this.characters = []
    this.joints = []
    if (!model) return
    this.model = readModel(machine, model)
    const names = machine.alloc(4096)
    const numbers = machine.alloc(16 * most)
    const count = machine.need(calls.model_joints(this.model, names, 4096, numbers, numbers + 4 * most))
    const parents = new Int32Array(calls.memory.buffer, numbers, count)
    const offsets = new Float32Array(calls.memory.buffer, numbers + 4 * most, 3 * count)
    /** The skeleton: name, index of the parent (-1: none) and offset from it in metres. */
    this.joints = machine
      .text(names)
      .split(',')
      .map((name, i) => ({ name, parent: parents[i], offset: [...offsets.slice(3 * i, 3 * i + 3)] }))
    calls.release(names)
    calls.release(numbers)
    this.poseAt = machine.alloc(4 * (POSE_HEAD + 7 * count))
    this.snapshotAt = machine.alloc(SNAPSHOT_MOST)
  }

  /** Hash of the model's numbers, 16 hexadecimal digits. */
  get modelHash() {
    return BigInt.asUintN(64, this.machine.calls.model_hash(this.model)).toString(16).padStart(16, '0')
  }

  /**
   * Makes surroundings: { walls: [{from, to, width}], jumps: [{at, radius, falloff}], crouches: [{at, size,
   * amount, wave}], beams: [{from, to, width}], seats: [{at, facing, width, depth}], ground: { cell,
   * heights, x, z } }: the daemon's scenes (PUT /v1/scenes/{id}), with their presets, but for generated grounds.
   */
  scene(description = {}) {
    return new Scene(this, description)
  }

  /** Adds a character: { position, facing, style, variation, scene }. */
  spawn(options = {}) {
    if (!this.model) throw new CoreError('model: missing; Core.load({ model }) takes the bytes of a network')
    const character = new Character(this, options)
    this.characters.push(character)
    return character
  }

  /** Makes a predictor: { scene }. */
  predictor(options = {}) {
    if (!this.model) throw new CoreError('model: missing; Core.load({ model }) takes the bytes of a network')
    return new Predictor(this, options)
  }

  /** Makes a skeleton for IK from joints { name, parent, offset }; without joints that of the model. */
  skeleton(joints = this.joints) {
    return new Skeleton(this, joints)
  }

  /** Advances all characters, or those given, by 1/60 s. */
  tick(characters = this.characters) {
    const { machine } = this
    if (!characters.length) return
    const at = machine.alloc(4 * characters.length)
    new Uint32Array(machine.calls.memory.buffer, at, characters.length).set(characters.map((c) => c.at))
    const good = machine.calls.tick(at, characters.length)
    machine.calls.release(at)
    machine.need(good)
  }
}
