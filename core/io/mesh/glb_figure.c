#include "core/io/mesh/glb_figure.h"

#include "core/base/assert.h"
#include "core/io/mesh/glb_container.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOATS = 5126, SHORTS = 5123, WORDS = 5125 };
enum { VERTICES = 34962, INDICES = 34963 };

/* ---- checks ---- */

static bool finite_all(const float *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(v[i])) return false;
    return true;
}

/* Checks one mesh. */
static pd_status check_mesh(const pd_io_figure *f, int i, pd_error *err)
{
    PD_ASSERT(i >= 0 && i < f->mesh_count);
    const pd_io_figure_mesh *m = &f->meshes[i];
    const size_t vertices = m->vertex_count > 0 ? (size_t)m->vertex_count : 0;
    char where[48];

    snprintf(where, sizeof where, "/meshes/%d", i);

    /* Counts, the material and the indices. */
    if (m->vertex_count < 1 || m->index_count < 3 || m->index_count % 3)
        return pd_fail(err, PD_ERR_RANGE, where, "%d vertices, %d indices; at least 1 and triangles expected",
                       m->vertex_count, m->index_count);
    if (m->material < -1 || m->material >= f->material_count)
        return pd_fail(err, PD_ERR_RANGE, where, "material %d; -1 to %d allowed", m->material,
                       f->material_count - 1);
    for (int k = 0; k < m->index_count; k++)
        if (m->indices[k] >= vertices)
            return pd_fail(err, PD_ERR_RANGE, where, "index %u; less than %zu expected", m->indices[k],
                           vertices);

    /* Coordinates, also those of morph targets, have to be finite. */
    if (!finite_all(m->positions, 3 * vertices) || (m->normals && !finite_all(m->normals, 3 * vertices)) ||
        (m->uvs && !finite_all(m->uvs, 2 * vertices)))
        return pd_fail(err, PD_ERR_INVALID, where,
                       "a coordinate of a vertex is not finite; finite numbers expected");

    for (int t = 0; t < m->target_count; t++)
        if (!finite_all(m->targets[t].positions, 3 * vertices) || !isfinite(m->targets[t].weight) ||
            (m->targets[t].normals && !finite_all(m->targets[t].normals, 3 * vertices)))
            return pd_fail(err, PD_ERR_INVALID, where,
                           "morph target %d: a number is not finite; finite numbers expected", t);

    /* Number of joints of the smallest skin with which the mesh is used; 0: none. */
    int joint_count = 0;
    for (int n = 0; n < f->node_count; n++) {
        if (f->nodes[n].mesh != i || f->nodes[n].skin < 0) continue;
        const int count = f->skins[f->nodes[n].skin].joint_count;
        if (!joint_count || count < joint_count) joint_count = count;
    }

    /* Joints and weights: both or none, only with a skin, joints within the smallest skin, weights that
     * sum to 1. */
    if (!m->joints != !m->weights || (joint_count > 0) != (m->joints != NULL))
        return pd_fail(err, PD_ERR_INVALID, where,
                       "joints, weights and a skin are only given in part; all three or none expected");
    for (size_t v = 0; m->joints && v < vertices; v++) {
        double sum = 0;
        for (int s = 0; s < 4; s++) {
            sum += (double)m->weights[4 * v + s];
            if (m->joints[4 * v + s] >= joint_count || !(m->weights[4 * v + s] >= 0))
                return pd_fail(err, PD_ERR_RANGE, where,
                               "vertex %zu: joint %u with weight %g; less than %d, "
                               "and at least 0, expected",
                               v, m->joints[4 * v + s], (double)m->weights[4 * v + s], joint_count);
        }

        if (!(fabs(sum - 1) < 1e-3))
            return pd_fail(err, PD_ERR_RANGE, where, "vertex %zu: weights sum to %g; 1 is expected", v, sum);
    }

    return PD_OK;
}

static int targets_of(const pd_io_figure *f, int node)
{
    return f->nodes[node].mesh < 0 ? 0 : f->meshes[f->nodes[node].mesh].target_count;
}

