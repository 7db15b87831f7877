// The Motion tab: one session of the stream, its characters on the ground, and the panel. Parts: the first walk of the page (opening.js),
// the characters that the user does not steer (others.js), input (sticks.js), paths and reaching (tools.js), the furnished room (room.js),
// the webcam (mirror.js), a room with other visitors (plaza.js), speech (talk.js), emotes (emotes.js), the readings below the canvas
// (meter.js), slow replay (strip.js), the network's phase and contacts (thoughts.js).
import * as THREE from "three";
import { SMPL_NAMES } from "posed-client";
import { button, check, choice, group, h, slider, toast } from "../ui/dom.js";
import { here } from "../ui/here.js";
import { codePanel, short } from "../code/code.js";
import { Crowd } from "../view/crowd.js";
import { BodyFigure, BoneFigure, prepare, Shape } from "../view/figure.js";
import { Opening } from "./opening.js";
import { Budget, FIRST, randomOf, sendOff } from "./others.js";
import { Ground, SCENES, VIEWS } from "../view/ground.js";
import { Marks, Shade } from "../view/marks.js";
import { Meter } from "./meter.js";
import { Mirror } from "./mirror.js";
import { Recorder } from "../files/record.js";
import { save } from "../ui/save.js";
import { Plaza, readPlaza } from "./plaza.js";
import { PathTool, ReachTool } from "./tools.js";
import { Sticks } from "./sticks.js";
import { Strip } from "./strip.js";
import { standing } from "./standing.js";
import { Emotes } from "./emotes.js";
import { Talk } from "./talk.js";
import { said, tell } from "../ui/said.js";
import { expert } from "../ui/expert.js";
import { t } from "../ui/text.js";
import { colors } from "../ui/tokens.js";
import { Waiting } from "../ui/waiting.js";
import { COUNTS, PEOPLE_VERSION, WARDROBE_VERSION, personFields, wardrobeVersion } from "../view/person_fields.js";
import { isSmall } from "../view/view.js";

// Colours of the figures: the first is that of the character that came first.
const COLORS = colors("figures");
// Names of the gaits, by their number in a frame.
const GAITS = ["stand", "walk", "jog", "crouch", "jump", "bump"];
// Largest number of characters in a session.
const MOST = 100;
// Shortest time between two messages of input, in milliseconds.
const INPUT_MS = 33;
// Time after which a server that had no room is asked again, in milliseconds.
const BUSY_MS = 5000;
// Time after which the other shapes are fetched although nothing has been drawn, as in a hidden browser tab, in milliseconds.
const HIDDEN_MS = 1500;
// Longest time that the poster stays after the first person is there, in seconds, and number of frames in which the person has to be drawn.
const GOOD_S = 4;
const GOOD_FRAMES = 2;
// Number of shapes that the other characters share, for models other than `person`.
const OTHERS = 7;
// Number of shape coefficients of each of them.
const BETAS = 5;
// Distance from the eye below which a character is invisible, in metres: the camera would be inside the body.
const GONE = 0.6;
// Distance from the eye below which a character starts to fade, in metres.
const FADES = 1.7;
// Largest number of characters in a session whose faces move.
const FACES = 12;
// Time after the first frame with a face after which the lids are fetched, in milliseconds: they are not part of the first screen.
const LIDS_MS = 10000;
// Values of the server's `random` for the other people.
const SEEDS = [42, 24, 30, 2, 34, 47, 28, 21, 49, 38, 5, 59];

/** Shape coefficients of the other characters: normally distributed (Box-Muller), within 2, and the same at each visit. */
const PEOPLE = ((random) =>
  Array.from({ length: OTHERS }, () =>
    Array.from({ length: BETAS }, () => {
      const beta = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      return Number(Math.max(-2, Math.min(2, 1.2 * beta)).toFixed(2));
    }),
  ))(randomOf(5));

/** Generators of code for the session, by language. Their file is fetched when code is asked for. */
const LANGUAGES = Object.fromEntries(
  ["curl + websocat", "JavaScript", "Python", "C"].map((name) => [
    name,
    async (session) => (await import("../code/session_code.js")).LANGUAGES[name](session),
  ]),
);

/** Names of a person's fields that a link may have. */
const PERSON = [
  "random",
  "gender",
  "age",
  "height",
  "weight",
  "percentile",
  "look",
  "wear",
  "top",
  "bottom",
  "footwear",
  "top_color",
  "bottom_color",
  "occasion",
  "season",
  "wardrobe_version",
  "people_version",
  "skin",
  "hair_color",
  "hair_loss",
  "iris",
];

/** Returns the position [x, z] of character i in metres: a sunflower spiral, so that any number of them stand apart. */
const place = (i) => (i ? [1.35 * Math.sqrt(i) * Math.cos(2.39996 * i), 1.35 * Math.sqrt(i) * Math.sin(2.39996 * i)] : [0, 0]);

/**
 * The Motion tab. `walkers` are the characters: {character (of the client), shape, figures, color, last (latest sampled frame),
 * far (distance from the eye)}. `mine` is the one that the user steers. `previews` are standing figures of characters that have no frame yet; null: there are none.
 */
