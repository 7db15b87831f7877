#include "factory/tissue/simulate.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"
#include "train/corrective/unpose.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DENSITY      1000.0
#define FRAME_S      (1.0 / 60)
#define SAFETY       0.95 /* fraction of the largest stable step */
#define MOST_MOVED_M 0.5  /* bound on displacements; larger ones mean that the simulation failed */
#define DAMPING      1e-3 /* damping of the inverse skinning where LBS folds (unpose.h) */

/* Young's modulus and viscosity of relaxed muscle and of fat; Poisson's ratio of both. Indentation of living
 * people gives moduli of 1 to 10 kPa. The viscosities make the damping
 * of the slowest motions about a fifth of critical. */
static const struct {
    double young_pa, viscosity_pa_s;
} sheets[] = {{12000, 40}, {5000, 18}};
#define POISSON 0.42

typedef struct material {
    float mu, lambda, alpha, eta;
} material;

struct pd_factory_tissue_sim {
    const pd_factory_tissue_layer *layer;
    material materials[2];
    float betas[PD_SMPL_MAX_BETAS];
    int beta_count, frames;
    pd_train_skin skin;
    float (*u)[4], (*speed)[4],
        /* (N+1) displacement, velocity and force of nodes; the last one is the core and stays 0. */
        (*force)[4];
    float (*pull)[3];      /* (N) acceleration y'' */
    double (*posed)[3][3]; /* (N) posed positions y of this frame and the two before */
    float *inverse_mass;
    float (*gradients)[4][3];    /* (T) gradients, rotated with the bones */
    pd_quat *rotation;           /* (V) rotations at vertices with flesh */
    float (*moved)[3], *scratch; /* (N) displacements d of nodes in the rest pose; (S,3) */
    double added_kg;
};

/* ---- setup ---- */

pd_status pd_factory_tissue_sim_new(pd_factory_tissue_sim **out, const pd_factory_tissue_layer *layer,
                                    const float *betas, int beta_count, pd_error *err)
{
    const size_t n = (size_t)layer->node_count + 1;
    const size_t tets = (size_t)layer->tet_count;
    pd_factory_tissue_sim *s = calloc(1, sizeof *s);

    *out = NULL;
    if (!s) return pd_fail(err, PD_ERR_MEMORY, "tissue", "out of memory");

    PD_ASSERT(beta_count >= 0);
    s->layer = layer;
    s->beta_count = beta_count;
    if (beta_count) memcpy(s->betas, betas, (size_t)beta_count * sizeof *betas);

    /* Set the materials of the two sheets. */
    for (int i = 0; i < 2; i++) {
        const double e = sheets[i].young_pa;
        const double mu = e / (2 * (1 + POISSON));
        const double lambda = e * POISSON / ((1 + POISSON) * (1 - 2 * POISSON));
        material *m = &s->materials[i]; /* eq. 16: moduli that agree with Hooke's law for small strains */
        m->mu = (float)(4.0 / 3 * mu);
        m->lambda = (float)(lambda + 5.0 / 6 * mu);
        m->alpha = 1 + m->mu / m->lambda - m->mu / (4 * m->lambda);
        m->eta = (float)sheets[i].viscosity_pa_s;
    }

    /* Allocate the state of the nodes. An additional node is the core, which never moves. */
    s->u = calloc(n, sizeof *s->u);
    s->speed = calloc(n, sizeof *s->speed);
    s->force = calloc(n, sizeof *s->force);
    s->pull = calloc(n, sizeof *s->pull);
    s->posed = calloc(n, sizeof *s->posed);
    s->inverse_mass = calloc(n, sizeof *s->inverse_mass);
    s->gradients = calloc(tets + 1, sizeof *s->gradients);
    s->rotation = calloc((size_t)layer->model->vertex_count, sizeof *s->rotation);
    s->moved = calloc(n, sizeof *s->moved);
    s->scratch = calloc(3 * (size_t)layer->skin_count + 1, sizeof *s->scratch);
    float *mass = malloc(n * sizeof *mass);
    if (!s->u || !s->speed || !s->force || !s->pull || !s->posed || !s->inverse_mass || !s->gradients ||
        !s->rotation || !s->moved || !s->scratch || !mass) {
        free(mass);
        pd_factory_tissue_sim_free(s);
        return pd_fail(err, PD_ERR_MEMORY, "tissue", "out of memory");
    }

    /* Compute the masses of nodes, with additional mass that keeps the stiffest tetrahedra stable. */
    memcpy(mass, layer->mass, (size_t)layer->node_count * sizeof *mass);

    for (int t = 0; t < layer->tet_count; t++) {
        const pd_factory_tissue_tet *tet = &layer->tets[t];
        PD_ASSERT(tet->sheet >= 0 && tet->sheet < 2);
        const material *m = &s->materials[tet->sheet];
        double sum = 0;
        double rho = DENSITY;
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 3; c++) sum += (double)tet->gradients[i][c] * (double)tet->gradients[i][c];

        /* Find the density with which this element alone is stable. omega^2 <= 4 (lambda + 2 mu) sum |g|^2 /
         * rho, and symplectic Euler with damping zeta needs omega dt < 2 (sqrt(1 + zeta^2) - zeta). */
        const double stiffness = (double)m->lambda + 2 * (double)m->mu;
        const double dt = FRAME_S / PD_FACTORY_TISSUE_STEPS;
        for (int round = 0; round < 60; round++) {
            const double omega = sqrt(4 * stiffness * sum / rho);
            const double zeta = omega * (double)m->eta / (2 * stiffness);
            if (omega * dt <= SAFETY * 2 * (sqrt(1 + zeta * zeta) - zeta)) break;
            rho *= 1.1;
        }

        /* Divide the added mass equally among the corners. */
        const double more = (rho - DENSITY) * (double)tet->volume;
        s->added_kg += more;
        for (int i = 0; i < 4; i++)
            if (tet->nodes[i] >= 0) mass[tet->nodes[i]] += (float)(more / 4);
    }

    /* A node without tetrahedra belongs to the core. */
    for (int i = 0; i < layer->node_count; i++) s->inverse_mass[i] = layer->mass[i] > 0 ? 1 / mass[i] : 0;

    free(mass);
    *out = s;
    return PD_OK;
}

