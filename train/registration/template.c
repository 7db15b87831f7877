#include "train/registration/template.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* default width of the weights' diffusion, as part of the template's largest side */
#define BLUR_OF_HEIGHT  0.012
#define LEAST_SLOT      1e-4   /* smaller weights count as none */
#define SLOT_WIDTH      3      /* of the diffusion that gives the slots, in that of the weights */
#define CENTER_HOLD     1000.0 /* weight of a given joint, 1/metres */
#define BAND_OF_HEIGHT  0.015  /* beside a boundary, of which vertices may give a joint that is known */
#define MOST_RINGS      100    /* how far a search from a boundary goes, edges */
/* farthest distance of a vertex from the mirror image of its partner, metres */
#define MIRROR_WITHIN_M 0.002
#define LEAST_EXTENT_M  0.3 /* of a person: metres, not centimetres or inches */
#define MOST_EXTENT_M   4.0

/* ---- checks ---- */

/* Returns the largest side of the box around the mesh. */
static double extent_of(const float *vertices, int count)
{
    double low[3] = {1e9, 1e9, 1e9}; /* beyond any mesh */
    double high[3] = {-1e9, -1e9, -1e9};
    double most = 0;

    for (int i = 0; i < 3 * count; i++) {
        low[i % 3] = fmin(low[i % 3], (double)vertices[i]);
        high[i % 3] = fmax(high[i % 3], (double)vertices[i]);
    }

    for (int c = 0; c < 3; c++) most = fmax(most, high[c] - low[c]);

    return most;
}

double pd_learn_volume(const uint32_t *faces, int face_count, const float *v, int vertex_count)
{
    double sum = 0, o[3] = {0};
    int seen = 0;

    for (int i = 0; i < vertex_count; i++)
        if (!isnan(v[3 * i])) {
            for (int c = 0; c < 3; c++) o[c] += (double)v[3 * i + c];
            seen++;
        }
    for (int c = 0; c < 3; c++) o[c] /= seen ? seen : 1;

    for (int f = 0; f < face_count; f++) {
        double p[3][3];
        for (int n = 0; n < 3; n++)
            for (int c = 0; c < 3; c++) p[n][c] = (double)v[3 * faces[3 * f + n] + (uint32_t)c] - o[c];
        double six = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                     p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                     p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
        if (!isnan(six)) sum += six;
    }

    return sum / 6;
}

/* Refuses a template that cannot be learned with: sizes, tree, numbers, unit, faces, parts. */
static pd_status check_source(const pd_learn_template_source *s, pd_error *err)
{
    int seen[PD_LEARN_JOINTS_MAX] = {0};

    if (s->vertex_count < 4 || s->vertex_count > PD_SMPL_MAX_VERTICES)
        return pd_fail(err, PD_ERR_RANGE, s->name, "%d vertices; 4 to %d allowed", s->vertex_count,
                       PD_SMPL_MAX_VERTICES);
    if (s->face_count < 1 || s->face_count > PD_SMPL_MAX_FACES)
        return pd_fail(err, PD_ERR_RANGE, s->name, "%d faces; 1 to %d allowed", s->face_count,
                       PD_SMPL_MAX_FACES);
    if (s->joint_count < 2 || s->joint_count > PD_LEARN_JOINTS_MAX)
        return pd_fail(err, PD_ERR_RANGE, s->name, "%d joints; 2 to %d allowed", s->joint_count,
                       PD_LEARN_JOINTS_MAX);

    for (int k = 0; k < s->joint_count; k++)
        if (k ? s->parents[k] < 0 || s->parents[k] >= k : s->parents[k] >= 0)
            return pd_fail(err, PD_ERR_RANGE, s->name, "parents: joint %d has parent %d; %s allowed", k,
                           s->parents[k], k ? "an earlier joint" : "-1");

    for (int i = 0; i < 3 * s->vertex_count; i++)
        if (!isfinite(s->vertices[i]))
            return pd_fail(err, PD_ERR_RANGE, s->name, "vertex %d is not finite", i / 3);
    const double extent = extent_of(s->vertices, s->vertex_count);
    if (extent < LEAST_EXTENT_M || extent > MOST_EXTENT_M)
        return pd_fail(err, PD_ERR_RANGE, s->name,
                       "its longest side is %.3g; %.10g to %.10g allowed (metres are wanted)", extent,
                       LEAST_EXTENT_M, MOST_EXTENT_M);
    for (int i = 0; i < 3 * s->face_count; i++)
        if (s->faces[i] >= (uint32_t)s->vertex_count)
            return pd_fail(err, PD_ERR_RANGE, s->name, "face %d: vertex %u; 0 to %d allowed", i / 3,
                           s->faces[i], s->vertex_count - 1);
    const double volume_m3 = pd_learn_volume(s->faces, s->face_count, s->vertices, s->vertex_count);
    if (volume_m3 < 0)
        return pd_fail(
            err, PD_ERR_RANGE, s->name,
            "its faces are inside out: they enclose %.3g l; corners go counter-clockwise seen from "
            "outside, or it is a mirror image",
            1000 * volume_m3);

    for (int i = 0; i < s->vertex_count; i++) {
        if (s->parts[i] < 0 || s->parts[i] >= s->joint_count)
            return pd_fail(err, PD_ERR_RANGE, s->name, "parts: vertex %d is of part %d; 0 to %d allowed", i,
                           s->parts[i], s->joint_count - 1);
        seen[s->parts[i]] = 1;
    }

    for (int k = 0; k < s->joint_count; k++)
        if (!seen[k])
            return pd_fail(err, PD_ERR_FORMAT, s->name, "parts: no vertex is labelled %d%s%s", k,
                           s->joint_names ? ", " : "", s->joint_names ? s->joint_names[k] : "");

    return PD_OK;
}

