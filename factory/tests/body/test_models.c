/* The shipped files in models/. Run from the top of the tree, as make does. */
#include "core/smpl/data/data.h"
#include "factory/body/assemble.h"
#include "factory/body/shape/joints.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <sys/stat.h>

typedef struct shipped {
    const char *path, *name, *gender;
    double stature_least, stature_most, litres_least, litres_most;
} shipped;

static const shipped files[] = {
    {"models/default.safetensors", "default", "neutral", 1.67, 1.72, 70, 78},
    {"models/female.safetensors", "female", "female", 1.60, 1.65, 64, 73},
    {"models/male.safetensors", "male", "male", 1.73, 1.79, 76, 85},
};
enum { FILES = 3 };

static pd_smpl_data models[FILES];

static int load(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++) {
        pd_error err = {0};
        if (pd_smpl_data_load(&models[m], files[m].path, &err) == PD_OK) continue;
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return -1;
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++) pd_smpl_data_deinit(&models[m]);
    return 0;
}

static void all_models_together_take_at_most_40_MB(void **state)
{
    (void)state;
    long long total = 0;
    for (int m = 0; m < FILES; m++) {
        struct stat info;
        assert_int_equal(stat(files[m].path, &info), 0);
        total += info.st_size;
    }
    assert_true(total > 0 && total <= 40 << 20);
}

/* The models with SMPL-X's joints: they have all parts of an SMPL-X file, in at most 16 MB a gender. */
static void a_person_of_each_gender_is_whole_and_has_at_most_16_MB(void **state)
{
    (void)state;
    static const struct {
        const char *path, *name, *gender;
        int people; /* priors of both versions */
    } persons[] = {{"models/person.safetensors", "person", "neutral", 12},
                   {"models/person-female.safetensors", "person-female", "female", 4},
                   {"models/person-male.safetensors", "person-male", "male", 4}};
    for (int m = 0; m < 3; m++) {
        struct stat info;
        pd_smpl_data d = {0};
        assert_int_equal(stat(persons[m].path, &info), 0);
        if (info.st_size > 16000000)
            fail_msg("%s: %lld bytes; at most 16000000 allowed", persons[m].path, (long long)info.st_size);
        assert_int_equal(pd_smpl_data_load(&d, persons[m].path, NULL), PD_OK);
        assert_string_equal(d.text.name, persons[m].name);
        assert_string_equal(d.text.gender, persons[m].gender);
        assert_non_null(strstr(d.text.credits, "CC0"));
        assert_int_equal(d.vertex_count, 13380);
        assert_int_equal(d.joint_count, 55);
        assert_int_equal(d.beta_count, 79);
        assert_int_equal(d.expression_count, 66);
        assert_int_equal(d.people_count, persons[m].people);
        assert_int_equal(d.soft_count, 5);
        for (int h = 0; h < 2; h++) assert_int_equal(d.hands[h].component_count, 12);
        pd_smpl_data_deinit(&d);
    }
}

static void shipped_models_have_licence_and_provenance(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++) {
        const pd_smpl_text *t = &models[m].text;
        assert_string_equal(t->name, files[m].name);
        assert_string_equal(t->gender, files[m].gender);
        assert_string_equal(t->licence, "CC BY 4.0");
        assert_non_null(strstr(t->credits, "MakeHuman"));
        assert_non_null(strstr(t->credits, "CC0"));
        assert_non_null(strstr(t->provenance, "a8bc2d54"));
        assert_non_null(strstr(t->provenance, "--seed"));
    }
}

