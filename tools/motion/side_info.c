#include "tools/motion/side_info.h"

#include "core/base/file.h"
#include "core/motion/amass.h"
#include "core/motion/gather/gather.h"
#include "core/io/mocap/sidecar.h"
#include "tools/motion/motion_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef pd_status parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);
typedef void tell(const char *path, const pd_sidecar_table *table);

static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path);
    size_t wanted = strlen(end);
    return length >= wanted && !strcasecmp(path + length - wanted, end);
}

bool pd_tool_is_side_file(const char *path)
{
    return ends_with(path, ".phase") || ends_with(path, ".gait") || ends_with(path, ".txt") ||
           pd_tool_motion_has_poses(path);
}

/* Whole cycles: how often the phase falls back from its end to its start. */
static void tell_phase(const char *path, const pd_sidecar_table *table)
{
    int cycles = 0;
    for (int t = 1; t < table->rows; t++) cycles += table->values[t] < table->values[t - 1] - 0.5f;
    printf("%-40s phase        %6d frames %5d cycles\n", path, table->rows, cycles);
}

static void tell_gait(const char *path, const pd_sidecar_table *table)
{
    static const char *const names[PD_SIDECAR_GAITS] = {"stand",  "walk", "jog",   "run",
                                                        "crouch", "jump", "crawl", "bump"};

    printf("%-40s gait         %6d frames ", path, table->rows);
    for (int k = 0; k < PD_SIDECAR_GAITS; k++) {
        double sum = 0;
        for (int t = 0; t < table->rows; t++) sum += (double)table->values[t * PD_SIDECAR_GAITS + k];
        if (sum > 0) printf(" %s %.3f", names[k], sum / table->rows);
    }

    putchar('\n');
}

static void tell_heights(const char *path, const pd_sidecar_table *table)
{
    float low = table->values[0];
    float high = low;

    for (size_t i = 1; i < (size_t)table->rows * (size_t)table->columns; i++) {
        low = fminf(low, table->values[i]);
        high = fmaxf(high, table->values[i]);
    }

    printf("%-40s heights      %6d x %d, %g to %g\n", path, table->rows, table->columns, (double)low,
           (double)high);
}

static pd_status table_info(const char *path, pd_bytes text, parse *read, tell *say, pd_error *err)
{
    pd_sidecar_table table;
    pd_status status = read(&table, text, path, err);

    if (status != PD_OK) return status;
    say(path, &table);
    pd_sidecar_table_deinit(&table);

    return PD_OK;
}

static pd_status steps_info(const char *path, pd_bytes text, pd_error *err)
{
    pd_sidecar_steps steps;
    int marked = 0;
    pd_status status = pd_sidecar_steps_parse(&steps, text, path, err);

    if (status != PD_OK) return status;
    for (int i = 0; i < steps.count; i++) marked += steps.items[i].is_marked;
    printf("%-40s footsteps    %6d, %d marked, frames %d to %d\n", path, steps.count, marked,
           steps.items[0].frame, steps.items[steps.count - 1].frame);
    pd_sidecar_steps_deinit(&steps);

    return PD_OK;
}

/* Poses as AMASS has them, in any container. */
static pd_status motion_info(const char *path, pd_bytes bytes, pd_error *err)
{
    pd_motion_amass_about about;
    char notes[PD_MOTION_GATHER_NOTES];
    pd_buffer made = {0};
    pd_bytes file;
    pd_npz npz;
    pd_status status = pd_motion_amass_npz(&file, &made, notes, bytes, path, NULL, 0, err);

    if (status == PD_OK) status = pd_npz_parse(&npz, file.data, file.size, path, err);
    if (status != PD_OK) {
        pd_buffer_deinit(&made);
        return status;
    }

    pd_tool_motion_tell(path, notes);
    status = pd_motion_amass_describe(&about, &npz, err);
    if (status == PD_OK) {
        printf("%-40s %-12s %3d joints %6d frames %8.2f s %7.2f/s  %d betas", path, about.layout,
               about.joint_count, about.frame_count,
               about.rate > 0 ? (about.frame_count - 1) / about.rate : 0, about.rate, about.beta_count);
        if (*about.gender) printf("  %s", about.gender);
        printf("  path %.1f m\n", about.path_m);
    }

    pd_npz_deinit(&npz);
    pd_buffer_deinit(&made);

    return status;
}

int pd_tool_side_info(const pd_tool_args *args, const char *path)
{
    pd_bytes text;
    pd_error err = {0};
    pd_status status = pd_file_map(&text, path, &err);

    if (status != PD_OK) return pd_tool_fail(args, &err);

    /* Choose the kind of file by the end of its name. */
    if (ends_with(path, ".phase"))
        status = table_info(path, text, pd_sidecar_phase_parse, tell_phase, &err);
    else if (ends_with(path, ".gait"))
        status = table_info(path, text, pd_sidecar_gait_parse, tell_gait, &err);
    else if (pd_tool_motion_has_poses(path))
        status = motion_info(path, text, &err);
    else if (ends_with(path, "_footsteps.txt"))
        status = steps_info(path, text, &err);
    else
        status = table_info(path, text, pd_sidecar_heights_parse, tell_heights, &err);

    pd_file_unmap(&text);
    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}
