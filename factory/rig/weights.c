#include "factory/rig/weights.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "train/network/adam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define H       PD_RIG_NET_WIDTH
#define K       PD_RIG_PAIR_BONES
#define F       PD_RIG_PAIR_NUMBERS
#define JOINTS  PD_RIG_JOINTS
#define ENTROPY 0.1f
#define LEAST   1e-4f /* a weight's, in its logarithm */
#define ALIGNED 64    /* numbers, of adam.h */
#define PADDED  ((PD_RIG_NET_NUMBERS + ALIGNED - 1) / ALIGNED * ALIGNED)

/* ---- examples ---- */

void pd_factory_rig_skins_deinit(pd_factory_rig_skins *skins)
{
    for (int i = 0; i < skins->count; i++) {
        pd_factory_rig_skin *s = &skins->list[i];
        free(s->bones);
        free(s->x);
        free(s->target);
        free(s->area);
    }

    free(skins->list);
    memset(skins, 0, sizeof *skins);
}

pd_status pd_factory_rig_skins_add(pd_factory_rig_skins *skins, const pd_rig_pairs *pairs, const float *truth,
                                   int most, pd_rng *rng, pd_error *err)
{
    const int n = pairs->mesh->vertex_count;
    const size_t keep = (size_t)(n < most ? n : most);

    if (skins->count >= skins->room) {
        const int room = skins->room ? 2 * skins->room : 16;
        pd_factory_rig_skin *list = realloc(skins->list, (size_t)room * sizeof *list);
        if (!list) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d meshes", skins->count);
        skins->list = list;
        skins->room = room;
    }

    pd_factory_rig_skin *s = &skins->list[skins->count];
    *s = (pd_factory_rig_skin){.bones = malloc(keep * K),
                               .x = malloc(keep * K * F * sizeof *s->x),
                               .target = malloc(keep * K * sizeof *s->target),
                               .area = malloc(keep * sizeof *s->area)};
    skins->count++;
    if (!s->bones || !s->x || !s->target || !s->area)
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu vertices", keep);

    /* Select each remaining pair with the probability that fills the sample (Fan, Muller, Rezucha 1962). */
    for (int i = 0; i < n && (size_t)s->count < keep; i++) {
        if ((int)pd_rng_below(rng, (uint32_t)(n - i)) >= (int)keep - s->count) continue;
        uint8_t *bones = s->bones + (size_t)s->count * K;
        pd_rig_pairs_of(bones, s->x + (size_t)s->count * K * F, pairs, i);
        for (int k = 0; k < K; k++)
            s->target[(size_t)s->count * K + (size_t)k] = truth[(size_t)i * JOINTS + bones[k]];
        s->area[s->count++] = (float)pairs->mesh->areas[i];
    }

    return PD_OK;
}

/* ---- gradients ---- */

/* Adds x^T d of n rows to the gradient of W (width,H). */
static void add_outer(float *w, const float *x, const float *d, int n, int width)
{
    pd_k_gemm_f32(w, x, 1, d, 0, width, H, n, 1, 1);
}

/* Adds d W^T to the gradient of x (n,width). */
static void back(float *of_x, const float *d, const float *w, int n, int width)
{
    pd_k_gemm_f32(of_x, d, 0, w, 1, n, width, H, 1, 1);
}

static void add_rows(float *sum, const float *d, int n)
{
    for (int i = 0; i < n; i++)
        for (int h = 0; h < H; h++) sum[h] += d[(size_t)i * H + (size_t)h];
}

/* Propagates a gradient back through relu: it becomes 0 where the output y was 0. */
static void through_relu(float *d, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(y[i] > 0)) d[i] = 0;
}

typedef struct gradient {
    float *of[PD_RIG_NET_TENSORS];
    const pd_rig_net *net;
    const pd_rig_net_tile *tile;
    pd_rig_net_bones bones;
    float *score, *edge, *first; /* (count,K,H) of what the layers gave */
    float *vertex, *sum;         /* (count,H)                           */
    float bone[JOINTS * H];      /* of c                                */
} gradient;

