#include "core/io/surface/gltf_look.h"

#include "core/base/assert.h"
#include "core/io/mesh/picture.h"
#include "core/io/surface/gltf_bound.h"
#include "core/io/surface/surface.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLOAT     5126
#define TRIANGLES 4

typedef struct looking {
    pd_io_gltf_file file;
    pd_io_gltf_nodes nodes;
    const pd_io_look_job *job;
    pd_io_look *out;
    bool *moves, *marks;               /* (nodes.count) the node moves what is read; is marked */
    int pictures[PD_IO_LOOK_PICTURES]; /* image of the file that each picture is */
    size_t vertices, faces;            /* so far */
    pd_error *err;
} looking;

/* ---- pose ---- */

static json_t *numbers_of(const double *v, int count)
{
    json_t *out = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(out, json_real(v[i]));
    return out;
}

/* Replaces a matrix of a node by its scale, so that the pose can set rotation and translation. */
static void split_matrix(json_t *node)
{
    const json_t *matrix = json_object_get(node, "matrix");
    double m[16], scale[3];

    if (json_array_size(matrix) != 16) return;
    for (size_t i = 0; i < 16; i++) m[i] = json_number_value(json_array_get(matrix, i));
    for (int c = 0; c < 3; c++)
        scale[c] = sqrt(m[4 * c] * m[4 * c] + m[4 * c + 1] * m[4 * c + 1] + m[4 * c + 2] * m[4 * c + 2]);
    const double mirrors = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) +
                           m[8] * (m[1] * m[6] - m[2] * m[5]);
    if (mirrors < 0) scale[0] = -scale[0];
    json_object_set_new(node, "scale", numbers_of(scale, 3));
    json_object_set_new(node, "translation", numbers_of(m + 12, 3));
    json_object_del(node, "matrix");
}

/* Sets the nodes of the file to the pose. */
static void set_pose(looking *l)
{
    json_t *nodes = json_object_get(l->file.root, "nodes");

    for (int i = 0; i < l->job->node_count; i++) {
        const pd_io_look_node *pose = &l->job->nodes[i];
        json_t *node = json_array_get(nodes, (size_t)pose->node);
        if (!json_is_object(node)) continue;
        const double q[4] = {pose->rotation.x, pose->rotation.y, pose->rotation.z, pose->rotation.w};
        const double t[3] = {pose->translation.x, pose->translation.y, pose->translation.z};
        split_matrix(node);
        json_object_set_new(node, "rotation", numbers_of(q, 4));
        if (pose->has_translation) json_object_set_new(node, "translation", numbers_of(t, 3));
    }
}

/* Finds the nodes that move what is read, and those that are marked. */
static pd_status find_nodes(looking *l)
{
    const pd_io_look_job *job = l->job;
    const size_t count = (size_t)l->nodes.count;

    l->moves = calloc(count, sizeof *l->moves);
    l->marks = calloc(count, sizeof *l->marks);
    if (!l->moves || !l->marks) return pd_fail(l->err, PD_ERR_MEMORY, "/nodes", "out of memory");
    for (int i = 0; i < l->nodes.count && !job->moving_count; i++) l->moves[i] = true;
    for (int i = 0; i < job->moving_count; i++)
        if (job->moving[i] >= 0 && job->moving[i] < l->nodes.count) l->moves[job->moving[i]] = true;
    if (job->marked >= 0 && job->marked < l->nodes.count) l->marks[job->marked] = true;
    for (int i = 0; i < l->nodes.count; i++) {
        const int node = l->nodes.order[i];
        const int up = l->nodes.items[node].parent;
        if (up < 0) continue;
        l->moves[node] = l->moves[node] || l->moves[up];
        l->marks[node] = l->marks[node] || l->marks[up];
    }

    return PD_OK;
}

/* ---- pictures ---- */

/* Notes why a picture is left out. */
static void note_picture(looking *l, long image, const char *why)
{
    if (*l->out->note) return;
    snprintf(l->out->note, sizeof l->out->note, "/images/%ld: left out: %s", image, why);
}

