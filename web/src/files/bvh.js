// Checks a BVH file before BVHLoader of three.js reads it. That loader accepts any text, and throws an unrelated exception where something
// is missing.

// Names of channels.
const CHANNELS = /^[XYZ](position|rotation)$/;
// Largest depth of the hierarchy. A person's is at most 12; a reader recurses once for each level.
const DEEPEST = 500;

/** An error in the text: {line, expected, found}. */
export class BvhError extends Error {
  constructor(line, expected, found) {
    super(`line ${line}: ${expected} expected, ${found} found`);
    Object.assign(this, { line, expected, found });
  }
}

/** Returns the lines of a text one after the other, without empty ones. */
class Lines {
  constructor(text) {
    Object.assign(this, { lines: text.split(/\r\n|\r|\n/), at: 0 });
  }

  /** Returns the next line. Throws at the end of the file; expected: what was expected there. */
  next(expected) {
    while (this.at < this.lines.length && !this.lines[this.at].trim()) this.at++;
    if (this.at === this.lines.length) throw new BvhError(this.at, expected, "the end of the file");
    return this.lines[this.at++].trim();
  }

  /** Throws an error at the line just read. */
  fail(expected, line) {
    throw new BvhError(this.at, expected, JSON.stringify(line.slice(0, 40)));
  }
}

/** Throws a BvhError at the first line that is not BVH; returns {joints, frames, seconds}. */
export function checkBvh(text) {
  const lines = new Lines(text);
  const all = { joints: 0, channels: 0 };
  const first = lines.next("HIERARCHY");
  if (first !== "HIERARCHY") lines.fail("HIERARCHY", first);
  const root = lines.next("ROOT");
  if (!/^ROOT\s+\S/.test(root)) lines.fail("ROOT and a name", root);
  checkJoint(lines, all, false, 1);

  const motion = lines.next("MOTION");
  if (motion !== "MOTION") lines.fail("MOTION", motion);
  const count = lines.next("Frames:");
  const frames = Number(count.match(/^Frames:\s*(\d+)$/)?.[1] ?? NaN);
  if (!(frames > 0)) lines.fail("Frames: and a number of at least 1", count);
  const time = lines.next("Frame Time:");
  const step = Number(time.match(/^Frame Time:\s*(\S+)$/)?.[1] ?? NaN);
  if (!(step > 0 && step < Infinity)) lines.fail("Frame Time: and seconds above 0", time);
  for (let i = 0; i < frames; i++) {
    const expected = `frame ${i + 1} of ${frames}`;
    const row = lines.next(expected);
    const values = row.split(/\s+/);
    if (values.length !== all.channels) throw new BvhError(lines.at, `${all.channels} numbers of ${expected}`, `${values.length}`);
    const wrong = values.find((value) => !Number.isFinite(Number(value)));
    if (wrong !== undefined) lines.fail("a number", wrong);
  }
  return { joints: all.joints, frames, seconds: (frames - 1) * step };
}

/** Checks the block of a joint whose first line has been read: offset, channels and children. */
function checkJoint(lines, all, isEnd, depth) {
  if (depth > DEEPEST) lines.fail(`at most ${DEEPEST} joints below one another`, "one more");
  const begin = lines.next("{");
  if (begin !== "{") lines.fail("{", begin);
  const offset = lines.next("OFFSET");
  const places = offset.split(/\s+/);
  if (places[0] !== "OFFSET" || places.length !== 4 || !places.slice(1).every((v) => Number.isFinite(Number(v))))
    lines.fail("OFFSET and three numbers", offset);
  if (isEnd) {
    const end = lines.next("}");
    if (end !== "}") lines.fail("}", end);
    return;
  }

  const channels = lines.next("CHANNELS");
  const [word, count, ...names] = channels.split(/\s+/);
  if (word !== "CHANNELS" || Number(count) !== names.length || !names.every((name) => CHANNELS.test(name)))
    lines.fail("CHANNELS, their number and their names, such as Xrotation", channels);
  all.joints++;
  all.channels += names.length;
  for (;;) {
    const line = lines.next("JOINT, End Site or }");
    if (line === "}") return;
    if (!/^JOINT\s+\S/.test(line) && !/^End\s+Site$/i.test(line)) lines.fail("JOINT and a name, End Site or }", line);
    checkJoint(lines, all, !line.startsWith("JOINT"), depth + 1);
  }
}
