/* @heavy: takes over five seconds under ASan. */
/* Lips and lids that are closed hide what lies behind them: parallel rays from the front, a quarter of a
 * millimetre apart, on random people of the three models, women and men from 18 to 80. At rest no ray meets a
 * tooth or the tongue before the skin; with eyeBlink at 1, by the way of the body's own lids, rays meet an
 * eyeball of one person in a hundred at most. CLOSED_FACE_PEOPLE=200 asks for more people. */
#include "core/retarget/lids.h"
#include "core/wardrobe/dress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define STEP_M  0.00025f
#define SIDE    1000   /* rays each way: 25 cm, about the head's middle */
#define SLIT_M2 2.5e-7 /* a quarter of a square millimetre: what a ray between two triangles may see */

static pd_wardrobe *wardrobe;
static pd_smpl_model *person;
static float depth[SIDE * SIDE];
static unsigned char owner[SIDE * SIDE];

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) ||
           pd_smpl_model_load(&person, "models/person.safetensors", NULL);
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(person);
    return 0;
}

/* Draws a triangle into the depths: the largest z of each ray wins and owns it. middle: x and y of the
 * picture's middle. */
static void draw(const float *a, const float *b, const float *c, const float middle[2], unsigned char own)
{
    const float *corner[3] = {a, b, c};
    float x[3], y[3];
    for (int k = 0; k < 3; k++) {
        x[k] = (corner[k][0] - middle[0]) / STEP_M + SIDE / 2;
        y[k] = (corner[k][1] - middle[1]) / STEP_M + SIDE / 2;
    }
    const float area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    const int low[2] = {(int)fmaxf(0, ceilf(fminf(fminf(x[0], x[1]), x[2]))),
                        (int)fmaxf(0, ceilf(fminf(fminf(y[0], y[1]), y[2])))},
              high[2] = {(int)fminf(SIDE - 1, floorf(fmaxf(fmaxf(x[0], x[1]), x[2]))),
                         (int)fminf(SIDE - 1, floorf(fmaxf(fmaxf(y[0], y[1]), y[2])))};
    if (fabsf(area) < 1e-9f) return;
    for (int j = low[1]; j <= high[1]; j++)
        for (int i = low[0]; i <= high[0]; i++) {
            const float px = (float)i, py = (float)j,
                        w1 = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area,
                        w2 = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area,
                        w0 = 1 - w1 - w2;
            if (w0 < -1e-5f || w1 < -1e-5f || w2 < -1e-5f) continue; /* edges belong to both triangles */
            const float z = w0 * a[2] + w1 * b[2] + w2 * c[2];
            if (z <= depth[j * SIDE + i]) continue;
            depth[j * SIDE + i] = z;
            owner[j * SIDE + i] = own;
        }
}

/* Square metres of the items of two slots that the rays see on this body. */
static double seen(const pd_smpl_model *model, const pd_wardrobe_transfer *transfer, const float *betas,
                   const float *expression, pd_wardrobe_slot first, pd_wardrobe_slot second)
{
    const pd_wardrobe_slot slots[2] = {first, second};
    float *skin = malloc(3 * (size_t)model->vertex_count * sizeof *skin), middle[2] = {0, 0};
    pd_smpl_body body = {.betas = betas,
                         .beta_count = model->beta_count,
                         .expression = expression,
                         .expression_count = expression ? model->expression_count : 0,
                         .vertices = skin};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    assert_non_null(skin);
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    /* The middle of the picture is that of the eyeballs of the mean body,
     * moved as the top of this head is. */
    const int top = 881;
    middle[1] = skin[3 * top + 1] - 0.14f;
    for (int i = 0; i < SIDE * SIDE; i++) depth[i] = -1e9f, owner[i] = 0;
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *t = model->data.faces + 3 * (size_t)f;
        draw(skin + 3 * (size_t)t[0], skin + 3 * (size_t)t[1], skin + 3 * (size_t)t[2], middle, 0);
    }

    pd_wardrobe_wearer wearer;
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, transfer, &body, skin, NULL), PD_OK);
    for (int s = 0; s < 2; s++) {
        const int index = wardrobe->standard[slots[s]];
        if (index < 0) continue;
        const pd_wardrobe_item *item = &wardrobe->items[index];
        float *out = malloc(3 * (size_t)item->corner_count * sizeof *out),
              *room = malloc(9 * (size_t)item->vertex_count * sizeof *room);
        assert_true(out && room);
        pd_wardrobe_dress(out, NULL, item, &wearer, room);
        for (int f = 0; f < item->face_count; f++) {
            const uint16_t *t = item->faces + 3 * (size_t)f;
            draw(out + 3 * (size_t)t[0], out + 3 * (size_t)t[1], out + 3 * (size_t)t[2], middle, 1);
        }
        free(out), free(room);
    }
    pd_wardrobe_wearer_deinit(&wearer);
    free(skin);

    double sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++) sum += owner[i];
    return sum * (double)STEP_M * (double)STEP_M;
}

