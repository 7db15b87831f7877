#ifndef PD_SMPL_MEASURE_MEASURE_H
#define PD_SMPL_MEASURE_MEASURE_H
/* Body measurements as a tape, a stadiometer and scales would take them, on the shaped mesh in its rest pose
 * (T-pose); so they do not depend on the pose.
 *
 * A girth is the perimeter of the convex hull of a plane section, because a tape spans hollows. Skin weights
 * restrict the section to one part of the body (the trunk: arm weights below one half). The levels come from
 * landmarks of the model file ("crotch", "nipple_left", "nipple_right", "navel"). If the file has none, they
 * are found on its template from joints and geometry, so that imported SMPL models work too. mass = volume x
 * density; the volume is the mesh's (divergence theorem).
 *
 * Names follow ISO 8559-1 where it has one; the column "definition" says what is computed here.
 *
 * Shapes   N bodies, B betas, M = PD_SMPL_MEASURE_COUNT values per body.
 * Units    metres, kilograms, cubic metres, kg/m2.
 * Memory   _run allocates nothing; scratch comes from the arena.
 * Threads  the model is const.
 * Errors   all of them in _check, which refuses a surface that is not a body's (closed.h). A measurement
 *          whose joints the model lacks is NaN.
 */
#include "core/base/arena.h"
#include "core/base/cancel.h"
#include "core/smpl/model.h"
#include "core/smpl/surface/line.h"

/* Default density, kg/m3. People have 985 to 1010 with the lungs half full. */
#define PD_SMPL_DENSITY_DEFAULT 1000.0

/* id, name, ISO 8559-1 name, unit, least and greatest value for which betas are searched, tolerance,
 * definition
 *
 * The tolerance is one standard deviation of the difference between a real person's tape measure and this
 * table's definition; fits (core/observe/measurements.h) weight measurements by it. It is the larger of two
 * numbers. The first is what ISO 20685-1 allows between two ways of measuring: 4 mm for heights and small
 * girths, 5 for segments, 9 for large girths, 2 for head and feet, 1 for hands. The second is the difference
 * in definition: a tailor's wrist and finger tip against joints, a tilted neck, hair and ears, lungs. It was
 * rounded from the residuals of every other row of ANSUR II (docs/reference/measurements.md).
 */
#define PD_SMPL_MEASURE_TABLE(X)                                                                             \
    X(HEIGHT, "height", "stature", "m", 0.5, 2.6, 0.005, "lowest to highest point of the body")              \
    X(MASS, "mass", "body mass", "kg", 10, 350, 1, "volume times density")                                   \
    X(VOLUME, "volume", "", "m3", 0.01, 0.35, 0.001, "volume enclosed by the skin")                          \
    X(BMI, "bmi", "", "kg/m2", 10, 70, 0.4, "mass divided by the square of the height")                      \
    X(HEAD_GIRTH, "head_girth", "head girth", "m", 0.3, 0.9, 0.02,                                           \
      "greatest horizontal girth of the head above the brow")                                                \
    X(NECK_GIRTH, "neck_girth", "neck girth", "m", 0.2, 0.8, 0.02,                                           \
      "least girth between neck and head joint, square to the line between them")                            \
    X(CHEST_GIRTH, "chest_girth", "chest girth, bust girth", "m", 0.5, 2.2, 0.015,                           \
      "horizontal girth of the trunk at the nipples, arms left out")                                         \
    X(UNDERBUST_GIRTH, "underbust_girth", "underbust girth", "m", 0.45, 2.1, 0.015,                          \
      "horizontal girth of the trunk below the breasts: a third of the way from nipples to navel")           \
    X(WAIST_GIRTH, "waist_girth", "waist girth", "m", 0.4, 2.2, 0.02,                                        \
      "least horizontal girth of the trunk, from 35 % of the way between crotch and nipples up to the ribs") \
    X(NAVEL_GIRTH, "navel_girth", "abdomen girth", "m", 0.4, 2.2, 0.02,                                      \
      "horizontal girth of the trunk at the navel")                                                          \
    X(HIP_GIRTH, "hip_girth", "hip girth", "m", 0.5, 2.2, 0.02,                                              \
      "greatest horizontal girth between crotch and 55 % of the way to the navel")                           \
    X(THIGH_GIRTH, "thigh_girth", "thigh girth", "m", 0.25, 1.3, 0.015,                                      \
      "horizontal girth of the left thigh 0.012 of the height (2 cm) below the crotch")                      \
    X(KNEE_GIRTH, "knee_girth", "knee girth", "m", 0.2, 0.9, 0.01,                                           \
      "horizontal girth of the left leg at the knee joint")                                                  \
    X(CALF_GIRTH, "calf_girth", "calf girth", "m", 0.2, 0.8, 0.01,                                           \
      "greatest horizontal girth of the left leg between knee and mid-shank")                                \
    X(ANKLE_GIRTH, "ankle_girth", "ankle girth", "m", 0.12, 0.5, 0.015,                                      \
      "least horizontal girth of the left leg above the ankle joint")                                        \
    X(UPPER_ARM_GIRTH, "upper_arm_girth", "upper-arm girth", "m", 0.15, 0.8, 0.01,                           \
      "girth of the left upper arm midway between shoulder and elbow joint, square to the bone")             \
    X(ELBOW_GIRTH, "elbow_girth", "elbow girth", "m", 0.15, 0.6, 0.01,                                       \
      "girth of the left arm at the elbow joint, square to the line from shoulder to wrist")                 \
    X(WRIST_GIRTH, "wrist_girth", "wrist girth", "m", 0.08, 0.35, 0.008,                                     \
      "least girth of the left forearm in its last quarter, square to the bone")                             \
    X(SHOULDER_WIDTH, "shoulder_width", "shoulder width", "m", 0.15, 0.7, 0.01,                              \
      "distance of the two shoulder joint centres")                                                          \
    X(ARM_LENGTH, "arm_length", "arm length", "m", 0.2, 1.1, 0.01, "shoulder to elbow to wrist joint, left") \
    X(HAND_LENGTH, "hand_length", "hand length", "m", 0.06, 0.35, 0.005,                                     \
      "wrist joint to the farthest finger tip along the hand, left")                                         \
    X(INSIDE_LEG_HEIGHT, "inside_leg_height", "inside leg height", "m", 0.2, 1.3, 0.008,                     \
      "lowest point of the body to the crotch")                                                              \
    X(BACK_NECK_TO_WAIST, "back_neck_to_waist", "back neck point to waist", "m", 0.15, 0.8, 0.01,            \
      "along the back, hollows spanned, from the height of the neck joint to the waist")                     \
    X(FOOT_LENGTH, "foot_length", "foot length", "m", 0.08, 0.45, 0.008,                                     \
      "heel to toe tip, left, front to back")                                                                \
    X(SPAN, "span", "arm span", "m", 0.5, 2.8, 0.008, "finger tip to finger tip in the T-pose")

