#include "core/io/json/json.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Memory of jansson's structs: malloc's chunks, with the slot in the array or hash table that holds them. */
#define SCALAR_BYTES 48
#define STRING_BYTES 96
#define ARRAY_BYTES  144
#define OBJECT_BYTES 240
#define KEY_BYTES    112

typedef enum byte_class { SCALAR, BLANK, QUOTE, OPEN, CLOSE, COMMA, COLON } byte_class;

static const unsigned char classes[256] = {
    [' '] = BLANK, ['\t'] = BLANK, ['\n'] = BLANK, ['\r'] = BLANK, ['"'] = QUOTE, ['['] = OPEN,
    ['{'] = OPEN,  [']'] = CLOSE,  ['}'] = CLOSE,  [','] = COMMA,  [':'] = COLON,
};

/* Returns the index after the token that starts at i: a string with its quotes, a number or a word, or one
 * byte of anything else. */
static size_t after_token(pd_bytes text, size_t i)
{
    PD_DEBUG_ASSERT(i < text.size);
    const byte_class class = (byte_class)classes[text.data[i++]];

    if (class == QUOTE) {
        while (i < text.size && text.data[i] != '"') i += text.data[i] == '\\' ? 2 : 1;
        return i < text.size ? i + 1 : text.size;
    }

    if (class == SCALAR)
        while (i < text.size && classes[text.data[i]] == SCALAR) i++;

    return i;
}

void pd_json_scan(pd_json_extent *out, pd_bytes text, const char *array, size_t memory_most)
{
    const size_t name_size = array ? strlen(array) : 0;
    int depth = 0;            /* 1 inside the outermost brackets, which ... */
    int in_object = 0;        /* ... are those of an object                 */
    int named = 0, found = 0; /* the last key there is `array`; its elements are being counted */
    size_t elements = 0;

    *out = (pd_json_extent){.over_memory = SIZE_MAX};
    for (size_t i = 0, next; i < text.size; i = next) {
        const unsigned char c = text.data[i];
        const byte_class class = (byte_class)classes[c];
        next = after_token(text, i);
        PD_DEBUG_ASSERT(next > i && next <= text.size);

        /* Memory of the value that the token begins. */
        switch (class) {
        case SCALAR: out->memory += SCALAR_BYTES; break;
        case QUOTE:
            /* A string of the outermost object is a key or a value; only what follows decides. */
            if (depth == 1 && in_object && array)
                named = next - i == name_size + 2 && !memcmp(text.data + i + 1, array, name_size);
            out->memory += STRING_BYTES + (next - i);
            break;
        case OPEN: out->memory += c == '[' ? ARRAY_BYTES : OBJECT_BYTES; break;
        case COLON: out->memory += KEY_BYTES - STRING_BYTES; break; /* what came before it was a key */
        case COMMA:
            if (depth == 1) named = 0;
            continue;
        case CLOSE:
            if (depth > 0) depth--;
            if (depth < 2) found = 0;
            continue;
        case BLANK: continue;
        }

        /* The limit is reported where it is exceeded. */
        if (out->memory > memory_most) {
            out->over_memory = i;
            if (found && depth == 2 && class != COLON && ++elements > out->elements) out->elements = elements;
            return;
        }

        /* Count elements of the array that was asked for, and the depth. */
        if (class == COLON) continue;
        if (found && depth == 2 && ++elements > out->elements) out->elements = elements;
        if (class != OPEN) continue;
        if (depth == 0) in_object = c == '{';
        if (depth == 1 && named && c == '[') {
            found = 1;
            elements = 0;
        }

        if (++depth > out->depth) out->depth = depth;
    }
}

bool pd_json_list_find(pd_json_list *out, pd_bytes text, const char *key)
{
    const size_t key_size = strlen(key);
    bool is_named = false;  /* the last string of the outermost object is the key */
    bool is_wanted = false; /* and a colon follows it */
    int depth = 0;

    *out = (pd_json_list){.text = text};
    for (size_t i = 0, next; i < text.size; i = next) {
        const byte_class class = (byte_class)classes[text.data[i]];
        next = after_token(text, i);
        if (class == BLANK) continue;

        if (class == OPEN && is_wanted && depth == 1 && text.data[i] == '[' && !out->first) out->first = next;
        if (class == COLON) is_wanted = is_named;
        if (class != COLON) is_wanted = false;
        is_named = class == QUOTE && depth == 1 && next - i == key_size + 2 &&
                   !memcmp(text.data + i + 1, key, key_size);
        if (class == OPEN) depth++;
        if (class != CLOSE) continue;

        depth--;
        if (out->first && depth == 1) {
            out->end = i;
            out->at = out->first;
            return text.data[i] == ']';
        }
    }

    return false;
}

