// The avatar maker: the panel with the choices, and the 3D view of the person (stage.js). It is the page /maker, which other pages may embed in an iframe
// (parent.js, docs/guide/maker.md).
import "./maker.css";
import { Posed, PosedError } from "posed-client";
import { button, h, toast } from "../ui/dom.js";
import { here } from "../ui/here.js";
import { askKey } from "../ui/key.js";
import { said, tell } from "../ui/said.js";
import { otherLanguage, t } from "../ui/text.js";
import { View } from "../view/view.js";
import { save } from "../ui/save.js";
import { FILES, fileRequest } from "./files.js";
import { fieldsOf, History, modelOf, read, SLOTS, write } from "./choices.js";
import { anybody, Panels, PANELS } from "./panels.js";
import { Parent } from "./parent.js";
import { Stage } from "./stage.js";
import { w } from "./words.js";

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
    /* this visit only */
  }
};
/** Camera position (stage.js) of each panel. */
const SHOT = { people: "body", body: "body", face: "face", hair: "hair", clothes: "body" };

/** Time without a move of a slider after which the page's address is set, in milliseconds. */
const ADDRESS_MS = 100;

class Maker {
  constructor(drawing) {
    this.client = new Posed(here(), { key: kept("posed.key"), timeout: 0 });
    this.view = new View(by("view"), drawing);
    this.history = new History(read(location.hash.slice(1)), (state, slider) => this.changed(state, slider));
    Object.assign(this, { items: [], worn: {} });
    this.stage = new Stage(this.view, this.client, { drawn: (names) => this.drawn(names), failed: (error) => this.say(error) });
    this.panels = new Panels(this);
    this.parent = new Parent(this);
    tell(by("view"), "aria-label", w("view"));
    tell(by("panel"), "aria-label", w("panel"));
    this.bar();
    this.frame();
    addEventListener("keydown", (e) => this.key(e));
  }

  async start() {
    if (!this.stage.shown) by("banner").replaceChildren(w("making"));
    const wardrobe = this.client.json("GET", "/v1/wardrobe").catch((error) => {
        this.say(error);
        return { items: [] };
      }),
      person = this.stage.ask(this.history.state);
    this.items = (await wardrobe).items;
    await person;
    this.open("people");
    if (this.stage.shown) this.parent.tell("ready", this.result());
  }

  bar() {
    const arrow = (kind) => h(`span.sign.${kind}`, { "aria-hidden": "true" }); // drawn: not every font has such arrows
    const undoText = said(() => `${t("undo")} (Ctrl Z)`),
      redoText = said(() => `${t("redo")} (Ctrl Shift Z)`);
    const undo = button(arrow("undo"), () => this.history.undo(), { title: undoText }),
      redo = button(arrow("redo"), () => this.history.redo(), { title: redoText });
    tell(undo, "aria-label", undoText);
    tell(redo, "aria-label", redoText);
    Object.assign(this, { undoKnob: undo, redoKnob: redo });
    by("history").append(
      undo,
      redo,
      button(w("anyone"), () => this.random()),
    );
    const theme = button(h("span.sign.half", { "aria-hidden": "true" }), () => this.theme(), { title: t("theme") });
    tell(theme, "aria-label", t("theme"));
    by("tools").append(
      button(t("language"), () => this.otherLanguage(), { title: t("languageIs") }),
      theme,
    );
    this.knobs();
  }

  /** Changes to the other language in place. */
  async otherLanguage() {
    await otherLanguage([document.documentElement]).catch((error) => this.say(error));
    this.open(this.panel); // texts of sliders
  }

