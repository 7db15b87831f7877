#ifndef PD_OBSERVE_START_H
#define PD_OBSERVE_START_H
/* Finds a start for a fit if the caller gives none.
 *
 * From points in space: part by part. The trunk is aligned with its points (Horn 1987; with all points if the
 * trunk has fewer than three), then every joint outwards is rotated so that its direct children point to
 * where they were observed; a single point leaves the rotation about its own direction unchanged.
 *
 * From vertices alone, at least 150: pose and shape in closed form (registered.h).
 *
 * From orientations: directly.
 *
 * From a picture: by trial. Every component of the pose prior (or the rest pose) is drawn as a scaled
 * orthographic figure from 24 sides; its position, size and roll have a closed form, a similarity of the
 * plane,
 *
 *     a = sum w b conj(z) / sum w |z|^2       z, b: complex numbers, model and picture, relative to their
 *                                             means
 *
 * and the depth follows from the size, Z = 1 / |a| in units of the focal length. The best few differ in
 * component or in side.
 *
 * Memory   the problem's.   Threads  one thread for each problem.   Errors  as stated at each function.
 */
#include "core/observe/term.h"

#define PD_OBSERVE_STARTS 4

typedef struct pd_observe_start {
    int component; /* component of the prior; -1: the rest pose */
    double yaw, roll, size;
    double mean[2]; /* mean of the picture's points, in focal lengths */
    double cost;    /* nats; INFINITY: none */
} pd_observe_start;

/* Computes the rotation Q that best aligns vectors a with b, from s = sum w a b^T: the eigenvector of the
 * largest eigenvalue of Horn's matrix. */
void pd_observe_horn(double q[9], const double s[9]);

/* Writes rotations (K,3,3) of the mean pose of a component, with its lean, facing +Z.
 * component -1: the rest pose. */
void pd_observe_start_figure(double (*rotations)[9], const pd_observe_prior *prior, int component,
                             int joints);
/* Starts from orientations: a joint with an observed orientation takes it, and joints between two of them
 * share the rotation evenly. If anything is observed in space, the body then moves so that the centre of
 * these places matches. Does not change betas. */
void pd_observe_start_turns(pd_observe_problem *p);
/* Rotates joint k so that its direct children, joints and skin, point to where they were observed in space;
 * no change if none was observed. */
void pd_observe_start_joint(pd_observe_problem *p, int k);
/* Starts from points in space; does not change betas. With fit_scale it also sets the scale. */
void pd_observe_start_in_space(pd_observe_problem *p);
/* Returns whether all observations are vertices, and enough of them for registered.h. _registered_bytes:
 * arena bytes that this start takes. */
bool pd_observe_start_is_registered(const pd_observe_seen *seen, int count, bool fit_scale);
size_t pd_observe_start_registered_bytes(const pd_smpl_model *model, const pd_observe_seen *seen, int count);
/* Starts by registered.h, with betas if the layout fits them. Returns false, with unchanged betas, if the
 * arena is full, the layout fits only some of the betas, a third of the joints have no vertices, or the
 * residual exceeds 2 cm plus twice the noise. */
bool pd_observe_start_registered(pd_observe_problem *p, double robust, pd_arena *arena);
/* Writes the best PD_OBSERVE_STARTS starts from a picture, most likely first. */
void pd_observe_start_in_picture(pd_observe_start *starts, pd_observe_problem *p);
/* Sets the state to that start; does not change betas. */
void pd_observe_start_apply(pd_observe_problem *p, const pd_observe_start *start);

#endif
