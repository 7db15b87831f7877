#include "factory/makehuman/makehuman.h"

#include "core/base/assert.h"
#include "core/base/hash.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define FILE_LIMIT_BYTES (64u << 20)
#define METRES           0.1 /* a decimetre */

/* ---- reading text ---- */

typedef struct cursor {
    const char *at, *end;
    const char *name;
    int line;
} cursor;

static pd_status fail_here(const cursor *c, pd_error *err, const char *what)
{
    char where[160];
    snprintf(where, sizeof where, "%s:%d", c->name, c->line);
    return pd_fail(err, PD_ERR_FORMAT, where, "%s", what);
}

static void skip_blanks(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\r')) c->at++;
}

static bool at_line_end(cursor *c)
{
    skip_blanks(c);
    return c->at == c->end || *c->at == '\n';
}

static void next_line(cursor *c)
{
    const char *newline = memchr(c->at, '\n', (size_t)(c->end - c->at));
    c->at = newline ? newline + 1 : c->end;
    c->line++;
}

static bool is_digit(const cursor *c)
{
    return c->at < c->end && *c->at >= '0' && *c->at <= '9';
}

/* Reads an integer of at most 9 digits, so that the value fits an int. */
static bool read_int(cursor *c, int *out)
{
    int value = 0, digits = 0;
    for (; is_digit(c) && digits < 9; digits++) value = value * 10 + (*c->at++ - '0');
    *out = value;
    return digits > 0 && !is_digit(c);
}

static int read_sign(cursor *c)
{
    if (c->at == c->end || (*c->at != '-' && *c->at != '+')) return 1;
    return *c->at++ == '-' ? -1 : 1;
}

/* "-.077" and "1.5e-3"; no locale, no "nan". Correctly rounded up to 15 digits, which the files keep to. */
static bool read_number_makehuman(cursor *c, double *out)
{
    skip_blanks(c);
    int sign = read_sign(c);
    int digits = 0, scale = 0, exponent = 0;
    double value = 0;
    for (; is_digit(c); digits++) value = value * 10 + (*c->at++ - '0');
    if (c->at < c->end && *c->at == '.') {
        c->at++;
        for (; is_digit(c); digits++, scale--) value = value * 10 + (*c->at++ - '0');
    }

    if (digits == 0 || digits > 300) return false;
    if (c->at < c->end && (*c->at == 'e' || *c->at == 'E')) {
        c->at++;
        int way = read_sign(c);
        if (!read_int(c, &exponent) || exponent > 300) return false;
        exponent *= way;
    }

    scale += exponent;
    *out = sign * (scale < 0 ? value / pow(10, -scale) : value * pow(10, scale));

    return isfinite(*out) && (at_line_end(c) || c->at[-1] == ' ' || c->at[-1] == '\t');
}

static int read_point(cursor *c, float out[3])
{
    for (int k = 0; k < 3; k++) {
        double value;
        if (!read_number_makehuman(c, &value) || fabs(value) > 1e6) return 0;
        out[k] = (float)(value * METRES);
    }

    return at_line_end(c);
}

/* Reads the word at the cursor into `size` bytes with its zero.
 * Returns false when it does not fit or is empty. */
static bool read_word(cursor *c, char *out, size_t size)
{
    PD_ASSERT(size > 0);
    skip_blanks(c);
    size_t count = 0;
    while (c->at < c->end && !strchr(" \t\r\n", *c->at) && *c->at) {
        if (count + 1 >= size) return false;
        out[count++] = *c->at++;
    }

    out[count] = 0;

    return count > 0;
}

/* ---- base.obj ---- */

/* Makes room for one more element; the capacity doubles. NULL: out of memory, and the block is unchanged. */
static void *grown(void *block, int used, int *capacity, size_t element_bytes)
{
    PD_ASSERT(used >= 0 && used <= *capacity && element_bytes > 0);
    if (used < *capacity) return block;
    int wanted = *capacity ? 2 * *capacity : 1024;
    void *larger = realloc(block, (size_t)wanted * element_bytes);
    if (larger) *capacity = wanted;

    return larger;
}

