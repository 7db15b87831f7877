// Posing by hand: balls on hands, feet, head and pelvis that the user drags or moves by keys. The server's IK solver finds the pose; a line
// of text tells its result.
import * as THREE from "three";
import { button, h } from "../ui/dom.js";
import { Handle } from "../view/marks.js";
import { frameOf } from "./rotate.js";
import { jointName, t } from "../ui/text.js";
import { color } from "../ui/tokens.js";

// Joints that have a ball.
const JOINTS = ["left_hand", "right_hand", "left_foot", "right_foot", "head", "pelvis"];
// First joint of the chain that the solver moves. Other joints move their limb.
const CHAINS = { head: "spine1" };
// Joints that stay where they are while the pelvis moves.
const STAYS = ["left_ankle", "right_ankle"];
// Solvers that move the whole body: the joints that must stay where they are, beside the feet.
const LEARNED = { example: [], neural: ["head", "left_hand", "right_hand"] };
// Distance that a ball moves for a key press, in metres.
const STEP = 0.02;
// Factor of that distance with Shift.
const FAR = 5;
// Direction of each key: right, up, away from the camera.
const KEYS = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

/** The balls of a Body. held: the ball that is being moved; hits: joints at their limit in the last solution. */
export class Handles {
  constructor(body) {
    Object.assign(this, { body, view: body.view, isOn: true, held: null });
    this.all = JOINTS.map((joint) => ({ joint, ball: new Handle(this.view, color(joint === "pelvis" ? "handle-root" : "handle"), 0.03) }));
    this.limits = Array.from({ length: 12 }, () => new Handle(this.view, color("limit"), 0.022));
    this.hits = [];
    this.said = h("p.verdict", { role: "status" }); // over the canvas, where a user who drags looks
    for (const { mesh } of [...this.all.map((x) => x.ball), ...this.limits]) mesh.visible = false;
  }

  /** Returns the row of the panel: a button for each ball. While it has the focus, arrow keys move the ball. */
  panel() {
    this.knobs = this.all.map((x) =>
      Object.assign(
        button(t(x.joint), () => {}, { title: t("handleKeys"), pressed: false }),
        { which: x },
      ),
    );
    for (const knob of this.knobs) {
      knob.addEventListener("keydown", (e) => this.key(e, knob.which));
      knob.addEventListener("focus", () => this.point(knob.which, true));
      knob.addEventListener("blur", () => this.point(knob.which, false));
    }
    return h("fieldset.row", {}, h("legend", {}, t("handles")), this.knobs, h("p.quiet", {}, t("handleKeys")));
  }

  /** Marks the ball that keys move. */
  point(which, on) {
    which.ball.mesh.scale.setScalar((on ? 1.5 : 1) * which.ball.radius);
    this.knobs.find((k) => k.which === which).press(on);
    if (!on && this.held === which.ball) this.release();
  }

  /** Moves a ball by a key. */
  key(e, which) {
    const by = KEYS[e.key];
    if (!by || e.ctrlKey || e.metaKey || !this.body.joints) return;
    e.preventDefault();
    e.stopPropagation();
    if (this.held !== which.ball) this.stroke = this.begin(which);
    const { right, ahead } = this.view.camera.axes;
    const step = STEP * (e.shiftKey ? FAR : 1);
    const p = which.ball.position;
    p.x += step * (by[0] * right[0] + by[2] * ahead[0]);
    p.z += step * (by[0] * right[1] + by[2] * ahead[1]);
    p.y += step * by[1];
    this.stroke(p);
  }

  /** Returns a drag of the nearest ball for Camera.grab, or null where the ray misses all. */
  grab(ray) {
    if (!this.body.joints || !this.isOn || this.body.closeUp.part) return null;
    const nearest = this.all.map((x) => ({ ...x, miss: x.ball.miss(ray) })).sort((a, b) => a.miss - b.miss)[0];
    if (!(nearest.miss < 1)) return null;
    return nearest.ball.drag(ray, this.begin(nearest), () => this.release());
  }

