#include "core/io/surface/mesh_text.h"

#include "core/base/file.h"
#include "core/base/assert.h"
#include "core/base/text/number.h"
#include "core/base/text/tokenizer.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES      4096
#define MOST_CORNERS    256 /* largest number of corners of a polygon */
#define MOST_PROPERTIES 64

/* Lines are taken one by one into a buffer that ends with 0, so that nothing reads past the file. */
typedef struct reader {
    const pd_io_mesh_sink *sink;
    pd_bytes file;
    size_t at;
    long vertex_count, face_count;
    bool has_normals; /* true: the PLY has nx, ny and nz */
    int line;
    char text[LINE_BYTES];
    pd_status status; /* why there is no next line; PD_OK: end of the file */
    pd_error *err;
} reader;

static bool next_line(reader *r)
{
    if (r->at >= r->file.size) return false;
    const unsigned char *begin = r->file.data + r->at;
    const size_t left = r->file.size - r->at;
    const unsigned char *end = memchr(begin, '\n', left);
    const size_t length = end ? (size_t)(end - begin) : left;
    size_t kept = length < LINE_BYTES ? length : LINE_BYTES - 1;
    memcpy(r->text, begin, kept);
    if (kept && r->text[kept - 1] == '\r') kept--;
    r->text[kept] = 0;
    r->at += length + (end ? 1 : 0);
    r->line++;
    if (length < LINE_BYTES) return true;

    /* Refuse a line that is too long, because only a part of it would be read; skip it if it is a comment. */
    if (r->text[0] == '#' || !strncmp(r->text, "comment ", 8) || !strncmp(r->text, "obj_info ", 9))
        return true;
    char where[32];
    snprintf(where, sizeof where, "line %d", r->line);
    r->status = pd_fail(r->err, PD_ERR_LIMIT, where, "the line is too long; at most %d bytes allowed",
                        LINE_BYTES - 1);

    return false;
}

static pd_status bad_line(const reader *r, const char *what)
{
    char where[32];
    snprintf(where, sizeof where, "line %d", r->line);
    return pd_fail(r->err, PD_ERR_FORMAT, where, "'%.60s': %s", r->text, what);
}

static pd_status add_vertex_mesh_text(reader *r, const double p[3])
{
    r->vertex_count++;
    return r->sink->vertex(r->sink->ctx, p, r->err);
}

static pd_status add_face(reader *r, uint32_t a, uint32_t b, uint32_t c)
{
    r->face_count++;
    return r->sink->face(r->sink->ctx, (const uint32_t[3]){a, b, c}, r->err);
}

/* --- OBJ --- */

/* Reads an f line of OBJ. */
static pd_status read_polygon(reader *r)
{
    uint32_t corners[MOST_CORNERS];
    int count = 0;
    const char *at = r->text + 1;

    /* Numbers of the corners. Negative ones count from the end; what follows a slash is skipped. */
    for (;;) {
        char *end;
        const long number = strtol(at, &end, 10);
        if (end == at) break;
        const long index = number < 0 ? r->vertex_count + number : number - 1;
        if (!number || index < 0 || index > INT32_MAX)
            return bad_line(r, "the vertex does not exist; the number of an earlier vertex expected");
        if (count == MOST_CORNERS) return bad_line(r, "too many corners; at most 256 allowed in a polygon");
        corners[count++] = (uint32_t)index;
        at = end;
        while (*at && !isspace((unsigned char)*at)) at++;
    }

    if (count < 3) return bad_line(r, "too few vertices; at least three expected");

    /* Triangles of a fan. */
    pd_status status = PD_OK;
    for (int c = 2; status == PD_OK && c < count; c++)
        status = add_face(r, corners[0], corners[c - 1], corners[c]);

    return status;
}

static pd_status read_obj(reader *r)
{
    pd_status status = PD_OK;

    while (status == PD_OK && next_line(r)) {
        double p[3];
        if (!isspace((unsigned char)r->text[1])) continue;
        if (r->text[0] == 'v')
            status = pd_io_numbers_read(p, 3, r->text + 1) == 3 ? add_vertex_mesh_text(r, p)
                     : strchr(r->text, ',')
                         ? bad_line(r, "the numbers have decimal commas; decimal points expected")
                         : bad_line(r, "three numbers expected");
        else if (r->text[0] == 'f' && r->sink->face)
            status = read_polygon(r);
    }

    return status == PD_OK ? r->status : status;
}

/* --- OFF --- */

/* Returns the end of the word that begins an OFF, or NULL: "OFF", with letters before it for what a vertex
 * has beside its position (ST: texture, C: colour, N: normal). */
static const char *end_of_off(const char *text)
{
    if (!strncmp(text, "ST", 2)) text += 2;
    if (*text == 'C') text++;
    if (*text == 'N') text++;
    return !strncmp(text, "OFF", 3) && (!text[3] || isspace((unsigned char)text[3]) || text[3] == '#')
               ? text + 3
               : NULL;
}

