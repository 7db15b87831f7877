// The element <posed-character>: a person from a posed server who walks in a page. Needs three.js as "three" and its GLTFLoader as
// "three/addons/...", by an import map or a bundler.
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { define, PosedElement } from "./element_base.js";
import { Posed } from "./http.js";
import { shareStream } from "./shared_stream.js";
import { Stage } from "./stage.js";
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
const WATCHED = ["src", "session", "model", "key", "predict", ...LOOKS];
// Radius of the circle to walk, in metres.
const CIRCLE = 1.6;

const RULES = `
  :host { display: block; position: relative; width: 320px; height: 420px; }
  :host([hidden]) { display: none; }
  canvas { display: block; width: 100%; height: 100%; }
  p { position: absolute; inset: auto 0 50%; margin: 0; padding: 0 1em; text-align: center; font: 14px/1.4 system-ui, sans-serif; color: inherit; }
`;

/** Makes an element of the DOM with attributes. */
function make(tag, attributes) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * Attributes: src, session, model, key, predict (the person answers input() in the same frame), walk ("circle", "none" or a direction "x,z"), speech (a text to say), voice, waiting (a text) and
 * LOOKS. Events: ready, waiting {detail}, error {detail}, prediction {detail: {state, reason}}. See docs/guide/element.md of posed.
 */
export class PosedCharacter extends PosedElement {
  static observedAttributes = [...WATCHED, "walk", "speech"];
  static properties = [...WATCHED, "walk", "speech", "voice", "waiting"];

  constructor() {
    const canvas = make("canvas", { role: "img" });
    const status = make("p", { role: "status", part: "status" });
    super(RULES, canvas, status);
    Object.assign(this, { canvas, status, stage: null, connection: null, character: null, figure: null, steered: null });
  }

  connectedCallback() {
    this.takeProperties();
    this.canvas.setAttribute("aria-label", this.getAttribute("aria-label") ?? "A person who walks");
    this.restart();
  }