void pd_factory_tissue_sim_free(pd_factory_tissue_sim *s)
{
    if (!s) return;
    free(s->u);
    free(s->speed);
    free(s->force);
    free(s->pull);
    free(s->posed);
    free(s->inverse_mass);
    free(s->gradients);
    free(s->rotation);
    free(s->moved);
    free(s->scratch);
    free(s);
}

double pd_factory_tissue_sim_added_mass(const pd_factory_tissue_sim *s)
{
    return s->added_kg / s->layer->flesh_kg;
}

/* ---- a frame ---- */

static void turn_gradients(pd_factory_tissue_sim *s)
{
    const pd_factory_tissue_layer *layer = s->layer;
    double m[9];
    int last = -1;

    /* Blend the rotations of the joints by the weights of each vertex. */
    const int joints = s->skin.model->joint_count;
    for (int i = 0; i < 3 * layer->face_count; i++) {
        PD_ASSERT(layer->faces[i] < (uint32_t)s->skin.model->vertex_count);
        const size_t v = layer->faces[i];
        const float *w = s->skin.model->data.weights + v * (size_t)joints;
        pd_quat q = {0, 0, 0, 0};
        for (int k = 0; k < joints; k++) {
            if (!(w[k] > 0)) continue;
            const double sign = pd_q_dot(q, s->skin.pose.quat[k]) < 0 ? -1 : 1;
            q = pd_q_fma(q, sign * (double)w[k], s->skin.pose.quat[k]);
        }

        s->rotation[v] = pd_q_normalize(q);
    }

    /* Rotate each tetrahedron by the mean rotation of the three corners of its triangle. */
    for (int t = 0; t < layer->tet_count; t++) {
        const pd_factory_tissue_tet *tet = &layer->tets[t];
        if (tet->face != last) {
            const uint32_t *f = layer->faces + 3 * (size_t)tet->face;
            pd_quat q = {0, 0, 0, 0};
            for (int i = 0; i < 3; i++) {
                const pd_quat one = s->rotation[f[i]];
                q = pd_q_fma(q, pd_q_dot(q, one) < 0 ? -1 : 1, one);
            }

            pd_q_to_matrix(m, pd_q_normalize(q));
            last = tet->face;
        }

        for (int i = 0; i < 4; i++)
            for (int r = 0; r < 3; r++)
                s->gradients[t][i][r] = (float)m[3 * r] * tet->gradients[i][0] +
                                        (float)m[3 * r + 1] * tet->gradients[i][1] +
                                        (float)m[3 * r + 2] * tet->gradients[i][2];
    }
}

