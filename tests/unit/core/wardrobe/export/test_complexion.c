/* Textures of the skin, drawn from the shipped maps: what tone, age, sex and seed change, and where. */
#include "core/wardrobe/export/complexion.h"
#include "core/wardrobe/piece.h"
#include "core/wardrobe/export/skin_map.h"
#include "core/kernel/cpu.h"
#include "core/math/triangle.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/dress.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 256 };

static pd_wardrobe *wardrobe;
static pd_smpl_data model;

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK ||
           pd_smpl_data_load(&model, "models/person.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    pd_smpl_data_deinit(&model);
    return 0;
}

static pd_wardrobe_complexion draw(double tone, double age, double male, uint64_t seed)
{
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion out;
    p.skin = tone, p.age = age, p.male = male, p.seed = seed;
    assert_int_equal(pd_wardrobe_complexion_init(
                         &out,
                         &(pd_wardrobe_complexion_job){.wardrobe = wardrobe, .palette = &p, .side = SIDE},
                         &pd_executor_serial, NULL),
                     PD_OK);
    return out;
}

/* Mean of a channel over the texels of which a channel of a map is above half. */
static double mean(const pd_io_image *image, int channel, int map, int map_channel)
{
    const pd_io_image *m = &wardrobe->skin.maps[map];
    const int n = m->width / SIDE;
    double sum = 0, count = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const uint8_t *at = (const uint8_t *)m->samples +
                                ((size_t)(y * n) * (size_t)m->width + (size_t)(x * n)) * (size_t)m->channels;
            if (at[map_channel] < 128) continue;
            sum += ((const uint8_t *)image->samples)[3 * (y * SIDE + x) + channel], count++;
        }
    assert_true(count > 0);
    return sum / count;
}

/* How far normals lean on average where the map has lines, in steps of 1/127. */
static double lean(const pd_io_image *normal)
{
    const pd_io_image *m = &wardrobe->skin.maps[2];
    const int n = m->width / SIDE;
    double sum = 0, count = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            if (((const uint8_t *)m->samples)[(size_t)m->channels *
                                              ((size_t)(y * n) * (size_t)m->width + (size_t)(x * n))] > 90)
                continue;
            for (int c = 0; c < 2; c++)
                sum += fabs(((const uint8_t *)normal->samples)[3 * (y * SIDE + x) + c] - 127.5);
            count++;
        }
    assert_true(count > 20);
    return sum / count;
}

static void corners_are_the_models_vertices_and_lie_on_the_texture(void **state)
{
    (void)state;
    const pd_wardrobe_skin *s = &wardrobe->skin;
    assert_true(pd_wardrobe_has_skin(wardrobe) &&
                pd_wardrobe_skin_fits(wardrobe, model.faces, model.face_count));
    for (int i = 0; i < 2 * s->corner_count; i++) assert_true(s->uvs[i] > 0 && s->uvs[i] < 1);

    /* No triangle is mirrored, so that one normal map serves all: its corners turn one way on the texture. */
    double area = 0;
    for (int f = 0; f < s->face_count; f++) {
        const uint16_t *c = s->faces + 3 * f;
        const float *a = s->uvs + 2 * c[0], *b = s->uvs + 2 * c[1], *d = s->uvs + 2 * c[2];
        area += (double)((b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])) < 0;
    }
    assert_true(area > 0.97 * s->face_count || area < 0.03 * s->face_count);

    /* A mesh with other triangles does not fit. */
    uint32_t other = model.faces[5];
    model.faces[5] = (other + 1) % (uint32_t)model.vertex_count;
    assert_false(pd_wardrobe_skin_fits(wardrobe, model.faces, model.face_count));
    model.faces[5] = other;
}

/* The item with this name; NULL: none. */
static const pd_wardrobe_item *item_of(const char *name)
{
    const int item = name ? pd_wardrobe_find(wardrobe, name) : -1;
    assert_true(!name || item >= 0);
    return name ? &wardrobe->items[item] : NULL;
}