/* Makes three channels of a grey picture. */
static pd_status widen_picture(pd_io_image *image, pd_error *err)
{
    pd_io_image wide;

    if (image->channels != 1) return PD_OK;
    const pd_status status = pd_io_image_init(&wide, image->width, image->height, 3, 8, err);
    if (status != PD_OK) return status;
    const uint8_t *from = image->samples;
    uint8_t *to = wide.samples;
    for (size_t i = 0; i < (size_t)image->width * (size_t)image->height; i++)
        to[3 * i] = to[3 * i + 1] = to[3 * i + 2] = from[i];
    pd_io_image_deinit(image);
    *image = wide;

    return PD_OK;
}

/* Decodes an image of the file. Leaves it empty with a note if that fails. */
static pd_status decode_picture(pd_io_image *out, looking *l, long number)
{
    const json_t *image = json_array_get(json_object_get(l->file.root, "images"), (size_t)number);
    const long view_number = pd_io_gltf_integer(image, "bufferView", -1);
    const json_t *view = json_array_get(json_object_get(l->file.root, "bufferViews"), (size_t)view_number);
    const size_t at = (size_t)pd_io_gltf_integer(view, "byteOffset", 0);
    const size_t size = (size_t)pd_io_gltf_integer(view, "byteLength", 0);
    const pd_io_png_limits limits = {PD_IO_LOOK_SIDE_MOST, PD_IO_LOOK_SIDE_MOST};
    pd_error why = {0};

    /* Its bytes. */
    if (view_number < 0 || !size || at > l->file.bin.size || size > l->file.bin.size - at) {
        note_picture(l, number, "it is not in the file");
        return PD_OK;
    }

    pd_status status = pd_io_picture_read(out, (pd_bytes){l->file.bin.data + at, size}, &limits, &why);
    if (status == PD_OK) status = widen_picture(out, &why);
    if (status == PD_OK) status = pd_io_image_shrink(out, l->job->side_most, &why);
    if (status == PD_OK) return PD_OK;
    pd_io_image_deinit(out);
    if (status == PD_ERR_MEMORY) return pd_fail(l->err, PD_ERR_MEMORY, "/images", "out of memory");
    note_picture(l, number, why.detail);

    return PD_OK;
}

/* How a map of a material reads its texture. */
typedef struct map_place {
    int set;
    double offset[2], scale[2], turn;
} map_place;

/* Finds the picture of a map and where it is read. *picture is -1 without one. */
static pd_status find_map(int *picture, map_place *place, looking *l, const json_t *map)
{
    const long number = pd_io_gltf_integer(map, "index", -1);
    const json_t *texture = json_array_get(json_object_get(l->file.root, "textures"), (size_t)number);
    const json_t *webp = json_object_get(json_object_get(texture, "extensions"), "EXT_texture_webp");
    const json_t *moved = json_object_get(json_object_get(map, "extensions"), "KHR_texture_transform");
    const long plain = pd_io_gltf_integer(texture, "source", -1);
    const long image = pd_io_gltf_integer(webp, "source", plain);

    *picture = -1;
    *place = (map_place){.set = (int)pd_io_gltf_integer(map, "texCoord", 0), .scale = {1, 1}};
    if (!json_is_object(map) || number < 0) return PD_OK;
    if (moved) {
        const json_t *scale = json_object_get(moved, "scale");
        place->set = (int)pd_io_gltf_integer(moved, "texCoord", place->set);
        place->turn = json_number_value(json_object_get(moved, "rotation"));
        for (size_t c = 0; c < 2; c++) {
            place->offset[c] = json_number_value(json_array_get(json_object_get(moved, "offset"), c));
            if (json_array_size(scale) == 2) place->scale[c] = json_number_value(json_array_get(scale, c));
        }
    }

    if (image < 0) {
        note_picture(l, number, "a texture of an extension that posed does not know");
        return PD_OK;
    }

    /* Decoded already, or now. */
    for (int i = 0; i < l->out->picture_count; i++)
        if (l->pictures[i] == image) *picture = i;
    if (*picture < 0 && l->out->picture_count < PD_IO_LOOK_PICTURES) {
        const int i = l->out->picture_count++;
        l->pictures[i] = (int)image;
        const pd_status status = decode_picture(&l->out->pictures[i], l, image);
        if (status != PD_OK) return status;
        *picture = i;
    }

    if (*picture >= 0 && !l->out->pictures[*picture].samples) *picture = -1;

    return PD_OK;
}

