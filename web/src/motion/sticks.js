// Input from keyboard, touch controls and gamepad, combined into one stick in the camera's directions: ahead and right.
import { h, takesKeys } from "../ui/dom.js";

// Direction of each movement key: [right, ahead].
const MOVES = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  ArrowLeft: [-1, 0],
  KeyD: [1, 0],
  ArrowRight: [1, 0],
};
// Keys that move sideways without turning.
const SIDEWAYS = { KeyQ: -1, KeyE: 1 };
// Deflection of a gamepad's stick below which it is ignored.
const DEAD = 0.15;

/** Collects the input. `commands` maps the code of a key to what one press of it does. `active`: whether the tab is shown. */
export class Sticks {
  constructor() {
    Object.assign(this, { held: new Set(), touch: [0, 0], touchJog: false, touchJump: false, touchCrouch: false, active: true });
    this.commands = new Map();
    addEventListener("keydown", (e) => this.down(e));
    addEventListener("keyup", (e) => this.held.delete(e.code));
    addEventListener("blur", () => this.held.clear());
  }

  /** A key was pressed. */
  down(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || takesKeys(e.target, e.key) || !this.active) return;
    if (MOVES[e.code] || e.code === "Space") e.preventDefault();
    this.held.add(e.code);
    if (!e.repeat) this.commands.get(e.code)?.();
  }

  /**
   * Returns {right, ahead, sideways (-1 to 1), jog, run, crouch, jump, idle}. right and ahead are within the unit disc. Each is true or
   * not 0 as long as its key is held.
   */
  read() {
    let right = 0;
    let ahead = 0;
    let sideways = 0;
    for (const code of this.held) {
      right += MOVES[code]?.[0] ?? 0;
      ahead += MOVES[code]?.[1] ?? 0;
      sideways += SIDEWAYS[code] ?? 0;
    }
    const held = (...codes) => codes.some((code) => this.held.has(code));
    const pad = this.readPad();
    right += this.touch[0] + pad.right;
    ahead += this.touch[1] + pad.ahead;
    sideways += pad.sideways;
    const length = Math.hypot(right + sideways, ahead);
    const most = Math.max(1, length);
    return {
      right: right / most,
      ahead: ahead / most,
      sideways: sideways / most,
      jog: held("ShiftLeft", "ShiftRight") || this.touchJog || pad.jog,
      run: held("KeyR"),
      crouch: held("KeyC") || this.touchCrouch || pad.crouch,
      jump: held("Space") || this.touchJump || pad.jump,
      idle: length < 0.01,
    };
  }

  /** Reads the first gamepad: left stick moves, A jumps, B crouches, the right trigger jogs, the shoulder buttons move sideways. */
  readPad() {
    const pad = [...(navigator.getGamepads?.() ?? [])].find((p) => p?.connected && p.mapping === "standard");
    if (!pad || !this.active) return { right: 0, ahead: 0, sideways: 0, camera: [0, 0] };
    const live = (v) => (Math.abs(v) < DEAD ? 0 : v);
    const pressed = (i) => pad.buttons[i]?.pressed ?? false;
    return {
      right: live(pad.axes[0]),
      ahead: -live(pad.axes[1]),
      camera: [live(pad.axes[2]), live(pad.axes[3])],
      sideways: (pressed(5) ? 1 : 0) - (pressed(4) ? 1 : 0),
      jump: pressed(0),
      crouch: pressed(1),
      jog: (pad.buttons[7]?.value ?? 0) > 0.3,
    };
  }

  /** Returns the stick and the three buttons for touch screens. words: their labels. */
  touchControls(words) {
    const knob = h(".knob");
    const stick = h(".stick", { "aria-hidden": "true" }, knob);
    const point = (e) => {
      const box = stick.getBoundingClientRect();
      const r = box.width / 2;
      let x = (e.clientX - box.left - r) / r;
      let y = (e.clientY - box.top - r) / r;
      const most = Math.max(1, Math.hypot(x, y));
      [x, y] = [x / most, y / most];
      this.touch = [x, -y];
      knob.style.transform = `translate(${x * 60}%, ${y * 60}%)`;
    };
    const let_go = () => {
      this.touch = [0, 0];
      knob.style.transform = "";
    };
    stick.addEventListener("pointerdown", (e) => {
      stick.setPointerCapture(e.pointerId);
      point(e);
    });
    stick.addEventListener("pointermove", (e) => stick.hasPointerCapture(e.pointerId) && point(e));
    for (const name of ["pointerup", "pointercancel"]) stick.addEventListener(name, let_go);
    const hold = (label, name) =>
      h(
        "button.knobs",
        {
          type: "button",
          onpointerdown: () => {
            this[name] = true;
          },
          onpointerup: () => {
            this[name] = false;
          },
          onpointercancel: () => {
            this[name] = false;
          },
        },
        label,
      );
    return h(
      ".touch",
      {},
      stick,
      h(".buttons", {}, hold(words.jog, "touchJog"), hold(words.crouch, "touchCrouch"), hold(words.jump, "touchJump")),
    );
  }
}
