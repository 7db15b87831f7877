#include "core/observe/take/uncertain.h"

#include "core/observe/take/take_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 12  /* largest number of frames whose uncertainty is computed, evenly spread */
#define PLACED 0.7 /* part of the deviation of a marker's place that is left after the calibration */

/* Fills the observations of a frame. Returns how many there are. */
static int see_frame(pd_observe_seen *seen, const pd_observe_take *t, size_t frame)
{
    const size_t places = (size_t)t->place_count;
    int count = 0;

    for (size_t i = 0; i < places; i++) {
        const float *at = t->at + 3 * (frame * places + i);
        const double sure = t->confidence ? (double)t->confidence[frame * places + i] : 1;
        const bool there = !isnan(at[0]) && sure > 0;
        const bool is_worn = t->mounts && t->mounts[i].along > 0;
        seen[i] = t->places[i];
        seen[i].confidence = !there ? 0 : seen[i].is_turn ? 1 : sure;
        seen[i].heading = seen[i].is_turn ? sure : 0;
        seen[i].offset = is_worn ? t->offsets[i] : NULL;
        if (is_worn) seen[i].sigma = hypot(seen[i].sigma, PLACED * t->mounts[i].across);
        for (int c = 0; c < 3; c++) seen[i].at[c] = there ? (double)at[c] : 0;
        count += there;
    }

    return count;
}

pd_observe_uncertainty pd_observe_take_uncertainty(const pd_observe_take *t, const pd_smpl_model *m)
{
    const size_t numbers = 9 * (size_t)m->joint_count;
    const size_t betas = (size_t)m->beta_count;
    const int tries = t->frame_count < FRAMES ? t->frame_count : FRAMES;
    pd_observe_seen *seen = malloc(((size_t)t->place_count + 1) * sizeof *seen);
    float *own = malloc((numbers + betas + 1) * sizeof *own);
    pd_observe_uncertainty sum = {0, 0};
    pd_arena arena = {0};
    int count = 0;

    for (int i = 0; i < tries && seen && own; i++) {
        const size_t frame = (size_t)((2LL * i + 1) * t->frame_count / (2 * tries));
        pd_observe_job job = pd_observe_take_moment(t, seen);
        job.seen_count = see_frame(seen, t, frame) ? t->place_count : 0;
        if (!job.seen_count) continue;

        /* The body of the frame, which one step hardly moves. */
        job.rotations = own;
        job.betas = own + numbers;
        job.warm = true;
        job.keep_betas = false;
        job.iterations = 1;
        job.measures = true;
        job.is_noise_true = t->mounts != NULL;
        job.known_sd = t->keep_betas ? NULL : t->betas_sd;
        job.scale = t->scale;
        job.fit_scale = false;
        memcpy(own, t->rotations + numbers * frame, numbers * sizeof *own);
        memcpy(own + numbers, t->betas, betas * sizeof *own);
        for (int c = 0; c < 3; c++) job.translation[c] = (double)t->translations[3 * frame + (size_t)c];
        if (pd_observe_check(&job, m, NULL) || !pd_arena_reserve(&arena, pd_observe_scratch_bytes(&job, m)))
            continue;
        pd_arena_reset(&arena);
        pd_observe_run(&job, m, &arena);
        if (!isfinite(job.uncertainty.world) || !isfinite(job.uncertainty.pose)) continue;
        sum.world += job.uncertainty.world * job.uncertainty.world;
        sum.pose += job.uncertainty.pose * job.uncertainty.pose;
        count++;
    }

    pd_arena_deinit(&arena);
    free(seen);
    free(own);
    return count ? (pd_observe_uncertainty){sqrt(sum.world / count), sqrt(sum.pose / count)}
                 : (pd_observe_uncertainty){NAN, NAN};
}
