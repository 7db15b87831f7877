#include "core/io/tensor/pickle_internal.h"

#include "core/base/assert.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES ((size_t)64 << 10)
#define COPY_MOST   4
#define COPY_SLACK  ((size_t)16 << 20)
#define STACK_MAX   ((size_t)1 << 20)

/* Blocks of memory of the tree, which never moves and is freed as a whole. */
typedef struct pd_pickle_chunk {
    struct pd_pickle_chunk *next;
    size_t used, size;
    _Alignas(16) unsigned char bytes[];
} chunk;

pd_status pd_pickle_fail(pd_pickle_machine *m, pd_status status, const char *format, ...)
{
    char where[192], detail[300];
    va_list args;

    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);

    /* The text may quote the file, so replace characters that would break logs and JSON. */
    for (char *p = detail; *p; p++)
        if (*p < ' ' || *p > '~') *p = '?';
    snprintf(where, sizeof where, "%.160s:%zu", m->name, m->opcode_at);
    m->status = status;

    return pd_fail(m->err, status, where, "%s", detail);
}

static void *chunk_take(pd_pickle *out, size_t bytes)
{
    chunk *c = out->chunks;

    bytes = (bytes + 15) & ~(size_t)15;
    if (!c || c->size - c->used < bytes) {
        size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        c = malloc(sizeof *c + size);
        if (!c) return NULL;
        *c = (chunk){out->chunks, 0, size};
        out->chunks = c;
    }

    PD_ASSERT(bytes <= c->size - c->used);
    c->used += bytes;

    return c->bytes + c->used - bytes;
}

void *pd_pickle_alloc(pd_pickle_machine *m, size_t bytes)
{
    /* Bytes as escaped text (protocol 0) are copied twice, the first time with room for UTF-8. */
    size_t limit = m->size <= SIZE_MAX / 8 ? COPY_MOST * m->size + COPY_SLACK : SIZE_MAX;

    if (bytes > limit - m->out->copied_bytes) {
        pd_pickle_fail(m, PD_ERR_LIMIT, "the values take more than the allowed %zu bytes", limit);
        return NULL;
    }

    void *memory = chunk_take(m->out, bytes);
    if (!memory) pd_pickle_fail(m, PD_ERR_MEMORY, "out of memory for its values");
    m->out->copied_bytes += bytes;

    return memory;
}

pd_pickle_value *pd_pickle_make(pd_pickle_machine *m, pd_pickle_kind kind)
{
    /* Limit the number of values, which a small pickle could make very large. */
    const size_t most = (m->with_objects ? PD_PICKLE_OBJECTS_TIMES : 1) * (size_t)PD_PICKLE_MAX_NODES;

    if (m->out->node_count == most) {
        pd_pickle_fail(m, PD_ERR_LIMIT, "more than the allowed %zu values", most);
        return NULL;
    }

    pd_pickle_value *value = chunk_take(m->out, sizeof *value);
    if (!value) {
        pd_pickle_fail(m, PD_ERR_MEMORY, "out of memory for its values");
        return NULL;
    }

    /* A value of the kind, with the place of its opcode for errors. */
    m->out->node_count++;
    memset(value, 0, sizeof *value);
    value->kind = kind;
    value->offset = m->opcode_at;

    return value;
}

pd_status pd_pickle_push(pd_pickle_machine *m, pd_pickle_value *value)
{
    if (!value) return m->status;
    if (m->stack_count == STACK_MAX)
        return pd_pickle_fail(m, PD_ERR_LIMIT, "more than the allowed %zu values on the stack", STACK_MAX);
    if (m->stack_count == m->stack_capacity) {
        size_t grown = m->stack_capacity * 2 + 64;
        pd_pickle_value **stack = realloc(m->stack, grown * sizeof(pd_pickle_value *));
        if (!stack) return pd_pickle_fail(m, PD_ERR_MEMORY, "out of memory for the stack");
        m->stack = stack;
        m->stack_capacity = grown;
    }

    PD_ASSERT(m->stack_count < m->stack_capacity);
    m->stack[m->stack_count++] = value;

    return PD_OK;
}

