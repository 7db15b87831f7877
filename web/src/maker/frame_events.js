// The events of Ready Player Me's avatar creator, for pages that were written to embed it: /maker?frameApi. The service closed in January 2026. Events are
// JSON texts; docs/guide/maker.md lists them.

const NAME = "readyplayerme";

/** Returns whether a subscription (v1.avatar.exported, v1.*, v1.**) has the event. */
export function subscribes(pattern, event) {
  if (pattern.endsWith("**")) return event.startsWith(pattern.slice(0, -2));
  if (pattern.endsWith("*")) return event.startsWith(pattern.slice(0, -1)) && !event.slice(pattern.length - 1).includes(".");
  return pattern === event;
}

/** Reads a message of the page around: {target, type, eventName}, as an object or as JSON text. Returns null if it is not for the creator. */
export function readFrameMessage(data) {
  try {
    const message = typeof data === "string" ? JSON.parse(data) : data;
    return message?.target === NAME && typeof message.eventName === "string" ? message : null;
  } catch {
    return null;
  }
}

export class FrameEvents {
  /** send: function of a text for the page around. base: address of the daemon. */
  constructor(send, base) {
    Object.assign(this, { send, base, patterns: new Set() });
  }

  /** Carries out subscribe and unsubscribe; ignores what is not for the creator. */
  heard(data) {
    const message = readFrameMessage(data);
    if (message?.type === "subscribe") this.patterns.add(message.eventName);
    if (message?.type === "unsubscribe") this.patterns.delete(message.eventName);
  }

  /** Sends an event that the page has subscribed to. v1.frame.ready needs no subscription. */
  tell(eventName, data) {
    const wanted = eventName === "v1.frame.ready" || [...this.patterns].some((pattern) => subscribes(pattern, eventName));
    if (wanted) this.send(JSON.stringify({ source: NAME, eventName, data }));
  }

  /** Translates an event of the maker (parent.js). */
  maker(type, { id }) {
    if (type === "ready") this.tell("v1.frame.ready", {});
    if (type === "saved") this.tell("v1.avatar.exported", { url: `${this.base}/v1/readyplayerme/${id}.glb`, avatarId: id });
  }
}
