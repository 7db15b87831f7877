/* Tests places on the body and their derivatives, against the forward pass and against differences. */
#include "core/observe/body.h"
#include "tests/support/sight.h"

#define STEP 1e-5

static const pd_fixture kinds[] = {{.vertices = 200, .pose = PD_FIXTURE_DENSE},
                                   {.vertices = 200, .pose = PD_FIXTURE_NO_POSE},
                                   {.vertices = 200, .pose = PD_FIXTURE_SPARSE, .beta_terms = 2},
                                   {.vertices = 200, .pose = PD_FIXTURE_QUATERNION}};

typedef struct scene {
    pd_smpl_model *model;
    pd_arena arena;
    pd_observe_state state;
    pd_observe_body body;
    pd_observe_layout layout;
    pd_observe_vertex vertices[2];
    const pd_observe_vertex *compiled[3];
    pd_observe_part parts[3];
    pd_observe_place_of place; /* a vertex, a joint, another vertex */
} scene;

static void open_scene(scene *s, const pd_fixture *kind)
{
    static const int chosen[2] = {37, 161};
    float betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    pd_rng rng;

    memset(s, 0, sizeof *s);
    s->model = pd_fixture_model(kind);
    size_t bytes = pd_observe_state_bytes(s->model) + pd_observe_body_bytes(s->model);
    for (int i = 0; i < 2; i++) bytes += pd_observe_vertex_bytes(s->model, chosen[i]);
    assert_true(pd_arena_init(&s->arena, bytes));
    assert_true(pd_observe_state_init(&s->state, s->model, &s->arena));
    assert_true(pd_observe_body_init(&s->body, s->model, &s->arena));
    for (int i = 0; i < 2; i++)
        assert_true(pd_observe_vertex_compile(&s->vertices[i], s->model, chosen[i], &s->arena));

    pd_rng_init(&rng, 5);
    pd_fixture_normals(betas, s->model->beta_count, 1, &rng);
    pd_fixture_rotations(rotations, SIGHT_JOINTS, 1.2, &rng);
    for (int b = 0; b < s->model->beta_count; b++) s->state.betas[b] = (double)betas[b];
    for (int i = 0; i < 9 * SIGHT_JOINTS; i++) s->state.rotations[i / 9][i % 9] = (double)rotations[i];
    for (int c = 0; c < 3; c++) s->state.translation[c] = 0.3 * (c + 1);
    s->state.log_scale = 0.2;

    s->layout = pd_observe_layout_of(SIGHT_JOINTS, 7, true, true);
    s->parts[0] = (pd_observe_part){true, chosen[0], 0.5};
    s->parts[1] = (pd_observe_part){false, 21, 0.3};
    s->parts[2] = (pd_observe_part){true, chosen[1], 0.2};
    s->compiled[0] = &s->vertices[0], s->compiled[2] = &s->vertices[1];
    s->place = (pd_observe_place_of){.parts = s->parts, .compiled = s->compiled, .part_count = 3};
}

static void close_scene(scene *s)
{
    pd_arena_deinit(&s->arena);
    pd_smpl_model_release(s->model);
}

/* The forward pass that everything else uses, at scale 1. */
static void places_equal_those_of_the_forward_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        scene s;
        sight_person p = {0};
        double x[3];
        open_scene(&s, &kinds[i]);
        s.state.log_scale = 0;
        float *vertices = malloc(3 * (size_t)s.model->vertex_count * sizeof *vertices),
              joints[3 * SIGHT_JOINTS];
        for (int b = 0; b < s.model->beta_count; b++) p.betas[b] = (float)s.state.betas[b];
        for (int k = 0; k < 9 * SIGHT_JOINTS; k++) p.rotations[k] = (float)s.state.rotations[k / 9][k % 9];
        for (int c = 0; c < 3; c++) p.translation[c] = (float)s.state.translation[c];
        sight_pose(vertices, joints, s.model, &p);

        pd_observe_body_pose(&s.body, &s.state);
        pd_observe_point(x, &s.body, &s.state, &s.place);
        for (int c = 0; c < 3; c++)
            assert_near(x[c],
                        0.5 * (double)vertices[3 * 37 + c] + 0.3 * (double)joints[3 * 21 + c] +
                            0.2 * (double)vertices[3 * 161 + c],
                        2e-5);
        free(vertices);
        close_scene(&s);
    }
}

static void derivatives_by_every_unknown_are_those_of_differences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        scene s;
        double jacobian[128][3], step[128] = {0}, ends[2][3];
        open_scene(&s, &kinds[i]);
        pd_arena other;
        pd_observe_state start;
        assert_true(pd_arena_init(&other, pd_observe_state_bytes(s.model)));
        assert_true(pd_observe_state_init(&start, s.model, &other));
        pd_observe_state_copy(&start, &s.state, s.model);

        pd_observe_body_pose(&s.body, &s.state);
        pd_observe_body_slopes(&s.body, &s.layout);
        pd_observe_point_jacobian(jacobian, &s.body, &s.state, &s.layout, &s.place);
        for (int u = 0; u < s.layout.count; u++) {
            for (int end = 0; end < 2; end++) {
                pd_observe_state_copy(&s.state, &start, s.model);
                step[u] = end ? STEP : -STEP;
                pd_observe_state_move(&s.state, &s.layout, step);
                pd_observe_body_pose(&s.body, &s.state);
                pd_observe_point(ends[end], &s.body, &s.state, &s.place);
            }
            step[u] = 0;
            for (int c = 0; c < 3; c++)
                assert_near(jacobian[u][c], (ends[1][c] - ends[0][c]) / (2 * STEP), 3e-7);
        }
        pd_arena_deinit(&other);
        close_scene(&s);
    }
}

