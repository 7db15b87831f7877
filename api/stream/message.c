/* Decodes the messages of clients by tables of their fields. */
#include "config/config.h"
#include "api/stream/message.h"
#include "api/stream/message_values.h"
#include "api/motion/person.h"

#include "api/body/body.h"
#include "api/motion/control.h"
#include "api/motion/face.h"
#include "api/motion/input.h"
#include "api/motion/overlay.h"
#include "api/motion/scene.h"
#include "api/speech/utterance.h"
#include "api/stream/observe.h"
#include "core/base/assert.h"

#include <float.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef pd_api_message_values values;
#define AT(member) offsetof(values, member)

static const pd_api_field every_fields[] = {
    {.name = "type",
     .type = PD_API_TEXT,
     .offset = AT(type),
     .example = "\"join\"",
     .doc = "Type of the message; it decides which other fields are allowed."},
    {.name = "ref",
     .type = PD_API_TEXT,
     .offset = AT(ref),
     .example = "\"7\"",
     .doc = "Reference of up to 64 bytes that the answer repeats."},
    {0},
};

static const pd_api_field id_fields[] = {
    {.name = "id",
     .type = PD_API_INTEGER,
     .offset = AT(id),
     .min = 1,
     .max = 2147483647,
     .example = "1",
     .doc = "Id of the character, from the message `spawned`."},
    {0},
};

static const pd_api_field join_fields[] = {
    {.name = "resume",
     .type = PD_API_TEXT,
     .offset = AT(resume),
     .doc = "Token of the session to resume, from the message `welcome`."},
    {.name = "watch",
     .type = PD_API_TEXT,
     .offset = AT(watch),
     .doc = "Id of another client's session to watch, from its message `welcome`."},
    {.name = "scene",
     .type = PD_API_TEXT,
     .offset = AT(scene),
     .example = "\"yard\"",
     .doc = "Id of the scene of a new session (PUT /v1/scenes/{id}); without it the ground is flat."},
    {.name = "share",
     .type = PD_API_BOOLEAN,
     .offset = AT(share),
     .preset = "false",
     .doc = "True lets clients with other keys watch the new session."},
    {.name = "vmc",
     .type = PD_API_TEXT,
     .offset = AT(vmc),
     .example = "\"127.0.0.1:39539\"",
     .doc = "Address and port to which the session's first character is sent by the VMC protocol, where "
            "stream.vmc_allow permits it."},
    {.name = "room",
     .type = PD_API_TEXT,
     .offset = AT(room),
     .example = "\"plaza\"",
     .doc = "Name of a room to join, or to begin if there is none of that name: 1 to 64 lower-case letters, "
            "digits, '-' and '_'. Each member moves the characters that it has spawned."},
    {.name = "name",
     .type = PD_API_TEXT,
     .offset = AT(name),
     .example = "\"Ada\"",
     .doc = "Name of up to 64 bytes under which the other members of the room see this client."},
    {.name = "capacity",
     .type = PD_API_INTEGER,
     .offset = AT(capacity),
     .min = 1,
     .max = 10000,
     .example = "10",
     .doc = "Largest number of members of a new room; without it stream.room_members."},
    {.name = "rewind",
     .type = PD_API_NUMBER,
     .offset = AT(rewind),
     .min = 0,
     .max = 1,
     .example = "0.25",
     .doc =
         "Longest time in seconds from the moment of a message `cast` to its arrival, in a new room, 0 to 1; "
         "without it stream.room_rewind. 0: nobody may cast."},
    {.name = "secret",
     .type = PD_API_TEXT,
     .offset = AT(secret),
     .example = "\"open sesame\"",
     .doc = "Secret of up to 64 bytes of a new room, which everybody who joins it must give."},
    {.name = "role",
     .type = PD_API_CHOICE,
     .offset = AT(role),
     .choices = "player|watcher|host",
     .preset = "\"player\"",
     .doc = "Role in the room: a player has characters, a watcher only sees, and a host is a player who may "
            "remove others. The first player becomes host; later ones need a key that permits it."},
    {.name = "vmc_divisor",
     .type = PD_API_INTEGER,
     .offset = AT(vmc_divisor),
     .min = 1,
     .max = 600,
     .preset = "1",
     .doc = "Ticks from one VMC datagram to the next, 1 to 600."},
    {.name = "vmc_upper_chest",
     .type = PD_API_BOOLEAN,
     .offset = AT(vmc_upper_chest),
     .preset = "true",
     .doc = "False for VMC avatars without the bone UpperChest: its rotation is then added to Chest."},
    {0},
};

