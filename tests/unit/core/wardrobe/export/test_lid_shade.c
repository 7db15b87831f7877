/* The shade of lids on eyes: by direction from the eye's centre,
 * and in the picture of the eyes of a dressed body. */
#include "core/wardrobe/export/export.h"
#include "core/wardrobe/export/lid_shade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static pd_wardrobe *wardrobe;
static pd_smpl_model *model;

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) ||
           pd_smpl_model_load(&model, "models/person.safetensors", NULL);
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(model);
    return 0;
}

static const float turned[9] = {0,    -1,    0, 0.8f, 0,
                                0.6f, -0.6f, 0, 0.8f}; /* rows; a turn about an oblique axis */

static void turn(float out[3], const float p[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = turned[3 * i] * p[0] + turned[3 * i + 1] * p[1] + turned[3 * i + 2] * p[2];
}

/* Openness of the left eye at directions `up` degrees above straight ahead. blink: weight of eyeBlinkLeft.
 * turns: the whole body is turned. */
static void look(float *out, const float *up, int count, float blink, bool turns)
{
    const int vertices = model->vertex_count;
    const pd_wardrobe_item *eyes = &wardrobe->items[wardrobe->standard[PD_WARDROBE_EYES]];
    float *skin = malloc(3 * (size_t)vertices * sizeof *skin),
          *expression = calloc((size_t)model->expression_count, sizeof *expression),
          *worn = malloc(3 * (size_t)eyes->corner_count * sizeof *worn),
          *room = malloc(9 * (size_t)eyes->vertex_count * sizeof *room), dirs[8][3];
    assert_true(skin && expression && worn && room && count <= 8);
    for (int e = 0; e < model->expression_count; e++)
        if (!strcmp(model->data.expression_names[e], "eyeBlinkLeft")) expression[e] = blink;
    const pd_smpl_body body = {
        .expression = expression, .expression_count = model->expression_count, .vertices = skin};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    pd_wardrobe_wearer wearer;
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
    pd_wardrobe_dress(worn, NULL, eyes, &wearer, room);
    pd_wardrobe_wearer_deinit(&wearer);

    for (int i = 0; i < vertices && turns; i++)
        turn(skin + 3 * i, (const float[3]){skin[3 * i], skin[3 * i + 1], skin[3 * i + 2]});
    for (int i = 0; i < eyes->corner_count && turns; i++)
        turn(worn + 3 * i, (const float[3]){worn[3 * i], worn[3 * i + 1], worn[3 * i + 2]});
    for (int k = 0; k < count; k++) {
        const float a = up[k] * 3.14159265f / 180, d[3] = {0, sinf(a), cosf(a)};
        turn(dirs[k], d);
        if (!turns) memcpy(dirs[k], d, sizeof d);
    }
    const pd_wardrobe_lids lids = {
        eyes, worn, skin, model->data.v_template, model->data.faces, vertices, model->face_count};
    int joint = 0;
    for (int i = 0; i < eyes->vertex_count; i++)
        if (eyes->rest[3 * i] > 0) joint = eyes->joints[4 * i];
    assert_int_equal(pd_wardrobe_lids_open(out, dirs[0], count, &lids, joint, NULL), PD_OK);
    free(skin), free(expression), free(worn), free(room);
}

static void an_eye_is_darker_below_its_upper_lid_than_over_its_lower_one(void **state)
{
    (void)state;
    const float up[] = {40, 7, -12, -22, -60};
    float open[5];
    look(open, up, 5, 0, false);
    assert_true(open[0] < 0.52f && open[4] < 0.52f); /* behind the lids */
    assert_true(open[1] < 0.6f);
    assert_true(open[2] > 0.85f);
    assert_true(open[3] > open[1] + 0.1f && open[3] < open[2]);
}

static void the_shade_comes_down_with_the_lid(void **state)
{
    (void)state;
    const float up[] = {2, -4, -10};
    float open[3], half[3];
    look(open, up, 3, 0, false), look(half, up, 3, 0.5f, false);
    for (int k = 0; k < 3; k++) assert_true(half[k] < open[k] - 0.05f);
}

static void a_turned_body_has_the_same_shade(void **state)
{
    (void)state;
    const float up[] = {25, 15, 5, 0, -10, -20, -30};
    float open[7], other[7];
    look(open, up, 7, 0.2f, false), look(other, up, 7, 0.2f, true);
    for (int k = 0; k < 7; k++) assert_near(other[k], open[k], 0.03);
}

/* Mean of the numbers of the picture of the eyes of a body with these fields. */
static double picture_mean(int picture_most)
{
    const pd_smpl_body body = {0};
    pd_wardrobe_request request = {.wardrobe = wardrobe,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = model->data.v_template,
                                   .body_count = 1,
                                   .at_rest = true,
                                   .no_morphs = true,
                                   .picture_most = picture_most};
    pd_wardrobe_export d;
    pd_io_image image;
    assert_int_equal(pd_wardrobe_choose(&request.outfit, wardrobe, "tee-jeans", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    int t = 0;
    while (strncmp(d.textures[t].name, "iris", 4) != 0) t++;
    const pd_bytes file = d.textures[t].file;
    assert_int_equal(pd_io_png_read(&image, file.data, file.size, NULL, NULL), PD_OK);
    double sum = 0;
    const size_t numbers = (size_t)image.width * (size_t)image.height * (size_t)image.channels;
    for (size_t i = 0; i < numbers; i++) sum += ((uint8_t *)image.samples)[i];
    pd_io_image_deinit(&image);
    pd_wardrobe_export_deinit(&d);
    return sum / (double)numbers;
}

static void the_picture_of_the_eyes_has_the_shade_at_every_size(void **state)
{
    (void)state;
    const pd_wardrobe_texture *plain = NULL;
    for (int t = 0; t < wardrobe->texture_count && !plain; t++)
        if (!strncmp(wardrobe->textures[t].name, "iris-brown", 10)) plain = &wardrobe->textures[t];
    assert_non_null(plain);
    pd_io_image image;
    double sum = 0;
    assert_int_equal(pd_io_png_read(&image, plain->png, plain->bytes, NULL, NULL), PD_OK);
    const size_t numbers = (size_t)image.width * (size_t)image.height * (size_t)image.channels;
    for (size_t i = 0; i < numbers; i++) sum += ((uint8_t *)image.samples)[i];
    pd_io_image_deinit(&image);

    const double png = picture_mean(0), small = picture_mean(128);
    assert_true(png < 0.9 * sum / (double)numbers);
    assert_near(small, png, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_eye_is_darker_below_its_upper_lid_than_over_its_lower_one),
        cmocka_unit_test(the_shade_comes_down_with_the_lid),
        cmocka_unit_test(a_turned_body_has_the_same_shade),
        cmocka_unit_test(the_picture_of_the_eyes_has_the_shade_at_every_size),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
