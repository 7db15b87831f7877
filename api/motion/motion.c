/* Motions without a clock: from a script to a checked job; the run; encode.c writes. */
#include "api/motion/motion.h"
#include "api/motion/characters.h"
#include "api/body/body.h"
#include "core/character/size.h"
#include "core/motion/corrective.h"
#include "core/retarget/legs.h"
#include "core/retarget/motion_retarget.h"
#include "core/retarget/motion_soft.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct rollout_values {
    pd_api_script_values script;
    int format, correctives, names, face, sculpts;
    pd_api_wear_values wear;
} rollout_values;

/* In the order of pd_api_rollout_formats. */
static const char format_names[] = "json|bvh|glb|npz|measure|vrma";

const pd_api_field pd_api_rollout_query_fields[] = {
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = offsetof(rollout_values, format),
     .choices = format_names,
     .doc =
         "Format of the reply: json (rotations, positions and contacts of every frame), bvh (the network's "
         "joints), glb (the body in motion), npz (poses and trans in AMASS's layout), measure (npz of "
         "joints, contacts and orders) or vrma (a VRM animation). It has precedence over the header Accept."},
    PD_API_NAMES_FIELD(offsetof(rollout_values, names),
                       "formats glb and bvh with the server's own body or bones"),
    PD_API_FACE_FIELD(offsetof(rollout_values, face),
                      "format glb with a dressed body; the morph target blink is then left out, and blinking "
                      "lids animate eyeBlinkLeft and eyeBlinkRight"),
    PD_API_CORRECTIVES_FIELD(offsetof(rollout_values, correctives),
                             "format glb with a body; the targets are chosen for this motion"),
    PD_API_SCULPTS_FIELD(offsetof(rollout_values, sculpts)),
    PD_API_WEAR_FIELDS(offsetof(rollout_values, wear)),
    {0},
};

/* Releases what the call has acquired. */
static void release_motion(pd_api_call *call)
{
    pd_api_rollout *job = call->job;

    pd_api_script_deinit(&job->script);
    pd_api_talk_deinit(&job->talk);
    pd_api_mover_release(&job->mover);
    pd_api_model_release(&job->body);
    pd_api_wear_release(&job->wear);
    pd_api_skeleton_release(job->character);
    pd_api_scene_release(job->scene);
}

/* Reports to the roll-out whether the call was cancelled. */
static int is_unwanted(void *ctx, long done, long total)
{
    (void)done;
    (void)total;
    return pd_cancelled(((const pd_api_call *)ctx)->cancel);
}

bool pd_api_rollout_has_shapes(const pd_api_rollout *job)
{
    return pd_api_face_has_shapes(&job->script.faces) || job->script.speech.count || job->has_mood;
}

/* Computes what speech and mood move in all frames. */
static pd_status follow_talk(pd_api_rollout *job, pd_error *err)
{
    pd_character_rollout_job *run = &job->script.job;

    pd_api_talk_deinit(&job->talk); /* of a run that was begun before */
    const pd_status status =
        pd_api_talk_follow(&job->talk, &job->script.speech, &job->script.feel, run->person.variation,
                           pd_character_rollout_frames(run), PD_CHARACTER_RATE, err);
    run->talks = job->talk.talks;

    return status;
}

/* Makes the ground, computes the motion and writes it in the format of the reply. */
static void run_motion(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    pd_api_rollout *job = call->job;
    pd_character_rollout rollout;
    pd_error err = {0};
    const pd_character_rollout_watch watch = {is_unwanted, call};
    (void)scratch;

    job->cancel = job->script.ground.options.cancel = call->cancel;

    /* The ground is made here and not while decoding, because a large one takes seconds. */
    pd_status status = pd_api_scene_make_ground(&job->script.scene, &job->script.ground, &err);
    if (status == PD_OK) job->script.ground.is_wanted = 0; /* do not make it again if the job runs again */
    if (status == PD_OK) status = follow_talk(job, &err);
    if (status == PD_OK)
        status =
            pd_character_rollout_run(&rollout, &job->script.job, 1, &job->figure, executor, &watch, &err);
    if (status == PD_OK) {
        pd_buffer *out = pd_api_answer(call, 200, pd_api_formats[job->format->format].type);
        pd_api_talk_turn_head(&rollout.clip, &job->talk);
        status = job->format->write(out, job, &rollout, executor, &err);
        pd_character_rollout_deinit(&rollout);
    }

    /* A cancelled call is answered by the caller; other errors are answered here. */
    if (status == PD_OK && call->reply.body.failed)
        status = pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");
    if (status == PD_OK || pd_cancelled(call->cancel)) return;
    const int http = status == PD_ERR_MEMORY ? 503 : status == PD_ERR_UNSUPPORTED ? 409 : 400;
    pd_api_refuse(call, http, err.where[0] ? err.where : NULL, "%s", err.detail);
}

