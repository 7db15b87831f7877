#ifndef PD_IK_METHODS_PRIOR_H
#define PD_IK_METHODS_PRIOR_H
/* Pose prior: the probability density of a pose. A mixture of probabilistic principal component analysers,
 * learned from motion capture, whose components belong to named styles. Solver EXAMPLE (prior_solve.c)
 * maximizes it subject to the targets.
 *
 *     p(x) = sum_s pi_s sum_(k of s) w_k N(x; m_k, C_k)
 *         C_k = W_k W_k^T + sigma_k^2 I Tipping and Bishop 1999
 *     C_k^-1 = (I - V_k^T V_k) / sigma_k^2                   V_k = L^-1 W_k^T,
 *         L L^T = W_k^T W_k + sigma_k^2 I
 *
 * x (D = 2 + 3 (J - 1)) is a pose without position and heading. Each number has its centre subtracted and is
 * divided by its scale:
 *     the root       x and z of the world's up vector in the root's frame, R_0^T e_y: the root's lean
 *     other joints   log of the local rotation, radians
 * The density is that of the numbers before scaling. Style -1 means the whole mixture.
 *
 * Shapes   J joints, root first; D numbers; K components of Q directions each; S styles.
 * Spaces   rotations local to the parent, as in core/anim/skeleton.h; the rest pose is a T-pose with every
 *          frame parallel to the model's.
 * Memory   build returns one reference; retain and release are atomic.
 * Threads  any number. Immutable, except for the list of prior_marginal.h, which is extended atomically.
 * Errors   err->where is "FILE: tensor" or "FILE: __metadata__/key"; the message says what was found and what
 *          is expected.
 */
#include "core/anim/skeleton.h"
#include "core/base/rng.h"
#include "core/io/tensor/model_file.h"

#include <stddef.h>
#include <stdint.h>

#define PD_IK_PRIOR_KIND           "pose-prior" /* metadata `kind` of the files */
#define PD_IK_PRIOR_VERSION        "1.0"
#define PD_IK_PRIOR_MAX_JOINTS     64
#define PD_IK_PRIOR_MAX_DIM        (3 * PD_IK_PRIOR_MAX_JOINTS)
#define PD_IK_PRIOR_MAX_COMPONENTS 4096
#define PD_IK_PRIOR_MAX_STYLES     64

typedef struct pd_ik_prior {
    int joint_count, dim, component_count, rank, style_count; /* J D K Q S */
    pd_model_name *joint_names;                               /* (J) root first */
    pd_model_name *style_names;                               /* (S) */
    float *centre, *scale;                                    /* (D) radians; scale > 0 */
    float *style_weights;                                     /* (S) pi, sum 1 */
    float *means;                                             /* (K,D), scaled as x */
    float *bases;                                             /* (K,Q,D) rows of W^T */
    float *noise;                                             /* (K) sigma^2 > 0 */
    float *weights;                                           /* (K) w; the weights of each style sum to 1 */
    unsigned char *styles;                                    /* (K) style of each component */
    pd_model_text text;
    /* Derived by pd_ik_prior_build: */
    float *whiten;    /* (K,Q,D) V */
    pd_quat *poses;   /* (K,J) local rotations of the components' means */
    double *log_norm; /* (K) log w - log |2 pi C|^(1/2) - sum log scale; without pi_s */
    size_t resident_bytes;
    uint64_t content_hash; /* hash of all numbers and names */
    /* first entry of the list of prior_marginal.h, which grows on demand; atomic */
    struct pd_ik_prior_marginal **marginals;
    int references; /* reference count, atomic */
} pd_ik_prior;

/* Allocates zeroed arrays of these sizes; log_norm and whiten stay NULL. ERR_RANGE, ERR_MEMORY; *prior is
 * empty after an error. */
pd_status pd_ik_prior_init(pd_ik_prior *prior, int joints, int components, int rank, int styles,
                           pd_error *err);
