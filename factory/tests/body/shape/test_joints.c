/* Joint regressor, skin weights and T-pose on the egg, with joints placed inside it. */
#include "core/base/rng.h"
#include "factory/body/shape/regressor.h"
#include "factory/body/shape/tpose.h"
#include "factory/body/shape/weights.h"
#include "tests/support/cmocka.h"
#include "factory/tests/support/egg_joints.h"

#include <stdlib.h>

static void place_centers(double *centers, double scale)
{
    for (int p = 0; p < PD_FACTORY_POINT_COUNT; p++) {
        int m = pd_factory_joints[p].mirror;
        for (int c = 0; c < 3 && m >= p; c++) {
            centers[3 * p + c] = scale * egg_joints[p][c];
            centers[3 * m + c] = scale * egg_joints[p][c] * (c == 0 && m != p ? -1 : 1);
        }
    }
}

/* ---- regressor ---- */

enum { BODIES = 80 };

static void run_backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count - 1; i >= 0; i--) task(arg, i, 0);
}

/* Makes eggs of random size and proportion whose joints stretch with them, exactly linear in the skin. */
static void stretched_eggs(float *bodies, double *centers, const egg *e)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int b = 0; b < BODIES; b++) {
        double scale[3], base[3 * PD_FACTORY_POINT_COUNT];
        for (int c = 0; c < 3; c++) scale[c] = 1 + 0.1 * pd_rng_normal(&rng);
        place_centers(base, 1);
        for (int i = 0; i < 3 * EGG_VERTICES; i++)
            bodies[b * 3 * EGG_VERTICES + i] = (float)(scale[i % 3] * e->vertices[i] + (i % 3 == 1 ? b : 0));
        for (int i = 0; i < 3 * PD_FACTORY_POINT_COUNT; i++)
            centers[b * 3 * PD_FACTORY_POINT_COUNT + i] = scale[i % 3] * base[i] + (i % 3 == 1 ? b : 0);
    }
}

typedef struct fitted {
    egg e;
    pd_factory_mesh mesh;
    float bodies[BODIES * 3 * EGG_VERTICES];
    double centers[BODIES * 3 * PD_FACTORY_POINT_COUNT];
} fitted;

static fitted world;

static pd_status fit(pd_factory_regressor *out, const pd_executor *executor)
{
    pd_factory_regressor_data data = {&world.mesh,   executor, world.bodies,
                                      world.centers, BODIES,   PD_FACTORY_POINT_COUNT};
    return pd_factory_regressor_fit(out, &data, NULL);
}

static int make_world(void **state)
{
    (void)state;
    egg_mesh(&world.mesh, &world.e);
    stretched_eggs(world.bodies, world.centers, &world.e);
    return 0;
}

static int free_world(void **state)
{
    (void)state;
    pd_factory_mesh_deinit(&world.mesh);
    return 0;
}

static void joints_that_are_linear_in_the_skin_are_found_wherever_the_body_stands(void **state)
{
    (void)state;
    pd_factory_regressor r;
    assert_int_equal(fit(&r, &pd_executor_serial), PD_OK);
    for (int b = 0; b < BODIES; b++) {
        double found[3 * PD_FACTORY_POINT_COUNT];
        pd_factory_regressor_apply(found, &r, PD_FACTORY_POINT_COUNT, world.bodies + b * 3 * EGG_VERTICES);
        for (int i = 0; i < 3 * PD_FACTORY_POINT_COUNT; i++)
            assert_near(found[i], world.centers[b * 3 * PD_FACTORY_POINT_COUNT + i], 2e-4);
    }
    pd_factory_regressor_deinit(&r);
}

static void rows_are_non_negative_sum_to_one_and_hold_at_most_forty(void **state)
{
    (void)state;
    pd_factory_regressor r;
    assert_int_equal(fit(&r, &pd_executor_serial), PD_OK);
    for (int p = 0; p < PD_FACTORY_POINT_COUNT; p++) {
        double sum = 0;
        assert_in_range(r.start[p + 1] - r.start[p], 1, 40);
        for (int i = r.start[p]; i < r.start[p + 1]; i++) {
            assert_true(r.weight[i] > 0);
            if (i > r.start[p]) assert_true(r.vertex[i] > r.vertex[i - 1]);
            sum += r.weight[i];
        }
        assert_near(sum, 1, 1e-5);
    }
    pd_factory_regressor_deinit(&r);
}