/* Estimates the memory of a roll-out: the ground, the clip and its track, and the reply, whose text has up to
 * 12 bytes a number. */
static size_t run_bytes(const pd_api_call *call, int threads)
{
    (void)threads;
    const pd_api_rollout *job = call->job;
    const pd_smpl_model *model = pd_api_model_body(&job->body);
    const size_t frames = 1 + (size_t)(job->script.job.seconds * 60);
    const size_t joints = PD_ANIM_MAX_JOINTS;
    size_t bytes =
        pd_api_ground_plan_bytes(&job->script.ground) + frames * (joints * (sizeof(pd_quat) + 4 * 12) + 1024);

    /* Sculpts that the pose drives: their directions with those of the correctives,
     * and the copy in the file. */
    const int sculpts = model && job->sculpts ? model->data.psd.count : 0;
    if (sculpts)
        bytes += pd_motion_correctives_sculpt_bytes(model, job->correctives, (int)frames) +
                 (size_t)sculpts * (24 * (size_t)model->vertex_count + 8 * frames);

    /* A dressed body has morph targets, one blink or all expressions: their directions, the copies of those
     * and the weights of all frames. */
    const pd_api_wear *wear = &job->wear;
    if (wear->wardrobe) {
        const int morphs = job->face ? model->expression_count : 1;
        bytes += pd_wardrobe_export_bytes(wear->wardrobe, &wear->outfit, 1, morphs,
                                          job->correctives + sculpts, PD_WARDROBE_SKIN_SIDE) +
                 (24 * (size_t)wear->wardrobe->skin_vertex_count + 4 * frames) * (size_t)morphs;
    }

    /* Weights of the expressions that the script moves, and their copy in the file; without clothes also the
     * directions of the expressions. */
    if (pd_api_rollout_has_shapes(job)) {
        const int shapes = model ? model->expression_count : PD_IO_GLTF_FACE_SHAPES;
        bytes += (size_t)shapes *
                 (24 * frames + (model && !wear->wardrobe ? 36 * (size_t)model->vertex_count : 0));
    }

    /* Correctives need the rotations of all frames, the directions and the copy of these in the file. */
    if (job->correctives)
        bytes += pd_motion_correctives_bytes(model, job->correctives) +
                 36 * frames * (size_t)model->joint_count +
                 (size_t)job->correctives * (24 * (size_t)model->vertex_count + 8 * frames);

    return bytes;
}