/* Matrices are columns of four floats, the last of which is 0,
 * so that compilers can use vector instructions. */

/* Computes the gradient h = sum_n x_n g_n^T. */
static inline void gradient_of(float h[3][4], float (*x)[4], const int nodes[4], int core,
                               const float g[4][3])
{
    const float *a = x[nodes[0] < 0 ? core : nodes[0]];
    const float *b = x[nodes[1] < 0 ? core : nodes[1]];
    const float *c = x[nodes[2] < 0 ? core : nodes[2]];
    const float *d = x[nodes[3] < 0 ? core : nodes[3]];

    for (int k = 0; k < 3; k++)
        for (int r = 0; r < 4; r++)
            h[k][r] = a[r] * g[0][k] + b[r] * g[1][k] + c[r] * g[2][k] + d[r] * g[3][k];
}

static inline void simulate_cross(float out[4], const float a[4], const float b[4])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[3] = 0;
}

/* Computes F = I + H in place, and cof = dJ/dF. Returns J = det F. */
static inline float deformation(float f[3][4], float cof[3][4])
{
    for (int k = 0; k < 3; k++) f[k][k] += 1;
    simulate_cross(cof[0], f[1], f[2]);
    simulate_cross(cof[1], f[2], f[0]);
    simulate_cross(cof[2], f[0], f[1]);
    return f[0][0] * cof[0][0] + f[0][1] * cof[0][1] + f[0][2] * cof[0][2];
}

/* Returns the squared norm of F, the invariant I_C. */
static inline float square_of(const float f[3][4])
{
    float sum = 0;
    for (int k = 0; k < 3; k++) sum += f[k][0] * f[k][0] + f[k][1] * f[k][1] + f[k][2] * f[k][2];
    return sum;
}

/* Computes d = inverse(M_v) u at every vertex of the skin. Returns false if one is out of bounds. */
static bool unpose(float *out, pd_factory_tissue_sim *s)
{
    static const double origin[3] = {0, 0, 0};
    const pd_factory_tissue_layer *layer = s->layer;

    /* Compute the displacements of the nodes in the rest pose. */
    for (int n = 0; n < layer->node_count; n++) {
        pd_xform m;
        double d[3];
        pd_train_skin_vertex(&m, &s->skin, layer->vertex[n]);
        m.m[3] = m.m[7] = m.m[11] = 0;
        pd_train_unpose(d, &m, origin, s->u[n], DAMPING);
        if (!(pd_length3(d) < MOST_MOVED_M)) return false;
        for (int c = 0; c < 3; c++) s->moved[n][c] = (float)d[c];
    }

    /* Compute the displacements of the skin from those of the nodes. */
    pd_factory_tissue_layer_skin(out, layer, s->moved[0], 3, s->scratch);

    return true;
}