/* ---- materials ---- */

static double member_or(const json_t *object, const char *name, double otherwise)
{
    const json_t *value = json_object_get(object, name);
    const double v = json_number_value(value);
    return json_is_number(value) && isfinite(v) ? v : otherwise;
}

static double factor_or(const json_t *list, size_t i, double otherwise)
{
    const json_t *value = json_array_get(list, i);
    return json_is_number(value) ? fmin(1e3, fmax(0, json_number_value(value))) : otherwise;
}

static bool is_same_place(const map_place *a, const map_place *b)
{
    return a->set == b->set && fabs(a->turn - b->turn) < 1e-9 && fabs(a->offset[0] - b->offset[0]) < 1e-9 &&
           fabs(a->offset[1] - b->offset[1]) < 1e-9 && fabs(a->scale[0] - b->scale[0]) < 1e-9 &&
           fabs(a->scale[1] - b->scale[1]) < 1e-9;
}

/* Reads a material, and where its maps are read. has_place: whether it has maps. */
static pd_status read_material(pd_io_look_material *out, map_place *place, bool *has_place, looking *l,
                               const json_t *json)
{
    const json_t *pbr = json_object_get(json, "pbrMetallicRoughness");
    const json_t *extensions = json_object_get(json, "extensions");
    const json_t *old = json_object_get(extensions, "KHR_materials_pbrSpecularGlossiness");
    const json_t *factor = json_object_get(old ? old : pbr, old ? "diffuseFactor" : "baseColorFactor");
    const json_t *glow = json_object_get(json, "emissiveFactor");
    const double strength =
        member_or(json_object_get(extensions, "KHR_materials_emissive_strength"), "emissiveStrength", 1);
    const char *mode = json_string_value(json_object_get(json, "alphaMode"));

    /* Factors. */
    *out = (pd_io_look_material){.albedo = -1, .normal = -1, .gloss = -1, .occlusion = -1, .emission = -1};
    for (size_t c = 0; c < 3; c++) {
        out->color[c] = (float)factor_or(factor, c, 1);
        out->glow[c] = (float)(factor_or(glow, c, 0) * fmin(10, fmax(0, strength)));
    }

    out->alpha = (float)fmin(1, factor_or(factor, 3, 1));
    out->roughness = (float)fmin(
        1, fmax(0, old ? 1 - member_or(old, "glossinessFactor", 1) : member_or(pbr, "roughnessFactor", 1)));
    out->cutoff = (float)member_or(json, "alphaCutoff", 0.5);
    out->mode = !mode || !strcmp(mode, "OPAQUE") ? PD_IO_LOOK_OPAQUE
                : !strcmp(mode, "MASK")          ? PD_IO_LOOK_MASK
                                                 : PD_IO_LOOK_BLEND;
    out->two_sided = json_is_true(json_object_get(json, "doubleSided"));
    out->is_unlit = json_object_get(extensions, "KHR_materials_unlit") != NULL;

    /* Maps that are read where the first one is. */
    const json_t *occlusion = json_object_get(json, "occlusionTexture");
    const json_t *const maps[5] = {
        json_object_get(old ? old : pbr, old ? "diffuseTexture" : "baseColorTexture"),
        json_object_get(json, "normalTexture"), json_object_get(pbr, "metallicRoughnessTexture"), occlusion,
        json_object_get(json, "emissiveTexture")};
    int *const to[5] = {&out->albedo, &out->normal, &out->gloss, &out->occlusion, &out->emission};
    out->occlusion_strength = (float)fmin(1, fmax(0, member_or(occlusion, "strength", 1)));
    *has_place = false;
    for (int i = 0; i < 5; i++) {
        map_place own;
        int picture;
        const pd_status status = find_map(&picture, &own, l, maps[i]);
        if (status != PD_OK) return status;
        if (picture < 0) continue;
        if (!*has_place) *place = own;
        *has_place = true;
        if (is_same_place(place, &own)) *to[i] = picture;
    }

    /* A map of emission that could not be read leaves no light. */
    if (out->emission < 0 && json_is_object(maps[4])) memset(out->glow, 0, sizeof out->glow);

    return PD_OK;
}

