/* Tests what gives clothes their folds and shade, on a garment of one square. */
#include "core/base/file.h"
#include "core/wardrobe/palette.h"
#include "core/io/mesh/webp.h"
#include "factory/wardrobe/cloth.h"
#include "factory/skin/picture.h"
#include "tests/support/cmocka.h"
#include "tests/support/wardrobes.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { SIDE = 512 };

/* Writes a picture: its left half has one colour and its right half another. */
static void write_halves(const char *folder, const char *name, const uint8_t left[3], const uint8_t right[3])
{
    char path[512];
    pd_io_image image;
    pd_buffer file = {0};
    assert_int_equal(pd_io_image_init(&image, SIDE, SIDE, 3, 8, NULL), PD_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        memcpy((uint8_t *)image.samples + 3 * i, i % SIDE < SIDE / 2 ? left : right, 3);
    assert_int_equal(pd_io_webp_write(&file, &image, 100, NULL), PD_OK);
    snprintf(path, sizeof path, "%s/clothes/%s", folder, name);
    *strrchr(path, '/') = 0;
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/clothes/%s.webp", folder, name);
    assert_int_equal(pd_file_write(path, file.data, file.size, NULL), PD_OK);
    pd_io_image_deinit(&image);
    pd_buffer_deinit(&file);
}

/* A wardrobe whose outfit is a square with the name of an item that has a picture of colour alone. */
static pd_wardrobe square_wardrobe(void)
{
    pd_wardrobe w = tiny_wardrobe();
    pd_wardrobe_item *item = &w.items[1];
    static const uint16_t faces[3] = {0, 2, 1};
    snprintf(item->name, sizeof item->name, "suit");
    for (int i = 0; i < 3; i++) {
        const float at[2] = {i == 1 ? 1 : 0, i == 2 ? 1 : 0};
        item->rest[3 * i] = at[0], item->rest[3 * i + 1] = -at[1], item->rest[3 * i + 2] = 0;
        item->places[2 * i] = 2 * at[0], item->places[2 * i + 1] = 2 * at[1];
        item->corners[i] = (uint16_t)i;
    }
    memcpy(item->faces, faces, sizeof faces);
    return w;
}

static void a_picture_of_colour_gives_a_shade_of_known_mean_and_a_groove_at_its_edge(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-cloth-XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "%s/clothes", folder);
    mkdir(command, 0700);
    write_halves(folder, "male_elegantsuit01/male_elegantsuit01_diffuse", (uint8_t[3]){60, 60, 60},
                 (uint8_t[3]){40, 40, 40});
    pd_wardrobe w = square_wardrobe();
    pd_error err = {0};
    if (pd_factory_cloth(&w, folder, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);

    /* The part shows its shade in place of a tile. */
    const pd_wardrobe_part *part = &w.items[1].parts[0];
    assert_true(part->texture == -1 && part->folds > 0 && part->shade > 0 && part->folds != part->shade);
    assert_string_equal(w.textures[part->shade - 1].name, "suit-shade");
    pd_io_image shade, folds;
    const pd_wardrobe_texture *t = w.textures;
    assert_int_equal(pd_io_png_read(&shade, t[part->shade - 1].png, t[part->shade - 1].bytes, NULL, NULL),
                     PD_OK);
    assert_int_equal(pd_io_png_read(&folds, t[part->folds - 1].png, t[part->folds - 1].bytes, NULL, NULL),
                     PD_OK);
    assert_true(shade.width >= 64 && shade.channels == 1 && folds.channels == 3);
    const int n = shade.width, row = n / 4;
    const uint8_t *s = shade.samples, *f = folds.samples;
    const double left = (double)pd_wardrobe_linear(s[row * n + n / 8] / 255.0),
                 right = (double)pd_wardrobe_linear(s[row * n + 3 * n / 4] / 255.0);
    assert_true(left > 1.1 * right && left > 0.7 && right < 0.7);

    /* Level on both sides, and a slope between them. */
    assert_true(abs(f[3 * (row * n + n / 8)] - 128) < 3 && abs(f[3 * (row * n + 3 * n / 4)] - 128) < 3);
    int most = 0;
    for (int x = 1; x < n - 1; x++)
        most = abs(f[3 * (row * n + x)] - 128) > most ? abs(f[3 * (row * n + x)] - 128) : most;
    assert_true(most > 3);
    pd_io_image_deinit(&shade);
    pd_io_image_deinit(&folds);
    pd_wardrobe_deinit(&w);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void an_item_without_places_and_a_missing_picture_are_refused(void **state)
{
    (void)state;
    pd_error err;
    pd_wardrobe w = square_wardrobe();
    assert_int_not_equal(pd_factory_cloth(&w, "/nowhere", &err), PD_OK);
    assert_non_null(strstr(err.where, "/nowhere/clothes/male_elegantsuit01"));
    free(w.items[1].places);
    w.items[1].places = NULL;
    w.items[1].parts[0].folds = 0;
    assert_int_equal(pd_factory_cloth(&w, "/nowhere", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "suit");
    pd_wardrobe_deinit(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_of_colour_gives_a_shade_of_known_mean_and_a_groove_at_its_edge),
        cmocka_unit_test(an_item_without_places_and_a_missing_picture_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
