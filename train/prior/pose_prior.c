#include "train/prior/pose_prior.h"

#include "core/anim/source.h"
#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define D          PD_TRAIN_PRIOR_DIM
#define BLOCK      256  /* rows of a task                              */
#define LLOYD      8    /* rounds of k-means before EM                 */
#define COUNTS     1e-4 /* a smaller share of a row is left out   */
#define SETTLED    1e-5 /* gain of the likelihood, nats a row: the end */
#define LOG_2PI    1.8378770664093453
#define NOTHING    1e-9 /* of a direction: a joint that never turns leaves but rounding   */
#define LEAST_ROWS 40   /* of a component, before it is taken away from a style */

/* One style while it is learned. */
typedef struct mixture {
    const double *x;                            /* (N,D) scaled */
    int n, k, q;                                /* rows, components, directions */
    double *share;                              /* (N,K) r      */
    double *weight, *mean, *u, *lambda, *noise; /* (K) (K,D) (K,Q,D) (K,Q) (K) */
    double *pull;                               /* (K,Q,D) rows of V = (1 - sigma^2 / lambda)^(1/2) u */
    double *log_norm;                           /* (K) */
    double *spread;                             /* (D,D) S: of all its rows      */
    double *gain;                               /* (blocks) log likelihood       */
    double least_noise, shrink;
    double *scratch; /* per worker: scratch_count */
    size_t scratch_count;
    int failed;
} mixture;

static int blocks_of(const mixture *m)
{
    return (m->n + BLOCK - 1) / BLOCK;
}

static double *scratch_of(const mixture *m, int worker)
{
    return m->scratch + (size_t)worker * m->scratch_count;
}

/* ---- M: each component from its shares */

/* Writes the mean (D) of a component's rows by their shares. Returns the sum of the shares, N_k. */
static double pose_prior_mean_of(double *mean, const mixture *m, int component)
{
    double total = 0;

    memset(mean, 0, D * sizeof *mean);
    for (int i = 0; i < m->n; i++) {
        double r = m->share[(size_t)i * (size_t)m->k + (size_t)component];
        if (!(r > COUNTS)) continue;
        total += r;
        for (int d = 0; d < D; d++) mean[d] += r * m->x[(size_t)i * D + (size_t)d];
    }

    for (int d = 0; d < D && total > 0; d++) mean[d] /= total;

    return total;
}

/* Computes mean, directions and noise of a component from its shares (the M step). */
static void refit(void *arg, int component, int worker)
{
    mixture *m = arg;
    double *g = scratch_of(m, worker);
    double *y = g + m->scratch_count - (size_t)BLOCK * (2 * D);
    double *mean = m->mean + (size_t)component * D;
    double total = pose_prior_mean_of(mean, m, component);

    PD_ASSERT(component >= 0 && component < m->k);

    /* g (D,D), by blocks y (D,count) of columns sqrt(r) (x - mean) of the rows that count */
    memset(g, 0, D * D * sizeof *g);
    for (int i = 0; i < m->n;) {
        int count = 0;
        for (; i < m->n && count < BLOCK; i++) {
            double r = m->share[(size_t)i * (size_t)m->k + (size_t)component];
            if (!(r > COUNTS)) continue;
            double root = sqrt(r);
            for (int d = 0; d < D; d++)
                y[d * BLOCK + count] = root * (m->x[(size_t)i * D + (size_t)d] - mean[d]);
            count++;
        }

        for (int d = 0; d < D; d++)
            for (int c = count; c < BLOCK; c++) y[d * BLOCK + c] = 0;
        if (count) pd_k_gram_add(g, y, D, BLOCK);
    }

    pd_k_mirror(g, D);
    for (int i = 0; i < D * D; i++) g[i] = (g[i] + m->shrink * m->spread[i]) / (total + m->shrink);
    m->weight[component] = fmax(total, 1) / m->n;

    /* the Q largest directions of g, which is destroyed, and the noise of the rest */
    size_t q = (size_t)m->q;
    size_t c = (size_t)component;
    double *u = m->u + c * q * D;
    double *lambda = m->lambda + c * q;
    double trace = 0;
    double log_c;

    /* The noise has to explain the trace minus the largest eigenvalues. */
    for (int d = 0; d < D; d++) trace += g[d * D + d];
    if (m->q && !pd_k_syev_top(lambda, u, g, D, m->q)) {
        m->failed = 1;
        return;
    }

    for (size_t a = 0; a < q; a++) trace -= lambda[a];
    double noise = fmax(trace / (D - m->q), m->least_noise);
    log_c = (D - m->q) * log(noise);

    /* Keep directions that are at least as strong as the noise, and compute their factors and the logarithm
     * of the determinant. */
    for (size_t a = 0; a < q; a++) {
        lambda[a] = fmax(lambda[a], noise * (1 + 1e-6));
        log_c += log(lambda[a]);
        double part = sqrt(1 - noise / lambda[a]);
        for (int d = 0; d < D; d++) m->pull[(c * q + a) * D + (size_t)d] = part * u[a * D + (size_t)d];
    }

    m->noise[component] = noise;
    m->log_norm[component] = log(m->weight[component]) - 0.5 * (D * LOG_2PI + log_c);
}

