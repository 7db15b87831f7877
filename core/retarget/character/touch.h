#ifndef PD_RETARGET_CHARACTER_TOUCH_H
#define PD_RETARGET_CHARACTER_TOUCH_H
/* Transfers touch between bodies: a hand that touches one body touches another one at the same place, with
 * the same distance to its surface, whatever its proportions.
 *
 * A body is modelled as nine parts about straight axes (pelvis, chest, head, thighs, upper arms, forearms)
 * and two hands. Each part has a radius in eight directions about the axis at four positions along it. Hands
 * are ellipsoids about their palms. A palm x has these coordinates on each part:
 *
 *     t  position along the axis from a to b, 0 to 1
 *     v  x - (a + t (b - a))
 *     o  |v| - r(t, angle of v about the axis) - h(v): distance of the hand above the surface, metres
 *     h  extent of the hand from its palm towards the axis: h^2 = sum_i (s_i v_i / |v|)^2, s: half of the
 *        hand's length, thickness and width, v_i: components of v along them
 *
 * The palm is moved along v so that its hand is as far above the target's surface as the source's hand is
 * above its own, o_s (at least `clear` of the girth). The limits are soft; up to 2
 * cm farther and 0.5 cm nearer are permitted:
 *
 *     o' = o_s + l tanh((o - o_s) / l)         l = 2 cm where o > o_s, otherwise 0.5 cm
 *
 * Parts are weighted by their distance from the palm in either body (o: the smaller one):
 *
 *     w = smoothstep((far - o) / (far - near))        goal = x + max(w) sum c (q - x) / sum c, c = w
 *                                                     exp((least o - o) / 30 mm)
 *
 * So a hand on the hip stays on the hip, a hand that would go through a belly stays in front of it, and a
 * hand far from the body is not moved. Palms near each other keep the vector between them, scaled by the
 * ratio of trunk lengths, about their midpoint. There is no state: goals are as smooth as the motion, and
 * drive.h smooths them.
 *
 * Spaces   world, metres.
 * Memory   plain structs.
 * Threads  pure functions.
 */
#include "core/anim/humanoid.h"

#include <stdbool.h>

enum { PD_RETARGET_TOUCH_SECTORS = 8, PD_RETARGET_TOUCH_RINGS = 4 };

typedef enum pd_retarget_touch_part {
    PD_TOUCH_PELVIS,
    PD_TOUCH_CHEST,
    PD_TOUCH_HEAD,
    PD_TOUCH_L_THIGH,
    PD_TOUCH_R_THIGH,
    PD_TOUCH_L_UPPER_ARM,
    PD_TOUCH_L_FOREARM,
    PD_TOUCH_R_UPPER_ARM,
    PD_TOUCH_R_FOREARM,
    PD_TOUCH_PARTS
} pd_retarget_touch_part;

/* Girth of a body, metres. */
typedef struct pd_retarget_girth {
    /* Radii. Rings go from one end of the part's axis to the other. Sector 0 is the front; sector 2 is the
     * left if the axis points up (axis x front). */
    double radius[PD_TOUCH_PARTS][PD_RETARGET_TOUCH_RINGS][PD_RETARGET_TOUCH_SECTORS];
    double hand[3]; /* Half of the hand's length (distance from wrist to palm), thickness and width. */
    double thickest[PD_TOUCH_PARTS]; /* Largest radius of each part. */
    double clear; /* Least distance of a hand above the surface, metres; negative, because ellipsoids are
                   * larger than hands. */
} pd_retarget_girth;

typedef struct pd_retarget_touch_axis {
    pd_vec3 from, to;
    pd_vec3 front; /* Unit length; only its component across the axis is used. */
} pd_retarget_touch_axis;

typedef struct pd_retarget_touch_pose {
    pd_retarget_touch_axis parts[PD_TOUCH_PARTS];
    pd_vec3 palms[2]; /* left, right */
    pd_quat hands[2]; /* Rotations relative to a T-pose with palms down. */
} pd_retarget_touch_pose;

/* Computes parts and palms of a figure with joints at the positions `at`. joints (B): pd_retarget_touch_has
 * must be true for them; bones (B): rotations relative to a T-pose facing +Z; size: scale of the head, 1 for
 * a person of 1.7 m; palm: distance from wrist to palm. */
void pd_retarget_touch_pose_of(pd_retarget_touch_pose *out, const pd_vec3 *at, const int *joints,
                               const pd_quat *bones, double size, double palm);
/* Returns the distance from wrist to palm of a figure at rest: half of the length of its hand's joints, but
 * at least that of people of its size. */
double pd_retarget_touch_palm(const pd_anim_skeleton *skeleton, const int *joints, double size);
/* Returns true when a figure has the joints (B) that this needs:
 * head, thighs, shins, upper arms, forearms and hands. */
bool pd_retarget_touch_has(const int *joints);

/* Returns the girth of the shipped default body's mean shape, times size. */
pd_retarget_girth pd_retarget_girth_of_size(double size);
/* Share of the points within each radius for surfaces with loose cloth, hair and props. */
#define PD_RETARGET_GIRTH_SHARE 0.85
/* Measures the girth of a surface from its points (count,3) in a given pose: for each sector of each ring,
 * the radius that contains `share` of its points. With too few points it is the radius of that sector along
 * the whole part, or else it is unchanged. The result is limited to between half and three times the previous
 * value. Points beyond the wrists, along the forearms, belong to hands. Points that are farther from the body
 * than its knees are from its crown, as of a tree in the scene, are left out. face: rotates the points to
 * face +Z. */
void pd_retarget_girth_measure(pd_retarget_girth *girth, const pd_retarget_touch_pose *pose,
                               const float *points, int count, double share, pd_quat face);

/* Returns the girth multiplied by `by`, metres per unit. */
pd_retarget_girth pd_retarget_girth_scaled(const pd_retarget_girth *girth, double by);

/* Returns the distance of a point above the surface of a part, metres; negative: inside. */
double pd_retarget_touch_over(const pd_retarget_girth *girth, const pd_retarget_touch_pose *pose, int part,
                              pd_vec3 at);
/* Computes the goals of the target's palms, and for each the share (0
 * to 1) of the correction that was applied. */
void pd_retarget_touch_goals(pd_vec3 goals[2], double shares[2], const pd_retarget_girth *from,
                             const pd_retarget_touch_pose *source, const pd_retarget_girth *to,
                             const pd_retarget_touch_pose *target);

#endif
