// WebXR headsets: xrTrackers() reads an XRFrame as trackers for an observed character, and xrBody() returns a character with the joint
// names of WebXR's Body Tracking module. Of the browser only the frame's getPose, getJointPose and getViewerPose are used.
import { toWorld } from "./math.js";

/** Returns the Body Tracking name of a joint of WebXR Hand Input, such as index-tip for index-finger-tip. */
const handJoint = (side, name) => `${side}-hand-${name.replace("-finger", "").replace("pinky", "little")}`;
/** Returns whether a joint is left out: bones of the palm, which the bodies here do not have and whose names differ between drafts. */
const unknown = (name) => name === "root" || (/metacarpal$/.test(name) && !/thumb/.test(name));

/**
 * Returns what an XRFrame tracks, for Character.observe(trackers.points, trackers): the viewer, a body in sessions with "body-tracking",
 * joints of hands in sessions with "hand-tracking", and otherwise the grips of the controllers. space: an XRReferenceSpace with its floor
 * at
 * 0 ("local-floor", "bounded-floor"). options: {height, calibrate, mirror, time, ...}, which are added unchanged. Returns null where
 * nothing is tracked.
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

// Product of two quaternions.
const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/**
 * Returns a character of Stream.sample() as a Map from WebXR's XRBodyJoint names to {position: [x, y, z], orientation: [x, y, z, w]} in
 * world space; each joint's -Z is along its bone, and +Y points out of the back of the hand. skeleton: that of the character's model, from
 * `skeletons` of the message `welcome`. Needs the channels "joints" and "rotations". Joints that the figure does not have (fingers,
 * shoulder blades, twists) are left out.
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