typedef enum pd_smpl_measure {
#define PD_SMPL_MEASURE_ENUM(id, name, iso, unit, least, greatest, tolerance, definition) PD_SMPL_##id,
    PD_SMPL_MEASURE_TABLE(PD_SMPL_MEASURE_ENUM)
#undef PD_SMPL_MEASURE_ENUM
        PD_SMPL_MEASURE_COUNT
} pd_smpl_measure;

typedef struct pd_smpl_measure_row {
    /* iso is "" where the standard has no name for the measurement. */
    const char *name, *iso, *unit, *definition;
    double least, greatest;
    double tolerance; /* One standard deviation, in `unit`. */
} pd_smpl_measure_row;

extern const pd_smpl_measure_row pd_smpl_measures[PD_SMPL_MEASURE_COUNT];

/* Returns the measurement of that name, or PD_SMPL_MEASURE_COUNT. */
pd_smpl_measure pd_smpl_measure_find(const char *name);

/* Suggests the unit that a value out of range was probably meant in: writes "; 178 cm would be 1.78 m", to be
 * appended to "178; 0.5 to 2.6 m allowed", when the value is in range in another common unit, else "".
 * Returns out, which holds at least 64 bytes. */
const char *pd_smpl_measure_unit_hint(char *out, size_t size, double value, double least, double greatest,
                                      const char *unit);

typedef struct pd_smpl_measure_job {
    double *values; /* Output (N,M). */
    /* Output (N,M): the line along which each was measured, or NULL.
     * Mass, volume, bmi and back_neck_to_waist have none. */
    pd_smpl_line *lines;
    const float *betas; /* Input (N,beta_count), may be NULL when beta_count is 0. */
    int beta_count;     /* 0 to the model's number of betas. */
    int body_count;     /* N, at least 1. */
    double density;     /* kg/m3, 500 to 2000; 0: PD_SMPL_DENSITY_DEFAULT. */
    uint64_t wanted;    /* Bit i requests measurement i, the others are NaN; 0: all. */
    /* Checked before each body; when set, values are unspecified. NULL: cannot be cancelled. */
    const pd_cancel *cancel;
} pd_smpl_measure_job;

/* Checks that the model's surface is that of a person, which can be measured (closed.h). ERR_UNSUPPORTED. */
pd_status pd_smpl_measure_check_model(const pd_smpl_model *model, pd_error *err);
/* Checks a job and the model's surface. *err says which field is wrong ("/betas", "/density"), its value and
 * what is allowed. */
pd_status pd_smpl_measure_check(const pd_smpl_measure_job *job, const pd_smpl_model *model, pd_error *err);
/* Returns the bytes of scratch that _run takes from the arena. */
size_t pd_smpl_measure_scratch_bytes(const pd_smpl_model *model);
/* Measures the bodies of a checked job. Cannot fail. */
void pd_smpl_measure_run(const pd_smpl_measure_job *job, const pd_smpl_model *model, pd_arena *scratch);

#endif
