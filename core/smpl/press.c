#include "core/smpl/press.h"

#include "core/base/assert.h"
#include "core/smpl/pose.h"
#include "core/smpl/tube.h"
#include "core/smpl/surface/give.h"
#include "core/smpl/surface/surface.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Constants of press.h. Tuned together, on sweeps of joints in steps of a degree (docs/lab/body-model.md,
 * "Soft contact"). Lengths in metres. */
/* Depths: below LEAST a depth is rounding error; over ONSET soft(d) goes from slope 0 to slope 1. */
#define LEAST        1e-4
#define ONSET        0.008
/* Pairs without a common joint: f is 0 where e_A . e_B >= FACING_NONE, 1 where it is <= FACING_WHOLE. */
#define FACING_NONE  0.90
#define FACING_WHOLE 0.20
/* Creases: f is 1 where -e_A . n >= FACING_FOLD. A crease begins where 1 - cos(swing / 2) is BENT_LEAST
 * (swing of 23 degrees) and is complete at BENT_WHOLE (64 degrees). */
#define FACING_FOLD  0.40
#define BENT_LEAST   0.02
#define BENT_WHOLE   0.15
/* Distance from an axis below which the direction away from it fades to 0:
 * of a vertex's own parts, of another part. */
#define AXIS_ROUND   0.010
#define PAIR_ROUND   0.08
/* Creases: largest goal; L of a slender crease; sum of the mean body's radii above which L is smaller, with
 * its power; L against a hard part; power by which L is smaller in a body stouter than the mean; farthest
 * that a vertex goes, as a multiple of its depth. */
#define MOST         0.07
#define LEVER        0.086
#define GIRTH        0.19
#define GIRTH_POWER  0.4
#define LEVER_HARD   0.18
#define STOUTER      1.6
#define SIDEWAYS     14
/* Other pairs: L; largest goal (times s); weight of S_0, by which goals shrink where directions disagree. */
#define LEVER_FAR    0.0255
#define MOST_FAR     0.04
#define DISAGREE     1.0
/* Factor of all goals: makes up for what spreading takes away. */
#define EXTRA        1.2
/* Weight of part B at a vertex from which on B is the vertex's own and presses it no more. */
#define OWN          0.5f
/* Rounds of goals and spreading, the last of which spread a third; a of press.h; rings of vertices that all
 * rounds together can reach. */
#define ROUNDS       12
#define LAST_ROUNDS  4
#define SPREAD       0.5f
#define RINGS        ROUNDS
/* Most goals per vertex, on average. */
#define GOALS_EACH   3
/* Largest height of the bulge; goal with which skin bulges half as much; rings over which that goal is
 * averaged; Newton steps. */
#define BULGE        0.006
#define PRESSED      0.008
#define NEAR_RINGS   3
#define BULGE_ROUNDS 3

struct pd_smpl_press {
    const pd_smpl_model *model;
    pd_smpl_surface surface;
    pd_smpl_tube_parts parts;
    float *give; /* (V) */
    bool hard[PD_SMPL_MAX_JOINTS];
    double girth[PD_SMPL_MAX_JOINTS]; /* Radii of the mean body's tubes. */
};

/* --- build --- */

static bool fill_press(pd_smpl_press *p, const pd_smpl_data *d, pd_error *err)
{
    const size_t v = (size_t)d->vertex_count;
    double *rest = malloc(3 * v * sizeof *rest);

    p->give = malloc(v * sizeof *p->give);
    bool good = rest && p->give;

    /* Surface graph and parts of the mean body at rest. */
    for (size_t i = 0; good && i < 3 * v; i++) rest[i] = (double)d->v_template[i];
    good = good && pd_smpl_surface_init(&p->surface, d, rest, p->model->joint_template, err) == PD_OK &&
           pd_smpl_tube_parts_init(&p->parts, d, err) == PD_OK;
    free(rest);
    pd_smpl_tube *tubes = good ? malloc((size_t)d->joint_count * sizeof *tubes) : NULL;
    if (!tubes) return false;

    /* Radii of the mean body's tubes, against which a stout body is compared. */
    pd_smpl_tubes_fit(tubes, &p->parts, d->v_template, (const double(*)[3])p->model->joint_template);
    for (int k = 0; k < d->joint_count; k++) p->girth[k] = tubes[k].radius;
    free(tubes);

    pd_smpl_give(p->give, p->hard, d);
    return true;
}

