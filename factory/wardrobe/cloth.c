#include "factory/wardrobe/cloth.h"

#include "core/base/assert.h"
#include "core/math/tree.h"
#include "core/wardrobe/palette.h"
#include "factory/skin/picture.h"
#include "factory/skin/skin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE            512
#define PAD             4 /* texels by which islands grow, so that filters find something beyond their edge */
#define LEAST           0.45f /* light where the picture of occlusion is black: below other cloth */
#define DONOR_GAIN      1.0f
#define RELIEF          0.30f /* slope of a texel for a step of 1 in the logarithm of luminance */
#define CLOTH_ROUGHNESS 0.92f
#define SLOPE_MOST      0.9f
#define PNG_EFFORT      12

/* An item and its pictures, below clothes/; NULL: none. uses: for each part, d: its picture of colour is
 * used, a: occlusion alone. donors: for each part the garment whose folds it takes, T loose-tee-jeans, C
 * coveralls, - none. */
typedef struct cloth_row {
    const char *item, *colour, *occlusion, *normal, *uses, *donors;
    float contrast; /* exponent of the luminance of the picture of colour */
} cloth_row;

static const cloth_row rows[] = {
    {"tee-trousers", "female_casualsuit01/female_casualsuit01_diffuse",
     "female_casualsuit01/female_casualsuit01_ao", NULL, "ad", "TT", 0.75f},
    {"tee-shorts", NULL, "female_casualsuit02/female_casualsuit02_ao",
     "female_casualsuit02/female_casualsuit02_normal", "aaa", "-T-", 1.00f},
    {"sportswear", NULL, "female_sportsuit01/female_sportsuit01_ao",
     "female_sportsuit01/female_sportsuit01_normal", "aa", "--", 1.00f},
    {"sweater-jeans", "male_casualsuit02/male_casualsuit02_diffuse", "male_casualsuit02/male_casualsuit02_ao",
     NULL, "ad", "CT", 0.75f},
    {"shirt-chinos", "male_casualsuit03/male_casualsuit03_diffuse", "male_casualsuit03/male_casualsuit03_ao",
     NULL, "ad", "CT", 0.50f},
    {"tee-jeans", "male_casualsuit04/male_casualsuit04_diffuse", "male_casualsuit04/male_casualsuit04_ao",
     NULL, "da", "TT", 0.75f},
    {"jacket-chinos", "male_casualsuit05/male_casualsuit05_diffuse", "male_casualsuit05/male_casualsuit05_ao",
     NULL, "ddad", "CTT-", 0.50f},
    {"loose-tee-jeans", "male_casualsuit06/male_casualsuit06_diffuse",
     "male_casualsuit06/male_casualsuit06_ao", "male_casualsuit06/male_casualsuit06_normal", "ad", "--",
     0.75f},
    {"blouse-skirt", NULL, "female_elegantsuit01/female_elegantsuit01_ao",
     "female_elegantsuit01/female_elegantsuit01_normal", "aaa", "---", 1.00f},
    {"coveralls", NULL, "male_casualsuit01/male_casualsuit01_ao",
     "male_casualsuit01/male_casualsuit01_normal", "aaa", "---", 1.00f},
    {"suit", "male_elegantsuit01/male_elegantsuit01_diffuse", NULL, NULL, "dddd", "CC--", 0.40f},
    {"dungarees", "male_worksuit01/male_worksuit01_diffuse", NULL, NULL, "dad", "TT-", 0.70f},
    {"leather-shoes", "shoes01/shoes01_diffuse", NULL, "shoes01/shoes01_normal", "dad", "---", 0.80f},
    {"sneakers", "shoes02/shoes02_diffuse", NULL, NULL, "dad", "---", 0.50f},
    {"boots", "shoes03/shoes03_diffuse", NULL, NULL, "dadd", "----", 0.60f},
};

static const char *const donor_names[] = {"loose-tee-jeans", "coveralls"};
enum { ROWS = sizeof rows / sizeof *rows, DONORS = sizeof donor_names / sizeof *donor_names };

