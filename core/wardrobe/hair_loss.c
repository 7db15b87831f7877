#include "core/wardrobe/hair_loss.h"

#include "core/base/assert.h"
#include "core/wardrobe/piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES       57.2957795f
/* Half height of the ellipsoid, of the height from the neck to the top of the head. */
#define SKULL_HALF    0.44f
/* Above this depth below the top the ears do not widen the head. */
#define CROWN_HALF    0.32f
#define HAIRLINE      55.0f /* degrees: `forward` of the hairline */
/* Degrees: middle of the temples' recession, and its half width. */
#define TEMPLE_ASIDE  37.0f
#define TEMPLE_HALF   17.0f
#define CROWN_FORWARD -27.0f
/* The oval of women, degrees. */
#define OVAL_FORWARD  4.0f
#define OVAL_LONG     44.0f
#define OVAL_WIDE     42.0f
#define BARE_MARGIN   25.0f /* degrees: hair stands off the head, so that one looks below it from aside */
/* Hair that is left lies down towards the edge: it keeps 1 - LAID of its height over the skin, and LAID_LEAST
 * metres, over LAID_WIDTH degrees. */
#define LAID          0.8f
#define LAID_WIDTH    30.0f
#define LAID_LEAST    0.004f
/* Degrees: about the ears hair stays where it is, because skin would come through it. */
#define LAID_ASIDE    62.0f
#define EDGE          5.0f /* degrees: half width of the strip along which hair thins, about 8 mm */
/* V from which no strand is drawn. */
#define NOTHING_LEFT  0.985f

/* Outlines of Norwood's grades I to VII, degrees: how far the hairline recedes in the middle and at the
 * temples, how far aside the receded front reaches, and the radius of the disc at the crown. */
static const float norwood[7][4] = {
    {-EDGE, -EDGE, 46, -EDGE}, {-3, 9, 49, -EDGE}, {2, 22, 51, -EDGE}, {9, 31, 52, 14},
    {17, 42, 54, 25},          {60, 66, 56, 37},   {100, 100, 63, 50},
};
/* Share of hair that is lost in the middle of the oval, for Ludwig's grades 0 to III. The texture of strands
 * covers 70, 35 and 12 % there: at v = 0.7 + 0.3 t the share of its texels with more than half of the alpha
 * is 1 - lost. */
static const float ludwig[4] = {0, 0.32f, 0.52f, 0.72f};

static float smooth_hair_loss(float from, float to, float v)
{
    const float t = fminf(1, fmaxf(0, (v - from) / (to - from)));
    return t * t * (3 - 2 * t);
}

bool pd_wardrobe_hair_can_be_lost(const pd_wardrobe *wardrobe, const pd_wardrobe_outfit *outfit)
{
    return wardrobe->body && outfit->items[PD_WARDROBE_HAIR] >= 0 && outfit->items[PD_WARDROBE_HAT] < 0;
}

void pd_wardrobe_hair_loss_init(pd_wardrobe_hair_loss *out, const pd_wardrobe *w,
                                const pd_wardrobe_palette *palette)
{
    PD_ASSERT(w->body);
    PD_ASSERT(palette->hair_loss >= 0 && palette->hair_loss <= 1);
    *out = (pd_wardrobe_hair_loss){.loss = (float)palette->hair_loss, .is_male = palette->male >= 0.5};

    /* Height of the ellipsoid: from the neck to the top. */
    float top = -INFINITY, front = -INFINITY, back = INFINITY, aside = 0;
    for (int i = 0; i < w->skin_vertex_count; i++) top = fmaxf(top, w->body[3 * (size_t)i + 1]);
    const float height = fmaxf(top - w->marks[PD_WARDROBE_MARK_NECK_Y], 1e-3f);
    out->half[1] = SKULL_HALF * height;
    out->middle[1] = top - out->half[1];

    /* Depth and width: those of the skin above its middle, without the ears. */
    for (int i = 0; i < w->skin_vertex_count; i++) {
        const float *p = w->body + 3 * (size_t)i;
        if (p[1] > out->middle[1]) {
            front = fmaxf(front, p[2]);
            back = fminf(back, p[2]);
        }

        if (p[1] > top - CROWN_HALF * height) aside = fmaxf(aside, fabsf(p[0]));
    }

    out->middle[2] = 0.5f * (front + back);
    out->half[2] = fmaxf(0.5f * (front - back), 1e-3f);
    out->half[0] = fmaxf(aside, 1e-3f);
}

