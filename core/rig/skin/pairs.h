#ifndef PD_RIG_SKIN_PAIRS_H
#define PD_RIG_SKIN_PAIRS_H
/* Vertices and the bones near them as one graph, the way learned weights see a person (HeterSkinNet: Pan, Huang, Mai, Wang et al. 2021).
 *
 * Every vertex has an edge to PD_RIG_PAIR_BONES bones: those that template (weights.h) gives it most of, then the neighbours of these in the
 * skeleton, then the nearest. What is known of an edge are PD_RIG_PAIR_NUMBERS numbers, each about 1 in size:
 *
 *     0-3    the weights t by template and h by heat; log(t + .001) / 3, log(h + .001) / 3
 *     4, 5   distance d to the bone x 10; the least d of the vertex / d
 *     6-10   along the bone: in its lengths; before its head and past its tail, in mean radii r of what the bone holds / 2, and x 10
 *     11, 12 distance to its axis x 10; d / 2r
 *     13, 14 the normal along the bone, and away from its axis
 *     15, 16 the bone's length x 4, r x 10
 *     17-25  three directions, each outward, up and forward: away from the axis, the normal, the bone
 *     26     distance to the template x 20
 *     27-30  of the island that the vertex is on (a cuff is of a sleeve, a shoe of a foot): the bone's share a of its area, by template; log(a + .001) / 3;
 *            how much of all that the bone holds is there; the island's share of the whole area
 *
 * Outward is away from the middle plane on the bone's own side, so that a body and its mirror image have the same numbers.
 *
 * Space    the mesh's: heights, upright, looking along z.   Memory   one owner: pd_rig_pairs_deinit; mesh, bones and template are borrowed.   Threads  const after _init.
 */
#include "core/rig/skin/weights.h"
#include "core/rig/base/template.h"

#include <stdbool.h>

#define PD_RIG_PAIR_BONES   6
#define PD_RIG_PAIR_NUMBERS 31
#define PD_RIG_PAIR_PRIOR   2 /* which of them is log(t + .001) / 3 */
#define PD_RIG_PAIR_NEAR    5 /* the least d / d                    */
#define PD_RIG_PAIR_ROLES   14

/* What a joint is, left and right alike: 0 to PD_RIG_PAIR_ROLES - 1. */
extern const int pd_rig_pair_roles[PD_RIG_JOINTS];

typedef struct pd_rig_pairs {
    const pd_rig_mesh *mesh;
    const pd_rig_segment *bones; /* (PD_RIG_JOINTS)                       */
    float *template; /* (V,PD_RIG_JOINTS) weights by template                                       */
    float *heat;     /* (V,PD_RIG_JOINTS) by heat; by template where that fails                     */
    float *away;     /* (V) distance to the template          */
    double radius[PD_RIG_JOINTS]; /* r: the mean distance, by area and template */
    float (*islands)[PD_RIG_JOINTS +
                     1]; /* (islands + 1) area of each bone, and of all; the last has no triangle */
    double held[PD_RIG_JOINTS], area; /* area that a bone holds; of all */
} pd_rig_pairs;

/* Of job's mesh, bones and source, which are a person's; template (V,PD_RIG_JOINTS) is filled, unheated counted as weights.h does. ERR_MEMORY; empty
 * then. */
pd_status pd_rig_pairs_init(pd_rig_pairs *out, float *template, const pd_rig_weights_job *job, int *unheated,
                            pd_error *err);
void pd_rig_pairs_deinit(pd_rig_pairs *pairs);
/* The edges of one vertex: numbers (PD_RIG_PAIR_BONES,PD_RIG_PAIR_NUMBERS). */
void pd_rig_pairs_of(uint8_t bones[PD_RIG_PAIR_BONES], float *numbers, const pd_rig_pairs *pairs, int vertex);

#endif