static void lips_hide_teeth_and_lids_hide_eyes(void **state)
{
    (void)state;
    static const char *const files[] = {"models/person.safetensors", "models/person-female.safetensors",
                                        "models/person-male.safetensors"};
    const int count = getenv("CLOSED_FACE_PEOPLE") ? atoi(getenv("CLOSED_FACE_PEOPLE")) : 18;
    for (size_t m = 0; m < sizeof files / sizeof *files; m++) {
        pd_smpl_model *model;
        pd_wardrobe_transfer transfer;
        float expression[PD_SMPL_MAX_EXPRESSIONS] = {0}, betas[PD_SMPL_PEOPLE_MAX_BETAS];
        double teeth = 0, eyes = 0;
        int mouths = 0, gazes = 0;
        assert_int_equal(pd_smpl_model_load(&model, files[m], NULL), PD_OK);
        if (m) pd_wardrobe_transfer_init(&transfer, person);
        const pd_smpl_people people = pd_smpl_model_people(model);
        for (int seed = 1; seed <= count; seed++) {
            pd_smpl_person_request q = pd_smpl_anybody;
            pd_smpl_person one;
            q.has_random = true, q.random = (uint64_t)seed;
            static const double ages[] = {18, 18, 22, 35, 60, 80};
            q.age = ages[seed % (int)(sizeof ages / sizeof *ages)];
            assert_int_equal(pd_smpl_person_find(&one, &people, &q, NULL), PD_OK);
            for (int b = 0; b < model->beta_count; b++) betas[b] = (float)one.betas[b];
            for (int e = 0; e < model->expression_count; e++)
                expression[e] = !strncmp(model->data.expression_names[e], "eyeBlink", 8)
                                    ? pd_retarget_lids_factor(model, e, betas, model->beta_count)
                                    : 0;
            const double t = seen(model, m ? &transfer : NULL, betas, NULL, PD_WARDROBE_TEETH,
                                  PD_WARDROBE_TONGUE),
                         e = seen(model, m ? &transfer : NULL, betas, expression, PD_WARDROBE_EYES,
                                  PD_WARDROBE_EYES);
            if (t > SLIT_M2) print_message("%s seed %d: %.2f mm2 of the mouth\n", files[m], seed, 1e6 * t);
            if (e > SLIT_M2) print_message("%s seed %d: %.2f mm2 of the eyes\n", files[m], seed, 1e6 * e);
            teeth = fmax(teeth, t), eyes = fmax(eyes, e);
            mouths += t > SLIT_M2, gazes += e > SLIT_M2;
        }
        print_message("%s, %d people: %d mouths, at most %.2f mm2, and %d pairs of eyes, at most %.2f\n",
                      files[m], count, mouths, 1e6 * teeth, gazes, 1e6 * eyes);
        assert_true(mouths <= count / 100 && gazes <= 1 + count / 100);
        pd_smpl_model_release(model);
    }
}

/* The rays do see teeth when the jaw is open, and eyes when the lids are. */
static void open_lips_and_lids_show_teeth_and_eyes(void **state)
{
    (void)state;
    float expression[PD_SMPL_MAX_EXPRESSIONS] = {0}, betas[PD_SMPL_PEOPLE_MAX_BETAS] = {0};
    for (int e = 0; e < person->expression_count; e++)
        expression[e] = !strcmp(person->data.expression_names[e], "jawOpen");
    assert_true(seen(person, NULL, betas, expression, PD_WARDROBE_TEETH, PD_WARDROBE_TONGUE) > 3e-5);
    assert_true(seen(person, NULL, betas, NULL, PD_WARDROBE_EYES, PD_WARDROBE_EYES) > 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lips_hide_teeth_and_lids_hide_eyes),
        cmocka_unit_test(open_lips_and_lids_show_teeth_and_eyes),
    };
    return cmocka_run_group_tests_name("closed face", tests, load, unload);
}