export class Motion {
  constructor(app) {
    const { view, client } = app;
    Object.assign(this, {
      app,
      view,
      client,
      recorder: null,
      input: { move: [0, 0] },
      walkers: [],
      near: [],
      chosen: 0,
      count: 3,
      figure: "body",
      format: "glb",
      isThinking: false,
      others: "wander",
      feel: "cinematic",
      scene: "flat",
      person: { random: FIRST },
      body: "person",
      previews: null,
      isVeiled: true, // the poster is shown
      goodFrames: 0,
    });
    // Parts of the tab, each of which listens to the view or adds objects to the scene.
    const plaza = readPlaza();
    const isLinked = location.hash.startsWith("#motion?");
    const { isSoftware } = view;
    this.opening = new Opening(view.camera, !this.readLink() && !plaza, { isSoftware, isStill: isSoftware && !isLinked });
    if (plaza) this.plaza = new Plaza(this, plaza);
    if (plaza) this.count = 1;
    if (this.opening.isOn && isSoftware && !isLinked) this.count = 1; // one person drawn well, and not three badly
    this.first = JSON.stringify(this.state);
    this.ground = new Ground(view);
    this.marks = new Marks(view, this.ground);
    this.budget = new Budget();
    this.meter = new Meter();
    this.sticks = new Sticks();
    this.strip = new Strip();
    this.path = new PathTool(this);
    this.reach = new ReachTool(this);
    this.mirror = new Mirror(this);
    this.talk = new Talk(this);
    this.emotes = new Emotes(this);
    this.group = new THREE.Group();
    view.scene.add(this.group);
    this.crowd = new Crowd(this.group, view);
    this.shade = new Shade(this.group, view, this.ground);
    view.camera.heightAt = (x, z) => this.ground.heightAt(x, z);
    view.listeners.add(this);
    // Keys with a single action. Held keys are read by Sticks.
    this.sticks.commands.set("KeyN", () => this.choose(this.chosen + 1));
    this.sticks.commands.set("KeyP", () => this.path.toggle());
    this.sticks.commands.set("KeyG", () => this.reach.toggle());
    this.sticks.commands.set("KeyX", () => this.useNearest("seat"));
    this.sticks.commands.set("KeyF", () => this.useNearest("ball"));
    this.sticks.commands.set("KeyV", () => this.record());
    this.sticks.commands.set("KeyB", () => this.again());
    this.sticks.commands.set("Home", () => this.restart());
    // Changes of the session run one after the other (see change()).
    this.changes = Promise.resolve();
    this.waiting = new Waiting();
    this.pictured = new Promise((resolve) => {
      this.resolvePictured = resolve;
    }); // resolved when the first person is on the screen; the others are fetched from then on
    this.panel = this.makePanel();
    // Controls over the canvas.
    this.scrub = slider({
      label: t("lastSeconds"),
      min: 0,
      max: 2,
      step: 0.02,
      value: 0,
      show: (v) => `${v.toFixed(2)} s`,
      oninput: (v) => this.strip.hold(v),
    });
    this.stripRow = h(
      ".strip",
      { hidden: true },
      this.scrub,
      button(t("now"), () => this.again(), { keys: "B" }),
    );
    this.hud = h(
      ".motion-hud",
      {},
      this.waiting.outline,
      this.waiting.element,
      this.stripRow,
      this.meter.element,
      this.sticks.touchControls({ jog: t("kJog"), jump: t("kJump"), crouch: t("kCrouch") }),
    );
  }

  // -- session ---------------------------------------------------------------------

  /** Runs `work` after all earlier changes of the session. Shows its error. */
  change(work) {
    const mine = this.changes.then(work);
    this.changes = mine.catch((error) => this.app.say(error));
    return this.changes;
  }

  /** Shows the people of the session standing, and opens the session meanwhile, so that there is a picture before the connection. */
  async start() {
    this.shapes = new Map();
    if (this.plaza) {
      this.known = Promise.resolve();
      prepare(this.view);
      return this.change(() => this.open());
    }
    const people = Math.min(this.count, 3);
    this.known = this.shape().catch((error) => this.fallBack(error));
    prepare(this.view);
    this.change(() => this.open());
    await this.known.finally(() => setTimeout(this.resolvePictured, HIDDEN_MS));
    for (let i = 0; i < people; i++) await this.preview(i);
  }

  /** Falls back to the model `default` if the server does not have the one asked for. Throws any other error. */
  fallBack(error) {
    if (error.status !== 404 || this.body === "default") throw error;
    Object.assign(this, { body: "default", person: {} });
  }

  /** Shows character i, standing, until its first frame arrives. */
  async preview(i) {
    const shape = await this.shape(i);
    this.waiting.somebody();
    if (this.walkers[i]?.last) return;
    const figure = new BodyFigure(shape, this.colorOf(i), this.view);
    figure.pose(standing(shape, this.opening.place(i), this.opening.facing(i)));
    this.group.add(figure.group);
    (this.previews ??= []).push(Object.assign(figure, { index: i }));
    if (!performance.getEntriesByName("body").length) performance.mark("body");
  }

  /** Called before each frame: takes the poster away when the first person has been drawn as well as this machine can draw one. */
  unveil(now) {
    if (!this.isVeiled || !(this.previews || this.near.length)) return;
    this.drawnSince ??= now;
    const isGood = !this.view.isSoftware || this.view.calmDetail || !this.opening.isStill || now - this.drawnSince > GOOD_S;
    if (!isGood || ++this.goodFrames <= GOOD_FRAMES) return;
    this.isVeiled = false;
    performance.mark("picture");
    this.resolvePictured();
    document.getElementById("poster")?.remove();
  }

  /** Returns the query of character i's GLB file. Character 0 has the body of the Body tab. */
  fieldsOf(i) {
    if (this.body === "person") return personFields(i ? { random: SEEDS[(i - 1) % SEEDS.length] } : this.person);
    const betas = i ? PEOPLE[(i - 1) % OTHERS] : (this.person.betas ?? []);
    return betas.length ? { rig: true, betas } : { rig: true };
  }

  /** Returns the colour of character i. */
  colorOf(i) {
    return COLORS[i && 1 + ((i - 1) % (COLORS.length - 1))];
  }

  /** Returns a promise of the Shape of character i, fetched once. For models other than `person`, the others reuse the first one's mesh. */
  shape(i = 0) {
    const fields = this.fieldsOf(i);
    const isOther = i > 0 && this.body !== "person";
    const key = `${this.body}/${JSON.stringify(fields)}${isOther ? "/other" : ""}`;
    const make = async () => {
      if (i > 0) await this.pictured;
      if (i > 0 && i < 3) await this.shape(i - 1).catch(() => {}); // on a slow line, fetching one after the other shows each of them sooner
      const told = (part) => this.waiting.show(i, this.count, part);
      told(null);
      return isOther
        ? (await this.shape()).reshaped(this.client, this.body, fields.betas)
        : Shape.load(this.client, this.body, fields, this.view.isSoftware, told);
    };
    if (!this.shapes.has(key))
      this.shapes.set(
        key,
        make()
          .catch((error) => {
            this.shapes.delete(key);
            throw error;
          })
          .finally(() => this.waiting.done(i)),
      );
    return this.shapes.get(key);
  }

