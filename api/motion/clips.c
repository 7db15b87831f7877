#include "api/motion/clips.h"

#include "api/http/call.h"
#include "api/http/json_write.h"
#include "api/http/reply_header.h"
#include "api/http/upload.h"
#include "api/motion/person_file.h"
#include "api/motion/scene.h"
#include "core/anim/biped.h"
#include "core/base/references.h"
#include "core/character/capture/capture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Processor time for a byte of a person's motion, as for POST /v1/characters/{id}/clip. */
#define BYTE_MS 0.00004

pd_api_clip *pd_api_clip_new(const char *id, const pd_character_clip *motion, const char *mask, bool loops,
                             double fade)
{
    pd_api_clip *made = calloc(1, sizeof *made);

    if (made) {
        made->references = 1;
        snprintf(made->id, sizeof made->id, "%s", id);
        snprintf(made->mask, sizeof made->mask, "%s", mask);
        made->loops = loops;
        made->fade = fade;
        made->clip = motion;
    } else
        pd_character_clip_release(motion);

    return made;
}

pd_api_clip *pd_api_clip_retain(pd_api_clip *clip)
{
    pd_references_add(&clip->references);
    return clip;
}

void pd_api_clip_release(pd_api_clip *clip)
{
    if (!clip || !pd_references_drop(&clip->references)) return;

    pd_character_clip_release(clip->clip);
    if (clip->held) clip->host->memory_give(clip->host->ctx, PD_API_MEMORY_CLIPS, clip->held);
    free(clip);
}

/* ---- finding ---- */

/* A clip that was found, of a client or of the server. */
typedef struct found_clip {
    const pd_character_clip *clip; /* retained */
    const char *mask;              /* borrowed from the next two */
    bool loops;
    double fade;
    pd_api_model emotes; /* retained, or none */
    pd_api_clip *own;    /* retained, or NULL */
} found_clip;

static void release_found(found_clip *found)
{
    pd_api_model_release(&found->emotes);
    pd_api_clip_release(found->own);
}

/* Finds an emote. ERR_WAIT: they are being loaded. */
static pd_status find_emote(found_clip *out, const pd_api_host *host, bool may_wait, const char *id,
                            pd_error *err)
{
    const pd_status status = host->acquire(host->ctx, PD_API_DEFAULT_CLIPS, may_wait, &out->emotes, err);
    const pd_character_clip_set *set = status == PD_OK ? pd_api_model_clips(&out->emotes) : NULL;
    const pd_character_clip_item *item = set ? pd_character_clip_set_find(set, id) : NULL;

    if (status == PD_ERR_WAIT) return status;
    if (!item) return PD_ERR_NOT_FOUND;
    out->clip = pd_character_clip_retain(item->clip);
    out->mask = item->mask;
    out->loops = item->loops;
    out->fade = item->fade;

    return PD_OK;
}

/* Finds a clip by its id: an emote, else a clip of a client. */
static pd_status find_clip(found_clip *out, const pd_api_host *host, const pd_api_access *access,
                           bool may_wait, const char *id, pd_error *err)
{
    pd_error mine = {0};

    *out = (found_clip){.clip = NULL};
    pd_status status = find_emote(out, host, may_wait, id, &mine);
    if (status == PD_OK) return PD_OK;
    if (status == PD_ERR_WAIT) return pd_fail(err, PD_ERR_WAIT, "/clip", "the emotes are being loaded");

    /* A clip of a client. */
    if (pd_api_access_check(access, PD_API_OBJECT_CLIPS, id, "/clip", err) != PD_OK) return PD_ERR_FORBIDDEN;
    out->own = host->clip ? host->clip(host->ctx, id) : NULL;
    if (!out->own) {
        char hint[PD_API_HINT_BYTES];
        pd_api_id_hint(hint, host, access, PD_API_IDS_CLIPS, id);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/clip", "no clip \"%.64s\"%s%s GET /v1/clips lists them", id,
                       hint, *hint ? "" : ";");
    }

    out->clip = pd_character_clip_retain(out->own->clip);
    out->mask = out->own->mask;
    out->loops = out->own->loops;
    out->fade = out->own->fade;

    return PD_OK;
}

