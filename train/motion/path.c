#include "train/motion/path.h"

#include "core/base/assert.h"
#include "train/motion/filter.h"

#include <stdlib.h>
#include <string.h>

#define FACING_SIGMA 20.0 /* frames */
#define END_FRAMES   24   /* .4 s: frames that give the velocity at an end */
#define STANDING     0.25 /* largest speed of standing, m/s */

void pd_train_motion_pose(pd_vec3 *positions, pd_quat *rotations, const pd_character_motion *motion)
{
    for (int t = 0; t < motion->clip.frame_count; t++) {
        size_t at = (size_t)t * PD_ANIM_BIPED_JOINTS;
        pd_anim_clip_pose(positions ? positions + at : NULL, rotations ? rotations + at : NULL, &motion->clip,
                          t);
    }
}

pd_status pd_train_motion_facing(pd_vec3 *facing, const pd_vec3 *positions, int frame_count, pd_error *err)
{
    PD_ASSERT(frame_count > 0);
    double *values = malloc((size_t)frame_count * 2 * sizeof *values);
    if (!values) return pd_fail(err, PD_ERR_MEMORY, "facing", "out of memory for %d frames", frame_count);

    /* Facing of each frame: across shoulders and hips, turned by a right angle about +Y. */
    for (int t = 0; t < frame_count; t++) {
        const pd_vec3 *joints = positions + (size_t)t * PD_ANIM_BIPED_JOINTS;
        pd_vec3 arms = pd_vec3_sub(joints[PD_BIPED_L_ARM], joints[PD_BIPED_R_ARM]);
        pd_vec3 legs = pd_vec3_sub(joints[PD_BIPED_L_THIGH], joints[PD_BIPED_R_THIGH]);
        pd_vec3 across = pd_vec3_unit_or(pd_vec3_add(arms, legs), pd_vec3_make(1, 0, 0));
        pd_vec3 f = pd_vec3_cross(across, pd_vec3_make(0, 1, 0));

        values[2 * t] = f.x;
        values[2 * t + 1] = f.z;
    }

    /* Smooth, and make the length 1; a facing without length is that of the frame before. */
    pd_status status = pd_train_gaussian(values, frame_count, 2, FACING_SIGMA, err);
    if (status == PD_OK) status = pd_train_gaussian(values + 1, frame_count, 2, FACING_SIGMA, err);
    for (int t = 0; status == PD_OK && t < frame_count; t++)
        facing[t] = pd_vec3_unit_or(pd_vec3_make(values[2 * t], 0, values[2 * t + 1]),
                                    t ? facing[t - 1] : pd_vec3_make(0, 0, 1));

    free(values);
    return status;
}

/* Returns the mean horizontal velocity between frames from and from + span,
 * metres per frame; 0 for standing. */
static pd_vec3 end_velocity(const pd_vec3 *positions, int from, int span)
{
    if (span < 1) return pd_vec3_make(0, 0, 0);
    const pd_vec3 *a = positions + (size_t)from * PD_ANIM_BIPED_JOINTS;
    pd_vec3 way = pd_vec3_sub(a[(size_t)span * PD_ANIM_BIPED_JOINTS], a[0]);
    pd_vec3 v = pd_vec3_make(way.x / span, 0, way.z / span);
    return pd_vec3_length(v) * PD_CHARACTER_MOTION_RATE < STANDING ? pd_vec3_make(0, 0, 0) : v;
}

/* Extrapolates the path: a point like the end, moved by `steps` times v. */
static void go_on_path(pd_train_path_point *out, const pd_train_path_point *end, pd_vec3 v, int steps)
{
    *out = *end;
    out->x += steps * v.x;
    out->z += steps * v.z;
}

pd_status pd_train_path_build(pd_train_path *path, const pd_character_motion *motion,
                              const pd_vec3 *positions, pd_error *err)
{
    int frames = motion->clip.frame_count;

    *path = (pd_train_path){frames, malloc(((size_t)frames + 2 * PD_TRAIN_PAD) * sizeof *path->points)};
    pd_vec3 *facing = malloc((size_t)frames * sizeof *facing);
    pd_status status = PD_OK;
    if (!path->points || !facing)
        status = pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for the path of %d frames", frames);
    if (status == PD_OK) status = pd_train_motion_facing(facing, positions, frames, err);
    if (status != PD_OK) {
        free(facing);
        pd_train_path_deinit(path);
        return status;
    }

    /* The points of the frames. */
    int span = frames - 1 < END_FRAMES ? frames - 1 : END_FRAMES;
    pd_train_path_point *first = path->points + PD_TRAIN_PAD;
    pd_train_path_point *last = first + frames - 1;
    for (int t = 0; t < frames; t++) {
        const pd_vec3 *hips = positions + (size_t)t * PD_ANIM_BIPED_JOINTS;
        first[t] = (pd_train_path_point){
            .x = hips->x, .z = hips->z, .facing_x = facing[t].x, .facing_z = facing[t].z};
        memcpy(first[t].gaits, motion->gaits[t], sizeof first[t].gaits);
    }

    /* Points before and after the clip, which goes on with the velocity of its END_FRAMES first and last
     * frames. */
    pd_vec3 in = end_velocity(positions, 0, span);
    pd_vec3 out = end_velocity(positions, frames - 1 - span, span);
    for (int i = 1; i <= PD_TRAIN_PAD; i++) {
        go_on_path(first - i, first, in, -i);
        go_on_path(last + i, last, out, i);
    }

    /* Heights of the ground at each point and to both sides. */
    for (int i = 0; i < frames + 2 * PD_TRAIN_PAD; i++) {
        /* The root's left is +X turned by yaw: (facing_z, -facing_x). */
        pd_train_path_point *point = path->points + i;
        double x = PD_PFNN_GROUND_SIDE * point->facing_z;
        double z = -PD_PFNN_GROUND_SIDE * point->facing_x;
        point->ground[PD_TRAIN_LEFT] = pd_anim_ground_height(&motion->ground, point->x + x, point->z + z);
        point->ground[PD_TRAIN_MIDDLE] = pd_anim_ground_height(&motion->ground, point->x, point->z);
        point->ground[PD_TRAIN_RIGHT] = pd_anim_ground_height(&motion->ground, point->x - x, point->z - z);
    }

    free(facing);
    return PD_OK;
}

void pd_train_path_deinit(pd_train_path *path)
{
    free(path->points);
    memset(path, 0, sizeof *path);
}

double pd_train_path_height(const pd_train_path *path, int frame)
{
    PD_ASSERT(frame >= 0);
    const int samples = PD_TRAIN_SAMPLES;
    double sum = 0;
    for (int i = 0; i < samples; i++)
        sum += pd_train_path_at(path, frame - PD_TRAIN_WINDOW + i * PD_TRAIN_STEP)->ground[PD_TRAIN_MIDDLE];

    return sum / samples;
}
