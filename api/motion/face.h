#ifndef PD_API_MOTION_FACE_H
#define PD_API_MOTION_FACE_H
/* Requests of face and hands: the fields of the stream's message `face`, and of a script's list `faces`.
 *
 *     stream   {"type":"face","id":1,"blend_shapes":{"mouthSmileLeft":0.8},"right_hand":"point"}
 *     script   "faces":[{"t":1,"blend_shapes":{"jawOpen":0.5},"seconds":0.1},{"t":2}]
 *
 * A script's requests are resolved for what moves, once that is known:
 *
 *     a body         expressions of its model, and fingers          glb, npz
 *     a character    blend shapes and fingers of its file           glb, json
 *     no body        ARKit's blend shapes, the visemes and VRM's    json, vrma
 *                    expressions, by name; fingers                  vrma
 *
 * A name that is not there is left out with a warning; a request that has only such names is refused.
 *
 * Memory   cues and goals are in the call's pool.
 */
#include "api/http/fields.h"
#include "api/http/pool.h"
#include "core/retarget/face.h"
#include "core/retarget/own_face.h"

#include <stdbool.h>

#define PD_API_FACE_CUES 10000 /* most entries of `faces`: lip movement of five minutes, 30 a second */

/* Values of the table below; json_t members are borrowed from the document. */
typedef struct pd_api_face_values {
    const json_t *blend_shapes;
    double seconds;
    int left_hand, right_hand;
} pd_api_face_values;

/* The table fills its values at offset 0 of the struct. */
extern const pd_api_field pd_api_face_fields[];
extern const pd_api_face_values pd_api_face_preset;

/* Makes a checked request of values, apart from the names of shapes. Returns false if an error was noted. */
bool pd_api_face_read(pd_retarget_face_request *face, const pd_api_face_values *values, const char *pointer,
                      pd_api_problems *problems);

typedef struct pd_api_face_shape {
    char name[PD_RETARGET_FACE_NAME_BYTES];
    float weight;
} pd_api_face_shape;

/* An entry of a script's list: a request without room for more shapes than it has. */
typedef struct pd_api_face_cue {
    double time, seconds;
    int hands[2]; /* left, right; as in pd_retarget_face_request */
    int shape_count;
    const pd_api_face_shape *shapes;
} pd_api_face_cue;

typedef struct pd_api_face_cues {
    const pd_api_face_cue *cues;
    int count;
} pd_api_face_cues;

/* Makes an entry of values. Returns false if an error was noted. */
bool pd_api_face_cue_read(pd_api_face_cue *cue, const pd_api_face_values *values, const char *pointer,
                          pd_api_pool *pool, pd_api_problems *problems);
/* Returns whether any of the entries has shapes. */
bool pd_api_face_has_shapes(const pd_api_face_cues *cues);

/* The entries of a script, resolved. One of `body`, `own` and `named` is set, if there are entries. */
typedef struct pd_api_face_goals {
    int count;
    const pd_retarget_face_goal *body; /* (count) of a body */
    const pd_retarget_own_goal *own;   /* (count) of a character */
    const float *named;                /* (count,name_count) without a body */
    const char *const *names;          /* (name_count) */
    int name_count;
    const int (*hands)[2];         /* (count) left, right, without a body; NULL: no entry has a hand */
    const double *times, *seconds; /* (count) */
} pd_api_face_goals;

/* What shows the entries. */
typedef struct pd_api_face_figure {
    const pd_smpl_model *model; /* a body's; NULL: none */
    /* a character's; NULL: none. Without both, entries are resolved by name. */
    const pd_retarget_own_face *own;
    bool has_fingers; /* without both: the format has fingers */
} pd_api_face_figure;

/* Resolves entries for a figure. Returns false if an error was noted. */
bool pd_api_face_resolve(pd_api_face_goals *out, const pd_api_face_cues *cues,
                         const pd_api_face_figure *figure, pd_api_pool *pool, pd_api_problems *problems);
/* Returns the frames (count) in which the entries begin, from malloc; NULL if memory ran out. */
int *pd_api_face_frames(const pd_api_face_goals *goals, double rate);

#endif
