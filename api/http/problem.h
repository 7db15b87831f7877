#ifndef PD_API_HTTP_PROBLEM_H
#define PD_API_HTTP_PROBLEM_H
/* What is wrong with a request: RFC 9457 problem details (application/problem+json).
 *
 *     {"type":"about:blank","title":"Bad Request","status":400,
 *      "detail":"17 numbers; 0 to 16 allowed (the model's betas)",
 *      "errors":[{"pointer":"/betas","detail":"17 numbers; ..."}],"request_id":"..."}
 *
 * A decoder collects every error that it meets, up to PD_API_PROBLEMS_MAX; more are counted. pointer is an RFC
 * 6901 JSON pointer into the body. For a query the pointer is that of the same field in a body, and
 * "parameter" names the query parameter. Limits (PD_ERR_LIMIT) make the answer 413, all else 400.
 */
#include "api/http/api.h"

#include <stdbool.h>

#define PD_API_PROBLEMS_MAX 8

/* Values that were taken but are unlikely to be meant: in the reply as `warnings` of JSON and in the header Posed-Warning. */
#define PD_API_WARNINGS_MAX 4
typedef struct pd_api_warning {
    char pointer[64], detail[120];
} pd_api_warning;

typedef struct pd_api_problems {
    pd_error items[PD_API_PROBLEMS_MAX];    /* where is the pointer */
    int count;                              /* of items             */
    int dropped;                            /* met after that       */
    int in_query;                           /* what is noted now comes from the query */
    unsigned query_items;                   /* bit i: item i did                      */
    const struct pd_api_field *const *body; /* its fields, while the query is read; or NULL */
    pd_api_warning warnings[PD_API_WARNINGS_MAX];
    int warning_count; /* of warnings; what comes after that is left out */
} pd_api_problems;

/* From here on errors are only counted: their text, and the search for a name that was meant, can be left out. A body may have
 * 10^5 unknown fields. */
static inline bool pd_api_problems_full(const pd_api_problems *problems)
{
    return problems->count == PD_API_PROBLEMS_MAX;
}
/* Notes an error. pointer may be "" (the whole body). Returns false, so that a check can end with it. */
bool pd_api_note(pd_api_problems *problems, pd_status status, const char *pointer, const char *format, ...)
    PD_PRINTF(4, 5);
/* Notes an error that core found; prefix goes before its place ("/problems/3"). Returns 0. */
int pd_api_note_error(pd_api_problems *problems, const char *prefix, const pd_error *err);
/* Notes a warning: the request is taken all the same. */
void pd_api_warn(pd_api_problems *problems, const char *pointer, const char *format, ...) PD_PRINTF(3, 4);
/* Warns of the largest |beta| beyond PD_SMPL_BETA_USUAL, if there is one; pointer is that of the list. */
void pd_api_warn_betas(pd_api_problems *problems, const float *betas, int count, const char *pointer);
/* ",\"warnings\":[{...}]" within an open object; nothing when there are none. */
void pd_api_json_warnings(pd_buffer *out, const pd_api_problems *problems);
/* Makes the collected errors the reply. request_id may be NULL. */
void pd_api_problems_reply(pd_api_reply *reply, const pd_api_problems *problems, const char *request_id);
/* The value of an error in a larger reply: {"status","title","detail","errors":[...]} */
void pd_api_problems_json(pd_buffer *out, const pd_api_problems *problems);

const char *pd_api_phrase(int status); /* "Bad Request" */
/* true when the bytes are well-formed UTF-8 (RFC 3629). */
bool pd_api_is_utf8(const void *bytes, size_t size);
/* JSON string with quotes and escapes. Bytes that are not UTF-8 become U+FFFD. */
void pd_api_json_text(pd_buffer *out, const char *text);
/* Sets a header, in place of one of the same name. Over-long values are cut. */
void pd_api_header_set(pd_api_reply *reply, const char *name, const char *format, ...) PD_PRINTF(3, 4);
/* One more of that name: a header that is a list. */
void pd_api_header_add(pd_api_reply *reply, const char *name, const char *format, ...) PD_PRINTF(3, 4);
const char *pd_api_header_get(const pd_api_reply *reply, const char *name); /* NULL when absent */

#endif
