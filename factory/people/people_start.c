/* The people from whom learning starts. */
#include "factory/people/people_parts.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FEATURE_DAMPING      0.03
#define FACE_AGE_SD          0.3
#define SMALL_FREEDOM        0.4
/* Of the sampled people, whose control of sex is 0.15 u^2 off a woman's or a man's, u uniform (subject.c),
 * in the feature's steps of 0.2. */
#define MASCULINITY_VARIANCE 0.05

pd_status pd_factory_people_check_betas(const pd_smpl_model *model, const pd_factory_people_options *o,
                                        pd_error *err)
{
    if (model->beta_count < 1 || model->beta_count > PD_SMPL_PEOPLE_MAX_BETAS)
        return pd_fail(err, PD_ERR_RANGE, "shapedirs", "%d betas; %d to %d allowed", model->beta_count, M,
                       PD_SMPL_PEOPLE_MAX_BETAS);
    if (o->body_betas < 1 || o->body_betas + model->data.feature_count > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d of the body and %d of the face; the model has %d",
                       o->body_betas, model->data.feature_count, model->beta_count);

    return PD_OK;
}

double pd_factory_people_freedom(const pd_smpl_data *data, int beta)
{
    static const char *const fixed[] = {"face_age",   "masculinity", "ancestry_",
                                        "asymmetry_", "eye_opening", "mouth_corners"};
    static const char *const large[] = {"head_length", "head_width", "forehead_height", "temple_width",
                                        "cheekbones",  "jaw_width",  "jaw_length",      "chin_height",
                                        "eye_spacing", "eye_height", "nose_length",     "cheek_fullness",
                                        "ear_size",    "ear_width"};
    const int feature = beta - (data->beta_count - data->feature_count);

    if (feature < 0) return 1;
    const char *name = data->feature_names[feature];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!strncmp(name, fixed[i], strlen(fixed[i]))) return 0;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (!strcmp(name, large[i])) return 1;

    return SMALL_FREEDOM;
}

/* Variances of features that are not 1. Ancestries go together so that each of three has the same variance
 * (unit: feature.c). The face's age is set by the person's; this is the mean over the survey's ages, and
 * how much younger or older people look. */
static void spread_features(pd_factory_people_start *out, const pd_smpl_data *data)
{
    const int b = data->beta_count;
    const int age = pd_smpl_feature_beta(data, "face_age");
    const int male = pd_smpl_feature_beta(data, "masculinity");
    const int african = pd_smpl_feature_beta(data, "ancestry_african");
    const int asian = pd_smpl_feature_beta(data, "ancestry_asian");

    if (age >= 0) out->cov[age * b + age] = FACE_AGE_SD * FACE_AGE_SD;
    if (male >= 0) out->cov[male * b + male] = MASCULINITY_VARIANCE;
    if (african < 0 || asian < 0) return;
    out->cov[african * b + african] = out->cov[asian * b + asian] = 1.3;
    out->cov[african * b + asian] = out->cov[asian * b + african] = 0.65;
}

pd_status pd_factory_people_start_own(pd_factory_people_start *out, const pd_smpl_model *model,
                                      const pd_factory_people_options *options, pd_error *err)
{
    const int b = model->beta_count;
    const pd_status status = pd_factory_people_check_betas(model, options, err);

    if (status != PD_OK) return status;

    out->mean = calloc((size_t)b, sizeof *out->mean);
    out->cov = calloc((size_t)b * (size_t)b, sizeof *out->cov);
    if (!out->mean || !out->cov) return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    /* Body and face have variance 1; parts, whose limits are known,
     * a third of that limit as standard deviation. */
    for (int k = 0; k < b; k++) {
        const bool is_part =
            k >= options->body_betas && k < b - model->data.feature_count && model->data.beta_limits;
        out->cov[k * b + k] = is_part ? pow((double)model->data.beta_limits[k] / 3, 2) : 1;
    }

    spread_features(out, &model->data);

    return PD_OK;
}

