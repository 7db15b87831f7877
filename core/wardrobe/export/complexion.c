#include "core/wardrobe/export/complexion.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/kernel/draw/texel.h"
#include "core/math/tree.h"
#include "core/wardrobe/hair_loss.h"
#include "core/wardrobe/export/skin_map.h"
#include "core/wardrobe/export/texels.h"

#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAND              16 /* rows of one task */
#define LATTICE           PD_K_LATTICE
#define N                 PD_K_TEXELS
#define HEAD_EDGE         0.53f     /* v below which the texture shows the head */
#define HEAD_SIZE         0.70f     /* metres that the texture's width spans on the head ... */
#define BODY_SIZE         1.80f     /* ... and elsewhere */
#define LINE_DEPTH        0.00050f  /* metres: depth of the lines at 75 years; twice as much looks carved */
#define FOLD_DEPTH        0.0009f   /* metres: depth of the folds at 65 years */
#define PORE_DEPTH        0.000035f /* metres */
#define LIP_DEPTH         0.00006f  /* metres */
#define MARGIN            8 /* texels around what is seen: the reach of mipmaps to an eighth of the size */
#define BLANK_ROUGHNESS   0.62f
#define BEARD_ROOTS       0.85f /* share of the skin that roots of a beard cover */
#define SHARE_MARGIN      2.0f  /* texels beyond a triangle, so that seams have no line of hair */
#define BROW_MOST         0.45f /* luminance of brows and of hair's roots, of the skin's, at most */
#define BROW_MOST_WHITE   0.90f /* the same of brows, for hair that is all white */
#define ROOT_MOST         0.60f
#define BROW_LEAST        12.75f /* of the map, where the brow begins */
#define BROW_LENGTH       0.049f /* metres */
#define BROW_STEPS        32
/* share of the skin's colour in that of brows: of black hair alone they look like paint, and blue where they
 * reflect the sky */
#define BROW_SKIN         0.05f
/* Texels of which three are as wide as a tuft of hairs; half as many show no hairs. */
#define BROW_TEXEL        (HEAD_SIZE / 1024)
#define BROW_OTHER        0.0317f
/* By age. Lines grow about linearly, and those of men begin earlier and are deeper (Luebberding et al. 2014,
 * 200 women and men). The face gets darker and less even (de Rigal et al. 2010, 385 women of four groups),
 * and brows and lips differ less from the skin around them (Porcheron et al. 2013, 2017; Russell et al.
 * 2017). The sizes are guesses, made by looking at six people at nine ages,
 * and at 48 bald ones of 50 to 80 years. */
#define LINES_WOMEN       25 /* years: first lines */
#define LINES_MEN         19
#define LINES_YEARS_WOMEN 58 /* from the first lines to depth 1 */
#define LINES_YEARS_MEN   52
#define FOLDS_FIRST       20
#define FOLDS_MOST        1.1f
#define AGE_TONE          0.15f /* melanin from 18 to 80 years: L* of the skin falls by about 3 */
#define MOTTLE_YOUNG      0.07f
#define MOTTLE_OLD        0.19f
#define BEARD_YOUNG       0.5f  /* share of the stubble that grows at 17 years */
#define LIPS_YOUNG        1.08f /* share of the vermilion at 18 years and at 80 */
#define LIPS_OLD          0.62f
/* By sex. In women's faces eyes and lips differ more from the skin around them than in men's (Russell 2009,
 * "A sex difference in facial contrast"), and brows are higher, arched and half as wide. The numbers are
 * guesses, made by looking at 48 portraits with short hair and at 120 bald ones. */
#define LIPS_WOMEN        1.6f
#define LIPS_MEN          0.55f
#define LID_EDGE_WOMEN    0.8f
#define LID_EDGE_MEN      0.25f
#define PORES_WOMEN       0.85f
#define PORES_MEN         1.15f
#define STUBBLE_LEAST     0.24f   /* of men who shave */
#define BROW_RISE         0.0011f /* metres, up of women's and down of men's */
#define BROW_ARCH         0.0024f /* metres */

/* Roots of hair end at these distances from worn hair, metres:
 * they begin to get fewer, and there are none. */
static const float roots_far[2] = {0.006f, 0.014f};
/* Metres: of triangles of hair, between whose ends the distance from hair is measured too. */
#define LONG_EDGE 0.008f
/* Shares of a brow's length between which there are hairs. */
static const float brow_ends[2] = {-0.16f, 1.16f};

/* Roots of a beard around those of its mesh: their largest distance from these in the middle of the face and
 * on cheeks, metres; the share of it over which they do not get fewer; and their density by 1 - v. Roots of
 * the mesh are 10 mm apart. */
static const float beard_far[2] = {0.007f, 0.025f};
#define ROOTS_NEAR  0.42f
#define ROOTS_DENSE 6.0f

/* Absorption of red, green and blue light: how much a unit of pigment darkens each.
 * Ratios after Jacques (2013). */
static const float melanin_rgb[3] = {0.42f, 0.72f, 1.00f}, blood_rgb[3] = {0.10f, 0.78f, 0.62f};
/* The same for a unit of the vermilion of lips. Lips have the chroma of the skin around them, a redder hue
 * and less lightness (Baras et al., 914 women). The ratios 0.49 : 1 : 0.48 turn the hue of skin of four tones
 * by 15 to 25 degrees at 6 to 10 less L* and equal chroma; their middle, where the map is 1, looks mauve with
 * these, so blue is absorbed a little more. */
