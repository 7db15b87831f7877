#ifndef PD_CHARACTER_CHARACTER_H
#define PD_CHARACTER_CHARACTER_H
/* A character driven by a network: takes an input and gives a pose, 60 times a second.
 *
 *     before   input -> target trajectory (control/trajectory.h) -> the network's input row and phase
 *     network  all characters in one batch (network/run.h)
 *     after    output row -> root, pose with exact bones, next trajectory and phase; foot lock
 *              (pose/foot_lock.h); events
 *
 * The skeleton is posed by the network's rotations, corrected so that the joints come as near to the
 * network's positions as the bones allow: bones never change their lengths. The network's next input contains
 * its own positions, before any correction.
 *
 * Spaces   world: metres, radians, seconds; +Y up; yaw about +Y, 0 faces +Z. Only the network's rows are in
 *          centimetres. A character of another size has its own unit of length and its own time: its inputs,
 *          scenes and pose are converted by size.h.
 * Memory   a plain struct of fixed size without pointers: a copy is a snapshot, and restoring it continues
 *          the motion bit by bit. Two characters with the same snapshot and the same inputs stay equal,
 *          whatever else is in the batch.
 * Threads  each character is written by one thread at a time; rig and scene are const. scene NULL: flat and
 *          empty.
 * Errors   pd_character_input_check checks inputs and _init checks positions; nothing after that can fail.
 */
#include "core/anim/scene/scene.h"
#include "core/base/arena.h"
#include "core/base/executor.h"
#include "core/character/control/rig.h"
#include "core/character/pose/foot_lock.h"
#include "core/character/pose/stance.h"
#include "core/character/control/input.h"
#include "core/character/pose/jump.h"
#include "core/character/matched.h"
#include "core/character/pose/playback.h"
#include "core/character/control/person.h"
#include "core/character/pose/physics.h"
#include "core/character/pose/pose.h"
#include "core/pfnn/run.h"
#include "core/character/control/trajectory.h"
#include "core/character/pose/upright.h"

#include <stdbool.h>

typedef struct pd_character {
    double size; /* metres per unit of length of all that follows (size.h); 1: an adult */
    pd_character_trajectory trajectory;
    double phase;
    /* (J) world, the network's own positions, which it gets as its next input */
    pd_vec3 positions[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 velocities[PD_CHARACTER_RIG_JOINTS]; /* (J) world, metres per frame */
    pd_character_physics physics;                /* gravity and lean that are added to the pose */
    pd_character_upright upright;                /* keeps the hips up in walking turns */
    double steady[2]; /* share of what is added to a steady jog, 0 to 1, and its rate per second */
    double kept;      /* share of keep_up on the present ground, which follows the ground slowly, 0 to 1 */
    double idle[2];   /* share of the motions of standing (pose/idle.h), 0 to 1, and its rate per second */
    pd_character_jump jump; /* jumps on order */
    pd_character_foot_lock lock;
    /* local rotations as shown in the previous frame; zero: not shown yet */
    pd_quat hands[PD_CHARACTER_RIG_HANDS];
    /* links as shown in the previous frame; zero: not shown yet */
    pd_character_link arms[PD_CHARACTER_RIG_LINKS];
    /* nonzero: the foot is on the ground, by its contacts with hysteresis; for step events */
    int planted[PD_CHARACTER_RIG_FEET];
    /* contacts by which feet are locked: those of the network,
     * reduced while a jump has the foot in the air */
    float lock_contacts[PD_PFNN_CONTACTS];
    double rise; /* metres by which the hips are raised while standing, smoothed (pose/idle.h) */
    pd_character_stance stance; /* of a walk on ground that is not level */
    double clearance;           /* metres from the ground to the lowest foot, before feet are locked */
    double hips;                /* rotation of the hips about the vertical, radians, running mean */
    double sway[2];             /* way of the root to the left, metres, high-passed, and its running mean */
    int jumping, blocked;       /* jumping: nonzero until the landing; blocked: frames spent at a wall */
    pd_character_manner manner; /* style and variation of this character */
    unsigned pending;           /* PD_PFNN_* events to report with the next tick */
    uint32_t ticks;
    pd_character_matched matched; /* state of motion matching; only for rigs with a database */
    pd_character_playback playback;
    pd_character_pose pose;
} pd_character;

/* Places a character standing at (x, z), in the pose that the rig settled in (settle.h), otherwise in the
 * network's mean pose. Its size is the unit of the scene (pd_anim_scene_view), and position is in that unit.
 * ERR_RANGE at "/position", "/facing". */
pd_status pd_character_init(pd_character *character, const pd_character_rig *rig, const pd_anim_scene *scene,
                            const double position[2], double facing, pd_error *err);

/* Sets the style and variation. Call it after _init and before the first tick.
 * ERR_NOT_FOUND at "/style", ERR_RANGE. */
pd_status pd_character_set_person(pd_character *character, const pd_character_person *person,
                                  const pd_character_rig *rig, pd_error *err);

/* Writes the network's input row x (in_count) and its *phase in radians. */
void pd_character_before(float *x, float *phase, pd_character *character, const pd_character_input *input,
                         const pd_character_rig *rig, const pd_anim_scene *scene);
/* Applies the network's output row y (out_count).
 * Numbers that are not finite are replaced by the network's mean. */
void pd_character_after(pd_character *character, const float *y, const pd_character_rig *rig,
                        const pd_anim_scene *scene);

/* One frame of N characters of one rig: before, network, after; none or several ticks for characters that are
 * played slower or faster (pose/playback.h). */
typedef struct pd_character_tick {
    pd_character *const *characters;         /* in, out (N), all different */
    const pd_character_input *const *inputs; /* in (N) */
    const pd_anim_scene *const *scenes;      /* in (N), in units of the characters, or NULL: flat and empty */
    int count;                               /* N >= 1 */
    pd_pfnn_mode mode;
} pd_character_tick;

/* Returns the bytes of arena that pd_character_tick_run takes. */
size_t pd_character_tick_scratch_bytes(const pd_character_tick *tick, const pd_character_rig *rig,
                                       const pd_executor *executor);
/* Runs the frame. arena has room for pd_character_tick_scratch_bytes and is left as it was found. */
void pd_character_tick_run(const pd_character_tick *tick, const pd_character_rig *rig, pd_arena *arena,
                           const pd_executor *executor);

#endif
