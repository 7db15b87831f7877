// node correctives.mjs FILE.glb FRAMES.json TOLERANCE: three.js plays the file; at each of [{"t": s, "vertices": "FILE.f32"}] the skin is where the model
// has it (metres, from the root joint), and the weights of correctives and sculpts are what the client's fillDriven makes of the joints' rotations.
import { readFileSync } from "node:fs";

globalThis.self ??= globalThis;
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");

const [file, framesFile, tolerance] = process.argv.slice(2);
const bytes = readFileSync(file);
const { scene, animations } = await new GLTFLoader().parseAsync(
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
let mesh;
scene.traverse((o) => (mesh ??= o.isSkinnedMesh ? o : undefined));
const mixer = new THREE.AnimationMixer(scene);
if (animations.length) mixer.clipAction(animations[0]).play();

const { fillDriven } = await import("../../clients/js/src/index.js");
const { correctives, sculpts } = mesh.userData, first = (correctives ?? sculpts).first_target;
let worst = 0, off = 0, bare = 0;
for (const { t, vertices } of JSON.parse(readFileSync(framesFile, "utf8"))) {
  mixer.setTime(t);
  scene.updateMatrixWorld(true);
  const got = mesh.morphTargetInfluences.slice(first);
  fillDriven(scene);
  mesh.morphTargetInfluences.slice(first).forEach((w, i) => (off = Math.max(off, Math.abs(w - got[i]) / Math.max(1, Math.abs(w)))));
  const want = new Float32Array(new Uint8Array(readFileSync(vertices)).buffer);
  const root = mesh.skeleton.bones[0].getWorldPosition(new THREE.Vector3()), v = new THREE.Vector3();
  const away = () => {
    let most = 0;
    for (let i = 0; i < want.length / 3; i++) {
      mesh.getVertexPosition(i, v);
      v.applyMatrix4(mesh.matrixWorld).sub(root);
      most = Math.max(most, Math.hypot(v.x - want[3 * i], v.y - want[3 * i + 1], v.z - want[3 * i + 2]));
    }
    return most;
  };
  worst = Math.max(worst, away());
  mesh.morphTargetInfluences.fill(0);
  bare = Math.max(bare, away());
}
console.log(`${correctives?.count ?? 0} correctives, ${sculpts?.count ?? 0} sculpts: skin ${(1e3 * worst).toFixed(4)} mm from the model (${(1e3 * bare).toFixed(1)} without), ` +
  `weights ${off.toExponential(1)} from the extras`);
process.exit(worst <= Number(tolerance) && off < 1e-4 && bare > 2 * worst ? 0 : 1);