/* Checks one animation. */
static pd_status check_animation(const pd_io_figure *f, int i, pd_error *err)
{
    PD_ASSERT(i >= 0 && i < f->animation_count);
    const pd_io_figure_animation *a = &f->animations[i];
    const size_t frames = a->frame_count > 0 ? (size_t)a->frame_count : 0;
    char where[48];

    snprintf(where, sizeof where, "/animations/%d", i);

    /* Frames, tracks and rate. */
    if (!frames || a->track_count < 1 || !(a->rate > 0))
        return pd_fail(err, PD_ERR_RANGE, where,
                       "%d frames of %d nodes at %g a second; at least 1, and a rate above 0, expected",
                       a->frame_count, a->track_count, a->rate);

    /* Tracks: a node, and finite numbers. */
    for (int k = 0; k < a->track_count; k++) {
        const pd_io_figure_track *t = &a->tracks[k];
        if (t->node < 0 || t->node >= f->node_count)
            return pd_fail(err, PD_ERR_RANGE, where, "node %d; 0 to %d allowed", t->node, f->node_count - 1);
        if ((t->rotations && !finite_all(t->rotations, 4 * frames)) ||
            (t->translations && !finite_all(t->translations, 3 * frames)) ||
            (t->scales && !finite_all(t->scales, 3 * frames)) ||
            (t->weights && !finite_all(t->weights, (size_t)targets_of(f, t->node) * frames)))
            return pd_fail(err, PD_ERR_INVALID, where,
                           "node %d: a number is not finite; finite numbers expected", t->node);
    }

    return PD_OK;
}

/* Checks the whole figure before anything is written. */
static pd_status check_glb_figure(const pd_io_figure *f, pd_error *err)
{
    pd_status status = PD_OK;

    /* Materials. */
    for (int i = 0; i < f->material_count; i++) {
        const pd_io_figure_material *m = &f->materials[i];
        char where[48];

        snprintf(where, sizeof where, "/materials/%d", i);
        if (m->texture < -1 || m->texture >= f->texture_count)
            return pd_fail(err, PD_ERR_RANGE, where, "texture %d; -1 to %d allowed", m->texture,
                           f->texture_count - 1);
        if (!finite_all(m->color, 4) || !isfinite(m->roughness) || !isfinite(m->metallic))
            return pd_fail(err, PD_ERR_INVALID, where, "a number is not finite; finite numbers expected");
    }

    /* Skins. */
    for (int i = 0; i < f->skin_count; i++) {
        const pd_io_figure_skin *s = &f->skins[i];
        char where[48];

        snprintf(where, sizeof where, "/skins/%d", i);
        if (s->joint_count < 1)
            return pd_fail(err, PD_ERR_RANGE, where, "%d joints; at least 1 expected", s->joint_count);
        for (int k = 0; k < s->joint_count; k++)
            if (s->joints[k] < 0 || s->joints[k] >= f->node_count)
                return pd_fail(err, PD_ERR_RANGE, where, "joint %d is node %d; 0 to %d allowed", k,
                               s->joints[k], f->node_count - 1);
        if (!finite_all(s->inverse, 16 * (size_t)s->joint_count))
            return pd_fail(err, PD_ERR_INVALID, where,
                           "an inverse bind matrix has a number that is not finite; finite numbers expected");
    }

    /* Nodes, whose parents come first. */
    for (int i = 0; i < f->node_count; i++) {
        const pd_io_figure_node *n = &f->nodes[i];
        const float *q = n->rotation;
        char where[48];

        snprintf(where, sizeof where, "/nodes/%d", i);
        if (n->parent < -1 || n->parent >= i)
            return pd_fail(err, PD_ERR_RANGE, where, "parent %d; -1 to %d allowed", n->parent, i - 1);
        if (n->mesh < -1 || n->mesh >= f->mesh_count || n->skin < -1 || n->skin >= f->skin_count)
            return pd_fail(err, PD_ERR_RANGE, where, "mesh %d, skin %d; -1 to %d and %d allowed", n->mesh,
                           n->skin, f->mesh_count - 1, f->skin_count - 1);
        if (!finite_all(n->translation, 3) || !finite_all(q, 4) || !finite_all(n->scale, 3))
            return pd_fail(err, PD_ERR_INVALID, where, "a number is not finite; finite numbers expected");
        for (int c = 0; c < 3; c++)
            if (n->scale[c] == 0)
                return pd_fail(err, PD_ERR_RANGE, where, "scale %g; any other number expected",
                               (double)n->scale[c]);
        const double length = sqrt((double)(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
        if (fabs(length - 1) > 1e-3)
            return pd_fail(err, PD_ERR_RANGE, where, "a rotation of length %g; 1 is expected", length);
    }

    /* Meshes and animations refer to all of the above. */
    for (int i = 0; status == PD_OK && i < f->mesh_count; i++) status = check_mesh(f, i, err);
    for (int i = 0; status == PD_OK && i < f->animation_count; i++) status = check_animation(f, i, err);
    if (status != PD_OK) return status;

    /* Refuse a file that is far too large before anything is copied. */
    size_t sum = 0;
    for (int i = 0; i < f->texture_count && sum <= UINT32_MAX; i++)
        sum += f->textures[i].file.size < UINT32_MAX ? f->textures[i].file.size : (size_t)UINT32_MAX + 1;
    for (int i = 0; i < f->mesh_count && sum <= UINT32_MAX; i++)
        sum += 12 * (size_t)f->meshes[i].vertex_count * (size_t)(1 + f->meshes[i].target_count) +
               4 * (size_t)f->meshes[i].index_count;

    return sum <= UINT32_MAX
               ? PD_OK
               : pd_fail(err, PD_ERR_LIMIT, "", "at least %zu bytes; less than 4 GiB allowed in a .glb", sum);
}

/* ---- the parts ---- */

typedef struct writing {
    const pd_io_figure *figure;
    json_t *views, *accessors;
    pd_buffer bin;
    bool failed; /* a JSON value could not be made */
} writing;

/* The following functions take ownership of the value. NULL (out of memory) sets `failed`. */
static void set_glb_figure(writing *w, json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value)) w->failed = true;
}

