#include "core/math/fields.h"

#include "core/base/assert.h"
#include "core/base/hash.h"

#include <endian.h>
#include <math.h>
#include <string.h>

/* -- numbers ---------------------------------------------------------------------- */

static inline uint64_t zigzag(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 ? ~(uint64_t)0 : 0);
}

static inline uint64_t unzigzag(uint64_t value)
{
    return value >> 1 ^ (value & 1 ? ~(uint64_t)0 : 0);
}

/* Appends a number at both ends of the writer, whose buffers have room. */
static inline void put(pd_fields_writer *w, uint64_t value)
{
    unsigned char *at = w->bytes.data + w->bytes.size;
    const unsigned length = value ? (71u - (unsigned)__builtin_clzll(value)) / 8 : 0;
    const uint64_t little = htole64(value);
    memcpy(at, &little,
           sizeof little); /* all eight, of which the next number overwrites what is not needed */
    w->bytes.size += length;
    w->lengths.data[w->lengths.size++] = (unsigned char)length;
}

static inline bool reserve(pd_fields_writer *w, size_t numbers)
{
    if (w->bytes.capacity - w->bytes.size >= 8 * numbers + 8 &&
        w->lengths.capacity - w->lengths.size >= numbers)
        return !w->bytes.failed && !w->lengths.failed;
    return pd_buffer_reserve(&w->bytes, 8 * numbers + 8) && pd_buffer_reserve(&w->lengths, numbers);
}

static bool fail_at(pd_fields_reader *r, const char *name, const char *in)
{
    if (!r->wrong) r->wrong = name, r->wrong_in = in;
    return false;
}

bool pd_fields_fail(pd_fields_reader *r, const char *name)
{
    return fail_at(r, name, "");
}

/* Takes the next number. Returns false if there is none. */
static inline bool take(uint64_t *value, pd_fields_reader *r)
{
    *value = 0;
    if (r->at >= r->count) return false;
    const unsigned length = r->lengths[r->at / 2] >> 4 * (r->at & 1) & 15;
    r->at++;
    if (length > 8 || length > r->size) return false;
    for (unsigned i = 0; i < length; i++) *value |= (uint64_t)r->bytes[i] << 8 * i;
    r->bytes += length;
    r->size -= length;
    return true;
}

/* -- the bits of a number ----------------------------------------------------------- */

static const unsigned widths[] = {0, 8, 4, 4, 4, 8, 1, 0, 0};

/* Reads the bits of a number of a struct. */
static inline uint64_t load(const unsigned char *at, unsigned width)
{
    uint64_t wide;
    uint32_t narrow;
    if (width == 8) return memcpy(&wide, at, 8), wide;
    if (width == 4) return memcpy(&narrow, at, 4), narrow;
    return *at;
}

static inline void store(unsigned char *at, unsigned width, uint64_t bits)
{
    const uint32_t narrow = (uint32_t)bits;
    if (width == 8)
        memcpy(at, &bits, 8);
    else if (width == 4)
        memcpy(at, &narrow, 4);
    else
        *at = (unsigned char)bits;
}

/* What the number is expected to be, from the elements before it in an array of structs. NULL: they do not exist. */
static inline uint64_t guess_of(const unsigned char *last, const unsigned char *before, unsigned width)
{
    const uint64_t a = load(last, width);
    return before ? 2 * a - load(before, width) : a;
}

/* Written bits of a number without elements before it: real numbers end in zeros more often than they begin with them. */
static inline uint64_t turn(uint64_t bits, pd_field_kind kind)
{
    if (kind == PD_FIELD_IS_F64) return __builtin_bswap64(bits);
    return kind == PD_FIELD_IS_F32 ? __builtin_bswap32((uint32_t)bits) : bits;
}

static bool is_allowed(uint64_t bits, const pd_field *row)
{
    double wide;
    float narrow;
    switch (row->kind) {
    case PD_FIELD_IS_F64: memcpy(&wide, &bits, sizeof wide); return fabs(wide) <= PD_FIELD_MOST;
    case PD_FIELD_IS_F32:
        if (bits >> 32) return false;
        const uint32_t low = (uint32_t)bits;
        memcpy(&narrow, &low, sizeof narrow);
        return fabsf(narrow) <= (float)PD_FIELD_MOST;
    case PD_FIELD_IS_I32:
        return !(bits >> 32) && (int32_t)(uint32_t)bits >= row->low && (int32_t)(uint32_t)bits <= row->high;
    case PD_FIELD_IS_U32: return !(bits >> 32);
    case PD_FIELD_IS_BOOL: return bits <= 1;
    default: return true;
    }
}

