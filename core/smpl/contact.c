#include "core/smpl/contact.h"

#include "core/base/assert.h"
#include "core/math/vec3.h"
#include "core/smpl/contact_parts.h"
#include "core/smpl/data/half.h"
#include "core/smpl/fold.h"
#include "core/smpl/surface/inside.h"
#include "core/smpl/pose.h"
#include "core/smpl/press.h"
#include "core/smpl/tube.h"
#include "core/smpl/surface/give.h"
#include "core/smpl/surface/mirror.h"
#include "core/smpl/surface/surface.h"
#include "core/smpl/uninvert.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Tuned constants; contact_parts.h says how they were found. Lengths in metres. */

/* Largest depth, in ways over the skin to a vertex outside. At 1 and at 2 the same movements have steps of
 * 7.7 and 14 mm in half a degree, at 1.5 7.7. */
#define WAY         1.5f
#define STUCK_DEPTH 4e-3f /* Smaller depths of skin that has no way out are ignored. */

/* Bones between two parts that may cross; fewer cannot. */
#define CROSSING_BONES 4
/* Factors on the depth from which parts count as crossing: mirrored parts, because thighs press each other
 * in a crouch, and a hand in a limb or an arm in the trunk, because it dents the other part. */
#define MIRRORED       2.0
#define DENTED         1.8

/* Step sizes of a round. */
#define LEAST_GIVE 0.3 /* Skin of two hard parts gives less than this, and moves in smaller steps. */
#define STEP       0.7 /* Part of a depth that is resolved in a round. */
/* Part of u that remains after each round of spreading, so that excess displacement decays. */
#define KEEP       0.93
#define LEAST_AREA 0.35 /* Least projected area of a triangle, of its rest area. */

/* Schedule of the rounds. */
#define SPREAD_ROUNDS   24 /* The first rounds spread; in the others exact contact keeps the best surface. */
/* Exact contact is settled when a search finds no skin in the crease of a joint and no skin deeper than
 * CLEAR_DEPTH, metres: what is left is where pushing and spreading balance, and more rounds do not change
 * it. It then spreads for CLEAR_ROUNDS and searches once more, at their end. Found on the ends of 20
 * movements of 12 bodies: none has more overlap, folds or hits in sum than with SPREAD_ROUNDS for all
 * (arms at the sides 1 ml, 6 before). Without the bound of the depth, hands in thighs keep 4 % more. */
#define CLEAR_ROUNDS    12
#define CLEAR_DEPTH     0.01f
/* Rounds of smooth contact, the same in every pose. When it went on until nothing deeper than LEAST_DEPTH
 * was left, skin of the armpit jumped by 8 mm where 28 rounds became 38. With 28, 32 and 48 rounds less
 * overlap is left (curl of a stout body: 480, 450 and 430 ml; 26: 510), and arms that come down to the
 * thighs move skin by 12.7, 13.2 and 14.4 mm in half a degree; 26: 12.5. */
#define SMOOTH_ROUNDS   26
/* Penetrations are searched for in every FIND_EVERY-th round. Exact contact searches in every
 * FIND_SHALLOW-th one if no vertex is deeper in the body than SHALLOW, in metres. After SPREAD_ROUNDS a
 * search may end the work. */
#define FIND_EVERY      4
#define FIND_SHALLOW    6
#define SHALLOW         0.06f
#define FIND_EVERY_LAST 2 /* In the last rounds; FIND_SETTLED where exact contact is settled. */
#define FIND_SETTLED    3
#define LAST_WAY        8e-3 /* Largest displacement of a vertex after SPREAD_ROUNDS, metres. */
#define FOLDS_FROM      13   /* Up to this round only folds separate the skin of one joint. */
/* From that round on, larger depths are not folds: the way out is through the limb. */
#define FOLD_MOST       0.012f
/* From that round on smooth contact moves skin that has no way out in every round, before that in every
 * FIND_EVERY-th one: by STUCK_SHARE of what it is farther than STUCK_FAR, metres, from its neighbours'
 * mean. Poses of the joints' limits with folds over 10 mm, and steps of a knee, in half a degree:
 *
 *     STUCK_FROM, _SHARE, _FAR    never    23, .5, 0    23, .7, 4 mm    23, 1, 5 mm    23, .5, 6 mm    23,
 *                                 .6, 4.5 mm
 *     poses                          15            5               6              6               8
 *                                    7
 *     mm                            2.7          5.7             4.5            4.6             3.1
 *                                   4.0 */
#define STUCK_FROM      23
#define STUCK_SHARE     0.7
#define STUCK_FAR       4e-3
#define UNINVERT_ROUNDS 20 /* Rounds of un-inverting alone, at the end. */

/* Work units, see inside_parts.h. */
#define START_NS 2e6  /* Nanoseconds of a body: its shape, rotations and normals, */
#define PART_NS  12.0 /* of a member or triangle of the folds in a round, */
#define MOVE_NS  28.0 /* and of a triangle that may have to be un-inverted in a round. */

