#include "core/rig/plan.h"

#include "core/base/assert.h"
#include <math.h>
#include <string.h>

static const pd_rig_plan_row person[] = {
    {"hips", -1, 0, {0, 0.53, 0}, 0},
    {"leftUpperLeg", 0, 2, {0.05, 0.49, 0}, 0},
    {"rightUpperLeg", 0, 1, {-0.05, 0.49, 0}, 0},
    {"spine", 0, 3, {0, 0.6, -0.01}, 0},
    {"leftLowerLeg", 1, 5, {0.06, 0.28, 0}, 0},
    {"rightLowerLeg", 2, 4, {-0.06, 0.28, 0}, 0},
    {"chest", 3, 6, {0, 0.66, -0.01}, 0},
    {"leftFoot", 4, 8, {0.06, 0.05, -0.01}, 0},
    {"rightFoot", 5, 7, {-0.06, 0.05, -0.01}, 0},
    {"upperChest", 6, 9, {0, 0.73, -0.01}, 0},
    {"leftToes", 7, 11, {0.06, 0.015, 0.06}, 0},
    {"rightToes", 8, 10, {-0.06, 0.015, 0.06}, 0},
    {"neck", 9, 12, {0, 0.83, 0}, 0},
    {"leftShoulder", 9, 14, {0.04, 0.8, 0}, 0},
    {"rightShoulder", 9, 13, {-0.04, 0.8, 0}, 0},
    {"head", 12, 15, {0, 0.88, 0.01}, 0},
    {"leftUpperArm", 13, 17, {0.1, 0.81, -0.01}, 0},
    {"rightUpperArm", 14, 16, {-0.1, 0.81, -0.01}, 0},
    {"leftLowerArm", 16, 19, {0.25, 0.81, -0.02}, 0},
    {"rightLowerArm", 17, 18, {-0.25, 0.81, -0.02}, 0},
    {"leftHand", 18, 21, {0.39, 0.81, 0}, 0},
    {"rightHand", 19, 20, {-0.39, 0.81, 0}, 0},
    {"crown", 15, 22, {0, 0.97, 0.02}, PD_RIG_TIP},
    {"left hand's tip", 20, 24, {0.48, 0.8, 0.01}, PD_RIG_TIP},
    {"right hand's tip", 21, 23, {-0.48, 0.8, 0.01}, PD_RIG_TIP},
    {"left toes' tip", 10, 26, {0.06, 0.01, 0.1}, PD_RIG_TIP | PD_RIG_FOOT},
    {"right toes' tip", 11, 25, {-0.06, 0.01, 0.1}, PD_RIG_TIP | PD_RIG_FOOT},
};

static const pd_rig_plan_row quadruped[] = {
    {"hips", -1, 0, {0, 0.9, -0.55}, 0},
    {"spine", 0, 1, {0, 0.93, -0.25}, 0},
    {"chest", 1, 2, {0, 0.88, 0.15}, 0},
    {"neck", 2, 3, {0, 1, 0.42}, 0},
    {"head", 3, 4, {0, 1.22, 0.66}, 0},
    {"tail1", 0, 5, {0, 0.9, -0.75}, 0},
    {"tail2", 5, 6, {0, 0.8, -0.92}, 0},
    {"tail3", 6, 7, {0, 0.68, -1.05}, 0},
    {"left_shoulder", 2, 9, {0.11, 0.82, 0.3}, 0},
    {"right_shoulder", 2, 8, {-0.11, 0.82, 0.3}, 0},
    {"left_elbow", 8, 11, {0.12, 0.52, 0.2}, 0},
    {"right_elbow", 9, 10, {-0.12, 0.52, 0.2}, 0},
    {"left_wrist", 10, 13, {0.12, 0.27, 0.25}, 0},
    {"right_wrist", 11, 12, {-0.12, 0.27, 0.25}, 0},
    {"left_front_foot", 12, 15, {0.12, 0.07, 0.26}, 0},
    {"right_front_foot", 13, 14, {-0.12, 0.07, 0.26}, 0},
    {"left_hip", 0, 17, {0.11, 0.8, -0.5}, 0},
    {"right_hip", 0, 16, {-0.11, 0.8, -0.5}, 0},
    {"left_knee", 16, 19, {0.12, 0.55, -0.42}, 0},
    {"right_knee", 17, 18, {-0.12, 0.55, -0.42}, 0},
    {"left_hock", 18, 21, {0.12, 0.3, -0.62}, 0},
    {"right_hock", 19, 20, {-0.12, 0.3, -0.62}, 0},
    {"left_hind_foot", 20, 23, {0.12, 0.07, -0.57}, 0},
    {"right_hind_foot", 21, 22, {-0.12, 0.07, -0.57}, 0},
    {"snout", 4, 24, {0, 1.14, 0.95}, PD_RIG_TIP},
    {"tail's tip", 7, 25, {0, 0.55, -1.15}, PD_RIG_TIP | PD_RIG_MISSING},
    {"left front toes' tip", 14, 27, {0.12, 0.01, 0.34}, PD_RIG_TIP | PD_RIG_FOOT},
    {"right front toes' tip", 15, 26, {-0.12, 0.01, 0.34}, PD_RIG_TIP | PD_RIG_FOOT},
    {"left hind toes' tip", 22, 29, {0.12, 0.01, -0.5}, PD_RIG_TIP | PD_RIG_FOOT},
    {"right hind toes' tip", 23, 28, {-0.12, 0.01, -0.5}, PD_RIG_TIP | PD_RIG_FOOT},
};