static const float lip_rgb[3] = {0.46f, 1.00f, 0.56f};

/* Noise that is painted: metres of a lattice's cell, and the lattice. */
static const float noise_sizes[4] = {0.018f, 0.007f, 0.0021f, 0.0011f};
static const int noise_lattices[4] = {0, 1, 2, 0};

/* A person's properties, drawn from the seed. The kernel reads `paint`. */
typedef struct person {
    pd_k_texel_person paint;
    float freckles, age_spots;
    float lid_edge;                 /* melanin of the lids' edges */
    float brow_width, brow_density; /* half width in metres; share of the skin that its hairs cover */
    float brow_rise,
        brow_arch; /* metres above the map's line: of the whole brow, and of its outer half besides */
} person;

typedef struct drawing {
    const pd_wardrobe *wardrobe;
    const pd_k_texel *kernel;
    person who;
    int side, stride;
    float *heights; /* (side, stride) metres; texel x is at 1 + x, and both ends are repeated */
    pd_wardrobe_complexion *out;
    float lattice[3][LATTICE * LATTICE];
    bool *seen; /* (side/BAND, side/BAND) tiles of texels that are drawn; NULL: all */
    /* (side,side) 255 where the scalp has no roots of hair; where a beard is; NULL: nowhere */
    uint8_t *bare, *bearded;
    float combed[BROW_STEPS + 1][2]; /* how far hairs of the brows lead, metres */
    bool has_grain;                  /* the wardrobe has the map of it */
    float grain[3];                  /* shares of the map's skins */
    float shaven;                    /* stubble where no beard is, as a share of that below a beard */
    pd_k_texel_cells *cells[2][4];   /* (side/N) of the head and of the body, for each noise */
} drawing;

static float smooth_complexion(float from, float to, float v)
{
    const float t = fminf(1, fmaxf(0, (v - from) / (to - from)));
    return t * t * (3 - 2 * t);
}

/* ---- the person ---- */

static float luminance(const float rgb[3])
{
    return 0.2126f * rgb[0] + 0.7152f * rgb[1] + 0.0722f * rgb[2];
}

/* Colours of brows and of hair at its roots. Skin shows between the hairs, and people with much pigment in
 * the skin have it in brows too: neither is lighter than a share of the skin. That share grows as hair turns
 * white: dark brows beside white hair looked dyed. */
static void hair_on_skin(pd_k_texel_person *paint, float grey)
{
    const float skin = luminance(paint->base);
    const float hair = luminance(paint->hair);
    const float most = BROW_MOST + (BROW_MOST_WHITE - BROW_MOST) * smooth_complexion(0.5f, 1, grey);
    const float brow = fminf(0.62f, most * skin / hair);
    const float root = fminf(0.8f, ROOT_MOST * skin / hair);

    for (int c = 0; c < 3; c++) {
        paint->brow_rgb[c] = brow * paint->hair[c] + 0.004f + BROW_SKIN * paint->base[c];
        paint->root_rgb[c] = root * paint->hair[c];
    }
}

