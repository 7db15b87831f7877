// draco.mjs FROM.glb TO.glb METHOD: compresses the meshes of a rigged GLB by Google's encoder (three.js carries it), at the usual quantisation. Morph targets are dropped.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [from, to, method] = process.argv.slice(2);
const script = fileURLToPath(new URL("node_modules/three/examples/jsm/libs/draco/draco_encoder.js", import.meta.url));
const load = new Function(`${readFileSync(script)}; return DracoEncoderModule;`)();
// The module is a thenable that resolves to itself, so awaiting it would never end.
const { encoder } = await new Promise((resolve) => load({ onModuleLoaded: (encoder) => resolve({ encoder }) }));

const file = readFileSync(from), size = file.readUInt32LE(12);
const json = JSON.parse(file.subarray(20, 20 + size));
const parts = [file.subarray(28 + size)];
let used = parts[0].length;
const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const arrays = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const add = { 5121: "AddUInt8Attribute", 5123: "AddUInt16Attribute", 5126: "AddFloatAttribute" };
const kinds = { POSITION: encoder.POSITION, NORMAL: encoder.NORMAL, TEXCOORD_0: encoder.TEX_COORD };

function numbers(index) {
  const a = json.accessors[index], view = json.bufferViews[a.bufferView], width = widths[a.type];
  if (view.byteStride && view.byteStride !== width * arrays[a.componentType].BYTES_PER_ELEMENT) throw new Error("interleaved");
  const start = (view.byteOffset ?? 0) + (a.byteOffset ?? 0);
  const bytes = Uint8Array.from(parts[0].subarray(start, start + a.count * width * arrays[a.componentType].BYTES_PER_ELEMENT));
  return { a, width, values: new arrays[a.componentType](bytes.buffer) };
}

for (const mesh of json.meshes) {
  delete mesh.weights;
  for (const primitive of mesh.primitives) {
    delete primitive.targets;
    const builder = new encoder.MeshBuilder(), made = new encoder.Mesh(), one = new encoder.Encoder(), ids = {};
    const indices = numbers(primitive.indices);
    builder.AddFacesToMesh(made, indices.a.count / 3, Uint32Array.from(indices.values));
    for (const [name, index] of Object.entries(primitive.attributes)) {
      const { a, width, values } = numbers(index);
      ids[name] = builder[add[a.componentType]](made, kinds[name] ?? encoder.GENERIC, a.count, width, values);
    }
    one.SetEncodingMethod(method === "sequential" ? encoder.MESH_SEQUENTIAL_ENCODING : encoder.MESH_EDGEBREAKER_ENCODING);
    one.SetSpeedOptions(5, 5);
    for (const [kind, bits] of [[encoder.POSITION, 14], [encoder.NORMAL, 10], [encoder.TEX_COORD, 12], [encoder.GENERIC, 12]]) one.SetAttributeQuantization(kind, bits);
    const out = new encoder.DracoInt8Array();
    const bytes = one.EncodeMeshToDracoBuffer(made, out);
    const stream = Buffer.alloc(bytes + (4 - bytes % 4) % 4);
    for (let i = 0; i < bytes; i++) stream[i] = out.GetValue(i) & 255;
    json.bufferViews.push({ buffer: 0, byteOffset: used, byteLength: bytes });
    parts.push(stream), used += stream.length;
    primitive.extensions = { KHR_draco_mesh_compression: { bufferView: json.bufferViews.length - 1, attributes: ids } };
    const points = one.GetNumberOfEncodedPoints(), faces = one.GetNumberOfEncodedFaces();
    for (const index of Object.values(primitive.attributes)) delete json.accessors[index].bufferView;
    if (points) for (const index of Object.values(primitive.attributes)) json.accessors[index].count = points;
    delete json.accessors[primitive.indices].bufferView;
    if (faces) json.accessors[primitive.indices].count = 3 * faces;
  }
}
json.extensionsUsed = [...(json.extensionsUsed ?? []), "KHR_draco_mesh_compression"];
json.extensionsRequired = [...(json.extensionsRequired ?? []), "KHR_draco_mesh_compression"];
json.buffers[0].byteLength = used;
let text = Buffer.from(JSON.stringify(json));
text = Buffer.concat([text, Buffer.alloc((4 - text.length % 4) % 4, " ")]);
const head = Buffer.alloc(20), chunk = Buffer.alloc(8);
head.write("glTF"), head.writeUInt32LE(2, 4), head.writeUInt32LE(28 + text.length + used, 8), head.writeUInt32LE(text.length, 12), head.write("JSON", 16);
chunk.writeUInt32LE(used, 0), chunk.write("BIN\0", 4);
writeFileSync(to, Buffer.concat([head, text, chunk, ...parts]));
