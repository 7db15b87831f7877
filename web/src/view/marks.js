// Draws marks on the ground: trajectories, footprints, the path, and dark spots below bodies (Shade). Handle is a ball that the user drags.
import * as THREE from "three";
import { toWorld } from "posed-client";
import { color } from "../ui/tokens.js";

// Height of marks above the ground, in metres, so that they are not hidden in it.
const LIFT = 0.018;
// Number of footprints that are kept.
const PRINTS = 160;
// Time after which a footprint has faded, in seconds.
const PRINT_SECONDS = 9;
// Largest number of arrow heads of trajectories: 40 characters with 12 each.
const DOTS = 40 * 12;
// Largest number of dark spots.
const SPOTS = 400;
// Height below which a joint darkens the ground, in metres.
const NEAR = 0.4;
// Height at which the darkness has fallen to 1/e, in metres.
const FADES = 0.15;
// Radius of the spot of a joint that lies on the ground, in metres.
const SPOT_SIZE = 0.16;

/** Copies of a flat shape on the ground, in one geometry. Software renderers would draw instances one by one. */
export class Stamps {
  /** shape: corners of triangles, [x, z, opacity] each, in metres; opacity is 1 where left out. most: number of copies. order: render order. */
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

  /** Adds a copy at (x, y, z), rotated by yaw (radians). With heightAt(x, z) each corner lies on the ground instead of at y. */
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

  /** Sends the copies to the graphics processor. Called once a frame, after add(). */
  send() {
    const { geometry } = this.mesh;
    const corners = this.shape.length * this.count;
    geometry.setDrawRange(0, corners);
    this.mesh.visible = this.isShown && corners > 0; // an invisible mesh needs no shader
    for (const attribute of Object.values(geometry.attributes)) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, attribute.itemSize * corners);
      attribute.needsUpdate = corners > 0;
    }
  }
}

// Arrow head of trajectories, pointing to +Z, metres.
const ARROW = [
  [0, 0.075],
  [0.055, -0.045],
  [0, -0.018],
  [0, 0.075],
  [0, -0.018],
  [-0.055, -0.045],
];

/** Returns the triangles of an ellipse around (0, z) with radii rx and rz in metres, in n parts: three corners [x, z] each. */
export const disc = (z, rx, rz, n) =>
  Array.from({ length: n }, (_, i) =>
    [i, i + 1].map((k) => [rx * Math.sin((2 * Math.PI * k) / n), z + rz * Math.cos((2 * Math.PI * k) / n)]),
  ).flatMap((edge) => [[0, z], ...edge]);
// Dark spot: opaque in the middle, transparent at the rim.
const SPOT = disc(0, 1, 1, 14).map(([x, z], i) => [x, z, i % 3 ? 0 : 1]);
// Footprint: sole and heel.
const SOLE = [...disc(0.055, 0.046, 0.085, 10), ...disc(-0.085, 0.034, 0.042, 8)];

/** Trajectories, footprints and the path of the Motion tab. */
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

  /** Shows or hides all marks. */
  show(on) {
    for (const stamps of [this.dots, this.soles]) stamps.mesh.visible = stamps.isShown = on;
    this.line.visible = on;
  }

  /** Called by the view when the theme changes. */
  theme(colors) {
    this.future = new THREE.Color(colors.mark);
    this.past = new THREE.Color(colors.line);
    this.haze = new THREE.Color(colors.ground);
    this.feet = ["left", "right"].map((side) => new THREE.Color(color(side)));
    this.line.material.color.copy(this.future);
  }

  /** Draws arrow heads along the past and future trajectories of these characters. */
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

  /** Adds a footprint at (x, y, z), rotated by yaw (radians). side: 0 left, 1 right. */
  footprint(side, x, y, z, yaw) {
    this.prints[this.at++ % PRINTS] = { side, x, y, z, yaw, time: this.now };
  }

  /** Removes all footprints. */
  forgetPrints() {
    this.prints = [];
    this.at = 0;
  }

  /** Called before each frame: draws the footprints, which fade with time. */
  update(passed, now) {
    this.now = now;
    this.soles.clear();
    for (const f of this.showPrints ? this.prints : []) {
      const age = (now - f.time) / PRINT_SECONDS;
      if (age < 1) this.soles.add(f.x, f.y + LIFT, f.z, f.yaw, this.color.copy(this.feet[f.side]).lerp(this.haze, age));
    }
    this.soles.send();
  }

  /** Draws a path [[x, z], ...] on the ground, in metres. An empty one removes it. */
  path(points, closed = false) {
    const all = closed && points.length ? [...points, points[0]] : points;
    this.line.geometry.dispose();
    this.line.geometry = new THREE.BufferGeometry().setFromPoints(
      all.map(([x, z]) => new THREE.Vector3(x, this.ground.heightAt(x, z) + 0.03, z)),
    );
  }
}

/** Darkens the ground below joints that are close to it, so that bodies do not seem to float. It is lighter where the sun casts shadows. */
export class Shade {
  /** ground: a Ground, or null for flat ground. */
  constructor(group, view, ground) {
    this.view = view;
    this.heightAt = (x, z) => ground?.heightAt(x, z) ?? 0;
    this.spots = new Stamps(SPOT, SPOTS, 0);
    group.add(this.spots.mesh);
    this.theme();
  }

  /** Called when the theme changes. */
  theme() {
    this.dark = new THREE.Color(this.view.colors.ground).multiplyScalar(0.12);
  }

  /** Starts a frame. */
  begin() {
    this.spots.clear();
  }

  /** Darkens the ground below joints. points: x, y, z each, world space, metres; moved by x and z. Spots of lower joints are smaller and darker. */
  below(points, x = 0, z = 0) {
    const most = this.view.sun.castShadow ? 0.4 : 0.75;
    for (let i = 0; i < points.length; i += 3) {
      const at = [points[i] + x, points[i + 2] + z];
      const height = points[i + 1] - this.heightAt(...at);
      if (height < NEAR) this.spot(...at, SPOT_SIZE + 0.4 * Math.max(0, height), most * Math.exp(-Math.max(0, height) / FADES));
    }
  }

  /** Adds a dark spot. size: radius in metres. */
  spot(x, z, size, opacity) {
    this.spots.add(x, 0, z, 0, this.dark, { heightAt: this.heightAt, size, opacity });
  }

  /** Ends a frame. */
  send() {
    this.spots.send();
  }
}

const BALL = new THREE.SphereGeometry(1, 20, 14);

/** A ball that the user drags in the plane of the screen. radius: in metres. */
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

  /** Returns the distance of a ray from the ball, in radii; below 1 the ball is hit. The radius grows with the distance, for fingers. */
  miss(ray) {
    const reach = Math.max(1.6 * this.radius, 0.03 * ray.origin.distanceTo(this.position));
    return this.mesh.visible ? ray.distanceToPoint(this.position) / reach : Infinity;
  }

  /** Returns a drag for Camera.grab. onmove(position) is called while the ball moves. */
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
