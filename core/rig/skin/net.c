#include "core/rig/skin/net.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define H      PD_RIG_NET_WIDTH
#define K      PD_RIG_PAIR_BONES
#define F      PD_RIG_PAIR_NUMBERS
#define JOINTS PD_RIG_JOINTS

#define ROW(id, name, rows, columns) {#name, rows, columns},
const pd_rig_net_row pd_rig_net_rows[PD_RIG_NET_TENSORS] = {PD_RIG_NET_TABLE(ROW)};
#undef ROW

pd_status pd_rig_net_init(pd_rig_net *out, pd_error *err)
{
    memset(out, 0, sizeof *out);
    out->all = calloc(PD_RIG_NET_NUMBERS, sizeof *out->all);
    if (!out->all) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a network of weights");

    float *at = out->all;
    for (int t = 0; t < PD_RIG_NET_TENSORS; t++) {
        out->tensors[t] = at;
        at += pd_rig_net_rows[t].rows * pd_rig_net_rows[t].columns;
    }

    out->resident_bytes = sizeof *out + PD_RIG_NET_NUMBERS * sizeof *out->all;
    out->references = 1;

    return PD_OK;
}

void pd_rig_net_deinit(pd_rig_net *net)
{
    free(net->all);
    pd_model_text_free(&net->text);
    memset(net, 0, sizeof *net);
}

/* ---- reference: one vertex at a time ---- */

static float relu(float x)
{
    return x > 0 ? x : 0;
}

/* Adds a product: y (H) += x (n) W (n,H) */
static void add_product(float *y, const float *x, const float *w, int n)
{
    for (int i = 0; i < n; i++)
        for (int h = 0; h < H; h++) y[h] += x[i] * w[i * H + h];
}

static void net_clip(float *y)
{
    for (int h = 0; h < H; h++) y[h] = relu(y[h]);
}

/* Weights of a vertex's edges for its sum: by nearness to the fourth power. */
static void gates_of(float gate[K], const float *x)
{
    float sum = 0;

    for (int k = 0; k < K; k++) {
        const float near = x[k * F + PD_RIG_PAIR_NEAR] * x[k * F + PD_RIG_PAIR_NEAR];
        gate[k] = near * near;
        sum += gate[k];
    }

    for (int k = 0; k < K; k++) gate[k] /= sum;
}

/* Computes e of one edge. */
static void edge_ref(float *e, const pd_rig_net *net, const float *x, int bone)
{
    float first[H];
    const float *role = net->tensors[PD_RIG_NET_EDGE_ROLE] + H * pd_rig_pair_roles[bone];

    memcpy(first, role, sizeof first);
    add_product(first, x, net->tensors[PD_RIG_NET_EDGE], F);
    net_clip(first);
    memcpy(e, net->tensors[PD_RIG_NET_SECOND_BIAS], H * sizeof *e);
    add_product(e, first, net->tensors[PD_RIG_NET_SECOND], H);
    net_clip(e);
}

void pd_rig_net_bones_ref(float *c, const pd_rig_net *net, const pd_rig_pairs *pairs, const int *seen,
                          int count)
{
    pd_rig_net_bones bones = {.total = {0}};

    for (int i = 0; i < count; i++) {
        uint8_t of[K];
        float x[K * F], gate[K];
        pd_rig_pairs_of(of, x, pairs, seen[i]);
        gates_of(gate, x);
        for (int k = 0; k < K; k++) {
            const float share = gate[k] * (float)pairs->mesh->areas[seen[i]];
            float e[H];
            edge_ref(e, net, x + k * F, of[k]);
            bones.total[of[k]] += share;
            for (int h = 0; h < H; h++) bones.mean[of[k] * H + h] += share * e[h];
        }
    }

    pd_rig_net_bones_finish(&bones, net);
    memcpy(c, bones.out, sizeof bones.out);
}

void pd_rig_net_vertex_ref(float *row, const pd_rig_net *net, const pd_rig_pairs *pairs, const float *c,
                           int vertex)
{
    uint8_t of[K];
    float x[K * F], gate[K], e[K][H];
    float sum[H] = {0};
    float u[H], scores[K];
    float most = -INFINITY, total = 0;

    /* Edges, and their weighted sum. */
    pd_rig_pairs_of(of, x, pairs, vertex);
    gates_of(gate, x);
    for (int k = 0; k < K; k++) {
        edge_ref(e[k], net, x + k * F, of[k]);
        for (int h = 0; h < H; h++) sum[h] += gate[k] * e[k][h];
    }

    /* The vertex. */
    memcpy(u, net->tensors[PD_RIG_NET_VERTEX_BIAS], sizeof u);
    add_product(u, sum, net->tensors[PD_RIG_NET_VERTEX], H);
    net_clip(u);

    /* Scores: the prior, weighted by 3 as in training, and what the network adds. */
    for (int k = 0; k < K; k++) {
        float s[H];
        memcpy(s, net->tensors[PD_RIG_NET_SCORE_BIAS], sizeof s);
        add_product(s, e[k], net->tensors[PD_RIG_NET_SCORE_EDGE], H);
        add_product(s, u, net->tensors[PD_RIG_NET_SCORE_VERTEX], H);
        add_product(s, c + of[k] * H, net->tensors[PD_RIG_NET_SCORE_BONE], H);
        net_clip(s);
        scores[k] = 3 * x[k * F + PD_RIG_PAIR_PRIOR];
        for (int h = 0; h < H; h++) scores[k] += s[h] * net->tensors[PD_RIG_NET_SCORE][h];
        most = fmaxf(most, scores[k]);
    }

    for (int k = 0; k < K; k++) total += scores[k] = expf(scores[k] - most);
    memset(row, 0, JOINTS * sizeof *row);
    for (int k = 0; k < K; k++) row[of[k]] = scores[k] / total;
}

