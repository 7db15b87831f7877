#include "tools/train/evaluate_people.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/rng.h"
#include "core/base/sort.h"
#include "core/observe/measurements.h"
#include "tools/base/folder.h"
#include "tools/base/report.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COLUMNS_MAX 512
#define RANDOM      1000 /* bodies that the fitted ones are compared with */

/* Columns of ANSUR II with the same definition as a measurement,
 * except for differences within the tolerances. */
static const struct {
    pd_smpl_measure measure;
    const char *column;
    double factor;
} columns[] = {
    {PD_SMPL_HEIGHT, "stature", 0.001},
    {PD_SMPL_MASS, "weightkg", 0.1},
    {PD_SMPL_HEAD_GIRTH, "headcircumference", 0.001},
    {PD_SMPL_NECK_GIRTH, "neckcircumference", 0.001},
    {PD_SMPL_CHEST_GIRTH, "chestcircumference", 0.001},
    {PD_SMPL_NAVEL_GIRTH, "waistcircumference", 0.001},
    {PD_SMPL_HIP_GIRTH, "buttockcircumference", 0.001},
    {PD_SMPL_THIGH_GIRTH, "thighcircumference", 0.001},
    {PD_SMPL_CALF_GIRTH, "calfcircumference", 0.001},
    {PD_SMPL_ANKLE_GIRTH, "anklecircumference", 0.001},
    {PD_SMPL_WRIST_GIRTH, "wristcircumference", 0.001},
    {PD_SMPL_HAND_LENGTH, "handlength", 0.001},
    {PD_SMPL_INSIDE_LEG_HEIGHT, "crotchheight", 0.001},
    {PD_SMPL_FOOT_LENGTH, "footlength", 0.001},
    {PD_SMPL_SPAN, "span", 0.001},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

typedef struct legs {
    double knock_deg, crossing;
} legs;

typedef struct person {
    pd_observe_measurements_measurement targets[COLUMNS];
    double residuals[COLUMNS];
    pd_observe_measurements_status status;
    double distance, relaxation;
    int iterations;
    legs legs;
} person;

typedef struct people {
    const pd_smpl_model *model;
    person *list;
    int count, room;
    legs *random;      /* (RANDOM) */
    pd_arena *scratch; /* (workers) */
    int hip, knee, ankle, pelvis;
    unsigned char *left_leg; /* (V) */
    const char *gender;      /* gender of the wanted rows, or NULL for all */
    pd_error err;
} people;

/* ---- the table ---- */

/* Cuts the line at its commas. Quotes are not looked at: no column of numbers has any, and they stand to the
 * right of all that is read here but Gender. */
static int split_evaluate_people(char **fields, char *line)
{
    int count = 0;

    for (char *at = line; at && count < COLUMNS_MAX; at = strchr(at, ',')) {
        if (count) *at++ = 0;
        fields[count++] = at;
    }

    return count;
}

/* Returns the column with that name, or -1. */
static int column_of(char **fields, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcasecmp(fields[i], name)) return i;
    return -1;
}

/* Adds a row of the table as a person with measurements. */
static pd_status add_person(people *p, char **fields, const int *places, const char *where)
{
    /* Double the list when it is full. */
    if (p->count == p->room) {
        const int room = p->room ? 2 * p->room : 1024;
        person *more = realloc(p->list, (size_t)room * sizeof *more);
        if (!more) return pd_fail(&p->err, PD_ERR_MEMORY, where, "out of memory");
        p->list = more;
        p->room = room;
    }

    /* Convert the units, and check the ranges. */
    person *one = &p->list[p->count];
    memset(one, 0, sizeof *one);
    for (int i = 0; i < COLUMNS; i++) {
        char *end;
        const pd_smpl_measure_row *row = &pd_smpl_measures[columns[i].measure];
        const double value = strtod(fields[places[i]], &end) * columns[i].factor;
        if (end == fields[places[i]] || !(value >= row->least && value <= row->greatest))
            return pd_fail(&p->err, PD_ERR_RANGE, where, "%s '%.20s'; %g to %g %s allowed", columns[i].column,
                           fields[places[i]], row->least, row->greatest, row->unit);
        one->targets[i] =
            (pd_observe_measurements_measurement){.measure = columns[i].measure, .value = value};
    }

    p->count++;

    return PD_OK;
}

