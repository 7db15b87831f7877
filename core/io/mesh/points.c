#include "core/io/mesh/points.h"

#include "core/base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 512
#define PROPERTIES_MAX 64

/* Lines are taken one by one into a buffer that ends with 0, so that nothing reads past the file. */
typedef struct reader {
    pd_bytes file;
    size_t at;
    int line;
    const char *name;
    char text[LINE_MAX_BYTES];
    float *points;
    size_t count, room;
    pd_error *err;
} reader;

/* --- lines --- */

/* 0 at the end of the file. A line too long for the buffer is cut: no number of ours stands behind. */
static int next_line(reader *r)
{
    if (r->at >= r->file.size) return 0;
    const char *begin = (const char *)r->file.data + r->at;
    size_t left = r->file.size - r->at;
    const char *end = memchr(begin, '\n', left);
    size_t length = end ? (size_t)(end - begin) : left, kept = length;
    if (kept >= LINE_MAX_BYTES) kept = LINE_MAX_BYTES - 1;
    memcpy(r->text, begin, kept);
    if (kept && r->text[kept - 1] == '\r') kept--;
    r->text[kept] = 0;
    r->at += length + (end ? 1 : 0);
    r->line++;
    return 1;
}

static pd_status bad_line(const reader *r, const char *what)
{
    char where[160];
    snprintf(where, sizeof where, "%.120s:%d", r->name, r->line);
    return pd_fail(r->err, PD_ERR_FORMAT, where, "'%.60s': %s", r->text, what);
}

static pd_status add_point(reader *r, const double p[3])
{
    if (r->count >= PD_IO_POINTS_MAX)
        return pd_fail(r->err, PD_ERR_LIMIT, r->name, "more than %d vertices", PD_IO_POINTS_MAX);

    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 1024;
        float *points = realloc(r->points, 3 * room * sizeof *points);
        if (!points) return pd_fail(r->err, PD_ERR_MEMORY, r->name, "out of memory for %zu vertices", room);
        r->points = points, r->room = room;
    }

    for (int c = 0; c < 3; c++) {
        r->points[3 * r->count + (size_t)c] = (float)p[c];
        if (!(fabs(p[c]) <= 1e6)) {
            char where[160];
            snprintf(where, sizeof where, "%.120s: vertex %zu", r->name, r->count);
            return pd_fail(r->err, PD_ERR_RANGE, where, "%g; -1e6 to 1e6 allowed", p[c]);
        }
    }

    r->count++;
    return PD_OK;
}

static pd_status read_obj(reader *r)
{
    while (next_line(r)) {
        double p[3];
        if (r->text[0] != 'v' || (r->text[1] != ' ' && r->text[1] != '\t')) continue;
        if (pd_io_numbers_read(p, 3, r->text + 1) != 3) return bad_line(r, "three numbers are needed");
        pd_status status = add_point(r, p);
        if (status != PD_OK) return status;
    }
    return PD_OK;
}

/* --- PLY --- */

typedef struct property {
    int bytes, kind; /* 'i', 'u' or 'f' */
    int axis;        /* 0 x, 1 y, 2 z, -1 another */
} property;

typedef struct header {
    int ascii, big;
    long before; /* lines (ascii) or bytes of the elements before the vertices */
    long vertices;
    property properties[PROPERTIES_MAX];
    int property_count;
} header;

