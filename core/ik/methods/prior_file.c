/* Reads and writes pose priors as safetensors. */
#include "core/ik/methods/prior.h"

#include "core/base/file.h"
#include "core/io/tensor/model_file.h"

#include <stdlib.h>

typedef struct decoding {
    pd_ik_prior *out;
    const pd_model_file *file;
    pd_error *err;
} decoding;

/* Describes the kind of file for model_file.h. */
static pd_model_file prior_file_own_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_IK_PRIOR_KIND,
                           .version = PD_IK_PRIOR_VERSION,
                           .called = "a pose prior",
                           .err = err};
}

/* ---- reading */

static pd_status read_floats_prior_file(float *out, const decoding *d, const char *name, int rank, size_t a,
                                        size_t b, size_t c)
{
    const size_t shape[3] = {a, b, c};
    return pd_model_file_floats(out, d->file, name, rank, shape);
}

/* Reads the style of each component; numbers out of range become 255, which pd_ik_prior_check refuses. */
static pd_status read_styles(const decoding *d)
{
    const size_t count = (size_t)d->out->component_count;
    const pd_array *array;
    pd_status s = pd_model_file_find(&array, d->file, "styles", 1, &count);

    if (s) return s;
    int64_t *wide = malloc(count * sizeof *wide);
    if (!wide) return pd_fail(d->err, PD_ERR_MEMORY, "styles", "out of memory for %zu", count);
    s = pd_array_i64(wide, array, "styles", d->err);
    for (size_t i = 0; !s && i < count; i++)
        d->out->styles[i] = wide[i] >= 0 && wide[i] < 255 ? (unsigned char)wide[i] : 255;
    free(wide);

    return s;
}

/* Reads a prior from an open file. */
static pd_status decode_prior_file(const decoding *d)
{
    pd_ik_prior *p = d->out;
    pd_status s = pd_model_file_check(d->file);

    if (s) return s;

    /* The sizes follow from the names and the shape of `bases`. All else must agree with them. The file has
     * as many numbers, so a small file cannot request much memory. */
    const pd_array *bases = pd_safetensors_find(d->file->file, "bases");
    int joints = pd_model_file_name_count(d->file, "joint_names");
    int styles = pd_model_file_name_count(d->file, "style_names");
    if (!bases) return pd_fail(d->err, PD_ERR_FORMAT, "bases", "missing: a pose prior needs it");
    if (bases->rank != 3 || bases->shape[0] > PD_IK_PRIOR_MAX_COMPONENTS ||
        bases->shape[1] > PD_IK_PRIOR_MAX_DIM)
        return pd_fail(d->err, PD_ERR_FORMAT, "bases",
                       "a tensor of rank %zu; (components, directions, numbers) expected, with at most %d "
                       "components and %d directions",
                       (size_t)bases->rank, PD_IK_PRIOR_MAX_COMPONENTS, PD_IK_PRIOR_MAX_DIM);
    if (joints && bases->shape[2] != 3 * (size_t)joints - 1)
        return pd_fail(d->err, PD_ERR_FORMAT, "bases", "%zu numbers in a row; %d expected for %d joints",
                       bases->shape[2], 3 * joints - 1, joints);

    /* Read everything, then check the values. */
    s = pd_ik_prior_init(p, joints, (int)bases->shape[0], (int)bases->shape[1], styles, d->err);
    const size_t dim = (size_t)p->dim;
    const size_t k = (size_t)p->component_count;
    const size_t q = (size_t)p->rank;
    if (!s) s = read_floats_prior_file(p->bases, d, "bases", 3, k, q, dim);
    if (!s) s = read_floats_prior_file(p->means, d, "means", 2, k, dim, 0);
    if (!s) s = read_floats_prior_file(p->centre, d, "centre", 1, dim, 0, 0);
    if (!s) s = read_floats_prior_file(p->scale, d, "scale", 1, dim, 0, 0);
    if (!s) s = read_floats_prior_file(p->noise, d, "noise", 1, k, 0, 0);
    if (!s) s = read_floats_prior_file(p->weights, d, "weights", 1, k, 0, 0);
    if (!s) s = read_floats_prior_file(p->style_weights, d, "style_weights", 1, (size_t)p->style_count, 0, 0);
    if (!s) s = read_styles(d);
    if (!s) s = pd_model_file_names(p->joint_names, p->joint_count, d->file, "joint_names");
    if (!s) s = pd_model_file_names(p->style_names, p->style_count, d->file, "style_names");

    if (!s) s = pd_model_file_texts(&p->text, d->file);

    return s ? s : pd_ik_prior_check(p, d->err);
}

