#ifndef PD_API_BODY_BODY_H
#define PD_API_BODY_BODY_H
/* Bodies in requests: betas, pose in one of its forms, translation, soft tissue.
 *
 *     pose         24 x 3 axis-angle, radians, or the same 72 numbers flat
 *     quaternions  24 x 4, x y z w; normalised; zero is an error
 *     rotations    24 x 3x3 row-major (or 9 flat numbers), orthonormal within PD_API_ROTATION_TOLERANCE, or
 *                  24 x 6: the first two columns; brought back to a rotation by Gram-Schmidt
 *
 * Whatever the form, the job holds 3x3 float32 matrices. In {"bodies":[...]} what stands outside is shared;
 * a body's own fields win.
 */
#include "api/http/call.h"
#include "core/smpl/body.h"

#define PD_API_ROTATION_TOLERANCE 1e-3

/* As decoded by pd_api_body_fields: borrowed from the document. */
typedef struct pd_api_body_values {
    const json_t *betas, *pose, *quaternions, *rotations, *translation, *soft;
    int ground;
} pd_api_body_values;

/* Rows of a table for what several requests have, wherever it stands in them: one type, range and example each. at is the member's offset,
 * text its doc: what it is for there. */
#define PD_API_BETAS_FIELD(at, text)                                                                         \
    {                                                                                                        \
        .name = "betas", .type = PD_API_NUMBERS, .offset = (at), .min = -PD_SMPL_BETA_MAX,                   \
        .max = PD_SMPL_BETA_MAX, .preset = "[]", .example = "[1.5,-0.5]", .doc = (text)                      \
    }
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
#define PD_API_TRANSLATION_FIELD(at, text)                                                                   \
    {                                                                                                        \
        .name = "translation", .type = PD_API_NUMBERS, .offset = (at), .min = -1e6, .max = 1e6,              \
        .preset = "[0,0,0]", .example = "[0,0.95,0]", .doc = (text)                                          \
    }

extern const pd_api_field pd_api_body_fields[]; /* into a pd_api_body_values at offset 0 of the struct */

/* Adds to *out what values give, with the arrays in pool; the rest of *out stays. 0 after errors. */
int pd_api_body_read(pd_smpl_body *out, const pd_api_body_values *values, const pd_smpl_model *model,
                     pd_api_pool *pool, const char *pointer, pd_api_problems *problems);
/* (joints,3,3) from whichever of pose, quaternions and rotations is given; *out stays when none is. */
int pd_api_turns_read(const float **out, const pd_api_body_values *values, int joints, pd_api_pool *pool,
                      const char *pointer, pd_api_problems *problems);

/* count numbers at most, at least least, of a flat array. Returns how many, or -1 after an error. what names
 * the reason of the count in the message. */
int pd_api_numbers_read(float *out, const json_t *array, int least, int most, const char *what,
                        const pd_api_field *field, const char *pointer, pd_api_problems *problems);
/* The row of a table by name; the table must have it. */
const pd_api_field *pd_api_field_named(const pd_api_field *table, const char *name);

/* Handlers of mesh, joints and faces. */
pd_api_handler pd_api_handle_mesh, pd_api_handle_joints, pd_api_handle_faces;
pd_api_cost pd_api_mesh_cost;
extern const pd_api_field pd_api_bodies_fields[], pd_api_output_fields[], pd_api_mesh_fields[],
    pd_api_mesh_query_fields[], pd_api_joints_query_fields[], pd_api_faces_query_fields[];

#endif
