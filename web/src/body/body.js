// The Body tab: shape by measurements or coefficients, pose by presets or by hand; the server makes the body. Parts: the model `person`
// (person.js), balls to drag (handles.js), rings to rotate a joint (rotate.js), tape measure (tape.js), map of reach (reach.js), comparison
// of skinning methods (compare.js), close-ups (closeup.js), preset poses (poses.js).
import * as THREE from "three";
import { fillGeometry } from "posed-client";
import { button, check, choice, group, h, select, slider, toast } from "../ui/dom.js";
import { CloseUp } from "./closeup.js";
import { here } from "../ui/here.js";
import { Compare } from "./compare.js";
import { Dressed } from "../view/dressed.js";
import { Handles } from "./handles.js";
import { Latest } from "../ui/latest.js";
import { Shade } from "../view/marks.js";
import { codePanel, short } from "../code/code.js";
import { Person, readPerson, somebody, writePerson } from "./person.js";
import { POSES, poseOf } from "./poses.js";
import { Reach } from "./reach.js";
import { Rotate } from "./rotate.js";
import { download } from "../ui/save.js";
import { Tape } from "./tape.js";
import { LANGUAGES } from "../code/snippets.js";
import { expert } from "../ui/expert.js";
import { t } from "../ui/text.js";
import { colors } from "../ui/tokens.js";
import { PACKED } from "../files/packed.js";
import { isSmall } from "../view/view.js";

// Measurements that have a slider.
const MEASURES = ["height", "mass", "chest_girth", "waist_girth", "hip_girth", "shoulder_width", "arm_length", "inside_leg_height"];
// Range of each slider: metres, or kilograms for the mass.
const RANGES = {
  height: [1.45, 2.05],
  mass: [40, 130],
  chest_girth: [0.7, 1.4],
  waist_girth: [0.55, 1.4],
  hip_girth: [0.75, 1.4],
  shoulder_width: [0.28, 0.45],
  arm_length: [0.4, 0.62],
  inside_leg_height: [0.65, 1.0],
};
// Models of one family, which differ by sex. The panel asks for the sex once: with them by this, with `person` by its gender.
const NEUTRALS = ["default", "female", "male"];
// Number of steps that can be undone.
const UNDO = 100;

// Returns a function that writes a measurement with its unit.
const say = (name) => (v) => (name === "mass" ? `${v.toFixed(1)} kg` : `${(100 * v).toFixed(1)} cm`);

/**
 * The Body tab. `state` is all that defines the body; set() changes it and apply() draws it. `past` and `future` are states for undo and
 * redo. The Latest objects run one request of a kind at a time, always for the newest state.
 */
export class Body {
  constructor(app) {
    Object.assign(this, { app, view: app.view, client: app.client, past: [], future: [], wanted: {} });
    this.state = {
      model: "person",
      betas: [],
      isSeeded: true, // the betas are those of `person`, so that a link needs none
      person: somebody(),
      pose: "relaxed",
      quaternions: null,
      at: [0, 0],
      skinning: "lbs",
      limits: true,
      solver: "auto",
      style: "",
    };
    this.group = new THREE.Group();
    this.geometry = new THREE.BufferGeometry(); // the drawn skin
    this.mesh = new THREE.Mesh(this.geometry, new THREE.MeshLambertMaterial({ color: colors("figures")[0] }));
    Object.assign(this.mesh, { castShadow: true, receiveShadow: true, frustumCulled: false });
    this.dressed = new Dressed(this.view); // all parts of a dressed person; `mesh` is hidden then
    this.group.add(this.mesh, this.dressed.group);
    this.view.scene.add(this.group);
    this.closeUp = new CloseUp(this);
    this.handles = new Handles(this);
    this.person = new Person(this);
    this.compare = new Compare(this);
    this.rotate = new Rotate(this);
    this.tape = new Tape(this);
    this.reach = new Reach(this);
    this.lift = 0; // thickness of the soles of the drawn shoes, metres
    this.choosing = new Latest(
      (id) => this.choose(id),
      (e) => app.say(e),
    );
    this.drawing = new Latest(
      (s) => this.draw(s),
      (e) => app.say(e),
    );
    this.measuring = new Latest(
      (s) => this.measure(s),
      (e) => app.say(e),
    );
    this.fitting = new Latest(
      (w) => this.fit(w),
      (e) => app.say(e),
    );
    this.solving = new Latest(
      (w) => this.handles.solve(w),
      (e) => app.say(e),
    );
    this.taping = new Latest(
      (s) => this.tape.draw(s),
      (e) => app.say(e),
    );
    this.reaching = new Latest(
      (s) => this.reach.draw(s),
      (e) => app.say(e),
    );
    this.panel = h("section", { "aria-busy": "true" }, h("p.quiet", { role: "status" }, t("bodyComes")));
    this.closeUp.listen(this.panel);
    this.hud = h(".body-hud", {}, this.handles.said, this.closeUp.knob);
    this.shade = new Shade(this.group, this.view, null);
    this.view.listeners.add(this);
    this.group.visible = false;
    addEventListener("keydown", (e) => this.key(e));
  }

