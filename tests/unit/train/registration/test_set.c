/* Tests the checks of a set of registered meshes:
 * each change of a good set is refused with its label and the reason. */
#include "tests/support/sleeve.h"

/* Checks of a set of registered meshes: two people in three poses each. */
typedef struct world {
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth;
} world;

static world w;

static int setup(void **state)
{
    (void)state;
    sleeve_template(&w.tpl);
    sleeve_set(&w.set, &w.truth, &w.tpl, 2, 3, 0.004, 0, 0, 2);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_learn_state_deinit(&w.truth);
    pd_learn_set_deinit(&w.set);
    pd_learn_template_deinit(&w.tpl);
    return 0;
}

static float *mesh(int index)
{
    return w.set.poses.vertices + 3 * (size_t)w.tpl.vertex_count * (size_t)index;
}

/* Checks that the set is refused, at that label, with these words. */
static void refused(const char *where, const char *words)
{
    pd_error err = {0};
    assert_int_equal(pd_learn_set_check(&w.set, &w.tpl, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, words)) fail_msg("'%s' does not say '%s'", err.detail, words);
}

static void a_good_set_passes_wherever_its_meshes_stand(void **state)
{
    (void)state;
    pd_error err = {0};
    for (int i = 0; i < w.tpl.vertex_count; i++) mesh(1)[3 * i] += 300;
    if (pd_learn_set_check(&w.set, &w.tpl, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(w.tpl.joint_mirror[1], 2);
    assert_int_equal(w.tpl.joint_mirror[0], 0);
}

static void centimetres_are_refused_by_file(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * w.tpl.vertex_count; i++) mesh(4)[i] *= 100;
    refused("p1 1", "metres are wanted");
}

static void a_mirrored_mesh_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < w.tpl.vertex_count; i++) mesh(2)[3 * i] *= -1;
    refused("p0 2", "inside out");
}

static void vertices_in_another_order_are_refused(void **state)
{
    (void)state;
    int n = 3 * w.tpl.vertex_count;
    float *m = mesh(3), *copy = malloc((size_t)n * sizeof *copy);
    memcpy(copy, m, (size_t)n * sizeof *copy);
    for (int i = 0; i < w.tpl.vertex_count; i++)
        memcpy(m + 3 * i, copy + 3 * (i * 101 % w.tpl.vertex_count), 3 * sizeof *m);
    free(copy);
    refused("p1 0", "topology");
}

static void a_mesh_that_comes_twice_is_refused_with_both_names(void **state)
{
    (void)state;
    memcpy(mesh(5), mesh(0), 3 * (size_t)w.tpl.vertex_count * sizeof(float));
    pd_error err = {0};
    assert_int_equal(pd_learn_set_check(&w.set, &w.tpl, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "the same mesh as p"));
}

/* Whichever two of them: of the smallest, of the largest. */
static void every_pair_is_compared(void **state)
{
    (void)state;
    const size_t bytes = 3 * (size_t)w.tpl.vertex_count * sizeof(float);
    float *kept = malloc(bytes);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++) {
            pd_error err = {0};
            memcpy(kept, mesh(i), bytes);
            memcpy(mesh(i), mesh(k), bytes);
            assert_int_equal(pd_learn_set_check(&w.set, &w.tpl, &err), PD_ERR_RANGE);
            memcpy(mesh(i), kept, bytes);
        }
    free(kept);
}

/* A quarter turn about +Y, elsewhere, with the four decimals that some programs write. */
static void a_copy_that_was_turned_moved_and_rounded_is_the_same_mesh(void **state)
{
    (void)state;
    for (int i = 0; i < w.tpl.vertex_count; i++) {
        const float *from = mesh(0) + 3 * i;
        const float moved[3] = {from[2] + 2, from[1] - 1, -from[0] + 0.5f};
        for (int c = 0; c < 3; c++) mesh(5)[3 * i + c] = (float)(round(1e4 * (double)moved[c]) / 1e4);
    }
    pd_error err = {0};
    assert_int_equal(pd_learn_set_check(&w.set, &w.tpl, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "the same mesh as p"));
    assert_non_null(strstr(err.detail, "moved, turned or rounded"));
}

