#ifndef PD_TRAIN_SCAN_ALIGN_H
#define PD_TRAIN_SCAN_ALIGN_H
/* Aligns a body with a scan: finds betas, pose and translation by the fit of core/observe with nearest points
 * (ICP, Besl and McKay 1992; point to plane, Chen and Medioni 1991; trimmed by the robust function).
 *
 *     observations of a round    the place of the skin nearest to each point of the scan, as a plane (term
 *                                surface), and the mean of the four points of the scan nearest to a vertex of
 *                                the skin, which pulls a distant limb towards the scan
 *
 * A round uses at most 1500 points and 700 vertices. A vertex whose nearest points lie aside of it, rather
 * than along its normal, is above a hole and gets no observation. Each round has a reach, the r of the robust
 * function: it decreases from 25 cm in the first coarse round to 2 cm in the last fine one. Points farther
 * away than the reach have little weight, those beyond three times the reach none.
 *
 * If more than 1 % of the points (1.2 % of a scan from one side) are farther than 4 cm from the skin, a limb
 * was missed: arms and legs are posed one after the other as in every component of the prior, the best three
 * are fitted, and one is kept if it lowers the score of the whole body by 2 %.
 *
 * If fewer are, but more than 0.1 %, only a forearm or a shank was missed: a hole is where it should be, and
 * it was folded onto skin that has points. The part below the elbow or the knee is then posed as in every
 * component, of the limb with the least points first, until no points are left over.
 *
 * A limb that was not scanned (neither forearm nor hand, or neither shank nor foot, has points of its own)
 * takes the pose that makes the whole pose most likely by the prior; its skin is not drawn to points in a
 * last fit of the body. Not with keypoints, nor for a scan from one side.
 *
 * The result says how far it is to be trusted: `misfit` and `worst` are distances without noise, `strays` are
 * points that no part of the body is near, and a part that is not `covered` stands as the prior and its
 * neighbours make it stand.
 *
 * Without a start, the rest pose and every component's mean of the pose prior are compared with the scan,
 * upright along six axes and from 24 sides each. The best 24 that differ are fitted coarsely, the best three
 * with different facings finely. Their score is the mean of two distances: from all points to the skin, and
 * from the skin to the points without the worst quarter. The search for limbs runs on the best of them and on
 * the one with the smallest distance to nine tenths of the points; the better result is kept. Keypoints
 * (points of observe.h in the scan's space) give a start by parts and stay in the fit.
 *
 * A scan from one side (view.h) has starts of its own. Points are compared only with skin that faces as they
 * do, vertices of the skin only with points if the viewpoint sees them, and all skin must be where the
 * picture allows it (pd_train_view_conflict):
 *
 *     score = mean distance of the points + mean distance of the skin from where it may be + 0.02 mm times
 *     the pose prior's nats
 *
 * The best body is also fitted facing the other way. Its misfit decides whether it is right. Noise varies
 * from point to point, but a wrong shape, limb or facing moves the skin off the points by the same amount
 * over a whole patch. So misfit uses the median of the signed distances of every patch, which hardly depends
 * on noise. The fit fails if
 *
 *     margin         a body with another facing has nearly as small a misfit
 *     misfit, worst  the skin is off the surface, everywhere or in a region as large as a hand
 *     unexplained    points remain that no skin explains
 *     contradicted   skin is where the camera saw that nothing is
 *
 * With keypoints there is only one candidate, and everything but the margin is checked.
 *
 * Shapes   N points, K joints, B betas.
 * Spaces   the scan's own axes, metres, any direction up, near the origin (register.h moves it there).
 * Memory   _run allocates and frees; the caller owns the outputs.
 * Threads  tasks of the executor; the same bits for any number of workers.
 * Errors   ERR_MEMORY; ERR_INVALID at "scan": no start comes near (the message has the distance), or a scan
 *          from one side does not determine the body (the message has the share of the skin that was seen).
 */
#include "core/observe/observe.h"
#include "train/scan/nearest.h"
#include "train/scan/view.h"

/* Parts of the body: id, name, and the joint whose skin,
 * with that of its descendants outside of other parts, it is. */
