#include "core/pfnn/matched.h"

#include "core/math/plane.h"

#include <string.h>

/* When frames take over (auto), chosen by what they were measured to be better at: docs/lab/matching.md. The first number is for going in, the
 * second for staying. */
static const struct limits {
    double walk[2]; /* m/s asked for                                  */
    double turning; /* rad/s of the stick                             */
    double off;     /* radians from the facing to where the stick is  */
} limits[2] = {{{0.9, 1.5}, 0.1, 0.2}, {{0.85, 1.6}, 0.3, 0.5}};
#define STEADY  24   /* ticks that all of this has to hold, but at a start    */
#define SMOOTH  0.1  /* a tick: of the stick's turning                        */
#define AT_REST 0.25 /* m/s: a start from under it ...                        */
#define AHEAD   0.5  /* radians: ... to within this of the facing is theirs   */
#define CHANGE  0.35 /* m/s: another speed is the network's                   */
#define LEVEL   0.01 /* metres: of the ground about the way                   */

_Static_assert(PD_PFNN_GAITS == PD_MATCHING_GAITS && PD_PFNN_CONTACTS == PD_MATCHING_CONTACTS,
               "a database has the labels of layout.h, in its order");

pd_matching_goal pd_pfnn_matched_goal(const pd_pfnn_trajectory *t, const pd_pfnn_rig *rig)
{
    const pd_pfnn_goal *goal = &t->goal;
    return (pd_matching_goal){{goal->asked[0], goal->asked[1]},
                              atan2(goal->facing[0], goal->facing[1]),
                              pd_plane_length(goal->asked) >= rig->control.jog_from};
}

pd_matching_root pd_pfnn_matched_root(const pd_pfnn_trajectory *t, const pd_pfnn_rig *rig)
{
    const pd_pfnn_instant *now = &t->frames[rig->frames / 2];
    return (pd_matching_root){{now->at[0], now->at[1]}, pd_pfnn_trajectory_yaw(t, rig)};
}

void pd_pfnn_matched_head(float *y, const pd_matching_frame *frame, const pd_pfnn_rig *rig)
{
    const pd_pfnn_layout *l = &rig->layout;
    int count = l->samples / 2;
    memset(y, 0, PD_PFNN_MATCHED_HEAD * sizeof *y);
    y[l->out_velocity] = (float)(PD_PFNN_UNITS * frame->step[0]);
    y[l->out_velocity + 1] = (float)(PD_PFNN_UNITS * frame->step[1]);
    y[l->out_yaw_rate] = (float)-frame->turn;
    for (int i = 0; i < count; i++) {
        const double *p = frame->path[i < PD_MATCHING_PATH ? i : PD_MATCHING_PATH - 1];
        y[l->out_x + i] = (float)(PD_PFNN_UNITS * p[0]), y[l->out_z + i] = (float)(PD_PFNN_UNITS * p[1]);
        y[l->out_facing_x + i] = (float)p[2], y[l->out_facing_z + i] = (float)p[3];
    }
}

/* The pose over a root: the hips and their rotation in the world. */
static void lift(pd_matching_pose *pose, const double at[2], double yaw, double height)
{
    pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
    pose->rotations[0] = pd_q_mul(turn, pose->rotations[0]);
    pose->hips = pd_vec3_add(pd_vec3_make(at[0], height, at[1]), pd_q_rotate(turn, pose->hips));
}

void pd_pfnn_matched_show(pd_quat *rotations, pd_vec3 *joints, pd_pfnn_matched *m,
                          const pd_pfnn_matched_frame *shown, const pd_pfnn_rig *rig)
{
    const pd_matching_frame *frame = shown->frame;
    const pd_matching_root *root = shown->root;
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_matching_pose pose = frame->pose, before;
    lift(&pose, root->at, root->yaw, shown->height);

    const bool changed = shown->changed || frame->jumped;
    if (changed) {
        const double dir[2] = {sin(root->yaw), cos(root->yaw)};
        double at[2];
        before = frame->before;
        pd_plane_out(at, dir, frame->before_root.at[0], frame->before_root.at[1]);
        at[0] += root->at[0], at[1] += root->at[1];
        lift(&before, at, root->yaw + frame->before_root.yaw, shown->height);
    }
    pd_matching_inertialize(&m->inertia, &pose, changed, changed ? &before : NULL, s->joint_count,
                            1 / PD_PFNN_RATE);
    pd_anim_skeleton_forward(joints, rotations, s, pose.rotations,
                             pd_vec3_sub(pose.hips, s->offsets[s->root]));
}