/* Returns the loss, and computes the gradient of the scores' inputs. */
static double lose(gradient *g, const float *target)
{
    const pd_rig_net_tile *t = g->tile;

    PD_ASSERT(t->count > 0);
    const float *a = g->net->tensors[PD_RIG_NET_SCORE];
    const float share = 1.0f / (float)t->count;
    double loss = 0;

    /* Add the loss of each vertex: absolute differences and a cross entropy. */
    for (int i = 0; i < t->count; i++) {
        const float *w = t->weights + i * K;
        const float *truth = target + (size_t)i * K;
        float d[K];
        float mean = 0;
        for (int k = 0; k < K; k++) {
            const float off = w[k] - truth[k];
            const float logged = fmaxf(w[k], LEAST);
            loss += (double)(share * (fabsf(off) - ENTROPY * truth[k] * logf(logged)));
            d[k] = (float)((off > 0) - (off < 0)) - (w[k] > LEAST ? ENTROPY * truth[k] / w[k] : 0);
            mean += d[k] * w[k];
        }

        /* Propagate the gradient back through the softmax, then through the ReLU of the scores. */
        for (int k = 0; k < K; k++) {
            const size_t e = (size_t)(i * K + k) * H;
            const float s = share * w[k] * (d[k] - mean);
            for (int h = 0; h < H; h++) {
                g->of[PD_RIG_NET_SCORE][h] += s * t->score[e + (size_t)h];
                g->score[e + (size_t)h] = t->score[e + (size_t)h] > 0 ? s * a[h] : 0;
            }
        }
    }

    return loss;
}

/* Propagates the gradient of the scores back to edges, vertices and bones. */
static void back_scores(gradient *g)
{
    const pd_rig_net_tile *t = g->tile;

    PD_ASSERT(t->count > 0);
    float *const *w = g->net->tensors;
    const int n = t->count;
    const int edges = n * K;
    float of_bones[JOINTS * H] = {0};

    /* Compute the gradient at the edge of each pair, then those that pairs
     * of one vertex and of one bone share. */
    memset(g->edge, 0, (size_t)edges * H * sizeof *g->edge);
    add_outer(g->of[PD_RIG_NET_SCORE_EDGE], t->edge, g->score, edges, H);
    add_rows(g->of[PD_RIG_NET_SCORE_BIAS], g->score, edges);
    back(g->edge, g->score, w[PD_RIG_NET_SCORE_EDGE], edges, H);

    /* Sum up over the pairs of each vertex and of each bone. */
    memset(g->sum, 0, (size_t)n * H * sizeof *g->sum);
    for (int e = 0; e < edges; e++)
        for (int h = 0; h < H; h++) {
            const float d = g->score[(size_t)e * H + (size_t)h];
            g->sum[(size_t)(e / K) * H + (size_t)h] += d;
            of_bones[t->bones[e] * H + h] += d;
        }

    /* Propagate back to the numbers of vertices and of bones. */
    memset(g->vertex, 0, (size_t)n * H * sizeof *g->vertex);
    add_outer(g->of[PD_RIG_NET_SCORE_VERTEX], t->vertex, g->sum, n, H);
    back(g->vertex, g->sum, w[PD_RIG_NET_SCORE_VERTEX], n, H);
    memset(g->bone, 0, sizeof g->bone);
    add_outer(g->of[PD_RIG_NET_SCORE_BONE], g->bones.out, of_bones, JOINTS, H);
    back(g->bone, of_bones, w[PD_RIG_NET_SCORE_BONE], JOINTS, H);
}

static void back_vertices(gradient *g)
{
    const pd_rig_net_tile *t = g->tile;

    through_relu(g->vertex, t->vertex, (size_t)t->count * H);
    add_outer(g->of[PD_RIG_NET_VERTEX], t->sum, g->vertex, t->count, H);
    add_rows(g->of[PD_RIG_NET_VERTEX_BIAS], g->vertex, t->count);
    memset(g->sum, 0, (size_t)t->count * H * sizeof *g->sum);
    back(g->sum, g->vertex, g->net->tensors[PD_RIG_NET_VERTEX], t->count, H);
    for (int e = 0; e < t->count * K; e++)
        for (int h = 0; h < H; h++)
            g->edge[(size_t)e * H + (size_t)h] += t->gate[e] * g->sum[(size_t)(e / K) * H + (size_t)h];
}

