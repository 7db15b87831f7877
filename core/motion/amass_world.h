#ifndef PD_MOTION_AMASS_WORLD_H
#define PD_MOTION_AMASS_WORLD_H
/* Determines the world of a file of poses: which of its axes is up, where its floor is, and where the pelvis
 * of its body is.
 *
 * A row of `trans` moves the whole model, so the pelvis is at trans + J0, where J0 is the pelvis of the
 * shaped body at rest. J0 depends on the model: SMPL (0, -0.23, 0.03), SMPL-X (0, -0.35, 0.01), the shipped
 * models (0, 0, 0) metres.
 *
 * Up     is +Z in AMASS. If neither file nor caller states it, it is found from the posture: s is the mean of
 *        the unit vectors from the ankles to the head in the file's axes, h_a the height of the lowest point
 *        over 0 along axis a.
 *
 *        There is a floor along a if -0.07 < h_a < 0.1 m in half of the frames.
 *
 *            s.z > 0.5                      +Z
 *            s.a < 0.7 for all other a      +Z
 *            else, for the largest s.a      +Z if there is a floor along z and not along a: the person lies,
 *                                           crawls or does a handstand
 *                                           a  if there is a floor along a and not along z. +Y also if +Z is
 *                                              impossible without a floor: the person would lie and rise by
 *                                              more than 0.5 m, or lie below 0
 *                                           -Y is a camera's frame if the person is in front of the camera,
 *                                              and there is no floor
 *                                           otherwise the file is refused
 *
 *        Tested on bodies that stand, walk, crawl, lie and hang upside down (test_amass); AMASS's walks have
 *        s.z of 0.95 and more.
 * Camera x right, y down, z away: rotated upright; the position of the camera is unknown.
 *
 * Spaces   poses and trans: the file's. Results: +Y up, right-handed, metres.
 * Memory   allocates only while a function runs; ERR_MEMORY.
 */
#include "core/motion/outline.h"

#define PD_MOTION_UP_TABLE(ROW)                                                                              \
    ROW(X, "x")                                                                                              \
    ROW(Y, "y")                                                                                              \
    ROW(Z, "z")                                                                                              \
    ROW(MINUS_X, "-x")                                                                                       \
    ROW(MINUS_Y, "-y")                                                                                       \
    ROW(MINUS_Z, "-z")

typedef enum pd_motion_up {
#define PD_MOTION_UP_ENUM(name, text) PD_MOTION_UP_##name,
    PD_MOTION_UP_TABLE(PD_MOTION_UP_ENUM)
#undef PD_MOTION_UP_ENUM
        PD_MOTION_UP_COUNT
} pd_motion_up;

/* Names of the axes by pd_motion_up, with NULL at the end. */
extern const char *const pd_motion_up_names[PD_MOTION_UP_COUNT + 1];
/* Parses the name of an axis: "z", "+Y", "-y", "Y_UP", "z-up" ... Returns false for anything else. */
bool pd_motion_up_of(pd_motion_up *out, const char *text);
/* Returns the rotation from the file's axes to ours. x stays x unless x itself is up. */
pd_quat pd_motion_up_turn(pd_motion_up up);

/* Poses from a file, and the nearest available body. */
typedef struct pd_motion_amass_take {
    const float *poses; /* (frames, joint_count, 3) radians */
    const float *trans; /* (frames, 3)                      */
    size_t frames;
    int joint_count;
    const int *to; /* (joint_count) Joint of the figure's skeleton, -1: none; the first is its root. */
    const pd_motion_outline *figure;
} pd_motion_amass_take;

/* Computes the (K) rotations of the figure's joints in a frame;
 * `world` is multiplied to the root's from the left. */
void pd_motion_amass_turns(pd_quat *rotations, const pd_motion_amass_take *take, size_t frame, pd_quat world);

typedef enum pd_motion_up_reason {
    PD_MOTION_UP_STANDS,  /* +Z: upright, or on the floor z = 0. */
    PD_MOTION_UP_LIES,    /* +Z: on the floor z = 0, along another axis in all frames. */
    PD_MOTION_UP_OTHER,   /* The person stands along this axis. */
    PD_MOTION_UP_CAMERA,  /* a camera's frame                   */
    PD_MOTION_UP_ASSUMED, /* +Z, without any evidence. */
} pd_motion_up_reason;

/* Finds up as described above. pelvis (count): J0 of the bodies that the file may be of. ERR_UNSUPPORTED: it
 * cannot be decided between *up and +Z. */
pd_status pd_motion_amass_find_up(pd_motion_up *up, pd_motion_up_reason *why,
                                  const pd_motion_amass_take *take, const pd_vec3 *pelvis, int count,
                                  pd_error *err);

/* Heights of the feet in a take. */
typedef struct pd_motion_amass_floor {
    double level; /* Height of the lowest point, metres: 10th percentile over the frames. */
    /* (height of the pelvis) / (depth of the figure), 10th percentile: 1 for a body of the figure's size that
     * stands at height 0. */
    double legs;
} pd_motion_amass_floor;
/* Sorts values and returns their 10th percentile. */
double pd_motion_amass_part(double *values, int count);
pd_status pd_motion_amass_find_floor(pd_motion_amass_floor *out, const pd_motion_amass_take *take,
                                     pd_motion_up up, pd_vec3 pelvis, pd_error *err);

#endif
