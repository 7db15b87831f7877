#ifndef PD_TOOLS_DRAW_FIGURE_H
#define PD_TOOLS_DRAW_FIGURE_H
/* Makes a figure of bones for a skeleton without a body mesh: an octahedron from each joint to each child and
 * to its tip. Left bones are blue, right ones red, middle ones grey. `posedctl clip --skeleton biped` draws
 * it and writes it to GLB.
 *
 * Spaces   rest: model space, root at the origin; metres. Every vertex follows one joint.
 * Memory   init / deinit; const once built.
 */
#include "core/anim/clip.h"
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/io/mesh/png.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pd_tool_figure {
    pd_anim_skeleton skeleton;
    int vertex_count, face_count;
    float *rest, *normals, *colors; /* (V,3), one block; flat shading: faces share no vertices */
    int *joints;                    /* (V) joint of a vertex */
    uint32_t *faces;                /* (F,3)              */
} pd_tool_figure;

/* Makes the figure of the clip's skeleton and tips. ERR_MEMORY. */
pd_status pd_tool_figure_init(pd_tool_figure *figure, const pd_anim_clip *clip, pd_error *err);
void pd_tool_figure_deinit(pd_tool_figure *figure);

/* Writes the rigged figure with one animation as GLB. name: name of the animation. */
pd_status pd_tool_figure_glb(pd_buffer *out, const pd_tool_figure *figure, const pd_anim_clip *clip,
                             const char *name, pd_error *err);

typedef struct pd_tool_figure_sheet {
    int first, last;    /* frames of the clip, both drawn                 */
    int count, columns; /* frames, evenly between the two                 */
    int size;           /* pixels of a cell's side                        */
    float yaw;          /* yaw of the camera from the figure's front, radians */
    bool is_fixed;      /* true: the camera keeps the yaw of the first frame  */
} pd_tool_figure_sheet;

/* Draws cells with a ground at y = 0, each centred on the figure's root,
 * all at one scale. Allocates the picture. */
pd_status pd_tool_figure_render(pd_io_image *picture, const pd_tool_figure *figure, const pd_anim_clip *clip,
                                const pd_tool_figure_sheet *sheet, const pd_executor *executor,
                                pd_error *err);

#endif
