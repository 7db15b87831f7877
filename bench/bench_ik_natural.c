/* Naturalness of the solvers' answers: their distance from the true pose. All solvers get the same five
 * trackers (head, wrists, ankles) of people who walk, jog, turn, crouch and jump.
 *
 *     bench_ik_natural [seconds per row [row]]     one line of CSV a row:
 *                                                  name,solves/s,value,iterations,reached,degrees,centimetres
 *
 * The poses are those of the motion network at random play (seed 7, 120 s, every 7th frame) on the default
 * body. A solver is given the pelvis where it is, positions of head, wrists and ankles, a rest pose to start
 * from, chains from the spine and the hips, and the default ranges. degrees: the mean turn between a joint's
 * rotation and the true one's, over the 23 joints below the pelvis; centimetres: the mean distance of the 24
 * joints. Learned solvers have a row when their model is in models/; their models learned from the capture
 * that the network learned from. One thread, in its own processor time. */
#include "core/retarget/live_body.h"
#include "core/ik/methods/neural.h"
#include "core/ik/search/solve.h"
#include "core/character/load.h"
#include "core/character/rollout/random_stick.h"
#include "core/smpl/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSES = 1000, EVERY = 7, JOINTS = 24, TRACKERS = 5 };

static const char *const tracked[TRACKERS] = {"head", "left_wrist", "right_wrist", "left_ankle",
                                              "right_ankle"};

static struct scene {
    pd_anim_skeleton skeleton;
    pd_ik_limit limits[JOINTS];
    pd_quat poses[POSES][JOINTS];
    pd_vec3 moved[POSES], at[POSES][JOINTS];
    int joints[TRACKERS], spine;
    pd_ik_prior *prior;
    pd_ik_neural *neural;
    pd_arena arena;
} scene;

typedef struct row {
    const char *name;
    pd_ik_solver solver;
    int iterations;   /* 0: the solver's own              */
    double rest_gain; /* of the null space                */
    int middle;       /* natural is the middle, else rest */
} row;

static const row rows[] = {{"auto", PD_IK_AUTO, 0, 0, 0},         {"dls_rest_gain", PD_IK_DLS, 0, 1, 0},
                           {"pinv", PD_IK_PINV, 300, 0, 0},       {"transpose", PD_IK_TRANSPOSE, 300, 0, 0},
                           {"ccd", PD_IK_CCD, 300, 0, 0},         {"fabrik", PD_IK_FABRIK, 300, 0, 0},
                           {"optimize", PD_IK_OPTIMIZE, 0, 0, 0}, {"example", PD_IK_EXAMPLE, 0, 0, 0},
                           {"neural", PD_IK_NEURAL, 0, 0, 0}};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const pd_error *err)
{
    fprintf(stderr, "%s: %s\n", err->where, err->detail);
    return 0;
}

/* The frames of a roll-out on the body. */
static int take_poses(const pd_character_rollout *r, const pd_anim_skeleton *figure, pd_smpl_model *model)
{
    const double ground[2] = {0, 0};
    pd_retarget_live_body *body;
    pd_error err;
    if (pd_retarget_live_body_new(&body, figure, 0.025, model, NULL, 0, &err) != PD_OK) return fail(&err);

    for (int f = 0, i = 0; i < POSES; f++) {
        const pd_quat *rotations;
        pd_vec3 moved;
        pd_retarget_live_body_step(body, pd_anim_clip_frame(&r->clip, f), r->clip.roots[f], ground, 0);
        const pd_anim_skeleton *skeleton = pd_retarget_live_body_frame(&rotations, &moved, body);
        if (f % EVERY) continue;
        scene.skeleton = *skeleton;
        memcpy(scene.poses[i], rotations, sizeof scene.poses[i]);
        scene.moved[i] = moved;
        pd_anim_skeleton_forward(scene.at[i], NULL, skeleton, rotations, moved);
        i++;
    }

    pd_retarget_live_body_free(body);
    return 1;
}

static int roll(pd_smpl_model *model)
{
    static pd_character_rig figure;
    pd_pfnn_model *network;
    pd_character_rollout made;
    pd_error err;
    pd_character_rollout_job job = {.seconds = 120};
    int room = pd_character_random_room(job.seconds), good;
    pd_character_cue *cues = calloc((size_t)room, sizeof *cues);
    if (!cues || pd_character_model_load(&network, "models/motion.safetensors", &err) != PD_OK)
        return fail(&err);

    job.cues = cues;
    job.cue_count = pd_character_random_cues(cues, room, PD_CHARACTER_RANDOM_PLAY, 7, job.seconds);
    if (pd_character_rig_init(&figure, network, &err) != PD_OK ||
        pd_character_rollout_run(&made, &job, 1, &figure, &pd_executor_serial, NULL, &err) != PD_OK)
        return fail(&err);

    good = take_poses(&made, &figure.skeleton, model);
    pd_character_rollout_deinit(&made);
    pd_pfnn_model_release(network);
    free(cues);

    return good;
}

