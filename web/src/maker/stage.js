// The 3D view of the maker: the person, fetched from the server as a GLB when a choice changes, and the camera, which looks at the part that is
// being changed.
import * as THREE from "three";
import { Dressed } from "../view/dressed.js";
import { Shade } from "../view/marks.js";
import { Latest } from "../ui/latest.js";
import { Glide } from "./glide.js";
import { personRequest } from "./person_request.js";

/**
 * Camera positions by name: width and height of what is in view, in metres (body: in heights of the person), then azimuth and elevation of the camera,
 * in radians.
 */
const SHOTS = {
  body: { size: [0.52, 1.14], turn: 0.3, pitch: 0.03 },
  face: { size: [0.26, 0.34], turn: 0.22, pitch: 0.02 },
  hair: { size: [0.4, 0.5], turn: 0.5, pitch: 0.1 },
  shoes: { size: [0.85, 0.6], turn: 0.5, pitch: 0.3 }, // feet are nearer than the point between them
};
/** Largest height of a vertex that belongs to a sole, in metres. */
const SOLE = 0.03;
/** Positions of the dark spots below a foot, as shares of its length from the heel, and their radius, in metres. */
const SPOTS = [0.15, 0.5, 0.85];
const SPOT_SIZE = 0.13;
/** Time without a change after which a slider counts as released, in milliseconds. */
const REST_MS = 150;

/** The 3D view. `shown` is the person on screen: {choices, parts: positions and normals of its meshes}; `wanted` the latest choices. */
export class Stage {
  /** drawn(names): called when a person is on screen, with the names of its materials. failed(error): called when a request fails. */
  constructor(view, client, { drawn, failed }) {
    Object.assign(this, { view, client, drawn, shot: "", eyes: new THREE.Vector3(0, 1.6, 0), top: 1.75, glide: new Glide() });
    this.dressed = new Dressed(view);
    this.person = this.dressed.group;
    Object.assign(view, { canRest: true, below: 0, isHeld: false });
    addEventListener("pointerdown", () => (view.isHeld = true), true);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (view.isHeld = false), true);
    view.scene.add(this.person, this.floor());
    this.shade = new Shade(view.scene, view, null);
    this.drawing = new Latest((asked) => this.draw(asked), failed);
    Object.assign(view.camera, { least: 0.35, most: 8, canPan: false });
    this.show("body", true);
  }

  /** Returns a disc that shows the ground and the person's shadow. */
  floor() {
    const disc = new THREE.Mesh(
      new THREE.CircleGeometry(1.1, 96).rotateX(-Math.PI / 2),
      new THREE.MeshLambertMaterial({ color: this.view.colors.ground }),
    );
    this.view.listeners.add({
      theme: (colors) => {
        disc.material.color.set(colors.ground);
        this.shade.theme();
        this.darken();
      },
    });
    disc.receiveShadow = true;
    disc.position.y = -0.002; // metres: below the soles, so that they are not hidden
    return disc;
  }

  /**
   * Requests the person of these choices. slider: the slider that changed them, or null: {name, read(choices): its value, or null if it was never
   * moved, isPainted: true if it changes colours too}. While a slider moves, the view interpolates between the meshes that it has (glide.js). Near one
   * of these meshes the server is asked only when the slider is released.
   */
  ask(choices, slider = null) {
    this.wanted = choices;
    const way = this.glide.follow(slider, this.shown);
    clearTimeout(this.pause);
    if (!this.follow() || slider.isPainted) return this.drawing.ask({ choices, way });
    this.pause = setTimeout(() => this.drawing.ask({ choices, way }), REST_MS);
  }

  /** Interpolates the person on screen at the slider's present value. Returns whether that is near the meshes that are known. */
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

  /** Returns the reply to a request for a person: the one that ahead.js has made already, or a new one. */
  async fetch({ path, body }) {
    const { ahead } = globalThis;
    globalThis.ahead = null;
    const reply = ahead?.path === path && ahead.text === JSON.stringify(body) ? await ahead.reply : null;
    return reply?.ok ? reply : this.client.request("POST", path, body);
  }

  /** Fetches the person of these choices and shows it. way: the slider's meshes (glide.js), to which it is added. */
  async draw({ choices, way }) {
    const reply = await this.fetch(personRequest(choices));
    const { rig, lift } = await this.dressed.show(await reply.arrayBuffer());
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

  /** Stores the position of the eyes and the height of the person, at which the camera looks. lift: height of the mesh above its own origin, in metres. */
  place(rig, lift) {
    const box = new THREE.Box3(),
      eyes = rig.parts.find((part) => part.material.name.startsWith("eyes")),
      before = this.top;
    if (eyes)
      box
        .setFromArray(eyes.positions)
        .getCenter(this.eyes)
        .setY(this.eyes.y + lift);
    this.top = box.setFromArray(rig.parts[0].positions).max.y + lift;
    if (this.shot === "body") this.refit(this.top / before);
    this.feet = feetOf(rig.parts[0].positions);
    this.darken();
    this.aim();
  }

  /** Moves the camera away by this factor, so that a taller person is in view as a smaller one was. */
  refit(factor) {
    const { camera } = this.view;
    if (camera.goal) camera.goal.distance *= factor;
    else camera.zoom(factor);
  }

  /** Draws dark spots below the feet, where the ground receives little light. */
  darken() {
    this.shade.begin();
    for (const { x, heel, toe } of this.feet ?? [])
      for (const share of SPOTS) this.shade.spot(x, heel + share * (toe - heel), SPOT_SIZE, this.view.sun.castShadow ? 0.25 : 0.5);
    this.shade.send();
  }

  /** Moves the camera to a shot: "body", "face", "hair" or "shoes". */
  show(shot, isAtOnce = false) {
    if (shot === this.shot) return;
    this.shot = shot;
    const { size, turn, pitch } = SHOTS[shot],
      { camera } = this.view,
      metres = shot === "body" ? size.map((share) => share * this.top) : size;
    this.aim();
    camera.go({ yaw: turn, pitch, distance: camera.distanceFor(...metres) }, isAtOnce);
  }

  /** Points the camera at the part of the person that the present shot shows. Offsets are in metres. */
  aim() {
    const { aim } = this.view.camera,
      { x, y, z } = this.eyes;
    if (this.shot === "face") aim.set(x, y - 0.03, z - 0.05);
    else if (this.shot === "hair")
      aim.set(x, y - 0.02, z - 0.08); // room below for long hair and above for hats
    else if (this.shot === "shoes") aim.set(0, 0.12, 0);
    else aim.set(0, this.top / 2, 0);
  }
}

/** Returns {x, heel, toe} of each foot, in metres: mean x and the ends along z of the vertices near the ground. positions: x, y, z each. */
function feetOf(positions) {
  let low = Infinity;
  for (let i = 1; i < positions.length; i += 3) low = Math.min(low, positions[i]);
  return [-1, 1].flatMap((side) => {
    const foot = { x: 0, heel: Infinity, toe: -Infinity };
    let count = 0;
    for (let i = 0; i < positions.length; i += 3) {
      if (positions[i + 1] > low + SOLE || positions[i] * side <= 0) continue;
      Object.assign(foot, {
        x: foot.x + positions[i],
        heel: Math.min(foot.heel, positions[i + 2]),
        toe: Math.max(foot.toe, positions[i + 2]),
      });
      count++;
    }
    return count ? [{ ...foot, x: foot.x / count }] : [];
  });
}
