// The canvas: renderer, scene, camera and light. It adapts the level of detail to the speed of the machine.
import * as THREE from "three";
import { Camera } from "./camera.js";
import { Calm, Governor } from "./governor.js";
import { Light } from "./light.js";
import { Smooth } from "./smooth.js";
import { plainLight, setPlainLight } from "./plain.js";
import { color } from "../ui/tokens.js";

/**
 * Levels of detail from fine to coarse.
 * pixels: resolution as a fraction of the screen's; shadows: side of the shadow map in texels (0: none); first: triangles of the body
 * that the user steers (0: all); bodies: number of other bodies drawn in full; rest: triangles of the remaining ones;
 * ground: [largest height error in metres, largest number of triangles].
 */
export const LEVELS = [
  { pixels: 2, shadows: 2048, first: 0, bodies: 40, rest: 6000, ground: [0.004, 300000] },
  { pixels: 1.5, shadows: 2048, first: 0, bodies: 16, rest: 6000, ground: [0.006, 150000] },
  { pixels: 1, shadows: 1024, first: 0, bodies: 4, rest: 2500, ground: [0.01, 60000] },
  { pixels: 0.8, shadows: 512, first: 6000, bodies: 0, rest: 2500, ground: [0.015, 20000] },
  { pixels: 0.7, shadows: 512, first: 6000, bodies: 0, rest: 1000, ground: [0.02, 10000] },
  { pixels: 0.6, shadows: 0, first: 2500, bodies: 0, rest: 1000, ground: [0.02, 6000] },
  { pixels: 0.5, shadows: 0, first: 2500, bodies: 0, rest: 1000, ground: [0.03, 3000] },
  { pixels: 0.45, shadows: 0, first: 2500, bodies: 0, rest: 1000, ground: [0.04, 1500] },
  { pixels: 0.4, shadows: 0, first: 2500, bodies: 0, rest: 550, ground: [0.05, 1000] },
];
// Details for a scene in which nobody moves, on software renderers: whole bodies, or coarser ones with their images, since vertices of few
// triangles give no face. images: number of the nearest bodies that have their images although they have fewer triangles (0 if missing).
const CALM = [
  LEVELS[2],
  { ...LEVELS[2], shadows: 0 },
  { ...LEVELS[2], shadows: 0, first: 6000, bodies: 0, rest: 6000, images: 4 },
  { ...LEVELS[3], shadows: 0, first: 6000, bodies: 0, rest: 2500, images: 4 },
];
// Small screens, and upright ones where the panel is below the canvas. style.css has the same conditions.
const SMALL = matchMedia("(max-width: 760px), (max-height: 480px)");
const UPRIGHT = matchMedia("(max-width: 760px) and (orientation: portrait)");

/** Returns whether the screen is too small for the panel beside a character's controls. */
export const isSmall = () => SMALL.matches;

// Height below the bar that the meter or the verdict of IK takes on small screens, in pixels.
const BELOW_BAR = 46;
// Time without a change after which a view that may rest is drawn sharp, in seconds.
const STILL_S = 0.25;
// Largest number of pixels that a software renderer draws while a control is held.
const HELD_PIXELS = 90000;
// Height of the panel's rounded corners on upright screens, through which the canvas is seen, in pixels.
const CORNER = 24;

/**
 * Owns the canvas and draws it in every frame. `listeners` are objects with any of the methods update(passed, now) in seconds,
 * theme(colors), detail(level) and beforeRender(), which is called when the camera is where the picture will be taken from.
 */
