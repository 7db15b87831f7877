// Rotates one joint by hand: three rings around it to drag, and three sliders for the keyboard. Where limits are on it stays within the
// joint's range.
import * as THREE from "three";
import { h, select, slider } from "../ui/dom.js";
import { jointName, t } from "../ui/text.js";
import { color } from "../ui/tokens.js";

const AXES = ["x", "y", "z"];
const UNIT = AXES.map((_, k) => new THREE.Vector3().setComponent(k, 1));
// Radius of a ring, in metres.
const RADIUS = 0.13;
// Number of points at which the distance of a ray from a ring is measured.
const POINTS = 72;
// Distance from a ring within which a ray hits it, as a fraction of the distance from the eye.
const NEAR = 0.022;
// One degree in radians.
const DEGREE = Math.PI / 180;
// Range of a joint without limits, in degrees.
const FREE = { twist: "y", min: [-180, -180, -180], max: [180, 180, 180] };
// Rounds a component of a quaternion.
const round = (v) => Number(v.toFixed(5));

/**
 * Returns the angles of a quaternion about x, y and z in degrees, as joint ranges have them: q = swing * twist, where `twist` names the
 * axis of the twist and the other two are the swing's rotation vector (docs/reference/ik.md).
 */
export function anglesOf(q, twist) {
  const k = AXES.indexOf(twist);
  const length = Math.hypot(q[k], q[3]) || 1;
  const s = q[3] < 0 ? -1 : 1;
  const turn = [0, 0, 0, (s * q[3]) / length];
  turn[k] = (s * q[k]) / length;
  const a = new THREE.Quaternion().fromArray(turn);
  const swing = new THREE.Quaternion().fromArray(q).multiply(a.clone().conjugate());
  const v = [swing.x, swing.y, swing.z].map((c) => (swing.w < 0 ? -c : c));
  const sine = Math.hypot(...v);
  const angle = 2 * Math.atan2(sine, Math.abs(swing.w));
  const out = v.map((c) => (sine > 1e-9 ? (c / sine) * angle : 0) / DEGREE);
  out[k] = (2 * Math.atan2(turn[k], turn[3])) / DEGREE;
  return out;
}

/** Returns the quaternion of such angles; the inverse of anglesOf(). */
export function rotationOf(angles, twist) {
  const k = AXES.indexOf(twist);
  const v = new THREE.Vector3().fromArray(angles.map((a, i) => (i === k ? 0 : a * DEGREE)));
  const angle = v.length();
  const swing = new THREE.Quaternion().setFromAxisAngle(angle > 1e-9 ? v.divideScalar(angle) : UNIT[0], angle);
  return swing.multiply(new THREE.Quaternion().setFromAxisAngle(UNIT[k], angles[k] * DEGREE)).toArray();
}

/** The rings and sliders of a Body. joint: name of the joint, or ""; ranges: of the model's joints, by name. */
export class Rotate {
  constructor(body) {
    Object.assign(this, { body, view: body.view, joint: "", held: -1, ranges: new Map() });
    this.group = new THREE.Group();
    this.group.visible = false;
    const circle = new THREE.TorusGeometry(RADIUS, 0.0045, 6, POINTS);
    const turns = [
      [0, Math.PI / 2, 0],
      [Math.PI / 2, 0, 0],
      [0, 0, 0],
    ];
    this.rings = AXES.map((axis, k) => {
      const ring = new THREE.Mesh(
        circle,
        new THREE.MeshBasicMaterial({ color: color(axis), transparent: true, opacity: 0.85, depthTest: false }),
      );
      ring.rotation.fromArray(turns[k]);
      return Object.assign(ring, { renderOrder: 10 });
    });
    this.group.add(...this.rings);
    this.view.scene.add(this.group);
  }

  /** Fetches the ranges of a model's joints. A joint without a range rotates freely. */
  async take(model) {
    const { joints } = await this.body.client.json("GET", `/v1/skeletons/${model}`);
    this.ranges = new Map(joints.filter((j) => j.range).map((j) => [j.name, j.range]));
    if (!this.body.names.includes(this.joint)) this.joint = "";
  }

  /** Range of the joint. */
  get range() {
    return this.ranges.get(this.joint) ?? FREE;
  }

  /** Number of the joint. */
  get index() {
    return this.body.names.indexOf(this.joint);
  }

  /** Returns the controls. */
  panel() {
    const { body } = this;
    const joints = body.names.filter((name) => !/thumb|index|middle|ring|pinky|eye|jaw/.test(name));
    this.choice = select({
      label: t("joint"),
      options: [["", t("none")], ...joints.map((name) => [name, jointName(name)])],
      value: this.joint,
      onchange: (name) => this.choose(name),
    });
    this.sliders = AXES.map((axis, k) =>
      slider({
        label: axis.toUpperCase(),
        min: -180,
        max: 180,
        step: 1,
        value: 0,
        show: (v) => `${v.toFixed(0)}°`,
        oninput: (v) =>
          this.turn(
            this.angles.map((a, i) => (i === k ? v : a)),
            `turn ${this.joint} ${k}`,
          ),
      }),
    );
    this.rows = h(".betas", { hidden: true }, this.sliders);
    const element = h("details", { open: Boolean(this.joint) }, h("summary", {}, t("rotations")), this.choice, this.rows);
    this.set();
    return element;
  }

  /** Chooses a joint by its name. */
  choose(name) {
    this.joint = name;
    this.choice.set(name);
    this.set();
    this.place();
  }

