// Records characters and writes them as a GLB file with an animation. It contains the server's rigged GLB file of each body once, and a
// copy of its nodes for each character.
import { nearer } from "posed-client";

// Component type float of glTF.
const FLOAT = 5126;
// Buffer view of vertex attributes.
const VERTICES = { target: 34962 };
// Longest recording, in seconds.
const LONGEST = 120;

/** Records frames of a stream. */
export class Recorder {
  constructor() {
    this.tracks = new Map(); // by character: {times, roots, yaws, pelvis, rotations}
    this.start = null;
  }

  /** Length of the recording, in seconds. */
  get seconds() {
    return this.start === null ? 0 : this.last - this.start;
  }

  /** Whether the recording is as long as allowed. */
  get isFull() {
    return this.seconds >= LONGEST;
  }

  /** Adds a frame of the stream. Characters without the channel `smpl` are left out. */
  take(frame) {
    this.start ??= frame.time;
    this.last = frame.time;
    for (const c of frame.characters) if (c.smpl) this.add(c, frame.time - this.start);
  }

  /** Adds one character at a time in seconds. */
  add(c, time) {
    const none = () => ({ times: [], roots: [], yaws: [], pelvis: [], rotations: [], before: null });
    const track = this.tracks.get(c.id) ?? this.tracks.set(c.id, none()).get(c.id);
    if (track.times.length && time <= track.times[track.times.length - 1]) return;
    const rotations = Float32Array.from([0, Math.sin(c.yaw / 2), 0, Math.cos(c.yaw / 2), ...c.smpl.rotations]);
    if (track.before) nearer(rotations, track.before);
    track.before = rotations;
    track.times.push(time);
    track.roots.push(...c.root);
    track.pelvis.push(...c.smpl.pelvis);
    track.yaws.push(...rotations.subarray(0, 4));
    track.rotations.push(rotations.subarray(4));
  }

  /**
   * Returns the GLB file. figures: by character, {rig: from readRig(), with the buffer that it read; color: [r, g, b] of the whole body, or
   * null; rotations: function from the stream's rotations to those of all joints; lift: of the pelvis, metres}. A file that several
   * characters share is included once.
   */
  glb(figures) {
    const out = new Scene();
    for (const [id, track] of this.tracks) if (figures.has(id)) out.character(`character ${id}`, track, figures.get(id));
    return out.write();
  }
}

/** Builds one GLB file from rigged GLB files of one figure each. */
export class Scene {
  constructor() {
    this.gltf = {
      asset: { version: "2.0", generator: "posed" },
      scene: 0,
      scenes: [{ nodes: [] }],
      nodes: [],
      meshes: [],
      skins: [],
      accessors: [],
      bufferViews: [],
      materials: [],
      animations: [{ name: "motion", channels: [], samplers: [] }],
    };
    Object.assign(this, { parts: [], size: 0, files: new Map(), shapes: new Map() });
  }

