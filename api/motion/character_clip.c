/* POST /v1/characters/{id}/clip: a motion that is sent, on a character. */
#include "api/motion/characters.h"

#include "api/http/upload.h"
#include "api/http/call.h"
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
/* Largest memory of the frames of a capture: CLIP_TIMES the size of the file plus CLIP_BYTES. */
#define CLIP_TIMES   16
#define CLIP_BYTES   ((size_t)1 << 20)
/* Memory for reading an FBX, whose keys are compressed: FBX_TIMES the size of the file plus FBX_BYTES. */
#define FBX_TIMES    32
#define FBX_BYTES    ((size_t)16 << 20)
#define PERSON_PLACE "/clip"

typedef struct motion_kind motion_kind;

typedef struct clip_values {
    const char *animation, *model, *person;
    int up, camera, angles; /* up, angles: -1 where they are not given */
    double rate, unit, source_rate;
} clip_values;

#define UP_CHOICE(name, text) "|" text

const pd_api_field pd_api_character_clip_query_fields[] = {
    {.name = "animation",
     .type = PD_API_TEXT,
     .offset = offsetof(clip_values, animation),
     .example = "\"Walk\"",
     .doc = "Animation of a .glb or .fbx file to use: its name, or its index from 0. Without it the first "
            "that moves a joint and has more than one moment; when there are several, the header "
            "Posed-Warning lists them."},
    {.name = "rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(clip_values, rate),
     .min = 1,
     .max = 240,
     .preset = "60",
     .doc = "Frame rate of the result in frames per second."},
    {.name = "model",
     .type = PD_API_TEXT,
     .offset = offsetof(clip_values, model),
     .example = "\"default\"",
     .doc =
         "Id of the body model onto whose joints an npz file is read. The file's trans and betas are of this "
         "model unless the file names another one (posed_model, surface_model_type). Without it the motion "
         "is read onto the joints of the default body model, and the header Posed-Warning says what was "
         "assumed of a file that names no model."},
    {.name = "up",
     .type = PD_API_CHOICE,
     .offset = offsetof(clip_values, up),
     .choices = &(PD_MOTION_UP_TABLE(UP_CHOICE))[1], /* without the first "|" */
     .doc =
         "Up axis of an npz or BVH file. Without it z of an npz, as in AMASS, and that of the skeleton at "
         "rest of a BVH, or the axis along which the person stands in the motion; the header Posed-Warning "
         "then says so."},
    {.name = "camera",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(clip_values, camera),
     .preset = "false",
     .doc = "True for an npz file in camera coordinates: x right, y down, z away from the camera; of "
            "application/x-pickle the estimate in the camera's frame."},
    {.name = "person",
     .type = PD_API_TEXT,
     .offset = offsetof(clip_values, person),
     .example = "\"2\"",
     .doc =
         "Id of one of several people in a file. Without it the person who is seen longest, whom the header "
         "Posed-Warning names."},
    {.name = "source_rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(clip_values, source_rate),
     .min = 1,
     .max = 1000,
     .example = "25",
     .doc = "Frame rate of the file's motion, frames per second. Without it the rate that the file states, "
            "else one that the header Posed-Warning names."},
    {.name = "angles",
     .type = PD_API_CHOICE,
     .offset = offsetof(clip_values, angles),
     .choices = "radians|degrees",
     .doc = "Unit of an npz file's rotations: radians or degrees. Without it radians; a file whose values "
            "look like degrees is refused."},
    {.name = "unit",
     .type = PD_API_NUMBER,
     .offset = offsetof(clip_values, unit),
     .min = 1e-6,
     .max = 1e6,
     .example = "0.01",
     .doc = "Metres per unit of an npz file's trans. Without it metres; a trans that can only be in another "
            "unit is refused with that unit."},
    {0},
};

typedef struct clip_job {
    pd_api_skeleton *character; /* retained */
    const motion_kind *kind;
    pd_bytes body; /* the request's body */
    pd_bytes file; /* the one file of the body, which run_clip opens */
    bool is_bundle;
    double rate;
    char animation[64], person[64];
    pd_motion_amass_options amass; /* poses of a body: options of reading */
    pd_api_model wrote;            /* poses of a body: model that posed_model names, retained; or none */
    /* Poses of a body, or the motion of an animal: warnings of reading. */
    char notes[PD_MOTION_AMASS_NOTES];
    /* Motion of an animal. */
    pd_animal_skin_job creature;
} clip_job;

/* Releases what the call has acquired. */
static void release_clip(pd_api_call *call)
{
    clip_job *own = call->job;
    pd_api_skeleton_release(own->character);
    pd_api_model_release(&own->wrote);
}

/* ---- what both have ---- */

