#include "train/original/database.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define J           PD_ANIM_BIPED_JOINTS
#define WINDOW      PD_TRAIN_ORIGINAL_WINDOW
#define STEP        PD_TRAIN_STEP
#define STILL       0.02  /* cm^2 a frame: what a planted joint moves by at most, squared */
#define HEEL        5.0   /* cm over the ground when planted                              */
#define TOE         4.0   /* cm over the ground when planted */
#define SIDE        25.0  /* cm to the left and right                                     */
#define BEAM_SPREAD 0.5   /* metres                                                       */
#define METRE       100.0 /* centimetres */

static const int feet_joints[PD_PFNN_CONTACTS] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT,
                                                  PD_BIPED_R_TOE};
static const double rests[PD_PFNN_CONTACTS] = {HEEL, TOE, HEEL, TOE};

/* R of a forward vector f applied to v: f comes to +Z. */
static pd_vec3 database_turned(pd_vec3 f, pd_vec3 v)
{
    return pd_vec3_make(f.z * v.x - f.x * v.z, v.y, f.x * v.x + f.z * v.z);
}

static void put_database(float *out, pd_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static bool is_still(const pd_vec3 *now, const pd_vec3 *next, int joint)
{
    pd_vec3 way = pd_vec3_sub(next[joint], now[joint]);
    return pd_vec3_dot(way, way) < STILL;
}

/* ---- frames */

/* Writes positions (31,3) of frame t in its own root frame, over ground at 0,
 * and velocities to the next frame. */
static void write_joints(float *positions, float *velocities, const pd_train_original_clip *c,
                         const pd_vec3 *forward, int t)
{
    const pd_vec3 *now = c->positions + (size_t)t * J;
    const pd_vec3 *next = now + J;

    for (int j = 0; j < J; j++) {
        pd_vec3 local = pd_vec3_make(now[j].x - now[0].x, now[j].y, now[j].z - now[0].z);
        put_database(positions + 3 * j, database_turned(forward[t], local));
        put_database(velocities + 3 * j, database_turned(forward[t], pd_vec3_sub(next[j], now[j])));
    }
}

/* ---- the ground of a cycle */

typedef struct slice {
    const pd_train_original_clip *clip;
    const pd_vec3 *positions; /* (count,31) a second before and behind the cycle */
    int count;
    pd_vec3 *forward; /* (count) of the slice alone, as the original has it */
    double *heights;  /* (count, 3, best) cm                                 */
} slice;

/* Collects where the feet touch the ground and where they are above it, metres, and the path of the root. */
static pd_status read_feet(pd_train_surface_feet *feet, const slice *s, const pd_train_original_how *how,
                           pd_error *err)
{
    pd_status status = pd_train_surface_feet_init(feet, s->count, s->clip->name, err);

    if (status != PD_OK) return status;

    for (int t = 0; t < s->count; t++) {
        const pd_vec3 *now = s->positions + (size_t)t * J;
        const pd_vec3 *from = t < s->count - 1 ? now : now - J; /* the last frame is as the one before */
        for (int f = 0; f < PD_PFNN_CONTACTS; f++) {
            pd_vec3 p = now[feet_joints[f]];
            pd_train_surface_point point = {
                .x = p.x / METRE, .z = p.z / METRE, .y = (p.y - rests[f]) / METRE, .count = 1};
            if (is_still(from, from + J, feet_joints[f]))
                feet->down[feet->down_count++] = point;
            else
                feet->up[feet->up_count++] = point;
        }

        feet->root[feet->root_count++] = pd_vec3_scale(now[0], 1 / METRE);
    }

    pd_train_surface_feet_centre(feet);

    /* three normals a frame, as in the original: the second would be y's and is not used */
    for (int t = 0; t < s->count && s->clip->kind == PD_TRAIN_FIT_BEAM && feet->down_count; t++) {
        double dx = BEAM_SPREAD * pd_train_random_state_normal(how->noise);
        pd_train_random_state_normal(how->noise);
        pd_train_surface_feet_beside(feet, t, dx, BEAM_SPREAD * pd_train_random_state_normal(how->noise));
    }

    return PD_OK;
}

/* Writes the heights of all grounds under frame t, at the root and SIDE to its left and right, centimetres
 * (task `t` of pd_execute; arg: surface and slice). */
static void write_heights(void *arg, int t, int worker)
{
    (void)worker;
    void **both = arg;
    const pd_train_surface *surface = both[0];
    const slice *s = both[1];
    pd_vec3 root = s->positions[(size_t)t * J];
    pd_vec3 f = s->forward[t];

    for (int side = 0; side < PD_TRAIN_SIDES; side++) {
        double out = SIDE * (1 - side);
        double *h = s->heights + ((size_t)t * PD_TRAIN_SIDES + (size_t)side) * PD_TRAIN_FIT_BEST;
        pd_train_surface_heights(h, surface, (root.x + out * f.z) / METRE, (root.z - out * f.x) / METRE);
        for (int b = 0; b < surface->count; b++) h[b] *= METRE;
    }
}

/* Makes the row of frame i of the clip on ground number `ground`: its phase, and the heights about the path
 * less their mean. */
static pd_train_table_row database_row_of(const slice *s, const pd_train_original_cycle *cycle, int i,
                                          size_t ground)
{
    const int middle = WINDOW + i - cycle->first;
    const int samples = PD_TRAIN_SAMPLES;

    PD_ASSERT(i >= cycle->first && i <= cycle->last && ground < PD_TRAIN_FIT_BEST);
    pd_train_table_row row = {0};
    row.phase = i == cycle->first ? 0 : i == cycle->last ? 1 : (float)s->clip->phase[i];

    double mean = 0;
    for (int k = 0; k < PD_TRAIN_SAMPLES; k++) {
        size_t t = (size_t)(middle - WINDOW + k * STEP);
        mean += s->heights[(t * PD_TRAIN_SIDES + PD_TRAIN_MIDDLE) * PD_TRAIN_FIT_BEST + ground] / samples;
    }

    row.height = (float)mean;
    for (int k = 0; k < PD_TRAIN_SIDES * PD_TRAIN_SAMPLES; k++) {
        const size_t side = (size_t)(k / PD_TRAIN_SAMPLES);
        const size_t t = (size_t)(middle - WINDOW + k % PD_TRAIN_SAMPLES * STEP);
        row.ground[k] = (float)(s->heights[(t * PD_TRAIN_SIDES + side) * PD_TRAIN_FIT_BEST + ground] - mean);
    }

    return row;
}

/* Adds the rows of a cycle, once for each ground that fits it. */
static pd_status add_rows(pd_train_rows_table *table, const slice *s, const pd_train_original_cycle *cycle,
                          long first_frame, const pd_train_original_how *how, const pd_train_surface *surface,
                          pd_error *err)
{
    const bool level = surface->patch[0] < 0; /* level ground is the same every time */
    for (int b = 0; b < how->best && (level || b < surface->count); b++) {
        const size_t ground = level ? 0 : (size_t)b;
        const int piece = table->row_count ? table->rows[table->row_count - 1].piece + 1 : 0;

        /* One row per frame; frame 0 of the table's clip is frame WINDOW of this one. */
        for (int i = cycle->first; i <= cycle->last; i++) {
            pd_train_table_row row = database_row_of(s, cycle, i, ground);
            row.frame = (int)(first_frame + i - WINDOW);
            row.piece = piece;
            row.held_out = (unsigned char)how->held_out;
            const pd_status status = pd_train_rows_table_add_row(table, &row, err);
            if (status != PD_OK) return status;
        }
    }

    return PD_OK;
}

/* Adds the rows of one gait cycle, once on each ground that is fitted under its feet (how->best of them). */
static pd_status add_cycle(pd_train_rows_table *table, slice *s, const pd_train_original_cycle *cycle,
                           long first_frame, const pd_train_original_how *how, const pd_executor *executor,
                           pd_error *err)
{
    pd_train_surface_feet feet = {0};
    pd_train_surface surface = {0};
    const pd_train_surface_how kind = {s->clip->kind, how->kernel, 1};

    s->positions = s->clip->positions + (size_t)(cycle->first - WINDOW) * J;
    s->count = cycle->last - cycle->first + 2 * WINDOW + 1;

    /* Fit grounds under the feet of the cycle. */
    pd_status status = pd_train_original_forward(s->forward, s->positions, s->count, err);
    if (status == PD_OK) status = read_feet(&feet, s, how, err);
    if (status == PD_OK)
        status = pd_train_surface_fit(&surface, &feet, &kind, how->patches, s->clip->name, executor, err);

    /* Sample their heights about the path, then make the rows. */
    if (status == PD_OK) {
        void *both[2] = {&surface, s};
        pd_execute(executor, write_heights, both, s->count);
        status = add_rows(table, s, cycle, first_frame, how, &surface, err);
    }

    pd_train_surface_deinit(&surface);
    pd_train_surface_feet_deinit(&feet);
    return status;
}

pd_status pd_train_original_add(pd_train_rows_table *table, const pd_train_original_clip *clip,
                                const pd_train_original_how *how, const pd_executor *executor, pd_error *err)
{
    const pd_pfnn_layout *l = &table->layout;
    size_t frames = (size_t)clip->frame_count;
    long first_frame = table->frame_count;

    if (!clip->cycle_count) return PD_OK;

    /* Compute the facing of each frame. */
    slice s = {.clip = clip};
    pd_vec3 *forward = malloc(frames * sizeof *forward);
    s.forward = malloc(frames * sizeof *s.forward);
    s.heights = malloc(frames * PD_TRAIN_SIDES * PD_TRAIN_FIT_BEST * sizeof *s.heights);
    pd_status status = PD_OK;
    if (!forward || !s.forward || !s.heights)
        status = pd_fail(err, PD_ERR_MEMORY, clip->name, "out of memory for %zu frames", frames);
    if (status == PD_OK) status = pd_train_original_forward(forward, clip->positions, clip->frame_count, err);

    /* Write input and output of each frame (Holden et al. 2017), seen from the root of the frame: of the one
     * before for the input's joints, of the one after for the output's path. */
    for (int i = WINDOW; status == PD_OK && i < clip->frame_count - WINDOW - 1; i++) {
        float *x, *y;
        status = pd_train_rows_table_add_frame(table, &x, &y, err);
        if (status != PD_OK) break;

        /* Input: path, facing and gaits of the samples from a second before to a second after, and the joints
         * of the frame before. */
        const pd_vec3 *now = clip->positions + (size_t)i * J;
        const pd_vec3 *next = now + J;
        const pd_quat back = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -atan2(forward[i].x, forward[i].z));
        for (int n = 0; n < l->samples; n++) {
            int k = i - WINDOW + n * STEP;
            pd_vec3 to = database_turned(forward[i], pd_vec3_sub(clip->positions[(size_t)k * J], now[0]));
            pd_vec3 facing = database_turned(forward[i], forward[k]);
            x[l->in_x + n] = (float)to.x;
            x[l->in_z + n] = (float)to.z;
            x[l->in_facing_x + n] = (float)facing.x;
            x[l->in_facing_z + n] = (float)facing.z;
            for (int g = 0; g < l->gaits; g++) x[l->in_gaits + g * l->samples + n] = (float)clip->gaits[k][g];
        }

        write_joints(x + l->in_positions, x + l->in_velocities, clip, forward, i - 1);

        /* Output: the root's step, turn and phase, and the contacts. */
        pd_vec3 velocity = database_turned(forward[i], pd_vec3_sub(next[0], now[0]));
        pd_vec3 turn = database_turned(forward[i + 1], forward[i]);
        double change = clip->phase[i + 1] - clip->phase[i];
        y[l->out_velocity] = (float)velocity.x;
        y[l->out_velocity + 1] = (float)velocity.z;
        y[l->out_yaw_rate] = (float)atan2(turn.x, turn.z);
        y[l->out_phase] = (float)(change < 0 ? 1 + change : change);
        for (int f = 0; f < PD_PFNN_CONTACTS; f++)
            y[l->out_contacts + f] = (float)is_still(now, next, feet_joints[f]);

        /* Output: the path from the next frame on. */
        for (int n = 0; n < l->samples / 2; n++) {
            int k = i + 1 + n * STEP;
            pd_vec3 to =
                database_turned(forward[i + 1], pd_vec3_sub(clip->positions[(size_t)k * J], next[0]));
            pd_vec3 facing = database_turned(forward[i + 1], forward[k]);
            y[l->out_x + n] = (float)to.x;
            y[l->out_z + n] = (float)to.z;
            y[l->out_facing_x + n] = (float)facing.x;
            y[l->out_facing_z + n] = (float)facing.z;
        }

        /* Output: the joints and their rotations. */
        write_joints(y + l->out_positions, y + l->out_velocities, clip, forward, i);
        for (int j = 0; j < J; j++) {
            /* log |q|: half the angle along the axis */
            put_database(
                y + l->out_rotations + 3 * j,
                pd_vec3_scale(pd_q_to_rotvec(pd_q_mul(back, clip->rotations[(size_t)i * J + (size_t)j])),
                              0.5));
        }
    }

    /* Add the rows of each cycle on its grounds. */
    for (int n = 0; status == PD_OK && n < clip->cycle_count; n++)
        status = add_cycle(table, &s, &clip->cycles[n], first_frame, how, executor, err);

    /* Store the skeleton of the first clip, metres. */
    if (status == PD_OK && !table->has_offsets) {
        for (int j = 0; j < J; j++)
            put_database(table->offsets + 3 * j, pd_vec3_scale(clip->offsets[j], 1 / METRE));
        table->has_offsets = 1;
    }

    free(forward);
    free(s.forward);
    free(s.heights);

    return status;
}
