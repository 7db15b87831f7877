#include "core/wardrobe/own.h"

#include "core/base/assert.h"
#include "core/io/surface/gltf_look.h"
#include "core/math/triangle.h"
#include "core/retarget/character/joint_names.h"
#include "core/retarget/character/skin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COVER_MOST  0.08f  /* metres: cloth farther from the skin hides nothing */
#define COVER_STEP  0.012f /* metres between the points of a triangle that cover skin */
#define COVER_RINGS 2      /* rings of vertices at the edges that stay visible */
#define CELL        0.04f  /* metres: side of the cells in which the nearest skin is looked for */
#define CELLS       64
#define PARTS       24

/* Skin of the template, sorted into cells. */
typedef struct skin_cells {
    const float *points; /* (V,3) */
    float *normals;      /* (V,3) */
    int *first;          /* (CELLS^3 + 1) first entry of each cell in `items` */
    int *items;          /* (V) */
    int (*around)[3];    /* (V) a triangle at each vertex, for anchors; the nearest one is found from it */
    const pd_smpl_model *model;
} skin_cells;

typedef struct own_work {
    const pd_wardrobe_own_job *job;
    pd_io_look look;
    pd_retarget_skin skin;
    int *joint_of_node; /* joint of the model at or above each node; -1: none */
    int node_count;
    skin_cells cells;
    pd_wardrobe_own *out;
    pd_error *err;
} own_work;

/* ---- the skin of the template ---- */

static int cell_of(const float p[3])
{
    int at = 0;
    for (int c = 0; c < 3; c++) {
        const int i = (int)floorf(p[c] / CELL) + CELLS / 2;
        at = at * CELLS + (i < 0 ? 0 : i >= CELLS ? CELLS - 1 : i);
    }

    return at;
}

static pd_status cells_init(skin_cells *out, const pd_smpl_model *model, pd_error *err)
{
    const size_t count = (size_t)model->vertex_count;
    const size_t cells = (size_t)CELLS * CELLS * CELLS;

    *out = (skin_cells){.points = model->data.v_template,
                        .normals = calloc(3 * count, sizeof *out->normals),
                        .first = calloc(cells + 2, sizeof *out->first),
                        .items = malloc(count * sizeof *out->items),
                        .around = calloc(count, sizeof *out->around),
                        .model = model};
    if (!out->normals || !out->first || !out->items || !out->around)
        return pd_fail(err, PD_ERR_MEMORY, "/garment", "out of memory");

    /* Count, then place. */
    for (size_t v = 0; v < count; v++) out->first[cell_of(out->points + 3 * v) + 2]++;
    for (size_t c = 1; c < cells + 2; c++) out->first[c] += out->first[c - 1];
    for (size_t v = 0; v < count; v++) out->items[out->first[cell_of(out->points + 3 * v) + 1]++] = (int)v;
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *face = model->data.faces + 3 * (size_t)f;
        float n[3];
        pd_triangle_normal(n, out->points + 3 * (size_t)face[0], out->points + 3 * (size_t)face[1],
                           out->points + 3 * (size_t)face[2]);
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) {
                out->normals[3 * (size_t)face[k] + (size_t)c] += n[c];
                out->around[face[k]][c] = (int)face[c];
            }
    }

    for (size_t v = 0; v < count; v++) {
        float *n = out->normals + 3 * v;
        const float length = sqrtf(pd_dot3f(n, n));
        for (size_t c = 0; c < 3 && length > 0; c++) n[c] /= length;
    }

    return PD_OK;
}

static void cells_deinit(skin_cells *cells)
{
    free(cells->normals);
    free(cells->first);
    free(cells->items);
    free(cells->around);
}

