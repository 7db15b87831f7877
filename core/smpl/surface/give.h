#ifndef PD_SMPL_GIVE_H
#define PD_SMPL_GIVE_H
/* How much the skin at each vertex yields to pressure. Both kinds of self-contact (contact.h, press.h) scale displacements by it.
 *
 *     give_v = 1 - sum over hard joints k of W_vk,   0 below 0.005
 *
 * Hard joints have little flesh: head, jaw, eyes, wrists, hands, ankles, feet and fingers by their names; in a model without names, the joints
 * without children.
 *
 * Shapes   give (V), 0 to 1; hard (K).
 * Memory   both arrays are the caller's.
 */
#include "core/smpl/data/data.h"

#include <stdbool.h>

void pd_smpl_give(float *give, bool *hard, const pd_smpl_data *data);

#endif
