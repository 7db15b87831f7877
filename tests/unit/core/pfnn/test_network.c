/* Tests files of motion networks: a network is read back bit for bit, and every wrong size, name or number is
 * refused with its place. */
#include "tests/support/cmocka.h"

#include "core/character/load.h"
#include "core/io/tensor/safetensors.h"
#include "tests/support/networks.h"

#include <stdlib.h>
#include <unistd.h>

/* 2 samples, 6 gaits, 2 joints; offsets and joint weights too */
#define SAMPLES 2
#define JOINTS  2

static void make(pd_pfnn_network *n)
{
    static const pd_model_name names[JOINTS] = {"Hips", "Head"};
    static const int parents[JOINTS] = {-1, 0};
    networks_make(n, pd_pfnn_x_dim(SAMPLES, 6, JOINTS), 5, pd_pfnn_y_dim(SAMPLES, JOINTS), 1);
    assert_int_equal(pd_pfnn_network_describe(n, JOINTS, names, parents, NULL), PD_OK);
    n->sample_count = SAMPLES;
    n->joint_weights = calloc(JOINTS, sizeof(float));
    n->offsets = calloc(3 * JOINTS, sizeof(float));
    n->joint_weights[1] = 0.1f, n->offsets[4] = 0.6f;
    n->text =
        (pd_model_text){strdup("tiny"), strdup("CC0"), strdup("made from a seed"), strdup("nobody\nat all")};
}

static pd_buffer encoded(const pd_pfnn_network *n)
{
    pd_buffer out = {0};
    pd_error err = {0};
    if (pd_pfnn_network_encode(&out, n, &err)) fail_msg("%s: %s", err.where, err.detail);
    return out;
}

static void expect_equal(const pd_pfnn_network *a, const pd_pfnn_network *b)
{
    assert_int_equal(a->x_dim, b->x_dim);
    assert_int_equal(a->y_dim, b->y_dim);
    for (int l = 0; l < 3; l++) {
        size_t rows = 4 * (size_t)a->layers[l].out;
        assert_int_equal(a->layers[l].in, b->layers[l].in);
        assert_memory_equal(a->layers[l].weights, b->layers[l].weights, rows * (size_t)a->layers[l].in * 4);
        assert_memory_equal(a->layers[l].bias, b->layers[l].bias, rows * 4);
    }
    assert_memory_equal(a->x_mean, b->x_mean, (size_t)a->x_dim * 4);
    assert_memory_equal(a->x_std, b->x_std, (size_t)a->x_dim * 4);
    assert_memory_equal(a->y_mean, b->y_mean, (size_t)a->y_dim * 4);
    assert_memory_equal(a->y_std, b->y_std, (size_t)a->y_dim * 4);
}

static void a_saved_network_reads_back_bit_for_bit_with_all_that_is_known_of_it(void **state)
{
    (void)state;
    pd_pfnn_network n, again;
    char path[] = "/tmp/posed_test_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    make(&n);
    n.frame_rate = 59.94f;
    assert_int_equal(pd_pfnn_network_save(&n, path, NULL), PD_OK);
    assert_int_equal(pd_pfnn_network_load(&again, path, NULL), PD_OK);
    expect_equal(&n, &again);
    assert_int_equal(again.joint_count, JOINTS);
    assert_string_equal(again.joint_names[1], "Head");
    assert_int_equal(again.parents[1], 0);
    assert_int_equal(again.gait_count, 6);
    assert_string_equal(again.gait_names[5], "bump");
    assert_int_equal(again.sample_count, SAMPLES);
    assert_int_equal(again.sample_step, 10);
    assert_true(again.frame_rate == n.frame_rate);
    assert_memory_equal(again.offsets, n.offsets, 3 * JOINTS * 4);
    assert_memory_equal(again.joint_weights, n.joint_weights, JOINTS * 4);
    assert_string_equal(again.text.licence, "CC0");
    assert_string_equal(again.text.credits, "nobody\nat all");
    unlink(path);
    pd_pfnn_network_deinit(&n);
    pd_pfnn_network_deinit(&again);
}

