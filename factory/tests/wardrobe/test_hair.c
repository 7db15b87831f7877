/* Looks of the hair and beards of the shipped wardrobe, measured on mesh and texture: hairlines fade, cut
 * hair ends in locks and falls in, and textures of beards are not stretched. */
#include "core/io/mesh/png.h"
#include "core/wardrobe/piece.h"
#include "factory/wardrobe/made/made.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE 0.01745329f

static pd_wardrobe *wardrobe;

static int setup(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    return 0;
}

static const pd_wardrobe_item *item_of(const char *name)
{
    const int i = pd_wardrobe_find(wardrobe, name);
    assert_true(i >= 0);
    return &wardrobe->items[i];
}

static pd_io_image picture_of(const pd_wardrobe_item *item)
{
    const pd_wardrobe_texture *texture = &wardrobe->textures[item->parts[0].texture];
    pd_io_image image;
    assert_int_equal(pd_io_png_read(&image, texture->png, texture->bytes, NULL, NULL), PD_OK);
    assert_int_equal(image.channels, 4);
    return image;
}

static int texel_of(float coordinate, int count)
{
    return (int)floorf((coordinate - floorf(coordinate)) * (float)count) % count;
}

/* Returns the alpha at a place, 0 to 1. across: mean over a row of the texture instead. */
static double alpha_at(const pd_io_image *image, const float uv[2], bool across)
{
    const uint8_t *row =
        (const uint8_t *)image->samples + 4 * (size_t)image->width * (size_t)texel_of(uv[1], image->height);
    double sum = 0;
    if (!across) return row[4 * texel_of(uv[0], image->width) + 3] / 255.0;
    for (int x = 0; x < image->width; x++) sum += row[4 * x + 3] / 255.0;
    return sum / image->width;
}

/* A ray from a vertical axis through (0, z), level, to an angle from the front. */
typedef struct ray {
    float from[3], along[3];
} ray;

static ray ray_at(float y, float z, float angle)
{
    return (ray){{0, y, z}, {sinf(angle), 0, cosf(angle)}};
}

/* Finds where a ray meets a triangle. Returns the distance, or a negative number. */
static float meet(float uv[2], const pd_wardrobe_item *item, int face, const ray *r)
{
    const float *p[3], *t[3];
    float a[3], b[3], q[3], s[3], c[3];
    for (int k = 0; k < 3; k++) {
        const int corner = item->faces[3 * face + k];
        p[k] = item->rest + 3 * (size_t)item->corners[corner], t[k] = item->uvs + 2 * (size_t)corner;
    }
    for (int i = 0; i < 3; i++)
        a[i] = p[1][i] - p[0][i], b[i] = p[2][i] - p[0][i], s[i] = r->from[i] - p[0][i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = r->along[j] * b[k] - r->along[k] * b[j], c[i] = s[j] * a[k] - s[k] * a[j];
    }
    const float all = a[0] * q[0] + a[1] * q[1] + a[2] * q[2];
    if (fabsf(all) < 1e-12f) return -1;
    const float u = (s[0] * q[0] + s[1] * q[1] + s[2] * q[2]) / all,
                v = (r->along[0] * c[0] + r->along[1] * c[1] + r->along[2] * c[2]) / all;
    if (u < 0 || v < 0 || u + v > 1) return -1;
    for (int i = 0; i < 2; i++) uv[i] = t[0][i] + u * (t[1][i] - t[0][i]) + v * (t[2][i] - t[0][i]);
    return (b[0] * c[0] + b[1] * c[1] + b[2] * c[2]) / all;
}

/* Returns the share of light that hair stops on a ray, 0 to 1. *farthest: distance of the outermost hair with
 * more than half of the alpha. */
