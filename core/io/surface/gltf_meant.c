#include "core/io/surface/gltf_meant.h"

#include "core/base/assert.h"
#include "core/io/surface/gltf_bound.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#define FLATTEST 1e-6 /* least volume of the columns, relative to the product of their lengths */
#define IDENTITY 1e-6 /* largest deviation of a number of an identity */
#define AGREES   0.05 /* largest deviation of a place, relative to the distance between the two joints ... */
#define AT_ONE   1e-3 /* ... or, for joints at one place, to the size of the skeleton */

/* A matrix of the skin, and its inverse where it is regular. */
typedef struct bind_of {
    double frame[12]; /* rows of M: the joint's frame in the mesh's space */
    bool is_regular, is_identity, is_read;
} bind_of;

static void read_bind_of(bind_of *out, const pd_io_gltf_view *view, size_t row)
{
    double m[16];
    bool is_finite = true;

    out->is_identity = true;
    for (int i = 0; i < 16; i++) {
        m[i] = pd_io_gltf_number(view, row, i);
        is_finite = is_finite && isfinite(m[i]);
        out->is_identity = out->is_identity && fabs(m[i] - (i % 5 == 0)) <= IDENTITY;
    }

    if (!is_finite) return;

    /* The inverse of [A | t] is [A^-1 | -A^-1 t]; the rows of A^-1 are cross products of A's columns. */
    const pd_vec3 x = {m[0], m[1], m[2]};
    const pd_vec3 y = {m[4], m[5], m[6]};
    const pd_vec3 z = {m[8], m[9], m[10]};
    const pd_vec3 t = {m[12], m[13], m[14]};
    const double volume = pd_vec3_dot(pd_vec3_cross(x, y), z);
    const double sides = pd_vec3_length(x) * pd_vec3_length(y) * pd_vec3_length(z);
    if (!(fabs(volume) > FLATTEST * sides)) return;
    const pd_vec3 rows[3] = {pd_vec3_cross(y, z), pd_vec3_cross(z, x), pd_vec3_cross(x, y)};
    for (int i = 0; i < 3; i++) {
        const pd_vec3 unit = pd_vec3_scale(rows[i], 1 / volume);
        out->frame[4 * i] = unit.x;
        out->frame[4 * i + 1] = unit.y;
        out->frame[4 * i + 2] = unit.z;
        out->frame[4 * i + 3] = -pd_vec3_dot(unit, t);
    }

    out->is_regular = true;
}

/* Marks the joints of a primitive's vertices. Returns false when its weights cannot be read here. */
static bool mark_read(bind_of *binds, size_t count, const pd_io_gltf_file *file, const json_t *primitive)
{
    const json_t *attributes = json_object_get(primitive, "attributes");
    const long positions = pd_io_gltf_integer(attributes, "POSITION", -1);
    pd_io_gltf_weights weights;
    pd_io_gltf_view view;
    pd_error none = {0};
    pd_io_gltf_file quiet = *file;

    /* Weights that do not fit are an error for the reader of the mesh, not for that of the skeleton. */
    quiet.err = &none;
    if (json_object_get(json_object_get(primitive, "extensions"), "KHR_draco_mesh_compression")) return false;
    if (pd_io_gltf_view_of(&view, &quiet, positions) != PD_OK ||
        pd_io_gltf_weights_of(&weights, &quiet, attributes, view.count, "") != PD_OK)
        return false;

    for (int n = 0; n < weights.sets; n++)
        for (size_t v = 0; v < view.count; v++)
            for (int c = 0; c < 4; c++) {
                const double joint = pd_io_gltf_number(&weights.joints[n], v, c);
                if (pd_io_gltf_number(&weights.weights[n], v, c) > 0 && joint >= 0 && joint < (double)count)
                    binds[(size_t)joint].is_read = true;
            }

    return true;
}

/* Marks the joints that vertices follow. Of a skin without a mesh all joints count, and of one whose mesh
 * cannot be read here, those whose matrices are neither identities nor singular. */
static void mark_all(bind_of *binds, const pd_io_gltf_skin_binds *job)
{
    const json_t *nodes = json_object_get(job->file->root, "nodes");
    const json_t *meshes = json_object_get(job->file->root, "meshes");
    const json_t *node, *primitive;
    bool is_known = true, has_mesh = false;
    size_t i, p;

    json_array_foreach(nodes, i, node)
    {
        const long mesh = pd_io_gltf_integer(node, "mesh", -1);
        if (mesh < 0 || pd_io_gltf_integer(node, "skin", -1) != job->skin) continue;
        has_mesh = true;
        json_array_foreach(json_object_get(json_array_get(meshes, (size_t)mesh), "primitives"), p, primitive)
            is_known = mark_read(binds, job->count, job->file, primitive) && is_known;
    }

    for (size_t k = 0; k < job->count; k++) {
        const bool is_given = binds[k].is_regular && !binds[k].is_identity;
        binds[k].is_read = binds[k].is_read || !has_mesh || (!is_known && is_given);
    }
}

