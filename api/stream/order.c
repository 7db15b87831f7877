#include "api/stream/order.h"

#include "api/http/call.h"
#include "api/motion/clips.h"
#include "api/stream/message_values.h"
#include "core/base/assert.h"

#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(pd_api_message_values, member)

const pd_api_field pd_api_order_fields[] = {
    {.name = "character",
     .type = PD_API_INTEGER,
     .offset = AT(whose),
     .min = 1,
     .max = 2147483647,
     .example = "1",
     .doc = "Id of a character of the room that its client spawned with \"orders\":true."},
    {.name = "secret",
     .type = PD_API_TEXT,
     .offset = AT(secret),
     .example = "\"open sesame\"",
     .doc = "Secret of the room, where it has one."},
    {0},
};

const pd_api_field pd_api_order_query_fields[] = {
    {.name = "session",
     .type = PD_API_TEXT,
     .offset = AT(session),
     .example = "\"plaza\"",
     .doc = "Name of the room, for a router that sends requests with the same name to the same daemon; the "
            "daemon ignores it."},
    {0},
};

/* Types of orders. The last part of a route's path is the name of its type. */
static const pd_api_message_type types[] = {PD_API_MESSAGE_SPEAK, PD_API_MESSAGE_LOOK, PD_API_MESSAGE_PLAY,
                                            PD_API_MESSAGE_FEEL};

static pd_api_message_type type_of(const pd_api_route *route)
{
    const char *last = strrchr(route->pattern, '/') + 1;
    size_t i = 0;

    while (i < sizeof types / sizeof *types && strcmp(pd_api_message_name(types[i]), last) != 0) i++;
    PD_ASSERT(i < sizeof types / sizeof *types);

    return types[i];
}

/* Decodes the request into a message. Returns false if an error was noted. */
static bool read_order(pd_api_message *out, pd_api_message_values *v, pd_api_documents *documents,
                       pd_api_call *call, const pd_api_request *request)
{
    const pd_api_message_type type = type_of(call->route);

    *v = pd_api_message_values_of(type);
    if (!pd_api_decode_fields(v, documents, call, request)) return false;
    if (!v->whose)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/character",
                           "missing; the id of a character of the room expected");

    out->id = (uint32_t)v->whose;
    v->id = v->whose; /* readers of some types compare other ids with it */

    return pd_api_message_read(out, type, v, &call->problems);
}

/* Hands the order to the host. */
static pd_status give_order(const pd_api_call *call, const pd_api_request *request, pd_api_message *message,
                            const char *secret, pd_error *err)
{
    const pd_api_order wanted = {.room = call->id,
                                 .secret = secret,
                                 .owner = request->owner,
                                 .access = request->access,
                                 .message = message};
    const bool has_clip = message->type == PD_API_MESSAGE_PLAY && !message->play.stops;

    if (!call->host->order) return pd_fail(err, PD_ERR_NOT_FOUND, "", "no room \"%.64s\"", call->id);
    if (has_clip && pd_api_play_find(&message->play, call->host, request->access, true, err) != PD_OK)
        return err->status;

    const pd_status status = call->host->order(call->host->ctx, &wanted, err);
    if (has_clip) pd_character_clip_release(message->play.request.clip);

    return status;
}

void pd_api_handle_order(pd_api_call *call, const pd_api_request *request)
{
    pd_api_documents documents = {0};
    pd_api_message *message = pd_api_pool_take(&call->pool, 1, sizeof *message);
    pd_api_message_values *values = pd_api_pool_take(&call->pool, 1, sizeof *values);
    pd_error err = {0};

    if (!message || !values) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    memset(message, 0, sizeof *message);
    const bool good = read_order(message, values, &documents, call, request);
    if (good) give_order(call, request, message, values->secret, &err);
    const double seconds = message->speak.track ? message->speak.track->seconds : 0;

    pd_api_documents_release(&documents);
    pd_api_message_deinit(message);
    if (err.status == PD_ERR_NOT_FOUND && !*err.where)
        pd_api_refuse(call, 404, NULL, "%s", err.detail);
    else if (err.status == PD_ERR_FORBIDDEN)
        pd_api_refuse(call, 403, err.where, "%s", err.detail);
    else if (err.status != PD_OK)
        pd_api_note_error(&call->problems, "", &err);
    if (!good || err.status != PD_OK) return;

    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_printf(out, "{\"of\":\"%s\",\"character\":%u", pd_api_message_name(message->type), message->id);
    if (seconds > 0) pd_buffer_printf(out, ",\"seconds\":%.3f", seconds);
    pd_buffer_text(out, "}\n");
}
