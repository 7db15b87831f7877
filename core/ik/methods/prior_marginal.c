#include "core/ik/methods/prior_marginal.h"

#include "core/ik/methods/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Creates the marginal of some joints and copies their numbers from the prior. NULL: out of memory. */
static pd_ik_prior_marginal *new_marginal(const pd_ik_prior *p, const int *joints, int count)
{
    const size_t d = 3 * (size_t)count;
    const size_t k = (size_t)p->component_count;
    const size_t q = (size_t)p->rank;
    const size_t numbers = 2 * d + k * (d + 3 * q * d + 2);
    const size_t all = (size_t)p->dim;
    pd_ik_prior_marginal *m = calloc(1, sizeof *m + numbers * sizeof(double));

    if (!m) return NULL;

    /* Divide the block behind the struct into its arrays. */
    double *at = (double *)(m + 1);
    memcpy(m->joints, joints, (size_t)count * sizeof *joints);
    m->joint_count = count;
    m->dim = (int)d;
    m->bytes = sizeof *m + numbers * sizeof(double);
    m->centre = at;
    at += d;
    m->scale = at;
    at += d;
    m->means = at;
    at += k * d;
    m->latent = at;
    at += k * q * d;
    m->bases = at;
    at += k * q * d;
    m->whiten = at;
    at += k * q * d;
    m->noise = at;
    at += k;
    m->constant = at;

    /* Copy the rows of the chosen joints. The root has 2 rows and every other joint 3. */
    for (size_t i = 0; i < d; i++) {
        const size_t from = 2 + 3 * (size_t)(m->joints[i / 3] - 1) + i % 3;
        m->centre[i] = (double)p->centre[from];
        m->scale[i] = (double)p->scale[from];
        for (size_t c = 0; c < k; c++) {
            m->means[c * d + i] = (double)p->means[c * all + from];
            for (size_t a = 0; a < q; a++)
                m->bases[(c * q + a) * d + i] = (double)p->bases[(c * q + a) * all + from];
        }
    }

    return m;
}

/* Computes Z, V and log |C| / 2 - log weight of all components, shifted so that the least is 0. Fails if the
 * covariance of a component is singular. */
static pd_status derive(pd_ik_prior_marginal *m, const pd_ik_prior *from, pd_error *err)
{
    const size_t d = (size_t)m->dim;
    const size_t q = (size_t)from->rank;
    const size_t count = (size_t)from->component_count;
    double *gram = malloc((q * q + q + 1) * sizeof *gram);
    double least = INFINITY;

    if (!gram) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a pose prior");

    double *column = gram + q * q;
    pd_status status = PD_OK;
    for (size_t k = 0; k < count; k++) {
        const double noise = (double)from->noise[k];
        const double *w = m->bases + k * q * d;
        double log_c = ((double)d - (double)q) * log(noise);

        /* Gram matrix W^T W + sigma^2 I, and its Cholesky factor L. */
        for (size_t a = 0; a < q; a++)
            for (size_t b = 0; b <= a; b++) {
                double sum = a == b ? noise : 0;
                for (size_t i = 0; i < d; i++) sum += w[a * d + i] * w[b * d + i];
                gram[a * q + b] = sum;
            }
        if (q && !pd_ik_cholesky(gram, (int)q)) {
            status = pd_fail(
                err, PD_ERR_RANGE, "bases",
                "the covariance of component %d is singular in double precision; a larger noise expected",
                (int)k);
            break;
        }

        /* V by forward substitution, then Z by backward substitution. */
        for (size_t a = 0; a < q; a++) log_c -= 2 * log(gram[a * q + a]); /* the diagonal is 1 / l */
        for (size_t i = 0; i < d; i++) {
            for (size_t a = 0; a < q; a++) column[a] = w[a * d + i];
            for (size_t a = 0; a < q; a++) {
                double sum = column[a];
                for (size_t b = 0; b < a; b++) sum -= gram[a * q + b] * m->whiten[(k * q + b) * d + i];
                m->whiten[(k * q + a) * d + i] = sum * gram[a * q + a];
            }

            if (q) pd_ik_cholesky_solve(column, gram, (int)q);
            for (size_t a = 0; a < q; a++) m->latent[(k * q + a) * d + i] = column[a];
        }

        /* Standard deviation and constant of the component. */
        m->noise[k] = sqrt(noise);
        m->constant[k] = 0.5 * log_c - log((double)from->weights[k] *
                                           fmax((double)from->style_weights[from->styles[k]], 1e-12));
        least = fmin(least, m->constant[k]);
    }

    for (size_t k = 0; k < count && !status; k++) m->constant[k] -= least;
    free(gram);
    return status;
}

static const pd_ik_prior_marginal *find_prior_marginal(const pd_ik_prior_marginal *m, const int *joints,
                                                       int count)
{
    while (m && (m->joint_count != count || memcmp(m->joints, joints, (size_t)count * sizeof *joints)))
        m = m->next;
    return m;
}

const pd_ik_prior_marginal *pd_ik_prior_marginal_of(const pd_ik_prior *prior, const int *joints, int count,
                                                    pd_error *err)
{
    /* Return a marginal that was made before. */
    pd_ik_prior_marginal *first = __atomic_load_n(prior->marginals, __ATOMIC_ACQUIRE);
    const pd_ik_prior_marginal *found = find_prior_marginal(first, joints, count);

    if (found) return found;

    /* Make it without a lock: this takes time, and other threads may search meanwhile. */
    pd_ik_prior_marginal *made = new_marginal(prior, joints, count);
    if (!made) {
        pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a pose prior");
        return NULL;
    }

    if (derive(made, prior, err)) {
        free(made);
        return NULL;
    }

    /* Put it in front of the list, unless another thread has added the same one. */
    do {
        found = find_prior_marginal(first, joints, count);
        if (found) { /* another thread was first */
            free(made);
            return found;
        }

        made->next = first;
    } while (
        !__atomic_compare_exchange_n(prior->marginals, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));

    return made;
}

size_t pd_ik_prior_bytes(const pd_ik_prior *prior)
{
    size_t bytes = prior->resident_bytes;
    for (const pd_ik_prior_marginal *m = __atomic_load_n(prior->marginals, __ATOMIC_ACQUIRE); m; m = m->next)
        bytes += m->bytes;
    return bytes;
}

void pd_ik_prior_marginals_free(pd_ik_prior *prior)
{
    for (pd_ik_prior_marginal *m = prior->marginals ? *prior->marginals : NULL, *next; m; m = next) {
        next = m->next;
        free(m);
    }

    free(prior->marginals);
    prior->marginals = NULL;
}