/* ---- E: each row's shares */

/* E step: computes the shares r_ik of one block's rows and the block's log likelihood. With y = x - m, |y|^2
 * - |V y|^2 over sigma^2 is the Mahalanobis distance of Tipping and Bishop's covariance. */
static void share_block(void *arg, int block, int worker)
{
    mixture *m = arg;
    int first = block * BLOCK;
    int count = m->n - first < BLOCK ? m->n - first : BLOCK;
    double *y = scratch_of(m, worker);
    double *p = y + BLOCK * D;
    double total = 0;

    /* Compute the log density of each row under each component. */
    for (int k = 0; k < m->k; k++) {
        const double *mean = m->mean + (size_t)k * D;
        for (int i = 0; i < count; i++)
            for (int d = 0; d < D; d++) y[i * D + d] = m->x[(size_t)(first + i) * D + (size_t)d] - mean[d];
        if (m->q) pd_k_gemm(p, y, 0, m->pull + (size_t)k * (size_t)m->q * D, 1, count, m->q, D, 1, 0);
        for (int i = 0; i < count; i++) {
            double square = 0;
            for (int d = 0; d < D; d++) square += y[i * D + d] * y[i * D + d];
            for (int a = 0; a < m->q; a++) square -= p[i * m->q + a] * p[i * m->q + a];
            m->share[(size_t)(first + i) * (size_t)m->k + (size_t)k] =
                m->log_norm[k] - 0.5 * square / m->noise[k];
        }
    }

    /* Shares, by the softmax of the log densities; their sum is the gain. */
    for (int i = 0; i < count; i++) {
        double *r = m->share + (size_t)(first + i) * (size_t)m->k;
        double most = r[0];
        double sum = 0;
        for (int k = 1; k < m->k; k++) most = fmax(most, r[k]);
        for (int k = 0; k < m->k; k++) sum += r[k] = exp(r[k] - most);
        for (int k = 0; k < m->k; k++) r[k] /= sum;
        total += most + log(fmax(sum, 1)); /* the largest of them is 1 */
    }

    m->gain[block] = total;
}

/* ---- the beginning: k-means++ (Arthur and Vassilvitskii 2007) */

static double distance2(const double *a, const double *b)
{
    double sum = 0;
    for (int d = 0; d < D; d++) sum += (a[d] - b[d]) * (a[d] - b[d]);
    return sum;
}

