#include "core/io/fields/fields.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/kernel/bytes/pack.h"
#include "core/math/grid.h"

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

/* Packs the waiting numbers in whole groups. The remaining ones keep waiting. */
static void pack_whole_groups(pd_fields_writer *w)
{
    const unsigned groups = w->waiting / PD_K_PACK_GROUP;
    const unsigned packed = groups * PD_K_PACK_GROUP;

    if (pd_buffer_reserve(&w->bytes, 8 * packed + PD_K_PACK_SLACK) &&
        pd_buffer_reserve(&w->lengths, packed + PD_K_PACK_SLACK) && pd_buffer_reserve(&w->mask, groups)) {
        pd_k_packed to = {w->bytes.data + w->bytes.size, w->lengths.data + w->lengths.size,
                          w->mask.data + w->mask.size};
        pd_k_pack_get()(&to, w->waiting_numbers, groups);
        w->bytes.size = (size_t)(to.bytes - w->bytes.data);
        w->lengths.size = (size_t)(to.lengths - w->lengths.data);
        w->mask.size = (size_t)(to.mask - w->mask.data);
    }

    w->count += packed;
    w->waiting -= packed;
    for (unsigned i = 0; i < w->waiting; i++) w->waiting_numbers[i] = w->waiting_numbers[packed + i];
}

/* Returns the block in which numbers wait until they are packed, with room for `count` more. */
static uint64_t *room(pd_fields_writer *w, unsigned count)
{
    PD_ASSERT(count <= PD_FIELD_CHUNK);
    if (w->waiting + count > PD_FIELD_BLOCK) pack_whole_groups(w);
    return w->waiting_numbers + w->waiting;
}

static bool fail_at_fields(pd_fields_reader *r, const char *name, const char *in)
{
    if (!r->wrong) {
        r->wrong = name;
        r->wrong_in = in;
    }
    return false;
}

bool pd_fields_fail(pd_fields_reader *r, const char *name)
{
    return fail_at_fields(r, name, "");
}

/* Takes the next number. Returns false if there is none. */
static inline bool take_fields(uint64_t *value, pd_fields_reader *r)
{
    *value = 0;
    r->is_whole = false;
    if (r->at >= r->count) return false;
    const bool is_other = r->mask[r->at / 8] >> r->at % 8 & 1;
    r->at++;
    if (!is_other) return true;

    /* A length has three bits, which may span two bytes. */
    const size_t bit = 3 * r->length_at++;
    const unsigned two =
        (unsigned)r->lengths[bit / 8] | (bit % 8 > 5 ? (unsigned)r->lengths[bit / 8 + 1] << 8 : 0);
    const unsigned length = (two >> bit % 8 & 7) + 1;
    if (length > r->size) return false;
    for (unsigned i = 0; i < length; i++) *value |= (uint64_t)r->bytes[i] << 8 * i;
    r->bytes += length;
    r->size -= length;
    r->is_whole = length == 8;

    return true;
}

/* -- the bits of a number ----------------------------------------------------------- */

static const unsigned widths[] = {0, 8, 4, 4, 4, 8, 1, 0, 0, 8, 8};

/* Reads the bits of a number of a struct. */
static inline uint64_t load_fields(const unsigned char *at, unsigned width)
{
    uint64_t wide;
    uint32_t narrow;

    if (width == 8) {
        memcpy(&wide, at, 8);
        return wide;
    }

    if (width == 4) {
        memcpy(&narrow, at, 4);
        return narrow;
    }

    return *at;
}

static inline void store_fields(unsigned char *at, unsigned width, uint64_t bits)
{
    const uint32_t narrow = (uint32_t)bits;

    if (width == 8)
        memcpy(at, &bits, 8);
    else if (width == 4)
        memcpy(at, &narrow, 4);
    else
        *at = (unsigned char)bits;
}

/* -- numbers on the grid ------------------------------------------------------------------ */

