#include "core/io/fbx/fbx_figure.h"

#include "core/base/assert.h"
#include "core/io/mesh/glb_figure.h"
#include "core/io/fbx/fbx_figure_parts.h"
#include "core/io/fbx/fbx_mesh.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

pd_status pd_fbx_figure_short_of(const pd_fbx_figure *b)
{
    return b->scene.err->status != PD_OK ? b->scene.err->status : PD_ERR_MEMORY;
}

void *pd_fbx_figure_take(pd_fbx_figure *b, size_t count, size_t size)
{
    return pd_fbx_take(&b->scene, count, size);
}

static void put_pose(pd_io_figure_node *node, const pd_fbx_pose *pose)
{
    node->translation[0] = (float)pose->at.x;
    node->translation[1] = (float)pose->at.y;
    node->translation[2] = (float)pose->at.z;
    node->rotation[0] = (float)pose->rotation.x;
    node->rotation[1] = (float)pose->rotation.y;
    node->rotation[2] = (float)pose->rotation.z;
    node->rotation[3] = (float)pose->rotation.w;
    for (int c = 0; c < 3; c++) node->scale[c] = fabs(pose->scale[c] - 1) < 1e-5 ? 1 : (float)pose->scale[c];
}

pd_fbx_pose pd_fbx_figure_rest(const pd_fbx_figure *b, int model)
{
    const pd_fbx_model *m = &b->scene.models[model];
    return pd_fbx_pose_of(&b->scene, model, m->translation, m->rotation_deg, m->scale);
}

/* Adds a node for each model, in its rest pose. */
static pd_status add_nodes(pd_fbx_figure *b)
{
    const pd_fbx_scene *s = &b->scene;

    /* glTF has no scale of 0, because such a matrix has no inverse. */
    for (int i = 0; i < s->model_count; i++) {
        const pd_fbx_model *m = &s->models[i];
        const pd_fbx_pose pose = pd_fbx_figure_rest(b, i);
        for (int c = 0; c < 3; c++) {
            const double scale = pose.scale[c];
            if (!isfinite(scale) || fabs(scale) < 1e-9)
                return pd_fail(s->err, PD_ERR_RANGE, b->name,
                               "node \"%.64s\": scale %g, %g, %g; numbers other than 0 expected", m->name,
                               pose.scale[0], pose.scale[1], pose.scale[2]);
        }

        b->nodes[i] = (pd_io_figure_node){.name = m->name, .parent = m->parent, .mesh = -1, .skin = -1};
        put_pose(&b->nodes[i], &pose);
    }

    b->node_count = s->model_count;

    return PD_OK;
}

/* Transforms of a mesh's points and normals: to their bind pose in the world,
 * or without a skin to the mesh's node. */
typedef struct mesh_placing {
    pd_xform at, normals; /* applied after s P */
    bool is_flipped;      /* true: the winding of triangles is reversed */
} mesh_placing;

static pd_vec3 place_vertex(const pd_fbx_figure *b, const pd_xform *at, const double v[3], double scale,
                            bool is_point)
{
    const double in[3] = {scale * v[0], scale * v[1], b->scene.is_mirrored ? -scale * v[2] : scale * v[2]};
    double out[3];

    if (is_point)
        pd_xform_point(out, at, in);
    else
        pd_xform_vector(out, at, in);

    return pd_vec3_make(out[0], out[1], out[2]);
}

static void fbx_figure_put3(float *out, pd_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static mesh_placing place_by(const pd_fbx_figure *b, const pd_xform *at)
{
    /* Normals use the inverse transpose; for a singular matrix (a flat mesh) use the matrix itself. */
    mesh_placing p = {*at, *at, b->scene.is_mirrored};
    pd_xform inverse;

    if (!pd_fbx_inverse(&inverse, at)) return p;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) p.normals.m[4 * r + c] = inverse.m[4 * c + r];
    const double *m = at->m;
    const double det = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
                       m[2] * (m[4] * m[9] - m[5] * m[8]);
    p.is_flipped ^= det < 0;

    return p;
}

/* Adds a weight to the four largest ones of a control point. Returns whether a weight is left out. */
static bool put_weight(uint16_t *joints, float *weights, int joint, double weight)
{
    int at = 3;
    const bool is_full = weights[3] > 0 && weight > 0;

    if (!(weight > (double)weights[3])) return is_full;
    for (; at > 0 && weight > (double)weights[at - 1]; at--) {
        joints[at] = joints[at - 1];
        weights[at] = weights[at - 1];
    }

    joints[at] = (uint16_t)joint;
    weights[at] = (float)weight;

    return is_full;
}