/* What a texel shows: part, -1 without; place on the template; directions of u and against v, unit. */
typedef struct cloth_texel {
    int part;
    float uv[2], at[3], along[3], up[3];
} cloth_texel;

/* Points of a garment with folds, as vectors in space: the tangential part of its normals. */
typedef struct donor {
    pd_tree tree;
    double *points; /* (count,3) */
    float *lean;    /* (count,3) */
    int count;
} donor;

/* ---- texels ---- */

/* Makes a vector unit. Returns false if it has no length. */
static bool cloth_unit(float v[3])
{
    const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int c = 0; c < 3 && length > 0; c++) v[c] /= length;
    return length > 0;
}

/* Fills the texels of a triangle. */
static void fill_cloth(cloth_texel *texels, const pd_wardrobe_item *item, int face, int part)
{
    const uint16_t *corners = item->faces + 3 * (size_t)face;
    const float *at[3], *t[3];
    float p[3][2], along[3], up[3];
    float least[2] = {1e9f, 1e9f}, most[2] = {-1e9f, -1e9f};

    for (int k = 0; k < 3; k++) {
        at[k] = item->rest + 3 * (size_t)item->corners[corners[k]];
        t[k] = item->places + 2 * (size_t)corners[k];
        for (int c = 0; c < 2; c++) {
            p[k][c] = t[k][c] * SIDE - 0.5f;
            least[c] = fminf(least[c], p[k][c]);
            most[c] = fmaxf(most[c], p[k][c]);
        }
    }

    /* Directions of u and of v, which grows down. */
    const float area = (t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[2][0] - t[0][0]) * (t[1][1] - t[0][1]);
    if (fabsf(area) < 1e-12f) return;
    for (int c = 0; c < 3; c++) {
        const float a = at[1][c] - at[0][c];
        const float b = at[2][c] - at[0][c];
        along[c] = ((t[2][1] - t[0][1]) * a - (t[1][1] - t[0][1]) * b) / area;
        up[c] = -((t[1][0] - t[0][0]) * b - (t[2][0] - t[0][0]) * a) / area;
    }

    if (!cloth_unit(along) || !cloth_unit(up)) return;

    const float scaled = area * SIDE * SIDE;
    for (int y = (int)ceilf(least[1]); y <= (int)floorf(most[1]); y++)
        for (int x = (int)ceilf(least[0]); x <= (int)floorf(most[0]); x++) {
            if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) continue;
            float w[3];
            for (int k = 0; k < 3; k++) {
                const float *a = p[(k + 1) % 3];
                const float *b = p[(k + 2) % 3];
                w[k] = ((b[0] - a[0]) * ((float)y - a[1]) - (b[1] - a[1]) * ((float)x - a[0])) / scaled;
            }

            if (w[0] < -1e-3f || w[1] < -1e-3f || w[2] < -1e-3f) continue;
            cloth_texel *texel = &texels[y * SIDE + x];
            *texel = (cloth_texel){.part = part, .uv = {((float)x + 0.5f) / SIDE, ((float)y + 0.5f) / SIDE}};
            memcpy(texel->along, along, sizeof along);
            memcpy(texel->up, up, sizeof up);
            for (int k = 0; k < 3; k++)
                for (int c = 0; c < 3; c++) texel->at[c] += w[k] * at[k][c];
        }
}

/* Returns the texels of an item (SIDE,SIDE); NULL: out of memory. */
static cloth_texel *cloth_texels(const pd_wardrobe_item *item)
{
    cloth_texel *texels = malloc((size_t)SIDE * SIDE * sizeof *texels);

    for (int i = 0; texels && i < SIDE * SIDE; i++) texels[i] = (cloth_texel){.part = -1};
    for (int p = 0; texels && p < item->part_count; p++)
        for (int f = 0; f < item->parts[p].face_count; f++)
            fill_cloth(texels, item, item->parts[p].first_face + f, p);

    return texels;
}

/* ---- pictures ---- */