/* Makes a network with two more inputs, of two styles. */
static void make_styled(pd_pfnn_network *n, const float *style_default)
{
    static const pd_model_name joints[JOINTS] = {"Hips", "Head"}, styles[2] = {"accad-female1", "cmu-07"};
    static const int parents[JOINTS] = {-1, 0};
    networks_make(n, pd_pfnn_x_dim(SAMPLES, 6, JOINTS) + 2, 5, pd_pfnn_y_dim(SAMPLES, JOINTS), 1);
    assert_int_equal(pd_pfnn_network_describe(n, JOINTS, joints, parents, NULL), PD_OK);
    n->sample_count = SAMPLES;
    assert_int_equal(pd_pfnn_network_set_styles(n, 2, styles, style_default, NULL), PD_OK);
    memcpy(n->style_default, style_default, 4 * sizeof *style_default);
}

static void styles_and_their_default_read_back(void **state)
{
    (void)state;
    static const float mix[4] = {0.25f, 0.75f, 1, 0.5f};
    pd_pfnn_network n, again;
    make_styled(&n, mix);
    pd_buffer file = encoded(&n);
    assert_int_equal(pd_pfnn_network_parse(&again, file.data, file.size, "n", NULL), PD_OK);
    expect_equal(&n, &again);
    assert_int_equal(again.style_count, 2);
    assert_string_equal(again.style_names[1], "cmu-07");
    assert_memory_equal(again.style_default, mix, sizeof mix);
    assert_memory_equal(again.style_seconds, mix, sizeof mix);
    pd_buffer_deinit(&file);
    pd_pfnn_network_deinit(&again);

    /* the same number of inputs with another layout: the dimensions no longer fit */
    pd_error err = {0};
    assert_int_equal(pd_pfnn_network_set_styles(&n, 0, NULL, NULL, NULL), PD_OK);
    assert_int_equal(pd_pfnn_network_check(&n, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "0 styles"));
    assert_int_equal(pd_pfnn_network_set_styles(&n, PD_PFNN_MAX_STYLES + 1, NULL, NULL, &err), PD_ERR_RANGE);
    pd_pfnn_network_deinit(&n);
}

/* One is a number of styles as well, and so is the largest; without seconds each moved long enough. */
static void any_number_of_styles_up_to_the_limit_is_taken(void **state)
{
    (void)state;
    for (int count = 1; count <= PD_PFNN_MAX_STYLES; count += PD_PFNN_MAX_STYLES - 1) {
        pd_model_name names[PD_PFNN_MAX_STYLES];
        pd_pfnn_network n = {0};
        for (int s = 0; s < count; s++) snprintf(names[s], sizeof names[s], "style%d", s);
        assert_int_equal(pd_pfnn_network_set_styles(&n, count, (const pd_model_name *)names, NULL, NULL),
                         PD_OK);
        assert_int_equal(n.style_count, count);
        for (int s = 0; s < count; s++) assert_string_equal(n.style_names[s], names[s]);
        for (int i = 0; i < 2 * count; i++)
            assert_true(n.style_default[i] == 0 && n.style_seconds[i] >= 1e5F);
        assert_int_equal(pd_pfnn_network_set_styles(&n, -1, NULL, NULL, NULL), PD_ERR_RANGE);
        pd_pfnn_network_deinit(&n);
    }
}

