#include "core/io/tensor/npy.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC       "\x93NUMPY"
#define MAGIC_BYTES 6
#define ALIGN       64

/* Parser of the header, which is a Python dict literal with three known keys.
 * A cursor over the text is sufficient. */
typedef struct text {
    const char *at, *end;
} text;

typedef struct reading {
    pd_array *out;
    const unsigned char *bytes;
    size_t size, body; /* body: where the elements start */
    text header;
    int seen; /* a bit for each key that was read */
    const char *name;
    pd_error *err;
} reading;

static pd_status fail_at_npy(const reading *r, pd_status status, size_t offset, const char *detail)
{
    char where[192];
    snprintf(where, sizeof where, "%.160s:%zu", r->name, offset);
    return pd_fail(r->err, status, where, "%s", detail);
}

static pd_status fail_here(const reading *r, pd_status status, const char *detail)
{
    return fail_at_npy(r, status, (size_t)((const unsigned char *)r->header.at - r->bytes), detail);
}

static void skip_space(text *t)
{
    while (t->at < t->end && isspace((unsigned char)*t->at)) t->at++;
}

static bool take_npy(text *t, char c)
{
    skip_space(t);
    if (t->at == t->end || *t->at != c) return false;
    t->at++;
    return true;
}

static bool take_word(text *t, const char *word)
{
    size_t length = strlen(word);
    skip_space(t);
    if ((size_t)(t->end - t->at) < length || memcmp(t->at, word, length)) return false;
    t->at += length;
    return true;
}

/* 'abc' without escapes. */
static bool take_string(text *t, text *out)
{
    skip_space(t);
    if (t->at == t->end || (*t->at != '\'' && *t->at != '"')) return false;
    const char *end = memchr(t->at + 1, *t->at, (size_t)(t->end - t->at - 1));
    if (!end) return false;
    *out = (text){t->at + 1, end};
    t->at = end + 1;

    return true;
}

static bool take_length(text *t, size_t *out)
{
    size_t value = 0;

    skip_space(t);
    if (t->at == t->end || !isdigit((unsigned char)*t->at)) return false;
    for (; t->at < t->end && isdigit((unsigned char)*t->at); t->at++) {
        if (!pd_size_mul(&value, value, 10) || !pd_size_add(&value, value, (size_t)(*t->at - '0')))
            return false;
    }

    if (t->at < t->end && *t->at == 'L') t->at++; /* Python 2's long */
    *out = value;

    return true;
}

bool pd_npy_descr(pd_array *out, const char *descr, size_t length)
{
    static const struct {
        char letter;
        size_t bytes;
        pd_dtype dtype;
    } rows[] = {
#define ROW(name, safetensors, letter, bytes) {letter, bytes, PD_DTYPE_##name},
        PD_DTYPE_TABLE(ROW)
#undef ROW
    };

    /* Byte order and letter. A bool has no size in its name; `a` is an old letter for text. */
    size_t bytes = 0, i = 0;
    if (length && strchr("<>|=", descr[0])) out->big_endian = descr[i++] == '>';
    char letter = i < length ? descr[i++] : 0;
    if (letter == '?') {
        letter = 'b';
        bytes = 1;
    }

    if (letter == 'a') letter = 'S';

    /* Size in bytes, or in characters for UTF-32. */
    for (; i < length; i++) {
        if (!isdigit((unsigned char)descr[i]) || bytes > (1 << 24)) return false;
        bytes = 10 * bytes + (size_t)(descr[i] - '0');
    }

    /* Find the type in the table. */
    for (size_t k = 0; letter && k < sizeof rows / sizeof *rows; k++) {
        if (rows[k].letter != letter || (rows[k].bytes && rows[k].bytes != bytes)) continue;
        out->dtype = rows[k].dtype;
        out->item_bytes = rows[k].dtype == PD_DTYPE_UTF32 ? 4 * bytes : bytes;
        return true;
    }

    return false;
}

static pd_status read_descr(reading *r)
{
    text value;
    char detail[96];

    if (!take_string(&r->header, &value))
        return fail_here(r, PD_ERR_UNSUPPORTED, "a structured dtype; a plain one expected");
    if (pd_npy_descr(r->out, value.at, (size_t)(value.end - value.at))) return PD_OK;
    snprintf(detail, sizeof detail, "dtype '%.*s' is none that posed reads",
             (int)(value.end - value.at > 40 ? 40 : value.end - value.at), value.at);

    return fail_here(r, PD_ERR_UNSUPPORTED, detail);
}

static pd_status read_order(reading *r)
{
    r->out->fortran = take_word(&r->header, "True");
    if (r->out->fortran || take_word(&r->header, "False")) return PD_OK;
    return fail_here(r, PD_ERR_FORMAT, "fortran_order has another value; True or False expected");
}

static pd_status read_shape_npy(reading *r)
{
    if (!take_npy(&r->header, '('))
        return fail_here(r, PD_ERR_FORMAT, "shape has another type; a tuple expected");
    while (!take_npy(&r->header, ')')) {
        if (r->out->rank == PD_ARRAY_MAX_RANK)
            return fail_here(r, PD_ERR_UNSUPPORTED, "more than the allowed 8 dimensions");
        if (!take_length(&r->header, &r->out->shape[r->out->rank]))
            return fail_here(r, PD_ERR_FORMAT,
                             "a length is not a number or too large; at most 64 bits allowed");
        r->out->rank++;
        skip_space(&r->header);
        if (!take_npy(&r->header, ',') && (r->header.at == r->header.end || *r->header.at != ')'))
            return fail_here(r, PD_ERR_FORMAT, "a comma or ) expected");
    }

    return PD_OK;
}