/* Reads a picture, reduced to SIDE. name NULL: none, and *out is empty. */
static pd_status read_cloth(pd_io_image *out, const char *folder, const char *name, pd_error *err)
{
    char path[256];

    *out = (pd_io_image){0};
    if (!name) return PD_OK;
    snprintf(path, sizeof path, "clothes/%s", name);
    pd_status status = pd_factory_picture_read(out, folder, path, err);
    if (status == PD_OK) status = pd_io_image_shrink(out, SIDE, err);
    if (status != PD_OK) pd_io_image_deinit(out);

    return status;
}

/* Returns the linear luminance of a picture. */
static float light_of(const pd_io_image *picture, const float uv[2])
{
    static const float shares[3] = {0.2126f, 0.7152f, 0.0722f};
    float light = 0;
    for (int c = 0; c < 3; c++)
        light += shares[c] * pd_wardrobe_linear((double)pd_factory_picture_at(picture, uv, c) / 255);
    return light;
}

/* Writes x and y of a normal map, divided by z and limited. */
static void slope_of(float out[2], const pd_io_image *normal, const float uv[2])
{
    const float z = fmaxf(0.3f, pd_factory_picture_at(normal, uv, 2) / 127.5f - 1);
    for (int c = 0; c < 2; c++)
        out[c] =
            fmaxf(-SLOPE_MOST, fminf(SLOPE_MOST, (pd_factory_picture_at(normal, uv, c) / 127.5f - 1) / z));
}

/* ---- donors ---- */

static pd_status donor_init(donor *d, const pd_wardrobe *w, const cloth_row *row, const char *folder,
                            pd_error *err)
{
    const int number = pd_wardrobe_find(w, row->item);
    pd_io_image normal = {0};

    *d = (donor){0};
    if (number < 0) return PD_OK;
    if (!w->items[number].places)
        return pd_fail(err, PD_ERR_FORMAT, row->item, "has no places; a file of train-wardrobe expected");
    pd_status status = read_cloth(&normal, folder, row->normal, err);
    cloth_texel *texels = cloth_texels(&w->items[number]);
    d->points = malloc(3 * (size_t)SIDE * SIDE * sizeof *d->points);
    d->lean = malloc(3 * (size_t)SIDE * SIDE * sizeof *d->lean);
    if (status == PD_OK && (!texels || !d->points || !d->lean))
        status = pd_fail(err, PD_ERR_MEMORY, row->item, "out of memory for its folds");

    /* Every second texel is near enough. */
    for (int i = 0; status == PD_OK && i < SIDE * SIDE; i += 2) {
        const cloth_texel *t = &texels[i];
        float slope[2];
        if (t->part < 0) continue;
        slope_of(slope, &normal, t->uv);
        for (int c = 0; c < 3; c++) {
            d->points[3 * d->count + c] = (double)t->at[c];
            d->lean[3 * d->count + c] = slope[0] * t->along[c] + slope[1] * t->up[c];
        }

        d->count++;
    }

    if (status == PD_OK && !pd_tree_build(&d->tree, d->points, NULL, d->count, 0))
        status = pd_fail(err, PD_ERR_MEMORY, row->item, "out of memory for its folds");
    pd_io_image_deinit(&normal);
    free(texels);

    return status;
}

static void donor_deinit(donor *d)
{
    pd_tree_deinit(&d->tree);
    free(d->points);
    free(d->lean);
}

/* Adds the donor's folds at a texel. */
static void add_donor(float slope[2], const donor *d, const cloth_texel *t)
{
    const double at[3] = {(double)t->at[0], (double)t->at[1], (double)t->at[2]};
    double square;
    int near;

    if (!d->count) return;
    pd_tree_several(&near, &square, 1, &d->tree, at, NULL);
    for (int c = 0; c < 3; c++) {
        slope[0] += DONOR_GAIN * d->lean[3 * near + c] * t->along[c];
        slope[1] += DONOR_GAIN * d->lean[3 * near + c] * t->up[c];
    }
}

/* ---- the maps of an item ---- */

static uint8_t cloth_byte(float v)
{
    return (uint8_t)lrintf(255 * fmaxf(0, fminf(1, v)));
}

/* Linear 0..1 to sRGB 0..1. */
static float cloth_srgb(float v)
{
    return v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
}

