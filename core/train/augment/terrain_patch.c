/* Patches of terrain_fit.h: pieces of a map at random places and directions. */
#include "core/base/rng.h"
#include "core/train/augment/terrain_fit.h"

#include <stdlib.h>
#include <string.h>

#define POINTS     PD_TRAIN_PATCH_POINTS
#define CELL       (PD_TRAIN_PATCH_SIDE / (POINTS - 1))
#define MAP_LEAST  5.0
#define COUNT_MOST 100000

static void sample(float *heights, const pd_anim_ground *map, double x, double z, double yaw)
{
    double c = cos(yaw), s = sin(yaw), sum = 0;
    for (int i = 0; i < POINTS; i++)
        for (int j = 0; j < POINTS; j++) {
            double u = j * CELL - PD_TRAIN_PATCH_SIDE / 2, v = i * CELL - PD_TRAIN_PATCH_SIDE / 2;
            double h = pd_anim_ground_height(map, x + c * u + s * v, z + c * v - s * u);
            heights[i * POINTS + j] = (float)h;
            sum += h;
        }
    for (int n = 0; n < POINTS * POINTS; n++) heights[n] -= (float)(sum / (POINTS * POINTS));
}

pd_status pd_train_patches_sample(pd_train_patches *patches, const pd_anim_ground *map, int count,
                                  uint64_t seed, pd_error *err)
{
    double width = (map->columns - 1) * map->cell, depth = (map->rows - 1) * map->cell;
    memset(patches, 0, sizeof *patches);
    if (count < 1 || count > COUNT_MOST)
        return pd_fail(err, PD_ERR_RANGE, "patches", "%d of them; 1 to %d allowed", count, COUNT_MOST);

    if (!map->rows || width < MAP_LEAST || depth < MAP_LEAST)
        return pd_fail(err, PD_ERR_RANGE, "patches", "a map of %g x %g m; 5 m a side is the least",
                       fmax(width, 0), fmax(depth, 0));

    patches->heights = malloc((size_t)count * POINTS * POINTS * sizeof *patches->heights);
    if (!patches->heights)
        return pd_fail(err, PD_ERR_MEMORY, "patches", "out of memory for %d of them", count);

    patches->count = count;
    pd_rng rng;
    pd_rng_init(&rng, seed);

    double edge = PD_TRAIN_PATCH_SIDE / sqrt(2); /* so that no corner is outside */
    for (int n = 0; n < count; n++) {
        double x = map->x + edge + (width - 2 * edge) * pd_rng_uniform(&rng);
        double z = map->z + edge + (depth - 2 * edge) * pd_rng_uniform(&rng);
        sample(patches->heights + (size_t)n * POINTS * POINTS, map, x, z, 2 * M_PI * pd_rng_uniform(&rng));
    }

    return PD_OK;
}

void pd_train_patches_deinit(pd_train_patches *patches)
{
    free(patches->heights);
    memset(patches, 0, sizeof *patches);
}

static int interval(double *part, double at)
{
    at = fmin(fmax((at + PD_TRAIN_PATCH_SIDE / 2) / CELL, 0), POINTS - 1);
    int i = (int)at;
    if (i > POINTS - 2) i = POINTS - 2;
    *part = at - i;
    return i;
}

double pd_train_patch_height(const pd_train_patches *patches, int patch, double x, double z)
{
    double u, v;
    int j = interval(&u, x), i = interval(&v, z);
    const float *near = patches->heights + (size_t)patch * POINTS * POINTS + (size_t)(i * POINTS + j);
    const float *far = near + POINTS;
    return (1 - v) * ((1 - u) * near[0] + u * near[1]) + v * ((1 - u) * far[0] + u * far[1]);
}
