/* Fuzzes If-Match, If-None-Match, Range, If-Range, Origin and Host, one a line, and the text as the beginning
 * of a request's head. A range lies within the whole, conditions of one tag agree with each other, and values
 * from the head are text. */
#include "api/http/condition.h"
#include "api/http/problem.h"
#include "server/http/origin.h"
#include "server/http/refusal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { LINES = 6 };
    static const size_t wholes[] = {0, 1, 1000, SIZE_MAX};
    char *text = malloc(size + 1), *lines[LINES] = {NULL};
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    char *at = text;
    for (int i = 0; i < LINES && at; i++) {
        lines[i] = at;
        at = strchr(at, '\n');
        if (at) *at++ = 0;
    }
    for (int i = 0; i < LINES; i++)
        if (!lines[i]) lines[i] = text + strlen(text);

    /* A tag that matches strongly matches weakly too. */
    if (pd_api_etag_listed(lines[0], "\"a\"", false) && !pd_api_etag_listed(lines[0], "\"a\"", true)) abort();
    const pd_api_condition c = {.if_match = lines[0], .if_none_match = lines[1]};
    const char *fails = pd_api_condition_fails(&c, "a");
    if (fails && strcmp(fails, "If-Match") && strcmp(fails, "If-None-Match")) abort();
    if (!pd_api_condition_fails(&c, NULL)) abort(); /* If-Match never holds for what does not exist */

    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        size_t first = 0, count = 0;
        if (pd_api_range_read(&first, &count, lines[2], wholes[i]) != PD_API_RANGE_PART) continue;
        if (!count || first >= wholes[i] || count > wholes[i] - first) abort();
    }
    pd_api_reply reply = {.status = 200};
    pd_buffer_text(&reply.body, "0123456789");
    pd_api_header_set(&reply, "ETag", "\"a\"");
    pd_api_range_apply(&reply, lines[2], *lines[3] ? lines[3] : NULL);
    if (reply.status == 206   ? reply.body.size > 10
        : reply.status == 200 ? reply.body.size != 10
                              : reply.status != 416)
        abort();
    pd_buffer_deinit(&reply.body);

    char *items[] = {lines[4]};
    if (!pd_srv_origin_allowed(&(pd_cfg_list){items, 1}, lines[4])) abort();
    pd_srv_origin_is_host(lines[4], lines[5]);
    pd_srv_settings settings = {.checks_host = true, .cfg = {.access_hosts = {items, 1}}};
    pd_srv_host_allowed(&settings, lines[5]);

    pd_srv_reply_context context;
    pd_srv_reply_context_read(&context, (const char *)data, size);
    if (!*context.request_id || strlen(context.request_id) >= sizeof context.request_id) abort();
    pd_buffer out = {0};
    reply = (pd_api_reply){0};
    pd_srv_refusal(&reply, 426, "why", 1, &context);
    pd_srv_reply_fields(&reply, &(pd_cfg){.access_cors_origins = {(char *[]){"*"}, 1}}, &context);
    pd_srv_reply_write(&out, &reply, &context, 0);
    pd_buffer_deinit(&reply.body);
    pd_buffer_deinit(&out);
    free(text);
    return 0;
}
