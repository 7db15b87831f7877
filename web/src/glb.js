// Reads the rigged GLB that posed makes: one mesh, one skin, the betas as morph targets. Not a reader of any GLB.

const TYPES = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/**
 * {positions, normals, indices, skinIndex, skinWeight, betaCount, inverseBinds: (16 each), joints: [{name, parent, offset}]}; positions with the
 * weights of the betas in them.
 */
export function readRig(buffer) {
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== 0x46546c67) throw new Error("no GLB");
  const size = view.getUint32(12, true), gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, size)));
  const get = (index) => accessor(gltf, buffer, 28 + size, index);
  const mesh = gltf.meshes[0], { attributes, indices, targets = [] } = mesh.primitives[0], skin = gltf.skins[0];
  const positions = get(attributes.POSITION).slice();
  targets.forEach((target, i) => addScaled(positions, mesh.weights?.[i] ?? 0, () => get(target.POSITION)));
  return {
    positions, normals: get(attributes.NORMAL), indices: get(indices), skinIndex: get(attributes.JOINTS_0), skinWeight: get(attributes.WEIGHTS_0),
    betaCount: targets.length, inverseBinds: get(skin.inverseBindMatrices), joints: skin.joints.map((node) => joint(gltf, skin, node)),
  };
}

function addScaled(out, weight, get) {
  if (!weight) return;
  const add = get();
  for (let i = 0; i < out.length; i++) out[i] += weight * add[i];
}

function joint(gltf, skin, node) {
  const parent = gltf.nodes.findIndex((n) => n.children?.includes(node));
  return { name: gltf.nodes[node].name, parent: skin.joints.indexOf(parent), offset: gltf.nodes[node].translation ?? [0, 0, 0] };
}

function accessor(gltf, buffer, base, index) {
  const a = gltf.accessors[index], v = gltf.bufferViews[a.bufferView], Type = TYPES[a.componentType], width = SIZES[a.type];
  const at = base + (v.byteOffset ?? 0) + (a.byteOffset ?? 0), stride = v.byteStride ?? width * Type.BYTES_PER_ELEMENT;
  if (stride === width * Type.BYTES_PER_ELEMENT && at % Type.BYTES_PER_ELEMENT === 0) return new Type(buffer, at, width * a.count);
  const out = new Type(width * a.count);
  for (let i = 0; i < a.count; i++) out.set(new Type(buffer.slice(at + i * stride, at + i * stride + width * Type.BYTES_PER_ELEMENT)), i * width);
  return out;
}