pd_status pd_factory_tissue_sim_step(float *out, pd_factory_tissue_sim *s, const float *rotations,
                                     const float *translation, double dt, pd_error *err)
{
    const pd_factory_tissue_layer *layer = s->layer;

    PD_ASSERT(dt > 0);
    const int steps = (int)ceil(PD_FACTORY_TISSUE_STEPS * dt / FRAME_S - 1e-9);
    const int core = layer->node_count;

    /* Pose the joints. */
    pd_train_skin_set(&s->skin, s->layer->model, PD_SMPL_LBS, s->betas, s->beta_count, rotations);

    /* Compute y of this frame, and y'' of the last one, which is 0 until three frames are known. */
    for (int n = 0; n < layer->node_count; n++) {
        pd_xform m;
        double(*y)[3] = s->posed[n];
        memcpy(y[2], y[1], sizeof *y);
        memcpy(y[1], y[0], sizeof *y);
        pd_train_skin_vertex(&m, &s->skin, layer->vertex[n]);
        pd_xform_point(y[0], &m, layer->rest[n]);
        for (int c = 0; c < 3; c++) {
            y[0][c] += (double)translation[c];
            s->pull[n][c] = s->frames < 2 ? 0 : (float)((y[0][c] - 2 * y[1][c] + y[2][c]) / (dt * dt));
        }
    }

    /* Do substeps of symplectic Euler, so short that the stiffest tetrahedron is stable. */
    turn_gradients(s);
    for (int sub = 0; sub < steps; sub++) {
        memset(s->force, 0, (size_t)core * sizeof *s->force);

        for (int t = 0; t < layer->tet_count; t++) {
            const pd_factory_tissue_tet *tet = &layer->tets[t];
            const material m = s->materials[tet->sheet];
            const float(*g)[3] = (const float(*)[3])s->gradients[t];
            float f[3][4], rate[3][4], cof[3][4], p[3][4];

            /* Compute the deformation gradient and its rate. */
            gradient_of(f, s->u, tet->nodes, core, g);
            gradient_of(rate, s->speed, tet->nodes, core, g);

            /* Compute the stress: Neo-Hookean (Smith et al. 2018), and viscosity. */
            const float j = deformation(f, cof);
            const float square = square_of((const float(*)[4])f);
            const float shear = tet->volume * m.mu * (1 - 1 / (square + 1));
            const float bulk = tet->volume * m.lambda * (j - m.alpha);
            const float eta = tet->volume * m.eta;
            for (int k = 0; k < 3; k++)
                for (int r = 0; r < 4; r++) p[k][r] = shear * f[k][r] + bulk * cof[k][r] + eta * rate[k][r];

            /* Add the forces on the corners. */
            for (int i = 0; i < 4; i++) {
                if (tet->nodes[i] < 0) continue;
                float *to = s->force[tet->nodes[i]];
                for (int r = 0; r < 4; r++)
                    to[r] -= p[0][r] * g[i][0] + p[1][r] * g[i][1] + p[2][r] * g[i][2];
            }
        }

        /* Update velocities, then positions. A node without mass belongs to the core. */
        const float step = (float)(dt / steps);
        for (int n = 0; n < layer->node_count; n++) {
            if (!(s->inverse_mass[n] > 0)) continue;
            for (int c = 0; c < 3; c++) {
                s->speed[n][c] += step * (s->force[n][c] * s->inverse_mass[n] - s->pull[n][c]);
                s->u[n][c] += step * s->speed[n][c];
            }
        }
    }

    s->frames++;

    return unpose(out, s) ? PD_OK
                          : pd_fail(err, PD_ERR_INTERNAL, "tissue",
                                    "flesh has left its place in frame %d: the motion jumps", s->frames - 1);
}

double pd_factory_tissue_sim_energy(const pd_factory_tissue_sim *s)
{
    const pd_factory_tissue_layer *layer = s->layer;
    double sum = 0;

    /* Add the kinetic energy. */
    for (int n = 0; n < layer->node_count; n++) {
        double square = 0;
        for (int c = 0; c < 3; c++) square += (double)s->speed[n][c] * (double)s->speed[n][c];
        if (s->inverse_mass[n] > 0) sum += square / 2 / (double)s->inverse_mass[n];
    }

    /* Add the elastic energy, relative to that of the body at rest. */
    for (int t = 0; t < layer->tet_count; t++) {
        const pd_factory_tissue_tet *tet = &layer->tets[t];
        const material m = s->materials[tet->sheet];
        float f[3][4], cof[3][4];
        gradient_of(f, s->u, tet->nodes, layer->node_count, (const float(*)[3])s->gradients[t]);
        const double j = (double)deformation(f, cof) - (double)m.alpha;
        const double still = 1 - (double)m.alpha;
        const double square = (double)square_of((const float(*)[4])f);
        sum += (double)tet->volume * ((double)m.mu / 2 * (square - 3 - log((square + 1) / 4)) +
                                      (double)m.lambda / 2 * (j * j - still * still));
    }

    return sum;
}
