// Into three.js, which the caller brings along: nothing is imported here.

/**
 * Puts a mesh of Posed.mesh() into a BufferGeometry. THREE: the three.js module (BufferAttribute is used of it). Attributes of the same size
 * are written over, so that a slider costs no new memory. The faces are set once.
 */
export function fillGeometry(THREE, geometry, mesh) {
  setAttribute(THREE, geometry, "position", mesh.vertices);
  if (mesh.faces && geometry.index?.array.length !== mesh.faces.length) geometry.setIndex(new THREE.BufferAttribute(mesh.faces, 1));
  if (mesh.normals) setAttribute(THREE, geometry, "normal", mesh.normals);
  else if (geometry.index) geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
  return geometry;
}

function setAttribute(THREE, geometry, name, values) {
  const there = geometry.getAttribute(name);
  if (there?.array.length === values.length) {
    there.array.set(values);
    there.needsUpdate = true;
  } else geometry.setAttribute(name, new THREE.BufferAttribute(values, 3));
}

/**
 * Poses bones by a character of Stream.sample(): bones[j] is joint j of the skeleton in `welcome`. group, which the bones' root is in,
 * is put at the character's root and turned by its yaw.
 */
export function fillSkeleton(group, bones, character) {
  group.position.fromArray(character.root);
  group.rotation.set(0, character.yaw, 0);
  if (!character.rotations) return;
  for (let j = 0; j < bones.length; j++) bones[j].quaternion.fromArray(character.rotations, 4 * j);
  if (character.joints) bones[0].position.fromArray(character.joints, 0);
}
