// The tab for the user's own files ("Yours"). A .glb, .vrm or .fbx character is matched to the joints of a person or an animal; the user
// corrects the match, walks it, moves it by a motion file and saves it with that motion. A mesh without a skeleton is rigged by the server.
// Motion files without a character are played by take.js.
import * as THREE from "three";
import { MeshoptDecoder } from "three/examples/jsm/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { disposeAll, fillCharacter, PosedError } from "posed-client";
import { button, h, toast } from "../ui/dom.js";
import { FIRST } from "../motion/others.js";
import { download, save } from "../ui/save.js";
import { Sticks } from "../motion/sticks.js";
import { said, tell } from "../ui/said.js";
import { t } from "../ui/text.js";
import { upload } from "../ui/upload.js";

// Shortest time between two messages of input, in milliseconds.
const INPUT_MS = 33;
// Height above the ground at which the camera looks, in metres.
const HIGH = 0.92;
// The motion that "GLB with a walk" saves: a roll-out of the server.
const WALK = {
  seconds: 6,
  script: [
    { t: 0, move: [0, 1], gait: "walk" },
    { t: 3, move: [0, 1], gait: "jog" },
  ],
};
// Media type of each kind of motion file. An .asf is sent before its .amc.
const MOTIONS = {
  glb: "model/gltf-binary",
  vrm: "model/gltf-binary",
  bvh: "application/x-bvh",
  npz: "application/x-npz",
  asf: "application/x-amc",
  amc: "application/x-amc",
  fbx: "application/x-fbx",
};
// Media type of files that have a mesh without a skeleton.
const MESHES = { obj: "model/obj", ply: "application/x-ply" };
// Size of a file from which its progress is shown while it is sent, in bytes.
const TOLD_BYTES = 1e6;
// Returns the ending of a file's name.
const endingOf = (name) => name.toLowerCase().split(".").pop();

/**
 * The tab. file: the character's file; plan: kind of an animal, or null for a person; corrections: bone -> joint that the user has chosen;
 * most: largest file that the server takes, in bytes; mine: the walking character; last: its latest frame.
 */
export class Character {
  constructor(app) {
    const { view, client } = app;
    Object.assign(this, {
      app,
      view,
      client,
      id: `page-${Math.random().toString(36).slice(2, 10)}`,
      file: null,
      plan: null,
      corrections: new Map(),
      most: null,
      mine: null,
      last: null,
      changes: Promise.resolve(),
    });
    this.sticks = new Sticks();
    this.sticks.active = false;
    this.group = new THREE.Group();
    this.group.visible = false;
    view.scene.add(this.group);
    view.listeners.add(this);
    this.panel = this.makePanel();
    this.empty = h(".own-empty", { "aria-hidden": "true" });
    this.hud = h(".motion-hud", {}, this.empty, this.sticks.touchControls({ jog: t("kJog"), jump: t("kJump"), crouch: t("kCrouch") }));
  }

