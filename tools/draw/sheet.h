#ifndef PD_TOOLS_DRAW_SHEET_H
#define PD_TOOLS_DRAW_SHEET_H
/* Draws contact sheets: many bodies in a grid, all at the same scale so that sizes can be compared.
 *
 * A cell has a body of a model (shape and local rotations), a label and a camera. Bodies stand on the ground
 * (y = 0). The largest extent of any cell about the vertical axis determines the scale. Units: metres,
 * radians.
 */
#include "core/io/mesh/png.h"
#include "core/smpl/body.h"
#include "core/smpl/people/people.h"
#include "tools/draw/raster.h"

#include <stdbool.h>

#define PD_TOOL_SHEET_BETAS PD_SMPL_PEOPLE_MAX_BETAS

typedef enum pd_tool_paint {
    PD_TOOL_PAINT_SKIN,
    PD_TOOL_PAINT_NORMALS, /* xyz as rgb                           */
    PD_TOOL_PAINT_WEIGHTS, /* a hue per joint, mixed by skin weight */
} pd_tool_paint;

typedef struct pd_tool_cell {
    const pd_smpl_model *model;
    float betas[PD_TOOL_SHEET_BETAS]; /* betas beyond the model's count are ignored        */
    float *rotations;                 /* (K,3,3) local, or NULL: rest pose; owned by caller */
    const float *soft;                /* soft-tissue coefficients, as many as the model has; NULL: none */
    pd_smpl_stage stage;              /* last stage of the model to compute; zero: posed    */
    bool shows_weights;               /* true: skin weights are painted in place of the sheet's paint */
    const float *vertices;            /* (V,3) shown in place of the model's own, or NULL   */
    const float *colors;              /* (V,3) linear albedo in place of the sheet's paint, or NULL */
    float yaw, pitch;                 /* direction of the camera, radians; 0: from the front */
    float zoom;                       /* 0: whole body; otherwise magnification of the head  */
    float focus[3], radius;           /* radius > 0: a close-up of this point of model space */
    char label[64];
} pd_tool_cell;

typedef struct pd_tool_sheet {
    const pd_tool_cell *cells;
    int cell_count, columns;
    int cell_width, cell_height; /* pixels                        */
    int scale;                   /* samples per pixel side; 0: 3  */
    bool has_skinning;           /* false: the skinning that each model is made for */
    pd_smpl_skinning skinning;
    pd_tool_paint paint;
    int shows_joints; /* 1: joints as white dots over the surface; not for cells with given vertices */
} pd_tool_sheet;

/* Draws the sheet. Allocates the picture. Cells run as tasks of the executor,
 * which does not affect the result. */
pd_status pd_tool_sheet_render(pd_io_image *picture, const pd_tool_sheet *sheet, const pd_executor *executor,
                               pd_error *err);

#endif
