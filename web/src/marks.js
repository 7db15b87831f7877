// What is drawn upon the ground: trajectories, footprints, the path; and the ball that a hand reaches for.
import * as THREE from "three";
import { toWorld } from "posed-client";

const LIFT = 0.018, PRINTS = 160, PRINT_SECONDS = 9, DOTS = 40 * 12;

function flat(geometry, color, count, order) {
  const material = new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.9, depthWrite: false, side: THREE.DoubleSide });
  const mesh = new THREE.InstancedMesh(geometry, material, count);
  Object.assign(mesh, { frustumCulled: false, renderOrder: order, count: 0 });
  return mesh;
}

/** Arrow heads along where a character was and will be. */
function arrowHead() {
  const shape = new THREE.Shape([[0, 0.075], [0.055, -0.045], [0, -0.018], [-0.055, -0.045]].map(([x, y]) => new THREE.Vector2(x, y)));
  return new THREE.ShapeGeometry(shape).rotateX(Math.PI / 2);
}

function sole() {
  const shape = new THREE.Shape();
  shape.absellipse(0, 0.055, 0.046, 0.085, 0, 2 * Math.PI);
  const heel = new THREE.Shape();
  heel.absellipse(0, -0.085, 0.034, 0.042, 0, 2 * Math.PI);
  return new THREE.ShapeGeometry([shape, heel], 5).rotateX(Math.PI / 2);
}

export class Marks {
  constructor(view, ground) {
    Object.assign(this, { view, ground, prints: [], at: 0, now: 0, showTrajectory: true, showPrints: true });
    this.dots = flat(arrowHead(), 0xffffff, DOTS, 2);
    this.soles = flat(sole(), 0xffffff, PRINTS, 1);
    this.line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.9 }));
    this.line.frustumCulled = false;
    view.scene.add(this.dots, this.soles, this.line);
    this.theme(view.colors);
    view.listeners.add(this);
  }

  theme(colors) {
    this.future = new THREE.Color(colors.mark);
    this.past = new THREE.Color(colors.line);
    this.haze = new THREE.Color(colors.ground);
    this.feet = [new THREE.Color(0x3fae7a), new THREE.Color(0xe08a3c)]; // left, right
    this.line.material.color.copy(this.future);
  }

  /** Arrow heads of these characters. */
  trajectories(characters) {
    const m = new THREE.Matrix4(), q = new THREE.Quaternion(), up = new THREE.Vector3(0, 1, 0), s = new THREE.Vector3(1, 1, 1), p = new THREE.Vector3();
    let n = 0;
    for (const c of this.showTrajectory ? characters : []) {
      if (!c.trajectory) continue;
      const { points, facings } = c.trajectory, world = toWorld(c, points), now = facings.length / 2;
      for (let i = 0; i < facings.length && n < DOTS; i++, n++) {
        q.setFromAxisAngle(up, c.yaw + facings[i]);
        p.set(world[3 * i], world[3 * i + 1] + LIFT, world[3 * i + 2]);
        this.dots.setMatrixAt(n, m.compose(p, q, s));
        this.dots.setColorAt(n, i < now ? this.past : this.future);
      }
    }
    this.dots.count = n;
    this.dots.instanceMatrix.needsUpdate = true;
    if (this.dots.instanceColor) this.dots.instanceColor.needsUpdate = true;
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
    const m = new THREE.Matrix4(), q = new THREE.Quaternion(), up = new THREE.Vector3(0, 1, 0), p = new THREE.Vector3(), s = new THREE.Vector3(), color = new THREE.Color();
    let n = 0;
    for (const f of this.showPrints ? this.prints : []) {
      const age = (now - f.time) / PRINT_SECONDS;
      if (age > 1) continue;
      q.setFromAxisAngle(up, f.yaw);
      this.soles.setMatrixAt(n, m.compose(p.set(f.x, f.y + LIFT, f.z), q, s.setScalar(1)));
      this.soles.setColorAt(n++, color.copy(this.feet[f.side]).lerp(this.haze, age));
    }
    this.soles.count = n;
    this.soles.instanceMatrix.needsUpdate = true;
    if (this.soles.instanceColor) this.soles.instanceColor.needsUpdate = true;
  }

  /** The path [[x, z], ...] on the ground; an empty one takes it away. */
  path(points, closed = false) {
    const all = closed && points.length ? [...points, points[0]] : points;
    this.line.geometry.dispose();
    this.line.geometry = new THREE.BufferGeometry().setFromPoints(all.map(([x, z]) => new THREE.Vector3(x, this.ground.heightAt(x, z) + 0.03, z)));
  }
}

/** A ball that can be dragged in the plane of the picture. */
export class Handle {
  constructor(view, color, radius = 0.05) {
    this.view = view;
    this.mesh = new THREE.Mesh(new THREE.SphereGeometry(radius, 20, 14), new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.85, depthTest: false }));
    this.mesh.renderOrder = 9;
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
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