typedef struct body_values {
    const char *model;
    const json_t *betas;
    int soft;
    double breathing;
} body_values;

static const pd_api_field body_fields[] = {
    {.name = "model",
     .type = PD_API_TEXT,
     .offset = offsetof(body_values, model),
     .example = "\"default\"",
     .doc = "Id of a body model; without it the default one."},
    PD_API_BETAS_FIELD(offsetof(body_values, betas),
                       "Shape coefficients of the body, in standard deviations. Missing ones are 0."),
    PD_API_SOFT_FIELDS(offsetof(body_values, soft), offsetof(body_values, breathing), "the channel vertices"),
    {0},
};

static const pd_api_field spawn_fields[] = {
    {.name = "model",
     .type = PD_API_TEXT,
     .offset = AT(model),
     .example = "\"motion\"",
     .doc = "Id of a motion network or matching database; without it the default one."},
    PD_API_POSITION_FIELD(AT(position), "Position of the character in the world in metres: x, z."),
    PD_API_FACING_FIELD(AT(facing), "Direction of the character in radians about +Y; 0 faces +Z."),
    PD_API_STYLE_FIELD(AT(style)),
    PD_API_VARIATION_FIELD(
        AT(variation),
        "Number that selects a personal variation: a mix of styles, a pace and a rhythm of glances. 0: no "
        "personal variation. Without it, each character of the session except the first gets one."),
    {.name = "body",
     .type = PD_API_OBJECT,
     .offset = AT(body),
     .rows = body_fields,
     .example = "{\"betas\":[1.5,-0.5]}",
     .doc = "Body that moves with the character: the channels smpl and vertices are of this body."},
    {.name = "character",
     .type = PD_API_TEXT,
     .offset = AT(character),
     .example = "\"mine\"",
     .doc = "Id of a character that was put (PUT /v1/characters/{id}), which moves instead of a body: the "
            "channel character has its own joints."},
    PD_API_MOTION_FIELD(AT(motion)),
    {.name = "drive",
     .type = PD_API_CHOICE,
     .offset = AT(drive),
     .choices = "motion|observe",
     .preset = "\"motion\"",
     .doc = "Source of the character's motion: motion (its inputs and the motion model) or observe (the "
            "person in the messages `observe`)."},
    {.name = "control",
     .type = PD_API_OBJECT,
     .offset = AT(control),
     .rows = pd_api_control_fields,
     .example = "{\"preset\":\"original\",\"walk_speed\":1.4}",
     .doc =
         "Constants of the character controller for this character. A session has at most 4 different sets."},
    {.name = "orders",
     .type = PD_API_BOOLEAN,
     .offset = AT(orders),
     .preset = "false",
     .doc = "True lets other programs order the character by POST /v1/rooms/{id}/speak, look, play and feel, "
            "such as a language model's."},
    {0},
};

static const pd_api_field seq_fields[] = {
    {.name = "seq",
     .type = PD_API_COUNT,
     .offset = AT(seq),
     .min = 0,
     .max = PD_API_SEQ_MAX,
     .preset = "0",
     .doc = "Number of the input, chosen by the client. Each frame has the number of the last input that it "
            "takes into account."},
    {0},
};

#define NO_TICK UINT64_MAX
#define HASHES  30 /* ticks from one hash of a predicted character to the next */
static const pd_api_field tick_fields[] = {
    {.name = "tick",
     .type = PD_API_COUNT,
     .offset = AT(tick),
     .min = 0,
     .max = UINT32_MAX,
     .example = "1203",
     .doc = "For a character that the client predicts (message predict): number of the tick in which the "
            "input is applied, up to 120 ticks ahead. Without it the input is applied in the next tick."},
    {0},
};

static const pd_api_field predict_fields[] = {
    {.name = "every",
     .type = PD_API_INTEGER,
     .offset = AT(every),
     .min = 6,
     .max = 600,
     .preset = "30",
     .doc = "Ticks from one hash to the next, 6 to 600: hashes are those of ticks whose number is a "
            "multiple."},
    {.name = "stop",
     .type = PD_API_BOOLEAN,
     .offset = AT(stop),
     .preset = "false",
     .doc = "True, alone, ends the hashes and states; inputs of the character then have no tick."},
    {0},
};