/* Acquires the models. Refuses with a 404 if there is no such model, with a 409 if it is of another kind. */
static bool take_mover(pd_api_call *call, pd_api_rollout *job)
{
    pd_error err = {0};

    /* An animal has a model of its own. */
    if (job->script.character) job->character = pd_api_take_skeleton(call, job->script.character);
    const char *id = job->script.model;
    if (!id && job->script.motion == PD_API_BY_AUTO && pd_api_mover_is_animal(job->character))
        id = PD_API_QUADRUPED;
    pd_status status = pd_api_mover_acquire(&job->mover, call->host, call->access, call->may_wait, id,
                                            job->script.motion, &err);

    if (status != PD_OK && pd_api_note_missing(call, &err) && status != PD_ERR_FORBIDDEN) return false;

    /* A model that is not there is refused with the names of those that are. */
    if (id && !strcmp(err.where, "/model") && (status == PD_ERR_NOT_FOUND || status == PD_ERR_FORBIDDEN)) {
        pd_api_refuse_model(call, "/model", id, PD_API_IDS_MOTIONS);
        return false;
    }

    if (status == PD_ERR_NOT_FOUND || status == PD_ERR_FORBIDDEN) {
        pd_api_refuse(call, 404, err.where, "%s; GET /v1/models lists the models", err.detail);
        return false;
    }

    if (status != PD_OK) {
        pd_api_refuse(call, 409, err.where, "%s", err.detail);
        return false;
    }

    /* The queue orders calls by this model. The figure has the constants of the script. */
    call->model = job->mover.model;
    pd_api_model_retain(&call->model);
    if (job->character && (job->character->match || pd_api_mover_is_animal(job->character)))
        status = pd_api_mover_fit(&job->mover, job->character, &err);
    if (status == PD_OK) status = pd_api_mover_rig(&job->figure, &job->mover, &err);
    if (status == PD_OK && job->script.motion == PD_API_BY_MATCHING && job->script.job.mode)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/mode",
                           "has no effect without motion network or auto");
    if (status == PD_OK) {
        job->figure.control = job->script.control;
        pd_character_rig_adapt(&job->figure.control, job->figure.model);
        return true;
    }

    if (!strcmp(err.where, "/motion"))
        pd_api_refuse(call, 409, "/motion", "%s", err.detail);
    else
        pd_api_refuse(call, 409, "/model", "%s: %s", err.where, err.detail);

    return false;
}

/* Acquires the client's rigged character, which moves instead of a body. */
static bool take_character(pd_api_call *call, pd_api_rollout *job)
{
    const char *id = job->script.character;
    char hint[PD_API_HINT_BYTES];

    if (job->script.body || job->script.beta_count) {
        pd_api_refuse(call, 400, "/character", "given together with %s; only one of the two allowed",
                      job->script.body ? "body" : "betas");
        return false;
    }

    if (job->format->no_character) {
        pd_api_refuse(call, 400, "/character", "%s", job->format->no_character);
        return false;
    }

    /* Find the character, with a hint at similar names. */
    if (!job->character) job->character = pd_api_take_skeleton(call, id);
    if (job->character && (job->character->match || pd_api_mover_is_animal(job->character))) return true;
    if (job->character) {
        pd_api_refuse(call, 409, "/character",
                      "\"%.64s\" is a %s; a person's or a quadruped's is expected (PUT /v1/characters/{id})",
                      id, job->character->creature ? pd_api_character_template(job->character) : "skeleton");
        return false;
    }

    pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_SKELETONS, id);
    pd_api_refuse(call, 404, "/character", "no character \"%.64s\"%s%s GET /v1/characters lists them", id,
                  hint, *hint ? "" : ";");

    return false;
}

/* Acquires the model of the script's body, and checks the number of betas. */
static bool take_body_model(pd_api_call *call, const pd_api_rollout *job, pd_api_model *model)
{
    const char *id = job->script.body ? job->script.body : "default";

    if (!pd_api_take_model(call, id, model)) {
        pd_api_refuse_model(call, "/body", id, PD_API_IDS_MODELS);
        return false;
    }

    const pd_smpl_model *smpl = pd_api_model_body(model);
    if (!smpl) {
        pd_api_refuse(call, 409, "/body", "\"%.64s\" is a %s model; a body model is needed", id,
                      model->kind->name);
        return false;
    }

    if (job->script.beta_count <= smpl->beta_count) return true;

    return pd_api_note(&call->problems, PD_ERR_RANGE, "/betas",
                       "%d numbers; 0 to %d allowed (the model's betas)", job->script.beta_count,
                       smpl->beta_count);
}

/* Acquires the body, if the format writes one. */
static bool take_body(pd_api_call *call, pd_api_rollout *job)
{
    const char *id = job->script.body;

    if (job->script.character) return take_character(call, job);
    job->bare = id && !strcmp(id, "none");
    if (job->bare && job->format->no_body) {
        pd_api_refuse(call, 400, "/body", "none; %s", job->format->no_body);
        return false;
    }

    return job->bare || !job->format->has_body || take_body_model(call, job, &job->body);
}

