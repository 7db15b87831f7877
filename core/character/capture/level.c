#include "core/character/capture/level.h"

#include "core/base/assert.h"
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
#define TILT_RIDGE   0.25 /* m2: (5 mm noise of a point / 0.01 usual tilt)^2 */
#define SIDE_RIDGE   1.0  /* (5 mm / 5 mm)^2                                 */
#define FAR          0.06 /* metres: largest distance of a plant from the floor */

static const int toes[2] = {PD_BIPED_L_TOE, PD_BIPED_R_TOE};

/* ---- plants ---- */

static void add_plant(pd_character_plants *out, const pd_vec3 *toe, int first, int end)
{
    PD_ASSERT(first >= 0 && end >= first);
    if (end - first < PLANT_FRAMES) return;
    pd_vec3 sum = {0, 0, 0};
    for (int t = first; t < end; t++) sum = pd_vec3_add(sum, toe[t]);
    out->points[out->count++] = pd_vec3_scale(sum, 1.0 / (end - first));
}

static void find_in(pd_character_plants *out, const pd_vec3 *toe, int count, double rate)
{
    int first = -1;

    for (int t = 1; t < count; t++) {
        int slow = pd_vec3_distance(toe[t], toe[t - 1]) * rate < PLANT_SPEED;
        if (slow && first < 0) first = t;
        if (!slow && first >= 0) {
            add_plant(out, toe, first, t);
            first = -1;
        }
    }

    if (first >= 0) add_plant(out, toe, first, count);
}

static int by_height(const void *a, const void *b)
{
    double x = ((const pd_vec3 *)a)->y;
    double y = ((const pd_vec3 *)b)->y;
    return (x > y) - (x < y);
}

pd_status pd_character_plants_find(pd_character_plants *out, const pd_anim_clip *clip, pd_error *err)
{
    size_t frames = (size_t)clip->frame_count;
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_vec3 *traces = malloc(2 * frames * sizeof *traces);

    memset(out, 0, sizeof *out);
    out->points = malloc((2 + 2 * frames / PLANT_FRAMES) * sizeof *out->points);
    if (!traces || !out->points) {
        free(traces);
        pd_character_plants_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory for its plants");
    }

    /* Traces of both toes. */
    for (int t = 0; t < clip->frame_count; t++) {
        pd_anim_clip_pose(p, NULL, clip, t);
        for (size_t side = 0; side < 2; side++) traces[side * frames + (size_t)t] = p[toes[side]];
    }

    /* Planted stretches of each trace, and a low height of the toes as a reference. */
    find_in(out, traces, clip->frame_count, clip->rate);
    out->left_count = out->count;
    find_in(out, traces + frames, clip->frame_count, clip->rate);
    PD_ASSERT(out->left_count <= out->count && (size_t)out->count <= 2 + 2 * frames / PLANT_FRAMES);
    qsort(traces, 2 * frames, sizeof *traces, by_height);
    out->lowest = traces[(size_t)(LOW_PART * 2 * (double)frames)].y;
    free(traces);

    return PD_OK;
}

void pd_character_plants_deinit(pd_character_plants *plants)
{
    free(plants->points);
    memset(plants, 0, sizeof *plants);
}

/* ---- fit ---- */

/* Coefficients of the unknowns a, b, d in a point's equation. */
typedef struct coefficients {
    double of[3];
} coefficients;

static coefficients coefficients_of(const pd_character_plants *plants, int i)
{
    PD_DEBUG_ASSERT(i >= 0 && i < plants->count);
    return (coefficients){{plants->points[i].x, plants->points[i].z, i < plants->left_count ? 1 : -1}};
}

static double residual(const pd_character_level *level, const pd_character_plants *plants, int i)
{
    coefficients c = coefficients_of(plants, i);
    return plants->points[i].y - PD_ANIM_BIPED_TOE - level->height - level->tilt_x * c.of[0] -
           level->tilt_z * c.of[1] - level->side * c.of[2];
}

static double weight_of(double r)
{
    double w = 1 / (1 + r * r / (SCALE * SCALE));
    return r > 0 ? ABOVE * w : w;
}

