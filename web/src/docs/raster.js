// Draws a GLB file into an image without a graphics processor: triangles, posed by nodes and skins, with a depth buffer. /docs shows
// replies with it. Matrices are 16 numbers by columns.
import { accessor } from "../files/glb.js";

// The identity matrix.
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Returns the product of two matrices. */
function multiply(a, b) {
  const out = new Array(16).fill(0);
  for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) for (let k = 0; k < 4; k++) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
  return out;
}

/** Returns the matrix of a node, local to its parent. */
function matrixOf({ matrix, translation: [x, y, z] = [0, 0, 0], rotation: [a, b, c, w] = [0, 0, 0, 1], scale: [sx, sy, sz] = [1, 1, 1] }) {
  if (matrix) return matrix;
  return [
    sx * (1 - 2 * (b * b + c * c)),
    sx * 2 * (a * b + c * w),
    sx * 2 * (a * c - b * w),
    0,
    sy * 2 * (a * b - c * w),
    sy * (1 - 2 * (a * a + c * c)),
    sy * 2 * (b * c + a * w),
    0,
    sz * 2 * (a * c + b * w),
    sz * 2 * (b * c - a * w),
    sz * (1 - 2 * (a * a + b * b)),
    0,
    x,
    y,
    z,
    1,
  ];
}

/**
 * Reads a GLB file. Returns {gltf: its JSON, get(index): numbers of an accessor, images: [{type, bytes}], seconds: length of its
 * animation}.
 */
export function openGlb(buffer) {
  const view = new DataView(buffer);
  if (buffer.byteLength < 20 || view.getUint32(0, true) !== 0x46546c67) throw new Error("no glTF binary");
  const size = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, size)));
  const base = 28 + size;
  const get = (index) => (index === undefined ? null : accessor(gltf, buffer, base, index));
  const images = (gltf.images ?? []).map(({ bufferView, mimeType }) => {
    const { byteOffset = 0, byteLength } = gltf.bufferViews[bufferView];
    return { type: mimeType, bytes: new Uint8Array(buffer, base + byteOffset, byteLength) };
  });
  return { gltf, get, images, seconds: secondsOf(gltf) };
}

// Length of the first animation, in seconds.
const secondsOf = (gltf) => Math.max(0, ...(gltf.animations?.[0]?.samplers ?? []).map((s) => gltf.accessors[s.input].max?.[0] ?? 0));

/** Returns the nodes at a time of the first animation, in seconds. */
function nodesAt({ gltf, get }, time) {
  const nodes = gltf.nodes.map((n) => ({ ...n }));
  const animation = gltf.animations?.[0];
  for (const { sampler, target } of animation?.channels ?? []) {
    const { input, output } = animation.samplers[sampler];
    const times = get(input);
    const values = get(output);
    const width = values.length / times.length;
    let i = 0;
    while (i < times.length - 2 && times[i + 1] < time) i++;
    const last = Math.min(i + 1, times.length - 1);
    const part = last === i ? 0 : Math.min(1, Math.max(0, (time - times[i]) / (times[last] - times[i])));
    const from = values.slice(i * width, (i + 1) * width);
    const to = values.slice(last * width, (last + 1) * width);
    const sign = target.path === "rotation" && from.reduce((sum, v, k) => sum + v * to[k], 0) < 0 ? -1 : 1;
    const mixed = Array.from(from, (v, k) => v * (1 - part) + sign * to[k] * part);
    const length = target.path === "rotation" ? Math.hypot(...mixed) : 1;
    nodes[target.node][target.path] = mixed.map((v) => v / length);
  }
  return nodes;
}

/** Returns the matrices of nodes in world space. */
function worldOf(nodes) {
  const above = new Array(nodes.length).fill(-1);
  const world = new Array(nodes.length);
  nodes.forEach((n, i) =>
    n.children?.forEach((c) => {
      above[c] = i;
    }),
  );
  const at = (i) => (world[i] ??= above[i] < 0 ? matrixOf(nodes[i]) : multiply(at(above[i]), matrixOf(nodes[i])));
  nodes.forEach((_, i) => at(i));
  return world;
}

