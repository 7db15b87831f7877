// GLB files of dressed people: readRig(), colours of images, and the merged mesh for figures at a distance.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

// three is installed only where the page is built. The functions tested here do not use it, so an empty module takes its place.
const hook = `export const resolve = (name, context, next) => (name === "three" ? { url: "data:text/javascript,", shortCircuit: true } : next(name, context));`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { readRig } = await import("../src/files/glb.js");
const { colorAt, keyOf, load, meanOf, merged } = await import("../src/view/cloth.js");

/** Returns a GLB file with skin, shirt and teeth, and a coarser copy of the shirt alone. */
function dressed() {
  const gltf = { asset: { version: "2.0" }, accessors: [], bufferViews: [] };
  const bytes = [];
  let size = 0;
  const add = (data, type, componentType) => {
    const one = new Uint8Array(data.buffer);
    const padded = new Uint8Array(4 * Math.ceil(one.length / 4));
    padded.set(one);
    bytes.push(padded);
    gltf.bufferViews.push({ buffer: 0, byteOffset: size, byteLength: one.length });
    size += padded.length;
    return (
      gltf.accessors.push({
        bufferView: gltf.bufferViews.length - 1,
        componentType,
        type,
        count: data.length / { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type],
      }) - 1
    );
  };
  const points = (y) => add(Float32Array.from([0, y, 0, 1, y, 0, 0, y + 1, 0, 1, y + 1, 0]), "VEC3", 5126);
  const corners = (...list) => add(Uint16Array.from(list), "SCALAR", 5123);
  const part = (y, material) => ({
    attributes: {
      POSITION: points(y),
      NORMAL: points(0),
      TEXCOORD_0: add(new Float32Array([0, 0, 0.9, 0, 0, 0.9, 0.9, 0.9]), "VEC2", 5126),
      JOINTS_0: add(new Uint8Array(16), "VEC4", 5121),
      WEIGHTS_0: add(new Float32Array(16), "VEC4", 5126),
    },
    material,
    indices: corners(0, 1, 2, 2, 1, 3),
  });
  const primitives = [part(0, 0), part(2, 1), part(4, 2)];
  const image = (first) => ({ mimeType: "image/webp", bufferView: add(Uint8Array.from([first, first + 1, first + 2]), "SCALAR", 5121) });
  const binds = add(new Float32Array(16), "MAT4", 5126);
  Object.assign(gltf, {
    meshes: [{ primitives, extras: { betas: [1, -2] } }, { primitives: [{ ...primitives[1], indices: corners(2, 1, 3) }] }],
    nodes: [{ mesh: 0, skin: 0, extensions: { MSFT_lod: { ids: [2] } } }, { name: "pelvis", rotation: [0, 0, 0.6, 0.8] }, { mesh: 1 }],
    skins: [{ joints: [1], inverseBindMatrices: binds }],
    materials: [
      {
        name: "skin",
        pbrMetallicRoughness: { baseColorFactor: [0.5, 0.25, 0.125, 1], metallicRoughnessTexture: { index: 2 } },
        normalTexture: { index: 1 },
      },
      { name: "shirt", pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], baseColorTexture: { index: 0 } }, alphaMode: "MASK" },
      { name: "teeth" },
    ],
    textures: [{ source: 0 }, { extensions: { EXT_texture_webp: { source: 1 } } }, { source: 2 }],
    images: [
      { name: "cloth", ...image(1) },
      { name: "skin-normal", ...image(4) },
      { name: "skin-surface", ...image(7) },
      { name: "unused", ...image(10) },
    ],
  });
  const text = new TextEncoder().encode(JSON.stringify(gltf));
  const json = 4 * Math.ceil(text.length / 4);
  const out = new Uint8Array(28 + json + size);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, out.length, json, 0x4e4f534a].forEach((v, i) => view.setUint32(4 * i, v, true));
  out.fill(32, 20, 20 + json).set(text, 20);
  view.setUint32(20 + json, size, true);
  let at = 28 + json;
  for (const b of bytes) {
    out.set(b, at);
    at += b.length;
  }
  return out.buffer;
}

