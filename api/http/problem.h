#ifndef PD_API_HTTP_PROBLEM_H
#define PD_API_HTTP_PROBLEM_H
/* Collects the errors and warnings of a request and writes errors as RFC 9457 problem details
 * (application/problem+json).
 *
 *     {"type":"about:blank","title":"Bad Request","status":400,
 *      "detail":"17 numbers; 0 to 16 allowed (the model's betas)",
 *      "errors":[{"pointer":"/betas","detail":"17 numbers; ..."}],"request_id":"..."}
 *
 * A decoder collects up to PD_API_PROBLEMS_MAX errors and only counts further ones. A pointer is an RFC 6901
 * JSON pointer into the body. An error in the query has the pointer that the same field would have in a body,
 * and the member "parameter" with the name of the query parameter. A limit that is exceeded (PD_ERR_LIMIT)
 * gives the status 413, any other error 400.
 */
#include "api/http/api.h"

#include <stdbool.h>

#define PD_API_PROBLEMS_MAX 8

/* Warning: a value that was accepted but looks like a mistake. Replies have it in the member `warnings` and
 * in the header Posed-Warning. */
#define PD_API_WARNINGS_MAX 8
typedef struct pd_api_warning {
    char pointer[64], detail[240];
} pd_api_warning;

typedef struct pd_api_problems {
    pd_error items[PD_API_PROBLEMS_MAX]; /* (count) errors; `where` of each is its pointer */
    int count;                           /* number of items */
    int dropped;                         /* number of further errors, which are not in items */
    int in_query;                        /* 1 while the query is decoded: errors noted now belong to it */
    unsigned query_items;                /* bit i: items[i] belongs to the query */
    const struct pd_api_field *const
        *body; /* tables of the body's fields while the query is decoded, for hints; or NULL */
    pd_api_warning warnings[PD_API_WARNINGS_MAX];
    int warning_count; /* number of warnings; further ones are left out */
} pd_api_problems;

/* Returns whether further errors are only counted. Callers then skip the text of an error and the search for
 * a similar name, because a body may have 100,000 unknown fields. */
static inline bool pd_api_problems_full(const pd_api_problems *problems)
{
    return problems->count == PD_API_PROBLEMS_MAX;
}
/* Adds an error. The pointer "" stands for the whole body. Always returns false.
 *
 * This is how all of api says that something worked: a function that reads or checks returns bool, true if
 * all is well, false after it has noted an error here (`return pd_api_note(...)`). A function whose caller
 * needs the kind of the error returns pd_status. An int is a count or an index. */
bool pd_api_note(pd_api_problems *problems, pd_status status, const char *pointer, const char *format, ...)
    PD_PRINTF(4, 5);
/* Adds an error that a function of core returned. The pointer is `prefix` ("/problems/3") followed by
 * err->where. Always returns false. */
bool pd_api_note_error(pd_api_problems *problems, const char *prefix, const pd_error *err);
/* Adds a warning. The request is accepted nevertheless. */
void pd_api_warn(pd_api_problems *problems, const char *pointer, const char *format, ...) PD_PRINTF(3, 4);
/* Adds a warning about the beta with the largest magnitude if that exceeds PD_SMPL_BETA_USUAL. `pointer` is
 * that of the list of betas. */
void pd_api_warn_betas(pd_api_problems *problems, const float *betas, int count, const char *pointer);
/* Adds a warning about the longest of `count` rotation vectors if it is longer than a full turn, 2 pi,
 * because such numbers look like degrees. `pointer` is that of the list, which has a row for each vector
 * (is_nested) or all numbers in one row. */
void pd_api_warn_turns(pd_api_problems *problems, const float *vectors, int count, bool is_nested,
                       const char *pointer);
/* Adds a warning about a direction in radians that is more than a full turn,
 * because it looks like degrees. */
void pd_api_warn_heading(pd_api_problems *problems, double heading, const char *pointer);
/* Appends the warnings as a member of an open JSON object, with a comma before it: ,"warnings":[{...}].
 * Appends nothing if there are none. */
void pd_api_json_warnings(pd_buffer *out, const pd_api_problems *problems);
/* Replaces the reply by problem+json of the collected errors. request_id may be NULL. */
void pd_api_problems_reply(pd_api_reply *reply, const pd_api_problems *problems, const char *request_id);
/* Appends the errors as a JSON object for a reply that has other results too:
 * {"status","title","detail","errors":[...]}. */
void pd_api_problems_json(pd_buffer *out, const pd_api_problems *problems);

const char *pd_api_phrase(int status); /* reason phrase of a status: "Bad Request" */
/* Returns whether the bytes are well-formed UTF-8 (RFC 3629). */
bool pd_api_is_utf8(const void *bytes, size_t size);
/* Appends text as a JSON string with quotes and escapes. Bytes that are not UTF-8 become U+FFFD. */
void pd_api_json_text(pd_buffer *out, const char *text);
/* Sets a header; replaces one of the same name. A value that is too long is cut. */
void pd_api_header_set(pd_api_reply *reply, const char *name, const char *format, ...) PD_PRINTF(3, 4);
/* Adds a header even if there is one of the same name, for header fields that are lists. */
void pd_api_header_add(pd_api_reply *reply, const char *name, const char *format, ...) PD_PRINTF(3, 4);
const char *pd_api_header_get(const pd_api_reply *reply,
                              const char *name); /* NULL: there is no such header */

#endif
