#ifndef PD_RIG_SKIN_PAIRS_H
#define PD_RIG_SKIN_PAIRS_H
/* Graph of vertices and nearby bones, the input of learned weights (HeterSkinNet: Pan, Huang, Mai, Wang et
 * al. 2021).
 *
 * Every vertex has edges to PD_RIG_PAIR_BONES bones: those with the largest weights by template (dense.h),
 * then the neighbours of these in the skeleton, then the nearest. An edge has PD_RIG_PAIR_NUMBERS numbers,
 * each about 1 in size:
 *
 *     0-3    the weights t by template and h by heat; log(t + .001) / 3, log(h + .001) / 3
 *     4, 5   distance d to the bone x 10; the smallest d of the vertex / d
 *     6-10   position along the bone: in its lengths; before its head and past its tail, in mean radii r of
 *            the bone's vertices / 2, and x 10
 *     11, 12 distance to its axis x 10; d / 2r
 *     13, 14 component of the normal along the bone, and away from its axis
 *     15, 16 length of the bone x 4, r x 10
 *     17-25  three directions, each as outward, up and forward: away from the axis, the normal, the bone
 *     26     distance to the template x 20
 *     27-30  numbers of the vertex's island (mesh.h), such as a cuff or a shoe: share a of the island's area
 *            that belongs to the bone by template; log(a + .001) / 3; share of the bone's whole area that
 *            lies in the island; share of the surface's area that is the island's
 *
 * Outward is away from the middle plane on the bone's own side, so a body and its mirror image have the same
 * numbers.
 *
 * Spaces   the mesh's: heights, upright, facing along z.
 * Memory   _init allocates; the owner calls pd_rig_pairs_deinit; mesh, bones and
 *          template are borrowed.
 * Threads  const after _init.   Errors  ERR_MEMORY.
 */
#include "core/rig/skin/dense.h"
#include "core/rig/base/template.h"

#include <stdbool.h>

#define PD_RIG_PAIR_BONES   6
#define PD_RIG_PAIR_NUMBERS 31
#define PD_RIG_PAIR_PRIOR   2 /* index of log(t + .001) / 3 */
#define PD_RIG_PAIR_NEAR    5 /* index of smallest d / d */
#define PD_RIG_PAIR_ROLES   14

/* Role of each joint, the same for left and right: 0 to PD_RIG_PAIR_ROLES - 1. */
extern const int pd_rig_pair_roles[PD_RIG_JOINTS];

typedef struct pd_rig_pairs {
    const pd_rig_mesh *mesh;
    const pd_rig_segment *bones;  /* (PD_RIG_JOINTS) */
    float *template;              /* (V,PD_RIG_JOINTS) weights by template */
    float *heat;                  /* (V,PD_RIG_JOINTS) weights by heat; by template where heat fails */
    float *away;                  /* (V) distance to the template */
    double radius[PD_RIG_JOINTS]; /* r: mean distance of a bone's vertices, weighted by area and template */
    /* (islands + 1) area of each bone, and of all; the last entry is for vertices without a triangle */
    float (*islands)[PD_RIG_JOINTS + 1];
    double held[PD_RIG_JOINTS], area; /* area of each bone, and of the whole surface */
} pd_rig_pairs;

/* Builds the graph from job's mesh, bones and source, which are a person's; fills template (V,PD_RIG_JOINTS)
 * and sets *unheated to the number of vertices where heat failed. ERR_MEMORY; *out is empty then. */
pd_status pd_rig_pairs_init(pd_rig_pairs *out, float *template, const pd_rig_weights_job *job, int *unheated,
                            pd_error *err);
void pd_rig_pairs_deinit(pd_rig_pairs *pairs);
/* Computes the edges of one vertex: numbers (PD_RIG_PAIR_BONES,PD_RIG_PAIR_NUMBERS). */
void pd_rig_pairs_of(uint8_t bones[PD_RIG_PAIR_BONES], float *numbers, const pd_rig_pairs *pairs, int vertex);

#endif
