/* Animations of others' files at even steps. */
#include "core/io/surface/gltf_clip.h"

#include "core/base/buffer.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Times 0.5 and 1.5; two rotations about y (0, 90 degrees); two places;
 * a spline of one place with flat tangents. */
static const float numbers[] = {0.5f, 1.5f, 0, 0, 0, 1, 0, 0.70710678f, 0, 0.70710678f, 0, 1, 0, 4, 1, 0, 0,
                                0,    0,    0, 0, 0, 0, 0, 0,           0, 0,           0, 8, 0, 0, 0, 0, 0};

static void put_u32(pd_buffer *out, size_t value)
{
    const uint32_t word = (uint32_t)value;
    pd_buffer_add(out, &word, 4);
}

/* Node 1 turns, node 2 moves as `how` has it. */
static void make(pd_buffer *out, const char *how, int values, const char *times)
{
    char json[2048];
    int size = snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1,2]},{\"translation\":[1,2,3]},{}],"
        "\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},"
        "{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32},{\"buffer\":0,\"byteOffset\":40,\"byteLength\":24}"
        ","
        "{\"buffer\":0,\"byteOffset\":64,\"byteLength\":72}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,"
        "\"count\":2,\"type\":\"%s\"},{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}"
        ","
        "{\"bufferView\":2,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},{\"bufferView\":3,"
        "\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"}],\"animations\":[{\"channels\":[],"
        "\"samplers\":[]},"
        "{\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,\"output\":%d,\"interpolation\":\"%s\"}],"
        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}},"
        "{\"sampler\":1,\"target\":{\"node\":2,\"path\":\"translation\"}}]}]}",
        sizeof numbers, times, values, how);
    while (size % 4) json[size++] = ' ';
    pd_buffer_clear(out);
    pd_buffer_add(out, "glTF\2\0\0", 8);
    put_u32(out, 12 + 8 + (size_t)size + 8 + sizeof numbers);
    put_u32(out, (size_t)size);
    pd_buffer_add(out, "JSON", 4);
    pd_buffer_add(out, json, (size_t)size);
    put_u32(out, sizeof numbers);
    pd_buffer_add(out, "BIN", 4);
    pd_buffer_add(out, numbers, sizeof numbers);
}

static pd_status read_file(pd_io_gltf_clip *clip, const pd_buffer *file, double rate, pd_error *err)
{
    static const int nodes[] = {1, 2};
    return pd_io_gltf_clip_read(clip, (pd_bytes){file->data, file->size}, nodes, 2,
                                &(pd_io_gltf_clip_options){.rate = rate}, err);
}

static void keys_are_sampled_between(void **state)
{
    (void)state;
    static const struct {
        const char *how;
        int values;
        double x[3], y[3];
    } rows[] = {{"LINEAR", 2, {0, 2, 4}, {1, 1, 1}},
                {"STEP", 2, {0, 0, 4}, {1, 1, 1}},
                {"CUBICSPLINE", 3, {0, 4, 8}, {0, 0, 0}}};
    pd_buffer file = {0};
    for (int r = 0; r < 3; r++) {
        pd_io_gltf_clip clip;
        make(&file, rows[r].how, rows[r].values, "SCALAR");
        assert_int_equal(read_file(&clip, &file, 2, NULL), PD_OK);
        assert_int_equal(clip.frame_count, 3); /* from .5 to 1.5 s */
        assert_true(clip.rotates[0] && !clip.moves[0] && clip.moves[1] && !clip.rotates[1]);
        for (int t = 0; t < 3; t++) {
            assert_near(pd_q_angle(clip.rotations[2 * t], pd_q_identity()), 0.78539816 * t, 1e-6);
            if (rows[r].values == 3 && t == 1) {
                assert_near(clip.translations[2 * t + 1].x, 4, 1e-6); /* half way on a smooth step */
                continue;
            }
            assert_near(clip.translations[2 * t + 1].x, rows[r].x[t], 1e-6);
            assert_near(clip.translations[2 * t + 1].y, rows[r].y[t], 1e-6);
        }
        assert_near(clip.rest[0].z, 3, 0);
        pd_io_gltf_clip_deinit(&clip);
    }
    pd_buffer_deinit(&file);
}

enum { FRAMES = 16 };

