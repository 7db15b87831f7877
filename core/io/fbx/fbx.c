#include "core/io/fbx/fbx.h"

#include "core/base/assert.h"
#include "core/io/fbx/fbx_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define HEAD_BYTES 27
#define WIDE_FROM  7500 /* from this version on offsets and counts have 64 bits */
#define INFLATION  1032 /* largest ratio of unpacked to packed bytes of deflate */

static const char magic[23] = "Kaydara FBX Binary  \0\x1a";

typedef struct reader {
    pd_fbx *out;
    const unsigned char *bytes;
    size_t size, at;
    int record_room, property_room;
    pd_error *err;
} reader;

static uint64_t little(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    for (int i = count; i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

static double little_double(const unsigned char *bytes)
{
    const uint64_t bits = little(bytes, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double little_float(const unsigned char *bytes)
{
    const uint32_t bits = (uint32_t)little(bytes, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static pd_status fail_at_fbx(const reader *r, size_t at, pd_status status, const char *detail)
{
    char where[160];
    snprintf(where, sizeof where, "%.120s:%zu", r->out->name, at);
    return pd_fail(r->err, status, where, "%s", detail);
}

/* Refuses a file that has more than `most` elements of a kind. at: byte at which that is found. */
static pd_status fail_above(const reader *r, size_t at, int most, const char *what)
{
    char detail[80];
    snprintf(detail, sizeof detail, "more than the allowed %d %s", most, what);
    return fail_at_fbx(r, at, PD_ERR_LIMIT, detail);
}

static bool has(const reader *r, size_t count)
{
    return count <= r->size - r->at;
}

/* Returns the size of an element of an array of a type; 0 if the type is not an array. */
static int element_bytes(char type)
{
    switch (type) {
    case 'b':
    case 'c': return 1;
    case 'i':
    case 'f': return 4;
    case 'l':
    case 'd': return 8;
    default: return 0;
    }
}

/* Reads a property of one number. */
static pd_status read_scalar(pd_fbx_property *p, reader *r, size_t bytes)
{
    if (!has(r, bytes))
        return fail_at_fbx(r, r->at, PD_ERR_FORMAT,
                           "the file ends within a property; a whole record expected");
    const unsigned char *from = r->bytes + r->at;

    /* Whole numbers are kept exactly; all are also available as doubles. */
    switch (p->type) {
    case 'C':
    case 'B': p->whole = from[0]; break;
    case 'Y': p->whole = (int16_t)little(from, 2); break;
    case 'I': p->whole = (int32_t)little(from, 4); break;
    case 'L': p->whole = (int64_t)little(from, 8); break;
    case 'F': p->number = little_float(from); break;
    default: p->number = little_double(from); break;
    }

    if (p->type != 'F' && p->type != 'D') p->number = (double)p->whole;
    r->at += bytes;

    return PD_OK;
}

static pd_status read_text(pd_fbx_property *p, reader *r)
{
    if (!has(r, 4))
        return fail_at_fbx(r, r->at, PD_ERR_FORMAT,
                           "the file ends within a property; a whole record expected");
    const size_t size = (size_t)little(r->bytes + r->at, 4);
    r->at += 4;
    if (!has(r, size))
        return fail_at_fbx(r, r->at - 4, PD_ERR_FORMAT,
                           "a text is longer than the rest of the file; a whole text expected");

    p->bytes = (pd_bytes){r->bytes + r->at, size};
    r->at += size;
    return PD_OK;
}

/* Reads the head of an array. Its bytes stay packed until they are requested. */
static pd_status read_array(pd_fbx_property *p, reader *r)
{
    if (!has(r, 12))
        return fail_at_fbx(r, r->at, PD_ERR_FORMAT, "the file ends within an array; a whole array expected");
    const uint64_t encoding = little(r->bytes + r->at + 4, 4);
    const size_t size = (size_t)little(r->bytes + r->at + 8, 4);
    p->count = (uint32_t)little(r->bytes + r->at, 4);
    p->is_packed = encoding == 1;
    r->at += 12;

    /* Check that the announced count fits the bytes,
     * so that a small file cannot make us allocate much memory. */
    const size_t unpacked = (size_t)p->count * (size_t)element_bytes(p->type);
    if (encoding > 1)
        return fail_at_fbx(r, r->at - 8, PD_ERR_UNSUPPORTED,
                           "an array has an unknown encoding; 0 (plain) or 1 (deflate) expected");
    if (!has(r, size))
        return fail_at_fbx(r, r->at - 12, PD_ERR_FORMAT,
                           "an array is longer than the rest of the file; a whole array expected");
    if (p->is_packed ? unpacked > INFLATION * size + 64 : unpacked != size)
        return fail_at_fbx(r, r->at - 12, PD_ERR_FORMAT,
                           "an array has more elements than its bytes can hold; a matching count expected");
    p->bytes = (pd_bytes){r->bytes + r->at, size};
    r->at += size;

    return PD_OK;
}

static pd_status read_property(reader *r)
{
    /* Make room for one more property. */
    pd_fbx *f = r->out;

    if (f->property_count >= PD_FBX_PROPERTIES_MAX)
        return fail_above(r, r->at, PD_FBX_PROPERTIES_MAX, "properties");
    pd_fbx_property *moved = pd_fbx_grown(f->properties, f->property_count, &r->property_room, sizeof *moved);
    if (!moved) return fail_at_fbx(r, r->at, PD_ERR_MEMORY, "out of memory for its properties");
    f->properties = moved;
    if (!has(r, 1))
        return fail_at_fbx(r, r->at, PD_ERR_FORMAT,
                           "the file ends within a property; a whole record expected");

    /* The letter of the type determines how the value is stored. */
    pd_fbx_property *p = &f->properties[f->property_count++];
    *p = (pd_fbx_property){.type = (char)r->bytes[r->at++]};
    switch (p->type) {
    case 'C':
    case 'B': return read_scalar(p, r, 1);
    case 'Y': return read_scalar(p, r, 2);
    case 'I':
    case 'F': return read_scalar(p, r, 4);
    case 'L':
    case 'D': return read_scalar(p, r, 8);
    case 'S':
    case 'R': return read_text(p, r);
    default: break;
    }

    if (element_bytes(p->type)) return read_array(p, r);

    return fail_at_fbx(r, r->at - 1, PD_ERR_FORMAT,
                       "a property has an unknown type; one of C Y I F D L f d l i b S R expected");
}

/* Reads a record with its properties and children. *is_end: true for the record of zeros that ends a list. */
static pd_status read_record(bool *is_end, reader *r, size_t end_of_all, int depth)
{
    pd_fbx *f = r->out;
    const int word = f->version >= WIDE_FROM ? 8 : 4;
    const size_t begin = r->at;

    if (depth > PD_FBX_DEPTH_MAX) return fail_above(r, begin, PD_FBX_DEPTH_MAX, "nested records");
    if (!has(r, 3 * (size_t)word + 1))
        return fail_at_fbx(r, begin, PD_ERR_FORMAT, "the file ends within a record; a whole record expected");

    /* The head: where the record ends, and how many properties it has.
     * An end of 0 closes a list of records. */
    const uint64_t end = little(r->bytes + begin, word);
    const uint64_t count = little(r->bytes + begin + (size_t)word, word);
    const size_t length = r->bytes[begin + 3 * (size_t)word];
    r->at += 3 * (size_t)word + 1;
    *is_end = end == 0;
    if (*is_end) return PD_OK;
    if (end > end_of_all || end < r->at + length || count > end - begin)
        return fail_at_fbx(r, begin, PD_ERR_FORMAT,
                           "a record ends after its parent record; an end within the parent expected");

    /* Add it before its children, which follow it in the list. */
    if (f->record_count >= PD_FBX_RECORDS_MAX) return fail_above(r, begin, PD_FBX_RECORDS_MAX, "records");
    pd_fbx_record *moved = pd_fbx_grown(f->records, f->record_count, &r->record_room, sizeof *moved);
    if (!moved) return fail_at_fbx(r, begin, PD_ERR_MEMORY, "out of memory for its records");
    f->records = moved;
    const int own = f->record_count++;
    f->records[own] = (pd_fbx_record){.name = {r->bytes + r->at, length},
                                      .first_property = f->property_count,
                                      .property_count = (int)count,
                                      .end = 0};
    r->at += length;

    /* The properties, then the records inside it. `f->records` may have moved meanwhile. */
    pd_status status = PD_OK;
    for (uint64_t p = 0; p < count && status == PD_OK; p++) status = read_property(r);
    for (bool done = false; status == PD_OK && !done && r->at < end;)
        status = read_record(&done, r, (size_t)end, depth + 1);
    if (status != PD_OK) return status;
    if (r->at > end)
        return fail_at_fbx(
            r, begin, PD_ERR_FORMAT,
            "the properties of a record end after the record; an end within the record expected");
    r->at = (size_t)end;
    f->records[own].end = f->record_count;

    return PD_OK;
}

bool pd_fbx_sniff(const void *bytes, size_t size)
{
    return size >= HEAD_BYTES && !memcmp(bytes, magic, sizeof magic);
}

bool pd_fbx_sniff_any(const void *bytes, size_t size)
{
    return pd_fbx_sniff(bytes, size) || pd_fbx_text_sniff((pd_bytes){bytes, size});
}

pd_status pd_fbx_parse(pd_fbx *out, const void *bytes, size_t size, const char *name, pd_error *err)
{
    *out = (pd_fbx){.name = name, .start = bytes, .most_bytes = PD_FBX_BYTES_MAX};
    reader r = {.out = out, .bytes = bytes, .size = size, .at = HEAD_BYTES, .err = err};
    if (!pd_fbx_sniff_any(bytes, size))
        return pd_fail(err, PD_ERR_FORMAT, name, "not an FBX file; binary or ASCII FBX expected");

    /* Text files have a reader of their own. */
    pd_status status = PD_OK;
    if (!pd_fbx_sniff(bytes, size)) {
        status = pd_fbx_text_parse(out, (pd_bytes){bytes, size}, err);
        if (status != PD_OK) pd_fbx_deinit(out);
        return status;
    }

    /* Binary file: version, then records up to the one of zeros. */
    out->version = (uint32_t)little(r.bytes + sizeof magic, 4);
    if (out->version < PD_FBX_VERSION_FIRST || out->version > PD_FBX_VERSION_LAST)
        return pd_fail(err, PD_ERR_UNSUPPORTED, name, PD_FBX_VERSIONS, out->version, PD_FBX_VERSION_FIRST,
                       PD_FBX_VERSION_LAST);
    for (bool done = false; status == PD_OK && !done && r.at < size;)
        status = read_record(&done, &r, size, 1);
    if (status != PD_OK) pd_fbx_deinit(out);

    return status;
}

void pd_fbx_deinit(pd_fbx *fbx)
{
    free(fbx->records);
    free(fbx->properties);
    pd_buffer_deinit(&fbx->made);
    *fbx = (pd_fbx){0};
}

bool pd_fbx_is(const pd_fbx *fbx, int record, const char *name)
{
    const pd_bytes own = fbx->records[record].name;
    return own.size == strlen(name) && !memcmp(own.data, name, own.size);
}

int pd_fbx_find(const pd_fbx *fbx, int of, const char *name, int after)
{
    const int end = of < 0 ? fbx->record_count : fbx->records[of].end;

    for (int i = after > of + 1 ? after : of + 1; i < end; i = fbx->records[i].end)
        if (pd_fbx_is(fbx, i, name)) return i;
    return -1;
}

const pd_fbx_property *pd_fbx_at(const pd_fbx *fbx, int record, int i)
{
    if (record < 0 || i < 0 || i >= fbx->records[record].property_count) return NULL;
    return &fbx->properties[fbx->records[record].first_property + i];
}

/* Returns the length of a text up to its first zero byte. */
static size_t length_of(pd_bytes text)
{
    const unsigned char *end = text.size ? memchr(text.data, 0, text.size) : NULL;
    return end ? (size_t)(end - text.data) : text.size;
}

bool pd_fbx_says(const pd_fbx *fbx, int record, int i, const char *text)
{
    const pd_fbx_property *p = pd_fbx_at(fbx, record, i);
    if (!p || p->type != 'S') return false;
    const size_t length = length_of(p->bytes);
    return length == strlen(text) && !memcmp(p->bytes.data, text, length);
}

bool pd_fbx_text(char *out, size_t out_bytes, const pd_fbx *fbx, int record, int i)
{
    PD_ASSERT(out_bytes > 0);
    const pd_fbx_property *p = pd_fbx_at(fbx, record, i);
    const size_t length = p && p->type == 'S' ? length_of(p->bytes) : 0;
    out[0] = 0;
    if (length >= out_bytes) return false;
    if (length) memcpy(out, p->bytes.data, length);
    out[length] = 0;

    return true;
}

/* Returns the bytes of an array, unpacked. *owned has to be freed, or is NULL. */
static pd_status unpack_fbx(const unsigned char **out, unsigned char **owned, pd_fbx *fbx,
                            const pd_fbx_property *p, pd_error *err)
{
    char where[160];
    const size_t bytes = (size_t)p->count * (size_t)element_bytes(p->type);

    *owned = NULL;
    *out = p->bytes.data;
    if (!p->is_packed || !bytes) return PD_OK;

    /* Refuse an array that would exceed the limit on memory, before it is allocated. */
    snprintf(where, sizeof where, "%.120s:%zu", fbx->name, (size_t)(p->bytes.data - fbx->start));
    if (bytes > fbx->most_bytes - fbx->unpacked_bytes)
        return pd_fail(err, PD_ERR_LIMIT, where,
                       "an array of %zu bytes; %zu of the allowed %zu bytes are left", bytes,
                       fbx->most_bytes - fbx->unpacked_bytes, fbx->most_bytes);
    *owned = malloc(bytes);
    if (!*owned) return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for %zu bytes", bytes);
    fbx->unpacked_bytes += bytes;

    /* Unpack; the size must be exactly as announced. */
    uLongf size = bytes;
    if (uncompress(*owned, &size, p->bytes.data, (uLong)p->bytes.size) != Z_OK || size != bytes) {
        free(*owned);
        *owned = NULL;
        return pd_fail(err, PD_ERR_FORMAT, where, "a compressed array does not unpack; %zu bytes expected",
                       bytes);
    }

    *out = *owned;

    return PD_OK;
}

static pd_status array_of(const pd_fbx_property **out, const pd_fbx *fbx, int record, size_t most,
                          pd_error *err)
{
    char where[160];
    const pd_fbx_property *p = pd_fbx_at(fbx, record, 0);

    snprintf(where, sizeof where, "%.100s: %.*s", fbx->name,
             record < 0 ? 0 : (int)fbx->records[record].name.size,
             record < 0 ? "" : (const char *)fbx->records[record].name.data);
    if (!p || !element_bytes(p->type))
        return pd_fail(err, PD_ERR_FORMAT, where, "missing or not an array; an array of numbers expected");
    if (p->count > most)
        return pd_fail(err, PD_ERR_LIMIT, where, "%u numbers; at most %zu allowed", p->count, most);
    *out = p;

    return PD_OK;
}

/* Returns element i of an array of whole numbers. */
static int64_t whole_at(const pd_fbx_property *p, const unsigned char *bytes, size_t i)
{
    PD_ASSERT(bytes || !i);
    if (p->type == 'i') return (int32_t)little(bytes + 4 * i, 4);
    if (p->type == 'l') return (int64_t)little(bytes + 8 * i, 8);
    return bytes[i];
}

pd_status pd_fbx_numbers(double **out, size_t *count, pd_fbx *fbx, int record, size_t most, pd_error *err)
{
    const pd_fbx_property *p = NULL;
    const unsigned char *bytes;
    unsigned char *owned;

    *out = NULL;
    pd_status status = array_of(&p, fbx, record, most, err);
    if (status == PD_OK) status = unpack_fbx(&bytes, &owned, fbx, p, err);
    if (status != PD_OK) return status;

    /* Convert to doubles. */
    double *values = malloc(((size_t)p->count + 1) * sizeof *values);
    for (size_t i = 0; values && i < p->count; i++)
        values[i] = p->type == 'd'   ? little_double(bytes + 8 * i)
                    : p->type == 'f' ? little_float(bytes + 4 * i)
                                     : (double)whole_at(p, bytes, i);
    free(owned);
    if (!values) return pd_fail(err, PD_ERR_MEMORY, fbx->name, "out of memory for %u numbers", p->count);
    *out = values;
    *count = p->count;

    return PD_OK;
}

pd_status pd_fbx_indices(int64_t **out, size_t *count, pd_fbx *fbx, int record, size_t most, pd_error *err)
{
    const pd_fbx_property *p = NULL;
    const unsigned char *bytes;
    unsigned char *owned;

    *out = NULL;
    pd_status status = array_of(&p, fbx, record, most, err);
    if (status == PD_OK && (p->type == 'f' || p->type == 'd'))
        status =
            pd_fail(err, PD_ERR_FORMAT, fbx->name, "an array of fractional numbers; whole numbers expected");
    if (status == PD_OK) status = unpack_fbx(&bytes, &owned, fbx, p, err);
    if (status != PD_OK) return status;

    /* Convert to 64-bit integers. */
    int64_t *values = malloc(((size_t)p->count + 1) * sizeof *values);
    for (size_t i = 0; values && i < p->count; i++) values[i] = whole_at(p, bytes, i);
    free(owned);
    if (!values) return pd_fail(err, PD_ERR_MEMORY, fbx->name, "out of memory for %u numbers", p->count);
    *out = values;
    *count = p->count;

    return PD_OK;
}