typedef struct obj_reader {
    cursor text;
    pd_factory_obj *obj;
    int vertex_capacity, quad_capacity, quad_group_capacity, group_capacity, group;
} obj_reader;

static pd_status read_vertex(obj_reader *r, pd_error *err)
{
    pd_factory_obj *obj = r->obj;

    if (obj->vertex_count == PD_FACTORY_VERTEX_LIMIT)
        return fail_here(&r->text, err, "more than 1000000 vertices");
    float *vertices = grown(obj->vertices, obj->vertex_count, &r->vertex_capacity, 3 * sizeof *vertices);
    if (!vertices) return pd_fail(err, PD_ERR_MEMORY, r->text.name, "out of memory for the vertices");
    obj->vertices = vertices;
    if (!read_point(&r->text, vertices + 3 * (size_t)obj->vertex_count))
        return fail_here(&r->text, err, "a vertex is three numbers");
    obj->vertex_count++;

    return PD_OK;
}

int pd_factory_obj_group(const pd_factory_obj *obj, const char *name)
{
    for (int g = 0; g < obj->group_count; g++)
        if (!strcmp(obj->groups[g], name)) return g;
    return -1;
}

static pd_status read_group(obj_reader *r, pd_error *err)
{
    char name[PD_FACTORY_NAME_BYTES] = "";

    if (!read_word(&r->text, name, sizeof name))
        return fail_here(&r->text, err, "a group needs a name of 1 to 63 bytes");
    r->group = pd_factory_obj_group(r->obj, name);
    if (r->group >= 0) return PD_OK;
    if (r->obj->group_count == 1000) return fail_here(&r->text, err, "more than 1000 groups");
    void *groups = grown(r->obj->groups, r->obj->group_count, &r->group_capacity, sizeof *r->obj->groups);
    if (!groups) return pd_fail(err, PD_ERR_MEMORY, r->text.name, "out of memory for the groups");
    r->obj->groups = groups;
    r->group = r->obj->group_count++;
    memcpy(r->obj->groups[r->group], name, sizeof name);

    return PD_OK;
}

static pd_status read_quad(obj_reader *r, pd_error *err)
{
    pd_factory_obj *obj = r->obj;

    if (r->group < 0) return fail_here(&r->text, err, "a face before the first group");
    if (obj->quad_count == PD_FACTORY_VERTEX_LIMIT)
        return fail_here(&r->text, err, "more than 1000000 faces");

    void *quads = grown(obj->quads, obj->quad_count, &r->quad_capacity, sizeof *obj->quads);
    if (quads) obj->quads = quads;
    int *groups = grown(obj->quad_group, obj->quad_count, &r->quad_group_capacity, sizeof *groups);
    if (groups) obj->quad_group = groups;
    if (!quads || !groups) return pd_fail(err, PD_ERR_MEMORY, r->text.name, "out of memory for the faces");

    for (int k = 0; k < 4; k++) {
        /* "v/vt/vn": only v matters */
        int *vertex = &obj->quads[obj->quad_count][k];
        skip_blanks(&r->text);
        if (!read_int(&r->text, vertex) || *vertex < 1 || *vertex > obj->vertex_count)
            return fail_here(&r->text, err, "a face is four corners, each a vertex that came before");
        *vertex -= 1;
        while (r->text.at < r->text.end && !strchr(" \t\r\n", *r->text.at)) r->text.at++;
    }

    if (!at_line_end(&r->text)) return fail_here(&r->text, err, "a face has four corners");

    obj->quad_group[obj->quad_count++] = r->group;
    return PD_OK;
}

pd_status pd_factory_obj_parse(pd_factory_obj *out, pd_bytes text, const char *name, pd_error *err)
{
    memset(out, 0, sizeof *out);
    const char *begin = (const char *)text.data;
    obj_reader r = {.text = {begin, begin + text.size, name, 1}, .obj = out, .group = -1};
    while (r.text.at < r.text.end) {
        char word[8];
        pd_status status = PD_OK;
        if (!at_line_end(&r.text) && read_word(&r.text, word, sizeof word)) {
            if (!strcmp(word, "v")) status = read_vertex(&r, err);
            if (!strcmp(word, "g")) status = read_group(&r, err);
            if (!strcmp(word, "f")) status = read_quad(&r, err);
        }

        if (status != PD_OK) {
            pd_factory_obj_deinit(out);
            return status;
        }

        next_line(&r.text);
    }

    if (out->vertex_count && out->quad_count) return PD_OK;

    pd_factory_obj_deinit(out);
    return fail_here(&r.text, err, "no vertices or no faces");
}

