#ifndef PD_IO_GLB_CONTAINER_H
#define PD_IO_GLB_CONTAINER_H
/* The container of a .glb (glTF 2.0, section 4.4): a head of 12 bytes, the JSON padded with spaces, the binary buffer padded with zeros.
 *
 *     "glTF" 2 length | length "JSON" json | length "BIN\0" parts[0] parts[1] ...
 *
 * root and parts are the caller's; without bytes in the parts there is no second chunk. Appends to out.
 * Errors   ERR_LIMIT for a file of 4 GiB and more, before anything is written; ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <jansson.h>

pd_status pd_io_glb_container_write(pd_buffer *out, const json_t *root, const pd_bytes *parts, int part_count,
                                    pd_error *err);

#endif