/* Reads every second row of a table, as far as the gender is wanted. */
static pd_status read_table(people *p, const char *path)
{
    char *fields[COLUMNS_MAX];
    char *text, *line, *rest;
    char where[4200];
    int places[COLUMNS];
    int gender;
    int row = 0;
    pd_bytes file;
    pd_status status = pd_file_map(&file, path, &p->err);

    if (status != PD_OK) return status;
    text = malloc(file.size + 1);
    if (text) {
        memcpy(text, file.data, file.size);
        text[file.size] = 0;
    }

    pd_file_unmap(&file);
    if (!text) return pd_fail(&p->err, PD_ERR_MEMORY, path, "out of memory");

    /* The first line has the names of the columns. */
    line = strtok_r(text, "\r\n", &rest);
    const int width = line ? split_evaluate_people(fields, line) : 0;
    gender = column_of(fields, width, "Gender");
    for (int i = 0; status == PD_OK && i < COLUMNS; i++)
        if ((places[i] = column_of(fields, width, columns[i].column)) < 0)
            status =
                pd_fail(&p->err, PD_ERR_FORMAT, path,
                        "the column \"%s\" is missing; the names of ANSUR II expected", columns[i].column);
    if (status == PD_OK && p->gender && gender < 0)
        status = pd_fail(&p->err, PD_ERR_FORMAT, path, "no column \"Gender\"");

    /* The other lines are people. */
    while (status == PD_OK && (line = strtok_r(NULL, "\r\n", &rest))) {
        const int found = split_evaluate_people(fields, line);
        snprintf(where, sizeof where, "%.4000s:%d", path, ++row + 1);
        if (found < width)
            status = pd_fail(&p->err, PD_ERR_FORMAT, where, "%d columns; %d expected, as the first line has",
                             found, width);
        else if (row % 2 == 0 && (!p->gender || !strcasecmp(fields[gender], p->gender)))
            status = add_person(p, fields, places, where);
    }

    free(text);

    return status;
}

/* Reads people from one table, or from all tables in a folder. */
static pd_status read_people(people *p, const char *path, int most)
{
    static const char *const endings[] = {".csv", NULL};
    pd_status status;

    if (pd_tool_is_folder(path)) {
        pd_tool_folder folder;
        status = pd_tool_folder_read(&folder, path, endings, &p->err);
        for (int i = 0; i < folder.count && !status; i++) status = read_table(p, folder.paths[i]);
        pd_tool_folder_deinit(&folder);
    } else {
        status = read_table(p, path);
    }

    if (status != PD_OK) return p->err.status;
    if (!p->count)
        return pd_fail(&p->err, PD_ERR_RANGE, path, "the table has no person to fit; at least one expected");

    /* Keep `most` people, spread evenly over the rows. */
    if (p->count > most) {
        for (int i = 0; i < most; i++) p->list[i] = p->list[(size_t)i * (size_t)p->count / (size_t)most];
        p->count = most;
    }

    return PD_OK;
}

/* ---- bodies ---- */

/* Returns the position of a joint at rest for given betas. */
static void evaluate_people_joint_at(double out[3], const pd_smpl_model *model, int joint, const float *betas)
{
    for (int c = 0; c < 3; c++) {
        const int number = 3 * joint + c;
        const double *row = model->joint_shapedirs + (size_t)number * (size_t)model->beta_count;
        out[c] = model->joint_template[number];
        for (int b = 0; b < model->beta_count; b++) out[c] += row[b] * (double)betas[b];
    }
}

