// <posed-avatar-maker>: a custom element that embeds the avatar maker of a posed daemon. It shows the daemon's page /maker in an iframe and
// dispatches its messages as events.
import { define, PosedElement } from "./element_base.js";

const TYPES = ["ready", "changed", "saved", "state", "locked", "error"];
// Types of messages that tell how things stand, so that listeners hear them too that are added later.
const LASTING = ["ready", "locked"];

const RULES = `
  :host { display: block; width: 960px; max-width: 100%; height: 640px; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 100%; border: 0; }
`;

/**
 * Attributes and properties: src (the daemon; default the page's own origin), choices (the part of a link behind "#"), key. Events: ready,
 * changed, saved, locked, error; `detail` has the message, of an error as an Error. docs/guide/maker.md of posed.
 */
export class PosedAvatarMaker extends PosedElement {
  static observedAttributes = ["src", "choices", "key"];
  static properties = ["src", "choices", "key"];

  constructor() {
    super(RULES);
    this.frame = null;
    this.early = []; // what was said before the page was ready
    this.heard = (event) => this.hear(event);
  }

  connectedCallback() {
    this.takeProperties();
    addEventListener("message", this.heard);
    this.begin();
  }

  disconnectedCallback() {
    removeEventListener("message", this.heard);
    this.end();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.frame) return;
    if (name === "choices") this.set(`#${now ?? ""}`);
    else {
      this.end();
      this.begin();
    }
  }

  /** Shows the choices of a link that an event gave. */
  set(link) {
    this.say("set", { link });
  }

  /** Stores the choices; the event `saved` has the id and the address. */
  save() {
    this.say("save");
  }

  /** Shows a random person. */
  random() {
    this.say("random");
  }

  /** Takes the last change back. */
  undo() {
    this.say("undo");
  }

  /** Makes an undone change again. */
  redo() {
    this.say("redo");
  }

  // -- private ----------------------------------------------------------------------------

  /** Opens the daemon's page. */
  begin() {
    const src = new URL(this.getAttribute("src") || location.origin, location.href).href.replace(/\/$/, "");
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("aria-label") ?? "Avatar maker";
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "origin"; // the frame answers to the origin of this page alone
    frame.src = `${src}/maker#${this.getAttribute("choices") ?? ""}`;
    Object.assign(this, {
      frame,
      origin: new URL(src).origin,
      offered: this.getAttribute("key"),
      isReady: false,
    });
    this.shadowRoot.append(frame);
  }

  end() {
    this.frame?.remove();
    this.frame = null;
    this.isReady = false;
    this.forget();
  }

  hear({ source, origin, data }) {
    if (source !== this.frame?.contentWindow || origin !== this.origin || data?.from !== "posed-maker" || !TYPES.includes(data.type))
      return;
    const { from, type, ...detail } = data;
    if (type === "locked" && this.offered) {
      // The key is sent once. If the daemon refuses it, the event `locked` follows.
      this.post("key", { key: this.offered });
      this.offered = null;
      return;
    }

    // What was said before is done now.
    if (type === "ready") {
      this.isReady = true;
      this.forget("locked");
      for (const { type: said, content } of this.early.splice(0)) this.post(said, content);
    }

    if (type === "error") this.tellError(detail);
    else this.tell(type, detail, { isLasting: LASTING.includes(type) });
  }

  /** Tells the page something, at once or when it is ready. */
  say(type, content = {}) {
    if (this.isReady) this.post(type, content);
    else this.early.push({ type, content });
  }

  post(type, content) {
    this.frame.contentWindow.postMessage({ to: "posed-maker", type, ...content }, this.origin);
  }
}

define("posed-avatar-maker", PosedAvatarMaker);
