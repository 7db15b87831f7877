#ifndef PD_RIG_GRAPH_H
#define PD_RIG_GRAPH_H
/* Graph of possible bones in a solid: spheres along its medial surface, with edges between them (Baran and
 * Popovic 2007, 3.1 to 3.3).
 *
 * Medial    cells from which the distance field increases by less than .75 a cell towards each of 26
 *           neighbours: its ridges.
 * Spheres   at these cells, widest first, each with the largest radius that fits inside; cells inside an
 *           earlier sphere are skipped.
 * Edges     between spheres that overlap, and between others whose diametral sphere contains no other centre
 *           (Gabriel graph), if the segment stays inside by half of the smaller radius. Remaining components
 *           are joined across their shortest gaps.
 * Paths     shortest by length, between all pairs.
 * Ends      extremities: among the spheres where shortest paths from the centre end (the centre is the sphere
 *           with the smallest largest distance), the one farthest from the centre, then repeatedly the one
 *           farthest from all ends so far; novelty: that distance.
 *
 * Spaces   the mesh's; lengths in its unit.
 * Memory   _init allocates; the owner calls pd_rig_graph_deinit. Threads const after _init.
 * Errors   ERR_MEMORY; ERR_INVALID "mesh": nothing is inside.
 */
#include "core/math/tree.h"
#include "core/rig/base/volume.h"

#define PD_RIG_SPHERES 420
#define PD_RIG_ENDS    28

typedef struct pd_rig_graph {
    int count, medial_count, end_count;
    double (*centres)[3]; /* (count) centres of the spheres, widest first */
    double *radii;        /* (count) radii */
    float *lengths;       /* (count,count) lengths of shortest paths */
    short *next;          /* (count,count) first sphere on the shortest path from i to j */
    double (*medial)[3];  /* (medial_count) medial cells */
    pd_tree medial_tree;
    int ends[PD_RIG_ENDS];
    double novelty[PD_RIG_ENDS];
} pd_rig_graph;

/* Builds the graph of a solid. */
pd_status pd_rig_graph_init(pd_rig_graph *out, const pd_rig_volume *volume, pd_error *err);
void pd_rig_graph_deinit(pd_rig_graph *graph);

#endif
