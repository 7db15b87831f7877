// <posed-character>: a person of a posed daemon who walks in a page. Needs three.js as "three" and its GLTFLoader as "three/addons/...", by an import map or a bundler.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { Posed } from "./http.js";
import { fillBody, soles } from "./three.js";

const LOOKS = ["random", "look", "gender", "age", "height", "weight", "percentile", "betas", "wear", "skin", "hair_color", "iris"]; // attributes that are fields of the server's GLB
const WATCHED = ["src", "session", "model", ...LOOKS], CIRCLE = 1.6; // metres

/** Attributes: src, session, model, walk ("circle", "none" or a direction "x,z") and LOOKS. Events: ready, error {detail}. docs/guide/element.md of posed. */
export class PosedCharacter extends HTMLElement {
  static observedAttributes = [...WATCHED, "walk"];

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).innerHTML = `<style>:host { display: block; width: 320px; height: 420px; } canvas { width: 100%; height: 100%; display: block; }</style><canvas role="img"></canvas>`;
    this.canvas = this.shadowRoot.querySelector("canvas");
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
    if (name === "walk") this.walk();
    else {
      this.end();
      this.begin();
    }
  }

  /** A character's input, as Character.input() takes it: the element no longer decides where it goes. */
  input(fields) {
    this.setAttribute("walk", "none");
    this.character?.input(fields);
  }

  // -- from here on nobody calls but the element ---------------------------------------------

  async begin() {
    const stage = (this.stage = this.makeStage());
    try {
      const client = (this.client = new Posed(this.getAttribute("src") || location.origin, { key: this.getAttribute("key") })), session = this.getAttribute("session");
      const stream = (this.stream = client.stream({ ...(session ? { watch: session } : {}), profile: { channels: ["root", "smpl"] } }));
      stream.on("error", (error) => this.fail(error));
      const [figure] = await Promise.all([this.load(), stream.open()]);
      if (this.stage !== stage) return stream.leave().catch(() => {});
      this.figures = new Map();
      this.pattern = figure;
      if (!session) {
        this.character = await stream.spawn({ body: { model: this.model, betas: figure.betas } });
        this.walk();
      }
      stage.renderer.setAnimationLoop(() => this.draw());
      this.dispatchEvent(new CustomEvent("ready", { detail: { character: this.character ?? null } }));
    } catch (error) {
      if (this.stage === stage) this.fail(error);
    }
  }

  end() {
    const { stage, stream } = this;
    Object.assign(this, { stage: null, stream: null, character: null, figures: null });
    stream?.leave().catch(() => {});
    stage?.watch.disconnect();
    stage?.renderer.setAnimationLoop(null);
    stage?.renderer.dispose();
  }

  fail(error) {
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
  }

  get model() {
    return this.getAttribute("model") || "person";
  }

  /** The person's GLB: shaped, dressed, with bones. */
  async load() {
    const fields = { rig: true, morphs: false };
    for (const name of LOOKS) if (this.hasAttribute(name)) fields[name] = this.getAttribute(name);
    if (this.model === "person") Object.assign(fields, { left_hand: "relaxed", right_hand: "relaxed" });
    const { scene } = await new GLTFLoader().parseAsync(await this.client.glb(this.model, fields), "");
    let betas = [];
    scene.traverse((o) => {
      betas = o.userData.betas ?? betas;
      if (o.isMesh) Object.assign(o, { castShadow: true, frustumCulled: false });
    });
    return { scene, betas, lift: soles(scene) };
  }

  makeStage() {
    this.canvas.replaceWith((this.canvas = this.canvas.cloneNode())); // a canvas has one context for good
    const renderer = new THREE.WebGLRenderer({ canvas: this.canvas, alpha: true, antialias: true }), scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(32, 1, 0.1, 50), sun = new THREE.DirectionalLight(0xfff0d8, 2.6);
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

  walk() {
    const { character } = this, how = this.getAttribute("walk") ?? "circle", [x, z] = how.split(",").map(Number);
    if (!character || how === "none") return;
    if (how === "circle") character.follow(Array.from({ length: 16 }, (_, i) => [CIRCLE * Math.sin((i * Math.PI) / 8), CIRCLE * Math.cos((i * Math.PI) / 8) - CIRCLE]), { closed: true, gait: "walk" });
    else if (Number.isFinite(x) && Number.isFinite(z)) character.input({ move: [x, z], gait: "walk" });
  }

  /** Everybody of the session: the first as it was loaded, others of a watched one likewise. */
  draw() {
    const { stage, stream, figures } = this, all = stream?.sample() ?? [];
    if (!stage) return;
    for (const sampled of all) {
      if (!figures.has(sampled.id) && figures.size === 0) {
        figures.set(sampled.id, this.pattern);
        stage.scene.add(this.pattern.scene);
      }
      const figure = figures.get(sampled.id);
      if (figure) fillBody(figure.scene, sampled, { lift: figure.lift });
    }
    const at = all.find((c) => figures.has(c.id))?.root;
    if (at) this.look(at);
    stage.renderer.render(stage.scene, stage.camera);
  }

  look([x, y, z]) {
    const { camera, sun, floor } = this.stage;
    camera.position.set(x + 0.9, y + 1.25, z + 3.9);
    camera.lookAt(x, y + 0.93, z);
    sun.target.position.set(x, y, z);
    sun.position.set(x + 2.5, y + 5, z + 4);
    floor.position.set(x, y, z);
  }
}

if (!customElements.get("posed-character")) customElements.define("posed-character", PosedCharacter);
