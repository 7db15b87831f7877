#include "core/observe/measurements.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/smpl/closed.h"
#include "core/smpl/measure/tape.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DIFFERENCE 0.02 /* step of a beta for the numerical Jacobian */
#define ITERATIONS 100  /* most iterations, by default */
#define SMALL_STEP 1e-3 /* largest change of a beta that ends the search */
#define SMALL_GAIN 1e-3 /* relative decrease of the cost that ends the search */
#define EXACT      0.05 /* if all residuals are below this multiple of s_i, no fresh Jacobian is needed */
#define TAU_LEAST  0.05 /* least weight of the prior */
#define TAU_PASSES 8    /* largest number of choices of tau */
#define TAU_CHANGE 0.05 /* relative change of tau that is ignored */
#define TYPICAL    4.0  /* largest |beta| for which tau is lowered: sqrt(16) */

typedef struct search {
    const pd_observe_measurements_job *job;
    pd_smpl_tape tape;
    uint64_t wanted;
    int m, n;                        /* residuals, betas             */
    double *jacobian;                /* (m,n) derivatives of the residuals */
    double *normal;                  /* (n,n) normal matrix */
    double *betas, *step;            /* (n)                          */
    double *trial;                   /* (n)                          */
    double tau;                      /* weight of the prior          */
    double s[PD_SMPL_MEASURE_COUNT]; /* (m) tolerances            */
    double r[PD_SMPL_MEASURE_COUNT], r_trial[PD_SMPL_MEASURE_COUNT];
    int fresh; /* 1: the Jacobian was computed at the current betas */
} search;

static const char *const statuses[PD_OBSERVE_MEASUREMENTS_STATUS_COUNT] = {
#define ROW(name, text, doc) [PD_OBSERVE_MEASUREMENTS_##name] = text,
    PD_OBSERVE_MEASUREMENTS_STATUS_TABLE(ROW)
#undef ROW
};

const char *pd_observe_measurements_status_name(pd_observe_measurements_status status)
{
    PD_ASSERT((unsigned)status < PD_OBSERVE_MEASUREMENTS_STATUS_COUNT);
    return statuses[status];
}

pd_status pd_observe_measurements_check(const pd_observe_measurements_job *job, const pd_smpl_model *model,
                                        pd_error *err)
{
    uint64_t seen = 0;

    /* Counts and settings. */
    if (model->beta_count < 1)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "the model has no shape directions; a model with betas is needed");
    if (job->target_count < 1 || job->target_count > PD_SMPL_MEASURE_COUNT)
        return pd_fail(err, PD_ERR_RANGE, "/measurements", "%d measurements; 1 to %d allowed",
                       job->target_count, PD_SMPL_MEASURE_COUNT);
    if (job->beta_count < 0 || job->beta_count > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "/beta_count", "%d; 1 to %d allowed", job->beta_count,
                       model->beta_count);
    if (job->iterations < 0 || job->iterations > 1000)
        return pd_fail(err, PD_ERR_RANGE, "/iterations", "%d; 1 to 1000 allowed", job->iterations);
    if (job->density != 0 && !(job->density >= 500 && job->density <= 2000))
        return pd_fail(err, PD_ERR_RANGE, "/density", "%g; 500 to 2000 kg/m3 allowed", job->density);

    /* Check that each measurement occurs once, is in the range of people,
     * and has a tolerance near the usual one. */
    for (int i = 0; i < job->target_count; i++) {
        const pd_observe_measurements_measurement *t = &job->targets[i];
        char where[64];
        if ((int)t->measure < 0 || t->measure >= PD_SMPL_MEASURE_COUNT)
            return pd_fail(err, PD_ERR_RANGE, "/measurements", "number %d; 0 to %d allowed", (int)t->measure,
                           PD_SMPL_MEASURE_COUNT - 1);
        const pd_smpl_measure_row *row = &pd_smpl_measures[t->measure];
        snprintf(where, sizeof where, "/measurements/%s", row->name);
        if (!(t->value >= row->least && t->value <= row->greatest)) {
            char hint[64];
            return pd_fail(
                err, PD_ERR_RANGE, where, "%g; %.10g to %.10g %s allowed%s", t->value, row->least,
                row->greatest, row->unit,
                pd_smpl_measure_unit_hint(hint, sizeof hint, t->value, row->least, row->greatest, row->unit));
        }

        if (t->tolerance != 0 &&
            !(t->tolerance >= row->tolerance / PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE &&
              t->tolerance <= row->tolerance * PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE)) {
            snprintf(where, sizeof where, "/tolerances/%s", row->name);
            return pd_fail(err, PD_ERR_RANGE, where, "%g; %.10g to %.10g %s allowed", t->tolerance,
                           row->tolerance / PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE,
                           row->tolerance * PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE, row->unit);
        }

        if (seen >> t->measure & 1)
            return pd_fail(err, PD_ERR_INVALID, where, "given twice; each measurement once expected");
        seen |= (uint64_t)1 << t->measure;
    }

    return pd_smpl_measure_check_model(model, err);
}

