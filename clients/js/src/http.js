// The HTTP interface of posed: Posed has a method for each route, and stream() for the WebSocket.
import { refuseCredentials, withoutQuery } from "./address.js";
import { Stream } from "./stream.js";
import { fetchWithin } from "./watch.js";

/** Error of a request: `status`, `detail`, `errors` [{pointer, detail}], `retryAfter` in seconds or null. */
export class PosedError extends Error {
  constructor(status, problem, retryAfter = null) {
    super(problem.detail ?? problem.title ?? `status ${status}`);
    Object.assign(this, {
      name: "PosedError",
      status,
      detail: this.message,
      errors: problem.errors ?? [],
      retryAfter,
    });
  }
}

// Method of a Response for each format that is not bytes.
const TEXTS = { json: "json", bvh: "text" };
// Media type of GLB files.
const GLB = "model/gltf-binary";
// Longest query that is sent by GET, in characters. Servers and proxies accept addresses of 8 KiB.
const QUERY_MOST = 4000;

// Whether a body is bytes.
const isBytes = (body) => body instanceof ArrayBuffer || ArrayBuffer.isView(body) || (typeof Blob !== "undefined" && body instanceof Blob);
/** Replacer of JSON.stringify: typed arrays become lists. */
const plain = (name, value) => (ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value) : value);
// Whether a value is a list or a typed array.
const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
// Flattens nested lists.
const flat = (value) => (isList(value) ? Array.from(value).flatMap(flat) : [value]);

/**
 * Returns fields as "?name=value&...", or "". Lists are flattened and separated by commas; objects and lists of them are written as JSON;
 * undefined and null are left out.
 */
function queryOf(fields) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const items = flat(value);
    const isJson = items.some((item) => typeof item === "object" && item !== null);
    query.set(name, isJson ? JSON.stringify(value, plain) : items.join(","));
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** Returns the media type of a file by its first bytes (GLB, BVH, FBX, npz, PLY, PNG), or null. */
async function typeOf(body) {
  const bytes = body instanceof Blob ? await body.slice(0, 24).arrayBuffer() : body;
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(24, bytes.byteLength))
    : new Uint8Array(bytes, 0, Math.min(24, bytes.byteLength));
  const head = String.fromCharCode(...view);
  const types = {
    glTF: GLB,
    HIERARCHY: "application/x-bvh",
    "Kaydara FBX Binary": "application/x-fbx",
    "; FBX": "application/x-fbx",
    "PK\x03\x04": "application/x-npz",
    "ply\n": "application/x-ply",
    "ply\r": "application/x-ply",
    "\x89PNG": "image/png",
  };
  return types[Object.keys(types).find((magic) => head.startsWith(magic))] ?? null;
}

/** Returns the media type of a file: the given one, that of its bytes, or that of the Blob (text/plain of a .bvh says nothing). The server recognises others. */
async function fileType(body, type) {
  return type ?? (await typeOf(body)) ?? (body.type || "application/octet-stream");
}

/**
 * Returns a key without blanks and line ends around it, which files of secrets have; null for none. Throws a TypeError for a character that cannot be in
 * a key; its message has the place and not the key.
 */
function cleanKey(key) {
  const own = String(key ?? "").trim(),
    wrong = own.search(/[^!-~]/);
  if (wrong >= 0)
    throw new TypeError(
      `key: character ${wrong + 1} of ${own.length} is a blank, a control character or not ASCII; a key has none of them`,
    );
  return own || null;
}

/** Client of one server. */
export class Posed {
  #key = null;

