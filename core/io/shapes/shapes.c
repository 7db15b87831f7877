#include "core/io/shapes/shapes.h"

#include "core/io/surface/gltf_bound.h"
#include "core/io/surface/gltf_nodes.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLOAT          5126
#define UNSIGNED_INT   5125
#define UNSIGNED_SHORT 5123
#define VERTICES       34962
#define INFLUENCES     4
#define LEAST_SHARE    0.002f

typedef struct shapes_writer {
    pd_io_gltf_file file;
    pd_io_gltf_nodes nodes;
    const pd_io_surface *surface;
    const pd_io_gltf_shapes *shapes;
    int joint_nodes[PD_IO_FACE_JOINTS]; /* -1: not added */
    int *first_target;                  /* (meshes) number of the first new target; -1: none */
    pd_io_gltf_shapes_done *done;
    pd_error *err;
} shapes_writer;

static pd_status shapes_memory(const shapes_writer *w)
{
    return pd_fail(w->err, PD_ERR_MEMORY, "", "out of memory");
}

/* Returns the inverse of the linear part of a place, row-major. */
static void inverse_linear(double out[9], const double place[12])
{
    const double *m = place;
    const double a[9] = {m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]};
    const double det = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
                       a[2] * (a[3] * a[7] - a[4] * a[6]);

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int r = (j + 1) % 3, s = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            out[3 * i + j] = (a[3 * r + c] * a[3 * s + d] - a[3 * r + d] * a[3 * s + c]) / det;
        }
}

/* Appends bytes as a view, and returns its number; -1: out of memory. */
static int add_view(pd_io_gltf_file *file, const void *bytes, size_t size)
{
    json_t *views = pd_io_gltf_array(file->root, "bufferViews");

    /* pd_io_gltf_append has padded the chunk, and all arrays here are of 4 bytes. */
    const size_t at = file->bin.size + file->added.size;
    pd_buffer_add(&file->added, bytes, size);
    json_t *view =
        json_pack("{s:i,s:I,s:I}", "buffer", 0, "byteOffset", (json_int_t)at, "byteLength", (json_int_t)size);
    if (!view || !views || file->added.failed || json_array_append_new(views, view)) return -1;

    return (int)json_array_size(views) - 1;
}

/* Appends the positions of a target as a sparse accessor; rows (count): the vertices that move. */
static int add_sparse(pd_io_gltf_file *file, const float (*moves)[3], const uint32_t *rows, size_t count,
                      size_t vertices)
{
    json_t *accessors = pd_io_gltf_array(file->root, "accessors");
    float low[3] = {0}, high[3] = {0};
    json_t *accessor = NULL;

    for (size_t i = 0; i < count; i++)
        for (int x = 0; x < 3; x++) {
            low[x] = fminf(low[x], moves[i][x]);
            high[x] = fmaxf(high[x], moves[i][x]);
        }
    accessor = json_pack("{s:i,s:I,s:s,s:[fff],s:[fff]}", "componentType", FLOAT, "count",
                         (json_int_t)vertices, "type", "VEC3", "min", (double)low[0], (double)low[1],
                         (double)low[2], "max", (double)high[0], (double)high[1], (double)high[2]);
    if (accessor && count) {
        const int indices = add_view(file, rows, count * sizeof *rows);
        const int values = add_view(file, moves, count * sizeof *moves);
        json_t *sparse =
            json_pack("{s:I,s:{s:i,s:i},s:{s:i}}", "count", (json_int_t)count, "indices", "bufferView",
                      indices, "componentType", UNSIGNED_INT, "values", "bufferView", values);
        if (indices < 0 || values < 0 || json_object_set_new(accessor, "sparse", sparse)) {
            json_decref(accessor);
            return -1;
        }
    }
    if (!accessor || !accessors || json_array_append_new(accessors, accessor)) return -1;

    return (int)json_array_size(accessors) - 1;
}

