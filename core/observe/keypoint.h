#ifndef PD_OBSERVE_KEYPOINT_H
#define PD_OBSERVE_KEYPOINT_H
/* Keypoint sets of detectors, and where each keypoint is on a body model.
 *
 *     x = sum_p w_p x_p        x_p: a joint or a vertex of the posed body, sum_p w_p = 1
 *
 * A set lists places in a detector's order. Joints are found by SMPL's names, so a set works with any model
 * that has these names. Places on the skin (nose, ears, heels ...) are found on the model's own surface:
 * among the vertices moved by a joint and the joints below it, the vertex farthest along a direction of the
 * rest pose, or the vertex nearest to a point at a given offset from another place.
 *
 *     COCO       Lin et al., Microsoft COCO, ECCV 2014: 17
 *     BODY_25    Cao et al., OpenPose, TPAMI 2021: 25
 *     MediaPipe  Bazarevsky et al., BlazePose, 2020: 33
 *     Human3.6M  Ionescu et al., TPAMI 2014: the 17 that are usually published
 *     SAM 3D     SAM 3D Body, 2025: MHR's 70, 40 of them on fingers; only models with fingers have all of
 *                them
 *     hands      BODY_25 and MediaPipe's 33 with the 21 keypoints of each hand behind them, which OpenPose,
 *                MediaPipe and COCO-WholeBody share; only models with fingers have all of them
 *     SMPL       the models' own joints: 22 without hands, 24, SMPL-H's 52, SMPL-X's 55
 *     WebXR      W3C's WebXR Body Tracking Module, level 1: XRBodyJoint's 83, then the positions of the eyes
 *                and of what both hands grip
 *     OpenXR     XR_FB_body_tracking's 70 and XR_META_body_tracking_full_body's 84: a root on the floor, then
 *                WebXR's 83
 *
 * 36 of XR's joints have no counterpart in these bodies (root, chest, scapulae, twists, bones of the palms,
 * two of each foot): they are read and ignored.
 *
 * A detector's "hip" is where its annotators clicked, which differs from the model's joint by one to three
 * centimetres.
 *
 * Memory   the caller owns the parts.   Threads  the model is const.
 * Errors   a count of 0 parts: the model lacks the place.
 */
#include "core/smpl/model.h"

#include <stdbool.h>

#define PD_OBSERVE_MOST_PARTS   4 /* largest number of parts of a place in these tables */
/* A model must have this many places of a set; with fewer it has another skeleton */
#define PD_OBSERVE_LEAST_PLACES 12

/* Default noise of a detector's keypoints, one standard deviation. */
#define PD_OBSERVE_SPACE_NOISE   0.01 /* Metres */
#define PD_OBSERVE_PICTURE_NOISE 3.0  /* pixels */

typedef struct pd_observe_part {
    bool is_vertex;
    int index; /* index of the joint or vertex */
    double weight;
} pd_observe_part;

/* A keypoint and its place on the body: "left_hip" is a joint, "@nose" a place on the skin,
 * "left_hip+right_hip" the midpoint of two; "left_hand|left_middle1" is the first of these that the model
 * has; "" has no place on a body. */
typedef struct pd_observe_keypoint {
    const char *name, *place;
} pd_observe_keypoint;

typedef struct pd_observe_set {
    const char *name, *doc; /* doc: description for users. name: as in "coco17" */
    const pd_observe_keypoint *keypoints;
    int count;
    int least; /* keypoints that a list in this order must have at least; zero: all of them */
    /* true: measured by tracking devices, so points are precise and have orientations (live/tracker.h) */
    bool is_tracked;
    bool is_worn;  /* true: measured by inertial sensors, which give only orientations (sensor/sensors.h) */
    bool is_posed; /* true: rotations of bones, which are the pose (live/humanoid.h) */
} pd_observe_set;

extern const pd_observe_set pd_observe_sets[]; /* the last entry has a NULL name */

/* Returns the set with this name, or NULL. */
const pd_observe_set *pd_observe_set_of(const char *name);
/* Returns the keypoint of the other side, or the keypoint itself if there is none: "left_knee" and
 * "right_knee", "mouth_left" and "mouth_right". */
int pd_observe_set_mirror(const pd_observe_set *set, int keypoint);

/* Writes the parts of a place and returns their number, or 0 if the model (another skeleton) lacks it. */
int pd_observe_place(pd_observe_part parts[PD_OBSERVE_MOST_PARTS], const pd_smpl_model *model,
                     const char *place);

/* Writes the parts of every place of a set, and the number of parts of each (0 if the model lacks the place).
 * Returns how many places the model has. */
int pd_observe_set_places(pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS], int *counts,
                          const pd_smpl_model *model, const pd_observe_set *set);

/* Returns how many keypoints of a set, named as those of fingers, the model has no place for. */
int pd_observe_set_lacking(const pd_observe_set *set, const pd_smpl_model *model);

/* Returns the joint of the other side by its name, or the joint itself. */
int pd_observe_joint_mirror(const pd_smpl_model *model, int joint);

#endif
