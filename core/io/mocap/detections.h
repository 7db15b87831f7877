#ifndef PD_IO_MOCAP_DETECTIONS_H
#define PD_IO_MOCAP_DETECTIONS_H
/* Reads the keypoints that pose detectors found in a video: figures frame by frame, not yet assigned to
 * persons.
 *
 *   OpenPose    a file a frame: {"people": [{"pose_keypoints_2d": [x, y, c, ...]}]}, BODY_25 or the 18
 *               keypoints of COCO; before version 1.2 pose_keypoints. Hands from hand_left_keypoints_2d and
 *               hand_right_keypoints_2d
 *   COCO        annotations, {"images": [...], "annotations": [{"image_id", "keypoints": [x, y, v, ...]}]},
 *               or results, [{"image_id", "keypoints": [x, y, c, ...]}], which AlphaPose writes too. Lists
 *               have COCO's 17 keypoints, 133 (whole bodies), 26 or 136 (Halpe), or the keypoints that a
 *               category names, such as PoseTrack's. Images are frames, in
 *               the order of their file names or numbers
 *   MMPose      a list of figures {"keypoints": [[x, y], ...], "keypoint_scores": [...]} for a picture; for a
 *               video [{"frame_id", "instances"}], or {"meta_info", "instance_info": [...]}, whose names of
 *               keypoints are used
 *   YOLO        a file a frame: [{"keypoints": {"x": [...], "y": [...], "visible": [...]}}], by to_json
 *   EasyMocap   a file a frame: {"width", "height", "annots": [{"personID", "keypoints": [[x, y, c], ...]}]},
 *               BODY_25 or COCO
 *   MediaPipe   a file a frame, or a list of frames: landmarks {x, y, z, visibility} or [x, y, z,
 *               visibility], 33 a person, one person or several, on the top level or under landmarks,
 *               pose_landmarks, poseLandmarks and the like. With a known image size the landmarks in the
 *               image are read, which are fractions of its width and height; otherwise the world landmarks,
 *               which are metres from the centre of the hips
 *   SAM 3D Body a file a person: npz with pred_keypoints_3d (70,3), metres
 *
 * Hands: 21 keypoints of each hand follow those of the body in the sets openpose67 and mediapipe75; a film
 * whose
 * first files have no hands is widened. Keypoints of the face beyond eyes, ears and nose are counted and not
 * read; so are hands of MediaPipe in space, whose origin is in the hand.
 *
 * Each pd_detections_add appends the next frame or frames. All files of one video must have the same format.
 * Frames without figures are kept; an empty list is one. Formats of other programs are refused by their
 * names, and so are coordinates from 0 to 1 where pixels are expected.
 *
 * Shapes   N figures in the order of frames, P keypoints.
 * Spaces   pixels, x right and y down; or (in_space) metres, x right, y up, z towards the camera: detectors
 *          have y down and z forward.
 * Missing  a keypoint that was not detected is NaN with confidence 0; so is one at exactly 0 0 (0), or at -1
 *          -1 in an image. Confidences are limited to 0 .. 1. COCO's visibility 1 (labelled but hidden) is
 *          0.5.
 * Limits   10^6 frames, 10^6 figures, 256 figures a frame, 64 MiB a file and PD_DETECTIONS_TREE bytes of its
 *          JSON tree; magnitudes up to 10^6.
 * Memory   one owner: a struct of zeros to begin, pd_detections_deinit at the end, also after a failure.
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
    /* size of the image in pixels; 0: not known. The caller may set it before reading; COCO files set it */
    double width, height;
    /* "openpose25", "openpose67", "coco17", "mediapipe33", "mediapipe75",
     * "sam3d70"; NULL: nothing was read */
    const char *set;
    const char *kind; /* "OpenPose", ... for messages */
    int keypoint_count;
    bool in_space;
    int frame_count, figure_count;
    int *frames;       /* (N) frame of each figure; never decreases                  */
    int *ids;          /* (N) the file's number of the person; -1: none              */
    float *at;         /* (N,P,3) positions; the third number is 0 in an image       */
    float *confidence; /* (N,P) 0 to 1                                               */
    int room;          /* figures that the arrays have room for                      */
    int face_count;    /* keypoints of the face of a figure that are not read */
    int hand_count;    /* keypoints of the hands of a figure that are not read */
} pd_detections;

/* Appends the frames of a file: JSON, or the npz of SAM 3D Body, recognised by its bytes. */
pd_status pd_detections_add(pd_detections *detections, pd_bytes file, const char *name, pd_error *err);
/* Frees the arrays and zeroes the struct. */
void pd_detections_deinit(pd_detections *detections);

/* Keypoints of BODY_25 that OpenPose's 18 keypoints of COCO are. */
#define PD_DETECTIONS_OPENPOSE18 18
extern const int pd_detections_openpose18[PD_DETECTIONS_OPENPOSE18];

#define PD_DETECTIONS_HAND  21 /* keypoints of a hand */
#define PD_DETECTIONS_NOTES 320
/* Writes what of the film is not read: faces, and hands; "" if everything is. */
void pd_detections_unread(char out[PD_DETECTIONS_NOTES], const pd_detections *detections);

/* Compares two names of files of frames, like strcmp but with runs of digits compared as numbers: frame_9
 * comes before frame_10. */
int pd_detections_name_order(const char *a, const char *b);

#endif
