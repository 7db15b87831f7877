/* @long: takes over five seconds under ASan. */
/* Characters step by step: people and animals of capsules that are rigged, whichever way they stand, their skins weighed by every method; skeletons of
 * people driven by poses that are drawn by chance and read back; a walk of one animal on another; against what came out before. That the answers are
 * right is for tests/unit/core/rig and core/anim; a fit that finds its way in spite of a wrong line is seen here.
 *
 * tests/golden/steps/characters.txt: POSED_GOLDEN=write makes it anew, which a change of a fit, of weights or of the drive asks for. */
#include "tests/support/golden_lines.h"

#include "core/retarget/avatar/creature_clip.h"
#include "core/retarget/avatar/drive.h"
#include "core/retarget/avatar/human_clip.h"
#include "core/anim/biped.h"
#include "core/retarget/avatar.h"
#include "core/rig/start.h"
#include "tests/support/animals.h"
#include "tests/support/avatar.h"
#include "tests/support/capsules.h"
#include "tests/support/people.h"
#include "tests/support/rig_person.h"

#define RIG_TOLERANCE                                                                                        \
    1e-4 /* fits end before rounding decides how: 1e-6 was seen between kernels of OpenBLAS */
#define POSE_TOLERANCE 1e-6

static pd_rig_start *start;
static pd_rig_net *net;

/* ---- meshes without a skeleton */

static double weights_of(const pd_rig_weights *w, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        for (int s = 0; s < 4; s++)
            sum += (double)w->values[i][s] * (1 + w->bones[i][s]) * (1 + (double)(i % 97) / 97);
    return sum / count;
}

static void add_rig(golden_lines *g, const char *name, const pd_rig_result *rig)
{
    double at[3 * PD_RIG_BONES_MOST], confidence[PD_RIG_BONES_MOST];
    for (int b = 0; b < rig->bone_count; b++) {
        memcpy(at + 3 * b, rig->bones[b].at, sizeof rig->bones[b].at);
        confidence[b] = rig->bones[b].confidence;
    }
    golden_lines_add(g, name,
                     (double[]){rig->bone_count, rig->up, rig->facing[0], rig->facing[1], rig->facing[2],
                                rig->is_doubtful, rig->tried, isfinite(rig->penalty) ? rig->penalty : -1,
                                rig->quality.residual, rig->quality.coverage,
                                golden_weighted_doubles(at, 3 * (size_t)rig->bone_count),
                                golden_weighted_doubles(confidence, (size_t)rig->bone_count),
                                golden_weighted_doubles(rig->second, PD_RIG_JOINTS),
                                weights_of(&rig->weights, rig->mesh.vertex_count),
                                rig->hands[0].joints + 100 * rig->hands[1].joints,
                                rig->hands[0].fingers + 100 * rig->hands[1].fingers},
                     16, RIG_TOLERANCE);
}

/* x of the person becomes the file's z, y its x, z its y. */
static void lie_down(rig_person *p)
{
    for (int i = 0; i < p->vertex_count; i++) {
        float *v = p->vertices + 3 * (size_t)i, x = v[0];
        v[0] = v[1], v[1] = v[2], v[2] = x;
    }
}

static void people_are_rigged(golden_lines *g)
{
    static const struct {
        double arms;
        float beta;
        bool lies, is_learned, has_markers;
    } rows[] = {{0.4, 1, false, true, false}, {1.2, -1.5F, false, false, true}, {0.1, 2, true, true, false}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        rig_person p = rig_person_make(rows[r].arms, rows[r].beta);
        pd_rig_markers markers = {.given = {[PD_RIG_MARKER_L_ELBOW] = true, [PD_RIG_MARKER_R_KNEE] = true}};
        for (int c = 0; c < 3; c++) {
            markers.at[PD_RIG_MARKER_L_ELBOW][c] = (double)p.joints[18][c] + 0.01;
            markers.at[PD_RIG_MARKER_R_KNEE][c] = (double)p.joints[5][c] - 0.01;
        }
        if (rows[r].lies) lie_down(&p);
        pd_rig_job job = rig_person_job(&p);
        pd_rig_result rig;
        pd_error err;
        if (rows[r].is_learned) job.start = start, job.net = net;
        if (rows[r].has_markers) job.markers = &markers;
        if (pd_rig_run(&rig, &job, &err)) fail_msg("%zu: %s: %s", r, err.where, err.detail);
        add_rig(g, "person", &rig);

        job.net = net;
        for (int m = 0; m < PD_RIG_METHODS && !r; m++) {
            pd_rig_weights weights;
            job.weights = (pd_rig_method)m;
            assert_int_equal(pd_rig_weigh(&weights, &rig, &job, NULL, &err), PD_OK);
            golden_lines_add(g, pd_rig_method_names[m],
                             (double[]){weights_of(&weights, p.vertex_count), weights.unheated}, 2,
                             RIG_TOLERANCE);
            pd_rig_weights_deinit(&weights);
        }
        pd_rig_deinit(&rig);
        rig_person_free(&p);
    }
}