/* A file whose node 0 moves along x, with keys `step` seconds apart from `begins` on. */
static void make_keys(pd_buffer *file, const float keys[FRAMES], float step, const char *how, float begins,
                      bool has_twice)
{
    char json[1024];
    float values[4 * FRAMES] = {0};
    for (int i = 0; i < FRAMES; i++) values[i] = step * (float)i, values[FRAMES + 3 * i] = keys[i];
    for (int i = 0; i < FRAMES && begins < 0; i++) values[i] += begins;
    if (has_twice) values[FRAMES - 2] = values[FRAMES - 1];
    int size = snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":["
        "{"
        "\"buffer\":0,\"byteLength\":%d},{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":\"SCALAR\"},{\"bufferView\":1,"
        "\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"}],\"animations\":[{\"samplers\":[{\"input\":0,"
        "\"output\":1,\"interpolation\":\"%s\"}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,"
        "\"path\":"
        "\"translation\"}}]}]}",
        sizeof values, 4 * FRAMES, 4 * FRAMES, 12 * FRAMES, FRAMES, FRAMES, how);
    while (size % 4) json[size++] = ' ';
    pd_buffer_add(file, "glTF\2\0\0", 8);
    put_u32(file, 12 + 8 + (size_t)size + 8 + sizeof values);
    put_u32(file, (size_t)size);
    pd_buffer_add(file, "JSON", 4);
    pd_buffer_add(file, json, (size_t)size);
    put_u32(file, sizeof values);
    pd_buffer_add(file, "BIN", 4);
    pd_buffer_add(file, values, sizeof values);
}

/* Returns x at twice the rate of these keys. */
static void sample_as(double x[2 * FRAMES - 1], const float keys[FRAMES], float step, bool smooth,
                      const char *how, float begins, bool has_twice)
{
    static const int node[] = {0};
    pd_buffer file = {0};
    pd_io_gltf_clip clip;
    make_keys(&file, keys, step, how, begins, has_twice);
    assert_int_equal(pd_io_gltf_clip_read(&clip, (pd_bytes){file.data, file.size}, node, 1,
                                          &(pd_io_gltf_clip_options){.rate = 2 / step, .smooth = smooth},
                                          NULL),
                     PD_OK);
    assert_int_equal(clip.frame_count, 2 * FRAMES - 1);
    for (int t = 0; t < 2 * FRAMES - 1; t++) x[t] = clip.translations[t].x;
    pd_io_gltf_clip_deinit(&clip);
    pd_buffer_deinit(&file);
}

static void sample_keys(double x[2 * FRAMES - 1], const float keys[FRAMES], float step, bool smooth)
{
    sample_as(x, keys, step, smooth, "LINEAR", 0, false);
}

/* Times such as 7/60 s are rounded to floats, some of them up. */
static void a_step_at_the_time_of_a_frame_is_in_that_frame(void **state)
{
    static const float rates[] = {24, 30, 60, 120};
    float keys[FRAMES];
    double x[2 * FRAMES - 1];
    (void)state;
    for (int i = 0; i < FRAMES; i++) keys[i] = (float)(i * i);
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        sample_as(x, keys, 1 / rates[r], false, "STEP", 0, false);
        for (int t = 0; t < 2 * FRAMES - 1; t++) assert_near(x[t], keys[t / 2], 0);
    }
}

/* Times that begin before 0, and two keys at the last time, of which the second counts. */
static void times_that_are_negative_or_equal_are_read(void **state)
{
    float keys[FRAMES];
    double x[2 * FRAMES - 1], y[2 * FRAMES - 1];
    (void)state;
    for (int i = 0; i < FRAMES; i++) keys[i] = (float)sin(0.6 * i);
    for (int smooth = 0; smooth < 2; smooth++) {
        sample_as(x, keys, 1 / 32.0f, smooth, "LINEAR", 0, false);
        sample_as(y, keys, 1 / 32.0f, smooth, "LINEAR", -0.25f, false);
        for (int t = 0; t < 2 * FRAMES - 1; t++) assert_near(x[t], y[t], 1e-6);
        sample_as(y, keys, 1 / 32.0f, smooth, "LINEAR", 0, true);
        for (int t = 0; t < 2 * FRAMES - 10; t++) assert_near(x[t], y[t], 1e-6);
        for (int t = 0; t < 2 * FRAMES - 1; t++) assert_true(isfinite(y[t]) && fabs(y[t]) < 1.5);
        assert_near(y[2 * FRAMES - 2], keys[FRAMES - 1], 1e-6);
    }
}

