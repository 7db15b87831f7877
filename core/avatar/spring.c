#include "core/avatar/spring.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HAIR_LEAST   0.10f /* hair swings if it hangs at least this far below the head's joint, metres */
#define HAIR_TOP     0.02f /* hair less far below that joint follows the head, metres */
#define HAIR_CHAINS  3
#define SKIRT_CHAINS 8
#define SKIRT_LEAST  6     /* least number of triangles of a skirt that span the gap between the legs */
#define SKIRT_HEM    0.05f /* the lowest of them is within this of the hem, metres */
#define PI           3.14159265f

/* A bunch of chains around an axis. */
typedef struct bunch {
    const char *name;
    int above; /* bone that the chains hang from */
    int chain_count, first_chain;
    float top, bottom, center[2]; /* heights; x and z of the axis */
    float first, step;            /* angle of the first chain about +Y, 0 at +Z; angle between two chains */
    bool is_ring;                 /* true: the chains surround the axis */
} bunch;

/* Returns the height of the lowest vertex of the pieces with a role. */
static float lowest(const pd_avatar_figure *f, const char *role)
{
    float low = INFINITY;

    for (int p = 0; p < f->piece_count; p++) {
        const pd_avatar_piece *piece = &f->pieces[p];
        if (!pd_avatar_piece_is(piece, role)) continue;
        for (size_t i = 0; i < piece->corner_count; i++)
            low = fminf(low, f->positions[3 * piece->corners[i] + 1]);
    }

    return low;
}

/* Returns by how much more a vertex follows the left leg than the right one. legs: hip and knee, left then
 * right. */
static float leans_left(const pd_avatar_figure *f, size_t vertex, const int legs[4])
{
    float more = 0;

    for (size_t i = 4 * vertex; i < 4 * vertex + 4; i++)
        for (int k = 0; k < 4; k++)
            if (f->joints[i] == legs[k]) more += k < 2 ? f->weights[i] : -f->weights[i];

    return more;
}

/* Returns whether the piece is a skirt: below the crotch, triangles reach from one leg to the other, down to
 * the hem. Those of trousers follow one leg, however near the legs are to each other, and those of a coat
 * over trousers end above the hem. knee: height, metres. */
static bool is_skirt(const pd_avatar_figure *f, const pd_avatar_piece *piece, const int legs[4], float crotch,
                     float knee)
{
    float hem = INFINITY, lowest_span = INFINITY;
    int spans = 0;

    if (!pd_avatar_piece_is(piece, "outfit")) return false;
    for (size_t i = 0; i + 3 <= piece->corner_count; i += 3) {
        float low = INFINITY, left = -INFINITY, right = INFINITY;
        for (size_t k = i; k < i + 3; k++) {
            const float more = leans_left(f, piece->corners[k], legs);
            low = fminf(low, f->positions[3 * (size_t)piece->corners[k] + 1]);
            left = fmaxf(left, more);
            right = fminf(right, more);
        }

        hem = fminf(hem, low);
        if (left < 0 || right > 0 || low > 0.6f * crotch + 0.4f * knee) continue;
        lowest_span = fminf(lowest_span, low);
        spans++;
    }

    return spans >= SKIRT_LEAST && lowest_span < hem + SKIRT_HEM;
}

/* Computes the position of chain i at a fraction of the bunch's height. radius: mean distance of the moved
 * surface from the axis at that height. */
static void chain_place(float out[3], const bunch *b, int i, float share, float radius)
{
    const float angle = b->first + (float)i * b->step;
    out[0] = b->center[0] + radius * sinf(angle);
    out[1] = b->top + share * (b->bottom - b->top);
    out[2] = b->center[1] + radius * cosf(angle);
}

