/* posedctl measure: what a body measures, or the body that has given measurements. */
#include "core/base/text/edit_distance.h"
#include "core/base/assert.h"
#include "core/smpl/measure/measure.h"
#include "tools/base/field_option.h"
#include "tools/base/local.h"
#include "tools/motion/script_run.h"
#include "tools/measure/motion_measure.h"
#include "tools/base/mesh_list.h"
#include "tools/base/mode.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EACH_MOST 32 /* betas that --each-beta lists, at most */

/* Collects the measures that the options give, as {"height": 1.8}. Returns 0 after a complaint. */
static int wanted_json(json_t *wanted, const pd_tool_args *args)
{
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[m];
        double value = 0;
        char hint[64];
        if (!pd_tool_text(args, row->name)) continue;
        if (!pd_tool_double(&value, args, row->name, -1e9, 1e9)) return 0;
        if (!(value >= row->least && value <= row->greatest)) {
            pd_tool_usage(
                args, "--%s %g; %g to %g %s allowed%s", row->name, value, row->least, row->greatest,
                row->unit,
                pd_smpl_measure_unit_hint(hint, sizeof hint, value, row->least, row->greatest, row->unit));
            return 0;
        }

        json_object_set_new(wanted, row->name, json_real(value));
    }

    return 1;
}

/* Returns {"height": 0.002} for --tolerances height=0.002. Returns NULL after it has printed an error. */
static json_t *tolerances_json(const pd_tool_args *args)
{
    json_t *out = json_object();
    char name[32];

    for (const char *at = pd_tool_text(args, "tolerances"); at && *at;) {
        char *end;

        /* The name of a measurement may be written with dashes. */
        const size_t length = strcspn(at, "=,");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
        for (char *c = name; *c; c++) *c = *c == '-' ? '_' : *c;
        const double value = at[length] == '=' ? strtod(at + length + 1, &end) : 0;

        /* Suggest the nearest name for a misspelt one. */
        pd_edit_distance_search search = pd_edit_distance_begin(name);
        for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++)
            pd_edit_distance_offer(&search, pd_smpl_measures[m].name);
        const char *near = pd_edit_distance_nearest(&search);
        if (near && strcmp(near, name) != 0) {
            pd_tool_usage(args, "--tolerances '%s': no measurement; did you mean %s?", name, near);
            json_decref(out);
            return NULL;
        }

        if (at[length] != '=' || end == at + length + 1 || (*end && *end != ',') ||
            pd_smpl_measure_find(name) == PD_SMPL_MEASURE_COUNT) {
            pd_tool_usage(args, "--tolerances '%s' is not NAME=NUMBER,... of measurements", at);
            json_decref(out);
            return NULL;
        }

        json_object_set_new(out, name, json_real(value));
        at = *end ? end + 1 : end;
    }

    return out;
}

