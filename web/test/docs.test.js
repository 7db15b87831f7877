// The forms of /docs: operations of an OpenAPI document, requests, code in several languages, and the drawing of GLB files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { exampleOf, filled, operations, pretty, requestOf } from "../src/docs/operation.js";
import { boxOf, draw, openGlb, trianglesOf } from "../src/docs/raster.js";
import { LANGUAGES, python } from "../src/code/snippets.js";

const OPENAPI = {
  paths: {
    "/v1/models/{id}/mesh": {
      get: {
        operationId: "getMesh",
        "x-scope": "read",
        responses: { 200: { content: { "application/json": {}, "model/gltf-binary": {} } } },
        parameters: [
          { name: "id", in: "path", schema: { type: "string" }, example: "default" },
          { name: "betas", in: "query", schema: { type: "array" }, example: [1.5, -0.5] },
          { name: "wear", in: "query", schema: { type: "string", examples: ["a b"] } },
          { name: "format", in: "query", schema: { enum: ["json", "glb"] } },
        ],
      },
    },
    "/v1/ik/solve": {
      post: {
        operationId: "solveIk",
        responses: { 200: { content: { "application/json": {} } } },
        requestBody: { content: { "application/json": { example: { targets: [{ joint: "it's", ok: true, none: null }] } } } },
      },
    },
    "/v1/rig": {
      post: {
        operationId: "rigMesh",
        responses: { 200: { content: { "model/gltf-binary": {} } } },
        requestBody: { content: { "model/gltf-binary": {}, "text/plain": {} } },
      },
    },
  },
};
const all = operations(OPENAPI);

test("a form starts with the examples of its parameters, and asks for a GLB file where the operation has one", () => {
  const given = filled(all.get("getMesh"));
  assert.deepEqual(given.values, { id: "default", betas: "1.5,-0.5", format: "glb" });
  assert.equal(exampleOf(all.get("getMesh").parameters[2]), "a b");
  assert.equal(filled(all.get("solveIk")).body, pretty(OPENAPI.paths["/v1/ik/solve"].post.requestBody.content["application/json"].example));
});

test("requestOf builds path, query, key and body, and refuses a body that is not JSON", () => {
  const mesh = all.get("getMesh");
  const given = filled(mesh);
  given.values.id = "a/b";
  given.values.wear = "a b&c";
  assert.deepEqual(requestOf(mesh, given, "http://h:1", "k"), {
    method: "GET",
    url: "http://h:1/v1/models/a%2Fb/mesh?betas=1.5,-0.5&wear=a%20b%26c&format=glb",
    headers: { Authorization: "Bearer k" },
    json: undefined,
    file: null,
    saved: "getMesh.glb",
  });
  given.values.format = "json";
  assert.equal(requestOf(mesh, given, "", "").saved, null);
  const ik = all.get("solveIk");
  assert.throws(() => requestOf(ik, { ...filled(ik), body: "{" }, "", ""), SyntaxError);
  const rig = all.get("rigMesh");
  const sent = requestOf(rig, { ...filled(rig), file: { name: "me.glb" } }, "", "");
  assert.deepEqual([sent.file, sent.headers["Content-Type"], sent.saved], ["me.glb", "model/gltf-binary", "rigMesh.glb"]);
});

test("pretty writes each list of numbers on one line", () => {
  assert.equal(
    pretty({
      a: [1, -2.5, 1e-7],
      b: [
        [1, 2],
        [3, 4],
      ],
      c: ["x"],
    }),
    '{\n  "a": [1, -2.5, 1e-7],\n  "b": [\n    [1, 2],\n    [3, 4]\n  ],\n  "c": [\n    "x"\n  ]\n}',
  );
});

