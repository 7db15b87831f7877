#ifndef PD_SMPL_CLOSED_H
#define PD_SMPL_CLOSED_H
/* Is the model's surface that of a body, so that a volume, a mass and girths mean something?
 *
 *     V = 1/6 sum over triangles of a . (b x c)
 *
 * is the volume inside only when every edge has one triangle on each side, both wound the same way about. Checked on
 * the template:
 *
 *     edges     at most 2 % with one triangle (open), with more than two, or with two that disagree about the outside;
 *               published models have holes of that size at eyes and mouth
 *     volume    positive (faces counter-clockwise from outside), and between 2 and 200 times height^2 kg/m2 at 1000 kg/m3
 *     height    that of a person: what a fit searches (pd_smpl_measures)
 */
#include "core/smpl/model.h"

/* ERR_UNSUPPORTED at "/model" with what is wrong; ERR_MEMORY. A model is checked once; later calls return at once. Any thread. */
pd_status pd_smpl_closed_check(const pd_smpl_model *model, pd_error *err);

#endif
