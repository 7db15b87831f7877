/* Blends two styles of a prior.
 *
 *     p(x) ~ p_1(x)^a p_2(x)^b, a + b = 1      for one component of each: P = a P_1 + b P_2, P m = a P_1 m_1
 *                                              + b P_2 m_2
 *
 * A precision is (I - V^T V) / sigma^2. The blend's precision has this form too: 1 / sigma^2 = a / sigma_1^2
 * + b / sigma_2^2, and V is sqrt(a) sigma / sigma_1 V_1 over sqrt(b) sigma / sigma_2 V_2. With A = I - V V^T
 * = R R^T
 *
 *     C = sigma^2 (I + V^T A^-1 V)   so   W^T = sigma R^-1 V,     log |C| = D log sigma^2 - log |A|
 *
 * The weight of a pair is w_1^a w_2^b times the integral of the product of both. Pairs that are far apart
 * have nearly no weight. */
#include "core/ik/methods/dense.h"
#include "core/ik/methods/prior.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_2PI 1.8378770664093453 /* log(2 pi) */
#define PAIRS   64                 /* largest number of pairs that are kept */
#define FAINT   18                 /* nats below the largest weight: lighter pairs are dropped */

typedef struct pair {
    int one, two; /* components of the prior */
    double log_weight;
} pair;

/* The blend of two components. */
typedef struct pool {
    const pd_ik_prior *prior;
    double share[2];     /* a, b */
    int of[2];           /* components */
    double squared;      /* sigma^2 */
    double *v, *a, *row; /* (2 Q,D) V; (2 Q,2 Q) R, 1 / r_jj on its diagonal; (2 Q) */
    double mean[PD_IK_PRIOR_MAX_DIM];
    double log_weight;
} pool;

/* Computes sigma, V and R. Returns false if the matrix is not positive definite because of rounding. */
static bool find_form(pool *p)
{
    const pd_ik_prior *prior = p->prior;
    const size_t d = (size_t)prior->dim;
    const size_t q = (size_t)prior->rank;
    const size_t n = 2 * q;

    p->squared =
        1 / (p->share[0] / (double)prior->noise[p->of[0]] + p->share[1] / (double)prior->noise[p->of[1]]);
    for (size_t s = 0; s < 2; s++) {
        const size_t k = (size_t)p->of[s];
        const double scale = sqrt(p->share[s] * p->squared / (double)prior->noise[k]);
        for (size_t i = 0; i < q * d; i++) p->v[s * q * d + i] = scale * (double)prior->whiten[k * q * d + i];
    }

    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c <= r; c++) {
            double sum = r == c;
            for (size_t i = 0; i < d; i++) sum -= p->v[r * d + i] * p->v[c * d + i];
            p->a[r * n + c] = sum;
        }

    return !n || pd_ik_cholesky(p->a, (int)n);
}

/* Computes the mean of a blended pair (the product of two components, each to the power of its share), and
 * the logarithm of its weight. */
static void find_mean(pool *p)
{
    const pd_ik_prior *prior = p->prior;
    const size_t d = (size_t)prior->dim;
    const size_t q = (size_t)prior->rank;
    const size_t n = 2 * q;
    double b[PD_IK_PRIOR_MAX_DIM] = {0};
    double part[PD_IK_PRIOR_MAX_DIM];
    double own = 0, scales = 0, log_c = 0;

    p->log_weight = 0;

    /* b = sum of the shares of P_k m_k, and the constants of the two components. */
    for (size_t i = 0; i < d; i++) scales += log((double)prior->scale[i]);
    for (int s = 0; s < 2; s++) {
        const size_t k = (size_t)p->of[s];
        const float *mean = prior->means + k * d;
        const float *v = prior->whiten + k * q * d;

        /* part = P_k m_k */
        for (size_t i = 0; i < d; i++) part[i] = (double)mean[i];
        for (size_t r = 0; r < q; r++) {
            double along = 0;
            for (size_t i = 0; i < d; i++) along += (double)v[r * d + i] * (double)mean[i];
            for (size_t i = 0; i < d; i++) part[i] -= along * (double)v[r * d + i];
        }

        for (size_t i = 0; i < d; i++) part[i] /= (double)prior->noise[k];

        for (size_t i = 0; i < d; i++) {
            b[i] += p->share[s] * part[i];
            own += p->share[s] * part[i] * (double)mean[i];
        }

        p->log_weight += p->share[s] * (prior->log_norm[k] + scales); /* w and |2 pi C|^-1/2 */
    }

    /* Solve for the mean by the Woodbury identity, which needs only the small factor A. */
    for (size_t r = 0; r < n; r++) {
        p->row[r] = 0;
        for (size_t i = 0; i < d; i++) p->row[r] += p->v[r * d + i] * b[i];
        log_c += 2 * log(p->a[r * n + r]); /* -log |A| */
    }

    if (n) pd_ik_cholesky_solve(p->row, p->a, (int)n);

    /* The mean, and what remains of the quadratic form. */
    for (size_t i = 0; i < d; i++) {
        p->mean[i] = b[i];
        for (size_t r = 0; r < n; r++) p->mean[i] += p->v[r * d + i] * p->row[r];
        p->mean[i] *= p->squared;
        own -= p->mean[i] * b[i];
    }

    log_c += (double)d * (log(p->squared) + LOG_2PI);
    p->log_weight += 0.5 * (log_c - own);
}