const pd_character_clip *pd_api_clip_find(const pd_api_host *host, const char *id, uint64_t hash)
{
    found_clip found;
    if (host->fetch) host->fetch(host->ctx, PD_API_STORED_CLIPS, id, NULL);
    const pd_status status = find_clip(&found, host, NULL, true, id, NULL);

    release_found(&found);
    if (status != PD_OK) return NULL;
    if (found.clip->hash == hash) return found.clip;
    pd_character_clip_release(found.clip);

    return NULL;
}

/* ---- orders ---- */

#define AT(member) offsetof(pd_api_play_values, member)

const pd_api_play_values pd_api_play_preset = {
    .fade = -1, .fade_out = -1, .speed = 1, .loop = -1, .root = -1, .feet = -1};

#define FADE 0.4 /* seconds, of clips whose put does not say it */

const pd_api_field pd_api_play_fields[] = {
    {.name = "clip",
     .type = PD_API_TEXT,
     .offset = AT(clip),
     .example = "\"wave\"",
     .doc = "Id of the clip: an emote of the server or a clip that was put (GET /v1/clips lists both). "
            "Needed unless stop is true."},
    {.name = "mask",
     .type = PD_API_NAMES,
     .offset = AT(mask),
     .schema = PD_API_NAMES_SCHEMA,
     .example = "[\"upper\"]",
     .doc = "Joints that play the clip while the others move on; each entry is " PD_CHARACTER_PLAY_PARTS_TEXT
            ". Default: the clip's own mask. With all the character stands and the clip moves the whole "
            "body."},
    {.name = "weights",
     .type = PD_API_NUMBERS,
     .offset = AT(weights),
     .min = 0,
     .max = 1,
     .example = "[0.7]",
     .doc = "Share of the clip's pose for each entry of mask, 0 to 1; default: 1 for each."},
    {.name = "fade",
     .type = PD_API_NUMBER,
     .offset = AT(fade),
     .min = 0.05,
     .max = 5,
     .is_conditional = true,
     .doc = "Duration in seconds in which the pose changes to the clip, without a jump of position or "
            "velocity; with stop that of the change back. Default: the clip's own."},
    {.name = "fade_out",
     .type = PD_API_NUMBER,
     .offset = AT(fade_out),
     .min = 0.05,
     .max = 5,
     .is_conditional = true,
     .doc = "Duration in seconds of the change back at the end of the clip. Default: fade."},
    {.name = "speed",
     .type = PD_API_NUMBER,
     .offset = AT(speed),
     .min = 0.1,
     .max = 4,
     .preset = "1",
     .doc = "Factor of the clip's speed."},
    {.name = "loop",
     .type = PD_API_BOOLEAN,
     .offset = AT(loop),
     .is_conditional = true,
     .doc =
         "True repeats the clip until it is ended or until a queued clip follows. Default: as the clip was "
         "put, or as the emote is."},
    {.name = "root",
     .type = PD_API_BOOLEAN,
     .offset = AT(root),
     .is_conditional = true,
     .doc = "True moves and turns the character along the clip's path; false plays the clip on the spot. "
            "Default: true. Only for the whole body."},
    {.name = "feet",
     .type = PD_API_BOOLEAN,
     .offset = AT(feet),
     .is_conditional = true,
     .doc = "True keeps planted feet in place and on the ground of the scene. Default: true. Only for the "
            "whole body."},
    {.name = "queue",
     .type = PD_API_BOOLEAN,
     .offset = AT(queue),
     .preset = "false",
     .doc = "True begins the clip after those that play or wait, of which there may be 4; otherwise it "
            "replaces them."},
    {.name = "stop",
     .type = PD_API_BOOLEAN,
     .offset = AT(stop),
     .preset = "false",
     .doc = "True ends what plays, and drops what waits."},
    {0},
};

/* Refuses the fields that a stop does not have. */
static bool check_stop(const pd_api_play_values *v, const char *pointer, pd_api_problems *problems)
{
    const struct {
        const char *name;
        bool is_given;
    } fields[] = {{"clip", v->clip},        {"mask", v->mask},
                  {"weights", v->weights},  {"fade_out", v->fade_out >= 0},
                  {"speed", v->speed != 1}, {"loop", v->loop >= 0},
                  {"root", v->root >= 0},   {"feet", v->feet >= 0},
                  {"queue", v->queue}};
    char at[96];

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        snprintf(at, sizeof at, "%.64s/%s", pointer, fields[i].name);
        if (fields[i].is_given) pd_api_note(problems, PD_ERR_INVALID, at, "has no effect with stop");
    }

    return !problems->count;
}

