#include "core/wardrobe/own.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/io/surface/gltf_look.h"
#include "core/math/strongest.h"
#include "core/math/tree.h"
#include "core/math/triangle.h"
#include "core/math/triangle_tree.h"
#include "core/retarget/character/joint_names.h"
#include "core/retarget/character/skin.h"
#include "core/smpl/skin/tiles.h"
#include "core/wardrobe/combine.h"
#include "core/wardrobe/dress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COVER_MOST  0.08f /* metres: cloth farther from the skin hides nothing */
#define COVER_IN    0.01f /* metres inside of the skin at which cloth is looked for first */
#define COVER_RINGS 2     /* rings of vertices at the edges that stay visible */

/* Skin of the template. */
typedef struct own_skin {
    const pd_smpl_model *model;
    const pd_smpl_tiles *tiles; /* the triangles around each vertex */
    const float *points;        /* (V,3) borrowed */
    float *normals;             /* (V,3) unit */
    pd_tree tree;               /* of the points */
} own_skin;

typedef struct own_work {
    const pd_wardrobe_own_job *job;
    pd_io_look look;
    pd_retarget_skin skin;
    int *joint_of_node; /* joint of the model at or above each node; -1: none */
    int node_count;
    own_skin body;
    unsigned left_out; /* bits of `left_out_names` */
    pd_wardrobe_own *out;
    pd_error *err;
} own_work;

/* ---- the skin of the template ---- */

static pd_status skin_init(own_skin *out, const pd_smpl_model *model, pd_error *err)
{
    const size_t numbers = 3 * (size_t)model->vertex_count;

    *out = (own_skin){.model = model,
                      .tiles = pd_smpl_model_tiles_for(model, 0),
                      .points = model->data.v_template,
                      .normals = malloc(numbers * sizeof *out->normals)};
    double *points = malloc(numbers * sizeof *points);
    for (size_t i = 0; points && i < numbers; i++) points[i] = (double)out->points[i];
    const bool good =
        out->normals && points && pd_tree_build(&out->tree, points, NULL, model->vertex_count, 0);
    free(points);
    if (!good) return pd_fail(err, PD_ERR_MEMORY, "/garment", "out of memory");
    pd_wardrobe_skin_normals(out->normals, out->points, &model->data);

    return PD_OK;
}

static void skin_deinit(own_skin *skin)
{
    free(skin->normals);
    pd_tree_deinit(&skin->tree);
}

/* Returns the vertex of the skin nearest to a point. */
static size_t nearest_vertex(const own_skin *skin, const float p[3])
{
    const double at[3] = {(double)p[0], (double)p[1], (double)p[2]};
    const int vertex = pd_tree_nearest(&skin->tree, at, NULL, (double)INFINITY);
    PD_ASSERT(vertex >= 0 && vertex < skin->model->vertex_count);
    return (size_t)vertex;
}

/* Returns the height of a point over the skin at a vertex, along its normal. */
static float height_over(const own_skin *skin, size_t vertex, const float p[3])
{
    const float *s = skin->points + 3 * vertex;
    const float d[3] = {p[0] - s[0], p[1] - s[1], p[2] - s[2]};
    return pd_dot3f(d, skin->normals + 3 * vertex);
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
            const size_t vertex = nearest_vertex(&w->body, p);
            const float *s = w->body.points + 3 * vertex;
            const float d[3] = {s[0] - p[0], s[1] - p[1], s[2] - p[2]};
            away[at++] = sqrtf(pd_dot3f(d, d));
            inside += height_over(&w->body, vertex, p) < -PD_WARDROBE_OWN_DEEP;
        }

    PD_ASSERT(at == count);
    pd_sort_floats(away, count);
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

/* Finds the triangle at a vertex of the skin that is nearest to a point. */
static void anchor_own(uint16_t anchors[3], float weights[3], const own_skin *skin, size_t vertex,
                       const float p[3])
{
    float best = INFINITY;

    for (uint32_t i = skin->tiles->around_start[vertex]; i < skin->tiles->around_start[vertex + 1]; i++) {
        const uint32_t *face = skin->model->data.faces + 3 * (size_t)skin->tiles->around[i];
        const float *t[3];
        float own[3];
        for (int k = 0; k < 3; k++) t[k] = skin->points + 3 * (size_t)face[k];
        pd_triangle_nearest(own, p, t[0], t[1], t[2]);
        const float far = pd_triangle_distance(p, own, t[0], t[1], t[2]);
        if (far >= best) continue;
        best = far;
        for (int k = 0; k < 3; k++) {
            anchors[k] = (uint16_t)face[k];
            weights[k] = own[k];
        }
    }

    /* A vertex without a triangle carries the point alone. */
    if (best < INFINITY) return;
    for (int k = 0; k < 3; k++) {
        anchors[k] = (uint16_t)vertex;
        weights[k] = k == 0;
    }
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

    pd_strongest(joints, weights, all, model->joint_count);
}

