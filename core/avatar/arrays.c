/* Arrays of an avatar's file: vertices, triangles, morph targets
 * and inverse bind matrices of its primitives. */
#include "core/avatar/scene.h"
#include "core/base/assert.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

#define STEPS      32767 /* int16 positions use -32767 .. 32767 */
/* Displacements of morph targets that are smaller along each axis are left out, metres: a pixel of a head
 * that is 2,000 pixels high. */
#define LEAST      1e-4f
/* The same for hair and beards, which hide what is below them. With half of it a full beard takes 11 % more
 * bytes of a file, with twice 15 % fewer. */
#define LEAST_HAIR 3e-4f

static const pd_io_glb_format positions_f = {"VEC3", PD_IO_GLB_FLOAT, 3, 12, 0, 1, PD_IO_GLB_VERTEX};
static const pd_io_glb_format positions_q = {"VEC3", PD_IO_GLB_SHORT, 3, 8, 0, 1, PD_IO_GLB_VERTEX};
static const pd_io_glb_format normals_f = {"VEC3", PD_IO_GLB_FLOAT, 3, 12, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format normals_q = {"VEC3", PD_IO_GLB_BYTE, 3, 4, 1, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format uvs_f = {"VEC2", PD_IO_GLB_FLOAT, 2, 8, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format uvs_q = {"VEC2", PD_IO_GLB_USHORT, 2, 4, 1, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format colors_u8 = {"VEC4", PD_IO_GLB_UBYTE, 4, 4, 1, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format joints_u8 = {"VEC4", PD_IO_GLB_UBYTE, 4, 4, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format weights_q = {"VEC4", PD_IO_GLB_USHORT, 4, 8, 1, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format indices_u16 = {"SCALAR", PD_IO_GLB_USHORT, 1, 2, 0, 0, PD_IO_GLB_INDEX};
static const pd_io_glb_format indices_u32 = {"SCALAR", PD_IO_GLB_UINT, 1, 4, 0, 0, PD_IO_GLB_INDEX};
static const pd_io_glb_format matrices_f = {"MAT4", PD_IO_GLB_FLOAT, 16, 64, 0, 0, PD_IO_GLB_OTHER};

/* ---- groups ---- */

/* Collects the triangles and vertices of a group: the triangles in the order of the vertex cache, the
 * vertices that targets move first. count: number of its triangles.
 * map: working memory, a number for each vertex. */
static bool fill_group(pd_avatar_scene *s, pd_avatar_group *g, size_t count, int *map)
{
    const pd_avatar_figure *f = &s->figure;
    const size_t corners = 3 * count;
    size_t t = 0;

    g->corners = malloc(2 * (corners + 1) * sizeof *g->corners);
    g->vertices = malloc((corners + 1) * sizeof *g->vertices);
    g->targets = malloc(((size_t)f->target_count + 1) * sizeof *g->targets);
    if (!g->corners || !g->vertices || !g->targets) return false;
    uint32_t *all = g->corners + corners;
    for (int p = 0; p < f->piece_count; p++)
        for (size_t i = 0; i < f->pieces[p].corner_count; i += 3, t++) {
            if (s->division.mesh_of[t] != g->mesh || s->division.material_of[t] != g->material) continue;
            memcpy(all + g->corner_count, f->pieces[p].corners + i, 3 * sizeof *all);
            g->corner_count += 3;
        }
    PD_ASSERT(g->corner_count == corners);

    /* Order the triangles, then number the vertices by first use:
     * first those that targets move, then the others. */
    meshopt_optimizeVertexCache(g->corners, all, g->corner_count, (size_t)f->vertex_count);
    for (size_t i = 0; i < g->corner_count; i++) map[g->corners[i]] = -1;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < g->corner_count; i++) {
            const uint32_t v = g->corners[i];
            if (map[v] >= 0 || (f->rows[v] < 0) != round) continue;
            g->vertices[g->vertex_count] = v;
            map[v] = g->vertex_count++;
        }

        if (!round) g->moved_count = g->vertex_count;
    }

    for (size_t i = 0; i < g->corner_count; i++) g->corners[i] = (uint32_t)map[g->corners[i]];

    /* Write transparent triangles in both windings, because programs draw
     * a two-sided transparent material in two calls. */
    if (pd_avatar_is_transparent(s, g->material)) {
        for (size_t i = 0; i < g->corner_count; i++) g->corners[2 * g->corner_count - 1 - i] = g->corners[i];
        g->corner_count *= 2;
    }

    return true;
}

bool pd_avatar_add_groups(pd_avatar_scene *s)
{
    pd_avatar_division *division = &s->division;
    size_t triangles = 0;

    for (int p = 0; p < s->figure.piece_count; p++) triangles += s->figure.pieces[p].corner_count / 3;
    if (!pd_avatar_division_init(division, &s->figure, &s->skeleton, s->glb, s->how->meshes,
                                 s->how->has_atlas, s->how->textures != PD_AVATAR_NO_TEXTURES))
        return false;

    /* Triangles of each mesh and material. */
    const size_t kinds = (size_t)division->mesh_count * (size_t)division->material_count;
    size_t *counts = calloc(kinds + 1, sizeof *counts);
    int *map = malloc(((size_t)s->figure.vertex_count + 1) * sizeof *map);
    s->groups = calloc(kinds + 1, sizeof *s->groups);
    bool good = counts && map && s->groups;
    for (size_t t = 0; good && t < triangles; t++)
        counts[division->mesh_of[t] * division->material_count + division->material_of[t]]++;

    /* A group for each pair that occurs. */
    for (int m = 0; good && m < division->mesh_count; m++) {
        division->meshes[m].first_group = s->group_count;
        for (int k = 0; good && k < division->material_count; k++) {
            const size_t count = counts[m * division->material_count + k];
            if (!count) continue;
            pd_avatar_group *g = &s->groups[s->group_count++];
            *g = (pd_avatar_group){
                .mesh = m, .material = k, .is_still = division->meshes[m].is_still, .uvs = -1, .colors = -1};
            division->meshes[m].group_count++;
            good = fill_group(s, g, count, map);
        }
    }

    free(counts);
    free(map);

    return good;
}

/* ---- arrays ---- */

static int16_t quantize_step(double value)
{
    const double steps = rint(value);
    return (int16_t)(steps < -STEPS ? -STEPS : steps > STEPS ? STEPS : steps);
}

static bool is_quantized(const pd_avatar_scene *s)
{
    return s->how->compression != PD_AVATAR_PLAIN;
}

/* Writes n vectors: positions minus the centre, or displacements of morph targets (centre 0). rows: memory of
 * the accessor, with a stride of 3 or 4 numbers. */
static void put_points(void *rows, const pd_avatar_scene *s, const float *v, size_t n, const float center[3],
                       size_t stride)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < stride; c++) {
            const float value = c < 3 ? v[3 * i + c] - center[c] : 0;
            if (is_quantized(s))
                ((int16_t *)rows)[stride * i + c] = quantize_step((double)value / (double)s->step);
            else
                ((float *)rows)[stride * i + c] = value;
        }
}

static void add_surface(pd_avatar_scene *s, pd_avatar_group *g)
{
    const pd_avatar_figure *f = &s->figure;
    const size_t n = (size_t)g->vertex_count;

    /* Positions. */
    void *rows = pd_io_glb_begin(&s->file, is_quantized(s) ? &positions_q : &positions_f, g->vertex_count);
    for (size_t i = 0; rows && i < n; i++)
        put_points((char *)rows + i * (is_quantized(s) ? 8 : 12), s,
                   f->positions + 3 * (size_t)g->vertices[i], 1, s->center, is_quantized(s) ? 4 : 3);
    g->positions = pd_io_glb_end(&s->file);

    /* Unit normals; a vertex without a normal gets +Y. */
    rows = pd_io_glb_begin(&s->file, is_quantized(s) ? &normals_q : &normals_f, g->vertex_count);
    for (size_t i = 0; rows && i < n; i++) {
        const float *own = f->normals + 3 * (size_t)g->vertices[i];
        const float length = sqrtf(own[0] * own[0] + own[1] * own[1] + own[2] * own[2]);
        for (int c = 0; c < 3; c++) {
            const float unit = length > 0.5f ? own[c] / length : (float)(c == 1);
            if (is_quantized(s))
                ((signed char *)rows)[4 * i + (size_t)c] = (signed char)lrintf(127 * unit);
            else
                ((float *)rows)[3 * i + (size_t)c] = unit;
        }

        if (is_quantized(s)) ((signed char *)rows)[4 * i + 3] = 0;
    }

    g->normals = pd_io_glb_end(&s->file);

    /* Triangles. */
    const bool small = g->vertex_count <= 65535;
    rows = pd_io_glb_begin(&s->file, small ? &indices_u16 : &indices_u32, (int)g->corner_count);
    const bool wide = !small || s->file.row_bytes == 4;
    for (size_t i = 0; rows && i < g->corner_count; i++) {
        if (wide)
            ((uint32_t *)rows)[i] = g->corners[i];
        else
            ((uint16_t *)rows)[i] = (uint16_t)g->corners[i];
    }

    g->indices = pd_io_glb_end(&s->file);
}

/* Writes the texture coordinates, as 16-bit numbers if all are between 0 and 1; plain glTF allows that. */
static void add_uvs(pd_avatar_scene *s, pd_avatar_group *g)
{
    const float *uvs = s->figure.uvs;
    bool fits = true;

    for (int i = 0; i < g->vertex_count && fits; i++)
        for (size_t c = 0; c < 2; c++) {
            const float uv = uvs[2 * (size_t)g->vertices[i] + c];
            fits &= uv >= 0 && uv <= 1;
        }
    void *rows = pd_io_glb_begin(&s->file, fits ? &uvs_q : &uvs_f, g->vertex_count);
    for (int i = 0; rows && i < g->vertex_count; i++)
        for (size_t c = 0; c < 2; c++) {
            const float uv = uvs[2 * (size_t)g->vertices[i] + c];
            if (fits)
                ((uint16_t *)rows)[2 * (size_t)i + c] = (uint16_t)lrintf(65535 * uv);
            else
                ((float *)rows)[2 * (size_t)i + c] = uv;
        }
    g->uvs = pd_io_glb_end(&s->file);
}

/* Writes joints, and weights as 16-bit integers whose sum is exactly 65535. */
static void add_skin_arrays(pd_avatar_scene *s, pd_avatar_group *g)
{
    const pd_avatar_figure *f = &s->figure;

    uint16_t(*parts)[4] = malloc(((size_t)g->vertex_count + 1) * sizeof *parts);
    if (!parts) {
        s->file.bin->failed = 1;
        return;
    }

    uint8_t *joints = pd_io_glb_begin(&s->file, &joints_u8, g->vertex_count);
    for (int i = 0; joints && i < g->vertex_count; i++) {
        const size_t v = 4 * (size_t)g->vertices[i];
        int rest = 65535, largest = 0;
        for (int c = 0; c < 4; c++) {
            parts[i][c] = (uint16_t)lrintf(65535 * fminf(1, fmaxf(0, f->weights[v + (size_t)c])));
            rest -= parts[i][c];
            if (parts[i][c] > parts[i][largest]) largest = c;
        }

        parts[i][largest] = (uint16_t)(parts[i][largest] + rest);
        for (int c = 0; c < 4; c++)
            joints[4 * i + c] = (uint8_t)(parts[i][c] ? s->skin_of[f->joints[v + (size_t)c]] : 0);
    }

    g->joints = pd_io_glb_end(&s->file);
    void *rows = pd_io_glb_begin(&s->file, &weights_q, g->vertex_count);
    if (rows) memcpy(rows, parts, (size_t)g->vertex_count * sizeof *parts);
    g->weights = pd_io_glb_end(&s->file);
    free(parts);
}

/* Vertices of the group that one target moves, and their displacements. */
typedef struct moved {
    int first, count; /* range in the lists of all targets */
} moved;

/* Writes one morph target: sparse, but dense in a compressed file, where zeros take almost no bytes. */
static int add_target(pd_avatar_scene *s, const pd_avatar_group *g, int own, const uint32_t *numbers,
                      const float *rows)
{
    static const float nowhere[3] = {0};
    const pd_io_glb_format *format = is_quantized(s) ? &positions_q : &positions_f;

    if (!own) return pd_io_glb_zeros(&s->file, format, g->vertex_count);

    if (s->how->compression == PD_AVATAR_MESHOPT) {
        int16_t *dense = pd_io_glb_begin(&s->file, format, g->vertex_count);
        if (dense) memset(dense, 0, 8 * (size_t)g->vertex_count);
        for (int i = 0; dense && i < own; i++)
            put_points(dense + 4 * numbers[i], s, rows + 3 * i, 1, nowhere, 4);
        return pd_io_glb_end(&s->file);
    }

    void *packed = malloc((size_t)own * 12);
    if (!packed) {
        s->file.bin->failed = 1;
        return 0;
    }

    put_points(packed, s, rows, (size_t)own, nowhere, 3);
    const int accessor = pd_io_glb_sparse(&s->file, format, g->vertex_count, own, numbers, packed);
    free(packed);

    return accessor;
}

/* Marks the targets that move a vertex by `least` or more, and counts the vertices of each target. d (3,T):
 * displacements of the vertex. */
static void mark_moves(unsigned char *restrict marks, int *restrict counts, const float *restrict d, size_t T,
                       float least)
{
    for (size_t t = 0; t < T; t++) {
        marks[t] = (fabsf(d[t]) >= least) | (fabsf(d[T + t]) >= least) | (fabsf(d[2 * T + t]) >= least);
        counts[t] += marks[t];
    }
}

/* Returns the smallest move of a vertex that is written. */
static float least_move(const pd_avatar_figure *f, uint32_t vertex)
{
    for (int p = 0; p < f->piece_count; p++) {
        const pd_avatar_piece *own = &f->pieces[p];
        if ((int)vertex < own->first_vertex || (int)vertex >= own->first_vertex + own->vertex_count) continue;
        return pd_avatar_piece_is(own, "hair") || pd_avatar_piece_is(own, "beard") ? LEAST_HAIR : LEAST;
    }

    return LEAST;
}

static void add_targets(pd_avatar_scene *s, pd_avatar_group *g)
{
    const pd_avatar_figure *f = &s->figure;
    const size_t T = (size_t)f->target_count;

    if (g->is_still || !T) return;

    /* Count the vertices that each target moves, in the order of the displacements in memory. */
    moved *lists = calloc(T, sizeof *lists);
    int *counts = calloc(T, sizeof *counts);
    unsigned char *marks = malloc((size_t)g->moved_count * T + 1);
    size_t all = 0;
    for (int i = 0; counts && marks && i < g->moved_count; i++)
        mark_moves(marks + (size_t)i * T, counts, f->moves + 3 * (size_t)f->rows[g->vertices[i]] * T, T,
                   least_move(f, g->vertices[i]));
    for (size_t t = 0; lists && counts && t < T; t++) {
        lists[t].first = (int)all;
        all += (size_t)counts[t];
    }

    /* Fill the lists, and write them. */
    uint32_t *numbers = malloc((all + 1) * sizeof *numbers);
    float *rows = malloc((3 * all + 1) * sizeof *rows);
    const bool has_room = lists && counts && marks && numbers && rows;
    if (!has_room) s->file.bin->failed = 1;
    for (int i = 0; has_room && i < g->moved_count; i++) {
        const float *d = f->moves + 3 * (size_t)f->rows[g->vertices[i]] * T;
        for (size_t t = 0; t < T; t++) {
            if (!marks[(size_t)i * T + t]) continue;
            const size_t at = (size_t)(lists[t].first + lists[t].count++);
            numbers[at] = (uint32_t)i;
            for (size_t c = 0; c < 3; c++) rows[3 * at + c] = d[c * T + t];
        }
    }

    for (size_t t = 0; has_room && t < T; t++)
        g->targets[t] =
            add_target(s, g, lists[t].count, numbers + lists[t].first, rows + 3 * (size_t)lists[t].first);
    free(lists);
    free(counts);
    free(marks);
    free(numbers);
    free(rows);
}

/* Computes the mean colour of a material: linear mean of its texture times its colour;
 * alpha is 1 for opaque materials. */
static void mean_color(unsigned char out[4], const pd_avatar_scene *s, int number)
{
    const pd_io_glb_material *m = &s->glb->materials[number];
    const pd_io_png_limits limits = {PD_AVATAR_ATLAS_MOST, PD_AVATAR_ATLAS_MOST};
    pd_io_image image = {0};
    double sums[4] = {1, 1, 1, 1};

    if (m->texture >= 0) {
        const pd_bytes png = s->glb->textures[m->texture].file;
        if (pd_io_png_read(&image, png.data, png.size, &limits, NULL) == PD_OK && image.bits == 8) {
            const size_t n = (size_t)image.width * (size_t)image.height;
            const size_t channels = (size_t)image.channels;
            const unsigned char *at = image.samples;
            memset(sums, 0, sizeof sums);
            for (size_t i = 0; i < n; i++, at += channels)
                for (size_t c = 0; c < 4; c++) {
                    const double value = c == 3 && channels < 4 ? 1 : at[channels == 1 ? 0 : c] / 255.0;
                    sums[c] += c < 3 ? pow(value, 2.2) : value;
                }
            for (int c = 0; c < 4; c++) sums[c] /= (double)n;
        }
    }

    for (int c = 0; c < 3; c++) out[c] = (unsigned char)lrint(255 * fmin(1, sums[c] * (double)m->color[c]));
    out[3] = m->alpha == PD_IO_GLB_OPAQUE ? 255 : (unsigned char)lrint(255 * sums[3]);
    pd_io_image_deinit(&image);
}

/* Writes colours of the vertices, which replace pictures. */
static void add_colors(pd_avatar_scene *s, pd_avatar_group *g)
{
    const pd_avatar_figure *f = &s->figure;
    unsigned char(*colors)[4] = malloc((size_t)f->vertex_count * sizeof *colors);

    if (!colors) {
        s->file.bin->failed = 1;
        return;
    }

    for (int p = 0; p < f->piece_count; p++) {
        unsigned char own[4];
        mean_color(own, s, f->pieces[p].material);
        for (int v = 0; v < f->pieces[p].vertex_count; v++)
            memcpy(colors[f->pieces[p].first_vertex + v], own, 4);
    }

    unsigned char *rows = pd_io_glb_begin(&s->file, &colors_u8, g->vertex_count);
    for (int i = 0; rows && i < g->vertex_count; i++) memcpy(rows + 4 * (size_t)i, colors[g->vertices[i]], 4);
    g->colors = pd_io_glb_end(&s->file);
    free(colors);
}

/* Writes the inverse bind matrices B = A^T translate(-place), which also convert int16 steps to metres. */
static void add_binds(pd_avatar_scene *s)
{
    int count = 0;

    for (int k = 0; k < s->skeleton.count; k++) s->skin_of[k] = s->skeleton.bones[k].is_joint ? count++ : -1;
    float *m = pd_io_glb_begin(&s->file, &matrices_f, count);
    for (int k = 0; m && k < s->skeleton.count; k++) {
        const pd_avatar_bone *b = &s->skeleton.bones[k];
        if (!b->is_joint) continue;
        memset(m, 0, 16 * sizeof *m);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                m[4 * c + r] = s->step * b->axes[3 * c + r];
                m[12 + r] += b->axes[3 * c + r] * (s->center[c] - b->place[c]);
            }
        m[15] = 1;
        m += 16;
    }

    s->binds = pd_io_glb_end(&s->file);
}

/* Sets centre and step of quantised positions by the bounding box of all drawn vertices. */
static void find_step_arrays(pd_avatar_scene *s)
{
    float low[3] = {INFINITY, INFINITY, INFINITY};
    float high[3] = {-INFINITY, -INFINITY, -INFINITY};
    float largest = 0;

    s->step = 1;
    if (!is_quantized(s)) return;
    for (int g = 0; g < s->group_count; g++)
        for (int i = 0; i < s->groups[g].vertex_count; i++)
            for (size_t c = 0; c < 3; c++) {
                const float value = s->figure.positions[3 * (size_t)s->groups[g].vertices[i] + c];
                low[c] = fminf(low[c], value);
                high[c] = fmaxf(high[c], value);
            }
    for (int c = 0; c < 3; c++) {
        s->center[c] = 0.5f * (low[c] + high[c]);
        largest = fmaxf(largest, high[c] - low[c]);
    }

    if (largest > 0) s->step = largest / (2 * STEPS);
}

/* Returns whether the group's material has a picture. */
static bool has_picture(const pd_avatar_scene *s, const pd_avatar_group *g)
{
    if (s->how->textures == PD_AVATAR_NO_TEXTURES) return false;
    const int source = s->division.materials[g->material].source;
    return source < 0 || s->glb->materials[source].texture >= 0;
}

void pd_avatar_add_arrays(pd_avatar_scene *s)
{
    find_step_arrays(s);
    add_binds(s);
    for (int i = 0; i < s->group_count; i++) {
        pd_avatar_group *g = &s->groups[i];
        add_surface(s, g);
        add_skin_arrays(s, g);
        if (has_picture(s, g))
            add_uvs(s, g);
        else if (s->how->has_atlas && s->how->textures == PD_AVATAR_NO_TEXTURES)
            add_colors(s, g);
        add_targets(s, g);
    }
}
