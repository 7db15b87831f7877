/* Tests the readers of MakeHuman's meshes and targets: units, groups,
 * limits, and texts that are cut anywhere. */
#include "factory/makehuman/makehuman.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

static const char square[] =
    "# a square\n"
    "v 0 0 0\r\nv 10 0 0\nv 10 -.5e1 0\nv 0 10 0\n"
    "vt 0 0\ng body\nf 1/1 2/1 3/1 4/1\ng joint-a\nf 1 2 3 4\ng body\nf 4//2 3 2 1\n";

static pd_status parse_obj(pd_factory_obj *obj, const char *text, pd_error *err)
{
    return pd_factory_obj_parse(obj, (pd_bytes){(const unsigned char *)text, strlen(text)}, "a.obj", err);
}

static void refuse_obj(const char *text, const char *where, const char *detail)
{
    pd_factory_obj obj;
    pd_error err = {0};
    assert_int_equal(parse_obj(&obj, text, &err), PD_ERR_FORMAT);
    assert_null(obj.vertices);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("detail is %s, wanted %s", err.detail, detail);
}

static pd_status parse_target(pd_factory_target *target, const char *text, pd_error *err)
{
    return pd_factory_target_parse(target, (pd_bytes){(const unsigned char *)text, strlen(text)}, 10, 5,
                                   "a.target", err);
}

static void refuse_target(const char *text, const char *where, const char *detail)
{
    pd_factory_target target;
    pd_error err = {0};
    assert_int_equal(parse_target(&target, text, &err), PD_ERR_FORMAT);
    assert_null(target.moves);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("detail is %s, wanted %s", err.detail, detail);
}

static void decimetres_become_metres_and_groups_are_merged_by_name(void **state)
{
    (void)state;
    pd_factory_obj obj;
    pd_error err = {0};
    assert_int_equal(parse_obj(&obj, square, &err), PD_OK);
    assert_int_equal(obj.vertex_count, 4);
    assert_int_equal(obj.quad_count, 3);
    assert_int_equal(obj.group_count, 2);
    assert_near(obj.vertices[3], 1, 0);
    assert_near(obj.vertices[7], -0.5, 1e-7);
    assert_int_equal(pd_factory_obj_group(&obj, "joint-a"), obj.quad_group[1]);
    assert_int_equal(obj.quad_group[0], obj.quad_group[2]);
    assert_int_equal(obj.quads[2][0], 3);
    assert_int_equal(pd_factory_obj_group(&obj, "leg"), -1);
    pd_factory_obj_deinit(&obj);
}

static void a_mesh_that_lies_is_refused_with_its_line(void **state)
{
    (void)state;
    refuse_obj("", "a.obj:1", "no vertices");
    refuse_obj("v 1 2 3\n", "a.obj:2", "no vertices or no faces");
    refuse_obj("v 1 2\n", "a.obj:1", "three numbers");
    refuse_obj("v 1 2 3 4\n", "a.obj:1", "three numbers");
    refuse_obj("v 1 2 nan\n", "a.obj:1", "three numbers");
    refuse_obj("v 1 2 1e999\n", "a.obj:1", "three numbers");
    refuse_obj("v 1 2 0x10\n", "a.obj:1", "three numbers");
    refuse_obj("v 0 0 0\nf 1 1 1 1\n", "a.obj:2", "before the first group");
    refuse_obj("v 0 0 0\ng a\nf 1 1 1\n", "a.obj:3", "four corners");
    refuse_obj("v 0 0 0\ng a\nf 1 1 1 1 1\n", "a.obj:3", "four corners");
    refuse_obj("v 0 0 0\ng a\nf 1 1 1 2\n", "a.obj:3", "came before");
    refuse_obj("v 0 0 0\ng a\nf 0 1 1 1\n", "a.obj:3", "came before");
    refuse_obj("v 0 0 0\ng a\nf -1 1 1 1\n", "a.obj:3", "came before");
    refuse_obj("v 0 0 0\ng a\nf 99999999999999999999 1 1 1\n", "a.obj:3", "came before");
    refuse_obj("g\n", "a.obj:1", "needs a name");
}

static void a_target_keeps_the_moves_of_the_body(void **state)
{
    (void)state;
    pd_factory_target target, again;
    pd_error err = {0};
    assert_int_equal(parse_target(&target, "# CC0\n\n0 0 -.077 1\n  4 1 2 3\n9 5 5 5\n", &err), PD_OK);
    assert_int_equal(target.move_count, 2);
    assert_near(target.moves[0].offset[1], -0.0077, 1e-9);
    assert_int_equal(target.moves[1].vertex, 4);
    assert_int_equal(parse_target(&again, "0 0 -.0770 1.0\n4 1 2 3", &err), PD_OK);
    assert_true(target.hash == again.hash);
    pd_factory_target_deinit(&target);
    pd_factory_target_deinit(&again);
    assert_int_equal(parse_target(&target, "", &err), PD_OK);
    assert_int_equal(target.move_count, 0);
}

