#include "api/service/kept.h"

#include "api/http/call.h"
#include "core/base/assert.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODINGS 3   /* pd_api_coding */
#define MAX_AGE 300 /* seconds       */
#define HOSTS   4

/* A page in one coding; is_coded: compression made it smaller. Const once it is in its place. */
typedef struct entry {
    pd_buffer bytes;
    char at[256];
    pd_api_hash hash;
    bool is_coded;
} entry;

struct pd_api_kept {
    entry *_Atomic entries[PD_API_PAGES][CODINGS][HOSTS]; /* filled from the front */
};

static const char *const types[PD_API_PAGES] = {[PD_API_PAGE_OPENAPI] = "application/json",
                                                [PD_API_PAGE_ASYNCAPI] = "application/json",
                                                [PD_API_PAGE_DOCS] = "text/html; charset=utf-8",
                                                [PD_API_PAGE_LLMS] = "text/plain; charset=utf-8"};

pd_api_kept *pd_api_kept_new(void)
{
    return calloc(1, sizeof(pd_api_kept));
}

static void entry_free(entry *e)
{
    if (e) pd_buffer_deinit(&e->bytes);
    free(e);
}

void pd_api_kept_free(pd_api_kept *kept)
{
    for (int page = 0; kept && page < PD_API_PAGES; page++)
        for (int coding = 0; coding < CODINGS; coding++)
            for (int i = 0; i < HOSTS; i++) entry_free(kept->entries[page][coding][i]);
    free(kept);
}

/* Writes and compresses the page; its buffer has no spare capacity. NULL: out of memory. */
static entry *make_kept(const pd_api_call *call, pd_api_page_writer *write, const char *at)
{
    entry *e = calloc(1, sizeof *e);
    pd_buffer text = {0}, coded = {0};

    if (!e) return NULL;

    snprintf(e->at, sizeof e->at, "%s", at);
    write(&text, call->host, at);
    if (text.failed) pd_buffer_clear(&text);
    e->hash = pd_api_hash_begin();
    pd_api_hash_add(&e->hash, text.data, text.size);
    pd_api_hash_int(&e->hash, (long long)call->coding);

    if (call->coding != PD_API_IDENTITY)
        pd_api_compressed(&coded, (pd_bytes){text.data, text.size}, call->coding);
    e->is_coded = coded.size > 0;
    const pd_buffer *kept = e->is_coded ? &coded : &text;
    pd_buffer_add(&e->bytes, kept->data, kept->size);
    pd_buffer_deinit(&text);
    pd_buffer_deinit(&coded);
    if (e->bytes.size) return e;
    entry_free(e);

    return NULL;
}

static void kept_answer(pd_api_call *call, const pd_api_request *request, pd_api_page page, const entry *e)
{
    const pd_api_coding coding = call->coding;

    call->coding = PD_API_IDENTITY; /* it is compressed already */
    if (pd_api_cacheable(call, request, e->hash, MAX_AGE)) return;
    pd_buffer_add(pd_api_answer(call, 200, types[page]), e->bytes.data, e->bytes.size);
    if (e->is_coded)
        pd_api_header_set(&call->reply, "Content-Encoding", coding == PD_API_ZSTD ? "zstd" : "gzip");
}

/* Returns the page's entry for a host; NULL if there is none yet, or if all places are taken. */
static const entry *find_kept(pd_api_kept *kept, pd_api_page page, pd_api_coding coding, const char *at)
{
    for (int i = 0; kept && i < HOSTS; i++) {
        const entry *e = atomic_load(&kept->entries[page][coding][i]);
        if (!e || !strcmp(e->at, at)) return e;
    }
    return NULL;
}

/* Stores an entry in the first free place. Returns false if there is none. */
static bool keep_kept(pd_api_kept *kept, pd_api_page page, pd_api_coding coding, entry *made)
{
    for (int i = 0; kept && i < HOSTS; i++) {
        entry *none = NULL;
        if (atomic_compare_exchange_strong(&kept->entries[page][coding][i], &none, made)) return true;
        if (!strcmp(none->at, made->at)) return false; /* another thread was first */
    }

    return false;
}

void pd_api_kept_answer(pd_api_call *call, const pd_api_request *request, pd_api_page page,
                        pd_api_page_writer *write, const char *at)
{
    const pd_api_coding coding = call->coding;

    PD_ASSERT((unsigned)page < PD_API_PAGES && strlen(at) < 256);
    const entry *there = find_kept(call->host->kept, page, coding, at);
    if (there) {
        kept_answer(call, request, page, there);
        return;
    }

    entry *made = make_kept(call, write, at);
    if (!made) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    kept_answer(call, request, page, made);
    if (!keep_kept(call->host->kept, page, coding, made)) entry_free(made);
}
