#include "core/base/assert.h"
#include "train/motion/style.h"
#include "train/network/rows_internal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CM ((double)PD_PFNN_UNITS)

/* Shorter ones have no frame with one before and one after. */
#define LEAST_FRAMES  3
/* Largest change of a joint's velocity in sound motion, centimetres a frame; a larger one is a glitch of the
 * capture, such as a joint that jumps. Chosen by hand. */
#define DISCONTINUITY 8.0F

pd_status pd_train_rows_reserve(pd_train_rows_frames *store, const pd_character_motions *motions,
                                int held_every, pd_error *err)
{
    store->motion_count = motions->count;
    store->motions = calloc((size_t)motions->count + 1, sizeof *store->motions);
    if (!store->motions)
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %d motions", motions->count);

    /* Check each motion and lay out its frames, path points and rows. */
    for (int i = 0; i < motions->count; i++) {
        const pd_character_motion *motion = &motions->items[i];
        const int frames = motion->clip.frame_count;
        if (!motion->contacts || !motion->phase || !motion->gaits)
            return pd_fail(err, PD_ERR_INVALID, motion->name, "a motion without labels");
        if (motion->clip.skeleton.joint_count != PD_ANIM_BIPED_JOINTS)
            return pd_fail(err, PD_ERR_INVALID, motion->name, "a motion with %d joints; %d allowed",
                           motion->clip.skeleton.joint_count, PD_ANIM_BIPED_JOINTS);
        if (!(motion->weight >= 0 && isfinite(motion->weight)))
            return pd_fail(err, PD_ERR_RANGE, motion->name, "weight: %g; 0 and more allowed", motion->weight);

        store->motions[i] =
            (pd_train_row_motion){.frame_count = frames < LEAST_FRAMES ? 0 : frames,
                                  .held_out = held_every > 0 && motion->source % held_every == held_every - 1,
                                  .on_terrain = motion->ground.rows > 0,
                                  .style = pd_train_style_of(&motions->styles, motion->name),
                                  .weight = motion->weight,
                                  .frame = store->frame_count,
                                  .point = store->point_count,
                                  .row = store->half};
        if (!store->motions[i].frame_count) continue;
        store->frame_count += (size_t)frames - 1;
        store->point_count += (size_t)frames + 2 * PD_TRAIN_PAD;
        store->half += (size_t)frames - 2;
    }

    if (!store->half)
        return pd_fail(err, PD_ERR_INVALID, "rows", "%d motions have no frame to learn from", motions->count);

    /* Allocate all motions. */
    store->frames = malloc(store->frame_count * sizeof *store->frames);
    store->points = malloc(store->point_count * sizeof *store->points);
    store->motion = malloc(store->half * sizeof *store->motion);
    store->kind = malloc(store->half);
    store->discontinuous = calloc(store->half, 1);
    if (store->frames && store->points && store->motion && store->kind && store->discontinuous) return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %zu frames", store->frame_count);
}

void pd_train_rows_release(pd_train_rows_frames *store)
{
    if (!store) return;
    if (store->table) pd_train_rows_table_deinit(store->table);
    free(store->table);
    free(store->motions);
    free(store->frames);
    free(store->points);
    free(store->motion);
    free(store->kind);
    free(store->discontinuous);
    free(store);
}

/* The root frame of a frame: R(-yaw) v, and the point under the hips at the mean height of the ground. */
typedef struct root {
    pd_vec3 origin;
    double s, c; /* sine and cosine of yaw */
    pd_quat back;
} root;

/* Writes a vector in the root frame, in the units of the network. */
static void put_rows_store(float *out, const root *r, pd_vec3 v)
{
    out[0] = (float)((r->c * v.x - r->s * v.z) * CM);
    out[1] = (float)(v.y * CM);
    out[2] = (float)((r->s * v.x + r->c * v.z) * CM);
}

/* A motion with its path and world pose: the source of its rows. */
typedef struct posed_motion {
    const pd_character_motion *motion;
    pd_train_path path;
    pd_vec3 *positions; /* (T,31) world */
    pd_quat *rotations; /* (T,31) world */
} posed_motion;

