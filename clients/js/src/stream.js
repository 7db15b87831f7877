// A session of the stream: connects, spawns characters, sends their inputs, buffers frames, and reconnects by itself when the connection is
// lost.
import { refuseCredentials, withoutQuery } from "./address.js";
import { Backoff } from "./backoff.js";
import { decodeFrame, encodeInput } from "./frame.js";
import { Hearing, listen } from "./hearing.js";
import { Prediction } from "./predict.js";
import { WireReader } from "./wire.js";
import { ServerClock, Timeline } from "./timeline.js";
import { Voice } from "./voice.js";
import { SilenceWatch } from "./watch.js";

/**
 * An `error` message of the server (code, pointer, detail, errors), or an error of the client with the code "disconnected", "silent",
 * "closed" or "gave_up".
 */
export class StreamError extends Error {
  constructor({ code, pointer = "", detail = code, errors = [] }) {
    super(detail);
    Object.assign(this, { name: "StreamError", code, pointer, detail, errors });
  }
}

/** A character of this session. Its id changes when a new session had to be made. */
export class Character {
  constructor(stream, fields) {
    Object.assign(this, { stream, fields, id: 0, model: null, seq: 0, held: null, path: null, voice: new Voice(this), prediction: null });
  }

  /**
   * Sends an input as bytes. It holds until the next one. A field that is left out is zero; an unknown field is a TypeError. Returns its
   * number, which frames repeat in `seq` once they include it.
   */
  input(fields) {
    encodeInput(fields);
    // The server cannot warn of degrees, because bytes have a direction within half a turn.
    const detail = `${fields.camera_yaw}; -6.283 to 6.283 radians (a full turn) are usual, so this looks like degrees`;
    if (Math.abs(fields.camera_yaw) > 6.29) this.stream.warn("warned", { code: "input", pointer: "/camera_yaw", detail });
    this.held = { ...fields, id: this.id, seq: ++this.seq };
    this.path = null;
    this.stream.sendHeld(this);
    return this.seq;
  }

  /** Sends an input as text. Rejects with the server's error. */
  inputText(fields) {
    this.held = { ...fields, id: this.id, seq: ++this.seq };
    this.path = null;
    return this.stream.ask("input", { id: this.id, seq: this.seq, ...fields });
  }

  /** Follows a path [[x, z], ...] in metres. options: {closed, lookahead, speed, gait, space}. */
  follow(path, options = {}) {
    this.held = null;
    this.path = { path, ...options };
    return this.stream.ask("follow", { id: this.id, ...this.path });
  }

  /**
   * Walks from one random place to the next without end, within `radius` metres of `middle` [x, z], `space` metres from the session's other
   * characters.
   */
  wander({ middle = [0, 0], radius = 5, space = 1, ...options } = {}) {
    return this.follow([middle], { wander: radius, space, gait: "walk", ...options });
  }

  /** Faces the direction [x, z]. gaze: {point, weight, seconds, anchor} of what head and neck turn to. What is left out ends. */
  look(at, gaze = {}) {
    return this.stream.ask("look", at ? { id: this.id, at, ...gaze } : { id: this.id, ...gaze });
  }

  /**
   * Sets the face and hands of a body: {blend_shapes: {jawOpen: 0.3, ...}, left_hand: "fist", right_hand, seconds}. What is left out ends.
   */
  face(options = {}) {
    return this.stream.ask("face", { id: this.id, ...options });
  }

  /**
   * Speaks a text, or an utterance with times: {words | characters | phones | visemes, source}. options: {utterance, queue, delay, speed}. The
   * stream's event `speech` reports its start, its words and its end.
   */
  speak(what, options = {}) {
    if (!options.queue) this.voice.stop();
    return this.stream.ask("speak", { id: this.id, ...(typeof what === "string" ? { text: what } : what), ...options });
  }

