// The five panels of controls: people, body, face, hair, clothes.
import { button, choice, h, slider } from "../ui/dom.js";
import { t } from "../ui/text.js";
import { itemName } from "../ui/wardrobe_text.js";
import {
  AGES,
  ANCESTRIES,
  FACE,
  featureMost,
  FEATURES,
  fieldsOf,
  HAIR_COLORS,
  HEAD_MEASURES,
  IRIS_COLORS,
  made,
  MEASURES,
  modelOf,
  SEXES,
  SLOTS,
} from "./choices.js";
import { fromCamera, fromFiles, look, suggest } from "./picture.js";
import { grid } from "./thumbs.js";
import { w } from "./words.js";

export const PANELS = ["people", "body", "face", "hair", "clothes"];
/** Number of people in the first panel. */
const PRESETS = 9;
/** Seeds of random people are below this number. */
const SEED_MOST = 100000;
/** Width and height of the pictures, in pixels. maker.css shows only the lowest part of the pictures of shoes. */
const THUMB = 160;
const SHOES_THUMB = 480;

/** Returns the seeds of the first panel's people. */
const seeds = (first) => Array.from({ length: PRESETS }, (_, i) => first + i);
export const anybody = () => Math.floor(Math.random() * SEED_MOST);

/** Returns the path of the portrait of a person with these fields. */
function portrait(model, view, fields, size = THUMB) {
  const { blend_shapes, ...rest } = fields,
    shapes = blend_shapes ? { blend_shapes: JSON.stringify(blend_shapes) } : {};
  return `/v1/models/${model}/portrait?${new URLSearchParams({ format: "webp", view, size, ...rest, ...shapes })}`;
}

export class Panels {
  /** maker: {client, history, items: those of the wardrobe, worn: {slot: item} of the person on screen}. */
  constructor(maker) {
    Object.assign(this, { maker, first: 34 });
  }

  get state() {
    return this.maker.history.state;
  }

  change(changes, slider) {
    this.maker.history.set(changes, slider);
  }

  /** Makes the elements of a panel for the present choices. */
  make(name) {
    this.rows = [];
    return this[name]();
  }

  /** Sets the controls of the open panel to the choices. moved: name of the only slider that has changed, or "" for all controls. */
  set(state, moved = "") {
    for (const row of this.rows ?? []) if (!moved || row.name === moved) row.follow(state);
  }

  /** Registers a control. follow(state) sets it to the choices without an event. name: that of a slider. */
  row(element, follow, name = "") {
    this.rows.push({ name, follow: (state) => follow(element, state) });
    return element;
  }

  /**
   * Makes the slider of a choice. read(choices): its value, or null if the seed decides; write(value): the changed choices; rest: the position for null;
   * show(value): its text; isPainted: true if it changes colours and not only the shape.
   */
  slide(name, { read, write, rest, show, isPainted = false, ...range }) {
    const row = slider({
      label: w(name),
      value: read(this.state) ?? rest,
      ...range,
      show: (v) => (read(this.state) === null ? w("asBorn") : show(v)),
      oninput: (v) => this.change(write(v), { name, read, isPainted }),
    });
    return this.row(row, (element, s) => element.set(read(s) ?? rest), name);
  }

  people() {
    const { client } = this.maker,
      picture = (random) => portrait(modelOf(this.state), "head", { random });
    const sexes = choice({
      label: w("sex"),
      options: Object.keys(SEXES).map((key) => [key, w(key)]),
      value: this.state.sex,
      onchange: (sex) => this.change({ sex }),
    });
    const people = grid(client, {
      label: w("start"),
      kind: "faces",
      value: String(this.state.random),
      options: seeds(this.first).map((seed) => ({ value: String(seed), label: `${seed}`, path: () => picture(seed) })),
      pick: (seed) => this.change(made(Number(seed), this.state.sex)),
    });
    const others = button(w("others"), () => {
      this.first += PRESETS;
      this.maker.reopen("#others");
    });
    others.id = "others";
    return [
      ...this.picture(),
      this.row(sexes, (row, s) => row.set(s.sex)),
      this.row(people, (row, s) => row.set(s.random)),
      h(
        ".row",
        {},
        others,
        button(w("anyone"), () => this.change(made(anybody(), this.state.sex)), { kind: "primary" }),
      ),
    ];
  }

  /** Makes the row "From a picture". */
  picture() {
    const told = h("p.told", { role: "status", "aria-live": "polite" });
    const file = h("input", {
      type: "file",
      accept: "image/*",
      multiple: true,
      hidden: true,
      id: "picture-file",
      onchange: () => {
        this.fromPictures(fromFiles(file.files), told);
        file.value = "";
      },
    });
    return [
      h(
        ".row",
        {},
        button(w("picture"), () => file.click()),
        button(w("camera"), () => this.fromPictures(fromCamera(), told)),
        file,
      ),
      told,
      h("p.quiet", {}, w("picturePrivate")),
    ];
  }

  /** Makes the person of pictures. Every choice can be changed afterwards. */
  async fromPictures(canvases, told) {
    told.textContent = w("pictureLooks");
    told.dataset.state = "looks";
    try {
      const { choices, doubts } = await suggest(this.maker.client, await look(await canvases), this.state.random);
      this.change({ ...made(choices.random, choices.sex), ...choices });
      told.textContent = `${w("pictureDone")} ${doubts.map((name) => w(name)).join(", ")}.`;
      told.dataset.state = "done";
    } catch (error) {
      told.textContent = error.reason ? w(error.reason) : (error.detail ?? error.message);
      told.dataset.state = "failed";
    }
  }