/* Gives each row of a block wholly to the component with the nearest mean (a step of k-means). */
static void nearest_block(void *arg, int block, int worker)
{
    mixture *m = arg;

    PD_ASSERT(block >= 0);
    int last = (block + 1) * BLOCK < m->n ? (block + 1) * BLOCK : m->n;
    (void)worker;
    for (int i = block * BLOCK; i < last; i++) {
        double least = INFINITY;
        double *r = m->share + (size_t)i * (size_t)m->k;
        int nearest = 0;
        for (int k = 0; k < m->k; k++) {
            double far = distance2(m->x + (size_t)i * D, m->mean + (size_t)k * D);
            if (far < least) {
                least = far;
                nearest = k;
            }

            r[k] = 0;
        }

        r[nearest] = 1;
    }
}

/* Moves the mean of one component to the mean of its rows (a step of k-means); keeps it if it has none. */
static void centre_task(void *arg, int component, int worker)
{
    mixture *m = arg;
    double mean[D];
    (void)worker;
    if (pose_prior_mean_of(mean, m, component) > 0)
        memcpy(m->mean + (size_t)component * D, mean, sizeof mean);
}

/* ---- one style */

/* Allocates a mixture of m->k components with m->q directions for m->n rows. Returns false when out of
 * memory. */
static bool mixture_init(mixture *m, const pd_executor *executor)
{
    size_t n = (size_t)m->n;
    size_t k = (size_t)m->k;
    size_t q = (size_t)m->q;

    /* BLAS's last bits depend on the alignment of its numbers:
     * every worker's start at the same place in a cache line */
    /* A worker's scratch: a covariance (D,D), rounded up to a cache line of 8 doubles, then a block's rows
     * minus the mean (BLOCK,D) and its projections on directions (BLOCK, at most D). */
    m->scratch_count = ((size_t)(D * D + 7) & ~(size_t)7) + (size_t)BLOCK * (2 * D);
    m->share = calloc(n * k + 1, sizeof(double));
    m->weight = calloc(3 * k + k * D + 2 * k * q * D + k * q + D * D + (size_t)blocks_of(m), sizeof(double));
    m->scratch = aligned_alloc(64, (size_t)executor->worker_count * m->scratch_count * sizeof(double));
    if (!m->share || !m->weight || !m->scratch) return false;

    /* Cut the one block into its arrays. */
    m->noise = m->weight + k;
    m->log_norm = m->noise + k;
    m->mean = m->log_norm + k;
    m->u = m->mean + k * D;
    m->pull = m->u + k * q * D;
    m->lambda = m->pull + k * q * D;
    m->spread = m->lambda + k * q;
    m->gain = m->spread + D * D;

    return true;
}

/* Learns the mixture of one style: k-means++ (Arthur and Vassilvitskii 2007), LLOYD rounds of k-means, then
 * EM. */