  /**
   * Says a text with sound: asks POST /v1/speech for a voice, plays it by an AudioContext and moves the mouth when it is heard. options:
   * {voice: "slt" | "rms" | "awb" | "kal" | "own", speed, audio (an AudioContext; else stream.audio, made at the first call), output (an AudioNode in
   * place of the loudspeaker), utterance}. It ends what the character says. Resolves when the server has accepted it, with {utterance, seconds,
   * visemes, words, sound, heard}: `heard` is the local time (stream.now()) of time 0 of the sound. Resolves with null if another call
   * or hush() ended it before. Browsers play no sound before a gesture of the user: then `sound` is false, the mouth moves alone, and the
   * stream has an event `error` with the code "no_sound".
   */
  say(text, options = {}) {
    return this.voice.say(text, options);
  }

  /**
   * Says a text that comes in pieces, such as a language model's: pieces is an iterable, an async iterable or a ReadableStream of strings.
   * Each sentence is said as soon as it is complete, and the sound of the next one is asked for meanwhile. options: those of say(); the
   * utterances have the names `${utterance}-0`, -1, ... Resolves with {count, isWhole}: how many sentences were begun, and whether all were
   * said to their end, which another say(), speak() or hush() prevents.
   */
  sayAll(pieces, options = {}) {
    return this.voice.sayAll(pieces, options);
  }

  /**
   * Moves the mouth as the speech of a live sound does: source is a MediaStream (a microphone, a call) or an AudioNode. options: {utterance, text (what is said), delay
   * (seconds until the sound is heard, for one that is played later), seconds (of a chunk, 0.02), audio (an AudioContext for a MediaStream)}.
   * Resolves with a Hearing: its end() ends it, its `lag` says how many seconds the mouth is behind. The sound is not played.
   */
  listen(source, options = {}) {
    return listen(this, source, options);
  }

  /**
   * Begins a sound whose samples the program sends: options {rate, utterance, text, delay, seconds}. Resolves with a Hearing, whose send() takes a
   * Float32Array or an Int16Array of one channel. Rejects with the server's error.
   */
  async hear(options) {
    const hearing = new Hearing(this, options);
    await hearing.begin();
    return hearing;
  }

  /**
   * Sets how the character is in a conversation: {emotions: {happy: 0.7, ...} of calm, happy, sad, angry, surprised, afraid and disgusted,
   * seconds, part: "auto" | "speaking" | "listening" | "thinking", partner (a Character of this session or its id), liveliness 0 to 1}. What is
   * left out ends.
   */
  feel({ partner, ...options } = {}) {
    const id = typeof partner === "object" ? partner?.id : partner;
    return this.stream.ask("feel", { id: this.id, ...options, ...(id !== undefined && { partner: id }) });
  }

  /** Ends the speech of the character with its sound, and drops what waits. The mouth closes in 0.12 s. */
  hush() {
    this.voice.stop();
    return this.stream.ask("speak", { id: this.id, stop: true });
  }

  /**
   * Moves a hand ("left_hand", "right_hand") to target [x, y, z] in metres. options: {weight, seconds, anchor, normal, slide}; weight 0
   * lets go.
   */
  reach(joint, target, options = {}) {
    return this.stream.ask("reach", target ? { id: this.id, joint, target, ...options } : { id: this.id, joint, ...options });
  }

  /**
   * Plays a clip by its id: an emote of the server or a clip that was put (Client.clips()). options: {mask: names of joints or parts such as
   * "upper" and "left_arm", weights, fade, fade_out, speed, loop, root, feet, queue}. The stream's event `clip` reports its start and its end.
   */
  play(clip, options = {}) {
    return this.stream.ask("play", { id: this.id, clip, ...options });
  }

  /** Ends the clip that the character plays, and drops those that wait. options: {fade} in seconds. */
  stopPlaying(options = {}) {
    return this.stream.ask("play", { id: this.id, stop: true, ...options });
  }

  /** Walks to a seat at [x, z] and sits down. Without a seat the character stands up. options: {facing, height, seconds, space}. */
  sit(seat, options = {}) {
    return this.stream.ask("sit", seat ? { id: this.id, seat, ...options } : { id: this.id, ...options });
  }

