#ifndef PD_OBSERVE_MARKER_JOINTS_H
#define PD_OBSERVE_MARKER_JOINTS_H
/* Takes of centres of joints in files of markers: programs that triangulate keypoints of cameras (Pose2Sim,
 * Sports2D, OpenCap, FreeMoCap, Theia) write TRC, C3D and CSV, since programs for markers read these. The
 * points are joints and no balls on the skin, and their names say so:
 *
 *     RHip, LKnee, midHip, RBigToe     OpenPose's BODY_25, Halpe's 26, COCO's 17, OpenCap
 *     left_shoulder, LEFT_SHOULDER     COCO, MediaPipe, AlphaPose
 *     L_Hip, Spine1, R_Collar, Pelvis  SMPL
 *     RHJC, LKJC                       joint centres of gait laboratories
 *     ShoulderLeft, SpineBase          Kinect
 *     Hip, RHip, Spine, Thorax         Human3.6M
 *
 * A file is of joints if it names at least six of hips, knees, ankles, shoulders, elbows and wrists, and more
 * of its names are joints' than markers'. "Neck", "Head" and "Foot" mean different places in these sets; the
 * other names of the file decide.
 *
 * Names that are not known say nothing. Distances do: bones are rigid, and skin moves over them.
 *
 *     hinge   a point b with two others, a and c, 12 to 60 cm away from it, where |ac| changes over the take
 *             by more than 10 mm (standard deviation), |ab| and |bc| by less than 4 mm and a tenth of that
 *
 * A take of which at least four points, and 15 % of all, are hinges is suspected to be of joints. Of markers
 * on the shipped bodies at most three of 20 are (tests/unit/core/observe/marker/test_joints.c).
 *
 * Memory   the functions allocate only while they run.   Threads  pure functions.   Errors  as stated.
 */
#include "core/io/mocap/markers.h"
#include "core/observe/marker/markers.h"

#define PD_OBSERVE_JOINT_NOISE       0.01 /* metres: usual noise of triangulated joints */
#define PD_OBSERVE_JOINT_PLACE_BYTES 64

/* How the names of a file are to be read. */
typedef struct pd_observe_joint_style {
    bool are_joints; /* true: the file is a take of joints */
    bool is_smpl;    /* true: names of SMPL's skeleton: neck, head and foot are joints */
    bool has_ankles, has_wrists;
    int known; /* names of joints */
} pd_observe_joint_style;

/* Returns the part of a name that is of a joint in one of these sets, behind its owner ("Anna:" or "Anna_");
 * NULL: it is of none. */
const char *pd_observe_joint_bare(const char *name);
/* Reads the style of a file's names. */
pd_observe_joint_style pd_observe_joint_style_of(const pd_markers *file);
/* Writes the place of a name as pd_observe_place takes it ("left_knee", "@nose", "left_hip+right_hip").
 * Returns false if the name is not of a joint or has no place on a body. */
bool pd_observe_joint_place(char out[PD_OBSERVE_JOINT_PLACE_BYTES], const pd_observe_joint_style *style,
                            const char *name);

/* Finds the joints of a file on a model, like pd_observe_marker_set_make. sigma: metres. ERR_INVALID: fewer
 * than 6 are known. */
pd_status pd_observe_joint_set_make(pd_observe_marker_set *out, const pd_markers *file, int up, double sigma,
                                    const pd_smpl_model *model, const char *name, pd_error *err);

/* Returns the number of hinges of a take; -1: out of memory. */
int pd_observe_joint_hinges(const pd_markers *file);
/* Returns whether a take without known names is suspected to be of joints,
 * and writes the number of hinges. */
bool pd_observe_joint_is_suspected(int *hinges, const pd_markers *file);

#endif
