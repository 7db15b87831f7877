#ifndef PD_SMPL_GIVE_H
#define PD_SMPL_GIVE_H
/* Computes the mobility of the skin at each vertex, 0 to 1: how far contact may displace it. Both kinds of
 * self-contact (contact.h, press.h) scale displacements by it.
 *
 *     give_v = 1 - sum over hard joints k of W_vk,   0 below 0.005
 *
 * Hard joints have little flesh: head, jaw, eyes, wrists, hands, ankles, feet and fingers by their names; in
 * a model without names, the joints without children.
 *
 * Shapes   give (V), 0 to 1; hard (K).
 * Memory   both arrays are the caller's.
 */
#include "core/smpl/data/data.h"

#include <stdbool.h>

/* Computes give (V), and marks the hard joints in hard (K). */
void pd_smpl_give(float *give, bool *hard, const pd_smpl_data *data);

#endif
