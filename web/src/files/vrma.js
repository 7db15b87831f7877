// Writes one character's motion as a VRM animation (VRMC_vrm_animation 1.0): a humanoid in the T-pose, rotations of its bones and
// positions of its hips.
import { Quaternion, Vector3 } from "three";
import { Scene } from "./record.js";

/** VRM bone of each SMPL joint. */
const BONES = {
  pelvis: "hips",
  spine1: "spine",
  spine2: "chest",
  spine3: "upperChest",
  neck: "neck",
  head: "head",
  ...Object.fromEntries(
    ["left", "right"].flatMap((side) =>
      [
        ["collar", "Shoulder"],
        ["shoulder", "UpperArm"],
        ["elbow", "LowerArm"],
        ["wrist", "Hand"],
        ["hip", "UpperLeg"],
        ["knee", "LowerLeg"],
        ["ankle", "Foot"],
        ["foot", "Toes"],
      ].map(([ours, theirs]) => [`${side}_${ours}`, side + theirs]),
    ),
  ),
};

/** By joint: the end of its bone, and the bone's direction [x, y] in VRM's T-pose. SMPL's rest pose differs by some degrees. */
const STRAIGHT = {
  left_shoulder: ["left_elbow", 1, 0],
  left_elbow: ["left_wrist", 1, 0],
  right_shoulder: ["right_elbow", -1, 0],
  right_elbow: ["right_wrist", -1, 0],
  left_hip: ["left_knee", 0, -1],
  left_knee: ["left_ankle", 0, -1],
  right_hip: ["right_knee", 0, -1],
  right_knee: ["right_ankle", 0, -1],
};

/** Returns the rotation of each joint from SMPL's rest pose to VRM's. Hands rotate with their arms. */
function straightened(joints) {
  const turns = joints.map(({ name }) => {
    const [end, x, y] = STRAIGHT[name] ?? [];
    return end
      ? new Quaternion().setFromUnitVectors(
          new Vector3().fromArray(joints.find((j) => j.name === end).offset).normalize(),
          new Vector3(x, y, 0),
        )
      : new Quaternion();
  });
  joints.forEach(({ name, parent }, j) => {
    if (/_wrist$/.test(name)) turns[j].copy(turns[parent]);
  });
  return turns;
}

/**
 * Returns the bytes of a VRMA file. track: from Recorder; joints: of the rig {name, parent, offset}; floor: height of the rig's origin
 * above the soles; lift: thickness of the shoes' soles; both in metres. names: joints of the stream, in its order.
 */
export function vrma(track, { joints, floor, lift = 0 }, names) {
  const out = new Scene();
  const { gltf } = out;
  // A node for each bone of VRM, in the T-pose.
  const turns = straightened(joints);
  const used = joints.map((j, i) => ({ ...j, i })).filter((j) => BONES[j.name]);
  const node = new Map(used.map((j, n) => [j.i, n]));
  used.forEach(({ name, parent, offset, i }) => {
    const children = used.filter((j) => j.parent === i).map((j) => node.get(j.i));
    const at = new Vector3().fromArray(offset);
    gltf.nodes.push({
      name: BONES[name],
      translation: (parent < 0 ? at.setY(at.y + floor + lift) : at.applyQuaternion(turns[parent])).toArray(),
      ...(children.length ? { children } : {}),
    });
  });
  gltf.scenes[0].nodes.push(0);
  // The pose of each frame: all rotations, and yaw, pelvis and root.
  const frames = track.rotations.map((all, f) => ({
    all,
    yaw: track.yaws.slice(4 * f, 4 * f + 4),
    pelvis: track.pelvis.slice(3 * f, 3 * f + 3),
    root: track.roots.slice(3 * f, 3 * f + 3),
  }));
  const channel = out.channels(track.times);
  const turn = (f, k) => new Quaternion().fromArray(f.all, 4 * k);
  // Position of the hips, which are the only bone that moves.
  channel(
    0,
    "translation",
    frames.flatMap(({ yaw, pelvis: [x, y, z], root }) => {
      const c = 1 - 2 * yaw[1] * yaw[1];
      const s = 2 * yaw[1] * yaw[3]; // cosine and sine of the yaw, a rotation about y
      return [root[0] + c * x + s * z, root[1] + y + lift, root[2] - s * x + c * z];
    }),
    "VEC3",
  );
  // Rotations of the bones, converted to the T-pose as rest pose.
  used.forEach(({ name, parent, i }, n) => {
    const k = names.indexOf(name);
    const back = turns[i].clone().conjugate();
    channel(
      n,
      "rotation",
      frames.flatMap((f) =>
        (parent < 0 ? new Quaternion().fromArray(f.yaw) : turns[parent].clone()).multiply(turn(f, k)).multiply(back).toArray(),
      ),
      "VEC4",
    );
  });
  for (const name of ["meshes", "skins", "materials"]) delete gltf[name];
  gltf.extensionsUsed = ["VRMC_vrm_animation"];
  gltf.extensions = {
    VRMC_vrm_animation: {
      specVersion: "1.0",
      humanoid: { humanBones: Object.fromEntries(used.map(({ name }, n) => [BONES[name], { node: n }])) },
    },
  };
  return out.write();
}