static void run_pose_prior(mixture *m, const pd_train_prior_options *o, int style,
                           const pd_executor *executor)
{
    /* Compute mean and covariance of all rows. */
    double before = -INFINITY;
    double mean[D] = {0};

    memset(m->spread, 0, D * D * sizeof *m->spread);
    for (int i = 0; i < m->n; i++)
        for (int d = 0; d < D; d++) mean[d] += m->x[(size_t)i * D + (size_t)d] / m->n;

    for (int i = 0; i < m->n; i++)
        for (int a = 0; a < D; a++) {
            double ya = (m->x[(size_t)i * D + (size_t)a] - mean[a]) / m->n;
            for (int b = 0; b <= a; b++)
                m->spread[a * D + b] += ya * (m->x[(size_t)i * D + (size_t)b] - mean[b]);
        }

    pd_k_mirror(m->spread, D);

    pd_rng rng;

    /* Each style has a generator of its own: there are less than 1000 styles. */
    pd_rng_init(&rng, o->seed * 1000 + (uint64_t)style);

    /* k-means++: means far from one another. far (N) uses the memory of the shares (N,K), which the first E
     * step overwrites */
    double *far = m->share;
    for (int i = 0; i < m->n; i++) far[i] = INFINITY;
    for (int k = 0; k < m->k; k++) {
        double total = 0;
        for (int i = 0; i < m->n && k; i++) total += far[i];
        double wanted = pd_rng_uniform(&rng) * total;
        int chosen = k ? 0 : pd_rng_below(&rng, m->n);
        for (; k && chosen < m->n - 1 && wanted > far[chosen]; chosen++) wanted -= far[chosen];
        memcpy(m->mean + (size_t)k * D, m->x + (size_t)chosen * D, D * sizeof(double));
        for (int i = 0; i < m->n; i++)
            far[i] = fmin(far[i], distance2(m->x + (size_t)i * D, m->mean + (size_t)k * D));
    }

    /* Refine by a few rounds of k-means. */
    for (int round = 0; round < LLOYD; round++) {
        pd_execute(executor, nearest_block, m, blocks_of(m));
        pd_execute(executor, centre_task, m, m->k);
    }

    pd_execute(executor, nearest_block, m, blocks_of(m));

    /* Alternate (EM): directions from shares, shares from directions, until the likelihood settles. */
    for (int round = 0; round < o->rounds && !m->failed; round++) {
        pd_execute(executor, refit, m, m->k);
        double sum = 0;
        for (int k = 0; k < m->k; k++) sum += m->weight[k];
        for (int k = 0; k < m->k; k++) {
            m->log_norm[k] -= log(sum);
            m->weight[k] /= sum;
        }

        double total = 0;
        pd_execute(executor, share_block, m, blocks_of(m));
        for (int b = 0; b < blocks_of(m); b++) total += m->gain[b];
        double now = total / m->n;
        if (now - before < SETTLED) return;
        before = now;
    }
}

/* ---- all */

typedef struct plan {
    pd_train_prior_options o;
    const pd_train_prior_rows *rows;
    int styles, numbers[PD_TRAIN_STYLE_COUNT]; /* that have rows: their pd_train_style */
    int counts[PD_TRAIN_STYLE_COUNT], components[PD_TRAIN_STYLE_COUNT];
    double centre[D], scale[D];
} plan;

/* Decides what is learned: options, mean and deviation of all numbers, the styles that have rows and the
 * number of components of each. ERR_INVALID: no row. */
static pd_status make_plan(plan *p, const pd_train_prior_rows *rows, const pd_train_prior_options *o,
                           pd_error *err)
{
    double sum[D] = {0}, square[D] = {0};
    int count = pd_train_prior_rows_count(rows, -1, 0);

    /* Options that are 0 have their default. */
    *p = (plan){.o = *o, .rows = rows};
    if (!p->o.seed) p->o.seed = 1;
    if (!p->o.components) p->o.components = 96;
    p->o.rank = p->o.rank < 0 ? 0 : p->o.rank ? p->o.rank : 16;
    if (!p->o.rounds) p->o.rounds = 40;
    if (!(p->o.noise > 0)) p->o.noise = 0.03;
    if (!(p->o.shrink > 0)) p->o.shrink = 30;
    if (!count) return pd_fail(err, PD_ERR_INVALID, "poses", "no pose to learn from; at least one expected");

    /* Compute mean and standard deviation of every number. */
    for (int i = 0; i < rows->count; i++)
        for (int d = 0; d < D && !rows->held_out[i]; d++) {
            double x = (double)rows->x[(size_t)i * D + (size_t)d];
            sum[d] += x;
            square[d] += x * x;
        }

    for (int d = 0; d < D; d++) {
        p->centre[d] = (float)(sum[d] / count);
        double variance = square[d] / count - sum[d] / count * (sum[d] / count);
        p->scale[d] = (float)fmax(sqrt(fmax(variance, 0)), PD_TRAIN_PRIOR_LEAST);
    }

    /* Styles that have rows. */
    for (int s = 0; s < (p->o.one_style ? 1 : PD_TRAIN_STYLE_COUNT); s++) {
        int of_style = pd_train_prior_rows_count(rows, p->o.one_style ? -1 : s, 0);
        if (!of_style) continue;
        p->numbers[p->styles] = s;
        p->counts[p->styles++] = of_style;
    }

    /* One component for every style; the rest go one by one to the style
     * with the largest root of its rows per component. */
    int left = p->o.components - p->styles;
    for (int s = 0; s < p->styles; s++) p->components[s] = 1;
    for (; left > 0; left--) {
        int best = -1;
        double most = 0;
        for (int s = 0; s < p->styles; s++) {
            double wants = sqrt(p->counts[s]) / (p->components[s] + 1);
            if (p->counts[s] < LEAST_ROWS * (p->components[s] + 1) || wants <= most) continue;
            most = wants;
            best = s;
        }

        if (best < 0) break;
        p->components[best]++;
    }

    return PD_OK;
}

