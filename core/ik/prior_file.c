/* Pose priors as safetensors. */
#include "core/ik/prior.h"

#include "core/io/file.h"
#include "core/io/safetensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char name_row[PD_IK_PRIOR_NAME_BYTES];

typedef struct decoding {
    pd_ik_prior *out;
    const pd_safetensors *file;
    pd_error *err;
} decoding;

/* ---- reading */

static pd_status check_kind(const decoding *d)
{
    const char *kind = pd_safetensors_get(d->file, "kind");
    const char *version = pd_safetensors_get(d->file, "version");
    if (!kind || strcmp(kind, PD_IK_PRIOR_KIND))
        return pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/kind", "\"%.40s\"; \"%s\" expected",
                       kind ? kind : "", PD_IK_PRIOR_KIND);
    char *end = NULL;
    long major = version ? strtol(version, &end, 10) : 0;
    if (major < 1 || !end || *end != '.')
        return pd_fail(d->err, PD_ERR_FORMAT, "__metadata__/version", "\"%.40s\"; like \"%s\" expected",
                       version ? version : "", PD_IK_PRIOR_VERSION);
    if (major > strtol(PD_IK_PRIOR_VERSION, NULL, 10))
        return pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/version",
                       "\"%.40s\" was written by a newer posed; this one reads up to %s", version,
                       PD_IK_PRIOR_VERSION);
    return PD_OK;
}

/* How many names "a,b,c" holds; none for no text. */
static int names_in(const char *text)
{
    int count = text && *text;
    for (; text && *text; text++) count += *text == ',';
    return count;
}

static pd_status split_names(name_row *out, int count, const decoding *d, const char *key)
{
    const char *text = pd_safetensors_get(d->file, key);
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(text, ",");
        if (length >= sizeof *out)
            return pd_fail(d->err, PD_ERR_INVALID, key, "name %d has %zu characters; 31 allowed", i, length);
        memcpy(out[i], text, length);
        text += length + (text[length] == ',');
    }
    return PD_OK;
}

static pd_status find(const pd_array **out, const decoding *d, const char *name, int rank,
                      const size_t *shape)
{
    char is[128], wanted[96];
    pd_array want = pd_array_of(PD_DTYPE_F32, NULL, rank, shape);
    *out = pd_safetensors_find(d->file, name);
    if (!*out) return pd_fail(d->err, PD_ERR_FORMAT, name, "missing: a pose prior needs it");
    int good = (*out)->rank == rank;
    for (int i = 0; good && i < rank; i++) good = (*out)->shape[i] == shape[i];
    if (good) return PD_OK;
    return pd_fail(d->err, PD_ERR_FORMAT, name, "its shape is %s; %s expected",
                   pd_array_shape_text(*out, is, sizeof is),
                   pd_array_shape_text(&want, wanted, sizeof wanted));
}

static pd_status read_floats(float *out, const decoding *d, const char *name, int rank, size_t a, size_t b,
                             size_t c)
{
    const size_t shape[3] = {a, b, c};
    const pd_array *array;
    pd_status s = find(&array, d, name, rank, shape);
    return s ? s : pd_array_f32(out, array, name, d->err);
}

static pd_status read_styles(const decoding *d)
{
    const size_t count = (size_t)d->out->component_count;
    const pd_array *array;
    pd_status s = find(&array, d, "styles", 1, &count);
    if (s) return s;
    int64_t *wide = malloc(count * sizeof *wide);
    if (!wide) return pd_fail(d->err, PD_ERR_MEMORY, "styles", "no memory for %zu", count);
    s = pd_array_i64(wide, array, "styles", d->err);
    for (size_t i = 0; !s && i < count; i++)
        d->out->styles[i] = wide[i] >= 0 && wide[i] < 255 ? (unsigned char)wide[i] : 255;
    free(wide);
    return s;
}

/* The sizes come from the names and the shape of `bases`; everything else must agree with them. Before memory is taken: bases has
 * that many numbers. */
static pd_status take_arrays(const decoding *d)
{
    const pd_array *bases = pd_safetensors_find(d->file, "bases");
    int joints = names_in(pd_safetensors_get(d->file, "joint_names"));
    int styles = names_in(pd_safetensors_get(d->file, "style_names"));
    if (!bases) return pd_fail(d->err, PD_ERR_FORMAT, "bases", "missing: a pose prior needs it");
    if (bases->rank != 3 || bases->shape[0] > PD_IK_PRIOR_MAX_COMPONENTS ||
        bases->shape[1] > PD_IK_PRIOR_MAX_DIM)
        return pd_fail(d->err, PD_ERR_FORMAT, "bases",
                       "its shape is no (components, directions, numbers) of at most %d and %d",
                       PD_IK_PRIOR_MAX_COMPONENTS, PD_IK_PRIOR_MAX_DIM);
    if (joints && bases->shape[2] != 3 * (size_t)joints - 1)
        return pd_fail(d->err, PD_ERR_FORMAT, "bases", "%zu numbers in a row; %d expected for %d joints",
                       bases->shape[2], 3 * joints - 1, joints);
    return pd_ik_prior_init(d->out, joints, (int)bases->shape[0], (int)bases->shape[1], styles, d->err);
}

static pd_status read_text(char **out, const decoding *d, const char *key)
{
    const char *text = pd_safetensors_get(d->file, key);
    if (!text) return PD_OK;
    *out = strdup(text);
    return *out ? PD_OK : pd_fail(d->err, PD_ERR_MEMORY, key, "no memory for its text");
}

