#ifndef PD_OBSERVE_SENSOR_ESTIMATE_H
#define PD_OBSERVE_SENSOR_ESTIMATE_H
/* Converts a motion that another program estimated, such as a network that finds bodies in films
 * (core/motion/gather/regressed.h), to observations of a take (take.h): position and orientation of joints
 * in the world.
 *
 * A take of these observations is the estimate with less jitter: every frame is weighed against the pose
 * prior and its neighbours in time. The shape is that of the clip and is not fitted, because the positions
 * follow from it.
 *
 * The body's 22 joints (amass.h) are observed in every frame, further joints (fingers, jaw, eyes) if they
 * move in the clip.
 *
 * Shapes   F frames, J observed joints, P = 2J places: positions, then orientations.
 * Spaces   world, metres, +Y up.   Angles  radians.
 * Memory   _make allocates, _deinit frees.   Threads  pure functions.
 * Errors   ERR_MEMORY.
 */
#include "core/anim/clip.h"
#include "core/observe/take/take.h"

#define PD_OBSERVE_ESTIMATE_NOISE 2.0 /* degrees: usual noise of orientations, from frame to frame */
/* Metres: length that turns noise of orientations into noise of positions. */
#define PD_OBSERVE_ESTIMATE_REACH 0.25

typedef struct pd_observe_estimate {
    pd_observe_seen *places; /* (P) observed places of a take */
    pd_observe_part *parts;  /* (J) joint of each */
    float *at;               /* (F,P,3) positions and rotation vectors */
    int count, frame_count;  /* P, F */
} pd_observe_estimate;

/* Makes the observations. The clip is on the model's skeleton, with the offsets of the body's shape. noise:
 * standard deviation of the orientations, radians; positions have REACH times it. */
pd_status pd_observe_estimate_make(pd_observe_estimate *out, const pd_anim_clip *clip,
                                   const pd_smpl_model *model, double noise, const char *where,
                                   pd_error *err);
void pd_observe_estimate_deinit(pd_observe_estimate *estimate);
/* Returns a take of the observations, of a body of the shape betas (B). Both must stay valid. */
pd_observe_take pd_observe_estimate_take(const pd_observe_estimate *estimate, double rate,
                                         const float *betas);

#endif
