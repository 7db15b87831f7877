// Converts the quantized and compressed GLB files of the server (KHR_mesh_quantization, EXT_meshopt_compression) to plain ones with floats.
// Compressed files have less than half of the bytes; other code of the page reads plain files only.
import { MeshoptDecoder } from "three/examples/jsm/libs/meshopt_decoder.module.js";
import { pack } from "./record.js";

// Component types of glTF.
const BYTE = 5120;
const UNSIGNED_BYTE = 5121;
const SHORT = 5122;
const UNSIGNED_SHORT = 5123;
const FLOAT = 5126;
const TYPES = {
  [BYTE]: Int8Array,
  [UNSIGNED_BYTE]: Uint8Array,
  [SHORT]: Int16Array,
  [UNSIGNED_SHORT]: Uint16Array,
  5125: Uint32Array,
  [FLOAT]: Float32Array,
};
// Largest value of each type, which stands for 1 in normalized accessors.
const MOST = { [BYTE]: 127, [UNSIGNED_BYTE]: 255, [SHORT]: 32767, [UNSIGNED_SHORT]: 65535 };
// Number of components of each accessor type.
const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/**
 * Returns the GLB file with plain buffers: positions in metres, normals, weights and inverse bind matrices as float32. A plain file is
 * returned as it is.
 */
export async function unpack(buffer) {
  const view = new DataView(buffer);
  const size = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, size)));
  const base = 28 + size;
  if (!gltf.extensionsRequired?.includes("KHR_mesh_quantization")) return buffer;
  await MeshoptDecoder.ready;
  const bytes = gltf.bufferViews.map((v) => bytesOf(buffer, base, v));
  const numbers = gltf.accessors.map((a) =>
    a.bufferView === undefined
      ? new Float32Array(SIZES[a.type] * a.count) // all zero, as of a morph target that moves another part
      : numbersOf(a, gltf.bufferViews[a.bufferView], bytes[a.bufferView]),
  );
  placeAll(gltf, numbers);

  // Each accessor gets its own buffer view. Images keep theirs.
  const parts = [];
  const views = [];
  let at = 0;
  const put = (data, target) => {
    const part = new Uint8Array(4 * Math.ceil(data.byteLength / 4));
    part.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    parts.push(part);
    at += part.byteLength;
    return views.push({ buffer: 0, byteOffset: at - part.byteLength, byteLength: data.byteLength, ...(target ? { target } : {}) }) - 1;
  };
  gltf.accessors = gltf.accessors.map(({ normalized: _, byteOffset: __, ...a }, i) => {
    const isFloat = numbers[i] instanceof Float32Array;
    return {
      ...a,
      bufferView: put(numbers[i], gltf.bufferViews[a.bufferView]?.target),
      componentType: isFloat ? FLOAT : a.componentType,
      ...(isFloat && a.min ? spanOf(numbers[i], SIZES[a.type]) : {}),
    };
  });
  for (const image of gltf.images ?? []) image.bufferView = put(bytes[image.bufferView]);
  const others = (names) => names?.filter((name) => !/^(KHR_mesh_quantization|EXT_meshopt_compression)$/.test(name));
  const used = others(gltf.extensionsUsed);
  const required = others(gltf.extensionsRequired);
  Object.assign(gltf, {
    bufferViews: views,
    buffers: [{ byteLength: at }],
    extensionsUsed: used?.length ? used : undefined,
    extensionsRequired: required?.length ? required : undefined,
  });
  return pack(gltf, parts);
}

/** Returns the uncompressed bytes of buffer view v. */
function bytesOf(buffer, base, v) {
  const packed = v.extensions?.EXT_meshopt_compression;
  if (!packed) return new Uint8Array(buffer, base + (v.byteOffset ?? 0), v.byteLength);
  const out = new Uint8Array(packed.count * packed.byteStride);
  MeshoptDecoder.decodeGltfBuffer(
    out,
    packed.count,
    packed.byteStride,
    new Uint8Array(buffer, base + (packed.byteOffset ?? 0), packed.byteLength),
    packed.mode,
    packed.filter,
  );
  return out;
}

/** Returns the numbers of an accessor: normalized ones as floats, others as they are. */
function numbersOf({ componentType, type, count, byteOffset = 0, normalized = false }, v, bytes) {
  const Type = TYPES[componentType];
  const width = SIZES[type];
  const stride = v.byteStride ?? v.extensions?.EXT_meshopt_compression?.byteStride ?? width * Type.BYTES_PER_ELEMENT;
  const most = MOST[componentType];
  const all = bytes.slice(byteOffset, byteOffset + stride * count);
  const isTight = stride === width * Type.BYTES_PER_ELEMENT || type === "SCALAR";
  const rows = new Type(all.buffer, 0, Math.floor(all.byteLength / Type.BYTES_PER_ELEMENT));
  const step = isTight ? width : stride / Type.BYTES_PER_ELEMENT;
  const out = normalized ? new Float32Array(width * count) : new Type(width * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < width; k++) out[width * i + k] = normalized ? Math.max(-1, rows[step * i + k] / most) : rows[step * i + k];
  return out;
}

/**
 * Converts positions to metres. Their scale and offset are in the inverse bind matrices, or in the node where there is no skin, and are
 * removed from there.
 */
function placeAll(gltf, numbers) {
  const node = gltf.nodes.find((n) => n.mesh === 0);
  const skin = gltf.skins?.[node.skin];
  const binds = skin && numbers[skin.inverseBindMatrices];
  const done = new Set();
  const step = binds ? Math.hypot(binds[0], binds[1], binds[2]) : (node.scale?.[0] ?? 1);
  const root = skin ? (gltf.nodes[skin.joints[0]].translation ?? [0, 0, 0]) : [0, 0, 0];
  const center = binds ? root.map((v, k) => v + binds[12 + k]) : (node.translation ?? [0, 0, 0]);
  const place = (index, from) => {
    if (index === undefined || done.has(index) || numbers[index] instanceof Float32Array) return;
    done.add(index);
    numbers[index] = Float32Array.from(numbers[index], (v, i) => step * v + from[i % 3]);
  };
  for (const { primitives } of gltf.meshes) {
    for (const { attributes, targets = [] } of primitives) {
      place(attributes.POSITION, center);
      for (const target of targets) place(target.POSITION, [0, 0, 0]);
    }
  }
  if (!binds) {
    delete node.translation;
    delete node.scale;
    return;
  }
  for (let b = 0; b < binds.length; b += 16) {
    for (let i = 0; i < 12; i++) binds[b + i] /= step;
    for (let k = 0; k < 3; k++) binds[b + 12 + k] -= binds[b + k] * center[0] + binds[b + 4 + k] * center[1] + binds[b + 8 + k] * center[2];
  }
}

/** Returns {min, max} of each component. */
function spanOf(data, width) {
  const min = new Array(width).fill(Infinity);
  const max = new Array(width).fill(-Infinity);
  data.forEach((v, i) => {
    min[i % width] = Math.min(min[i % width], v);
    max[i % width] = Math.max(max[i % width], v);
  });
  return { min, max };
}
