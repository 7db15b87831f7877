#ifndef PD_RIG_SKIN_MEND_H
#define PD_RIG_SKIN_MEND_H
/* Checks the skin weights of a person as a walk would show them, and mends what it can.
 *
 * Crossed  a vertex of one leg that follows bones of the other one: the other leg is farther from it than
 *          its own by a factor of PD_RIG_MEND_NEARER. Such weights go to the same bones of its own leg.
 * Stretchedthe skin is posed in the extremes of a walk (thighs 30 degrees forwards and 25 back, knees bent
 *          by 60, arms beside the body, swung by 25 and bent). An edge is overstretched if it is then more
 *          than PD_RIG_MEND_STRETCH times as long as at rest, and longer by more than PD_RIG_MEND_LONGER.
 *          The weights of both ends approach each other, in several passes, until no edge is overstretched
 *          or PASSES are over.
 *
 * A skin that stays overstretched cannot be mended by weights: two limbs of the mesh are one surface, or a
 * joint is far from its place. The caller reports it.
 *
 * Spaces   as the mesh (mesh.h): upright, heights of 1.   Memory  the dense weights and the edges, freed
 *          before return.   Threads  pure.   Errors  ERR_MEMORY.
 */
#include "core/rig/skin/weights.h"

#define PD_RIG_MEND_NEARER  0.6   /* distance from the own leg relative to that from the other one */
#define PD_RIG_MEND_STRETCH 3.0   /* largest stretch of an edge */
#define PD_RIG_MEND_LONGER  0.004 /* growth that counts as stretch, of the height */

typedef struct pd_rig_mended {
    int crossed; /* vertices with weights of the other leg, which were moved */
    int stretched,
        mended;     /* edges that stay overstretched; edges that were overstretched and are not any more */
    double stretch; /* largest stretch of an edge in the end; 1: none is stretched */
} pd_rig_mended;

/* Mends weights. joints (PD_RIG_JOINTS,3). */
pd_status pd_rig_mend(pd_rig_mended *out, pd_rig_weights *weights, const pd_rig_mesh *mesh,
                      const double (*joints)[3], pd_error *err);

#endif