static size_t beta_count(const pd_observe_measurements_job *job, const pd_smpl_model *model)
{
    return (size_t)(job->beta_count ? job->beta_count : model->beta_count);
}

size_t pd_observe_measurements_scratch_bytes(const pd_observe_measurements_job *job,
                                             const pd_smpl_model *model)
{
    size_t n = beta_count(job, model);
    size_t m = (size_t)job->target_count;
    return pd_smpl_tape_bytes(model) + pd_smpl_tape_directions_bytes(model, (int)n) +
           pd_arena_bytes(m * n, sizeof(double)) + pd_arena_bytes(n * n, sizeof(double)) +
           3 * pd_arena_bytes(n, sizeof(double));
}

static double density(const pd_observe_measurements_job *job)
{
    return job->density > 0 ? job->density : PD_SMPL_DENSITY_DEFAULT;
}

/* Computes the residuals of the measured body. */
static void read_residuals(double *r, search *s)
{
    double values[PD_SMPL_MEASURE_COUNT];

    pd_smpl_tape_read(values, NULL, &s->tape, s->wanted, density(s->job));
    for (int i = 0; i < s->m; i++) {
        const pd_observe_measurements_measurement *t = &s->job->targets[i];
        r[i] = (values[t->measure] - t->value) / s->s[i];
    }
}

static void residuals(double *r, search *s, const double *betas)
{
    pd_smpl_tape_shape(&s->tape, betas, s->n);
    read_residuals(r, s);
}

static double cost(const search *s, const double *r, const double *betas)
{
    double sum = 0;
    for (int i = 0; i < s->m; i++) sum += r[i] * r[i];
    for (int j = 0; j < s->n; j++) sum += s->tau * s->tau * betas[j] * betas[j];
    return sum;
}

/* Computes the Jacobian by forward differences, in the direction away from the limit of a beta. The heights
 * of extreme girths are searched only once, at the betas themselves. */
static void differentiate(search *s)
{
    double r[PD_SMPL_MEASURE_COUNT];

    pd_smpl_tape_shape(&s->tape, s->betas, s->n);
    pd_smpl_tape_keep(&s->tape);
    read_residuals(r, s);
    pd_smpl_tape_hold(&s->tape, DIFFERENCE);
    for (int j = 0; j < s->n; j++) {
        const double h = s->betas[j] > 0 ? -DIFFERENCE : DIFFERENCE;
        pd_smpl_tape_change(&s->tape, j, h);
        read_residuals(r, s);
        for (int i = 0; i < s->m; i++) s->jacobian[i * s->n + j] = (r[i] - s->r[i]) / h;
    }

    pd_smpl_tape_hold(&s->tape, 0);
    s->fresh = 1;
}

/* Solves (J^T J + (tau^2 + damping) I) step = -gradient, and then applies the limits. Returns the largest
 * change of a beta. A beta at its limit that the gradient (half of it: J^T r + tau^2 beta) would push
 * further stays there. */
static double find_step_measurements(search *s, double damping)
{
    int n = s->n;

    /* Normal equations. The row of a beta that stays at its limit becomes that of the identity. */
    pd_k_gemm(s->normal, s->jacobian, 1, s->jacobian, 0, n, n, s->m, 1, 0);
    for (int j = 0; j < n; j++) {
        double gradient = s->tau * s->tau * s->betas[j];
        for (int i = 0; i < s->m; i++) gradient += s->jacobian[i * n + j] * s->r[i];
        s->step[j] = -gradient;
        s->normal[j * n + j] += s->tau * s->tau + damping;
        if (fabs(s->betas[j]) < PD_OBSERVE_MEASUREMENTS_BETA_LIMIT || gradient * s->betas[j] >= 0) continue;

        for (int k = 0; k < n; k++) s->normal[j * n + k] = s->normal[k * n + j] = j == k;
        s->step[j] = 0;
    }

    /* Step within the limits. */
    double largest = 0;
    if (pd_k_cholesky(s->normal, n)) pd_k_cholesky_solve(s->step, s->normal, n);
    for (int j = 0; j < n; j++) {
        double to = fmax(-PD_OBSERVE_MEASUREMENTS_BETA_LIMIT,
                         fmin(PD_OBSERVE_MEASUREMENTS_BETA_LIMIT, s->betas[j] + s->step[j]));
        s->trial[j] = to;
        s->step[j] = to - s->betas[j];
        largest = fmax(largest, fabs(s->step[j]));
    }

    return largest;
}