export class View {
  /** {context, isSoftware}: what first.js has made. */
  constructor(canvas, { context, isSoftware }) {
    this.canvas = canvas;
    if (!context) throw new Error("WebGL 2 is not there");
    this.isStill = /[?&]quality=best\b/.test(location.hash); // for screenshots: best quality, however long a frame takes
    this.isSoftware = !this.isStill && isSoftware;
    if (this.isSoftware) quickColors();
    this.renderer = new THREE.WebGLRenderer({ canvas, context });
    this.renderer.debug.checkShaderErrors = false; // a check would block the page at each shader
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.smooth = this.isSoftware && !context.getContextAttributes().antialias ? new Smooth(this.renderer) : null;
    this.scene = new THREE.Scene();
    this.camera = new Camera(canvas);
    this.listeners = new Set();
    this.clip = new THREE.Matrix4();
    this.governor = new Governor();
    this.calm = new Calm(CALM.length);
    this.isCalm = false; // set by who moves the figures: nobody moves
    this.isFetching = false; // set by who fetches them: frames take longer than drawing does
    this.calmDetail = null;
    this.below = BELOW_BAR;
    this.plainLight = this.isSoftware ? plainLight() : null; // uniforms of the materials of plain.js
    this.light = new Light(this);
    this.sun = this.light.sun;
    document.documentElement.classList.toggle("plain", this.isSoftware);
    // The first level: the finest for the screen, or a coarse one in software.
    this.level = this.isStill
      ? 0
      : this.isSoftware
        ? 5
        : Math.max(
            0,
            Math.min(
              2,
              LEVELS.findIndex((l) => l.pixels <= devicePixelRatio),
            ),
          );
    this.governor.finest = this.isSoftware ? 2 : this.level;
    this.setTheme();
    this.setLevel(this.level);
    // The size of the canvas depends on the window and on the panel.
    const observer = new ResizeObserver(() => {
      this.resize();
      this.render();
    });
    for (const element of [canvas, document.getElementById("panel")]) observer.observe(element);
    this.resize();
    this.renderer.setAnimationLoop((now) => this.draw(now / 1000));
  }

  /** Sets the colours to those of the document's theme, "dark" or "light". */
  setTheme() {
    const dark = document.documentElement.dataset.theme === "dark";
    this.colors = Object.fromEntries(["sky", "ground", "line", "mark"].map((name) => [name, color(name)]));
    this.scene.background = new THREE.Color(this.colors.sky);
    this.scene.fog = new THREE.Fog(this.colors.sky, 14, 48);
    this.light.set(dark ? "dark" : "light");
    if (this.plainLight) setPlainLight(this.plainLight, this.light, Light.toSun, this.scene.fog);
    for (const listener of this.listeners) listener.theme?.(this.colors);
    this.touch();
  }

  /** Returns the matrix from world to clip space for the camera as it is now: 16 numbers by columns. */
  toClip() {
    const { eye } = this.camera;
    eye.updateMatrixWorld();
    return this.clip.multiplyMatrices(eye.projectionMatrix, eye.matrixWorldInverse).elements;
  }

  /** As toClip(), for the part of the canvas that the panel does not cover (`covered`, a share of the height, from the bottom). */
  toSeen() {
    const m = this.toClip();
    const part = 1 - this.covered;
    for (let i = 0; i < 16; i += 4) m[i + 1] = (m[i + 1] - this.covered * m[i + 3]) / part;
    return m;
  }

  /** Returns the height of a metre at this distance from the eye (metres), in pixels of the canvas. */
  pixelsAt(metres) {
    return (this.canvas.height * this.camera.eye.projectionMatrix.elements[5]) / (2 * Math.max(0.1, metres));
  }

  /** The detail in use, a row of LEVELS or CALM. */
  get detail() {
    return this.calmDetail ?? LEVELS[this.level];
  }

  /** Sets the level of detail, an index of LEVELS. calmDetail: what is drawn instead while nobody moves. */
  setLevel(level, calmDetail = null) {
    Object.assign(this, { level, calmDetail });
    const { shadows } = this.detail;
    this.renderer.shadowMap.enabled = shadows > 0;
    this.sun.castShadow = shadows > 0;
    if (shadows && this.sun.shadow.mapSize.x !== shadows) {
      this.sun.shadow.mapSize.set(shadows, shadows);
      this.sun.shadow.map?.dispose();
      this.sun.shadow.map = null;
    }
    this.scene.traverse((o) => {
      if (o.material) for (const m of [o.material].flat()) m.needsUpdate = true;
    });
    this.resize();
    for (const listener of this.listeners) listener.detail?.(this.detail);
  }

  /** Adapts the renderer and the camera to the size of the canvas. */
  resize() {
    const { clientWidth: w, clientHeight: height } = this.canvas;
    if (!w || !height) return;
    const free = this.free(w, height);
    this.covered = this.isSoftware && this.canRest && UPRIGHT.matches ? Math.max(0, (height - free.bottom - CORNER) / height) : 0;
    this.renderer.setPixelRatio(this.isSharp ? devicePixelRatio : this.pixels(w * height * (1 - this.covered)));
    this.renderer.setSize(w, height, false);
    this.renderer.setScissor(0, this.covered * height, w, (1 - this.covered) * height);
    this.renderer.setScissorTest(this.covered > 0);
    this.camera.resize(w, height, free);
  }