const char *pd_smpl_contact_name(pd_smpl_contact_kind kind)
{
#define NAME(id, name) name,
    static const char *const names[] = {PD_SMPL_CONTACT_TABLE(NAME)};
#undef NAME
    PD_ASSERT(kind >= PD_SMPL_CONTACT_NONE && kind < PD_SMPL_CONTACT_KINDS);
    return names[kind];
}

/* --- build --- */

/* Fills axis and crossing. */
static bool find_parts(pd_smpl_contact *c, const bool *hard, pd_error *err)
{
    const pd_smpl_data *d = &c->model->data;
    pd_smpl_tube_parts parts;
    pd_smpl_tube *tubes = malloc((size_t)d->joint_count * sizeof *tubes);

    if (!tubes || pd_smpl_tube_parts_init(&parts, d, err) != PD_OK) {
        free(tubes);
        return false;
    }

    pd_smpl_tubes_fit(tubes, &parts, d->v_template, (const double(*)[3])c->model->joint_template);
    for (int k = 0; k < d->joint_count; k++) c->axis[k] = tubes[k].axis[2];
    pd_smpl_tube_parts_deinit(&parts);
    free(tubes);

    /* Bones between two joints: of the two, the higher number goes up, because parents come first. */
    for (int a = 0; a < d->joint_count; a++)
        for (int b = 0; b < d->joint_count; b++) {
            int bones = 0;
            for (int x = a, y = b; x != y; bones++) *(x > y ? &x : &y) = d->parents[x > y ? x : y];
            const bool is_middle[2] = {c->joint_mirror[a] == a, c->joint_mirror[b] == b};
            const bool is_dented = hard[a] != hard[b] || is_middle[0] != is_middle[1];
            c->crossing[a][b] = bones >= CROSSING_BONES             ? (is_dented ? DENTED : 1)
                                : a != b && c->joint_mirror[a] == b ? MIRRORED
                                                                    : 0;
        }

    return true;
}

/* Fills the parts of the contact stage. rest (V,3) is scratch. */
static bool fill_contact(pd_smpl_contact *c, const pd_smpl_data *d, double *rest, pd_error *err)
{
    size_t v = (size_t)d->vertex_count;

    c->give = malloc(v * sizeof *c->give);
    c->moves = malloc(v);
    c->rest_inside = calloc(v, 1);
    c->soft_faces = malloc(((size_t)d->face_count + 1) * sizeof *c->soft_faces);
    c->face_mirror = malloc(((size_t)d->face_count + 1) * sizeof *c->face_mirror);
    c->face_order = malloc(((size_t)d->face_count + 1) * sizeof *c->face_order);
    c->vertex_order = malloc(v * sizeof *c->vertex_order);
    if (!c->give || !c->moves || !c->rest_inside || !c->soft_faces || !c->face_mirror || !c->face_order ||
        !c->vertex_order || !pd_smpl_mirror_faces(c->face_mirror, d))
        return false;

    for (size_t i = 0; i < 3 * v; i++) rest[i] = (double)d->v_template[i];
    if (pd_smpl_surface_init(&c->surface, d, rest, c->model->joint_template, err) != PD_OK ||
        pd_smpl_fold_sides_init(&c->sides, d, &c->surface, err) != PD_OK)
        return false;

    /* Order vertices and triangles by mirrored pairs, so that contact treats both sides alike. */
    pd_smpl_mirror_order(c->face_order, c->face_mirror, d->face_count);
    pd_smpl_mirror_order(c->vertex_order, d->mirror, d->vertex_count);
    for (int k = 0; k < d->joint_count; k++) c->joint_mirror[k] = k;
    if (d->mirror && d->joint_names) pd_smpl_joint_mirror(c->joint_mirror, d);

    /* Vertices that may move: those that give and those of soft skin. */
    bool hard[PD_SMPL_MAX_JOINTS];
    pd_smpl_give(c->give, hard, d);
    if (!find_parts(c, hard, err)) return false;
    for (int i = 0; i < d->vertex_count; i++) c->moves[i] = c->give[i] > 0 || c->surface.soft_index[i] >= 0;

    /* Triangles with a soft corner: only these are checked for inversion. */
    for (int i = 0; i < d->face_count; i++) {
        const int f = c->face_order[i];
        bool soft = false;
        for (size_t k = 0; k < 3; k++) soft |= c->surface.soft_index[d->faces[3 * (size_t)f + k]] >= 0;
        if (soft) c->soft_faces[c->soft_face_count++] = f;
    }

    /* Joints that are adjacent or identical: folds separate their skin first. */
    for (int a = 0; a < d->joint_count; a++)
        for (int b = 0; b < d->joint_count; b++)
            c->adjacent[a][b] = a == b || d->parents[a] == b || d->parents[b] == a;

    PD_ASSERT(c->soft_face_count <= d->face_count && d->joint_count <= PD_SMPL_MAX_JOINTS);

    /* Vertices that are already inside the mean body's surface, such as lips, are never reported. */
    pd_smpl_inside inside;
    pd_arena scratch;
    int *list = malloc(v * sizeof *list);
    if (!list || !pd_arena_init(&scratch, pd_smpl_inside_scratch_bytes(d))) {
        free(list);
        return false;
    }

    pd_smpl_inside_take(&inside, d, &scratch);
    pd_smpl_inside_surface(&inside, d->v_template);
    for (int i = 0; i < d->vertex_count; i++) list[i] = i;
    const int count = pd_smpl_inside_find(list, &inside, list, d->vertex_count);
    for (int i = 0; i < count; i++) c->rest_inside[list[i]] = 1;

    pd_arena_deinit(&scratch);
    free(list);
    return true;
}

