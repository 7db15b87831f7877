/* @long: takes over five seconds under ASan. */
/* Bodies that are moved and judged, step by step, against what came out before: rotations of files' skeletons and back, motions exaggerated, a body
 * that follows a figure frame by frame, faces and hands that are asked for, how well models describe meshes. That they are right is for
 * tests/unit/core/fit; what no rule holds is seen here.
 *
 * tests/golden/steps/moving_body.txt: POSED_GOLDEN=write makes it anew, which a change of one of them, or of a shipped body, asks for. */
#include "tests/support/golden_lines.h"

#include "core/anim/biped.h"
#include "core/anim/source.h"
#include "train/evaluate/evaluate.h"
#include "core/retarget/exaggerate.h"
#include "core/retarget/live_body.h"
#include "core/retarget/skeleton.h"
#include "core/retarget/skin.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "tests/support/avatar.h"
#include "tests/support/fixture.h"
#include "tests/support/human.h"
#include "tests/support/rigs.h"

#include <stdlib.h>

#define TOLERANCE        1e-6
#define SOLVED_TOLERANCE 1e-4 /* where equations are solved, and skin in float */

static double number(pd_vec3 v)
{
    return v.x + 2 * v.y + 3 * v.z;
}

static double turns(const pd_quat *q, int count)
{
    double sum = 0;
    for (int k = 0; k < count; k++) sum += (1 + 0.1 * k) * number(pd_q_to_rotvec(q[k]));
    return sum;
}

static void draw_turns(pd_quat *q, int count, double size, pd_rng *rng)
{
    for (int k = 0; k < count; k++) {
        const pd_vec3 r = {size * pd_rng_normal(rng), size * pd_rng_normal(rng), size * pd_rng_normal(rng)};
        q[k] = pd_q_from_rotvec(r);
    }
}

/* ---- skeletons of files */

