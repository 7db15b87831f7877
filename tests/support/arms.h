#ifndef TESTS_SUPPORT_ARMS_H
#define TESTS_SUPPORT_ARMS_H
/* Arms of hinges for tests, benchmarks and the peer's program: a robot's arm of 7 and a person's of 9 hinges;
 * metres, degrees. The tip is fixed to the last hinge. */
#include "core/base/rng.h"
#include "core/ik/job/limit.h"

typedef struct arm_hinge {
    int axis;        /* 0 x, 1 y, 2 z                        */
    double x, y, z;  /* from the hinge before                */
    double from, to; /* degrees                              */
} arm_hinge;

typedef struct arm {
    const char *name;
    int hinges;
    arm_hinge rows[10]; /* the last one is the tip              */
} arm;

static const arm arm_robot = {"arm7",
                              7,
                              {{2, 0, 0, 0.11, -170, 170},
                               {1, 0, 0, 0.20, -120, 120},
                               {2, 0, 0, 0.20, -170, 170},
                               {1, 0, 0, 0.20, -120, 120},
                               {2, 0, 0, 0.20, -170, 170},
                               {1, 0, 0, 0.19, -120, 120},
                               {2, 0, 0, 0.078, -170, 170},
                               {0, 0, 0, 0.05, 0, 0}}};

/* Collar, shoulder, elbow, forearm, wrist; ranges of core/anim/ranges.h
 * with the forearm's whole 85 degrees. */
static const arm arm_human = {"human9",
                              9,
                              {{2, 0.02, 1.40, 0, -10, 30},
                               {1, 0, 0, 0, -20, 20},
                               {1, 0.15, 0, 0, -115, 40},
                               {2, 0, 0, 0, -90, 70},
                               {0, 0, 0, 0, -90, 70},
                               {1, 0.28, 0, 0, -150, 5},
                               {0, 0, 0, 0, -85, 85},
                               {2, 0.26, 0, 0, -80, 70},
                               {1, 0, 0, 0, -20, 30},
                               {0, 0.09, 0, 0, 0, 0}}};

static inline void arm_make(pd_anim_skeleton *skeleton, pd_ik_limit *limits, const arm *a)
{
    static const char *const names[11] = {"h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "h10"};
    pd_anim_joint joints[11];
    for (int i = 0; i <= a->hinges; i++) {
        const arm_hinge *h = &a->rows[i];
        joints[i] = (pd_anim_joint){names[i], i ? names[i - 1] : NULL, {h->x, h->y, h->z}};
        limits[i] = (pd_ik_limit){.kind = i < a->hinges ? PD_IK_HINGE : PD_IK_LOCKED};
        limits[i].frame = pd_ik_limit_frame(pd_vec3_make(h->axis == 0, h->axis == 1, h->axis == 2), NULL);
        limits[i].min[0] = h->from * 0.017453292519943295;
        limits[i].max[0] = h->to * 0.017453292519943295;
    }
    pd_anim_skeleton_init(skeleton, joints, a->hinges + 1, NULL);
}

static inline void arm_random(double *q, const arm *a, pd_rng *rng)
{
    for (int i = 0; i < a->hinges; i++)
        q[i] = (a->rows[i].from + (a->rows[i].to - a->rows[i].from) * pd_rng_uniform(rng)) *
               0.017453292519943295;
}

static inline void arm_pose(pd_vec3 *position, pd_quat *turn, const arm *a, const double *q)
{
    pd_vec3 p = {0, 0, 0};
    pd_quat r = pd_q_identity();
    for (int i = 0; i <= a->hinges; i++) {
        const arm_hinge *h = &a->rows[i];
        p = pd_vec3_add(p, pd_q_rotate(r, pd_vec3_make(h->x, h->y, h->z)));
        if (i == a->hinges) break;
        r = pd_q_mul(r, pd_q_axis_angle(pd_vec3_make(h->axis == 0, h->axis == 1, h->axis == 2), q[i]));
    }
    *position = p;
    *turn = r;
}

#endif