/* Makes the body of a request, and sets *path to its endpoint. Returns NULL after printing an error. */
static json_t *make_request(const char **path, const pd_tool_args *args)
{
    json_t *request = json_object();
    json_t *wanted = json_object();
    json_t *betas = NULL;
    float values[PD_SMPL_MAX_BETAS];
    int count;

    if (pd_tool_betas(values, &count, args, PD_SMPL_MAX_BETAS)) {
        betas = json_array();
        for (int b = 0; b < count; b++) json_array_append_new(betas, json_real(values[b]));
    }

    json_t *tolerances = tolerances_json(args);

    /* Fields of a person. A height alone is a measurement;
     * beside one of the other fields it belongs to the person. */
    static const char *const names[] = {"random", "age",        "weight",    "height",
                                        "gender", "percentile", "population"};
    bool is_person = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = pd_tool_text(args, names[i]);
        char *end;
        if (!pd_tool_given(args, names[i])) continue;
        is_person |= strcmp(names[i], "height") != 0;
        const double number = strtod(text, &end);
        const bool is_number = end != text && !*end && i < 4;
        json_object_set_new(request, names[i],
                            !is_number ? json_string(text)
                            : i        ? json_real(number)
                                       : json_integer((json_int_t)number));
    }

    if (!is_person) json_object_clear(request);

    /* Read the measurements, and refuse combinations that have no meaning. */
    double density = 0;
    int good = betas && tolerances && wanted_json(wanted, args) &&
               pd_tool_double(&density, args, "density", 500, 2000);
    if (is_person) json_object_del(wanted, "height");
    int fit = good && json_object_size(wanted) > 0;

    if (fit && is_person) {
        pd_tool_usage(
            args, "a person and measurements other than --height and --weight together: use --percentile");
        good = 0;
    }

    if (fit && json_array_size(betas)) {
        pd_tool_usage(args, "--betas and measurements together: measure a body or look for one");
        good = 0;
    }

    if (good && !fit && json_object_size(tolerances)) {
        pd_tool_usage(args, "--tolerances are of measurements that a body is looked for with");
        good = 0;
    }

    /* Measurements ask for a body that has them; betas or a person are measured. */
    *path = fit ? "/v1/models/default/fit" : "/v1/models/default/measure";
    if (density > 0) json_object_set_new(request, "density", json_real(density));
    if (fit || json_array_size(betas))
        json_object_set(request, fit ? "measurements" : "betas", fit ? wanted : betas);
    if (fit) json_object_set(request, "tolerances", tolerances);
    json_decref(wanted);
    json_decref(betas);
    json_decref(tolerances);
    if (good) return request;

    json_decref(request);
    return NULL;
}

/* Prints the betas as they are written for --betas. */
static void print_betas_of(const json_t *found)
{
    const json_t *beta;
    size_t i;

    printf("betas ");
    json_array_foreach(json_object_get(found, "betas"), i, beta)
    {
        printf(i ? ",%.6g" : "%.6g", json_number_value(beta));
    }

    printf("\n\n");
}

/* Prints the reply: how the body was found, and a line for each measurement. */
static void print_text_measure(const json_t *reply)
{
    const json_t *values = json_array_get(json_object_get(reply, "bodies"), 0);

    if (!values) values = json_object_get(reply, "measurements");

    /* A fit says how it ended. */
    if (json_object_get(reply, "betas")) {
        printf("%s after %lld iterations, %.2f standard deviations from the mean body\n",
               json_string_value(json_object_get(reply, "status")),
               (long long)json_integer_value(json_object_get(reply, "iterations")),
               json_number_value(json_object_get(reply, "distance")));
        const json_t *warning;
        size_t i;
        json_array_foreach(json_object_get(reply, "warnings"), i, warning)
            printf("warning: %s\n", json_string_value(json_object_get(warning, "detail")));
        print_betas_of(reply);
    }

    /* A request for a person is answered with that person. */
    const json_t *found = json_array_get(json_object_get(reply, "people"), 0);
    const json_t *person = json_object_get(found, "person");
    if (person) {
        printf("%s, %.3g years\n", json_string_value(json_object_get(person, "gender")),
               json_number_value(json_object_get(person, "age")));
        print_betas_of(found);
    }

    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[m];
        const json_t *value = json_object_get(values, row->name);
        const json_t *residual = json_object_get(json_object_get(reply, "residuals"), row->name);
        const json_t *tolerance = json_object_get(json_object_get(reply, "tolerances"), row->name);

        char number[24] = "-";
        if (json_is_number(value)) snprintf(number, sizeof number, "%.4g", json_number_value(value));
        printf("%-18s %8s %-5s  %s%s%s%s", row->name, number, row->unit, row->definition,
               row->iso[0] ? " (" : "", row->iso, row->iso[0] ? ")" : "");
        if (residual)
            printf("  [wanted %.4g, off by %+.2g%s]", json_number_value(value) - json_number_value(residual),
                   json_number_value(residual),
                   fabs(json_number_value(residual)) > json_number_value(tolerance) ? ": beyond its tolerance"
                                                                                    : "");
        putchar('\n');
    }
}

/* ---- what each beta does ---- */

#define MOST_TOLD 4 /* measures listed for a beta: those it changes most, relative to their size */

/* Returns the change of a measure with one beta: (v(+1) - v(-1)) / 2. *part: that divided by the mean of
 * both. NaN if the model has no such measure. */
