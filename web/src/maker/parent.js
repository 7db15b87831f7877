// Messages between the maker in a frame and the page around it (docs/guide/maker.md lists them). Only pages of access.cors_origins can frame the maker, because the server's policy refuses others.
import { read } from "./choices.js";

/** Origin of the page around the frame; null when there is none or it cannot be known. */
function around() {
  if (parent === window) return null;
  try {
    return location.ancestorOrigins?.[0] ?? new URL(document.referrer).origin;
  } catch {
    return null;
  }
}

export class Parent {
  constructor(maker) {
    Object.assign(this, { maker, origin: around() });
    if (this.origin)
      addEventListener("message", (event) => {
        if (event.source === parent && event.origin === this.origin && event.data?.to === "posed-maker") this.heard(event.data);
      });
  }

  /** Sends {from: "posed-maker", type, ...content}. */
  tell(type, content) {
    if (this.origin) parent.postMessage({ from: "posed-maker", type, ...content }, this.origin);
  }

  /** Does what a message asks for; an unknown one is answered by an error. */
  heard({ type, link = "", key = "" }) {
    const { maker } = this,
      actions = {
        get: () => this.tell("state", maker.result()),
        set: () =>
          URL.canParse(link, location.href)
            ? maker.history.set(read(new URL(link, location.href).hash.slice(1)))
            : this.tell("error", { message: `"${link}" is no link of the maker` }),
        random: () => maker.random(),
        undo: () => maker.history.undo(),
        redo: () => maker.history.redo(),
        save: () => maker.save(),
        key: () => maker.unlock(String(key)),
      };
    if (Object.hasOwn(actions, type)) actions[type]();
    else this.tell("error", { message: `"${type}": unknown type of message; ${Object.keys(actions).join(", ")} allowed` });
  }
}
