// The sound of a character that talks in a page: asks the daemon for a voice, plays its WAV by an AudioContext, and sends the mouth shapes so
// that picture and sound meet.

// Limits of ITU-R BT.1359, in seconds: sound that is earlier or later than the picture by more is noticed.
const EARLY = 0.045;
const LATE = 0.125;
// Shortest time between the request and the sound, in seconds: the AudioContext needs some to begin on time.
const LEAD = 0.1;
// Time that an AudioContext has to begin, in milliseconds. A browser that waits for a gesture never answers.
const WAKE_MS = 400;

// End of a sentence: its marks, and what closes it. A point after one letter or a title ends none ("J. Smith", "Dr. Smith").
const END = /[.!?…]+["'”’)\]]*(?=\s)|[。！？]+["'”’」』)\]]*|\n/g;
const TITLE = /(?:^|[\s(])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St)\.$/u;

/** Yields the sentences of a text that comes in pieces (an iterable or async iterable of strings), each as soon as it is complete. */
export async function* sentences(pieces) {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    let from = 0; // end of the last sentence that was yielded
    for (const { 0: marks, index } of text.matchAll(END)) {
      const sentence = text.slice(from, index + marks.length).trim();
      if (TITLE.test(sentence)) continue;
      from = index + marks.length;
      if (sentence) yield sentence;
    }
    text = text.slice(from);
  }
  if (text.trim()) yield text.trim();
}

const NO_SOUND = "the browser plays no sound before a click, a touch or a key: call say() from one of them, or audio.resume()";

/** Returns a promise of whether the context plays. Called within the gesture of the user. */
async function wake(audio) {
  if (!audio) return false;
  if (audio.state !== "running") {
    const resumed = Promise.resolve(audio.resume()).catch(() => {});
    await Promise.race([resumed, new Promise((done) => setTimeout(done, WAKE_MS))]);
  }
  return audio.state === "running";
}

/** Returns the time from an AudioContext's current time to the loudspeaker, in seconds. */
const latencyOf = ({ baseLatency = 0, outputLatency = 0 }) => (baseLatency || 0) + (outputLatency || 0);

/** The voice of one character. */
export class Voice {
  constructor(character) {
    Object.assign(this, { character, turn: 0, playing: null });
  }

  /** Asks the daemon for sound and mouth shapes of a text. */
  ask(text, { voice = "slt", speed } = {}) {
    const { stream } = this.character;
    if (!stream.client) throw new TypeError("say: the stream has no client; make it by posed.stream(), or give it the option `client`");
    return stream.client.speech({ text, voice, ...(speed !== undefined && { speed }) });
  }

  /** Says what comes in pieces, sentence by sentence. Character.sayAll() describes it. */
  async sayAll(pieces, options = {}) {
    const context = options.audio ?? this.context();
    wake(context); // now: the gesture of the user counts
    const { utterance = `say-${this.turn + 1}`, ...rest } = options;
    const coming = sentences(pieces);
    let count = 0;
    let turn = this.turn; // another one: somebody said something else or hushed
    let waiting = null; // the next sentence with its sound, which is asked for while the one before is heard
    const next = async () => {
      const { value: text, done } = await coming.next();
      return done ? null : { text, speech: await this.ask(text, rest) };
    };
    try {
      for (let one = await next(); one; one = await waiting) {
        if (turn !== this.turn) return { count, isWhole: false };
        const said = await this.say(one.text, { ...rest, audio: context, utterance: `${utterance}-${count}`, speech: one.speech });
        if (!said) return { count, isWhole: false };
        count++;
        turn = this.turn;
        waiting = next();
        waiting.catch(() => {}); // it is awaited below, and its error thrown there
        if (!(await this.ended())) return { count, isWhole: false };
      }
      return { count, isWhole: true };
    } finally {
      coming.return?.();
    }
  }

  /** Resolves when what is said now has ended: with true, or with false if it was cut off. */
  ended() {
    const { playing } = this;
    if (!playing || playing.hasEnded) return Promise.resolve(Boolean(playing) && !playing.isCut);
    return new Promise((resolve) => {
      playing.onEnd = resolve;
    });
  }

