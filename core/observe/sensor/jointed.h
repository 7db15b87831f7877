#ifndef PD_OBSERVE_SENSOR_JOINTED_H
#define PD_OBSERVE_SENSOR_JOINTED_H
/* Converts a take of positions of joints, as text-to-motion models and detectors in space store it, to
 * observations of a take (take.h). The fit gives the shape and the rotations.
 *
 *     npz      gather/gather.h makes it from any file: the first member of PD_MOTION_ROLE_JOINTS, (T,J,3),
 *              (T,J,4) with a confidence, (T,3J); (P,T,J,3) of several people; (N,J,3,T) of MDM's results
 *     joints   by the set that the caller names; by names in the file (joint_names); else by their number:
 *              22, 24, 52 and 55 are SMPL's own, more than that the smplx package's, which begin with them;
 *              17 of keypoints3d are COCO's (AIST++), 25 OpenPose's (EasyMocap). Other numbers are refused
 *              with the sets that have as many
 *     unit     the one in which the legs are as long as the model's
 *     up       the axis along which the person stands, unless the caller states it. The world is turned by
 *              pd_motion_up_turn alone, never about the vertical
 *     rate     the file's, else what is usual for the set, with a note
 *
 * A joint at (0, 0, 0) in a frame whose other joints are elsewhere, a number that is not finite, and a
 * confidence of 0 count as not seen.
 *
 * Shapes   T frames, J joints, P places.   Spaces  world, metres, +Y up.
 * Memory   _read allocates, _deinit frees; a zeroed struct is empty.
 * Errors   where is "file: member" or the option. ERR_FORMAT, ERR_RANGE, ERR_NOT_FOUND, ERR_UNSUPPORTED,
 *          ERR_MEMORY.
 */
#include "core/motion/amass_world.h"
#include "core/motion/gather/gather.h"
#include "core/observe/sensor/places.h"
#include "core/retarget/motion.h"

#define PD_OBSERVE_JOINTED_NOISE  0.005 /* metres: usual noise of joints in space, one standard deviation */
#define PD_OBSERVE_JOINTED_ROBUST 0.2   /* metres: distance from which a joint counts less */
#define PD_OBSERVE_JOINTED_NOTES  1536

/* What a file does not state. A zeroed struct states nothing. */
typedef struct pd_observe_jointed_options {
    const char *set;        /* name of a set (keypoint.h); NULL: as the file says */
    const char *person;     /* index of one of several people; NULL: 0, with a note */
    double rate;            /* frames per second; 0: the file's */
    double metres_per_unit; /* 0: found */
    double noise;           /* metres; 0: PD_OBSERVE_JOINTED_NOISE */
    bool has_up;
    pd_motion_up up; /* used with has_up */
    bool is_query;   /* messages name options as in a query */
} pd_observe_jointed_options;

typedef struct pd_observe_jointed {
    const pd_observe_set *set;
    pd_observe_take_places places;
    float *at;         /* (T,P,3) metres, +Y up; NAN: not seen */
    float *confidence; /* (T,P) 0 .. 1 */
    int frame_count;   /* T */
    double rate;       /* frames per second */
    pd_motion_up up;   /* axis of the file that is up */
} pd_observe_jointed;

/* Reads the joints of an npz onto places of the model. notes (PD_OBSERVE_JOINTED_NOTES): what was found and
 * assumed, and members that are not read. options may be NULL. On failure *out is empty. */
pd_status pd_observe_jointed_read(pd_observe_jointed *out, char *notes, pd_npz *npz,
                                  const pd_smpl_model *model, const pd_observe_jointed_options *options,
                                  pd_error *err);
void pd_observe_jointed_deinit(pd_observe_jointed *jointed);
/* Returns a take of the observations, which must stay valid. */
pd_observe_take pd_observe_jointed_take(const pd_observe_jointed *jointed);
/* Fits the take and makes a motion of it, whose clip the caller then owns. rms: root mean square distance of
 * the joints, metres. */
pd_status pd_observe_jointed_fit(pd_retarget_motion *out, double *rms, const pd_observe_jointed *jointed,
                                 const pd_smpl_model *model, const pd_observe_prior *prior,
                                 const pd_executor *executor, const char *name, pd_error *err);

#endif