/* ---- meshes ---- */

/* Opens an attribute with a number for each vertex. Returns false if there is none of that kind. */
static bool open_attribute(pd_io_gltf_view *out, const looking *l, const json_t *attributes, const char *name,
                           size_t vertices, int width)
{
    const long accessor = pd_io_gltf_integer(attributes, name, -1);
    pd_error none;
    pd_io_gltf_file quiet = l->file; /* an attribute that cannot be read is left out */

    quiet.err = &none;
    return accessor >= 0 && pd_io_gltf_view_of(out, &quiet, accessor) == PD_OK && out->width >= width &&
           out->count >= vertices;
}

/* Returns the weight of a morph target on a node: the pose's, or else that of the file. */
static double target_weight(const looking *l, int node, const json_t *mesh, size_t target)
{
    const pd_io_gltf_face *face = l->job->face;
    const json_t *own = json_object_get(l->nodes.items[node].json, "weights");
    double sum = 0;

    if (!face || !l->job->weights)
        return json_number_value(json_array_get(own ? own : json_object_get(mesh, "weights"), target));
    for (int i = 0; i < face->bind_count; i++)
        if (face->nodes[face->binds[i].mesh].node == node && (size_t)face->binds[i].target == target)
            sum += (double)(l->job->weights[face->binds[i].shape] * face->binds[i].weight);

    return sum;
}

/* Adds the targets' differences to positions and normals (V,3). */
static void add_targets(double *points, double *normals, looking *l, int node, const json_t *mesh,
                        const json_t *primitive, size_t vertices, bool has_normals)
{
    const json_t *targets = json_object_get(primitive, "targets");

    for (size_t t = 0; t < json_array_size(targets); t++) {
        const double weight = target_weight(l, node, mesh, t);
        const json_t *target = json_array_get(targets, t);
        pd_io_gltf_view view;
        if (!(fabs(weight) > 1e-6) || !(fabs(weight) < 1e3)) continue;
        if (open_attribute(&view, l, target, "POSITION", vertices, 3))
            for (size_t i = 0; i < 3 * vertices; i++)
                points[i] += weight * pd_io_gltf_number(&view, i / 3, (int)(i % 3));
        if (has_normals && open_attribute(&view, l, target, "NORMAL", vertices, 3))
            for (size_t i = 0; i < 3 * vertices; i++)
                normals[i] += weight * pd_io_gltf_number(&view, i / 3, (int)(i % 3));
    }
}

/* A skin with the matrices of its joints in the pose. */
typedef struct look_skin {
    pd_io_gltf_matrix *matrices; /* NULL: no skin */
    int *nodes;
    size_t count;
} look_skin;

/* Computes the matrix of a vertex. *marked: share of marked joints. */
static pd_status vertex_matrix(double out[12], double *marked, const looking *l, const look_skin *skin,
                               const pd_io_gltf_weights *w, size_t v, const char *where)
{
    double all = 0;

    memset(out, 0, 12 * sizeof *out);
    *marked = 0;
    for (int i = 0; i < 4 * w->sets; i++) {
        const double weight = pd_io_gltf_number(&w->weights[i / 4], v, i % 4);
        if (!(weight > 0)) continue;
        const long joint = (long)pd_io_gltf_number(&w->joints[i / 4], v, i % 4);
        if (joint < 0 || (size_t)joint >= skin->count)
            return pd_io_gltf_weights_fail(&l->file, where, joint, v, skin->count);
        for (int k = 0; k < 12; k++) out[k] += weight * skin->matrices[joint].m[k];
        if (l->marks[skin->nodes[joint]]) *marked += weight;
        all += weight;
    }

    for (int k = 0; k < 12; k++) out[k] = all > 0 ? out[k] / all : skin->matrices[0].m[k];
    *marked = all > 0 ? *marked / all : 0;

    return PD_OK;
}