bool pd_json_list_next(pd_bytes *element, pd_json_list *list)
{
    const pd_bytes inside = {list->text.data, list->end};
    size_t begin = list->at;
    size_t end;
    int depth = 0;

    /* The comma before each element but the first. */
    while (begin < list->end && classes[inside.data[begin]] == BLANK) begin++;
    const bool is_first = list->at == list->first;
    if (begin == list->end) return false;
    const bool has_comma = classes[inside.data[begin]] == COMMA;
    if (has_comma != is_first) begin += has_comma;
    while (begin < list->end && classes[inside.data[begin]] == BLANK) begin++;

    /* Nothing between two commas. */
    if (!is_first && begin < list->end && classes[inside.data[begin]] == COMMA) {
        *element = (pd_bytes){inside.data + begin, 0};
        list->at = begin;
        return true;
    }

    /* To the end of the value, or of what stands in its place. */
    for (end = begin; end < list->end;) {
        const byte_class class = (byte_class)classes[inside.data[end]];
        if (class == COMMA && depth == 0 && end > begin) break;
        end = after_token(inside, end);
        if (class == OPEN) depth++;
        if (class == CLOSE) depth--;
    }

    while (end > begin && classes[inside.data[end - 1]] == BLANK) end--;
    *element = (pd_bytes){inside.data + begin, end - begin};
    list->at = end;

    return true;
}

/* One level of nesting on the way to a place. */
typedef struct level {
    size_t key, key_size; /* of an object: the key that was read last, without quotes */
    size_t index;         /* of an array: commas so far                               */
    int is_object, has_key;
} level;

/* Writes "/" and the key or index of one level. In a key "~" and "/" are written ~0 and ~1 (RFC 6901).
 * Returns the new length. */
static size_t write_level(char *out, size_t out_bytes, size_t used, const level *l, pd_bytes text)
{
    char part[64];
    size_t size = 0;

    PD_ASSERT(used <= out_bytes && l->key <= text.size && l->key_size <= text.size - l->key);

    /* The outermost level of an object has no key yet. */
    if (l->is_object && !l->has_key) return used;
    part[size++] = '/';
    if (!l->is_object) {
        size += (size_t)snprintf(part + size, sizeof part - size, "%zu", l->index);
    } else {
        for (size_t k = 0; k < l->key_size && size + 2 < sizeof part; k++) {
            const char c = (char)text.data[l->key + k];
            if (c == '~' || c == '/') part[size++] = '~';
            part[size++] = (char)(c == '~' ? '0' : c == '/' ? '1' : c ? c : '?');
        }
    }

    PD_ASSERT(size <= sizeof part);
    if (size >= out_bytes - used) return used;
    memcpy(out + used, part, size);
    out[used + size] = 0;

    return used + size;
}

void pd_json_place(char *out, size_t out_bytes, pd_bytes text, size_t offset)
{
    level levels[PD_JSON_DEPTH_MOST];
    int depth = 0;
    size_t used = 0;

    /* Follow the nesting up to the place: one level for each bracket that is open there. */
    for (size_t i = 0, next; i < offset && i < text.size; i = next) {
        level *l = depth ? levels + depth - 1 : NULL;
        next = after_token(text, i);

        switch ((byte_class)classes[text.data[i]]) {
        case OPEN:
            if (depth == PD_JSON_DEPTH_MOST) break;
            levels[depth++] = (level){.is_object = text.data[i] == '{'};
            break;
        case CLOSE:
            if (depth) depth--;
            break;
        case COMMA:
            if (!l) break;
            l->index++;
            l->has_key = 0;
            break;
        case QUOTE:
            if (!l || !l->is_object || l->has_key) break;
            l->key = i + 1;
            l->key_size = next - i >= 2 ? next - i - 2 : 0;
            l->has_key = 1;
            break;
        case SCALAR:
        case BLANK:
        case COLON: break;
        }
    }

    PD_ASSERT(depth >= 0 && depth <= PD_JSON_DEPTH_MOST);
    if (out_bytes) out[0] = 0;

    /* Write the levels from the outermost one on. */
    for (int d = 0; d < depth; d++) used = write_level(out, out_bytes, used, levels + d, text);
}
