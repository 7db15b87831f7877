// Draws the ground of a scene as the server describes it, with grid lines every metre, and on it the scene's walls, jump areas, low
// ceilings and beams. SCENES lists the scenes that the page can choose.
import * as THREE from "three";
import { plainGround } from "./plain.js";
import { CHAIRS, WALLS } from "../motion/room_plan.js";
import { triangulate } from "./terrain.js";
import { visible } from "./visible.js";

/** Flight of stairs of the scene "stairs". wide: half its width; start: z of the first step; landing: depth of the landing; all in metres. */
export const FLIGHT = { wide: 1.7, start: 2, rise: 0.17, going: 0.4, steps: 8, landing: 2 };

/**
 * Returns a height field {cell, heights} with stairs up to a landing and a ramp down behind it. side: points along each side;
 * cell: distance between them in metres. heights: a row for each z, in metres.
 */
export const stairs = (side, cell, { wide, start, rise, going, steps, landing } = FLIGHT) => ({
  cell,
  heights: Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) => {
      const x = cell * (j - (side - 1) / 2);
      const z = cell * (i - (side - 1) / 2) - start;
      const end = steps * going;
      if (Math.abs(x) > wide) return 0;
      if (z < end) return rise * Math.max(0, Math.min(steps, Math.ceil(z / going)));
      return rise * steps * Math.max(0, Math.min(1, 1 - (z - end - landing) / 4));
    }).map((y) => Number(y.toFixed(3))),
  ),
});

/** Scenes by name: the body of PUT /v1/scenes/{id}. "flat" needs none. */
export const SCENES = {
  flat: null,
  hills: { ground: { kind: "hills", seed: 1, side: 48 } },
  rolling: { ground: { kind: "rolling", seed: 2, side: 48 } },
  rocky: { ground: { kind: "rocky", seed: 3, side: 48 } },
  steps: { ground: { kind: "steps", seed: 4, side: 48 } },
  stairs: { ground: stairs(191, 0.1) },
  room: { walls: WALLS, seats: CHAIRS },
  course: {
    walls: [
      { from: [-3, 9], to: [1, 9] },
      { from: [4, 5], to: [4, 9] },
      { from: [-5, 2], to: [-5, 7] },
    ],
    jumps: [{ at: [0, 4] }, { at: [-2.5, 12] }],
    crouches: [{ at: [2.2, 12.5], size: [2.4, 3] }],
    beams: [{ from: [6.5, 2], to: [6.5, 8] }],
  },
};

/** Camera for scenes that start behind the usual camera: "yaw,pitch,distance" as in links. It looks over the shoulder of the walker. */
export const VIEWS = { stairs: "3.75,0.2,5.4", course: "3.45,0.42,7.5" };

// Fragment shader: lines every metre and every ten metres, faded where they would be finer than a pixel.
const LINES = `
  vec2 q = vGround.xz, w = fwidth(q) + 1e-5;
  vec2 one = abs(fract(q - 0.5) - 0.5) / w, ten = abs(fract(q / 10.0 - 0.5) - 0.5) * 10.0 / w;
  float fade = clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);
  float line = max((1.0 - min(1.0, min(one.x, one.y))) * 0.4 * fade, (1.0 - min(1.0, min(ten.x, ten.y) / 1.6)) * 0.6);`;

// Fragment shader: stone slabs of a metre, each a little lighter or darker, with grain. Both fade where a pixel is too large for them.
const SLABS = `
  float wide = max(w.x, w.y), slab = lot(floor(q + 0.5)), grain = 0.5 * rough(q * 26.0) + 0.3 * rough(q * 75.0) + 0.2 * rough(q * 5.0);
  diffuseColor.rgb *= 1.0 + 0.10 * (slab - 0.5) * clamp(1.0 - wide, 0.0, 1.0) + 0.16 * (grain - 0.5) * clamp(1.0 - wide * 12.0, 0.0, 1.0);`;