/* One part a millimetre off. */
static void a_pose_a_little_different_is_no_copy(void **state)
{
    (void)state;
    pd_error err = {0};
    memcpy(mesh(1), mesh(0), 3 * (size_t)w.tpl.vertex_count * sizeof(float));
    for (int i = 0; i < w.tpl.vertex_count; i++)
        if (w.tpl.parts[i] == 3) mesh(1)[3 * i + 1] += 0.001f;
    if (pd_learn_set_check(&w.set, &w.tpl, &err)) fail_msg("%s: %s", err.where, err.detail);
}

static void a_subject_in_one_pose_is_refused(void **state)
{
    (void)state;
    w.set.poses.subjects[5] = 2;
    w.set.subject_count = 3;
    refused("p1 2", "only pose");
}

/* The second person three times in the same pose, elsewhere, with 1 mm of noise along each axis. */
static void a_subject_scanned_again_and_again_in_one_pose_is_refused(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int m = 4; m < 6; m++)
        for (int i = 0; i < 3 * w.tpl.vertex_count; i++)
            mesh(m)[i] = mesh(3)[i] + (float)(i % 3 + m + 0.001 * pd_rng_normal(&rng));
    refused("p1 0", "all 3 meshes of its subject are in this one pose");
}

static void missing_data_must_be_whole_frames_and_few(void **state)
{
    (void)state;
    pd_error err = {0};
    for (int c = 0; c < 3; c++) mesh(1)[30 + c] = NAN;
    assert_int_equal(pd_learn_set_check(&w.set, &w.tpl, &err), PD_OK);
    mesh(1)[60] = NAN;
    refused("p0 1", "vertex 20 is missing in part");
    for (int i = 0; i < 3 * (w.tpl.vertex_count / 2); i++) mesh(1)[i] = NAN;
    refused("p0 1", "are missing");
    mesh(1)[0] = mesh(1)[1] = mesh(1)[2] = INFINITY;
    refused("p0 1", "vertex 0");
}

/* Checks that a template with one change is refused. */
static void template_refused(const char *words, void (*spoil)(sleeve *s, pd_learn_template_source *source))
{
    static sleeve s;
    pd_error err = {0};
    pd_learn_template out;
    sleeve_make(&s);
    pd_learn_template_source source = {.name = "t.npz",
                                       .vertex_count = SLEEVE_VERTICES,
                                       .face_count = SLEEVE_FACES,
                                       .joint_count = SLEEVE_JOINTS,
                                       .vertices = s.vertices,
                                       .faces = s.faces,
                                       .parts = s.parts,
                                       .parents = sleeve_parents};
    spoil(&s, &source);
    assert_int_not_equal(pd_learn_template_init(&out, &source, &err), PD_OK);
    if (!strstr(err.detail, words)) fail_msg("'%s' does not say '%s'", err.detail, words);
    assert_null(out.vertices);
}

static void without_a_label(sleeve *s, pd_learn_template_source *source)
{
    (void)source;
    for (int i = 0; i < SLEEVE_VERTICES; i++)
        if (s->parts[i] == 3) s->parts[i] = 1;
}

static void with_a_label_too_many(sleeve *s, pd_learn_template_source *source)
{
    (void)source;
    s->parts[7] = SLEEVE_JOINTS;
}

static void with_parts_apart(sleeve *s, pd_learn_template_source *source)
{
    (void)source;
    for (int i = 0; i < SLEEVE_VERTICES; i++)
        if (s->parts[i] == 1) s->parts[i] = 0;
    s->parts[0] = 1; /* of a ring at the end, among part 3 */
}

static void with_parents_that_follow(sleeve *s, pd_learn_template_source *source)
{
    static const int parents[SLEEVE_JOINTS] = {-1, 3, 0, 1, 2};
    (void)s;
    source->parents = parents;
}

static void templates_without_their_labels_are_refused(void **state)
{
    (void)state;
    template_refused("no vertex is labelled 3", without_a_label);
    template_refused("vertex 7 is of part 5", with_a_label_too_many);
    template_refused("does not touch", with_parts_apart);
    template_refused("joint 1 has parent 3", with_parents_that_follow);
}