static pd_status read_texts(const decoding *d)
{
    pd_ik_prior_text *text = &d->out->text;
    pd_status s = read_text(&text->name, d, "name");
    if (!s) s = read_text(&text->licence, d, "licence");
    if (!s) s = read_text(&text->provenance, d, "provenance");
    return s ? s : read_text(&text->credits, d, "credits");
}

static pd_status decode(const decoding *d)
{
    pd_ik_prior *p = d->out;
    pd_status s = check_kind(d);
    if (!s) s = take_arrays(d);
    const size_t dim = (size_t)p->dim, k = (size_t)p->component_count, q = (size_t)p->rank;
    if (!s) s = read_floats(p->bases, d, "bases", 3, k, q, dim);
    if (!s) s = read_floats(p->means, d, "means", 2, k, dim, 0);
    if (!s) s = read_floats(p->centre, d, "centre", 1, dim, 0, 0);
    if (!s) s = read_floats(p->scale, d, "scale", 1, dim, 0, 0);
    if (!s) s = read_floats(p->noise, d, "noise", 1, k, 0, 0);
    if (!s) s = read_floats(p->weights, d, "weights", 1, k, 0, 0);
    if (!s) s = read_floats(p->style_weights, d, "style_weights", 1, (size_t)p->style_count, 0, 0);
    if (!s) s = read_styles(d);
    if (!s) s = split_names(p->joint_names, p->joint_count, d, "joint_names");
    if (!s) s = split_names(p->style_names, p->style_count, d, "style_names");
    if (!s) s = read_texts(d);
    return s ? s : pd_ik_prior_check(p, d->err);
}

static pd_status place_error(pd_status s, const char *file, pd_error *err)
{
    char prefix[136];
    if (!s || !err) return s;
    snprintf(prefix, sizeof prefix, "%.120s: ", file);
    if (!strncmp(err->where, prefix, strlen(prefix) - 2)) return s;
    return pd_error_prefix(err, prefix);
}

pd_status pd_ik_prior_parse(pd_ik_prior *prior, const void *bytes, size_t size, const char *name,
                            pd_error *err)
{
    pd_safetensors file;
    *prior = (pd_ik_prior){0};
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;
    s = decode(&(decoding){prior, &file, err});
    pd_safetensors_deinit(&file);
    if (s) pd_ik_prior_deinit(prior);
    return place_error(s, name, err);
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
    return s ? s : place_error(pd_ik_prior_build(out, &prior, err), path, err);
}

/* ---- writing */

static const char *join(pd_buffer *out, const name_row *names, int count)
{
    for (int i = 0; i < count; i++) pd_buffer_printf(out, "%s%s", i ? "," : "", names[i]);
    pd_buffer_add(out, "", 1);
    return out->failed ? "" : (const char *)out->data;
}

static pd_safetensor tensor(const char *name, pd_dtype dtype, const void *values, int rank, size_t a,
                            size_t b, size_t c)
{
    return (pd_safetensor){name, pd_array_of(dtype, values, rank, (const size_t[]){a, b, c})};
}

static void add_text(pd_safetensors_text *texts, int *count, const char *key, const char *value)
{
    if (value && *value) texts[(*count)++] = (pd_safetensors_text){key, value};
}

pd_status pd_ik_prior_encode(pd_buffer *out, const pd_ik_prior *p, pd_error *err)
{
    const size_t dim = (size_t)p->dim, k = (size_t)p->component_count, q = (size_t)p->rank;
    pd_buffer joints = {0}, styles = {0};
    pd_safetensors_text texts[8];
    int count = 0;
    pd_status s = pd_ik_prior_check(p, err);
    if (s) return s;
    pd_safetensor tensors[] = {
        tensor("centre", PD_DTYPE_F32, p->centre, 1, dim, 0, 0),
        tensor("scale", PD_DTYPE_F32, p->scale, 1, dim, 0, 0),
        tensor("style_weights", PD_DTYPE_F32, p->style_weights, 1, (size_t)p->style_count, 0, 0),
        tensor("means", PD_DTYPE_F32, p->means, 2, k, dim, 0),
        tensor("bases", PD_DTYPE_F32, p->bases, 3, k, q, dim),
        tensor("noise", PD_DTYPE_F32, p->noise, 1, k, 0, 0),
        tensor("weights", PD_DTYPE_F32, p->weights, 1, k, 0, 0),
        tensor("styles", PD_DTYPE_U8, p->styles, 1, k, 0, 0)};
    add_text(texts, &count, "kind", PD_IK_PRIOR_KIND);
    add_text(texts, &count, "version", PD_IK_PRIOR_VERSION);
    add_text(texts, &count, "joint_names", join(&joints, (const name_row *)p->joint_names, p->joint_count));
    add_text(texts, &count, "style_names", join(&styles, (const name_row *)p->style_names, p->style_count));
    add_text(texts, &count, "name", p->text.name);
    add_text(texts, &count, "licence", p->text.licence);
    add_text(texts, &count, "provenance", p->text.provenance);
    add_text(texts, &count, "credits", p->text.credits);
    pd_safetensors_out what = {tensors, sizeof tensors / sizeof *tensors, texts, count};
    s = joints.failed || styles.failed ? pd_fail(err, PD_ERR_MEMORY, "", "no memory for the file")
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
