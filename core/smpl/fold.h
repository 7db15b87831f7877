#ifndef PD_SMPL_FOLD_H
#define PD_SMPL_FOLD_H
/* Separates skin that touches itself in the crease of a bent limb (elbow, knee, hip): each side is kept on
 * its side of a plane through the joint.
 *
 * At rest the plane of joint k goes through the joint, at right angles to n_k, the mean direction of the
 * bones that meet there. In a pose it rotates by half of the joint's swing (A, B: rotations of parent and
 * joint):
 *
 *     m_k = (A n_k + B n_k) / |A n_k + B n_k|
 *
 * The skin on either side of the joint has a height above that plane, h = m_k . (x - c_k). Heights are
 * rasterized into two maps: the highest of the parent's side, the lowest of the joint's own. Where the first
 * exceeds the second the sides overlap, and each is moved back by half of the overlap along m_k, until they
 * touch. Skin that is on the wrong side of the plane at rest is measured from its rest height (times the
 * cosine of half the swing).
 *
 * Members  skin near the joint: with full share within 1.4 radii of the limb's axis, fading to none at 2.2
 *          radii (3 and 4.5 along the axis). Joints without a limb that can fold there (spine, collars, head,
 *          hands) have no members.
 * Shapes   V vertices, K joints, F triangles.
 * Spaces   model space, metres.
 * Memory   sides belong to a model and are const after init; a body's folds are taken from an arena and live
 *          as long.
 */
#include "core/base/arena.h"
#include "core/smpl/pose.h"
#include "core/smpl/surface/surface.h"

#define PD_SMPL_FOLD_MAP 96 /* Cells along each side of a map. */

/* The side of each joint on which each vertex is: the part that does not depend on betas. */
typedef struct pd_smpl_fold_sides {
    const pd_smpl_data *data;
    float *held; /* (K,V) Weight of the joint and of all joints below it at a vertex. */
    /* seam_start (K+1): ranges in seam, the vertices of which about half
     * the weight is the joint's and below. */
    int *seam_start, *seam;
} pd_smpl_fold_sides;

typedef struct pd_smpl_fold {
    int joint, parent;
    double center[3], normal[3]; /* Centre and normal of the plane at rest. */
    double radius;               /* Radius of the limb, metres. */
    int first, count;            /* Range of the fold's members; count is 0 until it is filled. */
    int first_face, face_count;
} pd_smpl_fold;

typedef struct pd_smpl_fold_member {
    int vertex;
    /* +1: more than half of the vertex's weight is the joint's and below; -1: the parent's side. */
    float side;
    float share; /* Fraction of the fold's displacement that applies to the vertex, 0 to 1. */
    float wrong; /* Height at rest where that is on the wrong side, metres, else 0. */
} pd_smpl_fold_member;

typedef struct pd_smpl_folds {
    const pd_smpl_fold_sides *sides;
    int count, member_count, face_count;
    int member_capacity, face_capacity; /* A fold that exceeds them stays unfilled. */
    pd_smpl_fold *list;
    pd_smpl_fold_member *members;
    int (*faces)[3];     /* Corners as numbers of members; all on one side. */
    int *member;         /* (V) scratch                         */
    float *heights;      /* Heights of the members; after _measure their displacements. */
    double (*places)[2]; /* Places of the members in the maps, in cells. */
    int *cells;          /* Cells of the members in the maps of the other side; -1: none. */
    unsigned char (
        *at)[2]; /* Rows and columns of the members in the maps; of those beside them the nearest. */
    float *maps; /* Two maps of PD_SMPL_FOLD_MAP squared cells, and two of what is asked about there. */
} pd_smpl_folds;

/* The plane of a fold in a pose; heights are along axes[2]. */
typedef struct pd_smpl_fold_plane {
    double center[3], axes[3][3];
    double half_cos; /* Cosine of half the swing; 0: the joint is straight. */
    double cell;     /* Cell size of the maps, metres. */
} pd_smpl_fold_plane;

/* Computes for each joint on which side of its fold each vertex is.
 * data must outlive the sides. ERR_MEMORY. */
pd_status pd_smpl_fold_sides_init(pd_smpl_fold_sides *sides, const pd_smpl_data *data,
                                  const pd_smpl_surface *surface, pd_error *err);
/* Frees the arrays of the sides. */
void pd_smpl_fold_sides_deinit(pd_smpl_fold_sides *sides);

/* Returns the bytes of scratch for a body's folds, provided that a vertex is
 * in at most eight of them on average. */
size_t pd_smpl_folds_scratch_bytes(const pd_smpl_data *data);
/* Computes planes and radii of a body's folds; none is filled yet. rest (V,3), joints (K,3). */
void pd_smpl_folds_place(pd_smpl_folds *folds, const pd_smpl_fold_sides *sides, const double *rest,
                         const double *joints, pd_arena *scratch);
/* Returns the share of a point at rest in the displacement of fold i, 0 to 1, before it is multiplied by
 * `give` (pd_smpl_folds_fill). */
double pd_smpl_folds_share(const pd_smpl_folds *folds, int i, const double *point);
/* Collects the members of fold i. give (V): how much each vertex may move, 0 to 1. */
void pd_smpl_folds_fill(pd_smpl_folds *folds, int i, const double *rest, const float *give);
/* Computes the plane of fold i in a pose. */
void pd_smpl_folds_pose(pd_smpl_fold_plane *plane, const pd_smpl_folds *folds, int i,
                        const pd_smpl_pose *pose);
/* Computes each member's displacement along the plane's normal for points (V,3),
 * half of the overlap, into heights. */
void pd_smpl_folds_measure(pd_smpl_folds *folds, int i, const double *points,
                           const pd_smpl_fold_plane *plane);
/* Moves the members of fold i in points (V,3) by the displacements that _measure computed. */
void pd_smpl_folds_part(double *points, const pd_smpl_folds *folds, int i, const pd_smpl_fold_plane *plane);

#endif
