#include "core/smpl/contact_parts.h"

#include "core/base/assert.h"
#include "core/math/vec3.h"
#include "core/smpl/fold.h"
#include "core/smpl/surface/inside.h"
#include "core/smpl/surface/surface.h"
#include "core/smpl/uninvert.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Tuned constants; contact_parts.h says how they were found. Lengths in metres. */

/* A patch of this depth takes its whole displacement. Arms that come down jump by 3.6 mm without it, by
 * 1.9 with 4, 6 or 10 mm. */
#define WHOLE_DEPTH   6e-3f
#define RINGS         14 /* Rings of vertices around skin that is too deep. */
#define CLOSE_RINGS   6  /* Rings that are searched while u is spread; at the end all are. */
/* Rounds in which normals are averaged with their neighbours before skin moves along them. */
#define NORMAL_ROUNDS 12
/* Depth of a vertex in another part, divided by the part's radius there. A vertex moves up to DEEP; from
 * THROUGH on it may be held. */
#define DEEP          0.25
#define THROUGH       0.50
/* Agreement of the directions out of two parts: |sum| / sum of lengths. Skin is held below AGREE_NONE and
 * moves from AGREE_WHOLE on. */
#define AGREE_NONE    0.72
#define AGREE_WHOLE   0.93
#define LEAST_RADIUS  0.01 /* Metres; of fingers and toes. */
#define HELD_RINGS    18   /* Rings of vertices over which skin that is held fades into skin that moves. */

/* Adds a vertex to the region once. */
static void mark_vertex(pd_smpl_contact_state *st, int vertex)
{
    PD_DEBUG_ASSERT(vertex >= 0 && vertex < st->data->vertex_count);
    if (st->in_region[vertex] != PD_SMPL_REGION_NONE) return;
    st->in_region[vertex] = PD_SMPL_REGION_IN;
    st->region[st->region_count++] = vertex;
}

static void mark_face(pd_smpl_contact_state *st, int face)
{
    for (int k = 0; k < 3; k++) mark_vertex(st, (int)st->data->faces[3 * (size_t)face + (size_t)k]);
}

/* Splits the region into connected patches and computes how much of the displacement each takes, 0 to 1:
 * none where its deepest vertex is PD_SMPL_CONTACT_LEAST_DEPTH deep, so that a contact begins without a
 * jump, the whole from WHOLE_DEPTH on or where a triangle is inside out. */
static void measure_patches(pd_smpl_contact_state *st, int inverted)
{
    const pd_smpl_surface *s = &st->c->surface;

    /* Depth at each vertex of the region. */
    for (int i = 0; i < st->region_count; i++) st->way[st->region[i]] = 0;
    for (int i = 0; i < st->touch_count; i++) {
        const pd_smpl_touch *t = &st->touches[i];
        if (t->face >= 0) st->way[t->vertex] = fmaxf(st->way[t->vertex], t->depth);
    }

    for (int i = 0; i < inverted; i++)
        st->way[st->data->faces[3 * (size_t)st->c->soft_faces[st->inverted[i]]]] = INFINITY;

    /* Each patch in turn: its vertices, from one to its neighbours, and then their share. */
    for (int i = 0; i < st->region_count; i++) {
        int *const list = st->unknown;
        int count = 0;
        float deepest = 0;
        if (st->in_region[st->region[i]] == PD_SMPL_REGION_PATCH) continue;
        list[count++] = st->region[i];
        st->in_region[st->region[i]] = PD_SMPL_REGION_PATCH;
        for (int n = 0; n < count; n++) {
            const int v = list[n];
            deepest = fmaxf(deepest, st->way[v]);
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                if (st->in_region[s->other[e]] == PD_SMPL_REGION_IN) {
                    list[count++] = s->other[e];
                    st->in_region[s->other[e]] = PD_SMPL_REGION_PATCH;
                }
        }

        const float x = fminf(1, fmaxf(0, (deepest - PD_SMPL_CONTACT_LEAST_DEPTH) /
                                              (WHOLE_DEPTH - PD_SMPL_CONTACT_LEAST_DEPTH)));
        for (int n = 0; n < count; n++) {
            st->share[list[n]] = x * x * (3 - 2 * x);
            st->way[list[n]] = 0;
        }
    }
}

static void add_at(double *p, size_t i, pd_vec3 v)
{
    p[3 * i] += v.x;
    p[3 * i + 1] += v.y;
    p[3 * i + 2] += v.z;
}

/* Computes the normals of `start` in the region, each averaged with its neighbours. The surface itself
 * crumples in the rounds; along its own normals skin would be pushed to all sides. */
