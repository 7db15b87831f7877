// Uses what a rigged GLB has in the extras of its meshes: morph targets that follow the pose (fillDriven), and controls of the limbs
// (RigControls). Works on an object that three.js's GLTFLoader has made; three.js is not imported.

/** Returns a bone by its name in the file. GLTFLoader changes some characters of names. */
const boneOf = (object, name) => object.getObjectByName(name) ?? object.getObjectByName(name.replace(/\s/g, "_").replace(/[[\].:/]/g, ""));

/** Returns the rotation matrix of a quaternion: nine numbers, row by row. */
function matrixOf({ x, y, z, w }) {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** Returns the weights of the correctives: their map times the entries of R - I (or R - rest rotation) of each joint. */
function correctiveWeights(own, bones) {
  const entries = bones.flatMap((bone, j) =>
    matrixOf(bone.quaternion).map((m, i) => m - (own.rest ? own.rest[j][i] : Number(i % 4 === 0))),
  );
  return own.map.map((row) => row.reduce((sum, m, i) => sum + m * entries[i], 0));
}

/** Returns the weights of a group of sculpts: radial basis functions of the distance to each of its poses. */
function sculptWeights(group, bones) {
  const near = group.poses.map((pose) => {
    const square = bones.reduce((sum, { quaternion: { x, y, z, w } }, j) => {
      const [a, b, c, d] = pose[j];
      const dot = a * x + b * y + c * z + d * w;
      return sum + 4 * Math.max(0, 1 - dot * dot);
    }, 0);
    return Math.exp(-square / (2 * group.width * group.width));
  });
  return group.map.map((row) => row.reduce((sum, m, f) => sum + m * near[f], 0));
}

/** Finds the meshes of an object that have correctives or sculpts. */
function drivenOf(object) {
  const driven = [];
  object.traverse((mesh) => {
    const { correctives, sculpts } = mesh.userData ?? {};
    const influences = mesh.morphTargetInfluences;
    if (!influences || !(correctives || sculpts)) return;
    const find = (names) => names.map((name) => boneOf(object, name));
    driven.push({
      influences,
      correctives,
      sculpts,
      bones: find(correctives?.joints ?? []),
      groups: (sculpts?.groups ?? []).map((g) => find(g.joints)),
    });
  });
  return driven;
}

/**
 * Sets the morph targets of a body's rigged GLB that follow the pose: correctives and sculpts. object: its scene. Call it in each frame,
 * after the bones are posed. An animation in the file sets them itself and needs no call.
 */
export function fillDriven(object) {
  for (const { influences, correctives, sculpts, bones, groups } of (object.userData.posedDriven ??= drivenOf(object))) {
    if (correctives)
      correctiveWeights(correctives, bones).forEach((w, i) => {
        influences[correctives.first_target + i] = w;
      });
    sculpts?.groups.forEach((group, g) => {
      sculptWeights(group, groups[g]).forEach((w, e) => {
        influences[sculpts.first_target + group.first + e] = w;
      });
    });
  }
}

// -- limbs: poles, FK and IK, spaces ------------------------------------------------

// Operations on vectors (x, y, z) and quaternions (x, y, z, w) in arrays.
const add = (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unitOr = (a, other) => {
  const length = Math.hypot(...a);
  return length > 1e-9 ? a.map((x) => x / length) : other;
};
const reject = (a, unit) => add(a, unit, -dot(a, unit));
const times = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];
const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];
const turn = (q, v) => times(times(q, [...v, 0]), conjugate(q)).slice(0, 3);

/** Returns the quaternion of a rotation matrix, from its columns: orthogonal unit vectors. */
function fromColumns(x, y, z) {
  const trace = x[0] + y[1] + z[2];
  let q;
  if (trace > 0) q = [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace];
  else if (x[0] > y[1] && x[0] > z[2]) q = [1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]];
  else if (y[1] > z[2]) q = [y[0] + x[1], 1 - x[0] + y[1] - z[2], z[1] + y[2], z[0] - x[2]];
  else q = [z[0] + x[2], z[1] + y[2], 1 - x[0] - y[1] + z[2], x[1] - y[0]];
  const length = Math.hypot(...q);
  return q.map((v) => v / length);
}
// Rotation whose x axis is `along` and whose y axis is `normal`.
const frame = (along, normal) => fromColumns(along, normal, cross(along, normal));

/** Returns the position and rotation of a bone in the space of the rig's object, whose scale is 1. */
function placeOf(bone, object) {
  const own = [bone.position.x, bone.position.y, bone.position.z];
  const q = [bone.quaternion.x, bone.quaternion.y, bone.quaternion.z, bone.quaternion.w];
  if (!bone.parent || bone.parent === object) return { at: own, turned: q };
  const parent = placeOf(bone.parent, object);
  return { at: add(parent.at, turn(parent.turned, own)), turned: times(parent.turned, q) };
}

/** Interpolates between two unit quaternions linearly, the shorter way. */
function between(a, b, k) {
  const sign = a.reduce((sum, x, i) => sum + x * b[i], 0) < 0 ? -1 : 1;
  const q = a.map((x, i) => (1 - k) * x + k * sign * b[i]);
  const length = Math.hypot(...q);
  return q.map((x) => x / length);
}