  /** Returns the number of pixels of the canvas for one of the page (across) while something moves. area: seen part of the canvas, in pixels of the page. */
  pixels(area) {
    const { pixels } = this.detail;
    if (!this.isSoftware) return Math.min(pixels, devicePixelRatio * pixels);
    return Math.min(1, pixels, this.canRest && this.isHeld ? Math.sqrt(HELD_PIXELS / area) : 1);
  }

  /**
   * Returns the part of the canvas that nothing covers, in pixels: its size, x, y of its centre from the centre of the canvas, and its
   * bottom from the top of the canvas.
   * On small upright screens the panel is below it, otherwise beside it.
   */
  free(width, height) {
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const panel = box("panel");
    const top = isSmall() ? box("bar").bottom + this.below : 0;
    const bottom = UPRIGHT.matches && panel.height ? panel.top : height;
    const side = UPRIGHT.matches ? 0 : panel.width;
    return { x: side / 2, y: (top + bottom - height) / 2, width: width - side, height: Math.max(80, bottom - top), bottom };
  }

  /** Draws a frame, unless the view rests. now: seconds. */
  draw(now) {
    const passed = Math.min(0.1, now - (this.before ?? now));
    this.before = now;
    if (this.canRest && this.rests(now, passed)) return;
    this.govern(now, passed); // first, because a canvas that changes its size is empty until it is drawn
    for (const listener of this.listeners) listener.update?.(passed, now);
    this.camera.update(this.canRest ? 0 : passed); // after the listeners, which move what it follows
    this.light.follow(this.camera.target);
    this.render();
    this.drawn = (this.drawn ?? 0) + 1;
  }

  /** Renders the scene as it is now, with smooth edges if it is sharp. */
  render() {
    for (const listener of this.listeners) listener.beforeRender?.();
    (this.isSharp && this.smooth ? this.smooth : this.renderer).render(this.scene, this.camera.eye);
  }

  /** Says that the scene has changed, so that a view that may rest (`canRest`) draws it. */
  touch() {
    this.version = (this.version ?? 0) + 1;
  }

  /**
   * Returns whether the camera and the scene have not changed, so that nothing has to be drawn. When nothing has changed for a while it
   * draws one frame at the full resolution of the screen; not while a control is held (`isHeld`), because its next move would wait for
   * that frame.
   */
  rests(now, passed) {
    this.camera.update(passed);
    const { eye } = this.camera;
    const seen = [...eye.position, ...eye.quaternion, ...eye.projectionMatrix.elements].map((v) => v.toFixed(4)).join() + this.version;
    if (seen !== this.seen) {
      const isOther = this.isSharp || this.wasHeld !== this.isHeld;
      Object.assign(this, { seen, since: now, isSharp: false, wasHeld: this.isHeld });
      if (isOther) this.resize();
      return false;
    }
    if (this.isSharp || this.isHeld || now - this.since < STILL_S) return true;
    this.isSharp = true;
    this.governor.times = [];
    this.resize();
    this.light.follow(this.camera.target);
    this.render();
    return true;
  }

  /** Makes the view coarser when frames take long, and finer when they are quick, or when nobody moves on a software renderer. */
  govern(now, passed) {
    const isCalm = this.isCalm && this.camera.rests(passed);
    const calm = this.isSoftware && !document.hidden ? this.calm.level(now, isCalm, !this.isFetching) : null;
    if (calm !== null) {
      this.governor.times = [];
      if (this.calmDetail !== CALM[calm]) this.setLevel(this.level, CALM[calm]);
      return;
    }
    if (this.calmDetail) this.setLevel(this.level);
    const isWatched = !document.hidden && !this.isStill;
    const level = this.governor.level(now, { level: this.level, last: LEVELS.length - 1, isWatched });
    if (level !== this.level) this.setLevel(level);
  }

  /** Frames in a second, over the last half of a second or so; 0 at the start. */
  get fps() {
    return this.governor.fps;
  }
}

/** Replaces three's conversion from linear to sRGB by square roots, within 0.002. Powers are slow on software renderers. */
function quickColors() {
  const powers = "pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 )";
  const chunk = THREE.ShaderChunk.colorspace_pars_fragment;
  const s1 = "sqrt( value.rgb )";
  const s2 = `sqrt( ${s1} )`;
  const s3 = `sqrt( ${s2} )`;
  THREE.ShaderChunk.colorspace_pars_fragment = chunk.replace(powers, `0.5851224 * ${s1} + 0.7831404 * ${s2} - 0.3682627 * ${s3}`);
}