const pd_api_field pd_api_look_fields[] = {
    {.name = "at",
     .type = PD_API_NUMBERS,
     .offset = AT(at),
     .min = -PD_ANIM_SCENE_MAX_SPAN,
     .max = PD_ANIM_SCENE_MAX_SPAN,
     .example = "[1,0]",
     .doc = "Direction x, z that the character faces; without it none."},
    {0},
};

const pd_api_field pd_api_speak_fields[] = {
    {.name = "utterance",
     .type = PD_API_TEXT,
     .offset = AT(name),
     .example = "\"u1\"",
     .doc = "Name of up to 64 bytes that the messages `speech` about this utterance repeat."},
    {.name = "queue",
     .type = PD_API_BOOLEAN,
     .offset = AT(queue),
     .preset = "false",
     .doc = "True begins the utterance after those that the character speaks or that wait; otherwise it ends "
            "them."},
    {.name = "delay",
     .type = PD_API_NUMBER,
     .offset = AT(delay),
     .min = 0,
     .max = 60,
     .preset = "0",
     .doc =
         "Seconds until time 0 of the utterance: from now or, with `queue`, from the end of the one before "
         "it."},
    {.name = "stop",
     .type = PD_API_BOOLEAN,
     .offset = AT(stop),
     .preset = "false",
     .doc = "True, alone, ends the speech of the character; its mouth closes in 0.12 s."},
    {0},
};

static const pd_api_field profile_fields[] = {
    {.name = "channels",
     .type = PD_API_CHOICES,
     .offset = AT(channels),
     .choices = PD_API_FRAME_CHANNELS,
     .preset = "[\"root\",\"rotations\",\"contacts\"]",
     .doc = "Channels of each character that frames contain."},
    {.name = "divisor",
     .type = PD_API_INTEGER,
     .offset = AT(divisor),
     .min = 1,
     .max = 600,
     .preset = "1",
     .doc = "Ticks from one frame to the next, 1 to 600."},
    {.name = "quantize",
     .type = PD_API_INTEGER,
     .offset = AT(quantize),
     .min = 32,
     .max = 48,
     .preset = "48",
     .doc = "Bits of one rotation in frames: 48 or 32."},
    {.name = "compact",
     .type = PD_API_INTEGER,
     .offset = AT(compact),
     .min = 0,
     .max = 10,
     .preset = "0",
     .doc = "Largest error of a joint in compact frames, 1 to 10 mm. With 1 mm a frame takes 32 to 35 bytes "
            "a character, and each frame needs the one before it to be decoded. 0: frames that can be "
            "decoded alone."},
    {.name = "budget",
     .type = PD_API_INTEGER,
     .offset = AT(budget),
     .min = PD_API_BUDGET_LEAST,
     .max = 1000000000,
     .example = "60000",
     .doc =
         "Bytes of frames a second, 1000 or more. Frames then have only some characters: near ones in every "
         "tick, farther ones in every second, fourth or tenth. Without it every frame has all."},
    {.name = "view",
     .type = PD_API_NUMBERS,
     .offset = AT(view),
     .min = -PD_ANIM_SCENE_MAX_SPAN,
     .max = PD_ANIM_SCENE_MAX_SPAN,
     .example = "[0,5]",
     .doc =
         "With budget: point in metres from which the client sees, x and z; without it its first character, "
         "or the origin if it has none."},
    {.name = "radius",
     .type = PD_API_NUMBER,
     .offset = AT(radius),
     .min = 1,
     .max = 100000,
     .example = "60",
     .doc =
         "With budget: distance in metres from that point beyond which characters are left out; without it "
         "60."},
    {0},
};

static const pd_api_field ping_fields[] = {
    {.name = "time",
     .type = PD_API_NUMBER,
     .offset = AT(time),
     .min = -DBL_MAX,
     .max = DBL_MAX,
     .preset = "0",
     .doc = "Any number, such as a time of the client's own clock, which pong returns as a double."},
    {0},
};

/* ---- readers: values of the tables to the message ---- */

/* Copies a text of at most 64 bytes; NULL, an absent field, leaves *out as it is. */
static bool copy_text(char out[PD_API_REF_BYTES], const char *text, const char *pointer,
                      pd_api_problems *problems)
{
    if (!text) return true;
    if (strlen(text) >= PD_API_REF_BYTES)
        return pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu bytes; at most %d allowed", strlen(text),
                           PD_API_REF_BYTES - 1);
    strcpy(out, text);

    return true;
}