/* Checks expressions and soft tissue, which depend on the clothes that take_wear finds. Clothes do not follow
 * the soft tissue of the skin. */
static bool check_flesh(pd_api_call *call, const pd_api_rollout *job)
{
    const bool breathes = job->script.breathing > 0;
    const char *field = job->script.is_soft ? "/soft" : "/breathing";

    if (job->face && !job->wear.wardrobe)
        return pd_api_note(
            &call->problems, PD_ERR_INVALID, "/face",
            "true; allowed only with format glb and a dressed body (body person, wear other than none)");
    if (job->face && !pd_api_face_check(pd_api_model_body(&job->body), &call->problems)) return false;
    if (!job->script.is_soft && !breathes) return true;
    if (!job->body.kind) {
        pd_api_refuse(call, 400, field, "%s; allowed only with format glb or npz and a body",
                      job->script.is_soft ? "true" : "given");
        return false;
    }

    /* The model must have the soft tissue that is asked for. */
    pd_error lacks;
    if (pd_retarget_soft_check(pd_api_model_body(&job->body), job->script.is_soft, job->script.breathing,
                               &lacks) != PD_OK) {
        const char *id = job->script.body;
        pd_api_refuse(call, 409, lacks.where, "%s%.64s%s%s", id ? "\"" : "", id ? id : "", id ? "\": " : "",
                      lacks.detail);
        return false;
    }

    if (!job->wear.wardrobe) return true;
    pd_api_refuse(call, 400, field,
                  "given for a dressed body, but clothes do not follow soft tissue; wear=none expected");

    return false;
}

/* Checks that the speech of a script moves a mouth. */
static bool check_mouth(pd_api_call *call, const pd_api_rollout *job, const pd_smpl_model *model)
{
    pd_retarget_lips lips = {.can_speak = true};

    if (!job->script.speech.count) return true;
    if (model) pd_retarget_motion_lips(&lips, model);
    if (job->character) lips.can_speak = job->character->face && job->character->face->lips.can_speak;
    return lips.can_speak ||
           pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, "/speech",
                       "given; the %s has no shapes of a mouth (visemes, VRM's vowels or ARKit's jawOpen)%s",
                       model ? "body's model" : "file of the character",
                       model ? "; a model with them, such as person, is needed" : "");
}

/* Returns whether what moves has shapes that show emotions. */
static bool can_feel(const pd_api_rollout *job, const pd_smpl_model *model)
{
    pd_retarget_mood mood = {.can_feel = true};

    if (model) pd_retarget_motion_mood(&mood, model);
    if (job->character) mood.can_feel = job->character->face && job->character->face->mood.can_feel;
    return mood.can_feel;
}

/* Resolves the requests of face, hands and speech for what moves. Refuses a format that cannot show them. */
static bool take_faces(pd_api_call *call, pd_api_rollout *job)
{
    const pd_api_face_cues *cues = &job->script.faces;
    const pd_smpl_model *model = job->body.kind ? pd_api_model_body(&job->body) : NULL;
    const pd_api_format format = job->format->format;
    const char *field = cues->count ? "/faces" : "/speech";

    /* Emotions are shown by the posture, and by a face that can. */
    job->has_mood = job->script.feel.count && can_feel(job, model) &&
                    (format != PD_API_FORMAT_GLB || (!job->script.is_soft && !(job->script.breathing > 0)));
    const bool has_shapes = pd_api_rollout_has_shapes(job);
    if (has_shapes && job->wear.wardrobe) job->face = 1; /* expressions as morph targets of the .glb */
    if (!cues->count && !job->script.speech.count) return true;

    /* What shows them: a body, a character's file, or names without a body. */
    const bool is_shown = model || (job->character && format != PD_API_FORMAT_BVH) ||
                          (!job->character && (format == PD_API_FORMAT_JSON || format == PD_API_FORMAT_VRMA));
    if (!is_shown && !cues->count && job->script.feel.count) return true; /* the hands move with speech */
    if (!is_shown)
        return pd_api_note(&call->problems, PD_ERR_INVALID, field,
                           "given; allowed only with format glb or npz and a body, with glb or json and a "
                           "character, and with json or vrma without one");
    if (job->character && !job->character->face)
        return pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, field,
                           "given; the file of the character has no named blend shapes");
    if (!check_mouth(call, job, model)) return false;
    if (has_shapes && model && (job->script.is_soft || job->script.breathing > 0) &&
        format == PD_API_FORMAT_GLB)
        return pd_api_note(&call->problems, PD_ERR_INVALID, field,
                           "%s given with soft or breathing; the morph targets of a glb show one of the two",
                           cues->count ? "blend_shapes" : "speech");
    const pd_api_face_figure figure = {.model = model,
                                       .own = job->character ? job->character->face : NULL,
                                       .has_fingers = format == PD_API_FORMAT_VRMA};
    if (!pd_api_face_resolve(&job->faces, cues, &figure, &call->pool, &call->problems)) return false;

    return true;
}

