#include "train/evaluate/frechet.h"

#include "core/anim/biped.h"
#include "core/kernel/linalg.h"

#include <stdlib.h>
#include <string.h>

#define SIZE PD_TRAIN_FRECHET_SIZE

/* Lower joints of the bones with a length, without fingers and thumbs. */
static const int bones[PD_TRAIN_FRECHET_BONES] = {2,  3,  4,  5,  7,  8,  9,  10, 12, 13, 14,
                                                  15, 16, 18, 19, 20, 21, 25, 26, 27, 28};

/* Writes the unit directions of all bones in one frame, in the body's frame: a point of the cloud. */
static void directions(double *out, const pd_train_curves *c, int frame)
{
    const pd_vec3 *p = c->local + (size_t)frame * (size_t)c->joint_count;

    for (int b = 0; b < PD_TRAIN_FRECHET_BONES; b++) {
        pd_vec3 bone = pd_vec3_sub(p[bones[b]], p[pd_anim_biped_joints[bones[b]].parent]);
        pd_vec3 u = pd_vec3_unit_or(bone, pd_vec3_make(0, 1, 0));
        out[3 * b] = u.x;
        out[3 * b + 1] = u.y;
        out[3 * b + 2] = u.z;
    }
}

void pd_train_cloud_add(pd_train_cloud *cloud, const pd_train_curves *curves, const unsigned char *counts,
                        int value)
{
    double x[SIZE], before[SIZE / 2], after[SIZE / 2];

    for (int t = 1; t + 1 < curves->frame_count; t++) {
        if (counts && (counts[t - 1] != value || counts[t] != value || counts[t + 1] != value)) continue;
        directions(x, curves, t);
        directions(before, curves, t - 1);
        directions(after, curves, t + 1);
        for (int i = 0; i < SIZE / 2; i++) x[SIZE / 2 + i] = (after[i] - before[i]) * curves->rate / 2;
        cloud->count++;
        for (int i = 0; i < SIZE; i++) {
            cloud->mean[i] += x[i];
            for (int j = 0; j <= i; j++) cloud->covariance[i * SIZE + j] += x[i] * x[j];
        }
    }
}

void pd_train_cloud_merge(pd_train_cloud *cloud, const pd_train_cloud *more)
{
    cloud->count += more->count;
    for (int i = 0; i < SIZE; i++) cloud->mean[i] += more->mean[i];
    for (int i = 0; i < SIZE * SIZE; i++) cloud->covariance[i] += more->covariance[i];
}

void pd_train_cloud_finish(pd_train_cloud *cloud)
{
    const double n = (double)cloud->count;

    if (cloud->count < 2) return;
    for (int i = 0; i < SIZE; i++) cloud->mean[i] /= n;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j <= i; j++) {
            double c = (cloud->covariance[i * SIZE + j] - n * cloud->mean[i] * cloud->mean[j]) / (n - 1);
            cloud->covariance[i * SIZE + j] = cloud->covariance[j * SIZE + i] = c;
        }
}

/* Computes the square roots (SIZE) of the eigenvalues of the symmetric matrix a,
 * and its eigenvectors. Overwrites a. */
static bool eigen(double *roots, double *vectors, double *a)
{
    if (!pd_k_syev_top(roots, vectors, a, SIZE, SIZE)) return false;
    for (int i = 0; i < SIZE; i++) roots[i] = sqrt(fmax(0, roots[i]));
    return true;
}

pd_status pd_train_frechet(double *out, double *spread, const pd_train_cloud *cloud,
                           const pd_train_cloud *reference, pd_error *err)
{
    *out = *spread = NAN;
    if (cloud->count < 2 || reference->count < 2) return PD_OK;
    double *memory = malloc(4 * SIZE * SIZE * sizeof *memory);
    double roots[SIZE];
    double sum = 0, own = 0, theirs = 0;
    if (!memory)
        return pd_fail(err, PD_ERR_MEMORY, "frechet", "out of memory for %d numbers", 4 * SIZE * SIZE);
    double *a = memory;
    double *vectors = a + SIZE * SIZE;
    double *root = vectors + SIZE * SIZE;
    double *product = root + SIZE * SIZE;

    /* Compute C^1/2 = V^T diag(roots) V, where the rows of V are the eigenvectors. */
    memcpy(a, cloud->covariance, SIZE * SIZE * sizeof *a);
    bool good = eigen(roots, vectors, a);
    if (good) {
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++) a[i * SIZE + j] = roots[i] * vectors[i * SIZE + j];
        pd_k_gemm(root, vectors, 1, a, 0, SIZE, SIZE, SIZE, 1, 0);
        pd_k_gemm(product, root, 0, reference->covariance, 0, SIZE, SIZE, SIZE, 1, 0);
        pd_k_gemm(a, product, 0, root, 0, SIZE, SIZE, SIZE, 1, 0);
        good = eigen(roots, vectors, a);
    }

    free(memory);
    if (!good)
        return pd_fail(err, PD_ERR_MEMORY, "frechet", "out of memory for the eigenvalues of %d numbers",
                       SIZE);

    for (int i = 0; i < SIZE; i++) {
        /* |m - m'|^2 + trace(C + C' - 2 (C^1/2 C' C^1/2)^1/2); the eigenvalues' roots are already in
         * `roots`. */
        double off = cloud->mean[i] - reference->mean[i];
        own += cloud->covariance[i * SIZE + i];
        theirs += reference->covariance[i * SIZE + i];
        sum += off * off - 2 * roots[i];
    }

    *out = fmax(0, sum + own + theirs);
    *spread = own / theirs;

    return PD_OK;
}
