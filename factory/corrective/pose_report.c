#include "factory/corrective/pose_report.h"

#include <math.h>
#include <stdio.h>

static const char *const kind_names[PD_TRAIN_FIT_COUNT] = {"lbs", "dqs"};

/* --- text --- */

static void print_error(const char *kind, const char *what, const pd_train_pose_error *e)
{
    if (!e->pose_count) return;
    printf("  %s%-10s %8.3f %8.3f %8.2f %8.2f %8.1f %8.3f %8.2f\n", kind, what, e->vertex_mm, e->area_mm,
           e->p95_mm, e->p99_mm, e->max_mm, e->joint_mm, e->joint_p95_mm);
}

static void print_target(const char *name, double value, const char *unit, double least, double most)
{
    /* A value that is not a number meets no target. */
    const bool met = value >= least && value <= most;

    printf("  %-44s %9.3f %-3s %s\n", name, value, unit, met ? "met" : "NOT MET");
}

static double gain_percent(double plain, double with)
{
    return plain > 0 ? 100 * (1 - with / plain) : 0;
}

void pd_tool_pose_report_print(const char *model, const pd_factory_learn_report *report)
{
    const pd_factory_learn_report *r = report;

    printf("%s: %d targets of the mean and %d other bodies, %d left out; %d held out; %d patterns, %.2f "
           "joints a vertex\n",
           model, r->trained, r->bodies, r->left_out, r->held_out, r->pattern_count, r->joints_per_vertex);
    printf("held-out poses, mm        vertex     area      p95      p99      max    joint joint p95\n");
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
        print_error(kind_names[kind], "", &r->kinds[kind].plain);
        print_error(kind_names[kind], "+P sparse", &r->kinds[kind].sparse);
        print_error(kind_names[kind], "+P dense", &r->kinds[kind].dense);
    }

    printf("lambda %g;", r->lambda);
    for (int i = 0; i < PD_FACTORY_LAMBDA_COUNT; i++) printf("  %g: %.3f mm", r->lambdas[i], r->lambda_mm[i]);
    printf("\n");

    printf("volume change in ml (rest %.1f l)        lbs      dqs    lbs+P    dqs+P   target\n",
           r->rest_ml / 1000);
    for (int b = 0; b < PD_FACTORY_BEND_COUNT; b++)
        printf("  %-32s %8.0f %8.0f %8.0f %8.0f %8.0f\n", pd_factory_bend_names[b],
               r->kinds[0].bends_plain_ml[b], r->kinds[1].bends_plain_ml[b], r->kinds[0].bends_ml[b],
               r->kinds[1].bends_ml[b], r->bends_target_ml[b]);

    printf("other bodies, area mean in mm           lbs    lbs+P   gain %%      dqs    dqs+P   gain %%\n");
    for (int t = 0; t < PD_FACTORY_TRIAL_COUNT; t++) {
        printf("  %-32s", pd_factory_trial_names[t]);
        for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
            double plain = r->kinds[kind].trial_plain_mm[t];
            double with = r->kinds[kind].trial_mm[t];
            printf(" %8.2f %8.2f %8.0f", plain, with, gain_percent(plain, with));
        }

        printf("\n");
    }

    const pd_factory_kind_report *lbs = &r->kinds[PD_TRAIN_FIT_LBS];
    double least = INFINITY, sum = 0;
    for (int t = 1; t < PD_FACTORY_TRIAL_COUNT; t++) {
        double gain = gain_percent(lbs->trial_plain_mm[t], lbs->trial_mm[t]);
        least = fmin(least, gain);
        sum += gain / (PD_FACTORY_TRIAL_COUNT - 1);
    }

    printf("targets\n");
    print_target("LBS+P sparse, area mean, at most 0.85", lbs->sparse.area_mm, "mm", 0, 0.85);
    print_target("below plain LBS, at least 78", gain_percent(lbs->plain.area_mm, lbs->sparse.area_mm), "%",
                 78, 100);
    if (lbs->dense.pose_count)
        print_target("LBS+P dense, area mean, at most 0.80", lbs->dense.area_mm, "mm", 0, 0.8);
    print_target("elbow 90, volume, within 60", lbs->bends_ml[0], "ml", -60, 60);
    print_target("elbow 120, volume, within 60", lbs->bends_ml[1], "ml", -60, 60);
    print_target("knee 90, volume, within 100", lbs->bends_ml[2], "ml", -100, 100);
    print_target("knee 120, volume, within 100", lbs->bends_ml[3], "ml", -100, 100);
    print_target("hip 90, volume, within 350", lbs->bends_ml[4], "ml", -350, 350);
    print_target("largest number of P, at most 50", 1000 * lbs->largest_m, "mm", 0, 1000 * (double)0.05f);
    print_target("other bodies, least gain, at least 25", least, "%", 25, 100);
    print_target("other bodies, mean gain, at least 45", sum, "%", 45, 100);
}