/* ---- edges ---- */

static int by_pair(const void *a, const void *b)
{
    const int *l = a;
    const int *r = b;
    return l[0] != r[0] ? (l[0] > r[0]) - (l[0] < r[0]) : (l[1] > r[1]) - (l[1] < r[1]);
}

/* Lists the edges, and the neighbours of every vertex. */
static void find_edges(pd_learn_template *t)
{
    int count = 0;

    for (int f = 0; f < t->face_count; f++)
        for (int c = 0; c < 3; c++) {
            int a = (int)t->faces[3 * f + c];
            int b = (int)t->faces[3 * f + (c + 1) % 3];
            if (a == b) continue;
            t->edges[count][0] = a < b ? a : b;
            t->edges[count++][1] = a < b ? b : a;
        }

    /* Keep each edge once. */
    qsort(t->edges, (size_t)count, sizeof *t->edges, by_pair);
    for (int e = 0; e < count; e++)
        if (!e || by_pair(t->edges[e], t->edges[e - 1]))
            memmove(t->edges[t->edge_count++], t->edges[e], sizeof *t->edges);

    /* Count the neighbours of each vertex, and sum the counts up to where each list starts. */
    for (int e = 0; e < t->edge_count; e++)
        for (int c = 0; c < 2; c++) t->neighbor_start[t->edges[e][c] + 1]++;
    for (int i = 0; i < t->vertex_count; i++) t->neighbor_start[i + 1] += t->neighbor_start[i];

    /* Fill the lists. Each start moves to its list's end meanwhile, which is the next list's start: move them
     * back. */
    for (int turn = 1; turn >= 0; turn--) /* first the smaller numbers: edges ascend in both of their ends */
        for (int e = 0; e < t->edge_count; e++)
            t->neighbors[t->neighbor_start[t->edges[e][turn]]++] = t->edges[e][1 - turn];
    for (int i = t->vertex_count; i > 0; i--) t->neighbor_start[i] = t->neighbor_start[i - 1];
    t->neighbor_start[0] = 0;
}

/* ---- joint centres ---- */

/* Returns whether the vertex belongs to joint k or to a joint below it. */
static int hangs_on(const pd_learn_template *t, int vertex, int k)
{
    return (int)(t->subtree[k] >> t->parts[vertex] & 1);
}

/* Is the vertex on the boundary that makes the centre of joint k? */
static bool is_on_boundary(const pd_learn_template *t, int vertex, int k)
{
    for (int n = t->neighbor_start[vertex]; k && n < t->neighbor_start[vertex + 1]; n++)
        if (hangs_on(t, t->neighbors[n], k) != hangs_on(t, vertex, k)) return true;
    for (int c = 1; !k && c < t->joint_count; c++)
        if (t->parents[c] == 0 && is_on_boundary(t, vertex, c)) return true;
    return false;
}