/** Returns the positions of a primitive in world space: by its node, its morph targets and its skin. */
function placed({ gltf, get }, primitive, node, weights, world) {
  const { POSITION, JOINTS_0, WEIGHTS_0 } = primitive.attributes;
  const p = Float32Array.from(get(POSITION));
  const out = new Float32Array(p.length);
  const skin = gltf.skins?.[node.skin];
  primitive.targets?.forEach((target, k) => {
    if (!weights?.[k] || target.POSITION === undefined) return;
    get(target.POSITION).forEach((v, i) => {
      p[i] += weights[k] * v;
    });
  });
  const binds = skin && get(skin.inverseBindMatrices);
  const bones = skin?.joints.map((j, i) => multiply(world[j], binds ? Array.from(binds.subarray(16 * i, 16 * i + 16)) : IDENTITY));
  const indices = skin && get(JOINTS_0);
  const parts = skin && get(WEIGHTS_0);
  const own = world[node.index];
  const whole = parts instanceof Uint8Array ? 255 : parts instanceof Uint16Array ? 65535 : 1;
  for (let v = 0; v < p.length / 3; v++) {
    const [x, y, z] = p.subarray(3 * v, 3 * v + 3);
    for (let k = 0; k < (skin ? 4 : 1); k++) {
      const m = skin ? bones[indices[4 * v + k]] : own;
      const w = skin ? parts[4 * v + k] / whole : 1;
      if (w) for (let r = 0; r < 3; r++) out[3 * v + r] += w * (m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
    }
  }
  return out;
}

/** Returns the colour and image of a material. cut: alpha below which a pixel is left out. */
function materialOf(gltf, index) {
  const { pbrMetallicRoughness: pbr = {}, alphaMode = "OPAQUE", alphaCutoff = 0.5 } = gltf.materials?.[index] ?? {};
  const texture = pbr.baseColorTexture?.index;
  return {
    color: pbr.baseColorFactor ?? [0.75, 0.75, 0.75, 1],
    image: texture === undefined ? -1 : gltf.textures[texture].source,
    cut: alphaMode === "OPAQUE" ? 0 : alphaCutoff,
  };
}

/** Returns the number of the texture coordinates of a material's image. */
function coordinatesOf(gltf, index) {
  return gltf.materials?.[index]?.pbrMetallicRoughness?.baseColorTexture?.texCoord ?? 0;
}

/** Returns the triangles to draw at a time in seconds: [{positions, indices, uvs, material}]. */
export function trianglesOf(file, time = 0) {
  const { gltf, get } = file;
  const nodes = nodesAt(file, time);
  const world = worldOf(nodes);
  const coarse = new Set(gltf.nodes.flatMap((n) => n.extensions?.MSFT_lod?.ids ?? []));
  return nodes.flatMap((n, i) =>
    n.mesh === undefined || coarse.has(i)
      ? []
      : gltf.meshes[n.mesh].primitives.map((primitive) => ({
          positions: placed(file, primitive, { ...n, index: i }, n.weights ?? gltf.meshes[n.mesh].weights, world),
          indices: get(primitive.indices),
          uvs: get(primitive.attributes[`TEXCOORD_${coordinatesOf(gltf, primitive.material)}`]),
          material: materialOf(gltf, primitive.material),
        })),
  );
}

/** Returns the bounding box of parts: {least, most}, [x, y, z] each. */
export function boxOf(parts) {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of parts)
    positions.forEach((v, i) => {
      if (v < least[i % 3]) least[i % 3] = v;
      if (v > most[i % 3]) most[i % 3] = v;
    });
  return { least, most };
}

// Linear to sRGB, 0 to 255.
const srgb = (v) => 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/**
 * Returns the brightness of each vertex. Its normal is the mean of its triangles'; the light comes from the upper right, from the viewer's
 * side. at: drawn positions, y down.
 */
function lightOf(at, count, corner) {
  const normals = new Float32Array(at.length);
  const light = new Float32Array(at.length / 3);
  for (let i = 0; i + 2 < count; i += 3) {
    const [a, b, c] = [3 * corner(i), 3 * corner(i + 1), 3 * corner(i + 2)];
    const ux = at[b] - at[a];
    const uy = at[b + 1] - at[a + 1];
    const uz = at[b + 2] - at[a + 2];
    const vx = at[c] - at[a];
    const vy = at[c + 1] - at[a + 1];
    const vz = at[c + 2] - at[a + 2];
    const n = [uz * vy - uy * vz, ux * vz - uz * vx, uy * vx - ux * vy];
    for (const v of [a, b, c]) for (let k = 0; k < 3; k++) normals[v + k] += n[k];
  }
  for (let v = 0; v < light.length; v++) {
    const [x, y, z] = normals.subarray(3 * v, 3 * v + 3);
    const side = z < 0 ? -1 : 1;
    light[v] = 0.3 + (0.7 * Math.max(0, side * (0.35 * x - 0.5 * y + 0.79 * z))) / (Math.hypot(x, y, z) || 1);
  }
  return light;
}

