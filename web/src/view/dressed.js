// Makes the meshes of a dressed person from a GLB file of the server. The Body tab shows them.
import * as THREE from "three";
import { load, materialOf } from "./cloth.js";
import { readRig } from "../files/glb.js";
import { unpack } from "../files/unpack.js";

/**
 * Replaces the meshes of `group` by those of the GLB file in `buffer`. Raises the group so that the lowest point, the soles of the shoes,
 * is where the bare soles were. Returns {rig, lift}: the file as readRig() gives it, and how far the group was raised, in metres.
 */
export async function dress(group, buffer, isSoftware) {
  const rig = readRig(await unpack(buffer));
  const pictures = await load(rig.images);
  for (const mesh of group.children) {
    mesh.geometry.dispose();
    mesh.material.dispose();
  }
  group.clear();
  for (const part of rig.parts) {
    const geometry = new THREE.BufferGeometry().setIndex(new THREE.BufferAttribute(part.indices, 1));
    for (const [name, values, width] of [
      ["position", part.positions, 3],
      ["normal", part.normals, 3],
      ["uv", part.uvs, 2],
    ])
      if (values) geometry.setAttribute(name, new THREE.BufferAttribute(values, width));
    group.add(
      Object.assign(new THREE.Mesh(geometry, materialOf(part, pictures, isSoftware)), {
        castShadow: true,
        receiveShadow: !isSoftware,
        frustumCulled: false,
      }),
    );
  }
  // Height of a part's lowest vertex.
  const low = (p) => p.positions.reduce((least, v, i) => (i % 3 === 1 ? Math.min(least, v) : least), Infinity);
  const lift = low(rig.parts[0]) - Math.min(...rig.parts.map(low));
  group.position.y = lift;
  return { rig, lift };
}
