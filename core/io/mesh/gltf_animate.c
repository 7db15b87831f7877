#include "core/io/mesh/gltf_animate.h"

#include "core/base/assert.h"
#include "core/io/mesh/glb_container.h"
#include "core/io/json/json.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC      0x46546c67u /* glTF */
#define CHUNK_JSON 0x4e4f534au
#define CHUNK_BIN  0x004e4942u
#define FLOAT      5126

typedef struct editing {
    json_t *root;
    pd_bytes bin;
    size_t bin_used; /* size of the first buffer as the JSON states it; its chunk may be padded */
    pd_buffer added; /* bytes that are appended to it */
    int rate_of[2];  /* accessors of times: for all frames, and for a single key */
    pd_error *err;
} editing;

static uint32_t u32_at(pd_bytes bytes, size_t at)
{
    const unsigned char *b = bytes.data + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void put_float(pd_buffer *out, double value)
{
    const float f = (float)value;
    uint32_t bits;

    memcpy(&bits, &f, 4);
    const unsigned char b[4] = {(unsigned char)bits, (unsigned char)(bits >> 8), (unsigned char)(bits >> 16),
                                (unsigned char)(bits >> 24)};
    pd_buffer_add(out, b, 4);
}

/* ---- the container ---- */

/* Returns the array with a name, which is added if it is missing. Returns NULL if the member is not an array,
 * or when out of memory. */
static json_t *array_of(json_t *object, const char *name)
{
    json_t *array = json_object_get(object, name);
    if (!array && !json_object_set_new(object, name, json_array())) array = json_object_get(object, name);
    return json_is_array(array) ? array : NULL;
}

static pd_status open_file(editing *e, pd_bytes file)
{
    pd_bytes json = {NULL, 0};
    json_error_t error;
    bool is_out_of_memory;

    /* Header, then the first JSON chunk and the first binary chunk. */
    if (file.size < 20 || u32_at(file, 0) != MAGIC || u32_at(file, 4) != 2)
        return pd_fail(e->err, PD_ERR_FORMAT, "byte 0",
                       "not a glTF 2.0 binary (.glb, .vrm); \"glTF\" expected at its beginning");
    const size_t end = u32_at(file, 8) < file.size ? u32_at(file, 8) : file.size;
    for (size_t at = 12; at + 8 <= end;) {
        const size_t size = u32_at(file, at);
        const uint32_t kind = u32_at(file, at + 4);
        if (size > end - at - 8)
            return pd_fail(e->err, PD_ERR_FORMAT, "byte 12",
                           "a chunk of %zu bytes; at most the %zu bytes of the rest of the file allowed",
                           size, end - at - 8);
        const pd_bytes chunk = {file.data + at + 8, size};
        if (kind == CHUNK_JSON && !json.data) json = chunk;
        if (kind == CHUNK_BIN && !e->bin.data) e->bin = chunk;
        at += 8 + size + (4 - size % 4) % 4;
    }

    if (!json.data)
        return pd_fail(e->err, PD_ERR_FORMAT, "byte 12",
                       "the first chunk is not JSON; a JSON chunk expected");

    /* Parse the JSON. */
    e->root = pd_json_load(json, 0, &error, &is_out_of_memory);
    if (is_out_of_memory) return pd_fail(e->err, PD_ERR_MEMORY, "byte 20", "out of memory");
    if (!json_is_object(e->root))
        return pd_fail(e->err, PD_ERR_FORMAT, "byte 20", "not a JSON object; one is expected");

    /* Find the buffer to add to: the file's binary chunk, or a new one where the file has no buffer.
     * Buffers in other files are not supported. */
    json_t *buffers = array_of(e->root, "buffers");
    json_t *first = json_array_get(buffers, 0);

    if (!buffers) return pd_fail(e->err, PD_ERR_FORMAT, "/buffers", "not an array; an array expected");
    if (e->bin.data && first && !json_object_get(first, "uri")) {
        const json_int_t bytes = json_integer_value(json_object_get(first, "byteLength"));
        if (bytes < 0 || (size_t)bytes > e->bin.size)
            return pd_fail(e->err, PD_ERR_FORMAT, "/buffers/0/byteLength",
                           "%lld bytes; at most the %zu bytes of the binary chunk allowed", (long long)bytes,
                           e->bin.size);
        e->bin_used = e->bin.size;
        return PD_OK;
    }

    if (e->bin.data || first)
        return pd_fail(e->err, PD_ERR_UNSUPPORTED, "/buffers/0",
                       "the buffer is a file of its own; the binary chunk of the .glb is needed");
    json_array_append_new(buffers, json_pack("{s:i}", "byteLength", 0));

    return PD_OK;
}

/* ---- accessors ---- */

/* Adds a view and an accessor of the floats from `from` on. Returns its number, or -1 when out of memory. */
static int new_accessor(editing *e, size_t from, int count, const char *type, const double range[2])
{
    PD_ASSERT(count >= 0);
    json_t *views = array_of(e->root, "bufferViews");
    json_t *accessors = array_of(e->root, "accessors");
    if (!views || !accessors) return -1;

    json_array_append_new(views, json_pack("{s:i,s:I,s:I}", "buffer", 0, "byteOffset", (json_int_t)from,
                                           "byteLength", (json_int_t)(e->bin_used + e->added.size - from)));
    json_t *accessor = json_pack("{s:i,s:i,s:i,s:s}", "bufferView", (int)json_array_size(views) - 1,
                                 "componentType", FLOAT, "count", count, "type", type);
    if (range) {
        json_object_set_new(accessor, "min", json_pack("[f]", range[0]));
        json_object_set_new(accessor, "max", json_pack("[f]", range[1]));
    }

    return json_array_append_new(accessors, accessor) ? -1 : (int)json_array_size(accessors) - 1;
}

/* What a channel animates. */
enum { TURNS, MOVES, SHAPES };

static bool add_channel(editing *e, json_t *samplers, json_t *channels, const pd_io_node_track *track,
                        int what, double rate)
{
    static const char *const paths[] = {"rotation", "translation", "weights"};

    /* Times. All tracks with a key for each frame share one accessor,
     * and so do all tracks with a single key. */
    int *times = &e->rate_of[track->key_count == 1];

    if (*times < 0) {
        const size_t begin = e->bin_used + e->added.size;
        for (int t = 0; t < track->key_count; t++) put_float(&e->added, t / rate);
        const double range[2] = {0, (double)(float)((track->key_count - 1) / rate)};
        *times = new_accessor(e, begin, track->key_count, "SCALAR", range);
    }

    const int input = *times;

    /* Values of the keys. */
    const pd_quat *q = what == TURNS ? track->rotations : NULL;
    const size_t from = e->bin_used + e->added.size;
    const int numbers = what == SHAPES ? track->key_count * track->weight_count : 0;
    for (int i = 0; i < numbers; i++) put_float(&e->added, (double)track->weights[i]);
    for (int t = 0; t < track->key_count && what != SHAPES; t++) {
        put_float(&e->added, q ? q[t].x : track->translations[t].x);
        put_float(&e->added, q ? q[t].y : track->translations[t].y);
        put_float(&e->added, q ? q[t].z : track->translations[t].z);
        if (q) put_float(&e->added, q[t].w);
    }

    const int output = what == SHAPES ? new_accessor(e, from, numbers, "SCALAR", NULL)
                                      : new_accessor(e, from, track->key_count, q ? "VEC4" : "VEC3", NULL);

    /* Sampler and channel. A single key is held, since there is nothing to interpolate. */
    if (input < 0 || output < 0) return false;
    json_array_append_new(samplers, json_pack("{s:i,s:i,s:s}", "input", input, "output", output,
                                              "interpolation", track->key_count == 1 ? "STEP" : "LINEAR"));

    return !json_array_append_new(channels, json_pack("{s:i,s:{s:i,s:s}}", "sampler",
                                                      (int)json_array_size(samplers) - 1, "target", "node",
                                                      track->node, "path", paths[what]));
}

/* Replaces the matrix of a node by translation, rotation and scale,
 * because an animated node must not have a matrix. */
static void split_matrix(json_t *node)
{
    const json_t *matrix = json_object_get(node, "matrix");
    double m[16], turn[9], scale[3];

    if (json_array_size(matrix) != 16) return;
    for (size_t i = 0; i < 16; i++) m[i] = json_number_value(json_array_get(matrix, i));
    for (int c = 0; c < 3; c++) {
        scale[c] = sqrt(m[4 * c] * m[4 * c] + m[4 * c + 1] * m[4 * c + 1] + m[4 * c + 2] * m[4 * c + 2]);
        for (int r = 0; r < 3; r++) turn[3 * r + c] = scale[c] > 0 ? m[4 * c + r] / scale[c] : r == c;
    }

    const pd_vec3 x = {turn[0], turn[3], turn[6]};
    const pd_vec3 y = {turn[1], turn[4], turn[7]};
    const pd_vec3 z = {turn[2], turn[5], turn[8]};
    if (pd_vec3_dot(pd_vec3_cross(x, y), z) < 0) { /* the matrix mirrors */
        scale[0] = -scale[0];
        for (int r = 0; r < 3; r++) turn[3 * r] = -turn[3 * r];
    }

    const pd_quat q = pd_q_from_matrix(turn);
    json_object_set_new(node, "translation", json_pack("[fff]", m[12], m[13], m[14]));
    json_object_set_new(node, "rotation", json_pack("[ffff]", q.x, q.y, q.z, q.w));
    json_object_set_new(node, "scale", json_pack("[fff]", scale[0], scale[1], scale[2]));
    json_object_del(node, "matrix");
}

static pd_status add_animation(editing *e, const pd_io_animation *animation)
{
    json_t *animations = array_of(e->root, "animations");
    json_t *samplers = json_array();
    json_t *channels = json_array();
    const int nodes = (int)json_array_size(json_object_get(e->root, "nodes"));
    bool good = animations && samplers && channels;
    pd_status status = PD_OK;

    /* Add the channels of each track. A node must have separate translation and rotation to be animated,
     * so its matrix is split. */
    for (int i = 0; good && status == PD_OK && i < animation->track_count; i++) {
        const pd_io_node_track *track = &animation->tracks[i];
        if (track->node < 0 || track->node >= nodes)
            status =
                pd_fail(e->err, PD_ERR_RANGE, "/nodes",
                        "refers to node %d; 0 to %d allowed, the nodes of the file", track->node, nodes - 1);
        else
            split_matrix(json_array_get(json_object_get(e->root, "nodes"), (size_t)track->node));
        if (good && status == PD_OK && track->rotations)
            good = add_channel(e, samplers, channels, track, TURNS, animation->rate);
        if (good && status == PD_OK && track->translations)
            good = add_channel(e, samplers, channels, track, MOVES, animation->rate);
        if (good && status == PD_OK && track->weights)
            good = add_channel(e, samplers, channels, track, SHAPES, animation->rate);
    }

    /* Insert the animation in front of existing ones, since many programs play the first. */
    if (good && status == PD_OK)
        good = !json_array_insert_new(
            animations, 0,
            json_pack("{s:s,s:O,s:O}", "name", animation->name, "samplers", samplers, "channels", channels));
    json_decref(samplers);
    json_decref(channels);
    if (status == PD_OK && !good)
        status = pd_fail(e->err, PD_ERR_FORMAT, "/animations",
                         "not an array, or out of memory; an array expected");

    return status;
}

pd_status pd_io_gltf_animate(pd_buffer *out, pd_bytes file, const pd_io_animation *animation, pd_error *err)
{
    /* Read the file, and add the animation behind its data. */
    editing e = {.rate_of = {-1, -1}, .err = err};
    pd_status status = open_file(&e, file);

    if (status == PD_OK) {
        pd_buffer_add(&e.added, "\0\0", (4 - e.bin_used % 4) % 4);
        status = add_animation(&e, animation);
    }

    /* Write the file with the longer buffer. */
    if (status == PD_OK && e.added.failed) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (status == PD_OK) {
        const pd_bytes parts[] = {{e.bin.data, e.bin_used}, {e.added.data, e.added.size}};
        json_object_set_new(json_array_get(json_object_get(e.root, "buffers"), 0), "byteLength",
                            json_integer((json_int_t)(e.bin_used + e.added.size)));
        status = pd_io_glb_container_write(out, e.root, parts, 2, err);
    }

    json_decref(e.root);
    pd_buffer_deinit(&e.added);

    return status;
}
