/* Parts of a model that are made when they are first asked for. */
#include "core/smpl/derived_internal.h"

#include "core/base/text/number.h"
#include "core/io/mesh/glb.h"
#include "core/smpl/data/half.h"

#include <stdbool.h>
#include <stdlib.h>

pd_status pd_smpl_model_prepare_dqs(const pd_smpl_model *model, pd_error *err)
{
    struct pd_smpl_derived *derived = model->derived;
    const pd_smpl_sparse_dirs *packed = &derived->sparse;

    if (!packed->pattern_count || __atomic_load_n(&derived->tiles_dqs, __ATOMIC_ACQUIRE)) return PD_OK;

    pd_smpl_data data = model->data;
    data.sparse = *packed;
    data.softdirs = derived->softdirs;

    /* P for rotations, from the half in 16 bits that the file has */
    const size_t terms = 1 + (size_t)packed->beta_terms;
    const size_t half = pd_smpl_half_count(&data);
    float *values = malloc(terms * packed->value_count * sizeof *values + 1);
    bool good = values != NULL;
    for (size_t t = 0; good && t < terms; t++)
        good = pd_smpl_half_unpack(values + t * packed->value_count, &data, packed->packed_dqs + t * half,
                                   packed->packed_step);

    pd_smpl_tiles *made = NULL, *none = NULL;
    data.sparse.values = values;
    pd_status status =
        good ? pd_smpl_tiles_build(&made, &data, err) : pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    free(values);
    if (status != PD_OK) return status;

    /* Publish the tiles. Another thread may have made them meanwhile; then these are freed. */
    if (!__atomic_compare_exchange_n(&derived->tiles_dqs, &none, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        pd_smpl_tiles_free(made); /* another thread was first */
    return PD_OK;
}

const pd_smpl_tiles *pd_smpl_model_tiles_for(const pd_smpl_model *model, int by_rotations)
{
    if (!by_rotations || pd_smpl_model_prepare_dqs(model, NULL) != PD_OK) return model->tiles;

    const pd_smpl_tiles *dqs = __atomic_load_n(&model->derived->tiles_dqs, __ATOMIC_ACQUIRE);
    return dqs ? dqs : model->tiles;
}

size_t pd_smpl_model_bytes(const pd_smpl_model *model)
{
    const pd_smpl_tiles *dqs = __atomic_load_n(&model->derived->tiles_dqs, __ATOMIC_ACQUIRE);
    const pd_arena *tape = __atomic_load_n(&model->derived->tape, __ATOMIC_ACQUIRE);
    const size_t wide = pd_smpl_tiles_bytes(model->tiles) - model->tiles->bytes;
    return model->loaded_bytes + wide + (dqs ? pd_smpl_tiles_bytes(dqs) : 0) + (tape ? tape->size : 0);
}

const pd_io_glb_packed *pd_smpl_model_packed_faces(const pd_smpl_model *model)
{
    pd_io_glb_packed **place = &model->derived->faces;
    pd_io_glb_packed *first = __atomic_load_n(place, __ATOMIC_ACQUIRE);

    if (first) return first;
    pd_io_glb_packed *made = pd_io_glb_pack(model->data.faces, 3 * (size_t)model->face_count);
    if (made && !__atomic_compare_exchange_n(place, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        free(made); /* another thread was first */
        return first;
    }

    return made;
}

const unsigned char *pd_smpl_model_expressive(const pd_smpl_model *model)
{
    unsigned char **place = &model->derived->expressive;
    unsigned char *first = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    const size_t vertices = (size_t)model->vertex_count;
    const size_t row = 3 * (size_t)model->expression_count;

    if (first) return first;

    unsigned char *made = malloc(vertices);
    for (size_t v = 0; made && v < vertices; v++)
        made[v] = !pd_io_numbers_are_zero(model->data.expressiondirs + v * row, row);
    if (made && !__atomic_compare_exchange_n(place, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        free(made); /* another thread was first */
        return first;
    }

    return made;
}

const pd_smpl_contact *pd_smpl_model_contact(const pd_smpl_model *model, pd_smpl_contact_kind kind,
                                             pd_error *err)
{
    pd_smpl_contact **place = &model->derived->contacts[kind];
    pd_smpl_contact *first = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    pd_smpl_contact *made;

    if (first) return first;
    if (pd_smpl_contact_build(&made, model, kind, err) != PD_OK) return NULL;

    if (__atomic_compare_exchange_n(place, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
    pd_smpl_contact_free(made); /* another thread was first */
    return first;
}
