#include "factory/makehuman/garment.h"

#include "core/base/assert.h"
#include "core/base/text/tokenizer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define METRES 0.1 /* a decimetre */

/* Makes room for one more element; the capacity doubles. NULL: out of memory, and the block stays. */
static void *grown(void *block, int used, int *capacity, size_t element_bytes)
{
    if (used < *capacity) return block;
    const int wanted = *capacity ? 2 * *capacity : 1024;
    void *larger = realloc(block, (size_t)wanted * element_bytes);
    if (larger) *capacity = wanted;
    return larger;
}

static bool is_number(const char *word)
{
    double unused;
    return pd_tokenizer_parse(&unused, word);
}

static pd_status finite_number(float *out, pd_tokenizer *t, double scale, const char *what, pd_error *err)
{
    double value;
    pd_status status = pd_tokenizer_number(&value, t, what, err);

    if (status != PD_OK) return status;
    if (fabs(value) > 1e6)
        return pd_tokenizer_fail(t, err, PD_ERR_RANGE, "%g (%s); within 1e6 allowed", value, what);
    *out = (float)(value * scale);

    return PD_OK;
}

/* ---- .mhclo ---- */

typedef struct binding_reader {
    pd_tokenizer text;
    pd_factory_binding *out;
    int base_count, skin_count, capacity;
    bool in_vertices, in_hides;
    int hide_from, hide_last; /* the last number, and whether a dash followed it */
    unsigned char *hidden;    /* (skin_count) */
} binding_reader;

/* Reads the words of a vertex, after the first one. */
static pd_status read_bound(binding_reader *r, pd_error *err)
{
    pd_factory_binding *b = r->out;

    /* Allocate one more vertex. */
    pd_factory_bound *bound = grown(b->bound, b->vertex_count, &r->capacity, sizeof *bound);

    if (!bound) return pd_fail(err, PD_ERR_MEMORY, r->text.name, "out of memory for the vertices");
    b->bound = bound;
    if (b->vertex_count == PD_FACTORY_GARMENT_MAX)
        return pd_tokenizer_fail(&r->text, err, PD_ERR_LIMIT, "more than %d vertices",
                                 PD_FACTORY_GARMENT_MAX);

    /* Bind the vertex to a vertex of the base mesh. */
    bound += b->vertex_count;
    double first;
    if (!pd_tokenizer_parse(&first, r->text.word) || first < 0 || first >= r->base_count ||
        first != floor(first))
        return pd_tokenizer_fail(&r->text, err, PD_ERR_RANGE, "'%s' is no vertex; 0 to %d allowed",
                                 r->text.word, r->base_count - 1);
    *bound = (pd_factory_bound){{(int)first, (int)first, (int)first}, {1, 0, 0}, {0, 0, 0}};
    b->vertex_count++;

    /* If the line ends here, the vertex of the garment lies on this vertex. Otherwise two more vertices,
     * weights and an offset follow. */
    if (!pd_tokenizer_next_here(&r->text)) return PD_OK;
    for (int k = 1; k < 3; k++) {
        double vertex = -1;
        if (k == 2 && !pd_tokenizer_next_here(&r->text)) r->text.word[0] = 0;
        if (!pd_tokenizer_parse(&vertex, r->text.word) || vertex < 0 || vertex >= r->base_count ||
            vertex != floor(vertex))
            return pd_tokenizer_fail(&r->text, err, PD_ERR_RANGE, "'%s' is no vertex; 0 to %d allowed",
                                     r->text.word, r->base_count - 1);
        bound->vertices[k] = (int)vertex;
    }

    pd_status status = PD_OK;
    for (int k = 0; k < 3 && status == PD_OK; k++)
        status = finite_number(&bound->weights[k], &r->text, 1, "weight", err);
    for (int k = 0; k < 3 && status == PD_OK; k++)
        status = finite_number(&bound->offset[k], &r->text, METRES, "offset", err);

    return status;
}

/* Numbers and ranges `a - b`, on any number of lines. */
static pd_status read_hide(binding_reader *r, pd_error *err)
{
    double value;

    if (!strcmp(r->text.word, "-")) {
        r->hide_from = r->hide_last;
        return PD_OK;
    }

    if (!pd_tokenizer_parse(&value, r->text.word) || value < 0 || value >= r->base_count ||
        value != floor(value))
        return pd_tokenizer_fail(&r->text, err, PD_ERR_RANGE, "'%s' is no vertex; 0 to %d allowed",
                                 r->text.word, r->base_count - 1);
    for (int v = r->hide_from >= 0 ? r->hide_from : (int)value; v <= (int)value && v < r->skin_count; v++)
        r->hidden[v] = 1;
    r->hide_last = (int)value;
    r->hide_from = -1;

    return PD_OK;
}