pd_status pd_smpl_press_build(pd_smpl_press **out, const pd_smpl_model *model, pd_error *err)
{
    pd_smpl_press *p = calloc(1, sizeof *p);

    if (p) p->model = model;
    const bool good = p && fill_press(p, &model->data, err);

    *out = good ? p : NULL;
    if (good) return PD_OK;
    pd_smpl_press_free(p);

    return pd_fail(err, PD_ERR_MEMORY, "contact", "out of memory for %d vertices", model->vertex_count);
}

void pd_smpl_press_free(pd_smpl_press *press)
{
    if (!press) return;
    pd_smpl_surface_deinit(&press->surface);
    pd_smpl_tube_parts_deinit(&press->parts);
    free(press->give);
    free(press);
}

/* --- one body --- */

typedef struct goal {
    int vertex, pair; /* pair: A * K + B for parts without a common joint; -1 in a crease. */
    float n[3], amount;
} goal;

typedef struct state {
    const pd_smpl_press *p;
    const pd_smpl_data *data;
    pd_smpl_pose pose;
    pd_smpl_tube tubes[PD_SMPL_MAX_JOINTS];
    float *rest, *x, *u, *next; /* (V,3) At rest, posed, offsets, and the next offsets. */
    float *pressed, *bulge;     /* (V) Largest goal, metres; share in the bulge (find_bulge). */
    float *normal;              /* (V,3) Normals (find_normals). */
    /* Per joint: normal of the plane between its sides, towards the child's. */
    pd_vec3 across[PD_SMPL_MAX_JOINTS];
    double bent[PD_SMPL_MAX_JOINTS]; /* Per joint: 0 straight to 1 bent, the crease's part of f. */
    pd_vec3 *apart;                  /* (K,K) S: of the first part's skin in the second. */
    double *meeting;                 /* (K,K) S_0 */
    goal *goals;
    int *first_goal; /* (V+1) */
    int *region;     /* (V) Vertices that the offsets can reach; pressed ones first. */
    unsigned char *in_region;
    int goal_count, goal_capacity, region_count, pressed_count;
} state;

static size_t goal_capacity(const pd_smpl_data *d)
{
    return GOALS_EACH * (size_t)d->vertex_count;
}

size_t pd_smpl_press_scratch_bytes(const pd_smpl_press *press)
{
    const pd_smpl_data *d = &press->model->data;
    const size_t v = (size_t)d->vertex_count;
    const size_t pairs = (size_t)d->joint_count * (size_t)d->joint_count;

    return pd_arena_bytes(1, sizeof(state)) + 5 * pd_arena_bytes(3 * v, sizeof(float)) +
           2 * pd_arena_bytes(v, sizeof(float)) + pd_arena_bytes(goal_capacity(d), sizeof(goal)) +
           pd_arena_bytes(pairs, sizeof(pd_vec3)) + pd_arena_bytes(pairs, sizeof(double)) +
           pd_arena_bytes(v + 1, sizeof(int)) + pd_arena_bytes(v, sizeof(int)) + pd_arena_bytes(v, 1);
}

/* Takes all arrays of the state from the scratch memory. */
static state *take_state(const pd_smpl_press *p, pd_arena *scratch)
{
    const pd_smpl_data *d = &p->model->data;
    const size_t v = (size_t)d->vertex_count;
    const size_t pairs = (size_t)d->joint_count * (size_t)d->joint_count;

    state *st = pd_arena_take(scratch, 1, sizeof *st);
    st->p = p;
    st->data = d;
    st->rest = pd_arena_take(scratch, 3 * v, sizeof(float));
    st->x = pd_arena_take(scratch, 3 * v, sizeof(float));
    st->u = pd_arena_take(scratch, 3 * v, sizeof(float));
    st->next = pd_arena_take(scratch, 3 * v, sizeof(float));
    st->normal = pd_arena_take(scratch, 3 * v, sizeof(float));
    st->pressed = pd_arena_take(scratch, v, sizeof(float));
    st->bulge = pd_arena_take(scratch, v, sizeof(float));
    st->apart = pd_arena_take(scratch, pairs, sizeof *st->apart);
    st->meeting = pd_arena_take(scratch, pairs, sizeof *st->meeting);
    st->goals = pd_arena_take(scratch, goal_capacity(d), sizeof(goal));
    st->first_goal = pd_arena_take(scratch, v + 1, sizeof(int));
    st->region = pd_arena_take(scratch, v, sizeof(int));
    st->in_region = pd_arena_take(scratch, v, 1);
    st->goal_capacity = (int)goal_capacity(d);
    st->goal_count = st->region_count = st->pressed_count = 0;

    return st;
}