static void a_target_that_lies_is_refused_with_its_line(void **state)
{
    (void)state;
    refuse_target("0 0 0 0\n10 0 0 0\n", "a.target:2", "not in the base mesh");
    refuse_target("-1 0 0 0\n", "a.target:1", "vertex number");
    refuse_target("1 0 0\n", "a.target:1", "vertex number");
    refuse_target("1 0 0 0 0\n", "a.target:1", "vertex number");
    refuse_target("1 0 0 inf\n", "a.target:1", "vertex number");
    refuse_target("1 0 . 0\n", "a.target:1", "vertex number");
    refuse_target("1 0 1e99999999999 0\n", "a.target:1", "vertex number");
    refuse_target("{}\n", "a.target:1", "vertex number");
}

/* Values just within and just beyond the limits: length of a group's name;
 * size, digits and exponent of a number. */
static void limits_of_words_and_numbers_are_as_documented(void **state)
{
    char word[PD_FACTORY_NAME_BYTES + 1] = {0}, text[512];
    pd_factory_obj obj;
    pd_factory_target target;
    (void)state;
    for (int length = PD_FACTORY_NAME_BYTES - 2; length <= PD_FACTORY_NAME_BYTES; length++) {
        memset(word, 'g', (size_t)length), word[length] = 0;
        snprintf(text, sizeof text, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\ng %s\nf 1 2 3 4\n", word);
        const pd_status status =
            pd_factory_obj_parse(&obj, (pd_bytes){(unsigned char *)text, strlen(text)}, "a.obj", NULL);
        assert_int_equal(status == PD_OK, length < PD_FACTORY_NAME_BYTES);
        if (status != PD_OK) continue;
        assert_string_equal(obj.groups[obj.quad_group[0]], word);
        pd_factory_obj_deinit(&obj);
    }

    static const struct {
        const char *number;
        bool good;
    } numbers[] = {{"1e6", true},    {"1000001", false}, {"-1e6", true},  {"-1.000001e6", false},
                   {"1e-300", true}, {"1e-301", false},  {"1E2", true},   {"+.5", true},
                   {".", false},     {"1.5e", false},    {"0e300", true}, {"0e301", false}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        snprintf(text, sizeof text, "1 0 %s 0\n", numbers[i].number);
        const pd_status status = pd_factory_target_parse(
            &target, (pd_bytes){(unsigned char *)text, strlen(text)}, 4, 4, "a.target", NULL);
        if ((status == PD_OK) != numbers[i].good) fail_msg("%s: status %d", numbers[i].number, (int)status);
        if (status != PD_OK) continue;
        assert_true(fabs((double)target.moves[0].offset[1] - 0.1 * atof(numbers[i].number)) <=
                    1e-6 * fabs(atof(numbers[i].number)) + 1e-30);
        pd_factory_target_deinit(&target);
    }
}

static void a_text_cut_anywhere_never_crashes(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof square; size++) {
        char *exact = malloc(size + 1); /* so that a sanitizer sees a byte too far */
        pd_factory_obj obj;
        memcpy(exact, square, size);
        if (pd_factory_obj_parse(&obj, (pd_bytes){(unsigned char *)exact, size}, "cut", NULL) == PD_OK) {
            for (int q = 0; q < obj.quad_count; q++)
                for (int k = 0; k < 4; k++) assert_in_range(obj.quads[q][k], 0, obj.vertex_count - 1);
            pd_factory_obj_deinit(&obj);
        }
        free(exact);
    }
}

static void write_gzip(const char *path, const char *text)
{
    gzFile file = gzopen(path, "wb");
    assert_non_null(file);
    gzputs(file, text);
    gzclose(file);
}

static void gzip_and_plain_files_read_the_same(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-target-XXXXXX";
    pd_buffer text = {0};
    pd_error err = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "1 2 3 4\n", 8), 8);
    close(fd);
    assert_int_equal(pd_factory_read(&text, path, &err), PD_OK);
    assert_int_equal(text.size, 8);
    write_gzip(path, "1 2 3 4\n");
    assert_int_equal(pd_factory_read(&text, path, &err), PD_OK);
    assert_int_equal(text.size, 8);
    assert_memory_equal(text.data, "1 2 3 4\n", 8);
    assert_int_equal(truncate(path, 15), 0);
    assert_int_equal(pd_factory_read(&text, path, &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, path);
    unlink(path);
    assert_int_equal(pd_factory_read(&text, path, &err), PD_ERR_NOT_FOUND);
    pd_buffer_deinit(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimetres_become_metres_and_groups_are_merged_by_name),
        cmocka_unit_test(a_mesh_that_lies_is_refused_with_its_line),
        cmocka_unit_test(a_target_keeps_the_moves_of_the_body),
        cmocka_unit_test(a_target_that_lies_is_refused_with_its_line),
        cmocka_unit_test(limits_of_words_and_numbers_are_as_documented),
        cmocka_unit_test(a_text_cut_anywhere_never_crashes),
        cmocka_unit_test(gzip_and_plain_files_read_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
