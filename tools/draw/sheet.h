#ifndef PD_TOOLS_DRAW_SHEET_H
#define PD_TOOLS_DRAW_SHEET_H
/* Contact sheets: many bodies in a grid, all seen through the same camera so that sizes compare.
 *
 * A cell is a body of a model (shape, local rotations, a label, where the camera stands). Bodies stand on the
 * ground (y = 0) and are framed together: the largest reach of any cell about the vertical axis sets the
 * scale. Units: metres, radians.
 */
#include "core/io/mesh/png.h"
#include "core/smpl/body.h"
#include "tools/draw/raster.h"

#include <stdbool.h>

#define PD_TOOL_SHEET_BETAS 64

typedef enum pd_tool_paint {
    PD_TOOL_PAINT_SKIN,
    PD_TOOL_PAINT_NORMALS, /* xyz as rgb                           */
    PD_TOOL_PAINT_WEIGHTS, /* a hue per joint, mixed by skin weight */
} pd_tool_paint;

typedef struct pd_tool_cell {
    const pd_smpl_model *model;
    float betas[PD_TOOL_SHEET_BETAS]; /* those beyond the model's count are not used       */
    float *rotations;                 /* (K,3,3) local, or NULL: rest pose; owned by caller */
    const float
        *soft; /* soft-tissue coefficients, as many as the model has, or NULL: none; owned by caller */
    pd_smpl_stage stage;    /* how far the model goes; zero: posed                */
    bool shows_weights;     /* painted so, whatever the sheet is                  */
    const float *vertices;  /* (V,3) shown in place of the model's own, or NULL   */
    const float *colors;    /* (V,3) linear albedo in place of the sheet's paint, or NULL */
    float yaw, pitch;       /* of the camera, radians; 0: from the front          */
    float zoom;             /* 0: the whole body; else the head, enlarged         */
    float focus[3], radius; /* radius > 0: a close-up of this point of model space */
    char label[64];
} pd_tool_cell;

typedef struct pd_tool_sheet {
    const pd_tool_cell *cells;
    int cell_count, columns;
    int cell_width, cell_height; /* pixels                        */
    int scale;                   /* samples per pixel side; 0: 3  */
    pd_smpl_skinning skinning;
    pd_tool_paint paint;
    int shows_joints; /* white dots over the surface; not of cells with given vertices */
} pd_tool_sheet;

/* Allocates the picture. Cells are tasks of the executor; the picture does not depend on it. */
pd_status pd_tool_sheet_render(pd_io_image *picture, const pd_tool_sheet *sheet, const pd_executor *executor,
                               pd_error *err);

#endif