static void person_of(person *who, const pd_wardrobe_palette *p, bool has_hair)
{
    pd_rng rng;
    pd_k_texel_person *paint = &who->paint;

    memset(who, 0, sizeof *who);
    const float age = (float)p->age;
    const float tone = (float)p->skin;
    const float male = (float)p->male;
    pd_rng_init(&rng, p->seed ^ 0x736b696eull);
    float draws[10];
    for (int i = 0; i < 10; i++) draws[i] = (float)pd_rng_between(&rng, 0, 1);

    /* Shares of the way from 18 to 80 years, and of that at 30, for which tones are meant. */
    const float old = fmaxf(0, fminf(1, (age - 18) / 62));
    const float older = old - 12 / 62.0f;
    pd_wardrobe_skin_color(paint->base, p->skin);
    pd_wardrobe_hair_rgb(paint->hair, p->hair, p->grey);
    hair_on_skin(paint, (float)p->grey);

    /* Undertone: warmer or cooler, ruddier or paler. */
    const float warm = 0.10f * (draws[0] - 0.5f);
    const float ruddy = 0.14f * (draws[1] - 0.62f);
    for (int c = 0; c < 3; c++)
        paint->base[c] *= expf(-warm * (melanin_rgb[c] - 0.7f) - ruddy * (blood_rgb[c] - 0.35f) -
                               AGE_TONE * older * melanin_rgb[c]);

    /* Dark skin: palms much lighter than the rest. Light skin: blood shows more. */
    paint->melanin = 1.15f - 0.55f * tone;
    paint->blood = (0.36f + 0.26f * tone) * (0.75f + 0.5f * draws[2]) * (1.06f - 0.3f * old);

    /* Lips differ more from the skin in women's faces than in men's (LIPS_WOMEN). */
    paint->lips = (0.31f + 0.21f * draws[3]) * (LIPS_WOMEN + male * (LIPS_MEN - LIPS_WOMEN)) *
                  (1.15f - 0.15f * tone) * (LIPS_YOUNG + old * (LIPS_OLD - LIPS_YOUNG));
    paint->mottle = MOTTLE_YOUNG + old * (MOTTLE_OLD - MOTTLE_YOUNG);
    const float years =
        (LINES_YEARS_WOMEN + male * (LINES_YEARS_MEN - LINES_YEARS_WOMEN)) * (0.85f + 0.3f * draws[4]);
    const float first = LINES_WOMEN + male * (LINES_MEN - LINES_WOMEN);
    paint->lines = 0.02f + fmaxf(0, age - first) / years;
    paint->folds = fminf(FOLDS_MOST, fmaxf(0, age - FOLDS_FIRST) / years);
    who->age_spots = smooth_complexion(38, 80, age) * 0.45f * tone;

    /* One in four light-skinned people has freckles. Stubble of men: shaven to three days. */
    const float fair = smooth_complexion(0.55f, 0.85f, tone);
    who->freckles =
        draws[5] < 0.3f ? fair * (0.35f + 0.65f * draws[6]) * (1 - 0.5f * smooth_complexion(30, 70, age)) : 0;
    paint->stubble = male > 0.75f ? STUBBLE_LEAST + 0.50f * draws[7] * draws[7] : 0;
    paint->stubble *= BEARD_YOUNG + (1 - BEARD_YOUNG) * smooth_complexion(17, 26, age);
    if (paint->hair[1] > 0.25f) paint->stubble *= 0.3f; /* white hairs hardly show on skin */
    paint->scalp = has_hair ? 0.85f : 0;

    /* Women's brows are thinner, higher and more arched than men's. */
    who->brow_width = (0.0026f + 0.0026f * male) * (0.8f + 0.45f * draws[8]) * (p->thin_brows ? 0.6f : 1);
    who->brow_density = (0.95f + 0.15f * male) * (0.8f + 0.25f * draws[9]) * (1.06f - 0.31f * old);
    who->lid_edge = (LID_EDGE_WOMEN + male * (LID_EDGE_MEN - LID_EDGE_WOMEN)) * (1.1f - 0.5f * old);
    who->brow_rise = BROW_RISE * (1 - 2 * male);
    who->brow_arch = BROW_ARCH * (1 - male);
    memcpy(paint->melanin_rgb, melanin_rgb, sizeof melanin_rgb);
    memcpy(paint->blood_rgb, blood_rgb, sizeof blood_rgb);
    memcpy(paint->lip_rgb, lip_rgb, sizeof lip_rgb);
    paint->line_depth = LINE_DEPTH;
    paint->fold_depth = FOLD_DEPTH;
    paint->lip_depth = LIP_DEPTH;
    paint->pore_depth = PORE_DEPTH * (0.7f + 0.7f * old) * (PORES_WOMEN + male * (PORES_MEN - PORES_WOMEN));

    /* sRGB of linear values. */
    for (int i = 0; i < 4096; i++) {
        const float root = ((float)i + 0.5f) / 4096;
        const float linear = root * root;
        paint->srgb[i] = (int32_t)lrintf(
            255 * (linear <= 0.0031308f ? 12.92f * linear : 1.055f * powf(linear, 1 / 2.4f) - 0.055f));
    }
}

/* Lets the skin below a beard have its roots. */
static void grow_roots(drawing *d)
{
    d->shaven = d->who.paint.stubble / BEARD_ROOTS;
    d->who.paint.stubble = BEARD_ROOTS;
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
    const float fx = floorf(x);
    const float fy = floorf(y);
    const float tx = x - fx;
    const float ty = y - fy;
    const float sx = tx * tx * (3 - 2 * tx);
    const float sy = ty * ty * (3 - 2 * ty);
    const unsigned ix = (unsigned)(int)fx;
    const unsigned iy = (unsigned)(int)fy;
    const unsigned mask = LATTICE - 1;
    const float *top = lattice + (iy & mask) * LATTICE;
    const float *low = lattice + ((iy + 1) & mask) * LATTICE;
    const unsigned x0 = ix & mask;
    const unsigned x1 = (ix + 1) & mask;
    const float a = top[x0] + sx * (top[x1] - top[x0]);
    const float b = low[x0] + sx * (low[x1] - low[x0]);

    return a + sy * (b - a);
}

/* Soft round spots: one at most in each cell, at a random place, present for a share of the cells. */
static float spots(const drawing *d, float x, float y, float share)
{
    float most = 0;
    const int cx = (int)floorf(x);
    const int cy = (int)floorf(y);

    for (int j = 0; j <= 1; j++)
        for (int i = 0; i <= 1; i++) {
            const int nx = cx + i;
            const int ny = cy + j;
            const unsigned at = (((unsigned)ny & (LATTICE - 1)) * LATTICE) + ((unsigned)nx & (LATTICE - 1));
            if (0.5f + 0.5f * d->lattice[2][at] > share) continue;
            const float px = (float)nx + 0.4f * d->lattice[0][at];
            const float py = (float)ny + 0.4f * d->lattice[1][at];
            const float size = 0.30f + 0.10f * d->lattice[1][(at * 7 + 3) & (LATTICE * LATTICE - 1)];
            const float dx = (x - px) / size;
            const float dy = (y - py) / size;
            const float r2 = dx * dx + dy * dy;
            if (r2 < 1) most = fmaxf(most, (1 - r2) * (1 - r2));
        }

    return most;
}

