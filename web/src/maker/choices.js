// The choices of which the maker's person consists, as request fields and as a link; and the history of changes, for undo and redo.

import { PEOPLE_VERSION, WARDROBE_VERSION, wardrobeVersion } from "../view/person_fields.js";

export const SEXES = { neutral: "person", female: "person-female", male: "person-male" }; // the model of each
export const SLOTS = ["outfit", "shoes", "hair", "hat", "glasses", "beard"];
export const MEASURES = [
  "height",
  "mass",
  "chest_girth",
  "navel_girth",
  "hip_girth",
  "thigh_girth",
  "neck_girth",
  "inside_leg_height",
  "span",
]; // of the body; the names of `percentile`
export const HEAD_MEASURES = ["head_girth"];
export const HAIR_COLORS = ["black", "brown", "chestnut", "red", "blond", "grey", "white"],
  IRIS_COLORS = ["brown", "dark", "hazel", "green", "blue", "grey"];
export const AGES = [18, 80]; // years; the server takes 17 to 80
/** Expressions of the face, each the mean of one or two of ARKit's blend shapes. */
export const FACE = {
  smile: ["mouthSmileLeft", "mouthSmileRight"],
  frown: ["mouthFrownLeft", "mouthFrownRight"],
  jaw: ["jawOpen"],
  pucker: ["mouthPucker"],
  brows: ["browInnerUp", "browOuterUpLeft", "browOuterUpRight"],
  scowl: ["browDownLeft", "browDownRight"],
  blink: ["eyeBlinkLeft", "eyeBlinkRight"],
  wide: ["eyeWideLeft", "eyeWideRight"],
};
/** Features of the face that have a slider, by group; the names of `face_shape`. */
export const FEATURES = {
  head: ["head_length", "head_width", "forehead_height", "forehead_slope", "face_roundness", "cheekbones", "cheek_fullness"],
  eyes: ["eye_spacing", "eye_size", "eye_slant", "eye_depth", "eye_fold", "brow_height", "brow_ridge"],
  nose: ["nose_length", "nose_width", "nose_depth", "nose_hump", "nose_tip_height"],
  mouth: ["mouth_width", "upper_lip_fullness", "lower_lip_fullness", "mouth_corners"],
  jaw: ["jaw_width", "jaw_length", "chin_width", "chin_height", "chin_forward"],
  ears: ["ear_size", "ear_flare"],
};
/** How far most features are moved at most, in standard deviations. */
const FEATURE_MOST = 3;
/** The same limit for other features, which fold the skin or exceed what people have at 3. */
const OTHER_MOST = { jaw_width: 1.5, brow_ridge: 1.5, forehead_height: 2, chin_height: 2 };
/** Features that a slider moves too, by a share of its value. `jaw_length` alone moves only the corners of the jaw, which hair and cheeks hide, and folds the skin at -5. */
const WITH = { jaw_length: { chin_height: 0.4 } };

const limited = (v) => Math.max(-SERVER_MOST, Math.min(SERVER_MOST, v));

/** Returns choices of features that give these features, without what a slider moves beside its own. */
export function alone(features) {
  const out = { ...features };
  for (const [name, others] of Object.entries(WITH))
    for (const [other, share] of Object.entries(others))
      out[other] = limited(Number(((out[other] ?? 0) - share * (features[name] ?? 0)).toFixed(3)));
  return out;
}

/** Returns how far a feature is moved at most, in standard deviations. */
export const featureMost = (name) => OTHER_MOST[name] ?? FEATURE_MOST;
export const ANCESTRIES = ["african", "asian", "european"];
/** Features without a slider, which a picture determines. */
const NO_SLIDER = [
  "temple_width",
  "brow_angle",
  "jaw_angle",
  "eye_height",
  "eye_opening",
  "eye_bags",
  "nose_bridge_width",
  "nose_tip_width",
  "mouth_height",
  "mouth_forward",
  "lip_bow",
  "ear_width",
  "face_age",
  "masculinity",
  "ancestry_african",
  "ancestry_asian",
  "asymmetry_brows",
  "asymmetry_eyes",
  "asymmetry_cheeks",
  "asymmetry_nose",
  "asymmetry_mouth",
  "asymmetry_jaw",
];
const ALL_FEATURES = [...Object.values(FEATURES).flat(), ...NO_SLIDER];
/** How far the server moves a feature at most, in standard deviations. */
const SERVER_MOST = 5;
/** Largest number of steps that can be undone. */
const UNDO_MOST = 200;
/** Seed of a link that has none. */
const FIRST = 39;

/**
 * The choices of a person who was made by a seed: {sex, random: the seed, age: years or 0 for the seed's own, percentile: {measure: 1 to 99}, wear: {slot: item or ""} or null for the seed's own clothes, version: of the rules by which the seed draws clothes, people: of the distribution of bodies,
 * skin: 0 (dark) to 1 (light), hair_color, hair_loss: 0 to 1, iris: null for the seed's own, face: {expression: 0 to 1},
 * features: {name: standard deviations from the person's, up to featureMost(name)}, ancestry: null for the seed's own}.
 */
export const made = (random, sex = "female") => ({
  sex,
  random,
  age: 0,
  percentile: {},
  wear: null,
  version: WARDROBE_VERSION,
  people: PEOPLE_VERSION,
  skin: null,
  hair_color: null,
  hair_loss: null,
  iris: null,
  face: {},
  features: {},
  ancestry: null,
});

export const modelOf = (choices) => SEXES[choices.sex];

