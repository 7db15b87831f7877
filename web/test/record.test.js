// Recorder: the GLB file of recorded characters.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

// The bundler resolves the package "posed-client" by an alias. Here a hook does.
const client = new URL("../../clients/js/src/index.js", import.meta.url).href;
const hook = `export const resolve = (name, context, next) => (name === "posed-client" ? { url: "${client}", shortCircuit: true } : next(name, context));`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { pack, Recorder } = await import("../src/files/record.js");

/** Returns a rig of two joints and one triangle, as readRig() returns it. */
function rig(name = "skin") {
  const corners = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const gltf = {
    asset: { version: "2.0" },
    buffers: [{ byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    skins: [{ joints: [1, 2] }],
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { mesh: 0, skin: 0 },
      { name: "pelvis", translation: [0, 0, 0], children: [2] },
      { name: "spine", translation: [0, 0.2, 0] },
    ],
  };
  if (name !== "skin")
    Object.assign(gltf, {
      materials: [{ name, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0, sampler: 0 }],
      images: [{ name, bufferView: 0 }],
      samplers: [{}],
    });
  return { buffer: pack(gltf, [new Uint8Array(corners.buffer)]) };
}

/** Returns figures for these ids, all with the same rig. */
const all = (ids, more = {}) => {
  const one = rig();
  return new Map(ids.map((id) => [id, { rig: one, ...more[id] }]));
};

const frame = (time, ...characters) => ({ time, characters });
const character = (id, x, yaw, sign = 1) => ({
  id,
  yaw,
  root: [x, 0, 0],
  smpl: { pelvis: [0, 0.9, 0], rotations: new Float32Array([0, 0, 0, sign, 0, 0, 0, sign]) },
});

function read(buffer) {
  const view = new DataView(buffer);
  const size = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, size)));
  const numbers = (i) => {
    const a = gltf.accessors[i];
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[a.type];
    return [...new Float32Array(buffer.slice(28 + size + gltf.bufferViews[a.bufferView].byteOffset), 0, width * a.count)];
  };
  const channel = (node, path) =>
    gltf.animations[0].channels
      .filter((c) => gltf.nodes[c.target.node].name === node && c.target.path === path)
      .map((c) => gltf.animations[0].samplers[c.sampler])[0];
  return { gltf, numbers, channel };
}

test("a recording of two characters has two figures with an animation", () => {
  const recorder = new Recorder();
  for (let i = 0; i < 4; i++) recorder.take(frame(10 + i / 4, character(1, i, 0), character(7, -i, 1)));
  assert.equal(recorder.seconds, 0.75);
  const { gltf, numbers, channel } = read(recorder.glb(all([1, 7], { 7: { color: [1, 0, 0] } })));
  assert.deepEqual(
    gltf.scenes[0].nodes.map((n) => gltf.nodes[n].name),
    ["character 1", "character 7"],
  );
  assert.deepEqual(numbers(channel("character 7", "translation").input), [0, 0.25, 0.5, 0.75]);
  assert.deepEqual(
    numbers(channel("character 7", "translation").output).filter((_, i) => i % 3 === 0),
    [-0, -1, -2, -3],
  );
  assert.equal(gltf.animations[0].channels.length, 2 * (3 + 2));
  assert.deepEqual(
    gltf.skins[1].joints.map((j) => gltf.nodes[j].name),
    ["pelvis", "spine"],
  );
  assert.deepEqual(gltf.materials[gltf.meshes[1].primitives[0].material].pbrMetallicRoughness.baseColorFactor, [1, 0, 0, 1]);
});

test("quaternions of a recording have continuous signs", () => {
  const recorder = new Recorder();
  recorder.take(frame(0, character(1, 0, Math.PI - 0.01)));
  recorder.take(frame(0.1, character(1, 0, -Math.PI + 0.01, -1)));
  const { numbers, channel } = read(recorder.glb(all([1])));
  const dot = (q) => q.slice(0, 4).reduce((sum, v, i) => sum + v * q[4 + i], 0);
  for (const node of ["character 1", "spine"]) assert.ok(dot(numbers(channel(node, "rotation").output)) > 0.9);
});

