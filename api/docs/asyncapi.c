/* /asyncapi.json: AsyncAPI 3.0 of the stream, from the tables of the clients' messages (api/stream/message.h)
 * and of the server's, below. */
#include "api/docs/schema.h"
#include "api/http/routes.h"
#include "api/stream/message.h"
#include "config/version.h"
#include "core/base/assert.h"

#include <stdio.h>

#define FIELD(n, t, d)                                                                                       \
    {                                                                                                        \
        .name = n, .type = PD_API_##t, .doc = d                                                              \
    }
#define MAYBE(n, t, d)                                                                                       \
    {                                                                                                        \
        .name = n, .type = PD_API_##t, .doc = d, .optional = 1                                               \
    }
#define SHAPE(n, s, d)                                                                                       \
    {                                                                                                        \
        .name = n, .type = PD_API_ANY, .schema = s, .doc = d                                                 \
    }
#define MAYBE_SHAPE(n, s, d)                                                                                 \
    {                                                                                                        \
        .name = n, .type = PD_API_ANY, .schema = s, .doc = d, .optional = 1                                  \
    }
#define OBJECTS "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}"
#define TEXTS   "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
#define POINT   "{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"minItems\":3,\"maxItems\":3}"
#define TICK    FIELD("tick", COUNT, "Number of the session's current tick.")

/* ---- messages of the server ---- */

