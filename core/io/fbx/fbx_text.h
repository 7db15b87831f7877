#ifndef PD_IO_FBX_TEXT_H
#define PD_IO_FBX_TEXT_H
/* Parses text FBX (7.x) into the tree of records of fbx.h. Used by fbx.c only.
 *
 * Limits, errors   as fbx.h has them. An array holds at most as many numbers as the file has bytes.
 * Memory           strings and arrays are copied to out->made.
 */
#include "core/io/fbx/fbx.h"

#include <stdlib.h>

#define PD_FBX_VERSIONS "FBX %u; 7000 to 7999 expected: export it again as FBX 2011 or later"

bool pd_fbx_text_sniff(pd_bytes text);
/* out: name, start and most_bytes are set, the rest is zero. On failure the caller releases *out. */
pd_status pd_fbx_text_parse(pd_fbx *out, pd_bytes text, pd_error *err);

/* Returns the block of an array that has `count` elements, with room for one more; NULL when memory is short: the old block stays. */
static inline void *pd_fbx_grown(void *block, int count, int *room, size_t bytes)
{
    if (count < *room) return block;
    const int more = *room ? *room + *room / 2 : 256;
    void *moved = realloc(block, (size_t)more * bytes);
    if (moved) *room = more;
    return moved;
}

#endif