/**
 * Draws parts, seen from the front and rotated by yaw (radians), so that the box fills the image. Returns RGBA bytes (height, width, 4),
 * transparent where nothing is. pictures: for each image {width, height, data}, or null.
 */
export function draw(parts, { least, most }, { width, height, yaw = 0, pictures = [] }) {
  const canvas = { width, height, out: new Uint8ClampedArray(4 * width * height), depth: new Float32Array(width * height).fill(-Infinity) };
  const sin = Math.sin(yaw);
  const cos = Math.cos(yaw);
  const [cx, cy, cz] = least.map((v, i) => (v + most[i]) / 2);
  const across = Math.hypot(most[0] - least[0], most[2] - least[2]);
  const scale = Math.min(width / (across || 1), height / (most[1] - least[1] || 1)) * 0.94;
  for (const { positions, indices, uvs, material } of parts) {
    const at = new Float32Array(positions.length);
    const count = indices?.length ?? positions.length / 3;
    const corner = indices ? (i) => indices[i] : (i) => i;
    for (let v = 0; v < positions.length; v += 3) {
      const x = positions[v] - cx;
      const z = positions[v + 2] - cz;
      ((at[v] = width / 2 + scale * (cos * x + sin * z)),
        (at[v + 1] = height / 2 - scale * (positions[v + 1] - cy)),
        (at[v + 2] = scale * (cos * z - sin * x)));
    }
    const surface = { at, light: lightOf(at, count, corner), uvs, texture: pictures[material.image], material };
    for (let i = 0; i + 2 < count; i += 3) triangle(canvas, surface, corner(i), corner(i + 1), corner(i + 2));
  }
  return canvas.out;
}

/** Draws the triangle of vertices a, b and c. */
function triangle({ out, depth, width, height }, { at, light, uvs, texture, material }, a, b, c) {
  const ax = at[3 * a];
  const ay = at[3 * a + 1];
  const az = at[3 * a + 2];
  const ux = at[3 * b] - ax;
  const uy = at[3 * b + 1] - ay;
  const uz = at[3 * b + 2] - az;
  const vx = at[3 * c] - ax;
  const vy = at[3 * c + 1] - ay;
  const vz = at[3 * c + 2] - az;
  const area = ux * vy - uy * vx;
  if (!area) return;
  const left = Math.max(0, Math.ceil(Math.min(ax, ax + ux, ax + vx) - 0.5));
  const right = Math.min(width - 1, Math.floor(Math.max(ax, ax + ux, ax + vx) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(ay, ay + uy, ay + vy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, ay + uy, ay + vy) - 0.5));
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - ax;
      const py = y + 0.5 - ay;
      const s = (px * vy - py * vx) / area;
      const r = (ux * py - uy * px) / area;
      const z = az + s * uz + r * vz;
      const i = y * width + x;
      if (s < 0 || r < 0 || s + r > 1 || z <= depth[i]) continue;
      const color = uvs && texture ? texel(texture, uvs, a, b, c, s, r) : [255, 255, 255, 255];
      const bright = (1 - s - r) * light[a] + s * light[b] + r * light[c];
      if (material.cut && (color[3] / 255) * material.color[3] < material.cut) continue;
      depth[i] = z;
      for (let k = 0; k < 3; k++) out[4 * i + k] = srgb(material.color[k] * (color[k] / 255) ** 2.2 * bright);
      out[4 * i + 3] = 255;
    }
}

/** Returns the pixel of a texture at the barycentric coordinates s (of b) and r (of c). */
function texel({ width, height, data }, uvs, a, b, c, s, r) {
  const wrap = (v, n) => Math.min(n - 1, Math.floor((v - Math.floor(v)) * n));
  const q = 1 - s - r;
  const i =
    4 *
    (wrap(q * uvs[2 * a + 1] + s * uvs[2 * b + 1] + r * uvs[2 * c + 1], height) * width +
      wrap(q * uvs[2 * a] + s * uvs[2 * b] + r * uvs[2 * c], width));
  return data.subarray(i, i + 4);
}
