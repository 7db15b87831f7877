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
 * A scan from one side (view.h) is fitted from its own starts. Points are compared with skin that faces as they do, vertices of the skin with points
 * only where the viewpoint sees them, and all of the skin has to be where the picture allows it (pd_observe_view_off):
 *
 *     score = mean distance of the points + mean distance of the skin from where it may be + 0.02 mm times the pose prior's nats
 *
 * The best body is laid in the other way about, too. Whether the best body is right is told by its misfit. Noise differs from point to point, but a wrong
 * shape, limb or facing moves the skin off the points by the same amount over a whole patch of them. So misfit takes the median of the signed distances
 * of every patch, which hardly depends on noise. The fit fails when
 *
 *     margin         a body that faces otherwise has nearly as small a misfit
 *     misfit, worst  the skin is off the surface, all over or in a region as large as a hand
 *     unexplained    points are left that no skin explains
 *     contradicted   skin is where the camera saw that nothing is
 *
 * With keypoints there is one body, and all but the margin is checked.
 *
 * Shapes   N points, K joints, B betas.
 * Spaces   the scan's own axes, metres, any way up, near the origin (register.h moves it there).
 * Memory   _run allocates and frees; one owner of the outputs, the caller.
 * Threads  tasks of the executor; the same bits for any number.
 * Errors   ERR_MEMORY; ERR_INVALID at "scan": no start comes near (the message says how near), or a scan from one side does not tell which body is right
 *          (the message says how much of the skin was seen).
 */
#include "core/observe/observe.h"
#include "core/observe/scan/nearest.h"
#include "core/observe/scan/view.h"

typedef struct pd_observe_align {
    /* out */
    float *betas;     /* (B)       */
    float *rotations; /* (K,3,3)   */
    double translation[3];
    double distance; /* metres: mean of the nearer 90 % of the points from the skin */
    int starts;      /* that were looked at closely */
    /* out, of a scan from one side: shares 0 .. 1 */
    double coverage; /* of the skin that points lie near                                                  */
    double unexplained; /* of the points, that no skin is near which faces as they do                       */
    double
        contradicted; /* of the skin, that is where nothing can be: before the points or beside them      */
    double
        misfit; /* metres: how far the surface that was scanned lies off the skin, root mean square over patches of 15 points but the worst 2 % of them, noise taken off */
    double worst; /* metres: the same of the patch that 2 % of the patches are beyond                    */
    double
        margin; /* without keypoints: misfit of the best body that faces otherwise over this one's; 1: as likely */
    /* in */
    const double (*points)[3]; /* (N) in an order in which the first few hundred are a sample of all */
    int point_count;
    const pd_observe_view *view; /* of a scan from one side, whose points these are; NULL: from all around */
    const pd_observe_prior *prior;
    const pd_observe_seen *keypoints; /* (keypoint_count) in space, or NULL */
    int keypoint_count;
    int up; /* 0 +x, 1 +y, 2 +z, 3 -x, 4 -y, 5 -z; -1: looked for */
    const pd_executor *executor;
} pd_observe_align;

#define PD_OBSERVE_ALIGN_KEYPOINTS 256

pd_status pd_observe_align_run(pd_observe_align *align, const pd_smpl_model *model, pd_error *err);

#endif
