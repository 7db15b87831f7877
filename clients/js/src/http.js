// Bodies, inverse kinematics, measurements and roll-outs over HTTP.
import { Stream } from "./stream.js";

/** What posed answered instead: `status`, `detail`, `errors` [{pointer, detail}], `retryAfter` seconds. */
export class PosedError extends Error {
  constructor(status, problem, retryAfter = null) {
    super(problem.detail ?? problem.title ?? `status ${status}`);
    Object.assign(this, { name: "PosedError", status, detail: this.message, errors: problem.errors ?? [], retryAfter });
  }
}

const FORMAT_TYPES = { json: "json", bvh: "text" };

export class Posed {
  /** base: "http://127.0.0.1:8080". key: an API key. fetch: another fetch than the global one. */
  constructor(base = globalThis.location?.origin ?? "http://127.0.0.1:8080", { key = null, fetch = globalThis.fetch } = {}) {
    this.base = base.replace(/\/+$/, "");
    this.key = key;
    this.fetch = (...args) => fetch(...args); // a browser's fetch wants to be called on window
  }

  /** Throws a PosedError when the answer is none of success. */
  async request(method, path, body, { signal } = {}) {
    const headers = this.key ? { Authorization: `Bearer ${this.key}` } : {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const reply = await this.fetch(this.base + path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    if (reply.ok) return reply;
    const problem = await reply.json().catch(() => ({}));
    throw new PosedError(reply.status, problem, Number(reply.headers.get("Retry-After")) || null);
  }

  async json(method, path, body, options) {
    return (await this.request(method, path, body, options)).json();
  }

  async models() {
    return (await this.json("GET", "/v1/models")).models;
  }

  model(id = "default") {
    return this.json("GET", `/v1/models/${id}`);
  }

  /** uint32 corners, three a triangle; the same for every body of a model. */
  async faces(id = "default") {
    return new Uint32Array(await (await this.request("GET", `/v1/models/${id}/faces?format=bin`)).arrayBuffer());
  }

  /** fields: betas, pose, include... One body: {vertices, joints, normals, faces, frame} of typed arrays, what `include` names. */
  async mesh(id = "default", fields = {}, options) {
    if (fields.bodies) throw new TypeError("fields.bodies: use meshes() for many");
    return (await this.meshes(id, fields, options))[0];
  }

  /** One for each of fields.bodies; they share the faces. */
  async meshes(id = "default", fields = {}, options) {
    const reply = await this.request("POST", `/v1/models/${id}/mesh?format=bin`, fields, options);
    return splitParts(await reply.arrayBuffer(), reply.headers.get("Posed-Shape"), reply.headers.get("Posed-Frame"));
  }

  /** Address of a GLB, for a loader or a link: betas, pose, translation, rig, quantize... Cached by its address. */
  glbUrl(id = "default", fields = {}) {
    const query = new URLSearchParams({ format: "glb" });
    for (const [name, value] of Object.entries(fields)) query.set(name, Array.isArray(value) ? value.flat(Infinity).join(",") : value);
    return `${this.base}/v1/models/${id}/mesh?${query}`;
  }

  async glb(id = "default", fields = {}, options) {
    return (await this.request("GET", this.glbUrl(id, fields).slice(this.base.length), undefined, options)).arrayBuffer();
  }

  /** Joints of the posed body, float32, three a joint. */
  async joints(id = "default", fields = {}, options) {
    const reply = await this.request("POST", `/v1/models/${id}/joints?format=bin`, fields, options);
    return new Float32Array(await reply.arrayBuffer());
  }

  /** One body's measurements: {height, mass, ...}. */
  async measure(id = "default", fields = {}, options) {
    return (await this.json("POST", `/v1/models/${id}/measure`, fields, options)).bodies[0];
  }

  /** betas from measurements: {status, betas, residuals, ...}. */
  fit(id = "default", fields = {}, options) {
    return this.json("POST", `/v1/models/${id}/fit`, fields, options);
  }

  /** {status, pose: {quaternions}, joints, targets...}; `pose.quaternions` goes into mesh() as `quaternions`. */
  ik(fields, options) {
    return this.json("POST", "/v1/ik/solve", fields, options);
  }

  /** JSON: frames of a script; "glb", "npz": ArrayBuffer; "bvh": text. */
  async rollout(fields, { format = "json", ...options } = {}) {
    const reply = await this.request("POST", `/v1/motions/rollout?format=${format}`, fields, options);
    return reply[FORMAT_TYPES[format] ?? "arrayBuffer"]();
  }

  putScene(id, scene, options) {
    return this.json("PUT", `/v1/scenes/${id}`, scene, options);
  }

  /** Opens a browser's WebSocket once, within 30 seconds. */
  async ticket() {
    return (await this.json("POST", "/v1/tickets", {})).ticket;
  }

  /** A session; options as Stream's. With a key every connection asks for a ticket of its own. */
  stream(options = {}) {
    const ticket = this.key ? () => this.ticket() : undefined;
    return new Stream(this.base.replace(/^http/, "ws") + "/v1/stream", { ticket, ...options });
  }
}

/** `Posed-Shape: vertices=2x13380x3; joints=2x24x3; faces=26756x3`: body after body its parts, the faces once at the end. */
function splitParts(buffer, shapes, frame) {
  const parts = shapes.split("; ").map((part) => {
    const [name, shape] = part.split("=");
    return { name, dims: shape.split("x").map(Number) };
  });
  const own = parts.filter((p) => p.name !== "faces"), faces = parts.find((p) => p.name === "faces");
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
