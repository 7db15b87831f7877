#ifndef PD_FACTORY_WARDROBE_DRESSED_H
#define PD_FACTORY_WARDROBE_DRESSED_H
/* Draws contact sheets of dressed people with core/portrait: skin, cloth, hair and eyes in their colours.
 *
 * Each cell is a person: shape, face, pose, garments, colours. People stand on the ground (y = 0) and are all
 * seen at the same scale, so that heights compare; portraits show the head alone. Skin below cloth is left
 * out, as in a GLB.
 * Units    metres, radians.   Memory   the picture is allocated; everything in a sheet is borrowed.
 */
#include "core/io/mesh/png.h"
#include "core/smpl/part/hand.h"
#include "core/wardrobe/dress.h"
#include "core/wardrobe/palette.h"
#include "core/base/executor.h"

#define PD_TOOL_DRESSED_BETAS       PD_SMPL_PEOPLE_MAX_BETAS
#define PD_TOOL_DRESSED_EXPRESSIONS 128

typedef struct pd_tool_dressed_cell {
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
    float betas[PD_TOOL_DRESSED_BETAS];
    float expression[PD_TOOL_DRESSED_EXPRESSIONS];
    float *rotations;     /* (K,3,3) local; the caller's */
    float yaw, pitch;     /* direction of the camera; .05 is added to pitch */
    int is_portrait;      /* true: only the head */
    const char *close_up; /* joint in the centre of the picture, which shows `show` metres; or NULL */
    float show;
    char label[64];
} pd_tool_dressed_cell;

typedef struct pd_tool_dressed_sheet {
    const pd_smpl_model *model;
    const pd_wardrobe *wardrobe;
    const pd_smpl_model *own; /* model of the garments if it is another one, or NULL */
    const pd_tool_dressed_cell *cells;
    int cell_count, columns, width, height;
    const pd_executor *executor;
} pd_tool_dressed_sheet;

/* Allocates the picture. ERR_MEMORY, ERR_RANGE. */
pd_status pd_tool_dressed_render(pd_io_image *picture, const pd_tool_dressed_sheet *sheet, pd_error *err);

#endif
