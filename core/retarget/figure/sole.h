#ifndef PD_RETARGET_FIGURE_SOLE_H
#define PD_RETARGET_FIGURE_SOLE_H
/* The underside of a character's foot or shoe, measured on its mesh at rest.
 *
 * A foot has two rigid parts: the skin that follows the ankle and the skin that follows the toe joint. For
 * each part the points are kept that reach farthest in PD_RETARGET_SOLE_POINTS directions, from straight down
 * to horizontal. Then, for any tilt of the part, its lowest point is one of them, up to an error of
 *
 *     e = r (1 - cos 22 deg) = 0.073 r            r: radius of curvature of the part; 0 for edges and corners
 *
 * Spaces   points: relative to the part's joint, for the character at rest facing +Z with +Y up.
 * Units    the caller's.
 * Memory   plain structs.
 * Threads  pure functions.
 * Errors   none: points that are not finite are ignored.
 */
#include "core/math/quat.h"

#include <stdbool.h>

enum { PD_RETARGET_SOLE_POINTS = 41 };

typedef struct pd_retarget_sole_part {
    int count; /* 0: no skin follows the joint. */
    pd_vec3 points[PD_RETARGET_SOLE_POINTS];
} pd_retarget_sole_part;

typedef struct pd_retarget_sole {
    pd_retarget_sole_part foot, toes; /* foot: relative to the ankle; toes: relative to the toe joint. */
    /* Height of the lowest point of both parts over the ankle: negative where the mesh fits the skeleton. */
    double low;
} pd_retarget_sole;

/* Adds a point of the mesh to a part; start with a zeroed part. */
void pd_retarget_sole_add(pd_retarget_sole_part *part, pd_vec3 at);
/* Removes points that were kept for several directions. Call it after the last _add. */
void pd_retarget_sole_finish(pd_retarget_sole_part *part);

/* Returns the height of a part's lowest point over its joint when the part is rotated by `turned`; INFINITY
 * for an empty part. unit: caller's units per unit of the points. */
double pd_retarget_sole_lowest(const pd_retarget_sole_part *part, pd_quat turned, double unit);
/* Returns how far a part, rotated by `turned`, reaches from its joint in a direction; -INFINITY for an empty
 * part. */
double pd_retarget_sole_reach(const pd_retarget_sole_part *part, pd_quat turned, double unit,
                              pd_vec3 direction);

#endif
