#ifndef PD_RIG_GRAPH_H
#define PD_RIG_GRAPH_H
/* Where bones may run in a solid: spheres along its medial surface, and edges between them (Baran and Popovic 2007, 3.1 to 3.3).
 *
 * Medial    cells from which the distance field climbs by less than .75 a cell to any of 26 neighbours: its ridges.
 * Spheres   of them the widest first, each with the largest radius that fits inside; cells inside a sphere already taken are skipped.
 * Edges     between spheres that overlap, and between others whose middle sphere is empty of further centres (Gabriel graph), where the segment
 *           stays inside by half of the smaller radius. Components that remain are joined across their shortest gaps.
 * Paths     shortest by length, from each to each.
 * Ends      extremities: farthest along the graph from its centre (the sphere whose farthest is nearest) of those through which no path from there goes on, then each farthest from those before;
 *           novelty: how far that was.
 *
 * Space    the mesh's; lengths in its unit.   Memory  one owner: pd_rig_graph_deinit.   Threads  const after _init.
 * Errors   ERR_MEMORY; ERR_INVALID "mesh": nothing is inside.
 */
#include "core/math/tree.h"
#include "core/rig/base/volume.h"

#define PD_RIG_SPHERES 420
#define PD_RIG_ENDS    28

typedef struct pd_rig_graph {
    int count, medial_count, end_count;
    double (*centres)[3]; /* (count) the widest first                   */
    double *radii;        /* (count)                                    */
    float *lengths;       /* (count,count) of shortest paths            */
    short *next;          /* (count,count) from i to j: the first sphere on the path */
    double (*medial)[3];  /* (medial_count)                             */
    pd_tree medial_tree;
    int ends[PD_RIG_ENDS];
    double novelty[PD_RIG_ENDS];
} pd_rig_graph;

pd_status pd_rig_graph_init(pd_rig_graph *out, const pd_rig_volume *volume, pd_error *err);
void pd_rig_graph_deinit(pd_rig_graph *graph);

#endif
