#ifndef PD_IO_GLB_CONTAINER_H
#define PD_IO_GLB_CONTAINER_H
/* Writes the container of a .glb file (glTF 2.0, section 4.4): a header of 12 bytes, the JSON padded with
 * spaces, the binary chunk padded with zeros.
 *
 *     "glTF" 2 length | length "JSON" json | length "BIN\0" parts[0] parts[1] ...
 *
 * Memory   appends to out; root and parts are borrowed.
 * Errors   ERR_LIMIT for a file of 4 GiB or more, before anything is written; ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <jansson.h>

/* Writes the JSON tree `root` and the concatenated parts as a file.
 * When all parts are empty, the file has no binary chunk. */
pd_status pd_io_glb_container_write(pd_buffer *out, const json_t *root, const pd_bytes *parts, int part_count,
                                    pd_error *err);

#endif