/* Mean of red over the texels that are scalp, with hair of which some is lost. */
static double scalp_red(double loss, const char *hair)
{
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion out;
    p.skin = 0.9, p.hair = PD_WARDROBE_HAIR_BLACK, p.male = 1, p.hair_loss = loss;
    const pd_wardrobe_complexion_job job = {
        .wardrobe = wardrobe, .palette = &p, .hair = item_of(hair), .side = SIDE};
    assert_int_equal(pd_wardrobe_complexion_init(&out, &job, &pd_executor_serial, NULL), PD_OK);
    const double red = mean(&out.albedo, 0, 2, 2);
    pd_wardrobe_complexion_deinit(&out);
    return red;
}

/* Below hair the scalp has the colour of its roots; where hair is lost it is skin. */
static void a_scalp_without_hair_has_the_colour_of_skin(void **state)
{
    (void)state;
    const double full = scalp_red(0, "hair-short"), half = scalp_red(0.5, "hair-short"),
                 most = scalp_red(1, "hair-short"), shaven = scalp_red(0, NULL);
    assert_true(full < half - 5 && half < most - 20 && most < shaven);
    assert_true(shaven - most < 0.5 * (shaven - full)); /* a wreath is left */
    assert_true(scalp_red(1, NULL) == shaven);
}

/* Below the hem of a bob that ends above the ears the nape is bare: all of the scalp that is farther than 17
 * mm from the hair. */
static void roots_of_hair_end_near_worn_hair(void **state)
{
    (void)state;
    pd_wardrobe_piece piece;
    pd_wardrobe_item cut;
    assert_int_equal(pd_wardrobe_piece_read(&piece, wardrobe, "length=-0.045", "bob", NULL), PD_OK);
    assert_int_equal(
        pd_wardrobe_piece_make(&cut, wardrobe, pd_wardrobe_find(wardrobe, "hair-bob"), &piece, NULL), PD_OK);
    const pd_wardrobe_item *hair = &cut;
    const pd_wardrobe_skin *s = &wardrobe->skin;
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion none, worn;
    p.skin = 0.9, p.hair = PD_WARDROBE_HAIR_BLACK;
    pd_wardrobe_complexion_job job = {.wardrobe = wardrobe, .palette = &p, .side = SIDE};
    assert_int_equal(pd_wardrobe_complexion_init(&none, &job, &pd_executor_serial, NULL), PD_OK);
    job.hair = hair;
    assert_int_equal(pd_wardrobe_complexion_init(&worn, &job, &pd_executor_serial, NULL), PD_OK);
    int far = 0, near = 0;
    for (int c = 0; c < s->corner_count; c++) {
        const pd_io_image *map = &s->maps[2];
        const int x = (int)(s->uvs[2 * c] * SIDE), y = (int)(s->uvs[2 * c + 1] * SIDE), n = map->width / SIDE;
        const uint8_t scalp =
            ((const uint8_t *)map
                 ->samples)[(size_t)map->channels * ((size_t)(y * n) * (size_t)map->width + (size_t)(x * n)) +
                            2];
        if (scalp < 200) continue;
        double least = 1;
        for (int f = 0; f < hair->face_count; f++) {
            const float *q[3], *at = wardrobe->body + 3 * (size_t)s->corners[c];
            float w[3];
            for (int k = 0; k < 3; k++) q[k] = hair->rest + 3 * (size_t)hair->corners[hair->faces[3 * f + k]];
            pd_triangle_nearest(w, at, q[0], q[1], q[2]);
            double square = 0;
            for (int i = 0; i < 3; i++) {
                const double d = (double)(w[0] * q[0][i] + w[1] * q[1][i] + w[2] * q[2][i] - at[i]);
                square += d * d;
            }
            least = fmin(least, sqrt(square));
        }
        const int texel = 3 * (y * SIDE + x), a = ((const uint8_t *)none.albedo.samples)[texel],
                  b = ((const uint8_t *)worn.albedo.samples)[texel];
        if (least > 0.017) assert_int_equal(a, b), far++;
        if (least < 0.0035) assert_true(b < a - 20), near++;
    }
    assert_true(far > 30 && near > 50);
    pd_wardrobe_complexion_deinit(&none), pd_wardrobe_complexion_deinit(&worn);
    pd_wardrobe_item_deinit(&cut);
}

