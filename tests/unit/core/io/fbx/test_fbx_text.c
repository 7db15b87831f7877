/* Text FBX, as the tree that binary files give. */
#include "core/io/fbx/fbx_figure.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\n"

static pd_status parse(pd_fbx *out, const char *text, pd_error *err)
{
    return pd_fbx_parse(out, text, strlen(text), "t.fbx", err);
}

static void values_are_numbers_letters_texts_and_arrays(void **state)
{
    (void)state;
    static const char text[] = HEAD "Objects:  {\n"
                                    "\tModel: 5000000001, \"Model::rig:Hips\", \"LimbNode\" {\n"
                                    "\t\tShading: T\n\t\tCulling: \"a &quot;b&quot;\", -2.5e1,\n\t\t\t7\n"
                                    "\t\tWhole: *4 {\n\t\t\ta: 1,2,\n3,-4\n\t\t} \n"
                                    "\t\tMixed: *3 {\n\t\t\ta: 1,.5,3\n\t\t} \n\t}\n}\n";
    pd_fbx fbx;
    pd_error err;
    assert_int_equal(parse(&fbx, text, &err), PD_OK);
    assert_int_equal(fbx.version, 7400);
    const int objects = pd_fbx_find(&fbx, -1, "Objects", 0), model = pd_fbx_find(&fbx, objects, "Model", 0);
    char name[16];
    assert_int_equal(pd_fbx_at(&fbx, model, 0)->whole, 5000000001);
    assert_true(pd_fbx_text(name, sizeof name, &fbx, model, 1));
    assert_string_equal(name, "rig:Hips");
    assert_true(pd_fbx_says(&fbx, model, 2, "LimbNode"));
    assert_int_equal(pd_fbx_at(&fbx, pd_fbx_find(&fbx, model, "Shading", 0), 0)->whole, 'T');
    const int culling = pd_fbx_find(&fbx, model, "Culling", 0);
    assert_true(pd_fbx_says(&fbx, culling, 0, "a \"b\""));
    assert_true(pd_fbx_at(&fbx, culling, 1)->number == -25);
    assert_int_equal(pd_fbx_at(&fbx, culling, 2)->whole, 7); /* a comma at the end of a line goes on */

    int64_t *whole;
    double *numbers;
    size_t count;
    assert_int_equal(pd_fbx_indices(&whole, &count, &fbx, pd_fbx_find(&fbx, model, "Whole", 0), 9, &err),
                     PD_OK);
    assert_int_equal(count, 4);
    assert_int_equal(whole[3], -4);
    free(whole);
    assert_int_equal(pd_fbx_numbers(&numbers, &count, &fbx, pd_fbx_find(&fbx, model, "Mixed", 0), 9, &err),
                     PD_OK);
    assert_true(count == 3 && numbers[0] == 1 && numbers[1] == .5 && numbers[2] == 3);
    free(numbers);
    pd_fbx_deinit(&fbx);
}

static void malformed_input_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
        pd_status status;
    } rows[] = {{HEAD "Objects:  {\n", "has no end", PD_ERR_FORMAT},
                {HEAD "Name: \"text\n", "no closing quotation mark", PD_ERR_FORMAT},
                {HEAD "A: *2 {\n a: 1,x\n}\n", "a number", PD_ERR_FORMAT},
                {HEAD "A: *-2 {\n a: 1\n}\n", "not a whole number", PD_ERR_FORMAT},
                {HEAD "A: *2\nB: 1\n", "does not begin with '{'", PD_ERR_FORMAT},
                {HEAD "nothing\n", "a name and ':' expected", PD_ERR_FORMAT},
                {"FBXHeaderExtension:  {\n FBXVersion: 6100\n}\n", "6100; 7000 to 7999", PD_ERR_UNSUPPORTED},
                {"HIERARCHY\n", "not an FBX file", PD_ERR_FORMAT}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_fbx fbx;
        pd_error err = {0};
        assert_int_equal(parse(&fbx, rows[i].text, &err), rows[i].status);
        if (!strstr(err.detail, rows[i].words)) fail_msg("row %zu: %s", i, err.detail);
        assert_non_null(strstr(err.where, "t.fbx"));
        pd_fbx_deinit(&fbx);
    }
    char deep[2000] = HEAD;
    for (int i = 0; i < 40; i++) strcat(deep, "a: {\n");
    pd_fbx fbx;
    pd_error err;
    assert_int_equal(parse(&fbx, deep, &err), PD_ERR_LIMIT);
    assert_string_equal(err.detail, "more than the allowed 32 nested records");
}

static void a_file_cut_anywhere_is_refused_or_read(void **state)
{
    (void)state;
    FILE *file = fopen("tests/fuzz/corpus/fbx/skin75.txt", "rb");
    assert_non_null(file);
    static char text[65536];
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    for (size_t end = 0; end < size; end += 7) {
        char *cut = malloc(end + 1); /* of its own size, so that a sanitizer sees what is read beyond it */
        pd_fbx_found found;
        pd_buffer glb = {0};
        pd_error err = {0};
        memcpy(cut, text, end);
        const pd_status status =
            pd_fbx_glb(&glb, &found, (pd_bytes){(unsigned char *)cut, end}, "cut", NULL, &err);
        if (status != PD_OK) assert_true(err.detail[0]);
        pd_buffer_deinit(&glb);
        free(cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_numbers_letters_texts_and_arrays),
        cmocka_unit_test(malformed_input_is_refused_with_its_place),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_or_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
