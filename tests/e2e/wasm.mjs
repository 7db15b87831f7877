// Repeats the commands of build/tests/wasm/commands (standard input) in WebAssembly and compares the hashes.
//     node tests/e2e/wasm.mjs MODEL [WASM] < commands
import { readFileSync, openSync, readSync } from 'node:fs'
import { Core } from '../../clients/core/src/index.js'

const [, , model, wasm] = process.argv
const core = await Core.load({ model: readFileSync(model), wasm: wasm && readFileSync(wasm) })
const { machine } = core
const { calls } = machine
const RECORD = 16
const input = openSync('/dev/stdin', 'r')
const block = Buffer.alloc(1 << 20)
let have = 0
let at = 0

function next() {
  while (have - at < 8 * RECORD) {
    block.copyWithin(0, at, have)
    have -= at
    at = 0
    const more = readSync(input, block, have, block.length - have, null)
    if (!more) return null
    have += more
  }
  const record = Array.from({ length: RECORD }, (_, i) => block.readDoubleLE(at + 8 * i))
  at += 8 * RECORD
  return record
}

const scenes = [null]
const people = []
let ticks = 0
let hashes = 0
for (let record; (record = next()); ) {
  const [op, ...v] = record
  const numbers = (first, count) => machine.putNumbers(v.slice(first, first + count))
  if (op === 1) scenes[v[0]] = machine.need(calls.scene_new(...v.slice(1, 6)))
  else if (op === 2) calls.scene_set(scenes[v[0]], v[1], v[2], numbers(3, 7))
  else if (op === 3) {
    const heights = new Float32Array(v[1] * v[2])
    for (let i = 0; i < heights.length; i += RECORD) heights.set(next(), i)
    machine.need(calls.scene_ground(scenes[v[0]], ...v.slice(1, 6), machine.put(new Uint8Array(heights.buffer))))
  } else if (op === 4) {
    const scene = v[1] ? { at: scenes[v[1]] } : undefined
    people[v[0]] = core.spawn({ position: [v[2], v[3]], facing: v[4], variation: v[5], scene })
  } else if (op === 5) machine.need(calls.character_input(people[v[0]].at, numbers(1, 12)))
  else if (op === 6) machine.need(calls.character_reach(people[v[0]].at, v[1], numbers(2, 11)))
  else if (op === 7) machine.need(calls.character_look(people[v[0]].at, numbers(1, 6)))
  else if (op === 8) machine.need(calls.character_sit(people[v[0]].at, numbers(1, 6)))
  else if (op === 9) {
    core.tick()
    ticks += people.length
  } else if (op === 10) {
    const wanted = v[1].toString(16).padStart(8, '0') + v[2].toString(16).padStart(8, '0')
    const hash = people[v[0]].hash()
    hashes++
    if (hash !== wanted) {
      console.log(`character ${v[0]} after ${ticks} ticks: ${hash}, natively ${wanted}`)
      process.exit(1)
    }
  } else if (op === 11) {
    const snapshot = people[v[0]].snapshot()
    if (snapshot.length !== v[1]) {
      console.log(`a snapshot of ${snapshot.length} bytes, natively ${v[1]}`)
      process.exit(1)
    }
    people[v[0]].restore(snapshot)
  }
}
console.log(`${ticks} ticks, ${hashes} hashes are equal`)
