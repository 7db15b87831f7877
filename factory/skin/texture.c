#include "factory/skin/texture.h"

#include "core/base/rng.h"
#include "core/io/mesh/png.h"
#include "core/wardrobe/piece.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define CLOTH_SIDE      256
/* Across the texture, which is 3 to 5 cm wide on most clothes; 16 looked like scales. */
#define CLOTH_THREADS   64
#define CLOTH_MEAN      0.92
#define CLOTH_RELIEF    0.13
#define CLOTH_LEVELS    48 /* of grey, which makes the file small */
#define STRANDS_WIDTH   768
#define STRANDS_HEIGHT  96
#define CLUMPS          110  /* of strands that end together, across the texture */
#define CLUMP_SLACK     1.25 /* width of a clump before its tip, in shares of the texture for each */
#define ROOT_V          0.05 /* v up to which hair fades at its roots */
#define CURLS_WIDTH     256
#define CURLS_HEIGHT    384
#define CURLS           6000 /* rings of the closed part, of 3.5 to 7 texels */
#define TUFT_CURLS      150  /* of the tuft, of 7 to 15 texels */
#define FADE_CURLS      1100 /* where edges fade, of 3 to 6 texels */
#define BRISTLES_WIDTH  256
#define BRISTLES_HEIGHT 512
#define BRISTLES        5200 /* strokes */
#define BRISTLE_LEVELS  24   /* of grey, which makes the file small */
#define BRISTLE_HAIRS   1500 /* single hairs where clipped hair fades */
#define BRISTLE_CLOSED  0.40 /* share of the fade up to which other strokes than single hairs are drawn */
#define WHISKERS_WIDTH  256
#define WHISKERS_HEIGHT 128
#define WHISKERS        1050 /* hairs */
#define WHISKER_LENGTH  0.28 /* of the texture, on average */
#define WHISKERS_CLEAR  0.3  /* v up to which nothing is drawn: the texture repeats, and tips are at v = 1 */
#define WHISKER_LEVELS  24   /* of grey, which makes the file small */
#define LASH_WIDTH      512
#define LASH_HEIGHT     64
#define LASHES          84
#define IRIS_SIDE       256

static unsigned char byte_of(double value)
{
    return (unsigned char)lrint(255 * fmin(fmax(value, 0), 1));
}

static pd_status finish_texture(pd_buffer *out, pd_io_image *image, pd_error *err)
{
    const pd_status status = pd_io_png_write(out, image, err);
    pd_io_image_deinit(image);
    return status;
}

pd_status pd_factory_texture_cloth(pd_buffer *out, pd_error *err)
{
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, CLOTH_SIDE, CLOTH_SIDE, 3, 8, err);

    if (status != PD_OK) return status;

    double bright[2][CLOTH_THREADS];
    pd_rng rng;
    pd_rng_init(&rng, 7);
    for (int k = 0; k < 2 * CLOTH_THREADS; k++)
        bright[k / CLOTH_THREADS][k % CLOTH_THREADS] = 0.05 * (pd_rng_uniform(&rng) - 0.5);
    unsigned char *at = image.samples;

    /* Plain weave: warp and weft change places like a chess board. Each thread is round and has a brightness
     * of its own. */
    for (int y = 0; y < CLOTH_SIDE; y++)
        for (int x = 0; x < CLOTH_SIDE; x++, at += 3) {
            const double u = (x + 0.5) * CLOTH_THREADS / CLOTH_SIDE;
            const double v = (y + 0.5) * CLOTH_THREADS / CLOTH_SIDE;
            const bool is_warp = ((int)u + (int)v) % 2 == 0;
            const double along = is_warp ? u : v;
            const double across = along - floor(along);
            const double shade =
                CLOTH_MEAN + CLOTH_RELIEF * (sin(M_PI * across) - M_2_PI) + bright[!is_warp][(int)along];
            at[0] = at[1] = at[2] = byte_of(rint(shade * CLOTH_LEVELS) / CLOTH_LEVELS);
        }

    return finish_texture(out, &image, err);
}

/* Noise in -1..1 that is smooth between `cycles` random values and closes on itself. */
static double value_noise(double u, int cycles, uint64_t seed)
{
    const double at = u * cycles;
    const double share = at - floor(at);
    const double soft = share * share * (3 - 2 * share);
    pd_rng a, b;

    pd_rng_init(&a, seed * 100003 + (uint64_t)((int)floor(at) % cycles));
    pd_rng_init(&b, seed * 100003 + (uint64_t)(((int)floor(at) + 1) % cycles));

    return 2 * ((1 - soft) * pd_rng_uniform(&a) + soft * pd_rng_uniform(&b)) - 1;
}