/* Returns the displacement of a vertex of the surface by a shape; NULL: it stays. */
static const float *vertex_move(const shapes_writer *w, int shape, int vertex)
{
    const int row = w->shapes->rows[vertex];

    if (row < 0) return NULL;
    const float *d = w->shapes->moves + 3 * ((size_t)shape * (size_t)w->shapes->row_count + (size_t)row);

    return d[0] != 0 || d[1] != 0 || d[2] != 0 ? d : NULL;
}

/* Finds the displacements of a part by a shape in its mesh's space; returns how many vertices move. */
static size_t part_moves(float (*moves)[3], uint32_t *rows, const shapes_writer *w,
                         const pd_io_surface_part *part, int shape)
{
    double linear[9];
    size_t count = 0;

    inverse_linear(linear, part->place);
    for (int v = 0; v < part->vertex_count; v++) {
        const float *d = vertex_move(w, shape, part->first_vertex + v);
        if (!d) continue;
        for (int x = 0; x < 3; x++)
            moves[count][x] = (float)(linear[3 * x] * (double)d[0] + linear[3 * x + 1] * (double)d[1] +
                                      linear[3 * x + 2] * (double)d[2]);
        rows[count++] = (uint32_t)v;
    }

    return count;
}

/* Returns whether any shape moves a part. */
static bool is_part_moved(const shapes_writer *w, const pd_io_surface_part *part)
{
    for (int s = 0; s < w->shapes->shape_count; s++)
        for (int v = 0; v < part->vertex_count; v++)
            if (vertex_move(w, s, part->first_vertex + v)) return true;

    return false;
}

static json_t *primitive_of(const shapes_writer *w, const pd_io_surface_part *part)
{
    json_t *mesh = json_array_get(json_object_get(w->file.root, "meshes"), (size_t)part->mesh);
    return json_array_get(json_object_get(mesh, "primitives"), (size_t)part->primitive);
}

/* Adds the targets of one part to its primitive. */
static pd_status add_part_targets(shapes_writer *w, const pd_io_surface_part *part)
{
    const size_t n = (size_t)part->vertex_count;
    float(*moves)[3] = malloc(n * sizeof *moves);
    uint32_t *rows = malloc(n * sizeof *rows);
    json_t *targets = pd_io_gltf_array(primitive_of(w, part), "targets");
    pd_status status = moves && rows && targets ? PD_OK : shapes_memory(w);

    for (int s = 0; status == PD_OK && s < w->shapes->shape_count; s++) {
        const size_t count = part_moves(moves, rows, w, part, s);
        const int accessor = add_sparse(&w->file, (const float(*)[3])moves, rows, count, n);
        if (accessor < 0 || json_array_append_new(targets, json_pack("{s:i}", "POSITION", accessor)))
            status = shapes_memory(w);
    }
    free(moves);
    free(rows);

    return status;
}

/* Names the new targets of a mesh, and extends its weights and those of its nodes. */
static pd_status name_targets(shapes_writer *w, int mesh_number, int had)
{
    json_t *mesh = json_array_get(json_object_get(w->file.root, "meshes"), (size_t)mesh_number);
    json_t *extras = json_object_get(mesh, "extras");
    json_t *node, *weights[2] = {json_object_get(mesh, "weights"), NULL};
    size_t i;

    if (!json_is_object(extras)) {
        json_object_set_new(mesh, "extras", json_object());
        extras = json_object_get(mesh, "extras");
    }
    json_t *names = json_object_get(extras, "targetNames");
    if (!json_is_array(names)) {
        json_object_set_new(extras, "targetNames", json_array());
        names = json_object_get(extras, "targetNames");
    }
    while ((int)json_array_size(names) < had)
        if (json_array_append_new(names, json_sprintf("target_%d", (int)json_array_size(names))))
            return shapes_memory(w);
    while ((int)json_array_size(names) > had) json_array_remove(names, json_array_size(names) - 1);
    for (int s = 0; s < w->shapes->shape_count; s++)
        if (json_array_append_new(names, json_string(w->shapes->names[s]))) return shapes_memory(w);

    json_array_foreach(json_object_get(w->file.root, "nodes"), i, node)
    {
        weights[1] =
            pd_io_gltf_integer(node, "mesh", -1) == mesh_number ? json_object_get(node, "weights") : NULL;
        for (int k = i == 0 ? 0 : 1; k < 2; k++)
            for (int s = 0; json_is_array(weights[k]) && s < w->shapes->shape_count; s++)
                json_array_append_new(weights[k], json_real(0));
    }

    return PD_OK;
}

