// node vrma.mjs MOTION.vrma PERSON.vrm ROLLOUT.json: three-vrm plays the animation on the avatar, whose limbs must point where those of the roll-out do.
import { readFileSync } from "node:fs";

globalThis.self ??= globalThis;
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { VRMLoaderPlugin } = await import("@pixiv/three-vrm");
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import("@pixiv/three-vrm-animation");

const [motionFile, personFile, rolloutFile] = process.argv.slice(2);
let failed = 0;
const check = (sentence, holds, why = "") => {
  console.log(`${holds ? "ok" : "not ok"} - ${sentence}${holds ? "" : `: ${why}`}`);
  failed ||= !holds;
};
const load = async (file, plugin) => {
  const bytes = readFileSync(file);
  const loader = new GLTFLoader().register(plugin);
  return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
};

const { vrm } = (await load(personFile, (parser) => new VRMLoaderPlugin(parser))).userData;
const [animation] = (await load(motionFile, (parser) => new VRMAnimationLoaderPlugin(parser))).userData.vrmAnimations;
check("three-vrm reads the animation", animation?.humanoidTracks.rotation.size === 21 && animation.humanoidTracks.translation.has("hips"),
  `${animation?.humanoidTracks.rotation.size} bones`);
const clip = createVRMAnimationClip(animation, vrm);
const rollout = JSON.parse(readFileSync(rolloutFile, "utf8"));
check("the animation is as long as the roll-out", Math.abs(clip.duration - (rollout.frame_count - 1) / rollout.rate) < 1e-3, `${clip.duration} s`);

const mixer = new THREE.AnimationMixer(vrm.scene);
mixer.clipAction(clip).play();

function jointsOf({ translation, rotations }) {
  const at = [], turned = [];
  rollout.parents.forEach((up, k) => {
    const q = new THREE.Quaternion(...rotations[k]), offset = new THREE.Vector3(...rollout.offsets[k]);
    turned.push(up < 0 ? q : turned[up].clone().multiply(q));
    at.push(up < 0 ? new THREE.Vector3(...translation) : offset.applyQuaternion(turned[up]).add(at[up]));
  });
  return Object.fromEntries(rollout.joint_names.map((name, k) => [name, at[k]]));
}

const LIMBS = [
  ["leftUpperArm", "leftLowerArm", "LeftArm", "LeftForeArm"], ["rightUpperArm", "rightLowerArm", "RightArm", "RightForeArm"],
  ["leftUpperLeg", "leftLowerLeg", "LeftUpLeg", "LeftLeg"], ["leftLowerLeg", "leftFoot", "LeftLeg", "LeftFoot"],
  ["rightUpperLeg", "rightLowerLeg", "RightUpLeg", "RightLeg"], ["rightLowerLeg", "rightFoot", "RightLeg", "RightFoot"],
];
const place = (bone) => vrm.humanoid.getRawBoneNode(bone).getWorldPosition(new THREE.Vector3());
let worst = 0, name = "", first = null, last = null;
rollout.frames.forEach((frame, t) => {
  if (t % 7) return;
  mixer.setTime(t / rollout.rate);
  vrm.update(0);
  vrm.scene.updateMatrixWorld(true);
  const joints = jointsOf(frame);
  for (const [from, to, theirs, end] of LIMBS) {
    const ours = place(to).sub(place(from)).normalize(), wanted = joints[end].clone().sub(joints[theirs]).normalize();
    const angle = (ours.angleTo(wanted) * 180) / Math.PI;
    if (angle > worst) [worst, name] = [angle, `${from} at frame ${t}`];
  }
  last = place("hips");
  first ??= last;
});
check("limbs point where the roll-out's do, to two degrees", worst < 2, `${worst.toFixed(2)} degrees, ${name}`);
check("the avatar walks", last.z - first.z > 1 && last.y > 0.7 && last.y < 1.3, `${first.toArray()} to ${last.toArray()}`);
process.exit(failed ? 1 : 0);
