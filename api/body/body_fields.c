/* Fields of a body of the SMPL family. */
#include "api/body/avatar.h"
#include "api/body/body.h"
#include "core/smpl/part/hand.h"

#define AT(member) offsetof(pd_api_body_values, member)

/* "|relaxed|fist|..." from the poses' own table; the leading bar is skipped. */
#define HAND_POSE(id, name, ...) "|" name
static const char hand_poses[] = PD_SMPL_HAND_POSE_TABLE(HAND_POSE);

const pd_api_field pd_api_body_fields[] = {
    PD_API_BETAS_FIELD(AT(betas), "Shape coefficients of the body, in standard deviations. Any count up to "
                                  "the model's is allowed; missing ones are 0."),
    PD_API_PEOPLE_FIELDS(AT(people)),
    PD_API_FACE_SHAPE_FIELDS(AT(face)),
    {.name = "pose",
     .type = PD_API_NUMBERS,
     .offset = AT(pose),
     .min = -1000,
     .max = 1000,
     .words = PD_API_AVATAR_POSES,
     .schema = "{\"anyOf\":[{\"type\":\"string\",\"enum\":[\"t\",\"a\",\"T\",\"A\"]}," PD_API_NUMBERS_OR_ROWS(
         "3") "]}",
     .example = "[[0,0,0],[0.3,0,0],[0,0,0],...]",
     .doc = "Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers "
            "for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the "
            "mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) "
            "or a (arms 45 degrees down)."},
    PD_API_QUATERNIONS_FIELD(
        AT(quaternions), "Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to "
                         "the parent. Quaternions are normalised; a zero quaternion is an error."),
    PD_API_ROTATIONS_FIELD(
        AT(rotations), "Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as "
                       "a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 "
                       "numbers, the matrix's first and second column (Zhou et al. 2019)."),
#define PART_FIELD(id, part, first, count, hand, text)                                                       \
    {.name = part,                                                                                           \
     .type = PD_API_NUMBERS,                                                                                 \
     .offset = AT(parts[PD_SMPL_PART_##id]),                                                                 \
     .min = -1e6,                                                                                            \
     .max = 1e6,                                                                                             \
     .schema = PD_API_ROTATIONS,                                                                             \
     .example = (count) == 1 ? "[0.2,0,0]" : "[[0,0,0],[0.3,0,0],...]",                                      \
     .doc = text ", named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) "   \
                 "or matrix (9), flat or one row per joint."},
    PD_SMPL_PART_TABLE(PART_FIELD)
#undef PART_FIELD
        {.name = "left_hand",
         .type = PD_API_CHOICE,
         .offset = AT(left_hand),
         .choices = hand_poses + 1,
         .doc = "Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. "
                "The model's mean hand pose is not added."},
    {.name = "right_hand",
     .type = PD_API_CHOICE,
     .offset = AT(right_hand),
     .choices = hand_poses + 1,
     .doc =
         "Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added."},
    {.name = "use_pca",
     .type = PD_API_BOOLEAN,
     .offset = AT(use_pca),
     .doc = "True reads hand poses as coefficients of the model's principal components, false as rotations. "
            "Without it, fewer than 45 numbers are coefficients."},
    {.name = "flat_hand_mean",
     .type = PD_API_BOOLEAN,
     .offset = AT(flat_hand_mean),
     .preset = "false",
     .doc = "True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to "
            "coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and "
            "matrices."},
    {.name = "expression",
     .type = PD_API_NUMBERS,
     .offset = AT(expression),
     .min = -PD_SMPL_EXPRESSION_MAX,
     .max = PD_SMPL_EXPRESSION_MAX,
     .preset = "[]",
     .example = "[1.5,-0.5]",
     .doc = "Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); "
            "for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's "
            "is allowed."},
    {.name = "blend_shapes",
     .type = PD_API_ANY,
     .offset = AT(blend_shapes),
     .schema =
         "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\",\"minimum\":-2,\"maximum\":2}}",
     .example = "{\"jawOpen\":0.4,\"mouthSmileLeft\":0.8}",
     .doc =
         "Expression weights by name, -2 to 2, added to `expression`. Names are the model's "
         "expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it "
         "moves those of large eyes farther."},
    PD_API_TRANSLATION_FIELD(AT(translation), "Translation of the body in metres: x, y, z."),
    PD_API_TRANSLATION_NAMED(
        "transl", AT(transl),
        "Translation of the body in metres under smplx's name; the same field as `translation`."),
    {.name = "soft_tissue",
     .type = PD_API_NUMBERS,
     .offset = AT(soft),
     .min = -1000,
     .max = 1000,
     .preset = "[]",
     .example = "[0.2,-0.1]",
     .doc = "Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; "
            "missing ones are 0."},
    {.name = "ground",
     .type = PD_API_BOOLEAN,
     .offset = AT(ground),
     .preset = "false",
     .doc = "True moves the body vertically, after the translation, so that its lowest vertex is at y = 0."},
    {0},
};
