#ifndef PD_IO_MESH_GLB_INTERNAL_H
#define PD_IO_MESH_GLB_INTERNAL_H
/* The lower half of the glTF writer: arrays become accessors, their views and bytes. Used by glb.c only.
 *
 *     float *p = pd_io_glb_begin(&file, &pd_io_glb_vec3, count);    fill count rows
 *     int positions = pd_io_glb_end(&file);                         the accessor's number
 *
 * One view per accessor. When the file is compressed, rows are staged, encoded by meshoptimizer and described
 * by EXT_meshopt_compression: the view then lies in a fallback buffer that has no bytes, and its extension
 * points at the encoded ones. Rows of accessors are padded to 4 bytes, as glTF and meshoptimizer want it.
 */
#include "core/base/buffer.h"

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
    int accessor_count;
    int compress;
    size_t fallback_bytes;   /* length of the buffer that the compressed views pretend to lie in  */
    pd_io_glb_format format; /* of the accessor between begin and end                        */
    int count;
    size_t row_start; /* where its rows begin, in bin or stage                                  */
    int row_bytes;    /* format.stride, but 4 for indices that will be compressed: the codec's input */
} pd_io_glb_file;

void pd_io_glb_file_init(pd_io_glb_file *file, pd_buffer *bin, int compress);
void pd_io_glb_file_deinit(pd_io_glb_file *file);
/* Room for count rows, not cleared; NULL when memory is short (end then does nothing harmful). */
void *pd_io_glb_begin(pd_io_glb_file *file, const pd_io_glb_format *format, int count);
int pd_io_glb_end(pd_io_glb_file *file);
/* Bytes that no accessor describes (a picture): the number of their view. Only after the last accessor, whose views have its numbers. */
int pd_io_glb_blob(pd_io_glb_file *file, int blob, const unsigned char *bytes, size_t size);
bool pd_io_glb_failed(const pd_io_glb_file *file);
/* "[1,2.5]" */
void pd_io_glb_floats(pd_buffer *json, const float *values, int count);

#endif
