// The page: canvas, tabs, what the server says of itself, and what went wrong in words.
import "./style.css";
import { Posed, PosedError, StreamError, waitingFetch } from "posed-client";
import { button, h, toast } from "./ui/dom.js";
import { here } from "./ui/here.js";
import { Motion } from "./motion/motion.js";
import { Server } from "./server.js";
import { otherLanguage, t } from "./ui/text.js";
import { isSmall, View } from "./view/view.js";

performance.mark("script");
const by = (id) => document.getElementById(id);
const kept = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* for this time only */
  }
};

/** Tabs that are fetched when somebody opens them. */
const LATER = {
  body: () => import("./body/body.js").then((m) => m.Body),
  character: () => import("./character/character.js").then((m) => m.Character),
  guide: () => import("./guide/guide.js").then((m) => m.Guide),
};

const PART_S = 15; // seconds after which a part of the page that does not come is told of
/** What a promise gives, or a rejection after so many seconds: an import on a silent connection never ends. */
const within = (seconds, work) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new TypeError("fetch: nothing came")), 1000 * seconds))]);

/** In the place of one that is not there yet. */
const coming = () => ({ isComing: true, panel: h("section", { "aria-busy": "true" }), show() {} });

class App {
  constructor(drawing) {
    this.root = document.documentElement;
    this.client = new Posed(here(), { key: kept("posed.key"), fetch: waitingFetch({ waiting: (error) => this.waits(error) }), timeout: 0 });
    this.view = new View(by("view"), drawing);
    performance.mark("view");
    this.server = new Server(this);
    this.Socket = this.server.socketClass();
    this.motion = new Motion(this);
    this.tabs = { motion: this.motion, body: coming(), character: coming(), server: this.server, guide: coming() };
    by("view").setAttribute("aria-label", t("view"));
    by("panel").setAttribute("aria-label", t("panel"));
    this.makeBar();
    for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, (e) => this.dropped(e));
    by("view").addEventListener("webglcontextlost", () =>
      this.banner(
        t("lostWebgl"),
        button(t("reload"), () => location.reload()),
      ),
    );
    by("view").addEventListener("webglcontextrestored", () => this.banner(""));
    this.show(this.tabs[location.hash.slice(1).split("?")[0]] ? location.hash.slice(1).split("?")[0] : "motion");
  }

  makeBar() {
    this.knobs = Object.keys(this.tabs).map((name) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "panel",
          onclick: () => this.tap(name),
          onkeydown: (e) => {
            if (e.key === "ArrowLeft" || e.key === "ArrowRight") {
              this.step(name, e.key === "ArrowLeft" ? -1 : 1);
              e.stopPropagation();
            }
          },
        },
        t(name),
      ),
    );
    by("tabs").append(...this.knobs);
    by("tools").append(
      button(t("language"), otherLanguage, { title: t("languageIs") }), // letters that every font has: a browser without Chinese ones shows boxes
      button(h("span.sign.half", { "aria-hidden": "true" }), () => this.setTheme(this.root.dataset.theme === "dark" ? "light" : "dark"), {
        title: t("theme"),
      }),
      button(h("span.sign.lines", { "aria-hidden": "true" }), () => this.openPanel(document.body.classList.contains("bare")), {
        title: t("panel"),
      }),
    );
    for (const knob of by("tools").children) knob.setAttribute("aria-label", knob.title);
    // a click gives the keys back to the character; who tabs there stays there
    document.addEventListener("click", (e) => {
      if (e.detail > 0 && e.target.closest?.("button,label")) by("view").focus({ preventScroll: true });
    });
  }

  openPanel(on) {
    document.body.classList.toggle("bare", !on);
    this.view.resize();
  }

  /** Where the screen is small, a tab that is open already opens and closes its panel. */
  tap(name) {
    if (isSmall() && name === this.tab) this.openPanel(document.body.classList.contains("bare"));
    else this.show(name);
  }

  step(name, by_) {
    const names = Object.keys(this.tabs);
    const next = names[(names.indexOf(name) + by_ + names.length) % names.length];
    this.show(next);
    by(`tab-${next}`).focus();
  }

  /** The tab itself, fetched if need be; null when it does not come. */
  async fetched(name) {
    if (!this.tabs[name].isComing) return this.tabs[name];
    const waits = this.tabs[name];
    waits.loading ??= within(PART_S, LATER[name]())
      .then((Tab) => {
        this.tabs[name] = new Tab(this);
        if (this.tab === name) this.show(name);
        return this.tabs[name];
      })
      .catch((error) => {
        waits.loading = null;
        this.say(Object.assign(new TypeError("fetch: a part of the page", { cause: error })));
        return null;
      });
    return waits.loading;
  }

  /** A file on any tab: the page is not left for it, but goes to the tab where such a file belongs. */
  async dropped(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.offer(event.type === "dragover" || (event.type === "dragleave" && event.relatedTarget !== null)); // null: out of the window
    const [file] = event.type === "drop" ? event.dataTransfer.files : [];
    if (file) this.open(file);
  }

  /** While a file is over the page: what becomes of it. */
  offer(isOver) {
    if (isOver === Boolean(this.offered)) return;
    this.offered?.remove();
    this.offered = isOver ? h(".offer", {}, h("b", {}, t("dropHere")), h("span", {}, t("dropKinds"))) : null;
    if (isOver) document.body.append(this.offered);
  }

  async open(file) {
    let kind;
    try {
      const { kindOf } = await import("./ui/kinds.js");
      kind = file.size ? await kindOf(file) : { tab: "character", why: t("fileEmpty") };
    } catch (error) {
      if (error instanceof TypeError) return this.say(Object.assign(new TypeError("fetch: a part of the page", { cause: error }))); // kinds.js itself did not come
      kind = { tab: "character", why: t("fileUnread") };
    }
    this.show(kind.tab);
    const tab = await this.fetched(kind.tab);
    if (kind.why) tab?.tell(`${file.name}: ${kind.why}`, true);
    else tab?.[kind.method](file);
  }

  show(name) {
    this.tab = name;
    if (this.tabs[name].isComing) this.fetched(name);
    for (const knob of this.knobs) {
      const on = knob.id === `tab-${name}`;
      knob.setAttribute("aria-selected", on);
      knob.tabIndex = on ? 0 : -1;
    }
    // the server's numbers are those of the characters that walk behind them
    const shown = (other) => other === name || (other === "motion" && (name === "server" || name === "guide"));
    for (const [other, tab] of Object.entries(this.tabs)) if (!shown(other)) tab.show(false);
    for (const [other, tab] of Object.entries(this.tabs)) if (shown(other)) tab.show(true);
    if (name !== "body" && location.hash) history.replaceState(null, "", name === "motion" ? location.pathname : `#${name}`);
    by("panel").replaceChildren(this.tabs[name].panel);
    by("panel").scrollTop = 0;
    by("panel").setAttribute("aria-labelledby", `tab-${name}`);
    by("hud").replaceChildren(this.tabs[name].hud ?? "");
    document.body.dataset.tab = name;
    if (isSmall()) document.body.classList.toggle("bare", name === "motion"); // its controls are below, where the panel would be
    this.view.resize();
  }

  setTheme(theme) {
    this.root.dataset.theme = theme;
    keep("posed.theme", theme);
    this.view.setTheme();
  }

  async start() {
    try {
      await this.motion.start();
    } catch (error) {
      this.say(error);
    }
    if (this.tab === "server") this.server.show(true);
  }

  // -- what happens on the line -------------------------------------------------------

  connection(state) {
    document.body.dataset.line = state;
    if (state === "open" || state === "closed") return this.banner("");
    if (state === "waiting") this.banner(t("waiting"));
    else if (!this.motion.walkers.length) this.banner(t("connecting"));
  }

  /** A request finds no server and is sent again (error), or was answered (null). */
  waits(error) {
    if (error) this.banner(t("waiting"));
    else if (document.body.dataset.line !== "waiting") this.banner("");
  }

  stats(stats) {
    this.server.stats(stats);
  }

  frame() {
    this.server.frames++;
  }

  banner(text, action = null) {
    by("banner").replaceChildren(...(text ? [h("span", {}, text), action].filter(Boolean) : []));
  }

  /** An error as a person would want it. */
  say(error) {
    console.warn(error);
    if (error instanceof PosedError && error.status === 401) return this.askKey();
    if (error.lasting) return this.banner(error.message);
    if (error instanceof TypeError && /fetch/i.test(error.message))
      return this.banner(
        t("noServer"),
        button(t("again"), () => location.reload()),
      );
    if (error instanceof StreamError && ["gave_up", "taken_over", "closed"].includes(error.code)) {
      return this.banner(
        error.code === "gave_up" ? t("noServer") : t("closed"),
        button(t("again"), () => {
          this.banner("");
          this.motion.restart();
        }),
      );
    }
    toast({ 413: t("tooLarge"), 429: t("tooFast"), 503: t("full") }[error.status] ?? error.detail ?? error.message);
  }

  askKey() {
    if (document.querySelector("dialog[open]")) return;
    const field = h("input", { type: "password", autocomplete: "off", required: true, "aria-label": t("key") });
    const dialog = h(
      "dialog",
      {},
      h("form", { method: "dialog" }, h("p", {}, t("askKey")), field, h("button", { type: "submit" }, t("open"))),
    );
    dialog.addEventListener("close", () => {
      keep("posed.key", field.value.trim());
      location.reload();
    });
    document.body.append(dialog);
    dialog.showModal();
  }
}

try {
  const app = (globalThis.posed = new App(await globalThis.drawing));
  app.start();
} catch (error) {
  console.warn(error);
  document.documentElement.classList.add("unlit"); // the poster and words are all that can be shown
  by("view").hidden = true;
  by("banner").replaceChildren(/webgl/i.test(error.message) ? t("noWebgl") : error.message, " ", h("a", { href: "docs" }, t("interface")));
}