/* Adds targets to all meshes that move. */
static pd_status add_targets(shapes_writer *w)
{
    const size_t meshes = json_array_size(json_object_get(w->file.root, "meshes"));
    const pd_io_surface *s = w->surface;
    pd_status status = PD_OK;

    for (size_t m = 0; status == PD_OK && m < meshes; m++) {
        int node = -1;
        long had = -1;
        bool is_moved = false;
        w->first_target[m] = -1;
        for (int p = 0; p < s->part_count && !is_moved; p++) {
            if (s->parts[p].mesh != (int)m || !is_part_moved(w, &s->parts[p])) continue;
            node = s->parts[p].node;
            is_moved = true;
        }
        for (int p = 0; status == PD_OK && p < s->part_count; p++) {
            if (!is_moved || s->parts[p].mesh != (int)m || s->parts[p].node != node) continue;
            const long here =
                (long)json_array_size(json_object_get(primitive_of(w, &s->parts[p]), "targets"));
            char where[32];
            snprintf(where, sizeof where, "/meshes/%zu", m);
            if (had >= 0 && here != had)
                status = pd_fail(w->err, PD_ERR_UNSUPPORTED, where,
                                 "its primitives have %ld and %ld morph targets; the same number expected",
                                 had, here);
            had = here;
            if (status == PD_OK) status = add_part_targets(w, &s->parts[p]);
        }
        if (status != PD_OK || !is_moved) continue;
        w->first_target[m] = (int)had;
        w->done->meshes++;
        status = name_targets(w, (int)m, (int)had);
    }

    return status;
}

/* ---- joints ---- */

/* Reads the inverse bind matrix of a joint of a skin; the identity without one. */
static pd_status bind_of(pd_io_gltf_matrix *out, shapes_writer *w, const json_t *skin, size_t joint)
{
    const long accessor = pd_io_gltf_integer(skin, "inverseBindMatrices", -1);
    pd_io_gltf_view view;

    *out = (pd_io_gltf_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    if (accessor < 0) return PD_OK;
    const pd_status status = pd_io_gltf_view_of(&view, &w->file, accessor);
    if (status != PD_OK) return status;
    if (view.width != 16 || view.count <= joint)
        return pd_fail(w->err, PD_ERR_FORMAT, "/skins",
                       "inverse bind matrices that are no MAT4 for each joint");
    for (int row = 0; row < 3; row++)
        for (int c = 0; c < 4; c++) out->m[4 * row + c] = pd_io_gltf_number(&view, joint, 4 * c + row);

    return PD_OK;
}

/* Returns the number of a node among the joints of a skin; -1: it is none. */
static int joint_of_skin(const json_t *skin, int node)
{
    json_t *joint;
    size_t i;

    json_array_foreach(json_object_get(skin, "joints"), i,
                       joint) if (json_integer_value(joint) == node) return (int)i;
    return -1;
}

/* Writes the place of a joint in the frame of the head: B_head A^-1 (p - a). */
static void place_in_head(double out[3], const pd_io_gltf_matrix *bind, const pd_io_surface_part *part,
                          const double at[3])
{
    double linear[9], local[3] = {0};

    inverse_linear(linear, part->place);
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) local[x] += linear[3 * x + y] * (at[y] - part->place[4 * y + 3]);
    for (int x = 0; x < 3; x++) {
        out[x] = bind->m[4 * x + 3];
        for (int y = 0; y < 3; y++) out[x] += bind->m[4 * x + y] * local[y];
    }
}