/* Computes weighted means of a clip's coefficients and heights. Returns the sum of weights. */
static double level_mean_of(coefficients *mean, double *height, const pd_character_level *level,
                            const pd_character_plants *plants)
{
    double sum = 0;

    *mean = (coefficients){{0, 0, 0}};
    *height = 0;
    for (int i = 0; i < plants->count; i++) {
        double w = weight_of(residual(level, plants, i));
        coefficients c = coefficients_of(plants, i);
        for (int k = 0; k < 3; k++) mean->of[k] += w * c.of[k];
        *height += w * plants->points[i].y;
        sum += w;
    }

    for (int k = 0; sum > 0 && k < 3; k++) mean->of[k] /= sum;
    if (sum > 0) *height /= sum;
    return sum;
}

void pd_character_level_fit(pd_character_level *levels, const pd_character_plants *const *plants, int count)
{
    for (int c = 0; c < count; c++)
        levels[c] = (pd_character_level){.height = plants[c]->lowest - PD_ANIM_BIPED_TOE};
    for (int round = 0; round < ROUNDS; round++) {
        /* One round of iteratively reweighted least squares. */
        double m[3][4] = {{TILT_RIDGE, 0, 0, 0}, {0, TILT_RIDGE, 0, 0}, {0, 0, SIDE_RIDGE, 0}};
        double x[3];

        /* Normal equations (3,4) of a, b and d, summed over the clips, whose heights are eliminated. */
        for (int c = 0; c < count; c++) {
            const pd_character_plants *p = plants[c];
            coefficients mean;
            double height;
            if (level_mean_of(&mean, &height, &levels[c], p) <= 0) continue;
            for (int i = 0; i < p->count; i++) {
                double w = weight_of(residual(&levels[c], p, i));
                double row[4];
                coefficients own = coefficients_of(p, i);
                for (int k = 0; k < 3; k++) row[k] = own.of[k] - mean.of[k];
                row[3] = p->points[i].y - height;
                for (int r = 0; r < 3; r++)
                    for (int k = 0; k < 4; k++) m[r][k] += w * row[r] * row[k];
            }
        }

        /* The ridge makes the matrix positive definite. */
        for (int p = 0; p < 3; p++)
            for (int r = p + 1; r < 3; r++) {
                double f = m[r][p] / m[p][p];
                for (int k = p; k < 4; k++) m[r][k] -= f * m[p][k];
            }
        for (int r = 2; r >= 0; r--) {
            x[r] = m[r][3];
            for (int k = r + 1; k < 3; k++) x[r] -= m[r][k] * x[k];
            x[r] /= m[r][r];
        }

        for (int c = 0; c < count; c++) {
            coefficients mean;
            double height;
            double sum = level_mean_of(&mean, &height, &levels[c], plants[c]);
            levels[c].tilt_x = x[0];
            levels[c].tilt_z = x[1];
            levels[c].side = x[2];
            if (sum <= 0) continue;
            levels[c].height = height - PD_ANIM_BIPED_TOE;
            for (int k = 0; k < 3; k++) levels[c].height -= x[k] * mean.of[k];
        }
    }
}

double pd_character_level_rms(const pd_character_level *levels, const pd_character_plants *const *plants,
                              int count, int *used)
{
    double sum = 0;

    *used = 0;
    for (int c = 0; c < count; c++)
        for (int i = 0; i < plants[c]->count; i++) {
            double r = residual(&levels[c], plants[c], i);
            if (fabs(r) > FAR) continue;
            sum += r * r;
            ++*used;
        }

    return *used ? sqrt(sum / *used) : 0;
}

void pd_character_level_apply(pd_anim_clip *clip, const pd_character_level *level)
{
    static const pd_vec3 up = {0, 1, 0};
    pd_vec3 normal = pd_vec3_unit_or(pd_vec3_make(-level->tilt_x, 1, -level->tilt_z), up);
    pd_quat rotation = pd_q_between(normal, up, pd_vec3_make(1, 0, 0));
    int root = clip->skeleton.root;

    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *q = pd_anim_clip_frame(clip, t);
        pd_vec3 over = clip->roots[t];
        over.y -= level->height;
        clip->roots[t] = pd_q_rotate(rotation, over);
        q[root] = pd_q_normalize(pd_q_mul(rotation, q[root]));
    }
}
