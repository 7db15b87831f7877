#ifndef PD_API_DOCS_HTML_H
#define PD_API_DOCS_HTML_H
/* Functions for the HTML pages that the api writes. */
#include "api/http/assets.h"

#include <stdbool.h>

/* Appends text with <, >, & and " escaped. */
void pd_api_html_text(pd_buffer *out, const char *text);
/* Appends text escaped, with each passage between backticks as <code>. */
void pd_api_html_prose(pd_buffer *out, const char *text);
/* Appends the start of a page up to <body>. The page links its style and script if they are among the files of the page (assets); without them it is
 * plain and complete. */
void pd_api_html_begin(pd_buffer *out, const char *title, const pd_api_assets *assets);
/* Returns whether `at` is a host with an optional port and path. Pages check it because the header Host comes from the client and the examples, which
 * people paste into a shell, contain it. */
bool pd_api_html_is_address(const char *at);

#endif
