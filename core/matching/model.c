#include "core/matching/model.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/references.h"

#include <stdlib.h>

/* Returns the hash of all data that decide which frame is played. */
static uint64_t hash_of(const pd_matching_database *d)
{
    size_t frames = (size_t)d->frame_count;
    size_t joints = (size_t)d->joint_count;
    uint64_t hash = pd_hash64(d->offsets, joints * 3 * sizeof *d->offsets, 0);

    hash = pd_hash64(d->joint_names, joints * sizeof *d->joint_names, hash);
    hash = pd_hash64(&d->frame_rate, sizeof d->frame_rate, hash);
    hash = pd_hash64(d->parents, joints * sizeof *d->parents, hash);
    hash = pd_hash64(d->turning, (size_t)d->turning_count * sizeof *d->turning, hash);
    hash = pd_hash64(d->rotations, frames * (size_t)d->turning_count * 3 * sizeof *d->rotations, hash);
    hash = pd_hash64(d->hips, frames * 3 * sizeof *d->hips, hash);
    hash = pd_hash64(d->steps, frames * 3 * sizeof *d->steps, hash);
    hash = pd_hash64(d->phases, frames * sizeof *d->phases, hash);
    hash = pd_hash64(d->contacts, frames, hash);
    hash = pd_hash64(d->gaits, frames * PD_MATCHING_GAITS, hash);
    hash = pd_hash64(d->firsts, ((size_t)d->clip_count + 1) * sizeof *d->firsts, hash);
    if (d->has_legs) hash = pd_hash64(d->legs, sizeof d->legs, hash);
    for (int v = 0; v < d->copy_count; v++) {
        const pd_matching_copy *copy = &d->copies[v];
        const double row[4] = {copy->clip, copy->mirror, copy->arc, copy->time};
        hash = pd_hash64(row, sizeof row, hash);
    }

    return hash;
}

pd_status pd_matching_model_build(pd_matching_model **out, pd_matching_database *database, pd_error *err)
{
    *out = NULL;
    pd_status s = pd_matching_database_check(database, err);
    pd_matching_model *m = s ? NULL : calloc(1, sizeof *m);
    if (!s && !m) s = pd_fail(err, PD_ERR_MEMORY, "database", "out of memory");
    if (s) {
        pd_matching_database_deinit(database);
        return s;
    }

    /* The model owns the database from here on. */
    m->references = 1;
    m->database = *database;
    *database = (pd_matching_database){0};
    s = m->database.has_legs ? pd_matching_paces_build(&m->paces, &m->database, err)
                             : pd_matching_index_build(&m->index, &m->database, err);
    if (s) {
        pd_matching_model_release(m);
        return s;
    }

    const pd_matching_database *d = &m->database;
    PD_ASSERT(d->has_legs || (m->index.database == d && m->index.entry_count > 0));
    m->content_hash = hash_of(d);
    m->resident_bytes = sizeof *m + m->index.bytes +
                        (size_t)d->frame_count * (6 * (size_t)d->turning_count + 15 + PD_MATCHING_GAITS);
    *out = m;

    return PD_OK;
}

pd_status pd_matching_model_load(pd_matching_model **out, const char *path, pd_error *err)
{
    pd_bytes file;
    pd_matching_database database;

    *out = NULL;
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;
    s = pd_matching_database_parse(&database, file.data, file.size, path, err);
    pd_file_unmap(&file);
    if (s) return s;

    return pd_model_file_place(pd_matching_model_build(out, &database, err), path, err);
}

void pd_matching_model_release(pd_matching_model *model)
{
    if (!model || !pd_references_drop(&model->references)) return;

    pd_matching_index_deinit(&model->index);
    pd_matching_database_deinit(&model->database);
    free(model);
}
