import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { Core, CoreError } from '../src/index.js'

const model = readFileSync(new URL('../../../models/motion.safetensors', import.meta.url))
const core = await Core.load({ model })

test('a character walks where the stick points', () => {
  const walker = core.spawn({ position: [1, 2] })
  walker.input({ move: [0, 1], gait: 'walk' })
  for (let i = 0; i < 180; i++) core.tick()
  const { root, rotations, joints, contacts } = walker.pose()
  assert.ok(root[2] > 3.5 && Math.abs(root[0] - 1) < 0.3, `${root}`)
  assert.equal(rotations.length, 4 * core.joints.length)
  assert.equal(joints.length, 3 * core.joints.length)
  assert.ok(contacts.some((value) => value > 0.5))
  walker.remove()
  assert.equal(core.characters.length, 0)
})

test('a character continues from a snapshot bit for bit', () => {
  const [one, two] = [core.spawn({ variation: 3 }), core.spawn({ position: [9, 9], variation: 3 })]
  one.input({ move: [1, 0], gait: 'jog' })
  for (let i = 0; i < 100; i++) core.tick()
  two.restore(one.snapshot())
  for (let i = 0; i < 100; i++) core.tick()
  assert.equal(one.hash(), two.hash())
  two.input({ move: [0, 0] })
  for (let i = 0; i < 10; i++) core.tick()
  assert.notEqual(one.hash(), two.hash())
  one.remove()
  two.remove()
})

test('a damaged snapshot is refused, and the character goes on', () => {
  const walker = core.spawn()
  const before = walker.hash()
  const bytes = walker.snapshot()
  for (const bad of [bytes.subarray(0, 100), new Uint8Array(0), new Uint8Array(3000).fill(255), new Uint8Array([...bytes, 1])])
    assert.throws(() => walker.restore(bad), CoreError)
  assert.equal(walker.hash(), before)
  walker.remove()
})

test('a wall stops a character', () => {
  const scene = core.scene({ walls: [{ from: [-5, 2], to: [5, 2], width: 0.1 }] })
  const walker = core.spawn({ scene })
  walker.input({ move: [0, 1] })
  for (let i = 0; i < 240; i++) core.tick()
  assert.ok(walker.pose().root[2] < 2)
  walker.remove()
})

test('a character follows the ground', () => {
  const heights = Array.from({ length: 40 }, (_, i) => Array.from({ length: 40 }, () => 0.05 * i))
  const scene = core.scene({ ground: { x: -10, z: -10, cell: 0.5, heights } })
  assert.ok(Math.abs(scene.height(0, 0) - 1) < 1e-6)
  const centred = core.scene({ ground: { cell: 1, heights: [[0, 1, 0], [1, 3, 1], [0, 1, 0]] } })
  assert.equal(centred.height(0, 0), 3)
  const walker = core.spawn({ scene })
  walker.input({ move: [0, 1] })
  for (let i = 0; i < 240; i++) core.tick()
  const { root } = walker.pose()
  assert.ok(Math.abs(root[1] - scene.height(root[0], root[2])) < 0.1)
  walker.remove()
})

test('a hand reaches its target', () => {
  const walker = core.spawn()
  const hand = core.joints.findIndex(({ name }) => name === 'RightHand')
  const target = [-0.25, 1.1, 0.3]
  const off = () => Math.hypot(...walker.pose().joints.subarray(3 * hand, 3 * hand + 3).map((v, k) => v - target[k]))
  for (let i = 0; i < 60; i++) core.tick()
  const hanging = off()
  walker.reach('right', { target, seconds: 0.2 })
  for (let i = 0; i < 60; i++) core.tick()
  assert.ok(hanging > 0.25 && off() < 0.1, `${hanging} ${off()}`)
  walker.remove()
})

test('bad arguments name the place, the value and what is allowed', () => {
  assert.throws(() => core.spawn({ styl: 'x' }), /\/styl: unknown/)
  assert.throws(() => core.spawn({ variation: 1e6 }), /variation: 1000000; 0 to 65535 allowed/)
  const walker = core.spawn()
  assert.throws(() => walker.input({ gait: 'fly' }), /gait: "fly"; auto, walk/)
  assert.throws(() => walker.input({ move: [NaN, 0] }), CoreError)
  assert.throws(() => walker.input({ speed: 9 }), /speed/)
  assert.throws(() => walker.reach('third', { target: [0, 0, 0] }), /hand/)
  assert.throws(() => core.scene({ ground: { kind: 'hills', cell: 1, heights: [] } }), /\/scene\/ground\/kind: unknown/)
  assert.throws(() => core.scene({ ground: { cell: 1, heights: [[0, 0], [0]] } }), /unequal/)
  assert.throws(() => core.scene({ walls: [{ from: [0, 0], to: [1, 1], width: -1 }] }), /walls\/0\/width/)
  walker.remove()
})

test('a file that is no model is refused', async () => {
  for (const bytes of [new Uint8Array(3), new Uint8Array(100), new TextEncoder().encode('{"not": "a model"}')])
    await assert.rejects(Core.load({ model: bytes }), CoreError)
  const half = model.subarray(0, model.length / 2)
  await assert.rejects(Core.load({ model: half }), /outside the file/)
})

test('IK brings a joint to its target, with and without a model', async () => {
  const bare = await Core.load()
  const arm = [
    { name: 'shoulder', parent: -1, offset: [0, 0, 0] },
    { name: 'elbow', parent: 0, offset: [0, 1, 0] },
    { name: 'wrist', parent: 1, offset: [0, 1, 0] },
  ]
  const { status, positions } = bare.skeleton(arm).solve({ targets: [{ joint: 'wrist', position: [1, 1, 0] }] })
  assert.equal(status, 'reached')
  assert.ok(Math.hypot(positions[6] - 1, positions[7] - 1, positions[8]) < 2e-3)
  for (const solver of ['two_bone', 'fabrik', 'ccd', 'dls', 'pinv', 'transpose'])
    assert.equal(bare.skeleton(arm).solve({ targets: [{ joint: 2, position: [1, 1, 0] }], solver }).status, 'reached')
  assert.throws(() => bare.skeleton(arm).solve({ targets: [{ joint: 'hand', position: [1, 1, 0] }] }), /no joint "hand"/)
  assert.throws(() => bare.skeleton(arm).solve({ targets: [{ joint: 2, position: [1, 1, 0] }], solver: 'optimize' }), /solver/)
  assert.throws(() => bare.spawn(), /model: missing/)
})
