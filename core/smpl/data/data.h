#ifndef PD_SMPL_DATA_H
#define PD_SMPL_DATA_H
/* A body model as it is published, trained and stored: plain arrays, nothing packed.
 *
 *     T_P   = v_template + shapedirs beta + expressiondirs psi + posedirs f(theta) + softdirs delta,  f = vec(R(theta) - I)
 *     J     = J_regressor (v_template + shapedirs beta + expressiondirs psi)
 *     v'    = W(T_P, J, theta, weights)       SMPL (Loper et al. 2015), eqs. 5-10; psi: SMPL-X (Pavlakos et al. 2019), eq. 2
 *
 * Hands may have a mean and principal components of their finger rotations (MANO, Romero et al. 2017): a hand's axis-angles are
 * then mean + components^T c.
 *
 * Filled by readers and importers (pd_smpl_data_load), by training, by tests; turned into the resident,
 * read-only pd_smpl_model by pd_smpl_model_build (model.h).
 *
 * Shapes   V vertices, K joints, B betas, E expressions, F triangles, D soft-tissue directions; row-major, dense.
 * Spaces   model space: right-handed, +Y up, +Z forward, rest pose, metres.
 * Memory   every pointer is owned by the struct and freed by pd_smpl_data_deinit. An array that is not
 *          there is NULL and its count 0.
 * Checks   pd_smpl_data_check proves everything the kernels rely on: counts in the limits below, finite
 *          numbers, parents before children (joint 0 is the root, parent -1), indices in range, weights
 *          non-negative with row sums of 1 within 1e-3 (they are normalised when the model is built).
 */
#include "core/base/error.h"

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#define PD_SMPL_MAX_VERTICES    2000000
#define PD_SMPL_MAX_JOINTS      256
#define PD_SMPL_MAX_BETAS       1024
#define PD_SMPL_MAX_FACES       4000000
#define PD_SMPL_MAX_SOFT        1024
#define PD_SMPL_MAX_EXPRESSIONS 1024
#define PD_SMPL_HAND_ANGLES     45 /* of 15 finger joints, axis-angle, radians */
#define PD_SMPL_NAME_BYTES      32

#define PD_SMPL_MAX_BETA_TERMS 8

/* What pose blend shapes are linear in: features of a joint's rotation R_k. */
typedef enum pd_smpl_feature_kind {
    PD_SMPL_ROTATION_FEATURES, /* of joints 1 .. K-1 the 9 entries of R_k - I, row-major: SMPL                            */
    PD_SMPL_QUATERNION_FEATURES /* of joints 0 .. K-1 the quaternion less the identity, x y z w-1 with w >= 0: STAR (Osman
                                   et al. 2020), SUPR (Osman et al. 2022)                                                 */
} pd_smpl_feature_kind;

static inline int pd_smpl_pose_feature_rows(pd_smpl_feature_kind kind)
{
    return kind == PD_SMPL_QUATERNION_FEATURES ? 4 : 9;
}
static inline int pd_smpl_pose_first_joint(pd_smpl_feature_kind kind)
{
    return kind == PD_SMPL_QUATERNION_FEATURES ? 0 : 1;
}

/* Pose blend shapes where most of P is zero: a vertex is moved by the joints of its pattern only.
 * Joint k >= 1 contributes 9 features, the entries of R_k - I, row-major.
 *
 * P may depend on the first G betas, since a stout limb folds unlike a thin one, and skinning by rotations (DQS,
 * SBS) may have one of its own, since it fails in other places than LBS:
 *
 *     P(beta) = P_0 + beta_1 P_1 + .. + beta_G P_G */