/* Share of a point that strands cover: all of it up to PD_WARDROBE_HAIR_TIP_V, then clumps that narrow and
 * end at different lengths. */
static double cover_of_strands(double u, double v, const double *length)
{
    const double t = (v - (double)PD_WARDROBE_HAIR_TIP_V) / (1 - (double)PD_WARDROBE_HAIR_TIP_V);

    if (v < ROOT_V) return fmin(1, fmax(0, 0.5 + 3 * (v / ROOT_V - 0.5 + 0.4 * value_noise(u, 190, 8))));
    if (t <= 0) return 1;

    double cover = 0;
    const int own = (int)(u * CLUMPS);
    for (int k = own - 1; k <= own + 1; k++) {
        const double end = length[(k + CLUMPS) % CLUMPS];
        const double share = t / end;
        const double half = 0.5 * CLUMP_SLACK / CLUMPS * (1 - share * share);
        if (share < 1)
            cover = fmax(cover, fmin(1, (half - fabs(u - (k + 0.5) / CLUMPS)) * STRANDS_WIDTH * 0.6 + 0.5));
    }

    return fmax(cover, 0);
}

/* Adds rings to a map (CURLS_HEIGHT, CURLS_WIDTH) in rows first .. first + rows - 1; spread: standard
 * deviation of their rows about the middle, in shares of the rows; 0: evenly. */
static void add_rings(float *map, int first, int rows, int count, double radius, double spread, uint64_t seed)
{
    pd_rng rng;

    pd_rng_init(&rng, seed);
    for (int i = 0; i < count; i++) {
        const double x = CURLS_WIDTH * (spread > 0 ? 0.5 + 0.22 * pd_rng_normal(&rng) : pd_rng_uniform(&rng));
        const double y =
            first + rows * (spread > 0 ? 0.5 + spread * pd_rng_normal(&rng) : pd_rng_uniform(&rng));
        const double r = radius * pd_rng_between(&rng, 0.7, 1.4);
        const double flat = pd_rng_between(&rng, 0.55, 0.95);
        const double bright = pd_rng_between(&rng, 0.55, 1);
        for (int py = (int)(y - r - 3); py <= (int)(y + r + 3); py++)
            for (int px = (int)(x - r - 3); px <= (int)(x + r + 3); px++) {
                if (py < first || py >= first + rows || (spread > 0 && (px < 0 || px >= CURLS_WIDTH)))
                    continue;
                const double dx = px - x;
                const double dy = (py - y) / flat;
                const double d = sqrt(dx * dx + dy * dy) - r;
                float *at = map + (size_t)py * CURLS_WIDTH + (size_t)((px + CURLS_WIDTH) % CURLS_WIDTH);
                const float value = (float)(bright * exp(-d * d / (0.02 * radius * radius + 0.7)));
                if (value > *at) *at = value;
            }
    }
}

pd_status pd_factory_texture_curls(pd_buffer *out, pd_error *err)
{
    static float rings[CURLS_HEIGHT * CURLS_WIDTH];
    const int tuft = (int)(PD_FACTORY_TUFT_V * CURLS_HEIGHT);
    const int fade = (int)(PD_WARDROBE_HAIR_TIP_V * CURLS_HEIGHT);
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, CURLS_WIDTH, CURLS_HEIGHT, 4, 8, err);

    if (status != PD_OK) return status;

    memset(rings, 0, sizeof rings);
    add_rings(rings, 0, tuft, TUFT_CURLS, 11, 0.20, 11);
    add_rings(rings, tuft, fade - tuft, CURLS, 5, 0, 12);
    add_rings(rings, fade, CURLS_HEIGHT - fade, FADE_CURLS, 4, 0, 13);
    unsigned char *at = image.samples;
    for (int y = 0; y < CURLS_HEIGHT; y++)
        for (int x = 0; x < CURLS_WIDTH; x++, at += 4) {
            const double ring = (double)rings[y * CURLS_WIDTH + x];
            const double v = (y + 0.5) / CURLS_HEIGHT;
            double cover;
            if (y < tuft) {
                const double dx = (x + 0.5) / CURLS_WIDTH - 0.5;
                const double dy = (y + 0.5) / tuft - 0.5;
                const double off = sqrt(dx * dx / 0.13 + dy * dy / 0.075);
                cover =
                    off < 1 ? fmax(1 - off, ring) + 0.2 : ring > 0.45 && fabs(dx) < 0.47 && fabs(dy) < 0.46;
            } else {
                const double t =
                    fmax(0, (v - (double)PD_WARDROBE_HAIR_TIP_V) / (1 - (double)PD_WARDROBE_HAIR_TIP_V));
                cover = t <= 0 ? 1 : 0.5 + 3 * (ring - 1.15 * t);
            }

            at[0] = at[1] = at[2] = byte_of(0.36 + 0.53 * ring);
            at[3] = byte_of(cover);
        }

    return finish_texture(out, &image, err);
}

