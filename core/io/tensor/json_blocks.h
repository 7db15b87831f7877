#ifndef PD_IO_JSON_BLOCKS_H
#define PD_IO_JSON_BLOCKS_H
/* Memory for JSON trees that live while one request is read: small allocations come from the reader's own blocks, which are freed at once.
 *
 *     pd_json_blocks blocks;
 *     pd_json_blocks_begin(&blocks);      from here on jansson's small allocations of this thread come from blocks
 *     ... trees are made, read, and released with json_decref, as always ...
 *     pd_json_blocks_end(&blocks);        every tree that was made since has been released
 *
 * A megabyte of numbers is half a million nodes of 24 to 48 bytes. In malloc's heap, which all threads share, the thread that reads them takes
 * its lock a million times and leaves as many free pieces, and the next thread that allocates something large, perhaps one
 * that all requests pass through, has to merge them: 23 ms were seen.
 *
 * Blocks   the first lies in the struct; each further one is twice as large as the one before. What is smaller than PD_JSON_BLOCKS_LARGE comes
 *          from them and is not used again before the end; the rest (the tables of long arrays and objects, as they grow) is malloc's
 *          and free's. Together never more than json_scan.h counts.
 * Threads  each its own; one pd_json_blocks at a time in a thread: an inner begin does nothing.
 * Errors   malloc's NULL is passed on: jansson reports out of memory.
 */
#include <stdbool.h>
#include <stddef.h>

#define PD_JSON_BLOCKS_FIRST 8192 /* bytes: most requests need no other block */
#define PD_JSON_BLOCKS_LARGE 80

typedef struct pd_json_block pd_json_block;

typedef struct pd_json_blocks {
    pd_json_block *newest; /* malloc'd; NULL: the first does */
    unsigned char *at, *end;
    size_t taken, held; /* bytes: handed out of blocks; of the blocks that are malloc's */
    bool is_inner;
    _Alignas(16) unsigned char first[PD_JSON_BLOCKS_FIRST];
} pd_json_blocks;

/* Once in a process, before threads make JSON: jansson's allocations go through here. Without it begin and end have no effect. */
void pd_json_blocks_install(void);
void pd_json_blocks_begin(pd_json_blocks *blocks);
void pd_json_blocks_end(pd_json_blocks *blocks);
/* For what jansson has allocated and the caller frees: json_dumps. */
void pd_json_text_free(char *text);

#endif
