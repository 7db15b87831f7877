// What is drawn upon the ground: trajectories, footprints, the path; and the ball that a hand reaches for.
import * as THREE from "three";
import { toWorld } from "posed-client";

const LIFT = 0.018, PRINTS = 160, PRINT_SECONDS = 9, DOTS = 40 * 12, BLOTS = 100;

/** Flat shapes that lie on the ground, one geometry for all: software renderers draw instances one by one. */
class Stamps {
  /** shape: corners [x, z] of triangles, three each. */
  constructor(shape, most, order) {
    Object.assign(this, { shape, most, count: 0, isShown: true });
    const geometry = new THREE.BufferGeometry();
    for (const name of ["position", "color"]) geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * shape.length * most), 3).setUsage(THREE.DynamicDrawUsage));
    this.mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.9, depthWrite: false, side: THREE.DoubleSide, forceSinglePass: true }));
    Object.assign(this.mesh, { frustumCulled: false, renderOrder: order });
  }

  clear() {
    this.count = 0;
  }

  /** heightAt: of the ground, when the shape shall follow it. */
  add(x, y, z, yaw, color, heightAt = null) {
    if (this.count >= this.most) return;
    const { position, color: colors } = this.mesh.geometry.attributes, c = Math.cos(yaw), s = Math.sin(yaw);
    let at = 3 * this.shape.length * this.count++;
    for (const [px, pz] of this.shape) {
      position.array[at] = x + c * px + s * pz;
      position.array[at + 2] = z - s * px + c * pz;
      position.array[at + 1] = heightAt ? heightAt(position.array[at], position.array[at + 2]) + LIFT : y;
      color.toArray(colors.array, at);
      at += 3;
    }
  }

  /** To the graphics processor goes what there is. */
  send() {
    const { geometry } = this.mesh, corners = this.shape.length * this.count;
    geometry.setDrawRange(0, corners);
    this.mesh.visible = this.isShown && corners > 0; // what is not seen needs no shader either
    for (const attribute of Object.values(geometry.attributes)) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 3 * corners);
      attribute.needsUpdate = corners > 0;
    }
  }
}

/** Arrow heads along where a character was and will be. */
const ARROW = [[0, 0.075], [0.055, -0.045], [0, -0.018], [0, 0.075], [0, -0.018], [-0.055, -0.045]];

const disc = (z, rx, rz, n) => Array.from({ length: n }, (_, i) => [i, i + 1].map((k) => [rx * Math.sin((2 * Math.PI * k) / n), z + rz * Math.cos((2 * Math.PI * k) / n)])).flatMap((edge) => [[0, z], ...edge]);
const SOLE = [...disc(0.055, 0.046, 0.085, 10), ...disc(-0.085, 0.034, 0.042, 8)];

export class Marks {
  constructor(view, ground) {
    Object.assign(this, { view, ground, prints: [], at: 0, now: 0, showTrajectory: true, showPrints: true, color: new THREE.Color(), world: new Float32Array(36) });
    this.dots = new Stamps(ARROW, DOTS, 2);
    this.soles = new Stamps(SOLE, PRINTS, 1);
    this.blots = new Stamps(disc(0, 0.24, 0.24, 12), BLOTS, 0);
    this.blots.mesh.material.opacity = 0.4;
    this.line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.9 }));
    this.line.frustumCulled = this.line.visible = false;
    view.scene.add(this.dots.mesh, this.soles.mesh, this.blots.mesh, this.line);
    this.heightAt = (x, z) => ground.heightAt(x, z);
    this.theme(view.colors);
    view.listeners.add(this);
  }

  show(on) {
    for (const stamps of [this.dots, this.soles, this.blots]) stamps.mesh.visible = stamps.isShown = on;
    this.line.visible = on;
  }

  theme(colors) {
    this.future = new THREE.Color(colors.mark);
    this.past = new THREE.Color(colors.line);
    this.haze = new THREE.Color(colors.ground);
    this.feet = [new THREE.Color(0x3fae7a), new THREE.Color(0xe08a3c)]; // left, right
    this.line.material.color.copy(this.future);
    this.dark = new THREE.Color(colors.ground).multiplyScalar(0.3);
  }

  /** Arrow heads of these characters. */
  trajectories(characters) {
    this.dots.clear();
    for (const c of this.showTrajectory ? characters : []) {
      if (!c.trajectory) continue;
      const { points, facings } = c.trajectory, now = facings.length / 2;
      toWorld(c, points, this.world);
      for (let i = 0; i < facings.length; i++) this.dots.add(this.world[3 * i], this.world[3 * i + 1] + LIFT, this.world[3 * i + 2], c.yaw + facings[i], i < now ? this.past : this.future);
    }
    this.dots.send();
  }

  /** Where there is no time for shadows: something dark below each. */
  shade(characters) {
    this.blots.clear();
    if (!this.view.sun.castShadow) for (const c of characters) this.blots.add(c.root[0], c.root[1], c.root[2], 0, this.dark, this.heightAt);
    this.blots.send();
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
    this.line.geometry = new THREE.BufferGeometry().setFromPoints(all.map(([x, z]) => new THREE.Vector3(x, this.ground.heightAt(x, z) + 0.03, z)));
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
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, this.position), start = this.position.clone(), at = new THREE.Vector3();
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
