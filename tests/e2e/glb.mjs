// Reads a GLB file with other programs: gltf-validator, and three.js's GLTFLoader with its MeshoptDecoder.
//
//   node glb.mjs FILE.glb POSITIONS.f32 TOLERANCE [FACES.u32]
//
// POSITIONS.f32 holds what the file must show, body after body: float32 x y z of each vertex in the scene's
// space, after skinning. FACES.u32, if given, holds the triangles of one body.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

globalThis.self ??= globalThis;
const validator = createRequire(import.meta.url)("gltf-validator");
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { MeshoptDecoder } = await import("three/examples/jsm/libs/meshopt_decoder.module.js");

const [file, wantFile, tolerance, facesFile] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const want = new Float32Array(new Uint8Array(readFileSync(wantFile)).buffer);
const fail = (text) => {
  console.error(`${file}: ${text}`);
  process.exit(1);
};

async function validate() {
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 20 });
  if (issues.numErrors || issues.numWarnings) fail(JSON.stringify(issues.messages, null, 1));
  const known = ["UNSUPPORTED_EXTENSION", "UNUSED_OBJECT"]; // the validator does not know meshopt
  for (const m of issues.messages) if (!known.includes(m.code)) fail(JSON.stringify(m));
  return issues.numInfos;
}

async function load() {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  return loader.parseAsync(bytes.buffer, "");
}

function scenePositions(mesh) {
  const { count } = mesh.geometry.attributes.position, out = new Float32Array(3 * count), v = new THREE.Vector3();
  for (let i = 0; i < count; i++) {
    mesh.getVertexPosition(i, v); // morphs and skin
    v.applyMatrix4(mesh.matrixWorld).toArray(out, 3 * i);
  }
  return out;
}

// meshoptimizer may turn a triangle's corners round; its orientation and the order of triangles stay.
function sameFaces(index, faces) {
  for (let f = 0; f < faces.length; f += 3) {
    const have = [index.getX(f), index.getX(f + 1), index.getX(f + 2)], [a, b, c] = faces.subarray(f, f + 3);
    const turned = [[a, b, c], [b, c, a], [c, a, b]].some((t) => t.every((x, i) => x === have[i]));
    if (!turned) return false;
  }
  return index.count === faces.length;
}

// A vertex normal must look out of the triangles around it, after the skin's turn.
function normalsLookOut(mesh) {
  const { index, attributes } = mesh.geometry, n = attributes.normal, p = attributes.position;
  const [a, b, c, m] = [0, 1, 2, 3].map(() => new THREE.Vector3());
  let out = 0;
  for (let f = 0; f < index.count; f += 3) {
    const corner = [0, 1, 2].map((i) => index.getX(f + i));
    [a, b, c].forEach((v, i) => v.fromBufferAttribute(p, corner[i]));
    b.sub(a), c.sub(a), b.cross(c);
    m.fromBufferAttribute(n, corner[0]);
    if (Math.abs(m.length() - 1) > 0.02) return 0;
    if (b.dot(m) > 0) out++;
  }
  return (3 * out) / index.count;
}

const infos = await validate();
const { scene, animations } = await load();
scene.updateMatrixWorld(true);
const meshes = [];
scene.traverse((o) => o.isMesh && meshes.push(o));
let at = 0, worst = 0;
for (const mesh of meshes) {
  const got = scenePositions(mesh);
  for (let i = 0; i < got.length; i++, at++) worst = Math.max(worst, Math.abs(got[i] - want[at]));
  if (facesFile) {
    const faces = new Uint32Array(new Uint8Array(readFileSync(facesFile)).buffer);
    if (!sameFaces(mesh.geometry.index, faces)) fail("faces differ");
  }
  if (mesh.geometry.attributes.normal && normalsLookOut(mesh) < 0.97) fail(`normals look out for ${normalsLookOut(mesh)} of the triangles`);
}
if (at !== want.length) fail(`${at / 3} vertices, ${want.length / 3} expected`);
if (!(worst <= Number(tolerance))) fail(`positions differ by ${worst} m, ${tolerance} allowed`);
console.log(`${file}: ${meshes.length} bodies, ${at / 3} vertices, largest difference ${worst.toExponential(1)} m, ` +
  `${meshes[0].isSkinnedMesh ? meshes[0].skeleton.bones.length + " joints, " : ""}` +
  `${Object.keys(meshes[0].morphTargetDictionary ?? {}).length} morphs, ${animations.length} clips, ${infos} infos`);