  /** Opens the stream and spawns the characters. */
  async open() {
    const scene = await this.putScene();
    const stream = (this.stream = this.client.stream({
      WebSocket: this.app.Socket,
      attempts: Infinity,
      ...(scene ? { scene } : {}),
      ...this.plaza?.asked,
      ...(new URLSearchParams(location.search).has("predict") && { predict: true }), // docs/guide/prediction.md
      profile: this.profile(),
    }));
    this.plaza?.listen(stream);
    stream.on("state", (state) => this.stream === stream && this.app.connection(state));
    stream
      .on("event", (event) => this.event(event))
      .on("stats", (stats) => {
        this.app.stats(stats);
        this.askAgain();
      })
      .on("frame", (frame) => this.frame(frame));
    stream.on("error", (error) => error.ref || this.app.say(error)); // errors with `ref` also reject the promise of the request
    stream.on("observed", (observed) => {
      if (observed.part === "body") this.mirror.observed = observed;
    });
    stream.on("lost", () => this.marks.forgetPrints());
    try {
      await stream.open();
    } catch (error) {
      this.stream = null;
      throw error;
    }
    if (this.plaza) await this.enterPlaza(stream.welcome);
    await this.known.catch(() => {}); // an error is shown by fill(), which asks again
    this.counter.range(1, Math.min(MOST, stream.welcome.limits?.characters ?? MOST));
    await this.fill();
  }

  /** Gives the visitor of a room the body of its number, so that everybody sees it in the same one. */
  async enterPlaza({ member }) {
    this.person = { random: SEEDS[(member - 1) % SEEDS.length] };
    const [x, z] = place(member);
    Object.assign(this.view.camera, { yaw: Math.atan2(x, z), pitch: 0.16, distance: 5 }); // behind the visitor, who faces the middle
    await this.shape();
    this.waiting.somebody();
    this.isVeiled = false;
    document.getElementById("poster")?.remove();
    this.resolvePictured();
  }

  /** Sends the chosen scene to the server and shows it. Returns its id, or undefined for flat ground. */
  async putScene() {
    const body = SCENES[this.scene];
    const id = `page-${this.scene}`;
    await this.arrange();
    if (!body) return this.ground.show(null);
    await this.client.putScene(id, body);
    const scene = await this.client.json("GET", `/v1/scenes/${id}?heights=true`);
    this.ground.show(this.isRoom ? { ...scene, walls: [] } : scene); // the room's furniture is drawn instead of its walls
    return id;
  }

  get isRoom() {
    return this.scene === "room";
  }

  /** Shows the furniture in the scene `room`. Its file is fetched when the scene is first chosen. */
  async arrange() {
    if (this.isRoom) this.room ??= new (await import("./room.js")).Room(this);
    this.room?.show(this.isRoom && this.shown);
    this.thingsRow.hidden = !this.isRoom;
    if (this.isRoom) this.thingsRow.replaceChildren(this.thingsRow.firstChild, ...this.room.buttons());
  }

  /** Uses the nearest thing of a kind, "seat" or "ball". */
  useNearest(kind) {
    if (!this.isRoom) return toast(t("inRoom"), "hint");
    this.room?.toggle(kind);
  }

  /** Starts a new session in the chosen scene, with as many characters as before. */
  restart() {
    return this.change(async () => {
      const { stream } = this;
      this.stream = null;
      this.clear();
      await stream?.leave().catch(() => {});
      await this.open();
    });
  }

  /** Returns the stream profile: the channels that the page needs. */
  profile() {
    this.hasFaces = this.wantsFaces;
    return {
      channels: ["root", "contacts", "trajectory", this.figure === "bones" ? "joints" : "smpl", ...(this.hasFaces ? ["face"] : [])],
    };
  }

  /** Whether the channel `face` is asked for. It is visible on few characters only, and would double the bytes of a crowd. */
  get wantsFaces() {
    return this.body === "person" && this.figure !== "bones" && this.count <= FACES;
  }

  /** Removes all characters and marks from the page. */
  clear() {
    for (const w of this.walkers) this.drop(w);
    this.walkers = [];
    this.chosen = 0;
    this.marks.forgetPrints();
    this.marks.trajectories([]);
    this.path.forget();
    this.reach.stop();
    this.room?.forget();
    this.meter.clear();
    if (this.strip.isOn) this.again();
    this.strip.clear();
  }

  /** Frees a walker's figures. */
  drop(walker) {
    for (const figure of walker.figures) figure.dispose();
  }

  // -- characters --------------------------------------------------------------------

  /** Spawns or despawns characters until there are as many as the slider says. Where the server has no room, askAgain() tries later. */
  async fill() {
    this.isHeld = false;
    this.talk.show();
    this.emotes.load();
    // Despawn the characters that are too many.
    while (this.stream && this.walkers.length > this.count) {
      const walker = this.walkers.pop();
      await walker.character.despawn().catch(() => {});
      this.drop(walker);
      if (this.chosen >= this.walkers.length) this.choose(0);
    }
    // Spawn the missing ones, one after the other.
    while (this.stream && this.walkers.length < this.count) {
      for (let k = this.walkers.length; k < Math.min(this.count, this.walkers.length + 3); k++) this.shape(k).catch(() => {}); // fetch the next ones meanwhile
      const i = this.walkers.length;
      const shape = await this.shape(i);
      const character = await this.spawn(i, shape);
      if (!character) break;
      const walker = { character, shape, heard: 0, figures: [], color: this.colorOf(i) };
      this.walkers.push(walker);
      this.dress(walker);
    }
    this.counter.set(this.count);
    if (this.stream && this.hasFaces !== this.wantsFaces) await this.stream.profile(this.profile()).catch(() => {});
  }

  /** Number of characters that are there or will soon be. */
  get expected() {
    return this.isHeld ? this.walkers.length : this.count;
  }

  /** Called once a second, with the server's statistics: tries again where the server had no room. */
  askAgain() {
    if (!this.isHeld || this.isAsking || performance.now() < this.nextTry) return;
    this.isAsking = true;
    this.change(() =>
      this.fill().finally(() => {
        this.isAsking = false;
      }),
    );
  }

