/* Gives the bodies of a round the breadths of the survey, as far as the betas can.
 *
 * The measures that requests may ask for, y, are exact and stay so: only directions that change none of them
 * take part, and these are few. So the breadths z are fitted softly, with noise of NOISE of the survey's
 * variance, as the most likely change of the people that the model was trained on. With J and H the slopes of
 * y and z, T the survey's covariance and C that of the betas of the body:
 *
 *     P = I - C J^T (J C J^T + ridge)^-1 J                    directions that change no y
 *     K = P C P^T H^T (H P C P^T H^T + NOISE diag T_zz)^-1
 *     z | y ~ N(z0 + B (y - y0), S),  B = T_zy T_yy^-1,  S = T_zz - B T_yz     in the survey
 *     G = I - K H + K B J
 *     mean = mean + K (z0 - z(mean)),  cov = G cov G^T + K S K^T
 *
 * Age comes to the betas by what it adds to z beyond y. */
#include "factory/people/people_parts.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NOISE 0.3
#define STEP  0.5  /* of a beta, to each side of the mean */
#define HOLD  1e-4 /* of the variances of y: the ridge of P */
enum { Z = PD_FACTORY_BREADTHS, ROWS = M + Z, MOST_BETAS = PD_SMPL_PEOPLE_MAX_BETAS };

/* What a step needs besides the people; all matrices have B columns or rows as they say. */
typedef struct step {
    double slopes[Z * MOST_BETAS]; /* H (Z,B) */
    double off[Z];                 /* z0 - z(mean) */
    double between[Z * M];         /* B (Z,M) */
    double rest[Z * Z];            /* S (Z,Z) */
    double age[Z];                 /* what a standard deviation of log years adds to z beyond y */
} step;

static double log_cov(const pd_factory_moments *t, int i, int j)
{
    return t->log_cov[i][j];
}

/* Computes S, B and what age adds. Returns false if y's covariance is none. */
static bool condition(step *s, const pd_factory_moments *t)
{
    double yy[M * M];

    for (int i = 0; i < M * M; i++) yy[i] = log_cov(t, i / M, i % M);
    if (!pd_k_cholesky(yy, M)) return false;
    for (int i = 0; i < Z; i++) {
        double *row = s->between + i * M;
        for (int j = 0; j < M; j++) row[j] = log_cov(t, PD_FACTORY_SURVEY_BREADTH + i, j);
        pd_k_cholesky_solve(row, yy, M);
    }

    const double age_sd = sqrt(log_cov(t, AGE, AGE));
    for (int i = 0; i < Z; i++) {
        const double *row = s->between + i * M;
        s->age[i] = log_cov(t, PD_FACTORY_SURVEY_BREADTH + i, AGE) / age_sd;
        for (int j = 0; j < M; j++) s->age[i] -= row[j] * log_cov(t, j, AGE) / age_sd;
        for (int k = 0; k < Z; k++) {
            double *rest = &s->rest[i * Z + k];
            *rest = log_cov(t, PD_FACTORY_SURVEY_BREADTH + i, PD_FACTORY_SURVEY_BREADTH + k);
            for (int j = 0; j < M; j++) *rest -= row[j] * log_cov(t, PD_FACTORY_SURVEY_BREADTH + k, j);
        }
    }

    return true;
}

/* Computes H and off at the mean (B); `body` betas take part. */
static pd_status measure_slopes(step *s, pd_factory_breadth_tape *tape, const pd_factory_moments *t,
                                const double *mean, int b, int body, pd_error *err)
{
    double z[2][Z];
    float betas[MOST_BETAS];

    for (int k = 0; k < b; k++) betas[k] = (float)mean[k];
    pd_factory_breadth_measure(z[0], tape, betas);
    for (int i = 0; i < Z; i++) {
        if (!(z[0][i] > 0))
            return pd_fail(err, PD_ERR_RANGE, pd_factory_breadth_rows[i].name, "the mean body has none");
        s->off[i] = t->log_mean[PD_FACTORY_SURVEY_BREADTH + i] - log(z[0][i]);
    }

    memset(s->slopes, 0, sizeof s->slopes);
    for (int k = 0; k < body; k++) {
        for (int side = 0; side < 2; side++) {
            betas[k] = (float)(mean[k] + (side ? STEP : -STEP));
            pd_factory_breadth_measure(z[side], tape, betas);
        }

        betas[k] = (float)mean[k];
        for (int i = 0; i < Z; i++) s->slopes[i * b + k] = log(z[1][i] / z[0][i]) / (2 * STEP);
    }

    return PD_OK;
}

/* Computes C A^T (A C A^T + diag)^-1 (B,rows), with A (rows,B) and C (B,B). scratch: (rows,B). */
static bool gain_of(double *k, double *scratch, const double *c, const double *a, const double *diagonal,
                    int rows, int b)
{
    double aca[ROWS * ROWS];

    PD_ASSERT(rows <= ROWS);
    pd_factory_matrix_multiply(scratch, pd_factory_matrix_plain(a, rows, b),
                               pd_factory_matrix_plain(c, b, b));
    pd_factory_matrix_multiply(aca, pd_factory_matrix_plain(scratch, rows, b),
                               pd_factory_matrix_transposed(a, rows, b));
    for (int i = 0; i < rows; i++) aca[i * rows + i] += diagonal[i];
    if (!pd_k_cholesky(aca, rows)) return false;
    for (int r = 0; r < b; r++) {
        for (int i = 0; i < rows; i++) k[r * rows + i] = scratch[i * b + r];
        pd_k_cholesky_solve(k + r * rows, aca, rows);
    }

    return true;
}

