#ifndef PD_SMPL_DATA_H
#define PD_SMPL_DATA_H
/* A body model as it is published, trained and stored: plain arrays without packing.
 *
 *     T_P   = v_template + shapedirs beta + expressiondirs psi + posedirs f(theta) + softdirs delta, f =
 *           vec(R(theta) - I)
 *     J     = J_regressor (v_template + shapedirs beta + expressiondirs psi)
 *     v'    = W(T_P, J, theta, weights)       SMPL (Loper et al. 2015), eqs. 5-10; psi: SMPL-X (Pavlakos et
 *                                             al. 2019), eq. 2
 *
 * Hands may have a mean and principal components of their finger rotations (MANO, Romero et al. 2017): a
 * hand's axis-angles are then mean + components^T c.
 *
 * Filled by readers and importers (pd_smpl_data_load), by training and by tests. pd_smpl_model_build
 * (model.h) turns it into the resident, read-only pd_smpl_model.
 *
 * Shapes   V vertices, K joints, B betas, E expressions, F triangles, D soft-tissue directions; row-major,
 *          dense.
 * Spaces   model space: right-handed, +Y up, +Z forward, rest pose, metres.
 * Memory   the struct owns every pointer; pd_smpl_data_deinit frees them. An array that is absent is NULL and
 *          its count 0.
 * Checks   pd_smpl_data_check verifies everything that the kernels rely on: counts within the limits below,
 *          finite numbers, parents before children (joint 0 is the root, parent -1), indices in range,
 *          non-negative weights whose rows sum to 1 within 1e-3 (they are normalised when the model is
 *          built).
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
#define PD_SMPL_HAND_ANGLES     45 /* Angles of a hand's 15 finger joints, axis-angle, radians. */
#define PD_SMPL_NAME_BYTES      32

#define PD_SMPL_MAX_BETA_TERMS 8

/* Method of skinning (body.h). Zero is LBS. */
typedef enum pd_smpl_skinning {
    PD_SMPL_LBS,
    PD_SMPL_DQS,
    PD_SMPL_SBS,
    PD_SMPL_SKINNING_COUNT
} pd_smpl_skinning;
const char *pd_smpl_skinning_name(pd_smpl_skinning skinning); /* "lbs", "dqs", "sbs" */

/* Features of a joint's rotation R_k in which pose blend shapes are linear. */
typedef enum pd_smpl_feature_kind {
    PD_SMPL_ROTATION_FEATURES, /* Joints 1 .. K-1: the 9 entries of R_k - I, row-major (SMPL). */
    /* Joints 0 .. K-1: the quaternion minus the identity, x y z w-1 with w >= 0 (STAR, Osman et al. 2020;
     * SUPR, Osman et al. 2022). */
    PD_SMPL_QUATERNION_FEATURES
} pd_smpl_feature_kind;

/* Returns the number of features that each joint has: 9 rotation entries or 4 numbers of a quaternion. */
static inline int pd_smpl_pose_feature_rows(pd_smpl_feature_kind kind)
{
    return kind == PD_SMPL_QUATERNION_FEATURES ? 4 : 9;
}
/* Returns the first joint that has features: 1, or 0 for quaternions. */
static inline int pd_smpl_pose_first_joint(pd_smpl_feature_kind kind)
{
    return kind == PD_SMPL_QUATERNION_FEATURES ? 0 : 1;
}

/* Sparse pose blend shapes P: a vertex is moved by the joints of its pattern only. Joint k >= 1 contributes 9
 * features, the entries of R_k - I, row-major.
 *
 * P may depend on the first G betas, because a stout limb folds differently from a thin one:
 *
 *     P(beta) = P_0 + beta_1 P_1 + .. + beta_G P_G
 *
 * DQS and SBS may have a P of their own, because they deform differently from LBS.
 */
typedef struct pd_smpl_sparse_dirs {
    int pattern_count;
    int *pattern_start;       /* (pattern_count + 1) Ranges of the patterns in pattern_joints. */
    int *pattern_joints;      /* Joint numbers of each pattern, ascending, 1 .. K-1. */
    uint16_t *vertex_pattern; /* (V) Pattern of each vertex. */
    int beta_terms;           /* G, 0 .. PD_SMPL_MAX_BETA_TERMS                                       */
    /* (1 + G, value_count) P_0 .. P_G: vertex after vertex, for each joint of its pattern 9 features x 3. */
    float *values;
    /* (1 + G, value_count) P for DQS and SBS, or NULL: `values` is used for them, too. */
    float *values_dqs;
    /* (1 + G, pd_smpl_half_count) Replaces values_dqs, in units of packed_step, where
     * pd_smpl_data_load_packed left them packed as in the file; or NULL. */
    int16_t *packed_dqs;
    float packed_step;
    size_t value_count; /* Sum over vertices of 27 times the number of joints in the pattern. */
} pd_smpl_sparse_dirs;

