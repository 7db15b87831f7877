// One character's motion as a VRM animation (VRMC_vrm_animation 1.0): a humanoid at rest in the T-pose, turns of its bones, the way of its hips.
import { Scene } from "./record.js";

/** SMPL's joints and VRM's bones. */
const BONES = {
  pelvis: "hips", spine1: "spine", spine2: "chest", spine3: "upperChest", neck: "neck", head: "head",
  ...Object.fromEntries(["left", "right"].flatMap((side) => [["collar", "Shoulder"], ["shoulder", "UpperArm"], ["elbow", "LowerArm"], ["wrist", "Hand"], ["hip", "UpperLeg"], ["knee", "LowerLeg"], ["ankle", "Foot"], ["foot", "Toes"]].map(([ours, theirs]) => [`${side}_${ours}`, side + theirs]))),
};

/** q turned by p: x, y, z, w. */
const times = ([a, b, c, d], [x, y, z, w]) => [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z];

/** track: of Recorder; joints: of the rig, name, parent and offset each; floor: height of the rig's origin over the soles; names: joints of the stream, in its order. */
export function vrma(track, { joints, floor, lift = 0 }, names) {
  const out = new Scene(), { gltf } = out, used = joints.map((j, i) => ({ ...j, i })).filter((j) => BONES[j.name]), node = new Map(used.map((j, n) => [j.i, n]));
  used.forEach(({ name, parent, offset, i }) => {
    const children = used.filter((j) => j.parent === i).map((j) => node.get(j.i));
    gltf.nodes.push({ name: BONES[name], translation: parent < 0 ? offset.map((v, k) => (k === 1 ? v + floor + lift : v)) : offset, ...(children.length ? { children } : {}) });
  });
  gltf.scenes[0].nodes.push(0);
  const frames = track.rotations.map((all, f) => ({ all, yaw: track.yaws.slice(4 * f, 4 * f + 4), pelvis: track.pelvis.slice(3 * f, 3 * f + 3), root: track.roots.slice(3 * f, 3 * f + 3) }));
  const channel = out.channels(track.times), turn = (f, k) => [...f.all.slice(4 * k, 4 * k + 4)];
  channel(0, "translation", frames.flatMap(({ yaw, pelvis: [x, y, z], root }) => {
    const c = 1 - 2 * yaw[1] * yaw[1], s = 2 * yaw[1] * yaw[3]; // of the yaw itself, which is about y only
    return [root[0] + c * x + s * z, root[1] + y + lift, root[2] - s * x + c * z];
  }), "VEC3");
  used.forEach(({ name }, n) => {
    const k = names.indexOf(name);
    channel(n, "rotation", frames.flatMap((f) => (name === "pelvis" ? times(f.yaw, turn(f, k)) : turn(f, k))), "VEC4");
  });
  for (const name of ["meshes", "skins", "materials"]) delete gltf[name];
  gltf.extensionsUsed = ["VRMC_vrm_animation"];
  gltf.extensions = { VRMC_vrm_animation: { specVersion: "1.0", humanoid: { humanBones: Object.fromEntries(used.map(({ name }, n) => [BONES[name], { node: n }])) } } };
  return out.write();
}
