#ifndef PD_RETARGET_AVATAR_SOLE_H
#define PD_RETARGET_AVATAR_SOLE_H
/* The underside of a character's foot or shoe, measured on its mesh at rest.
 *
 * A foot has two rigid parts: what follows the ankle and what follows the toe joint. Of each part the points are kept that reach farthest in
 * PD_RETARGET_SOLE_POINTS directions, from straight down to level: whichever way the part is tilted, its lowest point is one of them to
 *
 *     e = r (1 - cos 22 deg) = 0.073 r            r: the radius of the part's rounding; 0 for edges and corners
 *
 * Spaces   points: from the part's joint, of the character at rest that looks along +Z with +Y up.   Units  the caller's.
 * Memory   plain structs.   Threads  pure.   Errors  none: points that are not finite are left out.
 */
#include "core/math/quat.h"

#include <stdbool.h>

enum { PD_RETARGET_SOLE_POINTS = 41 };

typedef struct pd_retarget_sole_part {
    int count; /* 0: no part of the mesh follows the joint */
    pd_vec3 points[PD_RETARGET_SOLE_POINTS];
} pd_retarget_sole_part;

typedef struct pd_retarget_sole {
    pd_retarget_sole_part foot, toes; /* from the ankle; from the toe joint */
    double
        low; /* height of the lowest point of both parts over the ankle: negative where the mesh fits the skeleton */
} pd_retarget_sole;

/* Considers one more point of the mesh for an empty or begun part. */
void pd_retarget_sole_add(pd_retarget_sole_part *part, pd_vec3 at);
/* Removes points that are kept for several directions. Nothing may be added afterwards. */
void pd_retarget_sole_finish(pd_retarget_sole_part *part);

/* The height of a part's lowest point over its joint, once rotated; INFINITY of an empty part. unit: of the caller's units a unit of the points. */
double pd_retarget_sole_lowest(const pd_retarget_sole_part *part, pd_quat turned, double unit);
/* How far a part reaches from its joint in a direction, once rotated; -INFINITY of an empty part. */
double pd_retarget_sole_reach(const pd_retarget_sole_part *part, pd_quat turned, double unit,
                              pd_vec3 direction);

#endif
