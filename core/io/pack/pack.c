/* Reads packs. */
#include "core/io/pack/pack.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/references.h"
#include "core/base/machine/pages.h"
#include "core/io/pack/pack_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct pd_pack {
    pd_bytes bytes;
    bool is_mapped;
    const pd_pack_header *header;
    const pd_pack_model *models;     /* (model_count)   */
    const uint32_t *uses;            /* (use_count)     */
    const pd_pack_section *sections; /* (section_count) */
    size_t *model_bytes;             /* (model_count) bytes of the sections of each */
    int references;                  /* atomic          */
    char *path;                      /* of a mapped pack; NULL: in memory */
    struct stat about;               /* of the file when it was mapped    */
};

/* Returns the size of header and tables, or 0 when they do not fit into `size` bytes. */
static size_t table_bytes(const pd_pack_header *h, size_t size)
{
    const uint64_t bytes = sizeof *h + (uint64_t)h->model_count * sizeof(pd_pack_model) +
                           (uint64_t)h->section_count * sizeof(pd_pack_section) +
                           (uint64_t)h->use_count * sizeof(uint32_t);
    return bytes <= size ? (size_t)bytes : 0;
}

uint64_t pd_pack_table_hash(const unsigned char *bytes, size_t table_size)
{
    pd_pack_header header;
    memcpy(&header, bytes, sizeof header);
    header.hash = 0;
    const uint64_t seed = pd_hash64(&header, sizeof header, 0);
    return pd_hash64(bytes + sizeof header, table_size - sizeof header, seed);
}

/* Checks that the lists of all models and all sections lie within the file. */
static bool is_consistent(const pd_pack *p)
{
    for (uint32_t i = 0; i < p->header->model_count; i++) {
        const pd_pack_model *m = &p->models[i];
        if (m->use_first > p->header->use_count || m->use_count > p->header->use_count - m->use_first ||
            !m->use_count || !memchr(m->name, 0, sizeof m->name))
            return false;
    }

    for (uint32_t i = 0; i < p->header->use_count; i++) {
        const uint32_t section = p->uses[i] & ~PD_PACK_USE_COLD;
        if (section >= p->header->section_count && section != PD_PACK_USE_NULL) return false;
    }

    for (uint32_t i = 0; i < p->header->section_count; i++) {
        const pd_pack_section *s = &p->sections[i];
        if (s->offset % PD_PACK_ALIGN || s->offset > p->bytes.size || s->bytes > p->bytes.size - s->offset)
            return false;
    }

    return true;
}

/* Returns the section of an entry of a model's list, or NULL for an array that is NULL. */
static const pd_pack_section *section_of(const pd_pack *pack, uint32_t use)
{
    const uint32_t number = use & ~PD_PACK_USE_COLD;
    return number == PD_PACK_USE_NULL ? NULL : &pack->sections[number];
}

/* Returns the next section that a model uses, each once, or NULL. at: the next place in its list. is_seen: a
 * byte for each section of the pack, 0 at first. */
static const pd_pack_section *next_section(const pd_pack *pack, const pd_pack_model *m, uint32_t *at,
                                           unsigned char *is_seen)
{
    while (*at < m->use_count) {
        const pd_pack_section *s = section_of(pack, pack->uses[m->use_first + (*at)++]);
        if (!s || is_seen[s - pack->sections]) continue;
        is_seen[s - pack->sections] = 1;
        return s;
    }

    return NULL;
}

size_t pd_pack_model_bytes(const pd_pack *pack, int model)
{
    return pack->model_bytes[model];
}

/* Adds up the bytes of each model's sections; false when memory is short. */
static bool count_bytes(pd_pack *pack)
{
    const uint32_t models = pack->header->model_count;

    pack->model_bytes = calloc((size_t)models + 1, sizeof *pack->model_bytes);
    if (!pack->model_bytes) return false;
    for (uint32_t i = 0; i < models; i++) {
        unsigned char *is_seen = calloc((size_t)pack->header->section_count + 1, 1);
        uint32_t at = 0;
        if (!is_seen) return false;
        for (const pd_pack_section *s; (s = next_section(pack, &pack->models[i], &at, is_seen));)
            pack->model_bytes[i] += s->bytes;
        free(is_seen);
    }

    return true;
}