static int prepare(void)
{
    pd_smpl_model *model;
    pd_error err;
    if (!pd_arena_init(&scene.arena, 0)) return 0;
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) != PD_OK) return fail(&err);

    int good = roll(model);
    pd_smpl_model_release(model);
    for (int j = 0; j < JOINTS; j++) pd_ik_limit_of(&scene.limits[j], scene.skeleton.names[j]);
    for (int t = 0; t < TRACKERS; t++) scene.joints[t] = pd_anim_skeleton_find(&scene.skeleton, tracked[t]);
    scene.spine = pd_anim_skeleton_find(&scene.skeleton, "spine1");
    if (pd_ik_prior_load(&scene.prior, "models/pose-prior.safetensors", &err) != PD_OK) scene.prior = NULL;
    if (pd_ik_neural_load(&scene.neural, "models/pose-network.safetensors", &err) != PD_OK)
        scene.neural = NULL;

    return good;
}

typedef struct sums {
    long done, iterations, reached;
    double degrees, centimetres;
} sums;

static void compare(sums *s, const pd_quat *rotations, const pd_vec3 *at, int pose)
{
    double angle = 0, away = 0;
    for (int j = 0; j < JOINTS; j++) {
        if (j != scene.skeleton.root) angle += pd_q_angle(rotations[j], scene.poses[pose][j]);
        away += pd_vec3_distance(at[j], scene.at[pose][j]);
    }
    s->degrees += angle * 57.29577951308232 / (JOINTS - 1);
    s->centimetres += 100 * away / JOINTS;
}

/* Returns the time that the solver took. */
static double solve(sums *s, const row *r, int pose)
{
    pd_quat rotations[JOINTS], start[JOINTS];
    pd_vec3 at[JOINTS], moved;
    pd_ik_target targets[TRACKERS];
    pd_ik_result results[TRACKERS];

    for (int j = 0; j < JOINTS; j++) start[j] = pd_q_identity();
    start[scene.skeleton.root] = scene.poses[pose][scene.skeleton.root];
    for (int t = 0; t < TRACKERS; t++)
        targets[t] = (pd_ik_target){.joint = scene.joints[t],
                                    .chain_root = t < 3 ? scene.spine : -1,
                                    .has_position = 1,
                                    .position = scene.at[pose][scene.joints[t]]};

    pd_ik_job job = {
        .rotations = rotations, .positions = at, .results = results, .skeleton = &scene.skeleton};
    job.start = start, job.translation = scene.moved[pose], job.moved = &moved;
    job.targets = targets, job.target_count = TRACKERS;
    job.limits = scene.limits;
    job.solver = r->solver, job.iterations = r->iterations;
    job.rest_gain = r->rest_gain, job.natural = r->middle ? PD_IK_NATURAL_MIDDLE : PD_IK_NATURAL_REST;
    job.example.prior = scene.prior, job.neural.network = r->solver == PD_IK_NEURAL ? scene.neural : NULL;

    double begin = now();
    pd_arena_reserve(&scene.arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &scene.arena);

    double took = now() - begin;
    compare(s, rotations, at, pose);
    s->done++;
    s->iterations += job.iterations_used;
    s->reached += job.status == PD_IK_REACHED;

    return took;
}

static void measure_row(const row *r, double seconds)
{
    sums s = {0};
    double took = 0;
    for (int pose = 0; s.done < POSES || took < seconds; pose = (pose + 1) % POSES)
        took += solve(&s, r, pose);
    double n = (double)s.done;
    printf("natural_%s,solves/s,%.4g,%.2f,%.2f,%.2f,%.2f\n", r->name, n / took, (double)s.iterations / n,
           100 * (double)s.reached / n, s.degrees / n, s.centimetres / n);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    const char *only = argc > 2 ? argv[2] : NULL;
    if (!prepare()) return 1;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((rows[i].solver == PD_IK_EXAMPLE && !scene.prior) ||
            (rows[i].solver == PD_IK_NEURAL && !scene.neural))
            continue;
        if (!only || !strcmp(only, rows[i].name)) measure_row(&rows[i], seconds);
    }

    pd_ik_prior_release(scene.prior);
    pd_ik_neural_release(scene.neural);
    pd_arena_deinit(&scene.arena);
    return 0;
}
