#ifndef PD_OBSERVE_LIVE_GROUND_H
#define PD_OBSERVE_LIVE_GROUND_H
/* Transfers the points of a person of any size to a body that stands on a floor.
 *
 * Sizes    the body keeps its bone lengths: limbs take the observed directions, not the observed lengths,
 *
 *              y_j = y_i + l_ij (x_j - x_i) / |x_j - x_i|
 *                  along hips, knees, ankles, feet and shoulders, elbows, wrists, hands
 *              y_i = h + s (x_i - h)
 *                  trunk and head, about the centre of the hips h; s: ratio of trunk lengths
 *
 *          The person's trunk length is the longest seen recently (a bent trunk looks shorter), and so is the
 *          width of the shoulders.
 *
 * Feet     a foot is down if the lowest of its ankle, heel and toes, each less its height on a standing foot,
 *          is within 3 cm of the floor; it is up above 6 cm. If points are relative to the hips (from_hips),
 *          the lower foot determines the height of the hips, and feet that are down determine the position:
 *          they do not move, the body does.
 *
 * Spaces   metres, +Y up.   Memory  plain structs.   Threads  pure functions.   Errors  none.
 */
#include "core/observe/live/sight.h"

enum { PD_OBSERVE_SIZE_EDGES = 24, PD_OBSERVE_FOOT_POINTS = 4 };

typedef struct pd_observe_sizes {
    struct {
        int from, to;
        double length;
    } edges[PD_OBSERVE_SIZE_EDGES]; /* edges of the skeleton, parents before children */
    int edge_count;
    int hips[2], shoulders[2]; /* indices in the set; -1: the set has none */
    /* Sizes of the body at rest: length from hips to shoulders, distance between the shoulders. */
    double trunk, width;
    /* Sizes of the person: the longest ones seen recently (see Sizes). */
    double seen_trunk, seen_width;
} pd_observe_sizes;

/* Computes the body's sizes. rest (count,3): positions of the set's places on the body at rest. */
void pd_observe_sizes_init(pd_observe_sizes *sizes, const pd_observe_set *set, const double (*rest)[3]);
/* Replaces the points of sight by those of a person of the body's size; the hips do not move. */
void pd_observe_sizes_step(pd_observe_sizes *sizes, pd_observe_sight *sight, double seconds);

typedef struct pd_observe_foot {
    int points[PD_OBSERVE_FOOT_POINTS], count; /* indices in the set */
    double rest[PD_OBSERVE_FOOT_POINTS];       /* heights above the sole on a standing foot */
    bool is_seen, is_down, moved;              /* moved: the foot came down in this step, or slid */
    double height;                             /* height above the floor */
    double at[2], before[2], anchor[2]; /* x, z now, in the previous moment, and where the foot came down */
    bool is_known;                      /* `before` is set */
} pd_observe_foot;

typedef struct pd_observe_ground {
    pd_observe_foot feet[2]; /* left, right */
    double shift[3];         /* from_hips: added to points that are relative to the hips */
} pd_observe_ground;

/* Initializes the feet and keeps `shift`. sole: y of the lowest point of the body's feet at rest. */
void pd_observe_ground_init(pd_observe_ground *ground, const pd_observe_set *set, const double (*rest)[3],
                            double sole);
/* Finds which feet are down. Moves points that are relative to the hips onto
 * the floor so that these feet do not move. */
void pd_observe_ground_step(pd_observe_ground *ground, pd_observe_sight *sight, double floor, double seconds);

#endif