static double cover(const pd_wardrobe_item *item, const pd_io_image *image, const ray *r, bool across,
                    float *farthest)
{
    double open = 1;
    *farthest = 0;
    for (int f = 0; f < item->face_count; f++) {
        float uv[2];
        const float far = meet(uv, item, f, r);
        if (far <= 0) continue;
        const double alpha = alpha_at(image, uv, across);
        open *= 1 - alpha;
        if (alpha > 0.5) *farthest = fmaxf(*farthest, far);
    }
    return 1 - open;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Above the forehead and at the temples hair gets denser over a centimetre: in each column of rays, hair
 * covers from .1 to .9 over a height whose median is 6 mm or more. Before, it was 2 mm for hair-afro. */
static void hairlines_fade_over_millimetres(void **state)
{
    (void)state;
    static const char *const names[] = {"hair-afro", "hair-buzz", "hair-slick"};
    const float brow = wardrobe->marks[PD_WARDROBE_MARK_NOSE_Y] + 0.045f;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = item_of(names[n]);
        pd_io_image image = picture_of(item);
        double heights[23];
        int count = 0;
        for (int degrees = -55; degrees <= 55; degrees += 5) {
            double height = 0;
            for (int mm = 0; mm < 90; mm++) {
                float far;
                const ray r = ray_at(brow + 0.001f * (float)mm, 0.03f, DEGREE * (float)degrees);
                const double share = cover(item, &image, &r, true, &far);
                height += share > 0.1 && share < 0.9;
            }
            heights[count++] = height;
        }
        qsort(heights, (size_t)count, sizeof *heights, by_value);
        print_message("%-12s fades over %.0f mm (quarters %.0f, %.0f)\n", names[n], heights[count / 2],
                      heights[count / 4], heights[3 * count / 4]);
        assert_true(heights[count / 2] >= 6);
        pd_io_image_deinit(&image);
    }
}

/* Skin that clipped hair hides lies below hair without gaps: a vertex that is hidden has a corner of hair
 * with v up to HAIR_TIP_V. */
static void clipped_hair_has_no_gaps_over_hidden_skin(void **state)
{
    (void)state;
    const pd_wardrobe_item *item = item_of("hair-buzz");
    assert_true(item->hide_count > 50);
    for (int h = 0; h < item->hide_count; h++) {
        float least = 1;
        for (int c = 0; c < item->corner_count; c++)
            if (item->anchors[3 * (size_t)item->corners[c]] == item->hides[h])
                least = fminf(least, item->uvs[2 * c + 1]);
        assert_true(least <= PD_WARDROBE_HAIR_TIP_V);
    }
}

enum { DIRECTIONS = 81, WIDE = 8 };

/* Finds the lower edge of hair in directions from one temple over the back to the other: its height, and the
 * distance of hair from the axis there and at most, metres. */
static void find_edge(float *heights, double *end, double *widest, const pd_wardrobe_item *item)
{
    pd_io_image image = picture_of(item);
    *end = *widest = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        float most = 0, at = 0;
        heights[d] = NAN;
        for (int mm = -120; mm < 120; mm++) {
            float far;
            const ray r = ray_at(wardrobe->marks[PD_WARDROBE_MARK_NOSE_Y] + 0.001f * (float)mm, 0.02f,
                                 DEGREE * (float)(80 + 200 * d / (DIRECTIONS - 1)));
            if (cover(item, &image, &r, false, &far) < 0.5) continue;
            if (isnan(heights[d])) heights[d] = r.from[1], at = far;
            most = fmaxf(most, far);
        }
        assert_false(isnan(heights[d]));
        *end += (double)at / DIRECTIONS, *widest += (double)most / DIRECTIONS;
    }
    pd_io_image_deinit(&image);
}

/* Bobs end in locks and not in a line, at the ears and at the jaw, and fall in towards the neck. Before, the
 * short one ended 57 mm over the tip of the nose, rough by 3.7 mm, and 87 of 95 mm from the axis. */
