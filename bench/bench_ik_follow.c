/* Follows a moving target with a hand of the default body, frame by frame and within the limits: how often
 * the target is reached, and how far joints rotate between frames.
 *
 *     bench_ik_follow [seconds per row [row]]     one line of CSV a row:
 *                                                 name,solves/s,value,reached,most,mean,p99
 *
 * reached: percentage of the frames of the first round whose target was reached; most, mean, p99: rotation in
 * degrees from one frame to the next of the joint that rotates most. Paths are closed and smooth, 60 frames a
 * second, 8 s or 5 s long:
 *
 *     circle   before the chest, radius 0.2 m, upright        reach
 *         from beside the hip up over the head and down across the chest
 *     eight    beside the body, forward and back              wave
 *         of random joint angles within the limits, by sines of slow periods
 *
 * and three of 5 s that leave the arm's reach:
 *
 *     front    a circle before the breastbone, radius 0.22 m   side
 *         up and down beside the body, from below the hip to over the head
 *     across   a figure eight across the body, 0.6 m wide
 *
 * _follow: continuity with the default speed of 5 rad/s, chains do not grow.
 *     _warm: only the start pose is the last result.
 * _single: every frame from the rest pose.  _grow: as _follow with chains that grow. _grow_warm: as _warm.
 *                                           _grow_step: max_step of 15 degrees.
 * _grow_home: as _grow, with rest_gain 1 to the rest pose.  SMOOTH=GAIN in the environment: with that
 *                                                           smoothness.
 * One thread, in its own processor time. */
#include "core/retarget/skeleton.h"
#include "core/ik/search/solve.h"
#include "core/smpl/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DEGREE 0.017453292519943295
#define DT     (1.0 / 60)
#define SPEED  5.0

enum { JOINTS = 24, FRAMES = 480, SHORT = 300 };

typedef enum mode { FOLLOW, WARM, SINGLE, GROW, GROW_WARM, GROW_STEP, GROW_HOME, MODES } mode;
static const char *const mode_names[MODES] = {"follow",    "warm",      "single",   "grow",
                                              "grow_warm", "grow_step", "grow_home"};

static pd_anim_skeleton skeleton;
static pd_ik_limit limits[JOINTS];
static pd_arena arena;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static pd_vec3 hand_at(const pd_quat *pose)
{
    pd_vec3 at[JOINTS];
    pd_anim_skeleton_forward(at, NULL, &skeleton, pose, pd_vec3_make(0, 0, 0));
    return at[pd_anim_skeleton_find(&skeleton, "left_wrist")];
}

/* Places relative to the left shoulder at rest. */
static pd_vec3 circle(double t)
{
    return pd_vec3_make(-0.05 + 0.2 * cos(t), -0.1 + 0.2 * sin(t), 0.33);
}

static pd_vec3 eight(double t)
{
    return pd_vec3_make(0.2 + 0.05 * sin(t), -0.17 + 0.14 * sin(2 * t), 0.15 + 0.18 * cos(t));
}

static pd_vec3 reach(double t)
{
    double a = 0.5 * (1 - cos(t)); /* 0 beside the hip, 1 over the head */
    return pd_vec3_make(0.12 + 0.1 * sin(t), -0.42 + 0.75 * a, 0.1 + 0.25 * sin(M_PI * a));
}

static pd_vec3 front(double t)
{
    return pd_vec3_make(-0.17 + 0.22 * cos(t), -0.1 + 0.22 * sin(t), 0.35);
}

static pd_vec3 across(double t)
{
    return pd_vec3_make(-0.15 + 0.3 * cos(t), -0.15 + 0.15 * sin(2 * t), 0.3);
}

static pd_vec3 side(double t)
{
    double a = 0.5 * (1 - cos(t)); /* 0 below the hip, 1 over the head */
    return pd_vec3_make(0.1 + 0.12 * sin(M_PI * a), -0.5 + 1.05 * a, 0.05 + 0.2 * sin(M_PI * a));
}

/* Every angle of shoulder and elbow goes to and fro inside 0.8 of its range. */
static pd_vec3 wave(double t)
{
    static const char *const names[2] = {"left_shoulder", "left_elbow"};
    pd_quat pose[JOINTS];
    pd_vec3 at[JOINTS];
    for (int j = 0; j < JOINTS; j++) pose[j] = pd_q_identity();
    pd_anim_skeleton_forward(at, NULL, &skeleton, pose, pd_vec3_make(0, 0, 0));

    pd_vec3 shoulder = at[pd_anim_skeleton_find(&skeleton, "left_shoulder")];
    for (int k = 0; k < 2; k++) {
        int joint = pd_anim_skeleton_find(&skeleton, names[k]);
        const pd_ik_limit *limit = &limits[joint];
        double angles[3];
        for (int c = 0; c < 3; c++) {
            double middle = 0.5 * (limit->min[c] + limit->max[c]),
                   half = 0.5 * (limit->max[c] - limit->min[c]);
            angles[c] = middle + 0.8 * half * sin((1 + (c + k) % 2) * t + 2 * k + c);
        }
        pd_ik_limit_clamp(angles, limit);
        pose[joint] = pd_ik_limit_join(angles, limit->frame);
    }

    return pd_vec3_sub(hand_at(pose), shoulder);
}

