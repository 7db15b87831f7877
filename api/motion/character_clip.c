/* POST /v1/characters/{id}/clip: a motion that is sent, on a character. */
#include "api/motion/characters.h"

#include "api/http/upload.h"
#include "api/http/call.h"
#include "api/motion/person_file.h"
#include "core/anim/biped.h"
#include "core/motion/amass.h"
#include "core/motion/capture.h"
#include "core/character/capture/capture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Processor time for a joint and frame of an animal, with encoding. */
#define MOVE_MS      0.02
/* Processor time for a byte of a person's motion: 94 ms for 3.3 MB of BVH and .25 MB of AMC. */
#define BYTE_MS      0.00004
#define PERSON_PLACE "/clip"

typedef struct clip_values {
    pd_api_person_file_values file;
    double rate;
} clip_values;

const pd_api_field pd_api_character_clip_query_fields[] = {
    {.name = "rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(clip_values, rate),
     .min = 1,
     .max = 240,
     .preset = "60",
     .doc = "Frame rate of the result in frames per second."},
    {0},
};

typedef struct clip_job {
    pd_api_skeleton *character; /* retained */
    pd_api_person_file from;    /* an animal's file too */
    double rate;
    /* Motion of an animal. */
    pd_animal_skin_job creature;
} clip_job;

/* Releases what the call has acquired. */
static void release_clip(pd_api_call *call)
{
    clip_job *own = call->job;
    pd_api_skeleton_release(own->character);
    pd_api_person_file_end(&own->from);
}

/* ---- an animal's ---- */

/* Reads the motion of an animal directly onto the character's bones. */
static pd_status move_creature(pd_anim_clip *out, pd_api_call *call, pd_error *err)
{
    const clip_job *own = call->job;
    size_t bytes;
    int frames;

    const pd_status status = pd_animal_skin_clip_bytes(&bytes, &frames, &own->creature, err);
    if (status != PD_OK) return status;
    if (!pd_api_hold(call, bytes) || pd_cancelled(call->cancel)) return PD_OK;
    const pd_status made = pd_animal_skin_clip(out, &own->creature, err);
    if (made == PD_OK) pd_api_person_file_warn(call, own->from.notes);

    return made;
}

/* ---- a person's ---- */

/* Refuses a motion that is too long. */
static pd_status check_seconds(const pd_motion_capture *from, pd_error *err)
{
    const double seconds = pd_anim_clip_seconds(&from->clip);
    if (seconds <= PD_IO_GLTF_CLIP_SECONDS) return PD_OK;
    return pd_fail(err, PD_ERR_LIMIT, "", "the clip lasts %g s; at most %.10g s allowed", seconds,
                   PD_IO_GLTF_CLIP_SECONDS);
}

/* Retargets a person's motion by way of the network's skeleton at 60 frames a second, then resamples it to
 * the requested rate. */
static pd_status onto_biped(pd_character_motion *out, pd_api_call *call, pd_motion_capture *from,
                            pd_error *err)
{
    const clip_job *own = call->job;
    pd_anim_clip changed;

    pd_status status = pd_motion_capture_person(from, err);
    if (status != PD_OK) return status;
    status = check_seconds(from, err);
    if (status != PD_OK) return status;

    /* The motion on the skeleton of the network and on the character, and the reply. */
    const double seconds = pd_anim_clip_seconds(&from->clip);
    const double frames =
        fmax(from->clip.frame_count, seconds * fmax(own->rate, PD_CHARACTER_MOTION_RATE)) + 1;
    const double joints = 4.0 * PD_ANIM_BIPED_JOINTS + 3.0 * own->character->skin.skeleton.joint_count;
    const size_t bytes = (size_t)(frames * joints * (double)sizeof(pd_quat));
    if (!pd_api_hold(call, bytes) || pd_cancelled(call->cancel)) return PD_OK;

    const pd_character_capture capture = {.clip = from->clip, .source = from->source};
    status = pd_character_motion_of_capture(out, &capture, err);
    if (status != PD_OK || own->rate == PD_CHARACTER_MOTION_RATE) return status;
    status = pd_anim_clip_resample(&changed, &out->clip, own->rate, err);
    if (status != PD_OK) return status;
    pd_anim_clip_deinit(&out->clip);
    out->clip = changed;

    return PD_OK;
}

/* Resamples a motion of the character's own skeleton to the requested rate. */
static pd_status take_own(pd_anim_clip *out, pd_api_call *call, const pd_motion_capture *from, pd_error *err)
{
    const clip_job *own = call->job;
    const pd_status status = check_seconds(from, err);

    if (status != PD_OK) return status;

    const double frames = fmax(from->clip.frame_count, pd_anim_clip_seconds(&from->clip) * own->rate) + 1;
    const size_t bytes = (size_t)(frames * 4.0 * from->clip.skeleton.joint_count * (double)sizeof(pd_quat));
    if (!pd_api_hold(call, bytes) || pd_cancelled(call->cancel)) return PD_OK;

    return pd_anim_clip_resample(out, &from->clip, own->rate, err);
}

/* Reads a person's motion and retargets it to the character. Copies a motion of the character's own skeleton
 * and sets *is_copy. */
