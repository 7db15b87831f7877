#include "core/character/carry.h"

#include "core/math/elementary.h"
#include "core/math/grid.h"
#include "core/math/plane.h"

/* The rigid motion. */
typedef struct carrying {
    double from[2], to[2], yaw;
    pd_quat turn;
} carrying;

static void carry_vector(pd_vec3 *v, const carrying *c)
{
    *v = pd_q_rotate(c->turn, *v);
}

static void carry_point(pd_vec3 *p, const carrying *c)
{
    const pd_vec3 moved = pd_q_rotate(c->turn, pd_vec3_make(p->x - c->from[0], 0, p->z - c->from[1]));
    *p = pd_vec3_make(moved.x + c->to[0], p->y, moved.z + c->to[1]);
}

static void carry_direction(double v[2], const carrying *c)
{
    pd_plane_turn(v, v, c->yaw);
}

static void carry_place(double at[2], const carrying *c)
{
    double relative[2] = {at[0] - c->from[0], at[1] - c->from[1]};
    pd_plane_turn(relative, relative, c->yaw);
    at[0] = relative[0] + c->to[0];
    at[1] = relative[1] + c->to[1];
}

static void carry_pose(pd_character_pose *pose, const carrying *c, const pd_character_rig *rig)
{
    const int root = rig->skeleton.root;
    const pd_vec3 offset = rig->skeleton.offsets[root];

    for (int j = 0; j < rig->skeleton.joint_count; j++) {
        carry_point(&pose->joints[j], c);
        carry_point(&pose->joints_free[j], c);
    }

    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) carry_point(&pose->steps[f], c);
    carry_point(&pose->root, c);
    carry_vector(&pose->velocity, c);

    /* The translation is the place of joint 0 less the offset of the root at rest. */
    pd_vec3 hips = pd_vec3_add(pose->translation, offset);
    carry_point(&hips, c);
    pose->translation = pd_vec3_sub(hips, offset);
    pose->rotations[root] = pd_q_normalize(pd_q_mul(c->turn, pose->rotations[root]));
    pose->yaw = remainder(pose->yaw + c->yaw, 2 * M_PI);
}

static void carry_trajectory(pd_character_trajectory *t, const carrying *c, const pd_character_rig *rig)
{
    double *const vectors[] = {t->goal.heading, t->goal.asked, t->goal.velocity, t->goal.facing,
                               t->goal.held,    t->moved,      t->aimed,         t->step,
                               t->slip,         t->taken,      t->push,          t->pushed};

    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) carry_direction(vectors[i], c);
    for (int i = 0; i < rig->frames; i++) {
        carry_place(t->frames[i].at, c);
        carry_direction(t->frames[i].dir, c);
    }

    /* Past and present stay on the grid, and the future is that of the foresight. */
    for (int i = 0; i <= rig->frames / 2; i++) {
        pd_grid_round_all(t->frames[i].at, 2);
        pd_grid_round_all(t->frames[i].dir, 2);
    }

    if (t->foresight.is_set) pd_character_trajectory_foresee(t, rig);
}

static void carry_lock(pd_character_foot_lock *lock, const carrying *c)
{
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        pd_character_lock *k = &lock->locks[i];
        pd_vec3 *const points[] = {&k->place, &k->free, &k->shown};
        pd_vec3 *const vectors[] = {&k->offset, &k->rate, &k->from};
        for (int p = 0; p < 3; p++) {
            carry_point(points[p], c);
            pd_grid_round_all(&points[p]->x, 3);
            carry_vector(vectors[p], c);
            pd_grid_round_all(&vectors[p]->x, 3);
        }
    }

    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        for (int end = 0; end < 2; end++) carry_point(&lock->was[f][end], c);
        pd_grid_round_all(&lock->was[f][0].x, 6);
        carry_vector(&lock->aside[f], c);
        carry_vector(&lock->aside_rate[f], c);
        carry_vector(&lock->apart.shift[f], c);
        carry_vector(&lock->apart.rate[f], c);
    }
}

void pd_character_carry(pd_character *character, const double to[2], double yaw, const pd_character_rig *rig)
{
    pd_character_trajectory *t = &character->trajectory;
    const double *at = t->frames[rig->frames / 2].at;
    const double change = remainder(yaw - pd_character_trajectory_yaw(t, rig), 2 * M_PI);
    const carrying c = {.from = {at[0], at[1]},
                        .to = {to[0], to[1]},
                        .yaw = change,
                        .turn = {0, pd_sin(change / 2), 0, pd_cos(change / 2)}};

    /* Path, joints and pose. */
    carry_trajectory(t, &c, rig);
    for (int j = 0; j < rig->layout.joints; j++) {
        carry_point(&character->positions[j], &c);
        carry_vector(&character->velocities[j], &c);
    }

    pd_grid_round_all(&character->positions[0].x, 3 * (size_t)rig->layout.joints);
    pd_grid_round_all(&character->velocities[0].x, 3 * (size_t)rig->layout.joints);
    carry_pose(&character->pose, &c, rig);
    if (character->playback.is_on) {
        carry_pose(&character->playback.last, &c, rig);
        carry_pose(&character->playback.next, &c, rig);
    }

    /* Corrections of the pose. */
    double *const vectors[] = {character->physics.velocity, character->physics.change,
                               character->physics.tilt, character->physics.tilt_rate};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) carry_direction(vectors[i], &c);
    carry_lock(&character->lock, &c);
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        carry_point(&character->stance.toes[f], &c);
        carry_point(&character->jump.legs[f].toe, &c);
        carry_vector(&character->jump.legs[f].shift, &c);
        carry_vector(&character->jump.legs[f].shift_rate, &c);
    }

    /* Motion matching. */
    if (!character->matched.active) return;
    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
        carry_point(&character->matched.pacer.prints[leg].at, &c);
        carry_vector(&character->matched.pacer.prints[leg].offset, &c);
    }

    pd_matching_object *object = &character->matched.player.object;
    pd_matching_goal *goal = &character->matched.player.goal;
    pd_matching_inertia *inertia = &character->matched.inertia;
    carry_place(object->at, &c);
    carry_direction(object->velocity, &c);
    carry_direction(object->acceleration, &c);
    object->yaw += c.yaw;
    carry_direction(goal->velocity, &c);
    goal->facing += c.yaw;
    carry_vector(&inertia->place_offset, &c);
    carry_vector(&inertia->place_rate, &c);
    carry_point(&inertia->place_shown, &c);
    carry_vector(&inertia->place_speed, &c);

    /* The rotation of joint 0 is in the world; its difference and speeds are rotation vectors there. */
    float *const turns[] = {inertia->offsets[0], inertia->rates[0], inertia->speeds[0]};
    for (int i = 0; i < 3; i++) {
        pd_vec3 v = {(double)turns[i][0], (double)turns[i][1], (double)turns[i][2]};
        carry_vector(&v, &c);
        turns[i][0] = (float)v.x;
        turns[i][1] = (float)v.y;
        turns[i][2] = (float)v.z;
    }

    float *shown = inertia->shown[0];
    const pd_quat q =
        pd_q_mul(c.turn, (pd_quat){(double)shown[0], (double)shown[1], (double)shown[2], (double)shown[3]});
    shown[0] = (float)q.x;
    shown[1] = (float)q.y;
    shown[2] = (float)q.z;
    shown[3] = (float)q.w;
}