static const pd_api_field welcome_fields[] = {
    FIELD("session", TEXT, "Id of the session."),
    MAYBE("resume_token", TEXT,
          "Token with which the session, or the place in a room, can be resumed; absent for watchers."),
    MAYBE("vmc", TEXT, "Address to which the session's first character is sent by the VMC protocol."),
    MAYBE("room", TEXT, "Name of the room; absent outside rooms."),
    MAYBE("member", COUNT, "Number of this client in the room; absent for watchers."),
    MAYBE("host", COUNT, "Number of the member that is host of the room."),
    MAYBE("rewind", NUMBER, "Longest time in seconds that `cast` may look back in the room."),
    MAYBE_SHAPE("members", OBJECTS, "Members of the room, each with its number `member` and its `name`."),
    MAYBE_SHAPE("taken", OBJECTS, "Objects that members have taken, each with `object` and `member`."),
    FIELD("resumed", BOOLEAN, "True when the session existed before."),
    TICK,
    FIELD("tick_rate", NUMBER, "Number of ticks per second."),
    SHAPE("skeletons", OBJECTS, "Skeletons of the models that move characters, with their joints."),
    SHAPE("characters", OBJECTS, "Characters of the session."),
    SHAPE("limits", "{\"type\":\"object\"}",
          "Limits of this server: characters in a session, bytes of a message, and the times resume_window "
          "and input_timeout in seconds."),
    {0},
};
static const pd_api_field spawned_fields[] = {
    FIELD("id", COUNT, "Id of the character."),
    FIELD("model", TEXT, "Id of the model that moves it."),
    MAYBE("member", COUNT, "Number of the member of the room that owns it; absent outside rooms."),
    MAYBE("character", TEXT, "Id of the uploaded character that moves; absent for a body."),
    MAYBE("root", TEXT,
          "Name of the node that moves the whole character, in the file of the uploaded character."),
    MAYBE("scale", NUMBER, "Scale of the uploaded character in the world."),
    MAYBE_SHAPE("joints", TEXTS,
                "Names of the nodes of the uploaded character's file, in the order of frames."),
    MAYBE_SHAPE("translated", TEXTS,
                "Names of the nodes, besides the root, that are also moved by translations."),
    MAYBE_SHAPE(
        "face", TEXTS,
        "Names of the weights of the channel `face`, in their order: the blend shapes of the body, or of "
        "the uploaded character's file. Absent without a face."),
    MAYBE_SHAPE("warnings", OBJECTS, "Values that were accepted but look like mistakes."),
    {0},
};
static const pd_api_field entered_fields[] = {
    FIELD("member", COUNT, "Number of the new member in the room."),
    MAYBE("name", TEXT, "Name that it gave."),
    MAYBE("host", COUNT, "Number of the member that is host of the room now."),
    {0},
};
static const pd_api_field left_fields[] = {
    FIELD("member", COUNT, "Number of the member that has left; its characters are removed."),
    MAYBE("host", COUNT, "Number of the member that is host of the room now."),
    {0},
};
static const pd_api_field predicted_fields[] = {
    FIELD("id", COUNT, "Id of the character."),
    FIELD("tick", COUNT, "Number of the tick after which this was its state."),
    FIELD("seq", COUNT, "Number of the last input that the state contains."),
    MAYBE("early", INTEGER,
          "Least number of ticks by which inputs came before their tick since the last message; negative: "
          "late. Absent if none came."),
    MAYBE("hash", TEXT, "Hash of the state, 16 hexadecimal digits; in every tick that `every` names."),
    MAYBE("snapshot", TEXT,
          "The state as base64: when the client asks, and when something else than its inputs moved the "
          "character."),
    MAYBE("network", TEXT,
          "With snapshot: hash of the model that moves the character, 16 hexadecimal digits."),
    MAYBE("scene", TEXT, "With snapshot: id of the session's scene; absent on flat ground."),
    {.name = "reason",
     .type = PD_API_CHOICE,
     .choices = "matching|control|path|clip|manner",
     .optional = 1,
     .doc = "Why the client cannot compute the character now and draws the frames: what moves it, or other "
            "constants of its controller. A snapshot comes when it can again."},
    {0},
};
static const pd_api_field taken_fields[] = {
    FIELD("object", TEXT, "Name of the object."),
    MAYBE("member", COUNT, "Number of the member that has it now; absent when nobody has it."),
    {0},
};
static const pd_api_field message_fields[] = {
    FIELD("member", COUNT, "Number of the member that sent it."),
    MAYBE("name", TEXT, "Name of that member."),
    FIELD("text", TEXT, "Text of the application."),
    {0},
};
static const pd_api_field hits_fields[] = {
    FIELD("tick", COUNT, "Number of the room's newest tick."),
    SHAPE("hits", "{\"type\":\"array\",\"items\":" OBJECTS "}",
          "For each ray, the characters that it meets, nearest first: `id`, `member`, `joint`, `distance`, "
          "`point` and `normal`, and on a body the `triangle` with its `corners` and their `weights`."),
    {0},
};
static const pd_api_field done_fields[] = {
    FIELD("of", TEXT, "Type of the message that was carried out."),
    MAYBE_SHAPE(
        "unknown", TEXTS,
        "In the answer to `face`: names of blend shapes that the body or character does not have. All "
        "other names of the message take effect."),
    {0},
};
static const pd_api_field warned_fields[] = {
    FIELD("of", TEXT, "Type of the message that has these values."),
    MAYBE("id", COUNT, "Id of the character that the message is about."),
    SHAPE("warnings", OBJECTS,
          "Values that were accepted but look like mistakes, each with pointer and detail."),
    {0},
};
static const pd_api_field event_fields[] = {
    {.name = "event",
     .type = PD_API_CHOICE,
     .choices = "footstep|jump|land|blocked|arrived|unreachable",
     .doc = "Kind of the event."},
    FIELD("id", COUNT, "Id of the character."),
    TICK,
    FIELD("time", NUMBER, "Time on the server's clock, in seconds."),
    {.name = "foot",
     .type = PD_API_CHOICE,
     .choices = "left|right",
     .optional = 1,
     .doc = "Foot of a footstep."},
    SHAPE("position", POINT, "Place of the event in the world, in metres."),
    {0},
};
static const pd_api_field lowered_fields[] = {
    FIELD("asked", COUNT, "Number of ticks from one frame to the next that the profile asks for."),
    FIELD("divisor", NUMBER, "Mean number of ticks from one sent frame to the next; 0: no frame was sent."),
    MAYBE("vertices_divisor", NUMBER,
          "Mean number of ticks between frames with the vertices of one character."),
    FIELD("detail", TEXT, "Reason for the change, in words."),
    {0},
};
static const pd_api_field observed_fields[] = {
    FIELD("id", COUNT, "Id of the character."),
    FIELD("part", TEXT, "What was observed: body or face."),
    FIELD("time", NUMBER, "Time of the observation, by the client's clock."),
    MAYBE("rms", NUMBER, "Root mean square distance between the points and the body or face, in metres."),
    MAYBE("rms_pixels", NUMBER,
          "Root mean square distance between the points and the body in the picture, in pixels."),
    MAYBE("rms_degrees", NUMBER, "Root mean square angle between the sensors and the body, in degrees."),
    FIELD("solve_ms", NUMBER, "Processor time of the fit, milliseconds."),
    FIELD("mirrored", BOOLEAN, "True when left and right are probably exchanged."),
    SHAPE("unseen", TEXTS, "Joints of which no point was seen."),
    MAYBE("trouble", TEXT, "Reason why the character cannot follow the observations, in words."),
    {0},
};
static const pd_api_field speech_fields[] = {
    {.name = "event",
     .type = PD_API_CHOICE,
     .choices = "speech_started|word|speech_ended",
     .doc = "Kind of the event: an utterance begins, a word begins, or an utterance has ended."},
    FIELD("id", COUNT, "Id of the character."),
    TICK,
    FIELD("time", NUMBER, "Time on the server's clock, in seconds."),
    FIELD("at", NUMBER, "Time of the event in seconds of the utterance."),
    MAYBE("utterance", TEXT, "Name of the utterance, if the message `speak` gave one."),
    MAYBE("seconds", NUMBER, "speech_started: duration of the utterance; a sound has none."),
    MAYBE("word", TEXT, "word: the word as the client wrote it, up to 127 bytes."),
    MAYBE("end", NUMBER, "word: time at which the word ends, in seconds of the utterance."),
    MAYBE("stopped", BOOLEAN, "speech_ended: true when another utterance or a stop ended it early."),
    {0},
};
static const pd_api_field play_fields[] = {
    {.name = "event",
     .type = PD_API_CHOICE,
     .choices = "play_started|play_ended",
     .doc = "Kind of the event: a clip begins, or has ended."},
    FIELD("id", COUNT, "Id of the character."),
    TICK,
    FIELD("time", NUMBER, "Time on the server's clock, in seconds."),
    FIELD("clip", TEXT, "Id of the clip."),
    MAYBE("seconds", NUMBER, "play_started: duration of the clip at its own speed."),
    MAYBE("at", NUMBER, "play_ended: seconds of the clip that were played."),
    MAYBE(
        "reason", TEXT,
        "play_ended: done (it was over), stopped, replaced (by another clip), stick (pushed during a clip of "
        "the whole body) or sit (the character was told to sit down)."),
    {0},
};
static const pd_api_field stats_fields[] = {
    TICK,
    FIELD("sent", COUNT, "Number of frames sent on this connection."),
    FIELD("dropped", COUNT, "Number of frames that were replaced by newer ones before they were sent."),
    FIELD("bytes", COUNT, "Number of bytes sent, with the headers of messages."),
    FIELD("round_trip", NUMBER, "Time that a message takes to the client and back, in seconds."),
    FIELD("late_ms", NUMBER, "Delay of ticks in milliseconds."),
    FIELD("load", NUMBER, "Share of the time of a tick that the server needs to compute it."),
    FIELD("ticks_left_out", COUNT, "Number of ticks that were skipped because the server was late."),
    FIELD("characters", COUNT, "Number of characters on the server."),
    FIELD("sessions", COUNT, "Number of sessions on the server."),
    {0},
};
static const pd_api_field error_fields[] = {
    FIELD("code", TEXT, "Kind of the error, such as invalid, range or not_found."),
    MAYBE("pointer", TEXT, "RFC 6901 pointer to the first wrong place of the message."),
    MAYBE("detail", TEXT, "Value at that place, and what is allowed."),
    SHAPE("errors", OBJECTS, "All errors of the message, each with pointer and detail."),
    {0},
};
static const pd_api_field pong_fields[] = {
    FIELD("time", NUMBER, "Number that the ping contained."),
    FIELD("server_time", NUMBER, "Time on the server's clock, in seconds."),
    TICK,
    {0},
};
static const pd_api_field bye_fields[] = {
    FIELD("reason", TEXT, "Reason for closing, such as left, expired or shutting_down."),
    FIELD("come_back", BOOLEAN, "True when the client may reconnect and resume the session with its token."),
    MAYBE("after", NUMBER, "Time in seconds to wait before reconnecting."),
    FIELD("detail", TEXT, "Reason for closing, in words."),
    {0},
};