  /** Called when the tab is first shown: fetches the models and reads the link. */
  async start() {
    this.started = true;
    const models = await this.client.models();
    this.models = models
      .filter((m) => m.kind === "body")
      .map((m) => m.id)
      .sort();
    await this.learnSolvers(models);
    if (!this.models.includes(this.state.model)) this.state.model = "default";
    this.first = this.state;
    const linked = this.linked(location.hash);
    if (linked) this.state = { ...this.state, ...linked };
    if (linked) this.app.view.camera.read(linkedView(location.hash));
    await this.take(this.state.model);
    await Promise.all([this.draw(this.state), this.learnMeasures()]);
    this.makePanel();
    if (linkedCompare(location.hash)) this.compareRow.input.click();
    this.linkedPart = linkedPart(location.hash);
    this.apply();
  }

  /** Returns the state of an address, or null where it has none of this tab or names a model that the server does not have. */
  linked(hash) {
    const linked = readLink(hash);
    return linked && this.models.includes(linked.model) ? linked : null;
  }

  /** Goes to the state of an address to which the browser has gone back or forward. */
  async goTo(hash) {
    if (!this.betas) return; // start() reads the address
    const { model } = this.state;
    try {
      this.state = { ...this.first, ...this.linked(hash) };
      this.coalesced = "";
      this.wanted = {};
      this.handles.forget();
      if (this.state.model !== model) await this.take(this.state.model);
      if (this.person.isOn && this.state.isSeeded) await this.person.ask({}, true);
      if (this.state.model !== model) this.makePanel();
      this.apply();
    } catch (error) {
      this.app.say(error);
    }
  }

  /** Measures the first body, so that its sliders are never without it. */
  async learnMeasures() {
    this.measured = await this.client.measure(this.state.model, { betas: this.state.betas });
  }

  /** Fetches which IK solvers the server has (the learned ones need models) and the styles of its pose prior. */
  async learnSolvers(models) {
    const contract = await this.client.json("GET", "/openapi.json");
    const { properties } = contract.paths["/v1/ik/solve"].post.requestBody.content["application/json"].schema;
    const prior = models.find((m) => m.kind === "pose-prior");
    this.solvers = properties.solver.enum.filter(
      (name) => name !== "hybrik" && (name !== "example" || prior) && (name !== "neural" || models.some((m) => m.kind === "pose-network")),
    );
    this.styles = prior && this.solvers.includes("example") ? ((await this.client.model(prior.id)).styles ?? []) : [];
  }

  /** Fetches the facts of a model, such as the names of its joints. */
  async take(id) {
    this.facts = await this.client.model(id);
    this.names = this.facts.joint_names;
    await Promise.all([this.person.take(this.facts), this.rotate.take(id)]);
  }

  /** Returns the model's joint for one of SMPL's: the wrist for the hand, where the model has fingers. */
  named(joint) {
    return this.names.includes(joint) ? joint : joint.replace("_hand", "_wrist");
  }

  // -- state --------------------------------------------------------------------------

  /** Changes the state and draws it. Changes with the same `coalesce`, as of a drag or a slider, are one step of undo. */
  set(changes, coalesce = "") {
    if (!coalesce || coalesce !== this.coalesced) this.past.push(this.state);
    if (this.past.length > UNDO) this.past.shift();
    this.coalesced = coalesce;
    this.future = [];
    const isSeeded = changes.betas ? Boolean(changes.isSeeded) : this.state.isSeeded;
    this.state = { ...this.state, ...changes, isSeeded };
    this.apply();
    if (this.app.tab === "body") this.app.visit(coalesce);
  }

