#include "core/avatar/figure.h"

#include "core/avatar/profile.h"
#include "core/base/assert.h"
#include "core/math/strongest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SKIN_DETAIL 3.0
#define LEAST_MOVE  2e-5f /* metres: less than a pixel of a face that fills the screen */

bool pd_avatar_piece_is(const pd_avatar_piece *piece, const char *role)
{
    return !strcmp(piece->role, role);
}

/* A target of the figure: the sum of morphs of the rig. */
typedef struct target_sum {
    int morphs[PD_AVATAR_MIX_PARTS];
    int count; /* 0: the target moves nothing */
    float weight;
} target_sum;

/* Working data of _init. */
typedef struct making {
    pd_avatar_figure *figure;
    const pd_io_glb *glb;
    target_sum *targets; /* (T) */
    int *seen;           /* vertex of the figure for each vertex of the source; -1: none yet */
    int capacity, row_capacity;
    int is_at_places; /* the material of the part has its picture at the layer's `places` */
} making;

/* Returns the rig's morph with this name; -1: none. */
static int morph_named(const pd_io_glb_rig *rig, const char *name)
{
    for (int i = 0; rig->morph_names && i < rig->beta_count; i++)
        if (!strcmp(rig->morph_names[i], name)) return i;
    return -1;
}

static void add_target_figure(making *m, const char *name, target_sum sum)
{
    m->targets[m->figure->target_count] = sum;
    m->figure->target_names[m->figure->target_count++] = name;
}

/* Lists the targets that `morphs` asks for: the rig's, silence, and mixes whose parts the rig has. */
static bool choose_targets(making *m, const char *morphs)
{
    pd_avatar_figure *f = m->figure;
    const pd_io_glb_rig *rig = m->glb->rig;
    const int own = rig->morph_names ? rig->beta_count : 0;
    const size_t most = (size_t)own + 1 + PD_AVATAR_MIXES;

    m->targets = malloc(most * sizeof *m->targets);
    f->target_names = malloc(most * sizeof *f->target_names);
    if (!m->targets || !f->target_names) return false;

    for (int i = 0; i < own; i++)
        if (rig->morph_names[i] && pd_avatar_morph_wanted(morphs, rig->morph_names[i]))
            add_target_figure(m, rig->morph_names[i], (target_sum){.morphs = {i}, .count = 1, .weight = 1});
    if (rig->still_morph && pd_avatar_morph_wanted(morphs, rig->still_morph))
        add_target_figure(m, rig->still_morph, (target_sum){.count = 0});

    for (int x = 0; x < PD_AVATAR_MIXES; x++) {
        const pd_avatar_mix *mix = &pd_avatar_mixes[x];
        target_sum sum = {.weight = mix->weight};
        bool is_there = pd_avatar_mix_wanted(morphs, mix);
        for (int p = 0; p < PD_AVATAR_MIX_PARTS && mix->parts[p] && is_there; p++) {
            sum.morphs[sum.count++] = morph_named(rig, mix->parts[p]);
            is_there = sum.morphs[sum.count - 1] >= 0;
        }
        if (is_there) add_target_figure(m, mix->name, sum);
    }

    return true;
}

/* Returns an upper bound of the figure's vertices: those of the skin,
 * and the most that each part of a layer can have. */
static int most_vertices(const pd_io_glb *glb)
{
    int count = glb->mesh->vertex_count;

    for (int l = 0; l < glb->layer_count; l++)
        for (int p = 0; p < glb->layers[l].part_count; p++) {
            const int corners = 3 * glb->layers[l].parts[p].face_count;
            count += corners < glb->layers[l].corner_count ? corners : glb->layers[l].corner_count;
        }

    return count;
}

static int most_source_vertices(const pd_io_glb *glb)
{
    int most = glb->mesh->vertex_count;
    for (int l = 0; l < glb->layer_count; l++)
        if (glb->layers[l].corner_count > most) most = glb->layers[l].corner_count;
    return most;
}

