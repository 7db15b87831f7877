// The canvas: renderer, light, camera, and how finely it draws, by how fast this machine does.
import * as THREE from "three";
import { Camera } from "./camera.js";
import { Light } from "./light.js";
import { plainLight, setPlainLight } from "./plain.js";
import { color } from "../ui/tokens.js";

/**
 * Steps from fine to coarse: pixels of the screen's, shadow map; triangles of the body that is steered (0: all), how many others are drawn in
 * full, triangles of the rest; the ground: metres it may be off, triangles at most.
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
export const COUNTS = [6000, 2500, 1000, 550]; // triangles that `first` and `rest` choose from; the server makes them
const SMALL = matchMedia("(max-width: 760px), (max-height: 480px)");
const UPRIGHT = matchMedia("(max-width: 760px) and (orientation: portrait)"); // as in style.css

/** No room for the panel beside the controls of a character. */
export const isSmall = () => SMALL.matches;

const TOP = 46; // pixels below the bar for the meter and IK's verdict where they stand above
const STILL_S = 0.25; // seconds without a change after which a view rests
const SLOW_MS = 30;
const QUICK_MS = 14;
const WATCHED = 30; // pictures looked at before a step

export class View {
  /** drawing: {context, isSoftware} of first.js. */
  constructor(canvas, { context, isSoftware }) {
    this.canvas = canvas;
    if (!context) throw new Error("WebGL 2 is not there");
    this.isStill = /[?&]quality=best\b/.test(location.hash); // for pictures: all there is, however long it takes
    this.isSoftware = !this.isStill && (isSoftware || /swiftshader|llvmpipe|software|basic render/i.test(rendererName(context)));
    if (this.isSoftware) quickColors();
    this.renderer = new THREE.WebGLRenderer({ canvas, context });
    this.renderer.debug.checkShaderErrors = false; // asking makes the page wait for each
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.scene = new THREE.Scene();
    this.camera = new Camera(canvas);
    this.listeners = new Set();
    this.clip = new THREE.Matrix4();
    this.times = [];
    this.fps = 0;
    this.plainLight = this.isSoftware ? plainLight() : null; // what plain.js draws with
    this.light = new Light(this);
    this.sun = this.light.sun;
    document.documentElement.classList.toggle("plain", this.isSoftware);
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
    this.best = this.isSoftware ? 2 : this.level;
    this.setTheme();
    this.setLevel(this.level);
    const observer = new ResizeObserver(() => {
      this.resize();
      this.renderer.render(this.scene, this.camera.eye);
    });
    for (const element of [canvas, document.getElementById("panel")]) observer.observe(element);
    this.resize();
    this.renderer.setAnimationLoop((now) => this.draw(now / 1000));
  }

  /** Colours follow the document's: "dark" or "light". */
  setTheme() {
    const dark = document.documentElement.dataset.theme === "dark";
    this.colors = Object.fromEntries(["sky", "ground", "line", "mark"].map((name) => [name, color(name)]));
    this.scene.background = new THREE.Color(this.colors.sky);
    this.scene.fog = new THREE.Fog(this.colors.sky, 14, 48);
    this.light.set(dark ? "dark" : "light");
    if (this.plainLight) setPlainLight(this.plainLight, this.light, this.scene.fog);
    for (const listener of this.listeners) listener.theme?.(this.colors);
    this.touch();
  }

  /** From the world to clip space, as the eye is now. */
  toClip() {
    const { eye } = this.camera;
    eye.updateMatrixWorld();
    return this.clip.multiplyMatrices(eye.projectionMatrix, eye.matrixWorldInverse).elements;
  }

  /** How tall a metre is at so many metres from the eye, in pixels that are drawn. */
  pixelsAt(metres) {
    return (this.canvas.height * this.camera.eye.projectionMatrix.elements[5]) / (2 * Math.max(0.1, metres));
  }

  get detail() {
    return LEVELS[this.level];
  }