static void frames_of_a_motion_have_no_corners_between(void **state)
{
    float wave[FRAMES], foot[FRAMES];
    double x[2 * FRAMES - 1], off[2] = {0, 0};
    (void)state;
    for (int i = 0; i < FRAMES; i++) wave[i] = (float)sin(0.6 * i), foot[i] = i < 5 ? 0 : (float)(i - 4);

    for (int smooth = 0; smooth < 2; smooth++) {
        sample_keys(x, wave, 1 / 32.0f, smooth);
        for (int t = 6; t < 2 * FRAMES - 7; t++) off[smooth] = fmax(off[smooth], fabs(x[t] - sin(0.3 * t)));
    }
    assert_true(off[0] > 0.04 && off[1] < 0.015);

    /* who stands before the corner stands */
    sample_keys(x, foot, 1 / 32.0f, true);
    for (int t = 0; t <= 8; t++) assert_near(x[t], 0, 1e-6);
    for (int t = 9; t < 2 * FRAMES - 1; t++) assert_true(x[t] > x[t - 1]);

    /* keys that are far apart are poses */
    sample_keys(x, wave, 0.25f, true);
    for (int t = 1; t < 2 * FRAMES - 2; t += 2) assert_near(x[t], 0.5 * (x[t - 1] + x[t + 1]), 1e-6);
}

/* Replaces `from` in the JSON of a file that `make` has written. */
static void replace(pd_buffer *file, const char *from, const char *to)
{
    char json[3072];
    uint32_t size;
    memcpy(&size, file->data + 12, 4);
    const char *text = (const char *)file->data + 20, *at = memmem(text, size, from, strlen(from));
    assert_non_null(at);
    int used = snprintf(json, sizeof json, "%.*s%s%.*s", (int)(at - text), text, to,
                        (int)(size - (size_t)(at - text) - strlen(from)), at + strlen(from));
    while (used % 4) json[used++] = ' ';

    pd_buffer_clear(file);
    pd_buffer_add(file, "glTF\2\0\0", 8);
    put_u32(file, 12 + 8 + (size_t)used + 8 + sizeof numbers);
    put_u32(file, (size_t)used);
    pd_buffer_add(file, "JSON", 4);
    pd_buffer_add(file, json, (size_t)used);
    put_u32(file, sizeof numbers);
    pd_buffer_add(file, "BIN", 4);
    pd_buffer_add(file, numbers, sizeof numbers);
}

#define MOVES "\"target\":{\"node\":2,\"path\":\"translation\"}"
#define POINTS(to)                                                                                           \
    "\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"" to "\"}}}"

static void a_channel_of_khr_animation_pointer_moves_the_node_that_it_names(void **state)
{
    (void)state;
    char note[PD_IO_GLTF_CLIP_NOTE];
    const pd_io_gltf_clip_options options = {.rate = 30, .note = note};
    static const int nodes[] = {1, 2};
    pd_buffer file = {0};
    pd_io_gltf_clip clip, same;
    pd_error err;
    make(&file, "LINEAR", 2, "SCALAR");
    assert_int_equal(read_file(&clip, &file, 30, &err), PD_OK);
    replace(&file, MOVES, POINTS("/nodes/2/translation"));
    assert_int_equal(pd_io_gltf_clip_read(&same, (pd_bytes){file.data, file.size}, nodes, 2, &options, &err),
                     PD_OK);
    assert_true(same.moves[1]);
    assert_null(strstr(note, "left out"));
    for (int i = 0; i < 2 * clip.frame_count; i++)
        assert_float_equal(pd_vec3_distance(clip.translations[i], same.translations[i]), 0, 0);
    pd_io_gltf_clip_deinit(&same);

    /* What points to a material is left out, and the note says so. */
    make(&file, "LINEAR", 2, "SCALAR");
    replace(&file, MOVES, POINTS("/materials/0/alphaCutoff"));
    assert_int_equal(pd_io_gltf_clip_read(&same, (pd_bytes){file.data, file.size}, nodes, 2, &options, &err),
                     PD_OK);
    assert_false(same.moves[1]);
    assert_non_null(strstr(note, "left out: a pointer to no node"));
    pd_io_gltf_clip_deinit(&same);
    pd_io_gltf_clip_deinit(&clip);
    pd_buffer_deinit(&file);
}