/* Measures whether the legs of a body are straight and apart. */
static legs measure_legs(const people *p, const float *betas)
{
    const pd_smpl_model *model = p->model;
    double hip[3], knee[3], ankle[3], pelvis[3];
    legs found = {0};

    evaluate_people_joint_at(hip, model, p->hip, betas);
    evaluate_people_joint_at(knee, model, p->knee, betas);
    evaluate_people_joint_at(ankle, model, p->ankle, betas);
    evaluate_people_joint_at(pelvis, model, p->pelvis, betas);

    /* Compute the angles of thigh and shank in the frontal plane. */
    const double thigh = atan2(hip[0] - knee[0], hip[1] - knee[1]);
    const double shank = atan2(knee[0] - ankle[0], knee[1] - ankle[1]);
    found.knock_deg = (thigh - shank) * 180 / M_PI;

    /* Measure how far skin of the left leg crosses the middle of the body. */
    for (int v = 0; v < model->vertex_count; v++) {
        if (!p->left_leg[v]) continue;
        const float *row = model->data.shapedirs + 3 * (size_t)v * (size_t)model->beta_count;
        double x = model->data.v_template[3 * (size_t)v];
        for (int b = 0; b < model->beta_count; b++) x += (double)row[b] * (double)betas[b];
        found.crossing = fmax(found.crossing, pelvis[0] - x);
    }

    return found;
}

/* Finds the joints of the leg and allocates scratch memory. */
static pd_status prepare_evaluate_people(people *p, int workers)
{
    const pd_smpl_model *model = p->model;
    const pd_observe_measurements_job job = {.target_count = COLUMNS};

    p->hip = pd_smpl_joint_find(&model->data, "left_hip");
    p->knee = pd_smpl_joint_find(&model->data, "left_knee");
    p->ankle = pd_smpl_joint_find(&model->data, "left_ankle");
    p->pelvis = pd_smpl_joint_find(&model->data, "pelvis");
    if (p->hip < 0 || p->knee < 0 || p->ankle < 0 || p->pelvis < 0)
        return pd_fail(&p->err, PD_ERR_UNSUPPORTED, "model",
                       "no joints pelvis, left_hip, left_knee, left_ankle");

    p->left_leg = calloc((size_t)model->vertex_count, 1);
    p->random = calloc(RANDOM, sizeof *p->random);
    p->scratch = calloc((size_t)workers, sizeof *p->scratch);
    if (!p->left_leg || !p->random || !p->scratch)
        return pd_fail(&p->err, PD_ERR_MEMORY, "people", "out of memory");
    for (int w = 0; w < workers; w++)
        if (!pd_arena_reserve(&p->scratch[w], pd_observe_measurements_scratch_bytes(&job, model)))
            return pd_fail(&p->err, PD_ERR_MEMORY, "people", "out of memory");

    /* Skin from mid-thigh down that is off the plane of symmetry in the mean body: higher up thighs touch. */
    const double below = (model->joint_template[3 * p->hip + 1] + model->joint_template[3 * p->knee + 1]) / 2;
    for (int v = 0; v < model->vertex_count; v++) {
        const float *at = model->data.v_template + 3 * (size_t)v;
        p->left_leg[v] = (double)at[1] < below && (double)at[0] > model->joint_template[3 * p->pelvis];
    }

    return PD_OK;
}

/* Fits the body of one person. Runs on a worker. */
static void fit_one(void *arg, int index, int worker)
{
    people *p = arg;
    person *one = &p->list[index];

    PD_ASSERT(index >= 0 && index < p->count);
    float betas[PD_SMPL_MAX_BETAS] = {0};
    pd_observe_measurements_job job = {
        .betas = betas, .residuals = one->residuals, .targets = one->targets, .target_count = COLUMNS};

    pd_observe_measurements_run(&job, p->model, &p->scratch[worker]);
    one->status = job.status;
    one->distance = job.distance;
    one->relaxation = job.relaxation;
    one->iterations = job.iterations_used;
    one->legs = measure_legs(p, betas);
}

/* ---- the report ---- */

/* Returns the object of mean and percentiles of the values, after sorting them. */
static json_t *spread_evaluate_people(double *values, int count)
{
    static const int percents[] = {1, 5, 50, 95, 99};
    json_t *out = json_object();
    double mean = 0;

    for (int i = 0; i < count; i++) mean += values[i] / count;
    pd_sort_doubles(values, (size_t)count);
    json_object_set_new(out, "mean", json_real(mean));
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", percents[i]);
        json_object_set_new(out, name, json_real(values[(size_t)(count - 1) * (size_t)percents[i] / 100]));
    }

    return out;
}

