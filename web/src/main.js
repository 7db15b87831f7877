// The entry of the page: canvas, tabs, dropped files, and messages about the connection and errors. App holds the tabs, which are objects
// with `panel`, show(on) and, where they need it, `hud` (controls over the canvas).
import "./style.css";
import { Posed, PosedError, StreamError, waitingFetch } from "posed-client";
import { button, h, toast } from "./ui/dom.js";
import { here } from "./ui/here.js";
import { askKey } from "./ui/key.js";
import { Motion } from "./motion/motion.js";
import { Server } from "./server.js";
import { readExpert } from "./ui/expert.js";
import { tell } from "./ui/said.js";
import { otherLanguage, t } from "./ui/text.js";
import { isSmall, View } from "./view/view.js";

performance.mark("script");
// Element with an id.
const by = (id) => document.getElementById(id);
// Value kept in the browser, or null where storage is forbidden.
const kept = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
// Keeps a value in the browser, where that is allowed.
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* Storage is forbidden: the value is lost. */
  }
};

/** Tabs whose files are fetched when the tab is first opened. */
const LATER = {
  body: () => import("./body/body.js").then((m) => m.Body),
  character: () => import("./character/character.js").then((m) => m.Character),
  guide: () => import("./guide/guide.js").then((m) => m.Guide),
};

// Time after which a file of the page that has not arrived is reported, in seconds.
const PART_S = 15;
/** Returns a promise that also rejects after so many seconds. An import over a silent connection never ends by itself. */
const within = (seconds, work) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new TypeError("fetch: nothing came")), 1000 * seconds))]);

/** Returns a placeholder for a tab that is being fetched. */
const coming = () => ({ isComing: true, panel: h("section", { "aria-busy": "true" }), show() {} });

