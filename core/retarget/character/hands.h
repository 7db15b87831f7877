#ifndef PD_RETARGET_CHARACTER_HANDS_H
#define PD_RETARGET_CHARACTER_HANDS_H
/* Moves the hands of a retargeted figure to where they are outside of its own body, or on it as the source's
 * hands are on theirs (character/touch.h).
 *
 * A palm that is near the body or the other palm, in the source or in the target, is placed relative to the
 * target's surface as the source's is to its own. Shoulder and elbow bend for it, and the hand keeps its
 * rotation.
 *
 * A critically damped spring smooths the displacement, because otherwise elbows pop when hands approach a
 * body. The displacement grows in three frames and falls in half a second, slower than an arm swings, and it
 * turns with the hips: wide people hold their arms away from their hips while they walk. (With one rate of
 * three frames the displacement came when the hand was past the hip: of 70 frames of walks, turns and a jog a
 * body of 1.20 m had a hand inside in 50 %, and 3 % now.)
 *
 * Spaces   world, metres.
 * Memory   plain structs; nothing is kept beyond them. pd_retarget_hands_init allocates while it runs.
 * Threads  one thread for each state.
 */
#include "core/anim/clip.h"
#include "core/anim/humanoid.h"
#include "core/io/fields/fields.h"
#include "core/retarget/character/touch.h"
#include "core/smpl/model.h"

/* Displacement of a hand. */
typedef struct pd_retarget_hand {
    pd_vec3 by, speed; /* Displacement and its change: metres and metres per frame. */
    int is_moving;     /* 1: by and speed are set. */
} pd_retarget_hand;

/* One arm of the target before its hand is moved. */
typedef struct pd_retarget_hands_arm {
    pd_vec3 shoulder, elbow, wrist;
    pd_vec3 hinge;    /* Axis about which the elbow bends. */
    pd_quat turns[2]; /* Output: rotations of upper arm and forearm, from the left, world. */
    bool is_moved;    /* Output: false: turns are not set. */
} pd_retarget_hands_arm;

/* Computes the rotations that move the hands. arms, hands: left, right; bones (B): world rotations of the
 * source's bones relative to its T-pose. */
void pd_retarget_hands_step(pd_retarget_hands_arm arms[2], pd_retarget_hand hands[2], pd_quat facing,
                            const pd_retarget_girth *from, const pd_retarget_touch_pose *source,
                            const pd_retarget_girth *to, const pd_retarget_touch_pose *target);

/* Returns the size (touch.h) of a figure that moves others: the length of its legs, relative to the biped's.
 * */
double pd_retarget_hands_source_size(const pd_anim_humanoid *humanoid, const pd_anim_skeleton *skeleton);

/* The hands of a body of a model, whose joints have SMPL's names. */
typedef struct pd_retarget_hands {
    bool is_there; /* False: source or body lack a needed joint, and hands stay where they are. */
    pd_anim_humanoid source;
    int joints[PD_ANIM_HUMAN_COUNT]; /* (B) Joints of the body; -1: missing. */
    pd_retarget_girth from, to;      /* Girth of the source and of the body. */
    double from_size, to_size;       /* Sizes of their heads (touch.h). */
    pd_retarget_hand hands[2];       /* State: left, right. */
} pd_retarget_hands;

/* Measures the body with these betas. source: skeleton that moves it; skeleton: that of the body. ERR_MEMORY.
 * */
pd_status pd_retarget_hands_init(pd_retarget_hands *hands, const pd_anim_skeleton *source,
                                 const pd_anim_skeleton *skeleton, const pd_smpl_model *model,
                                 const float *betas, int beta_count, pd_error *err);
/* Changes the rotations (K) of shoulders and elbows in one frame of a retargeted clip. from: clip of the
 * source, of which `source_frame` is the same moment. */
void pd_retarget_hands_frame(pd_anim_clip *clip, int frame, pd_retarget_hands *hands,
                             const pd_anim_clip *from, int source_frame);

/* Fields of the two states (core/io/fields/fields.h) for the tables of the structs that contain them. */
/* clang-format off */
#define PD_RETARGET_HAND_FIELDS(X, T) X(T, F64S, by) X(T, F64S, speed) X(T, I32, is_moving, 0, 1)
#define PD_RETARGET_HANDS_FIELDS(X, T) \
    X(T, SKIP, is_there) X(T, SKIPS, source) X(T, SKIPS, joints) X(T, SKIPS, from) X(T, SKIPS, to) \
    X(T, SKIP, from_size) X(T, SKIP, to_size) X(T, PARTS, hands, pd_retarget_hand_fields)
/* clang-format on */

#endif
