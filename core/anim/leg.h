#ifndef PD_ANIM_LEG_H
#define PD_ANIM_LEG_H
/* A leg that must be longer than it is: how its heel rises, how its hips come down. What the foot lock of a running character and the lock
 * of the labels share.
 *
 *     soft = own + stretch (reach - own)        own: from hip to heel as captured or as a network has it, reach: 0.9985 of the leg
 *
 * A knee that runs into its limit snaps: near straight, a millimetre of the leg is degrees of the knee. So a heel whose toe is planted rises
 * when its leg would be longer than soft; only what is then still over reach lowers the hips. Walking, knees rotated at 929 degrees a
 * second at most without it, at 441 with it, at 384 in the captured data.
 *
 * Spaces   one space, metres, y up.   Threads  pure.   Errors  none.
 */
#include "core/math/quat.h"

#define PD_ANIM_LEG_STRAIGHT 0.9985 /* of thigh and shank, at most: a straight knee snaps      */
#define PD_ANIM_LEG_STRETCH  0.3    /* of what a leg has left to that, before the heel rises: of the labels */
#define PD_ANIM_LEG_MIDDLE   0.5    /* rad: a walking knee's, between its straightest and its most bent */

double pd_anim_leg_soft(double own, double reach, double stretch);

/* How long a leg is, from hip to heel, whose knee is bent by more where it is bent by over `middle`, straighter where by less:
 *
 *     bend' = bend + gain (bend - middle) bend / (bend + gain middle)
 *
 * It goes on at gain's slope, is never negative and leaves a straight leg straight. Thigh and shank long, own from hip to heel now. */
double pd_anim_leg_contrast(double own, double thigh, double shank, double gain);

/* A heel a foot's length from the toe, in the direction of `heel`, or of `along` when the two coincide. */
pd_vec3 pd_anim_leg_heel(pd_vec3 toe, pd_vec3 heel, pd_vec3 along, double foot);
/* The heel of a foot whose toe stays, risen until it is within `reach` of the hip, or as near as six passes bring it: the heel goes to and
 * fro between what the hip reaches and the toe's sphere. */
pd_vec3 pd_anim_leg_raise(pd_vec3 heel, pd_vec3 toe, pd_vec3 hip, double reach, double foot);
/* How far the hip has to come down for the heel to be in reach; level with the heel when that is too far aside. 0 or more. */
double pd_anim_leg_drop(pd_vec3 hip, pd_vec3 heel, double reach);

#endif
