#include "core/rig/embed.h"

#include "core/base/assert.h"
#include "core/math/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDE    0.4 /* of the widest radius: least radius for an inner joint */
#define INSIDES 56  /* largest number of spheres for inner joints */
#define BEAM    400 /* number of partial embeddings kept after each step */
#define CHOICES (INSIDES > PD_RIG_ENDS + 1 ? INSIDES : PD_RIG_ENDS + 1) /* most places for a joint */
#define NEVER   1e6  /* cost of what is excluded, above any sum of penalties */
#define APART   0.7  /* of the plan: distance between the ends of two limbs below which it costs */
#define WRONG   0.12 /* of the size: distance from the truth at which the error is 1 */

#define WEIGHT(id, weight, name, doc) weight,
const double pd_rig_penalty_weights[PD_RIG_PENALTIES] = {PD_RIG_PENALTY_TABLE(WEIGHT)};
#undef WEIGHT

typedef struct partial {
    double cost, bound; /* cost so far, and a lower bound of the complete cost */
    short at[PD_RIG_REDUCED];
} partial;

typedef struct search {
    const pd_rig_plan *plan;
    const pd_rig_graph *graph;
    const double *weights;
    const pd_rig_embed_truth *truth; /* NULL: none */
    int known;                       /* number of joints with a known position or known to be missing */
    pd_rig_reduced reduced[PD_RIG_REDUCED];
    int count, inner;    /* number of reduced joints, and of inner ones */
    double (*places)[3]; /* centres of the spheres in the plan's axes; ground at y = 0, centre at x = 0 */
    double size, plan_size, scale;
    double between[PD_RIG_REDUCED][PD_RIG_REDUCED]; /* length of the plan's path from tip to tip */
    int insides[INSIDES], inside_count;
    double *bounds; /* (BEAM * CHOICES) scratch for prune */
    /* Cost of a tip at an end with its reduced parent at an inner sphere, and the least over all ends. */
    double tip_cost[PD_RIG_REDUCED][INSIDES][PD_RIG_ENDS + 1], tip_least[PD_RIG_REDUCED][INSIDES];
} search;

static int by_bound(const void *a, const void *b)
{
    const partial *p = a;
    const partial *q = b;
    if (p->bound != q->bound) return p->bound < q->bound ? -1 : 1;
    return memcmp(p->at, q->at, sizeof p->at);
}

/* ---- preparation ---- */

/* Prepares the search: the reduced joints, the places in the plan's axes, and where inner joints may be. */
static void prepare_embed(search *s, const pd_rig_embed_job *job)
{
    const pd_rig_graph *g = job->graph;
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double middle = 0, volume = 0;

    /* The plan and its reduced joints, inner ones first. */
    s->plan = job->plan;
    s->graph = g;
    s->truth = job->truth;
    s->weights = job->weights ? job->weights : pd_rig_penalty_weights;
    for (int k = 0; s->truth && k < s->plan->count; k++)
        s->known += !(s->plan->rows[k].flags & PD_RIG_TIP) && !isnan(s->truth->at[k][0]);
    s->count = pd_rig_plan_reduce(s->reduced, s->plan);
    while (s->inner < s->count && !s->reduced[s->inner].is_tip) s->inner++;
    PD_ASSERT(s->count <= PD_RIG_REDUCED && s->inner >= 1 && s->inner < s->count);

    /* Spheres in the plan's axes: standing on y = 0, the centre of volume at x = 0. */
    for (int i = 0; i < g->count; i++) {
        for (int r = 0; r < 3; r++) {
            double x = 0;
            for (int c = 0; c < 3; c++) x += job->turn[3 * r + c] * g->centres[i][c];
            s->places[i][r] = x;
            low[r] = fmin(low[r], x - g->radii[i]);
            high[r] = fmax(high[r], x + g->radii[i]);
        }

        const double cube = g->radii[i] * g->radii[i] * g->radii[i];
        middle += cube * s->places[i][0];
        volume += cube;
    }

    for (int i = 0; i < g->count; i++) {
        s->places[i][0] -= middle / volume;
        s->places[i][1] -= low[1];
    }

    s->size = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));

    /* Size of the plan, by its longest side. */
    for (int c = 0; c < 3; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
        for (int k = 0; k < s->plan->count; k++) {
            const double x = s->plan->rows[k].at[c];
            low[c] = fmin(low[c], x);
            high[c] = fmax(high[c], x);
        }
    }

    s->plan_size = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));

    /* Lengths of the plan between all pairs of tips. */
    for (int a = s->inner; a < s->count; a++)
        for (int b = s->inner; b < s->count; b++) {
            /* Go up from both tips to their common ancestor. */
            double way = s->reduced[a].length + s->reduced[b].length;
            int p = s->reduced[a].parent;
            int q = s->reduced[b].parent;
            while (p != q) {
                int *deeper = p > q ? &p : &q;
                way += s->reduced[*deeper].length;
                *deeper = s->reduced[*deeper].parent;
            }

            s->between[a][b] = way;
        }

    /* Inner joints may be at the widest spheres. */
    for (int i = 0; i < g->count && s->inside_count < INSIDES && g->radii[i] >= WIDE * g->radii[0]; i++)
        s->insides[s->inside_count++] = i;
}

