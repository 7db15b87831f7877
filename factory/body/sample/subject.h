#ifndef PD_FACTORY_BODY_SAMPLE_SUBJECT_H
#define PD_FACTORY_BODY_SAMPLE_SUBJECT_H
/* Draws the wanted measures and sliders of one subject (sample.h), from a random stream of its own. */
#include "factory/body/sample/sample.h"

#include <stdbool.h>

/* Draws subject number `index` for the seed. The sliders that are solved later keep their middle value.
 * with_face: draws sliders of the face too; the other sliders do not depend on it. */
void pd_factory_subject_sample(pd_factory_subject *out, uint64_t seed, int index, bool with_face);

#endif