pd_status pd_smpl_contact_build(pd_smpl_contact **out, const pd_smpl_model *model, pd_smpl_contact_kind kind,
                                pd_error *err)
{
    PD_ASSERT(kind > PD_SMPL_CONTACT_NONE && kind < PD_SMPL_CONTACT_KINDS);
    pd_smpl_contact *c = calloc(1, sizeof *c);
    double *rest = malloc(3 * (size_t)model->vertex_count * sizeof *rest);
    bool good = c && rest;
    if (c) {
        c->model = model;
        c->is_smooth = kind == PD_SMPL_CONTACT_SMOOTH;
    }

    if (good)
        good = kind == PD_SMPL_CONTACT_SOFT ? pd_smpl_press_build(&c->press, model, err) == PD_OK
                                            : fill_contact(c, &model->data, rest, err);
    free(rest);

    *out = good ? c : NULL;
    if (good) return PD_OK;
    pd_smpl_contact_free(c);

    return pd_fail(err, PD_ERR_MEMORY, "contact", "out of memory for %d vertices", model->vertex_count);
}

void pd_smpl_contact_free(pd_smpl_contact *contact)
{
    if (!contact) return;
    pd_smpl_press_free(contact->press);
    pd_smpl_surface_deinit(&contact->surface);
    pd_smpl_fold_sides_deinit(&contact->sides);
    free(contact->give);
    free(contact->moves);
    free(contact->rest_inside);
    free(contact->soft_faces);
    free(contact->face_mirror);
    free(contact->face_order);
    free(contact->vertex_order);
    free(contact);
}

/* --- one body --- */

size_t pd_smpl_contact_scratch_bytes(const pd_smpl_contact *contact)
{
    const pd_smpl_data *data = &contact->model->data;
    size_t v = (size_t)data->vertex_count;
    size_t f = (size_t)data->face_count;

    if (contact->press) return pd_smpl_press_scratch_bytes(contact->press);

    size_t state_bytes = pd_arena_bytes(1, sizeof(pd_smpl_contact_state)) +
                         6 * pd_arena_bytes(3 * v, sizeof(double)) +
                         2 * pd_arena_bytes(3 * v, sizeof(float)) + 4 * pd_arena_bytes(v, 1) +
                         pd_arena_bytes(v, sizeof(pd_quat)) + pd_arena_bytes(v, sizeof(pd_smpl_touch)) +
                         6 * pd_arena_bytes(v, sizeof(int)) + 2 * pd_arena_bytes(f, sizeof(int)) +
                         2 * pd_arena_bytes(3 * f, sizeof(float)) + 3 * pd_arena_bytes(v, sizeof(float));

    return state_bytes + 2 * pd_smpl_inside_scratch_bytes(data) + pd_smpl_folds_scratch_bytes(data);
}

/* Takes all arrays of the state from the scratch memory. */
static pd_smpl_contact_state *take_state(const pd_smpl_contact *c, pd_arena *scratch)
{
    size_t v = (size_t)c->model->vertex_count;
    size_t f = (size_t)c->model->face_count;
    pd_smpl_contact_state *st = pd_arena_take(scratch, 1, sizeof *st);

    *st = (pd_smpl_contact_state){.c = c, .data = &c->model->data};

    st->rest = pd_arena_take(scratch, 3 * v, sizeof *st->rest);
    st->p = pd_arena_take(scratch, 3 * v, sizeof *st->p);
    st->start = pd_arena_take(scratch, 3 * v, sizeof *st->start);
    st->u = pd_arena_take(scratch, 3 * v, sizeof *st->u);
    st->spread = pd_arena_take(scratch, 3 * v, sizeof *st->spread);
    st->rest_f = pd_arena_take(scratch, 3 * v, sizeof *st->rest_f);
    st->posed = pd_arena_take(scratch, 3 * v, sizeof *st->posed);
    st->at_rest = pd_arena_take(scratch, v, 1);
    st->in_region = pd_arena_take(scratch, v, 1);
    st->moves = pd_arena_take(scratch, v, 1);
    st->changes = pd_arena_take(scratch, v, 1);
    st->rotations = pd_arena_take(scratch, v, sizeof *st->rotations);
    st->touches = pd_arena_take(scratch, v, sizeof *st->touches);
    st->asked = pd_arena_take(scratch, v, sizeof *st->asked);
    st->close = pd_arena_take(scratch, v, sizeof *st->close);
    st->passed = pd_arena_take(scratch, v, sizeof *st->passed);
    memset(st->passed, -1, v * sizeof *st->passed);
    st->found = pd_arena_take(scratch, v, sizeof *st->found);
    st->unknown = pd_arena_take(scratch, v, sizeof *st->unknown);
    st->region = pd_arena_take(scratch, v, sizeof *st->region);
    st->faces = pd_arena_take(scratch, f, sizeof *st->faces);
    st->inverted = pd_arena_take(scratch, f, sizeof *st->inverted);
    st->wanted = pd_arena_take(scratch, 3 * f, sizeof *st->wanted);
    st->wanted_soft = pd_arena_take(scratch, 3 * f, sizeof *st->wanted_soft);
    st->share = pd_arena_take(scratch, v, sizeof *st->share);
    st->way = pd_arena_take(scratch, v, sizeof *st->way);
    memset(st->way, 0, v * sizeof *st->way);
    st->normal = pd_arena_take(scratch, 3 * v, sizeof *st->normal);
    st->held = pd_arena_take(scratch, v, sizeof *st->held);
    memset(st->held, 0, v * sizeof *st->held);

    pd_smpl_inside_take(&st->inside, st->data, scratch);
    pd_smpl_inside_take(&st->rest_inside, st->data, scratch);
    return st;
}

