#include "core/smpl/soft/soft.h"

#include "core/base/assert.h"
#include "core/math/grid.h"

#include <math.h>
#include <string.h>

#define JUMP_M        1.0   /* displacement of the first joint in a frame that counts as a teleport, metres */
#define LEAST_W       3.0   /* least angular frequency, rad/s: half a hertz */
#define MOST_W        160.0 /* largest angular frequency, rad/s: 25 Hz */
#define MOST_ZETA     0.95
#define MOST_LOG      3.0 /* largest logarithm of a factor by betas */
#define INSPIRED_PART 0.4

/* ---- input ---- */

/* Returns v, shortened to a length of at most `most`. */
static pd_vec3 shortened(pd_vec3 v, double most)
{
    return pd_vec3_scale(v, 1 / sqrt(1 + pd_vec3_dot(v, v) / (most * most)));
}

static float *put_soft(float *x, pd_vec3 v, double unit)
{
    x[0] = (float)(v.x / unit);
    x[1] = (float)(v.y / unit);
    x[2] = (float)(v.z / unit);
    return x + 3;
}

bool pd_smpl_soft_features(float *x, pd_smpl_soft_motion *motion, const int *joints, int joint_count,
                           const pd_vec3 *places, const pd_quat *rotations, double dt)
{
    memset(x, 0, (size_t)(PD_SMPL_SOFT_FEATURES * joint_count) * sizeof *x);
    PD_ASSERT(joint_count >= 0 && joint_count <= PD_SMPL_SOFT_MAX_JOINTS);

    /* Restart the history if the root was teleported. */
    if (joint_count && motion->frames) {
        const pd_vec3 moved = pd_vec3_sub(places[joints[0]], motion->past[0].places[0]);
        if (!(pd_vec3_length(moved) < JUMP_M)) motion->frames = 0;
    }

    const bool known = motion->frames >= 2;
    for (int j = 0; j < joint_count; j++) {
        /* Frames t, t-1, t-2. */
        pd_smpl_soft_frame *last = &motion->past[0];
        pd_smpl_soft_frame *before = &motion->past[1];
        pd_vec3 p[3] = {places[joints[j]], last->places[j], before->places[j]};
        pd_quat q[3] = {rotations[joints[j]], last->rotations[j], before->rotations[j]};
        pd_grid_round_all(&p[0].x, 3);
        pd_grid_round_all(&q[0].x, 4);
        if (known) {
            const pd_vec3 a = pd_vec3_scale(pd_vec3_add(pd_vec3_fma(p[0], -2, p[1]), p[2]), 1 / (dt * dt));
            const pd_vec3 w_new = pd_vec3_scale(pd_q_to_rotvec(pd_q_inv_mul(q[1], q[0])), 1 / dt);
            const pd_vec3 w_old = pd_vec3_scale(pd_q_to_rotvec(pd_q_inv_mul(q[2], q[1])), 1 / dt);
            const pd_vec3 spin = pd_vec3_scale(pd_vec3_sub(w_new, w_old), 1 / dt);
            const pd_vec3 w =
                shortened(pd_vec3_scale(pd_vec3_add(w_new, w_old), 0.5), PD_SMPL_SOFT_MOST_TURN);
            float *out = x + PD_SMPL_SOFT_FEATURES * j;
            out = put_soft(out, shortened(pd_q_rotate(pd_q_conjugate(q[1]), a), PD_SMPL_SOFT_MOST_A),
                           PD_SMPL_SOFT_A_UNIT);
            out = put_soft(out, shortened(spin, PD_SMPL_SOFT_MOST_SPIN), PD_SMPL_SOFT_SPIN_UNIT);
            out = put_soft(out, pd_vec3_make(w.x * w.x, w.y * w.y, w.z * w.z), PD_SMPL_SOFT_TURN_UNIT);
            put_soft(out, pd_vec3_make(w.x * w.y, w.x * w.z, w.y * w.z), PD_SMPL_SOFT_TURN_UNIT);
        }

        before->places[j] = p[1];
        last->places[j] = p[0];
        before->rotations[j] = q[1];
        last->rotations[j] = q[0];
    }

    if (motion->frames < 2) motion->frames++;

    return known;
}

/* ---- dynamics ---- */

void pd_smpl_soft_bend(float *b, const pd_smpl_soft_dynamics *dynamics, const float *betas, int beta_count)
{
    for (int g = 0; g < dynamics->beta_terms; g++) {
        const double beta = g < beta_count ? (double)betas[g] : 0;
        const double part = beta / PD_SMPL_SOFT_MOST_BETA;
        b[g] = (float)(dynamics->sizes ? beta / sqrt(1 + part * part) : beta);
    }
}

double pd_smpl_soft_size(const float *sizes, int beta_terms, const float *b)
{
    double sum = 0;
    for (int g = 0; g < beta_terms; g++) sum += (double)sizes[g] * (double)b[g];
    return exp(fmin(MOST_LOG, fmax(-MOST_LOG, sum)));
}

