#ifndef PD_FACTORY_RIG_PENALTIES_H
#define PD_FACTORY_RIG_PENALTIES_H
/* Learns the weights of the penalties of the discrete embedding (core/rig/embed.h; Baran and Popovic 2007,
 * 4.3) from solids with known joints. Minimises the expected error (Smith and Eisner 2006) of the embeddings
 * that the search finds:
 *
 *     min_w>=0  mean_i sum_e p_i(e) wrong_e + ridge/2 mean_k ((w_k - h_k) / h_k)^2 p_i(e) = exp(-cost_w(e) /
 *               T) / sum over the solid's
 *     embeddings
 *
 * h are the initial weights. The embeddings of a solid are collected in rounds: the best one under the
 * present weights, and the best ones when the search is attracted to the truth and when it is repelled by it
 * (pd_rig_embed_truth). The paper's maximum margin was tried too: where no embedding is right, for example
 * when nothing shows the legs, it sacrifices the other solids (docs/lab/rig.md).
 *
 * Examples    people of bodies.h and, of every plan, animals of creatures.h, in turns. Held-out ones have
 *             other seeds.
 * Memory      1 MB an example. Threads one; the same weights every time. Errors ERR_MEMORY; ERR_INVALID: no
 *             template.
 */
#include "core/base/progress.h"
#include "core/rig/embed.h"
#include "factory/rig/bodies.h"
#include "train/rig/creatures.h"

typedef struct pd_factory_rig_penalties_options {
    /* (template_count) templates of the people's models, used in turns */
    const pd_rig_template *const *templates;
    int template_count;
    int people, creatures; /* number of people; number of creatures of each plan */
    const double *begin;   /* (PD_RIG_PENALTIES) h, all above 0; NULL: pd_rig_penalty_weights */
    int rounds;
    double ridge, temperature; /* temperature: T */
    uint64_t seed;
    pd_progress progress;
} pd_factory_rig_penalties_options;

/* A solid, its true joints, and the plan that is embedded into it. */
typedef struct pd_factory_rig_solid {
    const pd_rig_plan *plan;
    pd_rig_graph graph;
    pd_rig_embed_truth truth;
    double size; /* largest extent */
} pd_factory_rig_solid;

/* Makes solid number i of people + PD_RIG_PLANS creatures; people come first. */
pd_status pd_factory_rig_solid_make(pd_factory_rig_solid *out,
                                    const pd_factory_rig_penalties_options *options, int i, bool held_out,
                                    pd_error *err);
void pd_factory_rig_solid_deinit(pd_factory_rig_solid *solid);

/* A collected embedding. */
typedef struct pd_factory_rig_candidate {
    int solid;
    double penalties[PD_RIG_PENALTIES], missing, wrong;
} pd_factory_rig_candidate;

/* Returns the expected error of the candidates, which are sorted by solid, and writes its gradient. */
double pd_factory_rig_penalties_risk(double gradient[PD_RIG_PENALTIES], const double w[PD_RIG_PENALTIES],
                                     const pd_factory_rig_candidate *candidates, int count,
                                     const pd_factory_rig_penalties_options *options);
pd_status pd_factory_rig_penalties_learn(double out[PD_RIG_PENALTIES],
                                         const pd_factory_rig_penalties_options *options, pd_error *err);

/* Results on held-out solids of one plan; distances of joints as fractions of the largest extent. */
typedef struct pd_factory_rig_penalties_figures {
    int count, refused; /* refused: number of solids without any embedding */
    double mean, worst; /* mean over the joints; mean over solids of the worst joint */
    double wrong;       /* mean of `wrong` (embed.h), without refinement */
} pd_factory_rig_penalties_figures;

/* Measures weights into figures (2, PD_RIG_PLANS): people of bodies.h, then animals. */
pd_status pd_factory_rig_penalties_measure(pd_factory_rig_penalties_figures figures[2][PD_RIG_PLANS],
                                           const double weights[PD_RIG_PENALTIES],
                                           const pd_factory_rig_penalties_options *options, pd_error *err);

#endif