  /** Spawns character i. Returns it, or null where the server has no room. */
  async spawn(i, { betas }) {
    // The start position: that of the standing preview, of the first walk, or on the spiral around the first character.
    const shown = this.previews?.find((figure) => figure.index === i)?.group.position;
    const position = shown
      ? [shown.x, shown.z]
      : this.opening.isOn
        ? this.opening.place(i)
        : place(i + (this.plaza?.member ?? 0)).map((v, k) => v + (this.walkers[0]?.last?.root[2 * k] ?? 0));
    try {
      if (i === 0 && this.mirror.isOn) return await this.spawnMirrored(betas);
      return await this.stream.spawn({
        position,
        facing: this.opening.isOn
          ? this.opening.facing(i)
          : this.plaza
            ? Math.atan2(-position[0], -position[1])
            : (2.4 * i) % (2 * Math.PI),
        body: { model: this.body, betas },
      });
    } catch (error) {
      if (error.code === "not_found" && !this.walkers.length) throw Object.assign(new Error(t("noMotion")), { lasting: true });
      if (error.code === "disconnected") {
        // The connection was lost. fill() runs again when it is back.
        Object.assign(this, { isHeld: true, nextTry: 0 });
        return null;
      }
      this.isHeld = error.code === "busy";
      this.nextTry = performance.now() + BUSY_MS;
      if (!this.isHeld) this.count = this.walkers.length;
      if (!this.isAsking)
        toast(this.isHeld ? t("busy") : error.code === "limit" ? t("limit") : error.detail, this.isHeld ? "hint" : "error");
      return null;
    }
  }

  /** Spawns the character that copies the user before the webcam. It faces the camera and ignores other input. */
  async spawnMirrored(betas) {
    this.opening.end();
    const { ahead } = this.view.camera.axes;
    const character = await this.stream.spawn({
      drive: "observe",
      facing: Math.atan2(-ahead[0], -ahead[1]),
      body: { model: this.body, betas },
    });
    character.input = () => 0;
    this.mirror.character = character;
    return character;
  }

  /** Makes the figures of a walker: body, bones or both. */
  dress(walker) {
    this.drop(walker);
    const body = this.figure === "bones" ? null : new BodyFigure(walker.shape, walker.color, this.view);
    walker.figures = body ? [body] : [];
    if (this.figure !== "body") {
      const skeleton = this.stream.welcome.skeletons.find((s) => s.model === walker.character.model) ?? this.stream.welcome.skeletons[0];
      walker.figures.push(new BoneFigure(skeleton.joints, body ? this.view.colors.mark : walker.color, body));
    }
    for (const figure of walker.figures) {
      figure.group.visible = false; // place() shows it with its first frame
      this.group.add(figure.group);
    }
  }

  /** Changes how characters are drawn: "body", "bones" or "both". */
  setFigure(figure) {
    this.figure = figure;
    this.change(async () => {
      if (!this.stream) return;
      await this.stream.profile(this.profile());
      for (const walker of this.everybody) if (walker.shape) this.dress(walker);
    });
  }

  /** Gives the first character the body of the Body tab, and the others the same model. Restarts the session. */
  wear(model, person) {
    Object.assign(this, { body: model, person });
    this.app.visit();
    return this.restart();
  }

  /** Chooses the walker that the user steers. */
  choose(i) {
    if (!this.walkers.length) return;
    this.walkers[this.chosen]?.character.input({ move: [0, 0] });
    this.reach.stop();
    this.room?.leave();
    this.chosen = i % this.walkers.length;
    if (this.mine.character.path?.wander) this.mine.character.input({ move: [0, 0] }); // stop its wandering
    this.meter.clear();
  }

  /**
   * Called with each frame of the stream: lets the other characters wander, or sends them the user's input, as the budget of messages
   * allows.
   */
  steer({ time, characters }) {
    const { mine, budget, input } = this;
    const most = budget.at(time);
    if (this.opening.steer(this.walkers, time, Math.min(this.expected, 3))) return;
    // Copy the input: those who have not received it yet, longest without a message first.
    if (this.others === "copy") {
      const late = this.walkers
        .filter((w) => w !== mine && w.input !== input)
        .sort((a, b) => a.heard - b.heard)
        .slice(0, most);
      for (const w of late) {
        Object.assign(w, { input, heard: time });
        w.character.input(input);
      }
      return budget.spend(late.length);
    }
    // Wander around the steered character.
    const at = characters.find((c) => c.id === mine?.character.id)?.root;
    if (at && !this.opening.lingers(time))
      budget.spend(
        sendOff(
          this.walkers.filter((w) => w !== mine),
          [at[0], at[2]],
          most,
          this.view.camera.axes.ahead,
        ),
      );
  }

  /** Changes what the other characters do: "wander" or "copy". */
  setOthers(how) {
    this.others = how;
    this.input = { move: [0, 0] };
    for (const w of this.walkers) if (w !== this.mine) w.character.input((w.input = this.input));
  }

  /** All walkers that are drawn: those of this page, and the other visitors of a room. */
  get everybody() {
    return this.plaza ? [...this.walkers, ...this.plaza.guests] : this.walkers;
  }

  /** The walker that the user steers. */
  get mine() {
    return this.walkers[this.chosen];
  }

  /** Called with each frame of the stream. */
  frame(frame) {
    this.app.frame();
    this.recorder?.take(frame);
    this.plaza?.frame(frame);
    this.strip.take(frame);
    if (this.recorder?.isFull) this.record();
    this.steer(frame);
    const { mine } = this;
    const c = mine && frame.characters.find((x) => x.id === mine.character.id);
    if (!c) return;
    const body = mine.figures.find((f) => f instanceof BodyFigure);
    const bones = mine.figures.find((f) => f instanceof BoneFigure);
    this.meter.take(c, frame.time, body?.shape.joints ?? null, bones?.names ?? []);
  }

  /** Called with each event of the stream. */
  event({ event, id, foot, position }) {
    if (event === "footstep") {
      const walker = this.walkers.find((w) => w.character.id === id);
      if (walker) this.marks.footprint(foot === "left" ? 0 : 1, ...position, walker.last?.yaw ?? 0);
    }
    if (id !== this.mine?.character.id) return;
    if (event === "unreachable") this.room?.unreachable();
    if (event !== "arrived") return;
    this.path.arrived();
    this.room?.arrived();
  }