typedef struct pd_smpl_landmark {
    /* Name, such as "crotch", "nipple_left", "nipple_right", "navel", "head_top". */
    char name[PD_SMPL_NAME_BYTES];
    int vertex;
} pd_smpl_landmark;

/* Mean and principal components of one hand's finger joints, in the model's order. Without components
 * component_count is 0 and components NULL; without a mean, mean is NULL. */
typedef struct pd_smpl_hand {
    int component_count; /* C, 0 to PD_SMPL_HAND_ANGLES. */
    float *mean;         /* (45) Mean, radians. */
    float *components;   /* (C,45) Components in order of descending variance. */
} pd_smpl_hand;

#define PD_SMPL_MAX_FACE_POINTS 512
#define PD_SMPL_MAX_TURNS       512

/* Face landmarks as points on triangles, sum_c weight_c x_c: SMPL-X (Pavlakos et al. 2019) and FLAME (Li et
 * al. 2017). The landmarks of the outline move over the skin as the head turns: row t of turn_count is for t
 * degrees to one side; rows from turn_count / 2 + 1 on are for the other side (keypoint.h). */
typedef struct pd_smpl_face_points {
    int count;                     /* L; 0: no landmarks. */
    int *triangles;                /* (L) Triangle numbers. */
    float *weights;                /* (L,3) Weights of the triangle's corners. */
    int contour_count, turn_count; /* C, A: both 0 or neither; A is odd. */
    int *contour_triangles;        /* (A,C) Triangle numbers of the outline. */
    float *contour_weights;        /* (A,C,3) Weights of the triangles' corners. */
} pd_smpl_face_points;

#define PD_SMPL_SOFT_MAX_MODES  32
#define PD_SMPL_SOFT_MAX_JOINTS 16

/* Dynamics of the soft-tissue coefficients (soft/soft.h). They drive the first mode_count directions. One
 * further direction is breathing, unless is_modal. */
typedef struct pd_smpl_soft_dynamics {
    int mode_count;  /* M; 0: no dynamics. */
    int joint_count; /* Q, 1 to PD_SMPL_SOFT_MAX_JOINTS. */
    int beta_terms;  /* G, 0 .. PD_SMPL_MAX_BETA_TERMS                        */
    int gain_terms;  /* 0 or G: beta terms of the gains. */
    int *joints;     /* (Q) Joints whose motion drives the coefficients. */
    /* (M,2+G) w_0 in rad/s, damping ratio, change of log w with each of the first G betas. */
    float *poles;
    float *sizes; /* (M,G) Change of the logarithm of the gains with each beta, or NULL. */
    float *gains; /* (M,1+gain_terms,12 Q) W_0, then W_g, which beta_g multiplies. */
    /* True: derived from the directions at load (soft/modal.h). Such dynamics are not written to files. */
    bool is_modal;
} pd_smpl_soft_dynamics;

#define PD_SMPL_PSD_MAX_SCULPTS 128
#define PD_SMPL_PSD_LEAST_WIDTH 0.02 /* about 1.1 degrees of one joint */
#define PD_SMPL_PSD_MOST_WIDTH  8.0

/* Sculpted blend shapes that the pose drives: pose-space deformation (data/psd.h). Sculpts whose joints
 * overlap form a group and are interpolated together. group_count 0: none. */
typedef struct pd_smpl_psd {
    int count, group_count;            /* N sculpts, G groups */
    float *dirs;                       /* (V,3,N) displacement at rest of each sculpt, metres */
    char (*names)[PD_SMPL_NAME_BYTES]; /* (N) */
    int *group_start;                  /* (G+1) Ranges of the groups' sculpts. */
    int *joint_start, *joints;         /* (G+1) Ranges in joints; joint numbers of each group, ascending. */
    float *widths; /* (G) Width of each group's Gaussian, in units of the distance of psd.h. */
    /* Unit quaternions x y z w, local: for each group, for each of its sculpts,
     * one for each of its joints. */
    float *poses;
} pd_smpl_psd;

/* Texts that are stored with the model; "" when unknown. In the file: safetensors __metadata__. */
typedef struct pd_smpl_text {
    char *name;       /* Name, such as "default". */
    char *gender;     /* "neutral", "female", "male" or ""          */
    char *licence;    /* "CC BY 4.0"                                */
    char *provenance; /* Origin of the model: how it was made, and from which data. */
    char *credits;    /* Sources to be credited, one per line. */
} pd_smpl_text;