typedef struct pd_smpl_sparse_dirs {
    int pattern_count;
    int *pattern_start;       /* (pattern_count + 1) into pattern_joints                              */
    int *pattern_joints;      /* ascending joint numbers, 1 .. K-1                                    */
    uint16_t *vertex_pattern; /* (V)                                                                 */
    int beta_terms;           /* G, 0 .. PD_SMPL_MAX_BETA_TERMS                                       */
    float *values;            /* (1 + G, value_count) vertex after vertex; for each joint of its pattern,
                                 9 features x 3                                                       */
    float *values_dqs;        /* the same for DQS and SBS, or NULL: values serve them too             */
    int16_t *packed_dqs; /* in place of values_dqs, when pd_smpl_data_load_packed left them as the file has
                                 them: (1 + G, pd_smpl_half_count) times packed_step; or NULL         */
    float packed_step;
    size_t value_count; /* sum over vertices of 27 * joints of its pattern                      */
} pd_smpl_sparse_dirs;

typedef struct pd_smpl_landmark {
    char name[PD_SMPL_NAME_BYTES]; /* "crotch", "nipple_left", "nipple_right", "navel", "head_top" ... */
    int vertex;
} pd_smpl_landmark;

/* Of one hand's finger joints in the model's order. component_count 0: there is none, and components is NULL; likewise mean. */
typedef struct pd_smpl_hand {
    int component_count; /* C, 0 .. PD_SMPL_HAND_ANGLES              */
    float *mean;         /* (45) radians                             */
    float *components;   /* (C,45), the one of most variance first   */
} pd_smpl_hand;

#define PD_SMPL_MAX_FACE_POINTS 512
#define PD_SMPL_MAX_TURNS       512

/* Landmarks of the face as points of triangles, sum_c weight_c x_c: SMPL-X (Pavlakos et al. 2019) and FLAME (Li et al. 2017). Those of
 * the face's outline move over the skin as the head turns: row t of turn_count is for t degrees to one side, and from turn_count / 2 + 1
 * on for as many to the other (surface/keypoint.h). */
typedef struct pd_smpl_face_points {
    int count;                     /* L, 0: there are none                     */
    int *triangles;                /* (L)                                      */
    float *weights;                /* (L,3)                                    */
    int contour_count, turn_count; /* C, A, both 0 or neither; A is odd        */
    int *contour_triangles;        /* (A,C)                                    */
    float *contour_weights;        /* (A,C,3)                                  */
} pd_smpl_face_points;

#define PD_SMPL_SOFT_MAX_MODES  32
#define PD_SMPL_SOFT_MAX_JOINTS 16

/* How soft-tissue coefficients follow from motion (soft/soft.h). The first mode_count directions move by it; one direction more is
 * breathing, unless is_modal. */
typedef struct pd_smpl_soft_dynamics {
    int mode_count;  /* M; 0: there are none                                  */
    int joint_count; /* Q, 1 .. PD_SMPL_SOFT_MAX_JOINTS                       */
    int beta_terms;  /* G, 0 .. PD_SMPL_MAX_BETA_TERMS                        */
    int gain_terms;  /* 0 or G                                                */
    int *joints;     /* (Q) whose motion drives them                          */
    float *poles;    /* (M,2+G) rad/s, damping ratio, change of log rad/s with the first G betas */
    float *sizes;    /* (M,G) change of the logarithm of the gains with them, or NULL: there is none */
    float *gains;    /* (M,1+gain_terms,12 Q): a constant, then what is multiplied with each     */
    bool
        is_modal; /* derived from the directions at load (soft/modal.h); such dynamics are not written to files */
} pd_smpl_soft_dynamics;

/* Free text that travels with the model; "" when unknown. In the file: safetensors __metadata__. */
typedef struct pd_smpl_text {
    char *name;       /* "default"                                  */
    char *gender;     /* "neutral", "female", "male" or ""          */
    char *licence;    /* "CC BY 4.0"                                */
    char *provenance; /* how and from what it was made              */
    char *credits;    /* sources to be named, one per line          */
} pd_smpl_text;