/* ---- joints along the paths ---- */

/* Computes the point at a share of the shortest path between two spheres. */
static void along_path(double out[3], const pd_rig_graph *g, int from, int to, double share)
{
    const size_t n = (size_t)g->count;
    double left = share * (double)g->lengths[(size_t)from * n + (size_t)to];
    int at = from;

    /* Walk from sphere to sphere until the length is used up. */
    while (at != to) {
        const int next = g->next[(size_t)at * n + (size_t)to];
        double square = 0;
        for (int c = 0; c < 3; c++)
            square += (g->centres[next][c] - g->centres[at][c]) * (g->centres[next][c] - g->centres[at][c]);
        const double length = sqrt(square);
        if (left <= length) {
            for (int c = 0; c < 3; c++)
                out[c] = g->centres[at][c] +
                         (length > 0 ? left / length : 0) * (g->centres[next][c] - g->centres[at][c]);
            return;
        }

        left -= length;
        at = next;
    }

    memcpy(out, g->centres[to], sizeof g->centres[to]);
}

/* ---- errors against the truth, for learning weights ---- */

/* Returns the error of a joint (row of the plan) at `at` against the truth, 0 to 1. at NULL: the embedding
 * has no such joint. A truth of NAN is unknown, INFINITY: there is none. */
static double wrong_of(const search *s, int row, const double at[3])
{
    const double *truth = s->truth->at[row];
    double square = 0;

    if (isnan(truth[0]) || s->plan->rows[row].flags & PD_RIG_TIP) return 0;
    if (!at) return !isinf(truth[0]);
    if (isinf(truth[0])) return 1;
    for (int c = 0; c < 3; c++) square += (at[c] - truth[c]) * (at[c] - truth[c]);

    return fmin(1, sqrt(square) / (WRONG * s->size));
}

/* Returns the error of r's chain against the truth, with r at sphere v and the reduced joint above it at p. v
 * -1: the limb is missing. */
static double chain_wrong(const search *s, int r, int p, int v)
{
    const pd_rig_reduced *d = &s->reduced[r];
    double sum = d->chain_count ? 0 : wrong_of(s, d->row, s->graph->centres[v]);

    for (int i = 0; i < d->chain_count; i++) {
        double at[3];
        if (v >= 0) along_path(at, s->graph, p, v, d->shares[i]);
        sum += wrong_of(s, d->chain[i], v >= 0 ? at : NULL);
    }

    return sum / s->known;
}

static double pull_of(const search *s, int r, int p, int v)
{
    return s->truth && s->truth->pull != 0 ? s->truth->pull * chain_wrong(s, r, p, v) : 0;
}

/* ---- penalties ---- */

/* Returns the cost of reduced joint r at sphere v, with the reduced joint above it at p. */
static double chain_cost(const search *s, int r, int p, int v)
{
    PD_DEBUG_ASSERT(p >= 0 && p < s->graph->count && v >= 0 && v < s->graph->count);
    const pd_rig_reduced *d = &s->reduced[r];
    const double path = (double)s->graph->lengths[(size_t)p * (size_t)s->graph->count + (size_t)v];
    const double ratio = path / (s->scale * d->length);
    double along = 0, straight = 0;

    if (v == p || !(ratio > 0.05)) return NEVER;
    for (int c = 0; c < 3; c++) {
        const double x = s->places[v][c] - s->places[p][c];
        along += x * d->direction[c];
        straight += x * x;
    }

    const double cosine = straight > 0 ? along / sqrt(straight) : -1;

    return s->weights[d->is_tip ? PD_RIG_PENALTY_LIMB : PD_RIG_PENALTY_TRUNK] * log(ratio) * log(ratio) +
           s->weights[PD_RIG_PENALTY_DIRECTION] * (1 - cosine);
}

