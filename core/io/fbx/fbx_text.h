#ifndef PD_IO_FBX_TEXT_H
#define PD_IO_FBX_TEXT_H
/* Parses text FBX (7.x) into the tree of records of fbx.h. Used by fbx.c only.
 *
 * Limits, errors   those of fbx.h. An array holds at most as many numbers as the file has bytes.
 * Memory           strings and arrays are copied to out->made.
 */
#include "core/io/fbx/fbx.h"

#include <stdlib.h>

/* Refusal of another version; takes the file's version, and the first and the last that are read. */
#define PD_FBX_VERSIONS                                                                                      \
    "FBX %u; %d to %d expected: export it again as FBX 2011 or later, or convert "                           \
    "it with Autodesk's FBX Converter 2013"

/* Returns whether the text begins like a text FBX file. */
bool pd_fbx_text_sniff(pd_bytes text);
/* Parses a file. The caller sets name, start and most_bytes of *out and zeroes the rest, and calls
 * pd_fbx_deinit also on failure. */
pd_status pd_fbx_text_parse(pd_fbx *out, pd_bytes text, pd_error *err);

/* Grows an array of `count` elements so that one more fits, and returns its block. NULL when out of memory;
 * the old block is then unchanged. */
static inline void *pd_fbx_grown(void *block, int count, int *room, size_t bytes)
{
    if (count < *room) return block;
    const int more = *room ? *room + *room / 2 : 256;
    void *moved = realloc(block, (size_t)more * bytes);
    if (moved) *room = more;
    return moved;
}

#endif
