#include "core/observe/prior.h"

#include "core/base/assert.h"
#include "core/ik/methods/prior_marginal.h"
#include "core/kernel/linalg.h"
#include "core/math/rotation.h"
#include "core/observe/keypoint.h"

#include <math.h>
#include <string.h>

pd_status pd_observe_prior_init(pd_observe_prior *out, const pd_ik_prior *source, const pd_smpl_model *model,
                                pd_error *err)
{
    *out = (pd_observe_prior){
        .source = source, .component_count = source->component_count, .rank = source->rank};

    /* Find the joints that prior and model both have, without the root. */
    for (int j = 1; j < source->joint_count; j++) {
        const int found = pd_smpl_joint_find(&model->data, source->joint_names[j]);
        if (found <= 0) continue;
        out->joints[out->joint_count] = found;
        out->source_joints[out->joint_count++] = j;
    }

    if (!out->joint_count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "no joint except the root has a known name; names of the pose prior (\"left_knee\" "
                       "...) expected");

    const pd_ik_prior_marginal *m =
        pd_ik_prior_marginal_of(source, out->source_joints, out->joint_count, err);
    if (!m) {
        out->joint_count = 0;
        return err ? err->status : PD_ERR_MEMORY;
    }

    out->dim = m->dim;
    out->centre = m->centre;
    out->scale = m->scale;
    out->means = m->means;
    out->latent = m->latent;
    out->bases = m->bases;
    out->whiten = m->whiten;
    out->noise = m->noise;
    out->constant = m->constant;

    return PD_OK;
}

void pd_observe_prior_features(double *x, const pd_observe_prior *p, const double (*rotations)[9])
{
    for (int j = 0; j < p->joint_count; j++) {
        pd_rot_to_axis_angle(x + 3 * j, rotations[p->joints[j]]);
        for (int i = 3 * j; i < 3 * j + 3; i++) x[i] = (x[i] - p->centre[i]) / p->scale[i];
    }
}

double pd_observe_prior_residual(double *r, const pd_observe_prior *p, int component, const double *x)
{
    PD_ASSERT(component >= 0 && component < p->component_count);
    const size_t d = (size_t)p->dim;
    const size_t q = (size_t)p->rank;
    const size_t k = (size_t)component;
    const double *mean = p->means + k * d;
    const double *latent = p->latent + k * q * d;
    const double *w = p->bases + k * q * d;
    double sum = 0;

    for (size_t i = 0; i < d; i++) r[i] = x[i] - mean[i];
    for (size_t a = 0; a < q; a++) {
        double z = 0;
        for (size_t i = 0; i < d; i++) z += latent[a * d + i] * (x[i] - mean[i]);
        for (size_t i = 0; i < d; i++) r[i] -= w[a * d + i] * z;
        r[d + a] = z;
        sum += z * z;
    }

    for (size_t i = 0; i < d; i++) {
        r[i] /= p->noise[k];
        sum += r[i] * r[i];
    }

    return 0.5 * sum + p->constant[k];
}

/* Returns the dot product, with four independent sums, because a single one would wait for each addition. */
static double prior_dot(const double *a, const double *b, size_t n)
{
    double s[4] = {0, 0, 0, 0};
    size_t i = 0;

    for (; i + 4 <= n; i += 4)
        for (size_t c = 0; c < 4; c++) s[c] += a[i + c] * b[i + c];
    for (; i < n; i++) s[0] += a[i] * b[i];

    return (s[0] + s[1]) + (s[2] + s[3]);
}

double pd_observe_prior_nats(const pd_observe_prior *p, int component, const double *x)
{
    PD_ASSERT(component >= 0 && component < p->component_count);
    const size_t d = (size_t)p->dim;
    const size_t q = (size_t)p->rank;
    const size_t k = (size_t)component;
    const double *mean = p->means + k * d;
    const double *v = p->whiten + k * q * d;
    double y[PD_IK_PRIOR_MAX_DIM];

    for (size_t i = 0; i < d; i++) y[i] = x[i] - mean[i];
    double sum = prior_dot(y, y, d);
    for (size_t a = 0; a < q; a++) {
        const double along = prior_dot(v + a * d, y, d);
        sum -= along * along;
    }

    return 0.5 * sum / (p->noise[k] * p->noise[k]) + p->constant[k];
}