  /** Undoes a step; redoes one with the lists exchanged. */
  undo(from = this.past, to = this.future) {
    if (!from.length) return;
    to.push(this.state);
    const model = this.state.model;
    this.state = from.pop();
    this.coalesced = "";
    this.wanted = {};
    this.handles.forget();
    if (model === this.state.model) {
      this.apply();
      return this.mark();
    }
    this.take(this.state.model)
      .then(() => {
        this.makePanel();
        this.apply();
        this.mark();
      })
      .catch((e) => this.app.say(e));
  }

  /** Ctrl Z undoes, Ctrl Shift Z redoes. */
  key(e) {
    if (!this.group.visible || !(e.ctrlKey || e.metaKey) || e.code !== "KeyZ") return;
    e.preventDefault();
    if (e.shiftKey) this.undo(this.future, this.past);
    else this.undo();
  }

  /** Returns the fields of a request for the body's shape and pose. */
  fields(s = this.state) {
    return { betas: s.betas, quaternions: s.quaternions ?? poseOf(s.pose, this.names), translation: [s.at[0], 0, s.at[1]], ground: true };
  }

  /** Returns those fields together with clothes, hands and face of a person. Values that are the default are left out. */
  request(s = this.state) {
    const { quaternions, ...rest } = this.fields(s);
    if (!this.person.isOn) return { ...rest, quaternions, skinning: s.skinning };
    return {
      ...rest,
      global_orient: quaternions[0],
      body_pose: quaternions.slice(1, 22),
      ...this.person.fields(s),
      ...(s.skinning === "lbs" ? {} : { skinning: s.skinning }),
    };
  }

  /** Returns the request that gives this body as body.glb, for snippets.js. */
  asRequest() {
    const { key } = this.client;
    const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
    return {
      method: "POST",
      url: `${here()}/v1/models/${this.state.model}/mesh?format=glb`,
      headers,
      json: short(this.request()),
      saved: "body.glb",
    };
  }

  /** Returns the fields that move vertices and joints, without clothes and colours. */
  bare(s = this.state) {
    const { look, wear, skin, hair_color, iris, skinning, ...rest } = this.request(s);
    return rest;
  }

  /** Draws the state and updates all controls. */
  apply() {
    const s = this.state;
    this.drawing.ask(s);
    this.measuring.ask(s);
    if (this.tape.name) this.taping.ask(s);
    if (this.reach.hand) this.reaching.ask(s);
    if (!this.betas) return;
    this.betas.forEach((row, i) => row.set(s.betas[i] ?? 0));
    this.modelRow.set(NEUTRALS.includes(s.model) ? "default" : s.model);
    this.sexRow.set(s.model);
    this.poseRow.set(s.quaternions ? "" : s.pose);
    this.skinRow.set(s.skinning);
    this.limitsRow.set(s.limits);
    this.solverRow.set(s.solver);
    this.styleRow?.set(s.style);
    this.undoKnob.disabled = !this.past.length;
    this.redoKnob.disabled = !this.future.length;
    this.person.set(s);
    this.rotate.set();
    const name = `${s.model}-${s.quaternions ? "posed" : s.pose}`; // name of the downloaded file
    this.plain.download = `${name}.glb`;
    this.rigged.download = `${name}-rigged.glb`;
    this.plain.href = this.client.glbUrl(s.model, query({ ...this.request(), contact: "exact" }));
    this.rigged.href = this.client.glbUrl(s.model, query({ ...this.request(), rig: true, skinning: undefined }));
    this.code.write();
  }

  /** Draws the body of state s. */
  async draw(s) {
    await this.learnPelvis(s);
    if (this.person.isOn && !this.compare.isOn) return this.dress(s);
    this.dressed.group.visible = false;
    this.lift = 0;
    this.mesh.visible = !this.compare.isOn;
    // Vertices and normals of a body without clothes. Faces are fetched once for each model.
    const include = ["vertices", "normals", "joints"];
    const isNew = this.drawn !== s.model;
    const mesh = await this.client.mesh(s.model, {
      ...this.fields(s),
      skinning: s.skinning,
      include: isNew ? [...include, "faces"] : include,
    });
    this.geometry = fillGeometry({ BufferAttribute: THREE.BufferAttribute }, this.mesh.geometry, mesh);
    this.drawn = s.model;
    this.joints = mesh.joints;
    this.handles.place();
    this.rotate.place();
    if (this.compare.isOn) await this.compare.draw(s);
    this.followParts();
  }