  measures(names) {
    return names.map((name) =>
      this.slide(name, {
        min: 1,
        max: 99,
        step: 1,
        rest: 50,
        show: (v) => `${v} %`,
        read: ({ percentile }) => percentile[name] ?? null,
        write: (v) => ({ percentile: { ...this.state.percentile, [name]: v } }),
      }),
    );
  }

  body() {
    const age = this.slide("age", {
      isPainted: true,
      min: AGES[0],
      max: AGES[1],
      step: 1,
      rest: 30,
      show: (v) => v,
      read: (s) => s.age || null,
      write: (v) => ({ age: v }),
    });
    return [age, this.tone(), h("p.quiet", {}, w("among")), ...this.measures(MEASURES)];
  }

  tone() {
    return this.slide("skin", {
      isPainted: true,
      min: 0,
      max: 1,
      step: 0.01,
      rest: 0.5,
      show: (v) => `${Math.round(100 * v)} %`,
      read: (s) => s.skin,
      write: (v) => ({ skin: v }),
    });
  }

  colors(label, name, list) {
    const options = [
      { value: "", label: w("own") },
      ...list.map((key) => ({ value: key, label: t(`c_${key}`), color: `var(--swatch-${key})` })),
    ];
    return this.row(
      grid(this.maker.client, {
        label,
        kind: "swatches",
        value: this.state[name] ?? "",
        options,
        pick: (v) => this.change({ [name]: v || null }),
      }),
      (row, s) => row.set(s[name] ?? ""),
    );
  }

  face() {
    const expressions = Object.keys(FACE).map((name) =>
      this.slide(`f_${name}`, {
        min: 0,
        max: 1,
        step: 0.02,
        show: (v) => `${Math.round(100 * v)} %`,
        read: ({ face }) => face[name] ?? 0,
        write: (v) => ({ face: { ...this.state.face, [name]: v } }),
      }),
    );
    return [
      this.tone(),
      this.colors(w("iris"), "iris", IRIS_COLORS),
      this.ancestry(),
      ...this.measures(HEAD_MEASURES),
      ...Object.keys(FEATURES).flatMap((group) => this.features(group)),
      h("h2", {}, w("expression")),
      ...expressions,
    ];
  }

  ancestry() {
    const options = [["", w("own")], ...ANCESTRIES.map((key) => [key, w(key)])];
    return this.row(
      choice({ label: w("ancestry"), options, value: this.state.ancestry ?? "", onchange: (v) => this.change({ ancestry: v || null }) }),
      (row, s) => row.set(s.ancestry ?? ""),
    );
  }

  /** Makes the sliders of one group of facial features. At 0 a feature is as the seed makes it. */
  features(group) {
    const sliders = FEATURES[group].map((name) =>
      this.slide(name, {
        min: -featureMost(name),
        max: featureMost(name),
        step: 0.1,
        show: (v) => (v ? `${v > 0 ? "+" : ""}${v.toFixed(1)}` : "0"),
        read: ({ features }) => features[name] ?? 0,
        write: (v) => ({ features: { ...this.state.features, [name]: v } }),
      }),
    );
    return [h("h2", {}, w(`group_${group}`)), ...sliders];
  }

  /** Makes the grid of the wardrobe's items for one slot, pictured on the present person. */
  slot(slot, label, view, hasNone = true) {
    const { client, items } = this.maker,
      wearing = (item) => ({ ...this.maker.worn, [slot]: item });
    const path = (item) => () => {
      const { blend_shapes, percentile, ...person } = fieldsOf(this.state);
      const all = SLOTS.map((s) => wearing(item)[s]).filter(Boolean);
      return portrait(modelOf(this.state), view, { ...person, wear: all.join(",") || "none" }, slot === "shoes" ? SHOES_THUMB : THUMB);
    };
    const options = [
      ...(hasNone ? [{ value: "", label: w("none"), path: path("") }] : []),
      ...items.filter((i) => i.slot === slot).map((i) => ({ value: i.name, label: itemName(i.name), path: path(i.name) })),
    ];
    return this.row(
      grid(client, {
        label,
        options,
        kind: slot,
        value: this.maker.worn[slot] ?? "",
        pick: (item) => this.change({ wear: wearing(item) }),
      }),
      (row) => row.set(this.maker.worn[slot] ?? ""),
    );
  }

  /** Hair loss, which shows without a hat: choosing it takes the hat off. */
  loss() {
    return this.slide("hairLoss", {
      isPainted: true,
      min: 0,
      max: 1,
      step: 0.01,
      rest: 0,
      show: (v) => `${Math.round(100 * v)} %`,
      read: (s) => s.hair_loss,
      write: (v) => ({ hair_loss: v, ...(this.maker.worn.hat ? { wear: { ...this.maker.worn, hat: "" } } : {}) }),
    });
  }

  hair() {
    return [
      this.colors(w("hairColor"), "hair_color", HAIR_COLORS),
      this.loss(),
      this.slot("hair", w("hairstyle"), "head"),
      this.slot("hat", w("hat"), "head"),
      this.slot("glasses", w("glasses"), "head"),
      this.slot("beard", w("beard"), "head"),
    ];
  }

  clothes() {
    return [
      this.slot("outfit", w("outfit"), "full", false),
      Object.assign(this.slot("shoes", w("shoes"), "full"), { onclick: () => this.maker.stage.show("shoes") }),
    ];
  }
}
