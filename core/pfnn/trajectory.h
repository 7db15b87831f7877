#ifndef PD_PFNN_TRAJECTORY_H
#define PD_PFNN_TRAJECTORY_H
/* Where a character was, is and should go: a second of its path to each side of now.
 *
 *     p_i = p_i-1 + mix(network's step, wanted velocity, w_i),   d_i = between(network's facing, wanted facing, w_i)
 *     w_i = 1 - (1 - t_i)^bias,    t_i = (i - now)/(frames/2)    for i > now;  by blend_ease t_i^bias, the paper's equation 9
 *
 * (seed of the formulas: the original demo's pre_render and post_render). Past frames are what happened, future ones what the network
 * proposed, moved towards the goal. Walls push the points out and beams pull them in.
 *
 * Gait weights of now and of the future are the goal's, changed by the areas that hold the frame's own place:
 *
 *     crouch = max(c, a),   stand, walk, jog = (1 - crouch)/(1 - c) of the goal's        c: the goal's crouch; a: pd_anim_scene_crouch
 *     jump = max(button's label, pd_anim_scene_jump)
 *
 * as the labels of the training data, in which crouching takes over from stand, walk and jog. An area's amount is a depth: at a the hips are lowered by
 * a of what a crouch of 1 lowers them. Labels are not: they begin where hips are already low. So the input row has, in place of a, the label at which
 * the network comes that far down (crouch_depth of it).
 *
 * Units    metres, a frame is 1/60 s, directions are unit vectors in the xz plane, world space.
 * Memory   plain, copyable, inside pd_pfnn_character.
 */
#include "core/anim/scene.h"
#include "core/pfnn/rig.h"
#include "core/pfnn/input.h"

typedef struct pd_pfnn_instant {
    double at[2];  /* x, z                        */
    double dir[2]; /* facing, unit                */
    float gaits[PD_PFNN_GAITS];
    float area; /* gaits[PD_PFNN_CROUCH], where an area of the scene sets it, else 0 */
} pd_pfnn_instant;

/* What the stick comes to, smoothed. */
typedef struct pd_pfnn_goal {
    double heading[2];  /* direction to move in, within the limit of its rate: unit */
    double asked[2];    /* m/s: the velocity that is asked for              */
    double velocity[2]; /* m/s: corrected for what the character really does   */
    double facing[2];   /* unit                                             */
    double strafe, crouch;
    /* weights that the input asks for, smoothed (mix_gait), before jumps, walls and areas of the scene. Kept apart from the weights of the
     * trajectory's frames: an area applies to these, so that its effect does not add up from frame to frame */
    float gaits[PD_PFNN_GAITS];
    double still;    /* 0 moving .. 1 standing, as the gait's label would be */
    double held[2];  /* facing when strafing began                          */
    double jump_age; /* s since a jump was asked for; < 0: none              */
    double steer;    /* radians: rotates the velocity so that the character really goes where it is wanted */
    double gain;     /* on the speed, likewise                              */
    /* Speeds here are in the character's own time, `rate` of which are played in a frame's, 1 or more (playback.h). What was asked for is
     * asked times asked_rate, the rate that it will be played at. */
    double rate, asked_rate;
    double pace;     /* on the speeds of gaits; an input's own is kept      */
    double waver;    /* on the velocity, near 1                             */
    double settled;  /* s that the goal has been steady                     */
    double calm;     /* s that it has been steady, or turned evenly, on level ground, and followed */
    double starting; /* s left of a start that is responsive                */
    int jump_held, strafing, moving;
} pd_pfnn_goal;

typedef struct pd_pfnn_trajectory {
    pd_pfnn_instant frames[PD_PFNN_RIG_FRAMES]; /* now is frame frames/2 */
    pd_pfnn_goal goal;
    double height, height_before; /* of the root, now and a frame ago: the way's ground, cliffs softened */
    double ground, rise;          /* the mean under the samples, and its change in a frame, smoothed */
    double sinks[2];              /* what the root is off that mean: metres, and a second */
    double relief;                /* metres between the highest and the lowest of it */
    double slope;                 /* of the way's two halves: rise by run, up or down */
    int bridges;                  /* gaps on the way are as high as their edges: it jumps over them */
    double moved[2], aimed[2];    /* the root's velocity and the one asked for, smoothed alike, m/s */
    double step[2], yaw_rate;     /* of the last frame: m/s, rad/s         */
    /* metres a frame: what planted toes slip, smoothed; what of it comes off the root's next step */
    double slip[2], taken[2];
    double motion; /* _motion's of the last frame */
    int blocked;   /* a wall was in the way of the last frame */
    int captured;  /* frames of a database move it: all of their motion is taken */
} pd_pfnn_trajectory;

void pd_pfnn_trajectory_init(pd_pfnn_trajectory *trajectory, const pd_pfnn_rig *rig,
                             const pd_anim_scene *scene, const double at[2], double yaw);
/* The input becomes speed, direction, facing and gaits of now; part of _blend. */
void pd_pfnn_trajectory_set_goal(pd_pfnn_trajectory *trajectory, const pd_pfnn_input *input,
                                 const pd_pfnn_rig *rig, const pd_anim_scene *scene);
/* m/s straight ahead at full stick, unless the input says how fast. */
double pd_pfnn_gait_speed(const pd_pfnn_control *control, pd_pfnn_want gait);
/* w_i of a bias and a blend_ease, for rigs of so many frames. */
void pd_pfnn_trajectory_weights(pd_pfnn_weights *weights, double bias, double ease, int frames);
/* Before the network: the future is blended towards the input. */
void pd_pfnn_trajectory_blend(pd_pfnn_trajectory *trajectory, const pd_pfnn_input *input,
                              const pd_pfnn_rig *rig, const pd_anim_scene *scene);
/* The trajectory's part of the input row. */
void pd_pfnn_trajectory_write(float *x, const pd_pfnn_trajectory *trajectory, const pd_pfnn_rig *rig,
                              const pd_anim_scene *scene);
/* How calm the goal is without strafing: 0 to 1, 1 after steady_time. */
double pd_pfnn_trajectory_calm(const pd_pfnn_trajectory *trajectory, const pd_pfnn_control *control);
/* The root follows the planted toe. slip: metres that the network's planted toes moved in the last frame, world, their mean; NULL: none is planted.
 *
 *     l += mix_follow (slip + taken - l),   taken = root_follow calm l       taken comes off the root's next step
 *
 * so that the same network slides less before its feet are locked. */
void pd_pfnn_trajectory_follow_toes(pd_pfnn_trajectory *trajectory, const double slip[2],
                                    const pd_pfnn_control *control);
/* After the network: a frame on. */
void pd_pfnn_trajectory_advance(pd_pfnn_trajectory *trajectory, const float *y, const pd_pfnn_rig *rig,
                                const pd_anim_scene *scene);
/* s = (1 - still)^stand_power: how much of the root's motion and of the phase is taken. 1 while it turns or jumps on the spot. */
double pd_pfnn_trajectory_motion(const pd_pfnn_trajectory *trajectory, const pd_pfnn_rig *rig);
double pd_pfnn_trajectory_yaw(const pd_pfnn_trajectory *trajectory, const pd_pfnn_rig *rig);

#endif
