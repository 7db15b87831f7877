#include "core/wardrobe/complexion.h"

#include "core/base/assert.h"
#include "core/base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAND       16        /* rows of one task */
#define LATTICE    64        /* points of the noise along a side, after which it repeats */
#define HEAD_EDGE  0.53f     /* v below which the texture shows the head */
#define HEAD_SIZE  0.70f     /* metres that the texture's width spans on the head ... */
#define BODY_SIZE  1.80f     /* ... and elsewhere */
#define LINE_DEPTH 0.00050f  /* metres: depth of the lines at 75 years; twice as much looks carved */
#define PORE_DEPTH 0.000035f /* metres */

/* Absorption of red, green and blue light: how much a unit of pigment darkens each. Ratios after Jacques (2013). */
static const float melanin_rgb[3] = {0.42f, 0.72f, 1.00f}, blood_rgb[3] = {0.10f, 0.78f, 0.62f};

/* What distinguishes a person, drawn from the seed. */
typedef struct person {
    float base[3], hair[3]; /* linear */
    float melanin, blood;   /* strength of the maps */
    float lips, lip_melanin, stubble, freckles, age_spots, mottle, lines, scalp;
    float brow_width, brow_density; /* half width in metres; share of the skin that its hairs cover */
} person;

typedef struct drawing {
    const pd_wardrobe *wardrobe;
    person who;
    int side;
    float *heights; /* (side,side) metres */
    pd_wardrobe_complexion *out;
    float lattice[3][LATTICE * LATTICE];
    uint8_t srgb[4096]; /* of linear values, in steps of 1/4095 of their square root */
} drawing;

static float smooth(float from, float to, float v)
{
    const float t = fminf(1, fmaxf(0, (v - from) / (to - from)));
    return t * t * (3 - 2 * t);
}

/* ---- the person ---- */

static person person_of(const pd_wardrobe_palette *p, bool has_hair)
{
    pd_rng rng;
    person who = {0};
    const float age = (float)p->age, tone = (float)p->skin, male = (float)p->male;
    pd_rng_init(&rng, p->seed ^ 0x736b696eull);
    float draws[10];
    for (int i = 0; i < 10; i++) draws[i] = (float)pd_rng_between(&rng, 0, 1);

    pd_wardrobe_skin_color(who.base, p->skin);
    pd_wardrobe_hair_rgb(who.hair, p->hair);

    /* Undertone: warmer or cooler, ruddier or paler. */
    const float warm = 0.10f * (draws[0] - 0.5f), ruddy = 0.14f * (draws[1] - 0.62f);
    for (int c = 0; c < 3; c++)
        who.base[c] *= expf(-warm * (melanin_rgb[c] - 0.7f) - ruddy * (blood_rgb[c] - 0.35f));

    /* Dark skin: palms much lighter than the rest. Light skin: blood shows more. */
    who.melanin = 1.15f - 0.55f * tone;
    who.blood = (0.36f + 0.26f * tone) * (0.75f + 0.5f * draws[2]);
    who.lips = (0.40f + 0.28f * draws[3]) * (1.12f - 0.18f * male) * (1 - 0.30f * smooth(45, 80, age));
    who.lip_melanin = 0.10f + 0.22f * (1 - tone);
    who.mottle = 0.10f + 0.05f * smooth(30, 75, age);
    who.lines = smooth(22, 78, age) * (0.85f + 0.3f * draws[4]) + 0.06f;
    who.age_spots = smooth(48, 85, age) * 0.55f * tone;

    /* One in four light-skinned people has freckles. Stubble of men: shaven to three days. */
    const float fair = smooth(0.55f, 0.85f, tone);
    who.freckles = draws[5] < 0.3f ? fair * (0.35f + 0.65f * draws[6]) * (1 - 0.5f * smooth(30, 70, age)) : 0;
    who.stubble = male > 0.75f ? 0.16f + 0.50f * draws[7] * draws[7] : 0;
    if (who.hair[1] > 0.25f) who.stubble *= 0.3f; /* white hairs hardly show on skin */
    who.scalp = has_hair ? 0.85f : 0;
    who.brow_width = (0.0034f + 0.0012f * male) * (0.8f + 0.45f * draws[8]) * (p->thin_brows ? 0.6f : 1);
    who.brow_density = (0.70f + 0.15f * male) * (0.8f + 0.25f * draws[9]) * (1 - 0.25f * smooth(50, 80, age));
    return who;
}

/* ---- noise ---- */

static void fill_lattice(drawing *d, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed ^ 0x6e6f697365ull);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < LATTICE * LATTICE; i++) d->lattice[k][i] = (float)pd_rng_between(&rng, -1, 1);
}