static void append_glb_figure(writing *w, json_t *list, json_t *value)
{
    if (json_array_append_new(list, value)) w->failed = true;
}

static json_t *text(const char *name)
{
    json_t *made = json_string(name ? name : "");
    char plain[256];

    if (made) return made;

    snprintf(plain, sizeof plain, "%s", name);
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c > 126) *c = '_';

    return json_string(plain);
}

static json_t *glb_figure_numbers(writing *w, const float *v, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++) append_glb_figure(w, list, json_real((double)v[i]));
    return list;
}

static int view(writing *w, const void *bytes, size_t size, int target)
{
    pd_buffer_align(&w->bin, 4, 0);
    json_t *one = json_pack("{s:i,s:I,s:I}", "buffer", 0, "byteOffset", (json_int_t)w->bin.size, "byteLength",
                            (json_int_t)size);
    if (target) set_glb_figure(w, one, "target", json_integer(target));
    pd_buffer_add(&w->bin, bytes, size);
    append_glb_figure(w, w->views, one);

    return (int)json_array_size(w->views) - 1;
}

typedef struct kind {
    int component, width, target;
    const char *type;
} kind;

static int accessor(writing *w, const void *values, int count, kind k)
{
    PD_ASSERT(count > 0);
    const size_t size = (size_t)count * (size_t)k.width * (k.component == SHORTS ? 2 : 4);
    json_t *one = json_pack("{s:i,s:i,s:i,s:s}", "bufferView", view(w, values, size, k.target),
                            "componentType", k.component, "count", count, "type", k.type);
    append_glb_figure(w, w->accessors, one);

    return (int)json_array_size(w->accessors) - 1;
}

/* Adds an accessor with its extent, which glTF requires for positions. */
static int extent_accessor(writing *w, const float *values, int count, int width, kind k)
{
    PD_ASSERT(count > 0 && width > 0);
    const int index = accessor(w, values, count, k);
    json_t *one = json_array_get(w->accessors, (size_t)index);
    float low[3], high[3];
    for (int c = 0; c < width; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
    }

    for (size_t i = 0; i < (size_t)width * (size_t)count; i++) {
        const size_t c = i % (size_t)width;
        low[c] = fminf(low[c], values[i]);
        high[c] = fmaxf(high[c], values[i]);
    }

    set_glb_figure(w, one, "min", glb_figure_numbers(w, low, width));
    set_glb_figure(w, one, "max", glb_figure_numbers(w, high, width));

    return index;
}

