// Textures and materials of dressed people. For figures at a distance it merges all parts of a person into one mesh with a colour at
// each vertex.
import * as THREE from "three";
import { plainPart } from "./plain.js";

// Decoded images by keyOf(): promises of {bitmap, width, height, pixels}. People share the images of garments and hair.
const pictures = new Map();
// Number of images that are kept. It is limited because every person has a skin image of their own.
const MOST_PICTURES = 64;
// Names of materials that are left out of merged(), because they cannot be seen at a distance.
const HIDDEN = /^(lashes|teeth|tongue)/;
// Least alpha of a pixel, of 255, that counts as opaque.
const OPAQUE = 128;

/** Returns a key that tells images of the same name apart, from their size and a sum over some of their bytes. */
export function keyOf({ name, bytes }) {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 61) sum = (Math.imul(sum, 31) + bytes[i]) | 0;
  return `${name}/${bytes.length}/${sum}`;
}

/**
 * Decodes the images that the materials of a rig use, once each. Returns a promise of a list of {bitmap, width, height, pixels}, null for
 * the other images. Software renderers use only images of colour. Only these have pixels: 4 bytes each, red, green, blue, alpha.
 */
export function load({ images, parts }, isSoftware) {
  const numbers = (field) => new Set(parts.map(({ material }) => material[field]));
  const colors = numbers("image");
  const used = isSoftware ? colors : new Set([...colors, ...numbers("normals"), ...numbers("surface"), ...numbers("shade")]);
  return Promise.all(
    images.map((image, i) => {
      if (!used.has(i)) return null;
      const key = keyOf(image);
      if (!pictures.has(key)) {
        if (pictures.size >= MOST_PICTURES) pictures.delete(pictures.keys().next().value);
        pictures.set(
          key,
          decode(image, colors.has(i)).catch((error) => {
            pictures.delete(key);
            throw error;
          }),
        );
      }
      return pictures.get(key);
    }),
  );
}

/** Decodes one image {bytes, type}. */
async function decode({ bytes, type }, hasPixels) {
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type }), { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  const { width, height } = bitmap;
  if (!hasPixels) return { bitmap, width, height, pixels: null };
  const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0);
  return { bitmap, width, height, pixels: pen.getImageData(0, 0, width, height).data };
}

// sRGB to linear, for a value from 0 to 1.
const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
// Linear value of each value of an sRGB byte.
const LINEAR = Float32Array.from({ length: 256 }, (_, v) => linear(v / 255));

/** Returns the mean colour of an image's opaque pixels: linear red, green, blue, 0 to 1. White where none is opaque. */
export function meanOf({ pixels }) {
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] < OPAQUE) continue;
    for (let c = 0; c < 3; c++) sum[c] += LINEAR[pixels[i + c]];
    count++;
  }
  return sum.map((s) => (count ? s / count : 1));
}

/** Returns the colour of an image at a texture coordinate: linear red, green, blue, 0 to 1. */
export function colorAt({ pixels, width, height }, u, v) {
  const x = Math.min(width - 1, Math.floor((u - Math.floor(u)) * width));
  const y = Math.min(height - 1, Math.floor((v - Math.floor(v)) * height));
  const at = 4 * (y * width + x);
  return [LINEAR[pixels[at]], LINEAR[pixels[at + 1]], LINEAR[pixels[at + 2]]];
}

/** Tells whether a part can be seen from some metres away: not if its image is nowhere opaque, as that of clear lenses. */
export function isSeen({ material: m }, pictures) {
  if (HIDDEN.test(m.name)) return false;
  const picture = m.alpha === "OPAQUE" ? null : pictures[m.image];
  return !picture || picture.pixels.some((value, i) => i % 4 === 3 && value >= OPAQUE);
}

/**
 * Writes linear vertex colours of a part to `out` at the offset `at`. Eyes and skin, which has lips and brows, take their image's colour at
 * each vertex, other parts its mean.
 */
function paint(out, at, part, pictures) {
  const { color, image } = part.material;
  const picture = pictures[image];
  const isLocal = picture && /^(eye|skin)/.test(part.material.name);
  const mean = picture && !isLocal ? meanOf(picture) : [1, 1, 1];
  for (let v = 0; v < part.positions.length / 3; v++) {
    const own = isLocal ? colorAt(picture, part.uvs[2 * v], part.uvs[2 * v + 1]) : mean;
    for (let c = 0; c < 3; c++) out[at + 3 * v + c] = color[c] * own[c];
  }
}

