// Moves the camera close to the part of the body that the used controls change, and back to the whole body.
import * as THREE from "three";
import { EYE_NAMES } from "posed-client";
import { button, h } from "../ui/dom.js";
import { t } from "../ui/text.js";

// Height above the ground at which the camera looks for the whole body, in metres.
const WHOLE = 0.88;
const HANDS = ["left_middle1", "right_middle1"];
const FEET = ["left_foot", "right_foot"];

/**
 * Camera for each part. joints: the camera looks at their mean, moved by `by` = [up, ahead] in metres; size: [across, up] in metres that
 * must be in the picture, besides the distance between the joints; turn, pitch: angles from the front of the part, in radians.
 */
const PARTS = {
  face: { joints: EYE_NAMES, by: [-0.03, 0], size: [0.2, 0.27], turn: 0.2, pitch: 0.02 },
  eyes: { joints: EYE_NAMES, by: [0, 0], size: [0.1, 0.1], turn: 0.1, pitch: 0.02 },
  head: { joints: EYE_NAMES, by: [0.02, -0.06], size: [0.36, 0.44], turn: 0.55, pitch: 0.12 },
  hands: { joints: HANDS, by: [-0.03, 0], size: [0.16, 0.28], turn: 0, pitch: 0.1 },
  left_hand: { joints: HANDS.slice(0, 1), by: [-0.03, 0], size: [0.22, 0.3], turn: 0.5, pitch: 0.1 },
  right_hand: { joints: HANDS.slice(1), by: [-0.03, 0], size: [0.22, 0.3], turn: -0.5, pitch: 0.1 },
  feet: { joints: FEET, by: [0.03, -0.05], size: [0.36, 0.4], turn: 0.5, pitch: 0.35 },
};

/** Close-ups of a Body. part: name of the one that is shown, or ""; before: the camera's view before it. */
export class CloseUp {
  constructor(body) {
    Object.assign(this, { body, camera: body.view.camera, part: "", before: null });
    this.knob = h(
      ".closeup",
      { hidden: true },
      button(t("closeUp"), () => this.hide()),
    );
  }

  /** Returns whether the body has the joints of a part. */
  has(part) {
    return Boolean(PARTS[part]) && PARTS[part].joints.every((joint) => this.body.names?.includes(joint));
  }

  /** Shows a part, or the whole body where it has no such part. */
  show(part) {
    const { body, camera } = this;
    if (body.compare.isOn || !body.joints || !this.has(part)) return this.hide();
    if (part === this.part) return;
    this.before ??= { yaw: camera.yaw, pitch: camera.pitch, distance: camera.distance };
    this.part = part;
    const { turn, pitch, size } = PARTS[part];
    const { middle, apart, facing } = this.place(part);
    camera.aim.copy(middle);
    camera.go({ yaw: facing + turn, pitch, distance: camera.distanceFor(size[0] + apart, size[1]) });
    this.changed();
  }

  /** Shows the whole body: the camera goes back to where it was. */
  hide(isAtOnce = false) {
    if (!this.part) return;
    const { camera, before } = this;
    Object.assign(this, { part: "", before: null });
    camera.aim.set(0, WHOLE, 0);
    camera.go(before, isAtOnce);
    this.changed();
  }

  /** Updates what depends on the part. */
  changed() {
    this.knob.hidden = !this.part;
    this.body.handles.place();
    this.body.mark();
  }

  /** Called when the body has changed: follows the part. */
  follow() {
    if (!this.part) return;
    if (this.has(this.part) && !this.body.compare.isOn) this.camera.aim.copy(this.place(this.part).middle);
    else this.hide();
  }

  /** Returns where a part is: {middle: point to look at, apart: distance between its joints, facing: yaw of its front in radians}. */
  place(part) {
    const {
      joints,
      by: [up, ahead],
    } = PARTS[part];
    const { body } = this;
    const points = joints.map((joint) => body.place(joint).setY(body.place(joint).y + body.lift));
    const middle = new THREE.Vector3();
    for (const point of points) middle.addScaledVector(point, 1 / points.length);
    const isHead = joints === EYE_NAMES;
    const [left, right] = isHead ? points : [body.place("left_hip"), body.place("right_hip")];
    const facing = Math.atan2(left.z - right.z, left.x - right.x) * -1;
    const front = [Math.sin(facing), Math.cos(facing)];
    middle.y += up;
    middle.x += ahead * front[0];
    middle.z += ahead * front[1];
    return { middle, apart: points.length > 1 && !isHead ? points[0].distanceTo(points[1]) : 0, facing };
  }

  /**
   * Listens to the panel: controls of a part show it, others show the whole body. Controls outside of the groups, such as undo, change
   * nothing.
   */
  listen(panel) {
    const at = ({ target }) => {
      const part = target.closest?.("[data-part]")?.dataset.part;
      if (part !== undefined) this.show(part);
      else if (target.closest?.(".group")) this.hide();
    };
    for (const kind of ["focusin", "input", "change"]) panel.addEventListener(kind, at);
    panel.addEventListener(
      "toggle",
      ({ target }) => {
        const { part } = target.dataset;
        if (part === undefined) return;
        const used = document.activeElement; // the event comes after the focus of a control inside
        if (target.open) this.show((target.contains(used) && used.closest("[data-part]").dataset.part) || part);
        else this.hide();
      },
      true,
    ); // capture, because toggle events do not bubble
  }
}
