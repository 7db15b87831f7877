#ifndef PD_TRAIN_BODY_DRAW_H
#define PD_TRAIN_BODY_DRAW_H
/* What a subject is asked to be: the draws of sample.h, one random stream each. */
#include "core/train/body/sample.h"

/* Subject number `index` of the given seed; the controls that are solved for are left at their middle. */
void pd_train_draw(pd_train_subject *out, uint64_t seed, int index);

#endif