static const pd_rig_plan_row bird[] = {
    {"hips", -1, 0, {0, 0.52, -0.12}, 0},
    {"chest", 0, 1, {0, 0.62, 0.12}, 0},
    {"neck", 1, 2, {0, 0.76, 0.24}, 0},
    {"head", 2, 3, {0, 0.92, 0.32}, 0},
    {"tail", 0, 4, {0, 0.5, -0.3}, 0},
    {"left_wing_shoulder", 1, 6, {0.12, 0.66, 0.1}, 0},
    {"right_wing_shoulder", 1, 5, {-0.12, 0.66, 0.1}, 0},
    {"left_wing_elbow", 5, 8, {0.38, 0.68, 0.04}, 0},
    {"right_wing_elbow", 6, 7, {-0.38, 0.68, 0.04}, 0},
    {"left_wing_wrist", 7, 10, {0.66, 0.68, 0.1}, 0},
    {"right_wing_wrist", 8, 9, {-0.66, 0.68, 0.1}, 0},
    {"left_hip", 0, 12, {0.08, 0.46, -0.06}, 0},
    {"right_hip", 0, 11, {-0.08, 0.46, -0.06}, 0},
    {"left_knee", 11, 14, {0.09, 0.34, 0.04}, 0},
    {"right_knee", 12, 13, {-0.09, 0.34, 0.04}, 0},
    {"left_ankle", 13, 16, {0.09, 0.18, -0.06}, 0},
    {"right_ankle", 14, 15, {-0.09, 0.18, -0.06}, 0},
    {"left_foot", 15, 18, {0.09, 0.03, -0.01}, 0},
    {"right_foot", 16, 17, {-0.09, 0.03, -0.01}, 0},
    {"beak", 3, 19, {0, 0.92, 0.5}, PD_RIG_TIP},
    {"tail's tip", 4, 20, {0, 0.46, -0.58}, PD_RIG_TIP | PD_RIG_MISSING},
    {"left wing's tip", 9, 22, {1.05, 0.66, -0.02}, PD_RIG_TIP},
    {"right wing's tip", 10, 21, {-1.05, 0.66, -0.02}, PD_RIG_TIP},
    {"left toes' tip", 17, 24, {0.09, 0.01, 0.1}, PD_RIG_TIP | PD_RIG_FOOT},
    {"right toes' tip", 18, 23, {-0.09, 0.01, 0.1}, PD_RIG_TIP | PD_RIG_FOOT},
};

static const pd_rig_plan_row spider[] = {
    {"body", -1, 0, {0, 0.35, 0}, 0},
    {"abdomen", 0, 1, {0, 0.4, -0.22}, 0},
    {"left_leg1_hip", 0, 3, {0.08, 0.34, 0.115}, 0},
    {"right_leg1_hip", 0, 2, {-0.08, 0.34, 0.115}, 0},
    {"left_leg1_knee", 2, 5, {0.287, 0.6, 0.41}, 0},
    {"right_leg1_knee", 3, 4, {-0.287, 0.6, 0.41}, 0},
    {"left_leg1_ankle", 4, 7, {0.47, 0.28, 0.672}, 0},
    {"right_leg1_ankle", 5, 6, {-0.47, 0.28, 0.672}, 0},
    {"left_leg2_hip", 0, 9, {0.132, 0.34, 0.048}, 0},
    {"right_leg2_hip", 0, 8, {-0.132, 0.34, 0.048}, 0},
    {"left_leg2_knee", 8, 11, {0.47, 0.6, 0.171}, 0},
    {"right_leg2_knee", 9, 10, {-0.47, 0.6, 0.171}, 0},
    {"left_leg2_ankle", 10, 13, {0.771, 0.28, 0.28}, 0},
    {"right_leg2_ankle", 11, 12, {-0.771, 0.28, 0.28}, 0},
    {"left_leg3_hip", 0, 15, {0.132, 0.34, -0.048}, 0},
    {"right_leg3_hip", 0, 14, {-0.132, 0.34, -0.048}, 0},
    {"left_leg3_knee", 14, 17, {0.47, 0.6, -0.171}, 0},
    {"right_leg3_knee", 15, 16, {-0.47, 0.6, -0.171}, 0},
    {"left_leg3_ankle", 16, 19, {0.771, 0.28, -0.28}, 0},
    {"right_leg3_ankle", 17, 18, {-0.771, 0.28, -0.28}, 0},
    {"left_leg4_hip", 0, 21, {0.08, 0.34, -0.115}, 0},
    {"right_leg4_hip", 0, 20, {-0.08, 0.34, -0.115}, 0},
    {"left_leg4_knee", 20, 23, {0.287, 0.6, -0.41}, 0},
    {"right_leg4_knee", 21, 22, {-0.287, 0.6, -0.41}, 0},
    {"left_leg4_ankle", 22, 25, {0.47, 0.28, -0.672}, 0},
    {"right_leg4_ankle", 23, 24, {-0.47, 0.28, -0.672}, 0},
    {"left_leg1_foot", 6, 27, {0.631, 0.01, 0.901}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"right_leg1_foot", 7, 26, {-0.631, 0.01, 0.901}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"left_leg2_foot", 12, 29, {1.034, 0.01, 0.376}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"right_leg2_foot", 13, 28, {-1.034, 0.01, 0.376}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"left_leg3_foot", 18, 31, {1.034, 0.01, -0.376}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"right_leg3_foot", 19, 30, {-1.034, 0.01, -0.376}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"left_leg4_foot", 24, 33, {0.631, 0.01, -0.901}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"right_leg4_foot", 25, 32, {-0.631, 0.01, -0.901}, PD_RIG_TIP | PD_RIG_FOOT | PD_RIG_END},
    {"abdomen's end", 1, 34, {0, 0.4, -0.55}, PD_RIG_TIP | PD_RIG_MISSING},
};