  /** Follows the close-up, or starts the one that the link asks for. */
  followParts() {
    this.closeUp.follow();
    if (!this.linkedPart) return;
    const { linkedPart } = this;
    const section = this.panel.querySelector(`details[data-part="${CSS.escape(linkedPart)}"]`);
    this.linkedPart = "";
    if (section) section.open = true;
    this.closeUp.show(linkedPart);
  }

  /** Fetches the rest position of the shape's pelvis, from which a solver's translation counts. */
  async learnPelvis({ model, betas }) {
    const key = `${model}/${betas}`;
    if (this.pelvisOf === key) return;
    this.restPelvis = betas.length ? [...(await this.client.joints(model, { betas })).slice(0, 3)] : this.facts.rest_joints[0];
    this.pelvisOf = key;
  }

  /** Draws a dressed person: a GLB file with a material for each part. */
  async dress(s) {
    const fields = this.request(s);
    const [reply, joints] = await Promise.all([
      this.client.request("POST", `/v1/models/${s.model}/mesh?${new URLSearchParams({ format: "glb", ...PACKED })}`, fields),
      this.client.joints(s.model, this.bare(s)),
    ]);
    const { rig, lift } = await this.dressed.show(await reply.arrayBuffer());
    this.lift = lift;
    this.geometry = this.dressed.group.children[0].geometry;
    this.mesh.visible = false;
    this.dressed.group.visible = true;
    this.drawn = null;
    this.joints = joints;
    this.person.worn([...new Set(rig.parts.map((p) => p.material.name))]);
    this.handles.place();
    this.rotate.place();
    this.followParts();
  }

  /** Called when the theme changes. */
  theme() {
    this.shade.theme();
  }

  /** Called before each frame. */
  update() {
    if (!this.group.visible) return;
    this.view.sun.castShadow = this.view.detail.shadows > 0;
    this.tape.update();
    this.shade.begin();
    const meshes = this.compare.isOn ? this.compare.meshes : [this.mesh];
    const [x, z] = this.compare.isOn ? this.state.at : [0, 0]; // compared bodies are drawn around the centre
    for (const { position } of this.joints ? meshes : []) this.shade.below(this.joints, position.x - x, position.z - z);
    this.shade.send();
  }

  /** Measures the body of state s, and sets the sliders except the one in use. */
  async measure(s) {
    this.measured = await this.client.measure(s.model, { betas: s.betas });
    this.showMeasures(this.measured);
  }

  /** Sets the sliders of measurements, except the one in use. */
  showMeasures(found) {
    for (const [name, row] of Object.entries(this.rows ?? {})) {
      if (found[name] === null || found[name] === undefined) row.hidden = true;
      else if (document.activeElement !== row.input || !row.matches(":active")) row.set(found[name]);
    }
  }

  /** Finds the shape that is nearest to all measurements set so far. */
  async fit({ wanted, name }) {
    const found = await this.client.fit(this.state.model, { measurements: wanted });
    if (found.status === "compromise") toast(t("compromise"), "hint");
    this.set({ betas: found.betas.map((b) => Number(b.toFixed(4))) }, `fit ${name}`);
  }

  /** Reads a file of keypoints and sets the shape and pose that the server fits to them. */
  async seeKeypoints(file) {
    try {
      const { readKeypoints } = await import("../files/keypoints.js");
      const text = await file.text();
      const observations = readKeypoints(parsed(text));
      if (!observations) return this.app.say(new Error(`${file.name}: ${t("keypointsNone")}`));
      while (!this.facts || !this.joints) await new Promise((done) => setTimeout(done, 50));
      const model = this.state.model;
      const found = await this.client.fit(model, { observations, ...(this.person.isOn ? { beta_count: 10 } : {}) });
      this.handles.forget();
      this.set({
        betas: found.betas.map((b) => Number(b.toFixed(4))),
        quaternions: found.quaternions.map((q) => q.map((v) => Number(v.toFixed(5)))),
        at: [0, 0],
      });
      const off =
        found.rms_pixels === null || found.rms_pixels === undefined
          ? `${(1000 * found.rms).toFixed(0)} mm`
          : `${found.rms_pixels.toFixed(1)} ${t("pixels")}`;
      this.handles.said.classList.toggle("missed", !found.converged);
      this.handles.said.textContent = `${file.name}: ${off} ${t("off")}`;
    } catch (error) {
      this.app.say(error);
    }
  }