/* Draws a stroke into a map (BRISTLES_HEIGHT, BRISTLES_WIDTH): round in section, narrow at its ends. The
 * greater value stays. */
static void add_stroke(float *map, double x, double y, double length, double half, double lean, double bright)
{
    const int low = (int)(y - length / 2);
    const int high = (int)(y + length / 2);

    for (int py = low < 0 ? 0 : low; py <= high && py < BRISTLES_HEIGHT; py++) {
        const double t = 2 * (py - y) / length;
        const double middle = x + lean * (py - y);
        const double width = half * (1 - 0.7 * t * t);
        for (int px = (int)floor(middle - half - 1); px <= (int)(middle + half + 1); px++) {
            const double across = (px - middle) / width;
            if (fabs(across) >= 1) continue;
            float *at = map + py * BRISTLES_WIDTH + (px + BRISTLES_WIDTH) % BRISTLES_WIDTH;
            *at = fmaxf(*at, (float)(bright * (1 - across * across)));
        }
    }
}

/* Fills a map with the single hairs of the fade, which get fewer towards v = 1. */
static void add_single_hairs(float *map)
{
    const double first = (double)PD_WARDROBE_HAIR_TIP_V * BRISTLES_HEIGHT;
    const double rows = BRISTLES_HEIGHT - first;
    pd_rng rng;

    pd_rng_init(&rng, 19);
    for (int i = 0; i < BRISTLE_HAIRS; i++) {
        const double length = pd_rng_between(&rng, 11, 27),
                     far = 1 - cbrt(pd_rng_uniform(&rng)), /* density falls to 0 at the end, as (1 - t)^2 */
            y = first + far * (rows - length) + length / 2, x = BRISTLES_WIDTH * pd_rng_uniform(&rng);
        add_stroke(map, x, y, length, pd_rng_between(&rng, 0.7, 1.2), pd_rng_between(&rng, -0.35, 0.35),
                   pd_rng_between(&rng, 0.6, 1));
    }
}

pd_status pd_factory_texture_bristles(pd_buffer *out, pd_error *err)
{
    static float strokes[BRISTLES_HEIGHT * BRISTLES_WIDTH], hairs[BRISTLES_HEIGHT * BRISTLES_WIDTH];
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, BRISTLES_WIDTH, BRISTLES_HEIGHT, 4, 8, err);

    if (status != PD_OK) return status;

    pd_rng rng;
    pd_rng_init(&rng, 13);
    memset(strokes, 0, sizeof strokes);
    for (int i = 0; i < BRISTLES; i++) {
        const double x = BRISTLES_WIDTH * pd_rng_uniform(&rng);
        const double y = BRISTLES_HEIGHT * pd_rng_uniform(&rng);
        const double length = pd_rng_between(&rng, 9, 18);
        const double half = pd_rng_between(&rng, 1.2, 2.2);
        const double lean = pd_rng_between(&rng, -0.35, 0.35);
        const double bright = pd_rng_between(&rng, 0.35, 1);
        add_stroke(strokes, x, y, length, half, lean, bright);
    }

    memset(hairs, 0, sizeof hairs);
    add_single_hairs(hairs);
    unsigned char *at = image.samples;
    for (int y = 0; y < BRISTLES_HEIGHT; y++)
        for (int x = 0; x < BRISTLES_WIDTH; x++, at += 4) {
            const double stroke = (double)strokes[y * BRISTLES_WIDTH + x];
            const double hair = (double)hairs[y * BRISTLES_WIDTH + x];
            const double v = (y + 0.5) / BRISTLES_HEIGHT;
            const double t = (v - (double)PD_WARDROBE_HAIR_TIP_V) / (1 - (double)PD_WARDROBE_HAIR_TIP_V);
            const double closed = 0.5 + 3 * (stroke - 1.05 * t / BRISTLE_CLOSED);
            const double cover = fmax(closed, 2.2 * hair);
            at[0] = at[1] = at[2] =
                byte_of(rint((0.50 + 0.36 * fmax(stroke * (t < BRISTLE_CLOSED), hair)) * BRISTLE_LEVELS) /
                        BRISTLE_LEVELS);
            at[3] = v < ROOT_V ? 0
                    : t <= 0   ? 255
                               : byte_of(rint(fmin(1, fmax(0, cover)) * BRISTLE_LEVELS) / BRISTLE_LEVELS);
        }

    return finish_texture(out, &image, err);
}

