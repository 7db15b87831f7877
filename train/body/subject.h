#ifndef PD_TRAIN_BODY_SUBJECT_H
#define PD_TRAIN_BODY_SUBJECT_H
/* The goals of one subject (sample.h): sampled, one random stream each. */
#include "train/body/sample.h"

#include <stdbool.h>

/* Subject number `index` of the given seed; the controls that are solved for are left at their middle. with_face: sliders of the face
 * too; the others are the same without. */
void pd_train_subject_sample(pd_train_subject *out, uint64_t seed, int index, bool with_face);

#endif