static bool take_memory_figure(making *m)
{
    pd_avatar_figure *f = m->figure;
    int parts = 1;

    for (int l = 0; l < m->glb->layer_count; l++) parts += m->glb->layers[l].part_count;
    const size_t n = (size_t)most_vertices(m->glb);

    m->capacity = (int)n;
    m->row_capacity = f->target_count ? (int)n : 0;
    m->seen = malloc((size_t)most_source_vertices(m->glb) * sizeof *m->seen);
    f->positions = malloc(3 * n * sizeof *f->positions);
    f->normals = malloc(3 * n * sizeof *f->normals);
    f->uvs = malloc(2 * n * sizeof *f->uvs);
    f->joints = malloc(4 * n);
    f->weights = malloc(4 * n * sizeof *f->weights);
    f->rows = malloc(n * sizeof *f->rows);
    f->moves = malloc((3 * (size_t)m->row_capacity * (size_t)f->target_count + 1) * sizeof *f->moves);
    f->pieces = calloc((size_t)parts, sizeof *f->pieces);

    return m->seen && f->positions && f->normals && f->uvs && f->joints && f->weights && f->rows &&
           f->moves && f->pieces;
}

/* Adds a row of displacements if one of the targets moves the vertex. dirs (3,stride): displacement by each
 * of the rig's morphs; those from `count` on are 0. */
static void add_moves(making *m, int vertex, const float *dirs, size_t stride, int count)
{
    pd_avatar_figure *f = m->figure;
    int is_moved = 0;

    for (size_t i = 0; i < 3 * stride; i++) is_moved |= fabsf(dirs[i]) > LEAST_MOVE;
    if (!is_moved) return;

    PD_ASSERT(f->row_count < m->row_capacity);
    float *to = f->moves + 3 * (size_t)f->row_count * (size_t)f->target_count;
    for (size_t c = 0; c < 3; c++)
        for (int t = 0; t < f->target_count; t++) {
            const target_sum *sum = &m->targets[t];
            float move = 0;
            for (int i = 0; i < sum->count; i++)
                if (sum->morphs[i] < count) move += dirs[c * stride + (size_t)sum->morphs[i]];
            *to++ = sum->weight * move;
        }
    f->rows[vertex] = f->row_count++;
}

/* Returns the figure's vertex for vertex v of the skin; adds it if needed. */
static int skin_vertex(making *m, int v)
{
    pd_avatar_figure *f = m->figure;
    const pd_io_glb_rig *rig = m->glb->rig;
    const pd_io_glb_pose *pose = m->glb->poses;

    if (m->seen[v] >= 0) return m->seen[v];

    const size_t to = (size_t)f->vertex_count;
    const size_t from = (size_t)v;
    const size_t row = rig->rows ? rig->rows[from] : from;
    PD_ASSERT(f->vertex_count < m->capacity);
    memcpy(f->positions + 3 * to, pose->rest + 3 * from, 12);
    memcpy(f->normals + 3 * to, pose->rest_normals + 3 * from, 12);
    f->uvs[2 * to] = m->glb->uvs ? m->glb->uvs[2 * from] : 0;
    f->uvs[2 * to + 1] = m->glb->uvs ? m->glb->uvs[2 * from + 1] : 0;
    pd_strongest(f->joints + 4 * to, f->weights + 4 * to, rig->weights + row * (size_t)rig->joint_count,
                 rig->joint_count);
    const size_t stride = (size_t)rig->shapedirs_stride;
    f->rows[to] = -1;
    if (f->target_count && (!rig->moved || rig->moved[row]))
        add_moves(m, (int)to, rig->shapedirs + 3 * row * stride, stride, rig->beta_count);

    return m->seen[v] = f->vertex_count++;
}

/* Returns the figure's vertex for corner v of layer l; adds it if needed. */
static int layer_vertex(making *m, int l, int v)
{
    pd_avatar_figure *f = m->figure;
    const pd_io_glb_layer *layer = &m->glb->layers[l];
    const pd_io_glb_worn *worn = &m->glb->worn[l];

    if (m->seen[v] >= 0) return m->seen[v];

    const size_t to = (size_t)f->vertex_count;
    const size_t from = (size_t)v;
    const size_t own = layer->corners[v];
    PD_ASSERT(f->vertex_count < m->capacity);
    memcpy(f->positions + 3 * to, worn->vertices + 3 * from, 12);
    memcpy(f->normals + 3 * to, worn->normals + 3 * from, 12);
    memcpy(f->uvs + 2 * to, (m->is_at_places ? layer->places : layer->uvs) + 2 * from, 8);
    memcpy(f->joints + 4 * to, layer->joints + 4 * own, 4);
    memcpy(f->weights + 4 * to, layer->weights + 4 * own, 16);
    const size_t stride = (size_t)layer->dir_count;
    f->rows[to] = -1;
    if (f->target_count && stride && (!layer->moved || layer->moved[own]))
        add_moves(m, (int)to, layer->dirs + 3 * own * stride, stride, layer->dir_count);

    return m->seen[v] = f->vertex_count++;
}

