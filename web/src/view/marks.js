// What is drawn upon the ground: trajectories, footprints, the path; and the ball that a hand reaches for.
import * as THREE from "three";
import { toWorld } from "posed-client";
import { color } from "../ui/tokens.js";

const LIFT = 0.018;
const PRINTS = 160;
const PRINT_SECONDS = 9;
const DOTS = 40 * 12;
const SPOTS = 400;
const NEAR = 0.4;
const FADES = 0.15;
const SPOT_SIZE = 0.16; // metres: joints as low as this darken the ground; to 1/e at that height; the spot of one that lies on it

/** Flat shapes that lie on the ground, one geometry for all: software renderers draw instances one by one. */
export class Stamps {
  /** shape: corners [x, z] of triangles, three each; and how much is seen there, 0 to 1 (1). */
  constructor(shape, most, order) {
    Object.assign(this, { shape, most, count: 0, isShown: true });
    const geometry = new THREE.BufferGeometry();
    for (const [name, width] of [
      ["position", 3],
      ["color", 4],
    ])
      geometry.setAttribute(
        name,
        new THREE.BufferAttribute(new Float32Array(width * shape.length * most), width).setUsage(THREE.DynamicDrawUsage),
      );
    this.mesh = new THREE.Mesh(
      geometry,
      new THREE.MeshBasicMaterial({
        vertexColors: true,
        transparent: true,
        opacity: 0.9,
        depthWrite: false,
        side: THREE.DoubleSide,
        forceSinglePass: true,
      }),
    );
    Object.assign(this.mesh, { frustumCulled: false, renderOrder: order });
  }

  clear() {
    this.count = 0;
  }

  /** heightAt: of the ground, when the shape shall follow it. */
  add(x, y, z, yaw, color, { heightAt = null, size = 1, opacity = 1 } = {}) {
    if (this.count >= this.most) return;
    const { position, color: colors } = this.mesh.geometry.attributes;
    const c = size * Math.cos(yaw);
    const s = size * Math.sin(yaw);
    let at = this.shape.length * this.count++;
    for (const [px, pz, seen = 1] of this.shape) {
      position.setXYZ(at, x + c * px + s * pz, y, z - s * px + c * pz);
      if (heightAt) position.setY(at, heightAt(position.getX(at), position.getZ(at)) + LIFT);
      colors.setXYZW(at++, color.r, color.g, color.b, seen * opacity);
    }
  }

  /** To the graphics processor goes what there is. */
  send() {
    const { geometry } = this.mesh;
    const corners = this.shape.length * this.count;
    geometry.setDrawRange(0, corners);
    this.mesh.visible = this.isShown && corners > 0; // what is not seen needs no shader either
    for (const attribute of Object.values(geometry.attributes)) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, attribute.itemSize * corners);
      attribute.needsUpdate = corners > 0;
    }
  }
}

/** Arrow heads along where a character was and will be. */
const ARROW = [
  [0, 0.075],
  [0.055, -0.045],
  [0, -0.018],
  [0, 0.075],
  [0, -0.018],
  [-0.055, -0.045],
];

export const disc = (z, rx, rz, n) =>
  Array.from({ length: n }, (_, i) =>
    [i, i + 1].map((k) => [rx * Math.sin((2 * Math.PI * k) / n), z + rz * Math.cos((2 * Math.PI * k) / n)]),
  ).flatMap((edge) => [[0, z], ...edge]);
const SPOT = disc(0, 1, 1, 14).map(([x, z], i) => [x, z, i % 3 ? 0 : 1]); // dark in the middle, nothing at the rim
const SOLE = [...disc(0.055, 0.046, 0.085, 10), ...disc(-0.085, 0.034, 0.042, 8)];

export class Marks {
  constructor(view, ground) {
    Object.assign(this, {
      view,
      ground,
      prints: [],
      at: 0,
      now: 0,
      showTrajectory: false,
      showPrints: false,
      color: new THREE.Color(),
      world: new Float32Array(36),
    });
    this.dots = new Stamps(ARROW, DOTS, 2);
    this.soles = new Stamps(SOLE, PRINTS, 1);
    this.line = new THREE.Line(
      new THREE.BufferGeometry(),
      new THREE.LineBasicMaterial({ color: view.colors.mark, transparent: true, opacity: 0.9 }),
    );
    this.line.frustumCulled = this.line.visible = false;
    view.scene.add(this.dots.mesh, this.soles.mesh, this.line);
    this.heightAt = (x, z) => ground.heightAt(x, z);
    this.theme(view.colors);
    view.listeners.add(this);
  }

  show(on) {
    for (const stamps of [this.dots, this.soles]) stamps.mesh.visible = stamps.isShown = on;
    this.line.visible = on;
  }