/* Largest number of steps; the difference of two such numbers then has at most 7 bytes. */
#define GRID_MOST (INT64_C(1) << 52)

static inline bool is_on_grid(pd_field_kind kind)
{
    return kind == PD_FIELD_IS_GRID || kind == PD_FIELD_IS_PLACE;
}

static inline double real_of(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static inline uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Returns a step near the number; 0 for a number without one. */
static inline int64_t step_near(uint64_t bits)
{
    const double steps = real_of(bits) * PD_GRID;
    return fabs(steps) < (double)GRID_MOST ? (int64_t)steps : 0;
}

/* A number off the grid is written with these bits inverted, so that the highest of its eight bytes is never
 * 0, also for numbers near 0. */
#define OFF_GRID (UINT64_C(0x7f) << 56)

/* Returns the written form of a number of a grid field: its step minus the expected step. A number off the
 * grid is written with all eight bytes. A number that could not be read back becomes infinite. */
static inline uint64_t step_written(uint64_t bits, int64_t expected)
{
    const int64_t step = step_near(bits);
    if (bits_of((double)step / PD_GRID) == bits && expected > -2 * GRID_MOST && expected < 2 * GRID_MOST)
        return zigzag((uint64_t)(step - expected));
    return (fabs(real_of(bits)) <= PD_FIELD_MOST ? bits : bits_of(-HUGE_VAL)) ^ OFF_GRID;
}

/* Computes the bits of a number from its written form. Returns false if it is too large. */
static bool undraw_step(uint64_t *bits, uint64_t value, bool is_whole, int64_t expected)
{
    if (is_whole) {
        *bits = value ^ OFF_GRID;
        return fabs(real_of(*bits)) <= PD_FIELD_MOST;
    }

    const int64_t step = (int64_t)unzigzag(value) + expected;
    *bits = bits_of((double)step / PD_GRID);

    return step > -GRID_MOST && step < GRID_MOST;
}

/* Returns the written bits of a number without preceding elements. Bits of real numbers are reversed, because
 * they have more trailing than leading zeros. */
static inline uint64_t turn_fields(uint64_t bits, pd_field_kind kind)
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

/* Returns the number of items of a row that are written. */
static inline unsigned written_items(int counter, unsigned items, const int *counts)
{
    if (counter < 0) return items;
    PD_ASSERT(counter < PD_FIELD_COUNTERS && counts[counter] >= 0);
    return (unsigned)counts[counter] < items ? (unsigned)counts[counter] : items;
}

static unsigned items_of(const pd_field *row, const int *counts)
{
    return written_items(row->counter, row->items, counts);
}

/* -- writing ------------------------------------------------------------------------ */

void pd_fields_begin(pd_fields_writer *w)
{
    pd_buffer_clear(&w->mask);
    pd_buffer_clear(&w->lengths);
    pd_buffer_clear(&w->bytes);
    w->waiting = 0;
    w->count = 0;
    if (!w->steps.failed) return;
    pd_buffer_clear(&w->steps);
    w->known_count = 0;
}

static inline void put_fields(pd_fields_writer *w, uint64_t value)
{
    *room(w, 1) = value;
    w->waiting++;
}

/* Writes adjacent numbers. */
static void put_row(pd_fields_writer *w, pd_field_kind kind, const unsigned char *at, unsigned count)
{
    static const int64_t none[3] = {0, 0, 0};
    const int64_t *origin = kind == PD_FIELD_IS_PLACE ? w->origin : none;
    const unsigned width = widths[kind];
    uint64_t *out = room(w, count);

    switch (kind) {
    case PD_FIELD_IS_F64:
        for (unsigned k = 0; k < count; k++) out[k] = __builtin_bswap64(load_fields(at + 8 * k, 8));
        break;
    case PD_FIELD_IS_F32:
        for (unsigned k = 0; k < count; k++) out[k] = __builtin_bswap32((uint32_t)load_fields(at + 4 * k, 4));
        break;
    case PD_FIELD_IS_GRID:
    case PD_FIELD_IS_PLACE:
        for (unsigned k = 0, axis = 0; k < count; k++, axis = axis < 2 ? axis + 1 : 0)
            out[k] = step_written(load_fields(at + 8 * k, 8), origin[axis]);
        break;
    default:
        for (unsigned k = 0; k < count; k++) out[k] = load_fields(at + k * width, width);
    }

    w->waiting += count;
}

/* Writes any number of adjacent numbers, in chunks of whole vectors. */
static void put_rows(pd_fields_writer *w, pd_field_kind kind, const unsigned char *at, unsigned count)
{
    enum { CHUNK = PD_FIELD_CHUNK / 3 * 3 };
    for (; count > CHUNK; count -= CHUNK, at += CHUNK * widths[kind]) put_row(w, kind, at, CHUNK);
    put_row(w, kind, at, count);
}

/* One field of all structs of a path. */
typedef struct column {
    pd_field_kind kind;
    unsigned width, count; /* bytes of the number; structs */
    size_t stride;         /* bytes from struct to struct  */
} column;

static column column_of(const pd_field *path, const pd_field *row, unsigned count)
{
    PD_ASSERT(!row->part);
    return (column){
        .kind = row->kind, .width = widths[row->kind], .count = count, .stride = path->part->size};
}

static bool is_constant(const unsigned char *at, const column *c)
{
    const uint64_t first = load_fields(at, c->width);
    uint64_t differs = 0;
    for (unsigned k = 1; k < c->count; k++) differs |= load_fields(at + k * c->stride, c->width) ^ first;
    return !differs;
}

/* Computes the differences of a column from the previous struct,
 * or from the extrapolation of the two previous ones. */
static void draw_column(uint64_t *out, const unsigned char *at, const column *c)
{
    uint64_t last = 0, before = 0;

    if (c->count && is_constant(at, c)) {
        out[0] = turn_fields(load_fields(at, c->width), c->kind);
        memset(out + 1, 0, (c->count - 1) * sizeof *out);
        return;
    }

    for (unsigned k = 0; k < c->count; k++, at += c->stride) {
        const uint64_t bits = load_fields(at, c->width);
        out[k] = !k ? turn_fields(bits, c->kind)
                    : zigzag(bits - (k > 1 && c->kind == PD_FIELD_IS_F64 ? 2 * last - before : last));
        before = last;
        last = bits;
    }
}

static void draw_steps_column(uint64_t *out, const unsigned char *at, const column *c, int64_t origin)
{
    int64_t last = origin;
    int64_t before = origin;

    for (unsigned k = 0; k < c->count; k++, at += c->stride) {
        const uint64_t bits = load_fields(at, 8);
        out[k] = step_written(bits, k > 1 ? 2 * last - before : last);
        before = last;
        last = step_near(bits);
    }
}

/* Writes an array of structs field by field, because neighbouring structs are similar. */
static void put_path(pd_fields_writer *w, const pd_field *path, const unsigned char *at)
{
    const unsigned structs = items_of(path, w->counts) * path->numbers;

    for (int i = 0; i < path->part->count; i++) {
        const pd_field *row = &path->part->rows[i];
        const unsigned count = items_of(row, w->counts) * row->numbers;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        const column c = column_of(path, row, structs);
        for (unsigned n = 0; n < count; n++) {
            const unsigned char *first = at + row->offset + n * c.width;
            uint64_t *out = room(w, structs);
            if (is_on_grid(row->kind))
                draw_steps_column(out, first, &c, row->kind == PD_FIELD_IS_PLACE ? w->origin[n % 3] : 0);
            else
                draw_column(out, first, &c);
            w->waiting += structs;
        }
    }
}

/* -- steps of a table: its rows and those of its parts; adjacent rows of one kind are joined -- */

typedef struct pd_fields_step {
    const pd_field *row; /* row of a path or of counted parts; otherwise NULL */
    unsigned kind, offset, items, numbers;
    int counter;
} step;

/* Returns true when a row continues the step before it. */
static bool continues(const step *s, const pd_field *row, unsigned offset)
{
    return s->counter < 0 && row->counter < 0 && s->kind == row->kind &&
           s->offset + s->numbers * widths[s->kind] == offset &&
           (row->kind != PD_FIELD_IS_PLACE || s->numbers % 3 == 0);
}

/* Appends the steps of a table whose struct is at `offset` from that of the first table. */
static void add_steps(pd_buffer *steps, size_t first, const pd_fields *table, unsigned offset)
{
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        const unsigned at = offset + row->offset;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        if (row->kind == PD_FIELD_IS_PART && row->counter < 0) {
            for (unsigned k = 0; k < row->items * row->numbers; k++)
                add_steps(steps, first, row->part, at + k * (unsigned)row->part->size);
            continue;
        }

        step *last = steps->size > first ? (step *)(void *)(steps->data + steps->size) - 1 : NULL;
        if (!row->part && last && continues(last, row, at))
            last->numbers += row->items * row->numbers;
        else {
            const bool is_fixed = !row->part && row->counter < 0;
            const step new_one = {.row = row->part ? row : NULL,
                                  .kind = row->kind,
                                  .offset = at,
                                  .items = is_fixed ? 1 : row->items,
                                  .numbers = row->numbers * (is_fixed ? row->items : 1),
                                  .counter = row->counter};
            pd_buffer_add(steps, &new_one, sizeof new_one);
        }
    }
}