/* Reads two numbers in the range of the field `name` of a table. */
static bool read_pair(double out[2], const json_t *array, const pd_api_field *table, const char *name,
                      pd_api_problems *problems)
{
    const pd_api_field *field = pd_api_field_named(table, name);
    char pointer[64];

    pd_api_pointer_to(pointer, sizeof pointer, "", name);
    return pd_api_doubles_read(out, array, 2, field->min, field->max, pointer, problems);
}

static const pd_api_field send_fields[] = {
    {.name = "text",
     .type = PD_API_TEXT,
     .offset = AT(said),
     .example = "\"hello\"",
     .doc = "Text of the application, at most 1024 bytes; the server does not read it."},
    {.name = "to",
     .type = PD_API_INTEGER,
     .offset = AT(to),
     .min = 1,
     .max = 2147483647,
     .example = "2",
     .doc = "Number of the member that receives it; without it all other members."},
    {0},
};

static const pd_api_field take_fields[] = {
    {.name = "object",
     .type = PD_API_TEXT,
     .offset = AT(object),
     .example = "\"ball\"",
     .doc = "Name of the object, 1 to 64 bytes, as the application chooses it."},
    {.name = "release",
     .type = PD_API_BOOLEAN,
     .offset = AT(release),
     .preset = "false",
     .doc = "True gives the object back, so that others can take it."},
    {0},
};

static const pd_api_field leave_fields[] = {
    {.name = "member",
     .type = PD_API_INTEGER,
     .offset = AT(member),
     .min = 1,
     .max = 2147483647,
     .example = "2",
     .doc = "Number of the member that the host removes from the room; without it the client itself leaves."},
    {0},
};

static bool read_profile(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    if (v->quantize != 48 && v->quantize != 32)
        return pd_api_note(problems, PD_ERR_RANGE, "/quantize", "%d; 48 or 32 allowed", v->quantize);
    m->profile = (pd_api_profile){.channels = pd_api_frame_channels(v->channels.set),
                                  .divisor = v->divisor,
                                  .rotation_bits = v->quantize,
                                  .compact = v->compact,
                                  .budget = v->budget,
                                  .has_view = v->view != NULL,
                                  .radius = v->radius > 0 ? v->radius : PD_API_RADIUS};
    if (!v->budget && (v->view || v->radius > 0))
        return pd_api_note(problems, PD_ERR_INVALID, v->view ? "/view" : "/radius",
                           "has no effect without budget");
    if (v->budget && v->compact)
        return pd_api_note(problems, PD_ERR_INVALID, "/compact",
                           "%d; not allowed with budget, because a compact frame has every character",
                           v->compact);
    if (v->view && !read_pair(m->profile.view, v->view, profile_fields, "view", problems)) return false;
    if (!v->compact) return true;

    /* Refuse options that compact frames do not support. */
    if (v->quantize != 48)
        return pd_api_note(
            problems, PD_ERR_INVALID, "/quantize",
            "%d given with compact; not allowed, because compact frames choose their own precision",
            v->quantize);
    const unsigned others = m->profile.channels & ~(unsigned)PD_API_FRAME_COMPACT;
    if (others)
        return pd_api_note(
            problems, PD_ERR_INVALID, "/compact",
            "%d; only 0 allowed with the channels joints, trajectory, vertices, character and soft, "
            "because compact frames hold root, rotations, contacts, smpl and face alone",
            v->compact);

    return true;
}