  disconnectedCallback() {
    this.end();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === "speech") return this.sayAttribute(before === null);
    if (name !== "walk") {
      if (this.isConnected) this.restart();
      return;
    }
    if (now !== "none") this.steered = null;
    this.startWalk();
  }

  /**
   * Steers the character, as Character.input() does. The element no longer decides where it goes. Before the event `ready` the fields are
   * kept for the character that comes.
   */
  input(fields) {
    if (this.getAttribute("session")) throw new TypeError("posed-character: the characters of a watched session cannot be steered");
    this.steered = fields;
    if (this.getAttribute("walk") !== "none") this.setAttribute("walk", "none");
    else this.startWalk();
  }

  /**
   * Says a text with sound, or one that comes in pieces (an iterable, an async iterable or a ReadableStream of strings), as Character.say()
   * and sayAll() do. The element has to have the attribute `speech`, which may be empty: without it the person has no mouth that moves.
   */
  say(text, options = {}) {
    const { character } = this;
    if (!this.hasAttribute("speech"))
      throw new TypeError(
        "posed-character: say() needs the attribute `speech`, by which the person is loaded with a face; it may be empty",
      );
    if (!character) throw new TypeError("posed-character: there is no person of its own yet; wait for the event `ready`");
    const asked = { ...(this.hasAttribute("voice") && { voice: this.getAttribute("voice") }), ...options };
    return typeof text === "string" ? character.say(text, asked) : character.sayAll(text, asked);
  }

  /** The Stream of the element, which other elements of the page may share, or null. */
  get stream() {
    return this.connection?.stream ?? null;
  }

  // -- private ----------------------------------------------------------------------------

  /** Starts again, once for all attributes that a program changes in a row. */
  restart() {
    this.end();
    if (this.isPlanned) return;
    this.isPlanned = true;
    queueMicrotask(() => {
      this.isPlanned = false;
      if (this.isConnected) this.begin();
    });
  }

  /** Loads the person and opens the stream. After each wait it checks whether the element was removed or changed in the meantime. */
  async begin() {
    const gone = (this.gone = new AbortController());
    const isMine = () => this.gone === gone;
    try {
      this.stage = new Stage({
        host: this,
        canvas: this.canvas,
        pose: (now) => this.pose(now),
        onLost: (error) => this.lose(error),
      });
      const session = this.getAttribute("session");
      const hasFace = this.hasAttribute("speech");
      const place = {
        src: this.getAttribute("src") || location.origin,
        key: this.getAttribute("key"),
        session,
        hasFace,
        predicts: this.hasAttribute("predict"),
      };
      const connection = (this.connection = shareStream(place));
      this.listen(connection.stream, {
        error: (error) => this.fail(error),
        disconnected: (error) => this.wait(error),
        welcome: () => this.wait(null),
        prediction: (detail) => detail.id === this.character?.id && this.tell("prediction", detail),
      });
      const [figure] = await Promise.all([this.load(place, gone.signal, isMine), connection.opened]);
      if (!isMine()) return disposeAll(figure.scene); // end() has left the stream
      const body = { body: { model: this.modelName, betas: figure.betas } };
      const character = session ? null : await this.spawn(connection.stream, body, isMine);
      if (!isMine()) return disposeAll(figure.scene);
      Object.assign(this, { figure, character });
      this.wait(null);
      figure.scene.visible = false; // pose() shows it with its first frame
      this.stage.scene.add(figure.scene);
      this.startWalk();
      this.tell("ready", { character }, { isLasting: true });
      this.sayAttribute();
    } catch (error) {
      if (isMine()) this.fail(error);
    }
  }

  /** Adds listeners to the stream, which end() removes. */
  listen(stream, listeners) {
    this.heard = Object.entries(listeners);
    for (const [name, listener] of this.heard) stream.on(name, listener);
  }

  /** Spawns the character. If the connection is lost meanwhile, waits for the next one and tries again. */
  async spawn(stream, fields, isMine) {
    for (;;) {
      try {
        const character = await stream.spawn(fields);
        if (!isMine()) character.despawn().catch(() => {}); // other elements may use the stream
        return character;
      } catch (error) {
        if (error.code !== "disconnected" || !isMine()) throw error;
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
    const { stage, connection, character, figure } = this;
    this.gone?.abort();
    this.forget();
    this.status.textContent = "";
    for (const [name, listener] of this.heard ?? []) connection?.stream.off(name, listener);
    Object.assign(this, { stage: null, connection: null, character: null, figure: null, shown: null, gone: null, heard: null });
    connection?.leave(character);
    if (figure) disposeAll(figure.scene);
    stage?.end();
  }

  /** Says that the element waits for the server because of an error, or with null that it no longer does. */
  wait(error) {
    if (error) this.tell("waiting", error, { isLasting: true });
    else this.forget("waiting");
    this.showStatus();
  }

  /** Reports an error. */
  fail(error) {
    this.tellError(error);
    this.showStatus();
  }

  /** WebGL was lost, or with null has come back. */
  lose(error) {
    if (error) this.tellError(error);
    else this.forget("error");
    this.showStatus();
  }

  /** Says the text of the attribute `speech`. isNew: the element had none, so the person is loaded again, with a face. */
  sayAttribute(isNew = false) {
    if (isNew && this.isConnected) return this.restart();
    const text = this.getAttribute("speech");
    if (!this.character || text === null) return;
    const done = text.trim() ? this.say(text) : this.character.hush();
    done.catch((error) => this.fail(error));
  }

  /** Writes into the box what keeps the person from being seen: an error, or that the element waits. */
  showStatus() {
    const error = this.lasting.get("error");
    const isSeen = this.figure && error?.code !== "webgl_lost";
    const waiting = this.lasting.has("waiting") ? (this.getAttribute("waiting") ?? "Waiting for the server …") : "";
    const text = isSeen ? "" : (error?.message ?? waiting);
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** Id of the body model. */
  get modelName() {
    return this.getAttribute("model") || "person";
  }

  /** Fetches the person's GLB file, and waits for a server that does not answer. Returns {scene, betas, lift}. */
  async load({ src, key, hasFace }, signal, isMine) {
    const fields = { rig: true, morphs: hasFace ? "arkit,visemes" : false };
    for (const name of LOOKS) if (this.hasAttribute(name)) fields[name] = this.getAttribute(name);
    if (this.modelName === "person") Object.assign(fields, { left_hand: "relaxed", right_hand: "relaxed" });
    const fetch = waitingFetch({ waiting: (error) => isMine() && this.wait(error) });
    const client = new Posed(src, { key, fetch, timeout: 0 });
    const { scene } = await new GLTFLoader().parseAsync(await client.glb(this.modelName, fields, { signal }), "");
    let betas = [];
    scene.traverse((o) => {
      betas = o.userData.betas ?? betas;
      if (o.isMesh) Object.assign(o, { castShadow: true, frustumCulled: false });
    });
    return { scene, betas, lift: soles(scene) };
  }

  /** Starts the movement that the program gave by input(), or else that of the attribute `walk`. */
  startWalk() {
    const { character, steered } = this;
    const how = this.getAttribute("walk") ?? "circle";
    const [x, z] = how.split(",").map(Number);
    if (!character) return;
    if (steered) return character.input(steered);
    if (how !== "circle") return character.input(Number.isFinite(x) && Number.isFinite(z) ? { move: [x, z], gait: "walk" } : {});
    const ring = Array.from({ length: 16 }, (_, i) => [
      CIRCLE * Math.sin((i * Math.PI) / 8),
      CIRCLE * Math.cos((i * Math.PI) / 8) - CIRCLE,
    ]);
    character.follow(ring, { closed: true, gait: "walk" }).catch((error) => this.character === character && this.fail(error));
  }

  /**
   * Poses the person for a frame of the screen: the element's own character, or the first of a watched session, and when that leaves the
   * first of the remaining ones. Returns whether there is something to draw.
   */
  pose(now) {
    const { stage, connection, figure, character } = this;
    if (!figure) return false;
    const all = connection.sample(now);
    const first = Math.min(...all.map((c) => c.id));
    const own = character ? character.id : this.shown;
    const sampled = all.find((c) => c.id === own) ?? (character ? undefined : all.find((c) => c.id === first));
    this.shown = sampled?.id ?? null;
    figure.scene.visible = Boolean(sampled);
    if (sampled) {
      fillBody(figure.scene, sampled, { lift: figure.lift });
      fillFace(figure.scene, sampled);
      stage.aim(sampled.root);
    }
    return true;
  }
}

define("posed-character", PosedCharacter);