static void animals_are_rigged(golden_lines *g)
{
    for (int plan = PD_RIG_PERSON + 1; plan < PD_RIG_PLANS; plan++)
        for (int seed = 0; seed < 2; seed++) {
            capsules body;
            pd_rig_result rig;
            pd_error err;
            assert_int_equal(
                pd_train_rig_creature_random(&body, &pd_rig_plans[plan], 7 + (uint64_t)seed, &err), PD_OK);
            const pd_rig_job job = {.vertices = body.vertices,
                                    .faces = body.faces,
                                    .vertex_count = body.vertex_count,
                                    .face_count = body.face_count,
                                    .plan = (pd_rig_plan_id)plan,
                                    .up = seed ? PD_RIG_Y : PD_RIG_AXIS_ANY,
                                    .weights = seed ? PD_RIG_BY_GEODESIC : PD_RIG_BY_AUTO};
            const pd_status status = pd_rig_run(&rig, &job, &err);
            golden_lines_add(g, pd_rig_plans[plan].name,
                             (double[]){status, body.vertex_count,
                                        golden_weighted(body.vertices, 3 * (size_t)body.vertex_count)},
                             3, RIG_TOLERANCE);
            if (status == PD_OK) add_rig(g, "animal", &rig), pd_rig_deinit(&rig);
            capsules_free(&body);
        }
}

/* ---- skeletons that are driven */

static double quats(const pd_quat *q, int count)
{
    double sum = 0;
    for (int k = 0; k < count; k++) {
        const double sign = q[k].w < 0 ? -1 : 1;
        sum += sign * (q[k].x + 2 * q[k].y + 3 * q[k].z + 4 * q[k].w) * (1 + k % 97 / 97.0);
    }
    return sum;
}

/* Frames follow one another: hips sink and sway, legs and arms swing, palms come to the body, ground rises, and then it sits. */
static void draw_frame(pd_quat *local, pd_retarget_drive_frame *frame, const double *phases, int t)
{
    const double s = t / 30.0;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const double swing = 0.35 * sin(6.3 * s * (1 + j % 2) + phases[j]);
        local[j] = pd_q_from_rotvec(
            pd_vec3_make(swing, 0.3 * swing, 0.15 * sin(3 * s + phases[PD_ANIM_BIPED_JOINTS - 1 - j])));
    }
    frame->rotations = local;
    frame->translation =
        pd_vec3_make(0.3 * s, PD_ANIM_BIPED_REST_HEIGHT - 0.05 - 0.04 * sin(4 * s) + 0.1 * s, 1.1 * s);
    frame->ground[0] = 0.1 * s + 0.02 * sin(s), frame->ground[1] = 0.1 * s;
    frame->floor = 0.1 * s;
    frame->yaw = 0.3 * s;
    frame->seated = t > 30 ? fmin(1, (t - 30) / 10.0) : 0;
}