/* Lets texels beside the islands have the bytes of a neighbour on them. is_on (SIDE,SIDE) */
static void grow_cloth(pd_io_image *image, unsigned char *is_on)
{
    uint8_t *s = image->samples;
    const size_t n = (size_t)image->channels;

    for (int pass = 0; pass < PAD; pass++) {
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                const size_t at = (size_t)(y * SIDE + x);
                for (int k = 0; k < 4 && !is_on[at]; k++) {
                    const int nx = x + (k == 0) - (k == 1);
                    const int ny = y + (k == 2) - (k == 3);
                    if (nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE) continue;
                    const size_t near = (size_t)(ny * SIDE + nx);
                    if (is_on[near] != 1) continue;
                    memcpy(s + n * at, s + n * near, n);
                    is_on[at] = 2; /* a source from the next pass on */
                }
            }

        for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
            if (is_on[i]) is_on[i] = 1;
    }
}

/* Fills light (SIDE,SIDE) with the picture's luminance over its mean on each part; 1 where none is used. */
static void cloth_light(float *light, const pd_io_image *colour, const cloth_texel *texels,
                        const pd_wardrobe_item *item, const cloth_row *row)
{
    double sums[PD_WARDROBE_PARTS_MAX] = {0};
    long counts[PD_WARDROBE_PARTS_MAX] = {0};

    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        const int p = texels[i].part;
        light[i] = 1;
        if (p < 0 || !colour->samples || p >= (int)strlen(row->uses) || row->uses[p] != 'd') continue;
        light[i] = powf(fmaxf(1e-3f, light_of(colour, texels[i].uv)), row->contrast);
        sums[p] += (double)light[i];
        counts[p]++;
    }

    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        const int p = texels[i].part;
        if (p >= 0 && counts[p]) light[i] /= (float)(sums[p] / (double)counts[p]);
    }

    PD_ASSERT(item->part_count <= PD_WARDROBE_PARTS_MAX);
}

/* Returns the slope of log light at a texel along an axis, of neighbours of the same part. */
static float relief_of(const float *light, const cloth_texel *texels, int x, int y, int axis)
{
    const int at = y * SIDE + x;
    const int step = axis ? SIDE : 1;
    const int place = axis ? y : x;
    if (place < 1 || place >= SIDE - 1) return 0;
    if (texels[at - step].part != texels[at].part || texels[at + step].part != texels[at].part) return 0;
    return 0.5f * (logf(light[at + step]) - logf(light[at - step]));
}

