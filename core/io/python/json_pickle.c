#include "core/io/python/json_pickle.h"

#include "core/io/json/json.h"
#include "core/io/tensor/array.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool pd_json_pickle_is(pd_bytes text)
{
    size_t at = text.size >= 3 && !memcmp(text.data, "\xEF\xBB\xBF", 3) ? 3 : 0; /* a byte order mark */

    while (at < text.size && strchr(" \t\r\n", text.data[at]) && text.data[at]) at++;
    return at < text.size && (text.data[at] == '{' || text.data[at] == '[');
}

/* ---- opcodes of protocol 3 ---- */

static void put_opcode(pd_buffer *out, char opcode)
{
    pd_buffer_add(out, &opcode, 1);
}

static void put_sized(pd_buffer *out, char opcode, const void *bytes, size_t size)
{
    const unsigned char head[5] = {(unsigned char)opcode, (unsigned char)size, (unsigned char)(size >> 8),
                                   (unsigned char)(size >> 16), (unsigned char)(size >> 24)};
    pd_buffer_add(out, head, sizeof head);
    pd_buffer_add(out, bytes, size);
}

static void put_text(pd_buffer *out, const char *text)
{
    put_sized(out, 'X', text, strlen(text));
}

static void put_global(pd_buffer *out, const char *line)
{
    put_opcode(out, 'c');
    pd_buffer_add(out, line, strlen(line));
}

/* Writes a length: BININT, or LONG1 where that has too few bits. */
static void put_length(pd_buffer *out, size_t length)
{
    unsigned char bytes[10] = {0x8a, 8};
    const bool is_short = length <= INT32_MAX;

    if (is_short) bytes[0] = 'J';
    for (size_t i = 0; i < (is_short ? 4 : 8); i++)
        bytes[(is_short ? 1 : 2) + i] = (unsigned char)((uint64_t)length >> (8 * i));
    pd_buffer_add(out, bytes, is_short ? 5 : 10);
}

/* ---- arrays of numbers ---- */

/* Finds the shape of nested arrays of numbers. Returns false for anything else. */
static bool shape_of_json(size_t *shape, int *rank, const json_t *array)
{
    int depth = 0;

    for (const json_t *at = array; json_is_array(at); at = json_array_get(at, 0)) {
        if (depth == PD_ARRAY_MAX_RANK || !json_array_size(at)) return false;
        shape[depth++] = json_array_size(at);
    }

    *rank = depth;
    return depth > 0;
}

/* Returns whether all parts of a nested array have the lengths of `shape` and numbers in them. */
static bool has_shape_json(const json_t *value, const size_t *shape, int rank)
{
    if (!rank) return json_is_number(value);
    if (!json_is_array(value) || json_array_size(value) != shape[0]) return false;
    for (size_t i = 0; i < shape[0]; i++)
        if (!has_shape_json(json_array_get(value, i), shape + 1, rank - 1)) return false;
    return true;
}

/* Appends the numbers of a nested array, row-major. */
static void put_numbers(pd_buffer *out, const json_t *value)
{
    if (!json_is_array(value)) {
        const double number = json_number_value(value);
        pd_buffer_add(out, &number, sizeof number); /* hosts are little-endian */
        return;
    }

    for (size_t i = 0; i < json_array_size(value); i++) put_numbers(out, json_array_get(value, i));
}

/* Writes an array of numpy: _frombuffer(bytes, dtype, shape, order).
 * Returns false if a length is too large. */
static bool put_array(pd_buffer *out, const json_t *value, const size_t *shape, int rank)
{
    pd_buffer numbers = {0};

    put_numbers(&numbers, value);
    if (numbers.failed || numbers.size > UINT32_MAX) {
        out->failed = out->failed || numbers.failed;
        pd_buffer_deinit(&numbers);
        return false;
    }

    put_global(out, "numpy.core.numeric\n_frombuffer\n");
    put_opcode(out, '(');
    put_sized(out, 'B', numbers.data, numbers.size);
    put_global(out, "numpy\ndtype\n");
    put_opcode(out, '(');
    put_text(out, "f8");
    put_opcode(out, 't');
    put_opcode(out, 'R');
    put_opcode(out, '(');
    for (int d = 0; d < rank; d++) put_length(out, shape[d]);
    put_opcode(out, 't');
    put_text(out, "C");
    put_opcode(out, 't');
    put_opcode(out, 'R');
    pd_buffer_deinit(&numbers);

    return true;
}

/* ---- values ---- */

/* Writes a value. Returns false if it is nested too deep or too large. */
static bool put_value(pd_buffer *out, json_t *value, int depth)
{
    size_t shape[PD_ARRAY_MAX_RANK];
    int rank = 0;

    if (depth > PD_JSON_PICKLE_DEPTH) return false;
    if (json_is_object(value)) {
        const char *key;
        json_t *item;
        put_opcode(out, '}');
        put_opcode(out, '(');
        json_object_foreach(value, key, item)
        {
            put_text(out, key);
            if (!put_value(out, item, depth + 1)) return false;
        }

        put_opcode(out, 'u');
        return true;
    }

    if (shape_of_json(shape, &rank, value) && has_shape_json(value, shape, rank))
        return put_array(out, value, shape, rank);
    if (json_is_array(value)) {
        put_opcode(out, ']');
        put_opcode(out, '(');
        for (size_t i = 0; i < json_array_size(value); i++)
            if (!put_value(out, json_array_get(value, i), depth + 1)) return false;
        put_opcode(out, 'e');
        return true;
    }

    /* A single value. */
    if (json_is_string(value)) {
        put_sized(out, 'X', json_string_value(value), json_string_length(value));
    } else if (json_is_number(value)) {
        const double number = json_number_value(value);
        unsigned char bytes[9] = {'G'};
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        for (size_t i = 0; i < 8; i++) bytes[1 + i] = (unsigned char)(bits >> (56 - 8 * i));
        pd_buffer_add(out, bytes, sizeof bytes);
    } else if (json_is_boolean(value)) {
        put_opcode(out, json_is_true(value) ? '\x88' : '\x89');
    } else {
        put_opcode(out, 'N');
    }

    return true;
}

pd_status pd_json_pickle(pd_buffer *out, pd_bytes text, const char *name, pd_error *err)
{
    json_error_t where;
    bool is_out_of_memory = false;
    char place[160];

    json_t *root = pd_json_load(text, JSON_REJECT_DUPLICATES, &where, &is_out_of_memory);
    if (!root && is_out_of_memory) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to read its JSON");
    snprintf(place, sizeof place, "%.140s:%d", name, root ? 1 : where.line);
    if (!root) return pd_fail(err, PD_ERR_FORMAT, place, "%s", where.text);

    /* The head of protocol 3, which has bytes, and the end. */
    static const unsigned char head[] = {0x80, 3};
    pd_buffer_add(out, head, sizeof head);
    const bool fits = put_value(out, root, 0);
    put_opcode(out, '.');
    json_decref(root);
    if (out->failed) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to read its JSON");
    if (!fits)
        return pd_fail(err, PD_ERR_LIMIT, name, "nested more than %d deep, or an array over 4 GiB",
                       PD_JSON_PICKLE_DEPTH);

    return PD_OK;
}