static void add_driven(golden_lines *g, const people_spec *spec, uint64_t seed)
{
    static pd_retarget_human_clip back;
    pd_anim_skeleton biped, s;
    pd_retarget_match match;
    pd_retarget_drive drive;
    pd_error err = {0};
    people_spec named = *spec;
    double phases[PD_ANIM_BIPED_JOINTS];
    pd_rng rng;

    pd_rng_init(&rng, seed);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) phases[j] = pd_rng_between(&rng, 0, 6.28);
    if (seed % 2) named.names = people_smpl;
    pd_anim_biped_skeleton(&biped);
    people_make(&s, &named);
    const char *names[PD_ANIM_MAX_JOINTS];
    for (int k = 0; k < s.joint_count; k++) names[k] = people_name(&named, k);
    const pd_retarget_match_job job = {&s, names, NULL, NULL};
    if (pd_retarget_match_run(&match, &job, &err) ||
        pd_retarget_drive_init(&drive, &s, &match, NAN, &biped, PD_ANIM_BIPED_TOE, &err) ||
        pd_retarget_human_clip_init(&back, &s, &match, &err))
        fail_msg("%s: %s", err.where, err.detail);

    double joints = 0, by = 0;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        joints += match.joints[b] * (1 + b % 97 / 97.0), by += match.by[b] * (1 + b % 97 / 97.0);
    golden_lines_add(g, "match",
                     (double[]){joints, by, quats(&match.facing, 1), drive.unit, drive.scale, back.metres,
                                golden_weighted_doubles(&match.girth.radius[0][0][0],
                                                        sizeof match.girth / sizeof(double))},
                     7, POSE_TOLERANCE);

    for (int t = 0; t < 45; t++) {
        pd_quat local[PD_ANIM_BIPED_JOINTS], world[PD_ANIM_MAX_JOINTS], smpl_local[PD_ANIM_SMPL_JOINTS];
        pd_vec3 at[PD_ANIM_MAX_JOINTS], root;
        pd_retarget_drive_frame frame;
        draw_frame(local, &frame, phases, t);
        pd_retarget_drive_step(&drive, &frame);
        if (t % 3) continue;
        pd_anim_skeleton_forward(at, world, &s, drive.rotations, pd_vec3_sub(drive.root, s.offsets[s.root]));
        pd_retarget_human_clip_frame(smpl_local, &root, &back, world, at[back.hips]);
        golden_lines_add(g, "driven",
                         (double[]){quats(drive.rotations, s.joint_count), drive.root.x, drive.root.y,
                                    drive.root.z, drive.drop, quats(smpl_local, PD_ANIM_SMPL_JOINTS), root.x,
                                    root.y, root.z},
                         9, POSE_TOLERANCE);
    }
}

static void people_are_driven(golden_lines *g)
{
    static const people_spec people[] = {{.arms_down = 0.9, .knees = 0.15, .feet_out = 0.1, .lift = -0.01},
                                         {.turned = {0.70710678, 0, 0, 0.70710678}, .arms_down = 1.2},
                                         {.size = 100, .arms_down = 0.5},
                                         {.turned = {0, 1, 0, 0}, .size = 0.8, .knees = 0.05}};
    for (size_t i = 0; i < sizeof people / sizeof *people; i++) add_driven(g, &people[i], i);
}

/* ---- files of people that walk */

static void walk_an_avatar(golden_lines *g, const avatar_spec *spec, bool has_track, bool sits)
{
    enum { FRAMES = 8 };
    pd_buffer file = {0};
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_anim_skeleton biped;
    pd_anim_clip motion, clip;
    pd_anim_track track;
    pd_error err = {0};
    float seated[FRAMES];
    avatar_make(&file, spec);
    pd_anim_biped_skeleton(&biped);
    if (pd_retarget_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, &err) ||
        pd_retarget_avatar_match(&match, &skin, NULL, 0, &err) ||
        pd_anim_clip_init(&motion, &biped, FRAMES, 60, &err) ||
        pd_anim_track_init(&track, FRAMES, biped.joint_count, 60, &err))
        fail_msg("%s: %s", err.where, err.detail);
    track.toe_rest_height = PD_ANIM_BIPED_TOE;
    track.seated = sits ? seated : NULL;
    for (int t = 0; t < FRAMES; t++) {
        pd_quat *q = pd_anim_clip_frame(&motion, t);
        for (int j = 0; j < biped.joint_count; j++)
            q[j] = pd_q_from_rotvec(pd_vec3_make(0.2 * sin(t + j), 0.1 * cos(2 * t + j), 0.1 * sin(3 * j)));
        motion.roots[t] = pd_vec3_make(0.1 * t, PD_ANIM_BIPED_REST_HEIGHT - 0.05 + 0.04 * t, 0.2 * t);
        track.ground[2 * t] = 0.03f * (float)t, track.ground[2 * t + 1] = 0.05f * (float)t;
        track.root[3 * t + 1] = 0.04f * (float)t;
        track.facing[2 * t] = sinf(0.2f * (float)t), track.facing[2 * t + 1] = cosf(0.2f * (float)t);
        seated[t] = t > 4 ? 0.3f * (float)(t - 4) : 0;
    }
    if (pd_retarget_avatar_clip(&clip, &skin, &match, &motion, has_track ? &track : NULL, &err))
        fail_msg("%s: %s", err.where, err.detail);

    for (int t = 0; t < FRAMES; t++)
        golden_lines_add(g, "avatar",
                         (double[]){quats(pd_anim_clip_frame(&clip, t), clip.skeleton.joint_count),
                                    clip.roots[t].x, clip.roots[t].y, clip.roots[t].z},
                         4, POSE_TOLERANCE);
    track.seated = NULL;
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&motion), pd_anim_track_deinit(&track);
    pd_retarget_skin_deinit(&skin);
    pd_buffer_deinit(&file);
}

