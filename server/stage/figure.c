#include "server/stage/figure.h"

#include "core/animal/cycles.h"
#include "core/base/assert.h"
#include "core/character/size.h"
#include "core/retarget/legs.h"
#include "server/stage/mimic.h"
#include "server/stage/manner.h"
#include "server/queue/speaker.h"
#include "server/stage/events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Finds the model of the body that the spawn requests, and retains it. Errors have a place below /body. */
static pd_status find_body(pd_api_model *model, pd_srv_stage *stage, const pd_srv_spawn *spawn, pd_error *err)
{
    const char *id = spawn->body ? spawn->body : "default";
    char hint[PD_API_HINT_BYTES];
    pd_error denied;

    /* Find the model, with a hint at similar names. */
    if (!pd_api_reach_model(model, stage->deps.host, spawn->access, false, id, &denied)) {
        if (denied.status != PD_OK) return pd_fail(err, denied.status, "/body/model", "%s", denied.detail);
        pd_api_id_hint(hint, stage->deps.host, spawn->access, PD_API_IDS_MODELS, id);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/body/model", "no model \"%.64s\"%s", id, hint);
    }

    if (pd_api_model_body(model)) return PD_OK;

    pd_status status = pd_fail(err, PD_ERR_INVALID, "/body/model",
                               "\"%.64s\" is a %s model; a body is needed", id, model->kind->name);
    pd_api_model_release(model);

    return status;
}

/* Makes the body that the spawn requests of its model. Notes what it was made of. */
static pd_status make_body(pd_srv_character *a, const pd_api_model *model, const pd_srv_spawn *spawn,
                           pd_error *err)
{
    /* The body retains the model. */
    const double toe_rest = a->motion.size * a->group->figure.legs[0].toe_rest;
    pd_status status =
        pd_retarget_live_body_new(&a->body, pd_srv_character_skeleton(a), toe_rest, pd_api_model_body(model),
                                  spawn->betas, spawn->beta_count, err);
    if (status != PD_OK) return status;

    a->recipe.has_body = true;
    a->recipe.is_soft = spawn->is_soft;
    a->recipe.breathing = spawn->breathing;
    snprintf(a->recipe.body, sizeof a->recipe.body, "%s", model->id);
    pd_retarget_live_body_set_seed(a->body, a->motion.manner.seed);
    a->vertex_count = pd_retarget_live_body_vertex_count(a->body);

    return pd_retarget_live_body_set_soft(a->body, spawn->is_soft, spawn->breathing, err);
}

/* Finds the client's rigged character that copies the motion. It stays NULL when the spawn requests none. */
static pd_status find_own(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_arrival *coming,
                          pd_error *err)
{
    const pd_srv_spawn *spawn = coming->spawn;
    char hint[PD_API_HINT_BYTES];
    pd_error denied = {0};

    PD_ASSERT(!a->own && !a->drive);
    if (!spawn->character) return PD_OK;

    /* Find the character, with a hint at similar names. */
    pd_api_skeleton *own =
        coming->own ? pd_api_skeleton_retain(coming->own)
                    : pd_api_reach_skeleton(stage->deps.host, spawn->access, spawn->character, &denied);
    if (denied.status == PD_ERR_FORBIDDEN)
        return pd_fail(err, PD_ERR_FORBIDDEN, "/character", "%s", denied.detail);
    if (!own) {
        pd_api_id_hint(hint, stage->deps.host, spawn->access, PD_API_IDS_SKELETONS, spawn->character);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/character", "no character \"%.64s\"%s", spawn->character,
                       hint);
    }

    /* pd_srv_character_free releases both, also when a later step fails. */
    a->own = own;
    if (!own->match && !pd_api_mover_is_animal(own))
        return pd_fail(err, PD_ERR_INVALID, "/character",
                       "\"%.64s\" is a %s; a person's or a quadruped's is expected (PUT /v1/characters/{id})",
                       spawn->character, own->creature ? pd_api_character_template(own) : "skeleton");

    return PD_OK;
}

