#ifndef PD_PFNN_CAPTURE_LEVEL_H
#define PD_PFNN_CAPTURE_LEVEL_H
/* The floor of a capture, found from planted toes: floors of studios are tilted by up to a degree, which over a walk of 4 m
 * is more than a contact may be off.
 *
 *     y_i = toe height + h_c(i) + a x_i + b z_i +- d     one point a plant; a, b, d of a subject, h_c of a clip c
 *
 * d is how much higher the left toes are captured than the right ones, halved: without it, a millimetre of difference would become a
 * floor that leans by a degree in clips that only walk straight ahead. Least squares with weights w = 1/(1 + (r/s)^2), s = 2 cm, in 12
 * rounds; points above the floor (a foot that is slow in the air) count a third; a, b and d are held near 0 by a ridge that
 * weighs their usual size against the noise of a point.
 *
 * Units  metres, world space, the biped's. A plant: the toe joint slower than 0.25 m/s for 4 frames of 60 Hz or more.
 */
#include "core/anim/clip.h"
#include "core/base/error.h"

typedef struct pd_pfnn_plants {
    pd_vec3 *points; /* (count) means of toe joints over their plants; left ones first */
    int count, left_count;
    double lowest; /* height that one toe in 20 is under: for clips without a plant */
} pd_pfnn_plants;

typedef struct pd_pfnn_level {
    double tilt_x, tilt_z, side, height; /* a, b, d, h_c */
} pd_pfnn_level;

/* Of a clip on the biped at 60 Hz. ERR_MEMORY. */
pd_status pd_pfnn_plants_find(pd_pfnn_plants *out, const pd_anim_clip *clip, pd_error *err);
void pd_pfnn_plants_deinit(pd_pfnn_plants *plants);

/* levels (count): of the clips of one subject. */
void pd_pfnn_level_fit(pd_pfnn_level *levels, const pd_pfnn_plants *const *plants, int count);
/* Root mean square distance of plants from the floor, of those within 6 cm of it; *used how many those are. */
double pd_pfnn_level_rms(const pd_pfnn_level *levels, const pd_pfnn_plants *const *plants, int count,
                         int *used);
/* Turns the clip so that the floor is level, and moves it to y = 0. */
void pd_pfnn_level_apply(pd_anim_clip *clip, const pd_pfnn_level *level);

#endif