/* Refuses the fields of join that have no effect beside the others. */
static bool check_join(const values *v, pd_api_problems *problems)
{
    static const char own_session[] = "a session of one's own, without watch";
    const struct {
        const char *pointer;
        bool is_idle;
        const char *needs;
    } fields[] = {
        {"/scene", v->watch && v->scene, own_session},
        {"/room", v->room && (v->resume || v->watch), "a session of one's own, without resume and watch"},
        {"/vmc", v->room && v->vmc, own_session},
        {"/share", v->room && v->share, own_session},
        {"/name", v->name && !v->room, "room"},
        {"/capacity", v->capacity && !v->room, "room"},
        {"/rewind", v->rewind >= 0 && !v->room, "room"},
        {"/secret", v->secret && !v->room, "room"},
        {"/role", v->role != PD_API_ROLE_PLAYER && !v->room, "room"},
        {"/capacity", v->capacity && v->role == PD_API_ROLE_WATCHER, "the role player or host"},
        {"/rewind", v->rewind >= 0 && v->role == PD_API_ROLE_WATCHER, "the role player or host"},
        {"/name", v->name && v->role == PD_API_ROLE_WATCHER, "the role player or host"},
        {"/share", v->watch && v->share, own_session},
        {"/vmc", v->watch && v->vmc, own_session},
        {"/vmc_divisor", !v->vmc && v->vmc_divisor != 1, "vmc"},
        {"/vmc_upper_chest", !v->vmc && !v->vmc_upper_chest, "vmc"},
    };

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].is_idle)
            pd_api_note(problems, PD_ERR_INVALID, fields[i].pointer, "has no effect without %s",
                        fields[i].needs);

    return !problems->count;
}

static bool read_join(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    if (!check_join(v, problems)) return false;

    /* Numbers and flags, then texts: all are read, so that all errors are told. */
    m->join.vmc_divisor = v->vmc_divisor;
    m->join.vmc_upper_chest = v->vmc_upper_chest;
    m->join.is_shared = v->share;
    m->join.capacity = v->capacity;
    m->join.rewind = v->rewind;
    m->join.role = (pd_api_role)v->role;

    bool good = copy_text(m->join.resume, v->resume, "/resume", problems);
    good &= copy_text(m->join.watch, v->watch, "/watch", problems);
    good &= copy_text(m->join.scene, v->scene, "/scene", problems);
    good &= copy_text(m->join.vmc, v->vmc, "/vmc", problems);
    good &= copy_text(m->join.room, v->room, "/room", problems);
    good &= copy_text(m->join.name, v->name, "/name", problems);
    good &= copy_text(m->join.secret, v->secret, "/secret", problems);

    /* The name of a room stands in URLs and in lists of keys. An empty secret would be none. */
    if (v->room && strlen(v->room) < PD_API_REF_BYTES && !pd_cfg_id_valid(v->room))
        good = pd_api_note(problems, PD_ERR_INVALID, "/room",
                           "\"%s\"; 1 to 64 lower-case letters, digits, '-' and '_' allowed", v->room);
    if (v->secret && !*v->secret)
        good = pd_api_note(problems, PD_ERR_INVALID, "/secret", "empty; 1 to 64 bytes expected");

    return good;
}

static bool read_send(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    if (!v->said)
        return pd_api_note(problems, PD_ERR_INVALID, "/text", "missing; a text of at most %d bytes expected",
                           PD_API_SEND_BYTES);
    if (strlen(v->said) > PD_API_SEND_BYTES)
        return pd_api_note(problems, PD_ERR_RANGE, "/text", "%zu bytes; at most %d allowed", strlen(v->said),
                           PD_API_SEND_BYTES);
    strcpy(m->send.text, v->said);
    m->send.to = (uint32_t)v->to;

    return true;
}

static bool read_take(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    m->take.releases = v->release != 0;
    if (v->object && *v->object) return copy_text(m->take.object, v->object, "/object", problems);
    return pd_api_note(problems, PD_ERR_INVALID, "/object", "%s; a name of 1 to 64 bytes expected",
                       v->object ? "empty" : "missing");
}

static bool read_cast(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_cast_read(&m->cast, &v->cast, problems);
}

static bool read_leave(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    (void)problems;
    m->member = (uint32_t)v->member;
    return true;
}

static bool read_spawn_body(pd_api_message *m, const json_t *object, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {body_fields, NULL};
    static const pd_api_count allowed = {0, PD_RETARGET_MOTION_BETAS, "betas"};
    body_values v = {0};

    /* The model, and how its flesh moves. */
    if (!pd_api_fields_json(&v, object, tables, "/body", problems)) return false;
    m->spawn.has_body = 1;
    m->spawn.is_soft = v.soft;
    m->spawn.breathing = v.breathing;
    if (!copy_text(m->spawn.body, v.model, "/body/model", problems)) return false;

    /* Betas; how many the model has is not known here. */
    if (!v.betas) return true;
    m->spawn.beta_count = pd_api_numbers_read(
        m->spawn.betas, v.betas, allowed, pd_api_field_named(body_fields, "betas"), "/body/betas", problems);

    return m->spawn.beta_count >= 0;
}