/* Returns the cost of a joint's position, independent of the joint above. */
static double place_cost(const search *s, int r, int v)
{
    const pd_rig_plan_row *row = &s->plan->rows[s->reduced[r].row];
    const double x = s->places[v][0] / s->size;
    const double y = s->places[v][1] / s->size;
    const double side = row->at[0] / s->plan_size;
    double cost = 0;

    if (side == 0) cost += s->weights[PD_RIG_PENALTY_MIDDLE] * fabs(x);
    if (side != 0)
        cost += s->weights[PD_RIG_PENALTY_SIDE] * fmax(0, fmin(0.03, 0.5 * fabs(side)) - (side > 0 ? x : -x));
    if (row->flags & PD_RIG_FOOT) cost += s->weights[PD_RIG_PENALTY_GROUND] * y;

    return cost;
}

/* Returns the cost of tip r at end e, with the reduced joint above it at inner sphere i. e after the last
 * end: the limb is missing. */
static double tip_cost(const search *s, int r, int i, int e)
{
    PD_DEBUG_ASSERT(r >= s->inner && i >= 0 && i < s->inside_count && e >= 0 && e <= s->graph->end_count);
    const pd_rig_graph *g = s->graph;
    if (e == g->end_count)
        return s->plan->rows[s->reduced[r].row].flags & PD_RIG_MISSING ? PD_RIG_EMBED_MISSING : NEVER;

    return chain_cost(s, r, s->insides[i], g->ends[e]) + place_cost(s, r, g->ends[e]) +
           s->weights[PD_RIG_PENALTY_EXTREMITY] *
               fmax(0, 0.7 - g->novelty[e] / (s->scale * s->reduced[r].length));
}

/* Fills the tables of costs of tips (tip_cost, tip_least). */
static void make_tips(search *s)
{
    PD_ASSERT(s->graph->end_count <= PD_RIG_ENDS && s->inside_count <= INSIDES);

    /* Compute once the costs that do not depend on other tips. The bound uses the lowest cost of each tip. */
    const pd_rig_graph *g = s->graph;
    for (int r = s->inner; r < s->count; r++)
        for (int i = 0; i < s->inside_count; i++) {
            double least = NEVER;
            for (int e = 0; e <= g->end_count; e++) {
                const double cost =
                    tip_cost(s, r, i, e) + pull_of(s, r, s->insides[i], e < g->end_count ? g->ends[e] : -1);
                s->tip_cost[r][i][e] = cost;
                least = fmin(least, cost);
            }

            s->tip_least[r][i] = least;
        }
}

/* Returns the cost of tip r at end e relative to the tips that are already placed.
 * at: index of each tip's end. */
static double pair_cost(const search *s, const partial *p, int r, int e)
{
    PD_DEBUG_ASSERT(r >= s->inner && r < s->count);
    const pd_rig_graph *g = s->graph;
    const size_t n = (size_t)g->count;
    double cost = 0;

    /* A missing limb has no distance to others. */
    if (e == g->end_count) return 0;

    /* Two limbs share no end, and their distance should be that of the plan. */
    for (int k = s->inner; k < r; k++) {
        if (p->at[k] == g->end_count) continue;
        if (p->at[k] == e) return NEVER;
        const int v = g->ends[e];
        const int w = g->ends[p->at[k]];
        const double way = (double)g->lengths[(size_t)v * n + (size_t)w] / (s->scale * s->between[r][k]);
        cost += s->weights[PD_RIG_PENALTY_SPREAD] * fmax(0, APART - way);

        /* The mirrored limb should have the same length and end at the mirrored position. */
        if (s->reduced[r].mirror != k) continue;
        const double mine =
            (double)g->lengths[(size_t)s->insides[p->at[s->reduced[r].parent]] * n + (size_t)v];
        const double other =
            (double)g->lengths[(size_t)s->insides[p->at[s->reduced[k].parent]] * n + (size_t)w];
        double square = 0;
        for (int c = 0; c < 3; c++) {
            const double x = c ? s->places[v][c] - s->places[w][c] : s->places[v][c] + s->places[w][c];
            square += x * x;
        }

        cost += s->weights[PD_RIG_PENALTY_EVEN] * log(mine / other) * log(mine / other) +
                s->weights[PD_RIG_PENALTY_MIRROR] * square /
                    (s->scale * s->between[r][k] * s->scale * s->between[r][k]);
    }

    return cost;
}