static void back_bones(gradient *g)
{
    const pd_rig_net_tile *t = g->tile;
    const pd_rig_net_bones *b = &g->bones;
    float chain[JOINTS * 3 * H] = {0};
    float own[JOINTS * H];
    float mean[JOINTS * H] = {0};

    /* Back through the chain layer, whose input for a joint is the numbers of the joint,
     * of its parent and of its children: */
    through_relu(g->bone, b->out, JOINTS * H);
    add_outer(g->of[PD_RIG_NET_CHAIN], b->chain, g->bone, JOINTS, 3 * H);
    add_rows(g->of[PD_RIG_NET_CHAIN_BIAS], g->bone, JOINTS);
    back(chain, g->bone, g->net->tensors[PD_RIG_NET_CHAIN], JOINTS, 3 * H);
    for (int k = 0; k < JOINTS; k++) memcpy(own + k * H, chain + 3 * k * H, H * sizeof *own);

    /* so the gradient of the chain goes to the joint itself, to its parent and from its parent. */
    for (int k = 0; k < JOINTS; k++) {
        const int up = pd_rig_joints[k].parent;
        for (int h = 0; up >= 0 && h < H; h++) {
            own[up * H + h] += chain[(3 * k + 1) * H + h];
            own[k * H + h] += chain[(3 * up + 2) * H + h];
        }
    }

    /* A bone's own numbers come from the mean of the edges that belong to it. */
    through_relu(own, b->own, JOINTS * H);
    add_outer(g->of[PD_RIG_NET_BONE], b->mean, own, JOINTS, H);
    for (int k = 0; k < JOINTS; k++)
        add_rows(g->of[PD_RIG_NET_BONE_ROLE] + pd_rig_pair_roles[k] * H, own + k * H, 1);
    back(mean, own, g->net->tensors[PD_RIG_NET_BONE], JOINTS, H);

    /* Each edge has its share of that mean. */
    for (int e = 0; e < t->count * K; e++) {
        PD_ASSERT(t->bones[e] >= 0 && t->bones[e] < JOINTS);
        const int k = t->bones[e];
        const float share = b->total[k] > 0 ? t->gate[e] * t->area[e / K] / b->total[k] : 0;
        for (int h = 0; h < H; h++) g->edge[(size_t)e * H + (size_t)h] += share * mean[k * H + h];
    }
}

static void back_edges(gradient *g)
{
    const pd_rig_net_tile *t = g->tile;
    const int edges = t->count * K;
    const size_t all = (size_t)edges * H;

    through_relu(g->edge, t->edge, all);
    add_outer(g->of[PD_RIG_NET_SECOND], t->first, g->edge, edges, H);
    add_rows(g->of[PD_RIG_NET_SECOND_BIAS], g->edge, edges);
    memset(g->first, 0, all * sizeof *g->first);
    back(g->first, g->edge, g->net->tensors[PD_RIG_NET_SECOND], edges, H);
    through_relu(g->first, t->first, all);
    add_outer(g->of[PD_RIG_NET_EDGE], t->x, g->first, edges, F);
    for (int e = 0; e < edges; e++)
        add_rows(g->of[PD_RIG_NET_EDGE_ROLE] + pd_rig_pair_roles[t->bones[e]] * H, g->first + (size_t)e * H,
                 1);
}

double pd_factory_rig_weights_loss(float *grad, pd_rig_net_tile *tile, const float *target,
                                   const pd_rig_net *net)
{
    PD_ASSERT(tile->count > 0);
    const size_t n = (size_t)tile->count;
    gradient g = {.net = net, .tile = tile};
    float *memory = malloc((3 * n * K + 2 * n) * H * sizeof *memory);

    if (!memory) return NAN;

    /* One block for all that the way back needs. */
    g.score = memory;
    g.edge = memory + n * K * H;
    g.first = memory + 2 * n * K * H;
    g.vertex = memory + 3 * n * K * H;
    g.sum = g.vertex + n * H;
    memset(grad, 0, PD_RIG_NET_NUMBERS * sizeof *grad);
    for (int t = 0; t < PD_RIG_NET_TENSORS; t++) g.of[t] = grad + (net->tensors[t] - net->all);

    /* Run the network forward. */
    pd_rig_net_edges(tile, net);
    pd_rig_net_bones_add(&g.bones, tile);
    pd_rig_net_bones_finish(&g.bones, net);
    pd_rig_net_score(tile, net, &g.bones);

    /* Propagate the gradient back in the opposite order. */
    const double loss = lose(&g, target);
    back_scores(&g);
    back_vertices(&g);
    back_bones(&g);
    back_edges(&g);
    free(memory);

    return loss;
}