/* Adds the nodes of the joints below the head, by the first part whose skin has the head. */
static pd_status add_joint_nodes(shapes_writer *w)
{
    static const char *const names[PD_IO_FACE_JOINTS] = {"jaw", "leftEye", "rightEye"};
    json_t *nodes = json_object_get(w->file.root, "nodes");
    json_t *skins = json_object_get(w->file.root, "skins");

    for (int p = 0; p < w->surface->part_count; p++) {
        const pd_io_surface_part *part = &w->surface->parts[p];
        const json_t *node = json_array_get(nodes, (size_t)part->node);
        const json_t *skin = json_array_get(skins, (size_t)pd_io_gltf_integer(node, "skin", -1));
        const int head = skin ? joint_of_skin(skin, w->shapes->head) : -1;
        pd_io_gltf_matrix bind;
        if (head < 0) continue;
        const pd_status status = bind_of(&bind, w, skin, (size_t)head);
        if (status != PD_OK) return status;
        for (int j = 0; j < PD_IO_FACE_JOINTS; j++) {
            double t[3];
            if (!w->shapes->has_joint[j]) continue;
            place_in_head(t, &bind, part, w->shapes->joint_at[j]);
            json_t *new = json_pack("{s:s,s:[fff]}", "name", names[j], "translation", t[0], t[1], t[2]);
            json_t *above = pd_io_gltf_array(json_array_get(nodes, (size_t)w->shapes->head), "children");
            w->joint_nodes[j] = (int)json_array_size(nodes);
            if (!new || !above || json_array_append_new(nodes, new) ||
                json_array_append_new(above, json_integer(w->joint_nodes[j])))
                return shapes_memory(w);
            w->done->joints++;
        }
        return PD_OK;
    }

    return PD_OK;
}

/* Appends the joints to a skin with their inverse bind matrices. first: number of the first one in the skin.
 * */
static pd_status extend_skin(int *first, shapes_writer *w, json_t *skin, int head)
{
    json_t *joints = json_object_get(skin, "joints");
    const size_t had = json_array_size(joints);
    float(*binds)[16] = calloc(had + PD_IO_FACE_JOINTS, sizeof *binds);
    size_t count = had;
    pd_io_gltf_matrix bind;
    pd_status status = binds ? PD_OK : shapes_memory(w);

    *first = (int)had;
    for (size_t i = 0; status == PD_OK && i < had; i++) {
        status = bind_of(&bind, w, skin, i);
        for (int k = 0; k < 12; k++) binds[i][4 * (k % 4) + k / 4] = (float)bind.m[k];
        binds[i][15] = 1;
    }
    if (status == PD_OK) status = bind_of(&bind, w, skin, (size_t)head);
    for (int j = 0; status == PD_OK && j < PD_IO_FACE_JOINTS; j++) {
        if (w->joint_nodes[j] < 0) continue;
        const json_t *node =
            json_array_get(json_object_get(w->file.root, "nodes"), (size_t)w->joint_nodes[j]);
        for (int k = 0; k < 12; k++) binds[count][4 * (k % 4) + k / 4] = (float)bind.m[k];
        for (size_t x = 0; x < 3; x++)
            binds[count][12 + x] -=
                (float)json_number_value(json_array_get(json_object_get(node, "translation"), x));
        binds[count++][15] = 1;
        if (json_array_append_new(joints, json_integer(w->joint_nodes[j]))) status = shapes_memory(w);
    }
    const pd_io_gltf_numbers numbers = {
        .bytes = binds, .size = count * sizeof *binds, .count = count, .component = FLOAT, .type = "MAT4"};
    const int accessor = status == PD_OK ? pd_io_gltf_add(&w->file, &numbers) : -1;
    free(binds);
    if (status == PD_OK && accessor < 0) status = shapes_memory(w);
    if (status == PD_OK) json_object_set_new(skin, "inverseBindMatrices", json_integer(accessor));

    return status;
}

/* An influence of a vertex. */
typedef struct shapes_influence {
    int joint;
    float weight;
} shapes_influence;

static int compare_influences(const void *a, const void *b)
{
    const shapes_influence *x = a, *y = b;
    return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1) : x->joint - y->joint;
}

