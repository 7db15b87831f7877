// The part of the Body tab for the model `person` and its models of women and of men: who it is, clothes, hands and face. Measurements,
// pose and skinning are the same for every model (body.js).
import { button, choice, h, select, slider } from "../ui/dom.js";
import { FIRST } from "../motion/others.js";
import { t } from "../ui/text.js";
import { itemName } from "../ui/wardrobe_text.js";
import { PEOPLE_VERSION, WARDROBE_VERSION, wardrobeVersion } from "../view/person_fields.js";

// Kinds of garment that the panel has a list for.
const SLOTS = ["outfit", "shoes", "hair", "hat", "glasses", "beard"];
// Presets of the hands.
const HANDS = ["relaxed", "open", "flat", "fist", "point", "grip"];
const GENDERS = ["neutral", "female", "male"];
// Hair colours.
const HAIR = ["black", "brown", "chestnut", "red", "blond", "grey", "white"];
// Eye colours.
const IRIS = ["brown", "dark", "hazel", "green", "blue", "grey"];
// Sliders of the face: the ARKit blend shapes that each moves.
const FACE = {
  smile: ["mouthSmileLeft", "mouthSmileRight"],
  frown: ["mouthFrownLeft", "mouthFrownRight"],
  jaw: ["jawOpen"],
  pucker: ["mouthPucker"],
  brows: ["browInnerUp", "browOuterUpLeft", "browOuterUpRight"],
  scowl: ["browDownLeft", "browDownRight"],
  blink: ["eyeBlinkLeft", "eyeBlinkRight"],
  wide: ["eyeWideLeft", "eyeWideRight"],
};
// The first person and the defaults of all fields. height, weight: percentiles; age: in years, 0 for any.
const NONE = {
  random: FIRST,
  gender: "",
  age: 0,
  height: 50,
  weight: 50,
  version: WARDROBE_VERSION,
  people: PEOPLE_VERSION,
  wear: null,
  skin: null,
  hair_color: null,
  iris: null,
  left_hand: "relaxed",
  right_hand: "relaxed",
  face: {},
};

/** Returns the fields of the first person, who is also the first one in the Motion tab. */
export const somebody = () => ({ ...NONE, face: {} });

/** Returns the seed, and the fields that differ from the first person's, as text for a link. */
export function writePerson(p) {
  const { face, ...rest } = p;
  const parts = Object.entries(rest)
    .filter(
      ([name, v]) =>
        name === "random" ||
        (name === "version" ? v > 1 : name === "people" ? v === PEOPLE_VERSION : v !== null && v !== "" && v !== NONE[name]),
    )
    .map(([name, v]) => `${name}:${v}`);
  return [
    ...parts,
    ...Object.entries(face)
      .filter(([, v]) => v)
      .map(([name, v]) => `${name}:${v}`),
  ].join(";");
}

/** Returns the fields from the text of a link. Ignores unknown ones. */
export function readPerson(text) {
  const isOld = /(^|;)random:/.test(text ?? "");
  const out = { ...somebody(), version: isOld ? 1 : WARDROBE_VERSION, people: isOld ? 1 : PEOPLE_VERSION };
  for (const part of (text ?? "").split(";")) {
    const [name, value] = part.split(":");
    const number = Number(value);
    if (Object.hasOwn(FACE, name) && number >= 0 && number <= 1) out.face[name] = number;
    else if (["random", "age", "height", "weight", "version", "people", "skin"].includes(name) && Number.isFinite(number))
      out[name] = number;
    else if (Object.hasOwn(out, name) && !["face", "version", "people"].includes(name) && /^[\w,-]+$/.test(value ?? "")) out[name] = value;
  }
  out.version = wardrobeVersion(out.version);
  if (out.people !== PEOPLE_VERSION) out.people = 1;
  return out;
}

/** Returns the fields by which the server draws a person, who is the same for the same fields. */
export function seedOf(p, model) {
  const among = [
    ["height", p.height],
    ["mass", p.weight],
  ]
    .filter(([, v]) => v !== 50)
    .map(([name, v]) => `${name}:${v}`)
    .join(",");
  return {
    random: p.random,
    ...(p.people === PEOPLE_VERSION ? {} : { people_version: p.people }),
    ...(p.gender && model === "person" ? { gender: p.gender } : {}),
    ...(p.age ? { age: p.age } : {}),
    ...(among ? { percentile: among } : {}),
  };
}

