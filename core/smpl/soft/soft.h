#ifndef PD_SMPL_SOFT_H
#define PD_SMPL_SOFT_H
/* Soft tissue in motion: computes the coefficients of a model's soft-tissue directions from the motion of its
 * joints (DMPL; Loper et al. 2015, section 7).
 *
 *     T_P += sum_m delta_m D_m
 *         the directions, in the rest frame (body.h)
 *     delta_t = a_1 delta_t-1 + a_2 delta_t-2 + (1 - a_1 - a_2) W(beta) x_t          for each m separately
 *     a_1 = 2 r cos(phi),  a_2 = -r^2, r = exp(-zeta w dt), phi = w sqrt(1 - zeta^2) dt, w = w_0 exp(sum_g
 *                          s_g b_g)
 *     W(beta) = exp(sum_g u_g b_g) (W_0 + sum_g b_g W_g),  b_g = beta_g / sqrt(1 + (beta_g /
 *                                                          PD_SMPL_SOFT_MOST_BETA)^2)
 *
 * Amplitude and frequency are power laws of the thickness of the flesh, so their logarithms are linear in
 * betas, and a thin body never swings in the wrong direction. b saturates for bodies beyond those that were
 * learned from; both sums are limited to +-3. In a model without u (files of version 0.2), b_g = beta_g.
 *
 * The regression is the paper's: on the two previous coefficients, on velocities and accelerations of pelvis
 * and joints, and on betas. Its form is that of exactly sampled damped oscillators, which makes it stable for
 * any step and any input: the roots of z^2 - a_1 z - a_2 have |z| = r <
 * 1. Without input, E_m = |delta_t - r exp(-i phi) delta_t-1|^2 is multiplied by r^2 in every step, so energy
 *    only decreases. x is bounded, and
 * so is delta, by sum |W| x_max times the sum of the impulse response.
 *
 * x_t has 12 numbers per joint. They describe the frame before the last, in the joint's own frame, and are
 * zero until three frames are known:
 *     a / 10       acceleration of the joint, m/s2            (3)
 *     w' / 50      angular acceleration, rad/s2               (3)
 *     w w^T / 25   products of angular velocities, rad2/s2    (6: xx yy zz xy xz yz), the centrifugal part
 * Vectors longer than PD_SMPL_SOFT_MOST_* are shortened smoothly. Constant velocity is not an input, because
 * it causes no forces. A root that moves by more than a metre in a frame has been teleported: the history of
 * the motion is restarted.
 *
 * Breathing   the direction after those with dynamics; coefficient 1 is half a litre. 40 % of a breath is
 *             inhalation, 60 % exhalation. A model whose dynamics were derived from its directions (modal.h)
 *             has none.
 *
 * Shapes   M coefficients, Q joints, G betas.
 * Units    metres, seconds, radians.
 * Memory   a plain struct of fixed size, in the caller's storage.
 * Threads  one at a time; the model is const.
 * Errors   none: init returns false where the model has no dynamics.
 */
#include "core/math/quat.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

#define PD_SMPL_SOFT_FEATURES  12 /* Features per joint. */
/* Units of the inputs x: m/s2, rad/s2, rad2/s2. */
#define PD_SMPL_SOFT_A_UNIT    10.0
#define PD_SMPL_SOFT_SPIN_UNIT 50.0
#define PD_SMPL_SOFT_TURN_UNIT 25.0
#define PD_SMPL_SOFT_MOST_A    80.0
#define PD_SMPL_SOFT_MOST_TURN 20.0  /* rad/s  */
#define PD_SMPL_SOFT_MOST_SPIN 400.0 /* rad/s2 */
#define PD_SMPL_SOFT_MOST_BETA 4.0
#define PD_SMPL_SOFT_BREATHS   60.0 /* Largest breathing rate, breaths a minute. */

/* Joints that drive the flesh in a frame, on the grid of core/math/grid.h. */
typedef struct pd_smpl_soft_frame {
    pd_vec3 places[PD_SMPL_SOFT_MAX_JOINTS];
    pd_quat rotations[PD_SMPL_SOFT_MAX_JOINTS];
} pd_smpl_soft_frame;

/* The last two frames, the last one first. All zero: no frames yet. */
typedef struct pd_smpl_soft_motion {
    int frames;
    pd_smpl_soft_frame past[2];
} pd_smpl_soft_motion;

typedef struct pd_smpl_soft {
    const pd_smpl_soft_dynamics *dynamics; /* Borrowed from the model. */
    double a[PD_SMPL_SOFT_MAX_MODES][2];
    float gains[PD_SMPL_SOFT_MAX_MODES][PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS]; /* W(beta) */
    double dt, breaths_a_minute, breath; /* breath: phase of the current breath, 0 to 1. */
    int breathing;                       /* Number of the breathing direction; -1: the model has none. */
    pd_smpl_soft_motion motion;
    double delta[2][PD_SMPL_SOFT_MAX_MODES];        /* Coefficients now and one frame ago. */
    float coefficients[PD_SMPL_SOFT_MAX_MODES + 1]; /* Output, for pd_smpl_body.soft. */
    int count;                                      /* Number of coefficients. */
} pd_smpl_soft;

/* Returns true when the model has a breathing direction. */
bool pd_smpl_soft_breathes(const pd_smpl_data *data);
/* Starts at rest. breaths_a_minute: 0 to PD_SMPL_SOFT_BREATHS.
 * Returns false when the model has no dynamics. */
bool pd_smpl_soft_init(pd_smpl_soft *soft, const pd_smpl_data *data, const float *betas, int beta_count,
                       double dt, double breaths_a_minute);
/* Stops the dynamics: from now on only breathing continues. */
void pd_smpl_soft_still(pd_smpl_soft *soft);
/* Advances by one frame. places, rotations (K): the model's joints in the world. */
void pd_smpl_soft_step(pd_smpl_soft *soft, const pd_vec3 *places, const pd_quat *rotations);
/* Advances by one frame, given the features x (12 Q). */
void pd_smpl_soft_drive(pd_smpl_soft *soft, const float *x);
/* Returns sum_m E_m of the header: the energy that remains in the oscillators. */
double pd_smpl_soft_energy(const pd_smpl_soft *soft);

/* Computes x (12 Q) after a frame. Returns false while x is zero because too few frames are known. */
bool pd_smpl_soft_features(float *x, pd_smpl_soft_motion *motion, const int *joints, int joint_count,
                           const pd_vec3 *places, const pd_quat *rotations, double dt);
/* Computes b (beta_terms); betas from beta_count on are 0.
 * In a model without u, b is the betas themselves. */
void pd_smpl_soft_bend(float *b, const pd_smpl_soft_dynamics *dynamics, const float *betas, int beta_count);
/* Returns exp(sum_g u_g b_g), limited to e^-3 .. e^3. */
double pd_smpl_soft_size(const float *sizes, int beta_terms, const float *b);
/* Computes a_1, a_2. poles (2 + beta_terms): w_0, zeta, s_g. betas: b above. */
void pd_smpl_soft_poles(double a[2], const float *poles, int beta_terms, const float *betas, int beta_count,
                        double dt);

#endif
