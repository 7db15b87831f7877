// A session on the stage: joins, spawns, sends sticks, keeps frames, comes back by itself when the line is lost.
import { Backoff } from "./backoff.js";
import { decodeFrame, encodeInput } from "./frame.js";
import { WireReader } from "./wire.js";
import { ServerClock, Timeline } from "./timeline.js";
import { SilenceWatch } from "./watch.js";

/** An `error` of the server: code, pointer, detail, errors; or our own code "disconnected", "closed", "gave_up". */
export class StreamError extends Error {
  constructor({ code, pointer = "", detail = code, errors = [] }) {
    super(detail);
    Object.assign(this, { name: "StreamError", code, pointer, detail, errors });
  }
}

/** One of this session's figures. Its id changes when the session had to be made anew. */
export class Character {
  constructor(stream, fields) {
    Object.assign(this, { stream, fields, id: 0, model: null, seq: 0, held: null, path: null });
  }

  /** Binary; holds until the next one. What is left out is zero; a field that there is not is a TypeError. Returns its seq, which frames repeat once they have taken it in. */
  input(fields) {
    encodeInput(fields);
    this.held = { ...fields, id: this.id, seq: ++this.seq };
    this.path = null;
    this.stream.sendHeld(this);
    return this.seq;
  }

  /** The same as a text, answered: rejects with what is wrong. */
  inputText(fields) {
    this.held = { ...fields, id: this.id, seq: ++this.seq };
    this.path = null;
    return this.stream.ask("input", { id: this.id, seq: this.seq, ...fields });
  }

  /** Walks a path [[x, z], ...]: {closed, lookahead, speed, gait}. */
  follow(path, options = {}) {
    this.held = null;
    this.path = { path, ...options };
    return this.stream.ask("follow", { id: this.id, ...this.path });
  }

  /** From one random place to another for ever, within `radius` metres of `middle` [x, z], a metre from the session's others. */
  wander({ middle = [0, 0], radius = 5, space = 1, ...options } = {}) {
    return this.follow([middle], { wander: radius, space, gait: "walk", ...options });
  }

  /** Faces the direction [x, z]; {point, weight, seconds, anchor}: head and neck turn there. What is left out ends. */
  look(at, gaze = {}) {
    return this.stream.ask("look", at ? { id: this.id, at, ...gaze } : { id: this.id, ...gaze });
  }

  /** Of a body: {blend_shapes: {jawOpen: 0.3, ...}, left_hand: "fist", right_hand, seconds}. What is left out ends. */
  face(options = {}) {
    return this.stream.ask("face", { id: this.id, ...options });
  }

  /** A hand ("left_hand", "right_hand") to target [x, y, z]: {weight, seconds, anchor, normal, slide}; weight 0 lets go. */
  reach(joint, target, options = {}) {
    return this.stream.ask("reach", target ? { id: this.id, joint, target, ...options } : { id: this.id, joint, ...options });
  }

  /** Goes to a chair whose seat is at [x, z] and sits down; without one it stands up. options: facing, height, seconds. */
  sit(seat, options = {}) {
    return this.stream.ask("sit", seat ? { id: this.id, seat, ...options } : { id: this.id, ...options });
  }

  /**
   * What a detector sees of the person whom a character spawned with {drive: "observe"} does: points in the set's order or by name, [x, y, z] metres or
   * [x, y] pixels, null where not seen; {set, confidence, axes, root, mirror, noise, camera, time}, and of trackers {orientations,
   * height, calibrate} (xrTrackers() makes them of a headset's frame). Not answered: what is wrong is an `error` of the stream.
   * Returns its seq, which frames repeat; 0 while there is no connection.
   */
  observe(points, options = {}) {
    if (this.stream.state !== "open" || this.stream.socket.readyState !== 1) return 0;
    this.stream.send({ type: "observe", id: this.id, seq: ++this.seq, time: this.stream.now(), points, ...options });
    return this.seq;
  }

  /**
   * What inertial sensors on the person read, for the same character: {pelvis: [x, y, z, w], left_elbow: ...} by the bones they sit on (also LeftForeArm and the
   * like), each from its own axes to the world's. {tpose, pose, up, facing, noise} are those of POST /v1/models/{id}/fit's `orientations`; calibrate: true says that
   * the person stands in that pose now; and {mirror, time} as observe() has them.
   */
  observeSensors(sensors, { tpose, pose, up, facing, noise, ...options } = {}) {
    return this.observe(undefined, { set: "sensors", orientations: { sensors, tpose, pose, up, facing, noise }, ...options });
  }

