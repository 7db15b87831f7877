#ifndef PD_RETARGET_AVATAR_TOUCH_H
#define PD_RETARGET_AVATAR_TOUCH_H
/* Hands that touch one body touch another one in the same place, whatever its proportions: as far over its surface.
 *
 * A body is nine parts about straight axes (pelvis, chest, head, thighs, upper arms, forearms), each with a radius in eight directions about the
 * axis at four places along it, and two hands, ellipsoids about their palms. A palm x has coordinates on each part,
 *
 *     t  along the axis (0 .. 1),   v = x - (a + t (b - a)),   o = |v| - r(t, angle of v about the axis) - h(v)      o: over the surface, metres
 *     h  what its hand reaches from the palm towards the axis:   h^2 = sum_i (s_i v_i / |v|)^2,   s half its length, thickness and width, v_i along them
 *
 * and goes along v until its hand is as far over the target's surface as the source's is over its own, o_s (at least -2 cm: ellipsoids are larger
 * than hands), up to 2 cm farther or .5 cm nearer:
 *
 *     o' = o_s + l tanh((o - o_s) / l)         l = 2 cm where o > o_s, else .5 cm
 *
 * Parts count by how near the palm is, in either body (o: the smaller):
 *
 *     w = smoothstep((far - o) / (far - near))        goal = x + max(w) sum c (q - x) / sum c,  c = w exp((least o - o) / 30 mm)
 *
 * so a hand on the hip stays on the hip, one that would go through a belly stays in front of it, and one far from the body is left alone. There is no
 * state: goals are as smooth as the motion (and where that is fast, drive.h follows them softly). Palms near one another keep the vector between
 * them, scaled by the lengths of the trunks, about their middle.
 *
 * Spaces   world, metres.   Memory  plain structs.   Threads  pure.
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

/* Radii, metres: rings from one end of the part's axis to the other; sector 0 is its front, 2 its left where the axis points up (front x axis points to
 * the right). hand: half of its length (the palm is so far from the wrist), of its thickness and of its width. */
typedef struct pd_retarget_girth {
    double radius[PD_TOUCH_PARTS][PD_RETARGET_TOUCH_RINGS][PD_RETARGET_TOUCH_SECTORS];
    double hand[3];
    double thickest[PD_TOUCH_PARTS]; /* the largest radius of each */
} pd_retarget_girth;

typedef struct pd_retarget_touch_axis {
    pd_vec3 from, to;
    pd_vec3 front; /* unit; what of it is along the axis does not count */
} pd_retarget_touch_axis;

typedef struct pd_retarget_touch_pose {
    pd_retarget_touch_axis parts[PD_TOUCH_PARTS];
    pd_vec3 palms[2]; /* left, right */
    pd_quat hands[2]; /* rotations from a T-pose with palms down */
} pd_retarget_touch_pose;

/* Parts and palms of a figure with its joints at these places. joints (B): pd_retarget_touch_has is true of them; bones (B): their rotations from a T-pose
 * that looks along +Z; size: of the head, 1 for a person of 1.7 m; palm: from wrist to palm. */
void pd_retarget_touch_pose_of(pd_retarget_touch_pose *out, const pd_vec3 *at, const int *joints,
                               const pd_quat *bones, double size, double palm);
/* From the wrist to the palm of a figure at rest: by how far its hand's joints reach, but at least what people of its size have. */
double pd_retarget_touch_palm(const pd_anim_skeleton *skeleton, const int *joints, double size);
/* Whether a figure has the joints (B) that touching needs: head, thighs, shins, upper arms, forearms and hands. */
bool pd_retarget_touch_has(const int *joints);

/* Of the shipped default body's mean shape; times size. */
pd_retarget_girth pd_retarget_girth_of_size(double size);
/* Of a surface's points (count,3), standing in that pose: in each sector of each ring the radius that 85 % of its points are within. Where there are
 * too few points it is the radius of that sector along the whole part, or else stays as it is; it never becomes less than half of what it was, nor more
 * than three times as much. Hands are what lies beyond the wrists, along the forearms. face: turns the points to look along +Z. */
void pd_retarget_girth_measure(pd_retarget_girth *girth, const pd_retarget_touch_pose *pose,
                               const float *points, int count, pd_quat face);

/* girth's by so much as large, metres a unit. */
pd_retarget_girth pd_retarget_girth_scaled(const pd_retarget_girth *girth, double by);

/* A point over the surface of a part, metres; negative: within. */
double pd_retarget_touch_over(const pd_retarget_girth *girth, const pd_retarget_touch_pose *pose, int part,
                              pd_vec3 at);
/* Where target's palms are to be; the share (0 .. 1) by which each is no longer where it was. */
void pd_retarget_touch_goals(pd_vec3 goals[2], double shares[2], const pd_retarget_girth *from,
                             const pd_retarget_touch_pose *source, const pd_retarget_girth *to,
                             const pd_retarget_touch_pose *target);

#endif
