#ifndef PD_OBSERVE_START_H
#define PD_OBSERVE_START_H
/* Where a fit begins when the caller gives no start.
 *
 * In space: by parts. The trunk is laid on its points (Horn 1987; all points when the trunk has fewer than three), then every joint outwards is rotated so
 * that what hangs directly on it points to where it was seen; a single point leaves the rotation about it alone.
 *
 * Of vertices alone, 150 and more: pose and shape in closed form (registered.h).
 *
 * By orientations: directly.
 *
 * In a picture: by trial. A scaled orthographic figure of every component of the pose prior (or of the rest pose), seen from 24 sides,
 * has its place, size and roll in closed form, a similarity of the plane,
 *
 *     a = sum w b conj(z) / sum w |z|^2       z, b: complex numbers, model and picture, about their means
 *
 * and the depth follows from the size, Z = 1 / |a| in units of the focal length. The best few differ in component or in side.
 *
 * Memory   none but the problem's.
 */
#include "core/observe/term.h"

#define PD_OBSERVE_STARTS 4

typedef struct pd_observe_start {
    int component; /* of the prior; -1: the rest pose */
    double yaw, roll, size;
    double mean[2]; /* of the picture's points, in focal lengths */
    double cost;    /* nats; INFINITY: none */
} pd_observe_start;

/* The rotation Q that takes the vectors a to b best, from s = sum w a b^T: the eigenvector of the largest eigenvalue of Horn's matrix. */
void pd_observe_horn(double q[9], const double s[9]);

/* rotations (K,3,3) of a component's mean pose as the prior has it, leaning and facing +Z; -1: the rest pose. */
void pd_observe_start_figure(double (*rotations)[9], const pd_observe_prior *prior, int component,
                             int joints);
/* From orientations: joints that have one take it, joints between two of them share the rotation evenly; then the middle of what is seen in space, if
 * anything is, is moved to where it was seen. Leaves betas alone. */
void pd_observe_start_turns(pd_observe_problem *p);
/* Rotates joint k so that what hangs directly on it, joints and skin, points to where it was seen in space; unchanged where nothing was. */
void pd_observe_start_joint(pd_observe_problem *p, int k);
/* From the points in space; leaves betas alone. fit_scale: also the size. */
void pd_observe_start_in_space(pd_observe_problem *p);
/* Whether all that is seen are vertices, and enough of them for the closed form of registered.h; bytes: what that takes of the arena. */
bool pd_observe_start_is_registered(const pd_observe_seen *seen, int count, bool fit_scale);
size_t pd_observe_start_registered_bytes(const pd_smpl_model *model, const pd_observe_seen *seen, int count);
/* By that closed form; betas too where the layout fits them. false, and the betas as they were: the
 * arena is full, the layout fits only some of the betas, a third of the joints carry none of the vertices, or the residual is more than 2 cm plus twice the noise. */
bool pd_observe_start_registered(pd_observe_problem *p, double robust, pd_arena *arena);
/* The best (PD_OBSERVE_STARTS), the most likely first. */
void pd_observe_start_in_picture(pd_observe_start *starts, pd_observe_problem *p);
/* state <- that start; leaves betas alone. */
void pd_observe_start_apply(pd_observe_problem *p, const pd_observe_start *start);

#endif