static json_t *mesh_json(writing *w, const pd_io_figure_mesh *m)
{
    static const kind points = {.component = FLOATS, .width = 3, .target = VERTICES, .type = "VEC3"};
    static const kind uvs = {.component = FLOATS, .width = 2, .target = VERTICES, .type = "VEC2"};
    static const kind joints = {.component = SHORTS, .width = 4, .target = VERTICES, .type = "VEC4"};
    static const kind weights = {.component = FLOATS, .width = 4, .target = VERTICES, .type = "VEC4"};
    static const kind corners = {.component = WORDS, .width = 1, .target = INDICES, .type = "SCALAR"};

    /* Attributes of the vertices. Optional ones are written if the mesh has them. */
    json_t *attributes = json_object();
    const int positions = extent_accessor(w, m->positions, m->vertex_count, 3, points);
    set_glb_figure(w, attributes, "POSITION", json_integer(positions));
    if (m->normals)
        set_glb_figure(w, attributes, "NORMAL",
                       json_integer(accessor(w, m->normals, m->vertex_count, points)));
    if (m->uvs)
        set_glb_figure(w, attributes, "TEXCOORD_0", json_integer(accessor(w, m->uvs, m->vertex_count, uvs)));
    if (m->joints) {
        set_glb_figure(w, attributes, "JOINTS_0",
                       json_integer(accessor(w, m->joints, m->vertex_count, joints)));
        set_glb_figure(w, attributes, "WEIGHTS_0",
                       json_integer(accessor(w, m->weights, m->vertex_count, weights)));
    }

    /* The triangles. A mesh without morph targets is complete then. */
    json_t *primitive = json_pack("{s:o,s:i}", "attributes", attributes, "indices",
                                  accessor(w, m->indices, m->index_count, corners));
    if (m->material >= 0) set_glb_figure(w, primitive, "material", json_integer(m->material));
    if (!m->target_count) return json_pack("{s:o,s:[o]}", "name", text(m->name), "primitives", primitive);

    /* Morph targets, with their names and starting weights. */
    json_t *targets = json_array();
    json_t *names = json_array();
    json_t *at = json_array();
    for (int t = 0; t < m->target_count; t++) {
        const pd_io_figure_target *own = &m->targets[t];
        json_t *target =
            json_pack("{s:i}", "POSITION", extent_accessor(w, own->positions, m->vertex_count, 3, points));
        if (own->normals)
            set_glb_figure(w, target, "NORMAL",
                           json_integer(accessor(w, own->normals, m->vertex_count, points)));
        append_glb_figure(w, targets, target);
        append_glb_figure(w, names, text(own->name));
        append_glb_figure(w, at, json_real((double)own->weight));
    }

    set_glb_figure(w, primitive, "targets", targets);

    return json_pack("{s:o,s:[o],s:o,s:{s:o}}", "name", text(m->name), "primitives", primitive, "weights", at,
                     "extras", "targetNames", names);
}

/* Adds a channel: the values of one property of a node. */
static void add_channel(writing *w, json_t *samplers, json_t *channels, int times, int node, const char *path,
                        const float *values, int count, kind k)
{
    append_glb_figure(w, samplers,
                      json_pack("{s:i,s:i,s:s}", "input", times, "output", accessor(w, values, count, k),
                                "interpolation", "LINEAR"));
    append_glb_figure(w, channels,
                      json_pack("{s:i,s:{s:i,s:s}}", "sampler", (int)json_array_size(samplers) - 1, "target",
                                "node", node, "path", path));
}

static json_t *animation_json(writing *w, const pd_io_figure_animation *a)
{
    static const kind single = {.component = FLOATS, .width = 1, .target = 0, .type = "SCALAR"};
    static const kind triple = {.component = FLOATS, .width = 3, .target = 0, .type = "VEC3"};
    static const kind four = {.component = FLOATS, .width = 4, .target = 0, .type = "VEC4"};
    json_t *samplers = json_array();
    json_t *channels = json_array();

    /* Times, which all channels share. */
    float *times = malloc((size_t)a->frame_count * sizeof *times);
    if (!times) w->failed = true;
    for (int t = 0; times && t < a->frame_count; t++) times[t] = (float)(t / a->rate);
    const int at = times ? extent_accessor(w, times, a->frame_count, 1, single) : 0;
    free(times);

    /* Channels for the arrays of each track. */
    for (int i = 0; i < a->track_count; i++) {
        const pd_io_figure_track *t = &a->tracks[i];
        const int frames = a->frame_count;
        if (t->rotations)
            add_channel(w, samplers, channels, at, t->node, "rotation", t->rotations, frames, four);
        if (t->translations)
            add_channel(w, samplers, channels, at, t->node, "translation", t->translations, frames, triple);
        if (t->scales) add_channel(w, samplers, channels, at, t->node, "scale", t->scales, frames, triple);
        if (t->weights)
            add_channel(w, samplers, channels, at, t->node, "weights", t->weights,
                        frames * targets_of(w->figure, t->node), single);
    }

    return json_pack("{s:o,s:o,s:o}", "name", text(a->name), "samplers", samplers, "channels", channels);
}

