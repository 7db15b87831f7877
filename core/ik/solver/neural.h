#ifndef PD_IK_SOLVER_NEURAL_H
#define PD_IK_SOLVER_NEURAL_H
/* A whole pose from a few trackers: a small residual network that was trained on forward kinematics of captured poses.
 *
 *     x   = (features - mean) / deviation, held within +-6
 *     h_0 = elu(W_0 x + b_0)      h_i = h_i-1 + elu(W_i h_i-1 + b_i)      y = W_y h_B + b_y          i = 1 .. B blocks
 *
 * Trackers are joints of a person: head, pelvis, wrists, hands, ankles, feet; each with a position, an orientation, both or
 * neither, in any combination with one position at least. A skeleton is a person by the names of its joints: SMPL's 24, or
 * the biped's 31 (core/anim/biped.h). Its rest pose is a T-pose that faces +Z with every frame parallel to the model's.
 *
 * Frame    everything is seen from an origin o, the head's place (else the pelvis', else the mean of the trackers), turned
 *          about the vertical by a heading that the trackers agree on, and divided by the stature s:
 *
 *              p' = Ry(-heading) (p - o) / s          R' = Ry(-heading) R
 *
 *          so that the answer turns and moves with the trackers. s is the rest pose's height from the lowest joint to the head.
 * Features per tracker p' (3), the first two columns of R' (6), has position, has orientation: zeros where there is none;
 *          the floor's height (f - o_y) / s; the lengths of 14 bones / s, left and right averaged.
 * Outputs  the first two columns of the local rotation of each of 24 joints, the pelvis' seen from the frame; then the
 *          pelvis' place p'.
 *
 * Shapes   PD_IK_NEURAL_INPUTS, PD_IK_NEURAL_OUTPUTS.   Units  metres, radians.   Spaces  model space.
 * Memory   one reference on build and load; retain and release are atomic. Immutable then: any number of threads.
 */
#include "core/anim/skeleton.h"
#include "core/io/tensor/model_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_IK_NEURAL_VERSION  "1.0"
#define PD_IK_NEURAL_KIND     "pose-network"
#define PD_IK_NEURAL_JOINTS   24
#define PD_IK_NEURAL_TRACKERS 10
#define PD_IK_NEURAL_PLACE    11 /* features of a tracker */
#define PD_IK_NEURAL_BONES    14
#define PD_IK_NEURAL_INPUTS   (PD_IK_NEURAL_TRACKERS * PD_IK_NEURAL_PLACE + 1 + PD_IK_NEURAL_BONES)
#define PD_IK_NEURAL_OUTPUTS  (6 * PD_IK_NEURAL_JOINTS + 3)
#define PD_IK_NEURAL_HIDDEN   1024 /* at most */
#define PD_IK_NEURAL_BLOCKS   8    /* at most */

/* ---- a person's skeleton */

typedef struct pd_ik_neural_body {
    int joint[PD_IK_NEURAL_JOINTS]; /* of the skeleton, by SMPL's order                                   */
    pd_vec3 offset[PD_IK_NEURAL_JOINTS]; /* at rest, from SMPL's parent; the pelvis' is its place */
    double bone[PD_IK_NEURAL_BONES]; /* lengths / stature                                                  */
    double stature, floor;           /* floor: the lowest joint's height at rest, in model space           */
} pd_ik_neural_body;

extern const int pd_ik_neural_parents[PD_IK_NEURAL_JOINTS];   /* SMPL's tree */
extern const int pd_ik_neural_tracked[PD_IK_NEURAL_TRACKERS]; /* which of the 24 a tracker is on */

/* ERR_UNSUPPORTED at "/skeleton" names the joints that are missing, or the one that hangs elsewhere. */
pd_status pd_ik_neural_body_of(pd_ik_neural_body *body, const pd_anim_skeleton *skeleton, pd_error *err);
/* From rest offsets by SMPL's order (24); joint[] is 0 .. 23. 0 when it has no height. */
int pd_ik_neural_body_from(pd_ik_neural_body *body, const pd_vec3 *offsets);

/* ---- features */

typedef struct pd_ik_neural_tracker {
    int has_position, has_rotation;
    pd_vec3 position;
    pd_quat rotation; /* unit */
} pd_ik_neural_tracker;

