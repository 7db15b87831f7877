#include "core/smpl/data/ancestry.h"

const char *const pd_smpl_ancestry_names[PD_SMPL_ANCESTRY_COUNT] = {"african", "asian", "european"};

bool pd_smpl_ancestry_of(double shares[PD_SMPL_ANCESTRY_COUNT], const pd_smpl_data *data, const float *betas)
{
    const int african = pd_smpl_feature_beta(data, "ancestry_african");
    const int asian = pd_smpl_feature_beta(data, "ancestry_asian");
    const bool is_known = african >= 0 && asian >= 0;
    const double u = PD_SMPL_ANCESTRY_UNIT;
    const double a = is_known ? (double)betas[african] : 0;
    const double b = is_known ? (double)betas[asian] : 0;

    shares[PD_SMPL_AFRICAN] = 1.0 / 3 + u * (2 * a - b);
    shares[PD_SMPL_ASIAN] = 1.0 / 3 + u * (2 * b - a);
    shares[PD_SMPL_EUROPEAN] = 1.0 / 3 - u * (a + b);

    return is_known;
}

bool pd_smpl_ancestry_set(float *betas, const pd_smpl_data *data, const double shares[PD_SMPL_ANCESTRY_COUNT])
{
    const int african = pd_smpl_feature_beta(data, "ancestry_african");
    const int asian = pd_smpl_feature_beta(data, "ancestry_asian");

    if (african < 0 || asian < 0) return false;

    /* Solve the first two equations: their determinant is 3 u^2. */
    const double x = shares[PD_SMPL_AFRICAN] - 1.0 / 3;
    const double y = shares[PD_SMPL_ASIAN] - 1.0 / 3;
    const double u = PD_SMPL_ANCESTRY_UNIT;
    betas[african] = (float)((2 * x + y) / (3 * u));
    betas[asian] = (float)((2 * y + x) / (3 * u));

    return true;
}