static void find_normals(pd_smpl_contact_state *st)
{
    const pd_smpl_surface *s = &st->c->surface;
    const size_t bytes = 3 * (size_t)st->data->vertex_count * sizeof *st->normal;

    memset(st->normal, 0, bytes);

    for (size_t f = 0; f < (size_t)st->data->face_count; f++) {
        const uint32_t *t = st->data->faces + 3 * f;
        if (!st->in_region[t[0]] && !st->in_region[t[1]] && !st->in_region[t[2]]) continue;
        const pd_vec3 a = pd_smpl_contact_at(st->start, t[0]);
        const pd_vec3 ab = pd_vec3_sub(pd_smpl_contact_at(st->start, t[1]), a);
        const pd_vec3 ac = pd_vec3_sub(pd_smpl_contact_at(st->start, t[2]), a);
        const pd_vec3 n = pd_vec3_cross(ab, ac);
        for (int k = 0; k < 3; k++) add_at(st->normal, t[k], n);
    }

    for (size_t v = 0; v < (size_t)st->data->vertex_count; v++) {
        const pd_vec3 n = pd_vec3_unit_or(pd_smpl_contact_at(st->normal, v), pd_vec3_make(0, 0, 0));
        pd_smpl_contact_set(st->normal, v, n);
    }

    for (int round = 0; round < NORMAL_ROUNDS; round++) {
        for (int i = 0; i < st->region_count; i++) {
            const size_t v = (size_t)st->region[i];
            pd_vec3 sum = {0, 0, 0};
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                sum = pd_vec3_fma(sum, s->weight[e], pd_smpl_contact_at(st->normal, (size_t)s->other[e]));
            const pd_vec3 mean =
                s->degree[v] > 0 ? pd_vec3_scale(sum, 1 / s->degree[v]) : pd_smpl_contact_at(st->normal, v);
            pd_smpl_contact_set(st->u, v,
                                pd_vec3_scale(pd_vec3_add(pd_smpl_contact_at(st->normal, v), mean), 0.5));
        }

        for (int i = 0; i < st->region_count; i++)
            memcpy(st->normal + 3 * (size_t)st->region[i], st->u + 3 * (size_t)st->region[i],
                   3 * sizeof *st->u);
    }
}

pd_vec3 pd_smpl_contact_normal(const pd_smpl_contact_state *st, const pd_smpl_touch *t)
{
    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    pd_vec3 n = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        n = pd_vec3_fma(n, (double)t->weights[k], pd_smpl_contact_at(st->normal, f[k]));
    return n;
}

/* Returns part k's weight at the point of a touch that was passed through. */
static double weight_at(const pd_smpl_contact_state *st, const pd_smpl_touch *t, size_t k)
{
    const size_t joints = (size_t)st->data->joint_count;
    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    double sum = 0;
    for (int n = 0; n < 3; n++) sum += (double)(t->weights[n] * st->data->weights[f[n] * joints + k]);
    return sum;
}

/* Returns the thickness of the part at the point of a touch that was passed through: its distance at rest
 * from the axes of the parts there, which go through centers (K). */
static double radius_at(const pd_smpl_contact_state *st, const pd_smpl_touch *t, const pd_vec3 *centers)
{
    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    pd_vec3 x = {0, 0, 0};
    double sum = 0;

    for (int k = 0; k < 3; k++) x = pd_vec3_fma(x, (double)t->weights[k], pd_smpl_contact_at(st->rest, f[k]));
    for (size_t k = 0; k < (size_t)st->data->joint_count; k++) {
        const double w = weight_at(st, t, k);
        if (w <= 0) continue;
        const pd_vec3 from = pd_vec3_sub(x, centers[k]);
        const pd_vec3 axis = st->c->axis[k];
        sum += w * pd_vec3_length(pd_vec3_fma(from, -pd_vec3_dot(from, axis), axis));
    }

    return fmax(sum, LEAST_RADIUS);
}

static float smooth_step(double x)
{
    const float t = (float)fmin(fmax(x, 0), 1);
    return t * t * (3 - 2 * t);
}

/* Holds skin where a limb goes through another: there the nearest way out changes from one side to the
 * other from pose to pose, and no surface that is smooth in the pose is free of overlap. That is where a
 * vertex is deep in the other part, and the ways out of the two parts disagree. */
