#include "tools/motion/heightmaps.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/io/mesh/png.h"
#include "core/io/mocap/sidecar.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name);
    size_t end = strlen(ending);
    return length > end && !strcasecmp(name + length - end, ending);
}

static int is_heightmap(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return ends_with(name, ".png") ||
           (ends_with(name, ".txt") && !ends_with(name, "_footsteps.txt") && !ends_with(name, "_gait.txt"));
}

/* ---- one file */

static pd_status read_picture(pd_sidecar_table *table, pd_bytes file, const char *path, pd_error *err)
{
    /* Sides are bounded before a pixel is decoded. */
    const pd_io_png_limits limits = {PD_ANIM_GROUND_MAX_SIDE, PD_ANIM_GROUND_MAX_SIDE};
    pd_io_image image;
    pd_status status = pd_io_png_read(&image, file.data, file.size, &limits, err);

    if (status != PD_OK) {
        pd_error why = *err;
        return pd_fail(err, status, path, "%s %s", why.where, why.detail);
    }

    PD_ASSERT(image.channels >= 1 && image.channels <= 4 && (image.bits == 8 || image.bits == 16));

    /* A height is the mean of the colours on the scale 0 to 255, 16 bits too; alpha counts for nothing. */
    size_t count = (size_t)image.width * (size_t)image.height;
    size_t channels = (size_t)image.channels;
    size_t colours = channels < 3 ? 1 : 3;
    double unit = image.bits == 16 ? 255.0 / 65535 : 1;
    *table = (pd_sidecar_table){image.height, image.width, malloc(count * sizeof *table->values)};
    if (!table->values) status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory for %zu heights", count);

    for (size_t i = 0; status == PD_OK && i < count; i++) {
        double sum = 0;
        for (size_t c = 0; c < colours; c++)
            sum += image.bits == 16 ? ((const uint16_t *)image.samples)[i * channels + c]
                                    : ((const uint8_t *)image.samples)[i * channels + c];
        table->values[i] = (float)(unit * sum / (double)colours);
    }

    pd_io_image_deinit(&image);
    return status;
}

static pd_status load_heightmaps(pd_anim_ground *out, const char *path, double cell, double scale,
                                 pd_error *err)
{
    pd_bytes file;
    pd_sidecar_table table = {0};
    pd_status status = pd_file_map(&file, path, err);

    if (status != PD_OK) return status;

    /* Read the table of numbers from a picture or from text. */
    status = ends_with(path, ".png") ? read_picture(&table, file, path, err)
                                     : pd_sidecar_heights_parse(&table, file, path, err);
    pd_file_unmap(&file);

    /* The grid has its middle at the origin. */
    if (status == PD_OK) {
        const pd_anim_ground_grid grid = {.rows = table.rows,
                                          .columns = table.columns,
                                          .x = -0.5 * cell * (table.columns - 1),
                                          .z = -0.5 * cell * (table.rows - 1),
                                          .cell = cell};
        status = pd_anim_ground_init(out, grid, path, err);
    }

    PD_ASSERT(status != PD_OK || (table.rows > 0 && table.columns > 0 && table.values));
    if (status == PD_OK)
        for (size_t i = 0; i < (size_t)table.rows * (size_t)table.columns; i++)
            out->heights[i] = (float)(scale * (double)table.values[i]);
    pd_sidecar_table_deinit(&table);

    return status;
}

/* ---- the folder */

pd_status pd_tool_heightmaps_load(pd_tool_heightmaps *out, const char *folder, double cell, double scale,
                                  pd_error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_heightmap, alphasort);
    pd_status status = PD_OK;

    *out = (pd_tool_heightmaps){0};
    /* All entries are freed below, whatever fails first. */
    if (count < 0) return pd_fail(err, PD_ERR_NOT_FOUND, folder, "not a folder, or it cannot be read");
    if (!count) status = pd_fail(err, PD_ERR_NOT_FOUND, folder, "the folder has no heightmap (*.txt, *.png)");
    out->maps = calloc((size_t)count + 1, sizeof *out->maps);
    if (!status && !out->maps)
        status = pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %d heightmaps", count);

    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (status == PD_OK) status = load_heightmaps(&out->maps[i], path, cell, scale, err);
        if (status == PD_OK) out->count++;
        free(entries[i]);
    }

    PD_ASSERT(status != PD_OK || out->count == count);
    free(entries);
    if (status != PD_OK) pd_tool_heightmaps_deinit(out);

    return status;
}

void pd_tool_heightmaps_deinit(pd_tool_heightmaps *h)
{
    for (int i = 0; i < h->count; i++) pd_anim_ground_deinit(&h->maps[i]);
    free(h->maps);
    *h = (pd_tool_heightmaps){0};
}
