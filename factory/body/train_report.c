#include "factory/body/train_report.h"

#include "tools/base/report.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- figures beside targets: one row each, used by both forms ---- */

typedef struct figure {
    const char *name, *unit;
    double value, least, most; /* value, and the range of its target; NAN: no bound */
} figure;

#define FIGURES_MAX 64

typedef struct figures {
    figure rows[FIGURES_MAX];
    int count;
} figures;

static void add_train_report(figures *f, const char *name, const char *unit, double value, double least,
                             double most)
{
    if (f->count < FIGURES_MAX)
        f->rows[f->count++] =
            (figure){.name = name, .unit = unit, .value = value, .least = least, .most = most};
}

static bool is_met(const figure *f)
{
    return !(f->value < f->least) && !(f->value > f->most);
}

static figures collect_train_report(const pd_factory_report *r)
{
    figures f = {.count = 0};

    /* Statures and body-mass indices of the sampled people. */
    add_train_report(&f, "men: stature, mean", "m", r->men.stature_mean, 1.754, 1.764);
    add_train_report(&f, "men: stature, sd", "m", r->men.stature_sd, 0.065, 0.075);
    add_train_report(&f, "women: stature, mean", "m", r->women.stature_mean, 1.622, 1.632);
    add_train_report(&f, "women: stature, sd", "m", r->women.stature_sd, 0.060, 0.070);
    add_train_report(&f, "men: BMI, p5", "kg/m2", r->men.bmi_p5, 18, 19.5);
    add_train_report(&f, "men: BMI, median", "kg/m2", r->men.bmi_p50, 24.5, 26);
    add_train_report(&f, "men: BMI, p95", "kg/m2", r->men.bmi_p95, 34, 38);
    add_train_report(&f, "women: BMI, p5", "kg/m2", r->women.bmi_p5, 18, 19.5);
    add_train_report(&f, "women: BMI, median", "kg/m2", r->women.bmi_p50, 24.5, 26);
    add_train_report(&f, "women: BMI, p95", "kg/m2", r->women.bmi_p95, 34, 38);
    add_train_report(&f, "stature off what was asked, worst", "mm", r->stature_worst_mm, NAN, 1);
    add_train_report(&f, "BMI within 1 % of what was asked", "%", 100 * r->bmi_within_1_percent, 99, NAN);

    /* Errors of the models on held-out bodies, and their variance. */
    const pd_factory_model_report *all = &r->models[0];
    const pd_factory_model_report *women = &r->models[1];
    const pd_factory_model_report *men = &r->models[2];
    add_train_report(&f, "neutral, 10 betas, area mean", "mm", all->errors[3].area_mm, NAN, 8.5);
    add_train_report(&f, "neutral, 10 betas, vertex mean", "mm", all->errors[3].vertex_mm, NAN, 7.5);
    add_train_report(&f, "neutral, 16 betas, area mean", "mm", all->errors[4].area_mm, NAN, 6.0);
    add_train_report(&f, "neutral, 16 betas, vertex mean", "mm", all->errors[4].vertex_mm, NAN, 5.0);
    add_train_report(&f, "neutral, 20 components, area mean", "mm", all->errors[5].area_mm, NAN, 5.0);
    add_train_report(&f, "neutral, 20 components, vertex mean", "mm", all->errors[5].vertex_mm, NAN, 4.0);
    add_train_report(&f, "female, 16 betas, area mean", "mm", women->errors[4].area_mm, NAN, 5.3);
    add_train_report(&f, "male, 16 betas, area mean", "mm", men->errors[4].area_mm, NAN, 5.3);
    add_train_report(&f, "neutral, variance of 16 betas", "%", 100 * all->variance[15], 97, NAN);
    add_train_report(&f, "neutral, joints under 16 betas", "mm", all->errors[4].joint_mm, NAN, 3.5);

    /* Write the figures of joints, T-pose and symmetry. */
    add_train_report(&f, "joint regressor, mean", "mm", r->regressor_mean_mm, NAN, 0.6);
    add_train_report(&f, "joint regressor, worst", "mm", r->regressor_max_mm, NAN, 6);
    add_train_report(&f, "joint regressor, most non-zeros of a row", "", r->regressor_row_max, NAN, 40);
    add_train_report(&f, "T-pose, volume change, mean", "%", r->volume_change_mean, -1.2, 1.2);
    add_train_report(&f, "T-pose, volume change, worst", "%", r->volume_change_worst, -2.5, 2.5);
    add_train_report(&f, "T-pose, limb off its axis, worst", "degrees", r->axis_worst_deg, NAN, 0.01);
    add_train_report(&f, "mirror error of W, J, S and template", "", r->mirror_worst, NAN, 0);

    return f;
}

/* ---- markdown ---- */

static void target_text(char out[48], const figure *f)
{
    if (isnan(f->least))
        snprintf(out, 48, "at most %g", f->most);
    else if (isnan(f->most))
        snprintf(out, 48, "at least %g", f->least);
    else
        snprintf(out, 48, "%g to %g", f->least, f->most);
}