/* Reports each assumption in a header, since the reply is a file. notes: one sentence a line. */
static void add_warnings(pd_api_call *call, const char *notes)
{
    for (const char *line = notes; *line;) {
        const size_t length = strcspn(line, "\n");
        pd_api_header_add(&call->reply, "Posed-Warning", "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
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
    if (made == PD_OK) add_warnings(call, own->notes);

    return made;
}

/* ---- a person's ---- */

/* Returns the offset of the AMC after its ASF: that of the line ":FULLY-SPECIFIED", or of ":DEGREES" if there
 * is none; the size of the text if there is neither. */
static size_t amc_begins(pd_bytes text)
{
    static const char *const marks[] = {":FULLY-SPECIFIED", ":DEGREES"};

    for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
        const size_t length = strlen(marks[m]);
        for (size_t at = 0; at + length <= text.size; at++) {
            if (at && text.data[at - 1] != '\n') continue;
            if (!strncasecmp((const char *)text.data + at, marks[m], length)) return at;
        }
    }

    return text.size;
}

/* Reads the animation of a .glb or .vrm. */
static pd_status read_glb(pd_motion_capture *out, const pd_api_call *call,
                          const pd_motion_capture_options *options, pd_error *err)
{
    const clip_job *own = call->job;
    return pd_motion_capture_glb(out, own->file, options, err);
}

/* Reads a BVH file. */
static pd_status read_bvh(pd_motion_capture *out, const pd_api_call *call,
                          const pd_motion_capture_options *options, pd_error *err)
{
    const clip_job *own = call->job;
    pd_motion_capture_options with = *options;
    with.amass = &own->amass; /* its up axis */
    return pd_motion_capture_bvh(out, own->file, "bvh", &with, err);
}

/* Reads an .asf followed by an .amc in one body. */
static pd_status read_amc(pd_motion_capture *out, const pd_api_call *call,
                          const pd_motion_capture_options *options, pd_error *err)
{
    const clip_job *own = call->job;
    const size_t at = amc_begins(own->file);

    if (!at || at == own->file.size)
        return pd_fail(
            err, PD_ERR_FORMAT, "amc",
            "the file has %s part; an .asf followed by an .amc that begins with :FULLY-SPECIFIED expected",
            at ? "no .amc" : "no .asf");

    return pd_motion_capture_amc(out, (pd_bytes){own->file.data, at}, "asf",
                                 (pd_bytes){own->file.data + at, own->file.size - at}, "amc", options, err);
}

#define WAITING_MAX 64 /* models on disk that are looked at for the one of an .npz */

/* The model that posed wrote an npz for, by half of its hash. */
typedef struct model_search {
    const pd_api_access *access;
    int64_t half_hash;
    pd_api_model found;
    /* (waiting_count) ids of body models on disk, whose hash is not known */
    const char *waiting[WAITING_MAX];
    int waiting_count;
} model_search;

/* Compares a model with the hash in an .npz, and retains the one that matches. */
static void try_model(void *arg, const pd_api_model *model)
{
    model_search *s = arg;

    if (s->found.resident || !pd_api_access_allows(s->access, PD_API_OBJECT_MODELS, model->id)) return;
    if (!model->resident && model->kind == &pd_api_kinds[PD_API_KIND_BODY] && s->waiting_count < WAITING_MAX)
        s->waiting[s->waiting_count++] = model->id;
    const pd_smpl_model *body = pd_api_model_body(model);
    if (!body || (int64_t)(body->content_hash >> 1) != s->half_hash) return;
    s->found = *model;
    pd_api_model_retain(&s->found);
}

/* Returns the model that an .npz of posed was written for, or NULL. Loads models that wait on disk if none in
 * memory is it. */
static const pd_smpl_model *find_model(void *ctx, int64_t posed_model)
{
    const pd_api_call *call = ctx;
    clip_job *own = call->job;
    model_search s = {.access = call->access, .half_hash = posed_model};

    if (own->wrote.resident) return pd_api_model_body(&own->wrote);
    call->host->each_model(call->host->ctx, try_model, &s);
    for (int i = 0; i < s.waiting_count && !s.found.resident; i++) {
        pd_api_model model;
        if (call->host->acquire(call->host->ctx, s.waiting[i], true, &model, NULL) != PD_OK) continue;
        try_model(&s, &model);
        pd_api_model_release(&model);
    }

    own->wrote = s.found;

    return own->wrote.resident ? pd_api_model_body(&own->wrote) : NULL;
}

/* Reads poses of a body model. */
static pd_status read_npz(pd_motion_capture *out, const pd_api_call *call,
                          const pd_motion_capture_options *options, pd_error *err)
{
    clip_job *own = call->job;
    pd_motion_capture_options with = *options;

    with.amass = &own->amass;
    with.notes = own->notes;
    return pd_motion_capture_npz(out, own->file, "npz", pd_api_model_body(&call->model), &with, err);
}

/* Estimates the memory for reading an .fbx. */
static size_t fbx_bytes(pd_bytes file)
{
    return FBX_TIMES * file.size + FBX_BYTES;
}

/* Reads the animation of an .fbx. */
static pd_status read_fbx(pd_motion_capture *out, const pd_api_call *call,
                          const pd_motion_capture_options *options, pd_error *err)
{
    const clip_job *own = call->job;
    pd_motion_capture_options packed = *options;
    packed.most_bytes = fbx_bytes(own->file);
    return pd_motion_capture_fbx(out, own->file, "fbx", &packed, err);
}

/* Kinds of files with the motion of a person. The motion of an animal is read from the first kind only. */
struct motion_kind {
    const char *type;
    pd_status (*read)(pd_motion_capture *out, const pd_api_call *call,
                      const pd_motion_capture_options *options, pd_error *err);
    bool needs_body;     /* true: its rotations are those of a body model's joints */
    bool has_animations; /* true: the file may have several animations */
};

static const motion_kind kinds[] = {
    {"model/gltf-binary", read_glb, false, true},  {"application/x-bvh", read_bvh, false, false},
    {"application/x-amc", read_amc, false, false}, {"application/x-npz", read_npz, true, false},
    {"application/x-fbx", read_fbx, false, true},  {"application/x-pickle", read_npz, true, false},
};
#define KINDS (sizeof kinds / sizeof *kinds)

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
    const clip_job *own = call->job;
    const pd_api_skeleton *c = own->character;
    pd_motion_capture from;
    pd_character_motion motion = {0};

    /* A character whose feet are goals of IK has no copy of a clip: only retargeting moves such goals. */
    const pd_motion_capture_options options = {.most_bytes = CLIP_TIMES * own->file.size + CLIP_BYTES,
                                               .animation = own->animation[0] ? own->animation : NULL,
                                               .json_memory = call->limits->json_memory,
                                               .own = pd_api_character_carry(c) ? NULL : &c->skin,
                                               .own_match = c->match};

    pd_status status = own->kind->read(&from, call, &options, err);
    if (status == PD_OK) add_warnings(call, own->notes);
    if (status == PD_OK) {
        *is_copy = from.is_own;
        status = from.is_own ? take_own(out, call, &from, err) : onto_biped(&motion, call, &from, err);
        if (status == PD_OK) add_warnings(call, from.note);
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
    pd_io_bundle bundle = {.file = own->body};
    if (own->is_bundle && !pd_api_open_bundle(&bundle, call, own->body, NULL)) return;
    own->file = own->creature.clip = bundle.file;

    memset(&clip, 0, sizeof clip);
    pd_status status = own->character->creature ? move_creature(&clip, call, &err)
                                                : move_person(&clip, &is_copy, call, &err);
    if (status == PD_OK && clip.frame_count)
        status =
            pd_retarget_character_glb(&glb, &own->character->skin, pd_api_character_carry(own->character),
                                      file, &clip, own->animation[0] ? own->animation : "motion", NULL, &err);

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
    return 4 * (own->file.size + own->character->file_bytes) + 2 * call->limits->json_memory +
           (own->kind->read == read_fbx ? fbx_bytes(own->file) : 0);
}

/* An animal's file is taken to have keys of the usual density: 16 bytes a rotation. */
double pd_api_character_clip_cost(const pd_api_call *call)
{
    const clip_job *own = call->job;
    return 2 + (own->character->creature ? MOVE_MS / 16 : BYTE_MS) * (double)own->file.size;
}

/* Returns the kind of file of a media type, or NULL if it is none of the first kind_count. */
static const motion_kind *character_clip_kind_of(const char *type, size_t kind_count)
{
    const size_t length = type ? strcspn(type, "; \t") : 0;
    for (size_t k = 0; k < kind_count; k++)
        if (length == strlen(kinds[k].type) && !strncasecmp(type, kinds[k].type, length)) return &kinds[k];
    return NULL;
}

/* Notes the parameters that have no effect on a motion of this kind, and those that contradict each other. */
static void check_options(const clip_values *v, const clip_job *own, const char *model,
                          pd_api_problems *problems)
{
    enum { NPZ = 1, PICKLE = 2, BVH = 4 };
    static const char *const needs[] = {
        [NPZ] = "application/x-npz",
        [PICKLE] = "application/x-pickle",
        [NPZ | PICKLE] = "application/x-npz or application/x-pickle",
        [NPZ | PICKLE | BVH] = "application/x-npz, application/x-pickle or application/x-bvh",
    };
    const struct {
        const char *pointer;
        bool is_given;
        int of; /* kinds of files that it tells how to read */
    } of_poses[] = {{"/model", *model, NPZ | PICKLE},
                    {"/up", v->up >= 0, NPZ | PICKLE | BVH},
                    {"/camera", v->camera == 1, NPZ | PICKLE},
                    {"/person", v->person != NULL, NPZ | PICKLE},
                    {"/source_rate", v->source_rate > 0, NPZ | PICKLE},
                    {"/angles", v->angles >= 0, NPZ | PICKLE},
                    {"/unit", v->unit > 0, NPZ | PICKLE}};
    const int kind = !strcmp(own->kind->type, "application/x-bvh") ? BVH
                     : !own->kind->needs_body                      ? 0
                     : !strcmp(own->kind->type, needs[NPZ])        ? NPZ
                                                                   : PICKLE;

    for (size_t i = 0; i < sizeof of_poses / sizeof *of_poses; i++)
        if (of_poses[i].is_given && !(of_poses[i].of & kind))
            pd_api_note(problems, PD_ERR_INVALID, of_poses[i].pointer,
                        "has no effect on %s; allowed only with %s", own->kind->type, needs[of_poses[i].of]);

    if (*own->animation && !own->kind->has_animations)
        pd_api_note(problems, PD_ERR_INVALID, "/animation",
                    "has no effect on %s; allowed only with model/gltf-binary or application/x-fbx",
                    own->kind->type);
    if (v->up >= 0 && v->camera == 1)
        pd_api_note(problems, PD_ERR_INVALID, "/camera",
                    "given together with up; only one of the two allowed, because a camera's +Y is down");
}

void pd_api_handle_character_clip(pd_api_call *call, const pd_api_request *request)
{
    pd_api_problems *problems = &call->problems;
    clip_values v = {.rate = 60, .up = -1, .angles = -1};

    clip_job *own = pd_api_pool_take(&call->pool, 1, sizeof *own);
    unsigned char *file = pd_api_pool_take(&call->pool, request->body.size + 1, 1);
    if (!own || !file) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    /* The character, which release_clip releases together with the job. */
    own->character = pd_api_take_character(call);
    if (!own->character) return;
    call->job = own;
    call->deinit = release_clip;

    /* The motion: an animal takes the first kind only, a GLB. */
    const size_t kind_count = own->character->creature ? 1 : KINDS;
    own->is_bundle = pd_api_upload_is_bundle(request);
    own->kind = own->is_bundle ? &kinds[0] : character_clip_kind_of(pd_api_upload_type(request), kind_count);
    if (!own->kind) {
        pd_api_refuse_media(call, request,
                            kind_count == KINDS ? NULL : "model/gltf-binary model/gltf+json application/zip",
                            kind_count == KINDS ? "" : " for the motion of an animal");
        return;
    }

    if (request->body.size) memcpy(file, request->body.data, request->body.size);
    own->body = own->file = (pd_bytes){file, request->body.size};

    /* The options; their texts are copied, because the document is released. */
    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    const int good = query && pd_api_fields_json(&v, query, call->route->query, "", problems);
    char model[PD_API_ID_BYTES] = "";
    if (good && v.model) snprintf(model, sizeof model, "%s", v.model);
    if (good) snprintf(own->animation, sizeof own->animation, "%s", v.animation ? v.animation : "");
    if (good) snprintf(own->person, sizeof own->person, "%s", v.person ? v.person : "");
    json_decref(query);
    if (good) check_options(&v, own, model, problems);
    own->rate = v.rate;

    /* The readers of the kinds; each uses the part that is for it. */
    own->amass = (pd_motion_amass_options){.has_up = v.up >= 0,
                                           .up = (pd_motion_up)(v.up < 0 ? PD_MOTION_UP_Z : v.up),
                                           .camera = v.camera == 1,
                                           .is_of_model = *model != 0,
                                           .angles = (pd_motion_angles)(v.angles + 1),
                                           .metres_per_unit = v.unit,
                                           .person = own->person[0] ? own->person : NULL,
                                           .rate = v.source_rate,
                                           .is_query = true,
                                           .find = find_model,
                                           .find_ctx = call};
    if (own->kind->needs_body &&
        !pd_api_take_body_model(call, *model ? model : pd_api_kinds[PD_API_KIND_BODY].default_id))
        return;
    own->creature = (pd_animal_skin_job){.skin = &own->character->skin,
                                         .creature = own->character->creature,
                                         .clip = own->file,
                                         .options = {.rate = v.rate,
                                                     .animation = own->animation[0] ? own->animation : NULL,
                                                     .note = own->notes,
                                                     .json_memory = call->limits->json_memory}};
    call->run = run_clip;
    call->run_bytes = clip_bytes;
}