  /** Starts the slow replay of the last two seconds, or ends it. */
  again() {
    this.opening.end();
    if (!this.strip.toggle()) return;
    this.stripRow.hidden = !this.strip.isOn;
    this.againKnob.press(this.strip.isOn);
    if (this.strip.isOn) this.scrub.input.max = this.strip.seconds;
  }

  // -- files and links ------------------------------------------------------------------

  /** Starts a recording of all characters, or ends it and saves the file. */
  async record() {
    const { recorder } = this;
    this.recorder = recorder ? null : new Recorder();
    this.recordKnob.press(!recorder);
    tell(this.recordKnob.firstChild, null, t(recorder ? "record" : "recording"));
    if (!recorder) return;
    if (!recorder.tracks.size) return toast(t("nothingRecorded"));
    // A VRMA file has the motion of one character, a GLB file that of all.
    if (this.format === "vrma") return this.saveVrma(recorder);
    const figures = new Map(
      this.walkers.map((w) => [
        w.character.id,
        {
          rig: w.shape.rig,
          color: w.shape.isDressed ? null : new THREE.Color(w.color).toArray(),
          rotations: (all) => w.shape.rotations(all),
          lift: w.shape.lift,
        },
      ]),
    );
    this.save(recorder.glb(figures), `${this.nameOf(recorder, figures.size)}.glb`, "recorded");
  }

  /** Saves the motion of the steered character as a VRMA file, which any VRM character can play. */
  async saveVrma({ tracks }) {
    const { character, shape } = this.mine ?? {};
    const track = tracks.get(character?.id);
    if (!track) return toast(t("nothingRecorded"));
    const { vrma } = await import("../files/vrma.js");
    this.save(
      vrma(track, { joints: shape.rig.joints, floor: shape.floor, lift: shape.lift }, SMPL_NAMES),
      `${this.nameOf({ seconds: track.times.at(-1) - track.times[0] }, 1)}.vrma`,
      "recordedVrma",
    );
  }

  /** Returns the name of a recording's file, without its ending: model, scene, number of people and seconds. */
  nameOf({ seconds }, count) {
    return `${this.body}-${this.scene}-${count === 1 ? "" : `${count}-people-`}${Math.max(1, Math.round(seconds))}s`;
  }

  /** Saves bytes as a file. said: name of the text to show. */
  save(bytes, name, said) {
    save(new Blob([bytes], { type: "model/gltf-binary" }), name);
    toast(t(said), "hint");
  }

  /** Shows or hides the network's phase and contacts. Their file is fetched when they are first shown. */
  async think(on) {
    this.isThinking = on;
    this.marks.showTrajectory = on || this.trajectoryRow.input.checked;
    this.thinkHint.hidden = !on;
    if (!on) return this.thoughts?.hide();
    const { Thoughts } = await import("./thoughts.js");
    this.thoughts ??= new Thoughts(this.view, this.ground);
  }

  /** What a link has of the session, as names and values. */
  get state() {
    const { count, scene, figure, others, feel, body, person } = this;
    return { count, scene, figure, others, feel, body, person };
  }

  /** Returns the fragment of a link to this scene, its characters and the camera. */
  link() {
    const query = new URLSearchParams({
      characters: this.count,
      scene: this.scene,
      figure: this.figure,
      others: this.others,
      feel: this.feel,
      model: this.body,
    });
    const isDrawn = (this.person.random || this.person.look) && !this.person.wear;
    const versions = {
      ...(isDrawn ? { wardrobe_version: WARDROBE_VERSION } : {}),
      ...(this.person.random ? { people_version: PEOPLE_VERSION } : {}),
    };
    for (const [name, value] of Object.entries({ ...versions, ...this.person }))
      query.set(name, Array.isArray(value) ? value.map((b) => Number(b.toFixed(4))).join(",") : value);
    if (this.room?.now) query.set("thing", this.room.now);
    query.set("view", this.view.camera.write());
    return `#motion?${query.toString().replace(/%2C/g, ",")}`;
  }

  /** Returns the link that the page's address has: none while the session is as it was at first. */
  address() {
    return JSON.stringify(this.state) === this.first ? "" : this.link();
  }

  /** Goes to the session of an address to which the browser has gone back or forward. The camera stays. */
  goTo(hash) {
    const to = readSession(hash) ?? JSON.parse(this.first);
    const isOther = to.scene !== this.scene || to.body !== this.body || JSON.stringify(to.person) !== JSON.stringify(this.person);
    const { figure, others, count } = this;
    Object.assign(this, { scene: to.scene, body: to.body, person: to.person, count: to.count, feel: to.feel, sent: null });
    for (const [name, row] of Object.entries(this.choices)) row.set(to[name]);
    this.counter.set(to.count);
    if (to.others !== others) this.setOthers(to.others);
    if (isOther) {
      this.figure = to.figure;
      this.restart();
      return;
    }
    if (to.figure !== figure) this.setFigure(to.figure);
    if (to.count !== count) this.change(() => this.fill());
  }

  /** Reads the fragment of the page's address. Returns whether it asks for something else than the page's first walk. */
  readLink() {
    const found = readSession(location.hash);
    if (!found) return false;
    const { query, ...state } = found;
    Object.assign(this, state, { thing: query.get("thing") });
    this.view.camera.read(query.get("view") ?? VIEWS[this.scene]);
    return query.get("opening") !== "1";
  }

  /** Copies a link to the clipboard. */
  async copy() {
    const address = `${here()}/${this.link()}`;
    await navigator.clipboard.writeText(address).then(
      () => toast(t("linked"), "hint"),
      () => toast(address, "hint"),
    );
  }