/* Reads the mask and its weights. */
static bool read_mask(pd_api_play *out, const pd_api_play_values *v, const char *pointer,
                      pd_api_problems *problems)
{
    const char *names[PD_CHARACTER_PLAY_PARTS];
    double weights[PD_CHARACTER_PLAY_PARTS];
    const bool is_one = json_is_string(v->mask);
    const size_t count = is_one ? 1 : json_array_size(v->mask);
    char at[96];
    pd_error err = {0};

    snprintf(at, sizeof at, "%.64s/mask", pointer);
    if (count < 1 || count > PD_CHARACTER_PLAY_PARTS)
        return pd_api_note(problems, PD_ERR_RANGE, at, "%zu names; 1 to %d allowed", count,
                           PD_CHARACTER_PLAY_PARTS);
    for (size_t i = 0; i < count; i++)
        names[i] = json_string_value(is_one ? v->mask : json_array_get(v->mask, i));
    snprintf(at, sizeof at, "%.64s/weights", pointer);
    if (v->weights && !pd_api_doubles_read(weights, v->weights, (int)count, 0, 1, at, problems)) return false;
    if (pd_character_play_mask(out->request.weights, names, v->weights ? weights : NULL, (int)count, &err) ==
        PD_OK)
        return true;
    pd_error_prefix(&err, pointer);

    return pd_api_note_error(problems, "", &err);
}

bool pd_api_play_read(pd_api_play *out, const pd_api_play_values *v, const char *pointer,
                      pd_api_problems *problems)
{
    pd_character_play_request *r = &out->request;
    char at[96];
    pd_error err = {0};

    *out = (pd_api_play){.stops = v->stop};
    r->fade_in = v->fade >= 0 ? v->fade : v->stop ? 0 : FADE;
    if (v->stop) return check_stop(v, pointer, problems);

    /* The clip's id. */
    snprintf(at, sizeof at, "%.64s/clip", pointer);
    if (!v->clip)
        return pd_api_note(problems, PD_ERR_INVALID, at, "missing; the id of a clip, or stop, expected");
    if (strlen(v->clip) >= sizeof r->name)
        return pd_api_note(problems, PD_ERR_RANGE, at, "%zu bytes; at most %zu allowed", strlen(v->clip),
                           sizeof r->name - 1);
    snprintf(r->name, sizeof r->name, "%s", v->clip);

    /* How it is played. */
    r->fade_out = v->fade_out >= 0 ? v->fade_out : r->fade_in;
    r->speed = v->speed;
    r->loops = v->loop == 1;
    r->root = v->root != 0;
    r->feet = v->feet != 0;
    r->waits = v->queue;
    out->has_fade = v->fade >= 0;
    out->has_fade_out = v->fade_out >= 0;
    out->has_loop = v->loop >= 0;
    out->has_root = v->root >= 0;
    out->has_feet = v->feet >= 0;
    out->has_mask = v->mask != NULL;
    snprintf(at, sizeof at, "%.64s/weights", pointer);
    if (v->weights && !v->mask)
        return pd_api_note(problems, PD_ERR_INVALID, at, "has no effect without mask");
    if (v->mask && !read_mask(out, v, pointer, problems)) return false;

    return pd_character_play_check(r, &err) == PD_OK || pd_api_note_error(problems, pointer, &err);
}

pd_status pd_api_play_find(pd_api_play *play, const pd_api_host *host, const pd_api_access *access,
                           bool may_wait, pd_error *err)
{
    pd_character_play_request *r = &play->request;
    found_clip found;
    pd_status status = find_clip(&found, host, access, may_wait, r->name, err);

    if (status == PD_OK && !play->has_mask)
        status = pd_character_play_mask(r->weights, &found.mask, NULL, 1, err);
    if (status == PD_OK && !play->has_loop) r->loops = found.loops;
    if (status == PD_OK && !play->has_fade) r->fade_in = found.fade;
    if (!play->has_fade_out) r->fade_out = r->fade_in;

    /* Root and feet are those of the whole body. */
    const bool is_whole = r->weights[0] > 0;
    if (status == PD_OK && !is_whole && (play->has_root || play->has_feet))
        status = pd_fail(err, PD_ERR_INVALID, play->has_root ? "/root" : "/feet",
                         "has no effect without mask all");
    r->clip = found.clip;
    if (status != PD_OK) {
        pd_character_clip_release(found.clip);
        r->clip = NULL;
    }

    release_found(&found);

    return status;
}

