#include "core/io/json/json_blocks.h"

#include "core/base/assert.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>

#define ALIGNMENT 8 /* alignment of jansson's structs: pointers, doubles and long long */

struct pd_json_block {
    pd_json_block *older;
    size_t size; /* size of `bytes` */
    _Alignas(16) unsigned char bytes[];
};

static _Thread_local pd_json_blocks *current;

static bool is_within(const void *data, const unsigned char *bytes, size_t size)
{
    return (uintptr_t)data - (uintptr_t)bytes < size;
}

static bool is_of_blocks(const pd_json_blocks *blocks, const void *data)
{
    for (const pd_json_block *block = blocks->newest; block; block = block->older)
        if (is_within(data, block->bytes, block->size)) return true;
    return is_within(data, blocks->first, sizeof blocks->first);
}

/* Takes memory from the current block, or makes a block of twice the size. */
static void *take_json_blocks(size_t size)
{
    pd_json_blocks *blocks = current;

    if (!blocks || size >= PD_JSON_BLOCKS_LARGE) return malloc(size);

    /* Make a block when the current one is full. */
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size > (size_t)(blocks->end - blocks->at)) {
        const size_t bytes = 2 * (blocks->newest ? blocks->newest->size : sizeof blocks->first);
        pd_json_block *block = malloc(sizeof *block + bytes);
        if (!block) return NULL;
        *block = (pd_json_block){.older = blocks->newest, .size = bytes};
        blocks->newest = block;
        blocks->held += sizeof *block + bytes;
        blocks->at = block->bytes;
        blocks->end = block->bytes + bytes;
    }

    /* Take it from the block. */
    PD_ASSERT(size <= (size_t)(blocks->end - blocks->at));
    void *data = blocks->at;
    blocks->at += size;
    blocks->taken += size;

    return data;
}

static void json_blocks_give(void *data)
{
    if (!current || !is_of_blocks(current, data)) free(data);
}

void pd_json_blocks_install(void)
{
    json_set_alloc_funcs(take_json_blocks, json_blocks_give);
}

void pd_json_blocks_begin(pd_json_blocks *blocks)
{
    blocks->newest = NULL;
    blocks->at = blocks->first;
    blocks->end = blocks->first + sizeof blocks->first;
    blocks->taken = blocks->held = 0;
    blocks->is_inner = current != NULL;
    if (!blocks->is_inner) current = blocks;
}

void pd_json_blocks_end(pd_json_blocks *blocks)
{
    if (blocks->is_inner) return;
    PD_ASSERT(current == blocks);
    current = NULL;
    for (pd_json_block *block = blocks->newest, *older; block; block = older) {
        older = block->older;
        free(block);
    }
}

void pd_json_blocks_mark(pd_json_mark *mark)
{
    if (!current) return;
    *mark = (pd_json_mark){current->newest, current->at, current->end, current->taken, current->held};
}

void pd_json_blocks_rewind(const pd_json_mark *mark)
{
    if (!current) return;
    while (current->newest != mark->newest) {
        pd_json_block *newest = current->newest;
        PD_ASSERT(newest);
        current->newest = newest->older;
        free(newest);
    }

    current->at = mark->at;
    current->end = mark->end;
    current->taken = mark->taken;
    current->held = mark->held;
}

void pd_json_text_free(char *text)
{
    json_malloc_t unused;
    json_free_t release;

    json_get_alloc_funcs(&unused, &release);
    release(text);
}