static void skins(golden_lines *g)
{
    static const avatar_spec specs[] = {
        {.vrm = 0}, {.vrm = 0, .turned = 1, .scale = 0.01}, {.vrm = 1, .turned = 1, .scale = 2},
        {.vrm = 1}, {.vrm = 2, .turned = 1, .posed = 1},    {.vrm = 2, .without_bind = 1}};
    pd_rng rng;
    pd_rng_init(&rng, 2);
    for (size_t w = 0; w < sizeof specs / sizeof *specs; w++) {
        pd_buffer file = {0};
        pd_retarget_skin skin;
        pd_quat locals[PD_ANIM_MAX_JOINTS], nodes[PD_ANIM_MAX_JOINTS], back[PD_ANIM_MAX_JOINTS];
        avatar_make(&file, &specs[w]);
        assert_int_equal(pd_retarget_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
        const int count = skin.skeleton.joint_count;
        double rests = 0, places = 0;
        for (int k = 0; k < count; k++) {
            const pd_quat three[3] = {skin.joints[k].rest, skin.joints[k].above, skin.joints[k].start};
            rests += (1 + 0.1 * k) * turns(three, 3),
                places += (1 + 0.1 * k) * number(skin.skeleton.offsets[k]);
        }
        draw_turns(locals, count, 0.5, &rng);
        pd_retarget_skin_to_nodes(nodes, &skin, locals);
        pd_retarget_skin_from_nodes(back, &skin, nodes);
        golden_lines_add(
            g, "skin",
            (double[]){count, skin.vrm, skin.posed, rests, places, turns(&skin.root_turn, 1),
                       number(skin.root_at), turns(&skin.root_above, 1), skin.root_scale, turns(nodes, count),
                       turns(back, count),
                       number(pd_retarget_skin_root_translation(&skin, pd_vec3_make(0.1, 0.2, -0.3)))},
            12, TOLERANCE);
        pd_retarget_skin_deinit(&skin);
        pd_buffer_deinit(&file);
    }
}

/* ---- motions */

static void exaggerated(golden_lines *g)
{
    static const double gains[][2] = {{0, 0}, {0.5, 0}, {2, 0}, {3, 0.2}, {1.5, 1}};
    pd_anim_skeleton s[2];
    human_init(&s[0]), pd_anim_biped_skeleton(&s[1]);
    for (int k = 0; k < 10; k++) {
        pd_anim_clip clip;
        const int joints = s[k % 2].joint_count;
        assert_int_equal(pd_anim_clip_init(&clip, &s[k % 2], 70, 60, NULL), PD_OK);
        for (int t = 0; t < 70; t++) {
            for (int j = 0; j < joints; j++)
                pd_anim_clip_frame(&clip, t)[j] = pd_q_from_rotvec(pd_vec3_make(
                    0.4 * sin(0.13 * t + j), 0.3 * sin(0.09 * t + 2 * j), 0.2 + 0.3 * cos(0.11 * t + 3 * j)));
            clip.roots[t] = pd_vec3_make(0.01 * t, 0.9 + 0.05 * sin(0.2 * t), 0.02 * t);
        }
        assert_int_equal(pd_retarget_exaggerate(&clip, gains[k / 2][0], gains[k / 2][1], NULL), PD_OK);
        for (int t = 0; t < 70; t += 9)
            golden_lines_add(g, "exaggerated",
                             (double[]){turns(pd_anim_clip_frame(&clip, t), joints), number(clip.roots[t])},
                             2, TOLERANCE);
        pd_anim_clip_deinit(&clip);
    }
}

/* A figure that walks by formula uphill and sits down; the body has soft tissue where its model has. */
static void followed(golden_lines *g, pd_smpl_model *model, bool is_soft)
{
    pd_anim_skeleton s;
    pd_retarget_live_body *body;
    const float betas[2] = {1, -0.5F};
    pd_anim_biped_skeleton(&s);
    assert_int_equal(pd_retarget_live_body_new(&body, &s, PD_ANIM_BIPED_TOE, model, betas, 2, NULL), PD_OK);
    pd_retarget_live_body_set_seed(body, 9);
    if (is_soft) assert_int_equal(pd_retarget_live_body_set_soft(body, true, 14, NULL), PD_OK);
    for (int t = 0; t < 120; t++) {
        pd_quat world[PD_ANIM_BIPED_JOINTS], local[PD_ANIM_BIPED_JOINTS];
        pd_vec3 p[PD_ANIM_BIPED_JOINTS], pelvis, moved;
        const double z = RIGS_SPEED * t / 60, up = 0.05 * z, ground[2] = {up + 0.01, up - 0.01};
        const pd_anim_alive_look look = {{1, 1.5, z + 1}, 0.8};
        const pd_quat *all;
        rigs_walk_pose(world, p, &s, t, 0.001);
        for (int k = 0; k < PD_ANIM_BIPED_JOINTS; k++)
            local[k] = s.parents[k] < 0 ? world[k] : pd_q_inv_mul(world[s.parents[k]], world[k]);
        pd_retarget_live_body_set_seated(body, fmax(0, (t - 90) / 30.0));
        pd_retarget_live_body_set_look(body, t > 40 ? &look : NULL);
        pd_retarget_live_body_step(body, local, pd_vec3_make(0.1 * sin(0.05 * t), RIGS_HEIGHT + up, z),
                                   ground, up);
        if (t % 8) continue;
        const pd_quat *of_smpl = pd_retarget_live_body_pose(&pelvis, body);
        const pd_anim_skeleton *own = pd_retarget_live_body_frame(&all, &moved, body);
        const float *v = pd_retarget_live_body_vertices(body);
        golden_lines_add(
            g, "followed",
            (double[]){turns(of_smpl, PD_ANIM_SMPL_JOINTS), number(pelvis), turns(all, own->joint_count),
                       number(moved),
                       golden_weighted(v, 3 * (size_t)model->vertex_count) / model->vertex_count},
            5, SOLVED_TOLERANCE);
    }
    pd_retarget_live_body_free(body);
}

/* ---- a face and hands */

static void asked(golden_lines *g, pd_smpl_model *person)
{
    pd_anim_skeleton s;
    pd_anim_alive_rig rig;
    pd_retarget_face face = {0};
    assert_int_equal(pd_retarget_skeleton_of(&s, person, NULL, 0, NULL), PD_OK);
    pd_anim_alive_init(&rig, &s,
                       (const float *const[2]){person->data.hands[0].mean, person->data.hands[1].mean});
    for (int t = 0; t < 160; t++) {
        pd_quat frame[PD_ANIM_MAX_JOINTS];
        pd_retarget_face_request request = {.hands = {t / 40 % 3 - 1, t / 60 % 2},
                                            .seconds = 0.1 + 0.002 * t};
        pd_retarget_face_goal goal;
        for (int j = 0; j < PD_ANIM_MAX_JOINTS; j++) frame[j] = pd_q_identity();
        for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) frame[rig.fingers[i]] = rig.relaxed[i];
        if (t % 40 == 5) {
            request.shape_count = 2;
            for (int e = 0; e < 2; e++) {
                const int which = (7 * t + 11 * e) % person->expression_count;
                snprintf(request.shapes[e].name, sizeof request.shapes[e].name, "%s",
                         person->data.expression_names[which]);
                request.shapes[e].weight = 0.3F + 0.4F * (float)e;
            }
            assert_int_equal(pd_retarget_face_goal_of(&goal, &request, person, NULL), PD_OK);
            pd_retarget_face_set(&face, &goal);
        }
        pd_retarget_face_step(&face, frame, &rig, person, 1 / 60.0);
        if (t % 5 == 0)
            golden_lines_add(g, "asked",
                             (double[]){golden_weighted(face.weights, PD_RETARGET_FACE_SHAPES),
                                        turns(frame, s.joint_count), face.elapsed, face.has_fingers},
                             4, TOLERANCE);
    }
}