static double entry(const pd_factory_regressor *r, int point, int vertex)
{
    for (int i = r->start[point]; i < r->start[point + 1]; i++)
        if (r->vertex[i] == vertex) return r->weight[i];
    return 0;
}

static void rows_mirror_to_the_last_bit(void **state)
{
    (void)state;
    pd_factory_regressor r;
    assert_int_equal(fit(&r, &pd_executor_serial), PD_OK);
    for (int p = 0; p < PD_FACTORY_POINT_COUNT; p++)
        for (int i = r.start[p]; i < r.start[p + 1]; i++)
            assert_true(entry(&r, pd_factory_joints[p].mirror, world.mesh.mirror[r.vertex[i]]) ==
                        r.weight[i]);
    pd_factory_regressor_deinit(&r);
}

static void the_order_of_tasks_changes_no_bit(void **state)
{
    (void)state;
    const pd_executor backwards = {run_backwards, NULL, 1};
    pd_factory_regressor a, b;
    assert_int_equal(fit(&a, &pd_executor_serial), PD_OK);
    assert_int_equal(fit(&b, &backwards), PD_OK);
    assert_memory_equal(a.start, b.start, sizeof a.start);
    assert_memory_equal(a.vertex, b.vertex, (size_t)a.start[PD_FACTORY_POINT_COUNT] * sizeof *a.vertex);
    assert_memory_equal(a.weight, b.weight, (size_t)a.start[PD_FACTORY_POINT_COUNT] * sizeof *a.weight);
    pd_factory_regressor_deinit(&a);
    pd_factory_regressor_deinit(&b);
}

/* ---- weights ---- */

static const pd_factory_part parts[] = {{"root", 0}, {"arm.L", 2}, {"arm.R", 1},
                                        {"a", 3},    {"b", 4},     {"c", 5}};
enum { PARTS = 6 };

/* Makes weights that fall off from the middle, as bones root, arm.L with a finger below it, arm.R. */
static void fake_rig(pd_factory_mhrig *rig, pd_factory_mhrig_weight *weights)
{
    static char names[][PD_FACTORY_MHRIG_NAME_BYTES] = {"root", "arm.L", "finger.L", "arm.R", "a", "b", "c"};
    static int parents[] = {-1, 0, 1, 0, 0, 0, 0};
    *rig = (pd_factory_mhrig){.bone_count = 7, .names = names, .parents = parents, .weights = weights};
    for (int i = 0; i < EGG_VERTICES; i++) {
        float x = world.e.vertices[3 * i], y = world.e.vertices[3 * i + 1];
        weights[rig->weight_count++] = (pd_factory_mhrig_weight){0, i, 0.5};
        weights[rig->weight_count++] = (pd_factory_mhrig_weight){x > 0 ? 2 : 3, i, x != 0};
        for (int b = 4; b < 7; b++)
            weights[rig->weight_count++] = (pd_factory_mhrig_weight){b, i, y > 0 ? 0.1 * b : 0};
    }
}

static void weights_are_normalised_cut_to_four_and_mirror_to_the_last_bit(void **state)
{
    (void)state;
    static pd_factory_mhrig_weight pairs[5 * EGG_VERTICES];
    static double w[EGG_VERTICES * PARTS];
    pd_factory_mhrig rig;
    fake_rig(&rig, pairs);
    assert_int_equal(pd_factory_weights_gather(w, &world.mesh, &rig, parts, PARTS, NULL), PD_OK);
    assert_int_equal(pd_factory_weights_smooth(w, &world.mesh, parts, PARTS, 4, NULL), PD_OK);
    pd_factory_weights_cut(w, &world.mesh, parts, PARTS);
    for (int i = 0; i < EGG_VERTICES; i++) {
        double sum = 0;
        int used = 0;
        for (int p = 0; p < PARTS; p++) {
            assert_true(w[i * PARTS + p] == w[world.mesh.mirror[i] * PARTS + parts[p].mirror]);
            sum += w[i * PARTS + p];
            used += w[i * PARTS + p] > 0;
        }
        assert_near(sum, 1, 1e-12);
        assert_in_range(used, 1, 4);
    }
}

