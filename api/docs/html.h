#ifndef PD_API_DOCS_HTML_H
#define PD_API_DOCS_HTML_H
/* Shared by the pages that the API writes. */
#include "api/http/assets.h"

#include <stdbool.h>

/* Text with <, >, & and " escaped. */
void pd_api_html_text(pd_buffer *out, const char *text);
/* The same with `code` between backticks as <code>. */
void pd_api_html_prose(pd_buffer *out, const char *text);
/* Everything up to <body>. Style and script are files of the page (assets); where they are missing the page is plain, and whole. */
void pd_api_html_begin(pd_buffer *out, const char *title, const pd_api_assets *assets);
/* Whether at may be repeated: Host comes from outside and goes into lines that people paste into a shell. */
bool pd_api_html_is_address(const char *at);

#endif