/* ---- learning ---- */

/* Allocates the network's numbers, zeroed, on a boundary of 64 bytes. Returns NULL when out of memory. */
static float *weights_numbers(void)
{
    float *out = aligned_alloc(64, PADDED * sizeof *out);
    if (out) memset(out, 0, PADDED * sizeof *out);
    return out;
}

/* Draws the first weights: layers by He et al. 2015; biases and roles 0, the last row small. */
static void draw_first(pd_rig_net *out, pd_rng *rng)
{
    for (int t = 0; t < PD_RIG_NET_TENSORS; t++) {
        const pd_rig_net_row *row = &pd_rig_net_rows[t];
        const bool is_layer = row->rows > 1 && t != PD_RIG_NET_EDGE_ROLE && t != PD_RIG_NET_BONE_ROLE;
        const double sd = is_layer ? sqrt(2.0 / row->rows) : t == PD_RIG_NET_SCORE ? 0.05 : 0;
        for (int i = 0; i < row->rows * row->columns; i++)
            out->tensors[t][i] = (float)(sd * pd_rng_normal(rng));
    }
}

/* Fills the tile and its targets with random vertices of a random mesh. */
static void sample_tile(pd_rig_net_tile *tile, float *target, const pd_factory_rig_skins *skins, int batch,
                        pd_rng *rng)
{
    const pd_factory_rig_skin *skin = &skins->list[pd_rng_below(rng, (uint32_t)skins->count)];

    PD_ASSERT(skin->count > 0);
    tile->count = skin->count < batch ? skin->count : batch;
    for (int i = 0; i < tile->count; i++) {
        const size_t from = pd_rng_below(rng, (uint32_t)skin->count);
        const size_t to = (size_t)i;
        memcpy(tile->bones + to * K, skin->bones + from * K, K);
        memcpy(tile->x + to * K * F, skin->x + from * K * F, K * F * sizeof *tile->x);
        memcpy(target + to * K, skin->target + from * K, K * sizeof *target);
        tile->area[i] = skin->area[from];
    }

    pd_rig_net_gates(tile);
}

pd_status pd_factory_rig_weights_learn(pd_rig_net *out, const pd_factory_rig_skins *skins,
                                       const pd_factory_rig_weights_options *o, pd_error *err)
{
    const pd_train_rate rate = {.top = o->rate, .last = 0.005, .warm_up = 200, .steps = o->steps};

    memset(out, 0, sizeof *out);
    if (!skins->count) return pd_fail(err, PD_ERR_INVALID, "", "no rigged mesh to learn from");

    /* Allocate the network's weights, and moments and gradient of Adam. */
    float *w = weights_numbers();
    float *m = weights_numbers();
    float *v = weights_numbers();
    float *grad = weights_numbers();
    float *target = malloc((size_t)o->batch * K * sizeof *target);
    pd_rig_net_tile tile = {0};
    pd_status status = pd_rig_net_init(out, err);
    if (status == PD_OK && (!w || !m || !v || !grad || !target || !pd_rig_net_tile_init(&tile, o->batch)))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory to learn weights");

    pd_rng rng;
    pd_rng_init(&rng, o->seed);
    if (status == PD_OK) {
        draw_first(out, &rng);
        memcpy(w, out->all, PD_RIG_NET_NUMBERS * sizeof *w);
    }

    for (int step = 0; status == PD_OK && step < o->steps; step++) {
        sample_tile(&tile, target, skins, o->batch, &rng);
        if (!isfinite(pd_factory_rig_weights_loss(grad, &tile, target, out)))
            status = pd_fail(err, PD_ERR_INTERNAL, "", "the loss of step %d is not finite", step);
        pd_train_adam(w, m, v, grad, PADDED, pd_train_rate_at(&rate, step), step);
        memcpy(out->all, w, PD_RIG_NET_NUMBERS * sizeof *w);
        if (!(step % 100)) pd_progress_report(&o->progress, "learning weights", step, o->steps);
    }

    pd_rig_net_tile_deinit(&tile);
    free(w);
    free(m);
    free(v);
    free(grad);
    free(target);
    if (status != PD_OK) pd_rig_net_deinit(out);

    return status;
}
