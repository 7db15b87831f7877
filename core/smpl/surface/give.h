#ifndef PD_SMPL_GIVE_H
#define PD_SMPL_GIVE_H
/* How far skin yields to what presses it: both kinds of contact (contact.h, press.h) move vertices by it.
 *
 *     give_v = 1 - sum over hard joints k of W_vk,   0 below 0.005
 *
 * Hard are joints that flesh hardly covers: head, jaw, eyes, wrists, hands, ankles, feet and fingers by their names; in a model
 * without names, those without children.
 *
 * Shapes   give (V), 0 to 1; hard (K). Both the caller's.
 */
#include "core/smpl/data/data.h"

#include <stdbool.h>

void pd_smpl_give(float *give, bool *hard, const pd_smpl_data *data);

#endif
