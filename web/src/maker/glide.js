// Linear interpolation between the meshes that the server made for other values of a slider, so that the picture follows the slider at once.

/** Largest number of meshes that are kept, about 1 MB each. */
const MOST = 6;
/** How far past the outermost mesh the slider's value may be extrapolated, as a part of the distance between the two outermost values. */
const BEYOND = 0.5;

/** Interpolates the person's vertices along one slider. `way`: the slider, and `known`: [{value, parts: positions and normals of each mesh}]. */
export class Glide {
  constructor() {
    this.way = { slider: null, known: [] };
  }

  /** Returns the way of a slider: {slider, and the meshes known at its values}. A slider other than the last one begins a new way with the person on screen, {choices, parts}. */
  follow(slider, drawn) {
    if (slider?.name !== this.way.slider?.name) {
      this.way = { slider, known: [] };
      if (drawn) this.learn(this.way, drawn);
    }
    return this.way;
  }

  /** Adds a person to a way. It replaces one with the same value, else the oldest if the way is full. Persons whose meshes have other vertex counts are removed. A slider that was never moved has no value (null) and adds nothing. */
  learn(way, { choices, parts }) {
    const value = way.slider?.read(choices) ?? null,
      isSame = (k) => k.parts.length === parts.length && k.parts.every((p, i) => p.positions.length === parts[i].positions.length);
    if (value !== null) way.known = [...way.known.filter((k) => k.value !== value && isSame(k)).slice(1 - MOST), { value, parts }];
  }

  /** Writes the vertices of parts ({positions, normals}) for a value of the slider. Returns whether two meshes are known and the value is near them. */
  show(out, value) {
    const known = [...this.way.known].sort((a, b) => a.value - b.value);
    const last = known.length - 1;
    if (last < 1 || value === null) return false;
    const after = known.findIndex((k) => k.value >= value);
    const i = after < 0 ? last : Math.max(1, after);
    const [a, b] = [known[i - 1], known[i]];
    const wanted = (value - a.value) / (b.value - a.value);
    const part = Math.min(1 + BEYOND, Math.max(-BEYOND, wanted));
    out.forEach((arrays, m) => {
      for (const name of ["positions", "normals"]) {
        const from = a.parts[m][name];
        const to = b.parts[m][name];
        const into = arrays[name];
        for (let k = 0; k < into.length; k++) into[k] = from[k] + part * (to[k] - from[k]);
      }
    });
    return part === wanted;
  }
}