/* Makes the state of the copying. */
static pd_status make_drive(pd_srv_character *a, pd_error *err)
{
    const pd_api_skeleton *own = a->own;

    if (!own) return PD_OK;
    a->drive = malloc(sizeof *a->drive);
    if (own->face) a->own_face = calloc(1, sizeof *a->own_face);
    if (!a->drive || (own->face && !a->own_face))
        return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory");
    if (a->own_face) a->own_face->live.alive.seed = a->motion.manner.seed;

    /* An animal is moved on its own skeleton; only its pose is converted to its file's axes. */
    static const pd_retarget_match no_match;
    if (pd_api_mover_is_animal(own)) {
        memset(a->drive, 0, sizeof *a->drive);
        a->drive->match = &no_match;
        return PD_OK;
    }

    return pd_retarget_drive_init(a->drive, &own->skin.skeleton, own->match, NAN, PD_RETARGET_OWN_SIZE,
                                  pd_srv_character_skeleton(a),
                                  a->motion.size * a->group->figure.legs[0].toe_rest, err);
}

/* Computes the size of a character: that of the client's own character, or else that of its body. One without
 * either, or one that observations move, has the motion's own size. */
static pd_status find_size(double *size, const pd_srv_character *a, const pd_api_model *body,
                           const pd_srv_arrival *coming, pd_error *err)
{
    const pd_character_rig *figure = &a->group->figure;
    double leg = 0;

    *size = 1;
    if (coming->observed || !figure->foot_count) return PD_OK;
    if (a->own) {
        pd_status status = pd_retarget_legs_ratio(size, &a->own->skin.skeleton, a->own->match,
                                                  &figure->skeleton, figure->legs[0].toe_rest, err);
        *size = pd_character_size_within(*size);
        return status;
    }

    if (!coming->spawn->has_body) return PD_OK;
    pd_status status = pd_retarget_legs_of_body(&leg, pd_api_model_body(body), coming->spawn->betas,
                                                coming->spawn->beta_count, err);
    *size = pd_character_size_of_leg(leg, figure);

    return status;
}

/* Sets the size of a character, and its scene in that size. */
static pd_status set_size(pd_srv_character *a, double size, const pd_anim_scene *scene, pd_error *err)
{
    a->scene = scene;
    if (!(size < 1 || size > 1)) return PD_OK;
    a->sized = calloc(1, sizeof *a->sized);
    if (!a->sized) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    pd_anim_scene_view(&a->sized->scene, scene, size);
    pd_character_size_skeleton(&a->sized->skeleton, &a->group->figure.skeleton, size);
    a->scene = &a->sized->scene;

    return PD_OK;
}

const pd_character_pose *pd_srv_character_pose(const pd_srv_character *a)
{
    return a->sized ? &a->sized->pose : &a->motion.pose;
}

const pd_anim_skeleton *pd_srv_character_skeleton(const pd_srv_character *a)
{
    return a->sized ? &a->sized->skeleton : &a->group->figure.skeleton;
}

void pd_srv_figure_show(pd_srv_character *a)
{
    if (a->sized) pd_character_size_pose(&a->sized->pose, &a->motion.pose, a->motion.size, &a->group->figure);
}

/* Makes the motion of a character, and its body and copy, in its size. body: model of the body that the spawn
 * requests; unused otherwise. */
static pd_status build_motion(pd_srv_character *a, const pd_srv_session *s, const pd_api_model *body,
                              const pd_srv_arrival *coming, pd_error *err)
{
    const pd_srv_spawn *spawn = coming->spawn;
    const pd_character_rig *figure = &a->group->figure;
    double size;

    /* Size: the motion is computed in its unit. */
    pd_status status = find_size(&size, a, body, coming, err);
    if (status == PD_OK) status = set_size(a, size, s->scene ? &s->scene->scene : NULL, err);
    if (status != PD_OK) return status;

    /* Motion: the start, then build and manner of walking. Without a variation of its own each character of a
     * session gets another one. */
    const double at[2] = {spawn->position[0] / size, spawn->position[1] / size};
    status = pd_character_init(&a->motion, figure, a->scene, at, spawn->facing, err);
    if (status != PD_OK) return status;
    pd_character_person person = spawn->person ? *spawn->person : (pd_character_person){.variation = 0};
    if (!spawn->has_variation) person.variation = s->spawned % (PD_CHARACTER_VARIATION_MOST + 1);
    status = pd_character_set_person(&a->motion, &person, figure, err);
    if (status != PD_OK) return status;
    pd_srv_figure_show(a);

    /* The body mesh and the client's own character, which copy the motion. */
    if (spawn->has_body) status = make_body(a, body, spawn, err);

    return status == PD_OK ? make_drive(a, err) : status;
}