/* Binds a point without a usable weight to the nearest joint in the bind pose. Joints with a singular
 * matrix have no position and are skipped. */
static void follow_nearest(uint16_t *joint, pd_vec3 point, const pd_fbx_skin *s)
{
    double best = INFINITY;

    for (int k = 0; k < s->count; k++) {
        pd_xform bind;
        if (!pd_fbx_inverse(&bind, &s->inverse[k])) continue;
        const double d = pd_vec3_distance(point, pd_vec3_make(bind.m[3], bind.m[7], bind.m[11]));
        if (d < best) {
            best = d;
            *joint = (uint16_t)k;
        }
    }
}

/* Writes the four largest weights of each control point and their joints in the skin; the weights of a
 * point sum to 1. */
static pd_status fill_weights(pd_fbx_figure *b, uint16_t **joints, float **weights, const pd_fbx_mesh *m,
                              const pd_fbx_skin *s, const mesh_placing *at)
{
    const size_t points = (size_t)m->point_count;

    *joints = pd_fbx_figure_take(b, 4 * points, sizeof **joints);
    *weights = pd_fbx_figure_take(b, 4 * points, sizeof **weights);
    if (!*joints || !*weights) return pd_fbx_figure_short_of(b);

    /* Keep the four largest weights of each point. */
    int left_out = 0;
    for (int c = 0; c < m->cluster_count; c++) {
        const pd_fbx_cluster *cluster = &m->clusters[c];
        const int joint = pd_fbx_figure_in_skin(s, cluster->model);
        PD_ASSERT(joint < s->count);
        for (size_t i = 0; joint >= 0 && i < cluster->count; i++) {
            const int64_t point = cluster->points[i];
            if (point < 0 || point >= m->point_count)
                return pd_fail(b->scene.err, PD_ERR_FORMAT, b->name,
                               "a skin has a weight for a vertex that the mesh does not have; a vertex of "
                               "the mesh expected");
            left_out += put_weight(*joints + 4 * point, *weights + 4 * point, joint, cluster->weights[i]);
        }
    }

    if (left_out) pd_fbx_note(&b->scene, "%d weights beyond the four largest of a point", left_out);

    /* Normalise them. */
    for (size_t v = 0; v < points; v++) {
        float *w = *weights + 4 * v;
        float sum = w[0] + w[1] + w[2] + w[3];
        if (!(sum > 1e-6f) || !isfinite(sum)) {
            follow_nearest(*joints + 4 * v,
                           place_vertex(b, &at->at, m->positions + 3 * v, b->scene.metres, true), s);
            w[0] = sum = 1;
            w[1] = w[2] = w[3] = 0;
            b->found->unweighted_count++;
        }

        for (int k = 0; k < 4; k++) w[k] /= sum;
    }

    return PD_OK;
}

/* Adds the morph targets of a part. */
static pd_status add_targets(pd_fbx_figure *b, pd_io_figure_mesh *out, const pd_fbx_mesh *m,
                             const pd_fbx_part *part, const mesh_placing *at)
{
    pd_io_figure_target *targets = pd_fbx_figure_take(b, (size_t)m->shape_count, sizeof *targets);

    if (!targets) return pd_fbx_figure_short_of(b);

    /* Differences of positions and normals, from control points to the vertices of the part. */
    for (int k = 0; k < m->shape_count; k++) {
        const pd_fbx_shape *shape = &m->shapes[k];
        float *moved = pd_fbx_figure_take(b, 3 * (size_t)part->vertex_count, sizeof *moved);
        float *turned = NULL;
        if (shape->normals) turned = pd_fbx_figure_take(b, 3 * (size_t)part->vertex_count, sizeof *turned);
        if (!moved || (shape->normals && !turned)) return pd_fbx_figure_short_of(b);
        for (int v = 0; v < part->vertex_count; v++) {
            const size_t point = 3 * (size_t)part->points[v];
            if (shape->positions)
                fbx_figure_put3(moved + 3 * v,
                                place_vertex(b, &at->at, shape->positions + point, b->scene.metres, false));
            if (turned)
                fbx_figure_put3(turned + 3 * v,
                                place_vertex(b, &at->normals, shape->normals + point, 1, false));
        }

        targets[k] = (pd_io_figure_target){.name = shape->name,
                                           .positions = moved,
                                           .normals = turned,
                                           .weight = (float)pd_fbx_shape_weight(shape, shape->percent)};
    }

    out->targets = targets;
    out->target_count = m->shape_count;

    return PD_OK;
}