/** The person of a Body. items: the server's wardrobe; now: by slot, the item that is worn. */
export class Person {
  constructor(body) {
    Object.assign(this, { body, isOn: false, items: [], names: [] });
  }

  /** Takes the facts of the chosen model. Fetches the wardrobe the first time. */
  async take({ id, expression_names = [] }) {
    const { client, app } = this.body;
    this.id = id;
    this.isOn = /^person(-|$)/.test(id);
    this.expressions = expression_names;
    if (!this.isOn || this.items.length) return;
    this.items = (
      await client.json("GET", "/v1/wardrobe").catch((error) => {
        app.say(error);
        return { items: [] };
      })
    ).items;
    if (!this.body.state.betas.length) await this.ask({}, true);
  }

  /** Returns the query of the person's GLB file, beside shape and pose. */
  fields({ person: p }) {
    const face = Object.fromEntries(
      Object.entries(p.face).flatMap(([name, v]) => (v ? FACE[name].filter((n) => this.expressions.includes(n)).map((n) => [n, v]) : [])),
    );
    const given = Object.fromEntries(
      ["wear", "skin", "hair_color", "iris"].filter((name) => p[name] !== null).map((name) => [name, p[name]]),
    );
    return {
      left_hand: p.left_hand,
      right_hand: p.right_hand,
      look: p.random,
      ...(p.version === WARDROBE_VERSION || p.wear !== null ? {} : { wardrobe_version: p.version }),
      ...given,
      ...(Object.keys(face).length ? { blend_shapes: face } : {}),
    };
  }

  /** Returns the query of the person for the Motion tab: no hands or face, which move there. */
  walker(s) {
    if (!this.isOn) return s.betas.length ? { betas: s.betas } : {};
    const { left_hand, right_hand, blend_shapes, look, ...given } = this.fields(s);
    return s.isSeeded ? { ...seedOf(s.person, s.model), ...given } : { betas: s.betas, look, ...given };
  }

  /** Changes who it is: asks the server for the shape coefficients of that person. */
  async ask(changes, isFirst = false) {
    if (!this.isOn) return; // another model has been chosen in the meantime
    const { body, id } = this;
    const p = { ...body.state.person, ...changes };
    const fields = seedOf(p, id);
    const { betas } = (await body.client.json("POST", `/v1/models/${id}/joints`, fields)).bodies[0];
    if (this.id !== id) return; // another model has been chosen, for which these coefficients are wrong
    body.wanted = {};
    if (isFirst) body.state = { ...body.state, betas, isSeeded: true, person: p };
    else body.set({ betas, isSeeded: true, person: p }, changes.random === undefined ? `person ${Object.keys(changes)}` : "");
  }

  /** Changes fields of the person. Changes with the same `coalesce` are one step of undo. */
  change(changes, coalesce = "") {
    this.body.set({ person: { ...this.body.state.person, ...changes } }, coalesce);
  }

  /** Puts on an item, or takes off what is worn in a slot for "". */
  wear(slot, name) {
    const now = { ...this.now, [slot]: name };
    this.change({
      wear:
        SLOTS.map((s) => now[s])
          .filter(Boolean)
          .join(",") || "none",
    });
  }

  /** Takes the names of the materials of the drawn person, which are those of the items that it wears. */
  worn(names) {
    this.now = Object.fromEntries(
      SLOTS.map((slot) => [slot, this.items.find((i) => i.slot === slot && names.includes(i.name))?.name ?? ""]),
    );
    for (const [slot, row] of Object.entries(this.slots ?? {})) row.set(this.now[slot]);
  }

  /** Sets the controls to the state. */
  set({ person: p }) {
    if (!this.rows) return;
    this.rows.gender.set(p.gender || "any");
    for (const name of ["age", "height", "weight"]) this.rows[name].set(p[name] || (name === "age" ? 35 : p[name]));
    if (p.skin !== null) this.rows.skin.set(p.skin);
    for (const name of ["hair_color", "iris"]) this.rows[name].set(p[name] ?? "");
    for (const name of ["left_hand", "right_hand"]) this.rows[name].set(p[name]);
    for (const [name, row] of Object.entries(this.faces)) row.set(p.face[name] ?? 0);
  }

  // -- panel --------------------------------------------------------------------------------