pd_status pd_srv_figure_build(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                              const pd_srv_arrival *coming, pd_error *err)
{
    const bool has_body = coming->spawn->has_body;
    pd_api_model body;

    /* Models and files that make the character. */
    pd_status status = find_own(a, stage, coming, err);
    if (status == PD_OK && has_body) status = find_body(&body, stage, coming->spawn, err);
    if (status != PD_OK) return status;

    status = build_motion(a, s, &body, coming, err);
    if (has_body) pd_api_model_release(&body);

    return status;
}

void pd_srv_figure_move(pd_srv_character *a, bool is_posed)
{
    const pd_character_pose *pose = pd_srv_character_pose(a);
    const pd_character_rig *figure = &a->group->figure;
    const double size = a->motion.size;
    double ground[2];

    a->vertices = NULL;
    if (!a->body && !a->drive) return;
    pd_srv_stage_speak_on(a);
    pd_srv_manner_step(a);

    /* Heights of the ground below the toes, metres. */
    for (int side = 0; side < 2; side++) {
        pd_vec3 toe = a->motion.pose.joints[figure->legs[side].toe];
        ground[side] = size * pd_anim_scene_height(a->scene, toe.x, toe.z);
    }

    pd_anim_alive_look look;
    look.weight = pd_character_gaze_point(&look.point, &a->overlay.gaze, &a->motion.pose);
    look.point = pd_vec3_scale(look.point, size);
    if (a->manner && a->manner->looks) look = (pd_anim_alive_look){.point = a->manner->point, .weight = 1};
    const pd_anim_alive_led *led = a->mimic ? pd_srv_mimic_step(a->mimic, is_posed, 1.0 / 60) : NULL;
    if (a->body) {
        pd_retarget_live_body_set_look(a->body, &look);
        pd_retarget_live_body_set_led(a->body, led);
        pd_retarget_live_body_set_seated(a->body, pose->seated);
        if (!is_posed)
            pd_retarget_live_body_step(a->body, pose->rotations, pose->translation, ground, pose->root.y);
    }

    if (!a->drive) return;
    if (pd_api_mover_is_animal(a->own)) {
        const pd_anim_skeleton *s = &a->own->skin.skeleton;
        pd_animal_cycles_to_file(a->drive->rotations, &a->drive->root, a->own->creature, s, &figure->skeleton,
                                 pose->rotations, pose->joints[s->root]);
        return;
    }

    const pd_retarget_drive_frame frame = {.rotations = pose->rotations,
                                           .translation = pose->translation,
                                           .ground = {ground[0], ground[1]},
                                           .floor = pose->root.y,
                                           .yaw = pose->yaw,
                                           .seated = pose->seated};
    pd_retarget_drive_step(a->drive, &frame);
    if (a->own_face && a->manner && !led)
        pd_retarget_own_live_behave(&a->own_face->live, a->own->face, a->drive, &a->manner->shown);
    if (a->own_face && led)
        pd_retarget_own_live_lead(&a->own_face->live, a->own->face, a->drive, led, 1.0 / 60);
    else if (a->own_face)
        pd_retarget_own_live_step(&a->own_face->live, a->own->face, a->drive, &look, 1.0 / 60);
}

pd_status pd_srv_figure_take(pd_srv_arrival *coming, pd_srv_stage *stage, const pd_srv_spawn *spawn,
                             pd_error *err)
{
    pd_error denied = {0};
    const char *id = spawn->model;

    /* A character that is not there is refused later. */
    if (spawn->character)
        coming->own = pd_api_reach_skeleton(stage->deps.host, spawn->access, spawn->character, &denied);
    const bool is_animal = pd_api_mover_is_animal(coming->own);
    if (!id && spawn->motion == PD_API_BY_AUTO && is_animal) id = PD_API_QUADRUPED;

    pd_status status =
        pd_api_mover_acquire(&coming->mover, stage->deps.host, spawn->access, false, id, spawn->motion, err);
    if (status == PD_OK && coming->own && (coming->own->match || is_animal))
        status = pd_api_mover_fit(&coming->mover, coming->own, err);
    if (status == PD_OK) pd_character_rig_adapt(&coming->control, pd_api_mover_motion(&coming->mover));

    return status;
}