  /** Returns what session_code.js needs to write the session as code, or null while no frame has arrived. */
  session() {
    if (!this.mine?.last) return null;
    const id = `page-${this.scene}`;
    const characters = this.walkers
      .filter((w) => w.last)
      .map((walker) => {
        const { levels: _, ...fields } = this.fieldsOf(this.walkers.indexOf(walker));
        const { position, facing, does } = this.doing(walker);
        return {
          glb: { model: this.body, fields },
          spawn: { position, facing, body: { model: this.body, betas: walker.shape.betas } },
          does,
        };
      });
    const notes = Object.fromEntries(
      ["shell", "javascript", "python", "c", "bodies", "held", "second", "scene"].map((name) => [name, String(t(`code_${name}`))]),
    );
    return short({
      base: here(),
      key: this.client.key,
      scene: SCENES[this.scene] && { id, body: SCENES[this.scene] },
      profile: { channels: ["root", "smpl"] },
      characters,
      notes,
    });
  }

  /** Returns where a character stands and the messages that make it do what it does: {position, facing, does: [{type, ...fields}]}. */
  doing(walker) {
    const { character, last } = walker;
    const { held, path } = character;
    const isMine = walker === this.mine;
    const inRoom = isMine && this.isRoom ? this.room?.doing() : null;
    const does = [path && { type: "follow", ...path }, held && inputOf(held), ...(inRoom?.does ?? []), isMine && this.reach.doing()].filter(
      Boolean,
    );
    return { position: [last.root[0], last.root[2]], facing: last.yaw, ...inRoom, does };
  }

  // -- every frame -----------------------------------------------------------------------

  /** Called before each frame. passed, now: seconds. */
  update(passed, now) {
    if (!this.group.visible) return this.plaza?.update([], false);
    const all = this.strip.isOn ? this.strip.sample(passed) : (this.stream?.sample() ?? []);
    const byId = new Map(all.map((c) => [c.id, c]));
    this.pose(byId, now);
    this.unveil(now);
    this.darken();
    this.plaza?.update(this.near, true);
    this.marks.trajectories(this.walkers.length > 24 ? [this.mine?.last].filter(Boolean) : all);
    if (this.isThinking) this.thoughts?.draw(this.near);
    if (this.mine?.last && !this.opening.isOn) this.accompany(passed, this.mine.last);
    this.opening.update(passed);
    if (this.strip.isOn && !this.strip.isHeld) this.scrub.set(this.strip.at);
    this.drive(now);
    this.reach.update();
    this.room?.update();
    if (this.thing && this.isRoom && this.mine?.last) this.useLinked();
  }

  /** Uses the seat or ball that the link names. */
  useLinked() {
    if (this.room.things.has(this.thing)) this.room.use(this.thing);
    this.thing = null;
  }

  /** Gives each walker its latest sampled character, sorts them by distance, and draws them. */
  pose(byId, now) {
    // Latest sampled frame and distance of each walker.
    const { near } = this;
    const eye = this.view.camera.eye.position;
    near.length = 0;
    for (const walker of this.everybody) {
      const c = byId.get(walker.character.id);
      if (!c || !walker.shape) continue;
      walker.last = c;
      walker.far = walker === this.mine ? -1 : Math.hypot(c.root[0] - eye.x, c.root[2] - eye.z);
      near.push(walker);
    }
    near.sort((a, b) => a.far - b.far);
    // Remove the standing previews of characters that have a frame.
    const isFull = near.length >= Math.min(this.expected, 3);
    const gone = (this.previews ?? []).filter((figure) => isFull || this.walkers[figure.index]?.last);
    for (const figure of gone) figure.dispose();
    if (gone.length) this.previews = gone.length < this.previews.length ? this.previews.filter((figure) => !gone.includes(figure)) : null;
    this.place(near);
    for (const figure of this.previews ?? []) figure.show(this.triangles(this.count).first, true);
    const isStanding = near.every(({ last }) => GAITS[last.gait] === "stand");
    this.view.isCalm = isStanding && !this.strip.isOn && this.figure === "body" && (near.length > 0 || this.opening.isStill);
    this.view.isFetching = this.waiting.isOn;
    this.view.sun.castShadow = this.view.detail.shadows > 0 && (near.length < 30 || !this.view.isSoftware);
    if (this.mine?.last) this.meter.show(now, GAITS[this.mine.last.gait] ?? "stand");
  }

  /** Called when the theme changes. */
  theme() {
    this.shade.theme();
  }

  /** Darkens the ground: below every low joint of near characters drawn in full, and by one spot below the others. */
  darken() {
    this.shade.begin();
    for (const figure of this.previews ?? []) this.shade.below(figure.places());
    if (this.isRoom) this.room?.darken(this.shade);
    this.near.forEach(({ last: c, figures: [figure] }, i) => {
      if (figure && (i === 0 || (i < 8 && figure.group.parent))) this.shade.below(figure.places());
      else this.shade.spot(c.root[0], c.root[2], 0.34, 0.6);
    });
    this.shade.send();
  }

  /** Returns the numbers of triangles of the nearest figure and of each other one. Few figures may have as many as twenty have together. */
  triangles(people) {
    const { first, rest } = this.view.detail;
    if (people < 2) return { first, rest };
    const each = COUNTS.find((count) => count * (people - 1) <= Math.max(rest * 19, COUNTS.at(-1) * (people - 1)));
    return { first: first && Math.max(first, each), rest: Math.max(rest, each) };
  }

  /**
   * Returns the number of triangles for a walker, at most `most`: about half of the pixels that its figure covers. A walker with more
   * triangles keeps them over a wider range, so that the number does not flicker.
   */
  enough(walker, most) {
    const eye = this.view.camera.eye.position;
    const { root } = walker.last;
    const tall = 1.7 * this.view.pixelsAt(Math.hypot(root[0] - eye.x, root[1] + 0.9 - eye.y, root[2] - eye.z));
    const wanted = (tall * tall) / 12;
    const count = (slack) => COUNTS.findLast((c) => c >= slack * wanted) ?? COUNTS[0];
    walker.triangles = Math.min(most, Math.max(count(0.8), Math.min(count(1.2), walker.triangles ?? 0)));
    return walker.triangles;
  }