test("the code of a request, run in its own language, sends that request", () => {
  const ik = all.get("solveIk");
  const request = requestOf(ik, filled(ik), "http://h:1", "it's");
  const wanted = JSON.stringify(request.json);
  const shell = execFileSync("sh", ["-c", LANGUAGES.curl(request).replace(/^curl/, "printf '%s\\n'")], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
  assert.deepEqual(shell, [
    "http://h:1/v1/ik/solve",
    "-H",
    "Authorization: Bearer it's",
    "-H",
    "Content-Type: application/json",
    "-d",
    wanted,
  ]);
  let seen;
  new Function("fetch", `return (async () => {${LANGUAGES.JavaScript(request)}})()`)((url, options) => {
    seen = { url, ...options };
    return { ok: true, json: () => ({}) };
  });
  assert.deepEqual(seen, { url: request.url, method: "POST", headers: request.headers, body: wanted });
  const code = LANGUAGES.Python(request).replace(
    /^found = .*/m,
    "print(request.full_url, request.method, request.data.decode(), request.headers, sep='\\n')",
  );
  const [url, method, data] = execFileSync("/usr/bin/python3", ["-c", code], { encoding: "utf8" }).split("\n");
  assert.deepEqual([url, method, JSON.parse(data)], [request.url, "POST", request.json]);
  assert.equal(python([true, null, { a: '"' }]), '[True, None, {"a": "\\""}]');
  assert.match(LANGUAGES.C(request), /CURLOPT_POSTFIELDS, "\{\\"targets\\"/);
  const file = requestOf(all.get("rigMesh"), filled(all.get("rigMesh")), "", "");
  assert.match(LANGUAGES.curl(file), /--data-binary @FILE/);
  assert.match(LANGUAGES.C(file), /CURLOPT_READDATA, body\);\n.*CUSTOMREQUEST, "POST"/s);
});

/**
 * Returns a GLB file of one red triangle, two units wide and high. Its bone is rotated by half a turn about y, and an animation lifts it by
 * 10 in a second.
 */
function triangleGlb() {
  const positions = [-1, 0, 0, 1, 0, 0, 0, 2, 0];
  const joints = new Uint8Array(12);
  const weights = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
  const times = [0, 1];
  const up = [0, 0, 0, 0, 10, 0];
  const parts = [
    new Float32Array(positions),
    joints,
    new Float32Array(weights),
    new Float32Array(times),
    new Float32Array(up),
    new Uint16Array([0, 1, 2, 0]),
  ];
  const views = [];
  const bytes = [];
  for (const part of parts) {
    views.push({ buffer: 0, byteOffset: bytes.length, byteLength: part.byteLength });
    bytes.push(...new Uint8Array(part.buffer));
  }
  const accessors = [
    [5126, 3, "VEC3"],
    [5121, 3, "VEC4"],
    [5126, 3, "VEC4"],
    [5126, 2, "SCALAR"],
    [5126, 2, "VEC3"],
    [5123, 3, "SCALAR"],
  ].map(([componentType, count, type], bufferView) => ({ bufferView, componentType, count, type }));
  accessors[3].max = [1];
  const gltf = {
    nodes: [{ mesh: 0, skin: 0 }, { rotation: [0, 1, 0, 0] }],
    skins: [{ joints: [1] }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
    buffers: [{ byteLength: bytes.length }],
    bufferViews: views,
    accessors,
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 }, indices: 5, material: 0 }] }],
    animations: [{ samplers: [{ input: 3, output: 4 }], channels: [{ sampler: 0, target: { node: 1, path: "translation" } }] }],
  };
  const json = new TextEncoder().encode(JSON.stringify(gltf).padEnd(4 * Math.ceil(JSON.stringify(gltf).length / 4)));
  const out = new ArrayBuffer(28 + json.length + bytes.length);
  const view = new DataView(out);
  [0x46546c67, 2, out.byteLength, json.length, 0x4e4f534a].forEach((v, i) => view.setUint32(4 * i, v, true));
  new Uint8Array(out).set(json, 20);
  view.setUint32(20 + json.length, bytes.length, true);
  view.setUint32(24 + json.length, 0x4e4942, true);
  new Uint8Array(out).set(bytes, 28 + json.length);
  return out;
}

test("trianglesOf poses a GLB file by its bones and its animation", () => {
  const file = openGlb(triangleGlb());
  const [still] = trianglesOf(file);
  const [half] = trianglesOf(file, 0.5);
  assert.equal(file.seconds, 1);
  assert.deepEqual([...still.positions].map(Math.round), [1, 0, 0, -1, 0, 0, 0, 2, 0]);
  assert.deepEqual([...half.positions].map(Math.round), [1, 5, 0, -1, 5, 0, 0, 7, 0]);
  assert.throws(() => openGlb(new ArrayBuffer(40)), /no glTF binary/);
});

test("draw hides the farther triangle behind the nearer one, from both sides, and leaves the background transparent", () => {
  const flat = (z, size, color) => ({
    positions: new Float32Array([-size, -size, z, size, -size, z, 0, size, z]),
    indices: null,
    uvs: null,
    material: { color, image: -1, cut: 0 },
  });
  const parts = [flat(1, 0.5, [0, 1, 0, 1]), flat(0, 1, [1, 0, 0, 1])];
  const picture = (yaw) => draw(parts, boxOf(parts), { width: 64, height: 64, yaw });
  const at = (pixels, x, y) => [...pixels.subarray(4 * (64 * y + x), 4 * (64 * y + x) + 4)];
  const front = picture(0);
  const back = picture(Math.PI);
  const [r, g, b, a] = at(front, 32, 36);
  assert.ok(g > 150 && r === 0 && b === 0 && a === 255, `${[r, g, b, a]}`);
  assert.ok(at(front, 32, 58)[0] > 150, "the larger triangle is visible around the smaller one");
  assert.deepEqual(at(front, 2, 2), [0, 0, 0, 0]);
  assert.ok(at(back, 32, 36)[0] > 20 && at(back, 32, 36)[1] === 0, "from behind, the red triangle is in front");
});
