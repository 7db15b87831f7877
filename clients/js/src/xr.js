// Headsets: an XRFrame of WebXR as trackers for a character that is observed, and a character as WebXR's Body Tracking module has a body.
// Nothing of the browser is asked for but the frame's own getPose, getJointPose and getViewerPose.
import { toWorld } from "./math.js";

/** WebXR Hand Input says index-finger-tip where its Body Tracking says index-tip, and pinky where that says little. */
const handJoint = (side, name) => `${side}-hand-${name.replace("-finger", "").replace("pinky", "little")}`;
/** Bones of the palm: no body here has them, and their names differ between drafts. */
const unknown = (name) => name === "root" || (/metacarpal$/.test(name) && !/thumb/.test(name));

/**
 * What an XRFrame tracks, for Character.observe(trackers.points, trackers): the viewer, a body where the session has "body-tracking", the joints of
 * hands where it has "hand-tracking", else what the hands grip. space: an XRReferenceSpace whose floor is at 0 ("local-floor", "bounded-floor").
 * options: {height, calibrate, mirror, time ...} go along as they are. null: nothing is tracked in this frame.
 */
export function xrTrackers(frame, space, options = {}) {
  const points = {};
  const orientations = {};
  const put = (name, pose) => {
    if (!pose) return;
    const { position: p, orientation: q } = pose.transform;
    points[name] = [p.x, p.y, p.z];
    orientations[name] = [q.x, q.y, q.z, q.w];
  };

  put("viewer", frame.getViewerPose(space));
  for (const [name, joint] of frame.body ?? []) if (!unknown(name)) put(name, frame.getPose(joint, space));
  for (const source of frame.session?.inputSources ?? []) {
    const side = source.handedness;
    if (side !== "left" && side !== "right") continue;
    if (source.hand)
      for (const [name, joint] of source.hand) {
        if (!unknown(name)) put(handJoint(side, name), (frame.getJointPose ?? frame.getPose).call(frame, joint, space));
      }
    else if (source.gripSpace) put(`${side}-grip`, frame.getPose(source.gripSpace, space));
  }
  return Object.keys(points).length ? { set: "webxr83", points, orientations, ...options } : null;
}

const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/**
 * A character of Stream.sample() as WebXR has a body: a Map of XRBodyJoint's names to {position: [x, y, z], orientation: [x, y, z, w]} in the world, each
 * joint's -Z along its bone, +Y out of the hand's back. skeleton: of the welcome (`skeletons`), the character's model's. The channels "joints" and
 * "rotations" have to be in the profile. Joints that the figure has not (fingers, scapulae, twists) are left out.
 */
export function xrBody(sampled, skeleton) {
  const body = new Map();
  if (!sampled?.joints || !sampled.rotations) return body;
  const places = toWorld(sampled, sampled.joints);
  const world = [];
  const names = new Map(skeleton.joints.map(({ name }, j) => [name, j]));
  const facing = [0, Math.sin(sampled.yaw / 2), 0, Math.cos(sampled.yaw / 2)];
  skeleton.joints.forEach(({ parent, webxr, webxr_axes }, j) => {
    world[j] = multiply(parent === null ? facing : world[names.get(parent)], sampled.rotations.subarray(4 * j, 4 * j + 4));
    if (webxr_axes) body.set(webxr, { position: [...places.subarray(3 * j, 3 * j + 3)], orientation: multiply(world[j], webxr_axes) });
  });
  return body;
}
