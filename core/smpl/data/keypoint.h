#ifndef PD_SMPL_KEYPOINT_H
#define PD_SMPL_KEYPOINT_H
/* Points of the skin that go as further joints, in smplx's order (Pavlakos et al. 2019, the package smplx):
 *
 *     none        K     joints, nothing else
 *     body        + 21  nose, eyes, ears; big toe, small toe and heel of each foot; finger tips (5 of MANO's one hand)
 *     face        + 51  landmarks 17 .. 67 of iBUG's 68 (Sagonas et al. 2013): brows, nose, eyes, mouth
 *     contour     + 17  its outline, landmarks 0 .. 16: at points that move over the skin as the head turns
 *
 * A point is a weighted sum of vertices of the posed skin. Where keypoints are is known of four surfaces, told by their numbers of vertices:
 * SMPL (and SMPL-H), SMPL-X, MANO, and the mesh of the models that come with posed, whose face landmarks are known, too. Other face
 * landmarks are those of the model's file (pd_smpl_face_points).
 *
 * The outline is that of smplx: with R the neck's rotation in the world and
 *
 *     y = atan2(-R_20, sqrt(R_00^2 + R_10^2)) in whole degrees, at most 39 either way,
 *
 * it is row y of the file's table, and row 39 - y for y below 0.
 *
 * Spaces   those of the vertices. Memory: the caller's. Threads: the model's data are const.
 */
#include "core/smpl/data/data.h"

#include <stdbool.h>

/* id, name, doc: each holds what stands above it */
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

/* How many points there are beside the joints, 0 .. PD_SMPL_KEYPOINTS_MOST. */
int pd_smpl_keypoints_count(const pd_smpl_data *data, pd_smpl_keypoints level);
#define PD_SMPL_KEYPOINTS_MOST (21 + 2 * PD_SMPL_MAX_FACE_POINTS)
/* ERR_UNSUPPORTED: the model has no points of this level. */
pd_status pd_smpl_keypoints_check(const pd_smpl_data *data, pd_smpl_keypoints level, const char *where,
                                  pd_error *err);
/* smplx's name of point i of all that the model has, "left_big_toe"; "face_point_7" of landmarks beyond iBUG's. */
void pd_smpl_keypoints_name(char name[PD_SMPL_NAME_BYTES], const pd_smpl_data *data, int i);
/* out (count,3) from vertices (V,3); rotations (K,3,3) local as in pd_smpl_body, NULL at rest: for the outline. */
void pd_smpl_keypoints_find(float *out, const pd_smpl_data *data, pd_smpl_keypoints level,
                            const float *vertices, const float *rotations);
/* The triangle that a face landmark of our own mesh is a corner of, and which one: what the published layouts tell in its place.
 * false: the model has no such table. */
bool pd_smpl_keypoints_triangle(int *triangle, int *corner, const pd_smpl_data *data, int landmark);

#endif