/* ---- tiles ---- */

bool pd_rig_net_tile_init(pd_rig_net_tile *out, int most)
{
    const size_t n = (size_t)most;
    const size_t edges = n * K;

    memset(out, 0, sizeof *out);
    out->bones = malloc(edges);
    out->memory = malloc((edges * (F + 4 * H + 2) + n * (1 + 2 * H)) * sizeof(float));
    if (!out->bones || !out->memory) {
        pd_rig_net_tile_deinit(out);
        return false;
    }

    float *at = out->memory;
    out->x = at;
    at += edges * F;
    out->gate = at;
    at += edges;
    out->weights = at;
    at += edges;
    out->first = at;
    at += edges * H;
    out->edge = at;
    at += edges * H;
    out->score = at;
    at += edges * H;
    out->room = at;
    at += edges * H;
    out->sum = at;
    at += n * H;
    out->vertex = at;
    at += n * H;
    out->area = at;

    return true;
}

void pd_rig_net_tile_deinit(pd_rig_net_tile *tile)
{
    free(tile->bones);
    free(tile->memory);
    memset(tile, 0, sizeof *tile);
}

void pd_rig_net_gates(pd_rig_net_tile *t)
{
    for (int i = 0; i < t->count; i++) gates_of(t->gate + i * K, t->x + (size_t)i * K * F);
}

/* Computes a layer: y (n,H) = relu(y + x (n,width) W) */
static void layer(float *y, const float *x, const float *w, int n, int width)
{
    pd_k_gemm_f32(y, x, 0, w, 0, n, H, width, 1, 1);
    for (int i = 0; i < n * H; i++) y[i] = relu(y[i]);
}

static void fill_net(float *y, const float *row, int n)
{
    for (int i = 0; i < n; i++) memcpy(y + (size_t)i * H, row, H * sizeof *y);
}

void pd_rig_net_edges(pd_rig_net_tile *t, const pd_rig_net *net)
{
    const int edges = t->count * K;

    for (int e = 0; e < edges; e++)
        memcpy(t->first + (size_t)e * H,
               net->tensors[PD_RIG_NET_EDGE_ROLE] + H * pd_rig_pair_roles[t->bones[e]], H * sizeof *t->first);
    layer(t->first, t->x, net->tensors[PD_RIG_NET_EDGE], edges, F);
    fill_net(t->edge, net->tensors[PD_RIG_NET_SECOND_BIAS], edges);
    layer(t->edge, t->first, net->tensors[PD_RIG_NET_SECOND], edges, H);
}

void pd_rig_net_bones_add(pd_rig_net_bones *bones, const pd_rig_net_tile *t)
{
    for (int e = 0; e < t->count * K; e++) {
        const float share = t->gate[e] * t->area[e / K];
        const float *edge = t->edge + (size_t)e * H;
        float *mean = bones->mean + t->bones[e] * H;
        bones->total[t->bones[e]] += share;
        for (int h = 0; h < H; h++) mean[h] += share * edge[h];
    }
}

void pd_rig_net_bones_finish(pd_rig_net_bones *b, const pd_rig_net *net)
{
    /* Each bone by itself: the mean of its skin's edges, and its role. */
    for (int k = 0; k < JOINTS; k++) {
        float *own = b->own + k * H;
        float *mean = b->mean + k * H;
        for (int h = 0; h < H; h++) mean[h] = b->total[k] > 0 ? mean[h] / b->total[k] : 0;
        memcpy(own, net->tensors[PD_RIG_NET_BONE_ROLE] + H * pd_rig_pair_roles[k], H * sizeof *own);
        add_product(own, mean, net->tensors[PD_RIG_NET_BONE], H);
        net_clip(own);
    }

    memset(b->chain, 0, sizeof b->chain);

    /* Beside it its parent and the sum of its children (3 H numbers). */
    for (int k = 0; k < JOINTS; k++) {
        const int up = pd_rig_joints[k].parent;
        memcpy(b->chain + 3 * k * H, b->own + k * H, H * sizeof(float));
        if (up < 0) continue;
        memcpy(b->chain + (3 * k + 1) * H, b->own + up * H, H * sizeof(float));
        for (int h = 0; h < H; h++) b->chain[(3 * up + 2) * H + h] += b->own[k * H + h];
    }

    /* Output of the layer over these. */
    for (int k = 0; k < JOINTS; k++) {
        memcpy(b->out + k * H, net->tensors[PD_RIG_NET_CHAIN_BIAS], H * sizeof(float));
        add_product(b->out + k * H, b->chain + 3 * k * H, net->tensors[PD_RIG_NET_CHAIN], 3 * H);
        net_clip(b->out + k * H);
    }
}