/* A beard has roots in the skin, which are as dark as hair; lips stay as they are. */
static void the_skin_below_a_beard_has_its_roots(void **state)
{
    (void)state;
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion shaven, bearded;
    p.skin = 0.9, p.hair = PD_WARDROBE_HAIR_BLACK, p.male = 1;
    pd_wardrobe_complexion_job job = {
        .wardrobe = wardrobe, .palette = &p, .hair = item_of("hair-short"), .side = SIDE};
    assert_int_equal(pd_wardrobe_complexion_init(&shaven, &job, &pd_executor_serial, NULL), PD_OK);
    job.beard = &wardrobe->items[pd_wardrobe_find(wardrobe, "beard-full")];
    assert_int_equal(pd_wardrobe_complexion_init(&bearded, &job, &pd_executor_serial, NULL), PD_OK);
    assert_true(mean(&bearded.albedo, 0, 0, 3) < 0.85 * mean(&shaven.albedo, 0, 0, 3));
    assert_true(mean(&bearded.albedo, 0, 0, 2) > 0.95 * mean(&shaven.albedo, 0, 0, 2));
    pd_wardrobe_complexion_deinit(&shaven), pd_wardrobe_complexion_deinit(&bearded);
}

static void all_processor_versions_paint_the_same_bytes(void **state)
{
    (void)state;
    static const char *const versions[] = {"avx2", "avx512"};
    assert_int_equal(pd_k_cpu_init("ref", NULL), PD_OK);
    pd_wardrobe_complexion plain = draw(0.8, 60, 0, 4);
    for (int v = 0; v < 2; v++) {
        if (pd_k_cpu_init(versions[v], NULL) != PD_OK) continue;
        pd_wardrobe_complexion other = draw(0.8, 60, 0, 4);
        assert_memory_equal(plain.albedo.samples, other.albedo.samples, 3 * SIDE * SIDE);
        assert_memory_equal(plain.normal.samples, other.normal.samples, 3 * SIDE * SIDE);
        assert_memory_equal(plain.surface.samples, other.surface.samples, 3 * SIDE * SIDE);
        pd_wardrobe_complexion_deinit(&other);
    }
    pd_wardrobe_complexion_deinit(&plain);
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
}

/* Of triangles of the head alone: their texels are as in the whole picture,
 * and the rest of the picture has one colour. */
static void hidden_skin_is_blank_and_visible_skin_unchanged(void **state)
{
    (void)state;
    const pd_wardrobe_skin *s = &wardrobe->skin;
    uint32_t *faces = malloc(3 * (size_t)s->face_count * sizeof *faces);
    int count = 0;
    for (int f = 0; f < s->face_count; f++) {
        if (s->uvs[2 * s->faces[3 * f] + 1] > 0.3f) continue;
        for (int k = 0; k < 3; k++) faces[3 * count + k] = s->faces[3 * f + k];
        count++;
    }
    assert_in_range(count, 100, s->face_count - 100);
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    p.seed = 6, p.age = 50;
    pd_wardrobe_complexion_job job = {.wardrobe = wardrobe, .palette = &p, .side = SIDE};
    pd_wardrobe_complexion whole, part;
    assert_int_equal(pd_wardrobe_complexion_init(&whole, &job, &pd_executor_serial, NULL), PD_OK);
    job.faces = faces, job.face_count = count;
    assert_int_equal(pd_wardrobe_complexion_init(&part, &job, &pd_executor_serial, NULL), PD_OK);

    /* Around each corner of a triangle. */
    const pd_io_image *const pairs[3][2] = {
        {&whole.albedo, &part.albedo}, {&whole.normal, &part.normal}, {&whole.surface, &part.surface}};
    for (int m = 0; m < 3; m++)
        for (int i = 0; i < 3 * count; i++) {
            const int x = (int)(s->uvs[2 * faces[i]] * SIDE), y = (int)(s->uvs[2 * faces[i] + 1] * SIDE);
            for (int dy = -4; dy <= 4; dy++)
                for (int dx = -4; dx <= 4; dx++) {
                    if (x + dx < 0 || y + dy < 0 || x + dx >= SIDE || y + dy >= SIDE) continue;
                    const int texel = 3 * ((y + dy) * SIDE + x + dx);
                    assert_memory_equal((const uint8_t *)pairs[m][0]->samples + texel,
                                        (const uint8_t *)pairs[m][1]->samples + texel, 3);
                }
        }
    const uint8_t *last = (const uint8_t *)part.albedo.samples + 3 * (SIDE * SIDE - 1);
    for (int i = 0; i < 3 * SIDE * SIDE / 4; i++) assert_int_equal(last[2 - i % 3], (last + 2)[-i]);
    pd_wardrobe_complexion_deinit(&whole), pd_wardrobe_complexion_deinit(&part);
    free(faces);
}