/* Value noise, -1 to 1: random numbers on a lattice, interpolated. */
static float noise(const float *lattice, float x, float y)
{
    const float fx = floorf(x), fy = floorf(y), tx = x - fx, ty = y - fy, sx = tx * tx * (3 - 2 * tx),
                sy = ty * ty * (3 - 2 * ty);
    const unsigned ix = (unsigned)(int)fx, iy = (unsigned)(int)fy, mask = LATTICE - 1;
    const float *top = lattice + (iy & mask) * LATTICE, *low = lattice + ((iy + 1) & mask) * LATTICE;
    const unsigned x0 = ix & mask, x1 = (ix + 1) & mask;
    const float a = top[x0] + sx * (top[x1] - top[x0]), b = low[x0] + sx * (low[x1] - low[x0]);
    return a + sy * (b - a);
}

/* Soft round spots: one at most in each cell, at a random place, present for a share of the cells. */
static float spots(const drawing *d, float x, float y, float share)
{
    float most = 0;
    const int cx = (int)floorf(x), cy = (int)floorf(y);
    for (int j = 0; j <= 1; j++)
        for (int i = 0; i <= 1; i++) {
            const int nx = cx + i, ny = cy + j;
            const unsigned at = (((unsigned)ny & (LATTICE - 1)) * LATTICE) + ((unsigned)nx & (LATTICE - 1));
            if (0.5f + 0.5f * d->lattice[2][at] > share) continue;
            const float px = (float)nx + 0.4f * d->lattice[0][at], py = (float)ny + 0.4f * d->lattice[1][at];
            const float size = 0.30f + 0.10f * d->lattice[1][(at * 7 + 3) & (LATTICE * LATTICE - 1)];
            const float dx = (x - px) / size, dy = (y - py) / size, r2 = dx * dx + dy * dy;
            if (r2 < 1) most = fmaxf(most, (1 - r2) * (1 - r2));
        }
    return most;
}

/* ---- maps ---- */

/* Reads a map of any size at a texel of the textures: an average of its texels, or interpolated. */
static void read_map(float out[4], const pd_io_image *map, int x, int y, int side)
{
    const uint8_t *samples = map->samples;
    const int channels = map->channels, width = map->width;
    if (width >= side) {
        const int n = width / side;
        for (int c = 0; c < channels; c++) {
            int sum = 0;
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
                    sum += samples[((size_t)(y * n + j) * (size_t)width + (size_t)(x * n + i)) *
                                       (size_t)channels +
                                   (size_t)c];
            out[c] = (float)sum / (float)(n * n);
        }
        return;
    }
    const float u = ((float)x + 0.5f) * (float)width / (float)side - 0.5f,
                v = ((float)y + 0.5f) * (float)width / (float)side - 0.5f;
    const int x0 = u < 0 ? 0 : (int)u, y0 = v < 0 ? 0 : (int)v, x1 = x0 + 1 < width ? x0 + 1 : x0,
              y1 = y0 + 1 < width ? y0 + 1 : y0;
    const float fx = fmaxf(0, u - (float)x0), fy = fmaxf(0, v - (float)y0);
    for (int c = 0; c < channels; c++) {
        const float a = samples[((size_t)y0 * (size_t)width + (size_t)x0) * (size_t)channels + (size_t)c],
                    b = samples[((size_t)y0 * (size_t)width + (size_t)x1) * (size_t)channels + (size_t)c],
                    e = samples[((size_t)y1 * (size_t)width + (size_t)x0) * (size_t)channels + (size_t)c],
                    f = samples[((size_t)y1 * (size_t)width + (size_t)x1) * (size_t)channels + (size_t)c];
        out[c] = (1 - fy) * ((1 - fx) * a + fx * b) + fy * ((1 - fx) * e + fx * f);
    }
}

static uint8_t srgb_of(const drawing *d, float linear)
{
    const float root = sqrtf(fminf(1, fmaxf(0, linear)));
    return d->srgb[(int)(root * 4095)];
}