/* Gives the head's weight of a part's vertices to the new joints; first: number of the first in the skin. */
static pd_status share_weights(shapes_writer *w, const pd_io_surface_part *part, int head, int first)
{
    json_t *attributes = json_object_get(primitive_of(w, part), "attributes");
    const size_t n = (size_t)part->vertex_count;
    pd_io_gltf_weights sets;
    char where[64];
    bool is_shared = false;

    snprintf(where, sizeof where, "/meshes/%d/primitives/%d", part->mesh, part->primitive);
    for (int j = 0; j < PD_IO_FACE_JOINTS; j++)
        for (size_t v = 0; v < n && w->joint_nodes[j] >= 0 && w->shapes->shares[j]; v++)
            is_shared = is_shared || w->shapes->shares[j][(size_t)part->first_vertex + v] > LEAST_SHARE;
    pd_status status = pd_io_gltf_weights_of(&sets, &w->file, attributes, n, where);
    if (status != PD_OK || !is_shared || !sets.sets) return status;

    uint16_t(*joints)[INFLUENCES] = calloc(n, sizeof *joints);
    float(*weights)[INFLUENCES] = calloc(n, sizeof *weights);
    if (!joints || !weights) status = shapes_memory(w);
    for (size_t v = 0; status == PD_OK && v < n; v++) {
        shapes_influence all[4 * PD_IO_GLTF_WEIGHT_SETS + PD_IO_FACE_JOINTS];
        int count = 0;
        float of_head = 0, sum = 0;
        for (int i = 0; i < 4 * sets.sets; i++) {
            const float weight = (float)pd_io_gltf_number(&sets.weights[i / 4], v, i % 4);
            const int joint = (int)pd_io_gltf_number(&sets.joints[i / 4], v, i % 4);
            if (!(weight > 0)) continue;
            if (joint == head)
                of_head += weight;
            else
                all[count++] = (shapes_influence){joint, weight};
        }
        float rest = of_head;
        for (int j = 0, number = first; j < PD_IO_FACE_JOINTS; j++) {
            if (w->joint_nodes[j] < 0) continue;
            const float share =
                w->shapes->shares[j] ? w->shapes->shares[j][(size_t)part->first_vertex + v] : 0;
            if (share > LEAST_SHARE && of_head > 0) {
                all[count++] = (shapes_influence){number, share * of_head};
                rest -= share * of_head;
            }
            number++;
        }
        if (rest > 1e-6f) all[count++] = (shapes_influence){head, rest};
        qsort(all, (size_t)count, sizeof *all, compare_influences);
        for (int i = 0; i < INFLUENCES && i < count; i++) sum += all[i].weight;
        for (int i = 0; i < INFLUENCES && i < count; i++) {
            joints[v][i] = (uint16_t)all[i].joint;
            weights[v][i] = all[i].weight / sum;
        }
    }

    const pd_io_gltf_numbers numbers[2] = {{joints, n * sizeof *joints, n, UNSIGNED_SHORT, "VEC4", VERTICES},
                                           {weights, n * sizeof *weights, n, FLOAT, "VEC4", VERTICES}};
    const int new_joints = status == PD_OK ? pd_io_gltf_add(&w->file, &numbers[0]) : -1;
    const int new_weights = status == PD_OK ? pd_io_gltf_add(&w->file, &numbers[1]) : -1;
    free(joints);
    free(weights);
    if (status != PD_OK) return status;
    if (new_joints < 0 || new_weights < 0) return shapes_memory(w);
    json_object_set_new(attributes, "JOINTS_0", json_integer(new_joints));
    json_object_set_new(attributes, "WEIGHTS_0", json_integer(new_weights));
    for (int s = 1; s < PD_IO_GLTF_WEIGHT_SETS; s++) {
        char name[16];
        snprintf(name, sizeof name, "JOINTS_%d", s);
        json_object_del(attributes, name);
        snprintf(name, sizeof name, "WEIGHTS_%d", s);
        json_object_del(attributes, name);
    }

    return PD_OK;
}

