#include "core/math/fields.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
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

/* Zeros in a row that the lengths 9 to 15 stand for. Most rows of zeros are gaits of a trajectory, seven numbers for each of its instants. */
static const unsigned char zeros_of[] = {2, 3, 4, 7, 12, 24, 64};
#define ZEROS_FIRST 9u
#define ZEROS_COUNT (sizeof zeros_of)

/* Where numbers are written to; the buffers have room. */
typedef struct pen {
    unsigned char *bytes, *lengths;
} pen;

static inline pen pen_of(const pd_fields_writer *w)
{
    return (pen){w->bytes.data + w->bytes.size, w->lengths.data + w->lengths.size};
}

static inline void lift(pd_fields_writer *w, pen p)
{
    w->bytes.size = (size_t)(p.bytes - w->bytes.data);
    w->lengths.size = (size_t)(p.lengths - w->lengths.data);
}

/* Writes a number. */
static inline pen draw(pen p, uint64_t value)
{
    const unsigned bits = 64u - (unsigned)__builtin_clzll(value | 1) - (value == 0), length = (bits + 7) / 8;
    const uint64_t little = htole64(value);
    memcpy(p.bytes, &little,
           sizeof little); /* all eight, of which the next number overwrites what is not needed */
    *p.lengths = (unsigned char)length;
    return (pen){p.bytes + length, p.lengths + 1};
}

/* Writes all eight bytes of a number, also if the last ones are 0. */
static inline pen draw_whole(pen p, uint64_t value)
{
    const uint64_t little = htole64(value);
    memcpy(p.bytes, &little, sizeof little);
    *p.lengths = 8;
    return (pen){p.bytes + 8, p.lengths + 1};
}