/* Learns the mixture of one style and writes its components to `out` from number `first` on. */
static pd_status learn_style(pd_ik_prior *out, const plan *p, int style, int first,
                             const pd_executor *executor, pd_error *err)
{
    PD_ASSERT(style >= 0 && style < p->styles && first >= 0);
    mixture m = {.n = p->counts[style], .k = p->components[style], .q = p->o.rank};
    m.least_noise = p->o.noise;
    m.shrink = p->o.shrink;

    double *x = malloc((size_t)m.n * D * sizeof *x);
    pd_status status = PD_OK;
    if (!x || !mixture_init(&m, executor))
        status = pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory to learn from %d", m.n);

    /* Copy the style's own rows, each number divided by its spread. */
    if (status == PD_OK) {
        int n = 0;
        for (int i = 0; i < p->rows->count; i++) {
            if (!(!p->rows->held_out[i] && (p->o.one_style || p->rows->styles[i] == p->numbers[style])))
                continue;
            for (int d = 0; d < D; d++)
                x[(size_t)n * D + (size_t)d] =
                    ((double)p->rows->x[(size_t)i * D + (size_t)d] - p->centre[d]) / p->scale[d];
            n++;
        }

        PD_ASSERT(n == m.n);
        m.x = x;
        run_pose_prior(&m, &p->o, style, executor);
        if (m.failed) status = pd_fail(err, PD_ERR_INTERNAL, "poses", "no eigenvectors of a covariance");
    }

    /* Components in the file's form: the length of a basis vector is its deviation beyond the noise. */
    if (status == PD_OK) {
        size_t q = (size_t)m.q;
        for (int k = 0; k < m.k; k++) {
            PD_ASSERT(first + k < out->component_count);
            size_t at = (size_t)(first + k);
            size_t c = (size_t)k;
            out->styles[at] = (unsigned char)style;
            out->weights[at] = (float)m.weight[k];
            out->noise[at] = (float)m.noise[k];
            for (size_t d = 0; d < D; d++) out->means[at * D + d] = (float)m.mean[c * D + d];
            for (size_t a = 0; a < q; a++) {
                double length = sqrt(m.lambda[c * q + a] - m.noise[k]);
                for (size_t d = 0; d < D; d++) {
                    double w = length * m.u[(c * q + a) * D + d];
                    out->bases[(at * q + a) * D + d] = fabs(w) < NOTHING ? 0 : (float)w;
                }
            }
        }
    }

    free(m.share);
    free(m.weight);
    free(m.scratch);
    free(x);

    return status;
}

