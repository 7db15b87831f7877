// Figures that the characters of a stream move: a skinned body (BodyFigure), or bones (BoneFigure). Shape holds what all figures of one
// body shape share.
import * as THREE from "three";
import { EYE_NAMES, eyeRotation, FACE_NAMES, FINGER_NAMES, SMPL_NAMES, toWorld } from "posed-client";
import { load, materialOf, merged } from "./cloth.js";
import { readRig } from "../files/glb.js";
import { COUNTS, FRIENDLY, WEBP } from "./person_fields.js";
import { simplify } from "./simplify.js";
import { PACKED } from "../files/packed.js";
import { unpack } from "../files/unpack.js";
import { received } from "../ui/waiting.js";

// Blend shapes that close both eyes.
const LIDS = { eyeBlinkLeft: 1, eyeBlinkRight: 1 };
// Smallest distance that a vertex of a lid moves, in metres. Vertices that move less are not part of a lid.
const LID_MOVES = 5e-4;
// Shapes of the mouth, and their numbers in the channel `face`.
const VISEMES = ["PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR", "aa", "E", "I", "O", "U"].map((name) => `viseme_${name}`);
const VISEME_AT = VISEMES.map((name) => FACE_NAMES.indexOf(name));

/**
 * Returns the query of the file with closed eyes of a person. fields: query of the person's file. Only positions are read from it: the images
 * are small, which needs a coarse copy.
 */
const lidFields = (fields) => ({
  ...fields,
  ...PACKED,
  ...WEBP,
  texture_size: 128,
  levels: COUNTS.slice(-1),
  blend_shapes: { ...FRIENDLY, ...LIDS },
});

/** State that all figures of one body shape share: geometry in full and in coarser levels, materials and the rest pose. */
export class Shape {
  /**
   * Fetches a shape. fields: query of the GLB file, beside `rig`; isSoftware: that of the View; told(fraction): called with the part that
   * has arrived, 0 to 1.
   * A dressed person's file has several parts, any other body's one. It is fetched compressed and kept uncompressed.
   */
  static async load(client, model, fields, isSoftware, told = () => {}) {
    const reply = await client.request(
      "GET",
      client.glbUrl(model, { ...fields, ...PACKED, ...(fields.levels ? WEBP : {}) }).slice(client.base.length),
    );
    const buffer = await unpack(await received(reply, told));
    const rig = readRig(buffer);
    performance.mark("rig");
    const pictures = rig.parts.length > 1 ? await load(rig, isSoftware) : null;
    return Object.assign(new Shape({ ...rig, buffer }, rig.parts.length > 1 ? rig.betas : (fields.betas ?? []), pictures), {
      request: { model, fields },
    });
  }

  /** rig: from readRig(); betas: shape coefficients; pictures: decoded images of a dressed person. */
  constructor(rig, betas, pictures = null) {
    Object.assign(this, { betas, rig, pictures, isDressed: pictures !== null, joints: rig.joints });
    this.binds = rig.joints.map((_, j) => new THREE.Matrix4().fromArray(rig.inverseBinds, 16 * j));
    this.whole = this.isDressed ? merged(rig, pictures) : rig;
    this.fine = geometryOf(this.whole);
    this.pattern = rig.pattern ?? this; // the Shape of the same model whose choice of triangles this one uses
    this.fewer = new Map();
    this.floor = -lowest(rig.positions); // height of model space above the bare soles, metres
    this.lift = this.isDressed ? -this.floor - Math.min(...rig.parts.map((p) => lowest(p.positions))) : 0; // thickness of the shoes' soles, metres
    this.smpl = SMPL_NAMES.map((name) => rig.joints.findIndex((j) => j.name === name));
    [this.fingers, this.eyes] = [FINGER_NAMES, EYE_NAMES].map((names) => names.map((name) => rig.joints.findIndex((j) => j.name === name)));
    this.still = Float32Array.from(rig.joints.flatMap((j) => j.rotation ?? [0, 0, 0, 1])); // rotations of joints that the stream does not have
  }

  /** Returns the local rotations of all joints, four numbers each, from the 24 of the stream. */
  rotations(streamed, out = this.still.slice()) {
    this.smpl.forEach((joint, k) => {
      if (joint >= 0) out.set(streamed.subarray(4 * k, 4 * k + 4), 4 * joint);
    });
    return out;
  }