static pd_vec3 press_at(const float *points, size_t i)
{
    return pd_vec3_make((double)points[3 * i], (double)points[3 * i + 1], (double)points[3 * i + 2]);
}

static pd_vec3 rotated(const pd_xform *a, pd_vec3 v)
{
    const double in[3] = {v.x, v.y, v.z};
    double out[3];
    pd_xform_vector(out, a, in);
    return pd_vec3_make(out[0], out[1], out[2]);
}

/* Returns point v transformed by a; `rotated` above transforms a direction. */
static pd_vec3 carried(const pd_xform *a, pd_vec3 v)
{
    const double in[3] = {v.x, v.y, v.z};
    double out[3];
    pd_xform_point(out, a, in);
    return pd_vec3_make(out[0], out[1], out[2]);
}

/* --- what is pressed --- */

/* Bounding sphere of a part's tube and caps in the pose. */
typedef struct ball {
    pd_vec3 middle;
    double radius;
} ball;

/* Returns a depth with a smooth onset: quadratic up to ONSET, then linear with slope 1. */
static double soft(double depth)
{
    return depth < ONSET ? depth * depth / (2 * ONSET) : depth - ONSET / 2;
}

static double smooth_step(double t)
{
    t = fmin(fmax(t, 0), 1);
    return t * t * (3 - 2 * t);
}

/* Computes e_A: the direction away from the axes of the parts that hold the vertex, weighted, in the pose. */
static pd_vec3 own_direction(const state *st, size_t v)
{
    const float *w = st->data->weights + v * (size_t)st->data->joint_count;
    pd_vec3 sum = {0, 0, 0};

    for (int k = 0; k < st->data->joint_count; k++) {
        if (w[k] < 0.02f || !st->p->parts.exists[k]) continue;
        const pd_vec3 from = pd_smpl_tube_find(&st->tubes[k], press_at(st->rest, v)).from_axis;
        const double round = pd_vec3_dot(from, from) + AXIS_ROUND * AXIS_ROUND;
        sum = pd_vec3_fma(sum, (double)w[k] / sqrt(round), rotated(&st->pose.skin[k], from));
    }

    return pd_vec3_unit_or(sum, pd_vec3_make(0, 0, 0));
}

/* Returns the distance along n from a point p inside a circle of radius r
 * about the origin to the circle; |p| <= r. */
static double way_out(pd_vec3 p, pd_vec3 n, double r)
{
    const double along = pd_vec3_dot(p, n);
    return sqrt(fmax(0, along * along + r * r - pd_vec3_dot(p, p))) - along;
}

static bool are_parent_and_child(const pd_smpl_data *d, int a, int b)
{
    return d->parents[a] == b || d->parents[b] == a;
}

/* Returns L of a crease. Stout parts, and even more those of stout bodies, meet farther from the joint, where
 * they are pressed at an angle. */
static double lever(const state *st, int a, int b)
{
    const double mean = st->p->girth[a] + st->p->girth[b];
    const double own = st->tubes[a].radius + st->tubes[b].radius;
    const double part = mean > GIRTH ? pow(GIRTH / mean, GIRTH_POWER) : 1;
    return LEVER * part * (own > mean ? pow(mean / own, STOUTER) : 1);
}

/* Returns s, which decreases with the distance r of the farthest joint between the two parts, because a
 * degree of that joint moves x proportionally to r. */
static double slowness(const state *st, int a, int b, pd_vec3 x)
{
    PD_ASSERT(a >= 0 && b >= 0);
    const int *parents = st->data->parents;
    const double whole = !are_parent_and_child(st->data, a, b) ? LEVER_FAR
                         : st->p->hard[b]                      ? LEVER_HARD
                                                               : lever(st, a, b);

    /* The path from a to b in the tree: of the two, the higher number goes up, because parents come first. */
    double far = 0;
    while (a != b) {
        int *up = a > b ? &a : &b;
        const pd_xform *w = &st->pose.world[*up];
        far = fmax(far, pd_vec3_distance(x, pd_vec3_make(w->m[3], w->m[7], w->m[11])));
        *up = parents[*up];
    }

    return whole / sqrt(sqrt(pow(whole, 4) + pow(far, 4)));
}