static double mean_edge(const pd_learn_template *t)
{
    double sum = 0;
    for (int e = 0; e < t->edge_count; e++) sum += pd_learn_edge_length(t, t->vertices, e);
    return sum / t->edge_count;
}

/* The weights x, as equal as possible, by which the vertices around joint k give `joint`:
 *
 *     min  C^2 |sum_i x_i (v_i - joint)|^2 + C^2 (sum_i x_i - 1)^2 + sum_i (x_i - 1/n)^2      x >= 0
 *
 * Solved by the four equations of the constraints; vertices whose weight would be negative are dropped and
 * the rest solved again.
 */
static void weigh_boundary(pd_learn_template *t, int k, const float *joint)
{
    const int *vertex = t->center_vertex + t->center_start[k];
    const int n = t->center_start[k + 1] - t->center_start[k];
    double *weight = t->center_weight + t->center_start[k];
    double sum = 0;

    for (int dropped = 1; dropped > 0;) {
        /* Normal equations of the constraints' multipliers: one for the sum, three for the coordinates. */
        double gram[16] = {0};
        double lambda[4] = {1, 0, 0, 0};
        for (int a = 0; a < n; a++) {
            double row[4] = {1};
            for (int c = 0; c < 3 && weight[a] > 0; c++)
                row[1 + c] = (double)t->vertices[3 * vertex[a] + c] - (double)joint[c];
            for (int r = 0; r < 4 && weight[a] > 0; r++) {
                lambda[r] -= row[r] / n;
                for (int c = 0; c < 4; c++) gram[4 * r + c] += row[r] * row[c];
            }
        }

        for (int r = 0; r < 4; r++) gram[5 * r] += 1 / (CENTER_HOLD * CENTER_HOLD);
        if (!pd_k_cholesky(gram, 4)) break; /* cannot be: the diagonal is held */
        pd_k_cholesky_solve(lambda, gram, 4);

        /* Weights by the multipliers; count those that fall out. */
        dropped = 0;
        for (int a = 0; a < n; a++) {
            if (weight[a] <= 0) continue;
            weight[a] = 1.0 / n + lambda[0];
            for (int c = 0; c < 3; c++)
                weight[a] += lambda[1 + c] * ((double)t->vertices[3 * vertex[a] + c] - (double)joint[c]);
            dropped += weight[a] <= 0;
        }
    }

    for (int a = 0; a < n; a++) sum += weight[a] = fmax(0, weight[a]);
    for (int a = 0; a < n; a++) weight[a] = sum > 0 ? weight[a] / sum : 1.0 / n;
}

/* Appends the vertices that determine joint k: those of its boundary
 * and those within so many rings of edges of it. */
static pd_status add_center(pd_learn_template *t, int k, int rings, char *marked, const char *name,
                            pd_error *err)
{
    for (int i = 0; i < t->vertex_count; i++) marked[i] = (char)is_on_boundary(t, i, k);
    for (int r = 1; r <= rings; r++)
        for (int i = 0; i < t->vertex_count; i++)
            for (int n = t->neighbor_start[i]; !marked[i] && n < t->neighbor_start[i + 1]; n++)
                if (marked[t->neighbors[n]] > 0 && marked[t->neighbors[n]] <= r) marked[i] = (char)(r + 1);

    /* Refuse a part without a boundary to its parent. */
    int own = 0;
    bool touches_parent = false;
    for (int i = 0; i < t->vertex_count; i++) own += marked[i] != 0;
    for (int e = 0; k && e < t->edge_count && !touches_parent; e++) {
        int a = t->parts[t->edges[e][0]];
        int b = t->parts[t->edges[e][1]];
        touches_parent = (a == k && b == t->parents[k]) || (b == k && a == t->parents[k]);
    }

    if (!own || (k && !touches_parent))
        return pd_fail(err, PD_ERR_FORMAT, name, "parts: part %d (%s) does not touch that of its parent", k,
                       t->joint_names[k]);

    /* Append the vertices, all with the same weight. */
    const int first = t->center_start[k];
    const size_t all = (size_t)(first + own);
    int *vertex = realloc(t->center_vertex, all * sizeof *vertex);
    if (vertex) t->center_vertex = vertex;
    double *weight = realloc(t->center_weight, all * sizeof *weight);
    if (weight) t->center_weight = weight;
    if (!vertex || !weight)
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d boundary vertices", own);

    int at = first;
    for (int i = 0; i < t->vertex_count; i++)
        if (marked[i]) {
            vertex[at] = i;
            weight[at++] = 1.0 / own;
        }
    t->center_start[k + 1] = at;

    return PD_OK;
}

