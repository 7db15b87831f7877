#include "tools/train/pose_set.h"

#include "core/retarget/skeleton.h"
#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "train/corrective/deform.h"
#include "tools/train/capture_clips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSES_MAX 20000

/* --- from motion capture --- */

static double least_det(void *ctx, const float *rotations)
{
    return pd_train_deformer_least_det(ctx, rotations);
}

pd_status pd_tool_pose_set_make(pd_train_poses *out, pd_tool_credits *credits, const pd_smpl_model *model,
                                const char *folder, const pd_train_pose_options *options,
                                const pd_executor *executor, pd_error *err)
{
    static const char *const kinds[] = {"capture", "sweep", "composite"};
    pd_anim_skeleton target = {0};
    pd_tool_capture_clips clips = {0};
    pd_train_pose_clip *named = NULL;
    pd_train_deformer *deformer = NULL;
    pd_train_pose_options with_det = *options;

    memset(out, 0, sizeof *out);

    /* Clips on the model's skeleton, with their names. */
    pd_status status = pd_retarget_skeleton_of(&target, model, NULL, 0, err);
    if (status == PD_OK) status = pd_tool_capture_clips_read(&clips, folder, &target, executor, err);
    if (status == PD_OK) {
        const size_t n = (size_t)clips.list.count;
        named = calloc(n, sizeof *named);
        if (!named) status = pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %zu clips", n);
        for (size_t i = 0; named && i < n; i++)
            named[i] = (pd_train_pose_clip){&clips.clips[i], clips.list.rows[i].name};
    }

    /* The deformer tells where skinning collapses. */
    if (status == PD_OK) status = pd_train_deformer_build(&deformer, model, NULL, 0, NULL, err);
    if (status == PD_OK) {
        with_det.det = least_det;
        with_det.ctx = deformer;
        status = pd_train_poses_init(out, named, clips.list.count, &with_det, err);
    }

    /* Count the poses of each kind. */
    if (status == PD_OK) {
        int counts[3][2] = {{0}};
        for (int i = 0; i < out->count; i++) counts[out->kinds[i]][out->held_out[i]]++;
        for (int kind = 0; kind < 3; kind++)
            fprintf(stderr, "%-9s %4d to learn from, %4d held out\n", kinds[kind], counts[kind][0],
                    counts[kind][1]);
    }

    if (credits) *credits = clips.credits;

    pd_tool_capture_clips_deinit(&clips);
    free(named);
    pd_train_deformer_free(deformer);

    return status;
}

/* --- from a file --- */

static pd_status fill_pose_set(pd_train_poses *out, const pd_array *poses, const pd_array *held_out,
                               pd_error *err)
{
    size_t row = 3 * PD_TRAIN_POSE_JOINTS;
    size_t count = poses->count / row;

    if (poses->count % row || !count || count > POSES_MAX || held_out->count != count)
        return pd_fail(err, PD_ERR_RANGE, "poses",
                       "%zu numbers and %zu flags; %zu numbers and a flag for each of 1 to %d poses allowed",
                       poses->count, held_out->count, row, POSES_MAX);

    /* Read angles and flags, then rotations of the angles. */
    float *angles = malloc(poses->count * sizeof *angles);
    float *flags = malloc(count * sizeof *flags);
    out->rotations = malloc(3 * poses->count * sizeof *out->rotations);
    out->held_out = malloc(count);

    pd_status status = PD_OK;
    if (!angles || !flags || !out->rotations || !out->held_out)
        status = pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory for %zu poses", count);
    if (!status) status = pd_array_f32(angles, poses, "poses", err);
    if (!status) status = pd_array_f32(flags, held_out, "held_out", err);

    for (size_t i = 0; !status && i < count; i++) out->held_out[i] = flags[i] != 0;
    if (!status) pd_rot_from_axis_angle_array(out->rotations, angles, (int)count * PD_TRAIN_POSE_JOINTS);
    out->count = (int)count;
    free(angles);
    free(flags);

    return status;
}

pd_status pd_tool_pose_set_read(pd_train_poses *out, const char *path, pd_error *err)
{
    pd_bytes file;
    pd_npz npz;
    pd_array poses, held_out;

    memset(out, 0, sizeof *out);
    pd_status status = pd_file_map(&file, path, err);
    if (status) return status;

    status = pd_npz_parse(&npz, file.data, file.size, path, err);
    if (!status) {
        status = pd_npz_read(&poses, &npz, "poses", err);
        if (!status) status = pd_npz_read(&held_out, &npz, "held_out", err);
        if (!status) status = fill_pose_set(out, &poses, &held_out, err);
        pd_npz_deinit(&npz);
    }

    pd_file_unmap(&file);
    if (status) pd_train_poses_deinit(out);
    return status;
}