void pd_smpl_soft_poles(double a[2], const float *poles, int beta_terms, const float *betas, int beta_count,
                        double dt)
{
    double slope = 0;

    for (int g = 0; g < beta_terms && g < beta_count; g++) slope += (double)poles[2 + g] * (double)betas[g];

    const double w =
        fmin(MOST_W, fmax(LEAST_W, (double)poles[0] * exp(fmin(MOST_LOG, fmax(-MOST_LOG, slope)))));
    const double zeta = fmin(MOST_ZETA, fmax(0.01, (double)poles[1]));
    const double r = exp(-zeta * w * dt);
    a[0] = 2 * r * cos(w * sqrt(1 - zeta * zeta) * dt);
    a[1] = -r * r;
}

bool pd_smpl_soft_breathes(const pd_smpl_data *data)
{
    const pd_smpl_soft_dynamics *d = &data->soft;
    return d->mode_count && !d->is_modal && data->soft_count > d->mode_count;
}

bool pd_smpl_soft_init(pd_smpl_soft *soft, const pd_smpl_data *data, const float *betas, int beta_count,
                       double dt, double breaths_a_minute)
{
    const pd_smpl_soft_dynamics *d = &data->soft;
    const int features = PD_SMPL_SOFT_FEATURES * d->joint_count;
    const int rows = 1 + d->gain_terms;
    float b[PD_SMPL_MAX_BETA_TERMS];

    memset(soft, 0, sizeof *soft);
    if (!d->mode_count) return false;
    PD_ASSERT(d->mode_count <= PD_SMPL_SOFT_MAX_MODES && d->joint_count <= PD_SMPL_SOFT_MAX_JOINTS &&
              d->beta_terms <= PD_SMPL_MAX_BETA_TERMS);
    soft->dynamics = d;
    soft->dt = dt;
    soft->breaths_a_minute = breaths_a_minute;
    soft->breathing = pd_smpl_soft_breathes(data) ? d->mode_count : -1;
    soft->count = d->mode_count + (soft->breathing >= 0);

    pd_smpl_soft_bend(b, d, betas, beta_count);
    for (int m = 0; m < d->mode_count; m++) {
        const float *w = d->gains + (size_t)m * (size_t)(rows * features);
        pd_smpl_soft_poles(soft->a[m], d->poles + m * (2 + d->beta_terms), d->beta_terms, b, d->beta_terms,
                           dt);
        memcpy(soft->gains[m], w, (size_t)features * sizeof *w);
        for (int g = 0; g < d->gain_terms; g++)
            for (int i = 0; i < features; i++) soft->gains[m][i] += b[g] * w[(1 + g) * features + i];
        if (!d->sizes) continue;
        const float size = (float)pd_smpl_soft_size(d->sizes + m * d->beta_terms, d->beta_terms, b);
        for (int i = 0; i < features; i++) soft->gains[m][i] *= size;
    }

    return true;
}

void pd_smpl_soft_still(pd_smpl_soft *soft)
{
    memset(soft->gains, 0, sizeof soft->gains);
}

void pd_smpl_soft_drive(pd_smpl_soft *soft, const float *x)
{
    const pd_smpl_soft_dynamics *d = soft->dynamics;
    const int features = PD_SMPL_SOFT_FEATURES * d->joint_count;

    for (int m = 0; m < d->mode_count; m++) {
        float input = 0;
        for (int i = 0; i < features; i++) input += soft->gains[m][i] * x[i];
        const double *a = soft->a[m];
        const double was = soft->delta[0][m];
        soft->delta[0][m] = a[0] * was + a[1] * soft->delta[1][m] + (1 - a[0] - a[1]) * (double)input;
        soft->delta[1][m] = was;
        soft->coefficients[m] = (float)soft->delta[0][m];
    }

    soft->breath += soft->dt * soft->breaths_a_minute / 60;
    soft->breath -= floor(soft->breath);
    if (soft->breathing < 0) return;

    /* `breath` is 0 after breathing out, 1 after breathing in. */
    const double part = soft->breath;
    const double half =
        part < INSPIRED_PART ? part / INSPIRED_PART : 1 + (part - INSPIRED_PART) / (1 - INSPIRED_PART);
    soft->coefficients[soft->breathing] = (float)((1 - cos(M_PI * half)) / 2);
}

void pd_smpl_soft_step(pd_smpl_soft *soft, const pd_vec3 *places, const pd_quat *rotations)
{
    const pd_smpl_soft_dynamics *d = soft->dynamics;
    float x[PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS];
    pd_smpl_soft_features(x, &soft->motion, d->joints, d->joint_count, places, rotations, soft->dt);
    pd_smpl_soft_drive(soft, x);
}

double pd_smpl_soft_energy(const pd_smpl_soft *soft)
{
    double sum = 0;

    for (int m = 0; m < soft->dynamics->mode_count; m++) {
        const double now = soft->delta[0][m];
        const double was = soft->delta[1][m];
        const double along = soft->a[m][0] / 2;
        const double square = -soft->a[m][1];

        /* |now - r e^(-i phi) was|^2, with r cos(phi) = a_1 / 2 and r^2 = -a_2 */
        sum += now * now - 2 * along * now * was + square * was * was;
    }

    return sum;
}
