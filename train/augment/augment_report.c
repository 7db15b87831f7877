/* The report of augment.h: how much motion each step gave, and how still its feet are. */
#include "train/augment/augment.h"

#include <stdlib.h>
#include <string.h>

typedef struct measuring {
    const pd_character_motions *motions;
    pd_train_feet_quality *feet; /* (count) */
    pd_status *status;           /* (count) */
    pd_error *errors;            /* (count) */
} measuring;

static void measure_one(void *arg, int index, int worker)
{
    measuring *m = arg;
    (void)worker;
    m->status[index] = pd_train_feet_measure(&m->feet[index], &m->motions->items[index], &m->errors[index]);
}

pd_status pd_train_augment_measure(pd_train_augment_report *report, const pd_character_motions *motions,
                                   const pd_executor *executor, pd_error *err)
{
    size_t count = (size_t)motions->count + 1;
    measuring m = {.motions = motions,
                   .feet = calloc(count, sizeof *m.feet),
                   .status = calloc(count, sizeof *m.status),
                   .errors = calloc(count, sizeof *m.errors)};
    pd_status status = PD_OK;

    memset(report, 0, sizeof *report);
    if (!m.feet || !m.status || !m.errors)
        status =
            pd_fail(err, PD_ERR_MEMORY, "augment", "out of memory to measure %d motions", motions->count);
    if (status == PD_OK) pd_execute(executor, measure_one, &m, motions->count);

    for (int i = 0; status == PD_OK && i < motions->count; i++) {
        const pd_character_motion *motion = &motions->items[i];
        const pd_train_feet_quality *of = &m.feet[i];
        status = m.status[i];
        if (status != PD_OK) {
            if (err) *err = m.errors[i];
            break;
        }

        /* Find the step that made the motion, and count its seconds of each gait. */
        int step = PD_TRAIN_STEP_CAPTURE;
        for (int s = 0; s < PD_TRAIN_STEPS; s++)
            if (!strcmp(motion->step, pd_train_step_names[s])) {
                step = s;
                break;
            }
        report->motions[step]++;
        report->seconds[step] += motion->clip.frame_count / motion->clip.rate;
        for (int t = 0; t < motion->clip.frame_count; t++) {
            const float *g = motion->gaits[t];
            int most = 0;
            for (int k = 1; k < PD_PFNN_GAITS; k++)
                if (g[k] > g[most]) most = k;
            if (g[PD_PFNN_JUMP] > 0.5f) most = PD_PFNN_JUMP;
            report->gait_seconds[step][most] += 1 / motion->clip.rate;
        }

        /* Means are weighted by the number of toes or frames that they were taken over. */
        pd_train_feet_quality *sum = &report->feet[step];
        double planted = (double)of->planted;
        double frames = (double)of->frames;
        sum->slide_mean += planted * of->slide_mean;
        sum->slide_p95 += planted * of->slide_p95;
        sum->height_p95 += planted * of->height_p95;
        sum->under_p95 += frames * of->under_p95;
        sum->jerk += frames * of->jerk;
        sum->under_max = sum->under_max > of->under_max ? sum->under_max : of->under_max;
        sum->jolt_max = sum->jolt_max > of->jolt_max ? sum->jolt_max : of->jolt_max;
        sum->bone_max = sum->bone_max > of->bone_max ? sum->bone_max : of->bone_max;
        sum->planted += of->planted;
        sum->frames += of->frames;
    }

    /* Divide the sums, so that they become means. */
    for (int s = 0; status == PD_OK && s < PD_TRAIN_STEPS; s++) {
        pd_train_feet_quality *mean = &report->feet[s];
        double planted = mean->planted ? (double)mean->planted : 1;
        double frames = mean->frames ? (double)mean->frames : 1;
        mean->slide_mean /= planted;
        mean->slide_p95 /= planted;
        mean->height_p95 /= planted;
        mean->under_p95 /= frames;
        mean->jerk /= frames;
    }

    free(m.feet);
    free(m.status);
    free(m.errors);

    return status;
}

/* ---- text ---- */

void pd_train_augment_write(pd_buffer *out, const pd_train_augment_report *report)
{
    double all = 0;

    for (int s = 0; s < PD_TRAIN_STEPS; s++) all += report->seconds[s];

    /* Print the seconds of each gait for each step. */
    pd_buffer_printf(out, "%-8s %8s %9s %6s", "step", "motions", "seconds", "part");
    for (int k = 0; k < PD_PFNN_BUMP; k++) pd_buffer_printf(out, " %8s", pd_train_gait_names[k]);
    pd_buffer_text(out, "\n");
    for (int s = 0; s < PD_TRAIN_STEPS; s++) {
        if (!report->motions[s]) continue;
        pd_buffer_printf(out, "%-8s %8d %9.1f %6.3f", pd_train_step_names[s], report->motions[s],
                         report->seconds[s], report->seconds[s] / all);
        for (int k = 0; k < PD_PFNN_BUMP; k++) pd_buffer_printf(out, " %8.1f", report->gait_seconds[s][k]);
        pd_buffer_text(out, "\n");
    }

    /* Print the quality of the feet for each step. */
    pd_buffer_printf(out, "%-8s %10s %9s %12s %11s %11s %9s %9s\n", "feet", "slide m/s", "p95",
                     "off ground m", "under p95", "under max", "bones m", "jerk m/s3");
    for (int s = 0; s < PD_TRAIN_STEPS; s++) {
        const pd_train_feet_quality *q = &report->feet[s];
        if (report->motions[s])
            pd_buffer_printf(out, "%-8s %10.4f %9.4f %12.4f %11.4f %11.4f %9.1e %9.0f\n",
                             pd_train_step_names[s], q->slide_mean, q->slide_p95, q->height_p95, q->under_p95,
                             q->under_max, q->bone_max, q->jerk);
    }

    if (report->map_slopes_deg[1] > 0)
        pd_buffer_printf(out, "slopes of the map: p50 %.1f, p95 %.1f degrees\n", report->map_slopes_deg[0],
                         report->map_slopes_deg[1]);
}
