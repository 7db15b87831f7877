#ifndef PD_API_MOTION_MOVER_H
#define PD_API_MOTION_MOVER_H
/* What moves a character: a network, a matching database, or a network with a database where that is better (core/pfnn/matched.h).
 *
 *     motion     model is             and where it is not given
 *     network    of kind motion       the default network; a database's id is taken too, and is "matching" then
 *     matching   of kind matching     the default database
 *     auto       of kind motion       the default network; with the default database
 *
 * Units    none; the rig's are metres and seconds.
 * Memory   models are retained: _release. The rig borrows them.
 * Errors   ERR_NOT_FOUND, ERR_FORBIDDEN (what the key may not reach), ERR_INVALID, ERR_UNSUPPORTED at "/model" or "/motion".
 */
#include "api/http/api.h"
#include "api/http/problem.h"
#include "core/pfnn/rig.h"
#include "core/pfnn/rollout/rollout.h"

#include <stdbool.h>

typedef enum pd_api_motion { PD_API_BY_NETWORK, PD_API_BY_MATCHING, PD_API_BY_AUTO } pd_api_motion;
#define PD_API_MOTIONS "network|matching|auto"
/* The field of scripts and spawns. */
#define PD_API_MOTION_FIELD(at)                                                                              \
    {                                                                                                        \
        .name = "motion", .type = PD_API_CHOICE, .offset = at, .choices = PD_API_MOTIONS,                    \
        .preset = "\"network\"",                                                                             \
        .doc = "Motion source of the character: network (a motion network), matching (a matching "           \
               "database), or auto (frames of the database when the character starts to walk or walks "      \
               "straight ahead on level ground, otherwise the network)."                                     \
    }

typedef struct pd_api_mover {
    pd_api_model model;    /* a network or a database */
    pd_api_model database; /* of auto; resident NULL: none */
} pd_api_mover;

/* id NULL: the default one. On failure *out is empty. */
pd_status pd_api_mover_acquire(pd_api_mover *out, const pd_api_host *host, const pd_api_access *access,
                               const char *id, pd_api_motion motion, pd_error *err);
void pd_api_mover_release(pd_api_mover *mover);
pd_status pd_api_mover_rig(pd_pfnn_rig *rig, const pd_api_mover *mover, pd_error *err);

/* Frames of a database alone neither crouch nor jump (core/matching never goes to such frames): what asks for it has no effect but on the
 * reported gaits, and a crouch's slower pace. PD_API_FRAMES_ONLY says so of the character, pd_api_mover_warn of what a roll-out asks for. */
#define PD_API_FRAMES_ONLY                                                                                   \
    "frames of a matching database alone neither crouch nor jump; motion network or auto does"
static inline bool pd_api_mover_is_frames(const pd_pfnn_rig *rig)
{
    return rig->model->matching != NULL;
}
void pd_api_mover_warn(pd_api_problems *problems, const pd_pfnn_rig *rig, const pd_pfnn_rollout_job *job);

#endif