static void weights_and_centres_come_from_the_parts(void **state)
{
    (void)state;
    double centers[3 * SLEEVE_JOINTS], rest[3 * SLEEVE_VERTICES];
    for (int i = 0; i < 3 * SLEEVE_VERTICES; i++) rest[i] = (double)w.tpl.vertices[i];
    pd_learn_template_centers(centers, &w.tpl, rest);
    /* rings lie every 1/15 m: the boundaries are at 7/30 and 1/2 m */
    assert_true(fabs(centers[3] - 7.0 / 30) < 1e-6 && fabs(centers[9] - 0.5) < 1e-6);
    for (int k = 0; k < SLEEVE_JOINTS; k++) {
        assert_true(fabs(centers[3 * k + 1] - 1) < 1e-6 && fabs(centers[3 * k + 2]) < 1e-6);
        assert_true(fabs(centers[3 * k] + centers[3 * w.tpl.joint_mirror[k]]) < 1e-6);
    }
    for (int i = 0; i < SLEEVE_VERTICES; i++) {
        double sum = 0, most = 0, own = 0;
        for (int s = 0; s < PD_LEARN_SLOTS; s++) {
            double weight = w.tpl.weights[PD_LEARN_SLOTS * i + s];
            sum += weight, most = fmax(most, weight);
            if (w.tpl.slots[PD_LEARN_SLOTS * i + s] == w.tpl.parts[i]) own = weight;
        }
        assert_true(fabs(sum - 1) < 1e-12 && own == most);
    }
}

static void joints_of_the_template_that_are_known_are_given_back(void **state)
{
    (void)state;
    static sleeve s;
    static const float joints[3 * SLEEVE_JOINTS] = {0,      1.01f,  0.01f,  0.25f,  1.02f,
                                                    -0.01f, -0.25f, 1.02f,  -0.01f, 0.49f,
                                                    0.98f,  0.02f,  -0.49f, 0.98f,  0.02f};
    double centers[3 * SLEEVE_JOINTS], rest[3 * SLEEVE_VERTICES];
    pd_learn_template tpl;
    pd_error err = {0};
    sleeve_make(&s);
    const pd_learn_template_source source = {.name = "t",
                                             .vertex_count = SLEEVE_VERTICES,
                                             .face_count = SLEEVE_FACES,
                                             .joint_count = SLEEVE_JOINTS,
                                             .vertices = s.vertices,
                                             .faces = s.faces,
                                             .parts = s.parts,
                                             .parents = sleeve_parents,
                                             .joints = joints};
    assert_int_equal(pd_learn_template_init(&tpl, &source, &err), PD_OK);
    for (int i = 0; i < 3 * SLEEVE_VERTICES; i++) rest[i] = (double)s.vertices[i];
    pd_learn_template_centers(centers, &tpl, rest);
    for (int i = 0; i < 3 * SLEEVE_JOINTS; i++) assert_true(fabs(centers[i] - (double)joints[i]) < 1e-4);
    for (int k = 0; k < SLEEVE_JOINTS; k++) {
        double sum = 0;
        for (int n = tpl.center_start[k]; n < tpl.center_start[k + 1]; n++) {
            assert_true(tpl.center_weight[n] >= 0);
            sum += tpl.center_weight[n];
        }
        assert_true(fabs(sum - 1) < 1e-12);
    }
    pd_learn_template_deinit(&tpl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define ON_ITS_OWN(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
        ON_ITS_OWN(a_good_set_passes_wherever_its_meshes_stand),
        ON_ITS_OWN(centimetres_are_refused_by_file),
        ON_ITS_OWN(a_mirrored_mesh_is_refused),
        ON_ITS_OWN(vertices_in_another_order_are_refused),
        ON_ITS_OWN(a_mesh_that_comes_twice_is_refused_with_both_names),
        ON_ITS_OWN(every_pair_is_compared),
        ON_ITS_OWN(a_copy_that_was_turned_moved_and_rounded_is_the_same_mesh),
        ON_ITS_OWN(a_pose_a_little_different_is_no_copy),
        ON_ITS_OWN(a_subject_in_one_pose_is_refused),
        ON_ITS_OWN(a_subject_scanned_again_and_again_in_one_pose_is_refused),
        ON_ITS_OWN(missing_data_must_be_whole_frames_and_few),
        ON_ITS_OWN(templates_without_their_labels_are_refused),
        ON_ITS_OWN(weights_and_centres_come_from_the_parts),
        cmocka_unit_test(joints_of_the_template_that_are_known_are_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