static void a_lighter_tone_is_lighter_everywhere(void **state)
{
    (void)state;
    pd_wardrobe_complexion dark = draw(0.2, 30, 0, 1), light = draw(0.8, 30, 0, 1);
    double sums[2] = {0};
    for (int i = 0; i < 3 * SIDE * SIDE; i++) {
        assert_true(((uint8_t *)light.albedo.samples)[i] >= ((uint8_t *)dark.albedo.samples)[i] - 40);
        sums[0] += ((uint8_t *)dark.albedo.samples)[i], sums[1] += ((uint8_t *)light.albedo.samples)[i];
    }
    assert_true(sums[1] > 1.3 * sums[0]);
    pd_wardrobe_complexion_deinit(&dark), pd_wardrobe_complexion_deinit(&light);
}

/* Blood absorbs green more than red: lips have less green beside red than the scalp's skin. */
static void lips_are_redder_than_skin(void **state)
{
    (void)state;
    for (int tone = 1; tone <= 9; tone += 4) {
        pd_wardrobe_complexion c = draw(0.1 * tone, 30, 0, 3);
        const double lips = mean(&c.albedo, 1, 0, 2) / mean(&c.albedo, 0, 0, 2),
                     skin = mean(&c.albedo, 1, 2, 2) / mean(&c.albedo, 0, 2, 2);
        assert_true(lips < 0.93 * skin);
        pd_wardrobe_complexion_deinit(&c);
    }
}

static void age_makes_lines_and_men_have_the_shadow_of_a_beard(void **state)
{
    (void)state;
    pd_wardrobe_complexion young = draw(0.7, 20, 0, 5), old = draw(0.7, 78, 0, 5), man = draw(0.7, 20, 1, 5);
    assert_true(lean(&old.normal) > 1.3 * lean(&young.normal));
    assert_true(mean(&man.albedo, 0, 0, 3) < 0.97 * mean(&young.albedo, 0, 0, 3));
    pd_wardrobe_complexion_deinit(&young), pd_wardrobe_complexion_deinit(&old),
        pd_wardrobe_complexion_deinit(&man);
}

/* Folds beside nose and mouth are soft: nowhere in them does the skin of an old woman lean by more than 32
 * degrees. When it leans more, they look like cuts. */
static void folds_of_old_women_are_soft(void **state)
{
    (void)state;
    enum { FINE = 1024 };
    const pd_io_image *relief = &wardrobe->skin.maps[2];
    assert_int_equal(relief->width, FINE);
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    p.skin = 0.7, p.age = 80, p.male = 0, p.seed = 5;
    pd_wardrobe_complexion c;
    assert_int_equal(pd_wardrobe_complexion_init(
                         &c, &(pd_wardrobe_complexion_job){.wardrobe = wardrobe, .palette = &p, .side = FINE},
                         &pd_executor_serial, NULL),
                     PD_OK);
    double most = 0;
    for (size_t i = 0; i < (size_t)FINE * FINE; i++) {
        /* Hollows of the folds, from a quarter of their depth on. */
        if (((const uint8_t *)relief->samples)[4 * i + 3] > 96) continue;
        const uint8_t *n = (const uint8_t *)c.normal.samples + 3 * i;
        most = fmax(most, atan2(hypot(n[0] - 128.0, n[1] - 128.0), n[2] - 128.0) * 57.29578);
    }
    pd_wardrobe_complexion_deinit(&c);
    if (!(most < 32)) fail_msg("a fold leans by %.1f degrees", most);
}

/* Lines deepen with each decade: hardly before 25, at 45 to between a third and two thirds of their depth at
 * 75, whoever it is. */
