#include "core/io/fbx/fbx_text.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SNIFF_BYTES  4096
#define NUMBER_BYTES 64 /* size of the longest number as text */

typedef struct reader {
    pd_fbx *out;
    const unsigned char *bytes;
    size_t size, at;
    int record_room, property_room;
    pd_error *err;
} reader;

static pd_status fail_at_fbx_text(const reader *r, size_t at, pd_status status, const char *detail)
{
    char where[160];
    snprintf(where, sizeof where, "%.120s:%zu", r->out->name, at);
    return pd_fail(r->err, status, where, "%s", detail);
}

/* Refuses a file that has more than `most` elements of a kind. at: byte at which that is found. */
static pd_status fail_above(const reader *r, size_t at, int most, const char *what)
{
    char detail[80];
    snprintf(detail, sizeof detail, "more than the allowed %d %s", most, what);
    return fail_at_fbx_text(r, at, PD_ERR_LIMIT, detail);
}

static bool has_text(pd_bytes in, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i + length <= in.size; i++)
        if (!memcmp(in.data + i, text, length)) return true;
    return false;
}

bool pd_fbx_text_sniff(pd_bytes text)
{
    const pd_bytes head = {text.data, text.size < SNIFF_BYTES ? text.size : SNIFF_BYTES};
    if (head.size && memchr(head.data, 0, head.size)) return false;
    return has_text(head, "FBXHeaderExtension:");
}

/* ---- words ---- */