static json_t *skin_json(writing *w, const pd_io_figure_skin *s)
{
    static const kind matrices = {.component = FLOATS, .width = 16, .target = 0, .type = "MAT4"};
    json_t *joints = json_array();
    for (int k = 0; k < s->joint_count; k++) append_glb_figure(w, joints, json_integer(s->joints[k]));
    return json_pack("{s:o,s:i}", "joints", joints, "inverseBindMatrices",
                     accessor(w, s->inverse, s->joint_count, matrices));
}

static json_t *material_json(writing *w, const pd_io_figure_material *m)
{
    json_t *pbr = json_pack("{s:o,s:f,s:f}", "baseColorFactor", glb_figure_numbers(w, m->color, 4),
                            "roughnessFactor", (double)m->roughness, "metallicFactor", (double)m->metallic);

    if (m->texture >= 0) set_glb_figure(w, pbr, "baseColorTexture", json_pack("{s:i}", "index", m->texture));
    json_t *one = json_pack("{s:o,s:o}", "name", text(m->name), "pbrMetallicRoughness", pbr);
    if (m->color[3] < 1) set_glb_figure(w, one, "alphaMode", json_string("BLEND"));
    if (m->two_sided) set_glb_figure(w, one, "doubleSided", json_true());

    return one;
}

static bool is_same(const float *a, const float *b, int count)
{
    int i = 0;
    while (i < count && a[i] == b[i]) i++;
    return i == count;
}

/* Sets a list or an object, unless it is empty: glTF forbids empty ones. */
static void set_list(writing *w, json_t *root, const char *name, json_t *list)
{
    if (!list || json_array_size(list) || json_object_size(list))
        set_glb_figure(w, root, name, list);
    else
        json_decref(list);
}

/* Writes the nodes, with their hierarchy, and a scene of those without a parent. Transforms that are the
 * default are left out. */
static void add_nodes(writing *w, json_t *root)
{
    const pd_io_figure *f = w->figure;
    json_t *nodes = json_array();
    json_t *tops = json_array();

    for (int i = 0; i < f->node_count; i++) {
        const pd_io_figure_node *n = &f->nodes[i];
        static const float none[3] = {0, 0, 0};
        static const float unit[3] = {1, 1, 1};
        static const float unrotated[4] = {0, 0, 0, 1};
        json_t *node = json_pack("{s:o}", "name", text(n->name));
        if (!is_same(n->translation, none, 3))
            set_glb_figure(w, node, "translation", glb_figure_numbers(w, n->translation, 3));
        if (!is_same(n->rotation, unrotated, 4))
            set_glb_figure(w, node, "rotation", glb_figure_numbers(w, n->rotation, 4));
        if (!is_same(n->scale, unit, 3)) set_glb_figure(w, node, "scale", glb_figure_numbers(w, n->scale, 3));
        if (n->mesh >= 0) set_glb_figure(w, node, "mesh", json_integer(n->mesh));
        if (n->skin >= 0) set_glb_figure(w, node, "skin", json_integer(n->skin));
        append_glb_figure(w, nodes, node);
    }

    /* Children of each node, and the roots of the scene. */
    for (int i = 0; i < f->node_count; i++) {
        const int parent = f->nodes[i].parent;
        PD_ASSERT(parent < f->node_count);
        if (parent < 0) {
            append_glb_figure(w, tops, json_integer(i));
            continue;
        }

        json_t *above = json_array_get(nodes, (size_t)parent);
        if (!json_object_get(above, "children")) set_glb_figure(w, above, "children", json_array());
        append_glb_figure(w, json_object_get(above, "children"), json_integer(i));
    }

    set_glb_figure(w, root, "nodes", nodes);
    set_glb_figure(w, root, "scenes", json_pack("[{s:o}]", "nodes", tops));
    set_glb_figure(w, root, "scene", json_integer(0));
}

