#ifndef PD_PFNN_FOLLOW_H
#define PD_PFNN_FOLLOW_H
/* Follows a path: the stick points at the path point `ahead` metres beyond the nearest one.
 *
 * An open path ends at its last point: there the character slows down and stands, and has arrived when it is within 0.3 m. A closed one
 * goes round for ever. The nearest point is looked for only onwards from the last one, within 2 `ahead`, so that crossings are passed
 * in order.
 *
 * Units    metres, world, x and z.
 * Memory   plain, copyable; belongs to the caller.
 * Errors   pd_pfnn_follow_check: "/path", "/path/3", "/speed", "/lookahead".
 */
#include "core/pfnn/character.h"

#define PD_PFNN_FOLLOW_POINTS 512

typedef struct pd_pfnn_follow {
    double points[PD_PFNN_FOLLOW_POINTS][2];
    int count, closed;
    double ahead; /* 0: 0.75 m walking, 1.2 m from 2 m/s on                 */
    double speed; /* m/s, 0: the gait's own                                 */
    pd_pfnn_want gait;
    double done; /* metres of path behind the nearest point so far         */
    int arrived; /* state */
} pd_pfnn_follow;

/* 1 to 512 points; ERR_RANGE, ERR_LIMIT. */
pd_status pd_pfnn_follow_check(const pd_pfnn_follow *follow, pd_error *err);
/* The next input, in world axes. Returns 1 in the tick of arrival, and then the character's next pose has PD_PFNN_ARRIVED. */
int pd_pfnn_follow_step(pd_pfnn_input *out, pd_pfnn_follow *follow, pd_pfnn_character *character,
                        const pd_pfnn_rig *rig);
/* Metres from (x, z) to the nearest point of the whole path. */
double pd_pfnn_follow_distance(const pd_pfnn_follow *follow, double x, double z);

#endif