static void a_bone_goes_to_its_nearest_named_ancestor(void **state)
{
    (void)state;
    static pd_factory_mhrig_weight pairs[5 * EGG_VERTICES];
    static double w[EGG_VERTICES * PARTS];
    pd_factory_mhrig rig;
    fake_rig(&rig, pairs);
    assert_int_equal(pd_factory_weights_gather(w, &world.mesh, &rig, parts, PARTS, NULL), PD_OK);
    for (int i = 0; i < EGG_VERTICES; i++)
        if (world.e.vertices[3 * i] > 0 && world.e.vertices[3 * i + 1] < 0)
            assert_near(w[i * PARTS + 1], 2.0 / 3, 1e-12);
}

static void a_vertex_without_a_bone_is_an_error_that_names_it(void **state)
{
    (void)state;
    static pd_factory_mhrig_weight pairs[5 * EGG_VERTICES];
    static double w[EGG_VERTICES * PARTS];
    pd_factory_mhrig rig;
    pd_error err = {0};
    fake_rig(&rig, pairs);
    for (int i = 0; i < rig.weight_count; i++)
        if (pairs[i].vertex == 9) pairs[i].weight = 0;
    assert_int_equal(pd_factory_weights_gather(w, &world.mesh, &rig, parts, PARTS, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "vertex 9"));
}

/* ---- T-pose ---- */

