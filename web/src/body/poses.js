// Preset poses of the 24 SMPL joints. Each joint that differs from the T-pose has an axis-angle vector in degrees, local to its parent:
// x left, y up, z forward. In the T-pose the palms look down.

export const POSES = {
  // As people stand who wait: collars down, upper arms 14 degrees off the vertical, feet below the hips.
  relaxed: {
    left_collar: [0, 0, -16],
    right_collar: [0, 0, 16],
    left_shoulder: [0, 0, -60],
    right_shoulder: [0, 0, 60],
    left_elbow: [9, -16, 0],
    right_elbow: [9, 16, 0],
    left_wrist: [12, 0, 0],
    right_wrist: [12, 0, 0],
    left_hip: [0, 6, -3],
    right_hip: [0, -6, 3],
    left_ankle: [0, 0, 3],
    right_ankle: [0, 0, -3],
  },
  rest: {},
  apose: { left_shoulder: [0, 0, -42], right_shoulder: [0, 0, 42] },
  wave: { left_shoulder: [0, 0, -72], right_shoulder: [0, 0, -18], right_elbow: [0, 0, -82], left_elbow: [0, -14, 0], head: [0, 0, 8] },
  sit: {
    left_hip: [-88, 0, 6],
    right_hip: [-88, 0, -6],
    left_knee: [88, 0, 0],
    right_knee: [88, 0, 0],
    left_shoulder: [0, -14, -68],
    right_shoulder: [0, 14, 68],
    left_elbow: [0, -62, 0],
    right_elbow: [0, 62, 0],
  },
  squat: {
    left_hip: [-96, 16, 14],
    right_hip: [-96, -16, -14],
    left_knee: [112, 0, 0],
    right_knee: [112, 0, 0],
    left_ankle: [-26, 0, 0],
    right_ankle: [-26, 0, 0],
    spine1: [20, 0, 0],
    spine2: [10, 0, 0],
    left_shoulder: [0, -80, 0],
    right_shoulder: [0, 80, 0],
  },
  stride: {
    left_hip: [-34, 0, 0],
    right_hip: [22, 0, 0],
    left_knee: [18, 0, 0],
    right_knee: [34, 0, 0],
    left_ankle: [4, 0, 0],
    right_ankle: [14, 0, 0],
    spine1: [4, 8, 0],
    left_shoulder: [30, 20, -68],
    right_shoulder: [-26, 20, 68],
    left_elbow: [0, -30, 0],
    right_elbow: [0, 44, 0],
  },
  think: {
    left_shoulder: [0, -30, -62],
    left_elbow: [0, -88, 0],
    right_shoulder: [0, 34, 58],
    right_elbow: [0, 136, 0],
    head: [14, 0, 4],
    spine2: [6, 0, 0],
  },
};

/** Returns a preset as quaternions [x, y, z, w], one for each joint of `names`. */
export function poseOf(name, names) {
  return names.map((joint) => quaternion(POSES[name]?.[joint] ?? [0, 0, 0]));
}

/** Converts an axis-angle vector in degrees to a quaternion. */
function quaternion(degrees) {
  const v = degrees.map((d) => (d * Math.PI) / 180);
  const angle = Math.hypot(...v);
  const s = angle ? Math.sin(angle / 2) / angle : 0;
  return [...v.map((c) => Number((c * s).toFixed(6))), Number(Math.cos(angle / 2).toFixed(6))];
}
