// <posed-avatar-maker>: a custom element that embeds the avatar maker of a posed daemon. It shows the daemon's page /maker in an iframe and dispatches its
// messages as events.

const TYPES = ["ready", "changed", "saved", "state", "locked", "error"];

/** Base class. Node has no HTMLElement: there the module can be imported, for server-side rendering, and defines no element. */
const Element = globalThis.HTMLElement ?? class {};

/** Attributes: src (the daemon; default the page's own origin), choices (the part of a link behind "#"), key. Events: ready, changed, saved, locked, error; `detail` has the message. docs/guide/maker.md of posed. */
export class PosedAvatarMaker extends Element {
  constructor() {
    super();
    this.attachShadow({ mode: "open" }).innerHTML =
      "<style>:host { display: block; width: 960px; max-width: 100%; height: 640px; } iframe { width: 100%; height: 100%; border: 0; display: block; }</style>";
    this.heard = (event) => this.hear(event);
  }

  connectedCallback() {
    const src = this.base(),
      frame = document.createElement("iframe");
    frame.title = this.getAttribute("aria-label") ?? "Avatar maker";
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "origin"; // the frame answers to the origin of this page alone
    frame.src = `${src}/maker#${this.getAttribute("choices") ?? ""}`;
    Object.assign(this, { frame, origin: new URL(src).origin, key: this.getAttribute("key") });
    addEventListener("message", this.heard);
    this.shadowRoot.append(frame);
  }

  disconnectedCallback() {
    removeEventListener("message", this.heard);
    this.frame.remove();
  }

  base() {
    return new URL(this.getAttribute("src") || location.origin, location.href).href.replace(/\/$/, "");
  }

  hear({ source, origin, data }) {
    if (source !== this.frame.contentWindow || origin !== this.origin || data?.from !== "posed-maker" || !TYPES.includes(data.type)) return;
    const { from, type, ...detail } = data;
    if (type === "locked" && this.key) {
      // The key is sent once. If the daemon refuses it, the event `locked` follows.
      this.say("key", { key: this.key });
      this.key = null;
      return;
    }
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  say(type, content = {}) {
    this.frame.contentWindow.postMessage({ to: "posed-maker", type, ...content }, this.origin);
  }

  /** Shows the choices of a link that an event gave. */
  set(link) {
    this.say("set", { link });
  }

  /** Stores the choices; the event `saved` has the id and the address. */
  save() {
    this.say("save");
  }

  random() {
    this.say("random");
  }

  undo() {
    this.say("undo");
  }

  redo() {
    this.say("redo");
  }
}

if (globalThis.customElements && !customElements.get("posed-avatar-maker")) customElements.define("posed-avatar-maker", PosedAvatarMaker);