static void store_posed(float *out, const pd_smpl_contact_state *st)
{
    for (size_t i = 0; i < 3 * (size_t)st->data->vertex_count; i++) out[i] = (float)st->p[i];
}

/* --- what is wrong --- */

static bool in_box(const float *box, const float *p)
{
    return p[0] >= box[0] && p[1] >= box[1] && p[2] >= box[2] && p[0] <= box[3] && p[1] <= box[4] &&
           p[2] <= box[5];
}

static bool boxes_meet(const float *a, const float *b)
{
    return a[0] <= b[3] && a[1] <= b[4] && a[2] <= b[5] && b[0] <= a[3] && b[1] <= a[4] && b[2] <= a[5];
}

/* Selects the vertices that may be inside the body: soft skin, and rigid skin in the box of a joint that
 * is not adjacent to its own. */
static void ask_whole_body(pd_smpl_contact_state *st, const float *p)
{
    PD_ASSERT(st->data->joint_count <= PD_SMPL_MAX_JOINTS);
    const pd_smpl_surface *s = &st->c->surface;
    const int joints = st->data->joint_count;

    /* Bounding box of the vertices that each joint holds: low and high corner. */
    float boxes[PD_SMPL_MAX_JOINTS][6];
    for (int k = 0; k < joints; k++)
        for (int c = 0; c < 3; c++) {
            boxes[k][c] = INFINITY;
            boxes[k][c + 3] = -INFINITY;
        }
    for (size_t v = 0; v < (size_t)st->data->vertex_count; v++) {
        float *box = boxes[s->holder[v]];
        for (size_t c = 0; c < 3; c++) {
            const float x = p[3 * v + c];
            box[c] = x < box[c] ? x : box[c];
            box[c + 3] = x > box[c + 3] ? x : box[c + 3];
        }
    }

    /* Pairs of boxes that overlap, without adjacent joints. */
    unsigned char others[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];
    int counts[PD_SMPL_MAX_JOINTS] = {0};
    for (int a = 0; a < joints; a++)
        for (int b = 0; b < joints; b++)
            if (!st->c->adjacent[a][b] && boxes_meet(boxes[a], boxes[b]))
                others[a][counts[a]++] = (unsigned char)b;

    /* Soft vertices, and rigid ones inside the box of a joint that is not adjacent. */
    st->asked_count = 0;
    for (int n = 0; n < st->data->vertex_count; n++) {
        const int v = st->c->vertex_order[n];
        const int holder = s->holder[v];
        bool asked = s->soft_index[v] >= 0;
        for (int i = 0; !asked && i < counts[holder]; i++)
            asked = in_box(boxes[others[holder][i]], p + 3 * (size_t)v);
        if (asked && !st->c->rest_inside[v]) st->asked[st->asked_count++] = v;
    }
}

/* Returns whether the budget is spent or the request was cancelled. */
static bool is_over(const pd_smpl_contact_state *st)
{
    return pd_cancelled(st->cancel) ||
           st->work_ns + st->inside.work_ns + st->rest_inside.work_ns > st->most_ns;
}

/* Bounds the depth of the vertices found (count), all that are inside p (V,3): between a vertex inside and
 * one outside the surface is crossed, so neither is farther from it than from the other. Over several
 * edges their lengths add up. Without this bound a vertex at the bottom of a crease was moved to the far
 * side of the limb, because the walls beside it are as near at rest and are not counted. */
static void bound_depths(pd_smpl_contact_state *st, const float *p, const int *found, int count)
{
    const pd_smpl_surface *s = &st->c->surface;

    for (int i = 0; i < count; i++) st->way[found[i]] = PD_SMPL_INSIDE_FARTHEST;

    /* Shortest ways: repeated until none becomes shorter, so that the order does not matter.
     * way is 0 outside. */
    for (bool is_shorter = true; is_shorter;) {
        is_shorter = false;
        for (int i = 0; i < count; i++) {
            const int v = found[i];
            const float *a = p + 3 * (size_t)v;
            for (int e = s->start[v]; e < s->start[v + 1]; e++) {
                const float *b = p + 3 * (size_t)s->other[e];
                const float d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
                const float way = st->way[s->other[e]] + sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
                if (way < st->way[v]) {
                    st->way[v] = way;
                    is_shorter = true;
                }
            }
        }
    }

    for (int i = 0; i < count; i++) {
        pd_smpl_inside_bound(&st->inside, found[i], WAY * st->way[found[i]]);
        st->way[found[i]] = 0;
    }
}