/** Returns the fields of a request for the person's mesh. Choices that the seed decides are left out. */
export function fieldsOf({ random, age, percentile, wear, version, people, skin, hair_color, hair_loss, iris, face, features, ancestry }) {
  const shares = Object.entries(percentile)
    .map(([name, v]) => `${name}:${v}`)
    .join(",");
  const shapes = Object.fromEntries(Object.entries(face).flatMap(([name, v]) => (v ? FACE[name].map((shape) => [shape, v]) : [])));
  const moved = { ...features };
  for (const [name, others] of Object.entries(WITH))
    for (const [other, share] of Object.entries(others))
      moved[other] = limited(Number(((moved[other] ?? 0) + share * (features[name] ?? 0)).toFixed(3)));
  const shape = Object.entries(moved)
    .filter(([, v]) => v)
    .map(([name, v]) => `${name}:${v}`)
    .join(",");
  const showsLoss = !wear || (wear.hair && !wear.hat); // the daemon refuses a hair loss that nobody would see
  return {
    random,
    ...(people === PEOPLE_VERSION ? {} : { people_version: people }),
    ...(shape ? { face_shape: shape } : {}),
    ...(ancestry ? { ancestry } : {}),
    ...(age ? { age } : {}),
    ...(shares ? { percentile: shares } : {}),
    ...(wear
      ? {
          wear:
            SLOTS.map((slot) => wear[slot])
              .filter(Boolean)
              .join(",") || "none",
        }
      : version === WARDROBE_VERSION
        ? {}
        : { wardrobe_version: version }),
    ...(skin === null ? {} : { skin }),
    ...(hair_color ? { hair_color } : {}),
    ...(hair_loss === null || !showsLoss ? {} : { hair_loss }),
    ...(iris ? { iris } : {}),
    ...(Object.keys(shapes).length ? { blend_shapes: shapes } : {}),
  };
}

/** Returns the choices as the text of a link: only those that differ from the seed's. */
export function write(choices) {
  const query = new URLSearchParams({ sex: choices.sex, random: choices.random });
  for (const name of ["age", "hair_color", "iris", "ancestry"]) if (choices[name]) query.set(name, choices[name]);
  for (const name of ["skin", "hair_loss"]) if (choices[name] !== null) query.set(name, choices[name]);
  for (const name of ["percentile", "face", "features"]) {
    const text = Object.entries(choices[name])
      .map(([key, v]) => `${key}:${v}`)
      .join(",");
    if (text) query.set(name, text);
  }
  if (choices.version > 1) query.set("wardrobe", choices.version);
  if (choices.people === PEOPLE_VERSION) query.set("people", PEOPLE_VERSION);
  if (choices.wear) query.set("wear", SLOTS.map((slot) => `${slot}:${choices.wear[slot] ?? ""}`).join(","));
  return query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
}

/** Reads the text of a link. Fields and values that the maker does not know are left out. */
export function read(text) {
  const query = new URLSearchParams(text),
    whole = (name) => (/^\d{1,9}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  const out = made(whole("random") ?? FIRST, Object.hasOwn(SEXES, query.get("sex")) ? query.get("sex") : "female");
  out.version = whole("random") === null ? WARDROBE_VERSION : wardrobeVersion(query.get("wardrobe"));
  out.people = whole("random") === null || Number(query.get("people")) === PEOPLE_VERSION ? PEOPLE_VERSION : 1;
  const pairs = (name) => (query.get(name) ?? "").split(",").map((pair) => pair.split(":")),
    number = (v, least, most) => v !== "" && Number(v) >= least && Number(v) <= most;
  if (number(query.get("age") ?? "", ...AGES)) out.age = Number(query.get("age"));
  for (const name of ["skin", "hair_loss"]) if (number(query.get(name) ?? "", 0, 1)) out[name] = Number(query.get(name));
  if (HAIR_COLORS.includes(query.get("hair_color"))) out.hair_color = query.get("hair_color");
  if (IRIS_COLORS.includes(query.get("iris"))) out.iris = query.get("iris");
  for (const [name, v = ""] of pairs("percentile"))
    if ([...MEASURES, ...HEAD_MEASURES].includes(name) && number(v, 1, 99)) out.percentile[name] = Number(v);
  for (const [name, v = ""] of pairs("face")) if (Object.hasOwn(FACE, name) && number(v, 0, 1)) out.face[name] = Number(v);
  for (const [name, v = ""] of pairs("features"))
    if (ALL_FEATURES.includes(name) && number(v, -SERVER_MOST, SERVER_MOST)) out.features[name] = Number(v);
  if (ANCESTRIES.includes(query.get("ancestry"))) out.ancestry = query.get("ancestry");
  if (query.has("wear"))
    out.wear = Object.fromEntries(
      pairs("wear")
        .filter(([slot, item = ""]) => SLOTS.includes(slot) && /^[\w-]*$/.test(item))
        .map(([slot, item = ""]) => [slot, item]),
    );
  return out;
}

/** A state with undo and redo. Changes by one slider ({name}) are one step until rest() is called. changed(state, slider) is called with each new state. */
export class History {
  constructor(state, changed) {
    Object.assign(this, { state, changed, past: [], future: [], moved: "" });
  }

  set(changes, slider = null) {
    const name = slider?.name ?? "";
    if (!name || name !== this.moved) this.past.push(this.state);
    if (this.past.length > UNDO_MOST) this.past.shift();
    this.moved = name;
    this.future = [];
    this.state = { ...this.state, ...changes };
    this.changed(this.state, slider);
  }

  /** Ends the present step: the next change is a step of its own, even by the same slider. */
  rest() {
    this.moved = "";
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  step(from, to) {
    if (!from.length) return;
    to.push(this.state);
    this.state = from.pop();
    this.rest();
    this.changed(this.state, null);
  }
}
