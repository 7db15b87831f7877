#ifndef PD_PFNN_FOLLOW_H
#define PD_PFNN_FOLLOW_H
/* Follows a path, goes to a place, or wanders about one.
 *
 * A path: the stick points at the path point `ahead` metres beyond the nearest one.
 *
 * An open path ends at its last point: there the character slows down and stands, and has arrived when it is within 0.3 m. A closed one
 * goes round for ever. The nearest point is looked for only onwards from the last one, within 2 `ahead`, so that crossings are passed
 * in order.
 *
 * To a place (round): the path is found, round walls, seats and steps (core/anim/route.h), from where the character is when it begins. Where there
 * is none it stands, and its next pose has PD_PFNN_UNREACHABLE.
 *
 * Wandering: straight to a place drawn evenly from the circle about the only point, at .8 to 1 of the stick; another one when it is within
 * 0.8 m, at a wall, or after 12 s. It never arrives. Places follow from the seed.
 *
 * Units    metres, world, x and z.
 * Memory   plain, copyable; belongs to the caller.
 * Errors   pd_pfnn_follow_check: "/path", "/path/3", "/speed", "/lookahead", "/wander", "/space", "/round".
 */
#include "core/anim/route.h"
#include "core/base/rng.h"
#include "core/pfnn/character.h"
#include "core/pfnn/rollout/space.h"

#define PD_PFNN_FOLLOW_POINTS 512
#define PD_PFNN_WANDER_MOST   1000.0 /* metres */

typedef struct pd_pfnn_follow {
    double points[PD_PFNN_FOLLOW_POINTS][2];
    int count, closed;
    double ahead; /* 0: 0.75 m walking, 1.2 m from 2 m/s on                 */
    double speed; /* m/s, 0: the gait's own                                 */
    pd_pfnn_want gait;
    double wander; /* m: radius of the circle that it wanders in; 0: it follows the path */
    uint64_t seed; /* of that                                                            */
    bool round;    /* the way to the only point is found by pd_pfnn_follow_plan          */
    double space;  /* m that it keeps from others (space.h, by its caller); 0: none      */
    /* state */
    double done; /* metres of path behind the nearest point so far */
    int arrived;
    bool has_way; /* of round */
    pd_rng rng;
    double place[2], pace,
        left; /* where it wanders to, how fast, s that it has for that; left 0: nowhere yet */
    pd_pfnn_space kept;
} pd_pfnn_follow;

/* 1 to 512 points; ERR_RANGE, ERR_LIMIT. */
pd_status pd_pfnn_follow_check(const pd_pfnn_follow *follow, pd_error *err);
/* Whether its way has to be found before the next step; without one it stands. */
static inline bool pd_pfnn_follow_needs_way(const pd_pfnn_follow *follow)
{
    return follow->round && !follow->has_way;
}
/* Finds it: points and count become those of the way. scratch of pd_anim_route_bytes. */
void pd_pfnn_follow_plan(pd_pfnn_follow *follow, pd_pfnn_character *character, const pd_pfnn_rig *rig,
                         const pd_anim_scene *scene, pd_arena *scratch);
/* The next input, in world axes. Returns 1 in the tick of arrival, and then the character's next pose has PD_PFNN_ARRIVED. */
int pd_pfnn_follow_step(pd_pfnn_input *out, pd_pfnn_follow *follow, pd_pfnn_character *character,
                        const pd_pfnn_rig *rig);
/* Metres from (x, z) to the nearest point of the whole path. */
double pd_pfnn_follow_distance(const pd_pfnn_follow *follow, double x, double z);

#endif