test("readRig returns parts, materials, betas, images, joint rotations and coarser copies", () => {
  const rig = readRig(dressed());
  assert.deepEqual(
    rig.parts.map((p) => p.material.name),
    ["skin", "shirt", "teeth"],
  );
  assert.deepEqual(
    rig.parts[1].levels.map((l) => [...l]),
    [[2, 1, 3]],
  );
  assert.deepEqual(rig.parts[0].levels, [null]);
  assert.deepEqual([...rig.betas, rig.betaCount], [1, -2, 0]);
  assert.deepEqual(
    rig.images.map(({ name, bytes }) => [name, ...bytes]),
    [
      ["cloth", 1, 2, 3],
      ["skin-normal", 4, 5, 6],
      ["skin-surface", 7, 8, 9],
      ["unused", 10, 11, 12],
    ],
  );
  assert.deepEqual(
    rig.parts.map(({ material: m }) => [m.image, m.normals, m.surface]),
    [
      [-1, 1, 2],
      [0, -1, -1],
      [-1, -1, -1],
    ],
  );
  assert.deepEqual(rig.joints[0].rotation, [0, 0, 0.6, 0.8]);
  assert.equal(rig.parts[1].material.alpha, "MASK");
  assert.equal(rig.positions, rig.parts[0].positions);
});

test("load decodes the images that materials use, and on software renderers only those of colour", async () => {
  const read = []; // sizes of the bitmaps whose pixels were read
  globalThis.createImageBitmap = async (blob) => ({ width: blob.size, height: 1 });
  globalThis.document = {
    createElement: () => ({
      getContext: () => ({ drawImage: ({ width }) => read.push(width), getImageData: () => ({ data: new Uint8Array(4) }) }),
    }),
  };
  const rig = readRig(dressed());
  const isThere = (list) => list.map((picture) => picture !== null);
  assert.deepEqual(isThere(await load(rig, true)), [true, false, false, false]);
  const all = await load(rig, false);
  assert.deepEqual(isThere(all), [true, true, true, false]);
  assert.deepEqual(
    all.slice(0, 3).map(({ pixels }) => pixels !== null),
    [true, false, false],
  );
  assert.equal(read.length, 1);
});

const half = { width: 2, height: 1, pixels: Uint8Array.from([255, 0, 0, 255, 0, 0, 0, 0]) };

test("meanOf averages opaque pixels only, and colorAt repeats the image outside of 0 to 1", () => {
  assert.deepEqual(meanOf(half), [1, 0, 0]);
  assert.deepEqual(colorAt(half, 0.2, 0.5), [1, 0, 0]);
  assert.deepEqual(colorAt(half, 1.7, -3.5), [0, 0, 0]);
});

test("merged has the vertices and colours of all parts except teeth", () => {
  const all = merged(readRig(dressed()), [half]);
  assert.equal(all.positions.length, 24);
  assert.deepEqual([...all.indices], [0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7]);
  assert.deepEqual(
    all.levels.map((l) => [...l]),
    [[6, 5, 7]],
  );
  assert.deepEqual([...all.colors.subarray(0, 3), ...all.colors.subarray(12, 15)], [0.5, 0.25, 0.125, 1, 0, 0]);
});

test("merged leaves out a part whose image is nowhere opaque, such as clear lenses", () => {
  const clear = { width: 1, height: 1, pixels: Uint8Array.from([235, 240, 245, 28]) };
  const all = merged(readRig(dressed()), [clear]);
  assert.equal(all.positions.length, 12);
  assert.deepEqual([...all.indices], [0, 1, 2, 2, 1, 3]);
});

test("merged takes the colour of skin from its image at each vertex, and that of a shirt from the mean of its image", () => {
  const lips = { width: 2, height: 1, pixels: Uint8Array.from([255, 0, 0, 255, 0, 0, 255, 255]) };
  const rig = readRig(dressed());
  Object.assign(rig.parts[0].material, { image: 0, color: [1, 1, 1, 1] });
  const all = merged(rig, [lips]);
  assert.deepEqual([...all.colors.subarray(0, 6)], [1, 0, 0, 0, 0, 1]); // texture coordinates 0 and 0.9
  assert.deepEqual([...all.colors.subarray(12, 18)], [0.5, 0, 0, 0.5, 0, 0]);
});

test("keyOf differs for images of the same name with other contents", () => {
  const image = (first) => ({ name: "skin", bytes: Uint8Array.from({ length: 5000 }, (_, i) => (i < 500 ? first : i % 251)) });
  assert.equal(keyOf(image(3)), keyOf(image(3)));
  assert.notEqual(keyOf(image(3)), keyOf(image(4)));
  assert.notEqual(keyOf(image(3)), keyOf({ ...image(3), name: "cloth" }));
});
