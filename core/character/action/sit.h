#ifndef PD_CHARACTER_ACTION_SIT_H
#define PD_CHARACTER_ACTION_SIT_H
/* Makes a character sit on a given chair: it walks around to the chair's front, turns, sits down, stays, and
 * stands up when the request ends.
 *
 *     plan     finds the path to the chair's front, around walls, other seats and steps
 *              (core/anim/scene/route.h)
 *     drive    before a tick: replaces the stick, which leads along that path to a point STAND metres before
 *              the seat, facing as the chair
 *     space    distance kept from others on that path (space.h, applied by the caller), s = min(requested,
 *              remaining metres), so a character can also reach a chair that is beside a seated one
 *     step     after a tick: changes the pose; p goes from 0 to 1 in `seconds`, and back when the character
 *              stands up
 *
 *     hips     H(p) = (1 - u) H_standing + u H_seat, u = m((p - .12)/.68) m(t) = t^3 (10 - 15 t + 6 t^2):
 *              minimum jerk
 *     trunk    leans by L (m(p/.5) - m((p - .58)/.42)), over hips, spine and chest; neck and head look ahead
 *     feet     do not move; legs by two-bone IK (core/anim/two_bone.h), knees forwards
 *     hands    to the thighs by m((p - .35)/.65), elbows outwards and backwards
 *
 * The idea, an action at the goal in the chair's frame, is that of Starke, Zhang, Komura, Saito: Neural state
 * machine for character-scene interactions, 2019. They train a network on captured sitting. No free capture
 * of sitting is available, so here the motion is a formula: minimum jerk (Flash, Hogan 1985) between two
 * exact poses. Its constants were chosen by hand.
 *
 * Spaces   world, metres, radians about +Y, seconds.
 * Memory   plain and copyable; the caller owns it. A zeroed state changes nothing.
 * Threads  one thread for each character.
 * Errors   pd_character_sit_check: "/seat", "/facing", "/height", "/seconds", "/space". Does nothing if the
 *          skeleton has no legs (foot_count 0).
 */
#include "core/anim/scene/route.h"
#include "core/character/action/reach.h"
#include "core/character/action/space.h"

#define PD_CHARACTER_SIT_LOW  0.30 /* metres: allowed heights of seats */
#define PD_CHARACTER_SIT_HIGH 0.65

typedef struct pd_character_sit_request {
    bool sit;       /* false: stand up; the other fields except seconds are then ignored */
    double seat[2]; /* x, z of the seat: final position of the centre of the hips */
    double facing;  /* facing of the seated character, which is the chair's */
    double height;  /* height of the seat above the ground below it: PD_CHARACTER_SIT_LOW to _HIGH */
    double seconds; /* duration from standing to sitting: 0.6 to 10 */
    double space;   /* metres that the character keeps from others on its way, if possible; 0: none */
} pd_character_sit_request;

typedef enum pd_character_sit_stage {
    PD_CHARACTER_SIT_NOT,
    PD_CHARACTER_SIT_COMING,  /* walks to the chair's front */
    PD_CHARACTER_SIT_TURNING, /* turns its back to the chair */
    PD_CHARACTER_SIT_NEARING, /* makes the last step back */
    PD_CHARACTER_SIT_SEATED   /* sits down, sits, or stands up */
} pd_character_sit_stage;

typedef struct pd_character_sit_state {
    pd_character_sit_request request,
        next; /* next: request for another chair, which starts after standing up */
    bool has_next;
    pd_character_sit_stage stage;
    pd_anim_route way; /* path to the chair's front */
    bool has_way;
    int corner;               /* corner of the path to which the character walks now */
    int tries;                /* paths that failed so far */
    double floor;             /* height of the ground below the seat, world */
    double progress;          /* p */
    double rate;              /* rate of p, 1/s */
    double left;              /* seconds left of the stage, or of the present corner of the path */
    pd_character_input input; /* input that replaces the stick */
    bool has_driven;          /* the last tick used `input` */
    pd_character_space kept;
} pd_character_sit_state;

/* Checks a request before pd_character_sit_set; the error names the field, its value and its range. */
pd_status pd_character_sit_check(const pd_character_sit_request *request, pd_error *err);
/* Sets a checked request, which starts with the next drive.
 * A seated character stands up before it goes to another chair. */
void pd_character_sit_set(pd_character_sit_state *state, const pd_character_sit_request *request);
/* Returns whether pd_character_sit_plan must be called before the next drive;
 * without a path the character stands. */
static inline bool pd_character_sit_needs_way(const pd_character_sit_state *state)
{
    return state->stage == PD_CHARACTER_SIT_COMING && !state->has_way;
}
/* Finds the path. If there is none, or the seat is lower than PD_CHARACTER_SIT_LOW or higher than _HIGH
 * metres above the ground before it, the request ends: the stick moves the character, and its next pose has
 * PD_CHARACTER_UNREACHABLE. scratch: pd_anim_route_bytes. */
void pd_character_sit_plan(pd_character_sit_state *state, pd_character *character,
                           const pd_character_rig *rig, const pd_anim_scene *scene, pd_arena *scratch);
/* Returns the character's input for the next tick: `input`, unless it sits or walks to its chair. Sets
 * PD_CHARACTER_ARRIVED in the tick in which it has sat down. Call it before a tick. */
const pd_character_input *pd_character_sit_drive(pd_character_sit_state *state,
                                                 const pd_character_input *input, pd_character *character,
                                                 const pd_character_rig *rig);
/* Returns the metres that the character keeps from others now, 0 unless it walks to its chair. Call it after
 * _drive. For space.h, the present input is state->input and the state is state->kept. */
double pd_character_sit_space(const pd_character_sit_state *state, const pd_character *character,
                              const pd_character_rig *rig);
/* Applies sitting to a pose: changes pose->rotations, joints, translation and seated.
 * Call it after a tick. */
void pd_character_sit_step(pd_character_sit_state *state, pd_character_pose *pose,
                           const pd_character_rig *rig);

#endif
