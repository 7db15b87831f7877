/* Morph targets that follow the pose, in the file. */
#include "core/io/mesh/glb.h"

#include "tests/support/cmocka.h"

#include <jansson.h>
#include <string.h>

/* A triangle on two joints, one beta, two correctives driven by the second joint; it wears a triangle. */
static const float rest[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, joints[] = {0, 0, 0, 0, 0.5f, 0}, root[] = {0, 1, 0};
static const float skin[] = {1, 0, 0, 1, 0.5f, 0.5f}, shapedirs[] = {0, 0, 1, 0, 0, 2, 0, 0, 3};
static const float turned[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 1, 0, 0, 0, 0, 1};
static const int parents[] = {-1, 0}, driving[] = {1};
static const char names[2][32] = {"root", "tip"};
static const float dirs[] = {0, 0, 0.25f, 0, 0, 0.5f, 0, 0, 0, 0.125f, 0, 0, 0, 0, 0, 0, 0, 1};
static const float map[18] = {0.5f, 0, 0, 0, 0.5f, [9 + 1] = -1};
static const float weights[] = {-1, 1}, times[] = {0, 0.5f};
static const float turns[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.7071068f, 0.7071068f};
static const float frames[] = {0, 0, -1, 1};
static const uint32_t face[] = {0, 1, 2};
static const uint16_t faces[] = {0, 1, 2}, corners[] = {0, 1, 2};
static const uint8_t on[12];
static const float whole[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, uvs[6];
static const pd_io_glb_part part = {0, 1, 0};
static const pd_io_glb_material material = {.name = "skin", .texture = -1};
static const pd_io_glb_layer layer = {.corner_count = 3,
                                      .part_count = 1,
                                      .faces = faces,
                                      .uvs = uvs,
                                      .parts = &part,
                                      .corners = corners,
                                      .joints = on,
                                      .weights = whole};

typedef struct scene {
    pd_io_mesh_body body;
    pd_io_mesh mesh;
    pd_io_glb_rig rig;
    pd_io_glb_correctives correctives;
    pd_io_glb_pose pose;
    pd_io_glb_clip clip;
    pd_io_glb_worn worn;
    pd_io_glb glb;
} scene;

static void make(scene *s)
{
    memset(s, 0, sizeof *s);
    s->mesh = (pd_io_mesh){.bodies = &s->body,
                           .body_count = 1,
                           .vertex_count = 3,
                           .face_count = 1,
                           .faces = face,
                           .frame = PD_FRAME_GLTF};
    s->rig = (pd_io_glb_rig){.joint_count = 2,
                             .parents = parents,
                             .names = names,
                             .weights = skin,
                             .beta_count = 1,
                             .shapedirs_stride = 1,
                             .shapedirs = shapedirs,
                             .corrective_count = 2};
    s->correctives = (pd_io_glb_correctives){.joint_count = 1,
                                             .joints = driving,
                                             .dirs = dirs,
                                             .map = map,
                                             .weights = weights,
                                             .poses = "3 of 4",
                                             .rms = 0.0015,
                                             .worst = 0.02,
                                             .rms_without = 0.004};
    s->pose = (pd_io_glb_pose){.rest = rest,
                               .rest_joints = joints,
                               .rotations = turned,
                               .root = root,
                               .correctives = &s->correctives};
    s->clip = (pd_io_glb_clip){.frame_count = 2, .times = times, .quaternions = turns, .weights = frames};
    s->worn = (pd_io_glb_worn){.vertices = rest, .correctives = dirs};
    s->glb = (pd_io_glb){.mesh = &s->mesh,
                         .rig = &s->rig,
                         .poses = &s->pose,
                         .clips = &s->clip,
                         .clip_count = 1,
                         .layers = &layer,
                         .worn = &s->worn,
                         .layer_count = 1,
                         .materials = &material,
                         .material_count = 1};
}

static uint32_t word(const unsigned char *at)
{
    uint32_t value;
    memcpy(&value, at, 4);
    return value;
}

static json_t *written(pd_buffer *out, const scene *s)
{
    pd_error err = {0};
    assert_int_equal(pd_io_glb_write(out, &s->glb, &err), PD_OK);
    json_t *json =
        json_loadb((const char *)out->data + 20, word(out->data + 12), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    return json;
}

/* The floats of an accessor. */
static const float *floats(const pd_buffer *out, json_t *json, json_t *accessor)
{
    json_t *of = json_array_get(json_object_get(json, "accessors"), (size_t)json_integer_value(accessor));
    json_t *view = json_array_get(json_object_get(json, "bufferViews"),
                                  (size_t)json_integer_value(json_object_get(of, "bufferView")));
    return (const float *)(const void *)(out->data + 28 + word(out->data + 12) +
                                         json_integer_value(json_object_get(view, "byteOffset")));
}

static void targets_follow_those_of_betas_in_skin_and_clothes(void **state)
{
    (void)state;
    scene s;
    pd_buffer out = {0};
    make(&s);
    json_t *json = written(&out, &s), *mesh = json_array_get(json_object_get(json, "meshes"), 0),
           *primitives = json_object_get(mesh, "primitives"), *given = json_object_get(mesh, "weights");
    assert_int_equal(json_array_size(primitives), 2);
    for (size_t p = 0; p < 2; p++) {
        json_t *targets = json_object_get(json_array_get(primitives, p), "targets");
        assert_int_equal(json_array_size(targets), 3);
        for (size_t i = 0; i < 2; i++)
            assert_memory_equal(
                floats(&out, json, json_object_get(json_array_get(targets, 1 + i), "POSITION")), dirs + 9 * i,
                9 * sizeof *dirs);
    }
    assert_int_equal(json_array_size(given), 3);
    assert_near(json_number_value(json_array_get(given, 0)), 0, 0);
    assert_near(json_number_value(json_array_get(given, 1)), -1, 0);
    assert_near(json_number_value(json_array_get(given, 2)), 1, 0);
    json_decref(json);
    pd_buffer_deinit(&out);
}

static void extras_hold_the_map_and_what_is_missing(void **state)
{
    (void)state;
    scene s;
    pd_buffer out = {0};
    make(&s);
    json_t *json = written(&out, &s),
           *extras = json_object_get(json_array_get(json_object_get(json, "meshes"), 0), "extras"),
           *own = json_object_get(extras, "correctives"), *error = json_object_get(own, "error"),
           *rows = json_object_get(own, "map");
    assert_int_equal(json_integer_value(json_object_get(own, "first_target")), 1);
    assert_int_equal(json_integer_value(json_object_get(own, "count")), 2);
    assert_string_equal(json_string_value(json_array_get(json_object_get(own, "joints"), 0)), "tip");
    assert_int_equal(json_array_size(rows), 2);
    assert_int_equal(json_array_size(json_array_get(rows, 1)), 9);

    /* the weights that the mesh has are the map's */
    for (size_t i = 0; i < 2; i++) {
        double sum = 0;
        for (size_t e = 0; e < 9; e++)
            sum += json_number_value(json_array_get(json_array_get(rows, i), e)) *
                   ((double)turned[9 + e] - (e % 4 == 0));
        assert_near(sum, (double)weights[i], 1e-6);
    }
    assert_near(json_number_value(json_object_get(error, "rms_mm")), 1.5, 1e-9);
    assert_near(json_number_value(json_object_get(error, "largest_mm")), 20, 1e-9);
    assert_near(json_number_value(json_object_get(error, "rms_mm_without")), 4, 1e-9);
    assert_string_equal(json_string_value(json_object_get(error, "poses")), "3 of 4");
    assert_string_equal(json_string_value(json_array_get(json_object_get(extras, "targetNames"), 2)),
                        "corrective_1");
    assert_non_null(strstr(json_string_value(json_object_get(extras, "skin")), "morph targets"));
    json_decref(json);
    pd_buffer_deinit(&out);
}

static void a_clip_drives_correctives_and_leaves_the_weights_of_betas(void **state)
{
    (void)state;
    static const float want[] = {0, 0, 0, 0, -1, 1};
    scene s;
    pd_buffer out = {0};
    make(&s);
    json_t *json = written(&out, &s), *clip = json_array_get(json_object_get(json, "animations"), 0),
           *channels = json_object_get(clip, "channels");
    const size_t last = json_array_size(channels) - 1;
    json_t *channel = json_array_get(channels, last), *target = json_object_get(channel, "target");
    assert_int_equal(last, 2); /* two rotations and the weights */
    assert_string_equal(json_string_value(json_object_get(target, "path")), "weights");
    assert_int_equal(json_integer_value(json_object_get(target, "node")), 0);
    json_t *sampler = json_array_get(json_object_get(clip, "samplers"), 2);
    assert_memory_equal(floats(&out, json, json_object_get(sampler, "output")), want, sizeof want);

    /* a coarser copy is another mesh and goes along */
    static const int levels[] = {1};
    json_decref(json);
    pd_buffer_clear(&out);
    s.glb.levels = levels, s.glb.level_count = 1;
    json = written(&out, &s);
    channels = json_object_get(json_array_get(json_object_get(json, "animations"), 0), "channels");
    assert_int_equal(json_array_size(channels), 4);
    json_decref(json);
    pd_buffer_deinit(&out);
}

static void missing_or_out_of_range_values_are_refused(void **state)
{
    (void)state;
    static const int nobody[] = {2};
    static const float broken[] = {0, NAN, 0, 0};
    pd_buffer out = {0};
    pd_error err;
    scene s;
    make(&s);
    s.pose.correctives = NULL;
    assert_int_equal(pd_io_glb_write(&out, &s.glb, &err), PD_ERR_INVALID);
    make(&s);
    s.correctives.joints = nobody;
    assert_int_equal(pd_io_glb_write(&out, &s.glb, &err), PD_ERR_RANGE);
    make(&s);
    s.correctives.weights = broken;
    assert_int_equal(pd_io_glb_write(&out, &s.glb, &err), PD_ERR_INVALID);
    make(&s);
    s.clip.weights = broken;
    assert_int_equal(pd_io_glb_write(&out, &s.glb, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/clips/0/weights/1");
    make(&s);
    s.worn.correctives = NULL;
    assert_int_equal(pd_io_glb_write(&out, &s.glb, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/worn");
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_follow_those_of_betas_in_skin_and_clothes),
        cmocka_unit_test(extras_hold_the_map_and_what_is_missing),
        cmocka_unit_test(a_clip_drives_correctives_and_leaves_the_weights_of_betas),
        cmocka_unit_test(missing_or_out_of_range_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
