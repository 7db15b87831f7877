#include "core/io/surface/gltf_check.h"

#include "core/io/surface/gltf_nodes.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SETS     4 /* largest number of sets JOINTS_n and WEIGHTS_n that are checked */
#define EVEN     0.02
#define NEGATIVE -1e-3 /* least weight; a smaller one is not a rounding error */
#define FLOAT    5126
#define MOST     4000000 /* vertices looked at, each as often as nodes show it */

typedef struct checking {
    pd_io_gltf_file file;
    const json_t *nodes, *skins, *meshes;
    pd_io_gltf_found *found;
    size_t looked; /* number of vertices that were checked */
    pd_error *err;
} checking;

/* Counts, because a few bytes can refer to the same numbers again and again. */
static pd_status look_gltf_check(checking *c, size_t count, const char *where)
{
    c->looked += count;
    if (c->looked <= MOST) return PD_OK;
    return pd_fail(c->err, PD_ERR_LIMIT, where,
                   "%zu vertices and more, each as often as it is shown; at most %d allowed", c->looked,
                   MOST);
}

/* ---- bytes ---- */

static pd_status check_bytes(checking *c)
{
    const json_t *accessors = json_object_get(c->file.root, "accessors");
    pd_io_gltf_view view;
    pd_status status = pd_io_gltf_unpack_draco(&c->file);

    for (size_t a = 0; status == PD_OK && a < json_array_size(accessors); a++) {
        /* skins have no matrices of 2 or 3 rows */
        const json_t *accessor = json_array_get(accessors, a);
        const char *type = json_string_value(json_object_get(accessor, "type"));
        if (type && (!strcmp(type, "MAT2") || !strcmp(type, "MAT3"))) continue;
        const json_t *sparse = json_object_get(accessor, "sparse");
        status = look_gltf_check(c, (size_t)pd_io_gltf_integer(sparse, "count", 0), "/accessors");
        if (status == PD_OK) status = pd_io_gltf_view_of(&view, &c->file, (long)a);
    }

    return status;
}

/* Checks that an attribute's numbers are finite. */
static pd_status check_finite(checking *c, const json_t *attributes, const char *name, const char *at)
{
    char where[96];
    pd_io_gltf_view view;

    if (!json_object_get(attributes, name)) return PD_OK;
    pd_status status = pd_io_gltf_view_of(&view, &c->file, pd_io_gltf_integer(attributes, name, -1));
    if (status == PD_OK) status = look_gltf_check(c, view.count, at);
    if (status != PD_OK || view.component != FLOAT) return status;
    for (size_t i = 0; i < view.count; i++)
        for (int k = 0; k < view.width; k++) {
            if (isfinite(pd_io_gltf_number(&view, i, k))) continue;
            snprintf(where, sizeof where, "%s/%s", at, name);
            return pd_fail(c->err, PD_ERR_RANGE, where,
                           "number %d of vertex %zu is not finite; finite numbers expected", k, i);
        }

    return PD_OK;
}

/* ---- weights ---- */

typedef struct weighing {
    pd_io_gltf_view joints[SETS], weights[SETS];
    int sets;
    size_t joint_count; /* joints of the skin */
    char at[64];
} weighing;