/* Keeps the four nodes that a vertex follows most. */
static void keep_weights(pd_io_look_part *part, const look_skin *skin, const pd_io_gltf_weights *w, size_t v,
                         int node)
{
    int *nodes = part->nodes + 4 * v;
    float *weights = part->weights + 4 * v;
    float sum = 0;

    for (int k = 0; k < 4; k++) {
        nodes[k] = node;
        weights[k] = k == 0 && !skin->matrices;
    }

    for (int i = 0; i < 4 * w->sets; i++) {
        float weight = (float)pd_io_gltf_number(&w->weights[i / 4], v, i % 4);
        int own = skin->nodes[(long)pd_io_gltf_number(&w->joints[i / 4], v, i % 4)];
        for (int k = 0; k < 4; k++) {
            if (!(weight > weights[k])) continue;
            const float less = weights[k];
            const int other = nodes[k];
            weights[k] = weight;
            nodes[k] = own;
            weight = less;
            own = other;
        }
    }

    for (int k = 0; k < 4; k++) sum += weights[k];
    for (int k = 0; k < 4 && sum > 0; k++) weights[k] /= sum;
}

/* Moves points and normals to the world. */
static pd_status place_vertices(pd_io_look_part *part, const double *points, const double *normals,
                                const looking *l, int node, const look_skin *skin, const json_t *attributes,
                                const char *where)
{
    pd_io_gltf_weights w = {.sets = 0};

    if (skin->matrices) {
        const pd_status status =
            pd_io_gltf_weights_of(&w, &l->file, attributes, (size_t)part->vertex_count, where);
        if (status != PD_OK) return status;
    }

    for (size_t v = 0; v < (size_t)part->vertex_count; v++) {
        double m[12], marked = l->marks[node];
        memcpy(m, l->nodes.items[node].world.m, sizeof m);
        if (skin->matrices) {
            const pd_status status = vertex_matrix(m, &marked, l, skin, &w, v, where);
            if (status != PD_OK) return status;
        }

        if (part->weights) keep_weights(part, skin, &w, v, node);
        part->marked[v] = (float)marked;
        const double *p = points + 3 * v, *n = normals + 3 * v;
        for (int c = 0; c < 3; c++) {
            const double *row = m + 4 * c;
            const double x = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
            if (!(fabs(x) <= 1e6))
                return pd_fail(l->err, PD_ERR_RANGE, where, "vertex %zu at %g; -1e6 to 1e6 allowed", v, x);
            part->vertices[3 * v + (size_t)c] = (float)x;
            part->normals[3 * v + (size_t)c] = (float)(row[0] * n[0] + row[1] * n[1] + row[2] * n[2]);
        }
    }

    return PD_OK;
}

/* Computes normals from the triangles, or brings those that are there to length 1. */
static void finish_normals(pd_io_look_part *part, bool has_normals)
{
    if (!has_normals) memset(part->normals, 0, 3 * (size_t)part->vertex_count * sizeof *part->normals);
    for (int f = 0; f < part->face_count && !has_normals; f++) {
        const uint32_t *k = part->faces + 3 * (size_t)f;
        const float *p[3];
        float a[3], b[3];
        for (int i = 0; i < 3; i++) p[i] = part->vertices + 3 * (size_t)k[i];
        for (int c = 0; c < 3; c++) {
            a[c] = p[1][c] - p[0][c];
            b[c] = p[2][c] - p[0][c];
        }

        const float n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++) part->normals[3 * (size_t)k[i] + (size_t)c] += n[c];
    }

    for (size_t v = 0; v < (size_t)part->vertex_count; v++) {
        float *n = part->normals + 3 * v;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (size_t c = 0; c < 3; c++) n[c] = length > 1e-20f ? n[c] / length : c == 1;
    }
}