/* ---- search ---- */

/* Returns a lower bound of the cost that the tips from `from` on add. */
static double tips_bound(const search *s, const partial *p, int from)
{
    double sum = 0;
    for (int r = from; r < s->count; r++) sum += s->tip_least[r][p->at[s->reduced[r].parent]];
    return sum;
}

/* Sorts the list and keeps the best. Only the embeddings with the BEAM least bounds are sorted, and those
 * with a bound equal to the last of them. */
static int prune(partial *list, int count, const search *s)
{
    PD_ASSERT(count <= BEAM * CHOICES);
    if (count > BEAM) {
        for (int i = 0; i < count; i++) s->bounds[i] = list[i].bound;
        const double last = pd_nth_least(s->bounds, (size_t)count, BEAM - 1);
        int kept = 0;
        for (int i = 0; i < count; i++)
            if (list[i].bound <= last) list[kept++] = list[i];
        count = kept;
    }

    qsort(list, (size_t)count, sizeof *list, by_bound);

    return count < BEAM ? count : BEAM;
}

/* Enumerates the places of all inner joints. at: indices into insides. */
static int enumerate(partial *list, const search *s)
{
    int count = 1;

    memset(list, 0, sizeof *list);

    /* Extend each partial embedding by each sphere, joint by joint.
     * Prune the list when it becomes too long. */
    for (int r = 0; r < s->inner; r++) {
        partial *more = list + count;
        int made = 0;
        for (int b = 0; b < count; b++)
            for (int i = 0; i < s->inside_count; i++) {
                partial p = list[b];
                const int up = s->reduced[r].parent;
                p.at[r] = (short)i;
                p.cost += place_cost(s, r, s->insides[i]);
                if (up >= 0) p.cost += chain_cost(s, r, s->insides[p.at[up]], s->insides[i]);
                p.cost += pull_of(s, r, up >= 0 ? s->insides[p.at[up]] : -1, s->insides[i]);
                if (p.cost >= NEVER) continue;
                p.bound = p.cost;
                if (r == s->inner - 1) p.bound += tips_bound(s, &p, s->inner);
                more[made++] = p;
            }
        memmove(list, more, (size_t)made * sizeof *list);
        count = r == s->inner - 1 || made > BEAM ? prune(list, made, s) : made;
    }

    return count;
}

/* Places tip r at every end for every partial embedding, and keeps the best. Returns their number. */
static int extend_embed(partial *list, int count, const search *s, int r)
{
    PD_ASSERT(count <= BEAM && r >= s->inner && r < s->count);
    partial *more = list + count;
    int made = 0;
    for (int b = 0; b < count; b++)
        for (int e = 0; e <= s->graph->end_count; e++) {
            const int parent = list[b].at[s->reduced[r].parent];
            const double own = s->tip_cost[r][parent][e];
            if (own >= NEVER) continue;
            const double pairs = pair_cost(s, &list[b], r, e);
            if (pairs >= NEVER) continue;
            partial p = list[b];
            p.at[r] = (short)e;
            p.cost += own + pairs;
            p.bound = p.cost + tips_bound(s, &p, r + 1);
            more[made++] = p;
        }
    memmove(list, more, (size_t)made * sizeof *list);

    return prune(list, made, s);
}