/* Extends the reported extent of the scene by a point: in the bind pose for a skinned mesh, in the file's
 * pose for others (world not NULL). */
static void extend_box(pd_fbx_figure *b, pd_vec3 p, const pd_xform *world)
{
    double in[3] = {p.x, p.y, p.z};
    double out[3] = {p.x, p.y, p.z};

    if (world) pd_xform_point(out, world, in);
    for (int c = 0; c < 3; c++) {
        b->found->low[c] = fmin(b->found->low[c], out[c]);
        b->found->high[c] = fmax(b->found->high[c], out[c]);
    }
}

/* Fills the arrays of a glTF mesh from a part: positions in metres, unit normals, texture coordinates from
 * the top left, and weights. */
static pd_status fill_vertices(pd_io_figure_mesh *out, pd_fbx_figure *b, const pd_fbx_mesh *m,
                               const pd_fbx_part *part, const mesh_placing *at, const pd_xform *world,
                               const uint16_t *joints, const float *weights)
{
    const size_t vertices = (size_t)part->vertex_count;
    float *positions = pd_fbx_figure_take(b, 3 * vertices, sizeof *positions);
    float *normals = pd_fbx_figure_take(b, 3 * vertices, sizeof *normals);
    float *uvs = part->uvs ? pd_fbx_figure_take(b, 2 * vertices, sizeof *uvs) : NULL;
    float *w = NULL;
    uint16_t *j = NULL;

    if (joints) {
        j = pd_fbx_figure_take(b, 4 * vertices, sizeof *j);
        w = pd_fbx_figure_take(b, 4 * vertices, sizeof *w);
    }

    if (!positions || !normals || (part->uvs && !uvs) || (joints && (!j || !w)))
        return pd_fbx_figure_short_of(b);

    /* Vertices of the part, which refer to control points of the mesh. */
    for (size_t v = 0; v < vertices; v++) {
        PD_ASSERT(part->points[v] >= 0 && part->points[v] < m->point_count);
        const size_t point = (size_t)part->points[v];
        const pd_vec3 p = place_vertex(b, &at->at, m->positions + 3 * point, b->scene.metres, true);
        const double raw[3] = {(double)part->normals[3 * v], (double)part->normals[3 * v + 1],
                               (double)part->normals[3 * v + 2]};
        fbx_figure_put3(positions + 3 * v, p);
        fbx_figure_put3(normals + 3 * v,
                        pd_vec3_unit_or(place_vertex(b, &at->normals, raw, 1, false), pd_vec3_make(0, 1, 0)));
        if (uvs) {
            uvs[2 * v] = part->uvs[2 * v];
            uvs[2 * v + 1] = 1 - part->uvs[2 * v + 1];
        }

        if (joints) {
            memcpy(j + 4 * v, joints + 4 * point, 4 * sizeof *j);
            memcpy(w + 4 * v, weights + 4 * point, 4 * sizeof *w);
        }

        extend_box(b, p, world);
    }

    /* Give the arrays to the mesh. */
    out->vertex_count = part->vertex_count;
    out->positions = positions;
    out->normals = normals;
    out->uvs = uvs;
    out->joints = j;
    out->weights = w;

    return PD_OK;
}

/* Adds each part of a mesh as a node of its own: below the model, or, with a skin, at the top, because
 * glTF ignores the node of a skinned mesh. */