static pd_status open_sets(weighing *w, const checking *c, const json_t *attributes, size_t vertices)
{
    /* Sets of four influences are numbered from 0. The first number that is missing ends them. */
    for (w->sets = 0; w->sets < SETS; w->sets++) {
        char names[2][24], where[96];
        pd_io_gltf_view *joints = &w->joints[w->sets];
        pd_io_gltf_view *weights = &w->weights[w->sets];
        snprintf(names[0], sizeof names[0], "JOINTS_%d", w->sets);
        snprintf(names[1], sizeof names[1], "WEIGHTS_%d", w->sets);
        const bool has = json_object_get(attributes, names[0]);
        const bool weighs = json_object_get(attributes, names[1]);
        if (!has && !weighs) return PD_OK;

        /* Joints and weights belong together, and both have one VEC4 for each vertex. */
        snprintf(where, sizeof where, "%s/%s", w->at, names[has ? 1 : 0]);
        if (!has || !weighs)
            return pd_fail(c->err, PD_ERR_FORMAT, where,
                           "missing, although %s is given; both or neither expected", names[has ? 0 : 1]);
        pd_status status = pd_io_gltf_view_of(joints, &c->file, pd_io_gltf_integer(attributes, names[0], -1));
        if (status == PD_OK)
            status = pd_io_gltf_view_of(weights, &c->file, pd_io_gltf_integer(attributes, names[1], -1));
        if (status != PD_OK) return status;
        if (joints->width != 4 || weights->width != 4 || joints->count != vertices ||
            weights->count != vertices)
            return pd_fail(c->err, PD_ERR_FORMAT, where,
                           "%zu joints and %zu weights of %zu vertices; a VEC4 of each for each expected",
                           joints->count, weights->count, vertices);

        /* Numbers of joints are integers. */
        if (joints->component != FLOAT) continue;
        snprintf(where, sizeof where, "%s/%s", w->at, names[0]);
        return pd_fail(
            c->err, PD_ERR_FORMAT, where,
            "numbers of joints in floats (componentType 5126); 5121 or 5123 expected, bytes or shorts");
    }

    return PD_OK;
}

/* Checks the weights of a vertex in all sets, and sums them. */
static pd_status weigh_vertex(double *sum, const weighing *w, const checking *c, size_t vertex)
{
    char where[96];

    *sum = 0;

    /* Weights must be numbers from 0 on, and joints that have a weight must be in the skin. */
    for (int n = 0; n < w->sets; n++)
        for (int s = 0; s < 4; s++) {
            const double weight = pd_io_gltf_number(&w->weights[n], vertex, s);
            const double joint = pd_io_gltf_number(&w->joints[n], vertex, s);
            if (!isfinite(weight) || weight < NEGATIVE) {
                snprintf(where, sizeof where, "%s/WEIGHTS_%d", w->at, n);
                return pd_fail(c->err, PD_ERR_RANGE, where, "%g at vertex %zu; 0 to 1 allowed", weight,
                               vertex);
            }

            if (weight > 0 && !(joint >= 0 && joint < (double)w->joint_count)) {
                snprintf(where, sizeof where, "%s/JOINTS_%d", w->at, n);
                return pd_fail(c->err, PD_ERR_RANGE, where,
                               "joint %.0f at vertex %zu; 0 to %zu allowed, the joints of the skin", joint,
                               vertex, w->joint_count - 1);
            }

            *sum += weight;
        }

    return PD_OK;
}

/* Checks the weights of a primitive, and counts vertices without weights. */
static pd_status check_weights(checking *c, weighing *w, const json_t *attributes)
{
    pd_io_gltf_view positions;
    size_t bare = 0;

    /* Open the sets of joints and weights. */
    pd_status status =
        pd_io_gltf_view_of(&positions, &c->file, pd_io_gltf_integer(attributes, "POSITION", -1));
    if (status == PD_OK) status = open_sets(w, c, attributes, positions.count);
    if (status != PD_OK) return status;
    if (!w->sets)
        return pd_fail(c->err, PD_ERR_FORMAT, w->at,
                       "JOINTS_0 and WEIGHTS_0 are missing; both expected, because the node has a skin");

    /* Check vertex by vertex. A mesh in which no vertex has a weight does not follow its skeleton. */
    for (size_t v = 0; v < positions.count; v++) {
        double sum;
        status = weigh_vertex(&sum, w, c, v);
        if (status != PD_OK) return status;
        bare += sum <= 0;
        if (!(sum > 0 && fabs(sum - 1) > EVEN)) continue;
        c->found->least = c->found->uneven ? fmin(c->found->least, sum) : sum;
        c->found->most = fmax(c->found->most, sum);
        c->found->uneven++;
    }

    c->found->vertices += positions.count;
    c->found->unweighted += bare;
    if (bare < positions.count) return PD_OK;

    return pd_fail(c->err, PD_ERR_RANGE, w->at,
                   "none of the %zu vertices has a weight; weights above 0 expected in a skinned mesh",
                   positions.count);
}

