#ifndef PD_PFNN_NETWORK_H
#define PD_PFNN_NETWORK_H
/* A motion network - phase-functioned, or a mixture of experts - as it is trained, published and stored: plain arrays, nothing packed.
 *
 *     h1 = ELU(W0(p) x + b0(p))    h2 = ELU(W1(p) h1 + b1(p))    y = W2(p) h2 + b2(p)
 *     x = (input - x_mean) / x_std,    output = y y_std + y_mean,    ELU(a) = max(a, 0) + exp(min(a, 0)) - 1
 *
 * W(p), b(p) by phase.h (Holden, Komura, Saito: Phase-functioned neural networks for character control, 2017); of a network with
 * a gate W(x), b(x) by gate.h, from K experts in place of 4 control points. blend.h has the table of kinds.
 * Made by training, by the importer (import.h) or read from a file; turned into the resident, read-only pd_pfnn_model
 * (model.h), which is what runs.
 *
 * Layout of input and output, with w samples, g gaits, J joints; 342 and 311 for w = 12, g = 6, J = 31:
 *     input   w x, w z, w facing x, w facing z, w of each gait, 3J positions, 3J velocities, 3w ground heights, S styles
 *     output  velocity x, z, yaw rate, phase change, 4 contacts, w/2 x, z, facing x, z, 3J positions, velocities, rotations
 * When the counts are known they must come to x_dim and y_dim; joint_count 0: not known.
 *
 * Units    input and output are the network's own: root frame, centimetres, centimetres a frame, cycles a frame.
 *          offsets alone are in metres, in the parent's frame, +Y up, +Z forward, as everywhere in posed.
 * Memory   every pointer is owned by the struct and freed by pd_pfnn_network_deinit; NULL where something is unknown.
 * Checks   pd_pfnn_network_check proves all that the run time relies on: dimensions in the limits below, finite numbers,
 *          standard deviations above 0, parents before children, counts that fit the dimensions.
 * Files    safetensors (docs/reference/pfnn.md). Every number reads back bit for bit; weights that are
 *          all half-precision numbers are stored as such. Errors name file, tensor, index, value.
 */
#include "core/io/tensor/model_file.h"
#include "core/pfnn/network/gate.h"
#include "core/pfnn/network/phase.h"

#include <stdbool.h>
#include <stddef.h>

#define PD_PFNN_LAYERS         3
#define PD_PFNN_MAX_DIM        8192
#define PD_PFNN_MAX_WEIGHTS    (1 << 26) /* of one control point, or a quarter of all experts */
#define PD_PFNN_MAX_JOINTS     256
#define PD_PFNN_MAX_STYLES     64
#define PD_PFNN_FORMAT_VERSION "2.0" /* major.minor; readers refuse a newer major. 1.1: styles, 2.0: a gate */

typedef struct pd_pfnn_layer {
    int in, out;
    float *weights; /* (K,out,in) */
    float *bias;    /* (K,out)    */
} pd_pfnn_layer;

/* Free text that travels with the network; NULL when unknown. */
typedef struct pd_pfnn_network {
    int x_dim, h_dim, y_dim;
    pd_pfnn_layer layers[PD_PFNN_LAYERS]; /* (h,x), (h,h), (y,h)                                 */
    float *x_mean, *x_std;                /* (x_dim)                                             */
    float *y_mean, *y_std;                /* (y_dim)                                             */
    int controls;                         /* K: 4 control points of the phase, or experts        */
    pd_pfnn_gate gate;                    /* what mixes the experts; input_count 0: the phase    */

    int joint_count;            /* J; 0: skeleton unknown                                                   */
    int *parents;               /* (J) -1 for joint 0, parents before children                              */
    pd_model_name *joint_names; /* (J)                                              */
    float *joint_weights;       /* (J) what training gave each joint's input, or NULL                  */
    float *offsets;             /* (J,3) rest pose: metres, in the parent's frame; or NULL: unknown    */
    int sample_count;           /* w: of the trajectory, even; now is sample w/2                       */
    int sample_step;            /* frames between samples                                              */
    int gait_count;             /* g                                                                   */
    pd_model_name *gait_names;  /* (g) "stand", "walk", "jog" ...                    */
    int style_count;            /* S; 0: none, as in files of version 1.0                                   */
    pd_model_name *style_names; /* (S) "accad-female1", ...                                                 */
    float *style_default;       /* (2,S) what a character has that asks for none: walking, jogging          */
    float *style_seconds;       /* (2,S) how long each moved on film: walking, jogging                      */
    float frame_rate;           /* frames a second                                   */
    pd_model_text text;
} pd_pfnn_network;

/* Zeroed arrays of these dimensions, standard deviations of 1, no skeleton; ERR_RANGE, ERR_MEMORY. */
pd_status pd_pfnn_network_init(pd_pfnn_network *network, int x_dim, int h_dim, int y_dim, pd_error *err);
/* The same with a gate of these inputs, sizes and as many experts, whose values are zero: all experts weigh the same. */
pd_status pd_pfnn_network_init_gated(pd_pfnn_network *network, int x_dim, int h_dim, int y_dim,
                                     const pd_pfnn_gate *gate, pd_error *err);
void pd_pfnn_network_deinit(pd_pfnn_network *network);
/* Describes the layout: window of 12 samples 10 frames apart at 60 a second, gaits stand walk jog crouch jump bump.
 * names (J,32) and parents (J) are copied. The rest stays. ERR_MEMORY. */
pd_status pd_pfnn_network_describe(pd_pfnn_network *network, int joint_count, const pd_model_name *names,
                                   const int *parents, pd_error *err);
/* Names (S) and seconds (2,S) are copied; NULL seconds: long enough. The default becomes none of them. The last S of x_dim are
 * theirs. ERR_RANGE, ERR_MEMORY. */
pd_status pd_pfnn_network_set_styles(pd_pfnn_network *network, int count, const pd_model_name *names,
                                     const float *seconds, pd_error *err);
pd_status pd_pfnn_network_check(const pd_pfnn_network *network, pd_error *err);

/* Rounds the weights (not the biases) to half precision: the file and what one character reads become half as long. An
 * error of 2^-12 a weight at most; docs/reference/pfnn.md has what becomes of it. ERR_RANGE for a weight beyond 65504, and then
 * nothing is changed. */
pd_status pd_pfnn_network_round(pd_pfnn_network *network, pd_error *err);
/* Is every weight a half-precision number? */
bool pd_pfnn_network_is_half(const pd_pfnn_network *network);

/* The input and output sizes of such a layout without styles. */
int pd_pfnn_x_dim(int sample_count, int gait_count, int joint_count);
int pd_pfnn_y_dim(int sample_count, int joint_count);

/* On failure *network is empty. The bytes are the caller's. */
pd_status pd_pfnn_network_parse(pd_pfnn_network *network, const void *bytes, size_t size, const char *name,
                                pd_error *err);
pd_status pd_pfnn_network_load(pd_pfnn_network *network, const char *path, pd_error *err);
/* Checks first. encode appends; save writes a file that is complete under its name or not there at all. */
pd_status pd_pfnn_network_encode(pd_buffer *out, const pd_pfnn_network *network, pd_error *err);
pd_status pd_pfnn_network_save(const pd_pfnn_network *network, const char *path, pd_error *err);

#endif
