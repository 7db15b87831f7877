#ifndef PD_TOOLS_DRAW_COMPARE_H
#define PD_TOOLS_DRAW_COMPARE_H
/* Draws close-ups of bent joints side by side: plain skinning, pose blend shapes and their target.
 *
 * Each row shows a bend, each column a method: LBS, DQS, LBS+P and DQS+P (when the model has pose blend
 * shapes), target (train/corrective/deform.h). The label of a cell shows the gain of volume in millilitres.
 */
#include "core/io/mesh/png.h"
#include "core/smpl/body.h"
#include "tools/draw/sheet.h"

typedef struct pd_tool_closeup {
    const char *name, *text; /* posture.h                                     */
    const char *joint;       /* joint in the centre of the picture            */
    float yaw_deg, pitch_deg;
    float radius; /* radius of the visible region, metres          */
} pd_tool_closeup;

extern const pd_tool_closeup pd_tool_closeups[]; /* ends with a NULL name */
extern const pd_tool_closeup
    pd_tool_touches[]; /* ends of ranges where skin touches skin; ends with a NULL name */

typedef struct pd_tool_compare {
    const pd_smpl_model *model;
    const pd_smpl_model *dqs; /* the model with pose blend shapes for DQS; NULL: those of `model` */
    const float *betas;
    int beta_count;
    int contact;      /* 1: draw pd_tool_touches in three columns: skinned, with contact, target */
    int first, count; /* rows of pd_tool_closeups; count 0: all          */
    int size, scale;  /* pixels of a cell's side; samples per pixel side */
} pd_tool_compare;

/* Allocates the picture. ERR_RANGE when the model has other joints than a person. */
pd_status pd_tool_compare_render(pd_io_image *picture, const pd_tool_compare *compare,
                                 const pd_executor *executor, pd_error *err);

#endif