pd_status pd_pickle_push_text(pd_pickle_machine *m, pd_pickle_kind kind, pd_bytes text)
{
    pd_pickle_value *value = pd_pickle_make(m, kind);
    if (value) value->text = text;
    return pd_pickle_push(m, value);
}

pd_pickle_value *pd_pickle_top(pd_pickle_machine *m)
{
    size_t floor = m->mark_count ? m->marks[m->mark_count - 1] : 0;
    PD_ASSERT(floor <= m->stack_count); /* nothing below a mark is removed before the mark */
    if (m->stack_count > floor) return m->stack[m->stack_count - 1];
    pd_pickle_fail(m, PD_ERR_FORMAT, "the opcode takes a value from an empty stack; a value expected");
    return NULL;
}

pd_pickle_value *pd_pickle_pop(pd_pickle_machine *m)
{
    pd_pickle_value *value = pd_pickle_top(m);
    if (value) m->stack_count--;
    return value;
}

pd_pickle_value **pd_pickle_pop_mark(pd_pickle_machine *m, size_t *count)
{
    static pd_pickle_value *none[1];

    if (!m->mark_count) {
        pd_pickle_fail(m, PD_ERR_FORMAT, "the stack has no mark for the opcode; a mark expected");
        return NULL;
    }

    size_t floor = m->marks[--m->mark_count];
    PD_ASSERT(floor <= m->stack_count);
    *count = m->stack_count - floor;
    m->stack_count = floor;

    return m->stack ? m->stack + floor : none;
}

pd_status pd_pickle_append(pd_pickle_machine *m, pd_pickle_value *list, pd_pickle_value *const *values,
                           size_t count)
{
    if (count > list->item_capacity - list->item_count) {
        size_t grown = list->item_count + count + (list->item_count ? list->item_count : 0);
        pd_pickle_value **items = pd_pickle_alloc(m, grown * sizeof(pd_pickle_value *));
        if (!items) return m->status;
        if (list->item_count) memcpy(items, list->items, list->item_count * sizeof(pd_pickle_value *));
        list->items = items;
        list->item_capacity = grown;
    }

    if (count) memcpy(list->items + list->item_count, values, count * sizeof(pd_pickle_value *));
    list->item_count += count;

    return PD_OK;
}

const unsigned char *pd_pickle_take(pd_pickle_machine *m, uint64_t count)
{
    if (count > m->size - m->at) {
        pd_pickle_fail(m, PD_ERR_FORMAT,
                       "the opcode needs %llu bytes; at most the %zu bytes of the rest of the file allowed",
                       (unsigned long long)count, m->size - m->at);
        return NULL;
    }

    m->at += (size_t)count;

    return m->bytes + m->at - (size_t)count;
}

bool pd_pickle_take_number(pd_pickle_machine *m, uint64_t *out, int bytes)
{
    const unsigned char *p = pd_pickle_take(m, (uint64_t)bytes);
    *out = 0;
    for (int i = 0; p && i < bytes; i++) *out |= (uint64_t)p[i] << (8 * i);
    return p != NULL;
}

bool pd_pickle_take_line(pd_pickle_machine *m, pd_bytes *out)
{
    const unsigned char *start = m->bytes + m->at;
    const unsigned char *end = memchr(start, '\n', m->size - m->at);

    if (!end) {
        pd_pickle_fail(m, PD_ERR_FORMAT,
                       "the line of the opcode's argument does not end; a newline expected");
        return false;
    }

    *out = (pd_bytes){start, (size_t)(end - start)};
    m->at += out->size + 1;

    return true;
}

