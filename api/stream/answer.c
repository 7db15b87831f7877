/* Messages of the server. */
#include "core/base/text/base64.h"
#include "core/base/assert.h"
#include "api/http/call.h"
#include "api/ik/skeletons.h"
#include "api/stream/message.h"
#include "api/http/json_write.h"
#include "api/motion/characters.h"
#include "core/retarget/character/joint_names.h"
#include "core/retarget/character/xr_axes.h"
#include "core/character/control/rig.h"

#include <math.h>
#include <stdio.h>

static void begin_answer(pd_buffer *out, const char *type, const char *ref)
{
    pd_buffer_printf(out, "{\"type\":\"%s\"", type);
    if (!ref || !*ref) return;
    pd_buffer_text(out, ",\"ref\":");
    pd_api_json_text(out, ref);
}

static void text_member(pd_buffer *out, const char *name, const char *text)
{
    pd_buffer_printf(out, ",\"%s\":", name);
    pd_api_json_text(out, text);
}

typedef struct skeletons {
    pd_buffer *out;
    int count;
    const pd_api_access *access;
} skeletons;

/* Bones of a person's skeleton, and for each the rotation of its frame in WebXR. */
typedef struct headset {
    bool is_there; /* true: the skeleton is a person's; the other members are set */
    pd_anim_humanoid bones;
    pd_quat axes[PD_ANIM_HUMAN_COUNT];
} headset;

/* Writes the names of joint j in WebXR and OpenXR, if it has them, and the rotation of its frame there. */
static void xr_names(pd_buffer *out, const pd_anim_skeleton *skeleton, const headset *h, int j)
{
    PD_ASSERT(j >= 0 && j < skeleton->joint_count);
    static const struct {
        pd_retarget_names set;
        const char *member;
    } sets[] = {{PD_NAMES_WEBXR, "webxr"}, {PD_NAMES_OPENXR, "openxr"}};
    char name[PD_ANIM_NAME_BYTES];
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (pd_retarget_joint_name(name, skeleton->names[j], sets[i].set))
            text_member(out, sets[i].member, name);

    for (int b = 0; h->is_there && b < PD_ANIM_HUMAN_COUNT; b++) {
        const double q[] = {h->axes[b].x, h->axes[b].y, h->axes[b].z, h->axes[b].w};
        if (h->bones.joints[b] != j) continue;
        pd_buffer_text(out, ",\"webxr_axes\":");
        pd_api_json_doubles(out, q, 4);
    }
}

/* Writes joint j of a figure: name, parent, names of WebXR, offset from the parent. */
static void joint_json(pd_buffer *out, const pd_anim_skeleton *s, const headset *xr, int j)
{
    const double offset[] = {s->offsets[j].x, s->offsets[j].y, s->offsets[j].z};

    PD_ASSERT(s->parents[j] < s->joint_count);

    pd_buffer_text(out, "{\"name\":");
    pd_api_json_text(out, s->names[j]);
    pd_buffer_text(out, ",\"parent\":");
    if (s->parents[j] < 0)
        pd_buffer_text(out, "null");
    else
        pd_api_json_text(out, s->names[s->parents[j]]);
    xr_names(out, s, xr, j);
    pd_buffer_text(out, ",\"offset\":");
    pd_api_json_doubles(out, offset, 3);
    pd_buffer_text(out, "}");
}

/* Appends the skeleton of a network to the list that is `arg`. Other models, and those that the client may
 * not see, are skipped. */
static void skeleton_of(void *arg, const pd_api_model *model)
{
    skeletons *list = arg;
    pd_buffer *out = list->out;
    pd_character_rig figure;

    if (!pd_api_access_allows(list->access, PD_API_OBJECT_MODELS, model->id)) return;
    if (!pd_api_model_motion(model) ||
        pd_character_rig_init(&figure, pd_api_model_motion(model), NULL) != PD_OK)
        return;

    /* The network. */
    pd_buffer_text(out, list->count++ ? ",{\"model\":" : "{\"model\":");
    pd_api_json_text(out, model->id);
    pd_buffer_printf(out, ",\"default\":%s,\"samples\":%d",
                     model->is_default && model->kind == &pd_api_kinds[PD_API_KIND_MOTION] ? "true" : "false",
                     figure.layout.samples);

    /* The joints of the model. */
    headset xr;
    xr.is_there = pd_anim_humanoid_init(&xr.bones, &figure.skeleton, true, NULL) == PD_OK;
    if (xr.is_there) pd_retarget_xr_bones(xr.axes, &xr.bones);
    pd_buffer_text(out, ",\"joints\":[");
    for (int j = 0; j < figure.skeleton.joint_count; j++) {
        if (j) pd_buffer_text(out, ",");
        joint_json(out, &figure.skeleton, &xr, j);
    }

    pd_buffer_text(out, "]}");
}

