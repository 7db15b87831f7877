#ifndef PD_API_HTTP_KEPT_H
#define PD_API_HTTP_KEPT_H
/* Pages that stay the same for as long as the daemon runs (/docs, /openapi.json): written and compressed for the first request, in the coding
 * that it asks for, and kept. Examples name the host that was asked for: pages for the first four hosts are kept, others' are made each time.
 *
 * Answers have an ETag of their content per coding, and are 304 to a request that has it.
 *
 * Memory   a copy of each page in each coding for each of those hosts.
 * Threads  any; two who are first at once both write it, and one of the two is kept.
 */
#include "api/http/api.h"

typedef struct pd_api_kept pd_api_kept;

typedef enum pd_api_page { PD_API_PAGE_OPENAPI, PD_API_PAGE_DOCS, PD_API_PAGES } pd_api_page;
typedef void pd_api_page_writer(pd_buffer *out, const pd_api_host *host, const char *at);

pd_api_kept *pd_api_kept_new(void); /* NULL when memory is out */
void pd_api_kept_free(pd_api_kept *kept);
/* The call's answer: what call->host->kept has of the page for `at`, else what write makes; NULL kept: always that. */
void pd_api_kept_answer(pd_api_call *call, const pd_api_request *request, pd_api_page page,
                        pd_api_page_writer *write, const char *at);

#endif