static void shipped_models_have_the_promised_counts_joints_and_landmarks(void **state)
{
    (void)state;
    static const char *const landmarks[] = {"nipple_left", "nipple_right", "navel", "crotch", "head_top"};
    for (int m = 0; m < FILES; m++) {
        const pd_smpl_data *d = &models[m];
        assert_int_equal(d->vertex_count, 13380);
        assert_int_equal(d->face_count, 26756);
        assert_int_equal(d->joint_count, 24);
        assert_int_equal(d->beta_count, 16);
        for (int j = 0; j < 24; j++) {
            assert_string_equal(d->joint_names[j], pd_factory_joints[j].name);
            assert_int_equal(d->parents[j], pd_factory_joints[j].parent);
        }
        assert_int_equal(d->landmark_count, 5);
        for (int l = 0; l < 5; l++) assert_string_equal(d->landmarks[l].name, landmarks[l]);
        for (int b = 0; b < 16; b++) assert_true(d->beta_limits[b] > 2 && d->beta_limits[b] < 6);
    }
}

static void weights_are_at_most_four_a_vertex_and_sum_to_one(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++)
        for (int i = 0; i < models[m].vertex_count; i++) {
            double sum = 0;
            int used = 0;
            for (int j = 0; j < 24; j++) {
                float w = models[m].weights[24 * i + j];
                assert_true(w >= 0);
                used += w > 0;
                sum += w;
            }
            assert_in_range(used, 1, 4);
            assert_near(sum, 1, 1e-6);
        }
}

static void regressor_rows_are_non_negative_sum_to_one_and_hold_at_most_forty(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++)
        for (int j = 0; j < 24; j++) {
            const pd_smpl_data *d = &models[m];
            double sum = 0;
            for (int i = d->regressor_start[j]; i < d->regressor_start[j + 1]; i++) {
                assert_true(d->regressor_weight[i] >= 0);
                sum += d->regressor_weight[i];
            }
            assert_near(sum, 1, 1e-4);
            assert_in_range(d->regressor_start[j + 1] - d->regressor_start[j], 1, 40);
        }
}

static void every_model_is_mirror_symmetric_to_the_last_bit(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++) {
        const pd_smpl_data *d = &models[m];
        assert_true(pd_factory_mirror_error(d, &pd_factory_smpl) == 0);
        for (int i = 0; i < d->vertex_count; i++) assert_int_equal(d->mirror[d->mirror[i]], i);
    }
}

static double volume(const pd_smpl_data *d)
{
    double sum = 0;
    for (int f = 0; f < d->face_count; f++) {
        const float *a = d->v_template + 3 * d->faces[3 * f], *b = d->v_template + 3 * d->faces[3 * f + 1];
        const float *c = d->v_template + 3 * d->faces[3 * f + 2];
        sum += a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) +
               a[1] * ((double)b[2] * c[0] - (double)b[0] * c[2]) +
               a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
    }
    return sum / 6;
}

static void joint(double out[3], const pd_smpl_data *d, const char *name)
{
    int j = 0;
    while (strcmp(d->joint_names[j], name) != 0) j++;
    memset(out, 0, 3 * sizeof *out);
    for (int i = d->regressor_start[j]; i < d->regressor_start[j + 1]; i++)
        for (int c = 0; c < 3; c++)
            out[c] += d->regressor_weight[i] * d->v_template[3 * d->regressor_vertex[i] + c];
}

static void the_mean_bodies_have_the_size_of_people_and_face_outward(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++) {
        const pd_smpl_data *d = &models[m];
        double low = 9, high = -9, litres = 1000 * volume(d);
        for (int i = 0; i < d->vertex_count; i++) {
            low = fmin(low, d->v_template[3 * i + 1]);
            high = fmax(high, d->v_template[3 * i + 1]);
        }
        assert_true(high - low > files[m].stature_least && high - low < files[m].stature_most);
        assert_true(litres > files[m].litres_least && litres < files[m].litres_most);
    }
}