typedef struct pd_smpl_data {
    int vertex_count, joint_count, beta_count, expression_count, face_count, soft_count;
    float *v_template;                  /* (V,3)                                                         */
    float *shapedirs;                   /* (V,3,B)                                                       */
    float *expressiondirs;              /* (V,3,E) or NULL                                               */
    float *posedirs;                    /* (V,3,F) or NULL: dense pose blend shapes, F = 9(K-1) or 4 K   */
    pd_smpl_feature_kind pose_features; /* what posedirs are of; zero, 9(K-1), where they are sparse */
    pd_smpl_sparse_dirs sparse;         /* the sparse form; pattern_count 0: none. Never both            */
    float *softdirs;                    /* (V,3,D) or NULL: DMPL                                         */
    pd_smpl_soft_dynamics soft;         /* what moves them                                               */
    float *weights;                     /* (V,K)                                                         */
    int *regressor_start;               /* (K+1) J_regressor in CSR                                      */
    int *regressor_vertex;              /* (regressor_start[K])                                          */
    double *regressor_weight;           /* (regressor_start[K])                                          */
    double *
        joints; /* (K,3) or NULL: joints of the template; with joint_shapedirs in place of a regressor, which is
                                   then empty: SUPR's joints are affine in all coordinates, STAR's leave out a part of S */
    double *joint_shapedirs; /* (K,3,B) or NULL                                               */
    int *parents;            /* (K) -1 for the root                                           */
    uint32_t *faces;         /* (F,3) counter-clockwise from outside                          */
    char (*joint_names)[PD_SMPL_NAME_BYTES]; /* (K) "pelvis", "left_hip" ...                        */
    int *mirror;                 /* (V) the vertex at -x, or NULL                                 */
    float *beta_limits;          /* (B) |beta_i| seen in training, or NULL                        */
    pd_smpl_landmark *landmarks; /* (landmark_count)                                              */
    int landmark_count;
    pd_smpl_face_points face_points;
    char (*expression_names)[PD_SMPL_NAME_BYTES]; /* (E) "jawOpen" ..., or NULL                          */
    pd_smpl_hand hands[2];                        /* left, right; a model of one hand has the first */
    float *
        people; /* (people_count, pd_smpl_people_numbers(B)) which betas people have (people/people.h), or NULL */
    int people_count; /* 0, or pd_smpl_people_prior_count(gender)                                                     */
    int *legs; /* (leg_count) skin of the left leg, with people */
    int leg_count;
    pd_smpl_text text;
} pd_smpl_data;

/* F of posedirs. */
static inline size_t pd_smpl_posedirs_width(const pd_smpl_data *data)
{
    const pd_smpl_feature_kind kind = data->pose_features;
    return (size_t)pd_smpl_pose_feature_rows(kind) *
           (size_t)(data->joint_count - pd_smpl_pose_first_joint(kind));
}
/* The joint of that name; -1: none has it, or joints have no names. */
int pd_smpl_joint_find(const pd_smpl_data *data, const char *name);
/* The joint with most weight at a vertex; the first of equal ones. */
int pd_smpl_vertex_joint(const pd_smpl_data *data, int vertex);
void pd_smpl_data_deinit(pd_smpl_data *data);
/* ERR_FORMAT or ERR_RANGE with the array's name, the index and the value in *err. */
pd_status pd_smpl_data_check(const pd_smpl_data *data, pd_error *err);

/* Reads any body model file: our safetensors, SMPL .pkl, SMPL/SMPL-H/SMPL-X .npz (found from the bytes, not
 * from the name), and checks it. On failure *data is empty and *err says where in the file. */
pd_status pd_smpl_data_load(pd_smpl_data *data, const char *path, pd_error *err);
/* The same, but values_dqs stay packed (pd_smpl_half_unpack) where the file allows: for callers that need them later or never. */
pd_status pd_smpl_data_load_packed(pd_smpl_data *data, const char *path, pd_error *err);
pd_status pd_smpl_data_parse(pd_smpl_data *data, const void *bytes, size_t size, const char *name,
                             pd_error *err);
/* Writes safetensors; the file is complete under its name or not there at all (rename). */
pd_status pd_smpl_data_save(const pd_smpl_data *data, const char *path, pd_error *err);

#endif