/* Finds the vertices and weights that give each joint: those of the boundary between its part and its
 * parent's. With known joints, also vertices near it, weighed such that they give the joint. */
static pd_status find_centers(pd_learn_template *t, const float *joints, const char *name, pd_error *err)
{
    /* Compute the greatest width of the boundary, in rings of vertices. */
    const int rings =
        joints ? (int)fmax(1, BAND_OF_HEIGHT * extent_of(t->vertices, t->vertex_count) / mean_edge(t) + 0.5)
               : 0;
    char *marked = malloc((size_t)t->vertex_count);
    pd_status status = marked ? PD_OK : pd_fail(err, PD_ERR_MEMORY, name, "out of memory for the boundaries");

    /* A joint lies in the middle of the boundary between its part and its parent's. */
    t->center_start[0] = 0;
    for (int k = 0; k < t->joint_count && status == PD_OK; k++) {
        status = add_center(t, k, (int)fmin(rings, MOST_RINGS), marked, name, err);
        if (status == PD_OK && joints) weigh_boundary(t, k, joints + 3 * k);
    }

    free(marked);

    return status;
}

/* ---- weights ---- */

/* Diffuses the parts over the surface, by blur_m for the weights
 * and SLOT_WIDTH times as far for the slots. */
static pd_status find_weights(pd_learn_template *t, double blur_m, const char *name, pd_error *err)
{
    const int joints = t->joint_count;
    const size_t numbers = (size_t)t->vertex_count * (size_t)joints;
    double *now = calloc(numbers, sizeof *now);
    double *next = malloc(numbers * sizeof *next);
    double *kept = malloc(numbers * sizeof *kept);
    double edge = mean_edge(t);
    double wide = blur_m > 0 ? blur_m : BLUR_OF_HEIGHT * extent_of(t->vertices, t->vertex_count);

    if (!now || !next || !kept) {
        free(now);
        free(next);
        free(kept);
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for weights");
    }

    /* Rounds that spread a part by `wide`: each round spreads it by about half the length of an edge. */
    const int rounds = (int)fmin(200, fmax(3, ceil(4 * wide * wide / (edge * edge))));
    for (int i = 0; i < t->vertex_count; i++) now[(size_t)i * (size_t)joints + (size_t)t->parts[i]] = 1;
    for (int r = 0; r < rounds * SLOT_WIDTH * SLOT_WIDTH; r++) {
        if (r == rounds) memcpy(kept, now, numbers * sizeof *kept);

        /* W <- W/2 + mean of the neighbours/2; dense (V,K) */
        for (int i = 0; i < t->vertex_count; i++) {
            const int first = t->neighbor_start[i];
            const int end = t->neighbor_start[i + 1];
            double *row = next + (size_t)i * (size_t)joints;
            for (int k = 0; k < joints; k++) {
                double sum = 0;
                double own = now[(size_t)i * (size_t)joints + (size_t)k];
                for (int n = first; n < end; n++)
                    sum += now[(size_t)t->neighbors[n] * (size_t)joints + (size_t)k];
                row[k] = end > first ? 0.5 * own + 0.5 * sum / (end - first) : own;
            }
        }

        double *swap = now;
        now = next;
        next = swap;
    }

    /* Choose the joints of a row's largest numbers as slots, in their order. */
    for (int i = 0; i < t->vertex_count; i++) {
        int *slots = t->slots + PD_LEARN_SLOTS * i;
        int count = 0;
        const double *far = now + (size_t)i * (size_t)joints;
        const double *near = kept + (size_t)i * (size_t)joints;
        double *weights = t->weights + PD_LEARN_SLOTS * i;
        double sum = 0;
        for (int k = 0; k < joints; k++) {
            int larger = 0;
            for (int l = 0; l < joints; l++) larger += far[l] > far[k] || (l < k && far[l] == far[k]);
            if (far[k] < LEAST_SLOT || larger >= PD_LEARN_SLOTS) continue;
            slots[count] = k;
            weights[count++] = near[k];
            sum += near[k];
        }

        for (int s = 0; s < count; s++) weights[s] /= sum;
        for (int s = count; s < PD_LEARN_SLOTS; s++) {
            slots[s] = -1;
            weights[s] = 0;
        }
    }

    free(now);
    free(next);
    free(kept);

    return PD_OK;
}

