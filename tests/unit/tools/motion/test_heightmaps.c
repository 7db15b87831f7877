/* Tests grounds from text files and pictures: the heights lie about the middle of the map, and a wrong file
 * is refused by name. */
#include "tests/support/cmocka.h"

#include "core/base/file.h"
#include "core/io/mesh/png.h"
#include "tools/motion/heightmaps.h"

#include <ftw.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(path);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/posed_maps_XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void write_text(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(pd_file_write(path, text, strlen(text), NULL), PD_OK);
}

static void texts_and_pictures_are_grounds_about_their_middle(void **state)
{
    (void)state;
    pd_tool_heightmaps maps;
    pd_io_image image;
    pd_buffer png = {0};
    pd_error err = {0};
    char path[128];
    write_text("a.txt", "0 1 2\n3 4 5\n");
    write_text("walk_footsteps.txt", "108 2\n");
    assert_int_equal(pd_io_image_init(&image, 2, 2, 1, 16, NULL), PD_OK);
    ((uint16_t *)image.samples)[3] = 65535;
    assert_int_equal(pd_io_png_write(&png, &image, NULL), PD_OK);
    snprintf(path, sizeof path, "%s/b.PNG", folder);
    assert_int_equal(pd_file_write(path, png.data, png.size, NULL), PD_OK);
    pd_buffer_deinit(&png), pd_io_image_deinit(&image);

    if (pd_tool_heightmaps_load(&maps, folder, 0.5, 0.1, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(maps.count, 2);
    assert_near(pd_anim_ground_height(&maps.maps[0], 0, 0), 0.25, 1e-6);
    assert_near(pd_anim_ground_height(&maps.maps[0], 0.5, -0.25), 0.2, 1e-6);
    assert_near(pd_anim_ground_height(&maps.maps[0], -0.5, 0.25), 0.3, 1e-6);
    assert_near(pd_anim_ground_height(&maps.maps[1], 0.25, 0.25), 25.5, 1e-4);
    assert_near(pd_anim_ground_height(&maps.maps[1], -0.25, 0.25), 0, 0);
    pd_tool_heightmaps_deinit(&maps);
}

static void a_folder_without_heightmaps_or_with_a_wrong_one_is_refused_by_name(void **state)
{
    (void)state;
    pd_tool_heightmaps maps;
    pd_error err = {0};
    assert_int_equal(pd_tool_heightmaps_load(&maps, folder, 0.5, 1, &err), PD_ERR_NOT_FOUND);
    assert_non_null(strstr(err.detail, "no heightmap"));
    assert_int_equal(pd_tool_heightmaps_load(&maps, "/nowhere/at/all", 0.5, 1, &err), PD_ERR_NOT_FOUND);
    write_text("bad.txt", "0 1 2\n3 4\n");
    assert_int_equal(pd_tool_heightmaps_load(&maps, folder, 0.5, 1, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.where, "bad.txt:2"));
    write_text("bad.txt", "0 1 2\n3 4 high\n");
    assert_int_equal(pd_tool_heightmaps_load(&maps, folder, 0.5, 1, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "'high'"));
    write_text("bad.txt", "0 1\n3 4\n");
    write_text("worse.png", "no picture");
    assert_int_not_equal(pd_tool_heightmaps_load(&maps, folder, 0.5, 1, &err), PD_OK);
    assert_non_null(strstr(err.where, "worse.png"));
    assert_null(maps.maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(texts_and_pictures_are_grounds_about_their_middle, make_folder,
                                        drop_folder),
        cmocka_unit_test_setup_teardown(a_folder_without_heightmaps_or_with_a_wrong_one_is_refused_by_name,
                                        make_folder, drop_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
