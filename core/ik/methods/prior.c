#include "core/ik/methods/prior.h"

#include "core/anim/ranges.h"
#include "core/base/hash.h"
#include "core/base/references.h"
#include "core/ik/methods/dense.h"
#include "core/ik/methods/prior_marginal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_2PI     1.8378770664093453 /* log(2 pi) */
#define SUM_SLACK   1e-3               /* tolerance of sums of weights that should be 1 */
#define LARGEST     1e4                /* largest scaled number */
#define LEAST_NOISE 1e-8               /* least variance of the noise, scaled */

/* ---- memory */

/* Returns the number of floats in all arrays of a file. */
static size_t floats_of(const pd_ik_prior *p)
{
    size_t d = (size_t)p->dim;
    size_t k = (size_t)p->component_count;
    size_t q = (size_t)p->rank;
    return 2 * d + (size_t)p->style_count + k * (d + q * d + 2);
}

pd_status pd_ik_prior_init(pd_ik_prior *p, int joints, int components, int rank, int styles, pd_error *err)
{
    const int wanted[4] = {joints, components, rank, styles};
    const int most[4] = {PD_IK_PRIOR_MAX_JOINTS, PD_IK_PRIOR_MAX_COMPONENTS, 3 * joints - 2,
                         PD_IK_PRIOR_MAX_STYLES};
    static const char *const names[4] = {"joint_names", "means", "bases", "styles"};

    /* Check the sizes before allocating memory. */
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 4; i++) {
        int least = i == 2 ? 0 : i == 0 ? 2 : 1;
        if (wanted[i] < least || wanted[i] > most[i])
            return pd_fail(err, PD_ERR_RANGE, names[i], "the count is %d; %d to %d allowed", wanted[i], least,
                           most[i]);
    }

    /* One block holds all floats; other arrays are separate. */
    p->joint_count = joints;
    p->component_count = components;
    p->rank = rank;
    p->style_count = styles;
    p->dim = 2 + 3 * (joints - 1);
    float *block = p->centre = calloc(floats_of(p), sizeof *block);
    p->joint_names = calloc((size_t)joints, sizeof *p->joint_names);
    p->style_names = calloc((size_t)styles, sizeof *p->style_names);
    p->styles = calloc((size_t)components, 1);
    p->marginals = calloc(1, sizeof *p->marginals);
    if (!block || !p->joint_names || !p->style_names || !p->styles || !p->marginals) {
        pd_ik_prior_deinit(p);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d components", components);
    }

    /* Divide the block. */
    size_t d = (size_t)p->dim;
    size_t k = (size_t)components;
    p->scale = block + d;
    p->style_weights = p->scale + d;
    p->means = p->style_weights + styles;
    p->bases = p->means + k * d;
    p->noise = p->bases + k * (size_t)rank * d;
    p->weights = p->noise + k;

    return PD_OK;
}

void pd_ik_prior_deinit(pd_ik_prior *p)
{
    free(p->centre);
    free(p->joint_names);
    free(p->style_names);
    free(p->styles);
    free(p->whiten);
    free(p->poses);
    free(p->log_norm);
    pd_ik_prior_marginals_free(p);
    pd_model_text_free(&p->text);
    memset(p, 0, sizeof *p);
}

/* ---- checks */

/* Checks that all numbers are within [least, most]. */
static pd_status check_floats(const float *values, size_t count, double least, double most, const char *where,
                              pd_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= least && values[i] <= most))
            return pd_fail(err, PD_ERR_RANGE, where, "number %zu is %g; %.10g to %.10g allowed", i,
                           (double)values[i], least, most);
    return PD_OK;
}

static pd_status check_sum(double sum, const char *where, const char *what, pd_error *err)
{
    if (fabs(sum - 1) <= SUM_SLACK) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "the sum%s is %g; 1 expected", what, sum);
}

/* Checks that names are not empty, have no comma and occur once. */
static pd_status check_names(const pd_model_name *names, int count, const char *where, pd_error *err)
{
    for (int i = 0; i < count; i++) {
        if (!names[i][0] || strchr(names[i], ','))
            return pd_fail(err, PD_ERR_INVALID, where,
                           "name %d is empty or has a comma; a name without commas expected", i);
        for (int j = 0; j < i; j++)
            if (!strcmp(names[i], names[j]))
                return pd_fail(err, PD_ERR_INVALID, where, "\"%s\" occurs twice; each name is allowed once",
                               names[i]);
    }

    return PD_OK;
}