  /** Returns the position of the pelvis, raised by the soles of the shoes; in metres. */
  pelvis([x, y, z]) {
    return [x, y + this.lift, z];
  }

  /**
   * Fetches the same body with closed eyes, once, and makes the difference a morph target (0 open, 1 closed) of skin and lashes.
   * It applies to parts that are drawn in full.
   */
  async loadLids(client) {
    if (this.lids || !this.isDressed || !this.request) return;
    this.lids = "asked for";
    const { model, fields } = this.request;
    const shut = readRig(await unpack(await client.glb(model, lidFields(fields))));
    // Keep only vertices that move enough to be part of a lid.
    this.rig.parts.forEach((part, i) => {
      const from = part.positions;
      const to = shut.parts[i]?.positions;
      if (to?.length !== from.length) return;
      const moves = Float32Array.from(to, (v, k) => v - from[k]);
      let most = 0;
      for (let k = 0; k < moves.length; k += 3) {
        const by = Math.hypot(moves[k], moves[k + 1], moves[k + 2]);
        if (by < LID_MOVES) moves.fill(0, k, k + 3);
        most = Math.max(most, by);
      }
      if (most >= LID_MOVES) part.lids = moves;
    });
    this.made?.forEach(({ geometry }, i) => addMorphs(geometry, this.rig.parts[i]));
    this.lids = "there";
  }

  /** Fetches the shapes of the mouth, once, as morph targets of the parts that they move. They apply to parts that are drawn in full. */
  async loadMouth(client) {
    if (this.mouth || !this.isDressed || !this.request) return;
    this.mouth = "asked for";
    const {
      model,
      fields: { levels: _, ...fields },
    } = this.request;
    try {
      const moving = readRig(await unpack(await client.glb(model, { ...fields, ...PACKED, face: true })));
      this.rig.parts.forEach((part, i) => {
        const from = moving.parts[i];
        if (from?.positions.length !== part.positions.length) return;
        const moves = VISEMES.map((name) => from.moves(name));
        if (moves.every((m) => m) && moves.some((m) => m.some((v) => Math.abs(v) > LID_MOVES))) part.mouth = moves;
      });
      this.made?.forEach(({ geometry }, i) => addMorphs(geometry, this.rig.parts[i]));
      this.mouth = "there";
    } catch (error) {
      this.mouth = null; // the next call tries again
      throw error;
    }
  }

  /** Returns {geometry, material} of each part, shared by all figures of the shape. */
  parts(view) {
    this.made ??= this.rig.parts.map((part) => ({
      geometry: geometryOf(part),
      material: materialOf(part, this.pictures, view.isSoftware),
    }));
    this.made.forEach(({ geometry }, i) => addMorphs(geometry, this.rig.parts[i]));
    return this.made;
  }

  /** Returns the geometry of each part with its share of `count` triangles, one of COUNTS (0: all); null for parts that have none. */
  partsWith(view, count) {
    const whole = this.parts(view).map(({ geometry }) => geometry);
    if (!count) return whole;
    const level = COUNTS.indexOf(count);
    this.fewerParts ??= new Map();
    if (!this.fewerParts.has(count))
      this.fewerParts.set(
        count,
        this.rig.parts.map(({ levels }, i) => (levels[level] ? sharing(whole[i], levels[level]) : null)),
      );
    return this.fewerParts.get(count);
  }

  /** Returns the Shape of the same model with other betas. Fetches vertices, normals and joints of its rest pose; the rest is shared. */
  async reshaped(client, model, wanted) {
    const betas = wanted.slice(0, this.rig.betaCount);
    const rest = await client.mesh(model, { betas, include: ["vertices", "normals", "joints"] });
    const place = (j) => rest.joints.subarray(3 * j, 3 * j + 3);
    const inverseBinds = Float32Array.from(
      this.joints.flatMap((_, j) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place(j).map((v) => -v), 1]),
    );
    const joints = this.joints.map(({ name, parent }, j) => ({
      name,
      parent,
      offset: [...place(j)].map((v, k) => v - (parent < 0 ? 0 : place(parent)[k])),
    }));
    return new Shape({ ...this.rig, positions: rest.vertices, normals: rest.normals, joints, inverseBinds, pattern: this }, betas);
  }

  /** Returns the geometry with at most `count` triangles, one of COUNTS (0: all), made when it is first asked for. */
  withTriangles(count) {
    if (!count) return this.fine;
    if (!this.fewer.has(count))
      this.fewer.set(count, sharing(this.fine, this.isDressed ? this.whole.levels[COUNTS.indexOf(count)] : this.pattern.corners(count)));
    return this.fewer.get(count);
  }

  /** Returns the corners of at most `count` triangles, one of COUNTS. */
  corners(count) {
    this.choices ??= simplify(this.rig.positions, this.rig.indices, COUNTS);
    return this.choices[COUNTS.indexOf(count)];
  }

  dispose() {
    const parts = [...(this.fewerParts?.values() ?? [])].flat().filter(Boolean);
    for (const geometry of [this.fine, ...this.fewer.values(), ...parts, ...(this.made ?? []).map((m) => m.geometry)]) geometry.dispose();
    for (const { material } of this.made ?? []) material.dispose();
  }
}

