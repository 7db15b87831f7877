#ifndef PD_OBSERVE_SCAN_ALIGN_H
#define PD_OBSERVE_SCAN_ALIGN_H
/* A body laid into a scan: betas, pose and place, by the fit of core/observe with nearest points (ICP, Besl and McKay 1992; point to plane,
 * Chen and Medioni 1991; trimmed by the robust function).
 *
 *     seen of a round    the nearest place of the skin to points of the scan, as planes (term surface), and
 *                        the nearest point of the scan to vertices of the skin: a limb away from the scan is drawn to it
 *
 * A vertex whose nearest point lies aside of it, and not above or below, stands over a hole and sees nothing. Rounds narrow from 25 cm to
 * 2 cm; points farther off than that count for little.
 *
 * Where points are left that are near no part of the body, a limb was missed: arms and legs are posed one after the other as
 * in every component of the prior, the best few are laid in, and one stays when the whole body is nearer for it.
 *
 * Without a start, the rest pose and every component's mean of the pose prior are compared with the scan, upright along six axes and from 24
 * sides each; the best that differ are laid in roughly, the best three of those that face differently finely. Limbs are looked for on the best of them and on
 * the one to which nine points of ten lie nearest, and the better is taken. Keypoints
 * (points of observe.h in the scan's space) start it by parts and stay in the fit.
 *
 * Shapes   N points, K joints, B betas.
 * Spaces   the scan's own axes, metres, any way up, near the origin (register.h moves it there).
 * Memory   _run allocates and frees; one owner of the outputs, the caller.
 * Threads  tasks of the executor; the same bits for any number.
 * Errors   ERR_MEMORY; ERR_INVALID: no start comes near (the message says how near).
 */
#include "core/observe/observe.h"
#include "core/observe/scan/nearest.h"

typedef struct pd_observe_align {
    /* out */
    float *betas;     /* (B)       */
    float *rotations; /* (K,3,3)   */
    double translation[3];
    double distance; /* metres: mean of the nearer 90 % of the points from the skin */
    int starts;      /* that were looked at closely */
    /* in */
    const double (*points)[3]; /* (N) in an order in which the first few hundred are a sample of all */
    int point_count;
    const pd_observe_prior *prior;
    const pd_observe_seen *keypoints; /* (keypoint_count) in space, or NULL */
    int keypoint_count;
    int up; /* 0 +x, 1 +y, 2 +z, 3 -x, 4 -y, 5 -z; -1: looked for */
    const pd_executor *executor;
} pd_observe_align;

#define PD_OBSERVE_ALIGN_KEYPOINTS 256

pd_status pd_observe_align_run(pd_observe_align *align, const pd_smpl_model *model, pd_error *err);

#endif