  /** Returns the position of a joint in model space, a THREE.Vector3 in metres. */
  place(joint) {
    return new THREE.Vector3().fromArray(this.joints, 3 * this.names.indexOf(this.named(joint)));
  }

  // -- panel --------------------------------------------------------------------------------

  /** Builds the panel. Called again when the model changes. */
  makePanel() {
    const s = this.state;
    const named = (list) => list.map((key) => [key, t(key)]);
    this.rows = Object.fromEntries(
      MEASURES.filter((name) => this.facts.measurements?.[name]).map((name) => [
        name,
        slider({
          label: t(name),
          min: RANGES[name][0],
          max: RANGES[name][1],
          step: 0.001,
          value: RANGES[name][0],
          show: say(name),
          title: this.facts.measurements[name].definition,
          oninput: (v) => {
            this.wanted[name] = v;
            this.fitting.ask({ wanted: { ...this.wanted }, name });
          },
        }),
      ]),
    );
    this.betas = Array.from({ length: this.facts.beta_count }, (_, i) =>
      slider({
        label: `β${i + 1}`,
        min: -3,
        max: 3,
        step: 0.05,
        value: s.betas[i] ?? 0,
        show: (v) => v.toFixed(2),
        oninput: (v) => this.setBeta(i, v),
      }),
    );
    const isNeutral = NEUTRALS.includes(s.model);
    this.modelRow = choice({
      label: t("model"),
      options: this.models
        .filter((id) => !NEUTRALS.includes(id) || id === "default")
        .map((id) => [id, t(id === "default" ? "neutrals" : id)]),
      value: isNeutral ? "default" : s.model,
      onchange: (id) => this.choosing.ask(id),
    });
    this.sexRow = choice({
      label: t("gender"),
      options: NEUTRALS.filter((id) => this.models.includes(id)).map((id) => [id, t(id)]),
      value: s.model,
      onchange: (id) => this.choosing.ask(id),
    });
    this.poseRow = choice({
      label: t("presets"),
      options: named(Object.keys(POSES)),
      value: s.pose,
      onchange: (pose) => {
        this.handles.forget();
        this.set({ pose, quaternions: null, at: [0, 0] });
      },
    });
    this.skinRow = choice({
      label: t("method"),
      options: [
        ["lbs", "LBS"],
        ["dqs", "DQS"],
        ["sbs", "SBS"],
      ],
      value: s.skinning,
      onchange: (skinning) => this.set({ skinning }),
    });
    this.compareRow = check({ label: t("compare"), value: false, onchange: (on) => this.compare.set(on) });
    this.compareRow.set(this.compare.isOn);
    this.reachRow = choice({
      label: t("reachMap"),
      options: [["", t("none")], ...["left_hand", "right_hand"].map((hand) => [hand, t(hand)])],
      value: this.reach.hand,
      onchange: (hand) => this.reach.show(hand),
    });
    for (const [name, row] of Object.entries(this.rows)) {
      row.input.addEventListener("focus", () => this.tape.show(name));
      row.input.addEventListener("blur", () => this.tape.show(""));
    }
    this.makeSolverRows();
    this.undoKnob = button(t("undo"), () => this.undo(), { title: "Ctrl Z" });
    this.redoKnob = button(t("redo"), () => this.undo(this.future, this.past), { title: "Ctrl Shift Z" });
    this.plain = download(this.app, t("download"), "body.glb");
    this.rigged = download(this.app, t("rigged"), "body-rigged.glb");
    this.code = codePanel(LANGUAGES, () => this.asRequest());
    this.panel.removeAttribute("aria-busy");
    const roomy = !isSmall();
    this.panel.replaceChildren(
      h(
        ".row",
        {},
        this.undoKnob,
        this.redoKnob,
        button(t("link"), () => this.copy()),
      ),
      group(t("who"), true, isNeutral ? this.sexRow : null, ...this.person.panel()),
      group(
        t("measures"),
        roomy,
        ...Object.values(this.rows),
        h(
          ".row",
          {},
          button(t("resetShape"), () => this.reshape([])),
          this.person.isOn
            ? null // its own button makes a random person
            : button(t("random"), () => this.reshape(this.facts.beta_limits.map(() => Number(gauss().toFixed(2))))),
        ),
      ),
      group(
        t("pose"),
        roomy,
        this.poseRow,
        this.handles.panel(),
        h(
          ".row",
          {},
          check({
            label: t("showHandles"),
            value: this.handles.isOn,
            onchange: (v) => {
              this.handles.isOn = v;
              this.handles.place();
            },
          }),
          this.limitsRow,
        ),
      ),
      group(
        t("takeAway"),
        roomy,
        h(".row", {}, this.plain, this.rigged),
        button(
          t("walkWith"),
          () => {
            this.app.show("motion");
            this.app.motion.wear(this.state.model, this.person.walker(this.state));
          },
          { kind: "primary" },
        ),
      ),
      (this.lab = expert(
        this.lab,
        group(t("shape"), roomy, this.modelRow, h("details", {}, h("summary", {}, t("betas")), h(".betas", {}, this.betas))),
        this.rotate.panel(),
        this.reachRow,
        h(".fields", {}, this.solverRow, this.styleRow),
        group(t("skinning"), roomy, this.skinRow, this.compareRow),
        this.code,
      )),
    );
    this.showMeasures(this.measured);
  }