static void the_pelvis_is_the_origin_and_the_pose_is_a_t(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++) {
        double pelvis[3], shoulder[3], elbow[3], wrist[3], toe[3], ankle[3];
        joint(pelvis, &models[m], "pelvis");
        joint(shoulder, &models[m], "left_shoulder");
        joint(elbow, &models[m], "left_elbow");
        joint(wrist, &models[m], "left_wrist");
        joint(ankle, &models[m], "left_ankle");
        joint(toe, &models[m], "left_foot");
        for (int c = 0; c < 3; c++) assert_near(pelvis[c], 0, 1e-5);
        assert_true(elbow[0] > shoulder[0] + 0.2 && wrist[0] > elbow[0] + 0.2); /* left is at +X */
        for (int c = 1; c < 3; c++) {
            assert_near(elbow[c], shoulder[c], 0.003);
            assert_near(wrist[c], shoulder[c], 0.003);
        }
        assert_true(toe[2] > ankle[2] + 0.1); /* forward is +Z */
    }
}

/* Within two millimetres: toes and heel of the same flat foot. */
static void feet_stand_flat(void **state)
{
    (void)state;
    for (int m = 0; m < FILES; m++) {
        const pd_smpl_data *d = &models[m];
        double front = 9, back = 9, ankle[3];
        joint(ankle, d, "left_ankle");
        for (int i = 0; i < d->vertex_count; i++) {
            const float *v = d->v_template + 3 * i;
            if (v[2] > ankle[2] + 0.1) front = fmin(front, v[1]);
            if (v[2] < ankle[2]) back = fmin(back, v[1]);
        }
        assert_near(front, back, 0.002);
    }
}

static void first_beta_is_stature_second_is_mass(void **state)
{
    (void)state;
    pd_smpl_data *d = &models[0];
    double litres = volume(d);
    size_t numbers = 3 * (size_t)d->vertex_count;
    float *kept = malloc(numbers * sizeof *kept);
    double change[2];
    memcpy(kept, d->v_template, numbers * sizeof *kept);
    for (int b = 0; b < 2; b++) {
        for (size_t i = 0; i < numbers; i++)
            d->v_template[i] = kept[i] + 2 * d->shapedirs[16 * i + (size_t)b];
        double low = 9, high = -9;
        for (size_t i = 1; i < numbers; i += 3) {
            low = fmin(low, d->v_template[i]);
            high = fmax(high, d->v_template[i]);
        }
        change[b] = high - low;
        assert_true(volume(d) > litres + 0.01);
    }
    memcpy(d->v_template, kept, numbers * sizeof *kept);
    free(kept);
    assert_true(change[0] > 1.8 && change[1] < 1.75);
}

static void the_three_models_share_faces_weights_and_regressor(void **state)
{
    (void)state;
    for (int m = 1; m < FILES; m++) {
        assert_memory_equal(models[m].faces, models[0].faces, 3 * 26756 * sizeof(uint32_t));
        assert_memory_equal(models[m].weights, models[0].weights, 24 * 13380 * sizeof(float));
        assert_memory_equal(models[m].regressor_weight, models[0].regressor_weight,
                            (size_t)models[0].regressor_start[24] * sizeof(double));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_models_together_take_at_most_40_MB),
        cmocka_unit_test(a_person_of_each_gender_is_whole_and_has_at_most_16_MB),
        cmocka_unit_test(shipped_models_have_licence_and_provenance),
        cmocka_unit_test(shipped_models_have_the_promised_counts_joints_and_landmarks),
        cmocka_unit_test(weights_are_at_most_four_a_vertex_and_sum_to_one),
        cmocka_unit_test(regressor_rows_are_non_negative_sum_to_one_and_hold_at_most_forty),
        cmocka_unit_test(every_model_is_mirror_symmetric_to_the_last_bit),
        cmocka_unit_test(the_mean_bodies_have_the_size_of_people_and_face_outward),
        cmocka_unit_test(the_pelvis_is_the_origin_and_the_pose_is_a_t),
        cmocka_unit_test(feet_stand_flat),
        cmocka_unit_test(first_beta_is_stature_second_is_mass),
        cmocka_unit_test(the_three_models_share_faces_weights_and_regressor),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