  /** Makes the panel: tabs at the top, the buttons to save and download at the bottom. */
  frame() {
    this.tabs = PANELS.map((name) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "choices",
          onclick: () => this.open(name),
          onkeydown: (e) => {
            if (e.key === "ArrowLeft" || e.key === "ArrowRight") this.step(name, e.key === "ArrowLeft" ? -1 : 1);
          },
        },
        w(name),
      ),
    );
    this.choices = h("section", { id: "choices", role: "tabpanel", tabIndex: -1 });
    for (const begins of ["pointerdown", "focusin"]) this.choices.addEventListener(begins, () => this.history.rest()); // each drag is a step of the history
    const menu = h(
      "details.menu",
      {
        onkeydown: (e) => {
          if (e.key === "Escape" && menu.open) {
            menu.open = false;
            menu.firstChild.focus();
          }
        },
      },
      h("summary", {}, w("download")),
      h(
        ".items",
        {
          onclick: () => {
            menu.open = false;
          },
        },
        ...Object.keys(FILES).map((kind) => button(w(kind), () => this.download(kind))),
        button(w("code"), () => this.copy(this.code())),
        button(w("link"), () => this.copy(this.link(), w("linked"))),
      ),
    );
    document.addEventListener("pointerdown", (e) => {
      if (!menu.contains(e.target)) menu.open = false;
    });
    by("panel").append(
      h(".tabs", { role: "tablist", "aria-label": w("sections") }, this.tabs),
      this.choices,
      h(
        ".done",
        {},
        button(w("save"), () => this.save(), { kind: "primary" }),
        menu,
      ),
    );
  }

  open(name) {
    this.panel = name;
    for (const tab of this.tabs) {
      const isOpen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", isOpen);
      tab.tabIndex = isOpen ? 0 : -1;
    }
    this.choices.replaceChildren(...this.panels.make(name));
    this.choices.setAttribute("aria-labelledby", `tab-${name}`);
    this.choices.scrollTop = 0;
    this.stage.show(SHOT[name]);
  }

  /** Makes the open panel again with the pictures of the present choices. focused: selector of the element that gets the focus. */
  reopen(focused) {
    this.open(this.panel);
    this.choices.querySelector(focused).focus();
  }

  step(name, by_) {
    const next = PANELS[(PANELS.indexOf(name) + by_ + PANELS.length) % PANELS.length];
    this.open(next);
    by(`tab-${next}`).focus();
  }

  key(e) {
    if (!(e.ctrlKey || e.metaKey) || e.code !== "KeyZ" || e.target.matches?.("input[type=text],textarea")) return;
    e.preventDefault();
    if (e.shiftKey) this.history.redo();
    else this.history.undo();
  }

  random() {
    this.history.set({ ...read(""), sex: this.history.state.sex, random: anybody() });
  }

  changed(state, slider) {
    this.stage.ask(state, slider);
    this.panels.set(state, slider?.name);
    this.address(slider ? ADDRESS_MS : 0);
    this.knobs();
    this.parent.tell("changed", this.result());
  }

  /** Puts the choices into the page's address after so many milliseconds. While a slider moves it waits, because browsers allow few such changes. */
  address(wait) {
    const put = () => history.replaceState(null, "", `#${write(this.history.state)}`);
    clearTimeout(this.addressing);
    if (wait) this.addressing = setTimeout(put, wait);
    else put();
  }

  knobs() {
    this.undoKnob.disabled = !this.history.past.length;
    this.redoKnob.disabled = !this.history.future.length;
  }

  /** Called when a person is on screen. The names of its materials tell what it wears. */
  drawn(names) {
    by("banner").replaceChildren();
    document.body.dataset.drawn = Number(document.body.dataset.drawn ?? 0) + 1;
    this.worn = Object.fromEntries(
      SLOTS.map((slot) => [slot, this.items.find((i) => i.slot === slot && names.includes(i.name))?.name ?? ""]),
    );
    this.panels.set(this.history.state);
  }

  theme() {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === "dark" ? "light" : "dark";
    keep("posed.theme", dataset.theme);
    this.view.setTheme();
  }

  // -- saving, downloads and messages --------------------------------------------------

  /** Returns what messages contain: the model, the request fields, and the link that opens these choices. */
  result() {
    return { model: modelOf(this.history.state), fields: fieldsOf(this.history.state), link: this.link() };
  }

  link() {
    return `${here()}/maker#${write(this.history.state)}`;
  }

  code() {
    const { path, body } = fileRequest("glb", this.result());
    return `curl '${here()}${path}' -H 'Content-Type: application/json' \\\n     -d '${JSON.stringify(body).replaceAll("'", "'\\''")}' -o ${FILES.glb.name}`;
  }

  async copy(text, said = t("copied")) {
    await navigator.clipboard.writeText(text).then(
      () => toast(said, "hint"),
      () => toast(text, "hint"),
    );
  }

  /** Stores the choices on the server, which returns an id. */
  async save() {
    try {
      const { model, fields } = this.result(),
        { blend_shapes, ...rest } = fields;
      // Choices that are stored are flat: the expression is a list of weights.
      if (blend_shapes) {
        const { expression_names } = await this.client.json("GET", `/v1/models/${model}`);
        rest.expression = expression_names.filter((name) => name !== "viseme_sil").map((name) => blend_shapes[name] ?? 0); // silence has no weight
      }
      const { id } = await this.client.json("POST", "/v1/avatars", { model, ...rest });
      const url = `${here()}/v1/avatars/${id}.glb`;
      toast(`${w("saved")} ${url}`, "hint");
      this.parent.tell("saved", { ...this.result(), id, url });
      return id;
    } catch (error) {
      if (error instanceof PosedError && [404, 405, 501].includes(error.status)) toast(w("noSave"), "hint");
      else this.say(error);
      return null;
    }
  }

  async download(kind) {
    try {
      const { path, body } = fileRequest(kind, this.result());
      save(await (await this.client.request("POST", path, body)).blob(), FILES[kind].name);
    } catch (error) {
      this.say(error);
    }
  }

  say(error) {
    console.warn(error);
    by("banner").replaceChildren();
    if (error instanceof PosedError && error.status === 401) return this.askKey();
    this.parent.tell("error", { message: error.detail ?? error.message });
    toast({ 413: t("tooLarge"), 429: t("tooFast"), 503: t("full") }[error.status] ?? error.detail ?? error.message);
  }

  askKey() {
    const isShown = askKey((key) => {
      if (key) (keep("posed.key", key), this.unlock(key));
    });
    if (isShown) this.parent.tell("locked", {});
  }

  /** Uses an API key from now on. A text that cannot be a key is an error, and the dialog stays. */
  unlock(key) {
    try {
      this.client.key = key;
    } catch (error) {
      return this.say(error);
    }
    document.querySelector("dialog[open]")?.remove();
    this.start().catch((error) => this.say(error));
  }
}

try {
  const maker = (globalThis.maker = new Maker(await globalThis.drawing));
  await maker.start();
} catch (error) {
  console.warn(error);
  by("view").hidden = true;
  by("banner").replaceChildren(/webgl/i.test(error.message) ? t("noWebgl") : error.message);
}