/* Frees the arrays of a prior that was not built. */
void pd_ik_prior_deinit(pd_ik_prior *prior);
/* Checks that numbers are finite, scale and noise positive, weights sum to 1, names present and unique, and
 * that every style has a component. */
pd_status pd_ik_prior_check(const pd_ik_prior *prior, pd_error *err);

/* Takes the arrays out of *prior (which is empty afterwards, even after an error), checks them and computes
 * the derived ones. */
pd_status pd_ik_prior_build(pd_ik_prior **out, pd_ik_prior *prior, pd_error *err);
/* Reads a file and builds its prior. ERR_FORMAT, ERR_RANGE, ERR_MEMORY with file and tensor in *err. */
pd_status pd_ik_prior_load(pd_ik_prior **out, const char *path, pd_error *err);
/* Adds a reference and returns the prior. */
pd_ik_prior *pd_ik_prior_retain(const pd_ik_prior *prior);
/* Removes a reference; the last one frees the prior. NULL is allowed. */
void pd_ik_prior_release(pd_ik_prior *prior);

/* Reads, encodes and saves a safetensors file: centre, scale (D), style_weights (S), means (K,D), bases
 * (K,Q,D), noise, weights (K) F32 or F16, styles (K) U8; metadata kind, version, joint_names and style_names
 * (separated by commas), name, licence, provenance, credits. A prior that was parsed is not built yet. */
pd_status pd_ik_prior_parse(pd_ik_prior *prior, const void *bytes, size_t size, const char *name,
                            pd_error *err);
pd_status pd_ik_prior_encode(pd_buffer *out, const pd_ik_prior *prior, pd_error *err);
pd_status pd_ik_prior_save(const pd_ik_prior *prior, const char *path, pd_error *err);

/* Returns the index of the style, or -1. */
int pd_ik_prior_style(const pd_ik_prior *prior, const char *name);

/* Writes to joints (J) the skeleton joint of each joint of the prior: the root for the first, the others by
 * name; joints of the biped stand for SMPL's joints with the same function (core/anim/ranges.h). -1: the
 * skeleton has no such joint. Returns how many are missing; `missing` (may be NULL) receives their names,
 * separated by ", ". */
int pd_ik_prior_joints(int *joints, const pd_ik_prior *prior, const pd_anim_skeleton *skeleton, char *missing,
                       size_t missing_bytes);

/* Computes x (D), scaled, from local rotations (J) in the prior's order. */
void pd_ik_prior_features(double *x, const pd_ik_prior *prior, const pd_quat *rotations);
/* Computes the rotations (J) of x. The root leans as x says and has no heading of its own. */
void pd_ik_prior_rotations(pd_quat *rotations, const pd_ik_prior *prior, const double *x);

/* Draws a random pose from the density, as rotations of all joints of the skeleton: style and component by
 * their weights, then x = m + W z + sigma e. The root leans and has no heading. Joints outside the prior are
 * rotated by a normally distributed vector with standard deviation unknown_sd, radians. prior_draw.c. */
void pd_ik_prior_draw(pd_quat *rotations, const pd_ik_prior *prior, const pd_anim_skeleton *skeleton,
                      double unknown_sd, pd_rng *rng);

/* Builds a prior with one style "blend" between two styles of a built prior: p(x) ~ p_1(x)^share p_2(x)^(1 -
 * share). Each pair of components becomes a Gaussian with an interpolated precision and twice the rank; the
 * 64 heaviest pairs are kept. 0 < share < 1. ERR_RANGE, ERR_MEMORY. prior_blend.c. */
pd_status pd_ik_prior_blend(pd_ik_prior **out, const pd_ik_prior *prior, const int styles[2], double share,
                            pd_error *err);

/* Returns log (w_k N(x; m_k, C_k)) of a built prior, without pi_s. */
double pd_ik_prior_component_log(const pd_ik_prior *prior, int component, const double *x);
/* Returns log p(x), or the log density of one style; style -1 is the whole mixture. */
double pd_ik_prior_log(const pd_ik_prior *prior, const double *x, int style);

#endif