test("a frame older than the last one is left out", () => {
  const recorder = new Recorder();
  for (const time of [0, 0.2, 0.1, 0.2, 0.3]) recorder.take(frame(time, character(1, time, 0)));
  const { numbers, channel } = read(recorder.glb(all([1])));
  assert.deepEqual(
    numbers(channel("character 1", "rotation").input).map((v) => v.toFixed(1)),
    ["0.0", "0.2", "0.3"],
  );
});

test("a character of another shape has its own vertices and joints", () => {
  const recorder = new Recorder();
  const tall = {
    positions: new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0]),
    pattern: {},
    normals: new Float32Array(9),
    inverseBinds: new Float32Array(32),
    joints: [{ offset: [0, 0, 0] }, { offset: [0, 0.4, 0] }],
  };
  const one = rig();
  const other = { ...one, ...tall };
  const figures = new Map([
    [1, { rig: one }],
    [2, { rig: other }],
    [3, { rig: other }],
  ]);
  for (let i = 0; i < 3; i++) recorder.take(frame(i, character(1, 0, 0), character(2, 1, 0), character(3, 2, 0)));
  const { gltf, numbers } = read(recorder.glb(figures));
  const positions = gltf.meshes.map((m) => m.primitives[0].attributes.POSITION);
  assert.deepEqual(numbers(positions[1]), [...tall.positions]);
  assert.deepEqual(gltf.accessors[positions[1]].max, [2, 2, 0]);
  assert.equal(positions[1], positions[2]);
  assert.notEqual(positions[0], positions[1]);
  assert.deepEqual(
    gltf.nodes.filter((n) => n.name === "spine").map((n) => n.translation[1]),
    [0.2, 0.4, 0.4],
  );
});

test("people of two files keep their materials, images, joints that the stream lacks, and the height of their shoes", () => {
  const recorder = new Recorder();
  const rotations = (r) => Float32Array.from([...r.subarray(0, 4), 0.6, 0, 0, 0.8]);
  for (let i = 0; i < 3; i++) recorder.take(frame(i, character(1, 0, 0), character(2, 1, 0), character(3, 2, 0)));
  const { gltf, numbers, channel } = read(
    recorder.glb(
      new Map([
        [1, { rig: rig("wool") }],
        [2, { rig: rig("felt"), rotations, lift: 0.03 }],
      ]),
    ),
  );
  assert.equal(gltf.skins.length, 2, "a character without a figure is left out");
  const pictures = gltf.meshes.map((m) => {
    const { index } = gltf.materials[m.primitives[0].material].pbrMetallicRoughness.baseColorTexture;
    return gltf.images[gltf.textures[index].source];
  });
  assert.deepEqual(
    pictures.map((p) => p.name),
    ["wool", "felt"],
  );
  assert.ok(
    pictures[1].bufferView > pictures[0].bufferView &&
      gltf.bufferViews[pictures[1].bufferView].byteOffset > gltf.bufferViews[pictures[0].bufferView].byteOffset,
  );
  assert.deepEqual(numbers(gltf.meshes[1].primitives[0].attributes.POSITION), [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const spines = gltf.animations[0].channels
    .filter((c) => gltf.nodes[c.target.node].name === "spine")
    .map((c) =>
      numbers(gltf.animations[0].samplers[c.sampler].output)
        .slice(0, 4)
        .map((v) => v.toFixed(2)),
    );
  assert.deepEqual(spines[1], ["0.60", "0.00", "0.00", "0.80"]);
  const [low, high] = gltf.animations[0].channels
    .filter((c) => gltf.nodes[c.target.node].name === "pelvis" && c.target.path === "translation")
    .map((c) => numbers(gltf.animations[0].samplers[c.sampler].output)[1]);
  assert.ok(Math.abs(high - low - 0.03) < 1e-6);
  assert.ok(channel("character 2", "translation"));
});