/* Skips blanks and comments; with `lines` also ends of lines. */
static void skip(reader *r, bool lines)
{
    for (; r->at < r->size; r->at++) {
        const unsigned char c = r->bytes[r->at];
        if (c == ';')
            while (r->at + 1 < r->size && r->bytes[r->at + 1] != '\n') r->at++;
        else if (!(c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n')))
            return;
    }
}

static bool next_is(const reader *r, char c)
{
    return r->at < r->size && r->bytes[r->at] == (unsigned char)c;
}

/* Reads a word of a value: up to a comma, a bracket, a blank or the end of the line. */
static pd_bytes word(reader *r)
{
    const size_t begin = r->at;
    while (r->at < r->size && !isspace(r->bytes[r->at]) && !strchr(",{}\";", r->bytes[r->at])) r->at++;
    return (pd_bytes){r->bytes + begin, r->at - begin};
}

/* Reads a word as a number. Returns false if it is not a number. */
static bool number_of(double *value, int64_t *whole, bool *is_whole, pd_bytes from)
{
    char text[NUMBER_BYTES];
    char *end;

    if (!from.size || from.size >= sizeof text) return false;
    memcpy(text, from.data, from.size);
    text[from.size] = 0;

    *is_whole = !strpbrk(text, ".eEnNiI#");
    if (*is_whole) {
        *whole = strtoll(text, &end, 10);
        *value = (double)*whole;
    } else {
        *value = strtod(text, &end);
        *whole = fabs(*value) < 9e18 ? (int64_t)*value : 0;
        if (end != text && *end == '#') *value = NAN; /* "1.#IND", as older Windows programs print it */
    }

    return end != text && (!*end || *end == '#');
}

static void add_little(pd_buffer *out, uint64_t value)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(value >> 8 * i);
    pd_buffer_add(out, bytes, sizeof bytes);
}

/* ---- properties ---- */

/* Reads a text in quotes. Until the whole file is read, `whole` of a string or an array is an offset in
 * out->made, because that buffer may move. */
static pd_status read_string(reader *r, pd_fbx_property *p, bool is_name)
{
    static const struct {
        const char *name;
        char letter;
    } escapes[] = {{"&quot;", '"'}, {"&cr;", '\r'}, {"&lf;", '\n'}};
    pd_buffer *made = &r->out->made;
    const size_t begin = ++r->at;
    size_t end = begin;
    size_t class_end = 0;

    /* Find the closing quote; quotes inside are escaped. */
    while (end < r->size && r->bytes[end] != '"') end++;
    if (end == r->size)
        return fail_at_fbx_text(r, begin - 1, PD_ERR_FORMAT,
                                "a text has no closing quotation mark; a closing mark expected");
    r->at = end + 1;

    /* The name of an object, "Model::Hips", becomes "Hips\0\1Model" as in binary files. */
    for (size_t i = begin; is_name && !class_end && i + 1 < end; i++)
        if (r->bytes[i] == ':' && r->bytes[i + 1] == ':') class_end = i;
    *p = (pd_fbx_property){.type = 'S', .whole = (int64_t)made->size};
    for (size_t i = class_end ? class_end + 2 : begin; i < end; i++) {
        size_t k = 0;
        while (k < 3 && (end - i < strlen(escapes[k].name) ||
                         memcmp(r->bytes + i, escapes[k].name, strlen(escapes[k].name)) != 0))
            k++;
        pd_buffer_add(made, k < 3 ? (const void *)&escapes[k].letter : r->bytes + i, 1);
        if (k < 3) i += strlen(escapes[k].name) - 1;
    }

    if (class_end) {
        pd_buffer_add(made, "\0\1", 2);
        pd_buffer_add(made, r->bytes + begin, class_end - begin);
    }

    p->bytes.size = made->size - (size_t)p->whole;

    return PD_OK;
}

/* Converts the whole numbers of an array, 8 bytes each, to doubles in place. */
static void make_doubles(pd_fbx_property *p, pd_buffer *made)
{
    p->type = 'd';
    if (made->failed) return;
    PD_ASSERT((size_t)p->whole + 8 * (size_t)p->count <= made->size);

    for (size_t i = 0; i < p->count; i++) {
        unsigned char *old = made->data + (size_t)p->whole + 8 * i;
        uint64_t bits = 0;
        for (int k = 8; k-- > 0;) bits = bits << 8 | old[k];
        const double number = (double)(int64_t)bits;
        memcpy(&bits, &number, 8);
        for (int k = 0; k < 8; k++) old[k] = (unsigned char)(bits >> 8 * k);
    }
}

/* Reads the text before the numbers of an array: *3 { a: */
static pd_status read_array_head(reader *r)
{
    const size_t begin = r->at++;
    double value;
    int64_t whole;
    bool is_whole;

    if (!number_of(&value, &whole, &is_whole, word(r)) || whole < 0)
        return fail_at_fbx_text(r, begin, PD_ERR_FORMAT,
                                "the count of an array is not a whole number; 0 or more expected");
    skip(r, true);
    if (!next_is(r, '{'))
        return fail_at_fbx_text(r, r->at, PD_ERR_FORMAT, "an array does not begin with '{'; '{' expected");
    r->at++;
    skip(r, true);
    if (!next_is(r, 'a')) return PD_OK;
    r->at++;
    skip(r, true);
    if (!next_is(r, ':'))
        return fail_at_fbx_text(r, r->at, PD_ERR_FORMAT, "\"a:\" expected before the numbers of an array");
    r->at++;

    return PD_OK;
}

/* Reads an array, *3 { a: 1,2,3 }: as doubles if any of the numbers has a point, otherwise as whole numbers.
 * The announced count is not used. */
static pd_status read_array(reader *r, pd_fbx_property *p)
{
    pd_buffer *made = &r->out->made;
    pd_status status = read_array_head(r);

    if (status != PD_OK) return status;

    *p = (pd_fbx_property){.type = 'l', .whole = (int64_t)made->size};
    for (skip(r, true); !next_is(r, '}'); skip(r, true)) {
        const size_t from = r->at;
        double value;
        int64_t whole;
        bool is_whole;
        if (next_is(r, ',')) {
            r->at++;
            continue;
        }

        if (!number_of(&value, &whole, &is_whole, word(r)))
            return fail_at_fbx_text(
                r, from, PD_ERR_FORMAT,
                "an array contains something else than numbers; a number or '}' expected");

        /* At the first number with a point, convert those before it to doubles. */
        if (!is_whole && p->type == 'l') make_doubles(p, made);
        uint64_t bits = (uint64_t)whole;
        if (p->type == 'd') memcpy(&bits, &value, 8);
        add_little(made, bits);
        if (made->failed) return fail_at_fbx_text(r, from, PD_ERR_MEMORY, "out of memory");
        p->count++;
    }

    r->at++;
    p->bytes.size = 8 * (size_t)p->count;
    PD_ASSERT((size_t)p->whole + p->bytes.size == made->size);

    return PD_OK;
}

/* Reads one value of a record. */
static pd_status read_property(reader *r, bool is_name)
{
    /* Make room for one more property. */
    pd_fbx *f = r->out;

    if (f->property_count >= PD_FBX_PROPERTIES_MAX)
        return fail_above(r, r->at, PD_FBX_PROPERTIES_MAX, "properties");
    pd_fbx_property *moved = pd_fbx_grown(f->properties, f->property_count, &r->property_room, sizeof *moved);
    if (!moved) return fail_at_fbx_text(r, r->at, PD_ERR_MEMORY, "out of memory for its properties");
    f->properties = moved;
    pd_fbx_property *p = &f->properties[f->property_count++];

    /* Read a text or an array, which begin with special characters. */
    if (next_is(r, '"')) return read_string(r, p, is_name);
    if (next_is(r, '*')) return read_array(r, p);

    /* Any other word is a number or a single letter. */
    const size_t from = r->at;
    const pd_bytes text = word(r);
    bool is_whole = false;
    *p = (pd_fbx_property){.type = 'L'};
    if (!text.size)
        return fail_at_fbx_text(r, from, PD_ERR_FORMAT,
                                "a property has no readable value; a number, a text or an array expected");
    if (number_of(&p->number, &p->whole, &is_whole, text)) {
        p->type = is_whole ? 'L' : 'D';
        return PD_OK;
    }

    p->type = 'C'; /* a letter: T, Y, W */
    p->whole = text.data[0];
    p->number = (double)p->whole;

    return PD_OK;
}

/* ---- records ---- */

/* Reads one record with everything inside of it. */
static pd_status read_record(reader *r, int depth)
{
    /* Limits on depth and number, and room for one more record. */
    pd_fbx *f = r->out;
    const size_t begin = r->at;

    if (depth > PD_FBX_DEPTH_MAX) return fail_above(r, begin, PD_FBX_DEPTH_MAX, "nested records");
    if (f->record_count >= PD_FBX_RECORDS_MAX) return fail_above(r, begin, PD_FBX_RECORDS_MAX, "records");
    pd_fbx_record *moved = pd_fbx_grown(f->records, f->record_count, &r->record_room, sizeof *moved);
    if (!moved) return fail_at_fbx_text(r, begin, PD_ERR_MEMORY, "out of memory for its records");
    f->records = moved;

    /* The name. `end` holds its position in the file until all of the file is read. */
    while (r->at < r->size && r->bytes[r->at] != ':' && !strchr("\n{}\",", r->bytes[r->at])) r->at++;
    if (!next_is(r, ':') || r->at == begin)
        return fail_at_fbx_text(r, begin, PD_ERR_FORMAT,
                                "a record does not begin with a name; a name and ':' expected");
    const int own = f->record_count++;
    f->records[own] = (pd_fbx_record){.name = {(const unsigned char *)r->bytes + begin, r->at - begin},
                                      .first_property = f->property_count,
                                      .property_count = 0,
                                      .end = 0};
    r->at++;

    /* Read the values. A line that ends with a comma continues in the next. */
    bool goes_on = false;
    int count = 0;
    for (skip(r, false);; skip(r, goes_on)) {
        if (r->at == r->size || (next_is(r, '\n') && !goes_on)) break;
        if (next_is(r, ',')) {
            r->at++;
            goes_on = true;
            continue;
        }

        if (next_is(r, '{') || next_is(r, '}')) break;
        const pd_status status = read_property(r, depth == 2 && count == 1);
        if (status != PD_OK) return status;
        count++;
        goes_on = false;
    }

    f->records[own].property_count = count;

    /* Records inside of this one. */
    if (next_is(r, '{')) {
        r->at++;
        for (skip(r, true); !next_is(r, '}'); skip(r, true)) {
            if (r->at == r->size)
                return fail_at_fbx_text(r, begin, PD_ERR_FORMAT, "a record has no end; '}' expected");
            const pd_status status = read_record(r, depth + 1);
            if (status != PD_OK) return status;
        }

        r->at++;
    }

    f->records[own].end = f->record_count;

    return PD_OK;
}

pd_status pd_fbx_text_parse(pd_fbx *out, pd_bytes text, pd_error *err)
{
    reader r = {.out = out, .bytes = text.data, .size = text.size, .err = err};

    if (r.size > 3 && !memcmp(r.bytes, "\xef\xbb\xbf", 3)) r.at = 3;

    for (skip(&r, true); r.at < r.size; skip(&r, true)) {
        const pd_status status = read_record(&r, 1);
        if (status != PD_OK) return status;
    }

    if (out->made.failed) return pd_fail(err, PD_ERR_MEMORY, out->name, "out of memory");

    /* The buffer does not move any more: convert offsets to addresses. */
    for (int i = 0; i < out->property_count; i++) {
        pd_fbx_property *p = &out->properties[i];
        if (!strchr("Sld", p->type)) continue;
        p->bytes.data = out->made.data ? out->made.data + p->whole : (const unsigned char *)"";
        p->whole = 0;
    }

    const pd_fbx_property *version =
        pd_fbx_at(out, pd_fbx_find(out, pd_fbx_find(out, -1, "FBXHeaderExtension", 0), "FBXVersion", 0), 0);
    out->version = version && version->whole > 0 ? (uint32_t)version->whole : 0;
    if (out->version < PD_FBX_VERSION_FIRST || out->version > PD_FBX_VERSION_LAST)
        return pd_fail(err, PD_ERR_UNSUPPORTED, out->name, PD_FBX_VERSIONS, out->version,
                       PD_FBX_VERSION_FIRST, PD_FBX_VERSION_LAST);

    return PD_OK;
}
