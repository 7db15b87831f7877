// snippets.mjs URL FOLDER: a session as the page's "Copy as code" writes it, in four files of FOLDER: session.sh, session.mjs, session.py, session.c. One walks straight on over
// hills, one follows a path, one sits down, one reaches, one wanders.
import { writeFileSync } from "node:fs";
import { LANGUAGES } from "../../web/src/code/session_code.js";

const [base, folder] = process.argv.slice(2), ENDS = { "curl + websocat": "sh", JavaScript: "mjs", Python: "py", C: "c" };
const notes = Object.fromEntries(["shell", "javascript", "python", "c", "bodies", "held", "second", "scene"].map((name) => [name, `说明 ${name}`]));
const spawn = (x, z, facing = 0) => ({ position: [x, z], facing, body: { model: "default", betas: [1.5, -0.5] } });
const characters = [
  [spawn(0, 0), [{ type: "input", move: [0, 1], gait: "walk" }]],
  [spawn(6, 0), [{ type: "follow", path: [[6, 0], [6, 4]], closed: false, gait: "walk" }]],
  [spawn(-6, 0), [{ type: "sit", seat: [-6, 3], facing: 3.1416, height: 0.45, space: 1 }]],
  [spawn(-12, 0), [{ type: "reach", joint: "right_hand", target: [-0.2, 1.25, 0.4], anchor: "root", weight: 1, seconds: 0.15 }, { type: "look", at: [1, 0], point: [0, 1.5, 9] }]],
  [spawn(12, 0), [{ type: "follow", path: [[12, 0]], wander: 3, space: 1, gait: "walk" }]],
].map(([place, does]) => ({ glb: { model: "default", fields: { rig: true, betas: [1.5, -0.5] } }, spawn: place, does }));
const session = { base, key: process.env.POSED_KEY ?? null, scene: { id: "page-test", body: { walls: [{ from: [20, 9], to: [22, 9] }] } }, profile: { channels: ["root", "smpl"] }, characters, notes };

for (const [name, write] of Object.entries(LANGUAGES)) writeFileSync(`${folder}/session.${ENDS[name]}`, `${write(session)}\n`);