  /** Rotations of all joints. */
  quaternions() {
    return this.body.fields().quaternions;
  }

  /** Sets the sliders to the state. */
  set() {
    if (!this.rows) return;
    this.rows.hidden = !this.joint;
    if (!this.joint) return;
    const { min, max, twist } = this.body.state.limits ? this.range : { ...FREE, twist: this.range.twist };
    this.angles = anglesOf(this.quaternions()[this.index], twist);
    this.sliders.forEach((row, k) => {
      row.range(Math.min(min[k], Math.floor(this.angles[k])), Math.max(max[k], Math.ceil(this.angles[k])));
      row.set(this.angles[k]);
    });
  }

  /** Sets the joint's angles in degrees, within its range where limits are on. Calls with the same name are one step of undo. */
  turn(angles, name) {
    const { body } = this;
    const { limits } = body.state;
    const { min, max, twist } = this.range;
    const within = angles.map((a, k) => (limits ? Math.min(max[k], Math.max(min[k], a)) : a));
    const quaternions = this.quaternions().map((q) => [...q]);
    quaternions[this.index] = rotationOf(within, twist).map(round);
    this.hit = AXES.filter((_, k) => limits && Math.abs(within[k] - angles[k]) > 0.5);
    body.set({ quaternions }, name);
    this.say(within);
  }

  /** Shows the angles, and which of them are at their limit. */
  say(angles) {
    const { said } = this.body.handles;
    said.classList.toggle("missed", this.hit.length > 0);
    said.textContent = [
      `${jointName(this.joint)}: ${angles.map((a, k) => `${AXES[k].toUpperCase()} ${a.toFixed(0)}°`).join(", ")}`,
      this.hit.length ? `${t("atLimit")} ${this.hit.map((a) => a.toUpperCase()).join(", ")}` : "",
    ]
      .filter(Boolean)
      .join(" · ");
  }

  // -- rings ------------------------------------------------------------------------------

  /** Moves the rings to the drawn joint, in the frame of its rotation. */
  place() {
    const { body } = this;
    const shown = body.group.visible && !body.compare.isOn && body.joints && this.joint;
    this.group.visible = Boolean(shown);
    if (!shown) return;
    this.group.position.copy(body.place(this.joint));
    this.group.position.y += body.lift;
    this.group.quaternion.copy(frameOf(body.facts, this.quaternions(), this.index));
  }

  /** Returns the ring that is nearest to a ray: {k: axis, miss: distance, below 1 where it is hit}. */
  nearest(ray) {
    const p = new THREE.Vector3();
    return this.rings
      .map((ring, k) => {
        let miss = Infinity;
        for (let i = 0; i < POINTS; i++) {
          const a = (2 * Math.PI * i) / POINTS;
          ring.localToWorld(p.set(RADIUS * Math.cos(a), RADIUS * Math.sin(a), 0));
          miss = Math.min(miss, ray.distanceToPoint(p) / (NEAR * ray.origin.distanceTo(p)));
        }
        return { k, miss };
      })
      .sort((a, b) => a.miss - b.miss)[0];
  }

  /** Returns a drag of a ring for Camera.grab, or null. */
  grab(ray) {
    if (!this.group.visible) return null;
    this.group.updateMatrixWorld(true);
    const { k, miss } = this.nearest(ray);
    if (miss > 1) return null;
    const { twist } = this.range;
    const start = new THREE.Quaternion().fromArray(this.quaternions()[this.index]);
    const axis = UNIT[k].clone().applyQuaternion(this.group.quaternion);
    const center = this.group.position.clone();
    const name = `ring${performance.now()}`;
    const from = this.angleAt(ray, axis, center);
    this.light(k);
    return {
      move: (event, to) =>
        this.turn(
          anglesOf(
            start
              .clone()
              .multiply(new THREE.Quaternion().setFromAxisAngle(UNIT[k], this.angleAt(to, axis, center) - from))
              .toArray(),
            twist,
          ),
          name,
        ),
      end: () => this.light(-1),
    };
  }

  /** Returns the angle of a ray around an axis, in radians. A ring seen from its side is a line, along which the pointer rotates it. */
  angleAt(ray, axis, center) {
    const u = new THREE.Vector3();
    const at = new THREE.Vector3();
    const plane = new THREE.Plane();
    if (Math.abs(ray.direction.dot(axis)) > 0.2) {
      plane.setFromNormalAndCoplanarPoint(axis, center);
      if (ray.intersectPlane(plane, at)) {
        u.set(axis.y, axis.z, axis.x).cross(axis).normalize();
        at.sub(center);
        return Math.atan2(at.dot(axis.clone().cross(u)), at.dot(u));
      }
    }
    ray.closestPointToPoint(center, at).sub(center);
    return at.dot(u.copy(axis).cross(ray.direction).normalize()) / -RADIUS;
  }

  /** Dims the rings that are not held; -1 for none held. */
  light(held) {
    this.rings.forEach((ring, k) => {
      ring.material.opacity = held < 0 || held === k ? 0.85 : 0.25;
    });
  }
}

/** Returns the orientation of joint j in model space: the product of the rotations from the root to it. */
export function frameOf({ parents }, quaternions, j) {
  const q = new THREE.Quaternion();
  for (; j >= 0; j = parents[j] ?? -1) q.premultiply(new THREE.Quaternion().fromArray(quaternions[j]));
  return q;
}