/* Number of items of a row that are written. */
static unsigned items_of(const pd_field *row, const int *counts)
{
    if (row->counter < 0) return row->items;
    PD_ASSERT(row->counter < PD_FIELD_COUNTERS && counts[row->counter] >= 0);
    return (unsigned)counts[row->counter] < row->items ? (unsigned)counts[row->counter] : row->items;
}

/* -- writing ------------------------------------------------------------------------ */

void pd_fields_begin(pd_fields_writer *w)
{
    pd_buffer_clear(&w->lengths);
    pd_buffer_clear(&w->bytes);
}

/* last, before: the one and the two elements before it in an array, or NULL. */
static void put_struct(pd_fields_writer *w, const pd_fields *table, const unsigned char *object,
                       const unsigned char *last, const unsigned char *before)
{
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        const unsigned count = items_of(row, w->counts) * row->numbers, width = widths[row->kind];
        const unsigned char *at = object + row->offset;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        if (row->part) {
            const size_t size = row->part->size;
            const bool is_path = row->kind == PD_FIELD_IS_PATH;
            for (unsigned k = 0; k < count; k++, at += size)
                put_struct(w, row->part, at, is_path && k > 0 ? at - size : NULL,
                           is_path && k > 1 ? at - 2 * size : NULL);
            continue;
        }

        if (!reserve(w, count)) return;
        const bool is_line = before && row->kind == PD_FIELD_IS_F64;
        for (unsigned k = 0; k < count; k++, at += width) {
            const uint64_t bits = load(at, width);
            if (!last) {
                put(w, turn(bits, row->kind));
                continue;
            }
            const size_t from = (size_t)(at - object);
            put(w, zigzag(bits - guess_of(last + from, is_line ? before + from : NULL, width)));
        }
    }
}

void pd_fields_put(pd_fields_writer *w, const pd_fields *table, const void *object)
{
    put_struct(w, table, object, NULL, NULL);
}

void pd_fields_put_u64(pd_fields_writer *w, uint64_t value)
{
    if (reserve(w, 1)) put(w, value);
}

void pd_fields_put_f64(pd_fields_writer *w, const double *values, int count)
{
    if (!reserve(w, (size_t)count)) return;
    for (int i = 0; i < count; i++)
        put(w, turn(load((const unsigned char *)(values + i), 8), PD_FIELD_IS_F64));
}

void pd_fields_put_bytes(pd_fields_writer *w, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = i; k < size && k < i + 8; k++)
            word |= (uint64_t)((const unsigned char *)bytes)[k] << 8 * (k - i);
        pd_fields_put_u64(w, word);
    }
}

void pd_fields_put_text(pd_fields_writer *w, const char *text)
{
    pd_fields_put_u64(w, strlen(text));
    pd_fields_put_bytes(w, text, strlen(text));
}

static void add_u32(pd_buffer *out, size_t value)
{
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    pd_buffer_add(out, bytes, sizeof bytes);
}

void pd_fields_end(pd_buffer *out, const pd_fields_writer *w)
{
    const size_t count = w->lengths.size, pairs = (count + 1) / 2;
    if (w->lengths.failed || w->bytes.failed) out->failed = 1;
    add_u32(out, count);
    add_u32(out, w->bytes.size);
    unsigned char *lengths = pd_buffer_extend(out, pairs);
    for (size_t i = 0; lengths && i < pairs; i++)
        lengths[i] = (unsigned char)(w->lengths.data[2 * i] |
                                     (2 * i + 1 < count ? w->lengths.data[2 * i + 1] << 4 : 0));
    if (w->bytes.size) pd_buffer_add(out, w->bytes.data, w->bytes.size);
}

void pd_fields_writer_deinit(pd_fields_writer *w)
{
    pd_buffer_deinit(&w->lengths);
    pd_buffer_deinit(&w->bytes);
}

/* -- reading ------------------------------------------------------------------------ */

static size_t read_u32(const unsigned char *at)
{
    return (size_t)at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
}