/* --- JSON --- */

static json_t *pose_report_rounded(double value)
{
    return json_real(isfinite(value) ? round(value * 1e4) / 1e4 : 0);
}

static json_t *error_json(const pd_train_pose_error *e)
{
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "poses", e->pose_count, "vertex_mm",
                     pose_report_rounded(e->vertex_mm), "area_mm", pose_report_rounded(e->area_mm), "p95_mm",
                     pose_report_rounded(e->p95_mm), "p99_mm", pose_report_rounded(e->p99_mm), "max_mm",
                     pose_report_rounded(e->max_mm), "joint_mm", pose_report_rounded(e->joint_mm),
                     "joint_p95_mm", pose_report_rounded(e->joint_p95_mm));
}

static json_t *kind_json(const pd_factory_learn_report *r, int kind)
{
    const pd_factory_kind_report *k = &r->kinds[kind];
    json_t *bends = json_object();
    json_t *bodies = json_object();

    for (int b = 0; b < PD_FACTORY_BEND_COUNT; b++)
        json_object_set_new(bends, pd_factory_bend_names[b],
                            json_pack("{s:o, s:o, s:o}", "plain_ml",
                                      pose_report_rounded(k->bends_plain_ml[b]), "ml",
                                      pose_report_rounded(k->bends_ml[b]), "target_ml",
                                      pose_report_rounded(r->bends_target_ml[b])));

    for (int t = 0; t < PD_FACTORY_TRIAL_COUNT; t++)
        json_object_set_new(bodies, pd_factory_trial_names[t],
                            json_pack("{s:o, s:o}", "plain_mm", pose_report_rounded(k->trial_plain_mm[t]),
                                      "mm", pose_report_rounded(k->trial_mm[t])));

    json_t *out = json_pack("{s:o, s:o, s:o, s:o, s:f, s:f}", "plain", error_json(&k->plain), "sparse",
                            error_json(&k->sparse), "volume", bends, "bodies", bodies, "largest_m",
                            k->largest_m, "step_m", k->step_m);
    if (k->dense.pose_count) json_object_set_new(out, "dense", error_json(&k->dense));

    return out;
}

json_t *pd_tool_pose_report_json(const pd_factory_learn_report *report)
{
    const pd_factory_learn_report *r = report;
    json_t *lambdas = json_array();

    for (int i = 0; i < PD_FACTORY_LAMBDA_COUNT; i++)
        json_array_append_new(lambdas,
                              json_pack("[f, o]", r->lambdas[i], pose_report_rounded(r->lambda_mm[i])));

    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:f, s:o, s:o, s:o}", "trained", r->trained, "bodies",
                     r->bodies, "left_out", r->left_out, "held_out", r->held_out, "patterns",
                     r->pattern_count, "joints_per_vertex", pose_report_rounded(r->joints_per_vertex),
                     "lambda", r->lambda, "lambda_area_mm", lambdas, "lbs", kind_json(r, 0), "dqs",
                     kind_json(r, 1));
}
