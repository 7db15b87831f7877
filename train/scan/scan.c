#include "train/scan/scan.h"

#include "core/base/file.h"
#include "core/base/assert.h"
#include "core/base/text/tokenizer.h"
#include "core/io/surface/mesh_text.h"
#include "train/scan/points.h"
#include "core/io/surface/surface.h"
#include "core/io/tensor/npy.h"
#include "core/io/tensor/npz.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LARGEST     1e6  /* largest coordinate, in any unit */
#define PRECISION   1e-4 /* part of the scan's size that floats may lose */
#define FLOAT_STEP  6e-8 /* half a step of a float, 2^-24, as part of the number */
#define LINE_BYTES  4096 /* longest line of a text */
#define STL_HEAD    84   /* bytes of a binary STL before its triangles */
#define STL_FACE    50   /* bytes of a triangle in it */
#define MOST_FIELDS 32   /* columns of a line of text or fields of a PCD */

typedef struct reading {
    float *at, *normals;
    size_t count, room;
    long not_finite, zero_count;
    double low[3], high[3];
    double normal[3]; /* normal of the next point */
    bool has_normal;
} reading;

static void keep_normal(void *ctx, const double n[3])
{
    reading *r = ctx;
    memcpy(r->normal, n, sizeof r->normal);
    r->has_normal = true;
}

static pd_status no_memory(pd_error *err)
{
    return pd_fail(err, PD_ERR_MEMORY, "points", "out of memory");
}

/* Adds a point, unless it is not finite. */
static pd_status add_point(void *ctx, const double p[3], pd_error *err)
{
    reading *r = ctx;
    char where[32];

    if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) {
        r->not_finite++;
        return PD_OK;
    }

    for (int c = 0; c < 3; c++) {
        if (fabs(p[c]) <= LARGEST) continue;
        snprintf(where, sizeof where, "vertex %zu", r->count);
        return pd_fail(err, PD_ERR_RANGE, where, "%g; -1e6 to 1e6 allowed", p[c]);
    }

    /* Double the room when it is full, up to the limit. The first room is for 1024 points. */
    if (r->count >= PD_TRAIN_POINTS_MAX)
        return pd_fail(err, PD_ERR_LIMIT, "vertices", "more than %d; at most as many allowed",
                       PD_TRAIN_POINTS_MAX);
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 1024;
        float *at = realloc(r->at, 3 * room * sizeof *at);
        if (!at) return no_memory(err);
        r->at = at;
        if (r->has_normal) {
            float *normals = realloc(r->normals, 3 * room * sizeof *normals);
            if (!normals) return no_memory(err);
            r->normals = normals;
        }

        r->room = room;
    }

    /* Normal of unit length, or 0 if the file's is not usable. */
    if (r->has_normal) {
        const double *n = r->normal;
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        const bool is_good = length > 1e-12 && length < 1e12; /* false for what is not finite */
        for (size_t c = 0; c < 3; c++) r->normals[3 * r->count + c] = is_good ? (float)(n[c] / length) : 0;
    }

    /* The box around all points, and the point. */
    for (size_t c = 0; c < 3; c++) {
        r->low[c] = r->count ? fmin(r->low[c], p[c]) : p[c];
        r->high[c] = r->count ? fmax(r->high[c], p[c]) : p[c];
        r->at[3 * r->count + c] = (float)p[c];
    }

    r->zero_count += p[0] == 0 && p[1] == 0 && p[2] == 0;
    r->count++;

    return PD_OK;
}

/* ---- STL ---- */

static int by_place(const void *a, const void *b)
{
    return memcmp(a, b, 3 * sizeof(float));
}

/* Keeps one of all points with the same place. */
static void merge_scan(reading *r)
{
    size_t kept = 0;

    PD_ASSERT(!r->normals);
    if (r->count) qsort(r->at, r->count, 3 * sizeof *r->at, by_place);
    for (size_t i = 0; i < r->count; i++)
        if (!kept || by_place(r->at + 3 * (kept - 1), r->at + 3 * i) != 0)
            memmove(r->at + 3 * kept++, r->at + 3 * i, 3 * sizeof *r->at);
    r->count = kept;
}