  /** Builds the rows of limits, solver and style. */
  makeSolverRows() {
    const s = this.state;
    this.limitsRow = check({ label: t("limits"), value: s.limits, onchange: (limits) => this.set({ limits }) });
    this.solverRow = select({
      label: t("solver"),
      options: this.solvers.map((name) => [name, name === "auto" ? t("auto") : name]),
      value: s.solver,
      onchange: (solver) => this.set({ solver }),
    });
    this.styleRow = this.styles.length
      ? select({
          label: t("style"),
          options: [["", t("any")], ...this.styles.map((name) => [name, name])],
          value: s.style,
          onchange: (style) => this.set({ style }),
        })
      : null;
  }

  /** Sets one shape coefficient. */
  setBeta(i, value) {
    const betas = Array.from({ length: Math.max(i + 1, this.state.betas.length) }, (_, k) => this.state.betas[k] ?? 0);
    betas[i] = value;
    this.wanted = {};
    this.set({ betas }, `beta${i}`);
  }

  /** Sets all shape coefficients. */
  reshape(betas) {
    this.wanted = {};
    this.set({ betas });
  }

  /** Chooses another model. Coefficients differ in meaning between models, so that the measurements are kept instead. */
  async choose(id) {
    try {
      const measured = this.state.betas.length ? await this.client.measure(this.state.model, { betas: this.state.betas }) : null;
      await this.take(id);
      const wanted = measured && Object.fromEntries(MEASURES.filter((name) => measured[name]).map((name) => [name, measured[name]]));
      const betas = wanted ? (await this.client.fit(id, { measurements: wanted })).betas : [];
      this.wanted = {};
      this.set({ model: id, betas, quaternions: null, pose: this.state.quaternions ? "relaxed" : this.state.pose });
      this.makePanel();
      this.apply();
    } catch (error) {
      this.app.say(error);
    }
  }

  /** Copies a link to the clipboard. */
  async copy() {
    const address = `${here()}/${this.link()}`;
    try {
      await navigator.clipboard.writeText(address);
      toast(t("linked"), "hint");
    } catch {
      toast(address, "hint");
    }
  }

  /** Returns the fragment of a link: state, camera, comparison and close-up. */
  link() {
    return `#body?${writeLink(this.state)}&view=${this.view.camera.write()}${this.compare.isOn ? "&compare=1" : ""}${this.closeUp.part ? `&part=${this.closeUp.part}` : ""}`;
  }

  /** Returns the link that the page's address has. */
  address() {
    return this.betas ? this.link() : "#body";
  }

  /** Puts the link into the page's address, in place of the last one. */
  mark() {
    if (this.app.tab === "body" && this.betas) history.replaceState(null, "", this.link());
  }

