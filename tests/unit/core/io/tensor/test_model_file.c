/* Tests the frame of model files: kind, version, names, and the errors for each. */
#include "core/io/tensor/model_file.h"

#include "tests/support/cmocka.h"

#include <string.h>

/* Writes a file of kind "thing" with that version and these joints: an array `x` (2,3) of 0 ... 5. */
static void write_thing(pd_buffer *out, const char *version, const char *names)
{
    static const float values[6] = {0, 1, 2, 3, 4, 5};
    const size_t shape[2] = {2, 3};
    pd_safetensor tensor = {"x", pd_array_of(PD_DTYPE_F32, values, 2, shape)};
    pd_safetensors_text texts[1 + PD_MODEL_FILE_TEXTS] = {{"joints", names}};
    const pd_model_file own = {NULL, "thing", version, "a thing", NULL};
    pd_model_text text = {.name = (char *)"one", .credits = (char *)"all of us"};
    int count = pd_model_file_add_texts(texts, 1, &own, "metres", &text);
    assert_int_equal(count, 6); /* no licence, no provenance */
    assert_int_equal(pd_safetensors_write(out, &(pd_safetensors_out){&tensor, 1, texts, count}, NULL), PD_OK);
}

typedef struct opened {
    pd_buffer bytes;
    pd_safetensors parsed;
    pd_model_file file;
    pd_error err;
} opened;

static void open_thing(opened *o, const char *version, const char *names)
{
    memset(o, 0, sizeof *o);
    write_thing(&o->bytes, version, names);
    assert_int_equal(pd_safetensors_parse(&o->parsed, o->bytes.data, o->bytes.size, "f", &o->err), PD_OK);
    o->file = (pd_model_file){&o->parsed, "thing", "2.1", "a thing", &o->err};
}

static void close_thing(opened *o)
{
    pd_safetensors_deinit(&o->parsed);
    pd_buffer_deinit(&o->bytes);
}

static void a_written_file_is_read(void **state)
{
    (void)state;
    opened o;
    float x[6];
    pd_model_name names[2];
    pd_model_text text = {0};
    open_thing(&o, "2.0", "hips,head");
    assert_int_equal(pd_model_file_check(&o.file), PD_OK);
    assert_int_equal(pd_model_file_floats(x, &o.file, "x", 2, (const size_t[]){2, 3}), PD_OK);
    assert_true(x[5] == 5);
    assert_int_equal(pd_model_file_name_count(&o.file, "joints"), 2);
    assert_int_equal(pd_model_file_name_count(&o.file, "gaits"), 0);
    assert_int_equal(pd_model_file_names(names, 2, &o.file, "joints"), PD_OK);
    assert_string_equal(names[1], "head");
    assert_int_equal(pd_model_file_texts(&text, &o.file), PD_OK);
    assert_string_equal(text.credits, "all of us");
    assert_null(text.licence);
    pd_model_text_free(&text);
    assert_null(text.name);
    close_thing(&o);
}

static void versions_of_before_are_read_and_later_ones_refused(void **state)
{
    (void)state;
    static const struct {
        const char *version, *wanted;
    } cases[] = {
        {"1.9", NULL}, {"2.7", NULL}, {"3.0", "newer posed"}, {"2", "like \"2.1\""}, {"x.1", "like"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        opened o;
        open_thing(&o, cases[i].version, "a");
        assert_int_equal(pd_model_file_check(&o.file) != PD_OK, cases[i].wanted != NULL);
        if (cases[i].wanted) assert_non_null(strstr(o.err.detail, cases[i].wanted));
        close_thing(&o);
    }
}

static void another_kind_a_missing_array_another_shape_and_long_names_are_refused(void **state)
{
    (void)state;
    opened o;
    float x[6];
    pd_model_name name[1];
    open_thing(&o, "2.1", "a_name_of_more_than_thirty_one_characters");
    o.file.kind = "body";
    assert_int_equal(pd_model_file_check(&o.file), PD_ERR_UNSUPPORTED);
    assert_string_equal(o.err.where, "__metadata__/kind");
    assert_int_equal(pd_model_file_floats(x, &o.file, "y", 1, (const size_t[]){6}), PD_ERR_FORMAT);
    assert_non_null(strstr(o.err.detail, "a thing needs it"));
    assert_int_equal(pd_model_file_floats(x, &o.file, "x", 2, (const size_t[]){3, 2}), PD_ERR_FORMAT);
    assert_non_null(strstr(o.err.detail, "(2, 3)"));
    assert_int_equal(pd_model_file_names(name, 1, &o.file, "joints"), PD_ERR_INVALID);
    assert_non_null(strstr(o.err.detail, "31 allowed"));
    close_thing(&o);
}

static void an_error_names_its_file_once(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_fail(&err, PD_ERR_FORMAT, "x", "is wrong");
    assert_int_equal(pd_model_file_place(PD_OK, "f", &err), PD_OK);
    assert_string_equal(err.where, "x");
    for (int i = 0; i < 2; i++) pd_model_file_place(PD_ERR_FORMAT, "f", &err);
    assert_string_equal(err.where, "f: x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_file_is_read),
        cmocka_unit_test(versions_of_before_are_read_and_later_ones_refused),
        cmocka_unit_test(another_kind_a_missing_array_another_shape_and_long_names_are_refused),
        cmocka_unit_test(an_error_names_its_file_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