/* Finds the steps of a table, which are made at its first use. Returns how many there are. */
static size_t steps_of(size_t *first, pd_fields_writer *w, const pd_fields *table)
{
    for (int i = 0; i < w->known_count; i++)
        if (w->known[i].table == table) {
            *first = w->known[i].first;
            return w->known[i].count;
        }

    PD_ASSERT(w->known_count < PD_FIELD_TABLES);
    *first = w->steps.size;
    add_steps(&w->steps, *first, table, 0);
    const size_t count = w->steps.failed ? 0 : (w->steps.size - *first) / sizeof(step);
    if (!w->steps.failed) w->known[w->known_count++] = (pd_fields_known){table, *first, count};

    return count;
}

void pd_fields_put(pd_fields_writer *w, const pd_fields *table, const void *object)
{
    size_t first;
    const size_t count = steps_of(&first, w, table);

    for (size_t i = 0; i < count; i++) {
        const step s = ((const step *)(const void *)(w->steps.data + first))[i];
        const unsigned char *at = (const unsigned char *)object + s.offset;
        if (s.kind == PD_FIELD_IS_PATH) {
            put_path(w, s.row, at);
        } else if (s.kind == PD_FIELD_IS_PART) {
            const unsigned structs = items_of(s.row, w->counts) * s.numbers;
            for (unsigned k = 0; k < structs; k++) pd_fields_put(w, s.row->part, at + k * s.row->part->size);
        } else
            put_rows(w, s.kind, at, written_items(s.counter, s.items, w->counts) * s.numbers);
    }
}

