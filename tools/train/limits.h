#ifndef PD_TOOLS_TRAIN_LIMITS_H
#define PD_TOOLS_TRAIN_LIMITS_H
/* The quality check of `posedctl evaluate --quality`: 12 bodies, every joint at each end of its range
 * (core/anim/ranges.h), all variants of the model and the target of pose blend shapes beside them.
 *
 * Bodies   the mean; beta 0 and beta 1 at -2.5 and 2.5 and both together (for the default model short and
 *          tall, thin and obese); five by chance, N(0,1), each cut at 2.5.
 * Poses    one joint at a time, left and middle ones, the others in the T-pose.
 * Reach    where a surface fails, how far the joint gets before it does (train/evaluate/reach.h).
 */
#include "core/base/executor.h"
#include "train/evaluate/evaluate.h"
#include "tools/train/evaluation.h"

#define PD_TOOL_LIMIT_BODIES 12

typedef struct pd_tool_limits {
    const pd_train_body_variant *variants;
    int variant_count;
    /* goes through contact (core/smpl/contact.h) in a row of its own; NULL: no such row */
    const pd_train_body_variant *touched;
    int no_target; /* leave the deformer out */
    int pose_most; /* 0: all; fewer for tests */
} pd_tool_limits;

/* Fills quality, quality_count, reach and reach_count;
 * after the variants' rows those of contact and of the target. */
pd_status pd_tool_limits_check(pd_tool_evaluation *out, const pd_tool_limits *limits,
                               const pd_executor *executor, pd_error *err);

#endif
