#ifndef PD_TRAIN_RIG_CREATURES_H
#define PD_TRAIN_RIG_CREATURES_H
/* Animals made of capsules: one about each bone of a plan (core/rig/plan.h), islands that overlap, and where their joints are.
 *
 *     plain     the plan's own bones, limbs and trunk longer by a factor each
 *     at random lengths of bones by exp N(0,.2), both sides alike but for 3 %; legs, wings, neck and tail turned by up to some 30 degrees, each
 *               side by itself; a limb that the plan may miss is missing on every third; thin to fat; ears, horns or humps, which are no joints
 *
 * Space    the plan's: +Y up, +Z forward, left at +X; the feet on the ground where they are all down.
 * Memory   one owner: pd_train_rig_capsules_deinit.   Errors   ERR_MEMORY; empty then.
 */
#include "core/base/rng.h"
#include "core/rig/plan.h"

#include <stdint.h>

typedef struct pd_train_rig_capsules {
    float *vertices; /* (vertex_count,3) */
    uint32_t *faces; /* (face_count,3)   */
    int vertex_count, face_count;
    double joints[PD_RIG_PLAN_JOINTS][3]; /* of an animal: rows of the plan */
    bool is_there[PD_RIG_PLAN_JOINTS];
} pd_train_rig_capsules;

/* For so many capsules. */
pd_status pd_train_rig_capsules_init(pd_train_rig_capsules *out, int most, pd_error *err);
void pd_train_rig_capsules_deinit(pd_train_rig_capsules *capsules);
/* From a to b, round at both ends. */
void pd_train_rig_capsules_add(pd_train_rig_capsules *capsules, const double a[3], const double b[3],
                               double radius);

typedef struct pd_train_rig_creature {
    const pd_rig_plan *plan;
    double limbs, trunk; /* factors                                      */
    double thick;        /* radius of a limb is .7 of it, in the plan's unit */
    int without;         /* a tip whose limb is left out; -1: none       */
} pd_train_rig_creature;

pd_status pd_train_rig_creature_make(pd_train_rig_capsules *out, const pd_train_rig_creature *want,
                                     pd_error *err);
/* Follows from plan and seed alone. */
pd_status pd_train_rig_creature_random(pd_train_rig_capsules *out, const pd_rig_plan *plan, uint64_t seed,
                                       pd_error *err);

#endif
