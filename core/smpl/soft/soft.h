#ifndef PD_SMPL_SOFT_H
#define PD_SMPL_SOFT_H
/* Soft tissue in motion: coefficients of a model's soft-tissue directions from how its joints move (DMPL; Loper et al. 2015, section 7).
 *
 *     T_P += sum_m delta_m D_m                                       the directions, in the rest frame (body.h)
 *     delta_t = a_1 delta_t-1 + a_2 delta_t-2 + (1 - a_1 - a_2) W(beta) x_t          for each m alone
 *     a_1 = 2 r cos(phi),  a_2 = -r^2,   r = exp(-zeta w dt),  phi = w sqrt(1 - zeta^2) dt,  w = w_0 exp(sum_g s_g b_g)
 *     W(beta) = exp(sum_g u_g b_g) (W_0 + sum_g b_g W_g),  b_g = beta_g / sqrt(1 + (beta_g / PD_SMPL_SOFT_MOST_BETA)^2)
 *
 * How far flesh swings is a power of how thick it is, and how fast another one: so both follow betas by their logarithms, and a thin body
 * never swings the wrong way round. b bends off where a body is beyond those that were learned from; both sums stay within 3 of zero.
 * A model without u (files of 0.2) has b_g = beta_g.
 *
 * The regression is the paper's: two coefficients before, velocities and accelerations of pelvis and joints, and betas. Its form is
 * that of damped oscillators, sampled exactly, which makes it stable for any step and any input: the roots of z^2 - a_1 z - a_2 have
 * |z| = r < 1. Without input E_m = |delta_t - r exp(-i phi) delta_t-1|^2 is multiplied by r^2 in every step: energy only falls. x is
 * bounded, and so is delta by sum |W| x_max times the sum of the impulse response.
 *
 * x_t, 12 numbers a joint, are of the frame before the last, all in the joint's own frame and zero until three frames are known:
 *     a / 10       acceleration of the joint, m/s2            (3)
 *     w' / 50      angular acceleration, rad/s2               (3)
 *     w w^T / 25   products of angular velocities, rad2/s2    (6: xx yy zz xy xz yz), the centrifugal part
 * Vectors longer than PD_SMPL_SOFT_MOST_* are shortened smoothly. A steady speed is no input, as no train's passenger wobbles by it. A
 * root that goes more than a metre in a frame has been put elsewhere: motion is counted from there.
 *
 * Breathing   the direction behind the last of the dynamics, 1 is half a litre: 40 % of a breath goes in, 60 % out. A model whose dynamics follow from
 *             its directions (modal.h) has none.
 *
 * Shapes   M coefficients, Q joints, G betas.   Units   metres, seconds, radians.
 * Memory   a plain struct of fixed size, in the caller's storage.
 * Threads  one at a time; the model is const.
 * Errors   none: init says false where the model has no dynamics.
 */
#include "core/math/quat.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

#define PD_SMPL_SOFT_FEATURES  12 /* of a joint */
/* Units of the inputs x: m/s2, rad/s2, rad2/s2. */
#define PD_SMPL_SOFT_A_UNIT    10.0
#define PD_SMPL_SOFT_SPIN_UNIT 50.0
#define PD_SMPL_SOFT_TURN_UNIT 25.0
#define PD_SMPL_SOFT_MOST_A    80.0
#define PD_SMPL_SOFT_MOST_TURN 20.0  /* rad/s  */
#define PD_SMPL_SOFT_MOST_SPIN 400.0 /* rad/s2 */
#define PD_SMPL_SOFT_MOST_BETA 4.0
#define PD_SMPL_SOFT_BREATHS   60.0 /* a minute, at most */

/* The last frames of the joints that are listened to. All zero: none yet. */
typedef struct pd_smpl_soft_motion {
    int frames;
    pd_vec3 places[2][PD_SMPL_SOFT_MAX_JOINTS];
    pd_quat rotations[2][PD_SMPL_SOFT_MAX_JOINTS];
} pd_smpl_soft_motion;

typedef struct pd_smpl_soft {
    const pd_smpl_soft_dynamics *dynamics; /* borrowed of the model */
    double a[PD_SMPL_SOFT_MAX_MODES][2];
    float gains[PD_SMPL_SOFT_MAX_MODES][PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS]; /* W(beta) */
    double dt, breaths_a_minute, breath;                                                  /* of one, 0 to 1 */
    int breathing; /* its direction; -1: the model has none */
    pd_smpl_soft_motion motion;
    double delta[2][PD_SMPL_SOFT_MAX_MODES];        /* now, a frame ago                    */
    float coefficients[PD_SMPL_SOFT_MAX_MODES + 1]; /* out: for pd_smpl_body.soft            */
    int count;                                      /* of them                               */
} pd_smpl_soft;

/* Whether the model has a direction of breathing. */
bool pd_smpl_soft_breathes(const pd_smpl_data *data);
/* At rest. breaths_a_minute: 0 to PD_SMPL_SOFT_BREATHS. */
bool pd_smpl_soft_init(pd_smpl_soft *soft, const pd_smpl_data *data, const float *betas, int beta_count,
                       double dt, double breaths_a_minute);
/* From now on it only breathes. */
void pd_smpl_soft_still(pd_smpl_soft *soft);
/* A frame: places and rotations (K) of the model's joints in the world. */
void pd_smpl_soft_step(pd_smpl_soft *soft, const pd_vec3 *places, const pd_quat *rotations);
/* The same, given x (12 Q). */
void pd_smpl_soft_drive(pd_smpl_soft *soft, const float *x);
/* sum_m E_m of the header: what is left in the oscillators. */
double pd_smpl_soft_energy(const pd_smpl_soft *soft);

/* x (12 Q) after that frame; false while it is zero for want of frames. */
bool pd_smpl_soft_features(float *x, pd_smpl_soft_motion *motion, const int *joints, int joint_count,
                           const pd_vec3 *places, const pd_quat *rotations, double dt);
/* b (beta_terms), those behind beta_count 0; the betas themselves where the model has no u. */
void pd_smpl_soft_bend(float *b, const pd_smpl_soft_dynamics *dynamics, const float *betas, int beta_count);
/* exp(sum_g u_g b_g), within e^-3 and e^3. */
double pd_smpl_soft_size(const float *sizes, int beta_terms, const float *b);
/* a_1, a_2. poles (2 + beta_terms): w_0, zeta, s_g. betas: b. */
void pd_smpl_soft_poles(double a[2], const float *poles, int beta_terms, const float *betas, int beta_count,
                        double dt);

#endif
