// The person of the maker in three dimensions: fetched as a GLB when a choice changes, seen from where the choice is seen best.
import * as THREE from "three";
import { dress } from "../view/dressed.js";
import { Latest } from "../ui/latest.js";
import { poseOf } from "../body/poses.js";
import { SMPL } from "../view/smpl.js";
import { PACKED } from "../files/unpack.js";
import { fieldsOf, modelOf } from "./choices.js";
import { Glide } from "./glide.js";

/** What the camera shows: a size across and up in metres, and the angles from which it looks, in radians. */
const SHOTS = {
  body: { size: [0.9, 1.9], turn: 0.3, pitch: 0.03 },
  face: { size: [0.26, 0.34], turn: 0.22, pitch: 0.02 },
  hair: { size: [0.4, 0.5], turn: 0.5, pitch: 0.1 },
  shoes: { size: [0.5, 0.45], turn: 0.5, pitch: 0.3 },
};
const FRIENDLY = {
  browInnerUp: 0.12,
  mouthSmileLeft: 0.2,
  mouthSmileRight: 0.2,
  eyeSquintLeft: 0.05,
  eyeSquintRight: 0.05,
  eyeBlinkLeft: 0.1,
  eyeBlinkRight: 0.1,
}; // as portraits have it: a face without expression looks stern
const REST_MS = 150; // without a move, after which a slider rests
const POSE = { body_pose: poseOf("relaxed", SMPL.slice(1, 22)), left_hand: "relaxed", right_hand: "relaxed" };

export class Stage {
  /** drawn(names): called when a person is on screen, with the names of its materials. failed(error): called when a request fails. */
  constructor(view, client, { drawn, failed }) {
    Object.assign(this, { view, client, drawn, shot: "", eyes: new THREE.Vector3(0, 1.6, 0), top: 1.75, glide: new Glide() });
    this.person = new THREE.Group();
    Object.assign(view, { canRest: true, below: 0, isHeld: false });
    addEventListener("pointerdown", () => (view.isHeld = true), true);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (view.isHeld = false), true);
    view.scene.add(this.person, this.floor());
    this.drawing = new Latest((asked) => this.draw(asked), failed);
    Object.assign(view.camera, { least: 0.35, most: 8, canPan: false });
    this.show("body", true);
  }

  floor() {
    const disc = new THREE.Mesh(
      new THREE.CircleGeometry(1.1, 96).rotateX(-Math.PI / 2),
      new THREE.MeshLambertMaterial({ color: this.view.colors.ground }),
    );
    this.view.listeners.add({ theme: (colors) => disc.material.color.set(colors.ground) });
    disc.receiveShadow = true;
    disc.position.y = -0.002; // below the soles
    return disc;
  }

  /**
   * Asks for a person. slider: {name, read(choices): its value, null where it was not moved, isPainted: it changes colours too}, or null.
   * While it moves the picture follows; near people that are known, the server is asked when it rests.
   */
  ask(choices, slider = null) {
    this.wanted = choices;
    const way = this.glide.follow(slider, this.shown);
    clearTimeout(this.pause);
    if (!this.follow() || slider.isPainted) return this.drawing.ask({ choices, way });
    this.pause = setTimeout(() => this.drawing.ask({ choices, way }), REST_MS);
  }

  /** Shows the person between those that are known, where the slider is now; returns whether that is near them. */
  follow() {
    const { slider } = this.glide.way;
    if (!slider) return false;
    const meshes = this.person.children.map(({ geometry: { attributes } }) => attributes);
    const arrays = meshes.map(({ position, normal }) => ({ positions: position.array, normals: normal.array }));
    const isNear = this.glide.show(arrays, slider.read(this.wanted));
    for (const { position, normal } of meshes) position.needsUpdate = normal.needsUpdate = true;
    this.view.touch();
    return isNear;
  }

  async draw({ choices, way }) {
    const { blend_shapes, ...fields } = fieldsOf(choices),
      path = `/v1/models/${modelOf(choices)}/mesh?${new URLSearchParams({ format: "glb", ...PACKED })}`;
    const reply = await this.client.request("POST", path, {
      ...fields,
      ...POSE,
      blend_shapes: { ...FRIENDLY, ...blend_shapes },
      ground: true,
    });
    const { rig, lift } = await dress(this.person, await reply.arrayBuffer(), this.view.isSoftware);
    this.shown = {
      choices,
      parts: rig.parts.map(({ positions, normals }) => ({ positions: positions.slice(), normals: normals.slice() })),
    };
    this.glide.learn(way, this.shown);
    this.place(rig, lift);
    if (choices !== this.wanted) this.follow();
    this.view.touch();
    this.drawn([...new Set(rig.parts.map((part) => part.material.name))]);
  }

  /** Finds the eyes and the height, so that the camera stays at the face when the body changes. */
  place(rig, lift) {
    const box = new THREE.Box3(),
      eyes = rig.parts.find((part) => part.material.name.startsWith("eyes"));
    if (eyes)
      box
        .setFromArray(eyes.positions)
        .getCenter(this.eyes)
        .setY(this.eyes.y + lift);
    this.top = box.setFromArray(rig.parts[0].positions).max.y + lift;
    this.aim();
  }

  /** Moves the camera to a shot: "body", "face", "hair" or "shoes". */
  show(shot, isAtOnce = false) {
    if (shot === this.shot) return;
    this.shot = shot;
    const { size, turn, pitch } = SHOTS[shot],
      { camera } = this.view;
    this.aim();
    camera.go({ yaw: turn, pitch, distance: camera.distanceFor(...size) }, isAtOnce);
  }

  aim() {
    const { aim } = this.view.camera,
      { x, y, z } = this.eyes;
    if (this.shot === "face") aim.set(x, y - 0.03, z - 0.05);
    else if (this.shot === "hair")
      aim.set(x, y - 0.02, z - 0.08); // hair hangs, hats stand
    else if (this.shot === "shoes") aim.set(0, 0.12, 0);
    else aim.set(0, this.top / 2, 0);
  }
}
