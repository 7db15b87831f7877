// node avatar_files.mjs: checks avatar files with glTF-Validator and TypeScript. BUILD: folder of posed.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import validator from "gltf-validator";
import { fieldsOf, modelOf, read } from "../../web/src/maker/choices.js";
import { FILES, fileRequest } from "../../web/src/maker/files.js";

const { BUILD = "build" } = process.env, here = resolve("tests/e2e");
let failed = 0;
const check = (sentence, holds, why = "") => {
  console.log(`${holds ? "ok" : "not ok"} - ${sentence}${holds ? "" : `: ${why}`}`);
  failed ||= !holds;
};
const daemon = spawn(join(BUILD, "posed"), ["--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
const address = await new Promise((done) => daemon.stdout.on("data", (text) => { const at = /listening on (http:\S+)/.exec(text); if (at) done(at[1]); }));
const fetched = async (query) => {
  const reply = await fetch(`${address}/v1/models/person/mesh?format=glb&random=7&${query}`);
  if (reply.status !== 200) throw new Error(`${query}: ${await reply.text()}`);
  return new Uint8Array(await reply.arrayBuffer());
};
const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true))));

// a VRM 0.x file has one warning: its extension's name, VRM, has no vendor before it
const rows = [["profile=talkinghead", 2, 0], ["profile=three&pose=a&lod=1", 2, 0], ["profile=unreal&lod=2&compression=quantize", 2, 0], ["profile=unity&lod=3&textures=none", 2, 0],
  ["profile=smplx&textures=webp", 2, 0], ["profile=talkinghead&compression=meshopt", 2, 0], ["profile=vrm&half=true&wear=blouse-skirt,hair-long,black-shoes", 2, 0], ["profile=vrm&wear=blouse-skirt,hair-long,black-shoes", 2, 0], ["profile=vrm0", 2, 1],
  ["rig=true&face=true", 20, 0], ["rig=true&face=true&quantize=true", 20, 0], ["atlas=false&morphs=arkit,visemes", 20, 0], ["hands=false&names=mixamo&texture_size=256", 2, 0]];
for (const [query, calls, warnings] of rows) {
  const { issues, info } = await validator.validateBytes(await fetched(query));
  const said = issues.messages.filter((m) => m.severity < 2);
  check(`${query}: no error and no warning`, !issues.numErrors && issues.numWarnings === warnings && said.every((m) => m.code === "INVALID_EXTENSION_NAME_FORMAT"), JSON.stringify(said.slice(0, 3)));
  check(`${query}: at most ${calls} primitives`, info.drawCallCount <= calls, info.drawCallCount);
}

// every file of the maker's menu, by the requests that the maker makes
const SIGNS = { glb: "glTF", half: "glTF", vrm: "glTF", png: "\x89PNG" }, MOST = { glb: 8e6, half: 1e6, vrm: 8e6, png: 3e6 };
for (const kind of Object.keys(FILES)) {
  const choices = read("sex=female&random=9&hair_color=red&percentile=height:90&face=smile:50");
  const { path, body } = fileRequest(kind, { model: modelOf(choices), fields: fieldsOf(choices) });
  const reply = await fetch(address + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const bytes = new Uint8Array(await reply.arrayBuffer()), sign = String.fromCharCode(...bytes.subarray(0, 4));
  check(`the maker's file "${kind}" is one, of at most ${MOST[kind] / 1e6} MB`, reply.status === 200 && sign === SIGNS[kind] && bytes.length <= MOST[kind], `${reply.status} ${sign} ${bytes.length}`);
  if (kind === "glb" || kind === "vrm") check(`the maker's file "${kind}" has a skeleton and a face`, json(bytes).skins?.length > 0 && json(bytes).meshes.some((m) => m.primitives[0].targets?.length > 20), reply.status);
  if (kind === "vrm") check("the maker's VRM file is VRM 1.0", json(bytes).extensions?.VRMC_vrm?.specVersion === "1.0");
}

// an object literal may have no member that its type lacks
const folder = mkdtempSync(join(tmpdir(), "posed-vrm-"));
const made = json(await fetched("profile=vrm&wear=blouse-skirt,hair-long,black-shoes")).extensions, old = json(await fetched("profile=vrm0&wear=blouse-skirt,hair-long,black-shoes")).extensions;
symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
writeFileSync(join(folder, "vrm.ts"), `import type { Expression, VRMCVRM } from "@pixiv/types-vrmc-vrm-1.0";
import type { VRMCSpringBone } from "@pixiv/types-vrmc-springbone-1.0";
import type { VRM } from "@pixiv/types-vrm-0.0";
// the declarations still have the member "preset" of a draft, which the schema of 1.0 has not
type Shape = Omit<Expression, "preset">;
export const vrm: Omit<VRMCVRM, "expressions"> & { expressions: { preset: Record<string, Shape>, custom: Record<string, Shape> } } = ${JSON.stringify(made.VRMC_vrm)};
export const springs: VRMCSpringBone = ${JSON.stringify(made.VRMC_springBone)};
export const old: VRM = ${JSON.stringify(old.VRM)};
`);
let said = "";
try {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { noEmit: true, strict: true, skipLibCheck: true, module: "nodenext", moduleResolution: "nodenext", types: [] }, files: ["vrm.ts"] }));
  execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
} catch (error) {
  said = error.stdout || error.message;
}
check("VRM 1.0, its spring bones and VRM 0.x have the types of their declarations", said === "", said.slice(0, 900));
rmSync(folder, { recursive: true });
daemon.kill("SIGTERM");
process.exit(failed ? 1 : 0);
