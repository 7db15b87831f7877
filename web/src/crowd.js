// Many small figures as one mesh, skinned here: software renderers take longer over a draw call and a bone's texture than over the vertices.
import * as THREE from "three";

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
    Object.assign(this, { shape: null, triangles: 0, room: 0, count: 0, color: new THREE.Color() });
  }

  /** Before the figures of a picture: what they look like. */
  begin(shape, triangles) {
    this.count = 0;
    if (shape === this.shape && triangles === this.triangles) return;
    Object.assign(this, { shape, triangles, room: 0 });
    this.part = compact(shape.rig, shape.withTriangles(triangles).index.array);
    const joints = shape.joints.length;
    this.world = new Float32Array(12 * joints);
    this.skin = new Float32Array(12 * joints);
    this.offsets = shape.rig.inverseBinds;
  }

  /** c: a character as Stream.sample() gives it, with smpl. */
  add(c, color) {
    if (this.count === this.room) this.grow();
    this.pose(c);
    const { part, skin } = this, { position, normal, color: colors } = this.mesh.geometry.attributes;
    let at = 3 * part.count * this.count++;
    if (this.colors[this.count - 1] !== color) this.paint(colors, color, at);
    for (let v = 0; v < part.count; v++, at += 3) blend(part, skin, v, position.array, normal.array, at);
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

  /** Matrices (3 rows of 4) from the rest pose to the world: up the tree, then the inverse binds. */
  pose(c) {
    const { joints } = this.shape, { world, skin } = this, { rotations, pelvis } = c.smpl;
    const cos = Math.cos(c.yaw), sin = Math.sin(c.yaw), root = [cos, 0, sin, c.root[0], 0, 1, 0, c.root[1], -sin, 0, cos, c.root[2]];
    for (let j = 0; j < joints.length; j++) {
      const { parent, offset } = joints[j];
      if (parent < 0) compose(world, 12 * j, root, 0, rotations, 4 * j, pelvis);
      else compose(world, 12 * j, world, 12 * parent, rotations, 4 * j, offset);
      unbind(skin, world, 12 * j, this.offsets, 16 * j);
    }
  }

  dispose() {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** out = parent * [rotation of q, place]. */
function compose(out, o, parent, p, q, k, place) {
  const x = q[k], y = q[k + 1], z = q[k + 2], w = q[k + 3];
  const a = 1 - 2 * (y * y + z * z), b = 2 * (x * y - w * z), c = 2 * (x * z + w * y), d = 2 * (x * y + w * z), e = 1 - 2 * (x * x + z * z), f = 2 * (y * z - w * x);
  const g = 2 * (x * z - w * y), h = 2 * (y * z + w * x), i = 1 - 2 * (x * x + y * y);
  for (let r = 0; r < 12; r += 4) {
    const u = parent[p + r], v = parent[p + r + 1], t = parent[p + r + 2];
    out[o + r] = u * a + v * d + t * g;
    out[o + r + 1] = u * b + v * e + t * h;
    out[o + r + 2] = u * c + v * f + t * i;
    out[o + r + 3] = u * place[0] + v * place[1] + t * place[2] + parent[p + r + 3];
  }
}

/** out = world * inverse bind (16, by columns), both at o. */
function unbind(out, world, o, binds, b) {
  for (let r = 0; r < 12; r += 4) {
    const u = world[o + r], v = world[o + r + 1], t = world[o + r + 2];
    for (let k = 0; k < 4; k++) out[o + r + k] = u * binds[b + 4 * k] + v * binds[b + 4 * k + 1] + t * binds[b + 4 * k + 2] + (k === 3 ? world[o + r + 3] : 0);
  }
}

/** Linear blend skinning of one vertex and its normal. */
function blend({ positions, normals, joints, weights }, skin, v, position, normal, at) {
  const x = positions[3 * v], y = positions[3 * v + 1], z = positions[3 * v + 2], nx = normals[3 * v], ny = normals[3 * v + 1], nz = normals[3 * v + 2];
  for (let r = 0; r < 3; r++) {
    let p = 0, n = 0;
    for (let i = 4 * v; i < 4 * v + 4; i++) {
      const m = 12 * joints[i] + 4 * r, w = weights[i];
      if (w === 0) continue;
      p += w * (skin[m] * x + skin[m + 1] * y + skin[m + 2] * z + skin[m + 3]);
      n += w * (skin[m] * nx + skin[m + 1] * ny + skin[m + 2] * nz);
    }
    position[at + r] = p;
    normal[at + r] = n;
  }
}
