#ifndef PD_SMPL_CLOSED_H
#define PD_SMPL_CLOSED_H
/* Checks whether a model's surface is that of a closed body, so that its volume, mass and girths are
 * meaningful.
 *
 *     V = 1/6 sum over triangles of a . (b x c)
 *
 * is the enclosed volume only when every edge has one triangle on each side and both have the same
 * orientation. This is counted once, on the template, when a model is built (model.h); then the check
 * compares:
 *
 *     edges     at most 2 % are open (one triangle), crowded (more than two) or twisted (two of opposite
 *               orientation); published models have holes of that size at eyes and mouth
 *     volume    positive (faces counter-clockwise from outside), and between 2 and 200 times height^2 kg/m2
 *               at 1000 kg/m3
 *     height    within a range that the caller gives
 */
#include "core/smpl/data/data.h"

typedef struct pd_smpl_closed {
    int edge_count;    /* Number of edges, each counted once. */
    int open, crowded; /* Numbers of edges with one triangle, with more than two. */
    int twisted;       /* Number of edges whose two triangles have opposite orientations. */
    double height;     /* metres, from the lowest to the highest vertex         */
    double volume;     /* V above, m3. */
} pd_smpl_closed;

/* Counts the edges and computes height and volume. data has passed pd_smpl_data_check. ERR_MEMORY. */
pd_status pd_smpl_closed_count(pd_smpl_closed *out, const pd_smpl_data *data, pd_error *err);
/* Checks the conditions above; shortest and tallest are the allowed heights in metres. ERR_UNSUPPORTED at
 * "/model" says which condition is not met. */
pd_status pd_smpl_closed_check(const pd_smpl_closed *surface, double shortest, double tallest, pd_error *err);

#endif
