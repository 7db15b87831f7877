// Reads the plain GLB file of a body as the server writes it (unpack.js makes it plain): one mesh of one or more primitives, coarser copies
// of it, and one skin where it has a rig. It does not read other GLB files.

// Array type of each component type, and number of components of each accessor type.
const TYPES = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/**
 * Returns {joints: [{name, parent, offset, rotation}], inverseBinds (16 numbers each), betas, betaCount (number of morph targets), parts,
 * images: [{name, type (media type), bytes}]}, and the fields of the first part, which is the skin. Without a rig there are no joints,
 * inverse bind matrices and weights. A part is {positions, normals, uvs, places, indices, skinIndex, skinWeight, material, levels}. uvs are
 * the coordinates of the image of colour, places those of folds and shade. levels: indices of the coarser copies, from fine to coarse, null
 * where nothing is left. material: {name, color, roughness, image, normals, surface, shade, isFolded, alpha, isTwoSided}; image, normals,
 * surface and shade: numbers of the images of colour, of normals, of occlusion (red) and roughness (green), and of occlusion at the places;
 * -1 for none. isFolded: the normals are at the places too.
 */
export function readRig(buffer) {
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== 0x46546c67) throw new Error("no GLB");
  const size = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, size)));
  const base = 28 + size;
  const get = (index) => (index === undefined ? null : accessor(gltf, buffer, base, index));
  const mesh = gltf.meshes[0];
  const skin = gltf.skins?.[0];
  const [{ targets = [], attributes }] = mesh.primitives;
  const parts = mesh.primitives.map((p) => partOf(p, get, gltf));
  const names = mesh.extras?.targetNames ?? [];
  mesh.primitives.forEach((p, i) => {
    parts[i].moves = (name) => get(p.targets?.[names.indexOf(name)]?.POSITION);
  });
  // Apply the morph targets with the file's weights, so that the part has the file's shape.
  targets.forEach((target, i) => {
    if (i === 0) parts[0].positions = get(attributes.POSITION).slice();
    addScaled(parts[0].positions, mesh.weights?.[i] ?? 0, () => get(target.POSITION));
  });
  for (const node of gltf.nodes.find((n) => n.mesh === 0)?.extensions?.MSFT_lod?.ids ?? []) {
    const { primitives } = gltf.meshes[gltf.nodes[node].mesh];
    mesh.primitives.forEach((p, i) =>
      parts[i].levels.push(
        get(primitives.find((q) => q.material === p.material && q.attributes.POSITION === p.attributes.POSITION)?.indices),
      ),
    );
  }
  const images = (gltf.images ?? []).map(({ name, mimeType, bufferView }) => ({
    name,
    type: mimeType,
    bytes: new Uint8Array(buffer, base + (gltf.bufferViews[bufferView].byteOffset ?? 0), gltf.bufferViews[bufferView].byteLength),
  }));
  return {
    ...parts[0],
    parts,
    images,
    betas: mesh.extras?.betas ?? [],
    betaCount: targets.length,
    inverseBinds: skin ? get(skin.inverseBindMatrices) : null,
    joints: skin ? skin.joints.map((node) => joint(gltf, skin, node)) : [],
  };
}

/** Returns a primitive as a part. */
function partOf({ attributes: a, indices, material }, get, gltf) {
  return {
    positions: get(a.POSITION),
    normals: get(a.NORMAL),
    uvs: get(gltf.materials?.[material]?.pbrMetallicRoughness?.baseColorTexture?.texCoord ? a.TEXCOORD_1 : a.TEXCOORD_0),
    places: get(a.TEXCOORD_1),
    indices: get(indices),
    skinIndex: get(a.JOINTS_0),
    skinWeight: get(a.WEIGHTS_0),
    material: materialOf(gltf, material),
    levels: [],
  };
}

/** Returns the material with this number. */
function materialOf(gltf, index) {
  const {
    name = "",
    pbrMetallicRoughness: pbr = {},
    normalTexture,
    occlusionTexture,
    alphaMode = "OPAQUE",
    doubleSided = false,
  } = gltf.materials?.[index] ?? {};
  const imageOf = (texture) => {
    if (!texture) return -1;
    const { source, extensions } = gltf.textures[texture.index];
    return (extensions?.EXT_texture_webp ?? { source }).source;
  };
  return {
    name,
    color: pbr.baseColorFactor ?? [1, 1, 1, 1],
    roughness: pbr.roughnessFactor ?? 1,
    image: imageOf(pbr.baseColorTexture),
    normals: imageOf(normalTexture),
    surface: imageOf(pbr.metallicRoughnessTexture),
    shade: pbr.metallicRoughnessTexture ? -1 : imageOf(occlusionTexture),
    isFolded: !!normalTexture?.texCoord,
    alpha: alphaMode,
    isTwoSided: doubleSided,
  };
}

/** Adds weight times the numbers of get() to out, in place. */
function addScaled(out, weight, get) {
  if (!weight) return;
  const add = get();
  for (let i = 0; i < out.length; i++) out[i] += weight * add[i];
}

/** Returns the joint of a node. parent: number of the parent joint, or -1. */
function joint(gltf, skin, node) {
  const parent = gltf.nodes.findIndex((n) => n.children?.includes(node));
  const { name, translation = [0, 0, 0], rotation = [0, 0, 0, 1] } = gltf.nodes[node];
  return { name, parent: skin.joints.indexOf(parent), offset: translation, rotation };
}

/** Returns the numbers of an accessor: a view of the file where they are contiguous, otherwise a copy. */
export function accessor(gltf, buffer, base, index) {
  const a = gltf.accessors[index];
  const v = gltf.bufferViews[a.bufferView];
  const Type = TYPES[a.componentType];
  const width = SIZES[a.type];
  const at = base + (v.byteOffset ?? 0) + (a.byteOffset ?? 0);
  const stride = v.byteStride ?? width * Type.BYTES_PER_ELEMENT;
  if (stride === width * Type.BYTES_PER_ELEMENT && at % Type.BYTES_PER_ELEMENT === 0) return new Type(buffer, at, width * a.count);
  const out = new Type(width * a.count);
  for (let i = 0; i < a.count; i++)
    out.set(new Type(buffer.slice(at + i * stride, at + i * stride + width * Type.BYTES_PER_ELEMENT)), i * width);
  return out;
}