static const struct {
    const char *type, *doc;
    const pd_api_field *fields;
    int has_ref; /* an answer repeats the message's reference */
} answers[] = {
    {"welcome",
     "Answers join: describes the session, the skeletons of its characters and the limits of the server.",
     welcome_fields, 1},
    {"spawned", "Answers spawn: the new character.", spawned_fields, 1},
    {"entered", "Reports that a client has joined the room.", entered_fields, 0},
    {"left", "Reports that a client has left the room.", left_fields, 0},
    {"taken", "Reports that a member of the room has taken an object or given it back.", taken_fields, 0},
    {"message", "A text that another member of the room has sent.", message_fields, 0},
    {"predicted", "Tells the client of a predicted character its state, or a hash.", predicted_fields, 0},
    {"hits", "Answers cast: what the rays meet.", hits_fields, 1},
    {"done", "Confirms that a message was carried out.", done_fields, 1},
    {"warned",
     "Warns that values of a message look like mistakes. It is sent only for the first such message of each "
     "type.",
     warned_fields, 0},
    {"event", "Reports an event of a character, such as a footstep or a jump.", event_fields, 0},
    {"lowered", "Reports that frames come less often than the profile asks, or as often as it asks again.",
     lowered_fields, 0},
    {"observed", "Reports how well an observed character follows the observations.", observed_fields, 0},
    {"speech", "Reports the start, the words and the end of an utterance that a character speaks.",
     speech_fields, 0},
    {"clip", "Reports the start and the end of a clip that a character plays.", play_fields, 0},
    {"stats", "Statistics of the connection and of the server, sent every five seconds.", stats_fields, 0},
    {"error", "Reports that a message was refused.", error_fields, 1},
    {"pong", "Answers ping.", pong_fields, 1},
    {"bye", "Last message before the server closes the connection.", bye_fields, 0},
};
enum { ANSWERS = sizeof answers / sizeof *answers };

