/* @heavy: takes over five seconds under ASan. */
/* The default body on a walk whose frames are made one by one. */
#include "core/retarget/live_body.h"
#include "tests/support/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOES 10 /* SMPL's left_foot; 11 is the right one */

static const walk stroll = {.frames = 150, .speed = 1.2, .period = 60, .duty = 0.6, .lift = 0.08};
static pd_smpl_model *model;

static int load(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/default.safetensors", NULL) != PD_OK;
}

static int release(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

static pd_retarget_live_body *body_of(const pd_character_motion *m, const float *betas, int count)
{
    pd_retarget_live_body *body;
    pd_error err = {0};
    if (pd_retarget_live_body_new(&body, &m->clip.skeleton, 0.025, model, betas, count, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return body;
}

static void step(pd_retarget_live_body *body, const pd_character_motion *m, int t)
{
    const double flat[2] = {0, 0};
    pd_retarget_live_body_step(body, pd_anim_clip_frame(&m->clip, t), m->clip.roots[t], flat, 0);
}

/* Returns the height of the lowest vertex. */
static double lowest(const float *vertices, int count)
{
    double low = 1e9;
    for (int v = 0; v < count; v++) low = fmin(low, (double)vertices[3 * v + 1]);
    return low;
}

static void soles_stay_on_the_ground_whatever_the_shape(void **state)
{
    (void)state;
    const float shapes[3][2] = {{0, 0}, {2, -1}, {-2, 1.5f}};
    pd_character_motion m;
    walk_make(&m, &stroll);
    for (int i = 0; i < 3; i++) {
        pd_retarget_live_body *body = body_of(&m, shapes[i], 2);
        for (int t = 0; t < m.clip.frame_count; t++) {
            step(body, &m, t);
            if (t % 10) continue;
            double low =
                lowest(pd_retarget_live_body_vertices(body), pd_retarget_live_body_vertex_count(body));
            if (!(low > -0.03 && low < 0.03))
                fail_msg("shape %d, frame %d: lowest vertex at %g m", i, t, low);
        }
        pd_retarget_live_body_free(body);
    }
    pd_character_motion_deinit(&m);
}

/* Returns a toe's position by forward kinematics of the body's pose. */
static pd_vec3 toe_at(const pd_retarget_live_body *body, int toe)
{
    pd_vec3 at[24], pelvis;
    pd_quat turn[24];
    const pd_quat *pose = pd_retarget_live_body_pose(&pelvis, body);
    for (int k = 0; k < 24; k++) {
        int up = model->data.parents[k];
        const double *j = model->joint_template + 3 * k, *p = model->joint_template + 3 * (up < 0 ? 0 : up);
        pd_vec3 bone = pd_vec3_make(j[0] - p[0], j[1] - p[1], j[2] - p[2]);
        turn[k] = up < 0 ? pose[k] : pd_q_mul(turn[up], pose[k]);
        at[k] = up < 0 ? pelvis : pd_vec3_add(at[up], pd_q_rotate(turn[up], bone));
    }
    return at[toe];
}

static void planted_toes_do_not_slide(void **state)
{
    (void)state;
    pd_character_motion m;
    walk_make(&m, &stroll);
    pd_retarget_live_body *body = body_of(&m, NULL, 0);
    pd_vec3 before = {0};
    double most = 0;
    for (int t = 0; t < m.clip.frame_count; t++) {
        double own = fmod(t / stroll.period, 1);
        step(body, &m, t);
        pd_vec3 now = toe_at(body, TOES + 1);
        if (t % 60 > 2 && own < stroll.duty - 0.02)
            most = fmax(most, hypot(now.x - before.x, now.z - before.z));
        before = now;
    }
    assert_true(most < 1e-3); /* a frame */
    pd_retarget_live_body_free(body);
    pd_character_motion_deinit(&m);
}

/* SMPL-X's joints have fingers where SMPL's have the middle of a hand. */
static void a_body_with_fingers_stands_on_its_soles_and_its_hands_are_at_rest(void **state)
{
    (void)state;
    const float betas[27] = {1, -1, [26] = 2}; /* the last of proportion: feet */
    pd_smpl_model *person = NULL, *usual = model;
    pd_character_motion m;
    pd_vec3 pelvis;
    double swing = 0;
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    walk_make(&m, &stroll);
    model = person;
    pd_retarget_live_body *body = body_of(&m, betas, 27);
    model = usual;
    for (int t = 0; t < m.clip.frame_count; t += 10) {
        step(body, &m, t);
        const pd_quat *pose = pd_retarget_live_body_pose(&pelvis, body);
        for (int hand = 22; hand < 24; hand++) assert_true(pose[hand].w == 1 && pose[hand].x == 0);
        swing = fmax(swing, 1 - fabs(pose[1].w));
        assert_true(fabs(lowest(pd_retarget_live_body_vertices(body), person->vertex_count)) < 0.03);
    }
    assert_true(swing > 0.005); /* of a hip: it walks */
    pd_retarget_live_body_free(body);
    pd_character_motion_deinit(&m);
    pd_smpl_model_release(person);
}

/* The eyes of the person look at a point to the left that its head does not heed; its lids close now and
 * then, in its skin too. */
static void a_person_looks_with_its_eyes_and_blinks(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_smpl_model *person;
    pd_retarget_live_body *body;
    const pd_quat *rotations;
    pd_vec3 at, eyes[2];
    walk_make(&m, &stroll);
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    assert_int_equal(pd_retarget_live_body_new(&body, &m.clip.skeleton, 0.025, person, NULL, 0, NULL), PD_OK);
    pd_retarget_live_body_set_seed(body, 4);

    for (int i = 0; i < 2; i++) {
        const pd_anim_alive_look look = {{i ? -40 : 40, 1.6, 100}, 1};
        pd_retarget_live_body_set_look(body, &look);
        for (int t = 0; t < 20; t++) step(body, &m, 0);
        const pd_anim_skeleton *s = pd_retarget_live_body_frame(&rotations, &at, body);
        int eye = pd_anim_skeleton_find(s, "left_eye_smplhf");
        eyes[i] = pd_q_rotate(rotations[eye], pd_vec3_make(0, 0, 1));
    }
    assert_true(eyes[0].x > 0.2 && eyes[1].x < -0.2);

    size_t numbers = 3 * (size_t)person->vertex_count;
    float *open = malloc(numbers * sizeof *open);
    assert_non_null(open);
    memcpy(open, pd_retarget_live_body_vertices(body), numbers * sizeof *open);
    int closed = 0;
    for (int t = 0; t < 600; t++) {
        step(body, &m, 0);
        const float *v = pd_retarget_live_body_vertices(body);
        double most = 0;
        for (size_t i = 0; i < numbers; i++) most = fmax(most, fabs((double)v[i] - (double)open[i]));
        closed += most > 0.007; /* an upper lid goes down by 10 mm, fingers waver by 4 */
        assert_true(most < 0.03);
    }
    assert_in_range(closed, 8, 60); /* of 2 to 5 blinks */

    free(open);
    pd_retarget_live_body_free(body);
    pd_character_motion_deinit(&m);
    pd_smpl_model_release(person);
}

/* Soft tissue moves vertices only: the pose keeps its bits, and without soft tissue vertices keep theirs. */
static void flesh_moves_in_the_vertices_and_in_nothing_else(const pd_smpl_model *fleshy)
{
    pd_character_motion m;
    walk_make(&m, &stroll);
    pd_retarget_live_body *bodies[3];
    pd_smpl_model *usual = model;
    double most = 0, off = 0;
    model = (pd_smpl_model *)fleshy;
    for (int i = 0; i < 3; i++) bodies[i] = body_of(&m, NULL, 0);
    model = usual;
    assert_int_equal(pd_retarget_live_body_set_soft(bodies[1], true, 0, NULL), PD_OK);
    assert_int_equal(pd_retarget_live_body_set_soft(bodies[2], false, 0, NULL), PD_OK);
    for (int t = 0; t < m.clip.frame_count; t++) {
        const float *v[3];
        const pd_quat *pose[3];
        pd_vec3 pelvis[3];
        for (int i = 0; i < 3; i++) {
            step(bodies[i], &m, t);
            v[i] = pd_retarget_live_body_vertices(bodies[i]);
            pose[i] = pd_retarget_live_body_pose(&pelvis[i], bodies[i]);
        }
        const size_t count = 3 * (size_t)pd_retarget_live_body_vertex_count(bodies[0]);
        assert_memory_equal(pose[0], pose[1], 24 * sizeof *pose[0]);
        assert_memory_equal(&pelvis[0], &pelvis[1], sizeof *pelvis);
        assert_memory_equal(v[0], v[2], count * sizeof *v[0]);
        if (t < 2) assert_memory_equal(v[0], v[1], count * sizeof *v[0]);
        for (size_t i = 0; i < count; i++)
            off = fabs((double)v[1][i] - (double)v[0][i]), most = fmax(most, off);
    }
    assert_true(most > 0.0005 && most < 0.1);
    for (int i = 0; i < 3; i++) pd_retarget_live_body_free(bodies[i]);
    pd_character_motion_deinit(&m);
}

static void the_flesh_of_models_that_ship_moves_in_the_vertices_and_in_nothing_else(void **state)
{
    static const char *const files[] = {"models/default.safetensors", "models/female.safetensors",
                                        "models/male.safetensors", "models/person.safetensors"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        pd_smpl_model *fleshy;
        assert_int_equal(pd_smpl_model_load(&fleshy, files[i], NULL), PD_OK);
        flesh_moves_in_the_vertices_and_in_nothing_else(fleshy);
        pd_smpl_model_release(fleshy);
    }
}

static void a_model_without_moving_tissue_reports_it(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_error err;
    walk_make(&m, &stroll);
    pd_retarget_live_body *body = body_of(&m, NULL, 0);
    const int modes = model->data.soft.mode_count;
    model->data.soft.mode_count = 0;
    assert_int_equal(pd_retarget_live_body_set_soft(body, true, 0, &err), PD_ERR_UNSUPPORTED);
    model->data.soft.mode_count = modes;
    assert_string_equal(err.where, "/soft");
    pd_retarget_live_body_free(body);
    pd_character_motion_deinit(&m);
}

static void a_model_without_legs_or_with_too_many_betas_is_refused(void **state)
{
    (void)state;
    pd_anim_skeleton stick, biped;
    const pd_anim_joint joints[] = {{"root", NULL, {0, 0, 0}}};
    pd_retarget_live_body *body;
    pd_error err = {0};
    const float betas[40] = {0};
    assert_int_equal(pd_anim_skeleton_init(&stick, joints, 1, NULL), PD_OK);
    assert_int_equal(pd_retarget_live_body_new(&body, &stick, 0.025, model, NULL, 0, &err),
                     PD_ERR_UNSUPPORTED);
    assert_null(body);
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_retarget_live_body_new(&body, &biped, 0.025, model, betas, 40, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/betas");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soles_stay_on_the_ground_whatever_the_shape),
        cmocka_unit_test(planted_toes_do_not_slide),
        cmocka_unit_test(a_body_with_fingers_stands_on_its_soles_and_its_hands_are_at_rest),
        cmocka_unit_test(a_person_looks_with_its_eyes_and_blinks),
        cmocka_unit_test(the_flesh_of_models_that_ship_moves_in_the_vertices_and_in_nothing_else),
        cmocka_unit_test(a_model_without_moving_tissue_reports_it),
        cmocka_unit_test(a_model_without_legs_or_with_too_many_betas_is_refused),
    };
    return cmocka_run_group_tests(tests, load, release);
}
