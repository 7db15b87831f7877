#ifndef PD_API_BODY_BODY_H
#define PD_API_BODY_BODY_H
/* Reads bodies from requests: betas, a pose in one of its forms, a translation and soft tissue.
 *
 *     pose         24 x 3 axis-angle vectors in radians, or 72 numbers in a flat list
 *     quaternions  24 x 4 numbers x, y, z, w; they are normalised; a zero quaternion is an error
 *     rotations    24 matrices of 3 x 3 numbers, row-major (or 9 numbers in a flat list), orthonormal within
 *                  PD_API_ROTATION_TOLERANCE, or 24 x 6 numbers, the first two columns of a matrix;
 *                  Gram-Schmidt makes them exact rotations
 *     body_pose, left_hand_pose, ...
 *                  parts of a pose by their names in smplx (core/smpl/part/part.h): 3, 4, 6 or 9 numbers for
 *                  each joint. Hands also by principal components or by name (core/smpl/part/hand.h); the
 *                  model's mean hand pose is added unless flat_hand_mean
 *
 * Each form is converted to 3x3 float32 matrices. In a request with {"bodies":[...]} the fields beside
 * `bodies` are shared, and a body's own field replaces the shared one.
 */
#include "api/body/face_shape.h"
#include "api/body/numbers.h"
#include "api/body/people.h"
#include "api/http/call.h"
#include "core/retarget/character/joint_names.h"
#include "core/smpl/body.h"
#include "core/smpl/part/part.h"

#include <stdbool.h>

/* Largest distance of R R^T from the identity that counts as a rotation (pd_rot_error). */
#define PD_API_ROTATION_TOLERANCE 1e-3

/* Values of pd_api_body_fields, borrowed from the parsed document.
 * NULL or -1 marks a field that is absent. */
typedef struct pd_api_body_values {
    const json_t *betas, *expression, *pose, *quaternions, *rotations, *translation, *transl, *soft;
    const json_t *blend_shapes; /* object of expression weights by name */
    const json_t *parts[PD_SMPL_PART_COUNT];
    int ground, use_pca, flat_hand_mean; /* 0 or 1 */
    int left_hand, right_hand;           /* pd_smpl_hand_pose */
    pd_api_people_values people;
    pd_api_face_shape_values face;
} pd_api_body_values;

/* Initial value: all fields are absent. */
#define PD_API_NO_BODY_VALUES                                                                                \
    {                                                                                                        \
        .ground = -1, .use_pca = -1, .flat_hand_mean = -1, .left_hand = -1, .right_hand = -1,                \
        .people = PD_API_NOBODY                                                                              \
    }

/* Rows for fields that several requests have, so that type, range and example are equal in all of them. at:
 * offset of the member; text: description of the field in that request. */
#define PD_API_BETAS_FIELD(at, text)                                                                         \
    {                                                                                                        \
        .name = "betas", .type = PD_API_NUMBERS, .offset = (at), .min = -PD_SMPL_BETA_MAX,                   \
        .max = PD_SMPL_BETA_MAX, .preset = "[]", .example = "[1.5,-0.5]", .doc = (text)                      \
    }
/* Rows for soft tissue and breathing (core/smpl/soft/soft.h). soft_at, breathing_at: offsets of an int and a
 * double; where: the outputs that show the effect, for the docs. */
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
/* Rows for three forms of a pose. */
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
/* Row for the naming of joints in a file. text: the formats that allow it, for the docs. */
#define PD_API_NAMES_FIELD(at, text)                                                                         \
    {                                                                                                        \
        .name = "names", .type = PD_API_CHOICE, .offset = (at), .preset = "\"smpl\"",                        \
        .choices = &PD_RETARGET_NAMES_TABLE(PD_API_NAMES_CHOICE)[1], .example = "\"mixamo\"",                \
        .doc = "Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm "      \
               "(leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the "  \
               "model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y "     \
               "along the bone), so that its clips fit. Allowed for " text "."                               \
    }

/* Row for writing expressions as morph targets; the caller checks the value with pd_api_face_check. text: the
 * outputs that allow it, for the docs. */
#define PD_API_FACE_FIELD(at, text)                                                                          \
    {                                                                                                        \
        .name = "face", .type = PD_API_BOOLEAN, .offset = (at), .preset = "false",                           \
        .doc = "True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes "      \
               "and the 15 visemes of Oculus for the shipped people; the eyeLook shapes turn the eyeballs. " \
               "Garment and hair layers that lie on the skin "                                               \
               "follow them. Allowed for " text "."                                                          \
    }

#define PD_API_CORRECTIVES_FIELD(at, text)                                                                   \
    {                                                                                                        \
        .name = "correctives", .type = PD_API_INTEGER, .offset = (at), .min = 0, .max = 2295, .preset = "0", \
        .example = "16",                                                                                     \
        .doc = "Number of morph targets that replace the model's pose blend shapes, which skinning alone "   \
               "cannot show: at most nine for each joint that has pose blend shapes. The mesh's extras "     \
               "(correctives) have the map from joint rotations to weights. Allowed for " text "."           \
    }