static void lines_of_the_skin_deepen_with_age(void **state)
{
    (void)state;
    static const int years[] = {18, 25, 35, 45, 55, 65, 75};
    enum { COUNT = sizeof years / sizeof *years };
    for (uint64_t seed = 1; seed <= 3; seed++) {
        double depth[COUNT];
        for (int i = 0; i < COUNT; i++) {
            pd_wardrobe_complexion c = draw(0.6, years[i], 0, seed);
            depth[i] = lean(&c.normal);
            pd_wardrobe_complexion_deinit(&c);
        }
        const double all = depth[COUNT - 1] - depth[0];
        assert_true(all > 1 && depth[1] - depth[0] < 0.1 * all);
        for (int i = 2; i < COUNT - 1; i++) assert_true(depth[i] > depth[i - 1] + 0.03 * all);
        assert_true(depth[3] - depth[0] > all / 3 && depth[3] - depth[0] < 2 * all / 3);
        assert_true(depth[COUNT - 1] >= depth[COUNT - 2]);
    }
}

#define BROW_LOW 75 /* 5 mm below the line; the fold of the lid is lower */

/* Mean height above the line of the brow's map at which the skin is darker than without brows, metres, and
 * how many texels are. */
static double brow_height(int *texels, const pd_wardrobe_complexion *c)
{
    const pd_io_image *m = &wardrobe->skin.maps[3];
    const int n = m->width / SIDE;
    double sum = 0, weights = 0, light = 0;
    *texels = 0;
    for (int pass = 0; pass < 2; pass++) {
        int count = 0;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                const uint8_t *at =
                    (const uint8_t *)m->samples +
                    (size_t)m->channels * ((size_t)(y * n) * (size_t)m->width + (size_t)(x * n));
                if (at[2] < 128 || at[1] < BROW_LOW) continue;
                const double value = ((const uint8_t *)c->albedo.samples)[3 * (y * SIDE + x) + 1];
                if (!pass && value > light) light = value;
                if (!pass || value > 0.7 * light) continue;
                sum += (light - value) * 0.012 * (at[1] - 128) / 127, weights += light - value, count++;
            }
        *texels = count;
    }
    return sum / weights;
}

/* Russell 2009: lips and lids' edges differ more from the skin around them in women's faces than in men's;
 * and brows of women are higher and thinner. */
static void lips_and_brows_of_women_and_men_have_different_colours(void **state)
{
    (void)state;
    for (int tone = 2; tone <= 8; tone += 3)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            pd_wardrobe_complexion woman = draw(0.1 * tone, 30, 0, seed), man = draw(0.1 * tone, 30, 1, seed);
            int hers, his;
            assert_true(mean(&woman.albedo, 1, 0, 2) < 0.92 * mean(&man.albedo, 1, 0, 2));
            assert_true(mean(&woman.albedo, 1, 3, 3) < 0.96 * mean(&man.albedo, 1, 3, 3));
            const double rise = brow_height(&hers, &woman) - brow_height(&his, &man);
            assert_true(rise > 0.0012);
            assert_true(hers < 0.8 * his);
            pd_wardrobe_complexion_deinit(&woman), pd_wardrobe_complexion_deinit(&man);
        }
}

/* Mean difference of red between texels of the middle of a brow and those right of them, of textures of this
 * side: 0 to 255. */
static double brow_grain(int side, uint64_t seed)
{
    const pd_io_image *m = &wardrobe->skin.maps[3];
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion out;
    p.male = 1, p.hair = PD_WARDROBE_HAIR_BLACK, p.skin = 0.8, p.seed = seed;
    const pd_wardrobe_complexion_job job = {.wardrobe = wardrobe, .palette = &p, .side = side};
    assert_int_equal(pd_wardrobe_complexion_init(&out, &job, &pd_executor_serial, NULL), PD_OK);

    const int n = m->width / side;
    const uint8_t *red = out.albedo.samples;
    double sum = 0;
    int count = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x + 1 < side; x++) {
            const uint8_t *at = (const uint8_t *)m->samples +
                                (size_t)m->channels * ((size_t)(y * n) * (size_t)m->width + (size_t)(x * n));
            if (at[0] < 90 || at[0] > 150 || abs(at[1] - 118) > 16 || at[2] < 200) continue;
            sum += abs(red[3 * (y * side + x)] - red[3 * (y * side + x + 1)]), count++;
        }
    assert_true(count > 50);
    pd_wardrobe_complexion_deinit(&out);
    return sum / count;
}

