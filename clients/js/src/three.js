// Puts meshes and poses into objects of three.js. three.js is not imported; where something of it is needed, the caller passes it.
import { EYE_NAMES, FACE_NAMES, FINGER_NAMES, SMPL_NAMES } from "./frame.js";

/**
 * Writes a mesh of Posed.mesh() into a BufferGeometry. THREE: the three.js module, of which only BufferAttribute is used. Attributes of the
 * same size are overwritten, so that repeated calls need no new memory. Faces are set once. Returns the geometry.
 */
export function fillGeometry(THREE, geometry, mesh) {
  setAttribute(THREE, geometry, "position", mesh.vertices);
  if (mesh.faces && geometry.index?.array.length !== mesh.faces.length) geometry.setIndex(new THREE.BufferAttribute(mesh.faces, 1));
  if (mesh.normals) setAttribute(THREE, geometry, "normal", mesh.normals);
  else if (geometry.index) geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
  return geometry;
}

/** Sets an attribute of three numbers a vertex. */
function setAttribute(THREE, geometry, name, values) {
  const there = geometry.getAttribute(name);
  if (there?.array.length === values.length) {
    there.array.set(values);
    there.needsUpdate = true;
  } else geometry.setAttribute(name, new THREE.BufferAttribute(values, 3));
}

/**
 * Poses bones by a character of Stream.sample(). bones[j] is joint j of the skeleton in the message `welcome`. group: parent of the root
 * bone, which is moved to the character's root and rotated by its yaw.
 */
export function fillSkeleton(group, bones, character) {
  group.position.fromArray(character.root);
  group.rotation.set(0, character.yaw, 0);
  if (!character.rotations) return;
  for (let j = 0; j < bones.length; j++) bones[j].quaternion.fromArray(character.rotations, 4 * j);
  const hips = character.joints ?? character.hips; // compact frames have only the first joint
  if (hips) bones[0].position.fromArray(hips, 0);
}

/** Returns a name as three.js's GLTFLoader changes it. */
const loaded = (name) => name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");

/**
 * Poses an uploaded character. object: the scene of its file (PUT /v1/characters/{id}), which is in world space: add it to the scene and
 * leave it at the origin. character: the result of Stream.spawn({character: id}). sampled: the same one of Stream.sample(). Needs the
 * channel
 * "character" in the profile.
 */
export function fillCharacter(object, character, sampled) {
  if (!sampled?.character || !character.joints) return;
  character.nodes ??= character.joints.map((name) => object.getObjectByName(name) ?? object.getObjectByName(loaded(name)));
  object.scale.setScalar(character.scale);
  const { root, rotations, translations } = sampled.character;
  const nodeOf = (name) => character.nodes[character.joints.indexOf(name)];
  character.nodes.forEach((node, k) => node?.quaternion.fromArray(rotations, 4 * k));
  for (let i = 0; 3 * i < translations.length; i++) nodeOf(character.translated?.[i])?.position.fromArray(translations, 3 * i);
  nodeOf(character.root)?.position.fromArray(root);
}

// Rotation of an eye at a weight of 1, in radians: sideways, up and down.
const SIDE = (32 * Math.PI) / 180;
const UP = (20 * Math.PI) / 180;
const DOWN = (25 * Math.PI) / 180;

/**
 * Returns the local rotation of an eye (0 left, 1 right) for the weights of the channel `face`: first up or down about x, then sideways
 * about y.
 */
export function eyeRotation(weights, eye, out = new Float32Array(4)) {
  const [down, inwards, outwards, up] = [2, 4, 6, 8].map((at) => weights[at + eye] ?? 0);
  const yaw = ((outwards - inwards) * SIDE * (eye ? -1 : 1)) / 2;
  const pitch = (down * DOWN - up * UP) / 2;
  const [sy, cy, sx, cx] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  out.set([cy * sx, sy * cx, -sy * sx, cy * cx]);
  return out;
}

/**
 * Poses the eyes and fingers of a body's rigged GLB from the channel `face`, and sets its morph targets of lids and expressions. A file has
 * those morph targets if it was asked for with `face: true`. Call it after fillBody.
 */
