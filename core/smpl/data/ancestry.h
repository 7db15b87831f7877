#ifndef PD_SMPL_ANCESTRY_H
#define PD_SMPL_ANCESTRY_H
/* Ancestry of a face as shares of three groups, and the two betas that express it (the features
 * ancestry_african and ancestry_asian).
 *
 *     r = 1/3 + a (2,-1,-1) u + b (-1,2,-1) u        r: shares of african, asian, european; they add to 1; u
 *                                                    = PD_SMPL_ANCESTRY_UNIT
 *
 * Shares of a body can lie outside 0 .. 1, where a beta is large.
 *
 * Memory   allocates nothing.   Threads  pure functions. */
#include "core/smpl/data/data.h"

#include <stdbool.h>

enum { PD_SMPL_AFRICAN, PD_SMPL_ASIAN, PD_SMPL_EUROPEAN, PD_SMPL_ANCESTRY_COUNT };

#define PD_SMPL_ANCESTRY_UNIT 0.14 /* equal to that of factory/body/part/feature.c */

extern const char *const pd_smpl_ancestry_names[PD_SMPL_ANCESTRY_COUNT];

/* Computes the shares of a body with these betas (B). Returns false,
 * with equal shares, when the model lacks the features. */
bool pd_smpl_ancestry_of(double shares[PD_SMPL_ANCESTRY_COUNT], const pd_smpl_data *data, const float *betas);
/* Sets the two betas for these shares. Returns false when the model lacks the features. */
bool pd_smpl_ancestry_set(float *betas, const pd_smpl_data *data,
                          const double shares[PD_SMPL_ANCESTRY_COUNT]);

#endif