typedef struct wanted {
    const pd_api_host *host;
    bool waits;
} wanted;

/* Asks the host for a model that moves characters and waits on disk, so that it is loaded. */
static void want(void *arg, const pd_api_model *model)
{
    wanted *w = arg;
    pd_api_model found;

    if (model->resident || !pd_api_model_moves(model)) return;
    const pd_status status = w->host->acquire(w->host->ctx, model->id, false, &found, NULL);
    if (status == PD_OK) pd_api_model_release(&found);
    w->waits |= status == PD_ERR_WAIT;
}

pd_status pd_api_welcome_models(const pd_api_host *host, pd_error *err)
{
    wanted w = {host, false};
    host->each_model(host->ctx, want, &w);
    return w.waits ? pd_fail(err, PD_ERR_WAIT, "", "a model that moves characters is being loaded") : PD_OK;
}

/* Appends the names of the weights of the channel `face`, if there is a face: "face":[...]. */
static void face_of(pd_buffer *out, const pd_api_who *who)
{
    if (!who->has_body_face) {
        if (who->character) pd_api_character_face_json(out, who->character);
        return;
    }

    pd_buffer_text(out, ",\"face\":[");
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, pd_retarget_face_names[i]);
    }

    pd_buffer_text(out, "]");
}

/* Appends the names of the coefficients of the channel `soft`, which are those of the morph targets in GLB
 * files, if there are any: "soft":["dmpl_0",...]. */
static void soft_of(pd_buffer *out, const pd_api_who *who)
{
    if (!who->soft_count) return;
    pd_buffer_text(out, ",\"soft\":[");
    for (int i = 0; i < who->soft_count; i++) {
        if (who->breathes && i + 1 == who->soft_count)
            pd_buffer_printf(out, "%s\"breathing\"", i ? "," : "");
        else
            pd_buffer_printf(out, "%s\"dmpl_%d\"", i ? "," : "", i);
    }

    pd_buffer_text(out, "]");
}

/* Appends "character":ID and the description of its joints in frames, if there is a character, and the
 * names of the face and of the soft tissue. */
static void character_of(pd_buffer *out, const pd_api_who *who)
{
    const pd_api_skeleton *c = who->character;

    face_of(out, who);
    if (who->size > 0 && (who->size < 1 || who->size > 1)) pd_buffer_printf(out, ",\"size\":%.9g", who->size);
    soft_of(out, who);
    if (!c) return;
    text_member(out, "character", c->id);
    text_member(out, "root", pd_api_skeleton_joint_name(c, c->skin.skeleton.root));
    pd_buffer_printf(out, ",\"scale\":%.9g,\"joints\":[", who->scale);
    for (int k = 0; k < c->skin.skeleton.joint_count; k++) {
        if (k) pd_buffer_text(out, ",");
        pd_api_json_text(out, pd_api_skeleton_joint_name(c, k));
    }

    pd_buffer_text(out, "]");
    pd_api_character_translated_json(out, c);
}

/* Appends a list of members, or of objects with the members that have them:
 * "members":[{"member":1,"name":"Ada"}]. */
static void members_of(pd_buffer *out, const char *list, const char *name, const pd_api_member *members,
                       int count)
{
    pd_buffer_printf(out, ",\"%s\":[", list);
    for (int i = 0; i < count; i++) {
        pd_buffer_printf(out, "%s{\"member\":%u", i ? "," : "", members[i].member);
        if (*members[i].name) text_member(out, name, members[i].name);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]");
}

/* Appends a number of a member: "host":1; nothing for 0. */
static void member_number(pd_buffer *out, const char *name, uint32_t member)
{
    if (member) pd_buffer_printf(out, ",\"%s\":%u", name, member);
}