export function fillFace(object, sampled) {
  if (!sampled?.face) return;
  const { weights, fingers } = sampled.face;
  const parts = (object.userData.posedFace ??= faceOf(object));
  parts.fingers.forEach((bone, k) => {
    if (4 * k < fingers.length) bone?.quaternion.fromArray(fingers, 4 * k);
  });
  parts.eyes.forEach((bone, k) => bone?.quaternion.fromArray(eyeRotation(weights, k)));
  for (const { mesh, targets } of parts.morphs)
    targets.forEach(([at, k]) => {
      mesh.morphTargetInfluences[at] = weights[k] ?? 0;
    });
}

/**
 * Sets the morph targets of soft tissue of a body's rigged GLB from the channel `soft`. A file has them if it was asked for with
 * `soft: true`. The character was spawned with `body: { soft: true }`. Call it after fillBody.
 */
export function fillSoft(object, sampled) {
  const { soft } = sampled ?? {};
  if (!soft) return;
  object.userData.posedSoft ??= softOf(object, soft.length);
  for (const { mesh, targets } of object.userData.posedSoft)
    targets.forEach(([at, k]) => {
      mesh.morphTargetInfluences[at] = soft[k];
    });
}

/** Finds the morph targets of soft tissue: dmpl_0, dmpl_1, ..., and breathing, which is the last coefficient where there is one. */
function softOf(object, count) {
  const found = [];
  object.traverse((mesh) => {
    const numberOf = (name) => (name === "breathing" ? count - 1 : Number(name.match(/^dmpl_(\d+)$/)?.[1] ?? count));
    const all = Object.entries(mesh.morphTargetDictionary ?? {}).map(([name, at]) => [at, numberOf(name), name]);
    // Without breathing on the stream the last coefficient is that of a dmpl.
    const targets = all.filter(([, k, name]) => k < count && !(name === "breathing" && all.some((o) => o[1] === k && o[2] !== name)));
    if (targets.length) found.push({ mesh, targets });
  });
  return found;
}

/** Finds the bones and morph targets of an object that the channel `face` moves. */
function faceOf(object) {
  const morphs = [];
  const find = (name) => object.getObjectByName(name);
  object.traverse((mesh) => {
    const targets = Object.entries(mesh.morphTargetDictionary ?? {})
      .map(([name, at]) => [at, FACE_NAMES.indexOf(name)])
      .filter(([, k]) => k >= 0);
    if (targets.length) morphs.push({ mesh, targets });
  });
  return { fingers: FINGER_NAMES.map(find), eyes: EYE_NAMES.map(find), morphs };
}

/**
 * Poses a body's rigged GLB (Posed.glb(id, {rig: true})) that GLTFLoader has loaded. object: its scene. sampled: a character of
 * Stream.sample() that was spawned with this body's model and betas. Needs the channel "smpl" in the profile. lift: thickness of the shoes'
 * soles in metres, from soles().
 */
export function fillBody(object, sampled, { lift = 0 } = {}) {
  if (!sampled) return;
  object.userData.posedBones ??= SMPL_NAMES.map((name) => object.getObjectByName(name));
  object.position.fromArray(sampled.root);
  object.rotation.set(0, sampled.yaw, 0);
  if (!sampled.smpl) return;
  const { pelvis, rotations } = sampled.smpl;
  const bones = object.userData.posedBones;
  bones.forEach((bone, k) => bone?.quaternion.fromArray(rotations, 4 * k));
  bones[0]?.position.set(pelvis[0], pelvis[1] + lift, pelvis[2]);
}

/** Frees the graphics memory of an object or a scene: geometries, materials, textures and their images, skeletons, shadow maps. */
export function disposeAll(object) {
  object.traverse((o) => {
    for (const part of [o.geometry, o.skeleton, o.shadow]) part?.dispose();
    for (const material of [o.material ?? []].flat()) {
      for (const texture of Object.values(material)) {
        if (!texture?.isTexture) continue;
        texture.dispose();
        texture.image?.close?.();
      }
      material.dispose();
    }
  });
}

/** Returns the distance in metres from the soles of bare feet down to the soles of the shoes; 0 without shoes. */
export function soles(object) {
  let bare = Infinity;
  let all = Infinity;
  object.traverse((mesh) => {
    if (!mesh.isMesh) return;
    const { array } = mesh.geometry.getAttribute("position");
    let low = Infinity;
    for (let i = 1; i < array.length; i += 3) low = Math.min(low, array[i]);
    all = Math.min(all, low);
    if (mesh.material.name === "skin") bare = Math.min(bare, low);
  });
  return Number.isFinite(bare) ? bare - all : 0;
}
