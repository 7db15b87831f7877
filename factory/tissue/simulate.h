#ifndef PD_FACTORY_TISSUE_SIMULATE_H
#define PD_FACTORY_TISSUE_SIMULATE_H
/* Simulates flesh on moving bones: finite elements in the tetrahedra of a layer (layer.h), driven by a
 * motion.
 *
 * The unknown is the displacement u_n of every free node from its position y_n under posing (LBS). No gravity
 * acts: its effect while standing still is part of the body's shape, so that u = 0 at rest, and in free fall
 * too.
 *
 *     m_n u''_n = sum_e f_en(F_e, F'_e) - m_n y''_n,        f_en = -V_e P_e g_en, F_e = I + sum_n u_n g_en^T
 *     P = mu (1 - 1/(I_C + 1)) F + lambda (J - alpha) dJ/dF + eta F'
 *
 * P is the stable Neo-Hookean material (Smith, de Goes, Kim 2018, eq. 14 and 15; Hooke's law for small
 * strains) and a viscous part. g_en, the gradients of the shape functions, are those of the rest pose rotated
 * with the bones above, so a fold does not stiffen flesh. y'' is the second difference of three frames and
 * acts over the interval between the last two, so that u of a frame depends on that frame and earlier ones
 * alone. Symplectic Euler, PD_FACTORY_TISSUE_STEPS a frame; elements too small for the step are made heavier.
 *
 * Not modelled: contact of skin with skin, muscle tension, gravity in poses other than standing.
 *
 * Spaces   u: world. The output d, with v' = M_v (rest + d) + t_v, is in the rest frame. Metres, seconds.
 * Memory   new / free. Layer and model are borrowed. One thread at a time.
 * Errors   ERR_MEMORY; ERR_INTERNAL when displacements diverge.
 */
#include "factory/tissue/layer.h"

#define PD_FACTORY_TISSUE_VERSION 1  /* version of the simulation's results */
#define PD_FACTORY_TISSUE_STEPS   30 /* time steps of a frame of 1/60 s */

typedef struct pd_factory_tissue_sim pd_factory_tissue_sim;

/* Creates a simulation of the body with these betas that has not moved yet. */
pd_status pd_factory_tissue_sim_new(pd_factory_tissue_sim **out, const pd_factory_tissue_layer *layer,
                                    const float *betas, int beta_count, pd_error *err);
void pd_factory_tissue_sim_free(pd_factory_tissue_sim *sim); /* NULL is allowed */

/* Simulates the next frame. rotations (K,3,3): local, as in pd_smpl_body; translation (3), metres. Writes out
 * (skin_count,3): d. */
pd_status pd_factory_tissue_sim_step(float *out, pd_factory_tissue_sim *sim, const float *rotations,
                                     const float *translation, double dt, pd_error *err);
/* Returns the energy in joules: motion relative to the bones, and strain. */
double pd_factory_tissue_sim_energy(const pd_factory_tissue_sim *sim);
/* Returns the fraction of the flesh's mass that was added to small elements. */
double pd_factory_tissue_sim_added_mass(const pd_factory_tissue_sim *sim);

#endif