static pd_status add_parts(pd_fbx_figure *b, const pd_fbx_mesh *m, int model, int skin_index,
                           const mesh_placing *at, const uint16_t *joints, const float *weights)
{
    const pd_xform *world = skin_index < 0 ? &b->worlds[model] : NULL;

    PD_ASSERT(!joints == !weights);

    for (int k = 0; k < m->part_count; k++) {
        /* Check the limits of the whole file. */
        const pd_fbx_part *part = &m->parts[k];
        b->found->vertex_count += part->vertex_count;
        if (b->found->vertex_count > PD_FBX_VERTICES_MAX)
            return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "more than the allowed %d vertices",
                           PD_FBX_VERTICES_MAX);
        if (b->mesh_count == b->mesh_room || b->node_count == b->node_room)
            return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "more than the allowed %d meshes",
                           b->mesh_room);

        /* Vertices of the mesh. */
        pd_io_figure_mesh *mesh = &b->meshes[b->mesh_count];
        *mesh = (pd_io_figure_mesh){.name = b->scene.models[model].name};
        pd_status status = fill_vertices(mesh, b, m, part, at, world, joints, weights);
        if (status != PD_OK) return status;

        /* Reverse the winding if the matrix mirrors. */
        for (int i = 0; at->is_flipped && i < part->index_count; i += 3) {
            const uint32_t swap = part->indices[i + 1];
            part->indices[i + 1] = part->indices[i + 2];
            part->indices[i + 2] = swap;
        }

        /* Triangles, material and morph targets. */
        mesh->indices = part->indices;
        mesh->index_count = part->index_count;

        status = pd_fbx_figure_material(&mesh->material, b, model, part->material);
        if (status != PD_OK) return status;
        if (m->shape_count) status = add_targets(b, mesh, m, part, at);
        if (status != PD_OK) return status;
        b->shapes[b->mesh_count] = m->shapes;

        /* Node of the mesh. */
        b->nodes[b->node_count++] = (pd_io_figure_node){.name = b->scene.models[model].name,
                                                        .parent = skin_index < 0 ? model : -1,
                                                        .mesh = b->mesh_count++,
                                                        .skin = skin_index,
                                                        .rotation = {0, 0, 0, 1},
                                                        .scale = {1, 1, 1}};
        b->found->face_count += part->index_count / 3;
    }

    b->found->morph_count += m->part_count ? m->shape_count : 0;

    return PD_OK;
}

/* Adds the mesh of a model with its skin. */
static pd_status add_mesh(pd_fbx_figure *b, int model, int geometry)
{
    PD_ASSERT(model >= 0 && model < b->scene.model_count);
    pd_fbx_scene *s = &b->scene;
    pd_fbx_mesh m;

    /* Read the geometry. Skip a mesh without triangles. */
    pd_status status = pd_fbx_mesh_read(&m, s, geometry, b->options->motion_only);
    if (status != PD_OK) return status;
    if (!m.part_count && !b->options->motion_only) {
        pd_fbx_note(s, "meshes without a triangle");
        return PD_OK;
    }

    /* Find the mesh's transform in the bind pose: from the first cluster that has it, otherwise its
     * present transform. */
    const pd_xform turn = pd_fbx_matrix(&(pd_fbx_pose){{0, 0, 0}, s->axes, {1, 1, 1}});
    pd_xform world = b->worlds[model];
    pd_xform back;
    for (int k = 0, is_found = 0; k < m.cluster_count && !is_found; k++) {
        const pd_fbx_cluster *c = &m.clusters[k];
        if (!c->has_transform || !c->has_link) continue;
        const pd_xform file = pd_xform_mul(&c->link, &c->transform);
        const pd_xform own = pd_fbx_conjugated(s, &file);
        if (!pd_fbx_inverse(&back, &own)) continue;
        world = pd_xform_mul(&turn, &own);
        is_found = 1;
    }

    /* Handle a mesh without clusters, which is rigid. */
    const pd_xform geometric = pd_fbx_conjugated(s, &s->models[model].geometric);
    if (!m.cluster_count) {
        const mesh_placing own = place_by(b, &geometric);
        return b->options->motion_only ? PD_OK : add_parts(b, &m, model, -1, &own, NULL, NULL);
    }

    /* Inverse bind matrices: from the bound mesh in the world to each joint. */
    int *joints = pd_fbx_figure_take(b, (size_t)m.cluster_count, sizeof *joints);
    int count = 0, index = 0;
    pd_xform *inverse = pd_fbx_figure_take(b, (size_t)m.cluster_count, sizeof *inverse);
    if (!joints || !inverse) return pd_fbx_figure_short_of(b);
    if (!pd_fbx_inverse(&back, &world))
        return pd_fail(s->err, PD_ERR_RANGE, b->name,
                       "mesh \"%.64s\": the bind pose has the scale 0; any other number expected",
                       s->models[model].name);
    for (int k = 0; k < m.cluster_count; k++) {
        const pd_fbx_cluster *c = &m.clusters[k];
        const pd_xform to_joint = pd_fbx_conjugated(s, &c->transform);
        pd_xform link = pd_fbx_conjugated(s, &c->link);
        link = pd_xform_mul(&turn, &link);
        if (c->has_transform)
            inverse[count] = pd_xform_mul(&to_joint, &back);
        else if (!pd_fbx_inverse(&inverse[count], c->has_link ? &link : &b->worlds[c->model]))
            continue;
        bool is_twice = false;

        for (int i = 0; i < count; i++) is_twice |= joints[i] == c->model;
        if (is_twice) continue;
        joints[count++] = c->model;
    }

    /* Find or make the skin. */
    if (count > PD_FBX_JOINTS_MAX)
        return pd_fail(s->err, PD_ERR_LIMIT, b->name, "mesh \"%.64s\": %d joints; at most %d allowed",
                       s->models[model].name, count, PD_FBX_JOINTS_MAX);
    status = pd_fbx_figure_find_skin(&index, b, joints, inverse, count);
    if (status != PD_OK || b->options->motion_only) return status;

    /* Weights, then the parts. */
    world = pd_xform_mul(&world, &geometric);
    const mesh_placing own = place_by(b, &world);
    uint16_t *of;
    float *weights;
    status = fill_weights(b, &of, &weights, &m, b->skins[index], &own);

    return status == PD_OK ? add_parts(b, &m, model, index, &own, of, weights) : status;
}