  /**
   * Sends what a detector sees of the person that a character follows; it was spawned with {drive: "observe"}. points: in the order of the
   * set or by name, [x, y, z] in metres or [x, y] in pixels, null where not seen. options: {set, confidence, axes, root, mirror, noise,
   * camera, time}, and for trackers {orientations, height, calibrate} (xrTrackers() makes both from a headset's frame). There is no
   * answer; an error is an `error` event of the stream. Returns its number, which frames repeat in `seq`, or 0 without a connection.
   */
  observe(points, options = {}) {
    if (this.stream.state !== "open" || this.stream.socket.readyState !== 1) return 0;
    this.stream.send({ type: "observe", id: this.id, seq: ++this.seq, time: this.stream.now(), points, ...options });
    return this.seq;
  }

  /**
   * Sends the landmarks of a face to any character with a face, which then has that face, its gaze and the turn of its head. landmarks: the
   * 468 or 478 of MediaPipe, {x, y} from 0 to 1 each, null where not seen. options: {width, height} of the picture in pixels; camera, if
   * its focal length is known; mirror; calibrate: true says that the face is at rest and looks into the camera now; time. Returns the
   * number of the message, which frames do not repeat, or 0 without a connection.
   */
  observeFace(landmarks, { width, height, camera, ...options } = {}) {
    if (!(width > 0 && height > 0)) throw new RangeError("observeFace: width and height of the picture, in pixels, expected");
    const round = (pixels) => Math.round(100 * pixels) / 100;
    const points = Array.from(landmarks, (p) => (p ? [round(p.x * width), round(p.y * height)] : null));
    return this.observe(points, { set: `mediapipe${points.length}`, camera: camera ?? { width, height }, ...options });
  }

  /**
   * Sends the readings of inertial sensors on the person, for the same kind of character: {pelvis: [x, y, z, w], left_elbow: ...} by the
   * bone that carries the sensor (also LeftForeArm and the like), each a rotation from the sensor's axes to the world's. {tpose, pose, up,
   * facing, noise} are those of `orientations` in POST /v1/models/{id}/fit. calibrate: true says that the person is in that pose now.
   * {mirror, time} are those of observe().
   */
  observeSensors(sensors, { tpose, pose, up, facing, noise, ...options } = {}) {
    return this.observe(undefined, { set: "sensors", orientations: { sensors, tpose, pose, up, facing, noise }, ...options });
  }

  /**
   * Sends rotations of bones to the same kind of character, which shows them as they are: {hips: [x, y, z, w], leftUpperArm: ...} by the names
   * of VRM 1.0, each in the frame of the bone above, the hips' in the world; the identity in a T-pose. hips: their position [x, y, z] in the
   * world, in metres; without it the body moves by its standing feet. height: of the person whom the position is of, in metres.
   * {mirror, time} are those of observe().
   */
  observePose(rotations, { hips, ...options } = {}) {
    return this.observe(hips && { hips }, { set: "humanoid", orientations: rotations, ...options });
  }

  /** Removes the character. */
  despawn() {
    this.voice.stop();
    this.prediction?.end();
    this.stream.characters.delete(this);
    this.stream.timeline.remove(this.id);
    return this.stream.ask("despawn", { id: this.id });
  }
}

// Time between two repeats of held inputs and pings, in seconds. The server forgets inputs after five seconds.
const HEARTBEAT = 1;
// Time without a frame or a pong after which a connection counts as lost, in seconds.
const SILENCE = 10;
// Time between two beats or messages above which the program was stopped (a computer that slept, a page in the background), in seconds.
const PAUSE = 2.5;
// Smallest number of beats within that time.
const BEATS = 4;
// Reasons of a bye after which the session cannot continue.
const FINAL = new Set(["left", "taken_over", "too_many_errors"]);
/** Returns whether the stream does not reconnect after this message. A bye that the client asked for ("left") is not counted. */
const isFinal = ({ type, reason, come_back }) => type === "bye" && reason !== "left" && (come_back === false || FINAL.has(reason));