  /**
   * Draws the walkers, sorted by distance. Some are drawn in full, the others with as many triangles as there is time for. Where draw
   * calls are slow, the latter are drawn as one mesh by Crowd.
   */
  place(near) {
    const { bodies, images = 0 } = this.view.detail;
    const pictured = Math.max(images, near.length === 1 ? 1 : 0); // alone, there is time for images
    const { first, rest } = this.triangles(near.length);
    const isCrowd = this.view.isSoftware && this.figure === "body" && near.length > 1;
    const crowd = [];
    near.forEach((walker, i) => {
      const most = i === 0 ? first : rest;
      const seen = walker.far < 0 ? 1 : Math.min(1, Math.max(0, (walker.far - GONE) / (FADES - GONE))); // the steered one never fades
      const inCrowd = isCrowd && seen === 1 && i >= pictured && (i > bodies || (i === 0 && first)) && walker.last.smpl;
      if (inCrowd)
        crowd.push({
          key: walker.character.id,
          c: walker.last,
          shape: walker.shape,
          color: walker.color,
          triangles: this.enough(walker, most),
        });
      for (const figure of walker.figures) {
        if (inCrowd) {
          figure.group.removeFromParent();
          if (i === 0) figure.pose(walker.last); // Shade and Thoughts use its joints
        } else {
          if (!figure.group.parent) this.group.add(figure.group);
          if (figure instanceof BodyFigure) {
            const count = this.figure === "both" ? 6000 : i === 0 ? first : i <= bodies ? 0 : rest;
            figure.show(count, !count || (i < pictured && this.figure === "body"));
          }
          if (figure instanceof BodyFigure) figure.fade((this.figure === "both" ? 0.4 : 1) * seen, this.figure !== "both");
          figure.pose(walker.last);
          figure.group.visible = seen > 0;
        }
      }
    });
    this.crowd.draw(crowd);
    if (near[0]?.last.face && first === 0 && !this.view.isSoftware) this.askForLids(near[0]);
  }

  /** Fetches the lids of the steered character once it is drawn in full. Waits some seconds, since they are as large as half a body. */
  askForLids({ shape }) {
    if (this.lidsAt === undefined) this.lidsAt = performance.now() + LIDS_MS;
    if (performance.now() > this.lidsAt && !this.waiting.isOn && !shape.lids) shape.loadLids(this.client).catch(() => {});
  }

  /** Moves the camera with the steered character c, and turns it behind a character that keeps walking. */
  accompany(passed, c) {
    const { camera } = this.view;
    // Follow the character. A jump, as after respawning, is not followed smoothly.
    const before = camera.aim.clone();
    camera.aim.set(c.root[0], c.root[1] + 0.92, c.root[2]);
    const [dx, dz] = [camera.aim.x - before.x, camera.aim.z - before.z];
    const speed = Math.hypot(dx, dz) / Math.max(1e-3, passed);
    if (speed > 30) camera.target.copy(camera.aim);
    // The gamepad's right stick turns the camera.
    const pad = this.sticks.readPad().camera;
    camera.turn(-2.2 * passed * pad[0], 1.4 * passed * pad[1]);
    // Turn behind a character that walks, unless the user has just turned the camera.
    if (speed < 0.4 || speed > 8 || camera.time - camera.touched < 1.5 || camera.pointers.size) return;
    const { ahead, right } = camera.axes;
    const sideways = (dx * right[0] + dz * right[1]) / (speed * passed);
    const forward = (dx * ahead[0] + dz * ahead[1]) / (speed * passed);
    if (forward > -0.5) camera.turn(-0.55 * passed * sideways * Math.min(1, speed), 0);
  }

  /** Sends the input of keys, touch controls and gamepad, at most thirty times a second and only when it changes. The client repeats it. */
  drive(now) {
    const stick = this.sticks.read();
    const { mine } = this;
    if (!mine || now < (this.nextInput ?? 0)) return;
    // The stick in the camera's directions, as a direction on the ground.
    const { ahead, right } = this.view.camera.axes;
    const side = stick.right + stick.sideways;
    const move = [0, 1].map((k) => stick.ahead * ahead[k] + side * right[k]);
    if (!stick.idle || stick.jump || stick.crouch || stick.jog) this.opening.end(); // a gamepad sends no events
    // Send only changes. An idle stick does not interrupt a path.
    const key = JSON.stringify([move.map((v) => v.toFixed(3)), stick]);
    if (this.opening.isOn || key === this.sent || (stick.idle && !stick.jump && !stick.crouch && mine.character.path)) return;
    this.nextInput = now + INPUT_MS / 1000;
    this.sent = key;
    if (!stick.idle) this.room?.leave();
    if (mine.character.path) this.path.forget();
    const strafe = stick.sideways !== 0 ? 1 : 0;
    const input = {
      move,
      gait: stick.crouch ? "crouch" : stick.run ? "run" : stick.jog ? "jog" : "walk",
      jump: stick.jump,
      strafe,
      look: strafe ? ahead : null,
      responsive: this.feel === "game",
    };
    mine.character.input(input);
    this.input = input; // steer() sends it to the characters that copy it
  }

  // -- panel -----------------------------------------------------------------------------