static void brows_have_hairs_where_texels_can_show_them(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const double coarse = brow_grain(512, seed), fine = brow_grain(1024, seed);
        /* brows are of different density by seed */
        if (!(coarse < 6 && fine > 5 && fine > 2 * coarse))
            fail_msg("seed %d: %.2f at 512, %.2f at 1024", (int)seed, coarse, fine);
    }
}

/* L*, chroma and hue (degrees) of the mean colour of a group of the map's texels, from sRGB (IEC 61966-2-1,
 * CIE 1976, D65). */
static void lightness_chroma_hue(double out[3], const double srgb[3])
{
    static const double xyz[3][3] = {
        {0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}};
    static const double white[3] = {0.9505, 1, 1.089};
    double f[3];
    for (int r = 0; r < 3; r++) {
        double sum = 0;
        for (int c = 0; c < 3; c++)
            sum += xyz[r][c] * (srgb[c] < 0.04045 * 255 ? srgb[c] / 255 / 12.92
                                                        : pow((srgb[c] / 255 + 0.055) / 1.055, 2.4));
        f[r] = sum / white[r] > 0.008856 ? cbrt(sum / white[r]) : 7.787 * sum / white[r] + 16.0 / 116;
    }
    const double a = 500 * (f[0] - f[1]), b = 200 * (f[1] - f[2]);
    out[0] = 116 * f[1] - 16, out[1] = hypot(a, b), out[2] = atan2(b, a) * 57.29578;
}

/* Baras et al., 914 women of three continents: the vermilion is redder and darker than the skin around it,
 * and has its chroma. */
static void lips_have_the_chroma_of_skin(void **state)
{
    (void)state;
    for (int tone = 2; tone <= 8; tone += 3)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            pd_wardrobe_complexion woman = draw(0.1 * tone, 30, 0, seed);
            float base[3];
            double lips[3], skin[3], lip_lab[3], skin_lab[3];
            pd_wardrobe_skin_color(base, 0.1 * tone);
            for (int c = 0; c < 3; c++) {
                lips[c] = mean(&woman.albedo, c, 0, 2);
                skin[c] = 255 * (1.055 * pow((double)base[c], 1 / 2.4) - 0.055);
            }
            lightness_chroma_hue(lip_lab, lips), lightness_chroma_hue(skin_lab, skin);
            assert_true(lip_lab[0] < skin_lab[0] - 3 && lip_lab[0] > skin_lab[0] - 14);
            assert_true(fabs(lip_lab[1] - skin_lab[1]) < 4);
            assert_true(lip_lab[2] < skin_lab[2] - 8 && lip_lab[2] > skin_lab[2] - 35);
            pd_wardrobe_complexion_deinit(&woman);
        }
}

/* Texels of the brows, where it counts the hairs: with white hair they are not lighter than the skin of the
 * temples, on dark skin and on light. */
static void brows_are_no_lighter_than_the_skin(void **state)
{
    (void)state;
    for (int tone = 1; tone <= 9; tone += 4) {
        pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
        pd_wardrobe_complexion c;
        p.skin = 0.1 * tone, p.age = 30, p.hair = PD_WARDROBE_HAIR_WHITE;
        assert_int_equal(pd_wardrobe_complexion_init(
                             &c,
                             &(pd_wardrobe_complexion_job){.wardrobe = wardrobe, .palette = &p, .side = SIDE},
                             &pd_executor_serial, NULL),
                         PD_OK);
        float base[3];
        pd_wardrobe_skin_color(base, p.skin);
        const double skin = 255 * (1.055 * pow((double)base[1], 1 / 2.4) - 0.055);
        assert_true(mean(&c.albedo, 1, 3, 2) < skin);
        pd_wardrobe_complexion_deinit(&c);
    }
}

/* Mean of green where brows are, of a person of 78 years. */
static double brow_green(double tone, pd_wardrobe_hair_color hair, double grey)
{
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion c;
    p.skin = tone, p.age = 78, p.hair = hair, p.grey = grey;
    assert_int_equal(pd_wardrobe_complexion_init(
                         &c, &(pd_wardrobe_complexion_job){.wardrobe = wardrobe, .palette = &p, .side = SIDE},
                         &pd_executor_serial, NULL),
                     PD_OK);
    const double green = mean(&c.albedo, 1, 3, 2);
    pd_wardrobe_complexion_deinit(&c);
    return green;
}