/* Returns the vertex of the skin nearest to a point; -1: none within `most`. */
static int nearest_skin(const skin_cells *cells, const float p[3], float most)
{
    int found = -1;
    float best = most * most;

    for (int ring = 0; (float)(ring - 1) * CELL < most; ring++) {
        if (found >= 0 && (float)(ring - 1) * CELL > sqrtf(best)) break;
        for (int x = -ring; x <= ring; x++)
            for (int y = -ring; y <= ring; y++)
                for (int z = -ring; z <= ring; z++) {
                    if (abs(x) != ring && abs(y) != ring && abs(z) != ring) continue;
                    const float q[3] = {p[0] + CELL * (float)x, p[1] + CELL * (float)y,
                                        p[2] + CELL * (float)z};
                    const int cell = cell_of(q);
                    for (int i = cells->first[cell]; i < cells->first[cell + 1]; i++) {
                        const float *s = cells->points + 3 * (size_t)cells->items[i];
                        const float d[3] = {s[0] - p[0], s[1] - p[1], s[2] - p[2]};
                        const float far = pd_dot3f(d, d);
                        if (far >= best) continue;
                        best = far;
                        found = cells->items[i];
                    }
                }
    }

    return found;
}

/* Returns the height of a point over the skin at a vertex, along its normal. */
static float height_over(const skin_cells *cells, int vertex, const float p[3])
{
    const float *s = cells->points + 3 * (size_t)vertex;
    const float d[3] = {p[0] - s[0], p[1] - s[1], p[2] - s[2]};
    return pd_dot3f(d, cells->normals + 3 * (size_t)vertex);
}

/* ---- joints and pose ---- */

/* Finds the joint of the model that each node of the file is, or is below. */
static pd_status match_nodes(own_work *w)
{
    const pd_smpl_model *model = w->job->model;
    const pd_io_skin_options options = {.skin = -1, .json_memory = w->job->json_memory};
    pd_anim_skeleton body;
    pd_error none;

    w->out->joint_count = 0;
    if (pd_retarget_skin_read(&w->skin, w->job->file, &options, &none) != PD_OK) return PD_OK;
    pd_status status =
        pd_anim_skeleton_from_rest(&body, (const char(*)[PD_ANIM_NAME_BYTES])model->data.joint_names,
                                   model->data.parents, model->joint_template, model->joint_count, w->err);
    if (status != PD_OK) return status;
    for (int k = 0; k < w->skin.skeleton.joint_count; k++)
        if (w->skin.joints[k].node >= w->node_count) w->node_count = w->skin.joints[k].node + 1;
    w->joint_of_node = malloc((size_t)(w->node_count + 1) * sizeof *w->joint_of_node);
    if (!w->joint_of_node) return pd_fail(w->err, PD_ERR_MEMORY, "/rig", "out of memory");

    int own[PD_ANIM_MAX_JOINTS];
    for (int i = 0; i <= w->node_count; i++) w->joint_of_node[i] = -1;
    for (int i = 0; i < w->skin.skeleton.joint_count; i++) {
        const int k = w->skin.skeleton.order[i];
        const int up = w->skin.skeleton.parents[k];
        own[k] = pd_retarget_joint_named(&body, w->skin.joints[k].name);
        w->out->joint_count += own[k] >= 0;
        if (own[k] < 0 && up >= 0) own[k] = own[up];
        w->joint_of_node[w->skin.joints[k].node] = own[k];
    }

    if (w->skin.skin_count && !w->out->joint_count)
        return pd_fail(w->err, PD_ERR_INVALID, "/rig",
                       "none of its %d joints (%s, ...) has a name that is known; names as in %s's rig (%s, "
                       "left_hip, ...), or of Mixamo, VRM or Unreal, or no skin at all, expected",
                       w->skin.skeleton.joint_count, w->skin.joints[0].name, model->data.text.name,
                       body.names[0]);

    return PD_OK;
}

/* A joint's move from the file's rest pose to the template's. */
typedef struct joint_move {
    pd_quat turn;
    pd_vec3 from, to;
    bool is_known;
} joint_move;

