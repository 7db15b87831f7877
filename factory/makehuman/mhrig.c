#include "factory/makehuman/mhrig.h"

#include "core/io/json/json.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pd_status fail_at_mhrig(pd_error *err, const char *file, const char *bone, const char *what)
{
    char where[128];
    snprintf(where, sizeof where, "%.60s:%.40s", file, bone);
    return pd_fail(err, PD_ERR_FORMAT, where, "%s", what);
}

static json_t *parse_json(pd_bytes text, const char *name, pd_error *err)
{
    json_error_t problem;
    bool is_out_of_memory;
    json_t *root = pd_json_load(text, JSON_REJECT_DUPLICATES, &problem, &is_out_of_memory);

    if (root) return root;
    char where[128];
    snprintf(where, sizeof where, "%.60s:%d", name, problem.line);
    if (is_out_of_memory)
        pd_fail(err, PD_ERR_MEMORY, where, "out of memory");
    else
        pd_fail(err, PD_ERR_FORMAT, where, "%s", problem.text);

    return NULL;
}

int pd_factory_mhrig_bone(const pd_factory_mhrig *rig, const char *name)
{
    for (int b = 0; b < rig->bone_count; b++)
        if (!strcmp(rig->names[b], name)) return b;
    return -1;
}

/* Reads the names of the bones, then their parents. A second pass is needed because a parent may come
 * later in the file. */
static pd_status read_bones(pd_factory_mhrig *rig, json_t *bones, const char *file, pd_error *err)
{
    const char *name;
    json_t *bone;

    if (!json_is_object(bones) || json_object_size(bones) == 0 ||
        json_object_size(bones) > PD_FACTORY_MHRIG_BONES_LIMIT)
        return fail_at_mhrig(err, file, "bones",
                             "missing or of another size; an object of 1 to 1000 bones expected");

    rig->names = calloc(json_object_size(bones), sizeof *rig->names);
    rig->parents = calloc(json_object_size(bones), sizeof *rig->parents);
    if (!rig->names || !rig->parents) return pd_fail(err, PD_ERR_MEMORY, file, "out of memory for the bones");

    /* Names, in the order of the file. Indices of bones are positions in this list. */
    json_object_foreach(bones, name, bone)
    {
        if (strlen(name) >= PD_FACTORY_MHRIG_NAME_BYTES)
            return fail_at_mhrig(err, file, name, "a name is too long; at most 39 bytes allowed");
        if (!json_is_object(bone))
            return fail_at_mhrig(err, file, name,
                                 "the bone is not an object; an object with parent and head expected");
        memcpy(rig->names[rig->bone_count++], name, strlen(name) + 1);
    }

    /* Parents by name; a root has none, or null. */
    for (int b = 0; b < rig->bone_count; b++) {
        json_t *parent = json_object_get(json_object_get(bones, rig->names[b]), "parent");
        rig->parents[b] = -1;
        if (!parent || json_is_null(parent)) continue;
        if (!json_is_string(parent))
            return fail_at_mhrig(err, file, rig->names[b],
                                 "the bone's parent is of another type; a name or null expected");
        rig->parents[b] = pd_factory_mhrig_bone(rig, json_string_value(parent));
        if (rig->parents[b] < 0)
            return fail_at_mhrig(err, file, rig->names[b],
                                 "the bone's parent is not in the file; the name of a bone expected");
    }

    /* Refuse cycles: from any bone, at most bone_count steps lead to a root. */
    for (int b = 0; b < rig->bone_count; b++) {
        int at = b, steps = 0;
        while (at >= 0 && steps <= rig->bone_count) at = rig->parents[at], steps++;
        if (at >= 0)
            return fail_at_mhrig(err, file, "bones", "a bone is its own ancestor; a tree of bones expected");
    }

    return PD_OK;
}

/* Lists the vertices around the head of each bone, one bone's list behind the other's. The list of a bone
 * without a head is empty. */
static pd_status read_heads(pd_factory_mhrig *rig, json_t *root, int vertex_limit, const char *file,
                            pd_error *err)
{
    json_t *bones = json_object_get(root, "bones");
    json_t *joints = json_object_get(root, "joints");
    size_t total = 0;

    /* Count the vertices of all heads, to allocate once. */
    for (int b = 0; b < rig->bone_count; b++) {
        const char *name = json_string_value(json_object_get(json_object_get(bones, rig->names[b]), "head"));
        total += name ? json_array_size(json_object_get(joints, name)) : 0;
    }

    rig->head_start = calloc((size_t)rig->bone_count + 1, sizeof *rig->head_start);
    rig->head_vertices = calloc(total + 1, sizeof *rig->head_vertices);
    if (!rig->head_start || !rig->head_vertices)
        return pd_fail(err, PD_ERR_MEMORY, file, "out of memory for the heads");

    /* Copy the lists. head_start[b + 1] is the end of bone b's list. */
    for (int b = 0; b < rig->bone_count; b++) {
        const char *name = json_string_value(json_object_get(json_object_get(bones, rig->names[b]), "head"));
        json_t *list = name ? json_object_get(joints, name) : NULL;

        size_t i;
        json_t *vertex;
        int *at = rig->head_start + b;
        at[1] = at[0];
        json_array_foreach(list, i, vertex)
        {
            const json_int_t v = json_integer_value(vertex);
            if (!json_is_integer(vertex) || v < 0 || v >= vertex_limit)
                return fail_at_mhrig(
                    err, file, rig->names[b],
                    "the bone's head refers to a vertex that the mesh does not have; a list of "
                    "vertices of the mesh expected");
            rig->head_vertices[at[1]++] = (int)v;
        }
    }

    return PD_OK;
}

