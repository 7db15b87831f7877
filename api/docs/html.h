#ifndef PD_API_DOCS_HTML_H
#define PD_API_DOCS_HTML_H
/* Functions for the HTML pages that the api writes. */
#include "api/http/assets.h"
#include "api/http/routes.h"

#include <stdbool.h>

/* Appends text with <, >, & and " escaped. */
void pd_api_html_text(pd_buffer *out, const char *text);
/* Appends text escaped, with each passage between backticks as <code>. */
void pd_api_html_prose(pd_buffer *out, const char *text);
/* Appends the start of a page up to <body>. The page links its style and script if they are among the files
 * of the page (assets); without them it is plain and complete. */
void pd_api_html_begin(pd_buffer *out, const char *title, const pd_api_assets *assets);
/* Returns whether `at` is a host with an optional port and path. Pages check it because the header Host comes
 * from the client and the examples, which people paste into a shell, contain it. */
bool pd_api_html_is_address(const char *at);

/* Writes the host and the path prefix of a request, "body.example/posed", for examples on pages; "" if the
 * request has no Host. The text comes from the client, so pages check it before they show it
 * (pd_api_html_is_address). */
void pd_api_address_of(char out[256], const pd_api_request *request);

/* Handlers of the start page and of the avatar maker. */
pd_api_handler pd_api_handle_home, pd_api_handle_maker;

#endif