/* A vertex of A inside part B: e_A, its location in B's tube, and d. */
typedef struct sunk {
    int part;
    pd_vec3 own;
    pd_smpl_tube_place place;
    double depth;
} sunk;

/* Finds the goal in the crease of a joint: n, and f l / d as its amount. Returns false where f is 0. */
static bool find_crease(goal *g, const state *st, const pd_xform *back, const sunk *in)
{
    const int b = in->part;
    const double depth = in->depth;
    const pd_smpl_tube *t = &st->tubes[b];
    const size_t v = (size_t)g->vertex;
    const int a = st->p->surface.holder[v];
    const int *parents = st->data->parents;

    /* Direction n of the crease, towards the side of the vertex, and f:
     * how far the vertex faces the other side. */
    const pd_vec3 n = parents[a] == b ? st->across[a] : pd_vec3_scale(st->across[b], -1);
    const double sure =
        smooth_step(-pd_vec3_dot(in->own, n) / FACING_FOLD) * st->bent[parents[a] == b ? a : b];
    if (sure <= 0) return false;

    /* The tube's wall in the direction of n may be farther from the axis than the wall nearest to x. */
    const pd_vec3 from = rotated(&st->pose.skin[b], in->place.from_axis);
    const double far = pd_vec3_length(from);
    const double near = way_out(from, n, far + depth);
    const pd_vec3 point = carried(back, press_at(st->x, v));
    const pd_smpl_tube_place exit = pd_smpl_tube_find(t, pd_vec3_fma(point, near, rotated(back, n)));
    const double wall = fmax(far, exit.depth + pd_vec3_length(exit.from_axis) - (in->place.depth - depth));

    /* l: a vertex near one wall, but far from the wall in the direction of n, goes at most SIDEWAYS d. */
    const double way = way_out(from, n, wall);
    const double limited = way * SIDEWAYS * depth / (way + SIDEWAYS * depth);
    *g = (goal){.vertex = (int)v,
                .pair = -1,
                .n = {(float)n.x, (float)n.y, (float)n.z},
                .amount = (float)(sure / depth * limited)};

    return true;
}

/* Finds the goal between parts without a common joint: f as its amount, added to S and S_0. turn_pairs sets
 * n. Returns false where f is 0. */
static bool find_meeting(goal *g, state *st, const sunk *in)
{
    const int b = in->part;
    const pd_vec3 own = in->own;
    const pd_vec3 from = rotated(&st->pose.skin[b], in->place.from_axis);
    const double far = pd_vec3_length(from);
    const pd_vec3 away = pd_vec3_scale(from, 1 / sqrt(far * far + PAIR_ROUND * PAIR_ROUND));
    const double sure = smooth_step((FACING_NONE - pd_vec3_dot(own, away)) / (FACING_NONE - FACING_WHOLE));

    if (sure <= 0) return false;

    /* Sum over all vertices of the pair: the direction is one per pair of parts, for smoothness. */
    const int pair = st->p->surface.holder[g->vertex] * st->data->joint_count + b;
    const double weight = sure * soft(in->depth);
    st->apart[pair] = pd_vec3_fma(st->apart[pair], weight, pd_vec3_sub(away, own));
    st->meeting[pair] += weight;
    g->pair = pair;
    g->amount = (float)sure;

    return true;
}

/* Finds the goal of vertex v against part b: direction and distance. back: inverse(C_b). Returns false when
 * there is none. */
