#include "core/anim/scene/terrain_make.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/base/sort.h"
#include "core/math/elementary.h"

#include <stdlib.h>
#include <string.h>

#define DEGREE    (M_PI / 180)
#define SIDE      80.0
#define CELL      0.1
#define HILL      8.0 /* metres from top to top */
#define START     2.5 /* metres of level ground around the centre */
#define SEAM      5.0 /* metres over which two tiles of the map are blended */
#define MAP_TILES 8   /* tiles along each side of the map */

static const double steepest_deg[PD_ANIM_TERRAIN_COUNT] = {
#define KIND(name, text, slope_deg, help) slope_deg,
    PD_ANIM_TERRAIN_TABLE(KIND)
#undef KIND
};

/* ---- shapes ---- */

/* The numbers that define a shape, drawn once from the seed. */
typedef struct shape {
    pd_anim_terrain kind;
    uint64_t seed;
    double tan_slope, cosine, sine; /* tangent of the slope; cosine and sine of the direction */
    double length;       /* metres: length of a ridge or a tread, distance between bars or ditches */
    double width, depth; /* metres: of bars and ditches */
} shape;

/* Draws the numbers of a shape. A slope of 0 means that of the kind (PD_ANIM_TERRAIN_TABLE). */
static shape shape_of(pd_anim_terrain kind, uint64_t seed, double slope_deg, double yaw_deg)
{
    PD_ASSERT((int)kind >= 0 && kind < PD_ANIM_TERRAIN_COUNT && kind != PD_ANIM_TERRAIN_MAP);
    pd_rng rng;
    pd_rng_init(&rng, seed);
    double slope = slope_deg > 0 ? slope_deg : steepest_deg[kind];
    shape s = {.kind = kind,
               .seed = pd_rng_next(&rng),
               .tan_slope = pd_tan(slope * DEGREE),
               .cosine = pd_cos(yaw_deg * DEGREE),
               .sine = pd_sin(yaw_deg * DEGREE),
               .length = 0,
               .width = 0,
               .depth = 0};

    /* Dimensions in metres. */
    switch (kind) {
    case PD_ANIM_TERRAIN_STEPS: s.length = pd_rng_between(&rng, 0.25, 0.6); break;
    case PD_ANIM_TERRAIN_RIDGES: s.length = pd_rng_between(&rng, 3, 9); break;
    case PD_ANIM_TERRAIN_BEAMS:
        s.length = pd_rng_between(&rng, 1.5, 3);
        s.width = pd_rng_between(&rng, 0.3, 0.6);
        s.depth = pd_rng_between(&rng, 0.4, 0.6);
        break;
    case PD_ANIM_TERRAIN_GAPS:
        s.length = pd_rng_between(&rng, 2, 4);
        s.width = pd_rng_between(&rng, 0.3, 0.8);
        s.depth = pd_rng_between(&rng, 0.3, 0.6);
        break;
    default: break;
    }

    return s;
}