static inline void put(pd_fields_writer *w, uint64_t value)
{
    lift(w, draw(pen_of(w), value));
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
    r->is_whole = false;
    if (r->at >= r->count) return false;
    r->at++;
    if (r->zeros) {
        r->zeros--;
        return true;
    }
    if (r->length_at >= r->length_count) return false;
    const unsigned length = r->lengths[r->length_at / 2] >> 4 * (r->length_at & 1) & 15;
    r->length_at++;
    if (length >= ZEROS_FIRST) {
        r->zeros = zeros_of[length - ZEROS_FIRST] - 1u;
        return true;
    }
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

/* -- numbers on the grid ------------------------------------------------------------------ */

#define GRID_MOST (INT64_C(1) << 52) /* steps: the difference of two such numbers has at most 7 bytes */

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

/* Returns a step near the number; 0 for those without one. */
static inline int64_t step_near(uint64_t bits)
{
    const double steps = real_of(bits) * PD_GRID;
    return fabs(steps) < (double)GRID_MOST ? (int64_t)steps : 0;
}

/* Writes a number on the grid, or one that should be but is not, less the step that is expected. */
static inline pen draw_step(pen p, uint64_t bits, int64_t expected)
{
    const int64_t step = step_near(bits);
    if (bits_of((double)step / PD_GRID) != bits || expected <= -2 * GRID_MOST || expected >= 2 * GRID_MOST)
        return draw_whole(p, bits);
    return draw(p, zigzag((uint64_t)(step - expected)));
}

/* Finds the bits of a number that was taken. Returns false when it is too large. */
static bool undraw_step(uint64_t *bits, uint64_t value, bool is_whole, int64_t expected)
{
    if (is_whole) {
        *bits = value;
        return fabs(real_of(value)) <= PD_FIELD_MOST;
    }
    const int64_t step = (int64_t)unzigzag(value) + expected;
    *bits = bits_of((double)step / PD_GRID);
    return step > -GRID_MOST && step < GRID_MOST;
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

static pen draw_f64(pen p, const unsigned char *at, unsigned count)
{
    for (unsigned k = 0; k < count; k++, at += 8) p = draw(p, __builtin_bswap64(load(at, 8)));
    return p;
}

/* Writes numbers that should be on the grid. origin: of the three coordinates of vectors. */
static pen draw_steps(pen p, const unsigned char *at, unsigned count, const int64_t origin[3])
{
    for (unsigned k = 0; k < count; k++, at += 8) p = draw_step(p, load(at, 8), origin[k % 3]);
    return p;
}

/* The same number of each struct of a path, from the first one on. */
typedef struct column {
    pd_field_kind kind;
    unsigned width, count; /* bytes of the number; structs */
    size_t stride;         /* bytes from struct to struct  */
} column;

static column column_of(const pd_field *path, const pd_field *row, unsigned count)
{
    PD_ASSERT(!row->part);
    return (column){row->kind, widths[row->kind], count, path->part->size};
}

static bool is_constant(const unsigned char *at, const column *c)
{
    const uint64_t first = load(at, c->width);
    uint64_t differs = 0;
    for (unsigned k = 1; k < c->count; k++) differs |= load(at + k * c->stride, c->width) ^ first;
    return !differs;
}

/* Writes what differs from the struct before, or from the line through the two before. */
static pen draw_column(pen p, const unsigned char *at, const column *c)
{
    uint64_t last = 0, before = 0;
    if (c->count && is_constant(at, c)) {
        p = draw(p, turn(load(at, c->width), c->kind));
        memset(p.lengths, 0, c->count - 1);
        return (pen){p.bytes, p.lengths + c->count - 1};
    }
    for (unsigned k = 0; k < c->count; k++, at += c->stride) {
        const uint64_t bits = load(at, c->width);
        if (!k)
            p = draw(p, turn(bits, c->kind));
        else
            p = draw(p, zigzag(bits - (k > 1 && c->kind == PD_FIELD_IS_F64 ? 2 * last - before : last)));
        before = last, last = bits;
    }
    return p;
}

static pen draw_steps_column(pen p, const unsigned char *at, const column *c, int64_t origin)
{
    int64_t last = origin, before = origin;
    for (unsigned k = 0; k < c->count; k++, at += c->stride) {
        const uint64_t bits = load(at, 8);
        p = draw_step(p, bits, k > 1 ? 2 * last - before : last);
        before = last, last = step_near(bits);
    }
    return p;
}

/* Writes an array of structs, number by number: neighbours are alike, and zeros make long rows. */
static void put_path(pd_fields_writer *w, const pd_field *path, const unsigned char *at)
{
    const unsigned structs = items_of(path, w->counts) * path->numbers;
    for (int i = 0; i < path->part->count; i++) {
        const pd_field *row = &path->part->rows[i];
        const unsigned count = items_of(row, w->counts) * row->numbers;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        const column c = column_of(path, row, structs);
        if (!reserve(w, (size_t)count * structs)) return;
        pen p = pen_of(w);
        for (unsigned n = 0; n < count; n++) {
            const unsigned char *first = at + row->offset + n * c.width;
            p = is_on_grid(row->kind)
                    ? draw_steps_column(p, first, &c, row->kind == PD_FIELD_IS_PLACE ? w->origin[n % 3] : 0)
                    : draw_column(p, first, &c);
        }
        lift(w, p);
    }
}

/* Returns how many numbers of one kind lie in a row from rows[*i] on, and moves *i to the last of their rows. Most fields are single doubles; a loop over
 * many of them is twice as fast as many loops over one. */
static unsigned run_of(int *i, const pd_fields *table, const int *counts)
{
    const pd_field *row = &table->rows[*i];
    const unsigned width = widths[row->kind];
    unsigned count = items_of(row, counts) * row->numbers;
    while (row->counter < 0 && *i + 1 < table->count && row[1].kind == row->kind && row[1].counter < 0 &&
           row->kind != PD_FIELD_IS_PLACE &&
           row[1].offset == table->rows[*i].offset + row->items * row->numbers * width) {
        row++, (*i)++;
        count += row->items * row->numbers;
    }
    return count;
}

static void put_struct(pd_fields_writer *w, const pd_fields *table, const unsigned char *object)
{
    static const int64_t none[3] = {0, 0, 0};
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        const unsigned width = widths[row->kind];
        const unsigned char *at = object + row->offset;
        if (row->kind == PD_FIELD_IS_SKIPPED) continue;
        if (row->kind == PD_FIELD_IS_PATH) {
            put_path(w, row, at);
            continue;
        }
        if (row->part) {
            const unsigned structs = items_of(row, w->counts) * row->numbers;
            for (unsigned k = 0; k < structs; k++) put_struct(w, row->part, at + k * row->part->size);
            continue;
        }

        const unsigned count = run_of(&i, table, w->counts);
        if (!reserve(w, count)) return;
        pen p = pen_of(w);
        switch (row->kind) {
        case PD_FIELD_IS_F64: p = draw_f64(p, at, count); break;
        case PD_FIELD_IS_GRID: p = draw_steps(p, at, count, none); break;
        case PD_FIELD_IS_PLACE: p = draw_steps(p, at, count, w->origin); break;
        default:
            for (unsigned k = 0; k < count; k++, at += width) p = draw(p, turn(load(at, width), row->kind));
        }
        lift(w, p);
    }
}

void pd_fields_put(pd_fields_writer *w, const pd_fields *table, const void *object)
{
    put_struct(w, table, object);
}

void pd_fields_put_u64(pd_fields_writer *w, uint64_t value)
{
    if (reserve(w, 1)) put(w, value);
}

void pd_fields_put_u32s(pd_fields_writer *w, const uint32_t *values, int count)
{
    if (!reserve(w, (size_t)count)) return;
    pen p = pen_of(w);
    for (int i = 0; i < count; i++) p = draw(p, values[i]);
    lift(w, p);
}

void pd_fields_put_f64(pd_fields_writer *w, const double *values, int count)
{
    if (!reserve(w, (size_t)count)) return;
    lift(w, draw_f64(pen_of(w), (const unsigned char *)values, (unsigned)count));
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

/* Writes the lengths for `zeros` zeros, the longest rows first. */
static unsigned char *draw_rows(unsigned char *out, size_t zeros)
{
    static const unsigned char largest[] = {0, 0, 0, 1, 2, 2, 2,
                                            3, 3, 3, 3, 3, 4}; /* that fits into a row of 2 to 12 */
    for (; zeros >= zeros_of[ZEROS_COUNT - 1]; zeros -= zeros_of[ZEROS_COUNT - 1])
        *out++ = ZEROS_FIRST + ZEROS_COUNT - 1;
    for (; zeros >= 24; zeros -= 24) *out++ = ZEROS_FIRST + 5;
    while (zeros >= 2) {
        const unsigned k = largest[zeros < 12 ? zeros : 12];
        *out++ = (unsigned char)(ZEROS_FIRST + k);
        zeros -= zeros_of[k];
    }
    if (zeros) *out++ = 0; /* a lone zero remains itself */
    return out;
}

/* Replaces zeros in a row by the lengths that stand for them, within the block. Returns the number of lengths that are left. */
static size_t shorten(unsigned char *lengths, size_t count)
{
    static const uint64_t tops = UINT64_C(0x8080808080808080);
    unsigned char *out = lengths;
    size_t zeros = 0; /* of the row that is being counted */
    for (size_t i = 0; i < count;) {
        /* Of the next eight bytes, those that are not 0: as none is above 8, no sum runs over into the next byte. Behind the end stand zeros. */
        uint64_t eight = 0;
        const size_t left = count - i < 8 ? count - i : 8;
        memcpy(&eight, lengths + i, left);
        const uint64_t others = (le64toh(eight) + ~tops) & tops;
        if (!(others & 0x80)) {
            const size_t row = others ? (size_t)__builtin_ctzll(others) / 8 : 8;
            zeros += row < left ? row : left;
            i += row < left ? row : left;
            continue;
        }
        out = draw_rows(out, zeros);
        zeros = 0;
        const uint64_t none = ~others & tops;
        const size_t row = none ? (size_t)__builtin_ctzll(none) / 8 : 8;
        for (size_t k = 0; k < row; k++) *out++ = lengths[i + k];
        i += row;
    }
    out = draw_rows(out, zeros);
    PD_ASSERT(out <= lengths + count);
    return (size_t)(out - lengths);
}

/* Puts two lengths into each byte, the first into the low half. out NULL: nothing. */
static void pack(unsigned char *out, const unsigned char *lengths, size_t count)
{
    size_t i = 0;
    if (!out) return;
    for (; i + 8 <= count; i += 8) {
        uint64_t eight;
        memcpy(&eight, lengths + i, 8);
        eight = le64toh(eight);
        eight = (eight | eight >> 4) & UINT64_C(0x00ff00ff00ff00ff);
        eight = (eight | eight >> 8) & UINT64_C(0x0000ffff0000ffff);
        const uint32_t four = htole32((uint32_t)(eight | eight >> 16));
        memcpy(out + i / 2, &four, 4);
    }
    for (; i < count; i += 2)
        out[i / 2] = (unsigned char)(lengths[i] | (i + 1 < count ? lengths[i + 1] << 4 : 0));
}

void pd_fields_end(pd_buffer *out, pd_fields_writer *w)
{
    if (w->lengths.failed || w->bytes.failed) out->failed = 1;
    add_u32(out, w->lengths.size);
    w->lengths.size = shorten(w->lengths.data, w->lengths.size);
    const size_t count = w->lengths.size, pairs = (count + 1) / 2;
    add_u32(out, count);
    add_u32(out, w->bytes.size);
    pack(pd_buffer_extend(out, pairs), w->lengths.data, count);
    if (w->bytes.size) pd_buffer_add(out, w->bytes.data, w->bytes.size);
    pd_fields_begin(w);
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
    enum { HEAD = 12 };
    if (size < HEAD) return 0;
    const size_t count = read_u32(bytes), lengths = read_u32(bytes + 4), numbers = read_u32(bytes + 8),
                 pairs = lengths / 2 + lengths % 2;
    if (pairs > size - HEAD || numbers > size - HEAD - pairs) return 0;
    *r = (pd_fields_reader){.lengths = bytes + HEAD,
                            .bytes = bytes + HEAD + pairs,
                            .count = count,
                            .length_count = lengths,
                            .size = numbers};
    return HEAD + pairs + numbers;
}

/* Reads a number. guess: what its bits differ from, or the step on the grid; has_guess: false for the first one of a path and for all others. */
static bool get_number(unsigned char *at, pd_fields_reader *r, const pd_field *row, bool has_guess,
                       uint64_t guess)
{
    uint64_t value;
    if (!take(&value, r)) return false;
    if (is_on_grid(row->kind)) {
        if (!undraw_step(&value, value, r->is_whole, (int64_t)guess)) return false;
    } else {
        value = has_guess ? unzigzag(value) + guess : turn(value, row->kind);
        if (!is_allowed(value, row)) return false;
    }
    store(at, widths[row->kind], value);
    return true;
}

static bool get_column(unsigned char *at, pd_fields_reader *r, const pd_field *row, const column *c,
                       int64_t origin)
{
    const bool is_step = is_on_grid(row->kind), is_line = is_step || row->kind == PD_FIELD_IS_F64;
    uint64_t last = is_step ? (uint64_t)origin : 0, before = last;
    for (unsigned k = 0; k < c->count; k++, at += c->stride) {
        if (!get_number(at, r, row, k > 0, k > 1 && is_line ? 2 * last - before : last)) return false;
        const uint64_t bits = load(at, c->width);
        before = last, last = is_step ? (uint64_t)step_near(bits) : bits;
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
                return fail_at(r, row->name, path->part->name);
    }
    return true;
}

static bool get_struct(pd_fields_reader *r, const pd_fields *table, unsigned char *object)
{
    for (int i = 0; i < table->count; i++) {
        const pd_field *row = &table->rows[i];
        const unsigned count = items_of(row, r->counts) * row->numbers, width = widths[row->kind];
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
                return fail_at(r, row->name, table->name);
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
    return !r->wrong && r->at == r->count && r->length_at == r->length_count && !r->zeros && !r->size;
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
