#ifndef PD_SMPL_UNINVERT_H
#define PD_SMPL_UNINVERT_H
/* Flips triangles back that bending has turned inside out.
 *
 * The target orientation N of a triangle is its rest normal rotated by the blended rotation of its corners
 * (the weighted mean quaternion of their joints). Seen along N the triangle should keep a part of its rest
 * area:
 *
 *     C = N . ((b - a) x (c - a)) - part |(b0 - a0) x (c0 - a0)| >= 0
 *
 * One triangle after another, the corners move by the least amount that satisfies this (Mueller et al. 2007,
 * position based dynamics). Two adjacent triangles in the list that are mirror images (surface/mirror.h) move
 * at once.
 *
 * Shapes   V vertices, F triangles.
 * Spaces   model space, metres.
 * Memory   every array is owned by the caller.
 */
#include "core/smpl/pose.h"

typedef struct pd_smpl_uninvert {
    const pd_smpl_data *data;
    const int *faces; /* (face_count) Numbers of the triangles to treat. */
    int face_count;
    const unsigned char *moves; /* (V) 1: the vertex may move. */
    /* (F) Mirror image of each triangle of the model, or NULL: triangles move one after another. */
    const int *face_mirror;
} pd_smpl_uninvert;

/* Writes rotations (V): the weighted mean of the rotations of each vertex's joints, not of unit length. */
void pd_smpl_uninvert_rotations(pd_quat *rotations, const pd_smpl_data *data, const pd_smpl_pose *pose);
/* Writes wanted (face_count,3): N times twice the rest area. rest (V,3). */
void pd_smpl_uninvert_pose(float *wanted, const pd_smpl_uninvert *uninvert, const pd_quat *rotations,
                           const double *rest);
/* Returns how many of the triangles are inside out for points (V,3). out (face_count), or NULL: their
 * positions in `faces`. */
int pd_smpl_uninvert_find(int *out, const pd_smpl_uninvert *uninvert, const float *wanted,
                          const double *points);
/* Makes one pass over points (V,3). Returns how many triangles it moved. */
int pd_smpl_uninvert_run(double *points, const pd_smpl_uninvert *uninvert, const float *wanted, double part);

#endif
