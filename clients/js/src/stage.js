// The pictures of a page's elements: one WebGL renderer draws all of them, one after the other, and each is copied to the canvas of its
// element. A browser has few WebGL contexts for a page, and ends the oldest one when there are more.
import * as THREE from "three";

/** Returns an error about WebGL. code: "webgl" (there is none) or "webgl_lost" (it was lost and may come back). */
const webglError = (code, message, cause) => Object.assign(new Error(message, { cause }), { code });

/** The renderer of the page, while an element needs it. */
let shared = null;

/** Draws every stage at each frame of the screen. */
class SharedRenderer {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.stages = new Set();
    try {
      this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, alpha: true, antialias: true });
    } catch (error) {
      throw webglError("webgl", "This browser has no WebGL, so the person cannot be drawn.", error);
    }

    const { renderer } = this;
    renderer.shadowMap.enabled = true;
    renderer.toneMapping = THREE.NeutralToneMapping;
    renderer.setPixelRatio(1); // sizes are in pixels of the screen
    renderer.setScissorTest(true);
    renderer.setAnimationLoop((now) => this.draw(now));
    this.canvas.addEventListener("webglcontextlost", () => this.tell(true));
    this.canvas.addEventListener("webglcontextrestored", () => this.tell(false));
  }

  /** Tells all stages that the context was lost or has come back. three.js itself asks for it and fills it again. */
  tell(isLost) {
    const error = webglError("webgl_lost", "The browser took the graphics card away. The picture comes back with it.");
    this.isLost = isLost;
    for (const stage of this.stages) stage.onLost(isLost ? error : null);
  }

  draw(now) {
    if (this.isLost) return;
    for (const stage of this.stages) if (stage.isSeen && stage.canvas.width && stage.pose(now)) this.drawStage(stage);
  }

  /** Draws a stage into the lower left corner of the shared canvas and copies it. */
  drawStage({ canvas, context, scene, camera }) {
    const { renderer } = this;
    const { width, height } = canvas;
    const isSmall = this.canvas.width < width || this.canvas.height < height;
    if (isSmall) renderer.setSize(Math.max(width, this.canvas.width), Math.max(height, this.canvas.height), false);
    renderer.setViewport(0, 0, width, height);
    renderer.setScissor(0, 0, width, height);
    renderer.render(scene, camera);
    context.clearRect(0, 0, width, height);
    context.drawImage(this.canvas, 0, this.canvas.height - height, width, height, 0, 0, width, height);
  }

  remove(stage) {
    this.stages.delete(stage);
    if (this.stages.size) return;
    this.renderer.setAnimationLoop(null);
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // a page has few contexts
    shared = null;
  }
}

/** Scene, camera and light of one element. */
export class Stage {
  /**
   * host: the element whose size counts. canvas: where the picture goes. pose(now): called before each frame; false leaves the last
   * picture. onLost(error): WebGL was lost, or with null is there again. Throws an Error with the code "webgl" without WebGL.
   */
  constructor({ host, canvas, pose, onLost }) {
    shared ??= new SharedRenderer();
    this.renderer = shared.renderer;
    this.context = canvas.getContext("2d");
    Object.assign(this, { host, canvas, pose, onLost, isSeen: true });
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(32, 1, 0.1, 50);

    // A sun with a shadow on a floor that is transparent otherwise.
    this.sun = new THREE.DirectionalLight(0xfff0d8, 2.6);
    this.sun.castShadow = true;
    this.floor = new THREE.Mesh(new THREE.PlaneGeometry(40, 40).rotateX(-Math.PI / 2), new THREE.ShadowMaterial({ opacity: 0.25 }));
    this.floor.receiveShadow = true;
    this.scene.add(new THREE.HemisphereLight(0xe9eef3, 0xc9c6c0, 1.6), this.sun, this.sun.target, this.floor);

    // Size and visibility of the element. What is outside of the window is not drawn.
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
    this.sights = new IntersectionObserver((entries) => (this.isSeen = entries.at(-1).isIntersecting), { rootMargin: "100px" });
    this.sights.observe(host);
    this.resize();
    shared.stages.add(this);
    if (shared.isLost) shared.tell(true);
  }

  /** Takes the size of the element. */
  resize() {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    const ratio = Math.min(devicePixelRatio, 4096 / Math.max(clientWidth, clientHeight));
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
  }

  /** Points the camera and the light at a position [x, y, z] on the ground. */
  aim([x, y, z]) {
    this.camera.position.set(x + 0.9, y + 1.25, z + 3.9);
    this.camera.lookAt(x, y + 0.93, z);
    this.sun.target.position.set(x, y, z);
    this.sun.position.set(x + 2.5, y + 5, z + 4);
    this.floor.position.set(x, y, z);
  }

  /** Frees what the stage holds, except for the objects that its user has put into the scene. */
  end() {
    this.sizes.disconnect();
    this.sights.disconnect();
    this.floor.geometry.dispose();
    this.floor.material.dispose();
    this.sun.dispose();
    this.context?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    shared.remove(this);
  }
}