/* Adds the joints to the skins, and gives them weights. */
static pd_status add_joints(shapes_writer *w)
{
    json_t *skins = json_object_get(w->file.root, "skins"), *nodes = json_object_get(w->file.root, "nodes");
    pd_status status = add_joint_nodes(w);

    for (size_t k = 0; status == PD_OK && w->done->joints && k < json_array_size(skins); k++) {
        json_t *skin = json_array_get(skins, k);
        const int head = joint_of_skin(skin, w->shapes->head);
        int first = 0;
        if (head < 0) continue;
        status = extend_skin(&first, w, skin, head);
        for (int p = 0; status == PD_OK && p < w->surface->part_count; p++) {
            const pd_io_surface_part *part = &w->surface->parts[p];
            const json_t *node = json_array_get(nodes, (size_t)part->node);
            bool is_done = false;
            if (pd_io_gltf_integer(node, "skin", -1) != (long)k) continue;
            for (int q = 0; q < p; q++)
                is_done = is_done || (w->surface->parts[q].mesh == part->mesh &&
                                      w->surface->parts[q].primitive == part->primitive);
            if (!is_done) status = share_weights(w, part, head, first);
        }
    }

    return status;
}

/* ---- VRM ---- */

/* Appends the binds of an expression, one for each mesh that has its shapes. */
static json_t *binds_json(const shapes_writer *w, const pd_io_expression *e, bool is_old)
{
    json_t *binds = json_array();

    for (int b = 0; b < PD_IO_SHAPES_BINDS && e->binds[b] >= 0; b++)
        for (int m = 0; m < (int)json_array_size(json_object_get(w->file.root, "meshes")); m++) {
            json_t *node;
            size_t i;
            if (w->first_target[m] < 0) continue;
            const int target = w->first_target[m] + e->binds[b];
            if (is_old) {
                json_array_append_new(binds, json_pack("{s:i,s:i,s:f}", "mesh", m, "index", target, "weight",
                                                       100 * e->weights[b]));
                continue;
            }
            json_array_foreach(json_object_get(w->file.root, "nodes"), i,
                               node) if (pd_io_gltf_integer(node, "mesh", -1) == m)
                json_array_append_new(binds, json_pack("{s:i,s:i,s:f}", "node", (int)i, "index", target,
                                                       "weight", e->weights[b]));
        }

    return binds;
}

/* Returns the object of that name, which is added if there is none. */
static json_t *object_in(json_t *object, const char *name)
{
    if (!json_is_object(json_object_get(object, name))) json_object_set_new(object, name, json_object());
    return json_object_get(object, name);
}

/* Writes expressions and bones into VRM 1.0. */
static void write_new_vrm(shapes_writer *w, json_t *vrm)
{
    static const char *const bones[PD_IO_FACE_JOINTS] = {"jaw", "leftEye", "rightEye"};
    json_t *expressions = object_in(vrm, "expressions");
    json_t *human = object_in(object_in(vrm, "humanoid"), "humanBones");

    for (int e = 0; e < w->shapes->expression_count; e++) {
        const pd_io_expression *x = &w->shapes->expressions[e];
        json_t *to = object_in(expressions, x->name ? "preset" : "custom");
        const char *name = x->name ? x->name : w->shapes->names[x->binds[0]];
        json_object_set_new(to, name, json_pack("{s:o}", "morphTargetBinds", binds_json(w, x, false)));
    }
    for (int j = 0; j < PD_IO_FACE_JOINTS; j++)
        if (w->joint_nodes[j] >= 0)
            json_object_set_new(human, bones[j], json_pack("{s:i}", "node", w->joint_nodes[j]));
}

/* Writes blend shape groups and bones into VRM 0.x. */
static void write_old_vrm(shapes_writer *w, json_t *vrm)
{
    static const char *const bones[PD_IO_FACE_JOINTS] = {"jaw", "leftEye", "rightEye"};
    json_t *groups = pd_io_gltf_array(object_in(vrm, "blendShapeMaster"), "blendShapeGroups");
    json_t *human = pd_io_gltf_array(object_in(vrm, "humanoid"), "humanBones");

    for (int e = 0; groups && e < w->shapes->expression_count; e++) {
        const pd_io_expression *x = &w->shapes->expressions[e];
        const char *name = x->name ? x->old_name : w->shapes->names[x->binds[0]];
        for (size_t g = json_array_size(groups); g-- > 0;) {
            const char *has = json_string_value(json_object_get(json_array_get(groups, g), "name"));
            const char *preset = json_string_value(json_object_get(json_array_get(groups, g), "presetName"));
            if ((has && !strcmp(has, name)) ||
                (x->name && preset && strcmp(preset, "unknown") != 0 && !strcmp(preset, x->old_preset)))
                json_array_remove(groups, g);
        }
        json_array_append_new(groups, json_pack("{s:s,s:s,s:b,s:o,s:[]}", "name", name, "presetName",
                                                x->name ? x->old_preset : "unknown", "isBinary", 0, "binds",
                                                binds_json(w, x, true), "materialValues"));
    }
    for (int j = 0; human && j < PD_IO_FACE_JOINTS; j++)
        if (w->joint_nodes[j] >= 0)
            json_array_append_new(human, json_pack("{s:s,s:i,s:b}", "bone", bones[j], "node",
                                                   w->joint_nodes[j], "useDefaultValues", 1));
}

