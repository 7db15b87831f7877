// How the page begins: three people walk towards who looks, and the camera comes a little to meet them. Whoever touches anything has it at once.

const PATIENCE = 3; // seconds that those who are there wait for who is still fetched
const SECONDS = 3.8;
const START = 3.9;
const LINGER = 6; // of the walk; metres before the middle; seconds that they stand afterwards before anybody wanders
/** Metres between neighbours, and each row behind the one before; how far away the eye is at last. In a narrow picture neighbours stand farther back, so that three fit. */
const WIDE = { beside: 0.95, behind: 0.55, near: 3.5 };
const NARROW = { beside: 0.6, behind: 1.0, near: 3.7 };
const quiet = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export class Opening {
  /** isWanted: nothing else was linked to. Where motion is to be reduced they stand. */
  constructor(camera, isWanted) {
    Object.assign(this, {
      camera,
      isOn: isWanted,
      isStill: Boolean(quiet?.matches),
      isTouched: false,
      row: camera.free.width < 0.8 * camera.free.height ? NARROW : WIDE,
      first: null,
      begun: null,
      passed: 0,
    });
    if (!isWanted) return;
    this.yaw = camera.yaw = 0.32;
    this.ahead = [Math.sin(this.yaw), Math.cos(this.yaw)]; // towards the eye
    this.side = [this.ahead[1], -this.ahead[0]];
    [this.from, this.to] = [
      { pitch: 0.05, distance: 5.2 },
      { pitch: 0.1, distance: this.row.near },
    ];
    Object.assign(camera, this.isStill ? this.to : this.from);
    for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => this.first !== null && this.touch()); // any key, a click or touch anywhere
  }

  /** Where the i-th stands at first, [x, z]; the first in the middle. */
  place(i) {
    const across = i === 0 ? 0 : Math.ceil(i / 2) * (i % 2 ? 1 : -1) * this.row.beside;
    const back = (this.isStill ? 0 : START) + Math.ceil(i / 2) * this.row.behind;
    return [0, 1].map((k) => across * (this.side?.[k] ?? 0) - back * (this.ahead?.[k] ?? 0));
  }

  facing() {
    return this.yaw ?? 0;
  }

  /** With every frame: all go ahead, once all `count` are there or PATIENCE is over. False: it is over, they are steered as ever. */
  steer(walkers, time, count) {
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

  touch() {
    this.isTouched = true;
    this.end();
  }

  /** Whether they still stand where the walk ended. */
  lingers(time) {
    return this.begun !== null && !this.isTouched && time - this.begun < SECONDS + LINGER;
  }

  end() {
    this.isOn = false;
  }

  /** The camera's part, with every picture. */
  update(passed) {
    if (!this.to || this.isStill || this.passed >= 1 || this.begun === null) return;
    if (this.camera.touched > 0 || this.camera.pointers.size) this.passed = 1;
    this.passed = Math.min(1, this.passed + passed / SECONDS);
    const s = this.passed * this.passed * (3 - 2 * this.passed);
    for (const name of ["pitch", "distance"])
      this.camera[name] += (this.from[name] + s * (this.to[name] - this.from[name]) - this.camera[name]) * (this.passed < 1 ? 1 : 0);
  }
}
