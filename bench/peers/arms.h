#ifndef BENCH_PEERS_ARMS_H
#define BENCH_PEERS_ARMS_H
/* The arms of tests/support/arms.h and posed's dls on them, in plain C types for a peer's C++ program.
 * Metres, radians; poses are x, y, z and a quaternion x, y, z, w. arm: 0 the robot's of 7 hinges, 1 the
 * person's of 9. */
#ifdef __cplusplus
extern "C" {
#endif
typedef struct bench_arm bench_arm;

int bench_arm_hinges(int arm);
/* axis 0 x, 1 y, 2 z; at: from the hinge before. The row behind the last hinge is the tip. */
void bench_arm_row(int arm, int row, int *axis, double at[3]);
void bench_arm_limits(int arm, double *low, double *high);
bench_arm *bench_arm_open(int arm);
void bench_arm_close(bench_arm *arm);
/* 1 when reached. */
int bench_arm_solve(bench_arm *arm, double *q, const double *start, const double pose[7]);
void bench_random_seed(unsigned seed);
double bench_random(void); /* [0, 1) */
#ifdef __cplusplus
}
#endif
#endif
