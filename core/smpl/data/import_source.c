#include "core/smpl/data/import.h"

#include "core/io/tensor/npy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

pd_status pd_smpl_source_open(pd_smpl_source *source, const void *bytes, size_t size, const char *name,
                              pd_error *err)
{
    *source = (pd_smpl_source){.name = name, .err = err};
    source->is_npz = size > 1 && !memcmp(bytes, "PK", 2);
    if (source->is_npz) return pd_npz_parse(&source->npz, bytes, size, name, err);

    pd_array array = {.data = bytes, .data_bytes = size};
    const bool is_npy = size > 6 && !memcmp(bytes, "\x93NUMPY", 6);
    pd_status s = is_npy ? pd_npy_parse(&array, bytes, size, name, err) : PD_OK;
    if (!s && is_npy && array.dtype != PD_DTYPE_OBJECT)
        s = pd_fail(err, PD_ERR_FORMAT, name, "the file holds an array of numbers; a pickled dict expected");
    if (!s) s = pd_pickle_parse(&source->pickles[0], array.data, array.data_bytes, name, err);
    if (s) return s;
    source->pickle_count = 1;
    source->root = is_npy ? pd_pickle_object(source->pickles[0].root) : source->pickles[0].root;
    pd_pickle_kind kind = source->root ? source->root->kind : PD_PICKLE_NONE;
    if (kind != PD_PICKLE_DICT && kind != PD_PICKLE_OBJECT)
        return pd_fail(err, PD_ERR_FORMAT, name, "the pickle does not hold a dict; a dict expected");

    return PD_OK;
}

void pd_smpl_source_close(pd_smpl_source *source)
{
    for (int i = 0; i < source->owned_count; i++) free(source->owned[i]);
    for (int i = 0; i < source->pickle_count; i++) pd_pickle_deinit(&source->pickles[i]);
    if (source->is_npz) pd_npz_deinit(&source->npz);
    *source = (pd_smpl_source){0};
}

pd_status pd_smpl_source_find(pd_smpl_field *out, pd_smpl_source *source, const char *key)
{
    *out = (pd_smpl_field){0};
    if (!source->is_npz) {
        out->value = pd_pickle_get(source->root, key);
        out->is_there = out->value && out->value->kind != PD_PICKLE_NONE;
        return PD_OK;
    }

    if (!pd_npz_has(&source->npz, key)) return PD_OK;
    pd_status s = pd_npz_read(&out->array, &source->npz, key, source->err);
    if (s) return s;

    /* Read pickled objects: numpy.savez pickles sparse matrices, dicts and texts. */
    if (out->array.dtype == PD_DTYPE_OBJECT) {
        if (source->pickle_count == PD_SMPL_SOURCE_MAX)
            return pd_fail(source->err, PD_ERR_LIMIT, key, "more than the allowed %d pickled members",
                           PD_SMPL_SOURCE_MAX);
        pd_pickle *pickle = &source->pickles[source->pickle_count];
        s = pd_pickle_parse(pickle, out->array.data, out->array.data_bytes, key, source->err);
        if (s) return s;
        source->pickle_count++;
        out->value = pd_pickle_object(pickle->root);
    }

    out->is_there = 1;

    return PD_OK;
}

pd_status pd_smpl_source_array(pd_array *out, int *is_there, pd_smpl_source *source, const char *key,
                               int wanted)
{
    pd_smpl_field field;
    pd_status s = pd_smpl_source_find(&field, source, key);

    *is_there = field.is_there;
    if (s) return s;
    if (!field.is_there)
        return wanted ? pd_fail(source->err, PD_ERR_FORMAT, key, "missing; required in a body model") : PD_OK;
    *out = field.array;
    if (!field.value) return PD_OK;

    void *owned = NULL;
    if (source->owned_count == PD_SMPL_SOURCE_MAX)
        return pd_fail(source->err, PD_ERR_LIMIT, key, "more than the allowed %d selections",
                       PD_SMPL_SOURCE_MAX);
    s = pd_pickle_array_gather(out, &owned, field.value, key, source->err);
    if (owned) source->owned[source->owned_count++] = owned;

    return s;
}

pd_status pd_smpl_source_csr(pd_csr *out, pd_smpl_source *source, const char *key)
{
    pd_smpl_field field;
    pd_array array;
    int is_there;
    pd_status s = pd_smpl_source_find(&field, source, key);

    if (!s && field.is_there && pd_pickle_is_sparse(field.value))
        return pd_pickle_sparse(out, field.value, key, source->err);
    if (!s) s = pd_smpl_source_array(&array, &is_there, source, key, 1);

    return s ? s : pd_csr_from_array(out, &array, key, source->err);
}

void pd_smpl_source_text(char *out, size_t out_bytes, pd_smpl_source *source, const char *dict,
                         const char *key)
{
    pd_smpl_field field;
    pd_error *err = source->err;

    *out = 0;
    source->err = NULL; /* texts are optional, so one that cannot be read counts as missing */
    pd_status s = pd_smpl_source_find(&field, source, dict ? dict : key);
    source->err = err;

    if (s || !field.is_there) return;
    pd_array array = field.array;
    const pd_pickle_value *value = dict ? pd_pickle_get(field.value, key) : field.value;
    if (dict && !value) return;
    if (value && pd_pickle_array(&array, value, key, NULL)) return;
    if (pd_array_text(out, out_bytes, &array, key, NULL)) *out = 0;
}
