#ifndef PD_TRAIN_CREASE_H
#define PD_TRAIN_CREASE_H
/* Where the skin of a bent limb meets itself: contact over a plane for each joint.
 *
 * At rest the plane of joint k stands across the limb, through the joint, at right angles to n_k, the mean of the bones
 * that meet there. In a pose it turns by half of what the joint swings (A, B: rotations of parent and joint):
 *
 *     m_k = (A n_k + B n_k) / |A n_k + B n_k|
 *
 * The skin on either side of the joint is a height above that plane, h = m_k . (x - c_k), drawn into one map each:
 * the highest of the parent's side, the lowest of the joint's own. Where the first lies above the second, flesh is in
 * flesh, and both go half the way back along m_k, until they touch. What skin at rest lies on the wrong side of the
 * plane counts from there (less as the limb bends: times the cosine of half the swing).
 *
 * Members  skin near the joint: wholly within REACH_WHOLE radii of the limb's axis, not at all from REACH_NONE on;
 *          rigid skin is drawn but does not move. Joints that have no limb to fold (spine, collars, head, hands) have none.
 * Spaces   model space, metres.
 */
#include "core/base/error.h"
#include "core/smpl/pose.h"
#include "core/train/surface.h"

#define PD_TRAIN_CREASE_MAP 96 /* cells of a side */

typedef struct pd_train_crease {
    int joint, parent;
    double center[3], normal[3]; /* at rest */
    double radius;               /* of the limb, metres */
    int first, count;            /* its members */
    int first_face, face_count;
} pd_train_crease;

typedef struct pd_train_crease_member {
    int vertex;
    float side;  /* +1: the joint and its children hold it by more than half; -1       */
    float share; /* 0 .. 1; of what it moves                                            */
    float wrong; /* its height at rest where that is on the wrong side, metres, else 0  */
} pd_train_crease_member;

typedef struct pd_train_creases {
    int count, member_count, face_count;
    pd_train_crease *list;
    pd_train_crease_member *members;
    int (*faces)[3]; /* corners, as members; all on one side */
} pd_train_creases;

/* A plane in a pose; heights are along axes[2]. */
typedef struct pd_train_crease_plane {
    double center[3], axes[3][3];
    double half_cos; /* 0: the joint is straight */
    double cell;     /* of the maps, metres */
} pd_train_crease_plane;

/* rest (V,3), joints (K,3). */
pd_status pd_train_creases_init(pd_train_creases *creases, const pd_train_surface *surface,
                                const pd_smpl_data *data, const double *rest, const double *joints,
                                pd_error *err);
void pd_train_creases_deinit(pd_train_creases *creases);

/* planes (count). */
void pd_train_creases_pose(pd_train_crease_plane *planes, const pd_train_creases *creases,
                           const pd_smpl_pose *pose);
/* Moves the members among points (V,3) apart, each half of the way. heights: scratch (creases->member_count); maps:
 * scratch, two of PD_TRAIN_CREASE_MAP squared. */
void pd_train_creases_part(double *points, const pd_train_creases *creases,
                           const pd_train_crease_plane *planes, float *heights, float *maps);

#endif