/* Share of the skin that hairs of the brow cover. */
static float brow_at(const drawing *d, const float map[3])
{
    const person *who = &d->who;
    const float near = map[2] / 255, t = (map[0] / 255 - 0.2f) * 1.5f, across = 0.012f * (map[1] - 128) / 127;
    if (near < 0.05f) return 0;

    /* The brow is widest at a quarter of its length and runs out in a point; its edge is soft, most at the inner end. */
    const float shape = smooth(-0.12f, 0.22f, t) * (1 - 0.82f * smooth(0.35f, 1.04f, t)) * who->brow_width;
    const float edge = 0.55f - 0.20f * t,
                inside = smooth(1.12f, 1 - edge, fabsf(across) / fmaxf(1e-4f, shape)) *
                         smooth(-0.10f, 0.10f, t) * smooth(1.06f, 0.92f, t);
    if (inside <= 0) return 0;

    /* Hairs stand up at the inner end and lie down towards the outer one: noise that is long along them. */
    const float angle = 1.25f - 1.15f * smooth(0.0f, 0.55f, t) - 0.25f * smooth(0.6f, 1, t),
                along = 0.049f * t;
    const float ca = cosf(angle), sa = sinf(angle), x = along * ca + across * sa,
                y = across * ca - along * sa;
    const float hairs = noise(d->lattice[1], x / 0.0042f, y / 0.00075f) +
                        0.6f * noise(d->lattice[2], x / 0.0035f + 5, y / 0.00045f);
    return near * inside * who->brow_density *
           fminf(1, fmaxf(0, 0.72f + 0.42f * hairs + 0.35f * (inside - 0.5f)));
}

/* Colour, occlusion, roughness and height of the rows of a band. */
static void paint_task(void *arg, int band, int worker)
{
    drawing *d = arg;
    const person *who = &d->who;
    const int side = d->side, first = band * BAND, last = first + BAND < side ? first + BAND : side;
    const pd_io_image *maps = d->wardrobe->skin.maps;
    (void)worker;
    for (int y = first; y < last; y++)
        for (int x = 0; x < side; x++) {
            float tissue[4], surface[4], relief[4], brow_map[4];
            const size_t at = (size_t)y * (size_t)side + (size_t)x;
            read_map(tissue, &maps[0], x, y, side);
            read_map(surface, &maps[1], x, y, side);
            read_map(relief, &maps[2], x, y, side);
            read_map(brow_map, &maps[3], x, y, side);

            /* Place in metres, so that noise has one scale on the body; coarse noise is of blotches, fine noise of pores. */
            const float v = ((float)y + 0.5f) / (float)side, u = ((float)x + 0.5f) / (float)side,
                        size = v < HEAD_EDGE ? HEAD_SIZE : BODY_SIZE;
            const float px = u * size, py = v * size;
            const float blotch = noise(d->lattice[0], px / 0.018f, py / 0.018f) +
                                 0.6f * noise(d->lattice[1], px / 0.007f, py / 0.007f);
            const float fine = noise(d->lattice[2], px / 0.0021f, py / 0.0021f),
                        grain = noise(d->lattice[0], px / 0.0011f, py / 0.0011f);

            /* Pigments. */
            const float lips = tissue[2] / 255, beard = tissue[3] / 255, nail = surface[2] / 255,
                        spot = surface[3] / 255, line = (relief[0] - 128) / 127;
            float m = who->melanin * (tissue[0] - 128) / 127 + 0.5f * who->mottle * blotch * (1 - lips) +
                      who->lip_melanin * lips;
            float h = who->blood * (tissue[1] - 128) / 127 + who->mottle * (0.7f * blotch + 0.5f * fine) +
                      who->lips * lips * (1 + 0.10f * fine) - 0.1f * nail;
            if (spot > 0.02f && who->freckles > 0)
                m += 0.75f * who->freckles * spots(d, px / 0.0042f, py / 0.0042f, 0.55f * spot);
            if (spot > 0.02f && who->age_spots > 0)
                m += who->age_spots * spots(d, px / 0.013f + 7.3f, py / 0.013f + 3.1f, 0.35f * spot);
            if (line < 0) m -= 0.10f * line * who->lines, h -= 0.16f * line * who->lines;

            /* Light that comes back from the skin, then hair in and on it. */
            uint8_t *albedo = (uint8_t *)d->out->albedo.samples + 3 * at;
            const float stubble = who->stubble * beard * (0.62f + 0.38f * grain),
                        scalp = who->scalp * relief[2] / 255, brow = brow_at(d, brow_map);
            for (int c = 0; c < 3; c++) {
                float value = who->base[c] * expf(-(melanin_rgb[c] * m + blood_rgb[c] * h));
                value += nail * 0.18f * (0.75f - value);
                value += stubble * (0.55f * who->hair[c] + 0.018f - value);
                value += scalp * (who->hair[c] * 0.8f - value);
                value += brow * (who->hair[c] * 0.62f + 0.004f - value);
                albedo[c] = srgb_of(d, value);
            }

            /* Occlusion in lines too; hair in the skin is rougher. */
            uint8_t *s = (uint8_t *)d->out->surface.samples + 3 * at;
            const float open = surface[0] / 255 * (1 + 0.30f * who->lines * fminf(0, line)),
                        rough = surface[1] / 255 + 0.025f * fine +
                                0.12f * fmaxf(brow, fmaxf(stubble, scalp)) + 0.05f * who->lines;
            s[0] = (uint8_t)lrintf(255 * fminf(1, fmaxf(0, open)));
            s[1] = (uint8_t)lrintf(255 * fminf(1, fmaxf(0.2f, rough)));
            s[2] = 0;

            d->heights[at] = LINE_DEPTH * who->lines * line +
                             PORE_DEPTH * relief[1] / 255 * (0.65f * grain + 0.8f * fine) +
                             0.00006f * lips * fine;
        }
}

