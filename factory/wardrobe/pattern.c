#include "factory/wardrobe/pattern.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/io/mesh/png.h"

#include <math.h>
#include <stdbool.h>

#define SIDE    192 /* pixels of a tile */
#define GLASS   8   /* pixels of one colour */
#define THREADS 48  /* of the weave in a tile */
#define FLOWERS 14
#define TAU     6.283185307179586

/* Colour of a pattern at u, v from 0 to 1; rgb is white before. */
typedef void draw_fn(double rgb[3], double u, double v);

static double pattern_part_of(double x)
{
    return x - floor(x);
}

static void shade(double rgb[3], double by)
{
    for (int c = 0; c < 3; c++) rgb[c] *= by;
}

static void set_pattern(double rgb[3], double r, double g, double b)
{
    rgb[0] = r;
    rgb[1] = g;
    rgb[2] = b;
}

/* Plain weave: warp and weft change places like a chess board, each thread round. */
static void weave(double rgb[3], double u, double v)
{
    const double x = u * THREADS;
    const double y = v * THREADS;
    const bool is_warp = ((int)x + (int)y) % 2 == 0;
    shade(rgb, 0.84 + 0.16 * sin(TAU / 2 * pattern_part_of(is_warp ? x : y)));
}

/* Diagonal lines of a twill; sign turns them. */
static void twill(double rgb[3], double u, double v, double sign)
{
    shade(rgb, 0.88 + 0.12 * sin(TAU * (30 * u + sign * 30 * v)));
}

/* Noise in 0..1 that is smooth between random values and closes on itself. */
static double noise(double u, double v, int cycles, uint64_t seed)
{
    const double x = u * cycles;
    const double y = v * cycles;
    double sum = 0;

    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            const int cx = ((int)floor(x) + i) % cycles;
            const int cy = ((int)floor(y) + j) % cycles;
            const double a = pattern_part_of(x);
            const double b = pattern_part_of(y);
            const double sx = a * a * (3 - 2 * a);
            const double sy = b * b * (3 - 2 * b);
            pd_rng rng;
            pd_rng_init(&rng, seed * 10007 + (uint64_t)(cy * cycles + cx));
            sum += (i ? sx : 1 - sx) * (j ? sy : 1 - sy) * pd_rng_uniform(&rng);
        }

    return sum;
}

static void draw_stripes(double rgb[3], double u, double v)
{
    if (pattern_part_of(4 * v) < 0.5) shade(rgb, 0.42);
    weave(rgb, u, v);
}

static void draw_breton(double rgb[3], double u, double v)
{
    if (pattern_part_of(4 * v) < 0.36) set_pattern(rgb, 0.17, 0.21, 0.34);
    weave(rgb, u, v);
}

static void draw_pinstripe(double rgb[3], double u, double v)
{
    if (pattern_part_of(5 * u) > 0.07) shade(rgb, 0.62);
    twill(rgb, u, v, 1);
}

static void draw_gingham(double rgb[3], double u, double v)
{
    const int dark = (pattern_part_of(6 * u) < 0.5) + (pattern_part_of(6 * v) < 0.5);
    shade(rgb, dark == 2 ? 0.34 : dark == 1 ? 0.64 : 1);
    weave(rgb, u, v);
}

/* Thread colours of a tartan along its repeat. */
static void tartan_thread(double rgb[3], double at)
{
    at = pattern_part_of(2 * at);
    if (at < 0.44)
        set_pattern(rgb, 0.60, 0.10, 0.12);
    else if (at < 0.58)
        set_pattern(rgb, 0.10, 0.20, 0.16);
    else if (at < 0.62)
        set_pattern(rgb, 0.82, 0.70, 0.28);
    else if (at < 0.84)
        set_pattern(rgb, 0.08, 0.12, 0.22);
    else if (at < 0.86)
        set_pattern(rgb, 0.85, 0.83, 0.78);
    else
        set_pattern(rgb, 0.10, 0.20, 0.16);
}

