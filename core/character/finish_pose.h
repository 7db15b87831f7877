#ifndef PD_CHARACTER_FINISH_POSE_H
#define PD_CHARACTER_FINISH_POSE_H
/* Finishes the pose of a tick: from the joints and rotations of a network's row, or of a frame of a
 * database, to the pose that is shown. The steps are rows of a table in finish_pose.c, in the order in
 * which they run:
 *
 *     keep_free_joints   stores the joints before any correction, by which the toes' slip is measured
 *     add_idle           breathing, shifts of weight, glances (pose/idle.h)
 *     measure_steady     share of a steady jog, smoothed
 *     move_hips          enlarges the hips' yaw and sway in a steady jog
 *     raise_walk         raises the hips in a walk
 *     measure_contacts   contacts for the foot lock, and the clearance of the feet
 *     add_physics        gravity and lean (pose/physics.h)
 *     raise_in_turns     raises the hips in walking turns (pose/upright.h)
 *     jump_on_order      requested jumps (pose/jump.h)
 *     lock_feet          locks planted feet and solves the legs for them (pose/foot_lock.h)
 *     report_contacts    contacts of the pose
 *     make_local         local rotations
 *     describe_pose      what follows from the joints and gaits
 *
 * Averages of captured strides turn, sway and rise less than any stride, which is why several steps
 * enlarge the motion.
 *
 * Spaces   world: metres, radians; +Y up.   Memory  plain structs; allocates nothing.   Errors  none.
 */
#include "core/character/character.h"
#include "core/math/plane.h"

/* Frame of the root, which is that of the network's rows. */
typedef struct pd_character_root_frame {
    pd_vec3 at;
    double dir[2]; /* unit vector in the ground plane, x and z, in which the character faces */
    double yaw;    /* the same about +Y; 0 faces +Z */
    pd_quat rotation;
} pd_character_root_frame;

/* Duration of a frame, seconds. */
#define PD_CHARACTER_DT (1 / PD_CHARACTER_RATE)

/* Metres of relief: ground with less is level, with twice as much hills. */
#define PD_CHARACTER_LEVEL 0.05

/* Returns how level the ground is, 0 to 1. */
static inline double pd_character_levelness(const pd_character *c)
{
    return pd_plane_clamp(2 - c->trajectory.relief / PD_CHARACTER_LEVEL, 0, 1);
}

/* Returns the time of random variations, seconds. */
static inline double pd_character_variation_time(const pd_character *c)
{
    return c->ticks * PD_CHARACTER_DT + c->manner.time;
}

/* Computes the shown pose. c->pose.joints and .contacts must be set. rotations (J): world rotations fitted
 * to the joints; scratch afterwards. */
void pd_character_finish_pose(pd_character *c, pd_quat *rotations, const pd_character_rig *rig,
                              const pd_anim_scene *scene, const pd_character_root_frame *root);

#endif