/* Returns whether every residual is at most `most` tolerances. */
static bool measurements_within(const search *s, double most)
{
    for (int i = 0; i < s->m; i++)
        if (!(fabs(s->r[i]) <= most)) return false;
    return true;
}

/* Descends to the minimum for the current tau. With `last`,
 * stops only at a minimum that a fresh Jacobian confirms. */
static pd_observe_measurements_status measurements_descend(search *s, int last, int *iterations_used)
{
    const pd_observe_measurements_job *job = s->job;
    int most = job->iterations ? job->iterations : ITERATIONS;
    double damping = 1e-3;
    double now = cost(s, s->r, s->betas);

    /* Levenberg-Marquardt with Broyden updates, because measuring a body
     * for each column of a Jacobian is slow. */
    while (*iterations_used < most) {
        if (job->keep_going && !job->keep_going(job->ctx)) return PD_OBSERVE_MEASUREMENTS_BUDGET;
        ++*iterations_used;
        double before = now;
        double largest = find_step_measurements(s, damping);

        /* Accept the trial betas if they cost less. */
        residuals(s->r_trial, s, s->trial);
        const double then = cost(s, s->r_trial, s->trial);
        const bool better = then < now;
        if (better) {
            /* Broyden's update (1965): the smallest change of J that explains the change of the residuals. */
            double square = 0;
            for (int j = 0; j < s->n; j++) square += s->step[j] * s->step[j];
            for (int i = 0; i < s->m && square > 0; i++) {
                double *row = s->jacobian + (size_t)i * (size_t)s->n;
                double missed = s->r_trial[i] - s->r[i];
                for (int j = 0; j < s->n; j++) missed -= row[j] * s->step[j];
                for (int j = 0; j < s->n; j++) row[j] += missed * s->step[j] / square;
            }

            s->fresh = 0;
            memcpy(s->r, s->r_trial, sizeof s->r);
            memcpy(s->betas, s->trial, (size_t)s->n * sizeof *s->betas);
            now = then;
        }

        /* Adapt the damping, and go on if there is more to gain. */
        if (better) damping = fmax(damping * 0.2, 1e-9);
        int done = largest < SMALL_STEP || (better && before - now < SMALL_GAIN * now);
        if (better && !done) continue;

        /* End, unless the Jacobian must be computed again to confirm the minimum. */
        if (done && (!last || s->fresh || measurements_within(s, EXACT)))
            return PD_OBSERVE_MEASUREMENTS_COMPROMISE;

        /* After a failed step increase the damping if the Jacobian is fresh,
         * otherwise compute a fresh one. */
        if (!better && s->fresh) damping = fmax(damping, 1e-3) * 10;
        if (!better && s->fresh && damping > 1e12) return PD_OBSERVE_MEASUREMENTS_COMPROMISE;
        if (!s->fresh) differentiate(s);
    }

    return PD_OBSERVE_MEASUREMENTS_BUDGET;
}

/* Returns |beta| of the linearised problem with the weight tau. With b = J beta_0 - r:
 *
 *     beta(tau) = J^T w,   (J J^T + tau^2 I) w = b,   |beta|^2 = w^T J J^T w
 */
static double linear_length(const double *gram, const double *b, int m, double tau)
{
    PD_ASSERT(m >= 1 && m <= PD_SMPL_MEASURE_COUNT);
    double matrix[PD_SMPL_MEASURE_COUNT * PD_SMPL_MEASURE_COUNT], w[PD_SMPL_MEASURE_COUNT];
    double square = 0;

    memcpy(matrix, gram, (size_t)(m * m) * sizeof *matrix);
    memcpy(w, b, (size_t)m * sizeof *w);
    for (int i = 0; i < m; i++) matrix[i * m + i] += tau * tau;
    if (!pd_k_cholesky(matrix, m)) return INFINITY;
    pd_k_cholesky_solve(w, matrix, m);

    for (int i = 0; i < m; i++)
        for (int k = 0; k < m; k++) square += w[i] * gram[i * m + k] * w[k];
    return sqrt(fmax(square, 0));
}