static void bobs_end_in_locks_and_fall_in(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float low, high; /* metres over the tip of the nose between which the edge is on average */
    } rows[] = {{"hair-short-bob", -0.030f, 0.012f}, {"hair-jaw-bob", -0.060f, -0.012f}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        float heights[DIRECTIONS];
        double end, widest, mean = 0, rough = 0;
        find_edge(heights, &end, &widest, item_of(rows[n].name));

        /* Deviations of locks, of three directions each, from the mean over 42 degrees: tips of strands are
         * finer, and an edge that is oblique as a whole counts as straight. */
        for (int d = 0; d < DIRECTIONS; d++) mean += (double)heights[d] / DIRECTIONS;
        for (int d = WIDE; d < DIRECTIONS - WIDE; d++) {
            double around = 0, own = 0;
            for (int i = -WIDE; i <= WIDE; i++) around += (double)heights[d + i] / (2 * WIDE + 1);
            for (int i = -1; i <= 1; i++) own += (double)heights[d + i] / 3;
            rough += (own - around) * (own - around) / (DIRECTIONS - 2 * WIDE);
        }
        mean -= (double)wardrobe->marks[PD_WARDROBE_MARK_NOSE_Y];
        print_message(
            "%-16s ends %.0f mm over the nose's tip, rough by %.1f mm, %.0f mm from the axis, %.0f at most\n",
            rows[n].name, 1e3 * mean, 1e3 * sqrt(rough), 1e3 * end, 1e3 * widest);
        assert_true(mean > (double)rows[n].low && mean < (double)rows[n].high);
        assert_true(sqrt(rough) > 0.0045);
        assert_true(end < 0.88 * widest);
    }
}

/* Returns the length of a texel on a triangle along v, in lengths of a texel along u. */
static double stretch_of(const pd_wardrobe_item *item, int face, const pd_io_image *image, double *area)
{
    const float *p[3], *t[3];
    double du[3], dv[3], lengths[2] = {0};
    for (int k = 0; k < 3; k++) {
        const int corner = item->faces[3 * face + k];
        p[k] = item->rest + 3 * (size_t)item->corners[corner], t[k] = item->uvs + 2 * (size_t)corner;
    }
    const double au = (double)(t[1][0] - t[0][0]), av = (double)(t[1][1] - t[0][1]),
                 bu = (double)(t[2][0] - t[0][0]), bv = (double)(t[2][1] - t[0][1]), all = au * bv - bu * av;
    double a[3], b[3], square = 0;
    for (int c = 0; c < 3; c++) a[c] = (double)(p[1][c] - p[0][c]), b[c] = (double)(p[2][c] - p[0][c]);
    for (int c = 0; c < 3; c++) {
        const int j = (c + 1) % 3, k = (c + 2) % 3;
        const double n = a[j] * b[k] - a[k] * b[j];
        square += n * n;
        du[c] = bv * a[c] - av * b[c], dv[c] = au * b[c] - bu * a[c];
        lengths[0] += du[c] * du[c], lengths[1] += dv[c] * dv[c];
    }
    *area = 0.5 * sqrt(square);
    return fabs(all) < 1e-9 ? INFINITY
                            : sqrt(lengths[1]) / image->height / fmax(1e-9, sqrt(lengths[0]) / image->width);
}

/* Where v is the same on a triangle, its hairs are lines as long as it: of a beard's skin with hair, less
 * than a tenth has texels that are more than four times as long as wide. Before, 15 to 20 % had. */
static void hairs_of_beards_are_not_stretched_to_lines(void **state)
{
    (void)state;
    static const char *const names[] = {"beard-full", "beard-goatee", "moustache"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = item_of(names[n]);
        pd_io_image image = picture_of(item);
        double all = 0, stretched = 0;
        for (int f = 0; f < item->face_count; f++) {
            double area, least = 1;
            for (int k = 0; k < 3; k++)
                least = fmin(least, (double)item->uvs[2 * item->faces[3 * f + k] + 1]);
            if (least > 0.8) continue; /* hardly any hair is drawn there */
            const double stretch = stretch_of(item, f, &image, &area);
            all += area, stretched += stretch > 4 ? area : 0;
        }
        print_message("%-12s %.2f of the area is stretched\n", names[n], stretched / all);
        assert_true(stretched / all < 0.1);
        pd_io_image_deinit(&image);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hairlines_fade_over_millimetres),
                                       cmocka_unit_test(clipped_hair_has_no_gaps_over_hidden_skin),
                                       cmocka_unit_test(bobs_end_in_locks_and_fall_in),
                                       cmocka_unit_test(hairs_of_beards_are_not_stretched_to_lines)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
