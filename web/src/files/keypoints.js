// Reads keypoints of one person, in an image or in space, from the files of common detectors, and returns them as the field `observations`
// of the server's fit.

// Name of the server's set of keypoints, by the number of keypoints.
const SETS = { 17: "coco17", 25: "openpose25", 33: "mediapipe33" };

/** Splits a flat list into rows of `width` numbers. */
const rows = (flat, width) => Array.from({ length: flat.length / width }, (_, i) => flat.slice(width * i, width * (i + 1)));

/**
 * Returns the observations of a parsed JSON file, or null. Reads people of OpenPose, annotations and results of COCO, landmarks of
 * MediaPipe, and `observations` themselves.
 */
export function readKeypoints(value) {
  const { observations, keypoints } = value ?? {};
  if (observations) return observations;
  if (keypoints?.set) return value;
  if (value?.set && value.points) return { keypoints: value };
  const person = value?.people?.[0] ?? (Array.isArray(value) ? value[0] : (value?.annotations?.[0] ?? value));
  const flat = person?.pose_keypoints_2d ?? (person?.keypoints?.every?.(Number.isFinite) ? person.keypoints : null);
  if (flat && flat.length % 3 === 0 && SETS[flat.length / 3]) return picture(rows(flat, 3), value.images?.[0]);
  const marks = [
    value?.poseWorldLandmarks,
    value?.worldLandmarks?.[0],
    value?.poseLandmarks,
    value?.landmarks?.[0],
    value?.landmarks,
    value,
  ].find((list) => Array.isArray(list) && list.length === 33 && Number.isFinite(list[0]?.x));
  if (!marks) return null;
  const isWorld = marks === value.poseWorldLandmarks || marks === value.worldLandmarks?.[0];
  if (isWorld) return { keypoints: { set: "mediapipe33", points: marks.map(({ x, y, z }) => [x, -y, -z]), confidence: marks.map(sure) } };
  const { width = 1000, height = 1000 } = value; // MediaPipe's landmarks are fractions of the image's sides
  return picture(
    marks.map((m) => [m.x * width, m.y * height, sure(m)]),
    { width, height },
  );
}

/** Returns the visibility of a MediaPipe landmark as a confidence, 0 to 1. */
const sure = ({ visibility = 1 }) => Math.min(1, Math.max(0, visibility));

/** Returns observations of points [x, y, confidence] in pixels. An image of unknown size is assumed to just contain the points. */
function picture(points, { width, height } = {}) {
  const most = (k) => Math.max(...points.map((p) => p[k])) * 1.1;
  return {
    keypoints: {
      set: SETS[points.length],
      points: points.map(([x, y, c]) => (c > 0 ? [x, y] : null)),
      confidence: points.map(([, , c]) => Math.min(1, Math.max(0, c))),
    },
    camera: { width: Math.max(16, Math.round(width ?? most(0))), height: Math.max(16, Math.round(height ?? most(1))) },
  };
}
