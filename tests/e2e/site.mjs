// Opens the page of make site in Chromium over its debugging pipe and prints what it did: site.mjs CHROMIUM ADDRESS
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { Core } from '../../clients/core/src/index.js'

const [, , chromium, address] = process.argv
const profile = mkdtempSync(join(tmpdir(), 'posed-site-'))
const flags = ['--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--window-size=480,320']
const child = spawn(chromium, [...flags, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'], {
  stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
})
let session
let number = 0
const waiting = new Map()
let rest = ''
child.stdio[4].on('data', (data) => {
  const messages = (rest + data).split('\0')
  rest = messages.pop()
  for (const text of messages) {
    const message = JSON.parse(text)
    waiting.get(message.id)?.(message)
    if (message.method === 'Runtime.exceptionThrown') console.log('exception', message.params.exceptionDetails.exception?.description)
  }
})
function call(method, params = {}) {
  const id = ++number
  child.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + '\0')
  return new Promise((good, bad) => waiting.set(id, ({ result, error }) => (error ? bad(new Error(error.message)) : good(result))))
}
const page = async (expression) => (await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })).result.value
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function until(expression, seconds) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; await sleep(100)) {
    const value = await page(expression)
    if (value) return value
  }
  return null
}

/** Moves a character by all gaits, jumps, looks and reaches; returns the hash of its state. */
function exercise(core) {
  const one = core.spawn({ position: [3, -2], variation: 21 })
  ;['auto', 'walk', 'jog', 'run', 'crouch'].forEach((gait, i) => {
    one.input({ move: [0.5 - 0.3 * i, 1 - 0.5 * i], gait, jump: i === 2 })
    one.look({ point: [i, 1.5, 4], weight: i % 2 })
    one.reach(i % 2 ? 'left' : 'right', { target: [0.3, 1.2, 0.4], frame: 'root', weight: i < 3 ? 1 : 0 })
    for (let tick = 0; tick < 120; tick++) core.tick([one])
  })
  const hash = one.hash()
  one.remove()
  return hash
}

try {
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' })
  ;({ sessionId: session } = await call('Target.attachToTarget', { targetId, flatten: true }))
  await call('Runtime.enable')
  await call('Page.enable')
  await call('Page.navigate', { url: address })
  const walks = await until('document.body?.dataset.walks', 60)
  const ready = await until('document.body?.dataset.ready', 120)
  console.log(`walks ${walks} ready ${ready}`)
  const key = (type, code) => page(`dispatchEvent(new KeyboardEvent('${type}', { code: '${code}' }))`)
  const z = async () => page('JSON.stringify([...posedSite.walker.pose().root])').then(JSON.parse)
  const before = await z()
  await key('keydown', 'KeyW')
  await until(`Math.hypot(...[...posedSite.walker.pose().root].map((v, k) => v - ${JSON.stringify(before)}[k])) > 1`, 60)
  await key('keyup', 'KeyW')
  const after = await z()
  console.log(`walked ${Math.hypot(...after.map((v, k) => v - before[k])).toFixed(2)}`)
  await key('keydown', 'Space')
  console.log(`jumped ${await until("posedSite.walker.pose().events.includes('jumped') || posedSite.walker.pose().contacts.every((c) => c < 0.5)", 30)}`)
  await key('keyup', 'Space')
  await page("document.querySelector('#ik').click()")
  console.log(`ik ${await until("document.querySelector('#status').textContent", 5)}`)
  // The same commands here and in Chromium, which compiles WebAssembly by other settings and on other threads.
  const model = readFileSync(new URL('../../models/motion.safetensors', import.meta.url))
  const here = exercise(await Core.load({ model }))
  console.log(`bits ${here === (await page(`(${exercise})(posedSite.core)`))}`)
  if (process.argv[4]) {
    const { data } = await call('Page.captureScreenshot')
    writeFileSync(process.argv[4] + '-ik.png', Buffer.from(data, 'base64'))
    await page("document.querySelector('#walk').click()")
    await sleep(1500)
    writeFileSync(process.argv[4] + '-walk.png', Buffer.from((await call('Page.captureScreenshot')).data, 'base64'))
  }
} finally {
  child.kill()
  await new Promise((resolve) => child.once('exit', resolve))
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}