pd_status pd_factory_people_start_from(pd_factory_people_start *out, const pd_smpl_model *model,
                                       const pd_smpl_data *of, const pd_factory_people_options *options,
                                       pd_error *err)
{
    pd_status status = pd_factory_people_start_own(out, model, options, err);

    if (status != PD_OK) return status;
    if (of->vertex_count != model->vertex_count || of->face_count != model->face_count ||
        memcmp(of->faces, model->data.faces, 3 * (size_t)of->face_count * sizeof *of->faces) != 0)
        return pd_fail(err, PD_ERR_INVALID, of->text.name, "another mesh than the model's");

    /* least squares: n unknowns, the betas of body and face and a shift; rights: the mean's difference,
     * then each direction */
    const int b = model->beta_count;
    const int features = model->data.feature_count;
    const int parts = b - features - options->body_betas;
    const int known = options->body_betas + features;
    const int n = known + 3;
    const int rights = 1 + of->beta_count;
    double *areas = calloc((size_t)model->vertex_count, sizeof *areas);
    double *gram = calloc((size_t)n * (size_t)n, sizeof *gram);
    double *right = calloc((size_t)rights * (size_t)n, sizeof *right);
    if (!areas || !gram || !right) {
        free(areas);
        free(gram);
        free(right);
        return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
    }

    /* thirds of the area of the triangles round each vertex of the template */
    const float *v = model->data.v_template;
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *t = model->data.faces + 3 * (size_t)f;
        double p[3], q[3];
        for (int c = 0; c < 3; c++) {
            p[c] = (double)v[3 * t[1] + (unsigned)c] - (double)v[3 * t[0] + (unsigned)c];
            q[c] = (double)v[3 * t[2] + (unsigned)c] - (double)v[3 * t[0] + (unsigned)c];
        }

        const double x = p[1] * q[2] - p[2] * q[1];
        const double y = p[2] * q[0] - p[0] * q[2];
        const double z = p[0] * q[1] - p[1] * q[0];
        for (int c = 0; c < 3; c++) areas[t[c]] += sqrt(x * x + y * y + z * z) / 6;
    }

    /* Build the normal equations, weighted by area. */
    for (size_t i = 0; i < 3 * (size_t)model->vertex_count; i++) {
        double row[PD_SMPL_PEOPLE_MAX_BETAS + 3] = {0};
        for (int k = 0; k < known; k++)
            row[k] =
                (double)
                    model->data.shapedirs[i * (size_t)b + (size_t)(k < options->body_betas ? k : k + parts)];
        row[known + (int)(i % 3)] = 1;
        for (int r = 0; r < n; r++)
            for (int c = 0; c <= r; c++) gram[r * n + c] += areas[i / 3] * row[r] * row[c];
        for (int y = 0; y < rights; y++) {
            const double value = y ? (double)of->shapedirs[i * (size_t)of->beta_count + (size_t)y - 1]
                                   : (double)of->v_template[i] - (double)model->data.v_template[i];
            for (int r = 0; r < n; r++) right[y * n + r] += areas[i / 3] * row[r] * value;
        }
    }

    /* Damping, more for features, which are not orthogonal; then one solution for each right-hand side. */
    pd_k_mirror(gram, n);
    for (int r = 0; r < known; r++) gram[r * n + r] *= 1 + (r < options->body_betas ? 1e-6 : FEATURE_DAMPING);
    if (pd_k_cholesky(gram, n)) {
        for (int y = 0; y < rights; y++) pd_k_cholesky_solve(right + y * n, gram, n);

        /* The mean is the other model's mean; the covariance
         * of the body's betas is that of its directions. */
        memcpy(out->mean, right, (size_t)options->body_betas * sizeof *out->mean);
        memcpy(out->mean + b - features, right + options->body_betas, (size_t)features * sizeof *out->mean);
        for (int r = 0; r < options->body_betas; r++)
            for (int c = 0; c < options->body_betas; c++) {
                double *cov = &out->cov[r * b + c];
                *cov = r == c ? 1e-4 : 0;
                for (int y = 1; y < rights; y++) *cov += right[y * n + r] * right[y * n + c];
            }
    } else {
        status = pd_fail(err, PD_ERR_INVALID, "shapedirs", "directions that depend on one another");
    }

    free(areas);
    free(gram);
    free(right);

    return status;
}

void pd_factory_people_start_deinit(pd_factory_people_start *start)
{
    free(start->mean);
    free(start->cov);
    *start = (pd_factory_people_start){0};
}