// Fragment shader functions of SLABS: lot(), a pseudorandom number, and rough(), smooth noise; both 0 to 1.
const NOISE = `
  float lot(vec2 p) { vec3 a = fract(vec3(p.xyx) * 0.1031); a += dot(a, a.yzx + 33.33); return fract((a.x + a.y) * a.z); }
  float rough(vec2 p) {
    vec2 i = floor(p), f = p - i;
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(lot(i), lot(i + vec2(1.0, 0.0)), f.x), mix(lot(i + vec2(0.0, 1.0)), lot(i + vec2(1.0, 1.0)), f.x), f.y);
  }`;

/** Returns the material of the ground: a standard material with grid lines added to its shaders. */
function groundMaterial(colors, isSoftware) {
  const material = isSoftware
    ? new THREE.MeshLambertMaterial({ color: colors.ground })
    : new THREE.MeshStandardMaterial({ color: colors.ground, roughness: 0.9 });
  material.userData.line = { value: new THREE.Color(colors.line) };
  material.onBeforeCompile = (shader) => {
    shader.uniforms.lineColor = material.userData.line;
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vGround;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvGround = (modelMatrix * vec4(position, 1.0)).xyz;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\nvarying vec3 vGround;\nuniform vec3 lineColor;${isSoftware ? "" : NOISE}`)
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>\n${LINES}${isSoftware ? "" : SLABS}\n  diffuseColor.rgb = mix(diffuseColor.rgb, lineColor, line);`,
      );
  };
  return material;
}

/** The ground of a View, and the height of the scene's ground at any point. */
export class Ground {
  constructor(view) {
    Object.assign(this, { view, map: null, scene: null });
    this.group = new THREE.Group();
    this.material = groundMaterial(view.colors, view.isSoftware);
    this.thing = new THREE.MeshLambertMaterial({ color: view.colors.line });
    this.area = new THREE.MeshBasicMaterial({ color: view.colors.mark, transparent: true, opacity: 0.22, depthWrite: false });
    this.simple = view.plainLight && plainGround(view.plainLight, { value: this.material.color }, this.material.userData.line);
    this.plane = new THREE.Mesh(new THREE.PlaneGeometry(160, 160, 8, 8).rotateX(-Math.PI / 2), this.material);
    this.plane.receiveShadow = true;
    view.scene.add(this.plane, this.group);
    view.listeners.add(this);
  }

  /** Called by the view when the theme changes. */
  theme(colors) {
    this.material.color.set(colors.ground);
    this.material.userData.line.value.set(colors.line);
    this.thing.color.set(colors.line);
    this.area.color.set(colors.mark);
  }

  /** Called by the view when the level of detail changes. */
  detail() {
    this.plane.material = this.surface;
    if (this.map) this.show(this.scene);
  }

  /** Material of the ground. A software renderer that draws no shadows uses the one with light by the vertex. */
  get surface() {
    return this.simple && !this.view.detail.shadows ? this.simple : this.material;
  }

  /** Called before each frame. Moves the flat plane with the camera, so that its edge is never seen. */
  update() {
    const at = this.view.camera.target;
    this.plane.position.set(Math.round(at.x), 0, Math.round(at.z));
    if (this.hills?.material === this.simple) this.leaveOut();
  }

  /** Leaves out the triangles of the hills that are not visible. */
  leaveOut() {
    const { index, attributes } = this.hills.geometry;
    const { corners } = this.hills.userData;
    this.hills.geometry.setDrawRange(
      0,
      visible(attributes.position.array, attributes.position.count, corners, this.view.toClip(), index.array),
    );
    index.needsUpdate = true;
  }