pd_status pd_ik_prior_check(const pd_ik_prior *p, pd_error *err)
{
    /* Check the ranges of all numbers, and that names are not empty. */
    size_t d = (size_t)p->dim;
    size_t k = (size_t)p->component_count;
    pd_status s = check_floats(p->centre, d, -LARGEST, LARGEST, "centre", err);

    if (!s) s = check_floats(p->scale, d, 1e-4, LARGEST, "scale", err);
    if (!s) s = check_floats(p->means, k * d, -LARGEST, LARGEST, "means", err);
    if (!s) s = check_floats(p->bases, k * (size_t)p->rank * d, -LARGEST, LARGEST, "bases", err);
    if (!s) s = check_floats(p->noise, k, LEAST_NOISE, LARGEST, "noise", err);
    if (!s) s = check_floats(p->weights, k, 1e-9, 1 + SUM_SLACK, "weights", err);
    if (!s)
        s = check_floats(p->style_weights, (size_t)p->style_count, 0, 1 + SUM_SLACK, "style_weights", err);
    if (!s) s = check_names((const pd_model_name *)p->joint_names, p->joint_count, "joint_names", err);
    if (!s) s = check_names((const pd_model_name *)p->style_names, p->style_count, "style_names", err);
    if (s) return s;

    /* Each component belongs to a style. */
    for (int c = 0; c < p->component_count; c++)
        if (p->styles[c] >= p->style_count)
            return pd_fail(err, PD_ERR_RANGE, "styles", "component %d is of style %d; 0 to %d allowed", c,
                           p->styles[c], p->style_count - 1);

    /* The weights sum to 1 in every style, and so do the weights of the styles. */
    double all = 0;
    for (int i = 0; i < p->style_count; i++) {
        char what[64];
        double sum = 0;
        for (int c = 0; c < p->component_count; c++) sum += p->styles[c] == i ? (double)p->weights[c] : 0;
        snprintf(what, sizeof what, " of style \"%s\"", p->style_names[i]);
        s = check_sum(sum, "weights", what, err);
        if (s) return s;
        all += (double)p->style_weights[i];
    }

    return check_sum(all, "style_weights", "", err);
}

/* ---- derived numbers */

/* Computes V = L^-1 W^T and log |C| = 2 log |L| + (D - Q) log sigma^2. With these a density takes Q D
 * operations instead of D^2. */
static pd_status whiten(pd_ik_prior *p, int component, double *gram, double *column, pd_error *err)
{
    size_t d = (size_t)p->dim;
    size_t q = (size_t)p->rank;
    size_t at = (size_t)component * q * d;
    double noise = (double)p->noise[component];
    double scales = 0;
    double log_c = ((double)d - (double)q) * log(noise);
    const float *w = p->bases + at;

    /* Gram matrix W^T W + sigma^2 I, and its Cholesky factor L. */
    for (size_t a = 0; a < q; a++)
        for (size_t b = 0; b <= a; b++) {
            double sum = a == b ? noise : 0;
            for (size_t i = 0; i < d; i++) sum += (double)w[a * d + i] * (double)w[b * d + i];
            gram[a * q + b] = sum;
        }

    if (q && !pd_ik_cholesky(gram, (int)q))
        return pd_fail(
            err, PD_ERR_RANGE, "bases",
            "the covariance of component %d is singular in double precision; a larger noise expected",
            component);

    /* Forward substitution, column by column of V. */
    for (size_t a = 0; a < q; a++) log_c -= 2 * log(gram[a * q + a]); /* the diagonal is 1 / l */
    for (size_t i = 0; i < d; i++) {
        for (size_t a = 0; a < q; a++) {
            double sum = (double)w[a * d + i];
            for (size_t b = 0; b < a; b++) sum -= gram[a * q + b] * column[b];
            column[a] = sum * gram[a * q + a];
            p->whiten[at + a * d + i] = (float)column[a];
        }

        scales += log((double)p->scale[i]);
    }

    /* The part of the log density that does not depend on the pose. */
    p->log_norm[component] =
        log((double)p->weights[component]) - 0.5 * ((double)d * LOG_2PI + log_c) - scales;

    return PD_OK;
}