void pd_fields_put_u64(pd_fields_writer *w, uint64_t value)
{
    put_fields(w, value);
}

void pd_fields_put_u32s(pd_fields_writer *w, const uint32_t *values, int count)
{
    put_rows(w, PD_FIELD_IS_U32, (const unsigned char *)values, (unsigned)count);
}

void pd_fields_put_f64(pd_fields_writer *w, const double *values, int count)
{
    put_rows(w, PD_FIELD_IS_F64, (const unsigned char *)values, (unsigned)count);
}

void pd_fields_put_origin(pd_fields_writer *w, pd_vec3 at)
{
    const double places[] = {at.x, at.y, at.z};
    for (int i = 0; i < 3; i++) {
        w->origin[i] = step_near(bits_of(places[i]));
        pd_fields_put_u64(w, zigzag((uint64_t)w->origin[i]));
    }
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

/* Packs lengths of three bits, eight into three bytes. */
static void add_lengths(pd_buffer *out, const unsigned char *lengths, size_t count)
{
    const size_t size = (3 * count + 7) / 8;
    unsigned char *to = pd_buffer_reserve(out, size + 4) ? pd_buffer_extend(out, size) : NULL;

    for (size_t i = 0; to && i < count; i += 8, to += 3) {
        uint64_t eight = 0;
        memcpy(&eight, lengths + i, count - i < 8 ? count - i : 8);
        eight = le64toh(eight);
        eight = (eight & UINT64_C(0x0007000700070007)) | (eight & UINT64_C(0x0700070007000700)) >> 5;
        eight = (eight & UINT64_C(0x0000003f0000003f)) | (eight & UINT64_C(0x003f0000003f0000)) >> 10;
        const uint32_t packed = htole32((uint32_t)((eight & 0xfff) | (eight >> 20 & 0xfff000)));
        memcpy(to, &packed, 4); /* the fourth byte is overwritten, or is beyond the end */
    }
}

void pd_fields_end(pd_buffer *out, pd_fields_writer *w)
{
    /* Zeros fill the last group. */
    const size_t count = w->count + w->waiting;

    while (w->waiting % PD_K_PACK_GROUP) put_fields(w, 0);
    pack_whole_groups(w);

    if (w->mask.failed || w->lengths.failed || w->bytes.failed || w->steps.failed) out->failed = 1;
    add_u32(out, count);
    add_u32(out, w->bytes.size);
    if (w->mask.size) pd_buffer_add(out, w->mask.data, w->mask.size);
    add_lengths(out, w->lengths.data, w->lengths.size);
    if (w->bytes.size) pd_buffer_add(out, w->bytes.data, w->bytes.size);
    pd_fields_begin(w);
}

void pd_fields_writer_deinit(pd_fields_writer *w)
{
    pd_buffer_deinit(&w->mask);
    pd_buffer_deinit(&w->lengths);
    pd_buffer_deinit(&w->bytes);
    pd_buffer_deinit(&w->steps);
    w->known_count = 0;
}

/* -- reading ------------------------------------------------------------------------ */

static size_t read_u32(const unsigned char *at)
{
    return (size_t)at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
}

size_t pd_fields_open(pd_fields_reader *r, const unsigned char *bytes, size_t size)
{
    *r = (pd_fields_reader){.wrong = "size", .wrong_in = ""};
    enum { HEAD = 8 };
    if (size < HEAD) return 0;
    const size_t count = read_u32(bytes);
    const size_t numbers = read_u32(bytes + 4);
    const size_t masks = count / 8 + (count % 8 > 0);
    if (masks > size - HEAD) return 0;

    /* Count the nonzero numbers, which have lengths. After the last number the mask has zeros. */
    size_t others = 0;
    for (size_t i = 0; i < masks; i++) others += (size_t)__builtin_popcount(bytes[HEAD + i]);
    if (count % 8 && bytes[HEAD + masks - 1] >> count % 8) return 0;
    const size_t lengths = (3 * others + 7) / 8;
    if (lengths > size - HEAD - masks || numbers > size - HEAD - masks - lengths) return 0;
    *r = (pd_fields_reader){.mask = bytes + HEAD,
                            .lengths = bytes + HEAD + masks,
                            .bytes = bytes + HEAD + masks + lengths,
                            .count = count,
                            .size = numbers};

    return HEAD + masks + lengths + numbers;
}

/* Reads a number. guess: bits to which the difference is added, or the expected step. has_guess: false for
 * the first struct of a path and outside paths. */
static bool get_number(unsigned char *at, pd_fields_reader *r, const pd_field *row, bool has_guess,
                       uint64_t guess)
{
    uint64_t value;

    if (!take_fields(&value, r)) return false;
    if (is_on_grid(row->kind)) {
        if (!undraw_step(&value, value, r->is_whole, (int64_t)guess)) return false;
    } else {
        value = has_guess ? unzigzag(value) + guess : turn_fields(value, row->kind);
        if (!is_allowed(value, row)) return false;
    }

    store_fields(at, widths[row->kind], value);

    return true;
}

static bool get_column(unsigned char *at, pd_fields_reader *r, const pd_field *row, const column *c,
                       int64_t origin)
{
    const bool is_step = is_on_grid(row->kind);
    const bool is_line = is_step || row->kind == PD_FIELD_IS_F64;
    uint64_t last = is_step ? (uint64_t)origin : 0;
    uint64_t before = last;

    for (unsigned k = 0; k < c->count; k++, at += c->stride) {
        if (!get_number(at, r, row, k > 0, k > 1 && is_line ? 2 * last - before : last)) return false;
        const uint64_t bits = load_fields(at, c->width);
        before = last;
        last = is_step ? (uint64_t)step_near(bits) : bits;
    }

    return true;
}

static bool get_path(pd_fields_reader *r, const pd_field *path, unsigned char *at)
{
    const unsigned structs = items_of(path, r->counts) * path->numbers;

    for (int i = 0; i < path->part->count; i++) {
        const pd_field *row = &path->part->rows[i];
        const unsigned count = items_of(row, r->counts) * row->numbers;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        const column c = column_of(path, row, structs);
        for (unsigned n = 0; n < count; n++)
            if (!get_column(at + row->offset + n * c.width, r, row, &c,
                            row->kind == PD_FIELD_IS_PLACE ? r->origin[n % 3] : 0))
                return fail_at_fields(r, row->name, path->part->name);
    }

    return true;
}

static bool get_struct(pd_fields_reader *r, const pd_fields *table, unsigned char *object)
{
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        const unsigned count = items_of(row, r->counts) * row->numbers;
        const unsigned width = widths[row->kind];
        unsigned char *at = object + row->offset;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        if (row->kind == PD_FIELD_IS_PATH) {
            if (!get_path(r, row, at)) return false;
            continue;
        }

        if (row->part) {
            for (unsigned k = 0; k < count; k++)
                if (!get_struct(r, row->part, at + k * row->part->size)) return false;
            continue;
        }

        for (unsigned k = 0; k < count; k++) {
            const int64_t origin = row->kind == PD_FIELD_IS_PLACE ? r->origin[k % 3] : 0;
            if (!get_number(at + k * width, r, row, false, (uint64_t)origin))
                return fail_at_fields(r, row->name, table->name);
        }
    }

    return true;
}