pd_status pd_factory_texture_whiskers(pd_buffer *out, pd_error *err)
{
    static float cover[WHISKERS_HEIGHT * WHISKERS_WIDTH], bright[WHISKERS_HEIGHT * WHISKERS_WIDTH];
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, WHISKERS_WIDTH, WHISKERS_HEIGHT, 4, 8, err);

    if (status != PD_OK) return status;

    /* Draw the hairs in a random order; later ones lie over earlier ones.
     * A hair narrows from its root to its tip. */
    pd_rng rng;
    pd_rng_init(&rng, 17);
    memset(cover, 0, sizeof cover);
    memset(bright, 0, sizeof bright);
    for (int i = 0; i < WHISKERS; i++) {
        const double x = WHISKERS_WIDTH * pd_rng_uniform(&rng);
        const double tip = WHISKERS_HEIGHT * pd_rng_uniform(&rng);
        const double length = WHISKERS_HEIGHT * WHISKER_LENGTH * pd_rng_between(&rng, 0.7, 1.3);
        const double half = pd_rng_between(&rng, 0.9, 1.7);
        const double lean = pd_rng_between(&rng, -0.16, 0.16);
        const double grey = pd_rng_between(&rng, 0.55, 1);
        for (int py = (int)fmax(WHISKERS_CLEAR * WHISKERS_HEIGHT, tip - length); py < tip; py++) {
            const double t = 1 - (tip - py) / length;
            const double middle = x + lean * (py - tip);
            const double width = half * (1 - 0.75 * t * t);
            for (int px = (int)floor(middle - 3); px <= (int)(middle + 3); px++) {
                const double off = fabs(px + 0.5 - middle);
                const double own = fmin(1, fmax(0, width - off + 0.5));
                const size_t at =
                    (size_t)py * WHISKERS_WIDTH + (size_t)((px + WHISKERS_WIDTH) % WHISKERS_WIDTH);
                bright[at] += (float)(own * (grey * (1 - 0.25 * off / half) - (double)bright[at]));
                cover[at] = fmaxf(cover[at], (float)own);
            }
        }
    }

    unsigned char *at = image.samples;
    for (int i = 0; i < WHISKERS_WIDTH * WHISKERS_HEIGHT; i++, at += 4) {
        at[0] = at[1] = at[2] =
            byte_of(rint((0.40 + 0.45 * (double)bright[i]) * WHISKER_LEVELS) / WHISKER_LEVELS);
        at[3] = byte_of(rint((double)cover[i] * WHISKER_LEVELS) / WHISKER_LEVELS);
    }

    return finish_texture(out, &image, err);
}

pd_status pd_factory_texture_strands(pd_buffer *out, pd_error *err)
{
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, STRANDS_WIDTH, STRANDS_HEIGHT, 4, 8, err);

    if (status != PD_OK) return status;

    double length[CLUMPS];
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int k = 0; k < CLUMPS; k++) length[k] = 0.35 + 0.65 * pd_rng_uniform(&rng);

    unsigned char *at = image.samples;
    for (int y = 0; y < STRANDS_HEIGHT; y++)
        for (int x = 0; x < STRANDS_WIDTH; x++, at += 4) {
            const double u = (x + 0.5) / STRANDS_WIDTH;
            const double v = (y + 0.5) / STRANDS_HEIGHT;
            const double fine = value_noise(u, 450, 1);
            const double middle = value_noise(u, 175, 2);
            const double broad = value_noise(u, 60, 3);
            const double along = value_noise(v, 6, 4 + (uint64_t)(x / 8));
            at[0] = at[1] = at[2] =
                byte_of(0.70 * (1 + 0.20 * fine + 0.22 * middle + 0.14 * broad + 0.06 * along));
            at[3] = byte_of(cover_of_strands(u, v, length));
        }

    return finish_texture(out, &image, err);
}