static bool find_goal(goal *g, state *st, const pd_xform *back, size_t v, int b, pd_vec3 own)
{
    PD_DEBUG_ASSERT(b >= 0 && b < st->data->joint_count && b != st->p->surface.holder[v]);
    const pd_smpl_tube *t = &st->tubes[b];
    const float held = st->data->weights[v * (size_t)st->data->joint_count + (size_t)b];

    /* Depth d: how far x is inside the tube, less its depth at rest. */
    pd_smpl_tube_place place = pd_smpl_tube_find(t, carried(back, press_at(st->x, v)));
    if (place.depth <= 0) return false;
    const double depth = place.depth - fmax(0, pd_smpl_tube_find(t, press_at(st->rest, v)).depth) - LEAST;
    if (depth <= 0) return false;

    /* Direction n, factor f and distance l; creases and other pairs define them differently. */
    const int a = st->p->surface.holder[v];
    const bool crease = are_parent_and_child(st->data, a, b);
    g->vertex = (int)v;
    const sunk in = {.part = b, .own = own, .place = place, .depth = depth};
    if (crease ? !find_crease(g, st, back, &in) : !find_meeting(g, st, &in)) return false;

    /* h f s soft(d) / d l, with a smooth limit; less where B holds the vertex, too. */
    const double slow = slowness(st, a, b, press_at(st->x, v)) * EXTRA;
    const double give = (double)st->p->give[v];
    const double other = st->p->hard[b] ? 0 : 1;
    const double stranger = smooth_step(1.5 * (1 - (double)(held / OWN)));
    const double way = slow * give / (give + other) * stranger * soft(depth) * (double)g->amount;
    const double most = crease ? MOST : MOST_FAR * slow;
    g->amount = (float)(most * tanh(way / most));

    return g->amount > 0;
}

/* Sets n of all goals between parts without a common joint to S / sqrt(|S|^2 + S_0^2). */
static void turn_pairs(state *st)
{
    for (int i = 0; i < st->goal_count; i++) {
        goal *g = st->goals + i;

        if (g->pair < 0) continue;
        PD_DEBUG_ASSERT(g->pair < st->data->joint_count * st->data->joint_count);

        /* The amount shrinks where the pair's directions disagree. */
        const pd_vec3 sum = st->apart[g->pair];
        const double length = pd_vec3_length(sum);
        const double all = DISAGREE * st->meeting[g->pair];
        const double whole = sqrt(length * length + all * all);
        if (whole <= 0) continue;
        const pd_vec3 n = pd_vec3_scale(sum, 1 / fmax(length, 1e-12));
        g->n[0] = (float)n.x;
        g->n[1] = (float)n.y;
        g->n[2] = (float)n.z;
        g->amount *= (float)(length / whole);
    }
}

/* Finds all goals, grouped by vertex, and the vertices that have any:
 * the first pressed_count of the region. */
static void find_goals(state *st)
{
    const int joints = st->data->joint_count;
    ball balls[PD_SMPL_MAX_JOINTS];

    pd_xform back[PD_SMPL_MAX_JOINTS];

    /* Bounding spheres, to skip most pairs of vertex and part. */
    for (int k = 0; k < joints; k++) {
        const pd_smpl_tube *t = &st->tubes[k];
        const pd_vec3 middle = pd_vec3_fma(t->origin, (t->low + t->high) / 2, t->axis[2]);
        const double half = (t->high - t->low) / 2 + t->radius / t->flatness;
        balls[k] = (ball){carried(&st->pose.skin[k], middle), sqrt(half * half + t->radius * t->radius)};
    }

    /* Planes of the creases: the child's bone, rotated by half of the swing. The sum of both rotated bones
     * has length 2 cos(swing / 2). */
    for (int k = 1; k < joints; k++) {
        const pd_vec3 n = st->tubes[k].axis[2];
        const pd_vec3 sum =
            pd_vec3_add(rotated(&st->pose.skin[st->data->parents[k]], n), rotated(&st->pose.skin[k], n));
        st->across[k] = pd_vec3_unit_or(sum, n);
        st->bent[k] = smooth_step((1 - pd_vec3_length(sum) / 2 - BENT_LEAST) / (BENT_WHOLE - BENT_LEAST));
    }

    for (int k = 0; k < joints; k++) back[k] = pd_xform_inverse(&st->pose.skin[k]);

    /* Each vertex that yields, against every part but its own. */
    for (size_t v = 0; v < (size_t)st->data->vertex_count; v++) {
        const int a = st->p->surface.holder[v];
        bool has_own = false;
        pd_vec3 own = {0, 0, 0};
        st->first_goal[v] = st->goal_count;
        if (st->p->give[v] <= 0) continue;

        /* Skip parts whose bounding sphere does not hold the vertex;
         * own_direction is computed only when needed. */
        for (int b = 0; b < joints && st->goal_count < st->goal_capacity; b++) {
            if (b == a || !st->p->parts.exists[b]) continue;
            const pd_vec3 d = pd_vec3_sub(press_at(st->x, v), balls[b].middle);
            if (pd_vec3_dot(d, d) > balls[b].radius * balls[b].radius) continue;
            if (!has_own) {
                own = own_direction(st, v);
                has_own = true;
            }

            goal *g = st->goals + st->goal_count;
            if (!find_goal(g, st, &back[b], v, b, own)) continue;
            st->pressed[v] = fmaxf(st->pressed[v], g->amount);
            st->goal_count++;
        }

        if (st->goal_count > st->first_goal[v]) st->region[st->pressed_count++] = (int)v;
    }

    st->first_goal[st->data->vertex_count] = st->goal_count;
    PD_ASSERT(st->goal_count <= st->goal_capacity && st->pressed_count <= st->goal_count);

    turn_pairs(st);
}

