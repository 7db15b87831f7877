#ifndef PD_TRAIN_BODY_REPORT_H
#define PD_TRAIN_BODY_REPORT_H
/* What training reached, measured on bodies that were not learned from. Millimetres, litres and kilograms here:
 * these numbers are for people. "Area" means weighted by the area of the skin, "vertex" the plain mean. */
#include "train/body/joints.h"
#include "train/body/mesh.h"
#include "train/body/pca.h"
#include "train/body/regressor.h"
#include "train/body/sample.h"

#define PD_TRAIN_COMPONENTS  20
#define PD_TRAIN_ERROR_COUNT 6

extern const int pd_train_error_betas[PD_TRAIN_ERROR_COUNT]; /* 1 3 5 10 16 20 */

typedef struct pd_train_population {
    int count;
    double stature_mean, stature_sd;                   /* m */
    double bmi_p5, bmi_p25, bmi_p50, bmi_p75, bmi_p95; /* kg/m2 */
    double mass_p5, mass_p50, mass_p95;                /* kg */
    double fat_beyond;                                 /* share with corpulence over 1 */
} pd_train_population;

/* Over subjects: the mean of their means, and the 95th percentile of their area means. */
typedef struct pd_train_shape_error {
    double vertex_mm, area_mm, area_p95_mm, joint_mm;
} pd_train_shape_error;

typedef struct pd_train_model_report {
    int trained, held_out;
    double stature, volume, bmi;              /* of the mean body: m, m3, kg/m2 */
    double variance[PD_TRAIN_COMPONENTS];     /* cumulative share               */
    double volume_slope[PD_TRAIN_COMPONENTS]; /* litres from beta -2 to +2      */
    pd_train_shape_error errors[PD_TRAIN_ERROR_COUNT];
} pd_train_model_report;

typedef struct pd_train_report {
    pd_train_population men, women;
    double stature_worst_mm, bmi_within_1_percent; /* share */
    double cube_mm[PD_TRAIN_POINT_COUNT];          /* skin centre to cube, mean: how far cubes lie */
    double regressor_mm[PD_TRAIN_JOINT_COUNT];     /* held out, mean per joint   */
    double regressor_mean_mm, regressor_p95_mm, regressor_max_mm;
    int regressor_entries, regressor_row_min, regressor_row_max;
    double volume_change_mean, volume_change_worst; /* T-pose over A-pose, per cent */
    double axis_worst_deg;                          /* limbs from their T-pose axes */
    int weight_vertices[4];                         /* with 1, 2, 3, 4 joints       */
    double weight_jump_p99, weight_jump_max;        /* along an edge                */
    double mirror_worst;                            /* of W, J, S, template: 0      */
    pd_train_model_report models[3];                /* neutral, female, male        */
} pd_train_report;

/* percentile 0..100 of count values, which are sorted in place. */
double pd_train_percentile(double *values, int count, double percentile);

/* ERR_MEMORY only, all of them. */
pd_status pd_train_report_sample(pd_train_report *report, const pd_train_sample *sample, pd_error *err);
/* bodies and centers of the held-out subjects, in T-pose. */
pd_status pd_train_report_regressor(pd_train_report *report, const pd_train_regressor *regressor,
                                    const float *bodies, const double *centers, int count, int vertex_count,
                                    pd_error *err);
void pd_train_report_axes(pd_train_report *report, const double *centers, int count);
/* weights (V,joint_count) */
pd_status pd_train_report_weights(pd_train_report *report, const double *weights, int joint_count,
                                  const pd_train_mesh *mesh, pd_error *err);

typedef struct pd_train_held_out {
    const pd_train_mesh *mesh;
    const pd_executor *executor;
    const double *areas;
    const float *bodies;   /* (...,V,3) aligned */
    const double *centers; /* (...,PD_TRAIN_POINT_COUNT,3) */
    const pd_train_regressor *regressor;
    const int *chosen;
    int count;
} pd_train_held_out;
pd_status pd_train_report_model(pd_train_model_report *report, const pd_train_pca *pca,
                                const pd_train_held_out *held_out, pd_error *err);

#endif
