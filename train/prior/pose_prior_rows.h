#ifndef PD_TRAIN_PRIOR_POSE_PRIOR_ROWS_H
#define PD_TRAIN_PRIOR_POSE_PRIOR_ROWS_H
/* Training data of a pose prior (core/ik/methods/prior.h): frames of motion capture as the prior's numbers,
 * each with a style.
 *
 * Ten frames a second of every clip, and their mirror images; frames with a joint far beyond its range are
 * left out. A fifth of the clips, by the hash of their names, is held out whole. The first rule that applies
 * gives the style:
 *
 *     skip, dribble, sad   a word of the clip's description ("basketball", "SadWalk")
 *     jump                 the pelvis goes up or down at more than 0.7 m/s
 *     crouch               the pelvis is lower than 0.8 of its standing height above the lower foot
 *     reach                a hand is farther than 0.85 of the arm from its shoulder and no lower than 0.25 of
 *                          the arm below it, or 0.2 m above the head
 *     run                  the pelvis goes faster than 2 m/s horizontally
 *     back, side           motion more than 130, 50 degrees off the facing of the hips, above 0.3 m/s
 *     walk                 faster than 0.3 m/s
 *     stand                the rest
 *
 * Shapes   N rows, D = 71 numbers of SMPL's 24 joints in its order, not scaled.
 * Units    metres, seconds, radians; speeds over half a second, world space.
 * Memory   pd_train_prior_rows_deinit frees. The same clips and seed give the same rows.
 */
#include "core/anim/clip.h"

#include <stdint.h>

/* X(id, name), in the order of the rules */
#define PD_TRAIN_STYLE_TABLE(X)                                                                              \
    X(SKIP, "skip")                                                                                          \
    X(DRIBBLE, "dribble")                                                                                    \
    X(SAD, "sad")                                                                                            \
    X(JUMP, "jump")                                                                                          \
    X(CROUCH, "crouch")                                                                                      \
    X(REACH, "reach")                                                                                        \
    X(RUN, "run")                                                                                            \
    X(BACK, "back")                                                                                          \
    X(SIDE, "side")                                                                                          \
    X(WALK, "walk")                                                                                          \
    X(STAND, "stand")

typedef enum pd_train_style {
#define PD_TRAIN_STYLE_ENUM(id, name) PD_TRAIN_STYLE_##id,
    PD_TRAIN_STYLE_TABLE(PD_TRAIN_STYLE_ENUM)
#undef PD_TRAIN_STYLE_ENUM
        PD_TRAIN_STYLE_COUNT
} pd_train_style;

#define PD_TRAIN_PRIOR_DIM 71

/* Clip with the 24 joints of SMPL's names, in any order. description may be NULL. */
typedef struct pd_train_prior_clip {
    const pd_anim_clip *clip;
    const char *name, *description;
} pd_train_prior_clip;

typedef struct pd_train_prior_rows {
    int count;
    float *x;                /* (N,D)                                 */
    unsigned char *styles;   /* (N) pd_train_style                    */
    unsigned char *held_out; /* (N)                                   */
    unsigned char *mirrored; /* (N)                                   */
    int *clips;              /* (N) index of the clip */
} pd_train_prior_rows;

/* Returns the name by which requests choose a style. */
const char *pd_train_style_name(pd_train_style style);
/* Makes the rows. ERR_INVALID at the clip's name when it lacks a joint; ERR_MEMORY. */
pd_status pd_train_prior_rows_init(pd_train_prior_rows *rows, const pd_train_prior_clip *clips,
                                   int clip_count, uint64_t seed, pd_error *err);
void pd_train_prior_rows_deinit(pd_train_prior_rows *rows);
/* Returns the number of held-out (1) or training (0) rows of a style,
 * or of all styles when `style` is below 0. */
int pd_train_prior_rows_count(const pd_train_prior_rows *rows, int style, int held_out);

#endif