/* Returns the position of a node in the frame of a node above it; *is_below: false if it is not below it. */
static pd_vec3 place_in(const pd_io_skin_tree *tree, int node, int above, bool *is_below)
{
    pd_vec3 at = {0, 0, 0};
    int n = node;

    for (; n >= 0 && n != above; n = tree->nodes[n].parent) {
        const double *m = tree->nodes[n].matrix;
        const pd_vec3 turned = {m[0] * at.x + m[1] * at.y + m[2] * at.z,
                                m[3] * at.x + m[4] * at.y + m[5] * at.z,
                                m[6] * at.x + m[7] * at.y + m[8] * at.z};
        at = pd_vec3_add(n == node ? pd_vec3_make(0, 0, 0) : turned, tree->nodes[n].at);
    }

    *is_below = n == above && node != above;

    return at;
}

static pd_vec3 bind_place(const bind_of *bind)
{
    return pd_vec3_make(bind->frame[3], bind->frame[7], bind->frame[11]);
}

/* Returns whether the frames of a joint and of one below it agree.
 * size: of the skeleton in the mesh's space. */
static bool agree(const bind_of *above, const bind_of *below, pd_vec3 offset, double size)
{
    const double *m = above->frame;
    const pd_vec3 way = {m[0] * offset.x + m[1] * offset.y + m[2] * offset.z,
                         m[4] * offset.x + m[5] * offset.y + m[6] * offset.z,
                         m[8] * offset.x + m[9] * offset.y + m[10] * offset.z};
    const pd_vec3 off = pd_vec3_sub(pd_vec3_add(bind_place(above), way), bind_place(below));

    return pd_vec3_length(off) <= fmax(AGREES * pd_vec3_length(way), AT_ONE * size);
}

/* Returns the largest distance between the first joint that is read and another. */
static double size_of_binds(const bind_of *binds, size_t count)
{
    const bind_of *first = NULL;
    double size = 0;

    for (size_t k = 0; k < count; k++) {
        if (!binds[k].is_read || !binds[k].is_regular) continue;
        if (!first) first = &binds[k];
        size = fmax(size, pd_vec3_distance(bind_place(first), bind_place(&binds[k])));
    }

    return size;
}

/* Returns whether an identity agrees with its neighbours whose matrices are meant, of which there is one. */
static bool is_confirmed(const bind_of *binds, const bool *is_meant, size_t k, double size,
                         const pd_io_gltf_skin_binds *job)
{
    bool is_seen = false;

    for (size_t j = 0; j < job->count; j++) {
        bool is_below, is_above;
        if (j == k || !is_meant[j] || !binds[j].is_regular) continue;
        const pd_vec3 below = place_in(job->tree, job->nodes[j], job->nodes[k], &is_below);
        const pd_vec3 above = place_in(job->tree, job->nodes[k], job->nodes[j], &is_above);
        if (!is_below && !is_above) continue;

        /* Between two joints only those that follow each other count. */
        const int top = is_below ? job->nodes[k] : job->nodes[j];
        int n = job->tree->nodes[is_below ? job->nodes[j] : job->nodes[k]].parent;
        bool is_next = true;
        for (; n >= 0 && n != top && is_next; n = job->tree->nodes[n].parent)
            is_next = !job->tree->nodes[n].is_joint;
        if (!is_next) continue;
        if (is_below ? !agree(&binds[k], &binds[j], below, size) : !agree(&binds[j], &binds[k], above, size))
            return false;
        is_seen = true;
    }

    return is_seen;
}

pd_status pd_io_gltf_binds_meant(bool *is_meant, const pd_io_gltf_skin_binds *job)
{
    bind_of *binds = calloc(job->count ? job->count : 1, sizeof *binds);
    bool is_changed = true, has_identity = false;

    if (!binds)
        return pd_fail(job->file->err, PD_ERR_MEMORY, "/skins", "out of memory for %zu joints", job->count);
    for (size_t k = 0; k < job->count; k++) {
        read_bind_of(&binds[k], job->view, k);
        has_identity = has_identity || binds[k].is_identity || !binds[k].is_regular;
    }

    /* Without an identity or a singular matrix the weights need not be looked at. */
    if (has_identity) mark_all(binds, job);
    for (size_t k = 0; k < job->count; k++)
        is_meant[k] = binds[k].is_read || (binds[k].is_regular && !binds[k].is_identity);

    /* Confirm identities from joint to joint. */
    const double size = size_of_binds(binds, job->count);
    while (is_changed && has_identity) {
        is_changed = false;
        for (size_t k = 0; k < job->count; k++) {
            if (is_meant[k] || !binds[k].is_identity || !is_confirmed(binds, is_meant, k, size, job))
                continue;
            is_meant[k] = true;
            is_changed = true;
        }
    }

    free(binds);

    return PD_OK;
}