/* Computes the spread of one double member of an array of structs. */
static json_t *spread_of(const void *first, size_t stride, int count, double *values)
{
    for (int i = 0; i < count; i++)
        memcpy(&values[i], (const char *)first + (size_t)i * stride, sizeof *values);
    return spread_evaluate_people(values, count);
}

/* Reports the spread of the measurements of legs. */
static json_t *legs_json(const legs *first, size_t stride, int count, double *values)
{
    json_t *out = json_object();
    int crossed = 0;

    for (int i = 0; i < count; i++)
        crossed += ((const legs *)(const void *)((const char *)first + (size_t)i * stride))->crossing > 0;
    json_object_set_new(out, "knock_knee_deg", spread_of(&first->knock_deg, stride, count, values));
    json_object_set_new(out, "crossing_m", spread_of(&first->crossing, stride, count, values));
    json_object_set_new(out, "crossing_share", json_real((double)crossed / count));

    return out;
}

/* Makes the report of all people. */
static json_t *report_json(const people *p)
{
    const int most = p->count > RANDOM ? p->count : RANDOM;
    double *values = malloc((size_t)most * sizeof *values);
    json_t *out;
    json_t *statuses = json_object();
    json_t *measures = json_object();

    if (!values) return NULL;
    for (int s = 0; s < PD_OBSERVE_MEASUREMENTS_STATUS_COUNT; s++) {
        int count = 0;
        for (int i = 0; i < p->count; i++) count += p->list[i].status == (pd_observe_measurements_status)s;
        json_object_set_new(statuses, pd_observe_measurements_status_name((pd_observe_measurements_status)s),
                            json_integer(count));
    }

    /* Residuals of each measurement. */
    for (int i = 0; i < COLUMNS; i++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[columns[i].measure];
        json_t *measure = json_object();
        int within = 0;
        json_object_set_new(measure, "unit", json_string(row->unit));
        json_object_set_new(measure, "tolerance", json_real(row->tolerance));
        json_object_set_new(measure, "residual",
                            spread_of(&p->list->residuals[i], sizeof *p->list, p->count, values));
        for (int n = 0; n < p->count; n++) {
            values[n] = fabs(p->list[n].residuals[i]);
            within += values[n] <= row->tolerance;
        }

        json_object_set_new(measure, "size", spread_evaluate_people(values, p->count));
        json_object_set_new(measure, "within_tolerance", json_real((double)within / p->count));
        json_object_set_new(measures, row->name, measure);
    }

    /* Print the figures of the fits, and compare the legs with those of random bodies. */
    out = json_pack("{s:i,s:i,s:o}", "people", p->count, "betas", p->model->beta_count, "status", statuses);
    json_object_set_new(out, "distance", spread_of(&p->list->distance, sizeof *p->list, p->count, values));
    json_object_set_new(out, "relaxation",
                        spread_of(&p->list->relaxation, sizeof *p->list, p->count, values));
    for (int i = 0; i < p->count; i++) values[i] = p->list[i].iterations;
    json_object_set_new(out, "iterations", spread_evaluate_people(values, p->count));
    json_object_set_new(out, "measurements", measures);
    json_object_set_new(out, "legs", legs_json(&p->list->legs, sizeof *p->list, p->count, values));
    json_object_set_new(out, "random_legs", legs_json(p->random, sizeof *p->random, RANDOM, values));
    free(values);

    return out;
}

/* Returns a number of a nested object. */
static double evaluate_people_number(const json_t *object, const char *member, const char *name)
{
    return json_number_value(json_object_get(json_object_get(object, member), name));
}

/* Prints a row of the table of spreads. */
static void print_row(const char *name, const json_t *object, const char *member, double factor)
{
    printf("| %s | %.3g | %.3g | %.3g | %.3g | %.3g |\n", name,
           factor * evaluate_people_number(object, member, "mean"),
           factor * evaluate_people_number(object, member, "p1"),
           factor * evaluate_people_number(object, member, "p50"),
           factor * evaluate_people_number(object, member, "p95"),
           factor * evaluate_people_number(object, member, "p99"));
}

