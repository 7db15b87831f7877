#ifndef PD_TRAIN_EVALUATE_ACTIVITY_H
#define PD_TRAIN_EVALUATE_ACTIVITY_H
/* Classifies the activity of a body in each frame from the outside: from the path of its hips and its facing.
 *
 * v is the speed of the hips, a its rate of change, w the rate of facing, all smoothed with a Gaussian of 9
 * frames; b is the angle between motion and facing; h the height of the hip joints. The first rule that
 * applies decides:
 *
 *     jump         both toes over .13 m for 14 frames (from 30 before to 18 after it)
 *     other        h < .8 of the leg
 *     start, stop  from half a second before to half a second after a change between v < .3 and v > .7 m/s
 *                  within 2 s
 *     stand        v < .25 m/s and |w| < 30 degrees/s
 *     side, back   b > 50, b > 130 degrees, v > .3 m/s
 *     jog          v > 2 m/s;  jog, turn: |w| > 45 degrees/s, |a| > 1 m/s2
 *     walk         the rest;   walk, turn: |w| > 30 degrees/s, |a| > .5 m/s2
 *
 * The thresholds are those of the sampling in training (train/motion/kind.h), but need no labels.
 */
#include "train/evaluate/curves.h"

/* X(id, name) */
#define PD_TRAIN_ACTIVITY_TABLE(X)                                                                           \
    X(STAND, "stand")                                                                                        \
    X(WALK, "walk")                                                                                          \
    X(WALK_TURN, "walk-turn")                                                                                \
    X(JOG, "jog")                                                                                            \
    X(JOG_TURN, "jog-turn")                                                                                  \
    X(SIDE, "side")                                                                                          \
    X(BACK, "back")                                                                                          \
    X(START_STOP, "start-stop")                                                                              \
    X(JUMP, "jump")                                                                                          \
    X(OTHER, "other")

typedef enum pd_train_activity {
#define PD_TRAIN_ACTIVITY_ENUM(id, name) PD_ACTIVITY_##id,
    PD_TRAIN_ACTIVITY_TABLE(PD_TRAIN_ACTIVITY_ENUM)
#undef PD_TRAIN_ACTIVITY_ENUM
        PD_ACTIVITY_COUNT
} pd_train_activity;

extern const char *const pd_train_activity_names[PD_ACTIVITY_COUNT];

/* Classifies each frame into out (T). curves: those of the track. ERR_MEMORY. */
pd_status pd_train_activities(unsigned char *out, const pd_train_curves *curves, const pd_anim_track *track,
                              pd_error *err);

#endif
