#include "bench/peers/arms.h"

#include "core/ik/search/simultaneous.h"
#include "core/ik/search/solve.h"
#include "tests/support/arms.h"

#include <stdlib.h>
#include <string.h>

struct bench_arm {
    pd_anim_skeleton skeleton;
    pd_ik_limit limits[11];
    pd_ik_target target;
    pd_quat rotations[11];
    pd_ik_result result;
    pd_ik_job job;
    pd_arena arena;
    pd_ik_problem problem;
};

static const arm *const arms[] = {&arm_robot, &arm_human};
static pd_rng rng;

int bench_arm_hinges(int number)
{
    return arms[number]->hinges;
}

void bench_arm_row(int number, int row, int *axis, double at[3])
{
    const arm_hinge *h = &arms[number]->rows[row];
    *axis = h->axis;
    at[0] = h->x, at[1] = h->y, at[2] = h->z;
}

void bench_arm_limits(int number, double *low, double *high)
{
    for (int i = 0; i < arms[number]->hinges; i++) {
        low[i] = arms[number]->rows[i].from * 0.017453292519943295;
        high[i] = arms[number]->rows[i].to * 0.017453292519943295;
    }
}

bench_arm *bench_arm_open(int number)
{
    bench_arm *a = calloc(1, sizeof *a);
    if (!a) exit(1);
    arm_make(&a->skeleton, a->limits, arms[number]);
    a->target = (pd_ik_target){.joint = arms[number]->hinges, .has_position = 1, .has_orientation = 1};
    a->target.orientation = pd_q_identity();

    for (int i = 0; i < 11; i++) a->rotations[i] = pd_q_identity();
    a->job = (pd_ik_job){.rotations = a->rotations,
                         .results = &a->result,
                         .skeleton = &a->skeleton,
                         .targets = &a->target,
                         .target_count = 1,
                         .limits = a->limits,
                         .solver = PD_IK_DLS};
    if (pd_ik_job_check(&a->job, NULL) != PD_OK || !pd_arena_init(&a->arena, pd_ik_problem_bytes(&a->job)))
        exit(1);
    pd_ik_problem_init(&a->problem, &a->job, &a->arena);

    return a;
}

void bench_arm_close(bench_arm *a)
{
    pd_arena_deinit(&a->arena);
    free(a);
}

int bench_arm_solve(bench_arm *a, double *q, const double *start, const double pose[7])
{
    pd_ik_report report;
    const size_t bytes = (size_t)a->problem.n * sizeof *q;
    a->target.position = pd_vec3_make(pose[0], pose[1], pose[2]);
    a->target.orientation = (pd_quat){pose[3], pose[4], pose[5], pose[6]};
    memcpy(a->problem.q, start, bytes);
    pd_ik_problem_retarget(&a->problem);
    pd_ik_simultaneous_solve(&report, &a->problem);
    memcpy(q, a->problem.q, bytes);
    return report.status == PD_IK_REACHED;
}

void bench_random_seed(unsigned seed)
{
    pd_rng_init(&rng, seed);
}

double bench_random(void)
{
    return pd_rng_uniform(&rng);
}