typedef struct pd_ik_neural_frame {
    pd_vec3 origin;
    double heading, scale; /* radians about +Y from +Z to +X; metres */
} pd_ik_neural_frame;

/* (PD_IK_NEURAL_TRACKERS) trackers, one position at least (0 otherwise); floor in model space. fallback: the heading where
 * the trackers give none. */
bool pd_ik_neural_frame_of(pd_ik_neural_frame *frame, const pd_ik_neural_tracker *trackers, double stature,
                           double fallback);
void pd_ik_neural_features(float *x, const pd_ik_neural_frame *frame, const pd_ik_neural_tracker *trackers,
                           const pd_ik_neural_body *body, double floor);
/* rotations (24) local, pelvis in model space. Any y, NaN too: where a pair of columns spans no plane the joint is not turned. */
void pd_ik_neural_pose_of(pd_quat *rotations, pd_vec3 *pelvis, const pd_ik_neural_frame *frame,
                          const float *y);

/* ---- the network */

/* Plain numbers, as training has them: params is W_0 (hidden, inputs), b_0, W_1 (hidden, hidden), b_1, ..., W_y
 * (outputs, hidden), b_y. */
typedef struct pd_ik_neural_weights {
    int hidden, blocks;
    float *x_mean, *x_std; /* (inputs)  */
    float *params;         /* (pd_ik_neural_param_count) */
    pd_model_text text;
} pd_ik_neural_weights;

typedef struct pd_ik_neural_layer {
    int in, out;
    size_t weights, bias; /* where in params; weights (out, in) */
} pd_ik_neural_layer;

/* Layer l of 0 .. blocks + 1. */
pd_ik_neural_layer pd_ik_neural_layer_of(int hidden, int blocks, int l);
size_t pd_ik_neural_param_count(int hidden, int blocks);

/* Arrays of zeros, deviations of 1. ERR_RANGE for sizes that are out of range. */
pd_status pd_ik_neural_weights_init(pd_ik_neural_weights *weights, int hidden, int blocks, pd_error *err);
void pd_ik_neural_weights_deinit(pd_ik_neural_weights *weights);
/* Sizes in range, every number finite, deviations positive. where is the tensor's name. */
pd_status pd_ik_neural_weights_check(const pd_ik_neural_weights *weights, pd_error *err);
/* To the nearest half-precision number, weights and biases. */
void pd_ik_neural_weights_round(pd_ik_neural_weights *weights);

/* A safetensors file of kind "pose-network" (docs/reference/ik.md); weights are written as F16 where that loses nothing. */
pd_status pd_ik_neural_weights_parse(pd_ik_neural_weights *weights, const void *bytes, size_t size,
                                     const char *name, pd_error *err);
pd_status pd_ik_neural_weights_encode(pd_buffer *out, const pd_ik_neural_weights *weights, pd_error *err);
pd_status pd_ik_neural_weights_save(const pd_ik_neural_weights *weights, const char *path, pd_error *err);

/* Packed for running in panels of 64 outputs (core/kernel/pfnn.h). */
typedef struct pd_ik_neural {
    int hidden, blocks, row; /* row: floats of an activation, padded to 64                       */
    float *x_mean, *x_scale; /* (inputs)                                                          */
    float *rows;             /* by layer and panel: (1 + in, 64), the biases first               */
    uint16_t *halves;        /* the same without biases, where every weight is a half; or NULL   */
    pd_model_text text;
    size_t resident_bytes;
    uint64_t content_hash; /* of all numbers */
    int references;        /* atomic         */
} pd_ik_neural;

/* Takes the arrays out of *weights (which is empty afterwards, whatever happens) and checks them first. */
pd_status pd_ik_neural_build(pd_ik_neural **out, pd_ik_neural_weights *weights, pd_error *err);
pd_status pd_ik_neural_load(pd_ik_neural **out, const char *path, pd_error *err);
pd_ik_neural *pd_ik_neural_retain(pd_ik_neural *network);
void pd_ik_neural_release(pd_ik_neural *network); /* NULL is fine */

/* Floats of scratch, on a 64-byte boundary. */
size_t pd_ik_neural_scratch_floats(const pd_ik_neural *network);
/* y (outputs), x (inputs). */
void pd_ik_neural_run(float *y, const float *x, const pd_ik_neural *network, float *scratch);

#endif
