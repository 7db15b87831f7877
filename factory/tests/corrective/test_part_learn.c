/* @long: takes over five seconds under ASan. */
/* Pose blend shapes of fingers, jaw and eyes of the shipped people.
 * Run from the top of the tree, as make does. */
#include "factory/corrective/part_learn.h"

#include <math.h>
#include <stdlib.h>

#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "core/smpl/part/hand.h"
#include "tests/support/cmocka.h"

#define FILES 3
static const char *const files[FILES][2] = {
    {"models/person.safetensors", "models/default.safetensors"},
    {"models/person-female.safetensors", "models/female.safetensors"},
    {"models/person-male.safetensors", "models/male.safetensors"},
};

static pd_smpl_data load(const char *path)
{
    pd_smpl_data data;
    pd_error err = {0};
    if (pd_smpl_data_load(&data, path, &err)) fail_msg("%s: %s", err.where, err.detail);
    return data;
}

/* Returns the entry of a vertex for the joint of that name, of one kind and row. NULL: there is none. */
static const float *entry(const pd_smpl_data *data, const float *values, int vertex, const char *joint)
{
    const pd_smpl_sparse_dirs *d = &data->sparse;
    size_t at = 0;
    for (int v = 0; v <= vertex; v++)
        for (int i = d->pattern_start[d->vertex_pattern[v]]; i < d->pattern_start[d->vertex_pattern[v] + 1];
             i++, at += 27)
            if (v == vertex && !strcmp(data->joint_names[d->pattern_joints[i]], joint)) return values + at;
    return NULL;
}

static void joints_of_the_body_have_the_bits_of_the_model_that_lent_them(void **state)
{
    (void)state;
    for (int f = 0; f < FILES; f++) {
        pd_smpl_data person = load(files[f][0]), body = load(files[f][1]);
        int compared = 0;
        for (int v = 0; v < body.vertex_count; v += 211)
            for (int k = 1; k < body.joint_count; k++) {
                const char *name = body.joint_names[k];
                if (strstr(name, "_hand")) continue; /* which a person has not */
                const float *a = entry(&person, person.sparse.values, v, name),
                            *b = entry(&body, body.sparse.values, v, name);
                assert_int_equal(!a, !b);
                if (!a) continue;
                assert_memory_equal(a, b, 27 * sizeof *a);
                compared++;
            }
        assert_true(compared > 100);
        pd_smpl_data_deinit(&person), pd_smpl_data_deinit(&body);
    }
}

static void directions_of_parts_are_mirror_symmetric_to_the_last_bit(void **state)
{
    (void)state;
    for (int f = 0; f < FILES; f++) {
        pd_smpl_data person = load(files[f][0]);
        assert_true(pd_train_pose_mirror_error(&person) == 0);
        pd_smpl_data_deinit(&person);
    }
}

static double volume_of(const pd_smpl_model *m, const float *p)
{
    double six = 0;
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *i = m->data.faces + 3 * (size_t)f;
        const float *a = p + 3 * i[0], *b = p + 3 * i[1], *c = p + 3 * i[2];
        six += (double)a[0] * ((double)b[1] * (double)c[2] - (double)b[2] * (double)c[1]) +
               (double)a[1] * ((double)b[2] * (double)c[0] - (double)b[0] * (double)c[2]) +
               (double)a[2] * ((double)b[0] * (double)c[1] - (double)b[1] * (double)c[0]);
    }
    return six / 6;
}

