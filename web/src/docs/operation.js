// Reads the operations of /openapi.json, and makes the request of a filled-in form.

/**
 * Returns the operations by id: {id, method, path, scope, parameters, types (media types of the body), example (of a JSON body), replies
 * (media types of 200)}.
 */
export function operations(openapi) {
  const found = new Map();
  for (const [path, methods] of Object.entries(openapi.paths))
    for (const [method, o] of Object.entries(methods)) {
      const content = o.requestBody?.content ?? {};
      found.set(o.operationId, {
        id: o.operationId,
        method: method.toUpperCase(),
        path,
        scope: o["x-scope"],
        parameters: o.parameters ?? [],
        types: Object.keys(content),
        example: content["application/json"]?.example,
        replies: Object.keys(o.responses["200"]?.content ?? {}),
      });
    }
  return found;
}

/** Returns a value as indented JSON with each list of numbers on one line. */
export function pretty(value) {
  return JSON.stringify(value, null, 2).replace(
    /\[\s+(-?[\d.eE+-]+(?:,\s+-?[\d.eE+-]+)*)\s+\]/g,
    (_, numbers) => `[${numbers.replace(/\s+/g, " ")}]`,
  );
}

const text = (value) => (Array.isArray(value) ? value.join(",") : String(value));
/** Returns the initial text of a parameter. */
export const exampleOf = ({ example, schema }) =>
  example !== undefined
    ? text(example)
    : schema.enum
      ? schema.enum[0]
      : schema.examples
        ? text(schema.examples[0])
        : schema.default !== undefined
          ? text(schema.default)
          : schema.type === "boolean"
            ? "true"
            : "";

/**
 * Returns the initial state of a form: {values (texts by parameter), body (text), type, file (a File)}. Optional parameters without an
 * example are left out.
 */
export function filled(operation) {
  const values = {};
  for (const p of operation.parameters) if (p.in === "path" || p.example !== undefined) values[p.name] = exampleOf(p);
  const takesGlb = operation.replies.includes("model/gltf-binary") && operation.parameters.some((p) => p.name === "format");
  if (takesGlb && !values.format) values.format = "glb";
  return { values, body: operation.example === undefined ? "" : pretty(operation.example), type: operation.types[0] ?? null, file: null };
}

// Ending of a file, by media type.
const SAVED = {
  "model/gltf-binary": "glb",
  "application/octet-stream": "bin",
  "application/x-npz": "npz",
  "model/obj": "obj",
  "application/x-ply": "ply",
  "model/stl": "stl",
  "application/x-bvh": "bvh",
  "text/plain": "txt",
  "text/html": "html",
};

/** Returns the name of the file for a reply, or null for JSON. */
function savedAs(operation, format) {
  if (format) return format === "json" ? null : `${operation.id}.${format}`;
  return operation.replies.length && operation.replies[0] !== "application/json"
    ? `${operation.id}.${SAVED[operation.replies[0]] ?? "bin"}`
    : null;
}

/** Returns the request {method, url, headers, json, file, saved} of a filled-in form. Throws a SyntaxError where the body is not JSON. */
export function requestOf(operation, { values, body, type, file }, base, key) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const query = operation.parameters
    .filter((p) => p.in === "query" && values[p.name] !== undefined)
    .map((p) => `${p.name}=${encodeURIComponent(values[p.name]).replaceAll("%2C", ",").replaceAll("%3A", ":")}`);
  const request = {
    method: operation.method,
    url: base + path + (query.length ? `?${query.join("&")}` : ""),
    headers: {},
    json: undefined,
    file: null,
    saved: savedAs(operation, values.format),
  };
  if (key) request.headers.Authorization = `Bearer ${key}`;
  if (type === "application/json" && body.trim()) {
    request.headers["Content-Type"] = type;
    request.json = JSON.parse(body);
  } else if (type && type !== "application/json") {
    request.headers["Content-Type"] = type;
    request.file = file?.name ?? "FILE";
  }
  return request;
}
