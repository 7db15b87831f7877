#ifndef PD_TOOL_PREDICT_PREDICTOR_H
#define PD_TOOL_PREDICT_PREDICTOR_H
/* Predicts a character whose server is a slow line away: the client computes it from its own inputs, and
 * corrects it when the server reports another state.
 *
 *     step      one tick: the inputs of that tick, then as the server's tick (overlay.h)
 *     check     compares the hash of the state at an earlier tick with the server's
 *     restore   goes back to a state of the server at an earlier tick, and computes the ticks since then
 *               again from the client's inputs that the state does not contain
 *     shown     the predicted pose plus the difference that the last correction has left, which a critically
 *               damped spring takes to zero: x(t) = x0 (1 + w t) e^(-w t), w = PD_TOOL_PREDICT_BLEND
 *
 * Server and client compute the same bits, so nothing is corrected unless an input came late or something
 * else than the own inputs moved the character. The spring acts on the place and the facing of the root, the
 * place of the first joint and the rotation of each joint; places of the other joints follow from these. A
 * correction of more than PD_TOOL_PREDICT_TELEPORT is shown at once.
 *
 * Spaces   inputs and poses: world, metres, radians; +Y up.
 * Ticks    numbers of the server's session, modulo 2^32.
 * Memory   _init allocates scratch memory, which _deinit frees. The rig and the scene are the caller's and
 *          have to outlive the predictor. The struct has about 250 KB.
 * Threads  one at a time.
 * Errors   _restore: ERR_FORMAT or ERR_RANGE at "/snapshot", "/tick"; the prediction goes on unchanged.
 */
#include "core/base/arena.h"
#include "core/character/rollout/stamped.h"
#include "core/character/rollout/state.h"

#define PD_TOOL_PREDICT_HASHES   64   /* latest hashes that are kept */
#define PD_TOOL_PREDICT_PAST     128  /* latest ticks whose rotations are kept: 2.1 s */
#define PD_TOOL_PREDICT_BLEND    20.0 /* 1/s; half of a correction is left after 84 ms, a tenth after 195 */
#define PD_TOOL_PREDICT_TELEPORT 3.0  /* metres */
#define PD_TOOL_PREDICT_REACH    300  /* most ticks between a state of the server and the prediction */
/* Ticks between two hashes of the server, and between those that the client keeps: it asks for more of them
 * after a correction. */
#define PD_TOOL_PREDICT_EVERY    30
#define PD_TOOL_PREDICT_GRAIN    6

/* An offset and its velocity, of the spring. */
typedef struct pd_tool_blend {
    pd_vec3 x, v;
} pd_tool_blend;

/* Difference that corrections have left: the drawn pose minus the predicted one. */
typedef struct pd_tool_offset {
    pd_tool_blend root, hips, yaw;                /* of yaw: x alone */
    pd_tool_blend turns[PD_CHARACTER_RIG_JOINTS]; /* rotation vectors, before the joint's own rotation */
    bool is_there;                                /* false: all are zero */
} pd_tool_offset;

/* Rotations of a tick, for clients that draw another skeleton. */
typedef struct pd_tool_past {
    uint32_t tick;
    bool is_there;
    float root[3], yaw, hips[3], rotations[4 * PD_CHARACTER_RIG_JOINTS]; /* hips: place of joint 0 */
} pd_tool_past;

typedef struct pd_tool_predictor {
    const pd_character_rig *rig;
    const pd_anim_scene *scene; /* in metres; NULL: flat and empty */
    pd_anim_scene view;         /* the scene in the unit of the character */
    pd_arena scratch;
    pd_fields_writer writer;
    pd_buffer bytes;
    pd_character_state now;
    uint32_t tick; /* number of the last tick */
    bool has_state, has_pose;
    pd_character_pose pose; /* predicted, world, metres; valid if has_pose */
    bool resumes;           /* true: the next step is shown where `last` was */
    pd_character_pose last; /* shown before a state without ticks to compute again */
    pd_tool_offset offset;
    pd_character_stamped_list inputs; /* those that no state of the server contains yet */
    struct {
        uint32_t tick;
        uint64_t hash;
        bool is_there;
    } hashes[PD_TOOL_PREDICT_HASHES];
    pd_tool_past past[PD_TOOL_PREDICT_PAST];
} pd_tool_predictor;

/* Makes an empty predictor, which needs a state before it can step. */
pd_status pd_tool_predictor_init(pd_tool_predictor *predictor, const pd_character_rig *rig,
                                 const pd_anim_scene *scene, pd_error *err);
void pd_tool_predictor_deinit(pd_tool_predictor *predictor);

/* Sets the input of the next tick; it holds until the next input. Returns the number of that tick, which the
 * client sends with the input. An input replaces one of the same tick. */
uint32_t pd_tool_predictor_input(pd_tool_predictor *predictor, const pd_character_input *input, uint64_t seq);
/* Computes the next tick, and lets corrections fade. Needs a state. */
void pd_tool_predictor_step(pd_tool_predictor *predictor);

typedef enum pd_tool_agreement {
    PD_TOOL_AGREES,
    PD_TOOL_DIFFERS,
    PD_TOOL_UNKNOWN /* no hash of that tick is kept: it is still to come, or too old */
} pd_tool_agreement;
/* Compares the state at a tick with the server's hash. */
pd_tool_agreement pd_tool_predictor_check(const pd_tool_predictor *predictor, uint32_t tick, uint64_t hash);

/* Result of _restore. */
typedef struct pd_tool_correction {
    double distance; /* largest change of a joint's place, world, metres; 0: nothing was shown before */
    int replayed;    /* ticks that were computed again */
} pd_tool_correction;
/* Continues from a state of the server at a tick, in which the inputs up to the number seq are contained. The
 * first one begins the prediction `ahead` ticks later. */
pd_status pd_tool_predictor_restore(pd_tool_predictor *predictor, pd_tool_correction *out, uint32_t tick,
                                    uint64_t seq, int ahead, const void *bytes, size_t size, pd_error *err);
/* Forgets the state: the next one begins the prediction anew. The drawn pose goes on from the one before. */
void pd_tool_predictor_forget(pd_tool_predictor *predictor);

/* Writes the pose to be drawn. Needs a step. */
void pd_tool_predictor_shown(pd_character_pose *out, const pd_tool_predictor *predictor);
/* Returns the rotations of a tick that was predicted, or NULL. */
const pd_tool_past *pd_tool_predictor_past(const pd_tool_predictor *predictor, uint32_t tick);

#endif
