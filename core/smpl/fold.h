#ifndef PD_SMPL_FOLD_H
#define PD_SMPL_FOLD_H
/* Where the skin of a bent limb touches itself (elbow, knee, hip): each side is kept on its side of a plane through the joint.
 *
 * At rest the plane of joint k stands across the limb, through the joint, at right angles to n_k, the mean of the bones
 * that meet there. In a pose it rotates by half of what the joint swings (A, B: rotations of parent and joint):
 *
 *     m_k = (A n_k + B n_k) / |A n_k + B n_k|
 *
 * The skin on either side of the joint is a height above that plane, h = m_k . (x - c_k), rasterized into one map each:
 * the highest of the parent's side, the lowest of the joint's own. Where the first lies above the second the two sides
 * overlap, and each is moved back by half the overlap along m_k, until they touch. Skin that is on the wrong side of the plane at
 * rest is measured from there (less as the limb bends: times the cosine of half the swing).
 *
 * Members  skin near the joint: wholly within 1.4 radii of the limb's axis, not at all from 2.2 on (3 and 4.5 along it).
 *          Joints without a limb that folds (spine, collars, head, hands) have none.
 * Shapes   V vertices, K joints, F triangles.  Spaces  model space, metres.
 * Memory   sides are a model's, const after init; a body's folds come from an arena and live as long.
 */
#include "core/base/arena.h"
#include "core/smpl/pose.h"
#include "core/smpl/surface/surface.h"

#define PD_SMPL_FOLD_MAP 96 /* cells of a side */

/* Which side of each joint the skin is on: the part that does not depend on betas. */
typedef struct pd_smpl_fold_sides {
    const pd_smpl_data *data;
    float *held;            /* (K,V) what the joint and all below it hold           */
    int *seam_start, *seam; /* (K+1), vertices about half held: soft ones           */
} pd_smpl_fold_sides;

typedef struct pd_smpl_fold {
    int joint, parent;
    double center[3], normal[3]; /* at rest */
    double radius;               /* of the limb, metres */
    int first, count;            /* its members; count 0 until filled */
    int first_face, face_count;
} pd_smpl_fold;

typedef struct pd_smpl_fold_member {
    int vertex;
    float side;  /* +1: the joint and its children hold it by more than half; -1       */
    float share; /* 0 .. 1; of what it moves                                            */
    float wrong; /* its height at rest where that is on the wrong side, metres, else 0  */
} pd_smpl_fold_member;

typedef struct pd_smpl_folds {
    const pd_smpl_fold_sides *sides;
    int count, member_count, face_count;
    int member_capacity, face_capacity; /* a fold that does not fit stays unfilled */
    pd_smpl_fold *list;
    pd_smpl_fold_member *members;
    int (*faces)[3]; /* corners, as members; all on one side */
    int *member;     /* (V) scratch                         */
    float *heights;  /* of the members; then how far they move */
    float *maps;     /* two of PD_SMPL_FOLD_MAP squared   */
} pd_smpl_folds;

/* A plane in a pose; heights are along axes[2]. */
typedef struct pd_smpl_fold_plane {
    double center[3], axes[3][3];
    double half_cos; /* 0: the joint is straight */
    double cell;     /* of the maps, metres */
} pd_smpl_fold_plane;

/* data must outlive it. */
pd_status pd_smpl_fold_sides_init(pd_smpl_fold_sides *sides, const pd_smpl_data *data,
                                  const pd_smpl_surface *surface, pd_error *err);
void pd_smpl_fold_sides_deinit(pd_smpl_fold_sides *sides);

/* For the folds of a body, if each vertex is in eight of them at most on average. */
size_t pd_smpl_folds_scratch_bytes(const pd_smpl_data *data);
/* Where the folds of a body are; none is filled yet. rest (V,3), joints (K,3). */
void pd_smpl_folds_place(pd_smpl_folds *folds, const pd_smpl_fold_sides *sides, const double *rest,
                         const double *joints, pd_arena *scratch);
/* The share of a point at rest in what fold number i moves, 0 .. 1, before how much its skin yields. */
double pd_smpl_folds_share(const pd_smpl_folds *folds, int i, const double *point);
/* Collects the members of fold number i. give (V): how much each vertex may move, 0 .. 1. */
void pd_smpl_folds_fill(pd_smpl_folds *folds, int i, const double *rest, const float *give);
void pd_smpl_folds_pose(pd_smpl_fold_plane *plane, const pd_smpl_folds *folds, int i,
                        const pd_smpl_pose *pose);
/* How far each member has to go along the plane's normal among points (V,3), half of the overlap: into heights. */
void pd_smpl_folds_measure(pd_smpl_folds *folds, int i, const double *points,
                           const pd_smpl_fold_plane *plane);
/* Moves them so far. */
void pd_smpl_folds_part(double *points, const pd_smpl_folds *folds, int i, const pd_smpl_fold_plane *plane);

#endif
