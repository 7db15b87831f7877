// Parts of a body seen from near: the camera goes to what the controls that are used change, and back to the whole body.
import * as THREE from "three";
import { button, h } from "../ui/dom.js";
import { t } from "../ui/text.js";

const WHOLE = 0.88; // metres over the ground: where the camera looks for the whole body
const EYES = ["left_eye_smplhf", "right_eye_smplhf"];
const HANDS = ["left_middle1", "right_middle1"];
const FEET = ["left_foot", "right_foot"];

/**
 * By part: joints whose middle is looked at; by: metres up and ahead of there; size: metres that have to be in the picture, beside the joints' own distance; turn, pitch: radians
 * from straight ahead.
 */
const PARTS = {
  face: { joints: EYES, by: [-0.03, 0], size: [0.2, 0.27], turn: 0.2, pitch: 0.02 },
  eyes: { joints: EYES, by: [0, 0], size: [0.1, 0.1], turn: 0.1, pitch: 0.02 },
  head: { joints: EYES, by: [0.02, -0.06], size: [0.36, 0.44], turn: 0.55, pitch: 0.12 },
  hands: { joints: HANDS, by: [-0.03, 0], size: [0.16, 0.28], turn: 0, pitch: 0.1 },
  left_hand: { joints: HANDS.slice(0, 1), by: [-0.03, 0], size: [0.22, 0.3], turn: 0.5, pitch: 0.1 },
  right_hand: { joints: HANDS.slice(1), by: [-0.03, 0], size: [0.22, 0.3], turn: -0.5, pitch: 0.1 },
  feet: { joints: FEET, by: [0.03, -0.05], size: [0.36, 0.4], turn: 0.5, pitch: 0.35 },
};

export class CloseUp {
  constructor(body) {
    Object.assign(this, { body, camera: body.view.camera, part: "", before: null });
    this.knob = h(
      ".closeup",
      { hidden: true },
      button(t("closeUp"), () => this.hide()),
    );
  }

  /** Whether this body has the joints of a part. */
  has(part) {
    return Boolean(PARTS[part]) && PARTS[part].joints.every((joint) => this.body.names?.includes(joint));
  }

  /** Goes to a part; to the whole body where this body has no such part. */
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

  /** Back to where the camera was. */
  hide(isAtOnce = false) {
    if (!this.part) return;
    const { camera, before } = this;
    Object.assign(this, { part: "", before: null });
    camera.aim.set(0, WHOLE, 0);
    camera.go(before, isAtOnce);
    this.changed();
  }

  changed() {
    this.knob.hidden = !this.part;
    this.body.handles.place();
    this.body.address();
  }

  /** The body has changed: the part may be elsewhere. */
  follow() {
    if (!this.part) return;
    if (this.has(this.part) && !this.body.compare.isOn) this.camera.aim.copy(this.place(this.part).middle);
    else this.hide();
  }

  /** Where a part is: the middle of its joints, how far apart they are sideways, and the yaw from which it is seen from the front. */
  place(part) {
    const {
      joints,
      by: [up, ahead],
    } = PARTS[part];
    const { body } = this;
    const points = joints.map((joint) => body.place(joint).setY(body.place(joint).y + body.lift));
    const middle = new THREE.Vector3();
    for (const point of points) middle.addScaledVector(point, 1 / points.length);
    const isHead = joints === EYES;
    const [left, right] = isHead ? points : [body.place("left_hip"), body.place("right_hip")];
    const facing = Math.atan2(left.z - right.z, left.x - right.x) * -1;
    const front = [Math.sin(facing), Math.cos(facing)];
    middle.y += up;
    middle.x += ahead * front[0];
    middle.z += ahead * front[1];
    return { middle, apart: points.length > 1 && !isHead ? points[0].distanceTo(points[1]) : 0, facing };
  }

  /** What somebody uses in the panel: controls of a part show it, others the whole body. Undo and what is copied change nothing of what is looked at. */
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
        const used = document.activeElement; // the event comes later than the focus of a control inside
        if (target.open) this.show((target.contains(used) && used.closest("[data-part]").dataset.part) || part);
        else this.hide();
      },
      true,
    ); // it does not bubble
  }
}