  theme(colors) {
    this.future = new THREE.Color(colors.mark);
    this.past = new THREE.Color(colors.line);
    this.haze = new THREE.Color(colors.ground);
    this.feet = ["left", "right"].map((side) => new THREE.Color(color(side))); // left, right
    this.line.material.color.copy(this.future);
  }

  /** Arrow heads of these characters. */
  trajectories(characters) {
    this.dots.clear();
    for (const c of this.showTrajectory ? characters : []) {
      if (!c.trajectory) continue;
      const { points, facings } = c.trajectory;
      const now = facings.length / 2;
      toWorld(c, points, this.world);
      for (let i = 0; i < facings.length; i++)
        this.dots.add(
          this.world[3 * i],
          this.world[3 * i + 1] + LIFT,
          this.world[3 * i + 2],
          c.yaw + facings[i],
          i < now ? this.past : this.future,
        );
    }
    this.dots.send();
  }

  /** A foot that came down: side 0 left, 1 right. */
  footprint(side, x, y, z, yaw) {
    this.prints[this.at++ % PRINTS] = { side, x, y, z, yaw, time: this.now };
  }

  forgetPrints() {
    this.prints = [];
    this.at = 0;
  }

  update(passed, now) {
    this.now = now;
    this.soles.clear();
    for (const f of this.showPrints ? this.prints : []) {
      const age = (now - f.time) / PRINT_SECONDS;
      if (age < 1) this.soles.add(f.x, f.y + LIFT, f.z, f.yaw, this.color.copy(this.feet[f.side]).lerp(this.haze, age));
    }
    this.soles.send();
  }

  /** The path [[x, z], ...] on the ground; an empty one takes it away. */
  path(points, closed = false) {
    const all = closed && points.length ? [...points, points[0]] : points;
    this.line.geometry.dispose();
    this.line.geometry = new THREE.BufferGeometry().setFromPoints(
      all.map(([x, z]) => new THREE.Vector3(x, this.ground.heightAt(x, z) + 0.03, z)),
    );
  }
}

/** The ground is dark below what is near it, so that nobody floats: less so where the sun throws shadows. */
export class Shade {
  /** ground: null where it is flat. */
  constructor(group, view, ground) {
    this.view = view;
    this.heightAt = (x, z) => ground?.heightAt(x, z) ?? 0;
    this.spots = new Stamps(SPOT, SPOTS, 0);
    group.add(this.spots.mesh);
    this.theme();
  }

  theme() {
    this.dark = new THREE.Color(this.view.colors.ground).multiplyScalar(0.12);
  }

  begin() {
    this.spots.clear();
  }

  /** Places of joints, x, y, z each, moved by x and z: the nearer to the ground, the smaller and darker. */
  below(points, x = 0, z = 0) {
    const most = this.view.sun.castShadow ? 0.4 : 0.75;
    for (let i = 0; i < points.length; i += 3) {
      const at = [points[i] + x, points[i + 2] + z];
      const height = points[i + 1] - this.heightAt(...at);
      if (height < NEAR) this.spot(...at, SPOT_SIZE + 0.4 * Math.max(0, height), most * Math.exp(-Math.max(0, height) / FADES));
    }
  }

  spot(x, z, size, opacity) {
    this.spots.add(x, 0, z, 0, this.dark, { heightAt: this.heightAt, size, opacity });
  }

  send() {
    this.spots.send();
  }
}

const BALL = new THREE.SphereGeometry(1, 20, 14);

/** A ball that can be dragged in the plane of the picture. */
export class Handle {
  constructor(view, color, radius = 0.05) {
    this.view = view;
    this.mesh = new THREE.Mesh(BALL, new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.85, depthTest: false }));
    this.mesh.renderOrder = 9;
    this.mesh.scale.setScalar(radius);
    this.radius = radius;
    view.scene.add(this.mesh);
  }

  get position() {
    return this.mesh.position;
  }

  /** How near the ray goes by, in radii that grow with the distance so that a finger can hit it. */
  miss(ray) {
    const reach = Math.max(1.6 * this.radius, 0.03 * ray.origin.distanceTo(this.position));
    return this.mesh.visible ? ray.distanceToPoint(this.position) / reach : Infinity;
  }

  /** A drag for Camera.grab. */
  drag(ray, onmove, onend = () => {}) {
    const normal = this.view.camera.eye.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, this.position);
    const start = this.position.clone();
    const at = new THREE.Vector3();
    const from = ray.intersectPlane(plane, new THREE.Vector3()) ?? start.clone();
    return {
      move: (event, to) => {
        if (!to.intersectPlane(plane, at)) return;
        this.position.copy(start).add(at).sub(from);
        onmove(this.position);
      },
      end: onend,
    };
  }

  dispose() {
    this.mesh.removeFromParent();
    this.mesh.material.dispose();
  }
}
