/* @heavy: takes over five seconds under ASan. */
/* Tests soft contact after skinning, on the default model. */
#include "tests/support/cmocka.h"

#include "train/evaluate/quality.h"
#include "core/math/vec3.h"
#include "core/smpl/contact.h"
#include "core/smpl/press.h"
#include "tests/support/posture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = 24 };
static pd_smpl_model *model;
static pd_arena scratch;
static float *plain, *pressed, *other;
static size_t numbers; /* of a body's vertices */
static pd_train_body_checker checker;

static int setup(void **state)
{
    (void)state;
    pd_error err;
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) ||
        pd_train_body_checker_init(&checker, model, NULL, 0, &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    numbers = 3 * (size_t)model->vertex_count;
    plain = malloc(3 * numbers * sizeof *plain);
    pressed = plain + numbers, other = pressed + numbers;
    return !plain || !pd_arena_init(&scratch, 0);
}

static int teardown(void **state)
{
    (void)state;
    pd_arena_deinit(&scratch);
    pd_train_body_checker_deinit(&checker);
    pd_smpl_model_release(model);
    free(plain);
    return 0;
}

static void make(const pd_smpl_body *body, bool soft)
{
    const pd_smpl_job job = {body, 1, PD_SMPL_LBS,
                             soft ? pd_smpl_model_contact(model, PD_SMPL_CONTACT_SOFT, NULL) : NULL};
    assert_true(!soft || job.contact);
    assert_true(pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
}

/* Computes the mean body without contact (`plain`) and with soft contact (`pressed`). */
static void make_both(const float *rotations)
{
    make(&(pd_smpl_body){.rotations = rotations, .vertices = plain}, false);
    make(&(pd_smpl_body){.rotations = rotations, .vertices = pressed}, true);
}

static double apart(const float *a, const float *b, size_t vertex)
{
    double sum = 0;
    for (size_t c = 0; c < 3; c++) sum += pow((double)(a[3 * vertex + c] - b[3 * vertex + c]), 2);
    return sqrt(sum);
}

static pd_train_body_quality judge(const float *vertices, const float *rotations)
{
    pd_train_body_quality q;
    assert_true(pd_arena_reserve(&scratch, pd_train_body_quality_scratch_bytes(model)));
    pd_train_body_quality_run(&q, &checker, vertices, rotations, &scratch);
    return q;
}

static double litres(const float *x)
{
    double sum = 0;
    for (int f = 0; f < model->face_count; f++) {
        pd_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            const float *v = x + 3 * (size_t)model->data.faces[3 * f + k];
            p[k] = pd_vec3_make((double)v[0], (double)v[1], (double)v[2]);
        }
        sum += pd_vec3_dot(p[0], pd_vec3_cross(p[1], p[2]));
    }
    return 1e3 * sum / 6;
}

static void vertices_without_contact_keep_their_bits(void **state)
{
    (void)state;
    float r[9 * K];
    posture_stand(r);
    posture_rotate(r, model, "pelvis", 20, 30,
                   40); /* the whole body rotates, without a relative motion of its parts */
    make_both(r);
    assert_memory_equal(plain, pressed, numbers * sizeof *plain);
    posture_rotate(r, model, "left_knee", 20, 0, 0), posture_rotate(r, model, "right_elbow", 0, 20, 0);
    make_both(r);
    assert_memory_equal(plain, pressed, numbers * sizeof *plain);
}

/* Bends joints degree by degree near the end of their range, where most skin is pressed, and returns the
 * largest change of an offset. */
static double fastest(const char *joint, const double end[3], int steps)
{
    float r[9 * K];
    double most = 0;
    const double length = sqrt(end[0] * end[0] + end[1] * end[1] + end[2] * end[2]);
    for (int i = steps; i >= 0; i--) {
        const double part = (length - i) / length;
        posture_stand(r);
        posture_rotate(r, model, joint, part * end[0], part * end[1], part * end[2]);
        make_both(r);
        for (size_t n = 0; n < numbers; n++) pressed[n] -= plain[n];
        for (size_t v = 0; i < steps && v < numbers / 3; v++) most = fmax(most, apart(pressed, other, v));
        memcpy(other, pressed, numbers * sizeof *other);
    }
    return most;
}