  despawn() {
    this.stream.characters.delete(this);
    this.stream.timeline.remove(this.id);
    return this.stream.ask("despawn", { id: this.id });
  }
}

const HEARTBEAT = 1; // seconds between repeats of a held input and pings; the server forgets inputs after five
const SILENCE = 10;
const BEATS = 4; // seconds without a frame or a pong after which a connection counts as lost; beats within them, at least
const FINAL = new Set(["left", "taken_over", "too_many_errors"]);
/** A bye after which the stream does not come back, but for the one that was asked for. */
const isFinal = ({ type, reason, come_back }) => type === "bye" && reason !== "left" && (come_back === false || FINAL.has(reason));

/** A ticket that the server will not give later either: the key is wrong, say. */
const isRefusal = ({ status = 0 }) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** A `lowered` that says that everything comes again. */
const isAsAsked = ({ asked, divisor, vertices_divisor = divisor }) => divisor === asked && vertices_divisor === asked;

/**
 * Options: scene or watch (a session's id); vmc ("host:port" of a VRM application that the server may send to); resume (a token of before); profile; WebSocket (a class: node's `ws`, else the global one);
 * ticket (async () => ticket, for each connection); delay (ticks behind the newest frame, 2.5); attempts (how often in a row it tries to
 * come back before giving up, 3 before the first welcome, then for ever); respawn (true: when the server forgot the session, a new one gets
 * the same characters, where they were); silence (10: seconds without a message after which the connection counts as lost, while it is opened too; 0: it is left to the
 * platform); now (seconds, monotonic); backoff, timeline, clock (others than the usual).
 *
 * Events (on, off): welcome, frame (decoded), event (footstep...), observed (how a character that is observed does), lowered (frames come more rarely than asked, or as asked again), stats, error, bye, lost (a new session had to be made), state,
 * disconnected (a StreamError whose code is "silent", "disconnected" or the reason of the bye: the connection was lost and is made anew).
 * An error that no question waits for and nobody listens to goes to console.warn, once of each kind (code and pointer); so does the bye that is
 * the end.
 */