  /**
   * Starts to move a ball. Returns a function that solves for a position. All positions are solved from the pose at the start, and are one
   * step of undo.
   */
  begin({ joint, ball }) {
    this.held = ball;
    const { body } = this;
    const name = `drag${performance.now()}`;
    const start = body.fields();
    const places = new Map(
      [...STAYS, ...JOINTS]
        .map((j) => body.named(j))
        .filter((j) => body.names.includes(j))
        .map((j) => [j, body.place(j)]),
    );
    const origin = body.place("pelvis").sub(new THREE.Vector3().fromArray(body.restPelvis));
    return (at) => body.solving.ask({ joint: body.named(joint), at: at.clone(), name, start, origin, places });
  }

  /** Ends moving. */
  release() {
    this.held = null;
    this.place();
    if (this.body.reach.hand) this.body.reaching.ask(this.body.state);
  }

  /** Solves for a position and sets the pose. The solver's `translation` is the offset of the pelvis from its rest position, in metres. */
  async solve({ joint, at, name, start, origin, places }) {
    const { body } = this;
    const { state } = body;
    // Learned solvers move the whole body; the other balls and the feet are targets too.
    const learned = LEARNED[state.solver];
    const isPelvis = joint === "pelvis" && !learned;
    const moved = isPelvis ? origin.clone().add(at).sub(places.get("pelvis")) : origin;
    const stay = (j) => ({
      joint: j,
      position: places.get(j).toArray(),
      orientation: frameOf(body.facts, start.quaternions, body.names.indexOf(j)).toArray(),
    });
    const held = (j) => ({ joint: j, position: (j === joint ? at : places.get(j)).toArray() });
    const feet = STAYS.filter((j) => j.split("_")[0] !== joint.split("_")[0] || !joint.endsWith("foot")).map((j) => ({
      joint: j,
      keep: true,
    }));
    const targets = learned
      ? [...[...new Set([joint, ...learned.map((j) => body.named(j))])].map(held), ...feet]
      : isPelvis
        ? STAYS.map(stay)
        : [{ joint, position: at.toArray(), ...(CHAINS[joint] ? { chain: CHAINS[joint] } : {}) }];
    const found = await body.client.ik({
      skeleton: state.model,
      betas: start.betas,
      quaternions: start.quaternions,
      translation: moved.toArray(),
      targets,
      limits: state.limits,
      solver: state.solver,
      move_root: Boolean(learned),
      ...(state.solver === "example" && state.style ? { style: state.style } : {}),
    });
    // Show the result and take the pose.
    this.hits = state.limits ? found.limits_hit : [];
    this.say(found);
    const { x, z } = learned && found.translation ? new THREE.Vector3().fromArray(found.translation) : moved;
    body.set(
      { quaternions: found.pose.quaternions.map((q) => q.map((v) => Number(v.toFixed(5)))), at: [x, z].map((v) => Number(v.toFixed(4))) },
      name,
    );
  }

  /** Tells the solver's result: status, solver, iterations, joints at their limit. */
  say({ status, targets, iterations }) {
    const hit = [...new Set(this.hits.map((x) => x.joint))].map(jointName).join(", ");
    const how = `${[...new Set(targets.map((x) => x.solver))].join(", ")}, ${iterations} ${t("iterations")}`;
    this.said.classList.toggle("missed", status !== "reached");
    this.said.textContent = [`${t(status)} ${how}${status === "reached" ? "" : "."}`, hit ? `${t("atLimit")} ${hit}` : ""]
      .filter(Boolean)
      .join(" · ");
  }

  /** Clears the result, for a pose that no solver has made. */
  forget() {
    this.hits = [];
    this.said.textContent = "";
  }

  /** Moves the balls to the drawn joints, and shows or hides them. */
  place() {
    const { body } = this;
    const shown = body.group.visible && !body.compare.isOn && !body.closeUp.part && body.joints; // balls would cover a close-up
    for (const { joint, ball } of this.all) {
      ball.mesh.visible = Boolean(shown && this.isOn && body.names.includes(body.named(joint)));
      if (ball.mesh.visible && ball !== this.held) ball.position.copy(body.place(joint));
    }
    const joints = [...new Set(this.hits.map((x) => x.joint))];
    this.limits.forEach((ball, i) => {
      ball.mesh.visible = Boolean(shown && i < joints.length);
      if (ball.mesh.visible) ball.position.copy(body.place(joints[i]));
    });
  }
}
