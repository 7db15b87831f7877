#ifndef PD_API_BODY_FACE_SHAPE_H
#define PD_API_BODY_FACE_SHAPE_H
/* Fields of requests that shape the face of a body: features by name, and ancestry.
 *
 *     face_shape   "jaw_width:1,nose_length:-0.5": adds to the betas of these features, in standard
 *                  deviations over people
 *     ancestry     "asian", or "african:1,european:2": sets the two betas of ancestry to these shares, which
 *                  are scaled to add to 1
 *
 * Both apply to betas that were given and to people by seed. Names of features are the model's feature_names
 * (GET /v1/models/{id}).
 *
 * Errors   An unknown name, a value out of range, a name that comes twice and a model without features are
 *          noted at /face_shape or /ancestry. */
#include "api/http/call.h"
#include "core/smpl/model.h"

#include <stdbool.h>

#define PD_API_FACE_SHAPE_MOST 5 /* standard deviations */

typedef struct pd_api_face_shape_values {
    const char *face_shape, *ancestry; /* NULL: absent */
} pd_api_face_shape_values;

/* Rows of a table of fields; at: offset of a pd_api_face_shape_values. */
#define PD_API_FACE_SHAPE_FIELDS(at)                                                                         \
    {.name = "face_shape",                                                                                   \
     .type = PD_API_TEXT,                                                                                    \
     .offset = (at) + offsetof(pd_api_face_shape_values, face_shape),                                        \
     .example = "\"jaw_width:1,nose_length:-0.5\"",                                                          \
     .doc = "Changes of facial features as NAME:VALUE with commas between. Each value is added to that "     \
            "feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names " \
            "of GET /v1/models/{id}."},                                                                      \
    {                                                                                                        \
        .name = "ancestry", .type = PD_API_TEXT,                                                             \
        .offset = (at) + offsetof(pd_api_face_shape_values, ancestry),                                       \
        .example = "\"african:1,european:2\"",                                                               \
        .doc = "Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas "   \
               "between. Without it, the seed decides the ancestry of a random person. The colours of "      \
               "skin, hair and eyes of a random person follow the ancestry."                                 \
    }

/* Returns whether one of the fields is given. */
bool pd_api_face_shape_given(const pd_api_face_shape_values *values);
/* Writes into `out` (B) the betas with the fields applied; betas (count) may be `out`. Returns false if an
 * error was noted. */
bool pd_api_face_shape_apply(float *out, const float *betas, int count,
                             const pd_api_face_shape_values *values, const pd_smpl_model *model,
                             const char *pointer, pd_api_problems *problems);

#endif
