#ifndef PD_SMPL_CLOSED_H
#define PD_SMPL_CLOSED_H
/* Whether the model's surface is that of a body, so that its volume, mass and girths are meaningful.
 *
 *     V = 1/6 sum over triangles of a . (b x c)
 *
 * is the volume inside only when every edge has one triangle on each side, both wound the same way about. Counted once, on the
 * template, when a model is built (model.h); the check then compares:
 *
 *     edges     at most 2 % with one triangle (open), with more than two, or with two that disagree about the outside;
 *               published models have holes of that size at eyes and mouth
 *     volume    positive (faces counter-clockwise from outside), and between 2 and 200 times height^2 kg/m2 at 1000 kg/m3
 *     height    that of a person: what a fit searches (pd_smpl_measures)
 */
#include "core/smpl/data/data.h"

typedef struct pd_smpl_closed {
    int edge_count;    /* edges of the surface, each counted once               */
    int open, crowded; /* of those: with one triangle, with more than two       */
    int twisted;       /* with two triangles that disagree about the outside    */
    double height;     /* metres, from the lowest to the highest vertex         */
    double volume;     /* m3, as above                                          */
} pd_smpl_closed;

/* data has passed pd_smpl_data_check. ERR_MEMORY. */
pd_status pd_smpl_closed_count(pd_smpl_closed *out, const pd_smpl_data *data, pd_error *err);
/* ERR_UNSUPPORTED at "/model" with what is wrong. */
pd_status pd_smpl_closed_check(const pd_smpl_closed *surface, pd_error *err);

#endif