static const struct path {
    const char *name;
    pd_vec3 (*at)(double t);
    int frames;
} paths[] = {{"circle", circle, FRAMES}, {"eight", eight, FRAMES}, {"reach", reach, FRAMES},
             {"wave", wave, FRAMES},     {"front", front, SHORT},  {"across", across, SHORT},
             {"side", side, SHORT}};

static const char *const chains[] = {NULL, "left_collar", "spine1"};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct sums {
    long done, reached, by_status[PD_IK_STATUS_COUNT], jumps;
    double most, sum, jump[FRAMES];
} sums;

static void measure(const struct path *path, const char *chain, mode how, double seconds, const char *only)
{
    char name[96];
    snprintf(name, sizeof name, "follow_%s_%s_%s", path->name, chain ? chain : "default", mode_names[how]);
    if (only && strcmp(only, name)) return;

    pd_quat last[JOINTS], rotations[JOINTS], rest[JOINTS];
    pd_vec3 at[JOINTS];
    sums s = {0};
    double took = 0;
    for (int j = 0; j < JOINTS; j++) rest[j] = last[j] = pd_q_identity();
    pd_anim_skeleton_forward(at, NULL, &skeleton, rest, pd_vec3_make(0, 0, 0));

    pd_vec3 shoulder = at[pd_anim_skeleton_find(&skeleton, "left_shoulder")];
    for (int i = 0; i < path->frames + 60 || took < seconds; i++) {
        double t =
            2 * M_PI * (i < 60 ? 0 : (i - 60) % path->frames) / path->frames; /* a second to get there */
        pd_ik_target target = {.joint = pd_anim_skeleton_find(&skeleton, "left_wrist"),
                               .chain_root = chain ? pd_anim_skeleton_find(&skeleton, chain) : -1,
                               .has_position = 1,
                               .position = pd_vec3_add(shoulder, path->at(t))};
        pd_ik_result result;
        pd_ik_job job = {.rotations = rotations,
                         .results = &result,
                         .skeleton = &skeleton,
                         .targets = &target,
                         .target_count = 1,
                         .limits = limits};
        job.start = how == SINGLE ? rest : last;
        job.max_rotation = how == FOLLOW || how == GROW || how == GROW_HOME ? SPEED * DT
                           : how == GROW_STEP                               ? 15 * DEGREE
                                                                            : 0;
        job.grows = how >= GROW;
        if (how == GROW_HOME) {
            job.rest_gain = 1;
            job.natural = PD_IK_NATURAL_REST;
        }
        if (getenv("SMOOTH")) job.smoothness = atof(getenv("SMOOTH"));

        double begin = now();
        pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
        pd_ik_job_run(&job, &arena);
        took += now() - begin;

        double jump = 0;
        for (int j = 0; j < JOINTS; j++) jump = fmax(jump, pd_q_angle(rotations[j], last[j]) / DEGREE);
        memcpy(last, rotations, sizeof last);
        if (i < 60) {
            if (i == 59) took = 0;
            continue;
        }

        s.done++;
        if (i < path->frames + 60) s.by_status[result.status]++;
        if (i == 60 || s.jumps == path->frames) continue;

        s.jump[s.jumps++] = jump;
        s.sum += jump;
        s.most = fmax(s.most, jump);
    }

    qsort(s.jump, (size_t)s.jumps, sizeof *s.jump, ascending);
    printf("%s,solves/s,%.4g,%.1f,%.2f,%.2f,%.2f", name, (double)s.done / took,
           100 * (double)s.by_status[PD_IK_REACHED] / (double)path->frames, s.most, s.sum / (double)s.jumps,
           s.jump[s.jumps * 99 / 100]);
    if (getenv("STATUS"))
        for (int k = 1; k < PD_IK_STATUS_COUNT; k++)
            printf(" %s %ld", pd_ik_status_name((pd_ik_status)k), s.by_status[k]);

    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    pd_smpl_model *model;
    pd_error err;
    if (!pd_arena_init(&arena, 0)) return 1;

    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) != PD_OK ||
        pd_retarget_skeleton_of(&skeleton, model, NULL, 0, &err) != PD_OK) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return 1;
    }

    for (int j = 0; j < JOINTS; j++) pd_ik_limit_of(&limits[j], skeleton.names[j]);
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++)
        for (size_t c = 0; c < sizeof chains / sizeof *chains; c++)
            for (int how = 0; how < (c ? GROW : MODES); how++)
                measure(&paths[p], chains[c], (mode)how, seconds, argc > 2 ? argv[2] : NULL);

    pd_smpl_model_release(model);
    pd_arena_deinit(&arena);
    return 0;
}
