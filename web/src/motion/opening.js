// The first seconds of the page: three people walk towards the camera, and the camera moves towards them. On a software renderer one person
// stands there, who is drawn well. All look at the visitor. The first key, click or touch ends it.

import { h } from "../ui/dom.js";
import { t } from "../ui/text.js";

// Time to wait for people whose shapes are still being fetched, in seconds.
const PATIENCE = 3;
// Duration of the walk, in seconds.
const SECONDS = 3.8;
// Distance from the centre at which the walk starts, in metres.
const START = 3.9;
// Time that the people stand after the walk before the others start to wander, in seconds. Software renderers draw people well who stand.
const LINGER = 6;
const LINGER_IN_SOFTWARE = 20;
// Height of the point that the camera looks at, in metres: that of motion.js, so that the camera rests when the stream begins.
const AIM = 0.92;
// Formation for wide and for narrow canvases, in metres. beside: distance between neighbours; behind: how much farther back each pair
// stands; near: last distance of the camera. In a narrow canvas people stand closer together and farther back, so that three fit.
const WIDE = { beside: 0.95, behind: 0.55, near: 3.5 };
const NARROW = { beside: 0.6, behind: 1.0, near: 3.7 };
// Matches where the user has asked for reduced motion. Undefined in Node.
const quiet = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Moves the walkers and the camera at the start. isOn: it still steers the walkers. */
export class Opening {
  /**
   * isWanted: false when the page was opened by a link to something else. isStill: the people stand, as they do where the user has asked for
   * reduced motion.
   */
  constructor(camera, isWanted, { isSoftware = false, isStill = false } = {}) {
    Object.assign(this, {
      camera,
      linger: isSoftware ? LINGER_IN_SOFTWARE : LINGER,
      isOn: isWanted,
      isStill: isStill || Boolean(quiet?.matches),
      isTouched: false,
      row: camera.free.width < 0.8 * camera.free.height ? NARROW : WIDE,
      looking: new Set(), // characters that look at the visitor
      first: null,
      begun: null,
      passed: 0,
    });
    if (!isWanted) return;
    if (globalThis.document) this.greet();
    this.yaw = camera.yaw = 0.32;
    this.ahead = [Math.sin(this.yaw), Math.cos(this.yaw)]; // direction to the camera, [x, z]
    this.side = [this.ahead[1], -this.ahead[0]];
    [this.from, this.to] = [
      { pitch: 0.05, distance: 5.2 },
      { pitch: 0.1, distance: this.row.near },
    ];
    Object.assign(camera, this.isStill ? this.to : this.from);
    if (this.isStill) camera.target.copy(camera.aim.set(0, AIM, 0));
    const { pitch, distance } = this.to;
    const flat = Math.cos(pitch) * distance;
    this.eye = [Math.sin(this.yaw) * flat, AIM + Math.sin(pitch) * distance, Math.cos(this.yaw) * flat]; // where the camera will be
    for (const kind of ["keydown", "pointerdown"])
      addEventListener(kind, (event) => this.first !== null && !this.welcome?.contains(event.target) && this.touch());
  }

  /** Says what the page is, until the first key, click or touch. */
  greet() {
    this.welcome = h(
      "aside",
      { id: "welcome", "aria-label": "posed" },
      h(
        "p",
        {},
        t(matchMedia("(pointer: coarse)").matches ? "welcomeTouch" : "welcome"),
        " ",
        h("a", { href: "maker" }, t("welcomeMaker")),
      ),
      h("button", { type: "button", onclick: () => this.welcome.remove(), "aria-label": "✕" }, "✕"),
    );
    document.body.append(this.welcome);
  }

  /** Returns the start position of character i, [x, z] in metres. Character 0 is in the middle. */
  place(i) {
    const across = i === 0 ? 0 : Math.ceil(i / 2) * (i % 2 ? 1 : -1) * this.row.beside;
    const back = (this.isStill ? 0 : START) + Math.ceil(i / 2) * this.row.behind;
    return [0, 1].map((k) => across * (this.side?.[k] ?? 0) - back * (this.ahead?.[k] ?? 0));
  }

  /** Returns the direction in which the people face, in radians. */
  facing() {
    return this.yaw ?? 0;
  }

  /**
   * Called with each frame of the stream. All walk ahead once `count` of them are there or PATIENCE is over. time: seconds.
   * Returns false when it is over and the walkers are steered as usual.
   */
  steer(walkers, time, count) {
    this.look(walkers);
    if (!this.isOn) return false;
    this.first ??= time;
    if (this.isStill) this.end();
    else if (this.begun === null && walkers.length < count && time - this.first < PATIENCE) return true;
    this.begun ??= time;
    if (time - this.begun > SECONDS) this.end();
    for (const walker of walkers) {
      if (this.isOn && !walker.isOpening) walker.character.input({ move: this.ahead, gait: "walk" });
      if (!this.isOn && walker.isOpening) walker.character.input({ move: [0, 0] });
      walker.isOpening = this.isOn;
    }
    return this.isOn;
  }

  /** The user pressed a key or clicked. */
  touch() {
    this.isTouched = true;
    this.end();
    this.welcome?.remove();
    for (const character of this.looking) character.look(null).catch(() => {});
    this.looking.clear();
  }

  /** Lets the people look at the visitor until the first key, click or touch. */
  look(walkers) {
    if (!this.eye || this.isTouched) return;
    for (const { character } of walkers) {
      if (this.looking.has(character)) continue;
      this.looking.add(character);
      character.look(null, { point: this.eye, anchor: "world" }).catch(() => {});
    }
  }

  /** Returns whether the people still stand where the walk ended. */
  lingers(time) {
    return this.begun !== null && !this.isTouched && time - this.begun < SECONDS + this.linger;
  }

  /** Stops steering the walkers. */
  end() {
    this.isOn = false;
  }

  /** Called before each frame: moves the camera. passed: seconds. */
  update(passed) {
    if (!this.to || this.isStill || this.passed >= 1 || this.begun === null) return;
    if (this.camera.touched > 0 || this.camera.pointers.size) this.passed = 1;
    this.passed = Math.min(1, this.passed + passed / SECONDS);
    const s = this.passed * this.passed * (3 - 2 * this.passed);
    for (const name of ["pitch", "distance"])
      this.camera[name] += (this.from[name] + s * (this.to[name] - this.from[name]) - this.camera[name]) * (this.passed < 1 ? 1 : 0);
  }
}