pd_status pd_ik_prior_parse(pd_ik_prior *prior, const void *bytes, size_t size, const char *name,
                            pd_error *err)
{
    pd_safetensors file;

    *prior = (pd_ik_prior){0};
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;
    const pd_model_file own = prior_file_own_file(&file, err);
    s = decode_prior_file(&(decoding){prior, &own, err});
    pd_safetensors_deinit(&file);
    if (s) pd_ik_prior_deinit(prior);

    return pd_model_file_place(s, name, err);
}

pd_status pd_ik_prior_load(pd_ik_prior **out, const char *path, pd_error *err)
{
    pd_bytes file;
    pd_ik_prior prior;

    *out = NULL;
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;
    s = pd_ik_prior_parse(&prior, file.data, file.size, path, err);
    pd_file_unmap(&file);

    return s ? s : pd_model_file_place(pd_ik_prior_build(out, &prior, err), path, err);
}

/* ---- writing */

pd_status pd_ik_prior_encode(pd_buffer *out, const pd_ik_prior *p, pd_error *err)
{
    const size_t dim = (size_t)p->dim;
    const size_t k = (size_t)p->component_count;
    const size_t q = (size_t)p->rank;
    pd_buffer joints = {0}, styles = {0};
    pd_safetensors_text texts[2 + PD_MODEL_FILE_TEXTS];
    int count;
    pd_status s = pd_ik_prior_check(p, err);

    if (s) return s;

    pd_safetensor tensors[] = {
        {"centre", PD_ARRAY(PD_DTYPE_F32, p->centre, dim)},
        {"scale", PD_ARRAY(PD_DTYPE_F32, p->scale, dim)},
        {"style_weights", PD_ARRAY(PD_DTYPE_F32, p->style_weights, (size_t)p->style_count)},
        {"means", PD_ARRAY(PD_DTYPE_F32, p->means, k, dim)},
        {"bases", PD_ARRAY(PD_DTYPE_F32, p->bases, k, q, dim)},
        {"noise", PD_ARRAY(PD_DTYPE_F32, p->noise, k)},
        {"weights", PD_ARRAY(PD_DTYPE_F32, p->weights, k)},
        {"styles", PD_ARRAY(PD_DTYPE_U8, p->styles, k)}};
    const pd_model_file own = prior_file_own_file(NULL, err);
    texts[0] = (pd_safetensors_text){
        "joint_names", pd_model_file_join(&joints, (const pd_model_name *)p->joint_names, p->joint_count)};
    texts[1] = (pd_safetensors_text){
        "style_names", pd_model_file_join(&styles, (const pd_model_name *)p->style_names, p->style_count)};
    count = pd_model_file_add_texts(texts, 2, &own, NULL, &p->text);
    pd_safetensors_out what = {.tensors = tensors,
                               .tensor_count = sizeof tensors / sizeof *tensors,
                               .texts = texts,
                               .text_count = count};
    s = joints.failed || styles.failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file")
                                       : pd_safetensors_write(out, &what, err);
    pd_buffer_deinit(&joints);
    pd_buffer_deinit(&styles);

    return s;
}

pd_status pd_ik_prior_save(const pd_ik_prior *prior, const char *path, pd_error *err)
{
    pd_buffer out = {0};
    pd_status s = pd_ik_prior_encode(&out, prior, err);
    if (!s) s = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);
    return s;
}