/* Lists the pairs (PAIRS) with the largest weights first.
 * Returns their number, or -1 if a pair cannot be blended. */
static int find_pairs(pair *pairs, pool *p, const int styles[2])
{
    const pd_ik_prior *prior = p->prior;
    int count = 0;

    for (int one = 0; one < prior->component_count; one++)
        for (int two = 0; two < prior->component_count; two++) {
            if (prior->styles[one] != styles[0] || prior->styles[two] != styles[1]) continue;
            p->of[0] = one;
            p->of[1] = two;
            if (!find_form(p)) return -1;
            find_mean(p);
            int at = count < PAIRS ? count++ : PAIRS;
            for (; at > 0 && pairs[at - 1].log_weight < p->log_weight; at--)
                if (at < PAIRS) pairs[at] = pairs[at - 1];
            if (at < PAIRS) pairs[at] = (pair){one, two, p->log_weight};
        }
    while (count > 1 && pairs[count - 1].log_weight < pairs[0].log_weight - FAINT) count--;

    return count;
}

/* Fills in the blended prior from the chosen pairs of components. */
static void fill_prior_blend(pd_ik_prior *out, pool *p, const pair *pairs, int count)
{
    const pd_ik_prior *prior = p->prior;
    const size_t d = (size_t)prior->dim;
    const size_t n = (size_t)out->rank;
    double sum = 0;
    double *w = p->v;

    /* Weights are relative to the largest, so that the exponentials stay in range. */
    for (int k = 0; k < count; k++) sum += exp(pairs[k].log_weight - pairs[0].log_weight);
    for (int k = 0; k < count; k++) {
        p->of[0] = pairs[k].one;
        p->of[1] = pairs[k].two;
        find_form(p);
        find_mean(p);

        /* W^T = sigma R^-1 V, row by row */
        for (size_t r = 0; r < n; r++)
            for (size_t i = 0; i < d; i++) {
                for (size_t c = 0; c < r; c++) w[r * d + i] -= p->a[r * n + c] * w[c * d + i];
                w[r * d + i] *= p->a[r * n + r];
            }
        for (size_t i = 0; i < n * d; i++)
            out->bases[(size_t)k * n * d + i] = (float)(sqrt(p->squared) * w[i]);
        for (size_t i = 0; i < d; i++) out->means[(size_t)k * d + i] = (float)p->mean[i];
        out->noise[k] = (float)p->squared;
        out->weights[k] = (float)(exp(pairs[k].log_weight - pairs[0].log_weight) / sum);
    }

    /* Centre, scale and names are those of the prior. The blend is one style. */
    memcpy(out->centre, prior->centre, d * sizeof *out->centre);
    memcpy(out->scale, prior->scale, d * sizeof *out->scale);
    memcpy(out->joint_names, prior->joint_names, (size_t)prior->joint_count * sizeof *out->joint_names);
    snprintf(out->style_names[0], sizeof out->style_names[0], "blend");
    out->style_weights[0] = 1;
}

pd_status pd_ik_prior_blend(pd_ik_prior **out, const pd_ik_prior *prior, const int styles[2], double share,
                            pd_error *err)
{
    const size_t n = 2 * (size_t)prior->rank;
    pair pairs[PAIRS];
    pd_ik_prior made;

    *out = NULL;
    if (!(share > 0 && share < 1))
        return pd_fail(err, PD_ERR_RANGE, "share", "%g; more than 0 and less than 1 allowed", share);
    pool p = {.prior = prior, .share = {share, 1 - share}};
    p.v = malloc((n * (size_t)prior->dim + n * n + n + 1) * sizeof *p.v);
    if (!p.v) return pd_fail(err, PD_ERR_MEMORY, "styles", "out of memory");
    p.a = p.v + n * (size_t)prior->dim;
    p.row = p.a + n * n;

    const int count = find_pairs(pairs, &p, styles);
    pd_status status = count > 0 ? pd_ik_prior_init(&made, prior->joint_count, count, (int)n, 1, err)
                                 : pd_fail(err, PD_ERR_RANGE, "styles",
                                           "the styles have no pose in common; styles that overlap expected");
    if (status == PD_OK) {
        fill_prior_blend(&made, &p, pairs, count);
        status = pd_ik_prior_build(out, &made, err);
    }

    free(p.v);

    return status;
}
