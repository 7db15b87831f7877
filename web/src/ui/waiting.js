// Shows which person is being fetched, and its progress, as a line of text with a bar. Screen readers read each person once, not each
// percent.
import { h } from "./dom.js";
import { t } from "./text.js";

/** The line. `outline` is a drawn silhouette where the first person will stand. */
export class Waiting {
  constructor() {
    this.coming = new Map(); // by number of the person: {count, part: 0 to 1 or null}
    this.text = h("span", { role: "status" });
    this.bar = h("progress.part", { max: 1, "aria-label": t("fetchingPeople") });
    this.outline = h(".own-empty.coming", { "aria-hidden": "true" });
    this.element = h(".fetching", { hidden: true }, this.text, this.bar);
  }

  /** Says that person `index` of `count` is being fetched. part: fraction of the bytes, or null where their number is unknown. */
  show(index, count, part = null) {
    this.coming.set(index, { count, part });
    this.write();
  }

  /** Says that person `index` has arrived. */
  done(index) {
    this.coming.delete(index);
    this.write();
  }

  /** Whether a person is being fetched. */
  get isOn() {
    return this.coming.size > 0;
  }

  /** Updates the text and the bar. */
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

  /** Removes the silhouette, when the first person is drawn. */
  somebody() {
    this.outline.remove();
  }
}

/**
 * Returns the bytes of a reply. told(part) is called with the fraction received; null where the reply is compressed and does not say its
 * length before that (Posed-Length).
 */
export async function received(reply, told) {
  const total = Number(
    reply.headers.get("Posed-Length") ?? (reply.headers.has("Content-Encoding") ? 0 : reply.headers.get("Content-Length")),
  );
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