pd_status pd_pickle_memo_put(pd_pickle_machine *m, uint64_t index)
{
    pd_pickle_value *value = pd_pickle_top(m);

    if (!value) return m->status;

    /* Limit the memo, and make room. */
    const size_t most = (m->with_objects ? PD_PICKLE_OBJECTS_TIMES : 1) * (size_t)PD_PICKLE_MAX_MEMO;
    if (index >= most)
        return pd_pickle_fail(m, PD_ERR_LIMIT, "memo slot %llu; 0 to %zu allowed", (unsigned long long)index,
                              most - 1);

    if (index >= m->memo_capacity) {
        size_t grown = (size_t)index * 2 + 64;
        pd_pickle_value **memo = realloc(m->memo, grown * sizeof(pd_pickle_value *));
        if (!memo) return pd_pickle_fail(m, PD_ERR_MEMORY, "out of memory for the memo");
        memset(memo + m->memo_capacity, 0, (grown - m->memo_capacity) * sizeof(pd_pickle_value *));
        m->memo = memo;
        m->memo_capacity = grown;
    }

    /* Keep the value. */
    m->memo_count += !m->memo[index];
    m->memo[index] = value;

    return PD_OK;
}

pd_status pd_pickle_memo_get(pd_pickle_machine *m, uint64_t index)
{
    if (index >= m->memo_capacity || !m->memo[index])
        return pd_pickle_fail(m, PD_ERR_FORMAT, "memo slot %llu was never filled; a filled slot expected",
                              (unsigned long long)index);
    return pd_pickle_push(m, m->memo[index]);
}

static pd_status parse_pickle(pd_pickle *out, const void *bytes, size_t size, bool with_objects,
                              const char *name, pd_error *err)
{
    *out = (pd_pickle){0};
    pd_pickle_machine *m = calloc(1, sizeof *m);
    if (!m) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to read a pickle");
    *m = (pd_pickle_machine){.out = out,
                             .bytes = bytes,
                             .size = size,
                             .with_objects = with_objects,
                             .name = name ? name : "",
                             .err = err};
    pd_status status = pd_pickle_run(m);
    out->size = m->at;
    free(m->stack);
    free(m->memo);
    free(m);

    if (status) pd_pickle_deinit(out);

    return status;
}

pd_status pd_pickle_parse(pd_pickle *out, const void *bytes, size_t size, const char *name, pd_error *err)
{
    return parse_pickle(out, bytes, size, false, name, err);
}

pd_status pd_pickle_parse_objects(pd_pickle *out, const void *bytes, size_t size, const char *name,
                                  pd_error *err)
{
    return parse_pickle(out, bytes, size, true, name, err);
}

void pd_pickle_deinit(pd_pickle *pickle)
{
    for (chunk *c = pickle->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    *pickle = (pd_pickle){0};
}

bool pd_pickle_is(const pd_pickle_value *value, const char *text)
{
    int texts = value && (value->kind == PD_PICKLE_BYTES || value->kind == PD_PICKLE_TEXT ||
                          value->kind == PD_PICKLE_GLOBAL);
    return texts && strlen(text) == value->text.size && !memcmp(value->text.data, text, value->text.size);
}

bool pd_pickle_calls(const pd_pickle_value *value, const char *global)
{
    return value && value->kind == PD_PICKLE_OBJECT && pd_pickle_is(value->callable, global);
}

const pd_pickle_value *pd_pickle_get(const pd_pickle_value *value, const char *key)
{
    if (value && value->kind == PD_PICKLE_OBJECT && !value->item_count) value = value->state;
    if (!value || (value->kind != PD_PICKLE_DICT && value->kind != PD_PICKLE_OBJECT)) return NULL;

    /* Search from the end, because a key that was set twice has its last value. */
    for (size_t i = value->item_count & ~(size_t)1; i > 1; i -= 2)
        if (pd_pickle_is(value->items[i - 2], key)) return value->items[i - 1];

    return NULL;
}
