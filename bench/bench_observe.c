/* Processor time of fitting an observed body, for each moment. The shipped body and pose prior fit ten
 * seconds of keypoints of a person who moves arms and legs, with 10 mm (4 pixels) of noise. CSV:
 * row,cpu,moments,mean_ms,p99_ms,slowest_ms,first_ms; first: the fit without a previous moment.
 *
 *     bench_observe [seconds per row [models' folder]]           ten seconds of film at least
 */
#include "core/kernel/cpu.h"
#include "core/math/quat.h"
#include "core/observe/live/live.h"
#include "tests/support/wearer.h"

#include <stdio.h>
#include <time.h>

#define MOMENTS 300
#define RATE    30.0

static double processor_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sets a pose in which arms, legs and trunk swing at .3 to .6 Hz. */
static void act(sight_person *p, double t)
{
    static const struct {
        int joint, axis;
        double middle, size;
    } moves[] = {{16, 2, -.6, .5}, {17, 2, .6, .5}, {18, 1, -.7, .6}, {19, 1, .7, .6},
                 {1, 0, -.3, .3},  {4, 0, .4, .4},  {2, 0, -.3, .3},  {5, 0, .4, .4},
                 {3, 0, .1, .1},   {12, 1, 0, .4},  {0, 1, 0, .5}};
    memset(p, 0, sizeof *p);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double v[3] = {0, 0, 0}, r[9];
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
            if (moves[i].joint == k)
                v[moves[i].axis] +=
                    moves[i].middle + moves[i].size * sin((2 + 0.2 * (double)i) * t + (double)i);
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) p->rotations[9 * k + i] = (float)r[i];
    }
    p->translation[2] = -3;
}

/* Adds the readings of the headset and hands, and with six trackers those of hips and feet. */
static void wear(pd_observe_sight *s, const pd_smpl_model *model, const sight_person *person, int devices)
{
    static const char *const names[] = {"viewer", "left-hand-wrist", "right-hand-wrist",
                                        "hips",   "left-foot-ankle", "right-foot-ankle"};
    for (int i = 0; i < devices; i++) wearer_say(s, model, person, names[i]);
    s->from_hips = false, s->noise = 0.005;
}

/* The first so many bones of six, eleven and seventeen, turned by 2 degrees of noise. */
static void wear_sensors(pd_observe_sight *s, const pd_smpl_model *model, const sight_person *person,
                         int sensors, pd_rng *rng)
{
    static const char *const names[] = {
        "pelvis",       "head",          "left_elbow",     "right_elbow", "left_knee",  "right_knee",
        "spine3",       "left_shoulder", "right_shoulder", "left_hip",    "right_hip",  "left_collar",
        "right_collar", "left_wrist",    "right_wrist",    "left_ankle",  "right_ankle"};
    const double degree = 3.14159265358979 / 180;
    double world[SIGHT_JOINTS][9];

    wearer_world(world, model, person);
    for (int i = 0; i < sensors; i++) {
        const int bone = pd_observe_sensor_bone(names[i]);
        const pd_vec3 axis = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
        const double off = 2 / sqrt(3.0) * degree * pd_vec3_length(axis);
        s->orientation[bone] = pd_q_mul(pd_q_from_matrix(world[pd_smpl_joint_find(&model->data, names[i])]),
                                        pd_q_axis_angle(pd_vec3_unit_or(axis, pd_vec3_make(0, 1, 0)), off));
        s->is_turned[bone] = true, s->confidence[bone] = 1;
    }
    s->noise = 2 * degree;
}

/* devices: above 0 for trackers and sensors. */
static int run(const pd_smpl_model *model, const pd_ik_prior *prior, const char *set, double focal,
               int devices)
{
    const pd_observe_live_request request = {.model = (pd_smpl_model *)(uintptr_t)model, .prior = prior};
    pd_observe_live *live;
    double took[MOMENTS], sum = 0;
    pd_rng rng;
    if (pd_observe_live_new(&live, &request, NULL)) return 1;

    pd_rng_init(&rng, 1);
    for (int f = 0; f < MOMENTS; f++) {
        const pd_observe_live_pose *pose;
        pd_error err = {0};
        sight_person person;
        sight what;
        pd_observe_sight seen = {.set = pd_observe_set_of(set),
                                 .noise = focal > 0 ? 4 : 0.02,
                                 .time = f / RATE,
                                 .in_picture = focal > 0,
                                 .from_hips = true,
                                 .camera = {.fx = focal, .fy = focal, .cx = 500, .cy = 500}};
        act(&person, f / RATE);
        what.count = 0;
        if (devices && !strcmp(set, pd_observe_bones.name))
            seen.set = &pd_observe_bones, wear_sensors(&seen, model, &person, devices, &rng);
        else if (devices)
            wear(&seen, model, &person, devices);
        else
            sight_set(&what, model, &person, set, focal);
        for (int i = 0; i < what.count; i++) {
            for (int c = 0; c < 3; c++)
                seen.at[i][c] = what.seen[i].at[c] + (focal > 0 ? 4 : 0.01) * pd_rng_normal(&rng);
            seen.confidence[i] = 1;
        }
        const double start = processor_ms();
        if (pd_observe_live_see(&pose, live, &seen, &err)) {
            fprintf(stderr, "%s: %s\n", err.where, err.detail);
            return 1;
        }
        took[f] = processor_ms() - start;
        if (f) sum += took[f] / (MOMENTS - 1);
    }
    const double first = took[0];
    qsort(took + 1, MOMENTS - 1, sizeof *took, compare);
    char worn[24];
    snprintf(worn, sizeof worn, "%d worn", devices);
    printf("%s %s,%s,%d,%.3f,%.3f,%.3f,%.2f\n", set,
           !pd_observe_set_of(set) ? worn
           : devices == 3          ? "of 3 trackers"
           : devices               ? "of 6 trackers"
           : focal > 0             ? "in a picture"
                                   : "in space",
           pd_k_cpu_name(), MOMENTS - 1, sum, took[MOMENTS - 4], took[MOMENTS - 1], first);
    pd_observe_live_free(live);
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const sets[] = {"coco17", "openpose25", "mediapipe33", "h36m17"};
    char path[512]; /* seconds: a film has its own length */
    pd_smpl_model *model;
    pd_ik_prior *prior;
    snprintf(path, sizeof path, "%s/default.safetensors", argc > 2 ? argv[2] : "models");
    if (pd_smpl_model_load(&model, path, NULL)) return 1;
    snprintf(path, sizeof path, "%s/pose-prior.safetensors", argc > 2 ? argv[2] : "models");
    if (pd_ik_prior_load(&prior, path, NULL)) return 1;

    int failed = 0;
    printf("row,cpu,moments,mean_ms,p99_ms,slowest_ms,first_ms\n");
    for (int i = 0; i < 4; i++) failed |= run(model, prior, sets[i], 0, 0);
    for (int i = 0; i < 3; i++) failed |= run(model, prior, sets[i], 1000, 0);
    for (int i = 3; i <= 6; i += 3) failed |= run(model, prior, "webxr83", 0, i);
    for (int i = 0; i < 3; i++)
        failed |= run(model, prior, pd_observe_bones.name, 0, (const int[]){6, 11, 17}[i]);
    pd_ik_prior_release(prior);
    pd_smpl_model_release(model);
    return failed;
}