static bool read_spawn(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    m->spawn.facing = v->facing;
    m->spawn.takes_orders = v->orders != 0;
    m->spawn.drive = (pd_api_drive)v->drive;
    m->spawn.motion = (pd_api_motion)v->motion;

    /* Read model, style and constants of the motion. */
    m->spawn.has_variation = v->variation >= 0;
    m->spawn.has_control = v->control != NULL;
    bool good = pd_api_person_read(&m->spawn.person, v->style, v->variation < 0 ? 0 : v->variation, problems);
    good &= copy_text(m->spawn.model, v->model, "/model", problems);

    /* Initial position. */
    if (v->position) good &= read_pair(m->spawn.position, v->position, spawn_fields, "position", problems);

    /* Figure that moves: a body, or a character that a client put. */
    if (v->body) good &= read_spawn_body(m, v->body, problems);
    if (v->body && v->character)
        good &= pd_api_note(problems, PD_ERR_INVALID, "/character",
                            "given together with body; only one of the two allowed");
    good &= copy_text(m->spawn.character, v->character, "/character", problems);

    /* Constants of its controller. */
    good &= pd_api_control_read(&m->spawn.control, v->control, "/control", problems);
    return good;
}

static bool read_look(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    m->look.has_at = v->at != NULL;
    bool good = !v->at || read_pair(m->look.at, v->at, pd_api_look_fields, "at", problems);
    return good & pd_api_gaze_read(&m->look.gaze, &v->gaze, "", problems);
}

static bool read_face(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_face_read(&m->face, &v->face, "", problems);
}

static bool read_speak(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    const struct {
        const char *pointer;
        bool is_given;
    } fields[] = {{"/utterance", v->name},
                  {"/queue", v->queue},
                  {"/delay", v->delay != 0},
                  {"/source", v->utterance.source != 0},
                  {"/speed", v->utterance.speed != 1}};

    m->speak.delay = v->delay;
    m->speak.is_queued = v->queue;
    if (!copy_text(m->speak.utterance, v->name, "/utterance", problems)) return false;
    if (!v->stop) return pd_api_utterance_read(&m->speak.track, &v->utterance, "", problems);

    /* A stop has nothing else. */
    if (pd_api_utterance_given(&v->utterance))
        return pd_api_note(
            problems, PD_ERR_INVALID, "/stop",
            "true with an utterance; one of the two allowed (an utterance without `queue` ends the "
            "one before it)");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].is_given)
            return pd_api_note(problems, PD_ERR_INVALID, fields[i].pointer, "has no effect with stop");

    return true;
}

static bool read_hear(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_hear_read(&m->hear, &v->hear, problems);
}

static bool read_sound(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_sound_read(&m->sound.chunk, &m->sound.bytes, &v->sound, PD_API_SOUND_BYTES, problems);
}

static bool read_feel(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_feel_read(&m->feel, &v->feel, v->id, problems);
}

static bool read_input(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    m->has_tick = v->tick != NO_TICK;
    m->tick = (uint32_t)v->tick;
    return pd_api_input_read(&m->input, &v->input, "", problems);
}

static bool read_predict(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    m->predict.every = v->every;
    m->predict.stops = v->stop != 0;
    if (!v->stop || v->every == HASHES) return true;
    return pd_api_note(problems, PD_ERR_INVALID, "/every", "has no effect with stop");
}

static bool read_follow(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_follow_read(&m->follow, &v->follow, "", problems);
}

static bool read_observe(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    if (pd_api_observe_face_landmarks(v->sight.set))
        return pd_api_observe_face_read(&m->face_sight, &v->sight, problems);
    return pd_api_observe_sight_read(&m->sight, &v->sight, problems);
}

static bool read_reach(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_reach_read(&m->reach.hand, &m->reach.request, &v->reach, "", problems);
}

static bool read_play(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_play_read(&m->play, &v->play, "", problems);
}

static bool read_sit(pd_api_message *m, const values *v, pd_api_problems *problems)
{
    return pd_api_sit_read(&m->sit, &v->sit, "", problems);
}

/* One type of message. */
typedef struct message_row {
    const char *type;
    const pd_api_field *tables[5]; /* tables of its fields besides every_fields, ending in NULL */
    bool (*read)(pd_api_message *m, const values *v,
                 pd_api_problems *problems); /* NULL: the fields need no reader */
} message_row;