/* Reads texture coordinates, moved as the material says, and colours of vertices. */
static pd_status read_looks(pd_io_look_part *part, looking *l, const json_t *attributes,
                            const map_place *place, bool has_place)
{
    const size_t count = (size_t)part->vertex_count;
    pd_io_gltf_view view;
    char name[24];

    snprintf(name, sizeof name, "TEXCOORD_%d", has_place ? place->set : 0);
    if (has_place && open_attribute(&view, l, attributes, name, count, 2)) {
        part->uvs = malloc(2 * count * sizeof *part->uvs);
        if (!part->uvs) return pd_fail(l->err, PD_ERR_MEMORY, "/meshes", "out of memory");
        const double cosine = cos(place->turn), sine = sin(place->turn);
        for (size_t v = 0; v < count; v++) {
            const double x = place->scale[0] * pd_io_gltf_number(&view, v, 0);
            const double y = place->scale[1] * pd_io_gltf_number(&view, v, 1);
            const double u = cosine * x + sine * y + place->offset[0];
            const double w = -sine * x + cosine * y + place->offset[1];
            part->uvs[2 * v] = fabs(u) < 1e4 ? (float)u : 0;
            part->uvs[2 * v + 1] = fabs(w) < 1e4 ? (float)w : 0;
        }
    }

    if (!part->uvs) {
        pd_io_look_material *m = &part->material;
        m->albedo = m->normal = m->gloss = m->occlusion = m->emission = -1;
    }

    if (open_attribute(&view, l, attributes, "COLOR_0", count, 3)) {
        part->colors = malloc(3 * count * sizeof *part->colors);
        if (!part->colors) return pd_fail(l->err, PD_ERR_MEMORY, "/meshes", "out of memory");
        for (size_t i = 0; i < 3 * count; i++)
            part->colors[i] = (float)fmin(1, fmax(0, pd_io_gltf_number(&view, i / 3, (int)(i % 3))));
    }

    return PD_OK;
}

/* Reads the triangles. is_mirrored: the matrix of the mesh mirrors. */
static pd_status read_triangles(pd_io_look_part *part, looking *l, const json_t *primitive, bool is_mirrored,
                                const char *where)
{
    const long indices = pd_io_gltf_integer(primitive, "indices", -1);
    const size_t vertices = (size_t)part->vertex_count;
    pd_io_gltf_view list = {0};

    if (indices >= 0) {
        const pd_status status = pd_io_gltf_view_of(&list, &l->file, indices);
        if (status != PD_OK) return status;
        if (list.width != 1 || list.component == FLOAT)
            return pd_fail(l->err, PD_ERR_FORMAT, where,
                           "the indices have another type; whole numbers expected");
    }

    const size_t faces = (list.data ? list.count : vertices) / 3;
    if (faces > PD_IO_SURFACE_FACES - l->faces)
        return pd_fail(l->err, PD_ERR_LIMIT, where, "more than %d triangles; at most that many allowed",
                       PD_IO_SURFACE_FACES);
    l->faces += faces;
    part->faces = malloc((3 * faces + 1) * sizeof *part->faces);
    if (!part->faces) return pd_fail(l->err, PD_ERR_MEMORY, where, "out of memory");
    part->face_count = (int)faces;
    for (size_t i = 0; i < 3 * faces; i++) {
        const double at = list.data ? pd_io_gltf_number(&list, i, 0) : (double)i;
        if (!(at >= 0 && at < (double)vertices))
            return pd_fail(l->err, PD_ERR_RANGE, where,
                           "refers to vertex %.0f; 0 to %zu allowed, the vertices of the mesh", at,
                           vertices - 1);
        const size_t corner = is_mirrored && i % 3 ? i - i % 3 + 3 - i % 3 : i;
        part->faces[corner] = (uint32_t)at;
    }

    return PD_OK;
}

