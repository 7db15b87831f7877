#ifndef PD_TRAIN_RIG_PENALTIES_H
#define PD_TRAIN_RIG_PENALTIES_H
/* Learns the weights of the discrete embedding's penalties (core/rig/embed.h; Baran and Popovic 2007, 4.3) from solids whose joints are known, by
 * the least expected error (Smith and Eisner 2006) of what the search finds:
 *
 *     min_w>=0  mean_i sum_e p_i(e) wrong_e + ridge/2 mean_k ((w_k - h_k) / h_k)^2      p_i(e) = exp(-cost_w(e) / T) / sum over the solid's embeddings
 *
 * h: the weights it begins with. The embeddings of a solid are gathered round by round: what the weights of that round make the best, what they would
 * with the truth drawing and with it pushing away (pd_rig_embed_truth). A maximum margin (the paper's) was tried too: where no embedding is right, as
 * of legs that nothing shows, it gives up the others for it (docs/lab/rig.md).
 *
 * Examples    people of bodies.h and, of every plan, animals of creatures.h, in turns. Held-out ones are of other seeds.
 * Memory      1 MB an example.   Threads  one; the same weights every time.   Errors  ERR_MEMORY; ERR_INVALID: no template.
 */
#include "core/base/progress.h"
#include "core/rig/embed.h"
#include "train/rig/bodies.h"
#include "train/rig/creatures.h"

typedef struct pd_train_rig_penalties_options {
    const pd_rig_template *const *templates; /* (template_count) of the people's models, in turns */
    int template_count;
    int people, creatures; /* of the creatures each plan gets that many */
    const double *begin;   /* (PD_RIG_PENALTIES) h, all above 0; NULL: pd_rig_penalty_weights */
    int rounds;
    double ridge, temperature; /* T */
    uint64_t seed;
    pd_train_progress progress;
} pd_train_rig_penalties_options;

/* A solid, where its joints are, and the plan that is laid into it. */
typedef struct pd_train_rig_solid {
    const pd_rig_plan *plan;
    pd_rig_graph graph;
    pd_rig_embed_truth truth;
    double size; /* the largest extent */
} pd_train_rig_solid;

/* Number i of people + PD_RIG_PLANS creatures; people first. */
pd_status pd_train_rig_solid_make(pd_train_rig_solid *out, const pd_train_rig_penalties_options *options,
                                  int i, bool held_out, pd_error *err);
void pd_train_rig_solid_deinit(pd_train_rig_solid *solid);

/* An embedding that was gathered. */
typedef struct pd_train_rig_candidate {
    int solid;
    double penalties[PD_RIG_PENALTIES], missing, wrong;
} pd_train_rig_candidate;

/* The expected error of the candidates, which stand by solid, and its gradient. */
double pd_train_rig_penalties_risk(double gradient[PD_RIG_PENALTIES], const double w[PD_RIG_PENALTIES],
                                   const pd_train_rig_candidate *candidates, int count,
                                   const pd_train_rig_penalties_options *options);
pd_status pd_train_rig_penalties_learn(double out[PD_RIG_PENALTIES],
                                       const pd_train_rig_penalties_options *options, pd_error *err);

/* Of held-out solids of one plan; distances of joints as shares of the largest extent. */
typedef struct pd_train_rig_penalties_figures {
    int count, refused; /* refused: no embedding at all */
    double mean, worst; /* mean of the joints; mean of each solid's worst joint */
    double wrong;       /* as embed.h, without refinement */
} pd_train_rig_penalties_figures;

/* figures (2, PD_RIG_PLANS): people of bodies.h, then animals. */
pd_status pd_train_rig_penalties_measure(pd_train_rig_penalties_figures figures[2][PD_RIG_PLANS],
                                         const double weights[PD_RIG_PENALTIES],
                                         const pd_train_rig_penalties_options *options, pd_error *err);

#endif
