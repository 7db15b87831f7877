// node rig_player.mjs FILE.glb LIMB TARGET POLE SPACE OUT: three.js loads the file, and the client's RigControls bends one limb towards a target (x,y,z) with a
// pole, in a space. Writes OUT.json with the rotation of every joint and the places of the limb's joints, and OUT.f32 with the skin, from the root joint.
import { readFileSync, writeFileSync } from "node:fs";

globalThis.self ??= globalThis;
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { RigControls } = await import("../../clients/js/src/index.js");

const [file, name, target, pole, space, out] = process.argv.slice(2);
const bytes = readFileSync(file);
const { scene } = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
let mesh;
scene.traverse((o) => (mesh ??= o.isSkinnedMesh ? o : undefined));
const place = (bone) => { scene.updateMatrixWorld(true); return bone.getWorldPosition(new THREE.Vector3()).toArray(); };
const far = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
const check = (good, text) => { if (!good) { console.error(text); process.exit(1); } };

// A switch to IK at the pose that is there moves nothing.
const rig = new RigControls(scene), limb = rig.limbs[name], before = limb.bones.map(place);
for (const each of Object.keys(rig.limbs)) { rig.match(each); rig.limbs[each].ik = 1; }
rig.update();
check(limb.bones.map(place).every((p, i) => far(p, before[i]) < 1e-4), "a switch to IK moved the limb");
for (const each of Object.keys(rig.limbs)) if (each !== name) rig.limbs[each].ik = 0;

// A change of the space keeps target and pole where they are.
const there = [...limb.target];
rig.setSpace(name, "chest"); rig.setSpace(name, "head"); rig.setSpace(name, "world");
check(far(there, limb.target) < 1e-6, "a change of the space moved the target");

// The target, reached; half way between FK and IK both bones are in between.
rig.setSpace(name, space);
[limb.target, limb.pole] = [target, pole].map((text) => text.split(",").map(Number));
rig.update();
for (let i = 0; i < 3; i++) rig.update(); // again from the pose it made: nothing more happens
scene.updateMatrixWorld(true);
const root = mesh.skeleton.bones[0].getWorldPosition(new THREE.Vector3()), v = new THREE.Vector3();
const skin = new Float32Array(3 * mesh.geometry.getAttribute("position").count);
for (let i = 0; i < skin.length / 3; i++) {
  mesh.getVertexPosition(i, v);
  v.applyMatrix4(mesh.matrixWorld).sub(root).toArray(skin, 3 * i);
}
writeFileSync(`${out}.f32`, skin);
writeFileSync(`${out}.json`, JSON.stringify({ quaternions: mesh.skeleton.bones.map((b) => b.quaternion.toArray()), places: limb.bones.map(place) }));
