/* Patches of terrain_surface.h: pieces of maps at random places and directions. */
#include "core/base/rng.h"
#include "core/base/assert.h"
#include "train/augment/terrain_surface.h"

#include <stdlib.h>
#include <string.h>

#define MAP_LEAST (5.0 / 3.0) /* of a patch's side: room to turn it round */

/* Samples one patch (points, points) of a map about (x, z), turned by yaw; its mean height becomes 0. */
static void terrain_patch_sample(float *heights, const pd_train_patches *patches, const pd_anim_ground *map,
                                 double x, double z, double yaw)
{
    int points = patches->points;
    int middle = points / 2;
    double c = cos(yaw);
    double s = sin(yaw);
    double sum = 0;

    for (int i = 0; i < points; i++)
        for (int j = 0; j < points; j++) {
            double u = (j - middle) * patches->cell;
            double v = (i - middle) * patches->cell;
            double h = pd_anim_ground_height(map, x + c * u + s * v, z + c * v - s * u);
            heights[i * points + j] = (float)h;
            sum += h;
        }
    for (int n = 0; n < points * points; n++) heights[n] -= (float)(sum / (points * points));
}

pd_status pd_train_patches_sample(pd_train_patches *patches, const pd_anim_ground *maps, int map_count,
                                  const pd_train_patch_plan *plan, pd_error *err)
{
    int points = plan->points ? plan->points : PD_TRAIN_PATCH_POINTS;
    double side = plan->side > 0 || plan->side < 0 ? plan->side : PD_TRAIN_PATCH_SIDE;

    memset(patches, 0, sizeof *patches);

    if (plan->count < 1 || plan->count > PD_TRAIN_PATCH_COUNT_MOST)
        return pd_fail(err, PD_ERR_RANGE, "patches", "%d patches; 1 to %d allowed", plan->count,
                       PD_TRAIN_PATCH_COUNT_MOST);
    if (points < 2 || points > PD_TRAIN_PATCH_POINTS_MOST)
        return pd_fail(err, PD_ERR_RANGE, "patches", "%d points a side; 2 to %d allowed", points,
                       PD_TRAIN_PATCH_POINTS_MOST);
    if (!(side >= 0.5 && side <= 20))
        return pd_fail(err, PD_ERR_RANGE, "patches", "%g m a side; 0.5 to 20 allowed", side);
    for (int m = 0; m < map_count || !m; m++) {
        double width = map_count ? (maps[m].columns - 1) * maps[m].cell : 0;
        double depth = map_count ? (maps[m].rows - 1) * maps[m].cell : 0;
        if (width < MAP_LEAST * side || depth < MAP_LEAST * side)
            return pd_fail(err, PD_ERR_RANGE, "patches", "a map of %g x %g m; %g m a side is the least",
                           fmax(width, 0), fmax(depth, 0), MAP_LEAST * side);
    }

    /* Allocate, and cut patches from the maps in turn, at random places and directions. */
    size_t size = (size_t)points * (size_t)points;
    patches->heights = malloc((size_t)plan->count * size * sizeof *patches->heights);
    if (!patches->heights)
        return pd_fail(err, PD_ERR_MEMORY, "patches", "out of memory for %d of them", plan->count);

    patches->count = plan->count;
    patches->points = points;
    patches->cell = side / (points - 1);
    pd_rng rng;
    pd_rng_init(&rng, plan->seed);

    double edge = side / sqrt(2); /* so that no corner is outside */
    for (int n = 0; n < plan->count; n++) {
        const pd_anim_ground *map = &maps[n % map_count];
        double width = (map->columns - 1) * map->cell;
        double depth = (map->rows - 1) * map->cell;
        double x = map->x + edge + (width - 2 * edge) * pd_rng_uniform(&rng);
        double z = map->z + edge + (depth - 2 * edge) * pd_rng_uniform(&rng);
        terrain_patch_sample(patches->heights + (size_t)n * size, patches, map, x, z,
                             2 * M_PI * pd_rng_uniform(&rng));
    }

    return PD_OK;
}

void pd_train_patches_deinit(pd_train_patches *patches)
{
    free(patches->heights);
    memset(patches, 0, sizeof *patches);
}

/* Finds the cell of a patch that a coordinate (metres from the patch's middle) is in, and the *part of the
 * cell before it. Points outside count as on the edge. */
static int interval(double *part, const pd_train_patches *patches, double at)
{
    const int middle = patches->points / 2; /* whole: as in sample */
    at = fmin(fmax(at / patches->cell + middle, 0), patches->points - 1);
    int i = (int)at;
    if (i > patches->points - 2) i = patches->points - 2;
    *part = at - i;

    return i;
}

double pd_train_patch_height(const pd_train_patches *patches, int patch, double x, double z)
{
    PD_ASSERT(patch >= 0 && patch < patches->count);
    double u, v;
    size_t points = (size_t)patches->points;
    int j = interval(&u, patches, x);
    int i = interval(&v, patches, z);
    const float *near = patches->heights + (size_t)patch * points * points + (size_t)i * points + (size_t)j;
    const float *far = near + points;

    return (1 - v) * ((1 - u) * near[0] + u * near[1]) + v * ((1 - u) * far[0] + u * far[1]);
}
