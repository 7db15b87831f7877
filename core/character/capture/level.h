#ifndef PD_CHARACTER_CAPTURE_LEVEL_H
#define PD_CHARACTER_CAPTURE_LEVEL_H
/* Estimates the floor of a capture from planted toes. Studio floors are tilted by up to a degree, which over
 * a walk of 4 m is more than the tolerance of a contact.
 *
 *     y_i = toe height + h_c(i) + a x_i + b z_i +- d     one point for each plant; a, b, d of a subject, h_c
 *                                                        of a clip c
 *
 * d is half the difference between the captured heights of left and right toes. Without it, a difference of a
 * millimetre would become a tilt of a degree in clips that only walk straight ahead. The fit is least squares
 * with weights w = 1/(1 + (r/s)^2), s = 2 cm, in 12 rounds. Points above the floor (a foot that moves slowly
 * in the air) have a third of the weight. A ridge, from the usual size of a, b and d and the noise of a
 * point, keeps these near 0.
 *
 * A plant is at least 4 frames of 60 Hz in which the toe joint is slower than 0.25 m/s.
 *
 * Units    metres.
 * Spaces   world, on the biped.
 * Memory   _find allocates.
 * Threads  pure functions.
 * Errors   ERR_MEMORY.
 */
#include "core/anim/clip.h"
#include "core/base/error.h"

typedef struct pd_character_plants {
    pd_vec3 *points; /* (count) mean position of the toe joint during each plant; left ones first */
    int count, left_count;
    double lowest; /* height below which one toe position in 20 lies, for clips without a plant */
} pd_character_plants;

typedef struct pd_character_level {
    double tilt_x, tilt_z, side, height; /* a, b, d, h_c */
} pd_character_level;

/* Finds the plants of a clip on the biped at 60 Hz. ERR_MEMORY. */
pd_status pd_character_plants_find(pd_character_plants *out, const pd_anim_clip *clip, pd_error *err);
/* Frees the arrays of the plants. */
void pd_character_plants_deinit(pd_character_plants *plants);

/* Fits levels (count), one for each clip of one subject. */
void pd_character_level_fit(pd_character_level *levels, const pd_character_plants *const *plants, int count);
/* Returns the root mean square distance of plants from the floor,
 * among those within 6 cm of it; *used is their number. */
double pd_character_level_rms(const pd_character_level *levels, const pd_character_plants *const *plants,
                              int count, int *used);
/* Rotates the clip so that the floor is level, and moves the floor to y = 0. */
void pd_character_level_apply(pd_anim_clip *clip, const pd_character_level *level);

#endif
