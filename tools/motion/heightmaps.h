#ifndef PD_TOOLS_MOTION_HEIGHTMAPS_H
#define PD_TOOLS_MOTION_HEIGHTMAPS_H
/* Reads a folder of heightmaps from which training takes patches of ground.
 *
 *     *.txt     numbers, a line a row (core/io/mocap/sidecar.h): the original's hmp_NAME_smooth.txt
 *     *.png     grey is the height: 0 to 255, of 16 bits with their fraction; of colours the mean of red,
 *               green and blue
 *
 * height = number * scale, corners `cell` apart, row i along +z, the ground's middle at x = z = 0. Files in
 * the order of their names.
 *
 * Units    metres.
 * Memory   pd_tool_heightmaps_deinit.
 * Errors   name file and line; ERR_NOT_FOUND for a folder without a heightmap, ERR_RANGE (ground.h's limits),
 *          ERR_MEMORY.
 */
#include "core/anim/scene/ground.h"

/* Spacing of the original's heightmaps in metres; a unit of height is 3 cm. */
#define PD_TOOL_HEIGHTMAP_CELL  0.03937007874
#define PD_TOOL_HEIGHTMAP_SCALE 0.03

typedef struct pd_tool_heightmaps {
    int count;
    pd_anim_ground *maps; /* (count) */
} pd_tool_heightmaps;

/* Reads all heightmaps of a folder. cell: metres between neighbouring points;
 * scale: metres per unit of the file. */
pd_status pd_tool_heightmaps_load(pd_tool_heightmaps *out, const char *folder, double cell, double scale,
                                  pd_error *err);
void pd_tool_heightmaps_deinit(pd_tool_heightmaps *heightmaps);

#endif