/* Reads one entry of the header's dict. */
static pd_status read_entry(reading *r)
{
    static const struct {
        const char *key;
        pd_status (*read)(reading *r);
    } rows[] = {{"descr", read_descr}, {"fortran_order", read_order}, {"shape", read_shape_npy}};
    text key;
    if (!take_string(&r->header, &key) || !take_npy(&r->header, ':'))
        return fail_here(r, PD_ERR_FORMAT, "'key': expected");

    /* Refuse a key that occurs twice. */
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(rows[i].key);
        if ((size_t)(key.end - key.at) != length || memcmp(key.at, rows[i].key, length)) continue;
        if (r->seen & 1 << i) break;
        r->seen |= 1 << i;
        return rows[i].read(r);
    }

    return fail_here(r, PD_ERR_FORMAT, "descr, fortran_order and shape expected, each once");
}

pd_status pd_npy_parse(pd_array *out, const void *bytes, size_t size, const char *name, pd_error *err)
{
    reading r = {.out = out, .bytes = bytes, .size = size, .name = name ? name : "", .err = err};

    memset(out, 0, sizeof *out);

    /* Magic, version, and the length of the header, which has 2 or 4 bytes. */
    const unsigned char *p = r.bytes;
    if (r.size < MAGIC_BYTES + 4 || memcmp(p, MAGIC, MAGIC_BYTES))
        return fail_at_npy(&r, PD_ERR_FORMAT, 0, "not an npy array; \\x93NUMPY expected at its beginning");
    if (p[6] < 1 || p[6] > 3)
        return fail_at_npy(&r, PD_ERR_UNSUPPORTED, 6, "the npy version is unknown; 1, 2 or 3 expected");
    size_t prefix = p[6] == 1 ? 10 : 12;
    if (r.size < prefix)
        return fail_at_npy(&r, PD_ERR_FORMAT, r.size,
                           "the file ends within its header; a whole header expected");
    size_t length = p[8] | (size_t)p[9] << 8;
    if (prefix == 12) length |= (size_t)p[10] << 16 | (size_t)p[11] << 24;
    if (length > r.size - prefix)
        return fail_at_npy(&r, PD_ERR_FORMAT, 8,
                           "the header is longer than the file; a whole header expected");
    PD_ASSERT(prefix + length <= size);
    r.header = (text){(const char *)p + prefix, (const char *)p + prefix + length};
    r.body = prefix + length;

    /* The header is a Python dict of three entries. */
    if (!take_npy(&r.header, '{')) return fail_here(&r, PD_ERR_FORMAT, "a dict expected");
    while (!take_npy(&r.header, '}')) {
        pd_status status = read_entry(&r);
        if (status) return status;
        skip_space(&r.header);
        if (!take_npy(&r.header, ',') && (r.header.at == r.header.end || *r.header.at != '}'))
            return fail_here(&r, PD_ERR_FORMAT, "a comma or } expected");
    }

    if (r.seen != 7)
        return fail_here(&r, PD_ERR_FORMAT,
                         "the header is incomplete; descr, fortran_order and shape expected");

    /* The elements follow. An object array has a pickle there, of any length. */
    size_t there = r.size - r.body;
    char detail[128];
    r.out->data = r.bytes + r.body;
    if (!pd_array_measure(r.out))
        return fail_at_npy(&r, PD_ERR_RANGE, 0,
                           "the product of the lengths of the shape is too large; at most 64 bits allowed");
    if (r.out->dtype == PD_DTYPE_OBJECT) {
        r.out->data_bytes = there;
        return PD_OK;
    }

    snprintf(detail, sizeof detail, "%zu bytes of elements; the shape asks for %zu", there,
             r.out->data_bytes);

    return r.out->data_bytes <= there ? PD_OK : fail_at_npy(&r, PD_ERR_FORMAT, r.body, detail);
}

char pd_npy_letter(pd_dtype dtype)
{
    static const char letters[PD_DTYPE_COUNT] = {

#define ROW(name, safetensors, letter, bytes) [PD_DTYPE_##name] = letter,
        PD_DTYPE_TABLE(ROW)
#undef ROW
    };
    PD_ASSERT(dtype >= 0 && dtype < PD_DTYPE_COUNT);

    return letters[dtype];
}

/* Version 1.0 header for an array of numbers, padded so that the elements start on a 64-byte boundary when
 * the header does. */
static void write_header(pd_buffer *out, const pd_array *array)
{
    char dict[320], shape[200];

    /* numpy counts the letters of Unicode, of 4 bytes each */
    const size_t size = array->item_bytes / (array->dtype == PD_DTYPE_UTF32 ? 4 : 1);
    const size_t length =
        (size_t)snprintf(dict, sizeof dict, "{'descr': '%c%c%zu', 'fortran_order': False, 'shape': %s, }",
                         array->item_bytes == 1 ? '|' : '<', pd_npy_letter(array->dtype), size,
                         pd_array_shape_text(array, shape, sizeof shape));
    size_t padded = (MAGIC_BYTES + 4 + length + 1 + ALIGN - 1) / ALIGN * ALIGN - MAGIC_BYTES - 4;
    unsigned char *p = pd_buffer_extend(out, MAGIC_BYTES + 4 + padded);

    if (!p) return;
    memcpy(p, MAGIC "\x01", MAGIC_BYTES + 2); /* with the second byte of version 1.0, which is 0 */
    p[8] = (unsigned char)padded;
    p[9] = (unsigned char)(padded >> 8);
    memcpy(p + 10, dict, length);
    memset(p + 10 + length, ' ', padded - length - 1);
    p[10 + padded - 1] = '\n';
}

void pd_npy_write(pd_buffer *out, const pd_array *array)
{
    write_header(out, array);
    pd_buffer_add(out, array->data, array->data_bytes);
}