/* Draws folds and shade of a row, which are `parts`' from then on. */
static pd_status draw_cloth(pd_wardrobe *w, const cloth_row *row, const donor *donors, const char *folder,
                            pd_error *err)
{
    pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, row->item)];
    pd_io_image colour, occlusion, normal, folds = {0}, shade = {0};
    if (!item->places)
        return pd_fail(err, PD_ERR_FORMAT, row->item, "has no places; a file of train-wardrobe expected");

    pd_status status = read_cloth(&colour, folder, row->colour, err);
    if (status == PD_OK) status = read_cloth(&occlusion, folder, row->occlusion, err);
    if (status == PD_OK) status = read_cloth(&normal, folder, row->normal, err);
    if (status == PD_OK) status = pd_io_image_init(&folds, SIDE, SIDE, 3, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&shade, SIDE, SIDE, 1, 8, err);
    cloth_texel *texels = cloth_texels(item);
    float *light = malloc((size_t)SIDE * SIDE * sizeof *light);
    unsigned char *is_on = malloc((size_t)SIDE * SIDE);
    if (status == PD_OK && (!texels || !light || !is_on))
        status = pd_fail(err, PD_ERR_MEMORY, row->item, "out of memory for its folds");
    if (status == PD_OK) cloth_light(light, &colour, texels, item, row);

    const int known = (int)strlen(row->uses);
    for (int i = 0; status == PD_OK && i < SIDE * SIDE; i++) {
        const cloth_texel *t = &texels[i];
        float slope[2] = {0};
        float value = PD_WARDROBE_SHADE_MEAN;
        if (t->part >= 0 && t->part < known) {
            const bool is_used = row->uses[t->part] == 'd';
            const float open = occlusion.samples ? pd_factory_picture_at(&occlusion, t->uv, 0) / 255 : 1;
            if (normal.samples) slope_of(slope, &normal, t->uv);
            if (row->donors[t->part] != '-') add_donor(slope, &donors[row->donors[t->part] == 'C'], t);
            for (int a = 0; a < 2 && is_used && !normal.samples; a++)
                slope[a] += (a ? 1 : -1) * RELIEF * relief_of(light, texels, i % SIDE, i / SIDE, a);
            const bool is_albedo = is_used || item->parts[t->part].texture < 0;
            value = (is_albedo ? PD_WARDROBE_SHADE_MEAN * light[i] : 1) * (LEAST + (1 - LEAST) * open);
        }

        /* The normal of the slopes, and the shade. */
        for (int a = 0; a < 2; a++) slope[a] = fmaxf(-SLOPE_MOST, fminf(SLOPE_MOST, slope[a]));
        const float length = sqrtf(slope[0] * slope[0] + slope[1] * slope[1] + 1);
        const uint8_t rgb[3] = {cloth_byte(0.5f + 0.5f * slope[0] / length),
                                cloth_byte(0.5f + 0.5f * slope[1] / length),
                                cloth_byte(0.5f + 0.5f / length)};
        memcpy((uint8_t *)folds.samples + 3 * (size_t)i, rgb, 3);
        ((uint8_t *)shade.samples)[i] = cloth_byte(cloth_srgb(fminf(1, value)));
        is_on[i] = t->part >= 0;
    }

    /* Two textures of the item's name, which its parts show. */
    static const char *const endings[2] = {"folds", "shade"};
    pd_io_image *const images[2] = {&folds, &shade};
    int numbers[2] = {0};
    for (int k = 0; k < 2 && status == PD_OK; k++) {
        char name[PD_MODEL_NAME_BYTES];
        pd_buffer png = {0};
        for (int i = 0; i < SIDE * SIDE; i++) is_on[i] = texels[i].part >= 0;
        grow_cloth(images[k], is_on);
        snprintf(name, sizeof name, "%.20s-%s", row->item, endings[k]);
        status = pd_io_png_write_level(&png, images[k], PNG_EFFORT, err);
        if (status != PD_OK) {
            pd_buffer_deinit(&png);
            break;
        }

        status = pd_factory_put_png(w, name, png, err);
        if (status == PD_OK) numbers[k] = 1 + pd_wardrobe_texture_find(w, name);
    }

    for (int p = 0; p < item->part_count && status == PD_OK; p++) {
        item->parts[p].folds = numbers[0];
        item->parts[p].shade = numbers[1];
        if (p < known && row->uses[p] == 'd') item->parts[p].texture = -1;
        if (p < known && row->uses[p] != 'd') item->parts[p].roughness = CLOTH_ROUGHNESS; /* socks too */
    }

    pd_io_image_deinit(&colour);
    pd_io_image_deinit(&occlusion);
    pd_io_image_deinit(&normal);
    pd_io_image_deinit(&folds);
    pd_io_image_deinit(&shade);
    free(texels);
    free(light);
    free(is_on);

    return status;
}

pd_status pd_factory_cloth(pd_wardrobe *wardrobe, const char *folder, pd_error *err)
{
    donor donors[DONORS];
    pd_status status = PD_OK;

    memset(donors, 0, sizeof donors);
    for (int d = 0; d < DONORS && status == PD_OK; d++)
        for (int r = 0; r < ROWS && status == PD_OK; r++)
            if (!strcmp(rows[r].item, donor_names[d]))
                status = donor_init(&donors[d], wardrobe, &rows[r], folder, err);
    for (int r = 0; r < ROWS && status == PD_OK; r++)
        if (pd_wardrobe_find(wardrobe, rows[r].item) >= 0)
            status = draw_cloth(wardrobe, &rows[r], donors, folder, err);
    for (int d = 0; d < DONORS; d++) donor_deinit(&donors[d]);

    return status;
}
