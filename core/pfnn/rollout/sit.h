#ifndef PD_PFNN_SIT_H
#define PD_PFNN_SIT_H
/* Sitting on a given chair: the character goes round to its front, turns, sits down, stays, and stands up when it is let go of.
 *
 *     plan     the way to the chair's front, round walls, other seats and steps (core/anim/route.h)
 *     drive    in front of a tick: in place of the stick, that way to a place STAND metres before the seat, turned to the chair's facing
 *     space    how far it keeps from others on that way (space.h, by its caller), s = min(asked, metres that are left to go): there is always a way
 *              to a chair beside which a character sits
 *     step     behind it, laid over the pose: p goes from 0 to 1 in `seconds` and back when it stands up
 *
 *     hips     H(p) = (1 - u) H_standing + u H_seat,   u = m((p - .12)/.68)        m(t) = t^3 (10 - 15 t + 6 t^2): minimum jerk
 *     trunk    leans by L (m(p/.5) - m((p - .58)/.42)), over hips, spine and chest; neck and head look ahead
 *     feet     where they stand; legs by two-bone IK (core/anim/two_bone.h), knees ahead
 *     hands    to the thighs by m((p - .35)/.65), elbows out and back
 *
 * The action after the goal, in the chair's frame, as in Starke, Zhang, Komura, Saito: Neural state machine for character-scene interactions,
 * 2019. There a network is trained on captured sitting; no free capture of it is known to this project, so here the way down is written: minimum jerk
 * (Flash, Hogan 1985) between two poses that hold exactly. Its constants are chosen.
 *
 * Spaces   world, metres, radians about +Y, seconds.
 * Memory   plain and copyable; the caller owns it. A zeroed state changes nothing.
 * Errors   pd_pfnn_sit_check: "/seat", "/facing", "/height", "/seconds", "/space". Does nothing where the skeleton has no legs (foot_count 0).
 */
#include "core/anim/route.h"
#include "core/pfnn/rollout/reach.h"
#include "core/pfnn/rollout/space.h"

#define PD_PFNN_SIT_LOW  0.30 /* metres: heights of seats that are sat on */
#define PD_PFNN_SIT_HIGH 0.65

typedef struct pd_pfnn_sit_request {
    bool sit;       /* false: it stands up; the rest but seconds is not looked at              */
    double seat[2]; /* x, z of the seat: where the middle of the hips comes to                 */
    double facing;  /* of the sitting character: the chair's                                   */
    double height;  /* of the seat over the ground that it stands on: PD_PFNN_SIT_LOW to _HIGH */
    double seconds; /* from standing to sitting: 0.6 to 10                                     */
    double space;   /* m that it keeps from others on its way, where it can; 0: none           */
} pd_pfnn_sit_request;

typedef enum pd_pfnn_sit_stage {
    PD_PFNN_SIT_NOT,
    PD_PFNN_SIT_COMING,  /* to the chair's front         */
    PD_PFNN_SIT_TURNING, /* its back to the chair        */
    PD_PFNN_SIT_NEARING, /* the last step back           */
    PD_PFNN_SIT_SEATED   /* sits down, sits, or stands up */
} pd_pfnn_sit_stage;

typedef struct pd_pfnn_sit_state {
    pd_pfnn_sit_request request, next; /* next: of another chair, when it has stood up */
    bool has_next;
    pd_pfnn_sit_stage stage;
    pd_anim_route way; /* to the chair's front                                         */
    bool has_way;
    int corner;          /* of the way: where it goes now                                */
    int tries;           /* ways that did not lead there                                 */
    double floor;        /* of the ground below the seat, world                          */
    double progress;     /* p                                                            */
    double left;         /* seconds that the stage has, of a way: that its corner has    */
    pd_pfnn_input input; /* in place of the stick                                        */
    bool has_driven;     /* by it, in the last tick                                      */
    pd_pfnn_space kept;
} pd_pfnn_sit_state;

pd_status pd_pfnn_sit_check(const pd_pfnn_sit_request *request, pd_error *err);
/* A checked request takes effect with the next drive. Another chair while it sits: it stands up first. */
void pd_pfnn_sit_set(pd_pfnn_sit_state *state, const pd_pfnn_sit_request *request);
/* Whether it has to find its way before the next drive; without one it stands. */
static inline bool pd_pfnn_sit_needs_way(const pd_pfnn_sit_state *state)
{
    return state->stage == PD_PFNN_SIT_COMING && !state->has_way;
}
/* Finds it, by scratch of pd_anim_route_bytes; where there is none, or the seat is under PD_PFNN_SIT_LOW or over _HIGH metres over the ground before
 * it, the character is left to the stick and its next pose has PD_PFNN_UNREACHABLE. */
void pd_pfnn_sit_plan(pd_pfnn_sit_state *state, pd_pfnn_character *character, const pd_pfnn_rig *rig,
                      const pd_anim_scene *scene, pd_arena *scratch);
/* Before a tick: what the character is to do, which is `input` unless it sits or is about to. The tick in which it has sat down gives it
 * PD_PFNN_ARRIVED. */
const pd_pfnn_input *pd_pfnn_sit_drive(pd_pfnn_sit_state *state, const pd_pfnn_input *input,
                                       pd_pfnn_character *character, const pd_pfnn_rig *rig);
/* Behind drive: metres that it keeps from others now, 0 unless it is on its way. What it heads for is state->input, what it remembers state->kept. */
double pd_pfnn_sit_space(const pd_pfnn_sit_state *state, const pd_pfnn_character *character,
                         const pd_pfnn_rig *rig);
/* After it: changes pose->rotations, joints, translation and seated. */
void pd_pfnn_sit_step(pd_pfnn_sit_state *state, pd_pfnn_pose *pose, const pd_pfnn_rig *rig);

/* Everything laid over a character's pose, for the stream and for roll-outs alike, so that a streamed run equals the roll-out of its
 * script. A zeroed one changes nothing. */
typedef struct pd_pfnn_overlay {
    pd_pfnn_sit_state sit;
    pd_pfnn_reach_state hands[PD_PFNN_HANDS];
    pd_pfnn_gaze_state gaze;
} pd_pfnn_overlay;

/* One tick: sitting, gaze, then hands. */
void pd_pfnn_overlay_step(pd_pfnn_overlay *overlay, pd_pfnn_pose *pose, const pd_pfnn_rig *rig);

#endif