/* Returns the smallest tau for which |beta| is within the limit of the header, by the linearised problem. */
static double choose_tau(const search *s)
{
    const int m = s->m;
    const int n = s->n;
    const double most = fmin(sqrt(n), TYPICAL);
    double gram[PD_SMPL_MEASURE_COUNT * PD_SMPL_MEASURE_COUNT], b[PD_SMPL_MEASURE_COUNT];
    double low = log(TAU_LEAST);
    double high = 0;

    /* Set up the linear problem: b, and J J^T. */
    for (int i = 0; i < m; i++) {
        const double *row = s->jacobian + (size_t)i * (size_t)n;
        b[i] = -s->r[i];
        for (int j = 0; j < n; j++) b[i] += row[j] * s->betas[j];
    }

    pd_k_gemm(gram, s->jacobian, 0, s->jacobian, 1, m, m, n, 1, 0);

    /* Bisect in the logarithm, unless an end of the range is enough. */
    if (linear_length(gram, b, m, exp(low)) <= most) return TAU_LEAST;
    if (linear_length(gram, b, m, 1) > most) return 1;
    for (int i = 0; i < 30; i++) {
        double middle = (low + high) / 2;
        if (linear_length(gram, b, m, exp(middle)) > most)
            low = middle;
        else
            high = middle;
    }

    return exp(high);
}

void pd_observe_measurements_run(pd_observe_measurements_job *job, const pd_smpl_model *model,
                                 pd_arena *scratch)
{
    const size_t mark = scratch->used;
    const size_t n = beta_count(job, model);
    const size_t m = (size_t)job->target_count;
    double values[PD_SMPL_MEASURE_COUNT];
    double square = 0;
    search s;

    /* Take the memory, and start at the mean body. */
    PD_ASSERT(m >= 1 && m <= PD_SMPL_MEASURE_COUNT && n >= 1 && n <= (size_t)model->beta_count);
    memset(&s, 0, sizeof s);
    pd_smpl_tape_init(&s.tape, model, scratch);
    pd_smpl_tape_take_directions(&s.tape, (int)n, scratch);
    s.job = job;
    s.m = (int)m;
    s.n = (int)n;
    s.jacobian = pd_arena_take(scratch, m * n, sizeof(double));
    s.normal = pd_arena_take(scratch, n * n, sizeof(double));
    s.betas = pd_arena_take(scratch, n, sizeof(double));
    s.step = pd_arena_take(scratch, n, sizeof(double));
    s.trial = pd_arena_take(scratch, n, sizeof(double));
    for (size_t j = 0; j < n; j++) s.betas[j] = 0;

    /* Measurements that are wanted, and their tolerances. */
    for (size_t i = 0; i < m; i++) {
        const pd_observe_measurements_measurement *target = &job->targets[i];
        s.wanted |= (uint64_t)1 << target->measure;
        s.s[i] = target->tolerance > 0 ? target->tolerance : pd_smpl_measures[target->measure].tolerance;
    }

    /* Measure the mean body. A measurement that cannot be taken there ends the fit. */
    s.tau = 1;
    residuals(s.r, &s, s.betas);

    int measurable = 1;
    for (int i = 0; i < s.m; i++) measurable &= !isnan(s.r[i]);
    job->iterations_used = 0;
    job->status = PD_OBSERVE_MEASUREMENTS_UNMEASURABLE;
    if (measurable) {
        differentiate(&s);

        /* Alternate between the minimum and the weight of the prior until the weight stays. From then on
         * use fresh Jacobians. */
        int settled = 0;
        for (int pass = 0; pass < TAU_PASSES; pass++) {
            job->status = measurements_descend(&s, settled, &job->iterations_used);
            if (job->status != PD_OBSERVE_MEASUREMENTS_COMPROMISE) break;

            const double before = s.tau;
            const double tau = choose_tau(&s);
            const int stays = fabs(tau / before - 1) < TAU_CHANGE;
            if (stays && settled) break;
            settled |= stays;
            if (!stays) s.tau = tau;
        }
    }

    /* Measure the answer as it is returned, in float32. */
    for (int j = 0; j < s.n; j++) {
        s.betas[j] = job->betas[j] = (float)s.betas[j];
        square += s.betas[j] * s.betas[j];
    }

    /* Report distance from the mean, weight, measurements and residuals. */
    job->distance = sqrt(square);
    job->relaxation = s.tau;
    pd_smpl_tape_shape(&s.tape, s.betas, s.n);
    pd_smpl_tape_read(values, NULL, &s.tape, job->values ? 0 : s.wanted, density(job));
    if (job->values) memcpy(job->values, values, sizeof values);
    for (int i = 0; i < s.m; i++) s.r[i] = (values[job->targets[i].measure] - job->targets[i].value) / s.s[i];

    for (int i = 0; i < s.m && job->residuals; i++)
        job->residuals[i] = values[job->targets[i].measure] - job->targets[i].value;

    /* Within all tolerances it is a match. */
    if (job->status != PD_OBSERVE_MEASUREMENTS_UNMEASURABLE && measurements_within(&s, 1))
        job->status = PD_OBSERVE_MEASUREMENTS_MATCHED;
    scratch->used = mark;
}