/* ---- auto */

static bool is_level(const pd_pfnn_trajectory *t, const pd_pfnn_rig *rig, const pd_anim_scene *scene)
{
    int half = rig->frames / 2;
    if (!scene || !scene->ground.rows) return true;
    double own = pd_anim_scene_height(scene, t->frames[half].at[0], t->frames[half].at[1]);
    for (int i = half - rig->step; i < rig->frames; i += rig->step)
        if (fabs(pd_anim_scene_height(scene, t->frames[i].at[0], t->frames[i].at[1]) - own) > LEVEL)
            return false;
    return true;
}

static bool is_plain(const pd_pfnn_trajectory *t, const pd_pfnn_rig *rig)
{
    const pd_pfnn_goal *goal = &t->goal;
    if (!goal->moving || goal->strafe > 0.05 || goal->crouch > 0.05 || goal->jump_age >= 0 || t->blocked)
        return false;
    for (int i = rig->frames / 2; i < rig->frames; i += rig->step)
        if (t->frames[i].gaits[PD_PFNN_JUMP] > 0.05f || t->frames[i].gaits[PD_PFNN_CROUCH] > 0.05f)
            return false;
    return true;
}

bool pd_pfnn_matched_choose(pd_pfnn_matched *m, const pd_pfnn_trajectory *t, const pd_pfnn_rig *rig,
                            const pd_anim_scene *scene)
{
    const pd_pfnn_goal *goal = &t->goal;
    const struct limits *l = &limits[m->active];
    double speed = pd_plane_length(goal->asked), direction = atan2(goal->asked[0], goal->asked[1]);
    bool is_start = pd_plane_length(t->step) < AT_REST;

    /* how fast the stick turns; from rest it has just been pushed, and has not turned */
    double turned = is_start && !m->active ? 0 : remainder(direction - m->direction, 2 * M_PI) * PD_PFNN_RATE;
    m->turning += SMOOTH * (turned - m->turning);
    m->direction = direction;

    double off = fabs(remainder(direction - pd_pfnn_trajectory_yaw(t, rig), 2 * M_PI));
    bool good = is_plain(t, rig) && speed >= l->walk[0] && speed <= l->walk[1] &&
                fabs(m->turning) < l->turning && off < (is_start ? AHEAD : l->off) && is_level(t, rig, scene);
    if (m->active) good &= fabs(speed - m->speed) < CHANGE;
    m->steady = good ? m->steady + 1 : 0;

    if (!good || (!m->active && m->steady < STEADY && !is_start)) return false;
    if (!m->active) m->speed = speed;
    return true;
}

pd_matching_state pd_pfnn_matched_state(const pd_pfnn_trajectory *t, const pd_vec3 *positions,
                                        const pd_vec3 *velocities, const pd_pfnn_rig *rig)
{
    const pd_pfnn_instant *now = &t->frames[rig->frames / 2];
    pd_matching_root root = pd_pfnn_matched_root(t, rig);
    pd_quat back = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -root.yaw);
    pd_vec3 at = {now->at[0], t->height, now->at[1]};
    pd_matching_state state = {.velocity = {t->step[0], t->step[1]}, .yaw_rate = t->yaw_rate};

    for (int i = 0; i < 2; i++) {
        int toe = rig->legs[i].toe;
        state.toes[i] = pd_q_rotate(back, pd_vec3_sub(positions[toe], at));
        state.toe_velocities[i] = pd_q_rotate(back, pd_vec3_scale(velocities[toe], PD_PFNN_RATE));
    }
    state.hip_velocity = pd_q_rotate(back, pd_vec3_scale(velocities[rig->skeleton.root], PD_PFNN_RATE));
    return state;
}

void pd_pfnn_matched_pass(pd_quat *rotations, pd_vec3 *joints, pd_pfnn_matched *m, const pd_pfnn_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_matching_pose pose;
    for (int j = 0; j < s->joint_count; j++)
        pose.rotations[j] =
            s->parents[j] < 0 ? rotations[j] : pd_q_inv_mul(rotations[s->parents[j]], rotations[j]);
    pose.hips = joints[s->root];

    bool quiet = (m->inertia.quiet || !m->inertia.count) && !m->left;
    pd_matching_inertialize(&m->inertia, &pose, m->left, NULL, s->joint_count, 1 / PD_PFNN_RATE);
    m->left = false;
    if (quiet) return;
    pd_anim_skeleton_forward(joints, rotations, s, pose.rotations,
                             pd_vec3_sub(pose.hips, s->offsets[s->root]));
}
