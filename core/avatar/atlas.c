#include "core/avatar/atlas.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PAD              2    /* pixels around a cell */
#define PLAIN_SIDE       4    /* pixels of a cell of one colour */
#define WRAPPED          1.5f /* a piece with larger texture coordinates repeats its texture */
#define FULL             1024 /* size of the picture for which the limits below are given */
#define ROUGH_STEP       4    /* sides of `rough` relative to `color` */
#define SEARCHES         14
#define MAPPED_ROUGHNESS 0.6f
#define NO_TEXTURE       (-1)

/* Longest side of a cell in a picture of FULL pixels, by the role of its pieces. */
static const struct {
    const char *role;
    int side;
} caps[] = {{"skin", 1024}, {"outfit", 512}, {"hair", 512},  {"eyes", 256},
            {"shoes", 256}, {"brows", 128},  {"lashes", 128}};
#define CAP_OTHER 256

typedef struct cell {
    const pd_io_glb_material *material;
    float low[2], high[2];   /* range of texture coordinates */
    float wide, tall;        /* wanted pixels */
    int x, y, width, height; /* place of the cell in the picture, without its border */
} cell;

typedef struct making {
    pd_avatar_figure *figure;
    const pd_io_glb *glb;
    cell *cells; /* (piece_count) at most */
    int count;
    int *cell_of;         /* (piece_count) */
    int *order;           /* (count) by falling height */
    pd_io_image *sources; /* (texture_count) read when used */
    int size;
} making;

static int cap_of(const pd_avatar_piece *p, int size)
{
    int side = CAP_OTHER;
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++)
        if (pd_avatar_piece_is(p, caps[i].role)) side = caps[i].side;
    return side * size / FULL;
}

/* Returns the roughness of a material as one number. A roughness map (the skin's) is not put into the atlas;
 * its mean is used. */
static float roughness_of(const pd_io_glb_material *m)
{
    return m->surface_map > 0 ? MAPPED_ROUGHNESS : m->roughness;
}

static bool is_same(const pd_io_glb_material *a, const pd_io_glb_material *b)
{
    return a->texture == b->texture && !memcmp(a->color, b->color, sizeof a->color) &&
           a->roughness == b->roughness && (a->alpha == PD_IO_GLB_OPAQUE) == (b->alpha == PD_IO_GLB_OPAQUE);
}

static void atlas_widen(cell *c, const pd_avatar_figure *f, const pd_avatar_piece *p)
{
    for (size_t i = 0; i < p->corner_count; i++)
        for (size_t k = 0; k < 2; k++) {
            const float uv = f->uvs[2 * p->corners[i] + k];
            c->low[k] = fminf(c->low[k], uv);
            c->high[k] = fmaxf(c->high[k], uv);
        }
}

static pd_status read_source(making *m, int texture, pd_error *err)
{
    const pd_io_png_limits limits = {PD_AVATAR_ATLAS_MOST, PD_AVATAR_ATLAS_MOST};
    pd_io_image *image = &m->sources[texture];
    const pd_bytes png = m->glb->textures[texture].file;

    if (image->samples) return PD_OK;
    const pd_status status = pd_io_png_read(image, png.data, png.size, &limits, err);
    if (status != PD_OK || image->bits == 8) return status;

    return pd_fail(err, PD_ERR_FORMAT, "texture", "%d bits; 8 expected", image->bits);
}

