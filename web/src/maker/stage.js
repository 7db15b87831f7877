// The person of the maker in three dimensions: fetched as a GLB when a choice changes, seen from where the choice is seen best.
import * as THREE from "three";
import { dress } from "../view/dressed.js";
import { Latest } from "../ui/latest.js";
import { poseOf } from "../body/poses.js";
import { PACKED } from "../files/unpack.js";
import { fieldsOf, modelOf } from "./choices.js";

/** What the camera shows: a size across and up in metres, and the angles from which it looks, in radians. */
const SHOTS = { body: { size: [0.9, 1.95], turn: 0.3, pitch: 0.03 }, face: { size: [0.26, 0.34], turn: 0.22, pitch: 0.02 }, hair: { size: [0.4, 0.5], turn: 0.5, pitch: 0.1 }, shoes: { size: [0.5, 0.45], turn: 0.5, pitch: 0.3 } };
const CROWN = 0.1; // metres from the eyes up to the middle of a shot of the hair

export class Stage {
  /** drawn(names): called when a person is on screen, with the names of its materials. failed(error): called when a request fails. */
  constructor(view, client, { drawn, failed }) {
    Object.assign(this, { view, client, drawn, shot: "", eyes: new THREE.Vector3(0, 1.6, 0), top: 1.75 });
    this.person = new THREE.Group();
    view.canRest = true;
    view.scene.add(this.person, this.floor());
    this.drawing = new Latest((choices) => this.draw(choices), failed);
    Object.assign(view.camera, { least: 0.35, most: 8, canPan: false });
    this.show("body", true);
  }

  floor() {
    const disc = new THREE.Mesh(new THREE.CircleGeometry(1.1, 96).rotateX(-Math.PI / 2), new THREE.MeshLambertMaterial({ color: this.view.colors.ground }));
    this.view.listeners.add({ theme: (colors) => disc.material.color.set(colors.ground) });
    disc.receiveShadow = true;
    disc.position.y = -0.002; // below the soles
    return disc;
  }

  /** The fields of the mesh of these choices, with arms that hang. */
  async request(choices) {
    this.names ??= (await this.client.model(modelOf(choices))).joint_names.slice(0, 22);
    return { ...fieldsOf(choices), body_pose: poseOf("relaxed", this.names).slice(1), left_hand: "relaxed", right_hand: "relaxed" };
  }

  ask(choices) { return this.drawing.ask(choices); }

  async draw(choices) {
    const start = performance.now(), path = `/v1/models/${modelOf(choices)}/mesh?${new URLSearchParams({ format: "glb", ...PACKED })}`;
    const reply = await this.client.request("POST", path, { ...(await this.request(choices)), ground: true });
    const { rig, lift } = await dress(this.person, await reply.arrayBuffer(), this.view.isSoftware);
    this.place(rig, lift);
    this.view.touch();
    this.took = performance.now() - start;
    this.drawn([...new Set(rig.parts.map((part) => part.material.name))]);
  }

  /** Finds the eyes and the height, so that the camera stays at the face when the body changes. */
  place(rig, lift) {
    const box = new THREE.Box3(), eyes = rig.parts.find((part) => part.material.name.startsWith("eyes"));
    if (eyes) box.setFromArray(eyes.positions).getCenter(this.eyes).setY(this.eyes.y + lift);
    this.top = box.setFromArray(rig.parts[0].positions).max.y + lift;
    this.aim();
  }

  /** Moves the camera to a shot: "body", "face", "hair" or "shoes". */
  show(shot, isAtOnce = false) {
    if (shot === this.shot) return;
    this.shot = shot;
    const { size, turn, pitch } = SHOTS[shot], { camera } = this.view;
    this.aim();
    camera.go({ yaw: turn, pitch, distance: camera.distanceFor(...size) }, isAtOnce);
  }

  aim() {
    const { aim } = this.view.camera, { x, y, z } = this.eyes;
    if (this.shot === "face") aim.set(x, y - 0.03, z - 0.05);
    else if (this.shot === "hair") aim.set(x, y + CROWN - 0.06, z - 0.08);
    else if (this.shot === "shoes") aim.set(0, 0.12, 0);
    else aim.set(0, this.top / 2, 0);
  }
}