bool pd_fields_get(pd_fields_reader *r, void *object, const pd_fields *table)
{
    return !r->wrong && get_struct(r, table, object);
}

uint64_t pd_fields_get_u64(pd_fields_reader *r, uint64_t most, const char *name)
{
    uint64_t value;
    if (r->wrong) return 0;
    if (take_fields(&value, r) && value <= most) return value;
    pd_fields_fail(r, name);
    return 0;
}

bool pd_fields_get_f64(pd_fields_reader *r, double *values, int count, const char *name)
{
    const pd_field row = {.name = name, .kind = PD_FIELD_IS_F64};

    for (int i = 0; i < count; i++) {
        uint64_t bits;
        if (r->wrong) return false;
        if (!take_fields(&bits, r)) return pd_fields_fail(r, name);
        bits = turn_fields(bits, PD_FIELD_IS_F64);
        if (!is_allowed(bits, &row)) return pd_fields_fail(r, name);
        store_fields((unsigned char *)(values + i), 8, bits);
    }

    return true;
}

bool pd_fields_get_origin(pd_fields_reader *r, const char *name)
{
    for (int i = 0; i < 3; i++)
        r->origin[i] = (int64_t)unzigzag(pd_fields_get_u64(r, 2 * (uint64_t)GRID_MOST, name));
    return !r->wrong;
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
