#ifndef PD_TRAIN_TISSUE_LEARN_H
#define PD_TRAIN_TISSUE_LEARN_H
/* From simulated flesh to a model's soft tissue: directions, then the dynamics of their coefficients (core/smpl/soft/soft.h).
 *
 * Directions   principal components about zero of the displacements d (rest frame, after posing), vertices weighted by the mass below
 *              them: of the part that is the same on both sides and of the part that is opposite, apart, so that each direction is one
 *              or the other exactly; the M of most variance are kept, of unit variance over the training frames, and breathing last.
 * Dynamics     for each coefficient the pole (w, zeta, s_g), sizes u_g and gains W for which the whole course, run free from rest, is
 *              nearest to the simulated one, each build by its own mean square. Given pole and sizes the filtered input is known and W
 *              follows from ridge regression; poles are searched on a grid, then all one number after the other. s and u are held to
 *              zero a little. Mirrored motions give mirrored flesh: only the features of the coefficient's own
 *              parity are used.
 * Judgement    variance against zero displacement, 1 - sum m |d - D delta|^2 / sum m |d|^2, of runs of one kind, by part of the body;
 *              and what the directions alone could reach.
 *
 * Shapes   S_u vertices that have flesh in any run, M modes, F = 12 Q features, G betas.
 * Memory   about 8 S_u 3 n bytes for n frames from which components are found.
 * Errors   ERR_RANGE: no runs, too few frames; ERR_UNSUPPORTED: a model without mirror; ERR_MEMORY; ERR_INTERNAL: LAPACK gave up.
 */
#include "core/base/progress.h"
#include "train/tissue/run.h"

#define PD_TISSUE_PARTS 8

typedef struct pd_tissue_options {
    int modes;      /* M; 0: 16                                                    */
    int beta_terms; /* G; -1: 4, or what the model has                             */
    double ridge;   /* of the mean variance of a feature; 0: .03                   */
    int frames;     /* from which directions are found, about; 0: 900             */
} pd_tissue_options;

/* Kinds of runs, by what was held out of them. */
typedef struct pd_tissue_kind {
    bool motion, build;
} pd_tissue_kind;

/* Of one kind of runs. */
typedef struct pd_tissue_score {
    int runs, frames;
    double rms_mm;               /* of the displacement, mass weighted                                     */
    double explained, reachable; /* by the dynamics; by the best coefficients                              */
    double part_rms_mm[PD_TISSUE_PARTS], part_explained[PD_TISSUE_PARTS];
} pd_tissue_score;

extern const char *const pd_tissue_part_names[PD_TISSUE_PARTS];

/* Puts directions and dynamics into data, which is the model's own as loaded: those that it had are replaced. Runs of held-out motions and
 * builds are not learned from. */
pd_status pd_tissue_learn(pd_smpl_data *data, const pd_smpl_model *model, const pd_tissue_run *runs,
                          int count, const pd_tissue_options *options, const pd_train_progress *progress,
                          pd_error *err);
/* Scores data's soft tissue against the runs of that kind. */
pd_status pd_tissue_judge(pd_tissue_score *out, const pd_smpl_data *data, const pd_smpl_model *model,
                          const pd_tissue_run *runs, int count, pd_tissue_kind held_out, pd_error *err);

#endif