/* ---- the mirror ---- */

/* The nearest vertex on the other side of each, and for each joint the part that most of its mirrored
 * vertices belong to; NULL unless both go both ways. */
static void find_mirror(pd_learn_template *t)
{
    bool whole = true;

    /* Find the vertex nearest to the mirrored place of each vertex. */
    for (int i = 0; i < t->vertex_count && whole; i++) {
        const float *v = t->vertices + 3 * i;
        double nearest = 1e9;
        t->mirror[i] = -1;
        for (int other = 0; other < t->vertex_count; other++) {
            const float *o = t->vertices + 3 * other;
            double d[3] = {(double)o[0] + (double)v[0], (double)o[1] - (double)v[1],
                           (double)o[2] - (double)v[2]};
            double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            if (d2 < nearest) {
                nearest = d2;
                t->mirror[i] = other;
            }
        }

        whole = sqrt(nearest) < MIRROR_WITHIN_M;
    }

    /* Let the vertices of each part vote for the part on the other side. */
    for (int k = 0; k < t->joint_count && whole; k++) {
        int votes[PD_LEARN_JOINTS_MAX] = {0}, best = 0;
        for (int i = 0; i < t->vertex_count; i++)
            if (t->parts[i] == k) votes[t->parts[t->mirror[i]]]++;
        for (int l = 1; l < t->joint_count; l++)
            if (votes[l] > votes[best]) best = l;
        t->joint_mirror[k] = best;
    }

    /* The mirror of a vertex's mirror must be the vertex itself; the same holds for joints. */
    for (int i = 0; i < t->vertex_count && whole; i++) whole = t->mirror[t->mirror[i]] == i;
    for (int k = 0; k < t->joint_count && whole; k++) {
        const int m = t->joint_mirror[k];
        whole = t->joint_mirror[m] == k && (!k || t->parents[m] == t->joint_mirror[t->parents[k]]);
    }

    if (whole) return;

    free(t->mirror);
    free(t->joint_mirror);
    t->mirror = NULL;
    t->joint_mirror = NULL;
}

/* ---- all ---- */