  /** Appends a file's binary part and renumbers its mesh, skin and nodes. Returns {mesh, joints, nodes, binds}. */
  take(buffer) {
    if (this.files.has(buffer)) return this.files.get(buffer);
    // Append buffer views, accessors, images, textures and materials with new numbers.
    const { gltf, bin } = open(buffer);
    const out = this.gltf;
    const at = {
      view: out.bufferViews.length,
      accessor: out.accessors.length,
      material: out.materials.length,
      image: out.images?.length ?? 0,
      texture: out.textures?.length ?? 0,
      sampler: out.samplers?.length ?? 0,
    };
    out.asset = { ...gltf.asset, ...out.asset, extras: gltf.asset.extras };
    out.bufferViews.push(...gltf.bufferViews.map((v) => ({ ...v, buffer: 0, byteOffset: (v.byteOffset ?? 0) + this.size })));
    out.accessors.push(...gltf.accessors.map((a) => ({ ...a, bufferView: a.bufferView + at.view })));
    for (const name of ["images", "textures", "samplers"]) if (gltf[name]) out[name] ??= [];
    out.images?.push(...(gltf.images ?? []).map((i) => ({ ...i, bufferView: i.bufferView + at.view })));
    out.samplers?.push(...(gltf.samplers ?? []));
    out.textures?.push(...(gltf.textures ?? []).map((t) => ({ ...t, source: t.source + at.image, sampler: t.sampler + at.sampler })));
    out.materials.push(...(gltf.materials ?? [{}]).map((m) => textured(m, at.texture)));
    this.parts.push(bin);
    this.size += bin.byteLength;

    // The mesh and the skin with the new numbers of their accessors.
    const shift = (numbers) => Object.fromEntries(Object.entries(numbers).map(([name, v]) => [name, v + at.accessor]));
    const mesh = gltf.meshes[0];
    const skin = gltf.skins[0];
    const primitives = mesh.primitives.map((p) => ({
      ...p,
      attributes: shift(p.attributes),
      ...(p.indices === undefined ? {} : { indices: p.indices + at.accessor }),
      material: (p.material ?? 0) + at.material,
      ...(p.targets ? { targets: p.targets.map(shift) } : {}),
    }));
    const file = {
      mesh: { ...mesh, primitives },
      joints: skin.joints,
      nodes: gltf.nodes,
      binds: skin.inverseBindMatrices === undefined ? undefined : skin.inverseBindMatrices + at.accessor,
    };
    this.files.set(buffer, file);
    return file;
  }

  /** Adds a character with its animation. */
  character(name, track, { rig, color = null, rotations = (all) => all, lift = 0 }) {
    const { gltf } = this;
    const file = this.take(rig.buffer);
    const group = gltf.nodes.length;
    const first = group + 2;
    const { mesh, binds } = this.shaped(rig, file);
    const { joints, nodes } = file;
    gltf.meshes.push({ ...mesh, primitives: mesh.primitives.map((p) => ({ ...p, material: this.material(p.material, color) })) });
    gltf.skins.push({ inverseBindMatrices: binds, joints: joints.map((_, j) => first + j), skeleton: first });
    gltf.nodes.push(
      { name, children: [group + 1, first] },
      { name: `${name}, skin`, mesh: gltf.meshes.length - 1, skin: gltf.skins.length - 1 },
    );
    for (const [j, node] of joints.entries()) {
      const { name: joint, children } = nodes[node];
      const translation = rig.pattern ? rig.joints[j].offset : nodes[node].translation;
      gltf.nodes.push({
        name: joint,
        translation,
        ...(children ? { children: children.map((child) => first + joints.indexOf(child)) } : {}),
      });
    }
    gltf.scenes[0].nodes.push(group);
    this.animate(track, group, first, joints.length, rotations, lift);
  }

  /** Returns the mesh and inverse bind matrices: the file's, or those of another shape, added once. The latter has no morph targets. */
  shaped(rig, file) {
    if (!rig.pattern) return file;
    if (!this.shapes.has(rig)) {
      const POSITION = this.numbers(rig.positions, "VEC3", VERTICES);
      const NORMAL = this.numbers(rig.normals, "VEC3", VERTICES);
      const { weights, extras, ...mesh } = file.mesh;
      const primitives = mesh.primitives.map(({ targets, ...p }) => ({ ...p, attributes: { ...p.attributes, POSITION, NORMAL } }));
      this.shapes.set(rig, { mesh: { ...mesh, primitives }, binds: this.numbers(rig.inverseBinds, "MAT4") });
    }
    return this.shapes.get(rig);
  }

  /** Returns the number of a material, copied with another colour where there is one. */
  material(pattern, color) {
    const { materials } = this.gltf;
    const pbr = materials[pattern]?.pbrMetallicRoughness ?? {};
    return color
      ? materials.push({ ...materials[pattern], pbrMetallicRoughness: { ...pbr, baseColorFactor: [...color, 1] } }) - 1
      : pattern;
  }