/** Returns a THREE.BufferGeometry of a part as readRig() or merged() gives it. */
function geometryOf({ positions, normals, indices, skinIndex, skinWeight, uvs = null, places = null, colors = null }) {
  const g = new THREE.BufferGeometry().setIndex(new THREE.BufferAttribute(indices, 1));
  for (const [name, values, width] of [
    ["position", positions, 3],
    ["normal", normals, 3],
    ["skinIndex", skinIndex, 4],
    ["skinWeight", skinWeight, 4],
    ["uv", uvs, 2],
    ["uv1", places, 2],
    ["color", colors, 3],
  ]) {
    if (values) g.setAttribute(name, new THREE.BufferAttribute(values, width));
  }
  return g;
}

/** Adds a part's morph targets to its geometry: that of closed lids, then those of the mouth. */
function addMorphs(geometry, { positions, lids, mouth = [] }) {
  if (!lids && !mouth.length) return;
  const moves = [lids ?? new Float32Array(positions.length), ...mouth];
  if (geometry.morphAttributes.position?.length === moves.length && geometry.morphAttributes.position[0].array === moves[0]) return;
  geometry.dispose(); // the renderer keeps the earlier targets
  geometry.morphAttributes.position = moves.map((m) => new THREE.BufferAttribute(m, 3));
  geometry.morphTargetsRelative = true;
}

/** Returns a geometry with other triangles of the same vertices. */
function sharing(fine, corners) {
  const g = new THREE.BufferGeometry().setIndex(new THREE.BufferAttribute(corners, 1));
  for (const [name, attribute] of Object.entries(fine.attributes)) g.setAttribute(name, attribute);
  return g;
}

/** Returns the lowest y of positions, in metres. */
function lowest(positions) {
  let y = Infinity;
  for (let i = 1; i < positions.length; i += 3) y = Math.min(y, positions[i]);
  return y;
}

/** Compiles the shaders of a body while the body itself is still being fetched. */
export function prepare(view) {
  const point = (values, width, Type) => new THREE.BufferAttribute(Type.from(values), width);
  const g = new THREE.BufferGeometry();
  for (const name of ["position", "normal", "color"]) g.setAttribute(name, point([0, 0, 0], 3, Float32Array));
  g.setAttribute("skinIndex", point([0, 0, 0, 0], 4, Uint8Array)).setAttribute("skinWeight", point([1, 0, 0, 0], 4, Float32Array));
  const mesh = new THREE.SkinnedMesh(g, plain(view, true));
  mesh.bind(new THREE.Skeleton([new THREE.Bone()]), new THREE.Matrix4());
  view.renderer.compile(mesh, view.camera.eye, view.scene);
}

/** Returns the material of a body that is one mesh. */
function plain(view, vertexColors, color = "white") {
  return view.isSoftware
    ? new THREE.MeshLambertMaterial({ color, vertexColors })
    : new THREE.MeshStandardMaterial({ color, vertexColors, roughness: 0.75 });
}

/** A skinned body. */
export class BodyFigure {
  constructor(shape, color, view) {
    this.group = new THREE.Group();
    this.view = view;
    this.color = color;
    this.setShape(shape);
  }

