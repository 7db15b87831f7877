// Everything that posed does over HTTP.
import { Stream } from "./stream.js";
import { fetchWithin } from "./watch.js";

/** What posed answered instead: `status`, `detail`, `errors` [{pointer, detail}], `retryAfter` seconds. */
export class PosedError extends Error {
  constructor(status, problem, retryAfter = null) {
    super(problem.detail ?? problem.title ?? `status ${status}`);
    Object.assign(this, { name: "PosedError", status, detail: this.message, errors: problem.errors ?? [], retryAfter });
  }
}

const TEXTS = { json: "json", bvh: "text" }; // of formats that are no bytes
const GLB = "model/gltf-binary";
const QUERY_MOST = 4000; // characters of a query; servers and proxies take addresses of 8 KiB

const isBytes = (body) => body instanceof ArrayBuffer || ArrayBuffer.isView(body) || (typeof Blob !== "undefined" && body instanceof Blob);
/** JSON has no typed arrays: they are written as lists. */
const plain = (name, value) => (ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value) : value);
const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
const flat = (value) => (isList(value) ? Array.from(value).flatMap(flat) : [value]);

/** ?name=value of what is not undefined; lists, also nested ones, with commas between. "" of no fields. */
function queryOf(fields) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (typeof value === "object" && !isList(value))
      throw new TypeError(`fields.${name}: an object; a query has numbers, texts, booleans and lists of them`);
    query.set(name, flat(value).join(","));
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** The media type of a file by its first bytes: GLB, BVH, npz, PLY, PNG; null: another one. */
async function typeOf(body) {
  const bytes = body instanceof Blob ? await body.slice(0, 12).arrayBuffer() : body;
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.byteLength))
    : new Uint8Array(bytes, 0, Math.min(12, bytes.byteLength));
  const head = String.fromCharCode(...view);
  const types = {
    glTF: GLB,
    HIERARCHY: "application/x-bvh",
    "PK\x03\x04": "application/x-npz",
    "ply\n": "application/x-ply",
    "ply\r": "application/x-ply",
    "\x89PNG": "image/png",
  };
  return types[Object.keys(types).find((magic) => head.startsWith(magic))] ?? null;
}

/** The type that was given, that of the Blob, or that of the bytes. */
async function fileType(body, type) {
  const found = type ?? (body.type || (await typeOf(body)));
  if (!found) throw new TypeError("options.type: not given, and the bytes are neither GLB, BVH, npz, PLY nor PNG; a media type expected");
  return found;
}

export class Posed {
  /**
   * base: "http://127.0.0.1:8080", with the path below which a proxy offers posed ("https://example.org/posed"). key: an API key. fetch: another fetch than the global one; waitingFetch() gives one that waits for a server.
   * timeout: seconds after which a request that hears nothing is given up, with a TypeError; 0: never.
   */
  constructor(base = globalThis.location?.origin ?? "http://127.0.0.1:8080", { key = null, fetch = globalThis.fetch, timeout = 60 } = {}) {
    const isRelative = !/^[a-z][a-z\d+.-]*:/i.test(base) && globalThis.location; // "/posed": of the page's own site
    this.base = (isRelative ? new URL(base, globalThis.location.href).href : base).replace(/\/+$/, "");
    this.key = key;
    const call = (...args) => fetch(...args); // a browser's fetch wants to be called on window
    this.fetch = timeout ? (url, init) => fetchWithin(call, timeout, url, init) : call;
  }

  /**
   * Throws a PosedError when the answer is none of success. body: bytes (typed array, ArrayBuffer, Blob) are sent as they are, as options.type, the Blob's own type or
   * application/octet-stream; a string with options.type too; anything else is sent as JSON. options: signal, type, headers.
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
    if (reply.ok) return reply;
    const problem = await reply.json().catch(() => ({}));
    throw new PosedError(reply.status, problem, Number(reply.headers.get("Retry-After")) || null);
  }

  async json(method, path, body, options) {
    const reply = await this.request(method, path, body, options);
    return reply.status === 204 ? null : reply.json();
  }

  version() {
    return this.json("GET", "/v1/version");
  }

  // -- models and bodies -------------------------------------------------------------

  async models() {
    return (await this.json("GET", "/v1/models")).models;
  }

  model(id = "default") {
    return this.json("GET", at("models", id));
  }

  /** Reads the model's file again. */
  reload(id = "default") {
    return this.json("POST", at("models", id, "reload"));
  }