/* Normals from the heights' slopes. */
static void slope_task(void *arg, int band, int worker)
{
    drawing *d = arg;
    const int side = d->side, first = band * BAND, last = first + BAND < side ? first + BAND : side;
    (void)worker;
    for (int y = first; y < last; y++)
        for (int x = 0; x < side; x++) {
            const int left = x ? x - 1 : 0, right = x + 1 < side ? x + 1 : x, up = y ? y - 1 : 0,
                      down = y + 1 < side ? y + 1 : y;
            const float *h = d->heights,
                        texel = (((float)y + 0.5f) / (float)side < HEAD_EDGE ? HEAD_SIZE : BODY_SIZE) /
                                (float)side;
            const size_t row = (size_t)y * (size_t)side;
            const float n[3] = {
                -(h[row + (size_t)right] - h[row + (size_t)left]) / (2 * texel),
                (h[(size_t)down * (size_t)side + (size_t)x] - h[(size_t)up * (size_t)side + (size_t)x]) /
                    (2 * texel),
                1};
            const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + 1);
            uint8_t *out = (uint8_t *)d->out->normal.samples + 3 * (row + (size_t)x);
            for (int c = 0; c < 3; c++) out[c] = (uint8_t)lrintf(127.5f + 127.5f * n[c] / length);
        }
}

/* ---- the textures ---- */

bool pd_wardrobe_has_skin(const pd_wardrobe *w)
{
    return w->skin.corner_count > 0 && w->skin.maps[0].samples && w->skin.maps[1].samples &&
           w->skin.maps[2].samples && w->skin.maps[3].samples;
}

pd_status pd_wardrobe_complexion_init(pd_wardrobe_complexion *out, const pd_wardrobe *w,
                                      const pd_wardrobe_palette *palette, bool has_hair, int side,
                                      const pd_executor *executor, pd_error *err)
{
    *out = (pd_wardrobe_complexion){0};
    if (!pd_wardrobe_has_skin(w))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "skin", "the wardrobe has no maps of the skin");
    if (side < PD_WARDROBE_COMPLEXION_LEAST || side > PD_WARDROBE_COMPLEXION_MOST || (side & (side - 1)))
        return pd_fail(err, PD_ERR_RANGE, "side", "%d; a power of two from %d to %d allowed", side,
                       PD_WARDROBE_COMPLEXION_LEAST, PD_WARDROBE_COMPLEXION_MOST);

    drawing *d = malloc(sizeof *d);
    float *heights = malloc((size_t)side * (size_t)side * sizeof *heights);
    pd_status status = d && heights ? PD_OK
                                    : pd_fail(err, PD_ERR_MEMORY, "skin",
                                              "out of memory for textures of %d x %d", side, side);
    if (status == PD_OK) status = pd_io_image_init(&out->albedo, side, side, 3, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&out->normal, side, side, 3, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&out->surface, side, side, 3, 8, err);
    if (status == PD_OK) {
        d->wardrobe = w, d->side = side, d->heights = heights, d->out = out;
        d->who = person_of(palette, has_hair);
        fill_lattice(d, palette->seed);
        for (int i = 0; i < 4096; i++) {
            const float root = ((float)i + 0.5f) / 4096, linear = root * root;
            d->srgb[i] = (uint8_t)lrintf(
                255 * (linear <= 0.0031308f ? 12.92f * linear : 1.055f * powf(linear, 1 / 2.4f) - 0.055f));
        }
        pd_execute(executor, paint_task, d, (side + BAND - 1) / BAND);
        pd_execute(executor, slope_task, d, (side + BAND - 1) / BAND);
    }
    free(d), free(heights);
    if (status != PD_OK) pd_wardrobe_complexion_deinit(out);
    return status;
}

void pd_wardrobe_complexion_deinit(pd_wardrobe_complexion *c)
{
    pd_io_image_deinit(&c->albedo);
    pd_io_image_deinit(&c->normal);
    pd_io_image_deinit(&c->surface);
}