static const message_row rows[PD_API_MESSAGE_COUNT] = {
    [PD_API_MESSAGE_JOIN] = {"join", {join_fields}, read_join},
    [PD_API_MESSAGE_SPAWN] = {"spawn", {spawn_fields}, read_spawn},
    [PD_API_MESSAGE_INPUT] = {"input", {id_fields, seq_fields, tick_fields, pd_api_input_fields}, read_input},
    [PD_API_MESSAGE_PREDICT] = {"predict", {id_fields, predict_fields}, read_predict},
    [PD_API_MESSAGE_FOLLOW] = {"follow", {id_fields, pd_api_follow_fields}, read_follow},
    [PD_API_MESSAGE_LOOK] = {"look", {id_fields, pd_api_look_fields, pd_api_gaze_fields}, read_look},
    [PD_API_MESSAGE_FACE] = {"face", {id_fields, pd_api_face_fields}, read_face},
    [PD_API_MESSAGE_SPEAK] = {"speak", {id_fields, pd_api_speak_fields, pd_api_utterance_fields}, read_speak},
    [PD_API_MESSAGE_HEAR] = {"hear", {id_fields, pd_api_hear_fields}, read_hear},
    [PD_API_MESSAGE_FEEL] = {"feel", {id_fields, pd_api_mood_fields, pd_api_feel_fields}, read_feel},
    [PD_API_MESSAGE_SOUND] = {"sound", {id_fields, pd_api_sound_fields}, read_sound},
    [PD_API_MESSAGE_REACH] = {"reach", {id_fields, pd_api_reach_fields}, read_reach},
    [PD_API_MESSAGE_PLAY] = {"play", {id_fields, pd_api_play_fields}, read_play},
    [PD_API_MESSAGE_SIT] = {"sit", {id_fields, pd_api_sit_fields}, read_sit},
    [PD_API_MESSAGE_OBSERVE] = {"observe",
                                {id_fields, seq_fields, pd_api_observe_sight_fields},
                                read_observe},
    [PD_API_MESSAGE_DESPAWN] = {"despawn", {id_fields}, NULL},
    [PD_API_MESSAGE_PROFILE] = {"profile", {profile_fields}, read_profile},
    [PD_API_MESSAGE_SEND] = {"send", {send_fields}, read_send},
    [PD_API_MESSAGE_TAKE] = {"take", {take_fields}, read_take},
    [PD_API_MESSAGE_CAST] = {"cast", {pd_api_cast_fields}, read_cast},
    [PD_API_MESSAGE_PING] = {"ping", {ping_fields}, NULL},
    [PD_API_MESSAGE_LEAVE] = {"leave", {leave_fields}, read_leave},
};

#define TYPE_NAME(id, type, doc) ", " type
static const char type_names[] = PD_API_MESSAGE_TABLE(TYPE_NAME);

/* Returns the type that an object names, or -1 after an error that suggests the most similar one. */
static int type_of(const json_t *object, pd_api_problems *problems)
{
    const json_t *value = json_object_get(object, "type");
    const char *text = json_string_value(value);

    if (!text) {
        pd_api_note(problems, PD_ERR_INVALID, "/type", "%s; one of %s expected",
                    value ? pd_api_json_kind(value) : "missing", type_names + 2);
        return -1;
    }

    /* Find the type, and the most similar one in case there is none. */
    pd_edit_distance_search search = pd_edit_distance_begin(text);
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        if (!strcmp(rows[i].type, text)) return i;
        pd_edit_distance_offer(&search, rows[i].type);
    }

    char hint[PD_API_HINT_BYTES];
    pd_api_hint(hint, &search);
    pd_api_note(problems, PD_ERR_INVALID, "/type", "\"%.32s\"%s%s %s", text, hint,
                *hint ? " Known:" : "; known:", type_names + 2);

    return -1;
}

