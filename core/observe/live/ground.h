#ifndef PD_OBSERVE_LIVE_GROUND_H
#define PD_OBSERVE_LIVE_GROUND_H
/* Brings points of a person of any size to a body that stands on a floor.
 *
 * Sizes    a body keeps its bones: limbs take the directions that were seen, not the lengths,
 *
 *              y_j = y_i + l_ij (x_j - x_i) / |x_j - x_i|            along hips, knees, ankles, feet and shoulders, elbows, wrists, hands
 *              y_i = h + s (x_i - h)                                  trunk and head about the middle of the hips h; s: lengths of trunks
 *
 *          The trunk's length is the longest that was seen lately (a trunk that bends is shorter), and so is the shoulders' width.
 *
 * Feet     a foot is down when the lowest of its ankle, heel and toes, less how high each is on a foot that stands, is within 3 cm of the
 *          floor; up from 6 cm on. Where points are about the hips (from_hips), the lower foot gives the height of the hips, and feet that
 *          are down give their place: they stay, the body moves.
 *
 * Spaces   metres, +Y up.   Memory  plain structs.   Threads  pure.
 */
#include "core/observe/live/sight.h"

enum { PD_OBSERVE_SIZE_EDGES = 24, PD_OBSERVE_FOOT_POINTS = 4 };

typedef struct pd_observe_sizes {
    struct {
        int from, to;
        double length;
    } edges[PD_OBSERVE_SIZE_EDGES]; /* parents before what hangs on them */
    int edge_count;
    int hips[2], shoulders[2]; /* numbers in the set, -1: it has none */
    double trunk, width;       /* of the body at rest: hips to shoulders, shoulder to shoulder */
    double seen_trunk, seen_width;
} pd_observe_sizes;

/* rest (count,3): where the body has the set's places at rest. */
void pd_observe_sizes_init(pd_observe_sizes *sizes, const pd_observe_set *set, const double (*rest)[3]);
/* Points of sight <- those of a person of the body's size; hips stay where they are. */
void pd_observe_sizes_step(pd_observe_sizes *sizes, pd_observe_sight *sight, double seconds);

typedef struct pd_observe_foot {
    int points[PD_OBSERVE_FOOT_POINTS], count; /* of the set                                  */
    double rest[PD_OBSERVE_FOOT_POINTS];       /* their heights over the sole of a foot that stands */
    bool is_seen, is_down, moved;              /* moved: it came down in this step, or slid    */
    double height;                             /* over the floor                               */
    double at[2], before[2], anchor[2];        /* x, z now and a moment ago; where it came down */
    bool is_known;                             /* before is set */
} pd_observe_foot;

typedef struct pd_observe_ground {
    pd_observe_foot feet[2]; /* left, right */
    double shift[3];         /* from_hips: what is added to points about the hips */
} pd_observe_ground;

/* sole: y of the lowest of the body's feet at rest. Keeps shift. */
void pd_observe_ground_init(pd_observe_ground *ground, const pd_observe_set *set, const double (*rest)[3],
                            double sole);
/* Points of sight about the hips <- on the floor, moved so that feet that are down stay. Also finds which feet are down. */
void pd_observe_ground_step(pd_observe_ground *ground, pd_observe_sight *sight, double floor, double seconds);

#endif