static bool is_off(pd_bytes file)
{
    char head[8] = "";
    memcpy(head, file.data ? file.data : (const unsigned char *)"", file.size < 7 ? file.size : 7);
    return end_of_off(head) != NULL;
}

/* Returns the first word of the next line that has one, without comments; NULL: the file ends. */
static const char *next_words(reader *r)
{
    while (next_line(r)) {
        r->text[strcspn(r->text, "#")] = 0;
        const char *at = r->text + strspn(r->text, " \t");
        if (*at) return at;
    }

    return NULL;
}

static pd_status end_of_file(reader *r, const char *what, long number, long count)
{
    char where[32];

    if (r->status != PD_OK) return r->status;
    snprintf(where, sizeof where, "line %d", r->line);
    return pd_fail(r->err, PD_ERR_FORMAT, where, "the file ends at %s %ld; %ld expected", what, number,
                   count);
}

/* Reads a face: the number of its corners, the corners, and colours, which are skipped. */
static pd_status read_off_face(reader *r, const char *at, long vertices)
{
    uint32_t corners[MOST_CORNERS];
    char *end;
    const long count = strtol(at, &end, 10);

    if (end == at || count < 0) return bad_line(r, "the number of corners of a face expected");
    if (count > MOST_CORNERS) return bad_line(r, "too many corners; at most 256 allowed in a polygon");
    for (long c = 0; c < count; c++) {
        at = end;
        const long number = strtol(at, &end, 10);
        if (end == at || number < 0 || number >= vertices)
            return bad_line(r, "the vertex does not exist; the number of a vertex, from 0, expected");
        corners[c] = (uint32_t)number;
    }

    pd_status status = PD_OK;
    for (long c = 2; status == PD_OK && c < count; c++)
        status = add_face(r, corners[0], corners[c - 1], corners[c]);

    return status;
}

static pd_status read_off(reader *r)
{
    double counts[3];
    pd_status status = PD_OK;

    /* Counts of vertices, faces and edges, on the line of the word or on the next one. */
    const char *at = next_words(r);
    at = at ? end_of_off(at) : NULL;
    if (at) at += strspn(at, " \t\r");
    if (at && !strncmp(at, "BINARY", 6))
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, "line 1", "a binary OFF; one in text, or a PLY, expected");
    if (at && !*at) at = next_words(r);
    if (!at || pd_io_numbers_read(counts, 2, at) < 2 || !(counts[0] >= 0 && counts[0] <= 1e8) ||
        !(counts[1] >= 0 && counts[1] <= 1e8))
        return at ? bad_line(r, "the numbers of vertices and faces expected")
                  : end_of_file(r, "vertex", 0, 1);
    const long vertices = (long)counts[0];
    const long faces = (long)counts[1];
    if (r->sink->most && vertices > r->sink->most) {
        char where[32];
        snprintf(where, sizeof where, "line %d", r->line);
        return pd_fail(r->err, PD_ERR_LIMIT, where, "%ld vertices; 1 to %ld allowed", vertices,
                       r->sink->most);
    }

    /* A vertex on each line; what follows its position is skipped. */
    for (long v = 0; v < vertices && status == PD_OK; v++) {
        double p[3];
        at = next_words(r);
        if (!at) return end_of_file(r, "vertex", v, vertices);
        status = pd_io_numbers_read(p, 3, at) == 3 ? add_vertex_mesh_text(r, p)
                                                   : bad_line(r, "three numbers expected");
    }

    for (long f = 0; f < faces && status == PD_OK && r->sink->face; f++) {
        at = next_words(r);
        if (!at) return end_of_file(r, "face", f, faces);
        status = read_off_face(r, at, vertices);
    }

    return status;
}

/* --- PLY --- */

typedef struct property {
    char name[32];
    int bytes, kind;             /* 'i', 'u', 'f' */
    int count_bytes, count_kind; /* type of a list's count; 0: a scalar */
} property;

typedef struct element {
    char name[32];
    long count;
    property properties[MOST_PROPERTIES];
    int property_count;
} element;

#define MOST_ELEMENTS 8
typedef struct header {
    bool is_ascii, is_big;
    element elements[MOST_ELEMENTS];
    int element_count;
} header;