pd_status pd_pack_parse(pd_pack **out, pd_bytes bytes, const char *name, pd_error *err)
{
    const pd_pack_header *h = (const void *)bytes.data;

    *out = NULL;

    /* Header: is it a pack, of this layout, and whole? */
    if (bytes.size < sizeof *h || memcmp(h->magic, PD_PACK_MAGIC, sizeof h->magic) != 0)
        return pd_fail(err, PD_ERR_FORMAT, name, "not a pack; a file of posedctl pack expected");
    PD_ASSERT((uintptr_t)bytes.data % PD_PACK_ALIGN == 0);
    if (h->layout != PD_PACK_LAYOUT)
        return pd_fail(err, PD_ERR_UNSUPPORTED, name, "layout %u; %d allowed: run posedctl pack again",
                       (unsigned)h->layout, PD_PACK_LAYOUT);
    const size_t tables = table_bytes(h, bytes.size);
    if (h->bytes != bytes.size || !tables)
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "the pack is damaged: %zu bytes; %llu expected by its header", bytes.size,
                       (unsigned long long)h->bytes);
    if (pd_pack_table_hash(bytes.data, tables) != h->hash)
        return pd_fail(
            err, PD_ERR_FORMAT, name,
            "the pack is damaged: its tables do not have the hash of the header; packing again is needed");

    /* Tables. */
    pd_pack *pack = calloc(1, sizeof *pack);
    if (!pack) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    *pack = (pd_pack){.bytes = bytes, .header = h, .references = 1};
    pack->models = (const void *)(bytes.data + sizeof *h);
    pack->sections = (const void *)(pack->models + h->model_count);
    pack->uses = (const void *)(pack->sections + h->section_count);
    if (!is_consistent(pack)) {
        free(pack);
        return pd_fail(
            err, PD_ERR_FORMAT, name,
            "the pack is damaged: a table refers to bytes outside of the file; packing again is needed");
    }

    if (!count_bytes(pack)) {
        pd_pack_release(pack);
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    }

    *out = pack;

    return PD_OK;
}

pd_status pd_pack_open(pd_pack **out, const char *path, pd_error *err)
{
    pd_bytes bytes;

    *out = NULL;
    pd_status status = pd_file_share(&bytes, path, err);
    if (status == PD_OK) status = pd_pack_parse(out, bytes, path, err);
    if (status != PD_OK) {
        pd_file_unmap(&bytes);
        return status;
    }

    (*out)->is_mapped = true;
    (*out)->path = strdup(path);
    if ((*out)->path && stat(path, &(*out)->about)) {
        free((*out)->path);
        (*out)->path = NULL;
    }

    return PD_OK;
}

bool pd_pack_is_overwritten(const pd_pack *pack)
{
    const struct stat *then = &pack->about;
    struct stat now;

    return pack->path && !stat(pack->path, &now) && now.st_dev == then->st_dev &&
           now.st_ino == then->st_ino &&
           (now.st_size != then->st_size || now.st_mtim.tv_sec != then->st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != then->st_mtim.tv_nsec);
}

pd_pack *pd_pack_retain(pd_pack *pack)
{
    pd_references_add(&pack->references);
    return pack;
}

void pd_pack_release(pd_pack *pack)
{
    if (!pack || !pd_references_drop(&pack->references)) return;

    if (pack->is_mapped) pd_file_unmap(&pack->bytes);
    free(pack->model_bytes);
    free(pack->path);
    free(pack);
}

/* -- models ---------------------------------------------------------------- */

int pd_pack_model_count(const pd_pack *pack)
{
    return (int)pack->header->model_count;
}

const char *pd_pack_model_name(const pd_pack *pack, int model)
{
    PD_ASSERT(model >= 0 && model < pd_pack_model_count(pack));
    return pack->models[model].name;
}

int pd_pack_find(const pd_pack *pack, const pd_pack_source *source)
{
    for (int i = 0; i < pd_pack_model_count(pack); i++)
        if (pack->models[i].source_hash == source->hash && pack->models[i].source_bytes == source->bytes)
            return i;
    return -1;
}

int pd_pack_find_name(const pd_pack *pack, const char *name)
{
    for (int i = 0; i < pd_pack_model_count(pack); i++)
        if (!strncmp(pack->models[i].name, name, PD_PACK_NAME_BYTES - 1)) return i;
    return -1;
}

/* -- mapping --------------------------------------------------------------- */

