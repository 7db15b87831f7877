#ifndef PD_SMPL_UNINVERT_H
#define PD_SMPL_UNINVERT_H
/* Un-inverts triangles: those that a bend has left inside out are flipped back.
 *
 * Each triangle should face N, its rest normal rotated by the blended rotation of its corners (the weighted mean
 * quaternion of their joints). Seen along N it should keep a part of its rest area:
 *
 *     C = N . ((b - a) x (c - a)) - part |(b0 - a0) x (c0 - a0)| >= 0
 *
 * Triangle by triangle the corners move by the least that satisfies this (Mueller et al. 2007, position based dynamics); two that are
 * mirror images and stand one after the other (surface/mirror.h) move at once.
 *
 * Shapes   V vertices.  Spaces  model space, metres.  Memory  every array is owned by the caller.
 */
#include "core/smpl/pose.h"

typedef struct pd_smpl_uninvert {
    const pd_smpl_data *data;
    const int *faces; /* (face_count) those that are kept right side out */
    int face_count;
    const unsigned char *moves; /* (V) vertices that may move */
    const int *face_mirror;     /* (F) of all faces; or NULL: one after another */
} pd_smpl_uninvert;

/* rotations (V): the weighted mean of each vertex's joints, not of unit length. */
void pd_smpl_uninvert_rotations(pd_quat *rotations, const pd_smpl_data *data, const pd_smpl_pose *pose);
/* wanted (face_count,3): N times the rest area doubled. rest (V,3). */
void pd_smpl_uninvert_pose(float *wanted, const pd_smpl_uninvert *uninvert, const pd_quat *rotations,
                           const double *rest);
/* How many of them are inside out among points (V,3); out (face_count) which, places in faces; or NULL. */
int pd_smpl_uninvert_find(int *out, const pd_smpl_uninvert *uninvert, const float *wanted,
                          const double *points);
/* One pass over points (V,3); returns how many triangles it moved. */
int pd_smpl_uninvert_run(double *points, const pd_smpl_uninvert *uninvert, const float *wanted, double part);

#endif
