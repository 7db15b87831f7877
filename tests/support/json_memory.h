#ifndef PD_TESTS_JSON_MEMORY_H
#define PD_TESTS_JSON_MEMORY_H
/* Memory that jansson allocates: bytes of its blocks with malloc's overhead,
 * now and at most. For one thread. */
#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>

static size_t json_memory_now, json_memory_most;

/* Returns the size of a chunk of glibc: the payload and 8 bytes, in steps of 16, at least 32. Those of
 * sanitizers are larger. */
static inline size_t json_memory_chunk(size_t size)
{
    const size_t chunk = (size + 8 + 15) / 16 * 16;

    return chunk < 32 ? 32 : chunk;
}

static inline void *json_memory_malloc(size_t size)
{
    size_t *block = malloc(size + 16);

    if (!block) return NULL;
    *block = json_memory_chunk(size);
    json_memory_now += *block;
    if (json_memory_now > json_memory_most) json_memory_most = json_memory_now;
    return block + 2;
}

static inline void json_memory_free(void *data)
{
    size_t *block = data;

    if (!block) return;
    json_memory_now -= block[-2];
    free(block - 2);
}

static inline void json_memory_count(void)
{
    json_set_alloc_funcs(json_memory_malloc, json_memory_free);
}

#endif