/* ---- the document ---- */

/* Writes one message, whose payload is an object with its type. */
static void message(pd_buffer *out, const char *type, const char *doc, const pd_api_field *const *tables,
                    int has_ref, int is_answer)
{
    char constant[64];
    const pd_api_field *all[PD_API_TABLES_MAX + 2];
    int count = 0;

    snprintf(constant, sizeof constant, "{\"const\":\"%s\"}", type);
    const pd_api_field head[] = {
        {.name = "type", .type = PD_API_ANY, .schema = constant, .doc = "Type of the message."},
        {.name = has_ref ? "ref" : NULL,
         .type = PD_API_TEXT,
         .optional = 1,
         .doc = "Reference of up to 64 bytes that an answer repeats."},
        {0}};

    all[count++] = head;
    for (; *tables; tables++) all[count++] = *tables;
    PD_ASSERT(count < (int)(sizeof all / sizeof *all));
    all[count] = NULL;
    pd_buffer_printf(out, "\"%s\":{\"name\":\"%s\",\"contentType\":\"application/json\",\"summary\":", type,
                     type);
    pd_api_json_text(out, doc);
    pd_buffer_text(out, ",\"payload\":");
    pd_api_object_schema(out, all, is_answer, "type");
    pd_buffer_text(out, "}");
}

/* Writes a reference to each message of one side, below `base`; is_named: as members of an object. */
static void references(pd_buffer *out, const char *base, int of_server, int is_named)
{
    const int count = of_server ? ANSWERS : PD_API_MESSAGE_COUNT;

    for (int i = 0; i < count; i++) {
        const char *type = of_server ? answers[i].type : pd_api_message_name((pd_api_message_type)i);
        if (i) pd_buffer_text(out, ",");
        if (is_named) pd_buffer_printf(out, "\"%s\":", type);
        pd_buffer_printf(out, "{\"$ref\":\"%s%s\"}", base, type);
    }
}