/* --- offsets --- */

/* Collects the region: the pressed vertices and RINGS rings of neighbours. */
static void place_region(state *st)
{
    const pd_smpl_surface *s = &st->p->surface;

    memset(st->in_region, 0, (size_t)st->data->vertex_count);
    st->region_count = st->pressed_count;
    for (int i = 0; i < st->pressed_count; i++) st->in_region[st->region[i]] = 1;

    /* Rings of neighbours, breadth first. */
    for (int ring = 0, first = 0; ring < RINGS; ring++) {
        const int last = st->region_count;
        for (; first < last; first++)
            for (int e = s->start[st->region[first]]; e < s->start[st->region[first] + 1]; e++) {
                const int other = s->other[e];
                if (st->in_region[other]) continue;
                st->in_region[other] = 1;
                st->region[st->region_count++] = other;
            }
    }

    PD_ASSERT(st->region_count <= st->data->vertex_count);
}

/* Runs one round: pressed vertices move to their goals, then `share`
 * of all offsets is spread to the neighbours. */
static void move_and_spread(state *st, float share)
{
    PD_ASSERT(st->pressed_count <= st->region_count && share >= 0 && share <= 1);
    const pd_smpl_surface *s = &st->p->surface;

    /* Goals. */
    for (int i = 0; i < st->pressed_count; i++) {
        const size_t v = (size_t)st->region[i];
        float *u = st->u + 3 * v;
        float move[3] = {0, 0, 0};
        float sum = 0;
        for (int k = st->first_goal[v]; k < st->first_goal[v + 1]; k++) {
            const goal *g = st->goals + k;
            const float along = g->n[0] * u[0] + g->n[1] * u[1] + g->n[2] * u[2];
            const float left = g->amount - fmaxf(along, 0); /* r_g */
            if (left <= 0) continue;
            sum += left;
            for (int c = 0; c < 3; c++) move[c] += g->n[c] * left * left;
        }

        for (int c = 0; c < 3 && sum > 0; c++) u[c] += move[c] / sum;
    }

    /* Spread, from u into next. Hard skin stays. */
    for (int i = 0; i < st->region_count; i++) {
        const size_t v = (size_t)st->region[i];
        float sum[3] = {0, 0, 0};
        const float give = st->p->give[v];
        if (s->start[v] == s->start[v + 1]) { /* no edges */
            memcpy(st->next + 3 * v, st->u + 3 * v, 3 * sizeof(float));
            continue;
        }

        for (int e = s->start[v]; e < s->start[v + 1]; e++)
            for (size_t c = 0; c < 3; c++) sum[c] += (float)s->weight[e] * st->u[3 * (size_t)s->other[e] + c];
        for (size_t c = 0; c < 3; c++)
            st->next[3 * v + c] =
                give > 0 ? (1 - share) * st->u[3 * v + c] + share * give * sum[c] / (float)s->degree[v] : 0;
    }

    for (int i = 0; i < st->region_count; i++)
        memcpy(st->u + 3 * (size_t)st->region[i], st->next + 3 * (size_t)st->region[i], 3 * sizeof(float));
}

/* --- volume --- */

/* Returns the position of vertex v with its offset: x + u. */
static pd_vec3 moved(const state *st, size_t v)
{
    return pd_vec3_add(press_at(st->x, v), press_at(st->u, v));
}