static void a_style_that_is_not_finite_is_named(void **state)
{
    (void)state;
    static const float mix[4] = {1, INFINITY, 0, 0};
    pd_pfnn_network n;
    pd_error err = {0};
    make_styled(&n, mix);
    assert_int_equal(pd_pfnn_network_check(&n, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "style_default[1]");
    pd_pfnn_network_deinit(&n);
}

static void make_experts(pd_pfnn_network *n)
{
    networks_make_gated(n, (int[]){9, 4, 5}, 3, 8);
}

static void a_gate_and_its_experts_read_back_bit_for_bit(void **state)
{
    (void)state;
    pd_pfnn_network n, again;
    make_experts(&n);
    for (int half = 0; half < 2; half++) {
        if (half) assert_int_equal(pd_pfnn_network_round(&n, NULL), PD_OK);
        pd_buffer file = encoded(&n);
        assert_int_equal(pd_pfnn_network_parse(&again, file.data, file.size, "n", NULL), PD_OK);
        assert_int_equal(again.controls, 3);
        for (int l = 0; l < 3; l++) {
            size_t rows = 3 * (size_t)n.layers[l].out;
            assert_memory_equal(n.layers[l].weights, again.layers[l].weights,
                                rows * (size_t)n.layers[l].in * 4);
            assert_memory_equal(n.layers[l].bias, again.layers[l].bias, rows * 4);
        }
        assert_int_equal(again.gate.input_count, 3);
        assert_int_equal(again.gate.hidden, 7);
        assert_int_equal(again.gate.experts, 3);
        assert_memory_equal(again.gate.inputs, n.gate.inputs, 3 * sizeof(int));
        assert_memory_equal(again.gate.scales, n.gate.scales, 3 * sizeof(float));
        assert_memory_equal(again.gate.values, n.gate.values, pd_pfnn_gate_count(&n.gate) * sizeof(float));

        /* who does not know the kind refuses the file by its version */
        pd_safetensors header;
        assert_int_equal(pd_safetensors_parse(&header, file.data, file.size, "n", NULL), PD_OK);
        assert_string_equal(pd_safetensors_get(&header, "version"), "2.0");
        pd_safetensors_deinit(&header);
        pd_pfnn_network_deinit(&again);

        for (size_t size = 0; size < file.size; size += 3)
            assert_int_not_equal(pd_pfnn_network_parse(&again, file.data, size, "cut", NULL), PD_OK);
        pd_buffer_deinit(&file);
    }
    pd_pfnn_network_deinit(&n);
}

static void an_error_in_a_gate_is_named(void **state)
{
    (void)state;
    for (int i = 0; i < 7; i++) {
        static const char *const where[] = {
            "gate_inputs[1]", "gate_scales[2]", "V1[3]", "v2[1]", "W0", "gate", "V0"};
        pd_pfnn_network n;
        pd_error err = {0};
        make_experts(&n);
        pd_pfnn_gate *g = &n.gate;
        float *values = g->values;
        if (i == 0) g->inputs[1] = 9;
        if (i == 1) g->scales[2] = 0;
        if (i == 2) values[pd_pfnn_gate_layer_at(g, 1).weights + 3] = NAN;
        if (i == 3) values[pd_pfnn_gate_layer_at(g, 2).bias + 1] = INFINITY;
        if (i == 4) g->experts = 4;
        if (i == 5) g->hidden = 129;
        if (i == 6) g->values = NULL;
        if (i == 4) { /* values of four to look at */
            g->values = calloc(pd_pfnn_gate_count(g), sizeof *g->values);
            free(values);
            values = g->values;
        }
        assert_int_not_equal(pd_pfnn_network_check(&n, &err), PD_OK);
        assert_string_equal(err.where, where[i]);
        g->values = values;
        pd_pfnn_network_deinit(&n);
    }

    pd_pfnn_network n;
    pd_error err = {0};
    pd_pfnn_gate gate = {.input_count = 1, .hidden = 3, .experts = 17, .scales = {1}};
    assert_int_equal(pd_pfnn_network_init_gated(&n, 9, 4, 5, &gate, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "experts");
    assert_non_null(strstr(err.detail, "2 to 16 allowed"));
    assert_null(n.x_mean);
}

static uint64_t hash_of(pd_pfnn_network *n)
{
    pd_pfnn_model *m;
    assert_int_equal(pd_pfnn_model_build(&m, n, NULL), PD_OK);
    uint64_t hash = m->content_hash;
    pd_pfnn_model_release(m);
    return hash;
}

static void the_hash_of_a_network_covers_its_gate(void **state)
{
    (void)state;
    pd_pfnn_network n;
    make_experts(&n);
    uint64_t as_it_is = hash_of(&n);
    make_experts(&n);
    assert_true(hash_of(&n) == as_it_is);
    make_experts(&n);
    n.gate.values[5] += 1;
    assert_true(hash_of(&n) != as_it_is);
    make_experts(&n);
    n.gate.inputs[0] = 1;
    assert_true(hash_of(&n) != as_it_is);
    make_experts(&n);
    n.gate.scales[0] = 3;
    assert_true(hash_of(&n) != as_it_is);
}

static void a_network_without_a_skeleton_is_a_network(void **state)
{
    (void)state;
    pd_pfnn_network n, again;
    networks_make(&n, 7, 3, 2, 4);
    pd_buffer file = encoded(&n);
    assert_int_equal(pd_pfnn_network_parse(&again, file.data, file.size, "f", NULL), PD_OK);
    expect_equal(&n, &again);
    assert_int_equal(again.joint_count, 0);
    pd_buffer_deinit(&file);
    pd_pfnn_network_deinit(&n);
    pd_pfnn_network_deinit(&again);
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    (void)state;
    pd_pfnn_network n, again;
    make(&n);
    pd_buffer file = encoded(&n);
    for (size_t size = 0; size < file.size; size++) {
        pd_error err = {0};
        unsigned char *cut = malloc(size + 1); /* so that ASan sees a byte too far */
        memcpy(cut, file.data, size);
        assert_int_not_equal(pd_pfnn_network_parse(&again, cut, size, "cut", &err), PD_OK);
        assert_int_equal(strncmp(err.where, "cut", 3), 0);
        assert_null(again.x_mean);
        free(cut);
    }
    pd_buffer_deinit(&file);
    pd_pfnn_network_deinit(&n);
}

/* A change that makes the network invalid, and the place that the error of check,
 * and so of save, must name. */
typedef struct wrong {
    void (*change)(pd_pfnn_network *n);
    const char *where;
} wrong;

static void w_nan(pd_pfnn_network *n)
{
    n->layers[1].weights[17] = NAN;
}
static void w_inf(pd_pfnn_network *n)
{
    n->layers[2].bias[3] = INFINITY;
}
static void w_mean(pd_pfnn_network *n)
{
    n->y_mean[2] = NAN;
}
static void w_std_zero(pd_pfnn_network *n)
{
    n->x_std[4] = 0;
}
static void w_std_negative(pd_pfnn_network *n)
{
    n->y_std[0] = -1;
}
static void w_std_tiny(pd_pfnn_network *n)
{
    n->x_std[0] = 1e-40f;
}
static void w_shape(pd_pfnn_network *n)
{
    n->layers[0].in--;
}
static void w_joints(pd_pfnn_network *n)
{
    n->joint_count = 1;
}
static void w_parent(pd_pfnn_network *n)
{
    n->parents[1] = 1;
}
static void w_root(pd_pfnn_network *n)
{
    n->parents[0] = 0;
}
static void w_odd(pd_pfnn_network *n)
{
    n->sample_count = 3;
}
static void w_step(pd_pfnn_network *n)
{
    n->sample_step = 0;
}
static void w_rate(pd_pfnn_network *n)
{
    n->frame_rate = NAN;
}
static void w_comma(pd_pfnn_network *n)
{
    n->joint_names[1][1] = ',';
}
static void w_empty(pd_pfnn_network *n)
{
    n->gait_names[3][0] = 0;
}
static void w_endless(pd_pfnn_network *n)
{
    memset(n->joint_names[0], 'x', PD_MODEL_NAME_BYTES);
}
static void w_offset(pd_pfnn_network *n)
{
    n->offsets[5] = -INFINITY;
}
static void w_dim(pd_pfnn_network *n)
{
    n->h_dim = 0;
}
static void w_huge(pd_pfnn_network *n)
{
    n->h_dim = 8192, n->x_dim = 8192;
}

static void an_error_in_a_network_is_named(void **state)
{
    (void)state;
    static const wrong wrongs[] = {
        {w_nan, "W1[17]"},
        {w_inf, "b2[3]"},
        {w_mean, "y_mean[2]"},
        {w_std_zero, "x_std[4]"},
        {w_std_negative, "y_std[0]"},
        {w_std_tiny, "x_std[0]"},
        {w_shape, "W0"},
        {w_joints, "joint_names"},
        {w_parent, "parents[1]"},
        {w_root, "parents[0]"},
        {w_odd, "window_samples"},
        {w_step, "window_step"},
        {w_rate, "frame_rate"},
        {w_comma, "joint_names[1]"},
        {w_empty, "gaits[3]"},
        {w_endless, "joint_names[0]"},
        {w_offset, "offsets[5]"},
        {w_dim, "h_dim"},
        {w_huge, "W"},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        pd_pfnn_network n;
        pd_buffer out = {0};
        pd_error err = {0};
        make(&n);
        wrongs[i].change(&n);
        assert_int_not_equal(pd_pfnn_network_encode(&out, &n, &err), PD_OK);
        assert_string_equal(err.where, wrongs[i].where);
        assert_true(err.detail[0] != 0);
        assert_int_equal(out.size, 0);
        pd_buffer_deinit(&out);
        pd_pfnn_network_deinit(&n);
    }
}

/* Parses a good file with one tensor or text replaced by `text` or left out, or with a tensor reshaped. */
static pd_status parse_changed(const char *key, const char *text, size_t first_length, pd_error *err)
{
    pd_pfnn_network n, again;
    pd_safetensors file;
    pd_buffer out = {0};
    make(&n);
    pd_buffer good = encoded(&n);
    assert_int_equal(pd_safetensors_parse(&file, good.data, good.size, "good", NULL), PD_OK);
    pd_safetensors_out what = {file.tensors, 0, file.texts, 0};
    for (int i = 0; i < file.tensor_count; i++) {
        pd_safetensor tensor = file.tensors[i];
        if (!strcmp(tensor.name, key) && !first_length) continue;
        if (!strcmp(tensor.name, key)) {
            tensor.array.shape[0] = first_length;
            assert_true(pd_array_measure(&tensor.array) && tensor.array.data_bytes <= good.size / 2);
        }
        what.tensors[what.tensor_count++] = tensor;
    }
    for (int i = 0; i < file.text_count; i++) {
        pd_safetensors_text t = file.texts[i];
        if (!strcmp(t.key, key)) t.value = text;
        if (t.value) file.texts[what.text_count++] = t;
    }
    assert_int_equal(pd_safetensors_write(&out, &what, NULL), PD_OK);
    pd_status s = pd_pfnn_network_parse(&again, out.data, out.size, "f", err);
    pd_safetensors_deinit(&file);
    pd_buffer_deinit(&good);
    pd_buffer_deinit(&out);
    pd_pfnn_network_deinit(&n);
    pd_pfnn_network_deinit(&again);
    return s;
}

static void a_file_that_lacks_something_or_has_another_shape_is_refused_with_its_name(void **state)
{
    (void)state;
    static const char *const tensors[] = {"W0",     "W1",    "W2",     "b0",    "b1",     "b2",
                                          "x_mean", "x_std", "y_mean", "y_std", "parents"};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        for (size_t length = 0; length < 4; length += 3) {
            pd_error err = {0};
            char where[40];
            snprintf(where, sizeof where, "f: %s", tensors[i]);
            assert_int_equal(parse_changed(tensors[i], NULL, length, &err), PD_ERR_FORMAT);
            assert_string_equal(err.where, where);
        }
    assert_int_equal(parse_changed("offsets", NULL, 1, NULL), PD_ERR_FORMAT);
    assert_int_equal(parse_changed("offsets", NULL, 0, NULL), PD_OK);
    assert_int_equal(parse_changed("joint_weights", NULL, 1, NULL), PD_ERR_FORMAT);
}

static void texts_other_than_numbers_names_or_versions_are_refused(void **state)
{
    (void)state;
    static const char *const wrongs[][2] = {{"kind", "body"},
                                            {"kind", NULL},
                                            {"version", "3.0"},
                                            {"version", "x"},
                                            {"version", NULL},
                                            {"window_samples", "2x"},
                                            {"window_samples", "nan"},
                                            {"window_samples", NULL},
                                            {"window_samples", "1e9"},
                                            {"window_step", "-1"},
                                            {"frame_rate", ""},
                                            {"joint_names", "Hips"},
                                            {"joint_names", "Hips,"},
                                            {"joint_names", "Hips,Head,Hat"},
                                            {"gaits", "stand,walk"},
                                            {"gaits", NULL},
                                            {"joint_names", "Hips,a name of more than thirty-one letters"}};
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        pd_error err = {0};
        if (parse_changed(wrongs[i][0], wrongs[i][1], 1, &err)) continue;
        fail_msg("%s = %s was taken", wrongs[i][0], wrongs[i][1] ? wrongs[i][1] : "(missing)");
    }
    assert_int_equal(parse_changed("version", "1.7", 1, NULL), PD_OK);
}

/* "a,a, ...": so many names, and what they are told. */
static void many_names(char detail[512], const char *key, int count)
{
    char names[2048] = "";
    pd_error err = {0};
    for (int i = 0; i < count; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%sa", i ? "," : "");
    assert_int_not_equal(parse_changed(key, names, 1, &err), PD_OK);
    snprintf(detail, 512, "%s", err.detail);
}

static void there_are_at_most_64_gaits(void **state)
{
    char detail[512];
    (void)state;
    many_names(detail, "gaits", 65);
    assert_string_equal(detail, "65 names; at most 64 allowed");
    many_names(detail, "gaits", 64); /* other dimensions than the file's */
    assert_null(strstr(detail, "at most"));
    many_names(detail, "joint_names", PD_PFNN_MAX_JOINTS + 1);
    assert_non_null(strstr(detail, "names; at most"));
}

static void dimensions_out_of_range_are_refused(void **state)
{
    (void)state;
    static const int wrongs[][3] = {{0, 1, 1},  {1, 0, 1},    {1, 1, 0},
                                    {-5, 1, 1}, {9000, 1, 1}, {8192, 8192, 1}};
    pd_pfnn_network n;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        assert_int_not_equal(pd_pfnn_network_init(&n, wrongs[i][0], wrongs[i][1], wrongs[i][2], NULL), PD_OK);
        assert_null(n.x_mean);
    }
    assert_int_equal(pd_pfnn_x_dim(12, 6, 31), 342);
    assert_int_equal(pd_pfnn_y_dim(12, 31), 311);
}

static void a_model_is_shared_by_references_and_refuses_a_wrong_network(void **state)
{
    (void)state;
    pd_pfnn_network n;
    pd_pfnn_model *m, *other;
    pd_error err = {0};
    make(&n);
    assert_int_equal(pd_pfnn_model_build(&m, &n, &err), PD_OK);
    assert_null(n.x_mean);
    assert_ptr_equal(pd_pfnn_model_retain(m), m);
    pd_pfnn_model_release(m);
    assert_string_equal(m->network.joint_names[1], "Head");
    make(&n);
    n.layers[0].weights[0] += 1;
    assert_int_equal(pd_pfnn_model_build(&other, &n, &err), PD_OK);
    assert_true(m->content_hash != other->content_hash);
    pd_pfnn_model_release(m);
    pd_pfnn_model_release(other);
    make(&n);
    n.x_std[0] = 0;
    assert_int_equal(pd_pfnn_model_build(&m, &n, &err), PD_ERR_RANGE);
    assert_null(m);
    assert_null(n.x_mean);
    assert_int_equal(pd_character_model_load(&m, "/no/such/file", &err), PD_ERR_NOT_FOUND);
    pd_pfnn_model_release(NULL);
}

static uint64_t hash_with(void (*change)(pd_pfnn_network *))
{
    pd_pfnn_network n;
    pd_pfnn_model *m;
    make(&n);
    if (change) change(&n);
    assert_int_equal(pd_pfnn_model_build(&m, &n, NULL), PD_OK);
    uint64_t hash = m->content_hash;
    pd_pfnn_model_release(m);
    return hash;
}

static void longer_bones(pd_pfnn_network *n)
{
    n->offsets[4] += 0.01f;
}

static void no_bones(pd_pfnn_network *n)
{
    free(n->offsets);
    n->offsets = NULL;
}

static void another_name(pd_pfnn_network *n)
{
    strcpy(n->joint_names[1], "Skull");
}

static void another_gait(pd_pfnn_network *n)
{
    strcpy(n->gait_names[2], "run");
}

static void another_rate(pd_pfnn_network *n)
{
    n->frame_rate = 30;
}

static void a_models_hash_covers_names_and_metadata(void **state)
{
    (void)state;
    const uint64_t hash = hash_with(NULL);
    assert_true(hash == hash_with(NULL));
    assert_true(hash != hash_with(longer_bones));
    assert_true(hash != hash_with(no_bones));
    assert_true(hash != hash_with(another_name));
    assert_true(hash != hash_with(another_gait));
    assert_true(hash != hash_with(another_rate));
}

static void a_network_rounded_to_halves_is_stored_in_half_the_bytes_and_reads_back_bit_for_bit(void **state)
{
    (void)state;
    pd_pfnn_network n, again;
    networks_make(&n, 40, 30, 20, 4);
    pd_buffer wide = encoded(&n);
    float before = n.layers[1].weights[5];
    assert_false(pd_pfnn_network_is_half(&n));
    n.layers[2].weights[3] = 7e4f;
    assert_int_equal(pd_pfnn_network_round(&n, NULL), PD_ERR_RANGE);
    assert_true(n.layers[1].weights[5] == before);
    n.layers[2].weights[3] = 1e-7f; /* a half below its normal numbers */
    assert_int_equal(pd_pfnn_network_round(&n, NULL), PD_OK);
    assert_true(pd_pfnn_network_is_half(&n));
    assert_near(n.layers[1].weights[5], before, fabsf(before) / 2048);
    pd_buffer narrow = encoded(&n);
    assert_int_equal(wide.size - narrow.size, 2 * 4 * (40 * 30 + 30 * 30 + 20 * 30));
    assert_int_equal(pd_pfnn_network_parse(&again, narrow.data, narrow.size, "f", NULL), PD_OK);
    expect_equal(&n, &again);
    pd_buffer_deinit(&wide);
    pd_buffer_deinit(&narrow);
    pd_pfnn_network_deinit(&n);
    pd_pfnn_network_deinit(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_network_reads_back_bit_for_bit_with_all_that_is_known_of_it),
        cmocka_unit_test(styles_and_their_default_read_back),
        cmocka_unit_test(any_number_of_styles_up_to_the_limit_is_taken),
        cmocka_unit_test(a_style_that_is_not_finite_is_named),
        cmocka_unit_test(a_gate_and_its_experts_read_back_bit_for_bit),
        cmocka_unit_test(an_error_in_a_gate_is_named),
        cmocka_unit_test(the_hash_of_a_network_covers_its_gate),
        cmocka_unit_test(a_network_without_a_skeleton_is_a_network),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(an_error_in_a_network_is_named),
        cmocka_unit_test(a_file_that_lacks_something_or_has_another_shape_is_refused_with_its_name),
        cmocka_unit_test(texts_other_than_numbers_names_or_versions_are_refused),
        cmocka_unit_test(there_are_at_most_64_gaits),
        cmocka_unit_test(a_network_rounded_to_halves_is_stored_in_half_the_bytes_and_reads_back_bit_for_bit),
        cmocka_unit_test(dimensions_out_of_range_are_refused),
        cmocka_unit_test(a_models_hash_covers_names_and_metadata),
        cmocka_unit_test(a_model_is_shared_by_references_and_refuses_a_wrong_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