  /** Returns a function (node, path, values, type) that adds a channel with these times in seconds. */
  channels(moments) {
    const { channels, samplers } = this.gltf.animations[0];
    const times = this.numbers(moments, "SCALAR");
    return (node, path, values, type) =>
      channels.push({
        sampler: samplers.push({ input: times, output: this.numbers(values, type), interpolation: "LINEAR" }) - 1,
        target: { node, path },
      });
  }

  /** Adds the animation of a character. */
  animate(track, group, first, joints, rotations, lift) {
    const channel = this.channels(track.times);
    channel(group, "translation", track.roots, "VEC3");
    channel(group, "rotation", track.yaws, "VEC4");
    channel(
      first,
      "translation",
      track.pelvis.map((v, i) => (i % 3 === 1 ? v + lift : v)),
      "VEC3",
    );
    const all = track.rotations.map((r) => rotations(r));
    for (let j = 0; j < joints; j++)
      channel(
        first + j,
        "rotation",
        all.flatMap((r) => [...r.subarray(4 * j, 4 * j + 4)]),
        "VEC4",
      );
  }

  /** Appends numbers to the binary part. Returns the number of their accessor. */
  numbers(values, type, target = {}) {
    const { bufferViews, accessors } = this.gltf;
    const data = Float32Array.from(values);
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    const bufferView = bufferViews.push({ buffer: 0, byteOffset: this.size, byteLength: data.byteLength, ...target }) - 1;
    const span = type === "SCALAR" || type === "VEC3" ? spanOf(data, width) : {};
    this.parts.push(new Uint8Array(data.buffer));
    this.size += data.byteLength;
    return accessors.push({ bufferView, componentType: FLOAT, count: data.length / width, type, ...span }) - 1;
  }

  /** Returns the GLB file. */
  write() {
    this.gltf.buffers = [{ byteLength: this.size }];
    return pack(this.gltf, this.parts);
  }
}

/** Returns a material whose texture numbers start at `first`. */
function textured(material, first) {
  const { pbrMetallicRoughness: pbr } = material;
  return pbr?.baseColorTexture
    ? {
        ...material,
        pbrMetallicRoughness: { ...pbr, baseColorTexture: { ...pbr.baseColorTexture, index: pbr.baseColorTexture.index + first } },
      }
    : material;
}

/** Returns {min, max} of each component, which glTF requires for times and positions. */
function spanOf(data, width) {
  const min = new Array(width).fill(Infinity);
  const max = new Array(width).fill(-Infinity);
  data.forEach((v, i) => {
    min[i % width] = Math.min(min[i % width], v);
    max[i % width] = Math.max(max[i % width], v);
  });
  return { min, max };
}

/** Splits a GLB file into its JSON and its binary part. */
function open(buffer) {
  const view = new DataView(buffer);
  const size = view.getUint32(12, true);
  const bin = 20 + size;
  return {
    gltf: JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, size))),
    bin: new Uint8Array(buffer, bin + 8, view.getUint32(bin, true)),
  };
}

/** Returns a GLB file of its JSON and its binary parts, whose sizes are multiples of 4. */
export function pack(gltf, parts) {
  const text = new TextEncoder().encode(JSON.stringify(gltf));
  const size = 4 * Math.ceil(text.length / 4);
  const binary = parts.reduce((sum, p) => sum + p.byteLength, 0);
  const out = new Uint8Array(28 + size + binary);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, out.length, size, 0x4e4f534a].forEach((v, i) => view.setUint32(4 * i, v, true));
  out.fill(0x20, 20, 20 + size).set(text, 20);
  view.setUint32(20 + size, binary, true);
  view.setUint32(24 + size, 0x004e4942, true);
  let at = 28 + size;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out.buffer;
}