pd_status pd_factory_texture_lash(pd_buffer *out, pd_error *err)
{
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, LASH_WIDTH, LASH_HEIGHT, 4, 8, err);

    if (status != PD_OK) return status;

    pd_rng rng;

    /* Lashes in small tufts, of different length and lean, that bend outwards. */
    double middle[LASHES], length[LASHES], lean[LASHES], width[LASHES];
    pd_rng_init(&rng, 11);
    for (int l = 0; l < LASHES; l++) {
        middle[l] = (l + 0.5 + 0.7 * (pd_rng_uniform(&rng) - 0.5)) / LASHES;
        length[l] = 0.50 + 0.45 * pd_rng_uniform(&rng);
        const double tuft = 2.5 * (floor(middle[l] * LASHES / 2.5) + 0.5) / LASHES;
        lean[l] =
            0.6 * (tuft - middle[l]) + 0.018 * (middle[l] - 0.35) + 0.006 * (pd_rng_uniform(&rng) - 0.5);
        width[l] = 0.0044 + 0.0020 * pd_rng_uniform(&rng);
    }

    const double root = (double)PD_FACTORY_LASH_ROOT;
    const double tip = (double)PD_FACTORY_LASH_TIP;
    unsigned char *at = image.samples;

    /* Alpha is the share of a pixel that lashes cover. A lash narrows towards its tip.
     * The roots merge into a soft line. */
    for (int y = 0; y < LASH_HEIGHT; y++)
        for (int x = 0; x < LASH_WIDTH; x++, at += 4) {
            const double u = (x + 0.5) / LASH_WIDTH;
            const double v = fmax(0, ((y + 0.5) / LASH_HEIGHT - root) / (tip - root));
            double cover = 0;
            for (int l = 0; l < LASHES; l++) {
                const double t = v / length[l];
                const double half = width[l] * (1 - t * t);
                const double off = fabs(u - middle[l] - lean[l] * t * t);
                if (t < 1)
                    cover = fmax(cover, fmin(1, fmax(0, (half - off) * LASH_WIDTH + 0.5)) * (1 - 0.35 * t));
            }

            at[0] = at[1] = at[2] = 255;
            at[3] = byte_of(fmax(cover, 0.85 * fmax(0, 1 - v / 0.14)));
        }

    return finish_texture(out, &image, err);
}

/* ---- iris ---- */

/* Centres and radius of the two irises in the source picture, as shares of its side. */
static const double discs[2][2] = {{0.705, 0.298}, {0.290, 0.710}};
#define DISC 0.118

pd_status pd_factory_texture_iris(pd_buffer *out, pd_bytes png, const unsigned char srgb[3], pd_error *err)
{
    pd_io_image from, image;
    pd_status status = pd_io_png_read(&from, png.data, png.size, NULL, err);

    if (status != PD_OK) return status;
    if (from.bits != 8 || from.channels < 3 || from.width < IRIS_SIDE || from.height < IRIS_SIDE) {
        pd_io_image_deinit(&from);
        return pd_fail(err, PD_ERR_FORMAT, "eye", "8-bit RGB of at least %d pixels expected", IRIS_SIDE);
    }

    status = pd_io_image_init(&image, IRIS_SIDE, IRIS_SIDE, 3, 8, err);

    unsigned char *at = image.samples;
    for (int y = 0; status == PD_OK && y < IRIS_SIDE; y++)
        for (int x = 0; x < IRIS_SIDE; x++, at += 3) {
            /* Average the samples of the picture that this one covers. */
            const unsigned char *samples = from.samples;
            const int x0 = x * from.width / IRIS_SIDE;
            const int x1 = (x + 1) * from.width / IRIS_SIDE;
            const int y0 = y * from.height / IRIS_SIDE;
            const int y1 = (y + 1) * from.height / IRIS_SIDE;
            double rgb[3] = {0}, inside = 0;
            int count = 0;
            for (int j = y0; j < y1; j++)
                for (int i = x0; i < x1; i++, count++) {
                    const size_t pixel = (size_t)j * (size_t)from.width + (size_t)i;
                    for (int c = 0; c < 3; c++) rgb[c] += samples[pixel * (size_t)from.channels + (size_t)c];
                }
            for (int c = 0; c < 3; c++) rgb[c] /= 255.0 * (count ? count : 1);

            for (int d = 0; d < 2; d++) {
                const double r =
                    hypot((x + 0.5) / IRIS_SIDE - discs[d][0], (y + 0.5) / IRIS_SIDE - discs[d][1]);
                inside = fmax(inside, fmin(1, fmax(0, (DISC - r) * IRIS_SIDE / 2)));
            }

            /* the picture's iris has luminances of about .02 to .3; the white is a little grey */
            const double luminance = 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2];
            const double tone = fmin(1.7, luminance / 0.14);
            for (int c = 0; c < 3; c++)
                at[c] = byte_of(inside * tone * srgb[c] / 255.0 + (1 - inside) * fmin(1, 1.12 * rgb[c]));
        }
    pd_io_image_deinit(&from);

    return status == PD_OK ? finish_texture(out, &image, err) : status;
}

