#include "api/service/resource.h"

#include "api/http/call.h"
#include "api/http/json_write.h"

#include <stdio.h>
#include <string.h>

#define ADDRESS_BYTES 320

void pd_api_resource_address(char *out, size_t out_bytes, const pd_api_request *request, const char *path)
{
    const bool is_https = request->scheme && !strncmp(request->scheme, "https", 5);
    const int size =
        snprintf(out, out_bytes, "%s://%s%s%s", is_https ? "https" : "http",
                 request->host ? request->host : "", request->prefix ? request->prefix : "", path);

    /* A quoted text of a header field has no quotes. */
    if (size < 0 || (size_t)size >= out_bytes || strpbrk(out, "\"\\")) *out = 0;
}

void pd_api_handle_resource(pd_api_call *call, const pd_api_request *request)
{
    char address[ADDRESS_BYTES];

    if (!request->issuer || !*request->issuer) {
        pd_api_refuse(call, 404, NULL,
                      "this server takes no tokens (access.jwt_issuer); its keys come from the "
                      "operator");
        return;
    }

    pd_api_resource_address(address, sizeof address, request,
                            strcmp(request->path, PD_API_RESOURCE_PATH) ? "/mcp" : "");
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_text(out, "{\"resource\":");
    pd_api_json_text(out, address);
    pd_buffer_text(out, ",\"authorization_servers\":[");
    pd_api_json_text(out, request->issuer);
    pd_buffer_text(out, "],\"scopes_supported\":[\"read\",\"stream\",\"admin\"],\"bearer_methods_supported\":"
                        "[\"header\"],\"resource_name\":\"posed\"}\n");
    pd_api_header_set(&call->reply, "Vary", "Host, X-Forwarded-Host, X-Forwarded-Proto, X-Forwarded-Prefix");
}
