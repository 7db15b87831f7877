#ifndef PD_CHARACTER_CONTROL_TRAJECTORY_H
#define PD_CHARACTER_CONTROL_TRAJECTORY_H
/* The trajectory of a character: its path from one second ago to one second ahead, blended towards the goal
 * of the input.
 *
 *     p_i = p_i-1 + mix(network's step, target velocity, w_i),
 *         d_i = between(network's facing, target facing, w_i)
 *     w_i = 1 - (1 - t_i)^bias,    t_i = (i - now)/(frames/2)    for i > now;
 *         with blend_ease t_i^bias, the paper's equation 9
 *
 * (Source of the formulas: pre_render and post_render of the original demo.) Past frames are those that were
 * played. Future frames are the network's prediction, moved towards the goal. Points too near to a wall are
 * moved away from it; points on a beam are moved towards the beam's line.
 *
 * Gait weights of the present and the future are those of the goal, changed by the areas that contain the
 * frame's position:
 *
 *     crouch = max(c, a),   stand, walk, jog = (1 - crouch)/(1 - c) of the goal's c: the goal's crouch; a:
 *                           pd_anim_scene_crouch
 *     jump = max(button's label, pd_anim_scene_jump)
 *
 * as in the labels of the training data, where crouching replaces stand, walk and jog. The amount `a` of an
 * area is a depth: the hips are lowered by that fraction of a full crouch. A label is not a depth, because
 * labels begin when the hips are already low. So the input row contains, instead of a, the label at which the
 * network lowers the hips that far (weighted by crouch_depth).
 *
 * The present and the past are on the grid of core/math/grid.h: a step is rounded when it is taken. Positions
 * and facings of the future are computed from the present and the foresight, until the next frame blends
 * them. So a snapshot needs only 2 to 4 bytes for each number of the past, and no more than the foresight for
 * the future.
 *
 * Units    metres, a frame is 1/60 s, directions are unit vectors in the xz plane, world space.
 * Memory   plain and copyable, part of pd_character.
 * Threads  one thread for each character.
 * Errors   none.
 */
#include "core/anim/scene/scene.h"
#include "core/character/control/rig.h"
#include "core/character/control/input.h"
#include "core/character/control/plant.h"

#include <stdbool.h>

#define PD_CHARACTER_FORESEEN      (PD_CHARACTER_RIG_FRAMES / 2) /* most samples from the present on */
#define PD_CHARACTER_PLAYBACK_MOST 2.0                           /* largest playback rate (pose/playback.h) */

typedef struct pd_character_instant {
    double at[2];  /* x, z */
    double dir[2]; /* facing, unit; in the present and the past a unit vector to within the grid */
    float gaits[PD_PFNN_GAITS];
    float area; /* gaits[PD_PFNN_CROUCH] if an area of the scene sets it, otherwise 0 */
} pd_character_instant;

/* The input after smoothing. */
typedef struct pd_character_goal {
    double heading[2];     /* direction of motion, turning at a limited rate: unit */
    double asked[2];       /* m/s: requested velocity */
    double velocity[2];    /* m/s: requested velocity, corrected for the deviation of the actual motion */
    double facing[2];      /* unit */
    double strafe, crouch; /* strafing and crouching as requested, smoothed: 0 to 1 */
    /* Requested gait weights, smoothed (mix_gait), before jumps, walls and areas of the scene. They are kept
     * apart from the weights of the frames because an area applies to these each time; applied to those of
     * the frames its effect would add up. */
    float gaits[PD_PFNN_GAITS];
    int responsive;  /* 1: the input is responsive (control_preset.h) */
    double still;    /* 0 moving .. 1 standing, like the gait label */
    double held[2];  /* facing at the beginning of strafing */
    double jump_age; /* seconds since a jump was requested; < 0: none */
    double steer; /* radians: rotation of the velocity that gives the actual motion the requested direction */
    double gain;  /* factor of the speed that gives the actual motion the requested speed */
    /* Playback rate, >= 1, now and as requested. Speeds here are in the character's own time, of which `rate`
     * seconds are played in a second (pose/playback.h). The requested speed is `asked` times asked_rate. */
    double rate, asked_rate;
    double pace;    /* factor of the gaits' speeds; it does not apply to a speed given by the input */
    double waver;   /* factor of the velocity, near 1 */
    double settled; /* seconds for which the goal has been steady */
    /* radians: angle of the present turn of a walk at its beginning, slowly falling; 0: no turn */
    double wide;
    double even; /* seconds for which the goal has been steady or turning by up to a radian per second */
    /* Seconds for which the goal has been steady or turning evenly on level ground,
     * and the motion as fast as requested. */
    double calm;
    double starting; /* remaining seconds of a responsive start */
    double underway; /* seconds since the input began to ask for motion; 0 while it does not */
    double stopped;  /* seconds since the input last asked for motion; 0 while it does */
    /* State of the last frame, 0 or 1: the jump button was held;
     * strafe was above 0.01; the input asked for motion. */
    int jump_held, strafing, moving;
    int walled;               /* nonzero: a wall takes half of the requested speed or more */
    pd_character_plant plant; /* the present sharp turn of a run */
} pd_character_goal;

/* The future that the network predicted: samples relative to the present, in the units of the output row. */
typedef struct pd_character_foresight {
    bool is_set; /* false before the first prediction, while the future is that of _init */
    float x[PD_CHARACTER_FORESEEN], z[PD_CHARACTER_FORESEEN], facing_x[PD_CHARACTER_FORESEEN],
        facing_z[PD_CHARACTER_FORESEEN];
} pd_character_foresight;

