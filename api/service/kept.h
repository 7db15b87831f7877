#ifndef PD_API_SERVICE_KEPT_H
#define PD_API_SERVICE_KEPT_H
/* Cache of the pages that do not change while the daemon runs (/docs, /openapi.json, /llms.txt). The first
 * request for a page in a content coding writes and compresses it; later ones get the stored copy. Examples
 * on the pages contain the host of the request, so there is a copy for each of the first four hosts; for
 * other hosts the page is written for each request.
 *
 * Answers have an ETag, a hash of the content and coding; a request whose If-None-Match has it is answered
 * 304.
 *
 * Memory   One copy for each page, coding and host.
 * Threads  Any number. If two threads write a page at the same time, the copy of one of them is stored.
 */
#include "api/http/api.h"

typedef struct pd_api_kept pd_api_kept;

typedef enum pd_api_page {
    PD_API_PAGE_OPENAPI,
    PD_API_PAGE_ASYNCAPI,
    PD_API_PAGE_DOCS,
    PD_API_PAGE_LLMS,
    PD_API_PAGES
} pd_api_page;
/* Appends a page whose examples use the address `at`. */
typedef void pd_api_page_writer(pd_buffer *out, const pd_api_host *host, const char *at);

/* Creates an empty cache; _free frees it with its copies. */
pd_api_kept *pd_api_kept_new(void); /* returns NULL if allocation failed */
void pd_api_kept_free(pd_api_kept *kept);
/* Answers the call with the copy of the page that call->host->kept has for `at`. If there is none, calls
 * `write` and stores the result. If call->host->kept is NULL, calls `write` each time. */
void pd_api_kept_answer(pd_api_call *call, const pd_api_request *request, pd_api_page page,
                        pd_api_page_writer *write, const char *at);

#endif
