#ifndef PD_IO_PACK_H
#define PD_IO_PACK_H
/* Packs: files that hold models in the layout in which they lie in memory, so that a program maps a model
 * instead of computing it.
 *
 * A pack holds one or more models. The arrays of a model lie in sections; arrays that are equal in several
 * models are stored once. A model is found by the hash and the size of the file that it was made from, its
 * source, so that a pack of an older file is never taken for the present one. All processes that map a pack
 * share its pages.
 *
 * The code that packs a model also maps it: one function visits the numbers and arrays of the model in a
 * fixed order, with a pd_pack_cursor. While a model is packed, the cursor stores what it visits; while it is
 * mapped, the cursor fills in the numbers and points the arrays into the pack.
 *
 *     header    "posedpk", layout, counts, size of the file, hash of header and tables
 *     tables    models; for each model its list of sections; offset, size and hash of each section
 *     sections  on boundaries of 64 bytes; those that are cold in every model come last
 *
 * Numbers are in the byte order of the machine. PD_PACK_LAYOUT is part of the file: raise it with every
 * change of a layout, and packs of the former layout are refused.
 *
 * Checks   pd_pack_open checks the header, the tables and their hash; pd_pack_read checks the hashes of the
 *          model's sections. A number or an array that does not fit sets an error on the cursor. The hashes
 *          find damage, not forgery: code that maps a model still checks every index before it uses it.
 * Memory   a pack is counted; arrays of a mapped model are valid as long as the pack is retained. They must
 *          not be written: the pages are read-only. Replace packs by rename, as pd_pack_save does: a pack
 *          that is cut while it is mapped ends the process (SIGBUS).
 * Threads  a pack that is open: any. A cursor or a writer: one at a time.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_PACK_LAYOUT     7
#define PD_PACK_NAME_BYTES 96

/* The file that a model was made from. */
typedef struct pd_pack_source {
    uint64_t hash, bytes;
} pd_pack_source;

/* Hashes a file. ERR_NOT_FOUND, ERR_IO. */
pd_status pd_pack_source_of(pd_pack_source *out, const char *path, pd_error *err);

/* -- reading --------------------------------------------------------------- */

typedef struct pd_pack pd_pack;

/* Maps a pack. ERR_NOT_FOUND, ERR_IO, ERR_MEMORY; ERR_UNSUPPORTED:
 * of another layout; ERR_FORMAT: no pack, or damaged. */
pd_status pd_pack_open(pd_pack **out, const char *path, pd_error *err);
/* Opens a pack that lies in memory on a boundary of 64 bytes;
 * the bytes must stay as long as the pack is retained. */
pd_status pd_pack_parse(pd_pack **out, pd_bytes bytes, const char *name, pd_error *err);
pd_pack *pd_pack_retain(pd_pack *pack);
void pd_pack_release(pd_pack *pack); /* NULL is allowed */
/* Returns whether the file of a mapped pack was written to since it was mapped. What is mapped then has other
 * bytes. A file that was replaced by rename, or removed, is not overwritten. */
bool pd_pack_is_overwritten(const pd_pack *pack);

/* Returns the number of the model that was made from the source; -1 when there is none. */
int pd_pack_find(const pd_pack *pack, const pd_pack_source *source);
/* Returns the number of the model whose file had this name (without its folder); -1 when there is none. */
int pd_pack_find_name(const pd_pack *pack, const char *name);
int pd_pack_model_count(const pd_pack *pack);
const char *pd_pack_model_name(const pd_pack *pack, int model);
/* Returns the bytes of a model's sections. */
size_t pd_pack_model_bytes(const pd_pack *pack, int model);

/* -- cursors --------------------------------------------------------------- */

typedef enum pd_pack_flags {
    PD_PACK_OPTIONAL =
        1,           /* the array may be NULL although its count is not 0                                   */
    PD_PACK_COLD = 2 /* most programs never read the array: see pd_pack_leave_cold                          */
} pd_pack_flags;

struct pd_pack_writer;

typedef struct pd_pack_cursor {
    struct pd_pack_writer *writer; /* writer of the pack while a model is packed; otherwise NULL */
    pd_pack *pack;                 /* pack that is read while a model is mapped; otherwise NULL */
    int model;
    uint32_t next, end;      /* places in the list of sections          */
    const unsigned char *at; /* next numbers                            */
    size_t left;             /* bytes of numbers that are left          */
    pd_error error;          /* the first error; status PD_OK: none     */
} pd_pack_cursor;

/* Visits a number or a small struct without pointers. After an error it is zeroed while a model is mapped. */
void pd_pack_value(pd_pack_cursor *cursor, void *value, size_t bytes);
#define PD_PACK_VALUE(cursor, value) pd_pack_value(cursor, &(value), sizeof(value))
/* Visits a count. One outside of least to most is refused and set to least,
 * so that no length is computed from it. */
void pd_pack_count(pd_pack_cursor *cursor, int *count, int least, int most);
/* Visits a truth value, as one byte; one that is neither 0 nor 1 is refused. */
void pd_pack_bool(pd_pack_cursor *cursor, bool *value);
/* Visits an array. `place` is the address of the pointer to it. While a model is mapped, the array must have
 * exactly `count` elements; after an error the pointer is NULL. */
void pd_pack_array(pd_pack_cursor *cursor, void *place, size_t count, size_t element_bytes, unsigned flags);
/* Visits a text; NULL is allowed. */
void pd_pack_text(pd_pack_cursor *cursor, char **place);

/* Refuses what was visited: sets the cursor's error, if it has none. Only while a model is mapped. */
void pd_pack_refuse(pd_pack_cursor *cursor, const char *detail);

/* Begins to map a model: checks its sections. ERR_FORMAT: damaged. */
pd_status pd_pack_read(pd_pack_cursor *out, pd_pack *pack, int model, pd_error *err);
/* Ends it. Returns the first error; it is also an error when something was not visited. */
pd_status pd_pack_read_end(pd_pack_cursor *cursor, pd_error *err);

/* Unmaps the pages of a model's cold arrays, which checks have read: they no longer count as memory of the
 * process. The next access maps them again. */
void pd_pack_leave_cold(const pd_pack *pack, int model);

/* -- writing --------------------------------------------------------------- */

typedef struct pd_pack_writer pd_pack_writer;

/* Creates a writer without models; _free frees it, whether or not it was saved. */
pd_pack_writer *pd_pack_writer_new(void); /* NULL: out of memory */
void pd_pack_writer_free(pd_pack_writer *writer);
/* Begins a model: name of its file without the folder, cut to PD_PACK_NAME_BYTES - 1, and its source. What is
 * visited is copied. */
void pd_pack_write(pd_pack_cursor *out, pd_pack_writer *writer, const char *name,
                   const pd_pack_source *source);
/* Ends it. ERR_MEMORY. */
pd_status pd_pack_write_end(pd_pack_cursor *cursor, pd_error *err);
/* Writes the pack of all models to memory (release with pd_pack_bytes_free) or to a file. */
pd_status pd_pack_bytes(pd_bytes *out, const pd_pack_writer *writer, pd_error *err);
void pd_pack_bytes_free(pd_bytes *bytes);
pd_status pd_pack_save(const char *path, const pd_pack_writer *writer, pd_error *err);
/* Writes the hashes of a pack in memory anew, so that tests can change its content. Does nothing when the
 * tables do not fit. */
void pd_pack_seal(unsigned char *bytes, size_t size);

#endif
