// Textures and materials of what people wear, and all of a person as one mesh with colours at its vertices for when there is no time for more.
import * as THREE from "three";

const pictures = new Map(); // name and content of an image -> promise of {bitmap, pixels}; people share those of cloth and hair
const MOST = 64; // pictures that are kept: every person has a skin of their own
const UNUSED = /-(normal|surface)$/; // maps that the page's materials do not have
const HIDDEN = /^(lashes|teeth|tongue)/; // at a distance nobody sees them

/** Tells images of one name apart: their size, and a sum over some of their bytes. */
export function keyOf({ name, bytes }) {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 61) sum = (Math.imul(sum, 31) + bytes[i]) | 0;
  return `${name}/${bytes.length}/${sum}`;
}

/** Pixels and bitmap of each of a rig's images; null for maps that are not drawn. */
export function load(images) {
  return Promise.all(
    images.map((image) => {
      if (UNUSED.test(image.name)) return null;
      const key = keyOf(image);
      if (!pictures.has(key)) {
        if (pictures.size >= MOST) pictures.delete(pictures.keys().next().value);
        pictures.set(
          key,
          decode(image).catch((error) => {
            pictures.delete(key);
            throw error;
          }),
        );
      }
      return pictures.get(key);
    }),
  );
}

async function decode({ bytes, type }) {
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type }), { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  const { width, height } = bitmap;
  const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0);
  return { bitmap, width, height, pixels: pen.getImageData(0, 0, width, height).data };
}

const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const LINEAR = Float32Array.from({ length: 256 }, (_, v) => linear(v / 255));

/** The mean of what is seen of a picture, linear. */
export function meanOf({ pixels }) {
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] < 128) continue;
    for (let c = 0; c < 3; c++) sum[c] += LINEAR[pixels[i + c]];
    count++;
  }
  return sum.map((s) => (count ? s / count : 1));
}

/** The picture at a texture coordinate, linear. */
export function colorAt({ pixels, width, height }, u, v) {
  const x = Math.min(width - 1, Math.floor((u - Math.floor(u)) * width));
  const y = Math.min(height - 1, Math.floor((v - Math.floor(v)) * height));
  const at = 4 * (y * width + x);
  return [LINEAR[pixels[at]], LINEAR[pixels[at + 1]], LINEAR[pixels[at + 2]]];
}

/** Linear colours of a part's vertices: eyes as their picture has it, cloth and hair as theirs is on average. */
function paint(out, at, part, pictures) {
  const { color, image } = part.material;
  const picture = pictures[image];
  const isEye = picture && part.material.name.startsWith("eye");
  const mean = picture && !isEye ? meanOf(picture) : [1, 1, 1];
  for (let v = 0; v < part.positions.length / 3; v++) {
    const own = isEye ? colorAt(picture, part.uvs[2 * v], part.uvs[2 * v + 1]) : mean;
    for (let c = 0; c < 3; c++) out[at + 3 * v + c] = color[c] * own[c];
  }
}

/**
 * All parts as one: {positions, normals, skinIndex, skinWeight, colors, indices, levels}. Parts of the same vertices (two materials of one garment)
 * are counted once each: a vertex has one colour.
 */
export function merged({ parts }, pictures) {
  const seen = parts.filter((p) => !HIDDEN.test(p.material.name));
  const count = seen.reduce((sum, p) => sum + p.positions.length / 3, 0);
  const levels = Math.max(...seen.map((p) => p.levels.length));
  const out = {
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    skinIndex: new Uint8Array(4 * count),
    skinWeight: new Float32Array(4 * count),
    colors: new Float32Array(3 * count),
  };
  const corners = Array.from({ length: levels + 1 }, () => []);
  let first = 0;
  for (const part of seen) {
    for (const [name, width] of [
      ["positions", 3],
      ["normals", 3],
      ["skinIndex", 4],
      ["skinWeight", 4],
    ])
      out[name].set(part[name], width * first);
    paint(out.colors, 3 * first, part, pictures);
    [part.indices, ...part.levels].forEach((list, l) => {
      if (list) corners[l].push(Uint32Array.from(list, (v) => v + first));
    });
    first += part.positions.length / 3;
  }
  const [indices, ...fewer] = corners.map(joined);
  return { ...out, indices, levels: fewer };
}

function joined(lists) {
  const out = new Uint32Array(lists.reduce((sum, l) => sum + l.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

const textures = new WeakMap(); // picture -> THREE.Texture

function textureOf(picture) {
  if (!textures.has(picture)) {
    const texture = Object.assign(new THREE.Texture(picture.bitmap), {
      flipY: false,
      colorSpace: THREE.SRGBColorSpace,
      wrapS: THREE.RepeatWrapping,
      wrapT: THREE.RepeatWrapping,
      anisotropy: 4,
      needsUpdate: true,
    });
    textures.set(picture, texture);
  }
  return textures.get(picture);
}

/** Of a part, drawn in full. */
export function materialOf({ material: m }, pictures, isSoftware) {
  const map = m.image < 0 ? null : textureOf(pictures[m.image]);
  const isCut = m.alpha !== "OPAQUE";
  const isHair = m.name.startsWith("hair");
  const isEye = m.name.startsWith("eyes");
  const common = {
    color: new THREE.Color().setRGB(...m.color.slice(0, 3)),
    map,
    side: m.isTwoSided ? THREE.DoubleSide : THREE.FrontSide,
    alphaTest: isCut ? 0.5 : 0,
  };
  if (isSoftware) return new THREE.MeshLambertMaterial(common);
  if (m.name === "skin")
    return new THREE.MeshPhysicalMaterial({
      ...common,
      roughness: 0.55,
      sheen: 0.35,
      sheenRoughness: 0.5,
      sheenColor: new THREE.Color(0.9, 0.35, 0.25),
    });
  return new THREE.MeshStandardMaterial({ ...common, roughness: isEye ? 0.08 : isHair ? 0.5 : m.roughness, alphaToCoverage: isCut });
}
