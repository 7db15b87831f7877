#ifndef PD_PFNN_NETWORK_H
#define PD_PFNN_NETWORK_H
/* A motion network (phase-functioned, or a mixture of experts) as it is trained, published and stored: plain
 * arrays, nothing packed.
 *
 *     h1 = ELU(W0(p) x + b0(p))    h2 = ELU(W1(p) h1 + b1(p))    y = W2(p) h2 + b2(p)
 *     x = (input - x_mean) / x_std,    output = y y_std + y_mean,    ELU(a) = max(a, 0) + exp(min(a, 0)) - 1
 *
 * W(p), b(p) by phase.h (Holden, Komura, Saito: Phase-functioned neural networks for character control,
 * 2017); for a network with a gate W(x), b(x) by gate.h, from K experts instead of 4 control points. blend.h
 * has the table of kinds. Made by training, by the importer (import.h) or read from a file; converted to the
 * resident, read-only pd_pfnn_model (model.h), which is evaluated.
 *
 * Layout of input and output, with w samples, g gaits, J joints; 342 and 311 for w = 12, g = 6, J = 31:
 *     input   w x, w z, w facing x, w facing z, w of each gait, 3J positions, 3J velocities, 3w ground
 *             heights, S styles
 *     output  velocity x, z, yaw rate, phase change, 4 contacts, w/2 x, z, facing x, z, 3J positions,
 *             velocities, rotations
 * If the counts are known they must add up to x_dim and y_dim; joint_count 0: unknown.
 *
 * Units    input and output are in the network's units: root frame, centimetres, centimetres per frame,
 *          cycles per frame. Only offsets are in metres, in the parent's frame, +Y up, +Z forward, as
 *          everywhere in posed.
 * Memory   the struct owns every pointer, and pd_pfnn_network_deinit frees them; NULL for what is unknown.
 * Errors   pd_pfnn_network_check proves everything that evaluation relies on: dimensions within the limits
 *          below, finite numbers, standard deviations above 0, parents before children, counts that fit the
 *          dimensions.
 * Files    safetensors (docs/reference/pfnn.md). Every number reads back bit for bit; weights that are
 *          all half-precision numbers are stored as such.
 * Errors   name file, tensor, index, value.
 */
#include "core/io/tensor/model_file.h"
#include "core/pfnn/gate.h"
#include "core/pfnn/phase.h"

#include <stdbool.h>
#include <stddef.h>

#define PD_PFNN_LAYERS         3
#define PD_PFNN_MAX_DIM        8192
/* Largest number of weights of one control point, or of a quarter of all experts. */
#define PD_PFNN_MAX_WEIGHTS    (1 << 26)
#define PD_PFNN_MAX_JOINTS     256
#define PD_PFNN_MAX_STYLES     64
/* Major.minor; readers refuse a newer major version. 1.1 added styles, 2.0 the gate */
#define PD_PFNN_FORMAT_VERSION "2.0"

typedef struct pd_pfnn_layer {
    int in, out;
    float *weights; /* (K,out,in) */
    float *bias;    /* (K,out) */
} pd_pfnn_layer;

/* A motion network. Texts, such as the licence, travel with it; NULL if unknown. */
typedef struct pd_pfnn_network {
    int x_dim, h_dim, y_dim;
    pd_pfnn_layer layers[PD_PFNN_LAYERS]; /* (h,x), (h,h), (y,h) */
    float *x_mean, *x_std;                /* (x_dim) */
    float *y_mean, *y_std;                /* (y_dim) */
    int controls;                         /* K: 4 control points of the phase, or the number of experts */
    pd_pfnn_gate gate; /* computes the weights of the experts; input_count 0: the phase does */

    int joint_count;            /* J; 0: the skeleton is unknown */
    int *parents;               /* (J) -1 for joint 0, parents before children */
    pd_model_name *joint_names; /* (J) */
    float *joint_weights;       /* (J) factor that training gave each joint's input, or NULL */
    float *offsets;             /* (J,3) rest pose: metres, in the parent's frame; NULL: unknown */
    int sample_count;           /* w: samples of the trajectory, even; now is sample w/2 */
    int sample_step;            /* frames between samples */
    int gait_count;             /* g */
    pd_model_name *gait_names;  /* (g) "stand", "walk", "jog" ... */
    int style_count;            /* S; 0: none, as in files of version 1.0 */
    pd_model_name *style_names; /* (S) "accad-female1", ... */
    float *style_default;       /* (2,S) style of a character that requests none: walking, jogging */
    /* (S) weights that everybody has in a run, with the rest of its own style; sum at most 1 */
    float *style_run;
    float *style_seconds; /* (2,S) seconds for which each style was filmed: walking, jogging */
    float frame_rate;     /* frames per second */
    pd_model_text text;
} pd_pfnn_network;