/* Reads a primitive of a node. */
static pd_status look_primitive(looking *l, int node, long mesh_number, size_t index, const json_t *mesh,
                                const look_skin *skin)
{
    const json_t *primitive = json_array_get(json_object_get(mesh, "primitives"), index);
    const json_t *attributes = json_object_get(primitive, "attributes");
    const json_t *material = json_array_get(json_object_get(l->file.root, "materials"),
                                            (size_t)pd_io_gltf_integer(primitive, "material", -1));
    pd_io_gltf_view positions, normals;
    map_place place = {.set = 0};
    bool has_place = false;
    char where[64];

    snprintf(where, sizeof where, "/meshes/%ld/primitives/%zu", mesh_number, index);
    if (pd_io_gltf_integer(primitive, "mode", TRIANGLES) != TRIANGLES) return PD_OK;
    if (l->out->part_count == PD_IO_LOOK_PARTS)
        return pd_fail(l->err, PD_ERR_LIMIT, "/meshes", "more than the allowed %d primitives",
                       PD_IO_LOOK_PARTS);

    /* Positions within the limits. */
    pd_status status =
        pd_io_gltf_view_of(&positions, &l->file, pd_io_gltf_integer(attributes, "POSITION", -1));
    if (status != PD_OK) return status;
    if (positions.width != 3) return pd_fail(l->err, PD_ERR_FORMAT, where, "POSITION is no VEC3");
    const size_t count = positions.count;
    if (count > PD_IO_SURFACE_VERTICES - l->vertices)
        return pd_fail(l->err, PD_ERR_LIMIT, where, "more than %d vertices; at most that many allowed",
                       PD_IO_SURFACE_VERTICES);
    l->vertices += count;

    /* The part and its arrays. */
    pd_io_look_part *part = &l->out->parts[l->out->part_count++];
    part->vertex_count = (int)count;
    part->vertices = malloc(3 * count * sizeof *part->vertices);
    part->normals = malloc(3 * count * sizeof *part->normals);
    part->marked = malloc(count * sizeof *part->marked);
    double *numbers = malloc(6 * count * sizeof *numbers);
    if (l->job->has_weights) {
        part->nodes = malloc(4 * count * sizeof *part->nodes);
        part->weights = malloc(4 * count * sizeof *part->weights);
    }

    const bool has_room = !l->job->has_weights || (part->nodes && part->weights);
    if (!part->vertices || !part->normals || !part->marked || !numbers || !has_room)
        status = pd_fail(l->err, PD_ERR_MEMORY, where, "out of memory for %zu vertices", count);

    /* Shape, then pose. */
    if (status == PD_OK) {
        const bool has_normals = open_attribute(&normals, l, attributes, "NORMAL", count, 3);
        for (size_t i = 0; i < 3 * count; i++) {
            numbers[i] = pd_io_gltf_number(&positions, i / 3, (int)(i % 3));
            numbers[3 * count + i] = has_normals ? pd_io_gltf_number(&normals, i / 3, (int)(i % 3)) : 0;
        }

        add_targets(numbers, numbers + 3 * count, l, node, mesh, primitive, count, has_normals);
        status = place_vertices(part, numbers, numbers + 3 * count, l, node, skin, attributes, where);
        const pd_io_gltf_matrix *shown = skin->matrices ? &skin->matrices[0] : &l->nodes.items[node].world;
        if (status == PD_OK)
            status = read_triangles(part, l, primitive, pd_io_gltf_determinant(shown) < 0, where);
        if (status == PD_OK) finish_normals(part, has_normals);
    }

    free(numbers);

    /* Material. */
    if (status == PD_OK) status = read_material(&part->material, &place, &has_place, l, material);
    if (status == PD_OK) status = read_looks(part, l, attributes, &place, has_place);

    return status;
}

/* Returns whether the pose moves a mesh. */
static bool look_is_moved(const looking *l, int node, const json_t *skin)
{
    const json_t *joint;
    size_t i;

    json_array_foreach(json_object_get(skin, "joints"), i, joint)
    {
        const json_int_t number = json_is_integer(joint) ? json_integer_value(joint) : -1;
        if (number >= 0 && number < l->nodes.count && l->moves[number]) return true;
    }

    return l->moves[node] && (!skin || !l->job->moving_count);
}