/**
 * Merges all parts of a rig into one mesh. Returns {positions, normals, skinIndex, skinWeight, colors, indices, levels}; levels: lists of
 * indices with fewer triangles. Parts that share vertices (two materials of one garment) get vertices each, since a vertex has one colour.
 */
export function merged({ parts }, pictures) {
  const seen = parts.filter((p) => isSeen(p, pictures));
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

/** Concatenates lists of indices. */
function joined(lists) {
  const out = new Uint32Array(lists.reduce((sum, l) => sum + l.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

// THREE.Texture of each decoded image, by the way it is sampled.
const textures = { color: new WeakMap(), plain: new WeakMap(), data: new WeakMap(), folds: new WeakMap() };

/**
 * Returns the texture of a decoded image, made once. use: "color" of sRGB; "plain" for plain.js, which takes sRGB colours as they are;
 * "data" of normals, occlusion and roughness; "folds" of those at the second texture coordinates.
 */
function textureOf(picture, use) {
  const made = textures[use];
  if (!made.has(picture)) {
    const texture = Object.assign(new THREE.Texture(picture.bitmap), {
      flipY: false,
      colorSpace: use === "color" ? THREE.SRGBColorSpace : THREE.NoColorSpace,
      wrapS: THREE.RepeatWrapping,
      wrapT: THREE.RepeatWrapping,
      anisotropy: use === "plain" ? 1 : 4,
      channel: use === "folds" ? 1 : 0,
      needsUpdate: true,
    });
    made.set(picture, texture);
  }
  return made.get(picture);
}

/** Returns the properties that all materials of a part have, and its image and the alpha below which it is cut. */
function looks({ material: m }, pictures, isPlain) {
  const isLash = m.name.startsWith("lashes");
  return {
    tint: new THREE.Color().setRGB(...m.color.slice(0, 3)),
    image: m.image < 0 ? null : textureOf(pictures[m.image], isPlain ? "plain" : "color"),
    cut: m.alpha !== "OPAQUE" && !isLash ? 0.5 : 0,
    side: m.isTwoSided ? THREE.DoubleSide : THREE.FrontSide,
    ...(isLash ? { transparent: true, depthWrite: false } : {}), // lashes are thinner than pixels: cut, they would be specks
  };
}

/** Returns the material of a part of a person who stands still, on a software renderer. light: uniforms of plain.js. */
export const plainMaterialOf = (part, pictures, light) => plainPart(light, looks(part, pictures, true));

// Scale of the relief of strands (THREE.MeshStandardMaterial.bumpScale).
const HAIR_RELIEF = 2.5;
// Share of a plain surface's reflection that hair has (THREE.MeshPhysicalMaterial.specularIntensity).
const HAIR_SHINE = 0.35;

/** Returns the material of a part of a rig that is drawn in full. pictures: from load(). */
export function materialOf(part, pictures, isSoftware) {
  const { material: m } = part;
  const { tint, image, cut, ...more } = looks(part, pictures, false);
  const common = { ...more, color: tint, map: image, alphaTest: cut };
  if (isSoftware) return new THREE.MeshLambertMaterial(common);
  if (m.normals >= 0) common.normalMap = textureOf(pictures[m.normals], m.isFolded ? "folds" : "data");
  if (m.shade >= 0) common.aoMap = textureOf(pictures[m.shade], "folds");
  if (m.surface >= 0) common.aoMap = common.roughnessMap = textureOf(pictures[m.surface], "data");
  if (m.name === "skin")
    return new THREE.MeshPhysicalMaterial({
      ...common,
      roughness: m.surface >= 0 ? m.roughness : 0.55,
      sheen: 0.35,
      sheenRoughness: 0.5,
      sheenColor: new THREE.Color(0.9, 0.35, 0.25),
    });
  const isHair = /^(hair|beard|moustache)/.test(m.name);
  const isEye = m.name.startsWith("eyes");
  const roughness = isEye ? 0.08 : isHair ? 0.75 : m.roughness;
  // The image of hair has a brightness for each strand, which makes relief and gloss too: without them highlights are sheets.
  if (isHair && m.image >= 0) {
    common.bumpMap = common.roughnessMap = textureOf(pictures[m.image], "data");
    common.bumpScale = HAIR_RELIEF;
  }
  // Hairs hide most of the sky from each other: with a plain surface's reflection dark hair is blue.
  if (isHair) return new THREE.MeshPhysicalMaterial({ ...common, roughness, specularIntensity: HAIR_SHINE, alphaToCoverage: cut > 0 });
  return new THREE.MeshStandardMaterial({ ...common, roughness, alphaToCoverage: cut > 0 });
}