/* ---- meshes ---- */

static pd_status check_node(checking *c, size_t index, const json_t *node)
{
    const long mesh = pd_io_gltf_integer(node, "mesh", -1);
    const long skin = pd_io_gltf_integer(node, "skin", -1);
    const json_t *primitives = json_object_get(json_array_get(c->meshes, (size_t)mesh), "primitives");
    const json_t *primitive;
    char where[48];
    size_t i;

    /* The node's mesh and skin must exist. */
    snprintf(where, sizeof where, "/nodes/%zu", index);
    if (mesh < 0) return PD_OK;
    if ((size_t)mesh >= json_array_size(c->meshes))
        return pd_fail(c->err, PD_ERR_RANGE, where,
                       "refers to mesh %ld; less than %zu expected, the number of meshes", mesh,
                       json_array_size(c->meshes));
    if (skin >= 0 && (size_t)skin >= json_array_size(c->skins))
        return pd_fail(c->err, PD_ERR_RANGE, where,
                       "refers to skin %ld; less than %zu expected, the number of skins", skin,
                       json_array_size(c->skins));

    /* Check each primitive: finite positions, also of morph targets, and weights that fit the skin. */
    json_array_foreach(primitives, i, primitive)
    {
        const json_t *its_skin = skin < 0 ? NULL : json_array_get(c->skins, (size_t)skin);
        const json_t *attributes = json_object_get(primitive, "attributes"), *target;
        weighing w = {.joint_count = json_array_size(json_object_get(its_skin, "joints"))};
        size_t t;

        snprintf(w.at, sizeof w.at, "/meshes/%d/primitives/%zu", (int)mesh, i);
        pd_status status = check_finite(c, attributes, "POSITION", w.at);
        json_array_foreach(json_object_get(primitive, "targets"), t, target)
        {
            char morph[96];
            snprintf(morph, sizeof morph, "%.60s/targets/%zu", w.at, t);
            if (status == PD_OK) status = check_finite(c, target, "POSITION", morph);
        }

        if (status == PD_OK && its_skin) status = check_weights(c, &w, attributes);
        if (status) return status;
    }

    return PD_OK;
}

/* ---- animations ---- */

/* Checks that the channels of an animation refer to nodes and samplers of the file. */
static pd_status check_animation(const checking *c, size_t index, const json_t *animation)
{
    const json_t *samplers = json_object_get(animation, "samplers");
    const json_t *channel;
    char where[80];
    size_t i;

    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        const json_t *target = json_object_get(channel, "target"), *node = json_object_get(target, "node");
        const long number = pd_io_gltf_integer(target, "node", -1),
                   sampler = pd_io_gltf_integer(channel, "sampler", -1);
        snprintf(where, sizeof where, "/animations/%zu/channels/%zu", index, i);
        if (node && (number < 0 || (size_t)number >= json_array_size(c->nodes)))
            return pd_fail(c->err, PD_ERR_RANGE, where,
                           "moves node %ld; 0 to %zu allowed, the nodes of the file", number,
                           json_array_size(c->nodes) - 1);
        if (sampler < 0 || (size_t)sampler >= json_array_size(samplers))
            return pd_fail(c->err, PD_ERR_RANGE, where,
                           "refers to sampler %ld; less than %zu expected, the number of samplers", sampler,
                           json_array_size(samplers));
    }

    return PD_OK;
}

/* Finds an extension that the file requires and that is neither read nor known
 * to leave shapes and motion alone. */