/* ---- maps ---- */

/* Reads texels of a row of one of the skin's maps. */
static void read_map(float out[4][N], const drawing *d, int map, int first, int y)
{
    pd_wardrobe_skin_map_read(out, &d->wardrobe->skin.maps[map], d->kernel, d->side, first, y);
}

/* Returns the angle of the brow's hairs from its middle line, radians: they stand up at the inner end and lie
 * down towards the outer one. t: share of the brow's length. */
static float brow_angle(float t)
{
    return 1.25f - 1.15f * smooth_complexion(0.0f, 0.55f, t) - 0.25f * smooth_complexion(0.6f, 1, t);
}

/* Fills the table of how far hairs lead along the middle line:
 * integrals of the cosine and the sine of their angle, metres. */
static void comb_brows(float out[BROW_STEPS + 1][2])
{
    const float step = (brow_ends[1] - brow_ends[0]) / BROW_STEPS;
    float sum[2] = {0};

    for (int i = 0; i <= BROW_STEPS; i++) {
        const float angle = brow_angle(brow_ends[0] + step * ((float)i - 0.5f));
        for (int c = 0; c < 2; c++) {
            if (i) sum[c] += BROW_LENGTH * step * (c ? sinf(angle) : cosf(angle));
            out[i][c] = sum[c];
        }
    }
}

/* Returns the share of the skin that hairs of the brow cover. fine: how much of single hairs the texels can
 * show, 0 to 1; other: offset of the noise, so that both brows are not mirrored. */
static float brow_at(const drawing *d, float place, float beside, float close, float fine, float other)
{
    const person *who = &d->who;
    const float near = close / 255;
    const float t = (place / 255 - 0.2f) * 1.5f;
    const float line = who->brow_rise +
                       who->brow_arch * smooth_complexion(0.1f, 0.65f, t) * smooth_complexion(1.2f, 0.65f, t);
    const float across = 0.012f * (beside - 128) / 127 - line;

    /* The brow is widest at a quarter of its length and narrows to a third; its hairs get sparse at both
     * ends. Its edge is soft. */
    const float shape = smooth_complexion(-0.14f, 0.22f, t) *
                        (1 - 0.66f * smooth_complexion(0.35f, 1.05f, t)) * who->brow_width;
    if (shape < 1e-4f || fabsf(across) > 1.4f * shape) return 0;

    /* Noise that is long along hairs, which are longer than the brow's edge. */
    const float at =
        fmaxf(0, fminf(BROW_STEPS - 0.001f, (t - brow_ends[0]) / (brow_ends[1] - brow_ends[0]) * BROW_STEPS));
    const float share = at - floorf(at);
    const float *low = d->combed[(int)at];
    const float *high = d->combed[(int)at + 1];
    const float angle = brow_angle(t);
    const float sa = sinf(angle);
    const float ca = cosf(angle);
    const float x = across * sa + low[0] + share * (high[0] - low[0]) + other;
    const float y = across * ca - low[1] - share * (high[1] - low[1]) + other;
    const float hairs = noise(d->lattice[1], x / 0.0060f, y / 0.00085f) +
                        0.5f * noise(d->lattice[2], x / 0.0045f + 5, y / 0.00050f);
    const float rim = fabsf(across) / shape + 0.22f * fine * hairs;
    const float edge = 0.50f;
    const float inside = smooth_complexion(1.12f, 1 - edge, rim) * smooth_complexion(-0.13f, 0.18f, t) *
                         smooth_complexion(1.06f, 0.72f, t);

    return near * inside * who->brow_density *
           fminf(1, fmaxf(0, 0.74f + 0.62f * fine * hairs + 0.35f * (inside - 0.5f)));
}

/* Writes the positions of a row's texels between the points of a lattice: out (side/N). size: width of the
 * row in metres; cell: that of a lattice's cell. */
static void place_cells(pd_k_texel_cells *out, int side, float size, float cell)
{
    for (int x = 0; x < side; x++) {
        const float at = ((float)x + 0.5f) / (float)side * size / cell;
        const float whole = floorf(at);
        const float t = at - whole;
        out[x / N].cell[x % N] = (int32_t)((unsigned)(int)whole & (LATTICE - 1));
        out[x / N].share[x % N] = t * t * (3 - 2 * t);
    }
}

/* The rows of the lattices at height y, interpolated; the first number is repeated at the end. */
static void noise_rows(float out[4][LATTICE + 1], const drawing *d, float y)
{
    for (int k = 0; k < 4; k++) {
        const float at = y / noise_sizes[k];
        const float whole = floorf(at);
        const float t = at - whole;
        const float s = t * t * (3 - 2 * t);
        const unsigned row = (unsigned)(int)whole;
        const unsigned mask = LATTICE - 1;
        const float *top = d->lattice[noise_lattices[k]] + (row & mask) * LATTICE;
        const float *low = d->lattice[noise_lattices[k]] + ((row + 1) & mask) * LATTICE;
        for (int i = 0; i < LATTICE; i++) out[k][i] = top[i] + s * (low[i] - top[i]);
        out[k][LATTICE] = out[k][0];
    }
}