/* Brows were as dark beside hair that had turned white as beside black hair. */
static void brows_on_dark_skin_turn_grey_with_the_hair(void **state)
{
    (void)state;
    const double black = brow_green(0.1, PD_WARDROBE_HAIR_BLACK, 0),
                 half = brow_green(0.1, PD_WARDROBE_HAIR_BLACK, 0.5),
                 white = brow_green(0.1, PD_WARDROBE_HAIR_BLACK, 1);
    assert_true(black <= half + 0.01);
    assert_true(white > half + 0.7);
}

static void backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count - 1; i >= 0; i--) task(arg, i, 0);
}

static void seeds_differ_and_equal_people_are_equal_on_any_workers(void **state)
{
    (void)state;
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion a = draw(p.skin, p.age, p.male, 0), b, other = draw(p.skin, p.age, p.male, 9);
    assert_int_equal(pd_wardrobe_complexion_init(
                         &b, &(pd_wardrobe_complexion_job){.wardrobe = wardrobe, .palette = &p, .side = SIDE},
                         &(pd_executor){backwards, NULL, 1}, NULL),
                     PD_OK);
    assert_memory_equal(a.albedo.samples, b.albedo.samples, 3 * SIDE * SIDE);
    assert_memory_equal(a.normal.samples, b.normal.samples, 3 * SIDE * SIDE);
    assert_memory_equal(a.surface.samples, b.surface.samples, 3 * SIDE * SIDE);
    assert_true(memcmp(a.albedo.samples, other.albedo.samples, 3 * SIDE * SIDE) != 0);
    pd_wardrobe_complexion_deinit(&a), pd_wardrobe_complexion_deinit(&b),
        pd_wardrobe_complexion_deinit(&other);
}

static void a_complexion_of_another_size_is_refused(void **state)
{
    (void)state;
    static const int sides[] = {0, 64, 300, 4096};
    const pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_complexion out;
    pd_error err;
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            pd_wardrobe_complexion_init(
                &out, &(pd_wardrobe_complexion_job){.wardrobe = wardrobe, .palette = &p, .side = sides[i]},
                &pd_executor_serial, &err),
            PD_ERR_RANGE);
    const pd_wardrobe bare = {.skin_vertex_count = 3};
    assert_int_equal(pd_wardrobe_complexion_init(
                         &out, &(pd_wardrobe_complexion_job){.wardrobe = &bare, .palette = &p, .side = SIDE},
                         &pd_executor_serial, &err),
                     PD_ERR_UNSUPPORTED);
}

/* Mean difference of the colours and the normals of two skins' heads, of 255. */
static double apart(const pd_wardrobe_complexion *a, const pd_wardrobe_complexion *b)
{
    double sum = 0;
    const int count = 3 * SIDE * SIDE / 2;
    for (int i = 0; i < count; i++)
        sum += abs(((const uint8_t *)a->albedo.samples)[i] - ((const uint8_t *)b->albedo.samples)[i]) +
               abs(((const uint8_t *)a->normal.samples)[i] - ((const uint8_t *)b->normal.samples)[i]);
    return sum / count;
}

/* One skin at 18, 30, 45, 60 and 80 years: neighbours differ by 0.85 of 255 or more, where they differed by
 * 0.01 to 0.58. */
static void each_age_has_its_own_skin(void **state)
{
    (void)state;
    static const double ages[] = {18, 30, 45, 60, 80};
    for (int k = 0; k < 6; k++) {
        const double tone = 0.2 + 0.3 * (k / 2), male = k % 2;
        pd_wardrobe_complexion skins[5];
        for (int a = 0; a < 5; a++) skins[a] = draw(tone, ages[a], male, 7);
        double before = 0;
        for (int a = 0; a < 4; a++) {
            const double step = apart(&skins[a], &skins[a + 1]), whole = apart(&skins[0], &skins[a + 1]);
            assert_true(step > 0.7 && whole > before + 0.7);
            before = whole;
        }
        for (int a = 0; a < 5; a++) pd_wardrobe_complexion_deinit(&skins[a]);
    }
}