static double slope_of(double *part, const json_t *bodies, int beta, int m)
{
    PD_ASSERT(beta >= 0 && m >= 0);
    const json_t *more = json_object_get(json_array_get(bodies, 2 * (size_t)beta), pd_smpl_measures[m].name);
    const json_t *less =
        json_object_get(json_array_get(bodies, 2 * (size_t)beta + 1), pd_smpl_measures[m].name);
    const double a = json_is_number(more) ? json_number_value(more) : NAN;
    const double b = json_is_number(less) ? json_number_value(less) : NAN;

    *part = (a - b) / (a + b);
    return (a - b) / 2;
}

/* Prints what each beta changes most. */
static void print_betas(const json_t *reply, int betas)
{
    const json_t *bodies = json_object_get(reply, "bodies");

    printf("beta  height mm  mass kg  one standard deviation more changes most\n");
    for (int b = 0; b < betas; b++) {
        double part[PD_SMPL_MEASURE_COUNT];
        for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) slope_of(&part[m], bodies, b, m);
        double ignored;
        printf("%4d  %+9.1f  %+7.2f ", b, 1000 * slope_of(&ignored, bodies, b, PD_SMPL_HEIGHT),
               slope_of(&ignored, bodies, b, PD_SMPL_MASS));

        /* Height and mass are already shown, and volume and BMI follow from them. */
        part[PD_SMPL_HEIGHT] = part[PD_SMPL_MASS] = part[PD_SMPL_VOLUME] = part[PD_SMPL_BMI] = NAN;
        for (int told = 0; told < MOST_TOLD; told++) {
            /* Take the largest relative change, print it, and remove it from the list. */
            int most = -1;
            for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++)
                if (isfinite(part[m]) && (most < 0 || fabs(part[m]) > fabs(part[most]))) most = m;
            if (most < 0) break;
            printf("%s %s %+.1f %%", told ? "," : "", pd_smpl_measures[most].name, 100 * part[most]);
            part[most] = NAN;
        }

        putchar('\n');
    }
}

/* Measures bodies that differ in one beta, and prints the differences. */
static int tell_betas(const pd_tool_args *args)
{
    pd_tool_local local;
    pd_buffer reply = {0};
    int code = pd_tool_local_open(&local, args);

    if (code) return code;

    const int betas = local.model->beta_count < EACH_MOST ? local.model->beta_count : EACH_MOST;

    /* Request two bodies for every beta: one standard deviation above and below the mean body. */
    json_t *bodies = json_array();
    for (int i = 0; i < 2 * betas; i++) {
        json_t *list = json_array();
        for (int b = 0; b <= i / 2; b++)
            json_array_append_new(list, json_real(b < i / 2 ? 0 : i % 2 ? -1 : 1));
        json_array_append_new(bodies, json_pack("{s:o}", "betas", list));
    }

    /* Measure all of them in one request. */
    json_t *request = json_pack("{s:o}", "bodies", bodies);
    char *text = json_dumps(request, JSON_COMPACT);
    const pd_bytes body = {(const unsigned char *)text, text ? strlen(text) : 0};
    code = pd_tool_local_request(&local, args, "/v1/models/default/measure", NULL, &body, &reply);
    json_t *root = code ? NULL : json_loadb((const char *)reply.data, reply.size, 0, NULL);
    if (root && pd_tool_flag(args, "json"))
        fwrite(reply.data, 1, reply.size, stdout);
    else if (root)
        print_betas(root, betas);

    json_decref(root);
    json_decref(request);
    free(text);
    pd_buffer_deinit(&reply);
    pd_tool_local_close(&local);

    return code;
}