static bool read_pair(pd_factory_mhrig_weight *out, json_t *pair, int vertex_limit)
{
    json_t *vertex = json_array_get(pair, 0);
    json_t *weight = json_array_get(pair, 1);

    if (json_array_size(pair) != 2 || !json_is_integer(vertex) || !json_is_number(weight)) return false;
    json_int_t v = json_integer_value(vertex);
    if (v < 0 || v >= vertex_limit) return false;
    out->vertex = (int)v;
    out->weight = json_number_value(weight);

    return out->weight >= 0 && out->weight <= 1;
}

static pd_status read_weights(pd_factory_mhrig *rig, json_t *weights, int vertex_limit, const char *file,
                              pd_error *err)
{
    const char *name;
    json_t *pairs;
    size_t total = 0;

    /* Count the weights of all bones, to allocate once. */
    if (!json_is_object(weights))
        return fail_at_mhrig(err, file, "weights", "missing or of another type; an object expected");
    json_object_foreach(weights, name, pairs) total += json_array_size(pairs);
    rig->weights = calloc(total ? total : 1, sizeof *rig->weights);
    if (!rig->weights) return pd_fail(err, PD_ERR_MEMORY, file, "out of memory for the weights");

    /* Read the pairs of vertex and weight of each bone. */
    json_object_foreach(weights, name, pairs)
    {
        int bone = pd_factory_mhrig_bone(rig, name);
        if (bone < 0 || !json_is_array(pairs))
            return fail_at_mhrig(
                err, file, name,
                "not a list of weights, or not a bone of the file; a list of pairs for a bone expected");

        size_t i;
        json_t *pair;
        json_array_foreach(pairs, i, pair)
        {
            pd_factory_mhrig_weight *w = &rig->weights[rig->weight_count];
            if (!read_pair(w, pair, vertex_limit))
                return fail_at_mhrig(
                    err, file, rig->names[bone],
                    "an entry is not a pair of a vertex and a weight; a vertex of the mesh and a "
                    "weight from 0 to 1 expected");
            w->bone = bone;
            rig->weight_count++;
        }
    }

    return PD_OK;
}

pd_status pd_factory_mhrig_parse(pd_factory_mhrig *out, pd_bytes skeleton, const char *skeleton_name,
                                 pd_bytes weights, const char *weights_name, int vertex_limit, pd_error *err)
{
    memset(out, 0, sizeof *out);

    json_t *root = parse_json(skeleton, skeleton_name, err);
    json_t *bones = json_object_get(root, "bones");
    pd_status status = root ? read_bones(out, bones, skeleton_name, err) : PD_ERR_FORMAT;
    if (status == PD_OK) status = read_heads(out, root, vertex_limit, skeleton_name, err);
    json_decref(root);

    root = status == PD_OK ? parse_json(weights, weights_name, err) : NULL;
    if (status == PD_OK && !root) status = PD_ERR_FORMAT;
    if (root) status = read_weights(out, json_object_get(root, "weights"), vertex_limit, weights_name, err);
    json_decref(root);
    if (status != PD_OK) pd_factory_mhrig_deinit(out);

    return status;
}

pd_status pd_factory_mhrig_pose_names(char (*names)[PD_FACTORY_MHRIG_NAME_BYTES], int *count, int most,
                                      pd_bytes text, const char *file, pd_error *err)
{
    /* A pose library lists its names by frame. */
    json_t *root = parse_json(text, file, err);

    if (!root) return PD_ERR_FORMAT;

    /* Copy the names. */
    const json_t *list = json_object_get(root, "framemapping");
    const size_t size = json_array_size(list);
    pd_status status = PD_OK;
    if (!size || size > (size_t)most)
        status = pd_fail(err, PD_ERR_FORMAT, file, "framemapping of %zu names; 1 to %d allowed", size, most);
    for (size_t i = 0; i < size && status == PD_OK; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (!name || strlen(name) >= PD_FACTORY_MHRIG_NAME_BYTES)
            status = fail_at_mhrig(
                err, file, "framemapping",
                "a frame's name is missing or too long; a name of 1 to 39 bytes for each frame expected");
        else
            memcpy(names[i], name, strlen(name) + 1);
    }

    *count = status == PD_OK ? (int)size : 0;
    json_decref(root);
    return status;
}

void pd_factory_mhrig_deinit(pd_factory_mhrig *rig)
{
    free(rig->names);
    free(rig->parents);
    free(rig->head_start);
    free(rig->head_vertices);
    free(rig->weights);
    memset(rig, 0, sizeof *rig);
}
