#ifndef PD_PFNN_CHARACTER_H
#define PD_PFNN_CHARACTER_H
/* A character that a network drives: 60 times a second an input goes in and a pose comes out.
 *
 *     before   input -> trajectory wanted (trajectory.h) -> the network's input row and phase
 *     network  all characters in one batch (run.h)
 *     after    output row -> root, pose with exact bones, next trajectory and phase; feet locked (foot_lock.h); events
 *
 * The network's rotations drive the skeleton, corrected so that the joints come to where the network has them as far as the bones
 * allow: no bone ever changes its length. What is fed back to the network are its own positions, before any correction.
 *
 * Spaces   world: metres, radians, seconds; +Y up; yaw about +Y, 0 faces +Z. Centimetres only in the rows.
 * Memory   a plain struct of fixed size without pointers: copy it and you have a snapshot, put it back and the motion goes on, bit
 *          by bit. Two characters with the same snapshot and the same inputs stay equal, whatever else is in the batch.
 * Threads  each character is written by one thread at a time; rig and scene are const. scene NULL: flat and empty.
 * Errors   inputs are checked by pd_pfnn_input_check, places by _init; nothing after that can fail.
 */
#include "core/anim/scene.h"
#include "core/base/arena.h"
#include "core/base/executor.h"
#include "core/pfnn/rig.h"
#include "core/pfnn/foot_lock.h"
#include "core/pfnn/input.h"
#include "core/pfnn/matched.h"
#include "core/pfnn/playback.h"
#include "core/pfnn/person.h"
#include "core/pfnn/pose.h"
#include "core/pfnn/run.h"
#include "core/pfnn/trajectory.h"

#include <stdbool.h>

typedef struct pd_pfnn_character {
    pd_pfnn_trajectory trajectory;
    double phase;
    pd_vec3 positions[PD_PFNN_RIG_JOINTS];  /* (J) world, the network's own: what is fed back */
    pd_vec3 velocities[PD_PFNN_RIG_JOINTS]; /* (J) world, metres a frame                      */
    pd_pfnn_foot_lock lock;
    pd_quat hands[PD_PFNN_RIG_HANDS];     /* local, as shown a frame ago; zero: not yet shown */
    pd_pfnn_link arms[PD_PFNN_RIG_LINKS]; /* likewise */
    int planted[PD_PFNN_RIG_FEET];
    float lock_contacts
        [PD_PFNN_CONTACTS]; /* contacts, less where a jump has the foot in the air: what feet are locked by */
    double clearance;       /* metres from the ground to the lowest foot, before feet are locked            */
    double hips;            /* rad that they are rotated about the vertical, a running mean                 */
    int jumping, blocked;   /* until it lands; frames at a wall                                             */
    pd_pfnn_manner manner;  /* whose motion it has, and what is its own */
    unsigned pending;       /* events to come with the next tick */
    uint32_t ticks;
    pd_pfnn_matched matched; /* of rigs with a database alone */
    pd_pfnn_playback playback;
    pd_pfnn_pose pose;
} pd_pfnn_character;

/* Standing at (x, z), settled when the rig is (settle.h), else in the network's mean pose. ERR_RANGE at "/position", "/facing". */
pd_status pd_pfnn_character_init(pd_pfnn_character *character, const pd_pfnn_rig *rig,
                                 const pd_anim_scene *scene, const double position[2], double facing,
                                 pd_error *err);

/* After _init, before its first tick: whose motion it has. ERR_NOT_FOUND at "/style", ERR_RANGE. */
pd_status pd_pfnn_character_set_person(pd_pfnn_character *character, const pd_pfnn_person *person,
                                       const pd_pfnn_rig *rig, pd_error *err);

/* x (in_count); *phase in radians. */
void pd_pfnn_character_before(float *x, float *phase, pd_pfnn_character *character,
                              const pd_pfnn_input *input, const pd_pfnn_rig *rig, const pd_anim_scene *scene);
/* y (out_count). Numbers that are not finite are taken as the network's mean. */
void pd_pfnn_character_after(pd_pfnn_character *character, const float *y, const pd_pfnn_rig *rig,
                             const pd_anim_scene *scene);

/* In place of both, where the rig has a database: the trajectory blended, and if frames move the character, all of its tick. true: that was all;
 * false: a network is to move it. */
bool pd_pfnn_character_match(pd_pfnn_character *character, const pd_pfnn_input *input, const pd_pfnn_rig *rig,
                             const pd_anim_scene *scene);

/* A frame of N characters of one rig: before, network, after; twice for those that are played faster and are at it (playback.h). */
typedef struct pd_pfnn_tick {
    pd_pfnn_character *const *characters; /* in, out (N), all different          */
    const pd_pfnn_input *const *inputs;   /* in (N)                              */
    const pd_anim_scene *const *scenes;   /* in (N), or NULL: flat and empty     */
    int count;                            /* N >= 1                              */
    pd_pfnn_mode mode;
} pd_pfnn_tick;

size_t pd_pfnn_tick_scratch_bytes(const pd_pfnn_tick *tick, const pd_pfnn_rig *rig,
                                  const pd_executor *executor);
void pd_pfnn_tick_run(const pd_pfnn_tick *tick, const pd_pfnn_rig *rig, pd_arena *arena,
                      const pd_executor *executor);

#endif