/* Finds which of the vertices asked (asked_count) are inside the surface p (V,3), and the triangle that
 * each has passed through; fewer when the budget is spent meanwhile. Returns the largest depth, metres;
 * that of skin that is held counts less. */
static float find_penetrations(pd_smpl_contact_state *st, const float *p, const int *asked, int asked_count)
{
    const int *holder = st->c->surface.holder;
    float deepest = 0;

    st->touch_count = 0;
    st->stuck = st->folded = 0;
    if (st->is_watched)
        pd_smpl_inside_moved(&st->inside, p);
    else
        pd_smpl_inside_surface(&st->inside, p);
    int count = pd_smpl_inside_find(st->found, &st->inside, asked, asked_count);

    bound_depths(st, p, st->found, count);

    /* Vertices that are inside at rest, too, are removed from `found`. This is determined once per vertex. */
    int unknown = 0;
    int *list = st->unknown;
    for (int i = 0; i < count; i++)
        if (st->at_rest[st->found[i]] == PD_SMPL_UNKNOWN) list[unknown++] = st->found[i];

    if (unknown) {
        if (!st->rest_asked) pd_smpl_inside_surface(&st->rest_inside, st->rest_f);
        st->rest_asked = true;
        for (int i = 0; i < unknown; i++) st->at_rest[list[i]] = PD_SMPL_OUTSIDE;
        int inside = pd_smpl_inside_find(list, &st->rest_inside, list, unknown);
        for (int i = 0; i < inside; i++) st->at_rest[list[i]] = PD_SMPL_INSIDE;
    }

    /* Keep those that are outside at rest: pose has brought them in. */
    int left = 0;
    for (int i = 0; i < count; i++)
        if (st->at_rest[st->found[i]] == PD_SMPL_OUTSIDE) st->found[left++] = st->found[i];
    count = left;

    if (!count) return 0;

    /* Depth and triangle of each. A depth in the crease of a joint is also stored as one of its fold. */
    if (!st->inside.rest) pd_smpl_inside_rest(&st->inside, st->rest_f);
    pd_smpl_inside_sort(&st->inside, st->found, count);
    for (int i = 0; i < count && !is_over(st); i++) {
        /* The triangle that the vertex or else a neighbour had last is likely near. */
        const pd_smpl_surface *s = &st->c->surface;
        const int v = st->found[i];
        int guess = st->passed[v];
        for (int e = s->start[v]; e < s->start[v + 1] && guess < 0; e++) guess = st->passed[s->other[e]];
        const pd_smpl_penetration w = pd_smpl_inside_penetration(&st->inside, v, guess);
        st->passed[v] = w.face;

        pd_smpl_touch *t = &st->touches[st->touch_count++];
        *t = (pd_smpl_touch){.vertex = st->found[i],
                             .face = w.face,
                             .weights = {w.weights[0], w.weights[1], w.weights[2]},
                             .depth = w.depth,
                             .is_near = false,
                             .fold = INFINITY};
        if (w.face < 0) {
            if (st->moves[t->vertex]) st->stuck = fmaxf(st->stuck, w.depth);
            continue;
        }

        const bool is_other = pd_smpl_inside_had_in_front(&st->inside, t->vertex, w.face);
        const uint32_t *f = st->data->faces + 3 * (size_t)w.face;
        int nearest = 0;
        for (int k = 1; k < 3; k++) nearest = w.weights[k] > w.weights[nearest] ? k : nearest;
        t->is_near = st->c->adjacent[holder[t->vertex]][holder[f[nearest]]];
        t->fold = !is_other && t->is_near ? w.depth : 0;
        st->folded = fmaxf(st->folded, t->fold);
        deepest = fmaxf(deepest, w.depth * (1 - st->held[t->vertex]));
    }

    PD_ASSERT(st->touch_count <= count);

    return deepest;
}

/* --- rounds --- */

/* Vertices that one touch moves: up to four. */
typedef struct touch_push {
    int count;
    size_t vertex[4];
    pd_vec3 by[4];
} touch_push;

static void add_push(touch_push *out, size_t vertex, pd_vec3 by)
{
    PD_DEBUG_ASSERT(out->count < 4);
    out->vertex[out->count] = vertex;
    out->by[out->count++] = by;
}

/* Returns whether no skin is in the crease of a joint. Exact contact then needs fewer rounds, and skin
 * without a way out does not wait for folds. */
static bool is_clear(const pd_smpl_contact_state *st)
{
    return !st->c->is_smooth && st->folded <= PD_SMPL_CONTACT_LEAST_DEPTH;
}