static pd_status read_scale(binding_reader *r, int axis, pd_error *err)
{
    pd_status status = PD_OK;

    for (int k = 0; k < 2 && status == PD_OK; k++)
        status = pd_tokenizer_int(&r->out->scale_vertices[axis][k], &r->text, 0, r->base_count - 1,
                                  "vertex of a scale", err);
    if (status == PD_OK)
        status = finite_number(&r->out->scale_length[axis], &r->text, METRES, "length of a scale", err);
    if (status == PD_OK && !(r->out->scale_length[axis] > 1e-6f))
        return pd_tokenizer_fail(&r->text, err, PD_ERR_RANGE, "a scale's length; more than 0 expected");

    return status;
}

static pd_status read_word(binding_reader *r, pd_error *err)
{
    static const char *const scales[3] = {"x_scale", "y_scale", "z_scale"};
    pd_tokenizer *t = &r->text;

    if (is_number(t->word) && r->in_vertices) return read_bound(r, err);
    if ((is_number(t->word) || !strcmp(t->word, "-")) && r->in_hides) return read_hide(r, err);

    for (int axis = 0; axis < 3; axis++)
        if (pd_tokenizer_is(t, scales[axis])) return read_scale(r, axis, err);
    const bool is_verts = pd_tokenizer_is(t, "verts");
    const bool is_hides = pd_tokenizer_is(t, "delete_verts");
    if (is_verts) r->in_vertices = true;
    if (is_hides) r->in_vertices = false;
    r->in_hides = is_hides;
    if (!is_hides) pd_tokenizer_skip_line(t);

    return PD_OK;
}

pd_status pd_factory_binding_parse(pd_factory_binding *out, pd_bytes text, int base_count, int skin_count,
                                   const char *name, pd_error *err)
{
    binding_reader r = {.out = out,
                        .base_count = base_count,
                        .skin_count = skin_count,
                        .hide_from = -1,
                        .hide_last = 0,
                        .hidden = calloc((size_t)skin_count + 1, 1)};

    PD_ASSERT(base_count > 0 && skin_count > 0);
    *out = (pd_factory_binding){.scale_vertices = {{-1, -1}, {-1, -1}, {-1, -1}}};
    pd_tokenizer_init(&r.text, text, name);
    pd_status status = r.hidden ? PD_OK : pd_fail(err, PD_ERR_MEMORY, name, "out of memory");

    /* Words until the text ends; a comment takes the rest of its line. */
    while (status == PD_OK && pd_tokenizer_next(&r.text)) {
        if (r.text.word[0] == '#')
            pd_tokenizer_skip_line(&r.text);
        else
            status = read_word(&r, err);
    }

    if (status == PD_OK && !out->vertex_count)
        status = pd_fail(err, PD_ERR_FORMAT, name, "no vertices after `verts 0`");

    /* The skin that it hides, in order and each vertex once. */
    if (status == PD_OK) {
        out->hides = malloc((size_t)skin_count * sizeof *out->hides + 1);
        if (!out->hides) status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for what it hides");
    }

    for (int v = 0; status == PD_OK && v < skin_count; v++)
        if (r.hidden[v]) out->hides[out->hide_count++] = (uint16_t)v;
    PD_ASSERT(status != PD_OK || out->hide_count <= skin_count);
    free(r.hidden);
    if (status != PD_OK) pd_factory_binding_deinit(out);

    return status;
}

void pd_factory_binding_deinit(pd_factory_binding *b)
{
    free(b->bound);
    free(b->hides);
    memset(b, 0, sizeof *b);
}

void pd_factory_binding_place(float *out, const pd_factory_binding *b, const float *base)
{
    float scale[3] = {1, 1, 1};

    for (int c = 0; c < 3; c++) {
        const int *v = b->scale_vertices[c];
        if (v[0] >= 0) scale[c] = fabsf(base[3 * v[0] + c] - base[3 * v[1] + c]) / b->scale_length[c];
    }

    for (int i = 0; i < b->vertex_count; i++) {
        const pd_factory_bound *bound = &b->bound[i];
        for (int c = 0; c < 3; c++) {
            float x = scale[c] * bound->offset[c];
            for (int k = 0; k < 3; k++) x += bound->weights[k] * base[3 * bound->vertices[k] + c];
            out[3 * (size_t)i + (size_t)c] = x;
        }
    }
}