/* Weights of one vertex's edges from their scores, the prior (3 times, as in training) and the vector a. */
static void softmax(float *weights, const float *score, const float *x, const float *a)
{
    float most = -INFINITY, total = 0;

    for (int k = 0; k < K; k++) {
        float s = 3 * x[k * F + PD_RIG_PAIR_PRIOR];
        for (int h = 0; h < H; h++) s += score[k * H + h] * a[h];
        weights[k] = s;
        most = fmaxf(most, s);
    }

    for (int k = 0; k < K; k++) total += weights[k] = expf(weights[k] - most);
    for (int k = 0; k < K; k++) weights[k] /= total;
}

void pd_rig_net_score(pd_rig_net_tile *t, const pd_rig_net *net, const pd_rig_net_bones *bones)
{
    float of_bones[JOINTS * H];

    memset(t->sum, 0, (size_t)t->count * H * sizeof *t->sum);
    for (int e = 0; e < t->count * K; e++)
        for (int h = 0; h < H; h++)
            t->sum[(size_t)(e / K) * H + (size_t)h] += t->gate[e] * t->edge[(size_t)e * H + (size_t)h];
    fill_net(t->vertex, net->tensors[PD_RIG_NET_VERTEX_BIAS], t->count);
    layer(t->vertex, t->sum, net->tensors[PD_RIG_NET_VERTEX], t->count, H);

    /* The terms of vertices and bones are the same for all their edges, so they are computed once. */
    fill_net(t->room, net->tensors[PD_RIG_NET_SCORE_BIAS], t->count);
    pd_k_gemm_f32(t->room, t->vertex, 0, net->tensors[PD_RIG_NET_SCORE_VERTEX], 0, t->count, H, H, 1, 1);
    pd_k_gemm_f32(of_bones, bones->out, 0, net->tensors[PD_RIG_NET_SCORE_BONE], 0, JOINTS, H, H, 1, 0);
    for (int e = 0; e < t->count * K; e++)
        for (int h = 0; h < H; h++)
            t->score[(size_t)e * H + (size_t)h] =
                t->room[(size_t)(e / K) * H + (size_t)h] + of_bones[t->bones[e] * H + h];
    layer(t->score, t->edge, net->tensors[PD_RIG_NET_SCORE_EDGE], t->count * K, H);
    for (int i = 0; i < t->count; i++)
        softmax(t->weights + i * K, t->score + (size_t)i * K * H, t->x + (size_t)i * K * F,
                net->tensors[PD_RIG_NET_SCORE]);
}

/* ---- a mesh ---- */

/* Fills a tile with every step-th vertex, beginning with `from`. Returns the next vertex. */
static int take_net(pd_rig_net_tile *t, const pd_rig_pairs *pairs, int from, int step)
{
    t->count = 0;
    for (; from < pairs->mesh->vertex_count && t->count < PD_RIG_NET_TILE; from += step) {
        pd_rig_pairs_of(t->bones + t->count * K, t->x + (size_t)t->count * K * F, pairs, from);
        t->area[t->count++] = (float)pairs->mesh->areas[from];
    }

    pd_rig_net_gates(t);

    return from;
}

pd_status pd_rig_net_run(float *dense, const pd_rig_net *net, const pd_rig_pairs *pairs,
                         const pd_cancel *cancel, pd_error *err)
{
    const int n = pairs->mesh->vertex_count;
    const int step = 1 + (n - 1) / PD_RIG_NET_SEEN;
    pd_rig_net_bones bones = {.total = {0}};
    pd_rig_net_tile tile;

    if (!pd_rig_net_tile_init(&tile, PD_RIG_NET_TILE))
        return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d vertices", PD_RIG_NET_TILE);

    /* Bones see every step-th vertex. */
    for (int i = 0; i < n && !pd_cancelled(cancel);) {
        i = take_net(&tile, pairs, i, step);
        pd_rig_net_edges(&tile, net);
        pd_rig_net_bones_add(&bones, &tile);
    }

    pd_rig_net_bones_finish(&bones, net);

    /* Score the edges of all vertices, tile by tile. */
    for (int i = 0; i < n && !pd_cancelled(cancel);) {
        const int first = i;
        i = take_net(&tile, pairs, i, 1);
        memset(dense + (size_t)first * JOINTS, 0, (size_t)tile.count * JOINTS * sizeof *dense);
        pd_rig_net_edges(&tile, net);
        pd_rig_net_score(&tile, net, &bones);
        for (int e = 0; e < tile.count * K; e++)
            dense[(size_t)(first + e / K) * JOINTS + tile.bones[e]] = tile.weights[e];
    }

    pd_rig_net_tile_deinit(&tile);

    return pd_cancelled(cancel) ? pd_fail(err, PD_ERR_BUSY, "weights", "cancelled") : PD_OK;
}