typedef struct pd_character_trajectory {
    pd_character_instant frames[PD_CHARACTER_RIG_FRAMES]; /* the present is frame frames/2 */
    pd_character_foresight foresight;                     /* source of the frames after the present */
    pd_character_goal goal;
    /* Height of the root now and in the previous frame:
     * mean height of the ground under the path, smoothed at cliffs. */
    double height, height_before;
    double ground, rise; /* mean height of the ground under the samples, and its change per frame, smoothed */
    double sinks[2];     /* difference of the root's height from that mean: metres, and rate per second */
    /* metres: largest distance of a ground sample from the straight line between first and last */
    double uneven;
    double relief; /* metres between the highest and the lowest ground sample */
    double slope;  /* slope between the past and the future half of the path, rise over run, >= 0 */
    /* Nonzero from when a jump is on the path until no gap is left on the path. Gaps then count as high as
     * their lower edge. */
    int bridges;
    double moved[2], aimed[2]; /* velocity of the root and requested velocity, equally smoothed, m/s */
    double step[2], yaw_rate;  /* velocity of the root and its yaw rate in the last frame: m/s, rad/s */
    /* Metres per frame: slip of planted toes, smoothed, and the part of it
     * that is subtracted from the root's next step. */
    double slip[2], taken[2];
    /* Metres, world: displacement of the root by others (space.h) in the next frame, set before a tick and 0
     * after it, and in the last frame. */
    double push[2], pushed[2];
    double motion; /* pd_character_trajectory_motion of the last frame */
    int blocked;   /* nonzero: in the last frame a wall kept the root below half of the requested speed */
    int captured;  /* nonzero: frames of a database move the character, and all of their motion is used */
} pd_character_trajectory;

/* Places the trajectory at `at` (x, z), facing yaw, standing. */
void pd_character_trajectory_init(pd_character_trajectory *trajectory, const pd_character_rig *rig,
                                  const pd_anim_scene *scene, const double at[2], double yaw);
/* Computes speed, direction, facing and gaits of the goal from the input. Called by _blend. */
void pd_character_trajectory_set_goal(pd_character_trajectory *trajectory, const pd_character_input *input,
                                      const pd_character_rig *rig, const pd_anim_scene *scene);
/* Returns the speed straight ahead at full stick, m/s, for an input without a speed. */
double pd_character_gait_speed(const pd_character_control *control, pd_character_want gait);
/* Computes the weights w_i of a bias and a blend_ease, for rigs with this many frames. */
void pd_character_trajectory_weights(pd_character_weights *weights, double bias, double ease, int frames);
/* Blends the future towards the input. Call it before the network. */
void pd_character_trajectory_blend(pd_character_trajectory *trajectory, const pd_character_input *input,
                                   const pd_character_rig *rig, const pd_anim_scene *scene);
/* Writes the trajectory's part of the input row. */
void pd_character_trajectory_write(float *x, const pd_character_trajectory *trajectory,
                                   const pd_character_rig *rig, const pd_anim_scene *scene);
/* Returns the weight of constants for wide turns: 0 in turns of up to about 100 degrees,
 * 1 from about 155 degrees on. */
double pd_character_trajectory_wide(const pd_character_goal *goal);
/* Returns the weight of constants for a calm goal: 0 to 1,
 * which it reaches after steady_time without strafing. */
double pd_character_trajectory_calm(const pd_character_trajectory *trajectory,
                                    const pd_character_control *control);
/* Makes the root follow the planted toes, which reduces the sliding of the network before feet are locked.
 * slip: mean displacement of the network's planted toes in the last frame, metres, world; NULL if none is
 * planted: then l fades, five times as slowly.
 *
 *     l += mix_follow (slip + taken - l),   taken = root_follow calm l
 *         taken is subtracted from the root's next step */
void pd_character_trajectory_follow_toes(pd_character_trajectory *trajectory, const double slip[2],
                                         const pd_character_control *control);
/* Advances by one frame. Call it after the network. y: the network's output row. */
void pd_character_trajectory_advance(pd_character_trajectory *trajectory, const float *y,
                                     const pd_character_rig *rig, const pd_anim_scene *scene);
/* Computes positions and facings of the future from the present and the foresight, as _advance does. */
void pd_character_trajectory_foresee(pd_character_trajectory *trajectory, const pd_character_rig *rig);
/* Returns s = (1 - still)^stand_power, the share of the root's motion and of the phase change that is used.
 * It is 1 while the character turns or jumps on the spot, and while frames of a database move it. */
double pd_character_trajectory_motion(const pd_character_trajectory *trajectory, const pd_character_rig *rig);
/* Computes the acceleration of the path at present, m/s2, from the third of a second before and after it,
 * world x and z. */
void pd_character_trajectory_bend(double acceleration[2], const pd_character_trajectory *trajectory,
                                  const pd_character_rig *rig);
/* Computes the velocity of the root over the last tenth of a second, in the character's own time: m/s, world
 * x and z. */
void pd_character_trajectory_velocity(double velocity[2], const pd_character_trajectory *trajectory,
                                      const pd_character_rig *rig);
/* Returns the present facing, radians about +Y; 0 faces +Z. */
double pd_character_trajectory_yaw(const pd_character_trajectory *trajectory, const pd_character_rig *rig);

#endif