/* Makes a file without VRM data a VRM 1.0, if a humanoid is given. */
static json_t *make_vrm(shapes_writer *w)
{
    json_t *used = pd_io_gltf_array(w->file.root, "extensionsUsed");
    json_t *human = json_object();

    for (int b = 0; b < w->shapes->bone_count; b++)
        json_object_set_new(human, w->shapes->bones[b], json_pack("{s:i}", "node", w->shapes->bone_nodes[b]));
    json_t *vrm = json_pack("{s:s,s:{s:s,s:[s],s:s},s:{s:o}}", "specVersion", "1.0", "meta", "name",
                            "character", "authors", "unknown", "licenseUrl", "https://vrm.dev/licenses/1.0/",
                            "humanoid", "humanBones", human);
    json_object_set_new(object_in(w->file.root, "extensions"), "VRMC_vrm", vrm);
    if (used) json_array_append_new(used, json_string("VRMC_vrm"));

    return vrm;
}

static void write_vrm_data(shapes_writer *w)
{
    json_t *extensions = json_object_get(w->file.root, "extensions");
    json_t *new = json_object_get(extensions, "VRMC_vrm"), *old = json_object_get(extensions, "VRM");

    if (!new && !old && w->shapes->bone_count) new = make_vrm(w);
    w->done->vrm = new ? 2 : old ? 1 : 0;
    if (new)
        write_new_vrm(w, new);
    else if (old)
        write_old_vrm(w, old);
}

/* ---- the file ---- */