/* Writes the extension VRMC_vrm_animation 1.0, which maps bones of the humanoid to nodes. */
static void add_vrm_animation(writing *w, json_t *root)
{
    const pd_io_figure *f = w->figure;
    json_t *list = json_object();
    json_t *preset = json_object();
    json_t *custom = json_object();
    json_t *expressions = json_object();

    /* Nodes of bones and of expressions. */
    for (int i = 0; i < f->node_count; i++) {
        const pd_io_figure_node *n = &f->nodes[i];
        if (n->bone) set_glb_figure(w, list, n->bone, json_pack("{s:i}", "node", i));
        if (n->preset) set_glb_figure(w, preset, n->preset, json_pack("{s:i}", "node", i));
        if (n->custom) set_glb_figure(w, custom, n->custom, json_pack("{s:i}", "node", i));
    }

    /* Members without content are left out. */
    json_t *extension = json_pack("{s:s,s:{s:o}}", "specVersion", "1.0", "humanoid", "humanBones", list);
    set_list(w, expressions, "preset", preset);
    set_list(w, expressions, "custom", custom);
    set_list(w, extension, "expressions", expressions);
    set_glb_figure(w, root, "extensionsUsed", json_pack("[s]", "VRMC_vrm_animation"));
    set_glb_figure(w, root, "extensions", json_pack("{s:o}", "VRMC_vrm_animation", extension));
}

static json_t *document(writing *w)
{
    const pd_io_figure *f = w->figure;
    json_t *root = json_pack("{s:{s:s,s:s}}", "asset", "version", "2.0", "generator", "posed");
    json_t *meshes = json_array();
    json_t *skins = json_array();
    json_t *materials = json_array();
    json_t *textures = json_array();
    json_t *images = json_array();
    json_t *animations = json_array();

    add_nodes(w, root);

    /* Content that nodes refer to. Arrays are added to the binary chunk as they are met. */
    for (int i = 0; i < f->mesh_count; i++) append_glb_figure(w, meshes, mesh_json(w, &f->meshes[i]));
    for (int i = 0; i < f->skin_count; i++) append_glb_figure(w, skins, skin_json(w, &f->skins[i]));
    for (int i = 0; i < f->material_count; i++)
        append_glb_figure(w, materials, material_json(w, &f->materials[i]));
    for (int i = 0; i < f->texture_count; i++) {
        const pd_io_figure_texture *t = &f->textures[i];
        append_glb_figure(w, textures, json_pack("{s:i}", "source", i));
        append_glb_figure(w, images,
                          json_pack("{s:i,s:s}", "bufferView", view(w, t->file.data, t->file.size, 0),
                                    "mimeType", t->type));
    }

    for (int i = 0; i < f->animation_count; i++)
        append_glb_figure(w, animations, animation_json(w, &f->animations[i]));
    pd_buffer_align(&w->bin, 4, 0);
    if (f->is_vrm_animation) add_vrm_animation(w, root);

    /* Lists of the document. glTF does not allow empty lists, so those are left out. */
    set_list(w, root, "meshes", meshes);
    set_list(w, root, "skins", skins);
    set_list(w, root, "materials", materials);
    set_list(w, root, "textures", textures);
    set_list(w, root, "images", images);
    set_list(w, root, "animations", animations);
    if (w->bin.size)
        set_glb_figure(w, root, "buffers", json_pack("[{s:I}]", "byteLength", (json_int_t)w->bin.size));
    set_list(w, root, "bufferViews", w->views);
    set_list(w, root, "accessors", w->accessors);

    return root;
}

pd_status pd_io_figure_write(pd_buffer *out, const pd_io_figure *figure, pd_error *err)
{
    /* Check, before anything is written. */
    writing w = {.figure = figure, .views = json_array(), .accessors = json_array()};
    pd_status status = check_glb_figure(figure, err);

    if (status != PD_OK) {
        json_decref(w.views);
        json_decref(w.accessors);
        return status;
    }

    /* Write the JSON with the arrays. */
    json_t *root = document(&w);
    const pd_bytes bin = {w.bin.data, w.bin.size};
    status = w.failed || w.bin.failed
                 ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a file of %zu bytes", w.bin.size)
                 : pd_io_glb_container_write(out, root, &bin, 1, err);

    json_decref(root);
    pd_buffer_deinit(&w.bin);
    return status;
}