/* Reads the file whose second channel has another target, and returns the note. */
static const char *note_of(const char *target, const char *json, const char *with)
{
    static char note[PD_IO_GLTF_CLIP_NOTE];
    static const int nodes[] = {1, 2};
    const pd_io_gltf_clip_options options = {.rate = 30, .note = note, .animation = "1"};
    pd_buffer file = {0};
    pd_io_gltf_clip clip;
    pd_error err;
    make(&file, "LINEAR", 2, "SCALAR");
    replace(&file, MOVES, target);
    if (json) replace(&file, json, with);
    assert_int_equal(pd_io_gltf_clip_read(&clip, (pd_bytes){file.data, file.size}, nodes, 2, &options, &err),
                     PD_OK);
    pd_io_gltf_clip_deinit(&clip);
    pd_buffer_deinit(&file);
    return note;
}

static void scales_weights_and_expressions_that_are_left_out_are_named(void **state)
{
    (void)state;
    /* The values of the channel are (0, 4, 1) and (0, 0, 0). */
    assert_string_equal(note_of("\"target\":{\"node\":2,\"path\":\"scale\"}", NULL, NULL),
                        "left out: scale of a node");
    assert_string_equal(note_of("\"target\":{\"node\":0,\"path\":\"scale\"}", NULL, NULL), "");
    assert_string_equal(note_of("\"target\":{\"node\":0,\"path\":\"weights\"}", NULL, NULL),
                        "left out: weights of a mesh's morph targets");
    assert_string_equal(note_of("\"target\":{\"node\":0,\"path\":\"translation\"}", NULL, NULL), "");
    assert_string_equal(
        note_of(
            "\"target\":{\"node\":0,\"path\":\"translation\"}", "\"asset\":",
            "\"extensions\":{\"VRMC_vrm_animation\":{\"expressions\":{\"preset\":{\"happy\":{\"node\":0}}}}},"
            "\"asset\":"),
        "left out: an expression");
}

static void impossible_values_are_refused_with_their_place(void **state)
{
    (void)state;
    static const int nobody[] = {0};
    pd_buffer file = {0};
    pd_io_gltf_clip clip;
    pd_error err;
    make(&file, "SPIRAL", 2, "SCALAR");
    assert_int_equal(read_file(&clip, &file, 30, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/animations/1/samplers/1");
    assert_null(clip.rotations);
    make(&file, "CUBICSPLINE", 2, "SCALAR"); /* two values for two keys of three */
    assert_int_equal(read_file(&clip, &file, 30, &err), PD_ERR_FORMAT);
    make(&file, "LINEAR", 2, "VEC2");
    assert_int_not_equal(read_file(&clip, &file, 30, &err), PD_OK);
    make(&file, "LINEAR", 1, "SCALAR"); /* four numbers where three are a place */
    assert_int_equal(read_file(&clip, &file, 30, &err), PD_ERR_FORMAT);
    make(&file, "LINEAR", 2, "SCALAR");
    assert_int_equal(read_file(&clip, &file, 0, &err), PD_ERR_RANGE);
    assert_int_equal(pd_io_gltf_clip_read(&clip, (pd_bytes){file.data, file.size}, nobody, 1,
                                          &(pd_io_gltf_clip_options){.rate = 30}, &err),
                     PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "2 animations"));
    pd_buffer_deinit(&file);
}

static void channels_that_contradict_one_another_are_refused(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"\"node\":2,\"path\":\"translation\"}", "\"node\":2,\"path\":\"rotations\"}  ",
         "path \"rotations\"; translation, rotation"},
        {"{\"node\":2,\"path\":\"translation\"}", "{\"node\":1,\"path\":\"rotation\"}   ",
         "an earlier channel moves the rotation of node 1"}};
    for (int i = 0; i < 2; i++) {
        pd_buffer file = {0};
        pd_io_gltf_clip clip;
        pd_error err = {0};
        make(&file, "LINEAR", 2, "SCALAR");
        replace(&file, rows[i][0], rows[i][1]);
        assert_int_equal(read_file(&clip, &file, 30, &err), PD_ERR_FORMAT);
        assert_string_equal(err.where, "/animations/1/channels/1/target");
        if (!strstr(err.detail, rows[i][2])) fail_msg("%s", err.detail);
        pd_buffer_deinit(&file);
    }
}

