#include "core/retarget/avatar/human_clip.h"

#include "core/base/assert.h"
#include "core/retarget/figure/answer.h"

#include <math.h>
#include <string.h>

#define LEG           0.85 /* metres: thigh and shank of a person */
#define AS_IT_IS_FROM 0.6
#define AS_IT_IS_TO   1.6
#define COLLAR        0.3 /* position of a missing collar on the way from chest to shoulder */

/* SMPL's joints in order: corresponding bone, parent, and for limbs the next joint and its direction in the T-pose. */
static const struct joint {
    pd_anim_human bone;
    int parent, next;
    double x, y;
} joints[PD_ANIM_SMPL_JOINTS] = {{PD_HUMAN_HIPS, -1, -1, 0, 0},        {PD_HUMAN_L_UPPER_LEG, 0, 4, 0, -1},
                                 {PD_HUMAN_R_UPPER_LEG, 0, 5, 0, -1},  {PD_HUMAN_SPINE, 0, -1, 0, 0},
                                 {PD_HUMAN_L_LOWER_LEG, 1, 7, 0, -1},  {PD_HUMAN_R_LOWER_LEG, 2, 8, 0, -1},
                                 {PD_HUMAN_CHEST, 3, -1, 0, 0},        {PD_HUMAN_L_FOOT, 4, -1, 0, 0},
                                 {PD_HUMAN_R_FOOT, 5, -1, 0, 0},       {PD_HUMAN_UPPER_CHEST, 6, -1, 0, 0},
                                 {PD_HUMAN_L_TOES, 7, -1, 0, 0},       {PD_HUMAN_R_TOES, 8, -1, 0, 0},
                                 {PD_HUMAN_NECK, 9, -1, 0, 0},         {PD_HUMAN_L_SHOULDER, 9, -1, 0, 0},
                                 {PD_HUMAN_R_SHOULDER, 9, -1, 0, 0},   {PD_HUMAN_HEAD, 12, -1, 0, 0},
                                 {PD_HUMAN_L_UPPER_ARM, 13, 18, 1, 0}, {PD_HUMAN_R_UPPER_ARM, 14, 19, -1, 0},
                                 {PD_HUMAN_L_LOWER_ARM, 16, 20, 1, 0}, {PD_HUMAN_R_LOWER_ARM, 17, 21, -1, 0},
                                 {PD_HUMAN_L_HAND, 18, -1, 0, 0},      {PD_HUMAN_R_HAND, 19, -1, 0, 0},
                                 {PD_HUMAN_NONE, 20, -1, 0, 0},        {PD_HUMAN_NONE, 21, -1, 0, 0}};

static pd_vec3 between(pd_vec3 a, pd_vec3 b, double part)
{
    return pd_vec3_add(a, pd_vec3_scale(pd_vec3_sub(b, a), part));
}

/* Computes positions at rest, after F, metres: of the character's joints, and between them of missing ones. */
static void place(pd_vec3 *at, const pd_retarget_human_clip *c, const pd_vec3 *rest)
{
    static const int spine[] = {0, 3, 6, 9, 12, 15};
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
        if (c->joints[j] >= 0) at[j] = pd_vec3_scale(pd_q_rotate(c->facing, rest[c->joints[j]]), c->metres);

    for (int i = 1; i < 5; i++) {
        int next = i;
        if (c->joints[spine[i]] >= 0) continue;
        while (c->joints[spine[next]] < 0) next++; /* the head always exists */
        at[spine[i]] = between(at[spine[i - 1]], at[spine[next]], 1.0 / (next - i + 1));
    }
    for (int s = 0; s < 2; s++) {
        const double leg = pd_vec3_distance(at[1 + s], at[4 + s]) + pd_vec3_distance(at[4 + s], at[7 + s]);
        const pd_vec3 toe = pd_vec3_make(0, -0.06 * leg, 0.15 * leg),
                      arm = pd_vec3_sub(at[20 + s], at[18 + s]);
        if (c->joints[10 + s] < 0) at[10 + s] = pd_vec3_add(at[7 + s], toe);
        if (c->joints[13 + s] < 0) at[13 + s] = between(at[9], at[16 + s], COLLAR);
        at[22 + s] = pd_vec3_add(at[20 + s], pd_vec3_scale(arm, 0.35));
    }
}

