#ifndef PD_TOOLS_DRAW_COMPARE_H
#define PD_TOOLS_DRAW_COMPARE_H
/* Close-ups of bent joints, side by side: what plain skinning, pose blend shapes and their target make of them.
 *
 * A row is a bend, a column a way to make the surface: LBS, DQS, LBS+P and DQS+P (when the model has pose blend
 * shapes), target (train/corrective/deform.h). A cell's label says how many millilitres the body has gained.
 */
#include "core/io/mesh/png.h"
#include "core/smpl/body.h"
#include "tools/draw/sheet.h"

typedef struct pd_tool_closeup {
    const char *name, *text; /* posture.h                                     */
    const char *joint;       /* looked at                                     */
    float yaw_deg, pitch_deg;
    float radius; /* metres, of what is seen round the joint       */
} pd_tool_closeup;

extern const pd_tool_closeup pd_tool_closeups[]; /* ends with a NULL name */
extern const pd_tool_closeup pd_tool_touches[];  /* ends of ranges where skin touches skin; so does this */

typedef struct pd_tool_compare {
    const pd_smpl_model *model;
    const pd_smpl_model *dqs; /* the same with the pose blend shapes for DQS; NULL: the model's own */
    const float *betas;
    int beta_count;
    int contact;      /* pd_tool_touches in three columns: as skinned, with contact, target */
    int first, count; /* rows of pd_tool_closeups; count 0: all          */
    int size, scale;  /* pixels of a cell's side; samples per pixel side */
} pd_tool_compare;

/* Allocates the picture. ERR_RANGE when the model has other joints than a person. */
pd_status pd_tool_compare_render(pd_io_image *picture, const pd_tool_compare *compare,
                                 const pd_executor *executor, pd_error *err);

#endif