pd_status pd_train_prior_learn(pd_ik_prior *out, const pd_train_prior_rows *rows,
                               const pd_train_prior_options *options, const pd_executor *executor,
                               pd_error *err)
{
    plan p;
    int components = 0;

    memset(out, 0, sizeof *out);

    /* The parallel work is over components; BLAS threads would only get in its way. */
    pd_k_blas_serial();

    pd_status status = make_plan(&p, rows, options, err);
    for (int s = 0; s < p.styles; s++) components += p.components[s];
    if (status == PD_OK)
        status = pd_ik_prior_init(out, PD_ANIM_SMPL_JOINTS, components, p.o.rank, p.styles, err);
    if (status != PD_OK) return status;

    /* Copy the names, and the mean and scale of a row. */
    int total = 0;
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
        snprintf(out->joint_names[j], sizeof out->joint_names[j], "%s", pd_anim_smpl_names[j]);
    for (int d = 0; d < D; d++) {
        out->centre[d] = (float)p.centre[d];
        out->scale[d] = (float)p.scale[d];
    }

    for (int s = 0; s < p.styles; s++) total += p.counts[s];

    /* A style is as likely as its share of the rows. */
    for (int s = 0; s < p.styles; s++) {
        const char *name = p.o.one_style ? "any" : pd_train_style_name((pd_train_style)p.numbers[s]);
        snprintf(out->style_names[s], sizeof out->style_names[s], "%s", name);
        out->style_weights[s] = (float)p.counts[s] / (float)total;
    }

    /* Place each style's components behind those of the style before it. */
    for (int s = 0, first = 0; s < p.styles && status == PD_OK; first += p.components[s++]) {
        if (p.o.tell) p.o.tell(p.o.ctx, s, p.styles);
        status = learn_style(out, &p, s, first, executor, err);
    }

    if (status == PD_OK && p.o.tell) p.o.tell(p.o.ctx, p.styles, p.styles);
    if (status != PD_OK) pd_ik_prior_deinit(out);
    return status;
}

/* ---- how well */

typedef struct judging {
    const pd_ik_prior *prior;
    const pd_train_prior_rows *rows;
    double *sums; /* (blocks) */
    int *counts;  /* (blocks) */
    int held_out, knows_style;
} judging;

/* Adds the negative log likelihood of the rows of one block, in nats, and their number. */
static void judge_block(void *arg, int block, int worker)
{
    judging *j = arg;
    const pd_ik_prior *prior = j->prior;
    int last = (block + 1) * BLOCK < j->rows->count ? (block + 1) * BLOCK : j->rows->count;

    (void)worker;
    for (int i = block * BLOCK; i < last; i++) {
        double x[D];
        if (j->rows->held_out[i] != j->held_out) continue;
        for (int d = 0; d < D; d++)
            x[d] = ((double)j->rows->x[(size_t)i * D + (size_t)d] - (double)prior->centre[d]) /
                   (double)prior->scale[d];
        const char *name = pd_train_style_name((pd_train_style)j->rows->styles[i]);
        j->sums[block] -= pd_ik_prior_log(prior, x, j->knows_style ? pd_ik_prior_style(prior, name) : -1);
        j->counts[block]++;
    }
}

double pd_train_prior_nll(const pd_ik_prior *prior, const pd_train_prior_rows *rows, int held_out,
                          int knows_style, const pd_executor *executor)
{
    PD_ASSERT(rows->count >= 0);
    int blocks = (rows->count + BLOCK - 1) / BLOCK;
    int count = 0;
    double sum = 0;
    judging j = {.prior = prior,
                 .rows = rows,
                 .sums = calloc((size_t)blocks + 1, sizeof *j.sums),
                 .counts = calloc((size_t)blocks + 1, sizeof *j.counts),
                 .held_out = held_out,
                 .knows_style = knows_style};

    /* Blocks sum by themselves, in a fixed order after: the result is the same with any number of threads. */
    if (j.sums && j.counts) {
        pd_execute(executor, judge_block, &j, blocks);
        for (int b = 0; b < blocks; b++) {
            sum += j.sums[b];
            count += j.counts[b];
        }
    }

    free(j.sums);
    free(j.counts);
    return count ? sum / count : NAN;
}