/* Computes the move of each joint of the model that the file has. */
static void find_moves(joint_move *moves, const own_work *w)
{
    const pd_anim_skeleton *s = &w->skin.skeleton;
    const pd_smpl_model *model = w->job->model;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    int of_joint[PD_SMPL_MAX_JOINTS];

    pd_anim_skeleton_forward(at, NULL, s, NULL, pd_vec3_make(0, 0, 0));
    for (int j = 0; j < model->joint_count; j++) {
        of_joint[j] = -1;
        moves[j] = (joint_move){.turn = pd_q_identity()};
    }

    for (int i = s->joint_count - 1; i >= 0; i--) {
        const int k = s->order[i];
        const int up = s->parents[k];
        const int own = w->joint_of_node[w->skin.joints[k].node];
        const bool is_own = own >= 0 && (up < 0 || w->joint_of_node[w->skin.joints[up].node] != own);
        if (is_own) of_joint[own] = k;
    }

    for (int j = 0; j < model->joint_count; j++) {
        const double *p = model->joint_template + 3 * j;
        if (of_joint[j] < 0) continue;
        moves[j].is_known = true;
        moves[j].from = at[of_joint[j]];
        moves[j].to = pd_vec3_make(p[0], p[1], p[2]);

        /* The direction to the next joint. */
        for (int child = 0; child < model->joint_count; child++) {
            if (model->data.parents[child] != j || of_joint[child] < 0) continue;
            const double *q = model->joint_template + 3 * child;
            const pd_vec3 own = pd_vec3_sub(at[of_joint[child]], moves[j].from);
            const pd_vec3 wanted = pd_vec3_sub(pd_vec3_make(q[0], q[1], q[2]), moves[j].to);
            const pd_vec3 side = pd_vec3_make(0, 0, 1);
            if (pd_vec3_length(own) > 1e-6)
                moves[j].turn = pd_q_between(pd_vec3_unit_or(own, side), pd_vec3_unit_or(wanted, side), side);
            break;
        }
    }

    /* A joint without a known child turns with the joint above it. */
    for (int j = 0; j < model->joint_count; j++) {
        const int up = model->data.parents[j];
        bool has_child = false;
        for (int c = 0; c < model->joint_count; c++)
            has_child |= model->data.parents[c] == j && of_joint[c] >= 0;
        if (moves[j].is_known && !has_child && up >= 0 && moves[up].is_known) moves[j].turn = moves[up].turn;
    }
}

/* Moves the vertices of a rigged file to the template's T-pose. */
static void pose_rigged(own_work *w)
{
    joint_move moves[PD_SMPL_MAX_JOINTS];

    find_moves(moves, w);
    for (int i = 0; i < w->look.part_count; i++) {
        pd_io_look_part *part = &w->look.parts[i];
        for (size_t v = 0; v < (size_t)part->vertex_count; v++) {
            float *p = part->vertices + 3 * v;
            pd_vec3 sum = pd_vec3_make(0, 0, 0);
            double all = 0;
            for (size_t k = 4 * v; k < 4 * v + 4; k++) {
                const int node = part->nodes[k];
                const int joint = node <= w->node_count ? w->joint_of_node[node] : -1;
                if (joint < 0 || !moves[joint].is_known || !(part->weights[k] > 0)) continue;
                const pd_vec3 from =
                    pd_vec3_sub(pd_vec3_make((double)p[0], (double)p[1], (double)p[2]), moves[joint].from);
                const pd_vec3 to = pd_vec3_add(moves[joint].to, pd_q_rotate(moves[joint].turn, from));
                sum = pd_vec3_fma(sum, (double)part->weights[k], to);
                all += (double)part->weights[k];
            }

            if (!(all > 0)) continue;
            p[0] = (float)(sum.x / all);
            p[1] = (float)(sum.y / all);
            p[2] = (float)(sum.z / all);
        }
    }
}

/* ---- fit ---- */