static void draw_tartan(double rgb[3], double u, double v)
{
    double warp[3], weft[3];

    tartan_thread(warp, u);
    tartan_thread(weft, v);
    const double share = pattern_part_of(24 * u + 24 * v) < 0.5 ? 0.62 : 0.38;
    for (int c = 0; c < 3; c++) rgb[c] = share * warp[c] + (1 - share) * weft[c];
    twill(rgb, u, v, 1);
}

static void draw_dots(double rgb[3], double u, double v)
{
    const double row = floor(8 * v);
    const double x = pattern_part_of(4 * u + 0.5 * fmod(row, 2)) - 0.5;
    const double y = pattern_part_of(8 * v) - 0.5;
    if (hypot(x, 0.5 * y) > 0.13) shade(rgb, 0.38);
    weave(rgb, u, v);
}

static void draw_denim(double rgb[3], double u, double v)
{
    twill(rgb, u, v, -1);
    shade(rgb, 0.78 + 0.22 * (0.6 * noise(u, v, 48, 3) + 0.4 * noise(u, 0.1 * v, 30, 5)));
}

static void draw_herringbone(double rgb[3], double u, double v)
{
    const double sign = pattern_part_of(4 * u) < 0.5 ? 1 : -1;
    shade(rgb, pattern_part_of(24 * u * sign + 24 * v) < 0.5 ? 1 : 0.62);
    shade(rgb, 0.92 + 0.08 * noise(u, v, 40, 9));
}

static void draw_rib(double rgb[3], double u, double v)
{
    const double rib = sin(TAU / 2 * pattern_part_of(14 * u));
    const double stitch = 0.5 + 0.5 * sin(TAU * (36 * v + 0.5 * fabs(pattern_part_of(14 * u) - 0.5)));
    shade(rgb, 0.56 + 0.34 * sqrt(rib) + 0.10 * stitch);
}

static void draw_knit(double rgb[3], double u, double v)
{
    /* Columns of stitches, each a V. */
    const double x = pattern_part_of(14 * u);
    const double half = fabs(x - 0.5);
    const double y = pattern_part_of(16 * v + 1.4 * half);
    shade(rgb, 0.58 + 0.30 * sin(TAU / 2 * y) + 0.12 * sin(TAU / 2 * pattern_part_of(2 * x)));
}

static void draw_camouflage(double rgb[3], double u, double v)
{
    static const double colors[4][3] = {
        {0.42, 0.41, 0.28}, {0.28, 0.31, 0.20}, {0.30, 0.24, 0.17}, {0.55, 0.50, 0.37}};
    const double a = 0.7 * noise(u, v, 5, 21) + 0.3 * noise(u, v, 11, 22);
    const double b = 0.7 * noise(u, v, 5, 31) + 0.3 * noise(u, v, 11, 32);
    const double *color = colors[a > 0.56 ? 1 : b > 0.58 ? 2 : b < 0.36 ? 3 : 0];
    set_pattern(rgb, color[0], color[1], color[2]);
    weave(rgb, u, v);
}

static void draw_floral(double rgb[3], double u, double v)
{
    static const double petals[3][3] = {{0.86, 0.38, 0.40}, {0.92, 0.72, 0.34}, {0.94, 0.90, 0.88}};
    pd_rng rng;

    pd_rng_init(&rng, 77);
    for (int f = 0; f < FLOWERS; f++) {
        const double cx = pd_rng_uniform(&rng);
        const double cy = pd_rng_uniform(&rng);
        const double r = pd_rng_between(&rng, 0.05, 0.085);
        const double turn = pd_rng_between(&rng, 0, TAU);
        double x = pattern_part_of(u - cx + 0.5) - 0.5;
        double y = pattern_part_of(v - cy + 0.5) - 0.5;
        const double d = hypot(x, y);
        const double angle = atan2(y, x) + turn;
        const double edge = r * (0.62 + 0.38 * fabs(cos(2.5 * angle)));
        if (d < 0.28 * r)
            set_pattern(rgb, 0.80, 0.62, 0.22);
        else if (d < edge)
            set_pattern(rgb, petals[f % 3][0], petals[f % 3][1], petals[f % 3][2]);
        else if (d < 1.5 * r && fabs(sin(angle)) < 0.14)
            set_pattern(rgb, 0.28, 0.44, 0.30);
    }

    weave(rgb, u, v);
}