/* Makes the list of cells: pieces of the same texture and colour share one. */
static pd_status list_cells(making *m, pd_error *err)
{
    const pd_avatar_figure *f = m->figure;

    for (int p = 0; p < f->piece_count; p++) {
        const pd_avatar_piece *piece = &f->pieces[p];
        const pd_io_glb_material *material = &m->glb->materials[piece->material];
        int c = 0;
        while (c < m->count && !is_same(m->cells[c].material, material)) c++;
        m->cell_of[p] = c;
        if (c == m->count)
            m->cells[m->count++] = (cell){.material = material,
                                          .low = {INFINITY, INFINITY},
                                          .high = {-INFINITY, -INFINITY},
                                          .wide = 0,
                                          .tall = 0,
                                          .x = 0,
                                          .y = 0,
                                          .width = PLAIN_SIDE,
                                          .height = PLAIN_SIDE};

        if (material->texture == NO_TEXTURE || !piece->corner_count) continue;

        /* Wanted size: that of the texture, limited by the role. */
        cell *own = &m->cells[c];
        atlas_widen(own, f, piece);
        const pd_status status = read_source(m, material->texture, err);
        if (status != PD_OK) return status;
        const pd_io_image *source = &m->sources[material->texture];
        const float wide = fmaxf((own->high[0] - own->low[0]) * (float)source->width, 1);
        const float tall = fmaxf((own->high[1] - own->low[1]) * (float)source->height, 1);
        const float shrink = fminf(1, (float)cap_of(piece, m->size) / fmaxf(wide, tall));
        own->wide = fmaxf(own->wide, wide * shrink);
        own->tall = fmaxf(own->tall, tall * shrink);
    }

    return PD_OK;
}

static bool is_plain(const cell *c)
{
    return c->material->texture == NO_TEXTURE || c->wide <= 0;
}

/* Places all cells; textured cells are scaled. Returns the height of the picture, or INT32_MAX if a cell is
 * wider than the picture. */
static int place_atlas(making *m, float scale)
{
    for (int c = 0; c < m->count; c++) {
        cell *own = &m->cells[c];
        own->width = is_plain(own) ? PLAIN_SIDE : (int)fmaxf(PLAIN_SIDE, own->wide * scale);
        own->height = is_plain(own) ? PLAIN_SIDE : (int)fmaxf(PLAIN_SIDE, own->tall * scale);
    }

    /* Sort by falling height. There are about a dozen cells. */
    for (int i = 0; i < m->count; i++) {
        int at = i;
        while (at > 0 && m->cells[m->order[at - 1]].height < m->cells[i].height) {
            m->order[at] = m->order[at - 1];
            at--;
        }

        m->order[at] = i;
    }

    /* Rows of cells. */
    int x = 0, y = 0, row = 0;
    for (int i = 0; i < m->count; i++) {
        cell *own = &m->cells[m->order[i]];
        const int wide = own->width + 2 * PAD;
        const int tall = own->height + 2 * PAD;
        if (wide > m->size) return INT32_MAX;
        if (x + wide > m->size) {
            x = 0;
            y += row;
            row = 0;
        }

        own->x = x + PAD;
        own->y = y + PAD;
        x += wide;
        row = tall > row ? tall : row;
    }

    return y + row;
}

/* Finds the largest scale at which all cells fit. Returns the picture's height. */
static int pack_atlas(making *m)
{
    float low = 0, high = 1;
    int height = place_atlas(m, high);

    if (height > m->size) {
        for (int i = 0; i < SEARCHES; i++) {
            const float middle = 0.5f * (low + high);
            if (place_atlas(m, middle) <= m->size)
                low = middle;
            else
                high = middle;
        }

        height = place_atlas(m, low);
    }

    int side = PAD;
    while (side < height) side *= 2;

    return side < m->size ? side : m->size;
}

/* ---- pictures ---- */

