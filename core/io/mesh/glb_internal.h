#ifndef PD_IO_MESH_GLB_INTERNAL_H
#define PD_IO_MESH_GLB_INTERNAL_H
/* Writes the arrays of a glTF file as accessors, buffer views and bytes. Used by glb*.c and core/avatar.
 *
 *     float *p = pd_io_glb_begin(&file, &pd_io_glb_vec3, count);    fill count rows
 *     int positions = pd_io_glb_end(&file);                         the accessor's number
 *
 * Each accessor has a view of its own; one of zeros has none. When the file is compressed, rows are first
 * written to `stage` and then encoded by meshoptimizer; the view lies in a fallback buffer without bytes, and
 * its extension EXT_meshopt_compression points at the encoded bytes. Rows are padded to a multiple of 4
 * bytes, which glTF and meshoptimizer require.
 *
 * Memory   appends to `bin`; errors are kept in the buffers (pd_io_glb_failed).
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/io/mesh/glb.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PD_IO_GLB_BYTE = 5120,
    PD_IO_GLB_UBYTE,
    PD_IO_GLB_SHORT,
    PD_IO_GLB_USHORT,
    PD_IO_GLB_UINT = 5125,
    PD_IO_GLB_FLOAT
};

typedef enum pd_io_glb_use { PD_IO_GLB_VERTEX, PD_IO_GLB_INDEX, PD_IO_GLB_OTHER } pd_io_glb_use;

typedef struct pd_io_glb_format {
    const char *type; /* "VEC3"                                                       */
    int component;    /* one of the numbers above                                     */
    int width;        /* components in a row                                          */
    int stride;       /* bytes from row to row                                        */
    int normalized;
    int bounds; /* write min and max: positions, times                                */
    pd_io_glb_use use;
} pd_io_glb_format;

typedef struct pd_io_glb_file {
    pd_buffer *bin; /* the file: bytes from bin_start on are the BIN chunk          */
    size_t bin_start;
    pd_buffer accessors, views; /* JSON, comma-separated objects                                */
    pd_buffer stage;            /* rows that wait to be compressed                              */
    int accessor_count, view_count;
    int compress;
    size_t fallback_bytes; /* length of the fallback buffer of the compressed views                        */
    /* State of the accessor between begin and end. */
    pd_io_glb_format format;
    int count;        /* rows of that accessor                                                        */
    size_t row_start; /* start of its rows in bin or stage */
    /* format.stride, but 4 for indices that are compressed, which the codec takes as 32 bits */
    int row_bytes;
} pd_io_glb_file;

/* Begins a file whose binary chunk starts at the end of `bin`. compress: 1 for EXT_meshopt_compression. */
void pd_io_glb_file_init(pd_io_glb_file *file, pd_buffer *bin, int compress);
void pd_io_glb_file_deinit(pd_io_glb_file *file);
/* Begins an accessor and returns memory for `count` rows, not cleared, which the caller fills before
 * pd_io_glb_end. NULL when out of memory; pd_io_glb_end may be called even then. */
void *pd_io_glb_begin(pd_io_glb_file *file, const pd_io_glb_format *format, int count);
/* Ends the accessor and returns its number. */
int pd_io_glb_end(pd_io_glb_file *file);
/* Adds an accessor of `count` rows that are all 0, which takes no bytes. Returns its number. */
int pd_io_glb_zeros(pd_io_glb_file *file, const pd_io_glb_format *format, int count);
/* Adds an accessor of `count` rows of which `own` are not 0: numbers (own) ascending, rows (own) packed, of
 * format->width components. It is written as sparse, and not compressed. Returns its number. */
int pd_io_glb_sparse(pd_io_glb_file *file, const pd_io_glb_format *format, int count, int own,
                     const uint32_t *numbers, const void *rows);
/* Appends bytes without an accessor, such as an image. Returns the number of their view. */
int pd_io_glb_blob(pd_io_glb_file *file, const void *bytes, size_t size);
/* Writes head and JSON before the arrays, which end `bin`; the arrays and the JSON must be padded to 4 bytes.
 * ERR_MEMORY, ERR_LIMIT. */
pd_status pd_io_glb_close(pd_io_glb_file *file, const pd_buffer *json, pd_error *err);
/* Returns whether memory ran out. */
bool pd_io_glb_failed(const pd_io_glb_file *file);
/* Appends a comma before every element of a list but the first. */
void pd_io_glb_comma(pd_buffer *json, int index);
/* Appends a member of an object that is not its first, ",\"key\":\"text\"";
 * nothing when the text is NULL or empty. */
void pd_io_glb_text(pd_buffer *json, const char *key, const char *text);
/* Appends the member "asset", with licence and provenance of the body. */
void pd_io_glb_asset(pd_buffer *json, const pd_io_mesh *mesh);
/* Appends numbers as a JSON array, "[1,2.5]". */
void pd_io_glb_floats(pd_buffer *json, const float *values, int count);

/* Adds triangles that are encoded already, to a compressed file. Returns the accessor's number. */
int pd_io_glb_packed_indices(pd_io_glb_file *file, const pd_io_glb_format *format,
                             const pd_io_glb_packed *packed);
/* Widens the bounds of each of `width` (1 to 4) components by `count` finite numbers, a multiple of width. */
void pd_io_glb_widen(float *low, float *high, const float *values, size_t count, int width);

#endif