static int float_order(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Measures how far the vertices are from the skin when they are raised by `lift`. */
static pd_status measure_fit(float *median, float *deep, const own_work *w, float lift)
{
    size_t count = 0, at = 0, inside = 0;

    for (int i = 0; i < w->look.part_count; i++) count += (size_t)w->look.parts[i].vertex_count;
    float *away = malloc((count + 1) * sizeof *away);
    if (!away) return pd_fail(w->err, PD_ERR_MEMORY, "/fit", "out of memory");
    for (int i = 0; i < w->look.part_count; i++)
        for (size_t v = 0; v < (size_t)w->look.parts[i].vertex_count; v++) {
            const float *q = w->look.parts[i].vertices + 3 * v;
            const float p[3] = {q[0], q[1] + lift, q[2]};
            const int skin = nearest_skin(&w->cells, p, 1);
            if (skin < 0) {
                away[at++] = 1;
                continue;
            }

            const float *s = w->cells.points + 3 * (size_t)skin;
            const float d[3] = {s[0] - p[0], s[1] - p[1], s[2] - p[2]};
            away[at++] = sqrtf(pd_dot3f(d, d));
            inside += height_over(&w->cells, skin, p) < -PD_WARDROBE_OWN_DEEP;
        }

    PD_ASSERT(at == count);
    qsort(away, count, sizeof *away, float_order);
    *median = count ? away[count / 2] : 1;
    *deep = count ? (float)inside / (float)count : 1;
    free(away);

    return PD_OK;
}

/* Puts the garment where it fits, and refuses one that fits nowhere. */
static pd_status fit_own(own_work *w)
{
    const pd_smpl_model *model = w->job->model;
    float low = INFINITY, best = 0, median = 0, deep = 0;
    float lifts[2] = {0, 0};

    /* The template as it is, or with its soles at y = 0. */
    for (int v = 0; v < model->vertex_count; v++) low = fminf(low, model->data.v_template[3 * (size_t)v + 1]);
    lifts[1] = low;
    const int tries = w->out->joint_count ? 1 : 2;
    for (int t = 0; t < tries; t++) {
        const pd_status status = measure_fit(&median, &deep, w, lifts[t]);
        if (status != PD_OK) return status;
        if (t && median >= w->out->median) continue;
        w->out->median = median;
        w->out->deep = deep;
        best = lifts[t];
    }

    if (w->out->median > PD_WARDROBE_OWN_MEDIAN)
        return pd_fail(
            w->err, PD_ERR_INVALID, "/fit",
            "half of its vertices are more than %.0f mm from the skin of the body; at most %.0f mm "
            "allowed: model it around GET /v1/models/%s/mesh?format=glb&rig=true in metres, in its "
            "T-pose, or rig it to that skeleton",
            1e3 * (double)w->out->median, 1e3 * (double)PD_WARDROBE_OWN_MEDIAN, model->data.text.name);
    if (w->out->deep > PD_WARDROBE_OWN_DEEP_MOST)
        return pd_fail(w->err, PD_ERR_INVALID, "/fit",
                       "%.0f %% of its vertices are more than %.0f mm inside of the body; at most %.0f %% "
                       "allowed: it is too narrow, or in another pose than the T-pose",
                       100 * (double)w->out->deep, 1e3 * (double)PD_WARDROBE_OWN_DEEP,
                       100 * (double)PD_WARDROBE_OWN_DEEP_MOST);

    for (int i = 0; i < w->look.part_count; i++)
        for (size_t v = 0; v < (size_t)w->look.parts[i].vertex_count; v++)
            w->look.parts[i].vertices[3 * v + 1] += best;

    return PD_OK;
}

/* ---- the item ---- */

/* Finds the triangle at a vertex of the skin, or at one of its corners, that is nearest to a point. */
static void anchor_own(uint16_t anchors[3], float weights[3], const skin_cells *cells, int vertex,
                       const float p[3])
{
    const int *corner = cells->around[vertex];
    const float *t[3];

    for (int k = 0; k < 3; k++) {
        anchors[k] = (uint16_t)corner[k];
        t[k] = cells->points + 3 * (size_t)corner[k];
    }

    pd_triangle_nearest(weights, p, t[0], t[1], t[2]);
}

/* Sets joints and weights of a vertex: those of the file, or those of the skin at its anchors. */
static void weigh_own(uint8_t joints[4], float weights[4], const own_work *w, const pd_io_look_part *part,
                      size_t v, const uint16_t anchors[3], const float shares[3])
{
    const pd_smpl_model *model = w->job->model;
    float all[PD_SMPL_MAX_JOINTS] = {0};
    float sum = 0;

    for (size_t k = 4 * v; w->out->joint_count && k < 4 * v + 4; k++) {
        const int node = part->nodes[k];
        const int joint = node <= w->node_count ? w->joint_of_node[node] : -1;
        if (joint >= 0) all[joint] += part->weights[k];
        if (joint >= 0) sum += part->weights[k];
    }

    for (int a = 0; a < 3 && !(sum > 0.5f); a++)
        for (int k = 0; k < model->joint_count; k++)
            all[k] +=
                shares[a] * model->data.weights[(size_t)anchors[a] * (size_t)model->joint_count + (size_t)k];

    sum = 0;
    for (int i = 0; i < 4; i++) {
        int most = 0;
        for (int k = 1; k < model->joint_count; k++)
            if (all[k] > all[most]) most = k;
        joints[i] = (uint8_t)most;
        weights[i] = fmaxf(0, all[most]);
        all[most] = -1;
        sum += weights[i];
    }

    for (int i = 0; i < 4; i++) {
        weights[i] = sum > 0 ? weights[i] / sum : i == 0;
        if (!(weights[i] > 0)) joints[i] = 0;
    }
}

/* Fills the vertices of a part. */
static void fill_vertices(own_work *w, const pd_io_look_part *part, size_t first)
{
    pd_wardrobe_item *item = &w->out->item;

    for (size_t v = 0; v < (size_t)part->vertex_count; v++) {
        const size_t to = first + v;
        float *p = item->rest + 3 * to;
        memcpy(p, part->vertices + 3 * v, 3 * sizeof *p);
        const int skin = nearest_skin(&w->cells, p, 2);
        const int vertex = skin < 0 ? 0 : skin;

        /* Out of the skin. */
        const float height = height_over(&w->cells, vertex, p);
        const float *n = w->cells.normals + 3 * (size_t)vertex;
        const bool is_near = height > -0.06f && height < PD_WARDROBE_OWN_OVER;
        for (int c = 0; c < 3 && is_near; c++) p[c] += (PD_WARDROBE_OWN_OVER - height) * n[c];

        anchor_own(item->anchors + 3 * to, item->anchor_weights + 3 * to, &w->cells, vertex, p);
        weigh_own(item->joints + 4 * to, item->weights + 4 * to, w, part, v, item->anchors + 3 * to,
                  item->anchor_weights + 3 * to);
        item->corners[to] = (uint16_t)to;
        if (part->uvs) memcpy(item->uvs + 2 * to, part->uvs + 2 * v, 2 * sizeof *item->uvs);
        if (part->uvs) memcpy(item->places + 2 * to, part->uvs + 2 * v, 2 * sizeof *item->places);
    }
}

/* Adds a picture as a texture. Returns its number; -1: there is no room for it. */
static int add_texture(own_work *w, int picture)
{
    pd_wardrobe_own *out = w->out;
    pd_buffer png = {0};

    if (picture < 0 || out->texture_count == PD_WARDROBE_OWN_TEXTURES) return -1;
    if (pd_io_png_write(&png, &w->look.pictures[picture], NULL) != PD_OK) {
        pd_buffer_deinit(&png);
        return -1;
    }

    pd_wardrobe_texture *texture = &out->textures[out->texture_count];
    snprintf(texture->name, sizeof texture->name, "%.20s-%d", w->job->name, picture);
    texture->png = malloc(png.size);
    texture->bytes = png.size;
    if (texture->png) memcpy(texture->png, png.data, png.size);
    pd_buffer_deinit(&png);

    return texture->png ? out->texture_count++ : -1;
}

/* Allocates and fills the item. */
static pd_status fill_item(own_work *w)
{
    pd_wardrobe_item *item = &w->out->item;
    int textures[PD_IO_LOOK_PICTURES];
    size_t vertex = 0, face = 0;

    *item = (pd_wardrobe_item){.slot = w->job->slot,
                               .base = -1,
                               .half = w->job->half,
                               .part_count = w->look.part_count,
                               .hide_count = w->job->model->vertex_count};
    snprintf(item->name, sizeof item->name, "%s", w->job->name);
    snprintf(item->source, sizeof item->source, "a client's own");
    for (int i = 0; i < w->look.part_count; i++) {
        item->vertex_count += w->look.parts[i].vertex_count;
        item->face_count += w->look.parts[i].face_count;
    }

    item->corner_count = item->vertex_count;
    if (item->part_count > PD_WARDROBE_PARTS_MAX || item->vertex_count >= PD_WARDROBE_VERTICES_MAX ||
        item->face_count > PD_WARDROBE_FACES_MAX)
        return pd_fail(w->err, PD_ERR_LIMIT, "/meshes",
                       "%d primitives, %d vertices, %d triangles; at most %d, %d and %d allowed",
                       item->part_count, item->vertex_count, item->face_count, PD_WARDROBE_PARTS_MAX,
                       PD_WARDROBE_VERTICES_MAX - 1, PD_WARDROBE_FACES_MAX);
    if (!pd_wardrobe_item_alloc(item) || !pd_wardrobe_item_place(item))
        return pd_fail(w->err, PD_ERR_MEMORY, "/meshes", "out of memory for %d vertices", item->vertex_count);
    item->hide_count = 0;

    for (int i = 0; i < PD_IO_LOOK_PICTURES; i++) textures[i] = -2;
    for (int i = 0; i < w->look.part_count; i++) {
        const pd_io_look_part *from = &w->look.parts[i];
        const pd_io_look_material *m = &from->material;
        pd_wardrobe_part *part = &item->parts[i];
        fill_vertices(w, from, vertex);
        for (size_t k = 0; k < 3 * (size_t)from->face_count; k++)
            item->faces[3 * face + k] = (uint16_t)(vertex + from->faces[k]);

        /* Its material. */
        const int pictures[2] = {m->albedo, m->normal};
        int numbers[2];
        for (int k = 0; k < 2; k++) {
            numbers[k] = -1;
            if (pictures[k] < 0) continue;
            if (textures[pictures[k]] == -2) textures[pictures[k]] = add_texture(w, pictures[k]);
            numbers[k] = textures[pictures[k]];
        }

        *part = (pd_wardrobe_part){.first_face = (int)face,
                                   .face_count = from->face_count,
                                   .roughness = m->roughness,
                                   .texture = numbers[0],
                                   .folds = numbers[1] + 1,
                                   .alpha = m->mode == PD_IO_LOOK_MASK    ? PD_WARDROBE_MASK
                                            : m->mode == PD_IO_LOOK_BLEND ? PD_WARDROBE_BLEND
                                                                          : PD_WARDROBE_OPAQUE,
                                   .two_sided = m->two_sided};
        memcpy(part->color, m->color, sizeof part->color);
        vertex += (size_t)from->vertex_count;
        face += (size_t)from->face_count;
    }

    return PD_OK;
}

/* ---- the skin below ---- */

/* Marks the skin below a triangle. */
static void cover_triangle(unsigned char *covered, const own_work *w, const float *const t[3])
{
    float longest = 0;

    for (int k = 0; k < 3; k++) {
        float d[3];
        for (int c = 0; c < 3; c++) d[c] = t[(k + 1) % 3][c] - t[k][c];
        longest = fmaxf(longest, sqrtf(pd_dot3f(d, d)));
    }

    const int steps = (int)fminf(64, ceilf(longest / COVER_STEP)) + 1;
    for (int i = 0; i <= steps; i++)
        for (int j = 0; j <= steps - i; j++) {
            const float u = (float)i / (float)steps, v = (float)j / (float)steps;
            float p[3];
            for (int c = 0; c < 3; c++) p[c] = (1 - u - v) * t[0][c] + u * t[1][c] + v * t[2][c];
            const int skin = nearest_skin(&w->cells, p, COVER_MOST);
            if (skin < 0) continue;
            for (int k = 0; k < 3; k++) covered[w->cells.around[skin][k]] = 1;
            covered[skin] = 1;
        }
}

/* Lists the skin that the garment hides. */
static pd_status hide_below(own_work *w)
{
    const pd_smpl_model *model = w->job->model;
    pd_wardrobe_item *item = &w->out->item;
    const size_t count = (size_t)model->vertex_count;
    unsigned char *covered = calloc(2 * count, 1);
    unsigned char *next = covered + count;

    if (!covered) return pd_fail(w->err, PD_ERR_MEMORY, "/garment", "out of memory");
    for (size_t f = 0; f < (size_t)item->face_count; f++) {
        const float *t[3];
        for (size_t k = 0; k < 3; k++) t[k] = item->rest + 3 * (size_t)item->faces[3 * f + k];
        cover_triangle(covered, w, t);
    }

    /* Holes between the points are closed by rings that are added first, and more rings are taken away: those
     * at the edges stay visible. */
    for (int ring = 0; ring < 3 * COVER_RINGS; ring++) {
        const unsigned char value = ring < COVER_RINGS;
        memcpy(next, covered, count);
        for (int f = 0; f < model->face_count; f++) {
            const uint32_t *face = model->data.faces + 3 * (size_t)f;
            const bool is_edge =
                covered[face[0]] == value || covered[face[1]] == value || covered[face[2]] == value;
            if (is_edge) next[face[0]] = next[face[1]] = next[face[2]] = value;
        }

        memcpy(covered, next, count);
    }

    for (size_t v = 0; v < count; v++)
        if (covered[v]) item->hides[item->hide_count++] = (uint16_t)v;
    free(covered);

    return PD_OK;
}

pd_status pd_wardrobe_own_make(pd_wardrobe_own *out, const pd_wardrobe_own_job *job, pd_error *err)
{
    own_work w = {.job = job, .out = out, .err = err};
    const pd_io_look_job look = {.marked = -1,
                                 .has_weights = true,
                                 .side_most = PD_WARDROBE_OWN_SIDE,
                                 .json_memory = job->json_memory};

    *out = (pd_wardrobe_own){.vertex_count = job->model->vertex_count};
    PD_ASSERT(job->model->vertex_count <= UINT16_MAX);
    pd_status status = pd_io_look_read(&w.look, job->file, &look, err);
    if (status == PD_OK) status = match_nodes(&w);
    if (status == PD_OK) status = cells_init(&w.cells, job->model, err);
    if (status == PD_OK && out->joint_count) pose_rigged(&w);
    if (status == PD_OK) status = fit_own(&w);
    if (status == PD_OK) status = fill_item(&w);
    if (status == PD_OK) status = hide_below(&w);
    if (status == PD_OK) snprintf(out->note, sizeof out->note, "%s", w.look.note);
    pd_io_look_deinit(&w.look);
    pd_retarget_skin_deinit(&w.skin);
    cells_deinit(&w.cells);
    free(w.joint_of_node);
    if (status != PD_OK) pd_wardrobe_own_deinit(out);

    return status;
}

size_t pd_wardrobe_own_bytes(const pd_wardrobe_own *own)
{
    const pd_wardrobe_item *i = &own->item;
    size_t bytes = (size_t)i->vertex_count * (12 + 6 + 12 + 4 + 16) + (size_t)i->corner_count * (2 + 8 + 8) +
                   6 * (size_t)i->face_count + 2 * (size_t)own->vertex_count;

    for (int t = 0; t < own->texture_count; t++) bytes += own->textures[t].bytes;

    return bytes;
}

void pd_wardrobe_own_deinit(pd_wardrobe_own *own)
{
    pd_wardrobe_item_deinit(&own->item);
    for (int t = 0; t < own->texture_count; t++) free(own->textures[t].png);
    *own = (pd_wardrobe_own){.texture_count = 0};
}
