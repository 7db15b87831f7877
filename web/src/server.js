// The Server tab: the state of the connection as small graphs, and the loaded models.
import { h } from "./ui/dom.js";
import { Plot } from "./ui/plot.js";
import { said } from "./ui/said.js";
import { t } from "./ui/text.js";

// Rows of the tab: name, unit, digits after the point.
const ROWS = [
  ["roundTrip", "ms", 1],
  ["late", "ms", 2],
  ["load", "%", 0],
  ["rate", "/s", 0],
  ["bytes", "KB/s", 1],
  ["dropped", "", 0],
  ["frames", "/s", 0],
];

/** Returns a number of bytes with its unit. */
const size = (bytes) => (bytes < 1e5 ? `${(bytes / 1e3).toFixed(0)} KB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** The tab. frames, bytes: received since the last second. */
export class Server {
  constructor(app) {
    Object.assign(this, { app, frames: 0, bytes: 0, latest: {}, droppedBefore: null });
    this.rows = new Map(
      ROWS.map(([name, unit, digits]) => [name, { unit, digits, plot: new Plot({ width: 280, length: 60 }), value: h("output", {}, "–") }]),
    );
    this.everyone = h("output", {}, "–");
    this.sessions = h("output", {}, "–");
    this.models = h(".models", { "aria-busy": "true" });
    this.version = h("p.quiet");
    this.panel = h(
      "section",
      {},
      h(
        ".plots",
        {},
        [...this.rows].map(([name, row]) => h(".plot-row", {}, h("span", {}, t(name)), row.value, row.plot.canvas)),
      ),
      h(".facts", {}, h("span", {}, t("everyone")), this.everyone, h("span", {}, t("sessions")), this.sessions),
      h("h2", {}, t("resident")),
      this.models,
      this.version,
      h(
        "p.links",
        {},
        h("a", { href: "docs" }, t("interface")),
        h("a", { href: "openapi.json" }, "OpenAPI"),
        h("a", { href: "metrics" }, t("metrics")),
        h("a", { href: "web/licences.txt" }, t("licence")),
      ),
    );
    setInterval(() => this.second(), 1000);
  }

  /** Returns a WebSocket class that counts the received bytes. */
  socketClass() {
    const counter = this;
    return class extends WebSocket {
      constructor(...args) {
        super(...args);
        this.addEventListener("message", ({ data }) => {
          counter.bytes += data.byteLength ?? data.length;
        });
      }
    };
  }

  /** Takes the server's statistics of a second. */
  stats(stats) {
    this.latest = stats;
    this.everyone.textContent = stats.characters;
    this.sessions.textContent = stats.sessions;
  }

  /** Called once a second: updates the graphs. */
  second() {
    const { stream } = this.app.motion;
    const s = this.latest;
    const dropped = (s.dropped ?? 0) - (this.droppedBefore ?? s.dropped ?? 0);
    const passed = (performance.now() - (this.before ?? performance.now() - 1000)) / 1000;
    this.before = performance.now();
    this.droppedBefore = s.dropped ?? null;
    this.put("roundTrip", stream?.clock.roundTrip === null || !stream ? null : 1000 * stream.clock.roundTrip);
    this.put("late", s.late_ms);
    this.put("load", s.load === undefined ? null : 100 * s.load);
    this.put("rate", this.frames / passed);
    this.put("bytes", this.bytes / 1000 / passed);
    this.put("dropped", dropped);
    this.put("frames", this.app.view.fps);
    this.frames = this.bytes = 0;
  }

  /** Shows a value; null leaves the last one. */
  put(name, value) {
    const row = this.rows.get(name);
    if (value === null || value === undefined) return;
    row.value.textContent = `${value.toFixed(row.digits)} ${row.unit}`;
    row.plot.push(value);
  }

  /** Called when the tab is shown or hidden. */
  show(on) {
    if (on && !this.asked) this.load().catch((error) => this.app.say(error));
  }

  /** Fetches models and version. */
  async load() {
    this.asked = true;
    const [models, version] = await Promise.all([this.app.client.models(), this.app.client.json("GET", "/v1/version")]);
    this.models.replaceChildren(
      ...models.map((m) =>
        h(
          "details",
          {},
          h(
            "summary",
            {},
            h("b", {}, m.id),
            said(() => ` ${t(m.kind)} · ${m.resident_bytes ? size(m.resident_bytes) : t("notLoaded")} · ${m.licence ?? ""}`),
          ),
          h("p.quiet", {}, m.provenance ?? ""),
        ),
      ),
    );
    this.models.removeAttribute("aria-busy");
    this.version.textContent = `posed ${version.version} · ${version.commit.slice(0, 9)} · ${version.kernels}`;
  }
}
