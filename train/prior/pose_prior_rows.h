#ifndef PD_TRAIN_PRIOR_POSE_PRIOR_ROWS_H
#define PD_TRAIN_PRIOR_POSE_PRIOR_ROWS_H
/* What a pose prior (core/ik/solver/prior.h) is learned from: frames of motion capture as its numbers, each with a style.
 *
 * Ten frames a second of every clip, and their mirror images; frames with a joint far beyond its range are left out. A fifth of the
 * clips, by the hash of their names, is held out whole. The first row of the table that fits is the style:
 *
 *     skip, dribble, sad   a word of the clip's description ("basketball", "SadWalk")
 *     jump                 the pelvis goes up or down at more than 0.7 m/s
 *     crouch               the pelvis is lower than 0.8 of its standing height over the lower foot
 *     reach                a hand farther than 0.85 of the arm from its shoulder and no lower than 0.25 of the arm under it, or 0.2 m
 *                          over the head
 *     run                  the pelvis goes faster than 2 m/s over the ground
 *     back, side           more than 130, 50 degrees off where the hips face, above 0.3 m/s
 *     walk                 faster than 0.3 m/s
 *     stand                the rest
 *
 * Shapes   N rows, D = 71 numbers of SMPL's 24 joints in its order, not scaled.
 * Units    metres, seconds, radians; speeds over half a second, world space.
 * Memory   pd_train_prior_rows_deinit. The same clips and seed give the same rows.
 */
#include "core/anim/clip.h"

#include <stdint.h>

/* X(id, name) in the order in which they are looked for */
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

/* On the 24 joints with SMPL's names, in any order. description may be NULL. */
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
    int *clips;              /* (N) the clip's number among the given */
} pd_train_prior_rows;

const char *pd_train_style_name(pd_train_style style);
/* ERR_INVALID at the clip's name when it lacks a joint; ERR_MEMORY. */
pd_status pd_train_prior_rows_init(pd_train_prior_rows *rows, const pd_train_prior_clip *clips,
                                   int clip_count, uint64_t seed, pd_error *err);
void pd_train_prior_rows_deinit(pd_train_prior_rows *rows);
/* Rows held out (1) or to learn from (0), of a style or, below 0, of all. */
int pd_train_prior_rows_count(const pd_train_prior_rows *rows, int style, int held_out);

#endif