/* Acquires the clothes; only a .glb of a body has them. */
static bool take_wear(pd_api_call *call, pd_api_rollout *job)
{
    const pd_smpl_model *model = job->body.kind ? pd_api_model_body(&job->body) : NULL;
    return pd_api_wear_read(&job->wear, &job->worn, -1, -1, model, call,
                            model && job->format->format == PD_API_FORMAT_GLB ? NULL
                                                                              : "format glb and a body");
}

/* Checks the options that depend on the body. */
static bool check_options(pd_api_call *call, const pd_api_rollout *job)
{
    const bool has_names =
        job->format->format == PD_API_FORMAT_GLB || job->format->format == PD_API_FORMAT_BVH;

    if (job->names && (job->character || !has_names)) {
        char given[32];
        pd_api_value_text(given, sizeof given, pd_api_field_named(pd_api_rollout_query_fields, "names"),
                          job->names);
        pd_api_note(&call->problems, PD_ERR_INVALID, "/names",
                    "%s; allowed only with format glb or bvh, and not with character", given);
        return false;
    }

    if (job->sculpts >= 0 && (!job->body.kind || !job->format->has_body))
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/sculpts",
                           "given; allowed only with format glb or npz and a body");
    if (job->sculpts >= 0 && !pd_api_sculpts_check(pd_api_model_body(&job->body), &call->problems))
        return false;
    if (!job->correctives) return true;
    if (!job->body.kind || job->format->format != PD_API_FORMAT_GLB) {
        pd_api_note(&call->problems, PD_ERR_INVALID, "/correctives",
                    "%d; allowed only with format glb and a body", job->correctives);
        return false;
    }

    return pd_api_correctives_check(job->correctives, pd_api_model_body(&job->body), &call->problems);
}

/* Refuses fields of the body that have no effect with this format or beside another field. */
static bool check_idle(pd_api_call *call, const pd_api_rollout *job, const rollout_values *v,
                       const json_t *document)
{
    static const pd_api_field *const tables[] = {pd_api_script_fields, NULL};
    const char *body = job->script.body;
    const bool is_bare = body && !strcmp(body, "none");
    const pd_api_idle idle[] = {{"seed", !v->script.random, "random"},
                                {"betas", is_bare && !job->script.character, "a body"},
                                {NULL, false, NULL}};

    return pd_api_idle_check(document, idle, tables, "", &call->problems);
}

/* Decodes the script and chooses the format of the reply. */
static bool read_script(pd_api_call *call, const pd_api_request *request, pd_api_rollout *job)
{
    rollout_values values = {
        .script = pd_api_script_begin(), .format = -1, .sculpts = -1, .wear = PD_API_NO_WEAR_VALUES};
    pd_api_documents documents = {0};
    bool good = pd_api_decode_fields(&values, &documents, call, request);
    good = good && pd_api_script_read(&job->script, &values.script, call->limits->rollout_seconds,
                                      &call->pool, &call->problems);
    good = good && pd_api_wear_join(&values.wear, call);
    job->worn = values.wear;

    /* Choose the format by the query or the header Accept. */
    unsigned allowed = 0;
    for (const pd_api_rollout_format *f = pd_api_rollout_formats; f->write; f++) allowed |= 1u << f->format;
    job->correctives = values.correctives;
    job->sculpts = values.sculpts;
    job->face = values.face;
    job->names = (pd_retarget_names)values.names;
    const int asked = values.format < 0 ? -1 : (int)pd_api_rollout_formats[values.format].format;
    const int chosen = good ? pd_api_choose_format(call, request, asked, allowed) : -1;
    job->format = pd_api_rollout_formats;
    while (job->format->write && (int)job->format->format != chosen) job->format++;
    good = chosen >= 0 && check_idle(call, job, &values, documents.body);
    pd_api_documents_release(&documents);

    return good;
}

