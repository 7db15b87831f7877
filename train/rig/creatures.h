#ifndef PD_TRAIN_RIG_CREATURES_H
#define PD_TRAIN_RIG_CREATURES_H
/* Generates animals made of capsules with their true joints: one capsule about each bone of a plan
 * (core/rig/plan.h), as overlapping islands.
 *
 *     plain     the plan's own bones, limbs and trunk scaled by a factor each
 *     at random bone lengths scaled by exp N(0,.2), both sides alike but for 3 %; legs, wings, neck and tail
 *     turned by up to about 30 degrees, each
 *               side by itself; every third animal lacks a limb that the plan declares optional; thin to fat;
 *               ears, horns or humps, which are not joints
 *
 * Space    the plan's: +Y up, +Z forward, left at +X; the feet on the ground where they are all down.
 * Memory   the caller owns the capsules: pd_train_rig_capsules_deinit.
 * Errors   ERR_MEMORY; *out is then empty.
 */
#include "core/base/rng.h"
#include "core/rig/plan.h"

#include <stdint.h>

typedef struct pd_train_rig_capsules {
    float *vertices; /* (vertex_count,3) */
    uint32_t *faces; /* (face_count,3)   */
    int vertex_count, face_count;
    double joints[PD_RIG_PLAN_JOINTS][3]; /* joints of an animal, by the rows of the plan */
    bool is_there[PD_RIG_PLAN_JOINTS];
} pd_train_rig_capsules;

/* Allocates room for `most` capsules. */
pd_status pd_train_rig_capsules_init(pd_train_rig_capsules *out, int most, pd_error *err);
void pd_train_rig_capsules_deinit(pd_train_rig_capsules *capsules);
/* Adds a capsule from a to b, round at both ends. */
void pd_train_rig_capsules_add(pd_train_rig_capsules *capsules, const double a[3], const double b[3],
                               double radius);

typedef struct pd_train_rig_creature {
    const pd_rig_plan *plan;
    double limbs, trunk; /* factors of the lengths */
    double thick;        /* thickness, in the plan's unit; the radius of a limb is .7 of it */
    int without;         /* tip of the limb that is left out; -1: none */
} pd_train_rig_creature;

/* Makes the animal that is described. */
pd_status pd_train_rig_creature_make(pd_train_rig_capsules *out, const pd_train_rig_creature *want,
                                     pd_error *err);
/* Makes a random animal, determined by plan and seed alone. */
pd_status pd_train_rig_creature_random(pd_train_rig_capsules *out, const pd_rig_plan *plan, uint64_t seed,
                                       pd_error *err);

#endif
