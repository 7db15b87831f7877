// Streams that the elements of a page share: all with the same daemon, key and watched session have one connection.
import { Posed } from "./http.js";

// Most elements on one connection. More get another one, since a daemon limits the characters of a session.
const MOST = 16;

const connections = new Set();

/** A connection and the elements that use it. */
class SharedStream {
  constructor({ src, key, session, hasFace, predicts }) {
    Object.assign(this, { src, key, session, hasFace, predicts, users: 0, sampledAt: null, sampled: [] });
    this.client = new Posed(src, { key, timeout: 0 });
    this.stream = this.client.stream({
      attempts: Infinity,
      ...(session ? { watch: session } : {}),
      ...(predicts && !session ? { predict: true } : {}),
      profile: { channels: ["root", "smpl", ...(hasFace ? ["face"] : [])] },
    });
    this.opened = this.stream.open();
    this.opened.catch(() => {}); // every user waits for it too
  }

  isFor({ src, key, session, hasFace, predicts }) {
    const isAlike =
      this.src === src && this.key === key && this.session === session && this.hasFace === hasFace && this.predicts === predicts;
    return isAlike && this.users < MOST && this.stream.state !== "closed";
  }

  /** Returns the characters to draw at a frame of the screen. The first element that asks in a frame computes them. */
  sample(now) {
    if (now !== this.sampledAt) Object.assign(this, { sampledAt: now, sampled: this.stream.sample() });
    return this.sampled;
  }

  /** Ends the use by an element. character: the one that it has spawned, or null. */
  leave(character) {
    this.users--;
    if (this.users) return character?.despawn().catch(() => {});
    connections.delete(this);
    this.stream.leave().catch(() => {});
  }
}

/** Returns the connection for {src, key, session, hasFace, predicts}: one that is there, or a new one. hasFace: frames have faces. Call its leave() once. */
export function shareStream(wanted) {
  let found = [...connections].find((connection) => connection.isFor(wanted));
  if (!found) connections.add((found = new SharedStream(wanted)));
  found.users++;
  return found;
}