/* Returns the place along the brow at a texel: the mean over its neighbours, because the map's steps are
 * nearly as long as a texel. */
static float complexion_place_of(float brows[4][N], int x)
{
    float sum = brows[0][x];
    int far = 1;

    while (far <= 3 && x - far >= 0 && x + far < N && brows[2][x - far] >= BROW_LEAST &&
           brows[2][x + far] >= BROW_LEAST) {
        sum += brows[0][x - far] + brows[0][x + far];
        far++;
    }

    return sum / (float)(2 * far - 1);
}

/* Hairs of the brows, and freckles and age spots, where the maps have them.
 * x, y: metres a texel and of the row. */
static void add_details(pd_k_texels *t, const drawing *d, float brows[4][N], int first, float texel, float y)
{
    const person *who = &d->who;
    const bool has_spots = who->freckles > 0 || who->age_spots > 0;

    memset(t->brow, 0, sizeof t->brow);
    memset(t->spots, 0, sizeof t->spots);
    for (int x = 0; x < N; x++) {
        if (brows[2][x] >= BROW_LEAST) {
            const float other = first + x < d->side / 2 ? 0 : BROW_OTHER;
            t->brow[x] = brow_at(d, complexion_place_of(brows, x), brows[1][x], brows[2][x],
                                 smooth_complexion(1.9f, 1.1f, texel / BROW_TEXEL), other);
        }

        t->spots[x] = who->lid_edge * brows[3][x] / 255;
        const float spot = t->surface[3][x] / 255;
        const float px = ((float)(first + x) + 0.5f) * texel;
        if (!has_spots || spot <= 0.02f) continue;
        if (who->freckles > 0)
            t->spots[x] += 0.75f * who->freckles * spots(d, px / 0.0042f, y / 0.0042f, 0.55f * spot);
        if (who->age_spots > 0)
            t->spots[x] += who->age_spots * spots(d, px / 0.013f + 7.3f, y / 0.013f + 3.1f, 0.35f * spot);
    }
}

/* Adds roots of a beard, but not on lips, to stubble. near (N): their density, 255 at most. */
static void add_roots(pd_k_texels *t, const drawing *d, const uint8_t near[N])
{
    for (int x = 0; x < N; x++)
        t->tissue[3][x] = fmaxf(d->shaven * t->tissue[3][x], (float)near[x] * (1 - t->tissue[2][x] / 255));
}

/* Writes packed colours as RGB: four bytes each, of which the next colour
 * overwrites the last, and three at the end. */
static void unpack_complexion(uint8_t *out, const uint32_t colors[N])
{
    for (int x = 0; x < N - 1; x++) {
        const uint32_t color = htole32(colors[x]);
        memcpy(out + 3 * x, &color, sizeof color);
    }
    for (int c = 0; c < 3; c++) out[3 * (N - 1) + c] = (uint8_t)(colors[N - 1] >> 8 * c);
}

/* Marks the tiles of texels within MARGIN of the triangles that are seen. */
static void mark_seen(bool *seen, const pd_wardrobe_complexion_job *job)
{
    const int tiles = job->side / BAND;
    const float side = (float)job->side;

    memset(seen, 0, (size_t)tiles * (size_t)tiles * sizeof *seen);
    for (int f = 0; f < job->face_count; f++) {
        float low[2] = {1, 1};
        float high[2] = {0, 0};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 2; c++) {
                const float at = job->wardrobe->skin.uvs[2 * (size_t)job->faces[3 * f + k] + (size_t)c];
                low[c] = at < low[c] ? at : low[c];
                high[c] = at > high[c] ? at : high[c];
            }

        /* Rows and columns of tiles. */
        int first[2], last[2];
        for (int c = 0; c < 2; c++) {
            first[c] = (int)floorf((low[c] * side - MARGIN) / BAND);
            last[c] = (int)floorf((high[c] * side + MARGIN) / BAND);
            first[c] = first[c] < 0 ? 0 : first[c];
            last[c] = last[c] < tiles ? last[c] : tiles - 1;
        }

        for (int y = first[1]; y <= last[1]; y++)
            for (int x = first[0]; x <= last[0]; x++) seen[y * tiles + x] = true;
    }
}

/* A map whose texels take a share that is known at a triangle's corners. */
typedef struct filling {
    uint8_t *map; /* (side,side) */
    int side;
    const float *shares; /* (3) of the corners */
} filling;

/* Raises a texel to the interpolated share, 0 to 255. */
static void fill_texel(void *ctx, const pd_wardrobe_texel *texel)
{
    const filling *f = ctx;
    uint8_t *out = &f->map[(size_t)texel->y * (size_t)f->side + (size_t)texel->x];
    float share = 0;

    for (int k = 0; k < 3; k++) share += texel->weights[k] * f->shares[k];
    const int value = (int)(255 * fminf(1, fmaxf(0, share)) + 0.5f);
    if (value > *out) *out = (uint8_t)value;
}

/* Returns whether the scalp's map has hair at a corner of the skin. */
static bool is_scalp(const pd_wardrobe_skin *skin, int corner)
{
    const pd_io_image *map = &skin->maps[2];
    const int last = map->width - 1;
    const int x = (int)(skin->uvs[2 * corner] * (float)map->width);
    const int y = (int)(skin->uvs[2 * corner + 1] * (float)map->width);
    const size_t at = (size_t)(y < last ? y : last) * (size_t)map->width + (size_t)(x < last ? x : last);

    return ((const uint8_t *)map->samples)[(size_t)map->channels * at + 2] > 0;
}

