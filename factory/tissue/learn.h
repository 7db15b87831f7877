#ifndef PD_FACTORY_TISSUE_LEARN_H
#define PD_FACTORY_TISSUE_LEARN_H
/* Learns the soft tissue of a model (core/smpl/soft/soft.h) from simulated flesh: directions, then the
 * dynamics of their coefficients.
 *
 * Directions   principal components about zero of the displacements d (rest frame, after posing), vertices
 *              weighted by the mass below them. The mirror-symmetric and the antisymmetric part are analysed
 *              separately, so that each direction is exactly one of both. The M of largest variance are kept,
 *              of unit variance over the training frames, and breathing follows them.
 * Dynamics     for each coefficient the pole (w, zeta, s_g), sizes u_g and gains W whose trajectory,
 *              simulated from rest, is nearest to the given one; each build is normalised by its own mean
 *              square. Given pole and sizes, the filtered input is known and W follows from ridge regression;
 *              poles are searched on a grid, then all numbers are refined in turn. s and u are weakly pulled
 *              to zero. Mirrored motions give mirrored flesh: only features of the coefficient's own parity
 *              are used.
 * Evaluation   explained variance relative to zero displacement, 1 - sum m |d - D delta|^2 / sum m |d|^2, of
 *              runs of one kind, by part of the body; and the value that the directions alone could reach.
 *
 * Shapes   S_u vertices that have flesh in any run, M modes, F = 12 Q features, G betas.
 * Memory   about 8 S_u 3 n bytes for n frames from which components are computed.
 * Errors   ERR_RANGE: no runs, too few frames; ERR_UNSUPPORTED: a model without mirror; ERR_MEMORY;
 *          ERR_INTERNAL: LAPACK failed.
 */
#include "core/base/progress.h"
#include "factory/tissue/run.h"

#define PD_FACTORY_TISSUE_PARTS 8

typedef struct pd_factory_tissue_options {
    int modes;      /* M; 0 selects 16 */
    int beta_terms; /* G; -1 selects 4, or the model's number if smaller */
    double ridge;   /* ridge term as a fraction of the mean variance of a feature; 0 selects .03 */
    int frames;     /* approximate number of frames from which directions are computed; 0 selects 900 */
} pd_factory_tissue_options;

/* Kinds of runs: true where the motion, or the build, is held out. */
typedef struct pd_factory_tissue_kind {
    bool motion, build;
} pd_factory_tissue_kind;

/* Scores of one kind of runs. */
typedef struct pd_factory_tissue_score {
    int runs, frames;
    double rms_mm;               /* root mean square of the displacement, weighted by mass */
    double explained, reachable; /* explained variance, with the dynamics; with the best coefficients */
    double part_rms_mm[PD_FACTORY_TISSUE_PARTS], part_explained[PD_FACTORY_TISSUE_PARTS];
} pd_factory_tissue_score;

extern const char *const pd_factory_tissue_part_names[PD_FACTORY_TISSUE_PARTS];

/* Replaces directions and dynamics in data, which is the model's own as loaded. Runs of held-out motions and
 * builds are not used. */
pd_status pd_factory_tissue_learn(pd_smpl_data *data, const pd_smpl_model *model,
                                  const pd_factory_tissue_run *runs, int count,
                                  const pd_factory_tissue_options *options, const pd_progress *progress,
                                  pd_error *err);
/* Scores data's soft tissue on the runs of one kind. */
pd_status pd_factory_tissue_judge(pd_factory_tissue_score *out, const pd_smpl_data *data,
                                  const pd_smpl_model *model, const pd_factory_tissue_run *runs, int count,
                                  pd_factory_tissue_kind held_out, pd_error *err);

#endif