#define PD_TRAIN_ALIGN_PART_TABLE(X)                                                                         \
    X(TRUNK, "trunk", "pelvis")                                                                              \
    X(HEAD, "head", "head")                                                                                  \
    X(LEFT_UPPER_ARM, "left_upper_arm", "left_shoulder")                                                     \
    X(RIGHT_UPPER_ARM, "right_upper_arm", "right_shoulder")                                                  \
    X(LEFT_FOREARM, "left_forearm", "left_elbow")                                                            \
    X(RIGHT_FOREARM, "right_forearm", "right_elbow")                                                         \
    X(LEFT_HAND, "left_hand", "left_wrist")                                                                  \
    X(RIGHT_HAND, "right_hand", "right_wrist")                                                               \
    X(LEFT_THIGH, "left_thigh", "left_hip")                                                                  \
    X(RIGHT_THIGH, "right_thigh", "right_hip")                                                               \
    X(LEFT_SHANK, "left_shank", "left_knee")                                                                 \
    X(RIGHT_SHANK, "right_shank", "right_knee")                                                              \
    X(LEFT_FOOT, "left_foot", "left_ankle")                                                                  \
    X(RIGHT_FOOT, "right_foot", "right_ankle")

typedef enum pd_train_align_part {
#define PD_TRAIN_ALIGN_PART_ENUM(id, name, joint) PD_OBSERVE_ALIGN_##id,
    PD_TRAIN_ALIGN_PART_TABLE(PD_TRAIN_ALIGN_PART_ENUM)
#undef PD_TRAIN_ALIGN_PART_ENUM
        PD_TRAIN_ALIGN_PART_COUNT
} pd_train_align_part;

const char *pd_train_align_part_name(int part); /* "left_hand" */

typedef struct pd_train_align {
    /* out */
    float *betas;     /* (B) */
    float *rotations; /* (K,3,3) */
    double translation[3];
    double distance; /* metres: mean distance of the nearer 90 % of the points from the skin */
    int starts;      /* number of starts that were fitted coarsely; 1 with keypoints */
    /* metres: distance of the scanned surface from the skin: root mean square over patches of 15 points,
     * without the worst 2 % and less noise */
    double misfit;
    double worst;  /* metres: misfit of a patch that only 2 % of the patches exceed */
    double strays; /* share, 0 .. 1, of the points farther than 4 cm from the skin */
    /* metres: standard error of the joints by the linearised fit (core/observe/uncertain.h) and the misfit */
    double uncertainty;
    /* share, 0 .. 1, of the skin of each part with points within 2 cm, or within their spacing where it is
     * larger; NAN: the model has no such part. Points on the skin of the rest of the body do not count for
     * forearms, hands, shanks and feet */
    double covered[PD_TRAIN_ALIGN_PART_COUNT];
    /* Output for a scan from one side; shares are 0 .. 1: */
    double coverage;    /* share of the skin that the camera sees and that has points near it */
    double unexplained; /* share of the points without nearby skin that faces as they do */
    /* share of the skin that is where nothing can be: in front of the points or beside them */
    double contradicted;
    /* without keypoints: smallest misfit of a body with another facing, divided by this body's (at least 1
     * mm); 1: both fit equally well */
    double margin;
    /* Input: */
    const double (*points)[3]; /* (N) in an order in which the first few hundred are a sample of all */
    int point_count;
    /* view of a scan from one side, with these points; NULL: a scan from all around */
    const pd_train_view *view;
    const pd_observe_prior *prior;
    const pd_observe_seen *keypoints; /* (keypoint_count) in space, or NULL */
    int keypoint_count;
    int up; /* up direction: 0 +x, 1 +y, 2 +z, 3 -x, 4 -y, 5 -z; -1: found from the scan */
    const pd_executor *executor;
} pd_train_align;

#define PD_TRAIN_ALIGN_KEYPOINTS 256

/* Finds pose, shape and place of the body in the scan. */
pd_status pd_train_align_run(pd_train_align *align, const pd_smpl_model *model, pd_error *err);

#endif