/**
 * The limbs of a rigged GLB that was asked for with `controls`: arms and legs. Each has a switch between FK (0: the bones as they are
 * posed) and IK (1), a target for its end, a pole that its middle joint points to, and the space of target and pole. Positions are [x, y,
 * z] in metres, in the space of `object`, the file's scene. Call update() in each frame, after the bones are posed.
 */
export class RigControls {
  constructor(object) {
    this.object = object;
    let controls;
    object.traverse((mesh) => {
      controls ??= mesh.userData?.controls;
    });
    if (!controls) throw new Error("the file has no controls: ask for it with controls=true");
    this.limbs = Object.fromEntries(
      controls.limbs.map((limb) => [
        limb.name,
        {
          bones: limb.joints.map((name) => boneOf(object, name)),
          hinge: limb.hinge,
          target: [...limb.target],
          pole: [...limb.pole],
          ik: limb.ik,
          space: limb.space,
        },
      ]),
    );
    this.spaces = Object.fromEntries(
      Object.entries(controls.spaces).map(([name, joint]) => [name, joint === null ? null : boneOf(object, joint)]),
    );
  }

  /** Converts a point from a space to the object's, or with `back` the other way. */
  #of(space, point, back = false) {
    if (!(space in this.spaces)) throw new RangeError(`no space "${space}"; ${Object.keys(this.spaces).join(", ")} allowed`);
    const bone = this.spaces[space];
    if (!bone) return point;
    const { at, turned } = placeOf(bone, this.object);
    return back ? turn(conjugate(turned), add(point, at, -1)) : add(at, turn(turned, point));
  }

  /** Returns a limb by its name. */
  #limb(name) {
    if (!this.limbs[name]) throw new RangeError(`no limb "${name}"; ${Object.keys(this.limbs).join(", ")} allowed`);
    return this.limbs[name];
  }

  /** Moves target and pole to the limb's present position, so that switching to IK moves nothing. */
  match(name) {
    const limb = this.#limb(name);
    const [root, middle, tip] = limb.bones.map((bone) => placeOf(bone, this.object));
    const line = unitOr(add(tip.at, root.at, -1), [0, -1, 0]);
    const side = unitOr(reject(add(middle.at, root.at, -1), line), unitOr(cross(line, turn(root.turned, limb.hinge)), [0, 0, 1]));
    limb.target = this.#of(limb.space, tip.at, true);
    limb.pole = this.#of(limb.space, add(middle.at, side, 0.5), true);
  }

  /** Changes the space of target and pole, which keep their positions. */
  setSpace(name, space) {
    const limb = this.#limb(name);
    for (const key of ["target", "pole"]) limb[key] = this.#of(space, this.#of(limb.space, limb[key]), true);
    limb.space = space;
  }

  /** Moves the limbs towards their targets, then sets the morph targets that follow the pose. */
  update() {
    for (const limb of Object.values(this.limbs)) if (limb.ik > 0) this.#solve(limb);
    fillDriven(this.object);
  }

  /** Solves a limb of two bones in closed form: the law of cosines, in the plane of root, target and pole. */
  #solve(limb) {
    const [root, middle, tip] = limb.bones.map((bone) => placeOf(bone, this.object));
    const target = this.#of(limb.space, limb.target);
    const pole = this.#of(limb.space, limb.pole);
    const upper = add(middle.at, root.at, -1);
    const lower = add(tip.at, middle.at, -1);
    const a = Math.hypot(...upper);
    const b = Math.hypot(...lower);
    const along = unitOr(upper, [0, -1, 0]);
    const after = unitOr(lower, along);

    // The axis about which the limb bends now; that of a straight limb is its hinge.
    const hinge = unitOr(reject(turn(root.turned, limb.hinge), along), unitOr(reject([1, 0, 0], along), [0, 0, 1]));
    const bent = cross(along, after);
    const axis = Math.hypot(...bent) > 1e-4 ? unitOr(bent, hinge) : hinge;

    // The triangle to reach: its sides are the two bones and the distance to the target.
    const far = Math.hypot(...add(target, root.at, -1));
    const d = Math.min(Math.max(far, Math.abs(a - b) + 1e-6), a + b);
    const line = unitOr(add(target, root.at, -1), along);
    const side = unitOr(reject(add(pole, root.at, -1), line), unitOr(reject(along, line), cross(axis, line)));
    const cosine = Math.min(1, (a * a + d * d - b * b) / (2 * a * d));
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const newAlong = add(
      line.map((x) => x * cosine),
      side,
      sine,
    );
    const elbow = newAlong.map((x) => x * a);
    const newAfter = unitOr(
      add(
        line.map((x) => x * d),
        elbow,
        -1,
      ),
      newAlong,
    );
    const newAxis = cross(line, side).map((x) => -x);

    // Rotations of both bones in the object's space, then local ones. The end keeps its local rotation.
    const q1 = times(times(frame(newAlong, newAxis), conjugate(frame(along, axis))), root.turned);
    const q2 = times(times(frame(newAfter, newAxis), conjugate(frame(after, axis))), middle.turned);
    const parent = times(root.turned, conjugate(limb.bones[0].quaternion.toArray()));
    limb.bones[0].quaternion.fromArray(between(limb.bones[0].quaternion.toArray(), times(conjugate(parent), q1), limb.ik));
    limb.bones[1].quaternion.fromArray(between(limb.bones[1].quaternion.toArray(), times(conjugate(q1), q2), limb.ik));
  }
}