/** The page. drawing: {context, isSoftware} of first.js. */
class App {
  constructor(drawing) {
    this.root = document.documentElement;
    readExpert();
    this.client = new Posed(here(), { key: kept("posed.key"), fetch: waitingFetch({ waiting: (error) => this.waits(error) }), timeout: 0 });
    this.view = new View(by("view"), drawing);
    performance.mark("view");
    this.server = new Server(this);
    this.Socket = this.server.socketClass();
    this.motion = new Motion(this);
    this.tabs = { motion: this.motion, body: coming(), character: coming(), server: this.server, guide: coming() };
    tell(by("view"), "aria-label", t("view"));
    tell(by("panel"), "aria-label", t("panel"));
    this.makeBar();
    for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, (e) => this.dropped(e));
    by("view").addEventListener("webglcontextlost", () =>
      this.banner(
        t("lostWebgl"),
        button(t("reload"), () => location.reload()),
      ),
    );
    by("view").addEventListener("webglcontextrestored", () => this.banner(""));
    for (const kind of ["popstate", "hashchange"]) addEventListener(kind, () => this.returns());
    this.show(this.linked, false);
  }

  /** Name of the tab that the page's address names. */
  get linked() {
    const [name] = location.hash.slice(1).split("?");
    return Object.hasOwn(this.tabs, name) ? name : "motion";
  }

  /** Builds the bar with the tabs and tools. */
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
      button(t("language"), () => this.otherLanguage(), { title: t("languageIs") }), // Latin letters, which every font has
      button(h("span.sign.half", { "aria-hidden": "true" }), () => this.setTheme(this.root.dataset.theme === "dark" ? "light" : "dark"), {
        title: t("theme"),
      }),
      button(h("span.sign.lines", { "aria-hidden": "true" }), () => this.openPanel(document.body.classList.contains("bare")), {
        title: t("panel"),
      }),
    );
    ["languageIs", "theme", "panel"].forEach((name, i) => tell(by("tools").children[i], "aria-label", t(name)));
    // After a click on a button, keys go to the character again. With Tab the focus stays on the button.
    document.addEventListener("click", (e) => {
      if (e.detail > 0 && e.target.closest?.("button,label")) by("view").focus({ preventScroll: true });
    });
  }

  /** Changes to the other language in place. */
  async otherLanguage() {
    const parts = Object.values(this.tabs).flatMap(({ panel, hud }) => [panel, hud]);
    try {
      await otherLanguage([this.root, ...parts.filter((part) => part && !part.isConnected)]);
    } catch (error) {
      this.say(Object.assign(new TypeError("fetch: a part of the page", { cause: error })));
    }
  }

  // -- history -----------------------------------------------------------------------

  /**
   * The visitor changed something: the link of the open tab becomes a new entry of the browser's history. With the same `kind` as the last
   * time, as of one slider's drag, it replaces the last entry.
   */
  visit(kind = "") {
    if (this.isReturning) return;
    const tab = this.tabs[this.tab];
    const link = tab.address?.() ?? `#${this.tab}`;
    if (link === location.hash) return;
    history[kind && kind === this.visited ? "replaceState" : "pushState"](null, "", link || location.pathname + location.search);
    this.visited = kind;
  }

  /** The browser went back or forward, or the address was edited: shows what the address says. */
  returns() {
    this.visited = "";
    this.isReturning = true;
    const name = this.linked;
    if (name !== this.tab) this.show(name, false);
    this.tabs[name].goTo?.(location.hash);
    this.isReturning = false;
  }

  /** Shows or hides the panel. */
  openPanel(on) {
    document.body.classList.toggle("bare", !on);
    this.view.resize();
  }

  /** A tab was clicked. On a small screen, the open tab's panel opens and closes. */
  tap(name) {
    if (isSmall() && name === this.tab) this.openPanel(document.body.classList.contains("bare"));
    else this.show(name);
  }

  /** Goes to the next tab (1) or the previous one (-1). */
  step(name, by_) {
    const names = Object.keys(this.tabs);
    const next = names[(names.indexOf(name) + by_ + names.length) % names.length];
    this.show(next);
    by(`tab-${next}`).focus();
  }

  /** Returns a promise of a tab, fetched if necessary; null when it did not arrive. */
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

  /** A file was dragged over or dropped on the page, on any tab. */
  async dropped(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.offer(event.type === "dragover" || (event.type === "dragleave" && event.relatedTarget !== null)); // null: it has left the window
    const [file] = event.type === "drop" ? event.dataTransfer.files : [];
    if (file) this.open(file);
  }

  /** While a file is over the page, shows which kinds it takes. */
  offer(isOver) {
    if (isOver === Boolean(this.offered)) return;
    this.offered?.remove();
    this.offered = isOver ? h(".offer", {}, h("b", {}, t("dropHere")), h("span", {}, t("dropKinds"))) : null;
    if (isOver) document.body.append(this.offered);
  }

  /** Opens a file in the tab that takes its kind. */
  async open(file) {
    let kind;
    try {
      const { kindOf } = await import("./ui/kinds.js");
      kind = file.size ? await kindOf(file) : { tab: "character", why: t("fileEmpty") };
    } catch (error) {
      if (error instanceof TypeError) return this.say(Object.assign(new TypeError("fetch: a part of the page", { cause: error }))); // kinds.js was not fetched
      kind = { tab: "character", why: t("fileUnread") };
    }
    this.show(kind.tab);
    const tab = await this.fetched(kind.tab);
    if (kind.why) tab?.tell(`${file.name}: ${kind.why}`, true);
    else tab?.[kind.method](file);
  }

  /** Shows a tab. isVisit: the visitor asked for it now, so that it becomes an entry of the history. */
  show(name, isVisit = this.tab !== name) {
    this.tab = name;
    if (this.tabs[name].isComing) this.fetched(name);
    for (const knob of this.knobs) {
      const on = knob.id === `tab-${name}`;
      knob.setAttribute("aria-selected", on);
      knob.tabIndex = on ? 0 : -1;
    }
    // Server and Guide show the characters of Motion behind their panel.
    const shown = (other) => other === name || (other === "motion" && (name === "server" || name === "guide"));
    for (const [other, tab] of Object.entries(this.tabs)) if (!shown(other)) tab.show(false);
    for (const [other, tab] of Object.entries(this.tabs)) if (shown(other)) tab.show(true);
    if (isVisit) this.visit();
    by("panel").replaceChildren(this.tabs[name].panel);
    by("panel").scrollTop = 0;
    by("panel").setAttribute("aria-labelledby", `tab-${name}`);
    by("hud").replaceChildren(this.tabs[name].hud ?? "");
    document.body.dataset.tab = name;
    if (isSmall()) document.body.classList.toggle("bare", name === "motion"); // its controls are where the panel would be
    this.view.resize();
  }

  /** Sets the theme, "dark" or "light". */
  setTheme(theme) {
    this.root.dataset.theme = theme;
    keep("posed.theme", theme);
    this.view.setTheme();
  }

  /** Starts the session of the Motion tab. */
  async start() {
    try {
      await this.motion.start();
    } catch (error) {
      this.say(error);
    }
    if (this.tab === "server") this.server.show(true);
  }

  // -- connection --------------------------------------------------------------------

  /** Takes the state of the stream. */
  connection(state) {
    document.body.dataset.line = state;
    if (state === "open" || state === "closed") return this.banner("");
    if (state === "waiting") this.banner(t("waiting"));
    else if (!this.motion.walkers.length && !this.motion.isVeiled) this.banner(t("connecting")); // the poster has its own line
  }

  /** A request did not reach the server and is repeated (error), or was answered at last (null). */
  waits(error) {
    if (error) this.banner(t("waiting"));
    else if (document.body.dataset.line !== "waiting") this.banner("");
  }

  /** Takes the server's statistics. */
  stats(stats) {
    this.server.stats(stats);
  }

  /** Counts a frame of the stream. */
  frame() {
    this.server.frames++;
  }

  /** Shows a text across the top of the page, with a button; "" hides it. */
  banner(text, action = null) {
    by("banner").replaceChildren(...(text ? [h("span", {}, text), action].filter(Boolean) : []));
  }

  /** Shows an error to the user: asks for an API key, shows a banner, or a message. */
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

  /** Asks for an API key, keeps it and loads the page again. */
  askKey() {
    askKey((key) => {
      keep("posed.key", key);
      location.reload();
    });
  }
}

try {
  const app = (globalThis.posed = new App(await globalThis.drawing));
  app.start();
} catch (error) {
  console.warn(error);
  document.documentElement.classList.add("unlit"); // only the poster and text can be shown
  by("view").hidden = true;
  by("banner").replaceChildren(/webgl/i.test(error.message) ? t("noWebgl") : error.message, " ", h("a", { href: "docs" }, t("interface")));
}