/* Degrees that a place is inside of what a man has lost, by the angles and the unit vector of the place. */
static float inside_of_man(float loss, float forward, float aside, const float unit[3])
{
    /* Outlines between two grades. */
    const float place = 6 * loss;
    const int grade = place < 5 ? (int)place : 5;
    float at[4];

    for (int i = 0; i < 4; i++)
        at[i] = norwood[grade][i] + (place - (float)grade) * (norwood[grade + 1][i] - norwood[grade][i]);

    /* The receded front, and the disc at the crown. */
    const float off = (aside - TEMPLE_ASIDE) / TEMPLE_HALF;
    const float temple = expf(-off * off);
    const float recession = at[0] + (at[1] - at[0]) * temple;
    const float front = fminf(forward - HAIRLINE + recession, at[2] - aside);
    const float crown = CROWN_FORWARD / DEGREES;
    const float cosine = unit[1] * cosf(crown) + unit[2] * sinf(crown);
    const float disc = at[3] - DEGREES * acosf(fminf(1, fmaxf(-1, cosine)));

    return fmaxf(front, disc);
}

/* Share that is lost within `margin` degrees of a point. *laid:
 * how much hair at the point lies down, 0 to 1. */
static float lost_near(const pd_wardrobe_hair_loss *p, const float point[3], float margin, float *laid)
{
    float unit[3];
    float square = 0;

    *laid = 0;
    if (p->loss <= 0) return 0;

    /* Direction from the centre of the ellipsoid, on the unit sphere. */
    for (int c = 0; c < 3; c++) {
        unit[c] = (point[c] - p->middle[c]) / p->half[c];
        square += unit[c] * unit[c];
    }

    const float scale = square > 0 ? 1 / sqrtf(square) : 0;
    for (int c = 0; c < 3; c++) unit[c] *= scale;
    const float forward = DEGREES * atan2f(unit[2], unit[1]);
    const float aside = DEGREES * asinf(fminf(1, fabsf(unit[0])));

    if (p->is_male) {
        const float inside = inside_of_man(p->loss, forward, aside, unit);
        *laid = smooth_hair_loss(-LAID_WIDTH, 0, inside) *
                smooth_hair_loss(LAID_ASIDE + 10, LAID_ASIDE - 10, aside);
        return smooth_hair_loss(-EDGE, EDGE, inside + margin);
    }

    /* The oval of women. */
    const float place = 3 * p->loss;
    const float along = (forward - OVAL_FORWARD) / OVAL_LONG;
    const float across = aside / OVAL_WIDE;
    const float off = sqrtf(along * along + across * across) - margin / OVAL_LONG;
    const int grade = place < 2 ? (int)place : 2;
    const float most = ludwig[grade] + (place - (float)grade) * (ludwig[grade + 1] - ludwig[grade]);

    return most * smooth_hair_loss(1, 0.3f, off);
}

float pd_wardrobe_hair_lost(const pd_wardrobe_hair_loss *p, const float point[3])
{
    float laid;
    return lost_near(p, point, 0, &laid);
}

/* Moves a vertex of hair that stands off the skin below it towards the skin, where hair beside it is lost. */
static void lie_down(float *rest, const float *from, const uint16_t *anchors, const float *weights,
                     const float *body, float laid)
{
    float off[3];
    float square = 0;
    const float keeps = 1 - LAID * laid;

    for (size_t c = 0; c < 3; c++) {
        off[c] = from[c];
        for (size_t a = 0; a < 3; a++) off[c] -= weights[a] * body[3 * (size_t)anchors[a] + c];
        square += off[c] * off[c];
    }

    const float height = sqrtf(square);
    const float left = fminf(height, fmaxf(LAID_LEAST, keeps * height));
    for (size_t c = 0; c < 3; c++) rest[c] = from[c] + (height > 0 ? left / height - 1 : 0) * off[c];
}