static void values_that_are_no_rotation_or_place_are_refused(void **state)
{
    (void)state;
    static const float values[2] = {0, 1e10F};
    static const char *const words[2] = {"a quaternion of length 0", "too large; -1e9 to 1e9"};
    for (int i = 0; i < 2; i++) {
        pd_buffer file = {0};
        pd_io_gltf_clip clip;
        pd_error err = {0};
        make(&file, "LINEAR", 2, "SCALAR");
        unsigned char *at = (unsigned char *)file.data + file.size - sizeof numbers + 5 * sizeof *numbers;
        memcpy(at, &values[i], sizeof *values); /* w of the first rotation, whose other numbers are 0 */
        assert_int_equal(read_file(&clip, &file, 30, &err), PD_ERR_RANGE);
        assert_string_equal(err.where, "/animations/1/samplers/0");
        if (!strstr(err.detail, words[i])) fail_msg("%s", err.detail);
        pd_buffer_deinit(&file);
    }
}

/* 16 keys of a motion at 30 and 1000 frames a second, one every second as an animator sets them, and the same
 * as milliseconds, as numbers of frames and as seconds that were divided by 1000. */
static void times_that_are_hardly_seconds_are_reported(void **state)
{
    (void)state;
    static const struct {
        float step;
        const char *note; /* NULL: none */
    } rows[] = {{1 / 30.0f, NULL},
                {0.001f, NULL},
                {0.9f, NULL},
                {33.3333f, "the keys are 33.3 s apart on average, 500 s in all: read as seconds, as glTF has "
                           "them, but they look like milliseconds or numbers of frames"},
                {4.1667f, "they look like milliseconds"},
                {1, "the keys are 1 s apart on average, 15 s in all: read as seconds, as glTF has them, but "
                    "they look like numbers of frames"},
                {2, "they look like numbers of frames"},
                {1 / 30000.0f, "they look like a thousandth"}};
    static const int node[] = {0};
    const float keys[FRAMES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    char note[PD_IO_GLTF_CLIP_NOTE];
    const pd_io_gltf_clip_options options = {.rate = 60, .note = note};
    pd_buffer file = {0};
    pd_io_gltf_clip clip;
    pd_error err;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_buffer_clear(&file);
        make_keys(&file, keys, rows[i].step, "LINEAR", 0, false);
        assert_int_equal(
            pd_io_gltf_clip_read(&clip, (pd_bytes){file.data, file.size}, node, 1, &options, &err), PD_OK);
        if (rows[i].note ? !strstr(note, rows[i].note) : *note != 0) fail_msg("%g: %s", rows[i].step, note);
        pd_io_gltf_clip_deinit(&clip);
    }

    /* A clip that is too long because of it is refused with the likely unit. */
    pd_buffer_clear(&file);
    make_keys(&file, keys, 41.6667f, "LINEAR", 0, false);
    assert_int_equal(pd_io_gltf_clip_read(&clip, (pd_bytes){file.data, file.size}, node, 1, &options, &err),
                     PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "its times look like milliseconds"));
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_sampled_between),
        cmocka_unit_test(a_step_at_the_time_of_a_frame_is_in_that_frame),
        cmocka_unit_test(times_that_are_negative_or_equal_are_read),
        cmocka_unit_test(times_that_are_hardly_seconds_are_reported),
        cmocka_unit_test(frames_of_a_motion_have_no_corners_between),
        cmocka_unit_test(a_channel_of_khr_animation_pointer_moves_the_node_that_it_names),
        cmocka_unit_test(scales_weights_and_expressions_that_are_left_out_are_named),
        cmocka_unit_test(channels_that_contradict_one_another_are_refused),
        cmocka_unit_test(values_that_are_no_rotation_or_place_are_refused),
        cmocka_unit_test(impossible_values_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