size_t pd_fields_open(pd_fields_reader *r, const unsigned char *bytes, size_t size)
{
    *r = (pd_fields_reader){.wrong = "size", .wrong_in = ""};
    if (size < 8) return 0;
    const size_t count = read_u32(bytes), numbers = read_u32(bytes + 4), pairs = (count + 1) / 2;
    if (pairs > size - 8 || numbers > size - 8 - pairs) return 0;
    *r = (pd_fields_reader){bytes + 8, bytes + 8 + pairs, count, 0, numbers, {0}, NULL, NULL};
    return 8 + pairs + numbers;
}

static bool get_struct(pd_fields_reader *r, const pd_fields *table, unsigned char *object,
                       const unsigned char *last, const unsigned char *before)
{
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        const unsigned count = items_of(row, r->counts) * row->numbers, width = widths[row->kind];
        unsigned char *at = object + row->offset;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        if (row->part) {
            const size_t size = row->part->size;
            const bool is_path = row->kind == PD_FIELD_IS_PATH;
            for (unsigned k = 0; k < count; k++, at += size)
                if (!get_struct(r, row->part, at, is_path && k > 0 ? at - size : NULL,
                                is_path && k > 1 ? at - 2 * size : NULL))
                    return false;
            continue;
        }

        const bool is_line = before && row->kind == PD_FIELD_IS_F64;
        for (unsigned k = 0; k < count; k++, at += width) {
            uint64_t value;
            if (!take(&value, r)) return fail_at(r, row->name, table->name);
            if (last) {
                const size_t from = (size_t)(at - object);
                value = unzigzag(value) + guess_of(last + from, is_line ? before + from : NULL, width);
            } else
                value = turn(value, row->kind);
            if (!is_allowed(value, row)) return fail_at(r, row->name, table->name);
            store(at, width, value);
        }
    }
    return true;
}

bool pd_fields_get(pd_fields_reader *r, void *object, const pd_fields *table)
{
    return !r->wrong && get_struct(r, table, object, NULL, NULL);
}

uint64_t pd_fields_get_u64(pd_fields_reader *r, uint64_t most, const char *name)
{
    uint64_t value;
    if (r->wrong) return 0;
    if (take(&value, r) && value <= most) return value;
    pd_fields_fail(r, name);
    return 0;
}

bool pd_fields_get_f64(pd_fields_reader *r, double *values, int count, const char *name)
{
    const pd_field row = {.name = name, .kind = PD_FIELD_IS_F64};
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        if (r->wrong) return false;
        if (!take(&bits, r)) return pd_fields_fail(r, name);
        bits = turn(bits, PD_FIELD_IS_F64);
        if (!is_allowed(bits, &row)) return pd_fields_fail(r, name);
        store((unsigned char *)(values + i), 8, bits);
    }
    return true;
}

bool pd_fields_get_bytes(pd_fields_reader *r, void *bytes, size_t size, const char *name)
{
    for (size_t i = 0; i < size; i += 8) {
        const uint64_t word = pd_fields_get_u64(r, UINT64_MAX, name);
        for (size_t k = i; k < size && k < i + 8; k++)
            ((unsigned char *)bytes)[k] = (unsigned char)(word >> 8 * (k - i));
    }
    return !r->wrong;
}

bool pd_fields_get_text(pd_fields_reader *r, char *out, size_t size, const char *name)
{
    const size_t length = (size_t)pd_fields_get_u64(r, size - 1, name);
    memset(out, 0, size);
    if (!pd_fields_get_bytes(r, out, length, name)) return false;
    return strlen(out) == length || pd_fields_fail(r, name);
}

bool pd_fields_done(const pd_fields_reader *r)
{
    return !r->wrong && r->at == r->count && !r->size;
}

/* -- tables ------------------------------------------------------------------------- */

uint64_t pd_fields_hash(const pd_fields *table, uint64_t seed)
{
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        const uint64_t numbers[] = {(uint64_t)row->kind, row->items, row->numbers, (uint64_t)row->counter};
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        seed = pd_hash64(row->name, strlen(row->name), seed);
        seed = pd_hash64(numbers, sizeof numbers, seed);
        if (row->part) seed = pd_fields_hash(row->part, seed);
    }
    return seed;
}

bool pd_fields_are_ordered(const pd_fields *table)
{
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        if (i && row->offset <= table->rows[i - 1].offset) return false;
        if (row->part && !pd_fields_are_ordered(row->part)) return false;
    }
    return true;
}
