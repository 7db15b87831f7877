// The request for the mesh of the maker's person.
import { poseOf } from "../body/poses.js";
import { SMPL } from "../view/smpl.js";
import { PACKED } from "../files/packed.js";
import { fieldsOf, modelOf } from "./choices.js";

/** Weights of blend shapes that are added to the person's expression in the picture: a face without expression looks stern. Portraits have them too. */
const FRIENDLY = {
  browInnerUp: 0.12,
  mouthSmileLeft: 0.2,
  mouthSmileRight: 0.2,
  eyeSquintLeft: 0.05,
  eyeSquintRight: 0.05,
  eyeBlinkLeft: 0.1,
  eyeBlinkRight: 0.1,
};
/** Fields of the pose in which the person is shown. */
const POSE = { body_pose: poseOf("relaxed", SMPL.slice(1, 22)), left_hand: "relaxed", right_hand: "relaxed" };

/** Returns the path and the body of the POST that makes the person of these choices. */
export function personRequest(choices) {
  const { blend_shapes, ...fields } = fieldsOf(choices);
  return {
    path: `/v1/models/${modelOf(choices)}/mesh?${new URLSearchParams({ format: "glb", ...PACKED })}`,
    body: { ...fields, ...POSE, blend_shapes: { ...FRIENDLY, ...blend_shapes }, ground: true },
  };
}