/* Fills a map (side,side) from shares of the skin's vertices (V). */
static void fill_map(uint8_t *map, const pd_wardrobe_complexion_job *job, const float *shares)
{
    const pd_wardrobe_skin *skin = &job->wardrobe->skin;

    memset(map, 0, (size_t)job->side * (size_t)job->side);
    for (int f = 0; f < skin->face_count; f++) {
        const uint16_t *corners = skin->faces + 3 * (size_t)f;
        float at[3][2], own[3];
        float most = 0;
        for (int k = 0; k < 3; k++) {
            for (int c = 0; c < 2; c++) at[k][c] = (float)job->side * skin->uvs[2 * corners[k] + c];
            own[k] = shares[skin->corners[corners[k]]];
            most = fmaxf(most, own[k]);
        }

        filling ctx = {map, job->side, own};
        if (most > 0)
            pd_wardrobe_texels_of((const float(*)[2])at, (const int[2]){job->side, job->side}, SHARE_MARGIN,
                                  fill_texel, &ctx);
    }
}

/* Adds the middle of some points of an item, unless it is outside of a box. */
static void add_middle(double *points, int *count, const float *const *p, int n, const float box[2][3])
{
    double *at = points + 3 * (size_t)*count;
    bool is_inside = true;

    for (int c = 0; c < 3; c++) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += p[k][c];
        sum /= (float)n;
        at[c] = (double)sum;
        is_inside &= sum >= box[0][c] && sum <= box[1][c];
    }

    *count += is_inside;
}

/* Builds a tree of what an item has in a box: vertices, and middles of long edges and their triangles.
 * Returns false without memory. */
static bool item_tree(pd_tree *out, const pd_wardrobe_item *item, const float box[2][3])
{
    double *points = malloc(3 * (size_t)(item->vertex_count + 4 * item->face_count + 1) * sizeof *points);
    int count = 0;

    if (!points) return false;
    for (int i = 0; i < item->vertex_count; i++) {
        const float *const p = item->rest + 3 * (size_t)i;
        add_middle(points, &count, &p, 1, box);
    }

    for (int f = 0; f < item->face_count; f++) {
        const float *p[4];
        float longest = 0;
        for (int k = 0; k < 3; k++) p[k] = item->rest + 3 * (size_t)item->corners[item->faces[3 * f + k]];
        p[3] = p[0];
        for (int k = 0; k < 3; k++) {
            const float *a = p[k];
            const float *b = p[k + 1];
            const float square =
                (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]);
            longest = fmaxf(longest, square);
            if (a < b && square > LONG_EDGE * LONG_EDGE) add_middle(points, &count, p + k, 2, box);
        }

        if (longest > LONG_EDGE * LONG_EDGE) add_middle(points, &count, p, 3, box);
    }

    const bool good = pd_tree_build(out, points, NULL, count, 0);
    free(points);

    return good;
}

/* Sets shares (V) to that of the scalp which has no roots: away from worn hair, and where hair is lost. 0
 * where the scalp's map has no hair. Returns false without memory. */
