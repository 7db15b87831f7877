/* Tests expressions of a live body: they come and go in time, blinks and fingers stay within their range, and
 * unknown names are refused. */
#include "core/retarget/live_body.h"
#include "core/retarget/skeleton.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define DT (1.0 / 60)

static pd_smpl_model *person, *plain;
static pd_anim_skeleton skeleton;
static pd_anim_alive_rig rig;

static int setup(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&person, "models/person.safetensors", NULL) ||
        pd_smpl_model_load(&plain, "models/default.safetensors", NULL) ||
        pd_retarget_skeleton_of(&skeleton, person, NULL, 0, NULL))
        return -1;
    pd_anim_alive_init(&rig, &skeleton,
                       (const float *const[2]){person->data.hands[0].mean, person->data.hands[1].mean});
    return rig.has_fingers ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(person);
    pd_smpl_model_release(plain);
    return 0;
}

static int number(const char *name)
{
    for (int e = 0; e < person->expression_count; e++)
        if (!strcmp(person->data.expression_names[e], name)) return e;
    fail_msg("no %s", name);
    return -1;
}

static pd_retarget_face_request nothing(void)
{
    return (pd_retarget_face_request){.hands = {-1, -1}};
}

static void ask(pd_retarget_face_request *r, const char *name, float weight)
{
    strcpy(r->shapes[r->shape_count].name, name);
    r->shapes[r->shape_count++].weight = weight;
}

static double angle(const pd_retarget_face *face, int finger, pd_quat from)
{
    return pd_q_angle(from, face->fingers[finger]);
}

static void a_requested_expression_arrives_in_time_and_ends_when_omitted(void **state)
{
    (void)state;
    pd_quat at_ease[PD_ANIM_MAX_JOINTS], frame[PD_ANIM_MAX_JOINTS];
    pd_retarget_face face = {0};
    pd_retarget_face_goal goal;
    pd_retarget_face_unknown unknown;
    for (int j = 0; j < PD_ANIM_MAX_JOINTS; j++) at_ease[j] = pd_q_identity();
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) at_ease[rig.fingers[i]] = rig.relaxed[i];
    const int smile = number("mouthSmileLeft"), viseme = number("viseme_aa");

    /* before anything is asked, nothing is done */
    memcpy(frame, at_ease, sizeof frame);
    pd_retarget_face_step(&face, frame, &rig, person, DT);
    assert_memory_equal(frame, at_ease, sizeof frame);
    assert_true(face.weights[smile] == 0);

    pd_retarget_face_request request = nothing();
    request.seconds = 0.5, request.hands[0] = PD_SMPL_HAND_FIST;
    ask(&request, "mouthSmileLeft", 0.8f);
    ask(&request, "viseme_aa", -0.5f);
    assert_int_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, person, NULL), PD_OK);
    pd_retarget_face_set(&face, &goal);
    float before = 0, largest = 0;
    for (int t = 1; t <= 30; t++) {
        memcpy(frame, at_ease, sizeof frame);
        pd_retarget_face_step(&face, frame, &rig, person, DT);
        assert_true(face.weights[smile] > before);
        largest = fmaxf(largest, face.weights[smile] - before);
        before = face.weights[smile];
        if (t == 15) assert_true(fabsf(before - 0.4f) < 1e-4f);
    }
    assert_true(fabsf(before - 0.8f) < 1e-5f && largest < 0.05f);
    assert_true(fabsf(face.weights[viseme] + 0.5f) < 1e-5f);
    assert_true(angle(&face, 0, rig.relaxed[0]) > 0.5 && angle(&face, 15, rig.relaxed[15]) < 1e-6);
    assert_true(pd_q_angle(frame[rig.fingers[1]], face.fingers[1]) < 1e-6);

    /* another request in the middle of the way begins where it is; what it leaves out ends */
    request = nothing();
    request.seconds = 0;
    assert_int_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, person, NULL), PD_OK);
    pd_retarget_face_set(&face, &goal);
    memcpy(frame, at_ease, sizeof frame);
    pd_retarget_face_step(&face, frame, &rig, person, DT);
    assert_true(face.weights[smile] == 0 && face.weights[viseme] == 0);
    assert_true(angle(&face, 0, rig.relaxed[0]) < 1e-6);
}

/* Known names apply, the others are listed; viseme_sil is the mouth at rest. Only a request without a known
 * name is refused. */