/* Fills the vertices of a part. */
static void fill_vertices(own_work *w, const pd_io_look_part *part, size_t first)
{
    pd_wardrobe_item *item = &w->out->item;

    for (size_t v = 0; v < (size_t)part->vertex_count; v++) {
        const size_t to = first + v;
        float *p = item->rest + 3 * to;
        memcpy(p, part->vertices + 3 * v, 3 * sizeof *p);
        const size_t vertex = nearest_vertex(&w->body, p);

        /* Out of the skin. */
        const float height = height_over(&w->body, vertex, p);
        const float *n = w->body.normals + 3 * vertex;
        const bool is_near = height > -0.06f && height < PD_WARDROBE_OWN_OVER;
        for (int c = 0; c < 3 && is_near; c++) p[c] += (PD_WARDROBE_OWN_OVER - height) * n[c];

        anchor_own(item->anchors + 3 * to, item->anchor_weights + 3 * to, &w->body, vertex, p);
        weigh_own(item->joints + 4 * to, item->weights + 4 * to, w, part, v, item->anchors + 3 * to,
                  item->anchor_weights + 3 * to);
        item->corners[to] = (uint16_t)to;
        if (part->uvs) memcpy(item->uvs + 2 * to, part->uvs + 2 * v, 2 * sizeof *item->uvs);
        if (part->uvs) memcpy(item->places + 2 * to, part->uvs + 2 * v, 2 * sizeof *item->places);
    }
}

/* Makes a picture whose alpha is multiplied with the opacity of a material. from NULL: a white point. */
static pd_status fade_picture(pd_io_image *out, const pd_io_image *from, float opacity, pd_error *err)
{
    const int channels = from ? from->channels : 0;
    const size_t count = from ? (size_t)from->width * (size_t)from->height : 1;

    *out = (pd_io_image){.width = from ? from->width : 1,
                         .height = from ? from->height : 1,
                         .channels = 4,
                         .bits = 8,
                         .samples = malloc(4 * count)};
    if (!out->samples) return pd_fail(err, PD_ERR_MEMORY, "/materials", "out of memory for a picture");
    PD_ASSERT(!from || from->bits == 8);
    const uint8_t *samples = from ? from->samples : NULL;
    uint8_t *to = out->samples;
    for (size_t i = 0; i < count; i++) {
        for (size_t c = 0; c < 3; c++)
            to[4 * i + c] = !samples        ? UINT8_MAX
                            : channels >= 3 ? samples[(size_t)channels * i + c]
                                            : samples[(size_t)channels * i];
        const float alpha = channels == 4 ? (float)samples[4 * i + 3] : (float)UINT8_MAX;
        to[4 * i + 3] = (uint8_t)lrintf(opacity * alpha);
    }

    return PD_OK;
}

/* Adds a picture as a texture, and returns its number in *number. */
static pd_status add_texture(int *number, own_work *w, const pd_io_image *image)
{
    pd_wardrobe_own *out = w->out;
    pd_buffer png = {0};

    PD_ASSERT(out->texture_count < PD_WARDROBE_OWN_TEXTURES);
    pd_wardrobe_texture *texture = &out->textures[out->texture_count];
    pd_status status = pd_io_png_write(&png, image, w->err);
    if (status == PD_OK && !(texture->png = malloc(png.size)))
        status = pd_fail(w->err, PD_ERR_MEMORY, "/materials", "out of memory for a picture");
    if (status == PD_OK) {
        snprintf(texture->name, sizeof texture->name, "%.20s-%d", w->job->name, out->texture_count);
        memcpy(texture->png, png.data, png.size);
        texture->bytes = png.size;
        *number = out->texture_count++;
    }

    pd_buffer_deinit(&png);

    return status;
}

/* Finds the texture of a picture of the file, or adds it. textures: numbers of those that were added, -2 for
 * others. */
