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