static void names_that_the_body_does_not_have_are_left_out_by_name(void **state)
{
    (void)state;
    pd_retarget_face_goal goal;
    pd_retarget_face_unknown unknown;
    pd_error err;
    pd_retarget_face_request request = nothing();
    ask(&request, "mouthSmileLeft", 1), ask(&request, "jawOpne", 1), ask(&request, "viseme_sil", 1);
    assert_int_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, person, &err), PD_OK);
    assert_int_equal(unknown.count, 1);
    assert_string_equal(request.shapes[unknown.items[0]].name, "jawOpne");
    float sum = 0;
    for (int e = 0; e < PD_RETARGET_FACE_SHAPES; e++) sum += goal.weights[e];
    assert_true(sum == 1);

    request = nothing();
    ask(&request, "viseme_sil", 1);
    assert_int_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, person, &err), PD_OK);
    assert_int_equal(unknown.count, 0);

    request = nothing();
    ask(&request, "jawOpne", 1);
    assert_int_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, person, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/blend_shapes/jawOpne");
    assert_non_null(strstr(err.detail, "did you mean jawOpen?"));
    assert_int_not_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, plain, &err), PD_OK);
    assert_non_null(strstr(err.detail, "no named expressions"));

    request = nothing();
    request.hands[1] = PD_SMPL_HAND_POINT;
    assert_int_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, plain, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/right_hand");
    assert_int_equal(pd_retarget_face_goal_of(&goal, &unknown, &request, person, &err), PD_OK);
}

static void expressions_move_the_skin_of_a_live_body(void **state)
{
    (void)state;
    pd_retarget_live_body *body;
    pd_anim_skeleton source = skeleton;
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    pd_retarget_face_goal goal;
    pd_retarget_face_unknown unknown;
    const size_t numbers = 3 * (size_t)person->vertex_count;
    float *before = malloc(numbers * sizeof *before);
    for (int j = 0; j < PD_ANIM_MAX_JOINTS; j++) rotations[j] = pd_q_identity();
    snprintf(source.names[pd_anim_skeleton_find(&source, "left_foot")], PD_ANIM_NAME_BYTES, "LeftToeBase");
    snprintf(source.names[pd_anim_skeleton_find(&source, "right_foot")], PD_ANIM_NAME_BYTES, "RightToeBase");
    pd_error err = {0};
    if (pd_retarget_live_body_new(&body, &source, 0.02, person, NULL, 0, &err))
        fail_msg("%s: %s", err.where, err.detail);

    pd_retarget_live_body_set(body, rotations, pd_vec3_make(0, 1, 0), (bool[]){false, false});
    memcpy(before, pd_retarget_live_body_vertices(body), numbers * sizeof *before);
    pd_retarget_face_request request = nothing();
    ask(&request, "jawOpen", 1);
    assert_int_equal(pd_retarget_live_body_goal_of(&goal, &unknown, body, &request, NULL), PD_OK);
    pd_retarget_live_body_set_face(body, &goal);
    pd_retarget_live_body_set(body, rotations, pd_vec3_make(0, 1, 0), (bool[]){false, false});
    const float *after = pd_retarget_live_body_vertices(body),
                *open = person->data.expressiondirs + number("jawOpen");
    double largest = 0;
    for (size_t i = 0; i < numbers; i++) {
        const double asked = (double)open[i * (size_t)person->expression_count],
                     got = (double)after[i] - (double)before[i];
        largest = fmax(largest, fabs(asked));
        if (fabs(asked) > 0.005 && fabs(got - asked) > 0.3 * fabs(asked) + 0.002)
            fail_msg("number %zu moves by %g; %g asked for", i, got, asked);
    }
    assert_true(largest > 0.01);
    free(before);
    pd_retarget_live_body_free(body);
}