/* Returns whether skin that is deep in a crease or has no way out stays where it is in a round. */
static bool touch_waits(const pd_smpl_contact_state *st, const pd_smpl_touch *t, int round)
{
    if (t->face >= 0) return round < FOLDS_FROM;
    if (st->c->is_smooth && round >= STUCK_FROM) return false;
    return (round < FOLDS_FROM && !is_clear(st)) || round % st->find_every != 0;
}

/* Writes the displacements of a touch in a round: the vertex and the triangle in front of it go apart.
 * Skin that stays behind in a fold goes half the way to its neighbours' mean. */
static void push_touch(touch_push *out, const pd_smpl_contact_state *st, const pd_smpl_touch *t, int round)
{
    out->count = 0;
    if (!(t->fold <= (round < FOLDS_FROM ? 0 : FOLD_MOST))) {
        if (touch_waits(st, t, round)) return;
        const pd_smpl_surface *s = &st->c->surface;
        const size_t v = (size_t)t->vertex;
        pd_vec3 sum = {0, 0, 0};
        for (int e = s->start[v]; e < s->start[v + 1]; e++)
            sum = pd_vec3_fma(sum, s->weight[e], pd_smpl_contact_at(st->p, (size_t)s->other[e]));
        const pd_vec3 way = pd_vec3_sub(pd_vec3_scale(sum, 1 / s->degree[v]), pd_smpl_contact_at(st->p, v));
        double share = 0.5;
        if (t->face < 0 && round % st->find_every != 0) {
            const double far = pd_vec3_length(way);
            share = far > STUCK_FAR ? STUCK_SHARE * (1 - STUCK_FAR / far) : 0;
        }

        add_push(out, v, pd_vec3_scale(way, share));
        return;
    }

    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    pd_vec3 n, a;
    PD_DEBUG_ASSERT(t->face >= 0 && t->face < st->data->face_count);
    const bool is_along_face = t->is_near || !st->c->is_smooth;
    if (is_along_face) {
        a = pd_smpl_contact_at(st->p, f[0]);
        n = pd_vec3_cross(pd_vec3_sub(pd_smpl_contact_at(st->p, f[1]), a),
                          pd_vec3_sub(pd_smpl_contact_at(st->p, f[2]), a));
    } else {
        /* Between the normals of the two skins before the rounds. */
        a = pd_vec3_make(0, 0, 0);
        for (int k = 0; k < 3; k++)
            a = pd_vec3_fma(a, (double)t->weights[k], pd_smpl_contact_at(st->p, f[k]));
        n = pd_vec3_sub(pd_smpl_contact_normal(st, t), pd_smpl_contact_at(st->normal, (size_t)t->vertex));
    }

    const double length = pd_vec3_length(n);
    if (length < (is_along_face ? 1e-12 : 1e-6)) return; /* no direction */
    n = pd_vec3_scale(n, 1 / length);

    /* Divide the motion by how much vertex and corners give,
     * so that the depth shrinks by STEP of itself. */
    double depth = pd_vec3_dot(n, pd_vec3_sub(a, pd_smpl_contact_at(st->p, (size_t)t->vertex)));
    double own = (double)st->c->give[t->vertex];
    double sum = own;
    double give[3];
    for (int k = 0; k < 3; k++) {
        give[k] = (double)t->weights[k] * (double)st->c->give[f[k]];
        sum += (double)t->weights[k] * give[k];
    }

    if (depth <= 0 || sum < 1e-3) return;
    if (st->c->is_smooth) depth *= fmin(1, sum / LEAST_GIVE);

    for (int k = 0; k < 3; k++) add_push(out, f[k], pd_vec3_scale(n, -STEP * depth * give[k] / sum));
    add_push(out, (size_t)t->vertex, pd_vec3_scale(n, STEP * depth * own / sum));
}

/* Keeps the best surface that was checked in u, because the last rounds do not improve steadily. Returns
 * whether it is good enough. */
static bool keep_best(pd_smpl_contact_state *st)
{
    store_posed(st->posed, st);
    float deepest = find_penetrations(st, st->posed, st->asked, st->asked_count);
    if (is_over(st)) return false;

    /* Fault: the number of inverted triangles, plus the largest depth in metres. */
    int inverted = pd_smpl_uninvert_find(NULL, &st->uninvert, st->wanted, st->p);
    float fault = (float)inverted + fmaxf(deepest, st->stuck > STUCK_DEPTH ? st->stuck : 0);

    if (fault < st->best) memcpy(st->u, st->p, 3 * (size_t)st->data->vertex_count * sizeof *st->u);
    st->best = fminf(st->best, fault);
    return fault < PD_SMPL_CONTACT_LEAST_DEPTH;
}

