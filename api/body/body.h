#ifndef PD_API_BODY_BODY_H
#define PD_API_BODY_BODY_H
/* Bodies in requests: betas, pose in one of its forms, translation, soft tissue.
 *
 *     pose         24 x 3 axis-angle, radians, or the same 72 numbers flat
 *     quaternions  24 x 4, x y z w; normalised; zero is an error
 *     rotations    24 x 3x3 row-major (or 9 flat numbers), orthonormal within PD_API_ROTATION_TOLERANCE, or
 *                  24 x 6: the first two columns; brought back to a rotation by Gram-Schmidt
 *
 *     body_pose and the other parts of smplx's users (core/smpl/part.h): 3, 4, 6 or 9 numbers a joint; hands also by
 *                  principal components or by name (core/smpl/hand.h), with the model's mean unless flat_hand_mean
 *
 * Whatever the form, the job holds 3x3 float32 matrices. In {"bodies":[...]} what stands outside is shared;
 * a body's own fields win.
 */
#include "api/body/people.h"
#include "api/http/call.h"
#include "core/retarget/avatar/joint_names.h"
#include "core/smpl/body.h"
#include "core/smpl/part.h"

#define PD_API_ROTATION_TOLERANCE 1e-3

/* As decoded by pd_api_body_fields: borrowed from the document. */
typedef struct pd_api_body_values {
    const json_t *betas, *expression, *pose, *quaternions, *rotations, *translation, *transl, *soft;
    const json_t *blend_shapes;
    const json_t *parts[PD_SMPL_PART_COUNT];
    int ground, use_pca, flat_hand_mean;
    int left_hand, right_hand; /* pd_smpl_hand_pose. All of these: -1, not given */
    pd_api_people_values people;
} pd_api_body_values;

/* Nothing given. */
#define PD_API_NO_BODY_VALUES                                                                                \
    {                                                                                                        \
        .ground = -1, .use_pca = -1, .flat_hand_mean = -1, .left_hand = -1, .right_hand = -1,                \
        .people = PD_API_NOBODY                                                                              \
    }

/* Table rows for fields that several requests share, so that type, range and example are the same in all. at: the member's offset;
 * text: its doc, what it is for in that request. */
#define PD_API_BETAS_FIELD(at, text)                                                                         \
    {                                                                                                        \
        .name = "betas", .type = PD_API_NUMBERS, .offset = (at), .min = -PD_SMPL_BETA_MAX,                   \
        .max = PD_SMPL_BETA_MAX, .preset = "[]", .example = "[1.5,-0.5]", .doc = (text)                      \
    }
/* Rows of a table of fields: soft tissue that moves, and breathing (core/smpl/soft/soft.h). soft_at, breathing_at: offsets of an int and a
 * double; where: what shows it, for the docs. */
#define PD_API_SOFT_FIELDS(soft_at, breathing_at, where)                                                     \
    {.name = "soft",                                                                                         \
     .type = PD_API_BOOLEAN,                                                                                 \
     .offset = (soft_at),                                                                                    \
     .preset = "false",                                                                                      \
     .doc = "True makes the body's soft tissue follow the motion. It shows in " where                        \
            "; for models with soft-tissue directions (soft_dynamics is not none)."},                        \
    {                                                                                                        \
        .name = "breathing", .type = PD_API_NUMBER, .offset = (breathing_at), .min = 0, .max = 60,           \
        .preset = "0",                                                                                       \
        .doc = "Breathing rate of the body in breaths per minute, shown where `soft` is; 0: no breathing. "  \
               "DMPL directions cannot show breathing."                                                      \
    }
/* The three forms of a pose, one row each. */
#define PD_API_POSE_FIELD(at, text)                                                                          \
    {                                                                                                        \
        .name = "pose", .type = PD_API_NUMBERS, .offset = (at), .min = -1000, .max = 1000,                   \
        .schema = PD_API_NUMBERS_OR_ROWS("3"), .example = "[[0,0,0],[0.3,0,0],[0,0,0],...]", .doc = (text)   \
    }
#define PD_API_QUATERNIONS_FIELD(at, text)                                                                   \
    {                                                                                                        \
        .name = "quaternions", .type = PD_API_NUMBERS, .offset = (at), .min = -1e6, .max = 1e6,              \
        .schema = PD_API_NUMBERS_OR_ROWS("4"), .example = "[[0,0,0,1],[0.149,0,0,0.989],...]", .doc = (text) \
    }
#define PD_API_ROTATIONS_FIELD(at, text)                                                                     \
    {                                                                                                        \
        .name = "rotations", .type = PD_API_NUMBERS, .offset = (at), .min = -1e6, .max = 1e6,                \
        .schema = PD_API_ROTATIONS, .example = "[[[1,0,0],[0,1,0],[0,0,1]],...]", .doc = (text)              \
    }
#define PD_API_TRANSLATION_FIELD(at, text) PD_API_TRANSLATION_NAMED("translation", at, text)
#define PD_API_TRANSLATION_NAMED(called, at, text)                                                           \
    {                                                                                                        \
        .name = called, .type = PD_API_NUMBERS, .offset = (at), .min = -1e6, .max = 1e6,                     \
        .preset = "[0,0,0]", .example = "[0,0.95,0]", .doc = (text)                                          \
    }