/* Makes a live body of a skeleton with the names that it needs. */
static pd_retarget_live_body *make_live(pd_anim_skeleton *source, pd_smpl_model *model)
{
    pd_retarget_live_body *body;
    pd_error err = {0};
    if (pd_retarget_skeleton_of(source, model, NULL, 0, NULL)) fail_msg("no skeleton");
    snprintf(source->names[pd_anim_skeleton_find(source, "left_foot")], PD_ANIM_NAME_BYTES, "LeftToeBase");
    snprintf(source->names[pd_anim_skeleton_find(source, "right_foot")], PD_ANIM_NAME_BYTES, "RightToeBase");
    if (pd_retarget_live_body_new(&body, source, 0.02, model, NULL, 0, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return body;
}

/* What the stream sends of a body that stands for ten minutes. */
static void a_live_body_blinks_and_its_fingers_move_within_their_range(void **state)
{
    (void)state;
    enum { FRAMES = 36000 };
    pd_anim_skeleton source;
    pd_retarget_live_body *body = make_live(&source, person);
    pd_quat rotations[PD_ANIM_MAX_JOINTS], fingers[PD_ANIM_ALIVE_FINGERS], first[PD_ANIM_ALIVE_FINGERS];
    float weights[PD_RETARGET_FACE_NAMES], before = 0;
    double moved[PD_ANIM_ALIVE_FINGERS] = {0}, apart = 0;
    int blinks = 0;
    for (int j = 0; j < PD_ANIM_MAX_JOINTS; j++) rotations[j] = pd_q_identity();
    assert_true(pd_retarget_live_body_has_face(body));
    for (int t = 0; t < FRAMES; t++) {
        pd_retarget_live_body_set(body, rotations, pd_vec3_make(0, 1, 0), (bool[]){false, false});
        pd_retarget_live_body_face(weights, fingers, body);
        if (!t) memcpy(first, fingers, sizeof first);
        blinks += before == 0 && weights[0] > 0;
        before = weights[0];

        /* The weights are the eyes' alone, as nothing was asked for. */
        for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
            assert_true(weights[i] >= 0 && weights[i] <= (i < PD_ANIM_EYE_WEIGHTS ? 1 : 0));
        for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
            moved[i] = fmax(moved[i], pd_q_angle(first[i], fingers[i]));
            const pd_quat none = {0, 0, 0, 1};
            /* A finger at rest bends by less than 60 degrees at each joint; its range ends beyond 90 (AAOS:
             * 90, 100 and 70 to 90). */
            assert_true(pd_q_angle(none, fingers[i]) < 70 * M_PI / 180);
        }
        apart =
            fmax(apart, fabs(pd_q_angle(rotations[0], fingers[3]) - pd_q_angle(rotations[0], fingers[18])));
    }
    assert_in_range(blinks, 100, 200);
    int still = 0;
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++)
        still += moved[i] < 0.01 && pd_q_angle(rotations[0], rig.relaxed[i]) > 0.1;
    assert_int_equal(still, 0);
    assert_true(apart > 0.02);
    pd_retarget_live_body_free(body);
}

static void a_request_is_in_the_weights_beside_the_eyes(void **state)
{
    (void)state;
    pd_anim_skeleton source;
    pd_retarget_live_body *body = make_live(&source, person);
    pd_quat rotations[PD_ANIM_MAX_JOINTS], fingers[PD_ANIM_ALIVE_FINGERS];
    pd_retarget_face_goal goal;
    pd_retarget_face_unknown unknown;
    float weights[PD_RETARGET_FACE_NAMES];
    for (int j = 0; j < PD_ANIM_MAX_JOINTS; j++) rotations[j] = pd_q_identity();
    pd_retarget_face_request request = nothing();
    ask(&request, "jawOpen", 0.75f), ask(&request, "viseme_U", -1.5f), ask(&request, "eyeBlinkLeft", 0.5f);
    assert_int_equal(pd_retarget_live_body_goal_of(&goal, &unknown, body, &request, NULL), PD_OK);
    pd_retarget_live_body_set_face(body, &goal);
    for (int t = 0; t < 3; t++)
        pd_retarget_live_body_set(body, rotations, pd_vec3_make(0, 1, 0), (bool[]){false, false});
    pd_retarget_live_body_face(weights, fingers, body);
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++) {
        const char *name = pd_retarget_face_names[i];
        if (!strcmp(name, "jawOpen")) assert_true(weights[i] == 0.75f);
        if (!strcmp(name, "viseme_U")) assert_true(weights[i] == -1.5f);
        if (!strcmp(name, "eyeBlinkLeft")) assert_true(weights[i] >= 0.5f);
    }
    pd_retarget_live_body_free(body);
}

static void names_of_the_stream_are_those_of_the_shipped_person(void **state)
{
    (void)state;
    assert_int_equal(person->expression_count, PD_RETARGET_FACE_NAMES);
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
        assert_string_equal(pd_retarget_face_names[i], person->data.expression_names[i]);
}

static void a_body_without_eyes_has_no_face(void **state)
{
    (void)state;
    pd_anim_skeleton source;
    pd_retarget_live_body *body = make_live(&source, plain);
    assert_false(pd_retarget_live_body_has_face(body));
    pd_retarget_live_body_free(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_requested_expression_arrives_in_time_and_ends_when_omitted),
        cmocka_unit_test(names_that_the_body_does_not_have_are_left_out_by_name),
        cmocka_unit_test(expressions_move_the_skin_of_a_live_body),
        cmocka_unit_test(a_live_body_blinks_and_its_fingers_move_within_their_range),
        cmocka_unit_test(a_request_is_in_the_weights_beside_the_eyes),
        cmocka_unit_test(names_of_the_stream_are_those_of_the_shipped_person),
        cmocka_unit_test(a_body_without_eyes_has_no_face),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