static pd_status find_texture(int *number, own_work *w, int textures[PD_IO_LOOK_PICTURES], int picture)
{
    pd_status status = PD_OK;

    *number = -1;
    if (picture < 0) return PD_OK;
    if (textures[picture] == -2) status = add_texture(&textures[picture], w, &w->look.pictures[picture]);
    *number = textures[picture];

    return status;
}

/* X(id, what a material of the wardrobe does not have, when a file does) */
#define LEFT_OUT(X)                                                                                          \
    X(GLOSS, "roughness maps", m->gloss >= 0)                                                                \
    X(OCCLUSION, "occlusion maps", m->occlusion >= 0)                                                        \
    X(GLOW, "emission", m->emission >= 0 || m->glow[0] > 0 || m->glow[1] > 0 || m->glow[2] > 0)              \
    X(COLORS, "vertex colours", part->colors != NULL)                                                        \
    X(CUTOFF, "alpha cutoffs besides 0.5", m->mode == PD_IO_LOOK_MASK && m->cutoff != 0.5f)
enum {
#define LEFT_OUT_ENUM(id, name, has) LEFT_OUT_##id,
    LEFT_OUT(LEFT_OUT_ENUM)
#undef LEFT_OUT_ENUM
        LEFT_OUT_COUNT
};

static const char *const left_out_names[LEFT_OUT_COUNT] = {
#define LEFT_OUT_NAME(id, name, has) name,
    LEFT_OUT(LEFT_OUT_NAME)
#undef LEFT_OUT_NAME
};

/* Sets the material of a part of the item. */
static pd_status fill_material(pd_wardrobe_part *out, own_work *w, int textures[PD_IO_LOOK_PICTURES],
                               const pd_io_look_part *part)
{
    const pd_io_look_material *m = &part->material;
    int albedo, normal;

#define LEFT_OUT_NOTE(id, name, has) w->left_out |= (unsigned)(has) << LEFT_OUT_##id;
    LEFT_OUT(LEFT_OUT_NOTE)
#undef LEFT_OUT_NOTE

    /* A part has no opacity of its own: its texture has it. */
    pd_status status = PD_OK;
    if (m->mode == PD_IO_LOOK_BLEND && m->alpha < 1) {
        pd_io_image faded = {0};
        status = fade_picture(&faded, m->albedo >= 0 ? &w->look.pictures[m->albedo] : NULL, m->alpha, w->err);
        if (status == PD_OK) status = add_texture(&albedo, w, &faded);
        pd_io_image_deinit(&faded);
    } else
        status = find_texture(&albedo, w, textures, m->albedo);
    if (status == PD_OK) status = find_texture(&normal, w, textures, m->normal);
    if (status != PD_OK) return status;

    out->roughness = m->roughness;
    out->texture = albedo;
    out->folds = normal + 1;
    out->alpha = m->mode == PD_IO_LOOK_MASK    ? PD_WARDROBE_MASK
                 : m->mode == PD_IO_LOOK_BLEND ? PD_WARDROBE_BLEND
                                               : PD_WARDROBE_OPAQUE;
    out->two_sided = m->two_sided;
    memcpy(out->color, m->color, sizeof out->color);

    return PD_OK;
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
        pd_wardrobe_part *part = &item->parts[i];
        fill_vertices(w, from, vertex);
        for (size_t k = 0; k < 3 * (size_t)from->face_count; k++)
            item->faces[3 * face + k] = (uint16_t)(vertex + from->faces[k]);

        part->first_face = (int)face;
        part->face_count = from->face_count;
        const pd_status status = fill_material(part, w, textures, from);
        if (status != PD_OK) return status;
        vertex += (size_t)from->vertex_count;
        face += (size_t)from->face_count;
    }

    pd_wardrobe_measure(item);

    return PD_OK;
}

/* ---- the skin below ---- */

/* Lists the opaque triangles of the item, (n,9). Returns n. */
static int opaque_triangles(float *out, const pd_wardrobe_item *item)
{
    size_t count = 0;

    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        if (part->alpha != PD_WARDROBE_OPAQUE) continue;
        for (size_t f = 0; f < (size_t)part->face_count; f++, count++)
            for (size_t k = 0; k < 3; k++) {
                const uint16_t corner = item->faces[3 * ((size_t)part->first_face + f) + k];
                memcpy(out + 9 * count + 3 * k, item->rest + 3 * (size_t)corner, 3 * sizeof *out);
            }
    }

    PD_ASSERT(count <= (size_t)item->face_count);

    return (int)count;
}