static void find_needs(checking *c)
{
    static const char *const known[] = {"KHR_draco_mesh_compression",
                                        "EXT_meshopt_compression",
                                        "KHR_mesh_quantization",
                                        "KHR_texture_",
                                        "EXT_texture_",
                                        "MSFT_texture_",
                                        "KHR_materials_",
                                        "EXT_materials_",
                                        "KHR_lights_",
                                        "KHR_xmp",
                                        "VRM"};
    const json_t *item;
    size_t i;

    json_array_foreach(json_object_get(c->file.root, "extensionsRequired"), i, item)
    {
        const char *name = json_string_value(item);
        bool is_known = !name;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            is_known = is_known || !strncmp(name, known[k], strlen(known[k]));
        if (is_known) continue;
        snprintf(c->found->needs, sizeof c->found->needs, "%s", name);
        return;
    }
}

/* Finds the scene of the skinned meshes. */
static pd_status check_scenes(checking *c)
{
    pd_io_gltf_nodes nodes;
    pd_io_gltf_shown shown;
    pd_status status = pd_io_gltf_nodes_read(&nodes, &c->file, c->err);

    if (status == PD_OK) status = pd_io_gltf_nodes_show(&shown, &nodes, &c->file, true, c->err);
    if (status == PD_OK) {
        c->found->scene = shown.scene;
        c->found->first = shown.first;
    }

    pd_io_gltf_nodes_deinit(&nodes);

    return status;
}

pd_status pd_io_gltf_check(pd_io_gltf_found *found, pd_bytes file, size_t json_memory, pd_error *err)
{
    checking c = {.found = found, .err = err};
    const json_t *item;
    size_t i;

    *found = (pd_io_gltf_found){0};
    pd_status status = pd_io_gltf_open(&c.file, file, json_memory, err);
    c.nodes = json_object_get(c.file.root, "nodes");
    c.skins = json_object_get(c.file.root, "skins");
    c.meshes = json_object_get(c.file.root, "meshes");
    if (status == PD_OK) status = check_bytes(&c);
    json_array_foreach(c.nodes, i, item) if (status == PD_OK) status = check_node(&c, i, item);
    json_array_foreach(json_object_get(c.file.root, "animations"), i, item) if (status == PD_OK) status =
        check_animation(&c, i, item);
    if (status == PD_OK) status = check_scenes(&c);
    if (status == PD_OK) find_needs(&c);
    pd_io_gltf_close(&c.file);

    return status;
}

void pd_io_gltf_check_note(char *note, size_t note_bytes, const pd_io_gltf_found *found)
{
    char bare[160] = "", uneven[160] = "", scene[160] = "", needs[160] = "";

    if (found->unweighted)
        snprintf(
            bare, sizeof bare,
            "%zu of %zu skinned vertices have no weight: some programs leave them where they are, others "
            "put them at the origin",
            found->unweighted, found->vertices);
    if (found->uneven)
        snprintf(
            uneven, sizeof uneven,
            "the weights of %zu of %zu skinned vertices do not sum to 1 but to %.3g up to %.3g: programs "
            "that do not normalise them tear the mesh",
            found->uneven, found->vertices, found->least, found->most);
    if (found->vertices && found->scene < 0)
        snprintf(scene, sizeof scene, "no scene of the file has the skinned mesh: programs may show nothing");
    else if (found->vertices && found->scene != found->first)
        snprintf(scene, sizeof scene,
                 "the skinned mesh is in scene %d, but programs show scene %d of the file first",
                 found->scene, found->first);

    if (*found->needs)
        snprintf(needs, sizeof needs, "the file requires %s, which posed does not know and leaves as it is",
                 found->needs);

    const char *const texts[] = {bare, uneven, scene, needs};
    note[0] = 0;
    for (size_t i = 0, used = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!*texts[i]) continue;
        snprintf(note + used, note_bytes - used, "%s%s", used ? "; " : "", texts[i]);
        used = strlen(note);
    }
}