/* ---- .obj ---- */

typedef struct garment_reader {
    pd_tokenizer text;
    pd_factory_garment *out;
    int uv_count, uv_capacity, corner_capacity, face_capacity;
    float *uvs; /* (uv_count,2) of the file       */
    int *uv_of; /* (corner_count) -1: none        */
    int *next;  /* (corner_count) of the same vertex, -1 */
    int *first; /* (vertex) its first corner, -1  */
    int first_capacity;
} garment_reader;

static pd_status no_memory(const garment_reader *r, pd_error *err)
{
    return pd_fail(err, PD_ERR_MEMORY, r->text.name, "out of memory for the mesh");
}

static pd_status read_uv(garment_reader *r, pd_error *err)
{
    float *uvs = grown(r->uvs, r->uv_count, &r->uv_capacity, 2 * sizeof *uvs);

    if (!uvs) return no_memory(r, err);
    r->uvs = uvs;
    float *uv = uvs + 2 * (size_t)r->uv_count++;
    pd_status status = finite_number(&uv[0], &r->text, 1, "u", err);
    if (status == PD_OK) status = finite_number(&uv[1], &r->text, 1, "v", err);
    uv[1] = 1 - uv[1];

    return status;
}

static pd_status read_vertex(garment_reader *r, pd_error *err)
{
    int *first = grown(r->first, r->out->vertex_count, &r->first_capacity, sizeof *first);

    if (!first) return no_memory(r, err);
    r->first = first;
    if (r->out->vertex_count == PD_FACTORY_GARMENT_MAX)
        return pd_tokenizer_fail(&r->text, err, PD_ERR_LIMIT, "more than %d vertices",
                                 PD_FACTORY_GARMENT_MAX);
    first[r->out->vertex_count++] = -1;

    return PD_OK;
}

/* The corner of a vertex and a texture coordinate (-1: none), made when there is none.
 * -1: out of memory or too many. */
static int corner_of(garment_reader *r, int vertex, int uv)
{
    PD_ASSERT(vertex >= 0 && vertex < r->out->vertex_count && uv >= -1 && uv < r->uv_count);
    pd_factory_garment *g = r->out;

    /* A vertex's corners are a list through `next`: the same texture coordinate means the same corner. */
    for (int c = r->first[vertex]; c >= 0; c = r->next[c])
        if (r->uv_of[c] == uv) return c;
    if (g->corner_count == PD_FACTORY_GARMENT_MAX) return -1;

    /* The arrays grow one by one, so that after a failure all of them can be freed. */
    if (g->corner_count == r->corner_capacity) {
        const int wanted = r->corner_capacity ? 2 * r->corner_capacity : 1024;
        uint16_t *corners = realloc(g->corners, (size_t)wanted * sizeof *corners);
        if (corners) g->corners = corners;
        int *uv_of = realloc(r->uv_of, (size_t)wanted * sizeof *uv_of);
        if (uv_of) r->uv_of = uv_of;
        int *next = realloc(r->next, (size_t)wanted * sizeof *next);
        if (next) r->next = next;
        if (!corners || !uv_of || !next) return -1;
        r->corner_capacity = wanted;
    }

    PD_ASSERT(g->corner_count < r->corner_capacity);
    g->corners[g->corner_count] = (uint16_t)vertex;
    r->uv_of[g->corner_count] = uv;
    r->next[g->corner_count] = r->first[vertex];
    r->first[vertex] = g->corner_count;

    return g->corner_count++;
}