  /** Replaces the shape. */
  setShape(shape) {
    this.shape = shape;
    this.group.clear();
    this.material?.dispose();
    this.material = plain(this.view, shape.isDressed, shape.isDressed ? "white" : this.color);
    this.bones = shape.joints.map((j) => Object.assign(new THREE.Bone(), { name: j.name }));
    shape.joints.forEach((j, i) => {
      this.bones[i].position.fromArray(j.offset);
      this.bones[i].quaternion.fromArray(shape.still, 4 * i);
      (j.parent < 0 ? this.group : this.bones[j.parent]).add(this.bones[i]);
    });
    this.skeleton = new THREE.Skeleton(this.bones, shape.binds);
    this.bones[0].position.y = shape.floor + shape.lift;
    this.mesh = this.skinned(shape.fine, this.material);
    this.full = null;
    this.fullCount = 0;
    this.group.add(this.mesh);
  }

  /** Returns a mesh of a geometry that moves with the bones. */
  skinned(geometry, material) {
    const mesh = new THREE.SkinnedMesh(geometry, material);
    mesh.bind(this.skeleton, new THREE.Matrix4());
    mesh.boundingSphere = new THREE.Sphere(new THREE.Vector3(0, 0.9, 0), 1.5);
    return Object.assign(mesh, { castShadow: true, receiveShadow: !this.view.isSoftware });
  }

  /** Number of triangles to draw: at most so many in one mesh, or 0 for all, each part with its own image. */
  set triangles(count) {
    this.show(count, !count);
  }

  /** Draws at most `count` triangles, one of COUNTS (0: all): each part with its own image, or one mesh with colours at its vertices. */
  show(count, hasImages) {
    const isFull = hasImages && this.shape.isDressed;
    if (isFull && !this.full) {
      this.full = new THREE.Group().add(...this.shape.parts(this.view).map(({ geometry, material }) => this.skinned(geometry, material)));
      this.group.add(this.full);
    }
    if (this.full) this.full.visible = isFull;
    this.mesh.visible = !isFull;
    if (!isFull) this.mesh.geometry = this.shape.withTriangles(count);
    else if (count !== this.fullCount)
      this.shape.partsWith(this.view, count).forEach((geometry, i) => {
        const mesh = this.full.children[i];
        mesh.visible = geometry !== null;
        if (geometry) mesh.geometry = geometry;
      });
    if (isFull) this.fullCount = count;
  }

  /**
   * Makes the body transparent, to show the bones inside, or with isGrainy leaves out a random part of its pixels. The latter is for a
   * body right before the camera: transparency would show its inside.
   */
  fade(opacity, isGrainy = false) {
    if (opacity === (this.opacity ?? 1)) return;
    const isThin = opacity < 1;
    const thin = (material) => {
      const transparent = isThin && !isGrainy;
      const alphaHash = isThin && isGrainy;
      if (material.transparent !== transparent || material.alphaHash !== alphaHash) material.needsUpdate = true; // needs another shader
      return Object.assign(material, { transparent, alphaHash, opacity });
    };
    this.opacity = opacity;
    thin(this.material);
    for (const mesh of this.full?.children ?? []) {
      mesh.userData.shared ??= mesh.material; // all figures of the shape share it, so a fading one needs a copy
      if (isThin) mesh.material = thin(mesh.material === mesh.userData.shared ? mesh.material.clone() : mesh.material);
      else this.share(mesh);
    }
  }

  /** Replaces a mesh's own copy of a material by the shared one. */
  share(mesh) {
    const { shared } = mesh.userData;
    if (!shared || mesh.material === shared) return;
    mesh.material.dispose();
    mesh.material = shared;
  }

  /** Takes the pose of a character as Stream.sample() gives it. */
  pose(c) {
    this.group.position.fromArray(c.root);
    this.group.rotation.y = c.yaw;
    if (!c.smpl) return;
    this.bones[0].position.fromArray(this.shape.pelvis(c.smpl.pelvis));
    this.shape.smpl.forEach((joint, k) => this.bones[joint]?.quaternion.fromArray(c.smpl.rotations, 4 * k));
    if (c.face) this.animate(c.face);
  }