static void pose(float *vertices, const pd_smpl_model *model, const float *angles)
{
    float rotations[9 * 55];
    for (int k = 0; k < 55; k++) {
        double r[9];
        pd_rot_from_axis_angle(r, (const double[3]){angles[3 * k], angles[3 * k + 1], angles[3 * k + 2]});
        for (int c = 0; c < 9; c++) rotations[9 * k + c] = (float)r[c];
    }
    const pd_smpl_body body = {.rotations = rotations, .vertices = vertices};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena scratch;
    pd_error err = {0};
    if (pd_smpl_job_check(&job, model, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static int joint(const pd_smpl_model *m, const char *name)
{
    for (int k = 0; k < m->joint_count; k++)
        if (!strcmp(m->data.joint_names[k], name)) return k;
    fail_msg("no %s", name);
    return -1;
}

/* Plain skinning loses 38 ml of the 87 that the fingers of a hand have;
 * a closed hand keeps them all but 2. */
static void hands_keep_their_volume(void **state)
{
    (void)state;
    for (int f = 0; f < FILES; f++) {
        pd_smpl_model *m;
        assert_int_equal(pd_smpl_model_load(&m, files[f][0], NULL), PD_OK);
        float *vertices = malloc(3 * (size_t)m->vertex_count * sizeof *vertices), angles[3 * 55] = {0};
        const int first = joint(m, "left_index1");
        pose(vertices, m, angles);
        const double rest = volume_of(m, vertices);

        for (int p = 0; p < PD_SMPL_HAND_POSE_COUNT; p++) {
            pd_smpl_hand_pose_angles(angles + 3 * first, m->joint_template, m->data.parents, first,
                                     (pd_smpl_hand_pose)p);
            pose(vertices, m, angles);
            assert_true(fabs(volume_of(m, vertices) - rest) < 2e-6);
        }
        free(vertices);
        pd_smpl_model_release(m);
    }
}

/* By their skin weights the corner of the mouth and the upper lid would hardly follow jaw and eye: the blend
 * shapes have to move them. */
static void corners_of_the_mouth_follow_the_jaw_and_lids_the_eyes(void **state)
{
    (void)state;
    pd_smpl_model *m;
    assert_int_equal(pd_smpl_model_load(&m, files[0][0], NULL), PD_OK);
    float *rest = malloc(3 * (size_t)m->vertex_count * sizeof *rest),
          *vertices = malloc(3 * (size_t)m->vertex_count * sizeof *vertices), angles[3 * 55] = {0};
    pose(rest, m, angles);

    const int eye = joint(m, "left_eye_smplhf");
    angles[3 * eye] = 0.35f; /* down */
    pose(vertices, m, angles);
    float lowest = 0;
    for (int v = 0; v < m->vertex_count; v++) lowest = fminf(lowest, vertices[3 * v + 1] - rest[3 * v + 1]);
    assert_true(lowest < -0.002f && lowest > -0.006f);
    free(rest), free(vertices);
    pd_smpl_model_release(m);
}

static void directions_of_parts_can_be_removed_and_are_not_learned_twice(void **state)
{
    (void)state;
    pd_smpl_data person = load(files[0][0]), body = load(files[0][1]);
    pd_factory_part_report report;
    pd_error err = {0};
    assert_int_equal(pd_factory_part_learn(&person, &report, &(pd_factory_part_job){0}, &err),
                     PD_ERR_INVALID);
    assert_int_equal(pd_factory_part_learn(&body, &report, &(pd_factory_part_job){0}, &err),
                     PD_ERR_UNSUPPORTED);

    const float *had = entry(&person, person.sparse.values_dqs, 5000, "left_knee");
    float knee[27];
    if (had) memcpy(knee, had, sizeof knee);
    assert_int_equal(pd_factory_part_remove(&person, &err), PD_OK);
    for (int i = 0; i < person.sparse.pattern_start[person.sparse.pattern_count]; i++)
        assert_true(person.sparse.pattern_joints[i] <= 21);
    const float *has = entry(&person, person.sparse.values_dqs, 5000, "left_knee");
    assert_int_equal(!had, !has);
    if (has) assert_memory_equal(has, knee, sizeof knee);
    assert_int_equal(pd_smpl_data_check(&person, &err), PD_OK);
    assert_true(pd_train_pose_mirror_error(&person) == 0);
    pd_smpl_data_deinit(&person), pd_smpl_data_deinit(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_the_body_have_the_bits_of_the_model_that_lent_them),
        cmocka_unit_test(directions_of_parts_are_mirror_symmetric_to_the_last_bit),
        cmocka_unit_test(hands_keep_their_volume),
        cmocka_unit_test(corners_of_the_mouth_follow_the_jaw_and_lids_the_eyes),
        cmocka_unit_test(directions_of_parts_can_be_removed_and_are_not_learned_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
