/* Every kind of model: the shipped file of the kind is loaded, its memory is measured, and GET /v1/models and
 * GET /v1/models/{id} describe it. */
#include "api/http/api.h"
#include "core/io/tensor/safetensors.h"
#include "core/smpl/model.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

typedef struct shipped {
    pd_api_kind_id id;
    const char *kind, *file, *member; /* a member of the description and its value as text */
    double value;
} shipped;

/* Joints and numbers are those of docs/reference/formats.md. */
static const shipped files[] = {
    {PD_API_KIND_BODY, "body", "models/default.safetensors", "joint_count", 24},
    {PD_API_KIND_BODY, "body", "models/person.safetensors", "expression_count", 66},
    {PD_API_KIND_MOTION, "motion", "models/motion.safetensors", NULL, 0},
    {PD_API_KIND_POSE_PRIOR, "pose-prior", "models/pose-prior.safetensors", NULL, 0},
    {PD_API_KIND_POSE_NETWORK, "pose-network", "models/pose-network.safetensors", NULL, 0},
    {PD_API_KIND_MATCHING, "matching", "models/matching.safetensors", NULL, 0},
    {PD_API_KIND_WARDROBE, "wardrobe", "models/wardrobe.safetensors", NULL, 0},
    {PD_API_KIND_RIG_START, "rig-start", "models/rig-start.safetensors", "joint_count", 22},
    {PD_API_KIND_RIG_WEIGHTS, "rig-weights", "models/rig-weights.safetensors", "joint_count", 22},
    {PD_API_KIND_SPEECH, "speech", "models/speech.safetensors", "viseme_count", 15},
    {PD_API_KIND_CLIPS, "clips", "models/emotes.safetensors", "clip_count", 29},
};

