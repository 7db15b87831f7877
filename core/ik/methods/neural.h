#ifndef PD_IK_METHODS_NEURAL_H
#define PD_IK_METHODS_NEURAL_H
/* Predicts a whole pose from a few trackers with a small residual network, trained on forward kinematics of
 * captured poses.
 *
 *     x   = (features - mean) / deviation, clamped to +-6
 *     h_0 = elu(W_0 x + b_0)      h_i = h_i-1 + elu(W_i h_i-1 + b_i) y = W_y h_B + b_y i = 1 .. B blocks
 *
 * Trackers are on the joints of a person: head, pelvis, wrists, hands, ankles and feet. Each has a position,
 * an orientation, both or neither, in any combination with at least one position. A skeleton is that of a
 * person if its joints have the names of SMPL's 24 joints, or of the biped's 31 (core/anim/biped.h). Its rest
 * pose is a T-pose that faces +Z, and every joint frame is parallel to the model's.
 *
 * Frame    everything is expressed relative to an origin o, the head's position (without it the pelvis',
 *          otherwise the mean of the trackers), rotated about the vertical by a heading on which the trackers
 *          agree, and divided by the stature s:
 *
 *              p' = Ry(-heading) (p - o) / s          R' = Ry(-heading) R
 *
 *          so the predicted pose turns and moves with the trackers. s is the height of the rest pose from the
 *          lowest joint to the head.
 * Features for each tracker p' (3), the first two columns of R' (6), has position, has orientation; zeros for
 * what is missing.
 *          Then the height of the floor (f - o_y) / s, and the lengths of 14 bones / s, averaged over left
 *          and right.
 * Outputs  the first two columns of the local rotation of each of 24 joints, that of the pelvis relative to
 *          the frame; then the position p' of the pelvis.
 *
 * Shapes   PD_IK_NEURAL_INPUTS, PD_IK_NEURAL_OUTPUTS.   Units  metres, radians.   Spaces  model space.
 * Memory   build and load return one reference; retain and release are atomic.
 * Threads  a built network is immutable: any number of threads.
 * Errors   err->where is the file and tensor, or the field of the job ("/skeleton").
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
#define PD_IK_NEURAL_PLACE    11 /* features of one tracker */
#define PD_IK_NEURAL_BONES    14
#define PD_IK_NEURAL_INPUTS   (PD_IK_NEURAL_TRACKERS * PD_IK_NEURAL_PLACE + 1 + PD_IK_NEURAL_BONES)
#define PD_IK_NEURAL_OUTPUTS  (6 * PD_IK_NEURAL_JOINTS + 3)
#define PD_IK_NEURAL_HIDDEN   1024 /* largest width of a hidden layer */
#define PD_IK_NEURAL_BLOCKS   8    /* largest number of residual blocks */

/* ---- a person's skeleton */

typedef struct pd_ik_neural_body {
    int joint[PD_IK_NEURAL_JOINTS]; /* skeleton joint of each SMPL joint */
    /* rest position relative to SMPL's parent joint; for the pelvis, its rest position */
    pd_vec3 offset[PD_IK_NEURAL_JOINTS];
    double bone[PD_IK_NEURAL_BONES]; /* bone lengths divided by the stature */
    double stature, floor;           /* floor: height of the lowest joint at rest, in model space */
} pd_ik_neural_body;

extern const int pd_ik_neural_parents[PD_IK_NEURAL_JOINTS];   /* parents in SMPL's tree */
extern const int pd_ik_neural_tracked[PD_IK_NEURAL_TRACKERS]; /* SMPL joint of each tracker */

/* Finds SMPL's joints in a skeleton by their names. ERR_UNSUPPORTED at "/skeleton" names the joints that are
 * missing, or the joint with another parent. */
pd_status pd_ik_neural_body_of(pd_ik_neural_body *body, const pd_anim_skeleton *skeleton, pd_error *err);
/* Fills *body from 24 rest offsets in SMPL's order; joint[] is then 0 ..
 * 23. Returns 0 if the body has no height. */
int pd_ik_neural_body_from(pd_ik_neural_body *body, const pd_vec3 *offsets);

/* ---- features */

typedef struct pd_ik_neural_tracker {
    int has_position, has_rotation;
    pd_vec3 position;
    pd_quat rotation; /* unit */
} pd_ik_neural_tracker;

typedef struct pd_ik_neural_frame {
    pd_vec3 origin;
    double heading, scale; /* heading in radians about +Y, from +Z to +X; scale in metres */
} pd_ik_neural_frame;

/* Computes the frame of (PD_IK_NEURAL_TRACKERS) trackers. Returns false if none has a position. `fallback` is
 * the heading if the trackers determine none. */
