// Shows four ways of skinning side by side: linear and dual quaternion blending, each with the pose blend shapes P (from the server) and
// without them (computed here).
import * as THREE from "three";
import { fillGeometry } from "posed-client";
import { h } from "../ui/dom.js";
import { readRig } from "../files/glb.js";
import { PACKED } from "../files/packed.js";
import { unpack } from "../files/unpack.js";
import { blendDual, blendLinear, dualsOf, toWorld } from "../view/skin.js";
import { said } from "../ui/said.js";
import { t } from "../ui/text.js";
import { colors } from "../ui/tokens.js";

const FIGURES = colors("figures");
// The four ways: skinning, whether with P.
const WAYS = [
  ["lbs", true],
  ["dqs", true],
  ["lbs", false],
  ["dqs", false],
];
// Distance between two bodies, in metres.
const APART = 0.95;

/** The comparison of a Body. rigs: promises of rigs by model. */
export class Compare {
  constructor(body) {
    Object.assign(this, { body, isOn: false, rigs: new Map(), group: new THREE.Group() });
    this.meshes = WAYS.map((_, i) => {
      const mesh = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshLambertMaterial({ color: FIGURES[i < 2 ? 0 : 1] }));
      return Object.assign(mesh, { castShadow: true, receiveShadow: true, frustumCulled: false });
    });
    this.meshes.forEach((mesh, i) => mesh.position.set((i - 1.5) * APART, 0, 0));
    this.tags = WAYS.map(([way, withP]) =>
      h(
        "span.tag",
        {},
        said(() => `${way.toUpperCase()} ${t(withP ? "withP" : "withoutP")}`),
      ),
    );
    this.group.add(...this.meshes);
    this.group.visible = false;
    body.group.add(this.group);
    body.view.listeners.add(this);
  }

  /** Switches the comparison on or off. */
  set(on) {
    this.isOn = this.group.visible = on;
    if (on) document.body.append(...this.tags);
    else for (const tag of this.tags) tag.remove();
    this.body.mesh.visible = !on;
    if (on) this.body.view.camera.distance = Math.max(this.body.view.camera.distance, 6.4);
    this.body.handles.place();
    this.body.rotate.place();
    this.body.apply();
  }

  /** Draws the four bodies of state s. */
  async draw(s) {
    const { client, facts } = this.body;
    const fields = this.body.fields(s);
    const include = ["vertices", "normals", "joints", "faces"];
    const at = (i) => ({ ...fields, translation: [0, 0, 0], skinning: WAYS[i][0], include });
    const [lbs, dqs, rest, rig] = await Promise.all([
      client.mesh(s.model, at(0)),
      client.mesh(s.model, at(1)),
      client.mesh(s.model, { betas: fields.betas, include }),
      this.rig(s.model),
    ]);
    const made = this.without(rest, rig, fields.quaternions, facts);
    [lbs, dqs, ...made].forEach((mesh, i) => fillGeometry({ BufferAttribute: THREE.BufferAttribute }, this.meshes[i].geometry, mesh));
  }

  /** Returns a promise of the model's rig with its skin weights, fetched once. */
  rig(model) {
    if (!this.rigs.has(model))
      this.rigs.set(
        model,
        this.body.client
          .glb(model, { rig: true, morphs: false, wear: "none", ...PACKED })
          .then(unpack)
          .then(readRig),
      );
    return this.rigs.get(model);
  }

  /** Returns two meshes without P: the shaped rest pose, skinned by linear blending and by dual quaternions. */
  without(rest, rig, quaternions, { parents }) {
    const point = (j) => [...rest.joints.subarray(3 * j, 3 * j + 3)];
    const inverseBinds = new Float32Array(16 * rig.joints.length);
    const joints = rig.joints.map((_, j) => {
      const parent = parents[j] ?? -1;
      const here = point(j);
      inverseBinds.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...here.map((v) => -v), 1], 16 * j);
      return { parent, offset: parent < 0 ? here : here.map((v, k) => v - rest.joints[3 * parent + k]) };
    });
    const world = new Float32Array(12 * joints.length);
    const skin = new Float32Array(world.length);
    const root = Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    toWorld({ joints, rig: { inverseBinds } }, quaternions.flat(), joints[0].offset, root, world, skin);
    const part = { positions: rest.vertices, normals: rest.normals, joints: rig.skinIndex, weights: rig.skinWeight };
    const duals = dualsOf(skin);
    return [
      [blendLinear, skin],
      [blendDual, duals],
    ].map(([blend, turns]) => {
      const vertices = new Float32Array(rest.vertices.length);
      const normals = new Float32Array(vertices.length);
      for (let v = 0; v < vertices.length / 3; v++) blend(part, turns, v, vertices, normals, 3 * v);
      return { vertices: grounded(vertices), normals, faces: rest.faces };
    });
  }

  /** Called before each frame: moves the labels above the bodies. */
  update() {
    if (!this.isOn || !this.body.group.visible) return;
    const { eye } = this.body.view.camera;
    const { clientWidth: w, clientHeight: height } = this.body.view.canvas;
    const p = new THREE.Vector3();
    this.tags.forEach((tag, i) => {
      p.set(this.meshes[i].position.x, 2, 0).project(eye);
      tag.style.transform = `translate(-50%, -100%) translate(${((p.x + 1) / 2) * w}px, ${((1 - p.y) / 2) * height}px)`;
    });
  }

  /** Called when the tab is shown or hidden. */
  show(on) {
    for (const tag of this.tags) if (!on) tag.remove();
    if (on && this.isOn) document.body.append(...this.tags);
  }
}

/** Moves vertices vertically in place, so that the lowest is at 0. Returns them. */
function grounded(vertices) {
  let low = Infinity;
  for (let i = 1; i < vertices.length; i += 3) low = Math.min(low, vertices[i]);
  for (let i = 1; i < vertices.length; i += 3) vertices[i] -= low;
  return vertices;
}
