#ifndef PD_IO_TENSOR_SAFETENSORS_H
#define PD_IO_TENSOR_SAFETENSORS_H
/* Reads and writes safetensors: named arrays in one file, which are used in place without copying.
 *
 *     u64 n (little-endian) | n bytes of JSON, padded with spaces | the arrays' bytes
 *     JSON: {"name": {"dtype": "F32", "shape": [6890, 3], "data_offsets": [first, end]}, ...,
 *            "__metadata__": {"key": "text", ...}}
 *
 * https://github.com/huggingface/safetensors. Offsets count from the end of the header. The arrays must cover
 * the data without holes and without overlap, so that a file cannot hide anything from its readers.
 *
 * Reading  checks everything first: length of the header, JSON (duplicate keys and deep nesting are refused),
 *          dtype, shape (no product overflows), offsets (inside the file, length = shape x dtype), overlap.
 * Writing  data start on a 64-byte boundary. Arrays are sorted by element size, then by name, so that each is
 *          aligned to its elements (the format allows no padding between arrays).
 * Errors   at "name:offset" of the file or "name: tensor".
 */
#include "core/base/buffer.h"
#include "core/io/tensor/array.h"

#include <stdbool.h>

#define PD_SAFETENSORS_MAX_HEADER  (16 << 20)
#define PD_SAFETENSORS_MAX_TENSORS 65536

typedef struct pd_safetensor {
    const char *name;
    pd_array array;
} pd_safetensor;

typedef struct pd_safetensors_text {
    const char *key, *value;
} pd_safetensors_text;

typedef struct pd_safetensors {
    pd_safetensor *tensors; /* (tensor_count) in the order of their data */
    int tensor_count;
    pd_safetensors_text *texts; /* (text_count) __metadata__ */
    int text_count;
    struct json_t *header; /* owns the strings                     */
    pd_bytes mapped;       /* file that _open mapped; empty after _parse */
} pd_safetensors;

/* Reads a file and keeps its bytes until pd_safetensors_deinit. On failure *out is empty. */
pd_status pd_safetensors_open(pd_safetensors *out, const char *path, pd_error *err);
/* Reads the header of a file only: texts, names, types and shapes; the data of all arrays are NULL. Checks
 * what _open checks. */
pd_status pd_safetensors_peek(pd_safetensors *out, const char *path, pd_error *err);
/* Parses bytes in memory. They are borrowed and must outlive *out. `name` stands for the file in errors. */
pd_status pd_safetensors_parse(pd_safetensors *out, const void *bytes, size_t size, const char *name,
                               pd_error *err);
/* Frees everything; views of the arrays become invalid. */
void pd_safetensors_deinit(pd_safetensors *file);
const pd_array *pd_safetensors_find(const pd_safetensors *file,
                                    const char *name); /* the array of that name, or NULL */
const char *pd_safetensors_get(const pd_safetensors *file,
                               const char *key); /* metadata text of that key, or NULL */
/* Returns whether the bytes begin like safetensors: a plausible length of the header, then a brace. */
bool pd_safetensors_sniff(const void *bytes, size_t size);

/* Contents of a file to write. Arrays are row-major in native byte order, names are unique. `tensors` is
 * sorted in place. */
typedef struct pd_safetensors_out {
    pd_safetensor *tensors;
    int tensor_count;
    const pd_safetensors_text *texts;
    int text_count;
} pd_safetensors_out;

/* Appends the file to a buffer. */
pd_status pd_safetensors_write(pd_buffer *out, const pd_safetensors_out *what, pd_error *err);
/* Writes the file to disk, complete or not at all (pd_file_write). */
pd_status pd_safetensors_save(const char *path, const pd_safetensors_out *what, pd_error *err);

#endif
