// Keypoints of one person in a picture or in space, as detectors write them, as the server's `observations` want them.

const SETS = { 17: "coco17", 25: "openpose25", 33: "mediapipe33" };

/** Rows of x, y and how sure it is. */
const rows = (flat, width) => Array.from({ length: flat.length / width }, (_, i) => flat.slice(width * i, width * (i + 1)));

/** What a file has of somebody: OpenPose's people, COCO's annotations and results, MediaPipe's landmarks, or `observations` themselves. null: none of these. */
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
  const { width = 1000, height = 1000 } = value; // landmarks are parts of the picture's sides
  return picture(
    marks.map((m) => [m.x * width, m.y * height, sure(m)]),
    { width, height },
  );
}

const sure = ({ visibility = 1 }) => Math.min(1, Math.max(0, visibility));

/** In pixels; a picture of unknown size is as large as what is seen needs. */
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