/* ---- reading ---- */

/* Writes the description of a clip. problems: their warnings are written too;
 * or NULL. source: NULL: a client's clip. */
static void clip_json(pd_buffer *out, const char *id, const pd_character_clip *clip, const char *mask,
                      bool loops, double fade, const char *source, const pd_api_problems *problems)
{
    pd_character_clip_moment last;

    pd_character_clip_sample(&last, clip, pd_character_clip_seconds(clip));
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, id);
    pd_buffer_printf(out, ",\"seconds\":%.9g,\"frames\":%d,\"mask\":", pd_character_clip_seconds(clip),
                     clip->frame_count);
    pd_api_json_text(out, mask);
    pd_buffer_printf(out, ",\"loop\":%s,\"fade\":%.9g,\"way\":", loops ? "true" : "false", fade);
    pd_api_json_doubles(out, last.at, 2);
    pd_buffer_printf(out, ",\"turn\":%.9g,\"emote\":%s", last.yaw, source ? "true" : "false");
    if (source && *source) {
        pd_buffer_text(out, ",\"source\":");
        pd_api_json_text(out, source);
    }

    if (problems) pd_api_json_warnings(out, problems);
    pd_buffer_text(out, "}");
}

static void item_json(pd_buffer *out, const pd_character_clip_item *item)
{
    clip_json(out, item->name, item->clip, item->mask, item->loops, item->fade,
              item->source ? item->source : "", NULL);
}

static void own_json(pd_buffer *out, const pd_api_clip *clip, const pd_api_problems *problems)
{
    clip_json(out, clip->id, clip->clip, clip->mask, clip->loops, clip->fade, NULL, problems);
}

/* Acquires the emotes. Returns false when the call has to wait. *out is empty when there are none. */
static bool take_emotes(pd_api_model *out, pd_api_call *call)
{
    pd_error err = {0};

    *out = (pd_api_model){0};
    const pd_status status =
        call->host->acquire(call->host->ctx, PD_API_DEFAULT_CLIPS, call->may_wait, out, &err);
    if (status != PD_ERR_WAIT) return true;
    pd_api_note_missing(call, &err);

    return false;
}

typedef struct clip_list {
    pd_buffer *out;
    const pd_api_access *access;
    int count;
} clip_list;

/* Appends a clip to the list, if the key may use it. */
static void list_clip(void *arg, const char *id, const void *clip)
{
    clip_list *l = arg;

    if (!pd_api_access_allows(l->access, PD_API_OBJECT_CLIPS, id)) return;
    pd_buffer_text(l->out, l->count++ ? "," : "");
    own_json(l->out, clip, NULL);
}

void pd_api_handle_clips(pd_api_call *call, const pd_api_request *request)
{
    pd_api_model emotes;

    (void)request;
    if (!take_emotes(&emotes, call)) return;
    pd_api_fetch(call, PD_API_STORED_CLIPS, NULL);

    clip_list l = {pd_api_answer(call, 200, "application/json"), call->access, 0};
    const pd_character_clip_set *set = pd_api_model_clips(&emotes);
    pd_buffer_text(l.out, "{\"clips\":[");
    for (int i = 0; set && i < set->count; i++) {
        pd_buffer_text(l.out, l.count++ ? "," : "");
        item_json(l.out, &set->items[i]);
    }

    if (call->host->each_clip) call->host->each_clip(call->host->ctx, list_clip, &l);
    pd_buffer_text(l.out, "]}\n");
    pd_api_model_release(&emotes);
}

/* Refuses the call with 404 and a hint at similar names. */
static void refuse_clip(pd_api_call *call)
{
    char hint[PD_API_HINT_BYTES];

    pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_CLIPS, call->id);
    pd_api_refuse(call, 404, NULL, "no clip \"%.64s\"%s%s GET /v1/clips lists them", call->id, hint,
                  *hint ? "" : ";");
}