static void forget_vertices(making *m, int count)
{
    for (int i = 0; i < count; i++) m->seen[i] = -1;
}

static bool add_skin_figure(making *m)
{
    const pd_io_mesh *mesh = m->glb->mesh;
    pd_avatar_piece *p = &m->figure->pieces[m->figure->piece_count++];

    *p = (pd_avatar_piece){.role = "skin",
                           .first_vertex = m->figure->vertex_count,
                           .corner_count = 3 * (size_t)mesh->face_count,
                           .detail = m->glb->layer_count ? SKIN_DETAIL : 1};
    p->corners = malloc((p->corner_count + 1) * sizeof *p->corners);
    if (!p->corners) return false;

    forget_vertices(m, mesh->vertex_count);
    for (size_t i = 0; i < p->corner_count; i++)
        p->corners[i] = (uint32_t)skin_vertex(m, (int)mesh->faces[i]);
    p->vertex_count = m->figure->vertex_count - p->first_vertex;

    return true;
}

/* Orients the triangles of a piece by the normals of their vertices,
 * so that cards of hair can be drawn from one side. */
static void face_outward(pd_avatar_figure *f, pd_avatar_piece *p)
{
    for (size_t i = 0; i + 2 < p->corner_count; i += 3) {
        uint32_t *t = p->corners + i;
        const float *a = f->positions + 3 * t[0];
        const float *b = f->positions + 3 * t[1];
        const float *c = f->positions + 3 * t[2];
        const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        const float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        float side = 0;
        for (int k = 0; k < 3; k++)
            for (size_t x = 0; x < 3; x++) side += f->normals[3 * t[k] + x] * n[x];
        if (side >= 0) continue;
        const uint32_t swap = t[1];
        t[1] = t[2];
        t[2] = swap;
    }
}

static bool add_part(making *m, int l, int number)
{
    const pd_io_glb_layer *layer = &m->glb->layers[l];
    const pd_io_glb_part *part = &layer->parts[number];
    pd_avatar_piece *p = &m->figure->pieces[m->figure->piece_count++];

    *p = (pd_avatar_piece){.role = layer->role ? layer->role : "",
                           .material = part->material,
                           .first_vertex = m->figure->vertex_count,
                           .corner_count = 3 * (size_t)part->face_count,
                           .detail = layer->detail > 0 ? (double)layer->detail : 1};
    p->corners = malloc((p->corner_count + 1) * sizeof *p->corners);
    if (!p->corners) return false;

    forget_vertices(m, layer->corner_count);
    m->is_at_places = m->glb->materials[part->material].at_places;
    for (size_t i = 0; i < p->corner_count; i++)
        p->corners[i] = (uint32_t)layer_vertex(m, l, layer->faces[3 * (size_t)part->first_face + i]);
    p->vertex_count = m->figure->vertex_count - p->first_vertex;
    if (m->glb->materials[part->material].both_windings) face_outward(m->figure, p);

    return true;
}

pd_status pd_avatar_figure_init(pd_avatar_figure *out, const pd_io_glb *glb, const char *morphs,
                                pd_error *err)
{
    PD_ASSERT(glb->rig && glb->mesh->body_count == 1 && glb->poses->rest_normals);
    making m = {.figure = out, .glb = glb};
    *out = (pd_avatar_figure){0};

    bool good = choose_targets(&m, morphs) && take_memory_figure(&m) && add_skin_figure(&m);
    for (int l = 0; good && l < glb->layer_count; l++)
        for (int p = 0; good && p < glb->layers[l].part_count; p++) good = add_part(&m, l, p);
    free(m.targets);
    free(m.seen);
    if (good) return PD_OK;
    pd_avatar_figure_deinit(out);

    return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for an avatar");
}

void pd_avatar_figure_deinit(pd_avatar_figure *f)
{
    for (int p = 0; f->pieces && p < f->piece_count; p++) free(f->pieces[p].corners);
    free(f->pieces);
    free(f->positions);
    free(f->normals);
    free(f->uvs);
    free(f->joints);
    free(f->weights);
    free(f->rows);
    free(f->moves);
    free(f->target_names);
    *f = (pd_avatar_figure){0};
}