/* Returns six times the volume enclosed by x + u. */
static double volume6(const state *st)
{
    double sum = 0;

    for (size_t f = 0; f < (size_t)st->data->face_count; f++) {
        const uint32_t *t = st->data->faces + 3 * f;
        pd_vec3 p[3];
        for (int k = 0; k < 3; k++) p[k] = moved(st, t[k]);
        sum += pd_vec3_dot(p[0], pd_vec3_cross(p[1], p[2]));
    }

    return sum;
}

/* Computes b_v, how much each vertex of the region takes part in the bulge, into st->bulge: large around
 * pressed skin, small in it.
 *
 *     b = g D^RINGS(p) / (1 + D^NEAR_RINGS(p) / PRESSED)        p: largest goal of a vertex, g: its give
 *
 * D averages a vertex with the mean of its neighbours.
 * Overwrites st->pressed with D^NEAR_RINGS(p), and st->next. */
static void find_bulge(state *st)
{
    const pd_smpl_surface *s = &st->p->surface;
    const size_t bytes = (size_t)st->data->vertex_count * sizeof(float);

    PD_ASSERT(st->pressed_count <= st->region_count && NEAR_RINGS < RINGS);

    /* Start with the goals of pressed vertices, which are the first of the region. */
    memset(st->bulge, 0, bytes);
    for (int i = 0; i < st->pressed_count; i++) st->bulge[st->region[i]] = st->pressed[st->region[i]];

    /* Diffuse them over the region, one ring of neighbours at a time. */
    for (int n = 0; n < RINGS; n++) {
        if (n == NEAR_RINGS) memcpy(st->pressed, st->bulge, bytes);

        for (int i = 0; i < st->region_count; i++) {
            const int v = st->region[i];
            float sum = 0;
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                sum += (float)s->weight[e] * st->bulge[s->other[e]];
            const bool has_edges = s->start[v] < s->start[v + 1];
            st->next[v] = has_edges ? (st->bulge[v] + sum / (float)s->degree[v]) / 2 : st->bulge[v];
        }

        for (int i = 0; i < st->region_count; i++) st->bulge[st->region[i]] = st->next[st->region[i]];
    }

    /* Hard skin does not bulge, and skin that is pressed itself bulges less. */
    for (int i = 0; i < st->region_count; i++) {
        const int v = st->region[i];
        st->bulge[v] *= st->p->give[v] / (1 + st->pressed[v] / (float)PRESSED);
    }
}

/* Computes the normals n_v of x + u in the region, into st->normal: the sum of the triangles' area vectors
 * divided by the sum of their areas. So |n_v| is 1 where the triangles around a vertex are parallel, and less
 * where they disagree, as in a fold. area (V): that sum of areas, doubled. */
static void find_normals(float *area, state *st)
{
    memset(st->normal, 0, 3 * (size_t)st->data->vertex_count * sizeof *st->normal);
    memset(area, 0, (size_t)st->data->vertex_count * sizeof *area);

    /* Add each triangle's doubled area vector to its corners. */
    for (size_t f = 0; f < (size_t)st->data->face_count; f++) {
        const uint32_t *t = st->data->faces + 3 * f;
        if (!st->in_region[t[0]] && !st->in_region[t[1]] && !st->in_region[t[2]]) continue;

        pd_vec3 p[3];
        for (int k = 0; k < 3; k++) p[k] = moved(st, t[k]);
        const pd_vec3 n = pd_vec3_cross(pd_vec3_sub(p[1], p[0]), pd_vec3_sub(p[2], p[0]));
        const float length = (float)pd_vec3_length(n);
        for (int k = 0; k < 3; k++) {
            float *out = st->normal + 3 * (size_t)t[k];
            out[0] += (float)n.x;
            out[1] += (float)n.y;
            out[2] += (float)n.z;
            area[t[k]] += length;
        }
    }

    /* Divide by the areas. */
    for (int i = 0; i < st->region_count; i++) {
        const size_t v = (size_t)st->region[i];
        const float scale = area[v] > 0 ? 1 / area[v] : 0;
        for (size_t c = 0; c < 3; c++) st->normal[3 * v + c] *= scale;
    }
}

