// Somebody of the model person, or of those of its women and men: who it is, what is worn, hands and face. The rest (measurements, pose, skinning) is every body's.
import { button, choice, h, select, slider } from "../ui/dom.js";
import { FIRST } from "../motion/others.js";
import { t } from "../ui/text.js";
import { itemName } from "../ui/wardrobe_text.js";

const SLOTS = ["outfit", "shoes", "hair", "hat", "glasses", "beard"];
const HANDS = ["relaxed", "open", "flat", "fist", "point", "grip"];
const GENDERS = ["neutral", "female", "male"];
const HAIR = ["black", "brown", "chestnut", "red", "blond", "grey", "white"];
const IRIS = ["brown", "dark", "hazel", "green", "blue", "grey"];
const FACE = {
  // what a slider moves, by ARKit's names
  smile: ["mouthSmileLeft", "mouthSmileRight"],
  frown: ["mouthFrownLeft", "mouthFrownRight"],
  jaw: ["jawOpen"],
  pucker: ["mouthPucker"],
  brows: ["browInnerUp", "browOuterUpLeft", "browOuterUpRight"],
  scowl: ["browDownLeft", "browDownRight"],
  blink: ["eyeBlinkLeft", "eyeBlinkRight"],
  wide: ["eyeWideLeft", "eyeWideRight"],
};
const NONE = {
  random: FIRST,
  gender: "",
  age: 0,
  height: 50,
  weight: 50,
  wear: null,
  skin: null,
  hair_color: null,
  iris: null,
  left_hand: "relaxed",
  right_hand: "relaxed",
  face: {},
};

/** Who is there at first: the one who walks in the other panel. */
export const somebody = () => ({ ...NONE, face: {} });

/** Of a link: what differs from the first one. */
export function writePerson(p) {
  const { face, ...rest } = p;
  const parts = Object.entries(rest)
    .filter(([name, v]) => v !== null && v !== "" && v !== NONE[name])
    .map(([name, v]) => `${name}:${v}`);
  return [
    ...parts,
    ...Object.entries(face)
      .filter(([, v]) => v)
      .map(([name, v]) => `${name}:${v}`),
  ].join(";");
}

export function readPerson(text) {
  const out = somebody();
  for (const part of (text ?? "").split(";")) {
    const [name, value] = part.split(":");
    const number = Number(value);
    if (Object.hasOwn(FACE, name) && number >= 0 && number <= 1) out.face[name] = number;
    else if (["random", "age", "height", "weight", "skin"].includes(name) && Number.isFinite(number)) out[name] = number;
    else if (Object.hasOwn(out, name) && name !== "face" && /^[\w,-]+$/.test(value ?? "")) out[name] = value;
  }
  return out;
}

export class Person {
  constructor(body) {
    Object.assign(this, { body, isOn: false, items: [], names: [] });
  }

  /** facts: of the model that is shown now. */
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

  /** Fields of the person's GLB beside shape and pose. */
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
      ...given,
      ...(Object.keys(face).length ? { blend_shapes: face } : {}),
    };
  }

  /** As the character that walks is asked for. */
  walker(s) {
    if (!this.isOn) return s.betas.length ? { betas: s.betas } : {};
    const { left_hand, right_hand, blend_shapes, ...look } = this.fields(s);
    return { betas: s.betas, ...look };
  }

  /** Somebody else: the server says the betas of who is asked for. */
  async ask(changes, isFirst = false) {
    if (!this.isOn) return; // another model was chosen meanwhile
    const { body, id } = this;
    const p = { ...body.state.person, ...changes };
    const among = [
      ["height", p.height],
      ["mass", p.weight],
    ]
      .filter(([, v]) => v !== 50)
      .map(([name, v]) => `${name}:${v}`)
      .join(",");
    const fields = {
      random: p.random,
      ...(p.gender && this.id === "person" ? { gender: p.gender } : {}),
      ...(p.age ? { age: p.age } : {}),
      ...(among ? { percentile: among } : {}),
    };
    const { betas } = (await body.client.json("POST", `/v1/models/${id}/joints`, fields)).bodies[0];
    if (this.id !== id) return; // or now, and its betas mean something else
    body.wanted = {};
    if (isFirst) body.state = { ...body.state, betas, person: p };
    else body.set({ betas, person: p }, changes.random === undefined ? `person ${Object.keys(changes)}` : "");
  }

  change(changes, coalesce = "") {
    this.body.set({ person: { ...this.body.state.person, ...changes } }, coalesce);
  }

  wear(slot, name) {
    const now = { ...this.now, [slot]: name };
    this.change({
      wear:
        SLOTS.map((s) => now[s])
          .filter(Boolean)
          .join(",") || "none",
    });
  }

  /** What the drawn one wears: names of materials are those of items. */
  worn(names) {
    this.now = Object.fromEntries(
      SLOTS.map((slot) => [slot, this.items.find((i) => i.slot === slot && names.includes(i.name))?.name ?? ""]),
    );
    for (const [slot, row] of Object.entries(this.slots ?? {})) row.set(this.now[slot]);
  }

  /** Controls as the state has it. */
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

  panel() {
    if (!this.isOn) {
      this.rows = this.slots = null;
      return [];
    }
    const p = this.body.state.person;
    const asking = { busy: false, next: null };
    /** One question at a time, the newest. */
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
      for (const row of rows) row.dataset.part = part; // closeup.js goes there
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
      this.id === "person" ? gender : null,
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