static float mean_radius(const pd_avatar_figure *f, const pd_avatar_piece *piece, const bunch *b, float share)
{
    const float y = b->top + share * (b->bottom - b->top);
    const float near = 0.2f * (b->top - b->bottom);
    float sum = 0, count = 0;

    for (size_t i = 0; i < piece->corner_count; i++) {
        const float *p = f->positions + 3 * piece->corners[i];
        if (fabsf(p[1] - y) > near) continue;
        sum += hypotf(p[0] - b->center[0], p[2] - b->center[1]);
        count++;
    }

    return count > 0 ? sum / count : 0.1f;
}

/* Adds the joints of a bunch. Returns false if there are too many. */
static bool add_chains(pd_avatar_springs *out, pd_avatar_skeleton *s, const pd_avatar_figure *f,
                       const pd_avatar_piece *piece, bunch *b)
{
    b->first_chain = out->count;
    for (int i = 0; i < b->chain_count; i++) {
        if (out->count == PD_AVATAR_CHAINS_MOST) return false;
        pd_avatar_chain *chain = &out->chains[out->count++];
        *chain = (pd_avatar_chain){.is_skirt = b->is_ring};
        for (int j = 0, up = b->above; j < PD_AVATAR_CHAIN_JOINTS; j++) {
            const float share = (float)j / (PD_AVATAR_CHAIN_JOINTS - 1);
            float place[3];
            char name[PD_ANIM_NAME_BYTES];
            chain_place(place, b, i, share, mean_radius(f, piece, b, share));
            snprintf(name, sizeof name, "%s_%d_%d", b->name, i + 1, j + 1);
            up = pd_avatar_skeleton_add(s, name, up, place);
            if (up < 0) return false;
            s->bones[up].is_joint = j + 1 < PD_AVATAR_CHAIN_JOINTS;
            chain->bones[chain->count++] = up;
        }
    }

    return true;
}

/* Binds the piece's vertices below the top to the chains. */
static void follow_spring(pd_avatar_figure *f, const pd_avatar_piece *piece, const pd_avatar_springs *springs,
                          const bunch *b)
{
    for (size_t v = (size_t)piece->first_vertex; v < (size_t)(piece->first_vertex + piece->vertex_count);
         v++) {
        const float *p = f->positions + 3 * v;
        const float share = (b->top - p[1]) / (b->top - b->bottom);
        if (share <= 0) continue;

        /* Find the two neighbouring chains and the position between them. */
        float at = (atan2f(p[0] - b->center[0], p[2] - b->center[1]) - b->first) / b->step;
        const float all = 2 * PI / b->step;
        while (at < 0) at += all;
        while (at >= all) at -= all;
        int left = (int)at;
        int right = left + 1;
        float beside = at - (float)left;
        if (b->is_ring) {
            left %= b->chain_count;
            right %= b->chain_count;
        } else if (at > (float)(b->chain_count - 1)) /* beyond the ends of an arc use the nearer end */
        {
            left = right = at - (float)(b->chain_count - 1) < all - at ? b->chain_count - 1 : 0;
            beside = 0;
        }

        /* Along each chain, blend the joint at the vertex's height with the one above it. Above the first
         * joint, blend with the joint that the vertex followed before. */
        const float along = fminf(share, 1) * (PD_AVATAR_CHAIN_JOINTS - 1);
        const int own = (int)fminf(along, PD_AVATAR_CHAIN_JOINTS - 2);
        const float part = fminf(1, along - (float)own);
        const int chains[2] = {b->first_chain + left, b->first_chain + right};
        const float shares[2] = {1 - beside, beside};
        size_t most = 4 * v;
        for (size_t i = 4 * v + 1; i < 4 * v + 4; i++)
            if (f->weights[i] > f->weights[most]) most = i;
        const int strongest = f->joints[most];
        for (int c = 0; c < 2; c++) {
            const pd_avatar_chain *chain = &springs->chains[chains[c]];
            const int before = own > 0 ? chain->bones[own - 1] : b->is_ring ? b->above : strongest;
            f->joints[4 * v + (size_t)(2 * c)] = (uint8_t)before;
            f->weights[4 * v + (size_t)(2 * c)] = shares[c] * (1 - part);
            f->joints[4 * v + (size_t)(2 * c) + 1] = (uint8_t)chain->bones[own];
            f->weights[4 * v + (size_t)(2 * c) + 1] = shares[c] * part;
        }

        /* Merge equal joints. A joint without weight becomes joint 0, as glTF requires. */
        for (size_t i = 0; i < 4; i++) {
            for (size_t k = 0; k < i; k++)
                if (f->weights[4 * v + i] > 0 && f->joints[4 * v + k] == f->joints[4 * v + i]) {
                    f->weights[4 * v + k] += f->weights[4 * v + i];
                    f->weights[4 * v + i] = 0;
                }
            if (f->weights[4 * v + i] <= 0) f->joints[4 * v + i] = 0;
        }
    }
}