#define PD_API_NAMES_CHOICE(id, word) "|" word
/* What joints are called in a file. text: in which files, for the documents. */
#define PD_API_NAMES_FIELD(at, text)                                                                         \
    {                                                                                                        \
        .name = "names", .type = PD_API_CHOICE, .offset = (at), .preset = "\"smpl\"",                        \
        .choices = &PD_RETARGET_NAMES_TABLE(PD_API_NAMES_CHOICE)[1], .example = "\"mixamo\"",                \
        .doc = "Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm "      \
               "(leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl "       \
               "(the model's own names). Joints that a naming does not cover keep the model's names. "       \
               "Rotations do not depend on it. Allowed for " text "."                                        \
    }

/* Whether a GLB's morph targets are the model's expressions: 0 no, 1 yes. text: of which GLBs, for the documents.
 * As pd_api_face_check wants it. */
#define PD_API_FACE_FIELD(at, text)                                                                          \
    {                                                                                                        \
        .name = "face", .type = PD_API_BOOLEAN, .offset = (at), .preset = "false",                           \
        .doc = "True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes "      \
               "and 14 visemes for the shipped people. Garment and hair layers that lie on the skin "        \
               "follow them. Allowed for " text "."                                                          \
    }

#define PD_API_CORRECTIVES_FIELD(at, text)                                                                   \
    {                                                                                                        \
        .name = "correctives", .type = PD_API_INTEGER, .offset = (at), .min = 0, .max = 2295, .preset = "0", \
        .example = "16",                                                                                     \
        .doc = "Number of morph targets that replace the model's pose blend shapes, which skinning "         \
               "alone cannot show. Their weights are written for the pose or for every frame. The "          \
               "mesh's extras (correctives) have the map from joint rotations to weights and the "           \
               "remaining error in millimetres. At most nine for each joint that has pose blend "            \
               "shapes: 207 in the shipped models of 24 joints. Allowed for " text "."                       \
    }

extern const pd_api_field pd_api_body_fields[]; /* into a pd_api_body_values at offset 0 of the struct */

/* Sets in *out what values give, with the arrays in pool; the rest of *out stays. 0 after errors. *person: the person that betas were made
 * for, where the request asked for one; may be NULL. */
int pd_api_body_read(pd_smpl_body *out, const pd_smpl_person **person, const pd_api_body_values *values,
                     const pd_smpl_model *model, pd_api_pool *pool, const char *pointer,
                     pd_api_problems *problems);
/* 0 after an error: more than the model's pose blend shapes come to. */
int pd_api_correctives_check(int count, const pd_smpl_model *model, pd_api_problems *problems);
/* Whether the model has expressions with names, which a face is made of: 1 yes; 0 and a
 * problem at /face, PD_ERR_UNSUPPORTED, if not. */
int pd_api_face_check(const pd_smpl_model *model, pd_api_problems *problems);
/* (joints,3,3) from whichever of pose, quaternions and rotations is given; *out stays when none is. */
int pd_api_rotations_read(const float **out, const pd_api_body_values *values, int joints, pd_api_pool *pool,
                          const char *pointer, pd_api_problems *problems);
/* The same, or from the parts. */
int pd_api_pose_read(const float **out, const pd_api_body_values *values, const pd_smpl_model *model,
                     pd_api_pool *pool, const char *pointer, pd_api_problems *problems);
/* Where no pose is given: as smplx, the hands of a model that has a mean rest in it. *out stays without one. */
int pd_api_rest_pose(const float **out, const pd_smpl_model *model, pd_api_pool *pool,
                     pd_api_problems *problems);
bool pd_api_body_has_parts(const pd_api_body_values *values);

/* How many numbers may be given, and why, for messages: "the model's betas", "x, y, z". */
typedef struct pd_api_count {
    int least, most;
    const char *reason;
} pd_api_count;

/* The numbers of a flat array. Returns how many, or -1 after an error. */
int pd_api_numbers_read(float *out, const json_t *array, pd_api_count allowed, const pd_api_field *field,
                        const char *pointer, pd_api_problems *problems);
/* All elements of a flat array, whose count is checked already. */
int pd_api_flat_read(float *out, const json_t *array, const pd_api_field *f, const char *pointer,
                     pd_api_problems *p);
/* The row of a table by name; the table must have it. */
const pd_api_field *pd_api_field_named(const pd_api_field *table, const char *name);

/* Handlers of mesh, joints and faces. */
pd_api_handler pd_api_handle_mesh, pd_api_handle_joints, pd_api_handle_faces;
pd_api_cost pd_api_mesh_cost;
extern const pd_api_field pd_api_bodies_fields[], pd_api_output_fields[], pd_api_mesh_fields[],
    pd_api_mesh_query_fields[], pd_api_wear_fields[], pd_api_mhr_fields[], pd_api_joints_query_fields[],
    pd_api_faces_query_fields[];

#endif