/* Appends the room: its name, the client's own number, the host's, all members and objects. */
static void welcome_room(pd_buffer *out, const pd_api_welcome *w)
{
    text_member(out, "room", w->room);
    member_number(out, "member", w->member);
    member_number(out, "host", w->host);
    pd_buffer_printf(out, ",\"rewind\":%g", w->rewind);
    members_of(out, "members", "name", w->members, w->member_count);
    members_of(out, "taken", "object", w->objects, w->object_count);
}

void pd_api_write_welcome(pd_buffer *out, const pd_api_welcome *w, const pd_api_host *host)
{
    skeletons list = {out, 0, w->access};

    begin_answer(out, "welcome", w->ref);
    text_member(out, "session", w->session);
    if (*w->token) text_member(out, "resume_token", w->token);
    if (w->vmc && *w->vmc) text_member(out, "vmc", w->vmc);
    if (w->room && *w->room) welcome_room(out, w);
    pd_buffer_printf(out, ",\"resumed\":%s,\"tick\":%u,\"tick_rate\":%g,\"skeletons\":[",
                     w->resumed ? "true" : "false", w->tick, w->tick_rate);
    host->each_model(host->ctx, skeleton_of, &list);
    pd_buffer_text(out, "],\"characters\":[");
    for (int i = 0; i < w->there_count; i++) {
        pd_buffer_printf(out, "%s{\"id\":%u", i ? "," : "", w->there[i].id);
        text_member(out, "model", w->there[i].model);
        member_number(out, "member", w->there[i].member);
        character_of(out, &w->there[i]);
        pd_buffer_text(out, "}");
    }

    pd_buffer_printf(out,
                     "],\"limits\":{\"characters\":%d,\"message_bytes\":%zu,\"resume_window\":%g,"
                     "\"input_timeout\":%g}}",
                     w->characters, w->message_bytes, w->resume_window, w->input_timeout);
}

void pd_api_write_spawned(pd_buffer *out, const char *ref, const pd_api_who *who)
{
    pd_api_problems problems = {0};

    begin_answer(out, "spawned", ref);
    pd_buffer_printf(out, ",\"id\":%u", who->id);
    text_member(out, "model", who->model);
    member_number(out, "member", who->member);
    character_of(out, who);
    if (who->warning) pd_api_warn(&problems, "/motion", "%s", who->warning);
    pd_api_warn_heading(&problems, who->facing, "/facing");
    pd_api_json_warnings(out, &problems);
    pd_buffer_text(out, "}");
}

void pd_api_write_entered(pd_buffer *out, uint32_t member, const char *name, uint32_t host)
{
    begin_answer(out, "entered", NULL);
    member_number(out, "member", member);
    if (*name) text_member(out, "name", name);
    member_number(out, "host", host);
    pd_buffer_text(out, "}");
}

void pd_api_write_left(pd_buffer *out, uint32_t member, uint32_t host)
{
    begin_answer(out, "left", NULL);
    member_number(out, "member", member);
    member_number(out, "host", host);
    pd_buffer_text(out, "}");
}

void pd_api_write_taken(pd_buffer *out, const char *object, uint32_t member)
{
    begin_answer(out, "taken", NULL);
    text_member(out, "object", object);
    member_number(out, "member", member);
    pd_buffer_text(out, "}");
}

void pd_api_write_message(pd_buffer *out, uint32_t member, const char *name, const char *text)
{
    begin_answer(out, "message", NULL);
    pd_buffer_printf(out, ",\"member\":%u", member);
    if (*name) text_member(out, "name", name);
    text_member(out, "text", text);
    pd_buffer_text(out, "}");
}

void pd_api_write_predicted(pd_buffer *out, const pd_api_predicted *p)
{
    begin_answer(out, "predicted", NULL);
    pd_buffer_printf(out, ",\"id\":%u,\"tick\":%u,\"seq\":%llu", p->id, p->tick, (unsigned long long)p->seq);
    if (p->has_early) pd_buffer_printf(out, ",\"early\":%d", p->early);
    if (p->reason)
        text_member(out, "reason", p->reason);
    else if (!p->snapshot.size)
        pd_buffer_printf(out, ",\"hash\":\"%016llx\"", (unsigned long long)p->hash);
    else {
        if (p->scene) text_member(out, "scene", p->scene);
        pd_buffer_printf(out, ",\"network\":\"%016llx\",\"snapshot\":\"", (unsigned long long)p->network);
        pd_base64_encode(out, p->snapshot.data, p->snapshot.size);
        pd_buffer_text(out, "\"");
    }

    pd_buffer_text(out, "}");
}