extern const pd_api_field pd_api_body_fields[]; /* fills a pd_api_body_values at offset 0 of the struct */

/* Bodies of a batch in arrays with a first dimension for them, as all arrays of the smplx package have: betas
 * (B,10), body_pose (B,63) or (B,21,3), global_orient (B,3), transl (B,3). An array without that
 * dimension, or with one row, belongs to all bodies. An array of a part with as many rows as the part has
 * joints is one body's, a row for each joint. Three rows of 3 that are a rotation matrix are refused where
 * nothing else tells that there are three bodies. The values are borrowed from the parsed document. */
typedef struct pd_api_body_spread {
    size_t count;              /* bodies; 0: no array has a first dimension for them */
    pd_api_body_values values; /* as given */
    const pd_smpl_model *model;
} pd_api_body_spread;

/* Finds the number of bodies. Returns false if an error was noted. */
bool pd_api_body_spread_find(pd_api_body_spread *out, const pd_api_body_values *values,
                             const pd_smpl_model *model, const char *pointer, pd_api_problems *problems);
/* Returns the values that all bodies share: those without the dimension. */
pd_api_body_values pd_api_body_spread_shared(const pd_api_body_spread *spread);
/* Returns all values of the only body, without the dimension. */
pd_api_body_values pd_api_body_spread_plain(const pd_api_body_spread *spread);
/* Returns the values of one body that have the dimension; all others are absent. */
pd_api_body_values pd_api_body_spread_body(const pd_api_body_spread *spread, size_t body);

/* Sets the members of *out for which there are values, with their arrays in `pool`, and leaves the others
 * unchanged. If the request asks for a person, *person (`person` may be NULL) is the person whose betas are
 * used. Returns false if an error was noted. */
bool pd_api_body_read(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *values,
                      const pd_smpl_model *model, pd_api_pool *pool, const char *pointer,
                      pd_api_problems *problems);
/* Row of the field `sculpts`, with the preset -1 in its values. */
#define PD_API_SCULPTS_FIELD(at)                                                                             \
    {                                                                                                        \
        .name = "sculpts", .type = PD_API_BOOLEAN, .offset = (at), .is_conditional = true, .preset = "true", \
        .doc = "False leaves out the sculpted shapes that the pose drives (`sculpts` of GET "                \
               "/v1/models/{id}). In a glb with a rig they are morph targets with the weights of the pose, " \
               "and the mesh's extras (sculpts) say how the pose drives them. Only for models that have "    \
               "such shapes."                                                                                \
    }
/* Checks that the model has sculpts that the pose drives, for a request that gives the field. Returns false
 * if an error was noted. */
bool pd_api_sculpts_check(const pd_smpl_model *model, pd_api_problems *problems);
/* Checks that `correctives` is at most the number of the model's pose blend shapes.
 * Returns false if an error was noted. */
bool pd_api_correctives_check(int count, const pd_smpl_model *model, pd_api_problems *problems);
/* Checks that the model has named expressions, which `face` needs. Returns 0 and notes PD_ERR_UNSUPPORTED at
 * /face if it has none. */
bool pd_api_face_check(const pd_smpl_model *model, pd_api_problems *problems);
/* Sets *out to (joints,3,3) matrices, in the pool, from the one of pose, quaternions and rotations that is
 * given; leaves *out unchanged if none is. Returns false if an error was noted. */
bool pd_api_rotations_read(const float **out, const pd_api_body_values *values, int joints, pd_api_pool *pool,
                           const char *pointer, pd_api_problems *problems);
/* Does what pd_api_rotations_read does, and also reads the parts
 * of a pose (body_pose, left_hand_pose, ...). */
bool pd_api_pose_read(const float **out, const pd_api_body_values *values, const pd_smpl_model *model,
                      pd_api_pool *pool, const char *pointer, pd_api_problems *problems);
/* Sets *out to the pose of a body for which no pose is given: as in smplx, the hands of a model with a mean
 * hand pose are in that pose. Leaves *out unchanged if the model has none. */
bool pd_api_rest_pose(const float **out, const pd_smpl_model *model, pd_api_pool *pool,
                      pd_api_problems *problems);
/* Returns whether any part of a pose is given. */
bool pd_api_body_has_parts(const pd_api_body_values *values);

/* Handlers of the routes mesh, joints and faces. */
pd_api_handler pd_api_handle_mesh, pd_api_handle_joints, pd_api_handle_faces;
pd_api_cost pd_api_mesh_cost;
extern const pd_api_field pd_api_bodies_fields[], pd_api_output_fields[], pd_api_mesh_fields[],
    pd_api_mesh_query_fields[], pd_api_wear_fields[], pd_api_mhr_fields[], pd_api_joints_query_fields[],
    pd_api_faces_query_fields[];

#endif
