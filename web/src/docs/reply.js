// What a request brought, as something to look at.
import { button, h } from "../ui/dom.js";
import { save } from "../ui/save.js";
import { pretty } from "./operation.js";
import { boxOf, draw, openGlb, trianglesOf } from "./raster.js";

const TEXT_SHOWN = 20000;
const WIDTH = 420;
const HEIGHT = 480;

export function sizeOf(bytes) {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

const cut = (text) =>
  text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}\n... ${(text.length - TEXT_SHOWN).toLocaleString("en")} characters more` : text;
const block = (text) => h("pre", { tabIndex: 0 }, cut(text));

async function pictureOf({ type, bytes }) {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  const canvas = h("canvas", { width: bitmap.width, height: bitmap.height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** A glTF binary, drawn; it is turned by a slider, and its animation goes by another. */
async function glb(buffer) {
  const file = openGlb(buffer);
  const pictures = await Promise.all(file.images.map((image) => pictureOf(image).catch(() => null)));
  let parts = trianglesOf(file, 0);
  let yaw = 0.35;
  const box = boxOf(parts);
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT, role: "img" });
  const context = canvas.getContext("2d");
  const triangles = parts.reduce((sum, p) => sum + (p.indices?.length ?? p.positions.length / 3) / 3, 0);
  const vertices = parts.reduce((sum, p) => sum + p.positions.length / 3, 0);
  canvas.setAttribute("aria-label", `The model: ${vertices} vertices, ${triangles} triangles`);
  const paint = () =>
    context.putImageData(new ImageData(draw(parts, box, { width: WIDTH, height: HEIGHT, yaw, pictures }), WIDTH, HEIGHT), 0, 0);
  const slide = (label, most, value, oninput) => {
    const input = h("input", { type: "range", min: 0, max: most, step: "any", value, oninput: () => oninput(Number(input.value)) });
    return h("label", {}, label, input);
  };
  paint();
  const facts = [
    `${vertices.toLocaleString("en")} vertices`,
    `${triangles.toLocaleString("en")} triangles`,
    `${file.gltf.skins?.[0]?.joints.length ?? 0} joints`,
    `${file.gltf.materials?.length ?? 0} materials`,
  ];
  if (file.seconds) facts.push(`${file.seconds.toFixed(2)} s of animation`);
  return h(
    "figure",
    {},
    canvas,
    h("figcaption", {}, facts.join(", ")),
    slide("Turn", 2 * Math.PI, yaw, (v) => {
      yaw = v;
      paint();
    }),
    file.seconds
      ? slide("Time", file.seconds, 0, (v) => {
          parts = trianglesOf(file, v);
          paint();
        })
      : null,
  );
}

async function shown(type, bytes) {
  if (!bytes.byteLength) return null;
  if (/json/.test(type)) return block(pretty(JSON.parse(new TextDecoder().decode(bytes))));
  if (/gltf-binary/.test(type)) return glb(bytes);
  if (/^text\/|obj$|bvh$|xml$/.test(type)) return block(new TextDecoder().decode(bytes));
  if (/^image\/(png|jpeg|webp)/.test(type))
    return h("img", { src: URL.createObjectURL(new Blob([bytes], { type })), alt: "The reply, a picture" });
  return block([...new Uint8Array(bytes, 0, Math.min(64, bytes.byteLength))].map((b) => b.toString(16).padStart(2, "0")).join(" "));
}

/** Elements that show a reply: {status, statusText, headers: [[name, value]], bytes, ms, saved}. */
export async function replyOf({ status, statusText, headers, bytes, ms, saved }) {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const head = h("p.status", { className: status < 400 ? "status good" : "status bad" }, `${status} ${statusText}`);
  head.append(` · ${[type, sizeOf(bytes.byteLength), `${ms.toFixed(0)} ms`].filter(Boolean).join(" · ")}`);
  const body = await shown(type, bytes).catch((error) => h("p", {}, `It cannot be shown: ${error.message}`));
  return [
    head,
    body,
    bytes.byteLength ? button(`Save ${saved ?? "reply.json"}`, () => save(new Blob([bytes], { type }), saved ?? "reply.json")) : null,
    h("details", {}, h("summary", {}, "Headers"), block(headers.map(([name, value]) => `${name}: ${value}`).join("\n"))),
  ].filter(Boolean);
}
