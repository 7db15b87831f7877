// Reads FBX files in the browser by three.js. A file with a mesh becomes a GLB file for the server; one without is a motion of bones. This
// file is fetched when the user opens an FBX file.
import * as THREE from "three";
import { GLTFExporter } from "three/examples/jsm/exporters/GLTFExporter.js";
import { FBXLoader } from "three/examples/jsm/loaders/FBXLoader.js";
import { mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";

// One centimetre in metres; FBX lengths are in centimetres times unitScaleFactor.
const CENTIMETRE = 0.01;
// A blank image, in place of images that are not in the file.
const BLANK = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

/**
 * Returns {object, clip, bones, hasMesh, missing, still}. object: in metres, y up; clip: the longest animation, or null; missing: names of
 * images that are not in the file; still: names of nodes whose rotations are left out, because FBXLoader needs keys of all three axes.
 */
export async function readFbx(buffer) {
  // Images that are not in the file are replaced by a blank one, and reported.
  const missing = new Set();
  const manager = new THREE.LoadingManager();
  manager.setURLModifier((url) => {
    if (/^(blob|data):/.test(url)) return url;
    missing.add(url.split(/[\\/]/).at(-1));
    return BLANK;
  });
  let started = 0;
  let done;
  // Wait for the images.
  const loaded = new Promise((resolve) => {
    done = resolve;
  });
  manager.onStart = () => {
    started++;
  };
  manager.onLoad = done;
  const group = new FBXLoader(manager).parse(buffer, "");
  const bones = [];
  const meshes = [];
  if (started) await loaded;
  uniteBones(group);
  group.traverse((o) => (o.isBone ? bones.push(o) : o.isMesh ? meshes.push(o) : null));

  // Leave out rotation tracks with too few values.
  const still = new Set();
  for (const one of group.animations) {
    const isWhole = ({ name, times, values }) => !name.endsWith(".quaternion") || values.length === 4 * times.length;
    for (const { name } of one.tracks.filter((track) => !isWhole(track))) still.add(name.replace(/\.quaternion$/, ""));
    one.tracks = one.tracks.filter(isWhole);
    one.resetDuration();
  }

  // Convert to metres with y up.
  const object = new THREE.Group();
  const up = globalSetting(buffer, "UpAxis");
  if (up === 2) group.rotateX(-Math.PI / 2);
  else if (up === 0) group.rotateZ(Math.PI / 2);
  group.scale.multiplyScalar(CENTIMETRE * (group.userData.unitScaleFactor ?? 1));
  object.add(group);
  object.updateMatrixWorld(true);
  const clip = group.animations.reduce((longest, one) => (one.duration > (longest?.duration ?? 0) ? one : longest), null);
  return { object, clip, bones, hasMesh: meshes.length > 0, missing: [...missing], still: [...still] };
}

/**
 * Merges the copies of each bone. FBXLoader makes one for each mesh that the bone moves, nested in each other; afterwards all skins share
 * one.
 */
function uniteBones(group) {
  const kept = new Map(); // copy of a bone -> the bone that remains
  group.traverse((o) => {
    if (o.isBone && o.parent?.isBone && o.parent.ID === o.ID) kept.set(o, kept.get(o.parent) ?? o.parent);
  });
  for (const [copy, bone] of kept) for (const child of [...copy.children]) if (!kept.has(child)) bone.add(child);
  for (const copy of kept.keys()) copy.removeFromParent();
  group.traverse((o) => {
    if (o.isSkinnedMesh) o.skeleton.bones = o.skeleton.bones.map((bone) => kept.get(bone) ?? bone);
  });
}

/** Returns an integer of GlobalSettings, which FBXLoader does not return, or null where it is missing. */
export function globalSetting(buffer, name) {
  const text = new TextDecoder("latin1").decode(new Uint8Array(buffer));
  const ascii = text.match(new RegExp(`"${name}"\\s*,[^,\\n]*,[^,\\n]*,[^,\\n]*,\\s*(-?\\d+)`));
  if (ascii) return Number(ascii[1]);
  const at = text.indexOf(`S${String.fromCharCode(name.length)}\0\0\0${name}S`);
  if (at < 0) return null;

  // The name is followed by three more strings (type, label, flags), then "I" and an int32.
  const view = new DataView(buffer);
  let next = at + 5 + name.length;
  for (let i = 0; i < 3 && text[next] === "S" && next + 5 < buffer.byteLength; i++) next += 5 + view.getUint32(next + 1, true);
  return text[next] === "I" && next + 5 <= buffer.byteLength ? view.getInt32(next + 1, true) : null;
}

/** Returns the GLB file of the result of readFbx(), with its animations. */
export async function glbOf({ object }) {
  const clips = object.children[0].animations;
  const made = new Map();
  const dropped = [];
  object.traverse((o) => {
    if (o.isLight || o.isCamera) dropped.push(o);
    if (!o.isMesh) return;
    o.geometry = mergeVertices(o.geometry);
    o.material = Array.isArray(o.material) ? o.material.map((m) => standard(m, made)) : standard(o.material, made);
  });
  for (const o of dropped) o.removeFromParent();
  return new GLTFExporter().parseAsync(object, { binary: true, animations: clips, onlyVisible: false });
}

/** Returns a material that glTF has, with colour, image and transparency. made: those that exist already, by material. */
function standard(material, made) {
  if (made.has(material)) return made.get(material);
  const { image } = material.map ?? {};
  const map = image && image.src !== BLANK && (image.width ?? 0) > 0 ? material.map : null;
  const { name, color, opacity, transparent, side, alphaTest } = material;
  const out = new THREE.MeshStandardMaterial({
    name,
    color: color ?? 0xffffff,
    map,
    opacity,
    transparent,
    side,
    alphaTest,
    roughness: 0.8,
    metalness: 0,
  });
  made.set(material, out);
  return out;
}