static int run_measure(const pd_tool_args *args)
{
    const char *path;
    pd_tool_local local;
    const char *what = pd_tool_flag(args, "each-beta") ? "each-beta"
                       : pd_tool_text(args, "capture") ? "capture"
                       : args->word_count              ? "motions"
                                                       : "body";

    if (pd_tool_mode(args, "what", what)) return 2;
    if (!strcmp(what, "each-beta")) return tell_betas(args);
    if (!strcmp(what, "capture")) return pd_tool_motion_bands_make(args);
    if (!strcmp(what, "motions")) {
        bool has_script = false;
        for (int i = 0; i < args->word_count; i++) has_script |= !pd_tool_ends_with(args->words[i], ".npz");
        if (pd_tool_mode(args, "motions", has_script ? "scripts" : "recorded") ||
            pd_tool_mode(args, "report", pd_tool_flag(args, "json") ? "json" : "text"))
            return 2;
        return pd_tool_motion_measure(args);
    }

    json_t *request = make_request(&path, args);
    if (!request) return 2;

    /* Ask the api, and print the reply. */
    pd_buffer reply = {0};
    char *text = NULL;
    int code = pd_tool_local_open(&local, args);
    if (!code) {
        text = json_dumps(request, JSON_COMPACT | JSON_REAL_PRECISION(9));
        const pd_bytes body = {(const unsigned char *)text, text ? strlen(text) : 0};
        code = pd_tool_local_request(&local, args, path, NULL, &body, &reply);
    }

    if (!code && pd_tool_flag(args, "json")) {
        fwrite(reply.data, 1, reply.size, stdout);
    } else if (!code) {
        json_t *root = json_loadb((const char *)reply.data, reply.size, 0, NULL);
        print_text_measure(root);
        json_decref(root);
    }

    free(text);
    pd_buffer_deinit(&reply);
    pd_tool_local_close(&local);
    json_decref(request);

    return code;
}

#define FIELD(name) PD_TOOL_FIELD(name, "POST /v1/models/{id}/measure")
#define MEASURE_OPTION(id, name, iso, unit, least, greatest, tolerance, definition)                          \
    {name, "NUMBER", "find a body with this value (" unit "): " definition, NULL},
static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    FIELD("betas"),
    FIELD("random"),
    FIELD("gender"),
    FIELD("age"),
    FIELD("weight"),
    FIELD("percentile"),
    FIELD("population"),
    FIELD("density"),
    {"tolerances", "LIST",
     "tolerances of the measurements to fit, as in height=0.002,mass=0.5 [docs/reference/measurements.md]",
     NULL},
    {"each-beta", NULL,
     "change of height, mass, girths and lengths for one standard deviation of each of the first 32 betas",
     NULL},
    {"json", NULL, "print the reply as JSON", NULL},
    {"check", NULL, "motions: exit with 1 when a bound is missed", NULL},
    PD_TOOL_CONTROL_ROWS,
    {"skip", "SECONDS", "motions: seconds at the beginning that are not measured", "2"},
    {"figures", NULL,
     "motions: print all figures beside those of people, not only those outside of people's bands", NULL},
    {"bands", "FILE", "motions: file with the bands of people's figures [models/motion-bands.json]", NULL},
    {"capture", "FOLDER", "measure captured motion as it is, and make bands of its people for each activity",
     NULL},
    {"held-out", "N", "--capture: every Nth clip is held out of training", "14"},
    {"o", "FILE", "--capture: file to write the bands to", NULL},
    PD_TOOL_THREADS_ROW,
    PD_SMPL_MEASURE_TABLE(MEASURE_OPTION) PD_TOOL_END};

const pd_tool_command pd_tool_cmd_measure = {
    .name = "measure",
    .words = "[SCRIPT|NPZ...]",
    .summary = "Measure a body, find the body that has given measurements, or measure motions",
    .details =
        "Prints height, mass, girths and lengths of the body in the T-pose. With measurements among the "
        "options "
        "(--height\n"
        "and those below), finds the betas of the most likely body that has them. The fields and checks are "
        "those of POST /v1/models/{id}/measure and fit.\n\n"
        "  posedctl measure --betas 1.5,-0.5\n"
        "  posedctl measure --height 1.8 --mass 75 --json\n"
        "  posedctl measure --each-beta --model SMPL_NEUTRAL.pkl\n\n"
        "With scripts of posedctl rollout, or npz of its --format measure: how "
        "feet, bones, speeds, paths and\nturns came out, beside what they are "
        "held to; --model is the motion network then.\n\n"
        "  posedctl measure examples/*.yaml --check",
    .options = options,
    .run = run_measure,
};