static void one_round(pd_smpl_contact_state *st, int round)
{
    unsigned char is_done[PD_SMPL_MAX_JOINTS] = {0};

    /* Folds part. Mirror images move at once: which of them comes first must not matter. */
    for (int i = 0; i < st->folds.count && !is_over(st); i++) {
        if (!st->active[i] || is_done[i]) continue;

        /* Treat the fold of the mirrored joint together with this one,
         * where it is active and comes later. */
        const int joint = st->c->joint_mirror[st->folds.list[i].joint];
        int other = i + 1;
        while (other < st->folds.count && st->folds.list[other].joint != joint) other++;
        const int pair[2] = {i, other};
        const int count = other < st->folds.count && st->active[other] ? 2 : 1;

        /* Measure both before moving either. */
        for (int k = 0; k < count; k++)
            pd_smpl_folds_measure(&st->folds, pair[k], st->p, &st->planes[pair[k]]);
        for (int k = 0; k < count; k++) {
            pd_smpl_folds_part(st->p, &st->folds, pair[k], &st->planes[pair[k]]);
            is_done[pair[k]] = 1;
        }
    }

    st->work_ns += PART_NS * (double)(st->folds.member_count + st->folds.face_count) +
                   MOVE_NS * (double)st->uninvert.face_count;

    /* Touches, by mirrored pairs: both pushes are computed before either moves a vertex. */
    for (int i = 0, last; i < st->touch_count; i = last) {
        const int *mirror = st->data->mirror;
        last = i + 1;
        if (mirror && last < st->touch_count && mirror[st->touches[i].vertex] == st->touches[last].vertex)
            last++;

        touch_push found[2];
        for (int k = i; k < last; k++) push_touch(&found[k - i], st, &st->touches[k], round);
        for (int k = 0; k < last - i; k++) {
            for (int n = 0; n < found[k].count; n++) {
                const size_t v = found[k].vertex[n];
                double *p = st->p + 3 * v;
                if (!st->moves[v]) continue; /* held vertices stay */
                p[0] += found[k].by[n].x;
                p[1] += found[k].by[n].y;
                p[2] += found[k].by[n].z;
            }
        }
    }

    /* Triangles that the pushes have turned inside out or made too small. */
    pd_smpl_uninvert_run(st->p, &st->uninvert, st->wanted, LEAST_AREA);
}

/* Returns the rounds it took. Over before its end: of exact contact the best surface that was checked;
 * otherwise where the rounds had come to. */
static int run_rounds(pd_smpl_contact_state *st)
{
    const size_t bytes = 3 * (size_t)st->data->vertex_count * sizeof *st->u;
    int n = 1;

    int spread_rounds = SPREAD_ROUNDS;
    bool is_settled = false;
    memset(st->u, 0, bytes);
    for (; n <= spread_rounds && !is_over(st); n++) {
        if (n % st->find_every == 0 && (n >= CLEAR_ROUNDS || !is_settled)) {
            store_posed(st->posed, st);
            const float deepest = find_penetrations(st, st->posed, st->close, st->close_count);
            is_settled = is_clear(st) && deepest <= CLEAR_DEPTH;
            if (n >= CLEAR_ROUNDS && is_settled) spread_rounds = n;
        }

        one_round(st, n);

        /* Half of u = p - start is spread to the neighbours. */
        const pd_smpl_surface *s = &st->c->surface;
        for (int i = 0; i < st->region_count; i++) {
            size_t v = 3 * (size_t)st->region[i];
            for (size_t c = 0; c < 3; c++) st->u[v + c] = st->p[v + c] - st->start[v + c];
        }

        /* Vertices outside the region have u = 0, so the displacement decays at the region's edge. */
        for (int i = 0; i < st->region_count; i++) {
            const size_t v = (size_t)st->region[i];
            if (!st->moves[v]) continue;
            pd_vec3 sum = {0, 0, 0};
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                sum = pd_vec3_fma(sum, s->weight[e], pd_smpl_contact_at(st->u, (size_t)s->other[e]));
            const pd_vec3 u = pd_vec3_fma(pd_smpl_contact_at(st->u, v), 1 / s->degree[v], sum);
            pd_smpl_contact_set(st->p, v, pd_vec3_fma(pd_smpl_contact_at(st->start, v), KEEP / 2, u));
        }
    }

    /* Last rounds: no spreading. Exact contact keeps the best surface so far in u. */
    const bool is_smooth = st->c->is_smooth;
    const int find_every = is_settled ? FIND_SETTLED : FIND_EVERY_LAST;
    st->best = INFINITY;
    memcpy(st->spread, st->p, bytes);
    for (; n <= (is_smooth ? SMOOTH_ROUNDS : PD_SMPL_CONTACT_ROUNDS) && !is_over(st); n++) {
        if (n % find_every == 0) {
            if (!is_smooth && keep_best(st)) return n;
            if (is_smooth) {
                store_posed(st->posed, st);
                find_penetrations(st, st->posed, st->asked, st->asked_count);
            }
        }

        one_round(st, n);

        /* The rounds below do not spread u. Where skin cannot be separated, single vertices would move far
         * and become spikes, so their displacement is limited. */
        for (int i = 0; i < st->region_count && is_smooth; i++) {
            const size_t v = (size_t)st->region[i];
            const pd_vec3 from = pd_smpl_contact_at(st->spread, v);
            const pd_vec3 way = pd_vec3_sub(pd_smpl_contact_at(st->p, v), from);
            const double length = pd_vec3_length(way);
            if (length <= LAST_WAY) continue;
            pd_smpl_contact_set(st->p, v, pd_vec3_fma(from, LAST_WAY / length, way));
        }
    }

    if (is_smooth) return n - 1;

    /* The last surface counts as well. If the budget ended the rounds, return the best one. */
    const bool is_best = keep_best(st);
    if (!is_best && st->best < INFINITY) memcpy(st->p, st->u, bytes);

    return n;
}