pd_status pd_pack_read(pd_pack_cursor *out, pd_pack *pack, int model, pd_error *err)
{
    PD_ASSERT(model >= 0 && model < pd_pack_model_count(pack));
    const pd_pack_model *m = &pack->models[model];
    memset(out, 0, sizeof *out);
    out->pack = pack;
    out->model = model;
    out->next = m->use_first;
    out->end = m->use_first + m->use_count;

    /* Check the hash of each section. */
    unsigned char *is_seen = calloc((size_t)pack->header->section_count + 1, 1);
    if (!is_seen)
        return out->error.status =
                   pd_fail(err, PD_ERR_MEMORY, pd_pack_model_name(pack, model), "out of memory");
    uint32_t place = 0;
    const pd_pack_section *damaged = NULL;
    for (const pd_pack_section *s; !damaged && (s = next_section(pack, m, &place, is_seen));) {
        const unsigned char *at = pack->bytes.data + s->offset;
        if (pack->is_mapped) pd_pages_read(at, s->bytes);
        if (pd_hash64(at, s->bytes, 0) != s->hash) damaged = s;
    }

    free(is_seen);
    if (damaged)
        return out->error.status =
                   pd_fail(err, PD_ERR_FORMAT, pd_pack_model_name(pack, model),
                           "the pack is damaged: section %u does not have its hash; packing again is needed",
                           (unsigned)(damaged - pack->sections));

    /* The first section has the numbers. */
    const pd_pack_section *numbers = section_of(pack, pack->uses[out->next++]);
    if (numbers) {
        out->at = pack->bytes.data + numbers->offset;
        out->left = numbers->bytes;
    }

    return PD_OK;
}

void pd_pack_refuse(pd_pack_cursor *cursor, const char *detail)
{
    if (cursor->error.status != PD_OK) return;
    pd_fail(&cursor->error, PD_ERR_FORMAT, pd_pack_model_name(cursor->pack, cursor->model),
            "the pack does not fit: %s; a pack made by this version is needed", detail);
}

/* Fills in a number of a mapped model. */
void pd_pack_read_value(pd_pack_cursor *cursor, void *value, size_t bytes)
{
    if (bytes > cursor->left) pd_pack_refuse(cursor, "a number is missing");
    if (cursor->error.status != PD_OK) {
        memset(value, 0, bytes);
        return;
    }

    memcpy(value, cursor->at, bytes);
    cursor->at += bytes;
    cursor->left -= bytes;
}

/* Points an array of a mapped model into the pack. */
void pd_pack_read_array(pd_pack_cursor *cursor, void *place, size_t count, size_t element_bytes,
                        unsigned flags)
{
    const void *array = NULL;
    size_t bytes = 0;

    if (cursor->next >= cursor->end) pd_pack_refuse(cursor, "an array is missing");
    if (!pd_size_mul(&bytes, count, element_bytes)) pd_pack_refuse(cursor, "a count is too large");
    if (cursor->error.status == PD_OK) {
        const pd_pack_section *s = section_of(cursor->pack, cursor->pack->uses[cursor->next++]);
        if (!s && count && !(flags & PD_PACK_OPTIONAL))
            pd_pack_refuse(cursor, "an array is missing");
        else if (s && s->bytes != bytes)
            pd_pack_refuse(cursor, "an array has another size");
        else if (s)
            array = cursor->pack->bytes.data + s->offset;
    }

    memcpy(place, &array, sizeof array);
}

void pd_pack_text(pd_pack_cursor *cursor, char **place)
{
    uint32_t size = !cursor->pack && *place ? (uint32_t)strlen(*place) + 1 : 0;

    PD_PACK_VALUE(cursor, size);
    pd_pack_array(cursor, place, size, 1, 0);
    if (cursor->pack && *place && (*place)[size - 1]) {
        pd_pack_refuse(cursor, "a text has no end");
        *place = NULL;
    }
}

pd_status pd_pack_read_end(pd_pack_cursor *cursor, pd_error *err)
{
    if (cursor->next != cursor->end || cursor->left) pd_pack_refuse(cursor, "it has more than the model");
    if (cursor->error.status != PD_OK && err) *err = cursor->error;
    return cursor->error.status;
}

void pd_pack_leave_cold(const pd_pack *pack, int model)
{
    const pd_pack_model *m = &pack->models[model];
    for (uint32_t i = m->use_first; pack->is_mapped && i < m->use_first + m->use_count; i++) {
        const pd_pack_section *s = section_of(pack, pack->uses[i]);
        if (s && pack->uses[i] & PD_PACK_USE_COLD) pd_pages_leave(pack->bytes.data + s->offset, s->bytes);
    }
}

void pd_pack_seal(unsigned char *bytes, size_t size)
{
    pd_pack_header *h = (void *)bytes;
    const size_t tables = size < sizeof *h ? 0 : table_bytes(h, size);

    if (!tables) return;
    pd_pack_section *sections = (void *)(bytes + sizeof *h + h->model_count * sizeof(pd_pack_model));
    for (uint32_t i = 0; i < h->section_count; i++) {
        pd_pack_section *s = &sections[i];
        if (s->offset <= size && s->bytes <= size - s->offset)
            s->hash = pd_hash64(bytes + s->offset, s->bytes, 0);
    }

    h->bytes = size;
    h->hash = pd_pack_table_hash(bytes, tables);
}