pd_status pd_io_gltf_shapes_add(pd_buffer *out, pd_io_gltf_shapes_done *done, pd_bytes file,
                                const pd_io_surface *surface, const pd_io_gltf_shapes *shapes, pd_error *err)
{
    shapes_writer w = {
        .surface = surface, .shapes = shapes, .joint_nodes = {-1, -1, -1}, .done = done, .err = err};

    *done = (pd_io_gltf_shapes_done){0};
    pd_status status = pd_io_gltf_open(&w.file, file, shapes->json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_append(&w.file);
    if (status == PD_OK) {
        w.first_target =
            malloc((json_array_size(json_object_get(w.file.root, "meshes")) + 1) * sizeof *w.first_target);
        if (!w.first_target) status = shapes_memory(&w);
    }
    if (status == PD_OK) status = add_targets(&w);
    if (status == PD_OK && shapes->head >= 0) status = add_joints(&w);
    if (status == PD_OK) write_vrm_data(&w);
    if (status == PD_OK) status = pd_io_gltf_write(out, &w.file);
    pd_io_gltf_close(&w.file);
    free(w.first_target);

    return status;
}

pd_status pd_io_gltf_shapes_drop(pd_buffer *out, int *count, pd_bytes file, size_t json_memory, pd_error *err)
{
    pd_io_gltf_file f;
    json_t *mesh, *primitive, *node;
    size_t i, p;

    *count = 0;
    pd_status status = pd_io_gltf_open(&f, file, json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_append(&f);
    if (status == PD_OK) {
        json_array_foreach(json_object_get(f.root, "meshes"), i, mesh)
        {
            json_array_foreach(json_object_get(mesh, "primitives"), p, primitive)
            {
                *count += p == 0 ? (int)json_array_size(json_object_get(primitive, "targets")) : 0;
                json_object_del(primitive, "targets");
                json_object_del(json_object_get(primitive, "extras"), "targetNames");
            }
            json_object_del(mesh, "weights");
            json_object_del(json_object_get(mesh, "extras"), "targetNames");
        }
        json_array_foreach(json_object_get(f.root, "nodes"), i, node) json_object_del(node, "weights");

        /* Animations of weights would have nothing to move. */
        json_array_foreach(json_object_get(f.root, "animations"), i, node)
        {
            json_t *channels = json_object_get(node, "channels");
            for (size_t c = json_array_size(channels); c-- > 0;) {
                const char *path = json_string_value(
                    json_object_get(json_object_get(json_array_get(channels, c), "target"), "path"));
                if (path && !strcmp(path, "weights")) json_array_remove(channels, c);
            }
        }
        json_t *animations = json_object_get(f.root, "animations");
        for (size_t a = json_array_size(animations); a-- > 0;)
            if (!json_array_size(json_object_get(json_array_get(animations, a), "channels")))
                json_array_remove(animations, a);
        if (json_is_array(animations) && !json_array_size(animations)) json_object_del(f.root, "animations");
        json_object_del(json_object_get(json_object_get(f.root, "extensions"), "VRMC_vrm"), "expressions");
        json_object_del(json_object_get(json_object_get(f.root, "extensions"), "VRM"), "blendShapeMaster");
        status = pd_io_gltf_write(out, &f);
    }
    pd_io_gltf_close(&f);

    return status;
}

pd_status pd_io_gltf_shapes_follow(float *out, pd_bytes file, const pd_io_surface *surface,
                                   const bool *follows, int node_count, size_t json_memory, pd_error *err)
{
    shapes_writer w = {.surface = surface, .err = err};

    pd_status status = pd_io_gltf_open(&w.file, file, json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_unpack_draco(&w.file);
    if (status == PD_OK) status = pd_io_gltf_nodes_read(&w.nodes, &w.file, err);
    for (int p = 0; status == PD_OK && p < surface->part_count; p++) {
        const pd_io_surface_part *part = &surface->parts[p];
        const json_t *node = json_array_get(json_object_get(w.file.root, "nodes"), (size_t)part->node);
        const json_t *skin = json_array_get(json_object_get(w.file.root, "skins"),
                                            (size_t)pd_io_gltf_integer(node, "skin", -1));
        const json_t *joints = json_object_get(skin, "joints");
        const json_t *attributes = json_object_get(primitive_of(&w, part), "attributes");
        pd_io_gltf_weights sets = {0};
        char where[64];

        /* A mesh without a skin. */
        snprintf(where, sizeof where, "/meshes/%d/primitives/%d", part->mesh, part->primitive);
        int above = part->node;
        while (!skin && above >= 0 && !(above < node_count && follows[above]))
            above = w.nodes.items[above].parent;
        if (skin)
            status = pd_io_gltf_weights_of(&sets, &w.file, attributes, (size_t)part->vertex_count, where);
        for (int v = 0; status == PD_OK && v < part->vertex_count; v++) {
            double sum = 0, of = 0;
            for (int i = 0; i < 4 * sets.sets; i++) {
                const double weight = pd_io_gltf_number(&sets.weights[i / 4], (size_t)v, i % 4);
                const long joint = (long)pd_io_gltf_number(&sets.joints[i / 4], (size_t)v, i % 4);
                if (!(weight > 0)) continue;
                if (joint < 0 || (size_t)joint >= json_array_size(joints)) {
                    status =
                        pd_io_gltf_weights_fail(&w.file, where, joint, (size_t)v, json_array_size(joints));
                    break;
                }
                const json_int_t number = json_integer_value(json_array_get(joints, (size_t)joint));
                sum += weight;
                if (number >= 0 && number < node_count && follows[number]) of += weight;
            }
            out[part->first_vertex + v] = (float)(skin ? (sum > 0 ? of / sum : 0) : above >= 0);
        }
    }
    pd_io_gltf_nodes_deinit(&w.nodes);
    pd_io_gltf_close(&w.file);

    return status;
}