static const struct {
    const char *name, *other;
    int bytes, kind;
} types[] = {{"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},   {"short", "int16", 2, 'i'},
             {"ushort", "uint16", 2, 'u'}, {"int", "int32", 4, 'i'},     {"uint", "uint32", 4, 'u'},
             {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'}};

static bool find_type(int *bytes, int *kind, const char *name)
{
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        if (!strcmp(types[t].name, name) || !strcmp(types[t].other, name)) {
            *bytes = types[t].bytes;
            *kind = types[t].kind;
            return true;
        }

    return false;
}

static pd_status read_property(reader *r, header *h)
{
    char count[16], type[16];

    if (!h->element_count) return bad_line(r, "a property before any element; an element expected first");
    element *e = &h->elements[h->element_count - 1];
    if (e->property_count == MOST_PROPERTIES) return bad_line(r, "at most 64 properties allowed");
    property *p = &e->properties[e->property_count];
    memset(p, 0, sizeof *p);

    const bool is_list = sscanf(r->text, "property list %15s %15s %31s", count, type, p->name) == 3;
    if (!is_list && sscanf(r->text, "property %15s %31s", type, p->name) != 2)
        return bad_line(r, "a type and a name expected");
    if (!find_type(&p->bytes, &p->kind, type))
        return bad_line(r, "an unknown type; a type of PLY (float, uchar, int ...) expected");
    if (is_list && (!find_type(&p->count_bytes, &p->count_kind, count) || p->count_kind == 'f'))
        return bad_line(r, "the count of a list has a fractional type; an integer type expected");
    e->property_count++;

    return PD_OK;
}

static pd_status read_header(reader *r, header *h)
{
    /* One line after the other: format, elements, and properties of the last element. */
    while (next_line(r)) {
        pd_status status = PD_OK;
        if (!strcmp(r->text, "end_header")) return PD_OK;
        if (!strncmp(r->text, "format ", 7)) {
            h->is_ascii = !strncmp(r->text + 7, "ascii", 5);
            h->is_big = !strncmp(r->text + 7, "binary_big", 10);
            if (!h->is_ascii && !h->is_big && strncmp(r->text + 7, "binary_little", 13))
                return bad_line(
                    r, "an unknown format; ascii, binary_little_endian or binary_big_endian expected");
        }

        if (!strncmp(r->text, "element ", 8)) {
            if (h->element_count == MOST_ELEMENTS) return bad_line(r, "at most 8 elements allowed");
            element *e = &h->elements[h->element_count++];
            memset(e, 0, sizeof *e);
            if (sscanf(r->text, "element %31s %ld", e->name, &e->count) != 2 || e->count < 0 ||
                e->count > 100000000)
                return bad_line(r, "a name and a count expected");
            if (!strcmp(e->name, "vertex") && r->sink->most && e->count > r->sink->most) {
                char where[32];
                snprintf(where, sizeof where, "line %d", r->line);
                return pd_fail(r->err, PD_ERR_LIMIT, where, "%ld vertices; 1 to %ld allowed", e->count,
                               r->sink->most);
            }
        }

        if (!strncmp(r->text, "property ", 9)) status = read_property(r, h);
        if (status != PD_OK) return status;
    }

    return r->status != PD_OK ? r->status : bad_line(r, "the header does not end; end_header expected");
}

static double number_at(const unsigned char *at, int bytes, int kind, bool is_big)
{
    PD_ASSERT(bytes >= 1 && bytes <= 8);
    uint64_t bits = 0;
    for (int b = 0; b < bytes; b++) bits |= (uint64_t)at[is_big ? bytes - 1 - b : b] << (8 * b);
    if (kind == 'f' && bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }

    if (kind == 'f') {
        const uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }

    const int shift = 64 - 8 * bytes;

    return kind == 'u' ? (double)bits : (double)((int64_t)(bits << shift) >> shift);
}

/* Takes the next number of the body. Returns false at its end. Ascii numbers may stand on any line. */
static bool take_mesh_text(reader *r, const header *h, double *value, int bytes, int kind, const char **text)
{
    if (h->is_ascii) {
        for (;;) {
            char *end;
            *value = strtod(*text, &end);
            if (end != *text) {
                *text = end;
                return true;
            }

            if (!next_line(r)) return false;
            *text = r->text;
        }
    }

    /* Binary numbers follow each other. */
    if ((size_t)bytes > r->file.size - r->at) return false;
    *value = number_at(r->file.data + r->at, bytes, kind, h->is_big);
    r->at += (size_t)bytes;

    return true;
}

static bool is_normal(const property *q)
{
    return !q->count_bytes && q->name[0] == 'n' && q->name[1] >= 'x' && q->name[1] <= 'z' && !q->name[2];
}

static pd_status read_row(reader *r, const header *h, const element *e, const char **text)
{
    const bool is_vertex = !strcmp(e->name, "vertex");
    const bool is_face = !strcmp(e->name, "face");
    double p[3] = {0}, n[3] = {0};
    double value;
    char where[48];

    /* One property after the other. */
    for (int k = 0; k < e->property_count; k++) {
        const property *q = &e->properties[k];
        long count = 1;
        uint32_t corners[3] = {0};
        const bool is_fan = r->sink->face && is_face && q->count_bytes && !strncmp(q->name, "vertex_ind", 10);

        /* A list begins with its length; any other property has one value. -1: the file ends, or the length
         * is not plausible. */
        if (q->count_bytes) {
            count = take_mesh_text(r, h, &value, q->count_bytes, q->count_kind, text) && value >= 0 &&
                            value <= 1e6
                        ? (long)value
                        : -1;
        }

        for (long i = 0; i < count; i++) {
            if (!take_mesh_text(r, h, &value, q->bytes, q->kind, text)) {
                count = -1;
                break;
            }

            /* Position and normal. */
            if (is_vertex && !q->count_bytes && !q->name[1] && q->name[0] >= 'x' && q->name[0] <= 'z')
                p[q->name[0] - 'x'] = value;
            if (is_vertex && is_normal(q)) n[q->name[1] - 'x'] = value;

            /* Split a polygon into a fan: each corner from the third on makes a triangle with the first and
             * the previous corner. */
            if (!is_fan) continue;
            if (!(value >= 0 && value <= INT32_MAX)) {
                snprintf(where, sizeof where, "face %ld", r->face_count);
                if (!r->vertex_count)
                    return pd_fail(r->err, PD_ERR_RANGE, where,
                                   "refers to vertex %g, but the file has no vertices; vertices expected",
                                   value);
                return pd_fail(r->err, PD_ERR_RANGE, where,
                               "refers to vertex %g; 0 to %ld allowed, the vertices of the file", value,
                               r->vertex_count - 1);
            }

            corners[i < 2 ? i : 2] = (uint32_t)value;
            if (i < 2) continue;
            const pd_status status = add_face(r, corners[0], corners[1], corners[2]);
            if (status != PD_OK) return status;
            corners[1] = corners[2];
        }

        if (count >= 0) continue;
        if (r->status != PD_OK) return r->status;
        snprintf(where, sizeof where, "byte %zu", r->at);
        return pd_fail(
            r->err, PD_ERR_FORMAT, where,
            "the file ends within element %s, or a list in it is too long; whole elements expected", e->name);
    }

    if (is_vertex && r->has_normals && r->sink->normal) r->sink->normal(r->sink->ctx, n);

    return is_vertex ? add_vertex_mesh_text(r, p) : PD_OK;
}

static pd_status read_ply(reader *r, header *h)
{
    const char *text = "";
    char where[32];

    pd_status status = read_header(r, h);
    if (status != PD_OK) return status;

    /* Vertices need x, y and z; normals are read only if complete. */
    unsigned axes = 0, normals = 0;
    for (int e = 0; e < h->element_count; e++)
        for (int k = 0; k < h->elements[e].property_count && !strcmp(h->elements[e].name, "vertex"); k++) {
            const property *p = &h->elements[e].properties[k];
            if (!p->count_bytes && !p->name[1] && p->name[0] >= 'x' && p->name[0] <= 'z')
                axes |= 1u << (p->name[0] - 'x');
            if (is_normal(p)) normals |= 1u << (p->name[1] - 'x');
        }
    r->has_normals = normals == 7;
    if (axes != 7)
        return bad_line(r, "an element before the vertices; vertices with x, y and z expected first");

    /* Rows of all elements, in the order of the header. */
    for (int e = 0; status == PD_OK && e < h->element_count; e++) {
        /* A row without properties has no bytes, so the size of the file would not bound the loop. */
        if (!h->elements[e].property_count) continue;
        for (long i = 0; status == PD_OK && i < h->elements[e].count; i++) {
            if (r->at < r->file.size || (h->is_ascii && *text)) {
                status = read_row(r, h, &h->elements[e], &text);
                continue;
            }

            snprintf(where, sizeof where, "byte %zu", r->at);
            status = pd_fail(r->err, PD_ERR_FORMAT, where, "the file ends at %s %ld; %ld expected",
                             h->elements[e].name, i, h->elements[e].count);
        }
    }

    return status;
}

/* Returns whether the file begins with "ply". */
static bool is_ply(pd_bytes file)
{
    return file.size >= 4 && !memcmp(file.data, "ply", 3) && (file.data[3] == '\n' || file.data[3] == '\r');
}

bool pd_io_mesh_text_is_off(pd_bytes file)
{
    return is_off(pd_text_unmarked(file));
}

pd_status pd_io_mesh_text_read(const pd_io_mesh_sink *sink, pd_bytes file, pd_error *err)
{
    file = pd_text_unmarked(file);
    reader r = {.sink = sink, .file = file, .err = err};
    if (is_off(file)) return read_off(&r);
    if (!is_ply(file)) return read_obj(&r);

    header *h = calloc(1, sizeof *h);
    if (!h) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    const pd_status status = read_ply(&r, h);
    free(h);

    return status;
}
