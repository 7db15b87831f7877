// Who is being fetched, and how far that is: a line with a bar. Whoever reads by ear hears each person once, not every percent.
import { h } from "./dom.js";
import { t } from "./text.js";

export class Waiting {
  constructor() {
    this.coming = new Map(); // index -> {count, part: 0 to 1 or null}
    this.text = h("span", { role: "status" });
    this.bar = h("progress.part", { max: 1, "aria-label": t("fetchingPeople") });
    this.outline = h(".own-empty.coming", { "aria-hidden": "true" });
    this.element = h(".fetching", { hidden: true }, this.text, this.bar);
  }

  /** The person with this index of `count` is on the way; part: of the bytes, null where their number is not known. */
  show(index, count, part = null) {
    this.coming.set(index, { count, part });
    this.write();
  }

  done(index) {
    this.coming.delete(index);
    this.write();
  }

  write() {
    const [index] = [...this.coming.keys()].sort((a, b) => a - b);
    const now = this.coming.get(index);
    this.element.hidden = !now;
    if (!now) return;
    const text = `${t("fetching")} ${index + 1} ${t("fetchingOf")} ${Math.max(now.count, index + 1)} …`;
    if (this.text.textContent !== text) this.text.textContent = text;
    if (now.part === null) this.bar.removeAttribute("value");
    else this.bar.value = now.part;
  }

  /** Somebody stands there: no outline is needed in the place. */
  somebody() {
    this.outline.remove();
  }
}

/** All bytes of a reply; told(part) as they come. The length of a compressed reply is not that of its content: then part is null. */
export async function received(reply, told) {
  const total = reply.headers.has("Content-Encoding") ? 0 : Number(reply.headers.get("Content-Length"));
  const reader = reply.body.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.byteLength;
    told(total ? Math.min(1, size / total) : null);
  }
  const out = new Uint8Array(size);
  parts.reduce((at, part) => {
    out.set(part, at);
    return at + part.byteLength;
  }, 0);
  return out.buffer;
}
