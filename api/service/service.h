#ifndef PD_API_SERVICE_SERVICE_H
#define PD_API_SERVICE_SERVICE_H
/* Handlers of the routes that decoding answers: health, version, metrics, and pages about the API. */
#include "api/http/fields.h"
#include "api/http/routes.h"

pd_api_handler pd_api_handle_health, pd_api_handle_ready, pd_api_handle_metrics, pd_api_handle_openapi,
    pd_api_handle_asyncapi, pd_api_handle_docs, pd_api_handle_version, pd_api_handle_ticket,
    pd_api_handle_stream, pd_api_handle_llms;

extern const pd_api_field pd_api_stream_query_fields[]; /* the upgrade to a WebSocket takes them too */
extern const pd_api_field pd_api_ticket_query_fields[];

#endif
