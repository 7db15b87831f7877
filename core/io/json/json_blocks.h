#ifndef PD_IO_JSON_BLOCKS_H
#define PD_IO_JSON_BLOCKS_H
/* Allocator for JSON trees that are released before a request has been read: jansson's small allocations come
 * from blocks that are freed all at once.
 *
 *     pd_json_blocks blocks;
 *     pd_json_blocks_begin(&blocks);      from here on, jansson's small allocations on this thread come from
 *                                         blocks
 *     ... make, read and release trees with json_decref as usual ...
 *     pd_json_blocks_end(&blocks);        every tree made since begin must have been released
 *
 * A megabyte of numbers becomes half a million nodes of 24 to 48 bytes. In malloc's heap, which all threads
 * share, parsing it takes the heap's lock a million times and leaves as many free pieces. The next large
 * allocation on any thread then merges them, which was measured to take 23 ms.
 *
 * Blocks   the first block lies in the struct; each further one is twice as large as the one before.
 *          Allocations smaller than PD_JSON_BLOCKS_LARGE come from blocks, and their memory is not reused
 *          before the end. Larger ones (the growing tables of long arrays and objects) come from malloc.
 *          Together they never take more than json.h counts.
 * Threads  each thread has its own blocks, one pd_json_blocks at a time. A begin inside another begin has no
 *          effect.
 * Errors   when malloc returns NULL, so does the allocator, and jansson reports that memory ran out.
 */
#include <stdbool.h>
#include <stddef.h>

#define PD_JSON_BLOCKS_FIRST 8192 /* bytes of the first block: enough for most requests   */
#define PD_JSON_BLOCKS_LARGE 80   /* bytes from which on an allocation comes from malloc  */

typedef struct pd_json_block pd_json_block;

typedef struct pd_json_blocks {
    pd_json_block *newest;   /* the last block from malloc; NULL: only `first` is in use       */
    unsigned char *at, *end; /* free part of the current block                                 */
    size_t taken, held;      /* bytes handed out; bytes of the blocks from malloc              */
    bool is_inner;           /* begun inside another begin, so without effect                  */
    _Alignas(16) unsigned char first[PD_JSON_BLOCKS_FIRST];
} pd_json_blocks;

/* Makes jansson allocate through this file. Call it once, before any thread makes JSON. Without it, begin and
 * end have no effect. */
void pd_json_blocks_install(void);
/* Begins to serve this thread's allocations from *blocks. */
void pd_json_blocks_begin(pd_json_blocks *blocks);
/* Frees all blocks, and with them every small allocation since begin. */
void pd_json_blocks_end(pd_json_blocks *blocks);
/* State of this thread's blocks, to which _rewind returns: for a long document whose parts are made, read and
 * released one after another. */
typedef struct pd_json_mark {
    pd_json_block *newest;
    unsigned char *at, *end;
    size_t taken, held;
} pd_json_mark;
/* Set a mark, and give back everything that was taken since. Every tree made since the mark must have been
 * released. Without blocks they have no effect. */
void pd_json_blocks_mark(pd_json_mark *mark);
void pd_json_blocks_rewind(const pd_json_mark *mark);
/* Frees a text that jansson allocated for the caller, as json_dumps does. */
void pd_json_text_free(char *text);

#endif
