#include "tools/posedctl/side_info.h"

#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "core/io/mocap/sidecar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef pd_status parse(pd_side_table *out, pd_bytes text, const char *name, pd_error *err);
typedef void tell(const char *path, const pd_side_table *table);

static int ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), wanted = strlen(end);
    return length >= wanted && !strcasecmp(path + length - wanted, end);
}

int pd_tool_is_side_file(const char *path)
{
    return ends_with(path, ".phase") || ends_with(path, ".gait") || ends_with(path, ".txt") ||
           ends_with(path, ".npz");
}

/* Whole cycles: how often the phase falls back from its end to its start. */
static void tell_phase(const char *path, const pd_side_table *table)
{
    int cycles = 0;
    for (int t = 1; t < table->rows; t++) cycles += table->values[t] < table->values[t - 1] - 0.5f;
    printf("%-40s phase        %6d frames %5d cycles\n", path, table->rows, cycles);
}

static void tell_gait(const char *path, const pd_side_table *table)
{
    static const char *const names[PD_SIDE_GAITS] = {"stand",  "walk", "jog",   "run",
                                                     "crouch", "jump", "crawl", "bump"};
    printf("%-40s gait         %6d frames ", path, table->rows);
    for (int k = 0; k < PD_SIDE_GAITS; k++) {
        double sum = 0;
        for (int t = 0; t < table->rows; t++) sum += (double)table->values[t * PD_SIDE_GAITS + k];
        if (sum > 0) printf(" %s %.3f", names[k], sum / table->rows);
    }
    putchar('\n');
}

static void tell_heights(const char *path, const pd_side_table *table)
{
    float low = table->values[0], high = low;
    for (size_t i = 1; i < (size_t)table->rows * (size_t)table->columns; i++) {
        low = fminf(low, table->values[i]);
        high = fmaxf(high, table->values[i]);
    }
    printf("%-40s heights      %6d x %d, %g to %g\n", path, table->rows, table->columns, (double)low,
           (double)high);
}

static pd_status table_info(const char *path, pd_bytes text, parse *read, tell *say, pd_error *err)
{
    pd_side_table table;
    pd_status status = read(&table, text, path, err);
    if (status != PD_OK) return status;
    say(path, &table);
    pd_side_table_deinit(&table);
    return PD_OK;
}

static pd_status steps_info(const char *path, pd_bytes text, pd_error *err)
{
    pd_side_steps steps;
    int marked = 0;
    pd_status status = pd_side_steps_parse(&steps, text, path, err);
    if (status != PD_OK) return status;
    for (int i = 0; i < steps.count; i++) marked += steps.items[i].is_marked;
    printf("%-40s footsteps    %6d, %d marked, frames %d to %d\n", path, steps.count, marked,
           steps.items[0].frame, steps.items[steps.count - 1].frame);
    pd_side_steps_deinit(&steps);
    return PD_OK;
}

/* Poses as AMASS has them: rows of axis-angles of a model's joints, places of the pelvis (+Z up, metres), a rate. */
static pd_status motion_info(const char *path, pd_bytes bytes, pd_error *err)
{
    static const struct {
        size_t columns;
        const char *model;
    } layouts[] = {{72, "SMPL"}, {156, "SMPL-H"}, {165, "SMPL-X"}};
    static const char *const rates[] = {"mocap_framerate", "mocap_frame_rate", "fps"};
    const char *model = "unknown";
    double rate = 60, path_m = 0;
    float *places = NULL;
    pd_npz npz;
    pd_array poses, trans, one;
    char shape[96];
    pd_status status = pd_npz_parse(&npz, bytes.data, bytes.size, path, err);
    if (status != PD_OK) return status;

    if (!pd_npz_has(&npz, "poses") || !pd_npz_has(&npz, "trans"))
        status = pd_fail(err, PD_ERR_UNSUPPORTED, path,
                         "an npz of motion has the arrays poses and trans; this one has not");
    if (status == PD_OK) status = pd_npz_read(&poses, &npz, "poses", err);
    if (status == PD_OK) status = pd_npz_read(&trans, &npz, "trans", err);
    if (status == PD_OK && (poses.rank != 2 || !poses.shape[0] || poses.shape[1] % 3))
        status = pd_fail(err, PD_ERR_FORMAT, "poses", "shape %s; (frames, 3 for each joint) allowed",
                         pd_array_shape_text(&poses, shape, sizeof shape));
    if (status == PD_OK && (trans.rank != 2 || trans.shape[0] != poses.shape[0] || trans.shape[1] != 3))
        status = pd_fail(err, PD_ERR_FORMAT, "trans", "shape %s; (%zu, 3) allowed",
                         pd_array_shape_text(&trans, shape, sizeof shape), poses.shape[0]);
    if (status == PD_OK && !(places = malloc(trans.count * sizeof *places)))
        status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    if (status == PD_OK) status = pd_array_f32(places, &trans, "trans", err);

    if (status == PD_OK) {
        size_t frames = poses.shape[0], betas = 0;
        for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
            if (layouts[i].columns == poses.shape[1]) model = layouts[i].model;
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
            if (pd_npz_has(&npz, rates[i]) && pd_npz_read(&one, &npz, rates[i], NULL) == PD_OK &&
                one.count == 1 && pd_array_f64(&rate, &one, rates[i], NULL) == PD_OK)
                break;
        if (pd_npz_has(&npz, "betas") && pd_npz_read(&one, &npz, "betas", NULL) == PD_OK) betas = one.count;
        for (size_t t = 1; t < frames; t++)
            path_m += hypot(places[3 * t] - places[3 * t - 3], places[3 * t + 1] - places[3 * t - 2]);
        printf("%-40s %-12s %3zu joints %6zu frames %8.2f s %7.2f/s  %zu betas  path %.1f m\n", path, model,
               poses.shape[1] / 3, frames, rate > 0 ? (double)(frames - 1) / rate : 0, rate, betas, path_m);
    }
    free(places);
    pd_npz_deinit(&npz);
    return status;
}

int pd_tool_side_info(const pd_tool_args *args, const char *path)
{
    pd_bytes text;
    pd_error err = {0};
    pd_status status = pd_file_map(&text, path, &err);
    if (status != PD_OK) return pd_tool_fail(args, &err);
    if (ends_with(path, ".phase"))
        status = table_info(path, text, pd_side_phase_parse, tell_phase, &err);
    else if (ends_with(path, ".gait"))
        status = table_info(path, text, pd_side_gait_parse, tell_gait, &err);
    else if (ends_with(path, ".npz"))
        status = motion_info(path, text, &err);
    else if (ends_with(path, "_footsteps.txt"))
        status = steps_info(path, text, &err);
    else
        status = table_info(path, text, pd_side_heights_parse, tell_heights, &err);
    pd_file_unmap(&text);
    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}