void pd_factory_obj_deinit(pd_factory_obj *obj)
{
    free(obj->vertices);
    free(obj->quads);
    free(obj->quad_group);
    free(obj->groups);
    memset(obj, 0, sizeof *obj);
}

/* ---- .target ---- */

static pd_status read_moves(pd_factory_target *out, cursor *c, int vertex_count, int keep_count,
                            pd_error *err)
{
    int capacity = 0;

    for (; c->at < c->end; next_line(c)) {
        if (at_line_end(c) || *c->at == '#') continue;
        if (out->move_count == PD_FACTORY_VERTEX_LIMIT) return fail_here(c, err, "more than 1000000 moves");
        pd_factory_move *moves = grown(out->moves, out->move_count, &capacity, sizeof *moves);
        if (!moves) return pd_fail(err, PD_ERR_MEMORY, c->name, "out of memory for the moves");
        out->moves = moves;

        pd_factory_move *move = &moves[out->move_count];
        if (!read_int(c, &move->vertex) || !read_point(c, move->offset))
            return fail_here(c, err, "a move is a vertex number and three numbers");
        if (move->vertex >= vertex_count) return fail_here(c, err, "the vertex is not in the base mesh");
        if (move->vertex < keep_count) out->move_count++;
    }

    return PD_OK;
}

pd_status pd_factory_target_parse(pd_factory_target *out, pd_bytes text, int vertex_count, int keep_count,
                                  const char *name, pd_error *err)
{
    memset(out, 0, sizeof *out);
    const char *begin = (const char *)text.data;
    cursor c = {.at = begin, .end = begin + text.size, .name = name, .line = 1};
    pd_status status = read_moves(out, &c, vertex_count, keep_count, err);
    if (status != PD_OK) {
        pd_factory_target_deinit(out);
        return status;
    }

    const unsigned char *bytes = (const unsigned char *)out->moves;
    uint64_t hash = PD_FNV_BEGIN;
    for (size_t i = 0; i < (size_t)out->move_count * sizeof *out->moves; i++)
        hash = pd_fnv_add(hash, bytes[i]);
    out->hash = hash;

    return PD_OK;
}

void pd_factory_target_deinit(pd_factory_target *target)
{
    free(target->moves);
    memset(target, 0, sizeof *target);
}

/* ---- files ---- */

static pd_status read_all_makehuman(pd_buffer *out, gzFile file, const char *path, pd_error *err)
{
    for (;;) {
        if (!pd_buffer_reserve(out, 1u << 16))
            return pd_fail(err, PD_ERR_MEMORY, path, "out of memory for the file");
        int got = gzread(file, out->data + out->size, 1u << 16);
        if (got < 0) return pd_fail(err, PD_ERR_FORMAT, path, "the gzip data is damaged");
        if (got == 0) return PD_OK;
        out->size += (size_t)got;
        if (out->size > FILE_LIMIT_BYTES)
            return pd_fail(err, PD_ERR_LIMIT, path, "more than %u bytes unpacked", FILE_LIMIT_BYTES);
    }
}

pd_status pd_factory_read(pd_buffer *out, const char *path, pd_error *err)
{
    pd_buffer_clear(out);
    gzFile file = gzopen(path, "rb");
    if (!file) return pd_fail(err, PD_ERR_NOT_FOUND, path, "cannot be opened");
    pd_status status = read_all_makehuman(out, file, path, err);
    int closed = gzclose_r(file);
    if (status == PD_OK && closed != Z_OK)
        return pd_fail(err, PD_ERR_FORMAT, path, "the file ends too early");

    return status;
}