typedef struct pd_smpl_data {
    int vertex_count, joint_count, beta_count, expression_count, face_count, soft_count;
    float *v_template;                  /* (V,3)                                                         */
    float *shapedirs;                   /* (V,3,B)                                                       */
    float *expressiondirs;              /* (V,3,E) or NULL                                               */
    float *posedirs;                    /* (V,3,F) or NULL: dense pose blend shapes, F = 9(K-1) or 4 K. */
    pd_smpl_feature_kind pose_features; /* Features of posedirs; zero, 9(K-1), with sparse ones. */
    /* Skinning for which the pose blend shapes were learned, LBS or DQS: the default of every job (SMPL-LBS
     * and SMPL-DQBS of Loper et al. 2015). */
    pd_smpl_skinning skinning;
    /* Sparse pose blend shapes; pattern_count 0: none. A model has posedirs or these, never both. */
    pd_smpl_sparse_dirs sparse;
    float *softdirs;            /* (V,3,D) Soft-tissue directions (DMPL), or NULL. */
    pd_smpl_soft_dynamics soft; /* Dynamics of the soft-tissue coefficients. */
    float *weights;             /* (V,K)                                                         */
    int *regressor_start;       /* (K+1) J_regressor in CSR: ranges of the rows. */
    int *regressor_vertex;      /* (regressor_start[K])                                          */
    double *regressor_weight;   /* (regressor_start[K])                                          */
    /* (K,3) or NULL: joints of the template. Together with joint_shapedirs they replace the regressor, which
     * is then empty: SUPR's joints are affine in all coordinates,
     * and STAR's do not include part of the shape directions. */
    double *joints;
    double *joint_shapedirs; /* (K,3,B) or NULL                                               */
    int *parents;            /* (K) Parent joints, -1 for the root. */
    uint32_t *faces;         /* (F,3) Corners, counter-clockwise seen from outside. */
    char (*joint_names)[PD_SMPL_NAME_BYTES]; /* (K) Joint names: "pelvis", "left_hip" ... */
    int *mirror;                             /* (V) Mirror image of each vertex at x = 0, or NULL. */
    float *beta_limits;                      /* (B) Largest |beta_i| in training, or NULL. */
    int feature_count; /* N, 0 to B: the last N betas are features of the face with names. */
    char (*feature_names)[PD_SMPL_NAME_BYTES]; /* (N) Names of the features: "jaw_width" ..., or NULL. */
    pd_smpl_landmark *landmarks; /* (landmark_count)                                              */
    int landmark_count;
    pd_smpl_face_points face_points;
    char (*expression_names)[PD_SMPL_NAME_BYTES]; /* (E) Expression names: "jawOpen" ..., or NULL. */
    pd_smpl_hand hands[2];                        /* Left, right; a model of one hand uses the first. */
    /* (people_count, pd_smpl_people_numbers(B)) Priors of the betas of people (people/people.h), or NULL. */
    float *people;
    int people_count; /* 0, or pd_smpl_people_prior_count(gender), or twice that: with those of version 1 */
    int *legs;        /* (leg_count) Vertices of the left leg's skin; with people. */
    int leg_count;
    pd_smpl_psd psd; /* Sculpts that the pose drives. */
    pd_smpl_text text;
} pd_smpl_data;

/* Returns F, the width of posedirs. */
static inline size_t pd_smpl_posedirs_width(const pd_smpl_data *data)
{
    const pd_smpl_feature_kind kind = data->pose_features;
    return (size_t)pd_smpl_pose_feature_rows(kind) *
           (size_t)(data->joint_count - pd_smpl_pose_first_joint(kind));
}
/* Returns the joint of that name; -1 when there is none or joints have no names. */
int pd_smpl_joint_find(const pd_smpl_data *data, const char *name);
/* Returns the beta of the feature of that name; -1 when there is none. */
int pd_smpl_feature_beta(const pd_smpl_data *data, const char *name);
/* Returns the joint with the largest weight at a vertex; of equal ones the first. */
int pd_smpl_vertex_joint(const pd_smpl_data *data, int vertex);
/* Frees all arrays and empties the struct. */
void pd_smpl_data_deinit(pd_smpl_data *data);
/* Checks everything under "Checks" above. ERR_FORMAT or ERR_RANGE with the array's name, the index and the
 * value in *err. */
pd_status pd_smpl_data_check(const pd_smpl_data *data, pd_error *err);
/* Checks data of a resident model (model.h): the numbers of pose and soft-tissue directions may be missing,
 * because the model's tiles have them. */
pd_status pd_smpl_data_check_resident(const pd_smpl_data *data, pd_error *err);

/* Reads any body model file and checks it: our safetensors, SMPL .pkl, SMPL, SMPL-H and SMPL-X .npz, and the
 * others of import.h. The format is recognised by the bytes, not by the name. On failure *data is empty and
 * *err says where in the file. */
pd_status pd_smpl_data_load(pd_smpl_data *data, const char *path, pd_error *err);
/* Reads a file like pd_smpl_data_load, but leaves values_dqs packed (pd_smpl_half_unpack) where the file
 * allows it: for callers that need them later or never. */
pd_status pd_smpl_data_load_packed(pd_smpl_data *data, const char *path, pd_error *err);
/* Reads a file like pd_smpl_data_load, from bytes (size) that remain the caller's.
 * name: of the file, for errors. */
pd_status pd_smpl_data_parse(pd_smpl_data *data, const void *bytes, size_t size, const char *name,
                             pd_error *err);

#endif
