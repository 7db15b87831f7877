#include "train/evaluate/reach.h"

#include <stdbool.h>

#define DEGREE 0.017453292519943295

bool pd_train_body_quality_passes(const pd_train_body_quality *quality)
{
    return !quality->inverted && quality->fold <= PD_TRAIN_BODY_DEPTH_LIMIT &&
           quality->hit <= PD_TRAIN_BODY_DEPTH_LIMIT;
}

/* Returns whether the body is sound with one joint turned to `degrees` about the job's axis: poses it, runs
 * the checks of quality.h. */
static int passes_at(const pd_train_body_reach_job *job, double degrees)
{
    double angles[3] = {0, 0, 0};
    double matrix[9];
    pd_train_body_quality quality;

    angles[job->axis] = degrees * DEGREE;
    pd_q_to_matrix(matrix, pd_anim_range_join(angles, job->range, job->side));
    for (int i = 0; i < 9; i++) job->rotations[9 * job->joint + i] = (float)matrix[i];
    job->skinner.run(job->skinner.ctx, job->vertices, job->rotations);
    pd_arena_reset(job->scratch);
    pd_train_body_quality_run(&quality, job->checker, job->vertices, job->rotations, job->scratch);

    return pd_train_body_quality_passes(&quality);
}

double pd_train_body_reach(const pd_train_body_reach_job *job, double degrees)
{
    double good = 0;
    double bad = degrees;

    if (passes_at(job, degrees)) return degrees;
    for (int n = 0; n < PD_TRAIN_BODY_REACH_STEPS; n++) {
        double middle = (good + bad) / 2;
        if (passes_at(job, middle))
            good = middle;
        else
            bad = middle;
    }

    return good;
}
