#ifndef PD_SMPL_HAND_H
#define PD_SMPL_HAND_H
/* Hand poses by name, for any model with SMPL-X's finger joints.
 *
 * A finger bends at its three joints (MCP, PIP, DIP; of the thumb CMC, MCP, IP) about one axis, the direction
 * p_f of its first phalanx times the normal n of the palm:
 *
 *     a_f = unit(p_f x n),   n = unit((index1 - wrist) x (pinky1 - wrist)), towards the palm; angles_k =
 *                            degrees_k a_f
 *
 * The thumb bends about p x (n + 1.5 unit(pinky1 - index1)), across the palm.
 *
 * The pose `relaxed` also brings the spread fingers together: each finger rotates about n as well. Angles
 * were read off rendered hands; they add to a rest pose of nearly straight fingers (17, 12, 7 degrees at the
 * index finger).
 *
 * Spaces   rest pose, model space; rotations local to the parent, axis-angle, radians.
 */
#include "core/math/vec3.h"
#include "core/smpl/model.h"

#include <stdbool.h>

/* id, name; degrees of index, middle, pinky, ring and thumb, from the palm outwards; description */
#define PD_SMPL_HAND_POSE_TABLE(X)                                                                           \
    X(RELAXED, "relaxed", "fingers hanging loosely",                                                         \
      {{10, 16, 8}, {14, 22, 10}, {24, 28, 12}, {18, 26, 12}, {14, 10, 14}})                                 \
    X(FIST, "fist", "closed fingers",                                                                        \
      {{60, 85, 50}, {65, 85, 50}, {66, 80, 50}, {66, 82, 50}, {30, 40, 55}})                                \
    X(GRIP, "grip", "fingers around a bar, or a loose fist",                                                 \
      {{50, 60, 35}, {55, 65, 38}, {60, 66, 40}, {58, 66, 40}, {24, 30, 40}})                                \
    X(POINT, "point", "index finger straight, the others closed",                                            \
      {{-8, -10, -6}, {62, 80, 45}, {64, 78, 45}, {64, 80, 45}, {28, 36, 50}})                               \
    X(THUMBS_UP, "thumbs_up", "thumb straight, the fingers closed",                                          \
      {{60, 85, 50}, {65, 85, 50}, {66, 80, 50}, {66, 82, 50}, {-30, -10, -14}})                             \
    X(FLAT, "flat", "straight fingers together",                                                             \
      {{-14, -14, -8}, {-14, -16, -10}, {-12, -14, -8}, {-14, -16, -10}, {-5, -6, -6}})                      \
    X(OPEN, "open", "fingers as in the model at rest",                                                       \
      {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}})

typedef enum pd_smpl_hand_pose {
#define PD_SMPL_HAND_POSE_ID(id, ...) PD_SMPL_HAND_##id,
    PD_SMPL_HAND_POSE_TABLE(PD_SMPL_HAND_POSE_ID)
#undef PD_SMPL_HAND_POSE_ID
        PD_SMPL_HAND_POSE_COUNT
} pd_smpl_hand_pose;

/* Returns the name by which requests choose a hand pose. */
const char *pd_smpl_hand_pose_name(pd_smpl_hand_pose pose);
/* Returns the pose of that name, or -1. */
int pd_smpl_hand_pose_find(const char *name);

#define PD_SMPL_HAND_JOINTS 15

/* A hand at rest, of any skeleton. */
typedef struct pd_smpl_hand_shape {
    pd_vec3 wrist;
    /* three of each finger from the palm outwards: index, middle, pinky, ring, thumb */
    pd_vec3 joints[PD_SMPL_HAND_JOINTS];
    bool is_right;
    /* Degrees that are added to the pose's angles, for a hand at rest unlike that of our bodies. */
    double more[PD_SMPL_HAND_JOINTS];
} pd_smpl_hand_shape;

/* Writes the angles (45) of a hand's joints. */
void pd_smpl_hand_shape_angles(float *angles, const pd_smpl_hand_shape *hand, pd_smpl_hand_pose pose);
/* Returns the normal of the palm, towards the side of the bent fingers. */
pd_vec3 pd_smpl_hand_normal(const pd_smpl_hand_shape *hand);
/* Returns the axis about which a finger (0 index to 4 thumb) bends, a unit vector. */
pd_vec3 pd_smpl_hand_axis(const pd_smpl_hand_shape *hand, int finger);

/* Writes the angles (45) of the 15 joints from `first` on, whose parent is the wrist. rest (K,3): positions
 * of the model's joints at rest. */
void pd_smpl_hand_pose_angles(float *angles, const double *rest, const int *parents, int first,
                              pd_smpl_hand_pose pose);

#endif