/* ---- how well models describe meshes */

static void add_score(golden_lines *g, const char *name, const pd_train_body_score *s)
{
    golden_lines_add(g, name, (double[]){s->vertex_mm, s->area_mm, s->worst_area_mm, s->meshes}, 4,
                     SOLVED_TOLERANCE);
}

static void described(golden_lines *g)
{
    enum { BETAS = 4, MESHES = 6 };
    pd_smpl_model *full = pd_fixture_model(&(pd_fixture){.vertices = 300, .betas = BETAS, .seed = 3}),
                  *plain = pd_fixture_model(
                      &(pd_fixture){.vertices = 300, .betas = BETAS, .pose = PD_FIXTURE_NO_POSE, .seed = 3});
    static const int subjects[MESHES] = {0, 0, 0, 1, 1, 1};
    const size_t v = 3 * (size_t)full->vertex_count;
    float *meshes = malloc(MESHES * v * sizeof *meshes), betas[BETAS];
    pd_rng rng;
    assert_non_null(meshes);
    pd_rng_init(&rng, 11);
    for (int m = 0; m < MESHES; m++) {
        float rotations[9 * 24], place[3];
        if (m % 3 == 0) pd_fixture_normals(betas, BETAS, 1, &rng);
        pd_fixture_rotations(rotations, 24, 0.6, &rng);
        pd_fixture_normals(place, 3, 1, &rng);
        const pd_smpl_body body = {.betas = betas,
                                   .beta_count = BETAS,
                                   .rotations = rotations,
                                   .translation = place,
                                   .vertices = meshes + v * (size_t)m};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        pd_arena scratch;
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, full)));
        pd_smpl_job_run(&job, full, &scratch, &pd_fixture_shuffled);
        pd_arena_deinit(&scratch);
        for (size_t i = 0; i < v; i++) meshes[v * (size_t)m + i] += (float)(0.004 * pd_rng_normal(&rng));
    }
    const pd_train_body_variant variants[] = {
        {"P", full, PD_SMPL_LBS}, {"LBS", plain, PD_SMPL_LBS}, {"DQS", plain, PD_SMPL_DQS}};
    const pd_train_body_meshes set = {MESHES, full->vertex_count, 2, meshes, subjects};
    pd_train_body_evaluation e = {0};
    double shares[BETAS];
    pd_train_body_ladder(&e, BETAS);
    assert_int_equal(pd_train_body_evaluate(&e, variants, 3, &set, NULL, &pd_fixture_shuffled, NULL), PD_OK);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < e.ladder_count; l++)
            add_score(g, "model", &e.model[k][l]), add_score(g, "pose", &e.pose[k][l]);
    assert_int_equal(pd_train_body_variance(shares, full, meshes, MESHES, NULL), PD_OK);
    golden_lines_add(g, "variance", shares, BETAS, SOLVED_TOLERANCE);
    free(meshes);
    pd_smpl_model_release(full), pd_smpl_model_release(plain);
}

static void bodies_move_as_they_did(void **state)
{
    golden_lines g;
    pd_smpl_model *person, *plain, *small = pd_fixture_model(&(pd_fixture){.vertices = 200, .seed = 1});
    (void)state;
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&plain, "models/default.safetensors", NULL), PD_OK);
    golden_lines_begin(&g, "tests/golden/steps/moving_body.txt");
    skins(&g);
    exaggerated(&g);
    followed(&g, small, false);
    followed(&g, plain, true);
    asked(&g, person);
    described(&g);
    golden_lines_end(&g);
    pd_smpl_model_release(small), pd_smpl_model_release(plain), pd_smpl_model_release(person);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bodies_move_as_they_did)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
