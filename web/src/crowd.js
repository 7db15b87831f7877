// Many small figures as one mesh, skinned here: software renderers take longer over a draw call and a bone's texture than over the vertices.
import * as THREE from "three";
import { blendLinear, placed, toWorld } from "./skin.js";

const FIRST = 16; // figures there is room for at first

/** The vertices that a choice of triangles uses, counted anew. */
function compact({ positions, normals, skinIndex, skinWeight }, corners) {
  const of = new Map(), indices = Uint32Array.from(corners, (v) => (of.has(v) ? of.get(v) : (of.set(v, of.size), of.size - 1)));
  const take = (values, width, Type) => Type.from({ length: width * of.size }, (_, i) => values[width * kept[Math.floor(i / width)] + (i % width)]), kept = [...of.keys()];
  return { indices, count: of.size, positions: take(positions, 3, Float32Array), normals: take(normals, 3, Float32Array), joints: take(skinIndex, 4, Uint8Array), weights: take(skinWeight, 4, Float32Array) };
}

export class Crowd {
  constructor(scene) {
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshLambertMaterial({ vertexColors: true }));
    Object.assign(this.mesh, { frustumCulled: false, castShadow: true, visible: false });
    scene.add(this.mesh);
    Object.assign(this, { pattern: null, triangles: 0, room: 0, count: 0, parts: new Map(), color: new THREE.Color(), root: new Float32Array(12) });
  }

  /** Before the figures of a picture: the shape that all of theirs are of, the same triangles in other places. */
  begin({ pattern }, triangles) {
    this.count = 0;
    if (pattern === this.pattern && triangles === this.triangles) return;
    Object.assign(this, { pattern, triangles, room: 0, parts: new Map() });
    this.part = this.partOf(pattern);
    const joints = pattern.joints.length;
    this.world = new Float32Array(12 * joints);
    this.skin = new Float32Array(12 * joints);
  }

  partOf(shape) {
    if (!this.parts.has(shape)) this.parts.set(shape, compact(shape.rig, shape.withTriangles(this.triangles).index.array));
    return this.parts.get(shape);
  }

  /** c: a character as Stream.sample() gives it, with smpl. */
  add(c, shape, color) {
    if (this.count === this.room) this.grow();
    placed(c, this.root);
    toWorld(shape, c.smpl.rotations, c.smpl.pelvis, this.root, this.world, this.skin);
    const { skin } = this, part = this.partOf(shape), { position, normal, color: colors } = this.mesh.geometry.attributes;
    let at = 3 * part.count * this.count++;
    if (this.colors[this.count - 1] !== color) this.paint(colors, color, at);
    for (let v = 0; v < part.count; v++, at += 3) blendLinear(part, skin, v, position.array, normal.array, at);
  }

  paint(colors, color, at) {
    this.colors[this.count - 1] = color;
    this.color.set(color);
    for (let v = 0; v < this.part.count; v++) this.color.toArray(colors.array, at + 3 * v);
    colors.needsUpdate = true;
  }

  /** After them: to the graphics processor goes what there is. */
  end() {
    const { geometry } = this.mesh;
    this.mesh.visible = this.count > 0;
    if (!this.count) return;
    geometry.setDrawRange(0, this.part.indices.length * this.count);
    for (const name of ["position", "normal"]) {
      const attribute = geometry.attributes[name];
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 3 * this.part.count * this.count);
      attribute.needsUpdate = true;
    }
  }

  /** Room for twice as many; those of this picture that are there already are kept. */
  grow() {
    const { part } = this, old = this.mesh.geometry, room = (this.room = this.room ? 2 * this.room : FIRST), g = new THREE.BufferGeometry(), keep = 3 * part.count * this.count;
    for (const name of ["position", "normal", "color"]) {
      const values = new Float32Array(3 * part.count * room);
      if (keep) values.set(old.attributes[name].array.subarray(0, keep));
      g.setAttribute(name, new THREE.BufferAttribute(values, 3).setUsage(THREE.DynamicDrawUsage));
    }
    const indices = new Uint32Array(part.indices.length * room);
    for (let i = 0; i < room; i++) part.indices.forEach((v, k) => { indices[i * part.indices.length + k] = v + i * part.count; });
    g.setIndex(new THREE.BufferAttribute(indices, 1));
    this.colors = keep ? this.colors : [];
    this.mesh.geometry = g;
    old.dispose();
  }

  dispose() {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