/** Returns whether a request for a ticket failed in a way that repeating will not help, such as a wrong key. */
const isRefusal = ({ status = 0 }) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Returns whether a message `lowered` says that frames come as often as asked again. */
const isAsAsked = ({ asked, divisor, vertices_divisor = divisor }) => divisor === asked && vertices_divisor === asked;

/**
 * Options: scene, or watch (id of another session); room, with name, role, capacity and secret (a room to join or to begin); vmc
 * ("host:port" of a VRM application that the server may send to); resume (token of an earlier session); profile; WebSocket (a class: `ws`
 * in Node, else the global one); predict (true, or {core, scene}: own characters are computed here, docs/guide/prediction.md); ticket (async function that returns a ticket for each connection); delay (of sample() behind the newest
 * frame, 2.5 ticks); attempts (failed attempts in a row before it gives up: 3 before the first welcome, then no limit); respawn (true: when
 * the server no longer has the session, a new one gets the same characters at their last positions); silence (seconds without a message
 * after which the connection counts as lost, 10, also while it is opened; 0: the platform decides); client (the Posed of the same server,
 * which Character.say() asks; posed.stream() gives it); now (function that returns seconds of a monotonic clock); backoff, timeline, clock
 * (objects to use instead of the default ones).
 *
 * Events (on, off): welcome; frame (decoded); spawned (a character of another client); entered and left (members of the room); message
 * (text of another member); prediction ({id, state, reason}: an own character is predicted, or not and why); corrected ({id, distance, replayed}); taken (who has an object of the room); event (footstep, ...); observed (report on an observed character); clip
 * (start and end of a clip); speech (start, words and end of an utterance); lowered (frames come less often than asked, or as often again);
 * stats; error; bye; lost (a new session had to be made); state; disconnected (a StreamError with the code "silent", "disconnected" or the
 * reason of the bye: the connection was lost and is made again). An error that belongs to no request and has no listener is written by
 * console.warn, once for each code and pointer; so is the bye that ends the stream.
 */
export class Stream {
  constructor(url, options = {}) {
    const { WebSocket = globalThis.WebSocket, now = () => performance.now() / 1000, silence = SILENCE } = options;
    if (!WebSocket) throw new TypeError("options.WebSocket: this platform has none of its own; give one (npm ws)");
    refuseCredentials("url", String(url));
    if (!/^wss?:\/\/[^/?#\s]/i.test(String(url)))
      throw new TypeError(`url: "${withoutQuery(url)}"; an address with ws:// or wss:// expected`);
    Object.assign(this, { url, options, WebSocket, now, state: "closed", delay: options.delay ?? 2.5 });
    this.backoff = options.backoff ?? new Backoff();
    this.timeline = options.timeline ?? new Timeline();
    this.clock = options.clock ?? new ServerClock();
    this.token = options.resume ?? null;
    this.profileFields = options.profile ?? null;
    this.client = options.client ?? null;
    this.audio = null;
    this.wire = new WireReader();
    this.silence = silence;
    this.beatEvery = silence ? Math.min(HEARTBEAT, silence / BEATS) : HEARTBEAT;
    Object.assign(this, {
      session: null,
      welcome: null,
      lowered: null,
      models: new Map(),
      listeners: new Map(),
      asked: new Map(),
      warned: new Set(),
    });
    Object.assign(this, { characters: new Set(), socket: null, refs: 0, timer: null, heart: null, opening: null, ever: false, after: 0 });
    // active: local time of the last beat or message. resumed: end of a pause whose frames are left out until a later ping is answered; null: none.
    Object.assign(this, { active: null, resumed: null, seen: null });
  }

  /** Adds a listener of an event. */
  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, new Set());
    this.listeners.get(name).add(listener);
    return this;
  }

  /** Removes a listener. */
  off(name, listener) {
    this.listeners.get(name)?.delete(listener);
    return this;
  }

