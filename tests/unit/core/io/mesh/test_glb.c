/* Tests GLB files: the test takes each file apart and compares its accessors with the model's arrays. */
#include "tests/support/tube.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>
#include <meshoptimizer.h>

typedef struct file {
    pd_buffer bytes;
    json_t *json;
    const unsigned char *bin;
    size_t bin_size;
} file;

static uint32_t word(const unsigned char *at)
{
    uint32_t value;
    memcpy(&value, at, 4);
    return value;
}

/* Writes and takes apart; checks the frame of the file on the way. */
static file write_file(const pd_io_glb *glb)
{
    file f = {0};
    pd_error err = {0};
    assert_int_equal(pd_io_glb_write(&f.bytes, glb, &err), PD_OK);
    const unsigned char *d = f.bytes.data;
    assert_memory_equal(d, "glTF\2\0\0\0", 8);
    assert_int_equal(word(d + 8), f.bytes.size);
    size_t json_size = word(d + 12);
    assert_memory_equal(d + 16, "JSON", 4);
    f.json = json_loadb((const char *)d + 20, json_size, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(f.json);
    f.bin_size = word(d + 20 + json_size);
    assert_memory_equal(d + 24 + json_size, "BIN\0", 4);
    f.bin = d + 28 + json_size;
    assert_int_equal(28 + json_size + f.bin_size, f.bytes.size);
    assert_int_equal(json_size % 4 + f.bin_size % 4, 0);
    return f;
}

static void drop(file *f)
{
    json_decref(f->json);
    pd_buffer_deinit(&f->bytes);
}

static json_t *at(json_t *json, const char *list, size_t index)
{
    return json_array_get(json_object_get(json, list), index);
}

static int whole(json_t *json, const char *key)
{
    json_t *value = json_object_get(json, key);
    return value ? (int)json_integer_value(value) : -1;
}

/* Returns the rows of the accessor's view, decompressed when necessary. The caller frees them. */
static void *rows_of(const file *f, int accessor)
{
    json_t *view =
        at(f->json, "bufferViews", (size_t)whole(at(f->json, "accessors", (size_t)accessor), "bufferView"));
    json_t *packed = json_object_get(json_object_get(view, "extensions"), "EXT_meshopt_compression");
    size_t bytes = (size_t)whole(view, "byteLength");
    unsigned char *rows = malloc(bytes);
    if (!packed) {
        assert_true((size_t)whole(view, "byteOffset") + bytes <= f->bin_size);
        memcpy(rows, f->bin + whole(view, "byteOffset"), bytes);
        return rows;
    }
    const unsigned char *from = f->bin + whole(packed, "byteOffset");
    size_t size = (size_t)whole(packed, "byteLength"), stride = (size_t)whole(packed, "byteStride");
    size_t count = (size_t)whole(packed, "count");
    assert_int_equal(count * stride, bytes);
    if (!strcmp(json_string_value(json_object_get(packed, "mode")), "TRIANGLES"))
        assert_int_equal(meshopt_decodeIndexBuffer(rows, count, stride, from, size), 0);
    else
        assert_int_equal(meshopt_decodeVertexBuffer(rows, count, stride, from, size), 0);
    return rows;
}

static int attribute(const file *f, const char *name)
{
    json_t *primitive = at(at(f->json, "meshes", 0), "primitives", 0);
    return whole(json_object_get(primitive, "attributes"), name);
}

static void a_plain_file_holds_the_same_floats_and_16_bit_indices(void **state)
{
    (void)state;
    tube *t = tube_create();
    file f = write_file(&(pd_io_glb){.mesh = &t->mesh});
    float *positions = rows_of(&f, attribute(&f, "POSITION")),
          *normals = rows_of(&f, attribute(&f, "NORMAL"));
    assert_memory_equal(positions, t->rest, sizeof t->rest);
    assert_memory_equal(normals, t->normals, sizeof t->normals);
    json_t *primitive = at(at(f.json, "meshes", 0), "primitives", 0);
    uint16_t *indices = rows_of(&f, whole(primitive, "indices"));
    for (int i = 0; i < 3 * TUBE_F; i++) assert_int_equal(indices[i], t->faces[i]);
    free(positions), free(normals), free(indices);
    drop(&f);
    free(t);
}

static void licence_and_provenance_travel_in_the_asset(void **state)
{
    (void)state;
    tube *t = tube_create();
    file f = write_file(&(pd_io_glb){.mesh = &t->mesh});
    json_t *asset = json_object_get(f.json, "asset"), *extras = json_object_get(asset, "extras");
    assert_string_equal(json_string_value(json_object_get(asset, "copyright")), "CC0 1.0");
    assert_string_equal(json_string_value(json_object_get(extras, "provenance")), "tests/support");
    assert_string_equal(json_string_value(json_object_get(extras, "credits")), "nobody\nat all");
    assert_string_equal(json_string_value(json_object_get(extras, "frame")), "gltf");
    drop(&f);
    free(t);
}

static void a_large_mesh_gets_32_bit_indices(void **state)
{
    (void)state;
    enum { V = 65536 };
    float *vertices = calloc(3 * V, sizeof *vertices);
    uint32_t faces[3] = {0, 1, V - 1};
    pd_io_mesh_body body = {NULL, vertices, NULL};
    pd_io_mesh mesh = {.bodies = &body, .body_count = 1, .vertex_count = V, .face_count = 1, .faces = faces};
    for (int quantize = 0; quantize < 2; quantize++) {
        file f = write_file(&(pd_io_glb){.mesh = &mesh, .quantize = quantize});
        json_t *primitive = at(at(f.json, "meshes", 0), "primitives", 0);
        int accessor = whole(primitive, "indices");
        assert_int_equal(whole(at(f.json, "accessors", (size_t)accessor), "componentType"), 5125);
        uint32_t *indices = rows_of(&f, accessor);
        assert_memory_equal(indices, faces, sizeof faces);
        free(indices);
        drop(&f);
    }
    free(vertices);
}

static void quantised_positions_are_within_half_a_step_in_the_models_order(void **state)
{
    (void)state;
    tube *t = tube_create();
    file f = write_file(&(pd_io_glb){.mesh = &t->mesh, .quantize = 1});
    int16_t *q = rows_of(&f, attribute(&f, "POSITION"));
    json_t *node = at(f.json, "nodes", 0);
    double scale = json_number_value(at(node, "scale", 0)), worst = 0;
    for (int i = 0; i < 3 * TUBE_V; i++) {
        double value =
            json_number_value(at(node, "translation", (size_t)i % 3)) + scale * q[i / 3 * 4 + i % 3];
        worst = fmax(worst, fabs(value - t->rest[i]));
    }
    assert_true(worst <= 0.51 * scale);
    assert_true(fabs(scale * 65534 - 1.45) < 1e-5); /* the tube is 1.45 m long */
    free(q);
    drop(&f);
    free(t);
}

/* Triangles that were encoded before are another way to the same file; other triangles are still encoded. */
static void encoded_triangles_give_the_same_file(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_io_glb_packed *own = pd_io_glb_pack(t->faces, 3 * TUBE_F),
                     *other = pd_io_glb_pack(t->faces, 3 * (TUBE_F - 1));
    assert_non_null(own);
    assert_non_null(other);
    for (int quantize = 0; quantize < 2; quantize++) {
        pd_buffer plain = {0}, packed = {0}, foreign = {0};
        pd_io_glb glb = {.mesh = &t->mesh, .quantize = quantize};
        assert_int_equal(pd_io_glb_write(&plain, &glb, NULL), PD_OK);
        glb.packed = own;
        assert_int_equal(pd_io_glb_write(&packed, &glb, NULL), PD_OK);
        glb.packed = other;
        assert_int_equal(pd_io_glb_write(&foreign, &glb, NULL), PD_OK);
        assert_int_equal(packed.size, plain.size);
        assert_memory_equal(packed.data, plain.data, plain.size);
        assert_int_equal(foreign.size, plain.size);
        assert_memory_equal(foreign.data, plain.data, plain.size);
        pd_buffer_deinit(&plain), pd_buffer_deinit(&packed), pd_buffer_deinit(&foreign);
    }
    free(own), free(other), free(t);
}

/* Triangles that were converted before are refused, as others are, in a mesh with fewer vertices. */
static void converted_triangles_must_be_of_the_mesh(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_io_glb_packed *own = pd_io_glb_pack(t->faces, 3 * TUBE_F);
    assert_non_null(own);
    pd_buffer out = {0};
    pd_error err;
    t->mesh.vertex_count = (int)own->largest;
    assert_int_equal(pd_io_glb_write(&out, &(pd_io_glb){.mesh = &t->mesh, .packed = own}, &err),
                     PD_ERR_RANGE);
    pd_buffer_deinit(&out);
    free(own), free(t);
}

/* Normals of vertices without triangles are no unit vectors:
 * they point up, and all others stay as they are. */
static void a_normal_of_no_length_points_up(void **state)
{
    (void)state;
    tube *t = tube_create();
    for (int c = 0; c < 3; c++) t->normals[3 * 5 + c] = 0;
    for (int quantize = 0; quantize < 2; quantize++) {
        file f = write_file(&(pd_io_glb){.mesh = &t->mesh, .quantize = quantize});
        void *rows = rows_of(&f, attribute(&f, "NORMAL"));
        for (int i = 0; i < TUBE_V; i++)
            for (int c = 0; c < 3; c++) {
                const double expected = i == 5 ? c == 1 : (double)t->normals[3 * i + c];
                if (quantize)
                    assert_true(fabs(((signed char *)rows)[4 * i + c] - 127 * expected) <= 0.501);
                else
                    assert_true(((float *)rows)[3 * i + c] == (float)expected);
            }
        free(rows);
        drop(&f);
    }
    free(t);
}

static void a_skin_keeps_the_four_largest_weights_and_they_sum_to_one(void **state)
{
    (void)state;
    tube *t = tube_create();
    for (int quantize = 0; quantize < 2; quantize++) {
        file f = write_file(
            &(pd_io_glb){.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose, .quantize = quantize});
        uint8_t *joints = rows_of(&f, attribute(&f, "JOINTS_0"));
        void *rows = rows_of(&f, attribute(&f, "WEIGHTS_0"));
        for (int i = 0; i < TUBE_V; i++) {
            double sum = 0, kept = 0;
            for (int s = 0; s < 4; s++) {
                double w = quantize ? ((uint16_t *)rows)[4 * i + s] : (double)((float *)rows)[4 * i + s];
                if (w == 0) assert_int_equal(joints[4 * i + s], 0);
                if (w > 0) kept += t->weights[TUBE_JOINTS * i + joints[4 * i + s]];
                sum += w;
            }
            assert_true(quantize ? sum == 65535 : fabs(sum - 1) < 1e-6);
            for (int k = 0; k < TUBE_JOINTS; k++) { /* nothing left out is larger than the least kept */
                int used = 0;
                for (int s = 0; s < 4; s++) used |= joints[4 * i + s] == k;
                if (!used) assert_true(t->weights[TUBE_JOINTS * i + k] <= kept / 4 + 1e-6);
            }
        }
        free(joints), free(rows);
        drop(&f);
    }
    free(t);
}

static void betas_become_named_morphs_around_the_baked_shape(void **state)
{
    (void)state;
    tube *t = tube_create();
    file f = write_file(&(pd_io_glb){.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose});
    json_t *mesh = at(f.json, "meshes", 0), *extras = json_object_get(mesh, "extras");
    json_t *targets = json_object_get(at(mesh, "primitives", 0), "targets");
    assert_int_equal(json_array_size(targets), TUBE_BETAS);
    assert_string_equal(json_string_value(at(extras, "targetNames", 1)), "beta_1");
    assert_true(json_number_value(at(extras, "betas", 0)) == 0.5);
    assert_true(json_number_value(json_array_get(at(extras, "targetRanges", 0), 0)) == -5.5);
    float *deltas = rows_of(&f, whole(json_array_get(targets, 1), "POSITION"));
    for (int i = 0; i < 3 * TUBE_V; i++) assert_true(deltas[i] == t->shapedirs[TUBE_BETAS * i + 1]);
    free(deltas);
    drop(&f);
    free(t);
}

/* Returns the points of an accessor that is dense, sparse, or without bytes, as floats.
 * The caller frees them. */
static float *points_of(const file *f, int accessor)
{
    const json_t *sparse = json_object_get(at(f->json, "accessors", (size_t)accessor), "sparse");
    if (whole(at(f->json, "accessors", (size_t)accessor), "bufferView") >= 0) return rows_of(f, accessor);
    const int count = whole(at(f->json, "accessors", (size_t)accessor), "count");
    float *points = calloc(3 * (size_t)count, sizeof *points);
    json_t *numbers = json_object_get(sparse, "indices"), *values = json_object_get(sparse, "values");
    for (int i = 0; sparse && i < (int)json_integer_value(json_object_get(sparse, "count")); i++) {
        uint16_t number;
        const json_t *views = json_object_get(f->json, "bufferViews");
        json_t *from = json_array_get(views, (size_t)whole(numbers, "bufferView")),
               *to = json_array_get(views, (size_t)whole(values, "bufferView"));
        memcpy(&number, f->bin + whole(from, "byteOffset") + 2 * i, 2);
        assert_in_range(number, 0, count - 1);
        memcpy(points + 3 * number, f->bin + whole(to, "byteOffset") + 12 * i, 12);
    }
    return points;
}

/* More targets than are transposed at a time: some move everything, some a few vertices, some nothing;
 * vertices share rows. */
static void targets_of_any_reach_hold_their_directions(void **state)
{
    (void)state;
    enum { TARGETS = 37, STRIDE = 41 };
    tube *t = tube_create();
    float *dirs = calloc((size_t)3 * TUBE_V * STRIDE, sizeof *dirs);
    uint16_t rows[TUBE_V];
    int sparse = 0, dense = 0, empty = 0;
    for (int i = 0; i < TUBE_V; i++) {
        rows[i] = (uint16_t)((7 * i + 3) % TUBE_V);
        for (int c = 0; c < 3; c++)
            for (int b = 0; b < STRIDE; b++)
                if (b >= TARGETS || b % 4 == 0 || (b % 4 == 1 && i % 5 == b % 5) || (b > 31 && b % 4 == 3))
                    dirs[(3 * i + c) * STRIDE + b] = (float)(1 + i + 100 * c + 1000 * b);
    }
    pd_io_glb_rig rig = t->rig;
    rig.shapedirs = dirs, rig.shapedirs_stride = STRIDE, rig.beta_count = TARGETS, rig.beta_limits = NULL;
    float betas[TARGETS] = {0};
    pd_io_glb_pose pose = t->pose;
    pose.betas = betas;
    for (int shares = 0; shares < 2; shares++) {
        rig.rows = shares ? rows : NULL;
        file f = write_file(&(pd_io_glb){.mesh = &t->mesh, .rig = &rig, .poses = &pose});
        json_t *targets = json_object_get(at(at(f.json, "meshes", 0), "primitives", 0), "targets");
        assert_int_equal(json_array_size(targets), TARGETS);
        for (int b = 0; b < TARGETS; b++) {
            const int accessor = whole(json_array_get(targets, (size_t)b), "POSITION");
            json_t *own = at(f.json, "accessors", (size_t)accessor);
            float *points = points_of(&f, accessor), most = 0;
            for (int i = 0; i < 3 * TUBE_V; i++) {
                const int row = shares ? 3 * rows[i / 3] + i % 3 : i;
                assert_true(points[i] == dirs[row * STRIDE + b]);
                most = points[i] > most ? points[i] : most;
            }
            assert_true((float)json_number_value(json_array_get(json_object_get(own, "max"), 2)) == most);
            sparse += json_object_get(own, "sparse") != NULL, dense += whole(own, "bufferView") >= 0;
            empty += !json_object_get(own, "sparse") && whole(own, "bufferView") < 0;
            free(points);
        }
        drop(&f);
    }
    assert_true(sparse > 8 && dense > 8 && empty > 8);
    free(dirs);
    free(t);
}

static void a_rig_says_what_its_skin_leaves_out_even_without_betas(void **state)
{
    (void)state;
    tube *t = tube_create();
    for (int betas = 0; betas <= TUBE_BETAS; betas += TUBE_BETAS) {
        t->rig.beta_count = betas;
        file f = write_file(&(pd_io_glb){.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose});
        const char *note =
            json_string_value(json_object_get(json_object_get(at(f.json, "meshes", 0), "extras"), "skin"));
        assert_non_null(note);
        assert_non_null(strstr(note, "four largest weights"));
        drop(&f);
    }
    free(t);
}

static void bodies_share_indices_weights_and_morphs(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_io_mesh_body two[2] = {{NULL, t->rest, NULL}, {NULL, t->posed, NULL}};
    pd_io_glb_pose poses[2] = {t->pose, t->pose};
    t->mesh.bodies = two;
    t->mesh.body_count = 2;
    file plain = write_file(&(pd_io_glb){.mesh = &t->mesh});
    file rigged = write_file(&(pd_io_glb){.mesh = &t->mesh, .rig = &t->rig, .poses = poses});
    assert_int_equal(json_array_size(json_object_get(plain.json, "accessors")), 3);
    assert_int_equal(json_array_size(json_object_get(rigged.json, "accessors")), 1 + 4 + 2 + 2 + TUBE_BETAS);
    assert_int_equal(json_array_size(json_object_get(rigged.json, "nodes")), 2 * (1 + TUBE_JOINTS));
    assert_string_equal(json_string_value(json_object_get(at(plain.json, "nodes", 1), "name")), "body_1");
    drop(&plain), drop(&rigged);
    free(t);
}

static void a_clip_drives_every_joint_and_the_root(void **state)
{
    (void)state;
    tube *t = tube_create();
    float times[3] = {0, 0.1f, 0.2f}, turns[3 * TUBE_JOINTS * 4] = {0}, root[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    for (int i = 0; i < 3 * TUBE_JOINTS; i++) turns[4 * i + 3] = 1;
    turns[(1 * TUBE_JOINTS + 2) * 4] = 1, turns[(1 * TUBE_JOINTS + 2) * 4 + 3] = 0;
    pd_io_glb_clip clip = {
        .name = "walk", .frame_count = 3, .times = times, .quaternions = turns, .root = root};
    pd_io_glb glb = {.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose, .clips = &clip, .clip_count = 1};
    file f = write_file(&glb);
    json_t *animation = at(f.json, "animations", 0);
    assert_int_equal(json_array_size(json_object_get(animation, "channels")), TUBE_JOINTS + 1);
    float *q = rows_of(&f, whole(at(animation, "samplers", 2), "output"));
    assert_true(q[4] == 1 && q[3] == 1 && q[11] == 1); /* joint 2: turned in the second frame only */
    float *places = rows_of(&f, whole(at(animation, "samplers", TUBE_JOINTS), "output"));
    assert_memory_equal(places, root, sizeof root);
    free(q), free(places);
    drop(&f);
    times[2] = 0.1f;
    pd_error err;
    assert_int_equal(pd_io_glb_write(&(pd_buffer){0}, &glb, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/clips/0/times/2");
    free(t);
}

static void a_clip_moves_expressions_by_name(void **state)
{
    static const char *const names[] = {"blink"};
    (void)state;
    tube *t = tube_create();
    float times[2] = {0, 0.5f}, turns[2 * TUBE_JOINTS * 4] = {0}, lids[2] = {0, 1};
    for (int i = 0; i < 2 * TUBE_JOINTS; i++) turns[4 * i + 3] = 1;
    t->rig.beta_count = 1, t->rig.morph_names = names;
    pd_io_glb_clip clip = {
        .name = "look", .frame_count = 2, .times = times, .quaternions = turns, .morphs = lids};
    pd_io_glb glb = {.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose, .clips = &clip, .clip_count = 1};
    file f = write_file(&glb);
    json_t *animation = at(f.json, "animations", 0), *channel = at(animation, "channels", TUBE_JOINTS),
           *extras = json_object_get(at(f.json, "meshes", 0), "extras");
    const char *path, *name;
    int node, sampler;
    assert_int_equal(json_unpack(channel, "{s:i,s:{s:i,s:s}}", "sampler", &sampler, "target", "node", &node,
                                 "path", &path),
                     0);
    assert_string_equal(path, "weights");
    assert_int_equal(node, 0); /* the mesh's, not a joint's */
    float *weights = rows_of(&f, whole(at(animation, "samplers", (size_t)sampler), "output"));
    assert_memory_equal(weights, lids, sizeof lids);
    assert_int_equal(json_unpack(extras, "{s:[s]}", "targetNames", &name), 0);
    assert_string_equal(name, "blink");
    free(weights);
    drop(&f);

    pd_error err;
    lids[1] = NAN;
    assert_int_equal(pd_io_glb_write(&(pd_buffer){0}, &glb, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.where, "/clips/0/morphs"));
    t->rig.beta_count = 0;
    assert_int_equal(pd_io_glb_write(&(pd_buffer){0}, &glb, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/clips/0");
    free(t);
}

static void data_that_gltf_cannot_store_are_refused(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_io_glb glb = {.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose};
    pd_error err;
    t->mesh.frame = PD_FRAME_UNITY;
    assert_int_equal(pd_io_glb_write(&(pd_buffer){0}, &glb, &err), PD_ERR_UNSUPPORTED);
    t->mesh.frame = PD_FRAME_GLTF;
    t->parents[3] = 4;
    assert_int_equal(pd_io_glb_write(&(pd_buffer){0}, &glb, &err), PD_ERR_RANGE);
    t->parents[3] = 2;
    t->rotations[4] = NAN;
    assert_int_equal(pd_io_glb_write(&(pd_buffer){0}, &glb, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/poses/0/rotations/4");
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_file_holds_the_same_floats_and_16_bit_indices),
        cmocka_unit_test(licence_and_provenance_travel_in_the_asset),
        cmocka_unit_test(a_large_mesh_gets_32_bit_indices),
        cmocka_unit_test(quantised_positions_are_within_half_a_step_in_the_models_order),
        cmocka_unit_test(encoded_triangles_give_the_same_file),
        cmocka_unit_test(converted_triangles_must_be_of_the_mesh),
        cmocka_unit_test(a_normal_of_no_length_points_up),
        cmocka_unit_test(a_skin_keeps_the_four_largest_weights_and_they_sum_to_one),
        cmocka_unit_test(betas_become_named_morphs_around_the_baked_shape),
        cmocka_unit_test(targets_of_any_reach_hold_their_directions),
        cmocka_unit_test(a_rig_says_what_its_skin_leaves_out_even_without_betas),
        cmocka_unit_test(bodies_share_indices_weights_and_morphs),
        cmocka_unit_test(a_clip_drives_every_joint_and_the_root),
        cmocka_unit_test(a_clip_moves_expressions_by_name),
        cmocka_unit_test(data_that_gltf_cannot_store_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