/* Sets the size of what walks: the body's or the character's legs relative to those of the motion. Formats
 * without a mesh have the size of the body that the script names, or else the motion's own. */
static bool take_size(pd_api_call *call, pd_api_rollout *job)
{
    const pd_character_rig *figure = &job->figure;
    double *size = &job->script.job.size;
    const bool has_body = !job->bare && (job->format->has_body || job->script.body || job->script.beta_count);
    pd_status status = PD_OK;
    double leg = 0;
    pd_error err;

    *size = 1;

    /* An animal has the size of its own cycles. */
    if (figure->paces && has_body && !job->character) {
        pd_api_refuse(call, 409, "/model",
                      "\"%.64s\" moves a four-legged animal, which has no body model; \"body\":\"none\" or a "
                      "character that is a quadruped expected",
                      job->mover.model.id);
        return false;
    }

    if (figure->paces) return true;
    if (job->character) {
        status = pd_retarget_legs_ratio(size, &job->character->skin.skeleton, job->character->match,
                                        &figure->skeleton, figure->legs[0].toe_rest, &err);
        *size = pd_character_size_within(*size);
    } else if (has_body) {
        pd_api_model model = {.kind = NULL};
        if (!take_body_model(call, job, &model)) {
            pd_api_model_release(&model);
            return false;
        }

        status = pd_retarget_legs_of_body(&leg, pd_api_model_body(&model), job->script.betas,
                                          job->script.beta_count, &err);
        *size = pd_character_size_of_leg(leg, figure);
        pd_api_model_release(&model);
    }

    if (status == PD_OK) return true;
    pd_api_note_error(&call->problems, "", &err);

    return false;
}

void pd_api_handle_rollout(pd_api_call *call, const pd_api_request *request)
{
    pd_api_rollout *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    pd_error err;

    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    call->job = job;
    job->problems = &call->problems;
    call->deinit = release_motion;
    call->run = run_motion;
    call->run_bytes = run_bytes;
    if (!read_script(call, request, job) || !take_mover(call, job) || !take_body(call, job) ||
        !take_size(call, job) || !check_options(call, job) || !take_wear(call, job) ||
        !take_faces(call, job) || !check_flesh(call, job))
        return;

    /* A scene of its own id takes the place of a ground in the script. */
    const char *scene = job->script.scene_id;
    if (scene) {
        char hint[PD_API_HINT_BYTES];
        job->scene = pd_api_take_scene(call, scene);
        if (!job->scene) {
            pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_SCENES, scene);
            pd_api_refuse(call, 404, "/scene", "no scene \"%.64s\"%s%s GET /v1/scenes lists them", scene,
                          hint, *hint ? "" : ";");
            return;
        }

        job->script.job.scene = &job->scene->scene;
    }

    /* Clips. */
    if (!pd_api_play_cues_find(&job->script.job, &job->script.plays, call)) return;

    /* Check the roll-out as a whole. */
    pd_api_mover_warn(&call->problems, &job->figure, &job->script.job);
    if (pd_character_rollout_check(&job->script.job, &job->figure, &err) != PD_OK)
        pd_api_note_error(&call->problems, "", &err);
    call->weight = 1 + (int)job->script.job.seconds;
    if (!pd_api_formats[job->format->format].compressible) call->coding = PD_API_IDENTITY;
}

/* Milliseconds on one core of a Xeon; encoding included, of which glb and npz take about as much as json. */
#define COST_SECOND 2.5

double pd_api_rollout_cost(const pd_api_call *call)
{
    const pd_api_rollout *job = call->job;
    return COST_SECOND * job->script.job.seconds + pd_api_ground_plan_cost(&job->script.ground);
}
