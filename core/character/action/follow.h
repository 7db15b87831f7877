#ifndef PD_CHARACTER_ACTION_FOLLOW_H
#define PD_CHARACTER_ACTION_FOLLOW_H
/* Moves the stick so that a character follows a path, walks to a place, or wanders around a place.
 *
 * Path. The stick points at the path point `ahead` metres beyond the nearest one. At the end of an open path
 * the character slows down and stands; it has arrived when it is within 0.3 m of the last point. A closed
 * path is followed for ever. The nearest point is searched only forwards from the last one, within 2 `ahead`,
 * so crossings are passed in order.
 *
 * Place (`round`). Finds a path around walls, seats and steps (core/anim/scene/route.h) from the character's
 * position at the beginning. If there is none, the character stands and its next pose has
 * PD_CHARACTER_UNREACHABLE.
 *
 * Wandering. The character walks straight to a place drawn uniformly from the circle around the only point,
 * at .8 to 1 of the stick. A new place is drawn when it is within 0.8 m, when it is blocked, and after 12 s.
 * It never arrives. The seed determines the places.
 *
 * Units    metres, world, x and z.
 * Memory   plain and copyable; the caller owns it.   Threads  one thread for each character.
 * Errors   pd_character_follow_check: "/path", "/path/3", "/speed", "/lookahead", "/wander", "/space",
 *          "/round".
 */
#include "core/anim/scene/route.h"
#include "core/base/rng.h"
#include "core/character/character.h"
#include "core/character/action/space.h"

#define PD_CHARACTER_FOLLOW_POINTS 512
#define PD_CHARACTER_WANDER_MOST   1000.0 /* metres */

typedef struct pd_character_follow {
    double points[PD_CHARACTER_FOLLOW_POINTS][2];
    int count, closed;
    double ahead; /* metres; 0: 0.75 when walking, 1.2 from 2 m/s */
    double speed; /* m/s; 0: the speed of the gait */
    pd_character_want gait;
    double wander; /* radius in metres of the circle for wandering; 0: follows the path */
    uint64_t seed; /* seed of the wandering */
    bool round;    /* pd_character_follow_plan finds the path to the only point */
    double space;  /* metres that the character keeps from others (the caller applies space.h); 0: none */
    /* State: */
    double done;  /* metres of path behind the nearest point */
    int arrived;  /* nonzero: it has arrived, or its place cannot be reached */
    bool has_way; /* true: the search for the path of `round` has been done */
    pd_rng rng;
    double place[2], pace, left; /* place, stick (0: no place yet) and remaining seconds of wandering */
    pd_character_space kept;
} pd_character_follow;

/* Checks the request: 1 to 512 points. ERR_RANGE, ERR_LIMIT, ERR_INVALID. */
pd_status pd_character_follow_check(const pd_character_follow *follow, pd_error *err);
/* Returns whether pd_character_follow_plan must be called before the next step;
 * without a path the character stands. */
static inline bool pd_character_follow_needs_way(const pd_character_follow *follow)
{
    return follow->round && !follow->has_way;
}
/* Finds the path and stores it in points and count. scratch: pd_anim_route_bytes. */
void pd_character_follow_plan(pd_character_follow *follow, pd_character *character,
                              const pd_character_rig *rig, const pd_anim_scene *scene, pd_arena *scratch);
/* Computes the next input, in world axes. Returns 1 in the tick of arrival; the character's next pose then
 * has PD_CHARACTER_ARRIVED. */
int pd_character_follow_step(pd_character_input *out, pd_character_follow *follow, pd_character *character,
                             const pd_character_rig *rig);
/* Returns the metres from (x, z) to the nearest point of the whole path. */
double pd_character_follow_distance(const pd_character_follow *follow, double x, double z);

#endif