/* A marker that stands off the skin: seen in every part of the place that is a vertex. */
static void an_offset_is_carried_by_its_vertex(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double jacobian[160][3], offset[3] = {0.01, -0.02, 0.03}, x[3], ends[2][3], without[3];
        scene s;
        open_scene(&s, &kinds[i]);
        pd_observe_body_pose(&s.body, &s.state);
        pd_observe_body_slopes(&s.body, &s.layout);
        pd_observe_point(without, &s.body, &s.state, &s.place);
        s.place.offset = offset, s.place.number = 2;
        s.layout.offset = s.layout.count, s.layout.count += 9;
        pd_observe_point(x, &s.body, &s.state, &s.place);
        assert_true(fabs(x[0] - without[0]) + fabs(x[1] - without[1]) + fabs(x[2] - without[2]) > 0.005);

        pd_observe_point_jacobian(jacobian, &s.body, &s.state, &s.layout, &s.place);
        for (int u = 0; u < 9; u++)
            for (int c = 0; c < 3; c++) {
                for (int end = 0; end < 2 && u >= 6; end++) {
                    offset[u - 6] += end ? 2 * STEP : -STEP;
                    pd_observe_point(ends[end], &s.body, &s.state, &s.place);
                }
                if (u >= 6) offset[u - 6] -= STEP;
                assert_near(jacobian[s.layout.offset + u][c],
                            u < 6 ? 0 : (ends[1][c] - ends[0][c]) / (2 * STEP), 1e-8);
            }
        for (int u = 0; u < 3; u++) { /* what turns the joints carries the offset too */
            double step[160] = {0}, old[9];
            memcpy(old, s.state.rotations[16], sizeof old);
            for (int end = 0; end < 2; end++) {
                step[48 + u] = end ? STEP : -STEP;
                memcpy(s.state.rotations[16], old, sizeof old);
                double by[9];
                pd_rot_from_axis_angle(by, step + 48);
                pd_rot_mul(s.state.rotations[16], old, by);
                pd_observe_body_pose(&s.body, &s.state);
                pd_observe_point(ends[end], &s.body, &s.state, &s.place);
            }
            memcpy(s.state.rotations[16], old, sizeof old);
            for (int c = 0; c < 3; c++)
                assert_near(jacobian[48 + u][c], (ends[1][c] - ends[0][c]) / (2 * STEP), 1e-6);
        }
        close_scene(&s);
    }
}

static void a_baked_vertex_has_the_position_of_the_full_model(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double jacobian[2][160][3], x[2][3];
        scene s;
        open_scene(&s, &kinds[i]);
        s.layout = pd_observe_layout_of(SIGHT_JOINTS, 0, true, false);
        pd_observe_body_pose(&s.body, &s.state);
        pd_observe_body_slopes(&s.body, &s.layout);
        for (int baked = 0; baked < 2; baked++) {
            for (int v = 0; v < 2 && baked; v++)
                pd_observe_vertex_bake(&s.vertices[v], s.model, s.state.betas);
            pd_observe_point(x[baked], &s.body, &s.state, &s.place);
            pd_observe_point_jacobian(jacobian[baked], &s.body, &s.state, &s.layout, &s.place);
        }
        for (int c = 0; c < 3; c++) assert_near(x[1][c], x[0][c], 1e-12);
        for (int u = 0; u < s.layout.count; u++)
            for (int c = 0; c < 3; c++) assert_near(jacobian[1][u][c], jacobian[0][u][c], 1e-12);
        close_scene(&s);
    }
}

static void unknowns_have_consecutive_indices_and_absent_ones_minus_one(void **state)
{
    (void)state;
    const pd_observe_layout all = pd_observe_layout_of(24, 10, true, true),
                            few = pd_observe_layout_of(24, 0, false, true);
    assert_int_equal(all.translation, 72);
    assert_int_equal(all.beta, 75);
    assert_int_equal(all.scale, 85);
    assert_int_equal(all.focal, 86);
    assert_int_equal(all.count, 87);
    assert_int_equal(few.scale, -1);
    assert_int_equal(few.focal, 75);
    assert_int_equal(few.count, 76);
}

static void an_arena_that_is_too_small_is_reported(void **state)
{
    pd_smpl_model *model = pd_fixture_model(&kinds[0]);
    pd_observe_vertex vertex;
    pd_observe_state pose;
    pd_observe_body body;
    pd_arena arena;

    (void)state;
    assert_true(pd_arena_init(&arena, 64));
    assert_false(pd_observe_vertex_compile(&vertex, model, 3, &arena));
    assert_false(pd_observe_state_init(&pose, model, &arena));
    assert_false(pd_observe_body_init(&body, model, &arena));
    pd_arena_deinit(&arena);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_equal_those_of_the_forward_pass),
        cmocka_unit_test(derivatives_by_every_unknown_are_those_of_differences),
        cmocka_unit_test(an_offset_is_carried_by_its_vertex),
        cmocka_unit_test(a_baked_vertex_has_the_position_of_the_full_model),
        cmocka_unit_test(unknowns_have_consecutive_indices_and_absent_ones_minus_one),
        cmocka_unit_test(an_arena_that_is_too_small_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
