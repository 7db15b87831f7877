// How a person stands who waits: the pose with which the stream's characters begin, for the figures that are shown before the stream is open.

// Position of the pelvis from the root: metres to the left and ahead, and below its height in the T-pose.
const LEFT = -0.015;
const AHEAD = 0.074;
const DOWN = 0.025;

// Local rotations of the 24 joints of SMPL as quaternions x, y, z, w, from a frame of the stream.
const ROTATIONS = Float32Array.of(
  ...[-0.02, 0.029, -0.005, 0.999, -0.008, 0.026, -0.048, 0.998, 0.023, -0.025, 0.079, 0.996, -0.024, -0.001, 0.001, 1],
  ...[0.179, -0.004, 0.079, 0.981, 0.159, 0.005, -0.077, 0.984, 0.018, 0.015, -0.003, 1, -0.155, -0.033, 0.002, 0.987],
  ...[-0.148, -0.073, -0.029, 0.986, 0.032, 0.016, -0.006, 0.999, 0.002, 0.069, 0.002, 0.998, -0.011, 0.042, 0.026, 0.999],
  ...[0.054, -0.024, 0.012, 0.998, 0.039, -0.022, -0.095, 0.994, 0.044, 0.034, 0.101, 0.993, -0.035, -0.033, 0.011, 0.999],
  ...[0.138, -0.073, -0.514, 0.844, 0.212, 0.163, 0.54, 0.798, -0.057, -0.211, -0.012, 0.976, -0.094, 0.158, 0.01, 0.983],
  ...[-0.052, -0.011, -0.002, 0.999, -0.085, 0.011, 0.004, 0.996, 0, 0, 0, 1, 0, 0, 0, 1],
);

/** Returns a character as Stream.sample() gives it, of a shape that stands at [x, z] (metres) and faces `yaw` (radians). */
export const standing = (shape, [x, z], yaw) => ({
  root: [x, 0, z],
  yaw,
  smpl: { pelvis: [LEFT, shape.floor - DOWN, AHEAD], rotations: ROTATIONS },
});