/* The parts of a union begin with those of the type. */
values pd_api_message_values_of(pd_api_message_type type)
{
    PD_ASSERT((unsigned)type < PD_API_MESSAGE_COUNT);
    values v = {.tick = NO_TICK,
                .every = HASHES,
                .variation = -1,
                .rewind = -1,
                .divisor = 1,
                .quantize = 48,
                .vmc_divisor = 1,
                .vmc_upper_chest = 1};
    const pd_character_input still = {0};

    v.channels.set = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS;
    if (type == PD_API_MESSAGE_INPUT) v.input = pd_api_input_values_of(&still);
    if (type == PD_API_MESSAGE_REACH) v.reach = pd_api_reach_preset;
    if (type == PD_API_MESSAGE_PLAY) v.play = pd_api_play_preset;
    if (type == PD_API_MESSAGE_SIT) v.sit = pd_api_sit_preset;
    if (type == PD_API_MESSAGE_SPEAK) v.utterance = pd_api_utterance_preset;
    if (type == PD_API_MESSAGE_HEAR) v.hear = pd_api_hear_preset;
    if (type == PD_API_MESSAGE_FEEL) v.feel = pd_api_feel_preset;
    if (type == PD_API_MESSAGE_SOUND) v.sound = pd_api_sound_preset;
    if (type == PD_API_MESSAGE_FACE) v.face = pd_api_face_preset;
    if (type == PD_API_MESSAGE_OBSERVE) v.sight = pd_api_observe_sight_begin();
    if (type == PD_API_MESSAGE_LOOK) v.gaze = pd_api_gaze_preset;
    if (type == PD_API_MESSAGE_CAST) v.cast = pd_api_cast_preset;

    return v;
}

bool pd_api_message_read(pd_api_message *out, pd_api_message_type type, const values *v,
                         pd_api_problems *problems)
{
    out->type = type;
    return !rows[type].read || rows[type].read(out, v, problems);
}

static bool decode_object(pd_api_message *out, const json_t *object, pd_api_problems *problems)
{
    /* The answer to a message with errors repeats its ref too. */
    const char *ref = json_string_value(json_object_get(object, "ref"));

    if (ref && strlen(ref) < PD_API_REF_BYTES) strcpy(out->ref, ref);

    const int type = type_of(object, problems);
    out->type = (pd_api_message_type)type;
    if (type < 0) return false;

    /* Decode the fields by the tables of the type. */
    const message_row *row = &rows[type];
    const pd_api_field *tables[2 + sizeof row->tables / sizeof *row->tables] = {every_fields};
    values v = pd_api_message_values_of(out->type);
    memcpy(tables + 1, row->tables, sizeof row->tables);
    if (!pd_api_fields_json(&v, object, tables, "", problems)) return false;

    /* Fields that several types have. A table with an id has it first. */
    out->id = (uint32_t)v.id;
    out->seq = v.seq;
    out->time = v.time;
    if (!copy_text(out->ref, v.ref, "/ref", problems)) return false;
    if (row->tables[0] == id_fields && !v.id)
        return pd_api_note(problems, PD_ERR_INVALID, "/id", "missing; the id of a character expected");

    return pd_api_message_read(out, out->type, &v, problems);
}

bool pd_api_message_decode(pd_api_message *out, pd_bytes text, const pd_api_limits *limits,
                           pd_api_problems *problems)
{
    json_t *document = NULL;

    memset(out, 0, sizeof *out);
    out->type = (pd_api_message_type)-1;
    if (!pd_api_json_parse(&document, NULL, text, NULL, limits, problems)) return false;

    bool good = json_is_object(document) ? decode_object(out, document, problems)
                                         : pd_api_note(problems, PD_ERR_INVALID, "", "%s; an object expected",
                                                       pd_api_json_kind(document));
    json_decref(document);

    return good;
}

void pd_api_message_deinit(pd_api_message *message)
{
    pd_speech_track_release(message->speak.track);
    message->speak.track = NULL;
    free(message->hear.text);
    message->hear.text = NULL;
    free(message->sound.bytes);
    message->sound.bytes = NULL;
}

/* Each text is wrapped in a struct, because compilers take a text of several literals in a list of texts for
 * a missing comma. */
#define MESSAGE_DOC(id, type, doc) {doc},
static const struct {
    const char *text;
} docs[] = {PD_API_MESSAGE_TABLE(MESSAGE_DOC)};

const char *pd_api_message_name(pd_api_message_type type)
{
    PD_ASSERT((unsigned)type < PD_API_MESSAGE_COUNT);
    return rows[type].type;
}

const char *pd_api_message_doc(pd_api_message_type type)
{
    PD_ASSERT((unsigned)type < PD_API_MESSAGE_COUNT);
    return docs[type].text;
}

const pd_api_field *const *pd_api_message_fields(pd_api_message_type type)
{
    PD_ASSERT((unsigned)type < PD_API_MESSAGE_COUNT);
    return rows[type].tables;
}
