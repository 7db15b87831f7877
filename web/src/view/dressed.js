// Makes the meshes of a dressed person from a GLB file of the server. The Body tab and the maker show them.
import * as THREE from "three";
import { load, materialOf, plainMaterialOf } from "./cloth.js";
import { readRig } from "../files/glb.js";
import { unpack } from "../files/unpack.js";
import { visible } from "./visible.js";

/** A dressed person. `group` holds a mesh for each part. A listener of the View (beforeRender). */
export class Dressed {
  constructor(view) {
    Object.assign(this, { view, group: new THREE.Group(), toClip: new THREE.Matrix4(), former: [] });
    if (view.isSoftware) view.listeners.add(this);
  }

  /**
   * Replaces the meshes by those of the GLB file in `buffer`. Raises the group so that the lowest point, the soles of the shoes, is where
   * the bare soles were. Returns {rig, lift}: the file as readRig() gives it, and how far the group was raised, in metres.
   */
  async show(buffer) {
    const { group, view } = this;
    const rig = readRig(await unpack(buffer));
    const pictures = await load(rig, view.isSoftware);
    // Former materials are released one person later, so that the new ones find their compiled shaders.
    for (const material of this.former) material.dispose();
    this.former = group.children.map((mesh) => mesh.material);
    for (const mesh of group.children) mesh.geometry.dispose();
    group.clear();
    for (const part of rig.parts) {
      const geometry = new THREE.BufferGeometry().setIndex(new THREE.BufferAttribute(part.indices.slice(), 1));
      for (const [name, values, width] of [
        ["position", part.positions, 3],
        ["normal", part.normals, 3],
        ["uv", part.uvs, 2],
        ["uv1", part.places, 2],
      ])
        if (values) geometry.setAttribute(name, new THREE.BufferAttribute(values, width));
      const material = view.isSoftware ? plainMaterialOf(part, pictures, view.plainLight) : materialOf(part, pictures, false);
      group.add(
        Object.assign(new THREE.Mesh(geometry, material), {
          castShadow: true,
          receiveShadow: !view.isSoftware,
          frustumCulled: false,
          userData: { indices: part.indices, isWhole: true },
        }),
      );
    }
    // Height of a part's lowest vertex.
    const low = (p) => p.positions.reduce((least, v, i) => (i % 3 === 1 ? Math.min(least, v) : least), Infinity);
    const lift = low(rig.parts[0]) - Math.min(...rig.parts.map(low));
    group.position.y = lift;
    return { rig, lift };
  }

  /** Leaves out the triangles that the camera does not see. With shadows it draws all, because the sun sees others. */
  beforeRender() {
    const { group, view } = this;
    if (!group.visible || !group.parent?.visible) return;
    group.updateWorldMatrix(true, false);
    this.toClip.fromArray(view.toSeen()).multiply(group.matrixWorld);
    const isWhole = view.detail.shadows > 0;
    for (const { geometry, material, userData } of group.children) {
      if (isWhole && userData.isWhole) continue;
      const { index, attributes } = geometry;
      const { indices } = userData;
      const { array, count } = attributes.position;
      userData.isWhole = isWhole;
      if (isWhole) index.array.set(indices);
      const n = isWhole
        ? indices.length
        : visible(array, count, indices, this.toClip.elements, index.array, material.side === THREE.DoubleSide);
      geometry.setDrawRange(0, n);
      index.clearUpdateRanges();
      index.addUpdateRange(0, n);
      index.needsUpdate = true;
    }
  }
}
