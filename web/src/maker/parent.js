// Messages between the maker in an iframe and the page that embeds it; docs/guide/maker.md lists them. Only origins of access.cors_origins can embed the maker:
// the server's Content-Security-Policy refuses others.
import { here } from "../ui/here.js";
import { read } from "./choices.js";
import { FrameEvents } from "./frame_events.js";

/** Returns the origin of the embedding page, or null if there is none or the browser does not tell it. */
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
    if (this.origin && new URLSearchParams(location.search).has("frameApi"))
      this.frame = new FrameEvents((text) => parent.postMessage(text, this.origin), here());
    if (this.origin)
      addEventListener("message", (event) => {
        if (event.source !== parent || event.origin !== this.origin) return;
        if (event.data?.to === "posed-maker") this.heard(event.data);
        this.frame?.heard(event.data);
      });
  }

  /** Sends {from: "posed-maker", type, ...content}, and the events of /maker?frameApi. */
  tell(type, content) {
    this.frame?.maker(type, content);
    if (this.origin) parent.postMessage({ from: "posed-maker", type, ...content }, this.origin);
  }

  /** Carries out a message. An unknown type is answered by a message of type `error`. */
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