  /** Says a text. Character.say() describes it. speech: the daemon's answer for it, if it was asked already. */
  async say(text, { audio, output, utterance, speech: asked, ...options } = {}) {
    const { stream, id } = this.character;
    this.stop();
    const turn = this.turn;
    const context = audio ?? this.context();
    const woken = wake(context); // before anything is awaited: the gesture of the user counts

    // Ask for sound and mouth shapes.
    const speech = asked ?? (await this.ask(text, options));
    const bytes = Uint8Array.from(atob(speech.sound.base64), (c) => c.charCodeAt(0));
    const isHeard = await woken;
    const buffer = isHeard ? await context.decodeAudioData(bytes.buffer) : null;
    if (stream.clock.roundTrip === null) await stream.ping();
    if (turn !== this.turn) return null;
    if (!isHeard) stream.trouble({ code: "no_sound", detail: context ? NO_SOUND : "this platform has no AudioContext" });

    // Start the sound, and the mouth so that its picture comes when the sound is heard.
    const latency = buffer ? latencyOf(context) : 0;
    const least = stream.clock.roundTrip + this.tick / 2 + this.behind; // to the picture of what is said without a delay
    const heard = stream.now() + Math.max(LEAD + latency, least);
    const name = utterance ?? `say-${turn}`;
    const playing = (this.playing = { name, context, buffer, output, latency, heard, source: null, isStarted: false, listeners: [] });
    if (buffer) this.place(playing, heard);
    this.listen(playing);
    const delay = Math.min(60, Math.max(0, heard - stream.now() - least));
    const fields = { visemes: speech.visemes, source: "oculus", utterance: name, delay };
    try {
      await stream.ask("speak", { id, ...fields });
    } catch (error) {
      if (this.playing === playing) this.stop();
      throw error;
    }
    const { seconds, visemes, words } = speech;
    return { utterance: name, seconds, visemes, words, sound: isHeard, heard };
  }

  /** Duration of a tick of the server, in seconds. */
  get tick() {
    return 1 / (this.character.stream.welcome?.tick_rate ?? 60);
  }

  /** Time by which the picture is behind the newest frame, in seconds. */
  get behind() {
    const { stream } = this.character;
    return stream.delay * stream.divisor * this.tick;
  }

  /** Returns the AudioContext of the stream, made at the first call; null where the platform has none. */
  context() {
    const { stream } = this.character;
    const { AudioContext } = globalThis;
    stream.audio ??= AudioContext ? new AudioContext() : null;
    return stream.audio;
  }

  /** Plays the sound so that its time 0 is heard at a local time. A time that has passed leaves out the beginning. */
  place(playing, heard) {
    const { context, buffer, output, latency } = playing;
    const wait = heard - this.character.stream.now() - latency;
    playing.source?.stop();
    playing.source = null;
    playing.heard = heard;
    if (-wait >= buffer.duration) return;
    const source = (playing.source = context.createBufferSource());
    source.buffer = buffer;
    source.connect(output ?? context.destination);
    source.start(context.currentTime + Math.max(0, wait), Math.max(0, -wait));
  }

  /** Moves the sound to the picture if the server began at another time than expected. */
  follow(playing, event) {
    const { stream } = this.character;
    const now = stream.now();
    const server = stream.clock.at(now);
    playing.isStarted = true;
    if (!playing.buffer || server === null) return;
    const shown = event.time - event.at + (now - server) + this.behind;
    const late = playing.heard - shown;
    if (late < -EARLY || late > LATE) this.place(playing, shown);
  }

  /** Follows the server's events of the utterance, until it has ended or the stream is closed. */
  listen(playing) {
    const { stream } = this.character;
    const speech = (event) => {
      if (event.id !== this.character.id || event.utterance !== playing.name) return;
      if (event.event === "speech_started") this.follow(playing, event);
      if (event.event === "speech_ended" && playing.isStarted) this.finish(playing, event.stopped); // else it is of an older one with the same name
    };
    const state = (now) => now === "closed" && this.finish(playing, true);
    playing.listeners.push(["speech", speech], ["state", state]);
    for (const [name, listener] of playing.listeners) stream.on(name, listener);
  }

  /** Forgets what is played; isCut: its sound ends now. */
  finish(playing, isCut) {
    const { stream } = this.character;
    for (const [name, listener] of playing.listeners) stream.off(name, listener);
    if (!playing.hasEnded) Object.assign(playing, { hasEnded: true, isCut: Boolean(isCut) });
    playing.onEnd?.(!playing.isCut);
    if (!isCut) return; // the sound may last longer than the mouth moves
    playing.source?.stop();
    playing.source?.disconnect();
    if (this.playing === playing) this.playing = null;
  }

  /** Ends the sound, and what say() is still preparing. */
  stop() {
    this.turn++;
    if (this.playing) this.finish(this.playing, true);
  }
}
