/* Personal variations of a character's motion: names, parts, random variations, wandering, and idle motions
 * that do not repeat. */
#include "core/character/control/person.h"
#include "core/character/character.h"
#include "core/character/pose/idle.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

#include <stdlib.h>

static pd_pfnn_model *model;
static pd_character_rig rig;

/* Three people, of whom the last does not jog on film. */
static int setup(void **state)
{
    (void)state;
    static const pd_model_name names[3] = {"ann", "bob", "cy"};
    static const float seconds[6] = {60, 60, 60, 30, 30, 2};
    pd_pfnn_network plain, n;
    rigs_network(&plain, 8, 3);
    networks_make(&n, RIGS_X + 3, 8, RIGS_Y, 3);
    memcpy(n.y_mean, plain.y_mean, RIGS_Y * sizeof(float)),
        memcpy(n.y_std, plain.y_std, RIGS_Y * sizeof(float));
    assert_int_equal(pd_pfnn_network_describe(&n, plain.joint_count, (const pd_model_name *)plain.joint_names,
                                              plain.parents, NULL),
                     PD_OK);
    n.offsets = plain.offsets, plain.offsets = NULL;
    assert_int_equal(pd_pfnn_network_set_styles(&n, 3, names, seconds, NULL), PD_OK);
    n.style_default[1] = n.style_default[3] = 1; /* bob walks, ann jogs */
    n.style_run[2] = 0.7F;                       /* cy runs */
    pd_pfnn_network_deinit(&plain);
    return pd_pfnn_model_build(&model, &n, NULL) || pd_character_rig_init(&rig, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static pd_character_person person_of(const char *name, double weight)
{
    pd_character_person p = {.part_count = 1};
    snprintf(p.parts[0].name, sizeof p.parts[0].name, "%s", name);
    p.parts[0].weight = weight;
    return p;
}

static void expect_style(const pd_character_person *person, const float expected[6])
{
    pd_character_manner m;
    pd_character_manner_init(&m, person, &model->network);
    for (int i = 0; i < 6; i++) assert_near(m.style[i / 3][i % 3], expected[i], 1e-6);
}

static void a_style_is_the_default_a_name_or_the_mean(void **state)
{
    (void)state;
    const pd_character_person none = {0}, mean = {.is_mean = true}, ann = person_of("ann", 0.5);
    expect_style(&none, (float[]){0, 1, 0, 1, 0, 0});
    expect_style(&mean, (float[]){0, 0, 0, 0, 0, 0});
    expect_style(&ann, (float[]){0.5, 0, 0, 0.5, 0, 0});
}

static void a_style_without_captured_jogs_jogs_as_the_mean(void **state)
{
    (void)state;
    const pd_character_person cy = person_of("cy", 1);
    expect_style(&cy, (float[]){0, 0, 1, 0, 0, 0});
}

static void an_unknown_name_is_reported_with_the_known_names(void **state)
{
    (void)state;
    pd_error err;
    pd_character_person p = person_of("dan", 1);
    assert_int_equal(pd_character_person_check(&p, &model->network, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/style");
    assert_string_equal(err.detail, "no style \"dan\"; ann, bob, cy");
    p = person_of("anm", 1);
    assert_int_equal(pd_character_person_check(&p, &model->network, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.detail, "no style \"anm\"; did you mean ann? ann, bob, cy");
    p = person_of("bob", 1.5);
    assert_int_equal(pd_character_person_check(&p, &model->network, &err), PD_ERR_RANGE);
    p = (pd_character_person){.variation = PD_CHARACTER_VARIATION_MOST + 1};
    assert_int_equal(pd_character_person_check(&p, &model->network, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/variation");
}

static void variations_differ_and_each_is_reproducible(void **state)
{
    (void)state;
    pd_character_manner m[32], again;
    for (uint32_t v = 0; v < 32; v++) {
        const pd_character_person p = {.variation = v};
        pd_character_manner_init(&m[v], &p, &model->network);
        pd_character_manner_init(&again, &p, &model->network);
        assert_memory_equal(&m[v], &again, sizeof again);
        assert_true(m[v].pace >= 0.97 && m[v].pace <= 1.03);
        for (uint32_t u = 0; v && u < v; u++) assert_true(m[u].pace != m[v].pace && m[u].time != m[v].time);
    }
    assert_near(m[0].pace, 1, 0);
    const pd_character_person ann = {.parts = {{"ann", 1}}, .part_count = 1, .variation = 5};
    expect_style(&ann, (float[]){1, 0, 0, 1, 0, 0}); /* a style that is asked for is left as it is */
}

static void a_style_fades_in_moves_that_its_person_may_not_have_been_captured_in(void **state)
{
    (void)state;
    static const float walk[PD_PFNN_GAITS] = {[PD_PFNN_WALK] = 1},
                       crouch[PD_PFNN_GAITS] = {[PD_PFNN_CROUCH] = 1},
                       jog[PD_PFNN_GAITS] = {[PD_PFNN_JOG] = 1};
    static const struct {
        pd_character_manner_moves moves;
        float expected[3];
    } cases[] = {{{walk, 1, 1, 1}, {0, 1, 0}},    {{jog, 1, 2, 1}, {1, 0, 0}},
                 {{jog, 1, 4, 1}, {.3F, 0, .7F}}, {{jog, 1, 2, 0}, {.3F, 0, .7F}},
                 {{walk, 1, 1, 0}, {0, 1, 0}},    {{jog, -1, 4, 1}, {0, 0, 0}},
                 {{walk, 1, 4, 1}, {0, 1, 0}},    {{walk, -1, 1, 1}, {0, 0, 0}},
                 {{walk, 0, 1, 1}, {0, 0, 0}},    {{crouch, 1, 1, 1}, {0, 0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_character_manner m;
        float x[3];
        pd_character_manner_init(&m, &(pd_character_person){.variation = 0}, &model->network);
        for (int t = 0; t < 300; t++) pd_character_manner_write(x, &m, t / 60.0, &cases[i].moves, &rig);
        for (int s = 0; s < 3; s++)
            assert_near(x[s], cases[i].expected[s],
                        cases[i].moves.gaits != crouch ? rig.control.vary_style + 1e-6 : 1e-6);
    }
}

static void wander_is_smooth_bounded_and_holds(void **state)
{
    (void)state;
    double before = pd_character_wander(7, 3, 0, 2, 0.5), mean = 0;
    int held = 0;
    for (int t = 1; t <= 60000; t++) {
        double now = pd_character_wander(7, 3, t / 60.0, 2, 0.5);
        assert_true(fabs(now) <= 1 &&
                    fabs(now - before) < 1.5 * 2 / 60.0 + 1e-9); /* 1.5 x the range in a second */
        held += now == before;
        mean += now / 60000;
        before = now;
    }
    assert_near(held, 30000, 600);
    assert_near(mean, 0, 0.15); /* of 500 values of deviation .58: 5 deviations of .026 */
}

/* The autocorrelation of where a head looks, 10 to 60 s later, over 90 s. */
static void a_standing_character_does_not_repeat_within_a_minute(void **state)
{
    (void)state;
    enum { FRAMES = 9000, WINDOW = 5400 };
    static double yaw[FRAMES];
    double most = -1;
    for (int t = 0; t < FRAMES; t++) {
        pd_quat r[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        rigs_walk_pose(r, p, &rig.skeleton, RIGS_STEP / 2, 0);
        pd_character_idle_add(r, p, &(pd_character_idle){.time = t / 60.0, .still = 1}, &rig);
        pd_vec3 ahead = pd_q_rotate(r[PD_BIPED_HEAD], pd_vec3_make(0, 0, 1));
        yaw[t] = atan2(ahead.x, ahead.z);
    }
    for (int lag = 600; lag <= 3600; lag += 6) {
        double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
        for (int i = 0; i < WINDOW; i++) a += yaw[i] / WINDOW, b += yaw[lag + i] / WINDOW;
        for (int i = 0; i < WINDOW; i++) {
            double u = yaw[i] - a, v = yaw[lag + i] - b;
            aa += u * u, bb += v * v, ab += u * v;
        }
        most = fmax(most, ab / sqrt(aa * bb));
    }
    print_message("most alike: %.2f\n", most);
    assert_true(most < 0.6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_style_is_the_default_a_name_or_the_mean),
        cmocka_unit_test(a_style_without_captured_jogs_jogs_as_the_mean),
        cmocka_unit_test(an_unknown_name_is_reported_with_the_known_names),
        cmocka_unit_test(variations_differ_and_each_is_reproducible),
        cmocka_unit_test(a_style_fades_in_moves_that_its_person_may_not_have_been_captured_in),
        cmocka_unit_test(wander_is_smooth_bounded_and_holds),
        cmocka_unit_test(a_standing_character_does_not_repeat_within_a_minute),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