  /** Calls the listeners of an event. */
  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }

  /** Writes an error that has no listener, or what a reply reports as a likely mistake, to the console, once of each kind, because inputs and so their errors are repeated. */
  warn(name, { code, reason = code, pointer = "", detail = "" }) {
    const kind = `${reason} ${pointer}`;
    if (this.listeners.get(name)?.size || this.warned.has(kind) || this.warned.size >= 32) return;
    this.warned.add(kind);
    console.warn(`posed: ${[reason, pointer, detail].filter(Boolean).join(": ")}`);
  }

  /** Emits an error of the client that ends nothing; without a listener it is written to the console. */
  trouble(fields) {
    const error = new StreamError(fields);
    this.emit("error", error);
    this.warn("error", error);
  }

  /** Connects and joins. Resolves with the message `welcome`; rejects when the server cannot be reached or refuses. */
  open() {
    if (this.opening) return this.opening.promise;
    const opening = (this.opening = {});
    opening.promise = new Promise((resolve, reject) => Object.assign(opening, { resolve, reject }));
    this.connect();
    return opening.promise;
  }

  /** Makes a character. Resolves with the Character. fields: {model, position, facing, body, drive, ...}. */
  async spawn(fields = {}) {
    const character = new Character(this, fields);
    await this.place(character, fields);
    this.characters.add(character);
    if (this.options.predict) this.predict(character);
    return character;
  }

  /**
   * Predicts a character of this client from now on: it answers in the same frame, and sample() shows it where it will be. options: those of
   * the stream's option `predict`. Its `prediction` has the state.
   */
  predict(character, options = this.options.predict) {
    character.prediction?.end();
    character.prediction = new Prediction(this, character, typeof options === "object" ? options : {});
    return character.prediction.begin();
  }

  /** Spawns a character, also again in a new session. */
  async place(character, fields) {
    const spawned = await this.ask("spawn", fields);
    const { id, model, joints = null, root = null, scale = 1, size = 1, translated = [] } = spawned;
    Object.assign(character, { id, model, joints, root, scale, size, translated });
  }

  /** Changes what frames contain: {channels, divisor, quantize, compact}. Kept when the connection is lost. */
  profile(fields) {
    this.profileFields = fields;
    return this.ask("profile", fields);
  }

  /** Sends a text of at most 1024 bytes to the other members of the room, or to the member `to` alone. */
  say(text, to) {
    return this.ask("send", { text, ...(to !== undefined && { to }) });
  }

  /** Takes an object of the room, which then no other member can take. Rejects with the code "busy" if another member has it. */
  take(object) {
    return this.ask("take", { object });
  }

  /** Gives an object of the room back. */
  release(object) {
    return this.ask("take", { object, release: true });
  }

  /** Removes another member, and its characters, from the room of which this client is the host. */
  remove(member) {
    return this.ask("leave", { member });
  }

  /**
   * Asks which characters of the room rays meet, at the moment that the last sample() has shown. rays: [{from, along, length, radius}], world,
   * metres. fields: `without` (ids), `hits` (characters for each ray), `surface`, or another moment (`tick`, `span`, `fraction`). Resolves
   * with a list of hits for each ray, nearest first.
   */
  async cast(rays, fields = {}) {
    const newest = this.timeline.newest && { tick: this.timeline.newest.tick };
    const answer = await this.ask("cast", { ...(this.drawn ?? newest), rays, ...fields });
    return answer.hits;
  }

  /** Measures the round trip, in seconds. */
  async ping() {
    await this.ask("ping", { time: this.now() });
    return this.clock.roundTrip;
  }

  /** Number of ticks between two frames: what the profile asks for, or more while the server has less time (`lowered`). */
  get divisor() {
    return Math.max(this.profileFields?.divisor ?? 1, this.lowered?.divisor ?? 1);
  }

  /** Returns the characters to draw at a local time; an empty list before the first frame. */
  sample(now = this.now()) {
    const time = this.clock.at(now);
    const rate = this.welcome?.tick_rate ?? 60;
    const { divisor } = this;
    if (time === null) return [];
    const shown = time - (this.delay * divisor) / rate;
    this.drawn = this.timeline.moment(shown);
    return this.predicted(this.timeline.sample(shown), now);
  }

  /** Puts the predicted characters in the place of what frames show of them. */
  predicted(drawn, now) {
    for (const { id, prediction } of this.characters) {
      if (!prediction) continue;
      const at = drawn.findIndex((c) => c.id === id);
      const own = prediction.draw(drawn[at], now);
      if (at >= 0) drawn[at] = own;
      else if (own) drawn.push(own);
    }
    return drawn;
  }

  /** Ends the session. Resolves when the server has said bye. */
  async leave() {
    if (this.state === "open") {
      const gone = new Promise((resolve) => this.on("state", (state) => state === "closed" && resolve()));
      this.send({ type: "leave" });
      await gone;
    } else this.finish(new StreamError({ code: "closed" }));
  }

  /** Closes the connection without a message. The server keeps the session for its resume_window (see `token`). */
  close() {
    this.finish(new StreamError({ code: "closed" }));
  }

  // -- messages ------------------------------------------------------------------

  /** Sends a request. Resolves with its answer; rejects with the server's error, or "disconnected". */
  ask(type, fields = {}) {
    if (this.state !== "open") return Promise.reject(new StreamError({ code: "disconnected", detail: "there is no connection now" }));
    return this.askNow(type, fields);
  }

  /** Sends a request in any state. */
  askNow(type, fields) {
    const ref = `r${++this.refs}`;
    const answer = new Promise((resolve, reject) => this.asked.set(ref, { resolve, reject }));
    this.send({ type, ref, ...fields });
    return answer;
  }

  /** Sends a message. */
  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  /** Sends a character's held input. */
  sendHeld(character) {
    if (character.prediction?.isOn) return; // its ticks send them
    if (this.state === "open" && character.held && character.id) this.socket.send(encodeInput({ ...character.held, id: character.id }));
  }

  /** Takes a message of the server. */
  receive(data) {
    this.notice();
    this.watch.heard();
    if (typeof data !== "string") return this.takeFrame(data);
    const message = JSON.parse(data);
    const asked = this.asked.get(message.ref);
    this.asked.delete(message.ref);
    if (message.type === "spawned") this.models.set(message.id, message.model);
    if (message.type === "warned" || (message.type === "spawned" && asked))
      for (const remark of message.warnings ?? []) this.warn(message.type, { code: message.of ?? "spawn", ...remark });
    if (message.type === "pong") this.takePong(message);
    if (message.type === "bye") this.bye = message;
    if (message.type === "lowered") this.lowered = isAsAsked(message) ? null : message;
    if (message.type === "error" && asked) asked.reject(new StreamError(message));
    else asked?.resolve(message);
    if (message.type === "error" ? !asked : isFinal(message)) this.warn(message.type, message);
    if (
      ["event", "entered", "left", "taken", "message", "observed", "speech", "clip", "warned", "lowered", "stats", "error", "bye"].includes(
        message.type,
      )
    )
      this.emit(message.type, message);
    if (message.type === "predicted") this.takePredicted(message);
    if (message.type === "spawned" && !asked) this.emit("spawned", message); // a character of another client
  }

  /** Takes what the server tells of the state of a predicted character. */
  takePredicted(message) {
    for (const { id, prediction } of this.characters) if (id === message.id) prediction?.take(message);
  }

  /** Takes a frame. */
  takeFrame(data) {
    if (!this.welcome) return;
    const frame = WireReader.isCompact(data) ? this.wire.decode(data) : decodeFrame(data, (id) => this.countsOf(id));
    if (!frame || this.resumed !== null) return; // it depends on a frame that was lost, or is older than the end of a pause
    this.clock.frame(frame.time, this.now());
    if (this.timeline.push(frame)) this.emit("frame", frame);
  }

  /** Takes the answer to a ping. The frames before it are older than the ping. */
  takePong({ time, server_time }) {
    this.clock.pong(time, server_time, this.now());
    if (time >= this.resumed) this.resumed = null;
  }

  /**
   * Notices that the program was stopped. Sends a ping then, and leaves out all frames until its answer, because they are old. isBack: the page
   * has come back into view, so it was.
   */
  notice(isBack = false) {
    const now = this.now();
    const passed = this.active === null ? 0 : now - this.active;
    this.active = now;
    if (this.state !== "open" || !(isBack || passed > PAUSE)) return;
    this.resumed = now;
    this.askNow("ping", { time: now }).catch(() => {}); // "disconnected": a new connection resumes by itself
  }

  /** Returns {joints, samples} of a character's motion model, or of the default one where the character is unknown. */
  countsOf(id) {
    const { skeletons } = this.welcome;
    const model = this.models.get(id);
    const found = skeletons.find((s) => s.model === model) ?? skeletons.find((s) => s.default) ?? skeletons[0];
    return { joints: found.joints.length, samples: found.samples };
  }

  // -- connection ---------------------------------------------------------------------

  /** Changes the state. */
  enter(state) {
    this.state = state;
    this.emit("state", state);
  }

  /** Opens a connection. */
  async connect() {
    this.enter("connecting");
    try {
      const ticket = await this.options.ticket?.();
      if (this.state !== "connecting") return;
      const url = new URL(this.url);
      if (ticket) url.searchParams.set("ticket", ticket);
      const socket = new this.WebSocket(url.href, ["posed.v1"]);
      socket.binaryType = "arraybuffer";
      this.socket = socket;
      Object.assign(this, { bye: null, active: null, resumed: null });
      this.beat(socket);
      const mine = (listener) => (event) => this.socket === socket && listener(event);
      socket.onopen = mine(() => this.join().catch((error) => this.refused(error)));
      socket.onmessage = mine(({ data }) => this.receive(data));
      socket.onclose = mine(() => this.lose());
      socket.onerror = () => {}; // a close event follows
    } catch (error) {
      if (this.state !== "connecting") return;
      if (isRefusal(error)) this.finish(error);
      else this.lose(error);
    }
  }

  /** Joins a session: the earlier one by its token, or a new one. */
  async join() {
    const { scene, vmc, watch, room, name, role, capacity, secret } = this.options;
    const inRoom = room === undefined ? {} : { room, name, role, capacity, secret }; // JSON leaves out what is undefined
    const before = this.session;
    let welcome = null;
    if (this.token) welcome = await this.askNow("join", { resume: this.token }).catch((error) => this.forgotten(error));
    welcome ??= await this.askNow("join", watch ? { watch } : { ...(scene && { scene }), ...(vmc && { vmc }), ...inRoom });
    // A room keeps a place only for a time: after that this client is a new member of the same session, without characters.
    const isNew = before !== null && (welcome.session !== before || (room !== undefined && !welcome.resumed));
    Object.assign(this, { welcome, lowered: null, session: welcome.session, token: welcome.resume_token ?? null });
    if (isNew) this.forget();
    for (const { id, model } of welcome.characters ?? []) this.models.set(id, model);
    this.backoff.reset();
    this.ever = true;
    this.enter("open");
    await this.restore(isNew);
    this.emit("welcome", welcome);
    if (isNew) this.emit("lost", { before, session: welcome.session });
    this.opening.resolve(welcome);
  }

  /** The server no longer knows the token: a new session is made. Throws any other error. */
  forgotten(error) {
    if (error.code !== "not_found") throw error;
    this.token = null;
    return null;
  }

  /** Forgets the earlier session. The last positions of its characters are kept for respawn(). */
  forget() {
    this.last = this.timeline.newest?.characters ?? new Map();
    this.timeline.clear();
    this.clock.reset();
    this.models.clear();
  }

  /** Sends the profile and the held inputs again, and in a new session makes the characters again. */
  async restore(isNew) {
    if (this.profileFields) await this.askNow("profile", this.profileFields);
    if (isNew && this.options.respawn === false) this.characters.clear();
    for (const character of this.characters) {
      if (isNew) await this.respawn(character);
      this.sendHeld(character);
      character.prediction?.begin();
    }
  }

  /** Makes a character again, at its last position. */
  async respawn(character) {
    const was = this.last.get(character.id);
    const place = was ? { position: [was.root[0], was.root[2]], facing: was.yaw } : {};
    await this.place(character, { ...character.fields, ...place });
    if (character.path) await this.askNow("follow", { id: character.id, ...character.path });
  }

  /** Starts the heartbeat of a connection: repeats held inputs, sends pings, and gives the connection up when nothing arrives. */
  beat(socket) {
    const watch = (this.watch = new SilenceWatch(this.silence, this.beatEvery));
    let isAsked = false;
    watch.isSilent(this.now());
    clearInterval(this.heart);
    this.watchPage();
    this.heart = setInterval(() => {
      this.notice();
      if (this.silence && watch.isSilent(this.now())) return this.silent(socket);
      if (this.state !== "open") return;
      for (const character of this.characters) this.sendHeld(character);
      if (isAsked) return; // one ping at a time
      isAsked = true;
      const answered = () => {
        isAsked = false;
      };
      this.ask("ping", { time: this.now() }).then(answered, answered);
    }, 1000 * this.beatEvery);
    if (this.ever) this.heart.unref?.();
  }

  /** Notices when the page comes back into view. Its timers may have run once a minute until then. */
  watchPage() {
    const page = globalThis.document;
    if (this.seen || !page?.addEventListener) return;
    const seen = () => page.visibilityState === "visible" && this.notice(true);
    page.addEventListener("visibilitychange", seen);
    this.seen = () => page.removeEventListener("visibilitychange", seen);
  }

  /** Gives up a silent connection. Its close event may take minutes and is not waited for. */
  silent(socket) {
    const detail = `nothing came from ${this.url} for ${this.silence} s`;
    socket.onopen = socket.onmessage = socket.onclose = null;
    this.lose(new StreamError({ code: "silent", detail }));
    socket.close();
  }

  /** A join was refused. It would be refused again, unless the connection was lost or the server is full. */
  refused(error) {
    if (error.code === "disconnected" || error.code === "busy" || error.code === "limit") return this.socket?.close(); // null after a lost connection
    this.finish(error);
  }

  /** The connection was lost: tries again after a delay, or gives up. */
  lose(error) {
    this.drop(error);
    const bye = this.bye;
    const most = this.options.attempts ?? (this.ever ? Infinity : 3);
    if (bye && (bye.come_back === false || FINAL.has(bye.reason)))
      return this.finish(new StreamError({ code: bye.reason, detail: bye.detail }));
    if (this.backoff.attempts >= most)
      return this.finish(error ?? new StreamError({ code: "gave_up", detail: `${withoutQuery(this.url)} cannot be reached` }));
    this.enter("waiting");
    this.emit(
      "disconnected",
      error instanceof StreamError
        ? error
        : new StreamError({ code: bye?.reason ?? "disconnected", detail: bye?.detail ?? error?.message ?? "the connection was lost" }),
    );
    this.wait(this.backoff.next(bye?.after ?? 0));
  }

  /** Connects after so many seconds. */
  wait(seconds) {
    const due = this.now() + seconds;
    this.timer = setTimeout(() => {
      const more = this.backoff.again?.(this.now() - due) ?? 0;
      if (more > 0) this.wait(more);
      else this.connect();
    }, 1000 * seconds);
  }

  /** Forgets the socket, and rejects the requests that wait for an answer. */
  drop(error) {
    clearInterval(this.heart);
    this.socket = null;
    for (const { prediction } of this.characters) prediction?.pause();
    const waiting = [...this.asked.values()];
    this.asked.clear();
    for (const { reject } of waiting)
      reject(
        error && error.code !== "silent"
          ? error
          : new StreamError({ code: "disconnected", detail: error?.detail ?? "the connection was lost" }),
      );
  }

  /** Ends the stream with an error. */
  finish(error) {
    const socket = this.socket;
    clearTimeout(this.timer);
    for (const { prediction } of this.characters) prediction?.end();
    this.seen?.();
    this.seen = null;
    this.state = "closing"; // so that what rejects now does not reconnect
    this.drop(error);
    socket?.close();
    this.enter("closed");
    this.opening?.promise.catch(() => {});
    this.opening?.reject(error);
    this.opening = null;
  }
}