  /** Shows a scene as GET /v1/scenes/{id}?heights=true gives it, or flat ground for null. */
  show(scene) {
    this.clear();
    this.scene = scene;
    const ground = scene?.ground;
    this.map =
      ground?.heights && ground.heights.flat().some((h) => h !== 0)
        ? { ...ground, heights: Float32Array.from(ground.heights.flat()) }
        : null;
    this.plane.visible = !this.map;
    this.hills = this.map && this.terrain(...this.view.detail.ground);
    if (this.hills) this.group.add(this.hills);
    if (scene) this.furnish(scene);
  }

  /** Removes what show() has added. */
  clear() {
    for (const child of [...this.group.children]) {
      child.geometry.dispose();
      child.removeFromParent();
    }
  }

  /** Returns the mesh of the height field, within `error` metres and at most `most` triangles. */
  terrain(error, most) {
    const { columns, cell, x, z } = this.map;
    const found = triangulate({ at: (a, b) => this.heightAt(a, b), x, z, side: (columns - 1) * cell, error, most });
    const g = new THREE.BufferGeometry()
      .setAttribute("position", new THREE.BufferAttribute(found.positions, 3))
      .setIndex(new THREE.BufferAttribute(found.indices.slice(), 1));
    g.setAttribute("normal", new THREE.BufferAttribute(found.normals, 3));
    return Object.assign(new THREE.Mesh(g, this.surface), {
      receiveShadow: true,
      frustumCulled: false,
      userData: { corners: found.indices },
    });
  }

  /** Adds the scene's walls, beams, jump areas and low ceilings. */
  furnish({ walls = [], jumps = [], crouches = [], beams = [] }) {
    const add = (geometry, material, x, z, lift) => {
      const mesh = new THREE.Mesh(geometry, material);
      mesh.position.set(x, this.heightAt(x, z) + lift, z);
      mesh.castShadow = material === this.thing;
      this.group.add(mesh);
      return mesh;
    };
    const bar = ({ from, to, width = 0.1 }, height, lift, material) => {
      const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
      add(
        new THREE.BoxGeometry(2 * width, height, Math.hypot(dx, dz) + 2 * width),
        material,
        (from[0] + to[0]) / 2,
        (from[1] + to[1]) / 2,
        lift,
      ).rotation.y = Math.atan2(dx, dz);
    };
    for (const wall of walls) bar(wall, 1, 0.5, this.thing);
    for (const beam of beams) bar(beam, 0.02, 0.012, this.area);
    for (const { at, radius = 0.75 } of jumps)
      add(new THREE.RingGeometry(radius - 0.08, radius, 40).rotateX(-Math.PI / 2), this.area, ...at, 0.015);
    for (const { at, size } of crouches) add(new THREE.BoxGeometry(size[0], 0.08, size[1]), this.area, ...at, 1.35);
  }

  /** Returns the height of the ground at a point, in metres: bilinear between the points of the height field. */
  heightAt(x, z) {
    const m = this.map;
    if (!m) return 0;
    const u = Math.min(m.columns - 1.001, Math.max(0, (x - m.x) / m.cell));
    const v = Math.min(m.rows - 1.001, Math.max(0, (z - m.z) / m.cell));
    const c = Math.floor(u);
    const r = Math.floor(v);
    const s = u - c;
    const t = v - r;
    const at = (i, j) => m.heights[j * m.columns + i];
    return (1 - t) * ((1 - s) * at(c, r) + s * at(c + 1, r)) + t * ((1 - s) * at(c, r + 1) + s * at(c + 1, r + 1));
  }

  /** Returns the point where a ray meets the ground, or null where it goes up and away. Steps along the ray over hills. */
  hit(ray, out = new THREE.Vector3()) {
    if (!this.map) return ray.direction.y < -0.01 ? ray.at(-ray.origin.y / ray.direction.y, out) : null;
    for (let d = 0, step = 0.05; d < 120; d += step) {
      ray.at(d, out);
      const over = out.y - this.heightAt(out.x, out.z);
      if (over <= 0.005) return out;
      step = Math.max(0.02, 0.4 * over);
    }
    return null;
  }
}
