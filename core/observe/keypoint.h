#ifndef PD_OBSERVE_KEYPOINT_H
#define PD_OBSERVE_KEYPOINT_H
/* Named places of a body: what a keypoint of a picture, a joint or a vertex is on a model.
 *
 *     x = sum_p w_p x_p        x_p: a joint or a vertex of the posed body, sum_p w_p = 1
 *
 * A set is a list of such places in a detector's order. Joints are found by SMPL's names, so that a set works on any model that has them.
 * Places on the skin (nose, ears, heels ...) are found on the model's own surface: among the vertices that a joint and those below it
 * hold, the one farthest along a direction of the rest pose, or the one nearest to a point at a given offset from another place.
 *
 *     COCO       Lin et al., Microsoft COCO, ECCV 2014: 17
 *     BODY_25    Cao et al., OpenPose, TPAMI 2021: 25
 *     MediaPipe  Bazarevsky et al., BlazePose, 2020: 33
 *     Human3.6M  Ionescu et al., TPAMI 2014: the 17 that are usually published
 *     SAM 3D     SAM 3D Body, 2025: MHR's 70, with 40 of fingers, which only models that have fingers can have all of
 *     WebXR      W3C's WebXR Body Tracking Module, level 1: XRBodyJoint's 83, then where the eyes are and what two hands grip
 *     OpenXR     XR_FB_body_tracking's 70 and XR_META_body_tracking_full_body's 84: a root on the floor, then WebXR's 83
 *
 * 36 of XR's joints have no counterpart in these bodies (root, chest, scapulae, twists, palms' bones, two of each foot): they are read and ignored.
 *
 * What a detector calls "hip" is where its annotators clicked, which is not quite where a model has its joint: a centimetre or three.
 *
 * Memory   parts are the caller's.   Threads  the model is const.
 */
#include "core/smpl/model.h"

#include <stdbool.h>

#define PD_OBSERVE_MOST_PARTS   4  /* of a place in the tables here */
#define PD_OBSERVE_LEAST_PLACES 12 /* of a set that a model must have: with fewer it is another skeleton's */

/* Default noise of a detector's keypoints: one standard deviation. */
#define PD_OBSERVE_SPACE_NOISE   0.01 /* metres */
#define PD_OBSERVE_PICTURE_NOISE 3.0  /* pixels */

typedef struct pd_observe_part {
    bool is_vertex;
    int index; /* of a joint or of a vertex */
    double weight;
} pd_observe_part;

/* Where a keypoint of a set is: "left_hip" a joint, "@nose" a place on the skin, "left_hip+right_hip" halfway between; "left_hand|left_middle1": the
 * first of them that the model has; "": nowhere on a body. */
typedef struct pd_observe_keypoint {
    const char *name, *place;
} pd_observe_keypoint;

typedef struct pd_observe_set {
    const char *name, *doc; /* "coco17" */
    const pd_observe_keypoint *keypoints;
    int count;
    int least; /* rows of a list in its order, the last of which may lack: zero is count */
    bool
        is_tracked; /* by devices: points are precise and where they are, and have orientations (live/tracker.h) */
    bool is_worn; /* by inertial sensors: orientations alone (take/sensors.h) */
} pd_observe_set;

extern const pd_observe_set pd_observe_sets[]; /* ends with a NULL name */

/* NULL: no such set. */
const pd_observe_set *pd_observe_set_of(const char *name);
/* The keypoint of the other side, or itself where there is none: "left_knee" and "right_knee", "mouth_left" and "mouth_right". */
int pd_observe_set_mirror(const pd_observe_set *set, int keypoint);

/* The parts of a place; their number, or 0 when the model does not have it (another skeleton). */
int pd_observe_place(pd_observe_part parts[PD_OBSERVE_MOST_PARTS], const pd_smpl_model *model,
                     const char *place);

/* The parts of every place of a set and how many they are, 0 where the model does not have it; how many it has. */
int pd_observe_set_places(pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS], int *counts,
                          const pd_smpl_model *model, const pd_observe_set *set);

/* The joint of the other side by its name, or itself. */
int pd_observe_joint_mirror(const pd_smpl_model *model, int joint);

#endif