static void avatars_walk(golden_lines *g)
{
    static const avatar_spec specs[] = {
        {.vrm = 0}, {.vrm = 1, .turned = 1, .scale = 2}, {.vrm = 2, .turned = 1, .posed = 1}};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int how = 0; how < 3; how++) walk_an_avatar(g, &specs[i], how > 0, how > 1);
}

/* ---- one animal's walk on another */

static void pose(void *context, int frame, pd_quat *rotations, pd_vec3 *places)
{
    const animal_walk *w = context;
    memcpy(rotations, w->rotations + frame * w->joints, (size_t)w->joints * sizeof *rotations);
    memcpy(places, w->places + frame * w->joints, (size_t)w->joints * sizeof *places);
}

static void animals_walk(golden_lines *g)
{
    static const struct {
        animal_spec from, to;
        animal_gait gait;
    } rows[] = {
        {{.pairs = 2}, {.pairs = 2, .long_leg = 1.4, .long_trunk = 0.8, .tails = 5}, {.turn = 0.3}},
        {{.pairs = 2, .yaw = 1.57079633}, {.pairs = 2, .long_leg = 0.6, .nameless = true}, {.turn = 0}},
        {{.pairs = 1}, {.pairs = 1, .size = 12, .no_toes = true, .spines = 4}, {.flies = true}},
        {{.pairs = 4}, {.pairs = 4, .on_ground = true, .long_leg = 1.2}, {.on_the_spot = true}}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        static animal from, to;
        static pd_retarget_creature from_creature, to_creature;
        animal_walk walk;
        animal_gait gait = rows[r].gait;
        pd_anim_clip clip;
        pd_error err;
        gait.frames = 30, gait.rate = 30;
        animal_make(&from, &rows[r].from), animal_make(&to, &rows[r].to);
        animal_walk_make(&walk, &from, &gait);
        const pd_retarget_creature_body bodies[2] = {{&from.s, &from_creature, from.names},
                                                     {&to.s, &to_creature, to.names}};
        if (pd_retarget_creature_match(&from_creature, &from.s, from.names, PD_CREATURE_ANY, &err) ||
            pd_retarget_creature_match(&to_creature, &to.s, to.names, PD_CREATURE_ANY, &err))
            fail_msg("%s: %s", err.where, err.detail);
        const pd_retarget_creature_job job = {bodies[0], bodies[1], pose, &walk, gait.frames, gait.rate};
        if (pd_retarget_creature_clip(&clip, &job, &err)) fail_msg("%s: %s", err.where, err.detail);

        for (int t = 0; t < clip.frame_count; t += 3) {
            pd_vec3 p[PD_ANIM_MAX_JOINTS];
            pd_quat q[PD_ANIM_MAX_JOINTS];
            pd_anim_clip_pose(p, q, &clip, t);
            golden_lines_add(g, "walk",
                             (double[]){quats(q, to.s.joint_count), p[to.hips].x, p[to.hips].y, p[to.hips].z,
                                        p[to.tips[0]].x, p[to.tips[0]].y, p[to.tips[1]].z},
                             7, 1e-5);
        }
        animal_walk_free(&walk);
        pd_anim_clip_deinit(&clip);
    }
}

static void characters_are_what_they_were(void **state)
{
    golden_lines g;
    (void)state;
    assert_int_equal(pd_rig_start_load(&start, "models/rig-start.safetensors", NULL), PD_OK);
    assert_int_equal(pd_rig_net_load(&net, "models/rig-weights.safetensors", NULL), PD_OK);
    golden_lines_begin(&g, "tests/golden/steps/characters.txt");
    people_are_rigged(&g);
    animals_are_rigged(&g);
    people_are_driven(&g);
    avatars_walk(&g);
    animals_walk(&g);
    golden_lines_end(&g);
    pd_rig_start_release(start);
    pd_rig_net_release(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(characters_are_what_they_were)};
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