/* Tells whether a joint's velocity changes more between two frames than in sound motion. */
static bool is_discontinuity(const pd_train_row_frame *before, const pd_train_row_frame *now)
{
    for (int i = 0; i < PD_TRAIN_ROW_JOINTS; i += 3) {
        float square = 0;
        for (int c = i; c < i + 3; c++) {
            float change = now->velocities[c] - before->velocities[c];
            square += change * change;
        }

        if (square > DISCONTINUITY * DISCONTINUITY) return true;
    }

    return false;
}

/* Fills a motion's part of the store: path, joints, contacts, phases, and which rows are discontinuous.
 * `phase` has a number for each row of the store. ERR_INVALID: a frame that is not finite. */
static pd_status fill_rows_store(pd_train_rows_frames *store, float *phase, const posed_motion *m,
                                 const pd_train_row_motion *at, pd_error *err)
{
    /* Usual rotations of the arms in the root frame, in which they hang: measured over the capture and
     * made symmetric. */
    static const pd_quat left_arm = {0, -0.27, -0.67, 0.69};
    static const pd_quat right_arm = {0, 0.27, 0.67, 0.69};
    const pd_character_motion *motion = m->motion;
    const pd_train_path *path = &m->path;
    int index = (int)(at - store->motions);

    /* Store the points of the path relative to the first frame. */
    const pd_train_path_point *origin = &path->points[PD_TRAIN_PAD];
    for (int i = 0; i < at->frame_count + 2 * PD_TRAIN_PAD; i++) {
        const pd_train_path_point *p = &path->points[i];
        pd_train_row_point *out = &store->points[at->point + (size_t)i];
        out->x = (float)((p->x - origin->x) * CM);
        out->z = (float)((p->z - origin->z) * CM);
        out->facing_x = (float)p->facing_x;
        out->facing_z = (float)p->facing_z;
        for (int side = 0; side < PD_TRAIN_SIDES; side++) out->ground[side] = (float)(p->ground[side] * CM);
        memcpy(out->gaits, p->gaits, sizeof out->gaits);
    }

    /* Store positions, velocities and rotations of the joints in the root frame. */
    for (int t = 0; t < at->frame_count - 1; t++) {
        pd_train_row_frame *frame = &store->frames[at->frame + (size_t)t];
        const pd_vec3 *now = m->positions + (size_t)t * PD_ANIM_BIPED_JOINTS;
        const pd_vec3 *next = now + PD_ANIM_BIPED_JOINTS;
        const pd_quat *world = m->rotations + (size_t)t * PD_ANIM_BIPED_JOINTS;
        const pd_train_path_point *here = pd_train_path_at(path, t);
        const pd_train_path_point *there = pd_train_path_at(path, t + 1);
        const double yaw = atan2(here->facing_x, here->facing_z);
        const root r = {.origin = pd_vec3_make(here->x, pd_train_path_height(path, t), here->z),
                        .s = here->facing_x,
                        .c = here->facing_z,
                        .back = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -yaw)};

        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            put_rows_store(frame->positions + 3 * j, &r, pd_vec3_sub(now[j], r.origin));
            put_rows_store(frame->velocities + 3 * j, &r, pd_vec3_sub(next[j], now[j]));

            /* Logarithm of q: half the angle along the axis. Of q and -q, take the one nearer to the
             * joint's usual rotation. */
            const pd_quat q = pd_q_mul(r.back, world[j]);
            const pd_quat usual = j >= PD_BIPED_R_ARM                             ? right_arm
                                  : j >= PD_BIPED_L_ARM && j < PD_BIPED_R_ARM - 1 ? left_arm
                                                                                  : pd_q_identity();
            double sign = pd_q_dot(q, usual) < 0 ? -1 : 1;
            pd_vec3 v = {sign * q.x, sign * q.y, sign * q.z};
            double s = pd_vec3_length(v);
            double scale = s > 1e-12 ? atan2(s, sign * q.w) / s : 1; /* limit 1 as s goes to 0 */
            float *turn = frame->rotations + 3 * j;
            turn[0] = (float)(v.x * scale);
            turn[1] = (float)(v.y * scale);
            turn[2] = (float)(v.z * scale);
        }

        frame->height = (float)(r.origin.y * CM);
        frame->yaw_rate = (float)atan2(here->facing_x * there->facing_z - here->facing_z * there->facing_x,
                                       here->facing_x * there->facing_x + here->facing_z * there->facing_z);
        frame->phase_change = (float)(motion->phase[t + 1] - motion->phase[t]);
        memcpy(frame->contacts, motion->contacts[t], sizeof frame->contacts);

        /* One sum finds any number that is not finite. */
        double sum = frame->height + frame->yaw_rate + frame->phase_change;
        for (int i = 0; i < PD_TRAIN_ROW_JOINTS; i++)
            sum += frame->positions[i] + frame->velocities[i] + frame->rotations[i];
        if (!isfinite(sum)) return pd_fail(err, PD_ERR_INVALID, motion->name, "frame %d is not finite", t);
    }

    /* Add a row for each frame that has one before and one after it. */
    for (int t = 1; t < at->frame_count - 1; t++) {
        size_t row = at->row + (size_t)t - 1;
        store->motion[row] = index;
        phase[row] = (float)(motion->phase[t] - floor(motion->phase[t]));
        if (phase[row] >= 1) phase[row] = 0;
    }

    /* Rows of frames t - 1, t, t + 1 where frame t is a discontinuity. */
    const pd_train_row_frame *frames = &store->frames[at->frame];
    for (int t = 1; t < at->frame_count - 1; t++) {
        if (!is_discontinuity(&frames[t - 1], &frames[t])) continue;
        for (int k = t - 1; k <= t + 1; k++)
            if (k >= 1 && k < at->frame_count - 1) store->discontinuous[at->row + (size_t)k - 1] = 1;
    }

    return PD_OK;
}