static void no_offset_changes_by_more_than_a_millimetre_per_degree(void **state)
{
    (void)state;
    static const struct {
        const char *joint;
        double end[3];
        int steps;
    } bends[] = {{"left_elbow", {0, -150, 0}, 40},
                 {"right_knee", {145, 0, 0}, 50},
                 {"left_hip", {-120, 0, 0}, 50},
                 {"spine1", {35, 0, 0}, 20},
                 {"neck", {46, 0, 0}, 20},
                 {"left_shoulder", {0, -115, 0}, 20},
                 /* parts that share no joint: hand and thigh, leg and leg */
                 {"left_shoulder", {0, 0, -90}, 12},
                 {"left_hip", {0, 0, -30}, 30}};
    for (int i = 0; i < 8; i++) {
        const double most = fastest(bends[i].joint, bends[i].end, bends[i].steps);
        print_message("%s: %.2f mm\n", bends[i].joint, 1e3 * most);
        assert_true(most < 1.0e-3);
    }
}

/* At thick parts a degree moves skin farther, so less of the overlap is removed. */
static void overlaps_in_an_elbow_shrink_by_a_third_and_at_the_hip_by_a_fifth(void **state)
{
    (void)state;
    static const struct {
        const char *joint;
        double angles[3], most;
    } bends[] = {{"left_knee", {145, 0, 0}, 0.66},
                 {"left_elbow", {0, -150, 0}, 0.66},
                 {"left_hip", {-120, 0, 0}, 0.82}};
    for (int i = 0; i < 3; i++) {
        float r[9 * K];
        posture_stand(r);
        posture_rotate(r, model, bends[i].joint, bends[i].angles[0], bends[i].angles[1], bends[i].angles[2]);
        make_both(r);
        const pd_train_body_quality before = judge(plain, r), after = judge(pressed, r);
        print_message("%s: %.1f mm deep, then %.1f; %d triangles inside out, then %d\n", bends[i].joint,
                      1e3 * before.fold, 1e3 * after.fold, before.inverted, after.inverted);
        assert_true(after.fold < bends[i].most * before.fold);
        assert_true(after.inverted <= before.inverted + 2);
    }
}

/* The enclosed volume counts the overlap of two parts twice. Contact removes the overlap once, and the skin
 * around it bulges. */
static void skin_bulges_beside_pressed_skin(void **state)
{
    (void)state;
    float r[9 * K];
    double out = 0;
    posture_stand(r);
    posture_rotate(r, model, "left_knee", 145, 0, 0);
    make(&(pd_smpl_body){.rotations = r, .vertices = plain, .normals = other}, false);
    make(&(pd_smpl_body){.rotations = r, .vertices = pressed}, true);
    for (size_t v = 0; v < numbers / 3; v++) {
        double along = 0;
        for (size_t c = 0; c < 3; c++)
            along += (double)other[3 * v + c] * (double)(pressed[3 * v + c] - plain[3 * v + c]);
        out = fmax(out, along);
    }
    print_message("%.2f l enclosed, then %.2f; %.1f mm out\n", litres(plain), litres(pressed), 1e3 * out);
    assert_true(out > 0.002 && out < 0.010);
    assert_true(litres(plain) - litres(pressed) < 0.6); /* the tight one: 1.06 */
}

static void a_hand_in_the_thigh_displaces_the_thigh_and_not_the_hand(void **state)
{
    (void)state;
    static const char *const hard[] = {"left_hand", "left_wrist"};
    float r[9 * K];
    double moved = 0, hand = 0;
    posture_stand(r);
    posture_rotate(r, model, "left_shoulder", 0, 0, -85);
    make_both(r);
    for (size_t v = 0; v < numbers / 3; v++) {
        const float *w = model->data.weights + v * K;
        float own = 0;
        for (int k = 0; k < K; k++)
            for (int i = 0; i < 2; i++)
                if (!strcmp(model->data.joint_names[k], hard[i])) own += w[k];
        if (own > 0.999f)
            hand = fmax(hand, apart(plain, pressed, v));
        else
            moved = fmax(moved, apart(plain, pressed, v));
    }
    print_message("the thigh %.1f mm, the hand %.3f\n", 1e3 * moved, 1e3 * hand);
    assert_true(moved > 0.0008);
    assert_true(hand == 0);
}