/* Reads a corner: "v", "v/vt" or "v/vt/vn", numbers from 1. */
static pd_status read_corner(int *out, garment_reader *r, pd_error *err)
{
    char *word = r->text.word;
    char *slash = strchr(word, '/');
    double vertex = 0, uv = 0;

    /* vertex/texture/normal: the normal is left out. */
    if (slash) {
        *slash = 0;
        char *second = strchr(slash + 1, '/');
        if (second) *second = 0;
    }

    /* Both count from 1 and must have been read before. */
    const bool good =
        pd_tokenizer_parse(&vertex, word) && vertex >= 1 && vertex <= r->out->vertex_count &&
        vertex == floor(vertex) &&
        (!slash || !slash[1] ||
         (pd_tokenizer_parse(&uv, slash + 1) && uv >= 1 && uv <= r->uv_count && uv == floor(uv)));
    if (!good)
        return pd_tokenizer_fail(&r->text, err, PD_ERR_FORMAT,
                                 "a corner is vertex/texture, each one that came before");
    *out = corner_of(r, (int)vertex - 1, (int)uv - 1);
    if (*out >= 0) return PD_OK;

    return pd_tokenizer_fail(&r->text, err, PD_ERR_LIMIT, "more than %d corners", PD_FACTORY_GARMENT_MAX);
}

static pd_status add_face(garment_reader *r, int a, int b, int c, pd_error *err)
{
    pd_factory_garment *g = r->out;
    uint16_t *faces = grown(g->faces, g->face_count, &r->face_capacity, 3 * sizeof *faces);

    if (!faces) return no_memory(r, err);
    g->faces = faces;
    if (g->face_count == 4 * PD_FACTORY_GARMENT_MAX)
        return pd_tokenizer_fail(&r->text, err, PD_ERR_LIMIT, "more than %d triangles",
                                 4 * PD_FACTORY_GARMENT_MAX);
    uint16_t *face = faces + 3 * (size_t)g->face_count++;
    face[0] = (uint16_t)a;
    face[1] = (uint16_t)b;
    face[2] = (uint16_t)c;

    return PD_OK;
}

static pd_status read_face(garment_reader *r, pd_error *err)
{
    int corners[4];
    int count = 0;
    pd_status status = PD_OK;

    while (status == PD_OK && pd_tokenizer_next_here(&r->text)) {
        if (count == 4)
            return pd_tokenizer_fail(&r->text, err, PD_ERR_FORMAT, "a face has three or four corners");
        status = read_corner(&corners[count++], r, err);
    }

    if (status != PD_OK) return status;
    if (count < 3) return pd_tokenizer_fail(&r->text, err, PD_ERR_FORMAT, "a face has three or four corners");
    status = add_face(r, corners[0], corners[1], corners[2], err);
    if (status == PD_OK && count == 4) status = add_face(r, corners[0], corners[2], corners[3], err);

    return status;
}

pd_status pd_factory_garment_parse(pd_factory_garment *out, pd_bytes text, const char *name, pd_error *err)
{
    garment_reader r = {.out = out};

    memset(out, 0, sizeof *out);
    pd_tokenizer_init(&r.text, text, name);
    pd_status status = PD_OK;

    /* A face reads to the end of its line itself; every other record leaves the rest of its line. */
    while (status == PD_OK && pd_tokenizer_next(&r.text)) {
        const int line = r.text.word_line;
        if (!strcmp(r.text.word, "v"))
            status = read_vertex(&r, err);
        else if (!strcmp(r.text.word, "vt"))
            status = read_uv(&r, err);
        else if (!strcmp(r.text.word, "f")) {
            status = read_face(&r, err);
            continue;
        }

        if (r.text.line == line) pd_tokenizer_skip_line(&r.text);
    }

    /* Texture coordinates by corner; zero where a corner has none. */
    if (status == PD_OK && !out->face_count) status = pd_fail(err, PD_ERR_FORMAT, name, "no faces");
    if (status == PD_OK) {
        out->uvs = calloc(2 * (size_t)out->corner_count, sizeof *out->uvs);
        if (!out->uvs) status = no_memory(&r, err);
    }

    PD_ASSERT(status != PD_OK || out->corner_count <= PD_FACTORY_GARMENT_MAX);
    for (int c = 0; status == PD_OK && c < out->corner_count; c++)
        if (r.uv_of[c] >= 0)
            memcpy(out->uvs + 2 * (size_t)c, r.uvs + 2 * (size_t)r.uv_of[c], 2 * sizeof *out->uvs);
    free(r.uvs);
    free(r.uv_of);
    free(r.next);
    free(r.first);
    if (status != PD_OK) pd_factory_garment_deinit(out);

    return status;
}

void pd_factory_garment_deinit(pd_factory_garment *g)
{
    free(g->corners);
    free(g->uvs);
    free(g->faces);
    memset(g, 0, sizeof *g);
}