int pd_observe_prior_component(const pd_observe_prior *p, const double *x)
{
    double least = INFINITY;
    int best = 0;

    for (int k = 0; k < p->component_count; k++) {
        if (p->constant[k] >= least) continue;
        const double nats = pd_observe_prior_nats(p, k, x);
        if (nats < least) {
            least = nats;
            best = k;
        }
    }

    return best;
}

void pd_observe_prior_column(double *r, const pd_observe_prior *p, int component, int j, const double d[3])
{
    PD_ASSERT(component >= 0 && component < p->component_count && j >= 0 && j < p->joint_count);
    const size_t n = (size_t)p->dim;
    const size_t q = (size_t)p->rank;
    const size_t k = (size_t)component;
    const size_t at = 3 * (size_t)j;
    const double *latent = p->latent + k * q * n;
    const double *w = p->bases + k * q * n;
    const double over = 1 / p->noise[k];

    memset(r, 0, n * sizeof *r);
    for (size_t c = 0; c < 3; c++) r[at + c] = over * d[c];
    for (size_t a = 0; a < q; a++) {
        double z = 0;
        for (size_t c = 0; c < 3; c++) z += latent[a * n + at + c] * d[c];
        for (size_t i = 0; i < n; i++) r[i] -= over * w[a * n + i] * z;
        r[n + a] = z;
    }
}

double pd_observe_prior_normal(double *h, double *g, const pd_observe_prior *p, int component,
                               const double *x, const double (*slopes)[3][3], double *scratch)
{
    PD_ASSERT(component >= 0 && component < p->component_count);
    const size_t n = (size_t)p->dim;
    const size_t q = (size_t)p->rank;
    const size_t k = (size_t)component;
    const double *mean = p->means + k * n;
    const double *v = p->whiten + k * q * n;
    const double over = 1 / (p->noise[k] * p->noise[k]);
    double y[PD_IK_PRIOR_MAX_DIM], along[PD_IK_PRIOR_MAX_DIM];
    double sum = 0;

    /* Distance from the mean, and its part in the subspace. */
    for (size_t i = 0; i < n; i++) {
        y[i] = x[i] - mean[i];
        sum += y[i] * y[i];
    }

    for (size_t a = 0; a < q; a++) {
        along[a] = prior_dot(v + a * n, y, n);
        sum -= along[a] * along[a];
    }

    /* Gradient, and the Hessian as a full term minus a low-rank one. */
    memset(h, 0, n * n * sizeof *h);
    for (size_t j = 0; j < n / 3; j++)
        for (size_t c = 0; c < 3; c++) {
            const size_t at = 3 * j + c;
            double own = 0;
            for (size_t i = 0; i < 3; i++) own += slopes[j][i][c] * y[3 * j + i];
            for (size_t a = 0; a < q; a++) {
                const double *row = v + a * n + 3 * j;
                const double z =
                    row[0] * slopes[j][0][c] + row[1] * slopes[j][1][c] + row[2] * slopes[j][2][c];
                scratch[at * q + a] = z;
                own -= z * along[a];
            }

            g[at] = over * own;
            for (size_t b = 0; b <= c; b++)
                for (size_t i = 0; i < 3; i++) h[at * n + 3 * j + b] += slopes[j][i][c] * slopes[j][i][b];
        }
    if (q) pd_k_gram_subtract(h, scratch, (int)n, (int)q);
    for (size_t i = 0; i < n; i++)
        for (size_t b = 0; b <= i; b++) h[i * n + b] *= over;

    return 0.5 * sum * over + p->constant[k];
}