  /** Builds the panel. */
  makePanel() {
    this.input = h("input", {
      id: "own-file",
      type: "file",
      accept: ".glb,.vrm,.fbx,.obj,.ply,.bvh,.c3d,.trc,.csv,.tsv,.json,model/gltf-binary",
      onchange: () => this.input.files[0] && this.app.open(this.input.files[0]),
    });
    this.limit = h("p.quiet", {}, t("ownKinds"));
    this.told = h("p.told", { role: "status", "aria-live": "polite" });
    this.part = h("progress.part", { max: 1, hidden: true, "aria-label": t("sending") });
    this.bones = h(".own-bones");
    this.take = h(
      ".row",
      { hidden: true },
      button(t("ownGlb"), () => this.saveWalk("glb")),
      button("BVH", () => this.saveWalk("bvh")),
    );
    this.motion = h("input", {
      id: "own-motion",
      type: "file",
      multiple: true,
      onchange: () => this.motion.files.length && this.move([...this.motion.files]),
    });
    this.moves = h(".field", { hidden: true }, h("label", { htmlFor: "own-motion" }), this.motion);
    const keys = [
      ["W A S D / ↑ ← ↓ →", "kMove"],
      ["Shift", "kJog"],
      ["C", "kCrouch"],
      ["Space", "kJump"],
      ["[ ]", "kTurn"],
      ["+ −", "kZoom"],
    ];
    this.takes = h("div");
    this.keys = h(
      "details.keys",
      { hidden: true },
      h("summary", {}, t("keys")),
      h(
        "dl",
        {},
        keys.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text))]),
      ),
    );
    return h(
      "section",
      {},
      h(".field.own-drop", {}, h("label", { htmlFor: "own-file" }, t("ownDrop")), this.input),
      this.told,
      this.part,
      (this.offers = this.makeOffers()),
      this.takes,
      this.take,
      this.moves,
      this.bones,
      this.keys,
    );
  }

  /** Builds what the panel shows before a file is opened: the kinds of files, and examples to try. */
  makeOffers() {
    const kinds = [
      ["ownPerson", ".glb .vrm .fbx .obj .ply", "ownPersonIs"],
      ["ownMotion", ".bvh .fbx .c3d .trc .csv .tsv", "ownMotionIs"],
      ["ownPoints", ".json", "ownPointsIs"],
    ];
    const mirror = () => {
      const { app } = this;
      const { mirror: looking } = app.motion;
      app.show("motion");
      app.openPanel(true); // its status text is in the panel
      looking.element.closest("details").open = true;
      looking.knob.scrollIntoView({ block: "nearest" });
      if (!looking.isOn) looking.start();
    };
    return h(
      ".own-offers",
      {},
      h(
        "dl.kinds",
        {},
        kinds.map(([name, endings, becomes]) => [
          h("dt", {}, h("b", {}, t(name)), " ", h("span.quiet", {}, endings)),
          h("dd", {}, t(becomes)),
        ]),
        h("dt", {}, h("b", {}, t("webcam"))),
        h("dd", {}, t("ownWebcamIs")),
      ),
      this.limit,
      h(
        "fieldset.row",
        {},
        h("legend", {}, t("ownTry")),
        button(t("ownTryPerson"), () => this.tryPerson()),
        button(t("ownTryMotion"), () => this.tryMotion()),
        button(t("mirror"), mirror),
      ),
    );
  }

  /** Opens a person of this server as a file. */
  async tryPerson() {
    this.tell(t("ownReading"));
    const { body } = this.app.motion;
    const fields = { rig: true, morphs: false, ...(body === "person" ? { random: FIRST } : {}) };
    await this.client.glb(body, fields).then(
      (buffer) => this.choose(new File([buffer], `${body}.glb`)),
      (error) => this.tell(words(error), true),
    );
  }

  /** Plays a walk that the server makes as a BVH file. */
  async tryMotion() {
    this.tell(t("filmMaking"));
    await this.ask("POST", "/v1/motions/rollout?format=bvh", { body: JSON.stringify(WALK), type: "application/json" }).then(
      async (reply) => this.playBvh(new File([await reply.blob()], "walk.bvh")),
      (error) => this.tell(words(error), true),
    );
  }

  // -- the file ------------------------------------------------------------------------

  /** Opens a file with a character. A file of another kind is not sent. */
  async choose(file) {
    if (!file) return;
    if (endingOf(file.name) === "fbx" || (await isFbx(file))) return this.chooseFbx(file);
    if (!/\.(glb|vrm|obj|ply)$/i.test(file.name)) return this.tell(`${file.name}: ${t("ownOther")}`, true);
    await this.changes; // they fetch the largest size of a file
    return this.change(() => this.bring(file));
  }

  /** Throws an error if a file is larger than the server takes. */
  checkSize(file) {
    if (this.most && file.size > this.most)
      throw new Error(`${file.name}: ${megabytes(file.size)} MB. ${t("ownMost")} ${megabytes(this.most)} MB (limits.body_bytes).`);
  }

  /** Sends a file, draws it and lets it walk. After an error the previous character remains. */
  async bring(file) {
    this.checkSize(file);
    const before = { file: this.file, plan: this.plan, corrections: this.corrections };
    this.tell(t("ownReading"));
    Object.assign(this, { file, plan: null, corrections: new Map() });
    try {
      await (MESHES[endingOf(file.name)]
        ? this.rig()
        : this.put().catch((error) => (planIn(error) ? this.put(planIn(error)) : this.rig(error))));
    } catch (error) {
      Object.assign(this, before); // the server still has the previous one
      throw named(file, error);
    }
    try {
      await this.load(await this.file.arrayBuffer());
    } catch (error) {
      Object.assign(this, before);
      if (this.file) await this.put(this.plan);
      else this.forgetMatch();
      throw named(file, error);
    }
    await (this.plan ? this.showAnimal() : this.walk());
  }

  /** Opens an FBX file. One with a mesh becomes a GLB file; one without is a motion. */
  chooseFbx(file) {
    return this.change(async () => {
      this.tell(t("fbxReading"));
      const { glbOf, readFbx } = await import("../files/fbx.js");
      const buffer = await file.arrayBuffer();
      const read = await readFbx(buffer).catch((error) => {
        throw new Error(`${file.name}: ${t("fbxBroken")} (${plainly(error)})`, { cause: error });
      });
      const { bones, clip, hasMesh, missing, object, still } = read;
      const list = (names) => `${names.slice(0, 5).join(", ")}${names.length > 5 ? " …" : ""}.`;
      const left = still.length ? ` ${t("fbxStill")} ${list(still)}` : "";
      if (hasMesh) {
        const glb = await glbOf(read);
        await this.bring(new File([glb], file.name.replace(/\.\w+$/, ".glb")));
        this.tell(
          `${this.told.textContent.replace(/[.。]?$/, ".")} ${t("fbxMade")}${missing.length ? ` ${t("fbxMissing")} ${list(missing)}` : ""}${left}`,
        );
        return;
      }
      if (!bones.length || !clip) throw new Error(`${file.name}: ${t("fbxEmpty")}${left}`);
      const { spanOf, unitOf } = await import("./take.js");
      const unit = unitOf(spanOf(bones));
      (await this.player()).bones({ bones, object, clip, unit });
      this.tell(`${file.name}: ${bones.length} ${t("joints")}, ${clip.duration.toFixed(1)} s.${left}`);
    });
  }

  // -- motion files ------------------------------------------------------------------------

  /** Hides the match, when the character cannot be drawn. */
  forgetMatch() {
    this.bones.replaceChildren();
    this.take.hidden = this.keys.hidden = this.moves.hidden = true;
  }

  /** Returns the Take, which solves and plays motions. Its file is fetched for the first motion. It is not shown yet. */
  async taker() {
    const { Take } = await import("./take.js");
    this.playing ??= new Take(this);
    return this.playing;
  }

  /** Returns the Take and shows it in place of the character. Called after the motion has been read, so that a bad file shows no player. */
  async player() {
    await this.taker();
    this.group.add(this.playing.group);
    if (this.mine) await this.mine.despawn();
    this.mine = this.last = null;
    if (this.object) this.group.remove(this.object);
    this.object = null;
    this.forgetMatch();
    this.view.camera.aim.set(0, HIGH, 0);
    this.takes.replaceChildren(this.playing.element);
    this.offers.hidden = this.empty.hidden = true;
    return this.playing;
  }

  /** Plays a BVH file. */
  playBvh(file) {
    return this.change(async () => {
      this.tell(t("ownReading"));
      const { readBvh } = await import("./take.js");
      const text = await file.text();
      const read = await asOf(file, () => readBvh(text));
      (await this.player()).bones(read);
      this.tell(
        `${file.name}: ${read.bones.length} ${t("joints")}, ${read.frames} ${t("moments")}, ${read.clip.duration.toFixed(1)} s (${t("unit")} ${Number(read.unit.toPrecision(3))} m)`,
      );
    });
  }

  /** Plays a motion of FILMS that the server makes as a GLB file, with the ground that belongs to it. */
  playFilm(name) {
    return this.change(async () => {
      this.tell(t("filmMaking"));
      const { FILMS, ground } = await import("../guide/films.js");
      const buffer = await this.film(FILMS[name]);
      const { scene, animations } = await this.parse(buffer.slice(0));
      const player = await this.player();
      player.clear();
      scene.traverse((o) => {
        if (o.isMesh) Object.assign(o, { castShadow: true, frustumCulled: false });
      });
      scene.add(ground(name, new THREE.MeshLambertMaterial({ color: this.view.colors.line })));
      player.begin(scene, animations[0]);
      player.links.append(button("GLB", () => save(new Blob([buffer], { type: "model/gltf-binary" }), `${name}.glb`)));
      this.tell(
        `${t(`film_${name}`)}: ${FILMS[name].seconds} s, ${(buffer.byteLength / 1e6).toFixed(1)} MB, POST /v1/motions/rollout?format=glb`,
      );
    });
  }

  /** Returns the GLB file of a roll-out, with a dressed person where the server has the model. */
  async film(request) {
    const { motion } = this.app;
    const look = motion.body === "person" ? `&look=${FIRST}` : "";
    return (
      await this.ask("POST", `/v1/motions/rollout?format=glb${look}`, {
        body: JSON.stringify({ ...request, body: motion.body }),
        type: "application/json",
      })
    ).arrayBuffer();
  }

  /** Solves a C3D or TRC file: the server fits a body to the markers, and its motion is played. */
  solveTake(file) {
    return this.change(async () => {
      this.tell(t("takeSolving"));
      this.checkSize(file);
      const solver = await this.taker();
      const found = await asOf(file, () => solver.solve(file, (part) => this.tell(`${t("takeSolving")} ${(100 * part).toFixed(0)} %`)));
      if (!found) return;
      const [{ rms = null, frames }] = found.job.people;
      const { scene, animations } = await this.parse(found.buffer);
      const player = await this.player();
      player.clear();
      scene.traverse((o) => {
        if (o.isMesh) Object.assign(o, { castShadow: true, frustumCulled: false });
      });
      player.begin(scene, animations[0]);
      player.links.append(
        ...["glb", "bvh", "npz"].map((format) =>
          download(
            this.app,
            format.toUpperCase(),
            file.name.replace(/\.\w+$/, `.${format}`),
            `${this.client.base}/v1/jobs/${found.id}/result?format=${format}`,
          ),
        ),
      );
      this.tell(`${file.name}: ${frames} ${t("moments")}${rms === null ? "" : `, ${(1000 * rms).toFixed(0)} mm ${t("off")}`}`);
    });
  }

  /** Runs `work` after all earlier changes. Shows its error in the panel. */
  change(work) {
    this.changes = this.changes.then(work).catch((error) => {
      console.warn(error);
      const why = words(error) || t("fileUnread");
      if (error.status === 401) this.app.say(error);
      this.tell(why, true);
    });
    return this.changes;
  }

  /** Shows a status text. */
  tell(text, isBad = false) {
    this.told.textContent = text;
    this.told.classList.toggle("bad", isBad);
  }

  /** Sends a request. Returns the reply, or throws a PosedError. */
  async ask(method, path, { body, type } = {}) {
    const headers = {
      ...(type ? { "Content-Type": type } : {}),
      ...(this.client.key ? { Authorization: `Bearer ${this.client.key}` } : {}),
    };
    const url = this.client.base + path;
    const isLarge = body?.size > TOLD_BYTES;
    const reply = await (isLarge ? this.send(url, { method, headers, body }) : fetch(url, { method, headers, body }));
    if (!reply.ok) throw new PosedError(reply.status, await reply.json().catch(() => ({})));
    return reply;
  }

  /** Sends a large body. A bar shows how much of it is sent and then, without a value, that the server works. */
  async send(url, request) {
    const before = this.told.textContent;
    const size = megabytes(request.body.size);
    this.part.hidden = false;
    this.part.value = 0;
    const onprogress = (part) => {
      this.tell(part < 1 ? `${t("sending")} ${(100 * part).toFixed(0)} % / ${size} MB` : before);
      if (part < 1) this.part.value = part;
      else this.part.removeAttribute("value");
    };
    try {
      return await upload(url, { ...request, onprogress });
    } finally {
      this.part.hidden = true;
    }
  }

  /** Sends the character with the corrections of its match. plan: kind of animal, or null for a person. */
  async put(plan = null) {
    const match = [...this.corrections].map(([bone, joint]) => `${bone}=${joint}`).join(",");
    const query = plan ? `?template=${plan}` : match ? `?match=${encodeURIComponent(match)}` : "";
    this.matched = await (
      await this.ask("PUT", `/v1/characters/${this.id}${query}`, { body: this.file, type: "model/gltf-binary" })
    ).json();
    this.plan = plan;
    if (!plan) this.showMatch(this.matched);
    this.showMoves();
  }

  /**
   * Lets the server rig a mesh without a skeleton, as a person or as the animal that the server proposes. error: why the file was refused
   * before; it is thrown again if the file has a skeleton. null: the format has no skeletons.
   */
  async rig(error = null) {
    if (error && !isOfSkins(error)) throw error;
    this.tell(t("ownRigging"));
    const type = MESHES[endingOf(this.file.name)] ?? "model/gltf-binary";
    const ask = (query) => this.ask("POST", `/v1/rig${query}`, { body: this.file, type });
    let plan;
    const reply = await ask("").catch((other) => {
      if (error && isOfSkins(other)) throw error; // the file has a skeleton, so the first error is the relevant one
      plan = planIn(other);
      if (!plan) throw other;
      return ask(`?template=${plan}`);
    });
    this.file = new File([await reply.blob()], this.file.name.replace(/\.(obj|ply)$/i, ".glb"));
    await this.put(plan);
  }

  /** Shows an animal. It does not walk, but takes the motions of other animals. */
  async showAnimal() {
    const { unitOf } = await import("./take.js");
    const { match } = this.matched;
    if (this.mine) await this.mine.despawn();
    this.mine = this.last = null;
    this.bones.replaceChildren();
    this.take.hidden = this.keys.hidden = true;
    this.view.camera.aim.set(0, HIGH, 0);
    this.takes.replaceChildren(
      h(
        ".row",
        {},
        button("GLB", () => save(this.file, this.file.name)),
      ),
    );
    this.object.scale.setScalar(unitOf(heightOf(this.object)));
    this.tell(
      `${this.file.name}: ${t("ownAnimal")} (${this.plan}, ${match.length} ${t("joints")})${match[0]?.doubt ? `. ${match[0].doubt}` : ""}`,
    );
  }

  // -- motion files for the character -------------------------------------------------------

  /** Shows the field for motion files. */
  showMoves() {
    this.moves.hidden = false;
    tell(this.moves.firstChild, null, t(this.plan ? "ownMoveAnimal" : "ownMove"));
    this.motion.accept = this.plan
      ? ".glb"
      : Object.keys(MOTIONS)
          .map((ending) => `.${ending}`)
          .join();
    this.motion.value = "";
  }

  /** Moves the character by motion files, plays it, and offers the character's file with the motion in it. */
  move(files) {
    const last = files.sort((a, b) => endingOf(b.name).localeCompare(endingOf(a.name))).at(-1);
    const type = MOTIONS[endingOf(last.name)];
    if (!type) return this.tell(`${last.name}: ${t("ownMoveOther")}`, true);
    return this.change(async () => {
      this.tell(t("filmMaking"));
      this.checkSize({ name: last.name, size: files.reduce((sum, file) => sum + file.size, 0) });
      const reply = await asOf(last, () => this.ask("POST", `/v1/characters/${this.id}/clip`, { body: new Blob(files), type }));
      const buffer = await reply.arrayBuffer();
      const { scene, animations } = await this.parse(buffer.slice(0));
      const player = await this.player();
      const { unitOf } = await import("./take.js");
      const name = `${this.file.name.replace(/\.\w+$/, "")}-moves.glb`;
      player.clear();
      const holder = new THREE.Group().add(scene);
      scene.traverse((o) => {
        if (o.isMesh) Object.assign(o, { castShadow: true, frustumCulled: false });
      });
      holder.scale.setScalar(unitOf(heightOf(scene)));
      player.begin(holder, animations[0], holder, nodesOf(scene));
      player.links.append(button("GLB", () => save(new Blob([buffer], { type: "model/gltf-binary" }), name)));
      if (!this.plan)
        player.links.append(
          button(t("ownWalks"), () =>
            this.change(async () => {
              await this.load(await this.file.arrayBuffer());
              this.showMatch(this.matched);
              this.showMoves();
              await this.walk();
            }),
          ),
        );
      this.showMoves();
      this.tell(`${last.name} → ${this.file.name}: ${animations[0].duration.toFixed(1)} s`);
    });
  }

  /** Reads a GLB file with three.js. */
  parse(buffer) {
    const loader = new GLTFLoader().register((parser) => {
      // GLTFLoader's own texture loader uses fetch(), which the page's content security policy forbids.
      parser.textureLoader = new THREE.TextureLoader(parser.options.manager);
      return { name: "pictures" };
    });
    return loader
      .setMeshoptDecoder(MeshoptDecoder)
      .parseAsync(buffer, "")
      .catch((error) => {
        throw new Error(`${t("cannotDraw")} (${plainly(error)})`, { cause: error });
      });
  }

  /** Shows the character of a GLB file. */
  async load(buffer) {
    const { scene } = await this.parse(buffer);
    this.playing?.clear();
    this.takes.replaceChildren();
    this.offers.hidden = this.empty.hidden = true;
    disposeAll(this.group);
    this.group.clear();
    this.group.add(scene);
    scene.traverse((o) => {
      if (o.isMesh) Object.assign(o, { castShadow: true, frustumCulled: false });
    });
    this.object = scene;
  }

  // -- the match -------------------------------------------------------------------------

  /** Shows the match of bones and joints. */
  showMatch({ match, rig, joints, note }) {
    const found = match.filter((one) => one.joint !== null).length;
    const doubts = match.filter((one) => one.doubt).length;
    this.tell(
      `${this.file.name}: ${found} / ${match.length} ${t("ownFound")}${rig ? ` (${rig})` : ""}${doubts ? `. ${doubts} ${t("ownDoubts")}` : ""}${note ? `. ${note}` : ""}`,
    );
    const names = joints.map((joint) => joint.name);
    const isOpen = doubts > 0 || this.bones.querySelector("details")?.open;
    this.bones.replaceChildren(
      h(
        "details",
        { open: isOpen },
        h("summary", {}, t("ownMatch")),
        h("p.quiet", {}, t("ownMend")),
        h(
          ".own-list",
          {},
          match.map((one) => this.row(one, names)),
        ),
      ),
    );
    this.take.hidden = this.keys.hidden = false;
  }

  /** Returns the row of a bone: its joint, how it was matched, and the reason for a doubt. */
  row({ bone, joint, by, doubt }, names) {
    const id = `bone-${bone}`;
    const field = h(
      "select",
      { id, onchange: () => this.mend(bone, field.value) },
      h("option", { value: "" }, t("ownNone")),
      names.map((name) => h("option", { value: name, selected: name === joint }, name)),
    );
    tell(field, "title", doubt ?? t(`by_${by}`));
    return h(`.own-bone${doubt ? ".doubt" : ""}`, {}, h("label", { htmlFor: id }, bone), field, doubt ? h("span.why", {}, doubt) : null);
  }

  /** Corrects the match of a bone. After an error the previous match remains. */
  mend(bone, joint) {
    const before = new Map(this.corrections);
    this.corrections.set(bone, joint);
    this.change(async () => {
      try {
        await this.put();
      } catch (error) {
        this.corrections = before;
        await this.put();
        throw error;
      }
      await this.walk();
      document.getElementById(`bone-${bone}`)?.focus();
    });
  }

  // -- the walk ------------------------------------------------------------------------

  /** Replaces the walking character by the one last sent, at the same place. */
  async walk() {
    if (!this.stream) {
      const stream = this.client.stream({ WebSocket: this.app.Socket, profile: { channels: ["root", "character"] } });
      stream.on("frame", (frame) => this.app.frame(frame)).on("error", (error) => error.ref || this.app.say(error));
      await stream.open();
      this.stream = stream; // only when it is open, so that the next file tries again
    }
    const at = this.last ? { position: [this.last.root[0], this.last.root[2]], facing: this.last.yaw } : {};
    if (this.mine) await this.mine.despawn();
    this.mine = this.last = null;
    this.mine = await this.stream.spawn({ character: this.id, ...at });
    this.sent = "";
  }

  /** Called before each frame. passed, now: seconds. */
  update(passed, now) {
    if (!this.shown) return;
    this.playing?.update(passed);
    if (!this.mine || !this.object) return;
    this.last = this.stream.sample().find(({ id }) => id === this.mine.id) ?? this.last;
    if (!this.last) return;
    fillCharacter(this.object, this.mine, this.last);
    const { camera } = this.view;
    const pad = this.sticks.readPad().camera;
    camera.aim.set(this.last.root[0], this.last.root[1] + HIGH, this.last.root[2]);
    camera.turn(-2.2 * passed * pad[0], 1.4 * passed * pad[1]);
    this.drive(now);
  }

  /** Sends the input, when it changes. */
  drive(now) {
    const stick = this.sticks.read();
    const { ahead, right } = this.view.camera.axes;
    const side = stick.right + stick.sideways;
    const move = [0, 1].map((k) => stick.ahead * ahead[k] + side * right[k]);
    const key = JSON.stringify([move.map((v) => v.toFixed(3)), stick]);
    if (key === this.sent || now < (this.nextInput ?? 0)) return;
    this.nextInput = now + INPUT_MS / 1000;
    this.sent = key;
    this.mine.input({ move, gait: stick.crouch ? "crouch" : stick.run ? "run" : stick.jog ? "jog" : "walk", jump: stick.jump });
  }

  /** Saves six seconds of walking and jogging: "glb" is the character's file with the motion, "bvh" its skeleton. */
  saveWalk(format) {
    this.change(async () => {
      const reply = await this.ask("POST", `/v1/motions/rollout?format=${format}`, {
        body: JSON.stringify({ ...WALK, character: this.id }),
        type: "application/json",
      });
      save(await reply.blob(), `${this.file.name.replace(/\.\w+$/, "")}-walks.${format}`);
      toast(t("ownSaved"), "hint");
    });
  }

  // -- the tab ---------------------------------------------------------------------------

  /** Called when the tab is shown or hidden. */
  show(on) {
    this.shown = this.group.visible = this.sticks.active = on;
    if (!on) return this.mine?.input({ move: [0, 0] });
    Object.assign(this.view.camera, { onrest: null, grab: null, canPan: false, least: 0.7, heightAt: () => 0 });
    if (!this.most) this.change(() => this.askLimit());
  }

  /** Fetches the largest size of a file. */
  async askLimit() {
    const { body_bytes } = await this.client.json("GET", "/v1/characters");
    this.most = body_bytes;
    tell(
      this.limit,
      null,
      said(() => `${t("ownKinds")} ${t("ownMost")} ${megabytes(body_bytes)} MB.`),
    );
  }
}