/* Returns the members that a function writes, as an object. */
static json_t *members(void (*write)(pd_buffer *out, const void *model), const void *model)
{
    pd_buffer text = {0};
    json_error_t error;
    pd_buffer_text(&text, "{\"kind\":0");
    if (write) write(&text, model);
    pd_buffer_text(&text, "}");
    json_t *out = json_loadb((char *)text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    if (!out) fail_msg("%s: %.*s", error.text, (int)text.size, (char *)text.data);
    pd_buffer_deinit(&text);
    return out;
}

/* Checks that each list has as many elements as the count beside it states, all of one type. */
static void check_lists(const char *file, const json_t *all)
{
    static const char *const pairs[][2] = {
        {"joint_names", "joint_count"},           {"parents", "joint_count"},
        {"rest_joints", "joint_count"},           {"offsets", "joint_count"},
        {"expression_names", "expression_count"}, {"items", "item_count"},
        {"populations", "population_count"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const json_t *list = json_object_get(all, pairs[i][0]), *count = json_object_get(all, pairs[i][1]);
        if (!list || !count || !json_array_size(list)) continue;
        const size_t names = json_array_size(list);
        const char *last = json_string_value(json_array_get(list, names - 1));
        const json_int_t silence = last && !strcmp(last, PD_SMPL_SILENCE); /* a name without a coefficient */
        if ((json_int_t)names - silence != json_integer_value(count))
            fail_msg("%s: %zu %s, and %s is %lld", file, json_array_size(list), pairs[i][0], pairs[i][1],
                     (long long)json_integer_value(count));
        for (size_t k = 0; k < json_array_size(list); k++) {
            const json_t *row = json_array_get(list, k);
            assert_int_equal(json_typeof(row), json_typeof(json_array_get(list, 0)));
            if (json_is_string(row)) {
                assert_true(json_string_length(row) > 0);
                for (size_t other = 0; other < k; other++)
                    assert_false(json_equal(row, json_array_get(list, other))); /* names are unique */
            }
            if (json_is_array(row)) assert_int_equal(json_array_size(row), 3);
            if (json_is_integer(row)) assert_true(json_integer_value(row) < (json_int_t)k); /* a parent */
        }
    }
    const json_t *kinds = json_object_get(all, "keypoint_counts"),
                 *names = json_object_get(all, "keypoint_names"),
                 *limits = json_object_get(all, "beta_limits");
    if (kinds)
        assert_int_equal(json_integer_value(json_object_get(kinds, "body")) +
                             json_integer_value(json_object_get(kinds, "face")) +
                             json_integer_value(json_object_get(kinds, "contour")),
                         json_array_size(names));
    if (limits)
        assert_int_equal(json_array_size(limits), json_integer_value(json_object_get(all, "beta_count")));
}

/* ---- what the file itself says: the shapes of its tensors and its texts ---- */

/* Each count is the length of an axis of a tensor. */
static const struct {
    const char *file, *member, *tensor;
    int axis, less;
} lengths[] = {
    {"models/default", "vertex_count", "v_template", 0, 0},
    {"models/default", "face_count", "faces", 0, 0},
    {"models/default", "joint_count", "parents", 0, 0},
    {"models/default", "beta_count", "shapedirs", 2, 0},
    {"models/default", "soft_tissue_count", "softdirs.values", 2, 0},
    {"models/person", "joint_count", "parents", 0, 0},
    {"models/person", "beta_count", "beta_limits", 0, 0},
    {"models/person", "expression_count", "expressiondirs.values", 2, 0},
    {"models/person", "hand_component_count", "hands.left_components", 0, 0},
    {"models/motion", "joint_count", "parents", 0, 0},
    {"models/motion", "input_count", "x_mean", 0, 0},
    {"models/motion", "hidden_count", "b0", 1, 0},
    {"models/motion", "output_count", "y_mean", 0, 0},
    {"models/pose-prior", "number_count", "centre", 0, 0},
    {"models/pose-prior", "component_count", "bases", 0, 0},
    {"models/pose-prior", "direction_count", "bases", 1, 0},
    {"models/pose-network", "input_count", "x_mean", 0, 0},
    {"models/pose-network", "hidden_count", "b1", 0, 0},
    {"models/matching", "joint_count", "offsets", 0, 0},
    {"models/matching", "frame_count", "contacts", 0, 0},
    {"models/matching", "clip_count", "firsts", 0, 1}, /* and the end */
    {"models/matching", "copy_count", "copies", 0, 0},
    {"models/rig-start", "map_numbers", "first", 0, 0},
};

/* Each text, or list of names, stands in the metadata. */
static const struct {
    const char *file, *member, *key;
} texts[] = {
    {"models/default", "gender", "gender"},
    {"models/default", "joint_names", "joint_names"},
    {"models/person", "expression_names", "expression_names"},
    {"models/person", "feature_names", "feature_names"},
    {"models/motion", "gaits", "gaits"},
    {"models/motion", "styles", "styles"},
    {"models/motion", "joint_names", "joint_names"},
    {"models/motion", "window_samples", "window_samples"},
    {"models/motion", "window_step", "window_step"},
    {"models/motion", "frame_rate", "frame_rate"},
    {"models/matching", "frame_rate", "frame_rate"},
    {"models/pose-prior", "styles", "style_names"},
    {"models/pose-prior", "joint_names", "joint_names"},
    {"models/wardrobe", "body_model", "model"},
    {"models/", "name", "name"}, /* of all */
    {"models/", "licence", "licence"},
    {"models/", "provenance", "provenance"},
    {"models/", "credits", "credits"},
};

/* Writes a member in the form of the metadata: names with commas between them. */
static void text_of(char *out, size_t room, const json_t *value)
{
    size_t used = 0;
    *out = 0;
    if (json_is_string(value)) snprintf(out, room, "%s", json_string_value(value));
    if (json_is_number(value)) snprintf(out, room, "%g", json_number_value(value));
    for (size_t i = 0; i < json_array_size(value); i++)
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? "," : "",
                                 json_string_value(json_array_get(value, i)));
}

static void check_against_file(const char *file, const json_t *all)
{
    pd_safetensors header;
    static char text[16384];
    assert_int_equal(pd_safetensors_open(&header, file, NULL), PD_OK);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        if (strncmp(file, lengths[i].file, strcspn(file, "."))) continue;
        const pd_array *tensor = pd_safetensors_find(&header, lengths[i].tensor);
        assert_non_null(tensor);
        if (json_integer_value(json_object_get(all, lengths[i].member)) !=
            (json_int_t)tensor->shape[lengths[i].axis] - lengths[i].less)
            fail_msg("%s: %s", file, lengths[i].member);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strncmp(file, texts[i].file, strlen(texts[i].file)) ||
            (texts[i].file[7] && strlen(texts[i].file) != strcspn(file, ".")))
            continue;
        text_of(text, sizeof text, json_object_get(all, texts[i].member));
        char *silence = strstr(text, "," PD_SMPL_SILENCE); /* a name without a coefficient */
        if (silence) *silence = 0;
        assert_string_equal(text, pd_safetensors_get(&header, texts[i].key));
    }
    const pd_array *parents = pd_safetensors_find(&header, "parents");
    for (size_t k = 0; parents && k < parents->shape[0]; k++)
        assert_int_equal(json_integer_value(json_array_get(json_object_get(all, "parents"), k)),
                         ((const int32_t *)parents->data)[k]);
    pd_safetensors_deinit(&header);
}