static void a_mirrored_pose_gives_the_mirrored_mesh(void **state)
{
    (void)state;
    float r[9 * K], l[9 * K];
    double most = 0;
    posture_stand(r), posture_stand(l);
    posture_rotate(r, model, "right_knee", 140, 0, 0), posture_rotate(l, model, "left_knee", 140, 0, 0);
    posture_rotate(r, model, "right_elbow", 0, 140, 0), posture_rotate(l, model, "left_elbow", 0, -140, 0);
    make_both(r);
    memcpy(other, pressed, numbers * sizeof *other);
    make_both(l);
    for (size_t v = 0; v < numbers / 3; v++) {
        const size_t m = (size_t)model->data.mirror[v];
        const float mirrored[3] = {-other[3 * m], other[3 * m + 1], other[3 * m + 2]};
        double way = 0;
        for (size_t c = 0; c < 3; c++) way += pow((double)(mirrored[c] - pressed[3 * v + c]), 2);
        most = fmax(most, sqrt(way));
    }
    print_message("%.3f mm apart at most\n", 1e3 * most);
    assert_true(most < 0.002);
}

static void translation_and_ground_are_applied_after_contact(void **state)
{
    (void)state;
    float r[9 * K], low = 9;
    const float move[3] = {1, 2, -3};
    posture_stand(r);
    posture_rotate(r, model, "left_knee", 145, 0, 0);
    make_both(r);
    make(&(pd_smpl_body){.rotations = r, .translation = move, .ground = 1, .vertices = other}, true);
    const float down = other[1] - pressed[1];
    for (size_t v = 0; v < numbers / 3; v++) {
        low = fminf(low, other[3 * v + 1]);
        assert_near((double)(other[3 * v] - pressed[3 * v]), 1, 1e-5);
        assert_near((double)(other[3 * v + 1] - pressed[3 * v + 1]), (double)down, 1e-5);
        assert_near((double)(other[3 * v + 2] - pressed[3 * v + 2]), -3, 1e-5);
    }
    assert_near((double)low, 0, 1e-6);
}

/* The most pressed vertex of this model is in no triangle, so its area is 0. */
static void a_vertex_without_triangles_stays_finite(void **state)
{
    (void)state;
    float rotations[9 * K];
    size_t farthest = 0;
    posture_stand(rotations);
    posture_rotate(rotations, model, "left_knee", 130, 0, 0);
    make_both(rotations);
    for (size_t v = 0; v < numbers / 3; v++)
        if (apart(plain, pressed, v) > apart(plain, pressed, farthest)) farthest = v;

    pd_smpl_model bare = *model;
    uint32_t *faces = malloc(3 * (size_t)model->face_count * sizeof *faces);
    int count = 0;
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *from = model->data.faces + 3 * (size_t)f;
        if (from[0] == farthest || from[1] == farthest || from[2] == farthest) continue;
        memcpy(faces + 3 * (size_t)count++, from, 3 * sizeof *faces);
    }
    bare.data.faces = faces;
    bare.data.face_count = bare.face_count = count;
    assert_true(count < model->face_count);

    pd_smpl_press *press;
    pd_error err = {0};
    if (pd_smpl_press_build(&press, &bare, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_reserve(&scratch, pd_smpl_press_scratch_bytes(press)));
    memcpy(other, plain, numbers * sizeof *other);
    assert_true(pd_smpl_press_run(other, press, &(pd_smpl_body){.rotations = rotations, .vertices = other},
                                  &scratch) > 0);
    for (size_t i = 0; i < numbers; i++) assert_true(isfinite(other[i]));
    pd_smpl_press_free(press);
    free(faces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_without_contact_keep_their_bits),
        cmocka_unit_test(no_offset_changes_by_more_than_a_millimetre_per_degree),
        cmocka_unit_test(overlaps_in_an_elbow_shrink_by_a_third_and_at_the_hip_by_a_fifth),
        cmocka_unit_test(skin_bulges_beside_pressed_skin),
        cmocka_unit_test(a_hand_in_the_thigh_displaces_the_thigh_and_not_the_hand),
        cmocka_unit_test(a_mirrored_pose_gives_the_mirrored_mesh),
        cmocka_unit_test(translation_and_ground_are_applied_after_contact),
        cmocka_unit_test(a_vertex_without_triangles_stays_finite),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