/* Returns the pseudo-random height of a grid corner, -1 to 1, by hashing its indices. */
static double corner(uint64_t seed, int64_t i, int64_t j)
{
    uint64_t z = seed ^ ((uint64_t)i * 0x9e3779b97f4a7c15u) ^ ((uint64_t)j * 0xc2b2ae3d27d4eb4fu);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

/* Returns a smooth step with continuous second derivative. */
static double quintic(double u)
{
    return u * u * u * (u * (6 * u - 15) + 10);
}

/* Returns value noise with one corner per unit, -1 to 1. */
static double noise(uint64_t seed, double x, double z)
{
    double fx = floor(x);
    double fz = floor(z);
    double u = quintic(x - fx);
    double v = quintic(z - fz);
    int64_t i = (int64_t)fx;
    int64_t j = (int64_t)fz;
    double near = corner(seed, i, j) * (1 - u) + corner(seed, i + 1, j) * u;
    double far = corner(seed, i, j + 1) * (1 - u) + corner(seed, i + 1, j + 1) * u;

    return near * (1 - v) + far * v;
}

/* Returns a sum of octaves of noise. Each has half of the length of the previous one, beginning with `length`
 * metres, and `keep` times its amplitude. The factors in `height` were chosen so that 95 % of the ground is
 * below the requested slope. */
static double octaves(uint64_t seed, double length, int count, double keep, double x, double z)
{
    double sum = 0, amplitude = 1;

    for (int o = 0; o < count; o++) {
        sum += amplitude * noise(seed + (uint64_t)o, x / length + 0.37 * o, z / length - 0.61 * o);
        length *= 0.5;
        amplitude *= keep;
    }

    return sum;
}

/* Returns a triangle wave with slopes of 1 and -1; 0 at integer multiples of 2 length. */
static double triangle(double u, double length)
{
    double part = u / (2 * length);
    return 2 * length * (0.5 - fabs(part - floor(part) - 0.5));
}

/* Returns the profile of a ramp with slope 1: level, 8 m up, 4 m level, and down again. */
static double ramp(double u)
{
    double up = 8, top = 4;
    u -= START;
    return u < 0 ? 0 : u < up ? u : u < up + top ? up : pd_fmax(0, 2 * up + top - u);
}

/* Returns 1 in slots of `width` around odd multiples of half the length,
 * otherwise 0, with faces 5 cm wide. */
static double slot(double u, double length, double width)
{
    double from_middle = fabs(u / length - floor(u / length) - 0.5) * length;
    return pd_fmin(pd_fmax((width / 2 - from_middle) / 0.05 + 0.5, 0), 1);
}

/* Returns the height of flights of stairs up and down, level around the origin. */
static double stairs(const shape *s, double u)
{
    double riser = s->length * s->tan_slope;
    double rise = triangle(pd_fmax(fabs(u) - START, 0), 8 * s->length);
    return riser * floor(rise / s->length + 1e-9);
}

/* Returns the height of a shape at a point, metres. In it u is the coordinate along the shape's direction,
 * `across` that at a right angle. */
static double height(const void *of, double x, double z)
{
    const shape *s = of;
    double u = x * s->sine + z * s->cosine;
    double across = x * s->cosine - z * s->sine;
    double k = 2 * M_PI / HILL;

    switch (s->kind) {
    case PD_ANIM_TERRAIN_ROLLING: return 3.45 * s->tan_slope * octaves(s->seed, 9, 2, 0.35, x, z);
    case PD_ANIM_TERRAIN_HILLS: return s->tan_slope / (k * sqrt(2)) * (pd_sin(k * across) + pd_sin(k * u));
    case PD_ANIM_TERRAIN_ROCKY: return 0.72 * s->tan_slope * octaves(s->seed, 2.6, 3, 0.45, x, z);
    case PD_ANIM_TERRAIN_STEPS: return stairs(s, u);
    case PD_ANIM_TERRAIN_BEAMS:
        return 3.45 * s->tan_slope * octaves(s->seed, 9, 1, 0, x, z) -
               s->depth * (1 - slot(across + s->length / 2, s->length, s->width));
    case PD_ANIM_TERRAIN_GAPS:
        return 3.45 * s->tan_slope * octaves(s->seed, 9, 1, 0, x, z) -
               s->depth * slot(u, s->length, s->width);
    case PD_ANIM_TERRAIN_RAMP: return s->tan_slope * ramp(u);
    default: return s->tan_slope * (triangle(u, s->length / 2) - s->length / 4);
    }
}

/* ---- the map ---- */

/* Shares of the kinds of tiles of the map, and their slopes: mostly ground for feet, and little ground that
 * only fits jumps and beams. */
static const struct {
    pd_anim_terrain kind;
    double part, low_deg, high_deg;
} tiles[] = {{PD_ANIM_TERRAIN_ROLLING, 0.38, 20, 32}, {PD_ANIM_TERRAIN_HILLS, 0.16, 14, 31},
             {PD_ANIM_TERRAIN_ROCKY, 0.18, 14, 24},   {PD_ANIM_TERRAIN_RIDGES, 0.14, 8, 24},
             {PD_ANIM_TERRAIN_RAMP, 0.07, 12, 35},    {PD_ANIM_TERRAIN_STEPS, 0.035, 12, 24},
             {PD_ANIM_TERRAIN_BEAMS, 0.015, 4, 10},   {PD_ANIM_TERRAIN_GAPS, 0.015, 4, 10}};

typedef struct map {
    shape tile[MAP_TILES][MAP_TILES];
    double x[MAP_TILES][MAP_TILES], z[MAP_TILES][MAP_TILES]; /* origin of each shape, metres */
    double rough; /* tangent of the slope of a fine grain over the whole map */
    uint64_t seed;
    double size; /* side of a tile, metres */
} map;

/* Returns the number of the tile at a coordinate. *part: weight of the next tile, 0 in the centre of this
 * tile and 1/2 at the border, blended over SEAM metres. */
static int seam(double *part, double at, double size)
{
    double tile = at / size - 0.5;
    double i = floor(tile);
    double from_border = (tile - i - 0.5) * size;
    double u = pd_fmin(pd_fmax(from_border / SEAM + 0.5, 0), 1);

    *part = u * u * (3 - 2 * u);

    return (int)i;
}

static double tile_height(const map *m, int i, int j, double x, double z)
{
    i = i < 0 ? 0 : i >= MAP_TILES ? MAP_TILES - 1 : i;
    j = j < 0 ? 0 : j >= MAP_TILES ? MAP_TILES - 1 : j;
    return height(&m->tile[i][j], x - m->x[i][j], z - m->z[i][j]);
}

/* Returns the height of the map: up to four tiles, blended near their borders, plus a fine grain. */
static double map_height(const void *of, double x, double z)
{
    const map *m = of;

    double u, v;
    double half = m->size * MAP_TILES / 2;
    int j = seam(&u, x + half, m->size);
    int i = seam(&v, z + half, m->size);
    double near = u < 1 ? (1 - u) * tile_height(m, i, j, x, z) : 0;
    double far = u < 1 ? (1 - u) * tile_height(m, i + 1, j, x, z) : 0;
    if (u > 0) {
        near += u * tile_height(m, i, j + 1, x, z);
        far += u * tile_height(m, i + 1, j + 1, x, z);
    }

    return (1 - v) * near + v * far + 0.72 * m->rough * octaves(m->seed, 2.6, 3, 0.45, x, z);
}

/* ---- making ---- */

static pd_status terrain_make_within(const char *where, const char *field, double value, double low,
                                     double high, pd_error *err)
{
    if (value >= low && value <= high) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%s: %g; %.10g to %.10g allowed", field, value, low, high);
}

int pd_anim_terrain_side(const pd_anim_terrain_options *options)
{
    double side = options->side != 0 ? options->side : SIDE;
    double cell = options->cell != 0 ? options->cell : CELL;

    return (int)pd_fmin(ceil(side / cell - 1e-9) + 1, PD_ANIM_GROUND_MAX_SIDE + 1.0);
}

pd_status pd_anim_terrain_check(const pd_anim_terrain_options *o, const char *where, pd_error *err)
{
    pd_status status = terrain_make_within(where, "kind", (double)o->kind, 0, PD_ANIM_TERRAIN_COUNT - 1, err);

    if (status == PD_OK && o->side != 0) status = terrain_make_within(where, "side", o->side, 4, 400, err);
    if (status == PD_OK && o->cell != 0)
        status = terrain_make_within(where, "cell", o->cell, 0.001, 100, err);
    if (status == PD_OK)
        status = terrain_make_within(where, "rows", pd_anim_terrain_side(o), 2, PD_ANIM_GROUND_MAX_SIDE, err);
    if (status == PD_OK) status = terrain_make_within(where, "slope_deg", o->slope_deg, 0, 35, err);
    if (status == PD_OK) status = terrain_make_within(where, "yaw_deg", o->yaw_deg, -360, 360, err);

    return status;
}

static void fill_terrain_make(pd_anim_ground *ground, double (*at)(const void *of, double x, double z),
                              const void *of, const pd_cancel *cancel)
{
    PD_ASSERT(ground->heights && ground->rows >= 2 && ground->columns >= 2);
    for (int i = 0; i < ground->rows && !pd_cancelled(cancel); i++)
        for (int j = 0; j < ground->columns; j++)
            ground->heights[(size_t)i * (size_t)ground->columns + (size_t)j] =
                (float)at(of, ground->x + j * ground->cell, ground->z + i * ground->cell);
}

pd_status pd_anim_terrain_make(pd_anim_ground *ground, const pd_anim_terrain_options *options,
                               const char *where, pd_error *err)
{
    memset(ground, 0, sizeof *ground);
    pd_status status = pd_anim_terrain_check(options, where, err);
    if (status != PD_OK) return status;

    double side = options->side != 0 ? options->side : SIDE;
    double cell = options->cell != 0 ? options->cell : CELL;
    int count = pd_anim_terrain_side(options);
    status = pd_anim_ground_init(
        ground,
        (pd_anim_ground_grid){.rows = count, .columns = count, .x = -side / 2, .z = -side / 2, .cell = cell},
        where, err);
    if (status != PD_OK) return status;

    /* A map has tiles of all kinds. Any other kind is one shape. */
    if (options->kind == PD_ANIM_TERRAIN_MAP) {
        map m;

        pd_rng rng;
        pd_rng_init(&rng, options->seed);
        m.size = side / MAP_TILES;
        m.rough = pd_tan(3 * DEGREE);
        m.seed = pd_rng_next(&rng);

        /* Draw the kind of each tile by its share, then slope, direction and offset. */
        for (int i = 0; i < MAP_TILES; i++)
            for (int j = 0; j < MAP_TILES; j++) {
                int last = (int)(sizeof tiles / sizeof *tiles) - 1;
                int k = 0;
                for (double u = pd_rng_uniform(&rng); k < last && u >= tiles[k].part; k++) u -= tiles[k].part;
                double slope = pd_rng_between(&rng, tiles[k].low_deg, tiles[k].high_deg);
                double yaw = pd_rng_between(&rng, 0, 360);
                m.tile[i][j] = shape_of(tiles[k].kind, pd_rng_next(&rng), slope, yaw);
                m.x[i][j] = (j + 0.5) * m.size - side / 2 + pd_rng_between(&rng, -2, 2);
                m.z[i][j] = (i + 0.5) * m.size - side / 2 + pd_rng_between(&rng, -2, 2);
            }

        fill_terrain_make(ground, map_height, &m, options->cancel);
    } else {
        shape s = shape_of(options->kind, options->seed, options->slope_deg, options->yaw_deg);
        fill_terrain_make(ground, height, &s, options->cancel);
    }

    /* Return no half-filled ground when cancelled. */
    if (!pd_cancelled(options->cancel)) return PD_OK;
    pd_anim_ground_deinit(ground);

    return pd_fail(err, PD_ERR_LIMIT, where, "stopped");
}

/* ---- slopes ---- */

pd_status pd_anim_terrain_slopes(double *slopes_deg, const double *at, int count,
                                 const pd_anim_ground *ground, pd_error *err)
{
    size_t rows = (size_t)(ground->rows > 1 ? ground->rows - 1 : 0);
    size_t cells = 0;
    size_t columns = (size_t)(ground->columns > 1 ? ground->columns - 1 : 0);
    double *slope = malloc((rows * columns + 1) * sizeof *slope);

    if (!slope) return pd_fail(err, PD_ERR_MEMORY, "slopes", "out of memory for %zu cells", rows * columns);

    /* Compute the slope of each cell from the mean differences along its opposite sides. */
    slope[0] = 0;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            const float *near = ground->heights + i * (columns + 1) + j;
            const float *far = near + columns + 1;
            double dx = 0.5 * ((double)near[1] - near[0] + (double)far[1] - far[0]);
            double dz = 0.5 * ((double)far[0] - near[0] + (double)far[1] - near[1]);
            slope[cells++] = pd_atan(pd_hypot(dx, dz) / ground->cell) / DEGREE;
        }

    PD_ASSERT(cells == rows * columns);
    if (cells) pd_sort_doubles(slope, cells);

    for (int n = 0; n < count; n++)
        slopes_deg[n] = slope[cells ? (size_t)(pd_fmin(pd_fmax(at[n], 0), 1) * (double)(cells - 1)) : 0];
    free(slope);

    return PD_OK;
}