  setLevel(level) {
    this.level = level;
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

  resize() {
    const { clientWidth: w, clientHeight: height } = this.canvas;
    if (!w || !height) return;
    this.renderer.setPixelRatio(
      this.isSharp ? devicePixelRatio : Math.min(this.detail.pixels, this.isSoftware ? 1 : devicePixelRatio * this.detail.pixels),
    );
    this.renderer.setSize(w, height, false);
    this.camera.resize(w, height, this.free(w, height));
  }

  /** The part of the canvas that nothing covers: its size, and its middle from that of the canvas. An upright small screen has the panel below. */
  free(width, height) {
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const panel = box("panel");
    const top = isSmall() ? box("bar").bottom + TOP : 0;
    const bottom = UPRIGHT.matches && panel.height ? panel.top : height;
    const side = UPRIGHT.matches ? 0 : panel.width;
    return { x: side / 2, y: (top + bottom - height) / 2, width: width - side, height: Math.max(80, bottom - top) };
  }

  draw(now) {
    const passed = Math.min(0.1, now - (this.before ?? now));
    this.before = now;
    if (this.canRest && this.rests(now, passed)) return;
    this.govern(now); // first: a canvas of another size is empty until it is drawn
    for (const listener of this.listeners) listener.update?.(passed, now);
    this.camera.update(this.canRest ? 0 : passed); // after those whom it follows
    this.light.follow(this.camera.target);
    this.renderer.render(this.scene, this.camera.eye);
    this.drawn = (this.drawn ?? 0) + 1;
  }

  /** Tells a view that may rest (canRest) that the scene has changed. */
  touch() {
    this.version = (this.version ?? 0) + 1;
  }

  /** Whether camera and scene stand still, so that the picture on the canvas stays right. It is drawn once more, with all pixels of the screen, before the view rests. */
  rests(now, passed) {
    this.camera.update(passed);
    const { eye } = this.camera;
    const seen = [...eye.position, ...eye.quaternion, ...eye.projectionMatrix.elements].map((v) => v.toFixed(4)).join() + this.version;
    if (seen !== this.seen) {
      Object.assign(this, { seen, since: now });
      if (this.isSharp) this.resize();
      return (this.isSharp = false);
    }
    if (this.isSharp || now - this.since < STILL_S) return this.isSharp;
    this.isSharp = true;
    this.times = [];
    this.resize();
    this.light.follow(this.camera.target);
    this.renderer.render(this.scene, eye);
    return true;
  }

  /** Coarser when pictures take long, finer again when they are quick; not every second. */
  govern(now) {
    this.times.push(now);
    if (this.times.length <= WATCHED) return;
    this.times.shift();
    const ms = (1000 * (now - this.times[0])) / (WATCHED - 1);
    this.fps = 1000 / ms;
    if (document.hidden || this.isStill || now < (this.patience ?? 0)) return;
    const step = ms > SLOW_MS && this.level < LEVELS.length - 1 ? 1 : ms < QUICK_MS && this.level > this.best ? -1 : 0;
    if (!step) return;
    if (step > 0 && this.finer) this.best = this.level + 1; // it was tried and was too much
    this.finer = step < 0;
    this.patience = now + (step > 0 ? 2 : 6);
    this.times = [];
    this.setLevel(this.level + step);
  }
}

/** The way from linear to sRGB by square roots, within 0.002 of the powers, which software takes long over. */
function quickColors() {
  const powers = "pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 )";
  const chunk = THREE.ShaderChunk.colorspace_pars_fragment;
  const s1 = "sqrt( value.rgb )";
  const s2 = `sqrt( ${s1} )`;
  const s3 = `sqrt( ${s2} )`;
  THREE.ShaderChunk.colorspace_pars_fragment = chunk.replace(powers, `0.5851224 * ${s1} + 0.7831404 * ${s2} - 0.3682627 * ${s3}`);
}

function rendererName(gl) {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return String(info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : gl.getParameter(gl.RENDERER));
}
