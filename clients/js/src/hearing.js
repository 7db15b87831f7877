// Sound that a character's mouth follows while it comes: from a microphone, a call or an AudioNode, or samples that the page has.
import { encodeSound } from "./frame.js";

// Rates that the server takes, in samples a second.
const RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000];
// Duration of a chunk, in seconds.
const CHUNK = 0.02;
// Sound that the server needs ahead of a shape, in seconds.
const AHEAD = 0.0475;
// The same in addition where the text is known.
const FOLLOWS = 0.05;
// Samples of a buffer of a ScriptProcessorNode, where there is no AudioWorklet.
const BUFFER = 1024;
// Bytes that may wait in the socket; sound beyond them is left out, because it would come too late.
const WAITING = 64 * 1024;

/** Returns samples from -1 to 1 as 16-bit integers. */
const integers = (samples) =>
  samples instanceof Int16Array ? samples : Int16Array.from(samples, (s) => Math.round(32767 * Math.min(1, Math.max(-1, s || 0))));

/**
 * A sound that a character hears itself say: send() samples, end() it. Character.hear() makes one. After a lost connection it begins again by
 * itself.
 */
export class Hearing {
  constructor(character, { rate, utterance, text, delay, seconds = CHUNK } = {}) {
    if (!RATES.includes(rate)) throw new RangeError(`hear: rate ${rate}; ${RATES.join(", ")} samples a second allowed`);
    if (!(seconds >= 0.005 && seconds <= 0.5)) throw new RangeError(`hear: seconds ${seconds}; 0.005 to 0.5 allowed`);
    const fields = { rate, format: "s16" };
    for (const [name, value] of Object.entries({ utterance, text, delay })) if (value !== undefined) fields[name] = value;
    Object.assign(this, {
      character,
      fields,
      seconds,
      at: 0,
      filled: 0,
      isOpen: false,
      hasEnded: false,
      stops: [],
    });
    this.chunk = new Int16Array(Math.round(rate * seconds));
    const lost = (state) => {
      if (state !== "open") this.isOpen = false;
    };
    character.stream.on("state", lost);
    this.stops.push(() => character.stream.off("state", lost));
  }

  /** Time by which the mouth is behind the sound at the microphone, in seconds, on average, without the way to the server and back. */
  get lag() {
    const { voice } = this.character;
    return AHEAD + (this.fields.text === undefined ? 0 : FOLLOWS) + this.seconds / 2 + voice.tick / 2 + voice.behind;
  }

  /** Begins the sound at the server. Rejects with its error. */
  async begin() {
    const { character } = this;
    Object.assign(this, { isOpen: true, at: 0, filled: 0 });
    try {
      return await character.stream.ask("hear", {
        id: character.id,
        ...this.fields,
      });
    } catch (error) {
      this.isOpen = false;
      throw error;
    }
  }

  /** Sends samples, from -1 to 1 (Float32Array) or of 16 bits (Int16Array), of one channel. They leave in chunks. */
  send(samples) {
    if (this.hasEnded) return;
    const all = integers(samples);
    for (let from = 0; from < all.length;) {
      const count = Math.min(all.length - from, this.chunk.length - this.filled);
      this.chunk.set(all.subarray(from, from + count), this.filled);
      this.filled += count;
      from += count;
      if (this.filled === this.chunk.length) this.flush();
    }
  }

  /** Sends the chunk that is full. Without a connection it is dropped, and the sound begins anew with the next one. */
  flush() {
    const { stream, id } = this.character;
    const count = this.filled;
    this.filled = 0;
    if (!count || stream.state !== "open" || stream.socket.readyState !== 1) return;
    if (!this.isOpen) this.begin().catch((error) => stream.trouble(error));
    if (stream.socket.bufferedAmount > WAITING) return; // a slow line: better silent than late
    stream.socket.send(encodeSound({ id, at: this.at, samples: this.chunk.subarray(0, count) }));
    this.at += count;
  }

  /** Ends the sound after what was sent, and lets the microphone go. */
  async end() {
    if (this.hasEnded) return;
    const { stream, id } = this.character;
    if (this.filled >= this.fields.rate / 1000) this.flush();
    this.hasEnded = true;
    for (const stop of this.stops) stop();
    if (this.isOpen && stream.state === "open") await stream.ask("hear", { id, end: true });
  }
}

/** Returns an AudioNode that hands the samples of what is connected to it to a function. */
async function tap(context, take) {
  if (context.audioWorklet && globalThis.AudioWorkletNode) {
    try {
      await context.audioWorklet.addModule(new URL("./sound_worklet.js", import.meta.url).href);
      const node = new AudioWorkletNode(context, "posed-sound", {
        numberOfInputs: 1,
        numberOfOutputs: 1,
      });
      node.port.onmessage = ({ data }) => take(data);
      return node;
    } catch {
      // A page whose policy or bundle has no place for the worklet: the older node needs none.
    }
  }
  const node = context.createScriptProcessor(BUFFER, 1, 1);
  node.onaudioprocess = ({ inputBuffer }) => take(inputBuffer.getChannelData(0).slice());
  return node;
}

/** Lets a character's mouth follow a MediaStream or an AudioNode. Character.listen() describes it. */
export async function listen(character, source, { audio, ...options } = {}) {
  const isNode = typeof source?.connect === "function" && source.context;
  if (!isNode && typeof source?.getAudioTracks !== "function") throw new TypeError("listen: a MediaStream or an AudioNode expected");
  const context = isNode ? source.context : (audio ?? character.voice.context());
  if (!context) throw new TypeError("listen: this platform has no AudioContext");
  if (context.state !== "running") await context.resume?.();
  const hearing = new Hearing(character, {
    rate: context.sampleRate,
    ...options,
  });
  try {
    await hearing.begin();
    const node = await tap(context, (samples) => hearing.send(samples));
    const from = isNode ? source : context.createMediaStreamSource(source);
    from.connect(node);
    node.connect(context.destination); // it is silent, but browsers run only what leads to a destination
    hearing.stops.push(() => {
      from.disconnect(node);
      node.disconnect();
    });
  } catch (error) {
    hearing.end().catch(() => {});
    throw error;
  }
  return hearing;
}