  /** What bodies may wear. */
  wardrobe() {
    return this.json("GET", "/v1/wardrobe");
  }

  /** uint32 corners, three a triangle; the same for every body of a model. */
  async faces(id = "default") {
    return new Uint32Array(await (await this.request("GET", at("models", id, "faces?format=bin"))).arrayBuffer());
  }

  /** fields: betas, pose, include... One body: {vertices, joints, normals, faces, frame} of typed arrays, what `include` names. */
  async mesh(id = "default", fields = {}, options) {
    if (fields.bodies) throw new TypeError("fields.bodies: use meshes() for many");
    return (await this.meshes(id, fields, options))[0];
  }

  /** One for each of fields.bodies; they share the faces. */
  async meshes(id = "default", fields = {}, options) {
    const reply = await this.request("POST", at("models", id, "mesh"), { ...fields, format: "bin" }, options);
    return splitParts(await reply.arrayBuffer(), reply.headers.get("Posed-Shape"), reply.headers.get("Posed-Frame"));
  }

  /** Address of a GLB, for a loader or a link: betas, pose, translation, rig, quantize... Cached by its address. */
  glbUrl(id = "default", fields = {}) {
    return this.base + at("models", id, `mesh${queryOf({ format: "glb", ...fields })}`);
  }

  /** By its address, so that caches hold it; by POST where the fields are too long for an address. */
  async glb(id = "default", fields = {}, options) {
    const path = this.glbUrl(id, fields).slice(this.base.length);
    const reply =
      path.length <= QUERY_MOST
        ? await this.request("GET", path, undefined, options)
        : await this.request("POST", at("models", id, "mesh"), { ...fields, format: "glb" }, options);
    return reply.arrayBuffer();
  }

  /** Joints of the posed body, float32, three a joint. */
  async joints(id = "default", fields = {}, options) {
    const reply = await this.request("POST", at("models", id, "joints"), { ...fields, format: "bin" }, options);
    return new Float32Array(await reply.arrayBuffer());
  }

  /** One body's measurements: {height, mass, ...}. */
  async measure(id = "default", fields = {}, options) {
    return (await this.json("POST", at("models", id, "measure"), fields, options)).bodies[0];
  }

  /** betas from measurements: {status, betas, residuals, ...}. */
  fit(id = "default", fields = {}, options) {
    return this.json("POST", at("models", id, "fit"), fields, options);
  }

  // -- inverse kinematics and motion -----------------------------------------------------

  /** {status, pose: {quaternions}, joints, targets...}; `pose.quaternions` goes into mesh() as `quaternions`. */
  ik(fields, options) {
    return this.json("POST", "/v1/ik/solve", fields, options);
  }

  async skeletons() {
    return (await this.json("GET", "/v1/skeletons")).skeletons;
  }

  skeleton(id, fields = {}) {
    return this.json("GET", at("skeletons", id, queryOf(fields)));
  }

  /** skeleton: {joints: [...]} or the bytes of a GLB or BVH; then fields are {skin, bones, metres_per_unit}. */
  putSkeleton(id, skeleton, fields, options) {
    return this.put("skeletons", id, skeleton, fields, options);
  }

  deleteSkeleton(id) {
    return this.json("DELETE", at("skeletons", id));
  }

  /** JSON: frames of a script; "glb", "npz": ArrayBuffer; "bvh": text. */
  async rollout(fields, { format = "json", ...options } = {}) {
    const reply = await this.request("POST", "/v1/motions/rollout", { ...fields, format }, options);
    return reply[TEXTS[format] ?? "arrayBuffer"]();
  }

  async scenes() {
    return (await this.json("GET", "/v1/scenes")).scenes;
  }

  scene(id, fields = {}) {
    return this.json("GET", at("scenes", id, queryOf(fields)));
  }

  /** scene: {ground, walls, ...} or the bytes of a picture of heights; then options.type says what they are, and options.fields are {cell, scale, columns, x, z}. */
  putScene(id, scene, { fields, ...options } = {}) {
    return this.put("scenes", id, scene, fields, options);
  }

  deleteScene(id) {
    return this.json("DELETE", at("scenes", id));
  }

  // -- characters of the user's own ----------------------------------------------------

  async characters() {
    return (await this.json("GET", "/v1/characters")).characters;
  }

  character(id) {
    return this.json("GET", at("characters", id));
  }