/* Returns whether a triangle shows a strand. ctx: texture coordinates. */
static bool shows_strand(const void *ctx, const pd_wardrobe_item *hair, const uint16_t face[3])
{
    const float *uvs = ctx;
    float least = 1;
    (void)hair;
    for (int k = 0; k < 3; k++) least = fminf(least, uvs[2 * (size_t)face[k] + 1]);
    return least < NOTHING_LEFT;
}

bool pd_wardrobe_worn_hair_alloc(pd_wardrobe_item *out, const pd_wardrobe_item *hair)
{
    *out = *hair;
    out->rest = malloc(3 * (size_t)hair->vertex_count * sizeof *out->rest);
    out->uvs = malloc(2 * (size_t)hair->corner_count * sizeof *out->uvs);
    out->faces = malloc(3 * (size_t)hair->face_count * sizeof *out->faces);
    out->parts = malloc((size_t)hair->part_count * sizeof *out->parts);
    if (out->rest && out->uvs && out->faces && out->parts) return true;
    pd_wardrobe_worn_hair_deinit(out);

    return false;
}

void pd_wardrobe_worn_hair_keep(pd_wardrobe_item *out, const pd_wardrobe_item *hair,
                                bool (*keeps)(const void *ctx, const pd_wardrobe_item *hair,
                                              const uint16_t face[3]),
                                const void *ctx)
{
    out->face_count = 0;
    for (int p = 0; p < hair->part_count; p++) {
        const pd_wardrobe_part *part = &hair->parts[p];
        out->parts[p] = *part;
        out->parts[p].first_face = out->face_count;
        for (int f = part->first_face; f < part->first_face + part->face_count; f++) {
            const uint16_t *face = hair->faces + 3 * (size_t)f;
            if (keeps(ctx, hair, face))
                memcpy(out->faces + 3 * (size_t)out->face_count++, face, 3 * sizeof *face);
        }

        out->parts[p].face_count = out->face_count - out->parts[p].first_face;
    }
}

bool pd_wardrobe_thin_hair_init(pd_wardrobe_item *out, const pd_wardrobe_item *hair, const pd_wardrobe *w,
                                const pd_wardrobe_hair_loss *pattern)
{
    PD_ASSERT(w->body);
    if (!pd_wardrobe_worn_hair_alloc(out, hair)) return false;

    /* Vertices, and texture coordinates of their corners. */
    for (size_t i = 0; i < (size_t)hair->vertex_count; i++) {
        float laid;
        lost_near(pattern, hair->rest + 3 * i, 0, &laid);
        lie_down(out->rest + 3 * i, hair->rest + 3 * i, hair->anchors + 3 * i, hair->anchor_weights + 3 * i,
                 w->body, laid);
    }

    for (size_t c = 0; c < (size_t)hair->corner_count; c++) {
        const float lost = pd_wardrobe_hair_lost(pattern, hair->rest + 3 * (size_t)hair->corners[c]);
        const float v = hair->uvs[2 * c + 1];
        out->uvs[2 * c] = hair->uvs[2 * c];
        out->uvs[2 * c + 1] =
            lost > 0 ? fmaxf(v, PD_WARDROBE_HAIR_TIP_V + lost * (1 - PD_WARDROBE_HAIR_TIP_V)) : v;
    }

    pd_wardrobe_worn_hair_keep(out, hair, shows_strand, out->uvs);
    return true;
}

void pd_wardrobe_worn_hair_deinit(pd_wardrobe_item *hair)
{
    free(hair->rest);
    free(hair->uvs);
    free(hair->faces);
    free(hair->parts);
    *hair = (pd_wardrobe_item){0};
}

void pd_wardrobe_hair_loss_bare(unsigned char *bare, const pd_wardrobe *w,
                                const pd_wardrobe_hair_loss *pattern)
{
    for (size_t i = 0; i < (size_t)w->skin_vertex_count; i++) {
        float laid;
        bare[i] = lost_near(pattern, w->body + 3 * i, BARE_MARGIN, &laid) > 0;
    }
}
