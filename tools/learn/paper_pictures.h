#ifndef PD_TOOLS_LEARN_PAPER_PICTURES_H
#define PD_TOOLS_LEARN_PAPER_PICTURES_H
/* Draws the pictures of posedctl evaluate --paper:
 *
 *     error-maps.png      where methods miss the poses held out: comparison->vertex_mm on the model's mean
 *                         body, from 0 to 8 mm
 *     shapes-poses.png    shape by pose
 *     joints.png          joints on the first three components of shape (figure 8 of the paper)
 */
#include "core/base/executor.h"
#include "train/learn/compare.h"

/* model: file of the learned model. comparison->vertex_mm must be set. */
pd_status pd_tool_paper_pictures(const pd_learn_comparison *comparison, const char *model, const char *folder,
                                 const pd_executor *executor, pd_error *err);

#endif