/* Allocates zeroed arrays of these dimensions, with standard deviations of 1 and no skeleton;
 * ERR_RANGE, ERR_MEMORY. */
pd_status pd_pfnn_network_init(pd_pfnn_network *network, int x_dim, int h_dim, int y_dim, pd_error *err);
/* Does the same for a network with a gate of these inputs, sizes and number of experts. The gate's values are
 * zero: all experts have the same weight. */
pd_status pd_pfnn_network_init_gated(pd_pfnn_network *network, int x_dim, int h_dim, int y_dim,
                                     const pd_pfnn_gate *gate, pd_error *err);
/* Frees all arrays and empties the struct. */
void pd_pfnn_network_deinit(pd_pfnn_network *network);
/* Sets the layout: a window of 12 samples, 10 frames apart at 60 per second, gaits stand walk jog crouch jump
 * bump. names (J,32) and parents (J) are copied. Other fields stay. ERR_MEMORY. */
pd_status pd_pfnn_network_describe(pd_pfnn_network *network, int joint_count, const pd_model_name *names,
                                   const int *parents, pd_error *err);
/* Adds styles. Names (S) and seconds (2,S) are copied; seconds NULL: long enough. The default becomes none of
 * them. The last S of x_dim are the style inputs. ERR_RANGE, ERR_MEMORY. */
pd_status pd_pfnn_network_set_styles(pd_pfnn_network *network, int count, const pd_model_name *names,
                                     const float *seconds, pd_error *err);
/* Checks everything under "Errors" above. ERR_RANGE or ERR_INVALID with the tensor,
 * the index and the value in *err. */
pd_status pd_pfnn_network_check(const pd_pfnn_network *network, pd_error *err);

/* Rounds the weights (not the biases) to half precision, which halves the file and the memory that one
 * character reads. The error is at most 2^-12 of a weight; docs/reference/pfnn.md has its effect. ERR_RANGE
 * for a weight above 65504; nothing is changed then. */
pd_status pd_pfnn_network_round(pd_pfnn_network *network, pd_error *err);
/* Returns whether every weight is a half-precision number. */
bool pd_pfnn_network_is_half(const pd_pfnn_network *network);

/* Return the numbers of inputs and outputs of a layout with these samples,
 * gaits and joints, without styles. */
int pd_pfnn_x_dim(int sample_count, int gait_count, int joint_count);
int pd_pfnn_y_dim(int sample_count, int joint_count);

/* Reads a network from a file that was parsed, of which it keeps nothing. `name` stands for the file in
 * errors. On failure *network is empty. */
pd_status pd_pfnn_network_decode(pd_pfnn_network *network, const pd_safetensors *file, const char *name,
                                 pd_error *err);
/* Reads a network; `bytes` remain the caller's. On failure *network is empty. */
pd_status pd_pfnn_network_parse(pd_pfnn_network *network, const void *bytes, size_t size, const char *name,
                                pd_error *err);
/* Reads a network from a file. On failure *network is empty, and *err names the file. */
pd_status pd_pfnn_network_load(pd_pfnn_network *network, const char *path, pd_error *err);
/* Write a network that passed _check: _encode appends the bytes to out, _save writes a file that is either
 * complete or not there at all. */
pd_status pd_pfnn_network_encode(pd_buffer *out, const pd_pfnn_network *network, pd_error *err);
pd_status pd_pfnn_network_save(const pd_pfnn_network *network, const char *path, pd_error *err);

#endif