  /** Called when the tab is shown or hidden. */
  show(on) {
    this.group.visible = on;
    if (this.joints) this.handles.place();
    this.rotate.place();
    this.reach.mesh.visible = on && Boolean(this.reach.hand);
    if (!on) this.tape.show("");
    this.compare.show(on);
    const { camera } = this.view;
    if (!on) return this.closeUp.hide(true);
    Object.assign(camera, { canPan: true, least: 0.2 });
    camera.aim.set(0, 0.88, 0);
    camera.target.copy(camera.aim);
    camera.distance = Math.min(camera.distance, 4.4);
    camera.grab = (event, ray) => this.rotate.grab(ray) ?? this.handles.grab(ray);
    camera.onrest = () => this.mark();
    camera.heightAt = () => 0;
    if (!this.started)
      this.start().catch((error) => {
        this.started = false;
        this.panel.replaceChildren(
          h("p", { role: "status" }, t("bodyFailed")),
          h(
            ".row",
            {},
            button(t("again"), () => this.show(true)),
          ),
        );
        this.app.say(error);
      });
    else this.mark();
  }
}

/** Returns fields as a query: lists are flattened, objects become JSON. */
function query(fields) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, v]) => v !== undefined && !(Array.isArray(v) && !v.length))
      .map(([name, v]) => [name, v && typeof v === "object" && !Array.isArray(v) ? JSON.stringify(v) : v]),
  );
}

/** Returns the value of a JSON text, or null. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns a normally distributed random number (Box-Muller). */
function gauss() {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

/** Returns the state as a query. */
function writeLink(s) {
  const query = new URLSearchParams({ model: s.model, skinning: s.skinning });
  const isPerson = /^person(-|$)/.test(s.model);
  if (isPerson ? !s.isSeeded : s.betas.length) query.set("betas", s.betas.map((b) => Number(b.toFixed(4))).join(",") || "0");
  if (s.quaternions)
    query.set(
      "quaternions",
      s.quaternions
        .flat()
        .map((v) => Number(v.toFixed(4)))
        .join(","),
    );
  else query.set("pose", s.pose);
  if (s.at.some((v) => v)) query.set("at", s.at.join(","));
  if (isPerson) query.set("person", writePerson(s.person));
  if (!s.limits) query.set("limits", "0");
  if (s.solver !== "auto") query.set("solver", s.solver);
  if (s.style) query.set("style", s.style);
  return query.toString().replace(/%2C/g, ",");
}

/** Returns the state of a link, or null where it has none or is malformed. */
function readLink(hash) {
  if (!hash.startsWith("#body?")) return null;
  const query = new URLSearchParams(hash.slice(6));
  const numbers = (name) => (query.get(name) ? query.get(name).split(",").map(Number) : null);
  const flat = numbers("quaternions");
  const betas = numbers("betas") ?? [];
  const at = numbers("at") ?? [0, 0];
  if ([...(flat ?? []), ...betas, ...at].some((v) => !Number.isFinite(v))) return null;
  const quaternions =
    flat && flat.length % 4 === 0 ? Array.from({ length: flat.length / 4 }, (_, i) => flat.slice(4 * i, 4 * i + 4)) : null;
  const pose = Object.hasOwn(POSES, query.get("pose")) ? query.get("pose") : "relaxed";
  const skinning = ["lbs", "dqs", "sbs"].includes(query.get("skinning")) ? query.get("skinning") : "lbs";
  return {
    model: query.get("model") ?? "default",
    betas,
    isSeeded: !betas.length,
    quaternions,
    pose,
    skinning,
    person: readPerson(query.get("person")),
    at: at.slice(0, 2),
    limits: query.get("limits") !== "0",
    solver: query.get("solver") ?? "auto",
    style: query.get("style") ?? "",
  };
}

// The camera's view, the close-up and the comparison in a link.
const linkedView = (hash) => new URLSearchParams(hash.slice(hash.indexOf("?"))).get("view");
const linkedPart = (hash) => new URLSearchParams(hash.slice(hash.indexOf("?"))).get("part") ?? "";
const linkedCompare = (hash) => new URLSearchParams(hash.slice(hash.indexOf("?"))).get("compare") === "1";