bool pd_ik_neural_frame_of(pd_ik_neural_frame *frame, const pd_ik_neural_tracker *trackers, double stature,
                           double fallback);
/* Writes the features of the trackers to x (PD_IK_NEURAL_INPUTS). `floor` is a height in model space. */
void pd_ik_neural_features(float *x, const pd_ik_neural_frame *frame, const pd_ik_neural_tracker *trackers,
                           const pd_ik_neural_body *body, double floor);
/* Converts the outputs y to 24 local rotations and the model-space position of the pelvis. Accepts any y,
 * also NaN: a joint whose two columns span no plane keeps the identity rotation. */
void pd_ik_neural_pose_of(pd_quat *rotations, pd_vec3 *pelvis, const pd_ik_neural_frame *frame,
                          const float *y);

/* ---- the network */

/* Network parameters as plain arrays, for training and files. params contains W_0 (hidden, inputs), b_0, W_1
 * (hidden, hidden), b_1, ..., W_y (outputs, hidden), b_y. */
typedef struct pd_ik_neural_weights {
    int hidden, blocks;
    float *x_mean, *x_std; /* (inputs) */
    float *params;         /* (pd_ik_neural_param_count) */
    pd_model_text text;
} pd_ik_neural_weights;

typedef struct pd_ik_neural_layer {
    int in, out;
    size_t weights, bias; /* offsets in params; weights are (out, in) */
} pd_ik_neural_layer;

/* Returns the sizes and offsets of layer l, 0 .. blocks + 1. */
pd_ik_neural_layer pd_ik_neural_layer_of(int hidden, int blocks, int l);
/* Returns the number of floats in params. */
size_t pd_ik_neural_param_count(int hidden, int blocks);

/* Allocates zeroed arrays, with standard deviations of 1. ERR_RANGE if a size is out of range. */
pd_status pd_ik_neural_weights_init(pd_ik_neural_weights *weights, int hidden, int blocks, pd_error *err);
/* Frees the arrays of the weights. */
void pd_ik_neural_weights_deinit(pd_ik_neural_weights *weights);
/* Checks sizes, that every number is finite and that deviations are positive. On error, err->where is the
 * name of the tensor. */
pd_status pd_ik_neural_weights_check(const pd_ik_neural_weights *weights, pd_error *err);
/* Rounds weights and biases to the nearest half-precision number. */
void pd_ik_neural_weights_round(pd_ik_neural_weights *weights);

/* Reads, encodes and saves a safetensors file of kind "pose-network" (docs/reference/ik.md). Weights are
 * written as F16 if that changes no value. */
pd_status pd_ik_neural_weights_parse(pd_ik_neural_weights *weights, const void *bytes, size_t size,
                                     const char *name, pd_error *err);
pd_status pd_ik_neural_weights_encode(pd_buffer *out, const pd_ik_neural_weights *weights, pd_error *err);
pd_status pd_ik_neural_weights_save(const pd_ik_neural_weights *weights, const char *path, pd_error *err);

/* Network packed for evaluation in panels of 64 outputs (core/kernel/motion/pfnn.h). */
typedef struct pd_ik_neural {
    int hidden, blocks, row; /* row: floats of one activation, padded to a multiple of 64 */
    float *x_mean, *x_scale; /* (inputs) */
    float *rows;             /* weights by layer and panel: (1 + in, 64), biases first */
    /* the weights as half floats, without biases; NULL: half precision is not exact */
    uint16_t *halves;
    pd_model_text text;
    size_t resident_bytes;
    uint64_t content_hash; /* hash of all numbers */
    int references;        /* reference count, atomic */
} pd_ik_neural;

/* Checks the weights and packs them. Takes the arrays out of *weights,
 * which is empty afterwards even after an error. */
pd_status pd_ik_neural_build(pd_ik_neural **out, pd_ik_neural_weights *weights, pd_error *err);
/* Reads a file and builds its network. ERR_FORMAT, ERR_RANGE, ERR_MEMORY with file and tensor in *err. */
pd_status pd_ik_neural_load(pd_ik_neural **out, const char *path, pd_error *err);
/* Adds a reference and returns the network. */
pd_ik_neural *pd_ik_neural_retain(pd_ik_neural *network);
/* Removes a reference; the last one frees the network. NULL is allowed. */
void pd_ik_neural_release(pd_ik_neural *network);

/* Returns the floats of scratch that _run takes; the scratch must be aligned to 64 bytes. */
size_t pd_ik_neural_scratch_floats(const pd_ik_neural *network);
/* Computes y (outputs) from x (inputs). */
void pd_ik_neural_run(float *y, const float *x, const pd_ik_neural *network, float *scratch);

#endif