  /** Returns the controls of the person, or none for another model. */
  panel() {
    if (!this.isOn) {
      this.rows = this.slots = null;
      return [];
    }
    const p = this.body.state.person;
    const asking = { busy: false, next: null };
    /** Runs one request at a time, with all changes since the last one. */
    const ask = async (changes) => {
      asking.next = { ...asking.next, ...changes };
      if (asking.busy) return;
      asking.busy = true;
      while (asking.next) {
        const next = asking.next;
        asking.next = null;
        await this.ask(next).catch((error) => this.body.app.say(error));
      }
      asking.busy = false;
    };
    const percent = (name) =>
      slider({
        label: t(`${name}Among`),
        min: 1,
        max: 99,
        step: 1,
        value: p[name],
        show: (v) => `${v} %`,
        oninput: (v) => ask({ [name]: v }),
      });
    const named = (list) => list.map((key) => [key, t(`c_${key}`)]);
    const hand = (which) =>
      select({
        label: t(which),
        options: HANDS.map((key) => [key, t(`h_${key}`)]),
        value: p[which],
        onchange: (v) => this.change({ [which]: v }),
      });
    this.rows = {
      gender: choice({
        label: t("gender"),
        options: [["any", t("any")], ...GENDERS.map((key) => [key, t(key === "neutral" ? "between" : key)])],
        value: p.gender || "any",
        onchange: (key) => ask({ gender: key === "any" ? "" : key }),
      }),
      age: slider({ label: t("age"), min: 17, max: 58, step: 1, value: p.age || 35, oninput: (v) => ask({ age: v }) }),
      height: percent("height"),
      weight: percent("weight"),
      skin: slider({
        label: t("skinTone"),
        min: 0,
        max: 1,
        step: 0.01,
        value: p.skin ?? 0.5,
        show: (v) => v.toFixed(2),
        oninput: (v) => this.change({ skin: v }, "skin"),
      }),
      hair_color: select({
        label: t("hairColor"),
        options: [["", t("asMade")], ...named(HAIR)],
        value: p.hair_color ?? "",
        onchange: (v) => this.change({ hair_color: v || null }),
      }),
      iris: select({
        label: t("iris"),
        options: [["", t("asMade")], ...named(IRIS)],
        value: p.iris ?? "",
        onchange: (v) => this.change({ iris: v || null }),
      }),
      left_hand: hand("left_hand"),
      right_hand: hand("right_hand"),
    };
    const { gender, age, height, weight, ...others } = this.rows;
    this.slots = Object.fromEntries(
      SLOTS.map((slot) => [
        slot,
        select({
          label: t(slot),
          options: [["", t("none")], ...this.items.filter((i) => i.slot === slot).map((i) => [i.name, itemName(i.name)])],
          value: this.now?.[slot] ?? "",
          onchange: (v) => this.wear(slot, v),
        }),
      ]),
    );
    for (const [part, rows] of [
      ["feet", [this.slots.shoes]],
      ["head", [this.slots.hair, this.slots.hat, others.hair_color]],
      ["eyes", [others.iris]],
      ["left_hand", [others.left_hand]],
      ["right_hand", [others.right_hand]],
    ]) {
      for (const row of rows) row.dataset.part = part; // closeup.js shows this part
    }
    this.faces = Object.fromEntries(
      Object.keys(FACE).map((name) => [
        name,
        slider({
          label: t(`f_${name}`),
          min: 0,
          max: 1,
          step: 0.05,
          value: p.face[name] ?? 0,
          show: (v) => v.toFixed(2),
          oninput: (v) => this.change({ face: { ...this.body.state.person.face, [name]: v } }, `face ${name}`),
        }),
      ]),
    );
    return [
      button(
        t("randomPerson"),
        () => ask({ random: Math.floor(Math.random() * 100000), wear: null, skin: null, hair_color: null, iris: null }),
        { kind: "primary" },
      ),
      this.id === "person" ? gender : null, // the other models are of one sex
      h("details", {}, h("summary", {}, t("among")), h(".betas", {}, age, height, weight)),
      h(
        "details",
        { "data-part": "whole" },
        h("summary", {}, t("clothes")),
        h(".betas", {}, h(".fields", {}, Object.values(this.slots)), others.skin, h(".fields", {}, others.hair_color, others.iris)),
      ),
      h("details", { "data-part": "face" }, h("summary", {}, t("face")), h(".betas", {}, Object.values(this.faces))),
      h("details", { "data-part": "hands" }, h("summary", {}, t("hands")), h(".fields", {}, others.left_hand, others.right_hand)),
    ];
  }
}
