// levels.mjs URL: what is seen of the coarser copies (MSFT_lod) of people in a stride, beside the whole of them: skin where cloth should be, one part where another should be, holes, and spikes, in parts of
// what is seen of the whole, from four sides, 6.7 mm a pixel. Prints "ok - sentence" or "not ok - sentence".
import { readRig } from "../../web/src/files/glb.js";
import { blendLinear, toWorld } from "../../web/src/view/skin.js";

const [, , url] = process.argv, LEVELS = [6000, 2500, 1000, 550], PEOPLE = [2, 17, 24, 59, 12, 52, 4, 38], UNSEEN = /^(lashes|brows|tongue|teeth|hair-buzz)/;
const W = 150, H = 300, PIXELS = 150, BORDER = 2, HOLE = 2, SPIKE = 4; // pixels: of a picture; a metre; skin so near to skin is a hem that moved, a hole is so far from any edge, a spike so far from the body
const MOST = { 2500: { skin: 0.001, cloth: 0.001, holes: 0.002, spikes: 0.0005 }, 1000: { skin: 0.0015, cloth: 0.002, holes: 0.004, spikes: 0.001 }, 550: { skin: 0.0025, cloth: 0.004, holes: 0.008, spikes: 0.002 } };
// Clipped hair (hair-buzz) is left out: it is single hairs over skin that is drawn, which pictures of triangles without their textures do not show.
const about = (axis, angle) => { const q = [0, 0, 0, Math.cos(angle / 2)]; q[axis] = Math.sin(angle / 2); return q; };
const STRIDE = { left_hip: about(0, -0.5), left_knee: about(0, 0.3), right_hip: about(0, 0.35), right_knee: about(0, 0.5), right_ankle: about(0, -0.3), left_shoulder: about(2, -1.15), right_shoulder: about(2, 1.15), left_elbow: about(1, -0.5), right_elbow: about(1, 0.9) };

/** Which part is seen in each pixel, -1: none. */
function seen(parts, view) {
  const deep = new Float32Array(W * H).fill(-Infinity), out = new Int16Array(W * H).fill(-1), c = Math.cos(view), s = Math.sin(view);
  parts.forEach(({ position: p, indices, isTwoSided }, part) => {
    const at = (v) => [W / 2 + PIXELS * (c * p[3 * v] - s * p[3 * v + 2]), H - 15 - PIXELS * p[3 * v + 1], s * p[3 * v] + c * p[3 * v + 2]];
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, d] = [at(indices[i]), at(indices[i + 1]), at(indices[i + 2])], area = (b[0] - a[0]) * (d[1] - a[1]) - (d[0] - a[0]) * (b[1] - a[1]);
      if (Math.abs(area) < 1e-9 || (area > 0 && !isTwoSided)) continue;
      const [x0, x1] = [Math.max(0, Math.floor(Math.min(a[0], b[0], d[0]))), Math.min(W - 1, Math.ceil(Math.max(a[0], b[0], d[0])))], [y0, y1] = [Math.max(0, Math.floor(Math.min(a[1], b[1], d[1]))), Math.min(H - 1, Math.ceil(Math.max(a[1], b[1], d[1])))];
      for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) {
        const u = ((b[0] - x) * (d[1] - y) - (d[0] - x) * (b[1] - y)) / area, v = ((d[0] - x) * (a[1] - y) - (a[0] - x) * (d[1] - y)) / area, z = u * a[2] + v * b[2] + (1 - u - v) * d[2];
        if (u < 0 || v < 0 || u + v > 1 || z <= deep[y * W + x]) continue;
        deep[y * W + x] = z;
        out[y * W + x] = part;
      }
    }
  });
  return out;
}

/** Whether any pixel so near is as f says. */
function near(i, most, f) {
  for (let dy = -most; dy <= most; dy++) for (let dx = -most; dx <= most; dx++) if (f(i + dy * W + dx)) return true;
  return false;
}

const sums = LEVELS.map(() => ({ whole: 0, skin: 0, cloth: 0, holes: 0, spikes: 0 }));
for (const seed of PEOPLE) {
  const reply = await fetch(`${url}/v1/models/person/mesh?format=glb&rig=true&morphs=false&levels=${LEVELS}&random=${seed}`);
  if (!reply.ok) throw new Error(await reply.text());
  const rig = readRig(await reply.arrayBuffer()), count = rig.joints.length, world = new Float32Array(12 * count), skin = new Float32Array(12 * count);
  const rotations = Float32Array.from(rig.joints.flatMap(({ name, rotation }) => STRIDE[name] ?? rotation ?? [0, 0, 0, 1]));
  toWorld({ joints: rig.joints, rig }, rotations, [0, 0.95, 0], Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]), world, skin);
  const parts = rig.parts.filter((part) => !UNSEEN.test(part.material.name)).map((part) => {
    const n = part.positions.length / 3, position = new Float32Array(3 * n), normal = new Float32Array(3 * n);
    for (let v = 0; v < n; v++) blendLinear({ positions: part.positions, normals: part.normals, joints: part.skinIndex, weights: part.skinWeight }, skin, v, position, normal, 3 * v);
    return { part, position, isTwoSided: part.material.isTwoSided };
  });
  const isSame = (i, j) => i === j || (i >= 0 && j >= 0 && parts[i].part.material.name === parts[j].part.material.name); // a head of hair has several parts
  const isSkin = (i) => parts[i]?.part.material.name === "skin";
  for (const view of [0, 0.5, 1, 1.5]) {
    const look = (corners) => seen(parts.map(({ part, ...rest }) => ({ ...rest, indices: corners(part) ?? [] })), view * Math.PI), whole = look((part) => part.indices);
    LEVELS.forEach((_, l) => {
      const coarse = look((part) => part.levels[l]), sum = sums[l];
      for (let i = 0; i < W * H; i++) {
        if (whole[i] >= 0) sum.whole++;
        if (whole[i] >= 0 && !isSkin(whole[i]) && isSkin(coarse[i]) && !near(i, BORDER, (j) => isSkin(whole[j]))) sum.skin++;
        if (whole[i] >= 0 && coarse[i] >= 0 && !isSame(coarse[i], whole[i]) && !isSkin(coarse[i]) && !near(i, BORDER, (j) => isSame(whole[j], coarse[i]))) sum.cloth++;
        if (whole[i] >= 0 && coarse[i] < 0 && !near(i, HOLE, (j) => whole[j] === -1)) sum.holes++;
        if (whole[i] < 0 && coarse[i] >= 0 && !near(i, SPIKE, (j) => whole[j] >= 0)) sum.spikes++;
      }
    });
  }
}
LEVELS.forEach((level, l) => {
  for (const name of ["skin", "cloth", "holes", "spikes"]) {
    const part = sums[l][name] / sums[l].whole, most = MOST[level]?.[name] ?? Infinity, text = `of people of ${level} triangles at most ${(100 * most).toFixed(2)} % are ${{ skin: "skin where cloth should be", cloth: "another part than should be", holes: "holes", spikes: "spikes" }[name]}`;
    console.log(most === Infinity ? `# ${level} triangles, ${name}: ${(100 * part).toFixed(2)} %` : `${part <= most ? "ok" : "not ok"} - ${text} (${(100 * part).toFixed(2)} %)`);
  }
});
