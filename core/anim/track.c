#include "core/anim/track.h"

#include "core/base/assert.h"
#include "core/anim/biped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float *floats(pd_anim_track *track, int columns)
{
    PD_ASSERT(track->frame_count >= 1 && columns >= 1);
    return calloc((size_t)track->frame_count * (size_t)columns, sizeof(float));
}

pd_status pd_anim_track_init(pd_anim_track *track, int frame_count, int joint_count, double rate,
                             pd_error *err)
{
    memset(track, 0, sizeof *track);
    if (frame_count < 1 || frame_count > PD_ANIM_TRACK_MAX_FRAMES)
        return pd_fail(err, PD_ERR_RANGE, "frames", "%d; 1 to %d allowed", frame_count,
                       PD_ANIM_TRACK_MAX_FRAMES);
    if (joint_count < 1 || joint_count > PD_ANIM_TRACK_MAX_JOINTS)
        return pd_fail(err, PD_ERR_RANGE, "joints", "%d; 1 to %d allowed", joint_count,
                       PD_ANIM_TRACK_MAX_JOINTS);
    if (!(rate > 0) || !isfinite(rate))
        return pd_fail(err, PD_ERR_RANGE, "fps", "%g; numbers above 0 allowed", rate);

    /* Arrays of the frames. */
    *track = (pd_anim_track){.frame_count = frame_count, .joint_count = joint_count, .rate = rate};
    track->joints = floats(track, 3 * joint_count);
    track->joints_pre = floats(track, 3 * joint_count);
    track->parents = calloc((size_t)joint_count, sizeof *track->parents);
    track->ground = floats(track, 2);
    track->contacts = floats(track, 4);
    track->root = floats(track, 3);
    track->facing = floats(track, 2);
    track->desired = floats(track, 2);
    if (track->joints && track->joints_pre && track->parents && track->ground && track->contacts &&
        track->root && track->facing && track->desired)
        return PD_OK;

    pd_anim_track_deinit(track);
    return pd_fail(err, PD_ERR_MEMORY, "frames", "out of memory for %d frames of %d joints", frame_count,
                   joint_count);
}

pd_status pd_anim_track_add_bone_error(pd_anim_track *track, pd_error *err)
{
    free(track->bone_error);
    track->bone_error = floats(track, 1);
    if (track->bone_error) return PD_OK;
    return pd_fail(err, PD_ERR_MEMORY, "bone_error", "out of memory for %d frames", track->frame_count);
}

pd_status pd_anim_track_add_seated(pd_anim_track *track, pd_error *err)
{
    free(track->seated);
    track->seated = floats(track, 1);
    if (track->seated) return PD_OK;
    return pd_fail(err, PD_ERR_MEMORY, "seated", "out of memory for %d frames", track->frame_count);
}

pd_status pd_anim_track_add_path(pd_anim_track *track, const double (*points)[2], int count, int closed,
                                 pd_error *err)
{
    float *path = malloc(2 * (size_t)count * sizeof *path + 1);

    if (!path) return pd_fail(err, PD_ERR_MEMORY, "path", "out of memory for %d points", count);
    for (int i = 0; i < 2 * count; i++) path[i] = (float)points[i / 2][i % 2];
    free(track->path);
    track->path = path;
    track->path_count = count;
    track->path_closed = closed;

    return PD_OK;
}

pd_status pd_anim_track_add_events(pd_anim_track *track, const pd_anim_event *events, int count,
                                   pd_error *err)
{
    pd_anim_event *copy = malloc((size_t)count * sizeof *copy + 1);

    if (!copy) return pd_fail(err, PD_ERR_MEMORY, "events", "out of memory for %d events", count);
    if (count) memcpy(copy, events, (size_t)count * sizeof *copy);
    free(track->events);
    track->events = copy;
    track->event_count = count;

    return PD_OK;
}

bool pd_anim_track_is_biped(const pd_anim_track *track)
{
    if (track->joint_count != PD_ANIM_BIPED_JOINTS) return false;
    for (int k = 0; k < PD_ANIM_BIPED_JOINTS; k++)
        if (track->parents[k] != pd_anim_biped_joints[k].parent) return false;
    return true;
}

void pd_anim_track_deinit(pd_anim_track *track)
{
    free(track->joints);
    free(track->joints_pre);
    free(track->parents);
    free(track->ground);
    free(track->contacts);
    free(track->root);
    free(track->facing);
    free(track->desired);
    free(track->bone_error);
    free(track->seated);
    free(track->path);
    free(track->events);
    memset(track, 0, sizeof *track);
}
