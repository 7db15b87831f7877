#ifndef PD_FACTORY_BODY_SHAPE_PCA_H
#define PD_FACTORY_BODY_SHAPE_PCA_H
/* Learns the space of body shapes: principal components of T-posed, aligned, symmetric bodies.
 *
 *     x = mean + S beta,     beta ~ (0, I) over the training bodies
 *
 * Distances are weighted by the skin area of the mean. 70 % of the vertices are in head, hands and feet,
 * which have 18 % of the skin, so unweighted components would describe faces and fingers. Solved through the
 * Gram matrix of bodies (Turk and Pentland 1991), G = X A X^T, G u = lambda u:
 *
 *     beta_k = sqrt(n) u_k,   S_k = 1/n sum_s beta_ks (x_s - mean),   variance share lambda_k / trace G
 *
 * PC2 and PC3 have nearly the same variance and mix differently from sample to sample. So beta_2 and beta_3
 * are rotated in their plane until beta_3 does not change the volume (to first order); they stay
 * uncorrelated, with unit variance. Signs: a positive beta means more volume where 2 sd change the volume by
 * more than 5 l (from -2 to +2); otherwise the largest |y or z| of the direction is positive.
 *
 * Shapes   n bodies, V vertices, K components. Directions are (V,3,K) as in SMPL's shapedirs.
 * Exact    mean and directions are mirror symmetric to the last bit.
 */
#include "core/base/executor.h"
#include "factory/body/shape/mesh.h"
#include "core/base/progress.h"

typedef struct pd_factory_pca {
    int vertex_count, component_count;
    float *mean;       /* (V,3) metres */
    float *directions; /* (V,3,K) metres per unit of beta */
    double *limits;    /* (K) largest |beta| over the training bodies */
    double *shares;    /* (K) share of the variance of each component, not cumulated */
    double *normal;    /* (K,K) S^T A S, for projection */
} pd_factory_pca;

typedef struct pd_factory_pca_data {
    const pd_factory_mesh *mesh;
    const double *areas; /* (V) area of each vertex */
    const float *bodies; /* (...,V,3) aligned bodies */
    const int *chosen;   /* (count) indices of the bodies that are used */
    int count;
    pd_progress progress; /* receives the progress in steps of 100 */
    const char *step;
} pd_factory_pca_data;

/* Fits the components. ERR_RANGE when there are fewer bodies than components + 1,
 * ERR_INTERNAL when LAPACK fails. */
pd_status pd_factory_pca_fit(pd_factory_pca *out, const pd_factory_pca_data *data, int component_count,
                             pd_error *err);
void pd_factory_pca_deinit(pd_factory_pca *pca);

/* Computes right (K) = S^T A (body - mean): all that pd_factory_pca_project needs of a body,
 * for any number of betas. */
void pd_factory_pca_correlate(double *right, const pd_factory_pca *pca, const double *areas,
                              const float *body);
/* Computes the first k betas that are nearest to the body in the weighted distance.
 * scratch holds k*k doubles. */
void pd_factory_pca_project(double *betas, const pd_factory_pca *pca, int k, const double *right,
                            double *scratch);
/* Computes out (V,3) = mean + S_1..k betas. */
void pd_factory_pca_shape(float *out, const pd_factory_pca *pca, int k, const double *betas);

#endif