  /** Returns the panel. */
  makePanel() {
    this.counter = slider({
      label: t("characters"),
      min: 1,
      max: MOST,
      step: 1,
      value: this.count,
      show: (n) => (this.isHeld ? `${this.walkers.length} / ${n}` : n),
      oninput: (n) => {
        this.count = n;
      },
      onchange: () => {
        this.change(() => this.fill());
        this.app.visit();
      },
    });
    const named = (list) => list.map((key) => [key, t(key)]);
    this.thinkHint = h("p.quiet", { hidden: true }, t("thoughtsAre"));
    this.againKnob = button(t("slowly"), () => this.again(), { keys: "B", pressed: false });
    this.recordKnob = button(h("span", {}, t("record")), () => this.record(), { keys: "V", pressed: false });
    const roomy = !isSmall();
    // Each choice that a link has, by the name that it has in `state`.
    const chosen = (name, label, options, set) =>
      choice({
        label: t(label),
        options,
        value: this[name],
        onchange: (value) => {
          set(value);
          this.app.visit();
        },
      });
    this.choices = {
      scene: chosen("scene", "scene", named(Object.keys(SCENES)), (s) => {
        this.scene = s;
        this.view.camera.read(VIEWS[s]);
        this.restart();
      }),
      others: chosen("others", "others", named(["wander", "copy"]), (how) => this.setOthers(how)),
      feel: chosen("feel", "feel", named(["cinematic", "game"]), (feel) => Object.assign(this, { feel, sent: null })),
      figure: chosen(
        "figure",
        "figure",
        [
          ["body", t("asBody")],
          ["bones", t("asBones")],
          ["both", t("both")],
        ],
        (f) => this.setFigure(f),
      ),
    };
    const { scene, others, feel, figure } = this.choices;
    scene.hidden = Boolean(this.plaza); // whoever began the room has chosen its scene
    this.thingsRow = h("fieldset.row", { hidden: true }, h("legend", {}, t("things")));
    return h(
      "section",
      {},
      this.plaza ? group(t("plaza"), true, this.plaza.element) : null,
      this.counter,
      scene,
      this.thingsRow,
      this.emotes.element,
      this.talk.element,
      this.mirror.element,
      h(".row", {}, this.recordKnob),
      this.keyHelp(),
      expert(
        null,
        group(t("people"), roomy, others, feel, figure),
        group(
          t("steer"),
          roomy,
          h("fieldset.row", {}, h("legend", {}, t("path")), this.path.buttons()),
          h("fieldset.row", {}, h("legend", {}, t("reach")), this.reach.buttons()),
        ),
        group(
          t("show"),
          roomy,
          h(
            ".row",
            {},
            (this.trajectoryRow = check({
              label: t("trajectory"),
              value: this.marks.showTrajectory,
              onchange: (v) => {
                this.marks.showTrajectory = v || this.isThinking;
              },
            })),
            check({
              label: t("footprints"),
              value: this.marks.showPrints,
              onchange: (v) => {
                this.marks.showPrints = v;
              },
            }),
            check({ label: t("thoughts"), value: false, onchange: (v) => this.think(v).catch((error) => this.app.say(error)) }),
          ),
          this.thinkHint,
        ),
        group(
          t("takeAway"),
          roomy,
          choice({
            label: t("recordAs"),
            options: [
              ["glb", "GLB"],
              ["vrma", "VRMA"],
            ],
            value: this.format,
            onchange: (format) => {
              this.format = format;
            },
          }),
          h(
            ".row",
            {},
            this.againKnob,
            button(t("reset"), () => this.restart(), { keys: "Home" }),
            button(t("link"), () => this.copy()),
          ),
          codePanel(LANGUAGES, () => this.session()),
        ),
      ),
    );
  }

  /** Returns the list of keys. */
  keyHelp() {
    const rows = [
      ["W A S D / ↑ ← ↓ →", "kMove"],
      ["Shift", "kJog", true],
      ["R", "kRun", true],
      ["C", "kCrouch", true],
      ["Space", "kJump"],
      ["Q E", "kStrafe"],
      ["[ ]", "kTurn"],
      ["+ −", "kZoom"],
      ["N", "kNext"],
      ["P", "kPath"],
      ["G", "kReach"],
      ["X", "kSit"],
      ["F", "kBall"],
      ["V", "kRecord"],
      ["B", "kAgain"],
    ];
    return h(
      "details.keys",
      { open: innerWidth > 760 && innerHeight > 820 },
      h("summary", {}, t("keys")),
      h(
        "dl",
        {},
        rows.map(([keys, text, isHeld]) => [
          h("dt", {}, h("kbd", {}, keys)),
          h("dd", {}, isHeld ? said(() => t(text) + t("hold")) : t(text)),
        ]),
      ),
    );
  }

  /** Called when the tab is shown or hidden. */
  show(on) {
    this.shown = on;
    this.group.visible = this.ground.group.visible = on;
    this.ground.plane.visible = !on || !this.ground.map;
    this.marks.show(on);
    if (!on) this.thoughts?.hide();
    this.room?.show(on && this.isRoom);
    this.sticks.active = on;
    if (on) Object.assign(this.view.camera, { onrest: null, canPan: false, least: 0.7 });
    if (on)
      this.view.camera.grab = (event, ray) =>
        this.reach.grab(ray) ?? this.path.grab(ray) ?? (this.isRoom && this.room ? this.room.grab(event, ray) : null);
    if (on) this.view.camera.heightAt = (x, z) => this.ground.heightAt(x, z);
    if (on) return;
    this.mine?.character.input({ move: [0, 0] });
    this.reach.stop();
    this.room?.leave();
  }
}

/** Returns input as a message without its default values, or null where it does nothing. */
function inputOf({ id, seq, move, ...rest }) {
  const more = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return move.some((v) => v) || more.jump || more.gait === "crouch" ? { type: "input", move, ...more } : null;
}

/** Returns the session that the fragment of an address describes, with its `query`; null for another address. */
function readSession(hash) {
  if (!hash.startsWith("#motion?")) return null;
  const query = new URLSearchParams(hash.slice(8));
  const among = (name, values) => (values.includes(query.get(name)) ? query.get(name) : values[0]);
  const betas = (query.get("betas") ?? "").split(",").filter(Boolean).map(Number);
  const person = Object.fromEntries(PERSON.filter((name) => query.get(name)).map((name) => [name, query.get(name)]));
  const isDrawn = (person.random || person.look) && !person.wear;
  const version = wardrobeVersion(person.wardrobe_version);
  if (isDrawn && version !== WARDROBE_VERSION) person.wardrobe_version = String(version);
  else delete person.wardrobe_version;
  if (person.random && Number(person.people_version) !== PEOPLE_VERSION) person.people_version = "1";
  else delete person.people_version;
  if (betas.length && betas.every(Number.isFinite)) person.betas = betas;
  return {
    query,
    count: Math.min(MOST, Math.max(1, Math.round(Number(query.get("characters")) || 1))),
    scene: among("scene", ["flat", ...Object.keys(SCENES)]),
    figure: among("figure", ["body", "bones", "both"]),
    others: among("others", ["wander", "copy"]),
    feel: among("feel", ["cinematic", "game"]),
    body: /^[\w.-]+$/.test(query.get("model") ?? "") ? query.get("model") : "person",
    person: Object.keys(person).length ? person : { random: FIRST },
  };
}
