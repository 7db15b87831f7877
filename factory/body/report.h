#ifndef PD_FACTORY_BODY_REPORT_H
#define PD_FACTORY_BODY_REPORT_H
/* Measures a trained model on held-out bodies. Values are in millimetres, litres and kilograms, because
 * people read them. "Area" means weighted by the area of the skin, "vertex" the plain mean. */
#include "factory/body/shape/joints.h"
#include "factory/body/shape/mesh.h"
#include "factory/body/shape/pca.h"
#include "factory/body/shape/regressor.h"
#include "factory/body/sample/sample.h"

#define PD_FACTORY_COMPONENTS  20
#define PD_FACTORY_ERROR_COUNT 6

extern const int pd_factory_error_betas[PD_FACTORY_ERROR_COUNT]; /* 1 3 5 10 16 20 */

typedef struct pd_factory_population {
    int count;
    double stature_mean, stature_sd;                   /* metres */
    double bmi_p5, bmi_p25, bmi_p50, bmi_p75, bmi_p95; /* percentiles, kg/m2 */
    double mass_p5, mass_p50, mass_p95;                /* percentiles, kg */
    double fat_beyond;                                 /* share of subjects with corpulence over 1 */
} pd_factory_population;

/* Errors over subjects: means of each subject's mean, and the 95th percentile
 * of the subjects' area-weighted means. */
typedef struct pd_factory_shape_error {
    double vertex_mm, area_mm, area_p95_mm, joint_mm;
} pd_factory_shape_error;

typedef struct pd_factory_model_report {
    int trained, held_out;
    double stature, volume, bmi;                /* measures of the mean body: m, m3, kg/m2 */
    double variance[PD_FACTORY_COMPONENTS];     /* cumulative share of the variance */
    double volume_slope[PD_FACTORY_COMPONENTS]; /* change of volume from beta -2 to +2, litres */
    pd_factory_shape_error errors[PD_FACTORY_ERROR_COUNT];
} pd_factory_model_report;

typedef struct pd_factory_report {
    pd_factory_population men, women;
    /* largest error of the stature; share of subjects whose BMI is met within 1 percent */
    double stature_worst_mm, bmi_within_1_percent;
    /* mean distance of the cube from the centre computed from skin, mm */
    double cube_mm[PD_FACTORY_POINT_COUNT];
    double regressor_mm[PD_FACTORY_JOINT_COUNT]; /* mean error of each joint on held-out bodies, mm */
    double regressor_mean_mm, regressor_p95_mm, regressor_max_mm;
    int regressor_entries, regressor_row_min, regressor_row_max;
    double volume_change_mean, volume_change_worst; /* change of volume from A-pose to T-pose, per cent */
    double axis_worst_deg;                          /* largest angle of a limb to its T-pose axis, degrees */
    int weight_vertices[4];                         /* numbers of vertices with 1, 2, 3, 4 joints */
    /* difference of weights along an edge: 99th percentile, largest */
    double weight_jump_p99, weight_jump_max;
    double mirror_worst;               /* largest mirror error of W, J, S and template: 0 when exact */
    pd_factory_model_report models[3]; /* neutral, female, male */
} pd_factory_report;

/* Returns the percentile (0..100) of `count` values; sorts the values in place. */
double pd_factory_percentile(double *values, int count, double percentile);

/* Each of the following fills part of the report and fails with ERR_MEMORY only. */
pd_status pd_factory_report_sample(pd_factory_report *report, const pd_factory_sample *sample, pd_error *err);
/* Measures the regressor on held-out subjects: bodies and centers in T-pose. */
pd_status pd_factory_report_regressor(pd_factory_report *report, const pd_factory_regressor *regressor,
                                      const float *bodies, const double *centers, int count, int vertex_count,
                                      pd_error *err);
void pd_factory_report_axes(pd_factory_report *report, const double *centers, int count);
/* Measures skin weights (V,joint_count). */
pd_status pd_factory_report_weights(pd_factory_report *report, const double *weights, int joint_count,
                                    const pd_factory_mesh *mesh, pd_error *err);

typedef struct pd_factory_held_out {
    const pd_factory_mesh *mesh;
    const pd_executor *executor;
    const double *areas;
    const float *bodies;   /* (...,V,3) aligned bodies */
    const double *centers; /* (...,PD_FACTORY_POINT_COUNT,3) joint centres */
    const pd_factory_regressor *regressor;
    const int *chosen;
    int count;
} pd_factory_held_out;
pd_status pd_factory_report_model(pd_factory_model_report *report, const pd_factory_pca *pca,
                                  const pd_factory_held_out *held_out, pd_error *err);

#endif