/* Prints the report as Markdown. */
static void print_text_evaluate_people(const json_t *report)
{
    const json_t *fitted = json_object_get(report, "legs");
    const json_t *random = json_object_get(report, "random_legs");
    json_t *value;
    const char *name;

    printf("%lld people:", (long long)json_integer_value(json_object_get(report, "people")));
    json_object_foreach(json_object_get(report, "status"), name, value)
    {
        printf(" %lld %s", (long long)json_integer_value(value), name);
    }

    printf("\n\n| | mean | p1 | p50 | p95 | p99 |\n|---|---|---|---|---|---|\n");
    print_row("distance from the mean body", report, "distance", 1);
    print_row("relaxation of the tolerances", report, "relaxation", 1);
    print_row("iterations", report, "iterations", 1);
    print_row("knock-knee, degrees", fitted, "knock_knee_deg", 1);
    print_row("- of random bodies", random, "knock_knee_deg", 1);
    print_row("legs over the middle, mm", fitted, "crossing_m", 1000);
    print_row("- of random bodies", random, "crossing_m", 1000);
    printf("\nlegs over the middle in %.1f %% of them, %.1f %% of random bodies\n\n",
           100 * json_number_value(json_object_get(fitted, "crossing_share")),
           100 * json_number_value(json_object_get(random, "crossing_share")));

    printf("| reached minus given, mm or kg | tolerance | mean | size p50 | p95 | p99 | within tolerance |\n"
           "|---|---|---|---|---|---|---|\n");
    json_object_foreach(json_object_get(report, "measurements"), name, value)
    {
        const double factor = strcmp(json_string_value(json_object_get(value, "unit")), "m") ? 1 : 1000;
        printf("| %s | %.3g | %+.3g | %.3g | %.3g | %.3g | %.0f %% |\n", name,
               factor * json_number_value(json_object_get(value, "tolerance")),
               factor * evaluate_people_number(value, "residual", "mean"),
               factor * evaluate_people_number(value, "size", "p50"),
               factor * evaluate_people_number(value, "size", "p95"),
               factor * evaluate_people_number(value, "size", "p99"),
               100 * json_number_value(json_object_get(value, "within_tolerance")));
    }
}

int pd_tool_evaluate_people(const pd_tool_args *args, pd_tool_local *local)
{
    static const char *const genders[] = {"all", "male", "female", NULL};
    const int workers = local->executor->worker_count;
    people p = {.model = local->model};
    int gender = 0, most = 0, code = 0;

    if (!pd_tool_choice(&gender, args, "gender", genders) || !pd_tool_int(&most, args, "count", 1, 1000000))
        return 2;

    p.gender = gender ? genders[gender] : NULL;
    if (read_people(&p, pd_tool_text(args, "people"), most) || prepare_evaluate_people(&p, workers)) {
        code = pd_tool_fail(args, &p.err);
    } else {
        pd_execute(local->executor, fit_one, &p, p.count);

        /* Make random bodies for comparison, whose legs show the effect of the model. */
        pd_rng rng;
        pd_rng_init(&rng, 1);
        for (int i = 0; i < RANDOM; i++) {
            float betas[PD_SMPL_MAX_BETAS];
            for (int b = 0; b < p.model->beta_count; b++) betas[b] = (float)pd_rng_normal(&rng);
            p.random[i] = measure_legs(&p, betas);
        }

        /* Print the report. */
        json_t *report = report_json(&p);
        if (report && !pd_tool_flag(args, "json"))
            print_text_evaluate_people(report);
        else if (pd_tool_report_write(report, JSON_INDENT(2) | JSON_REAL_PRECISION(5), NULL, &p.err))
            code = pd_tool_fail(args, &p.err);

        json_decref(report);
    }

    for (int w = 0; p.scratch && w < workers; w++) pd_arena_deinit(&p.scratch[w]);
    free(p.scratch);
    free(p.random);
    free(p.left_leg);
    free(p.list);

    return code;
}