/* Returns whether cloth lies over a vertex of the skin: its normal meets a triangle within COVER_MOST. Cloth
 * over other skin does not count: a sleeve beside the waist does not cover the waist. */
static bool is_covered(const own_skin *skin, const pd_triangle_tree *cloth, size_t vertex)
{
    const float *p = skin->points + 3 * vertex, *n = skin->normals + 3 * vertex;
    const pd_triangle_line line = {
        .from = {p[0] - COVER_IN * n[0], p[1] - COVER_IN * n[1], p[2] - COVER_IN * n[2]},
        .along = {n[0], n[1], n[2]},
        .farthest = COVER_IN + COVER_MOST};
    float far;

    if (pd_triangle_tree_meet(&far, cloth, &line) < 0) return false;
    float at[3];
    for (int c = 0; c < 3; c++) at[c] = line.from[c] + far * n[c];

    return pd_dot3f(skin->normals + 3 * nearest_vertex(skin, at), n) > 0;
}

/* Closes holes of up to COVER_RINGS rings in the covered skin, and takes COVER_RINGS rings at its edges away.
 * next (V): scratch. */
static void smooth_cover(bool *covered, bool *next, const pd_smpl_model *model)
{
    const size_t count = (size_t)model->vertex_count;

    for (int ring = 0; ring < 3 * COVER_RINGS; ring++) {
        const bool value = ring < COVER_RINGS;
        memcpy(next, covered, count * sizeof *next);
        for (int f = 0; f < model->face_count; f++) {
            const uint32_t *face = model->data.faces + 3 * (size_t)f;
            const bool is_edge =
                covered[face[0]] == value || covered[face[1]] == value || covered[face[2]] == value;
            if (is_edge) next[face[0]] = next[face[1]] = next[face[2]] = value;
        }

        memcpy(covered, next, count * sizeof *covered);
    }
}

/* Lists the skin that the garment hides. */
static pd_status hide_below(own_work *w)
{
    pd_wardrobe_item *item = &w->out->item;
    const size_t count = (size_t)w->job->model->vertex_count;

    /* One looks through glasses. */
    if (item->slot == PD_WARDROBE_GLASSES) return PD_OK;

    bool *covered = calloc(2 * count, sizeof *covered);
    float *triangles = malloc(9 * (size_t)item->face_count * sizeof *triangles);
    pd_triangle_tree cloth = {0};
    pd_status status = PD_OK;
    if (!covered || !triangles ||
        !pd_triangle_tree_build(&cloth, triangles, opaque_triangles(triangles, item)))
        status = pd_fail(w->err, PD_ERR_MEMORY, "/garment", "out of memory");

    if (status == PD_OK) {
        for (size_t v = 0; v < count; v++) covered[v] = is_covered(&w->body, &cloth, v);
        smooth_cover(covered, covered + count, w->job->model);
        for (size_t v = 0; v < count; v++)
            if (covered[v]) item->hides[item->hide_count++] = (uint16_t)v;
    }

    pd_triangle_tree_deinit(&cloth);
    free(triangles);
    free(covered);

    return status;
}

/* Appends a sentence about what is left out to the note. */
static void add_note(pd_wardrobe_own *out, const char *text)
{
    const size_t used = strlen(out->note);
    snprintf(out->note + used, sizeof out->note - used, "%s%s", used ? "; " : "", text);
}

/* Notes what the garment does not have of its file. */
static void note_left_out(own_work *w)
{
    char text[PD_IO_LOOK_NOTE_BYTES] = "";

    if (*w->look.note) add_note(w->out, w->look.note);
    for (int i = 0; i < LEFT_OUT_COUNT; i++) {
        const size_t used = strlen(text);
        if (w->left_out >> i & 1)
            snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "materials: left out are ",
                     left_out_names[i]);
    }

    if (*text) add_note(w->out, text);
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
    if (status == PD_OK) status = skin_init(&w.body, job->model, err);
    if (status == PD_OK && out->joint_count) pose_rigged(&w);
    if (status == PD_OK) status = fit_own(&w);
    if (status == PD_OK) status = fill_item(&w);
    if (status == PD_OK) status = hide_below(&w);
    if (status == PD_OK) note_left_out(&w);
    pd_io_look_deinit(&w.look);
    pd_retarget_skin_deinit(&w.skin);
    skin_deinit(&w.body);
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