void pd_api_handle_clip(pd_api_call *call, const pd_api_request *request)
{
    pd_api_model emotes;
    char revision[PD_API_REVISION_BYTES];

    if (!take_emotes(&emotes, call)) return;

    /* An emote; its revision is its content. */
    const pd_character_clip_set *set = pd_api_model_clips(&emotes);
    const pd_character_clip_item *item = set ? pd_character_clip_set_find(set, call->id) : NULL;
    if (item) {
        snprintf(revision, sizeof revision, "%016llx", (unsigned long long)item->clip->hash);
        if (!pd_api_revised(call, request, revision, "")) {
            item_json(pd_api_answer(call, 200, "application/json"), item);
            pd_buffer_text(&call->reply.body, "\n");
        }

        pd_api_model_release(&emotes);
        return;
    }

    /* A clip of a client. */
    pd_error err = {0};
    pd_api_model_release(&emotes);
    if (!pd_api_fetch(call, PD_API_STORED_CLIPS, call->id)) return;
    if (pd_api_access_check(call->access, PD_API_OBJECT_CLIPS, call->id, "", &err) != PD_OK) {
        call->denied = err;
        return;
    }

    pd_api_clip *clip = call->host->clip ? call->host->clip(call->host->ctx, call->id) : NULL;
    if (!clip)
        refuse_clip(call);
    else if (!pd_api_revised(call, request, clip->revision, "")) {
        own_json(pd_api_answer(call, 200, "application/json"), clip, NULL);
        pd_buffer_text(&call->reply.body, "\n");
    }

    pd_api_clip_release(clip);
}

void pd_api_handle_clip_delete(pd_api_call *call, const pd_api_request *request)
{
    if (!pd_api_fetch(call, PD_API_STORED_CLIPS, call->id)) return;
    const int gone = call->host->clip_delete ? call->host->clip_delete(call->host->ctx, call->id,
                                                                       &request->owner, &call->condition)
                                             : 0;

    if (!pd_api_answer_deleted(call, gone, "clip")) refuse_clip(call);
}

/* ---- putting ---- */

typedef struct put_values {
    pd_api_person_file_values file;
    const char *mask;
    double from, seconds, fade;
    int loop;
} put_values;

#define PUT_AT(member) offsetof(put_values, member)

const pd_api_field pd_api_clip_put_query_fields[] = {
    {.name = "mask",
     .type = PD_API_TEXT,
     .offset = PUT_AT(mask),
     .preset = "\"all\"",
     .example = "\"upper\"",
     .doc = "Part of the body on which the clip is played by orders without a "
            "mask: " PD_CHARACTER_PLAY_PARTS_TEXT "."},
    {.name = "loop",
     .type = PD_API_BOOLEAN,
     .offset = PUT_AT(loop),
     .preset = "false",
     .doc = "True lets orders that do not say so repeat the clip."},
    {.name = "fade",
     .type = PD_API_NUMBER,
     .offset = PUT_AT(fade),
     .min = 0.05,
     .max = 5,
     .preset = "0.4",
     .doc =
         "Duration in seconds in which a pose changes to the clip and back, for orders that do not say it."},
    {.name = "from",
     .type = PD_API_NUMBER,
     .offset = PUT_AT(from),
     .min = 0,
     .max = 7200,
     .preset = "0",
     .doc = "Time in seconds of the file at which the clip begins."},
    {.name = "seconds",
     .type = PD_API_NUMBER,
     .offset = PUT_AT(seconds),
     .min = 0.1,
     .max = PD_CHARACTER_CLIP_SECONDS,
     .is_conditional = true,
     .doc = "Duration of the clip in seconds. Default: to the end of the file."},
    {0},
};

typedef struct put_work {
    pd_api_person_file file;
    pd_model_name mask;
    double from, seconds, fade; /* seconds 0: to the end */
    bool loops;
} put_work;

static void end_put(pd_api_call *call)
{
    put_work *work = call->job;
    pd_api_person_file_end(&work->file);
}