void pd_api_asyncapi(pd_buffer *out)
{
    pd_buffer_text(out, "{\"asyncapi\":\"3.0.0\",\"info\":{\"title\":\"posed: the stream\",\"version\":");
    pd_api_json_text(out, pd_cfg_version_text());
    pd_buffer_text(
        out, ",\"description\":\"Characters over a WebSocket with the subprotocol posed.v1. Text messages "
             "are JSON and are never dropped; binary messages of the server are frames with the poses of "
             "characters (docs/reference/stream.md, docs/reference/wire.md), of which a newer one replaces "
             "an older one. Units are metres, radians and seconds; axes are right-handed, +Y "
             "up.\",\"license\":{\"name\":\"MIT\"}},\"defaultContentType\":\"application/"
             "json\",\"servers\":{\"daemon\":{\"host\":\"{host}\",\"protocol\":\"ws\",\"description\":"
             "\"Address of a daemon. Use wss behind a proxy that ends "
             "TLS.\",\"variables\":{\"host\":{\"default\":\"127.0.0.1:8080\",\"description\":\"Host and "
             "port.\"}},\"security\":[{\"$ref\":\"#/components/securitySchemes/"
             "key\"}]}},\"channels\":{\"stream\":{\"address\":\"/v1/stream\",\"description\":\"One "
             "connection: its session and the frames that it subscribes "
             "to.\",\"bindings\":{\"ws\":{\"method\":\"GET\",\"query\":{\"type\":\"object\",\"properties\":{"
             "\"ticket\":{\"type\":\"string\",\"description\":\"Ticket of POST /v1/tickets, for browsers, "
             "which cannot send a "
             "key.\"}}},\"headers\":{\"type\":\"object\",\"properties\":{\"Sec-WebSocket-Protocol\":{"
             "\"const\":\"posed.v1\"}}}}},\"messages\":{");
    references(out, "#/components/messages/", 0, 1);
    pd_buffer_text(out, ",");
    references(out, "#/components/messages/", 1, 1);
    pd_buffer_text(out, ",\"frame\":{\"$ref\":\"#/components/messages/"
                        "frame\"}}}},\"operations\":{\"hear\":{\"action\":\"receive\",\"summary\":\"Messages "
                        "that clients send.\",\"channel\":{\"$ref\":\"#/channels/stream\"},\"messages\":[");
    references(out, "#/channels/stream/messages/", 0, 0);
    pd_buffer_text(out, "]},\"say\":{\"action\":\"send\",\"summary\":\"Messages that the server "
                        "sends.\",\"channel\":{\"$ref\":\"#/channels/stream\"},\"messages\":[");
    references(out, "#/channels/stream/messages/", 1, 0);
    pd_buffer_text(
        out,
        ",{\"$ref\":\"#/channels/stream/messages/frame\"}]}},\"components\":{\"securitySchemes\":{\"key\":{"
        "\"type\":\"http\",\"scheme\":\"bearer\",\"description\":\"API key or token.\"}},\"messages\":{");

    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        const pd_api_message_type type = (pd_api_message_type)i;
        message(out, pd_api_message_name(type), pd_api_message_doc(type), pd_api_message_fields(type), 1, 0);
        pd_buffer_text(out, ",");
    }

    for (int i = 0; i < ANSWERS; i++) {
        const pd_api_field *const tables[] = {answers[i].fields, NULL};
        message(out, answers[i].type, answers[i].doc, tables, answers[i].has_ref, 1);
        pd_buffer_text(out, ",");
    }

    pd_buffer_text(out, "\"frame\":{\"name\":\"frame\",\"contentType\":\"application/"
                        "octet-stream\",\"summary\":\"Poses of characters at one tick, as a binary "
                        "message.\",\"payload\":{\"type\":\"string\",\"format\":\"binary\"}}}}}\n");
}