int pd_smpl_contact_run(float *vertices, const pd_smpl_contact *contact, const pd_smpl_body *body,
                        pd_arena *scratch)
{
    PD_ASSERT(vertices && contact && body);
    if (contact->press) return pd_smpl_press_run(vertices, contact->press, body, scratch);

    /* Overlap of the rest pose does not count as contact. Expressions move skin at rest too, so that a
     * body with one is checked. */
    if (pd_smpl_pose_is_rest(body, contact->model->joint_count) && !body->expression_count) {
        if (body->contact_stopped) *body->contact_stopped = false;
        return 0;
    }

    const size_t used_before = scratch->used;
    pd_smpl_contact_state *st = take_state(contact, scratch);
    int rounds = 0;
    st->cancel = body->cancel;
    st->work_ns = START_NS;
    st->most_ns = body->contact_budget > 0 ? 1e6 * body->contact_budget : INFINITY;

    /* The translation that skinning has added: with `ground` the height comes later. */
    double shift[3];
    for (int c = 0; c < 3; c++)
        shift[c] = body->translation && !(body->ground && c == 1) ? (double)body->translation[c] : 0;

    /* The shaped body at rest, and the posed one without translation. */
    const pd_smpl_model *m = contact->model;
    const size_t v = (size_t)m->vertex_count;
    const size_t all = (size_t)m->beta_count;
    const size_t beta_count = body->betas ? (size_t)body->beta_count : 0;
    pd_smpl_pose_chain(&st->pose, m, body);
    for (size_t i = 0; i < v; i++) {
        const float *x_dirs = m->data.shapedirs + 3 * i * all;
        const float *y_dirs = x_dirs + all;
        const float *z_dirs = y_dirs + all;
        double x = (double)m->data.v_template[3 * i];
        double y = (double)m->data.v_template[3 * i + 1];
        double z = (double)m->data.v_template[3 * i + 2];
        for (size_t n = 0; n < beta_count; n++) {
            const double beta = (double)body->betas[n];
            x += (double)x_dirs[n] * beta;
            y += (double)y_dirs[n] * beta;
            z += (double)z_dirs[n] * beta;
        }

        st->rest[3 * i] = x;
        st->rest[3 * i + 1] = y;
        st->rest[3 * i + 2] = z;
    }

    for (size_t i = 0; i < 3 * v; i++) st->rest_f[i] = (float)st->rest[i];
    for (size_t i = 0; i < 3 * v; i++) st->start[i] = st->p[i] = (double)vertices[i] - shift[i % 3];
    memset(st->at_rest, PD_SMPL_UNKNOWN, v);
    memset(st->moves, 0, v);

    /* Is anything wrong? Inverted triangles, and vertices inside the body. */
    pd_smpl_uninvert_rotations(st->rotations, st->data, &st->pose);
    st->uninvert = (pd_smpl_uninvert){.data = st->data,
                                      .faces = contact->soft_faces,
                                      .face_count = contact->soft_face_count,
                                      .moves = NULL,
                                      .face_mirror = NULL};
    pd_smpl_uninvert_pose(st->wanted_soft, &st->uninvert, st->rotations, st->rest);
    const int inverted = pd_smpl_uninvert_find(st->inverted, &st->uninvert, st->wanted_soft, st->p);

    store_posed(st->posed, st);
    ask_whole_body(st, st->posed);
    const float deepest = find_penetrations(st, st->posed, st->asked, st->asked_count);
    st->find_every = deepest <= SHALLOW && !contact->is_smooth ? FIND_SHALLOW : FIND_EVERY;
    if (deepest > PD_SMPL_CONTACT_LEAST_DEPTH || inverted) {
        /* Planes of the creases, the region that may move, and the rounds. */
        pd_smpl_folds_place(&st->folds, &contact->sides, st->rest, st->pose.rest[0], scratch);
        pd_smpl_contact_choose_region(st, inverted);
        rounds = run_rounds(st);

        /* Triangles that the rounds have left inverted. */
        for (int n = 0; n < UNINVERT_ROUNDS; n++) {
            if (!pd_smpl_uninvert_find(NULL, &st->uninvert, st->wanted, st->p)) break;
            pd_smpl_uninvert_run(st->p, &st->uninvert, st->wanted, LEAST_AREA);
        }

        /* Vertices that did not move keep their bits. */
        for (int i = 0; i < st->region_count; i++)
            for (size_t c = 0; c < 3; c++) {
                size_t k = 3 * (size_t)st->region[i] + c;
                const double share = (double)st->share[st->region[i]];
                if (st->p[k] == st->start[k] || share == 0) continue;
                const double to = share < 1 ? st->start[k] + share * (st->p[k] - st->start[k]) : st->p[k];
                vertices[k] = (float)(to + shift[c]);
            }
    }

    if (body->contact_stopped) *body->contact_stopped = is_over(st);
    scratch->used = used_before;

    return rounds;
}
