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
 * Skin that follows both is kept likewise, in PD_RETARGET_SOLE_SHARES groups by the share s of the toe joint.
 * With F and T the rotations of ankle and toe joint from rest, p a point and o the toe joint, both relative
 * to the ankle at rest, such a point is over the ankle by
 *
 *     (1 - s) F p + s (F o + T (p - o))
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

enum { PD_RETARGET_SOLE_SHARES = 4 };

/* Points that follow both joints, relative to the ankle. */
typedef struct pd_retarget_sole_shared {
    int count;
    pd_vec3 points[PD_RETARGET_SOLE_POINTS];
    double shares[PD_RETARGET_SOLE_POINTS]; /* (count) share of the toe joint, 0 to 1 */
} pd_retarget_sole_shared;

typedef struct pd_retarget_sole {
    pd_retarget_sole_part foot, toes; /* foot: relative to the ankle; toes: relative to the toe joint. */
    pd_retarget_sole_shared shared[PD_RETARGET_SOLE_SHARES];
    /* Height of the lowest point of both parts over the ankle: negative where the mesh fits the skeleton. */
    double low;
} pd_retarget_sole;

/* A pose of a foot: rotations from rest, and the toe joint relative to the ankle at rest. */
typedef struct pd_retarget_sole_pose {
    pd_quat foot, toes;
    pd_vec3 joint;
} pd_retarget_sole_pose;

/* Adds a point of the mesh to a part; start with a zeroed part. */
void pd_retarget_sole_add(pd_retarget_sole_part *part, pd_vec3 at);
/* Adds a point of the mesh of which the toe joint has a share, 0 to 1. at: relative to the ankle; joint:
 * the toe joint relative to it. A share near 0 or 1 makes it a point of foot or toes. */
void pd_retarget_sole_add_share(pd_retarget_sole *sole, pd_vec3 at, pd_vec3 joint, double share);
/* Sets `low` and removes points that were kept for several directions. Call it after the last _add. */
void pd_retarget_sole_close(pd_retarget_sole *sole, pd_vec3 joint);
/* Removes points that were kept for several directions. Call it after the last _add. */
void pd_retarget_sole_finish(pd_retarget_sole_part *part);

/* Returns the height of a part's lowest point over its joint when the part is rotated by `turned`; INFINITY
 * for an empty part. unit: caller's units per unit of the points. */
double pd_retarget_sole_lowest(const pd_retarget_sole_part *part, pd_quat turned, double unit);
/* Returns the height of a sole's lowest point over the ankle in a pose; INFINITY for an empty sole. unit:
 * caller's units per unit of points and joint. */
double pd_retarget_sole_lowest_of(const pd_retarget_sole *sole, const pd_retarget_sole_pose *pose,
                                  double unit);
/* Returns the foremost z of the points that follow mostly the foot, or with `of_toes` mostly the toes, and
 * that are at most `over` above the lowest point at rest; relative to the ankle.
 * -INFINITY: there are none. */
double pd_retarget_sole_front(const pd_retarget_sole *sole, pd_vec3 joint, bool of_toes, double over);
/* Returns the angle by which toes bend up about a level axis until none of their points is lower than
 * `least` over the ankle; 0: none is. *axis: the axis. */
double pd_retarget_sole_bend(pd_vec3 *axis, const pd_retarget_sole *sole, const pd_retarget_sole_pose *pose,
                             double least, double unit);
/* Returns the angle by which a point at `at` from the axis must turn up to be no lower than `least` over
 * it, about the level axis across the toes; 0 if it is no lower, or if it would only get lower. */
double pd_retarget_sole_bend_point(pd_vec3 at, pd_vec3 ahead, double least);
/* Returns how far a part, rotated by `turned`, reaches from its joint in a direction;
 * -INFINITY for an empty part. */
double pd_retarget_sole_reach(const pd_retarget_sole_part *part, pd_quat turned, double unit,
                              pd_vec3 direction);

#endif
