#ifndef PD_API_SERVICE_RESOURCE_H
#define PD_API_SERVICE_RESOURCE_H
/* The document that tells clients who issues the tokens of this server (RFC 9728, OAuth 2.0 Protected
 * Resource Metadata). Programs that speak the Model Context Protocol sign in by it: a 401 names its address,
 * and it names the issuer.
 *
 *     GET /.well-known/oauth-protected-resource        the interface
 *     GET /.well-known/oauth-protected-resource/mcp    POST /mcp
 *
 * 404 where access.jwt_issuer is not set, because API keys come from the operator.
 */
#include "api/http/routes.h"

#include <stddef.h>

#define PD_API_RESOURCE_PATH "/.well-known/oauth-protected-resource"

pd_api_handler pd_api_handle_resource;

/* Writes the address of a path of this server as clients reach it: scheme, host, path of a proxy, path. "" if
 * it does not fit. */
void pd_api_resource_address(char *out, size_t out_bytes, const pd_api_request *request, const char *path);

#endif
