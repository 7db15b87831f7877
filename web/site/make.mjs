// make site: puts the page without a server into a folder: node web/site/make.mjs FOLDER
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Core } from '../../clients/core/src/index.js'

const here = (path) => new URL(`../../${path}`, import.meta.url)
const folder = process.argv[2]
mkdirSync(folder, { recursive: true })
for (const name of ['index.html', 'site.js', 'draw.js', 'course.js']) copyFileSync(here(`web/site/${name}`), `${folder}/${name}`)
copyFileSync(here('clients/core/src/index.js'), `${folder}/core.js`)
copyFileSync(here('clients/core/posed_core.wasm'), `${folder}/posed_core.wasm`)
copyFileSync(here('models/motion.safetensors'), `${folder}/motion.safetensors`)
copyFileSync(here('LICENSE'), `${folder}/LICENSE`)
copyFileSync(here('models/README.md'), `${folder}/CREDITS.md`)

// A walk of two seconds, places in millimetres at 30 frames a second, which is shown until the model is there.
const core = await Core.load({ model: readFileSync(here('models/motion.safetensors')) })
const walker = core.spawn({})
walker.input({ move: [0, 1] })
const frames = []
for (let tick = 0; tick < 240; tick++) {
  core.tick()
  if (tick >= 120 && tick % 2 === 0) frames.push([...walker.pose().joints].map((v) => Math.round(1000 * v)))
}
// It begins at the origin.
const [x, , z] = frames[0]
for (const frame of frames) for (let i = 0; i < frame.length; i += 3) (frame[i] -= x), (frame[i + 2] -= z)
const joints = core.joints.map(({ name, parent }) => ({ name, parent }))
writeFileSync(`${folder}/walk.json`, JSON.stringify({ rate: 30, joints, frames }))