pd_status pd_learn_template_init(pd_learn_template *out, const pd_learn_template_source *source,
                                 pd_error *err)
{
    memset(out, 0, sizeof *out);
    if (check_source(source, err)) return err->status;
    const size_t v = (size_t)source->vertex_count;
    const size_t f = (size_t)source->face_count;
    const size_t k = (size_t)source->joint_count;
    out->vertex_count = source->vertex_count;
    out->face_count = source->face_count;
    out->joint_count = source->joint_count;

    /* Copy the mesh, the skeleton and the parts. */
    out->vertices = malloc(3 * v * sizeof *out->vertices);
    out->faces = malloc(3 * f * sizeof *out->faces);
    out->parents = malloc(k * sizeof *out->parents);
    out->parts = malloc(v * sizeof *out->parts);
    out->joint_names = calloc(k, sizeof *out->joint_names);
    out->mirror = malloc(v * sizeof *out->mirror);
    out->joint_mirror = malloc(k * sizeof *out->joint_mirror);
    out->edges = malloc(3 * f * sizeof *out->edges);
    out->neighbor_start = calloc(v + 1, sizeof *out->neighbor_start);
    out->neighbors = malloc(6 * f * sizeof *out->neighbors);
    out->center_start = malloc((k + 1) * sizeof *out->center_start);
    out->slots = malloc(PD_LEARN_SLOTS * v * sizeof *out->slots);
    out->weights = malloc(PD_LEARN_SLOTS * v * sizeof *out->weights);
    out->movers = calloc(v, sizeof *out->movers);

    if (!out->vertices || !out->faces || !out->parents || !out->parts || !out->joint_names || !out->mirror ||
        !out->joint_mirror || !out->edges || !out->neighbor_start || !out->neighbors || !out->center_start ||
        !out->slots || !out->weights || !out->movers) {
        pd_learn_template_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, source->name, "out of memory for %d vertices",
                       source->vertex_count);
    }

    memcpy(out->vertices, source->vertices, 3 * v * sizeof *out->vertices);
    memcpy(out->faces, source->faces, 3 * f * sizeof *out->faces);
    memcpy(out->parents, source->parents, k * sizeof *out->parents);
    memcpy(out->parts, source->parts, v * sizeof *out->parts);
    for (int j = 0; j < source->joint_count; j++)
        if (source->joint_names)
            snprintf(out->joint_names[j], PD_SMPL_NAME_BYTES, "%s", source->joint_names[j]);
        else
            snprintf(out->joint_names[j], PD_SMPL_NAME_BYTES, "joint_%d", j);

    /* Find edges and neighbours, and the joints that lie below each joint. */
    find_edges(out);
    for (int j = out->joint_count - 1; j >= 0; j--) {
        out->subtree[j] |= UINT64_C(1) << j;
        if (j) out->subtree[out->parents[j]] |= out->subtree[j];
    }

    /* Compute joints from boundaries, and weights from diffused parts. */
    pd_status status = find_centers(out, source->joints, source->name, err);
    if (status == PD_OK) status = find_weights(out, source->blur_m, source->name, err);
    if (status != PD_OK) {
        pd_learn_template_deinit(out);
        return status;
    }

    /* List the joints that move each vertex: those of its slots and all above them. */
    for (int i = 0; i < out->vertex_count; i++)
        for (int slot = 0; slot < PD_LEARN_SLOTS && out->slots[PD_LEARN_SLOTS * i + slot] >= 0; slot++)
            for (int j = out->slots[PD_LEARN_SLOTS * i + slot]; j >= 0; j = out->parents[j])
                out->movers[i] |= UINT64_C(1) << j;
    find_mirror(out);

    return PD_OK;
}

void pd_learn_template_deinit(pd_learn_template *t)
{
    free(t->vertices);
    free(t->faces);
    free(t->parents);
    free(t->parts);
    free(t->joint_names);
    free(t->mirror);
    free(t->joint_mirror);
    free(t->edges);
    free(t->neighbor_start);
    free(t->neighbors);
    free(t->center_start);
    free(t->center_vertex);
    free(t->center_weight);
    free(t->slots);
    free(t->weights);
    free(t->movers);
    memset(t, 0, sizeof *t);
}

int pd_learn_template_apart(const pd_learn_template *tpl, int a, int b)
{
    PD_ASSERT(a >= 0 && a < tpl->joint_count && b >= 0 && b < tpl->joint_count);
    int bones = 0;
    for (; a != b; bones++) { /* parents come first: the larger number is not above the other */
        if (a > b)
            a = tpl->parents[a];
        else
            b = tpl->parents[b];
    }

    return bones;
}

void pd_learn_template_centers(double *centers, const pd_learn_template *tpl, const double *vertices)
{
    for (int k = 0; k < tpl->joint_count; k++)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int n = tpl->center_start[k]; n < tpl->center_start[k + 1]; n++)
                sum += tpl->center_weight[n] * vertices[3 * tpl->center_vertex[n] + c];
            centers[3 * k + c] = sum;
        }
}

double pd_learn_edge_length(const pd_learn_template *tpl, const float *vertices, int edge)
{
    PD_ASSERT(edge >= 0);
    const float *a = vertices + 3 * tpl->edges[edge][0];
    const float *b = vertices + 3 * tpl->edges[edge][1];
    double d2 = 0;
    for (int c = 0; c < 3; c++) d2 += pow((double)a[c] - (double)b[c], 2);

    return sqrt(d2);
}
