#ifndef PD_IO_SURFACE_GLTF_FILE_H
#define PD_IO_SURFACE_GLTF_FILE_H
/* A glTF 2.0 binary file opened to be read and written again: its JSON as a tree, its binary chunk, and what is added behind that.
 *
 * Accessors   dense and sparse ones, in the file's own chunk. EXT_meshopt_compression is unpacked as the file is opened,
 *             KHR_draco_mesh_compression by pd_io_gltf_unpack_draco, which readers of meshes call.
 * Memory   the file's bytes are borrowed; one owner of the rest: pd_io_gltf_close.
 * Errors   ERR_FORMAT, ERR_LIMIT, ERR_UNSUPPORTED at "byte 12" or a pointer into the file's JSON.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

struct json_t;

#define PD_IO_GLTF_UNPACKED                                                                                  \
    (64 << 20) /* bytes of unpacked views and of accessors decoded by Draco, at most of each */
#define PD_IO_GLTF_UNSAID (1 << 22) /* elements of an accessor without a view, at most */

typedef struct pd_io_gltf_unpacked {
    unsigned char *data; /* NULL: the view or accessor is not packed */
    size_t size;
} pd_io_gltf_unpacked;

typedef struct pd_io_gltf_file {
    struct json_t *root;
    pd_bytes bin;
    pd_io_gltf_unpacked *unpacked; /* (unpacked_count) of the views; NULL: none is packed */
    size_t unpacked_count;
    pd_io_gltf_unpacked
        *decoded; /* (accessor_count) elements that Draco's streams have; NULL: none is decoded */
    size_t decoded_count;
    pd_buffer added; /* goes behind bin, which _append has made a multiple of 4 */
    pd_error *err;
} pd_io_gltf_file;

/* JSON nested 64 deep at most, taking json_memory bytes at most (0: anything). */
pd_status pd_io_gltf_open(pd_io_gltf_file *out, pd_bytes file, size_t json_memory, pd_error *err);
void pd_io_gltf_close(pd_io_gltf_file *file);

/* A number of an object within 0 .. INT32_MAX; missing or anything else: otherwise. */
long pd_io_gltf_integer(const struct json_t *object, const char *name, long otherwise);
/* The array of that name, made when it is not there; NULL: it is something else, or memory is out. */
struct json_t *pd_io_gltf_array(struct json_t *object, const char *name);

/* An accessor's elements, checked to lie in the binary chunk. data NULL and ERR_*: it does not. One without a view is zeros. */
typedef struct pd_io_gltf_view {
    const unsigned char *data;
    size_t count, stride;
    int component; /* 5120 int8 .. 5126 float32    */
    int width;     /* components of an element     */
    bool is_normalized;
    const unsigned char *rows,
        *others; /* sparse: (other_count) elements that differ, growing, and what they are */
    size_t other_count;
    int row_component;
} pd_io_gltf_view;
pd_status pd_io_gltf_view_of(pd_io_gltf_view *out, const pd_io_gltf_file *file, long accessor);
/* Component c of element i, normalised where the accessor says so. */
double pd_io_gltf_number(const pd_io_gltf_view *view, size_t i, int c);

/* Of pd_io_gltf_open: views that are packed (gltf_unpack.c). */
pd_status pd_io_gltf_unpack(pd_io_gltf_file *file);

/* Decodes the primitives that are compressed by Draco (gltf_draco.c): pd_io_gltf_view_of then has their attributes and indices, with the
 * component types that their accessors declare. Primitives of which all accessors have bytes of their own, as a fallback, stay as they are.
 * ERR_UNSUPPORTED: built without libdraco-dev. ERR_LIMIT: more than PD_IO_GLTF_UNPACKED in all. ERR_FORMAT: a damaged stream, or one that
 * differs from its accessors. */
pd_status pd_io_gltf_unpack_draco(pd_io_gltf_file *file);
/* Bytes of one element of an accessor; 0: its type or componentType is none of glTF's. */
size_t pd_io_gltf_element_bytes(const struct json_t *accessor);

/* The first buffer is the file's own chunk from here on: what is added goes behind it. */
pd_status pd_io_gltf_append(pd_io_gltf_file *file);
/* What becomes a view and an accessor of it. */
typedef struct pd_io_gltf_numbers {
    const void *bytes;
    size_t size, count; /* bytes, elements                 */
    int component;      /* as pd_io_gltf_view              */
    const char *type;   /* "SCALAR", "VEC4", "MAT4" ...    */
    int target;         /* 34962: of vertices; 0: not said */
} pd_io_gltf_numbers;
/* The accessor's number; -1: out of memory. */
int pd_io_gltf_add(pd_io_gltf_file *file, const pd_io_gltf_numbers *numbers);
pd_status pd_io_gltf_write(pd_buffer *out, pd_io_gltf_file *file);

#endif