pd_status pd_factory_people_start_breadths(pd_factory_breadth_tape *out, const pd_factory_people_job *job,
                                           pd_error *err)
{
    bool has_all = job->options.version != 1;

    *out = (pd_factory_breadth_tape){0};
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        const pd_factory_moments *t = job->moments[PD_SMPL_SURVEY][g];
        for (int i = 0; t && i < Z; i++) has_all &= isfinite(t->log_mean[PD_FACTORY_SURVEY_BREADTH + i]) != 0;
    }

    if (!has_all || job->model->vertex_count != PD_FACTORY_BREADTH_VERTICES) return PD_OK;

    const pd_status status = pd_factory_breadth_init(out, job->model, err);
    if (status != PD_OK) pd_factory_breadth_deinit(out);

    return status;
}

pd_status pd_factory_people_fit_breadths(pd_factory_people_betas *p, pd_factory_breadth_tape *tape,
                                         const double *slopes, const double *start,
                                         const pd_factory_moments *t, pd_error *err)
{
    const pd_smpl_data *data = &tape->model->data;
    const int b = data->beta_count;
    const int body = b - data->feature_count;
    const size_t bb = (size_t)b * (size_t)b;
    double diagonal[ROWS];
    step *s = calloc(1, sizeof *s);
    double *room = calloc(5 * bb + 2 * (size_t)(M + Z) * (size_t)b, sizeof *room);
    pd_status status = PD_OK;

    if (!s || !room) {
        free(s);
        free(room);
        return pd_fail(err, PD_ERR_MEMORY, "breadths", "out of memory");
    }

    double *c = room, *q = c + bb, *pc = q + bb, *g = pc + bb, *t2 = g + bb;
    double *hold = t2 + bb, *k = hold + M * b, *scratch = k + Z * b;

    /* Measure the mean without what was added in earlier rounds. */
    for (int i = 0; i < b; i++) p->mean[i] -= p->shift[i];
    status = measure_slopes(s, tape, t, p->mean, b, body, err);
    if (status == PD_OK && !condition(s, t))
        status = pd_fail(err, PD_ERR_INTERNAL, "breadths", "the survey's covariance is none");

    /* P and P C P^T, of the betas of the body alone. */
    for (int i = 0; i < b * b; i++) c[i] = i / b < body && i % b < body ? start[i] : 0;
    for (int i = 0; i < M; i++) diagonal[i] = HOLD * log_cov(t, i, i);
    bool good = status == PD_OK && gain_of(hold, scratch, c, slopes, diagonal, M, b);
    if (good) {
        pd_factory_matrix_multiply(q, pd_factory_matrix_plain(hold, b, M),
                                   pd_factory_matrix_plain(slopes, M, b));
        for (int i = 0; i < b * b; i++) q[i] = (i / b == i % b ? 1 : 0) - q[i];
        pd_factory_matrix_multiply(pc, pd_factory_matrix_plain(q, b, b), pd_factory_matrix_plain(c, b, b));
        pd_factory_matrix_multiply(c, pd_factory_matrix_plain(pc, b, b),
                                   pd_factory_matrix_transposed(q, b, b));
        for (int i = 0; i < Z; i++)
            diagonal[i] = NOISE * log_cov(t, PD_FACTORY_SURVEY_BREADTH + i, PD_FACTORY_SURVEY_BREADTH + i);
        good = gain_of(k, scratch, c, s->slopes, diagonal, Z, b);
    }

    if (status == PD_OK && !good) status = pd_fail(err, PD_ERR_INTERNAL, "breadths", "no gain");

    /* Move the mean, the spread and the effect of age. */
    if (status == PD_OK) {
        double bj[Z * MOST_BETAS], old[MOST_BETAS];
        pd_factory_matrix_multiply(bj, pd_factory_matrix_plain(s->between, Z, M),
                                   pd_factory_matrix_plain(slopes, M, b));
        for (int i = 0; i < Z * b; i++) bj[i] -= s->slopes[i];
        pd_factory_matrix_multiply(g, pd_factory_matrix_plain(k, b, Z), pd_factory_matrix_plain(bj, Z, b));
        for (int i = 0; i < b; i++) g[i * b + i] += 1;
        pd_factory_matrix_multiply(t2, pd_factory_matrix_plain(g, b, b),
                                   pd_factory_matrix_plain(p->cov, b, b));
        pd_factory_matrix_multiply(p->cov, pd_factory_matrix_plain(t2, b, b),
                                   pd_factory_matrix_transposed(g, b, b));
        pd_factory_matrix_multiply(t2, pd_factory_matrix_plain(k, b, Z),
                                   pd_factory_matrix_plain(s->rest, Z, Z));
        pd_k_gemm(p->cov, t2, 0, k, 1, b, b, Z, 1, 1);
        memcpy(old, p->by_age, (size_t)b * sizeof *old);
        pd_factory_matrix_multiply(p->by_age, pd_factory_matrix_plain(g, b, b),
                                   pd_factory_matrix_plain(old, b, 1));
        for (int i = 0; i < b; i++) {
            p->shift[i] = 0;
            for (int z = 0; z < Z; z++) {
                p->shift[i] += k[i * Z + z] * s->off[z];
                p->by_age[i] += k[i * Z + z] * s->age[z];
            }
        }
    }

    for (int i = 0; i < b; i++) p->mean[i] += p->shift[i];
    free(s);
    free(room);

    return status;
}