#define PLAN(id, text, doc) {#text, doc, text, sizeof text / sizeof *text},
const pd_rig_plan pd_rig_plans[PD_RIG_PLANS] = {PD_RIG_PLAN_TABLE(PLAN)};
#undef PLAN

/* Computes the chain from the reduced joint above to r: its joints, their shares of its length, its length
 * and its direction. */
static void make_chain(pd_rig_reduced *r, const pd_rig_plan *plan, const bool *reduced)
{
    int up = r->row;

    r->chain_count = 0;
    r->length = 0;
    if (plan->rows[r->row].parent < 0) return;

    /* Collect the chain upwards, then reverse it. */
    do {
        PD_ASSERT(up >= 0 && r->chain_count < (int)(sizeof r->chain / sizeof *r->chain));
        r->chain[r->chain_count++] = up;
        up = plan->rows[up].parent;
    } while (!reduced[up]);
    for (int i = 0; i < r->chain_count / 2; i++) {
        const int hold = r->chain[i];
        r->chain[i] = r->chain[r->chain_count - 1 - i];
        r->chain[r->chain_count - 1 - i] = hold;
    }

    /* Shares by accumulated length. */
    double straight = 0;
    for (int i = 0; i < r->chain_count; i++) {
        const pd_rig_plan_row *row = &plan->rows[r->chain[i]];
        double square = 0;
        for (int c = 0; c < 3; c++) {
            const double d = row->at[c] - plan->rows[row->parent].at[c];
            square += d * d;
        }

        r->shares[i] = r->length += sqrt(square);
    }

    for (int i = 0; i < r->chain_count; i++) r->shares[i] /= r->length;

    /* Direction from the reduced joint above. */
    for (int c = 0; c < 3; c++) {
        r->direction[c] = plan->rows[r->row].at[c] - plan->rows[up].at[c];
        straight += r->direction[c] * r->direction[c];
    }

    for (int c = 0; c < 3; c++) r->direction[c] /= sqrt(straight);
}

int pd_rig_plan_reduce(pd_rig_reduced out[PD_RIG_REDUCED], const pd_rig_plan *plan)
{
    PD_ASSERT(plan->count >= 1 && plan->count <= PD_RIG_PLAN_JOINTS);
    bool reduced[PD_RIG_PLAN_JOINTS];
    int number[PD_RIG_PLAN_JOINTS];
    int count = 0;

    /* Reduced joints: the root, branches and tips. */
    for (int k = 0; k < plan->count; k++) {
        int children = 0;
        for (int j = 0; j < plan->count; j++) children += plan->rows[j].parent == k;
        reduced[k] = plan->rows[k].parent < 0 || children > 1 || plan->rows[k].flags & PD_RIG_TIP;
        number[k] = -1;
    }

    /* Number inner joints first, then tips. */
    for (int tips = 0; tips < 2; tips++)
        for (int k = 0; k < plan->count; k++) {
            const bool is_tip = plan->rows[k].flags & PD_RIG_TIP;
            if (!reduced[k] || is_tip != (tips == 1)) continue;
            PD_ASSERT(count < PD_RIG_REDUCED);
            number[k] = count;
            out[count++] = (pd_rig_reduced){.row = k, .is_tip = is_tip, .parent = -1};
        }

    /* Chains between them. */
    for (int i = 0; i < count; i++) {
        make_chain(&out[i], plan, reduced);
        out[i].mirror = number[plan->rows[out[i].row].mirror];
        if (out[i].chain_count) out[i].parent = number[plan->rows[out[i].chain[0]].parent];
    }

    return count;
}
