// Fields of the requests for the people that the page shows. first.js asks for the first of them before the page's script has arrived.

/**
 * Weights of blend shapes of the people that the page shows: a face without expression looks stern. The daemon gives portraits the same
 * (core/portrait/portrait.c).
 */
export const FRIENDLY = {
  browInnerUp: 0.35,
  mouthSmileLeft: 0.75,
  mouthSmileRight: 0.75,
  eyeSquintLeft: 0.15,
  eyeSquintRight: 0.15,
  eyeBlinkLeft: 0.16,
  eyeBlinkRight: 0.16,
  cheekSquintLeft: 0.35,
  cheekSquintRight: 0.35,
};

/** Latest version of the rules by which seeds draw clothes (wardrobe_version). Links with a seed and without a version are older. */
export const WARDROBE_VERSION = 3;

/** Returns the version of the wardrobe in a link as a number; 1 for what is none. */
export const wardrobeVersion = (text) => (Number(text) >= 2 && Number(text) <= WARDROBE_VERSION ? Number(text) : 1);

/** Latest version of the distribution of bodies from which seeds draw people (people_version). Links with a seed and without a version are older. */
export const PEOPLE_VERSION = 2;

/** Numbers of triangles of the coarser copies in a person's file, from which figures choose. */
export const COUNTS = [6000, 2500, 1000, 550];

/** Images as WebP. As PNG they are half of the bytes of a file. */
export const WEBP = { textures: "webp" };

/** Returns the fields of a person's GLB file. fields: who it is and what is worn, the same as in the stream. */
export const personFields = (fields) => ({
  rig: true,
  morphs: false,
  levels: COUNTS,
  left_hand: "relaxed",
  right_hand: "relaxed",
  blend_shapes: FRIENDLY,
  ...fields,
});