/* Returns the cost of a complete embedding, without the pull of the truth. */
static double total_cost(const search *s, const partial *p)
{
    double sum = 0;

    for (int r = 0; r < s->count; r++) {
        const int up = s->reduced[r].parent;
        if (s->reduced[r].is_tip) {
            sum += tip_cost(s, r, p->at[up], p->at[r]) + pair_cost(s, p, r, p->at[r]);
            continue;
        }

        sum += place_cost(s, r, s->insides[p->at[r]]);
        if (up >= 0) sum += chain_cost(s, r, s->insides[p->at[up]], s->insides[p->at[r]]);
    }

    return sum;
}

/* Stores the embedding's joints and penalties. */
static void take_best(pd_rig_embedding *out, search *s, const partial *best)
{
    const pd_rig_graph *g = s->graph;

    out->wrong = 0;
    for (int r = 0; r < s->count; r++) {
        const pd_rig_reduced *d = &s->reduced[r];
        const bool is_missing = d->is_tip && best->at[r] == g->end_count;
        out->spheres[r] = is_missing ? -1 : d->is_tip ? g->ends[best->at[r]] : s->insides[best->at[r]];
        const int above = d->parent >= 0 ? out->spheres[d->parent] : -1;
        double cost = 0;

        /* Each joint of a limb gets the limb's cost. */
        if (d->is_tip)
            cost = tip_cost(s, r, best->at[d->parent], best->at[r]) + pair_cost(s, best, r, best->at[r]);
        else if (above >= 0)
            cost = chain_cost(s, r, above, out->spheres[r]);

        /* The joints of a chain are placed along the path.
         * A reduced joint without a chain is at its sphere. */
        if (!d->chain_count) {
            out->is_there[d->row] = true;
            memcpy(out->joints[d->row], g->centres[out->spheres[r]], sizeof out->joints[d->row]);
        }

        for (int i = 0; i < d->chain_count; i++) {
            out->is_there[d->chain[i]] = !is_missing;
            out->row_cost[d->chain[i]] = cost;
            if (!is_missing) along_path(out->joints[d->chain[i]], g, above, out->spheres[r], d->shares[i]);
        }

        if (s->truth) out->wrong += chain_wrong(s, r, above, out->spheres[r]);
    }

    /* The cost is linear in the weights. With one weight 1 and the others 0, it is one penalty. */
    const double *weights = s->weights;
    double one[PD_RIG_PENALTIES] = {0};

    s->weights = one;
    out->missing = total_cost(s, best);
    out->cost = out->missing;
    for (int k = 0; k < PD_RIG_PENALTIES; k++) {
        one[k] = 1;
        out->penalties[k] = total_cost(s, best) - out->missing;
        one[k] = 0;
        out->cost += weights[k] * out->penalties[k];
    }

    s->weights = weights;
}

pd_status pd_rig_embed(pd_rig_embedding *out, const pd_rig_embed_job *job, pd_error *err)
{
    static const double scales[] = {1, 0.8, 1.25};
    const size_t made = (size_t)BEAM * CHOICES; /* most embeddings of a step before pruning */
    const pd_rig_graph *graph = job->graph;
    search *s = calloc(1, sizeof *s);
    partial *list = malloc((BEAM + made) * sizeof *list);
    double least = INFINITY; /* least cost, with the pull of the truth */
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    out->cost = INFINITY;
    if (s) s->places = malloc((size_t)graph->count * sizeof *s->places);
    if (s) s->bounds = malloc(made * sizeof *s->bounds);
    if (!s || !s->places || !s->bounds || !list) {
        status = pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for an embedding");
    } else {
        /* The size of the plan in the mesh is uncertain, so three scales are tried. */
        prepare_embed(s, job);
        for (int k = 0; k < 3; k++) {
            s->scale = scales[k] * s->size / s->plan_size;
            make_tips(s);
            int count = enumerate(list, s);
            for (int r = s->inner; r < s->count && count; r++) count = extend_embed(list, count, s, r);
            if (count && list[0].cost < least) {
                least = list[0].cost;
                take_best(out, s, &list[0]);
            }
        }

        /* No scale gave a complete embedding. */
        if (!(least < INFINITY))
            status = pd_fail(err, PD_ERR_INVALID, "mesh",
                             "the mesh has %d ends of limbs; the template \"%s\" needs at least %d",
                             graph->end_count, s->plan->name, s->count - s->inner);
    }

    if (s) {
        free(s->places);
        free(s->bounds);
    }

    free(s);
    free(list);

    return status;
}