/* Computes the numbers that densities need: whitening, norms and the means as poses. */
static pd_status derive(pd_ik_prior *p, pd_error *err)
{
    size_t d = (size_t)p->dim;
    size_t k = (size_t)p->component_count;
    size_t q = (size_t)p->rank;
    double *gram = malloc((q * q + q + 1) * sizeof *gram);

    p->whiten = malloc((k * q * d + 1) * sizeof *p->whiten);
    p->log_norm = malloc(k * sizeof *p->log_norm);
    p->poses = malloc(k * (size_t)p->joint_count * sizeof *p->poses);
    pd_status status = PD_OK;

    if (!gram || !p->whiten || !p->log_norm || !p->poses)
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu components", k);

    /* Whiten every component. */
    for (int c = 0; c < p->component_count && status == PD_OK; c++)
        status = whiten(p, c, gram, gram + q * q, err);

    for (int c = 0; c < p->component_count && status == PD_OK; c++) {
        double x[PD_IK_PRIOR_MAX_DIM];
        for (size_t i = 0; i < d; i++) x[i] = (double)p->means[(size_t)c * d + i];
        pd_ik_prior_rotations(p->poses + (size_t)c * (size_t)p->joint_count, p, x);
    }

    free(gram);

    /* Size and hash for the list of models. */
    p->resident_bytes = sizeof *p + (floats_of(p) + k * q * d) * sizeof(float) + k * (1 + sizeof(double)) +
                        k * (size_t)p->joint_count * sizeof(pd_quat) +
                        (size_t)(p->joint_count + p->style_count) * PD_MODEL_NAME_BYTES;
    p->content_hash = pd_hash64(p->centre, floats_of(p) * sizeof(float), 0);
    p->content_hash = pd_hash64(p->styles, k, p->content_hash);
    p->content_hash =
        pd_hash64(p->joint_names, (size_t)p->joint_count * sizeof *p->joint_names, p->content_hash);
    p->content_hash =
        pd_hash64(p->style_names, (size_t)p->style_count * sizeof *p->style_names, p->content_hash);
    p->references = 1;

    return status;
}

pd_status pd_ik_prior_build(pd_ik_prior **out, pd_ik_prior *prior, pd_error *err)
{
    *out = NULL;
    pd_status s = pd_ik_prior_check(prior, err);
    pd_ik_prior *p = s ? NULL : malloc(sizeof *p);
    if (!s && !p) s = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    if (s) {
        pd_ik_prior_deinit(prior);
        return s;
    }

    *p = *prior;
    memset(prior, 0, sizeof *prior);
    s = derive(p, err);
    if (!s) {
        *out = p;
        return PD_OK;
    }

    pd_ik_prior_deinit(p);
    free(p);
    return s;
}

pd_ik_prior *pd_ik_prior_retain(const pd_ik_prior *prior)
{
    pd_ik_prior *mine = (pd_ik_prior *)prior; /* the count is not part of what is const */
    pd_references_add(&mine->references);
    return mine;
}

void pd_ik_prior_release(pd_ik_prior *prior)
{
    if (!prior || !pd_references_drop(&prior->references)) return;

    pd_ik_prior_deinit(prior);
    free(prior);
}

/* ---- names */

int pd_ik_prior_style(const pd_ik_prior *prior, const char *name)
{
    for (int s = 0; s < prior->style_count; s++)
        if (!strcmp(prior->style_names[s], name)) return s;
    return -1;
}

/* Returns the joint of that name, or the biped's corresponding joint. */
static int joint_of(const pd_anim_skeleton *skeleton, const char *name)
{
    int found = pd_anim_skeleton_find(skeleton, name);
    int side, theirs;
    const pd_anim_range *range = found < 0 ? pd_anim_range_of(name, &side) : NULL;

    for (int j = 0; range && j < skeleton->joint_count; j++)
        if (pd_anim_range_of_biped(skeleton->names[j], &theirs) == range && theirs == side) return j;

    return found;
}