void pd_tool_train_report_print(const pd_factory_report *report, const pd_tool_step_times *times)
{
    figures f = collect_train_report(report);

    /* Figures beside their targets. */
    printf("| figure | reached | target | |\n|---|---|---|---|\n");
    for (int i = 0; i < f.count; i++) {
        char target[48];
        target_text(target, &f.rows[i]);
        printf("| %s | %.4g %s | %s | %s |\n", f.rows[i].name, f.rows[i].value, f.rows[i].unit, target,
               is_met(&f.rows[i]) ? "met" : "**missed**");
    }

    /* Errors by the number of betas. */
    printf("\n| k | neutral | female | male |\n|---|---|---|---|\n");
    for (int e = 0; e < PD_FACTORY_ERROR_COUNT; e++) {
        printf("| %d |", pd_factory_error_betas[e]);
        for (int m = 0; m < 3; m++) {
            const pd_factory_shape_error *x = &report->models[m].errors[e];
            printf(" %.1f / %.1f (%.1f, %.1f) |", x->vertex_mm, x->area_mm, x->area_p95_mm, x->joint_mm);
        }

        printf("\n");
    }

    /* Write variance, volumes and the mean body of each model. */
    static const char *const names[] = {"neutral", "female", "male"};
    printf("\n");
    for (int m = 0; m < 3; m++) {
        printf("* %s (%d bodies, measured on %d), cumulative variance %%:", names[m],
               report->models[m].trained, report->models[m].held_out);
        for (int k = 0; k < PD_FACTORY_COMPONENTS; k++) printf(" %.1f", 100 * report->models[m].variance[k]);
        printf("; volume from beta -2 to +2, l:");
        for (int k = 0; k < 6; k++) printf(" %.1f", report->models[m].volume_slope[k]);
        printf("; mean body %.3f m, %.1f l, BMI %.1f\n", report->models[m].stature,
               1000 * report->models[m].volume, report->models[m].bmi);
    }

    /* Write the figures of weights, joints and time. */
    const pd_factory_report *r = report;
    printf("* weights: %d/%d/%d/%d vertices with 1/2/3/4 joints; jump along an edge p99 %.2f, worst %.2f\n",
           r->weight_vertices[0], r->weight_vertices[1], r->weight_vertices[2], r->weight_vertices[3],
           r->weight_jump_p99, r->weight_jump_max);
    printf("* joint regressor: p95 %.2f mm, %d non-zeros (%d to %d a row)\n", r->regressor_p95_mm,
           r->regressor_entries, r->regressor_row_min, r->regressor_row_max);
    printf("* joint: regressor mm (cube to skin centre mm):");
    for (int j = 0; j < PD_FACTORY_JOINT_COUNT; j++)
        printf(" %s %.1f (%.1f)%s", pd_factory_joints[j].name, r->regressor_mm[j], r->cube_mm[j],
               j + 1 < PD_FACTORY_JOINT_COUNT ? "," : "\n");

    printf("* time:");
    for (int s = 0; s < times->count; s++)
        printf(" %s %.1f s,", times->steps[s].step, times->steps[s].seconds);
    printf(" all %.1f s\n", times->total_s);
}

/* ---- JSON ---- */

static json_t *train_report_rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return json_real(strtod(text, NULL));
}

static json_t *model_json(const pd_factory_model_report *m)
{
    json_t *errors = json_array();
    json_t *variance = json_array();
    json_t *slopes = json_array();

    for (int e = 0; e < PD_FACTORY_ERROR_COUNT; e++)
        json_array_append_new(errors,
                              json_pack("{s:i, s:o, s:o, s:o, s:o}", "betas", pd_factory_error_betas[e],
                                        "vertex_mm", train_report_rounded(m->errors[e].vertex_mm), "area_mm",
                                        train_report_rounded(m->errors[e].area_mm), "area_p95_mm",
                                        train_report_rounded(m->errors[e].area_p95_mm), "joint_mm",
                                        train_report_rounded(m->errors[e].joint_mm)));

    for (int k = 0; k < PD_FACTORY_COMPONENTS; k++) {
        json_array_append_new(variance, train_report_rounded(m->variance[k]));
        json_array_append_new(slopes, train_report_rounded(m->volume_slope[k]));
    }

    return json_pack("{s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "trained", m->trained, "held_out", m->held_out,
                     "stature_m", train_report_rounded(m->stature), "volume_l",
                     train_report_rounded(1000 * m->volume), "errors", errors, "variance", variance,
                     "volume_slope_l", slopes);
}

pd_status pd_tool_train_report_json(const pd_factory_report *report, const pd_tool_step_times *times,
                                    const char *path, pd_error *err)
{
    figures f = collect_train_report(report);
    json_t *list = json_array();
    json_t *joints = json_object();
    json_t *seconds = json_object();

    /* Figures beside their targets. */
    for (int i = 0; i < f.count; i++) {
        char target[48];
        target_text(target, &f.rows[i]);
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:s, s:b}", "figure", f.rows[i].name, "unit",
                                              f.rows[i].unit, "value", train_report_rounded(f.rows[i].value),
                                              "target", target, "met", is_met(&f.rows[i])));
    }

    /* Write the figures of joints and times. */
    for (int j = 0; j < PD_FACTORY_JOINT_COUNT; j++)
        json_object_set_new(joints, pd_factory_joints[j].name,
                            json_pack("{s:o, s:o}", "regressor_mm",
                                      train_report_rounded(report->regressor_mm[j]), "cube_mm",
                                      train_report_rounded(report->cube_mm[j])));

    for (int s = 0; s < times->count; s++)
        json_object_set_new(seconds, times->steps[s].step, train_report_rounded(times->steps[s].seconds));
    json_object_set_new(seconds, "all", train_report_rounded(times->total_s));

    json_t *root = json_pack("{s:o, s:{s:o, s:o, s:o}, s:o, s:o}", "figures", list, "models", "neutral",
                             model_json(&report->models[0]), "female", model_json(&report->models[1]), "male",
                             model_json(&report->models[2]), "joints", joints, "seconds", seconds);
    const pd_status status = pd_tool_report_write(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6), path, err);
    json_decref(root);

    return status;
}
