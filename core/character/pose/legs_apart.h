#ifndef PD_CHARACTER_POSE_LEGS_APART_H
#define PD_CHARACTER_POSE_LEGS_APART_H
/* Keeps the shins and feet of a character from passing through each other.
 *
 * Each lower leg is two line segments: from knee to ankle, and from ankle to toe. d is the least distance
 * between those of the left leg and those of the right one. Where d would be less than PD_CHARACTER_APART, a
 * foot in the air is shifted along the ground, away from the nearest point of the other leg:
 *
 *     shift'' = -2 w shift' - w^2 shift + push        push: up to 40 m/s2 within 10 cm of the other leg
 *
 * and the shift is then increased until d is PD_CHARACTER_APART. Because the shift is kept from frame to
 * frame, a leg that would pass through the other goes around it. A planted foot keeps its shift. Where both
 * feet are planted, the knees rotate about the lines from hip to ankle instead.
 *
 * Spaces   world, metres.   Threads  one thread for each character.   Errors  none.
 * Memory   plain and copyable. A zeroed struct has no shift.
 */
#include "core/math/vec3.h"

#include <stdbool.h>

/* Least distance between the segments of both lower legs, metres. In 544 s of capture it is .081. */
#define PD_CHARACTER_APART 0.076

typedef struct pd_character_legs_apart {
    pd_vec3 shift[2], rate[2]; /* of each foot: metres, and rate per second */
    double swivel[2][2];       /* rotation of each knee about its line: radians, and rate per second */
} pd_character_legs_apart;

/* Joints of a leg. */
typedef struct pd_character_apart_leg {
    pd_vec3 hip, knee, heel, toe;
    bool is_planted;
} pd_character_apart_leg;

/* Returns the least distance between the lower legs. */
double pd_character_legs_distance(const pd_character_apart_leg legs[2]);
/* Shifts the feet that are in the air, and moves their knees with them. */
void pd_character_legs_apart_feet(pd_character_legs_apart *apart, pd_character_apart_leg legs[2]);
/* Rotates the knees by apart->swivel, about the lines from hip to heel. */
void pd_character_legs_apart_knees(pd_character_legs_apart *apart, pd_character_apart_leg legs[2]);

#endif
