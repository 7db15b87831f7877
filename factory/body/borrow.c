#include "factory/body/borrow.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEATURES 27 /* numbers of a vertex and a joint: 9 entries of R - I, 3 coordinates */

/* Checks that two models have the same mesh and that their first beta_terms betas mean the same. */
static pd_status check_alike(const pd_smpl_data *model, const pd_smpl_data *source, int beta_terms,
                             pd_error *err)
{
    /* Refuse another mesh. */
    if (model->vertex_count != source->vertex_count || model->face_count != source->face_count ||
        memcmp(model->faces, source->faces, 3 * (size_t)model->face_count * sizeof *model->faces) != 0)
        return pd_fail(err, PD_ERR_INVALID, "faces", "another mesh than the model's");
    if (model->beta_count < beta_terms)
        return pd_fail(err, PD_ERR_INVALID, "shapedirs", "%d betas; %d or more needed", model->beta_count,
                       beta_terms);

    /* Same meaning: the directions of each beta are nearly parallel. */
    for (int b = 0; b < beta_terms; b++) {
        double product = 0, own = 0, other = 0; /* of the same direction of both models */
        for (size_t i = 0; i < 3 * (size_t)model->vertex_count; i++) {
            const double x = model->shapedirs[i * (size_t)model->beta_count + (size_t)b];
            const double y = source->shapedirs[i * (size_t)source->beta_count + (size_t)b];
            product += x * y;
            own += x * x;
            other += y * y;
        }

        const double cosine = product / sqrt(own * other + 1e-300);
        if (!(cosine > PD_FACTORY_BORROW_AGREE))
            return pd_fail(err, PD_ERR_INVALID, "shapedirs",
                           "beta %d means something else (cosine %.3f; over %.10g allowed)", b + 1, cosine,
                           PD_FACTORY_BORROW_AGREE);
    }

    return PD_OK;
}

/* Copies the numbers of the joints that stay, vertex after vertex, of each of 1 + G terms. */
static float *copy_values(const pd_smpl_data *source, const float *from, const int *joint_of, size_t kept)
{
    const pd_smpl_sparse_dirs *s = &source->sparse;
    float *out = malloc((1 + (size_t)s->beta_terms) * kept * sizeof *out);
    float *at = out;

    for (int term = 0; out && term <= s->beta_terms; term++) {
        const float *value = from + (size_t)term * s->value_count;
        for (int v = 0; v < source->vertex_count; v++) {
            const int p = s->vertex_pattern[v];
            for (int i = s->pattern_start[p]; i < s->pattern_start[p + 1]; i++, value += FEATURES) {
                if (!joint_of[s->pattern_joints[i]]) continue;
                memcpy(at, value, FEATURES * sizeof *at);
                at += FEATURES;
            }
        }
    }

    return out;
}

/* Names the source in the model's provenance, and appends those lines
 * of its credits that the model's do not have. */
static bool cite(pd_smpl_data *model, const pd_smpl_data *source)
{
    /* Append the source's provenance. */
    char **text = &model->text.provenance;
    char *joined = NULL;
    const char *more = source->text.provenance;

    if (asprintf(&joined, "%s%s%s", *text ? *text : "",
                 " --pose-shapes DIR, whose model is: ", more ? more : "") < 0)
        return false;
    free(*text);
    *text = joined;

    /* Append the source's credits line by line. */
    text = &model->text.credits;
    more = source->text.credits;
    for (const char *line = more ? more : ""; *line;) {
        const size_t length = strcspn(line, "\n");
        char *found = *text ? memmem(*text, strlen(*text), line, length) : NULL;
        if (length && !found) {
            if (asprintf(&joined, "%s%s%.*s", *text ? *text : "", *text && **text ? "\n" : "", (int)length,
                         line) < 0)
                return false;
            free(*text);
            *text = joined;
        }

        line += length + (line[length] == '\n');
    }

    return true;
}