/* Shares of the radius between which the mean of an iris is taken, and from which the limbal ring darkens. */
#define IRIS_INNER  0.40
#define IRIS_OUTER  0.90
#define LIMBUS      0.74
#define LIMBUS_DARK 0.55
#define IRIS_LIGHT  0.80 /* of the middle tone: the cornea adds its highlight */
#define WHITE       0.90 /* of the photograph's white */

/* Returns the distance of a place from the nearer iris, in radii. */
static double iris_distance(double u, double v)
{
    return fmin(hypot(u - discs[0][0], v - discs[0][1]), hypot(u - discs[1][0], v - discs[1][1])) / DISC;
}

pd_status pd_factory_texture_photo_iris(pd_buffer *out, const pd_io_image *eyes, const unsigned char srgb[3],
                                        pd_error *err)
{
    pd_io_image image;
    pd_status status = pd_io_image_init(&image, IRIS_SIDE, IRIS_SIDE, 3, 8, err);
    const int step = eyes->width / IRIS_SIDE;
    double mean = 0;
    int count = 0;

    if (status != PD_OK) return status;
    if (step < 1 || eyes->width != eyes->height) {
        pd_io_image_deinit(&image);
        return pd_fail(err, PD_ERR_FORMAT, "eyes", "%d x %d pixels; a square of at least %d expected",
                       eyes->width, eyes->height, IRIS_SIDE);
    }

    /* The mean luminance of the irises, then each pixel. */
    for (int pass = 0; pass < 2; pass++) {
        unsigned char *at = image.samples;
        for (int y = 0; y < IRIS_SIDE; y++)
            for (int x = 0; x < IRIS_SIDE; x++, at += 3) {
                const double u = (x + 0.5) / IRIS_SIDE;
                const double v = (y + 0.5) / IRIS_SIDE;
                const double r = iris_distance(u, v);
                double rgb[3] = {0};
                for (int j = 0; j < step; j++)
                    for (int i = 0; i < step; i++) {
                        const size_t pixel =
                            (size_t)(y * step + j) * (size_t)eyes->width + (size_t)(x * step + i);
                        for (int c = 0; c < 3; c++)
                            rgb[c] += ((const unsigned char *)
                                           eyes->samples)[pixel * (size_t)eyes->channels + (size_t)c] /
                                      (255.0 * step * step);
                    }

                const double light = 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2];
                if (!pass && r > IRIS_INNER && r < IRIS_OUTER) {
                    mean += light;
                    count++;
                }

                if (!pass) continue;
                const double inside = fmin(1, fmax(0, (1 - r) * DISC * IRIS_SIDE / 2));
                const double ring = fmin(1, fmax(0, (r - LIMBUS) / (1 - LIMBUS)));
                const double tone =
                    IRIS_LIGHT * fmin(1.6, light / mean) * (1 - LIMBUS_DARK * ring * ring * (3 - 2 * ring));
                for (int c = 0; c < 3; c++)
                    at[c] = byte_of(inside * tone * srgb[c] / 255.0 + (1 - inside) * WHITE * rgb[c]);
            }

        if (!pass) mean /= count ? count : 1;
    }

    return finish_texture(out, &image, err);
}

bool pd_factory_texture_is_clear(const float uv[2])
{
    return hypot((double)uv[0] - 0.935, (double)uv[1] - 0.934) < 0.07;
}