/** Returns the text of an error. A file that cannot be read, such as a folder, has an error whose text differs between browsers. */
const words = (error) =>
  error.errors?.length
    ? error.errors.map((e) => e.detail).join("; ")
    : error.name === "NotReadableError" || error.name === "NotFoundError"
      ? t("fileUnread")
      : error.message;
/** Returns the text of a loader's error without the loader's name. Exceptions of its code say nothing to a user and are replaced. */
const plainly = (error) =>
  /DRACO/.test(error.message)
    ? t("isDraco")
    : error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
      ? t("fileDamaged")
      : error.message.replace(/^(THREE\.)?\w*Loader: */, "");
/** Returns the result of `work`. Its error gets the file's name. */
const asOf = async (file, work) => {
  try {
    return await work();
  } catch (error) {
    throw named(file, error);
  }
};
// Returns an error whose text starts with the file's name.
const named = (file, error) =>
  error.status === 401 || error.message.startsWith(file.name)
    ? error
    : Object.assign(new Error(`${file.name}: ${error.status === 400 ? `${t("fileUnusable")} ` : ""}${words(error)}`, { cause: error }), {
        status: error.status,
      });
/** Returns whether a file is FBX by its first bytes: the mark of binary files, or the comment that starts text files. */
const isFbx = async (file) => /^(Kaydara FBX Binary|; FBX \d)/.test(await file.slice(0, 18).text());
/** Returns the kind of animal that the server proposes in an error. */
const planIn = (error) => /template=(\w+)/.exec(error.errors ? words(error) : "")?.[1];
// Returns an object and all of its descendants.
const nodesOf = (object) => {
  const nodes = [];
  object.traverse((o) => nodes.push(o));
  return nodes;
};
/** Returns the height of an object's skin and nodes, in its units. */
const heightOf = (object) => {
  const box = new THREE.Box3().setFromObject(object);
  nodesOf(object).forEach((o) => box.expandByPoint(o.getWorldPosition(new THREE.Vector3())));
  return box.max.y - box.min.y;
};
/** Returns whether an error of the server is about the skins of the file. */
const isOfSkins = (error) => error.status === 400 && error.errors.some(({ pointer, detail }) => (pointer || detail).startsWith("/skins"));
// Returns a number of bytes as megabytes, with a digit where there are few.
const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0);
