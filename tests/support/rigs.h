#ifndef PD_TESTS_FIGURES_H
#define PD_TESTS_FIGURES_H
/* Untrained motion networks on the biped: a random one that stays near the rest pose, and output rows that
 * walk by formula, for tests of the code that uses a network's output. */
#include "core/anim/biped.h"
#include "core/anim/two_bone.h"
#include "core/character/character.h"
#include "tests/support/networks.h"

#include <string.h>

#define RIGS_X 342
#define RIGS_Y 311

/* Sets means and deviations: 1 cm and 3 degrees about the rest pose, steps of 1 cm a frame. */
static inline void rigs_statistics(pd_pfnn_network *n)
{
    pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, PD_ANIM_BIPED_JOINTS);
    pd_anim_skeleton s;
    pd_vec3 rest[PD_ANIM_BIPED_JOINTS];
    pd_anim_biped_skeleton(&s);
    pd_anim_skeleton_forward(rest, NULL, &s, NULL, pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0));
    for (int i = 0; i < n->y_dim; i++) n->y_mean[i] = 0, n->y_std[i] = i < l.out_positions ? 0.3f : 0.02f;
    for (int i = l.out_facing_z; i < l.out_facing_z + 6; i++) n->y_mean[i] = 1;
    n->y_mean[l.out_phase] = 1 / 60.0f, n->y_std[l.out_phase] = 0.002f;
    n->y_std[l.out_yaw_rate] = 0.01f;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        float *p = n->y_mean + l.out_positions + 3 * j;
        p[0] = (float)(100 * rest[j].x), p[1] = (float)(100 * rest[j].y), p[2] = (float)(100 * rest[j].z);
        for (int c = 0; c < 3; c++) n->y_std[l.out_positions + 3 * j + c] = 1;
    }
    for (int i = 0; i < n->x_dim; i++) n->x_mean[i] = 0, n->x_std[i] = i >= l.in_positions ? 50 : 30;
}

static inline void rigs_network(pd_pfnn_network *out, int hidden, uint64_t seed)
{
    pd_pfnn_network n;
    pd_model_name names[PD_ANIM_BIPED_JOINTS];
    int parents[PD_ANIM_BIPED_JOINTS];
    networks_make(&n, RIGS_X, hidden, RIGS_Y, seed);
    rigs_statistics(&n);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        snprintf(names[j], sizeof names[j], "%s", pd_anim_biped_joints[j].name);
        parents[j] = pd_anim_biped_joints[j].parent;
    }
    if (pd_pfnn_network_describe(&n, PD_ANIM_BIPED_JOINTS, (const pd_model_name *)names, parents, NULL))
        abort();
    n.offsets = calloc(3 * PD_ANIM_BIPED_JOINTS, sizeof *n.offsets);
    if (!n.offsets) abort();
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *b = &pd_anim_biped_joints[j];
        n.offsets[3 * j] = (float)b->x, n.offsets[3 * j + 1] = (float)b->y,
                      n.offsets[3 * j + 2] = (float)b->z;
    }
    *out = n;
}

static inline pd_pfnn_model *rigs_model(int hidden, uint64_t seed)
{
    pd_pfnn_network n;
    pd_pfnn_model *model;
    rigs_network(&n, hidden, seed);
    if (pd_pfnn_model_build(&model, &n, NULL)) abort();
    return model;
}

/* ---- a walk by formula: a step of half a second each, feet flat, the planted one fixed to the ground */

#define RIGS_STEP   30  /* frames            */
#define RIGS_SPEED  1.2 /* m/s               */
#define RIGS_HEIGHT 0.9 /* of the hips, metres */

/* Computes the position of a foot's ankle in a frame: before or behind the root,
 * and height above its rest position. */
static inline void rigs_foot(double *ahead, double *up, int foot, int frame)
{
    int at = (frame + (foot ? RIGS_STEP : 0)) % (2 * RIGS_STEP);
    double stride = RIGS_SPEED * RIGS_STEP / 60.0, t = (double)(at % RIGS_STEP) / RIGS_STEP;
    double smooth = t * t * (3 - 2 * t);
    int planted = at < RIGS_STEP;
    *ahead = planted ? stride * (0.5 - t) : stride * (2 * smooth - 0.5 - t);
    *up = planted ? 0 : 0.08 * sin(3.14159265358979 * t) * sin(3.14159265358979 * t);
}