static const struct {
    const char *name, *other;
    int bytes, kind;
} types[] = {{"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},   {"short", "int16", 2, 'i'},
             {"ushort", "uint16", 2, 'u'}, {"int", "int32", 4, 'i'},     {"uint", "uint32", 4, 'u'},
             {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'}};

#define TYPES ((int)(sizeof types / sizeof *types))

/* Where the header's elements stand: only what comes before the vertices must be skipped. */
enum { BEFORE, VERTICES, AFTER };

static pd_status read_property(reader *r, header *h, int place, long elements)
{
    char type[16], name[32];

    if (place == AFTER) return PD_OK;
    if (sscanf(r->text, "property %15s %31s", type, name) != 2)
        return bad_line(r, "a type and a name are needed");

    int t = 0;
    while (t < TYPES && strcmp(types[t].name, type) && strcmp(types[t].other, type)) t++;
    if (t == TYPES) return bad_line(r, "a scalar type expected here");

    if (place == BEFORE) {
        h->before += h->ascii ? 0 : elements * types[t].bytes;
        return PD_OK;
    }

    if (h->property_count == PROPERTIES_MAX) return bad_line(r, "too many properties");
    int axis = strlen(name) == 1 && name[0] >= 'x' && name[0] <= 'z' ? name[0] - 'x' : -1;
    h->properties[h->property_count++] = (property){types[t].bytes, types[t].kind, axis};
    return PD_OK;
}

static pd_status read_element(reader *r, header *h, int *place, long *elements)
{
    char name[32];
    if (sscanf(r->text, "element %31s %ld", name, elements) != 2 || *elements < 0 || *elements > 100000000)
        return bad_line(r, "a name and a count are needed");
    *place = !strcmp(name, "vertex") ? VERTICES : *place == BEFORE ? BEFORE : AFTER;
    if (*place == VERTICES) h->vertices = *elements;
    if (*place == BEFORE && h->ascii) h->before += *elements;
    return PD_OK;
}

static pd_status read_header(reader *r, header *h)
{
    int place = BEFORE;
    long elements = 0;
    pd_status status = PD_OK;

    while (next_line(r)) {
        if (!strcmp(r->text, "end_header")) {
            int axes = 0;
            for (int p = 0; p < h->property_count; p++)
                if (h->properties[p].axis >= 0) axes |= 1 << h->properties[p].axis;
            if (h->vertices > PD_IO_POINTS_MAX)
                return pd_fail(r->err, PD_ERR_LIMIT, r->name, "%ld vertices; 1 to %d allowed", h->vertices,
                               PD_IO_POINTS_MAX);
            return axes == 7 ? PD_OK : bad_line(r, "vertices with x, y and z are needed before");
        }

        if (!strncmp(r->text, "format ", 7)) {
            h->ascii = !strncmp(r->text + 7, "ascii", 5);
            h->big = !strncmp(r->text + 7, "binary_big", 10);
            if (!h->ascii && !h->big && strncmp(r->text + 7, "binary_little", 13))
                return bad_line(r, "no format of PLY");
        }
        if (!strncmp(r->text, "element ", 8)) status = read_element(r, h, &place, &elements);
        if (!strncmp(r->text, "property ", 9)) status = read_property(r, h, place, elements);
        if (status != PD_OK) return status;
    }

    return bad_line(r, "the header does not end");
}

static pd_status read_ascii(reader *r, const header *h)
{
    for (long i = 0; i < h->before; i++)
        if (!next_line(r)) break;

    for (long i = 0; i < h->vertices; i++) {
        double values[PROPERTIES_MAX], p[3] = {0};
        if (!next_line(r)) return bad_line(r, "the file ends in its vertices");
        if (pd_io_numbers_read(values, h->property_count, r->text) != h->property_count)
            return bad_line(r, "a number for each property expected");
        for (int k = 0; k < h->property_count; k++)
            if (h->properties[k].axis >= 0) p[h->properties[k].axis] = values[k];
        pd_status status = add_point(r, p);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

static double number_at(const unsigned char *at, const property *p, int big)
{
    uint64_t bits = 0;

    for (int b = 0; b < p->bytes; b++) bits |= (uint64_t)at[big ? p->bytes - 1 - b : b] << (8 * b);
    if (p->kind == 'f' && p->bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }

    if (p->kind == 'f') {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }

    int shift = 64 - 8 * p->bytes;
    return p->kind == 'u' ? (double)bits : (double)((int64_t)(bits << shift) >> shift);
}

static pd_status read_binary(reader *r, const header *h)
{
    size_t row = 0, left = r->file.size - r->at;

    for (int k = 0; k < h->property_count; k++) row += (size_t)h->properties[k].bytes;
    if ((size_t)h->before > left || (size_t)h->vertices > (left - (size_t)h->before) / row)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name, "%ld vertices of %zu bytes; the file is too short",
                       h->vertices, row);

    const unsigned char *at = (const unsigned char *)r->file.data + r->at + h->before;
    for (long i = 0; i < h->vertices; i++) {
        double p[3] = {0};
        for (int k = 0; k < h->property_count; at += h->properties[k++].bytes)
            if (h->properties[k].axis >= 0)
                p[h->properties[k].axis] = number_at(at, &h->properties[k], h->big);
        pd_status status = add_point(r, p);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

pd_status pd_io_points_read(float **points, int *count, pd_bytes file, const char *name, pd_error *err)
{
    reader r = {.file = file, .name = name, .err = err};
    header h = {0};
    bool ply = file.size > 4 && !memcmp(file.data, "ply", 3) &&
               (((const char *)file.data)[3] == '\n' || ((const char *)file.data)[3] == '\r');

    pd_status status = ply ? read_header(&r, &h) : read_obj(&r);
    if (status == PD_OK && ply) status = h.ascii ? read_ascii(&r, &h) : read_binary(&r, &h);
    if (status == PD_OK && !r.count)
        status = pd_fail(err, PD_ERR_FORMAT, name, "no vertices: neither OBJ nor PLY");

    *points = status == PD_OK ? r.points : NULL;
    *count = status == PD_OK ? (int)r.count : 0;
    if (status != PD_OK) free(r.points);
    return status;
}
