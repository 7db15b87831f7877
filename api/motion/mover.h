#ifndef PD_API_MOTION_MOVER_H
#define PD_API_MOTION_MOVER_H
/* Selects the model that moves a character: a motion network or a matching database.
 *
 *     motion     kind of `model`      model if none is given
 *     auto       motion or matching   the default network, which moves characters better than frames wherever
 *                                     both were measured (docs/lab/matching.md)
 *     network    motion               the default network
 *     matching   matching             the default database
 *
 * Units    The rig has metres and seconds.
 * Memory   Models are retained until pd_api_mover_release. The rig borrows them.
 * Errors   PD_ERR_NOT_FOUND, PD_ERR_FORBIDDEN (access lists), PD_ERR_INVALID, PD_ERR_UNSUPPORTED at "/model"
 *          or "/motion".
 */
#include "api/http/api.h"
#include "api/http/problem.h"
#include "core/character/control/rig.h"
#include "core/character/rollout/rollout.h"
#include "api/motion/characters.h"

#include <stdbool.h>

typedef enum pd_api_motion { PD_API_BY_AUTO, PD_API_BY_NETWORK, PD_API_BY_MATCHING } pd_api_motion;
#define PD_API_MOTIONS "auto|network|matching"
/* Row for the field `motion` of scripts and of the message spawn. */
#define PD_API_MOTION_FIELD(at)                                                                              \
    {                                                                                                        \
        .name = "motion", .type = PD_API_CHOICE, .offset = at, .choices = PD_API_MOTIONS,                    \
        .preset = "\"auto\"",                                                                                \
        .doc = "Motion source of the character: network (a motion network), matching (captured frames of a " \
               "matching database), or auto (the kind of `model`; without `model` the default network)."     \
    }

typedef struct pd_api_mover {
    pd_api_model model; /* a motion network or a matching database */
    pd_pfnn_model *own; /* the model's cycles on a client's animal (pd_api_mover_fit); NULL: none */
} pd_api_mover;

/* Acquires the models; may_wait as in pd_api_host. id NULL: the default model. PD_ERR_WAIT: one is being
 * loaded. On failure *out is empty. */
pd_status pd_api_mover_acquire(pd_api_mover *out, const pd_api_host *host, const pd_api_access *access,
                               bool may_wait, const char *id, pd_api_motion motion, pd_error *err);
void pd_api_mover_release(pd_api_mover *mover);
/* Id of the shipped model that moves animals; characters that are animals have it by default. */
#define PD_API_QUADRUPED "quadruped"

/* Returns whether a client's character is an animal that can walk. character may be NULL. */
bool pd_api_mover_is_animal(const pd_api_skeleton *character);
/* Checks that the model moves characters of this kind, and carries the cycles of an animal to a client's
 * animal. character NULL: the model's own figure. PD_ERR_INVALID at "/model", PD_ERR_UNSUPPORTED at
 * "/character". */
pd_status pd_api_mover_fit(pd_api_mover *mover, const pd_api_skeleton *character, pd_error *err);
/* Returns the model that moves the character: the mover's own, or the acquired one. */
pd_pfnn_model *pd_api_mover_motion(const pd_api_mover *mover);
/* Makes a rig, with which characters are simulated, of the models. */
pd_status pd_api_mover_rig(pd_character_rig *rig, const pd_api_mover *mover, pd_error *err);

/* A character that a database alone moves can neither crouch nor jump, because core/matching never selects
 * such frames; inputs for it change only the reported gaits and, for a crouch, the speed. A four-legged
 * animal cannot walk sideways either. _cannot returns the warning for a character, or NULL; _warn adds
 * warnings for the inputs of a roll-out. */
const char *pd_api_mover_cannot(const pd_character_rig *rig);
void pd_api_mover_warn(pd_api_problems *problems, const pd_character_rig *rig,
                       const pd_character_rollout_job *job);

#endif
