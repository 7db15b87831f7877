#include "core/ik/search/solvers.h"

#include "core/ik/search/hybrik_solve.h"
#include "core/ik/search/neural_solve.h"
#include "core/ik/methods/method.h"

/* Solvers that rotate one joint after the other support only positions and orientations. */
#define PLACES_ONLY                                                                                          \
    (PD_IK_LACKS_LOOK | PD_IK_LACKS_DISTANCE | PD_IK_LACKS_CENTRE | PD_IK_LACKS_FRAME |                      \
     PD_IK_LACKS_PRIORITY | PD_IK_LACKS_ROOT)

/* After 30 iterations another start is more likely to succeed.
 * When following a moving target, the next frame continues. */
static const pd_ik_attempts damped = {.iterations = 30,
                                      .restarts = PD_IK_DEFAULT_RESTARTS,
                                      .following_restarts = 8,
                                      .restarts_follow = true,
                                      .polishes = true};
static const pd_ik_attempts optimizing = {.restarts = 4, .polishes = true};
static const pd_ik_attempts likely = {.restarts = PD_IK_DEFAULT_RESTARTS,
                                      .polishes = true,
                                      .tries_out_of_reach = true,
                                      .restart_by = pd_ik_dls_run};

const pd_ik_solver_row pd_ik_solvers[PD_IK_SOLVER_COUNT] = {
    [PD_IK_AUTO] = {.name = "auto",
                    .usual_ms = 0.1,
                    .id = PD_IK_AUTO,
                    .doc = "without limits two_bone for an arm or a leg, fabrik for other chains; dls for "
                           "everything else",
                    .simultaneous = &pd_ik_solvers[PD_IK_DLS],
                    .is_sequential = true,
                    .closed_form = PD_IK_CLOSED_WHERE_IT_FITS,
                    .hands_over = 10},
    [PD_IK_TWO_BONE] = {.name = "two_bone",
                        .usual_ms = 0.1,
                        .id = PD_IK_TWO_BONE,
                        .doc = "closed form for one hinge between two bones; pole vector",
                        .simultaneous = &pd_ik_solvers[PD_IK_DLS],
                        .is_sequential = true,
                        .is_sequential_with_limits = true,
                        .closed_form = PD_IK_CLOSED_ALWAYS,
                        .check = pd_ik_check_two_bone,
                        .lacks = PLACES_ONLY | PD_IK_LACKS_KEEP},
    [PD_IK_FABRIK] = {.name = "fabrik",
                      .usual_ms = 0.1,
                      .id = PD_IK_FABRIK,
                      .doc = "forward and backward reaching (Aristidou and Lasenby 2011), also on trees",
                      .method = pd_ik_fabrik_tree_run,
                      .is_sequential = true,
                      .lacks = PLACES_ONLY | PD_IK_LACKS_POLE},
    [PD_IK_CCD] = {.name = "ccd",
                   .usual_ms = 0.5,
                   .id = PD_IK_CCD,
                   .doc = "cyclic coordinate descent (Wang and Chen 1991)",
                   .method = pd_ik_ccd_run,
                   .lacks = PLACES_ONLY | PD_IK_LACKS_POLE},
    [PD_IK_TRANSPOSE] = {.name = "transpose",
                         .usual_ms = 1,
                         .id = PD_IK_TRANSPOSE,
                         .doc = "Jacobian transpose",
                         .method = pd_ik_transpose_run},
    [PD_IK_PINV] = {.name = "pinv",
                    .usual_ms = 1,
                    .id = PD_IK_PINV,
                    .doc = "Jacobian pseudoinverse",
                    .method = pd_ik_pinv_run,
                    .has_singular_values = true},
    [PD_IK_DLS] = {.name = "dls",
                   .usual_ms = 1,
                   .id = PD_IK_DLS,
                   .doc = "damped least squares with an active set of limits and restarts",
                   .method = pd_ik_dls_run,
                   .attempts = &damped,
                   .is_damped = true},
    [PD_IK_OPTIMIZE] = {.name = "optimize",
                        .usual_ms = 5,
                        .id = PD_IK_OPTIMIZE,
                        .doc = "constrained optimisation (Zhao and Badler 1994): SLSQP of nlopt, then LM",
                        .method = pd_ik_optimize_run,
                        .attempts = &optimizing,
                        .takes_couplings = true},
    [PD_IK_HYBRIK] =
        {.name = "hybrik",
         .usual_ms = 0.2,
         .id = PD_IK_HYBRIK,
         .doc = "positions of all joints and their twists to a pose, in closed form (Li et al. 2021)",
         .run = pd_ik_hybrik_job_run,
         .bytes = pd_ik_hybrik_job_bytes,
         .check = pd_ik_check_hybrik,
         .wants_all_positions = true,
         .moves_root = true},
    [PD_IK_EXAMPLE] = {.name = "example",
                       .usual_ms = 10,
                       .id = PD_IK_EXAMPLE,
                       .doc = "the most likely pose under the targets, of a pose prior with styles (after "
                              "Grochow et al. 2004)",
                       .method = pd_ik_map_run,
                       .attempts = &likely,
                       .doubles = pd_ik_map_doubles,
                       .activate = pd_ik_map_activate,
                       .check = pd_ik_check_example,
                       .has_prior = true},
    [PD_IK_NEURAL] = {.name = "neural",
                      .usual_ms = 1,
                      .id = PD_IK_NEURAL,
                      .doc =
                          "a learned network's pose from head, hands, feet and pelvis, then two steps of dls",
                      .method = pd_ik_dls_run, /* from the network's pose (neural_solve.h) */
                      .run = pd_ik_neural_job_run,
                      .bytes = pd_ik_neural_job_bytes,
                      .check = pd_ik_neural_job_check,
                      .moves_root = true,
                      .has_network = true},
};

const pd_ik_solver_row *pd_ik_row_of(const pd_ik_job *job)
{
    return job->row ? job->row : &pd_ik_solvers[job->solver];
}