static void hold_crossings(pd_smpl_contact_state *st)
{
    const size_t joints = (size_t)st->data->joint_count;
    const pd_smpl_surface *s = &st->c->surface;
    pd_vec3 apart[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];
    double depth[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];

    memset(apart, 0, sizeof apart);
    memset(depth, 0, sizeof depth);

    /* Sums over the touches of each pair of parts: of what separates the first from the second. */
    bool is_any = false;
    for (int i = 0; i < st->touch_count; i++) {
        const pd_smpl_touch *t = &st->touches[i];
        if (t->face < 0 || t->is_near) continue;
        const pd_vec3 n = pd_vec3_unit_or(pd_smpl_contact_normal(st, t), pd_vec3_make(0, 0, 0));
        const size_t a = (size_t)s->holder[t->vertex];
        for (size_t b = 0; b < joints; b++) {
            const double w = st->c->crossing[a][b] > 0 ? weight_at(st, t, b) * (double)t->depth : 0;
            if (w <= 0) continue;
            is_any = true;
            apart[a][b] = pd_vec3_fma(apart[a][b], w, n);
            apart[b][a] = pd_vec3_fma(apart[b][a], -w, n);
            depth[a][b] += w;
            depth[b][a] += w;
        }
    }

    if (!is_any) return;

    /* Centres of the parts at rest. */
    pd_vec3 centers[PD_SMPL_MAX_JOINTS];
    int counts[PD_SMPL_MAX_JOINTS] = {0};
    memset(centers, 0, sizeof centers);
    for (int v = 0; v < st->data->vertex_count; v++) {
        const int k = s->holder[v];
        centers[k] = pd_vec3_add(centers[k], pd_smpl_contact_at(st->rest, (size_t)v));
        counts[k]++;
    }

    for (size_t k = 0; k < joints; k++)
        centers[k] = pd_vec3_scale(centers[k], 1.0 / (counts[k] ? counts[k] : 1));

    /* At each touch: the vertex, and the triangle that it has passed through. */
    bool is_held = false;
    for (int i = 0; i < st->touch_count; i++) {
        const pd_smpl_touch *t = &st->touches[i];
        const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
        if (t->face < 0 || t->is_near) continue;

        const double ratio = (double)t->depth / radius_at(st, t, centers);
        if (ratio <= DEEP) continue;
        const size_t a = (size_t)s->holder[t->vertex];
        float held = 0;
        for (size_t b = 0; b < joints; b++) {
            if (depth[a][b] <= 0) continue;
            const double agree = pd_vec3_length(apart[a][b]) / depth[a][b];
            held += (float)weight_at(st, t, b) *
                    smooth_step((ratio / st->c->crossing[a][b] - DEEP) / (THROUGH - DEEP)) *
                    (1 - smooth_step((agree - AGREE_NONE) / (AGREE_WHOLE - AGREE_NONE)));
        }

        if (held <= 0) continue;
        is_held = true;
        st->held[t->vertex] = fmaxf(st->held[t->vertex], held);
        for (int k = 0; k < 3; k++) st->held[f[k]] = fmaxf(st->held[f[k]], held);
    }

    /* `held` falls by 1 / HELD_RINGS from each ring of vertices to the next. The loop ends when no value
     * rises, so that the order does not matter. */
    for (bool is_higher = is_held; is_higher;) {
        is_higher = false;
        for (int i = 0; i < st->region_count; i++) {
            const int v = st->region[i];
            for (int e = s->start[v]; e < s->start[v + 1]; e++) {
                const float held = st->held[s->other[e]] - 1.0f / HELD_RINGS;
                if (held > st->held[v]) {
                    st->held[v] = held;
                    is_higher = true;
                }
            }
        }
    }

    for (int i = 0; i < st->region_count && is_held; i++) {
        const int v = st->region[i];
        st->held[v] = smooth_step((double)st->held[v]);
        st->share[v] *= 1 - st->held[v];
    }
}

/* Starts the region with the touches and with the inverted triangles. */
static void mark_faults(pd_smpl_contact_state *st, int inverted)
{
    memset(st->in_region, PD_SMPL_REGION_NONE, (size_t)st->data->vertex_count);
    for (int i = 0; i < st->touch_count; i++) {
        if (st->touches[i].face < 0) continue;
        mark_vertex(st, st->touches[i].vertex);
        mark_face(st, st->touches[i].face);
    }

    for (int i = 0; i < inverted; i++) mark_face(st, st->c->soft_faces[st->inverted[i]]);
}

/* Activates and fills the folds that reach any vertex of the region, where the joint is bent. */
static void activate_folds(pd_smpl_contact_state *st)
{
    for (int i = 0; i < st->folds.count; i++) {
        for (int n = 0; !st->active[i] && n < st->region_count; n++)
            st->active[i] = pd_smpl_folds_share(&st->folds, i, st->rest + 3 * (size_t)st->region[n]) > 0;
        pd_smpl_folds_pose(&st->planes[i], &st->folds, i, &st->pose);
        st->active[i] &= st->planes[i].half_cos > 0;
        if (st->active[i]) pd_smpl_folds_fill(&st->folds, i, st->rest, st->c->give);
    }
}

