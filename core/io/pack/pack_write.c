/* Writes packs. */
#include "core/base/assert.h"
#include "core/base/buffer.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/io/pack/pack_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK (256u << 10)

struct pd_pack_writer {
    pd_buffer models, uses, sections; /* tables; offsets of sections count from the beginning of `content` */
    pd_buffer content;
    pd_buffer numbers; /* numbers of the model that is being packed */
};

pd_status pd_pack_source_of(pd_pack_source *out, const char *path, pd_error *err)
{
    *out = (pd_pack_source){0, 0};
    FILE *file = fopen(path, "rbe");
    if (!file) return pd_fail(err, PD_ERR_NOT_FOUND, path, "cannot be opened");
    unsigned char *chunk = malloc(CHUNK);
    for (size_t size; chunk && (size = fread(chunk, 1, CHUNK, file)) > 0;) {
        out->hash = pd_hash64(chunk, size, out->hash);
        out->bytes += size;
    }

    const bool is_read = chunk && !ferror(file);
    free(chunk);
    fclose(file);

    return is_read ? PD_OK : pd_fail(err, PD_ERR_IO, path, "cannot be read");
}

pd_pack_writer *pd_pack_writer_new(void)
{
    return calloc(1, sizeof(pd_pack_writer));
}

void pd_pack_writer_free(pd_pack_writer *writer)
{
    if (!writer) return;
    pd_buffer *all[] = {&writer->models, &writer->uses, &writer->sections, &writer->content,
                        &writer->numbers};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) pd_buffer_deinit(all[i]);
    free(writer);
}

void pd_pack_write(pd_pack_cursor *out, pd_pack_writer *writer, const char *name,
                   const pd_pack_source *source)
{
    const uint32_t none = PD_PACK_USE_NULL;
    pd_pack_model model = {.source_hash = source->hash, .source_bytes = source->bytes};

    snprintf(model.name, sizeof model.name, "%s", name);
    model.use_first = (uint32_t)(writer->uses.size / sizeof(uint32_t));

    memset(out, 0, sizeof *out);
    out->writer = writer;
    out->model = (int)(writer->models.size / sizeof model);
    pd_buffer_add(&writer->models, &model, sizeof model);

    /* Placeholder for the numbers, which are written at the end. */
    pd_buffer_add(&writer->uses, &none, sizeof none);
    pd_buffer_clear(&writer->numbers);
}

/* Returns the number of a section with these bytes: an equal one, or a new one. */
static uint32_t store_pack_write(pd_pack_writer *w, const void *bytes, size_t size)
{
    pd_pack_section section = {0, size, pd_hash64(bytes, size, 0)};
    const uint32_t count = (uint32_t)(w->sections.size / sizeof section);
    const pd_pack_section *known = (const void *)w->sections.data;

    for (uint32_t i = 0; i < count; i++)
        if (known[i].hash == section.hash && known[i].bytes == size &&
            !memcmp(w->content.data + known[i].offset, bytes, size))
            return i;

    pd_buffer_align(&w->content, PD_PACK_ALIGN, 0);
    section.offset = w->content.size;
    pd_buffer_add(&w->content, bytes, size);
    pd_buffer_add(&w->sections, &section, sizeof section);

    return count;
}

void pd_pack_value(pd_pack_cursor *cursor, void *value, size_t bytes)
{
    if (cursor->pack)
        pd_pack_read_value(cursor, value, bytes);
    else
        pd_buffer_add(&cursor->writer->numbers, value, bytes);
}

void pd_pack_count(pd_pack_cursor *cursor, int *count, int least, int most)
{
    pd_pack_value(cursor, count, sizeof *count);
    if (!cursor->pack || (*count >= least && *count <= most)) return;
    pd_pack_refuse(cursor, "a count is out of range");
    *count = least;
}

void pd_pack_bool(pd_pack_cursor *cursor, bool *value)
{
    unsigned char byte = !cursor->pack && *value;
    pd_pack_value(cursor, &byte, 1);
    if (!cursor->pack) return;
    if (byte > 1) pd_pack_refuse(cursor, "a truth value is neither 0 nor 1");
    *value = byte == 1;
}

void pd_pack_array(pd_pack_cursor *cursor, void *place, size_t count, size_t element_bytes, unsigned flags)
{
    if (cursor->pack) {
        pd_pack_read_array(cursor, place, count, element_bytes, flags);
        return;
    }

    const void *array;
    memcpy(&array, place, sizeof array);
    PD_ASSERT(array || !count || flags & PD_PACK_OPTIONAL);
    uint32_t use = array ? store_pack_write(cursor->writer, array, count * element_bytes) : PD_PACK_USE_NULL;
    if (array && flags & PD_PACK_COLD) use |= PD_PACK_USE_COLD;
    pd_buffer_add(&cursor->writer->uses, &use, sizeof use);
}

