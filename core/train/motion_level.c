#include "core/train/motion_level.h"

#include "core/anim/biped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLANT_SPEED  0.25
#define PLANT_FRAMES 4
#define LOW_PART     0.05
#define ROUNDS       12
#define SCALE        0.02 /* s */
#define ABOVE        0.33 /* weight of points above */
#define RIDGE        0.25 /* m2: (5 mm noise of a point / 0.01 usual tilt)^2 */
#define FAR          0.06 /* further from the floor is no plant */

static const int toes[2] = {PD_BIPED_L_TOE, PD_BIPED_R_TOE};

/* ---- plants ---- */

static void add_plant(pd_train_plants *out, const pd_vec3 *toe, int first, int end)
{
    if (end - first < PLANT_FRAMES) return;
    pd_vec3 sum = {0, 0, 0};
    for (int t = first; t < end; t++) sum = pd_vec3_add(sum, toe[t]);
    out->points[out->count++] = pd_vec3_scale(sum, 1.0 / (end - first));
}

static void find_in(pd_train_plants *out, const pd_vec3 *toe, int count, double rate)
{
    int first = -1;
    for (int t = 1; t < count; t++) {
        int slow = pd_vec3_distance(toe[t], toe[t - 1]) * rate < PLANT_SPEED;
        if (slow && first < 0) first = t;
        if (!slow && first >= 0) add_plant(out, toe, first, t), first = -1;
    }
    if (first >= 0) add_plant(out, toe, first, count);
}

static int by_height(const void *a, const void *b)
{
    double x = ((const pd_vec3 *)a)->y, y = ((const pd_vec3 *)b)->y;
    return (x > y) - (x < y);
}

pd_status pd_train_plants_find(pd_train_plants *out, const pd_anim_clip *clip, pd_error *err)
{
    size_t frames = (size_t)clip->frame_count;
    pd_vec3 p[PD_ANIM_MAX_JOINTS], *traces = malloc(2 * frames * sizeof *traces);
    memset(out, 0, sizeof *out);
    out->points = malloc((2 + 2 * frames / PLANT_FRAMES) * sizeof *out->points);
    if (!traces || !out->points) {
        free(traces);
        pd_train_plants_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "clip", "no room for its plants");
    }
    for (int t = 0; t < clip->frame_count; t++) {
        pd_anim_clip_pose(p, NULL, clip, t);
        for (size_t side = 0; side < 2; side++) traces[side * frames + (size_t)t] = p[toes[side]];
    }
    for (size_t side = 0; side < 2; side++)
        find_in(out, traces + side * frames, clip->frame_count, clip->rate);
    qsort(traces, 2 * frames, sizeof *traces, by_height);
    out->lowest = traces[(size_t)(LOW_PART * 2 * (double)frames)].y;
    free(traces);
    return PD_OK;
}

void pd_train_plants_deinit(pd_train_plants *plants)
{
    free(plants->points);
    memset(plants, 0, sizeof *plants);
}

/* ---- fit ---- */

static double residual(const pd_train_level *level, pd_vec3 p)
{
    return p.y - PD_ANIM_BIPED_TOE - level->height - level->tilt_x * p.x - level->tilt_z * p.z;
}

static double weight_of(double r)
{
    double w = 1 / (1 + r * r / (SCALE * SCALE));
    return r > 0 ? ABOVE * w : w;
}

/* Weighted mean of a clip's points; returns the sum of weights. */
static double mean_of(pd_vec3 *mean, const pd_train_level *level, const pd_train_plants *plants)
{
    double sum = 0;
    *mean = pd_vec3_make(0, 0, 0);
    for (int i = 0; i < plants->count; i++) {
        double w = weight_of(residual(level, plants->points[i]));
        *mean = pd_vec3_fma(*mean, w, plants->points[i]);
        sum += w;
    }
    if (sum > 0) *mean = pd_vec3_scale(*mean, 1 / sum);
    return sum;
}

/* Adds the clip's part of the normal equations of a and b, its height being eliminated. */
static void add_equations(double m[5], const pd_train_level *level, const pd_train_plants *plants,
                          pd_vec3 mean)
{
    for (int i = 0; i < plants->count; i++) {
        double w = weight_of(residual(level, plants->points[i]));
        pd_vec3 d = pd_vec3_sub(plants->points[i], mean);
        m[0] += w * d.x * d.x, m[1] += w * d.x * d.z, m[2] += w * d.z * d.z;
        m[3] += w * d.x * d.y, m[4] += w * d.z * d.y;
    }
}

/* One round of iteratively reweighted least squares. */
static void improve(pd_train_level *levels, const pd_train_plants *const *plants, int count)
{
    double m[5] = {RIDGE, 0, RIDGE, 0, 0};
    pd_vec3 mean;
    for (int c = 0; c < count; c++)
        if (mean_of(&mean, &levels[c], plants[c]) > 0) add_equations(m, &levels[c], plants[c], mean);
    double det = m[0] * m[2] - m[1] * m[1];
    double a = (m[3] * m[2] - m[4] * m[1]) / det, b = (m[0] * m[4] - m[1] * m[3]) / det;
    for (int c = 0; c < count; c++) {
        double sum = mean_of(&mean, &levels[c], plants[c]);
        levels[c].tilt_x = a, levels[c].tilt_z = b;
        if (sum > 0) levels[c].height = mean.y - PD_ANIM_BIPED_TOE - a * mean.x - b * mean.z;
    }
}

void pd_train_level_fit(pd_train_level *levels, const pd_train_plants *const *plants, int count)
{
    for (int c = 0; c < count; c++) levels[c] = (pd_train_level){0, 0, plants[c]->lowest - PD_ANIM_BIPED_TOE};
    for (int round = 0; round < ROUNDS; round++) improve(levels, plants, count);
}

double pd_train_level_rms(const pd_train_level *levels, const pd_train_plants *const *plants, int count,
                          int *used)
{
    double sum = 0;
    *used = 0;
    for (int c = 0; c < count; c++)
        for (int i = 0; i < plants[c]->count; i++) {
            double r = residual(&levels[c], plants[c]->points[i]);
            if (fabs(r) > FAR) continue;
            sum += r * r;
            ++*used;
        }
    return *used ? sqrt(sum / *used) : 0;
}

void pd_train_level_apply(pd_anim_clip *clip, const pd_train_level *level)
{
    static const pd_vec3 up = {0, 1, 0};
    pd_vec3 normal = pd_vec3_unit_or(pd_vec3_make(-level->tilt_x, 1, -level->tilt_z), up);
    pd_quat turn = pd_q_between(normal, up, pd_vec3_make(1, 0, 0));
    int root = clip->skeleton.root;
    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *q = pd_anim_clip_frame(clip, t);
        pd_vec3 over = clip->roots[t];
        over.y -= level->height;
        clip->roots[t] = pd_q_rotate(turn, over);
        q[root] = pd_q_normalize(pd_q_mul(turn, q[root]));
    }
}