/* Checks that the counts of weights are those of all tensors, and that there are 9 pose features for each
 * joint except the root. */
static void check_sums(const char *file, const json_t *all)
{
    json_int_t numbers = 0;
    pd_safetensors header;
    assert_int_equal(pd_safetensors_peek(&header, file, NULL), PD_OK);
    for (int t = 0; t < header.tensor_count; t++) {
        json_int_t count = 1;
        for (int axis = 0; axis < header.tensors[t].array.rank; axis++)
            count *= (json_int_t)header.tensors[t].array.shape[axis];
        numbers += count;
    }
    if (strstr(file, "rig-weights"))
        assert_int_equal(json_integer_value(json_object_get(all, "number_count")), numbers);
    if (strstr(file, "default"))
        assert_int_equal(json_integer_value(json_object_get(all, "pose_feature_count")), 9 * 23);
    pd_safetensors_deinit(&header);
}

static void every_shipped_file_is_a_model_of_its_kind(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const shipped *f = &files[i];
        const pd_api_kind *kind = &pd_api_kinds[f->id];
        pd_error err = {0};
        void *model;
        struct stat about;
        assert_string_equal(kind->name, f->kind);
        assert_int_equal(stat(f->file, &about), 0);
        if (kind->load(&model, f->file, &err)) fail_msg("%s: %s: %s", f->file, err.where, err.detail);

        /* The stated memory is at least a quarter of the file's size and at most 32 times it plus 64 MB. */
        const size_t bytes = kind->bytes(model);
        if (bytes < (size_t)about.st_size / 4 || bytes > 32 * (size_t)about.st_size + (64u << 20))
            fail_msg("%s: %zu bytes of a file of %zu", f->file, bytes, (size_t)about.st_size);

        /* The model remains valid after one of two references was released. */
        kind->retain(model);
        kind->release(model);
        json_t *summary = members(kind->summary, model), *description = members(kind->description, model);
        json_t *all = json_deep_copy(summary);
        const char *key;
        json_t *value;
        json_object_foreach(description, key, value) if (strcmp(key, "kind"))
        {
            if (json_object_get(all, key)) fail_msg("%s: %s stands in both", f->file, key);
            json_object_set(all, key, value);
        }
        if (f->member) assert_near(json_number_value(json_object_get(all, f->member)), f->value, 0);
        json_t *credits = json_object_get(all, "credits"), *units = json_object_get(all, "units");
        check_lists(f->file, all);
        check_against_file(f->file, all);
        check_sums(f->file, all);
        if (!json_string_length(credits)) fail_msg("%s: no credits", f->file);
        assert_true(json_object_size(units) > 0);
        if (f->id == PD_API_KIND_RIG_START || f->id == PD_API_KIND_RIG_WEIGHTS) {
            assert_string_equal(json_string_value(json_object_get(units, "length")), "height of the mesh");
            assert_string_equal(json_string_value(json_object_get(all, "frame")), "gltf");
        }
        json_decref(all), json_decref(summary), json_decref(description);
        kind->release(model);

        /* No other kind reads it. */
        for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
            const bool moves[] = {files[k].id == PD_API_KIND_MOTION || files[k].id == PD_API_KIND_MATCHING,
                                  f->id == PD_API_KIND_MOTION || f->id == PD_API_KIND_MATCHING};
            if (files[k].id == f->id || (moves[0] && moves[1])) continue; /* these two have one reader */
            err = (pd_error){0};
            if (pd_api_kinds[files[k].id].load(&model, f->file, &err) == PD_OK)
                fail_msg("%s is read as %s", f->file, files[k].kind);
            assert_true(err.status != PD_OK && err.detail[0]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_shipped_file_is_a_model_of_its_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