static bool add_hair(pd_avatar_springs *out, pd_avatar_skeleton *s, pd_avatar_figure *f)
{
    const int head = pd_avatar_skeleton_find(s, "head");

    if (head < 0) return true;
    const float *at = s->bones[head].place;
    const float bottom = lowest(f, "hair");
    if (!(at[1] - bottom > HAIR_LEAST)) return true;

    /* Three chains, left, back and right, for all pieces of the hair. */
    bunch b = {.name = "hair",
               .above = head,
               .chain_count = HAIR_CHAINS,
               .top = at[1] - HAIR_TOP,
               .bottom = bottom,
               .center = {at[0], at[2]},
               .first = PI / 2,
               .step = PI / 2};
    bool is_first = true;
    for (int p = 0; p < f->piece_count; p++) {
        if (!pd_avatar_piece_is(&f->pieces[p], "hair")) continue;
        if (is_first && !add_chains(out, s, f, &f->pieces[p], &b)) return false;
        is_first = false;
        follow_spring(f, &f->pieces[p], out, &b);
    }

    return true;
}

static bool add_skirt(pd_avatar_springs *out, pd_avatar_skeleton *s, pd_avatar_figure *f)
{
    const int hips = pd_avatar_skeleton_find(s, "pelvis");
    const int thigh = pd_avatar_skeleton_find(s, "left_hip");
    const int knee = pd_avatar_skeleton_find(s, "left_knee");

    const int legs[4] = {thigh, knee, pd_avatar_skeleton_find(s, "right_hip"),
                         pd_avatar_skeleton_find(s, "right_knee")};

    if (hips < 0 || thigh < 0 || knee < 0) return true;
    const float crotch = s->bones[thigh].place[1] - 0.08f;
    for (int p = 0; p < f->piece_count; p++) {
        pd_avatar_piece *piece = &f->pieces[p];
        if (!is_skirt(f, piece, legs, crotch, s->bones[knee].place[1])) continue;
        float bottom = INFINITY;
        for (size_t i = 0; i < piece->corner_count; i++)
            bottom = fminf(bottom, f->positions[3 * piece->corners[i] + 1]);
        bunch b = {.name = "skirt",
                   .above = hips,
                   .chain_count = SKIRT_CHAINS,
                   .top = s->bones[hips].place[1],
                   .bottom = bottom,
                   .center = {s->bones[hips].place[0], s->bones[hips].place[2]},
                   .step = 2 * PI / SKIRT_CHAINS,
                   .is_ring = true};

        if (b.top - b.bottom < 0.1f) continue;
        if (!add_chains(out, s, f, piece, &b)) return false;
        follow_spring(f, piece, out, &b);
        return true; /* one skirt */
    }

    return true;
}

pd_status pd_avatar_springs_init(pd_avatar_springs *out, pd_avatar_skeleton *skeleton,
                                 pd_avatar_figure *figure, pd_error *err)
{
    *out = (pd_avatar_springs){0};
    if (add_hair(out, skeleton, figure) && add_skirt(out, skeleton, figure)) return PD_OK;
    return pd_fail(err, PD_ERR_LIMIT, "", "the avatar would have more than %d bones; at most as many allowed",
                   PD_AVATAR_BONES_MOST);
}