int pd_ik_prior_joints(int *joints, const pd_ik_prior *prior, const pd_anim_skeleton *skeleton, char *missing,
                       size_t missing_bytes)
{
    int count = 0;
    size_t used = 0;

    if (missing && missing_bytes) *missing = 0;
    for (int j = 0; j < prior->joint_count; j++) {
        joints[j] = j ? joint_of(skeleton, prior->joint_names[j]) : skeleton->root;
        if (joints[j] >= 0) continue;
        if (missing && used < missing_bytes)
            used += (size_t)snprintf(missing + used, missing_bytes - used, "%s%s", count ? ", " : "",
                                     prior->joint_names[j]);
        count++;
    }

    return count;
}

/* ---- poses */

void pd_ik_prior_features(double *x, const pd_ik_prior *prior, const pd_quat *rotations)
{
    pd_vec3 up = pd_q_rotate(pd_q_conjugate(rotations[0]), pd_vec3_make(0, 1, 0));

    x[0] = up.x;
    x[1] = up.z;
    for (int j = 1; j < prior->joint_count; j++) {
        pd_vec3 r = pd_q_to_rotvec(rotations[j]);
        double *to = x + 2 + 3 * (j - 1);
        to[0] = r.x;
        to[1] = r.y;
        to[2] = r.z;
    }

    for (int i = 0; i < prior->dim; i++) x[i] = (x[i] - (double)prior->centre[i]) / (double)prior->scale[i];
}

static double unscaled(const pd_ik_prior *prior, const double *x, int i)
{
    return (double)prior->centre[i] + (double)prior->scale[i] * x[i];
}

void pd_ik_prior_rotations(pd_quat *rotations, const pd_ik_prior *prior, const double *x)
{
    double ux = unscaled(prior, x, 0);
    double uz = unscaled(prior, x, 1);
    double level = sqrt(ux * ux + uz * uz);

    if (level > 1) {
        ux /= level;
        uz /= level;
        level = 1;
    }

    pd_vec3 up = pd_vec3_make(ux, sqrt(1 - level * level), uz);
    rotations[0] = pd_q_between(up, pd_vec3_make(0, 1, 0), pd_vec3_make(1, 0, 0));
    for (int j = 1; j < prior->joint_count; j++) {
        int i = 2 + 3 * (j - 1);
        rotations[j] = pd_q_from_rotvec(
            pd_vec3_make(unscaled(prior, x, i), unscaled(prior, x, i + 1), unscaled(prior, x, i + 2)));
    }
}

/* ---- densities */

double pd_ik_prior_component_log(const pd_ik_prior *prior, int component, const double *x)
{
    size_t d = (size_t)prior->dim;
    size_t q = (size_t)prior->rank;
    const float *mean = prior->means + (size_t)component * d;
    const float *v = prior->whiten + (size_t)component * q * d;
    float away[PD_IK_PRIOR_MAX_DIM];
    double square = 0;

    for (size_t i = 0; i < d; i++) {
        away[i] = (float)x[i] - mean[i];
        square += (double)(away[i] * away[i]);
    }

    for (size_t a = 0; a < q; a++) {
        float sums[4] = {0, 0, 0,
                         0}; /* four independent sums, so that additions need not wait for each other */
        size_t i = 0;
        for (; i + 4 <= d; i += 4)
            for (size_t c = 0; c < 4; c++) sums[c] += v[a * d + i + c] * away[i + c];
        for (; i < d; i++) sums[0] += v[a * d + i] * away[i];
        float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        square -= (double)(sum * sum);
    }

    return prior->log_norm[component] - 0.5 * square / (double)prior->noise[component];
}

double pd_ik_prior_log(const pd_ik_prior *prior, const double *x, int style)
{
    double largest = -INFINITY, sum = 0;

    for (int k = 0; k < prior->component_count; k++) {
        int s = prior->styles[k];
        double share = style < 0 ? (double)prior->style_weights[s] : s == style;
        if (!(share > 0)) continue;
        double here = pd_ik_prior_component_log(prior, k, x) + log(share);
        if (here > largest) {
            sum = sum * exp(largest - here) + 1;
            largest = here;
        } else {
            sum += exp(here - largest);
        }
    }

    return sum > 0 ? largest + log(sum) : -INFINITY;
}
