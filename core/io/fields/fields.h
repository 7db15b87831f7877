#ifndef PD_IO_FIELDS_H
#define PD_IO_FIELDS_H
/* Tables of the fields of structs, by which the numbers in a struct are written as bytes and read again, bit
 * for bit.
 *
 * A table has one row for each field of the struct, in the struct's order. The compiler refuses a table that
 * lacks a field, or has one too many, and names the field (-Wmissing-field-initializers). So whoever adds a
 * field to a struct must say here what becomes of it:
 *
 *     #define GOAL(X, T)                                                      \
 *         X(T, F64, phase)               a double                             \
 *         X(T, F64S, heading)            doubles, vectors, quaternions        \
 *         X(T, F64_OF, joints, JOINTS)   of an array the first counts[JOINTS] elements, each of doubles \
 *         X(T, GRIDS, step)              doubles that are multiples of 2^-30 (core/math/grid.h), most of the
 *                                        time \
 *         X(T, PLACES, ankle)            vectors like these, near the writer's origin \
 *         X(T, I32, planted, 0, 1)       an int or enum from 0 to 1           \
 *         X(T, PARTS, locks, lock_fields)           structs with a table of their own \
 *       X(T, PATH_OF, frames, point_fields, FRAMES)  structs of which each is near the one before it \
 *         X(T, SKIP, root)               is not written: each tick sets it before it is read
 *     PD_FIELDS(goal, GOAL)              defines goal_fields
 *
 * Bytes    the numbers in the order of the tables, each without its high bytes that are 0, little-endian.
 *          What says where they begin comes first:
 *
 *              numbers u32, size u32, mask (numbers+7)/8 bytes, lengths (3 others+7)/8 bytes, size bytes
 *
 *          Bit i of the mask (of byte i/8, from the lowest bit on) is 1 for each of the `others`, the numbers
 *          that are not 0. Of these alone there are lengths, less one, in three bits each, and bytes. Of a
 *          real number the bytes are reversed first, so floats in doubles take four. A struct of a path
 *          (PATH_OF) is written as the difference of its bits from those of the struct before it, or of the
 *          line through the two before it: neighbours on a smooth path have their high bits in common. A
 *          number of GRIDS or PLACES is written as an integer, less that of the origin or of its neighbour on
 *          a path, in at most 7 bytes; one that is off the grid as its own 8 bytes, of which the highest is
 *          turned over in its seven lowest bits.
 * Checks   reading fails on missing bytes, on numbers that are not finite or larger than PD_FIELD_MOST, and
 *          on integers out of their row's range.
 * Memory   the writer owns its buffers; the reader borrows the bytes.
 * Threads  tables are const; a writer and a reader belong to one thread.
 */
#include "core/base/buffer.h"
#include "core/math/quat.h"
#include "core/math/vec3.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_FIELD_MOST     1e15 /* largest absolute value of a real number that is read */
#define PD_FIELD_COUNTERS 4    /* counts of a writer or reader that rows can name      */

typedef enum pd_field_kind {
    PD_FIELD_IS_SKIPPED,
    PD_FIELD_IS_F64,
    PD_FIELD_IS_F32,
    PD_FIELD_IS_I32,
    PD_FIELD_IS_U32,
    PD_FIELD_IS_U64,
    PD_FIELD_IS_BOOL,
    PD_FIELD_IS_PART,
    PD_FIELD_IS_PATH,
    PD_FIELD_IS_GRID,
    PD_FIELD_IS_PLACE
} pd_field_kind;

typedef struct pd_fields pd_fields;

typedef struct pd_field {
    const char *name;
    pd_field_kind kind;
    int counter;             /* index in counts of the number of items; -1: all of them    */
    unsigned offset;         /* bytes from the start of the struct                         */
    unsigned items, numbers; /* items of the array, and numbers (or structs) in each item  */
    const pd_fields *part;   /* table of the structs of IS_PART and IS_PATH                */
    int64_t low, high;       /* allowed range of IS_I32                                    */
} pd_field;

struct pd_fields {
    const char *name; /* name of the struct */
    const pd_field *rows;
    int count;
    size_t size; /* size of the struct, bytes */
};

