/* Properties of labels for random walks. The test prints its seed; the same seed gives the same walks. */
#include "core/base/rng.h"
#include "train/motion/label.h"
#include "tests/support/walk.h"

#define SEED  20261120
#define WALKS 40

static pd_rng rng;

static walk random_walk(void)
{
    walk w = {.frames = 200 + pd_rng_below(&rng, 300),
              .speed = pd_rng_between(&rng, 0.5, 1.1),
              .period = pd_rng_between(&rng, 54, 80)};
    w.duty = pd_rng_between(&rng, 0.55, 0.65), w.lift = pd_rng_between(&rng, 0.08, 0.15),
    w.skate = pd_rng_between(&rng, 0, 0.005);
    w.still = pd_rng_below(&rng, 3) ? 0 : pd_rng_below(&rng, 150);
    return w;
}

static void label(pd_character_motion *m, pd_train_footsteps *steps)
{
    pd_error err = {0};
    if (pd_train_motion_label_steps(m, steps, NULL, &err) != PD_OK)
        fail_msg("seed %d: %s: %s", SEED, err.where, err.detail);
}

/* Returns how far the difference of two phases is from `cycles`, but for whole cycles. */
static double apart(double a, double b, double cycles)
{
    double d = a - b - cycles;
    return fabs(d - round(d));
}

static void a_mirror_swaps_contacts_and_shifts_the_phase_by_half(void **state)
{
    (void)state;
    static const int other[PD_PFNN_CONTACTS] = {PD_PFNN_RIGHT_HEEL, PD_PFNN_RIGHT_TOE, PD_PFNN_LEFT_HEEL,
                                                PD_PFNN_LEFT_TOE};
    for (int i = 0; i < WALKS; i++) {
        walk w = random_walk();
        pd_character_motion a, b = {0};
        pd_train_footsteps steps;
        walk_make(&a, &w);
        assert_int_equal(pd_anim_clip_mirror(&b.clip, &a.clip, NULL), PD_OK);
        label(&a, &steps);
        label(&b, NULL);
        for (int t = 0; t < w.frames; t++) {
            for (int c = 0; c < PD_PFNN_CONTACTS; c++)
                assert_int_equal(a.contacts[t][c], b.contacts[t][other[c]]);
            if (steps.count) assert_near(apart(a.phase[t], b.phase[t], 0.5), 0, 1e-9);
            for (int g = 0; g < PD_PFNN_GAITS; g++)
                assert_near((double)a.gaits[t][g], (double)b.gaits[t][g], 1e-6);
        }
        pd_train_footsteps_deinit(&steps);
        pd_character_motion_deinit(&a);
        pd_character_motion_deinit(&b);
    }
}

static void turning_and_moving_the_walk_changes_no_label(void **state)
{
    (void)state;
    for (int i = 0; i < WALKS; i++) {
        walk w = random_walk();
        pd_character_motion a, b;
        pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), pd_rng_between(&rng, -3, 3));
        pd_vec3 away = pd_vec3_make(pd_rng_between(&rng, -9, 9), 0, pd_rng_between(&rng, -9, 9));
        walk_make(&a, &w);
        walk_make(&b, &w);
        for (int t = 0; t < w.frames; t++) {
            b.clip.roots[t] = pd_vec3_add(away, pd_q_rotate(turn, b.clip.roots[t]));
            pd_quat *root = &pd_anim_clip_frame(&b.clip, t)[PD_BIPED_HIPS];
            *root = pd_q_mul(turn, *root);
        }
        label(&a, NULL);
        label(&b, NULL);
        assert_memory_equal(a.contacts, b.contacts, sizeof *a.contacts * (size_t)w.frames);
        for (int t = 0; t < w.frames; t++) {
            assert_near(a.phase[t], b.phase[t], 1e-9);
            for (int j = 1; j < PD_ANIM_BIPED_JOINTS; j++)
                assert_near(pd_q_angle(pd_anim_clip_frame(&a.clip, t)[j], pd_anim_clip_frame(&b.clip, t)[j]),
                            0, 1e-6);
        }
        pd_character_motion_deinit(&a);
        pd_character_motion_deinit(&b);
    }
}

static void onsets_are_where_the_feet_come_down(void **state)
{
    (void)state;
    for (int i = 0; i < WALKS; i++) {
        walk w = random_walk();
        pd_character_motion m;
        pd_train_footsteps steps;
        walk_make(&m, &w);
        label(&m, &steps);
        for (int s = 0; s < steps.count; s++) {
            double at = steps.items[s].frame - w.still - (steps.items[s].right ? 0 : w.period / 2);
            if (fabs(at - w.period * round(at / w.period)) > 2)
                fail_msg("seed %d, walk %d: onset in frame %d", SEED, i, steps.items[s].frame);
        }
        assert_true(steps.count >= (int)((w.frames - w.still) / (w.period / 2)) - 2);
        pd_train_footsteps_deinit(&steps);
        pd_character_motion_deinit(&m);
    }
}

static void phases_never_fall_gaits_add_to_one_and_feet_stand_still(void **state)
{
    (void)state;
    for (int i = 0; i < WALKS; i++) {
        walk w = random_walk();
        pd_character_motion m;
        pd_train_stillness after;
        walk_make(&m, &w);
        label(&m, NULL);
        pd_train_motion_stillness(&after, &m);
        if (!(after.most_slide < 0.06)) fail_msg("seed %d, walk %d: %g m/s", SEED, i, after.most_slide);
        for (int t = 0; t < w.frames; t++) {
            const float *g = m.gaits[t];
            assert_near((double)(g[PD_PFNN_STAND] + g[PD_PFNN_WALK] + g[PD_PFNN_JOG] + g[PD_PFNN_CROUCH]), 1,
                        1e-5);
            if (t) assert_true(m.phase[t] > m.phase[t - 1]);
        }
        pd_character_motion_deinit(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mirror_swaps_contacts_and_shifts_the_phase_by_half),
        cmocka_unit_test(turning_and_moving_the_walk_changes_no_label),
        cmocka_unit_test(onsets_are_where_the_feet_come_down),
        cmocka_unit_test(phases_never_fall_gaits_add_to_one_and_feet_stand_still),
    };
    printf("seed %d\n", SEED);
    pd_rng_init(&rng, SEED);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