static double degrees_from(const double *from, const double *to, double x, double y, double z)
{
    double d[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    double along = (d[0] * x + d[1] * y + d[2] * z) / length;
    double cx = d[1] * z - d[2] * y, cy = d[2] * x - d[0] * z, cz = d[0] * y - d[1] * x;
    return atan2(sqrt(cx * cx + cy * cy + cz * cz) / length, along) * 180 / M_PI;
}

static void limbs_come_to_lie_on_their_axes(void **state)
{
    (void)state;
    pd_factory_transform transforms[PD_FACTORY_GROUP_COUNT];
    double before[3 * PD_FACTORY_POINT_COUNT], c[3 * PD_FACTORY_POINT_COUNT];
    place_centers(before, 1);
    pd_factory_tpose_transforms(transforms, c, before);
    assert_true(degrees_from(c + 3 * PD_FACTORY_L_SHOULDER, c + 3 * PD_FACTORY_L_ELBOW, 1, 0, 0) < 0.01);
    assert_true(degrees_from(c + 3 * PD_FACTORY_L_ELBOW, c + 3 * PD_FACTORY_L_WRIST, 1, 0, 0) < 0.01);
    assert_true(degrees_from(c + 3 * PD_FACTORY_L_WRIST, c + 3 * PD_FACTORY_L_HAND, 1, 0, 0) < 0.01);
    assert_true(degrees_from(c + 3 * PD_FACTORY_R_SHOULDER, c + 3 * PD_FACTORY_R_HAND, -1, 0, 0) < 0.01);
    double dx = c[3 * PD_FACTORY_L_ANKLE] - c[3 * PD_FACTORY_L_HIP],
           dy = c[3 * PD_FACTORY_L_HIP + 1] - c[3 * PD_FACTORY_L_ANKLE + 1];
    assert_near(atan2(dx, dy) * 180 / M_PI, PD_FACTORY_LEG_DEG, 0.01);
}

static void palms_come_to_face_down_and_elbows_to_flex_forward(void **state)
{
    (void)state;
    pd_factory_transform transforms[PD_FACTORY_GROUP_COUNT];
    double before[3 * PD_FACTORY_POINT_COUNT], c[3 * PD_FACTORY_POINT_COUNT];
    place_centers(before, 1);
    pd_factory_tpose_transforms(transforms, c, before);
    /* index in front of the little finger, both as high as one another */
    const double *index = c + 3 * PD_FACTORY_L_INDEX, *little = c + 3 * PD_FACTORY_L_LITTLE;
    assert_true(index[2] > little[2] + 0.03);
    assert_near(index[1], little[1], 1e-9);
    /* the normal of shoulder, elbow and wrist, carried by the upper arm, points down */
    const double *s = before + 3 * PD_FACTORY_L_SHOULDER, *e = before + 3 * PD_FACTORY_L_ELBOW,
                 *w = before + 3 * PD_FACTORY_L_WRIST;
    pd_vec3 u = {e[0] - s[0], e[1] - s[1], e[2] - s[2]}, f = {w[0] - e[0], w[1] - e[1], w[2] - e[2]};
    pd_vec3 n = pd_vec3_unit_or(pd_vec3_cross(u, f), (pd_vec3){0, 0, 0});
    pd_vec3 turned = pd_q_rotate(transforms[4].rotation, n);
    assert_near(turned.y, -1, 1e-9);
}

static void bones_keep_their_lengths(void **state)
{
    (void)state;
    pd_factory_transform transforms[PD_FACTORY_GROUP_COUNT];
    double before[3 * PD_FACTORY_POINT_COUNT], after[3 * PD_FACTORY_POINT_COUNT];
    place_centers(before, 1.1);
    pd_factory_tpose_transforms(transforms, after, before);
    for (int p = 1; p < PD_FACTORY_POINT_COUNT; p++) {
        double was = 0, is = 0;
        for (int c = 0; c < 3; c++) {
            was += pow(before[3 * p + c] - before[3 * pd_factory_joints[p].parent + c], 2);
            is += pow(after[3 * p + c] - after[3 * pd_factory_joints[p].parent + c], 2);
        }
        assert_near(sqrt(is), sqrt(was), 1e-9);
    }
}

static void a_rigid_body_part_is_turned_as_one_piece_and_both_sides_mirror(void **state)
{
    (void)state;
    static double weights[EGG_VERTICES * PD_FACTORY_GROUP_COUNT];
    static unsigned char moves[EGG_VERTICES];
    static float body[3 * EGG_VERTICES], scratch[12 * EGG_VERTICES];
    pd_factory_tposer tposer = {&world.mesh, weights, moves};
    double centers[3 * PD_FACTORY_POINT_COUNT];
    place_centers(centers, 1);
    memset(weights, 0, sizeof weights);
    for (int i = 0; i < EGG_VERTICES; i++) {
        float x = world.e.vertices[3 * i];
        weights[i * PD_FACTORY_GROUP_COUNT + (x > 0 ? 7 : x < 0 ? 16 : 0)] = 1; /* hands */
    }
    memcpy(body, world.e.vertices, sizeof body);
    assert_int_equal(pd_factory_tpose_scratch(&tposer), 12 * EGG_VERTICES);
    pd_factory_tpose_run(body, centers, &tposer, scratch);
    for (int i = 0; i < EGG_VERTICES; i++) {
        int m = world.mesh.mirror[i];
        assert_true(body[3 * i] == -body[3 * m] && body[3 * i + 1] == body[3 * m + 1]);
        for (int j = 0; j < i; j++) {
            const float *v = world.e.vertices;
            if (v[3 * i] <= 0 || v[3 * j] <= 0) continue;
            double was =
                hypot(hypot(v[3 * i] - v[3 * j], v[3 * i + 1] - v[3 * j + 1]), v[3 * i + 2] - v[3 * j + 2]);
            double is = hypot(hypot(body[3 * i] - body[3 * j], body[3 * i + 1] - body[3 * j + 1]),
                              body[3 * i + 2] - body[3 * j + 2]);
            assert_near(is, was, 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_are_linear_in_the_skin_are_found_wherever_the_body_stands),
        cmocka_unit_test(rows_are_non_negative_sum_to_one_and_hold_at_most_forty),
        cmocka_unit_test(rows_mirror_to_the_last_bit),
        cmocka_unit_test(the_order_of_tasks_changes_no_bit),
        cmocka_unit_test(weights_are_normalised_cut_to_four_and_mirror_to_the_last_bit),
        cmocka_unit_test(a_bone_goes_to_its_nearest_named_ancestor),
        cmocka_unit_test(a_vertex_without_a_bone_is_an_error_that_names_it),
        cmocka_unit_test(limbs_come_to_lie_on_their_axes),
        cmocka_unit_test(palms_come_to_face_down_and_elbows_to_flex_forward),
        cmocka_unit_test(bones_keep_their_lengths),
        cmocka_unit_test(a_rigid_body_part_is_turned_as_one_piece_and_both_sides_mirror),
    };
    return cmocka_run_group_tests(tests, make_world, free_world);
}