static inline int rigs_planted(int foot, int frame)
{
    return (frame + (foot ? RIGS_STEP : 0)) % (2 * RIGS_STEP) < RIGS_STEP;
}

static inline void rigs_leg(pd_quat *r, pd_vec3 *p, const pd_anim_skeleton *s, int thigh, pd_vec3 ankle)
{
    pd_anim_two_bone_job job = {.root = p[thigh],
                                .middle = p[thigh + 1],
                                .tip = p[thigh + 2],
                                .target = ankle,
                                .bend_axis = {1, 0, 0}};
    pd_anim_two_bone_run(&job);
    r[thigh] = job.root_rotation, r[thigh + 1] = job.middle_rotation;
    p[thigh + 1] = job.middle_at, p[thigh + 2] = job.tip_at;
    p[thigh + 3] = pd_vec3_add(p[thigh + 2], s->offsets[thigh + 3]);
}

/* Computes world rotations and joints in the root's frame. slide: metres a frame by which planted feet move
 * forward, as an error. */
static inline void rigs_walk_pose(pd_quat *r, pd_vec3 *p, const pd_anim_skeleton *s, int frame, double slide)
{
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) r[j] = pd_q_identity();
    pd_anim_skeleton_forward(p, NULL, s, NULL, pd_vec3_make(0, RIGS_HEIGHT, 0));
    for (int foot = 0; foot < 2; foot++) {
        int thigh = foot ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH;
        double ahead, up, t = (frame % RIGS_STEP) / (double)RIGS_STEP, all = slide * RIGS_STEP;
        double wrong = rigs_planted(foot, frame) ? all * t : all * (1 - t) * (1 + 2 * t) * (1 - t);
        rigs_foot(&ahead, &up, foot, frame);
        rigs_leg(r, p, s, thigh, pd_vec3_make(p[thigh].x, PD_ANIM_BIPED_ANKLE + up, ahead + wrong - 0.02));
    }
}

/* Computes the row of output (RIGS_Y) for a frame of that walk. */
static inline void rigs_walk_row(float *y, int frame, double slide)
{
    pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, PD_ANIM_BIPED_JOINTS);
    pd_anim_skeleton s;
    pd_quat r[PD_ANIM_BIPED_JOINTS];
    pd_vec3 p[PD_ANIM_BIPED_JOINTS], last[PD_ANIM_BIPED_JOINTS];
    pd_anim_biped_skeleton(&s);
    rigs_walk_pose(r, last, &s, frame + 2 * RIGS_STEP - 1, slide);
    rigs_walk_pose(r, p, &s, frame, slide);
    memset(y, 0, RIGS_Y * sizeof *y);
    double step = 100 * RIGS_SPEED / 60;
    y[l.out_velocity + 1] = (float)step;
    y[l.out_phase] = 1 / (2.0f * RIGS_STEP);
    for (int i = 0; i < 6; i++) y[l.out_z + i] = (float)(10 * step * i), y[l.out_facing_z + i] = 1;
    for (int c = 0; c < 4; c++) y[l.out_contacts + c] = (float)rigs_planted(c / 2, frame);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        double now[3] = {p[j].x, p[j].y, p[j].z}, was[3] = {last[j].x, last[j].y, last[j].z - step / 100};
        pd_vec3 half = pd_vec3_scale(pd_q_to_rotvec(r[j]), 0.5);
        double log[3] = {half.x, half.y, half.z};
        for (int c = 0; c < 3; c++) {
            y[l.out_positions + 3 * j + c] = (float)(100 * now[c]);
            y[l.out_velocities + 3 * j + c] = (float)(100 * (now[c] - was[c]));
            y[l.out_rotations + 3 * j + c] = (float)log[c];
        }
    }
}

#endif
