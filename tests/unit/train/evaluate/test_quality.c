/* @heavy: takes over five seconds under ASan. */
#include "tests/support/cmocka.h"

#include "train/evaluate/quality.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "tests/support/fixture.h"
#include "tests/support/winding.h"

#include <math.h>
#include <stdlib.h>

static pd_smpl_model *model;
static pd_train_body_checker checker;
static pd_arena scratch;
static float *mesh, rotations[9 * 24];

static int setup(void **state)
{
    (void)state;
    pd_error err = {0};
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) ||
        pd_train_body_checker_init(&checker, model, NULL, 0, &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    mesh = malloc(3 * (size_t)model->vertex_count * sizeof *mesh);
    return !mesh || !pd_arena_init(&scratch, pd_train_body_quality_scratch_bytes(model));
}

static int teardown(void **state)
{
    (void)state;
    free(mesh);
    pd_arena_deinit(&scratch);
    pd_train_body_checker_deinit(&checker);
    pd_smpl_model_release(model);
    return 0;
}

/* Poses the mean body by plain skinning with one joint rotated, and checks it. */
static pd_train_body_quality pose_and_check(int joint, double x, double y, double z)
{
    double m[9], r[3] = {x, y, z};
    pd_train_body_quality q;
    for (int i = 0; i < 9 * 24; i++) rotations[i] = (i % 9) % 4 == 0;
    pd_rot_from_axis_angle(m, r);
    for (int i = 0; i < 9; i++) rotations[9 * joint + i] = (float)m[i];
    const pd_smpl_body body = {.rotations = rotations, .vertices = mesh};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena room;
    assert_true(pd_arena_init(&room, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &room, &pd_executor_serial);
    pd_arena_deinit(&room);
    pd_train_body_quality_run(&q, &checker, mesh, rotations, &scratch);
    print_message("inverted %d, folds %d (%.1f mm), hits %d (%.1f mm)\n", q.inverted, q.fold_deep,
                  1000 * q.fold, q.hit_deep, 1000 * q.hit);
    return q;
}

static void the_rest_pose_has_no_fault(void **state)
{
    (void)state;
    pd_train_body_quality q = pose_and_check(0, 0, 0, 0);
    assert_true(q.inverted == 0 && q.fold_deep == 0 && q.hit_deep == 0);
    print_message("%d vertices inside at rest\n", checker.rest_inside_count);
}

static void a_body_that_is_turned_as_a_whole_has_no_fault(void **state)
{
    (void)state;
    pd_train_body_quality q = pose_and_check(0, 0.7, -1.9, 1.1);
    assert_true(q.inverted == 0 && q.fold_deep == 0 && q.hit_deep == 0);
}

/* A corner carried over the opposite edge turns the triangle over. */
static void a_triangle_turned_over_is_found(void **state)
{
    (void)state;
    pd_train_body_quality q;
    uint32_t face = 0, *t = model->data.faces;
    while (checker.holder[t[3 * face]] != 4) face++; /* a knee's */
    pose_and_check(0, 0.3, 0.2, 0.1);
    float *p = mesh + 3 * (size_t)t[3 * face], *a = mesh + 3 * (size_t)t[3 * face + 1],
          *b = mesh + 3 * (size_t)t[3 * face + 2];
    for (int c = 0; c < 3; c++) p[c] += 1.5f * (a[c] + b[c] - 2 * p[c]) / 2;
    pd_train_body_quality_run(&q, &checker, mesh, rotations, &scratch);
    assert_true(q.inverted >= 1 && q.inverted < 8);
    assert_true(q.inverted_face >= 0);
}

static int vertex_of(int joint, int axis, float sign)
{
    int best = -1;
    const float *v = model->data.v_template;
    for (int i = 0; i < model->vertex_count; i++)
        if (checker.holder[i] == joint && (best < 0 || sign * v[3 * i + axis] > sign * v[3 * best + axis]))
            best = i;
    return best;
}

/* A finger tip that is put 30 mm under the skin of the belly. */
static void a_vertex_under_the_skin_is_found_with_its_depth(void **state)
{
    (void)state;
    pd_train_body_quality q;
    pose_and_check(0, 0, 0, 0);
    int tip = vertex_of(22, 0, 1), belly = vertex_of(3, 2, 1);
    for (int c = 0; c < 3; c++) mesh[3 * tip + c] = mesh[3 * belly + c] - (c == 2 ? 0.03f : 0);
    pd_train_body_quality_run(&q, &checker, mesh, rotations, &scratch);
    print_message("vertex %d of %d: %.1f mm\n", q.hit_vertex, tip, 1000 * q.hit);
    assert_int_equal(q.hit_vertex, tip);
    assert_true(q.hit > 0.025 && q.hit < 0.0301);
    assert_int_equal(q.hit_deep, 1);
}

static void an_arm_in_the_trunk_is_a_hit_and_a_bent_elbow_a_fold(void **state)
{
    (void)state;
    pd_train_body_quality arm = pose_and_check(16, 0, 0, -1.9), elbow = pose_and_check(18, 0, -2.6, 0);
    assert_true(arm.hit_deep > 100 && arm.hit > 0.03);
    assert_true(elbow.fold > 0.002 && elbow.hit_deep == 0);
}

static void betas_beyond_the_model_are_refused(void **state)
{
    (void)state;
    pd_train_body_checker c;
    pd_error err;
    assert_int_equal(pd_train_body_checker_init(&c, model, NULL, 1 + model->beta_count, &err), PD_ERR_RANGE);
}

static void keep(double nearest[2], const pd_train_body_checker *c, uint32_t vertex, int face, double depth)
{
    const int *parents = c->model->data.parents;
    int a = c->holder[vertex], b = c->holder[c->model->data.faces[3 * face]];
    bool fold = a == b || parents[a] == b || parents[b] == a;
    nearest[fold] = fmin(nearest[fold], depth);
}

/* `either`: the nearest point is on an edge between a triangle
 * that makes it a hit and one that makes it a fold. */
static pd_train_body_quality plain_quality(int *either, const pd_train_body_checker *c, const float *p)
{
    static const pd_vec3 axes[4] = {{1, 0, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 0, -1}};
    const pd_smpl_model *m = c->model;
    pd_train_body_quality q = {.hit_vertex = -1};

    for (uint32_t i = 0; i < (uint32_t)m->vertex_count; i++) {
        pd_vec3 at = winding_lifted(&m->data, p, i), normal = winding_vertex_normal(&m->data, p, i);
        double nearest[2] = {0.3, 0.3}; /* of the triangles that make it a hit, a fold */
        if (c->rest_inside[i] || winding_about(&m->data, p, at) <= 0) continue;

        for (int d = 0; d < 4; d++) {
            int end = -1;
            double way = winding_way_out(&end, &m->data, p, at, axes[d]);
            if (end >= 0) keep(nearest, c, i, end, way);
        }
        for (int f = 0; f < m->face_count; f++) {
            const uint32_t *t = m->data.faces + 3 * f;
            float w[3];
            if (t[0] == i || t[1] == i || t[2] == i) continue;
            pd_vec3 n = winding_face_normal(p, t), r = winding_face_normal(c->rest, t);
            if (pd_vec3_dot(n, pd_vec3_sub(winding_point(p, i), winding_point(p, t[0]))) >= 0) continue;
            double now = winding_distance(w, p + 3 * i, p, t, false);
            double before = winding_distance(w, c->rest + 3 * i, c->rest, t, true);
            bool facing = pd_vec3_dot(n, normal) < 0;
            bool was_front =
                pd_vec3_dot(r, pd_vec3_sub(winding_point(c->rest, i), winding_point(c->rest, t[0]))) >= 0;
            bool through = now < before / 2 || (facing && (now < 0.9 * before || was_front));
            if (through) keep(nearest, c, i, f, now);
        }

        bool fold = nearest[1] < nearest[0];
        double depth = nearest[fold];
        if (depth >= 0.3) continue;
        *either += fabs(nearest[0] - nearest[1]) < 1e-5;
        if (fold) {
            q.fold_deep += depth > PD_TRAIN_BODY_DEPTH_LIMIT;
            q.fold = fmax(q.fold, depth);
        } else {
            q.hit_deep += depth > PD_TRAIN_BODY_DEPTH_LIMIT;
            if (depth > q.hit) q.hit = depth, q.hit_vertex = (int)i;
        }
    }
    return q;
}

static void depths_are_those_of_a_plain_reference(void **state)
{
    (void)state;
    pd_smpl_model *spindle = pd_fixture_model(&(pd_fixture){.vertices = 420, .seed = 3});
    const int v = spindle->vertex_count;
    const float betas[2] = {1.5f, -2};
    float *p = malloc(3 * (size_t)v * sizeof *p), unit[9 * 24];
    pd_train_body_checker c;
    pd_arena room;
    pd_error err;
    int hits = 0, folds = 0;

    assert_int_equal(pd_train_body_checker_init(&c, spindle, betas, 2, &err), PD_OK);
    assert_true(pd_arena_init(&room, pd_train_body_quality_scratch_bytes(spindle)));
    for (int i = 0; i < 9 * 24; i++) unit[i] = (i % 9) % 4 == 0;
    for (int i = 0; i < 3 * v; i++) {
        const float *d = spindle->data.shapedirs + i * spindle->beta_count;
        assert_near((double)c.rest[i],
                    (double)spindle->data.v_template[i] + 1.5 * (double)d[0] - 2 * (double)d[1], 1e-6);
    }
    for (int i = 0; i < v; i++) {
        const float *w = spindle->data.weights + i * spindle->joint_count;
        for (int k = 0; k < spindle->joint_count; k++) assert_true(w[k] <= w[c.holder[i]]);
        assert_int_equal(
            c.rest_inside[i],
            winding_about(&spindle->data, c.rest, winding_lifted(&spindle->data, c.rest, (uint32_t)i)) > 0);
    }

    for (int kind = 0; kind < 4; kind++) {
        pd_train_body_quality q;
        int either = 0;
        winding_deform(p, c.rest, v, kind);
        pd_train_body_quality_run(&q, &c, p, unit, &room);
        pd_train_body_quality expected = plain_quality(&either, &c, p);
        print_message("%d: fold %.5f (%.5f) %d (%d), hit %.5f (%.5f) %d (%d) at %d (%d)\n", kind, q.fold,
                      expected.fold, q.fold_deep, expected.fold_deep, q.hit, expected.hit, q.hit_deep,
                      expected.hit_deep, q.hit_vertex, expected.hit_vertex);
        assert_near(q.fold, expected.fold, 2e-5);
        assert_near(q.hit, expected.hit, 2e-5);
        assert_int_equal(q.fold_deep + q.hit_deep, expected.fold_deep + expected.hit_deep);
        assert_true(abs(q.fold_deep - expected.fold_deep) <= either && either < 6);
        assert_int_equal(q.hit_vertex, expected.hit_vertex);
        hits += q.hit_deep, folds += q.fold_deep;
    }

    assert_true(hits > 20 && folds > 20);
    pd_arena_deinit(&room);
    pd_train_body_checker_deinit(&c);
    pd_smpl_model_release(spindle);
    free(p);
}

/* A vertex is inside if two of three rays find it so.
 * Vertices that are inside at rest are reported and do not count. */
static void overlaps_at_rest_are_reported_and_not_counted(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_smpl_model *folded;
    pd_train_body_checker c;
    pd_train_body_quality q;
    pd_arena room;
    pd_error err;
    float unit[9 * 24];
    int inside = 0;

    pd_fixture_data(&data, &(pd_fixture){.vertices = 420, .seed = 4});
    winding_deform(data.v_template, data.v_template, data.vertex_count, 0);
    assert_int_equal(pd_smpl_model_build(&folded, &data, &err), PD_OK);
    assert_int_equal(pd_train_body_checker_init(&c, folded, NULL, 0, &err), PD_OK);
    for (int i = 0; i < folded->vertex_count; i++) {
        int about = winding_about(&folded->data, c.rest, winding_lifted(&folded->data, c.rest, (uint32_t)i));
        assert_int_equal(c.rest_inside[i], about > 0);
        inside += about > 0;
    }
    assert_true(inside > 10);
    assert_int_equal(c.rest_inside_count, inside);

    assert_true(pd_arena_init(&room, pd_train_body_quality_scratch_bytes(folded)));
    for (int i = 0; i < 9 * 24; i++) unit[i] = (i % 9) % 4 == 0;
    pd_train_body_quality_run(&q, &c, c.rest, unit, &room);
    assert_true(q.hit_deep == 0 && q.fold_deep == 0 && q.hit == 0 && q.fold == 0 && q.inverted == 0);
    pd_arena_deinit(&room);
    pd_train_body_checker_deinit(&c);
    pd_smpl_model_release(folded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_pose_has_no_fault),
        cmocka_unit_test(a_body_that_is_turned_as_a_whole_has_no_fault),
        cmocka_unit_test(a_triangle_turned_over_is_found),
        cmocka_unit_test(a_vertex_under_the_skin_is_found_with_its_depth),
        cmocka_unit_test(an_arm_in_the_trunk_is_a_hit_and_a_bent_elbow_a_fold),
        cmocka_unit_test(depths_are_those_of_a_plain_reference),
        cmocka_unit_test(overlaps_at_rest_are_reported_and_not_counted),
        cmocka_unit_test(betas_beyond_the_model_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
