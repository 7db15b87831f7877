#ifndef PD_API_HTTP_SERVICE_H
#define PD_API_HTTP_SERVICE_H
/* Handlers of the routes that are answered at once: health, version, documents, models. */
#include "api/http/routes.h"

pd_api_handler pd_api_handle_health, pd_api_handle_ready, pd_api_handle_metrics, pd_api_handle_openapi,
    pd_api_handle_docs, pd_api_handle_version, pd_api_handle_ticket, pd_api_handle_stream, pd_api_handle_home;
pd_api_handler pd_api_handle_models, pd_api_handle_model, pd_api_handle_reload;

/* Host and path that a request came by, "body.example/posed", for examples on pages; "" where it named no host. It is the client's text:
 * pages check it before they show it. */
void pd_api_address_of(char out[256], const pd_api_request *request);

#endif
