#ifndef PD_IO_MOCAP_DETECTIONS_READ_H
#define PD_IO_MOCAP_DETECTIONS_READ_H
/* Parts of the reader of detectors' files (detections.h) that its formats share: a file that is being read,
 * figures and their keypoints, and the orders in which detectors list keypoints.
 *
 * Spaces   those of detections.h.   Memory  a reading owns nothing.   Errors  of detections.h.
 */
#include "core/io/mocap/detections.h"

#include <jansson.h>

#define PD_DETECTIONS_LARGEST 1e6
#define PD_DETECTIONS_LISTED  256 /* keypoints in a figure's list, at most */

typedef struct pd_detections_reading {
    pd_detections *d;
    const char *name;
    pd_error *err;
    bool is_labelled; /* true: the third number of a keypoint is COCO's visibility */
} pd_detections_reading;

/* Which keypoint of a set each keypoint of a list is. */
typedef struct pd_detections_order {
    const char *set;
    int set_count, count;
    int as[PD_DETECTIONS_LISTED]; /* (count) number in the set; -1: the set lacks it */
    int face_count;               /* keypoints of the face in the list */
} pd_detections_order;

/* Checks that all files of a film have the same format. */
pd_status pd_detections_be_kind(pd_detections_reading *r, const char *kind, const char *set, int keypoints,
                                bool in_space);
/* Reads the keypoints of a hand of a figure, 0: left, 1: right, in a picture: rows [x, y, c], objects, or
 * numbers in a row. first: number of the left wrist in the set. No list is no hand. */
pd_status pd_detections_hand(pd_detections_reading *r, int figure, int first, int side, const json_t *list);
/* Notes keypoints of a face that are not read. */
void pd_detections_face(pd_detections_reading *r, size_t count);
/* Returns whether a list has the keypoints of a hand, in any of these forms. */
bool pd_detections_is_hand(const json_t *list);
/* Makes the film at least `count` frames long. */
pd_status pd_detections_frames_are(pd_detections_reading *r, long long count);
/* Adds a figure without visible keypoints. Returns its number, or -1 after a failure. */
int pd_detections_figure(pd_detections_reading *r, int frame, int id);
/* Stores a keypoint, unless it is one that the detector did not find. */
void pd_detections_point(pd_detections *d, int figure, int keypoint, const double x[3], double confidence);
/* Reads a finite number of at most PD_DETECTIONS_LARGEST. */
bool pd_detections_number(double *out, const json_t *value);
/* Reads the number of a person (track_id, idx, person_id, personID), -1 without one. */
int pd_detections_id(const json_t *one);
/* Refuses a figure in an image whose coordinates are all from -1 to 1:
 * fractions of the picture, not pixels. */
pd_status pd_detections_check_pixels(const pd_detections_reading *r, int figure);

/* Finds the order of a list by its length: 17 (COCO), 26 and 136 (Halpe), 133 (COCO's whole bodies). Returns
 * false for another length. Keypoints of faces are not in it: out->face_count. */
bool pd_detections_order_of_count(pd_detections_order *out, size_t count);
/* Makes an order of coco17 one of openpose67, which has feet and hands. Others stay. */
void pd_detections_order_widen(pd_detections_order *order);
/* Finds the order of a list whose keypoints are named ("left_shoulder", "LShoulder"), a list of texts or an
 * object with the numbers as keys. ERR_FORMAT if shoulders, hips and six others are not among them. */
pd_status pd_detections_order_of_names(pd_detections_order *out, const json_t *names,
                                       const pd_detections_reading *r);

/* Returns whether a file has figures as objects with `keypoints`:
 * MMPose, YOLO, EasyMocap, or TensorFlow.js. */
bool pd_detections_has_instances(const json_t *root);
/* Reads such a file. */
pd_status pd_detections_instances(pd_detections_reading *r, const json_t *root);
/* Refuses a file of another format, by the name of its program if it is known. */
pd_status pd_detections_refuse(const pd_detections_reading *r, const json_t *root);

#endif