static bool share_bare(float *shares, const pd_wardrobe_complexion_job *job)
{
    const pd_wardrobe *w = job->wardrobe;
    const pd_wardrobe_skin *skin = &w->skin;
    const bool is_thin = job->palette->hair_loss > 0;
    pd_wardrobe_hair_loss pattern;
    pd_tree tree = {0};
    float box[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

    if (is_thin) pd_wardrobe_hair_loss_init(&pattern, w, job->palette);

    /* Vertices of triangles with scalp, marked by -1. */
    memset(shares, 0, (size_t)w->skin_vertex_count * sizeof *shares);
    for (int f = 0; f < skin->face_count; f++) {
        const uint16_t *c = skin->faces + 3 * (size_t)f;
        if (is_scalp(skin, c[0]) || is_scalp(skin, c[1]) || is_scalp(skin, c[2]))
            for (int k = 0; k < 3; k++) shares[skin->corners[c[k]]] = -1;
    }

    for (size_t i = 0; i < 3 * (size_t)w->skin_vertex_count; i++) {
        if (shares[i / 3] >= 0) continue;
        box[0][i % 3] = fminf(box[0][i % 3], w->body[i] - roots_far[1]);
        box[1][i % 3] = fmaxf(box[1][i % 3], w->body[i] + roots_far[1]);
    }

    if (!item_tree(&tree, job->hair, (const float(*)[3])box)) {
        pd_tree_deinit(&tree);
        return false;
    }

    for (size_t i = 0; i < (size_t)w->skin_vertex_count; i++) {
        if (shares[i] >= 0) continue;
        const float *p = w->body + 3 * i;
        const double at[3] = {(double)p[0], (double)p[1], (double)p[2]};
        double square = INFINITY;
        int near;
        pd_tree_several(&near, &square, 1, &tree, at, NULL);
        const float roots = smooth_complexion(roots_far[1], roots_far[0], (float)sqrt(square));
        shares[i] = 1 - roots * (is_thin ? 1 - pd_wardrobe_hair_lost(&pattern, p) : 1);
    }

    pd_tree_deinit(&tree);

    return true;
}

/* Sets shares (V) to the density of roots below and around a beard: that of the mesh's roots, of which v of
 * the texture is 0.6 where hair is dense and 1 where none is drawn, and less with the distance from them. */
static void share_beard(float *shares, const pd_wardrobe_complexion_job *job)
{
    const pd_wardrobe_item *beard = job->beard;

    memset(shares, 0, (size_t)job->wardrobe->skin_vertex_count * sizeof *shares);
    for (size_t c = 0; c < (size_t)beard->corner_count; c++) {
        const float *q = beard->rest + 3 * (size_t)beard->corners[c];
        const float dense = fminf(1, ROOTS_DENSE * (1 - beard->uvs[2 * c + 1]));
        const float far =
            beard_far[0] + smooth_complexion(0.018f, 0.034f, fabsf(q[0])) * (beard_far[1] - beard_far[0]);
        for (size_t v = 0; dense > 0 && v < (size_t)job->wardrobe->skin_vertex_count; v++) {
            /* Fewer on the neck: below and behind the beard its edge is the hair that hangs over it. */
            const float *p = job->wardrobe->body + 3 * v;
            const float d[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
            const float down = d[1] < 0 ? 3 * d[1] : d[1];
            const float back = d[2] < 0 ? 2 * d[2] : d[2];
            const float square = d[0] * d[0] + down * down + back * back;
            if (square < far * far)
                shares[v] = fmaxf(shares[v], dense * smooth_complexion(far, ROOTS_NEAR * far, sqrtf(square)));
        }
    }
}

/* Returns whether any of N texels of a band is seen. */
static bool is_seen(const drawing *d, int x, int band)
{
    bool any = !d->seen;
    for (int i = 0; i < N / BAND && !any; i++) any = d->seen[band * (d->side / BAND) + x / BAND + i];
    return any;
}

/* Gives one colour to texels that nobody sees. */
static void leave_blank(pd_k_texels *t, const drawing *d, int x, int band)
{
    const pd_k_texel_person *paint = &d->who.paint;
    const uint32_t surface = 255 | (uint32_t)lrintf(255 * BLANK_ROUGHNESS) << 8;
    uint32_t color = 0;

    for (int c = 0; c < 3; c++)
        color |= (uint32_t)paint->srgb[(int)(sqrtf(fminf(1, paint->base[c])) * 4095)] << 8 * c;
    for (int i = 0; d->seen && i < N; i++) {
        if (d->seen[band * (d->side / BAND) + (x + i) / BAND]) continue;
        t->albedo[i] = color;
        t->open_rough[i] = surface;
        t->height[i] = 0;
    }
}

/* Colour, occlusion, roughness and height of the rows of a band. */
static void paint_task(void *arg, int band, int worker)
{
    drawing *d = arg;
    const int side = d->side;
    const int first = band * BAND;
    const int last = first + BAND < side ? first + BAND : side;
    pd_k_texels t;
    float rows[4][LATTICE + 1], brows[4][N], grain[4][N], g[N];
    (void)worker;

    for (int y = first; y < last; y++) {
        /* Place in metres, so that noise has one scale on the body;
         * coarse noise is of blotches, fine noise of pores. */
        const float v = ((float)y + 0.5f) / (float)side;
        const bool is_body = v >= HEAD_EDGE;
        const float size = is_body ? BODY_SIZE : HEAD_SIZE;
        float *heights = d->heights + (size_t)y * (size_t)d->stride;
        noise_rows(rows, d, v * size);

        for (int x = 0; x < side; x += N) {
            const size_t at = 3 * ((size_t)y * (size_t)side + (size_t)x);
            if (is_seen(d, x, band)) {
                read_map(t.tissue, d, 0, x, y);
                read_map(t.surface, d, 1, x, y);
                read_map(t.relief, d, 2, x, y);
                for (int i = 0; d->bare && i < N; i++)
                    t.relief[2][i] *= 1 - (float)d->bare[(size_t)y * (size_t)side + (size_t)(x + i)] / 255;
                read_map(brows, d, 3, x, y);
                if (d->bearded) add_roots(&t, d, d->bearded + (size_t)y * (size_t)side + (size_t)x);
                for (int k = 0; k < 4; k++)
                    d->kernel->noise(t.noise[k], rows[k], &d->cells[is_body][k][x / N]);
                add_details(&t, d, brows, x, size / (float)side, v * size);
                if (d->has_grain) {
                    read_map(grain, d, PD_WARDROBE_MAP_GRAIN, x, y);
                    pd_wardrobe_grain_mix(g, &t, grain, d->grain, &d->who.paint);
                }

                d->kernel->paint(&t, &d->who.paint);
                if (d->has_grain) pd_wardrobe_grain_raise(&t, g);
            }

            leave_blank(&t, d, x, band);
            unpack_complexion((uint8_t *)d->out->albedo.samples + at, t.albedo);
            unpack_complexion((uint8_t *)d->out->surface.samples + at, t.open_rough);
            memcpy(heights + 1 + x, t.height, sizeof t.height);
        }

        heights[0] = heights[1];
        heights[side + 1] = heights[side];
    }
}

/* Normals from the heights' slopes. */
static void slope_task(void *arg, int band, int worker)
{
    drawing *d = arg;
    const int side = d->side;
    const int first = band * BAND;
    const int last = first + BAND < side ? first + BAND : side;
    (void)worker;

    for (int y = first; y < last; y++) {
        const float size = ((float)y + 0.5f) / (float)side < HEAD_EDGE ? HEAD_SIZE : BODY_SIZE;
        const float *row = d->heights + (size_t)y * (size_t)d->stride + 1;
        const float *above = y ? row - d->stride : row;
        const float *below = y + 1 < side ? row + d->stride : row;
        for (int x = 0; x < side; x += N) {
            uint32_t normals[N];
            d->kernel->slopes(normals, row + x, above + x, below + x, (float)side / (2 * size));
            unpack_complexion((uint8_t *)d->out->normal.samples + 3 * ((size_t)y * (size_t)side + (size_t)x),
                              normals);
        }
    }
}

/* ---- the textures ---- */

bool pd_wardrobe_has_skin(const pd_wardrobe *w)
{
    return w->skin.corner_count > 0 && w->skin.maps[0].samples && w->skin.maps[1].samples &&
           w->skin.maps[2].samples && w->skin.maps[3].samples;
}

pd_status pd_wardrobe_complexion_init(pd_wardrobe_complexion *out, const pd_wardrobe_complexion_job *job,
                                      const pd_executor *executor, pd_error *err)
{
    const int side = job->side;

    *out = (pd_wardrobe_complexion){0};
    if (!pd_wardrobe_has_skin(job->wardrobe))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "skin",
                       "the wardrobe has no maps of the skin; a wardrobe with them is needed");
    if (side < PD_WARDROBE_COMPLEXION_LEAST || side > PD_WARDROBE_COMPLEXION_MOST || (side & (side - 1)))
        return pd_fail(err, PD_ERR_RANGE, "side", "%d; a power of two from %d to %d allowed", side,
                       PD_WARDROBE_COMPLEXION_LEAST, PD_WARDROBE_COMPLEXION_MOST);

    drawing *d = malloc(sizeof *d);
    const int stride = side + 2;
    const int chunks = side / N;
    float *heights = malloc((size_t)side * (size_t)stride * sizeof *heights);
    pd_k_texel_cells *cells = malloc(8 * (size_t)chunks * sizeof *cells);
    bool *seen = malloc((size_t)(side / BAND) * (size_t)(side / BAND) * sizeof *seen);
    const bool has_hair = job->hair && job->wardrobe->body;
    const bool has_beard = job->beard && job->wardrobe->body;
    uint8_t *bare = has_hair ? malloc((size_t)side * (size_t)side) : NULL;
    uint8_t *bearded = has_beard ? malloc((size_t)side * (size_t)side) : NULL;
    float *shares = malloc(((size_t)job->wardrobe->skin_vertex_count + 1) * sizeof *shares);
    pd_status status =
        d && heights && cells && seen && shares && (bare || !has_hair) && (bearded || !has_beard)
            ? PD_OK
            : pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory for textures of %d x %d", side, side);

    if (status == PD_OK && bare && !share_bare(shares, job))
        status = pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory for the roots of hair");
    if (status == PD_OK) status = pd_io_image_init(&out->albedo, side, side, 3, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&out->normal, side, side, 3, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&out->surface, side, side, 3, 8, err);
    if (status == PD_OK) {
        d->wardrobe = job->wardrobe;
        d->kernel = pd_k_texel_get();
        d->side = side;
        d->stride = stride;
        d->heights = heights;
        d->out = out;
        d->seen = job->faces ? seen : NULL;
        d->bare = bare;
        d->bearded = bearded;

        if (job->faces) mark_seen(seen, job);
        if (bare) fill_map(bare, job, shares);
        if (bearded) {
            share_beard(shares, job);
            fill_map(bearded, job, shares);
        }

        person_of(&d->who, job->palette, job->hair);
        if (bearded) grow_roots(d);
        d->has_grain = job->wardrobe->skin.maps[PD_WARDROBE_MAP_GRAIN].samples != NULL;
        pd_wardrobe_grain_shares(d->grain, job->palette);
        fill_lattice(d, job->palette->seed);
        comb_brows(d->combed);
        for (int i = 0; i < 8; i++) {
            d->cells[i / 4][i % 4] = cells + i * chunks;
            place_cells(d->cells[i / 4][i % 4], side, i / 4 ? BODY_SIZE : HEAD_SIZE, noise_sizes[i % 4]);
        }

        pd_execute(executor, paint_task, d, (side + BAND - 1) / BAND);
        pd_execute(executor, slope_task, d, (side + BAND - 1) / BAND);
    }

    free(d);
    free(heights);
    free(cells);
    free(seen);
    free(bare);
    free(bearded);
    free(shares);
    if (status != PD_OK) pd_wardrobe_complexion_deinit(out);

    return status;
}

void pd_wardrobe_complexion_deinit(pd_wardrobe_complexion *c)
{
    pd_io_image_deinit(&c->albedo);
    pd_io_image_deinit(&c->normal);
    pd_io_image_deinit(&c->surface);
}
