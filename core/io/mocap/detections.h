#ifndef PD_IO_MOCAP_DETECTIONS_H
#define PD_IO_MOCAP_DETECTIONS_H
/* Keypoints that detectors found in a film: figures frame by frame, not yet matched to persons.
 *
 *   OpenPose    a file a frame: {"people": [{"pose_keypoints_2d": [x, y, c, ...]}]}, BODY_25
 *   COCO        annotations, {"images": [...], "annotations": [{"image_id", "keypoints": [x, y, v, ...]}]}, or results,
 *               [{"image_id", "keypoints": [x, y, c, ...]}]; with more than 17 (whole bodies) the first 17. AlphaPose's are such results.
 *               Images are frames, in the order of their file names or numbers
 *   MediaPipe   a file a frame or a list of frames: landmarks {x, y, z, visibility} (or [x, y, z, visibility]), 33 a person, one person or several, bare
 *               or under landmarks, pose_landmarks, poseLandmarks and the like. World landmarks are taken where the picture's size is not known:
 *               metres about the hips; else those in the picture, which are parts of its width and height
 *   SAM 3D Body a file a person: npz with pred_keypoints_3d (70,3), metres
 *
 * Each _add is the next frame or frames; all files of one film are of one kind. Frames without figures count.
 *
 * Shapes   N figures in the order of frames, P keypoints.
 * Spaces   pixels, x right and y down; or (in_space) metres, x right, y up, z towards the camera: detectors have y down and z forward.
 * Unseen   NaN in all numbers and confidence 0. Confidences are cut to 0 .. 1; COCO's visibility 1, there but hidden, is 0.5.
 * Limits   10^6 frames, 10^6 figures, 256 figures a frame, 64 MiB a file and PD_DETECTIONS_TREE bytes of its tree; numbers up to 10^6.
 * Memory   one owner: _deinit, also after a failure. Zeros are none yet.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT, ERR_MEMORY at "name: place".
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_DETECTIONS_MOST       1000000
#define PD_DETECTIONS_A_FRAME    256
#define PD_DETECTIONS_FILE_BYTES ((size_t)64 << 20)
#define PD_DETECTIONS_TREE       ((size_t)1 << 30)

typedef struct pd_detections {
    double width, height; /* of the picture, pixels; 0: not known. In: known beforehand; out: as COCO says */
    const char *set;      /* "openpose25", "coco17", "mediapipe33", "sam3d70"; NULL: nothing was read */
    const char *kind;     /* "OpenPose", ... for messages */
    int keypoint_count;
    bool in_space;
    int frame_count, figure_count;
    int *frames;       /* (N) never falling                                          */
    int *ids;          /* (N) what the file calls the person; -1: nothing            */
    float *at;         /* (N,P,3), third 0 in a picture                              */
    float *confidence; /* (N,P)                                                      */
    int room;
} pd_detections;

/* JSON, or the npz of SAM 3D Body, by the bytes. */
pd_status pd_detections_add(pd_detections *detections, pd_bytes file, const char *name, pd_error *err);
void pd_detections_deinit(pd_detections *detections);

/* The order of file names of frames: as text, but runs of digits by their number. */
int pd_detections_name_order(const char *a, const char *b);

#endif
