#include "train/augment/fit.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "train/augment/copy.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW     60  /* frames before and behind a cycle     */
#define CYCLE_MOST 180 /* frames: longer ones are standing     */

typedef struct fitting {
    pd_character_motions *motions;
    const pd_train_patches *patches;
    const pd_train_motion_fit *how;
    const pd_executor *executor;
    pd_error *err;
} fitting;

/* The list may move while it grows: the motion is looked up again for each copy. */
/* Copies frames first to last - 1 of motion i onto the ground `ground`, which the copy takes over, and
 * appends the copy to the motions. */
static pd_status append_copy(fitting *f, int i, int first, int last, pd_anim_ground *ground)
{
    const pd_character_motion *in = &f->motions->items[i];
    const size_t joints = (size_t)in->clip.skeleton.joint_count;
    const size_t n = (size_t)(last - first);

    PD_ASSERT(first >= 0 && first < last && last <= in->clip.frame_count);
    pd_character_motion copy;
    pd_status status = pd_train_motion_blank(&copy, in, last - first, "fit", f->err);
    if (status != PD_OK) return status;

    memcpy(copy.clip.rotations, pd_anim_clip_frame(&in->clip, first),
           n * joints * sizeof *in->clip.rotations);
    memcpy(copy.clip.roots, in->clip.roots + first, n * sizeof *in->clip.roots);
    memcpy(copy.contacts, in->contacts + first, n * sizeof *in->contacts);
    memcpy(copy.phase, in->phase + first, n * sizeof *in->phase);
    memcpy(copy.gaits, in->gaits + first, n * sizeof *in->gaits);
    copy.ground = *ground;
    *ground = (pd_anim_ground){0};
    status = pd_character_motions_append(f->motions, &copy, f->err);
    pd_character_motion_deinit(&copy);

    return status;
}

/* Appends copies of a gait cycle (frames start to end - 1 of motion i) on the grounds that fit under its feet
 * best. */
static pd_status fit_cycle(fitting *f, int i, int start, int end)
{
    int frames = f->motions->items[i].clip.frame_count;

    PD_ASSERT(start >= 0 && start < end && end <= frames);

    /* The cycle with frames around it. A cycle with a jump in it is fitted as a jump. */
    int first = start > WINDOW ? start - WINDOW : 0;
    int last = end + WINDOW < frames ? end + WINDOW : frames;
    pd_train_fit_kind kind = f->how->kind < 0 ? PD_TRAIN_FIT_WALK : (pd_train_fit_kind)f->how->kind;
    for (int t = start; f->how->kind < 0 && t < end; t++)
        if (f->motions->items[i].gaits[t][PD_PFNN_JUMP] > 0.5f) {
            kind = PD_TRAIN_FIT_JUMP;
            break;
        }

    /* Find the pieces of the map that fit the cycle best. */
    pd_train_fit fit;
    pd_train_fit_job job = {.motion = &f->motions->items[i],
                            .first = first,
                            .count = last - first,
                            .kind = kind,
                            .kernel = f->how->kernel,
                            .seed = f->how->patches.seed + (uint64_t)start};
    pd_status status = pd_train_fit_cycle(&fit, &job, f->patches, f->executor, f->err);

    /* Make a copy of the cycle on each of them. */
    for (int b = 0; status == PD_OK && b < f->how->best && b < fit.count; b++)
        status = append_copy(f, i, first, last, &fit.grounds[b]);
    pd_train_fit_deinit(&fit);

    return status;
}

/* Fits terrain under every cycle of motion i. */
static pd_status fit_motion(fitting *f, int i)
{
    PD_ASSERT(i >= 0 && i < f->motions->count);
    const pd_character_motion *motion = &f->motions->items[i];
    if (pd_train_motion_labelled(motion, 0, f->err)) return f->err->status;
    if (motion->ground.rows) return PD_OK; /* it has ground of its own */

    const int capacity = motion->clip.frame_count;
    int *starts = malloc(((size_t)capacity + 1) * sizeof *starts);
    if (!starts) return pd_fail(f->err, PD_ERR_MEMORY, motion->name, "out of memory for its cycles");

    /* `motion` may dangle once copies are appended. */
    pd_status status = PD_OK;
    const int cycles = pd_train_fit_cycles(starts, capacity, motion);
    PD_ASSERT(cycles <= capacity + 1);
    for (int c = 0; status == PD_OK && c + 1 < cycles; c++)
        if (starts[c + 1] - starts[c] <= CYCLE_MOST) status = fit_cycle(f, i, starts[c], starts[c + 1]);
    free(starts);

    return status;
}

pd_status pd_train_motion_fit_all(pd_character_motions *motions, int count, const pd_anim_ground *map,
                                  const pd_train_motion_fit *how, const pd_executor *executor,
                                  const pd_progress *progress, pd_error *err)
{
    pd_error own = {0};
    pd_train_patches patches;
    const pd_anim_ground *maps = how->maps ? how->maps : map;

    PD_ASSERT(count <= motions->count);

    /* Sample pieces of the maps to choose from. */
    pd_status status =
        pd_train_patches_sample(&patches, maps, how->maps ? how->map_count : 1, &how->patches, err);
    fitting f = {
        .motions = motions, .patches = &patches, .how = how, .executor = executor, .err = err ? err : &own};
    for (int i = 0; status == PD_OK && i < count; i++) {
        status = fit_motion(&f, i);
        if (progress) pd_progress_report(progress, "fitting terrain", i + 1, count);
    }

    pd_train_patches_deinit(&patches);

    return status;
}