  /** bytes: of a .glb or .vrm with a skeleton. fields: {match, template}. What spawn({ character: id }) and rollout({ character: id }) then move. */
  putCharacter(id, bytes, fields, options) {
    if (!isBytes(bytes)) throw new TypeError("putCharacter: bytes of a .glb or .vrm expected");
    return this.put("characters", id, bytes, fields, { type: GLB, ...options });
  }

  deleteCharacter(id) {
    return this.json("DELETE", at("characters", id));
  }

  /** The character's own file with a motion as its first animation. bytes: BVH, AMC after its ASF, npz or GLB, as options.type or their first bytes say; fields: {animation, rate}. */
  async clip(id, bytes, fields = {}, { type, ...options } = {}) {
    const reply = await this.request("POST", at("characters", id, `clip${queryOf(fields)}`), bytes, {
      type: await fileType(bytes, type),
      ...options,
    });
    return reply.arrayBuffer();
  }

  /** A skeleton for a mesh that has none. bytes: GLB, OBJ or PLY, as options.type or their first bytes say; fields: {template, markers...}. A GLB, or with {format: "json"} the report. */
  async rig(bytes, fields = {}, { type, ...options } = {}) {
    const reply = await this.request("POST", `/v1/rig${queryOf({ format: "glb", ...fields })}`, bytes, {
      type: await fileType(bytes, type),
      ...options,
    });
    return fields.format === "json" ? reply.json() : reply.arrayBuffer();
  }

  async put(kind, id, body, fields = {}, { type, ...options } = {}) {
    const isFile = isBytes(body);
    return this.json("PUT", at(kind, id, queryOf(fields)), body, {
      ...(isFile ? { type: await fileType(body, type) } : { type }),
      ...options,
    });
  }

  // -- jobs -----------------------------------------------------------------------------

  /** take: {kind, rate, people, crowd...}, or the bytes of a TRC or C3D file, of which fields are {model, noise, up, protocol}. The job: {id, status...}. */
  createJob(take, fields = {}, options) {
    return this.json("POST", `/v1/jobs${queryOf(fields)}`, take, options);
  }

  async jobs() {
    return (await this.json("GET", "/v1/jobs")).jobs;
  }

  job(id) {
    return this.json("GET", at("jobs", id));
  }

  deleteJob(id) {
    return this.json("DELETE", at("jobs", id));
  }

  /** fields: {format, person}. JSON, or as format says: "glb", "npz": ArrayBuffer; "bvh": text. */
  async jobResult(id, fields = {}, options) {
    const reply = await this.request("GET", at("jobs", id, `result${queryOf({ format: "json", ...fields })}`), undefined, options);
    return reply[TEXTS[fields.format ?? "json"] ?? "arrayBuffer"]();
  }

  // -- the stream ------------------------------------------------------------------------

  /** Opens a browser's WebSocket once, within 30 seconds. route: as stream()'s; a ticket is valid on the daemon that made it. */
  async ticket({ route, ...options } = {}) {
    return (await this.json("POST", `/v1/tickets${queryOf({ session: route })}`, {}, options)).ticket;
  }

  /**
   * A session; options as Stream's. With a key every connection asks for a ticket of its own. route: a name that all who take part in one session
   * agree on; a router in front of several daemons brings them to one of these (docs/guide/fleet.md).
   */
  stream({ route, ...options } = {}) {
    const ticket = this.key ? () => this.ticket({ route, signal: AbortSignal.timeout(10000) }) : undefined;
    return new Stream(`${this.base.replace(/^http/, "ws")}/v1/stream${queryOf({ session: route })}`, { ticket, ...options });
  }
}

/** The path of something by its id, which may have any character; more: what follows, a part of the path or a query. */
function at(kind, id, more = "") {
  return `/v1/${kind}/${encodeURIComponent(id)}${more && !more.startsWith("?") ? "/" : ""}${more}`;
}

/** `Posed-Shape: vertices=2x13380x3; joints=2x24x3; faces=26756x3`: body after body its parts, the faces once at the end. */
function splitParts(buffer, shapes, frame) {
  const parts = shapes.split("; ").map((part) => {
    const [name, shape] = part.split("=");
    return { name, dims: shape.split("x").map(Number) };
  });
  const own = parts.filter((p) => p.name !== "faces");
  const faces = parts.find((p) => p.name === "faces");
  const bodies = Array.from({ length: own[0]?.dims[0] ?? 1 }, () => ({ frame }));
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
