#include "core/io/tensor/model_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pd_model_text_free(pd_model_text *text)
{
    free(text->name);
    free(text->licence);
    free(text->provenance);
    free(text->credits);
    *text = (pd_model_text){.name = NULL, .licence = NULL, .provenance = NULL, .credits = NULL};
}

pd_status pd_model_file_check(const pd_model_file *f)
{
    const char *kind = pd_safetensors_get(f->file, "kind");
    const char *version = pd_safetensors_get(f->file, "version");
    char *end = NULL;
    long major = version ? strtol(version, &end, 10) : 0;

    /* Kind, and a version that this program can read. Minor versions are compatible. */
    if (!kind || strcmp(kind, f->kind))
        return pd_fail(f->err, PD_ERR_UNSUPPORTED, "__metadata__/kind", "\"%.40s\"; \"%s\" expected",
                       kind ? kind : "", f->kind);
    if (major < 1 || !end || *end != '.')
        return pd_fail(f->err, PD_ERR_FORMAT, "__metadata__/version", "\"%.40s\"; like \"%s\" expected",
                       version ? version : "", f->version);
    if (major > strtol(f->version, NULL, 10))
        return pd_fail(f->err, PD_ERR_UNSUPPORTED, "__metadata__/version",
                       "\"%.40s\" is of a newer posed; at most %s allowed", version, f->version);

    return PD_OK;
}

pd_status pd_model_file_find(const pd_array **out, const pd_model_file *f, const char *name, int rank,
                             const size_t *shape)
{
    char is[128], wanted[96];
    const pd_array want = pd_array_of(PD_DTYPE_F32, NULL, rank, shape);
    const pd_array *array;

    *out = array = pd_safetensors_find(f->file, name);
    if (!array) return pd_fail(f->err, PD_ERR_FORMAT, name, "missing: %s needs it", f->called);
    int good = array->rank == rank;
    for (int i = 0; good && i < rank; i++) good = array->shape[i] == shape[i];
    if (good) return PD_OK;

    return pd_fail(f->err, PD_ERR_FORMAT, name, "its shape is %s; %s expected",
                   pd_array_shape_text(array, is, sizeof is),
                   pd_array_shape_text(&want, wanted, sizeof wanted));
}

pd_status pd_model_file_floats(float *out, const pd_model_file *f, const char *name, int rank,
                               const size_t *shape)
{
    const pd_array *array;
    pd_status s = pd_model_file_find(&array, f, name, rank, shape);
    return s ? s : pd_array_f32(out, array, name, f->err);
}

/* -- names and texts ---------------------------------------------------------------- */

int pd_model_file_name_count(const pd_model_file *f, const char *key)
{
    const char *text = pd_safetensors_get(f->file, key);
    int count = text && *text;
    for (; text && *text; text++) count += *text == ',';
    return count;
}

pd_status pd_model_file_names(pd_model_name *out, int count, const pd_model_file *f, const char *key)
{
    const char *text = pd_safetensors_get(f->file, key);

    for (int i = 0; i < count; i++) {
        size_t length = strcspn(text, ",");
        if (length >= sizeof *out)
            return pd_fail(f->err, PD_ERR_INVALID, key, "name %d has %zu characters; %d allowed", i, length,
                           PD_MODEL_NAME_BYTES - 1);
        memcpy(out[i], text, length);
        out[i][length] = 0;
        text += length + (text[length] == ',');
    }

    return PD_OK;
}

static pd_status read_text(char **out, const pd_model_file *f, const char *key)
{
    const char *text = pd_safetensors_get(f->file, key);
    if (!text) return PD_OK;
    *out = strdup(text);
    return *out ? PD_OK : pd_fail(f->err, PD_ERR_MEMORY, key, "out of memory for its text");
}

pd_status pd_model_file_texts(pd_model_text *out, const pd_model_file *f)
{
    pd_status s = read_text(&out->name, f, "name");
    if (!s) s = read_text(&out->licence, f, "licence");
    if (!s) s = read_text(&out->provenance, f, "provenance");
    return s ? s : read_text(&out->credits, f, "credits");
}

pd_status pd_model_file_place(pd_status status, const char *name, pd_error *err)
{
    char prefix[136];
    if (!status || !err) return status;
    snprintf(prefix, sizeof prefix, "%.120s: ", name);
    if (!strncmp(err->where, prefix, strlen(prefix) - 2)) return status;
    return pd_error_prefix(err, prefix);
}

/* -- for writers ---------------------------------------------------------------- */

int pd_model_file_add_texts(pd_safetensors_text *texts, int count, const pd_model_file *f, const char *units,
                            const pd_model_text *text)
{
    const pd_safetensors_text all[PD_MODEL_FILE_TEXTS] = {
        {"kind", f->kind},          {"version", f->version},    {"units", units},
        {"name", text->name},       {"licence", text->licence}, {"provenance", text->provenance},
        {"credits", text->credits},
    };
    for (int i = 0; i < PD_MODEL_FILE_TEXTS; i++)
        if (all[i].value && *all[i].value) texts[count++] = all[i];

    return count;
}

const char *pd_model_file_join(pd_buffer *out, const pd_model_name *names, int count)
{
    for (int i = 0; i < count; i++) pd_buffer_printf(out, "%s%s", i ? "," : "", names[i]);
    pd_buffer_add(out, "", 1);
    return out->failed ? "" : (const char *)out->data;
}
