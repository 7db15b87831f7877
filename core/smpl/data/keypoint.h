#ifndef PD_SMPL_KEYPOINT_H
#define PD_SMPL_KEYPOINT_H
/* Keypoints on the skin, numbered after the joints in the order of smplx (Pavlakos et al. 2019, the package
 * smplx):
 *
 *     none        K     joints only
 *     body        + 21  nose, eyes, ears; big toe, small toe and heel of each foot; finger tips (5 for MANO's
 *                       one hand)
 *     face        + 51  landmarks 17 .. 67 of iBUG's 68 (Sagonas et al. 2013): brows, nose, eyes, mouth
 *     contour     + 17  outline of the face, landmarks 0 .. 16: points that move over the skin as the head
 *                       turns
 *
 * A keypoint is a weighted sum of vertices of the posed skin. Tables exist for four meshes, recognised by
 * their vertex counts: SMPL (and SMPL-H), SMPL-X, MANO, and the mesh of the models shipped with posed, for
 * which face landmarks are known, too. Other face landmarks come from the model's file (pd_smpl_face_points).
 *
 * The outline follows smplx: with R the neck's rotation in the world and
 *
 *     y = atan2(-R_20, sqrt(R_00^2 + R_10^2)) in whole degrees, clamped to +-39,
 *
 * it is row y of the file's table, and row 39 - y for negative y.
 *
 * Spaces   those of the vertices.
 * Memory   the caller's.
 * Threads  the model's data are const.
 */
#include "core/smpl/data/data.h"

#include <stdbool.h>

/* id, name, description: each level includes the levels above it */
#define PD_SMPL_KEYPOINTS_TABLE(X)                                                                           \
    X(NONE, "none", "the skeleton's joints alone")                                                           \
    X(BODY, "body", "the joints, then nose, eyes, ears, toes, heels and finger tips")                        \
    X(FACE, "face", "the points of body, then 51 landmarks of the face")                                     \
    X(CONTOUR, "contour", "the points of face, then 17 points of the facial outline")

typedef enum pd_smpl_keypoints {
#define PD_SMPL_KEYPOINTS_ID(id, ...) PD_SMPL_KEYPOINTS_##id,
    PD_SMPL_KEYPOINTS_TABLE(PD_SMPL_KEYPOINTS_ID)
#undef PD_SMPL_KEYPOINTS_ID
        PD_SMPL_KEYPOINTS_COUNT
} pd_smpl_keypoints;

/* Returns the number of keypoints in addition to the joints, 0 to PD_SMPL_KEYPOINTS_MOST. */
int pd_smpl_keypoints_count(const pd_smpl_data *data, pd_smpl_keypoints level);
#define PD_SMPL_KEYPOINTS_MOST (21 + 2 * PD_SMPL_MAX_FACE_POINTS)
/* ERR_UNSUPPORTED when the model has no points of this level. */
pd_status pd_smpl_keypoints_check(const pd_smpl_data *data, pd_smpl_keypoints level, const char *where,
                                  pd_error *err);
/* Writes smplx's name of point i of all that the model has, "left_big_toe" for example; "face_point_7" for
 * landmarks beyond iBUG's. */
void pd_smpl_keypoints_name(char name[PD_SMPL_NAME_BYTES], const pd_smpl_data *data, int i);
/* Writes out (count,3) from vertices (V,3). rotations (K,3,3): local, as in pd_smpl_body, or NULL for the
 * rest pose; they determine the outline. */
void pd_smpl_keypoints_find(float *out, const pd_smpl_data *data, pd_smpl_keypoints level,
                            const float *vertices, const float *rotations);
/* Adds the transpose of _find: to vertices (V,3) the gradient by them,
 * from points (count,3), the gradient by the points. */
void pd_smpl_keypoints_pull(float *vertices, const pd_smpl_data *data, pd_smpl_keypoints level,
                            const float *points, const float *rotations);
/* Sets the vertices in the middle of the upper and the lower lid of an eye. Returns false if these vertices
 * are not known for the surface. */
bool pd_smpl_keypoint_lids(int lids[2], int vertex_count, bool is_left);
/* Sets vertices of the upper and the lower lid of an eye that meet when it closes: those in the middle, then,
 * if the surface has the landmarks of the face, iBUG's on both sides of it. Returns the number of pairs; 0:
 * the vertices are not known for the surface. */
#define PD_SMPL_LID_PAIRS 3
int pd_smpl_keypoint_lid_pairs(int pairs[PD_SMPL_LID_PAIRS][2], int vertex_count, bool is_left);
/* Sets the vertices on the inner rims of the lips.
 * Returns false if these vertices are not known for the surface. */
#define PD_SMPL_LIP_POINTS 8
bool pd_smpl_keypoint_lips(int lips[PD_SMPL_LIP_POINTS], int vertex_count);
/* Finds a triangle, and its corner, at a face landmark of our own mesh, to be written in the published
 * layouts. Returns false when the model has no such table. */
bool pd_smpl_keypoints_triangle(int *triangle, int *corner, const pd_smpl_data *data, int landmark);

#endif
