/* Tests motions of the network on bodies of several shapes: toes are where the figure has them, and the same
 * motion gives the same bits. */
#include "tests/support/cmocka.h"

#include "core/motion/bones.h"
#include "core/retarget/motion_retarget.h"
#include "core/character/rollout/rollout.h"
#include "tests/support/rigs.h"
#include "tests/support/fixture.h"

#include <jansson.h>

/* A second of a network that was never trained, and a body of random numbers. */
typedef struct scene {
    pd_pfnn_model *network;
    pd_character_rollout rollout;
    pd_smpl_model *body;
} scene;
static scene all;

static int setup(void **state)
{
    static pd_character_rig rig;
    static const pd_character_cue cue = {0, {.move = {0, 1}}};
    const pd_character_rollout_job job = {.seconds = 1, .cues = &cue, .cue_count = 1};
    (void)state;
    all.network = rigs_model(8, 4);
    all.body = pd_fixture_model(&(pd_fixture){.vertices = 200, .seed = 1});
    return pd_character_rig_init(&rig, all.network, NULL) ||
           pd_character_rollout_run(&all.rollout, &job, 1, &rig, &pd_executor_serial, NULL, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_character_rollout_deinit(&all.rollout);
    pd_pfnn_model_release(all.network);
    pd_smpl_model_release(all.body);
    return 0;
}

static pd_retarget_motion retargeted(const float *betas, int count)
{
    pd_retarget_motion motion;
    pd_error err = {0};
    if (pd_retarget_motion_retarget(&motion, &all.rollout.clip, &all.rollout.track, all.body, betas, count,
                                    NULL, NULL, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return motion;
}

static void bodies_of_all_shapes_put_their_toes_where_the_figure_has_them(void **state)
{
    (void)state;
    for (float beta = -2; beta <= 2; beta += 2) {
        pd_retarget_motion motion = retargeted(&beta, 1);
        const pd_anim_track *track = &all.rollout.track;
        int foot = pd_anim_skeleton_find(&motion.clip.skeleton, "left_foot");
        assert_int_equal(motion.clip.frame_count, 60);
        for (int t = 0; t < 60; t++) {
            pd_vec3 p[PD_ANIM_MAX_JOINTS];
            const float *toe = track->joints + 3 * (31 * t + track->toes[0]);
            pd_anim_clip_pose(p, NULL, &motion.clip, t);
            assert_near(hypot(p[foot].x - (double)toe[0], p[foot].z - (double)toe[2]), 0, 0.01);
        }
        pd_anim_clip_deinit(&motion.clip);
    }
}

static void the_same_motion_gives_the_same_body(void **state)
{
    (void)state;
    pd_retarget_motion a = retargeted(NULL, 0), b = retargeted(NULL, 0);
    assert_memory_equal(a.clip.rotations, b.clip.rotations, 60 * 24 * sizeof(pd_quat));
    pd_anim_clip_deinit(&a.clip), pd_anim_clip_deinit(&b.clip);
}

static void shapes_that_the_model_lacks_are_refused(void **state)
{
    (void)state;
    pd_retarget_motion motion;
    pd_error err = {0};
    const float betas[32] = {0}, wild = NAN;
    assert_int_equal(
        pd_retarget_motion_retarget(&motion, &all.rollout.clip, NULL, all.body, betas, 11, NULL, NULL, &err),
        PD_ERR_RANGE);
    assert_string_equal(err.where, "/betas");
    assert_int_not_equal(
        pd_retarget_motion_retarget(&motion, &all.rollout.clip, NULL, all.body, &wild, 1, NULL, NULL, &err),
        PD_OK);
}

/* Returns the JSON chunk of a GLB. */
static json_t *scene_of(const pd_buffer *file)
{
    uint32_t length;
    assert_memory_equal(file->data, "glTF", 4);
    memcpy(&length, file->data + 12, 4);
    json_t *json = json_loadb((const char *)file->data + 20, length, 0, NULL);
    assert_non_null(json);
    return json;
}

static void bones_are_a_skin_of_the_joints_with_one_animation(void **state)
{
    (void)state;
    pd_buffer file = {0};
    assert_int_equal(pd_motion_bones_glb(&file, &all.rollout.clip, "walk", NULL), PD_OK);
    json_t *json = scene_of(&file), *animation = json_array_get(json_object_get(json, "animations"), 0);
    assert_int_equal(json_array_size(json_object_get(json, "animations")), 1);
    assert_int_equal(json_array_size(json_object_get(animation, "channels")), 32);
    assert_int_equal(
        json_array_size(json_object_get(json_array_get(json_object_get(json, "skins"), 0), "joints")), 31);
    json_decref(json);
    pd_buffer_deinit(&file);
}

/* The shipped person: lids close in 12 s of standing, fingers bend, and the blink moves lids alone. */
static void a_person_blinks_and_has_fingers_at_rest(void **state)
{
    (void)state;
    pd_smpl_model *person;
    pd_retarget_motion motion;
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    assert_int_equal(pd_retarget_motion_retarget(&motion, &all.rollout.clip, &all.rollout.track, person, NULL,
                                                 0, NULL, NULL, NULL),
                     PD_OK);
    motion.clip.rate = 5; /* so that a second of frames is twelve */
    float lids[60], most = 0;
    const int finger = pd_anim_skeleton_find(&motion.clip.skeleton, "left_middle2");
    assert_true(fabs(pd_anim_clip_frame(&motion.clip, 30)[finger].w) > 0.99999);
    pd_retarget_motion_enliven(&motion, person, &(pd_retarget_motion_life){.seed = 1, .lids = lids});
    for (int t = 0; t < 60; t++) {
        assert_true(lids[t] >= 0 && lids[t] <= 1);
        most = fmaxf(most, lids[t]);
    }
    assert_true(most > 0.1f);
    assert_true(fabs(pd_anim_clip_frame(&motion.clip, 30)[finger].w) < 0.995); /* 11 degrees and more */

    const size_t numbers = 3 * (size_t)person->vertex_count;
    float *blink = malloc(numbers * sizeof *blink), eyes = 0;
    assert_true(pd_retarget_motion_blink(blink, person, NULL, 0));
    for (size_t i = 0; i < numbers; i++) {
        if (person->data.v_template[i / 3 * 3 + 1] < 0.4f) assert_true(blink[i] == 0);
        eyes = fmaxf(eyes, fabsf(blink[i]));
    }
    assert_true(eyes > 0.003f && eyes < 0.03f);
    assert_false(pd_retarget_motion_blink(blink, all.body, NULL, 0));
    free(blink);
    pd_anim_clip_deinit(&motion.clip);
    pd_smpl_model_release(person);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_blinks_and_has_fingers_at_rest),
        cmocka_unit_test(bodies_of_all_shapes_put_their_toes_where_the_figure_has_them),
        cmocka_unit_test(the_same_motion_gives_the_same_body),
        cmocka_unit_test(shapes_that_the_model_lacks_are_refused),
        cmocka_unit_test(bones_are_a_skin_of_the_joints_with_one_animation),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