static double to_linear(double s)
{
    return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

static double to_srgb(double l)
{
    return l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055;
}

/* Fills table[i] with the sRGB value of sample i times a linear factor. */
static void tint_table(unsigned char table[256], float factor)
{
    for (int i = 0; i < 256; i++)
        table[i] =
            (unsigned char)lrint(255 * fmin(1, to_srgb(fmin(1, to_linear(i / 255.0) * (double)factor))));
}

/* Position of a column or row of a cell in its repeating texture: two neighbouring pixels, and the weight of
 * the second in 256ths. */
typedef struct between {
    int first, second;
    unsigned part;
} between;

static between find_between(float at, int size)
{
    const float low = floorf(at);
    int first = (int)low % size;
    if (first < 0) first += size;
    return (between){first, first + 1 < size ? first + 1 : 0, (unsigned)(256 * (at - low))};
}

/* Copies the texture of a cell, halved until a pixel of the cell is at most 1.5 of its pixels wide. */
static pd_status fit_source(pd_io_image *out, const making *m, const cell *c, pd_error *err)
{
    const pd_io_image *source = &m->sources[c->material->texture];
    const size_t bytes = (size_t)source->width * (size_t)source->height * (size_t)source->channels;

    *out = *source;
    out->samples = malloc(bytes);
    if (!out->samples) return pd_fail(err, PD_ERR_MEMORY, "texture", "out of memory");
    memcpy(out->samples, source->samples, bytes);
    while ((c->high[0] - c->low[0]) * (float)out->width > 1.5f * (float)c->width && out->width > 1 &&
           out->height > 1)
        if (!pd_io_image_halve(out)) return pd_fail(err, PD_ERR_MEMORY, "texture", "out of memory");

    return PD_OK;
}

static void fill_plain(pd_io_image *to, const cell *c)
{
    unsigned char color[4] = {0, 0, 0, 255};
    unsigned char table[256];

    for (int k = 0; k < 3; k++) {
        tint_table(table, c->material->color[k]);
        color[k] = table[255];
    }

    for (int y = c->y - PAD; y < c->y + c->height + PAD; y++)
        for (int x = c->x - PAD; x < c->x + c->width + PAD; x++)
            memcpy((unsigned char *)to->samples +
                       ((size_t)y * (size_t)to->width + (size_t)x) * (size_t)to->channels,
                   color, (size_t)to->channels);
}

/* Interpolates n values of a row of a texture of `from` channels at the columns of a cell, times 256. Inlined
 * for each pair of counts. */
static inline __attribute__((always_inline)) void
lay_row(uint16_t *out, const unsigned char *in, const between *columns, int wide, const int from, const int n)
{
    for (int x = 0; x < wide; x++) {
        const unsigned char *left = in + columns[x].first * from;
        const unsigned char *right = in + columns[x].second * from;
        const unsigned part = columns[x].part;
        for (int k = 0; k < n; k++) {
            const int channel = from == 1 ? 0 : k;
            out[x * n + k] = (uint16_t)(left[channel] * (256 - part) + right[channel] * part);
        }
    }
}

/* Two rows of a texture, interpolated at the columns of a cell. */
typedef struct row_pair {
    uint16_t *values[2]; /* (wide,n) */
    int rows[2];         /* numbers of the rows in the texture; -1: none yet */
} row_pair;

/* Returns row `row` of the texture with n values for each column. If the pair lacks it, it replaces the row
 * that is not `keep`. */
static const uint16_t *take_row(row_pair *pair, const pd_io_image *source, int row, int keep,
                                const between *columns, int wide, int n)
{
    if (pair->rows[0] == row) return pair->values[0];
    if (pair->rows[1] == row) return pair->values[1];
    const int slot = pair->rows[0] == keep;
    const int from = source->channels;
    const unsigned char *in =
        (const unsigned char *)source->samples + (size_t)row * (size_t)source->width * (size_t)from;
    uint16_t *out = pair->values[slot];
    if (from == 1)
        lay_row(out, in, columns, wide, 1, 3);
    else if (from == 3)
        lay_row(out, in, columns, wide, 3, 3);
    else if (n == 3)
        lay_row(out, in, columns, wide, 4, 3);
    else
        lay_row(out, in, columns, wide, 4, 4);
    pair->rows[slot] = row;

    return out;
}

/* Writes a row of pixels with `channels` samples from values with n samples, times the colour of the
 * material. Inlined for each pair of counts. */
static inline __attribute__((always_inline)) void tint_row(unsigned char *out, const unsigned char *values,
                                                           unsigned char tables[3][256], bool is_white,
                                                           int wide, const int channels, const int n)
{
    if (is_white && channels == n) {
        memcpy(out, values, (size_t)(wide * n));
        return;
    }

    for (int x = 0; x < wide; x++) {
        for (int k = 0; k < 3; k++)
            out[channels * x + k] = is_white ? values[n * x + k] : tables[k][values[n * x + k]];
        if (channels == 4) out[channels * x + 3] = n == 4 ? values[n * x + 3] : 255;
    }
}

static pd_status fill_cell(pd_io_image *to, const making *m, const cell *c, pd_error *err)
{
    unsigned char tables[3][256];
    pd_io_image source;

    if (is_plain(c)) {
        fill_plain(to, c);
        return PD_OK;
    }

    const pd_status status = fit_source(&source, m, c, err);
    if (status != PD_OK) {
        pd_io_image_deinit(&source);
        return status;
    }

    /* Find the columns, and allocate two interpolated rows of the texture: 256 times their values. */
    const int wide = c->width + 2 * PAD;
    const int from = source.channels;
    const int channels = to->channels;
    const bool has_alpha = from == 4 && c->material->alpha != PD_IO_GLB_OPAQUE;
    const int n = has_alpha ? 4 : 3;
    const float du = (c->high[0] - c->low[0]) / (float)c->width;
    const float dv = (c->high[1] - c->low[1]) / (float)c->height;
    between *columns = malloc((size_t)wide * sizeof *columns);
    uint16_t *block = malloc(2 * (size_t)(wide * n) * sizeof *block);
    unsigned char *values = malloc((size_t)(wide * n));
    if (!columns || !block || !values) {
        free(columns);
        free(block);
        free(values);
        pd_io_image_deinit(&source);
        return pd_fail(err, PD_ERR_MEMORY, "texture", "out of memory");
    }

    for (int x = 0; x < wide; x++)
        columns[x] = find_between((c->low[0] + ((float)(x - PAD) + 0.5f) * du) * (float)source.width - 0.5f,
                                  source.width);
    bool is_white = true;
    for (int k = 0; k < 3; k++) {
        tint_table(tables[k], c->material->color[k]);
        is_white &= c->material->color[k] == 1;
    }

    /* Compute each pixel: the texture at its centre, times the colour of the material. */
    row_pair rows = {{block, block + wide * n}, {-1, -1}};
    for (int y = -PAD; y < c->height + PAD; y++) {
        const between row =
            find_between((c->low[1] + ((float)y + 0.5f) * dv) * (float)source.height - 0.5f, source.height);
        const uint16_t *top = take_row(&rows, &source, row.first, row.second, columns, wide, n);
        const uint16_t *bottom = take_row(&rows, &source, row.second, row.first, columns, wide, n);
        for (int i = 0; i < wide * n; i++)
            values[i] = (unsigned char)((top[i] * (256 - row.part) + bottom[i] * row.part + 32768) >> 16);

        unsigned char *pixel =
            (unsigned char *)to->samples +
            ((size_t)(c->y + y) * (size_t)to->width + (size_t)(c->x - PAD)) * (size_t)channels;
        if (channels == 3)
            tint_row(pixel, values, tables, is_white, wide, 3, 3);
        else if (n == 3)
            tint_row(pixel, values, tables, is_white, wide, 4, 3);
        else
            tint_row(pixel, values, tables, is_white, wide, 4, 4);
    }

    free(columns);
    free(block);
    free(values);
    pd_io_image_deinit(&source);

    return PD_OK;
}

static pd_status fill_rough(pd_avatar_atlas *out, const making *m, pd_error *err)
{
    bool differ = false;

    for (int c = 1; c < m->count; c++)
        differ |= roughness_of(m->cells[c].material) != roughness_of(m->cells[0].material);
    out->roughness = differ ? 1 : roughness_of(m->cells[0].material);
    if (!differ) return PD_OK;

    const int width = out->color.width / ROUGH_STEP;
    const int height = out->color.height / ROUGH_STEP;
    const pd_status status =
        pd_io_image_init(&out->rough, width > 0 ? width : 1, height > 0 ? height : 1, 3, 8, err);
    if (status != PD_OK) return status;
    for (int i = 0; i < m->count; i++) {
        const cell *c = &m->cells[i];
        for (int y = (c->y - PAD) / ROUGH_STEP;
             y * ROUGH_STEP < c->y + c->height + PAD && y < out->rough.height; y++)
            for (int x = (c->x - PAD) / ROUGH_STEP;
                 x * ROUGH_STEP < c->x + c->width + PAD && x < out->rough.width; x++)
                ((unsigned char *)
                     out->rough.samples)[3 * ((size_t)y * (size_t)out->rough.width + (size_t)x) + 1] =
                    (unsigned char)lrintf(255 * roughness_of(c->material));
    }

    return PD_OK;
}

/* Moves the texture coordinates of a piece into its cell. */
static void move_uvs(making *m, int p, const pd_io_image *picture)
{
    const pd_avatar_piece *piece = &m->figure->pieces[p];
    const cell *c = &m->cells[m->cell_of[p]];

    for (size_t v = (size_t)piece->first_vertex; v < (size_t)(piece->first_vertex + piece->vertex_count);
         v++) {
        float *uv = m->figure->uvs + 2 * v;
        const float from[2] = {uv[0], uv[1]};
        for (int k = 0; k < 2; k++) {
            const float at = k ? (float)c->y : (float)c->x;
            const float side = k ? (float)c->height : (float)c->width;
            const float whole = k ? (float)picture->height : (float)picture->width;
            const float range = c->high[k] - c->low[k];
            const float share = is_plain(c) || range <= 0 ? 0.5f : (from[k] - c->low[k]) / range;
            uv[k] = fminf(1, fmaxf(0, (at + share * side) / whole));
        }
    }
}

pd_status pd_avatar_atlas_init(pd_avatar_atlas *out, pd_avatar_figure *figure, const pd_io_glb *glb, int size,
                               pd_error *err)
{
    PD_ASSERT(size >= PD_AVATAR_ATLAS_LEAST && size <= PD_AVATAR_ATLAS_MOST && figure->piece_count > 0);
    const size_t pieces = (size_t)figure->piece_count;
    making m = {.figure = figure, .glb = glb, .size = size};
    *out = (pd_avatar_atlas){0};

    /* Allocate the lists, and list the cells. */
    m.cells = calloc(pieces, sizeof *m.cells);
    m.cell_of = calloc(pieces, sizeof *m.cell_of);
    m.order = calloc(pieces, sizeof *m.order);
    m.sources = calloc((size_t)glb->texture_count + 1, sizeof *m.sources);
    pd_status status = m.cells && m.cell_of && m.order && m.sources
                           ? list_cells(&m, err)
                           : pd_fail(err, PD_ERR_MEMORY, "texture", "out of memory");

    /* Make the pictures. */
    bool has_alpha = false;
    for (int p = 0; p < figure->piece_count; p++)
        has_alpha |= glb->materials[figure->pieces[p].material].alpha != PD_IO_GLB_OPAQUE;
    if (status == PD_OK) {
        const int height = pack_atlas(&m);
        status = pd_io_image_init(&out->color, size, height, has_alpha ? 4 : 3, 8, err);
    }

    if (status == PD_OK)
        memset(out->color.samples, 255,
               (size_t)out->color.width * (size_t)out->color.height * (size_t)out->color.channels);
    for (int c = 0; c < m.count && status == PD_OK; c++)
        status = fill_cell(&out->color, &m, &m.cells[c], err);
    if (status == PD_OK) status = fill_rough(out, &m, err);
    for (int p = 0; p < figure->piece_count && status == PD_OK; p++) move_uvs(&m, p, &out->color);

    for (int t = 0; m.sources && t < glb->texture_count; t++) pd_io_image_deinit(&m.sources[t]);
    free(m.cells);
    free(m.cell_of);
    free(m.order);
    free(m.sources);
    if (status != PD_OK) pd_avatar_atlas_deinit(out);

    return status;
}

void pd_avatar_atlas_deinit(pd_avatar_atlas *atlas)
{
    pd_io_image_deinit(&atlas->color);
    pd_io_image_deinit(&atlas->rough);
}

size_t pd_avatar_atlas_bytes(int size)
{
    /* The picture and its file, and its source textures, which are together no larger. */
    return 16 * (size_t)size * (size_t)size + ((size_t)8 << 20);
}