/* Warns of each line of `notes`. */
static void warn_lines(pd_api_problems *problems, const char *notes)
{
    for (const char *line = notes; *line;) {
        const size_t length = strcspn(line, "\n");
        pd_api_warn(problems, "", "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* Cuts the motion, packs it and returns it in *out. */
static pd_status pack_motion(pd_character_clip **out, const put_work *work, const pd_anim_clip *motion,
                             pd_error *err)
{
    const double rate = motion->rate;
    const int begin = (int)lround(work->from * rate);
    const int left = motion->frame_count - begin;
    const int wanted = work->seconds > 0 ? (int)lround(work->seconds * rate) + 1 : left;
    pd_anim_clip part;

    if (left < 2)
        return pd_fail(err, PD_ERR_RANGE, "/from", "%.10g s; the motion lasts %.10g s", work->from,
                       pd_anim_clip_seconds(motion));
    pd_status status = pd_anim_clip_cut(&part, motion, begin, wanted < left ? wanted : left, err);
    if (status != PD_OK) return status;
    status = pd_character_clip_make(out, &part, err);
    pd_anim_clip_deinit(&part);

    return status;
}

/* Reads the file as a motion on the biped and packs it. */
static pd_status make_clip(pd_character_clip **out, pd_api_call *call, pd_error *err)
{
    put_work *work = call->job;
    const pd_motion_capture_options options = {.own = NULL};
    pd_motion_capture from;
    pd_character_motion motion = {0};

    *out = NULL;
    pd_status status = pd_api_person_file_read(&from, &work->file, &options, err);
    if (status != PD_OK) return status;
    warn_lines(&call->problems, work->file.notes);
    status = pd_motion_capture_person(&from, err);
    const double seconds = pd_anim_clip_seconds(&from.clip);
    if (status == PD_OK && seconds > PD_CHARACTER_CLIP_SECONDS && !(work->seconds > 0))
        status = pd_fail(err, PD_ERR_LIMIT, "", "the motion lasts %g s; at most %.10g s allowed", seconds,
                         PD_CHARACTER_CLIP_SECONDS);

    /* The motion on the biped at 60 Hz. */
    const double frames = fmax(from.clip.frame_count, seconds * PD_CHARACTER_MOTION_RATE) + 1;
    const size_t bytes = (size_t)(frames * 4.0 * PD_ANIM_BIPED_JOINTS * (double)sizeof(pd_quat));
    if (status == PD_OK && pd_api_hold(call, bytes) && !pd_cancelled(call->cancel)) {
        const pd_character_capture capture = {.clip = from.clip, .source = from.source};
        status = pd_character_motion_of_capture(&motion, &capture, err);
        if (status == PD_OK) warn_lines(&call->problems, from.note);
        if (status == PD_OK) status = pack_motion(out, work, &motion.clip, err);
    }

    pd_character_motion_deinit(&motion);
    pd_motion_capture_deinit(&from);

    return status;
}

/* Keeps a clip under the call's id, and answers. Takes the reference. */
static void keep_clip(pd_api_call *call, const pd_character_clip *motion)
{
    const put_work *work = call->job;
    const size_t bytes = sizeof(pd_api_clip) + pd_character_clip_bytes(motion->frame_count);
    pd_error err = {0};
    int is_new = 0;

    pd_api_settle(call); /* the memory counted for making the clip is counted for the clip below */
    if (!pd_api_hold_for(call, PD_API_MEMORY_CLIPS, bytes)) {
        pd_character_clip_release(motion);
        return;
    }

    pd_api_clip *made = pd_api_clip_new(call->id, motion, work->mask, work->loops, work->fade);
    if (made) made->owner = call->owner.id;
    if (made) memcpy(made->revision, call->revision, sizeof made->revision);
    if (made && call->host->memory_take) {
        made->host = call->host;
        made->held = bytes;
    }

    if (!made && call->host->memory_take)
        call->host->memory_give(call->host->ctx, PD_API_MEMORY_CLIPS, bytes);

    /* Put it among the clips of the server, if the conditions of the request hold. */
    pd_status status = made ? PD_OK : pd_fail(&err, PD_ERR_MEMORY, "", "out of memory for a clip");
    if (status == PD_OK)
        status =
            call->host->clip_put(call->host->ctx, pd_api_clip_retain(made), &call->condition, &is_new, &err);
    if (status != PD_OK)
        pd_api_refuse(call,
                      is_new == -2 ? 412
                      : is_new < 0 ? 403
                                   : pd_status_http(status),
                      NULL, "%s", err.detail);
    else {
        own_json(pd_api_answer(call, is_new ? 201 : 200, "application/json"), made, &call->problems);
        pd_buffer_text(&call->reply.body, "\n");
        pd_api_etag_of_stored(&call->reply, made->revision, "");
    }

    pd_api_clip_release(made);
}

/* Reads the motion and keeps it. */
static void run_put(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    put_work *work = call->job;
    pd_character_clip *clip = NULL;
    pd_error err = {0};
    (void)scratch;
    (void)executor;

    /* One file of an archive or a .gltf. */
    pd_io_bundle bundle = {.file = work->file.body};
    if (work->file.is_bundle && !pd_api_open_bundle(&bundle, call, work->file.body, NULL)) return;
    work->file.file = bundle.file;
    const pd_status status = make_clip(&clip, call, &err);
    pd_io_bundle_close(&bundle);

    /* A call that found no memory for the motion has already been answered. */
    if (clip)
        keep_clip(call, clip);
    else if (!call->done && status != PD_OK)
        pd_api_refuse(call, status == PD_ERR_UNSUPPORTED ? 400 : pd_status_http(status),
                      *err.where == '/' ? err.where : NULL, "%s%s%s", *err.where == '/' ? "" : err.where,
                      *err.where && *err.where != '/' ? ": " : "", err.detail);
}

/* Estimates the memory for reading a file that a PUT sent, in bytes: four copies of the file while it is
 * decompressed and read, two JSON documents, and the body that the file contains. */
static size_t put_bytes(const pd_api_call *call, int threads)
{
    const put_work *work = call->job;
    (void)threads;
    return 4 * work->file.file.size + 2 * call->limits->json_memory + pd_api_person_file_bytes(&work->file);
}

double pd_api_clip_put_cost(const pd_api_call *call)
{
    const put_work *work = call->job;
    return 2 + BYTE_MS * (double)work->file.file.size;
}

void pd_api_judge_clip_put(pd_api_call *call, const pd_api_request *request)
{
    pd_api_model emotes;

    if (!call->host->clip_put) pd_api_refuse(call, 404, NULL, "this server stores no clips");
    if (call->done || !pd_api_take_new_id(call)) return;

    /* The ids of emotes are the server's own. */
    if (!take_emotes(&emotes, call)) return;
    const pd_character_clip_set *set = pd_api_model_clips(&emotes);
    if (set && pd_character_clip_set_find(set, call->id))
        pd_api_refuse(call, 403, NULL, "\"%.64s\" is an emote of the server; another id expected", call->id);
    pd_api_model_release(&emotes);
    if (call->done || !pd_api_fetch(call, PD_API_STORED_CLIPS, call->id) || request->restores) return;

    /* clip_put checks the owner and the conditions once more,
     * because another request may put the clip meanwhile. */
    pd_api_clip *now = call->host->clip ? call->host->clip(call->host->ctx, call->id) : NULL;
    if (now && now->owner != call->owner.id)
        pd_api_refuse(call, 403, NULL, "the clip \"%.64s\" belongs to another client", call->id);
    else
        pd_api_refuse_condition(call, "the clip", now ? now->revision : NULL);
    pd_api_clip_release(now);
}

void pd_api_handle_clip_put(pd_api_call *call, const pd_api_request *request)
{
    pd_api_problems *problems = &call->problems;
    put_values v = {.file = pd_api_person_file_preset, .mask = "all", .fade = FADE};

    pd_api_judge_clip_put(call, request);
    if (call->done || call->waits || call->denied.status != PD_OK) return;

    put_work *work = pd_api_pool_take(&call->pool, 1, sizeof *work);
    if (!work) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    call->job = work;
    call->deinit = end_put;
    if (!pd_api_person_file_begin(&work->file, call, request, PD_API_PERSON_KINDS, "")) return;

    /* The options. */
    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    bool good = query && pd_api_fields_json(&v, query, call->route->query, "", problems) &&
                pd_api_person_file_options(&work->file, call, &v.file);
    float weights[PD_ANIM_BIPED_JOINTS];
    pd_error err = {0};
    if (good && pd_character_play_mask(weights, &v.mask, NULL, 1, &err) != PD_OK)
        good = pd_api_note(problems, err.status, "/mask", "%s", err.detail);
    if (good) snprintf(work->mask, sizeof work->mask, "%s", v.mask);
    json_decref(query);
    if (!good) return;
    work->from = v.from;
    work->seconds = v.seconds;
    work->fade = v.fade;
    work->loops = v.loop == 1;
    call->run = run_put;
    call->run_bytes = put_bytes;
}