static float little_float(const unsigned char *p)
{
    const uint32_t bits = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns whether the file is a binary STL: 80 bytes of text, a count of triangles (32 bits, little-endian),
 * then so many triangles. Its text may begin with "solid", as ascii ones do, so the size decides. */
static bool is_binary_stl(pd_bytes file)
{
    if (file.size < STL_HEAD) return false;
    const unsigned char *p = file.data + 80;
    const uint64_t count = (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    return count > 0 && file.size - STL_HEAD == STL_FACE * count;
}

/* Reads the corners of all triangles: 12 bytes of normal, then three corners of three floats (50 bytes in
 * all), and merges those that are equal. */
static pd_status read_binary_stl(reading *r, pd_bytes file, pd_error *err)
{
    pd_status status = PD_OK;

    for (size_t at = STL_HEAD; at < file.size && !status; at += STL_FACE)
        for (size_t corner = 1; corner <= 3 && !status; corner++) {
            double p[3];
            for (size_t c = 0; c < 3; c++) p[c] = (double)little_float(file.data + at + 12 * corner + 4 * c);
            status = add_point(r, p, err);
        }
    if (!status) merge_scan(r);

    return status;
}

/* Reads the words "vertex" and the three numbers behind each; all else says nothing of points. */
static pd_status read_ascii_stl(reading *r, pd_bytes text, pd_error *err)
{
    pd_tokenizer words;
    pd_status status = PD_OK;

    pd_tokenizer_init(&words, text, "stl");
    while (!status && pd_tokenizer_next(&words)) {
        double p[3];
        if (!pd_tokenizer_is(&words, "vertex")) continue;
        for (int c = 0; c < 3 && !status; c++) status = pd_tokenizer_number(&p[c], &words, "vertex", err);
        if (!status) status = add_point(r, p, err);
    }

    if (!status) merge_scan(r);

    return status;
}

/* ---- arrays ---- */

/* (N,3 or more) or (H,W,3 or more) */
static pd_status read_array(reading *r, const pd_array *array, pd_error *err)
{
    const int rank = array->rank;
    const size_t width = rank > 1 ? array->shape[rank - 1] : 0;

    if (rank < 2 || rank > 3 || width < 3 || !array->count)
        return pd_fail(err, PD_ERR_FORMAT, "array", "rank %d; points (N, 3) expected", rank);
    if (array->count / width > PD_TRAIN_POINTS_MAX)
        return pd_fail(err, PD_ERR_LIMIT, "array", "%zu points; at most %d allowed", array->count / width,
                       PD_TRAIN_POINTS_MAX);

    double *numbers = malloc(array->count * sizeof *numbers);
    if (!numbers) return no_memory(err);
    pd_status status = pd_array_f64(numbers, array, "array", err);
    for (size_t i = 0; i < array->count && !status; i += width) status = add_point(r, numbers + i, err);
    free(numbers);

    return status;
}

/* Reads the array of points of an npz: the first of the usual names, or the only array there is. */
static pd_status read_npz(reading *r, pd_bytes file, pd_error *err)
{
    static const char *const members[] = {"points", "vertices", "xyz", "pcd", "v", NULL};
    const char *member = NULL;
    pd_npz npz;
    pd_status status = pd_npz_parse(&npz, file.data, file.size, "npz", err);

    if (status) return status;

    for (int i = 0; members[i] && !member; i++)
        if (pd_npz_has(&npz, members[i])) member = members[i];
    if (!member && npz.member_count == 1) member = pd_npz_member(&npz, 0);

    pd_array array;
    status = member ? pd_npz_read(&array, &npz, member, err)
                    : pd_fail(err, PD_ERR_NOT_FOUND, "npz",
                              "the npz has no array of points; points, vertices, xyz, pcd or v expected");
    if (!status) status = read_array(r, &array, err);
    pd_npz_deinit(&npz);

    return status;
}

/* ---- text ---- */

/* Lines of a text, cut to LINE_BYTES. */
typedef struct lines {
    const char *at, *end;
    char text[LINE_BYTES];
    int number;
} lines;

/* Copies the next line of the text, cut at LINE_BYTES. Returns false at the end. */
static bool next_line(lines *l)
{
    if (l->at >= l->end) return false;
    const char *end = memchr(l->at, '\n', (size_t)(l->end - l->at));
    const char *stop = end ? end : l->end;
    const size_t size = (size_t)(stop - l->at) < LINE_BYTES ? (size_t)(stop - l->at) : LINE_BYTES - 1;
    memcpy(l->text, l->at, size);
    l->text[size] = 0;
    l->at = end ? end + 1 : l->end;
    l->number++;

    return true;
}

static pd_status bad_line(const lines *l, const char *what, pd_error *err)
{
    char where[32];
    snprintf(where, sizeof where, "line %d", l->number);
    return pd_fail(err, PD_ERR_FORMAT, where, "'%.60s': %s", l->text, what);
}

/* Cuts a line into cells, in place, and returns their number. With semicolons, commas are decimal commas. */
static int cut_scan(char *cells[MOST_FIELDS], char *text)
{
    const bool has_semicolons = strchr(text, ';');
    const char *between = has_semicolons ? " \t\r;" : " \t\r,";
    int count = 0;
    char *rest = NULL;

    if (has_semicolons)
        for (char *p = text; *p; p++)
            if (*p == ',') *p = '.';
    for (char *cell = strtok_r(text, between, &rest); cell && count < MOST_FIELDS;
         cell = strtok_r(NULL, between, &rest))
        cells[count++] = cell;

    return count;
}

/* Reads a cell that may be NaN. */
static bool read_cell(double *out, const char *cell)
{
    if (pd_tokenizer_parse(out, cell)) return true;
    *out = NAN;
    return !strncasecmp(cell + strspn(cell, "+-"), "nan", 3) ||
           !strncasecmp(cell + strspn(cell, "+-"), "inf", 3);
}

/* Finds x, y and z in a heading. Returns whether all are there. */
static bool find_columns(int columns[3], char *const cells[], int count)
{
    int found = 0;

    for (int c = 0; c < 3; c++)
        for (int i = 0; i < count; i++) {
            const char *name = cells[i] + strspn(cells[i], "\"'/#");
            if ((name[0] | 32) != 'x' + c || (name[1] && name[1] != '"' && name[1] != '\'')) continue;
            columns[c] = i;
            found++;
            break;
        }

    return found == 3;
}

/* Reads rows of numbers from the lines that are left. `columns` are those of x, y and z. */
static pd_status read_rows_scan(reading *r, lines *l, int columns[3], pd_error *err)
{
    bool has_begun = false;

    while (next_line(l)) {
        char copy[LINE_BYTES];
        char *cells[MOST_FIELDS];
        double p[3] = {0};
        bool is_row = true;
        memcpy(copy, l->text, sizeof copy);
        const int count = cut_scan(cells, copy);
        if (!count || cells[0][0] == '#' || !strncmp(cells[0], "//", 2)) {
            if (!has_begun && count)
                find_columns(columns, cells + (cells[0][1] == 0), count - (cells[0][1] == 0));
            continue;
        }

        for (int c = 0; c < 3; c++)
            is_row = is_row && columns[c] < count && read_cell(&p[c], cells[columns[c]]);
        if (is_row) {
            const pd_status status = add_point(r, p, err);
            if (status) return status;
            has_begun = true;
            continue;
        }

        /* Headings and the count of a PTS come before the rows. */
        if (has_begun) return bad_line(l, "three numbers expected", err);
        find_columns(columns, cells, count);
    }

    return PD_OK;
}

/* ---- PCD ---- */

typedef struct pcd {
    int bytes[MOST_FIELDS], counts[MOST_FIELDS], xyz[3], field_count;
    char types[MOST_FIELDS];
    long points;
} pcd;

/* Reads the points of a PCD whose rows are bytes, little-endian, as the header describes. */
static pd_status read_binary_pcd(reading *r, const pcd *h, const lines *l, pd_error *err)
{
    size_t offsets[MOST_FIELDS];
    size_t row = 0;

    /* Where each field begins in a row. */
    for (int f = 0; f < h->field_count; f++) {
        offsets[f] = row;
        row += (size_t)h->bytes[f] * (size_t)h->counts[f];
    }

    for (int c = 0; c < 3; c++)
        if (h->types[h->xyz[c]] != 'F' || (h->bytes[h->xyz[c]] != 4 && h->bytes[h->xyz[c]] != 8))
            return pd_fail(err, PD_ERR_UNSUPPORTED, "pcd",
                           "x, y and z have another type; floats of 4 or 8 bytes expected");
    if (!row || (size_t)h->points > (size_t)(l->end - l->at) / row)
        return pd_fail(err, PD_ERR_FORMAT, "pcd",
                       "%ld points of %zu bytes do not fit into the %zu bytes of the rest of the file; all "
                       "points expected",
                       h->points, row, (size_t)(l->end - l->at));

    /* Read x, y and z of each row, as floats of 4 or 8 bytes. */
    pd_status status = PD_OK;
    const unsigned char *at = (const unsigned char *)l->at;
    for (long i = 0; i < h->points && !status; i++, at += row) {
        double p[3];
        for (int c = 0; c < 3; c++) {
            const unsigned char *from = at + offsets[h->xyz[c]];
            uint64_t bits = 0;
            for (int b = 0; b < 8 && h->bytes[h->xyz[c]] == 8; b++) bits |= (uint64_t)from[b] << (8 * b);
            if (h->bytes[h->xyz[c]] == 4)
                p[c] = (double)little_float(from);
            else
                memcpy(&p[c], &bits, sizeof bits);
        }

        status = add_point(r, p, err);
    }

    return status;
}

/* Reads a point cloud of PCL: lines of a header that end with DATA, then rows as text or bytes. */
static pd_status read_pcd(reading *r, lines *l, pd_error *err)
{
    pcd h = {.xyz = {-1, -1, -1}, .points = -1};

    while (next_line(l)) {
        char copy[LINE_BYTES];
        char *cells[MOST_FIELDS];
        double number;
        memcpy(copy, l->text, sizeof copy);
        const int count = cut_scan(cells, copy);
        if (!count) continue;

        const bool is_size = !strcmp(cells[0], "SIZE");
        const bool is_count = !strcmp(cells[0], "COUNT");
        const bool is_type = !strcmp(cells[0], "TYPE");
        if ((is_size || is_count || is_type) && !h.field_count)
            return bad_line(l, "stands before FIELDS; FIELDS, SIZE, TYPE and COUNT expected in this order",
                            err);
        if (!strcmp(cells[0], "FIELDS")) {
            /* The columns of x, y and z are those of one line, as are the sizes. */
            if (h.field_count) return bad_line(l, "a second line of FIELDS; one expected", err);
            h.field_count = count - 1;
            for (int f = 0; f < h.field_count; f++) h.counts[f] = 1;
            find_columns(h.xyz, cells + 1, count - 1);
        } else if (is_size || is_count) {
            for (int f = 0; f < h.field_count && f + 1 < count; f++) {
                if (!pd_tokenizer_parse(&number, cells[f + 1]) || !(number >= 1 && number <= 4096))
                    return bad_line(l, "numbers from 1 to 4096 expected", err);
                *(is_size ? &h.bytes[f] : &h.counts[f]) = (int)number;
            }
        } else if (is_type) {
            for (int f = 0; f < h.field_count && f + 1 < count; f++) h.types[f] = cells[f + 1][0];
        } else if (!strcmp(cells[0], "POINTS") && count > 1) {
            if (!pd_tokenizer_parse(&number, cells[1]) || !(number >= 1 && number <= PD_TRAIN_POINTS_MAX))
                return bad_line(l, "a number of points from 1 to 2000000 expected", err);
            h.points = (long)number;
        } else if (!strcmp(cells[0], "DATA") && count > 1) {
            if (h.xyz[0] < 0 || h.xyz[1] < 0 || h.xyz[2] < 0 || h.points < 0)
                return pd_fail(err, PD_ERR_FORMAT, "pcd",
                               "the header is incomplete; FIELDS with x, y and z, and POINTS, expected");
            if (!strcmp(cells[1], "binary")) return read_binary_pcd(r, &h, l, err);
            if (!strcmp(cells[1], "ascii")) return read_rows_scan(r, l, h.xyz, err);
            return bad_line(l, "DATA ascii or binary expected; save the cloud uncompressed", err);
        }
    }

    return pd_fail(err, PD_ERR_FORMAT, "pcd", "the header has no DATA; DATA ascii or binary expected");
}

/* ---- files ---- */

static bool begins(pd_bytes file, const char *with)
{
    return file.size >= strlen(with) && !memcmp(file.data, with, strlen(with));
}

/* Returns whether a text has a line that begins as a vertex of an OBJ does. */
static bool is_obj(pd_bytes text)
{
    lines l = {.at = (const char *)text.data, .end = (const char *)text.data + text.size};
    while (next_line(&l))
        if (l.text[0] == 'v' && (l.text[1] == ' ' || l.text[1] == '\t')) return true;
    return false;
}

/* Reads the vertices of the meshes and clouds of a glTF binary. */
static pd_status read_glb(reading *r, pd_bytes file, pd_error *err)
{
    pd_io_surface surface;
    pd_status status = pd_io_surface_read_points(&surface, file, PD_TRAIN_POINTS_MAX, err);

    if (status) return status;
    for (int i = 0; i < surface.vertex_count && !status; i++) {
        const float *v = surface.vertices + 3 * (size_t)i;
        status = add_point(r, (const double[3]){(double)v[0], (double)v[1], (double)v[2]}, err);
    }

    pd_io_surface_deinit(&surface);

    return status;
}

/* Recognises the format by the file's first bytes and reads it. */
static pd_status read_any(reading *r, pd_bytes file, pd_error *err)
{
    const pd_bytes text = pd_text_unmarked(file);
    const pd_io_mesh_sink sink = {
        .most = PD_TRAIN_POINTS_MAX, .vertex = add_point, .normal = keep_normal, .ctx = r};
    lines l = {.at = (const char *)text.data, .end = (const char *)text.data + text.size};
    pd_array array;

    /* Formats with bytes of their own. */
    if (is_binary_stl(file)) return read_binary_stl(r, file, err);
    if (begins(file, "PK\3\4")) return read_npz(r, file, err);
    if (begins(file, "\x93NUMPY")) {
        const pd_status status = pd_npy_parse(&array, file.data, file.size, "npy", err);
        return status ? status : read_array(r, &array, err);
    }

    if (begins(file, "glTF")) return read_glb(r, file, err);

    /* Texts. */
    if (begins(text, "ply") || pd_io_mesh_text_is_off(text)) return pd_io_mesh_text_read(&sink, text, err);
    if (begins(text, "# .PCD") || begins(text, "VERSION ")) return read_pcd(r, &l, err);
    if (begins(text, "solid") && !is_obj(text)) return read_ascii_stl(r, text, err);
    if (memchr(text.data, 0, text.size))
        return pd_fail(err, PD_ERR_FORMAT, "file",
                       "an unknown format; PLY, OBJ, STL, PCD, GLB, npz, npy or text with three numbers a "
                       "line expected");
    if (is_obj(text)) return pd_io_mesh_text_read(&sink, text, err);
    int columns[3] = {0, 1, 2};

    return read_rows_scan(r, &l, columns, err);
}

/* Leaves out points at 0 0 0, of which a real scan has at most one. */
static void drop_zeros(reading *r)
{
    if (r->zero_count < 2) return;
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        const float *p = r->at + 3 * i;
        if (p[0] == 0 && p[1] == 0 && p[2] == 0) continue;
        memmove(r->at + 3 * kept, p, 3 * sizeof *p);
        if (r->normals) memmove(r->normals + 3 * kept, r->normals + 3 * i, 3 * sizeof *p);
        kept++;
    }

    r->count = kept;
}

pd_status pd_train_scan_read(pd_train_scan *out, pd_bytes file, const char *name, pd_error *err)
{
    reading r = {0};
    pd_error why = {0};
    char where[256];

    *out = (pd_train_scan){0};
    pd_status status = file.size ? read_any(&r, file, &why) : PD_OK;
    if (!status && !r.count)
        status = pd_fail(&why, PD_ERR_FORMAT, "file",
                         "the file has no points; PLY, OBJ, STL, PCD, GLB, npz, npy or text with three "
                         "numbers a line expected");

    /* Positions are floats: far from 0 they have coarse steps. */
    double extent = 0, far = 0;
    for (int c = 0; c < 3; c++) {
        extent = fmax(extent, r.high[c] - r.low[c]);
        far = fmax(far, fmax(fabs(r.low[c]), fabs(r.high[c])));
    }

    if (!status && far * FLOAT_STEP > PRECISION * extent && extent > 0)
        status = pd_fail(&why, PD_ERR_RANGE, "points",
                         "points are %g from the origin in a scan of size %g, too far for floats; a scan "
                         "moved to the origin is needed",
                         far, extent);
    if (status) {
        free(r.at);
        free(r.normals);
        snprintf(where, sizeof where, "%.150s: %.80s", name, why.where);
        return pd_fail(err, status, where, "%s", why.detail);
    }

    const size_t before = r.count;
    drop_zeros(&r);
    *out = (pd_train_scan){.points = r.at,
                           .normals = r.normals,
                           .count = (int)r.count,
                           .left_out = r.not_finite + (long)(before - r.count)};
    if (out->count) return PD_OK;
    pd_train_scan_deinit(out);

    return pd_fail(err, PD_ERR_FORMAT, name,
                   "all points are at 0 0 0; points at different positions expected");
}

void pd_train_scan_deinit(pd_train_scan *scan)
{
    free(scan->points);
    free(scan->normals);
    *scan = (pd_train_scan){0};
}
