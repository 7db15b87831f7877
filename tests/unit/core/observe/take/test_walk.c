/* Tests that a body moves over the foot that stands, by the forward pass. */
#include "core/observe/take/walk.h"
#include "tests/support/sight.h"

enum { FRAMES = 31 };

static void run(pd_observe_take *t, const pd_smpl_model *m)
{
    pd_arena arena;
    assert_true(pd_arena_init(&arena, pd_observe_walk_bytes(m)));
    pd_observe_walk_run(t, m, &arena);
    assert_true(arena.high <= arena.size);
    pd_arena_deinit(&arena);
}

/* The left leg swings about its hip and stands, the right is pulled up: the body goes the other way by what
 * the left foot does about it, by the forward pass. */
static void a_planted_foot_keeps_its_place_while_the_body_moves(void **state)
{
    pd_smpl_model *m = sight_model();
    static float rotations[FRAMES * 9 * SIGHT_JOINTS], translations[FRAMES * 3],
        betas[SIGHT_BETAS] = {0.5F, -1};
    pd_observe_take t = {.rotations = rotations,
                         .translations = translations,
                         .betas = betas,
                         .frame_count = FRAMES,
                         .floor = 0.4,
                         .has_floor = true};
    float *vertices = malloc(3 * (size_t)m->vertex_count * sizeof *vertices);
    float first[3] = {0}, joints[3 * SIGHT_JOINTS];

    (void)state;
    for (int f = 0; f < FRAMES; f++)
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            const double swing = 0.02 * (f - 15), v[3] = {k == 1   ? swing
                                                          : k == 7 ? -swing
                                                          : k == 5 ? 1.2
                                                                   : 0,
                                                          0, 0};
            double r[9];
            pd_rot_from_axis_angle(r, v);
            for (int i = 0; i < 9; i++) rotations[9 * (SIGHT_JOINTS * f + k) + i] = (float)r[i];
        }
    run(&t, m);

    for (int f = 0; f < FRAMES; f++) {
        sight_person p = {.betas = {0.5F, -1}};
        float lowest = INFINITY;
        memcpy(p.rotations, rotations + 9 * SIGHT_JOINTS * f, sizeof p.rotations);
        memcpy(p.translation, translations + 3 * f, sizeof p.translation);
        sight_pose(vertices, joints, m, &p);
        for (int v = 0; v < m->vertex_count; v++) lowest = fminf(lowest, vertices[3 * v + 1]);
        assert_near(lowest, 0.4, 0.015);
        if (!f) memcpy(first, joints + 3 * 7, sizeof first);
        for (int c = 0; c < 3; c++)
            assert_near(joints[3 * 7 + c], first[c], 0.012); /* the ankle, whose foot stays flat */
    }
    assert_true(fabsf(translations[3 * (FRAMES - 1) + 2] - translations[2]) > 0.35F);
    free(vertices);
    pd_smpl_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_planted_foot_keeps_its_place_while_the_body_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
