// While a slider moves: the person between those that the server has made, by straight lines between their vertices, so that the picture follows at once.
const MOST = 6; // people that are kept, about 1 MB each
const BEYOND = 0.5; // how far past the last person, in parts of the distance between the two last ones

export class Glide {
  constructor() {
    this.way = { slider: null, known: [] };
  }

  /** Returns the way of a slider: the people known at its values. Another slider, or none, begins a way of its own, at who is drawn: {choices, parts}. */
  follow(slider, drawn) {
    if (slider?.name !== this.way.slider?.name) {
      this.way = { slider, known: [] };
      if (drawn) this.learn(this.way, drawn);
    }
    return this.way;
  }

  /** Adds a person to a way, in place of one with the same value, or of the oldest. People whose meshes are others are forgotten; a slider that was not moved has no value (null). */
  learn(way, { choices, parts }) {
    const value = way.slider?.read(choices) ?? null,
      isSame = (k) => k.parts.length === parts.length && k.parts.every((p, i) => p.positions.length === parts[i].positions.length);
    if (value !== null) way.known = [...way.known.filter((k) => k.value !== value && isSame(k)).slice(1 - MOST), { value, parts }];
  }

  /** Moves the vertices of parts ({positions, normals}) to a value of the slider; returns whether two people are known and it is near them. */
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