/* clang-format off */
#define PD_FIELD_OF(T, m) (((T *)0)->m)
/* 1 if the condition holds; otherwise it does not compile. */
#define PD_FIELD_SURE(condition) ((unsigned)sizeof(char[(condition) ? 1 : -1]))
#define PD_FIELD_ROW(T, kind, ...) PD_FIELD_ROW_##kind(T, __VA_ARGS__),
#define PD_FIELD_ANY(T, m, k, c, n, w, p, lo, hi) \
    {#m, PD_FIELD_IS_##k, c, offsetof(T, m), (unsigned)(n), (unsigned)(w), p, lo, hi}

/* Numbers of `bytes` bytes in the whole member, and in one element of it; elements of an array. */
#define PD_FIELD_NUMBERS(T, m, bytes) \
    (sizeof PD_FIELD_OF(T, m) / (bytes) * PD_FIELD_SURE(sizeof PD_FIELD_OF(T, m) % (bytes) == 0))
#define PD_FIELD_NUMBERS_EACH(T, m, bytes) \
    (sizeof *PD_FIELD_OF(T, m) / (bytes) * PD_FIELD_SURE(sizeof *PD_FIELD_OF(T, m) % (bytes) == 0))
#define PD_FIELD_ELEMENTS(T, m) (sizeof PD_FIELD_OF(T, m) / sizeof *PD_FIELD_OF(T, m))

/* One number, all numbers of an array or struct, and the first c elements of an array. */
#define PD_FIELD_ONE(T, m, k, type) \
    PD_FIELD_ANY(T, m, k, -1, 1, PD_FIELD_SURE(_Generic(PD_FIELD_OF(T, m), type: 1, default: 0)), NULL, 0, 0)
#define PD_FIELD_ALL(T, m, k, bytes) PD_FIELD_ANY(T, m, k, -1, 1, PD_FIELD_NUMBERS(T, m, bytes), NULL, 0, 0)
#define PD_FIELD_SOME(T, m, k, bytes, c) \
    PD_FIELD_ANY(T, m, k, c, PD_FIELD_ELEMENTS(T, m), PD_FIELD_NUMBERS_EACH(T, m, bytes), NULL, 0, 0)

/* Kinds of rows. The names with S and _OF are for arrays and structs, the others for single numbers. */
#define PD_FIELD_ROW_F64(T, m)              PD_FIELD_ONE(T, m, F64, double)
#define PD_FIELD_ROW_F64S(T, m)             PD_FIELD_ALL(T, m, F64, 8)
#define PD_FIELD_ROW_F64_OF(T, m, c)        PD_FIELD_SOME(T, m, F64, 8, c)
#define PD_FIELD_ROW_GRIDS(T, m)            PD_FIELD_ALL(T, m, GRID, 8)
#define PD_FIELD_ROW_GRID_OF(T, m, c)       PD_FIELD_SOME(T, m, GRID, 8, c)
#define PD_FIELD_ROW_PLACES(T, m)           PD_FIELD_ALL(T, m, PLACE, 8)
#define PD_FIELD_ROW_PLACE_OF(T, m, c)      PD_FIELD_SOME(T, m, PLACE, 8, c)
#define PD_FIELD_ROW_F32(T, m)              PD_FIELD_ONE(T, m, F32, float)
#define PD_FIELD_ROW_F32S(T, m)             PD_FIELD_ALL(T, m, F32, 4)
#define PD_FIELD_ROW_F32_OF(T, m, c)        PD_FIELD_SOME(T, m, F32, 4, c)
#define PD_FIELD_ROW_I32(T, m, lo, hi) \
    PD_FIELD_ANY(T, m, I32, -1, 1, PD_FIELD_SURE(sizeof PD_FIELD_OF(T, m) == 4), NULL, lo, hi)
#define PD_FIELD_ROW_I32S(T, m, lo, hi) \
    PD_FIELD_ANY(T, m, I32, -1, 1, sizeof PD_FIELD_OF(T, m) / 4, NULL, lo, hi)
#define PD_FIELD_ROW_U32(T, m)              PD_FIELD_ONE(T, m, U32, uint32_t)
#define PD_FIELD_ROW_U64(T, m)              PD_FIELD_ONE(T, m, U64, uint64_t)
#define PD_FIELD_ROW_U64S(T, m)             PD_FIELD_ALL(T, m, U64, 8)
#define PD_FIELD_ROW_BOOL(T, m)             PD_FIELD_ONE(T, m, BOOL, _Bool)
#define PD_FIELD_ROW_BOOLS(T, m)            PD_FIELD_ALL(T, m, BOOL, 1)
#define PD_FIELD_ROW_PARTS(T, m, p) \
    PD_FIELD_ANY(T, m, PART, -1, 1, PD_FIELD_NUMBERS(T, m, p##_SIZE), &p, 0, 0)
#define PD_FIELD_ROW_PATH_OF(T, m, p, c) \
    PD_FIELD_ANY(T, m, PATH, c, PD_FIELD_ELEMENTS(T, m), \
                 PD_FIELD_SURE(sizeof *PD_FIELD_OF(T, m) == (p##_SIZE)), &p, 0, 0)
#define PD_FIELD_ROW_PATHS(T, m, p) \
    PD_FIELD_ANY(T, m, PATH, -1, 1, PD_FIELD_NUMBERS(T, m, p##_SIZE), &p, 0, 0)
#define PD_FIELD_ROW_SKIP(T, m)             PD_FIELD_ANY(T, m, SKIPPED, -1, 0, 0, NULL, 0, 0)
#define PD_FIELD_ROW_SKIPS(T, m)            PD_FIELD_ANY(T, m, SKIPPED, -1, 0, 0, NULL, 0, 0)

/* Makes an initializer of the struct from the rows. The compiler refuses it when the struct has more or fewer
 * fields than there are rows. */
#define PD_FIELD_ZERO(T, kind, ...) PD_FIELD_ZERO_##kind,
#define PD_FIELD_ZERO_F64 0
#define PD_FIELD_ZERO_F64S {}
#define PD_FIELD_ZERO_F64_OF {}
#define PD_FIELD_ZERO_GRIDS {}
#define PD_FIELD_ZERO_GRID_OF {}
#define PD_FIELD_ZERO_PLACES {}
#define PD_FIELD_ZERO_PLACE_OF {}
#define PD_FIELD_ZERO_F32 0
#define PD_FIELD_ZERO_F32S {}
#define PD_FIELD_ZERO_F32_OF {}
#define PD_FIELD_ZERO_I32 0
#define PD_FIELD_ZERO_I32S {}
#define PD_FIELD_ZERO_U32 0
#define PD_FIELD_ZERO_U64 0
#define PD_FIELD_ZERO_U64S {}
#define PD_FIELD_ZERO_BOOL 0
#define PD_FIELD_ZERO_BOOLS {}
#define PD_FIELD_ZERO_PARTS {}
#define PD_FIELD_ZERO_PATH_OF {}
#define PD_FIELD_ZERO_PATHS {}
#define PD_FIELD_ZERO_SKIP 0
#define PD_FIELD_ZERO_SKIPS {}

/* Defines NAME_fields, the table of struct T, from its list of rows. */
#define PD_FIELDS_NAMED(NAME, T, LIST)                                                                       \
    enum { NAME##_fields_SIZE = sizeof(T) };                                                                 \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wmissing-field-initializers\"")          \
    __attribute__((unused)) static const T NAME##_of_every_field = {LIST(PD_FIELD_ZERO, T)};                 \
    _Pragma("GCC diagnostic pop")                                                                            \
    static const pd_field NAME##_rows[] = {LIST(PD_FIELD_ROW, T)};                                           \
    static const pd_fields NAME##_fields = {#T, NAME##_rows, \
        (int)(sizeof NAME##_rows / sizeof *NAME##_rows), sizeof(T)};
#define PD_FIELDS(T, LIST) PD_FIELDS_NAMED(T, T, LIST)
/* clang-format on */

#define PD_FIELD_BLOCK  512 /* numbers that wait until they are packed together     */
/* Numbers that are added at once, also structs of a path, at most. */
#define PD_FIELD_CHUNK  (PD_FIELD_BLOCK - 8)
#define PD_FIELD_TABLES 24 /* tables whose steps a writer keeps                    */

/* Steps of a table, in the writer's buffer. */
typedef struct pd_fields_known {
    const pd_fields *table;
    size_t first, count; /* byte of the first one; steps */
} pd_fields_known;

typedef struct pd_fields_writer {
    pd_buffer mask, lengths, bytes; /* parts of the packed numbers; one byte for each length */
    size_t count;                   /* numbers that are packed */
    unsigned waiting;               /* numbers that wait       */
    uint64_t waiting_numbers[PD_FIELD_BLOCK];
    int counts[PD_FIELD_COUNTERS];
    int64_t origin[3]; /* origin of PLACES, steps of the grid; the reader needs the same */
    pd_buffer steps;   /* steps of the tables that were written */
    pd_fields_known known[PD_FIELD_TABLES];
    int known_count;
} pd_fields_writer;

/* Empties the writer; the buffers keep their blocks. A writer of zeros is ready for use. */
void pd_fields_begin(pd_fields_writer *writer);
/* Writes a struct. */
void pd_fields_put(pd_fields_writer *writer, const pd_fields *table, const void *object);
/* Writes one number, and several. */
void pd_fields_put_u64(pd_fields_writer *writer, uint64_t value);
void pd_fields_put_u32s(pd_fields_writer *writer, const uint32_t *values, int count);
/* Writes real numbers. */
void pd_fields_put_f64(pd_fields_writer *writer, const double *values, int count);
/* Makes the place nearest to `at` on the grid the origin, and writes it. */
void pd_fields_put_origin(pd_fields_writer *writer, pd_vec3 at);
/* Writes bytes, and a text. */
void pd_fields_put_bytes(pd_fields_writer *writer, const void *bytes, size_t size);
void pd_fields_put_text(pd_fields_writer *writer, const char *text);
/* Appends what was written to out, which has failed if the writer had too little memory,
 * and empties the writer. */
void pd_fields_end(pd_buffer *out, pd_fields_writer *writer);
void pd_fields_writer_deinit(pd_fields_writer *writer);

typedef struct pd_fields_reader {
    const unsigned char *mask, *lengths, *bytes; /* the bytes that are left                          */
    size_t count, at, size;                      /* numbers; numbers that were taken; bytes that are left */
    size_t length_at;                            /* lengths that were taken                          */
    bool is_whole;                               /* the last number had all of its 8 bytes           */
    int counts[PD_FIELD_COUNTERS];
    int64_t origin[3];
    const char *wrong, *wrong_in; /* first field that could not be read, and its struct; NULL: none */
} pd_fields_reader;

/* Begins reading. Returns the number of bytes that belong to it, or 0 if there are too few. */
size_t pd_fields_open(pd_fields_reader *reader, const unsigned char *bytes, size_t size);
/* Reads a struct; fields that tables skip stay as they are. After an error it does nothing. Returns false
 * after an error. */
bool pd_fields_get(pd_fields_reader *reader, void *object, const pd_fields *table);
/* Reads one number that is not above `most`; 0 after an error. */
uint64_t pd_fields_get_u64(pd_fields_reader *reader, uint64_t most, const char *name);
/* Reads real numbers. */
bool pd_fields_get_f64(pd_fields_reader *reader, double *values, int count, const char *name);
/* Reads the origin. Returns false after an error. */
bool pd_fields_get_origin(pd_fields_reader *reader, const char *name);
/* Reads `size` bytes, and a text into out (size), which must be long enough for it and its zero. */
bool pd_fields_get_bytes(pd_fields_reader *reader, void *bytes, size_t size, const char *name);
bool pd_fields_get_text(pd_fields_reader *reader, char *out, size_t size, const char *name);
/* Notes an error that the caller found. Returns false. */
bool pd_fields_fail(pd_fields_reader *reader, const char *name);
/* Returns true when everything was read and nothing is left. */
bool pd_fields_done(const pd_fields_reader *reader);

/* Returns a hash of the names, kinds and sizes of all fields, with those of the parts. Bytes of tables with
 * another hash cannot be read. */
uint64_t pd_fields_hash(const pd_fields *table, uint64_t seed);
/* Returns true when the rows are in the order of the struct and none occurs twice, also in the parts. */
bool pd_fields_are_ordered(const pd_fields *table);

#endif