pd_status pd_factory_borrow_pose_shapes(pd_smpl_data *model, const pd_smpl_data *source, pd_error *err)
{
    pd_status status = check_alike(model, source, source->sparse.beta_terms, err);

    if (status == PD_OK && !source->sparse.pattern_count)
        status = pd_fail(err, PD_ERR_INVALID, "posedirs", "no sparse pose blend shapes");
    if (status != PD_OK) return status;

    int joint_of[PD_SMPL_MAX_JOINTS];
    const pd_smpl_sparse_dirs *from = &source->sparse;
    pd_smpl_sparse_dirs *to = &model->sparse;

    /* Joints by name; joint 0, which has no features, stands for a missing one. */
    for (int j = 0; j < source->joint_count; j++) { /* by name; 0, which has no features, for none */
        const int found = pd_smpl_joint_find(model, source->joint_names[j]);
        joint_of[j] = found < 0 ? 0 : found;
    }

    *to = (pd_smpl_sparse_dirs){
        .pattern_count = from->pattern_count,
        .pattern_start = calloc((size_t)from->pattern_count + 1, sizeof *to->pattern_start),
        .pattern_joints =
            malloc((size_t)(from->pattern_start[from->pattern_count] + 1) * sizeof *to->pattern_joints),
        .vertex_pattern = malloc((size_t)model->vertex_count * sizeof *to->vertex_pattern),
        .beta_terms = from->beta_terms};
    if (!to->pattern_start || !to->pattern_joints || !to->vertex_pattern)
        return pd_fail(err, PD_ERR_MEMORY, "posedirs", "out of memory");

    /* Map the joints of each pattern by name. The order of the joints is kept,
     * so that patterns stay ascending. */
    for (int p = 0; p < from->pattern_count; p++) {
        int end = to->pattern_start[p];
        for (int i = from->pattern_start[p]; i < from->pattern_start[p + 1]; i++)
            if (joint_of[from->pattern_joints[i]])
                to->pattern_joints[end++] = joint_of[from->pattern_joints[i]];
        to->pattern_start[p + 1] = end;
    }

    memcpy(to->vertex_pattern, from->vertex_pattern,
           (size_t)model->vertex_count * sizeof *to->vertex_pattern);
    for (int v = 0; v < model->vertex_count; v++) {
        const int *start = to->pattern_start + to->vertex_pattern[v];
        to->value_count += FEATURES * (size_t)(start[1] - start[0]);
    }

    /* Values of the joints that the model has. */
    to->values = copy_values(source, from->values, joint_of, to->value_count);
    if (from->values_dqs) to->values_dqs = copy_values(source, from->values_dqs, joint_of, to->value_count);
    if (!to->values || (from->values_dqs && !to->values_dqs) || !cite(model, source))
        return pd_fail(err, PD_ERR_MEMORY, "posedirs", "out of memory");

    return PD_OK;
}

pd_status pd_factory_borrow_soft_tissue(pd_smpl_data *model, const pd_smpl_data *source, int modes,
                                        pd_error *err)
{
    const pd_smpl_soft_dynamics *from = &source->soft;

    if (!from->mode_count)
        return pd_fail(err, PD_ERR_INVALID, "soft.poles", "the source has no soft tissue that moves");
    pd_status status = check_alike(model, source, from->beta_terms, err);
    if (status != PD_OK) return status;

    /* Sizes of the part that is taken: the first modes, and the breathing direction behind them. */
    if (modes < 1 || modes > from->mode_count) modes = from->mode_count;
    const bool breathes = source->soft_count > from->mode_count;
    const size_t m = (size_t)modes;
    const size_t columns = m + breathes;
    const size_t all = (size_t)source->soft_count;
    const size_t rows = 3 * (size_t)model->vertex_count;
    const size_t terms = (size_t)from->beta_terms;
    const size_t gains = m * (1 + (size_t)from->gain_terms) * 12 * (size_t)from->joint_count;
    pd_smpl_soft_dynamics soft = {.mode_count = modes,
                                  .joint_count = from->joint_count,
                                  .beta_terms = from->beta_terms,
                                  .gain_terms = from->gain_terms,
                                  .joints = malloc((size_t)from->joint_count * sizeof *soft.joints),
                                  .poles = malloc(m * (2 + terms) * sizeof *soft.poles),
                                  .sizes = from->sizes ? malloc(m * terms * sizeof *soft.sizes) : NULL,
                                  .gains = malloc(gains * sizeof *soft.gains)};
    float *directions = malloc(rows * columns * sizeof *directions);

    if (!soft.joints || !soft.poles || (from->sizes && !soft.sizes) || !soft.gains || !directions)
        status = pd_fail(err, PD_ERR_MEMORY, "softdirs", "out of memory");

    /* Find the joints by name. */
    for (int j = 0; j < from->joint_count && status == PD_OK; j++) {
        const char *name = source->joint_names[from->joints[j]];
        soft.joints[j] = pd_smpl_joint_find(model, name);
        if (soft.joints[j] < 0)
            status =
                pd_fail(err, PD_ERR_INVALID, "joint_names", "no %s, which the soft tissue listens to", name);
    }

    if (status != PD_OK) {
        free(soft.joints);
        free(soft.poles);
        free(soft.sizes);
        free(soft.gains);
        free(directions);
        return status;
    }

    /* Copy the dynamics, then the directions. */
    memcpy(soft.poles, from->poles, m * (2 + terms) * sizeof *soft.poles);
    if (from->sizes) memcpy(soft.sizes, from->sizes, m * terms * sizeof *soft.sizes);
    memcpy(soft.gains, from->gains, gains * sizeof *soft.gains);
    for (size_t r = 0; r < rows; r++) {
        memcpy(directions + r * columns, source->softdirs + r * all, m * sizeof *directions);
        if (breathes) directions[r * columns + m] = source->softdirs[r * all + (size_t)from->mode_count];
    }

    free(model->softdirs);
    free(model->soft.joints);
    free(model->soft.poles);
    free(model->soft.sizes);
    free(model->soft.gains);
    model->softdirs = directions;
    model->soft_count = (int)columns;
    model->soft = soft;

    return PD_OK;
}