static pd_status move_person(pd_anim_clip *out, bool *is_copy, pd_api_call *call, pd_error *err)
{
    clip_job *own = call->job;
    const pd_api_skeleton *c = own->character;
    pd_motion_capture from;
    pd_character_motion motion = {0};

    /* A character whose feet are goals of IK has no copy of a clip: only retargeting moves such goals. */
    const pd_motion_capture_options options = {.own = pd_api_character_carry(c) ? NULL : &c->skin,
                                               .own_match = c->match};

    pd_status status = pd_api_person_file_read(&from, &own->from, &options, err);
    if (status == PD_OK) pd_api_person_file_warn(call, own->from.notes);
    if (status == PD_OK) {
        *is_copy = from.is_own;
        status = from.is_own ? take_own(out, call, &from, err) : onto_biped(&motion, call, &from, err);
        if (status == PD_OK) pd_api_person_file_warn(call, from.note);
        pd_motion_capture_deinit(&from);
    }

    if (status == PD_OK && motion.clip.frame_count && !pd_cancelled(call->cancel))
        status = pd_retarget_character_clip(out, &c->skin, c->match, &motion.clip, NULL, NULL, err);
    pd_character_motion_deinit(&motion);
    if (status != PD_OK && strncmp(err->where, PERSON_PLACE, sizeof PERSON_PLACE - 1))
        pd_error_prefix(err, *err->where && *err->where != '/' ? PERSON_PLACE ": " : PERSON_PLACE);

    return status;
}

/* ---- the call ---- */

/* Reads the motion and writes the character's file with it. */
static void run_clip(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    clip_job *own = call->job;
    const pd_bytes file = {own->character->file, own->character->file_bytes};
    pd_buffer glb = {0};
    pd_anim_clip clip;
    pd_error err;
    bool is_copy = false;
    (void)scratch;
    (void)executor;

    /* One file of an archive or a .gltf. */
    pd_io_bundle bundle = {.file = own->from.body};
    if (own->from.is_bundle && !pd_api_open_bundle(&bundle, call, own->from.body, NULL)) return;
    own->from.file = own->creature.clip = bundle.file;

    memset(&clip, 0, sizeof clip);
    pd_status status = own->character->creature ? move_creature(&clip, call, &err)
                                                : move_person(&clip, &is_copy, call, &err);
    if (status == PD_OK && clip.frame_count)
        status = pd_retarget_character_glb(
            &glb, &own->character->skin, pd_api_character_carry(own->character), file, &clip,
            own->from.animation[0] ? own->from.animation : "motion", NULL, &err);

    /* A call that found no memory for the motion has already been answered. */
    if (!call->done && status == PD_OK) {
        pd_api_header_set(&call->reply, "Posed-Clip", "%s", is_copy ? "copied" : "retargeted");
        pd_buffer_add(pd_api_answer(call, 200, "model/gltf-binary"), glb.data, glb.size);
    } else if (!call->done)
        pd_api_refuse(call, status == PD_ERR_UNSUPPORTED ? 400 : pd_status_http(status), NULL, "%s%s%s",
                      err.where, *err.where ? ": " : "", err.detail);
    pd_anim_clip_deinit(&clip);
    pd_buffer_deinit(&glb);
    pd_io_bundle_close(&bundle);
}

/* Estimates the memory for reading both files and for the answer. */
static size_t clip_bytes(const pd_api_call *call, int threads)
{
    const clip_job *own = call->job;
    (void)threads;
    return 4 * (own->from.file.size + own->character->file_bytes) + 2 * call->limits->json_memory +
           pd_api_person_file_bytes(&own->from);
}

/* An animal's file is taken to have keys of the usual density: 16 bytes a rotation. */
double pd_api_character_clip_cost(const pd_api_call *call)
{
    const clip_job *own = call->job;
    return 2 + (own->character->creature ? MOVE_MS / 16 : BYTE_MS) * (double)own->from.file.size;
}

void pd_api_handle_character_clip(pd_api_call *call, const pd_api_request *request)
{
    pd_api_problems *problems = &call->problems;
    clip_values v = {.file = pd_api_person_file_preset, .rate = 60};

    clip_job *own = pd_api_pool_take(&call->pool, 1, sizeof *own);
    if (!own) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    /* The character, which release_clip releases together with the job. */
    own->character = pd_api_take_character(call);
    if (!own->character) return;
    call->job = own;
    call->deinit = release_clip;

    /* The motion: an animal takes the first kind only, a GLB. */
    if (!pd_api_person_file_begin(&own->from, call, request,
                                  own->character->creature ? 1 : PD_API_PERSON_KINDS,
                                  " for the motion of an animal"))
        return;

    /* The options. */
    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    const bool good = query && pd_api_fields_json(&v, query, call->route->query, "", problems) &&
                      pd_api_person_file_options(&own->from, call, &v.file);
    json_decref(query);
    if (!good) return;
    own->rate = v.rate;
    own->creature =
        (pd_animal_skin_job){.skin = &own->character->skin,
                             .creature = own->character->creature,
                             .clip = own->from.file,
                             .options = {.rate = v.rate,
                                         .animation = own->from.animation[0] ? own->from.animation : NULL,
                                         .note = own->from.notes,
                                         .json_memory = call->limits->json_memory}};
    call->run = run_clip;
    call->run_bytes = clip_bytes;
}
