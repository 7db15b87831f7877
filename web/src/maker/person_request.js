// The request for the mesh of the maker's person.
import { SMPL_NAMES } from "posed-client";
import { poseOf } from "../body/poses.js";
import { FRIENDLY } from "../view/person_fields.js";
import { PACKED } from "../files/packed.js";
import { fieldsOf, modelOf } from "./choices.js";

/** Fields of the pose in which the person is shown. */
const POSE = { body_pose: poseOf("relaxed", SMPL_NAMES.slice(1, 22)), left_hand: "relaxed", right_hand: "relaxed" };

/** Returns the path and the body of the POST that makes the person of these choices. */
export function personRequest(choices) {
  const { blend_shapes, ...fields } = fieldsOf(choices);
  return {
    path: `/v1/models/${modelOf(choices)}/mesh?${new URLSearchParams({ format: "glb", ...PACKED })}`,
    body: { ...fields, ...POSE, blend_shapes: { ...FRIENDLY, ...blend_shapes }, ground: true },
  };
}