  /** Moves eyes, lids, mouth and fingers by the channel `face`. */
  animate({ weights, fingers }) {
    if (4 * FINGER_NAMES.length <= fingers.length)
      this.shape.fingers.forEach((joint, k) => this.bones[joint]?.quaternion.fromArray(fingers, 4 * k));
    this.shape.eyes.forEach((joint, eye) => this.bones[joint]?.quaternion.fromArray(eyeRotation(weights, eye)));
    if (!this.full || (this.shape.lids !== "there" && this.shape.mouth !== "there")) return;
    for (const mesh of this.full.children) {
      const { position } = mesh.geometry.morphAttributes;
      if (!position) continue;
      if (mesh.morphTargetInfluences?.length !== position.length) {
        mesh.updateMorphTargets();
        mesh.material.needsUpdate = true; // needs another shader
      }
      mesh.morphTargetInfluences[0] = Math.max(weights[0], weights[1]); // one morph target closes both lids
      for (let k = 1; k < position.length; k++) mesh.morphTargetInfluences[k] = weights[VISEME_AT[k - 1]] ?? 0;
    }
  }

  /** Returns the positions of the joints in world space, three numbers each, in metres. */
  places(out = new Float32Array(3 * this.bones.length)) {
    this.group.updateWorldMatrix(true, true);
    this.bones.forEach((bone, j) => out.set(bone.matrixWorld.elements.slice(12, 15), 3 * j));
    return out;
  }

  dispose() {
    this.group.removeFromParent();
    this.skeleton.dispose();
    this.material.dispose();
    for (const mesh of this.full?.children ?? []) this.share(mesh);
  }
}

// Shapes of a bone and of a joint. A bone is scaled to its length.
const BONE = bonePyramid();
const BALL = new THREE.IcosahedronGeometry(0.022, 1);

/** Returns a long double pyramid from y = 0 to y = 1. */
function bonePyramid() {
  const g = new THREE.CylinderGeometry(0.001, 0.03, 0.8, 5, 1).translate(0, 0.6, 0).toNonIndexed();
  const low = new THREE.CylinderGeometry(0.03, 0.001, 0.2, 5, 1).translate(0, 0.1, 0).toNonIndexed();
  const all = new Float32Array([...g.attributes.position.array, ...low.attributes.position.array]);
  const out = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(all, 3));
  out.computeVertexNormals();
  return out;
}

/**
 * Bones: the skeleton of the motion network, from the channel `joints`, or that of a BodyFigure, whose bones are then those in its skin.
 */
export class BoneFigure {
  constructor(skeleton, color, body = null) {
    const joints = body ? body.shape.joints.map(({ name, parent }) => ({ name, parent: body.shape.joints[parent]?.name })) : skeleton;
    this.body = body;
    this.names = joints.map((j) => j.name);
    this.parents = joints.map((j) => this.names.indexOf(j.parent)); // -1 for a root
    this.group = new THREE.Group();
    this.material = new THREE.MeshLambertMaterial({ color });
    this.sticks = new THREE.InstancedMesh(BONE, this.material, joints.length);
    this.balls = new THREE.InstancedMesh(BALL, this.material, joints.length);
    for (const mesh of [this.sticks, this.balls]) {
      mesh.frustumCulled = false;
      mesh.castShadow = true;
      this.group.add(mesh);
    }
    this.points = new Float32Array(3 * joints.length);
  }

  /** Takes the pose of a character as Stream.sample() gives it. */
  pose(c) {
    if (this.body) this.body.places(this.points);
    else if (c.joints) toWorld(c, c.joints, this.points);
    else return;
    const a = new THREE.Vector3();
    const b = new THREE.Vector3();
    const up = new THREE.Vector3(0, 1, 0);
    const q = new THREE.Quaternion();
    const m = new THREE.Matrix4();
    const s = new THREE.Vector3(1, 1, 1);
    this.parents.forEach((parent, j) => {
      a.fromArray(this.points, 3 * j);
      this.balls.setMatrixAt(j, m.compose(a, q.identity(), s.set(1, 1, 1)));
      if (parent < 0) return this.sticks.setMatrixAt(j, m.makeScale(0, 0, 0));
      b.fromArray(this.points, 3 * parent);
      const length = a.distanceTo(b);
      q.setFromUnitVectors(up, a.sub(b).normalize());
      this.sticks.setMatrixAt(j, m.compose(b, q, s.set(Math.min(1, 4 * length), length, Math.min(1, 4 * length))));
    });
    this.sticks.instanceMatrix.needsUpdate = this.balls.instanceMatrix.needsUpdate = true;
  }

  /** Returns the positions of the joints in world space, three numbers each, in metres. */
  places() {
    return this.points;
  }

  dispose() {
    this.group.removeFromParent();
    this.material.dispose();
    this.sticks.dispose();
    this.balls.dispose();
  }
}
