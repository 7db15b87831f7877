#ifndef PD_MHR_MODEL_H
#define PD_MHR_MODEL_H
/* MHR, the Momentum Human Rig (Ferguson et al. 2025, "MHR: Momentum Human Rig"), as a resident model: a body
 * with separate parameters for bones and for soft shape.
 *
 *     q = A p
 *         7 numbers per joint (tx ty tz rx ry rz sc) from P parameters
 *     G_k = G_parent(k) T(o_k + t_k) P_k Rz Ry Rx 2^sc_k
 *         P_k pre-rotation, o_k offset; 2^sc also scales all joints below
 *     T  = T0 + sum_n a_n I_n + sum_m e_m E_m + C(q)          identity, expression, pose correctives
 *     C  = D max(0, L f),  f = [R_k columns 1 and 2] - [1 0 0 0 1 0],  k = 2 .. K-1,  R = Rz Ry Rx
 *     v_i = sum_k w_ik G_k inv(G*_k) T_i                      G* is the pose of p = 0
 *
 * The equations follow the definition that momentum reads (tools/mhr/definition.h) and the model that MHR
 * publishes (tools/mhr/import.h). Levels of detail differ only in V and F. MHR itself has P = 204, of which
 * the last 68 are lengths of bones (scale), N = 45, M = 72, K = 127, L (3000,750).
 *
 * Shapes   V vertices, F triangles, K joints, P parameters, N identity, M expression, H units of the
 *          correctives' first layer.
 * Spaces   centimetres and radians inside, as in the files; +Y up, +Z forward. body.h returns metres.
 * Memory   one reference on load; retain and release are atomic. Immutable: any number of threads.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT with "file: tensor"; everything in a file is checked.
 */
#include "core/base/buffer.h"
#include "core/io/tensor/model_file.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_MHR_KIND           "mhr"
#define PD_MHR_VERSION        "1.0"
#define PD_MHR_VERTICES_MAX   200000
#define PD_MHR_FACES_MAX      400000
#define PD_MHR_JOINTS_MAX     512
#define PD_MHR_PARAMETERS_MAX 1024
#define PD_MHR_SHAPES_MAX     256
#define PD_MHR_UNITS_MAX      16384
/* Number of first joints that the correctives do not use: world and root. */
#define PD_MHR_FREE           2
#define PD_MHR_FEATURES       6 /* Numbers per joint in f. */

/* Channels of a joint: row 7 k + channel of A moves this quantity of joint k. */
typedef enum pd_mhr_channel {
    PD_MHR_TX,
    PD_MHR_TY,
    PD_MHR_TZ,
    PD_MHR_RX,
    PD_MHR_RY,
    PD_MHR_RZ,
    PD_MHR_SC,
    PD_MHR_CHANNELS
} pd_mhr_channel;

/* A sparse matrix in CSR: row r has the entries start[r] .. start[r+1]. */
typedef struct pd_mhr_rows {
    uint32_t *start;   /* (row_count + 1) */
    uint32_t *columns; /* (start[row_count]) */
    float *weights;    /* (start[row_count]) */
    int row_count, column_count;
} pd_mhr_rows;

typedef struct pd_mhr {
    int vertex_count, face_count, joint_count, parameter_count, identity_count, expression_count;
    float *vertices;                /* (V,3) T0                                                    */
    uint32_t *faces;                /* (F,3) counter-clockwise from outside                        */
    float *identity_dirs;           /* (N,V,3)                                                     */
    float *expression_dirs;         /* (M,V,3)                                                     */
    pd_model_name *joint_names;     /* (K) depth first                                             */
    pd_model_name *parameter_names; /* (P) in the order in which the definition first names them   */
    int *parents;                   /* (K) -1: the root; parents come before their children. */
    float *offsets;                 /* (K,3)                                                       */
    float *prerotations;            /* (K,4) unit quaternions x y z w                              */
    pd_mhr_rows transform;          /* A (7K,P)                                                    */
    float *limits;                  /* (P,2) Lowest and highest value; -+PD_MHR_NO_LIMIT without a limit. */
    uint8_t *is_scale;              /* (P) 1: a length of the body; 0: a part of its pose. */
    pd_mhr_rows skin;               /* (V,K) rows sum to 1                                         */
    pd_mhr_rows activation;         /* L (H, 6 (K-2)); without rows there are no correctives. */
    float *corrective_dirs;         /* D (H,V,3), or NULL when the second layer is missing. */
    double *inverse_bind;           /* (K,12) inv(G*_k), rows of [R | t], computed by _finish. */
    pd_model_text text;
    size_t resident_bytes;
    uint64_t content_hash;
    int references; /* atomic */
} pd_mhr;

#define PD_MHR_NO_LIMIT 1e30f

/* Checks everything that body.h relies on, and computes inverse_bind. */
pd_status pd_mhr_finish(pd_mhr *mhr, pd_error *err);
/* Frees the arrays of the struct, not the struct. */
void pd_mhr_deinit(pd_mhr *mhr);
/* Allocates the arrays of a matrix. Returns false when out of memory. */
bool pd_mhr_rows_alloc(pd_mhr_rows *rows, int row_count, int column_count, size_t entries);

/* Parses a model file in memory, whose bytes need not outlive the call; pd_mhr_deinit frees *out. `name`
 * stands for the file in errors. */
pd_status pd_mhr_parse(pd_mhr *out, const void *bytes, size_t size, const char *name, pd_error *err);
/* Writes a model. is_compact: directions as float16, half the bytes. */
pd_status pd_mhr_encode(pd_buffer *out, const pd_mhr *mhr, bool is_compact, pd_error *err);
/* Loads a model file and returns one reference in *out; pd_mhr_release frees it. On failure *out is NULL. */
pd_status pd_mhr_load(pd_mhr **out, const char *path, pd_error *err);
pd_mhr *pd_mhr_retain(pd_mhr *mhr);
void pd_mhr_release(pd_mhr *mhr); /* NULL is fine */

/* Return the parameter or joint of that name; -1: there is none. */
int pd_mhr_parameter(const pd_mhr *mhr, const char *name);
int pd_mhr_joint(const pd_mhr *mhr, const char *name);

#endif
