#ifndef PD_FACTORY_TISSUE_RUN_H
#define PD_FACTORY_TISSUE_RUN_H
/* A run: the simulated flesh of one body in one motion, stored in a file. Training and evaluation read it.
 *
 *     x  F32 (T,12 Q)   features of the joints' motion (core/smpl/soft/soft.h)
 *     d  F16 (T,S,3)    displacement of the skin over flesh, rest frame, metres
 *     skin I32 (S), mass F32 (S)   vertex numbers, and the flesh below each, kg
 *     betas F32 (n);  text `key`: identifies the inputs of the run, so that a training that was stopped can
 *                     use it again
 *
 * Memory   a run owns its file's bytes: _close.
 * Errors   those of the simulation and of files; ERR_UNSUPPORTED: a model without the joints that drive the
 *          tissue.
 */
#include "core/anim/clip.h"
#include "core/io/tensor/safetensors.h"
#include "core/smpl/soft/soft.h"
#include "factory/tissue/simulate.h"

typedef struct pd_factory_tissue_run {
    pd_safetensors file;
    int frame_count, skin_count, feature_count, beta_count;
    const float *x, *mass, *betas;
    const uint16_t *d;
    const int *skin;
    bool held_out_motion, held_out_build; /* set by the caller */
} pd_factory_tissue_run;

/* Writes the numbers of the joints whose motion drives the tissue (PD_SMPL_SOFT_MAX_JOINTS at most). Returns
 * how many there are, or 0. */
int pd_factory_tissue_joints(int *joints, const pd_smpl_model *model);
/* Simulates a clip, which must be on the model's skeleton with these betas, and writes the file. */
pd_status pd_factory_tissue_run_make(const char *path, const char *key, const pd_smpl_model *model,
                                     const float *betas, int beta_count, const pd_anim_clip *clip,
                                     pd_error *err);
/* Reads a run. ERR_INVALID when the file has another key. */
pd_status pd_factory_tissue_run_open(pd_factory_tissue_run *out, const char *path, const char *key,
                                     pd_error *err);
void pd_factory_tissue_run_close(pd_factory_tissue_run *run);

#endif
