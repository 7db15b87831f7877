#include "api/docs/html.h"

#include <stdio.h>
#include <string.h>

static void character(pd_buffer *out, const char *c)
{
    switch (*c) {
    case '<': pd_buffer_text(out, "&lt;"); break;
    case '>': pd_buffer_text(out, "&gt;"); break;
    case '&': pd_buffer_text(out, "&amp;"); break;
    case '"': pd_buffer_text(out, "&quot;"); break;
    default: pd_buffer_add(out, c, 1);
    }
}

void pd_api_html_text(pd_buffer *out, const char *text)
{
    for (; *text; text++) character(out, text);
}

void pd_api_html_prose(pd_buffer *out, const char *text)
{
    bool is_code = false;

    for (; *text; text++) {
        if (*text != '`') {
            character(out, text);
            continue;
        }

        pd_buffer_text(out, is_code ? "</code>" : "<code>");
        is_code = !is_code;
    }
}

void pd_api_html_begin(pd_buffer *out, const char *title, const pd_api_assets *assets)
{
    pd_buffer_text(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>");
    pd_api_html_text(out, title);
    pd_buffer_text(out, "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        "<meta name=\"color-scheme\" content=\"light dark\">\n");
    if (pd_api_assets_find(assets, "docs.js"))
        pd_buffer_text(out, "<link rel=\"icon\" href=\"web/icon.svg\" type=\"image/svg+xml\">\n"
                            "<link rel=\"stylesheet\" href=\"web/docs.css\">\n"
                            "<script type=\"module\" src=\"web/docs.js\"></script>\n");
    else
        pd_buffer_text(out, "<link rel=\"icon\" href=\"data:,\">\n");
    pd_buffer_text(out, "</head><body>\n");
}

bool pd_api_html_is_address(const char *at)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_~:[]/";

    return at && *at && strlen(at) < 256 && !at[strspn(at, allowed)];
}

void pd_api_address_of(char out[256], const pd_api_request *request)
{
    const int size = snprintf(out, 256, "%s%s", request->host ? request->host : "",
                              request->host && request->prefix ? request->prefix : "");
    if (size >= 256) *out = 0;
}