void pd_api_write_hits(pd_buffer *out, const char *ref, const pd_api_hits *hits)
{
    begin_answer(out, "hits", ref);
    pd_buffer_text(out, ",");
    pd_api_cast_write(out, hits);
    pd_buffer_text(out, "}");
}

void pd_api_write_done(pd_buffer *out, const char *ref, const char *what)
{
    begin_answer(out, "done", ref);
    text_member(out, "of", what);
    pd_buffer_text(out, "}");
}

void pd_api_write_faced(pd_buffer *out, const char *ref, const pd_retarget_face_request *request,
                        const pd_retarget_face_unknown *unknown)
{
    begin_answer(out, "done", ref);
    text_member(out, "of", "face");
    for (int i = 0; i < unknown->count; i++) {
        pd_buffer_text(out, i ? "," : ",\"unknown\":[");
        pd_api_json_text(out, request->shapes[unknown->items[i]].name);
    }

    pd_buffer_text(out, unknown->count ? "]}" : "}");
}

void pd_api_write_warned(pd_buffer *out, const char *of, uint32_t id, const pd_api_problems *problems)
{
    PD_ASSERT(problems->warning_count > 0);
    begin_answer(out, "warned", NULL);
    text_member(out, "of", of);
    if (id) pd_buffer_printf(out, ",\"id\":%u", id);
    pd_api_json_warnings(out, problems);
    pd_buffer_text(out, "}");
}

void pd_api_write_pong(pd_buffer *out, const char *ref, double time, double server_time, uint32_t tick)
{
    begin_answer(out, "pong", ref);
    pd_buffer_printf(out, ",\"time\":%.17g,\"server_time\":%.6f,\"tick\":%u}", time, server_time, tick);
}

void pd_api_write_error(pd_buffer *out, const char *ref, const char *code, const pd_api_problems *problems)
{
    begin_answer(out, "error", ref);
    text_member(out, "code", code);
    if (problems->count) {
        text_member(out, "pointer", problems->items[0].where);
        text_member(out, "detail", problems->items[0].detail);
    }

    pd_buffer_text(out, ",\"errors\":[");
    for (int i = 0; i < problems->count; i++) {
        pd_buffer_text(out, i ? ",{\"pointer\":" : "{\"pointer\":");
        pd_api_json_text(out, problems->items[i].where);
        text_member(out, "detail", problems->items[i].detail);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]}");
}

void pd_api_write_bye(pd_buffer *out, const char *reason, double come_back, const char *detail)
{
    begin_answer(out, "bye", NULL);
    text_member(out, "reason", reason);
    if (come_back >= 0)
        pd_buffer_printf(out, ",\"come_back\":true,\"after\":%g", come_back);
    else
        pd_buffer_text(out, ",\"come_back\":false");
    text_member(out, "detail", detail);
    pd_buffer_text(out, "}");
}

static const struct {
    unsigned bit;
    const char *name, *foot;
} event_rows[] = {
    {PD_CHARACTER_STEP_LEFT, "footstep", "left"},
    {PD_CHARACTER_STEP_RIGHT, "footstep", "right"},
    {PD_CHARACTER_JUMPED, "jump", NULL},
    {PD_CHARACTER_LANDED, "land", NULL},
    {PD_CHARACTER_BLOCKED, "blocked", NULL},
    {PD_CHARACTER_ARRIVED, "arrived", NULL},
    {PD_CHARACTER_UNREACHABLE, "unreachable", NULL},
};

void pd_api_write_events(pd_buffer *out, size_t ends[8], int *count, uint32_t id,
                         const pd_character_pose *pose, uint32_t tick, double time)
{
    *count = 0;
    for (size_t i = 0; i < sizeof event_rows / sizeof *event_rows; i++) {
        if (!(pose->events & event_rows[i].bit)) continue;
        pd_vec3 at = event_rows[i].foot ? pose->steps[i] : pose->root;
        begin_answer(out, "event", NULL);
        text_member(out, "event", event_rows[i].name);
        pd_buffer_printf(out, ",\"id\":%u,\"tick\":%u,\"time\":%.6f", id, tick, time);
        if (event_rows[i].foot) text_member(out, "foot", event_rows[i].foot);
        pd_buffer_printf(out, ",\"position\":[%.4f,%.4f,%.4f]}", at.x, at.y, at.z);
        ends[(*count)++] = out->size;
    }
}