static pd_status add_meshes(pd_fbx_figure *b)
{
    pd_fbx_scene *s = &b->scene;

    for (int c = 0; c < 3; c++) {
        b->found->low[c] = INFINITY;
        b->found->high[c] = -INFINITY;
    }

    for (int i = 0; i < s->model_count; i++) {
        int link = -1;
        for (int g; (g = pd_fbx_below(s, &link, s->models[i].id, "Geometry", "Mesh")) >= 0;) {
            b->holds_mesh[i] = true;
            const pd_status status = add_mesh(b, i, g);
            if (status != PD_OK) return status;
        }
    }

    return PD_OK;
}

/* Writes the figure as a .glb. */
static pd_status write_figure(pd_fbx_figure *b, pd_buffer *glb)
{
    /* Store the inverse bind matrices by columns, as in glTF. */
    pd_io_figure_skin *skins = pd_fbx_figure_take(b, (size_t)b->skin_count, sizeof *skins);

    if (!skins) return pd_fbx_figure_short_of(b);
    for (int k = 0; k < b->skin_count; k++) {
        const pd_fbx_skin *from = b->skins[k];
        float *inverse = pd_fbx_figure_take(b, 16 * (size_t)from->count, sizeof *inverse);
        if (!inverse) return pd_fbx_figure_short_of(b);
        for (int j = 0; j < from->count; j++)
            for (int c = 0; c < 4; c++) {
                for (int r = 0; r < 3; r++)
                    inverse[16 * j + 4 * c + r] = (float)from->inverse[j].m[4 * r + c];
                inverse[16 * j + 4 * c + 3] = c == 3;
            }
        skins[k] = (pd_io_figure_skin){from->count, from->joints, inverse};
    }

    /* Write the whole figure as one glTF file. */
    const pd_io_figure figure = {.nodes = b->nodes,
                                 .meshes = b->meshes,
                                 .skins = skins,
                                 .materials = b->materials,
                                 .textures = b->textures,
                                 .animations = b->animations,
                                 .node_count = b->node_count,
                                 .mesh_count = b->mesh_count,
                                 .skin_count = b->skin_count,
                                 .material_count = b->material_count,
                                 .texture_count = b->texture_count,
                                 .animation_count = b->animation_count};

    return pd_io_figure_write(glb, &figure, b->scene.err);
}