/* Reads the mesh of a node. */
static pd_status look_node(looking *l, int node)
{
    const json_t *json = l->nodes.items[node].json;
    const long number = pd_io_gltf_integer(json, "mesh", -1);
    const long skin_number = pd_io_gltf_integer(json, "skin", -1);
    const json_t *mesh = json_array_get(json_object_get(l->file.root, "meshes"), (size_t)number);
    const json_t *skin =
        skin_number < 0 ? NULL : json_array_get(json_object_get(l->file.root, "skins"), (size_t)skin_number);
    look_skin bound = {.count = json_array_size(json_object_get(skin, "joints"))};
    pd_status status = PD_OK;

    if (number < 0 || !mesh || !look_is_moved(l, node, skin)) return PD_OK;
    if (skin) {
        bound.matrices = malloc((bound.count + 1) * sizeof *bound.matrices);
        bound.nodes = malloc((bound.count + 1) * sizeof *bound.nodes);
        status = bound.matrices && bound.nodes
                     ? pd_io_gltf_skin_matrices(bound.matrices, bound.nodes, &l->file, &l->nodes, skin,
                                                skin_number)
                     : pd_fail(l->err, PD_ERR_MEMORY, "/skins", "out of memory");
    }

    for (size_t i = 0; status == PD_OK && i < json_array_size(json_object_get(mesh, "primitives")); i++)
        status = look_primitive(l, node, number, i, mesh, &bound);
    free(bound.matrices);
    free(bound.nodes);

    return status;
}

pd_status pd_io_look_read(pd_io_look *out, pd_bytes bytes, const pd_io_look_job *job, pd_error *err)
{
    looking *l = calloc(1, sizeof *l);
    pd_io_gltf_shown shown;

    /* Open the file in the pose. */
    memset(out, 0, sizeof *out);
    if (!l) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    l->job = job;
    l->out = out;
    l->err = err;
    pd_status status = pd_io_gltf_open(&l->file, bytes, job->json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_unpack_draco(&l->file);
    if (status == PD_OK) {
        set_pose(l);
        status = pd_io_gltf_nodes_read(&l->nodes, &l->file, err);
    }

    /* Read the meshes that the scene shows. */
    if (status == PD_OK) status = find_nodes(l);
    if (status == PD_OK) status = pd_io_gltf_nodes_show(&shown, &l->nodes, &l->file, true, err);
    if (status == PD_OK) {
        out->parts = calloc(PD_IO_LOOK_PARTS, sizeof *out->parts);
        out->pictures = calloc(PD_IO_LOOK_PICTURES, sizeof *out->pictures);
        if (!out->parts || !out->pictures) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    for (int i = 0; status == PD_OK && i < l->nodes.count; i++)
        if (l->nodes.items[i].is_shown) status = look_node(l, i);
    if (status == PD_OK && !l->faces)
        status = pd_fail(err, PD_ERR_UNSUPPORTED, "/meshes",
                         "the joints of the figure move no triangles; a mesh with a skin expected");
    pd_io_gltf_close(&l->file);
    pd_io_gltf_nodes_deinit(&l->nodes);
    free(l->moves);
    free(l->marks);
    free(l);
    if (status != PD_OK) pd_io_look_deinit(out);

    return status;
}

void pd_io_look_deinit(pd_io_look *look)
{
    for (int i = 0; i < look->part_count; i++) {
        pd_io_look_part *part = &look->parts[i];
        free(part->vertices);
        free(part->normals);
        free(part->uvs);
        free(part->colors);
        free(part->marked);
        free(part->nodes);
        free(part->weights);
        free(part->faces);
    }

    for (int i = 0; i < look->picture_count; i++) pd_io_image_deinit(&look->pictures[i]);
    free(look->parts);
    free(look->pictures);
    memset(look, 0, sizeof *look);
}
