#ifndef PD_TOOLS_MHR_DEFINITION_H
#define PD_TOOLS_MHR_DEFINITION_H
/* Parses a file of momentum, Meta's library of kinematics, that defines how parameters move a skeleton
 * ("Momentum Model Definition V1.0").
 *
 *     [ParameterTransform]
 *     root.tx = 10.0 * root_tx
 *         joint.channel = weight * parameter + ...; a joint's channel that was
 *     c_neck.rx = 0.5 * head_twist + 0.2 * c_spine3.rx
 *         defined before may be used like a parameter; two lines of one channel add up
 *     [ParameterSets]
 *     parameterset scale  scale_hip_width scale_uplegs
 *         a set whose name contains "scale" lists lengths of bones
 *     [Limits]
 *     limit neck_bend minmax [-0.6, 0.5] 0.1
 *         limits other than minmax, and the weight, are ignored
 *
 * Channels are tx ty tz rx ry rz sc. Parameters are numbered in the order in which the transform first names
 * them. # begins a comment; other sections are skipped.
 *
 * Spaces   a joint moves in the frame of its parent, after its pre-rotation (model.h); centimetres, radians,
 *          powers of two.
 * Memory   _deinit frees what _parse made; on failure *out is empty.
 * Errors   ERR_FORMAT, ERR_NOT_FOUND (a joint, a parameter), ERR_LIMIT with "name:line"; a text has at most 1
 *          MiB.
 */
#include "core/mhr/model.h"

#define PD_TOOL_MHR_TERMS_MAX      (1 << 15)
#define PD_TOOL_MHR_DEFINITION_MAX ((size_t)1 << 20) /* bytes of the text */

typedef struct pd_tool_mhr_term {
    int row; /* 7 joint + channel */
    int parameter;
    double weight;
} pd_tool_mhr_term;

typedef struct pd_tool_mhr_definition {
    pd_model_name *parameters; /* (parameter_count) */
    /* (parameter_count) Lowest and highest value; -+PD_MHR_NO_LIMIT without a limit. */
    float (*limits)[2];
    uint8_t *is_scale; /* (parameter_count) */
    /* (term_count) In the order of the file, with channels of joints expanded to parameters. */
    pd_tool_mhr_term *terms;
    int parameter_count, term_count, skipped_limit_count;
} pd_tool_mhr_definition;

/* Parses a definition. joints (joint_count): the skeleton's names, which the text must use. `name` is the
 * file's, for messages. */
pd_status pd_tool_mhr_definition_parse(pd_tool_mhr_definition *out, pd_bytes text,
                                       const pd_model_name *joints, int joint_count, const char *name,
                                       pd_error *err);
void pd_tool_mhr_definition_deinit(pd_tool_mhr_definition *definition);

#endif
