#ifndef PD_IO_SURFACE_GLTF_FILE_H
#define PD_IO_SURFACE_GLTF_FILE_H
/* Opens a glTF 2.0 binary file for reading, for changing its JSON tree and appending arrays, and for writing
 * the result.
 *
 * Accessors   dense and sparse accessors in the file's own binary chunk. Opening unpacks
 *             EXT_meshopt_compression; readers of meshes call pd_io_gltf_unpack_draco for
 *             KHR_draco_mesh_compression.
 * Memory   the file's bytes are borrowed and must outlive the struct; pd_io_gltf_close frees the rest.
 *          Threads one thread at a time.
 * Errors   ERR_FORMAT, ERR_LIMIT, ERR_UNSUPPORTED at "byte 12" or a pointer into the file's JSON.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

struct json_t;

/* Most bytes of unpacked views, and most bytes of accessors that Draco decoded. */
#define PD_IO_GLTF_UNPACKED (64 << 20)
#define PD_IO_GLTF_UNSAID   (1 << 22) /* most elements of an accessor without a view, which are zeros */

typedef struct pd_io_gltf_unpacked {
    unsigned char *data; /* NULL: the view or accessor is not packed */
    size_t size;
} pd_io_gltf_unpacked;

typedef struct pd_io_gltf_file {
    /* the JSON tree */
    struct json_t *root;
    pd_bytes bin; /* the binary chunk, in the file's bytes                                             */
    /* (unpacked_count) unpacked bytes of the views; NULL: no view is packed */
    pd_io_gltf_unpacked *unpacked;
    size_t unpacked_count;
    /* (decoded_count) elements of the accessors that Draco decoded; NULL: none is decoded */
    pd_io_gltf_unpacked *decoded;
    size_t decoded_count;
    pd_buffer added; /* bytes that are written after `bin`, padded to a multiple of 4 */
    pd_error *err;   /* receives the errors of all functions that take this struct    */
} pd_io_gltf_file;

/* Opens a file. Its JSON may be nested 64 deep, and its tree may take json_memory bytes (core/io/json/json.h;
 * 0: no limit). */
pd_status pd_io_gltf_open(pd_io_gltf_file *out, pd_bytes file, size_t json_memory, pd_error *err);
/* Parses the JSON of a glTF, which must be an object, nested 64 deep at most, with a tree of at most `most`
 * bytes (SIZE_MAX: no limit). `where` is the place of its errors. The caller releases *out with json_decref;
 * on failure *out is NULL. */
pd_status pd_io_gltf_read_json(struct json_t **out, pd_bytes json, size_t most, const char *where,
                               pd_error *err);
/* Frees everything but the file's bytes. */
void pd_io_gltf_close(pd_io_gltf_file *file);

/* Returns a member of a JSON object that is a whole number from 0 to INT32_MAX, and `otherwise` when it is
 * missing or anything else. */
long pd_io_gltf_integer(const struct json_t *object, const char *name, long otherwise);
/* Returns the array of that name in a JSON object and adds an empty one when there is none. NULL: the member
 * is not an array, or memory ran out. */
struct json_t *pd_io_gltf_array(struct json_t *object, const char *name);

/* The elements of an accessor, checked to lie inside their bytes. */
typedef struct pd_io_gltf_view {
    /* the first element; zeros for an accessor without a view */
    const unsigned char *data;
    size_t count, stride; /* elements; bytes from one element to the next                                 */
    int component;        /* type of a component: 5120 int8 .. 5126 float32                               */
    int width;            /* components of an element                                                     */
    bool is_normalized;
    /* sparse accessor: (other_count) rising numbers of the elements that differ, and their values */
    const unsigned char *rows, *others;
    /* 0: not sparse */
    size_t other_count;
    /* type of the numbers in `rows`                                                       */
    int row_component;
} pd_io_gltf_view;
/* Finds the elements of an accessor. On failure out->data is NULL. */
pd_status pd_io_gltf_view_of(pd_io_gltf_view *out, const pd_io_gltf_file *file, long accessor);
/* Returns component c of element i, normalised when the accessor says so. */
double pd_io_gltf_number(const pd_io_gltf_view *view, size_t i, int c);

/* Called by pd_io_gltf_open: unpacks views that EXT_meshopt_compression packed (gltf_unpack.c). */
pd_status pd_io_gltf_unpack(pd_io_gltf_file *file);

/* Decodes the primitives that Draco compressed (gltf_draco.c). pd_io_gltf_view_of then finds their attributes
 * and indices, in the component types that their accessors declare. Primitives whose accessors all have bytes
 * of their own, as a fallback, are left alone. ERR_UNSUPPORTED: built without libdraco-dev. ERR_LIMIT: more
 * than PD_IO_GLTF_UNPACKED bytes in all. ERR_FORMAT: the stream is damaged or differs from its accessors. */
pd_status pd_io_gltf_unpack_draco(pd_io_gltf_file *file);
/* Returns the bytes of one element of an accessor; 0 when glTF does not have its type or componentType. */
size_t pd_io_gltf_element_bytes(const struct json_t *accessor);

/* Prepares the file for appending: makes the binary chunk its first buffer. Call it once, before
 * pd_io_gltf_add. */
pd_status pd_io_gltf_append(pd_io_gltf_file *file);
/* An array to append. */
typedef struct pd_io_gltf_numbers {
    const void *bytes;
    size_t size, count; /* bytes, elements                                            */
    int component;      /* type of a component, see pd_io_gltf_view                    */
    const char *type;   /* "SCALAR", "VEC4", "MAT4" ...                                */
    int target;         /* 34962: vertex attributes; 0: the view gets no target        */
} pd_io_gltf_numbers;
/* Appends an array as a view and an accessor. Returns the accessor's number; -1: out of memory. */
int pd_io_gltf_add(pd_io_gltf_file *file, const pd_io_gltf_numbers *numbers);
/* Appends the changed file to `out`. */
pd_status pd_io_gltf_write(pd_buffer *out, pd_io_gltf_file *file);

#endif
