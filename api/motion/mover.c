#include "api/motion/mover.h"

#include "api/http/call.h"
#include "core/animal/cycles.h"

#include <stdio.h>
#include <string.h>

pd_status pd_api_mover_acquire(pd_api_mover *out, const pd_api_host *host, const pd_api_access *access,
                               bool may_wait, const char *id, pd_api_motion motion, pd_error *err)
{
    char hint[PD_API_HINT_BYTES];
    const char *wanted = id                             ? id
                         : motion == PD_API_BY_MATCHING ? PD_API_DEFAULT_MATCHING
                                                        : PD_API_DEFAULT_MOTION;
    pd_error denied;

    memset(out, 0, sizeof *out);

    if (!pd_api_reach_model(&out->model, host, access, may_wait, wanted, &denied)) {
        memset(out, 0, sizeof *out);
        if (denied.status != PD_OK) return pd_fail(err, denied.status, "/model", "%s", denied.detail);
        if (!id && motion == PD_API_BY_MATCHING)
            return pd_fail(err, PD_ERR_NOT_FOUND, "/motion",
                           "no matching database is loaded; motion \"network\", or a database among the "
                           "models of the server, expected");
        if (!id)
            return pd_fail(err, PD_ERR_NOT_FOUND, "/model",
                           "no motion network is loaded; a network among the models of the server expected");
        pd_api_id_hint(hint, host, access, PD_API_IDS_MOTIONS, id);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/model", "no model \"%.64s\"%s", id, hint);
    }

    /* Check that the model fits the kind of motion. */
    const pd_pfnn_model *model = pd_api_model_motion(&out->model);
    pd_status status = PD_OK;
    if (!model)
        status = pd_fail(err, PD_ERR_INVALID, "/model", "\"%.64s\" is a %s model; a motion network is needed",
                         out->model.id, out->model.kind->name);
    else if (motion == PD_API_BY_MATCHING && !model->matching)
        status =
            pd_fail(err, PD_ERR_INVALID, "/model",
                    "\"%.64s\" is a motion network; motion \"matching\" expects a database", out->model.id);
    else if (motion == PD_API_BY_NETWORK && model->matching)
        status =
            pd_fail(err, PD_ERR_INVALID, "/model",
                    "\"%.64s\" is a matching database; motion \"network\" expects a network", out->model.id);
    if (status != PD_OK) pd_api_mover_release(out);

    return status;
}

void pd_api_mover_release(pd_api_mover *mover)
{
    pd_pfnn_model_release(mover->own);
    pd_api_model_release(&mover->model);
    memset(mover, 0, sizeof *mover);
}

bool pd_api_mover_is_animal(const pd_api_skeleton *character)
{
    return character && character->creature && character->creature->plan == PD_CREATURE_QUADRUPED;
}

/* Carries the cycles of a model to an animal. */
static pd_status carry_mover(pd_pfnn_model **out, const pd_pfnn_model *model,
                             const pd_api_skeleton *character, pd_error *err)
{
    const pd_anim_skeleton *s = &character->skin.skeleton;
    const char *names[PD_ANIM_MAX_JOINTS];
    const pd_animal_body body = {s, character->creature, names};
    pd_matching_database database;
    pd_matching_model *matching;

    for (int k = 0; k < s->joint_count; k++) names[k] = character->skin.joints[k].name;
    pd_status status = pd_animal_cycles_carry(&database, &model->matching->database, &body, err);
    if (status == PD_OK) status = pd_matching_model_build(&matching, &database, err);
    if (status == PD_OK) status = pd_pfnn_model_match(out, matching, err);
    if (status == PD_OK) return PD_OK;

    char what[sizeof err->detail];
    snprintf(what, sizeof what, "%s", err ? err->detail : "");

    return pd_fail(err, status, "/character", "it cannot walk: %s", what);
}

pd_status pd_api_mover_fit(pd_api_mover *mover, const pd_api_skeleton *character, pd_error *err)
{
    const pd_pfnn_model *model = pd_api_model_motion(&mover->model);
    const bool moves_animals = model->matching && model->matching->database.has_legs;

    if (!character) return PD_OK;
    if (moves_animals != pd_api_mover_is_animal(character))
        return pd_fail(err, PD_ERR_INVALID, "/model", "\"%.64s\" moves %s; the character is a %s",
                       mover->model.id, moves_animals ? "four-legged animals" : "people",
                       pd_api_character_template(character));
    if (!moves_animals) return PD_OK;

    return carry_mover(&mover->own, model, character, err);
}

pd_pfnn_model *pd_api_mover_motion(const pd_api_mover *mover)
{
    return mover->own ? mover->own : pd_api_model_motion(&mover->model);
}

pd_status pd_api_mover_rig(pd_character_rig *rig, const pd_api_mover *mover, pd_error *err)
{
    return pd_character_rig_init(rig, pd_api_mover_motion(mover), err);
}

const char *pd_api_mover_cannot(const pd_character_rig *rig)
{
    if (rig->paces) return "a four-legged animal neither crouches nor jumps nor walks sideways";
    return rig->model->matching
               ? "frames of a matching database alone neither crouch nor jump; a motion network does"
               : NULL;
}

void pd_api_mover_warn(pd_api_problems *problems, const pd_character_rig *rig,
                       const pd_character_rollout_job *job)
{
    const pd_anim_scene *scene = job->scene;
    const char *cannot = pd_api_mover_cannot(rig);
    enum { CROUCH, JUMP, STRAFE, KINDS };
    static const char *const fields[KINDS] = {"gait", "jump", "strafe"};
    int first[KINDS] = {-1, -1, -1}; /* the first cue of each kind */

    if (!cannot) return;
    for (int i = job->follow ? 0 : job->cue_count; i-- > 0;) {
        const pd_character_input *input = &job->cues[i].input;
        if (input->gait == PD_CHARACTER_WANT_CROUCH) first[CROUCH] = i;
        if (input->jump) first[JUMP] = i;
        if (input->strafe > 0 && rig->paces) first[STRAFE] = i;
    }

    if (scene && scene->crouch_count) pd_api_warn(problems, "/scene/crouches", "%s", cannot);
    if (scene && scene->jump_count) pd_api_warn(problems, "/scene/jumps", "%s", cannot);
    if (job->follow && job->follow->gait == PD_CHARACTER_WANT_CROUCH)
        pd_api_warn(problems, "/motion", "%s", cannot);
    for (int k = 0; k < KINDS; k++) {
        char where[32];
        if (first[k] < 0) continue;
        snprintf(where, sizeof where, "/script/%d/%s", first[k], fields[k]);
        pd_api_warn(problems, where, "%s", cannot);
    }
}
