#ifndef PD_PFNN_PHASE_H
#define PD_PFNN_PHASE_H
/* The phase function: which weights a network has at a phase of the gait.
 *
 *     W(p) = a_k1 + mu (a_k2 - a_k0)/2 + mu^2 (a_k0 - 5/2 a_k1 + 2 a_k2 - 1/2 a_k3)
 *                 + mu^3 (-1/2 a_k0 + 3/2 a_k1 - 3/2 a_k2 + 1/2 a_k3)
 *     k_n = floor(4 p / 2 pi) + n - 1 mod 4,    mu = 4 p / 2 pi mod 1
 *
 * a cyclic cubic Catmull-Rom spline through 4 control points a_k (Holden, Komura, Saito 2017, eq. 7). It is linear in
 * them, W(p) = sum_k c_k(p) a_k, and so is every cheaper mode, through slices: S_i is the spline at phase i 2 pi/slices.
 *
 *     constant  50 slices, the one at or before the phase: what the original demo does. Steps are visible (jitter)
 *     linear    10 slices, straight between two of them
 *     cubic     the spline itself; exact, and the default
 *     fast      50 slices, straight between two of them: for crowds of 200 and more, where it is cheaper than cubic
 *
 * Units    phase in radians: right foot contact 0, left foot contact pi. Any finite phase is allowed, it is wrapped:
 *          negative ones, 2 pi and more, and those just under 2 pi which a float would round up to a whole cycle.
 *          No result ever names a slice or control point beyond the last. NaN and infinity are the caller's to refuse.
 */

#define PD_PFNN_CONTROLS   4
#define PD_PFNN_MAX_SLICES 50

typedef enum pd_pfnn_mode {
    PD_PFNN_CUBIC, /* zero is the default */
    PD_PFNN_FAST,
    PD_PFNN_LINEAR,
    PD_PFNN_CONSTANT,
    PD_PFNN_MODE_COUNT
} pd_pfnn_mode;

const char *pd_pfnn_mode_name(pd_pfnn_mode mode); /* "cubic" */
/* 50, 10, 50; 0 for cubic, which has none. */
int pd_pfnn_mode_slices(pd_pfnn_mode mode);

/* Part of a cycle: [0, 1), whatever the phase. */
double pd_pfnn_phase_cycle(double phase);
/* The same phase in [0, 2 pi). */
double pd_pfnn_phase_wrap(double phase);

/* c_k of the spline, summing to 1; cycle in [0, 1). */
void pd_pfnn_phase_weights(double c[PD_PFNN_CONTROLS], double cycle);

/* Where a phase is among slices: W = (1 - part) S_slice + part S_next, part in [0, 1). */
typedef struct pd_pfnn_place {
    int slice, next; /* 0 .. slices - 1 */
    double part;     /* 0 for constant  */
} pd_pfnn_place;

/* For the modes with slices. */
pd_pfnn_place pd_pfnn_phase_place(double cycle, pd_pfnn_mode mode);
/* c_k that a mode comes to in the end, for references and tests. */
void pd_pfnn_phase_mode_weights(double c[PD_PFNN_CONTROLS], double cycle, pd_pfnn_mode mode);

#endif
