#ifndef PD_PFNN_PHASE_H
#define PD_PFNN_PHASE_H
/* The phase function: computes the network's weights for a phase of the gait.
 *
 *     W(p) = a_k1 + mu (a_k2 - a_k0)/2 + mu^2 (a_k0 - 5/2 a_k1 + 2 a_k2 - 1/2 a_k3)
 *                 + mu^3 (-1/2 a_k0 + 3/2 a_k1 - 3/2 a_k2 + 1/2 a_k3)
 *     k_n = floor(4 p / 2 pi) + n - 1 mod 4,    mu = 4 p / 2 pi mod 1
 *
 * a cyclic cubic Catmull-Rom spline through 4 control points a_k (Holden, Komura, Saito 2017, eq. 7). It is
 * linear in them, W(p) = sum_k c_k(p) a_k, and so is every cheaper mode, which uses slices: S_i is the spline
 * at phase i 2 pi/slices.
 *
 *     constant  50 slices, the one at or before the phase, as in the original demo. Steps are visible
 *               (jitter)
 *     linear    10 slices, linear interpolation
 *     cubic     the spline itself; exact, and the default
 *
 * Units    phase in radians: 0 at right foot contact, pi at left foot contact. Any finite phase is allowed
 *          and wrapped: negative ones, 2 pi and more, and those just under 2 pi that a float would round up
 *          to a whole cycle. No result refers to a slice or control point beyond the last. The caller must
 *          refuse NaN and infinity.
 * Memory   plain data.   Threads  pure functions.   Errors  none.
 */

#define PD_PFNN_CONTROLS   4
#define PD_PFNN_MAX_SLICES 50

typedef enum pd_pfnn_mode {
    PD_PFNN_CUBIC, /* zero is the default */
    PD_PFNN_LINEAR,
    PD_PFNN_CONSTANT,
    PD_PFNN_MODE_COUNT
} pd_pfnn_mode;

const char *pd_pfnn_mode_name(pd_pfnn_mode mode); /* name in requests, such as "cubic" */
/* Returns the number of slices of a mode: 10, 50; 0 for cubic, which has none. */
int pd_pfnn_mode_slices(pd_pfnn_mode mode);

/* Returns the phase as a fraction of a cycle, [0, 1). */
double pd_pfnn_phase_cycle(double phase);
/* Returns the phase wrapped to [0, 2 pi). */
double pd_pfnn_phase_wrap(double phase);

/* Computes c_k of the spline, which sum to 1; cycle in [0, 1]. */
void pd_pfnn_phase_weights(double c[PD_PFNN_CONTROLS], double cycle);

/* Position of a phase among slices: W = (1 - part) S_slice + part S_next, part in [0, 1). */
typedef struct pd_pfnn_place {
    int slice, next; /* 0 .. slices - 1 */
    double part;     /* 0 for constant */
} pd_pfnn_place;

/* Returns the position of a cycle among the slices of a mode that has slices. */
pd_pfnn_place pd_pfnn_phase_place(double cycle, pd_pfnn_mode mode);
/* Computes the c_k that a mode is equivalent to, for references and tests. */
void pd_pfnn_phase_mode_weights(double c[PD_PFNN_CONTROLS], double cycle, pd_pfnn_mode mode);

#endif
