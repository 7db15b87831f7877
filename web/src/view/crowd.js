// Draws many small figures as one mesh that is skinned on the processor. A software renderer takes longer for a draw call and a texture
// of bones than for the vertices, and about two microseconds for every triangle, visible or not. So invisible triangles are left out.
import * as THREE from "three";
import { plainPeople } from "./plain.js";
import { blendLinear, placed, toWorld } from "./skin.js";
import { visible } from "./visible.js";

// Largest number of joints of a shape.
const JOINTS = 64;

/** Returns the vertices that the triangles `corners` use, renumbered: {indices, count, positions, normals, joints, weights, colors}. */
export function compact({ positions, normals, skinIndex, skinWeight, colors = null }, corners) {
  const of = new Map();
  const indices = Uint32Array.from(corners, (v) => (of.has(v) ? of.get(v) : (of.set(v, of.size), of.size - 1)));
  const kept = [...of.keys()];
  const take = (values, width, Type) =>
    Type.from({ length: width * of.size }, (_, i) => values[width * kept[Math.floor(i / width)] + (i % width)]);
  return {
    indices,
    count: of.size,
    positions: take(positions, 3, Float32Array),
    normals: take(normals, 3, Float32Array),
    joints: take(skinIndex, 4, Uint8Array),
    weights: take(skinWeight, 4, Float32Array),
    colors: colors && take(colors, 3, Float32Array),
  };
}

/** All small figures of a scene. draw() is called once a frame. */
export class Crowd {
  constructor(scene, view) {
    this.view = view;
    this.mesh = new THREE.Mesh(
      new THREE.BufferGeometry(),
      view.plainLight ? plainPeople(view.plainLight) : new THREE.MeshLambertMaterial({ vertexColors: true }),
    );
    Object.assign(this.mesh, { frustumCulled: false, castShadow: true, visible: false });
    scene.add(this.mesh);
    Object.assign(this, {
      members: [],
      parts: new WeakMap(),
      color: new THREE.Color(),
      root: new Float32Array(12),
      world: new Float32Array(12 * JOINTS),
      skin: new Float32Array(12 * JOINTS),
      corners: new Uint32Array(0),
    });
  }

  /** Returns the compacted mesh of a shape with so many triangles, made once. */
  partOf(shape, triangles) {
    if (!this.parts.has(shape)) this.parts.set(shape, new Map());
    const made = this.parts.get(shape);
    if (!made.has(triangles)) made.set(triangles, compact(shape.whole, shape.withTriangles(triangles).index.array));
    return made.get(triangles);
  }

  /**
   * Draws the figures of this frame: [{key, c, shape, color, triangles}]. c: a character as Stream.sample() gives it, with `smpl`;
   * key: a number that identifies the character.
   */
  draw(all) {
    const sorted = all.sort((a, b) => a.key - b.key);
    this.mesh.visible = sorted.length > 0;
    // The geometry is laid out anew only when a figure, its triangles or its colour has changed.
    if (!sorted.length) return;
    const parts = sorted.map(({ shape, triangles }) => this.partOf(shape, triangles));
    if (
      sorted.length !== this.members.length ||
      sorted.some(({ color }, i) => this.members[i].part !== parts[i] || this.members[i].color !== color)
    )
      this.lay(sorted, parts);

    // Skin every figure into its range of the buffers.
    const { position, normal } = this.mesh.geometry.attributes;
    let at = 0;
    sorted.forEach(({ c, shape }, i) => {
      const part = parts[i];
      placed(c, this.root);
      toWorld(shape, shape.rotations(c.smpl.rotations), shape.pelvis(c.smpl.pelvis), this.root, this.world, this.skin);
      for (let v = 0; v < part.count; v++, at += 3) blendLinear(part, this.skin, v, position.array, normal.array, at);
    });
    for (const attribute of [position, normal]) attribute.needsUpdate = true;
    this.choose(position.array, at / 3);
  }

  /** Sets the index buffer to the visible triangles, or to all where there are shadows, which hidden triangles cast too. */
  choose(positions, count) {
    const { geometry } = this.mesh;
    if (this.view.sun.castShadow) geometry.index.array.set(this.corners);
    const n = this.view.sun.castShadow
      ? this.corners.length
      : visible(positions, count, this.corners, this.view.toClip(), geometry.index.array);
    geometry.index.needsUpdate = true;
    geometry.setDrawRange(0, n);
  }

  /** Makes buffers for exactly these figures, with their triangles and colours. */
  lay(all, parts) {
    const sum = (f) => parts.reduce((total, p) => total + f(p), 0);
    const vertices = sum((p) => p.count);
    const indices = new Uint32Array(sum((p) => p.indices.length));
    const colors = new Float32Array(3 * vertices);
    const g = new THREE.BufferGeometry();
    let first = 0;
    let corner = 0;
    parts.forEach((part, i) => {
      for (const v of part.indices) indices[corner++] = v + first;
      if (part.colors) colors.set(part.colors, 3 * first);
      else for (let v = 0; v < part.count; v++) this.color.set(all[i].color).toArray(colors, 3 * (first + v));
      first += part.count;
    });
    for (const name of ["position", "normal"])
      g.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(THREE.DynamicDrawUsage));
    g.setAttribute("color", new THREE.BufferAttribute(colors, 3));
    this.corners = indices;
    g.setIndex(new THREE.BufferAttribute(indices.slice(), 1).setUsage(THREE.DynamicDrawUsage));
    this.mesh.geometry.dispose();
    this.mesh.geometry = g;
    this.members = all.map(({ color }, i) => ({ part: parts[i], color }));
  }

  dispose() {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