pd_status pd_retarget_human_clip_init(pd_retarget_human_clip *c, const pd_anim_skeleton *skeleton,
                                      const pd_retarget_match *match, pd_error *err)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS], at[PD_ANIM_SMPL_JOINTS];
    pd_anim_joint made[PD_ANIM_SMPL_JOINTS];

    memset(c, 0, sizeof *c);
    c->facing = match->facing, c->metres = 1, c->hips = match->joints[PD_HUMAN_HIPS];
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
        c->turns[j] = c->joints[j] = joints[j].bone == PD_HUMAN_NONE ? -1 : match->joints[joints[j].bone];

    /* A foot or hand that carries a goal of IK turns as the goal does. */
    for (int i = 0; i < match->carry.count; i++)
        for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
            if ((joints[j].bone == PD_HUMAN_L_FOOT || joints[j].bone == PD_HUMAN_R_FOOT ||
                 joints[j].bone == PD_HUMAN_L_HAND || joints[j].bone == PD_HUMAN_R_HAND) &&
                c->joints[j] == match->carry.by[i])
                c->turns[j] = match->carry.joints[i];

    pd_anim_skeleton_forward(rest, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    const double leg = pd_vec3_distance(rest[c->joints[1]], rest[c->joints[4]]) +
                       pd_vec3_distance(rest[c->joints[4]], rest[c->joints[7]]);
    if (!(leg > 1e-6) || !isfinite(leg))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/character",
                       "the length of a leg is %g; above 1e-6 expected", leg);
    if (leg < AS_IT_IS_FROM * LEG || leg > AS_IT_IS_TO * LEG) c->metres = LEG / leg;
    place(at, c, rest);

    const pd_quat back = pd_q_conjugate(c->facing);
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++) {
        const struct joint *row = &joints[j], *up = row->parent < 0 ? NULL : &joints[row->parent];
        pd_vec3 offset = up ? pd_vec3_sub(at[j], at[row->parent]) : pd_vec3_make(0, 0, 0);
        if (up && up->next == j)
            offset = pd_vec3_scale(pd_vec3_make(up->x, up->y, 0), pd_vec3_length(offset));
        made[j] = (pd_anim_joint){pd_anim_smpl_names[j], up ? pd_anim_smpl_names[row->parent] : NULL, offset};

        pd_quat align = pd_q_identity();
        if (row->next >= 0)
            align =
                pd_retarget_answer_align(pd_vec3_sub(at[row->next], at[j]), pd_vec3_make(row->x, row->y, 0));
        c->undo[j] = pd_q_mul(back, pd_q_conjugate(align));
        if (j == 20 || j == 21) { /* hands and their children */
            c->undo[j] = c->undo[j - 2];
            made[j].offset = pd_vec3_scale(pd_vec3_make(j == 20 ? 1 : -1, 0, 0), pd_vec3_length(offset));
        }
        if (j > 21)
            made[j].offset = pd_vec3_scale(pd_vec3_make(j == 22 ? 1 : -1, 0, 0), pd_vec3_length(offset));
    }
    return pd_anim_skeleton_init(&c->skeleton, made, PD_ANIM_SMPL_JOINTS, err);
}

void pd_retarget_human_clip_frame(pd_quat *locals, pd_vec3 *root, const pd_retarget_human_clip *c,
                                  const pd_quat *world, pd_vec3 hips)
{
    pd_quat turned[PD_ANIM_SMPL_JOINTS];
    *root = pd_vec3_scale(pd_q_rotate(c->facing, hips), c->metres);
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++) {
        const int up = joints[j].parent;
        PD_ASSERT(c->joints[j] >= 0 || (up >= 0 && up < j));
        turned[j] = c->joints[j] >= 0
                        ? pd_q_normalize(pd_q_mul(pd_q_mul(c->facing, world[c->turns[j]]), c->undo[j]))
                        : turned[up];
        locals[j] = up < 0 ? turned[j] : pd_q_inv_mul(turned[up], turned[j]);
    }
}
