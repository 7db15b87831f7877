#ifndef PD_FACTORY_MAKEHUMAN_SLIDER_H
#define PD_FACTORY_MAKEHUMAN_SLIDER_H
/* Table of the sliders that sampling sets, one row each.
 *
 * A slider of value s in -1..1 applies |s| of its first file when negative and s of its second when positive.
 * A two-sided slider (path with %c) moves the left and the right file together.
 *
 * sd      standard deviation of the slider over people; values are cut at 2.5 sd.
 * depot   rate at which fat fills it after the weight control is at its end (sample.h); 0: not a fat depot.
 * kind    region where fat is stored first: +1 trunk (android), -1 hips and thighs (gynoid), 0 either.
 *
 * Left out on purpose: all *-trans-* of torso, hip, neck, foot and hand (rigid shifts by up to 0.1 m, *-in
 * and *-out not symmetric), fingers, and files that duplicate another one. Left out of the face as well:
 * *-trans-in and -out, and shapes of the ear.
 */
typedef struct pd_factory_slider {
    const char *path; /* path below targets/, without end name and extension; %c stands for l and r */
    const char *negative, *positive;
    double sd, depot;
    int kind;
} pd_factory_slider;

extern const pd_factory_slider pd_factory_sliders[];
extern const int pd_factory_slider_count;      /* number of all sliders */
extern const int pd_factory_body_slider_count; /* number of the leading sliders, which are not of the face */

/* Whole-body shapes, of which a person has at most one: path without .target. */
extern const char *const pd_factory_female_shapes[];
extern const int pd_factory_female_shape_count;
extern const char *const pd_factory_male_shapes[];
extern const int pd_factory_male_shape_count;

#endif