static void draw_straw(double rgb[3], double u, double v)
{
    const double x = 18 * u;
    const double y = 18 * v;
    const bool is_over = ((int)x + (int)y) % 2 == 0;
    shade(rgb, 0.66 + 0.28 * sin(TAU / 2 * pattern_part_of(is_over ? y : x)) + 0.06 * noise(u, v, 60, 4));
}

static const struct {
    const char *name;
    draw_fn *draw; /* NULL: one colour */
    unsigned char color[4];
} patterns[PD_FACTORY_PATTERN_COUNT] = {
    [PD_FACTORY_PATTERN_STRIPES] = {"pattern-stripes", draw_stripes, {0}},
    [PD_FACTORY_PATTERN_BRETON] = {"pattern-breton", draw_breton, {0}},
    [PD_FACTORY_PATTERN_PINSTRIPE] = {"pattern-pinstripe", draw_pinstripe, {0}},
    [PD_FACTORY_PATTERN_GINGHAM] = {"pattern-gingham", draw_gingham, {0}},
    [PD_FACTORY_PATTERN_TARTAN] = {"pattern-tartan", draw_tartan, {0}},
    [PD_FACTORY_PATTERN_DOTS] = {"pattern-dots", draw_dots, {0}},
    [PD_FACTORY_PATTERN_DENIM] = {"pattern-denim", draw_denim, {0}},
    [PD_FACTORY_PATTERN_HERRINGBONE] = {"pattern-herringbone", draw_herringbone, {0}},
    [PD_FACTORY_PATTERN_RIB] = {"pattern-rib", draw_rib, {0}},
    [PD_FACTORY_PATTERN_KNIT] = {"pattern-knit", draw_knit, {0}},
    [PD_FACTORY_PATTERN_CAMOUFLAGE] = {"pattern-camouflage", draw_camouflage, {0}},
    [PD_FACTORY_PATTERN_FLORAL] = {"pattern-floral", draw_floral, {0}},
    [PD_FACTORY_PATTERN_STRAW] = {"pattern-straw", draw_straw, {0}},
    [PD_FACTORY_PATTERN_LENS] = {"pattern-lens", NULL, {52, 58, 64, 22}},
    [PD_FACTORY_PATTERN_TINTED] = {"pattern-tinted", NULL, {52, 48, 46, 205}},
};

const char *pd_factory_pattern_name(pd_factory_pattern_id id)
{
    PD_ASSERT((unsigned)id < PD_FACTORY_PATTERN_COUNT);
    return patterns[id].name;
}

pd_status pd_factory_pattern(pd_buffer *out, pd_factory_pattern_id id, pd_error *err)
{
    PD_ASSERT((unsigned)id < PD_FACTORY_PATTERN_COUNT);
    const bool is_plain = !patterns[id].draw;
    const int side = is_plain ? GLASS : SIDE;
    const int channels = is_plain ? 4 : 3;
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, side, side, channels, 8, err);
    if (status != PD_OK) return status;

    unsigned char *at = image.samples;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++, at += channels) {
            double rgb[3] = {1, 1, 1};
            if (!is_plain) patterns[id].draw(rgb, (x + 0.5) / side, (y + 0.5) / side);
            for (int c = 0; c < channels; c++)
                at[c] =
                    is_plain ? patterns[id].color[c] : (unsigned char)lrint(255 * fmin(fmax(rgb[c], 0), 1));
        }
    status = pd_io_png_write(out, &image, err);
    pd_io_image_deinit(&image);

    return status;
}