/* Writes the rows of a motion at `at`, and the kind of each by the path.
 * `m` has room for the poses and no path yet. */
static pd_status add_posed(pd_train_rows_frames *store, float *phase, posed_motion *m,
                           const pd_train_row_motion *at, pd_error *err)
{
    /* Compute poses and path of the motion, then its rows. */
    pd_train_motion_pose(m->positions, m->rotations, m->motion);
    pd_status status = pd_train_path_build(&m->path, m->motion, m->positions, err);
    if (status == PD_OK) status = fill_rows_store(store, phase, m, at, err);
    if (status != PD_OK) return status;

    /* Kind of each row; the first and the last frame have no row. */
    unsigned char *kinds = malloc((size_t)at->frame_count);
    if (!kinds) return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %d frames", at->frame_count);
    status = pd_train_kinds_of(kinds, &m->path, err);
    if (status == PD_OK) memcpy(store->kind + at->row, kinds + 1, (size_t)at->frame_count - 2);
    free(kinds);

    return status;
}

pd_status pd_train_rows_add(pd_train_rows_frames *store, float *phase, const pd_character_motion *motion,
                            int index, pd_error *err)
{
    const pd_train_row_motion *at = &store->motions[index];

    if (!at->frame_count) return PD_OK;
    PD_ASSERT(at->frame_count > 2 && at->frame_count == motion->clip.frame_count);

    size_t count = (size_t)at->frame_count * PD_ANIM_BIPED_JOINTS;
    posed_motion m = {.motion = motion,
                      .path = {0},
                      .positions = malloc(count * sizeof *m.positions),
                      .rotations = malloc(count * sizeof *m.rotations)};
    const pd_status status =
        m.positions && m.rotations
            ? add_posed(store, phase, &m, at, err)
            : pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %d frames", at->frame_count);

    pd_train_path_deinit(&m.path);
    free(m.positions);
    free(m.rotations);

    return status;
}
