/* Tests the list of capture files: folders with and without an index, and the line of a wrong row. */
#include "tools/train/capture_list.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char folder[64];

static void write_text(const char *below, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, below);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void make_folder(const char *below)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, below);
    assert_int_equal(mkdir(path, 0755), 0);
}

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/posed-capture-XXXXXX");
    return !mkdtemp(folder);
}

static int teardown(void **state)
{
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void folders_without_an_index_are_passed_over_and_leave_no_error(void **state)
{
    (void)state;
    pd_tool_capture_list list;
    pd_error err = {0};
    make_folder("b_walks"), make_folder("a_bodies");
    write_text("b_walks/index.csv", "file,first_usable_frame,last_usable_frame\nwalk.bvh,1,9\n");
    assert_int_equal(pd_tool_capture_list_read(&list, folder, &err), PD_OK);
    assert_int_equal(err.status, PD_OK);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.rows[0].name, "b_walks/walk.bvh");
    pd_tool_capture_list_deinit(&list);
}

static void a_wrong_row_below_is_an_error_with_its_line(void **state)
{
    (void)state;
    pd_tool_capture_list list;
    pd_error err = {0};
    make_folder("a"), make_folder("z");
    write_text("a/index.csv", "file,first_usable_frame,last_usable_frame\nwalk.bvh,9,1\n");
    assert_int_equal(pd_tool_capture_list_read(&list, folder, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.where, "a/index.csv:2"));
    assert_null(list.rows);
}

static int is_take(const char *name)
{
    return !strcmp(name, "c/deep/take.bvh") || !strcmp(name, "take.bvh");
}

static void files_that_fit_are_added_from_folders_without_an_index(void **state)
{
    (void)state;
    pd_tool_capture_list list = {0};
    make_folder("c"), make_folder("c/deep");
    write_text("c/deep/take.bvh", ""), write_text("c/deep/other.bvh", ""), write_text("take.bvh", "");
    assert_int_equal(pd_tool_capture_list_add_files(&list, folder, is_take, NULL), PD_OK);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.rows[0].name, "c/deep/take.bvh");
    assert_string_equal(list.rows[1].name, "take.bvh");
    assert_int_equal(list.rows[0].first, 0);
    assert_int_equal(list.rows[0].last, PD_ANIM_MAX_FRAMES);
    pd_tool_capture_list_deinit(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(folders_without_an_index_are_passed_over_and_leave_no_error, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(files_that_fit_are_added_from_folders_without_an_index, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_wrong_row_below_is_an_error_with_its_line, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