export class Stream {
  constructor(url, options = {}) {
    const { WebSocket = globalThis.WebSocket, now = () => performance.now() / 1000, silence = SILENCE } = options;
    if (!WebSocket) throw new TypeError("options.WebSocket: this platform has none of its own; give one (npm ws)");
    Object.assign(this, { url, options, WebSocket, now, state: "closed", delay: options.delay ?? 2.5 });
    this.backoff = options.backoff ?? new Backoff();
    this.timeline = options.timeline ?? new Timeline();
    this.clock = options.clock ?? new ServerClock();
    this.token = options.resume ?? null;
    this.profileFields = options.profile ?? null;
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
  }

  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, new Set());
    this.listeners.get(name).add(listener);
    return this;
  }

  off(name, listener) {
    this.listeners.get(name)?.delete(listener);
    return this;
  }

  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }

  /** What has no listener is not lost. Inputs are repeated, and so are their errors: once of each kind. */
  warn(name, { code, reason = code, pointer = "", detail = "" }) {
    const kind = `${reason} ${pointer}`;
    if (this.listeners.get(name)?.size || this.warned.has(kind) || this.warned.size >= 32) return;
    this.warned.add(kind);
    console.warn(`posed: ${[reason, pointer, detail].filter(Boolean).join(": ")}`);
  }

  /** Connects and joins; resolves with the welcome, rejects when the server cannot be reached or refuses. */
  open() {
    if (this.opening) return this.opening.promise;
    const opening = (this.opening = {});
    opening.promise = new Promise((resolve, reject) => Object.assign(opening, { resolve, reject }));
    this.connect();
    return opening.promise;
  }

  /** Resolves with the new Character: {model, position, facing, body, drive}. */
  async spawn(fields = {}) {
    const character = new Character(this, fields);
    await this.place(character, fields);
    this.characters.add(character);
    return character;
  }

  async place(character, fields) {
    const spawned = await this.ask("spawn", fields);
    const { id, model, joints = null, root = null, scale = 1, translated = [] } = spawned;
    Object.assign(character, { id, model, joints, root, scale, translated });
  }

  /** What frames hold: {channels, divisor, quantize}; kept when the line is lost. */
  profile(fields) {
    this.profileFields = fields;
    return this.ask("profile", fields);
  }

  /** Seconds there and back. */
  async ping() {
    await this.ask("ping", { time: this.now() });
    return this.clock.roundTrip;
  }

  /** Ticks between two frames, as they come: what the profile asks for, or more while the server has not the time (`lowered`). */
  get divisor() {
    return Math.max(this.profileFields?.divisor ?? 1, this.lowered?.divisor ?? 1);
  }

  /** Every character as it is to be drawn now; an empty list before there is a frame. */
  sample(now = this.now()) {
    const time = this.clock.at(now);
    const rate = this.welcome?.tick_rate ?? 60;
    const { divisor } = this;
    return time === null ? [] : this.timeline.sample(time - (this.delay * divisor) / rate);
  }

  /** Ends the session; resolves when the server has said bye. */
  async leave() {
    if (this.state === "open") {
      const gone = new Promise((resolve) => this.on("state", (state) => state === "closed" && resolve()));
      this.send({ type: "leave" });
      await gone;
    } else this.finish(new StreamError({ code: "closed" }));
  }

  /** Drops the line without a word; the server keeps the session for its resume_window (see `token`). */
  close() {
    this.finish(new StreamError({ code: "closed" }));
  }

  // -- messages ------------------------------------------------------------------

  /** Sends a message and resolves with its answer; rejects with the server's error, or "disconnected". */
  ask(type, fields = {}) {
    if (this.state !== "open") return Promise.reject(new StreamError({ code: "disconnected", detail: "there is no connection now" }));
    return this.askNow(type, fields);
  }

  askNow(type, fields) {
    const ref = `r${++this.refs}`;
    const answer = new Promise((resolve, reject) => this.asked.set(ref, { resolve, reject }));
    this.send({ type, ref, ...fields });
    return answer;
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  sendHeld(character) {
    if (this.state === "open" && character.held && character.id) this.socket.send(encodeInput({ ...character.held, id: character.id }));
  }

  take(data) {
    this.watch.heard();
    if (typeof data !== "string") return this.takeFrame(data);
    const message = JSON.parse(data);
    const asked = this.asked.get(message.ref);
    this.asked.delete(message.ref);
    if (message.type === "spawned") this.models.set(message.id, message.model);
    if (message.type === "pong") this.clock.pong(message.time, message.server_time, this.now());
    if (message.type === "bye") this.bye = message;
    if (message.type === "lowered") this.lowered = isAsAsked(message) ? null : message;
    if (message.type === "error" && asked) asked.reject(new StreamError(message));
    else asked?.resolve(message);
    if (message.type === "error" ? !asked : isFinal(message)) this.warn(message.type, message);
    if (["event", "observed", "lowered", "stats", "error", "bye"].includes(message.type)) this.emit(message.type, message);
  }

  takeFrame(data) {
    if (!this.welcome) return;
    const frame = WireReader.isCompact(data) ? this.wire.decode(data) : decodeFrame(data, (id) => this.countsOf(id));
    if (!frame) return; // it follows one that did not come
    this.clock.frame(frame.time, this.now());
    if (this.timeline.push(frame)) this.emit("frame", frame);
  }

  /** Counts of a character's model; of the default one when it is not known whose it is. */
  countsOf(id) {
    const { skeletons } = this.welcome;
    const model = this.models.get(id);
    const found = skeletons.find((s) => s.model === model) ?? skeletons.find((s) => s.default) ?? skeletons[0];
    return { joints: found.joints.length, samples: found.samples };
  }

  // -- the line -------------------------------------------------------------------

  enter(state) {
    this.state = state;
    this.emit("state", state);
  }

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
      this.bye = null;
      this.beat(socket);
      const mine = (listener) => (event) => this.socket === socket && listener(event);
      socket.onopen = mine(() => this.join().catch((error) => this.refused(error)));
      socket.onmessage = mine(({ data }) => this.take(data));
      socket.onclose = mine(() => this.lose());
      socket.onerror = () => {}; // its close follows
    } catch (error) {
      if (this.state !== "connecting") return;
      if (isRefusal(error)) this.finish(error);
      else this.lose(error);
    }
  }

  async join() {
    const { scene, vmc, watch } = this.options;
    const before = this.session;
    let welcome = null;
    if (this.token) welcome = await this.askNow("join", { resume: this.token }).catch((error) => this.forgotten(error));
    welcome ??= await this.askNow("join", watch ? { watch } : { ...(scene && { scene }), ...(vmc && { vmc }) });
    const isNew = before !== null && welcome.session !== before;
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

  /** The server does not know the token any more: a session of our own has to begin anew; anything else is an error. */
  forgotten(error) {
    if (error.code !== "not_found") throw error;
    this.token = null;
    return null;
  }

  /** What was of the session before; the characters' last places are kept for those that come after. */
  forget() {
    this.last = this.timeline.newest?.characters ?? new Map();
    this.timeline.clear();
    this.clock.reset();
    this.models.clear();
  }

  async restore(isNew) {
    if (this.profileFields) await this.askNow("profile", this.profileFields);
    if (isNew && this.options.respawn === false) this.characters.clear();
    for (const character of this.characters) {
      if (isNew) await this.respawn(character);
      this.sendHeld(character);
    }
  }

  async respawn(character) {
    const was = this.last.get(character.id);
    const place = was ? { position: [was.root[0], was.root[2]], facing: was.yaw } : {};
    await this.place(character, { ...character.fields, ...place });
    if (character.path) await this.askNow("follow", { id: character.id, ...character.path });
  }

  /** From the opening of a connection on: repeats what is held, asks for a pong, and gives the connection up when nothing comes. */
  beat(socket) {
    const watch = (this.watch = new SilenceWatch(this.silence, this.beatEvery));
    let isAsked = false;
    watch.isSilent(this.now());
    clearInterval(this.heart);
    this.heart = setInterval(() => {
      if (this.silence && watch.isSilent(this.now())) return this.silent(socket);
      if (this.state !== "open") return;
      for (const character of this.characters) this.sendHeld(character);
      if (isAsked) return; // its pong comes when the connection lives
      isAsked = true;
      const answered = () => {
        isAsked = false;
      };
      this.ask("ping", { time: this.now() }).then(answered, answered);
    }, 1000 * this.beatEvery);
    if (this.ever) this.heart.unref?.();
  }

  /** The close of a silent connection may take minutes: it is not waited for. */
  silent(socket) {
    const detail = `nothing came from ${this.url} for ${this.silence} s`;
    socket.onopen = socket.onmessage = socket.onclose = null;
    this.lose(new StreamError({ code: "silent", detail }));
    socket.close();
  }

  /** A join that failed for another reason than a lost line would fail again. */
  refused(error) {
    if (error.code === "disconnected" || error.code === "busy" || error.code === "limit") return this.socket?.close(); // a line that was lost meanwhile has none
    this.finish(error);
  }

  lose(error) {
    this.drop(error);
    const bye = this.bye;
    const most = this.options.attempts ?? (this.ever ? Infinity : 3);
    if (bye && (bye.come_back === false || FINAL.has(bye.reason)))
      return this.finish(new StreamError({ code: bye.reason, detail: bye.detail }));
    if (this.backoff.attempts >= most)
      return this.finish(error ?? new StreamError({ code: "gave_up", detail: `${this.url} cannot be reached` }));
    this.enter("waiting");
    this.emit(
      "disconnected",
      error instanceof StreamError
        ? error
        : new StreamError({ code: bye?.reason ?? "disconnected", detail: bye?.detail ?? error?.message ?? "the connection was lost" }),
    );
    this.timer = setTimeout(() => this.connect(), 1000 * this.backoff.next(bye?.after ?? 0));
  }

  /** The socket is gone: who waits for an answer hears it. */
  drop(error) {
    clearInterval(this.heart);
    this.socket = null;
    const waiting = [...this.asked.values()];
    this.asked.clear();
    for (const { reject } of waiting)
      reject(
        error && error.code !== "silent"
          ? error
          : new StreamError({ code: "disconnected", detail: error?.detail ?? "the connection was lost" }),
      );
  }

  finish(error) {
    const socket = this.socket;
    clearTimeout(this.timer);
    this.state = "closing"; // what rejects now must not come back
    this.drop(error);
    socket?.close();
    this.enter("closed");
    this.opening?.promise.catch(() => {});
    this.opening?.reject(error);
    this.opening = null;
  }
}