/* The three photographed skins are mixed by sex and age. */
static void the_grain_of_a_person_is_that_of_sex_and_age(void **state)
{
    (void)state;
    static const double people[][2] = {{0, 20}, {1, 20}, {0, 80}, {1, 80}, {0.5, 40}};
    float shares[sizeof people / sizeof *people][3];
    for (size_t i = 0; i < sizeof people / sizeof *people; i++) {
        pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
        p.male = people[i][0], p.age = people[i][1];
        pd_wardrobe_grain_shares(shares[i], &p);
        assert_true(fabsf(shares[i][0] + shares[i][1] + shares[i][2] - 1) < 1e-6f);
        for (int c = 0; c < 3; c++) assert_true(shares[i][c] >= 0);
    }
    assert_true(shares[0][0] == 1 && shares[1][1] == 1);
    assert_true(shares[2][2] > 0.5f && shares[3][2] > shares[2][2]);
}

/* With the grain of photographs the skin of the face has at least 1.3 times the contrast between neighbouring
 * texels, and within 3 % the same mean; a wardrobe without the map paints as before. */
static void grain_gives_skin_contrast_and_no_tone(void **state)
{
    (void)state;
    for (int tone = 2; tone <= 8; tone += 3) {
        double means[2], contrasts[2];
        pd_io_image *map = &wardrobe->skin.maps[PD_WARDROBE_MAP_GRAIN], kept = *map;
        assert_non_null(map->samples);
        for (int has = 0; has < 2; has++) {
            map->samples = has ? kept.samples : NULL;
            pd_wardrobe_complexion c = draw(0.1 * tone, 30, 0, 2);
            double sum = 0, steps = 0;
            int count = 0;
            for (int y = SIDE * 3 / 10; y < SIDE * 4 / 10; y++) /* cheeks, nose */
                for (int x = SIDE * 4 / 10; x < SIDE * 6 / 10; x++, count++) {
                    const uint8_t *at = (const uint8_t *)c.albedo.samples + 3 * (y * SIDE + x);
                    sum += at[1];
                    steps += (at[1] - at[4]) * (at[1] - at[4]);
                }
            means[has] = sum / count, contrasts[has] = sqrt(steps / count) / means[has];
            pd_wardrobe_complexion_deinit(&c);
        }
        *map = kept;
        assert_true(fabs(means[1] / means[0] - 1) < 0.03);
        if (!(contrasts[1] > 1.3 * contrasts[0])) fail_msg("%.4f, without %.4f", contrasts[1], contrasts[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_are_the_models_vertices_and_lie_on_the_texture),
        cmocka_unit_test(folds_of_old_women_are_soft),
        cmocka_unit_test(each_age_has_its_own_skin),
        cmocka_unit_test(a_scalp_without_hair_has_the_colour_of_skin),
        cmocka_unit_test(roots_of_hair_end_near_worn_hair),
        cmocka_unit_test(the_skin_below_a_beard_has_its_roots),
        cmocka_unit_test(all_processor_versions_paint_the_same_bytes),
        cmocka_unit_test(hidden_skin_is_blank_and_visible_skin_unchanged),
        cmocka_unit_test(a_lighter_tone_is_lighter_everywhere),
        cmocka_unit_test(lips_are_redder_than_skin),
        cmocka_unit_test(age_makes_lines_and_men_have_the_shadow_of_a_beard),
        cmocka_unit_test(lines_of_the_skin_deepen_with_age),
        cmocka_unit_test(lips_and_brows_of_women_and_men_have_different_colours),
        cmocka_unit_test(brows_have_hairs_where_texels_can_show_them),
        cmocka_unit_test(lips_have_the_chroma_of_skin),
        cmocka_unit_test(brows_are_no_lighter_than_the_skin),
        cmocka_unit_test(brows_on_dark_skin_turn_grey_with_the_hair),
        cmocka_unit_test(seeds_differ_and_equal_people_are_equal_on_any_workers),
        cmocka_unit_test(a_complexion_of_another_size_is_refused),
        cmocka_unit_test(the_grain_of_a_person_is_that_of_sex_and_age),
        cmocka_unit_test(grain_gives_skin_contrast_and_no_tone),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