  /**
   * base: address of the server, with the path of a proxy ("http://127.0.0.1:8080", "https://example.org/posed"). key: API key. fetch:
   * another fetch than the global one, such as waitingFetch(). timeout: seconds without a byte after which a request fails with a
   * TypeError; 0: never. warn: what takes a reply's warning (the header Posed-Warning, a likely mistake), each text once.
   */
  constructor(
    base = globalThis.location?.origin ?? "http://127.0.0.1:8080",
    { key = null, fetch = globalThis.fetch, timeout = 60, warn = (text) => console.warn(`posed: ${text}`) } = {},
  ) {
    const isRelative = !/^[a-z][a-z\d+.-]*:/i.test(base) && globalThis.location; // such as "/posed", on the page's own site
    this.base = (isRelative ? new URL(base, globalThis.location.href).href : base).replace(/\/+$/, "");
    refuseCredentials("base", this.base);
    if (!/^https?:\/\/[^/?#\s][^?#\s]*$/i.test(this.base))
      throw new TypeError(`base: "${withoutQuery(base)}"; an address with http:// or https:// and without ? and # expected`); // "localhost:8080"
    const warned = new Set();
    this.warn = (text) => {
      if (warned.has(text) || warned.size >= 32) return;
      warned.add(text);
      warn(text);
    };
    this.key = key;
    const call = (...args) => fetch(...args); // a browser's fetch must be called on window
    this.fetch = timeout ? (url, init) => fetchWithin(call, timeout, url, init) : call;
  }

  /** The API key; null: none. Setting one that cannot be a key throws a TypeError. */
  get key() {
    return this.#key;
  }

  set key(key) {
    this.#key = cleanKey(key);
  }

  /**
   * Sends a request and returns the Response. Throws a PosedError where it is not a success. body: bytes (typed array, ArrayBuffer, Blob)
   * are sent unchanged, with options.type, the Blob's type or application/octet-stream; so is a string with options.type; anything else is
   * sent as JSON. options: signal, type, headers.
   */
  async request(method, path, body, { signal, type, headers: more = {} } = {}) {
    const headers = new Headers(this.key ? { Authorization: `Bearer ${this.key}` } : {});
    const isFile = isBytes(body) || (type !== undefined && typeof body === "string");
    if (body !== undefined)
      headers.set("Content-Type", isFile ? (type ?? (body.type || "application/octet-stream")) : (type ?? "application/json"));
    for (const [name, value] of new Headers(more)) headers.set(name, value);
    const reply = await this.fetch(this.base + path, {
      method,
      headers,
      signal,
      body: body === undefined || isFile ? body : JSON.stringify(body, plain),
    });
    const warning = reply.headers.get("Posed-Warning");
    if (warning) this.warn(warning);
    if (reply.ok) return reply;
    const problem = await reply.json().catch(() => ({}));
    throw new PosedError(reply.status, problem, Number(reply.headers.get("Retry-After")) || null);
  }

  /** Sends a request and returns the parsed JSON of the reply, or null for status 204. */
  async json(method, path, body, options) {
    const reply = await this.request(method, path, body, options);
    return reply.status === 204 ? null : reply.json();
  }

  /** Returns the version and build of the server. */
  version() {
    return this.json("GET", "/v1/version");
  }

  // -- models and bodies -------------------------------------------------------------

  /** Lists the models. */
  async models() {
    return (await this.json("GET", "/v1/models")).models;
  }

  /** Describes a model. */
  model(id = "default") {
    return this.json("GET", at("models", id));
  }

  /** Makes the server read the model's file again. */
  reload(id = "default") {
    return this.json("POST", at("models", id, "reload"));
  }

  /** Lists the clothes, hair and shoes that bodies can wear. */
  wardrobe() {
    return this.json("GET", "/v1/wardrobe");
  }

  /** Returns the triangles of a model, three vertex indices each. They are the same for all its bodies. */
  async faces(id = "default") {
    return new Uint32Array(await (await this.request("GET", at("models", id, "faces?format=bin"))).arrayBuffer());
  }

  /**
   * Makes one body. fields: betas, pose, include, ... Returns {vertices, joints, normals, faces, frame}: the arrays that `include` names.
   */
  async mesh(id = "default", fields = {}, options) {
    if (fields.bodies) throw new TypeError("fields.bodies: use meshes() for many");
    return (await this.meshes(id, fields, options))[0];
  }

  /** Makes a body for each of fields.bodies. They share the faces. */
  async meshes(id = "default", fields = {}, options) {
    const reply = await this.request("POST", at("models", id, "mesh"), { ...fields, format: "bin" }, options);
    return splitParts(await reply.arrayBuffer(), reply.headers.get("Posed-Shape"), reply.headers.get("Posed-Frame"));
  }

  /** Returns the address of a body's GLB file, for a loader or a link. fields: betas, pose, translation, rig, quantize, ... */
  glbUrl(id = "default", fields = {}) {
    return this.base + at("models", id, `mesh${queryOf({ format: "glb", ...fields })}`);
  }

  /** Fetches a body as a GLB file: by GET, so that caches keep it, or by POST where the fields are too long. */
  async glb(id = "default", fields = {}, options) {
    const path = this.glbUrl(id, fields).slice(this.base.length);
    const reply =
      path.length <= QUERY_MOST
        ? await this.request("GET", path, undefined, options)
        : await this.request("POST", at("models", id, "mesh"), { ...fields, format: "glb" }, options);
    return reply.arrayBuffer();
  }

  /** Returns the joint positions of a posed body, three numbers each, in metres. */
  async joints(id = "default", fields = {}, options) {
    const reply = await this.request("POST", at("models", id, "joints"), { ...fields, format: "bin" }, options);
    return new Float32Array(await reply.arrayBuffer());
  }

  /** Returns the measurements of one body: {height, mass, ...}. */
  async measure(id = "default", fields = {}, options) {
    return (await this.json("POST", at("models", id, "measure"), fields, options)).bodies[0];
  }

  /** Finds the body that fits measurements or observations: {status, betas, residuals, ...}. */
  fit(id = "default", fields = {}, options) {
    return this.json("POST", at("models", id, "fit"), fields, options);
  }

  // -- inverse kinematics and motion -----------------------------------------------------

  /** Solves inverse kinematics: {status, pose: {quaternions}, joints, targets, ...}. mesh() takes `pose.quaternions` as `quaternions`. */
  ik(fields, options) {
    return this.json("POST", "/v1/ik/solve", fields, options);
  }

  /** Lists the skeletons for inverse kinematics. */
  async skeletons() {
    return (await this.json("GET", "/v1/skeletons")).skeletons;
  }

  /** Describes a skeleton. */
  skeleton(id, fields = {}) {
    return this.json("GET", at("skeletons", id, queryOf(fields)));
  }

  /** Stores a skeleton: {joints: [...]}, or the bytes of a GLB or BVH file with fields {skin, bones, metres_per_unit}. */
  putSkeleton(id, skeleton, fields, options) {
    return this.put("skeletons", id, skeleton, fields, options);
  }

  /** Deletes a stored skeleton. */
  deleteSkeleton(id) {
    return this.json("DELETE", at("skeletons", id));
  }

  /** Moves a character by a script. format: "json" returns frames, "bvh" text, "glb" and "npz" an ArrayBuffer. */
  async rollout(fields, { format = "json", ...options } = {}) {
    const reply = await this.request("POST", "/v1/motions/rollout", { ...fields, format }, options);
    return reply[TEXTS[format] ?? "arrayBuffer"]();
  }

  /** Clips that characters can play: the emotes of the server, then those that clients have put. */
  async clips() {
    return (await this.json("GET", "/v1/clips")).clips;
  }

  /** Describes a clip that characters can play. */
  clipInfo(id) {
    return this.json("GET", at("clips", id));
  }

  /** Stores a motion of a person under an id: bytes of a BVH, FBX, GLB, VRMA or npz. fields: {mask, loop, fade, from, seconds, ...}. */
  putClip(id, motion, fields, options) {
    return this.put("clips", id, motion, fields, options);
  }

  /** Deletes a clip that a client has put. */
  deleteClip(id) {
    return this.json("DELETE", at("clips", id));
  }

  /** Lists the stored scenes. */
  async scenes() {
    return (await this.json("GET", "/v1/scenes")).scenes;
  }

  /** Describes a scene. */
  scene(id, fields = {}) {
    return this.json("GET", at("scenes", id, queryOf(fields)));
  }

  /**
   * Stores a scene: {ground, walls, ...}, or the bytes of an image of heights with options.type and options.fields {cell, scale, columns,
   * x, z}.
   */
  putScene(id, scene, { fields, ...options } = {}) {
    return this.put("scenes", id, scene, fields, options);
  }

  /** Deletes a stored scene. */
  deleteScene(id) {
    return this.json("DELETE", at("scenes", id));
  }

  // -- uploaded characters --------------------------------------------------------------

  /** Lists the uploaded characters. */
  async characters() {
    return (await this.json("GET", "/v1/characters")).characters;
  }

  /** Describes an uploaded character. */
  character(id) {
    return this.json("GET", at("characters", id));
  }

  /**
   * Uploads a character: bytes of a .glb or .vrm file with a skeleton. fields: {match, template}. spawn({ character: id }) and rollout({
   * character: id }) move it.
   */
  putCharacter(id, bytes, fields, options) {
    if (!isBytes(bytes)) throw new TypeError("putCharacter: bytes of a .glb or .vrm expected");
    return this.put("characters", id, bytes, fields, { type: GLB, ...options });
  }

  /** Deletes an uploaded character. */
  deleteCharacter(id) {
    return this.json("DELETE", at("characters", id));
  }

  /**
   * Returns the character's file with a motion as its first animation. bytes: BVH, AMC after its ASF, FBX, npz, pickle or GLB, by options.type or
   * their first bytes. fields: {animation, rate}.
   */
  async clip(id, bytes, fields = {}, { type, ...options } = {}) {
    const reply = await this.request("POST", at("characters", id, `clip${queryOf(fields)}`), bytes, {
      type: await fileType(bytes, type),
      ...options,
    });
    return reply.arrayBuffer();
  }

  /**
   * Makes a skeleton for a mesh. bytes: GLB, OBJ or PLY, by options.type or their first bytes. fields: {template, markers, ...}. Returns a
   * GLB file, or with {format: "json"} the report.
   */
  async rig(bytes, fields = {}, { type, ...options } = {}) {
    const reply = await this.request("POST", `/v1/rig${queryOf({ format: "glb", ...fields })}`, bytes, {
      type: await fileType(bytes, type),
      ...options,
    });
    return fields.format === "json" ? reply.json() : reply.arrayBuffer();
  }

  /** Stores something by its id, from fields or from a file. */
  async put(kind, id, body, fields = {}, { type, ...options } = {}) {
    const isFile = isBytes(body);
    return this.json("PUT", at(kind, id, queryOf(fields)), body, {
      ...(isFile ? { type: await fileType(body, type) } : { type }),
      ...options,
    });
  }

  // -- jobs -----------------------------------------------------------------------------

  /**
   * Starts a job. take: {kind, rate, people, crowd, ...}, or the bytes of a file of markers (C3D, TRC, or a table of Motive, Nexus or Qualisys) with fields {model, noise, up, protocol}.
   * Returns the job {id, status, ...}.
   */
  createJob(take, fields = {}, options) {
    return this.json("POST", `/v1/jobs${queryOf(fields)}`, take, options);
  }

  /** Lists the jobs. */
  async jobs() {
    return (await this.json("GET", "/v1/jobs")).jobs;
  }

  /** Returns the state of a job. */
  job(id) {
    return this.json("GET", at("jobs", id));
  }

  /** Cancels a job, or deletes its result. */
  deleteJob(id) {
    return this.json("DELETE", at("jobs", id));
  }

  /** Returns the result of a job. fields: {format, person}; "json" is parsed, "bvh" is text, "glb" and "npz" are an ArrayBuffer. */
  async jobResult(id, fields = {}, options) {
    const reply = await this.request("GET", at("jobs", id, `result${queryOf({ format: "json", ...fields })}`), undefined, options);
    return reply[TEXTS[fields.format ?? "json"] ?? "arrayBuffer"]();
  }

  // -- speech ----------------------------------------------------------------------------

  /** Returns mouth shapes and words of an utterance; with `voice` its sound too. fields: text, words, ... of POST /v1/speech. */
  speech(fields, options) {
    return this.json("POST", "/v1/speech", fields, options);
  }

  // -- the stream ------------------------------------------------------------------------

  /** Returns a ticket, which opens one WebSocket within 30 seconds. route: as in stream(); a ticket is valid on the daemon that made it. */
  async ticket({ route, ...options } = {}) {
    return (await this.json("POST", `/v1/tickets${queryOf({ session: route })}`, {}, options)).ticket;
  }

  /**
   * Makes a session, not yet connected; options of Stream. With an API key each connection asks for a ticket. route: a name that all
   * clients of one session share; a router in front of several daemons sends them to the same one (docs/guide/fleet.md). Of a room it is the
   * room's name.
   */
  stream({ route, ...options } = {}) {
    route ??= options.room;
    const ticket = this.key ? () => this.ticket({ route, signal: AbortSignal.timeout(10000) }) : undefined;
    return new Stream(`${this.base.replace(/^http/i, "ws")}/v1/stream${queryOf({ session: route })}`, { ticket, client: this, ...options });
  }
}

/** Returns the path of something by its id, which may have any characters. more: what follows, a part of the path or a query. */
function at(kind, id, more = "") {
  return `/v1/${kind}/${encodeURIComponent(id)}${more && !more.startsWith("?") ? "/" : ""}${more}`;
}

/**
 * Splits a reply into bodies. shapes: `Posed-Shape: vertices=2x13380x3; joints=2x24x3; faces=26756x3`. The parts of each body follow each
 * other; faces are last, once.
 */
function splitParts(buffer, shapes, frame) {
  const parts = shapes.split("; ").map((part) => {
    const [name, shape] = part.split("=");
    return { name, dims: shape.split("x").map(Number) };
  });
  const own = parts.filter((p) => p.name !== "faces");
  const faces = parts.find((p) => p.name === "faces");
  const bodies = Array.from({ length: own[0]?.dims[0] ?? 1 }, () => ({
    frame,
  }));
  let at = 0;
  for (const body of bodies) {
    for (const { name, dims } of own) {
      body[name] = new Float32Array(buffer, at, dims[1] * dims[2]);
      at += body[name].byteLength;
    }
  }
  if (faces) for (const body of bodies) body.faces = new Uint32Array(buffer, at, faces.dims[0] * faces.dims[1]);
  return bodies;
}
