// The element <posed-character>: a person from a posed server who walks in a page. Needs three.js as "three" and its GLTFLoader as
// "three/addons/...", by an import map or a bundler.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { Posed } from "./http.js";
import { disposeAll, fillBody, fillFace, soles } from "./three.js";
import { waitingFetch } from "./watch.js";

// Attributes that are fields of the server's GLB file.
const LOOKS = [
  "random",
  "look",
  "gender",
  "age",
  "height",
  "weight",
  "percentile",
  "betas",
  "wear",
  "skin",
  "hair_color",
  "hair_loss",
  "iris",
];
// Attributes after whose change the element starts again.
const WATCHED = ["src", "session", "model", "key", ...LOOKS];
// Radius of the circle to walk, in metres.
const CIRCLE = 1.6;

/** Base class of the element. On a server that renders pages there are no elements; the module can be imported there and does nothing. */
const Element = globalThis.HTMLElement ?? class {};

/**
 * Attributes: src, session, model, key, walk ("circle", "none" or a direction "x,z"), waiting (a text) and LOOKS. Events: ready, waiting
 * {detail}, error {detail}. See docs/guide/element.md of posed.
 */
export class PosedCharacter extends Element {
  static observedAttributes = [...WATCHED, "walk"];

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).innerHTML =
      `<style>:host { display: block; width: 320px; height: 420px; } :host { position: relative; } canvas { width: 100%; height: 100%; display: block; } p { position: absolute; inset: auto 0 50%; margin: 0; padding: 0 1em; text-align: center; font: 14px/1.4 system-ui, sans-serif; color: inherit; }</style><canvas role="img"></canvas><p role="status" part="status"></p>`;
    this.canvas = this.shadowRoot.querySelector("canvas");
    this.status = this.shadowRoot.querySelector("p");
    this.stage = null;
  }

  connectedCallback() {
    this.canvas.setAttribute("aria-label", this.getAttribute("aria-label") ?? "A person who walks");
    this.begin();
  }

  disconnectedCallback() {
    this.end();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.stage) return;
    if (name === "walk") this.startWalk();
    else {
      this.end();
      this.begin();
    }
  }

  /** Steers the character, as Character.input() does. The element no longer decides where it goes. */
  input(fields) {
    this.setAttribute("walk", "none");
    this.character?.input(fields);
  }

  // -- private ----------------------------------------------------------------------------

  /** Loads the person and opens the stream. After each wait it checks whether the element was removed or changed in the meantime. */
  async begin() {
    let stage = null;
    try {
      stage = this.stage = this.makeStage();
      const isMine = () => this.stage === stage;
      const gone = (this.gone = new AbortController());
      const fetch = waitingFetch({ waiting: (error) => isMine() && this.wait(error) });
      const client = (this.client = new Posed(this.getAttribute("src") || location.origin, {
        key: this.getAttribute("key"),
        fetch,
        timeout: 0,
      }));
      const session = this.getAttribute("session");
      const stream = (this.stream = client.stream({
        attempts: Infinity,
        ...(session ? { watch: session } : {}),
        profile: { channels: ["root", "smpl"] },
      }));
      stream.on("error", (error) => isMine() && this.fail(error));
      stream.on("disconnected", (error) => isMine() && this.wait(error)).on("welcome", () => isMine() && this.wait(null));
      const [figure] = await Promise.all([this.load(gone.signal), stream.open()]);
      if (this.stage !== stage) return; // end() has left the stream
      const character = session ? null : await this.spawn(stream, { body: { model: this.modelName, betas: figure.betas } });
      if (this.stage !== stage) return;
      Object.assign(this, { figure, character });
      this.wait(null);
      figure.scene.visible = false; // draw() shows it with its first frame
      stage.scene.add(figure.scene);
      this.startWalk();
      stage.renderer.setAnimationLoop(() => this.draw());
      this.dispatchEvent(new CustomEvent("ready", { detail: { character } }));
    } catch (error) {
      if (this.stage === stage) this.fail(error);
    }
  }

  /** Spawns the character. If the connection is lost meanwhile, waits for the next one and tries again. */
  async spawn(stream, fields) {
    for (;;) {
      try {
        return await stream.spawn(fields);
      } catch (error) {
        if (error.code !== "disconnected" || this.stream !== stream) throw error;
        await new Promise((resolve, reject) => {
          const changed = (state) => {
            if (state === "open" || state === "closed") stream.off("state", changed);
            if (state === "open") resolve();
            if (state === "closed") reject(error);
          };
          if (stream.state === "open") resolve();
          else stream.on("state", changed);
        });
      }
    }
  }

  /** Leaves the stream and frees everything. */
  end() {
    const { stage, stream } = this;
    this.gone?.abort();
    this.status.textContent = "";
    Object.assign(this, { stage: null, stream: null, character: null, figure: null, shown: null });
    stream?.leave().catch(() => {});
    if (!stage) return;
    stage.watch.disconnect();
    stage.renderer.setAnimationLoop(null);
    disposeAll(stage.scene);
    stage.renderer.dispose();
    stage.renderer.forceContextLoss(); // a page has few contexts, and a browser ends the oldest one
  }

  /**
   * Says that the element waits for the server because of an error, or with null that it no longer does. The text is shown while there is
   * no character.
   */
  wait(error) {
    const text = error && !this.figure ? (this.getAttribute("waiting") ?? "Waiting for the server …") : "";
    if (this.status.textContent !== text) this.status.textContent = text;
    if (error) this.dispatchEvent(new CustomEvent("waiting", { detail: error }));
  }

  /** Reports an error. */
  fail(error) {
    this.status.textContent = "";
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
  }

  /** Id of the body model. */
  get modelName() {
    return this.getAttribute("model") || "person";
  }

  /** Fetches the person's GLB file. Returns {scene, betas, lift}. */
  async load(signal) {
    const fields = { rig: true, morphs: false };
    for (const name of LOOKS) if (this.hasAttribute(name)) fields[name] = this.getAttribute(name);
    if (this.modelName === "person") Object.assign(fields, { left_hand: "relaxed", right_hand: "relaxed" });
    const { scene } = await new GLTFLoader().parseAsync(await this.client.glb(this.modelName, fields, { signal }), "");
    let betas = [];
    scene.traverse((o) => {
      betas = o.userData.betas ?? betas;
      if (o.isMesh) Object.assign(o, { castShadow: true, frustumCulled: false });
    });
    return { scene, betas, lift: soles(scene) };
  }

  /** Makes the renderer, scene, camera and light. */
  makeStage() {
    this.canvas.replaceWith((this.canvas = this.canvas.cloneNode())); // a canvas keeps its first context
    const renderer = new THREE.WebGLRenderer({ canvas: this.canvas, alpha: true, antialias: true });
    const scene = new THREE.Scene();
    const camera = new THREE.PerspectiveCamera(32, 1, 0.1, 50);
    const sun = new THREE.DirectionalLight(0xfff0d8, 2.6);
    renderer.shadowMap.enabled = true;
    renderer.toneMapping = THREE.NeutralToneMapping;
    sun.position.set(2.5, 5, 4);
    sun.castShadow = true;
    const floor = new THREE.Mesh(new THREE.PlaneGeometry(40, 40).rotateX(-Math.PI / 2), new THREE.ShadowMaterial({ opacity: 0.25 }));
    floor.receiveShadow = true;
    scene.add(new THREE.HemisphereLight(0xe9eef3, 0xc9c6c0, 1.6), sun, sun.target, floor);
    const resize = () => {
      const { clientWidth: w, clientHeight: height } = this;
      if (!w || !height) return;
      renderer.setPixelRatio(devicePixelRatio);
      renderer.setSize(w, height, false);
      camera.aspect = w / height;
      camera.updateProjectionMatrix();
    };
    const watch = new ResizeObserver(resize);
    watch.observe(this);
    resize();
    return { renderer, scene, camera, sun, floor, watch };
  }

  /** Starts the movement of the attribute `walk`. */
  startWalk() {
    const { character } = this;
    const how = this.getAttribute("walk") ?? "circle";
    const [x, z] = how.split(",").map(Number);
    if (!character) return;
    if (how !== "circle") return character.input(Number.isFinite(x) && Number.isFinite(z) ? { move: [x, z], gait: "walk" } : {});
    const ring = Array.from({ length: 16 }, (_, i) => [
      CIRCLE * Math.sin((i * Math.PI) / 8),
      CIRCLE * Math.cos((i * Math.PI) / 8) - CIRCLE,
    ]);
    character.follow(ring, { closed: true, gait: "walk" }).catch((error) => this.character === character && this.fail(error));
  }

  /**
   * Draws a frame: the element's own character, or the first of a watched session, and when that leaves the first of the remaining ones.
   */
  draw() {
    const { stage, stream, figure } = this;
    const all = stream.sample();
    const first = Math.min(...all.map((c) => c.id));
    const sampled = all.find((c) => c.id === this.shown) ?? all.find((c) => c.id === first);
    this.shown = sampled?.id ?? null;
    figure.scene.visible = Boolean(sampled);
    if (sampled) {
      fillBody(figure.scene, sampled, { lift: figure.lift });
      fillFace(figure.scene, sampled);
      this.aim(sampled.root);
    }
    stage.renderer.render(stage.scene, stage.camera);
  }

  /** Points the camera and the light at a position. */
  aim([x, y, z]) {
    const { camera, sun, floor } = this.stage;
    camera.position.set(x + 0.9, y + 1.25, z + 3.9);
    camera.lookAt(x, y + 0.93, z);
    sun.target.position.set(x, y, z);
    sun.position.set(x + 2.5, y + 5, z + 4);
    floor.position.set(x, y, z);
  }
}

/** Makes each attribute a property too, for frameworks. Lists are written with commas; null, undefined and false remove the attribute. */
for (const name of [...PosedCharacter.observedAttributes, "waiting"]) {
  Object.defineProperty(PosedCharacter.prototype, name, {
    configurable: true,
    enumerable: true,
    get() {
      return this.getAttribute(name);
    },
    set(value) {
      if (value === null || value === undefined || value === false) this.removeAttribute(name);
      else this.setAttribute(name, Array.isArray(value) ? value.join(",") : String(value));
    },
  });
}

if (globalThis.customElements && !customElements.get("posed-character")) customElements.define("posed-character", PosedCharacter);