/* Returns whether memory ran out. */
static bool has_failed(const pd_pack_writer *w)
{
    return w->models.failed || w->uses.failed || w->sections.failed || w->content.failed || w->numbers.failed;
}

pd_status pd_pack_write_end(pd_pack_cursor *cursor, pd_error *err)
{
    pd_pack_writer *w = cursor->writer;

    if (!has_failed(w)) {
        pd_pack_model *model = (pd_pack_model *)(void *)w->models.data + cursor->model;
        uint32_t *uses = (uint32_t *)(void *)w->uses.data + model->use_first;
        *uses = store_pack_write(w, w->numbers.data, w->numbers.size);
        model->use_count = (uint32_t)(w->uses.size / sizeof *uses) - model->use_first;
    }

    return has_failed(w) ? pd_fail(err, PD_ERR_MEMORY, "pack", "out of memory") : PD_OK;
}

/* Returns whether a model uses this section as one that is not cold. */
static bool is_warm(const pd_pack_writer *w, uint32_t section)
{
    const uint32_t *uses = (const void *)w->uses.data;
    for (size_t i = 0; i < w->uses.size / sizeof *uses; i++)
        if (uses[i] == section) return true;
    return false;
}

/* Writes the sections to the pack from offset `at` on, and where each lies to `sections`: first those that
 * models read, then the cold ones. Between the sections of a request no cold one lies, so that a page cache
 * in large pages keeps none of them in memory. Returns where the last one ends. */
static size_t place_sections(unsigned char *bytes, pd_pack_section *sections, uint32_t count, size_t at,
                             const pd_pack_writer *w)
{
    size_t end = at;

    for (int cold = 0; cold < 2; cold++)
        for (uint32_t i = 0; i < count; i++) {
            if (is_warm(w, i) == cold) continue;
            const size_t padded = (sections[i].bytes + PD_PACK_ALIGN - 1) / PD_PACK_ALIGN * PD_PACK_ALIGN;
            if (sections[i].bytes)
                memcpy(bytes + at, w->content.data + sections[i].offset, sections[i].bytes);
            memset(bytes + at + sections[i].bytes, 0, padded - sections[i].bytes);
            sections[i].offset = at;
            end = at + sections[i].bytes;
            at += padded;
        }

    return end;
}

pd_status pd_pack_bytes(pd_bytes *out, const pd_pack_writer *w, pd_error *err)
{
    *out = (pd_bytes){NULL, 0};
    if (has_failed(w)) return pd_fail(err, PD_ERR_MEMORY, "pack", "out of memory");

    /* Header and tables, then the sections on the next boundary. */
    const size_t tables = sizeof(pd_pack_header) + w->models.size + w->sections.size + w->uses.size;
    const size_t first = (tables + PD_PACK_ALIGN - 1) / PD_PACK_ALIGN * PD_PACK_ALIGN;
    size_t size = first + (w->content.size + PD_PACK_ALIGN - 1) / PD_PACK_ALIGN * PD_PACK_ALIGN;
    unsigned char *bytes = aligned_alloc(PD_PACK_ALIGN, size);
    if (!bytes) return pd_fail(err, PD_ERR_MEMORY, "pack", "out of memory");
    memset(bytes, 0, first);
    pd_pack_header header = {.magic = PD_PACK_MAGIC,
                             .layout = PD_PACK_LAYOUT,
                             .model_count = (uint32_t)(w->models.size / sizeof(pd_pack_model)),
                             .section_count = (uint32_t)(w->sections.size / sizeof(pd_pack_section)),
                             .use_count = (uint32_t)(w->uses.size / sizeof(uint32_t))};
    memcpy(bytes, &header, sizeof header);

    /* Copy each table behind the one before it. */
    unsigned char *at = bytes + sizeof header;
    const pd_buffer *parts[] = {&w->models, &w->sections, &w->uses};
    for (int i = 0; i < 3; i++) {
        if (parts[i]->size) memcpy(at, parts[i]->data, parts[i]->size);
        if (i == 1) size = place_sections(bytes, (void *)at, header.section_count, first, w);
        at += parts[i]->size;
    }

    pd_pack_seal(bytes, size); /* writes the size into the header */
    *out = (pd_bytes){bytes, size};

    return PD_OK;
}

void pd_pack_bytes_free(pd_bytes *bytes)
{
    free((void *)(uintptr_t)bytes->data);
    *bytes = (pd_bytes){NULL, 0};
}

pd_status pd_pack_save(const char *path, const pd_pack_writer *writer, pd_error *err)
{
    pd_bytes bytes;
    pd_status status = pd_pack_bytes(&bytes, writer, err);
    if (status == PD_OK) status = pd_file_write(path, bytes.data, bytes.size, err);
    pd_pack_bytes_free(&bytes);
    return status;
}