/* Converts the scene. */
static pd_status convert_scene(pd_fbx_figure *b, pd_buffer *glb)
{
    pd_fbx_scene *s = &b->scene;
    const pd_fbx *f = s->fbx;
    int meshes = 0, materials = 0;
    const size_t models = (size_t)s->model_count;

    /* Refuse a file without models. */
    if (!s->model_count)
        return pd_fail(s->err, PD_ERR_UNSUPPORTED, b->name,
                       "the file has no models; a mesh or a skeleton is expected");

    /* Count meshes and materials, to allocate once. */
    for (int i = 0; i < s->link_count; i++) {
        const int child = pd_fbx_object(s, s->links[i].child);
        meshes += child >= 0 && pd_fbx_is(f, child, "Geometry");
    }

    for (int i = 0; i < s->object_count; i++) materials += pd_fbx_is(f, s->by_id[i], "Material");

    /* Allocate a node for each model and each part of a mesh.
     * A mesh has at most as many parts as materials. */
    b->mesh_room = b->options->motion_only ? 0 : meshes * 4 + 1024;
    b->node_room = s->model_count + b->mesh_room;
    b->nodes = pd_fbx_figure_take(b, (size_t)b->node_room, sizeof *b->nodes);
    b->meshes = pd_fbx_figure_take(b, (size_t)b->mesh_room, sizeof *b->meshes);
    b->shapes = pd_fbx_figure_take(b, (size_t)b->mesh_room, sizeof *b->shapes);
    b->worlds = pd_fbx_figure_take(b, models, sizeof *b->worlds);
    b->moves = pd_fbx_figure_take(b, models, sizeof *b->moves);
    bool *is_joint = pd_fbx_figure_take(b, models, sizeof *is_joint);
    b->holds_mesh = pd_fbx_figure_take(b, models, sizeof *b->holds_mesh);
    b->materials = pd_fbx_figure_take(b, (size_t)materials, sizeof *b->materials);
    b->textures = pd_fbx_figure_take(b, (size_t)materials, sizeof *b->textures);
    b->material_of = pd_fbx_figure_take(b, (size_t)f->record_count, sizeof *b->material_of);
    b->animations = pd_fbx_figure_take(b, (size_t)s->stack_count, sizeof *b->animations);

    if (!b->nodes || !b->meshes || !b->shapes || !b->worlds || !b->moves || !is_joint || !b->holds_mesh ||
        !b->materials || !b->textures || !b->material_of || !b->animations)
        return pd_fbx_figure_short_of(b);

    /* Convert nodes, meshes and animations; then add the joints that meshes do not name. */
    pd_fbx_worlds(b->worlds, s, false);
    pd_status status = add_nodes(b);
    if (status == PD_OK) status = add_meshes(b);
    for (int i = 0; status == PD_OK && i < s->stack_count; i++)
        status = pd_fbx_figure_add_animation(b, &s->stacks[i]);
    if (status == PD_OK && b->skin_count) status = pd_fbx_figure_add_silent_joints(b, b->skins[0]);
    if (status == PD_OK && !b->skin_count) status = pd_fbx_figure_add_bare_skeleton(b);

    /* Count the joints of all skins, each once. */
    for (int k = 0; k < b->skin_count; k++)
        for (int j = 0; j < b->skins[k]->count; j++) is_joint[b->skins[k]->joints[j]] = true;
    for (int i = 0; i < s->model_count; i++) b->found->joint_count += is_joint[i];
    if (status == PD_OK) status = write_figure(b, glb);

    return status;
}

pd_status pd_fbx_glb(pd_buffer *glb, pd_fbx_found *found, pd_bytes file, const char *name,
                     const pd_fbx_options *options, pd_error *err)
{
    static const pd_fbx_options none;
    pd_error unseen;
    pd_fbx fbx;

    if (!err) err = &unseen;
    memset(found, 0, sizeof *found);
    if (!options) options = &none;

    /* Parse the file. */
    pd_status status = pd_fbx_parse(&fbx, file.data, file.size, name, err);
    if (status != PD_OK) return status;
    if (options->most_bytes) fbx.most_bytes = options->most_bytes;

    /* Read the scene, convert it, and report what was found. */
    pd_fbx_figure b = {.found = found, .options = options, .name = name};
    status = pd_fbx_scene_read(&b.scene, &fbx, options->unit > 0 ? options->unit : 1, err);
    if (status == PD_OK) {
        if (options->metres > 0) b.scene.metres = options->metres;
        found->metres = b.scene.metres;
        status = convert_scene(&b, glb);
        found->mesh_count = b.mesh_count;
        found->node_count = b.node_count;
        found->texture_count = b.texture_count;
        found->animation_count = b.animation_count;
        memcpy(found->note, b.scene.note, sizeof found->note);
        pd_fbx_scene_deinit(&b.scene);
    }

    pd_fbx_deinit(&fbx);

    return status;
}