void pd_api_write_lowered(pd_buffer *out, const pd_api_lowered *l)
{
    begin_answer(out, "lowered", NULL);
    pd_buffer_printf(out, ",\"asked\":%d,\"divisor\":%.2f", l->asked, l->frames);
    if (l->has_vertices) pd_buffer_printf(out, ",\"vertices_divisor\":%.2f", l->vertices);
    text_member(out, "detail",
                l->is_whole ? "as asked again"
                            : "the ticks take too long for all that was asked; frames of the most expensive "
                              "sessions are reduced");
    pd_buffer_text(out, "}");
}

void pd_api_write_observed(pd_buffer *out, const pd_api_observed *o)
{
    const double degree = 180 / M_PI;

    begin_answer(out, "observed", NULL);
    pd_buffer_printf(
        out,
        ",\"id\":%u,\"part\":\"%s\",\"time\":%.9g,\"%s\":%.5g,\"solve_ms\":%.3f,\"mirrored\":%s,\"unseen\":[",
        o->id, o->is_face ? "face" : "body", o->time,
        o->in_picture ? "rms_pixels"
        : o->in_turns ? "rms_degrees"
                      : "rms",
        o->in_turns ? degree * o->rms : o->rms, o->solve_ms, o->mirrored ? "true" : "false");
    for (int i = 0; i < o->unseen_count; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, o->unseen[i]);
    }

    pd_buffer_text(out, "]");
    if (o->trouble) text_member(out, "trouble", o->trouble);
    pd_buffer_text(out, "}");
}

void pd_api_write_spoken(pd_buffer *out, const pd_api_spoken *s, uint32_t id, uint32_t tick, double time)
{
    static const char *const names[] = {"speech_started", "word", "speech_ended"};

    begin_answer(out, "speech", NULL);
    text_member(out, "event", names[s->kind]);
    pd_buffer_printf(out, ",\"id\":%u,\"tick\":%u,\"time\":%.6f,\"at\":%.3f", id, tick, time, s->at);
    if (*s->utterance) text_member(out, "utterance", s->utterance);
    if (s->kind == PD_API_SPOKEN_STARTED && s->seconds > 0)
        pd_buffer_printf(out, ",\"seconds\":%.3f", s->seconds);
    if (s->kind == PD_API_SPOKEN_WORD) {
        text_member(out, "word", s->word);
        pd_buffer_printf(out, ",\"end\":%.3f", s->end);
    }

    if (s->kind == PD_API_SPOKEN_ENDED)
        pd_buffer_printf(out, ",\"stopped\":%s", s->is_cut ? "true" : "false");
    pd_buffer_text(out, "}");
}

void pd_api_write_played(pd_buffer *out, const pd_character_play_event *p, uint32_t id, uint32_t tick,
                         double time)
{
#define REASON_NAME(id, name, doc) name,
    static const char *const reasons[] = {PD_CHARACTER_PLAY_REASON_TABLE(REASON_NAME)};
    const bool is_end = p->kind == PD_CHARACTER_PLAY_ENDED;

    begin_answer(out, "clip", NULL);
    text_member(out, "event", is_end ? "play_ended" : "play_started");
    pd_buffer_printf(out, ",\"id\":%u,\"tick\":%u,\"time\":%.6f", id, tick, time);
    text_member(out, "clip", p->name);
    if (is_end) {
        pd_buffer_printf(out, ",\"at\":%.3f", p->at);
        text_member(out, "reason", reasons[p->reason]);
    } else
        pd_buffer_printf(out, ",\"seconds\":%.3f", p->at);
    pd_buffer_text(out, "}");
}

void pd_api_write_stats(pd_buffer *out, const pd_api_stats *s)
{
    begin_answer(out, "stats", NULL);
    pd_buffer_printf(
        out,
        ",\"tick\":%u,\"sent\":%llu,\"dropped\":%llu,\"bytes\":%llu,\"round_trip\":%.6f,"
        "\"late_ms\":%.3f,\"load\":%.3f,\"ticks_left_out\":%llu,\"characters\":%d,\"sessions\":%d}",
        s->tick, (unsigned long long)s->sent, (unsigned long long)s->dropped, (unsigned long long)s->bytes,
        s->round_trip, s->late_ms, s->load, (unsigned long long)s->ticks_left_out, s->characters,
        s->sessions);
}