/* Restores the enclosed volume: moves the skin around the contact outwards, u_v += h b_v / max(b) n_v, until
 * six times the volume is `before`. Newton's method on the height h of the bulge, 0 <= h <= BULGE, with
 * normals and areas of the first step. */
static void restore_volume(state *st, double before)
{
    float *area = st->next; /* (V) */

    find_bulge(st);
    find_normals(area, st); /* st->next is free from here on */

    /* The bulge is scaled to a largest value of 1. */
    float most = 0;
    for (int i = 0; i < st->region_count; i++) most = fmaxf(most, st->bulge[st->region[i]]);
    if (most <= 0) return;

    double height = 0;
    for (int round = 0; round < BULGE_ROUNDS; round++) {
        /* Derivative of six times the volume by the height. */
        double gain = 0;
        for (int i = 0; i < st->region_count; i++) {
            const size_t v = (size_t)st->region[i];
            const pd_vec3 out = press_at(st->normal, v);
            gain += (double)(st->bulge[v] / most * area[v]) * pd_vec3_dot(out, out);
        }

        /* Newton step, limited to the range of the height. */
        double step = gain > 0 ? (before - volume6(st)) / gain : 0;
        step = fmin(fmax(step, -height), BULGE - height);
        height += step;
        PD_ASSERT(!(height < 0));

        /* Move the skin along its normals. */
        for (int i = 0; i < st->region_count; i++) {
            const size_t v = (size_t)st->region[i];
            const pd_vec3 out = press_at(st->normal, v);
            const double way = step * (double)(st->bulge[v] / most);
            st->u[3 * v] += (float)(way * out.x);
            st->u[3 * v + 1] += (float)(way * out.y);
            st->u[3 * v + 2] += (float)(way * out.z);
        }
    }
}

int pd_smpl_press_run(float *vertices, const pd_smpl_press *press, const pd_smpl_body *body,
                      pd_arena *scratch)
{
    const pd_smpl_model *m = press->model;

    PD_ASSERT(vertices && press->parts.data == &m->data);

    /* At rest, up to a rotation of the root, nothing is pressed. */
    if (pd_smpl_pose_is_rest(body, m->joint_count) || pd_cancelled(body->cancel)) return 0;

    const size_t used_before = scratch->used;
    state *st = take_state(press, scratch);

    /* The translation that skinning has added: with `ground` the height comes later. */
    double shift[3];
    for (int c = 0; c < 3; c++)
        shift[c] = body->translation && !(body->ground && c == 1) ? (double)body->translation[c] : 0;

    /* The shaped body at rest, and the posed one without translation. */
    const size_t v = (size_t)m->vertex_count;
    const size_t all = (size_t)m->beta_count;
    const size_t beta_count = body->betas ? (size_t)body->beta_count : 0;
    pd_smpl_pose_chain(&st->pose, m, body);
    for (size_t i = 0; i < 3 * v; i++) {
        const float *dirs = m->data.shapedirs + i * all;
        float x = m->data.v_template[i];
        for (size_t n = 0; n < beta_count; n++) x += dirs[n] * body->betas[n];
        st->rest[i] = x;
        st->x[i] = (float)((double)vertices[i] - shift[i % 3]);
    }

    /* Tubes and goals. */
    const size_t pairs = (size_t)m->joint_count * (size_t)m->joint_count;
    pd_smpl_tubes_fit(st->tubes, &press->parts, st->rest, (const double(*)[3])st->pose.rest);
    memset(st->u, 0, 3 * v * sizeof *st->u);
    memset(st->pressed, 0, v * sizeof *st->pressed);
    memset(st->apart, 0, pairs * sizeof *st->apart);
    memset(st->meeting, 0, pairs * sizeof *st->meeting);
    find_goals(st);

    /* Offsets: towards the goals, spread over the skin, with the volume restored. */
    if (st->pressed_count) {
        const double before = volume6(st);
        place_region(st);
        for (int n = 0; n < ROUNDS; n++) move_and_spread(st, n < ROUNDS - LAST_ROUNDS ? SPREAD : SPREAD / 3);
        restore_volume(st, before);
        for (int i = 0; i < st->region_count; i++)
            for (size_t c = 0; c < 3; c++)
                vertices[3 * (size_t)st->region[i] + c] += st->u[3 * (size_t)st->region[i] + c];
    }

    scratch->used = used_before;
    return st->pressed_count;
}