/* Grows the region by RINGS rings of neighbours. Returns the number of vertices up to ring CLOSE_RINGS,
 * which come first in the region. */
static int grow_region(pd_smpl_contact_state *st)
{
    const pd_smpl_surface *s = &st->c->surface;
    int close_count = 0;

    for (int ring = 0, first = 0; ring < RINGS; ring++) {
        const int last = st->region_count;
        if (ring == CLOSE_RINGS) close_count = last;
        for (; first < last; first++)
            for (int e = s->start[st->region[first]]; e < s->start[st->region[first] + 1]; e++)
                mark_vertex(st, s->other[e]);
    }

    return close_count;
}

/* Lists the triangles that may have to be un-inverted, those with a corner that moves, with the normals
 * that they should have. Those of the soft triangles are known. */
static void list_faces(pd_smpl_contact_state *st)
{
    int face_count = 0;
    int soft = 0; /* soft triangles passed so far */
    memset(st->moves, 0, (size_t)st->data->vertex_count);
    for (int i = 0; i < st->region_count; i++) st->moves[st->region[i]] = st->c->moves[st->region[i]];

    for (int i = 0; i < st->data->face_count; i++) {
        const int f = st->c->face_order[i];
        const uint32_t *t = st->data->faces + 3 * (size_t)f;
        const bool is_soft = soft < st->c->soft_face_count && st->c->soft_faces[soft] == f;
        soft += is_soft;
        if (!st->moves[t[0]] && !st->moves[t[1]] && !st->moves[t[2]]) continue;

        float *const wanted = st->wanted + 3 * (size_t)face_count;
        st->faces[face_count] = f;
        const pd_smpl_uninvert one = {.data = st->data,
                                      .faces = st->faces + face_count++,
                                      .face_count = 1,
                                      .moves = NULL,
                                      .face_mirror = NULL};
        if (is_soft)
            memcpy(wanted, st->wanted_soft + 3 * (size_t)(soft - 1), 3 * sizeof *wanted);
        else
            pd_smpl_uninvert_pose(wanted, &one, st->rotations, st->rest);
    }

    PD_ASSERT(soft == st->c->soft_face_count);
    PD_ASSERT(st->region_count <= st->data->vertex_count && face_count <= st->data->face_count);
    st->uninvert = (pd_smpl_uninvert){.data = st->data,
                                      .faces = st->faces,
                                      .face_count = face_count,
                                      .moves = st->moves,
                                      .face_mirror = st->c->face_mirror};
}

/* Tells the search which vertices change between two searches: those that move, and members of folds
 * beyond the region. */
static void watch_changes(pd_smpl_contact_state *st)
{
    memcpy(st->changes, st->moves, (size_t)st->data->vertex_count);
    for (int i = 0; i < st->folds.count; i++) {
        const pd_smpl_fold *fold = &st->folds.list[i];
        for (int k = fold->first; st->active[i] && k < fold->first + fold->count; k++)
            st->changes[st->folds.members[k].vertex] = 1;
    }

    pd_smpl_inside_watch(&st->inside, st->changes);
    st->is_watched = true;
}

/* Lists the vertices that are searched from now on: those of the region, including its rigid skin; while u
 * is spread, only the first close_count of the region. */
static void list_asked(pd_smpl_contact_state *st, int close_count)
{
    st->asked_count = st->close_count = 0;
    for (int i = 0; i < close_count; i++) st->in_region[st->region[i]] = PD_SMPL_REGION_CLOSE;
    for (size_t i = 0; i < (size_t)st->data->vertex_count; i++) {
        const int v = st->c->vertex_order[i];
        if (st->in_region[v] == PD_SMPL_REGION_NONE || st->c->rest_inside[v]) continue;
        st->asked[st->asked_count++] = v;
        if (st->in_region[v] == PD_SMPL_REGION_CLOSE) st->close[st->close_count++] = v;
    }
}

void pd_smpl_contact_choose_region(pd_smpl_contact_state *st, int inverted)
{
    /* Choose the vertices. */
    mark_faults(st, inverted);
    activate_folds(st);
    const int close_count = grow_region(st);

    /* Choose how much of their displacement they take. */
    measure_patches(st, inverted);
    if (st->c->is_smooth) {
        find_normals(st);
        hold_crossings(st);
    }

    /* Prepare the rounds. */
    list_faces(st);
    watch_changes(st);
    list_asked(st, close_count);
}
