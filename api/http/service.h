#ifndef PD_API_HTTP_SERVICE_H
#define PD_API_HTTP_SERVICE_H
/* Handlers of the routes that decoding answers: health, version, metrics, pages about the API, models. */
#include "api/http/fields.h"
#include "api/http/routes.h"

pd_api_handler pd_api_handle_health, pd_api_handle_ready, pd_api_handle_metrics, pd_api_handle_openapi,
    pd_api_handle_asyncapi, pd_api_handle_docs, pd_api_handle_version, pd_api_handle_ticket,
    pd_api_handle_stream, pd_api_handle_home, pd_api_handle_maker, pd_api_handle_llms;
pd_api_handler pd_api_handle_models, pd_api_handle_model, pd_api_handle_reload;

extern const pd_api_field pd_api_stream_query_fields[]; /* the upgrade to a WebSocket takes them too */
extern const pd_api_field pd_api_ticket_query_fields[];

/* Writes the host and the path prefix of a request, "body.example/posed", for examples on pages; "" if the request has no Host. The text comes from
 * the client, so pages check it before they show it (pd_api_html_is_address). */
void pd_api_address_of(char out[256], const pd_api_request *request);

#endif
